//! A model that thinks at random: good plans and bad ones, questions, nonsense, refusals, answers that come late or
//! never. It repeats nothing, so that whoever asks it twice hears two different things.

use crate::invariants::of_calls;
use crate::outside::around::{Around, Surroundings};
use crate::people::canary;
use async_trait::async_trait;
use chrono::TimeDelta;
use secretary::ports::model::{
    Failure, Model, ModelError, ModelReply, ModelRequest, Purpose, Recording, Senses, ToolCall, Usage,
};
use secretary::secretary::intent::thinking::TriageInput;
use secretary::secretary::intent::{
    Answered, Change, Idea, Intent, ItemKind, ItemLine, ListAct, LookUp, NoteAct, UnderstandInput, Understanding, When,
    WhenChange,
};
use secretary::secretary::ticket::plan::{Kind, PlannedTask, Question, Triage};
use serde_json::{Value, json};
use std::time::Duration;

/// The model of one life.
pub struct Mind {
    /// The life.
    pub around: Around,
    /// Where the journals are, to see what was finished already.
    pub memory: std::sync::Arc<crate::memory::Memory>,
}

impl Mind {
    /// How long it thinks, and what comes of it.
    fn decide(world: &mut Surroundings, request: &ModelRequest) -> (TimeDelta, Result<ModelReply, Failure>) {
        let usage = Usage { calls: 1, tokens_in: 100, tokens_out: 20, ..Usage::default() };
        let quick = world.moment(9_000);
        if world.chance.in_thousand(world.weather.model_fails) {
            let seconds = u64::try_from(world.chance.between(0, 90)).unwrap_or(0);
            let deadline = TimeDelta::from_std(request.deadline).unwrap_or(quick);
            let later = ModelError::Retry { after: Duration::from_secs(seconds) };
            return match world.chance.weighted(&[40, 20, 3, 3, 12, 3]) {
                0 => (quick, Err(later.into())),
                1 => (deadline, Err(ModelError::Retry { after: Duration::ZERO }.into())),
                2 => (quick, Err(ModelError::Quota("no credit".to_owned()).into())),
                3 => (quick, Err(ModelError::Refused("a wrong key".to_owned()).into())),
                4 => (quick, Err(Failure { error: ModelError::Unusable("cut off".to_owned()), usage })),
                _ => (quick, Err(ModelError::Impossible("That cannot be done.".to_owned()).into())),
            };
        }
        let nonsense = world.chance.in_thousand(world.weather.nonsense);
        let reply = match &request.purpose {
            Purpose::Understand(_) if nonsense => nonsense_about_a_message(world),
            Purpose::Understand(input) => understanding(world, input),
            Purpose::Triage(_) if nonsense => said("{\"why\": \"work\", \"intents\": [{\"kind\": \"idea\", \"quest"),
            Purpose::Triage(input) => triage(world, input),
            Purpose::Work(_) if nonsense => bad_turn(world),
            Purpose::Work(_) => turn(world),
            Purpose::Report(_) if nonsense => said("  "),
            Purpose::Report(_) => said("## Result\nTake **offer C**: €12 a month."),
            Purpose::FlowScript(_) if nonsense => said("{\"name\": \"Watch\", \"script\": \"notify(\"}"),
            Purpose::FlowScript(_) => {
                let script = "page = fetch('https://example.org/')\nif 'ready' in page:\n    notify('It is ready.')";
                said(&json!({"name": "Watch", "script": script, "when": ""}).to_string())
            }
        };
        (quick, Ok(ModelReply { usage, ..reply }))
    }
}

#[async_trait]
impl Senses for Mind {
    async fn words_of(&self, _recording: &Recording) -> Result<ModelReply, Failure> {
        let (time, heard) = {
            let mut world = self.around.lock();
            let (time, fails) = (world.moment(9_000), world.weather.model_fails);
            let heard = if world.chance.in_thousand(fails) {
                let after = Duration::from_secs(u64::try_from(world.chance.between(0, 90)).unwrap_or(0));
                Err(Failure::from(match world.chance.below(3) {
                    0 => ModelError::Retry { after },
                    1 => ModelError::Refused("a wrong key".to_owned()),
                    _ => ModelError::Unusable("nobody speaks in it".to_owned()),
                }))
            } else {
                Ok(said("Compare three offers for a new heating"))
            };
            (time, heard)
        };
        self.around.pass(time).await;
        heard
    }
}

#[async_trait]
impl Model for Mind {
    async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, Failure> {
        let (time, thought) = {
            let mut world = self.around.lock();
            of_calls::requests_are_whole(&mut world, request);
            let doing = world.doing.clone();
            of_calls::a_finished_answer_is_not_asked_for_again(&mut world, &self.memory, &doing, request);
            of_calls::work_that_is_held_calls_nobody(&mut world, &self.memory, &doing);
            let number = world.chance.draw().to_string();
            world.note("ask", &[request.purpose.name(), &number], || {
                format!("{} {}", request.purpose.name(), doing.row)
            });
            Self::decide(&mut world, request)
        };
        let turn = of_calls::Turn::begin(&self.around);
        self.around.pass(time).await;
        drop(turn);
        thought
    }

    fn reads(&self) -> bool {
        true
    }

    fn describe(&self) -> String {
        "a model of chance".to_owned()
    }
}

fn said(text: &str) -> ModelReply {
    ModelReply { text: text.to_owned(), ..ModelReply::default() }
}

/// Agents a plan may name; the last one does not work here.
const NAMED: [&str; 4] = ["researcher", "writer", "reviewer", "nobody"];
const SKILLS: [&str; 4] = ["research", "writing", "checking", "juggling"];

fn question(world: &mut Surroundings, number: usize) -> Question {
    let options: Vec<String> = ["Only A", "A and B", "Both"].iter().map(|o| (*o).to_owned()).collect();
    let several = world.chance.in_thousand(250);
    let question = json!({
        "text": format!("What about point {number}?"),
        "options": if world.chance.in_thousand(200) { Vec::new() } else { options.clone() },
        "default": if world.chance.in_thousand(300) { String::new() } else { options[0].clone() },
        "multiple": several,
        "required": world.chance.in_thousand(100),
    });
    serde_json::from_value(question).unwrap_or_default()
}

/// What a message means: something new, or something about what is open; now and then what does not fit there.
fn understanding(world: &mut Surroundings, input: &UnderstandInput) -> ModelReply {
    if input.may_look_up && world.chance.in_thousand(80) {
        let places = [LookUp::Recall, LookUp::Calculate, LookUp::WebSearch, LookUp::ReadUrl];
        let act = world.chance.of(&places).copied().unwrap_or(LookUp::Recall);
        return means(vec![Intent::LookUp { act, text: "offers".to_owned() }]);
    }
    let count = 1 + world.chance.weighted(&[85, 12, 3]);
    means((0..count).map(|_| intent(world, input)).collect())
}

fn means(intents: Vec<Intent>) -> ModelReply {
    let understanding = Understanding { why: "That is what they say.".to_owned(), intents };
    said(&serde_json::to_string(&understanding).unwrap_or_default())
}

/// Answers that are no understanding, or one of something that was not offered.
fn nonsense_about_a_message(world: &mut Surroundings) -> ModelReply {
    match world.chance.below(4) {
        0 => said("{\"why\": \"because\", \"intents\": [{\"kind\": \"ide"),
        1 => said("{\"why\": \"because\", \"intents\": []}"),
        2 => said("{\"why\": \"because\", \"intents\": [{\"kind\": \"launch\", \"item\": \"a\"}]}"),
        _ => means(vec![Intent::Start { item: "zz".to_owned() }]),
    }
}

fn intent(world: &mut Surroundings, input: &UnderstandInput) -> Intent {
    let open = world.chance.of(&input.items).cloned().filter(|_| world.chance.in_thousand(450));
    match open {
        Some(open) => about(world, &open, &input.message),
        None => anew(world, input),
    }
}

/// Something that is about nothing open. Words of others order nothing, but a model may think so.
fn anew(world: &mut Surroundings, input: &UnderstandInput) -> Intent {
    let orders = u32::from(!input.passed_on || world.chance.in_thousand(100));
    let text = input.message.clone();
    match world.chance.weighted(&[120, 20, 6, 10 * orders, 8 * orders, 6 * orders, 6 * orders, 6 * orders, 6 * orders])
    {
        0 => Intent::Idea(Box::new(idea(world, &input.message, false))),
        1 => Intent::Reply { text: "You are welcome.".to_owned() },
        2 => Intent::Unclear { text: "Which one do you mean?".to_owned() },
        3 => {
            let when = world.chance.in_thousand(800).then(|| when(world));
            Intent::Remind(WhenChange { item: None, text, when, act: None })
        }
        4 => Intent::Note { act: NoteAct::Keep, title: String::new(), text },
        5 => Intent::List { act: ListAct::Add, title: "Shopping list".to_owned(), things: vec!["milk".to_owned()] },
        6 => {
            let all = [("list", ""), ("decisions", ""), ("report", "daily 18:00"), ("settings", "quorum 2")];
            let (name, text) = world.chance.of(&all).copied().unwrap_or_default();
            Intent::Command { name: name.to_owned(), text: text.to_owned() }
        }
        7 => Intent::Undo {},
        _ if world.chance.in_thousand(300) => Intent::Pause { item: None },
        _ => Intent::Resume { item: None },
    }
}

/// Something about an open item.
fn about(world: &mut Surroundings, open: &ItemLine, message: &str) -> Intent {
    let (item, text, sure) = (open.handle.clone(), message.to_owned(), world.chance.in_thousand(600));
    let option = world.chance.in_thousand(700).then(|| 1 + world.chance.below(open.options.len()));
    let option = option.filter(|_| !open.options.is_empty());
    let own = if option.is_some() && world.chance.in_thousand(700) { String::new() } else { text.clone() };
    let change = Change { item: item.clone(), text, sure };
    let later = WhenChange { item: Some(item.clone()), text: String::new(), when: Some(when(world)), act: None };
    match (open.kind, world.chance.below(4)) {
        (ItemKind::Question | ItemKind::Card | ItemKind::Decision | ItemKind::Reminder, 0) => Intent::Snooze(later),
        (ItemKind::Question | ItemKind::Decision | ItemKind::Approval | ItemKind::Report, 1) => Intent::AddTo(change),
        (ItemKind::Question, _) => {
            // A number of a question that is not there is asked about once more.
            let question = 1 + world.chance.below(2);
            let answered = Answered { question, option: option.map(|_| 1), text: own };
            Intent::Answer { item, answers: vec![answered] }
        }
        (ItemKind::Decision, 2) if world.chance.in_thousand(200) => Intent::Widen(later),
        (ItemKind::Decision | ItemKind::Approval, _) => Intent::Decide { item, option, text: own, sure },
        (ItemKind::Card, 1) => Intent::Start { item },
        (ItemKind::Card, 2) | (ItemKind::Ticket, 0) | (ItemKind::Reminder, 1) => Intent::Cancel { item },
        (ItemKind::Card, _) => Intent::CorrectPlan(change),
        (ItemKind::Ticket, 1) => Intent::Pause { item: Some(item) },
        (ItemKind::Ticket, 2) => Intent::Resume { item: Some(item) },
        (ItemKind::Ticket, _) => Intent::AddTo(change),
        (ItemKind::Report, _) => Intent::Revise(change),
        (ItemKind::Reminder, _) => {
            let act = world.chance.of(&["set", "delete", "done"]).map(|act| (*act).to_owned());
            Intent::ChangeReminder(WhenChange { act, ..later })
        }
        (ItemKind::Note, _) => Intent::Note { act: NoteAct::Find, title: String::new(), text: "offers".to_owned() },
        (ItemKind::List, _) => Intent::List { act: ListAct::Show, title: String::new(), things: Vec::new() },
    }
}

/// A time in fields.
fn when(world: &mut Surroundings) -> When {
    let clock = || Some("09:00".to_owned());
    match world.chance.below(4) {
        0 => When { in_minutes: Some(world.chance.between(1, 3_000)), ..When::default() },
        1 => When { time: clock(), ..When::default() },
        2 => {
            When { time: clock(), weekdays: vec!["fri".to_owned()], every: Some("week".to_owned()), ..When::default() }
        }
        // A day that is over.
        _ => When { date: Some("2020-02-29".to_owned()), time: clock(), ..When::default() },
    }
}

/// An idea that is read once more: as an understanding, or as a plan of the form the rules give.
fn triage(world: &mut Surroundings, input: &TriageInput) -> ModelReply {
    let idea = idea(world, &input.idea, input.must_assume);
    let drawn = world.chance.weighted(&[90, 6, 1]);
    let kind = if drawn == 1 { Kind::Talk } else { Kind::Idea };
    let reply = if kind == Kind::Talk { "You are welcome.".to_owned() } else { String::new() };
    if drawn == 2 || world.chance.in_thousand(300) {
        let requirement = idea.requirement();
        let Idea { questions, tasks, risk, beyond, .. } = idea;
        let triage = Triage { kind, reply, questions, requirement, tasks, risk, beyond, ..Triage::default() };
        return said(&serde_json::to_string(&triage).unwrap_or_default());
    }
    means(vec![if kind == Kind::Talk { Intent::Reply { text: reply } } else { Intent::Idea(Box::new(idea)) }])
}

/// What is made of somebody's words.
fn idea(world: &mut Surroundings, words: &str, must_assume: bool) -> Idea {
    let asks = world.chance.in_thousand(if must_assume { 60 } else { 380 });
    let questions = if asks { world.chance.between(1, 4) } else { 0 };
    let questions = (0..questions).map(|n| question(world, usize::try_from(n).unwrap_or(0))).collect();
    let count = world.chance.weighted(&[1, 50, 30, 15, 6, 1]);
    let tasks = (0..count).map(|n| planned(world, n, count)).collect();
    Idea {
        title: canary::before("Compare offers", words),
        summary: canary::before("Compare the offers and recommend one.", words),
        done_when: vec!["one recommendation".to_owned()],
        due: String::new(),
        when: world.chance.in_thousand(40).then(|| When { in_minutes: Some(90), ..When::default() }),
        only_if: if world.chance.in_thousand(300) { "it is cheap".to_owned() } else { String::new() },
        assumptions: Vec::new(),
        questions,
        tasks,
        risk: if world.chance.in_thousand(250) { 0.9 } else { 0.1 },
        beyond: world.chance.in_thousand(15).then(|| "That takes a hand.".to_owned()),
    }
}

fn planned(world: &mut Surroundings, number: usize, of: usize) -> PlannedTask {
    let named = world.chance.in_thousand(400);
    // Now and then the tasks wait for each other in a circle.
    let before = if world.chance.in_thousand(25) { number + 1 } else { number };
    let needs = (0..before.min(of)).filter(|_| world.chance.in_thousand(400)).map(|n| format!("t{n}")).collect();
    // The last skill nobody has, and the last agent does not work here.
    let known = if world.chance.in_thousand(60) { 4 } else { 3 };
    let skill = world.chance.of(&SKILLS[..known]).copied();
    let agents = &NAMED[..known];
    PlannedTask {
        key: format!("t{number}"),
        title: format!("Step {number}"),
        instruction: "Find out what it costs.".to_owned(),
        agent: world.chance.of(agents).filter(|_| named).map(|name| (*name).to_owned()),
        capabilities: skill.filter(|_| !named).map(str::to_owned).into_iter().collect(),
        needs,
    }
}

fn call(world: &mut Surroundings, name: &str, arguments: &Value) -> ToolCall {
    ToolCall {
        id: format!("c{}", world.chance.below(1_000_000)),
        name: name.to_owned(),
        arguments: arguments.to_string(),
    }
}

fn turn(world: &mut Surroundings) -> ModelReply {
    if world.chance.in_thousand(world.weather.rash) {
        let name = if world.chance.in_thousand(500) { "keep" } else { "fail" };
        return ModelReply { calls: vec![call(world, name, &json!({}))], ..ModelReply::default() };
    }
    let asks = world.chance.in_thousand(world.weather.asks);
    let calls = match world.chance.weighted(&[45, 25, 14, 8, 5, 3, 12]) {
        _ if asks => vec![call(world, "ask_decision", &json!({"hours": 30, "policy": "hold"}))],
        0 => return said("Offer C costs €12 a month."),
        1 => vec![call(world, "look_up", &json!({"words": "offers"}))],
        2 => {
            let hours = world.chance.between(1, 30);
            let policy = world.chance.of(&["hold", "recommended", "cancel", ""]).copied().unwrap_or_default();
            vec![call(world, "ask_decision", &json!({"hours": hours, "policy": policy}))]
        }
        3 => vec![call(world, "report_progress", &json!({"line": "Half of it is done"}))],
        4 => vec![call(world, "keep", &json!({})), call(world, "look_up", &json!({}))],
        5 => vec![call(world, "set_reminder", &json!({}))],
        _ => vec![call(world, "send_letter", &json!({"to": "Kim"}))],
    };
    ModelReply { calls, ..ModelReply::default() }
}

fn bad_turn(world: &mut Surroundings) -> ModelReply {
    match world.chance.below(4) {
        0 => ModelReply::default(),
        1 => ModelReply { calls: vec![call(world, "launch", &json!({"missiles": 2}))], ..ModelReply::default() },
        2 => ModelReply {
            calls: vec![ToolCall { id: "c".to_owned(), name: "keep".to_owned(), arguments: "{\"broken".to_owned() }],
            ..ModelReply::default()
        },
        _ => ModelReply { calls: vec![call(world, "fail", &json!({}))], ..ModelReply::default() },
    }
}
