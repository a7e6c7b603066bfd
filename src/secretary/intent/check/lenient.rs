//! Brings the answer of a model into the agreed form where only one meaning is possible: numbers as texts, one thing where
//! a list is wanted, an answer inside of another object. All else stays as it is, so that the types and `check` refuse
//! it. It guesses no target, no time and no consent.

use super::super::open_item::ItemKind;
use super::super::request::ItemLine;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The most shells around an answer.
const SHELLS: usize = 4;
/// The risk of an idea whose risk is no number.
const RISK: f64 = 0.3;
/// The fields of an object in place of a text that can be the text, the first one before all.
const LABELS: [&str; 4] = ["label", "text", "title", "name"];

type Fields = Map<String, Value>;

/// An answer in the agreed form, as far as that is certain. `items`: what was offered, to know an option by its label.
pub fn lenient(answer: Value, items: &[ItemLine]) -> Value {
    let Value::Object(mut fields) = opened(answer) else { return Value::Null };
    // It is for the log.
    if !fields.get("why").is_none_or(Value::is_string) {
        fields.remove("why");
    }
    if let Some(intents) = fields.remove("intents") {
        let intents = listed(unquoted(intents, '{')).into_iter().map(|one| intent(one, items)).collect();
        fields.insert("intents".to_owned(), Value::Array(intents));
    }
    Value::Object(fields)
}

/// An answer without what stands around it: quotes, a list of one, an object with one field.
fn opened(mut answer: Value) -> Value {
    for _ in 0..SHELLS {
        answer = match answer {
            Value::String(text) => serde_json::from_str(&text).unwrap_or_default(),
            Value::Array(mut list) if list.len() == 1 => list.remove(0),
            Value::Object(mut fields) => {
                if let Some(one) = fields.remove("intent") {
                    fields.entry("intents").or_insert(one);
                }
                // The only intent, without its list. A part of an answer has no reason of its own.
                if !fields.contains_key("intents") && fields.contains_key("kind") && fields.contains_key("why") {
                    let why = fields.remove("why").unwrap_or_default();
                    return object([("why", why), ("intents", Value::Object(fields))]);
                }
                let shell = fields.len() == 1 && !fields.contains_key("intents");
                let inner = fields.values().next().filter(|inner| shell && inner.is_object()).cloned();
                let Some(inner) = inner else { return Value::Object(fields) };
                inner
            }
            other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_)) => return other,
        };
    }
    answer
}

fn intent(value: Value, items: &[ItemLine]) -> Value {
    let Value::Object(mut fields) = value else { return value };
    // The kind stands before the fields: {"reply": {"text": "Yes."}}.
    if fields.len() == 1
        && let Some((kind, Value::Object(inner))) = fields.clone().into_iter().next()
    {
        fields = inner;
        fields.entry("kind").or_insert(Value::String(kind));
    }
    let mut fields = formed(fields);
    let kind = text_in(&fields, "kind").to_lowercase().replace(['-', ' '], "_");
    fields.insert("kind".to_owned(), Value::String(kind.clone()));
    for name in ["item", "act"] {
        if let Some(Value::String(text)) = fields.get_mut(name) {
            *text = text.trim().to_lowercase();
        }
    }
    match kind.as_str() {
        // A new reminder has no item.
        "remind" if nothing(text_in(&fields, "item")) => drop(fields.remove("item")),
        "note" => other_act(&mut fields, [("show", "find"), ("add", "keep")]),
        "list" => other_act(&mut fields, [("find", "show"), ("keep", "add")]),
        "command" => command(&mut fields),
        "answer" | "decide" => choice(&mut fields, items),
        _ => {}
    }
    Value::Object(fields)
}

/// Notes and lists have names of their own for the same act.
fn other_act(fields: &mut Fields, same: [(&str, &str); 2]) {
    let said = text_in(fields, "act").to_owned();
    if let Some((_, act)) = same.iter().find(|(other, _)| *other == said) {
        fields.insert("act".to_owned(), Value::from(*act));
    }
}

/// The name of a command may stand in two fields, and with its slash.
fn command(fields: &mut Fields) {
    let names = ["name", "act"].map(|field| text_in(fields, field).trim_start_matches('/').to_lowercase());
    let named: BTreeSet<String> = names.into_iter().filter(|name| !name.is_empty()).collect();
    if let (1, Some(name)) = (named.len(), named.into_iter().next()) {
        fields.remove("act");
        fields.insert("name".to_owned(), Value::String(name));
    }
}

/// A choice of an option. An answer about a decision decides it, but then nothing says that the model is sure.
fn choice(fields: &mut Fields, items: &[ItemLine]) {
    let item = items.iter().find(|item| item.handle == text_in(fields, "item"));
    let of_one = item.is_some_and(|item| matches!(item.kind, ItemKind::Decision | ItemKind::Approval));
    let decides = text_in(fields, "kind") == "decide";
    if decides || of_one {
        let only = match fields.get("answers").and_then(Value::as_array).map(Vec::as_slice) {
            Some([Value::Object(only)]) if only.get("question").is_none_or(|number| number == 1) => Some(only.clone()),
            Some(_) if !decides => return,
            Some(_) | None => None,
        };
        for (name, value) in only.into_iter().flatten() {
            if name != "question"
                && text_in(fields, &name).is_empty()
                && !fields.get(&name).is_some_and(Value::is_number)
            {
                fields.insert(name, value);
            }
        }
        if !decides {
            fields.insert("kind".to_owned(), Value::from("decide"));
            fields.remove("sure");
        }
        numbered(fields, 1, item);
    } else if let Some(Value::Array(answers)) = fields.get_mut("answers") {
        for answered in answers.iter_mut().filter_map(Value::as_object_mut) {
            let question = answered.get("question").and_then(Value::as_u64).unwrap_or_default();
            numbered(answered, question, item);
        }
    }
}

/// The number of an option that is named by its number in words, as it is listed, or by its label. Where that can be two
/// options, it stays as it is.
fn numbered(fields: &mut Fields, question: u64, item: Option<&ItemLine>) {
    let Some(option) = fields.get("option") else { return };
    if option.is_u64() {
        return;
    }
    let said = option.as_str().map_or_else(|| option.to_string(), |text| text.trim().to_lowercase());
    if nothing(&said) {
        fields.remove("option");
        return;
    }
    let own = said.parse::<u64>().ok().into_iter();
    // "2 blue" of a decision, "1.2 Speed" of the first question.
    let labelled = item.into_iter().flat_map(|item| &item.options).filter_map(|line| {
        let line = line.trim().to_lowercase();
        let (place, label) = line.split_once(' ')?;
        let (of, number) =
            place.split_once('.').map_or((question, place), |(of, number)| (of.parse().unwrap_or_default(), number));
        let meant = of == question && (place == said || label.trim() == said || line == said);
        number.parse::<u64>().ok().filter(|_| meant)
    });
    let named: BTreeSet<u64> = own.chain(labelled).collect();
    if let (1, Some(number)) = (named.len(), named.into_iter().next()) {
        fields.insert("option".to_owned(), Value::from(number));
    }
}

/// Fields in the form that belongs to their name; null and nothing count as missing.
fn formed(fields: Fields) -> Fields {
    let form = |(name, value): (String, Value)| field(&name, value).map(|value| (name, value));
    fields.into_iter().filter_map(form).collect()
}

fn field(name: &str, value: Value) -> Option<Value> {
    if name == "risk" {
        return Some(Some(number(alone(value))).filter(Value::is_number).unwrap_or(Value::from(RISK)));
    }
    if value.is_null() {
        return None;
    }
    match name {
        "answers" | "questions" | "tasks" => Some(objects(name, value)),
        "options" => {
            let labels = listed(value).into_iter().map(|one| word(unquoted(one, '{')));
            Some(Value::Array(labels.filter(|text| !blank(text)).collect()))
        }
        "done_when" | "assumptions" | "capabilities" | "needs" | "weekdays" | "things" => {
            Some(Value::Array(listed(value).into_iter().map(word).filter(|text| !blank(text)).collect()))
        }
        "question" | "in_minutes" => Some(number(alone(value))).filter(|number| !blank(number)),
        "option" => {
            let value = alone(value);
            Some(if value.is_number() { number(value) } else { value })
        }
        "sure" | "multiple" | "yes_no" | "required" => Some(flag(alone(value))),
        "range" => range(&value),
        "when" => {
            let value = alone(value);
            if let Value::Object(fields) = value {
                return Some(Value::Object(formed(fields)));
            }
            Some(value).filter(|value| !blank(value))
        }
        "agent" | "beyond" => Some(word(alone(value))).filter(|named| !named.as_str().is_some_and(nothing)),
        _ => Some(word(alone(value))),
    }
}

/// Questions, tasks and answers. A question may be only its text, and a task only its instruction.
fn objects(name: &str, value: Value) -> Value {
    let whole = |(place, value): (usize, Value)| {
        let fields = match (name, value) {
            ("questions", Value::String(text)) => Fields::from_iter([("text".to_owned(), Value::String(text))]),
            ("tasks", Value::String(text)) => Fields::from_iter([("instruction".to_owned(), Value::String(text))]),
            (_, Value::Object(fields)) => formed(fields),
            (_, other) => return other,
        };
        Value::Object(if name == "tasks" { task(place, fields) } else { fields })
    };
    Value::Array(listed(value).into_iter().enumerate().map(whole).collect())
}

/// A task with a key, a title and an instruction, if it has one of the last two.
fn task(place: usize, mut fields: Fields) -> Fields {
    if text_in(&fields, "key").is_empty() {
        fields.insert("key".to_owned(), Value::String(format!("t{}", place + 1)));
    }
    for (missing, other) in [("title", "instruction"), ("instruction", "title")] {
        let text = text_in(&fields, other).to_owned();
        if text_in(&fields, missing).is_empty() && !text.is_empty() {
            fields.insert(missing.to_owned(), Value::String(text));
        }
    }
    fields
}

/// Two numbers, or nothing.
fn range(value: &Value) -> Option<Value> {
    let pair: Vec<Value> = value.as_array()?.iter().cloned().map(number).collect();
    (pair.len() == 2 && pair.iter().all(Value::is_number)).then_some(Value::Array(pair))
}

/// What a text is the JSON of, if it begins with this sign.
fn unquoted(value: Value, begin: char) -> Value {
    let written = value.as_str().filter(|text| text.trim_start().starts_with(begin));
    written.and_then(|text| serde_json::from_str(text).ok()).unwrap_or(value)
}

/// A list; what is none is a list of one, and nothing is an empty one.
fn listed(value: Value) -> Vec<Value> {
    let value = unquoted(value, '[');
    if let Value::Array(list) = value {
        return list.into_iter().filter(|value| !value.is_null()).collect();
    }
    Some(value).into_iter().filter(|one| !blank(one)).collect()
}

/// What stands alone in a list.
fn alone(value: Value) -> Value {
    let only = value.as_array().and_then(|list| list.first().filter(|_| list.len() == 1)).cloned();
    only.unwrap_or(value)
}

/// A text: a number is its digits, and an object with one text, or with a label, is that text.
fn word(value: Value) -> Value {
    if value.is_number() {
        return Value::String(value.to_string());
    }
    let text = value.as_object().and_then(|fields| {
        let only = fields.values().next().filter(|_| fields.len() == 1);
        only.or_else(|| LABELS.iter().find_map(|name| fields.get(*name)))
    });
    text.filter(|text| text.is_string()).cloned().unwrap_or(value)
}

/// A number, whole where it has no part.
fn number(value: Value) -> Value {
    let read = value.as_str().map_or_else(|| value.as_f64(), |text| text.trim().parse::<f64>().ok());
    let Some(read) = read.filter(|read| read.is_finite()) else { return value };
    match format!("{read}").parse::<i64>() {
        Ok(whole) => Value::from(whole),
        Err(_) => Value::from(read),
    }
}

fn flag(value: Value) -> Value {
    let said = value.as_str().and_then(|text| text.trim().to_lowercase().parse::<bool>().ok());
    said.map_or(value, Value::Bool)
}

fn blank(value: &Value) -> bool {
    value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty())
}

/// A text that says there is nothing.
fn nothing(text: &str) -> bool {
    matches!(text.trim().to_lowercase().as_str(), "" | "null" | "none")
}

fn text_in<'f>(fields: &'f Fields, name: &str) -> &'f str {
    fields.get(name).and_then(Value::as_str).map(str::trim).unwrap_or_default()
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

#[cfg(test)]
mod tests;
