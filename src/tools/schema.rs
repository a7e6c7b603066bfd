//! Argument types and their JSON schemas, in the strict form every model server takes: no references,
//! no further properties, every property required and optional ones nullable. It decides nothing.

use crate::ports::model::ToolSpec;
use crate::ports::tool::{ToolContext, ToolError};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// The schema of an argument type. Nested types are written out in place.
pub fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|s| {
        s.inline_subschemas = true;
        s.meta_schema = None;
    });
    let mut schema = Value::from(settings.into_generator().into_root_schema_for::<T>());
    if let Value::Object(root) = &mut schema {
        root.remove("title");
        root.entry("properties").or_insert_with(|| json!({}));
    }
    tighten(&mut schema);
    schema
}

/// Makes a schema and all below it strict.
fn tighten(schema: &mut Value) {
    let Value::Object(map) = schema else { return };
    // Rust's number formats and defaults are not known to every server.
    for word in ["$schema", "$defs", "default", "format"] {
        map.remove(word);
    }
    if let Some(Value::Object(properties)) = map.get_mut("properties") {
        let names: Vec<Value> = properties.keys().cloned().map(Value::String).collect();
        for property in properties.values_mut() {
            tighten(property);
        }
        let before = map.insert("required".into(), Value::Array(names)).unwrap_or(Value::Null);
        make_optional_nullable(map, &before);
        map.insert("additionalProperties".into(), Value::Bool(false));
    }
    if let Some(items) = map.get_mut("items") {
        tighten(items);
    }
    for word in ["anyOf", "oneOf", "allOf"] {
        if let Some(Value::Array(choices)) = map.get_mut(word) {
            choices.iter_mut().for_each(tighten);
        }
    }
}

/// A property that was not required before may be null now.
fn make_optional_nullable(map: &mut Map<String, Value>, required: &Value) {
    let required: Vec<&str> = required.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let Some(Value::Object(properties)) = map.get_mut("properties") else { return };
    for (_, property) in properties.iter_mut().filter(|(name, _)| !required.contains(&name.as_str())) {
        let Some(kind) = property.get_mut("type") else { continue };
        if let Value::String(name) = kind {
            *kind = json!([name, "null"]);
        }
    }
}

/// How a model sees a tool with arguments of this type.
pub(super) fn spec<T: JsonSchema>(name: &str, description: &str) -> ToolSpec {
    let (name, description) = (name.to_owned(), description.to_owned());
    ToolSpec { name, description, parameters: schema_of::<T>(), verbatim: Vec::new() }
}

/// The arguments a model sent. Null counts as absent; a JSON text instead of an object is read as well,
/// since some servers send it so.
pub(super) fn read<T: DeserializeOwned + JsonSchema>(arguments: Value) -> Result<T, ToolError> {
    let unfit =
        |e: serde_json::Error| tell(format!("The arguments do not fit: {e}. They must follow {}", schema_of::<T>()));
    parsed(arguments).map_err(unfit)
}

/// The arguments of a call of a tool that scripts use, too. What is wrong with those of a script is read by people, whom a
/// schema does not help.
pub(super) fn read_from<T: DeserializeOwned + JsonSchema>(
    context: &ToolContext,
    arguments: Value,
) -> Result<T, ToolError> {
    if context.for_script {
        return parsed(arguments).map_err(|e| tell(format!("the arguments do not fit: {e}")));
    }
    read(arguments)
}

fn parsed<T: DeserializeOwned>(arguments: Value) -> Result<T, serde_json::Error> {
    let mut arguments = match arguments {
        Value::String(text) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
        Value::Null => json!({}),
        other @ (Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => other,
    };
    drop_nulls(&mut arguments, 0);
    serde_json::from_value(arguments)
}

fn drop_nulls(value: &mut Value, depth: usize) {
    // Argument types have at most four levels.
    if depth > 8 {
        return;
    }
    match value {
        Value::Object(map) => {
            map.retain(|_, v| !v.is_null());
            map.values_mut().for_each(|v| drop_nulls(v, depth + 1));
        }
        Value::Array(items) => items.iter_mut().for_each(|v| drop_nulls(v, depth + 1)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A refusal the model can act on.
pub(super) fn tell(words: impl Into<String>) -> ToolError {
    ToolError::TellModel(words.into())
}

#[cfg(test)]
pub(super) mod tests {
    use crate::tools::schema::*;
    use crate::tools::testing::context;
    use serde::Deserialize;

    /// Fails unless the schema and all below it are strict and at most four objects deep.
    pub(in crate::tools) fn assert_strict(schema: &Value, depth: usize) {
        assert!(depth <= 4, "too deep");
        for word in ["$ref", "$defs", "$schema", "default", "format"] {
            assert!(schema.get(word).is_none(), "{word} in {schema}");
        }
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            assert_eq!(schema["additionalProperties"], false);
            let required: Vec<&str> = schema["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            assert_eq!(required, properties.keys().map(String::as_str).collect::<Vec<_>>());
            properties.values().for_each(|p| assert_strict(p, depth + 1));
        }
        if let Some(items) = schema.get("items") {
            assert!(schema["maxItems"].is_u64(), "a list without an end: {schema}");
            assert_strict(items, depth + 1);
        }
    }

    #[derive(Deserialize, JsonSchema)]
    struct Outer {
        /// A name.
        name: String,
        count: Option<u8>,
        #[serde(default)]
        loud: bool,
        #[schemars(length(max = 9))]
        inner: Vec<Inner>,
    }

    #[derive(Deserialize, JsonSchema)]
    struct Inner {
        word: Option<String>,
    }

    #[test]
    fn schemas_are_strict() {
        #[derive(Deserialize, JsonSchema)]
        struct Nothing {}

        let schema = schema_of::<Outer>();
        assert_strict(&schema, 0);
        assert_eq!(schema["properties"]["name"], json!({"type": "string", "description": "A name."}));
        assert_eq!(schema["properties"]["count"]["type"], json!(["integer", "null"]));
        assert_eq!(schema["properties"]["loud"]["type"], json!(["boolean", "null"]));
        assert_eq!(schema["properties"]["inner"]["items"]["properties"]["word"]["type"], json!(["string", "null"]));
        assert_eq!(
            schema_of::<Nothing>(),
            json!({"type": "object", "properties": {}, "required": [], "additionalProperties": false})
        );
    }

    #[test]
    fn nulls_and_texts_are_read() {
        let outer: Outer =
            read(json!({"name": "n", "count": null, "loud": null, "inner": [{"word": null}, {"word": "w"}]})).unwrap();
        assert_eq!((outer.name.as_str(), outer.count, outer.loud), ("n", None, false));
        assert_eq!(outer.inner[1].word.as_deref(), Some("w"));
        assert!(read::<Outer>(Value::String("{\"name\":\"n\",\"inner\":[]}".into())).is_ok());
        assert!(matches!(read::<Outer>(json!({"name": 1})), Err(ToolError::TellModel(m)) if m.contains("\"name\"")));
    }

    #[test]
    fn a_script_gets_no_schema() {
        let script = ToolContext { for_script: true, ..context() };
        let told = |context: &ToolContext| match read_from::<Outer>(context, json!({"inner": []})) {
            Err(ToolError::TellModel(words)) => words,
            Err(other) => other.to_string(),
            Ok(_) => String::new(),
        };
        assert_eq!(told(&script), "the arguments do not fit: missing field `name`");
        assert!(told(&context()).contains("They must follow {"));
    }
}
