//! Words that may belong to several things that are asked: which is meant is asked, what was said last first, and no more of
//! them than can be looked over.

use super::bare_words::{CHOICES, offers_it};
use super::choices::is_asked_here;
use super::desk::{Desk, Visit};
use super::second_thoughts::offer_to_decide;
use crate::ports::store::{Fate, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::choosing;
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
        let rounds: Vec<(String, Action)> =
            telling(answered, newest).into_iter().map(|ticket| answer_with(ticket, text)).collect();
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
        let named = self.decisions_named(visit, text).await?;
        if !named.is_empty() {
            return self.for_which_of_all(visit, &open, named, text).await;
        }
        let mut keys = self.keys();
        let message = asides::for_which(&open, text, &mut keys);
        let of = open.iter().map(|ticket| ticket.id.clone()).collect();
        Box::pin(self.say_view(visit, Shows::ForWhich { text: text.to_owned(), of }, message, keys)).await
    }

    /// Words that may answer these questions, decide what they name an option of, or be something new.
    async fn for_which_of_all(
        &mut self,
        visit: &Visit,
        open: &[&Ticket],
        named: Vec<(String, Action)>,
        text: &str,
    ) -> Stored<Fate> {
        let answers = open.iter().map(|ticket| answer_with(ticket, text));
        let mut offers: Vec<(String, Action)> = named.into_iter().chain(answers).collect();
        let more = offers.len() > CHOICES;
        offers.truncate(CHOICES);
        let new = Action::NewIdea { text: text.to_owned(), passed_on: false };
        offers.push((asides::NEW_IDEA.to_owned(), new));
        let mut keys = self.keys();
        let message = talk::which(offers.clone(), more, &mut keys);
        Box::pin(self.say_view(visit, Shows::Which { offers, more }, message, keys)).await
    }

    /// What may be decided here by words that name an option with a doubt or in a sentence: that option; where they want it not,
    /// or name several, the decision as it stands.
    async fn decisions_named(&mut self, visit: &Visit, text: &str) -> Stored<Vec<(String, Action)>> {
        let plain = text.trim();
        let mut found = self.undecided_here(visit).await?;
        // What was asked last is most likely meant.
        found.sort_by_key(|ticket| std::cmp::Reverse(ticket.number));
        let mut offers = Vec::new();
        for ticket in &found {
            for decision in ticket.shown_decisions().filter(|d| d.of_work() && is_asked_here(visit, ticket, d)) {
                let options = &decision.asked.options;
                let option = choosing::hinted(options, plain).or_else(|| choosing::mentioned(options, plain));
                match option.filter(|_| !choosing::holds_a_no(plain)) {
                    Some(option) => offers.extend(offer_to_decide(ticket, decision.key.clone(), option)),
                    None if option.is_some() || choosing::declines(options, plain) => {
                        let label = talk::look_at(ticket.number, &decision.asked.question);
                        offers.push((label, TicketAct::Show.on(&ticket.id)));
                    }
                    None => {}
                }
            }
        }
        Ok(offers)
    }
}

/// The button that takes words for the answer to the questions of a ticket.
fn answer_with(ticket: &Ticket, text: &str) -> (String, Action) {
    let act = TicketAct::AnswerWith { text: text.to_owned() };
    (talk::answer(ticket.number, &ticket.title), act.on(&ticket.id))
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
