//! Words about a question on the desk rather than to it: it is called off after it was asked which, gets more time, or one more
//! option. Without such a question here the words are about something else.

use super::bare_words::CHOICES;
use super::choices::is_asked_here;
use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Posted, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::choosing;
use crate::secretary::deadline::{self, Unfit};
use crate::secretary::decision::Decision;
use crate::secretary::event::Event;
use crate::secretary::ids::{DecisionId, TicketId};
use crate::secretary::many_answers;
use crate::secretary::message::Message;
use crate::secretary::notes;
use crate::secretary::permissions::Deed;
use crate::secretary::question_words::{self, Wish};
use crate::secretary::routing::{self, Meant};
use crate::secretary::talk::{self, SmallTalk, Talk};
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::{self, asides, deadlines};
use chrono::{DateTime, TimeDelta, Utc};

impl Desk<'_> {
    /// Words about a question that is asked here. None: they are about something else.
    pub(super) async fn about_a_question(
        &mut self,
        visit: &Visit,
        text: &str,
        replied: Option<&Posted>,
    ) -> Stored<Option<Fate>> {
        // "Bis morgen!" is a goodbye.
        let goodbye = matches!(talk::read(text), Some(Talk::Small(small)) if small != SmallTalk::Later);
        let Some(wish) = question_words::read(text).filter(|_| !goodbye) else { return Ok(None) };
        let Some(posted) = replied else { return Box::pin(self.wished_of_it(visit, wish, None, text)).await };
        match routing::replied(&posted.slot) {
            Some((id, Meant::Decision(key))) => Box::pin(self.wished_of_it(visit, wish, Some((id, key)), text)).await,
            // In reply to something else it is about that.
            Some(_) | None => Ok(None),
        }
    }

    /// The same words behind the number of a ticket: they are about this decision.
    pub(super) async fn wished_by_number(
        &mut self,
        visit: &Visit,
        (ticket, decision): (&TicketId, &DecisionId),
        text: &str,
    ) -> Stored<Option<Fate>> {
        match question_words::read(text) {
            Some(wish @ (Wish::Until { .. } | Wish::MoreTime | Wish::Longer(_) | Wish::Option { .. })) => {
                Box::pin(self.wished_of_it(visit, wish, Some((ticket.clone(), decision.clone())), text)).await
            }
            Some(Wish::CallOff(_)) | None => Ok(None),
        }
    }

    /// `meant`: the decision that the words reply to, or whose number they say.
    async fn wished_of_it(
        &mut self,
        visit: &Visit,
        wish: Wish,
        meant: Option<(TicketId, DecisionId)>,
        text: &str,
    ) -> Stored<Option<Fate>> {
        let found: Vec<Ticket> = match &meant {
            Some((id, _)) => self.tx.ticket(id).await?.into_iter().collect(),
            None => self.undecided_here(visit).await?,
        };
        if found.is_empty() {
            return Ok(None);
        }
        if let Wish::CallOff(topic) = &wish {
            return self.called_off_by_topic(visit, &found, topic, text).await;
        }
        // "add milk" is rather something to do, unless it answers the question.
        let wide = matches!(&wish, Wish::Option { named: false, .. });
        if meant.is_none() && (wide || !self.decision_shown_last(visit).await?) {
            return Ok(None);
        }
        let is = |t: &Ticket, d: &Decision| match &meant {
            Some((id, key)) => *id == t.id && *key == d.key,
            None => is_asked_here(visit, t, d),
        };
        let asked = found.iter().flat_map(|t| t.shown_decisions().map(move |d| (t, d)));
        // What was asked last is meant.
        let time = matches!(&wish, Wish::Until { .. } | Wish::MoreTime | Wish::Longer(_));
        // "until Friday" may be an option.
        let chosen = |t: &Ticket, d: &Decision| is(t, d) && choosing::option_of(t, &d.key, text).is_some();
        if found.iter().any(|t| t.shown_decisions().any(|d| chosen(t, d))) {
            return Ok(None);
        }
        let last = asked.filter(|(t, d)| (d.of_work() || time) && is(t, d)).max_by_key(|(_, d)| d.asked_at);
        let Some((ticket, decision)) = last else { return Ok(None) };
        let (until, option) = match wish {
            Wish::CallOff(_) => return Ok(None),
            Wish::Until { when, named } => {
                let zone = self.zone_of(&visit.person).await?;
                match deadline::moment_of(&when, zone, visit.said_at) {
                    Ok(at) => (Some(at), None),
                    // "extend to the garden" is about something else, and a reply may be an answer of one's own.
                    Err(why) => match unfit(why, &when, (named, meant.is_some())) {
                        Some(why) => return self.refuse(visit, why).await.map(Some),
                        None => return Ok(None),
                    },
                }
            }
            Wish::MoreTime => match decision.deadline() {
                Some(deadline) => (Some(later(deadline.at, decision.asked_at)), None),
                None => return Ok(None),
            },
            Wish::Longer(time) => {
                let from = decision.deadline().map_or(visit.said_at, |deadline| deadline.at.max(visit.said_at));
                (Some(from + time), None)
            }
            Wish::Option { label, .. } if asked_in_words(visit, ticket, decision) => (None, Some(label)),
            Wish::Option { label, .. } => {
                let why = deadlines::own_words_count(ticket.number, &label);
                return self.answer(visit, Message::lines([why])).await.map(Some);
            }
        };
        if let Err(why) = self.may(visit, Deed::Decide(ticket)) {
            return self.refuse(visit, why).await.map(Some);
        }
        let event = Event::DecisionWidened { decision: decision.key.clone(), until, option };
        let fate = Box::pin(self.act(visit, ticket, &event)).await?;
        if let Fate::Decided(Some(note)) = &fate {
            self.say(visit, asides::note(ticket.number, note)).await?;
        }
        Ok(Some(fate))
    }

    /// "cancel the hire question": whether that is to be called off is asked, since nobody named its number.
    async fn called_off_by_topic(
        &mut self,
        visit: &Visit,
        found: &[Ticket],
        topic: &[String],
        text: &str,
    ) -> Stored<Option<Fate>> {
        if notes::clear(text) {
            return Ok(None);
        }
        let about = |ticket: &&Ticket, decision: &Decision| {
            // "drop the red one" is about an option, not about the question.
            let option = choosing::option_of(ticket, &decision.key, &topic.join(" ")).is_some();
            let asked = format!("{} {}", decision.asked.question, ticket.title);
            is_asked_here(visit, ticket, decision) && !option && many_answers::says(&asked, topic)
        };
        let fits = |ticket: &&Ticket| {
            Self::could(visit, Deed::Steer(ticket)) && ticket.shown_decisions().any(|decision| about(ticket, decision))
        };
        let cancel = |ticket: &Ticket| {
            let label = wording::talk::cancel(ticket.number, &ticket.title);
            (label, TicketAct::Cancel.on(&ticket.id))
        };
        let offers: Vec<(String, Action)> = found.iter().rev().filter(fits).map(cancel).take(CHOICES).collect();
        if offers.is_empty() {
            return Ok(None);
        }
        self.which_is_meant(visit, offers).await.map(Some)
    }
}

/// Why an answer cannot be wanted by then. None: the words may mean something else. `named`: they name a deadline themselves;
/// `reply`: they may be an answer.
fn unfit(why: Unfit, when: &str, (named, reply): (bool, bool)) -> Option<String> {
    let meant = match why {
        Unfit::Unread => named || (!reply && question_words::looks_like_a_time(when)),
        Unfit::Past | Unfit::TooSoon | Unfit::TooFar => named || !reply,
    };
    let said = match why {
        Unfit::Unread => deadlines::unread(when),
        Unfit::Past | Unfit::TooSoon | Unfit::TooFar => deadlines::out_of_reach(),
    };
    meant.then_some(said)
}

/// As long again as there was, and no more than a day.
fn later(at: DateTime<Utc>, asked_at: DateTime<Utc>) -> DateTime<Utc> {
    at + TimeDelta::minutes((at - asked_at).num_minutes().clamp(60, 24 * 60))
}

/// Whether this person asked for the decision in their own words: its options stand in them.
fn asked_in_words(visit: &Visit, ticket: &Ticket, decision: &Decision) -> bool {
    let small = |text: &str| text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
    let idea = format!(" {} ", small(&ticket.idea));
    let stands = |label: &str| idea.contains(&format!(" {} ", small(label).trim()));
    // What was added since is theirs as well.
    let mut first = decision.asked.options.iter().take(2);
    ticket.requester == visit.person.id && decision.of_work() && first.all(|option| stands(&option.label))
}
