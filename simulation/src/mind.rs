//! A model that thinks at random: good plans and bad ones, questions, nonsense, refusals, answers that come late or
//! never. It repeats nothing, so that whoever asks it twice hears two different things.

use crate::around::{Around, Surroundings};
use crate::canary;
use crate::invariants::of_calls;
use async_trait::async_trait;
use chrono::TimeDelta;
use secretary::ports::model::{Failure, Model, ModelError, ModelReply, ModelRequest, Purpose, ToolCall, Usage};
use secretary::secretary::plan::{Kind, PlannedTask, Question, Requirement, Triage};
use secretary::secretary::thinking::TriageInput;
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
            Purpose::Triage(_) if nonsense => said("{\"kind\": \"idea\", \"quest"),
            Purpose::Triage(input) => triage(world, input),
            Purpose::Work(_) if nonsense => bad_turn(world),
            Purpose::Work(_) => turn(world),
            Purpose::Report(_) if nonsense => said("  "),
            Purpose::Report(_) => said("## Result\nTake **offer C**: €12 a month."),
        };
        (quick, Ok(ModelReply { usage, ..reply }))
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

fn triage(world: &mut Surroundings, input: &TriageInput) -> ModelReply {
    let (must_assume, running) = (input.must_assume, input.running.is_some());
    let kind = match world.chance.weighted(&[90, 6, if running { 30 } else { 1 }]) {
        0 => Kind::Idea,
        1 => Kind::Talk,
        _ => Kind::Addition,
    };
    let asks = world.chance.in_thousand(if must_assume { 60 } else { 380 });
    let questions = if asks { world.chance.between(1, 4) } else { 0 };
    let questions = (0..questions).map(|n| question(world, usize::try_from(n).unwrap_or(0))).collect();
    let count = world.chance.weighted(&[1, 50, 30, 15, 6, 1]);
    let tasks = (0..count).map(|n| planned(world, n, count)).collect();
    let triage = Triage {
        kind,
        reply: if kind == Kind::Talk { "You are welcome.".to_owned() } else { String::new() },
        questions,
        requirement: Requirement {
            title: canary::before("Compare offers", &input.idea),
            summary: "Compare the offers and recommend one.".to_owned(),
            done_when: vec!["one recommendation".to_owned()],
            ..Requirement::default()
        },
        tasks,
        risk: if world.chance.in_thousand(250) { 0.9 } else { 0.1 },
        beyond: world.chance.in_thousand(15).then(|| "That takes a hand.".to_owned()),
    };
    said(&serde_json::to_string(&triage).unwrap_or_default())
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
