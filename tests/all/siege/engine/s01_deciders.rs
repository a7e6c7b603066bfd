//! Presses and typed decisions by everybody from everywhere: about the work, a call that needs approval, the budget
//! of the day, and with several voters. The rules who may decide are written once more in `rules`, as the guide says them,
//! and compared with what was decided and with which option. A refused press leaves the question open with its
//! buttons; every verdict is audited.

mod rules;
mod world;

use crate::siege::{Chance, Siege, one_of};
use crate::support::Telegram;
use rules::asked;
use secretary::secretary::audit::Means;
use secretary::secretary::decision::Decision;
use secretary::secretary::ids::PersonId;
use secretary::secretary::inbound::{ChatKind, Inbound, Place};
use secretary::secretary::ticket::Ticket;
use std::collections::BTreeSet;
use world::{How, Matter, Tried, World};

/// Presses in full.
const PRESSES: usize = 100_000;
/// Presses in one world, at the least.
const IN_WORLD: usize = 40;

impl World {
    /// Those who may decide do, so that the world goes on. 2 where they may not: it is left as it is.
    async fn goes_on(
        &self,
        siege: &mut Siege,
        seed: u64,
        tried: &mut Tried,
        (number, requester): (i64, usize),
        token: &str,
    ) -> usize {
        let all = if self.matter.together() { self.voters(requester) } else { vec![0] };
        for n in all {
            let one = &self.people[n];
            let place = self.asked_in.iter().find(|p| p.platform == one.voice.place.platform).unwrap();
            let press = self.event(0, one, place, &How::Press(format!("1.{token}.0")));
            self.office.arrives(Inbound { event: format!("goes{number}-{}-{n}", tried.all), ..press }).await;
            tried.presses += 1;
        }
        let decided = verdict(asked(&self.ticket(number).await));
        let own = requester == 0 && self.four_eyes;
        let right = decided.as_ref().is_some_and(|(_, option)| *option == Some(0));
        siege.judge(seed, right || (own && decided.is_none()), || {
            format!("{:?}: those who may decide do (requester p{requester}): {decided:?}", self.matter)
        });
        2 * usize::from(own)
    }

    /// A topic of a group, or a thread of any channel or of none.
    fn part_of(&self, chance: &mut Chance, place: Place) -> Place {
        if place.platform == Telegram {
            return Place { thread: Some((1 + chance.below(3)).to_string()), ..place };
        }
        let standing = self.office.stands().into_iter().map(|m| m.place);
        let mut threads: Vec<Place> = standing.filter(|place| place.chat.starts_with("thread-")).collect();
        threads.dedup_by(|one, other| one.chat == other.chat);
        threads.push(Place { chat: "thread-of-nobody".to_owned(), title: None, ..place });
        one_of(chance, &threads).clone()
    }

    /// Somebody tries it in some way from somewhere.
    fn attempt(&self, chance: &mut Chance, ticket: &Ticket, older: &[String]) -> (usize, Place, How) {
        let who = usize::try_from(chance.below(9)).unwrap();
        let one = &self.people[who];
        let token = &asked(ticket).token;
        let how = match chance.below(10) {
            0..=4 => How::Press(format!("1.{token}.{}", chance.below(3))),
            5 => How::Press(format!("1.{token}.{}", 2 + chance.below(200))),
            6 if !older.is_empty() => How::Press(format!("1.{}.0", one_of(chance, older))),
            6 | 7 => How::Press(format!("1.{}.0", token.as_str().chars().rev().collect::<String>())),
            8 => How::Command(ticket.number, (1 + chance.below(2)).to_string()),
            _ => How::Command(ticket.number, (3 + chance.below(90)).to_string()),
        };
        let on = |place: &&Place| place.platform == one.voice.place.platform;
        let places: Vec<Place> = self.asked_in.iter().chain(&self.elsewhere).filter(on).cloned().collect();
        let place = match chance.below(10) {
            0..=5 => self.asked_in.iter().find(on).cloned().unwrap_or_else(|| one.voice.place.clone()),
            6 | 7 => one.voice.place.clone(),
            _ if places.is_empty() => one.voice.place.clone(),
            _ => one_of(chance, &places).clone(),
        };
        let part = place.kind == ChatKind::Group && chance.percent(25);
        let place = if part { self.part_of(chance, place) } else { place };
        (who, place, how)
    }
}

fn verdict(decision: &Decision) -> Option<(Option<PersonId>, Option<usize>)> {
    decision.verdict().map(|v| (v.by.clone(), v.option))
}

/// One question, from the idea that leads to it until it was tried twice more after it was decided.
async fn one_question(
    siege: &mut Siege,
    seed: u64,
    world: &World,
    chance: &mut Chance,
    tried: &mut Tried,
    number: i64,
) -> String {
    let requester = world.asks(chance, tried, number).await;
    let ticket = world.ticket(number).await;
    let token =
        ticket.decisions.first().map(|_| asked(&ticket)).map(|d| d.token.as_str().to_owned()).unwrap_or_default();
    let mut stood = world.standing(&token);
    assert!(
        ticket.open_decisions().count() == 1 && asked(&ticket).open() && !stood.is_empty(),
        "seed {seed}: no question\n{}",
        world.office.transcript()
    );
    let (mut late, mut votes) = (0, Vec::<(PersonId, usize)>::new());
    // Whatever goes wrong, a world ends.
    let most = tried.all + 4 * IN_WORLD;
    while late < 2 && tried.all < most {
        let ticket = world.ticket(number).await;
        let (who, place, how) = world.attempt(chance, &ticket, &world.older.lock().unwrap());
        let one = &world.people[who];
        let before = verdict(asked(&ticket));
        let chosen = before.is_none().then(|| world.may(one, &place, &how, &ticket, requester)).flatten();
        if let Some(option) = chosen {
            votes.retain(|(by, _)| *by != one.id);
            votes.push((one.id.clone(), option));
        }
        let agree = |option: usize| votes.iter().filter(|(_, other)| *other == option).count();
        let wanted = chosen.is_some_and(|option| agree(option) >= world.needed(requester));
        let event = world.event(tried.all, one, &place, &how);
        tried.all += 1;
        match how {
            How::Press(_) => tried.presses += 1,
            How::Command(..) => tried.typed += 1,
        }
        world.office.arrives(event).await;
        let then = world.ticket(number).await;
        let after = verdict(asked(&then));
        let now = world.standing(asked(&then).token.as_str());
        let held = match (&before, &after) {
            (Some(before), after) => after.as_ref() == Some(before),
            (None, None) => !wanted && now.is_superset(&stood),
            (None, Some((by, option))) => {
                wanted && *option == chosen && (one.role.is_none() || by.as_ref() == Some(&one.id))
            }
        };
        siege.judge(seed, held, || {
            format!(
                "{:?}: {:?} {:?} lent {:?} moderates {} stands in for {:?} (requester p{requester}, four eyes {}, votes {votes:?}) tries {how:?} in {} {:?}: wanted {wanted} {chosen:?}, {before:?} → {after:?}, buttons in {stood:?} → {now:?}",
                world.matter, one.id, one.role, world.lent, one.moderates, one.stands_in_for, world.four_eyes, place.chat, place.thread
            )
        });
        stood = now;
        late += usize::from(before.is_some());
        if before.is_none() && after.is_none() && chance.percent(8) {
            late += world.goes_on(siege, seed, tried, (number, requester), asked(&then).token.as_str()).await;
        }
    }
    token
}

async fn lives(siege: &mut Siege, seed: u64) {
    let mut chance = Chance::of(seed);
    let world = World::new(&mut chance, Matter::of(seed)).await;
    let (mut tried, mut number) = (Tried::default(), 0);
    let before_all = world.office.audited().await.len();
    while tried.all < IN_WORLD {
        number += 1;
        let token = Box::pin(one_question(siege, seed, &world, &mut chance, &mut tried, number)).await;
        world.older.lock().unwrap().push(token);
    }
    let entries = world.office.audited().await;
    for (means, count) in [(Means::Press, tried.presses), (Means::Command, tried.typed)] {
        let from = entries[before_all..].iter().filter_map(|entry| entry.from.as_ref().filter(|f| f.by == means));
        let audited: BTreeSet<&String> = from.filter_map(|from| from.event.as_ref()).collect();
        // Who types the number of a ticket they cannot see asks about nothing, so that there is no verdict.
        let all = match means {
            Means::Command => (1..=count).contains(&audited.len()),
            _ => audited.len() == count,
        };
        siege.judge(seed, all, || format!("{count} of {means:?}, and verdicts of {} are written down", audited.len()));
    }
}

#[tokio::test]
async fn only_who_may_decides_and_every_verdict_is_written_down() {
    let mut siege = Siege::of("s01");
    for seed in Siege::worlds(PRESSES, IN_WORLD) {
        Box::pin(lives(&mut siege, seed)).await;
    }
    siege.holds("presses and typed decisions", "judged otherwise than the rules");
}
