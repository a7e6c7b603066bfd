//! What a message means by a few documented forms. It is exact: a message without such a form is an idea, or what its
//! reply says it is. It must not guess; forwarded words order nothing.

use super::ideas::{self, Setting};
use super::text::{after, line, names};
use super::{sums, times};
use crate::secretary::intent::{
    Answered, Change, Intent, ItemKind, ItemLine, ListAct, NoteAct, Timed, UnderstandInput, Understanding, When,
    WhenChange, rule_of,
};
use crate::secretary::when::{self, Rule};
use crate::secretary::wording::short;
use chrono::{DateTime, Utc, Weekday};
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
    ("show my …", "show my reminders"),
];
/// The longest message that may answer an open question without being a reply to it, and the most words of its parts.
const SHORT: usize = 60;
const FEW_WORDS: usize = 4;

/// What a message means.
pub fn understand(input: &UnderstandInput, searches: bool) -> Understanding {
    let files = input.attachments.join(", ");
    let text = Some(input.message.trim()).filter(|text| !text.is_empty()).unwrap_or(&files);
    let setting = Setting { searches, roster: &input.roster, may_ask: true, answered: &[] };
    let idea = || Intent::Idea(Box::new(ideas::idea(text, &setting)));
    let handle = input.reply_to.as_ref().and_then(|reply| reply.item.as_ref());
    let replied = handle.and_then(|handle| input.items.iter().find(|item| item.handle == *handle));
    // The question that is open here, if nothing else is.
    let only = match input.items.as_slice() {
        [item] if item.kind == ItemKind::Question && input.reply_to.is_none() && says_little(text) => Some(item),
        _ => None,
    };
    let work = ideas::work(text).is_some();
    let (why, intent) = match replied {
        _ if input.passed_on => ("words of others", None),
        Some(item) if item.kind == ItemKind::Question => ("a reply to a question", reply(item, text, input)),
        _ => match form(text, input) {
            None if work => ("an idea with a form", None),
            None => ("a reply, or the only open question", replied.or(only).and_then(|item| reply(item, text, input))),
            formed => ("one of the forms", formed),
        },
    };
    Understanding { why: why.to_owned(), intents: vec![intent.unwrap_or_else(idea)] }
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
    let shown = || after(text, &["show me my", "show me the", "show my", "show the", "what are my"]);
    let command = || match shown()?.trim_end_matches('?') {
        name @ ("notes" | "lists" | "reminders" | "reports" | "decisions" | "schedules") => {
            Some(Intent::Command { name: name.to_owned(), text: String::new() })
        }
        _ => None,
    };
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
    let said = after(rest, &["to", "of", "about", "that"]);
    let found = times::find(said.unwrap_or(rest), said.is_none(), zone, input.sent_at);
    let item = input.reply_to.as_ref().and_then(|reply| reply.item.clone());
    let (text, when) = match found {
        None => (said.unwrap_or(rest).to_owned(), None),
        Some((_, Err(error))) => return Intent::Unclear { text: format!("{error} When shall I remind you?") },
        Some((text, Ok(timed))) => match fields(&timed, zone, input.sent_at) {
            Some(when) => (text, Some(when)),
            // A rule that no fields can say.
            None => return Intent::Command { name: "remind".to_owned(), text: rest.to_owned() },
        },
    };
    let told = || input.reply_to.as_ref().map(|reply| short(&reply.text, 200)).filter(|_| item.is_none());
    let text = if text.is_empty() { told().unwrap_or_default() } else { text };
    if text.is_empty() && item.is_none() {
        return Intent::Unclear { text: "What shall I remind you of?".to_owned() };
    }
    Intent::Remind(WhenChange { item: item.filter(|_| text.is_empty()), text, when, act: None })
}

/// A time in the fields of an intent. None: no fields come to the same rule.
pub fn fields(timed: &Timed, own: Tz, now: DateTime<Utc>) -> Option<When> {
    let next = when::next_due(&timed.rule, timed.zone, now)?;
    let local = next.with_timezone(&timed.zone);
    let zone = (timed.zone != own).then(|| timed.zone.name().to_owned());
    let (date, time) = (local.format("%Y-%m-%d").to_string(), local.format("%H:%M").to_string());
    let mut made = When { date: Some(date), time: Some(time), zone: zone.clone(), ..When::default() };
    let same = |made: &When| rule_of(made, own, now).is_ok_and(|read| read.rule == timed.rule);
    let Rule::Wall { cron, .. } = &timed.rule else {
        made.in_minutes = (!timed.local).then(|| (next - now).num_minutes());
        return Some(made).filter(same);
    };
    let every = match cron.split(' ').collect::<Vec<_>>().as_slice() {
        ["0", "*", "*", "*", "*"] => "hour",
        [_, _, "*", "*", "*"] => "day",
        [_, _, "*", "*", days] => {
            let named = |day: &str| Weekday::try_from((day.parse::<u8>().ok()? + 6) % 7).ok();
            made.weekdays = days.split(',').filter_map(|day| Some(named(day)?.to_string().to_lowercase())).collect();
            "week"
        }
        [_, _, _, "*", "*"] => "month",
        _ => "year",
    };
    made.every = Some(every.to_owned());
    let cron = When { every: Some(cron.clone()), zone, ..When::default() };
    [made, cron].into_iter().find(same)
}

/// Notes: what is to be kept, and what is looked for.
fn note(text: &str) -> Option<Intent> {
    let note = |act, text: &str| Intent::Note { act, title: String::new(), text: text.to_owned() };
    if let Some(rest) =
        after(text, &["note that", "note down", "note", "remember that"]).filter(|rest| !rest.is_empty())
    {
        return Some(note(NoteAct::Keep, rest));
    }
    let leads = ["what's my", "what’s my", "what is my", "what did I note about", "what did I tell you about"];
    let rest = after(text, &leads)?.trim_end_matches(['?', '.', '!', ' ']);
    (!rest.is_empty()).then(|| note(NoteAct::Find, rest))
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
