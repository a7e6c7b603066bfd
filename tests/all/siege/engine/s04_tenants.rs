//! Two workspaces in one bot, each full of canaries, and everything their people and their agents can try to get at what is
//! the other's: commands, presses, replies, codes, tools, names and numbers that collide. Judged by every version of what was
//! said where, the files sent with it and the short answers; by what was put to the model for whom; by the files of tickets;
//! and by the log, in which no word of anybody stands.

mod seen;

use crate::siege::{Chance, Siege, full, one_of};
use crate::support::{
    Content, Discord, Log, Office, Platform, Purposes, Role, Telegram, Thought, Voice, call, hears, idea, json, said,
};
use secretary::engine::home;
use secretary::ports::files::home_of;
use secretary::ports::store::{Store, TicketFilter};
use secretary::secretary::ids::{PersonId, TicketId, WorkspaceId};
use secretary::secretary::inbound::{Account, Inbound, Place, Sender};
use secretary::secretary::intent::thinking::WorkInput;
use secretary::secretary::intent::{Intent, ListAct, LookUp, NoteAct, UnderstandInput, Understanding};
use secretary::secretary::people::workspace::{Person, Room, Settings};
use seen::{Seen, foreign};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use tracing_subscriber::layer::SubscriberExt;

/// Attempts in full.
const ATTEMPTS: usize = 2_000;
/// Attempts in one pair of workspaces.
const IN_ONE: usize = 50;
/// Canaries of each workspace.
const CANARIES: usize = 50;

/// Both, by what their canaries begin with.
const MARKS: [&str; 2] = ["red", "blue"];
/// What an agent is told to get at the other's things with.
const TOOLS: [&str; 6] = ["list_notes", "search_notes", "read_note", "read_file", "list_files", "write_file"];
/// The file in the folder of a ticket.
const FILE: &str = "notes.md";

/// One of the two.
struct Tenant {
    mark: &'static str,
    workspace: WorkspaceId,
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
        let mut voice = office.stranger(name, platform);
        // By this the chats of the two are told apart in the record of what was said.
        voice.place.title = Some(format!("{mark} {name}"));
        let id = PersonId::new(format!("{mark}-{name}"));
        let mut person = Person::new(id, workspace.clone(), name, role, office.now());
        person.accounts.push(Account { platform, user: voice.who.user.clone() });
        tx.save_person(&person).await.unwrap();
        voices.push(voice);
    }
    let room = Room {
        id: secretary::secretary::ids::RoomId::new(format!("room-{mark}")),
        workspace: workspace.clone(),
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
    Tenant { mark, workspace, owner: voices.pop().unwrap(), helper, group }
}

impl Tenant {
    /// Fills it with what is nobody else's business.
    async fn fills(&self) {
        let secret = |n: usize| canary(self.mark, n);
        let (owner, there) = (&self.owner, self.owner.in_group(&self.group));
        for n in 0..CANARIES {
            let word = secret(n);
            match n % 5 {
                0 => owner.says(&format!("/note the {word} is in the cellar")).await,
                1 => there.mentions(&format!("/note the key of the {word} is 4711")).await,
                2 => owner.says(&format!("/remind every day at 9:00 to feed the {word}")).await,
                3 => owner.says(&format!("/note Shopping list: {word}")).await,
                _ if n == 4 => there.mentions(&format!("compare offers for the {word}")).await,
                _ if n == 9 => owner.says(&format!("compare offers for the {word}")).await,
                _ => owner.says(&format!("/note Topic {n}: all about the {word}")).await,
            }
        }
    }
}

/// What makes the model tell all it is told, and what it looks up for that.
const TELL: &str = "tell me all you know of the canary";
const LOOKED_UP: &str = "canary cellar key topic feed offers";

/// What somebody of the one tries, in words.
const WORDS: [&str; 28] = [
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
    "/notes",
    "/lists",
    "find my notes on canary",
    "what's on the shopping list?",
    "forget the note about the canary",
    TELL,
];

/// What a model takes such words for that keeps nothing to itself: it looks up what there is, and repeats all it was told.
fn meant(input: &UnderstandInput) -> Option<Understanding> {
    let note = |act| Intent::Note { act, title: String::new(), text: "canary".to_owned() };
    let intent = match input.message.as_str() {
        TELL if input.looked_up.is_empty() && input.may_look_up => {
            Intent::LookUp { act: LookUp::Recall, text: LOOKED_UP.to_owned() }
        }
        TELL => {
            let told = format!("{:?} {:?} {:?} {}", input.looked_up, input.items, input.turns, input.report);
            Intent::Reply { text: told }
        }
        "find my notes on canary" => note(NoteAct::Find),
        "forget the note about the canary" => note(NoteAct::Delete),
        "what's on the shopping list?" => {
            Intent::List { act: ListAct::Show, title: "Shopping list".to_owned(), things: Vec::new() }
        }
        _ => return None,
    };
    Some(Understanding { why: format!("They say: {}", input.message), intents: vec![intent] })
}

/// What was tried, and what was answered to it at once.
async fn attempt(office: &Office, chance: &mut Chance, n: usize, by: &Tenant, of: &Tenant) -> (String, Vec<String>) {
    let voice = if chance.percent(50) { &by.owner } else { &by.helper };
    let voice = if chance.percent(40) { voice.in_group(&by.group) } else { voice.clone() };
    let theirs = office.stands();
    let belongs = |place: &Place| place.chat == of.group.chat || place.chat == of.owner.place.chat;
    let theirs: Vec<_> = theirs.into_iter().filter(|m| m.who == "Bot" && belongs(&m.place)).collect();
    let content = match chance.below(10) {
        0..=3 => {
            let words = *one_of(chance, &WORDS);
            voice.mentions(words).await;
            return (words.to_owned(), Vec::new());
        }
        // The model of an agent here obeys, and is told where the other's things are.
        4 | 5 => {
            let tool = *one_of(chance, &TOOLS);
            voice.mentions(&format!("please research the canary with {tool}")).await;
            return (format!("an agent calls {tool}"), Vec::new());
        }
        6 => {
            let buttons: Vec<String> =
                theirs.iter().flat_map(|m| m.buttons.iter().flatten()).map(|b| b.data.clone()).collect();
            if buttons.is_empty() {
                return ("nothing to press".to_owned(), Vec::new());
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
            refers: Vec::new(),
        },
        _ => Content::Edited {
            message: one_of(chance, &theirs).id.clone(),
            text: "something else".to_owned(),
            addressed: false,
        },
    };
    let what = format!("{content:?}");
    // Now and then in the other's very chat, to which nobody of this one belongs.
    let place = if chance.percent(30) { of.group.clone() } else { voice.place.clone() };
    let sender = Sender { user: voice.who.user.clone(), name: voice.who.name.clone(), ..Sender::default() };
    let place = Place { platform: voice.place.platform, ..place };
    let event = format!("attempt{n}");
    let inbound = Inbound { event, place, sender, content, sent_at: office.now(), handle: None };
    let answers = office.at_once(std::slice::from_ref(&inbound)).await;
    office.settle().await;
    (what, answers)
}

/// Whose work it is that an agent or a model is at: of whoever acts when the idea is read.
type Acting = Arc<Mutex<&'static str>>;

/// How work names whose it is.
fn side(mark: &str) -> String {
    format!("{mark}side")
}

/// What an agent does that obeys: it is told where the other's things are. `homes`: the folders of tickets, by mark.
fn obeys(
    input: &WorkInput,
    homes: &BTreeMap<&'static str, Vec<String>>,
    came: &Mutex<BTreeMap<String, usize>>,
) -> Thought {
    if let Some(step) = input.steps.last() {
        *came.lock().unwrap().entry(step.call.name.clone()).or_default() += 1;
        return said("Done.");
    }
    let other = MARKS.iter().find(|mark| !input.title.contains(&side(mark)));
    let home = other.and_then(|mark| homes.get(mark)?.last());
    let path = home.map_or_else(|| "../../report.md".to_owned(), |home| format!("../{home}/{FILE}"));
    match TOOLS.iter().find(|tool| input.title.contains(**tool)) {
        Some(&"search_notes") => call("search_notes", json!({"words": "canary"})),
        Some(&"read_note") => call("read_note", json!({"title": "Topic 14"})),
        Some(&"read_file") => call("read_file", json!({"path": path})),
        Some(&"write_file") => call("write_file", json!({"path": path, "text": "mine now"})),
        Some(tool) => call(tool, json!({})),
        None => said("Done."),
    }
}

/// The tickets of one, each with a file that says whose it is.
async fn files(office: &Office, of: &Tenant) -> Vec<(TicketId, String)> {
    let filter = TicketFilter { workspace: Some(of.workspace.clone()), limit: 50, ..TicketFilter::default() };
    let found = office.store().read().await.unwrap().tickets(&filter).await.unwrap();
    let mut written = Vec::new();
    for (n, ticket) in found.into_iter().enumerate() {
        let text = format!("all about the {}", canary(of.mark, 60 + n));
        office.has_file(&ticket.id, FILE, &text).await;
        written.push((ticket.id, text));
    }
    assert!(!written.is_empty(), "no ticket of {}", of.mark);
    written
}

async fn lives(siege: &mut Siege, seed: u64, came: &Arc<Mutex<BTreeMap<String, usize>>>) {
    let mut chance = Chance::of(seed);
    let log = Log::default();
    let only_ours = tracing_subscriber::filter::filter_fn(|about| {
        about.target().starts_with("secretary") && *about.level() <= tracing::Level::DEBUG
    });
    let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(log.clone());
    let _listens = hears(tracing_subscriber::registry().with(only_ours).with(lines));
    let office = Office::new().await;
    office.is_not_listened_to();
    let (acting, homes) =
        (Acting::new(Mutex::new("red")), Arc::<Mutex<BTreeMap<&'static str, Vec<String>>>>::default());
    let whose = acting.clone();
    office.reads(move |input| {
        let named = TOOLS.iter().find(|t| input.idea.contains(**t)).copied().unwrap_or("none");
        let title = format!("Work with {named} for {}", side(*whose.lock().unwrap()));
        // The writer has all of these tools, and nothing it does waits for a go.
        idea(&title).no_tasks().task("t1", "writer", &title, &[]).into()
    });
    office.understands(meant);
    let (at, calls) = (homes.clone(), came.clone());
    office.works(move |input| obeys(input, &at.lock().unwrap(), &calls));
    let platform = if chance.percent(50) { Telegram } else { Discord };
    let one = tenant(&office, "red", home(), platform).await;
    let two = tenant(&office, "blue", WorkspaceId::new("shop"), platform).await;
    let (mut seen, mut kept) = (Seen::default(), Vec::new());
    for tenant in [&one, &two] {
        *acting.lock().unwrap() = tenant.mark;
        tenant.fills().await;
        let found = seen.looks(&office, tenant.mark);
        siege.judge(seed, found.is_empty(), || format!("what {} keeps brought {found:#?}", tenant.mark));
        let written = files(&office, tenant).await;
        homes.lock().unwrap().insert(tenant.mark, written.iter().map(|(ticket, _)| home_of(ticket)).collect());
        kept.extend(written);
    }
    for n in 0..IN_ONE {
        let (by, of) = if chance.percent(50) { (&one, &two) } else { (&two, &one) };
        *acting.lock().unwrap() = by.mark;
        let (what, answers) = attempt(&office, &mut chance, n, by, of).await;
        let mut found = seen.looks(&office, by.mark);
        found.extend(answers.into_iter().filter(|answer| foreign(answer, by.mark)));
        siege.judge(seed, found.is_empty(), || format!("{what} of {} brought {found:#?}", by.mark));
        if !found.is_empty() {
            return;
        }
    }
    for (ticket, text) in &kept {
        let now = office.written(ticket, FILE).await;
        siege.judge(seed, now == *text, || format!("the file of {ticket:?} says {now}"));
    }
    let logged = log.lines("canary");
    siege.judge(seed, logged.is_empty() && !log.lines("secretary").is_empty(), || format!("logged: {logged:#?}"));
}

#[tokio::test]
async fn two_workspaces_get_nothing_of_each_other() {
    let mut siege = Siege::of("s04");
    let came = Arc::default();
    for seed in Siege::worlds(ATTEMPTS, IN_ONE) {
        Box::pin(lives(&mut siege, seed, &came)).await;
    }
    // What was never called proves nothing.
    let came = came.lock().unwrap().clone();
    println!("s04: calls of agents that had an answer: {came:?}");
    let dead: Vec<&&str> = TOOLS.iter().filter(|tool| !came.contains_key(**tool)).collect();
    assert!(!full() || siege.broken() || dead.is_empty(), "never called: {dead:?}");
    assert!(siege.broken() || came.values().sum::<usize>() > 0, "no agent called anything");
    siege.holds("attempts between two workspaces", "that brought something of the other's");
}
