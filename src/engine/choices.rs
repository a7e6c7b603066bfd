//! Decisions on the desk that are listed or typed instead of pressed.

use super::desk::{Desk, Visit};
use super::perhaps::says_more;
use crate::ports::store::{Fate, Stored};
use crate::secretary::answers;
use crate::secretary::choosing;
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::event::Event;
use crate::secretary::ids::{DecisionId, TicketId};
use crate::secretary::message::Message;
use crate::secretary::permissions::{Deed, sees};
use crate::secretary::reminding;
use crate::secretary::routing::Meant;
use crate::secretary::sight::Sight;
use crate::secretary::talk::{self, Bare, Talk};
use crate::secretary::ticket::Ticket;
use crate::secretary::typed_labels::{self, Label};
use crate::secretary::views::Shows;
use crate::secretary::wording;
use crate::secretary::wording::lists::{Asking, DECISIONS, in_order};

/// Longer words decide nothing by themselves, in characters.
const LONGEST: usize = 300;

impl Desk<'_> {
    /// `/decide`. `place`: which decision of the ticket, as they are listed.
    pub(super) async fn decide_typed(
        &mut self,
        visit: &Visit,
        (number, place): (i64, Option<usize>),
        text: &str,
    ) -> Stored<Fate> {
        let ticket = match self.decidable(visit, number).await? {
            Ok(ticket) => ticket,
            Err(why) => {
                self.came_late();
                return self.refuse(visit, why).await;
            }
        };
        if let Some(why) = lacks(&ticket, text) {
            return self.refuse(visit, why).await;
        }
        let listed = in_order(std::slice::from_ref(&ticket));
        let open: Vec<&Decision> = match place {
            None => listed.iter().map(|(_, decision)| *decision).collect(),
            Some(place) => match ticket.decisions.get(place - 1) {
                Some(decision) => vec![decision],
                None => return self.refuse(visit, wording::refusals::nothing_to_decide(number)).await,
            },
        };
        let named = |d: &&&Decision| {
            choosing::option_of(&ticket, &d.key, text).is_some_and(|option| option < d.asked.options.len())
        };
        let decision = match open.as_slice() {
            [] => ticket.decisions.last(),
            [one] => Some(*one),
            several => {
                let mut meant = several.iter().filter(named);
                match (meant.next(), meant.next()) {
                    (Some(one), None) => Some(*one),
                    _ => {
                        let of_ticket = in_order(std::slice::from_ref(&ticket));
                        return self.list_decisions(visit, &of_ticket, Asking::BackOf(number)).await;
                    }
                }
            }
        };
        let Some(key) = decision.map(|d| d.key.clone()) else {
            return self.refuse(visit, wording::refusals::nothing_to_decide(number)).await;
        };
        let place = ticket.decision(&key).filter(|d| d.open());
        let place = place.and_then(|d| choosing::as_place(d.asked.options.len(), text));
        let text = place.as_deref().unwrap_or(text);
        if choosing::fits_none(&ticket, &key, text)
            && let Some(fate) = Box::pin(self.wished_by_number(visit, (&ticket.id, &key), text)).await?
        {
            return Ok(fate);
        }
        let all_of_it = typed_labels::read(text) == Some(Label::AllOfIt) && Self::could(visit, Deed::Decide(&ticket));
        if all_of_it && ticket.decision(&key).is_some_and(|d| d.proposed.is_some()) {
            return self.show_call(visit, &ticket, &key).await;
        }
        let fate = match choosing::own_answer(text).filter(|_| ticket.decision(&key).is_some_and(Decision::open)) {
            Some(own) => {
                if let Err(why) = self.may(visit, Deed::Decide(&ticket)) {
                    return self.refuse(visit, why).await;
                }
                let event = Event::DecisionMade { decision: key.clone(), option: None, text: Some(own.to_owned()) };
                Box::pin(self.act(visit, &ticket, &event)).await?
            }
            None if choosing::fits_none(&ticket, &key, text) && Self::could(visit, Deed::Decide(&ticket)) => {
                return self.asked_again(visit, &ticket, &key, Asking::FitsNone(number)).await;
            }
            None => Box::pin(self.about(visit, &ticket.id, &Meant::Decision(key.clone()), text)).await?,
        };
        if let Fate::Decided(Some(note)) = &fate {
            self.say_of(visit, (&ticket, &key), note).await?;
        }
        self.only_this_once(visit, (&ticket, &key), text, &fate).await?;
        Ok(fate)
    }

    /// Shows again what is asked, since words have not decided it.
    async fn asked_again(&mut self, visit: &Visit, ticket: &Ticket, key: &DecisionId, asking: Asking) -> Stored<Fate> {
        let mut open = in_order(std::slice::from_ref(ticket));
        open.retain(|(_, d)| d.key == *key);
        Box::pin(self.list_decisions(visit, &open, asking)).await
    }

    /// A question in reply to what is asked, or words that want none of its options: no answer of one's own, unless that is
    /// said. None: the words may decide.
    pub(super) async fn undecided_by(
        &mut self,
        visit: &Visit,
        id: &TicketId,
        key: &DecisionId,
        text: &str,
    ) -> Stored<Option<Fate>> {
        let Some(ticket) = self.tx.ticket(id).await? else { return Ok(None) };
        let Some(decision) = ticket.decision(key).filter(|d| d.subject != Subject::Redo) else { return Ok(None) };
        if let Some(fate) = self.voted_otherwise(visit, (&ticket, decision), text).await? {
            return Ok(Some(fate));
        }
        if !choosing::fits_none(&ticket, key, text) || !Self::could(visit, Deed::Decide(&ticket)) {
            return Ok(None);
        }
        if choosing::own_answer(text).is_some() {
            return Ok(None);
        }
        if choosing::two_fold(&decision.asked.options, text) {
            return self.asked_again(visit, &ticket, key, Asking::TwoFold(ticket.number)).await.map(Some);
        }
        let said = talk::read(text);
        if let Some(Talk::Small(small)) = said {
            return self.chat_along(visit, small).await.map(Some);
        }
        // "@Kim, please decide this one" is said among people.
        let to_somebody = !visit.room.direct() && text.trim_start().starts_with('@');
        if to_somebody && choosing::asks_somebody(text) {
            return Ok(Some(Fate::Decided(None)));
        }
        if let Some(fate) = self.not_sure_in_reply(visit, (id, key), text).await? {
            return Ok(Some(fate));
        }
        let left = said.is_none() && (answers::leaves(text) || answers::takes_advice(text));
        if left && decision.of_work() {
            return self.asked_again(visit, &ticket, key, Asking::LeftToMe).await.map(Some);
        }
        let agrees = decision.subject == Subject::Approval && choosing::allows_more(text);
        let zone = self.zone_of(&visit.person).await?;
        let doubts = choosing::doubts(&decision.asked.options, text)
            || choosing::refuses(decision, text)
            || reminding::asked_at(text, zone, visit.said_at).is_some();
        // What the secretary asks on its own account is nothing it can answer itself, not even with what it recommends.
        if left && !doubts {
            return self.asked_again(visit, &ticket, key, Asking::LeftToMe).await.map(Some);
        }
        if said.is_none() && !agrees && !doubts {
            return self.perhaps_slipped(visit, (&ticket, decision), text).await;
        }
        self.asked_again(visit, &ticket, key, Asking::Undecided).await.map(Some)
    }

    /// Words to the secretary in a group: a typed decision or the choice in a prompt that stands here.
    pub(super) async fn typed_in_group(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        if let Some(fate) = Box::pin(self.several_answers(visit, text)).await? {
            return Ok(Some(fate));
        }
        if let Some(fate) = self.said_to_ticket(visit, text).await? {
            return Ok(Some(fate));
        }
        match choosing::typed_decision(text) {
            Some(args) => self.command(visit, "decide", &args).await.map(Some),
            None => match talk::read(text) {
                // It may be about what was asked last.
                Some(Talk::Bare(said)) if said.may_decide() => Box::pin(self.bare_words(visit, said, text)).await,
                Some(Talk::Bare(Bare::Undo)) => Box::pin(self.undone_in_group(visit, text)).await,
                Some(Talk::Bare(_) | Talk::Small(_)) | None => Box::pin(self.choice_or_order(visit, text)).await,
            },
        }
    }

    /// Words that decide what is asked here: an option's, a number, a place; with several open it is asked back.
    pub(super) async fn typed_choice(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let found = self.answered_by(visit, text).await?;
        let meant: Vec<(&Ticket, &DecisionId)> =
            found.iter().flat_map(|(t, keys)| keys.iter().map(move |key| (t, key))).collect();
        match meant.as_slice() {
            [] => match Box::pin(self.perhaps_hinted(visit, text)).await? {
                Some(fate) => Ok(Some(fate)),
                None => self.undecided_in_words(visit, text).await,
            },
            [(ticket, key)] => match Box::pin(self.place_of_something_older(visit, ticket, key, text)).await? {
                Some(fate) => Ok(Some(fate)),
                None => match Box::pin(self.undecided_by(visit, &ticket.id, key, text)).await? {
                    Some(fate) => Ok(Some(fate)),
                    None => Box::pin(self.decided_in_words(visit, &ticket.id, key, text)).await.map(Some),
                },
            },
            several if says_more(several, text) => self.for_which_decision(visit, several, text).await.map(Some),
            [(one, _), rest @ ..] => {
                let same = rest.iter().all(|(t, _)| t.id == one.id).then_some(one.number);
                let asking = same.map_or(Asking::Back, Asking::BackOf);
                let tickets: Vec<Ticket> = found.iter().map(|(t, _)| t.clone()).collect();
                // Among many, what was asked last is most likely meant.
                let mut open = in_order(&tickets);
                open.sort_by_key(|(ticket, _)| std::cmp::Reverse(ticket.number));
                self.list_decisions(visit, &open, asking).await.map(Some)
            }
        }
    }

    /// Words that want none of the options of what is asked here, or not the one they name: it is shown again.
    pub(super) async fn declined_here(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let declined = |d: &Decision| choosing::declines(&d.asked.options, text) || choosing::refuses(d, text);
        self.all_asked_again(visit, declined, |_| Asking::Undecided).await
    }

    /// Words that decide. Where more people must agree, or it is asked once more, the question stays, so that the words are
    /// answered.
    pub(super) async fn decided_in_words(
        &mut self,
        visit: &Visit,
        id: &TicketId,
        key: &DecisionId,
        text: &str,
    ) -> Stored<Fate> {
        let before = self.tx.ticket(id).await?;
        let fate = Box::pin(self.about(visit, id, &Meant::Decision(key.clone()), text)).await?;
        if let Some(before) = &before {
            self.only_this_once(visit, (before, key), text, &fate).await?;
        }
        let voted = before.and_then(|t| t.decision(key).map(|d| !d.votes.is_empty())).unwrap_or_default();
        // What comes of it is to be seen where it is asked.
        let stays = |d: &Decision| d.open() && (d.sure.is_some() || voted || !d.votes.is_empty());
        let unseen = |t: &Ticket, d: &Decision| {
            visit.answered.contains(&(t.id.clone(), d.key.clone())) && !d.stands_in(t, &visit.room.id)
        };
        if let Fate::Decided(Some(note)) = &fate
            && let Some(ticket) = self.tx.ticket(id).await?
            && ticket.decision(key).is_some_and(|d| stays(d) || unseen(&ticket, d))
        {
            self.say_of(visit, (&ticket, key), note).await?;
        }
        Ok(fate)
    }

    /// Whether words are the very label of an option that is to be decided here.
    pub(super) async fn is_label(&mut self, visit: &Visit, text: &str) -> Stored<bool> {
        let found = self.awaiting(Sight::of_person(&visit.person)).await?;
        let fits = |t: &Ticket| {
            t.shown_decisions().any(|d| is_asked_here(visit, t, d) && choosing::is_label(&d.asked.options, text))
        };
        Ok(found.iter().any(fits))
    }

    /// The open decisions of this room that words answer, with their tickets.
    pub(super) async fn answered_by(&mut self, visit: &Visit, text: &str) -> Stored<Vec<(Ticket, Vec<DecisionId>)>> {
        // "#2" is a ticket where it is no reply.
        if text.chars().count() > LONGEST || text.trim_start().starts_with('#') {
            return Ok(Vec::new());
        }
        let number = text.trim().len() <= 2 && text.trim().parse::<u8>().is_ok();
        let found = self.awaiting(Sight::of_person(&visit.person)).await?;
        let sure = choosing::sure_in_words(text).is_some();
        let decides =
            |t: &Ticket, d: &Decision| choosing::decides(t, &d.key, text) && !choosing::weighs(&d.asked.options, text);
        let fits = |t: &Ticket, d: &Decision| {
            is_asked_here(visit, t, d) && (number || (sure && d.sure.is_some()) || decides(t, d))
        };
        let of = |t: Ticket| {
            let keys: Vec<DecisionId> = t.shown_decisions().filter(|d| fits(&t, d)).map(|d| d.key.clone()).collect();
            (!keys.is_empty()).then_some((t, keys))
        };
        let asked = found.iter().flat_map(|t| t.shown_decisions().filter(|d| is_asked_here(visit, t, d)));
        let last = asked.map(|d| d.asked_at).max();
        let mut fitting: Vec<(Ticket, Vec<DecisionId>)> = found.into_iter().filter_map(of).collect();
        if choosing::refers(text) {
            // "The other one" is about what was asked last.
            fitting.retain(|(t, keys)| keys.iter().any(|key| t.decision(key).map(|d| d.asked_at) == last));
        }
        Ok(fitting)
    }

    /// The options that a bare word like "yes" takes here, each with its ticket and its decision.
    pub(super) async fn agreed_to(&mut self, visit: &Visit, text: &str) -> Stored<Vec<(Ticket, DecisionId, usize)>> {
        let mut found = Vec::new();
        for (ticket, keys) in self.answered_by(visit, text).await? {
            if !Self::could(visit, Deed::Decide(&ticket)) {
                continue;
            }
            for key in keys {
                if let Some(option) = choosing::option_of(&ticket, &key, text) {
                    found.push((ticket.clone(), key, option));
                }
            }
        }
        Ok(found)
    }

    /// A bare word that answers none of the decisions which are open here: they are shown. None: none is.
    pub(super) async fn still_to_decide(&mut self, visit: &Visit) -> Stored<Option<Fate>> {
        self.all_asked_again(visit, |_| true, Asking::Waiting).await
    }

    /// Shows what is asked here and fits, since words have not decided it. None: nothing fits.
    pub(super) async fn all_asked_again(
        &mut self,
        visit: &Visit,
        fits: impl Fn(&Decision) -> bool,
        asking: impl Fn(usize) -> Asking,
    ) -> Stored<Option<Fate>> {
        let found = self.undecided_here(visit).await?;
        let mut open = in_order(&found);
        open.retain(|(t, d)| is_asked_here(visit, t, d) && fits(d));
        if open.is_empty() {
            return Ok(None);
        }
        self.list_decisions(visit, &open, asking(open.len())).await.map(Some)
    }

    /// "both", "neither", "you decide": words that leave undecided what is asked here. None: they do not.
    pub(super) async fn undecided_in_words(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        match self.declined_here(visit, text).await? {
            Some(fate) => Ok(Some(fate)),
            None => self.left_to_me(visit, text).await,
        }
    }

    /// The tickets with a decision that is asked here and may be taken by this person.
    pub(super) async fn undecided_here(&mut self, visit: &Visit) -> Stored<Vec<Ticket>> {
        let mut found = self.awaiting(Sight::of_person(&visit.person)).await?;
        found
            .retain(|t| t.shown_decisions().any(|d| is_asked_here(visit, t, d)) && Self::could(visit, Deed::Decide(t)));
        Ok(found)
    }

    pub(super) async fn list_decisions(
        &mut self,
        visit: &Visit,
        found: &[(&Ticket, &Decision)],
        asking: Asking,
    ) -> Stored<Fate> {
        Box::pin(self.list_below(visit, found, asking, Vec::new())).await
    }

    /// The same below lines that say what was not understood.
    pub(super) async fn list_below(
        &mut self,
        visit: &Visit,
        found: &[(&Ticket, &Decision)],
        asking: Asking,
        lines: Vec<String>,
    ) -> Stored<Fate> {
        let zone = self.zone_of(&visit.person).await?;
        let mut keys = self.keys();
        let (shown, more) = (&found[..found.len().min(DECISIONS)], found.len() > DECISIONS);
        let reader = visit.room.direct().then_some(&visit.person);
        let mut message = wording::lists::open_decisions(shown, (asking, more), (reader, zone, self.now), &mut keys);
        message.blocks.splice(0..0, Message::lines(lines).blocks);
        if shown.is_empty() {
            return self.say_page(visit, message, keys).await;
        }
        let of = shown.iter().map(|(ticket, decision)| (ticket.id.clone(), decision.key.clone())).collect();
        Box::pin(self.say_view(visit, Shows::Decisions { asking, of, more }, message, keys)).await
    }

    /// A ticket to decide for, also one of a direct chat whose prompt stands in this room.
    async fn decidable(&mut self, visit: &Visit, number: i64) -> Stored<Result<Ticket, String>> {
        let found = self.tx.ticket_numbered(&self.workspace(), number).await?;
        let asked_here = |t: &Ticket| t.decisions.iter().any(|d| is_asked_here(visit, t, d));
        match found.filter(|t| sees(&visit.person, t) && asked_here(t)) {
            Some(ticket) => Ok(Ok(ticket)),
            None => self.visible(visit, number).await,
        }
    }
}

/// What a typed decision lacks: something to decide, or the option. None: nothing.
fn lacks(ticket: &Ticket, text: &str) -> Option<String> {
    if ticket.decisions.is_empty() {
        return Some(wording::waiting::nothing_to_decide(ticket));
    }
    text.trim().is_empty().then(|| wording::refusals::which_option(ticket.number))
}

/// Whether a decision is asked in this room, also by what stood there before the room was out of reach, or is about the person's
/// own idea from it, or was listed there last or answered there by its number.
pub(super) fn is_asked_here(visit: &Visit, ticket: &Ticket, decision: &Decision) -> bool {
    let own = visit.room.direct() && ticket.requester == visit.person.id && ticket.room == visit.room.id;
    let mut shown = visit.listed.iter().chain(&visit.answered);
    let mut listed = || shown.any(|(id, key)| *id == ticket.id && *key == decision.key);
    own || decision.stands_in(ticket, &visit.room.id) || listed()
}
