//! Accounts of spending, and the reservations of running calls.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{count, json, micros, parse};
use crate::ports::store::{HoldRows, SpendingRows, Stored};
use crate::secretary::budget::cost::Currency;
use crate::secretary::budget::{Account, AccountKey, Amount, Hold};
use crate::secretary::ids::{PersonId, TicketId, WorkspaceId};
use async_trait::async_trait;
use chrono::{DateTime, Utc};

type Row = (String, i64, i64, i64, i64, i64, i64, i64, i64, String);

fn account(
    (who, tokens, money, held_tokens, held_money, unpriced, more_tokens, more_money, warned, currency): Row,
) -> Stored<(String, Account)> {
    let amount = |tokens: i64, micros: i64| {
        Ok(Amount { tokens: count(tokens, "an account")?, micros: count(micros, "an account")? })
    };
    let account = Account {
        spent: amount(tokens, money)?,
        held: amount(held_tokens, held_money)?,
        unpriced: count(unpriced, "an account")?,
        extra: amount(more_tokens, more_money)?,
        warned: warned != 0,
        currency: Currency::of(&currency),
    };
    Ok((who, account))
}

/// Sums so large that no column holds them are as good as the largest it holds.
fn column(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl DbTx {
    /// Moves the reservations of one member's accounts to another member.
    pub(crate) async fn hand_over_holds(&mut self, from: &PersonId, into: &PersonId) -> Stored<()> {
        self.change_holds(|key| {
            if key.who == from.as_str() {
                key.who = into.to_string();
            }
            true
        })
        .await
    }

    /// Removes the reservations on the accounts of an erased person and of their tickets. The cost of a running call
    /// is booked for the workspace only.
    pub(crate) async fn forget_holds(&mut self, person: &PersonId, tickets: &[TicketId]) -> Stored<()> {
        let theirs = |key: &AccountKey| key.who == person.as_str() || tickets.iter().any(|t| t.as_str() == key.period);
        self.change_holds(|key| !theirs(key)).await
    }

    /// Keeps the accounts of which this is so, as it changes them.
    async fn change_holds(&mut self, change: impl Fn(&mut AccountKey) -> bool + Send) -> Stored<()> {
        let rows: Vec<(String, String)> = self.all(query("SELECT id, body FROM holds")).await?;
        for (id, body) in rows {
            let before: Hold = parse(&body, "what is set aside", &id)?;
            let mut hold = before.clone();
            hold.on.retain_mut(&change);
            if hold != before {
                self.run(query("UPDATE holds SET body = $2 WHERE id = $1").bind(id).bind(json(&hold)?)).await?;
            }
        }
        Ok(())
    }
}

#[async_trait]
impl SpendingRows for DbTx {
    async fn account(&mut self, workspace: &WorkspaceId, key: &AccountKey) -> Stored<Account> {
        let sql = "SELECT who, tokens, money, held_tokens, held_money, unpriced, more_tokens, more_money, warned, \
                   currency FROM spending WHERE workspace = $1 AND period = $2 AND who = $3";
        let row: Option<Row> = self.one(query(sql).bind(workspace.as_str()).bind(&key.period).bind(&key.who)).await?;
        row.map_or_else(|| Ok(Account::default()), |row| account(row).map(|(_, account)| account))
    }

    async fn accounts(&mut self, workspace: &WorkspaceId, period: &str) -> Stored<Vec<(String, Account)>> {
        let sql = "SELECT who, tokens, money, held_tokens, held_money, unpriced, more_tokens, more_money, warned, \
                   currency FROM spending WHERE workspace = $1 AND period = $2 ORDER BY who";
        let rows: Vec<Row> = self.all(query(sql).bind(workspace.as_str()).bind(period)).await?;
        rows.into_iter().map(account).collect()
    }

    async fn spent_by(&mut self, workspace: &WorkspaceId, person: &PersonId) -> Stored<Vec<(String, Account)>> {
        let sql = "SELECT period, tokens, money, held_tokens, held_money, unpriced, more_tokens, more_money, warned, \
                   currency FROM spending WHERE workspace = $1 AND who = $2 ORDER BY period";
        let rows: Vec<Row> = self.all(query(sql).bind(workspace.as_str()).bind(person.as_str())).await?;
        rows.into_iter().map(account).collect()
    }

    async fn save_account(&mut self, workspace: &WorkspaceId, key: &AccountKey, account: &Account) -> Stored<()> {
        let sql = "INSERT INTO spending (workspace, period, who, tokens, money, held_tokens, held_money, unpriced, \
                   more_tokens, more_money, warned, currency) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
                   ON CONFLICT (workspace, period, who) DO UPDATE SET tokens = excluded.tokens, money = excluded.money, \
                   held_tokens = excluded.held_tokens, held_money = excluded.held_money, unpriced = excluded.unpriced, \
                   more_tokens = excluded.more_tokens, more_money = excluded.more_money, warned = excluded.warned, \
                   currency = excluded.currency";
        let Account { spent, held, unpriced, extra, warned, currency } = account;
        let row = query(sql).bind(workspace.as_str()).bind(&key.period).bind(&key.who);
        let row = row.bind(column(spent.tokens)).bind(column(spent.micros));
        let row = row.bind(column(held.tokens)).bind(column(held.micros)).bind(column(*unpriced));
        let row = row.bind(column(extra.tokens)).bind(column(extra.micros)).bind(*warned);
        let row = row.bind(currency.as_ref().map_or("", Currency::code));
        self.run(row).await.map(drop)
    }
}

#[async_trait]
impl HoldRows for DbTx {
    async fn extended(&mut self, workspace: &WorkspaceId) -> Stored<Vec<AccountKey>> {
        let sql = "SELECT period, who FROM spending WHERE workspace = $1 AND (more_tokens > 0 OR more_money > 0) \
                   ORDER BY period, who";
        let rows: Vec<(String, String)> = self.all(query(sql).bind(workspace.as_str())).await?;
        Ok(rows.into_iter().map(|(period, who)| AccountKey { period, who }).collect())
    }

    async fn hold(&mut self, hold: &Hold) -> Stored<()> {
        let sql = "INSERT INTO holds (id, workspace, at, body) VALUES ($1, $2, $3, $4)";
        let row = query(sql).bind(&hold.id).bind(hold.workspace.as_str()).bind(micros(hold.at)).bind(json(hold)?);
        self.run(row).await.map(drop)
    }

    async fn let_go(&mut self, id: &str) -> Stored<Option<Hold>> {
        let sql = "DELETE FROM holds WHERE id = $1 RETURNING body";
        let rows: Vec<(String,)> = self.changed(query(sql).bind(id)).await?;
        rows.into_iter().next().map(|(body,)| parse(&body, "what is set aside", id)).transpose()
    }

    async fn left_held(&mut self, before: DateTime<Utc>) -> Stored<Vec<Hold>> {
        let sql = "SELECT id, body FROM holds WHERE at < $1 ORDER BY at, id";
        let rows: Vec<(String, String)> = self.all(query(sql).bind(micros(before))).await?;
        rows.into_iter().map(|(id, body)| parse(&body, "what is set aside", id)).collect()
    }
}
