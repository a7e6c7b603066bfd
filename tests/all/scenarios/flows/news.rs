//! What people hear of flows elsewhere: in briefs and digests, among the decisions that wait, and beside their schedules.

use super::{agreed, begins, with_mara};
use crate::support::{Discord, Purposes, Role, Telegram, TimeDelta, Web};

stories![
    what_a_flow_asks_stands_in_the_brief_and_among_the_decisions,
    what_a_flow_asks_elsewhere_is_shown_to_those_who_may_answer,
    a_flow_that_fails_stands_in_the_brief_and_beside_its_schedule,
    what_agents_do_for_a_flow_is_no_news,
    whoever_runs_a_schedule_at_once_hears_the_end,
];

const PAINT: &str = "notify('Painted ' + ask('Which colour?', ['Red', 'Blue']))";

async fn what_a_flow_asks_stands_in_the_brief_and_among_the_decisions() {
    let (office, mara) = with_mara(Telegram).await;
    let flow = agreed(&office, &mara, "Paint", PAINT).await;
    begins(&office, &flow, false).await;
    mara.hears("“Paint”: Which colour?").await;
    mara.says("/brief now").await;
    let brief = mara.hears("Waiting for you (1)").await;
    assert!(brief.contains("“Paint”: Which colour? · by Tue 24 Nov") && brief.contains("[Decide]"), "{brief}");
    mara.presses("Decide").await;
    let listed = mara.hears("1 flow asks:").await;
    assert!(listed.contains("“Paint”: Which colour?") && listed.ends_with("[Red] [Blue]"), "{listed}");
    assert_eq!(mara.presses("Blue").await, "Chosen: Blue.");
    mara.hears("Painted Blue").await;
    mara.says("/brief now").await;
    mara.hears("Nothing needs you just now, and nothing is due today.").await;
}

async fn what_a_flow_asks_elsewhere_is_shown_to_those_who_may_answer() {
    let (office, mara) = with_mara(Discord).await;
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    let jo = office.member("Jo", Discord, Role::Requester).await;
    let there = kim.in_group(&shop);
    let flow = agreed(&office, &there, "Paint", PAINT).await;
    begins(&office, &flow, false).await;
    there.hears("“Paint”: Which colour?").await;
    for voice in [&mara, &kim] {
        voice.says("/decisions").await;
        voice.hears("1 flow asks:").await;
    }
    jo.says("/brief now").await;
    jo.hears("Nothing needs you just now").await;
    // What is asked in a direct chat stays there.
    let own = agreed(&office, &kim, "Own", "ask('Who?', ['Ann', 'Ben'])").await;
    begins(&office, &own, false).await;
    kim.hears("“Own”: Who?").await;
    mara.says("/brief now").await;
    let brief = mara.hears("Waiting for you (1)").await;
    assert!(!brief.contains("Own"), "{brief}");
    kim.says("/decisions").await;
    let listed = kim.hears("2 questions of flows wait:").await;
    assert!(listed.contains("[1. Red] [1. Blue]") || listed.contains("[2. Red] [2. Blue]"), "{listed}");
}

async fn a_flow_that_fails_stands_in_the_brief_and_beside_its_schedule() {
    let (office, mara) = with_mara(Web).await;
    agreed(&office, &mara, "Watch", "fetch('https://gone.example/')").await;
    mara.says("/flow 1 schedule daily 9:00").await;
    mara.hears("I'll run “Watch”").await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears("The flow “Watch” did not come to its end").await;
    mara.says("/brief now").await;
    let brief = mara.hears("At risk (1)").await;
    assert!(brief.contains("“Watch” did not work the last time"), "{brief}");
    mara.says("/schedules 1").await;
    let card = mara.hears("I'll run “Watch”").await;
    assert!(card.contains("Last time: Run 1, ") && card.contains("it did not work"), "{card}");
}

async fn what_agents_do_for_a_flow_is_no_news() {
    let (office, mara) = with_mara(Telegram).await;
    let flow = agreed(&office, &mara, "Looks", "agent('Look at the offers')\nnotify('looked')").await;
    begins(&office, &flow, false).await;
    mara.hears("looked").await;
    mara.says("/brief now").await;
    mara.hears("Nothing needs you just now, and nothing is due today.").await;
    mara.says("/report now").await;
    let digest = mara.hears("Digest").await;
    assert!(digest.contains("Nothing open and nothing new."), "{digest}");
    mara.hears_nothing();
}

async fn whoever_runs_a_schedule_at_once_hears_the_end() {
    let (office, mara) = with_mara(Discord).await;
    agreed(&office, &mara, "Quiet", "1 + 1").await;
    mara.says("/flow 1 schedule daily 9:00").await;
    mara.hears("I'll run “Quiet”").await;
    mara.says("/schedules 1 now").await;
    mara.hears("“Quiet” is done. It had nothing to say.").await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears_nothing();
}
