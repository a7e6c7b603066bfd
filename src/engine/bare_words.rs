//! Bare words on the desk: "yes", "cancel", "undo", "stop" mean what stands open, by the same way as its buttons. With
//! several things open it is asked which; with nothing open that is said.

use super::choices::is_asked_here;
use super::desk::{Desk, Visit};
use super::wavering::unsaid;
use crate::ports::store::{Fate, Posted, Prompt, Stored};
use crate::secretary::action::{Action, NoteAct, ScheduleAct, TicketAct};
use crate::secretary::answers;
use crate::secretary::choosing;
use crate::secretary::doubting;
use crate::secretary::ids::{DecisionId, RoomId};
use crate::secretary::message::Message;
use crate::secretary::notes::{Change, plain};
use crate::secretary::permissions::Deed;
use crate::secretary::pointing;
use crate::secretary::routing::{self, Meant};
use crate::secretary::schedule::Schedule;
use crate::secretary::sight::Sight;
use crate::secretary::spoken;
use crate::secretary::talk::{self as said, Bare, SmallTalk, Talk};
use crate::secretary::ticket::{Stage, Status, Ticket};
use crate::secretary::wording::{no_undo, talk, tickets};
use chrono::TimeDelta;

/// What was made this lately is what "never mind" is about.
pub(super) const JUST_MADE: TimeDelta = TimeDelta::minutes(15);
/// What was sent this lately is what "leave it" is about.
const JUST_NOW: TimeDelta = TimeDelta::minutes(5);
/// A doubtful reminder is asked about this long.
pub(super) const ASKED_FOR: TimeDelta = TimeDelta::minutes(30);
/// An "Undo" this old is taken by its button only.
pub(super) const UNDO_FOR: TimeDelta = TimeDelta::days(1);
/// Prompts looked through for an "Undo".
pub(super) const LOOKED_AT: u32 = 40;
/// Things to choose from.
pub(super) const CHOICES: usize = 5;

/// A thing that stands open, and what a bare word does with it.
pub(super) struct Offer {
    pub(super) label: String,
    pub(super) action: Action,
    /// The number of its ticket.
    pub(super) number: Option<i64>,
}

/// An option that words take, with its ticket and its decision.
type Taken = (Ticket, DecisionId, usize);

impl Offer {
    pub(super) fn of(ticket: &Ticket, label: fn(i64, &str) -> String, act: TicketAct) -> Self {
        let label = label(ticket.number, &tickets::title(ticket));
        Self { label, action: act.on(&ticket.id), number: Some(ticket.number) }
    }

    /// A reminder or a digest is not wanted.
    pub(super) fn forgetting(schedule: &Schedule) -> Self {
        let action = ScheduleAct::Delete { listed: true }.on(&schedule.id);
        Self { label: talk::forget(schedule), action, number: None }
    }

    /// A paused series is wanted again.
    pub(super) fn going_on(schedule: &Schedule) -> Self {
        Self { label: talk::series_on(schedule), action: ScheduleAct::Resume.on(&schedule.id), number: None }
    }

    /// What changed a note is not wanted.
    pub(super) fn taking_back(change: &Change) -> Self {
        let words = if change.entry.is_empty() { change.title() } else { change.entry.as_str() };
        let action = NoteAct::Undo { change: change.id.clone() }.action();
        Self { label: talk::take_back(&plain(words)), action, number: None }
    }
}

impl Desk<'_> {
    /// Words that may be answered by themselves, unless they are what an option is called or answer a reminder. None: they
    /// are something else. `near`: they are meant for the secretary without being a reply.
    pub(super) async fn in_passing(
        &mut self,
        visit: &Visit,
        (said, near): (Option<Talk>, bool),
        replied: Option<&Posted>,
        text: &str,
    ) -> Stored<Option<Fate>> {
        if !near && replied.is_none() {
            return Ok(None);
        }
        if let Some(fate) = Box::pin(self.all_undone(visit, text, replied)).await? {
            return Ok(Some(fate));
        }
        if let Some(fate) = Box::pin(self.asked_then(visit, replied, text)).await? {
            return Ok(Some(fate));
        }
        if let Some(fate) = Box::pin(self.terms_told(visit, replied, text)).await? {
            return Ok(Some(fate));
        }
        if spoken::asks_what_waits(text) && !self.names_option(visit, replied, text).await? {
            return Box::pin(self.what_waits(visit)).await.map(Some);
        }
        let Some(Talk::Small(small)) = said else { return Ok(None) };
        let other = match small {
            SmallTalk::Command(_) => true,
            SmallTalk::Puzzled => replied.is_some(),
            SmallTalk::Bye(_) | SmallTalk::Later => self.puts_off(visit, replied, text).await?,
            SmallTalk::Hello(_) | SmallTalk::Thanks(_) | SmallTalk::HowAreYou(_) | SmallTalk::Who(_) => false,
        };
        if other || self.names_option(visit, replied, text).await? {
            return Ok(None);
        }
        if small == SmallTalk::Later
            && let Some((id, meant)) = replied.and_then(|posted| routing::replied(&posted.slot))
        {
            return self.put_off_in_reply(visit, &id, &meant).await;
        }
        self.chat_along(visit, small).await.map(Some)
    }

    /// Whether words are the label of an option of what they reply to, else of what was asked here last.
    pub(super) async fn names_option(&mut self, visit: &Visit, replied: Option<&Posted>, text: &str) -> Stored<bool> {
        let meant = replied.and_then(|posted| routing::replied(&posted.slot));
        let found = self.awaiting(Sight::of_person(&visit.person)).await?;
        let asked = found.iter().flat_map(|t| t.shown_decisions().map(move |d| (t, d)));
        let last = asked.filter(|(t, d)| match &meant {
            Some((id, meant)) => *id == t.id && *meant == Meant::Decision(d.key.clone()),
            None => is_asked_here(visit, t, d),
        });
        let last = last.max_by_key(|(_, d)| d.asked_at);
        Ok(last.is_some_and(|(_, d)| choosing::is_label(&d.asked.options, text)))
    }

    /// A phrase that is answered by itself.
    pub(super) async fn chat_along(&mut self, visit: &Visit, small: SmallTalk) -> Stored<Fate> {
        let line = match small {
            SmallTalk::Hello(tongue) => talk::hello(&visit.person.name, tongue),
            SmallTalk::HowAreYou(tongue) => talk::how_are_you(tongue).to_owned(),
            SmallTalk::Thanks(tongue) => talk::thanks(tongue).to_owned(),
            SmallTalk::Bye(tongue) => talk::bye(tongue).to_owned(),
            SmallTalk::Who(tongue) => return self.answer(visit, Message::lines(talk::who(tongue))).await,
            SmallTalk::Later => self.put_off(visit).await?,
            SmallTalk::Puzzled => self.explained(visit).await?,
            SmallTalk::Command(name) => return self.command(visit, name, "").await,
        };
        self.answer(visit, Message::lines([line])).await
    }

    /// "What do you mean?": what stands open is said in other words, with what can be done about it.
    async fn explained(&mut self, visit: &Visit) -> Stored<String> {
        if let Some(ticket) = self.waiting_here(visit).await?
            && (ticket.open_round().is_some() || self.undecided(visit).await?.is_none())
        {
            return Ok(talk::why_asked(&ticket));
        }
        Ok(match self.undecided(visit).await? {
            Some(ticket) => talk::why_decide(&ticket),
            None => talk::examples(),
        })
    }

    /// The ticket with a decision that waits for this person here, the one that was asked last.
    pub(super) async fn undecided(&mut self, visit: &Visit) -> Stored<Option<Ticket>> {
        let found = self.undecided_here(visit).await?;
        Ok(found.into_iter().max_by_key(|ticket| ticket.shown_decisions().map(|d| d.asked_at).max()))
    }

    /// The newest ticket of this person here with questions or a card open.
    pub(super) async fn waiting_here(&mut self, visit: &Visit) -> Stored<Option<Ticket>> {
        let mut found = self.of_person(visit, vec![Status::Asking, Status::Confirming]).await?;
        found.retain(|t| t.open_round().is_some() || t.stage == Stage::Confirming);
        Ok(found.into_iter().next())
    }

    /// Bare words that are no reply. None: they answer a question that was asked in words.
    pub(super) async fn bare_words(&mut self, visit: &Visit, said: Bare, text: &str) -> Stored<Option<Fate>> {
        if let Some(fate) = self.about_what_was_asked_last(visit, (said, text)).await? {
            return Ok(Some(fate));
        }
        let mut open = false;
        if visit.room.direct() {
            let asking = self.of_person(visit, vec![Status::Asking]).await?;
            open = asking.iter().any(|t| t.open_round().is_some());
            let about = |t: &Ticket| (said.steers() && offers_it(t, text)) || declines_after_all(t, text);
            if open && (said.may_answer() || asking.iter().any(about)) {
                return Ok(None);
            }
            if (!open || said.steers())
                && !said.may_decide()
                && (!said.calls_off() || self.decision_shown_last(visit).await?)
                && let Some(fate) = self.typed_choice(visit, text).await?
            {
                return Ok(Some(fate));
            }
        }
        if said == Bare::Undo && self.which_stands(visit).await? {
            return self.answer(visit, Message::lines([no_undo::which_stands()])).await.map(Some);
        }
        // Just after a decision these words are about that.
        let doubts = choosing::changes_mind(text) || doubting::doubts(text);
        let thinks_better = said == Bare::Drop && doubts && self.decided_just_now(visit).await?;
        let said = if thinks_better { Bare::Undo } else { said };
        if said == Bare::Drop && choosing::stays(text) && !self.began_just_now(visit).await? {
            return self.answer(visit, Message::lines([talk::left_as_it_is()])).await.map(Some);
        }
        if said == Bare::Undo
            && let Some(fate) = self.decision_undone(visit).await?
        {
            return Ok(Some(fate));
        }
        if let Some(fate) = self.about_all_work(visit, said).await? {
            return Ok(Some(fate));
        }
        let mut offers = self.offers(visit, said, None).await?;
        if said == Bare::Drop {
            offers.extend(self.answer_declined(visit, text).await?);
        }
        if open && said.steers() && offers.is_empty() {
            return Ok(None);
        }
        if said.may_decide() {
            offers.extend(self.decisions_for(visit, said, text).await?);
            if let Some(fate) = Box::pin(self.thought_better(visit, (said, text), &offers)).await? {
                return Ok(Some(fate));
            }
            if offers.is_empty()
                && said != Bare::Ok
                && let Some(fate) = self.still_to_decide(visit).await?
            {
                return Ok(Some(fate));
            }
        }
        if said == Bare::No && offers.is_empty() && doubts {
            offers = self.dropped(visit, None).await?;
        }
        if let Some(fate) = Box::pin(self.doubts_the_last(visit, text, &offers)).await? {
            return Ok(Some(fate));
        }
        if let Some(fate) = Box::pin(self.wavers(visit, text, &offers)).await? {
            return Ok(Some(fate));
        }
        self.take_offer(visit, (said, None), offers).await.map(Some)
    }

    /// "Actually no" while a card waits that rests on a yes: the plan may be meant as well as that answer. None: it is not.
    async fn answer_declined(&mut self, visit: &Visit, text: &str) -> Stored<Option<Offer>> {
        let Some(ticket) = self.waiting_here(visit).await?.filter(|t| t.stage == Stage::Confirming) else {
            return Ok(None);
        };
        Ok(unsaid(&ticket, text)
            .map(|text| Offer::of(&ticket, talk::change, TicketAct::CorrectWith { text, card: ticket.card() })))
    }

    /// Whether this person sent an idea here just now: "leave it" is about that.
    async fn began_just_now(&mut self, visit: &Visit) -> Stored<bool> {
        let open = self.open_here(visit, None).await?;
        Ok(open.iter().any(|t| t.requester == visit.person.id && self.now - t.created_at < JUST_NOW))
    }

    /// Whether a decision is what this person said last here: they sent no idea since.
    async fn decided_just_now(&mut self, visit: &Visit) -> Stored<bool> {
        let Some((_, _, since)) = self.decided_last(visit).await? else { return Ok(false) };
        let decided_at = self.now - since;
        let open = self.open_here(visit, None).await?;
        Ok(!open.iter().any(|t| t.requester == visit.person.id && t.created_at > decided_at))
    }

    /// The decisions that wait here for a word like this.
    async fn decisions_for(&mut self, visit: &Visit, said: Bare, text: &str) -> Stored<Vec<Offer>> {
        let mut found = self.asked_if_sure(visit, text).await?;
        if !found.is_empty() {
            return Ok(found);
        }
        for (ticket, decision, option) in going_on(self.agreed_to(visit, text).await?, text) {
            let label = ticket.decision(&decision).and_then(|d| {
                let chosen = d.asked.options.get(option)?;
                Some(talk::decide(ticket.number, d, &chosen.label))
            });
            let action = TicketAct::Decide { decision, option }.on(&ticket.id);
            found.extend(label.map(|label| Offer { label, action, number: Some(ticket.number) }));
        }
        // "ok" may as well mean "heard".
        let heard = said == Bare::Ok && !self.asked_last(visit, &found).await?;
        Ok(if heard { Vec::new() } else { found })
    }

    /// A bare word said to one of a ticket's messages, or in its thread. None: it says something about the ticket
    /// itself, an answer or a decision. `text`: all that was said; `quiet`: perhaps to somebody else.
    pub(super) async fn bare_about(
        &mut self,
        visit: &Visit,
        ticket: &Ticket,
        meant: &Meant,
        (said, text, quiet): (Bare, &str, bool),
    ) -> Stored<Option<Fate>> {
        let asked = ticket.open_round().is_some()
            && (said.may_answer() || (said.steers() && offers_it(ticket, text)) || declines_after_all(ticket, text));
        if matches!(meant, Meant::Decision(_)) || asked {
            return Ok(None);
        }
        // In reply to the card itself a yes is to that.
        if *meant != Meant::Correction
            && let Some(fate) = Box::pin(self.about_edit_given_back(visit, Some(ticket), (said, text))).await?
        {
            return Ok(Some(fate));
        }
        if said == Bare::Undo
            && let Some(fate) = Box::pin(self.undone_in_thread(visit, ticket, quiet)).await?
        {
            return Ok(Some(fate));
        }
        if !Self::could(visit, Deed::Steer(ticket)) {
            // Praise changes nothing, whoever says it.
            let heard = !quiet && matches!(said, Bare::Nod | Bare::Ok);
            return if heard { self.nothing_meant(visit, said, None).await.map(Some) } else { Ok(None) };
        }
        let offers = self.offers(visit, said, Some(ticket)).await?;
        let may_answer = matches!(meant, Meant::Answers) && ticket.open_round().is_some();
        if offers.is_empty() && said.steers() && may_answer && !quiet {
            return Ok(None);
        }
        if quiet && offers.is_empty() {
            return Ok(Some(Fate::Decided(None)));
        }
        if let Some(fate) = Box::pin(self.wavers(visit, text, &offers)).await? {
            return Ok(Some(fate));
        }
        self.take_offer(visit, (said, Some(ticket)), offers).await.map(Some)
    }

    /// The buttons that stand in this room, the newest first; of each message the present ones.
    pub(super) async fn newest(&mut self, visit: &Visit, within: TimeDelta) -> Stored<Vec<Prompt>> {
        let mut seen = Vec::new();
        let mut found = self.tx.newest_prompts(here(visit), self.now - within, LOOKED_AT).await?;
        found.retain(|prompt| {
            let again = prompt.slot.is_some() && seen.contains(&prompt.slot);
            seen.push(prompt.slot.clone());
            !again
        });
        Ok(found)
    }

    /// Whether the only thing to agree to is what was asked last here: "ok" may as well mean "heard".
    pub(super) async fn asked_last(&mut self, visit: &Visit, offers: &[Offer]) -> Stored<bool> {
        let [offer] = offers else { return Ok(false) };
        let asked = self.last_prompt(visit, ASKED_FOR, |_| true).await?;
        Ok(asked.is_some_and(|prompt| prompt.actions.contains(&offer.action)))
    }

    /// Whether a question that was asked in words waits for this person's answer here.
    pub(super) async fn is_asked(&mut self, visit: &Visit) -> Stored<bool> {
        let asking = self.of_person(visit, vec![Status::Asking]).await?;
        Ok(asking.iter().any(|t| t.open_round().is_some()))
    }
}

/// The bare word that words are; a sign alone ("🎉", "?") says as much as a nod.
pub(super) fn bare_word(text: &str) -> Option<Bare> {
    match said::read(text) {
        Some(Talk::Bare(said)) => Some(said),
        Some(Talk::Small(_)) => None,
        None => (!text.trim().is_empty() && !routing::has_words(text)).then_some(Bare::Nod),
    }
}

/// Of what words take, what they let go on, if it waits for that: "go on" says no yes to something else.
fn going_on(mut taken: Vec<Taken>, text: &str) -> Vec<Taken> {
    let waits_for_it = |(ticket, decision, option): &Taken| {
        let chosen = ticket.decision(decision).and_then(|d| d.asked.options.get(*option));
        chosen.is_some_and(|chosen| pointing::goes_on(&chosen.label))
    };
    if pointing::goes_on(text) && taken.iter().any(waits_for_it) {
        taken.retain(waits_for_it);
    }
    taken
}

/// The room whose buttons count: in a thread those of its channel.
pub(super) fn here(visit: &Visit) -> &RoomId {
    visit.room.thread_of.as_ref().map_or(&visit.room.id, |(_, channel)| channel)
}

/// Whether the questions of a ticket offer what these words name.
pub(super) fn offers_it(ticket: &Ticket, text: &str) -> bool {
    ticket.open_round().is_some_and(|(_, round)| answers::names(round, text))
}

/// Whether words say no after all to a question of a ticket that is still asking.
fn declines_after_all(ticket: &Ticket, text: &str) -> bool {
    ticket.open_round().is_some_and(|(_, round)| answers::declines_after_all(round, text))
}

pub(super) fn at_work(ticket: &Ticket) -> bool {
    matches!(ticket.stage, Stage::Working | Stage::Reporting)
}
