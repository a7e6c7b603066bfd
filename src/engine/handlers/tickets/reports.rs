//! Reports: listed, sent again in another form, and the present state of work.

use crate::engine::context::{Context, Handled, Request, directory, say, visibility};
use crate::engine::transition::ticket_views;
use crate::secretary::message::views::{self, Shows};
use crate::secretary::message::{Block, Message};
use crate::secretary::ticket::report::{self, Form, Wanted};
use crate::secretary::ticket::{Status, Ticket};
use crate::secretary::wording;
use crate::text;

/// `/reports`.
pub async fn reports(context: &mut Context<'_>, request: &Request, wanted: Wanted) -> Handled {
    match wanted {
        Wanted::Latest(kind, before) => {
            let zone = context.zone_of(&request.person).await?;
            let ended = kind.map_or_else(|| vec![Status::Done, Status::Failed], |kind| vec![kind]);
            let found = visibility::page(context, request, ended, before, wording::ticket::reports::PAGE).await?;
            let mut keys = context.keys();
            let message = wording::ticket::reports::list(&found, kind, before.is_some(), zone, context.now, &mut keys);
            say::say_page(context, request, message, keys).await
        }
        Wanted::Of(number, form) => match visibility::visible(context, request, number).await? {
            Ok(ticket) => report_of(context, request, &ticket, form).await,
            Err(why) => say::refuse(context, request, why).await,
        },
    }
}

async fn report_of(context: &mut Context<'_>, request: &Request, ticket: &Ticket, form: Form) -> Handled {
    let ticket = &ticket.calling(directory::word_for_nameless(context).await?);
    let roster = &ticket.roster(&context.engine.parts.roster);
    let failed = ticket.status() == Status::Failed;
    let text = match ticket.reports.last().filter(|_| !failed) {
        Some(report) => report.text.clone(),
        None if failed => wording::ticket::reports::exception_text(ticket, roster),
        None => return say::refuse(context, request, wording::ticket::reports::none_yet(ticket.number)).await,
    };
    let message: Message = match form {
        Form::Shown => {
            let mut keys = context.keys();
            let Some(report) = ticket.reports.last().filter(|_| !failed) else {
                let message = wording::ticket::reports::exception(ticket, roster, &mut keys);
                return say::say_with(context, request, message, keys).await;
            };
            if !views::stands_by_report(ticket) {
                // The report is being made again, so the former one has no buttons.
                return say::answer(context, request, wording::ticket::tickets::report_before(ticket, report)).await;
            }
            let message = wording::ticket::tickets::report(ticket, report, &mut keys);
            let shows = Shows::Report(ticket.id.clone(), ticket.reports.len());
            return Box::pin(ticket_views::say_view(context, request, shows, message, keys)).await;
        }
        Form::Plain => wording::ticket::reports::plain(ticket, &text::plain(&[Block::Markdown(text)])),
        Form::Json => wording::ticket::reports::file(ticket, "json", report::json(ticket, roster)),
        Form::Markdown => wording::ticket::reports::file(ticket, "md", text),
    };
    say::answer(context, request, message).await
}

/// `/report progress`: the running work, step by step.
pub async fn progress(context: &mut Context<'_>, request: &Request) -> Handled {
    let zone = context.zone_of(&request.person).await?;
    let found = visibility::seen(context, request, visibility::open_statuses(), false).await?;
    let left = directory::left_to_approvers(context, &found).await?;
    let reader = request.reader();
    let message =
        wording::lists::progress::report((&found, &left), &context.engine.parts.roster, reader, zone, context.now);
    say::answer(context, request, message).await
}
