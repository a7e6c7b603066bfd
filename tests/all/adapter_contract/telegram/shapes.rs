//! Messages of every shape: links behind words, places and people, what a message refers to, mentions put in later.

use super::desk::*;
use secretary::secretary::inbound::{Content, Inbound, Reference, Referred};
use serde_json::json;

fn refers(inbound: &Inbound) -> Vec<Referred> {
    match &inbound.content {
        Content::Text { refers, .. } | Content::Command { refers, .. } => refers.clone(),
        other => panic!("nothing said: {other:?}"),
    }
}

fn words(how: Reference, who: &str, own: bool, text: &str) -> Referred {
    Referred { how, who: who.to_owned(), own, text: text.to_owned(), attachments: Vec::new() }
}

#[tokio::test]
async fn an_address_behind_words_stands_after_them() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    let text = "🚀 Read this article and tell me…";
    fake.say_linked(ann, ann, text, "this article", "https://example.org/a?b=1");
    desk.notebook.text("🚀 Read this article (https://example.org/a?b=1) and tell me…").await;
    fake.say_linked(ann, ann, "see example.org/a", "example.org/a", "https://www.example.org/a/");
    desk.notebook.text("see example.org/a").await;
    for address in ["javascript:alert(1)", "tg://user?id=5", "ftp://example.org/a"] {
        let text = format!("press {address}");
        fake.say_linked(ann, ann, &text, "press", address);
        desk.notebook.text(&text).await;
    }
    fake.say_linked(ann, ann, "/new read this", "this", "https://example.org/b");
    let command = desk.notebook.find("the command", |inbound| matches!(inbound.content, Content::Command { .. })).await;
    assert!(matches!(&command.content, Content::Command { args, .. } if args == "read this (https://example.org/b)"));
    clean(&fake);
}

#[tokio::test]
async fn places_people_and_polls_are_words() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    let point = json!({"latitude": 52.52, "longitude": 13.405});
    for (more, text) in [
        (
            json!({"contact": {"phone_number": "+49 30 1", "first_name": "Bo", "last_name": "Lee", "user_id": 5}}),
            "Contact: Bo Lee, +49 30 1",
        ),
        (json!({"location": point}), "Location: 52.5200, 13.4050"),
        (
            json!({"location": point, "venue": {"location": point, "title": "Café", "address": "Main Street 1"}}),
            "Location: 52.5200, 13.4050 — Café, Main Street 1",
        ),
        (
            json!({"poll": {"id": "1", "question": "Where?", "options": [{"text": "Here", "voter_count": 0}, {"text": "There", "voter_count": 0}]}}),
            "Poll: Where?\n- Here\n- There",
        ),
    ] {
        fake.say_with(ann, ann, "", &more);
        desk.notebook.text(text).await;
    }
    clean(&fake);
}

#[tokio::test]
async fn what_somebody_else_wrote_goes_along_with_the_reply_to_it() {
    let (fake, ann, _) = with_ann().await;
    let bob = fake.user(8, "Bob");
    let group = fake.supergroup(-1_000_000_000_070, "Office", false);
    let desk = Desk::running(&fake);
    let asked = fake.say(group, bob, "We need 40 chairs by Friday");
    let mention = format!("@{}", fake.bot_username());
    fake.say_reply(group, ann, asked, &format!("{mention} make a plan from this"));
    let plan = desk.notebook.text("make a plan from this").await;
    let Content::Text { addressed, reply_to, forwarded, .. } = &plan.content else { panic!() };
    assert_eq!((*addressed, reply_to.as_deref(), *forwarded), (true, Some(asked.to_string().as_str()), false));
    assert_eq!(refers(&plan), [words(Reference::Reply, "Bob", false, "We need 40 chairs by Friday")]);

    fake.say_quoting(group, ann, asked, "40 chairs", &format!("{mention} how much is that?"));
    let part = desk.notebook.text("how much is that?").await;
    assert_eq!(refers(&part), [words(Reference::Quote, "Bob", false, "40 chairs")]);

    let own = fake.say(group, ann, "Or 20 tables");
    fake.say_reply(group, ann, own, &format!("/new@{} order these", fake.bot_username()));
    let command = desk.notebook.find("the command", |inbound| matches!(inbound.content, Content::Command { .. })).await;
    assert_eq!(refers(&command), [words(Reference::Reply, "Ann", true, "Or 20 tables")]);

    let offer = fake.share(group, bob, "document", &json!({"file_name": "offer.pdf"}), b"%PDF", "The offer");
    fake.say_reply(group, ann, offer, &format!("{mention} summarise this"));
    let summary = refers(&desk.notebook.text("summarise this").await);
    assert_eq!((summary[0].who.as_str(), summary[0].text.as_str()), ("Bob", "The offer"));
    assert_eq!(summary[0].attachments[0].name, "offer.pdf");
    clean(&fake);
}

#[tokio::test]
async fn of_the_bots_own_messages_only_a_quoted_part_goes_along() {
    let (fake, ann, place) = with_ann().await;
    let desk = Desk::running(&fake);
    let message = secretary::secretary::message::Message::lines(["Offer A costs €5, offer B €7"]);
    let id: i64 = desk.post(&place, &message).await.unwrap().id.parse().unwrap();
    fake.say_reply(ann, ann, id, "which?");
    let whole = desk.notebook.text("which?").await;
    assert!(matches!(&whole.content, Content::Text { reply_to: Some(to), .. } if *to == id.to_string()));
    assert!(refers(&whole).is_empty());
    fake.say_quoting(ann, ann, id, "offer B", "why this?");
    let part = desk.notebook.text("why this?").await;
    assert!(matches!(&part.content, Content::Text { reply_to: Some(to), .. } if *to == id.to_string()));
    assert_eq!(refers(&part), [words(Reference::Quote, "", false, "offer B")]);
    clean(&fake);
}

#[tokio::test]
async fn what_was_said_in_another_chat_and_what_is_previewed_go_along() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    let bob = json!({"id": 8, "is_bot": false, "first_name": "Bob", "last_name": "Lee"});
    let origin = json!({"type": "user", "date": 1, "sender_user": bob});
    let elsewhere =
        json!({"origin": origin, "photo": [{"file_id": "P", "file_unique_id": "p", "width": 9, "height": 9}]});
    fake.say_with(ann, ann, "what is this?", &json!({"external_reply": elsewhere, "quote": {"text": "the red one"}}));
    let asked = refers(&desk.notebook.text("what is this?").await);
    assert_eq!(
        (asked[0].how, asked[0].who.as_str(), asked[0].text.as_str()),
        (Reference::Quote, "Bob Lee", "the red one")
    );
    assert_eq!(asked[0].attachments[0].handle, "P");

    let previews = [
        ("https://example.org/a", Some("https://example.org/a")),
        ("http://b.example.org/", None),
        ("tg://settings", None),
    ];
    for (n, (url, expected)) in previews.into_iter().enumerate() {
        let text = format!("look {n} at b.example.org");
        fake.say_with(ann, ann, &text, &json!({"link_preview_options": {"url": url}}));
        let shown = refers(&desk.notebook.text(&text).await);
        let expected: Vec<_> = expected.map(|url| words(Reference::Preview, "", false, url)).into_iter().collect();
        assert_eq!(shown, expected, "{url}");
    }

    for (origin, who) in [
        (origin, "Bob Lee"),
        (json!({"type": "hidden_user", "date": 1, "sender_user_name": "Jo"}), "Jo"),
        (
            json!({"type": "channel", "date": 1, "chat": {"id": -5, "type": "channel", "title": "News"}, "message_id": 4}),
            "News",
        ),
    ] {
        let text = format!("words of {who}");
        fake.say_with(ann, ann, &text, &json!({"forward_origin": origin}));
        let passed_on = desk.notebook.text(&text).await;
        assert!(matches!(passed_on.content, Content::Text { forwarded: true, .. }));
        assert_eq!(refers(&passed_on), [words(Reference::Forward, who, false, "")]);
    }
    clean(&fake);
}

#[tokio::test]
async fn a_mention_put_in_later_is_told() {
    let (fake, ann, _) = with_ann().await;
    let group = fake.supergroup(-1_000_000_000_071, "Office", false);
    let desk = Desk::running(&fake);
    let said = fake.say(group, ann, "order 40 chairs");
    desk.notebook.text("order 40 chairs").await;
    fake.edit(group, said, "order 50 chairs");
    let mention = format!("@{} order 60 chairs", fake.bot_username());
    fake.edit(group, said, &mention);
    for (text, addressed) in [("order 50 chairs", false), ("order 60 chairs", true)] {
        let edited = Content::Edited { message: said.to_string(), text: text.to_owned(), addressed };
        desk.notebook.find(text, |inbound| inbound.content == edited).await;
    }
    clean(&fake);
}
