//! Spending, and the reservations of running calls.

use super::Stored;
use crate::secretary::budget::{Account, AccountKey, Hold};
use crate::secretary::ids::{PersonId, WorkspaceId};
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// Accounts. They are read and written in transactions of which there is one at a time, so that what a call is allowed by is
/// still so when it is booked.
#[async_trait]
pub trait SpendingRows {
    /// An account; nothing was spent on one that nothing was booked on.
    async fn account(&mut self, workspace: &WorkspaceId, key: &AccountKey) -> Stored<Account>;
    /// The accounts of a period: (whose, account), by whose.
    async fn accounts(&mut self, workspace: &WorkspaceId, period: &str) -> Stored<Vec<(String, Account)>>;
    /// What a person spent, by period, the earliest first.
    async fn spent_by(&mut self, workspace: &WorkspaceId, person: &PersonId) -> Stored<Vec<(String, Account)>>;
    /// Writes an account.
    async fn save_account(&mut self, workspace: &WorkspaceId, key: &AccountKey, account: &Account) -> Stored<()>;
}

/// What people let go further.
#[async_trait]
pub trait ExtensionRows {
    /// The accounts to whose budgets people added something.
    async fn extended(&mut self, workspace: &WorkspaceId) -> Stored<Vec<AccountKey>>;
}

/// What is set aside.
#[async_trait]
pub trait HoldRows {
    /// Writes down what is set aside for a call.
    async fn hold(&mut self, hold: &Hold) -> Stored<()>;
    /// Takes it away; none where it was taken away before.
    async fn let_go(&mut self, id: &str) -> Stored<Option<Hold>>;
    /// What was set aside before this moment and is there still: calls that were cut off.
    async fn left_held(&mut self, before: DateTime<Utc>) -> Stored<Vec<Hold>>;
}
