//! What free text is about, by the first rule that fits (docs/architecture.md, "What words are about"). Pure: the desk looks up what
//! the rules ask for.

use super::action::{TicketAct, Words};
use super::ids::{DecisionId, NoteChangeId, ScheduleId, Slot, TicketId};
use super::ticket::{Ending, Priority, Stage, Ticket};
use super::when;

/// What a reply to one of the secretary's messages means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// An answer to open questions, else an addition.
    Answers,
    /// A correction of the card.
    Correction,
    /// A decision in words or by number.
    Decision(DecisionId),
    /// A wish for the report.
    Revision,
    /// An addition.
    Addition,
}

/// The ticket and meaning of a reply to the message under this slot, if it is a ticket's message.
pub fn replied(slot: &Slot) -> Option<(TicketId, Meant)> {
    let (ticket, name) = slot.as_str().split_once('/')?;
    if matches!(ticket, "re" | "schedule" | "note" | "sum") {
        return None;
    }
    let first = name.split('/').next().unwrap_or(name);
    let numbered = |prefix: &str| {
        first.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    let meant = if numbered("questions") || numbered("nudge") {
        Meant::Answers
    } else if first == "card" || numbered("card") || numbered("nudge-card") {
        Meant::Correction
    } else if numbered("d") {
        Meant::Decision(DecisionId::new(first))
    } else if numbered("report") || numbered("rated") {
        Meant::Revision
    } else {
        Meant::Addition
    };
    Some((TicketId::new(ticket), meant))
}

/// Whether the message under this slot answers what somebody has just said in its room.
pub fn answers(slot: &Slot) -> bool {
    let shown = |name: &str| name.starts_with("shown") || name.contains("/again") || name.contains("/told");
    slot.as_str().starts_with("re/") || slot.as_str().split_once('/').is_some_and(|(_, name)| shown(name))
}

/// Whether the message under this slot shows how the work goes.
pub fn shows_progress(slot: &Slot) -> bool {
    slot.as_str().split_once('/').is_some_and(|(_, name)| name.starts_with("progress"))
}

/// A message about a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its echo: a reply changes it.
    Card(ScheduleId),
    /// One firing of it: a reply answers it.
    Firing(ScheduleId, u64),
}

/// The schedule of a reply to the message under this slot.
pub fn standing(slot: &Slot) -> Option<Standing> {
    let (id, name) = slot.as_str().strip_prefix("schedule/")?.split_once('/')?;
    match name {
        // "Deleted …" and what "Undo" makes of it.
        "card" | "gone" => Some(Standing::Card(ScheduleId::new(id))),
        other => other.parse().ok().map(|firing| Standing::Firing(ScheduleId::new(id), firing)),
    }
}

/// The change to a note that the message under this slot is about: the answer to it ("note/N1"), or the words that
/// were dictated ("note/N1/said").
pub fn noted(slot: &Slot) -> Option<NoteChangeId> {
    slot.as_str().strip_prefix("note/").and_then(|rest| rest.split('/').next()).map(NoteChangeId::new)
}

/// The result of the sum that the message under this slot answers, as it can be typed.
pub fn reckoned(slot: &Slot) -> Option<&str> {
    slot.as_str().strip_prefix("sum/")?.split_once('/').map(|(_, result)| result)
}

/// The priority marked in a text, and the text without the mark.
pub fn priority(text: &str) -> (Priority, String) {
    let text = text.trim();
    let tags = [
        ("[urgent]", Priority::Urgent),
        ("[high]", Priority::High),
        ("[medium]", Priority::Medium),
        ("[low]", Priority::Low),
    ];
    for (tag, priority) in tags {
        let end = text.len().checked_sub(tag.len());
        if text.get(..tag.len()).is_some_and(|s| s.eq_ignore_ascii_case(tag)) {
            return (priority, text[tag.len()..].trim().to_owned());
        }
        if let Some(end) = end.filter(|e| text.get(*e..).is_some_and(|s| s.eq_ignore_ascii_case(tag))) {
            return (priority, text[..end].trim().to_owned());
        }
    }
    let (before, bare) = marks(text, |t| t.trim_start_matches('!'), |t| t.starts_with(char::is_whitespace));
    let (after, bare) = marks(bare, |t| t.trim_end_matches('!'), |t| t.ends_with(char::is_whitespace));
    if !has_words(bare) {
        return (Priority::Medium, text.to_owned());
    }
    let priority = match before.max(after) {
        0 | 1 => Priority::Medium,
        2 => Priority::High,
        _ => Priority::Urgent,
    };
    let word = bare.get(..7).filter(|w| priority == Priority::Urgent && w.eq_ignore_ascii_case("urgent:"));
    let bare = if word.is_some() && has_words(&bare[7..]) { bare[7..].trim_start() } else { bare };
    (priority, bare.to_owned())
}

/// How many marks stand at one end of a text, and the text without them.
fn marks(text: &str, strip: fn(&str) -> &str, apart: fn(&str) -> bool) -> (usize, &str) {
    let bare = strip(text);
    let marks = text.len() - bare.len();
    // "Do it!" is only emphasis: a mark stands apart or is doubled.
    if marks == 0 || bare.trim().is_empty() || (marks == 1 && !apart(bare)) { (0, text) } else { (marks, bare.trim()) }
}

/// Whether words begin like a request of their own, so that they are hardly the answer to something else. Reminders
/// have a reader of their own (`reminding`).
pub fn request_of_its_own(text: &str) -> bool {
    const OPENINGS: [&str; 12] = [
        "note:",
        "note that ",
        "remember that ",
        "remember:",
        "ask me whether ",
        "ask me if ",
        "what is ",
        "what's ",
        "calculate ",
        "search for ",
        "show my ",
        "add to my ",
    ];
    let text = text.trim();
    let opens = |opening: &str| text.get(..opening.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(opening));
    OPENINGS.iter().any(|opening| opens(opening)) || when::asked_by(text).is_some()
}

/// Whether words order something so plainly that they answer no question: "ask me which …", "frag mich, ob …", "read
/// https://…".
pub fn order_of_its_own(text: &str) -> bool {
    const ORDERS: &[&str] = &[
        "ask me whether ",
        "ask me if ",
        "ask me which ",
        "ask me what ",
        "ask me who ",
        "ask me where ",
        "ask me between ",
        "ask me to ",
        "ask us ",
        "put this to me",
        "put it to me",
        "put to me",
        "put to us",
        "put it to us",
        "put this to us",
        "decide between ",
        "decide:",
        "choose between ",
        "let me decide between ",
        "let me decide:",
        "let me choose between ",
        "let me choose:",
        "let us decide between ",
        "let us decide:",
        "help me decide between ",
        "help me choose between ",
        "entscheide zwischen ",
        "entscheide:",
        "search for ",
        "search the web for ",
        "look up ",
        "read http",
        "make a list",
        "start a list",
        "frag mich ob ",
        "frage mich ob ",
        "frag mich wel",
        "frage mich wel",
        "frag uns ",
        "frage uns ",
        "such im internet nach ",
        "suche im internet nach ",
        "suche nach ",
        "lies http",
        "mach eine liste",
        "erstelle eine liste",
    ];
    if when::asked_by(text).is_some() {
        return true;
    }
    let text: String = text.trim().chars().filter(|c| *c != ',').collect();
    ORDERS.iter().any(|o| text.get(..o.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(o)))
}

/// Words to one ticket: "#12 the cheap one", "#12: and the price". Lines to several of them are to none.
pub fn to_ticket(text: &str) -> Option<(i64, &str)> {
    let rest = text.trim().strip_prefix('#')?;
    let (number, behind) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?);
    let wide = behind.strip_prefix(['：', '，']);
    let words = wide.or_else(|| behind.strip_prefix([':', ',', '.'])).unwrap_or(behind);
    let divided = wide.is_some() || words.starts_with(char::is_whitespace);
    let several = words.lines().skip(1).any(|line| line.trim_start().starts_with('#'));
    let said = divided && !several && words.chars().any(char::is_alphanumeric);
    Some((number.parse().ok().filter(|_| said)?, words.trim()))
}

/// Whether there is anything to work on: a letter or a digit.
pub fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Whether this is about a version of the card that was changed since.
pub fn outdated(ticket: &Ticket, act: &TicketAct) -> bool {
    matches!(act, TicketAct::EditCard { card, .. } if *card != ticket.card() && !ticket.closed())
}

/// Whether a button's wish for words still fits the ticket, for opening a form or not.
pub fn fits(ticket: &Ticket, act: &TicketAct) -> bool {
    match act.words() {
        // Past the card, and while a report is done again, the words still reach the work.
        Some(Words::Correction | Words::Revision) => {
            !matches!(ticket.stage, Stage::Closed(Ending::Cancelled | Ending::Folded))
        }
        Some(Words::Decision(_)) if matches!(act, TicketAct::ChangeOther { .. }) => {
            ticket.stage == Stage::Closed(Ending::Done)
        }
        Some(Words::Decision(decision)) => {
            ticket.stage == Stage::Working && ticket.decision(&decision).is_some_and(super::decision::Decision::open)
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_asked_by_a_day_is_a_request_of_its_own() {
        for text in [
            "ask me by Friday whether to take A or B",
            "Please ask me by tomorrow evening if we go",
            "frag mich bis Freitag, ob wir das Auto nehmen",
        ] {
            assert!(request_of_its_own(text) && order_of_its_own(text), "{text}");
        }
        for text in ["by Friday", "ask me by phone", "I ask myself whether it works", "whether by car or by train"] {
            assert!(!request_of_its_own(text) && !order_of_its_own(text), "{text}");
        }
    }

    #[test]
    fn words_to_a_ticket_are_read() {
        assert_eq!(to_ticket("#12 the cheap one"), Some((12, "the cheap one")));
        assert_eq!(to_ticket(" #12: and the price"), Some((12, "and the price")));
        assert_eq!(to_ticket("#12：红色"), Some((12, "红色")));
        for other in [
            "#12",
            "#12!",
            "12 red",
            "#urgent call Ana",
            "#12th of May",
            "# 12",
            "#12 …",
            "#12.5 km run",
            "#1 milk\n#2 bread",
        ] {
            assert_eq!(to_ticket(other), None, "{other}");
        }
    }

    #[test]
    fn replies_go_where_the_message_belongs() {
        let meant = |slot: &str| replied(&Slot::new(slot));
        let ticket = || TicketId::new("T1");
        assert_eq!(meant("T1/questions0"), Some((ticket(), Meant::Answers)));
        assert_eq!(meant("T1/card2"), Some((ticket(), Meant::Correction)));
        assert_eq!(meant("T1/d1/reminder7"), Some((ticket(), Meant::Decision(DecisionId::new("d1")))));
        assert_eq!(meant("T1/report1"), Some((ticket(), Meant::Revision)));
        assert_eq!(meant("T1/progress"), Some((ticket(), Meant::Addition)));
        assert_eq!(meant("re/7/0"), None);
        assert_eq!(meant("odd"), None);
        let about = |slot: &str| (meant(slot), standing(&Slot::new(slot)));
        assert_eq!(about("schedule/S1/card"), (None, Some(Standing::Card(ScheduleId::new("S1")))));
        assert_eq!(about("schedule/S1/4"), (None, Some(Standing::Firing(ScheduleId::new("S1"), 4))));
        assert_eq!(about("schedule/list/P1"), (None, None));
        for slot in ["note/N1", "note/N1/said"] {
            assert_eq!((meant(slot), noted(&Slot::new(slot))), (None, Some(NoteChangeId::new("N1"))), "{slot}");
        }
        assert_eq!(noted(&Slot::new("T1/report1")), None);
        let sum = Slot::new("sum/7-0/(100 / 3) €");
        assert_eq!((meant("sum/7-0/(100 / 3) €"), reckoned(&sum)), (None, Some("(100 / 3) €")));
    }

    #[test]
    fn orders_are_told_in_two_languages() {
        for text in ["ask me which bike: red, blue", "Frag mich, ob ich Brot gekauft habe", "suche nach einem Klempner"]
        {
            assert!(order_of_its_own(text), "{text}");
        }
        for text in ["ask Kim", "frag Kim", "the list", ""] {
            assert!(!order_of_its_own(text), "{text}");
        }
    }

    #[test]
    fn priority_marks_are_read_and_stripped() {
        let cases = [
            ("fix login !!!", Priority::Urgent, "fix login"),
            ("fix login!!", Priority::High, "fix login"),
            ("fix login !", Priority::Medium, "fix login"),
            ("Do it!", Priority::Medium, "Do it!"),
            ("[urgent] fix login", Priority::Urgent, "fix login"),
            ("!!! fix login", Priority::Urgent, "fix login"),
            ("!!! urgent: do fix", Priority::Urgent, "do fix"),
            ("!!! urgent:", Priority::Urgent, "urgent:"),
            ("!!fix login !!!", Priority::Urgent, "fix login"),
            ("! buy milk", Priority::Medium, "buy milk"),
            ("![plan](a.png)", Priority::Medium, "![plan](a.png)"),
            ("!!! !!!", Priority::Medium, "!!! !!!"),
            ("tidy up [LOW]", Priority::Low, "tidy up"),
            ("!!!", Priority::Medium, "!!!"),
            ("ü!!!", Priority::Urgent, "ü"),
        ];
        for (text, wanted, bare) in cases {
            assert_eq!(priority(text), (wanted, bare.to_owned()), "{text}");
        }
    }
}
