//! A model that thinks what the story says: a pure answer per purpose, so that a repeated request gets the same
//! answer. It checks every request like a strict model server.

use crate::support::doubles::fuse::Fuse;
use crate::support::doubles::plan::idea;
use crate::support::doubles::requests::check;
use async_trait::async_trait;
use chrono::{TimeZone, Utc};
use secretary::adapters::offline::Offline;
use secretary::engine::Engine;
use secretary::ports::inbox::Intake;
use secretary::ports::model::{Failure, Model, ModelError, ModelReply, ModelRequest, Purpose, Recording, Senses};
use secretary::secretary::budget::cost::{Prices, Usage};
use secretary::secretary::inbound::Inbound;
use secretary::secretary::intent::thinking::{ReportInput, ScriptInput, ToolCall, TriageInput, WorkInput};
use secretary::secretary::intent::{
    Answered, Change, Idea, Intent, ItemKind, ItemLine, UnderstandInput, Understanding,
};
use secretary::secretary::settings::model_capabilities::{Abilities, Found, Line, ModelCapabilities, Sitter};
use secretary::secretary::ticket::plan::{Kind, Triage};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};

/// An answer.
pub type Thought = Result<ModelReply, ModelError>;

type Means = Box<dyn Fn(&UnderstandInput) -> Option<Understanding> + Send + Sync>;
type Reads = Box<dyn Fn(&TriageInput) -> Thought + Send + Sync>;
type Works = Box<dyn Fn(&WorkInput) -> Thought + Send + Sync>;
type Writes = Box<dyn Fn(&ReportInput) -> Thought + Send + Sync>;
type Scripts = Box<dyn Fn(&ScriptInput, bool) -> Thought + Send + Sync>;

/// Passes time.
pub type Passing = Box<dyn Fn() + Send + Sync>;
/// How often it is looked whether what a long thought waits for is so.
const LOOKS: usize = 200;

/// A long thought to come.
pub struct Slow {
    /// The name of its purpose: "work" or "understand".
    pub purpose: &'static str,
    /// Words in the title of the work, or in the message.
    pub words: String,
    /// Passes its time.
    pub pass: Passing,
    /// It goes on once this is so.
    pub until: Box<dyn Fn() -> bool + Send + Sync>,
}

/// The scripted model.
pub struct Mind {
    pub fuse: Arc<Fuse>,
    /// What a message means, where the story says so; else a plain model's guess.
    pub means: Mutex<Means>,
    pub reads: Mutex<Reads>,
    pub works: Mutex<Works>,
    pub writes: Mutex<Writes>,
    /// The script of a flow; once more if it could not be used.
    pub scripts: Mutex<Scripts>,
    /// It does not answer at all.
    pub down: AtomicBool,
    /// What an answer costs that cannot be used.
    pub wasted: Mutex<Usage>,
    /// The words put to it may be of any length.
    pub patient: AtomicBool,
    /// Whoever asks it about itself finds a fault of the program.
    pub breaks: AtomicBool,
    /// What an answer costs that says nothing of it.
    pub costs: Mutex<Usage>,
    /// What models cost.
    pub prices: Mutex<Prices>,
    /// It sees pictures.
    pub sees: AtomicBool,
    /// Nobody tried yet whether it does.
    pub untried: AtomicBool,
    /// It writes down recordings, whose bytes are the words.
    pub listens: AtomicBool,
    /// Purposes answered, in order.
    pub asked: Mutex<Vec<String>>,
    /// How many answers each request might be paid for with.
    pub answers: Mutex<Vec<u32>>,
    /// Every request as it was put, but for what the rules would read.
    pub put: Mutex<Vec<String>>,
    /// The point the last answer passed.
    answered_at: Mutex<Option<usize>>,
    /// What happens while the model thinks about work whose last words contain the text.
    pub meanwhile: Mutex<Vec<(String, Inbound)>>,
    /// Thinking about work whose title contains the text kills the process, so many times.
    pub deadly: Mutex<Option<(String, u32)>>,
    /// The next long thought.
    pub slow: Mutex<Option<Slow>>,
    pub engine: Mutex<Weak<Engine>>,
}

/// A long thought whose time has not passed yet: what a crash cuts off takes as long the next time.
struct Pending<'a> {
    slow: Option<Slow>,
    of: &'a Mind,
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        if let Some(slow) = self.slow.take() {
            *self.of.slow.lock().unwrap() = Some(slow);
        }
    }
}

impl Mind {
    pub fn new(fuse: Arc<Fuse>) -> Self {
        Self {
            fuse,
            means: Mutex::new(Box::new(|_| None)),
            reads: Mutex::new(Box::new(|_| idea("Hosting offers").into())),
            works: Mutex::new(Box::new(|_| said("Offer C costs €12 a month."))),
            writes: Mutex::new(Box::new(|_| said("Take offer C: €12 a month, monthly notice."))),
            scripts: Mutex::new(Box::new(|_, _| script("Greeter", "notify('hello')", ""))),
            down: AtomicBool::new(false),
            wasted: Mutex::default(),
            costs: Mutex::default(),
            prices: Mutex::default(),
            patient: AtomicBool::new(false),
            breaks: AtomicBool::new(false),
            sees: AtomicBool::new(false),
            untried: AtomicBool::new(false),
            listens: AtomicBool::new(false),
            asked: Mutex::default(),
            answers: Mutex::default(),
            put: Mutex::default(),
            answered_at: Mutex::default(),
            meanwhile: Mutex::default(),
            deadly: Mutex::default(),
            slow: Mutex::default(),
            engine: Mutex::new(Weak::new()),
        }
    }

    /// The process is gone: what was answered at the point before was never written down.
    pub fn forget_unsettled(&self) {
        let answered = self.answered_at.lock().unwrap().take();
        if answered.is_some_and(|at| at + 1 == self.fuse.passed()) {
            self.asked.lock().unwrap().pop();
        }
    }

    /// The process may die of it, or much time pass.
    async fn endures(&self, request: &ModelRequest) {
        let (purpose, about) = match &request.purpose {
            Purpose::Work(input) => ("work", &input.title),
            Purpose::Understand(input) => ("understand", &input.message),
            Purpose::Triage(_) | Purpose::Report(_) | Purpose::FlowScript(_) => return,
        };
        let dies = purpose == "work" && {
            let mut deadly = self.deadly.lock().unwrap();
            let left = deadly.as_mut().filter(|(title, left)| *left > 0 && about.contains(title.as_str()));
            left.map(|(_, left)| *left -= 1).is_some()
        };
        if dies {
            self.fuse.blow().await;
        }
        let fits = |slow: &mut Slow| slow.purpose == purpose && about.contains(slow.words.as_str());
        let slow = self.slow.lock().unwrap().take_if(fits);
        let engine = self.engine.lock().unwrap().upgrade();
        if let (Some(slow), Some(engine)) = (slow, engine) {
            let mut pending = Pending { slow: Some(slow), of: self };
            engine.settle_all().await.unwrap();
            let slow = pending.slow.take();
            slow.iter().for_each(|slow| (slow.pass)());
            for _ in 0..LOOKS {
                engine.settle_all().await.unwrap();
                if slow.as_ref().is_none_or(|slow| (slow.until)()) {
                    break;
                }
            }
        }
    }

    /// What the story says a message means; else what a plain model would make of it: an exact form of the grammar is what
    /// it says, a reply is about what it replies to,
    /// a short message answers the only open question, anything else is an idea as `reads` sees it.
    fn understands(&self, input: &UnderstandInput, exact: Option<Intent>) -> Thought {
        if let Some(understanding) = (self.means.lock().unwrap())(input) {
            return said(&serde_json::to_string(&understanding).unwrap());
        }
        if let Some(exact) = exact {
            return said(&serde_json::to_string(&one(exact)).unwrap());
        }
        let of = |kind: ItemKind| input.items.iter().filter(move |item| item.kind == kind);
        let replied = input.reply_to.as_ref().and_then(|to| to.item.as_ref());
        let replied = replied.and_then(|handle| input.items.iter().find(|item| item.handle == *handle));
        let mut questions = of(ItemKind::Question);
        let only = match (questions.next(), questions.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        };
        let text = input.message.trim().to_owned();
        let intent = match replied.or(only) {
            _ if input.passed_on => None,
            Some(item) => about(item, text),
            None => None,
        };
        match intent {
            Some(intent) => said(&serde_json::to_string(&one(intent)).unwrap()),
            None => self.as_idea(input),
        }
    }

    /// The message as `reads` sees it.
    fn as_idea(&self, input: &UnderstandInput) -> Thought {
        let triage = TriageInput {
            idea: input.message.clone(),
            now: input.now.clone(),
            sent: input.sent.clone(),
            language: input.language.clone(),
            roster: input.roster.clone(),
            ..TriageInput::default()
        };
        let reply = (self.reads.lock().unwrap())(&triage)?;
        let Ok(triage) = serde_json::from_str::<Triage>(&reply.text) else { return Ok(reply) };
        let intent = match triage.kind {
            Kind::Talk => Intent::Reply { text: triage.reply },
            Kind::Idea => Intent::Idea(Box::new(Idea {
                title: triage.requirement.title,
                summary: triage.requirement.summary,
                done_when: triage.requirement.done_when,
                due: triage.requirement.due,
                assumptions: triage.requirement.assumptions,
                questions: triage.questions,
                tasks: triage.tasks,
                when: triage.timing.as_ref().map(|timing| timing.when.clone()),
                only_if: triage.timing.map(|timing| timing.only_if).unwrap_or_default(),
                risk: triage.risk,
                beyond: triage.beyond,
            })),
        };
        Ok(ModelReply { text: serde_json::to_string(&one(intent)).unwrap(), ..reply })
    }

    async fn interrupted(&self, request: &ModelRequest) {
        let Purpose::Work(input) = &request.purpose else { return };
        let due = {
            let mut meanwhile = self.meanwhile.lock().unwrap();
            let at = meanwhile.iter().position(|(title, _)| input.title.contains(title.as_str()));
            at.map(|at| meanwhile.remove(at).1)
        };
        let engine = self.engine.lock().unwrap().upgrade();
        if let (Some(inbound), Some(engine)) = (due, engine) {
            engine.receive(vec![inbound]).await.unwrap();
            // Another pump beside the one that waits for this answer: the world does not stand still.
            engine.settle_all().await.unwrap();
        }
    }
}

/// What a message in an exact form of the grammar means to be done at once: a reminder, a note, a list, something shown.
async fn exact(request: &ModelRequest) -> Option<Intent> {
    let reply = Offline::default().ask(request).await.ok()?;
    let understanding: Understanding = serde_json::from_str(&reply.text).ok()?;
    let at_once = |intent: &Intent| matches!(intent, Intent::Remind(_) | Intent::Note { .. } | Intent::List { .. });
    understanding.intents.into_iter().find(at_once)
}

#[async_trait]
impl Senses for Mind {
    async fn words_of(&self, recording: &Recording) -> Result<ModelReply, Failure> {
        if !self.listens.load(Ordering::SeqCst) {
            return Err(ModelError::Impossible("no model writes down recordings".to_owned()).into());
        }
        let text = String::from_utf8(recording.bytes.clone()).unwrap();
        match text.as_str() {
            "refused" => Err(ModelError::Refused("no such model".to_owned()).into()),
            "busy" => Err(ModelError::Retry { after: std::time::Duration::from_secs(1) }.into()),
            _ => Ok(ModelReply { text, ..ModelReply::default() }),
        }
    }

    fn sees(&self) -> bool {
        self.sees.load(Ordering::SeqCst) || self.untried.load(Ordering::SeqCst)
    }

    async fn try_sight(&self) -> Usage {
        self.untried.store(false, Ordering::SeqCst);
        Usage::default()
    }
}

#[async_trait]
impl Model for Mind {
    async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, Failure> {
        check(request, self.patient.load(Ordering::SeqCst));
        self.put.lock().unwrap().push(serde_json::to_string(&(&request.turns, &request.tools)).unwrap());
        self.fuse.point("think").await;
        if self.down.load(Ordering::SeqCst) {
            return Err(ModelError::Retry { after: std::time::Duration::from_secs(1) }.into());
        }
        self.endures(request).await;
        self.interrupted(request).await;
        let thought = match &request.purpose {
            Purpose::Understand(input) => self.understands(input, exact(request).await),
            Purpose::Triage(input) => (self.reads.lock().unwrap())(input),
            Purpose::Work(input) => (self.works.lock().unwrap())(input),
            Purpose::Report(input) => (self.writes.lock().unwrap())(input),
            Purpose::FlowScript(input) => (self.scripts.lock().unwrap())(input, request.turns.len() > 2),
        };
        self.fuse.point("thought").await;
        self.asked.lock().unwrap().push(request.purpose.name().to_owned());
        self.answers.lock().unwrap().push(request.answers);
        *self.answered_at.lock().unwrap() = Some(self.fuse.passed());
        let wasted = *self.wasted.lock().unwrap();
        let costs = *self.costs.lock().unwrap();
        let told = |reply: ModelReply| ModelReply {
            usage: if reply.usage == Usage::default() { costs } else { reply.usage },
            ..reply
        };
        thought.map(told).map_err(|error| Failure { error, usage: wasted })
    }

    fn reads(&self) -> bool {
        assert!(!self.breaks.load(Ordering::SeqCst), "a fault on purpose");
        true
    }

    fn describe(&self) -> String {
        "a scripted model".to_owned()
    }

    fn capabilities(&self) -> ModelCapabilities {
        assert!(!self.breaks.load(Ordering::SeqCst), "a fault on purpose");
        let works = Found::Works;
        let able = Abilities {
            schema: works,
            forced_tool: works,
            streaming: works,
            usage: works,
            context: Some(128_000),
            trouble: None,
        };
        let until = Utc.with_ymd_and_hms(2026, 11, 23, 8, 5, 0).unwrap();
        let models = ["big-model", "small-model"].map(str::to_owned).to_vec();
        let line = |purpose| Line { purpose, models: models.clone(), in_use: 1 };
        ModelCapabilities {
            server: Some("models.example".to_owned()),
            lines: ["triage", "work", "report"].map(line).to_vec(),
            models: vec![
                Sitter { name: "big-model".to_owned(), able: Some(able), rests_until: Some(until) },
                Sitter { name: "small-model".to_owned(), able: None, rests_until: None },
            ],
            prices: self.prices.lock().unwrap().clone(),
            sees: if self.sees.load(Ordering::SeqCst) { works } else { Found::Unknown },
            ..ModelCapabilities::default()
        }
    }
}

/// What a plain model takes words about an item for.
fn about(item: &ItemLine, text: String) -> Option<Intent> {
    let handle = item.handle.clone();
    let change = Change { item: handle.clone(), text: text.clone(), sure: true };
    Some(match item.kind {
        ItemKind::Question => {
            let answered = Answered { question: 1, option: None, text };
            Intent::Answer { item: handle, answers: vec![answered] }
        }
        ItemKind::Decision => Intent::Decide { item: handle, option: None, text, sure: true },
        ItemKind::Approval => Intent::Decide { item: handle, option: None, text, sure: true },
        ItemKind::Card => Intent::CorrectPlan(change),
        ItemKind::Ticket => Intent::AddTo(change),
        ItemKind::Report => Intent::Revise(change),
        ItemKind::Reminder | ItemKind::Note | ItemKind::List => return None,
    })
}

/// One intent.
pub fn one(intent: Intent) -> Understanding {
    Understanding { why: String::new(), intents: vec![intent] }
}

/// Words alone.
pub fn said(text: &str) -> Thought {
    Ok(ModelReply { text: text.to_owned(), ..ModelReply::default() })
}

/// A flow with a script.
pub fn script(name: &str, script: &str, when: &str) -> Thought {
    said(&json!({"name": name, "script": script, "when": when}).to_string())
}

/// One tool call.
pub fn call(tool: &str, arguments: Value) -> Thought {
    let call = ToolCall { id: format!("call-{tool}"), name: tool.to_owned(), arguments: arguments.to_string() };
    Ok(ModelReply { calls: vec![call], ..ModelReply::default() })
}

/// A question to people with two options, the first recommended.
pub fn ask_for_decision() -> Thought {
    call(
        "ask_decision",
        json!({
            "question": "Offer B is cheapest but binds you for 24 months. May I recommend it?",
            "why": "You said you may move soon.",
            "options": [
                {"label": "Only monthly terms", "impact": "€3 more a month"},
                {"label": "24 months is fine", "impact": "saves €72 in total"}
            ],
            "recommended": 0,
            "reason": "you may move soon"
        }),
    )
}

/// The answer to the decision a run asked for, once it is there.
pub fn decision(input: &WorkInput) -> Option<&str> {
    input.steps.iter().rfind(|s| s.call.name == "ask_decision").map(|s| s.result.as_str())
}
