//! `/privacy` and `/export`: what is stored about a person, described and handed out as a file.

use crate::engine::Engine;
use crate::engine::context::{Context, Handled, Request, directory, say};
use crate::ports::store::{EventOutcome, StoreError, Stored, TriggersOf};
use crate::secretary::audit::export::{Held, Said};
use crate::secretary::audit::{Entry, export};
use crate::secretary::flow::line::Place;
use crate::secretary::notes::Scope;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::task::Attached;
use crate::secretary::wording::settings::privacy;
use crate::text;
use chrono::DateTime;

/// Runs of one flow in the export.
const NEWEST_RUNS: u32 = 1_000;

/// `/privacy`
pub async fn privacy(context: &mut Context<'_>, request: &Request) -> Handled {
    let name = named_among_several(context).await?;
    let reads = context.engine.parts.model.reads();
    say::answer(context, request, privacy::notice(&context.engine.parts.defaults.kept, name.as_deref(), reads)).await
}

/// `/export`
pub async fn export(context: &mut Context<'_>, request: &Request) -> Handled {
    if !request.room.direct() {
        return say::refuse(context, request, privacy::only_direct()).await;
    }
    let held = held(context, request).await?;
    let name = named_among_several(context).await?;
    let files = export::files(&held, context.now);
    let all = files.len();
    for (n, text) in (1..).zip(files) {
        say::say(context, request, privacy::file((n, all), name.as_deref(), text)).await?;
    }
    Ok(EventOutcome::Decided(None))
}

/// The name of this workspace, if there are others.
pub async fn named_among_several(context: &mut Context<'_>) -> Stored<Option<String>> {
    if context.tx.workspaces().await?.len() < 2 {
        return Ok(None);
    }
    let here = context.workspace();
    directory::workspace_name(context, &here).await.map(Some)
}

async fn held(context: &mut Context<'_>, request: &Request) -> Stored<Held> {
    let (person, here) = (request.person.clone(), context.workspace());
    let mut tickets = Vec::new();
    for mut ticket in context.tx.tickets_about(&here, &person.id).await? {
        if ticket.requester == person.id {
            ticket.files = context.engine.files_of(&ticket).await;
        }
        let course = context.tx.history(&ticket.id).await?;
        tickets.push((ticket, course.into_iter().map(|(_, at, by, event)| (at, by, event)).collect()));
    }
    let own = Scope::personal(here.clone(), person.id.clone()).own();
    let mut rules = context.settings().await?.rules;
    // Also the rules that they allowed for ideas of others: these are their data and are erased with them.
    rules.retain(|rule| rule.only_for.as_ref() == Some(&person.id) || rule.granted.contains(&person.id));
    let words = context.tx.words_with(&person.id).await?;
    let said = |kept: crate::ports::store::Kept| Said {
        at: kept.at,
        theirs: kept.theirs,
        text: text::plain(&kept.message.blocks),
    };
    let sent = context.tx.received_since(&here, &person.id, DateTime::UNIX_EPOCH).await?;
    let mut log = Vec::new();
    for row in context.tx.audit_about(&person.id).await? {
        let entry: Entry = serde_json::from_str(&row.body)
            .map_err(|error| StoreError::Broken(format!("audit entry {}: {error}", row.seq)))?;
        log.push((DateTime::from_timestamp_micros(row.at).unwrap_or_default(), entry));
    }
    let set = context.tx.flow_triggers(TriggersOf::Person(&person.id)).await?;
    let (mut flows, mut triggers) = (Vec::new(), Vec::new());
    for flow in context.tx.flows(&here).await? {
        let begin = set.iter().filter(|trigger| trigger.flow == flow.id);
        triggers.extend(begin.map(|trigger| (flow.number, trigger.clone())));
        if flow.owner == person.id {
            let mut runs = context.tx.flow_runs_at(&flow.id, Place::InLine, NEWEST_RUNS).await?;
            runs.extend(context.tx.flow_runs(&flow.id, NEWEST_RUNS).await?);
            flows.push((flow, runs));
        }
    }
    Ok(Held {
        workspace: directory::workspace_name(context, &here).await?,
        tickets,
        notes: context.tx.notes(&own).await?,
        changes: context.tx.changes_by(&person.id).await?,
        schedules: context.tx.schedules(&here).await?.into_iter().filter(|s| s.owner == person.id).collect(),
        flows,
        triggers,
        rows: context.tx.flow_rows_of(&here, &person.id).await?,
        rules,
        spent: context.tx.spent_by(&here, &person.id).await?,
        said: words.into_iter().map(said).collect(),
        sent: sent.into_iter().map(|file| (file.at, file.name, file.bytes)).collect(),
        log,
        person,
    })
}

impl Engine {
    /// The files of a ticket: those of its report, and those that other tasks left.
    async fn files_of(&self, ticket: &Ticket) -> Vec<Attached> {
        // An older version kept texts in the ticket itself.
        let inside = ticket.files.iter().filter(|file| file.at.is_none());
        let (kept, mut files): (_, Vec<Attached>) = (&self.parts.files, inside.cloned().collect());
        let listed = kept.list_files(&ticket.id).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "files of a ticket could not be listed for whom they belong to");
            Vec::new()
        });
        for (name, _) in listed {
            if files.iter().any(|file| file.name == name) {
                continue;
            }
            // A file that is no text is listed by name.
            let text = kept.read_file(&ticket.id, &name).await.unwrap_or_default();
            files.push(Attached::text(name, text));
        }
        files
    }
}
