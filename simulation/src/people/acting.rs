//! What people do: write, press current and old buttons, twice or at the same time, send commands, change their
//! words, leave and come back.

use crate::chance::Chance;
use crate::people::cast::{self, Player};
use crate::people::{canary, leaving, sending};
use crate::world::{Delivery, World};
use chrono::TimeDelta;
use secretary::secretary::inbound::{Account, ChatKind, Content, Inbound, Place, Platform, Sender};
use secretary::secretary::message::Button;

const IDEAS: [&str; 8] = [
    "Find the cheapest hosting for our club",
    "Compare three offers for a new heating",
    "Write an invitation to the summer party",
    "Check which trains go to Hamburg on Friday",
    "urgent: the website is down, find out why",
    "Plan a weekend in the mountains",
    "Collect what we know about the new tax rules",
    "Prepare the agenda of the next meeting",
];

const WORDS: [&str; 16] = [
    "yes",
    "no",
    "2",
    "both of them",
    "the first one",
    "Please also look at the price",
    "stop",
    "go",
    "thanks",
    "remind me in 2 hours to call Kim",
    "every Friday at 16:00 remind me to water the plants",
    "tomorrow at 9",
    "actually make it cheaper",
    "what is open?",
    "12 * 7",
    "shopping: milk",
];

const COMMANDS: [(&str, &str); 23] = [
    ("workspace", "1"),
    ("workspace", "Shop"),
    ("list", ""),
    ("decisions", ""),
    ("pause", ""),
    ("resume", ""),
    ("report", "daily 18:00"),
    ("report", "every monday 9:00"),
    ("timezone", "Asia/Tokyo"),
    ("timezone", "America/New_York"),
    ("timezone", "Europe/Berlin"),
    ("schedules", ""),
    ("stats", ""),
    ("agents", ""),
    ("reports", ""),
    ("settings", "auto_dispatch off"),
    ("settings", "auto_dispatch on"),
    ("settings", "quorum 2"),
    ("settings", "quorum all"),
    ("settings", "quorum any"),
    ("settings", "four_eyes on"),
    ("settings", "four_eyes off"),
    ("help", ""),
];

const OF_TICKETS: [&str; 8] = ["show", "cancel", "pause", "resume", "dispatch", "clarify", "history", "reports"];

/// Somebody does something.
pub fn act(world: &mut World) {
    if world.apart.forgets && leaving::leave(world) || world.apart.files && sending::send(world) {
        return;
    }
    let (what, who) = {
        let mut around = world.around.lock();
        let what = around.chance.weighted(&[12, 40, 11, 14, 5, 3, 2, 2, 5]);
        (what, around.chance.weighted(&[30, 20, 25, 15, 5, 5]))
    };
    let Some(player) = world.players.get(who).cloned() else { return };
    match what {
        0 => say(world, &player, &IDEAS, true),
        1 => press(world, &player, false),
        2 => say(world, &player, &WORDS, false),
        3 => command(world, &player),
        4 => press(world, &player, true),
        5 => forge(world, &player),
        6 => change_words(world, &player),
        7 => come_and_go(world, &player),
        _ => together(world),
    }
}

/// One of the chats that somebody can write in.
pub fn seat(chance: &mut Chance, player: &Player) -> Option<(Account, Place)> {
    let (account, places) = chance.of(&player.seats)?;
    Some((account.clone(), chance.of(places)?.clone()))
}

/// Puts something on its way to the secretary.
pub fn hand_in(world: &mut World, place: &Place, sender: Sender, mut content: Content) {
    world.handed_in += 1;
    if let Content::Text { text, .. } | Content::Form { text, .. } | Content::Edited { text, .. } = &mut content
        && world.apart.forgets
    {
        *text = canary::with(text, world.handed_in, place.kind == ChatKind::Direct);
    }
    let event = format!("event-{}", world.handed_in);
    let mut around = world.around.lock();
    let now = around.now;
    let delay = if around.chance.in_thousand(60) { around.moment(200_000) } else { around.moment(1_500) };
    // A chat that has moved is written to where it is.
    let chat = around.board.moved.get(&place.chat).cloned();
    let place = Place { chat: chat.unwrap_or_else(|| place.chat.clone()), ..place.clone() };
    around.note("does", &[&event, &sender.user], || format!("{} in {}: {content:?}", sender.name, place.chat));
    drop(around);
    let inbound = Inbound { event, place, sender, content, sent_at: now, handle: None };
    world.mail.push(Delivery { at: now + delay, inbound });
}

fn say(world: &mut World, player: &Player, words: &[&str], idea: bool) {
    let (seat, text, message, addressed, reply) = {
        let mut around = world.around.lock();
        let seat = seat(&mut around.chance, player);
        let text = around.chance.of(words).copied().unwrap_or_default().to_owned();
        let addressed = idea || around.chance.in_thousand(700);
        let all: Vec<u64> = around.board.messages.keys().rev().take(12).copied().collect();
        let reply = around.chance.of(&all).copied().filter(|_| around.chance.in_thousand(if idea { 50 } else { 500 }));
        (seat, text, around.board.number(), addressed, reply)
    };
    let Some((account, place)) = seat else { return };
    let content = Content::Text {
        message: message.to_string(),
        text,
        addressed: addressed || place.kind == ChatKind::Direct,
        reply_to: reply.map(|id| id.to_string()),
        attachments: Vec::new(),
        forwarded: false,
        refers: Vec::new(),
    };
    hand_in(world, &place, cast::sender(player, &account), content);
}

fn command(world: &mut World, player: &Player) {
    let (seat, name, args) = {
        let mut around = world.around.lock();
        let seat = seat(&mut around.chance, player);
        if around.chance.in_thousand(600) {
            let name = around.chance.of(&OF_TICKETS).copied().unwrap_or_default();
            (seat, name.to_owned(), around.chance.between(1, 7).to_string())
        } else {
            let (name, args) = around.chance.of(&COMMANDS).copied().unwrap_or_default();
            (seat, name.to_owned(), args.to_owned())
        }
    };
    let Some((account, place)) = seat else { return };
    let content =
        Content::Command { message: None, name, args, reply_to: None, attachments: Vec::new(), refers: Vec::new() };
    hand_in(world, &place, cast::sender(player, &account), content);
}

/// Whether somebody sees a chat, and by which account.
pub fn sees<'a>(player: &'a Player, place: &Place) -> Option<&'a Account> {
    let thread = place.chat.starts_with("thread-") && place.platform == Platform::Discord;
    let here = |there: &Place| {
        let group = there.kind == ChatKind::Group && place.kind == ChatKind::Group;
        there.platform == place.platform
            && (there.chat == place.chat || (group && thread) || (group && there.kind == place.kind))
    };
    player.seats.iter().find(|(_, places)| places.iter().any(here)).map(|(account, _)| account)
}

/// A button in front of somebody; if `late`, one that stood there once.
fn button(world: &World, player: &Player, late: bool) -> Option<(Account, Place, u64, Button)> {
    let mut around = world.around.lock();
    if late {
        let stale: Vec<_> =
            around.board.stale.iter().filter(|(place, _, _)| sees(player, place).is_some()).cloned().collect();
        let (place, id, button) = around.chance.of(&stale)?.clone();
        return Some((sees(player, &place)?.clone(), place, id, button));
    }
    let newest = around.board.messages.iter().rev().filter(|(_, m)| !m.buttons.is_empty());
    let seen: Vec<u64> = newest.filter(|(_, m)| sees(player, &m.place).is_some()).take(7).map(|(id, _)| *id).collect();
    let id = *around.chance.of(&seen)?;
    let (place, buttons) = around.board.messages.get(&id).map(|m| (m.place.clone(), m.buttons.clone()))?;
    // The first buttons are those that let things go on.
    let first = around.chance.in_thousand(500);
    let button = if first { buttons.first()?.clone() } else { around.chance.of(&buttons)?.clone() };
    Some((sees(player, &place)?.clone(), place, id, button))
}

/// Somebody presses a button, or sends the form behind it.
pub fn press_this(world: &mut World, player: &Player, account: &Account, place: &Place, id: u64, button: &Button) {
    let by_form = button.form.is_some() && world.around.lock().chance.in_thousand(700);
    let content = if by_form {
        Content::Form { data: button.data.clone(), text: "Only what can be cancelled every month".to_owned() }
    } else {
        Content::Press { data: button.data.clone(), message: Some(id.to_string()) }
    };
    hand_in(world, place, cast::sender(player, account), content);
}

fn press(world: &mut World, player: &Player, late: bool) {
    let Some((account, place, id, button)) = button(world, player, late) else { return };
    press_this(world, player, &account, &place, id, &button);
    if world.around.lock().chance.in_thousand(120) {
        press_this(world, player, &account, &place, id, &button);
    }
}

/// Several people press what stands under one message.
fn together(world: &mut World) {
    let Some(first) = world.players.first().cloned() else { return };
    let Some((_, place, id, _)) = button(world, &first, false) else { return };
    for player in world.players.clone() {
        let Some(account) = sees(&player, &place).cloned() else { continue };
        let button = {
            let mut around = world.around.lock();
            let buttons = around.board.messages.get(&id).map(|m| m.buttons.clone()).unwrap_or_default();
            around.chance.of(&buttons).cloned()
        };
        if let Some(button) = button {
            press_this(world, &player, &account, &place, id, &button);
        }
    }
}

/// Somebody presses what stands in another chat, or what never stood anywhere.
fn forge(world: &mut World, player: &Player) {
    let (seat, data) = {
        let mut around = world.around.lock();
        let stale = around.board.stale.clone();
        let known = around.chance.of(&stale).map(|(_, _, button)| button.data.clone());
        let known = known.filter(|_| around.chance.in_thousand(700));
        let made_up = format!("1.{:022}.0", around.chance.draw() % 1_000_000_007);
        (seat(&mut around.chance, player), known.unwrap_or(made_up))
    };
    let Some((account, place)) = seat else { return };
    hand_in(world, &place, cast::sender(player, &account), Content::Press { data, message: None });
}

fn change_words(world: &mut World, player: &Player) {
    let (seat, message) = {
        let mut around = world.around.lock();
        let last = around.board.number();
        (
            seat(&mut around.chance, player),
            u64::try_from(around.chance.between(1_001, i64::try_from(last).unwrap_or(1_001))),
        )
    };
    let (Some((account, place)), Ok(message)) = (seat, message) else { return };
    let addressed = place.kind == ChatKind::Direct;
    let text = "Compare four offers instead".to_owned();
    let content = Content::Edited { message: message.to_string(), text, addressed };
    hand_in(world, &place, cast::sender(player, &account), content);
}

/// Somebody blocks the bot for a while, or the group gets a new id.
fn come_and_go(world: &mut World, player: &Player) {
    let (seat, moves) = {
        let mut around = world.around.lock();
        (seat(&mut around.chance, player), around.chance.in_thousand(150))
    };
    let Some((account, place)) = seat else { return };
    let sender = cast::sender(player, &account);
    if moves && place.kind == ChatKind::Group && place.platform == Platform::Telegram {
        let to = {
            let mut around = world.around.lock();
            let to = format!("super-{}", place.chat);
            around.board.ever_gone.extend([place.chat.clone(), to.clone()]);
            around.board.moved.insert(place.chat.clone(), to.clone()).is_none().then_some(to)
        };
        if let Some(to) = to {
            let now = world.now();
            world.handed_in += 1;
            let event = format!("event-{}", world.handed_in);
            let inbound = Inbound { event, place, sender, content: Content::Moved { to }, sent_at: now, handle: None };
            world.mail.push(Delivery { at: now + TimeDelta::seconds(1), inbound });
        }
        return;
    }
    let yes = {
        let mut around = world.around.lock();
        let gone = around.board.gone.remove(&place.chat);
        if !gone {
            around.board.gone.insert(place.chat.clone());
            around.board.ever_gone.insert(place.chat.clone());
        }
        gone
    };
    hand_in(world, &place, sender, Content::Reachable { yes });
}
