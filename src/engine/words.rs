//! Free text on the desk: looks up what the routing rules ask for and takes the first that fits.

use super::desk::{Desk, Visit};
use super::workspace;
use crate::ports::store::{Fate, Posted, Stored, TicketFilter};
use crate::secretary::action::Action;
use crate::secretary::commands::Order;
use crate::secretary::event::Event;
use crate::secretary::ids::TicketId;
use crate::secretary::inbound::Content;
use crate::secretary::message::Message;
use crate::secretary::permissions::Deed;
use crate::secretary::reminding;
use crate::secretary::routing::{self, Meant, SmallTalk};
use crate::secretary::thinking::Usage;
use crate::secretary::ticket::{Ending, Stage, Status, Ticket};
use crate::secretary::wording::{self, refusals};
use chrono::TimeDelta;
use std::collections::BTreeMap;

/// After this long, words are no longer taken for what was asked.
const EXPECTED_FOR: TimeDelta = TimeDelta::minutes(30);

impl Desk<'_> {
    /// A text message of a member.
    pub(super) async fn words(&mut self, visit: &Visit, content: &Content) -> Stored<Fate> {
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
            && let Some((ticket, meant)) = routing::replied(&posted.slot)
        {
            return self.about(visit, &ticket, &meant, text).await;
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
            if self.no_answer(visit, &action, text).await? {
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
        if let Some(args) = routing::typed_decision(text) {
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
            && routing::option_of(&ticket, &decision.key, text).is_some()
        {
            let meant = Meant::Decision(decision.key.clone());
            return self.about(visit, id, &meant, text).await;
        }
        if let Stage::Closed(ending) = ticket.stage {
            if !matches!(ending, Ending::Done | Ending::Failed) && !addressed {
                return Ok(Fate::Decided(None));
            }
            return self.offer_revision(visit, &ticket, text).await;
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
            Action::OnSchedule { .. } | Action::NewIdea { .. } | Action::Remind { .. } | Action::Command { .. } => {
                Ok(true)
            }
        }
    }

    /// Words that are no reply: commands in words, small talk, answers, else an idea.
    async fn own_words(&mut self, visit: &Visit, text: &str, message: &str) -> Stored<Fate> {
        if let Some(args) = routing::typed_decision(text) {
            return self.command(visit, "decide", &args).await;
        }
        if let Some(talk) = routing::small_talk(text) {
            return self.chat_along(visit, talk).await;
        }
        if visit.room.direct() {
            if let Some(fate) = self.typed_choice(visit, text).await? {
                return Ok(fate);
            }
            let asking = self.of_person(visit, vec![Status::Asking]).await?;
            let open: Vec<&Ticket> = asking.iter().filter(|t| t.open_round().is_some()).collect();
            match open.as_slice() {
                [] => {}
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

    /// A decision typed into a direct chat: the words of one option, or its number while exactly one is open.
    async fn typed_choice(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let number = text.trim().len() <= 2 && text.trim().parse::<u8>().is_ok();
        if text.chars().count() > 80 {
            return Ok(None);
        }
        let deciding = self.of_person(visit, vec![Status::Deciding]).await?;
        let asking = self.of_person(visit, vec![Status::Asking]).await?;
        if asking.iter().any(|t| t.open_round().is_some()) {
            // The words may as well answer the question: that rule comes first.
            return Ok(None);
        }
        let open = deciding.iter().flat_map(|t| t.open_decisions().map(move |d| (t, d.key.clone())));
        let meant: Vec<_> = open.filter(|(t, key)| number || routing::option_of(t, key, text).is_some()).collect();
        match meant.as_slice() {
            [(ticket, key)] => {
                let meant = Meant::Decision(key.clone());
                let id = ticket.id.clone();
                self.about(visit, &id, &meant, text).await.map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The person's tickets of this room in these states.
    async fn of_person(&mut self, visit: &Visit, statuses: Vec<Status>) -> Stored<Vec<Ticket>> {
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
            let option = routing::option_of(&ticket, key, text);
            let words = option.is_none().then(text_of);
            let event = Event::DecisionMade { decision: key.clone(), option, text: words };
            return self.act(visit, &ticket, &event).await;
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
        if let Some(reading) = reminding::read(text, zone, self.now) {
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
            title: wording::short(&idea, 80),
            idea,
            priority,
            stage: Stage::Intake,
            paused: false,
            rounds: Vec::new(),
            edits: Vec::new(),
            additions: Vec::new(),
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
            created_at: self.now,
            updated_at: self.now,
            started_at: None,
            version: 0,
        })
    }

    /// A message was edited: a correction while its ticket is open, never a second ticket.
    pub(super) async fn edited(&mut self, visit: &Visit, message: &str, text: &str) -> Stored<Fate> {
        let Some(posted) = self.tx.posted_as(&visit.room.place, message).await? else {
            return Ok(Fate::Decided(None));
        };
        let Some((id, name)) = posted.slot.as_str().split_once('/') else { return Ok(Fate::Decided(None)) };
        let ticket = self.tx.ticket(&TicketId::new(id)).await?;
        match ticket.filter(|t| name == "idea" && !t.closed() && t.idea != text.trim()) {
            Some(ticket) if Self::may(visit, Deed::Steer(&ticket)).is_ok() => {
                let text = wording::asides::idea_reads(text);
                self.act(visit, &ticket, &Event::Corrected { text }).await
            }
            Some(_) | None => Ok(Fate::Decided(None)),
        }
    }
}
