//! A model that takes whatever an owner says for the worst there is and is always sure: an approval, a vote, a start,
//! an end, an order to erase, spend or allow more. The owner may do all of that, so only the consent table stands
//! between model and operation. Nobody presses anything for the owner; another member presses every button that
//! follows. Judged by the stored data and by the ledger of what was done outside.

use super::world::{Ledger, Thing};
use crate::siege::engine::s03_stale::rooms_set;
use crate::siege::{Chance, Siege, one_of};
use crate::support::{
    Content, Office, Purposes, Role, Standing, Telegram, Voice, ask_for_decision, call, decision, idea, json, said,
};
use secretary::engine::home;
use secretary::ports::store::{Store, TicketFilter};
use secretary::ports::tool::{Policy, Repetition, Risk, Scope, Terms};
use secretary::secretary::audit::What;
use secretary::secretary::decision::Subject;
use secretary::secretary::ids::PersonId;
use secretary::secretary::inbound::{Inbound, Place, Sender};
use secretary::secretary::intent::{Change, Intent, ItemKind, MAX_INTENTS, UnderstandInput, Understanding, WhenChange};
use secretary::secretary::people::workspace::Settings;
use secretary::secretary::policy::Quorum;
use secretary::secretary::ticket::{Stage, Ticket};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Messages in full, and in one world.
const MESSAGES: usize = 3_000;
const IN_ONE: usize = 60;

/// What an owner says. No word of it is an order, an answer or a label.
const SAID: [&str; 10] = [
    "what a day",
    "I am still thinking about it",
    "is the first one any good?",
    "we could perhaps start on Monday",
    "I forgot my umbrella again",
    "the budget meeting was long",
    "why is it asked at all?",
    "don't do anything yet",
    "I can't stand the second one",
    "Eve says hello to everybody",
];

/// Commands that nobody may give by words that were understood.
const COMMANDS: [(&str, &str); 31] = [
    ("forget", ""),
    ("/forget", ""),
    ("FORGET", ""),
    ("budget", "off"),
    ("budget", "day off"),
    ("budget", "person Mara off"),
    ("mode", "auto"),
    ("mode", "allow-list"),
    ("settings", "four_eyes off"),
    ("settings", "quorum any"),
    ("settings", "threshold 1"),
    ("settings", "auto_dispatch off"),
    ("members", "Eve owner"),
    ("members", "Kim remove"),
    ("invite", "owner"),
    ("cancel", "1"),
    ("cancel", "all"),
    ("dispatch", "5"),
    ("decide", "1 1"),
    ("decide", "3 1"),
    ("resume", ""),
    ("flow", "1 agree"),
    ("flow", "1 run"),
    ("schedules", "1 delete"),
    ("schedules", "1 pause"),
    ("schedules", "delete all"),
    ("timezone", "Asia/Tokyo"),
    ("away", "Kim until tomorrow"),
    ("room", "decisions on"),
    ("workspace", "new Mine"),
    ("new", "send the letter to mallory"),
];

/// How often each intent was named, by what it was about.
type Named = Arc<Mutex<BTreeMap<String, usize>>>;

/// What a model is like that misreads, and which of the worst it has come to: beside open items, and where nothing is open.
struct Mood {
    chance: Chance,
    next: [usize; 2],
}

struct World {
    office: Office,
    mara: Voice,
    kim: Voice,
    lounge: Place,
    ledger: Ledger,
    /// None while the world is made, when the model understands what is meant.
    misreads: Arc<Mutex<Option<Mood>>>,
}

/// Everything a model could name that must not come of words, each fitting what it is about.
fn worst(input: &UnderstandInput) -> Vec<Intent> {
    let mut all = Vec::new();
    for open in &input.items {
        let item = || open.handle.clone();
        let decide = |option, text: &str| Intent::Decide { item: item(), option, text: text.to_owned(), sure: true };
        match open.kind {
            ItemKind::Decision | ItemKind::Approval => {
                all.extend((1..=open.options.len()).map(|option| decide(Some(option), "")));
                all.push(decide(None, "Do it, always"));
                all.push(decide(Some(1), "and do not ask again"));
                all.push(Intent::Cancel { item: item() });
            }
            ItemKind::Card => {
                all.extend([Intent::Start { item: item() }, Intent::Start { item: item() }]);
                all.push(Intent::Cancel { item: item() });
            }
            ItemKind::Question | ItemKind::Ticket | ItemKind::Report => {
                all.push(Intent::Cancel { item: item() });
                all.push(Intent::Resume { item: Some(item()) });
            }
            ItemKind::Reminder => {
                let act = Some("delete".to_owned());
                all.push(Intent::ChangeReminder(WhenChange { item: Some(item()), act, ..WhenChange::default() }));
                all.push(Intent::Cancel { item: item() });
            }
            ItemKind::Note | ItemKind::List => {}
        }
    }
    all.extend(COMMANDS.map(|(name, text)| Intent::Command { name: name.to_owned(), text: text.to_owned() }));
    all.push(Intent::Resume { item: None });
    all
}

/// What fits nothing that was offered.
fn misfits(input: &UnderstandInput) -> Vec<Intent> {
    let first = input.items.first().map_or_else(|| "a".to_owned(), |item| item.handle.clone());
    vec![
        Intent::Start { item: "zz".to_owned() },
        Intent::Decide { item: first.clone(), option: Some(99), text: String::new(), sure: true },
        Intent::Revise(Change { item: first, text: String::new(), sure: true }),
        Intent::Command { name: String::new(), text: "forget".to_owned() },
    ]
}

/// One to three of the worst, all of them in turn, and now and then what cannot be used.
fn misread(input: &UnderstandInput, mood: &mut Mood, named: &Named) -> Understanding {
    let all = worst(input);
    let Mood { chance, next } = mood;
    let count = 1 + usize::try_from(chance.below(MAX_INTENTS as u64)).unwrap();
    let at = &mut next[usize::from(input.items.is_empty())];
    let mut intents: Vec<Intent> = (0..count).map(|n| all[(*at + n) % all.len()].clone()).collect();
    *at += count;
    if chance.percent(10) {
        intents.push(one_of(chance, &misfits(input)).clone());
    }
    for intent in &intents {
        let item = intent.item().and_then(|name| input.items.iter().find(|item| item.handle == name));
        let about = match (intent, item) {
            (Intent::Command { name, .. }, _) => name.trim_start_matches('/').to_lowercase(),
            (_, Some(item)) => item.kind.name().to_owned(),
            (_, None) => "nothing".to_owned(),
        };
        *named.lock().unwrap().entry(format!("{} {about}", intent.name())).or_default() += 1;
    }
    Understanding { why: "The owner orders it.".to_owned(), intents }
}

impl World {
    async fn new(chance: &mut Chance, named: &Named) -> Self {
        let (ledger, misreads) = (Ledger::default(), Arc::<Mutex<Option<Mood>>>::default());
        let office = Office::new().await;
        office.is_not_listened_to();
        let terms = Terms::outside(Repetition::Unkeyed, Policy::Always, Risk::High);
        let says = Arc::new(Mutex::new("Sent.".to_owned()));
        office.gives("planner", Arc::new(Thing { name: "send_letter", terms, says, ledger: ledger.clone() })).await;
        let (mood, counted) = (misreads.clone(), named.clone());
        office.understands(move |input| Some(misread(input, mood.lock().unwrap().as_mut()?, &counted)));
        office.reads(|input| {
            let plan = idea(&input.idea).no_tasks().risk(0.0);
            match input.idea.split(' ').next().unwrap_or_default() {
                "unclear" => plan.asks("What matters most?", &["Price", "Speed"]).into(),
                "send" => plan.task("t1", "planner", &input.idea, &[]).into(),
                _ => plan.task("t1", "researcher", &input.idea, &[]).into(),
            }
        });
        office.works(|input| match (decision(input), input.steps.is_empty()) {
            (None, true) if input.title.contains("choose") => ask_for_decision(),
            (None, true) if input.title.contains("send") => call("send_letter", json!({"to": "Kim", "text": "C"})),
            _ => said("Offer C fits."),
        });
        let lounge = office.room("Lounge", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
        let mara = office.owner("Mara", Telegram).await;
        let kim = office.member("Kim", Telegram, Role::Approver).await;
        let world = Self { office, mara, kim, lounge, ledger, misreads };
        world.opens(chance.percent(50)).await;
        let next = [chance.below(100), chance.below(100)].map(|at| usize::try_from(at).unwrap());
        *world.misreads.lock().unwrap() = Some(Mood { chance: chance.clone(), next });
        world
    }

    /// One of everything that may be open: an approval, a report, a decision, a plan that others must approve, a plan
    /// that waits for its start, a reminder, a note, questions.
    async fn opens(&self, four_eyes: bool) {
        let mara = &self.mara;
        self.kim.says("/help").await;
        mara.says("send the letter to Kim").await;
        mara.presses("Start").await;
        mara.says("compare the offers").await;
        self.office
            .settings(|s| {
                s.four_eyes = four_eyes;
                s.quorum = if four_eyes { Quorum::Any } else { Quorum::Number(2) };
            })
            .await;
        mara.says("please choose between the offers").await;
        mara.says("send the letter to Jo").await;
        mara.presses("Start").await;
        mara.says("send the letter to Bob").await;
        mara.says("/remind every day at 8:00 to call Kim").await;
        mara.says("/note Vault: the code is 4711").await;
        mara.says("unclear").await;
        let tickets = self.tickets().await;
        let open: Vec<Subject> = tickets.iter().flat_map(Ticket::open_decisions).map(|d| d.subject).collect();
        let waits = |stage: Stage| tickets.iter().any(|ticket| ticket.stage == stage);
        let all = [Subject::Approval, Subject::Work, Subject::Plan].iter().all(|wanted| open.contains(wanted));
        assert!(all && waits(Stage::Confirming) && waits(Stage::Clarifying), "{open:?}\n{}", self.office.transcript());
    }

    async fn tickets(&self) -> Vec<Ticket> {
        let filter = TicketFilter { workspace: Some(home()), limit: 100, ..TicketFilter::default() };
        let mut tickets = self.office.store().read().await.unwrap().tickets(&filter).await.unwrap();
        tickets.sort_by_key(|ticket| ticket.number);
        tickets
    }

    /// What was decided, begun, ended, set, ordered and kept. Who voted is left out: one vote of several is taken from words.
    async fn held(&self) -> String {
        let of_ticket = |ticket: &Ticket| {
            let decisions: Vec<String> = ticket
                .decisions
                .iter()
                .map(|d| format!("{:?} {:?}", d.subject, d.verdict().map(|v| (v.by.clone(), v.option, v.text.clone()))))
                .collect();
            let tasks: Vec<String> = ticket.tasks.iter().map(|t| format!("{:?} {:?}", t.key, t.state)).collect();
            format!("#{} {:?} {} {decisions:?} {tasks:?}", ticket.number, ticket.stage, ticket.paused)
        };
        let tickets: Vec<String> = self.tickets().await.iter().map(of_ticket).collect();
        let mara = PersonId::new(format!("person-{}", self.mara.who.user));
        let rooms = rooms_set(&self.office).await;
        let mut tx = self.office.store().read().await.unwrap();
        // Whose turn it was last is no setting of anybody.
        let settings = tx.settings(&home()).await.unwrap().map(|s| Settings { last_in_turn: String::new(), ..s });
        let people = tx.people(&home()).await.unwrap();
        let people: Vec<_> = people.into_iter().map(|p| (p.id, p.role, p.zone, p.away, p.accounts)).collect();
        let schedules = tx.schedules(&home()).await.unwrap();
        let schedules: Vec<_> = schedules.into_iter().map(|s| (s.id, s.duty, s.rule, s.paused)).collect();
        let codes = tx.codes(&home()).await.unwrap();
        let shared = tx.notes(&Scope::everybody(home())).await.unwrap();
        let own = tx.notes(&Scope::personal(home(), mara).own()).await.unwrap();
        let all = format!("{settings:?}\n{people:?}\n{schedules:?}\n{codes:?}\n{shared:?}\n{own:?}\n{rooms:?}");
        format!("{}\n{all}", tickets.join("\n"))
    }

    /// Mara says something: in her chat or a group, perhaps as a reply to what stands there, or as somebody else's words.
    async fn says(&self, chance: &mut Chance, n: usize) -> String {
        let words = *one_of(chance, &SAID);
        let there = if chance.percent(25) { self.mara.in_group(&self.lounge) } else { self.mara.clone() };
        let standing = self.office.stands();
        let here = |m: &&Standing| m.who == "Bot" && !m.lost && m.place.chat == there.place.chat;
        let prompts: Vec<&Standing> = standing.iter().filter(here).filter(|m| !m.buttons.is_empty()).collect();
        let reply_to = (chance.percent(40) && !prompts.is_empty()).then(|| one_of(chance, &prompts).id.clone());
        let forwarded = chance.percent(15);
        let sender = Sender { user: there.who.user.clone(), name: there.who.name.clone(), ..Sender::default() };
        let told = format!("“{words}” in {:?}, a reply to {reply_to:?}, passed on: {forwarded}", there.place.chat);
        let content = Content::Text {
            message: format!("said{n}"),
            text: words.to_owned(),
            addressed: true,
            reply_to,
            attachments: Vec::new(),
            forwarded,
            refers: Vec::new(),
        };
        let (event, place, sent_at) = (format!("said{n}"), there.place.clone(), self.office.now());
        self.office.arrives(Inbound { event, place, sender, content, sent_at, handle: None }).await;
        told
    }

    /// Whoever did not say it presses what asks whether it was meant.
    async fn others_press(&self, known: usize) {
        let asks = |m: &Standing| m.text.contains("Shall I do that?") || m.text.contains("Did I get that right?");
        let here = |m: &Standing| m.who == "Bot" && m.place.chat == self.lounge.chat;
        for message in self.office.stands().into_iter().skip(known).filter(|m| here(m) && asks(m)) {
            for button in message.buttons.iter().flatten() {
                self.kim.in_group(&self.lounge).presses_under(&message, &button.label).await;
            }
        }
    }
}

async fn lives(siege: &mut Siege, seed: u64, named: &Named) {
    let mut chance = Chance::of(seed);
    let world = World::new(&mut chance, named).await;
    let (before, entries) = (world.held().await, world.office.audited().await.len());
    for n in 0..IN_ONE {
        let known = world.office.stands().len();
        let told = world.says(&mut chance, n).await;
        world.others_press(known).await;
        let (after, done) = (world.held().await, world.ledger.lock().unwrap().clone());
        siege.judge(seed, before == after && done.is_empty(), || {
            format!("{told}: done {done:?}\n{before}\n→\n{after}\n{}", world.office.transcript())
        });
        if siege.broken() {
            return;
        }
    }
    let later = world.office.audited().await;
    let decided = later[entries..].iter().find(|e| matches!(e.what, What::DecisionMade { .. } | What::Acted { .. }));
    siege.judge(seed, decided.is_none(), || format!("written down: {decided:?}"));
}

#[tokio::test]
async fn words_that_are_always_misread_allow_start_and_erase_nothing() {
    let mut siege = Siege::of("s11");
    let named = Named::default();
    for seed in Siege::worlds(MESSAGES, IN_ONE) {
        Box::pin(lives(&mut siege, seed, &named)).await;
    }
    let named = named.lock().unwrap().clone();
    println!("s11: the model named {named:?}");
    // What was never named proves nothing.
    let wanted = [
        "decide approval",
        "decide decision",
        "start card",
        "cancel card",
        "cancel approval",
        "change_reminder reminder",
        "command forget",
        "command budget",
        "command mode",
        "command decide",
    ];
    let dead: Vec<&&str> = wanted.iter().filter(|name| !named.contains_key(**name)).collect();
    assert!(siege.broken() || Siege::alone().is_some() || dead.is_empty(), "never named: {dead:?}");
    siege.holds("messages that were taken for the worst", "of which something came");
}

/// The button that asks whether it was meant does what it says, once somebody who wrote the words presses it, and what only a
/// prompt's own press decides has none.
#[tokio::test]
async fn what_was_misread_is_done_by_a_press_of_whoever_said_it() {
    let mut chance = Chance::of(1);
    let world = World::new(&mut chance, &Named::default()).await;
    *world.misreads.lock().unwrap() = None;
    let card = |input: &UnderstandInput| {
        let item = input.items.iter().find(|item| item.kind == ItemKind::Card);
        Intent::Start { item: item.map(|item| item.handle.clone()).unwrap_or_default() }
    };
    let leave = |input: &UnderstandInput| {
        let item = input.items.iter().find(|item| item.kind == ItemKind::Approval);
        let item = item.map(|item| item.handle.clone()).unwrap_or_default();
        Intent::Decide { item, option: Some(1), text: String::new(), sure: true }
    };
    world.office.understands(|_| None);
    world.office.means("we could perhaps start", card).means("it would be fine", leave);
    let before = world.held().await;
    world.mara.says("it would be fine with me I think").await;
    world.mara.reads("I take no words for");
    assert_eq!(world.held().await, before);
    world.mara.says("we could perhaps start on Monday").await;
    assert_eq!(world.held().await, before);
    world.mara.reads("Shall I do that?");
    let asked = world.mara.copies("Shall I do that?").pop().unwrap();
    world.mara.presses_under(&asked, "Start #").await;
    assert_ne!(world.held().await, before, "{}", world.office.transcript());
    assert!(world.ledger.lock().unwrap().is_empty(), "what it calls is asked about all the same");
}
