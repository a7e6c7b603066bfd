//! Small talk and questions about what can be done: answered at once, without work.

use super::Found;
use super::reading::{Reading, somewhen};
use crate::adapters::offline::words::{has, line};
use crate::secretary::when;

/// What works without a language model, as an answer. `searches`: a search service is set up.
fn abilities(searches: bool) -> String {
    let pages = if searches {
        "read pages and search the web: “read https://…”, “search for …”"
    } else {
        "read pages: “read https://…”"
    };
    format!(
        "Without a language model I can:\n\n\
- remind you: “remind me to call Kim tomorrow at 9”\n\
- keep notes and lists: “note: …”, “add milk to the shopping list”, “show my notes”\n\
- do sums: “what is 19% of 240”\n\
- put decisions to people: “should we take A, B or C?”\n\
- {pages}\n\n\
Writing, translating and answering questions need a language model, and none is connected here yet. /help shows more."
    )
}

const NOTHING: &str =
    "I can't find words in that. Tell me in a few words what you would like to have done, or send “what can you do”.";

/// Recognises small talk when it is the whole message.
pub fn read(reading: &Reading) -> Option<Found> {
    let words: String =
        reading.text.to_lowercase().replace('’', "'").chars().map(|c| if spoken(c) { c } else { ' ' }).collect();
    let words = line(&words);
    if words.is_empty() && !reading.text.contains(['+', '*', '/']) {
        return Some(Found::Talk(NOTHING.to_owned()));
    }
    reply(&words, reading)
}

/// Words that are small talk as a whole, divided by bars, and what is said to them.
const REPLIES: &[(&str, &str)] = &[
    (
        "hi|hello|hey|hi there|hello there|hey there|good morning|good evening|moin|good afternoon|hallo|\
         guten tag|guten morgen|guten abend|servus|yo|test|there|start",
        "Hello. Send me an idea in a few words, for example “should we meet on Monday or Tuesday?”, “what is \
         19% of 240” or “note: call the plumber”. “What can you do” shows more.",
    ),
    (
        "thanks|thank you|thx|thanks a lot|thank you very much|many thanks|danke|cheers|danke schön|\
         vielen dank|great thanks|ok thanks|perfect thanks|thanks that's great|thanks that is great|\
         thanks that's perfect|thanks that helps|that's great thanks|that's great|great thank you",
        "You're welcome.",
    ),
    (
        "sorry|oh sorry|sorry about that|oops|my mistake|my bad|tut mir leid",
        "No harm done. If something is to be changed, reply to the message you mean.",
    ),
    (
        "wrong|that's wrong|that is wrong|not right|falsch|i changed my mind|changed my mind|\
         i've changed my mind|i have changed my mind",
        "All right. Reply to the message you mean and say what should be different; /list shows what is open.",
    ),
    (
        "done|i'm done|that's done|skip|skip it|skip this|whatever|never mind|i don't know|don't know|\
         no idea|not sure|fertig|egal",
        "Nothing here waits for that. If you meant one of my messages, reply to it; /list shows what is open.",
    ),
    ("bye|goodbye|good night|see you|gute nacht|tschüss", "Goodbye. I'm here when you need me."),
    (
        "how are you|how are you doing|how's it going|wie geht's|wie geht es dir",
        "All is in order here. What can I do for you?",
    ),
    (
        "ok|okay|yes|no|fine|good|great|cool|perfect|ja|nein",
        "Noted. If you meant one of my messages, reply to it, so that I know which one.",
    ),
    (
        "list|status|what is open|what's open|what are you doing|what are you working on|show open tickets|\
         show my tickets",
        "/list shows what is open, /decisions what waits for somebody.",
    ),
];
/// Questions what the secretary can do.
const ABLE: &str = "what can you do|what can you do for me|what do you do|help|help me|hilfe|who are you|what are you|\
     what else can you do|how do you work|what works|was kannst du|wer bist du|how does this work|\
     what can i do here";
/// Questions for the time.
const NOW: &str = "what time is it|what's the time|what day is it|what is the date|what's the date|what date is it|\
     what day is it today|wie spät ist es|welcher tag ist heute";

/// The reply to words that are small talk as a whole.
fn reply(words: &str, reading: &Reading) -> Option<Found> {
    let among = |phrases: &str| phrases.split('|').any(|phrase| phrase == words);
    if among(ABLE) {
        return Some(Found::Talk(abilities(reading.searches)));
    }
    if among(NOW) {
        return Some(Found::Talk(format!("It is {}.", reading.now)));
    }
    match REPLIES.iter().find(|(phrases, _)| among(phrases)) {
        Some((_, reply)) => Some(Found::Talk((*reply).to_owned())),
        None => regular_report(reading),
    }
}

fn spoken(c: char) -> bool {
    c.is_alphanumeric() || c == '\''
}

/// "Send me a report every Friday at 16:00" is a standing order, and those have a command.
fn regular_report(reading: &Reading) -> Option<Found> {
    let named = has(&reading.text, &["report", "digest", "overview", "bericht"]);
    let meant = has(&reading.text, &["send", "give", "want", "post", "schick", "schicke", "get"]);
    if !(named && meant) {
        return None;
    }
    let moment = when::parse_moment(&reading.text, chrono_tz::UTC, somewhen())?;
    let words = reading.text.get(moment.span.clone())?;
    let readable = when::parse_schedule(words, chrono_tz::UTC, somewhen()).is_ok();
    (moment.rule.recurs() && readable).then(|| {
        Found::Talk(format!("For that type /report {words}. /schedules shows what is ordered and lets you stop it."))
    })
}
