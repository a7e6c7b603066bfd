//! What comes of a trigger: the events that runs begin with, as scripts read them, and news of the trigger itself. It must
//! not decide whether a run begins.

use crate::secretary::ids::PersonId;
use crate::secretary::ticket::{Ending, Stage, Ticket};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The most bytes of a text within an event.
pub const LONGEST_TEXT: usize = 16 * 1024;

/// What came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Came {
    /// An event: a run begins with it.
    Event {
        /// What the script reads.
        event: Value,
        /// Whose message it was, if it was one.
        #[serde(default)]
        caused_by: Option<PersonId>,
    },
    /// More events than it takes in an hour.
    TooMany {
        /// Until when no more are taken.
        until: DateTime<Utc>,
    },
    /// As many runs of its flow wait for their turn as may.
    Behind,
    /// Its folder is watched from now on.
    Watched {
        /// How many files stood there before.
        before: usize,
    },
    /// Its folder cannot be read.
    Unreadable,
    /// Files came into its folder that begin nothing.
    LeftOut {
        /// The names of the first of them.
        names: Vec<String>,
        /// How many more there are.
        more: usize,
        /// Why.
        why: Unfit,
    },
}

/// Why a file in a watched folder begins nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unfit {
    /// Its name is no text.
    Name,
    /// It has a second name, which may stand outside of the folder.
    Linked,
}

impl Came {
    /// An event that nobody of the workspace caused.
    pub fn event(event: Value) -> Self {
        Self::Event { event, caused_by: None }
    }
}

/// The event of a webhook.
pub fn webhook(body: Value) -> Value {
    json!({"trigger": "webhook", "body": body})
}

/// The event of a file. `text`: what stands in it, if it is a short text.
pub fn file(folder: &str, name: &str, bytes: u64, text: Option<&str>) -> Value {
    json!({"trigger": "folder", "folder": folder, "name": name, "bytes": bytes, "text": text})
}

/// The event of a message.
pub fn message(text: &str, from: &str, forwarded: bool) -> Value {
    json!({"trigger": "message", "text": bounded(text), "from": from, "forwarded": forwarded})
}

/// Whether the words in the event of a message are somebody else's, which were passed on.
pub fn forwarded(event: &Value) -> bool {
    event.get("forwarded").and_then(Value::as_bool).unwrap_or_default()
}

/// The event of a ticket that has ended; none for one that only became a part of something else or only tried a plan, and
/// none for one that a flow opened, so that no flow goes round in circles.
pub fn ticket(ticket: &Ticket) -> Option<Value> {
    let outcome = match ticket.stage {
        Stage::Closed(Ending::Done) => "done",
        Stage::Closed(Ending::Failed) => "failed",
        Stage::Closed(Ending::Cancelled) => "cancelled",
        Stage::Closed(Ending::Folded)
        | Stage::Intake
        | Stage::Clarifying
        | Stage::Confirming
        | Stage::Working
        | Stage::Reporting => return None,
    };
    if ticket.of_flow() || ticket.is_trial() {
        return None;
    }
    let report = ticket.reports.last().map(|report| bounded(&report.text));
    let (number, title) = (ticket.number, ticket.short_title());
    Some(json!({"trigger": "ticket", "number": number, "title": title, "outcome": outcome, "report": report}))
}

/// A text as far as an event holds it.
fn bounded(text: &str) -> &str {
    text.get(..text.floor_char_boundary(LONGEST_TEXT)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::trigger::came::*;

    #[test]
    fn a_text_is_cut_between_letters() {
        let long = "ä".repeat(LONGEST_TEXT);
        let event = message(&long, "Kim", false);
        assert_eq!(event["text"].as_str().map(str::len), Some(LONGEST_TEXT));
        let passed_on = message("short", "Kim", true);
        assert_eq!(passed_on["text"], "short");
        assert!(forwarded(&passed_on) && !forwarded(&event) && !forwarded(&webhook(json!({"forwarded": true}))));
    }

    #[test]
    fn it_reads_back_as_it_was_written() {
        for came in [
            Came::Event { event: webhook(json!({"n": 1})), caused_by: Some(PersonId::new("kim")) },
            Came::event(file("in", "a.txt", 3, None)),
            Came::TooMany { until: DateTime::UNIX_EPOCH },
            Came::Behind,
            Came::Watched { before: 2 },
            Came::Unreadable,
            Came::LeftOut { names: vec!["a.txt".to_owned()], more: 2, why: Unfit::Linked },
        ] {
            let text = serde_json::to_string(&came).unwrap();
            assert_eq!(serde_json::from_str::<Came>(&text).unwrap(), came);
        }
    }
}
