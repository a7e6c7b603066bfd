//! Parameters of a call, whatever the encoding was (JSON, urlencoded form, multipart), and the error answers.

use serde_json::{Map, Value, json};

/// A file that came with a multipart call.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    pub part: String,
    pub name: String,
    pub mime: String,
    pub bytes: Vec<u8>,
}

/// Parameters by name; form values are strings, so every getter accepts the string spelling as well.
#[derive(Clone, Debug, Default)]
pub(crate) struct Params {
    pub values: Map<String, Value>,
    pub files: Vec<Upload>,
}

impl Params {
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        match self.values.get(name)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    pub(crate) fn int(&self, name: &str) -> Option<i64> {
        match self.values.get(name)? {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        match self.values.get(name) {
            Some(Value::Bool(flag)) => *flag,
            Some(Value::String(text)) => matches!(text.as_str(), "true" | "True" | "1" | "yes"),
            Some(Value::Number(number)) => number.as_i64() == Some(1),
            _ => false,
        }
    }

    /// An object or array; a string is parsed as JSON.
    pub(crate) fn json(&self, name: &str) -> Result<Option<Value>, ApiError> {
        match self.values.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(Value::String(text)) => {
                serde_json::from_str(text).map(Some).map_err(|_| bad(&format!("can't parse {name} JSON object")))
            }
            Some(other) => Ok(Some(other.clone())),
        }
    }

    /// The upload a file parameter names: the part of that name or the part behind `attach://`.
    pub(crate) fn file(&self, name: &str) -> Option<&Upload> {
        let attached = self.text(name);
        let part = attached.as_deref().and_then(|v| v.strip_prefix("attach://")).unwrap_or(name);
        self.files.iter().find(|f| f.part == part)
    }

    /// For the call log.
    pub(crate) fn log(&self) -> Value {
        let mut map = self.values.clone();
        for file in &self.files {
            let shown = json!({"file_name": file.name, "bytes": file.bytes.len()});
            map.insert(file.part.clone(), shown);
        }
        Value::Object(map)
    }
}

/// An error answer in the documented shape.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ApiError {
    pub code: u16,
    pub description: String,
    pub parameters: Option<Value>,
}

pub(crate) type Answer = Result<Value, ApiError>;

pub(crate) fn error(code: u16, description: &str) -> ApiError {
    ApiError { code, description: description.to_owned(), parameters: None }
}

/// 400 "Bad Request: …".
pub(crate) fn bad(what: &str) -> ApiError {
    error(400, &format!("Bad Request: {what}"))
}

/// 403 "Forbidden: …".
pub(crate) fn forbidden(what: &str) -> ApiError {
    error(403, &format!("Forbidden: {what}"))
}

/// 429 with `retry_after` in seconds.
pub(crate) fn too_many(retry_after: u64) -> ApiError {
    ApiError {
        code: 429,
        description: format!("Too Many Requests: retry after {retry_after}"),
        parameters: Some(json!({"retry_after": retry_after})),
    }
}
