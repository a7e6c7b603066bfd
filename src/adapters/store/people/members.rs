//! People and their accounts. An account belongs to at most one member of a workspace. The table of accounts counts;
//! the copy in the row of a member is replaced when it is read.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{broken, json, parse};
use crate::adapters::store::messages::marks::GET_MARK;
use crate::ports::store::{PersonRows, Stored, WorkspaceRows, bot_name_mark};
use crate::secretary::ids::{PersonId, WorkspaceId};
use crate::secretary::inbound::{Account, Platform};
use crate::secretary::people::names::FORMER;
use crate::secretary::people::workspace::{Person, Role, Settings};
use async_trait::async_trait;
use std::collections::BTreeMap;

fn account(platform: &str, user: String, person: &str) -> Stored<Account> {
    let platform = Platform::of_name(platform).ok_or_else(|| broken("an account", person))?;
    Ok(Account { platform, user })
}

/// A member with each of their accounts, a row for each.
type Row = (String, String, Option<String>, Option<String>);

/// Whether a member as they are stored was erased. Older rows do not say so: then only the name is left and no account, which
/// a member keeps in their own row even when they were taken out, whatever they called themself.
pub(crate) fn erased(stored: &Person) -> bool {
    stored.erased || (stored.name == FORMER && stored.accounts.is_empty())
}

fn decode(rows: Vec<Row>) -> Stored<Option<Person>> {
    let Some((id, body, _, _)) = rows.first() else { return Ok(None) };
    let (id, mut person) = (id.clone(), parse::<Person>(body, "person", id)?);
    person.erased = erased(&person);
    let accounts = rows.into_iter().filter_map(|(_, _, platform, user)| Some((platform?, user?)));
    person.accounts = accounts.map(|(platform, user)| account(&platform, user, &id)).collect::<Stored<_>>()?;
    Ok(Some(person))
}

#[async_trait]
impl PersonRows for DbTx {
    async fn person(&mut self, id: &PersonId) -> Stored<Option<Person>> {
        let sql = "SELECT p.id, p.body, a.platform, a.account FROM people AS p LEFT JOIN accounts AS a ON a.person = p.id \
                   WHERE p.id = $1 ORDER BY a.position";
        decode(self.all(query(sql).bind(id.as_str())).await?)
    }

    async fn member(&mut self, workspace: &WorkspaceId, account: &Account) -> Stored<Option<Person>> {
        let sql = "SELECT p.id, p.body, a.platform, a.account FROM people AS p JOIN accounts AS a ON a.person = p.id \
                   WHERE p.id = (SELECT person FROM accounts WHERE platform = $1 AND account = $2 AND workspace = $3) \
                   ORDER BY a.position";
        let of = query(sql).bind(account.platform.name()).bind(&account.user).bind(workspace.as_str());
        decode(self.all(of).await?)
    }

    async fn save_person(&mut self, person: &Person) -> Stored<()> {
        let sql = "INSERT INTO people (id, workspace, body) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET \
                   workspace = excluded.workspace, removed = 0, body = excluded.body";
        self.run(query(sql).bind(person.id.as_str()).bind(person.workspace.as_str()).bind(json(person)?)).await?;
        self.run(query("DELETE FROM accounts WHERE person = $1").bind(person.id.as_str())).await?;
        for (position, account) in (0i64..).zip(&person.accounts) {
            let sql = "INSERT INTO accounts (platform, account, person, position, workspace) VALUES ($1, $2, $3, $4, $5) \
                       ON CONFLICT (platform, account, workspace) \
                       DO UPDATE SET person = excluded.person, position = excluded.position";
            let row = query(sql).bind(account.platform.name()).bind(&account.user);
            self.run(row.bind(person.id.as_str()).bind(position).bind(person.workspace.as_str())).await?;
        }
        Ok(())
    }

    async fn people(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Person>> {
        let sql = "SELECT id, body FROM people WHERE workspace = $1 AND removed = 0";
        let rows: Vec<(String, String)> = self.all(query(sql).bind(workspace.as_str())).await?;
        let sql = "SELECT a.person, a.platform, a.account FROM accounts AS a JOIN people AS p ON p.id = a.person \
                   WHERE p.workspace = $1 AND p.removed = 0 ORDER BY a.person, a.position";
        let linked: Vec<(String, String, String)> = self.all(query(sql).bind(workspace.as_str())).await?;
        let mut accounts: BTreeMap<String, Vec<Account>> = BTreeMap::new();
        for (person, platform, user) in linked {
            let account = account(&platform, user, &person)?;
            accounts.entry(person).or_default().push(account);
        }
        let mut people = Vec::with_capacity(rows.len());
        for (id, body) in rows {
            let mut person: Person = parse(&body, "person", &id)?;
            person.accounts = accounts.remove(&id).unwrap_or_default();
            people.push(person);
        }
        people.sort_by_cached_key(|p| (p.role != Role::Owner, p.name.to_lowercase(), p.id.clone()));
        Ok(people)
    }
}

#[async_trait]
impl WorkspaceRows for DbTx {
    async fn bot_name(&mut self, platform: Platform) -> Stored<Option<String>> {
        self.value(query(GET_MARK).bind(bot_name_mark(platform))).await
    }

    async fn workspaces(&mut self) -> Stored<Vec<Settings>> {
        let bodies: Vec<String> = self.column(query("SELECT body FROM settings ORDER BY workspace")).await?;
        bodies.iter().map(|body| parse(body, "the settings of", "a workspace")).collect()
    }

    async fn memberships(&mut self, account: &Account) -> Stored<Vec<Person>> {
        let sql = "SELECT p.id, p.body, a.platform, a.account FROM accounts AS known \
                   JOIN people AS p ON p.id = known.person JOIN accounts AS a ON a.person = p.id \
                   WHERE known.platform = $1 AND known.account = $2 ORDER BY p.workspace, p.id, a.position";
        let rows: Vec<Row> = self.all(query(sql).bind(account.platform.name()).bind(&account.user)).await?;
        let members = rows.chunk_by(|one, next| one.0 == next.0);
        members.filter_map(|rows| decode(rows.to_vec()).transpose()).collect()
    }
}
