//! Words behind the number of a ticket ("#12 the cheap one") on the desk: they go to it as a reply would. It must not give
//! anybody more than a reply or a command from the same chat does.

use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
use crate::secretary::decision::Subject;
use crate::secretary::permissions::{Deed, sees};
use crate::secretary::routing::{self, Meant};
use crate::secretary::talk::{self, Bare, SmallTalk, Talk};
use crate::secretary::ticket::{Ending, Stage};
use crate::secretary::wording::refusals;

impl Desk<'_> {
    /// "#12 the cheap one": words to the ticket of this number, as in reply to its latest message. None: there is none
    /// that could take them, or they choose among what is asked here.
    pub(super) async fn said_to_ticket(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let Some((number, words)) = routing::to_ticket(text) else { return Ok(None) };
        let found = self.tx.ticket_numbered(&self.workspace(), number).await?;
        let Some(ticket) = found.filter(|ticket| sees(&visit.person, ticket)) else { return Ok(None) };
        if !self.answered_by(visit, text).await?.is_empty() {
            return Ok(None);
        }
        let said = talk::read(words);
        // While something else is asked of the ticket itself, a yes is about that.
        let answers = |bare: Bare| matches!(bare, Bare::Yes | Bare::No) && ticket.hold.stop.is_none() && !ticket.paused;
        let decides = said.is_none_or(|said| matches!(said, Talk::Bare(bare) if answers(bare)));
        if decides && ticket.shown_decisions().any(|d| d.subject != Subject::Redo) {
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
}
