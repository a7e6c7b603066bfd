//! Sums in plain words, and words that go on from their results.

use crate::support::Office;
use chrono::TimeDelta;
use secretary::secretary::inbound::Platform::{Telegram, Web};

stories![
    words_go_on_from_the_sum_before_them,
    a_reply_goes_on_from_its_own_sum_and_later_words_from_none,
    an_hour_later_a_sum_is_over,
];

async fn words_go_on_from_the_sum_before_them() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("what is 240 + 19%?").await;
    mara.hears("240 + 19% = 285.6").await;
    mara.says("times 3").await;
    mara.hears("285.6 * 3 = 856.8").await;
    mara.says("and 20% of that?").await;
    mara.hears("20% of 856.8 = 171.36").await;
    mara.says("and in euros?").await;
    mara.hears("I can't work that out. That was a number without money, and I know no exchange rates.").await;
    mara.says("minus 10%").await;
    mara.hears("171.36 - 10% = 154.224").await;
    mara.says("how long from 9:15 to 17:40?").await;
    mara.hears("09:15 to 17:40 = 8 hours 25 minutes").await;
    mara.says("minus a 45 minute break").await;
    mara.hears("8 hours 25 minutes - 45 minutes = 7 hours 40 minutes").await;
}

async fn a_reply_goes_on_from_its_own_sum_and_later_words_from_none() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("€100 / 3").await;
    mara.hears("100 / 3 = about €33.33").await;
    mara.says("what is 17 * 3?").await;
    mara.hears("17 * 3 = 51").await;
    mara.replies("about €33.33", "times 3").await;
    mara.hears("(100 / 3) * 3 = €100.00").await;
    mara.says("thanks").await;
    mara.hears("You're welcome.").await;
    // Something came between: these words are about no sum any more.
    mara.says("half of that").await;
    let idea = mara.hears("half of that").await;
    assert!(!idea.contains("="), "{idea}");
    mara.hears_all();
}

async fn an_hour_later_a_sum_is_over() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("what is 12 * 12?").await;
    mara.hears("12 * 12 = 144").await;
    office.advance(TimeDelta::hours(1)).await;
    mara.says("times 3").await;
    let idea = mara.hears("times 3").await;
    assert!(!idea.contains("432"), "{idea}");
    mara.hears_all();
}
