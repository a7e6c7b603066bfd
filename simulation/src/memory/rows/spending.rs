//! What was spent, and what is set aside.

use crate::broken::Broken;
use crate::memory::{Fact, MemoryTx};
use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use secretary::ports::store::{HoldRows, SpendingRows, StoreError, Stored};
use secretary::secretary::budget::{Account, AccountKey, Hold, Scope};
use secretary::secretary::ids::{PersonId, WorkspaceId};

impl MemoryTx {
    /// The accounts of a call whose budget is used up at this moment.
    fn used_up(&self, hold: &Hold) -> Vec<AccountKey> {
        let tables = self.tables();
        let Some(settings) = tables.settings.get(&hold.workspace) else { return Vec::new() };
        let past = |key: &&AccountKey| {
            let day = key.period.parse::<NaiveDate>().is_ok();
            let month = format!("{}-01", key.period).parse::<NaiveDate>().is_ok();
            let scope = match (day, key.who.is_empty()) {
                (false, _) if month => Scope::Workspace,
                (false, _) => Scope::Ticket,
                (true, true) => Scope::Day,
                (true, false) => Scope::Person,
            };
            let account = tables.spending.get(&(hold.workspace.clone(), (*key).clone())).copied().unwrap_or_default();
            let most = settings.budget.of(scope).tokens.map(|tokens| tokens.saturating_add(account.extra.tokens));
            most.is_some_and(|most| account.spent.tokens >= most)
        };
        hold.on.iter().filter(past).cloned().collect()
    }
}

#[async_trait]
impl SpendingRows for MemoryTx {
    async fn account(&mut self, workspace: &WorkspaceId, key: &AccountKey) -> Stored<Account> {
        let key = (workspace.clone(), key.clone());
        Ok(self.tables().spending.get(&key).copied().unwrap_or_default())
    }

    async fn accounts(&mut self, workspace: &WorkspaceId, period: &str) -> Stored<Vec<(String, Account)>> {
        let tables = self.tables();
        let of_period = tables.spending.iter().filter(|((of, key), _)| of == workspace && key.period == period);
        Ok(of_period.map(|((_, key), account)| (key.who.clone(), *account)).collect())
    }

    async fn spent_by(&mut self, workspace: &WorkspaceId, person: &PersonId) -> Stored<Vec<(String, Account)>> {
        let tables = self.tables();
        let theirs = tables.spending.iter().filter(|((of, key), _)| of == workspace && key.who == person.as_str());
        Ok(theirs.map(|((_, key), account)| (key.period.clone(), *account)).collect())
    }

    async fn save_account(&mut self, workspace: &WorkspaceId, key: &AccountKey, account: &Account) -> Stored<()> {
        self.put(|t| &mut t.spending, (workspace.clone(), key.clone()), *account).map(drop)
    }
}

#[async_trait]
impl HoldRows for MemoryTx {
    async fn extended(&mut self, workspace: &WorkspaceId) -> Stored<Vec<AccountKey>> {
        let tables = self.tables();
        let extended = tables
            .spending
            .iter()
            .filter(|((of, _), account)| of == workspace && (account.extra.tokens > 0 || account.extra.micros > 0));
        Ok(extended.map(|((_, key), _)| key.clone()).collect())
    }

    async fn hold(&mut self, hold: &Hold) -> Stored<()> {
        let used_up = self.used_up(hold);
        match self.put(|t| &mut t.holds, hold.id.clone(), hold.clone())? {
            None => {
                self.tell_ledger(Fact::SetAside { id: hold.id.clone(), used_up });
                Ok(())
            }
            Some(_) => Err(StoreError::Broken("something set aside twice".to_owned())),
        }
    }

    async fn let_go(&mut self, id: &str) -> Stored<Option<Hold>> {
        let hold = self.take(|t| &mut t.holds, &id.to_owned())?;
        Ok(hold.filter(|_| !self.is(Broken::KeepsWhatWasSetAside)))
    }

    async fn left_held(&mut self, before: DateTime<Utc>) -> Stored<Vec<Hold>> {
        let mut left: Vec<Hold> = self.tables().holds.values().filter(|hold| hold.at < before).cloned().collect();
        left.sort_by(|a, b| (a.at, &a.id).cmp(&(b.at, &b.id)));
        Ok(left)
    }
}
