//! People and their accounts. An account belongs to one member at most: the table of accounts is the truth,
//! what a member's own row says of them is written over when it is read.

use super::statement::query;
use super::tx::DbTx;
use super::value::{broken, json, parse};
use crate::ports::store::{PersonRows, Stored};
use crate::secretary::ids::{PersonId, WorkspaceId};
use crate::secretary::inbound::{Account, Platform};
use crate::secretary::workspace::{Person, Role};
use async_trait::async_trait;
use std::collections::BTreeMap;

fn account(platform: &str, user: String, person: &str) -> Stored<Account> {
    let platform = Platform::of_name(platform).ok_or_else(|| broken("an account", person))?;
    Ok(Account { platform, user })
}

impl DbTx {
    async fn accounts(&mut self, id: &str) -> Stored<Vec<Account>> {
        let sql = "SELECT platform, account FROM accounts WHERE person = $1 ORDER BY position";
        let rows: Vec<(String, String)> = self.all(query(sql).bind(id)).await?;
        rows.into_iter().map(|(platform, user)| account(&platform, user, id)).collect()
    }
}

#[async_trait]
impl PersonRows for DbTx {
    async fn person(&mut self, id: &PersonId) -> Stored<Option<Person>> {
        let sql = "SELECT body FROM people WHERE id = $1";
        let row: Option<(String,)> = self.one(query(sql).bind(id.as_str())).await?;
        let Some((body,)) = row else { return Ok(None) };
        let mut person: Person = parse(&body, "person", id)?;
        person.accounts = self.accounts(id.as_str()).await?;
        Ok(Some(person))
    }

    async fn person_of(&mut self, account: &Account) -> Stored<Option<Person>> {
        let sql = "SELECT person FROM accounts WHERE platform = $1 AND account = $2";
        let row: Option<(String,)> = self.one(query(sql).bind(account.platform.name()).bind(&account.user)).await?;
        match row {
            Some((id,)) => self.person(&PersonId::new(id)).await,
            None => Ok(None),
        }
    }

    async fn save_person(&mut self, person: &Person) -> Stored<()> {
        let sql = "INSERT INTO people (id, workspace, body) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET \
                   workspace = excluded.workspace, removed = 0, body = excluded.body";
        self.run(query(sql).bind(person.id.as_str()).bind(person.workspace.as_str()).bind(json(person)?)).await?;
        self.run(query("DELETE FROM accounts WHERE person = $1").bind(person.id.as_str())).await?;
        for (position, account) in (0i64..).zip(&person.accounts) {
            let sql = "INSERT INTO accounts (platform, account, person, position) VALUES ($1, $2, $3, $4) \
                       ON CONFLICT (platform, account) DO UPDATE SET person = excluded.person, position = excluded.position";
            let row = query(sql).bind(account.platform.name()).bind(&account.user);
            self.run(row.bind(person.id.as_str()).bind(position)).await?;
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
