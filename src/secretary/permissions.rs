//! Who may do what: one `authorize()` that everything inbound passes. Roles decide, never display
//! names; what is unknown is refused.

use super::ids::PersonId;
use super::ticket::Ticket;
use super::wording::refusals;
use super::workspace::{Person, Role};

/// What somebody wants to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed<'a> {
    /// Send an idea.
    SendIdea,
    /// Answer questions, start, correct, pause or call off a ticket, rate or revise its report.
    Steer(&'a Ticket),
    /// Decide for a ticket.
    Decide(&'a Ticket),
    /// See a ticket.
    See(&'a Ticket),
    /// Read lists, agents, settings, help.
    Read,
    /// Keep, change and read notes and lists.
    KeepNotes,
    /// Order reports and reminders for oneself.
    Schedule,
    /// Change a schedule of this person.
    ChangeSchedule(&'a PersonId),
    /// Pause or resume everything.
    PauseAll,
    /// Set what rooms are for.
    ManageRooms,
    /// Invite people and change roles.
    ManagePeople,
    /// Change settings of the workspace.
    ManageSettings,
    /// Set one's own zone, link one's own account.
    ManageSelf,
}

/// Whether they may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They may.
    Allowed,
    /// They may not: a sentence that names the rule and who can change it.
    Refused(String),
}

/// Decides whether this member may do this.
pub fn authorize(person: &Person, deed: Deed<'_>) -> Verdict {
    let role = person.role;
    let own = |ticket: &Ticket| ticket.requester == person.id;
    match deed {
        Deed::Read | Deed::ManageSelf => Verdict::Allowed,
        Deed::SendIdea => allow(role <= Role::Requester, "requesters, approvers and owners", "send ideas"),
        Deed::KeepNotes => allow(role <= Role::Requester, "requesters, approvers and owners", "use the notes"),
        Deed::Schedule => {
            allow(role <= Role::Requester, "requesters, approvers and owners", "order reports and reminders")
        }
        Deed::See(ticket) => {
            if sees(person, ticket) {
                Verdict::Allowed
            } else {
                Verdict::Refused(refusals::no_ticket(&ticket.number.to_string()))
            }
        }
        Deed::Steer(ticket) => {
            if !sees(person, ticket) {
                return Verdict::Refused(refusals::no_ticket(&ticket.number.to_string()));
            }
            let may = role <= Role::Approver || (own(ticket) && role <= Role::Requester);
            allow(may, &format!("{} or an approver", ticket.requester_name), "do that here")
        }
        Deed::Decide(ticket) => {
            if !sees(person, ticket) {
                return Verdict::Refused(refusals::no_ticket(&ticket.number.to_string()));
            }
            let may = role <= Role::Approver || (own(ticket) && role <= Role::Requester);
            allow(may, &format!("{} or an approver", ticket.requester_name), "decide this")
        }
        Deed::ChangeSchedule(owner) => {
            allow(role == Role::Owner || owner == &person.id, "the person who ordered it or an owner", "change it")
        }
        Deed::PauseAll => allow(role <= Role::Approver, "approvers and owners", "pause or resume all work"),
        Deed::ManageRooms => allow(role == Role::Owner, "owners", "set what a room is for"),
        Deed::ManagePeople => allow(role == Role::Owner, "owners", "invite people or change roles"),
        Deed::ManageSettings => allow(role == Role::Owner, "owners", "change settings"),
    }
}

/// Whether this member may see this ticket: what was said in a direct chat is for the requester,
/// approvers and owners; what was said in a group is for every member.
pub fn sees(person: &Person, ticket: &Ticket) -> bool {
    !ticket.direct || person.role <= Role::Approver || ticket.requester == person.id
}

fn allow(may: bool, who: &str, deed: &str) -> Verdict {
    if may { Verdict::Allowed } else { Verdict::Refused(refusals::needs_role(who, deed)) }
}
