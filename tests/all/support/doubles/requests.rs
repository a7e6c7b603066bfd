//! Requests to a model: what a strict server would refuse, and what the house forbids.

use secretary::ports::model::{ModelRequest, Purpose, ToolSpec, Turn};
use serde_json::Value;

/// What a strict server would refuse, and what the house forbids.
pub fn check(request: &ModelRequest, patient: bool) {
    let named = |specs: &[ToolSpec]| -> Vec<String> { specs.iter().map(|t| t.name.clone()).collect() };
    match &request.purpose {
        Purpose::Triage(_) | Purpose::Understand(_) => {
            let (name, schema) = request.schema.as_ref().expect("an understanding needs its schema");
            let schema: Value = serde_json::from_str(schema.text()).expect("the schema is JSON");
            assert_eq!((name.as_str(), schema["type"].as_str()), ("understanding", Some("object")));
            assert!(request.tools.is_empty(), "an understanding has no tools");
        }
        Purpose::Report(_) => assert!(request.tools.is_empty() && request.schema.is_none()),
        Purpose::FlowScript(_) => {
            let (name, schema) = request.schema.as_ref().expect("a script needs its schema");
            assert_eq!((name.as_str(), schema.required().len()), ("flow_script", 3));
            assert!(request.tools.is_empty(), "a script is written without tools");
        }
        Purpose::Work(input) => {
            for tool in named(&request.tools) {
                let own = input.agent.tools.contains(&tool);
                let common = ["ask_decision", "report_progress", "read_more"].contains(&tool.as_str());
                assert!(own || common, "{} may not have {tool}", input.agent.name);
            }
        }
    }
    assert!(matches!(request.turns.first(), Some(Turn::System { content }) if !content.is_empty()));
    assert!(!format!("{:?}", request.turns).contains("{{"), "an unfilled slot in a prompt");
    let mut open: Vec<&str> = Vec::new();
    for turn in &request.turns {
        match turn {
            Turn::System { .. } | Turn::User { .. } | Turn::Pictures { .. } => {
                assert!(open.is_empty(), "calls without answers: {open:?}");
            }
            Turn::Assistant { calls, .. } => {
                assert!(open.is_empty(), "calls without answers: {open:?}");
                open = calls.iter().map(|c| c.id.as_str()).collect();
            }
            Turn::Tool { id, .. } => {
                let at = open.iter().position(|o| o == id).expect("an answer without its call");
                open.remove(at);
            }
        }
    }
    assert!(open.is_empty(), "calls without answers: {open:?}");
    let words: usize = request.turns.iter().map(|t| format!("{t:?}").len()).sum();
    let tools: usize = request.tools.iter().map(|t| serde_json::to_string(t).unwrap().len()).sum();
    let schema = request.schema.as_ref().map_or(0, |(_, schema)| schema.text().len());
    let (long, room) = match &request.purpose {
        Purpose::Triage(input) => (input.idea.len() > 500, if input.plan.is_some() { 11 } else { 9 }),
        Purpose::Understand(input) if input.items.is_empty() && input.turns.is_empty() => {
            // A file brings its beginning along.
            (input.message.len() > 500, if input.files.is_empty() { 8 } else { 9 })
        }
        Purpose::Understand(input) => (input.message.len() > 500, 12),
        Purpose::Work(_) => (false, 10),
        Purpose::Report(_) => (false, 8),
        Purpose::FlowScript(input) => {
            let script = input.flow.as_ref().map_or(0, |(_, script)| script.len());
            (input.words.len() + script > 500, 8)
        }
    };
    if request.turns.len() == 2 && !long && words < 20_000 && !patient {
        let all = words + tools + schema;
        assert!(all <= room * 1024, "the request has {all} bytes (P6: {room} KB)");
    }
}
