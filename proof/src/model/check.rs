//! The documented rules for a completion request (platform-facts L4, L6, L7): shape of messages, tools, formats.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::schema;

const MAX_TOOLS: usize = 128;
/// The most bytes of one picture.
const MAX_PICTURE: usize = 20 * 1024 * 1024;

type Check = Result<(), String>;

/// Letters, digits, `_` and `-`, 1–64 of them.
fn name_fits(name: &str) -> bool {
    let fits = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
    (1..=64).contains(&name.len()) && name.bytes().all(fits)
}

/// Checks a whole request body.
///
/// # Errors
/// The message of the 400.
pub(crate) fn request(body: &Value) -> Check {
    if !body.is_object() {
        return Err("We could not parse the JSON body of your request.".to_owned());
    }
    if body["model"].as_str().is_none_or(str::is_empty) {
        return Err("you must provide a model parameter".to_owned());
    }
    let list = body["messages"].as_array().filter(|list| !list.is_empty());
    let list = list.ok_or("Invalid 'messages': empty array. Expected an array with minimum length 1.")?;
    messages(list)?;
    tools(body)?;
    format(body, list)?;
    if body.get("stream_options").is_some_and(|o| !o.is_null()) && body["stream"] != Value::Bool(true) {
        return Err("The 'stream_options' parameter is only allowed when 'stream' is enabled.".to_owned());
    }
    let pairs = body["metadata"].as_object();
    if pairs.is_some_and(|pairs| {
        let long = |(k, v): (&String, &Value)| k.len() > 64 || v.as_str().is_none_or(|v| v.len() > 512);
        pairs.len() > 16 || pairs.iter().any(long)
    }) {
        return Err("Invalid 'metadata': at most 16 pairs of 64 and 512 characters".to_owned());
    }
    let identifier = body["safety_identifier"].as_str().unwrap_or_default();
    if identifier.len() > 64 {
        return Err("Invalid 'safety_identifier': longer than 64 characters".to_owned());
    }
    Ok(())
}

fn content(message: &Value, at: usize, may_be_null: bool) -> Check {
    let part = |part: &Value| part["type"].is_string() && (part["type"] != "text" || part["text"].is_string());
    for url in pictures(message) {
        if message["role"] != "user" {
            return Err(format!(
                "Invalid 'messages[{at}]'. Image URLs are only allowed for messages with role 'user'."
            ));
        }
        picture(url)?;
    }
    match &message["content"] {
        Value::String(_) => Ok(()),
        Value::Array(parts) if !parts.is_empty() && parts.iter().all(part) => Ok(()),
        Value::Null if may_be_null => Ok(()),
        other => Err(format!("Invalid value for 'messages[{at}].content': {other}")),
    }
}

/// The addresses of the pictures of a message; Null for one without.
fn pictures(message: &Value) -> impl Iterator<Item = &Value> {
    let parts = message["content"].as_array().into_iter().flatten();
    parts.filter(|part| part["type"] == "image_url").map(|part| &part["image_url"]["url"])
}

/// Whether there is a picture in any message.
pub(super) fn has_picture(body: &Value) -> bool {
    body["messages"].as_array().into_iter().flatten().any(|message| pictures(message).next().is_some())
}

/// A picture inside a data address: its bytes are of the type it says, one of four.
fn picture(url: &Value) -> Check {
    let invalid = || "You uploaded an unsupported image. Please make sure your image is valid.".to_owned();
    let (kind, data) = url
        .as_str()
        .and_then(|url| url.strip_prefix("data:image/")?.split_once(";base64,"))
        .ok_or("Invalid image data. Expected a base64-encoded data URL with an image MIME type.")?;
    let bytes = STANDARD.decode(data).map_err(|_| invalid())?;
    let fits = match kind {
        "png" => bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
        "jpeg" => bytes.starts_with(b"\xff\xd8\xff"),
        "gif" => bytes.starts_with(b"GIF8"),
        "webp" => bytes.starts_with(b"RIFF"),
        _ => false,
    };
    if fits && bytes.len() <= MAX_PICTURE { Ok(()) } else { Err(invalid()) }
}

fn messages(list: &[Value]) -> Check {
    let mut open: Vec<String> = Vec::new();
    for (at, message) in list.iter().enumerate() {
        let role = message["role"].as_str().unwrap_or_default();
        if role == "tool" {
            let id = message["tool_call_id"].as_str().unwrap_or_default();
            let found = open.iter().position(|o| o == id).ok_or_else(|| {
                format!(
                    "Invalid parameter: messages[{at}] with role 'tool' must be a response to a preceeding message \
                     with 'tool_calls'."
                )
            })?;
            open.remove(found);
            content(message, at, false)?;
            continue;
        }
        all_answered(&open)?;
        match role {
            "system" | "developer" | "user" => content(message, at, false)?,
            "assistant" => {
                open = calls(message, at)?;
                content(message, at, !open.is_empty() || message["refusal"].is_string())?;
            }
            other => {
                return Err(format!("Invalid value: '{other}' for 'messages[{at}].role'"));
            }
        }
    }
    all_answered(&open)
}

fn all_answered(open: &[String]) -> Check {
    if open.is_empty() {
        return Ok(());
    }
    Err(format!(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. \
         The following tool_call_ids did not have response messages: {}",
        open.join(", ")
    ))
}

fn calls(message: &Value, at: usize) -> Result<Vec<String>, String> {
    let list = match &message["tool_calls"] {
        Value::Null => return Ok(Vec::new()),
        Value::Array(list) if !list.is_empty() => list,
        _ => {
            return Err(format!("Invalid 'messages[{at}].tool_calls': expected a non-empty array"));
        }
    };
    let mut ids = Vec::new();
    for call in list {
        let id = call["id"].as_str().unwrap_or_default();
        let name = call["function"]["name"].as_str().unwrap_or_default();
        let sound = !id.is_empty() && call["type"] == "function" && call["function"]["arguments"].is_string();
        if !sound || !name_fits(name) {
            return Err(format!("Invalid 'messages[{at}].tool_calls': {call}"));
        }
        if ids.iter().any(|i| i == id) {
            return Err(format!("Duplicate tool_call_id '{id}' in 'messages[{at}]'"));
        }
        ids.push(id.to_owned());
    }
    Ok(ids)
}

fn tools(body: &Value) -> Check {
    let list = match &body["tools"] {
        Value::Null => &[][..],
        Value::Array(list) if !list.is_empty() => list.as_slice(),
        _ => {
            return Err("Invalid 'tools': empty array. Expected an array with minimum length 1.".to_owned());
        }
    };
    if list.len() > MAX_TOOLS {
        return Err(format!("Invalid 'tools': array too long. Expected at most {MAX_TOOLS}."));
    }
    let mut names = Vec::new();
    for (at, tool) in list.iter().enumerate() {
        let function = &tool["function"];
        let name = function["name"].as_str().unwrap_or_default();
        if tool["type"] != "function" || !name_fits(name) {
            return Err(format!(
                "Invalid 'tools[{at}].function.name': string does not match pattern. Expected a string that matches \
                 the pattern '^[a-zA-Z0-9_-]{{1,64}}$'."
            ));
        }
        if names.contains(&name) {
            return Err(format!("Duplicate function name '{name}'"));
        }
        names.push(name);
        let parameters = &function["parameters"];
        if function["strict"] == Value::Bool(true) {
            schema::check(parameters).map_err(|why| format!("Invalid schema for function '{name}': {why}"))?;
        } else if !parameters.is_null() && parameters["type"] != "object" {
            return Err(format!("Invalid schema for function '{name}': schema must be of 'type: \"object\"'"));
        }
    }
    choice(body, &names)
}

fn choice(body: &Value, names: &[&str]) -> Check {
    let choice = &body["tool_choice"];
    if names.is_empty() && (!choice.is_null() && choice != "none" || body["parallel_tool_calls"].is_boolean()) {
        return Err("'tool_choice' and 'parallel_tool_calls' are only allowed when 'tools' are specified.".to_owned());
    }
    match choice {
        Value::Null => Ok(()),
        Value::String(word) if ["none", "auto", "required"].contains(&word.as_str()) => Ok(()),
        Value::Object(named) => {
            let name = named.get("function").and_then(|f| f["name"].as_str()).unwrap_or_default();
            let known = names.contains(&name);
            if known { Ok(()) } else { Err(format!("Tool choice '{name}' not found in 'tools' parameter.")) }
        }
        other => Err(format!("Invalid value for 'tool_choice': {other}")),
    }
}

fn format(body: &Value, messages: &[Value]) -> Check {
    let format = &body["response_format"];
    if format.is_null() {
        return Ok(());
    }
    match format["type"].as_str().unwrap_or_default() {
        "text" => Ok(()),
        "json_object" => {
            let said = messages.iter().any(|m| m["content"].to_string().to_lowercase().contains("json"));
            let why = "'messages' must contain the word 'json' in some form, to use 'response_format' of type \
                       'json_object'.";
            if said { Ok(()) } else { Err(why.to_owned()) }
        }
        "json_schema" => {
            let inner = &format["json_schema"];
            let name = inner["name"].as_str().unwrap_or_default();
            if !name_fits(name) {
                return Err("Invalid 'response_format.json_schema.name': 1-64 of a-z, A-Z, 0-9, _ and -".to_owned());
            }
            if !inner["schema"].is_object() {
                return Err("Missing required parameter: 'response_format.json_schema.schema'.".to_owned());
            }
            if inner["strict"] != Value::Bool(true) {
                return Ok(());
            }
            schema::check(&inner["schema"]).map_err(|why| format!("Invalid schema for response_format '{name}': {why}"))
        }
        other => Err(format!("Invalid value: '{other}' for 'response_format.type'")),
    }
}
