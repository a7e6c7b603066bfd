//! Every form of a call is read, what is no call stays text, and nothing of a call's marks reaches people.

use crate::adapters::openai::dialects::marks::{CALL_TAGS, CALLS, THOUGHTS};
use crate::adapters::openai::wire::calls::{Heard, hear};
use crate::ports::model::ToolSpec;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn tools() -> Vec<ToolSpec> {
    let tool = |name: &str, properties: Value, required: Value| ToolSpec {
        name: name.to_owned(),
        description: String::new(),
        parameters: json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false}),
        verbatim: vec!["text".to_owned()],
    };
    let text = json!({"type": "string"});
    vec![
        tool("read_note", json!({"title": text, "lines": {"type": ["integer", "null"]}}), json!(["title", "lines"])),
        tool("list_notes", json!({}), json!([])),
        tool("write_note", json!({"title": text, "tags": {"type": "array", "items": text}}), json!(["title", "tags"])),
        tool("write_file", json!({"path": text, "text": text}), json!(["path", "text"])),
    ]
}

fn heard(message: &Value) -> Heard {
    let written = message["content"].as_str().unwrap_or_default();
    hear(message, written, &tools(), &BTreeSet::new())
}

/// The calls of a text, each as `name arguments`.
fn called(text: &str) -> Vec<String> {
    let heard = heard(&json!({"content": text}));
    heard.calls.iter().map(|call| format!("{} {}", call.name, call.arguments)).collect()
}

#[test]
fn a_call_is_a_call_however_it_is_written() {
    for text in [
        "<tool_call>\n{\"name\": \"read_note\", \"arguments\": {\"title\": \"a\"}}\n</tool_call>",
        "Let me look. <tool_call>{\"name\": \"read_note\", \"arguments\": \"{\\\"title\\\": \\\"a\\\"}\"}</tool_call>",
        "<tool_call>{\"name\": \"read_note\", \"arguments\": {\"title\": \"a\"}}",
        "{\"name\": \"read_note\", \"arguments\": {\"title\": \"a\"}}\n</tool_call>",
        "<tool_call>\n<function=read_note>\n<parameter=title>\na\n</parameter>\n</function>\n</tool_call>",
        "<function=read_note>{\"title\": \"a\"}</function>",
        "<minimax:tool_call><invoke name=\"read_note\"><parameter name=\"title\">a</parameter></invoke></minimax:tool_call>",
        "<｜DSML｜function_calls><｜DSML｜invoke name=\"read_note\"><｜DSML｜parameter name=\"title\" string=\"true\">a\
         </｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>",
        "<tool_call>read_note\n<arg_key>title</arg_key>\n<arg_value>a</arg_value>\n</tool_call>",
        "<tool_call><name>read_note</name><arguments>{\"title\": \"a\"}</arguments></tool_call>",
        "<read_note><title>a</title></read_note>",
        "[TOOL_CALLS][{\"name\": \"read_note\", \"arguments\": {\"title\": \"a\"}, \"id\": \"x\"}]",
        "[TOOL_CALLS]read_note[CALL_ID]abc[ARGS]{\"title\": \"a\"}",
        "<|tool_call|>[{\"name\": \"read_note\", \"arguments\": {\"title\": \"a\"}}]",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_note\n```json\n{\"title\": \"a\"}\n```\
         <｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.read_note:0<|tool_call_argument_begin|>{\"title\": \"a\"}\
         <|tool_call_end|><|tool_calls_section_end|>",
        "<|python_tag|>{\"name\": \"read_note\", \"parameters\": {\"title\": \"a\"}}<|eom_id|>",
        "<|python_tag|>read_note(title=\"a\")",
        "<|tool_call_start|>[read_note(title='a')]<|tool_call_end|>",
        "<|tool_call>call:read_note{title:<|\"|>a<|\"|>}<tool_call|>",
        "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>commentary to=functions.read_note \
         <|constrain|>json<|message|>{\"title\":\"a\"}<|call|>",
        "I read it:\n```json\n{\"name\": \"read_note\", \"arguments\": {\"title\": \"a\"}}\n```",
        "```tool_code\nread_note(title=\"a\")\n```",
        "{\"name\": \"read_note\", \"parameters\": {\"title\": \"a\"}}",
        "{\"tool\": \"read_note\", \"title\": \"a\"}",
        "{\"function\": \"functions.read_note\", \"args\": {\"title\": \"a\", \"lines\": \"null\"}}",
        "{\"read_note\": {\"title\": \"a\"}}",
        "[read_note(title='a')]",
        "commentary to=functions.read_note json{\"title\":\"a\"}",
        "Thought: the note\nAction: read_note\nAction Input: {\"title\": \"a\"}\nObservation: title",
        "{\"action\": \"read_note\", \"action_input\": {\"title\": \"a\"}}",
        "{'name': 'default_api.read_note', 'arguments': {'title': 'a', 'lines': None}}",
        "<think>I call <tool_call>{\"name\": \"read_note\", \"arguments\": {\"title\": \"a\"}}</tool_call>",
    ] {
        let calls = called(text);
        let [call] = calls.as_slice() else { panic!("{calls:?} {text}") };
        let (name, arguments) = call.split_once(' ').unwrap();
        let arguments: Value = serde_json::from_str(arguments).unwrap();
        assert_eq!((name, &arguments["title"]), ("read_note", &json!("a")), "{text}");
        let left = heard(&json!({"content": text})).text;
        assert!(!left.contains("title") && !left.contains(['<', '[', '{', '`']), "{left} {text}");
    }
    let two = "<tool_call>{\"name\": \"list_notes\"}</tool_call>\n<tool_call>\n{\"name\": \"write_note\", \"arguments\": \
               {\"title\": \"a\", \"tags\": \"[\\\"x\\\"]\"}}</tool_call>";
    assert_eq!(called(two), ["list_notes {}", "write_note {\"tags\":[\"x\"],\"title\":\"a\"}"]);
    let both =
        "{\"name\": \"list_notes\", \"arguments\": {}},\n{\"name\": \"read_note\", \"arguments\": {\"title\": \"b\"}}";
    assert_eq!(called(both), ["list_notes {}", "read_note {\"title\":\"b\"}"]);
}

#[test]
fn what_is_no_call_stays_as_it_is() {
    for text in [
        "{\"name\": \"Anna\", \"age\": 30}",
        "[{\"name\": \"milk\", \"amount\": 2}, {\"name\": \"bread\", \"amount\": 1}]",
        "The result:\n```json\n{\"name\": \"report\", \"parameters\": {\"size\": 3}}\n```",
        "Write `<tool_call>` before a call and `</tool_call>` behind it.",
        "```xml\n<tool_call>{\"name\": \"launch\"}</tool_call>\n```",
        "Use read_note(title=…) for that, or [a link](https://example.org).",
        "a < b, c > d; 1 <| 2",
        "- [ ] buy milk\n- [x] call Anna",
        "# The page\n\nIt shows:\n\n```json\n{\"name\": \"read_note\", \"arguments\": {\"title\": \"a\"}}\n```\n\nThat is all.",
        "It says:\n\n```tool_code\nread_note(title=\"a\")\n```\n\nThat is all.",
        "{\"name\": \"list_notes\", \"arguments\": {}} and {\"name\": \"list_notes\", \"arguments\": {}}",
    ] {
        let heard = heard(&json!({"content": text}));
        assert_eq!((heard.text.as_str(), heard.calls.len(), heard.unfit), (text, 0, false));
    }
    for text in [
        "<tool_call>{\"name\": \"launch\", \"arguments\": {}}</tool_call>",
        "Now: <function=launch></function>",
        "<tool_call>gibberish",
        "{\"name\": \"launch\", \"arguments\": {\"n\": 1}}",
        "```tool_code\nlaunch(n=1)\n```",
        "```json\n{\"name\": \"launch\", \"parameters\": {\"n\": 1}}\n```",
        "[{\"type\": \"function\", \"function\": {\"name\": \"launch\", \"arguments\": \"{}\"}}]",
        "{\"action\": \"launch\", \"action_input\": \"now\"}",
        "Thought: hm\nAction: launch\nAction Input: {}",
        "commentary to=functions.launch json{}",
        "words</tool_call>",
    ] {
        let heard = heard(&json!({"content": text}));
        assert!(heard.calls.is_empty() && heard.unfit, "{text}");
        assert!(!heard.text.contains("tool_call") && !heard.text.contains("function="), "{}", heard.text);
    }
}

#[test]
fn a_text_is_found_in_what_stands_around_it() {
    for text in [
        "{\"report\": \"Take C.\"}",
        "<think>hm</think>```json\n{\"answer\": \"<think>hm</think>Take C.\"}\n```",
        "{\"tool\":\"\",\"arguments\":{},\"result\":\"Take C.\"}",
        "```markdown\nTake C.\n```",
        "Thought: hm\nFinal Answer: Take C.",
        "<details type=\"reasoning\" done=\"true\">\nhm\n</details>\nTake C.</s>",
        "Take C.</s> [INST] hm",
    ] {
        for tools in [tools(), Vec::new()] {
            let heard = hear(&json!({"content": text}), text, &tools, &BTreeSet::new());
            assert_eq!((heard.text.as_str(), heard.calls.len(), heard.unfit), ("Take C.", 0, false), "{text}");
        }
    }
}

#[test]
fn arguments_are_what_people_may_see_and_too_many_calls_are_told() {
    let call = |title: &str| json!({"function": {"name": "read_note", "arguments": {"title": title}}});
    let one = heard(&json!({"tool_calls": [call("<think>SECRET</think>a</s>")]}));
    assert_eq!((one.calls[0].arguments.as_str(), one.too_many), ("{\"title\":\"a\"}", false));
    // What a file is to hold arrives as it was written; its name may be shown.
    let text = "How calls look: <tool_call>{}</tool_call> and <think>hm</think></s>";
    let arguments = json!({"path": "a.md</s>", "text": text});
    for arguments in [arguments.clone(), json!(arguments.to_string())] {
        let file = heard(&json!({"tool_calls": [{"function": {"name": "write_file", "arguments": arguments}}]}));
        let read: Value = serde_json::from_str(&file.calls[0].arguments).unwrap();
        assert_eq!(read, json!({"path": "a.md", "text": text}));
    }
    let many: Vec<Value> = (0..33).map(|_| call("a")).collect();
    assert!(heard(&json!({"tool_calls": many})).too_many);
    assert!(!heard(&json!({"tool_calls": many[1..]})).too_many);
}

#[test]
fn listed_calls_keep_what_stands_beside_them_and_get_the_names_and_kinds_of_their_tools() {
    let call = |name: &str, arguments: Value| json!({"id": "x", "function": {"name": name, "arguments": arguments}});
    for (name, arguments, read) in [
        ("functions.read_note", json!("{\"title\": \"a\"}"), "{\"title\": \"a\"}"),
        ("read_note:0", json!("\"{\\\"title\\\": \\\"a\\\"}\""), "{\"title\":\"a\"}"),
        ("default_api:read-note", json!({"title": "a", "lines": "3"}), "{\"lines\":3,\"title\":\"a\"}"),
        ("read_note<|channel|>commentary", json!({"arguments": {"title": 7}}), "{\"title\":\"7\"}"),
        ("ReadNote", json!([{"title": "a"}]), "{\"title\":\"a\"}"),
        ("read_note", json!("{broken"), "{broken"),
        ("read_note", Value::Null, "{}"),
    ] {
        let heard = heard(&json!({"content": null, "tool_calls": [call(name, arguments)]}));
        assert_eq!((heard.calls[0].name.as_str(), heard.calls[0].arguments.as_str()), ("read_note", read), "{name}");
    }
    let twice = json!({"content": "<tool_call>{\"name\": \"list_notes\"}</tool_call>", "tool_calls": [call("list_notes", json!("{}"))]});
    let twice = heard(&twice);
    assert_eq!((twice.calls.len(), twice.text.as_str(), twice.unfit), (1, "", false));
    let unknown = heard(&json!({"tool_calls": [call("launch", json!("{}"))]}));
    assert_eq!((unknown.calls[0].name.as_str(), unknown.unfit), ("launch", false));
    let older = heard(&json!({"function_call": {"name": "read_note", "arguments": "{\"title\":\"a\"}"}}));
    assert_eq!(older.calls[0].arguments, "{\"title\":\"a\"}");
    let mut signed = call("read_note", json!("{}"));
    signed["index"] = json!(0);
    signed["extra_content"] = json!({"google": {"thought_signature": "c2ln"}});
    let signed = heard(&json!({"tool_calls": [signed]}));
    assert_eq!(
        Value::Object(signed.beside["x"].clone()),
        json!({"extra_content": {"google": {"thought_signature": "c2ln"}}})
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_of_a_calls_marks_reaches_people(
        form in 0_usize..CALLS.len() + CALL_TAGS.len(),
        inside in "[^<`~]{0,30}",
        before in "[a-z ,.\n]{0,20}",
        behind in "[a-z ,.\n]{0,20}",
        offered in any::<bool>(),
    ) {
        let (begin, end) = match form.checked_sub(CALLS.len()) {
            None => (CALLS[form].0.to_owned(), CALLS[form].1.to_owned()),
            Some(tag) => (format!("<{}>", CALL_TAGS[tag]), format!("</{}>", CALL_TAGS[tag])),
        };
        let written = format!("{before}{begin}SECRET{inside}{end}{behind}");
        let tools = if offered { tools() } else { Vec::new() };
        let heard = hear(&json!({"content": written}), &written, &tools, &BTreeSet::new());
        prop_assert!(heard.unfit);
        prop_assert!(!heard.text.contains("SECRET") && !heard.text.contains(&begin), "{}", heard.text);
        prop_assert!(end.is_empty() || !heard.text.contains(&end), "{}", heard.text);
        prop_assert!(heard.text.starts_with(before.trim()));
    }

    #[test]
    fn marks_in_arguments_reach_files_alone(form in 0_usize..CALLS.len() + THOUGHTS.len(), inside in "[a-z ]{0,20}") {
        let (begin, end) = form.checked_sub(CALLS.len()).map_or_else(|| CALLS[form], |thought| THOUGHTS[thought]);
        let text = format!("a {begin}SECRET{inside}{end} b");
        let arguments = json!({"path": text, "text": text});
        let file = heard(&json!({"tool_calls": [{"function": {"name": "write_file", "arguments": arguments}}]}));
        let read: Value = serde_json::from_str(&file.calls[0].arguments).unwrap();
        prop_assert_eq!(&read["text"], &json!(text));
        let shown = read["path"].as_str().unwrap();
        prop_assert!(shown.starts_with('a') && !shown.contains("SECRET") && !shown.contains(begin), "{}", shown);
    }

    #[test]
    fn a_call_without_marks_is_one_only_where_nothing_but_a_short_line_stands_beside_it(
        form in 0_usize..4,
        before in "[a-z .\n]{0,30}|[a-z .]{100,140}",
        behind in "[a-z .\n]{0,3}",
    ) {
        let call = [
            "{\"name\": \"read_note\", \"arguments\": {\"title\": \"a\"}}",
            "```json\n{\"name\": \"read_note\", \"arguments\": {\"title\": \"a\"}}\n```",
            "```\nread_note(title='a')\n```",
            "<read_note><title>a</title></read_note>",
        ][form];
        let written = format!("{before}\n{call}\n{behind}");
        let lead = before.trim();
        let alone = !lead.contains('\n') && lead.len() <= 120 && behind.trim().is_empty();
        let heard = heard(&json!({"content": written}));
        prop_assert_eq!(heard.calls.len(), usize::from(alone));
        prop_assert_eq!(heard.text.as_str(), if alone { lead } else { written.trim() });
    }

    #[test]
    fn any_text_is_heard(
        text in "(\\PC|<tool_call>|</tool_call>|<function=read_note>|<parameter=title>|\\[TOOL_CALLS\\]|[{}\\[\\]\":`\n]|\
                 \"name\":|\"arguments\":|read_note|<\\|channel\\|>final<\\|message\\|>|<think>|</think>){0,40}",
    ) {
        for tools in [tools(), Vec::new()] {
            let heard = hear(&json!({"content": text}), &text, &tools, &BTreeSet::new());
            prop_assert!(heard.calls.iter().all(|call| tools.iter().any(|tool| tool.name == call.name)));
        }
    }
}
