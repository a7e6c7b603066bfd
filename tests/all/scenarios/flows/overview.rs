//! The overview beside the web chat: who sees which schedules and flows in it, and where a flow stands.

use super::with_mara;
use crate::support::{Discord, Purposes, Role, Telegram, TimeDelta};

stories![everybody_sees_what_their_commands_show, a_flow_shows_its_step_and_its_table];

async fn everybody_sees_what_their_commands_show() {
    let (office, mara) = with_mara(Discord).await;
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    let jo = office.member("Jo", Discord, Role::Requester).await;
    let none = jo.overview().await;
    assert!(none.contains("Nothing runs by the clock yet.") && none.contains("There is no flow yet."), "{none}");
    kim.says("/flow new Private\nnotify('mine')").await;
    kim.hears("Private").await;
    kim.says("/remind water the plants tomorrow at 9").await;
    kim.hears("water the plants").await;
    let seen = kim.overview().await;
    for part in ["1. Reminder “water the plants”, once", "1. Private", "Nobody agreed to it yet."] {
        assert!(seen.contains(part), "{part}: {seen}");
    }
    // What was made in a direct chat stays there.
    for voice in [&jo, &mara, &kim.in_group(&shop)] {
        assert_eq!(voice.overview().await, none);
    }
    kim.says("/schedules 1 pause").await;
    kim.hears("“water the plants”: Paused.").await;
    let paused = kim.overview().await;
    assert!(paused.contains("It is paused.") && !paused.contains("Next run"), "{paused}");
}

async fn a_flow_shows_its_step_and_its_table() {
    let (office, mara) = with_mara(Telegram).await;
    let script = "table_insert('prices', {'lamp': '<b>new</b>', 'price': 7})\nsleep(3600)\nnotify('It is over')";
    mara.says(&format!("/flow new Price watch\n{script}")).await;
    mara.hears("Price watch").await;
    assert_eq!(mara.presses("Agree").await, "Agreed.");
    assert!(mara.overview().await.contains("It has not run yet."));
    mara.says("/flow 1 run").await;
    mara.hears("“Price watch” runs now.").await;
    let waits = mara.overview().await;
    for part in [
        "1. Price watch\n✔ Mara agreed to it",
        "Adds a row to the table “prices”\nWaits 3600 seconds (here now)\nTells you “It is over”\nRun 1, ",
        ": waits until ",
        "The table “prices” has 1 row:\nkey | lamp | price\n1 | <b>new</b> | 7",
    ] {
        assert!(waits.contains(part), "{part}: {waits}");
    }
    office.advance(TimeDelta::hours(2)).await;
    mara.hears("It is over").await;
    let done = mara.overview().await;
    assert!(done.contains(": done") && !done.contains("(here now)"), "{done}");
}
