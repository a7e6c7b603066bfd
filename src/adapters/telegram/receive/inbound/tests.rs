//! Tests of the translation of Telegram's updates.

use crate::adapters::telegram::receive::inbound::*;

fn us() -> Us {
    Us { id: "77".to_owned(), username: "OurBot".to_owned() }
}

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000, 0).unwrap()
}

fn of(kind: &str, body: Value) -> Inbound {
    read(&json!({"update_id": 5, kind: body}).to_string(), &us(), now())
}

fn group() -> Value {
    json!({"id": -1001, "type": "supergroup", "title": "Office", "is_forum": true})
}

fn anna() -> Value {
    json!({"id": 9, "is_bot": false, "first_name": "Anna", "last_name": "K", "language_code": "de"})
}

fn msg(fields: Value) -> Value {
    let mut body = json!({"message_id": 3, "date": 1_700_000_000, "chat": {"id": 9, "type": "private", "first_name": "Anna"}, "from": anna()});
    for (key, value) in fields.as_object().unwrap() {
        body[key] = value.clone();
    }
    body
}

fn text_of(inbound: &Inbound) -> (&str, bool) {
    match &inbound.content {
        Content::Text { text, addressed, .. } => (text, *addressed),
        other => panic!("not a text: {other:?}"),
    }
}

fn kind_of(inbound: &Inbound) -> &str {
    match &inbound.content {
        Content::Unsupported { kind, .. } => kind,
        other => panic!("understood: {other:?}"),
    }
}

#[test]
fn a_private_text_is_addressed() {
    let inbound = of("message", msg(json!({"text": "build a boat"})));
    assert_eq!(text_of(&inbound), ("build a boat", true));
    assert!(inbound.event.starts_with("m9/3/"), "{}", inbound.event);
    assert_eq!(inbound.sent_at.timestamp(), 1_700_000_000);
    assert_eq!((inbound.place.chat.as_str(), inbound.place.kind), ("9", ChatKind::Direct));
    assert_eq!((inbound.place.bot.as_str(), inbound.sender.name.as_str()), ("77", "Anna K"));
    assert_eq!(inbound.sender.language.as_deref(), Some("de"));
}

#[test]
fn a_message_is_known_by_itself_and_other_updates_by_their_number() {
    let said = |number: i64, fields: Value| {
        let update = json!({"update_id": number, "message": msg(fields)});
        read(&update.to_string(), &us(), DateTime::UNIX_EPOCH).event
    };
    let boat = said(5, json!({"text": "build a boat"}));
    assert_eq!(said(6, json!({"text": "build a boat"})), boat, "the same message under another number");
    assert_ne!(said(5, json!({"text": "build a house"})), boat, "another one under the same number");
    assert_ne!(said(5, json!({"text": "build a boat", "message_id": 4})), boat);
    assert_eq!(of("edited_message", msg(json!({"text": "a", "edit_date": 1_700_000_001}))).event, "u5");
}

#[test]
fn a_mention_is_removed_by_its_utf16_range() {
    let text = "🚀 @ourbot, build a boat";
    let entities =
        json!([{"type": "mention", "offset": 3, "length": 7}, {"type": "date_time", "offset": 0, "length": 2}]);
    let inbound = of("message", msg(json!({"chat": group(), "text": text, "entities": entities})));
    assert_eq!(text_of(&inbound), ("🚀 build a boat", true));
    let beyond = json!([{"type": "mention", "offset": 1, "length": 900}]);
    let inbound = of("message", msg(json!({"chat": group(), "text": text, "entities": beyond})));
    assert_eq!(text_of(&inbound), (text, false));
    let named = json!([{"type": "text_mention", "offset": 0, "length": 3, "user": {"id": 77, "is_bot": true, "first_name": "Our"}}]);
    let inbound = of("message", msg(json!({"chat": group(), "text": "Our do it", "entities": named})));
    assert_eq!(text_of(&inbound), ("do it", true));
}

#[test]
fn a_reply_to_us_is_addressed_and_the_opening_of_a_topic_is_no_reply() {
    let ours = json!({"message_id": 2, "date": 1, "chat": group(), "from": {"id": 77, "is_bot": true, "first_name": "Our"}, "text": "?"});
    let inbound = of("message", msg(json!({"chat": group(), "text": "yes", "reply_to_message": ours})));
    assert!(matches!(&inbound.content, Content::Text { addressed: true, reply_to: Some(id), .. } if id == "2"));
    let mut opening = ours.clone();
    opening["forum_topic_created"] = json!({"name": "x"});
    let fields = json!({"chat": group(), "text": "yes", "reply_to_message": opening, "message_thread_id": 2, "is_topic_message": true});
    let inbound = of("message", msg(fields));
    assert!(matches!(&inbound.content, Content::Text { addressed: false, reply_to: None, .. }));
    assert_eq!(inbound.place.thread.as_deref(), Some("2"));
}

#[test]
fn only_topics_are_threads() {
    let fields = |thread: i32, topic: bool| json!({"chat": group(), "text": "x", "message_thread_id": thread, "is_topic_message": topic});
    assert_eq!(of("message", msg(fields(8, false))).place.thread, None);
    assert_eq!(of("message", msg(fields(1, true))).place.thread, None);
    assert_eq!(of("message", msg(fields(8, true))).place.thread.as_deref(), Some("8"));
}

#[test]
fn commands_are_split_and_those_of_others_are_not_ours() {
    let command = |text: &str| of("message", msg(json!({"chat": group(), "text": text})));
    for text in ["/New@ourbot  a boat ", "/new a boat"] {
        let content = command(text).content;
        assert!(
            matches!(&content, Content::Command { name, args, .. } if name == "new" && args == "a boat"),
            "{content:?}"
        );
    }
    assert_eq!(kind_of(&command("/new@OtherBot x")), "command_for_another_bot");
    assert_eq!(text_of(&command("/usr/bin is full")).0, "/usr/bin is full");
}

#[test]
fn addresses_stand_behind_their_words_wherever_entities_lie() {
    let link = |offset: usize, length: usize, url: &str| json!({"type": "text_link", "offset": offset, "length": length, "url": url});
    let (a, b) = ("https://a.org/x", "http://b.org");
    let mention = json!({"type": "mention", "offset": 0, "length": 7});
    for (text, entities, expected) in [
        ("one two", json!([{"type": "bold", "offset": 0, "length": 3}, link(0, 3, a)]), "one (https://a.org/x) two"),
        ("one two", json!([link(0, 3, a), link(3, 4, a)]), "one two (https://a.org/x)"),
        ("one two", json!([link(0, 7, a), link(4, 3, b)]), "one two (https://a.org/x) (http://b.org)"),
        ("this now", json!([link(0, 5, a)]), "this (https://a.org/x) now"),
        ("see a.org/x.", json!([link(4, 7, a)]), "see a.org/x."),
        ("@ourbot read", json!([mention, link(8, 4, b)]), "read (http://b.org)"),
        ("@ourbot read", json!([mention, link(0, 7, b)]), "(http://b.org) read"),
        ("🚀 go", json!([link(1, 1, a), link(3, 99, a), link(99, 1, a)]), "🚀 go"),
        ("go", json!([link(0, 2, "javascript:alert(1)"), link(0, 2, "https://"), {"type": "text_link"}, 5]), "go"),
    ] {
        assert_eq!(text_of(&of("message", msg(json!({"text": text, "entities": entities})))).0, expected);
        let caption = json!({"photo": [{"file_id": "p"}], "caption": text, "caption_entities": entities});
        assert_eq!(text_of(&of("message", msg(caption))).0, expected);
    }
}

#[test]
fn what_is_replied_to_is_read_whoever_wrote_it() {
    let replied = |fields: Value| {
        let mut reply = json!({"message_id": 2, "date": 1, "chat": group(), "from": {"id": 8, "is_bot": false, "first_name": "Bob"}});
        for (key, value) in fields.as_object().unwrap() {
            reply[key] = value.clone();
        }
        let said = of("message", msg(json!({"chat": group(), "text": "what?", "reply_to_message": reply})));
        let Content::Text { refers, .. } = said.content else { panic!() };
        refers.into_iter().next().map(|to| (to.who, to.own, to.text))
    };
    let wrote = |who: &str, own: bool, text: &str| Some((who.to_owned(), own, text.to_owned()));
    assert_eq!(replied(json!({"text": "40 chairs"})), wrote("Bob", false, "40 chairs"));
    assert_eq!(replied(json!({"text": "mine", "from": anna()})), wrote("Anna K", true, "mine"));
    assert_eq!(replied(json!({"text": "ours", "sender_chat": group()})), wrote("Office", false, "ours"));
    let jo = json!({"type": "hidden_user", "date": 1, "sender_user_name": "Jo"});
    let by_jo = json!({"text": "theirs", "from": anna(), "forward_origin": jo});
    assert_eq!(replied(by_jo), wrote("Jo", false, "theirs"));
    let place = json!({"location": {"latitude": 1.0, "longitude": -2.5}});
    assert_eq!(replied(place), wrote("Bob", false, "Location: 1.0000, -2.5000"));
    assert_eq!(replied(json!({"new_chat_title": "x"})), None, "a note says nothing");
    let long = replied(json!({"text": "ä".repeat(9_000)})).unwrap().2;
    assert_eq!(long.chars().count(), crate::secretary::inbound::REFERRED_CHARS);
}

#[test]
fn captions_come_with_their_files() {
    let photo =
        json!([{"file_id": "s", "width": 9, "height": 9}, {"file_id": "l", "width": 90, "height": 90, "file_size": 7}]);
    let inbound = of("message", msg(json!({"photo": photo, "caption": "this one"})));
    let Content::Text { text, attachments, .. } = inbound.content else { panic!() };
    assert_eq!(text, "this one");
    assert_eq!(attachments.len(), 1);
    assert_eq!((attachments[0].handle.as_str(), attachments[0].bytes), ("l", 7));
    let voice = of("message", msg(json!({"voice": {"file_id": "v", "duration": 3}})));
    assert!(matches!(voice.content, Content::Text { attachments, .. } if attachments[0].name == "voice.ogg"));
    assert_eq!(kind_of(&of("message", msg(json!({"sticker": {}, "chat": group()})))), "message:sticker");
}

#[test]
fn alone_with_somebody_what_has_no_words_is_a_message_without_words() {
    let unread = |fields: Value| match of("message", msg(fields)).content {
        Content::Unsupported { kind, raw, to_us } => (kind, raw.is_empty(), to_us),
        other => panic!("understood: {other:?}"),
    };
    let said = ["sticker", "location", "contact", "dice", "poll", "story", "paid_media", "checklist", "giveaway"];
    let answers = ["giveaway_winners", "web_app_data", "users_shared", "chat_shared", "invented_next_year"];
    let ours = json!({"message_id": 2, "date": 1, "chat": group(), "from": {"id": 77, "is_bot": true, "first_name": "Our"}, "text": "?"});
    for kind in said.into_iter().chain(answers) {
        assert_eq!(unread(json!({kind: {}})), (kind.to_owned(), true, true));
        let silent = (format!("message:{kind}"), true, false);
        assert_eq!(unread(json!({kind: {}, "chat": group()})), silent, "talk of others");
        let reply = json!({kind: {}, "chat": group(), "reply_to_message": ours});
        assert_eq!(unread(reply), (kind.to_owned(), true, true), "to us");
    }
    let notes = ["pinned_message", "message_auto_delete_timer_changed", "successful_payment", "new_chat_title"];
    for kind in notes.into_iter().chain(["forum_topic_edited", "video_chat_started", "boost_added"]) {
        assert_eq!(unread(json!({kind: {}})), (format!("message:{kind}"), true, false));
    }
    // Not even the frame can be read: kept, and answered alone with somebody.
    assert_eq!(unread(json!({"date": "soon", "text": "hi"})), ("message".to_owned(), false, true));
    assert_eq!(unread(json!({"date": "soon", "text": "hi", "chat": group()})), ("message".to_owned(), false, false));
    let one = msg(json!({"photo": [{"file_id": "l", "width": 9, "height": 9}], "media_group_id": "77"}));
    let Content::Text { attachments, .. } = of("message", one).content else { panic!() };
    assert_eq!(attachments[0].album.as_deref(), Some("77"));
}

#[test]
fn a_press_is_found_also_under_an_inaccessible_message() {
    let under = msg(json!({"chat": group(), "text": "?", "message_thread_id": 8, "is_topic_message": true}));
    let inbound = of(
        "callback_query",
        json!({"id": "q1", "from": anna(), "chat_instance": "c", "data": "1.tok.0", "message": under}),
    );
    assert_eq!(inbound.content, Content::Press { data: "1.tok.0".into(), message: Some("3".into()) });
    assert_eq!((inbound.handle.as_deref(), inbound.place.thread.as_deref()), (Some("q1"), Some("8")));
    let old = json!({"message_id": 4, "date": 0, "chat": group()});
    let inbound = of("callback_query", json!({"id": "q1", "from": anna(), "data": "x", "message": old}));
    assert_eq!(inbound.content, Content::Press { data: "x".into(), message: Some("4".into()) });
    assert_eq!(inbound.place.chat, "-1001");
    let inline = of("callback_query", json!({"id": "q1", "from": anna(), "data": "x", "inline_message_id": "i"}));
    assert_eq!(kind_of(&inline), "foreign_callback_query");
    let nameless = of("callback_query", json!({"id": "", "from": anna(), "data": "x"}));
    assert!(nameless.event.starts_with('u'), "{}: the next without an id would count as the same", nameless.event);
}

#[test]
fn moves_and_memberships_are_told() {
    let arrived = of("message", msg(json!({"chat": group(), "migrate_from_chat_id": -5})));
    assert_eq!(arrived.content, Content::Moved { to: "-1001".into() });
    assert_eq!(arrived.place.chat, "-5");
    for (status, yes) in [("kicked", false), ("left", false), ("member", true), ("administrator", true)] {
        let member = json!({"status": status, "user": {"id": 77}, "can_do_anything_new": 1});
        let inbound =
            of("my_chat_member", json!({"chat": group(), "from": anna(), "date": 5, "new_chat_member": member}));
        assert_eq!(inbound.content, Content::Reachable { yes });
        assert_eq!(inbound.place.kind, ChatKind::Group);
    }
}

#[test]
fn who_cannot_be_identified_is_anonymous() {
    let stand_in = json!({"id": 1_087_968_824, "is_bot": true, "first_name": "Group"});
    let inbound = of("message", msg(json!({"chat": group(), "sender_chat": group(), "from": stand_in, "text": "x"})));
    assert!(inbound.sender.anonymous && !inbound.sender.bot);
    let bot = of("message", msg(json!({"from": {"id": 6, "is_bot": true, "first_name": "B"}, "text": "x"})));
    assert!(bot.sender.bot && !bot.sender.anonymous);
    let passed_on = of("message", msg(json!({"text": "x", "forward_origin": {"type": "new_kind"}})));
    assert!(matches!(passed_on.content, Content::Text { forwarded: true, .. }));
    let bot = json!({"id": 6, "is_bot": true, "first_name": "B", "username": "b_bot"});
    let by_a_bot = of("message", msg(json!({"text": "/mode auto-run", "via_bot": bot})));
    assert!(matches!(by_a_bot.content, Content::Text { forwarded: true, .. }));
}

#[test]
fn other_conversations_and_unknown_kinds_are_kept_apart() {
    let business = of("message", msg(json!({"text": "x", "business_connection_id": "b"})));
    assert_eq!((kind_of(&business), business.place.chat.as_str()), ("foreign_message", "0"));
    let guest = of("message", msg(json!({"text": "x", "guest_query_id": "g"})));
    assert_eq!(kind_of(&guest), "foreign_message");
    assert_eq!(kind_of(&of("business_message", msg(json!({"text": "x"})))), "business_message");
    assert_eq!(kind_of(&of("brand_new_kind", json!([1, 2]))), "brand_new_kind");
    assert_eq!(kind_of(&of("channel_post", msg(json!({"text": "x"})))), "channel_post");
}

#[test]
fn nonsense_is_kept_and_named_by_its_content() {
    for raw in ["", "null", "[]", "{", "{\"message\":{}}", "{\"update_id\":\"x\",\"message\":5}", "{\"update_id\":3}"] {
        let first = read(raw, &us(), now());
        kind_of(&first);
        assert_eq!(first.event, read(raw, &us(), now()).event);
    }
    assert_eq!(number("{\"update_id\":3}"), Some(3));
    let long = format!("{{\"update_id\":1,\"x\":\"{}\"}}", "ä".repeat(20_000));
    let Content::Unsupported { raw, .. } = read(&long, &us(), now()).content else { panic!() };
    assert!(raw.len() <= RAW_BYTES && raw.len() > RAW_BYTES - 4);
}

#[test]
fn edits_carry_the_new_text() {
    let inbound = of("edited_message", msg(json!({"text": "new", "edit_date": 1_700_000_100})));
    assert_eq!(inbound.sent_at.timestamp(), 1_700_000_100);
    // What another bot wrote is no correction of whoever sent it.
    for of_others in
        [json!({"via_bot": {"id": 9, "is_bot": true, "first_name": "Quotes"}}), json!({"forward_origin": {}})]
    {
        let mut body = msg(json!({"text": "new", "edit_date": 1_700_000_100}));
        body.as_object_mut().unwrap().extend(of_others.as_object().unwrap().clone());
        assert!(matches!(edited(&body, &us()), Err(Unread::NotForUs(_))), "{body}");
    }
}
