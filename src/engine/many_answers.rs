//! Several answers in one message on the desk, and answers that say of what they are: each decides what it names, where every part names
//! an option of exactly one thing that is asked; else nothing is decided, and all of it is shown.

use super::choices::is_asked_here;
use super::desk::{Desk, Visit};
use super::ordered_choices::{perhaps_taken, said_behind, taken};
use crate::ports::store::{Fate, Stored};
use crate::secretary::action::{Action, TicketAct};
use crate::secretary::choosing;
use crate::secretary::decision::Decision;
use crate::secretary::event::Event;
use crate::secretary::ids::{DecisionId, TicketId};
use crate::secretary::many_answers::{self, About};
use crate::secretary::message::Message;
use crate::secretary::permissions::Deed;
use crate::secretary::phrases;
use crate::secretary::sight::Sight;
use crate::secretary::talk::{self, Talk};
use crate::secretary::ticket::{Status, Ticket};
use crate::secretary::wording;
use crate::secretary::wording::lists::Asking;

/// Words of a part that names nothing, where the others are answers: with more it is something else.
const FEW: usize = 2;

/// What is asked.
pub(super) type Open<'t> = (&'t Ticket, &'t Decision);

/// What becomes of a message.
enum Read<'t> {
    /// Each of these is decided.
    Each(Vec<(Open<'t>, usize)>),
    /// Each of these, perhaps with words that add to it.
    Adding(Vec<(Open<'t>, usize, Option<String>)>),
    /// Some part names none, or several.
    Unclear,
    /// The same behind numbers of tickets: these of them are open.
    Again(Vec<Open<'t>>),
}

impl Desk<'_> {
    /// "red and Bob", "#1 red, #2 Bob", "the first for both", "hire Ann". None: it is none of these.
    pub(super) async fn several_answers(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let answers = many_answers::of_all(text).is_some() || text.trim().contains([' ', '\n', ',', '，']);
        if !answers || text.chars().count() > many_answers::LONGEST {
            return Ok(None);
        }
        if !text.contains('#') && self.round_asked_last(visit).await? {
            return Ok(None);
        }
        let mut found = self.awaiting(Sight::of_person(&visit.person)).await?;
        found.retain(|ticket| Self::could(visit, Deed::Decide(ticket)));
        let all = found.iter().flat_map(|t| t.open_decisions().map(move |d| (t, d)));
        let known: Vec<Open<'_>> = all.filter(|(t, d)| visit.room.direct() || is_asked_here(visit, t, d)).collect();
        let here = |(t, d): &Open<'_>| !d.waits() && d.sure.is_none() && is_asked_here(visit, t, d);
        let mut open: Vec<Open<'_>> = known.iter().copied().filter(here).collect();
        // What was asked last is shown first.
        open.sort_by_key(|(_, decision)| std::cmp::Reverse(decision.asked_at));
        let numbers = text.contains(|c: char| c.is_ascii_digit());
        let decided = if numbers { self.decided_here(visit).await? } else { Vec::new() };
        let read = match behind_numbers(&known, &decided, text) {
            Some(read) => Some(read),
            None if named(&open, text) => None,
            None => match many_answers::of_all(text) {
                Some((both, said)) => self.of_all(visit, &open, (both, &said)).await?,
                None => {
                    // Leave for a call is given by its number, or by words for it alone.
                    open.retain(|(_, decision)| decision.of_work());
                    cut_apart(&open, text).or_else(|| said_of(&open, text))
                }
            },
        };
        match read {
            None => Ok(None),
            Some(Read::Unclear) if open.is_empty() || self.is_asked(visit).await? => Ok(None),
            Some(Read::Unclear) => self.list_decisions(visit, &open, Asking::Undecided).await.map(Some),
            // What is for questions of an idea is no part of such a list.
            Some(Read::Again(again)) if self.asks_one_of_these(visit, &again, text).await? => Ok(None),
            Some(Read::Again(again)) => self.none_of_these(visit, (&again, &decided), text).await.map(Some),
            Some(Read::Each(chosen)) => {
                let each = chosen.iter().map(|((t, d), option)| (t.id.clone(), d.key.clone(), *option, None)).collect();
                self.decide_each(visit, each).await.map(Some)
            }
            Some(Read::Adding(chosen)) => {
                let each = chosen.into_iter().map(|((t, d), option, more)| (t.id.clone(), d.key.clone(), option, more));
                let each = each.collect();
                self.decide_each(visit, each).await.map(Some)
            }
        }
    }

    /// Of several answers behind numbers not all can be taken: what is open is shown again, and what was decided is named.
    async fn none_of_these(
        &mut self,
        visit: &Visit,
        (again, decided): (&[Open<'_>], &[(Ticket, Decision)]),
        text: &str,
    ) -> Stored<Fate> {
        let late = settled(again, decided, text);
        if !late.is_empty() {
            self.say(visit, Message::lines(late)).await?;
        }
        self.list_below(visit, again, Asking::Undecided, unplaced(again, text)).await
    }

    /// Whether one of the numbers in a text is that of an idea with open questions.
    async fn asks_one_of_these(&mut self, visit: &Visit, again: &[Open<'_>], text: &str) -> Stored<bool> {
        let asking = self.of_person(visit, vec![Status::Asking]).await?;
        let open = asking.iter().filter(|ticket| ticket.open_round().is_some());
        let open: Vec<i64> = open.map(|ticket| ticket.number).collect();
        let all: Vec<i64> = open.iter().copied().chain(again.iter().map(|(ticket, _)| ticket.number)).collect();
        Ok(many_answers::numbered(text, &all).iter().any(|(number, _)| open.contains(number)))
    }

    /// Whether questions of the idea were asked later than any decision: words answer them.
    async fn round_asked_last(&mut self, visit: &Visit) -> Stored<bool> {
        let asking = self.of_person(visit, vec![Status::Asking]).await?;
        let rounds: Vec<&Ticket> = asking.iter().filter(|ticket| ticket.open_round().is_some()).collect();
        Ok(!rounds.is_empty() && !self.decision_asked_last(visit, &rounds).await?)
    }

    /// "yes to both": of two things, those that were shown last if there are more.
    async fn of_all<'t>(
        &mut self,
        visit: &Visit,
        open: &[Open<'t>],
        (both, said): (bool, &str),
    ) -> Stored<Option<Read<'t>>> {
        let mut meant = open.to_vec();
        if both && meant.len() > 2 {
            let shown = self.shown_last(visit).await?;
            meant.retain(|(t, d)| shown.iter().any(|(id, key)| *id == t.id && *key == d.key));
        }
        let fits = if both { meant.len() == 2 } else { meant.len() > 1 };
        if open.len() < 2 {
            return Ok(None);
        }
        let chosen: Vec<_> = meant.iter().filter_map(|open| Some((*open, option_of(*open, said)?))).collect();
        if chosen.is_empty() && !open.iter().any(|open| option_of(*open, said).is_some()) {
            return Ok(None);
        }
        Ok(Some(if fits && chosen.len() == meant.len() { Read::Each(chosen) } else { Read::Unclear }))
    }

    /// The decisions whose buttons stand under what was shown last here.
    async fn shown_last(&mut self, visit: &Visit) -> Stored<Vec<(TicketId, DecisionId)>> {
        let last = self.last_prompt(visit, super::bare_words::UNDO_FOR, |prompt| !super::marks::marks(prompt)).await?;
        Ok(last.map(|prompt| decided_by(prompt.actions)).unwrap_or_default())
    }

    /// Decides each, and answers once.
    async fn decide_each(
        &mut self,
        visit: &Visit,
        each: Vec<(TicketId, DecisionId, usize, Option<String>)>,
    ) -> Stored<Fate> {
        let quiet = Visit { private: true, ..visit.clone() };
        let mut lines: Vec<(i64, String)> = Vec::new();
        for (id, decision, option, text) in each {
            let Some(ticket) = self.tx.ticket(&id).await? else { continue };
            if let Err(why) = self.may(visit, Deed::Decide(&ticket)) {
                lines.push((ticket.number, why));
                continue;
            }
            let event = Event::DecisionMade { decision, option: Some(option), text };
            match Box::pin(self.act(&quiet, &ticket, &event)).await? {
                Fate::Decided(note) => lines.push((ticket.number, note.unwrap_or_default())),
                Fate::Refused(why) => lines.push((ticket.number, why)),
                fate @ (Fate::Again | Fate::Quarantined(_)) => return Ok(fate),
            }
        }
        self.answer(visit, wording::decisions::each(&lines)).await
    }
}

/// The decisions that buttons are about, each once.
pub(super) fn decided_by(actions: Vec<Action>) -> Vec<(TicketId, DecisionId)> {
    let mut found: Vec<(TicketId, DecisionId)> = Vec::new();
    for action in actions {
        let Action::OnTicket { ticket, act: TicketAct::Decide { decision, .. } } = action else { continue };
        let of = (ticket, decision);
        if !found.contains(&of) {
            found.push(of);
        }
    }
    found
}

/// The option that words name alone.
pub(super) fn option_of((ticket, decision): Open<'_>, words: &str) -> Option<usize> {
    let options = &decision.asked.options;
    let option = choosing::option_of(ticket, &decision.key, words)?;
    (option < options.len() && !choosing::weighs(options, words)).then_some(option)
}

/// Whether the whole message answers something already.
fn named(open: &[Open<'_>], text: &str) -> bool {
    open.iter().any(|(ticket, decision)| choosing::decides(ticket, &decision.key, text))
}

/// "#1 red, #2 Bob": what the words behind each number decide. What is written like that and cannot be taken as a whole is asked
/// again, also where a number is that of something decided; without the sign only where a part of it is an answer.
fn behind_numbers<'t>(known: &[Open<'t>], decided: &[(Ticket, Decision)], text: &str) -> Option<Read<'t>> {
    let open: Vec<i64> = known.iter().map(|(ticket, _)| ticket.number).collect();
    let fit = |(number, words): &(i64, &str)| {
        let of = known.iter().filter(|(ticket, _)| ticket.number == *number);
        only(of.filter_map(|open| option_with_more(*open, words).map(|(option, more)| (*open, option, more))).collect())
    };
    let parts = many_answers::numbered(text, &open);
    let chosen: Option<Vec<_>> = parts.iter().map(fit).collect();
    let apart = |chosen: &Vec<(Open<'_>, usize, Option<String>)>| {
        different(&chosen.iter().map(|(open, option, _)| (*open, *option)).collect::<Vec<_>>())
    };
    if let Some(chosen) = chosen.filter(|chosen| !chosen.is_empty() && apart(chosen)) {
        return Some(Read::Adding(chosen));
    }
    let numbers: Vec<i64> = open.iter().copied().chain(decided.iter().map(|(ticket, _)| ticket.number)).collect();
    let parts = many_answers::numbered(text, &numbers);
    let answers = |(number, words): &(i64, &str)| {
        let was = |(ticket, decision): &(Ticket, Decision)| {
            ticket.number == *number && option_of((ticket, decision), words).is_some()
        };
        known.iter().any(|(t, d)| t.number == *number && option_of((*t, *d), words).is_some())
            || decided.iter().any(was)
    };
    let short = |(_, words): &(i64, &str)| words.split_whitespace().count() <= FEW * 2;
    let written_so = many_answers::divided(text) || parts.iter().all(short);
    let meant = text.contains('#') || (written_so && parts.iter().any(answers));
    let asked = |(t, d): &&Open<'_>| !d.waits() && parts.iter().any(|(number, _)| *number == t.number);
    let mut again: Vec<Open<'t>> = known.iter().filter(asked).copied().collect();
    again.sort_by_key(|(_, decision)| std::cmp::Reverse(decision.asked_at));
    (meant && !again.is_empty()).then_some(Read::Again(again))
}

/// The option that words name alone, or begin with and add to: "pine, but oiled".
fn option_with_more((ticket, decision): Open<'_>, words: &str) -> Option<(usize, Option<String>)> {
    if let Some(option) = option_of((ticket, decision), words) {
        return Some((option, None));
    }
    let options = &decision.asked.options;
    if !decision.of_work() || choosing::weighs(options, words) {
        return None;
    }
    let read = choosing::answer(ticket, &decision.key, words);
    let Event::DecisionMade { option: Some(option), text: Some(more), .. } = read else { return None };
    (option < options.len()).then_some((option, Some(more)))
}

/// What is said of the answers behind numbers that are no options of what is open.
fn unplaced(again: &[Open<'_>], text: &str) -> Vec<String> {
    let open: Vec<i64> = again.iter().map(|(ticket, _)| ticket.number).collect();
    let named = |(number, words): &(i64, &str)| {
        let mut of = again.iter().filter(|(ticket, _)| ticket.number == *number).peekable();
        of.peek().is_none() || words.is_empty() || of.any(|open| option_with_more(*open, words).is_some())
    };
    let mut parts = many_answers::numbered(text, &open);
    parts.retain(|part| !named(part));
    parts.into_iter().map(|(number, words)| wording::decisions::unplaced(number, words)).collect()
}

/// What is said of numbers behind which something is decided already.
fn settled(again: &[Open<'_>], decided: &[(Ticket, Decision)], text: &str) -> Vec<String> {
    let open: Vec<i64> = again.iter().map(|(ticket, _)| ticket.number).collect();
    let numbers: Vec<i64> = open.iter().copied().chain(decided.iter().map(|(ticket, _)| ticket.number)).collect();
    let parts = many_answers::numbered(text, &numbers);
    let late = parts.iter().filter(|(number, _)| !open.contains(number)).filter_map(|(number, words)| {
        let (ticket, decision) = decided.iter().find(|(ticket, _)| ticket.number == *number)?;
        // What is no answer to it changes nothing.
        let wanted = if option_of((ticket, decision), words).is_some() { words } else { "" };
        Some(wording::changing::decided_already(ticket.number, &decision.verdict()?.text, wanted))
    });
    late.collect()
}

/// "red and Bob": what each part decides.
fn cut_apart<'t>(open: &[Open<'t>], text: &str) -> Option<Read<'t>> {
    let cuts = many_answers::cuts(text);
    // "Yes, red" is one answer: a yes or a no in it is none of its own.
    let bare = |part: &&str| matches!(talk::read(part), Some(Talk::Bare(_)));
    if cuts.iter().flatten().any(bare) {
        return None;
    }
    for parts in &cuts {
        let chosen: Option<Vec<_>> = parts.iter().map(|part| only(fitting(open, part))).collect();
        if let Some(chosen) = chosen.filter(|chosen| different(chosen)) {
            return Some(Read::Each(chosen));
        }
    }
    let parts = cuts.last()?;
    let fits: Vec<Vec<(Open<'t>, usize)>> = parts.iter().map(|part| fitting(open, part)).collect();
    let mut about: Vec<_> = fits.iter().flatten().map(|((t, d), _)| (&t.id, &d.key)).collect();
    about.sort();
    about.dedup();
    let orders = |part: &str| {
        if perhaps_taken(open, part) {
            return false;
        }
        let answers = || names_one(open, part).is_some_and(|(open, about)| option_of(open, &about.answer).is_some());
        let long = part.split_whitespace().count() > FEW && !answers();
        phrases::orders(&first_of(part)) || long || talk::read(part).is_some()
    };
    let other = parts.iter().zip(&fits).any(|(part, fits)| fits.is_empty() && orders(part));
    // Several options of one thing are for whoever reads that.
    let one = about.len() < 2 && fits.iter().all(|fits| !fits.is_empty());
    let none = about.is_empty() || open.len() < 2;
    (!other && !one && !none).then_some(Read::Unclear)
}

/// "hire Ann": what one answer says of what it is.
fn said_of<'t>(open: &[Open<'t>], text: &str) -> Option<Read<'t>> {
    // "call Bob", "buy milk": rather something to do than who calls or what is bought.
    let first = first_of(text);
    if phrases::orders(&first) || matches!(first.as_str(), "email" | "mail" | "text" | "message" | "pay") {
        return None;
    }
    many_answers::about(text).iter().find_map(|about| {
        let found = fits_topic(open, about);
        match found.as_slice() {
            [] => None,
            [_] => Some(Read::Each(found)),
            _ => Some(Read::Unclear),
        }
    })
}

/// What a part may decide: by the option's name, else by what it says of what it is.
fn fitting<'t>(open: &[Open<'t>], part: &str) -> Vec<(Open<'t>, usize)> {
    let named: Vec<_> = open.iter().filter_map(|open| Some((*open, option_of(*open, part)?))).collect();
    if !named.is_empty() {
        return named;
    }
    let ordered = many_answers::ordered(part);
    let found = ordered.map(|(wanted, chooses)| taken(open, wanted, chooses)).unwrap_or_default();
    if !found.is_empty() {
        return found;
    }
    // What stands behind "for" is what it is about, though an option may be called so, too.
    if ordered.is_none()
        && let Some(found) = said_behind(open, part)
    {
        return vec![found];
    }
    let mut found = many_answers::about(part).into_iter().map(|about| fits_topic(open, &about));
    if let Some(found) = found.find(|found| !found.is_empty()) {
        return found;
    }
    // "Buy 2" says how many rather than which.
    if phrases::orders(&first_of(part)) {
        return Vec::new();
    }
    let certain = names_one(open, part).and_then(|(open, about)| Some((open, option_of(open, &about.answer)?)));
    certain.into_iter().collect()
}

/// "Door 2", "green for the door": the only thing asked that a part names by a word of its own, with what is said of it. Where
/// several readings name one, that with an option counts.
fn names_one<'t>(open: &[Open<'t>], part: &str) -> Option<(Open<'t>, About)> {
    let named = |about: About| {
        let says = |(t, d): &&Open<'t>| many_answers::says(&format!("{} {}", d.asked.question, t.title), &about.topic);
        let one = only(open.iter().filter(says).copied().collect())?;
        Some((one, about))
    };
    let readings = many_answers::behind(part).into_iter().chain(many_answers::about(part));
    let found: Vec<(Open<'t>, About)> = readings.filter_map(named).collect();
    let fits = found.iter().position(|(open, about)| option_of(*open, &about.answer).is_some());
    found.into_iter().nth(fits.unwrap_or_default())
}

fn first_of(part: &str) -> String {
    part.split_whitespace().next().unwrap_or_default().to_lowercase()
}

fn fits_topic<'t>(open: &[Open<'t>], about: &About) -> Vec<(Open<'t>, usize)> {
    let fits = |open: &Open<'t>| {
        let (ticket, decision) = *open;
        let options = &decision.asked.options;
        let asked = format!("{} {}", decision.asked.question, ticket.title);
        // "buy 2" is no place of an option, but "for the hire: 2" is.
        let plain = || choosing::place_alone(options, &about.answer).is_none() && talk::read(&about.answer).is_none();
        if !many_answers::says(&asked, &about.topic) || !(about.apart || plain()) {
            return None;
        }
        Some(((ticket, decision), option_of(*open, &about.answer)?))
    };
    open.iter().filter_map(fits).collect()
}

/// The only one of these.
pub(super) fn only<T>(mut found: Vec<T>) -> Option<T> {
    found.pop().filter(|_| found.is_empty())
}

/// Whether no decision is named twice.
fn different(chosen: &[(Open<'_>, usize)]) -> bool {
    let same = |((t, d), _): &(Open<'_>, usize), ((u, e), _): &(Open<'_>, usize)| t.id == u.id && d.key == e.key;
    chosen.iter().enumerate().all(|(at, one)| chosen.iter().skip(at + 1).all(|other| !same(one, other)))
}
