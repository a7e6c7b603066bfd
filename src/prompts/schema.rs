//! The JSON schema of a triage, valid in the strict mode of structured outputs: every property required, optional
//! ones nullable, nothing additional (platform-facts L4: at most 60 properties and 4 levels). The tests keep it and
//! `plan::Triage` together.

use crate::secretary::agent::Agent;
use crate::secretary::question::Subject;
use serde_json::{Value, json};

/// The schema; the agents' names are the only ones a task may carry.
pub(super) fn triage(roster: &[Agent]) -> Value {
    let text = || json!({"type": "string"});
    let texts = || json!({"type": "array", "items": {"type": "string"}});
    let mut names: Vec<Value> = roster.iter().map(|agent| json!(agent.name)).collect();
    names.push(Value::Null);
    let subjects: Vec<&str> = Subject::ALLOWED.iter().map(|s| s.name()).collect();
    let question = object(&[
        ("text", text()),
        ("subject", json!({"type": "string", "enum": subjects})),
        ("options", texts()),
        ("multiple", json!({"type": "boolean"})),
        ("yes_no", json!({"type": "boolean"})),
        ("range", json!({"type": ["array", "null"], "items": {"type": "number"}})),
        ("default", text()),
        ("required", json!({"type": "boolean"})),
    ]);
    let requirement = object(&[
        ("title", text()),
        ("summary", text()),
        ("done_when", texts()),
        ("due", text()),
        ("effort", text()),
        ("resources", texts()),
        ("assumptions", texts()),
    ]);
    let task = object(&[
        ("key", text()),
        ("title", text()),
        ("instruction", text()),
        ("agent", json!({"type": ["string", "null"], "enum": names})),
        ("capabilities", texts()),
        ("needs", texts()),
    ]);
    object(&[
        ("kind", json!({"type": "string", "enum": ["idea", "talk", "addition"]})),
        ("reply", text()),
        ("questions", json!({"type": "array", "items": question})),
        ("requirement", requirement),
        ("tasks", json!({"type": "array", "items": task})),
        ("risk", json!({"type": "number"})),
        ("beyond", json!({"type": ["string", "null"]})),
    ])
}

fn object(properties: &[(&str, Value)]) -> Value {
    let required: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
    let map: serde_json::Map<String, Value> =
        properties.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({"type": "object", "properties": map, "required": required, "additionalProperties": false})
}
