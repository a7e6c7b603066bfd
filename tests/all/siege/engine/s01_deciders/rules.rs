//! The rules who may decide, written once more.

use super::world::{How, Matter, One, World};
use crate::support::{Discord, Role};
use secretary::secretary::decision::{Decision, Subject};
use secretary::secretary::inbound::{ChatKind, Place};
use secretary::secretary::policy::Quorum;
use secretary::secretary::ticket::Ticket;

impl World {
    /// The rules once more: for which option this is a valid voice, now that the question is open.
    pub fn may(&self, who: &One, place: &Place, how: &How, ticket: &Ticket, requester: usize) -> Option<usize> {
        if who.bot || who.anonymous {
            return None;
        }
        let decision = asked(ticket);
        let direct = place.kind == ChatKind::Direct;
        // A topic is before the people of its group, and a thread before those of its channel.
        let (chat, part) = self.chat_of(place);
        let same = |other: &Place| other.platform == place.platform && other.chat == chat;
        let asked_here = self.asked_in.iter().any(same);
        let count = decision.asked.options.len();
        let option = match how {
            How::Press(data) => {
                let known = (0..count).find(|n| *data == format!("1.{}.{n}", decision.token));
                known.filter(|_| asked_here)?
            }
            How::Command(number, option) => {
                let known = (0..count).find(|n| *option == (n + 1).to_string());
                // Where the question stands it may be answered in words, too; elsewhere where the ticket may be shown. A topic
                // is no room for decisions because its group is one.
                let said_here = !ticket.direct && same(self.home_of(ticket));
                let shows_all = !ticket.direct && asked_here && place.thread.is_none();
                let shown = direct || (asked_here && !part) || said_here || shows_all;
                known.filter(|_| *number == ticket.number && shown)?
            }
        };
        let lent = self.lent.filter(|_| who.moderates && !who.gone && place.platform == Discord && !direct);
        let power = who.role.into_iter().chain(lent).min()?;
        let own = who.role.is_some() && self.people[requester].id == who.id;
        if own && self.four_eyes {
            return None;
        }
        if self.matter == Matter::Budget && option == 0 && power != Role::Owner {
            return None;
        }
        let away = who.stands_in_for.filter(|(_, over)| !over).map(|(away, _)| away);
        let away = away.filter(|away| !(self.four_eyes && *away == requester));
        let may = power <= Role::Approver || (own && power <= Role::Requester) || away.is_some();
        may.then_some(option)
    }

    /// Everybody who may decide where several must agree: who may anywhere, and whoever sent the idea.
    pub fn voters(&self, requester: usize) -> Vec<usize> {
        let may = |n: &usize| {
            let role = self.people[*n].role;
            role.is_some_and(|role| role <= Role::Approver || (*n == requester && role <= Role::Requester))
        };
        (0..self.people.len()).filter(may).collect()
    }

    /// How many must want the same.
    pub fn needed(&self, requester: usize) -> usize {
        match self.matter {
            Matter::Together(Quorum::Number(several)) => usize::from(several),
            Matter::Together(Quorum::All) => self.voters(requester).len(),
            Matter::Together(Quorum::Any) | Matter::Work | Matter::Leave | Matter::Budget | Matter::Plan => 1,
        }
    }

    /// The chat a place belongs to, and whether it is only a part of it: a topic of a group, a thread of a channel.
    fn chat_of(&self, place: &Place) -> (String, bool) {
        let thread = place.chat.strip_prefix("thread-");
        let above = thread.and_then(|id| self.office.stands().into_iter().find(|m| m.id == id));
        let chat = above.map_or_else(|| place.chat.clone(), |message| message.place.chat);
        (chat, place.thread.is_some() || thread.is_some())
    }
}

/// The question that is tried: under four eyes it was asked before whether a plan may begin that leads to it.
pub fn asked(ticket: &Ticket) -> &Decision {
    ticket.decisions.iter().find(|d| d.subject != Subject::Plan).unwrap_or(&ticket.decisions[0])
}
