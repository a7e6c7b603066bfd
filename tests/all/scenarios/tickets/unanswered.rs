//! Questions nobody answers: one reminder, then the ticket waits; or, where the room is set so, it goes on with
//! written assumptions.

use crate::support::{Discord, Office, Purposes, Role, Telegram, TimeDelta, Web, curious, idea};
use secretary::secretary::intent::{Answered, Intent, ItemKind};

stories![
    one_reminder_and_then_it_waits,
    a_room_may_go_on_with_assumptions,
    what_changes_something_outside_waits_for_its_go_all_the_same,
    switched_back_it_waits_again,
    only_owners_say_what_a_room_does,
];

async fn one_reminder_and_then_it_waits() {
    let office = Office::new().await;
    curious(&office);
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Two quick questions (1/2)").await;
    office.advance(TimeDelta::hours(23)).await;
    mara.hears_nothing();
    office.advance(TimeDelta::hours(2)).await;
    let nudge = mara.hears("#1 still needs your answer before I can start: compare three hosting offers.").await;
    assert!(nudge.ends_with("Until then it waits; nothing is lost."), "{nudge}");
    office.is_off_for(TimeDelta::days(3)).await;
    office.advance(TimeDelta::days(10)).await;
    mara.hears_nothing();
    mara.says("/list").await;
    mara.hears("#1 ? compare three hosting offers · asking").await;
    office.means("speed, more", |input| {
        let round = input.items.iter().find(|item| item.kind == ItemKind::Question);
        let answered = |question, text: &str| Answered { question, option: None, text: text.to_owned() };
        let answers = vec![answered(1, "speed"), answered(2, "more")];
        Intent::Answer { item: round.map(|item| item.handle.clone()).unwrap_or_default(), answers }
    });
    mara.replies("still needs your answer", "speed, more").await;
    mara.reads("#1 1) Speed · 2) more. Thanks.");
    mara.hears("(2/2)").await;
}

async fn a_room_may_go_on_with_assumptions() {
    let office = Office::new().await;
    curious(&office);
    let mara = office.owner("Mara", Discord).await;
    mara.says("/room unanswered assume").await;
    mara.hears("unanswered questions: I go on with written assumptions (assume)").await;
    mara.says("compare three hosting offers").await;
    mara.hears("Two quick questions (1/2)").await;
    mara.presses("Speed").await;
    office.advance(TimeDelta::hours(25)).await;
    let nudge = mara.hears("#1 still needs your answer before I can start").await;
    let told =
        "Without an answer by Wed 25 Nov, 09:00 (Berlin) I go on and assume: Visitors a day, roughly? under 500.";
    assert!(nudge.contains(told), "{nudge}");
    office.restart().await;
    office.advance(TimeDelta::hours(24)).await;
    mara.reads("#1 1) Speed · 2) my judgement (under 500). Thanks.");
    // Nobody is there to be asked a second time, and the plan changes nothing outside.
    let card = mara.hears("#1 Here is what I'll do").await;
    assert!(
        card.contains("Visitors a day, roughly? under 500") && card.contains("Where shall the data be? EU"),
        "{card}"
    );
    assert!(card.ends_with("Nobody answered, so I go on like this. Reply here to change it."), "{card}");
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
}

async fn what_changes_something_outside_waits_for_its_go_all_the_same() {
    let office = Office::new().await;
    office.reads(|input| {
        let plan = idea("Rent").no_tasks().task("t1", "planner", "Write the note", &[]);
        if input.answered.is_empty() {
            plan.asks("Which flat?", &["Upstairs", "Downstairs"]).into()
        } else {
            plan.into()
        }
    });
    let you = office.owner("You", Web).await;
    you.says("/room unanswered assume").await;
    you.hears("written assumptions").await;
    you.says("write down the rent").await;
    you.hears("One quick question").await;
    office.advance(TimeDelta::hours(25)).await;
    you.hears("I go on and assume: Which flat? Upstairs.").await;
    office.advance(TimeDelta::hours(24)).await;
    let card = you.hears("#1 Here is what I'll do").await;
    assert!(card.contains("I assume: Which flat? Upstairs.") && card.contains("[Start]"), "{card}");
    office.advance(TimeDelta::days(5)).await;
    you.hears("#1 still needs your go").await;
    you.hears_nothing();
}

async fn switched_back_it_waits_again() {
    let office = Office::new().await;
    curious(&office);
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/room unanswered assume").await;
    mara.hears("(assume)").await;
    mara.says("compare three hosting offers").await;
    mara.hears("Two quick questions").await;
    office.advance(TimeDelta::hours(25)).await;
    mara.hears("Without an answer by").await;
    mara.says("/room unanswered park").await;
    mara.hears("unanswered questions: the ticket waits (park)").await;
    office.advance(TimeDelta::days(4)).await;
    mara.hears_nothing();
    mara.presses("Use your judgement").await;
    mara.hears("(2/2)").await;
}

async fn only_owners_say_what_a_room_does() {
    let office = Office::new().await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await.in_group(&shop);
    jo.says("/room unanswered assume").await;
    jo.hears("Only owners may").await;
    jo.says("/room unanswered sometimes").await;
    jo.hears("/room unanswered park or assume").await;
    jo.says("/room").await;
    jo.hears("unanswered questions: the ticket waits (park)").await;
}
