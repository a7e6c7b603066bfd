//! Words that may be an answer of somebody's own to what is to be decided here: it is asked whether they are.

use super::desk::{Desk, Visit};
use super::own_words::errand;
use crate::ports::store::{Fate, Stored};
use crate::secretary::choosing;
use crate::secretary::decision::Subject;
use crate::secretary::reminding;
use crate::secretary::routing;
use crate::secretary::talk;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording;
use chrono_tz::Tz;

impl Desk<'_> {
    /// A word or a thing while one thing is to be decided here and nothing else is asked: once it is asked whether that is
    /// an answer of the person's own. None: it is none.
    pub(super) async fn perhaps_decided(&mut self, visit: &Visit, text: &str, zone: Tz) -> Stored<Option<Fate>> {
        let plain = text.trim();
        let begins = choosing::begins_with_yes_or_no(plain);
        if begins.is_none() && !perhaps_own(visit, plain, zone) {
            return Ok(None);
        }
        let found = self.undecided_here(visit).await?;
        let [ticket] = found.as_slice() else { return Ok(None) };
        let mut asked = ticket.open_decisions();
        let (Some(decision), None) = (asked.next(), asked.next()) else { return Ok(None) };
        let work = decision.of_work();
        let leave = decision.subject == Subject::Approval && begins.is_some();
        if !(work || leave) || self.noted_before(visit, &format!("decides/{}/{}", ticket.id, decision.key)).await? {
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

    /// Whether something to decide was asked here later than these questions.
    pub(super) async fn decision_asked_last(&mut self, visit: &Visit, open: &[&Ticket]) -> Stored<bool> {
        let asked = open.iter().filter_map(|ticket| Some(ticket.open_round()?.1.asked_at())).max();
        let found = self.undecided_here(visit).await?;
        Ok(found.iter().flat_map(Ticket::shown_decisions).map(|d| d.asked_at).max() > asked)
    }
}

/// Whether words may be an answer of the person's own to what is or was to be decided, and nothing else that is understood.
pub(super) fn perhaps_own(visit: &Visit, plain: &str, zone: Tz) -> bool {
    let other = || {
        talk::read(plain).is_some()
            || talk::finished(plain)
            || reminding::read(plain, zone, visit.said_at).is_some()
            || errand(plain, zone, visit)
            || routing::order_of_its_own(plain)
    };
    choosing::perhaps_own(plain) && !other()
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
