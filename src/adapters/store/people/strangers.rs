//! Accounts without a person, and wrong codes.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{micros, moment};
use crate::ports::store::{Stored, StrangerRows};
use crate::secretary::inbound::Account;
use crate::secretary::people::workspace::Guesses;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

#[async_trait]
impl StrangerRows for DbTx {
    async fn told_before(&mut self, account: &Account, now: DateTime<Utc>) -> Stored<bool> {
        let sql = "INSERT INTO strangers (platform, account, told_at) VALUES ($1, $2, $3) \
                   ON CONFLICT (platform, account) DO NOTHING";
        let row = query(sql).bind(account.platform.name()).bind(&account.user).bind(micros(now));
        Ok(self.run(row).await? == 0)
    }

    async fn guesses(&mut self, account: &Account) -> Stored<Guesses> {
        let sql = "SELECT wrong, last_at FROM guesses WHERE platform = $1 AND account = $2";
        let row: Option<(i64, i64)> = self.one(query(sql).bind(account.platform.name()).bind(&account.user)).await?;
        let Some((wrong, last_at)) = row else { return Ok(Guesses::default()) };
        let wrong = u8::try_from(wrong).unwrap_or(u8::MAX);
        Ok(Guesses { wrong, last_at: moment(last_at, "the wrong codes of an account")? })
    }

    async fn save_guesses(&mut self, account: &Account, guesses: Guesses) -> Stored<()> {
        let sql = "INSERT INTO guesses (platform, account, wrong, last_at) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (platform, account) DO UPDATE SET wrong = excluded.wrong, last_at = excluded.last_at";
        let row = query(sql).bind(account.platform.name()).bind(&account.user);
        self.run(row.bind(i64::from(guesses.wrong)).bind(micros(guesses.last_at))).await.map(|_| ())
    }
}
