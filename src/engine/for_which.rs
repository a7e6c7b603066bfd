//! Words that may belong to several things that are asked: which is meant is asked, what was said last first, and no more of
//! them than can be looked over.

use super::bare_words::{CHOICES, offers_it};
use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::ticket::Ticket;
use crate::secretary::views::Shows;
use crate::secretary::wording::{asides, talk};

impl Desk<'_> {
    /// Words that answer the questions of these tickets and decide something as well.
    pub(super) async fn which_round_or_decision(
        &mut self,
        visit: &Visit,
        answered: &[&Ticket],
        text: &str,
    ) -> Stored<Fate> {
        let decisions_last = self.decision_asked_last(visit, answered).await?;
        let newest = if decisions_last { None } else { newest(answered) };
        let answer = |ticket: &Ticket| {
            let act = TicketAct::AnswerWith { text: text.to_owned() };
            (talk::answer(ticket.number, &ticket.title), act.on(&ticket.id))
        };
        let rounds: Vec<(String, Action)> = telling(answered, newest).into_iter().map(answer).collect();
        let mut decisions = self.decides_with_words(visit, text).await?;
        decisions.reverse();
        let mut offers: Vec<(String, Action)> = if decisions_last {
            decisions.into_iter().chain(rounds).collect()
        } else {
            rounds.into_iter().chain(decisions).collect()
        };
        let more = offers.len() > CHOICES;
        offers.truncate(CHOICES);
        let mut keys = self.keys();
        let message = talk::which(offers.clone(), more, &mut keys);
        Box::pin(self.say_view(visit, Shows::Which { offers, more }, message, keys)).await
    }

    /// Words that may answer the questions of these tickets, or be something new.
    pub(super) async fn for_which(&mut self, visit: &Visit, open: &[&Ticket], text: &str) -> Stored<Fate> {
        // What was asked last is most likely meant, but for words that stand under another question.
        let zone = self.zone_of(&visit.person).await?;
        if !open.iter().any(|ticket| offers_it(ticket, text))
            && self.decision_asked_last(visit, open).await?
            && let Some(fate) = self.perhaps_decided(visit, text, zone).await?
        {
            return Ok(fate);
        }
        let open = telling(open, newest(open));
        let mut keys = self.keys();
        let message = asides::for_which(&open, text, &mut keys);
        let of = open.iter().map(|ticket| ticket.id.clone()).collect();
        Box::pin(self.say_view(visit, Shows::ForWhich { text: text.to_owned(), of }, message, keys)).await
    }
}

/// The ticket whose questions were asked last.
fn newest<'t>(open: &[&'t Ticket]) -> Option<&'t Ticket> {
    open.iter().copied().max_by_key(|ticket| ticket.open_round().map(|(_, round)| round.asked_at()))
}

/// Those whose idea was more than an unclear word, and the one that was asked last: nobody means the others any more.
fn telling<'t>(open: &[&'t Ticket], newest: Option<&Ticket>) -> Vec<&'t Ticket> {
    let more = |ticket: &&Ticket| ticket.idea.split_whitespace().nth(1).is_some();
    let last = |ticket: &&Ticket| newest.is_some_and(|newest| newest.id == ticket.id);
    open.iter().copied().filter(|ticket| more(ticket) || last(ticket)).collect()
}
