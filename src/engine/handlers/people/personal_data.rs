//! What is kept of somebody,: said, and handed out as a file.

use crate::engine::Engine;
use crate::engine::inbox::context::{Context, Request};
use crate::ports::store::{EventOutcome, StoreError, Stored};
use crate::secretary::audit::Entry;
use crate::secretary::message::Attached;
use crate::secretary::notes::Scope;
use crate::secretary::people::export;
use crate::secretary::people::export::{Held, Said};
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::settings::privacy;
use crate::text;
use chrono::DateTime;

impl Context<'_> {
    /// `/privacy`
    pub(in crate::engine) async fn privacy(&mut self, request: &Request) -> Stored<EventOutcome> {
        let name = self.named_among_several().await?;
        let reads = self.engine.parts.model.reads();
        self.answer(request, privacy::notice(&self.engine.parts.defaults.kept, name.as_deref(), reads)).await
    }

    /// `/export`
    pub(in crate::engine) async fn export(&mut self, request: &Request) -> Stored<EventOutcome> {
        if !request.room.direct() {
            return self.refuse(request, privacy::only_direct()).await;
        }
        let held = self.held(request).await?;
        let name = self.named_among_several().await?;
        let files = export::files(&held, self.now);
        let all = files.len();
        for (n, text) in (1..).zip(files) {
            self.say(request, privacy::file((n, all), name.as_deref(), text)).await?;
        }
        Ok(EventOutcome::Decided(None))
    }

    /// What this workspace is called, where there are others.
    pub(in crate::engine) async fn named_among_several(&mut self) -> Stored<Option<String>> {
        if self.tx.workspaces().await?.len() < 2 {
            return Ok(None);
        }
        let here = self.workspace();
        self.workspace_name(&here).await.map(Some)
    }

    async fn held(&mut self, request: &Request) -> Stored<Held> {
        let (person, here) = (request.person.clone(), self.workspace());
        let mut tickets = Vec::new();
        for mut ticket in self.tx.tickets_about(&here, &person.id).await? {
            if ticket.requester == person.id {
                ticket.files = self.engine.files_of(&ticket).await;
            }
            let course = self.tx.history(&ticket.id).await?;
            tickets.push((ticket, course.into_iter().map(|(_, at, by, event)| (at, by, event)).collect()));
        }
        let own = Scope::personal(here.clone(), person.id.clone()).own();
        let mut rules = self.settings().await?.rules;
        // Also what they allowed for the ideas of somebody else: it is theirs as well, and goes with them.
        rules.retain(|rule| rule.only_for.as_ref() == Some(&person.id) || rule.granted.contains(&person.id));
        let words = self.tx.words_with(&person.id).await?;
        let said = |kept: crate::ports::store::Kept| Said {
            at: kept.at,
            theirs: kept.theirs,
            text: text::plain(&kept.message.blocks),
        };
        let mut log = Vec::new();
        for row in self.tx.audit_about(&person.id).await? {
            let entry: Entry = serde_json::from_str(&row.body)
                .map_err(|error| StoreError::Broken(format!("audit entry {}: {error}", row.seq)))?;
            log.push((DateTime::from_timestamp_micros(row.at).unwrap_or_default(), entry));
        }
        Ok(Held {
            workspace: self.workspace_name(&here).await?,
            tickets,
            notes: self.tx.notes(&own).await?,
            changes: self.tx.changes_by(&person.id).await?,
            schedules: self.tx.schedules(&here).await?.into_iter().filter(|s| s.owner == person.id).collect(),
            rules,
            spent: self.tx.spent_by(&here, &person.id).await?,
            said: words.into_iter().map(said).collect(),
            log,
            person,
        })
    }
}

impl Engine {
    /// The files of a ticket: those that went out with its report, and what other tasks left behind.
    async fn files_of(&self, ticket: &Ticket) -> Vec<Attached> {
        let (kept, mut files) = (&self.parts.files, ticket.files.clone());
        let listed = kept.list_files(&ticket.id).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "files of a ticket could not be listed for whom they belong to");
            Vec::new()
        });
        for (name, _) in listed {
            if files.iter().any(|file| file.name == name) {
                continue;
            }
            // What is no text is named at least.
            let text = kept.read_file(&ticket.id, &name).await.unwrap_or_default();
            files.push(Attached { name, text });
        }
        files
    }
}
