//! Tests of the translation of Discord's events.

use crate::adapters::discord::receive::inbound::*;
use crate::secretary::inbound::{FileKind, REFERRED_CHARS, Reference};
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
    serde_json::from_value(raw_message(&change)).unwrap()
}

fn raw_message(change: &Value) -> Value {
    let raw = json!({
        "id": "900", "channel_id": "20", "content": "hi", "timestamp": "2026-01-02T03:04:05.000000+00:00",
        "edited_timestamp": null, "tts": false, "mention_everyone": false, "mentions": [], "mention_roles": [],
        "attachments": [], "embeds": [], "pinned": false, "type": 0,
        "author": {"id": "30", "username": "ann", "global_name": "Ann", "discriminator": "0", "avatar": null},
    });
    with(raw, change)
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
    let edit = |change: Value| reader(&titles).edit(&edited(&change), ChatKind::Group);
    assert_eq!(edit(json!({"edited_timestamp": null})), None);
    let inbound = edit(json!({"edited_timestamp": "2026-01-02T03:04:05.5+00:00"})).unwrap();
    assert_eq!(inbound.event, "e900:1767323045500000");
    assert_eq!(inbound.place.title.as_deref(), Some("#ideas"));
    assert_eq!(
        inbound.content,
        Content::Edited { message: "900".to_owned(), text: "new".to_owned(), addressed: false }
    );
}

#[test]
fn who_changes_their_words_on_a_server_has_the_roles_they_have_there() {
    let change = json!({"edited_timestamp": "2026-01-02T03:04:05+00:00", "member": {"roles": ["42"], "nick": "Annie"}});
    let sender = reader(&HashMap::new()).edit(&edited(&change), ChatKind::Group).unwrap().sender;
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
    let again = reader(&titles).edit(&edited(&raw), ChatKind::Group).unwrap().content;
    assert_eq!(again, Content::Edited { message: "900".to_owned(), text: named.to_owned(), addressed: true });
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

fn bob() -> Value {
    json!({"id": "31", "username": "bob", "global_name": "Bob", "discriminator": "0", "avatar": null})
}

/// A message that this one is a reply to.
fn reply_to(first: Value) -> Value {
    let first = with(json!({"id": "899", "author": bob()}), &first);
    let first = raw_message(&first);
    json!({"type": 19, "message_reference": {"type": 0, "channel_id": "20", "message_id": "899"}, "referenced_message": first})
}

fn file(id: u64, name: &str, change: &Value) -> Value {
    let url = format!("https://cdn.discordapp.com/attachments/20/{id}/{name}");
    with(json!({"id": id.to_string(), "filename": name, "size": 7, "url": url, "proxy_url": url}), change)
}

/// What a message refers to: in which way, who wrote it, whether its sender did, and the words.
fn referred(change: Value) -> Vec<(Reference, String, bool, String)> {
    let Some(Content::Text { refers, .. }) = content(change) else { panic!() };
    refers.into_iter().map(|one| (one.how, one.who, one.own, one.text)).collect()
}

#[test]
fn a_reply_tells_what_it_replies_to_unless_the_bot_wrote_it() {
    let reply = |text: &str| Some((Reference::Reply, "Bob".to_owned(), false, text.to_owned()));
    let embeds = json!([{"type": "rich", "title": "Chairs", "description": "40 of them"}]);
    let preview = json!([{"type": "article", "title": "Chairs", "url": "https://chairs.example/"}]);
    let own = json!({"id": "30", "username": "ann", "global_name": "Ann", "discriminator": "0", "avatar": null});
    for (first, told) in [
        (json!({"content": "We need 40 chairs by <@31>", "mentions": [bob()]}), reply("We need 40 chairs by @Bob")),
        (json!({"content": "", "embeds": embeds}), reply("Chairs\n40 of them")),
        (json!({"content": "see https://chairs.example", "embeds": preview}), reply("see https://chairs.example")),
        (json!({"content": "Done", "embeds": embeds}), reply("Done\nChairs\n40 of them")),
        (
            json!({"content": "mine", "author": own}),
            Some((Reference::Reply, "Ann".to_owned(), true, "mine".to_owned())),
        ),
        (json!({"content": ""}), None),
        (
            json!({"content": "Which one?", "author": {"id": "1", "username": "s", "discriminator": "0", "bot": true}}),
            None,
        ),
    ] {
        assert_eq!(referred(reply_to(first.clone())), Vec::from_iter(told), "{first}");
    }
    let deleted = with(reply_to(json!({})), &json!({"referenced_message": null}));
    assert!(referred(deleted).is_empty());
    let with_file = reply_to(json!({"content": "", "attachments": [file(77, "offer.pdf", &json!({}))]}));
    let Some(Content::Text { refers, .. }) = content(with_file) else { panic!() };
    assert_eq!(refers[0].attachments[0].handle, "20/899/77|https://cdn.discordapp.com/attachments/20/77/offer.pdf");
    let long = referred(reply_to(json!({"content": "ä".repeat(5_000)})));
    assert_eq!(long[0].3.chars().count(), REFERRED_CHARS);
}

#[test]
fn programs_speak_in_embeds_and_previews_tell_addresses() {
    let snapshot = json!({"message": {"content": "", "timestamp": "2026-01-02T03:04:05+00:00", "edited_timestamp": null,
    "mentions": [], "attachments": [], "type": 0, "embeds": [
        {"type": "rich", "title": "Spring offer", "description": "Chairs, 4.50 EUR"},
        {"type": "rich", "fields": [{"name": "Until", "value": "May"}], "url": "https://shop.example/"},
    ]}});
    let change = json!({"content": "", "message_snapshots": [snapshot],
        "message_reference": {"type": 1, "channel_id": "20", "message_id": "5"}});
    let Some(Content::Text { text, forwarded: true, .. }) = content(change) else { panic!() };
    assert_eq!(text, "Spring offer\nChairs, 4.50 EUR\nUntil: May\nhttps://shop.example/");
    let page = |kind: &str, url: &str| json!({"type": kind, "title": "The page", "url": url});
    let embeds =
        [page("article", "https://a.example/x"), page("link", "https://b.example/"), page("image", "https://c")];
    let told = referred(json!({"content": "read https://b.example", "embeds": embeds}));
    let words = "The page\nhttps://a.example/x".to_owned();
    assert_eq!(told, [(Reference::Preview, String::new(), false, words)]);
}

#[test]
fn polls_and_stickers_are_words() {
    let answer = |id: u8, text: &str| json!({"answer_id": id, "poll_media": {"text": text}});
    let poll = json!({"question": {"text": "Which roof?"}, "answers": [answer(1, "Red"), answer(2, "Blue")],
        "expiry": null, "allow_multiselect": false, "layout_type": 1});
    let sticker = json!([{"id": "5", "name": "Wave", "format_type": 1}]);
    for (change, words) in [
        (json!({"content": "", "poll": poll}), "Which roof?\n- Red\n- Blue"),
        (json!({"content": "hello", "sticker_items": sticker}), "hello\nWave"),
    ] {
        let Some(Content::Text { text, .. }) = content(change) else { panic!() };
        assert_eq!(text, words);
    }
}

#[test]
fn the_kind_of_a_file_is_known_by_its_media_type_else_by_its_name() {
    let told = |media: &str| json!({"content_type": media});
    for (name, change, flags, kind, media, seconds) in [
        ("a.bin", told("image/png"), 0, FileKind::Picture, Some("image/png"), None),
        ("a.txt", told("text/plain; charset=utf-8"), 0, FileKind::Document, Some("text/plain"), None),
        ("a", told("video/mp4"), 0, FileKind::Video, Some("video/mp4"), None),
        ("a.mp3", told("Audio/MPEG"), 0, FileKind::Audio, Some("audio/mpeg"), None),
        (
            "voice-message.ogg",
            json!({"duration_secs": 3.2, "waveform": "AAAA"}),
            1 << 13,
            FileKind::Voice,
            None,
            Some(4),
        ),
        ("PLAN.PNG", json!({}), 0, FileKind::Picture, None, None),
        ("plan.dwg", json!({"duration_secs": -1.0}), 0, FileKind::Document, None, None),
    ] {
        let change = json!({"content": "<@1> /new plan", "flags": flags, "attachments": [file(77, name, &change)]});
        let Some(Content::Command { attachments, .. }) = content(change) else { panic!() };
        let one = &attachments[0];
        assert_eq!((one.kind, one.media_type.as_deref(), one.seconds), (kind, media, seconds), "{name}");
    }
}
