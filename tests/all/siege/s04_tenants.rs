//! Two workspaces in one bot, each full of canaries, and everything their people and their agents can try to get at what is
//! the other's: commands, presses, replies, codes, tools, names and numbers that collide. Judged by what was said where, and by
//! what was put to the model for whom.

use super::{Chance, Siege, one_of};
use crate::support::{Office, Voice, call, decision, idea, said};
use secretary::engine::home;
use secretary::ports::store::Store;
use secretary::secretary::ids::{PersonId, WorkspaceId};
use secretary::secretary::inbound::Platform::{self, Discord, Telegram};
use secretary::secretary::inbound::{Account, Content, Inbound, Place, Sender};
use secretary::secretary::workspace::{Person, Purposes, Role, Room, Settings};
use serde_json::json;

/// Attempts in full.
const ATTEMPTS: usize = 2_000;
/// Attempts in one pair of workspaces.
const IN_ONE: usize = 50;
/// Canaries of each workspace.
const CANARIES: usize = 50;

/// One of the two.
struct Tenant {
    mark: &'static str,
    owner: Voice,
    helper: Voice,
    group: Place,
}

fn canary(mark: &str, n: usize) -> String {
    format!("{mark}canary{n:02}")
}

/// A workspace with an owner, an approver and a group, all with the same names and numbers as in the other one.
async fn tenant(office: &Office, mark: &'static str, workspace: WorkspaceId, platform: Platform) -> Tenant {
    let group = office.group(&format!("Group {mark}"), platform);
    let mut tx = office.store().begin().await.unwrap();
    if workspace != home() {
        tx.save_settings(&Settings::fresh(workspace.clone(), "UTC", "en")).await.unwrap();
    }
    let mut voices = Vec::new();
    for (name, role) in [("Mara", Role::Owner), ("Kim", Role::Approver)] {
        let voice = office.stranger(name, platform);
        let id = PersonId::new(format!("{mark}-{name}"));
        let mut person = Person::new(id, workspace.clone(), name, role, office.now());
        person.accounts.push(Account { platform, user: voice.who.user.clone() });
        tx.save_person(&person).await.unwrap();
        voices.push(voice);
    }
    let room = Room {
        id: secretary::secretary::ids::RoomId::new(format!("room-{mark}")),
        workspace,
        place: group.clone(),
        purposes: Purposes { intake: true, decisions: true, reports: true, ..Purposes::default() },
        closed: false,
        active: true,
        called: String::new(),
        person: None,
        thread_of: None,
        former: Vec::new(),
    };
    tx.save_room(&room).await.unwrap();
    tx.commit().await.unwrap();
    let helper = voices.pop().unwrap();
    Tenant { mark, owner: voices.pop().unwrap(), helper, group }
}

impl Tenant {
    /// Fills it with what is nobody else's business.
    async fn fills(&self) {
        let secret = |n: usize| canary(self.mark, n);
        let (owner, there) = (&self.owner, self.owner.in_group(&self.group));
        for n in 0..CANARIES {
            let word = secret(n);
            match n % 5 {
                0 => owner.says(&format!("note that the {word} is in the cellar")).await,
                1 => there.mentions(&format!("note that the key of the {word} is 4711")).await,
                2 => owner.says(&format!("remind me every day at 9:00 to feed the {word}")).await,
                3 => owner.says(&format!("add {word} to the shopping list")).await,
                _ if n == 4 => there.mentions(&format!("compare offers for the {word}")).await,
                _ if n == 9 => owner.says(&format!("compare offers for the {word}")).await,
                _ => owner.says(&format!("note: Topic {n}: all about the {word}")).await,
            }
        }
    }
}

/// What somebody of the one tries, in words.
const WORDS: [&str; 26] = [
    "/list all",
    "/show 1",
    "/show 2",
    "/history",
    "/history 1",
    "/reports",
    "/reports 1",
    "/reports 2 json",
    "/decisions",
    "/decide 1 1",
    "/decide 2 2",
    "/cancel 1 because",
    "/schedules",
    "/schedules 1 now",
    "/members",
    "/stats",
    "/team 1",
    "/report now",
    "/settings",
    "/mode",
    "/workspace",
    "/workspace 1",
    "show my notes",
    "show all lists",
    "find my notes on canary",
    "what's on the shopping list?",
];

async fn attempt(office: &Office, chance: &mut Chance, n: usize, by: &Tenant, of: &Tenant) -> String {
    let voice = if chance.percent(50) { &by.owner } else { &by.helper };
    let voice = if chance.percent(40) { voice.in_group(&by.group) } else { voice.clone() };
    let theirs = office.stands();
    let belongs = |place: &Place| place.chat == of.group.chat || place.chat == of.owner.place.chat;
    let theirs: Vec<_> = theirs.into_iter().filter(|m| m.who == "Bot" && belongs(&m.place)).collect();
    let content = match chance.below(10) {
        0..=3 => {
            let words = *one_of(chance, &WORDS);
            voice.mentions(words).await;
            return words.to_owned();
        }
        // The model of an agent here obeys, and is told where the other's things are.
        4 | 5 => {
            let tool = *one_of(chance, &["list_notes", "search_notes", "read_note", "read_file", "list_files"]);
            voice.mentions(&format!("please research the canary with {tool}")).await;
            return format!("an agent calls {tool}");
        }
        6 => {
            let buttons: Vec<String> =
                theirs.iter().flat_map(|m| m.buttons.iter().flatten()).map(|b| b.data.clone()).collect();
            if buttons.is_empty() {
                return "nothing to press".to_owned();
            }
            Content::Press { data: one_of(chance, &buttons).clone(), message: Some(one_of(chance, &theirs).id.clone()) }
        }
        // A reply to a message of the other, whose id is known.
        7 | 8 => Content::Text {
            message: format!("reply{n}"),
            text: (*one_of(chance, &["what is this?", "2", "yes", "undo", "delete", "no, Saturday"])).to_owned(),
            addressed: true,
            reply_to: Some(one_of(chance, &theirs).id.clone()),
            attachments: Vec::new(),
            forwarded: chance.percent(30),
        },
        _ => Content::Edited { message: one_of(chance, &theirs).id.clone(), text: "something else".to_owned() },
    };
    let what = format!("{content:?}");
    // Now and then in the other's very chat, to which nobody of this one belongs.
    let place = if chance.percent(30) { of.group.clone() } else { voice.place.clone() };
    let sender = Sender {
        user: voice.who.user.clone(),
        name: voice.who.name.clone(),
        bot: false,
        anonymous: false,
        language: None,
        zone: None,
        roles: Vec::new(),
    };
    let place = Place { platform: voice.place.platform, ..place };
    let event = format!("attempt{n}");
    office.arrives(Inbound { event, place, sender, content, sent_at: office.now(), handle: None }).await;
    what
}

/// What was said of one where the other is, or was put to the model together.
fn mixed(office: &Office, one: &Tenant, other: &Tenant) -> Vec<String> {
    let own =
        |place: &Place| [&one.group, &one.owner.place, &one.helper.place].iter().any(|own| own.chat == place.chat);
    let foreign = format!("{}canary", other.mark);
    let said = office.stands().into_iter().filter(|m| m.who == "Bot" && own(&m.place));
    let mut found: Vec<String> =
        said.filter(|m| m.text.contains(&foreign) || m.first.contains(&foreign)).map(|m| m.first).collect();
    let marks = [format!("{}canary", one.mark), foreign.clone()];
    let put = office.asked_of_the_model().into_iter();
    let both = put.filter(|put| marks.iter().all(|mark| put.contains(mark.as_str())));
    found.extend(both);
    found
}

async fn lives(siege: &mut Siege, seed: u64) {
    let mut chance = Chance::of(seed);
    let office = Office::new().await;
    office.is_not_listened_to();
    office.reads(|input| {
        let tool = ["list_notes", "search_notes", "read_note", "read_file", "list_files"];
        let named = tool.iter().find(|t| input.idea.contains(*t)).copied().unwrap_or("none");
        idea(&format!("Work with {named}")).task("t1", "planner", &format!("Use {named}"), &[]).into()
    });
    office.works(|input| {
        if decision(input).is_some() || !input.steps.is_empty() {
            return said("Done.");
        }
        match ["list_notes", "search_notes", "read_note", "read_file", "list_files"]
            .iter()
            .find(|t| input.title.contains(**t))
        {
            Some(&"search_notes") => call("search_notes", json!({"words": "canary"})),
            Some(&"read_note") => call("read_note", json!({"title": "Topic 14"})),
            Some(&"read_file") => call("read_file", json!({"path": "../../report.md"})),
            Some(tool) => call(tool, json!({})),
            None => said("Done."),
        }
    });
    let platform = if chance.percent(50) { Telegram } else { Discord };
    let one = tenant(&office, "red", home(), platform).await;
    let two = tenant(&office, "blue", WorkspaceId::new("shop"), platform).await;
    one.fills().await;
    two.fills().await;
    for n in 0..IN_ONE {
        let (by, of) = if chance.percent(50) { (&one, &two) } else { (&two, &one) };
        let what = attempt(&office, &mut chance, n, by, of).await;
        let found = mixed(&office, by, of);
        siege.judge(seed, found.is_empty(), || format!("{what} of {} brought {found:#?}", by.mark));
        if !found.is_empty() {
            return;
        }
    }
}

#[tokio::test]
async fn two_workspaces_get_nothing_of_each_other() {
    let mut siege = Siege::of("s04");
    for seed in Siege::worlds(ATTEMPTS, IN_ONE) {
        Box::pin(lives(&mut siege, seed)).await;
    }
    siege.holds("attempts between two workspaces", "that brought something of the other's");
}
