//! Guesses at one-time codes, codes used a second time, too late, by others, from elsewhere and at the same moment. Nobody
//! comes in whom no open code was for, and strangers are told nothing of those who belong here.

use crate::siege::{Chance, Siege, one_of};
use crate::support::{Discord, Office, Role, Telegram, TimeDelta, Voice};
use secretary::engine::home;
use secretary::ports::store::Store;
use secretary::secretary::ids::WorkspaceId;
use secretary::secretary::people::workspace::{Grant, code_text, code_typed};
use std::collections::BTreeSet;

/// Guesses in full: all of them at the reading of codes, and as many through the whole secretary.
const GUESSES: usize = 1_000_000;
const TYPED: usize = 20_000;
/// Guesses typed in one world.
const IN_WORLD: usize = 50;
/// Races for one code in full.
const RACES: usize = 1_000;
/// Codes of one world, all of which are raced for; for the last one too late.
const IN_RACES: usize = 4;
/// What nobody outside may hear.
const PRIVATE: &str = "zebrafinch";

/// Any code of so many random bytes.
fn fresh(chance: &mut Chance, bytes: usize) -> String {
    let random = [chance.draw().to_be_bytes(), chance.draw().to_be_bytes()].concat();
    code_text(&random[..bytes])
}

/// A code like this one.
fn like(chance: &mut Chance, code: &str) -> String {
    let at = usize::try_from(chance.below(code.len() as u64)).unwrap();
    let other = char::from(*one_of(chance, b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789"));
    match chance.below(12) {
        0..=4 => code.chars().enumerate().map(|(n, c)| if n == at && c != '-' { other } else { c }).collect(),
        5 => code.chars().rev().collect(),
        6 => code[..at].to_owned(),
        7 => format!("{code}{other}"),
        8 => format!("{code} {code}"),
        9 => format!("{}*{}", &code[..3], &code[4..]),
        10 => String::new(),
        _ => {
            let bytes = if chance.percent(50) { 5 } else { 10 };
            fresh(chance, bytes)
        }
    }
}

#[test]
fn a_million_guesses_read_as_no_code_but_their_own() {
    let mut siege = Siege::of("s17");
    // As a person may write it: small letters, without the dash, with spaces. Nothing else is the same code.
    let same = |guess: &str, code: &str| {
        let plain = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_uppercase();
        plain(guess) == plain(code)
    };
    let mut codes = BTreeSet::new();
    for seed in Siege::seeds(GUESSES) {
        let mut chance = Chance::of(seed);
        let bytes = if chance.percent(50) { 5 } else { 10 };
        let code = fresh(&mut chance, bytes);
        let guess = like(&mut chance, &code);
        let taken = code_typed(&guess) == code;
        siege.judge(seed, taken == same(&guess, &code), || format!("{guess:?} for {code:?}: {taken}"));
        codes.insert(code);
    }
    // Forty bits: of so many two may be alike, by the birthday rule about one in a million squared.
    assert!(codes.len() + 3 > Siege::seeds(GUESSES).len(), "codes repeat");
    siege.holds("guesses as they are read", "taken for another code");
}

struct World {
    office: Office,
    mara: Voice,
    /// Open codes, and what they are good for.
    codes: Vec<(String, Grant)>,
}

impl World {
    async fn new() -> Self {
        let office = Office::new().await;
        office.is_not_listened_to();
        let mara = office.owner("Mara", Telegram).await;
        mara.says(&format!("/note vault: the code is {PRIVATE}")).await;
        mara.says(&format!("/remind tomorrow at 9 to call {PRIVATE}")).await;
        for order in ["/invite owner", "/invite approver", "/link"] {
            mara.says(order).await;
        }
        office.pairing_code().await;
        let mut tx = office.store().read().await.unwrap();
        let codes =
            tx.codes(&home()).await.unwrap().into_iter().map(|code| (code.text, code.grant)).collect::<Vec<_>>();
        drop(tx);
        assert_eq!(codes.len(), 4, "{codes:?}");
        // What lives longer than ten minutes has more than 64 bits, five in a letter.
        let bits = |code: &str| code.chars().filter(char::is_ascii_alphanumeric).count() * 5;
        assert!(codes.iter().all(|(code, grant)| bits(code) > if matches!(grant, Grant::Invite(_)) { 64 } else { 39 }));
        Self { office, mara, codes }
    }

    /// Everybody there is, with their accounts and roles, in every workspace.
    async fn people(&self) -> String {
        let mut tx = self.office.store().read().await.unwrap();
        let mut all = tx.people(&home()).await.unwrap();
        all.extend(tx.people(&WorkspaceId::new("shop")).await.unwrap());
        let all: Vec<_> = all.into_iter().map(|p| (p.id, p.role, p.accounts)).collect();
        format!("{all:?}")
    }
}

#[tokio::test]
async fn no_guess_lets_anybody_in() {
    let mut siege = Siege::of("s17");
    for seed in Siege::worlds(TYPED, IN_WORLD) {
        let mut chance = Chance::of(seed);
        let world = World::new().await;
        let group = world.office.group("Street", Telegram);
        let before = world.people().await;
        let mut strangers = Vec::new();
        for n in 0..IN_WORLD {
            if n % 6 == 0 {
                let platform = *one_of(&mut chance, &[Telegram, Discord]);
                strangers.push(world.office.stranger(&format!("Eve{n}"), platform));
            }
            let who = one_of(&mut chance, &strangers).clone();
            let (code, _) = one_of(&mut chance, &world.codes).clone();
            let mut guess = like(&mut chance, &code);
            if code_typed(&guess) == code {
                guess = code_typed(&guess).replace('-', "").chars().rev().collect();
            }
            let order = *one_of(&mut chance, &["/start ", "/link ", "/start=", "", "/start\n", "/join "]);
            let place =
                if chance.percent(15) && who.place.platform == Telegram { who.in_group(&group) } else { who.clone() };
            place.says(&format!("{order}{guess}")).await;
            let after = world.people().await;
            siege.judge(seed, before == after, || format!("{order}{guess} for {code}: {before}\n→ {after}"));
        }
        let outside: Vec<String> = strangers.iter().map(|who| who.place.chat.clone()).collect();
        let told = world.office.stands().into_iter().filter(|m| m.who == "Bot" && outside.contains(&m.place.chat));
        let told: Vec<String> = told.map(|m| m.text).collect();
        let leaks = told.iter().any(|text| text.contains(PRIVATE) || text.contains("Mara"));
        siege.judge(seed, !told.is_empty() && !leaks, || format!("strangers were told {told:?}"));
        // Whoever guessed shut nobody else out: the codes are good for whom they are meant.
        let kim = world.office.stranger("Kim", Discord);
        let approver = world.codes.iter().find(|(_, grant)| *grant == Grant::Invite(Role::Approver)).unwrap();
        kim.says(&format!("/start {}", approver.0)).await;
        siege.judge(seed, world.people().await.contains("Approver"), || "the right code was refused".to_owned());
    }
    siege.holds("guesses typed", "that let somebody in");
}

#[tokio::test]
async fn a_code_is_good_once_also_for_many_at_the_same_moment() {
    let mut siege = Siege::of("s17");
    for seed in Siege::worlds(RACES, IN_RACES) {
        let mut chance = Chance::of(seed);
        let world = World::new().await;
        let accounts = |text: &str| text.matches("Account {").count();
        let last = usize::try_from(chance.below(IN_RACES as u64)).unwrap();
        for n in 0..IN_RACES {
            let (code, grant) = world.codes[(last + n + 1) % IN_RACES].clone();
            let late = n + 1 == IN_RACES;
            if late {
                // By then invitations have ended, too.
                world.office.advance(TimeDelta::hours(24) + TimeDelta::seconds(1)).await;
            }
            let racers: Vec<Voice> = (0..2 + chance.below(4))
                .map(|n| world.office.stranger(&format!("Eve{n}"), if n % 2 == 0 { Telegram } else { Discord }))
                .collect();
            let before = accounts(&world.people().await);
            let order = |who: &Voice| who.saying(&format!("/start {code}"));
            world.office.at_once(&racers.iter().map(order).collect::<Vec<_>>()).await;
            world.office.settle().await;
            let gained = accounts(&world.people().await) - before;
            siege.judge(seed, gained == usize::from(!late), || format!("{gained} came in by {grant:?} (late: {late})"));
            // Again, by everybody, and by somebody new; and whoever made the code cannot use it either.
            for who in racers.iter().chain([&world.mara]) {
                who.says(&format!("/start {code}")).await;
            }
            world.office.stranger("New", Telegram).says(&format!("/start {}", code.to_lowercase())).await;
            let again = accounts(&world.people().await) - before;
            siege.judge(seed, again == gained, || format!("{again} accounts after it was used again: {grant:?}"));
        }
    }
    siege.holds("races for a code", "that let in more than one");
}

/// A code of one secretary says nothing to another one: another bot, with a database of its own.
#[tokio::test]
async fn a_code_of_another_bot_is_none() {
    let (one, other) = (World::new().await, World::new().await);
    let before = other.people().await;
    for (n, (code, _)) in one.codes.iter().enumerate() {
        // Offices of tests draw the same chance: what is the same code there is left out.
        if other.codes.iter().any(|(same, _)| same == code) {
            continue;
        }
        other.office.stranger(&format!("Eve{n}"), Telegram).says(&format!("/start {code}")).await;
    }
    assert_eq!(other.people().await, before);
    let eve = other.office.stranger("Eve", Discord);
    eve.says("/start K7QM-2XWD").await;
    assert_eq!(other.people().await, before);
}
