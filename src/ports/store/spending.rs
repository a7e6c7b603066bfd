//! Spending, and the reservations of running calls.

use super::Stored;
use crate::secretary::budget::{Account, AccountKey, Hold};
use crate::secretary::ids::{PersonId, WorkspaceId};
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// Accounts. Their transactions run one at a time, so that what allows a call still holds when it is booked.
#[async_trait]
pub trait SpendingRows {
    /// An account; empty if nothing was booked on it.
    async fn account(&mut self, workspace: &WorkspaceId, key: &AccountKey) -> Stored<Account>;
    /// The accounts of a period: (whose, account), by whose.
    async fn accounts(&mut self, workspace: &WorkspaceId, period: &str) -> Stored<Vec<(String, Account)>>;
    /// What a person spent, by period, the earliest first.
    async fn spent_by(&mut self, workspace: &WorkspaceId, person: &PersonId) -> Stored<Vec<(String, Account)>>;
    /// Writes an account.
    async fn save_account(&mut self, workspace: &WorkspaceId, key: &AccountKey, account: &Account) -> Stored<()>;
}

/// Reservations, and extensions of budgets.
#[async_trait]
pub trait HoldRows {
    /// The accounts with extended budgets.
    async fn extended(&mut self, workspace: &WorkspaceId) -> Stored<Vec<AccountKey>>;
    /// Stores the reservation of a call.
    async fn hold(&mut self, hold: &Hold) -> Stored<()>;
    /// Removes a reservation; none if it was removed before.
    async fn let_go(&mut self, id: &str) -> Stored<Option<Hold>>;
    /// Reservations from before this time: their calls were interrupted.
    async fn left_held(&mut self, before: DateTime<Utc>) -> Stored<Vec<Hold>>;
}
