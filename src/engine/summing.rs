//! Answers to sums on the desk, and words that go on from them: the very next ones, or a reply.

use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
use crate::secretary::action::Action;
use crate::secretary::ids::Slot;
use crate::secretary::reckoning::{self, Answer};
use crate::secretary::wording::sums;

impl Desk<'_> {
    /// Answers a sum; the next words may go on from its result.
    pub(super) async fn sum(&mut self, visit: &Visit, answer: &Answer) -> Stored<Fate> {
        let message = sums::answer(answer);
        let Some(result) = answer.next() else { return self.answer(visit, message).await };
        // A reply to it finds the result in its name.
        let slot = Slot::new(format!("sum/{}-{}/{result}", self.seq, self.effects));
        self.post(&visit.room.id, slot, message, visit.reply.clone()).await?;
        self.expect_sum(visit, result).await?;
        Ok(Fate::Decided(None))
    }

    async fn expect_sum(&mut self, visit: &Visit, result: &str) -> Stored<()> {
        let action = Action::GoOn { result: result.to_owned() };
        self.tx.expect(&visit.room.id, &visit.person.id, &action, self.now).await
    }

    /// Words behind a result: "times 3", "half of that". None where they say something of their own.
    pub(super) async fn gone_on_from(&mut self, visit: &Visit, result: &str, text: &str) -> Stored<Option<Fate>> {
        let zone = self.zone_of(&visit.person).await?;
        let Some(answer) = reckoning::follow_up(text, result, zone, visit.said_at) else { return Ok(None) };
        let fate = self.sum(visit, &answer).await?;
        if answer.next().is_none() {
            // What has no answer leaves the result as it was.
            self.expect_sum(visit, result).await?;
        }
        Ok(Some(fate))
    }
}
