//! A world in which something is asked: who is in it with which rights, in which rooms, and how an idea leads to the question.

use crate::siege::{Chance, one_of};
use crate::support::{
    Content, Discord, Office, Purposes, Role, Telegram, TimeDelta, Voice, Web, ask_for_decision, call, decision, idea,
    json, said,
};
use secretary::engine::home;
use secretary::ports::store::Store;
use secretary::secretary::budget::cost::Usage;
use secretary::secretary::budget::{AccountKey, Limit};
use secretary::secretary::ids::{PersonId, WorkspaceId};
use secretary::secretary::inbound::{Account, ChatKind, Inbound, Place, Sender};
use secretary::secretary::people::deputies::Away;
use secretary::secretary::people::workspace::{Person, ServerRole, Settings};
use secretary::secretary::policy::{Mode, Quorum};
use secretary::secretary::ticket::Ticket;
use std::collections::BTreeSet;
use std::sync::Mutex;

const MODERATORS: &str = "77";
const ROLES: [Role; 4] = [Role::Owner, Role::Approver, Role::Requester, Role::Observer];
/// What each thought costs where the budget is what is asked about, in tokens.
const EACH: u64 = 1_000;

/// What is asked in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
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
    pub fn of(seed: u64) -> Self {
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
    pub fn has_a_card(self) -> bool {
        matches!(self, Self::Leave | Self::Plan)
    }

    pub fn together(self) -> bool {
        matches!(self, Self::Together(_))
    }
}

/// Somebody, as the rules know them.
#[derive(Clone)]
pub struct One {
    pub id: PersonId,
    pub voice: Voice,
    /// What they are in the workspace of the ticket.
    pub role: Option<Role>,
    /// They have the role of the server that lends one.
    pub moderates: bool,
    /// They were taken out, and nothing a server lends brings them back.
    pub gone: bool,
    /// Who is away and has named them; it may be over.
    pub stands_in_for: Option<(usize, bool)>,
    pub bot: bool,
    pub anonymous: bool,
}

pub struct World {
    pub office: Office,
    pub matter: Matter,
    pub people: Vec<One>,
    /// The rooms the question is asked in, and others.
    pub asked_in: Vec<Place>,
    pub elsewhere: Vec<Place>,
    pub lent: Option<Role>,
    pub four_eyes: bool,
    /// Tokens of questions that are over.
    pub older: Mutex<Vec<String>>,
}

/// How somebody tries it.
#[derive(Clone, Debug)]
pub enum How {
    Press(String),
    Command(i64, String),
}

/// What was tried in a world so far.
#[derive(Default)]
pub struct Tried {
    pub all: usize,
    pub presses: usize,
    pub typed: usize,
}

impl World {
    pub async fn new(chance: &mut Chance, matter: Matter) -> Self {
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

    /// The chats in which buttons of this token stand.
    pub fn standing(&self, token: &str) -> BTreeSet<String> {
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

    pub fn home_of(&self, ticket: &Ticket) -> &Place {
        let name = ticket.room.as_str();
        let rooms = self.asked_in.iter().chain(&self.elsewhere);
        let mut found =
            rooms.filter(|p| p.title.as_ref().is_some_and(|t| name == format!("room-{}", t.to_lowercase())));
        found.next().unwrap_or(&self.elsewhere[1])
    }

    pub fn event(&self, n: usize, who: &One, place: &Place, how: &How) -> Inbound {
        let content = match how {
            How::Press(data) => Content::Press { data: data.clone(), message: None },
            How::Command(number, option) => Content::Command {
                message: Some(format!("typed{n}")),
                name: "decide".to_owned(),
                args: format!("{number} {option}"),
                reply_to: None,
                attachments: Vec::new(),
                refers: Vec::new(),
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

    pub async fn ticket(&self, number: i64) -> Ticket {
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
    pub async fn asks(&self, chance: &mut Chance, tried: &mut Tried, number: i64) -> usize {
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
}
