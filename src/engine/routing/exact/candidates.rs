//! What a bare word may mean, by what stands open: each thing with its button.

use super::single_words::{CHOICES, JUST_MADE, Offer, UNDO_FOR, at_work, here};
use crate::engine::inbox::context::{Context, Request};
use crate::ports::store::{EventOutcome, Stored, TicketFilter};
use crate::secretary::intent::exact::Alone;
use crate::secretary::message::Message;
use crate::secretary::message::action::{Action, NoteAct, ScheduleAct, TicketAct};
use crate::secretary::message::views::Shows;
use crate::secretary::people::permissions::Operation;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::talk;
use crate::secretary::wording::talk::asides;

impl Context<'_> {
    /// Does the only thing that is meant, asks which of several, or says that there is none.
    pub(in crate::engine) async fn take_offer(
        &mut self,
        request: &Request,
        of: (Alone, Option<&Ticket>),
        mut offers: Vec<Offer>,
    ) -> Stored<EventOutcome> {
        let (said, only) = of;
        if offers.is_empty() {
            return self.nothing_meant(request, said, only).await;
        }
        if offers.len() > 1 || (only.is_none() && self.overtaken(request, &offers).await?) {
            let more = offers.len() > CHOICES;
            offers.truncate(CHOICES);
            let mut keys = self.keys();
            let offers: Vec<_> = offers.into_iter().map(|offer| (offer.label, offer.action)).collect();
            let message = talk::which(offers.clone(), more, &mut keys);
            return Box::pin(self.say_view(request, Shows::Which { offers, more }, message, keys)).await;
        }
        let Some(Offer { action, number, .. }) = offers.pop() else { return Ok(EventOutcome::Decided(None)) };
        let others = if said == Alone::Undo { self.ways_before(request, &action).await? } else { Vec::new() };
        let outcome = self.take(request, &action, number, said == Alone::Undo).await?;
        if matches!(outcome, EventOutcome::Decided(_)) {
            self.others_stand(request, others).await?;
        }
        Ok(outcome)
    }

    /// Does what one offer is about, as by its button, and answers. `number`: of its ticket; `undoes`: it takes something back.
    pub(in crate::engine) async fn take(
        &mut self,
        request: &Request,
        action: &Action,
        number: Option<i64>,
        undoes: bool,
    ) -> Stored<EventOutcome> {
        if let Action::OnNotes { act: NoteAct::Undo { change } } = action {
            let outcome = self.undo_note(request, change, true).await?;
            return self.said_if_refused(request, outcome).await;
        }
        let before = if undoes { self.ways_before(request, action).await? } else { Vec::new() };
        let outcome = self.perform(request, action, None).await?;
        if !before.is_empty() {
            // Said once more it means what was done before it by the same message.
            self.mark(request, before).await?;
        } else if undoes && !matches!(action, Action::SetBack { .. } | Action::PutBack { .. }) {
            // Said once more it does not mean the answer to this; but what was set back says so with an Undo of its own.
            self.mark_operation(request).await?;
        }
        // What is called off or deleted says so itself, with its Undo; work that begins shows its progress.
        let told = if let Action::OnTicket { ticket, act: TicketAct::Start { .. } } = action {
            self.tx.ticket(ticket).await?.is_some_and(|ticket| at_work(&ticket))
        } else {
            // What was decided shows where it was asked; of one vote of several its prompt says little.
            let cancels = matches!(action, Action::OnTicket { act: TicketAct::Cancel | TicketAct::Decide { .. }, .. });
            let cancels = cancels && !self.is_voted(action).await?;
            let shows = matches!(action, Action::TakeBack { .. } | Action::BringBack { .. });
            let asks = self.asks_once_more(action).await?;
            (cancels && !asks)
                || shows
                || matches!(action, Action::OnSchedule { act: ScheduleAct::Delete { listed: true }, .. })
        };
        if let EventOutcome::Decided(Some(note)) = &outcome
            && !told
        {
            let message = number.map_or_else(|| Message::lines([note.clone()]), |n| asides::note(n, note));
            self.say(request, message).await?;
        }
        self.said_if_refused(request, outcome).await
    }

    /// Whether this was a vote, and others are still wanted.
    async fn is_voted(&mut self, action: &Action) -> Stored<bool> {
        let Action::OnTicket { ticket, act: TicketAct::Decide { decision, .. } } = action else { return Ok(false) };
        let ticket = self.tx.ticket(ticket).await?;
        Ok(ticket.is_some_and(|t| t.decision(decision).is_some_and(|d| d.open() && !d.votes.is_empty())))
    }

    /// What a bare word may mean here, or about one ticket alone.
    pub(in crate::engine) async fn offers(
        &mut self,
        request: &Request,
        said: Alone,
        only: Option<&Ticket>,
    ) -> Stored<Vec<Offer>> {
        match said {
            Alone::Help => Ok(Vec::new()),
            Alone::Undo => self.undo(request, only, UNDO_FOR).await,
            Alone::Cancel => self.dropped_or_back(request, only).await,
            Alone::Pause => self.pausable(request, only).await,
            Alone::Resume => self.resumable(request, only).await,
            Alone::Stop => {
                let open = self.open_here(request, only).await?;
                let running: Vec<&Ticket> = open.iter().filter(|t| at_work(t)).collect();
                if running.is_empty() {
                    return self.dropped_or_back(request, only).await;
                }
                Ok(running.into_iter().map(|t| Offer::of(t, talk::stop, TicketAct::Cancel)).collect())
            }
        }
    }

    /// The open tickets of this room which this person may steer, the newest first.
    pub(in crate::engine) async fn open_here(
        &mut self,
        request: &Request,
        only: Option<&Ticket>,
    ) -> Stored<Vec<Ticket>> {
        if let Some(only) = only {
            return Ok(vec![only.clone()]);
        }
        let filter = TicketFilter {
            workspace: Some(self.workspace()),
            statuses: crate::engine::routing::commands::open_statuses(),
            room: Some(here(request).clone()),
            newest_first: true,
            limit: crate::engine::routing::commands::READ,
            ..TicketFilter::default()
        };
        let mut found = self.tx.tickets(&filter).await?;
        found.retain(|t| Self::could(request, Operation::Steer(t)));
        Ok(found)
    }

    /// What was made just now; else the cards and questions that wait; else the work, which is only stopped after a question.
    pub(in crate::engine) async fn dropped(&mut self, request: &Request, only: Option<&Ticket>) -> Stored<Vec<Offer>> {
        let open = self.open_here(request, only).await?;
        let cancel = |t: &Ticket| Offer::of(t, talk::cancel, TicketAct::Cancel);
        if only.is_some() {
            return Ok(open.iter().filter(|t| !t.closed()).map(cancel).collect());
        }
        let lately = self.now - JUST_MADE;
        let mine = |t: &&Ticket| t.requester == request.person.id && t.created_at >= lately;
        let mut found: Vec<Offer> = open.iter().filter(mine).map(cancel).collect();
        for schedule in self.tx.schedules(&self.workspace()).await? {
            let new = schedule.owner == request.person.id && schedule.fired == 0 && schedule.covered_to >= lately;
            if new && !schedule.over() && &schedule.room == here(request) {
                found.push(Offer::forgetting(&schedule));
            }
        }
        if Self::could(request, Operation::KeepNotes)
            && let Some(change) = self.last_change(request).await?
        {
            found.push(Offer::taking_back(&change));
        }
        if found.is_empty() {
            found.extend(open.iter().filter(|t| !at_work(t)).map(cancel));
        }
        if found.is_empty() {
            found.extend(open.iter().filter(|t| at_work(t)).map(cancel));
        }
        Ok(found)
    }
}
