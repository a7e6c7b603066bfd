//! The rules for strict JSON schemas (platform-facts L4) and a minimal value that fits one.

use serde_json::{Map, Value, json};

const DEPTH: usize = 10;
const PROPERTIES: usize = 5000;
const ENUM_VALUES: usize = 1000;
const NAME_CHARS: usize = 120_000;

#[derive(Default)]
struct Counts {
    properties: usize,
    enums: usize,
    chars: usize,
}

/// Checks a schema used with `strict: true`.
///
/// # Errors
/// A sentence naming the first breach.
pub(crate) fn check(schema: &Value) -> Result<(), String> {
    if schema["type"] != json!("object") || schema.get("anyOf").is_some() {
        return Err(
            "schema must have type 'object' and not have 'anyOf' at the top level".to_owned(),
        );
    }
    let mut counts = Counts::default();
    walk(schema, "()", 1, &mut counts)?;
    for part in ["$defs", "definitions"] {
        for (name, def) in schema[part].as_object().into_iter().flatten() {
            counts.chars += name.chars().count();
            walk(def, &format!("('{part}', '{name}')"), 1, &mut counts)?;
        }
    }
    if counts.properties > PROPERTIES {
        return Err(format!(
            "{} properties, the limit is {PROPERTIES}",
            counts.properties
        ));
    }
    if counts.enums > ENUM_VALUES {
        return Err(format!(
            "{} enum values, the limit is {ENUM_VALUES}",
            counts.enums
        ));
    }
    if counts.chars > NAME_CHARS {
        return Err(format!(
            "{} characters of names, the limit is {NAME_CHARS}",
            counts.chars
        ));
    }
    Ok(())
}

fn walk(schema: &Value, at: &str, depth: usize, counts: &mut Counts) -> Result<(), String> {
    if depth > DEPTH {
        return Err(format!(
            "In context={at}, more than {DEPTH} levels of nesting"
        ));
    }
    for word in [
        "allOf",
        "not",
        "if",
        "then",
        "else",
        "dependentRequired",
        "dependentSchemas",
    ] {
        if schema.get(word).is_some() {
            return Err(format!("In context={at}, '{word}' is not permitted"));
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        counts.enums += values.len();
        let chars: usize = values
            .iter()
            .filter_map(Value::as_str)
            .map(|v| v.chars().count())
            .sum();
        counts.chars += chars;
        if values.len() > 250 && chars > 15_000 {
            return Err(format!(
                "In context={at}, the enum has more than 15000 characters"
            ));
        }
    }
    if schema["type"] == json!("object") || schema.get("properties").is_some() {
        object(schema, at, depth, counts)?;
    }
    if let Some(items) = schema.get("items") {
        walk(items, at, depth + 1, counts)?;
    } else if schema["type"] == json!("array") {
        return Err(format!("In context={at}, array schema missing items"));
    }
    for option in schema["anyOf"].as_array().into_iter().flatten() {
        walk(option, at, depth, counts)?;
    }
    Ok(())
}

fn object(schema: &Value, at: &str, depth: usize, counts: &mut Counts) -> Result<(), String> {
    if schema["additionalProperties"] != json!(false) {
        return Err(format!(
            "In context={at}, 'additionalProperties' is required to be supplied and to be false"
        ));
    }
    let empty = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&empty);
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    for (name, property) in properties {
        if !required.iter().any(|r| r == name) {
            return Err(format!(
                "In context={at}, 'required' is required to be supplied and to be an array including every key in \
                 properties. Missing '{name}'"
            ));
        }
        counts.properties += 1;
        counts.chars += name.chars().count();
        walk(
            property,
            &format!("('properties', '{name}')"),
            depth + 1,
            counts,
        )?;
    }
    match required
        .iter()
        .find(|r| !r.as_str().is_some_and(|r| properties.contains_key(r)))
    {
        Some(extra) => Err(format!(
            "In context={at}, extra required key {extra} supplied"
        )),
        None => Ok(()),
    }
}

/// A small value that fits `schema`; recursion ends where the depth does.
pub(crate) fn minimal(schema: &Value, root: &Value, depth: usize) -> Value {
    if depth > 2 * DEPTH {
        return Value::Null;
    }
    if let Some(fixed) = schema.get("const") {
        return fixed.clone();
    }
    if let Some(first) = schema["enum"].as_array().and_then(|values| values.first()) {
        return first.clone();
    }
    if let Some(path) = schema["$ref"].as_str().and_then(|r| r.strip_prefix('#')) {
        return root
            .pointer(path)
            .map_or(Value::Null, |target| minimal(target, root, depth + 1));
    }
    if let Some(options) = schema["anyOf"].as_array() {
        let null = options.iter().any(|o| o["type"] == json!("null"));
        let first = options.first().filter(|_| !null);
        return first.map_or(Value::Null, |option| minimal(option, root, depth + 1));
    }
    let kind = match &schema["type"] {
        Value::String(kind) => kind.as_str(),
        Value::Array(kinds) if kinds.contains(&json!("null")) => "null",
        Value::Array(kinds) => kinds.first().and_then(Value::as_str).unwrap_or("null"),
        _ => "object",
    };
    match kind {
        "string" => json!("ok"),
        "integer" | "number" => schema.get("minimum").cloned().unwrap_or(json!(1)),
        "boolean" => json!(true),
        "array" => {
            let count =
                usize::try_from(schema["minItems"].as_u64().unwrap_or(0).min(10)).unwrap_or(0);
            Value::Array(vec![minimal(&schema["items"], root, depth + 1); count])
        }
        "null" => Value::Null,
        _ => {
            let properties = schema["properties"].as_object().into_iter().flatten();
            properties
                .map(|(name, p)| (name.clone(), minimal(p, root, depth + 1)))
                .collect()
        }
    }
}
