//! Words behind the number of a ticket ("#12 the cheap one") on the desk: they go to it as a reply would. It must not give
//! anybody more than a reply or a command from the same chat does.

use super::choices::is_asked_here;
use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
use crate::secretary::choosing;
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::many_answers;
use crate::secretary::permissions::{Deed, sees};
use crate::secretary::routing::{self, Meant};
use crate::secretary::talk::{self, Bare, SmallTalk, Talk};
use crate::secretary::ticket::{Ending, Stage, Ticket};
use crate::secretary::wording::refusals;

impl Desk<'_> {
    /// "#12 the cheap one": words to the ticket of this number, as in reply to its latest message. None: there is none
    /// that could take them, or they choose among what is asked here.
    pub(super) async fn said_to_ticket(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let said = match routing::to_ticket(text) {
            Some(said) => Some(said),
            None => self.answer_behind_a_number(visit, text).await?,
        };
        let Some((number, words)) = said else { return Ok(None) };
        let found = self.tx.ticket_numbered(&self.workspace(), number).await?;
        let Some(ticket) = found.filter(|ticket| sees(&visit.person, ticket)) else { return Ok(None) };
        if !self.answered_by(visit, text).await?.is_empty() {
            return Ok(None);
        }
        let said = talk::read(words);
        // While something else is asked of the ticket itself, a yes is about that.
        let answers = |bare: Bare| matches!(bare, Bare::Yes | Bare::No) && ticket.hold.stop.is_none() && !ticket.paused;
        let decides = said.is_none_or(|said| matches!(said, Talk::Bare(bare) if answers(bare)));
        if decides && ticket.open_decisions().any(|d| d.subject != Subject::Redo) {
            return Box::pin(self.decide_typed(visit, (number, None), words)).await.map(Some);
        }
        if let Err(why) = self.visible(visit, number).await? {
            return self.refuse(visit, why).await.map(Some);
        }
        let fate = match (said, ticket.stage) {
            (Some(Talk::Small(SmallTalk::Command(_))), _) => self.command(visit, "show", &number.to_string()).await?,
            (Some(Talk::Small(small)), _) => self.chat_along(visit, small).await?,
            (None, Stage::Closed(Ending::Done | Ending::Failed)) => match self.may(visit, Deed::Steer(&ticket)) {
                Ok(()) => self.offer_revision(visit, &ticket, words).await?,
                Err(why) => self.refuse(visit, why).await?,
            },
            (None, Stage::Closed(ending @ (Ending::Cancelled | Ending::Folded))) => {
                self.refuse(visit, refusals::already_closed(number, ending)).await?
            }
            (Some(Talk::Bare(_)), _)
            | (None, Stage::Intake | Stage::Clarifying | Stage::Confirming | Stage::Working | Stage::Reporting) => {
                Box::pin(self.reply(visit, &ticket.id, &Meant::Answers, words)).await?
            }
        };
        Ok(Some(fate))
    }

    /// "11: sushi": an option of what is asked or was decided here under that number. None: it is none, or may answer questions,
    /// which have numbers of their own.
    async fn answer_behind_a_number<'w>(&mut self, visit: &Visit, text: &'w str) -> Stored<Option<(i64, &'w str)>> {
        let Some((number, words)) = many_answers::one_numbered(text) else { return Ok(None) };
        if self.is_asked(visit).await? {
            return Ok(None);
        }
        let names = |ticket: &Ticket, decision: &Decision| {
            let option = choosing::option_of(ticket, &decision.key, words);
            ticket.number == number && option.is_some_and(|option| option < decision.asked.options.len())
        };
        let decided = self.decided_here(visit).await?;
        let open = self.undecided_here(visit).await?;
        let mut asked = open.iter().flat_map(|t| t.shown_decisions().map(move |d| (t, d)));
        let fits =
            decided.iter().any(|(t, d)| names(t, d)) || asked.any(|(t, d)| is_asked_here(visit, t, d) && names(t, d));
        Ok(fits.then_some((number, words)))
    }
}
