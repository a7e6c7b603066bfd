//! Decisions on the desk that are listed or typed instead of pressed.

use super::desk::{Desk, Visit};
use super::orders::READ;
use super::workspace;
use crate::ports::store::{Fate, Stored, TicketFilter};
use crate::secretary::choosing;
use crate::secretary::decision::Decision;
use crate::secretary::ids::DecisionId;
use crate::secretary::permissions::sees;
use crate::secretary::routing::Meant;
use crate::secretary::ticket::{Status, Ticket};
use crate::secretary::wording;
use crate::secretary::wording::lists::{Asking, in_order, turn};

impl Desk<'_> {
    /// `/decisions`: a page of them, behind one of a ticket.
    pub(super) async fn decisions(&mut self, visit: &Visit, behind: Option<&(i64, String)>) -> Stored<Fate> {
        let mut found = self.deciding(visit).await?;
        found.retain(|t| !t.direct || visit.room.direct() || t.open_decisions().any(|d| here(visit, t, d)));
        let mut all = in_order(&found);
        let passed = match behind {
            Some((number, key)) => self.tx.ticket_numbered(&workspace(), *number).await?.map(|ticket| (ticket, key)),
            None => None,
        };
        if let Some((ticket, key)) = &passed
            && let Some(decision) = ticket.decisions.iter().find(|d| d.key.as_str() == key.as_str())
        {
            let last = turn(ticket, decision);
            all.retain(|(t, d)| turn(t, d) > last);
        }
        self.list_decisions(visit, &all, Asking::Listed(passed.is_some())).await
    }

    /// `/decide`
    pub(super) async fn decide_typed(&mut self, visit: &Visit, number: i64, text: &str) -> Stored<Fate> {
        let ticket = match self.decidable(visit, number).await? {
            Ok(ticket) => ticket,
            Err(why) => return self.refuse(visit, why).await,
        };
        let open: Vec<&Decision> = ticket.open_decisions().collect();
        let named = |d: &&&Decision| {
            choosing::option_of(&ticket, &d.key, text).is_some_and(|option| option < d.asked.options.len())
        };
        let decision = match open.as_slice() {
            [] => ticket.decisions.last(),
            [one] => Some(*one),
            several => {
                let mut meant = several.iter().filter(named);
                match (meant.next(), meant.next()) {
                    (Some(one), None) => Some(*one),
                    _ => {
                        let of_ticket = in_order(std::slice::from_ref(&ticket));
                        return self.list_decisions(visit, &of_ticket, Asking::BackOf(number)).await;
                    }
                }
            }
        };
        let Some(key) = decision.map(|d| d.key.clone()) else {
            return self.refuse(visit, wording::refusals::nothing_to_decide(number)).await;
        };
        let fate = self.about(visit, &ticket.id, &Meant::Decision(key), text).await?;
        if let Fate::Decided(Some(note)) = &fate {
            self.say(visit, wording::asides::note(number, note)).await?;
        }
        Ok(fate)
    }

    /// Words to the secretary in a group: a typed decision or the choice in a prompt that stands here.
    pub(super) async fn typed_in_group(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        match choosing::typed_decision(text) {
            Some(args) => self.command(visit, "decide", &args).await.map(Some),
            None => self.typed_choice(visit, text).await,
        }
    }

    /// The words of one option of what is asked here, or a number: with several open it is asked back.
    pub(super) async fn typed_choice(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let number = text.trim().len() <= 2 && text.trim().parse::<u8>().is_ok();
        if text.chars().count() > 80 {
            return Ok(None);
        }
        let mut found = self.of_person(visit, vec![Status::Deciding, Status::Paused]).await?;
        for ticket in self.deciding(visit).await? {
            if found.iter().all(|t| t.id != ticket.id) {
                found.push(ticket);
            }
        }
        let fits =
            |t: &Ticket, d: &Decision| here(visit, t, d) && (number || choosing::option_of(t, &d.key, text).is_some());
        let of = |t: &Ticket| -> Vec<DecisionId> {
            t.open_decisions().filter(|d| fits(t, d)).map(|d| d.key.clone()).collect()
        };
        found.retain(|t| !of(t).is_empty());
        let meant: Vec<_> = found.iter().flat_map(|t| of(t).into_iter().map(move |key| (t, key))).collect();
        match meant.as_slice() {
            [] => Ok(None),
            [(ticket, key)] => self.about(visit, &ticket.id, &Meant::Decision(key.clone()), text).await.map(Some),
            [(one, _), rest @ ..] => {
                let same = rest.iter().all(|(t, _)| t.id == one.id).then_some(one.number);
                let asking = same.map_or(Asking::Back, Asking::BackOf);
                self.list_decisions(visit, &in_order(&found), asking).await.map(Some)
            }
        }
    }

    async fn list_decisions(&mut self, visit: &Visit, found: &[(&Ticket, &Decision)], asking: Asking) -> Stored<Fate> {
        let zone = self.zone_of(&visit.person).await?;
        let mut keys = self.keys();
        let message = wording::lists::open_decisions(found, asking, zone, self.now, &mut keys);
        self.say_page(visit, message, keys).await
    }

    /// A ticket to decide for, also one of a direct chat whose prompt stands in this room.
    async fn decidable(&mut self, visit: &Visit, number: i64) -> Stored<Result<Ticket, String>> {
        let found = self.tx.ticket_numbered(&workspace(), number).await?;
        let asked_here = |t: &Ticket| t.decisions.iter().any(|d| here(visit, t, d));
        match found.filter(|t| sees(&visit.person, t) && asked_here(t)) {
            Some(ticket) => Ok(Ok(ticket)),
            None => self.visible(visit, number).await,
        }
    }

    /// The tickets with open decisions which this person may see.
    async fn deciding(&mut self, visit: &Visit) -> Stored<Vec<Ticket>> {
        let filter = TicketFilter {
            workspace: Some(workspace()),
            statuses: vec![Status::Deciding, Status::Paused],
            limit: READ,
            ..TicketFilter::default()
        };
        let mut found = self.tx.tickets(&filter).await?;
        found.retain(|t| sees(&visit.person, t) && t.open_decisions().next().is_some());
        Ok(found)
    }
}

/// Whether a decision is asked in this room, or about the person's own idea from it.
fn here(visit: &Visit, ticket: &Ticket, decision: &Decision) -> bool {
    let own = visit.room.direct() && ticket.requester == visit.person.id && ticket.room == visit.room.id;
    own || decision.rooms.contains(&visit.room.id)
}
