//! Messages that no budget has room for: each waits in a lane of its person until a budget is changed or begins anew.
//! The person is told once. It must not decide what a budget is.

use crate::engine::Engine;
use crate::engine::performed::Performed;
use crate::ports::model::Usage;
use crate::ports::store::{Arrival, NewOutboxRow, OutboxRow, Settled};
use crate::secretary::budget::Barred;
use crate::secretary::ids::{EffectId, WorkspaceId};
use crate::secretary::intent::{Heard, Spoken, budget_lane};
use crate::secretary::when;
use crate::secretary::wording::settings::used_up_budgets;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

/// How long a message waits whose limit cannot be kept. A start of the program may know the prices.
const UNKEPT: TimeDelta = TimeDelta::hours(1);

impl Engine {
    /// Puts a message aside that no budget has room for.
    pub(crate) async fn waits_for_budget(
        &self,
        row: &OutboxRow,
        (spoken, usage): (&Spoken, Usage),
        barred: &Barred,
    ) -> Performed {
        let lane = budget_lane(&spoken.workspace, &spoken.person);
        let again = match barred {
            Barred::Over(_) => self.next_day(&spoken.workspace).await,
            Barred::Unpriced(_) | Barred::OtherCurrency(..) => self.now() + UNKEPT,
        };
        if row.row.lane == lane {
            // The person was told when the message came into this lane.
            return Performed::ended(Settled::Anew(again));
        }
        let key = format!("{}/barred", row.row.id);
        let heard = Box::new(Heard::Barred(used_up_budgets::barred(barred)));
        let told = Arrival::Understood { spoken: Box::new(spoken.clone()), heard, usage };
        let (id, effect) = (EffectId::new(key.clone()), row.row.effect.clone());
        let later = NewOutboxRow { id, lane, ticket: None, effect, due_at: again };
        Performed { later: Some(later), ..Performed::done().telling(key, told) }
    }

    /// The beginning of the next day in the zone of a workspace, when its budgets for a day begin anew.
    async fn next_day(&self, workspace: &WorkspaceId) -> DateTime<Utc> {
        let settings = match self.parts.store.read().await {
            Ok(mut tx) => tx.settings(workspace).await.ok().flatten(),
            Err(_) => None,
        };
        let zone = settings.map_or_else(|| self.parts.defaults.zone.clone(), |settings| settings.zone);
        when::tomorrow_at(0, 0, zone.parse().unwrap_or(Tz::UTC), self.now())
    }
}
