//! Work that is wanted at a set time, which cannot begin by itself yet: nothing runs now in silence.

use crate::support::{Office, idea, said};
use secretary::secretary::inbound::Platform::{Telegram, Web};
use secretary::secretary::plan::Kind;

stories![
    without_a_model_it_is_asked_about_and_reminded_of,
    it_is_done_once_where_somebody_says_so,
    what_needs_a_model_besides_can_be_reminded_of,
    with_a_model_nothing_runs_and_nothing_is_answered_at_once,
];

const WEEKLY: &str = "Every Monday at 9 read https://example.org/news and tell me what changed";

async fn without_a_model_it_is_asked_about_and_reminded_of() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says(WEEKLY).await;
    let card = mara.hears("#1 I can't begin work at a set time yet, so not “Every Monday at 9”.").await;
    assert!(card.contains("I can do it once, now, or remind you then."), "{card}");
    assert!(card.contains("[Do it now] [Remind me then]\n[Edit] [Cancel]"), "{card}");
    mara.presses("Remind me then").await;
    mara.hears("#1 Cancelled by Mara (a reminder instead).").await;
    let echo = mara.hears("I'll remind you of “read https://example.org/news and tell me what changed”").await;
    assert!(echo.contains("every Monday at 09:00"), "{echo}");
    assert_eq!(office.pages_opened(), 0, "nothing was read");
}

async fn it_is_done_once_where_somebody_says_so() {
    let office = Office::offline().await;
    office.page("https://example.org/news", "Nothing new.");
    let mara = office.owner("Mara", Web).await;
    for (n, text) in (1..).zip([
        "tomorrow at 9 read https://example.org/news",
        "send me a summary of https://example.org/news every day at 8",
    ]) {
        mara.says(text).await;
        mara.hears(&format!("#{n} I can't begin work at a set time yet")).await;
        assert!(office.pages_opened() < n, "nothing is read before somebody says so");
        mara.presses("Do it now").await;
        mara.hears_all();
        assert_eq!(office.pages_opened(), n, "{}", office.transcript());
    }
}

async fn what_needs_a_model_besides_can_be_reminded_of() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("every Friday at 16:00 write a summary of the week").await;
    let why = mara.hears("needs a language model").await;
    assert!(why.contains("Nor can I begin work at a set time yet (“every Friday at 16:00”). I can remind you then."));
    mara.says("just remind me then").await;
    mara.hears("#1 Cancelled by").await;
    mara.hears("I'll remind you of “write a summary of the week”").await;
}

async fn with_a_model_nothing_runs_and_nothing_is_answered_at_once() {
    let office = Office::new().await;
    office.reads(|input| match input.idea.contains("joke") {
        true => idea("Joke").kind(Kind::Talk).reply("Knock, knock.").no_tasks().into(),
        false => idea("News").into(),
    });
    office.works(|_| said("The news."));
    let mara = office.owner("Mara", Telegram).await;
    for text in [WEEKLY, "tell me a joke every day at 8"] {
        mara.says(text).await;
        mara.hears("I can't begin work at a set time yet").await;
        mara.hears_nothing();
    }
    assert_eq!(office.thoughts(), 2, "nobody works before the go");
    mara.says("compare hosting offers by Friday").await;
    mara.hears("▸").await;
    mara.hears_all();
}
