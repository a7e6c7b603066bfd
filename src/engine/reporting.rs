//! Reports on the desk: listing them, sending one again in the form asked for, and telling how work stands.

use super::desk::{Desk, Visit};
use super::workspace;
use crate::ports::store::{Fate, Stored, TicketFilter};
use crate::secretary::message::{Block, Message};
use crate::secretary::permissions::sees;
use crate::secretary::report::{self, Form, Wanted};
use crate::secretary::ticket::{Status, Ticket};
use crate::secretary::wording;
use crate::text;

/// Tickets read at a time for a page; what this person may not see is left out of them.
const READ: u32 = 40;

impl Desk<'_> {
    /// `/reports`.
    pub(super) async fn reports(&mut self, visit: &Visit, wanted: Wanted) -> Stored<Fate> {
        match wanted {
            Wanted::Latest(before) => {
                let zone = self.zone_of(&visit.person).await?;
                let found = self.reported(visit, before).await?;
                let mut keys = self.keys();
                let message = wording::reports::list(&found, before.is_some(), zone, self.now, &mut keys);
                self.say_with(visit, message, keys).await?;
                Ok(Fate::Decided(None))
            }
            Wanted::Of(number, form) => match self.visible(visit, number).await? {
                Ok(ticket) => self.report_of(visit, &ticket, form).await,
                Err(why) => self.refuse(visit, why).await,
            },
        }
    }

    /// The reports of one page and one more, newest first, of what this person may see here.
    async fn reported(&mut self, visit: &Visit, mut before: Option<i64>) -> Stored<Vec<Ticket>> {
        let in_group = !visit.room.direct();
        let mut page: Vec<Ticket> = Vec::new();
        loop {
            let filter = TicketFilter {
                workspace: Some(workspace()),
                statuses: vec![Status::Done, Status::Failed],
                before,
                newest_first: true,
                limit: READ,
                ..TicketFilter::default()
            };
            let found = self.tx.tickets(&filter).await?;
            let last = found.len() < usize::try_from(READ).unwrap_or(usize::MAX);
            before = found.last().map(|t| t.number);
            page.extend(found.into_iter().filter(|t| sees(&visit.person, t) && !(in_group && t.direct)));
            if last || page.len() > wording::reports::PAGE {
                page.truncate(wording::reports::PAGE + 1);
                return Ok(page);
            }
        }
    }

    async fn report_of(&mut self, visit: &Visit, ticket: &Ticket, form: Form) -> Stored<Fate> {
        let roster = &self.engine.parts.roster;
        let failed = ticket.status() == Status::Failed;
        let text = match ticket.reports.last().filter(|_| !failed) {
            Some(report) => report.text.clone(),
            None if failed => wording::reports::exception_text(ticket, roster),
            None => return self.refuse(visit, wording::reports::none_yet(ticket.number)).await,
        };
        let message: Message = match form {
            Form::Shown => {
                let mut keys = self.keys();
                let message = match ticket.reports.last().filter(|_| !failed) {
                    Some(report) => wording::tickets::report(ticket, report, &mut keys),
                    None => wording::reports::exception(ticket, roster, &mut keys),
                };
                self.say_with(visit, message, keys).await?;
                return Ok(Fate::Decided(None));
            }
            Form::Plain => wording::reports::plain(ticket, &text::plain(&[Block::Markdown(text)])),
            Form::Json => wording::reports::file(ticket, "json", report::json(ticket, roster)),
            Form::Markdown => wording::reports::file(ticket, "md", text),
        };
        self.answer(visit, message).await
    }

    /// `/report progress`: the work that goes on, step by step.
    pub(super) async fn progress(&mut self, visit: &Visit) -> Stored<Fate> {
        let zone = self.zone_of(&visit.person).await?;
        let found = self.seen(visit, super::orders::open_statuses(), false).await?;
        let message = wording::reports::progress(&found, &self.engine.parts.roster, zone, self.now);
        self.answer(visit, message).await
    }
}
