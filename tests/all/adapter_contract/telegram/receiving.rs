//! Polling: stored before confirmed, each update in the secretary's words.

use super::desk::*;
use proof::telegram::{FakeTelegram, Fault};
use secretary::ports::clock::Clock;
use secretary::secretary::inbound::{ChatKind, Content, Inbound};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

#[tokio::test]
async fn an_update_is_confirmed_only_after_it_was_stored() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    desk.notebook.refuse(2);
    fake.say(ann, ann, "a boat");
    for _ in 0..2 {
        desk.clock.next_wait().await;
        assert_eq!(fake.pending_updates().len(), 1, "confirmed without being stored");
        assert!(desk.telegram.health().contains("the disk is full"), "{}", desk.telegram.health());
        desk.clock.pass().await;
    }
    desk.notebook.text("a boat").await;
    confirmed(&fake).await;
    assert_eq!(desk.notebook.taken().len(), 1);
    assert!(desk.telegram.health().contains("connected as @"), "{}", desk.telegram.health());
    clean(&fake);
}

#[tokio::test]
async fn a_process_others_may_act_for_asks_for_nothing_more() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    fake.say(ann, ann, "one");
    desk.notebook.text("one").await;
    confirmed(&fake).await;
    desk.notebook.lease_runs_out(true);
    fake.say(ann, ann, "two");
    desk.notebook.text("two").await;
    desk.clock.next_wait().await;
    assert_eq!(fake.pending_updates().len(), 1, "it asked once more than the call that was open");
    desk.notebook.lease_runs_out(false);
    desk.clock.pass().await;
    confirmed(&fake).await;
    clean(&fake);
}

#[tokio::test]
async fn who_was_cut_off_for_longer_than_presses_are_kept_says_so_once() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    for (silence, said, returns) in [(0, "one", 0), (149, "two", 0), (150, "three", 1), (20, "four", 1)] {
        desk.clock.advance(Duration::from_secs(silence));
        fake.say(ann, ann, said);
        desk.notebook.text(said).await;
        confirmed(&fake).await;
        assert_eq!(desk.notebook.returns(), returns, "after {silence} s");
    }
    clean(&fake);
}

#[tokio::test]
async fn a_restart_in_the_middle_of_a_silence_is_no_end_of_it() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    fake.say(ann, ann, "one");
    desk.notebook.text("one").await;
    confirmed(&fake).await;
    // One that ends before a restart is over; the second one lasts.
    for said in ["two", "three"] {
        fake.fault("getUpdates", Fault::ServerError { status: 502 });
        fake.say(ann, ann, said);
        desk.notebook.text(said).await;
        desk.clock.next_wait().await;
        if said == "two" {
            desk.clock.pass().await;
            confirmed(&fake).await;
        }
    }
    let (marks, began) = (desk.marks.clone(), desk.clock.now());
    desk.kill(&fake).await;
    for (later, returns) in [(200, 1), (400, 0)] {
        let mut desk = Desk::with(&fake, fake.token(), None, marks.clone());
        desk.clock.advance((began - desk.clock.now()).to_std().unwrap() + Duration::from_secs(later));
        desk.run();
        fake.say(ann, ann, "there?");
        desk.notebook.text("there?").await;
        confirmed(&fake).await;
        assert_eq!(desk.notebook.returns(), returns, "after {later} s");
        desk.kill(&fake).await;
    }
    clean(&fake);
}

#[tokio::test]
async fn what_cannot_be_stored_for_longer_than_presses_are_kept_is_a_silence_too() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    for (seconds, said, returns) in [(140, "a boat", 0), (150, "a house", 1)] {
        desk.notebook.refuse(2);
        fake.say(ann, ann, said);
        desk.clock.next_wait().await;
        desk.clock.advance(Duration::from_secs(seconds));
        desk.clock.next_wait().await;
        assert_eq!(desk.notebook.returns(), 0, "nothing can be shown anew yet");
        desk.clock.pass().await;
        desk.notebook.text(said).await;
        confirmed(&fake).await;
        assert_eq!(desk.notebook.returns(), returns, "after {seconds} s");
    }
    clean(&fake);
}

#[tokio::test]
async fn a_stop_and_the_silence_behind_it_are_one_absence() {
    let (fake, ann, _) = with_ann().await;
    let mut desk = Desk::running(&fake);
    // Who starts again much later says by itself that it was away.
    for (later, cut, returns) in [(100, 0, 0), (140, 20, 1), (400, 0, 0), (400, 200, 1)] {
        fake.say(ann, ann, "one");
        desk.notebook.text("one").await;
        confirmed(&fake).await;
        let (marks, stopped) = (desk.marks.clone(), desk.clock.now());
        desk.stop(&fake).await;
        desk = Desk::with(&fake, fake.token(), None, marks);
        desk.clock.advance((stopped - desk.clock.now()).to_std().unwrap() + Duration::from_secs(later));
        if cut > 0 {
            fake.fault("getMe", Fault::ServerError { status: 502 });
        }
        desk.run();
        if cut > 0 {
            desk.clock.next_wait().await;
            desk.clock.advance(Duration::from_secs(cut));
        }
        fake.say(ann, ann, "there?");
        desk.notebook.text("there?").await;
        confirmed(&fake).await;
        assert_eq!(desk.notebook.returns(), returns, "stopped for {later} s, cut off for {cut} s");
    }
    clean(&fake);
}

#[tokio::test]
async fn after_a_crash_in_the_middle_the_same_update_comes_again() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    desk.notebook.hang();
    fake.say(ann, ann, "a boat");
    desk.notebook.tried(1).await;
    desk.kill(&fake).await;
    assert_eq!(fake.pending_updates().len(), 1);
    let desk = Desk::running(&fake);
    let first = desk.notebook.text("a boat").await;
    confirmed(&fake).await;
    assert!(first.event.starts_with('m'));
    clean(&fake);
}

#[tokio::test]
async fn a_restart_does_not_ask_for_confirmed_updates_again() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    fake.say(ann, ann, "one");
    desk.notebook.text("one").await;
    confirmed(&fake).await;
    let marks = Arc::clone(&desk.marks);
    desk.kill(&fake).await;
    fake.say(ann, ann, "two");
    let mut desk = Desk::with(&fake, fake.token(), None, marks);
    desk.run();
    desk.notebook.text("two").await;
    assert_eq!(desk.notebook.taken().len(), 1);
    let polls: Vec<_> = fake.calls().into_iter().filter(|call| call.method == "getUpdates").collect();
    assert!(polls.iter().all(|poll| poll.body["allowed_updates"].as_array().is_some_and(|kinds| kinds.len() == 4)));
    assert!(polls.iter().all(|poll| poll.body["limit"] == json!(100)));
    clean(&fake);
}

#[tokio::test]
async fn lower_numbers_after_a_quiet_week_are_not_lost() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    fake.say(ann, ann, "one");
    desk.notebook.text("one").await;
    confirmed(&fake).await;
    fake.jump_update_ids(5);
    fake.say(ann, ann, "two");
    let second = desk.notebook.text("two").await;
    assert!(second.event.starts_with('m'), "a message is known by itself: {}", second.event);
    confirmed(&fake).await;
    clean(&fake);
}

#[tokio::test]
async fn a_long_queue_arrives_whole_and_in_order() {
    let (fake, ann, _) = with_ann().await;
    for n in 0..250 {
        fake.say(ann, ann, &format!("idea {n}"));
    }
    let desk = Desk::running(&fake);
    desk.notebook.text("idea 249").await;
    confirmed(&fake).await;
    let said = |inbound: Inbound| match inbound.content {
        Content::Text { text, .. } => text,
        other => panic!("not a text: {other:?}"),
    };
    let texts: Vec<String> = desk.notebook.taken().into_iter().map(said).collect();
    assert_eq!(texts, (0..250).map(|n| format!("idea {n}")).collect::<Vec<_>>());
    clean(&fake);
}

#[tokio::test]
async fn a_group_in_privacy_mode_is_heard_through_commands_and_replies() {
    let (fake, ann, _) = with_ann().await;
    let group = fake.group(-50, "Office", true);
    let desk = Desk::running(&fake);
    fake.say(group, ann, "not for the bot");
    fake.say(group, ann, &format!("/new@{} a boat", fake.bot_username()));
    let command = desk.notebook.find("the command", |i| matches!(i.content, Content::Command { .. })).await;
    let Content::Command { name, args, message: Some(_), .. } = &command.content else { panic!("{command:?}") };
    assert_eq!((name.as_str(), args.as_str()), ("new", "a boat"));
    assert_eq!((command.place.kind, command.place.title.as_deref()), (ChatKind::Group, Some("Office")));
    let message = secretary::secretary::message::Message::lines(["which colour?"]);
    let sent = desk.post(&command.place, &message).await.unwrap();
    fake.say_reply(group, ann, sent.id.parse().unwrap(), "red");
    let reply = desk.notebook.text("red").await;
    assert!(matches!(&reply.content, Content::Text { addressed: true, reply_to: Some(to), .. } if *to == sent.id));
    fake.say(group, ann, "/new@SomebodyElsesBot x");
    fake.say_anonymously(group, &format!("/list@{}", fake.bot_username()));
    let anonymous = desk.notebook.find("an anonymous admin", |i| i.sender.anonymous).await;
    assert!(!anonymous.sender.bot);
    assert!(desk.notebook.taken().iter().all(|i| !format!("{i:?}").contains("not for the bot")));
    clean(&fake);
}

#[tokio::test]
async fn an_open_group_tells_what_is_addressed() {
    let (fake, ann, _) = with_ann().await;
    let group = fake.supergroup(-1_000_000_000_051, "Office", false);
    let desk = Desk::running(&fake);
    fake.say(group, ann, "just talk");
    fake.say(group, ann, &format!("@{} build a boat", fake.bot_username()));
    let talk = desk.notebook.text("just talk").await;
    assert!(matches!(talk.content, Content::Text { addressed: false, .. }));
    let asked = desk.notebook.text("build a boat").await;
    assert!(matches!(asked.content, Content::Text { addressed: true, .. }));
    clean(&fake);
}

#[tokio::test]
async fn edits_files_blocks_and_moves_are_told() {
    let (fake, ann, _) = with_ann().await;
    let group = fake.group(-52, "Office", false);
    let desk = Desk::running(&fake);
    let said = fake.say(ann, ann, "a boat");
    fake.edit(ann, said, "a ship");
    let edited = Content::Edited { message: said.to_string(), text: "a ship".into(), addressed: true };
    desk.notebook.find("the edit", |i| i.content == edited).await;
    fake.upload(ann, ann, "plan.txt", "text/plain", b"wood", "see this");
    let file = desk.notebook.text("see this").await;
    let Content::Text { attachments, .. } = file.content else { panic!() };
    assert_eq!((attachments[0].name.as_str(), attachments[0].bytes), ("plan.txt", 4));
    fake.block(ann);
    desk.notebook.find("the block", |i| i.content == Content::Reachable { yes: false }).await;
    fake.unblock(ann);
    let reached = |chat: i64| move |i: &_| is_reachable(i, chat);
    desk.notebook.find("the unblock", reached(ann)).await;
    let new = fake.migrate(group, ann);
    let moved = Content::Moved { to: new.to_string() };
    let told = desk.notebook.find("the move", |i| i.content == moved).await;
    assert_eq!(told.place.chat, group.to_string());
    confirmed(&fake).await;
    clean(&fake);
}

fn is_reachable(inbound: &secretary::secretary::inbound::Inbound, chat: i64) -> bool {
    inbound.content == Content::Reachable { yes: true } && inbound.place.chat == chat.to_string()
}

#[tokio::test]
async fn topics_are_places_of_their_own() {
    let (fake, ann, _) = with_ann().await;
    let forum = fake.forum(-1_000_000_000_053, "Office", false);
    let desk = Desk::running(&fake);
    let thread = fake.topic(forum, ann, "Boats");
    fake.say_in(forum, thread, ann, "in the topic");
    let inside = desk.notebook.text("in the topic").await;
    assert_eq!(inside.place.thread, Some(thread.to_string()));
    fake.say(forum, ann, "outside");
    assert_eq!(desk.notebook.text("outside").await.place.thread, None);
    clean(&fake);
}

#[tokio::test]
async fn unknown_updates_are_kept_and_do_not_stop_the_queue() {
    let (fake, ann, _) = with_ann().await;
    let business = json!({"message_id": 1, "date": 1, "chat": {"id": ann, "type": "private", "first_name": "Ann"}, "text": "x", "business_connection_id": "b"});
    fake.inject("business_message", business.clone()).expect("wanted before the first poll");
    fake.inject("message", business).unwrap();
    fake.inject("guest_message", json!({"guest_query_id": "g"})).unwrap();
    fake.inject("not_yet_invented", json!([1])).unwrap();
    fake.inject("message", json!("nonsense")).unwrap();
    fake.say(ann, ann, "after all that");
    let desk = Desk::running(&fake);
    desk.notebook.text("after all that").await;
    confirmed(&fake).await;
    let kinds = desk.notebook.taken().into_iter().filter_map(|inbound| match inbound.content {
        Content::Unsupported { kind, raw, to_us } => {
            assert!(!to_us && (raw.contains("update_id") || kind == "foreign_message"));
            assert_eq!(inbound.place.chat, "0", "a foreign chat must not look like an ordinary one");
            Some(kind)
        }
        _ => None,
    });
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        ["business_message", "foreign_message", "guest_message", "not_yet_invented", "message"]
    );
    clean(&fake);
}

#[tokio::test]
async fn the_menu_is_set_and_nothing_is_discarded_at_start() {
    let fake = FakeTelegram::start().await;
    let mut desk = Desk::at(&fake);
    let menu = [("new", "Give me an idea"), ("list", "Open tickets")];
    desk.telegram = desk.telegram.clone().with_commands(menu.map(|(n, d)| (n.to_owned(), d.to_owned())).to_vec());
    assert_eq!((desk.telegram.bot_id(), desk.telegram.username()), ("123456", None));
    desk.run();
    fake.wait_for(|fake| fake.is_polled().then_some(()), SOON).await.expect("polling");
    // The menu is set beside the first poll, so that it never keeps the bot deaf.
    let set = fake.wait_for(|fake| fake.commands(&json!({"type": "default"}), ""), SOON).await.expect("a menu");
    assert_eq!(set, json!(menu.map(|(n, d)| json!({"command": n, "description": d}))));
    assert_eq!(desk.telegram.username(), Some(fake.bot_username()));
    clean(&fake);
}
