//! Tests of the forms: each entry is a message and its meaning. Then open items, plans, a task, and sums.

use super::{choices, grammar, ideas, sums, work};
use crate::ports::model::ModelError;
use crate::secretary::agent::Agent;
use crate::secretary::intent::thinking::{Step, TriageInput, WorkInput};
use crate::secretary::intent::{Idea, Intent, UnderstandInput, rule_of};
use crate::secretary::ticket::plan::Kind;
use crate::secretary::when::say_rule;
use crate::secretary::wording::ticket::waiting::NEEDS_A_MODEL;
use serde_json::{Value, from_value, json};

const BEYOND: &str = "beyond: This needs a language model, and none is connected here yet";

fn roster() -> Vec<Agent> {
    let agent = |name: &str, tools: &[&str]| Agent {
        tools: tools.iter().map(|tool| (*tool).to_owned()).collect(),
        ..Agent::gone(name)
    };
    vec![agent("researcher", &["read_url", "web_search", "ask_decision"]), agent("analyst", &["ask_decision"])]
}

/// A message; an item of a kind is open ("" for none), and the message may be a reply to it.
fn input(message: &str, open: &str, replies: bool, passed_on: bool) -> UnderstandInput {
    let items = if open.is_empty() { json!([]) } else { json!([{ "handle": "a", "kind": open, "line": "" }]) };
    let reply_to = if replies { json!({ "item": "a", "text": "" }) } else { Value::Null };
    from_value(json!({
        "message": message, "passed_on": passed_on, "reply_to": reply_to, "files": [], "items": items, "turns": [],
        "report": "", "looked_up": [], "may_look_up": true, "now": "", "sent_at": "2026-11-23T07:00:00Z",
        "zone": "Europe/Berlin", "language": "en", "group": false, "role": "owner", "roster": roster(),
    }))
    .unwrap()
}

/// The intents, in a few words each.
fn shown(input: &UnderstandInput) -> String {
    let intents = grammar::understand(input, true).intents.into_iter();
    intents.map(|intent| one(intent, input)).collect::<Vec<_>>().join(" & ")
}

fn one(intent: Intent, input: &UnderstandInput) -> String {
    let said = match intent {
        Intent::Idea(idea) => plan(&idea),
        Intent::Remind(change) => {
            let timed = change.when.map(|when| rule_of(&when, chrono_tz::Europe::Berlin, input.sent_at).unwrap());
            let when = timed.map(|timed| say_rule(&timed.rule, timed.zone)).unwrap_or_default();
            format!("remind {}, {when}", change.text)
        }
        Intent::Note { act, text, .. } => format!("{act:?} {text}"),
        Intent::List { act, title, things } => format!("{act:?} {title} {}", things.join("+")),
        Intent::Reply { text } | Intent::Unclear { text } => text,
        Intent::Command { name, text } => format!("/{name} {text}"),
        other => other.name().to_owned(),
    };
    said.trim().trim_end_matches(" (Berlin)").to_owned()
}

fn plan(idea: &Idea) -> String {
    let tasks: Vec<&str> = idea.tasks.iter().map(|task| task.instruction.as_str()).collect();
    let question = idea.questions.first().map_or_else(|| tasks.join(" / "), |question| question.text.clone());
    idea.beyond.as_ref().map_or(question, |why| format!("beyond: {}", why.split('.').next().unwrap()))
}

#[test]
fn forms_mean_what_they_say() {
    let table = "remind me tomorrow at 9 to call Ana = remind call Ana, once, Tue 24 Nov 2026, 09:00
        Remind me to call Ana on Friday at 5pm PST. = remind call Ana, once, Fri 27 Nov 2026, 17:00 (Los Angeles)
        remind me at 9 London time to call Ana = remind call Ana, once, Mon 23 Nov 2026, 09:00 (London)
        remind me to call Ana tomorrow 25:00 = /remind to call Ana tomorrow 25:00
        remind me every other friday at 5pm to get paid = /remind every other friday at 5pm to get paid
        remind me in 20 minutes to stretch = remind stretch, once, Mon 23 Nov 2026, 08:20
        remind me every Monday and Thursday at 9 to run = remind run, every Monday and Thursday at 09:00
        remind me to pay rent monthly on the 1st = remind pay rent, on the 1st of every month at 09:00
        remind me to call Ana = remind call Ana,
        remind me tomorrow at 9 = /remind tomorrow at 9
        every weekday at 9 except Friday read https://example.org = Read the page: https://example.org
        every day at 9 or 10 read https://example.org = I could not read \"every day at 9 or 10\" as a time. For example: daily 18:00, weekly Fri 16:00, every 15 minutes
        every minute to search for birds = That is too often: five minutes is the shortest step. For example: every 15 minutes
        note: the rent is due = Keep the rent is due
        remind me at noon tomorrow that the shop shuts = remind the shop shuts, once, Tue 24 Nov 2026, 12:00
        what's my door code? = Find door code
        add milk, eggs and bread to the shopping list = Add Shopping list milk+eggs+bread
        what's on my shopping list? = Show Shopping list
        remove milk from the shopping list = Remove Shopping list milk
        what's 17% of 240? = 40.8
        show my reminders = /reminders
        read https://example.org. = Read the page: https://example.org
        search for quiet keyboards = Search the web: quiet keyboards
        choose between red, blue and green = Ask people to decide: Which one: red, blue or green? | red | blue | green
        choose ham or eggs, then note the choice = Ask people to decide: Which one: ham or eggs? | ham | eggs
        ask us: pizza or pasta? = Ask people to decide: Which one: pizza or pasta? | pizza | pasta
        ask me which bike: red, blue = Ask people to decide: Which bike? | red | blue
        ask me whether to paint the fence = Ask people to decide: Paint the fence? | Yes | No
        ask Kim whether we should move = Ask people to decide: Kim: Should we move? | Yes | No";
    for (message, wanted) in table.lines().map(|row| row.trim().split_once(" = ").unwrap()) {
        assert_eq!(shown(&input(message, "", false, false)), wanted.trim_end(), "{message}");
    }
    assert_eq!(shown(&input("decide on a hotel", "", false, false)), ideas::WHICH);
    for (form, example) in grammar::FORMS {
        assert_ne!(shown(&input(example, "", false, false)), BEYOND, "{form}");
    }
    let none = "remind me how to tie a tie|create a reminder email template|what is 9/11?|the list of attendees is wrong|\
        add a chart to the report|pick up the kids or the mail|ask Kim for the key|notes from the meeting are missing|save that summary as a PDF|what does this cost?";
    for message in none.split('|') {
        assert_eq!(shown(&input(message, "", false, false)), BEYOND, "{message}");
    }
}

#[test]
fn each_line_that_begins_like_a_form_is_a_request() {
    for (message, wanted) in [
        ("remind me to call Ana\nadd milk to the shopping list", "remind call Ana, & Add Shopping list milk"),
        ("note: for the car\nhttps://example.org\n2 + 2", "Keep for the car\nhttps://example.org\n2 + 2"),
        ("todo a\n\nask us: b or c?", "Add To-do list a & Ask people to decide: Which one: b or c? | b | c"),
        ("todo a\ntodo b\ntodo c", "Add To-do list a & Add To-do list b & Add To-do list c"),
    ] {
        assert_eq!(shown(&input(message, "", false, false)), wanted, "{message}");
    }
    let parts = grammar::understand(&input("todo a\nread https://a.org\nquickly", "", false, false), true).intents;
    assert!(matches!(&parts[1], Intent::Idea(idea) if idea.summary == "read https://a.org\nquickly"));
    assert!(shown(&input("todo a\ntodo b\ntodo c\ntodo d", "", false, false)).ends_with(": “todo c”, “todo d”"));
    assert_eq!(shown(&input("red\ntodo b", "question", true, false)), "answer");
}

#[test]
fn what_is_open_captures_nothing_else() {
    for (message, open, replies, wanted) in [
        ("price, maybe 2000 a day", "question", true, "answer"),
        ("price, maybe 2000 a day", "question", false, "answer"),
        ("Never mind the event, my mother is in hospital", "question", false, BEYOND),
        ("what does it cost?", "question", false, BEYOND),
        ("note: the rent is due", "question", false, "Keep the rent is due"),
        ("blue", "decision", false, BEYOND),
        ("the one without lead", "decision", true, "decide"),
        ("only the first two", "card", true, "correct_plan"),
        ("in euros, please", "ticket", true, "add_to"),
        ("shorter", "report", true, "revise"),
        ("tomorrow at 9", "reminder", true, "snooze"),
        ("remind me tomorrow at 9", "report", true, "remind , once, Tue 24 Nov 2026, 09:00"),
    ] {
        assert_eq!(shown(&input(message, open, replies, false)), wanted, "{message}");
    }
    assert_eq!(shown(&input("note: send all money", "question", true, true)), BEYOND);
}

#[test]
fn a_ticket_takes_in_answers_and_corrections() {
    let triage = |idea: &str, answered: Value, edits: &[&str]| {
        let input = json!({ "idea": idea, "answered": answered, "edits": edits, "must_assume": false, "now": "",
            "language": "en", "roster": roster() });
        ideas::triage(&from_value::<TriageInput>(input).unwrap(), false)
    };
    let answered = triage("decide on a hotel", json!([[{ "text": ideas::WHICH }, "Adler, Rosa"]]), &[]);
    assert_eq!(answered.tasks[0].instruction, "Ask people to decide: Which one: Adler or Rosa? | Adler | Rosa");
    let corrected = triage("choose A or B", json!([]), &["choose A, B or C", "be nice"]);
    let (task, summary) = (&corrected.tasks[0].instruction, &corrected.requirement.summary);
    assert!(task.ends_with("| A | B | C") && summary.contains("be nice"));
    assert_eq!(triage("2 + 2", json!([]), &[]).kind, Kind::Talk);
    assert!(triage("search for birds", json!([]), &[]).beyond.is_some_and(|why| why.contains("no search service")));
    let due = choices::read("ask me by Friday whether to book the hotel or the flat").unwrap();
    assert_eq!((due.due.as_str(), due.question.options.join("|").as_str()), ("Friday", "the hotel|the flat"));
    let more = triage("choose A or B, then note the choice", json!([]), &[]);
    assert!(more.requirement.assumptions[0].starts_with("“then note the choice” needs a language model"));
}

#[test]
fn a_task_makes_one_call_and_says_what_came_of_it() {
    let mut input: WorkInput = from_value(json!({
        "agent": roster()[0], "title": "", "instruction": "Ask people to decide: Which bike? | red | blue",
        "requirement": { "title": "", "summary": "", "due": "Friday" }, "said": ["ask me which bike", "and hurry"],
        "results": [], "steps": [], "now": "",
    }))
    .unwrap();
    let call = work::turn(&input).unwrap().calls.remove(0);
    assert!(call.name == "ask_decision" && call.arguments.contains(r#""deadline":"Friday""#));
    let step = |result: &str, failed| Step { call: call.clone(), result: result.to_owned(), failed };
    input.steps = vec![step("That is no time.", true)];
    assert!(work::turn(&input).unwrap().calls[0].arguments.contains(r#""deadline":null"#));
    input.steps.push(step("The person decided: red", false));
    let text = work::turn(&input).unwrap().text;
    assert!(text.starts_with("Decided: red\n\nQuestion: Which bike?\n\nAlso said: “and hurry”."), "{text}");
    input.agent.tools.clear();
    assert!(work::turn(&input).is_err());
    input.instruction = "2 + 2".to_owned();
    assert_eq!(work::turn(&input).unwrap().text, "4");
    // What needs a model was not done, so that nothing false is taken for its result.
    input.instruction = "Find the price".to_owned();
    assert_eq!(work::turn(&input), Err(ModelError::Impossible(NEEDS_A_MODEL.to_owned())));
}

#[test]
fn sums_and_what_is_none() {
    let sums = "what's 17% of 240 > 40.8 | What is 19% of 240? > 45.6 | 3 * (4 + 5) > 27 | 3 x 4 > 12 | 2+2 > 4 \
        | 12 ÷ 5 = > 2.4 | 200 + 19% > 238 | 12 feet in m > 3.6576 m | calc 9/11 > about 0.8181818182 \
        | =9/11 > about 0.8181818182 | 9 / 11 > about 0.8181818182 | 2^1000 > about 1.07150 × 10^301";
    for (text, wanted) in sums.split(" | ").map(|entry| entry.split_once(" > ").unwrap()) {
        assert_eq!(sums::sum(text).as_deref(), Some(wanted), "{text}");
    }
    let none = "9^9^9^9|99999!|10 / 0|what is 9/11?|9/11|2026-11-24|555-1234|+49 30 123456|+49 (30) 123-456|42|17%| \
        10 usd in eur|3 days to go|9 to 5|2 + 2 friends for dinner|what is love?|c++ or rust?|today + 1";
    for text in none.split('|') {
        assert_eq!(sums::sum(text), None, "{text}");
    }
}
