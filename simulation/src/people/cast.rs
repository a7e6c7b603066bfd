//! Who lives in a simulated world: people with their roles and chats, groups, and the agents at work. What they may do
//! is known here independently of the engine, as the yardstick for what it lets them do.

use crate::chance::Chance;
use crate::memory::Tables;
use crate::memory::keys::{account_key, place_key};
use chrono::{DateTime, Utc};
use secretary::engine::home;
use secretary::secretary::agent;
use secretary::secretary::agent::Agent;
use secretary::secretary::budget::{Limit, Limits};
use secretary::secretary::ids::{PersonId, RoomId, WorkspaceId};
use secretary::secretary::inbound::{Account, ChatKind, Place, Platform, Sender};
use secretary::secretary::people::workspace::{Person, Purposes, Role, Room, Settings};
use secretary::secretary::policy::Quorum;
use std::sync::Arc;

/// The second workspace.
pub fn other() -> WorkspaceId {
    WorkspaceId::new("shop")
}

/// The direct chat of the one nobody knows.
pub const STRANGER_CHAT: &str = "telegram-stranger";

/// Somebody with the chats they can write in.
#[derive(Clone, Debug)]
pub struct Player {
    /// Who; none for a stranger.
    pub person: Option<PersonId>,
    /// What they may do.
    pub role: Option<Role>,
    /// What they are in the other workspace.
    pub elsewhere: Option<(PersonId, Role)>,
    /// Their accounts, with the chats they see there.
    pub seats: Vec<(Account, Vec<Place>)>,
    /// Their name.
    pub name: &'static str,
}

/// A chat; its id is like that of no other platform.
pub fn place(platform: Platform, chat: &str, kind: ChatKind) -> Place {
    let title = Some(chat.to_owned());
    Place { platform, bot: "bot".to_owned(), chat: format!("{platform}-{chat}"), thread: None, kind, title }
}

fn account(platform: Platform, user: &str) -> Account {
    Account { platform, user: user.to_owned() }
}

/// How an account signs what it writes.
pub fn sender(player: &Player, account: &Account) -> Sender {
    Sender {
        user: account.user.clone(),
        name: player.name.to_owned(),
        bot: false,
        anonymous: false,
        language: None,
        zone: None,
        roles: Vec::new(),
    }
}

/// Everybody.
pub fn players() -> Vec<Player> {
    use Platform::{Discord, Telegram, Web};
    let group = |platform| place(platform, "group", ChatKind::Group);
    let own = |platform, chat| place(platform, chat, ChatKind::Direct);
    let person = |id: &str| Some(PersonId::new(id));
    let shop = place(Discord, "shop", ChatKind::Group);
    vec![
        Player {
            person: person("ada"),
            role: Some(Role::Owner),
            elsewhere: None,
            seats: vec![
                (account(Telegram, "1"), vec![own(Telegram, "ada"), group(Telegram)]),
                (account(Discord, "2"), vec![own(Discord, "ada"), group(Discord)]),
                (account(Web, "local"), vec![own(Web, "local")]),
            ],
            name: "Ada",
        },
        Player {
            person: person("ben"),
            role: Some(Role::Approver),
            elsewhere: None,
            seats: vec![(account(Discord, "3"), vec![own(Discord, "ben"), group(Discord)])],
            name: "Ben",
        },
        Player {
            person: person("cleo"),
            role: Some(Role::Requester),
            elsewhere: None,
            seats: vec![(account(Telegram, "4"), vec![own(Telegram, "cleo"), group(Telegram)])],
            name: "Cleo",
        },
        Player {
            person: person("dan"),
            role: Some(Role::Requester),
            elsewhere: person("dan-shop").map(|id| (id, Role::Owner)),
            seats: vec![(account(Discord, "5"), vec![own(Discord, "dan"), group(Discord), shop.clone()])],
            name: "Dan",
        },
        Player {
            person: person("eve"),
            role: Some(Role::Observer),
            elsewhere: person("eve-shop").map(|id| (id, Role::Requester)),
            seats: vec![(account(Telegram, "6"), vec![own(Telegram, "eve"), group(Telegram)])],
            name: "Eve",
        },
        Player {
            person: None,
            role: None,
            elsewhere: None,
            seats: vec![(account(Telegram, "7"), vec![own(Telegram, "stranger"), group(Telegram)])],
            name: "Mallory",
        },
    ]
}

/// The workspace somebody belongs to.
pub fn workspace_of(person: &PersonId) -> WorkspaceId {
    if person.as_str().ends_with("-shop") { other() } else { home() }
}

/// Small budgets: a share of them is used up, or runs low, by what a few ideas cost.
pub fn small_budgets(chance: &mut Chance) -> Limits {
    let mut few = |least: i64, most: i64| {
        let tokens = u64::try_from(chance.between(least, most)).ok();
        chance.in_thousand(400).then_some(Limit { tokens, micros: None })
    };
    Limits {
        ticket: few(200, 1_200),
        person: few(500, 3_000),
        day: few(1_000, 5_000),
        workspace: few(1_500, 9_000),
        currency: None,
    }
}

/// What the two groups are for, and what is set in the first workspace.
pub fn house(chance: &mut Chance, budget: Limits) -> ([Purposes; 2], Settings) {
    let mut purposes = || Purposes {
        intake: chance.in_thousand(800),
        every_message: chance.in_thousand(200),
        decisions: chance.in_thousand(500),
        reports: chance.in_thousand(400),
        goes_on: chance.in_thousand(400),
        ..Purposes::default()
    };
    let purposes = [purposes(), purposes()];
    let quorum = [Quorum::Any, Quorum::Number(2), Quorum::All][chance.weighted(&[80, 10, 10])];
    let four_eyes = chance.in_thousand(150);
    (purposes, Settings { four_eyes, quorum, budget, ..Settings::fresh(home(), "UTC", "en") })
}

/// Writes the people and the two groups into an empty database.
pub fn move_in(
    tables: &mut Tables,
    players: &[Player],
    (purposes, settings): ([Purposes; 2], Settings),
    now: DateTime<Utc>,
) {
    for player in players {
        let (Some(id), Some(role)) = (&player.person, player.role) else { continue };
        let accounts: Vec<Account> = player.seats.iter().map(|(account, _)| account.clone()).collect();
        for account in &accounts {
            tables.accounts.insert((account_key(account), home()), id.clone());
        }
        let zone = (player.name != "Dan").then(|| "Europe/Berlin".to_owned());
        let person = Person { accounts, zone, ..Person::new(id.clone(), home(), player.name, role, now) };
        tables.people.insert(id.clone(), (person.clone(), false));
        if let Some((id, role)) = &player.elsewhere {
            for account in &person.accounts {
                tables.accounts.insert((account_key(account), other()), id.clone());
            }
            let there = Person { workspace: other(), id: id.clone(), role: *role, ..person };
            tables.people.insert(id.clone(), (there, false));
        }
    }
    tables.settings.insert(home(), settings);
    tables.settings.insert(other(), Settings { name: "Shop".to_owned(), ..Settings::fresh(other(), "UTC", "en") });
    let all = Purposes { intake: true, decisions: true, reports: true, ..Purposes::default() };
    for (chat, platform, workspace, purposes) in [
        ("group", Platform::Telegram, home(), purposes[0]),
        ("group", Platform::Discord, home(), purposes[1]),
        ("shop", Platform::Discord, other(), all),
    ] {
        let room = Room {
            id: RoomId::new(format!("{chat}-{platform}")),
            workspace: workspace.clone(),
            place: place(platform, chat, ChatKind::Group),
            purposes,
            closed: false,
            active: true,
            called: String::new(),
            person: None,
            thread_of: None,
            former: Vec::new(),
        };
        tables.places.insert((place_key(&room.place), workspace), room.id.clone());
        tables.rooms.insert(room.id.clone(), Arc::new(room));
    }
}

/// The agents: few, so that work has to wait for them.
pub fn roster() -> Vec<Agent> {
    let agent = |name: &str, skill: &str, tools: &[&str], capacity| Agent {
        name: name.to_owned(),
        title: name.to_owned(),
        description: format!("Does {skill}."),
        capabilities: vec![skill.to_owned()],
        tools: tools.iter().map(|t| (*t).to_owned()).collect(),
        model: None,
        limits: agent::Limits { turns: 6, tool_calls: 6, tokens: 4_000, seconds: 900, result_chars: 2_000 },
        prompt: "Work carefully.".to_owned(),
        mutates: tools.contains(&"keep"),
        capacity,
    };
    vec![
        agent("researcher", "research", &["look_up", "fail"], 1),
        agent("writer", "writing", &["look_up", "keep", "set_reminder", "send_letter", "fail"], 2),
        agent("reviewer", "checking", &["look_up"], 1),
    ]
}
