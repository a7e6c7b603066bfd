//! Twenty-five secrets, nine of the settings and sixteen that people, pages, tools and models give away, in every place words
//! come from: messages, names, edits, forms, pages, arguments, results, errors; plain, in other alphabets and in two halves; while
//! posts fail and the model is down, with everything logged. Afterwards no trace of any may stand in a chat, a prompt, the
//! database, a file or the log.

use crate::siege::{Chance, Siege, one_of};
use crate::support::canaries::{as_pasted, hex, in_address, pasted, planted};
use crate::support::{Office, Thought, Voice, call, hears, idea, said};
use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use secretary::app::redaction::known_secrets::KnownSecrets;
use secretary::ports::chat::ChatError;
use secretary::ports::model::{ModelError, ToolSpec};
use secretary::ports::secrets::Secrets;
use secretary::ports::tool::{Answers, Terms, Tool, ToolContext, ToolError, ToolOutput};
use secretary::secretary::inbound::Content;
use secretary::secretary::inbound::Platform::{Discord, Telegram, Web};
use secretary::secretary::intent::{Intent, ListAct, LookUp, UnderstandInput, Understanding, When, WhenChange};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::{Arc, Mutex};
use tracing_subscriber::layer::SubscriberExt;

/// Secrets looked for in full: each world has all twenty-five.
const LOOKED_FOR: usize = 2_500;
const IN_WORLD: usize = 25;

/// The log as the program writes it: every level of its own, through the redaction of log lines.
#[derive(Clone)]
struct Logged(Arc<Mutex<String>>, Arc<KnownSecrets>);

impl Write for Logged {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().push_str(&self.1.hide(&String::from_utf8_lossy(bytes)));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A secret of the settings as somebody might write it who wants it to get through.
fn disguised(chance: &mut Chance, secret: &str) -> String {
    let half = secret.floor_char_boundary(secret.len() / 2);
    match chance.below(9) {
        0 => STANDARD.encode(secret),
        1 => URL_SAFE_NO_PAD.encode(format!("xy{secret}")),
        2 => hex(secret),
        3 => hex(secret).to_uppercase(),
        4 => in_address(secret),
        5 => format!("{} and then {}", &secret[..half], &secret[half..]),
        6 => format!("{}**{}**", &secret[..half], &secret[half..]),
        7 => format!("{}\u{200b}{}", &secret[..half], &secret[half..]),
        _ => secret.to_owned(),
    }
}

/// All secrets of the settings in one text.
fn all(chance: &mut Chance) -> String {
    let texts: Vec<String> = planted().iter().map(|secret| disguised(chance, secret)).collect();
    texts.join(*one_of(chance, &[" ", "\n", ", ", " | "]))
}

/// A tool that gives secrets away in whatever it says.
struct Leaks(Arc<Mutex<(u64, String)>>);

#[async_trait]
impl Tool for Leaks {
    fn spec(&self) -> ToolSpec {
        let description = "Looks something up.".to_owned();
        let parameters = json!({"type": "object"});
        ToolSpec { name: "look_up".to_owned(), description, parameters, verbatim: Vec::new() }
    }

    fn terms(&self) -> Terms {
        Terms::reading(Answers::Anybody)
    }

    async fn call(&self, _: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let (way, text) = self.0.lock().unwrap().clone();
        let text = format!("{text} {arguments}");
        match way {
            0 => Err(ToolError::TellModel(text)),
            1 => Err(ToolError::Unclear(text)),
            2 => Err(ToolError::Fatal(text)),
            3 => Ok(ToolOutput::Progress(text)),
            4 => Ok(ToolOutput::Text(json!({"key": text, "list": [text]}).to_string())),
            _ => Ok(ToolOutput::Text(text)),
        }
    }
}

/// What a model takes some messages for that gives secrets away in whatever it says: answers, questions, orders on a button,
/// times, lists, and in what cannot be used at all. The other messages are ideas.
fn meant(input: &UnderstandInput, told: &[String; 2]) -> Option<Understanding> {
    let [one, other] = told;
    let intent = match input.message.len() % 11 {
        0 => Intent::Reply { text: format!("I know {one}.") },
        1 => Intent::Unclear { text: format!("Do you mean {one}?") },
        2 => Intent::Command { name: "budget".to_owned(), text: one.clone() },
        3 => Intent::Command { name: one.clone(), text: other.clone() },
        4 => {
            let when = Some(When { in_minutes: Some(60), ..When::default() });
            Intent::Remind(WhenChange { item: None, text: one.clone(), when, act: None })
        }
        5 => Intent::List { act: ListAct::Add, title: format!("{other} list"), things: vec![one.clone()] },
        6 if input.looked_up.is_empty() => Intent::LookUp { act: LookUp::WebSearch, text: one.clone() },
        7 => Intent::Cancel { item: one.clone() },
        _ => return None,
    };
    Some(Understanding { why: format!("They gave me {other}."), intents: vec![intent] })
}

async fn gives(who: &Voice, way: u64, text: &str) {
    match way {
        0 => who.says(&format!("compare three hosting offers with {text}")).await,
        1 => who.says(&format!("/note server: {text}")).await,
        2 => who.says(&format!("/remind tomorrow at 9 to use {text}")).await,
        3 => who.says(text).await,
        4 => {
            who.slash(&format!("new compare hosting with {text}")).await;
        }
        5 => who.says(&format!("/start {text}")).await,
        6 => who.says(&format!("/note Shopping list: {text}")).await,
        7 => {
            let raw = json!({"odd": [format!("first\n{text}")], "more": {"deep": text}}).to_string();
            who.happens(Content::Unsupported { kind: "odd".to_owned(), raw, to_us: false }).await;
        }
        8 => {
            who.says("/note diary: nothing").await;
            who.edits("/note diary", &format!("/note diary: {text}")).await;
        }
        9 => who.says(&format!("/calc 2 + {text}")).await,
        _ => who.says(&format!("/ask what is {text}?")).await,
    }
}

/// A whole life of an office full of secrets; what it gave away.
async fn lives(seed: u64) -> Vec<String> {
    let mut chance = Chance::of(seed);
    let known = Arc::new(KnownSecrets::for_logs(planted().iter().map(String::as_str)));
    let logged = Logged(Arc::default(), known);
    let writer = logged.clone();
    let only_ours = tracing_subscriber::filter::filter_fn(|about| {
        about.target().starts_with("secretary") && *about.level() <= tracing::Level::DEBUG
    });
    let lines = tracing_subscriber::fmt::layer().json().with_writer(move || writer.clone());
    let _listens = hears(tracing_subscriber::registry().with(only_ours).with(lines));
    let office = Office::on_file().await;
    office.is_not_listened_to();
    let leak = Arc::new(Mutex::new((chance.below(6), all(&mut chance))));
    office.gives("researcher", Arc::new(Leaks(leak))).await;
    office.page("https://example.org/", &format!("Prices. {} and {}", as_pasted(&pasted()[14]), all(&mut chance)));
    let (title, summary, result, report) = (all(&mut chance), all(&mut chance), all(&mut chance), all(&mut chance));
    let breaks = chance.below(4);
    office.reads(move |_| -> Thought {
        if breaks == 0 {
            return Err(ModelError::Refused(format!("invalid key {title}")));
        }
        let plan = idea(&format!("A letter with {title}")).no_tasks().summary(&summary);
        plan.task("t1", "writer", "A letter", &[]).task("t2", "researcher", "Prices", &[]).into()
    });
    let told = [all(&mut chance), all(&mut chance)];
    office.understands(move |input| meant(input, &told));
    let works = [all(&mut chance), all(&mut chance), all(&mut chance)];
    office.works(move |input| match (input.agent.name.as_str(), input.steps.len()) {
        ("writer", 0) => call("write_file", json!({"path": "letter.md", "text": works[0]})),
        ("writer", 1) => call("write_file", json!({"path": "data.json", "text": json!({"a": works[1]}).to_string()})),
        ("writer", 2) => call("report_progress", json!({"text": works[2]})),
        ("writer", 3) => call("write_note", json!({"title": "Kept", "text": works[0], "append": false})),
        ("researcher", 0) => call("read_url", json!({"url": "https://example.org/", "from": null})),
        ("researcher", 1) => call("look_up", json!({"for": works[1]})),
        ("researcher", 2) if breaks == 2 => call(&works[2], json!({(works[0].as_str()): works[1]})),
        ("researcher", 2) if breaks == 1 => Err(ModelError::Impossible(format!("no such model {}", works[2]))),
        _ => said(&result),
    });
    office.writes(move |_| said(&report));
    let mut people = Vec::new();
    for (name, platform) in [("Mara", Telegram), ("Kim", Discord), ("Jo", Web)] {
        people.push(office.owner(name, platform).await);
    }
    people.push(office.stranger(&format!("Eve {}", pasted()[4]), Telegram));
    for (given, secret) in pasted().into_iter().enumerate() {
        if given % 5 == 2 {
            let mishaps = [
                ChatError::Unclear,
                ChatError::Refused(format!("Bad Request: {}", planted()[0])),
                ChatError::Refused("no".to_owned()),
            ];
            office.mishaps(*one_of(&mut chance, &[Telegram, Discord]), [one_of(&mut chance, &mishaps).clone()]);
        }
        office.model_is_down(given % 7 == 3);
        let who = one_of(&mut chance, &people).clone();
        let text = if chance.percent(80) {
            as_pasted(&secret)
        } else {
            format!("{} {}", as_pasted(&secret), all(&mut chance))
        };
        gives(&who, chance.below(11), &text).await;
    }
    office.model_is_down(false);
    office.understands(|_| None);
    people[0].says("write a letter about hosting").await;
    for _ in 0..3 {
        if people[0].offers("Start") {
            people[0].presses("Start").await;
        }
    }
    office.settle().await;
    let log = logged.0.lock().unwrap().clone();
    assert!(log.len() > 1_000, "the log is on");
    office.given_away(&log)
}

#[tokio::test]
async fn no_secret_is_given_away_by_anybody_to_anybody() {
    let mut siege = Siege::of("s06");
    for seed in Siege::worlds(LOOKED_FOR, IN_WORLD) {
        let given = Box::pin(lives(seed)).await;
        for n in 0..IN_WORLD {
            let one = given.get(n);
            siege.judge(seed, one.is_none(), || one.cloned().unwrap_or_default());
        }
    }
    siege.holds("secrets looked for", "that stood somewhere");
}
