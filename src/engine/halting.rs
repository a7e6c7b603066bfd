//! Bare words that halt work or let it go on ("pause", "resume"), and "cancel the last one": what each is about here.

use super::bare_words::{JUST_MADE, Offer, at_work, here};
use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
use crate::secretary::action::TicketAct;
use crate::secretary::permissions::Deed;
use crate::secretary::talk::Bare;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::talk;
use chrono::{DateTime, Utc};
use std::cmp::Reverse;

impl Desk<'_> {
    /// Work that waits for another try is tried now.
    pub(super) async fn hurry(&mut self, ticket: &Ticket) -> Stored<()> {
        self.tx.hurry(&format!("model/{}", ticket.id), self.now).await?;
        for run in ticket.tasks.iter().filter_map(|t| t.run.as_ref()) {
            self.tx.hurry(&super::apply::run_lane(run), self.now).await?;
        }
        Ok(())
    }

    /// "Pause" and "resume" while all work is paused are about all of it. None: they are about single tickets.
    pub(super) async fn about_all_work(&mut self, visit: &Visit, said: Bare) -> Stored<Option<Fate>> {
        let name = match said {
            Bare::Pause => "pause",
            Bare::Resume => "resume",
            Bare::Nod
            | Bare::Ok
            | Bare::Yes
            | Bare::No
            | Bare::Start
            | Bare::Undo
            | Bare::Drop
            | Bare::DropLast
            | Bare::Stop => return Ok(None),
        };
        // Who may not pause all work means what is their own.
        if !self.settings().await?.paused || !Self::could(visit, Deed::PauseAll) {
            return Ok(None);
        }
        Box::pin(self.command(visit, name, "all")).await.map(Some)
    }

    /// "Pause": the work that goes on here, else what else is open.
    pub(super) async fn pausable(&mut self, visit: &Visit, only: Option<&Ticket>) -> Stored<Vec<Offer>> {
        let mut open = self.open_here(visit, only).await?;
        open.retain(|t| !t.paused && !t.closed());
        if open.iter().any(at_work) {
            open.retain(at_work);
        }
        Ok(open.iter().map(|t| Offer::of(t, talk::pause, TicketAct::Pause)).collect())
    }

    /// "Resume": what is paused here, work and series.
    pub(super) async fn resumable(&mut self, visit: &Visit, only: Option<&Ticket>) -> Stored<Vec<Offer>> {
        let mut open = self.open_here(visit, only).await?;
        open.retain(|t| t.paused && !t.closed());
        let mut found: Vec<Offer> = open.iter().map(|t| Offer::of(t, talk::go_on, TicketAct::Resume)).collect();
        if only.is_none() {
            for schedule in self.tx.schedules(&self.workspace()).await? {
                let own = schedule.owner == visit.person.id && &schedule.room == here(visit);
                if own && schedule.paused {
                    found.push(Offer::going_on(&schedule));
                }
            }
        }
        Ok(found)
    }

    /// "Cancel the last one": what this person made here last. What was not made just now is asked about where there are
    /// several: what they mean may have ended since.
    pub(super) async fn made_last(&mut self, visit: &Visit, only: Option<&Ticket>) -> Stored<Vec<Offer>> {
        if only.is_some() {
            return self.dropped(visit, only).await;
        }
        let doubtful = Vec::new();
        if !doubtful.is_empty() {
            return Ok(doubtful);
        }
        let mut made: Vec<(DateTime<Utc>, Offer)> = Vec::new();
        for ticket in self.open_here(visit, None).await? {
            if ticket.requester == visit.person.id {
                made.push((ticket.created_at, Offer::of(&ticket, talk::cancel, TicketAct::Cancel)));
            }
        }
        for schedule in self.tx.schedules(&self.workspace()).await? {
            let own = schedule.owner == visit.person.id && &schedule.room == here(visit);
            if own && !schedule.over() {
                made.push((schedule.covered_to, Offer::forgetting(&schedule)));
            }
        }
        if Self::could(visit, Deed::KeepNotes)
            && let Some(change) = self.last_change(visit).await?
        {
            made.push((change.at, Offer::taking_back(&change)));
        }
        made.sort_by_key(|(at, _)| Reverse(*at));
        let lately = self.now - JUST_MADE;
        if made.first().is_some_and(|(at, _)| *at >= lately) {
            made.truncate(1);
        }
        Ok(made.into_iter().map(|(_, offer)| offer).collect())
    }
}
