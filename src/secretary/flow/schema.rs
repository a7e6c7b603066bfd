//! The part of JSON Schema that scripts use: kinds, fields, entries, choices and bounds. Other keywords are left out of
//! account. This module must not change a value so that it fits.

use serde_json::{Map, Value, json};

/// Schemas inside of schemas.
const DEEPEST: usize = 16;

/// Why a value does not fit, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place} {what}")]
pub struct Unfit {
    /// The way to what does not fit, such as `value.prices[2]`.
    pub place: String,
    /// What is wrong with it.
    pub what: String,
}

/// Checks a value against a schema.
///
/// # Errors
/// The first place that does not fit.
pub fn check(value: &Value, schema: &Value) -> Result<(), Unfit> {
    fits(value, schema, "value", 0)
}

fn fits(value: &Value, schema: &Value, place: &str, depth: usize) -> Result<(), Unfit> {
    let unfit = |what: String| Unfit { place: place.to_owned(), what };
    if depth > DEEPEST {
        return Err(unfit("is too deep".to_owned()));
    }
    let kinds: Vec<&str> = match schema.get("type") {
        Some(Value::String(kind)) => vec![kind.as_str()],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is(value, kind)) {
        return Err(unfit(format!("is not of type {}", kinds.join(" or "))));
    }
    let choices = schema.get("enum").and_then(Value::as_array);
    if choices.is_some_and(|choices| !choices.contains(value)) {
        return Err(unfit("is none of the values that are allowed".to_owned()));
    }
    let size = match value {
        Value::Number(number) => number.as_f64().map(|number| ("minimum", "maximum", number)),
        Value::String(text) => Some(("minLength", "maxLength", float(text.chars().count()))),
        Value::Array(list) => Some(("minItems", "maxItems", float(list.len()))),
        Value::Null | Value::Bool(_) | Value::Object(_) => None,
    };
    if let Some((least, most, size)) = size {
        let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
        if bound(least).is_some_and(|least| size < least) {
            return Err(unfit("is too small".to_owned()));
        }
        if bound(most).is_some_and(|most| size > most) {
            return Err(unfit("is too large".to_owned()));
        }
    }
    if let (Value::Array(list), Some(items)) = (value, schema.get("items")) {
        for (at, item) in list.iter().enumerate() {
            fits(item, items, &format!("{place}[{at}]"), depth + 1)?;
        }
    }
    match value {
        Value::Object(map) => fields(map, schema, place, depth),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Ok(()),
    }
}

/// A count as a number with a point; counts are far below what that can tell apart.
fn float(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::INFINITY, f64::from)
}

fn fields(map: &Map<String, Value>, schema: &Value, place: &str, depth: usize) -> Result<(), Unfit> {
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    if let Some(missing) = required.filter_map(Value::as_str).find(|name| !map.contains_key(*name)) {
        return Err(Unfit { place: place.to_owned(), what: format!("has no {missing}") });
    }
    let known = schema.get("properties").and_then(Value::as_object);
    for (name, value) in map {
        match known.and_then(|known| known.get(name)) {
            Some(schema) => fits(value, schema, &format!("{place}.{name}"), depth + 1)?,
            None if schema.get("additionalProperties") == Some(&Value::Bool(false)) => {
                return Err(Unfit { place: place.to_owned(), what: format!("has {name}, which is not allowed") });
            }
            None => {}
        }
    }
    Ok(())
}

fn is(value: &Value, kind: &str) -> bool {
    let named = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let whole = || value.as_f64().is_some_and(|number| number.fract() == 0.0);
    named == kind || (kind == "integer" && whole())
}

/// The first type in a schema that there is none of, so that nothing fits where it stands.
pub fn unknown_type(schema: &Value) -> Option<&str> {
    unknown_in(schema, 0)
}

fn unknown_in(schema: &Value, depth: usize) -> Option<&str> {
    if depth > DEEPEST {
        return None;
    }
    let values = [Value::Null, json!(true), json!(1), json!(""), json!([]), json!({})];
    let known = |kind: &Value| kind.as_str().is_none_or(|kind| values.iter().any(|value| is(value, kind)));
    let own = match schema.get("type") {
        Some(Value::Array(kinds)) if kinds.iter().any(known) => None,
        Some(Value::Array(kinds)) => kinds.first(),
        kind => kind.filter(|&kind| !known(kind)),
    };
    let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten().map(|(_, field)| field);
    let mut below = schema.get("items").into_iter().chain(fields);
    own.and_then(Value::as_str).or_else(|| below.find_map(|schema| unknown_in(schema, depth + 1)))
}

/// A value that fits a schema, to try a script with.
pub fn sample(schema: &Value) -> Value {
    of(schema, 0)
}

fn of(schema: &Value, depth: usize) -> Value {
    if let Some(first) = schema.get("enum").and_then(|choices| choices.get(0)) {
        return first.clone();
    }
    let kind = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.first().and_then(Value::as_str),
        kind => kind.and_then(Value::as_str),
    };
    let number = || schema.get("minimum").cloned().unwrap_or(json!(0));
    match kind {
        _ if depth > DEEPEST => Value::Null,
        Some("object") => {
            let known = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
            Value::Object(known.map(|(name, schema)| (name.clone(), of(schema, depth + 1))).collect())
        }
        Some("array") => schema.get("items").map_or_else(|| json!([]), |items| json!([of(items, depth + 1)])),
        Some("string") => json!("text"),
        Some("integer" | "number") => number(),
        Some("boolean") => json!(true),
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::schema::*;

    fn prices() -> Value {
        let price = json!({"type": "number", "minimum": 0, "maximum": 100});
        let row = json!({"type": "object", "properties": {"price": price, "name": {"type": "string", "minLength": 1}},
            "required": ["price"], "additionalProperties": false});
        json!({"type": "object", "properties": {"rows": {"type": "array", "items": row, "maxItems": 2}},
            "required": ["rows"]})
    }

    #[test]
    fn what_does_not_fit_is_told_with_its_place() {
        for (value, said) in [
            (json!([]), "value is not of type object"),
            (json!({}), "value has no rows"),
            (json!({"rows": [{"price": 1}, {}]}), "value.rows[1] has no price"),
            (json!({"rows": [{"price": "1"}]}), "value.rows[0].price is not of type number"),
            (json!({"rows": [{"price": -1}]}), "value.rows[0].price is too small"),
            (json!({"rows": [{"price": 100.5}]}), "value.rows[0].price is too large"),
            (json!({"rows": [{"price": 1, "name": ""}]}), "value.rows[0].name is too small"),
            (json!({"rows": [{"price": 1, "colour": "red"}]}), "value.rows[0] has colour, which is not allowed"),
            (json!({"rows": [{"price": 1}, {"price": 1}, {"price": 1}]}), "value.rows is too large"),
        ] {
            assert_eq!(check(&value, &prices()).unwrap_err().to_string(), said);
        }
        for value in [json!({"rows": []}), json!({"rows": [{"price": 0}, {"price": 100, "name": "a"}], "more": 1})] {
            assert_eq!(check(&value, &prices()), Ok(()), "{value}");
        }
        assert_eq!(check(&json!(2.0), &json!({"type": ["null", "integer"]})), Ok(()));
        assert!(check(&json!(2.5), &json!({"type": "integer"})).is_err());
        assert!(check(&json!("red"), &json!({"enum": ["blue"]})).is_err());
        assert_eq!(check(&json!("red"), &json!({})), Ok(()));
    }

    #[test]
    fn a_type_that_there_is_none_of_is_found() {
        let list = json!({"type": "array", "items": {"properties": {"a": {"type": "text"}}}});
        assert_eq!((unknown_type(&list), unknown_type(&prices())), (Some("text"), None));
        assert_eq!(unknown_type(&json!({"type": ["text", "null"]})), None);
        assert_eq!(unknown_type(&json!({"type": ["text", "date"]})), Some("text"));
        assert_eq!((unknown_type(&json!({"type": 3})), unknown_type(&json!({"type": []}))), (None, None));
    }

    #[test]
    fn a_sample_fits() {
        let choice = json!({"enum": ["blue", "red"]});
        for schema in [prices(), choice, json!({"type": "integer", "minimum": 5}), json!({"type": ["string", "null"]})]
        {
            assert_eq!(check(&sample(&schema), &schema), Ok(()), "{schema}");
        }
    }

    #[test]
    fn schemas_without_end_end() {
        let deep = (0..60).fold(json!({"type": "string"}), |inner, _| json!({"type": "array", "items": inner}));
        assert!(check(&sample(&deep), &deep).is_err());
    }
}
