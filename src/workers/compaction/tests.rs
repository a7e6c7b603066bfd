//! Tests with two hundred long turns: each request fits the model, begins with the first words, and has no result
//! without its call.

use super::super::agent_loop::{Ending, Kit, Listener, run};
use super::super::gate::{Elsewhere, Gate};
use super::super::journal::{Journal, Record};
use crate::adapters::system_clock::System;
use crate::ports::model::{Failure, Model, ModelReply, ModelRequest, Senses, ToolCall, ToolSpec, Usage, WorkInput};
use crate::ports::tool::{Answers, SetUp, Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::secretary::agent::{Agent, Limits};
use crate::secretary::ids::PersonId;
use crate::secretary::policy::{ApprovalPolicy, Mode};
use crate::secretary::settings::model_capabilities::{Abilities, Line, ModelCapabilities, Sitter};
use crate::secretary::ticket::plan::Requirement;
use crate::tools::testing;
use crate::workers::compaction::*;
use async_trait::async_trait;
use proptest::prelude::*;
use std::sync::{Arc, Mutex};
use tokio_util::sync::CancellationToken;

fn call(id: &str, arguments: String) -> ToolCall {
    ToolCall { id: id.to_owned(), name: "big".to_owned(), arguments }
}

/// Every result follows its call, every call has its result, no id is open twice.
fn paired(turns: &[Turn]) {
    let mut open: Vec<&str> = Vec::new();
    for turn in turns {
        match turn {
            Turn::Tool { id, .. } => {
                let at = open.iter().position(|o| o == id).expect("a result without its call");
                open.remove(at);
            }
            Turn::System { .. } | Turn::User { .. } | Turn::Pictures { .. } => {
                assert!(open.is_empty(), "a call without its result");
            }
            Turn::Assistant { calls, .. } => {
                assert!(open.is_empty(), "a call without its result");
                open = calls.iter().map(|c| c.id.as_str()).collect();
                let object = |text: &str| serde_json::from_str::<Value>(text).is_ok_and(|v| v.is_object());
                // What the model itself wrote badly is put right where it is sent.
                let sound = |c: &ToolCall| c.arguments == "{broken" || object(&c.arguments);
                assert!(calls.iter().all(sound), "arguments that are no object: {calls:?}");
            }
        }
    }
    assert!(open.is_empty());
}

#[derive(Default)]
struct Book(Mutex<Vec<Record>>);

#[async_trait]
impl Journal for Book {
    async fn load(&self) -> Result<Vec<Record>, String> {
        Ok(self.0.lock().unwrap().clone())
    }

    async fn append(&self, record: &Record) -> Result<u32, String> {
        let mut all = self.0.lock().unwrap();
        all.push(record.clone());
        Ok(u32::try_from(all.len() - 1).unwrap())
    }
}

#[async_trait]
impl Gate for Book {
    async fn leave(&self) -> Result<ApprovalPolicy, String> {
        let (person, mode, rules) = (PersonId::new("p"), Mode::Manual, Vec::new());
        Ok(ApprovalPolicy { person, mode, rules, read: Vec::new(), allowed_once: Vec::new(), words: Vec::new() })
    }

    async fn elsewhere(&self) -> Result<Elsewhere, String> {
        Ok(Elsewhere::default())
    }
}

#[async_trait]
impl Listener for Book {
    async fn progress(&self, _line: &str) {}

    async fn remind(&self, _key: &str, _text: &str, _rule: &Value) -> Result<(), String> {
        Ok(())
    }

    async fn set_up(&self, _key: &str, _set_up: &SetUp) -> Result<(), String> {
        Ok(())
    }
}

/// A tool with results of 13,000 characters, two bytes each.
struct Big;

#[async_trait]
impl Tool for Big {
    fn spec(&self) -> ToolSpec {
        let parameters = serde_json::json!({"type": "object"});
        ToolSpec { name: "big".into(), description: "Big.".into(), parameters, verbatim: vec![] }
    }

    fn terms(&self) -> Terms {
        Terms::reading(Answers::Own)
    }

    async fn call(&self, _context: &ToolContext, _arguments: Value) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::Text("ü".repeat(13_000)))
    }
}

/// Talks a lot, calls with a lot, and checks what it is asked.
struct Talker {
    turns: usize,
    context: Option<u64>,
    seen: Mutex<Vec<(usize, usize)>>,
    said: Arc<Book>,
}

impl Senses for Talker {}

#[async_trait]
impl Model for Talker {
    async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, Failure> {
        paired(&request.turns);
        let tools: usize = request.tools.iter().map(|t| serde_json::to_string(t).unwrap().len()).sum();
        let size = request.turns.iter().map(length).sum::<usize>() + tools;
        let (Turn::System { .. }, Turn::User { content }) = (&request.turns[0], &request.turns[1]) else {
            panic!("the first words are gone")
        };
        assert!(content.contains("THE-BEGINNING") && content.contains("THE-END"), "the first words are whole");
        let n = {
            let mut seen = self.seen.lock().unwrap();
            seen.push((size, request.turns.len()));
            seen.len()
        };
        if n > 30 {
            assert!(content.contains("earlier turns"), "what was shortened is said: {content}");
            assert!(request.tools.iter().any(|t| t.name == "read_more"));
        }
        if n > 60 {
            let words = |turn: &Turn| matches!(turn, Turn::User { content } if content.contains("monthly terms"));
            assert!(request.turns.iter().any(words), "what the person said meanwhile stays");
        }
        if n == 50 {
            self.said.append(&Record::Said { text: "Only monthly terms, please.".into() }).await.unwrap();
        }
        let usage = Usage::default();
        if n >= self.turns {
            return Ok(ModelReply { text: "Done.".into(), usage, ..ModelReply::default() });
        }
        let arguments = serde_json::json!({"text": "é".repeat(5_000), "list": ["x".repeat(500)], "n": n});
        let calls = vec![call(&format!("a{n}"), arguments.to_string()), call(&format!("b{n}"), "{broken".into())];
        Ok(ModelReply { text: "Thinking about it. ".repeat(100), calls, usage, kept: None })
    }

    fn reads(&self) -> bool {
        true
    }

    fn describe(&self) -> String {
        String::new()
    }

    fn capabilities(&self) -> ModelCapabilities {
        let able = Abilities { context: self.context, ..Abilities::default() };
        let models = vec!["m".to_owned()];
        ModelCapabilities {
            server: Some("here".into()),
            lines: vec![Line { purpose: "work", models, in_use: 0 }],
            models: vec![Sitter { name: "m".into(), able: Some(able), rests_until: None }],
            ..ModelCapabilities::default()
        }
    }
}

fn input() -> WorkInput {
    WorkInput {
        minutes: None,
        agent: Agent {
            tools: vec!["big".into()],
            limits: Limits { result_chars: 4_000, turns: 500, tool_calls: 900, tokens: u64::MAX, ..Limits::default() },
            prompt: "Be exact.".into(),
            ..Agent::gone("analyst")
        },
        title: "Read".into(),
        instruction: format!("THE-BEGINNING {} THE-END", "Read it all. ".repeat(60)),
        requirement: Requirement::default(),
        said: Vec::new(),
        read: Vec::new(),
        files: Vec::new(),
        refers: Vec::new(),
        results: Vec::new(),
        steps: Vec::new(),
        now: "Mon 24 Nov, 09:00 (Berlin)".into(),
    }
}

async fn two_hundred_turns(context: Option<u64>) -> Vec<(usize, usize)> {
    let book = Arc::new(Book::default());
    let model = Talker { turns: 200, context, seen: Mutex::default(), said: book.clone() };
    let tools: Vec<Arc<dyn Tool>> = vec![Arc::new(Big)];
    let (stop, clock) = (CancellationToken::new(), System);
    let kit = Kit {
        pictures: &[],
        model: &model,
        tools: &tools,
        journal: &*book,
        gate: &*book,
        listener: &*book,
        clock: &clock,
        stop: &stop,
    };
    let (ending, _) = run(&kit, &input(), &testing::context(), 0, None).await;
    assert!(matches!(&ending, Ending::Finished { result, .. } if result == "Done."), "{ending:?}");
    let seen = model.seen.into_inner().unwrap();
    assert_eq!(seen.len(), 200);
    seen
}

#[tokio::test]
async fn a_run_of_two_hundred_turns_stays_within_the_usual_room() {
    let seen = two_hundred_turns(None).await;
    let most = seen.iter().map(|(size, _)| *size).max().unwrap();
    assert!(most <= 120_000, "{most} bytes");
    assert!(most > 60_000, "the room is used: {most} bytes");
}

#[tokio::test]
async fn a_small_model_gets_what_it_has_room_for() {
    for (context, most) in [(4_096, 9_300), (8_192, 19_000), (32_768, 87_000)] {
        let seen = two_hundred_turns(Some(context)).await;
        let largest = seen.iter().map(|(size, _)| *size).max().unwrap();
        assert!(largest <= most, "{largest} bytes in a room of {context} tokens");
    }
}

#[test]
fn what_fits_stays_as_it_is() {
    let turns = vec![
        Turn::Assistant { content: "Looking.".into(), calls: vec![call("a", "{}".into())], kept: None },
        Turn::Tool { id: "a".into(), content: "x".repeat(50) },
    ];
    let Compacted { turns: same, shortened } = Shelf::default().compact(&turns, 10_000, 100);
    assert_eq!((same, shortened), (turns.clone(), 0));
    let cut = Shelf::default().compact(&turns, 10_000, 20);
    assert!(
        matches!(&cut.turns[1], Turn::Tool { content, .. } if content.contains("read_more with result 1 and from 20"))
    );
    assert_eq!(cut.shortened, 0, "a long result is shortened from the beginning; that is no compaction");
}

#[test]
fn what_a_server_put_beside_a_call_stays_longer_than_its_thoughts() {
    let fields = |value: Value| value.as_object().cloned().unwrap_or_default();
    let kept = Kept {
        model: "host/m".into(),
        message: fields(serde_json::json!({"reasoning_content": "hm"})),
        calls: [("a".to_owned(), fields(serde_json::json!({"thought_signature": "c2ln"})))].into(),
    };
    let turn =
        Turn::Assistant { content: String::new(), calls: vec![call("a", "{}".into())], kept: Some(kept.clone()) };
    let alone = Turn::Assistant { content: String::new(), calls: vec![call("a", "{}".into())], kept: None };
    assert_eq!(length(&turn), length(&alone) + kept.length());
    let of_calls = Kept { message: Map::new(), ..kept };
    for (keep, left) in [(LATEST[0], Some(of_calls.clone())), (HARDER[0], Some(of_calls)), (HARDER[1], None)] {
        let Turn::Assistant { kept, .. } = shortened(&turn, keep, 0) else { panic!("another turn") };
        assert_eq!(kept, left, "{keep}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn it_always_fits_and_stays_paired(
        shape in proptest::collection::vec((0_usize..4, 0_usize..4_000, 0_usize..3), 1..60),
        most in 2_000_usize..60_000,
    ) {
        let mut turns = Vec::new();
        for (n, (kind, size, calls)) in shape.into_iter().enumerate() {
            if kind == 0 {
                turns.push(Turn::User { content: "w".repeat(size) });
                continue;
            }
            let ids: Vec<String> = (0..calls).map(|c| format!("{n}-{c}")).collect();
            let arguments = serde_json::json!({"t": "ß".repeat(size)}).to_string();
            let list = ids.iter().map(|id| call(id, arguments.clone())).collect();
            turns.push(Turn::Assistant { content: "a".repeat(size / 2), calls: list, kept: None });
            turns.extend(ids.into_iter().map(|id| Turn::Tool { id, content: "r".repeat(size * 2) }));
        }
        let done = Shelf::default().compact(&turns, most, 3_000);
        paired(&done.turns);
        let size = done.turns.iter().map(length).sum::<usize>();
        prop_assert!(size <= most, "{} of {}", size, most);
        prop_assert!(!done.turns.is_empty());
    }
}
