//! Books what calls of the model cost with the next write of this process, and tells once of budgets that run low or
//! are used up. What a crash leaves reserved counts as spent.

use super::budget_gate::{Owed, Payer};
use crate::engine::{Engine, lock};
use crate::ports::store::{Stored, Tx};
use crate::secretary::budget::cost::Currency;
use crate::secretary::budget::{self, Account, AccountKey, Amount, Barred, Hold, Limits, Over, Scope};
use crate::secretary::ids::WorkspaceId;
use chrono::{DateTime, Utc};

impl Engine {
    /// Books the finished calls of this process.
    pub(crate) async fn reckon(&self, tx: &mut dyn Tx) -> Stored<Vec<String>> {
        let owed = lock(&self.owed).clone();
        for Owed { payer, hold, spent, unpriced } in &owed {
            // The reservation is gone if it was booked before and only the answer was lost, or if the call took too
            // long. Meanwhile its requester may have been merged or erased.
            if let Some(hold) = tx.let_go(&hold.id).await? {
                settle(tx, &hold, *spent, *unpriced).await?;
                self.look_at_the_rest(tx, payer, &hold).await?;
            }
        }
        Ok(owed.into_iter().map(|owed| owed.hold.id).collect())
    }

    /// Tells once of budgets that run low.
    async fn look_at_the_rest(&self, tx: &mut dyn Tx, payer: &Payer, hold: &Hold) -> Stored<()> {
        let workspace = &hold.workspace;
        let settings = tx.settings(workspace).await?.unwrap_or_else(|| self.fresh_settings(workspace.clone()));
        let has = hold.currency;
        for (scope, key) in hold.on.iter().map(|key| (key.scope(&payer.account()), key)) {
            let mut account = tx.account(workspace, key).await?.counted_in(has);
            if let Some(over) = budget::low(scope, &account, &settings.budget.kept_in(has)) {
                account.warned = true;
                tx.save_account(workspace, key, &account).await?;
                self.tell_of(tx, payer, (workspace, key), over, true).await?;
            }
        }
        Ok(())
    }

    /// Tells once why a call is refused, to those who can change it.
    pub(crate) async fn tell_why(
        &self,
        tx: &mut dyn Tx,
        payer: &Payer,
        workspace: &WorkspaceId,
        (barred, accounts, limits): (&Barred, &[(Scope, AccountKey, Account)], &Limits),
    ) -> Stored<()> {
        match barred {
            Barred::Over(over) => match accounts.iter().find(|(scope, ..)| *scope == over.scope) {
                Some((_, key, _)) if over.scope != Scope::Ticket => {
                    self.tell_of(tx, payer, (workspace, key), *over, false).await
                }
                Some(_) | None => Ok(()),
            },
            Barred::OtherCurrency(over, has) => self.tell_unkept(tx, payer, workspace, *over, has.code()).await,
            Barred::Unpriced(scope) => {
                // No spending is measured in this currency.
                let (limit, currency) = (limits.of(*scope), limits.currency);
                let over = Over { scope: *scope, spent: Amount::default(), limit, currency };
                self.tell_unkept(tx, payer, workspace, over, "unpriced").await
            }
        }
    }

    /// Tells once of a limit in money that cannot be kept. `has`: the currency of the prices.
    async fn tell_unkept(
        &self,
        tx: &mut dyn Tx,
        payer: &Payer,
        workspace: &WorkspaceId,
        over: Over,
        has: &str,
    ) -> Stored<()> {
        let end = over.limit.micros.unwrap_or_default();
        let was = over.currency.as_ref().map_or("", Currency::code);
        let name = format!("budget/{workspace}/{}/{was}/{has}/{end}", over.scope.name());
        tx.tell(&name, &payer.spending(over, false), self.draw()?, self.now()).await
    }

    async fn tell_of(
        &self,
        tx: &mut dyn Tx,
        payer: &Payer,
        (workspace, key): (&WorkspaceId, &AccountKey),
        over: Over,
        low: bool,
    ) -> Stored<()> {
        let AccountKey { period, who } = key;
        // Once for each limit, since people extend it or set another one.
        let end = |most: Option<u64>| most.map_or_else(|| "off".to_owned(), |most| most.to_string());
        let ends = format!("{}/{}", end(over.limit.tokens), end(over.limit.micros));
        let name = format!("budget/{workspace}/{period}/{who}/{low}/{ends}");
        tx.tell(&name, &payer.spending(over, low), self.draw()?, self.now()).await
    }

    /// Forgets booked calls after the commit.
    pub(crate) fn reckoned(&self, holds: &[String]) {
        if !holds.is_empty() {
            lock(&self.owed).retain(|owed| !holds.contains(&owed.hold.id));
        }
    }

    /// Books reservations from before this time as spent, since nobody knows how far their calls came.
    pub(crate) async fn reckon_cut_off(&self, tx: &mut dyn Tx, before: DateTime<Utc>) -> Stored<()> {
        for hold in tx.left_held(before).await? {
            if let Some(hold) = tx.let_go(&hold.id).await? {
                settle(tx, &hold, hold.amount, 0).await?;
            }
        }
        Ok(())
    }
}

/// Settles a call that is over or cancelled.
async fn settle(tx: &mut dyn Tx, hold: &Hold, spent: Amount, unpriced: u64) -> Stored<()> {
    for key in &hold.on {
        let mut account = tx.account(&hold.workspace, key).await?;
        account.settle(hold.amount, spent, unpriced, hold.currency);
        tx.save_account(&hold.workspace, key, &account).await?;
    }
    Ok(())
}
