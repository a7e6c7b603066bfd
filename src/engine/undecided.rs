//! Words on the desk that leave open what is asked here: they leave it to the secretary, their sender does not know, or asks first
//! what follows from silence and who can decide. And words that correct what was last taken for an answer.

use super::bare_words::{CHOICES, JUST_MADE};
use super::choices::is_asked_here;
use super::desk::{Desk, Visit};
use super::marks::marks;
use super::own_words::errand;
use super::which_one::asks_which;
use crate::ports::store::{Fate, Posted, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::answers;
use crate::secretary::choosing::{self, Terms};
use crate::secretary::decision::Decision;
use crate::secretary::ids::{DecisionId, TicketId};
use crate::secretary::message::Message;
use crate::secretary::permissions::Deed;
use crate::secretary::phrases;
use crate::secretary::pointing;
use crate::secretary::reminding;
use crate::secretary::routing::{self, Meant};
use crate::secretary::sight::Sight;
use crate::secretary::ticket::{Stage, Status, Ticket};
use crate::secretary::wording::lists::{Asking, in_order};
use crate::secretary::wording::{talk, terms};
use chrono_tz::Tz;

impl Desk<'_> {
    /// Words that leave what is asked here to the secretary, or ask what it would do: it is shown again, with whose it is. Whoever
    /// only does not know is told that it stays open.
    pub(super) async fn left_to_me(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        if choosing::unsure(text) {
            return self.stays_undecided(visit).await;
        }
        if !answers::leaves(text) && !answers::takes_advice(text) && !choosing::asks_advice(text) {
            return Ok(None);
        }
        self.all_asked_again(visit, |_| true, |_| Asking::LeftToMe).await
    }

    /// "I don't know": what is asked here stays open, and what that is. None: nothing is asked here.
    async fn stays_undecided(&mut self, visit: &Visit) -> Stored<Option<Fate>> {
        let zone = self.zone_of(&visit.person).await?;
        let mut found = self.undecided_here(visit).await?;
        found.sort_by_key(|ticket| std::cmp::Reverse(ticket.shown_decisions().map(|d| d.asked_at).max()));
        if found.is_empty() {
            return Ok(None);
        }
        let said = |t: &Ticket| [talk::stays_open(t, zone, self.now), talk::why_decide(t)];
        let lines: Vec<String> = found.iter().take(CHOICES).flat_map(said).collect();
        self.answer(visit, Message::lines(lines)).await.map(Some)
    }

    /// "What happens if I do nothing?", "who decides?": answered from what is open here, or from what they reply to. None: other
    /// words, or nothing is.
    pub(super) async fn terms_told(
        &mut self,
        visit: &Visit,
        replied: Option<&Posted>,
        text: &str,
    ) -> Stored<Option<Fate>> {
        let Some(asked) = choosing::asks_terms(text) else { return Ok(None) };
        let meant = replied.map(|posted| routing::replied(&posted.slot));
        if matches!(meant, Some(None)) || self.names_option(visit, replied, text).await? {
            return Ok(None);
        }
        let meant = meant.flatten().map(|(id, _)| id);
        let about = |t: &Ticket| meant.as_ref().is_none_or(|id| t.id == *id);
        let mut found = self.awaiting(Sight::of_person(&visit.person)).await?;
        found.retain(|t| about(t) && t.shown_decisions().any(|d| is_asked_here(visit, t, d)));
        let mut waiting = self.of_person(visit, vec![Status::Asking, Status::Confirming]).await?;
        waiting.retain(|t| about(t) && (t.open_round().is_some() || t.stage == Stage::Confirming));
        let lines = self.terms_of(visit, asked, (&found, &waiting)).await?;
        if lines.is_empty() {
            return Ok(None);
        }
        found.retain(|ticket| Self::could(visit, Deed::Decide(ticket)));
        let mut open = in_order(&found);
        open.retain(|(t, d)| is_asked_here(visit, t, d));
        if open.is_empty() {
            return self.answer(visit, Message::lines(lines)).await.map(Some);
        }
        Box::pin(self.list_below(visit, &open, Asking::Waiting(open.len()), lines)).await.map(Some)
    }

    /// A line for each decision, and for each idea whose questions or card are open.
    async fn terms_of(
        &mut self,
        visit: &Visit,
        asked: Terms,
        (found, waiting): (&[Ticket], &[Ticket]),
    ) -> Stored<Vec<String>> {
        let zone = self.zone_of(&visit.person).await?;
        let mut lines = Vec::new();
        for (ticket, decision) in in_order(found).into_iter().filter(|(t, d)| is_asked_here(visit, t, d)) {
            let mut facts = self.facts(ticket, None).await?;
            facts.zone = zone;
            lines.push(terms::of_decision((ticket, decision), asked, &facts, self.now));
        }
        for ticket in waiting {
            let facts = self.facts(ticket, None).await?;
            lines.push(terms::of_waiting(ticket, &visit.person, asked, &facts));
        }
        lines.truncate(CHOICES);
        Ok(lines)
    }

    /// "No, the first" right after it was asked whether other words are the answer: it is that answer, else it is asked again.
    /// None: that was not asked last, or the words are complete by themselves.
    pub(super) async fn corrects_its_guess(&mut self, visit: &Visit, text: &str, zone: Tz) -> Stored<Option<Fate>> {
        let said = pointing::thought(text).rest;
        if said == text.trim() {
            return Ok(None);
        }
        let Some((ticket, key)) = self.guessed_last(visit).await? else { return Ok(None) };
        if choosing::unsure(text) || choosing::unsure(said) {
            return self.stays_undecided(visit).await;
        }
        if choosing::option_of(&ticket, &key, said).is_some() {
            return Box::pin(self.decided_in_words(visit, &ticket.id, &key, said)).await.map(Some);
        }
        let first = said.split_whitespace().next().unwrap_or_default().to_lowercase();
        let other = phrases::orders(&first)
            || routing::order_of_its_own(said)
            || routing::request_of_its_own(said)
            || errand(said, zone, visit)
            || reminding::read(said, zone, visit.said_at).is_some();
        if other {
            return Ok(None);
        }
        let asked: Vec<(&Ticket, &Decision)> = ticket.decision(&key).map(|d| (&ticket, d)).into_iter().collect();
        self.list_decisions(visit, &asked, Asking::FitsNone(ticket.number)).await.map(Some)
    }

    /// The decision about which it was asked last here whether words answer it.
    async fn guessed_last(&mut self, visit: &Visit) -> Stored<Option<(Ticket, DecisionId)>> {
        let last = self.last_prompt(visit, JUST_MADE, |prompt| !marks(prompt)).await?;
        let Some(last) = last.filter(|prompt| !prompt.slot.as_ref().is_some_and(asks_which)) else { return Ok(None) };
        if !last.actions.iter().any(|action| matches!(action, Action::NewIdea { .. })) {
            return Ok(None);
        }
        let found = self.undecided_here(visit).await?;
        let meant = |t: &Ticket, d: &Decision| last.actions.iter().any(|action| guesses(action, (t, d)));
        let asked = found.iter().flat_map(|t| t.shown_decisions().map(move |d| (t, d)));
        let asked = asked.filter(|(t, d)| is_asked_here(visit, t, d) && meant(t, d));
        Ok(asked.max_by_key(|(_, d)| d.asked_at).map(|(t, d)| (t.clone(), d.key.clone())))
    }

    /// The same words as in `left_to_me` in reply to what is to be decided. None: other words.
    pub(super) async fn not_sure_in_reply(
        &mut self,
        visit: &Visit,
        (id, key): (&TicketId, &DecisionId),
        text: &str,
    ) -> Stored<Option<Fate>> {
        if !choosing::unsure(text) {
            return Ok(None);
        }
        self.put_off_in_reply(visit, id, &Meant::Decision(key.clone())).await
    }
}

/// Whether a button makes an answer to this of words that may be one.
fn guesses(action: &Action, (ticket, decision): (&Ticket, &Decision)) -> bool {
    let decides = |id: &TicketId, key: &DecisionId| *id == ticket.id && *key == decision.key;
    matches!(action, Action::OnTicket { ticket: id, act: TicketAct::Decide { decision: key, .. } } if decides(id, key))
        || matches!(action, Action::Command { line } if line.starts_with(&format!("decide {} other: ", ticket.number)))
}
