//! The audit log: what was allowed, refused, decided and changed, by whom and from where. Entries form a hash chain
//! (`chain`) in which no change, gap, addition or cut goes unnoticed. Entries hold ids, numbers and kinds, never
//! words or names of people, so that erasing a person breaks nothing.

pub mod chain;
mod changes;
pub mod export;
mod origin;
mod values;

pub use changes::of_change;
pub use origin::{Means, Origin};
pub use values::once_more;

use super::decision::Subject;
use super::ids::{DecisionId, PersonId, RoomId, ScheduleId, TicketId, TriggerId};
use super::people::workspace::{Grant, Purposes, Role};
use super::ticket::Ending;
use crate::secretary::permissions::Operation;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// One thing that is written down for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Who brought it about and from where; none for the secretary by itself: its clock, its settings, its work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
    /// What it is.
    pub what: What,
}

/// Why somebody was turned away before, or after, it was asked whether they may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// They do not belong here.
    Stranger,
    /// Nobody can tell who they are.
    Anonymous,
    /// It is a program.
    Bot,
    /// What the button carries is no button's, or not known.
    Unknown,
    /// The button belongs to another chat.
    Elsewhere,
    /// What the button carries was taken already.
    Spent,
    /// The moment for it is over, or it does not fit.
    Late,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum What {
    /// It was asked whether a member may do something that changes something.
    Verdict {
        /// What.
        #[serde(rename = "deed")]
        operation: String,
        /// The number of the ticket it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ticket: Option<i64>,
        /// They may.
        allowed: bool,
    },
    /// A press, form or command came to nothing.
    TurnedAway {
        /// Why.
        why: Why,
    },
    /// A ticket was opened.
    Opened {
        /// Its number.
        ticket: i64,
        /// Its id.
        id: TicketId,
    },
    /// Questions were asked.
    QuestionsAsked {
        /// The ticket.
        ticket: i64,
        /// The round, from 1.
        round: usize,
    },
    /// A card was shown, which waits for a go.
    CardShown {
        /// The ticket.
        ticket: i64,
        /// The version of the card.
        card: usize,
    },
    /// Work began.
    Started {
        /// The ticket.
        ticket: i64,
    },
    /// A ticket was paused by itself, or resumed.
    Paused {
        /// The ticket.
        ticket: i64,
        /// Paused, or going on.
        paused: bool,
    },
    /// A ticket is over.
    Ended {
        /// The ticket.
        ticket: i64,
        /// How.
        ending: Ending,
    },
    /// A closed ticket was reopened.
    TakenUp {
        /// The ticket.
        ticket: i64,
    },
    /// People are to decide.
    DecisionAsked {
        /// The ticket.
        ticket: i64,
        /// Which decision.
        decision: DecisionId,
        /// What it is about.
        subject: Subject,
        /// How many options it has.
        options: usize,
    },
    /// A person decided.
    DecisionMade {
        /// The ticket.
        ticket: i64,
        /// Which decision.
        decision: DecisionId,
        /// The option, from 0; none for an answer of their own.
        option: Option<usize>,
        /// Who.
        person: PersonId,
    },
    /// A person wants it otherwise after the work was done: this counts in the place of what was decided before.
    DecisionChanged {
        /// The ticket.
        ticket: i64,
        /// Which decision counts now.
        decision: DecisionId,
        /// Which one counts no longer.
        before: DecisionId,
        /// The option, from 0.
        option: Option<usize>,
        /// Who.
        person: PersonId,
    },
    /// Nobody answered in time, and what was announced counts.
    DecidedBySilence {
        /// The ticket.
        ticket: i64,
        /// Which decision.
        decision: DecisionId,
        /// The option, from 0.
        option: Option<usize>,
    },
    /// Little depended on it, so what was recommended was taken without asking anybody.
    DecidedByThreshold {
        /// The ticket.
        ticket: i64,
        /// Which decision.
        decision: DecisionId,
        /// The option, from 0.
        option: Option<usize>,
    },
    /// A person who may decide gave a decision more time or one more option.
    DecisionWidened {
        /// The ticket.
        ticket: i64,
        /// Which decision.
        decision: DecisionId,
        /// By when it is to be answered now, if that is new.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<DateTime<Utc>>,
        /// How many options it has now, if that is new.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        options: Option<usize>,
    },
    /// A decision is open again.
    DecisionReopened {
        /// The ticket.
        ticket: i64,
        /// Which decision.
        decision: DecisionId,
    },
    /// Somebody took back their vote in a decision that is open.
    VoteTakenBack {
        /// The ticket.
        ticket: i64,
        /// Which decision.
        decision: DecisionId,
        /// Whose vote.
        person: PersonId,
    },
    /// A decision is not needed any more.
    DecisionDropped {
        /// The ticket.
        ticket: i64,
        /// Which decision.
        decision: DecisionId,
    },
    /// Something was done that changes what is outside.
    Acted {
        /// The ticket.
        ticket: i64,
        /// The place of the task in the plan, from 1.
        task: u32,
        /// The SHA-256 of the run's id, in hex: the id holds the key that the model gave the task.
        run_sha256: String,
        /// The step of its journal.
        step: u32,
        /// The tool.
        tool: String,
        /// The SHA-256 of what the tool was given, in hex.
        arguments_sha256: String,
        /// The decision by which it was allowed, if one was needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<DecisionId>,
    },
    /// A run of a flow did something that changes what is outside.
    FlowActed {
        /// The number of the flow.
        flow: i64,
        /// The number of the run.
        run: i64,
        /// The place of the call in its journal.
        step: u32,
        /// The tool.
        tool: String,
        /// The SHA-256 of what the tool was given, in hex.
        arguments_sha256: String,
    },
    /// A code was made.
    CodeMade {
        /// What for.
        grant: Grant,
    },
    /// A code was redeemed.
    CodeRedeemed {
        /// What it was for.
        grant: Grant,
        /// Who has it now.
        person: PersonId,
    },
    /// A code that is none was typed.
    CodeRefused,
    /// Open invitations ended before anybody took them up.
    InvitationsEnded {
        /// How many.
        count: usize,
    },
    /// Somebody has another role.
    RoleChanged {
        /// Who.
        person: PersonId,
        /// The role.
        role: Role,
        /// The one before, if that was written down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<Role>,
    },
    /// Somebody is an owner by the settings the program was started with.
    OwnerBySettings {
        /// Who.
        person: PersonId,
    },
    /// Somebody decides for somebody who is away, or nobody any more.
    DeputyNamed {
        /// Who is away.
        person: PersonId,
        /// Who decides.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deputy: Option<PersonId>,
    },
    /// Somebody is no member any more.
    MemberRemoved {
        /// Who.
        person: PersonId,
    },
    /// Everything of somebody was erased.
    MemberErased {
        /// Who it was.
        person: PersonId,
    },
    /// Two members turned out to be one.
    MembersJoined {
        /// Who there was besides.
        person: PersonId,
        /// Who they are now.
        into: PersonId,
    },
    /// A workspace was made.
    WorkspaceMade {
        /// Its first owner.
        person: PersonId,
    },
    /// What a room is for.
    RoomSet {
        /// The room.
        room: RoomId,
        /// Its purposes.
        purposes: Purposes,
        /// Those before, if they were written down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        were: Option<Purposes>,
    },
    /// A setting was changed.
    SettingChanged {
        /// Its name.
        name: String,
        /// On or off, if it is a switch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<bool>,
        /// What it was, if that is no words of anybody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
        /// What it is now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    /// The end of the log has a new seal over all earlier entries.
    SealBegun,
    /// A standing order was set or changed.
    ScheduleSet {
        /// Which.
        schedule: ScheduleId,
        /// Whose.
        owner: PersonId,
    },
    /// A standing order was removed.
    ScheduleRemoved {
        /// Which.
        schedule: ScheduleId,
    },
    /// Something was set to begin runs of a flow, or changed.
    TriggerSet {
        /// Which.
        trigger: TriggerId,
        /// The number of the flow.
        flow: i64,
        /// What it waits for.
        waits_for: String,
    },
    /// Something does not begin runs of a flow any more.
    TriggerRemoved {
        /// Which.
        trigger: TriggerId,
        /// The number of the flow.
        flow: i64,
    },
}

impl What {
    /// What a verdict says. Nothing is written down of mere reading.
    pub fn verdict(operation: Operation<'_>, allowed: bool) -> Option<Self> {
        (!operation.reads()).then(|| Self::Verdict {
            operation: operation.name().to_owned(),
            ticket: operation.ticket(),
            allowed,
        })
    }

    /// Whether somebody did not get what they wanted.
    pub fn refuses(&self) -> bool {
        matches!(self, Self::Verdict { allowed: false, .. } | Self::TurnedAway { .. })
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::audit::*;

    #[test]
    fn reading_is_not_written_down() {
        assert_eq!(What::verdict(Operation::Read, true), None);
        assert_eq!(What::verdict(Operation::SeeFigures, false), None);
        let refused = What::verdict(Operation::PauseAll, false).unwrap();
        assert!(refused.refuses());
        assert_eq!(
            serde_json::to_string(&refused).unwrap(),
            r#"{"kind":"verdict","deed":"pause_all","allowed":false}"#
        );
    }
}
