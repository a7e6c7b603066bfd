//! Permissions: one `authorize()` for everything that arrives. It decides by role, never by display name, and refuses
//! what it does not know.

pub mod button_rights;
pub mod visibility;

use crate::secretary::flow::Flow;
use crate::secretary::ids::{PersonId, WorkspaceId};
use crate::secretary::message::commands::{BriefOrder, FlowOrder, Order, WorkspaceOrder};
use crate::secretary::notes::Scope;
use crate::secretary::people::deputies;
use crate::secretary::people::room_purposes::Purpose;
use crate::secretary::people::workspace::{Person, Role};
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::Ticket;
use visibility::Visibility;

/// What somebody wants to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation<'a> {
    /// Send an idea.
    SendIdea,
    /// Answer questions, start, correct, pause or call off a ticket, rate or revise its report.
    Steer(&'a Ticket),
    /// Decide for a ticket.
    Decide(&'a Ticket),
    /// See a ticket.
    See(&'a Ticket),
    /// Read lists, tickets, reports, agents, settings, help.
    Read,
    /// Keep, change and read notes and lists.
    KeepNotes,
    /// Order reports and reminders for oneself.
    Schedule,
    /// Change a schedule.
    ChangeSchedule(&'a Schedule),
    /// Agree to a flow, try, run, change or delete it.
    SteerFlow(&'a Flow),
    /// Have a flow begin by what lies in folders of the machine.
    WatchFolders,
    /// Pause or resume everything.
    PauseAll,
    /// Set what rooms are for.
    ManageRooms,
    /// Have decisions and reports of all in one's own direct chat.
    FollowAll,
    /// Name somebody who decides in one's place.
    Delegate,
    /// Invite people and change roles.
    ManagePeople,
    /// Make a further workspace, whose work the operator of the program pays for.
    MakeWorkspace,
    /// Change settings of the workspace.
    ManageSettings,
    /// See how quickly and how well work went.
    SeeFigures,
    /// Set one's own zone, link one's own account.
    ManageSelf,
}

impl Operation<'_> {
    /// Its name in the audit log.
    pub fn name(&self) -> &'static str {
        match self {
            Self::SendIdea => "send_idea",
            Self::Steer(_) => "steer",
            Self::Decide(_) => "decide",
            Self::See(_) => "see",
            Self::Read => "read",
            Self::KeepNotes => "keep_notes",
            Self::Schedule => "schedule",
            Self::ChangeSchedule(_) => "change_schedule",
            Self::SteerFlow(_) => "steer_flow",
            Self::WatchFolders => "watch_folders",
            Self::PauseAll => "pause_all",
            Self::ManageRooms => "manage_rooms",
            Self::FollowAll => "follow_all",
            Self::Delegate => "delegate",
            Self::ManagePeople => "manage_people",
            Self::MakeWorkspace => "make_workspace",
            Self::ManageSettings => "manage_settings",
            Self::SeeFigures => "see_figures",
            Self::ManageSelf => "manage_self",
        }
    }

    /// The number of the ticket it is about.
    pub fn ticket(&self) -> Option<i64> {
        let (Self::Steer(ticket) | Self::Decide(ticket) | Self::See(ticket)) = self else { return None };
        Some(ticket.number)
    }

    /// Whether nothing is changed by it.
    pub fn reads(&self) -> bool {
        matches!(self, Self::See(_) | Self::Read | Self::SeeFigures)
    }
}

/// Whether they may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They may.
    Allowed,
    /// They may not.
    Refused(Refusal),
}

/// Why they may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// For them there is no such ticket.
    Unseen,
    /// Their role is not enough.
    Role,
    /// They have the role by a server that lends it, and none of their own.
    Lent,
}

/// Decides whether this member may do this.
pub fn authorize(person: &Person, operation: Operation<'_>) -> Verdict {
    let role = person.power();
    let stands_in = !person.at_hand.stands_in_for.is_empty();
    let own = |ticket: &Ticket| ticket.requester == person.id;
    if let Operation::See(ticket) | Operation::Steer(ticket) | Operation::Decide(ticket) = operation
        && !sees(person, ticket)
    {
        return Verdict::Refused(Refusal::Unseen);
    }
    match operation {
        Operation::Read | Operation::ManageSelf | Operation::See(_) => Verdict::Allowed,
        Operation::SendIdea | Operation::KeepNotes | Operation::Schedule => allow(role <= Role::Requester),
        Operation::Steer(ticket) => allow(role <= Role::Approver || (own(ticket) && role <= Role::Requester)),
        Operation::Decide(ticket) => {
            allow(role <= Role::Approver || stands_in || (own(ticket) && role <= Role::Requester))
        }
        Operation::ChangeSchedule(schedule) => {
            let may = schedule.workspace == person.workspace && (role == Role::Owner || schedule.owner == person.id);
            allow(may)
        }
        Operation::SteerFlow(flow) => {
            let own = flow.owner == person.id && role <= Role::Requester;
            allow(flow.workspace == person.workspace && (role <= Role::Approver || own))
        }
        Operation::PauseAll | Operation::WatchFolders => allow(role <= Role::Approver),
        // What is only lent cannot be passed on, and is nowhere but on the server that lends it.
        Operation::FollowAll | Operation::Delegate => by_their_own_role(person),
        Operation::MakeWorkspace => allow(person.workspace == WorkspaceId::home() && role == Role::Owner),
        Operation::ManageRooms | Operation::ManagePeople | Operation::ManageSettings | Operation::SeeFigures => {
            allow(role == Role::Owner)
        }
    }
}

/// What a command amounts to while it is not yet known which ticket, schedule or words it is about; what that adds is
/// asked for besides.
pub fn operation_of(order: &Order, direct: bool) -> Operation<'static> {
    match order {
        Order::Room(Some((Purpose::Decisions | Purpose::Reports, _))) if direct => Operation::FollowAll,
        Order::Away(deputies::Order::Name { .. }) => Operation::Delegate,
        Order::Away(deputies::Order::Back) => Operation::ManageSelf,
        Order::New(_)
        | Order::Ask(_)
        | Order::Every(_)
        | Order::Flow(FlowOrder::New { .. } | FlowOrder::From(_) | FlowOrder::Adapt { .. } | FlowOrder::Write(_)) => {
            Operation::SendIdea
        }
        Order::Remind(_) => Operation::Schedule,
        Order::Note(_) | Order::Notes | Order::Lists => Operation::KeepNotes,
        Order::Timezone(None) | Order::Start(None) | Order::Workspace(WorkspaceOrder::Show) => Operation::Read,
        // Whether a further one may be made is asked of the member of the first one they are.
        Order::Workspace(WorkspaceOrder::Choose(_) | WorkspaceOrder::Make(_)) => Operation::ManageSelf,
        Order::Workspace(WorkspaceOrder::Rename(_)) => Operation::ManageSettings,
        Order::Timezone(Some(_))
        | Order::Brief(BriefOrder::Quiet(_))
        | Order::Link(_)
        | Order::Start(Some(_))
        | Order::Export
        | Order::Forget => Operation::ManageSelf,
        Order::Pause(None) | Order::Resume(None) => Operation::PauseAll,
        Order::Room(Some(_)) => Operation::ManageRooms,
        Order::Invite(_) | Order::EndInvitations | Order::Members(Some(_)) => Operation::ManagePeople,
        Order::Metrics => Operation::SeeFigures,
        Order::Mode(Some(_)) | Order::Budget(Some(_)) => Operation::ManageSettings,
        Order::Settings(Some((_, value))) if !value.is_empty() => Operation::ManageSettings,
        Order::Calc(_)
        | Order::List(..)
        | Order::Show(_)
        | Order::Team(_)
        | Order::Decisions(_)
        | Order::History(_)
        | Order::HistoryOf(_)
        | Order::HistoryPage(..)
        | Order::Decide(..)
        | Order::Cancel(..)
        | Order::CancelAll
        | Order::Clarify(_)
        | Order::Files(_)
        | Order::Pause(Some(_))
        | Order::Resume(Some(_))
        | Order::Dispatch(_)
        | Order::Agents
        | Order::Report(_)
        | Order::Brief(BriefOrder::Show | BriefOrder::Now | BriefOrder::Off | BriefOrder::At(_))
        | Order::Reports(_)
        | Order::Schedules(_)
        | Order::SchedulesPage(_)
        | Order::Flow(
            FlowOrder::List(_)
            | FlowOrder::Examples
            | FlowOrder::Example(_)
            | FlowOrder::HowToMake
            | FlowOrder::One(..),
        )
        | Order::FlowCalled(_)
        | Order::DropReminders
        | Order::Stats
        | Order::Room(None)
        | Order::Members(None)
        | Order::Settings(_)
        | Order::Mode(None)
        | Order::Budget(None)
        | Order::Away(deputies::Order::Show)
        | Order::Privacy
        | Order::Help(_) => Operation::Read,
    }
}

/// Whether this member may see this ticket: one of their own workspace only; what was said in a direct chat is for the
/// requester, approvers and owners; what was said in a group is for every member.
pub fn sees(person: &Person, ticket: &Ticket) -> bool {
    ticket.workspace == person.workspace && Visibility::of_person(person).covers(ticket)
}

/// Whose notes words of a person are about: where nobody else reads along their own and everybody's, elsewhere
/// everybody's alone.
pub fn notes_of(workspace: &WorkspaceId, person: &PersonId, direct: bool) -> Scope {
    if direct { Scope::personal(workspace.clone(), person.clone()) } else { Scope::everybody(workspace.clone()) }
}

/// The scope of notes for the work on a ticket: that of the words it came from. Notes of a former member stay closed,
/// whoever reopens their ticket.
pub fn notes_for(ticket: &Ticket, requester: Option<&Person>) -> Scope {
    let member = requester.is_some_and(|person| !person.accounts.is_empty());
    let scope = notes_of(&ticket.workspace, &ticket.requester, ticket.direct && member);
    if member { scope.asked_by(&ticket.requester, &ticket.room) } else { scope }
}

/// What only approvers and owners may who are that by a role of their own.
fn by_their_own_role(person: &Person) -> Verdict {
    if person.role > Role::Approver && person.power() <= Role::Approver {
        return Verdict::Refused(Refusal::Lent);
    }
    allow(person.role <= Role::Approver)
}

fn allow(may: bool) -> Verdict {
    if may { Verdict::Allowed } else { Verdict::Refused(Refusal::Role) }
}

#[cfg(test)]
mod tests {
    use crate::secretary::orders::read_command::read;
    use crate::secretary::permissions::*;

    fn member(role: Role) -> Person {
        let home = crate::secretary::ids::WorkspaceId::home();
        Person::new(PersonId::new("p"), home, "Kim", role, chrono::DateTime::UNIX_EPOCH)
    }

    /// The least role that may send this line, before it is known which ticket it is about.
    fn least(line: &str) -> Option<Role> {
        let (name, args) = line.split_once(' ').unwrap_or((line, ""));
        let order = read(name, args).unwrap_or_else(|why| panic!("{line}: {why}"));
        Role::ALL
            .into_iter()
            .rev()
            .find(|role| authorize(&member(*role), operation_of(&order, false)) == Verdict::Allowed)
    }

    #[test]
    fn every_command_is_a_deed() {
        let reading = "start · list · show 1 · decisions · history · history 1 · agents · report now · reports 1 · \
                       schedules · flow · flow 1 · stats · timezone · room · members · settings · settings model · \
                       budget · help · link";
        for line in reading.split(" · ") {
            assert_eq!(least(line), Some(Role::Observer), "{line}");
        }
        assert_eq!(least("new a cake"), Some(Role::Requester));
        assert_eq!(least("flow new Price watch"), Some(Role::Requester));
        assert_eq!(least("flow write look every hour"), Some(Role::Requester));
        for line in ["pause", "resume"] {
            assert_eq!(least(line), Some(Role::Approver), "{line}");
        }
        for line in [
            "room intake on",
            "invite approver",
            "members Kim observer",
            "settings auto_dispatch off",
            "budget day off",
        ] {
            assert_eq!(least(line), Some(Role::Owner), "{line}");
        }
    }
}
