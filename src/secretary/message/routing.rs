//! The rules for free text: the first rule that fits wins (docs/architecture.md, "What a message is about"). Pure:
//! the engine looks up what the rules need.

use super::action::{TicketAct, Words};
use crate::secretary::ids::{DecisionId, FlowRunId, NoteChangeId, ScheduleId, Slot, TicketId, TriggerId};
use crate::secretary::ticket::{Ending, Priority, Stage, Ticket};

/// What a reply to one of the secretary's messages means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// An answer to open questions, else an addition.
    Answers,
    /// A correction of the card.
    Correction,
    /// A decision in words or by number.
    Decision(DecisionId),
    /// A revision of the report.
    Revision,
    /// An addition.
    Addition,
}

/// How slots of messages begin that belong to no ticket. The slots of a ticket begin with its id.
const OF_NO_TICKET: [&str; 11] =
    ["re", "schedule", "flow", "note", "secret", "told", "budget", "linked", "missed", "trouble", "unsent"];

/// The ticket and meaning of a reply to the message under this slot, if it is a ticket's message.
pub fn replied(slot: &Slot) -> Option<(TicketId, Meant)> {
    let (ticket, name) = slot.as_str().split_once('/')?;
    if OF_NO_TICKET.contains(&ticket) {
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

/// How slots of messages begin that show a secret: no turn repeats it, and it is stored with none of them.
pub const SECRET: &str = "secret/";

/// The slot of a message that shows the secret of a webhook. `event`: the number of the event that shows it.
pub fn secret(hook: &TriggerId, event: i64) -> Slot {
    Slot::new(format!("{SECRET}{hook}/{event}"))
}

/// The webhook whose secret the message under this slot shows, if it is such a message.
pub fn secret_of(slot: &Slot) -> Option<TriggerId> {
    let (hook, _) = slot.as_str().strip_prefix(SECRET)?.split_once('/')?;
    Some(TriggerId::new(hook))
}

/// The slot of the message in which a call of a run asks people something.
pub fn asked(run: &FlowRunId, index: u32) -> Slot {
    Slot::new(format!("flow/{run}/asked/{index}"))
}

/// The call of a run that asks people something in the message under this slot, by its place among the calls of the run.
pub fn asked_by(slot: &Slot) -> Option<(FlowRunId, u32)> {
    let (run, index) = slot.as_str().strip_prefix("flow/")?.split_once("/asked/")?;
    Some((FlowRunId::new(run), index.parse().ok()?))
}

/// Whether the message under this slot shows a flow or a run of one.
pub fn of_flow(slot: &Slot) -> bool {
    slot.as_str().starts_with("flow/")
}

/// Whether the message under this slot is the secretary's own word about a schedule or a flow; not what a script says, under
/// the number of its call. Answers to what somebody has said may be anything: those that are its own say so themselves.
pub fn own_word(slot: &Slot) -> bool {
    let (of, name) = slot.as_str().split_once('/').unwrap_or_default();
    match of {
        "schedule" => true,
        "flow" => {
            let call = name.split('/').nth(1).unwrap_or_default();
            !call.bytes().all(|digit| digit.is_ascii_digit())
        }
        _ => false,
    }
}

/// Whether the message under this slot shows how the work goes.
pub fn shows_progress(slot: &Slot) -> bool {
    slot.as_str().split_once('/').is_some_and(|(_, name)| name.starts_with("progress"))
}

/// The round of questions that the message under this slot shows, by its place among the rounds.
pub fn round_shown(slot: &Slot) -> Option<usize> {
    let (_, name) = slot.as_str().split_once('/')?;
    name.split('/').next()?.strip_prefix("questions")?.parse().ok()
}

/// The end of the slot of a message of a person that made what the slot before it names.
const SAID: &str = "/said";

/// The slot of the message of a person that made what this message of the secretary confirms.
pub fn said(made: &Slot) -> Slot {
    Slot::new(format!("{made}{SAID}"))
}

/// The message that confirms what a message of a person made, if that is what stands under this slot.
pub fn made(said: &Slot) -> Option<Slot> {
    said.as_str().strip_suffix(SAID).map(Slot::new)
}

/// The name of the card in its present version.
pub fn card_name(ticket: &Ticket) -> String {
    match ticket.card() {
        0 => "card".to_owned(),
        n => format!("card{n}"),
    }
}

/// A message about a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its echo: a reply changes it.
    Card(ScheduleId),
    /// One firing of it: a reply answers it.
    Firing(ScheduleId, u64),
}

impl Standing {
    /// The schedule.
    pub fn schedule(&self) -> &ScheduleId {
        match self {
            Self::Card(id) | Self::Firing(id, _) => id,
        }
    }

    /// Which firing of this schedule it is, if it is one.
    pub fn firing_of(&self, schedule: &ScheduleId) -> Option<u64> {
        if let Self::Firing(id, firing) = self { (id == schedule).then_some(*firing) } else { None }
    }
}

/// The schedule of a reply to the message under this slot.
pub fn standing(slot: &Slot) -> Option<Standing> {
    let (id, name) = slot.as_str().strip_prefix("schedule/")?.split_once('/')?;
    match name.strip_suffix(SAID).unwrap_or(name) {
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

/// Whether there is anything to work on: a letter or a digit.
pub fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Whether this is about a version of the card that was changed since.
pub fn outdated(ticket: &Ticket, act: &TicketAct) -> bool {
    matches!(act, TicketAct::EditCard { card, .. } if *card != ticket.card() && !ticket.closed())
}

/// Whether the words that a button asks for still fit the ticket; a form opens only then.
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
            ticket.stage == Stage::Working
                && ticket.decision(&decision).is_some_and(crate::secretary::decision::Decision::open)
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::message::routing::*;

    #[test]
    fn the_words_behind_something_are_found_by_what_they_made() {
        let (note, card) = (Slot::new("note/N1"), Slot::new("schedule/S1/card"));
        assert_eq!((made(&said(&note)), made(&note)), (Some(note.clone()), None));
        assert_eq!(noted(&said(&note)), Some(NoteChangeId::new("N1")));
        let schedule = Some(Standing::Card(ScheduleId::new("S1")));
        assert_eq!((standing(&said(&card)), standing(&card)), (schedule.clone(), schedule));
    }

    #[test]
    fn a_message_of_no_ticket_is_taken_for_none() {
        let own = secret(&TriggerId::new("H1"), 7);
        assert_eq!((secret_of(&own), replied(&own)), (Some(TriggerId::new("H1")), None));
        for of in OF_NO_TICKET {
            assert_eq!(replied(&Slot::new(format!("{of}/1/questions0"))), None, "{of}");
        }
        let answers = replied(&Slot::new("T1/questions0"));
        assert_eq!(answers, Some((TicketId::new("T1"), Meant::Answers)));
    }

    #[test]
    fn what_a_flow_asks_is_told_from_what_it_says() {
        let run = FlowRunId::new("F1");
        assert_eq!(asked_by(&asked(&run, 3)), Some((run.clone(), 3)));
        for said in ["flow/F1/3", "flow/F1/over", "flow/F1/asked/x", "T1/asked/3"] {
            assert_eq!(asked_by(&Slot::new(said)), None, "{said}");
        }
        for (slot, own) in [
            ("re/7/0", false),
            ("schedule/S1/4", true),
            ("flow/F1/card", true),
            ("flow/F1/told/12", true),
            ("flow/F1/3", false),
            ("flow/F1/3/numbers", false),
            ("T1/report1", false),
        ] {
            assert_eq!(own_word(&Slot::new(slot)), own, "{slot}");
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
