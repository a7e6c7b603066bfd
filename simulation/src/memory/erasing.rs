//! Erasing what there is of one person, row by row as on a real database: what is theirs goes, and what they typed in tickets
//! of others goes out of these. Names stay where they stand beside ids: nothing of a simulated life depends on them.

use super::keys::account_key;
use super::rows::people::hidden_account;
use super::tables::{Outgoing, State};
use super::words::{scrubbed, take_lines, texts_of};
use super::{Fact, MemoryTx};
use crate::broken::Broken;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use secretary::ports::store::{Arrival, Erased, ErasureRows, EventOutcome, PersonRows, PersonalRows, Prompt, Stored};
use secretary::secretary::audit::Entry;
use secretary::secretary::effect::Effect;
use secretary::secretary::ids::{PersonId, RoomId, TicketId, WorkspaceId};
use secretary::secretary::message::action::Action;
use secretary::secretary::people::names::FORMER;
use secretary::secretary::people::workspace::{Person, Role};
use secretary::secretary::policy::Then;
use secretary::secretary::ticket::decisions::line;
use secretary::secretary::ticket::event::Event;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Fields of events that hold what was typed.
const TYPED: [&str; 2] = ["text", "reason"];

/// Whether a button quotes the label of what it is about.
fn asks_what_was_meant(action: &Action) -> bool {
    match action {
        Action::WithWords { action, .. } => asks_what_was_meant(action),
        action => matches!(action, Action::Understood { .. }),
    }
}

/// What is erased.
pub(super) struct Gone {
    pub(super) person: Person,
    /// Their tickets, with their numbers.
    pub(super) tickets: BTreeMap<TicketId, i64>,
    /// Their direct chats.
    direct: BTreeSet<RoomId>,
    /// These, and the threads of their tickets.
    pub(super) rooms: BTreeSet<RoomId>,
    /// Groups of the workspace.
    pub(super) groups: BTreeSet<RoomId>,
    /// What they typed in tickets of others.
    typed: BTreeSet<String>,
    /// What goes out of messages that are no ticket's: this, and what is said in their own tickets.
    pub(super) said: BTreeSet<String>,
}

impl Gone {
    pub(super) fn here(&self) -> &WorkspaceId {
        &self.person.workspace
    }

    /// Whether the name of a message or run is one of their tickets'.
    pub(super) fn names(&self, name: &str) -> bool {
        name.split('/').next().is_some_and(|id| self.tickets.contains_key(&TicketId::new(id)))
    }

    fn covers(&self, row: &Outgoing) -> bool {
        let room = match row.effect.as_ref() {
            Effect::Post { room, .. } | Effect::Edit { room, .. } | Effect::Bare { room, .. } => Some(room),
            _ => None,
        };
        let given_up = row.ticket.is_none() && matches!(row.state, State::Failed | State::Shelved);
        let said = matches!(row.effect.as_ref(), Effect::Understand { spoken } if spoken.person == self.person.id);
        said || row.ticket.as_ref().is_some_and(|ticket| self.tickets.contains_key(ticket))
            || row.post().is_some_and(|(_, slot)| self.names(slot.as_str()))
            || room.is_some_and(|room| self.direct.contains(room) || (given_up && self.groups.contains(room)))
    }
}

impl MemoryTx {
    async fn direct_chats(&mut self, person: &Person, own: &BTreeMap<TicketId, i64>) -> Stored<BTreeSet<RoomId>> {
        let mut left: BTreeSet<RoomId> = BTreeSet::new();
        for row in self.audit_about(&person.id).await? {
            let from = serde_json::from_str::<Entry>(&row.body).ok().and_then(|entry| entry.from);
            left.extend(from.filter(|from| from.person.as_ref() == Some(&person.id)).and_then(|from| from.room));
        }
        let tables = self.tables();
        let written = own.keys().filter_map(|id| tables.tickets.get(id)).filter(|t| t.direct).map(|t| t.room.clone());
        left.extend(written);
        let theirs = |room: &RoomId| {
            tables.rooms.get(room).is_some_and(|room| match &room.person {
                Some(who) => *who == person.id,
                None => left.contains(&room.id),
            } && room.direct())
        };
        Ok(tables.rooms.keys().filter(|room| theirs(room)).cloned().collect())
    }

    async fn what_goes(&mut self, person: Person) -> Stored<Gone> {
        let tickets: BTreeMap<TicketId, i64> = {
            let tables = self.tables();
            let own = tables.tickets.values().filter(|ticket| ticket.requester == person.id);
            own.map(|ticket| (ticket.id.clone(), ticket.number)).collect()
        };
        let direct = self.direct_chats(&person, &tickets).await?;
        let tables = self.tables();
        let value = |event: &Event| serde_json::to_value(event).unwrap_or_default();
        let (mut typed, mut said) = (BTreeSet::new(), BTreeSet::new());
        for ((ticket, _), line) in &tables.history {
            if tickets.contains_key(ticket) {
                said.extend(texts_of(&value(&line.2), &[]));
            } else if line.1.as_ref() == Some(&person.id) {
                typed.extend(texts_of(&value(&line.2), &TYPED));
            }
        }
        for ticket in tickets.keys().filter_map(|id| tables.tickets.get(id)) {
            said.extend(texts_of(&serde_json::to_value(&**ticket).unwrap_or_default(), &[]));
        }
        for order in tables.schedules.values().filter(|order| order.owner == person.id) {
            said.extend(texts_of(&serde_json::to_value(order).unwrap_or_default(), &[]));
        }
        let turns = tables.conversations.values().flat_map(|turns| turns.iter());
        said.extend(turns.filter(|turn| turn.by.as_ref() == Some(&person.id)).map(|turn| turn.text.clone()));
        said.extend(typed.clone());
        let threads =
            tables.rooms.values().filter(|room| room.thread_of.as_ref().is_some_and(|t| tickets.contains_key(&t.0)));
        let rooms = threads.map(|room| room.id.clone()).chain(direct.clone()).collect();
        let here = tables.rooms.values().filter(|room| room.workspace == person.workspace && !room.direct());
        let groups = here.map(|room| room.id.clone()).collect();
        drop(tables);
        Ok(Gone { person, tickets, direct, rooms, groups, typed, said })
    }

    fn clear_tickets(&mut self, gone: &Gone) -> Stored<()> {
        let keeps = self.is(Broken::KeepsErasedHistory);
        self.clear(|t| &mut t.tickets, |id, _| gone.tickets.contains_key(id))?;
        self.clear(|t| &mut t.history, |(id, _), _| !keeps && gone.tickets.contains_key(id))?;
        self.clear(|t| &mut t.steps, |(run, _), _| gone.names(run.as_str()))?;
        let (of, direct) = (|slot: &str| gone.names(slot), &gone.direct);
        self.clear(|t| &mut t.posts, |(slot, room, _), _| of(slot.as_str()) || direct.contains(room))?;
        self.clear(|t| &mut t.copies, |_, (_, p)| of(p.slot.as_str()) || direct.contains(&p.room))?;
        self.rewrite(
            |t| &mut t.views,
            |_, (order, view)| {
                let mut next = view.clone();
                gone.tickets.iter().for_each(|(ticket, number)| next.leave_out(ticket, *number));
                (next != *view).then_some((*order, next))
            },
        )?;
        self.clear(
            |t| &mut t.views,
            |(_, room), (_, view)| {
                direct.contains(room) || view.tickets().into_iter().all(|ticket| gone.tickets.contains_key(ticket))
            },
        )?;
        let rooms_here = self.rooms_of(gone.here());
        let id = format!("\"{}\"", gone.person.id);
        let named = |value: &str| value.contains(&id);
        self.clear(
            |t| &mut t.prompts,
            |_, (prompt, _, _)| {
                let answers = prompt.slot.as_ref().is_none_or(|slot| slot.as_str().starts_with("re/"));
                let of_ticket = prompt.slot.as_ref().is_some_and(|slot| of(slot.as_str()));
                let alone = matches!(prompt.rooms.as_slice(), [room] if direct.contains(room));
                let in_a_group = answers && prompt.rooms.iter().any(|room| gone.groups.contains(room));
                let names = || serde_json::to_string(&prompt.actions).is_ok_and(|actions| named(&actions));
                let here = prompt.rooms.iter().any(|room| rooms_here.contains(room));
                let meant = here && prompt.actions.iter().any(asks_what_was_meant);
                of_ticket || alone || in_a_group || meant || names()
            },
        )?;
        let rows: Vec<(i64, Arc<Outgoing>)> = {
            let tables = self.tables();
            tables.outbox.iter().filter(|(_, row)| gone.covers(row)).map(|(seq, row)| (*seq, row.clone())).collect()
        };
        for (seq, row) in rows {
            self.take(|t| &mut t.lanes, &(row.lane.clone(), seq))?;
            self.take(|t| &mut t.shelf, &seq)?;
            self.take(|t| &mut t.effects, &row.id)?;
            self.take(|t| &mut t.outbox, &seq)?;
            self.tell_ledger(Fact::Dropped { seq });
        }
        self.clear(|t| &mut t.places, |_, room| gone.rooms.contains(room))?;
        self.clear(|t| &mut t.rooms, |id, _| gone.rooms.contains(id))
    }

    fn clear_own(&mut self, gone: &Gone) -> Stored<()> {
        let id = &gone.person.id;
        self.clear(|t| &mut t.expects, |(room, who), _| who == id || gone.direct.contains(room))?;
        self.clear(|t| &mut t.notes, |(owner, _), _| owner == id.as_str())?;
        self.clear(|t| &mut t.note_changes, |_, change| change.person == *id)?;
        self.clear(|t| &mut t.schedules, |_, schedule| schedule.owner == *id)?;
        self.clear(|t| &mut t.accounts, |_, person| person == id)?;
        let theirs = |period: &str, who: &str| who == id.as_str() || gone.tickets.contains_key(&TicketId::new(period));
        self.clear(|t| &mut t.spending, |(_, key), _| theirs(&key.period, &key.who))?;
        self.rewrite(
            |t| &mut t.holds,
            |_, hold| {
                let mut next = hold.clone();
                next.on.retain(|key| !theirs(&key.period, &key.who));
                (next != *hold).then_some(next)
            },
        )?;
        for account in &gone.person.accounts {
            let key = account_key(account);
            if self.tables().accounts.keys().any(|(of, _)| *of == key) {
                continue;
            }
            self.take(|t| &mut t.strangers, &key)?;
            self.take(|t| &mut t.guesses, &key)?;
        }
        Ok(())
    }

    /// What they typed goes out of the tickets of others, and out of what is still to be said to them.
    fn scrub(&mut self, gone: &Gone) -> Stored<()> {
        let others: BTreeSet<TicketId> = {
            let tables = self.tables();
            let here = tables.tickets.values().filter(|ticket| ticket.workspace == *gone.here());
            here.map(|ticket| ticket.id.clone()).collect()
        };
        let of = |name: &str| name.split('/').next().is_some_and(|id| others.contains(&TicketId::new(id)));
        let words = &gone.typed;
        self.rewrite(
            |t| &mut t.tickets,
            |id, ticket| {
                let mut next = others.contains(id).then(|| scrubbed!(&**ticket, words)).flatten();
                let mut left = next.clone().unwrap_or_else(|| (**ticket).clone());
                if others.contains(id) && line::leave(&mut left, &gone.person.id) {
                    next = Some(left);
                }
                next.map(Arc::new)
            },
        )?;
        self.rewrite(
            |t| &mut t.history,
            |(id, _), line| {
                let event = others.contains(id).then(|| scrubbed!(&line.2, words)).flatten()?;
                Some(Arc::new((line.0, line.1.clone(), event)))
            },
        )?;
        let step = |run: &str, step: &Value| of(run).then(|| scrubbed!(step, words)).flatten();
        self.rewrite(|t| &mut t.steps, |(run, _), record| step(run.as_str(), record).map(Arc::new))?;
        self.rewrite(
            |t| &mut t.prompts,
            |_, (prompt, at, order)| {
                let of_others = prompt.slot.as_ref().is_some_and(|slot| of(slot.as_str()));
                let actions = of_others.then(|| scrubbed!(&prompt.actions, words)).flatten()?;
                let next = Prompt { actions, ..(**prompt).clone() };
                Some((Arc::new(next), *at, *order))
            },
        )?;
        self.rewrite(
            |t| &mut t.views,
            |_, (order, view)| {
                let of_others = view.tickets().into_iter().any(|ticket| others.contains(ticket));
                Some((*order, of_others.then(|| scrubbed!(view, words)).flatten()?))
            },
        )?;
        self.scrub_orders(gone.here(), words)?;
        self.scrub_flows(gone.here(), words)?;
        self.scrub_messages(gone)
    }

    pub(super) fn rooms_of(&self, workspace: &WorkspaceId) -> BTreeSet<RoomId> {
        let tables = self.tables();
        tables.rooms.values().filter(|room| room.workspace == *workspace).map(|room| room.id.clone()).collect()
    }

    fn scrub_messages(&mut self, gone: &Gone) -> Stored<()> {
        let here = self.rooms_of(gone.here());
        self.rewrite(
            |t| &mut t.outbox,
            |_, row| {
                let unsent = !matches!(row.state, State::Done | State::Dropped);
                let mut effect = (*row.effect).clone();
                if row.ticket.is_some() {
                    effect = unsent.then(|| scrubbed!(&effect, &gone.typed)).flatten()?;
                } else {
                    let (Effect::Post { room, message, .. } | Effect::Edit { room, message, .. }) = &mut effect else {
                        return None;
                    };
                    if !unsent || !here.contains(room) {
                        return None;
                    }
                    take_lines(message, &gone.tickets);
                    *message = scrubbed!(&*message, &gone.said).unwrap_or_else(|| message.clone());
                }
                Some(Arc::new(Outgoing { effect: Arc::new(effect), ..(**row).clone() }))
            },
        )
    }

    /// What they allowed, and codes that lead to them; what could not be read of them; and short answers.
    fn clear_traces(&mut self, gone: &Gone) -> Stored<()> {
        let id = &gone.person.id;
        let here = gone.here().clone();
        self.rewrite(
            |t| &mut t.settings,
            |workspace, settings| {
                let mut next = settings.clone();
                next.rules.retain(|rule| {
                    rule.then != Then::Allow || (rule.only_for.as_ref() != Some(id) && !rule.granted.contains(id))
                });
                (*workspace == here && next != *settings).then_some(next)
            },
        )?;
        let named = format!("\"{id}\"");
        self.rewrite(
            |t| &mut t.codes,
            |_, codes| {
                let mut next = codes.clone();
                next.retain(|code| !serde_json::to_string(code).is_ok_and(|code| code.contains(&named)));
                (next.len() != codes.len()).then_some(next)
            },
        )?;
        let theirs = |arrival: &Arrival| {
            let Arrival::Outside(inbound) = arrival else { return false };
            let mut accounts = gone.person.accounts.iter();
            accounts.any(|a| (a.platform, &a.user) == (inbound.place.platform, &inbound.sender.user))
        };
        self.rewrite(
            |t| &mut t.inbox,
            |_, row| {
                let (outcome, at) = row.ended.clone()?;
                let mut next = (**row).clone();
                match outcome {
                    EventOutcome::Decided(Some(_)) | EventOutcome::Refused(_) => {
                        next.ended = Some((EventOutcome::Decided(None), at))
                    }
                    EventOutcome::Quarantined(_) if theirs(&row.arrival) => {
                        next.arrival = Arc::new(Arrival::AgentsFree)
                    }
                    EventOutcome::Decided(None) | EventOutcome::Again | EventOutcome::Quarantined(_) => return None,
                }
                Some(Arc::new(next))
            },
        )
    }
}

#[async_trait]
impl ErasureRows for MemoryTx {
    async fn erase_person(&mut self, person: &PersonId, now: DateTime<Utc>) -> Stored<Erased> {
        let Some((gone, out)) = self.tables().people.get(person).cloned() else { return Ok(Erased::default()) };
        let mut kept_out = Vec::new();
        for account in gone.accounts.iter().filter(|_| out) {
            if self.member(&gone.workspace, account).await?.is_none() {
                kept_out.push(hidden_account(&gone.workspace, account));
            }
        }
        let gone = self.what_goes(gone).await?;
        self.clear_talk(&gone)?;
        self.clear_tickets(&gone)?;
        self.clear_own(&gone)?;
        self.clear_flows(&gone)?;
        if !self.is(Broken::KeepsTypedWords) {
            self.scrub(&gone)?;
        }
        self.clear_traces(&gone)?;
        let nobody = Person::new(person.clone(), gone.here().clone(), FORMER, Role::Observer, now);
        self.put(|t| &mut t.people, person.clone(), (Person { erased: true, kept_out, ..nobody }, true))?;
        let tickets: Vec<TicketId> = gone.tickets.into_keys().collect();
        self.tell_ledger(Fact::Erased { person: person.clone(), tickets: tickets.clone() });
        Ok(Erased { tickets, homes: Vec::new() })
    }

    /// Agents write no files in a simulated life.
    async fn out_of_file(&mut self, _person: &PersonId, _ticket: &TicketId, _text: &str) -> Stored<Option<String>> {
        Ok(None)
    }
}
