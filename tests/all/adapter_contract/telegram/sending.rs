//! Posting: what people see, and what each failure means.

use super::desk::*;
use crate::adapter_contract::long;
use proof::fault::Fault;
use proof::telegram::FakeTelegram;
use secretary::ports::chat::{Change, Chat, ChatError, Editing, Posting, Receipts};
use secretary::ports::clock::Clock;
use secretary::secretary::ids::{PersonId, TicketId};
use secretary::secretary::inbound::{Account, ChatKind, Place, Platform};
use secretary::secretary::message::{Block, Button, Look, Message, Span};
use secretary::secretary::ticket::task::{Attached, FileAt};
use std::time::Duration;

pub(super) fn button(label: &str, data: &str) -> Button {
    Button { label: label.into(), data: data.into(), look: Look::Plain, form: None }
}

pub(super) fn refuse(code: u16, description: &str) -> Fault {
    Fault::Refuse { code, description: description.to_owned() }
}

pub(super) async fn edit(desk: &Desk, place: &Place, id: &str, message: &Message) -> Result<usize, ChatError> {
    desk.telegram.edit(Editing { place, id, change: Change::Part(message, 0) }).await
}

#[tokio::test]
async fn a_message_arrives_as_it_was_meant() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    let first = fake.say(ann, ann, "a boat");
    let link = Span::Link { text: "docs".into(), url: "https://example.org/a?b&c".into() };
    let message = Message::default()
        .spans(vec![Span::text("1 < 2 & "), Span::strong("bold"), Span::text(" "), link])
        .row(vec![button("Go", "1.t.0"), button("Stop", "1.t.1")])
        .silently();
    let sent = desk.post_part(&place, &message, 0, Some(&first.to_string())).await.unwrap();
    assert!(!sent.more);
    let seen = fake.message(ann, sent.id.parse().unwrap()).unwrap();
    assert_eq!(seen.text, "1 < 2 & bold docs (example.org)");
    assert_eq!(seen.entities.iter().map(|e| e.kind.as_str()).collect::<Vec<_>>(), ["bold", "text_link"]);
    assert_eq!(seen.labels(), ["Go", "Stop"]);
    assert!(seen.silent && seen.link_preview_disabled && seen.reply_to == Some(first));
    desk.telegram.typing(&place).await;
    assert_eq!(fake.actions(ann), ["typing"]);
    assert_eq!(desk.telegram.open_thread(&place, &sent.id, "x").await, Ok(None));
    clean(&fake);
}

#[tokio::test]
async fn a_long_message_comes_in_parts_with_the_buttons_under_the_last() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    let mut message = Message::default().row(vec![button("Good", "1.t.0")]);
    for n in 0..900 {
        let words = format!("<{n}> is **not** bold but long & emoji 👩‍👩‍👧");
        message.blocks.push(Block::Item { depth: 0, number: Some(n), spans: vec![Span::strong(words)] });
    }
    message.file = Some(Attached::text("report.md", "# whole"));
    let mut part = 0;
    while desk.post_part(&place, &message, part, None).await.unwrap().more {
        part += 1;
    }
    let seen = fake.bot_messages(ann);
    assert_eq!(seen.len(), part + 1);
    let (file, texts) = seen.split_last().unwrap();
    let all: String = texts.iter().map(|m| format!("{}\n", m.text)).collect();
    for n in 0..900 {
        assert!(all.contains(&format!("{n}. <{n}> is **not**")), "{n} is missing");
    }
    assert!(texts.iter().all(|m| m.text.encode_utf16().count() <= 4_096 && m.entities.len() <= 100));
    let with_buttons: Vec<_> = texts.iter().map(|m| m.buttons.len()).collect();
    assert_eq!(with_buttons.iter().sum::<usize>(), 1);
    assert_eq!(with_buttons.last(), Some(&1));
    let document = file.document.as_ref().unwrap();
    assert_eq!((document.name.as_str(), document.bytes.as_slice()), ("report.md", b"# whole".as_slice()));
    let beyond = desk.post_part(&place, &message, part + 1, None).await;
    assert!(matches!(beyond, Err(ChatError::Refused(_))));
    clean(&fake);
}

#[tokio::test]
async fn a_report_of_ten_thousand_characters_is_whole() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    let (message, text) = long::report();
    let mut part = 0;
    while desk.post_part(&place, &message, part, None).await.unwrap().more {
        part += 1;
    }
    let seen = fake.bot_messages(ann);
    let shown: String = seen.iter().map(|m| format!("{}\n", m.text)).collect();
    long::is_whole(&shown);
    assert!(!shown.contains("**") && !shown.contains("<code>") && shown.contains("<b>not a tag</b> & costs €5."));
    let file = seen.iter().find_map(|m| m.document.as_ref()).unwrap();
    assert_eq!((file.name.as_str(), file.bytes.as_slice()), ("report-12.md", text.as_bytes()));
    clean(&fake);
}

#[tokio::test]
async fn a_list_of_links_is_cut_between_its_lines() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    let (message, mut part) = (long::links(), 0);
    while desk.post_part(&place, &message, part, None).await.unwrap().more {
        part += 1;
    }
    let seen = fake.bot_messages(ann);
    long::is_cut_between_lines(&seen.iter().map(|m| m.source.as_str()).collect::<Vec<_>>());
    clean(&fake);
}

#[tokio::test]
async fn hostile_words_stay_words_and_refused_markup_becomes_plain() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    let hostile = "</b><a href=\"tg://user?id=1\">x</a> &lt; <script> \u{202e}\0";
    let markdown = Block::Markdown(format!("# {hostile}\n\n```\n</pre>{hostile}\n```\n[l](javascript:x) <b>"));
    let message = Message { blocks: vec![Block::Heading(vec![Span::text(hostile)]), markdown], ..Message::default() };
    desk.post(&place, &message).await.unwrap();
    let seen = fake.bot_messages(ann).pop().unwrap();
    assert!(seen.text.starts_with("</b><a href=\"tg://user?id=1\">x</a> &lt; <script>"), "{}", seen.text);
    assert!(seen.entities.iter().all(|e| e.kind != "text_link" && e.kind != "text_mention"));

    fake.fault("sendMessage", refuse(400, "Bad Request: can't parse entities: Unsupported start tag"));
    let simple = Message::default().spans(vec![Span::strong("bold"), Span::text(" & <plain>")]);
    desk.post(&place, &simple).await.unwrap();
    let seen = fake.bot_messages(ann).pop().unwrap();
    assert_eq!((seen.text.as_str(), seen.parse_mode), ("bold & <plain>", None));
    for _ in 0..2 {
        fake.fault("sendMessage", refuse(400, "Bad Request: can't parse entities: no"));
    }
    assert!(matches!(desk.post(&place, &simple).await, Err(ChatError::Refused(_))), "tried twice, not for ever");
    clean(&fake);
}

#[tokio::test]
async fn a_wait_is_passed_on_and_kept() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    fake.fault("sendMessage", Fault::TooManyRequests { retry_after: 9 });
    let message = Message::lines(["x"]);
    let nine = ChatError::Retry { after: Duration::from_secs(9) };
    assert_eq!(desk.post(&place, &message).await, Err(nine));
    desk.clock.advance(Duration::from_secs(4));
    let five = ChatError::Retry { after: Duration::from_secs(5) };
    assert_eq!(desk.post(&place, &message).await, Err(five.clone()));
    assert_eq!(edit(&desk, &place, "1", &message).await, Err(five));
    desk.telegram.typing(&place).await;
    assert_eq!(fake.calls().len(), 1, "nothing is called before the wait is over");
    fake.advance(Duration::from_secs(9));
    desk.clock.advance(Duration::from_secs(5));
    desk.post(&place, &message).await.unwrap();
    assert_eq!(fake.bot_messages(ann).len(), 1);
    clean(&fake);
}

#[tokio::test]
async fn a_receipt_is_a_reaction_whose_waits_hold_up_no_answer() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    let idea = fake.say(ann, ann, "a boat");
    let id = idea.to_string();
    for _ in 0..2 {
        desk.telegram.seen(&place, &id).await.unwrap();
    }
    assert_eq!(fake.message(ann, idea).unwrap().bot_reaction.as_deref(), Some("👀"));
    for gone in ["999", "0", ""] {
        assert_eq!(desk.telegram.seen(&place, gone).await, Err(ChatError::MessageGone), "{gone:?}");
    }
    fake.fault("setMessageReaction", refuse(400, "Bad Request: REACTION_INVALID"));
    let forbidden = desk.telegram.seen(&place, &id).await;
    assert!(matches!(forbidden, Err(ChatError::Refused(_))), "{forbidden:?}");
    fake.fault("setMessageReaction", Fault::TooManyRequests { retry_after: 9 });
    for _ in 0..2 {
        let nine = ChatError::Retry { after: Duration::from_secs(9) };
        assert_eq!(desk.telegram.seen(&place, &id).await, Err(nine));
    }
    desk.post(&place, &Message::lines(["x"])).await.unwrap();
    assert_eq!(fake.bot_messages(ann).len(), 1);
    clean(&fake);
}

#[tokio::test]
async fn every_failure_says_whether_something_may_have_arrived() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    let message = Message::lines(["x"]);
    for (fault, arrived) in [
        (Fault::ServerError { status: 502 }, false),
        (Fault::DropBeforeReading, false),
        (Fault::LoseAnswer, true),
        (Fault::MalformedJson, true),
    ] {
        let before = fake.bot_messages(ann).len();
        fake.fault("sendMessage", fault.clone());
        let front = matches!(fault, Fault::ServerError { .. });
        let expected = if front { ChatError::Doubtful } else { ChatError::Unclear };
        assert_eq!(desk.post(&place, &message).await, Err(expected), "{fault:?}");
        assert_eq!(fake.bot_messages(ann).len() - before, usize::from(arrived), "{fault:?}: called once");
    }
    // The server answers so also for what it had taken when it was stopped.
    for (code, words, expected) in [
        (500, "Internal Server Error: restart", ChatError::Unclear),
        (502, "Bad Gateway", ChatError::Doubtful),
        (503, "Service Unavailable", ChatError::Doubtful),
        (504, "Gateway Timeout", ChatError::Unclear),
    ] {
        fake.fault("sendMessage", refuse(code, words));
        assert_eq!(desk.post(&place, &message).await, Err(expected), "{words}");
    }
    // That this very call failed is said by the Bot API server itself.
    fake.fault("sendMessage", refuse(500, "Internal Server Error"));
    assert!(matches!(desk.post(&place, &message).await, Err(ChatError::Retry { .. })));
    fake.fault("sendMessage", refuse(401, "Unauthorized"));
    assert!(matches!(desk.post(&place, &message).await, Err(ChatError::Barred(_))));
    fake.go_down().await;
    // A client without an open connection: with one, the request would be written before the cut is noticed.
    let desk = Desk::at(&fake);
    assert!(matches!(desk.post(&place, &message).await, Err(ChatError::Retry { .. })));
    fake.come_up().await;
    desk.post(&place, &message).await.unwrap();
    clean(&fake);
}

#[tokio::test]
async fn what_is_unclear_is_sent_again_only_after_telegram_answered_something_else() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    let message = Message::lines(["x"]);
    let sent = |fake: &FakeTelegram| fake.calls().iter().filter(|call| call.method == "sendMessage").count();
    fake.fault_when(|_| Some(Fault::ServerError { status: 504 }));
    assert_eq!(desk.post(&place, &message).await, Err(ChatError::Unclear));
    let since = Some(desk.clock.now());
    for _ in 0..5 {
        desk.clock.advance(Duration::from_secs(9));
        assert!(matches!(desk.post_again(&place, &message, since).await, Err(ChatError::Retry { .. })));
    }
    let asked = fake.calls().iter().filter(|call| call.method == "getMe").count();
    assert_eq!((sent(&fake), asked), (1, 5));
    fake.clear_faults();
    desk.clock.advance(Duration::from_secs(9));
    desk.post_again(&place, &message, since).await.unwrap();
    assert_eq!((fake.bot_messages(ann).len(), sent(&fake)), (1, 2));
    // What answered since needs not be asked again, and nobody is asked about what is sent first.
    desk.post_again(&place, &message, since).await.unwrap();
    let asked = fake.calls().iter().filter(|call| call.method == "getMe").count();
    assert_eq!(asked, 6);
    clean(&fake);
}

#[tokio::test]
async fn chats_that_cannot_be_reached_are_gone_and_moved_ones_are_followed() {
    let (fake, ann, place_of_ann) = with_ann().await;
    let desk = Desk::at(&fake);
    let message = Message::lines(["x"]);
    assert!(matches!(desk.post(&place(404, ChatKind::Direct), &message).await, Err(ChatError::Deleted(_))));
    assert!(matches!(desk.post(&place(0, ChatKind::Direct), &message).await, Err(ChatError::Refused(_))));
    fake.block(ann);
    assert!(matches!(desk.post(&place_of_ann, &message).await, Err(ChatError::Gone(why)) if why.contains("blocked")));
    let group = fake.group(-60, "Office", false);
    let new = fake.migrate(group, ann);
    let moved = desk.post(&place(group, ChatKind::Group), &message).await;
    assert_eq!(moved, Err(ChatError::Moved(new.to_string())));
    desk.post(&place(new, ChatKind::Group), &message).await.unwrap();
    fake.kick_bot(new, ann);
    assert!(matches!(desk.post(&place(new, ChatKind::Group), &message).await, Err(ChatError::Gone(_))));
    clean(&fake);
}

#[tokio::test]
async fn a_topic_is_answered_in_and_its_loss_falls_back_to_the_chat() {
    let (fake, ann, _) = with_ann().await;
    let forum = fake.forum(-1_000_000_000_061, "Office", false);
    let thread = fake.topic(forum, ann, "Boats");
    let desk = Desk::at(&fake);
    let to = Place { thread: Some(thread.to_string()), ..place(forum, ChatKind::Group) };
    desk.post(&to, &Message::lines(["inside"])).await.unwrap();
    fake.delete_topic(forum, thread);
    desk.post(&to, &Message::lines(["outside"])).await.unwrap();
    let threads: Vec<_> = fake.bot_messages(forum).into_iter().map(|m| m.thread).collect();
    assert_eq!(threads, [Some(thread), None]);
    clean(&fake);
}

#[tokio::test]
async fn where_no_files_may_be_sent_words_stand_in_their_place() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    let message = Message { file: Some(Attached::text("a.md", "# a")), ..Message::lines(["x"]) };
    desk.post_part(&place, &message, 0, None).await.unwrap();
    for refusal in ["not enough rights to send documents to the chat", "CHAT_SEND_DOCS_FORBIDDEN"] {
        fake.fault("sendDocument", refuse(400, &format!("Bad Request: {refusal}")));
        let sent = desk.post_part(&place, &message, 1, None).await.expect("the chat is no less open for words");
        assert!(!sent.more);
    }
    let texts: Vec<String> = fake.bot_messages(ann).into_iter().map(|m| m.text).collect();
    assert_eq!(texts.len(), 3);
    assert!(texts[1..].iter().all(|text| text.contains("The file could not be attached")), "{texts:?}");
    // Where words are refused as well, nobody can be reached, and what was to be said is kept.
    fake.fault("sendDocument", refuse(400, "Bad Request: not enough rights to send documents to the chat"));
    fake.fault("sendMessage", refuse(400, "Bad Request: not enough rights to send text messages to the chat"));
    assert!(matches!(desk.post_part(&place, &message, 1, None).await, Err(ChatError::Gone(_))));
    clean(&fake);
}

#[tokio::test]
async fn a_picture_of_ours_is_shown_as_one_and_else_goes_as_a_document() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    let png: &[u8] = b"\x89PNG\r\n\x1a\nand so on";
    let send = async |at: FileAt, bytes: &[u8]| {
        let file = Attached { name: "prices.png".to_owned(), text: String::new(), at: Some(at), bytes: 0 };
        let message = Message { file: Some(file), ..Message::default() };
        let posting = Posting {
            to: &place,
            message: &message,
            part: 0,
            key: "1/0",
            reply_to: None,
            handle: None,
            unclear_since: None,
            file: Some(bytes),
            people: &[],
        };
        desk.telegram.post(posting).await.unwrap();
        fake.calls().last().unwrap().method.clone()
    };
    let written = || FileAt::Written { ticket: TicketId::new("t"), path: "prices.png".to_owned() };
    assert_eq!(send(written(), png).await, "sendPhoto");
    assert_eq!(send(written(), b"no picture at all".as_slice()).await, "sendDocument");
    let received = FileAt::Received { home: "r-1".to_owned(), name: "prices.png".to_owned() };
    assert_eq!(send(received, png).await, "sendDocument");
    for refusal in ["PHOTO_INVALID_DIMENSIONS", "not enough rights to send photos to the chat"] {
        fake.fault("sendPhoto", refuse(400, &format!("Bad Request: {refusal}")));
        assert_eq!(send(written(), png).await, "sendDocument", "{refusal}");
    }
    assert_eq!(fake.documents(ann).len(), 5);
    clean(&fake);
}

#[tokio::test]
async fn a_file_of_bytes_goes_along_as_it_is() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    let at = FileAt::Received { home: "r-1".to_owned(), name: "files-1.zip".to_owned() };
    let file = Attached { name: "files-1.zip".to_owned(), at: Some(at), ..Attached::default() };
    let message = Message { file: Some(file), ..Message::lines(["#1 files-1.zip"]) };
    let posting = Posting {
        to: &place,
        message: &message,
        part: 1,
        key: "k",
        reply_to: None,
        handle: None,
        unclear_since: None,
        file: Some(b"PK\xff".as_slice()),
        people: &[],
    };
    assert!(!desk.telegram.post(posting).await.unwrap().more);
    let seen = fake.bot_messages(ann);
    let document = seen.iter().find_map(|m| m.document.as_ref()).unwrap();
    assert_eq!((document.name.as_str(), document.bytes.as_slice()), ("files-1.zip", b"PK\xff".as_slice()));
    clean(&fake);
}

#[tokio::test]
async fn what_a_closed_topic_refuses_goes_to_the_chat_without_its_reply_and_is_kept_where_that_is_closed_too() {
    let (fake, ann, _) = with_ann().await;
    let forum = fake.forum(-1_000_000_000_062, "Office", false);
    let thread = fake.topic(forum, ann, "Boats");
    let asked = fake.say_in(forum, thread, ann, "how many boats?");
    let desk = Desk::at(&fake);
    let to = Place { thread: Some(thread.to_string()), ..place(forum, ChatKind::Group) };
    let answer = Message::lines(["three"]);
    fake.fault("sendMessage", refuse(400, "Bad Request: TOPIC_CLOSED"));
    desk.post_part(&to, &answer, 0, Some(&asked.to_string())).await.unwrap();
    let sent = fake.bot_messages(forum).pop().unwrap();
    assert_eq!((sent.thread, sent.reply_to), (None, None));
    fake.fault("sendMessage", refuse(400, "Bad Request: TOPIC_CLOSED"));
    fake.fault("sendMessage", refuse(400, "Bad Request: TOPIC_CLOSED"));
    assert!(matches!(desk.post(&to, &answer).await, Err(ChatError::Gone(_))));
    clean(&fake);
}

#[tokio::test]
async fn a_reply_that_leads_into_a_closed_topic_is_left_away_also_without_a_thread() {
    let (fake, ann, _) = with_ann().await;
    let forum = fake.forum(-1_000_000_000_063, "Office", false);
    let thread = fake.topic(forum, ann, "Boats");
    let asked = fake.say_in(forum, thread, ann, "how many boats?");
    let desk = Desk::at(&fake);
    fake.fault("sendMessage", refuse(400, "Bad Request: TOPIC_CLOSED"));
    let root = place(forum, ChatKind::Group);
    desk.post_part(&root, &Message::lines(["three"]), 0, Some(&asked.to_string())).await.unwrap();
    assert_eq!(fake.bot_messages(forum).pop().unwrap().reply_to, None);
    clean(&fake);
}

#[tokio::test]
async fn a_question_opens_a_reply_box_and_mentions_those_who_must_act() {
    let (fake, ann, direct) = with_ann().await;
    let group = place(fake.group(-62, "Office", true), ChatKind::Group);
    let desk = Desk::at(&fake);
    let ask = Message { asks_text: true, ..Message::lines(["Which colour?"]) };
    desk.post(&group, &ask).await.unwrap();
    desk.post(&group, &ask.clone().row(vec![button("Red", "1.t.0")])).await.unwrap();
    let boxes: Vec<_> = fake.bot_messages(-62).into_iter().map(|m| m.force_reply).collect();
    assert_eq!(boxes, [true, false]);
    desk.post(&direct, &ask).await.unwrap();
    assert!(fake.bot_messages(ann)[0].force_reply, "the answer is bound to its question");

    let (known, unknown) = (PersonId::new("p1"), PersonId::new("p2"));
    let meant = vec![known.clone(), unknown.clone()];
    let people = [(known.clone(), Account { platform: Platform::Telegram, user: ann.to_string() })];
    let spans = [(known, "Ann"), (unknown, "Bo")].map(|(id, name)| Span::Person { id, name: name.into() });
    let named = Message::default().spans(spans.to_vec());
    let message = Message { mentions: meant, ..named.clone() };
    for (to, message) in [(&group, &named), (&group, &message), (&direct, &message)] {
        let posting = Posting {
            to,
            message,
            part: 0,
            key: "k",
            reply_to: None,
            handle: None,
            unclear_since: None,
            file: None,
            people: &people,
        };
        desk.telegram.post(posting).await.unwrap();
    }
    let only_named = fake.bot_messages(-62).into_iter().rev().nth(1).unwrap();
    assert!(only_named.entities.is_empty(), "who need not act is named, not mentioned");
    let mentioned = fake.bot_messages(-62).pop().unwrap();
    assert_eq!(mentioned.text, "AnnBo");
    assert_eq!(mentioned.entities.len(), 1);
    assert_eq!(mentioned.covered(&mentioned.entities[0]), "Ann");
    assert!(fake.bot_messages(ann).pop().unwrap().entities.is_empty(), "nobody is mentioned in a direct chat");
    clean(&fake);
}

#[tokio::test]
async fn a_message_of_nothing_is_refused_and_buttons_alone_are_shown() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::at(&fake);
    assert!(matches!(desk.post(&place, &Message::default()).await, Err(ChatError::Refused(_))));
    let blank = Message::lines([" \u{200b} "]);
    assert!(matches!(desk.post(&place, &blank).await, Err(ChatError::Refused(_))));
    desk.post(&place, &Message::default().row(vec![button("Go", "1.t.0")])).await.unwrap();
    assert_eq!(fake.bot_messages(ann)[0].labels(), ["Go"]);
    let file = Message { file: Some(Attached::text("a.txt", "x")), ..Message::default() };
    assert!(!desk.post(&place, &file).await.unwrap().more);
    assert_eq!(fake.documents(ann).len(), 1);
    clean(&fake);
}

#[tokio::test]
async fn sending_needs_no_running_poll_and_uses_one_request() {
    let fake = FakeTelegram::start().await;
    let ann = fake.user(7, "Ann");
    fake.open_chat(ann);
    let desk = Desk::at(&fake);
    desk.post(&place(ann, ChatKind::Direct), &Message::lines(["x"])).await.unwrap();
    assert_eq!(fake.calls().len(), 1);
}
