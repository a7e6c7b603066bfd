//! Words that may belong to several things that are asked: which is meant is asked, what was said last first, and no more of
//! them than can be looked over.

use super::asked_last::answered;
use super::bare_words::{ASKED_FOR, CHOICES, UNDO_FOR, offers_it};
use super::choices::is_asked_here;
use super::desk::{Desk, Visit};
use super::marks::marks;
use super::second_thoughts::offer_to_decide;
use super::which_one::asks_which;
use crate::ports::store::{Fate, Posted, Prompt, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::choosing;
use crate::secretary::effect::Effect;
use crate::secretary::ids::{Slot, TicketId, Token};
use crate::secretary::keys::parse_data;
use crate::secretary::message::Message;
use crate::secretary::permissions::Deed;
use crate::secretary::ticket::Ticket;
use crate::secretary::typed_labels::{self, Sorted};
use crate::secretary::views::{self, Shows, View};
use crate::secretary::wording::{asides, late, talk};

/// The words behind a button.
pub(super) enum Words {
    /// They count already.
    Taken,
    /// They do not, or it carries none; with what becomes of its message, where all of its buttons are for these.
    Free(Option<Taken>),
}

/// What becomes of a message whose buttons carry somebody's words, once these are taken.
pub(super) struct Taken {
    slot: Slot,
    /// How it reads then, where it shows what was chosen.
    chosen: Option<Message>,
    /// Under which it is noted where the words went.
    went_to: Option<String>,
}

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

    /// "New idea", "my answer" or "never mind" to the question whether words are an answer or something new: as by its button.
    /// None: that was not asked last in this chat, or the words are about something else.
    pub(super) async fn sorted_in_words(
        &mut self,
        visit: &Visit,
        text: &str,
        replied: Option<&Posted>,
    ) -> Stored<Option<Fate>> {
        // Among people somebody else's words may be asked about.
        let Some(sorted) = typed_labels::sorted(text).filter(|_| visit.room.direct()) else { return Ok(None) };
        let asked = match replied {
            Some(posted) => {
                let of_it = |prompt: &Prompt| prompt.slot.as_ref() == Some(&posted.slot);
                self.last_prompt(visit, UNDO_FOR * 90, of_it).await?
            }
            None => self.last_prompt(visit, ASKED_FOR, |prompt| !marks(prompt)).await?,
        };
        let Some(Prompt { actions, slot: Some(slot), .. }) = asked else { return Ok(None) };
        let new = actions.iter().find(|action| matches!(action, Action::NewIdea { .. }));
        let Some(new) = new.filter(|_| !asks_which(&slot) && actions.iter().any(answers)) else { return Ok(None) };
        if self.was_noted(visit, &answered(&slot)).await? {
            return Ok(None);
        }
        let (action, number) = match sorted {
            Sorted::Leave => {
                let turned = Visit { turned: Some(slot.clone()), ..visit.clone() };
                let fate = Box::pin(self.perform(&turned, &Action::Leave, None)).await?;
                self.answered_what_was_asked(visit, &slot, &fate).await?;
                return self.answer(visit, Message::lines([talk::left_as_it_is()])).await.map(Some);
            }
            Sorted::New => (new.clone(), None),
            Sorted::Answer(number) => match self.own_answers(&actions, number).await?.as_slice() {
                [] => return Ok(None),
                [(_, action, number)] => (action.clone(), *number),
                several => {
                    let offers = several.iter().map(|(label, action, _)| (label.clone(), action.clone())).collect();
                    return self.which_is_meant(visit, offers).await.map(Some);
                }
            },
        };
        let fate = self.picked(visit, &action, number, &slot).await?;
        if matches!(fate, Fate::Decided(_)) {
            let bare = Effect::Bare { room: visit.room.id.clone(), slot };
            self.carry_out(vec![bare], None).await?;
        }
        Ok(Some(fate))
    }

    /// The buttons that take the words as they are for an answer, to the ticket of this number if one is named; where there is
    /// none, those of the option that was probably meant.
    async fn own_answers(
        &mut self,
        actions: &[Action],
        named: Option<i64>,
    ) -> Stored<Vec<(String, Action, Option<i64>)>> {
        let own = |action: &&Action| matches!(action, Action::OnTicket { act: TicketAct::AnswerWith { .. }, .. });
        let decides = |action: &&Action| other_line(action).is_some();
        let mut found: Vec<&Action> = actions.iter().filter(|action| own(action) || decides(action)).collect();
        if found.is_empty() {
            found = actions.iter().filter(|action| answers(action)).collect();
        }
        let mut offers = Vec::new();
        for action in found {
            let number = match other_line(action) {
                Some(number) => Some(number),
                None => self.number_of(action).await?,
            };
            let title = match views::about(action) {
                Some(id) => self.tx.ticket(id).await?.map(|ticket| ticket.title).unwrap_or_default(),
                None => String::new(),
            };
            if number.is_some() && (named.is_none() || named == number) {
                offers.push((talk::answer(number.unwrap_or_default(), &title), action.clone(), number));
            }
        }
        Ok(offers)
    }

    /// Whether the words behind a button were taken already: whichever of a message's buttons gave them, they count
    /// once.
    pub(super) async fn spent(&mut self, visit: &Visit, data: &str, action: &Action) -> Stored<Words> {
        let (Some(words), true) = (action.words_carried(), Self::could(visit, Deed::SendIdea)) else {
            return Ok(Words::Free(None));
        };
        // Whose words they are not is refused, and takes nothing.
        if action.writer().is_some_and(|writer| *writer != visit.person.id) {
            return Ok(Words::Free(None));
        }
        let Some((token, _)) = parse_data(data) else { return Ok(Words::Free(None)) };
        let Some(Prompt { actions, slot, .. }) = self.tx.prompt(&token).await? else { return Ok(Words::Free(None)) };
        let first = actions.iter().position(|a| a.words_carried() == Some(words)).unwrap_or_default();
        if self.noted_before(visit, &format!("pressed/{token}/{first}")).await? {
            return Ok(Words::Taken);
        }
        let own = slot.filter(|slot| slot.as_str().starts_with("re/"));
        if let Some(slot) =
            own.filter(|_| actions.iter().all(|a| a.words_carried() == Some(words) || *a == Action::Leave))
        {
            return self.settled_by(visit, slot, action, &token).await.map(|taken| Words::Free(Some(taken)));
        }
        Ok(Words::Free(None))
    }

    /// What becomes of a message once the words of its buttons are taken. `token`: of its buttons.
    pub(super) async fn settled_by(
        &mut self,
        visit: &Visit,
        slot: Slot,
        action: &Action,
        token: &Token,
    ) -> Stored<Taken> {
        let chosen = self.chosen_for_words(visit, &slot, action, token).await?;
        let went_to = views::about(action).filter(|_| chosen.is_some()).map(|ticket| taken(token, ticket));
        Ok(Taken { slot, chosen, went_to })
    }

    /// The words of a button are taken, so that its message has nothing more to offer. Where it asked whose answer they are, it
    /// shows what was chosen. `counts`: it was not refused, so that the words went there.
    pub(super) async fn words_taken(&mut self, visit: &Visit, taken: Taken, counts: bool) -> Stored<()> {
        let Taken { slot, chosen, went_to } = taken;
        let room = visit.room.id.clone();
        self.tx.drop_view(&slot, &room).await?;
        let Some(message) = chosen.filter(|_| counts) else {
            return self.carry_out(vec![Effect::Bare { room, slot }], None).await;
        };
        if let Some(name) = went_to {
            self.noted_before(visit, &name).await?;
        }
        self.carry_out(vec![Effect::Edit { room, slot, message, calm: false }], None).await
    }

    /// How the question whose answer words are reads once this was chosen. None: it is another one, or the choice counts for nothing.
    async fn chosen_for_words(
        &mut self,
        visit: &Visit,
        slot: &Slot,
        action: &Action,
        token: &Token,
    ) -> Stored<Option<Message>> {
        let offered = self.offered_for(token).await?;
        let Some(any) = offered.first() else { return Ok(None) };
        let views = self.tx.views_of(any).await?;
        let asks = |view: &View| view.slot == *slot && view.room == visit.room.id;
        let several = |view: &View| matches!(&view.shows, Shows::ForWhich { of, .. } if of.len() > 1);
        if !views.iter().any(|view| asks(view) && several(view)) {
            return Ok(None);
        }
        if let Action::NewIdea { text, .. } = action {
            return Ok(Some(asides::for_that_one(text, None)));
        }
        let Action::OnTicket { ticket, act: TicketAct::AnswerWith { text } } = action else { return Ok(None) };
        let ticket = self.tx.ticket(ticket).await?.filter(|ticket| ticket.open_round().is_some());
        let ticket = ticket.filter(|ticket| Self::could(visit, Deed::Steer(ticket)));
        Ok(ticket.map(|ticket| asides::for_that_one(text, Some(&ticket))))
    }

    /// What is said of a button whose words were taken already: for which ticket, where they were an answer.
    pub(super) async fn taken_before(&mut self, visit: &Visit, data: &str) -> Stored<String> {
        let Some((token, _)) = parse_data(data) else { return Ok(late::taken_already()) };
        for ticket in self.offered_for(&token).await? {
            if self.was_noted(visit, &taken(&token, &ticket)).await?
                && let Some(ticket) = self.tx.ticket(&ticket).await?
            {
                return Ok(late::went_to(ticket.number));
            }
        }
        Ok(late::taken_already())
    }

    /// The tickets whose answer the words of such buttons may be.
    async fn offered_for(&mut self, token: &Token) -> Stored<Vec<TicketId>> {
        let actions = self.tx.prompt(token).await?.map(|prompt| prompt.actions).unwrap_or_default();
        let mut offered = Vec::new();
        for action in actions {
            if let Action::OnTicket { ticket, act: TicketAct::AnswerWith { .. } } = action {
                offered.push(ticket);
            }
        }
        Ok(offered)
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

/// Whether a button makes an answer of words.
fn answers(action: &Action) -> bool {
    let of_ticket = |act: &TicketAct| matches!(act, TicketAct::AnswerWith { .. } | TicketAct::Decide { .. });
    matches!(action, Action::OnTicket { act, .. } if of_ticket(act)) || other_line(action).is_some()
}

/// The number of the ticket that a button gives words as an answer to by its command.
fn other_line(action: &Action) -> Option<i64> {
    let Action::Command { line } = action else { return None };
    let (number, rest) = line.strip_prefix("decide ")?.split_once(' ')?;
    number.parse().ok().filter(|_| rest.starts_with("other: "))
}

/// The button that takes words for the answer to the questions of a ticket.
fn answer_with(ticket: &Ticket, text: &str) -> (String, Action) {
    let act = TicketAct::AnswerWith { text: text.to_owned() };
    (talk::answer(ticket.number, &ticket.title), act.on(&ticket.id))
}

/// Under which it is noted that the words of these buttons went to a ticket.
fn taken(token: &Token, ticket: &TicketId) -> String {
    format!("taken/{token}/{ticket}")
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
