//! Presses and typed decisions by everybody from everywhere: about the work, a call that needs approval, the budget
//! of the day, and with several voters. The rules who may decide are written here once more, as the guide says them,
//! and compared with what was decided and with which option. A refused press leaves the question open with its
//! buttons; every verdict is audited.

use crate::siege::{Chance, Siege, one_of};
use crate::support::{
    Content, Discord, Office, Purposes, Role, Telegram, TimeDelta, Voice, Web, ask_for_decision, call, decision, idea,
    json, said,
};
use secretary::engine::home;
use secretary::ports::store::Store;
use secretary::secretary::audit::Means;
use secretary::secretary::budget::{AccountKey, Limit};
use secretary::secretary::decision::votes::Quorum;
use secretary::secretary::decision::{Decision, Subject};
use secretary::secretary::ids::{PersonId, WorkspaceId};
use secretary::secretary::intent::thinking::Usage;
use secretary::secretary::message::inbound::{Account, ChatKind, Inbound, Place, Sender};
use secretary::secretary::people::deputies::Away;
use secretary::secretary::people::workspace::{Person, ServerRole, Settings};
use secretary::secretary::policy::Mode;
use secretary::secretary::ticket::Ticket;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// Presses in full.
const PRESSES: usize = 100_000;
/// Presses in one world, at the least.
const IN_WORLD: usize = 40;
const MODERATORS: &str = "77";
const ROLES: [Role; 4] = [Role::Owner, Role::Approver, Role::Requester, Role::Observer];
/// What each thought costs where the budget is what is asked about, in tokens.
const EACH: u64 = 1_000;

/// What is asked in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Matter {
    /// A question of the work, which one may answer.
    Work,
    /// The same, on which so many must agree.
    Together(Quorum),
    /// Whether a call may be made.
    Leave,
    /// Whether the budget of the day goes further, which owners alone may let it.
    Budget,
    /// Whether a plan begins, which somebody else than who sent it has to say.
    Plan,
}

impl Matter {
    /// Each has its worlds; most ask about the work.
    fn of(seed: u64) -> Self {
        match seed % 9 {
            0 => Self::Budget,
            1 => Self::Leave,
            2 => Self::Together(Quorum::Number(2)),
            3 => Self::Together(Quorum::All),
            4 => Self::Plan,
            _ => Self::Work,
        }
    }

    /// What changes something waits for a go.
    fn has_a_card(self) -> bool {
        matches!(self, Self::Leave | Self::Plan)
    }

    fn together(self) -> bool {
        matches!(self, Self::Together(_))
    }
}

/// Somebody, as the rules know them.
#[derive(Clone)]
struct One {
    id: PersonId,
    voice: Voice,
    /// What they are in the workspace of the ticket.
    role: Option<Role>,
    /// They have the role of the server that lends one.
    moderates: bool,
    /// They were taken out, and nothing a server lends brings them back.
    gone: bool,
    /// Who is away and has named them; it may be over.
    stands_in_for: Option<(usize, bool)>,
    bot: bool,
    anonymous: bool,
}

struct World {
    office: Office,
    matter: Matter,
    people: Vec<One>,
    /// The rooms the question is asked in, and others.
    asked_in: Vec<Place>,
    elsewhere: Vec<Place>,
    lent: Option<Role>,
    four_eyes: bool,
    /// Tokens of questions that are over.
    older: Mutex<Vec<String>>,
}

/// How somebody tries it.
#[derive(Clone, Debug)]
enum How {
    Press(String),
    Command(i64, String),
}

impl World {
    async fn new(chance: &mut Chance, matter: Matter) -> Self {
        let office = Office::new().await;
        office.is_not_listened_to();
        office.works(move |input| match (matter, decision(input)) {
            (Matter::Work | Matter::Together(_), None) => ask_for_decision(),
            // Each note has a title of its own, so that what was allowed for good covers no later one.
            (Matter::Leave, None) if input.steps.is_empty() => {
                let title = input.said.first().cloned().unwrap_or_default();
                call("write_note", json!({"title": title, "text": "We take offer C.", "append": false}))
            }
            (Matter::Leave | Matter::Budget | Matter::Plan, None) => said("Offer C fits."),
            (_, Some(answer)) => said(&format!("Offer C fits. {answer}.")),
        });
        if matter.has_a_card() {
            office.reads(|input| idea(&input.idea).no_tasks().task("t1", "planner", "Keep it", &[]).into());
        }
        if matter == Matter::Budget {
            office.costs(Usage { calls: 1, tokens_in: EACH - 100, tokens_out: 100, ..Usage::default() });
        }
        let decides = Purposes { decisions: true, intake: true, ..Purposes::default() };
        let intake = Purposes { intake: true, ..Purposes::default() };
        let asked_in = vec![office.room("Ops", Telegram, decides).await, office.room("Dev", Discord, decides).await];
        let elsewhere = vec![
            office.room("Lounge", Telegram, intake).await,
            office.group("Street", Discord),
            office.room("Hall", Discord, intake).await,
        ];
        // What is lent counts for no quorum, and budgets are not for four eyes: neither is in doubt here.
        let lent = (chance.percent(60) && !matter.together()).then(|| *one_of(chance, &ROLES[1..]));
        let four_eyes =
            matter == Matter::Plan || (chance.percent(30) && matches!(matter, Matter::Work | Matter::Leave));
        office
            .settings(|s| {
                s.four_eyes = four_eyes;
                if let Matter::Together(quorum) = matter {
                    s.quorum = quorum;
                }
                if matter == Matter::Leave {
                    s.mode = Mode::AllowList;
                }
                s.server_roles = lent
                    .map(|role| ServerRole { id: MODERATORS.to_owned(), name: String::new(), role })
                    .into_iter()
                    .collect();
            })
            .await;
        let mut world =
            Self { office, matter, people: Vec::new(), asked_in, elsewhere, lent, four_eyes, older: Mutex::default() };
        world.move_in(chance).await;
        world
    }

    async fn move_in(&mut self, chance: &mut Chance) {
        let (office, matter) = (&self.office, self.matter);
        let shop = WorkspaceId::new("shop");
        let mut tx = office.store().begin().await.unwrap();
        tx.save_settings(&Settings::fresh(shop.clone(), "UTC", "en")).await.unwrap();
        for n in 0..9_u64 {
            let platform = if chance.percent(50) { Telegram } else { Discord };
            // At the page there may be nobody, so that a quorum need not wait for it: there nobody is.
            let platform = if n > 1 && !matter.together() && chance.percent(10) { Web } else { platform };
            let voice = office.stranger(&format!("P{n}"), platform);
            let account = Account { platform, user: voice.who.user.clone() };
            let id = PersonId::new(format!("p{n}"));
            // The first two are always there, so that there is somebody who may and somebody who asks.
            let role = match n {
                0 => Some(Role::Owner),
                1 if matter.together() => Some(Role::Approver),
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
            let odd = n > 2 && !matter.together() && chance.percent(12);
            let (bot, anonymous) = (odd && chance.percent(50), odd && chance.percent(50));
            let moderates = platform == Discord && chance.percent(40);
            self.people.push(One { id, voice, role, moderates, gone, stands_in_for: None, bot, anonymous });
        }
        for away in 0..self.people.len() {
            let may = self.people[away].role.is_some_and(|role| role <= Role::Approver);
            let to = usize::try_from(chance.below(9)).unwrap();
            let free = to != away && self.people[to].stands_in_for.is_none();
            let free = free && matches!(matter, Matter::Work | Matter::Leave | Matter::Plan);
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
        tx.change_directory("they are there").await.unwrap();
        tx.commit().await.unwrap();
    }

    /// The rules once more: for which option this is a valid voice, now that the question is open.
    fn may(&self, who: &One, place: &Place, how: &How, ticket: &Ticket, requester: usize) -> Option<usize> {
        if who.bot || who.anonymous {
            return None;
        }
        let decision = asked(ticket);
        let direct = place.kind == ChatKind::Direct;
        // A topic is before the people of its group, and a thread before those of its channel.
        let (chat, part) = self.chat_of(place);
        let same = |other: &Place| other.platform == place.platform && other.chat == chat;
        let asked_here = self.asked_in.iter().any(same);
        let count = decision.asked.options.len();
        let option = match how {
            How::Press(data) => {
                let known = (0..count).find(|n| *data == format!("1.{}.{n}", decision.token));
                known.filter(|_| asked_here)?
            }
            How::Command(number, option) => {
                let known = (0..count).find(|n| *option == (n + 1).to_string());
                // Where the question stands it may be answered in words, too; elsewhere where the ticket may be shown. A topic
                // is no room for decisions because its group is one.
                let said_here = !ticket.direct && same(self.home_of(ticket));
                let shows_all = !ticket.direct && asked_here && place.thread.is_none();
                let shown = direct || (asked_here && !part) || said_here || shows_all;
                known.filter(|_| *number == ticket.number && shown)?
            }
        };
        let lent = self.lent.filter(|_| who.moderates && !who.gone && place.platform == Discord && !direct);
        let power = who.role.into_iter().chain(lent).min()?;
        let own = who.role.is_some() && self.people[requester].id == who.id;
        if own && self.four_eyes {
            return None;
        }
        if self.matter == Matter::Budget && option == 0 && power != Role::Owner {
            return None;
        }
        let away = who.stands_in_for.filter(|(_, over)| !over).map(|(away, _)| away);
        let away = away.filter(|away| !(self.four_eyes && *away == requester));
        let may = power <= Role::Approver || (own && power <= Role::Requester) || away.is_some();
        may.then_some(option)
    }

    /// Everybody who may decide where several must agree: who may anywhere, and whoever sent the idea.
    fn voters(&self, requester: usize) -> Vec<usize> {
        let may = |n: &usize| {
            let role = self.people[*n].role;
            role.is_some_and(|role| role <= Role::Approver || (*n == requester && role <= Role::Requester))
        };
        (0..self.people.len()).filter(may).collect()
    }

    /// How many must want the same.
    fn needed(&self, requester: usize) -> usize {
        match self.matter {
            Matter::Together(Quorum::Number(several)) => usize::from(several),
            Matter::Together(Quorum::All) => self.voters(requester).len(),
            Matter::Together(Quorum::Any) | Matter::Work | Matter::Leave | Matter::Budget | Matter::Plan => 1,
        }
    }

    /// The chat a place belongs to, and whether it is only a part of it: a topic of a group, a thread of a channel.
    fn chat_of(&self, place: &Place) -> (String, bool) {
        let thread = place.chat.strip_prefix("thread-");
        let above = thread.and_then(|id| self.office.stands().into_iter().find(|m| m.id == id));
        let chat = above.map_or_else(|| place.chat.clone(), |message| message.place.chat);
        (chat, place.thread.is_some() || thread.is_some())
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

    /// The chats in which buttons of this token stand.
    fn standing(&self, token: &str) -> BTreeSet<String> {
        let token = format!(".{token}.");
        let all = self.office.stands().into_iter();
        let offers = all.filter(|m| m.buttons.iter().flatten().any(|button| button.data.contains(&token)));
        offers.map(|m| m.place.chat).collect()
    }

    /// Before an idea comes: the budget of the day is such that its first thought uses it up, and nothing is allowed for good.
    async fn makes_ready(&self) {
        if self.matter == Matter::Budget {
            // What was spent last is booked with the next thing that is written.
            self.people[0].voice.says("/budget").await;
            let day = AccountKey { period: "2026-11-23".to_owned(), who: String::new() };
            let account = self.office.store().read().await.unwrap().account(&home(), &day).await.unwrap();
            let tokens = (account.spent.tokens + EACH / 2).saturating_sub(account.extra.tokens);
            self.office.settings(|s| s.budget.day = Some(Limit { tokens: Some(tokens), micros: None })).await;
        }
        self.office.settings(|s| s.rules.clear()).await;
    }

    /// A plan that changes something waits for its go: whoever sent the idea gives it. How many presses that took.
    async fn starts(&self, requester: usize, number: i64) -> usize {
        let mut presses = self.lets_begin(&self.people[requester], &format!("start{number}")).await;
        // Under four eyes somebody else has to agree, which is what is tried where that is the matter.
        if self.four_eyes && self.matter == Matter::Leave {
            presses += self.lets_begin(&self.people[0], &format!("agree{number}")).await;
        }
        presses
    }

    /// Somebody presses the newest Start of their platform: on the card, or under the question whether it may begin.
    async fn lets_begin(&self, who: &One, event: &str) -> usize {
        let standing = self.office.stands();
        let start = standing.iter().rev().filter(|m| m.place.platform == who.voice.place.platform).find_map(|m| {
            let start = m.buttons.iter().flatten().find(|button| button.label == "Start")?;
            Some((m.place.clone(), start.data.clone()))
        });
        let Some((place, data)) = start else { return 0 };
        let press = self.event(0, who, &place, &How::Press(data));
        self.office.arrives(Inbound { event: event.to_owned(), ..press }).await;
        1
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
        drop(tx.expected(&room.id, person).await.unwrap());
        tx.commit().await.unwrap();
    }

    /// Somebody who may sends an idea that leads to a question: who it was.
    async fn asks(&self, chance: &mut Chance, tried: &mut Tried, number: i64) -> usize {
        let sends = |n: &usize| {
            let one = &self.people[*n];
            // Somebody else has to let it begin, and the first of them always can.
            let first = *n == 0 && self.four_eyes && self.matter == Matter::Leave;
            one.role.is_some_and(|role| role <= Role::Requester) && !one.bot && !one.anonymous && !first
        };
        let sane: Vec<usize> = (0..self.people.len()).filter(sends).collect();
        let requester = *one_of(chance, &sane);
        let voice = &self.people[requester].voice;
        let rooms = self.asked_in.iter().chain([&self.elsewhere[0], &self.elsewhere[2]]);
        let rooms: Vec<Place> = rooms.filter(|p| p.platform == voice.place.platform).cloned().collect();
        let alone = chance.percent(50) || rooms.is_empty();
        let there = if alone { voice.clone() } else { voice.in_group(one_of(chance, &rooms)) };
        self.makes_ready().await;
        self.no_words_of_their_own(&self.people[requester].id, &there).await;
        if self.matter.has_a_card() {
            there.mentions(&format!("write to shop {number} that we take offer C")).await;
            tried.presses += self.starts(requester, number).await;
        } else {
            there.mentions("compare three hosting offers").await;
        }
        requester
    }

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

/// The question that is tried: under four eyes it was asked before whether a plan may begin that leads to it.
fn asked(ticket: &Ticket) -> &Decision {
    ticket.decisions.iter().find(|d| d.subject != Subject::Plan).unwrap_or(&ticket.decisions[0])
}

fn verdict(decision: &Decision) -> Option<(Option<PersonId>, Option<usize>)> {
    decision.verdict().map(|v| (v.by.clone(), v.option))
}

/// What was tried in a world so far.
#[derive(Default)]
struct Tried {
    all: usize,
    presses: usize,
    typed: usize,
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
