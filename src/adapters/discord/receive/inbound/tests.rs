//! Tests of the translation of Discord's events.

use crate::adapters::discord::receive::inbound::*;
use serde_json::{Value, json};
use std::sync::LazyLock;

pub(crate) fn reader(titles: &HashMap<u64, String>) -> Reader<'_> {
    static NAMES: LazyLock<HashMap<u64, String>> = LazyLock::new(|| HashMap::from([(42, "Night > shift".to_owned())]));
    static CHANNELS: LazyLock<HashMap<u64, HashSet<u64>>> =
        LazyLock::new(|| HashMap::from([(10, HashSet::from([20, 21]))]));
    static PEOPLE: LazyLock<HashMap<u64, HashMap<u64, String>>> = LazyLock::new(HashMap::new);
    Reader { bot: "1", roles: &[77], role_names: &NAMES, titles, channels: &CHANNELS, people: &PEOPLE, commands: &[] }
}

/// The fields of the one, with those of the other in their place.
fn with(mut raw: Value, change: &Value) -> Value {
    for (key, value) in change.as_object().unwrap() {
        raw[key] = value.clone();
    }
    raw
}

fn edited(change: &Value) -> MessageUpdateEvent {
    let ann = json!({"id": "30", "username": "ann", "discriminator": "0", "avatar": null});
    let raw = json!({"id": "900", "channel_id": "20", "guild_id": "10", "content": "new", "author": ann});
    serde_json::from_value(with(raw, change)).unwrap()
}

fn message(change: Value) -> Message {
    let raw = json!({
        "id": "900", "channel_id": "20", "content": "hi", "timestamp": "2026-01-02T03:04:05.000000+00:00",
        "edited_timestamp": null, "tts": false, "mention_everyone": false, "mentions": [], "mention_roles": [],
        "attachments": [], "embeds": [], "pinned": false, "type": 0,
        "author": {"id": "30", "username": "ann", "global_name": "Ann", "discriminator": "0", "avatar": null},
    });
    serde_json::from_value(with(raw, &change)).unwrap()
}

fn content(change: Value) -> Option<Content> {
    reader(&HashMap::new()).message(&message(change), ChatKind::Group).map(|inbound| inbound.content)
}

/// The name and the words of a command that is typed on a server.
fn command(line: &str) -> (String, String) {
    let typed = content(json!({"content": format!("<@1> /{line}"), "guild_id": "10"}));
    let Some(Content::Command { name, args, .. }) = typed else { panic!("{typed:?}") };
    (name, args)
}

#[test]
fn a_command_may_be_typed_as_words() {
    let read = |text: &str, kind| {
        let inbound = reader(&HashMap::new()).message(&message(json!({"content": text})), kind).unwrap();
        match inbound.content {
            Content::Command { name, args, .. } => Some((name, args)),
            _ => None,
        }
    };
    let link = Some(("link".to_owned(), "ABCD-1234".to_owned()));
    assert_eq!(read("/link ABCD-1234", ChatKind::Direct), link);
    assert_eq!(read("<@1> /Link  ABCD-1234", ChatKind::Group), link);
    assert_eq!(read("/link ABCD-1234", ChatKind::Group), None, "not said to us");
    assert_eq!(read("/usr/bin is full", ChatKind::Direct), None);
}

#[test]
fn a_role_that_is_told_apart_is_told_by_name() {
    let line = command("members <@&42> approver").1;
    assert_eq!(line, "<@&42/Night > shift> approver");
    let named = line.rsplit_once(' ').and_then(|(role, _)| NamedRole::read(role));
    assert_eq!(named, Some(NamedRole::One { id: "42", name: "Night > shift" }));
    assert_eq!(command("members <@&43> approver").1, "<@&43> approver", "of which nothing is known");
    assert_eq!(command("idea <@&42> gets a badge").1, "<@&42> gets a badge");
}

#[test]
fn the_role_of_everybody_is_called_as_people_call_it() {
    let (name, args) = command("members <@&10> approver");
    let wanted = ("members", "@everyone/10 approver");
    assert_eq!((name.as_str(), args.as_str()), wanted, "its server is the only number it has");
    assert_eq!(command("members @everyone remove").1, "@everyone/10 remove");
    assert_eq!(command("idea <@&10> gets a badge").1, "@everyone gets a badge");
}

#[test]
fn the_role_of_everybody_is_nothing_somebody_has() {
    let member = json!({"roles": ["10", "42"], "joined_at": null, "deaf": false, "mute": false});
    let inbound = reader(&HashMap::new())
        .message(&message(json!({"guild_id": "10", "member": member})), ChatKind::Group)
        .unwrap();
    assert_eq!(inbound.sender.roles, ["42"]);
}

#[test]
fn a_message_has_the_time_at_which_it_was_sent() {
    let inbound = reader(&HashMap::new()).message(&message(json!({})), ChatKind::Direct).unwrap();
    assert_eq!(inbound.sent_at.to_rfc3339(), "2026-01-02T03:04:05+00:00");
}

#[test]
fn a_role_of_the_bot_means_the_bot() {
    let Some(Content::Text { text, addressed, .. }) = content(json!({"content": "<@&77> a logo <@!1>"})) else {
        panic!()
    };
    assert_eq!((text.as_str(), addressed), ("a logo", true));
    let Some(Content::Text { text, addressed, .. }) = content(json!({"content": "<@&78> x"})) else { panic!() };
    assert_eq!((text.as_str(), addressed), ("<@&78> x", false));
}

#[test]
fn bots_and_notes_about_threads_are_left_out_and_the_unknown_is_kept() {
    let bot = json!({"id": "31", "username": "x", "discriminator": "0", "avatar": null, "bot": true});
    assert_eq!(content(json!({"author": bot})), None);
    assert_eq!(content(json!({"webhook_id": "5"})), None);
    assert_eq!(content(json!({"type": 18})), None);
    // A note of Discord's own says nothing; what nobody knows yet is kept.
    let unread = |number: u8| match content(json!({"type": number, "content": "x".repeat(20_000)})) {
        Some(Content::Unsupported { kind, raw, .. }) => (kind, raw.len()),
        other => panic!("read: {other:?}"),
    };
    assert_eq!(unread(7), ("message type 7".to_owned(), 0));
    assert_eq!(unread(200), ("message type 200".to_owned(), RAW));
}

#[test]
fn words_passed_on_are_marked() {
    let snapshot = json!({"message": {"content": "their words", "timestamp": "2026-01-02T03:04:05+00:00",
        "edited_timestamp": null, "mentions": [], "attachments": [], "embeds": [], "type": 0}});
    let change = json!({"content": "", "message_snapshots": [snapshot],
        "message_reference": {"type": 1, "channel_id": "20", "message_id": "5"}});
    let Some(Content::Text { text, forwarded, reply_to, .. }) = content(change) else { panic!() };
    assert_eq!((text.as_str(), forwarded, reply_to), ("their words", true, None));
}

#[test]
fn edits_by_people_arrive_and_unfolded_links_do_not() {
    let titles = HashMap::from([(20, "#ideas".to_owned())]);
    let edit = |change: Value| reader(&titles).edit(&edited(&change));
    assert_eq!(edit(json!({"edited_timestamp": null})), None);
    let inbound = edit(json!({"edited_timestamp": "2026-01-02T03:04:05.5+00:00"})).unwrap();
    assert_eq!(inbound.event, "e900:1767323045500000");
    assert_eq!(inbound.place.title.as_deref(), Some("#ideas"));
    assert_eq!(inbound.content, Content::Edited { message: "900".to_owned(), text: "new".to_owned() });
}

#[test]
fn who_changes_their_words_on_a_server_has_the_roles_they_have_there() {
    let change = json!({"edited_timestamp": "2026-01-02T03:04:05+00:00", "member": {"roles": ["42"], "nick": "Annie"}});
    let sender = reader(&HashMap::new()).edit(&edited(&change)).unwrap().sender;
    assert_eq!((sender.name.as_str(), sender.roles), ("Annie", vec!["42".to_owned()]));
}

#[test]
fn whoever_is_mentioned_is_called_by_name() {
    let titles = HashMap::from([(21, "#garden".to_owned())]);
    let member = json!({"nick": "Kim Lee", "roles": [], "joined_at": null, "deaf": false, "mute": false});
    let kim = json!({"id": "31", "username": "kim", "discriminator": "0", "avatar": null, "member": member});
    let bot = json!({"id": "1", "username": "secretary", "discriminator": "0", "avatar": null, "bot": true});
    let said = "<@1> ask <@31> and <@&42> in <#21> about <@99>";
    let named = "ask @Kim_Lee and @Night_shift in #garden about @someone";
    let mut raw = json!({"content": said, "guild_id": "10", "mentions": [bot, kim], "mention_roles": ["42"]});
    let read = |raw: Value| reader(&titles).message(&message(raw), ChatKind::Group).unwrap().content;
    let Content::Text { text, addressed, .. } = read(raw.clone()) else { panic!() };
    assert_eq!((text.as_str(), addressed), (named, true));
    // As words of a command; the name of none makes one.
    raw["content"] = json!("<@1> /new ask <@31>");
    let Content::Command { name, args, .. } = read(raw.clone()) else { panic!() };
    assert_eq!((name.as_str(), args.as_str()), ("new", "ask @Kim_Lee"));
    raw["content"] = json!("<@1> /members <@31> approver");
    let Content::Command { args, .. } = read(raw.clone()) else { panic!() };
    assert_eq!(args, "<@31> approver", "rights go to nobody by what they are called");
    raw["content"] = json!("<@1> <@31>");
    raw["mentions"][1]["member"]["nick"] = json!("/cancel 1");
    let Content::Text { text, .. } = read(raw.clone()) else { panic!() };
    assert_eq!(text, "@cancel_1");
    // Changed words are read as the first ones were.
    raw["content"] = json!(said);
    raw["mentions"][1]["member"]["nick"] = json!("Kim Lee");
    raw["edited_timestamp"] = json!("2026-01-02T03:04:05+00:00");
    let again = reader(&titles).edit(&edited(&raw)).unwrap().content;
    assert_eq!(again, Content::Edited { message: "900".to_owned(), text: named.to_owned() });
}

#[test]
fn whoever_is_mentioned_in_words_passed_on_is_called_by_name() {
    let kim = json!({"id": "31", "username": "kim", "discriminator": "0", "avatar": null});
    let snapshot = json!({"message": {"content": "ask <@31>", "timestamp": "2026-01-02T03:04:05+00:00",
        "edited_timestamp": null, "mentions": [kim], "attachments": [], "embeds": [], "type": 0}});
    let change = json!({"content": "", "message_snapshots": [snapshot],
        "message_reference": {"type": 1, "channel_id": "20", "message_id": "5"}});
    let Some(Content::Text { text, .. }) = content(change) else { panic!() };
    assert_eq!(text, "ask @kim");
}
