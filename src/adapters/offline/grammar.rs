//! What a message means by a few documented forms. It is exact: a message without such a form is an idea, or what its
//! reply says it is. It must not guess; forwarded words order nothing.

use super::ideas::{self, Setting};
use super::text::{after, escape, line, names};
use super::{sums, times};
use crate::ports::grammar::Timely;
use crate::secretary::intent::{
    Answered, Change, Idea, Intent, ItemKind, ItemLine, ListAct, MAX_INTENTS, NoteAct, Timed, UnderstandInput,
    Understanding, When, WhenChange, rule_of,
};
use crate::secretary::names::phrases::short;
use crate::secretary::when::Rule;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// The forms, with an example each, for `/help`.
pub const FORMS: &[(&str, &str)] = &[
    ("remind me … to …", "remind me tomorrow at 9 to call Ana"),
    ("note: …", "note: the rent is due on the 3rd"),
    ("what's my …?", "what's my door code?"),
    ("what did I note about …?", "what did I note about the car?"),
    ("add … to the … list", "add milk and eggs to the shopping list"),
    ("remove … from the … list", "remove milk from the shopping list"),
    ("what's on the … list?", "what's on the shopping list?"),
    ("todo …", "todo call the plumber"),
    ("a sum", "what's 17% of 240?"),
    ("choose between … and …", "choose between red, blue and green"),
    ("ask us: … or …?", "ask us: pizza or pasta?"),
    ("read …", "read https://example.org"),
    ("search for …", "search for quiet keyboards"),
    ("every … read …", "every Monday at 9 read https://example.org"),
    ("show my …", "show my reminders"),
];
/// The longest message that may answer an open question without being a reply to it, and the most words of its parts.
const SHORT: usize = 60;
const FEW_WORDS: usize = 4;

/// What a message means.
pub fn understand(input: &UnderstandInput, searches: bool) -> Understanding {
    let files = input.files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>().join(", ");
    let text = Some(input.message.trim()).filter(|text| !text.is_empty()).unwrap_or(&files);
    let mut parts = requests(text, input);
    let more = if parts.len() > MAX_INTENTS { parts.split_off(MAX_INTENTS - 1) } else { Vec::new() };
    let mut understanding = Understanding::default();
    for part in parts.iter().map(|part| part.trim()) {
        let (why, mut intent) = meant(part, input, searches);
        if let (Intent::Idea(idea), true) = (&mut intent, parts.len() > 1) {
            // The ticket is about these words and not about the whole message.
            part.clone_into(&mut idea.summary);
        }
        why.clone_into(&mut understanding.why);
        understanding.intents.push(intent);
    }
    if !more.is_empty() {
        let left: Vec<String> = more.iter().map(|part| format!("“{}”", escape(&short(part, 80)))).collect();
        let text = format!("Those were more than three requests. Please send these again: {}", left.join(", "));
        understanding.intents.push(Intent::Reply { text });
    }
    understanding
}

/// The requests of a message: each line that begins like a form begins one. Forwarded words and an answer are one.
fn requests(text: &str, input: &UnderstandInput) -> Vec<String> {
    let whole = input.passed_on || replied(input).is_some_and(|item| item.kind == ItemKind::Question);
    // A bare address, sum or list entry belongs to the lines before it.
    let begins = |row: &str| {
        row.starts_with(char::is_alphabetic) && (form(row, input).is_some() || ideas::begins_like_a_form(row))
    };
    let mut found: Vec<String> = Vec::new();
    for row in text.split('\n') {
        match found.last_mut() {
            Some(last) if whole || !begins(row.trim()) => last.push_str(&format!("\n{row}")),
            _ => found.push(row.to_owned()),
        }
    }
    found
}

/// The open item that a message replies to.
fn replied(input: &UnderstandInput) -> Option<&ItemLine> {
    let handle = input.reply_to.as_ref()?.item.as_ref()?;
    input.items.iter().find(|item| item.handle == *handle)
}

/// What one request means, and why.
fn meant(text: &str, input: &UnderstandInput, searches: bool) -> (&'static str, Intent) {
    let replied = replied(input);
    // The question that is open here, if nothing else is.
    let only = match input.items.as_slice() {
        [item] if item.kind == ItemKind::Question && input.reply_to.is_none() && says_little(text) => Some(item),
        _ => None,
    };
    let work = ideas::work(text).is_some();
    let setting = Setting { searches, roster: &input.roster, may_ask: true, answered: &[] };
    let clock = by_the_clock(text, input, &setting);
    let (why, intent) = match replied {
        _ if input.passed_on => ("words of others", None),
        _ if clock.is_some() => ("work by the clock", clock),
        Some(item) if item.kind == ItemKind::Question => ("a reply to a question", reply(item, text, input)),
        _ => match form(text, input) {
            None if work => ("an idea with a form", None),
            None => ("a reply, or the only open question", replied.or(only).and_then(|item| reply(item, text, input))),
            formed => ("one of the forms", formed),
        },
    };
    (why, intent.unwrap_or_else(|| Intent::Idea(Box::new(ideas::idea(text, &setting)))))
}

/// Work behind the time at which it is to be done again and again, or what is wrong with that time: without it the work would
/// be done once.
fn by_the_clock(text: &str, input: &UnderstandInput, setting: &Setting) -> Option<Intent> {
    after(text, &["every", "daily", "weekly", "monthly"])?;
    let zone = input.zone.parse::<Tz>().unwrap_or(Tz::UTC);
    let Timely { rest, timed } = timely(text, zone, input.sent_at);
    let timed = match timed? {
        Err(why) => return ideas::work(&rest).map(|_| Intent::Unclear { text: why.to_string() }),
        Ok(timed) => Some(timed).filter(|timed| timed.rule.recurs() && !rest.is_empty())?,
    };
    let when = Some(fields(&timed, zone, input.sent_at)?);
    Some(Intent::Idea(Box::new(Idea { when, ..ideas::idea(&rest, setting) })))
}

/// Whether a text is done at once, so that it is no work for a ticket.
pub fn at_once(text: &str) -> bool {
    reminder(text).is_some() || note(text).is_some() || list(text).is_some()
}

/// The intent of a text that has one of the forms that are done at once.
fn form(text: &str, input: &UnderstandInput) -> Option<Intent> {
    let text = after(text, &["please", "could you please", "could you", "can you"]).unwrap_or(text);
    if let Some(rest) = reminder(text) {
        return Some(remind(rest, input));
    }
    let kinds = ["notes", "lists", "reminders", "reports", "decisions", "schedules"];
    let shown = after(text, &["show me my", "show me the", "show my", "show the", "what are my"]);
    let shown = shown.map(|name| name.trim_end_matches('?')).filter(|name| kinds.contains(name));
    let command = || shown.map(|name| Intent::Command { name: name.to_owned(), text: String::new() });
    let polite = || match line(text).to_lowercase().trim_end_matches(['!', '.', ' ']) {
        "hi" | "hello" | "hey" => Some("Hello! Send me an idea in a few words, or /help for what I can do.".to_owned()),
        "thanks" | "thank you" => Some("You're welcome!".to_owned()),
        _ => None,
    };
    let told = || sums::sum(text).or_else(polite).map(|text| Intent::Reply { text });
    list(text).or_else(told).or_else(command).or_else(|| note(text))
}

/// What follows "remind me"; "remind me how …" is a question and no reminder.
fn reminder(text: &str) -> Option<&str> {
    after(text, &["remind me"]).filter(|rest| after(rest, &["how", "what", "why", "who", "where", "which"]).is_none())
}

fn remind(rest: &str, input: &UnderstandInput) -> Intent {
    let zone = input.zone.parse::<Tz>().unwrap_or(Tz::UTC);
    let Timely { rest: text, timed } = timely(rest, zone, input.sent_at);
    let item = input.reply_to.as_ref().and_then(|reply| reply.item.clone()).filter(|_| text.is_empty());
    let told = input.reply_to.as_ref().filter(|_| text.is_empty() && item.is_none());
    let text = told.map_or(text, |reply| short(&reply.text, 200));
    let when = match timed.map(|timed| fields(&timed.ok()?, zone, input.sent_at)) {
        // The command sets what no fields can say; of what is no time it says why and waits for another one.
        Some(None) => return Intent::Command { name: "remind".to_owned(), text: rest.to_owned() },
        when => when.flatten(),
    };
    if text.is_empty() && item.is_none() {
        // The command keeps the time and waits for the words.
        return match rest.trim() {
            "" => Intent::Unclear { text: "What shall I remind you of?".to_owned() },
            time => Intent::Command { name: "remind".to_owned(), text: time.to_owned() },
        };
    }
    Intent::Remind(WhenChange { item, text, when, act: None })
}

/// The words of a reminder, and the time at their beginning or end.
pub fn timely(text: &str, zone: Tz, now: DateTime<Utc>) -> Timely {
    let said = after(text, &["to", "of", "about", "that"]);
    let words = said.unwrap_or(text);
    match times::find(words, said.is_none(), zone, now) {
        Some((rest, timed)) => Timely { rest, timed: Some(timed) },
        None => Timely { rest: words.trim().to_owned(), timed: None },
    }
}

/// A time in the fields of an intent. None: no fields come to the same rule.
fn fields(timed: &Timed, own: Tz, now: DateTime<Utc>) -> Option<When> {
    let zone = (timed.zone != own).then(|| timed.zone.name().to_owned());
    let mut made = When { zone, ..When::default() };
    match &timed.rule {
        Rule::Wall { cron, .. } => made.every = Some(cron.clone()),
        Rule::Once { at } if !timed.local => made.in_minutes = Some((*at - now).num_minutes()),
        Rule::Once { at } => {
            let local = at.with_timezone(&timed.zone);
            made.date = Some(local.format("%Y-%m-%d").to_string());
            made.time = Some(local.format("%H:%M").to_string());
        }
    }
    rule_of(&made, own, now).is_ok_and(|read| read.rule == timed.rule).then_some(made)
}

/// Notes: what is to be kept, and what is looked for.
fn note(text: &str) -> Option<Intent> {
    let note = |act, text: &str| Intent::Note { act, title: String::new(), text: text.to_owned() };
    let kept = after(text, &["note that", "note down", "note", "remember that"]).map(|rest| note(NoteAct::Keep, rest));
    let leads = ["what's my", "what’s my", "what is my", "what did I note about", "what did I tell you about"];
    let find = |rest: &str| note(NoteAct::Find, rest.trim_end_matches(['?', '.', '!', ' ']));
    let found = kept.or_else(|| after(text, &leads).map(find));
    found.filter(|intent| !matches!(intent, Intent::Note { text, .. } if text.is_empty()))
}

/// Lists: what is added, taken off, shown.
fn list(text: &str) -> Option<Intent> {
    let list = |act, title: String, things| Some(Intent::List { act, title, things });
    let plain = line(text);
    let plain = plain.trim_end_matches(['?', '.', '!', ' ']);
    if let Some(thing) = after(text, &["todo", "to-do", "to do"]).filter(|thing| !thing.is_empty()) {
        return list(ListAct::Add, "To-do list".to_owned(), vec![thing.to_owned()]);
    }
    if let Some(name) = after(plain, &["what's on", "what’s on", "what is on", "show me", "show"]) {
        return list(ListAct::Show, named(name)?, Vec::new());
    }
    let adds = after(plain, &["add", "put"]).map(|rest| (ListAct::Add, rest, [" to ", " on "]));
    let takes = || after(plain, &["remove", "take", "cross"]).map(|rest| (ListAct::Remove, rest, [" from ", " off "]));
    let (act, rest, joints) = adds.or_else(takes)?;
    let (at, joint) = joints.iter().filter_map(|joint| rest.rfind(joint).map(|at| (at, joint.len()))).max()?;
    let title = named(rest.get(at + joint..)?)?;
    list(act, title, Some(names(rest.get(..at)?, true)).filter(|things| !things.is_empty())?)
}

/// The name of a list: "the shopping list" is "Shopping list".
fn named(name: &str) -> Option<String> {
    let name = after(name, &["the", "my", "our"]).unwrap_or(name);
    let whole = name.to_lowercase().ends_with("list") && name.split(' ').count() <= FEW_WORDS;
    whole.then(|| super::text::capital(if name.eq_ignore_ascii_case("list") { "" } else { name }))
}

/// What a reply means by what it replies to.
fn reply(item: &ItemLine, text: &str, input: &UnderstandInput) -> Option<Intent> {
    let (item, kind, text) = (item.handle.clone(), item.kind, text.to_owned());
    let change = Change { item: item.clone(), text: text.clone(), sure: false };
    match kind {
        ItemKind::Question => {
            Some(Intent::Answer { item, answers: vec![Answered { question: 1, option: None, text }] })
        }
        ItemKind::Decision | ItemKind::Approval => Some(Intent::Decide { item, option: None, text, sure: false }),
        ItemKind::Card => Some(Intent::CorrectPlan(change)),
        ItemKind::Ticket => Some(Intent::AddTo(change)),
        ItemKind::Report => Some(Intent::Revise(change)),
        ItemKind::Reminder => {
            let zone = input.zone.parse::<Tz>().unwrap_or(Tz::UTC);
            let when = fields(&times::read(&text, zone, input.sent_at).ok()?, zone, input.sent_at)?;
            Some(Intent::Snooze(WhenChange { item: Some(item), when: Some(when), ..WhenChange::default() }))
        }
        ItemKind::Note | ItemKind::List => None,
    }
}

/// Whether a text is a few short answers in a row and no sentence about something else.
fn says_little(text: &str) -> bool {
    let sentence = text.ends_with('?') || after(text, &["never mind", "forget"]).is_some();
    let brief = |part: &String| part.split(' ').count() <= FEW_WORDS;
    !sentence && !text.contains('\n') && text.chars().count() <= SHORT && names(text, true).iter().all(brief)
}
