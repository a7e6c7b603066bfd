//! "Later", "ask me tomorrow" on the desk: what waits here goes on waiting, and is thought of again when that was said. In reply
//! it is about what it replies to, and about nothing else.

use super::bare_words::offers_it;
use super::choices::is_asked_here;
use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Posted, Stored};
use crate::secretary::changed;
use crate::secretary::deadline::Deadline;
use crate::secretary::decision::Decision;
use crate::secretary::ids::TicketId;
use crate::secretary::message::Message;
use crate::secretary::permissions::Deed;
use crate::secretary::reminding::{self, Reading};
use crate::secretary::routing::{self, Meant};
use crate::secretary::schedule::Duty;
use crate::secretary::talk::Bare;
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::when::Rule;
use crate::secretary::wording::{late, reminding as reminding_words, talk};
use chrono::{DateTime, TimeDelta, Utc};

/// Nobody is asked again sooner.
const SOONEST: TimeDelta = TimeDelta::minutes(10);

/// What somebody wants to be asked again.
enum Waiting {
    /// A decision of this ticket.
    Decision(Ticket, Box<Decision>),
    /// Its questions, or its card.
    Answers(Ticket),
}

impl Desk<'_> {
    /// "Ask me tomorrow", "remind me of it tonight", while something waits for this person here: they are reminded of that then.
    /// None: they name no time, or are about something else.
    pub(super) async fn asked_then(
        &mut self,
        visit: &Visit,
        replied: Option<&Posted>,
        text: &str,
    ) -> Stored<Option<Fate>> {
        let zone = self.zone_of(&visit.person).await?;
        let Some(at) = reminding::asked_at(text, zone, visit.said_at) else { return Ok(None) };
        if self.names_option(visit, replied, text).await? {
            return Ok(None);
        }
        let asks = reminding::asks_again(text);
        let found = match replied.map(|posted| routing::replied(&posted.slot)) {
            Some(Some((id, meant))) => self.waits_in_reply(visit, &id, &meant).await?,
            Some(None) => return Ok(None),
            None => self.open_question_here(visit, asks).await?,
        };
        match found {
            Some(Waiting::Answers(ticket)) if offers_it(&ticket, text) => Ok(None),
            Some(waiting) => self.asked_again_at(visit, waiting, at).await.map(Some),
            None if asks && replied.is_none() => {
                if let Some(fate) = Box::pin(self.answers_a_reminder(visit, text)).await? {
                    return Ok(Some(fate));
                }
                self.answer(visit, Message::lines([talk::nothing_to_ask()])).await.map(Some)
            }
            None => Ok(None),
        }
    }

    /// What waits in the ticket that words reply to. None: nothing of it does.
    async fn waits_in_reply(&mut self, visit: &Visit, id: &TicketId, meant: &Meant) -> Stored<Option<Waiting>> {
        let Some(ticket) = self.tx.ticket(id).await? else { return Ok(None) };
        if let Meant::Decision(key) = meant {
            let open = ticket.shown_decisions().find(|d| d.key == *key).cloned();
            return Ok(open
                .filter(|_| Self::could(visit, Deed::Decide(&ticket)))
                .map(|decision| Waiting::Decision(ticket, Box::new(decision))));
        }
        let waits = waits_for_answers(&ticket) && Self::could(visit, Deed::Steer(&ticket));
        Ok(waits.then_some(Waiting::Answers(ticket)))
    }

    /// What waits for this person here. `asks`: the words can be about nothing else, so that it need not be what was shown last.
    async fn open_question_here(&mut self, visit: &Visit, asks: bool) -> Stored<Option<Waiting>> {
        let shown_last = self.decision_shown_last(visit).await?;
        let found = self.undecided_here(visit).await?;
        let asked = found.iter().flat_map(|t| t.shown_decisions().map(move |d| (t, d)));
        let asked: Vec<(&Ticket, &Decision)> = asked.filter(|(t, d)| is_asked_here(visit, t, d)).collect();
        let only = asked.len() == 1;
        let last = asked.into_iter().max_by_key(|(_, decision)| decision.asked_at);
        let last = last.map(|(t, d)| Waiting::Decision(t.clone(), Box::new(d.clone())));
        if !asks {
            return Ok(last.filter(|_| shown_last && only));
        }
        if shown_last && last.is_some() {
            return Ok(last);
        }
        // The questions were shown since.
        let answers = self.waiting_here(visit).await?.map(Waiting::Answers);
        Ok(answers.or(last))
    }

    /// Reminds of what waits at this moment, in the place of an earlier reminder of the same.
    async fn asked_again_at(&mut self, visit: &Visit, waiting: Waiting, at: DateTime<Utc>) -> Stored<Fate> {
        let zone = self.zone_of(&visit.person).await?;
        let (what, note, number) = match &waiting {
            Waiting::Decision(ticket, decision) => {
                let over = |end: Deadline| end.at <= at;
                if decision.deadline().is_some_and(over) {
                    let line = talk::stays_open(ticket, zone, self.now);
                    return self.answer(visit, Message::lines([line])).await;
                }
                let what = reminding_words::to_decide(&decision.asked.question);
                (what, talk::still_open(ticket, zone, self.now), ticket.number)
            }
            Waiting::Answers(ticket) => (reminding_words::to_answer(ticket), talk::waits(ticket.number), ticket.number),
        };
        if at < self.now + SOONEST {
            let line = talk::asked_too_soon(number, SOONEST.num_minutes());
            return self.answer(visit, Message::lines([line])).await;
        }
        let same = Duty::Remind(what.clone());
        for earlier in self.tx.schedules(&self.workspace()).await? {
            let once = matches!(earlier.rule, Rule::Once { .. });
            if once && earlier.owner == visit.person.id && earlier.duty == same && !earlier.over() {
                // Its message says so, with an Undo of its own.
                self.delete_schedule(visit, &earlier, false).await?;
            }
        }
        let reading = Reading::Clear { what, rule: Rule::Once { at }, notes: vec![note], local: true };
        self.reminder(visit, reading).await
    }

    /// "Later": what waits for this person here goes on waiting.
    pub(super) async fn put_off(&mut self, visit: &Visit) -> Stored<String> {
        if let Some(ticket) = self.undecided(visit).await? {
            let zone = self.zone_of(&visit.person).await?;
            return Ok(talk::stays_open(&ticket, zone, self.now));
        }
        let waits = self.waiting_here(visit).await?;
        Ok(waits.map_or_else(|| talk::nothing(Bare::Ok).to_owned(), |ticket| talk::waits(ticket.number)))
    }

    /// The same in reply to a message of a ticket: what was decided there is said, and nothing else is put off.
    pub(super) async fn put_off_in_reply(
        &mut self,
        visit: &Visit,
        id: &TicketId,
        meant: &Meant,
    ) -> Stored<Option<Fate>> {
        let zone = self.zone_of(&visit.person).await?;
        let line = match self.tx.ticket(id).await? {
            None => late::forgotten(),
            Some(ticket) => {
                let decided = match meant {
                    Meant::Decision(key) => ticket.decision(key).filter(|d| !d.open()),
                    Meant::Answers | Meant::Addition | Meant::Correction | Meant::Revision => None,
                };
                match decided.map(|d| changed::standing(&ticket, d)) {
                    Some(d) => late::decided(d, Some(&visit.person.id), zone, self.now),
                    None if ticket.shown_decisions().next().is_some() => talk::stays_open(&ticket, zone, self.now),
                    None if waits_for_answers(&ticket) => talk::waits(ticket.number),
                    None => talk::nothing(Bare::Ok).to_owned(),
                }
            }
        };
        self.answer(visit, Message::lines([line])).await.map(Some)
    }
}

/// Whether questions or a card of it are open.
fn waits_for_answers(ticket: &Ticket) -> bool {
    ticket.open_round().is_some() || ticket.stage == Stage::Confirming
}
