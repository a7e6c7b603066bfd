//! Every kind of update of Telegram and every message and interaction of Discord, from people nobody knows, with fields that
//! are missing, null, of another type or somebody else's. The real adapters read them over sockets, and what they hand in goes
//! to an office: nothing may change there, nobody may hear anything of those who belong to it, and what does not say what sort
//! of chat it comes from is no direct chat.

use crate::adapter_contract::discord::desk::text_of;
use crate::adapter_contract::discord::stage::{ANN, BOB, ROOM, SOON as DISCORD_SOON, Stage};
use crate::adapter_contract::telegram::desk::{Desk, SOON, with_ann};
use crate::adapter_contract::web::doubles::Parts;
use crate::siege::engine::s03_stale::kept;
use crate::siege::{Chance, Siege, one_of, raw, status};
use crate::support::{Content, Discord, Office, Telegram, Voice, json};
use secretary::adapters::telegram::Webhook;
use secretary::secretary::inbound::{ChatKind, Inbound};
use secretary::secretary::message::Message;
use serde_json::Value;

/// Events in full, on each platform.
const EVENTS: usize = 10_000;
/// Events between two looks at what is kept.
const AT_A_TIME: usize = 20;
const SECRET: &str = "a-long_Secret-9-of-the-Hook";
/// What nobody outside may hear.
const PRIVATE: &str = "zebrafinch";
/// Somebody nobody knows, and a chat nobody knows.
const EVE: i64 = 666_666;
const STREET: i64 = -1_006_666_666;

/// The kinds of updates of the Bot API, and some of tomorrow.
const KINDS: [&str; 30] = [
    "message",
    "edited_message",
    "channel_post",
    "edited_channel_post",
    "business_connection",
    "business_message",
    "edited_business_message",
    "deleted_business_messages",
    "guest_message",
    "message_reaction",
    "message_reaction_count",
    "inline_query",
    "chosen_inline_result",
    "callback_query",
    "shipping_query",
    "pre_checkout_query",
    "purchased_paid_media",
    "poll",
    "poll_answer",
    "my_chat_member",
    "chat_member",
    "chat_join_request",
    "chat_boost",
    "removed_chat_boost",
    "managed_bot",
    "story_of_tomorrow",
    "",
    "Message",
    "message ",
    "update_id",
];

/// What somebody who gets in would order.
const ORDERS: [&str; 9] = [
    "/members Eve owner",
    "/pause",
    "/settings auto_dispatch off",
    "/invite owner",
    "compare three hosting offers",
    "/cancel all",
    "/remind tomorrow at 9 to pay Eve",
    "/list all",
    "/note vault: mine now",
];

/// Kinds in which a member's own number is no word of theirs to the bot.
fn of_nobody(kind: &str) -> bool {
    !["message", "edited_message", "callback_query", "my_chat_member"].contains(&kind)
}

/// An update of a kind, before anything is spoiled.
fn update(chance: &mut Chance, kind: &str, n: u64, member: i64, data: &str) -> Value {
    let who = if of_nobody(kind) && chance.percent(50) { member } else { EVE };
    let from = json!({"id": who, "is_bot": false, "first_name": "Eve", "username": "eve"});
    let chat = if chance.percent(50) {
        json!({"id": EVE, "type": "private", "first_name": "Eve"})
    } else {
        json!({"id": STREET, "type": *one_of(chance, &["group", "supergroup", "channel"]), "title": "Street"})
    };
    let order = *one_of(chance, &ORDERS);
    let message = json!({"message_id": n, "date": 1_800_000_000 + n, "chat": chat, "from": from, "text": order});
    let mut body = match kind {
        "callback_query" => {
            json!({"id": n.to_string(), "from": from, "chat_instance": "1", "data": data, "message": message})
        }
        "inline_query" => json!({"id": n.to_string(), "from": from, "query": order, "offset": ""}),
        "chosen_inline_result" => json!({"result_id": "1", "from": from, "query": order}),
        "poll_answer" => json!({"poll_id": "1", "user": from, "option_ids": [0]}),
        "my_chat_member" | "chat_member" => json!({
            "chat": chat, "from": from, "date": 1_800_000_000 + n,
            "old_chat_member": {"user": from, "status": "member"}, "new_chat_member": {"user": from, "status": "creator"},
        }),
        "business_message" | "edited_business_message" => {
            let mut message = message;
            message["business_connection_id"] = json!("b1");
            // The chat of a business account may have the number of a member's.
            message["chat"] = json!({"id": member, "type": "private", "first_name": "Mara"});
            message
        }
        "message_reaction" => {
            json!({"chat": chat, "message_id": 1, "user": from, "date": 1, "old_reaction": [], "new_reaction": []})
        }
        _ => message,
    };
    // Somebody's number in places that are not the sender's.
    let elsewhere = [
        "via_bot",
        "sender_chat",
        "forward_from",
        "user",
        "sender_business_bot",
        "reply_to_message",
        "guest_bot_caller_user",
    ];
    if chance.percent(30) {
        let place = *one_of(chance, &elsewhere);
        body[place] = match place {
            "sender_chat" => json!({"id": member, "type": "private", "first_name": "Mara"}),
            "reply_to_message" => {
                json!({"message_id": 1, "date": 1, "chat": {"id": EVE, "type": "private", "first_name": "E"}, "from": {"id": member, "is_bot": false, "first_name": "Mara"}, "text": "yes"})
            }
            _ => json!({"id": member, "is_bot": false, "first_name": "Mara"}),
        };
    }
    body
}

/// Something that is no such field.
fn odd(chance: &mut Chance) -> Value {
    one_of(
        chance,
        &[
            Value::Null,
            json!(true),
            json!(-1),
            json!(0),
            json!(""),
            json!("x"),
            json!([]),
            json!({}),
            json!(1e300),
            json!(i64::MAX),
            json!("7"),
            json!([[[]]]),
        ],
    )
    .clone()
}

/// Spoils some field anywhere in it: not there, null, of another type, twice as deep.
fn spoil(chance: &mut Chance, value: &mut Value) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = one_of(chance, &names);
            if chance.percent(45) && fields[name].is_object() {
                return spoil(chance, &mut fields[name]);
            }
            if chance.percent(50) {
                fields.remove(name);
            } else {
                fields[name] = odd(chance);
            }
        }
        other => *other = odd(chance),
    }
}

/// An office in which somebody has something to lose.
struct Home {
    office: Office,
    mara: Voice,
    data: String,
}

async fn home_of() -> Home {
    let office = Office::new().await;
    office.is_not_listened_to();
    let mara = office.owner("Mara", Telegram).await;
    office.owner("Kim", Discord).await;
    mara.says(&format!("/note vault: the code is {PRIVATE}")).await;
    mara.says(&format!("/remind every day at 9:00 to call {PRIVATE}")).await;
    let data = mara.data("Delete");
    Home { office, mara, data }
}

impl Home {
    /// Takes in what an adapter handed in. What went wrong, if anything did.
    async fn takes(&self, events: &[Inbound]) -> Option<String> {
        let before = kept(&self.office).await;
        for event in events {
            self.office.arrives(event.clone()).await;
        }
        let after = kept(&self.office).await;
        if before != after {
            return Some(format!("{before}\n→\n{after}"));
        }
        let own = &self.mara.place.chat;
        let told =
            self.office.stands().into_iter().find(|m| {
                m.who == "Bot" && m.place.chat != *own && (m.text.contains(PRIVATE) || m.text.contains("Mara"))
            });
        told.map(|m| format!("{:?} was told {}", m.place, m.text))
    }
}

#[tokio::test]
async fn no_kind_of_update_from_somebody_unknown_is_trusted() {
    let mut siege = Siege::of("s02");
    let (fake, _, _) = with_ann().await;
    let webhook = Webhook::new(&format!("{}/telegram/webhook", fake.url()), Some(SECRET)).unwrap();
    let mut desk = Desk::with(&fake, fake.token(), Some(webhook), Default::default());
    let served = Parts::default().serve(None, Some(desk.telegram.webhook_route())).await;
    desk.run();
    fake.wait_calls("setWebhook", 1, SOON).await.unwrap();
    let home = home_of().await;
    let member: i64 = home.mara.who.user.parse().unwrap();
    let mut taken = desk.notebook.taken().len();
    for seed in Siege::worlds(EVENTS, AT_A_TIME) {
        let mut chance = Chance::of(seed);
        let mut sent = Vec::new();
        for n in 0..AT_A_TIME as u64 {
            // Every kind has its turn.
            let kind = KINDS[usize::try_from((seed * AT_A_TIME as u64 + n) % KINDS.len() as u64).unwrap()];
            let number = seed * 1_000 + n;
            let mut body = update(&mut chance, kind, number, member, &home.data);
            for _ in 0..chance.below(4) {
                spoil(&mut chance, &mut body);
            }
            let mut update = json!({"update_id": number});
            if kind != "update_id" {
                update[kind] = body;
            }
            let text = update.to_string();
            let head = format!(
                "POST /telegram/webhook HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Telegram-Bot-Api-Secret-Token: {SECRET}\r\nContent-Length: {}\r\n\r\n{text}",
                text.len()
            );
            let answer = raw(served.addr, head.as_bytes()).await;
            siege.judge(seed, status(&answer) == 200, || format!("{text}: {answer:.200}"));
            sent.push(text);
        }
        let events = desk.notebook.taken().split_off(taken);
        taken += events.len();
        // Each gives one event, and none is a member's.
        let strange = events.iter().find(|event| {
            let speaks = !matches!(event.content, Content::Unsupported { .. });
            speaks && event.sender.user == member.to_string() && !event.sender.anonymous
        });
        siege.judge(seed, events.len() == AT_A_TIME && strange.is_none(), || {
            format!("{} events, {strange:?}, of {sent:#?}", events.len())
        });
        // What does not say what sort of chat it comes from is none in which somebody is alone.
        for (text, event) in sent.iter().zip(&events) {
            let update: Value = serde_json::from_str(text).unwrap();
            let body = update.as_object().unwrap().iter().find(|(name, _)| *name != "update_id").map(|(_, body)| body);
            let chat = body.and_then(|body| body.get("chat").or_else(|| body.pointer("/message/chat")));
            let private = chat.is_none_or(|chat| chat["type"] == "private");
            let direct = event.place.kind == ChatKind::Direct && event.place.chat != "0";
            siege.judge(seed, private || !direct, || format!("{text} comes from a direct chat: {event:?}"));
        }
        let wrong = home.takes(&events).await;
        siege.judge(seed, wrong.is_none(), || format!("{}\nof {sent:#?}", wrong.clone().unwrap_or_default()));
    }
    siege.holds("judgements of Telegram's updates", "that were trusted");
}

#[tokio::test]
async fn no_message_or_interaction_from_somebody_unknown_is_trusted() {
    let mut siege = Siege::of("s02");
    let stage = Stage::open().await;
    let home = home_of().await;
    // Something stands everywhere, under which a button might be.
    for (n, chat) in [ROOM, stage.fake.dm(ANN), stage.fake.dm(BOB)].into_iter().enumerate() {
        let kind = if chat == ROOM { ChatKind::Group } else { ChatKind::Direct };
        stage.post(&stage.place(chat, kind), &Message::lines(["Hello."]), &format!("k{n}")).await.unwrap();
    }
    let mut taken = stage.desk.received().len();
    // Spoiled frames may give no event: it goes on until as many have arrived as are to be judged.
    let (wanted, mut arrived) = (Siege::trials(EVENTS), 0);
    let mut seed = Siege::alone().unwrap_or(1);
    loop {
        let mut chance = Chance::of(seed);
        let mut sent = Vec::new();
        for n in 0..AT_A_TIME {
            let who = *one_of(&mut chance, &[ANN, BOB]);
            let place = if chance.percent(50) { stage.fake.dm(who) } else { ROOM };
            let order = one_of(&mut chance, &ORDERS).to_string();
            let kind = chance.below(6);
            let (event, spoils) = (if kind < 3 { "MESSAGE_CREATE" } else { "INTERACTION_CREATE" }, chance.below(4));
            if spoils > 0 {
                let mut own = Chance::of(seed * 1_000 + n as u64);
                stage.fake.distort(event, move |frame| (0..spoils).for_each(|_| spoil(&mut own, frame)));
            }
            match kind {
                0..=2 => {
                    stage.fake.say(place, who, &stage.mention(&order));
                }
                3 => {
                    stage.fake.press_forged(place, who, &home.data);
                }
                4 => {
                    stage.fake.slash(place, who, "new", json!([{"name": "idea", "type": 3, "value": order}]));
                }
                _ => {
                    stage.fake.autocomplete(place, who, "revise", "ticket", "1");
                }
            }
            sent.push(format!("{event} {kind} spoiled {spoils} times: {order}"));
        }
        let mark = format!("mark {seed}");
        stage.fake.say(ROOM, ANN, &stage.mention(&mark));
        stage.desk.wait_text(&mark).await;
        let events = stage.desk.received().split_off(taken);
        taken += events.len();
        // The mark is no attack.
        let attacks = events.iter().filter(|event| text_of(event) != Some(mark.as_str()));
        for event in attacks {
            arrived += 1;
            let wrong = home.takes(std::slice::from_ref(event)).await;
            siege.judge(seed, wrong.is_none(), || {
                format!("{event:?}: {}\nof {sent:#?}", wrong.clone().unwrap_or_default())
            });
        }
        if arrived >= wanted || Siege::alone().is_some() {
            break;
        }
        seed += 1;
        assert!(seed < 10 * wanted as u64, "only {arrived} of {wanted} events arrived");
    }
    assert!(stage.fake.wait_ready(DISCORD_SOON).await.is_ok(), "the bot is still there");
    siege.holds("events of Discord", "that were trusted");
}
