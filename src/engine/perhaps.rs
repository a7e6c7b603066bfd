//! Words that may be an answer of somebody's own to what is to be decided here: it is asked whether they are.

use super::bare_words::CHOICES;
use super::choices::is_asked_here;
use super::desk::{Desk, Visit};
use super::own_words::errand;
use super::second_thoughts::offer_to_decide;
use crate::ports::store::{Fate, Stored};
use crate::secretary::action::Action;
use crate::secretary::choosing;
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::ids::DecisionId;
use crate::secretary::permissions::Deed;
use crate::secretary::reminding;
use crate::secretary::routing;
use crate::secretary::talk;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording;
use chrono_tz::Tz;

impl Desk<'_> {
    /// Words that may decide something here, or change what was decided last: it is asked. None: they are about neither.
    pub(super) async fn perhaps_decided(&mut self, visit: &Visit, text: &str, zone: Tz) -> Stored<Option<Fate>> {
        if let Some(fate) = Box::pin(self.perhaps_hinted(visit, text)).await? {
            return Ok(Some(fate));
        }
        if let Some(fate) = Box::pin(self.after_all(visit, text)).await? {
            return Ok(Some(fate));
        }
        self.perhaps_answered(visit, text, zone).await
    }

    /// "red?", "my wife prefers red", "when is it due?": what names an option with a doubt or in the middle of a sentence is asked
    /// about, and what asks back is shown again. A sentence once for each decision: then such words are something new. None:
    /// the words name nothing of what is asked here.
    pub(super) async fn perhaps_hinted(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        if choosing::asks_back(text) {
            return self.still_to_decide(visit).await;
        }
        let plain = text.trim();
        if talk::read(plain).is_some() || understood(visit, plain, self.zone_of(&visit.person).await?) {
            return Ok(None);
        }
        let found = self.undecided_here(visit).await?;
        let here = |t: &Ticket, d: &Decision| is_asked_here(visit, t, d) && d.of_work();
        let asked = found.iter().flat_map(|t| t.shown_decisions().filter(|d| here(t, d)).map(move |d| (t, d)));
        let mut asked: Vec<(&Ticket, &Decision)> = asked.collect();
        asked.sort_by_key(|(_, decision)| std::cmp::Reverse(decision.asked_at));
        let doubted = asked.iter().find_map(|(t, d)| Some((*t, *d, choosing::hinted(&d.asked.options, plain)?)));
        let slipped = || asked.iter().find_map(|(t, d)| Some((*t, *d, choosing::slipped(&d.asked.options, plain)?)));
        let slip = if doubted.is_none() { slipped() } else { None };
        let (ticket, decision, option, own) = match (doubted.or(slip), asked.first()) {
            (Some((ticket, decision, option)), _) => (ticket, decision, option, slip.is_some()),
            (None, Some((ticket, decision))) => {
                let Some(option) = choosing::mentioned(&decision.asked.options, plain) else { return Ok(None) };
                if self.noted_before(visit, &format!("decides/{}/{}", ticket.id, decision.key)).await? {
                    return Ok(None);
                }
                (*ticket, *decision, option, true)
            }
            (None, None) => return Ok(None),
        };
        let mut keys = self.keys();
        let near = (Some(option), own);
        let message = wording::asides::perhaps_decided((ticket, decision), plain, near, &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Some(Fate::Decided(None)))
    }

    /// A word or a thing while one thing is to be decided here and nothing else is asked: once it is asked whether that is
    /// an answer of the person's own. None: it is none.
    async fn perhaps_answered(&mut self, visit: &Visit, text: &str, zone: Tz) -> Stored<Option<Fate>> {
        let plain = text.trim();
        let begins = choosing::begins_with_yes_or_no(plain);
        // What names all that is asked is about nothing else, however often.
        let instead = choosing::instead_of_all(plain) && !understood(visit, plain, zone);
        if begins.is_none() && !instead && !perhaps_own(visit, plain, zone) {
            return Ok(None);
        }
        let found = self.undecided_here(visit).await?;
        let [ticket] = found.as_slice() else { return Ok(None) };
        let mut asked = ticket.open_decisions();
        let (Some(decision), None) = (asked.next(), asked.next()) else { return Ok(None) };
        let work = decision.of_work();
        let leave = decision.subject == Subject::Approval && begins.is_some();
        let before = self.noted_before(visit, &format!("decides/{}/{}", ticket.id, decision.key)).await?;
        if !(work || leave) || (before && !instead) {
            return Ok(None);
        }
        // Words allow no call: where more than a yes was said, its button does.
        let own = !(leave && choosing::allows_more(plain));
        let near = match begins {
            // A call is not made in either case, and with their words the work hears why.
            Some(_) if leave && own => None,
            Some(begins) => choosing::option_of(ticket, &decision.key, begins),
            None => choosing::nearly(&decision.asked.options, plain),
        };
        let mut keys = self.keys();
        let message = wording::asides::perhaps_decided((ticket, decision), plain, (near, own), &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Some(Fate::Decided(None)))
    }

    /// A word in reply to what is to be decided that is an option but for a letter: it is asked whether that is meant. None: it is
    /// none.
    pub(super) async fn perhaps_slipped(
        &mut self,
        visit: &Visit,
        about: (&Ticket, &Decision),
        text: &str,
    ) -> Stored<Option<Fate>> {
        let (_, decision) = about;
        let option = choosing::slipped(&decision.asked.options, text).filter(|_| decision.of_work() && decision.open());
        let Some(option) = option else { return Ok(None) };
        let mut keys = self.keys();
        let Some(message) = wording::asides::slip(about, text, option, &mut keys) else { return Ok(None) };
        self.say_with(visit, message, keys).await?;
        Ok(Some(Fate::Decided(None)))
    }

    /// "2, but only until May" where several things are to be decided: it is asked which is meant, and nothing of the words is
    /// lost by that.
    pub(super) async fn for_which_decision(
        &mut self,
        visit: &Visit,
        open: &[(&Ticket, &DecisionId)],
        text: &str,
    ) -> Stored<Fate> {
        // What was asked last is most likely meant.
        let mut newest = open.to_vec();
        newest.sort_by_key(|(ticket, key)| std::cmp::Reverse(ticket.decision(key).map(|decision| decision.asked_at)));
        let offers = newest.into_iter().filter_map(|(ticket, key)| offer_with_words(ticket, key, text));
        self.which_is_meant(visit, offers.take(CHOICES).collect()).await
    }

    /// The same for what these words decide beside something else that they may answer.
    pub(super) async fn decides_with_words(&mut self, visit: &Visit, text: &str) -> Stored<Vec<(String, Action)>> {
        let mut offers = Vec::new();
        for (ticket, keys) in self.answered_by(visit, text).await? {
            if Self::could(visit, Deed::Decide(&ticket)) {
                offers.extend(keys.iter().filter_map(|key| offer_with_words(&ticket, key, text)));
            }
        }
        Ok(offers)
    }

    /// Whether something to decide was asked here later than these questions.
    pub(super) async fn decision_asked_last(&mut self, visit: &Visit, open: &[&Ticket]) -> Stored<bool> {
        let asked = open.iter().filter_map(|ticket| Some(ticket.open_round()?.1.asked_at())).max();
        let found = self.undecided_here(visit).await?;
        Ok(found.iter().flat_map(Ticket::shown_decisions).map(|d| d.asked_at).max() > asked)
    }
}

/// Whether words to one of these say more than which option is meant.
pub(super) fn says_more(open: &[(&Ticket, &DecisionId)], text: &str) -> bool {
    open.len() > 1
        && open.iter().any(|(ticket, key)| choosing::option_of(ticket, key, text).is_none())
        && !choosing::bare_number(text)
}

/// The button that decides so, with all of the words.
fn offer_with_words(ticket: &Ticket, key: &DecisionId, text: &str) -> Option<(String, Action)> {
    if let Some(option) = choosing::option_of(ticket, key, text) {
        return offer_to_decide(ticket, key.clone(), option);
    }
    let place = ticket.decisions.iter().position(|decision| decision.key == *key)? + 1;
    let own = if choosing::fits_none(ticket, key, text) { "other: " } else { "" };
    let line = format!("decide {}.{place} {own}{}", ticket.number, text.trim());
    Some((wording::talk::decide(ticket.number, ticket.decision(key)?, text.trim()), Action::Command { line }))
}

/// Whether words may be an answer of the person's own to what is or was to be decided, and nothing else that is understood.
pub(super) fn perhaps_own(visit: &Visit, plain: &str, zone: Tz) -> bool {
    let other = || talk::read(plain).is_some() || talk::finished(plain) || understood(visit, plain, zone);
    choosing::perhaps_own(plain) && !other()
}

/// Whether words are complete by themselves: a reminder, a note, a question to be put to somebody.
fn understood(visit: &Visit, plain: &str, zone: Tz) -> bool {
    reminding::read(plain, zone, visit.said_at).is_some()
        || errand(plain, zone, visit)
        || routing::order_of_its_own(plain)
}

/// Whether words do nothing but put an answer off.
pub(super) fn answers_later(text: &str, zone: Tz, visit: &Visit) -> bool {
    let orders = || {
        reminding::read(text, zone, visit.said_at).is_some()
            || errand(text, zone, visit)
            || routing::order_of_its_own(text)
            || routing::request_of_its_own(text)
    };
    choosing::puts_off(text) && text.split_whitespace().count() <= 8 && !orders()
}
