//! What people can see of the thinking itself.

use crate::support::{Office, Role, Telegram, TimeDelta, Web};

stories![
    the_model_is_shown_in_plain_words,
    a_long_thought_shows_the_typing_sign_and_shows_it_again_before_it_fades,
    a_message_that_waits_two_seconds_for_the_model_is_shown_to_be_kept,
];

async fn the_model_is_shown_in_plain_words() {
    let (_, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("/settings").await;
    mara.hears("Thinking: a scripted model  (more: /settings model)").await;
    mara.says("/settings model").await;
    let shown = mara.hears("Language model on models.example").await;
    for line in [
        "For everything: big-model, then small-model. In use now: small-model.",
        "big-model: JSON by a schema, a tool it is told to call, streaming, counting tokens: works; room for 128,000 tokens",
        "It does not work just now. I try it again at Mon 23 Nov, 09:05 (Berlin).",
        "small-model: not tried yet",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    let office = Office::offline().await;
    let jo = office.member("Jo", Web, Role::Observer).await;
    jo.says("/settings model").await;
    jo.hears("No language model is connected; built-in rules do the thinking.").await;
    jo.says("/settings model gpt-5").await;
    jo.hears("may change settings").await;
}

async fn a_long_thought_shows_the_typing_sign_and_shows_it_again_before_it_fades() {
    for (long, shown) in [(TimeDelta::seconds(3), 1), (TimeDelta::seconds(4), 2)] {
        let (office, mara) = Office::owned_by("Mara", Web).await;
        let kim = office.owner("Kim", Web).await;
        office.thinks_long("Hosting", long);
        mara.wants_offers().await;
        mara.hears("Take offer C").await;
        // What a crash cut off is thought again, and quickly then.
        if office.starts() == 1 {
            assert_eq!(office.typed(&mara.place), shown, "a thought of {long}");
        }
        assert_eq!(office.typed(&kim.place), 0, "nobody else's chat shows it");
    }
}

async fn a_message_that_waits_two_seconds_for_the_model_is_shown_to_be_kept() {
    let words = "compare three hosting offers";
    for (long, receipts) in [(TimeDelta::milliseconds(1_900), vec![]), (TimeDelta::seconds(2), vec![words])] {
        let (office, mara) = Office::owned_by("Mara", Web).await;
        office.reads_long("hosting", long);
        mara.says(words).await;
        mara.hears("▸").await;
        mara.hears("Take offer C").await;
        // What a crash cut off is read again, and quickly then.
        if office.starts() == 1 {
            assert_eq!(office.receipts(&mara.place), receipts, "a reading of {long}");
        }
    }
}
