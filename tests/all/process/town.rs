//! The platforms, the people and a model server which thinks by script.

use super::program::{House, Program, SOON};
use proof::discord::FakeDiscord;
use proof::model::{FakeModel, Reply};
use proof::telegram::{FakeTelegram, Violation};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::sync::watch;

/// Mara, in Telegram; her direct chat has the same number.
pub const MARA: i64 = 42;
/// Kim, in Discord.
pub const KIM: u64 = 30;
pub const GUILD: u64 = 10;
pub const DECISIONS: u64 = 20;
pub const REPORTS: u64 = 21;

/// A sum that needs no model, and what it comes to.
pub const SUM: &str = "/calc 2 + 2";
pub const RESULT: &str = "2 + 2 = 4";

/// What the model is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thought {
    /// What a message means, or what a ticket is about once more.
    Triage,
    Work,
    Report,
}

/// What a request is for; none for the tries at start.
pub fn thought_of(body: &Value) -> Option<Thought> {
    let schema = &body["response_format"]["json_schema"]["name"];
    let tools = body["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
    // A request of the work begins with its instructions; one that tries the server out says one sentence.
    let alone = body["messages"].as_array().is_some_and(|messages| messages.len() == 1);
    // And one that only lets it read its instructions wants one token.
    let probing = alone || body["max_tokens"] == 1 || tools.iter().any(|tool| tool["function"]["name"] == "say_word");
    match schema.as_str() {
        Some("understanding") => Some(Thought::Triage),
        Some(_) => None,
        None if probing => None,
        None if tools.is_empty() => Some(Thought::Report),
        None => Some(Thought::Work),
    }
}

/// The script, which thoughts shall not end, and what was asked. The program has a life from each start to its end; it
/// names its life as the model it asks for, so that what a dead one had asked is known however late it is read.
#[derive(Clone, Default)]
pub struct Mind {
    state: watch::Sender<Minding>,
}

#[derive(Clone, Default)]
struct Minding {
    life: usize,
    hanging: Vec<Thought>,
    answered: Vec<Thought>,
    cut: Vec<(usize, Thought)>,
}

/// The model's name in a life of the program.
fn name_of(life: usize) -> String {
    format!("life-{life}")
}

impl Mind {
    /// The program lives anew: its thoughts end but for one kind, those of earlier lives never do. Gives the model to
    /// ask for.
    fn live(&self, hanging: Option<Thought>) -> String {
        self.state.send_modify(|state| {
            state.life += 1;
            state.hanging = hanging.into_iter().collect();
        });
        name_of(self.state.borrow().life)
    }

    /// Thoughts of this kind do not end in this life.
    pub fn hang(&self, thought: Thought) {
        self.state.send_modify(|state| state.hanging.push(thought));
    }

    /// Waits until a thought of this kind hangs in this life.
    pub async fn hanging(&self, thought: Thought) {
        let mut watcher = self.state.subscribe();
        let wait = watcher.wait_for(|state| state.cut.contains(&(state.life, thought)));
        tokio::time::timeout(SOON, wait).await.expect("nothing was asked").unwrap();
    }

    /// The thoughts that were answered, and those cut off by the end of a life.
    pub fn thoughts(&self) -> (Vec<Thought>, Vec<Thought>) {
        let state = self.state.borrow();
        (state.answered.clone(), state.cut.iter().map(|(_, thought)| *thought).collect())
    }

    fn answer(&self, body: &Value) -> Reply {
        let Some(thought) = thought_of(body) else { return probed(body) };
        let mut hangs = false;
        self.state.send_modify(|state| {
            let here = body["model"] == name_of(state.life).as_str();
            hangs = !here || state.hanging.contains(&thought);
            if hangs {
                // A dead life counts as none: nobody waits for it.
                state.cut.push((if here { state.life } else { 0 }, thought));
            } else {
                state.answered.push(thought);
            }
        });
        match thought {
            _ if hangs => Reply::hang(),
            Thought::Triage => Reply::json(&understood(body)).usage(900, 120),
            Thought::Work => work(body).usage(700, 60),
            Thought::Report => Reply::text(REPORT).usage(400, 80),
        }
    }
}

/// What a server does that keeps its promises.
pub fn probed(body: &Value) -> Reply {
    if body["response_format"].is_object() {
        return Reply::json(&json!({"colour": "blue", "number": 7}));
    }
    if body["tools"].is_array() {
        return Reply::tools(&[("say_word", "{\"word\":\"yes\"}")]);
    }
    Reply::text("ok")
}

const REPORT: &str = "Take offer C: €12 a month, monthly notice.\n\n- A costs €14, monthly\n- B costs €9, bound for \
24 months\n- C costs €12, monthly\n\nNot checked: phone support at night.";

fn words_of(body: &Value) -> String {
    let messages = body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let texts = messages.iter().filter(|m| m["role"] == "user").filter_map(|m| m["content"].as_str());
    texts.collect::<Vec<_>>().join("\n")
}

/// The message that is to be understood, or the idea that is read once more.
pub fn said_in(body: &Value) -> String {
    let words = words_of(body);
    let said = words.split_once("<said>").and_then(|(_, rest)| rest.split_once("</said>"));
    said.map(|(said, _)| said.trim().to_owned()).unwrap_or_default()
}

/// An understanding with one intent. Why it is so is told in the words of the message, as models do.
pub fn understanding(body: &Value, intent: Value) -> Value {
    json!({"why": format!("They say: {}", said_in(body)), "intents": [intent]})
}

fn understood(body: &Value) -> Value {
    let asked = words_of(body).contains("<answer question=");
    let question = |text: &str, options: [&str; 3]| json!({"text": text, "subject": "constraints", "options": options, "multiple": false, "yes_no": false, "required": false, "range": null, "default": options[0]});
    let questions = if asked {
        json!([])
    } else {
        json!([
            question("What matters most?", ["Price", "Speed", "Support"]),
            question("Visitors a day, roughly?", ["under 500", "500-5,000", "more"])
        ])
    };
    let idea = json!({
        "kind": "idea",
        "title": "Three hosting offers",
        "summary": "Compare three offers for a shop, cheapest fit first.",
        "done_when": ["a table with cost, limits and notice", "one recommendation with reasons"],
        "due": "today", "assumptions": ["data centre in the EU"],
        "questions": questions,
        "tasks": [{"key": "t1", "title": "Compare the offers", "instruction": "Compare three hosting offers.",
            "agent": "researcher", "capabilities": ["research"], "needs": []}],
        "risk": 0.2, "beyond": null
    });
    understanding(body, idea)
}

fn work(body: &Value) -> Reply {
    let messages = body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    if messages.iter().any(|m| m["role"] == "tool") {
        return Reply::text("A €14 monthly, B €9 for 24 months, C €12 monthly. C fits.");
    }
    let question = json!({
        "question": "Offer B is cheapest but binds you for 24 months. May I recommend it?",
        "why": "You said you may move soon.",
        "options": [
            {"label": "Only monthly terms", "impact": "€3 more a month"},
            {"label": "24 months is fine", "impact": "saves €72 in total"}
        ],
        "recommended": 0, "reason": "you may move soon"
    });
    Reply::tools(&[("ask_decision", &question.to_string())])
}

/// Everything outside of the program.
pub struct Town {
    pub telegram: FakeTelegram,
    pub discord: FakeDiscord,
    /// Kept, because it ends when it is dropped.
    _model: FakeModel,
    pub mind: Mind,
    pub house: House,
}

impl Town {
    /// Platforms with their people, and settings which name them all. Nothing runs yet.
    pub async fn new() -> Self {
        let telegram = FakeTelegram::start().await;
        telegram.user(MARA, "Mara");
        let discord = FakeDiscord::start().await.unwrap();
        discord.message_content(true);
        discord.guild(GUILD, "Office");
        discord.channel(GUILD, DECISIONS, "decisions");
        discord.channel(GUILD, REPORTS, "reports");
        discord.user(KIM, "Kim");
        let model = FakeModel::start().await;
        let mind = Mind::default();
        let thinking = mind.clone();
        model.answer_with(move |body| thinking.answer(body));
        let mut house = House::new();
        house.set("TELEGRAM_BOT_TOKEN", telegram.token()).set("TELEGRAM_API_URL", &telegram.url());
        house.set("DISCORD_TOKEN", &discord.token()).set("DISCORD_API_URL", &discord.url());
        house.set("OPENAI_BASE_URL", &model.url());
        house.set("SECRETARY_OWNERS", &format!("telegram:{MARA},discord:{KIM}"));
        house.set("DATABASE_URL", "sqlite://kept/secretary.db").set("DATA_DIR", "kept/files");
        Self { telegram, discord, _model: model, mind, house }
    }

    /// Starts the program; thoughts of this kind hang in its new life.
    pub fn run(&mut self, hanging: Option<Thought>) -> Program {
        let model = self.mind.live(hanging);
        self.house.set("OPENAI_MODEL", &model);
        self.house.run()
    }

    /// Kills a program and waits until Telegram has noticed, since it would see two pollers otherwise.
    pub async fn kill(&self, program: Program) -> String {
        let printed = program.kill().await;
        let gone = self.telegram.wait_for(|telegram| (!telegram.is_polled()).then_some(()), SOON).await;
        gone.expect("the dead program still polls");
        printed
    }

    /// The last message of the bot to Mara which has this in its text and all these buttons.
    pub async fn told(&self, part: &str, labels: &[&str]) -> proof::telegram::Message {
        let fits = |m: &proof::telegram::Message| {
            m.text.contains(part) && labels.iter().all(|label| m.button(label).is_some())
        };
        self.telegram.wait_message(MARA, fits, SOON).await.unwrap_or_else(|why| panic!("{part:?} {labels:?}: {why}"))
    }

    /// What comes after the earlier messages in the same chat stands there: their outcome is stored, so that a kill from
    /// here on cuts off no send.
    pub async fn settled(&self) {
        let sum = self.telegram.say(MARA, MARA, SUM);
        let answered = |t: &proof::telegram::FakeTelegram| {
            t.bot_messages(MARA).into_iter().find(|m| m.id > sum && m.text == RESULT)
        };
        self.telegram.wait_for(answered, SOON).await.expect("an answer to the sum");
    }

    /// Mara presses; gives the wait for the answer to the press.
    pub async fn press(&self, message: i64, label: &str) -> (Duration, String) {
        let began = std::time::Instant::now();
        let query = self.telegram.press(MARA, MARA, message, label);
        let answer = |telegram: &FakeTelegram| telegram.answers().into_iter().find(|a| a.query_id == query);
        let answer = self.telegram.wait_for(answer, SOON).await;
        let answer = answer.unwrap_or_else(|| panic!("the press of {label:?} is never answered"));
        (began.elapsed(), answer.text)
    }

    /// All chats as a person sees them.
    pub fn transcript(&self) -> String {
        format!(
            "--- Telegram, Mara\n{}--- Discord, #decisions\n{}--- Discord, #reports\n{}",
            self.telegram.transcript(MARA),
            self.discord.transcript(DECISIONS),
            self.discord.transcript(REPORTS)
        )
    }

    /// Nothing happened that the real platforms would punish. A press may be answered again after a kill: its update is
    /// delivered again when it was not confirmed, and a second answer is ignored.
    #[track_caller]
    pub fn behaved(&self, killed: bool) {
        let mut violations = self.telegram.violations();
        violations.retain(|violation| !(killed && matches!(violation, Violation::AnsweredTwice(_))));
        assert_eq!(violations, vec![]);
        assert_eq!(self.discord.violations(), vec![]);
        assert_eq!(self.discord.unintended_pings(), 0);
    }
}
