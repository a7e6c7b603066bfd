//! Turns of an agent on servers that know no tools but keep to a schema: one object names a tool with its arguments, or
//! gives the result. What is named becomes an ordinary call, so that the same gate decides on it.

use super::wire::reply::{Bad, Kind};
use super::wire::request::ids;
use super::wire::{named, words};
use crate::ports::model::{ModelReply, ModelRequest, Schema, ToolCall, ToolSpec, Turn};
use serde_json::{Value, json};

/// The name of the schema.
const NAME: &str = "turn";
/// In place of a tool's name: the work is done.
const NONE: &str = "none";
/// What is said of the tools, in front of their list.
const HOW: &str = "Every answer is one JSON object. To use a tool, put its name into \"tool\", its arguments into \
    \"arguments\" as the JSON text of an object, and leave \"result\" empty. When the work is done, put \"none\" into \
    \"tool\", \"{}\" into \"arguments\" and the whole result into \"result\". These are the tools, each with the JSON \
    schema of its arguments:";

/// Whether a request is one for which tools are offered beside free words.
pub(super) fn suits(request: &ModelRequest) -> bool {
    !request.tools.is_empty() && request.schema.is_none()
}

/// The same request without tools: they stand in words, and the answer is one object.
pub(super) fn asked(request: &ModelRequest) -> ModelRequest {
    let mut turns = turns(&request.turns);
    let list: String = request.tools.iter().map(described).collect();
    let words = format!("{HOW}\n{list}");
    match turns.iter_mut().find_map(|turn| if let Turn::System { content } = turn { Some(content) } else { None }) {
        Some(system) => {
            system.push_str("\n\n");
            system.push_str(&words);
        }
        None => turns.insert(0, Turn::System { content: words }),
    }
    let schema = Some((NAME.to_owned(), schema(&request.tools)));
    ModelRequest { turns, schema, tools: Vec::new(), ..request.clone() }
}

/// The request an answer is read as: an object of any shape, or a call of a tool there is.
pub(super) fn read_as(request: &ModelRequest) -> ModelRequest {
    let schema = Some((NAME.to_owned(), Schema::new(r#"{"type":"object"}"#.to_owned())));
    ModelRequest { schema, ..request.clone() }
}

/// The call or the result in an answer.
///
/// # Errors
/// It names neither, or there is no object.
pub(super) fn reply(read: Result<ModelReply, Bad>, request: &ModelRequest) -> Result<ModelReply, Bad> {
    let answered = match read {
        Ok(answered) if answered.calls.is_empty() => answered,
        // It called all the same.
        Ok(answered) => return Ok(answered),
        // Half an object is no half of a result.
        Err(bad) => return Err(if bad.kind == Kind::Cut { again(bad.reason, String::new()) } else { bad }),
    };
    let object: Value = serde_json::from_str(&answered.text).unwrap_or_default();
    let field = |name: &str| match object.get(name) {
        Some(Value::String(text)) => text.trim().to_owned(),
        None | Some(Value::Null) => String::new(),
        Some(other) => other.to_string(),
    };
    let (tool, result) = (field("tool"), words(field("result")));
    if !matches!(tool.to_ascii_lowercase().as_str(), "" | NONE | "null") {
        let (name, arguments) = named(&tool, object.get("arguments").unwrap_or(&Value::Null), &request.tools);
        let call = ToolCall { id: own_id(request), name, arguments };
        return Ok(ModelReply { text: String::new(), calls: vec![call], ..answered });
    }
    if result.is_empty() {
        let reason = "it names neither a tool nor a result".to_owned();
        return Err(again(reason, answered.text));
    }
    Ok(ModelReply { text: result, ..answered })
}

fn again(reason: String, said: String) -> Bad {
    Bad { reason, said, kind: Kind::Repair }
}

/// An id no call of the conversation has.
fn own_id(request: &ModelRequest) -> String {
    let used = ids(&request.turns);
    let mut number = used.len();
    loop {
        let id = format!("turn{number:05}");
        if !used.contains(id.as_str()) {
            return id;
        }
        number = number.wrapping_add(1);
    }
}

/// The schema in the form that strict servers take: every field is there, and no alternatives.
fn schema(tools: &[ToolSpec]) -> Schema {
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).chain([NONE]).collect();
    let names = json!(names);
    // As text, since the tool is to be chosen before its arguments are written.
    Schema::new(format!(
        r#"{{"type":"object","properties":{{"tool":{{"type":"string","enum":{names}}},"arguments":{{"type":"string"}},"result":{{"type":"string"}}}},"required":["tool","arguments","result"],"additionalProperties":false}}"#
    ))
}

fn described(tool: &ToolSpec) -> String {
    format!("- {}: {} {}\n", tool.name, tool.description, tool.parameters)
}

/// The conversation as it would be if every turn had been an object.
fn turns(turns: &[Turn]) -> Vec<Turn> {
    let mut names: Vec<(&str, &str)> = Vec::new();
    let mut told = Vec::with_capacity(turns.len());
    for turn in turns {
        match turn {
            Turn::Assistant { calls, .. } if !calls.is_empty() => {
                let lines: Vec<String> = calls.iter().map(object).collect();
                names.extend(calls.iter().map(|call| (call.id.as_str(), call.name.as_str())));
                told.push(said(lines.join("\n")));
            }
            Turn::Assistant { content, .. } => {
                told.push(said(json!({"tool": NONE, "arguments": "{}", "result": content}).to_string()))
            }
            Turn::Tool { id, content } => {
                let name = names.iter().rev().find(|(known, _)| known == id).map_or("the tool", |(_, name)| *name);
                told.push(Turn::User { content: format!("Result of {name}:\n{content}") });
            }
            Turn::System { .. } | Turn::User { .. } | Turn::Pictures { .. } => told.push(turn.clone()),
        }
    }
    told
}

fn said(content: String) -> Turn {
    Turn::Assistant { content, calls: Vec::new(), kept: None }
}

fn object(call: &ToolCall) -> String {
    json!({"tool": call.name, "arguments": call.arguments, "result": ""}).to_string()
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::object_turns::*;
    use crate::ports::model::{ANSWERS, Purpose, ReportInput};
    use std::time::Duration;

    fn request(turns: Vec<Turn>) -> ModelRequest {
        let parameters = json!({"type": "object", "properties": {"title": {"type": "string"}}});
        ModelRequest {
            purpose: Purpose::Report(ReportInput::default()),
            turns,
            tools: vec![ToolSpec {
                name: "read_note".into(),
                description: "Reads a note.".into(),
                parameters,
                verbatim: vec!["title".into()],
            }],
            schema: None,
            model: None,
            max_output_tokens: 100,
            deadline: Duration::from_secs(1),
            answers: ANSWERS,
        }
    }

    fn answered(text: &str) -> Result<ModelReply, Bad> {
        let answered = ModelReply { text: text.to_owned(), ..ModelReply::default() };
        reply(Ok(answered), &request(Vec::new()))
    }

    #[test]
    fn an_object_is_a_call_or_a_result_and_nothing_else() {
        for (object, name, arguments) in [
            (r#"{"tool":"read_note","arguments":"{\"title\":\"a\"}","result":""}"#, "read_note", r#"{"title":"a"}"#),
            (r#"{"tool":"read_note","arguments":{"title":"a"}}"#, "read_note", r#"{"title":"a"}"#),
            (r#"{"tool":"functions.read_note","arguments":{"title":7}}"#, "read_note", r#"{"title":"7"}"#),
            // What is not for a chat stays as it was written.
            (
                r#"{"tool":"read_note","arguments":{"title":"<think>a</think>"}}"#,
                "read_note",
                r#"{"title":"<think>a</think>"}"#,
            ),
            (r#"{"tool":"launch"}"#, "launch", "{}"),
        ] {
            let reply = answered(object).unwrap();
            let [call] = reply.calls.as_slice() else { panic!("{reply:?}") };
            assert_eq!((call.name.as_str(), call.arguments.as_str(), reply.text.as_str()), (name, arguments, ""));
        }
        for object in [
            r#"{"tool":"none","arguments":"{}","result":"Done."}"#,
            r#"{"result":"Done."}"#,
            r#"{"tool":"none","result":"<think>SECRET</think>Done."}"#,
        ] {
            let reply = answered(object).unwrap();
            assert_eq!((reply.text.as_str(), reply.calls.len()), ("Done.", 0));
        }
        for object in ["{}", r#"{"tool":"none","result":" "}"#, r#"{"result":"<think>SECRET</think>"}"#] {
            assert_eq!(answered(object).unwrap_err().kind, Kind::Repair);
        }
        let cut = Bad { reason: "it was cut off".into(), said: r#"{"tool":"non"#.into(), kind: Kind::Cut };
        let bad = reply(Err(cut), &request(Vec::new())).unwrap_err();
        assert_eq!((bad.kind, bad.said.as_str()), (Kind::Repair, ""));
    }

    #[test]
    fn a_conversation_with_calls_is_told_in_objects() {
        let call = ToolCall { id: "a".into(), name: "read_note".into(), arguments: "{}".into() };
        let before = vec![
            Turn::System { content: "Work.".into() },
            Turn::User { content: "Plan.".into() },
            Turn::Assistant { content: String::new(), calls: vec![call], kept: None },
            Turn::Tool { id: "a".into(), content: "A garden.".into() },
        ];
        let asked = asked(&request(before));
        let [Turn::System { content: system }, _, Turn::Assistant { content: said, calls, .. }, Turn::User { content }] =
            asked.turns.as_slice()
        else {
            panic!("{:?}", asked.turns)
        };
        assert!(system.starts_with("Work.\n\n") && system.contains("- read_note: Reads a note. {"), "{system}");
        assert_eq!((said.as_str(), calls.len()), (r#"{"arguments":"{}","result":"","tool":"read_note"}"#, 0));
        assert_eq!(content, "Result of read_note:\nA garden.");
        let schema: Value = serde_json::from_str(asked.schema.unwrap().1.text()).unwrap();
        assert_eq!(schema["properties"]["tool"]["enum"], json!(["read_note", "none"]));
    }
}
