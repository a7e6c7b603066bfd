//! The secretary is away: it stops in order or loses its power, people go on writing, the platform keeps it for them.

use super::office::Office;
use super::voice::Voice;
use crate::support::doubles::inbound;
use chrono::TimeDelta;
use secretary::ports::store::Transient;
use secretary::secretary::inbound::{ChatKind, Inbound};

impl Office {
    /// The program is stopped in order. Until it returns nothing may be asked of it.
    pub async fn leaves(&self) {
        loop {
            let engine = self.engine();
            let crashed = tokio::select! {
                biased;
                () = self.0.fuse.blows() => true,
                left = engine.leave() => { left.unwrap(); false }
            };
            drop(engine);
            if !crashed {
                return;
            }
            self.restart().await;
            // Two stops never happen at the same moment.
            self.skip(TimeDelta::milliseconds(1));
        }
    }

    /// Time passes while nobody is there.
    pub fn passes(&self, time: TimeDelta) {
        self.skip(time);
    }

    /// Something is stored, and nobody has a moment to decide about it.
    pub async fn takes(&self, inbound: Inbound) {
        self.takes_in(&[inbound]).await;
    }

    /// What is older than so many days is forgotten, of every kind but tickets themselves.
    pub async fn forgets(&self, days: i64) {
        let kinds = Transient::ALL.into_iter().filter(|kind| *kind != Transient::Tickets);
        let periods = kinds.map(|kind| (kind, TimeDelta::days(days))).collect();
        self.engine().forget_old(&periods).await.unwrap();
    }

    /// Tickets that were closed more than so many days ago are forgotten.
    pub async fn forgets_tickets(&self, days: i64) {
        let periods = [(Transient::Tickets, TimeDelta::days(days))].into();
        self.until_done(async |engine| engine.forget_old(&periods).await.unwrap()).await;
        self.settle().await;
    }

    /// What waits goes into the figures.
    pub async fn measures(&self) {
        self.engine().begin_counting();
        self.engine().measure().await.unwrap();
    }

    /// A new process, to which the platform delivers what it kept.
    pub async fn returns(&self, kept: Vec<Inbound>) {
        self.restart().await;
        self.arrive(&kept).await;
    }

    /// The process dies as soon as it has taken this in, and again whenever it decides about the event with these words.
    pub async fn dies_of(&self, words: &str, kept: Vec<Inbound>) {
        self.0.fuse.is_deadly(words);
        self.takes_in(&kept).await;
        self.restart().await;
        self.settle().await;
    }

    /// The platform delivers what it kept, to a process that was there all the time.
    pub async fn delivers(&self, kept: Vec<Inbound>) {
        self.arrive(&kept).await;
    }
}

impl Voice {
    /// Writes while nobody is there; the platform keeps it.
    pub fn writes(&self, text: &str) -> Inbound {
        let at = self.office.tick();
        let id =
            self.office.0.board.state().put(&self.place, &self.who.name, text.to_owned(), Vec::new(), String::new());
        let content = inbound::typed(id, text, self.place.kind == ChatKind::Direct, None);
        inbound::event(self.office.next_event(), &self.place, &self.who, content, at)
    }

    /// Writes to the secretary in a group while nobody is there.
    pub fn writes_to_it(&self, text: &str) -> Inbound {
        let at = self.office.tick();
        let id =
            self.office.0.board.state().put(&self.place, &self.who.name, text.to_owned(), Vec::new(), String::new());
        inbound::event(self.office.next_event(), &self.place, &self.who, inbound::typed(id, text, true, None), at)
    }

    /// Presses a button while nobody is there: the platform drops it (platform-facts T2).
    pub fn presses_in_vain(&self, label: &str) {
        self.data(label);
        self.office.tick();
        self.office.0.board.state().say(&self.place, format!("{} presses [{label}] in vain", self.who.name));
    }
}
