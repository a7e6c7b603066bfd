//! Upkeep: the steps of a start, before anything is received.

use crate::engine::commit::commit;
use crate::engine::context::seed::Seed;
use crate::engine::handlers::decisions::renew_prompts;
use crate::engine::handlers::people::members::local_visitor;
use crate::engine::{Engine, home};
use crate::ports::store::{Arrival, Stored, Tx};
use crate::ports::trial::planted;
use crate::secretary::audit::{Entry, What};
use crate::secretary::ids::{PersonId, WorkspaceId};
use crate::secretary::inbound::Account;
use crate::secretary::people::names::NAMELESS;
use crate::secretary::people::workspace::{Person, Role, Settings};
use futures_util::future::BoxFuture;

impl Engine {
    /// The settings of a workspace that nobody has changed.
    pub(crate) fn fresh_settings(&self, workspace: WorkspaceId) -> Settings {
        let defaults = &self.parts.defaults;
        Settings::fresh(workspace, &defaults.zone, &defaults.language)
    }

    /// The steps of a start, before anything is received: unfinished sends are marked unclear, the owners of the
    /// settings and the local visitor are stored, waiting tickets look for agents again.
    ///
    /// # Errors
    /// The database does not take it.
    pub fn prepare(&self, local_owner: bool) -> BoxFuture<'_, Stored<()>> {
        Box::pin(async move {
            let now = self.now();
            // While other processes work, there was no absence.
            let joins = self.has_neighbours().await?;
            let mut tx = self.parts.store.begin().await?;
            let last = tx.last_break().await?.filter(|_| !joins);
            let on_purpose = last.is_some_and(|(_, started)| started.is_none());
            self.remember_break(last);
            self.remember_left_over(tx.last_undecided().await?);
            let away = !joins && renew_prompts::was_away(tx.as_mut(), last, now).await?;
            let unclear = if planted::is("no-recover") { 0 } else { tx.recover(now, on_purpose).await? };
            if !joins {
                self.reckon_cut_off(tx.as_mut(), now + chrono::TimeDelta::days(1)).await?;
            }
            crate::engine::telemetry::counters::cut_off(unclear);
            if unclear > 0 {
                tracing::info!(unclear, "sends and runs cut off by the last stop are taken up again");
            }
            let mut known = tx.workspaces().await?;
            if !known.iter().any(|settings| settings.workspace == home()) {
                known.push(self.fresh_settings(home()));
            }
            for settings in known {
                let started = self.fresh_settings(settings.workspace.clone());
                tx.save_settings(&settings.following(&started)).await?;
            }
            let made = self.make_owners(tx.as_mut(), local_owner).await?;
            let entry = |person| (home(), Entry { from: None, what: What::OwnerBySettings { person } });
            let made: Vec<_> = made.into_iter().map(entry).collect();
            crate::engine::context::audit_log::append(tx.as_mut(), now, &made).await?;
            let seed = self.draw()?;
            tx.tell(&format!("start/{}", now.timestamp_micros()), &Arrival::AgentsFree, seed, now).await?;
            if away {
                renew_prompts::tell_of_return(tx.as_mut(), self.draw()?, now).await?;
            }
            commit(tx, "start").await?;
            self.arrivals.notify_one();
            self.wishes.notify_one();
            Ok(())
        })
    }

    /// Stores the owners of the settings and the local visitor by their accounts. Returns those who became owners by
    /// this start; of several processes that start at once, one makes them.
    async fn make_owners(&self, tx: &mut dyn Tx, local_owner: bool) -> Stored<Vec<PersonId>> {
        let mut made = Vec::new();
        for account in self.parts.defaults.owners.iter().cloned().chain(local_owner.then(local_visitor)) {
            let person = match tx.member(&home(), &account).await? {
                Some(person) if person.role == Role::Owner => continue,
                Some(person) => Person { role: Role::Owner, ..person },
                None => self.owner_anew(tx, account).await?,
            };
            tx.change_directory(&self.fresh_version()?).await?;
            tx.save_person(&person).await?;
            made.push(person.id);
        }
        Ok(made)
    }

    /// A former member keeps their person. The account is not part of a new id, since ids stay in the audit log when
    /// a person is erased.
    async fn owner_anew(&self, tx: &mut dyn Tx, account: Account) -> Stored<Person> {
        let mut former = tx.former_people(&home()).await?;
        former.retain(|person| !person.erased && person.accounts.contains(&account));
        let (id, zone) = match former.into_iter().max_by_key(|person| person.joined_at) {
            Some(before) => (before.id, before.zone),
            None => (PersonId::new(Seed(self.draw()?).id("person")), None),
        };
        let person = Person::new(id, home(), NAMELESS, Role::Owner, self.now());
        Ok(Person { accounts: vec![account], zone, ..person })
    }
}
