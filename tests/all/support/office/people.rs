//! Who is there: members, strangers, rooms, settings and codes.

use crate::support::doubles::inbound::{self, Account};
use crate::support::office::Office;
use crate::support::voice::Voice;
use secretary::engine::{FirstCode, home};
use secretary::ports::store::Store;
use secretary::secretary::ids::{PersonId, RoomId};
use secretary::secretary::inbound::{Account as Handle, ChatKind, Place, Platform};
use secretary::secretary::people::workspace::{Person, Purposes, Role, Room, Settings};
use std::sync::atomic::Ordering;

impl Office {
    /// A member with a role, in their direct chat.
    pub async fn member(&self, name: &str, platform: Platform, role: Role) -> Voice {
        self.joins(name, platform, role, Some("Europe/Berlin")).await
    }

    /// A member who has not said their zone.
    pub async fn newcomer(&self, name: &str, platform: Platform, role: Role) -> Voice {
        self.joins(name, platform, role, None).await
    }

    async fn joins(&self, name: &str, platform: Platform, role: Role, zone: Option<&str>) -> Voice {
        let voice = self.stranger(name, platform);
        let mut tx = self.store().begin().await.unwrap();
        let id = PersonId::new(format!("person-{}", voice.who.user));
        let accounts = vec![Handle { platform, user: voice.who.user.clone() }];
        let zone = zone.map(str::to_owned);
        let person = Person { accounts, zone, ..Person::new(id, home(), name, role, self.now()) };
        tx.save_person(&person).await.unwrap();
        tx.change_directory(&format!("{} is there", person.id)).await.unwrap();
        tx.commit().await.unwrap();
        voice
    }

    /// An owner, in their direct chat.
    pub async fn owner(&self, name: &str, platform: Platform) -> Voice {
        self.member(name, platform, Role::Owner).await
    }

    /// Somebody nobody knows.
    pub fn stranger(&self, name: &str, platform: Platform) -> Voice {
        let n = self.0.people.fetch_add(1, Ordering::SeqCst);
        let who = Account {
            name: name.to_owned(),
            user: format!("{}", 100 + n),
            platform,
            anonymous: false,
            language: None,
            zone: None,
            roles: Vec::new(),
        };
        let place = Place { title: Some(name.to_owned()), ..inbound::direct(&who) };
        Voice { office: self.clone(), who, place }
    }

    /// A group or channel that is a room with these purposes.
    pub async fn room(&self, title: &str, platform: Platform, purposes: Purposes) -> Place {
        let place = self.group(title, platform);
        let mut tx = self.store().begin().await.unwrap();
        let room = Room {
            id: RoomId::new(format!("room-{}", title.to_lowercase())),
            workspace: home(),
            place: place.clone(),
            purposes,
            closed: false,
            active: true,
            called: String::new(),
            person: None,
            thread_of: None,
            former: Vec::new(),
        };
        tx.save_room(&room).await.unwrap();
        tx.change_directory(&format!("{} is there", room.id)).await.unwrap();
        tx.commit().await.unwrap();
        place
    }

    /// A group nobody has told the secretary about.
    pub fn group(&self, title: &str, platform: Platform) -> Place {
        assert_eq!(ChatKind::Group, inbound::group(platform, title).kind);
        inbound::group(platform, title)
    }

    /// Changes settings before the story begins.
    pub async fn settings(&self, change: impl FnOnce(&mut Settings)) {
        let mut tx = self.store().begin().await.unwrap();
        let mut settings = tx.settings(&home()).await.unwrap().expect("prepared");
        change(&mut settings);
        tx.save_settings(&settings).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// The day is over: who left longer ago than the settings say is erased.
    pub async fn erases_who_left(&self) {
        self.until_done(async |engine| engine.forget_former().await.unwrap()).await;
        self.settle().await;
    }

    /// A pairing code, as printed for whoever asks at the machine.
    pub async fn pairing_code(&self) -> String {
        self.until_done(async |engine| engine.pairing_code().await.unwrap()).await
    }

    /// What a start says of the pairing code.
    pub async fn first_code(&self, beside_others: bool) -> FirstCode {
        self.until_done(async |engine| engine.first_code(beside_others).await.unwrap()).await
    }
}
