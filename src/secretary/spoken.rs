//! Commands said in words: "cancel #1", "how is #2 going?", "which tasks are open?", "pause everything", "daily report
//! at 18:00". Only what is certain as a whole; anything else stays an idea.

mod spending;
mod waiting;

use super::commands::COMMANDS;
use super::deputies;
use super::phrases::{after, around, bare, line};
use super::when;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

pub use waiting::asks_what_waits;

/// The longest order looked at, in bytes.
const LONGEST: usize = 160;

/// Verbs before the number of a ticket, and the command each means.
#[rustfmt::skip]
const WITH_NUMBER: &[(&str, &[&str])] = &[
    (
        "show",
        &[
            "show me", "show", "status of", "what is the status of", "what's the status of", "how is", "how's",
            "how goes", "how far is", "what about", "what happened to", "where is", "zeig mir", "zeige", "zeig",
            "wie steht es um", "wie läuft",
        ],
    ),
    ("cancel", &["cancel", "call off", "abort", "storniere", "brich"]),
    ("cancel", MARKED),
    ("pause", &["pause", "pausiere"]),
    ("resume", &["resume", "continue", "unpause", "go on with"]),
    ("dispatch", &["dispatch"]),
    ("history", &["history of", "show the history of", "show me the history of"]),
];
/// Verbs that call a ticket off only where it is plain that the number is one: "drop 3" may be a step, "stop 5" anything.
#[rustfmt::skip]
const MARKED: &[&str] = &[
    "never mind", "nevermind", "nvm", "forget about", "forget", "drop", "stop", "scrap", "lass", "vergiss", "stopp", "stoppe",
];
/// What a number may be called.
const A_TICKET: &[&str] = &["ticket", "task", "idea", "number", "no.", "no", "nr.", "nr"];
/// What may stand behind the number.
const BEHIND: &str = "|please|going|doing|going on|doing now|coming along|now|bitte|ab|getting on|sein";
/// Whole sentences and the command they mean, without punctuation.
const WHOLE: &[(&str, &str, &str)] = &[
    (
        "pause",
        "all",
        "pause everything|pause all|pause all work|pause all of it|put everything on hold|put all work on hold|\
         pausiere alles|alles pausieren|alles anhalten|halte alles an|halt alles an",
    ),
    (
        "resume",
        "all",
        "resume everything|resume all|resume all work|continue everything|continue all work|unpause everything|\
         unpause all|alles fortsetzen|setze alles fort|mach mit allem weiter",
    ),
    (
        "cancel",
        "all",
        "cancel everything|cancel all|cancel all tickets|cancel all tasks|cancel all ideas|cancel all my tickets|\
         cancel all my tasks|cancel all my ideas|cancel all of them|cancel all of it|cancel them all|cancel it all|\
         cancel all work|call everything off|call off everything|call it all off|stop everything|stop all|\
         stop all work|stop all of it|stop all tickets|stop all tasks|abort everything|abort all|end everything|\
         delete all tickets|delete all my tickets|delete all tasks|delete all my tasks|delete all ideas|\
         delete all my ideas|remove all tickets|remove all tasks|remove all ideas|alles abbrechen|brich alles ab|\
         alles stornieren|alle abbrechen|brich alle ab|storniere alles|stoppe alles|stopp alles|alles stoppen|alle aufgaben abbrechen|\
         alle ideen abbrechen|lösche alle aufgaben|lösche alle ideen|alle aufgaben löschen|alle ideen löschen",
    ),
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
        "schedules",
        "",
        "pause my reminders|pause all reminders|pause all my reminders|pause the reminders|pause the reminder|pause my reminder|\
         resume my reminders|resume all reminders|resume the reminders|pausiere meine erinnerungen|pausiere alle erinnerungen",
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
    (
        "budget",
        "",
        "how much did we spend today|how much did i spend today|how much have we spent today|how much have we spent|\
         how much have i spent|how much did we spend|how much did you cost today|what did we spend today|\
         what have we spent today|what did today cost|what does this cost|what do you cost|how much is left of the budget|\
         how much budget is left|how much of the budget is left|what is the budget|what's the budget|show the budget|\
         show me the budget|show me the spending|show the costs|show me the costs|wie viel haben wir heute ausgegeben|\
         was haben wir heute ausgegeben|was hat das heute gekostet|wie viel budget ist noch da|zeig das budget|\
         zeig mir das budget|wie ist das budget",
    ),
    ("list", "done", "what is done|what's done|what is finished|what's finished|what have you done"),
    ("list", "failed", "what has failed|what failed|what went wrong"),
    (
        "export",
        "",
        "export my data|export all my data|export everything of mine|download my data|download all my data|\
         send me my data|send me all my data|give me my data|give me all my data|exportiere meine daten|\
         schick mir meine daten|gib mir meine daten",
    ),
    (
        "forget",
        "",
        "forget me|forget all about me|forget everything about me|forget everything you know about me|\
         erase my data|erase all my data|erase everything about me|erase everything of mine|delete my data|\
         delete all my data|delete everything about me|delete everything of mine|delete everything you know about me|\
         vergiss mich|vergiss alles über mich|lösche meine daten|lösche alle meine daten|lösche alles über mich",
    ),
    (
        "privacy",
        "",
        "what do you know about me|what do you keep about me|what do you store about me|what do you have about me|\
         what data do you have about me|what data do you keep about me|what have you stored about me|\
         what do you remember about me|how long do you keep my data|who can see my data|who sees my data|\
         what happens with my data|what happens to my data|was weißt du über mich|was speicherst du über mich|\
         was hast du über mich gespeichert|wer sieht meine daten",
    ),
    (
        "history",
        "",
        "what did we decide|what did i decide|what have we decided|what have i decided|what was decided|what has been decided|\
         past decisions|show past decisions|show the past decisions|show me the past decisions|was haben wir entschieden|\
         was wurde entschieden|was habe ich entschieden",
    ),
];

/// What is never thrown away all at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtOnce {
    /// All notes.
    Notes,
    /// All lists.
    Lists,
    /// Whatever there is.
    Everything,
}

/// Whole sentences that want it done all the same, without punctuation.
const AT_ONCE: &[(AtOnce, &str)] = &[
    (
        AtOnce::Notes,
        "delete all notes|delete all my notes|delete all the notes|delete my notes|delete every note|\
         remove all notes|remove all my notes|remove my notes|clear all notes|clear all my notes|clear my notes|\
         erase all notes|erase all my notes|erase my notes|forget all notes|forget all my notes|forget my notes|\
         throw away all notes|throw away all my notes|wipe all notes|wipe my notes|lösche alle notizen|\
         lösch alle notizen|lösche alle meine notizen|lösche meine notizen|alle notizen löschen|\
         alle meine notizen löschen|vergiss alle notizen",
    ),
    (
        AtOnce::Lists,
        "delete all lists|delete all my lists|delete my lists|remove all lists|remove all my lists|clear all lists|\
         clear all my lists|clear my lists|empty all lists|lösche alle listen|lösche meine listen|alle listen löschen",
    ),
    (
        AtOnce::Everything,
        "delete everything|delete all|delete it all|delete all of it|\
         remove everything|remove all|clear everything|clear all|erase everything|erase all|forget everything|\
         wipe everything|reset everything|lösche alles|lösch alles|alles löschen|vergiss alles",
    ),
];

/// What a sentence wants thrown away all at once.
pub fn at_once(text: &str) -> Option<AtOnce> {
    let plain = sentence(text)?;
    let said = told(polite(&plain));
    AT_ONCE.iter().find(|(_, phrases)| phrases.split('|').any(|phrase| phrase == said)).map(|(what, _)| *what)
}

/// The command and its words that a sentence means as a whole.
pub fn command(text: &str) -> Option<(&'static str, String)> {
    if let Some(slipped) = slipped(text) {
        return Some(slipped);
    }
    if let Some(away) = (text.len() <= LONGEST).then(|| deputies::spoken(text)).flatten() {
        return Some(("away", away));
    }
    let plain = sentence(text)?;
    let plain = polite(&plain);
    // As the secretary itself names a ticket.
    let named = plain.strip_prefix('#').and_then(|number| number.parse::<u32>().ok()).filter(|number| *number > 0);
    if let Some(number) = named {
        return Some(("show", number.to_string()));
    }
    let waits = || asks_what_waits(text).then(|| ("decisions", String::new()));
    about_decided(plain)
        .or_else(waits)
        .or_else(|| made(plain))
        .or_else(|| about_one(plain))
        .or_else(|| whole(plain))
        .or_else(|| which(plain))
        .or_else(|| Some(("budget", spending::limited(&told(plain))?)))
}

/// A sentence that may be an order, on one line.
fn sentence(text: &str) -> Option<String> {
    let other = text.len() > LONGEST || text.trim_start().starts_with('/') || text.trim().contains('\n');
    (!other).then(|| line(&text.replace('’', "'")))
}

/// An order in small letters, without what adds nothing at its end.
fn told(text: &str) -> String {
    let mut said = bare(text).to_lowercase();
    for end in [" please", " bitte", " right now", " now"] {
        let kept = said.strip_suffix(end).unwrap_or(&said).trim_end_matches([',', ' ']).len();
        said.truncate(kept);
    }
    said
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

/// "what did we decide about the door?"
fn about_decided(text: &str) -> Option<(&'static str, String)> {
    const ASKED: &[&str] = &[
        "what did we decide about",
        "what did i decide about",
        "what have we decided about",
        "what was decided about",
        "what has been decided about",
        "was haben wir entschieden wegen",
        "was wurde entschieden wegen",
    ];
    let german = || {
        let rest = bare(after(text, &["was haben wir über", "was haben wir wegen"])?);
        rest.strip_suffix(" entschieden").map(str::to_owned)
    };
    let rest = after(text, ASKED).map(bare).or_else(german)?.to_lowercase();
    let about = after(&rest, &["the", "my", "our", "der", "die", "das", "den", "dem"]).unwrap_or(&rest);
    // A number is that of a ticket.
    let number = about.trim_start_matches('#').parse::<i64>().ok().map(|number| number.to_string());
    (!about.is_empty()).then(|| ("history", number.unwrap_or_else(|| about.to_owned())))
}

/// "make Kim an approver": a role for somebody by name, or for who says so.
fn made(text: &str) -> Option<(&'static str, String)> {
    const ROLES: [&str; 4] = ["approver", "requester", "observer", "owner"];
    let rest = bare(after(text, &["make"])?);
    let small = rest.to_lowercase();
    let role = ROLES.into_iter().find(|role| small.strip_suffix(role).is_some_and(|rest| rest.ends_with(' ')))?;
    let name = rest.get(..rest.len() - role.len())?.trim();
    let name = [" an", " a", " the"].iter().find_map(|article| name.strip_suffix(article)).unwrap_or(name);
    // "make the bank an owner of this" is an idea: names begin with a capital letter.
    let named = name.split(' ').count() <= 3 && name.starts_with(|c: char| c.is_uppercase() || c == '@');
    (named || name.eq_ignore_ascii_case("me")).then(|| ("members", format!("{name} {role}")))
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
        let alone = *verbs != MARKED && behind.trim_matches(['.', '!', '?', ' ']).is_empty();
        let sure = marked.is_some() || called.is_some() || alone;
        let behind = behind.trim_start_matches([':', ',', '.', ' ']).trim_end_matches(['.', '!', '?', ' ']);
        let nothing = BEHIND.split('|').any(|b| b.eq_ignore_ascii_case(behind));
        let reason = after(behind, &["because", "since", "weil"]).filter(|_| *name == "cancel").map(bare);
        match reason {
            Some(reason) if sure => Some((*name, format!("{number} {reason}"))),
            _ => (sure && nothing).then(|| (*name, number.to_string())),
        }
    })
}

fn whole(text: &str) -> Option<(&'static str, String)> {
    let said = told(text);
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
mod tests;
