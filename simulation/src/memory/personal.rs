//! What there is of one person.

use super::MemoryTx;
use super::tables::State;
use async_trait::async_trait;
use secretary::ports::store::{Kept, PersonalRows, Stored};
use secretary::secretary::audit::chain::Sealed;
use secretary::secretary::effect::Effect;
use secretary::secretary::ids::{PersonId, WorkspaceId};
use secretary::secretary::notes::Change;
use secretary::secretary::ticket::Ticket;

#[async_trait]
impl PersonalRows for MemoryTx {
    async fn tickets_about(&mut self, workspace: &WorkspaceId, person: &PersonId) -> Stored<Vec<Ticket>> {
        let tables = self.tables();
        let acted = |ticket: &Ticket| {
            let lines = tables.history.range((ticket.id.clone(), 0)..=(ticket.id.clone(), u64::MAX));
            lines.into_iter().any(|(_, line)| line.1.as_ref() == Some(person))
        };
        let here = tables.tickets.values().filter(|ticket| ticket.workspace == *workspace);
        let mut found: Vec<Ticket> =
            here.filter(|t| t.requester == *person || acted(t)).map(|t| (**t).clone()).collect();
        found.sort_by_key(|ticket| ticket.number);
        Ok(found)
    }

    async fn changes_by(&mut self, person: &PersonId) -> Stored<Vec<Change>> {
        let mut found: Vec<Change> =
            self.tables().note_changes.values().filter(|change| change.person == *person).cloned().collect();
        found.sort_by_key(|change| (change.at, change.id.clone()));
        Ok(found)
    }

    async fn words_with(&mut self, person: &PersonId) -> Stored<Vec<Kept>> {
        let tables = self.tables();
        let mut found = Vec::new();
        for row in tables.outbox.values().filter(|row| row.state != State::Done) {
            let Effect::Post { room, message, .. } = row.effect.as_ref() else { continue };
            let theirs = tables.rooms.get(room).is_some_and(|room| room.person.as_ref() == Some(person));
            if theirs {
                found.push(Kept { at: row.created_at, theirs: false, message: message.clone() });
            }
        }
        Ok(found)
    }

    async fn audit_about(&mut self, person: &PersonId) -> Stored<Vec<Sealed>> {
        let named = format!("\"{person}\"");
        let tables = self.tables();
        Ok(tables.audit.values().filter(|row| row.body.contains(&named)).map(|row| (**row).clone()).collect())
    }
}
