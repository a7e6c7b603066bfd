//! Reports: listing them, sending one again in the form asked for, and telling how work stands.

use crate::engine::inbox::context::{Context, Request};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::message::views::Shows;
use crate::secretary::message::{Block, Message, views};
use crate::secretary::ticket::report::{Form, Wanted};
use crate::secretary::ticket::{Status, Ticket, report};
use crate::secretary::wording;
use crate::text;

impl Context<'_> {
    /// `/reports`.
    pub(in crate::engine) async fn reports(&mut self, request: &Request, wanted: Wanted) -> Stored<EventOutcome> {
        match wanted {
            Wanted::Latest(kind, before) => {
                let zone = self.zone_of(&request.person).await?;
                let ended = kind.map_or_else(|| vec![Status::Done, Status::Failed], |kind| vec![kind]);
                let found = self.page(request, ended, before, wording::ticket::reports::PAGE).await?;
                let mut keys = self.keys();
                let message = wording::ticket::reports::list(&found, kind, before.is_some(), zone, self.now, &mut keys);
                self.say_page(request, message, keys).await
            }
            Wanted::Of(number, form) => match self.visible(request, number).await? {
                Ok(ticket) => self.report_of(request, &ticket, form).await,
                Err(why) => self.refuse(request, why).await,
            },
        }
    }

    async fn report_of(&mut self, request: &Request, ticket: &Ticket, form: Form) -> Stored<EventOutcome> {
        let ticket = &ticket.calling(self.nameless().await?);
        let roster = &self.engine.parts.roster;
        let failed = ticket.status() == Status::Failed;
        let text = match ticket.reports.last().filter(|_| !failed) {
            Some(report) => report.text.clone(),
            None if failed => wording::ticket::reports::exception_text(ticket, roster),
            None => return self.refuse(request, wording::ticket::reports::none_yet(ticket.number)).await,
        };
        let message: Message = match form {
            Form::Shown => {
                let mut keys = self.keys();
                let Some(report) = ticket.reports.last().filter(|_| !failed) else {
                    let message = wording::ticket::reports::exception(ticket, roster, &mut keys);
                    self.say_with(request, message, keys).await?;
                    return Ok(EventOutcome::Decided(None));
                };
                if !views::stands_by_report(ticket) {
                    // It is being done again: nothing can be pressed under what it read before.
                    return self.answer(request, wording::ticket::tickets::report_before(ticket, report)).await;
                }
                let message = wording::ticket::tickets::report(ticket, report, &mut keys);
                let shows = Shows::Report(ticket.id.clone(), ticket.reports.len());
                return Box::pin(self.say_view(request, shows, message, keys)).await;
            }
            Form::Plain => wording::ticket::reports::plain(ticket, &text::plain(&[Block::Markdown(text)])),
            Form::Json => wording::ticket::reports::file(ticket, "json", report::json(ticket, roster)),
            Form::Markdown => wording::ticket::reports::file(ticket, "md", text),
        };
        self.answer(request, message).await
    }

    /// `/report progress`: the work that goes on, step by step.
    pub(in crate::engine) async fn progress(&mut self, request: &Request) -> Stored<EventOutcome> {
        let zone = self.zone_of(&request.person).await?;
        let found = self.seen(request, crate::engine::routing::commands::open_statuses(), false).await?;
        let left = self.left_to_approvers(&found).await?;
        let reader = request.room.direct().then_some(&request.person.id);
        let message =
            wording::ticket::reports::progress((&found, &left), &self.engine.parts.roster, reader, zone, self.now);
        self.answer(request, message).await
    }
}
