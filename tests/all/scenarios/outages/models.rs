//! What people hear of a language model that is slow, too slow, or sees nothing.

use crate::support::{Content, Discord, Office, Platform, Telegram, TimeDelta, idea, said};
use secretary::ports::model::ModelError;
use secretary::secretary::inbound::FileKind;
use secretary::secretary::intent::Intent;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

stories![
    a_message_that_waits_a_minute_says_so_until_it_is_read,
    a_model_that_is_too_slow_is_said_to_be_and_the_words_are_kept,
    work_of_a_model_that_is_too_slow_is_kept,
    the_first_picture_shows_that_a_model_sees_none,
];

/// The platforms with chats of their own.
const CHATS: [Platform; 2] = [Telegram, Discord];
/// What an adapter says of a model that was too slow twice.
const SLOW: &str = "twice in a row the answer of big on host took longer than its time limit; choose a smaller model with \
                    OPENAI_MODEL, or a faster server with OPENAI_BASE_URL";

async fn a_message_that_waits_a_minute_says_so_until_it_is_read() {
    for platform in CHATS {
        let (office, mara) = Office::owned_by("Mara", platform).await;
        office.reads_until_told("hosting", TimeDelta::seconds(60), "does not answer yet: it is slow, or away");
        mara.says("compare three hosting offers").await;
        let now = mara.hears("My language model does not answer yet: it is slow, or away. I keep your message").await;
        assert_eq!(now, "Your message had to wait; now I have read it.", "{}", office.transcript());
        mara.hears_progress().await;
        mara.hears("Take offer C").await;
        // Less than a minute is nothing to tell of.
        let (office, mara) = Office::owned_by("Mara", platform).await;
        office.reads_long("hosting", TimeDelta::seconds(59));
        mara.wants_offers().await;
        mara.hears("Take offer C").await;
    }
}

async fn a_model_that_is_too_slow_is_said_to_be_and_the_words_are_kept() {
    for platform in CHATS {
        let office = Office::new().await;
        let fast = Arc::new(AtomicBool::new(false));
        let ok = fast.clone();
        office.reads(move |_| match ok.load(Ordering::SeqCst) {
            true => idea("Hosting offers").into(),
            false => Err(ModelError::TooSlow(SLOW.to_owned())),
        });
        let mara = office.owner("Mara", platform).await;
        mara.says("compare three hosting offers").await;
        let told = mara.hears("The language model is too slow: twice in a row").await;
        assert!(told.contains("OPENAI_MODEL") && told.contains("Your message is kept."), "{told}");
        fast.store(true, Ordering::SeqCst);
        mara.presses("Try again").await;
        mara.hears_progress().await;
        mara.hears("Take offer C").await;
    }
}

async fn work_of_a_model_that_is_too_slow_is_kept() {
    let office = Office::new().await;
    office.works(|_| Err(ModelError::TooSlow(SLOW.to_owned())));
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    let told = mara.hears("#1 I can't do this yet.").await;
    assert!(told.contains("The language model is too slow: twice in a row"), "{told}");
    assert!(told.contains("I keep it; tap “Try now” once that is done."), "{told}");
    office.works(|_| said("Offer C costs €12 a month."));
    mara.presses("Try now").await;
    mara.hears("Take offer C").await;
}

async fn the_first_picture_shows_that_a_model_sees_none() {
    for platform in CHATS {
        let (office, mara) = Office::owned_by("Mara", platform).await;
        office.nobody_knows_whether_it_sees();
        office.means("what is this", |_| Intent::Reply { text: "I can't see it.".to_owned() });
        let photo = mara.has("photo.jpg", FileKind::Picture, &[0xff, 0xd8, 0xff, 1]);
        let content = Content::Text {
            message: "70".to_owned(),
            text: "what is this?".to_owned(),
            addressed: true,
            reply_to: None,
            attachments: vec![photo],
            forwarded: false,
            refers: Vec::new(),
        };
        mara.happens(content).await;
        let told = mara.hears("I keep “photo.jpg”, but my language model sees no pictures.").await;
        assert!(told.contains("I can't see it."), "{told}");
        let asked = office.asked_of_the_model().pop().unwrap();
        assert!(asked.contains("you see no pictures") && !asked.contains("shown below"), "{asked}");
    }
}
