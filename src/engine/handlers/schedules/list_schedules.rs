//! The list of what is ahead: shown, and kept right while it stands.

use crate::engine::inbox::context::{Context, Request};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::{ScheduleId, Slot};
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::wording::schedules;
use chrono::TimeDelta;

/// A list older than this is history and stays as it is.
const LIVING: TimeDelta = TimeDelta::days(1);

impl Context<'_> {
    async fn composed_list(&mut self, request: &Request, page: usize) -> Stored<(Message, Keys)> {
        let zone = self.zone_of(&request.person).await?;
        let found = self.ahead(request).await?;
        let mut keys = self.keys();
        let message = schedules::list(&found, page, zone, self.now, &mut keys);
        Ok((message, keys))
    }

    /// A page of the list, counted from 1; a page that is turned takes the place of the one before.
    pub(in crate::engine) async fn list_schedules(&mut self, request: &Request, page: usize) -> Stored<EventOutcome> {
        let (message, keys) = self.composed_list(request, page.saturating_sub(1)).await?;
        if request.turned.is_some() {
            return self.say_page(request, message, keys).await;
        }
        self.put(request, list_slot(request), message, keys).await?;
        Ok(EventOutcome::Decided(None))
    }

    /// The person's newest list here is kept up to date in place, on the page of what was changed.
    pub(in crate::engine) async fn refresh_list(&mut self, request: &Request, changed: &ScheduleId) -> Stored<()> {
        let slot = list_slot(request);
        let page =
            self.ahead(request).await?.iter().position(|s| s.id == *changed).unwrap_or_default() / schedules::PAGE;
        let (message, keys) = match self.tx.posted(&slot, &request.room.id).await?.last() {
            Some(posted) if self.now - posted.at < LIVING => self.composed_list(request, page).await?,
            Some(_) | None => return Ok(()),
        };
        self.rewrite(request, slot, message, keys).await
    }
}

fn list_slot(request: &Request) -> Slot {
    Slot::new(format!("schedule/list/{}", request.person.id))
}
