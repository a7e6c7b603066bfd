//! Invariants of people of whom everything is erased. What somebody wrote is known by its canaries; afterwards they may stand
//! in nothing that a real database still holds of that workspace.

use super::of_rest::Rest;
use crate::memory::{Outgoing, State, Tables};
use crate::outside::around::Surroundings;
use crate::people::canary;
use crate::people::cast::{self, Player};
use secretary::ports::store::{Arrival, EventOutcome};
use secretary::secretary::effect::Effect;
use secretary::secretary::ids::{EffectId, PersonId, RoomId, TicketId, WorkspaceId};
use secretary::secretary::inbound::{Account, Content, Inbound, Place, Platform};
use secretary::secretary::notes::Owner;
use secretary::secretary::people::workspace::Role;
use secretary::secretary::schedule::Schedule;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

const WORDS: &str = "what_is_erased_stands_nowhere";

/// Who wrote what, and of whom everything is erased or to be erased.
pub struct Book {
    players: Vec<Player>,
    /// Canaries in what was decided about, by who wrote them.
    written: BTreeMap<(Platform, String), BTreeSet<String>>,
    /// Those of whom everything is to be erased and is not yet.
    promised: BTreeSet<PersonId>,
    /// Canaries that stand nowhere any more, by whose they were.
    erased: BTreeMap<PersonId, BTreeSet<String>>,
    /// Whose order says it, if one does: what others ordered keeps its words, also if somebody else chose them.
    ordered: BTreeMap<String, PersonId>,
    /// Those who were erased and belong to nothing any more.
    gone: BTreeSet<PersonId>,
    /// Tickets that were erased.
    tickets: BTreeSet<TicketId>,
    /// Somebody was erased since it was last looked at.
    fresh: bool,
}

impl Default for Book {
    fn default() -> Self {
        Self {
            players: cast::players(),
            written: BTreeMap::new(),
            promised: BTreeSet::new(),
            erased: BTreeMap::new(),
            ordered: BTreeMap::new(),
            gone: BTreeSet::new(),
            tickets: BTreeSet::new(),
            fresh: false,
        }
    }
}

impl Book {
    /// Something that somebody wrote was decided about.
    pub fn heard(&mut self, inbound: &Inbound) {
        let (Content::Text { text, .. } | Content::Form { text, .. } | Content::Edited { text, .. }) = &inbound.content
        else {
            return;
        };
        let by = (inbound.place.platform, inbound.sender.user.clone());
        for canary in canary::within(text) {
            self.written.entry(by.clone()).or_default().insert(canary.to_owned());
        }
    }

    /// Something was ordered or changed.
    pub fn ordered(&mut self, order: &Schedule) {
        for canary in canary::within(&format!("{order:?}")) {
            self.ordered.insert(canary.to_owned(), order.owner.clone());
        }
    }

    /// Somebody is to be erased. Who is gone already may have pressed more than once.
    pub fn promise(&mut self, person: &PersonId) {
        if !self.gone.contains(person) {
            self.promised.insert(person.clone());
        }
    }

    /// Everything of somebody was erased, and these tickets of theirs. Gives whether they belong to nothing any more: the only owner
    /// of a workspace remains.
    pub fn erase(&mut self, person: &PersonId, tickets: &[TicketId]) -> bool {
        self.promised.remove(person);
        self.fresh = true;
        self.tickets.extend(tickets.iter().cloned());
        let roles =
            |player: &Player| player.person.clone().zip(player.role).into_iter().chain(player.elsewhere.clone());
        let Some(player) = self.players.iter().find(|player| roles(player).any(|(id, _)| id == *person)) else {
            return true;
        };
        let of = |(account, _): &(Account, Vec<Place>)| {
            self.written.get(&(account.platform, account.user.clone())).cloned().unwrap_or_default()
        };
        let canaries: BTreeSet<String> = player.seats.iter().flat_map(of).collect();
        self.erased.entry(person.clone()).or_default().extend(canaries);
        let remains = roles(player).any(|(id, role)| id == *person && role == Role::Owner);
        if !remains {
            self.gone.insert(person.clone());
        }
        !remains
    }

    /// Judges what stands there once somebody was erased.
    pub fn judge_at_once(&mut self, world: &mut Surroundings, tables: &Tables) {
        if std::mem::take(&mut self.fresh) {
            for what in self.words(tables) {
                world.violated(WORDS, what);
            }
        }
    }

    fn words(&self, tables: &Tables) -> Vec<String> {
        if self.erased.is_empty() {
            return Vec::new();
        }
        let mut faults = Vec::new();
        for (workspace, what, text) in held(tables) {
            for canary in canary::within(&text) {
                let of = |(person, theirs): &(&PersonId, &BTreeSet<String>)| {
                    let here = workspace.as_ref().is_none_or(|here| *here == cast::workspace_of(person));
                    here && theirs.contains(canary) && self.ordered.get(canary).is_none_or(|owner| owner == *person)
                };
                if let Some((person, _)) = self.erased.iter().find(of) {
                    faults.push(format!("{canary} of {person} in {what}"));
                }
            }
        }
        faults
    }
}

/// Nothing of what somebody wrote is left.
pub fn what_is_erased_stands_nowhere(rest: &Rest<'_>) -> Vec<String> {
    rest.book.words(rest.tables)
}

/// Whoever was told that everything of theirs is being erased can rely on it.
pub fn who_is_to_be_erased_is(rest: &Rest<'_>) -> Vec<String> {
    rest.book.promised.iter().map(|person| format!("{person} is not")).collect()
}

/// What belongs to a ticket goes with it, and comes not back.
pub fn an_erased_ticket_leaves_nothing(rest: &Rest<'_>) -> Vec<String> {
    let gone = |name: &str| name.split('/').next().is_some_and(|id| rest.book.tickets.contains(&TicketId::new(id)));
    if rest.book.tickets.is_empty() {
        return Vec::new();
    }
    let tables = rest.tables;
    let tickets = tables.tickets.keys().chain(tables.history.keys().map(|(id, _)| id));
    let waits = tables.live().filter_map(|(_, row)| row.ticket.as_ref());
    let threads = tables.rooms.values().filter_map(|room| Some(&room.thread_of.as_ref()?.0));
    let ids = tickets.chain(waits).chain(threads).filter(|id| gone(id.as_str())).map(ToString::to_string);
    let slots = tables.posts.keys().map(|(slot, _, _)| slot).chain(tables.copies.values().map(|(_, p)| &p.slot));
    let slots = slots.chain(tables.prompts.values().filter_map(|(prompt, _, _)| prompt.slot.as_ref()));
    let slots = slots.filter(|slot| gone(slot.as_str())).map(ToString::to_string);
    let runs = tables.steps.keys().filter(|(run, _)| gone(run.as_str())).map(|(run, _)| run.to_string());
    let spent = tables.spending.keys().filter(|(_, key)| gone(&key.period)).map(|(_, key)| format!("{key:?}"));
    let left: BTreeSet<String> = ids.chain(slots).chain(runs).chain(spent).collect();
    left.into_iter().map(|what| format!("{what} is left")).collect()
}

/// The workspace, unless nobody knows, what it is, and its words.
type Held = (Option<WorkspaceId>, String, String);

fn row(workspace: Option<WorkspaceId>, what: String, words: &impl Debug) -> Held {
    (workspace, what, format!("{words:?}"))
}

fn of_room(tables: &Tables, room: &RoomId) -> Option<WorkspaceId> {
    tables.rooms.get(room).map(|room| room.workspace.clone())
}

/// The workspace of a ticket, and of what is named after it.
fn of_ticket(tables: &Tables, name: &str) -> Option<WorkspaceId> {
    let id = name.split('/').next().map(TicketId::new)?;
    tables.tickets.get(&id).map(|ticket| ticket.workspace.clone())
}

/// What a real database holds.
fn held(tables: &Tables) -> Vec<Held> {
    let mut held = work(tables);
    held.extend(on_the_way(tables));
    held.extend(chats(tables));
    for (id, schedule) in &tables.schedules {
        held.push(row(Some(schedule.workspace.clone()), format!("schedule {id}"), schedule));
    }
    for (workspace, settings) in &tables.settings {
        held.push(row(Some(workspace.clone()), "settings".to_owned(), settings));
        held.push(row(Some(workspace.clone()), "codes".to_owned(), &tables.codes.get(workspace)));
    }
    for (id, (person, _)) in &tables.people {
        held.push(row(Some(person.workspace.clone()), format!("member {id}"), person));
    }
    // What everybody shares stays.
    for ((owner, title), note) in tables.notes.iter().filter(|(_, note)| note.owner != Owner::Everybody) {
        let workspace = cast::workspace_of(&PersonId::new(owner.as_str()));
        held.push(row(Some(workspace), format!("note {title} of {owner}"), note));
    }
    for (id, change) in &tables.note_changes {
        held.push(row(of_room(tables, &change.room), format!("change {id} of notes"), change));
    }
    for (seq, entry) in &tables.audit {
        held.push(row(None, format!("audit entry {seq}"), &entry.body));
    }
    held
}

/// Tickets, what happened to them, and journals.
fn work(tables: &Tables) -> Vec<Held> {
    let mut held = Vec::new();
    for (id, ticket) in &tables.tickets {
        held.push(row(Some(ticket.workspace.clone()), format!("ticket {id}"), ticket));
    }
    for ((id, version), line) in &tables.history {
        held.push(row(of_ticket(tables, id.as_str()), format!("event {version} of {id}"), line));
    }
    for ((run, number), step) in &tables.steps {
        held.push(row(of_ticket(tables, run.as_str()), format!("step {number} of {run}"), step));
    }
    held
}

/// What is still to be said, to be decided about, or could not be.
fn on_the_way(tables: &Tables) -> Vec<Held> {
    let mut held = Vec::new();
    for (seq, outgoing) in tables.outbox.iter().filter(|(_, outgoing)| keeps_words(tables, outgoing)) {
        let room = match outgoing.effect.as_ref() {
            Effect::Post { room, .. } | Effect::Edit { room, .. } => of_room(tables, room),
            Effect::Understand { spoken } => Some(spoken.workspace.clone()),
            _ => None,
        };
        let workspace = room.or_else(|| of_ticket(tables, outgoing.ticket.as_ref()?.as_str()));
        held.push(row(workspace, format!("outbox {seq} {} {:?}", outgoing.id, outgoing.state), &outgoing.effect));
    }
    for (seq, incoming) in &tables.inbox {
        // What people said is heard first.
        let outside = matches!(*incoming.arrival, Arrival::Outside(_));
        let kept =
            incoming.ended.as_ref().map_or(!outside, |(outcome, _)| matches!(outcome, EventOutcome::Quarantined(_)));
        let what = format!("inbox {seq} {}", incoming.key);
        match &*incoming.arrival {
            _ if !kept => {}
            Arrival::Outside(inbound) => held.push(row(None, what, &inbound.content)),
            Arrival::Understood { spoken, .. } => {
                held.push(row(Some(spoken.workspace.clone()), what, &incoming.arrival));
            }
            arrival => held.push(row(None, what, arrival)),
        }
    }
    held
}

/// What is known of messages and chats.
fn chats(tables: &Tables) -> Vec<Held> {
    let mut held = Vec::new();
    for (token, (prompt, _, _)) in &tables.prompts {
        let workspace = prompt.rooms.first().and_then(|room| of_room(tables, room));
        held.push(row(workspace, format!("buttons {token} under {:?}", prompt.slot), &prompt.actions));
    }
    for ((room, person), (action, _)) in &tables.expects {
        held.push(row(of_room(tables, room), format!("what is awaited of {person} in {room}"), action));
    }
    for ((slot, room), (_, view)) in &tables.views {
        held.push(row(of_room(tables, room), format!("view {slot} in {room}"), view));
    }
    for (room, turns) in &tables.conversations {
        held.push(row(of_room(tables, room), format!("what was said in {room}"), turns));
    }
    // What a thread is called its platform tells anew, whenever somebody writes there.
    let told_anew = |chat: &str| tables.rooms.values().any(|room| room.place.chat == chat && room.thread_of.is_none());
    for (id, room) in tables.rooms.iter().filter(|(_, room)| room.thread_of.is_some()) {
        held.push(row(Some(room.workspace.clone()), format!("room {id}"), room));
    }
    for posted in tables.posts.values().chain(tables.copies.values().map(|(_, posted)| posted)) {
        if !told_anew(&posted.place.chat) {
            held.push(row(of_room(tables, &posted.room), format!("post {}", posted.slot), &posted.place));
        }
    }
    held
}

/// Whether the words of a row are kept: not of what was sent, is not wanted any more, or is shown again by a copy of it.
fn keeps_words(tables: &Tables, row: &Outgoing) -> bool {
    let shown_again = || {
        let mut marks = ["again/", "back/"].iter();
        marks.any(|mark| tables.effects.contains_key(&EffectId::new(format!("{mark}{}", row.id))))
    };
    match row.state {
        State::Due | State::Sending | State::Shelved => true,
        State::Failed => !shown_again(),
        State::Done | State::Dropped => false,
    }
}
