//! The list of what is ahead: shown, and kept right while it stands.

use crate::engine::inbox::context::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
use crate::secretary::ids::{ScheduleId, Slot};
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::wording::schedules;
use chrono::TimeDelta;

/// A list older than this is history and stays as it is.
const LIVING: TimeDelta = TimeDelta::days(1);

impl Desk<'_> {
    async fn composed_list(&mut self, visit: &Visit, page: usize) -> Stored<(Message, Keys)> {
        let zone = self.zone_of(&visit.person).await?;
        let found = self.ahead(visit).await?;
        let mut keys = self.keys();
        let message = schedules::list(&found, page, zone, self.now, &mut keys);
        Ok((message, keys))
    }

    /// A page of the list, counted from 1; a page that is turned takes the place of the one before.
    pub(in crate::engine) async fn list_schedules(&mut self, visit: &Visit, page: usize) -> Stored<Fate> {
        let (message, keys) = self.composed_list(visit, page.saturating_sub(1)).await?;
        if visit.turned.is_some() {
            return self.say_page(visit, message, keys).await;
        }
        self.put(visit, list_slot(visit), message, keys).await?;
        Ok(Fate::Decided(None))
    }

    /// The person's newest list here is kept up to date in place, on the page of what was changed.
    pub(in crate::engine) async fn refresh_list(&mut self, visit: &Visit, changed: &ScheduleId) -> Stored<()> {
        let slot = list_slot(visit);
        let page = self.ahead(visit).await?.iter().position(|s| s.id == *changed).unwrap_or_default() / schedules::PAGE;
        let (message, keys) = match self.tx.posted(&slot, &visit.room.id).await?.last() {
            Some(posted) if self.now - posted.at < LIVING => self.composed_list(visit, page).await?,
            Some(_) | None => return Ok(()),
        };
        self.rewrite(visit, slot, message, keys).await
    }
}

fn list_slot(visit: &Visit) -> Slot {
    Slot::new(format!("schedule/list/{}", visit.person.id))
}
