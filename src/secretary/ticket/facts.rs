//! Facts: everything a step may know besides state and event, such as the actor, the deciders and the settings. The
//! engine reads them before the step; the step cannot ask for more.

use crate::secretary::agent::Agent;
use crate::secretary::budget::cost::Currency;
use crate::secretary::ids::{PersonId, RoomId, RunId, Token};
use crate::secretary::inbound::{Platform, ReplyTo};
use crate::secretary::people::deputies::StandIn;
use crate::secretary::people::workspace::{Role, Settings};
use crate::secretary::ticket::decisions::line::Turns;
use crate::secretary::ticket::task::Attached;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use std::collections::{BTreeMap, BTreeSet};

/// The person who acts, after `authorize`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// Who.
    pub person: PersonId,
    /// Their name.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// From which platform.
    pub platform: Platform,
    /// In which room.
    pub room: RoomId,
    /// It is a direct chat.
    pub direct: bool,
    /// Their zone, or the default one.
    pub zone: Tz,
    /// What a reply would attach to.
    pub reply: ReplyTo,
    /// The absent people who named them as deputy.
    pub stands_in_for: Vec<StandIn>,
}

/// Somebody who may decide for any ticket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decider {
    /// Who.
    pub id: PersonId,
    /// Their name.
    pub name: String,
    /// Whether others know them by this name; the name of the local web visitor says nothing elsewhere.
    pub named: bool,
    /// Who decides for them while they are away.
    pub deputy: Option<(PersonId, String)>,
    /// They are an owner.
    pub owner: bool,
}

/// What a step may know.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Who acts; none for what the secretary's own engine reports.
    pub actor: Option<Actor>,
    /// 128-bit random tokens drawn for this event.
    pub tokens: Vec<Token>,
    /// The agents.
    pub roster: Vec<Agent>,
    /// Tasks in progress by agent, in all other tickets.
    pub loads: BTreeMap<String, u32>,
    /// The score of each agent that has a record, 0 to 100.
    pub scores: BTreeMap<String, i64>,
    /// The settings of the workspace.
    pub settings: Settings,
    /// The rooms for decisions.
    pub decision_rooms: Vec<RoomId>,
    /// The persons of the direct chats among these rooms, and of the direct chats of deciders and deputies.
    pub direct_rooms: BTreeMap<RoomId, PersonId>,
    /// The direct chats of the requester's deputy.
    pub deputy_rooms: Vec<RoomId>,
    /// When the first absent person with a deputy is back.
    pub back_at: Option<DateTime<Utc>>,
    /// How many decisions of other tickets each person is asked and has waiting; empty for events that ask none.
    pub turns: BTreeMap<PersonId, Turns>,
    /// The rooms for reports.
    pub report_rooms: Vec<RoomId>,
    /// Whether the requester is still a member with a role that decides about own ideas.
    pub requester_decides: bool,
    /// Whether the requester is a member by Discord roles alone that lend the right to decide about own ideas, as
    /// last seen. They have that right in that server while they have the role.
    pub requester_lent: bool,
    /// Those who may decide: owners and approvers.
    pub deciders: Vec<Decider>,
    /// The word for a person without a name: "you" where nobody else is.
    pub nameless: &'static str,
    /// The requester's zone, or the default one.
    pub zone: Tz,
    /// The requester has told it.
    pub zone_told: bool,
    /// The requester's language, or the default one.
    pub language: String,
    /// Whether the room of the ticket lets unanswered questions be assumed after a reminder; otherwise the ticket
    /// waits.
    pub goes_on: bool,
    /// Whether a language model is connected; otherwise the built-in grammar answers.
    pub reads: bool,
    /// The currency of the prices; none if prices are unknown.
    pub prices: Option<Currency>,
    /// The requester was told within a day why an idea waits for a language model, and what works without one.
    pub told_of_model: bool,
    /// The files that runs have written which did not come to their end; empty for events that cancel nothing.
    pub written: Vec<Attached>,
    /// Runs of a cancelled or failed ticket that have a journal: they can continue where they were interrupted. Runs
    /// whose journal is past `RETENTION_JOURNAL_DAYS` begin anew.
    pub cut_off: BTreeSet<RunId>,
}

impl Facts {
    /// The `n`th token of this event. The engine draws more than any step uses; beyond them the last one is
    /// lengthened, so that two prompts never share one.
    pub fn token(&self, n: usize) -> Token {
        match (self.tokens.get(n), self.tokens.last()) {
            (Some(token), _) => token.clone(),
            (None, Some(last)) => Token::new(format!("{last}{n}")),
            (None, None) => Token::new(format!("none{n}")),
        }
    }

    /// The direct chats of deciders and deputies for whom `fits` holds, whatever the purposes of these chats.
    pub fn chats_of_deciders(&self, fits: impl Fn(&PersonId) -> bool) -> Vec<RoomId> {
        let acts = |decider: &Decider, person: &PersonId| decider.deputy.as_ref().is_some_and(|(id, _)| id == person);
        let decides = |person: &PersonId| self.deciders.iter().any(|d| d.id == *person || acts(d, person));
        let theirs = self.direct_rooms.iter().filter(|(_, person)| decides(person) && fits(person));
        theirs.map(|(room, _)| room.clone()).collect()
    }

    /// Whether the reader of this room is absent and a deputy in one of these rooms answers for them.
    pub fn rests(&self, reader: &PersonId, readers: impl Fn(&PersonId) -> bool) -> bool {
        let away = self.deciders.iter().find(|decider| decider.id == *reader);
        away.and_then(|decider| decider.deputy.as_ref()).is_some_and(|(deputy, _)| readers(deputy))
    }

    /// An agent's name for people.
    pub fn agent_title<'a>(&'a self, name: &'a str) -> &'a str {
        super::report::title_of(&self.roster, name)
    }
}
