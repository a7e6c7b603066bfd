//! Values of a script as JSON, and back. What JSON does not have is refused with words that help.

use monty_types::MontyObject;
use serde_json::{Map, Number, Value};

/// How deep values may be nested in each other.
const DEEPEST: usize = 60;
/// The most characters of a value that is shown.
const MOST_SHOWN: usize = 60;
/// The most bits of an integer in JSON.
const MOST_BITS: u64 = 64;

/// A value for a script.
pub(super) fn from_json(value: &Value) -> MontyObject {
    match value {
        Value::Null => MontyObject::None,
        Value::Bool(truth) => MontyObject::Bool(*truth),
        Value::Number(number) => from_number(number),
        Value::String(text) => MontyObject::String(text.clone()),
        Value::Array(items) => MontyObject::List(items.iter().map(from_json).collect()),
        Value::Object(map) => {
            let pairs = map.iter().map(|(key, value)| (MontyObject::String(key.clone()), from_json(value)));
            MontyObject::Dict(pairs.collect())
        }
    }
}

fn from_number(number: &Number) -> MontyObject {
    match (number.as_i64(), number.as_u64()) {
        (Some(whole), _) => MontyObject::Int(whole),
        (None, Some(large)) => MontyObject::BigInt(large.into()),
        (None, None) => MontyObject::Float(number.as_f64().unwrap_or_default()),
    }
}

/// A value of a script as JSON.
///
/// # Errors
/// What cannot be given, in words.
pub(super) fn to_json(value: &MontyObject) -> Result<Value, String> {
    inner(value, DEEPEST)
}

fn inner(value: &MontyObject, deeper: usize) -> Result<Value, String> {
    let Some(deeper) = deeper.checked_sub(1) else {
        return Err(format!("values may be nested {DEEPEST} deep at most"));
    };
    let list = |items: &[MontyObject]| items.iter().map(|item| inner(item, deeper)).collect::<Result<_, _>>();
    match value {
        MontyObject::None => Ok(Value::Null),
        MontyObject::Bool(truth) => Ok(Value::Bool(*truth)),
        MontyObject::Int(whole) => Ok(Value::from(*whole)),
        MontyObject::BigInt(large) if large.bits() <= MOST_BITS => {
            large.to_string().parse::<u64>().map(Value::from).map_err(|_| refused(value))
        }
        MontyObject::BigInt(_) => Err("an integer is too large to be given".to_owned()),
        MontyObject::Float(number) => Number::from_f64(*number).map(Value::Number).ok_or_else(|| refused(value)),
        MontyObject::String(text) => Ok(Value::String(text.clone())),
        MontyObject::List(items) | MontyObject::Tuple(items) | MontyObject::NamedTuple { values: items, .. } => {
            list(items).map(Value::Array)
        }
        MontyObject::Dict(pairs) => {
            let mut map = Map::new();
            for (key, value) in pairs {
                let MontyObject::String(key) = key else {
                    return Err(format!("a key of a dict must be text, and {} is not", shown(key)));
                };
                map.insert(key.clone(), inner(value, deeper)?);
            }
            Ok(Value::Object(map))
        }
        _ => Err(refused(value)),
    }
}

/// The value that a script ends with: as JSON, or a text as Python shows it. Of what has no value to be told, such as a
/// function, nothing is left.
pub(super) fn result(value: &MontyObject) -> Value {
    match to_json(value) {
        Ok(value) => value,
        Err(_) if opaque(value) => Value::Null,
        Err(_) => Value::String(value.py_repr()),
    }
}

/// Whether the interpreter can only describe something in a value.
fn opaque(value: &MontyObject) -> bool {
    match value {
        MontyObject::List(items)
        | MontyObject::Tuple(items)
        | MontyObject::NamedTuple { values: items, .. }
        | MontyObject::Set(items)
        | MontyObject::FrozenSet(items) => items.iter().any(opaque),
        MontyObject::Dict(pairs) => pairs.into_iter().any(|(key, value)| opaque(key) || opaque(value)),
        MontyObject::Ellipsis
        | MontyObject::NotImplemented
        | MontyObject::Type(_)
        | MontyObject::BuiltinFunction(_)
        | MontyObject::FileHandle(_)
        | MontyObject::Function { .. }
        | MontyObject::Repr(_) => true,
        _ => false,
    }
}

fn refused(value: &MontyObject) -> String {
    format!("{} cannot be given: only None, True, False, numbers, text, lists and dicts can", shown(value))
}

/// A value in a few characters, as Python shows it.
fn shown(value: &MontyObject) -> String {
    match value {
        MontyObject::Repr(described) => clipped(described, MOST_SHOWN),
        _ => clipped(&value.py_repr(), MOST_SHOWN),
    }
}

/// The beginning of a text.
pub(super) fn clipped(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::scripts::values::*;
    use serde_json::json;

    #[test]
    fn json_comes_back_as_it_was() {
        for value in [
            json!(null),
            json!([true, false, 0, -1, 1.0, -0.5, i64::MIN, u64::MAX, "é\n"]),
            json!({"a": {"": []}, "b": [{}, [[null]]]}),
        ] {
            assert_eq!(to_json(&from_json(&value)).unwrap(), value);
        }
    }

    #[test]
    fn what_json_does_not_have_is_refused_in_words() {
        let one = || MontyObject::Int(1);
        let mut deep = one();
        for _ in 0..DEEPEST {
            deep = MontyObject::List(vec![deep]);
        }
        for (value, words) in [
            (MontyObject::Float(f64::NAN), "nan cannot be given"),
            (MontyObject::Bytes(vec![1]), "b'\\x01' cannot be given"),
            (MontyObject::Set(vec![one()]), "{1} cannot be given"),
            (MontyObject::dict(vec![(one(), one())]), "a key of a dict must be text, and 1 is not"),
            (MontyObject::Ellipsis, "Ellipsis cannot be given"),
            (MontyObject::Repr("<function f>".to_owned()), "<function f> cannot be given"),
            (MontyObject::List(vec![MontyObject::Bytes(vec![b'a'; 99])]), "… cannot be given"),
            (deep, "60 deep at most"),
        ] {
            let said = to_json(&value).unwrap_err();
            assert!(said.contains(words), "{said}");
        }
        assert_eq!(to_json(&MontyObject::Tuple(vec![one()])), Ok(json!([1])));
    }

    #[test]
    fn what_can_only_be_described_is_no_result() {
        let described = || MontyObject::Repr("<function f>".to_owned());
        for value in [described(), MontyObject::List(vec![described()]), MontyObject::Ellipsis] {
            assert_eq!(result(&value), Value::Null);
        }
        assert_eq!(result(&MontyObject::Set(vec![MontyObject::Int(1)])), json!("{1}"));
    }
}
