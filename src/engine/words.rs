//! Free text on the desk: looks up what the routing rules ask for and takes the first that fits.

use super::desk::{Desk, Visit};
use super::workspace;
use crate::ports::store::{Fate, Posted, Stored, TicketFilter};
use crate::secretary::action::Action;
use crate::secretary::answers;
use crate::secretary::choosing;
use crate::secretary::commands::Order;
use crate::secretary::event::Event;
use crate::secretary::ids::TicketId;
use crate::secretary::inbound::Content;
use crate::secretary::message::Message;
use crate::secretary::permissions::Deed;
use crate::secretary::reminding;
use crate::secretary::rescheduling;
use crate::secretary::routing::{self, Meant, SmallTalk};
use crate::secretary::thinking::Usage;
use crate::secretary::ticket::{Ending, Stage, Status, Ticket};
use crate::secretary::when;
use crate::secretary::wording::{self, refusals};
use chrono::TimeDelta;
use std::collections::BTreeMap;

/// After this long, words are no longer taken for what was asked.
const EXPECTED_FOR: TimeDelta = TimeDelta::minutes(30);

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
        let fate = self.words_read(visit, content).await?;
        // The receipt of an idea says it; whatever else the words were takes a line of its own.
        if std::mem::take(&mut self.unread_files) && (direct || *addressed) && matches!(fate, Fate::Decided(_)) {
            self.say(visit, Message::lines([wording::tickets::files_unread()]).silently()).await?;
        }
        Ok(fate)
    }

    async fn words_read(&mut self, visit: &Visit, content: &Content) -> Stored<Fate> {
        let Content::Text { message, text, addressed, reply_to, attachments, forwarded } = content else {
            return Ok(Fate::Decided(None));
        };
        if *forwarded && visit.room.direct() && routing::has_words(text) {
            // Somebody else's words: perhaps an idea, never an answer or a decision of this person.
            return self.idea(visit, text, Some(message), false).await;
        }
        // Read in any case, so that words given in another way end the waiting.
        let expected = self.tx.expected(&visit.room.id, &visit.person.id).await?;
        if let Some(talk @ (SmallTalk::Thanks | SmallTalk::Hello)) = routing::small_talk(text)
            && (visit.room.direct() || visit.room.thread_of.is_some() || *addressed)
        {
            return self.chat_along(visit, talk).await;
        }
        if let Some(reply_to) = reply_to
            && let Some(posted) = self.tx.posted_as(&visit.room.place, reply_to).await?
        {
            if let Some((ticket, meant)) = routing::replied(&posted.slot) {
                return self.about(visit, &ticket, &meant, text).await;
            }
            if let Some(standing) = routing::standing(&posted.slot)
                && let Some(fate) = self.about_schedule(visit, &standing, text).await?
            {
                return Ok(fate);
            }
        }
        let (direct, thread) = (visit.room.direct(), visit.room.thread_of.clone());
        let meant_for_us = direct || *addressed || visit.room.purposes.every_message || thread.is_some();
        if !meant_for_us {
            return Ok(Fate::Decided(None));
        }
        if let Some((action, since)) = expected
            && self.now - since <= EXPECTED_FOR
            && routing::has_words(text)
            && self.still_fits(&action).await?
        {
            let zone = self.zone_of(&visit.person).await?;
            let request = routing::request_of_its_own(text) || reminding::read(text, zone, visit.said_at).is_some();
            let other = request && !matches!(action, Action::Command { .. });
            if other || self.no_answer(visit, &action, text).await? || no_zone(&action, text) {
                return self.own_words(visit, text, message).await;
            }
            return match self.perform(visit, &action, Some(text)).await? {
                Fate::Refused(why) => self.refuse(visit, why).await,
                fate @ (Fate::Decided(_) | Fate::Again | Fate::Quarantined(_)) => Ok(fate),
            };
        }
        if let Some((ticket, _)) = thread {
            return self.in_thread(visit, &ticket, text, *addressed).await;
        }
        if !routing::has_words(text) {
            let why = if attachments.is_empty() { refusals::nothing_to_do() } else { refusals::only_files() };
            return self.refuse(visit, why).await;
        }
        if !direct
            && *addressed
            && let Some(fate) = self.typed_in_group(visit, text).await?
        {
            return Ok(fate);
        }
        if !direct && !visit.room.purposes.intake {
            return self.refuse(visit, wording::people::unknown_room()).await;
        }
        self.own_words(visit, text, message).await
    }

    /// Words in a ticket's own thread.
    async fn in_thread(&mut self, visit: &Visit, id: &TicketId, text: &str, addressed: bool) -> Stored<Fate> {
        if !routing::has_words(text) {
            return Ok(Fate::Decided(None));
        }
        if let Some(args) = choosing::typed_decision(text) {
            return self.command(visit, "decide", &args).await;
        }
        if let Some(talk) = routing::small_talk(text) {
            return self.chat_along(visit, talk).await;
        }
        let Some(ticket) = self.tx.ticket(id).await? else { return Ok(Fate::Decided(None)) };
        if !addressed && Self::may(visit, Deed::Steer(&ticket)).is_err() {
            // Talk of people who only read along.
            return Ok(Fate::Decided(None));
        }
        let mut open = ticket.open_decisions();
        if let (Some(decision), None) = (open.next(), open.next())
            && choosing::option_of(&ticket, &decision.key, text).is_some()
        {
            let meant = Meant::Decision(decision.key.clone());
            return self.about(visit, id, &meant, text).await;
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
    async fn offer_revision(&mut self, visit: &Visit, ticket: &Ticket, text: &str) -> Stored<Fate> {
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
            Action::NewIdea { .. } | Action::Remind { .. } | Action::Command { .. } | Action::Zone { .. } => Ok(true),
        }
    }

    /// Words that are no reply: commands in words, small talk, answers, else an idea.
    async fn own_words(&mut self, visit: &Visit, text: &str, message: &str) -> Stored<Fate> {
        if let Some(args) = choosing::typed_decision(text) {
            return self.command(visit, "decide", &args).await;
        }
        if let Some(talk) = routing::small_talk(text) {
            return self.chat_along(visit, talk).await;
        }
        let zone = self.zone_of(&visit.person).await?;
        if let Some(asked) = rescheduling::asked(text, zone, visit.said_at) {
            return self.asked_schedule(visit, &asked).await;
        }
        if visit.room.direct() {
            let asking = self.of_person(visit, vec![Status::Asking]).await?;
            let open: Vec<&Ticket> = asking.iter().filter(|t| t.open_round().is_some()).collect();
            // The words may as well answer the question: that rule comes first.
            if open.is_empty()
                && let Some(fate) = self.typed_choice(visit, text).await?
            {
                return Ok(fate);
            }
            if let Some(again) = open.iter().find(|t| answers::repeats(&t.idea, text)) {
                return self.act(visit, again, &Event::AnswersReceived { text: text.to_owned() }).await;
            }
            match open.as_slice() {
                [] => {}
                [_] if reminding::read(text, zone, visit.said_at).is_some() => {}
                [_] if routing::request_of_its_own(text) || text.trim_end().ends_with('?') => {
                    return self.for_which(visit, &open, text).await;
                }
                [one] => {
                    let event = Event::AnswersReceived { text: text.to_owned() };
                    return self.act(visit, one, &event).await;
                }
                several => return self.for_which(visit, several, text).await,
            }
        }
        self.idea(visit, text, Some(message), false).await
    }

    async fn chat_along(&mut self, visit: &Visit, talk: SmallTalk) -> Stored<Fate> {
        match talk {
            SmallTalk::Hello => self.say(visit, Message::lines([wording::people::hello(&visit.person.name)])).await?,
            SmallTalk::Thanks => self.say(visit, Message::lines([wording::people::thanks()])).await?,
            SmallTalk::Help => return self.order(visit, Order::Help).await,
            SmallTalk::List => return self.command(visit, "list", "").await,
            SmallTalk::Decisions => return self.order(visit, Order::Decisions).await,
            SmallTalk::Schedules => return self.command(visit, "schedules", "").await,
        }
        Ok(Fate::Decided(None))
    }

    /// The person's tickets of this room in these states.
    pub(super) async fn of_person(&mut self, visit: &Visit, statuses: Vec<Status>) -> Stored<Vec<Ticket>> {
        let filter = TicketFilter {
            workspace: Some(workspace()),
            statuses,
            requester: Some(visit.person.id.clone()),
            room: Some(visit.room.id.clone()),
            newest_first: true,
            limit: 8,
            ..TicketFilter::default()
        };
        self.tx.tickets(&filter).await
    }

    async fn for_which(&mut self, visit: &Visit, open: &[&Ticket], text: &str) -> Stored<Fate> {
        let mut keys = self.keys();
        let message = wording::asides::for_which(open, text, &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Fate::Decided(None))
    }

    /// Words about a ticket.
    pub(super) async fn about(&mut self, visit: &Visit, id: &TicketId, meant: &Meant, text: &str) -> Stored<Fate> {
        let Some(ticket) = self.tx.ticket(id).await? else {
            return self.refuse(visit, refusals::no_longer_valid()).await;
        };
        let text_of = || text.trim().to_owned();
        if text.trim().is_empty() {
            return self.refuse(visit, refusals::nothing_to_do()).await;
        }
        if let Meant::Decision(key) = meant {
            let deed = Deed::Decide(&ticket);
            if let Err(why) = Self::may(visit, deed) {
                return self.refuse(visit, why).await;
            }
            return self.act(visit, &ticket, &choosing::answer(&ticket, key, text)).await;
        }
        if let Err(why) = Self::may(visit, Deed::Steer(&ticket)) {
            return self.refuse(visit, why).await;
        }
        let event = match (meant, ticket.stage) {
            (_, Stage::Closed(_)) | (Meant::Revision, _) => Event::ReviseRequested { text: text_of() },
            (Meant::Answers, Stage::Clarifying) => Event::AnswersReceived { text: text_of() },
            (Meant::Correction, _) => Event::Corrected { text: text_of() },
            (Meant::Answers | Meant::Addition | Meant::Decision(_), _) => Event::Added { text: text_of() },
        };
        let quiet = matches!(ticket.stage, Stage::Intake)
            || (ticket.stage == Stage::Clarifying && ticket.open_round().is_none());
        let fate = self.act(visit, &ticket, &event).await?;
        if let Fate::Decided(Some(note)) = &fate
            && quiet
        {
            // Nothing else answers words that come while the thinking is under way.
            self.say(visit, wording::asides::note(ticket.number, note).silently()).await?;
        }
        Ok(fate)
    }

    /// A new idea: a reminder by rule, else a ticket.
    /// `alone`: the person said that it is no addition to anything.
    pub(super) async fn idea(&mut self, visit: &Visit, text: &str, message: Option<&str>, alone: bool) -> Stored<Fate> {
        if let Err(why) = Self::may(visit, Deed::SendIdea) {
            return self.refuse(visit, why).await;
        }
        let zone = self.zone_of(&visit.person).await?;
        if let Some(reading) = reminding::read(text, zone, visit.said_at) {
            return self.reminder(visit, reading).await;
        }
        let ticket = self.open_ticket(visit, text, alone).await?;
        if let Some(message) = message {
            let posted = Posted {
                slot: ticket.slot("idea"),
                room: visit.room.id.clone(),
                part: 0,
                place: visit.room.place.clone(),
                message: message.to_owned(),
                at: self.now,
            };
            self.tx.save_posted(&posted).await?;
        }
        self.act(visit, &ticket, &Event::IdeaReceived).await
    }

    async fn open_ticket(&mut self, visit: &Visit, text: &str, alone: bool) -> Stored<Ticket> {
        let (priority, idea) = routing::priority(text);
        let number = self.tx.next_number(&workspace()).await?;
        let running = if visit.room.direct() && !alone {
            let at_work = vec![Status::Working, Status::Deciding, Status::Waiting, Status::Reporting];
            let open = self.of_person(visit, at_work).await?;
            open.into_iter().find(|t| matches!(t.stage, Stage::Working | Stage::Reporting)).map(|t| (t.id, t.number))
        } else {
            None
        };
        let (room, direct) = match &visit.room.thread_of {
            Some((_, channel)) => (channel.clone(), false),
            None => (visit.room.id.clone(), visit.room.direct()),
        };
        Ok(Ticket {
            id: TicketId::new(self.seed.id("ticket")),
            workspace: workspace(),
            number,
            requester: visit.person.id.clone(),
            requester_name: visit.person.name.clone(),
            room,
            direct,
            unread_files: std::mem::take(&mut self.unread_files),
            title: wording::short(&idea, 80),
            idea,
            priority,
            stage: Stage::Intake,
            paused: false,
            hold: crate::secretary::hold::Hold::default(),
            rounds: Vec::new(),
            edits: Vec::new(),
            additions: Vec::new(),
            curious: false,
            insists: false,
            taken_back: 0,
            replanned: Vec::new(),
            requirement: crate::secretary::plan::Requirement::default(),
            tasks: Vec::new(),
            decisions: Vec::new(),
            files: Vec::new(),
            reports: Vec::new(),
            usage: Usage::default(),
            waiting: None,
            doing: String::new(),
            beside: running,
            token: None,
            shown: BTreeMap::new(),
            asked: 0,
            created_at: visit.said_at,
            updated_at: self.now,
            started_at: None,
            version: 0,
        })
    }
}

/// Whether a zone was asked for and these words are too many to be one: then they are words of their own.
fn no_zone(action: &Action, text: &str) -> bool {
    matches!(action, Action::Zone { .. }) && text.split_whitespace().count() > 4 && when::parse_zone(text).is_err()
}
