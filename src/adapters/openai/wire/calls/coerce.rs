//! Fits the arguments of a call to the schema of its tool where a model wrote the right value in the wrong kind: a number, a
//! list or nothing as a text, one thing instead of a list of one. What fits already, and what cannot fit, stays as it is.

use super::loose;
use serde_json::{Map, Value, json};

/// How deep values are fitted.
const DEPTH: usize = 12;
/// The words of a schema for one of several.
const CHOICES: [&str; 2] = ["anyOf", "oneOf"];

/// Arguments that fit the schema of a tool as well as they can.
pub(super) fn fitted(arguments: Map<String, Value>, schema: &Value) -> Map<String, Value> {
    match fit(Value::Object(arguments), schema, 0) {
        Value::Object(arguments) => arguments,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    }
}

/// Whether these can be the arguments of a tool: it knows all, and has all that it needs.
pub(super) fn fits(arguments: &Map<String, Value>, schema: &Value) -> bool {
    let properties = schema.get("properties").and_then(Value::as_object);
    let known = properties.is_none_or(|properties| arguments.keys().all(|name| properties.contains_key(name)));
    known && needed(schema).all(|name| arguments.contains_key(name))
}

/// The properties that may be neither left out nor null.
fn needed(schema: &Value) -> impl Iterator<Item = &str> {
    let names = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    names.filter(move |name| {
        schema.get("properties").and_then(|all| all.get(name)).is_none_or(|one| !allows(one, &Value::Null))
    })
}

fn fit(value: Value, schema: &Value, depth: usize) -> Value {
    if depth > DEPTH {
        return value;
    }
    let said_nothing = matches!(&value, Value::String(text) if text == "null") && allows(schema, &Value::Null);
    let value = match value {
        _ if said_nothing => Value::Null,
        value if allows(schema, &value) => value,
        value => cast(value, schema),
    };
    let schema = chosen(schema, &value);
    match value {
        Value::Object(fields) => Value::Object(fields_of(fields, schema, depth)),
        Value::Array(values) => {
            let items = schema.get("items").unwrap_or(&Value::Null);
            let one = |value| fit(labelled(value, items), items, depth + 1);
            Value::Array(values.into_iter().map(one).collect())
        }
        Value::String(text) => Value::String(named(text, schema)),
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

/// The label of one of a list of texts that was written as an object.
fn labelled(value: Value, schema: &Value) -> Value {
    const LABELS: [&str; 4] = ["label", "text", "title", "name"];
    let written = value.as_str().filter(|text| text.trim_start().starts_with('{')).and_then(loose::whole);
    let fields = written.as_ref().unwrap_or(&value).as_object();
    let label = LABELS.iter().find_map(|name| fields?.get(*name).filter(|label| label.is_string())).cloned();
    label.filter(|label| allows(schema, label) && !allows(schema, &json!({}))).unwrap_or(value)
}

/// Each field as its schema wants it; nothing where nothing is meant and nothing may stand.
fn fields_of(fields: Map<String, Value>, schema: &Value, depth: usize) -> Map<String, Value> {
    let of = |name: &str| schema.get("properties").and_then(|all| all.get(name)).unwrap_or(&Value::Null);
    let fitted = fields.into_iter().map(|(name, value)| {
        let value = fit(value, of(&name), depth + 1);
        (name, value)
    });
    fitted.filter(|(name, value)| !value.is_null() || allows(of(name), value)).collect()
}

/// The part of a schema with choices that is about this value.
fn chosen<'s>(schema: &'s Value, value: &Value) -> &'s Value {
    choices(schema).find(|choice| allows(choice, value)).unwrap_or(schema)
}

fn choices(schema: &Value) -> impl Iterator<Item = &Value> {
    CHOICES.into_iter().filter_map(move |word| schema.get(word).and_then(Value::as_array)).flatten()
}

/// Whether a schema allows the kind of a value.
fn allows(schema: &Value, value: &Value) -> bool {
    let is = |kind: &Value| match (kind.as_str().unwrap_or_default(), value) {
        ("null", Value::Null)
        | ("boolean", Value::Bool(_))
        | ("number", Value::Number(_))
        | ("string", Value::String(_))
        | ("array", Value::Array(_))
        | ("object", Value::Object(_)) => true,
        ("integer", Value::Number(number)) => number.is_i64() || number.is_u64(),
        _ => false,
    };
    match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(is),
        Some(kind) => is(kind),
        None => {
            let mut choices = choices(schema).peekable();
            if choices.peek().is_some() {
                return choices.any(|choice| allows(choice, value));
            }
            let listed = schema.get("enum").and_then(Value::as_array).cloned().into_iter().flatten();
            let mut listed = listed.chain(schema.get("const").cloned()).peekable();
            let same = |one: &Value| std::mem::discriminant(one) == std::mem::discriminant(value);
            listed.peek().is_none() || listed.any(|one| same(&one))
        }
    }
}

/// A value of a wrong kind in one the schema allows, if it means the same.
fn cast(value: Value, schema: &Value) -> Value {
    let right = |other: &Value| allows(schema, other);
    let instead = match &value {
        Value::String(text) => {
            let bare = text.trim();
            let read = match bare.to_ascii_lowercase().as_str() {
                "" | "null" | "none" => Some(Value::Null),
                "true" => Some(Value::Bool(true)),
                "false" => Some(Value::Bool(false)),
                _ => loose::whole(bare),
            };
            read.map(|read| if right(&read) { read } else { whole_number(read) })
        }
        Value::Number(number) => match number.as_i64() {
            Some(bit @ (0 | 1)) if right(&Value::Bool(true)) && !right(&json!("")) => Some(Value::Bool(bit == 1)),
            _ if right(&whole_number(value.clone())) => Some(whole_number(value.clone())),
            _ => Some(Value::String(number.to_string())),
        },
        Value::Bool(yes) => Some(Value::String(yes.to_string())),
        Value::Array(values) => match values.as_slice() {
            [only] if right(only) => Some(only.clone()),
            _ => Some(Value::String(value.to_string())),
        },
        Value::Object(_) => Some(Value::String(value.to_string())),
        Value::Null => None,
    };
    match instead.filter(right) {
        Some(instead) => instead,
        // One thing where a list is wanted.
        None if !value.is_null() && right(&json!([])) => Value::Array(vec![value]),
        None => value,
    }
}

/// `3.0` as `3`.
fn whole_number(value: Value) -> Value {
    let number = value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 1e15);
    number.and_then(|number| serde_json::from_str(&format!("{number:.0}")).ok()).unwrap_or(value)
}

/// The name a schema lists, if the text is that name in other letters.
fn named(text: String, schema: &Value) -> String {
    let listed: Vec<&str> =
        schema.get("enum").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    if listed.contains(&text.as_str()) {
        return text;
    }
    let plain = |name: &str| name.trim().to_lowercase().replace([' ', '-'], "_");
    let same = listed.iter().find(|name| plain(name) == plain(&text));
    same.map_or(text.clone(), |name| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::wire::calls::coerce::*;

    #[test]
    fn values_of_the_wrong_kind_are_put_right_and_others_stay() {
        let schema = json!({"type": "object", "properties": {
            "n": {"type": "integer"}, "x": {"type": ["number", "null"]}, "on": {"type": "boolean"},
            "text": {"type": "string"}, "note": {"type": ["string", "null"]},
            "list": {"type": "array", "items": {"type": "integer"}},
            "words": {"type": "array", "items": {"type": "string"}},
            "kind": {"enum": ["daily_work", "rest"]},
            "inner": {"anyOf": [{"type": "object", "properties": {"n": {"type": "integer"}}}, {"type": "null"}]}
        }, "required": ["n", "x", "on", "text", "note", "list", "kind", "inner"]});
        for (given, fit) in [
            (json!({"n": "3"}), json!({"n": 3})),
            (json!({"n": 3.0, "x": "2.5"}), json!({"n": 3, "x": 2.5})),
            (json!({"n": "three"}), json!({"n": "three"})),
            (json!({"x": "null", "note": "null", "text": "null"}), json!({"x": null, "note": null, "text": "null"})),
            (json!({"on": "True"}), json!({"on": true})),
            (json!({"on": 0}), json!({"on": false})),
            (json!({"text": 5}), json!({"text": "5"})),
            (json!({"text": {"a": 1}}), json!({"text": "{\"a\":1}"})),
            (json!({"text": "[1]"}), json!({"text": "[1]"})),
            (json!({"text": ["a"]}), json!({"text": "a"})),
            (json!({"list": "[1, '2']"}), json!({"list": [1, 2]})),
            (json!({"list": 7}), json!({"list": [7]})),
            (
                json!({"words": ["{\"label\":\"a\"}", {"label": "b", "value": 2}, "c"]}),
                json!({"words": ["a", "b", "c"]}),
            ),
            (json!({"list": null, "n": null}), json!({})),
            (json!({"kind": "Daily-Work"}), json!({"kind": "daily_work"})),
            (json!({"inner": "{\"n\": \"1\"}"}), json!({"inner": {"n": 1}})),
            (json!({"unknown": "1"}), json!({"unknown": "1"})),
        ] {
            let given = given.as_object().unwrap().clone();
            assert_eq!(Value::Object(fitted(given.clone(), &schema)), fit, "{given:?}");
        }
        let needs = json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": ["string", "null"]}},
            "required": ["a", "b"]});
        for (given, right) in
            [(json!({"a": "x"}), true), (json!({"b": "x"}), false), (json!({"a": "x", "c": 1}), false)]
        {
            assert_eq!(fits(given.as_object().unwrap(), &needs), right, "{given}");
        }
    }
}
