//! Free text on the desk: looks up what the routing rules ask for and takes the first that fits.

use super::asking_words::orders;
use super::bare_words::bare_word;
use super::desk::{Desk, Visit};
use super::own_words::errand;
use super::zones::no_zone;
use crate::ports::store::{Fate, Stored};
use crate::secretary::action::{Action, ScheduleAct};
use crate::secretary::changed;
use crate::secretary::choosing;
use crate::secretary::event::Event;
use crate::secretary::ids::{Slot, TicketId};
use crate::secretary::inbound::Content;
use crate::secretary::message::Message;
use crate::secretary::permissions::Deed;
use crate::secretary::policy::Source;
use crate::secretary::reckoning;
use crate::secretary::reminding::{self, Reading};
use crate::secretary::routing::{self, Meant};
use crate::secretary::spoken;
use crate::secretary::talk::{self, Bare, SmallTalk, Talk};
use crate::secretary::ticket::{Ending, Stage, Ticket};
use crate::secretary::wording::{self, refusals};
use chrono::TimeDelta;

/// After this long, words are no longer taken for what was asked.
pub(super) const EXPECTED_FOR: TimeDelta = TimeDelta::minutes(30);

impl Desk<'_> {
    /// A text message of a member, perhaps with files.
    pub(super) async fn words(&mut self, visit: &Visit, content: &Content) -> Stored<Fate> {
        let Content::Text { text, addressed, attachments, .. } = content else { return Ok(Fate::Decided(None)) };
        let direct = visit.room.direct();
        if let Some(album) = attachments.iter().find_map(|file| file.album.as_deref())
            && self.noted_before(visit, &format!("album/{album}")).await?
            && text.trim().is_empty()
        {
            return Ok(Fate::Decided(None));
        }
        if direct && text.trim().is_empty() {
            let why = if attachments.is_empty() { refusals::nothing_to_do() } else { refusals::only_files() };
            return self.refuse(visit, why).await;
        }
        self.unread_files = !attachments.is_empty() && routing::has_words(text);
        let visit = &self.with_what_was_shown(visit, text).await?;
        let fate = Box::pin(self.words_read(visit, content)).await?;
        // The receipt of an idea says it; whatever else the words were takes a line of its own.
        if std::mem::take(&mut self.unread_files) && (direct || *addressed) && matches!(fate, Fate::Decided(_)) {
            self.say(visit, Message::lines([wording::tickets::files_unread()]).silently()).await?;
        }
        Ok(fate)
    }

    pub(super) async fn words_read(&mut self, visit: &Visit, content: &Content) -> Stored<Fate> {
        let Content::Text { message, text, addressed, reply_to, forwarded, .. } = content else {
            return Ok(Fate::Decided(None));
        };
        if *forwarded && routing::has_words(text) {
            return self.passed_on(visit, text, message, *addressed).await;
        }
        // Read in any case, so that words given in another way end the waiting.
        let expected = self.tx.expected(&visit.room.id, &visit.person.id).await?;
        let said = talk::read(text);
        let near = visit.room.direct() || *addressed;
        if near
            && reply_to.is_none()
            && let Some(fate) = self.after_ringing(visit, text, expected.as_ref().map(|(_, since)| *since)).await?
        {
            return Ok(fate);
        }
        let replied = self.replied_to(visit, reply_to.as_deref()).await?;
        if let Some(fate) = self.left_behind(visit, replied.as_ref()).await? {
            return Ok(fate);
        }
        let may_press = replied.is_some() || (near && expected.is_none());
        if may_press && let Some(fate) = self.pressed_in_words(visit, text, replied.as_ref()).await? {
            return Ok(fate);
        }
        if let Some(fate) = self.in_passing(visit, (said, near), replied.as_ref(), text).await? {
            return Ok(fate);
        }
        if let Some(asked) = self.asked_in(replied.as_ref(), expected.as_ref(), said)
            && let Some(fate) = self.awaited(visit, asked, text, message).await?
        {
            return Ok(fate);
        }
        if let Some(posted) = &replied
            && let Some(fate) = Box::pin(self.in_reply(visit, &posted.slot, text)).await?
        {
            return Ok(fate);
        }
        let (direct, thread) = (visit.room.direct(), visit.room.thread_of.clone());
        // In reply to somebody else a yes or a no is theirs.
        let to_somebody = thread.is_some() && !*addressed && reply_to.is_some() && replied.is_none() && said.is_some();
        let meant_for_us = direct || *addressed || visit.room.purposes.every_message || thread.is_some();
        // What is said in passing among people is said to people.
        let idle = said.is_some_and(|said| !matches!(said, Talk::Small(SmallTalk::Command(_))));
        let among_people = !near && thread.is_none() && idle;
        if !meant_for_us || among_people || to_somebody {
            return Ok(Fate::Decided(None));
        }
        if let Some((action, since)) = expected
            && self.now - since <= EXPECTED_FOR
            && let Some(fate) = self.awaited(visit, &action, text, message).await?
        {
            return Ok(fate);
        }
        if let Some((ticket, _)) = thread {
            return self.in_thread(visit, &ticket, text, *addressed).await;
        }
        self.typed_or_own(visit, content, said).await
    }

    /// Words that are no reply, outside a thread: a choice typed in a group, else their own.
    async fn typed_or_own(&mut self, visit: &Visit, content: &Content, said: Option<Talk>) -> Stored<Fate> {
        let Content::Text { message, text, addressed, attachments, .. } = content else {
            return Ok(Fate::Decided(None));
        };
        let direct = visit.room.direct();
        if !routing::has_words(text) && said.is_none() {
            let why = if attachments.is_empty() { refusals::nothing_to_do() } else { refusals::only_files() };
            return self.refuse(visit, why).await;
        }
        if !direct
            && (*addressed || visit.room.purposes.every_message)
            && let Some(fate) = self.typed_in_group(visit, text).await?
        {
            return Ok(fate);
        }
        if !direct && !visit.room.purposes.intake {
            return self.refuse(visit, wording::people::unknown_room(visit.room.topic())).await;
        }
        Box::pin(self.own_words(visit, text, message)).await
    }

    /// Somebody else's words, passed on: perhaps an idea, never an answer, a decision or a change by this person. What
    /// they order is asked about.
    pub(super) async fn words_of_others(&mut self, visit: &Visit, text: &str, message: Option<&str>) -> Stored<Fate> {
        if let Err(why) = self.may(visit, Deed::SendIdea) {
            return self.refuse(visit, why).await;
        }
        let zone = self.zone_of(&visit.person).await?;
        if let Some(Reading::Clear { what, rule, .. }) = reminding::read(text, zone, visit.said_at) {
            let why = wording::reminding::passed_on().to_owned();
            return self.reminder(visit, Reading::Check { what, rule, why, once: None }).await;
        }
        if let Some(answer) = reckoning::read(text, zone, visit.said_at) {
            return self.sum(visit, &answer).await;
        }
        self.passed_on = true;
        self.new_ticket(visit, text, message, message.is_none()).await
    }

    /// Somebody else's words, by where they were passed on to.
    async fn passed_on(&mut self, visit: &Visit, text: &str, message: &str, addressed: bool) -> Stored<Fate> {
        if let Some((ticket, _)) = &visit.room.thread_of {
            return self.passed_on_in_thread(visit, ticket, text).await;
        }
        let taken = visit.room.purposes.every_message || (addressed && visit.room.purposes.intake);
        if visit.room.direct() || taken {
            return self.words_of_others(visit, text, Some(message)).await;
        }
        Ok(Fate::Decided(None))
    }

    /// Somebody else's words in a ticket's thread: added to it as what they are, never an answer or a decision.
    async fn passed_on_in_thread(&mut self, visit: &Visit, ticket: &TicketId, text: &str) -> Stored<Fate> {
        let Some(ticket) = self.tx.ticket(ticket).await? else { return Ok(Fate::Decided(None)) };
        if let Err(why) = self.may(visit, Deed::Steer(&ticket)) {
            return self.refuse(visit, why).await;
        }
        self.apply_to(&ticket, &Event::ForeignRead { source: Source::Forwarded }, None).await?;
        let Some(ticket) = self.tx.ticket(&ticket.id).await? else { return Ok(Fate::Decided(None)) };
        self.act(visit, &ticket, &Event::Added { text: text.to_owned() }).await
    }

    /// Words that came after words were asked for. None: nothing waits for them any more.
    async fn awaited(&mut self, visit: &Visit, action: &Action, text: &str, message: &str) -> Stored<Option<Fate>> {
        if let Action::OnSchedule { schedule, act: ScheduleAct::Amend } = action {
            return self.amended(visit, schedule, text).await;
        }
        if let Action::GoOn { result } = action {
            return self.gone_on_from(visit, result, text).await;
        }
        if !routing::has_words(text) || !self.still_fits(action).await? {
            return Ok(None);
        }
        // These say themselves what is left out.
        let speaks = matches!(action, Action::Remind { .. } | Action::OnNotes { .. });
        if talk::read(text) == Some(Talk::Bare(Bare::Drop)) && !speaks {
            return self.answer(visit, Message::lines([wording::talk::left_as_it_is()])).await.map(Some);
        }
        let zone = self.zone_of(&visit.person).await?;
        let request = routing::request_of_its_own(text)
            || routing::order_of_its_own(text)
            || orders(action, text)
            || spoken::digest(text, zone, visit.said_at).is_some()
            || reminding::read(text, zone, visit.said_at).is_some()
            || errand(text, zone, visit);
        let other = request && !matches!(action, Action::Command { .. } | Action::Page { .. });
        let elsewhere = self.names_another(action, text).await?;
        if other || elsewhere || self.no_answer(visit, action, text).await? || no_zone(action, text) {
            return Box::pin(self.own_words(visit, text, message)).await.map(Some);
        }
        let fate = self.perform(visit, action, Some(text)).await?;
        self.said_if_refused(visit, fate).await.map(Some)
    }

    /// A reply to one of the secretary's messages; none if the message is about nothing that words can change.
    async fn in_reply(&mut self, visit: &Visit, slot: &Slot, text: &str) -> Stored<Option<Fate>> {
        if let Some((ticket, meant)) = routing::replied(slot) {
            return Box::pin(self.reply(visit, &ticket, &meant, text)).await.map(Some);
        }
        if let Some(change) = routing::noted(slot) {
            return self.about_note(visit, &change, text).await.map(Some);
        }
        if let Some(result) = routing::reckoned(slot) {
            return self.gone_on_from(visit, result, text).await;
        }
        match routing::standing(slot) {
            Some(standing) => self.about_schedule(visit, &standing, text).await,
            None => Ok(None),
        }
    }

    /// Words in a ticket's own thread.
    async fn in_thread(&mut self, visit: &Visit, id: &TicketId, text: &str, addressed: bool) -> Stored<Fate> {
        let said = talk::read(text);
        if !routing::has_words(text) && said.is_none() {
            return Ok(Fate::Decided(None));
        }
        if let Some(args) = choosing::typed_decision(text) {
            return self.command(visit, "decide", &args).await;
        }
        if addressed && let Some(fate) = Box::pin(self.said_to_ticket(visit, text)).await? {
            return Ok(fate);
        }
        match said {
            Some(Talk::Small(_)) if self.names_option(visit, None, text).await? => {}
            Some(Talk::Small(small)) if addressed || matches!(small, SmallTalk::Command(_)) => {
                return self.chat_along(visit, small).await;
            }
            // Said among people.
            Some(Talk::Small(_)) => return Ok(Fate::Decided(None)),
            Some(Talk::Bare(_)) | None => {}
        }
        let Some(ticket) = self.tx.ticket(id).await? else { return Ok(Fate::Decided(None)) };
        if !addressed && !Self::could(visit, Deed::Steer(&ticket)) {
            // Talk of people who only read along.
            return Ok(Fate::Decided(None));
        }
        let mut open = ticket.shown_decisions();
        if let (Some(decision), None) = (open.next(), open.next())
            && choosing::decides(&ticket, &decision.key, text)
            && !super::asked_last::about_something_else(&ticket, said, addressed)
        {
            return Box::pin(self.decided_in_thread(visit, (&ticket, &decision.key), text)).await;
        }
        if let Some(fate) = self.declined_here(visit, text).await? {
            return Ok(fate);
        }
        if let Some(Talk::Bare(said)) = said
            && let Some(fate) = self.bare_about(visit, &ticket, &Meant::Answers, (said, text, !addressed)).await?
        {
            return Ok(fate);
        }
        if let Stage::Closed(ending) = ticket.stage {
            return match ending {
                Ending::Done | Ending::Failed => self.offer_revision(visit, &ticket, text).await,
                // Said once: people may go on talking where nothing is done any more.
                Ending::Cancelled | Ending::Folded if !addressed && self.noted_before(visit, "over").await? => {
                    Ok(Fate::Decided(None))
                }
                Ending::Cancelled | Ending::Folded => {
                    self.refuse(visit, refusals::already_closed(ticket.number, ending)).await
                }
            };
        }
        self.about(visit, id, &Meant::Answers, text).await
    }

    /// Words in the thread of a ticket that is over: perhaps a wish, perhaps talk among people.
    pub(super) async fn offer_revision(&mut self, visit: &Visit, ticket: &Ticket, text: &str) -> Stored<Fate> {
        if let Some(fate) = Box::pin(self.wanted_otherwise(visit, ticket, None, text)).await? {
            return Ok(fate);
        }
        let mut keys = self.keys();
        let message = wording::asides::offer_revision(ticket, text, &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Fate::Decided(None))
    }

    /// Whether what words were awaited for can still take them.
    async fn still_fits(&mut self, action: &Action) -> Stored<bool> {
        match action {
            Action::OnTicket { ticket, act } => {
                Ok(self.tx.ticket(ticket).await?.is_some_and(|ticket| routing::fits(&ticket, act)))
            }
            Action::OnSchedule { schedule, .. } => Ok(self.tx.schedule(schedule).await?.is_some_and(|s| !s.over())),
            Action::NewIdea { .. }
            | Action::AsMeant { .. }
            | Action::Remind { .. }
            | Action::Forget { .. }
            | Action::Leave
            | Action::KeepClock { .. }
            | Action::Erase { .. }
            | Action::CancelAll { .. }
            | Action::RemindAll { .. }
            | Action::TakeBack { .. }
            | Action::BringBack { .. }
            | Action::DropReminders { .. }
            | Action::GoOn { .. }
            | Action::TakeUpAll { .. }
            | Action::SetBack { .. }
            | Action::PutBack { .. }
            | Action::OnNotes { .. }
            | Action::Command { .. }
            | Action::Page { .. }
            | Action::Zone { .. } => Ok(true),
        }
    }

    /// A reply to one of a ticket's messages: a bare word means its buttons.
    pub(super) async fn reply(&mut self, visit: &Visit, id: &TicketId, meant: &Meant, text: &str) -> Stored<Fate> {
        if !matches!(meant, Meant::Decision(_))
            && let Some(fate) = self.decided_in_reply(visit, id, text).await?
        {
            return Ok(fate);
        }
        if let Some(said) = bare_word(text)
            && let Some(ticket) = self.tx.ticket(id).await?
            && let Some(fate) = self.bare_about(visit, &ticket, meant, (said, text, false)).await?
        {
            return Ok(fate);
        }
        if let Meant::Decision(key) = meant {
            if let Some(fate) = self.undecided_by(visit, id, key, text).await? {
                return Ok(fate);
            }
            if let Some(fate) = Box::pin(self.undone_in_reply(visit, id, key, text)).await? {
                return Ok(fate);
            }
            return Box::pin(self.decided_in_words(visit, id, key, text)).await;
        }
        self.about(visit, id, meant, text).await
    }

    /// Words about a ticket.
    pub(super) async fn about(&mut self, visit: &Visit, id: &TicketId, meant: &Meant, text: &str) -> Stored<Fate> {
        let Some(ticket) = self.tx.ticket(id).await? else {
            return self.refuse(visit, wording::late::forgotten()).await;
        };
        let text_of = || text.trim().to_owned();
        if text.trim().is_empty() {
            return self.refuse(visit, refusals::nothing_to_do()).await;
        }
        if let Meant::Decision(key) = meant {
            let deed = Deed::Decide(&ticket);
            if let Err(why) = self.may(visit, deed) {
                return self.refuse(visit, why).await;
            }
            // What took its place since is meant.
            let standing = ticket.decision(key).map(|decision| changed::standing(&ticket, decision));
            if let Some(decision) = standing
                && let Some(option) = choosing::reconsidered(decision, text, self.now)
            {
                return self.reconsider(visit, &ticket, decision, option, text).await;
            }
            if let Some(fate) = Box::pin(self.wanted_otherwise(visit, &ticket, Some(key), text)).await? {
                return Ok(fate);
            }
            let key = standing.map_or(key, |decision| &decision.key);
            return self.act(visit, &ticket, &choosing::answer(&ticket, key, text)).await;
        }
        if let Err(why) = self.may(visit, Deed::Steer(&ticket)) {
            return self.refuse(visit, why).await;
        }
        if let Some(fate) = Box::pin(self.wanted_otherwise(visit, &ticket, None, text)).await? {
            return Ok(fate);
        }
        let event = match (meant, ticket.stage) {
            (_, Stage::Closed(_)) | (Meant::Revision, _) => Event::ReviseRequested { text: text_of() },
            (Meant::Answers, Stage::Clarifying) => Event::AnswersReceived { text: text_of() },
            (Meant::Correction, _) => Event::Corrected { text: text_of() },
            (Meant::Answers | Meant::Addition | Meant::Decision(_), _) => Event::Added { text: text_of() },
        };
        let quiet = matches!(ticket.stage, Stage::Intake)
            || (ticket.stage == Stage::Clarifying && ticket.open_round().is_none());
        let fate = self.said_about_plan(visit, &ticket, &event).await?;
        if let Fate::Decided(Some(note)) = &fate
            && quiet
        {
            // Nothing else answers words that come while the thinking is under way.
            self.say(visit, wording::asides::note(ticket.number, note).silently()).await?;
        }
        Ok(fate)
    }
}
