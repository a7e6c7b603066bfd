//! The five dialogues: the product's own requests through the product's own adapter, and what came of them.

use crate::judging::{self, Held, NOW, ZONE};
use crate::watched::Watched;
use secretary::adapters::offline::Offline;
use secretary::engine::{model_request, understanding_request};
use secretary::ports::grammar::Grammar;
use secretary::ports::model::{
    Model, ModelError, ModelReply, Purpose, ReportInput, TaskOutcome, ToolSpec, TriageInput, Turn, WorkInput,
    triage_of, understanding_of,
};
use secretary::secretary::agent::Agent;
use secretary::secretary::ids::TicketId;
use secretary::secretary::intent::check::check;
use secretary::secretary::intent::{Intent, ItemKind, ItemLine, OpenItem, Target, UnderstandInput};
use secretary::secretary::ticket::plan::Requirement;
use secretary::secretary::when;
use serde_json::{Value, json};

/// The dialogues, in order.
pub const DIALOGUES: [&str; 5] = ["an idea", "a reminder", "a decision in words", "an agent with a tool", "a report"];
/// The most rounds of questions.
const ROUNDS: usize = 2;
/// The most turns of the agent.
const TURNS: usize = 4;

/// Plays one of the dialogues, by its place.
pub async fn play(place: usize, model: &Watched, agents: &[Agent]) -> Held {
    // The instructions of agents are no part of an understanding.
    let roster: Vec<Agent> = agents.iter().map(|agent| Agent { prompt: String::new(), ..agent.clone() }).collect();
    match place {
        0 => idea(model, &roster).await,
        1 => {
            let words = "remind me tomorrow at 3 in the afternoon to call the dentist";
            judging::reminder(&understood(model, &message(words, &roster), &[]).await?)
        }
        2 => decision(model, &roster).await,
        3 => work(model, agents).await,
        _ => report(model).await,
    }
}

/// An idea is understood, its questions are answered, and a plan comes of it.
async fn idea(model: &Watched, roster: &[Agent]) -> Held {
    let words = "Compare three hosting offers for our small web shop and tell me which one to take.";
    let input = message(words, roster);
    let intents = understood(model, &input, &[]).await?;
    let other = judging::other(&intents);
    let mut ideas = intents.into_iter().filter_map(|intent| match intent {
        Intent::Idea(idea) => Some(idea.triage()),
        _ => None,
    });
    let (mut read, mut answered, mut rounds) = (ideas.next().ok_or(other)?, Vec::new(), 0);
    while !read.questions.is_empty() && rounds < ROUNDS {
        rounds += 1;
        for question in std::mem::take(&mut read.questions) {
            let answer = question.options.first().cloned().unwrap_or_else(|| "left to you".to_owned());
            answered.push((question, answer));
        }
        let again = TriageInput {
            idea: words.to_owned(),
            answered: answered.clone(),
            must_assume: rounds == ROUNDS,
            now: input.now.clone(),
            language: input.language.clone(),
            roster: roster.to_vec(),
            ..TriageInput::default()
        };
        let reply = asked(model, &Purpose::Triage(again)).await?;
        read = triage_of(&reply).map_err(|error| error.to_string())?;
    }
    judging::plan(read, rounds)
}

/// A decision is open, and the person answers in words.
async fn decision(model: &Watched, roster: &[Agent]) -> Held {
    let line = "#9 “Logo” asks: Which colour should the logo have?".to_owned();
    let options = ["1 red", "2 blue"].map(str::to_owned).to_vec();
    let (handle, kind) = ("a".to_owned(), ItemKind::Decision);
    let target = Target::Ticket { ticket: TicketId::new("T9") };
    let item = OpenItem { handle: handle.clone(), kind, target, options: vec![2], label: line.clone() };
    let items = vec![ItemLine { handle, kind, line, options }];
    let input = UnderstandInput { items, ..message("I like blue better", roster) };
    judging::decision(&understood(model, &input, &[item]).await?)
}

/// An agent is offered two tools, and its task takes a sum.
async fn work(model: &Watched, agents: &[Agent]) -> Held {
    let agent = agents.iter().find(|agent| agent.name == "analyst").ok_or("there is no analyst")?;
    let words = "What is 1,234.50 euros plus 19 percent VAT?";
    let input = WorkInput {
        agent: agent.clone(),
        title: "VAT".to_owned(),
        instruction: format!("{words} Calculate it with the tool and state the sum."),
        requirement: Requirement { title: "VAT".to_owned(), summary: words.to_owned(), ..Requirement::default() },
        minutes: None,
        said: vec![words.to_owned()],
        read: Vec::new(),
        files: Vec::new(),
        refers: Vec::new(),
        results: Vec::new(),
        steps: Vec::new(),
        now: message("", &[]).now,
    };
    let mut request = model_request(&Purpose::Work(Box::new(input)), model.model.capabilities().room("work", None));
    let tool = |name: &str, description: &str, argument: &str| ToolSpec {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters: json!({"type": "object", "properties": {argument: {"type": "string"}}, "required": [argument],
            "additionalProperties": false}),
        verbatim: vec![],
    };
    request.tools = vec![
        tool("calculate", "Calculates exactly: + - * /, percent (“19% of 240”), parentheses.", "expression"),
        tool("read_url", "Reads a public web page and gives its text.", "url"),
    ];
    let mut calculated = 0;
    for _ in 0..TURNS {
        let reply = model.ask(&request).await.map_err(|error| error.to_string())?;
        if reply.calls.is_empty() {
            return judging::work(&reply.text, calculated);
        }
        let (calls, kept) = (reply.calls, reply.kept);
        request.turns.push(Turn::Assistant { content: reply.text, calls: calls.clone(), kept });
        for call in calls {
            let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or_default();
            let expression = arguments["expression"].as_str().filter(|_| call.name == "calculate");
            let sum = expression.and_then(|expression| Offline::default().sum(&format!("={expression}")));
            calculated += usize::from(sum.is_some());
            let content = sum.unwrap_or_else(|| "That is no sum. For example: 240 * 1.19".to_owned());
            request.turns.push(Turn::Tool { id: call.id, content });
        }
    }
    Err(format!("no result after {TURNS} turns, {calculated} sums"))
}

/// Results in English become a report in the person's language.
async fn report(model: &Watched) -> Held {
    let outcome = |title: &str, text: &str| TaskOutcome {
        title: title.to_owned(),
        agent: "Researcher".to_owned(),
        done: true,
        used: 2,
        text: text.to_owned(),
    };
    let input = ReportInput {
        idea: "Vergleiche drei Hosting-Angebote für unseren kleinen Laden und sag mir, welches ich nehmen soll."
            .to_owned(),
        requirement: Requirement { title: "Hosting".to_owned(), ..Requirement::default() },
        results: vec![
            outcome("Offers", "A costs 14 euros a month, B 9 euros for 24 months, C 12 euros with monthly notice."),
            outcome(
                "Recommendation",
                "Take C: 12 euros a month, monthly notice, and it is fast enough for 2,000 visitors.",
            ),
        ],
        language: "de".to_owned(),
        ..ReportInput::default()
    };
    judging::report(&asked(model, &Purpose::Report(input)).await?.text)
}

async fn asked(model: &Watched, purpose: &Purpose) -> Result<ModelReply, String> {
    let tokens = model.model.capabilities().room(purpose.name(), None);
    model.ask(&model_request(purpose, tokens)).await.map_err(|error| error.to_string())
}

/// What a message means; asked for once more with the fault where an answer cannot be used, as the engine does.
async fn understood(model: &Watched, input: &UnderstandInput, items: &[OpenItem]) -> Result<Vec<Intent>, String> {
    let mut fault: Option<String> = None;
    loop {
        let tokens = model.model.capabilities().room("triage", None);
        let why = match model.ask(&understanding_request(input, fault.as_deref(), tokens)).await {
            Ok(reply) => match usable(&reply, items) {
                Ok(intents) => return Ok(intents),
                Err(why) => why,
            },
            Err(ModelError::Unusable(why)) => why,
            Err(error) => return Err(error.to_string()),
        };
        if fault.is_some() {
            return Err(format!("two answers cannot be used: {why}"));
        }
        fault = Some(why);
    }
}

fn usable(reply: &ModelReply, items: &[OpenItem]) -> Result<Vec<Intent>, String> {
    let understanding = understanding_of(reply).map_err(|error| error.to_string())?;
    check(&understanding, items, false, false).map_err(|fault| fault.to_string())?;
    Ok(understanding.intents)
}

/// A message with nothing open.
fn message(words: &str, roster: &[Agent]) -> UnderstandInput {
    let (now, zone) = (NOW.parse().unwrap_or_default(), when::parse_zone(ZONE).unwrap_or_default());
    UnderstandInput {
        message: words.to_owned(),
        now: when::say_time(now, zone, now),
        sent_at: now,
        zone: ZONE.to_owned(),
        language: "en".to_owned(),
        role: "owner".to_owned(),
        roster: roster.to_vec(),
        ..UnderstandInput::default()
    }
}
