//! Buttons nobody has, buttons of another chat or another bot, buttons whose moment is over, by people who may press; and
//! presses that race with the loss of the right to press.

use crate::siege::{Chance, Siege, one_of};
use crate::support::{
    Content, Discord, Office, Purposes, Role, Telegram, Voice, ask_for_decision, decision, idea, said,
};
use secretary::engine::home;
use secretary::ports::store::{Store, TicketFilter};
use secretary::ports::tool::Scope;
use secretary::secretary::audit::What;
use secretary::secretary::inbound::{Inbound, Place, Sender};
use secretary::secretary::people::workspace::Room;

/// Buttons in full.
const BUTTONS: usize = 10_000;
/// Buttons tried between two looks at what is kept.
const AT_A_TIME: usize = 25;
/// Races in full.
const RACES: usize = 1_000;

fn asks(office: &Office) {
    office.is_not_listened_to();
    office.reads(|input| match (input.idea.contains("unclear"), input.answered.is_empty()) {
        (true, true) => idea("Something").asks("What matters most?", &["Price", "Speed"]).into(),
        _ => idea("Hosting offers").into(),
    });
    office.works(|input| match decision(input) {
        None if input.said.iter().any(|words| words.contains("decide")) => ask_for_decision(),
        None => said("Offer C fits."),
        Some(answer) => said(&format!("Offer C fits. {answer}.")),
    });
}

/// Everything people may change: tickets, settings, people, standing orders, codes, everybody's notes and lists and those of
/// each, what was spent, and what rooms are for.
pub async fn kept(office: &Office) -> String {
    let mut tx = office.store().read().await.unwrap();
    let filter = TicketFilter { workspace: Some(home()), limit: 500, ..TicketFilter::default() };
    let mut tickets = tx.tickets(&filter).await.unwrap();
    tickets.sort_by_key(|ticket| ticket.number);
    let settings = tx.settings(&home()).await.unwrap();
    let people = tx.people(&home()).await.unwrap();
    let schedules = tx.schedules(&home()).await.unwrap();
    let codes = tx.codes(&home()).await.unwrap();
    let mut notes = tx.notes(&Scope::everybody(home())).await.unwrap();
    for person in &people {
        let own = Scope::personal(home(), person.id.clone()).own();
        notes.extend(tx.notes(&own).await.unwrap());
    }
    // All that is spent is on the account of its month.
    let spent = tx.accounts(&home(), &office.now().format("%Y-%m").to_string()).await.unwrap();
    drop(tx);
    let rooms = rooms_set(office).await;
    format!("{tickets:?}\n{settings:?}\n{people:?}\n{schedules:?}\n{codes:?}\n{notes:?}\n{spent:?}\n{rooms:?}")
}

/// The rooms about which something was said, and what. A chat that was only heard of is for nothing yet: that it is known
/// changes nothing, whoever wrote there.
pub async fn rooms_set(office: &Office) -> Vec<String> {
    let rooms = office.store().read().await.unwrap().rooms(&home()).await.unwrap();
    let said = |room: &&Room| {
        let fresh = Purposes { intake: room.direct(), ..Purposes::default() };
        let changed = room.purposes != fresh || room.closed || !room.former.is_empty();
        if room.direct() { room.person.is_some() && changed } else { room.purposes.any() }
    };
    let shown = |room: &Room| {
        let Room { id, place, purposes, closed, active, called, thread_of, former, .. } = room;
        format!("{id:?} {place:?} {purposes:?} {closed} {active} {called} {thread_of:?} {former:?}")
    };
    let mut all: Vec<String> = rooms.iter().filter(said).map(shown).collect();
    all.sort();
    all
}

/// One character of a text becomes another.
fn bent(chance: &mut Chance, text: &str) -> String {
    let mut all: Vec<char> = text.chars().collect();
    let at = usize::try_from(chance.below(all.len() as u64)).unwrap();
    let other = *one_of(chance, &['A', 'b', '7', '-', '.', '_', ' ', '\u{0}', 'é', '\u{202e}']);
    all[at] = if all[at] == other { '~' } else { other };
    all.into_iter().collect()
}

/// A button that must do nothing, made of one that stands somewhere.
fn spoiled(chance: &mut Chance, data: &str, here: &Place, others: &[Place]) -> (String, Place) {
    let mut parts = data.splitn(3, '.');
    let (version, token, index) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
    let place = here.clone();
    match chance.below(12) {
        0 => (format!("{version}.{}.{index}", bent(chance, token)), place),
        1 => (format!("{version}.{token}.{}", 60 + chance.below(1_000_000)), place),
        2 => (format!("2.{token}.{index}"), place),
        3 => (format!("{version}.{}.{index}", token.to_uppercase() + "x"), place),
        4 => (format!("{version}.{token}.-{index}"), place),
        5 => (format!("{version}.{token}"), place),
        6 => (format!("{data}.{}", chance.word()), place),
        7 => (format!("{version}.{}.{index}", "A".repeat(usize::try_from(chance.below(200)).unwrap())), place),
        8 => (String::new(), place),
        9 => (data.to_owned(), Place { bot: "another-bot".to_owned(), ..place }),
        10 => (data.to_owned(), Place { chat: format!("{}-else", here.chat), ..place }),
        _ => {
            let elsewhere: Vec<&Place> = others.iter().filter(|p| p.chat != here.chat).collect();
            (data.to_owned(), (*one_of(chance, &elsewhere)).clone())
        }
    }
}

fn press(office: &Office, n: usize, by: &Voice, data: String, place: Place) -> Inbound {
    let sender = Sender { user: by.who.user.clone(), name: by.who.name.clone(), ..Sender::default() };
    let content = Content::Press { data, message: None };
    Inbound { event: format!("siege{n}"), place, sender, content, sent_at: office.now(), handle: None }
}

async fn besieged(siege: &mut Siege, seed: u64) {
    let mut chance = Chance::of(seed);
    let office = Office::new().await;
    asks(&office);
    let ops = office.room("Ops", Telegram, Purposes { decisions: true, intake: true, ..Purposes::default() }).await;
    let lounge = office.room("Lounge", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    kim.says("/help").await;
    kim.says("/note my plate is B-MX 123").await;
    for words in [
        "please decide between three hosting offers",
        "compare three hosting offers",
        // Last of the ideas: what is said next in the same chat would be an answer.
        "something unclear",
        "/remind every day at 9:00 to call Kim",
        "/note the cellar code is 4711",
        "/note Shopping list: milk, eggs",
        "/list all",
        "/schedules",
        "/cancel all",
    ] {
        mara.says(words).await;
    }
    mara.in_group(&ops).mentions("please decide about the venue").await;
    mara.in_group(&lounge).mentions("please decide about the food").await;
    // Some prompts are closed: a decided one and a superseded card.
    let data = mara.in_group(&ops).data("24 months");
    mara.in_group(&ops).presses("★").await;
    let standing = office.stands();
    let mut buttons: Vec<(String, Place)> = Vec::new();
    for message in standing.iter().filter(|m| m.who == "Bot") {
        buttons.extend(message.buttons.iter().flatten().map(|b| (b.data.clone(), message.place.clone())));
    }
    assert!(buttons.len() > 20, "{}", office.transcript());
    let places = [ops.clone(), lounge, mara.place.clone(), kim.place.clone()];
    let mut before = kept(&office).await;
    for n in 0..AT_A_TIME {
        let over = chance.percent(8);
        let (data, place) = if over {
            (data.clone(), ops.clone())
        } else {
            let (data, here) = one_of(&mut chance, &buttons).clone();
            spoiled(&mut chance, &data, &here, &places)
        };
        let by = if chance.percent(60) { &mara } else { &kim };
        let what = format!("{data:?} in {:?} ({})", place.title, place.bot);
        office.arrives(press(&office, n, by, data, place)).await;
        let after = kept(&office).await;
        siege.judge(seed, before == after, || format!("{what} changed something:\n{before}\n→\n{after}"));
        before = after;
    }
}

#[tokio::test]
async fn a_button_that_is_none_changes_nothing() {
    let mut siege = Siege::of("s03");
    for seed in Siege::worlds(BUTTONS, AT_A_TIME) {
        Box::pin(besieged(&mut siege, seed)).await;
    }
    siege.holds("forged, stale and foreign buttons", "that changed something");
}

/// Somebody presses at the moment in which they lose the right to, and once more afterwards.
async fn race(siege: &mut Siege, seed: u64) {
    let mut chance = Chance::of(seed);
    let office = Office::new().await;
    asks(&office);
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    mara.says("please decide between three hosting offers").await;
    let press = kim.pressing("★");
    let again = kim.pressing("24 months");
    let ends = *one_of(&mut chance, &["/members Kim remove", "/members Kim requester", "/members Kim observer"]);
    let taken = mara.saying(ends);
    let both = if chance.percent(50) { [press, taken] } else { [taken, press] };
    office.at_once(&both).await;
    office.settle().await;
    office.arrives(again).await;
    let entries = office.audited().await;
    let kim_id = entries.iter().find_map(|e| match &e.what {
        What::DecisionMade { person, .. } => Some(person.clone()),
        _ => None,
    });
    let at = |wanted: fn(&What) -> bool| entries.iter().position(|e| wanted(&e.what));
    let lost =
        at(|what| matches!(what, What::MemberRemoved { .. } | What::RoleChanged { .. })).expect("the right is lost");
    let decided = at(|what| matches!(what, What::DecisionMade { .. }));
    siege.judge(seed, decided.is_none_or(|decided| decided < lost), || {
        format!("{kim_id:?} decided after “{ends}”: {entries:#?}")
    });
}

#[tokio::test]
async fn who_may_not_any_more_decides_nothing() {
    let mut siege = Siege::of("s03");
    for seed in Siege::seeds(RACES) {
        Box::pin(race(&mut siege, seed)).await;
    }
    siege.holds("revocations that race with a press", "accepted behind the revocation");
}
