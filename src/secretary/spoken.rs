//! Commands said in words: "cancel #1", "how is #2 going?", "which tasks are open?", "pause everything", "daily report
//! at 18:00". Only what is certain as a whole; anything else stays an idea.

use super::commands::COMMANDS;
use super::phrases::{after, around, bare, line};
use super::when;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// The longest order looked at, in bytes.
const LONGEST: usize = 160;

/// Verbs before the number of a ticket, and the command each means.
const WITH_NUMBER: &[(&str, &[&str])] = &[
    (
        "show",
        &[
            "show me",
            "show",
            "status of",
            "what is the status of",
            "what's the status of",
            "how is",
            "how's",
            "how goes",
            "how far is",
            "what about",
            "what happened to",
            "where is",
            "zeig mir",
            "zeige",
            "zeig",
            "wie steht es um",
            "wie läuft",
        ],
    ),
    ("cancel", &["cancel", "call off", "abort", "storniere", "brich"]),
    ("pause", &["pause", "pausiere"]),
    ("resume", &["resume", "continue", "unpause", "go on with"]),
    ("dispatch", &["dispatch"]),
    ("history", &["history of", "show the history of", "show me the history of"]),
];
/// What a number may be called.
const A_TICKET: &[&str] = &["ticket", "task", "idea", "number", "no.", "no", "nr.", "nr"];
/// What may stand behind the number.
const BEHIND: &[&str] =
    &["", "please", "going", "doing", "going on", "doing now", "coming along", "now", "bitte", "ab", "getting on"];
/// Whole sentences and the command they mean, without punctuation.
const WHOLE: &[(&str, &str, &str)] = &[
    ("pause", "all", "pause everything|pause all|pause all work|pause all of it|pausiere alles|alles pausieren"),
    (
        "resume",
        "all",
        "resume everything|resume all|resume all work|continue everything|continue all work|alles fortsetzen",
    ),
    ("cancel", "all", "cancel everything|cancel all|cancel all tickets|cancel all tasks|cancel all my ideas"),
    (
        "list",
        "open",
        "what is running|what's running|what is going on|what's going on|what is in progress|what's in progress|\
         what is being done|what is being worked on|what is still open|what's still open|what is there to do|\
         list my ideas|show my ideas|show me my ideas|list my tickets|show me my tickets|list all tickets|\
         show all tickets|list tickets|list open tickets|list the open tickets|show me open tickets|\
         show the open tickets|show me the open tickets|list open tasks|show open tasks|show me the open tasks|\
         show open ideas|list open ideas|was läuft|was läuft gerade|welche aufgaben sind offen",
    ),
    (
        "schedules",
        "delete all",
        "cancel all reminders|cancel all my reminders|cancel all the reminders|delete all reminders|\
         delete all my reminders|delete all the reminders|remove all reminders|remove all my reminders|\
         clear all reminders|clear all my reminders|clear my reminders|stop all reminders|stop all my reminders|\
         drop all reminders|cancel my reminders|delete my reminders|cancel every reminder|delete every reminder|\
         lösche alle erinnerungen|alle erinnerungen löschen|lösche alle meine erinnerungen",
    ),
    (
        "report",
        "off",
        "stop the daily report|stop the weekly report|stop the daily reports|stop the weekly reports|stop the report|\
         stop the reports|stop the digest|stop the daily digest|stop the weekly digest|stop daily reports|\
         stop my daily report|stop my reports|stop sending reports|stop sending me reports|no more reports|no more digests|\
         no more daily reports|end the daily report|end the report|cancel the daily report|cancel the weekly report|\
         cancel the reports|cancel daily reports|turn off the report|turn off the daily report|turn off reports",
    ),
    ("list", "done", "what is done|what's done|what is finished|what's finished|what have you done"),
    ("list", "failed", "what has failed|what failed|what went wrong"),
    (
        "decisions",
        "",
        "what is waiting for me|what's waiting for me|what waits for me|what is waiting for a decision|\
         what do i need to decide|list decisions|list open decisions|show open decisions|show me the open decisions|\
         show me open decisions|are there open decisions|welche entscheidungen sind offen",
    ),
];

/// The command and its words that a sentence means as a whole.
pub fn command(text: &str) -> Option<(&'static str, String)> {
    if let Some(slipped) = slipped(text) {
        return Some(slipped);
    }
    if text.len() > LONGEST || text.trim_start().starts_with('/') || text.trim().contains('\n') {
        return None;
    }
    let plain = line(&text.replace('’', "'"));
    let plain = polite(&plain);
    about_one(plain).or_else(|| whole(plain)).or_else(|| which(plain))
}

/// "/ list": a command with a space too many.
fn slipped(text: &str) -> Option<(&'static str, String)> {
    let typed = text.trim().strip_prefix('/')?.strip_prefix(' ')?.trim_start();
    let (name, args) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
    let command = COMMANDS.iter().find(|c| c.name.eq_ignore_ascii_case(name))?;
    Some((command.name, args.trim().to_owned()))
}

/// The text behind "please" and "can you"; "tell me" and "show me" belong to the order.
fn polite(text: &str) -> &str {
    let mut rest = text;
    for _ in 0..3 {
        match after(rest, &["please", "bitte", "can you", "could you", "hey", "ok", "okay", "so"]) {
            Some(shorter) => rest = shorter.trim_start_matches([',', ' ']),
            None => break,
        }
    }
    rest
}

/// "cancel #1", "show 3", "how is ticket 2 going?", "cancel #4 because we have one".
fn about_one(text: &str) -> Option<(&'static str, String)> {
    WITH_NUMBER.iter().find_map(|(name, verbs)| {
        // The longest beginning that fits: "show the history of #2" shows no ticket.
        let rest = verbs.iter().filter_map(|verb| after(text, &[verb])).min_by_key(|rest| rest.len())?;
        let rest = after(rest, &["the", "my"]).unwrap_or(rest);
        let called = after(rest, A_TICKET);
        let rest = called.unwrap_or(rest);
        let marked = rest.strip_prefix('#');
        let digits = marked.unwrap_or(rest);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (number, behind) = digits.split_at(end);
        let number: i64 = number.parse().ok().filter(|n| *n > 0)?;
        // "pause 10 minutes" and "show 3 offers" are about something else.
        let sure = marked.is_some() || called.is_some() || behind.trim_matches(['.', '!', '?', ' ']).is_empty();
        let behind = behind.trim_start_matches([':', ',', '.', ' ']).trim_end_matches(['.', '!', '?', ' ']);
        let nothing = BEHIND.iter().any(|b| b.eq_ignore_ascii_case(behind));
        let reason = after(behind, &["because", "since", "weil"]).filter(|_| *name == "cancel").map(bare);
        match reason {
            Some(reason) if sure => Some((*name, format!("{number} {reason}"))),
            _ => (sure && nothing).then(|| (*name, number.to_string())),
        }
    })
}

fn whole(text: &str) -> Option<(&'static str, String)> {
    let said = bare(text).to_lowercase();
    let said = said.strip_suffix(" please").or_else(|| said.strip_suffix(" right now")).unwrap_or(&said);
    let said = said.strip_suffix(" now").unwrap_or(said);
    let (name, args, _) = WHOLE.iter().find(|(.., phrases)| phrases.split('|').any(|phrase| phrase == said))?;
    Some((*name, (*args).to_owned()))
}

/// "which tasks are open?", "what tickets are still waiting?", "which decisions are waiting?"
fn which(text: &str) -> Option<(&'static str, String)> {
    let said = bare(text).to_lowercase();
    let mut words = said.split(' ').filter(|w| !matches!(*w, "still" | "now" | "right" | "currently" | "the" | "my"));
    let asked = words.next().filter(|w| ["which", "what"].contains(w))?;
    let noun = words.next().filter(|_| !asked.is_empty())?;
    let verb = words.next().filter(|w| ["are", "is", "have", "has"].contains(w))?;
    let state = words.collect::<Vec<_>>().join(" ");
    let open = ["open", "waiting", "waiting for me", "pending", "there", "left", "to be made"];
    if ["decisions", "decision"].contains(&noun) {
        return open.contains(&state.as_str()).then(|| ("decisions", String::new()));
    }
    if !["tasks", "task", "tickets", "ticket", "ideas", "idea", "work", "jobs"].contains(&noun) || verb.is_empty() {
        return None;
    }
    let which = match state.as_str() {
        "running" | "in progress" | "going on" | "being worked on" => "open",
        "done" | "finished" | "completed" => "done",
        "failed" => "failed",
        state if open.contains(&state) => "open",
        _ => return None,
    };
    Some(("list", which.to_owned()))
}

/// What a digest is called in an order for one.
const DIGESTS: &[&str] = &[
    "status report",
    "status update",
    "report",
    "digest",
    "overview",
    "what is open",
    "what's open",
    "what is going on",
    "what's going on",
    "what is still open",
    "the open tickets",
    "all open tickets",
    "open tickets",
    "the open ideas",
    "open ideas",
    "statusbericht",
    "bericht",
    "übersicht",
];
/// What leads to it and says nothing more.
const LEADS: &[&str] = &[
    "please", "bitte", "can", "could", "you", "send", "give", "post", "tell", "show", "list", "get", "set", "up",
    "make", "create", "schedule", "order", "i", "we", "want", "need", "like", "would", "i'd", "to", "me", "us", "a",
    "an", "the", "my", "our", "schick", "schicke", "sende", "gib", "sag", "zeig", "mir", "uns", "einen", "eine", "den",
    "ich", "möchte", "will", "about", "of", "on", "with", "and",
];

/// When a digest is ordered again and again by a sentence: "daily report at 18:00", "every Monday at 9 tell me what is
/// open". The words for `/report`.
pub fn digest(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<String> {
    if text.len() > LONGEST || text.trim_start().starts_with('/') || text.trim().contains('\n') {
        return None;
    }
    let plain = line(&text.replace('’', "'"));
    let plain = plain.trim_end_matches(['.', '!', '?', ' ']);
    let (head, tail) = around(plain, DIGESTS)?;
    let tail = after(tail, &["please", "bitte", "to me", "to us"]).unwrap_or(tail);
    let lead = |word: &&str| LEADS.contains(&word.trim_matches([',', ':']).to_lowercase().as_str());
    let mut words: Vec<&str> = head.split(' ').skip_while(lead).collect();
    while words.last().is_some_and(lead) {
        words.pop();
    }
    let when = line(&format!("{} {}", words.join(" "), tail.trim_start_matches([',', ':', ' '])));
    let when = when.trim_end_matches([',', ' ']).trim_end_matches(" please").to_owned();
    let recurs = when::parse_moment(&when, zone, now).is_some_and(|m| m.rule.recurs() && m.span == (0..when.len()));
    (recurs && when::parse_schedule(&when, zone, now).is_ok()).then_some(when)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_in_words_are_commands() {
        for (text, name, args) in [
            ("which tasks are open?", "list", "open"),
            ("what's running?", "list", "open"),
            ("What is running right now?", "list", "open"),
            ("list my ideas", "list", "open"),
            ("which decisions are waiting?", "decisions", ""),
            ("how is #1 going?", "show", "1"),
            ("how's ticket 12 doing?", "show", "12"),
            ("show 3", "show", "3"),
            ("show me #3 please", "show", "3"),
            ("what's the status of #4?", "show", "4"),
            ("cancel #1", "cancel", "1"),
            ("please cancel 12.", "cancel", "12"),
            ("cancel #1 because we have one", "cancel", "1 we have one"),
            ("pause everything", "pause", "all"),
            ("pause #2", "pause", "2"),
            ("resume all work", "resume", "all"),
            ("show me the history of #2", "history", "2"),
        ] {
            assert_eq!(command(text), Some((name, args.to_owned())), "{text}");
        }
        for text in [
            "show 3 offers for hosting",
            "pause 10 minutes",
            "cancel the newspaper",
            "cancel #1 and order two",
            "how is Kim?",
            "which hosting is open?",
            "which tasks are open in the garden?",
            "what is running in the park on Sunday?",
            "show my notes",
            "/show 3",
            "cancel",
            "show 0",
        ] {
            assert_eq!(command(text), None, "{text}");
        }
    }

    #[test]
    fn a_digest_is_ordered_in_words() {
        let read = |text: &str| digest(text, Tz::UTC, DateTime::UNIX_EPOCH + chrono::TimeDelta::days(20_000));
        for (text, when) in [
            ("daily report at 18:00", "daily at 18:00"),
            ("send me a report every Friday at 16:00", "every Friday at 16:00"),
            ("every Monday at 9 tell me what is open", "every Monday at 9"),
            ("Please send me a digest every day at 8.", "every day at 8"),
        ] {
            assert_eq!(read(text).as_deref(), Some(when), "{text}");
        }
        for text in [
            "send me a report on sales every Friday at 16:00",
            "write a report about the daily market",
            "send me a report tomorrow at 9",
            "report",
            "every Monday at 9 read https://example.org and send me a report",
            "what is open",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
