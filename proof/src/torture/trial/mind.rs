//! The model of a trial: it thinks by script. Whatever it says repeats the unique word of what it was asked about, with
//! a mark in front, so that every copy of a prompt, a report or a note can be counted.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::fault::Gate;
use crate::model::{FakeModel, Reply};
use crate::tools::NOT_TAKEN;
use crate::torture::chance::Chance;
use crate::torture::moment;

/// In front of the word in a question to people.
pub const ASK: &str = "ask";
/// In front of the word on the two buttons of a question.
pub const OPTIONS: [&str; 2] = ["opta", "optb"];
/// In front of the word in a report.
pub const REPORT: &str = "rep";
/// In front of the word in a line of progress.
pub const PROGRESS: &str = "prog";
/// In front of the word in what a tool writes.
pub const NOTE: &str = "note";
/// In front of the word in what a tool orders.
pub const ORDER: &str = "ord";
/// In front of the word in a short reply.
pub const REPLY: &str = "talk";
/// In front of the word in what a flow says on its way; its end is a reply.
pub const SAID: &str = "said";
/// In front of the number of rows in the end of a flow, and the number there must be.
pub const ROWS: &str = " rows ";
/// See [`ROWS`].
pub const BOTH: &str = "2";
/// The name of a flow, which its word follows.
pub const FLOW: &str = "Count";
/// What a message says that wants a short reply and nothing else.
pub const SHORT: &str = "shortly";

/// The schema of what a message means, and how the instructions begin that ask for it.
const UNDERSTANDING: &str = "understanding";
const UNDERSTANDS: &str = "You are the understanding of a secretary.";

/// The button under work that was cut off three times at one step: it asks what now, which is an end of its own.
pub const CUT_OFF: &str = "Try again";

/// The buttons of the question what became of a call that was cut off: it is to be made again, and it was done.
pub const AGAIN: &str = "Retry";
/// See [`AGAIN`].
pub const WORKED: &str = "It worked";

/// The tool that places orders.
const PLACE_ORDER: &str = "place_order";

/// Length of a word.
const WORD: usize = 10;

/// What the model does to a request instead of answering it.
pub type Trouble = Box<dyn FnMut(&mut Chance, &Value) -> Option<Reply> + Send>;

/// The first word of a trial in a text.
pub fn word_in(text: &str) -> Option<&str> {
    let fits = |at: usize| {
        let word = text.get(at..at + WORD)?;
        word.bytes().all(|b| b.is_ascii_lowercase()).then_some(word)
    };
    text.match_indices("zw").find_map(|(at, _)| fits(at))
}

/// Gives a model its script. Thoughts take up to this long; `trouble` is asked first.
pub fn think(model: &FakeModel, seed: u64, longest: Duration, trouble: Option<Trouble>) {
    let state = Arc::new(Mutex::new((Chance::of(seed), trouble)));
    model.answer_with(move |body| {
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let (chance, trouble) = &mut *state;
        let Some(word) = asked_about(body) else { return wordless(body) };
        if let Some(spoiled) = trouble.as_mut().and_then(|trouble| trouble(chance, body)) {
            return spoiled;
        }
        let reply = answer(body, &word);
        let wait = chance.within(longest);
        if wait.is_zero() {
            return reply;
        }
        let gate = Gate::new();
        let later = gate.clone();
        tokio::spawn(async move {
            moment::pass(wait).await;
            later.release();
        });
        reply.held_by(&gate)
    });
}

/// Whether a request asks what a message means, or what an idea does with what was answered since.
fn understands(body: &Value) -> bool {
    let instructions = body["messages"][0]["content"].as_str().unwrap_or_default();
    body["response_format"]["json_schema"]["name"] == UNDERSTANDING || instructions.starts_with(UNDERSTANDS)
}

/// What people wrote to whoever asks, in order.
fn texts(body: &Value) -> Vec<&str> {
    let messages = body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    messages.iter().filter(|m| m["role"] == "user").filter_map(|m| m["content"].as_str()).collect()
}

/// What is marked as said, in order. Other ideas of the same person may be named beside, in their words, too.
fn said<'t>(texts: &[&'t str]) -> Vec<&'t str> {
    let said = texts.iter().flat_map(|text| text.split("<said>").skip(1));
    said.filter_map(|text| text.split("</said>").next()).collect()
}

/// The word a request is about; none for the tries at start, and for a message without one.
fn asked_about(body: &Value) -> Option<String> {
    let texts = texts(body);
    if let Some(word) = said(&texts).into_iter().find_map(word_in) {
        return Some(word.to_owned());
    }
    if understands(body) {
        return None;
    }
    let own = texts
        .iter()
        .flat_map(|text| text.split(" project").filter_map(|before| before.get(before.len().checked_sub(WORD)?..)));
    let own = { own }.find_map(word_in);
    own.or_else(|| texts.iter().find_map(|text| word_in(text))).map(str::to_owned)
}

fn answer(body: &Value, word: &str) -> Reply {
    if understands(body) {
        return Reply::json(&understanding(body, word)).usage(900, 120);
    }
    if body["tools"].is_array() {
        return work(body, word).usage(700, 60);
    }
    Reply::text(&format!("Take offer C, {REPORT}{word}.\n\n- A costs 14\n- C costs 12")).usage(400, 80)
}

/// What a message means: something short is answered at once, anything else is work. A short answer says again what it is
/// about, as the judge of the order in which people are answered wants it.
fn understanding(body: &Value, word: &str) -> Value {
    if said(&texts(body)).iter().any(|text| text.contains(SHORT)) {
        return only(json!({"kind": "reply", "text": format!("Yes, {REPLY}{word}: so is the {word} project.")}));
    }
    let tasks = json!([{"key": "t1", "title": "Compare", "instruction": format!("Compare the offers for {word}."),
        "agent": "planner", "capabilities": ["planning"], "needs": []}]);
    only(json!({
        "kind": "idea",
        "title": format!("Offers for {word}"), "summary": format!("Compare three offers for {word}."),
        "done_when": ["one recommendation"], "due": "today", "assumptions": [], "questions": [],
        "tasks": tasks, "risk": 0.2, "beyond": null
    }))
}

/// An understanding with one intent.
fn only(intent: Value) -> Value {
    json!({"why": "That is what they say.", "intents": [intent]})
}

/// The answer to what has no word: a greeting is returned, and the tries at start are answered.
fn wordless(body: &Value) -> Reply {
    if understands(body) {
        return Reply::json(&only(json!({"kind": "reply", "text": "Hello."}))).usage(900, 20);
    }
    probed(body)
}

fn work(body: &Value, word: &str) -> Reply {
    let messages = body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let has = |name: &str| body["tools"].as_array().into_iter().flatten().any(|t| t["function"]["name"] == name);
    if has(PLACE_ORDER) {
        return order(messages, word);
    }
    match messages.iter().filter(|m| m["role"] == "tool").count() {
        0 => {
            let note = json!({"title": format!("list {word}"), "text": format!("{NOTE}{word}"), "append": true});
            Reply::tools(&[("write_note", &note.to_string())])
        }
        1 => {
            let told = json!({"text": format!("{PROGRESS}{word}")});
            Reply::tools(&[("report_progress", &told.to_string())])
        }
        2 => {
            let option = |mark: &str| json!({"label": format!("{mark}{word}"), "impact": "costs the same"});
            let question = json!({"question": format!("Which one, {ASK}{word}?"), "why": "Both would do.",
                "options": [option(OPTIONS[0]), option(OPTIONS[1])], "recommended": 0, "reason": "it is first"});
            Reply::tools(&[("ask_decision", &question.to_string())])
        }
        _ => Reply::text(&format!("C fits best for {word}.")),
    }
}

/// Where orders can be placed, work is to place one. What was turned away is tried again; what people say became of one that
/// was cut off is believed.
fn order(messages: &[Value], word: &str) -> Reply {
    let told = messages.iter().rev().find(|m| m["role"] == "tool").and_then(|m| m["content"].as_str());
    if told.is_none_or(|told| told.contains(NOT_TAKEN)) {
        let wanted = json!({"text": format!("three chairs, {ORDER}{word}")});
        return Reply::tools(&[(PLACE_ORDER, &wanted.to_string())]);
    }
    Reply::text(&format!("Three chairs for {word}."))
}

/// What a server does that keeps its promises.
fn probed(body: &Value) -> Reply {
    if body["response_format"].is_object() {
        return Reply::json(&json!({"colour": "blue", "number": 7}));
    }
    if body["tools"].is_array() {
        return Reply::tools(&[("say_word", "{\"word\":\"yes\"}")]);
    }
    Reply::text("ok")
}

#[cfg(test)]
mod tests {
    use super::{SHORT, asked_about, understanding, word_in};
    use serde_json::json;

    #[test]
    fn a_word_is_found_behind_its_mark() {
        assert_eq!(word_in("the askzwabcdefgh?"), Some("zwabcdefgh"));
        assert_eq!(word_in("zwei, zwölf"), None);
    }

    #[test]
    fn what_is_said_counts_and_not_what_is_named_beside_it() {
        let beside =
            "In progress: \"#4 compare for the zwaaaaaaaa project\"\n<said>\nfor the zwbbbbbbbb project\n</said>";
        let body = json!({"messages": [{"role": "user", "content": beside}]});
        assert_eq!(asked_about(&body).as_deref(), Some("zwbbbbbbbb"));
    }

    #[test]
    fn a_message_means_what_it_says_and_not_what_was_said_before() {
        let before = format!("<turns>\nAnn: tell me {SHORT} what the zwaaaaaaaa project is about\n</turns>\n");
        let body = |said: &str| {
            let user = format!("{before}<said>\n{said}\n</said>");
            json!({"messages": [
                {"role": "system", "content": "You are the understanding of a secretary. Decide what it means."},
                {"role": "user", "content": user}
            ]})
        };
        let idea = body("compare three offers for the zwbbbbbbbb project");
        let word = asked_about(&idea).unwrap();
        assert_eq!(understanding(&idea, &word)["intents"][0]["title"], "Offers for zwbbbbbbbb");
        let short = body(&format!("tell me {SHORT} what the zwcccccccc project is about"));
        let word = asked_about(&short).unwrap();
        let intent = &understanding(&short, &word)["intents"][0];
        assert!(intent["kind"] == "reply" && intent["text"].as_str().unwrap().contains("talkzwcccccccc"), "{intent}");
        assert_eq!(asked_about(&body("hello")), None);
    }
}
