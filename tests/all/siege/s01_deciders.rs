//! Presses and typed decisions by everybody from everywhere. Who may decide is written down here once more, as the README
//! says it, and held against what was decided; what is refused leaves the question open, and every verdict is audited.

use super::{Chance, Siege, one_of};
use crate::support::{Office, Voice, ask_for_decision, decision, said};
use chrono::TimeDelta;
use secretary::engine::home;
use secretary::ports::store::Store;
use secretary::secretary::decision::Decision;
use secretary::secretary::deputies::Away;
use secretary::secretary::ids::{PersonId, WorkspaceId};
use secretary::secretary::inbound::Platform::{Discord, Telegram};
use secretary::secretary::inbound::{Account, ChatKind, Content, Inbound, Place, Sender};
use secretary::secretary::ticket::Ticket;
use secretary::secretary::workspace::{Person, Purposes, Role, ServerRole, Settings};
use std::collections::BTreeSet;

/// Presses in full.
const PRESSES: usize = 100_000;
/// Presses in one world, at the least.
const IN_WORLD: usize = 40;
const MODERATORS: &str = "77";
const ROLES: [Role; 4] = [Role::Owner, Role::Approver, Role::Requester, Role::Observer];

/// Somebody, as the rules know them.
#[derive(Clone)]
struct One {
    id: PersonId,
    voice: Voice,
    /// What they are in the workspace of the ticket.
    role: Option<Role>,
    /// They have the role of the server that lends one.
    moderates: bool,
    /// Who is away and has named them; it may be over.
    stands_in_for: Option<(usize, bool)>,
    bot: bool,
    anonymous: bool,
}

struct World {
    office: Office,
    people: Vec<One>,
    /// The rooms the question is asked in, and others.
    asked_in: Vec<Place>,
    elsewhere: Vec<Place>,
    lent: Option<Role>,
    four_eyes: bool,
}

/// How somebody tries it.
#[derive(Clone, Debug)]
enum How {
    Press(String),
    Command(i64, String),
}

impl World {
    async fn new(chance: &mut Chance) -> Self {
        let office = Office::new().await;
        office.is_not_listened_to();
        office.works(|input| match decision(input) {
            None => ask_for_decision(),
            Some(answer) => said(&format!("Offer C fits. {answer}.")),
        });
        let decides = Purposes { decisions: true, intake: true, ..Purposes::default() };
        let intake = Purposes { intake: true, ..Purposes::default() };
        let asked_in = vec![office.room("Ops", Telegram, decides).await, office.room("Dev", Discord, decides).await];
        let elsewhere = vec![
            office.room("Lounge", Telegram, intake).await,
            office.group("Street", Discord),
            office.room("Hall", Discord, intake).await,
        ];
        let lent = chance.percent(60).then(|| *one_of(chance, &ROLES[1..]));
        let four_eyes = chance.percent(30);
        office
            .settings(|s| {
                s.four_eyes = four_eyes;
                s.server_roles = lent.map(|role| ServerRole { id: MODERATORS.to_owned(), role }).into_iter().collect();
            })
            .await;
        let mut world = Self { office, people: Vec::new(), asked_in, elsewhere, lent, four_eyes };
        world.move_in(chance).await;
        world
    }

    async fn move_in(&mut self, chance: &mut Chance) {
        let office = &self.office;
        let shop = WorkspaceId::new("shop");
        let mut tx = office.store().begin().await.unwrap();
        tx.save_settings(&Settings::fresh(shop.clone(), "UTC", "en")).await.unwrap();
        for n in 0..9_u64 {
            let platform = if chance.percent(50) { Telegram } else { Discord };
            let voice = office.stranger(&format!("P{n}"), platform);
            let account = Account { platform, user: voice.who.user.clone() };
            let id = PersonId::new(format!("p{n}"));
            // The first two are always there, so that there is somebody who may and somebody who asks.
            let role = match n {
                0 => Some(Role::Owner),
                1 => Some(*one_of(chance, &ROLES[..3])),
                _ => chance.percent(70).then(|| *one_of(chance, &ROLES)),
            };
            let mut person =
                Person::new(id.clone(), home(), &voice.who.name, role.unwrap_or(Role::Owner), office.now());
            person.accounts.push(account.clone());
            let gone = role.is_none() && chance.percent(50);
            if role.is_some() || gone {
                tx.save_person(&person).await.unwrap();
            }
            if gone {
                tx.remove_person(&id).await.unwrap();
            }
            if chance.percent(30) {
                // What they are in another workspace is nothing here.
                let other = PersonId::new(format!("shop{n}"));
                let role = *one_of(chance, &ROLES);
                let mut there = Person::new(other, shop.clone(), &voice.who.name, role, office.now());
                there.accounts.push(account);
                tx.save_person(&there).await.unwrap();
            }
            let odd = n > 2 && chance.percent(12);
            let (bot, anonymous) = (odd && chance.percent(50), odd && chance.percent(50));
            let moderates = platform == Discord && chance.percent(40);
            self.people.push(One { id, voice, role, moderates, stands_in_for: None, bot, anonymous });
        }
        for away in 0..self.people.len() {
            let may = self.people[away].role.is_some_and(|role| role <= Role::Approver);
            let to = usize::try_from(chance.below(9)).unwrap();
            let free = to != away && self.people[to].stands_in_for.is_none();
            if !may || !free || !chance.percent(25) || self.people[to].role.is_none_or(|role| role > Role::Requester) {
                continue;
            }
            let over = chance.percent(30);
            let until = office.now() + if over { TimeDelta::minutes(-5) } else { TimeDelta::days(9) };
            let one = self.people[away].clone();
            let mut person = tx.person(&one.id).await.unwrap().unwrap();
            person.away = Some(Away { until, deputy: self.people[to].id.clone() });
            tx.save_person(&person).await.unwrap();
            self.people[to].stands_in_for = Some((away, over));
        }
        tx.commit().await.unwrap();
    }

    /// The rules once more: whether this may decide, now that the question is open.
    fn may(&self, who: &One, place: &Place, how: &How, ticket: &Ticket, requester: usize) -> bool {
        if who.bot || who.anonymous {
            return false;
        }
        let decision = &ticket.decisions[0];
        let direct = place.kind == ChatKind::Direct;
        let right_place = self.asked_in.contains(place);
        match how {
            How::Press(data) => {
                let known = (0..decision.asked.options.len()).any(|n| *data == format!("1.{}.{n}", decision.token));
                if !known || !right_place {
                    return false;
                }
            }
            How::Command(number, option) => {
                let known = (1..=decision.asked.options.len()).any(|n| *option == n.to_string());
                // Where the question stands it may be answered in words, too.
                let shown = direct || right_place || (!ticket.direct && self.home_of(ticket) == place);
                if *number != ticket.number || !known || !shown {
                    return false;
                }
            }
        }
        let lent = self.lent.filter(|_| who.moderates && place.platform == Discord && !direct);
        let Some(power) = who.role.into_iter().chain(lent).min() else { return false };
        let own = who.role.is_some() && self.people[requester].id == who.id;
        if own && self.four_eyes {
            return false;
        }
        let away = who.stands_in_for.filter(|(_, over)| !over).map(|(away, _)| away);
        let away = away.filter(|away| !(self.four_eyes && *away == requester));
        power <= Role::Approver || (own && power <= Role::Requester) || away.is_some()
    }

    fn home_of(&self, ticket: &Ticket) -> &Place {
        let name = ticket.room.as_str();
        let rooms = self.asked_in.iter().chain(&self.elsewhere);
        let mut found =
            rooms.filter(|p| p.title.as_ref().is_some_and(|t| name == format!("room-{}", t.to_lowercase())));
        found.next().unwrap_or(&self.elsewhere[1])
    }

    fn event(&self, n: usize, who: &One, place: &Place, how: &How) -> Inbound {
        let content = match how {
            How::Press(data) => Content::Press { data: data.clone(), message: None },
            How::Command(number, option) => Content::Command {
                message: Some(format!("typed{n}")),
                name: "decide".to_owned(),
                args: format!("{number} {option}"),
                reply_to: None,
            },
        };
        let roles = (who.moderates && place.kind == ChatKind::Group).then(|| MODERATORS.to_owned());
        let sender = Sender {
            user: who.voice.who.user.clone(),
            name: who.voice.who.name.clone(),
            bot: who.bot,
            anonymous: who.anonymous,
            language: None,
            zone: None,
            roles: roles.into_iter().collect(),
        };
        let event = format!("try{n}");
        Inbound { event, place: place.clone(), sender, content, sent_at: self.office.now(), handle: None }
    }

    async fn ticket(&self, number: i64) -> Ticket {
        let mut tx = self.office.store().read().await.unwrap();
        let found = tx.ticket_numbered(&home(), number).await.unwrap();
        found.unwrap_or_else(|| panic!("there is no ticket {number}:\n{}", self.office.transcript()))
    }

    /// Whoever pressed "Other…" here and has not written anything since leaves it: their next words are an idea.
    async fn no_words_of_their_own(&self, person: &PersonId, there: &Voice) {
        let mut tx = self.office.store().begin().await.unwrap();
        let Some(room) = tx.room_at(&there.place).await.unwrap() else { return };
        let Some((action, since)) = tx.expected(&room.id, person).await.unwrap() else { return };
        tx.expect(&room.id, person, &action, since).await.unwrap();
        tx.commit().await.unwrap();
        there.mentions("never mind").await;
    }

    /// Somebody tries it in some way from somewhere.
    fn attempt(&self, chance: &mut Chance, ticket: &Ticket, older: &[String]) -> (usize, Place, How) {
        let who = usize::try_from(chance.below(9)).unwrap();
        let one = &self.people[who];
        let token = &ticket.decisions[0].token;
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
            0..=5 => self.asked_in.iter().find(on).cloned().expect("one on each platform"),
            6 | 7 => one.voice.place.clone(),
            _ => one_of(chance, &places).clone(),
        };
        (who, place, how)
    }
}

fn verdict(decision: &Decision) -> Option<(Option<PersonId>, Option<usize>)> {
    decision.verdict().map(|v| (v.by.clone(), v.option))
}

async fn lives(siege: &mut Siege, seed: u64) {
    let mut chance = Chance::of(seed);
    let world = World::new(&mut chance).await;
    let (mut tries, mut number, mut older) = (0, 0, Vec::new());
    let mut events = BTreeSet::new();
    while tries < IN_WORLD {
        number += 1;
        let senders: Vec<usize> =
            (0..9).filter(|n| world.people[*n].role.is_some_and(|r| r <= Role::Requester)).collect();
        let sane: Vec<usize> =
            senders.into_iter().filter(|n| !world.people[*n].bot && !world.people[*n].anonymous).collect();
        let requester = *one_of(&mut chance, &sane);
        let voice = &world.people[requester].voice;
        let rooms = world.asked_in.iter().chain([&world.elsewhere[0], &world.elsewhere[2]]);
        let rooms: Vec<Place> = rooms.filter(|p| p.platform == voice.place.platform).cloned().collect();
        let there = if chance.percent(50) { voice.clone() } else { voice.in_group(one_of(&mut chance, &rooms)) };
        world.no_words_of_their_own(&world.people[requester].id, &there).await;
        there.mentions("compare three hosting offers").await;
        let asked = world.ticket(number).await;
        assert!(
            asked.decisions.len() == 1 && asked.decisions[0].open(),
            "seed {seed}: no question\n{}",
            world.office.transcript()
        );
        let mut late = 0;
        while late < 2 {
            let ticket = world.ticket(number).await;
            let (who, place, how) = world.attempt(&mut chance, &ticket, &older);
            let one = &world.people[who];
            let before = verdict(&ticket.decisions[0]);
            let wanted = before.is_none() && world.may(one, &place, &how, &ticket, requester);
            let event = world.event(events.len(), one, &place, &how);
            if matches!(how, How::Press(_)) {
                events.insert(event.event.clone());
            } else {
                events.insert(format!("{}/typed", event.event));
            }
            world.office.arrives(event).await;
            let after = verdict(&world.ticket(number).await.decisions[0]);
            let held = match (&before, &after) {
                (Some(before), after) => after.as_ref() == Some(before),
                (None, None) => !wanted,
                (None, Some((by, _))) => wanted && (one.role.is_none() || by.as_ref() == Some(&one.id)),
            };
            siege.judge(seed, held, || {
                format!(
                    "{:?} {:?} lent {:?} moderates {} stands in for {:?} (requester p{requester}, four eyes {}) tries {how:?} in {:?}: wanted {wanted}, {before:?} → {after:?}",
                    one.id, one.role, world.lent, one.moderates, one.stands_in_for, world.four_eyes, place.title
                )
            });
            tries += 1;
            late += usize::from(before.is_some());
            if before.is_none() && after.is_none() && chance.percent(8) {
                // An owner decides, so that the world goes on.
                let owner = &world.people[0];
                let press = How::Press(format!("1.{}.0", ticket.decisions[0].token));
                let place = world.asked_in.iter().find(|p| p.platform == owner.voice.place.platform).unwrap();
                let event = Inbound { event: format!("owner{number}-{tries}"), ..world.event(0, owner, place, &press) };
                world.office.arrives(event).await;
                late += usize::from(requester == 0 && world.four_eyes) * 2;
            }
        }
        older.push(asked.decisions[0].token.as_str().to_owned());
    }
    let audited: BTreeSet<String> =
        world.office.audited().await.into_iter().filter_map(|entry| entry.from?.event).collect();
    let missing: Vec<&String> = events.iter().filter(|e| !e.ends_with("/typed") && !audited.contains(*e)).collect();
    siege.judge(seed, missing.is_empty(), || format!("no verdict is written down of {missing:?}"));
}

#[tokio::test]
async fn only_who_may_decides_and_every_verdict_is_written_down() {
    let mut siege = Siege::of("s01");
    for seed in Siege::worlds(PRESSES, IN_WORLD) {
        Box::pin(lives(&mut siege, seed)).await;
    }
    siege.holds("presses and typed decisions", "judged otherwise than the rules");
}
