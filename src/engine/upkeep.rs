//! Upkeep: rooms that move or close, threads, and what is done once at start.

use super::desk::Desk;
use super::{Engine, workspace};
use crate::ports::store::{Arrival, Fate, Stored, TicketFilter};
use crate::secretary::event::Event;
use crate::secretary::ids::{PersonId, RoomId};
use crate::secretary::inbound::{Account, Platform};
use crate::secretary::ticket::Status;
use crate::secretary::wording::people::NAMELESS;
use crate::secretary::workspace::{CODE_LIFE, Code, GUESSES_IN_ALL, Grant, Person, Role, Room, ZoneTalk, code_text};

impl Desk<'_> {
    /// A chat got a new id: every later post goes there.
    pub(super) async fn room_moved(&mut self, room: &RoomId, chat: &str) -> Stored<Fate> {
        let rooms = match self.tx.room(room).await? {
            Some(moved) => {
                let all = self.tx.rooms(&workspace()).await?;
                let place = moved.place.clone();
                let same = move |r: &Room| {
                    r.place.platform == place.platform && r.place.bot == place.bot && r.place.chat == place.chat
                };
                all.into_iter().filter(same).collect()
            }
            None => Vec::new(),
        };
        for mut room in rooms {
            let left = std::mem::replace(&mut room.place.chat, chat.to_owned());
            if let Some(mut newcomer) = self.tx.room_at(&room.place).await?
                && newcomer.id != room.id
            {
                // Somebody wrote in the new chat before we heard of the move: that room makes way.
                newcomer.place.chat = format!("{left}-moved-{}", newcomer.id);
                newcomer.closed = true;
                self.tx.save_room(&newcomer).await?;
            }
            self.tx.save_room(&room).await?;
        }
        self.forget_directory();
        Ok(Fate::Decided(None))
    }

    /// A room cannot be reached, or can again. Nothing of it is forgotten.
    pub(super) async fn set_reachable(&mut self, room: &RoomId, yes: bool) -> Stored<Fate> {
        if let Some(mut room) = self.tx.room(room).await?
            && room.closed == yes
            && (!yes || !room.direct() || room.person.is_some())
        {
            room.closed = !yes;
            self.tx.save_room(&room).await?;
            self.forget_directory();
            if room.closed {
                self.move_prompts(&room.id).await?;
            }
        }
        Ok(Fate::Decided(None))
    }

    /// Open prompts of a room that cannot be reached are shown elsewhere.
    async fn move_prompts(&mut self, room: &RoomId) -> Stored<()> {
        let filter = TicketFilter {
            workspace: Some(workspace()),
            statuses: vec![Status::Deciding, Status::Paused],
            limit: 500,
            ..TicketFilter::default()
        };
        for ticket in self.tx.tickets(&filter).await? {
            if ticket.open_decisions().any(|d| d.rooms.contains(room)) {
                self.apply_to(&ticket, &Event::PromptLost { room: room.clone() }, None).await?;
            }
        }
        Ok(())
    }
}

impl Engine {
    /// What is done once at start, before anything is received: unfinished sends are marked unclear, the
    /// owners of the settings and the local visitor exist, waiting tickets look for agents again.
    ///
    /// # Errors
    /// The database does not take it.
    pub async fn prepare(&self, local_owner: bool) -> Stored<()> {
        let now = self.now();
        let mut tx = self.parts.store.begin().await?;
        let last = tx.last_break().await?;
        let on_purpose = last.is_some_and(|(_, started)| started.is_none());
        self.remember_break(last);
        self.remember_left_over(tx.last_undecided().await?);
        let unclear = tx.recover(now, on_purpose).await?;
        if unclear > 0 {
            tracing::info!(unclear, "sends and runs cut off by the last stop are taken up again");
        }
        let fresh = self.fresh_settings();
        let settings = match tx.settings(&workspace()).await? {
            Some(known) => known.following(&fresh),
            None => fresh,
        };
        tx.save_settings(&settings).await?;
        let mut owners: Vec<(Account, &str)> =
            self.parts.defaults.owners.iter().map(|a| (a.clone(), NAMELESS)).collect();
        if local_owner {
            owners.push((Account { platform: Platform::Web, user: "local".to_owned() }, NAMELESS));
        }
        for (account, name) in owners {
            match tx.person_of(&account).await? {
                Some(person) if person.role == Role::Owner => {}
                Some(person) => tx.save_person(&Person { role: Role::Owner, ..person }).await?,
                None => {
                    let person = Person {
                        id: PersonId::new(format!("{}-{}", account.platform, account.user)),
                        workspace: workspace(),
                        name: name.to_owned(),
                        role: Role::Owner,
                        accounts: vec![account],
                        zone: None,
                        zone_talk: ZoneTalk::default(),
                        language: None,
                        joined_at: now,
                    };
                    tx.save_person(&person).await?;
                }
            }
        }
        let seed = self.draw()?;
        tx.tell(&format!("start/{}", now.timestamp_micros()), &Arrival::AgentsFree, seed, now).await?;
        tx.commit().await?;
        self.arrivals.notify_one();
        self.wishes.notify_one();
        Ok(())
    }

    /// A fresh pairing code for the first owner of a platform; it voids an older one. None when every
    /// connected platform has an owner already and `always` is not set.
    ///
    /// # Errors
    /// The database does not take it.
    pub async fn pairing_code(&self, always: bool) -> Stored<Option<String>> {
        let now = self.now();
        let mut tx = self.parts.store.begin().await?;
        let people = tx.people(&workspace()).await?;
        let paired = people
            .iter()
            .any(|p| p.role == Role::Owner && p.accounts.iter().any(|a| !matches!(a.platform, Platform::Web)));
        if paired && !always {
            return Ok(None);
        }
        let seed = super::seed::Seed(self.draw()?);
        let code = Code {
            text: code_text(seed.code()),
            grant: Grant::Pair,
            expires_at: now + CODE_LIFE,
            tries_left: GUESSES_IN_ALL,
        };
        let mut codes = tx.codes(&workspace()).await?;
        codes.retain(|c| c.grant != Grant::Pair && c.expires_at > now);
        codes.push(code.clone());
        tx.save_codes(&workspace(), &codes).await?;
        tx.commit().await?;
        Ok(Some(code.text))
    }
}
