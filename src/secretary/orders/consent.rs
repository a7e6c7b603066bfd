//! The consent table: whether code carries out an understood intent at once, after one button, or never from words.
//! The model cannot change it; what the model says of itself ("sure") can only add a button.

use super::read_command::read;
use crate::secretary::intent::{Intent, ItemKind};
use crate::secretary::message::commands::{self, Order};

/// When an intent is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Consent {
    /// At once, with Undo where something changed.
    AtOnce,
    /// After one press: a button shows what would be done.
    Button,
    /// Never from words that were understood: only a press, a number or an exact label on its own prompt.
    PressOnly,
}

/// When an understood command line is carried out. A line that cannot be read changes nothing: its answer says what is
/// wrong with it.
pub fn of_command(name: &str, args: &str) -> Consent {
    match read(&commands::plain_name(name), args) {
        Ok(order) if order.only_typed() => Consent::PressOnly,
        // A reminder is set at once, however its time is written.
        Ok(order) if !order.only_shows() && !matches!(order, Order::Remind(_)) => Consent::Button,
        Ok(_) | Err(_) => Consent::AtOnce,
    }
}

/// When an intent about an item of this kind is carried out.
pub fn consent(intent: &Intent, kind: Option<ItemKind>) -> Consent {
    let if_sure = |sure: bool| if sure { Consent::AtOnce } else { Consent::Button };
    match intent {
        Intent::Reply { .. }
        | Intent::Idea(_)
        | Intent::Answer { .. }
        | Intent::AddTo(_)
        | Intent::Remind(_)
        | Intent::Note { .. }
        | Intent::List { .. }
        | Intent::Snooze(_)
        | Intent::Pause { .. }
        | Intent::Undo {}
        | Intent::LookUp { .. }
        | Intent::Unclear { .. } => Consent::AtOnce,
        Intent::Decide { .. } if kind != Some(ItemKind::Decision) => Consent::PressOnly,
        Intent::Decide { sure, .. } => if_sure(*sure),
        Intent::CorrectPlan(change) | Intent::Revise(change) => if_sure(change.sure),
        Intent::ChangeReminder(change) => if_sure(change.act.as_deref() != Some("delete")),
        Intent::Widen(_) => Consent::AtOnce,
        Intent::Start { .. } | Intent::Cancel { .. } | Intent::Resume { .. } => Consent::Button,
        Intent::Command { name, text } => of_command(name, text),
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::intent::Change;
    use crate::secretary::orders::consent::*;

    #[test]
    fn what_cannot_be_taken_back_is_never_done_from_words() {
        let decide = |sure| Intent::Decide { item: "a".to_owned(), option: Some(1), text: String::new(), sure };
        for (intent, kind, wanted) in [
            (decide(true), ItemKind::Decision, Consent::AtOnce),
            (decide(false), ItemKind::Decision, Consent::Button),
            (decide(true), ItemKind::Approval, Consent::PressOnly),
            (Intent::Start { item: "a".to_owned() }, ItemKind::Card, Consent::Button),
            (Intent::Cancel { item: "a".to_owned() }, ItemKind::Ticket, Consent::Button),
            (Intent::Revise(Change { sure: true, ..Change::default() }), ItemKind::Report, Consent::AtOnce),
            (Intent::Revise(Change::default()), ItemKind::Report, Consent::Button),
        ] {
            assert_eq!(consent(&intent, Some(kind)), wanted, "{intent:?}");
        }
        let command = |name: &str, text: &str| Intent::Command { name: name.to_owned(), text: text.to_owned() };
        for (name, text, wanted) in [
            ("budget", "", Consent::AtOnce),
            ("budget", "day 100 EUR", Consent::Button),
            ("invite", "", Consent::PressOnly),
            ("forget", "", Consent::Button),
            ("mode", "auto-run", Consent::PressOnly),
            ("reports", "12 json", Consent::AtOnce),
            ("schedules", "3", Consent::AtOnce),
            ("reminders", "3 delete", Consent::Button),
            ("report", "now", Consent::AtOnce),
            ("report", "daily 18:00", Consent::Button),
            ("flow", "", Consent::AtOnce),
            ("flows", "3", Consent::AtOnce),
            ("flow", "3 run", Consent::Button),
            ("flow", "3 agree", Consent::PressOnly),
            ("flow", "Greet", Consent::AtOnce),
            ("flow", "Greet run", Consent::Button),
            ("flow", "Greet Kim agree", Consent::PressOnly),
            ("flow", "write look every hour until it is up", Consent::Button),
            ("flow", "3 change look every hour only", Consent::Button),
            ("brief", "now", Consent::AtOnce),
            ("brief", "daily 8:00", Consent::Button),
            ("brief", "quiet off", Consent::Button),
            ("remind", "every other Friday to sweep", Consent::AtOnce),
            ("settings", "model", Consent::AtOnce),
            ("settings", "auto_dispatch off", Consent::Button),
            ("/Members", "", Consent::AtOnce),
            ("people", "Kim remove", Consent::PressOnly),
            ("timezone", "", Consent::AtOnce),
            ("timezone", "Europe/Oslo", Consent::Button),
            ("cancel", "12", Consent::Button),
            // What cannot be read changes nothing.
            ("doctor", "", Consent::AtOnce),
            ("decide", "10 1", Consent::PressOnly),
            ("/ /forget", "", Consent::Button),
        ] {
            assert_eq!(consent(&command(name, text), None), wanted, "{name} {text}");
        }
    }
}
