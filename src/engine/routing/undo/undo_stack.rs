//! Marks among the buttons of a room that somebody did something there: "undo" and "yes" mean nothing that stands before.

use crate::engine::inbox::context::{Context, Request};
use crate::engine::routing::exact::single_words::{UNDO_FOR, here};
use crate::ports::store::{Prompt, Stored};
use crate::secretary::ids::{ScheduleId, Slot};
use crate::secretary::message::action::{Action, ScheduleAct, TicketAct};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;

/// How the names begin under which it stands among the buttons of a room that somebody did something there.
const MARK: &str = "re/mark/";

pub(in crate::engine) fn mark(request: &Request) -> Slot {
    Slot::new(format!("{MARK}{}", request.person.id))
}

/// Whether these are no buttons, but a mark that somebody did something.
pub(in crate::engine) fn marks(prompt: &Prompt) -> bool {
    prompt.slot.as_ref().is_some_and(|slot| slot.as_str().starts_with(MARK))
}

impl Context<'_> {
    /// Marks that this person does something here: from now on a bare "undo" means nothing that was done before.
    pub(in crate::engine) async fn mark_operation(&mut self, request: &Request) -> Stored<()> {
        self.mark(request, Vec::new()).await
    }

    /// The same of a ticket: what has no Undo is then at least known, and so is what can be said instead.
    pub(in crate::engine) async fn mark_on(&mut self, request: &Request, ticket: &Ticket, event: &Event) -> Stored<()> {
        self.mark(request, vec![kind(ticket, event).on(&ticket.id)]).await
    }

    /// The same where this command ends what was done.
    pub(in crate::engine) async fn mark_ended_by(&mut self, request: &Request, line: &str) -> Stored<()> {
        self.mark(request, vec![Action::Command { line: line.to_owned() }]).await
    }

    /// What this person did here last, as far as its mark says; none if they did nothing lately.
    pub(in crate::engine) async fn done_last(&mut self, request: &Request) -> Stored<Option<Vec<Action>>> {
        let last_done = Some(mark(request));
        let newest = self.newest(request, UNDO_FOR).await?;
        Ok(newest.into_iter().find(|prompt| prompt.slot == last_done).map(|prompt| prompt.actions))
    }

    /// The same of an order that was paused or let go on: `back` takes that back.
    pub(in crate::engine) async fn mark_switch(
        &mut self,
        request: &Request,
        id: &ScheduleId,
        back: ScheduleAct,
    ) -> Stored<()> {
        self.mark(request, vec![back.on(id)]).await
    }

    pub(in crate::engine) async fn mark(&mut self, request: &Request, actions: Vec<Action>) -> Stored<()> {
        let (token, _) = self.keys().done();
        let marked = Prompt { rooms: vec![here(request).clone()], actions, slot: Some(mark(request)) };
        self.marked.push((self.part, token.clone()));
        self.tx.bind(&token, &marked, self.now).await
    }

    /// What was asked for was refused, or is so already: nothing was done by it, and "undo" means what it meant before. What was
    /// asked before that takes no plain "yes" any more all the same.
    pub(in crate::engine) async fn unmark(&mut self, request: &Request) -> Stored<()> {
        let slot = Slot::new(format!("{}/nothing", mark(request)));
        let nothing = Prompt { rooms: vec![here(request).clone()], actions: Vec::new(), slot: Some(slot) };
        let part = self.part;
        for (_, token) in self.marked.extract_if(.., |(of, _)| *of == part).collect::<Vec<_>>() {
            self.tx.bind(&token, &nothing, self.now).await?;
        }
        Ok(())
    }
}

/// What a mark says of an event: that a plan was changed, that something was answered or added, or no more than its ticket.
fn kind(ticket: &Ticket, event: &Event) -> TicketAct {
    if matches!(event, Event::Corrected { .. }) {
        return TicketAct::EditCard { card: ticket.card(), typed: None };
    }
    let said = matches!(
        event,
        Event::OptionTapped { .. }
            | Event::TicksDone { .. }
            | Event::AnswersReceived { .. }
            | Event::QuestionsAnswered { .. }
            | Event::LeftToJudgement { .. }
            | Event::Added { .. }
    );
    if said { TicketAct::Judge { round: ticket.rounds.len() } } else { TicketAct::Show }
}
