//! What ends when somebody leaves, or may do less than before.

use crate::engine::inbox::context::{Context, Request};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::audit::What;
use crate::secretary::decision::prompt_loss::Loss;
use crate::secretary::decision::votes::Quorum;
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::ids::{DecisionId, PersonId, RoomId, WorkspaceId};
use crate::secretary::message::Message;
use crate::secretary::people::visibility::Visibility;
use crate::secretary::people::workspace::{Code, Grant, Person, Purposes, Role};
use crate::secretary::ticket::event::Event;
use crate::secretary::wording::people::codes;

impl Context<'_> {
    /// A member leaves: their accounts, codes, rules, standing orders and direct chats end; what they said stays.
    pub(in crate::engine) async fn take_out(&mut self, person: &PersonId) -> Stored<()> {
        let mut codes = self.tx.codes(&self.workspace()).await?;
        codes.retain(|c| c.grant != Grant::Link(person.clone()));
        self.tx.save_codes(&self.workspace(), &codes).await?;
        self.drop_rules_for(person).await?;
        self.drop_rules_by(person).await?;
        for schedule in self.tx.schedules(&self.workspace()).await? {
            if &schedule.owner == person {
                self.end_schedule(&schedule.id).await?;
            }
        }
        // Should they come again, they decide for nobody who named them before.
        self.decides_for_nobody(person).await?;
        let mut left: Vec<RoomId> = Vec::new();
        for mut room in self.tx.rooms(&self.workspace()).await? {
            if room.person.as_ref() == Some(person) && room.direct() {
                left.push(room.id.clone());
                room.closed = true;
                room.person = None;
                room.purposes = Purposes { intake: true, ..Purposes::default() };
                self.tx.save_room(&room).await?;
                self.tell_apart(&room.place).await?;
            }
        }
        self.bare_lists(&left).await?;
        self.tx.remove_person(person).await
    }

    /// What was listed in these rooms of what people are asked keeps its words and loses its buttons.
    async fn bare_lists(&mut self, rooms: &[RoomId]) -> Stored<()> {
        for ticket in self.awaiting(Visibility::Everything).await? {
            for view in self.tx.views_of(&ticket.id).await? {
                if rooms.contains(&view.room) {
                    self.end_view(&view).await?;
                }
            }
        }
        Ok(())
    }

    /// The direct chats of somebody who is no approver any more get no prompts and reports of others.
    pub(in crate::engine) async fn narrow_rooms(&mut self, person: &PersonId) -> Stored<()> {
        for mut room in self.tx.rooms(&self.workspace()).await? {
            if room.person.as_ref() == Some(person) && room.direct() {
                let were = Some(room.purposes);
                room.purposes.decisions = false;
                room.purposes.reports = false;
                self.note(What::RoomSet { room: room.id.clone(), purposes: room.purposes, were });
                self.tx.save_room(&room).await?;
            }
        }
        Ok(())
    }

    /// An owner is none any more: open invitations end, since it is not known who made which, and nobody comes back by one they
    /// made before. Whether there were any.
    pub(in crate::engine) async fn end_invitations(&mut self, person: &Person) -> Stored<bool> {
        if person.role != Role::Owner {
            return Ok(false);
        }
        Ok(self.drop_invitations(&person.workspace).await? > 0)
    }

    /// `/invite off`: nobody joins any more by a code that was given out.
    pub(in crate::engine) async fn withdraw_invitations(&mut self, request: &Request) -> Stored<EventOutcome> {
        let here = self.workspace();
        let ended = self.drop_invitations(&here).await?;
        self.answer(request, Message::lines([codes::withdrawn(ended)])).await
    }

    /// How many open invitations ended.
    async fn drop_invitations(&mut self, workspace: &WorkspaceId) -> Stored<usize> {
        let mut codes = self.tx.codes(workspace).await?;
        let now = self.now;
        let open = |code: &Code| matches!(code.grant, Grant::Invite(_)) && code.expires_at > now;
        let count = codes.iter().filter(|code| open(code)).count();
        codes.retain(|code| !matches!(code.grant, Grant::Invite(_)));
        self.tx.save_codes(workspace, &codes).await?;
        if count > 0 {
            self.note(What::InvitationsEnded { count });
        }
        Ok(count)
    }

    /// Open prompts that stand where nobody is to be asked any more are shown where they would be if they were asked now: those in
    /// the direct chat of somebody who decides no more, also about what they sent themselves, in a room that is for decisions no
    /// more, and in one that is gone.
    pub(in crate::engine) async fn leave_who_decides_no_more(&mut self) -> Stored<()> {
        let mut left: Vec<(RoomId, Loss)> = Vec::new();
        for ticket in self.awaiting(Visibility::Everything).await? {
            // What asks about somebody's own press stands where they pressed.
            let asked = || ticket.open_decisions().filter(|decision| decision.subject != Subject::Redo);
            let sender = self.tx.person(&ticket.requester).await?;
            let sender_decides = sender.as_ref().is_some_and(Person::decides_about_own);
            // Those who may decide are asked in their direct chats, whatever these are for, where nobody else reads of it.
            let in_any_chat = (ticket.direct && !sender_decides)
                || asked().any(|decision| decision.four_eyes || (ticket.direct && decision.quorum != Quorum::Any))
                || self.out_of_reach(&ticket.room).await?;
            // Also where it stands since before the room could not be reached, or came late.
            let mut rooms: Vec<RoomId> = asked().flat_map(|decision| &decision.rooms).cloned().collect();
            for decision in asked() {
                let shown = ticket.shown.get(&ticket.slot(decision.key.as_str()));
                rooms.extend(shown.into_iter().flatten().cloned());
            }
            for id in &rooms {
                let home = *id == ticket.room && (sender_decides || !ticket.direct);
                if home || left.iter().any(|(room, _)| room == id) {
                    continue;
                }
                if let Some(why) = self.not_asked_in(id, in_any_chat).await? {
                    left.push((id.clone(), why));
                }
            }
        }
        for (room, why) in left {
            self.move_prompts(&room, &why).await?;
        }
        for ticket in self.awaiting(Visibility::Everything).await? {
            let nowhere = |d: &Decision| d.subject != Subject::Redo && d.rooms.is_empty() && !d.waits();
            if ticket.open_decisions().any(nowhere) {
                let gone = Event::PromptLost { room: RoomId::new("gone"), why: Loss::Gone };
                self.apply_to(&ticket, &gone, None).await?;
            }
        }
        self.count_again().await
    }

    /// Votes of those who may not decide any more do not count, where all must agree those who are left may be enough, and
    /// what is asked says who can decide.
    pub(in crate::engine) async fn count_again(&mut self) -> Stored<()> {
        for ticket in self.awaiting(Visibility::Everything).await? {
            let asked: Vec<DecisionId> =
                ticket.open_decisions().filter(|d| !d.waits() || !d.votes.is_empty()).map(|d| d.key.clone()).collect();
            for decision in asked {
                let Some(ticket) = self.tx.ticket(&ticket.id).await? else { continue };
                self.apply_to(&ticket, &Event::DecidersChanged { decision }, None).await?;
            }
        }
        Ok(())
    }

    /// Why nobody is to be asked for a decision in a room. `in_any_chat`: whoever may decide is, whatever their direct chat is for.
    async fn not_asked_in(&mut self, id: &RoomId, in_any_chat: bool) -> Stored<Option<Loss>> {
        let Some(room) = self.tx.room(id).await? else { return Ok(Some(Loss::Gone)) };
        let now = self.now;
        let directory = self.directory().await?;
        let person = match room.person.as_ref().filter(|_| room.direct()) {
            Some(person) => self.tx.person(person).await?,
            None => None,
        };
        let Some(person) = person else {
            // A chat of nobody, or one that an owner may have said something else about.
            let stays = !room.direct() && (room.closed || room.purposes.decisions);
            let why = if room.direct() { Loss::Left } else { Loss::NotAsked };
            return Ok((!stays).then_some(why));
        };
        let stands_in = directory.absent.iter().any(|a| a.deputy == person.id && a.until > now);
        let decides = (in_any_chat || room.purposes.decisions) && person.role <= Role::Approver;
        if stands_in || decides {
            // Its prompts have left it, if it cannot be reached.
            return Ok(room.closed.then_some(Loss::Unreachable));
        }
        Ok(Some(Loss::NotAsked))
    }
}
