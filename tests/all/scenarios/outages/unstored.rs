//! Words that cannot be stored since the disk is full: who wrote them hears so, once.

use crate::support::{Content, Office, Purposes, Telegram, TimeDelta, Voice};
use secretary::secretary::intent::Intent;

const UNSTORED: &str = "I could not store that just now: the disk is full. I try again by myself";

#[tokio::test]
async fn whoever_says_something_that_cannot_be_stored_hears_so_once_and_then_the_answer() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let sum = "2 + 3 = 5";
    office.means("what is 2 + 3?", move |_| Intent::Reply { text: sum.to_owned() });
    let team = office.room("Team", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let there = mara.in_group(&team);
    let zoe = office.stranger("Zoe", Telegram);
    // A command in the direct chat, one in the group, and words to the secretary there.
    for (voice, words, answer) in
        [(&mara, "/list", "Nothing open"), (&there, "/list", "Nothing open"), (&there, "what is 2 + 3?", sum)]
    {
        office.has_no_room_for(&[voice.saying(words)], 3).await;
        voice.hears(UNSTORED).await;
        voice.hears(answer).await;
        mara.hears_nothing();
        there.hears_nothing();
    }
    // A press, which shows nothing by itself meanwhile.
    mara.says("Remind me tomorrow at 9 to call Bob").await;
    mara.hears_all();
    office.has_no_room_for(&[mara.pressing("Delete")], 3).await;
    mara.hears("please press the button again").await;
    assert_eq!(mara.copies(UNSTORED).len(), 2, "{}", office.transcript());
    mara.hears_all();
    mara.reads("Deleted: “call Bob”.");
    // Talk among people is none of our business, and somebody unknown hears nothing of our disks.
    let mut talk = there.saying("lunch?");
    if let Content::Text { addressed, .. } = &mut talk.content {
        *addressed = false;
    }
    office.has_no_room_for(&[talk], 2).await;
    there.hears_nothing();
    office.has_no_room_for(&[zoe.saying("hello")], 2).await;
    assert!(zoe.copies(UNSTORED).is_empty());
    zoe.hears_all();
    // What is chosen from a menu is answered by its platform, which does not hand it in again.
    let mut chosen = mara.saying("/list");
    chosen.handle = Some("handle".to_owned());
    office.has_no_room_for(&[chosen], 2).await;
    mara.hears("Nothing open").await;
    mara.hears_nothing();
}

#[tokio::test]
async fn what_others_said_is_stored_and_whoever_still_waits_hears_it_again_after_an_hour() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let ben = office.owner("Ben", Telegram).await;
    let mut told = Vec::new();
    for minutes in [0, 30, 31, 1] {
        office.advance(TimeDelta::minutes(minutes)).await;
        office.refuses(&[mara.saying("/list")], 1).await;
        ben.says("/list").await;
        told.push(mara.copies(UNSTORED).len());
    }
    assert_eq!(told, [1, 1, 1, 2], "{}", office.transcript());
    mara.says("/list").await;
    office.refuses(&[mara.saying("/list")], 1).await;
    assert_eq!(mara.copies(UNSTORED).len(), 3, "what she said was stored in between");
    mara.hears_all();
    ben.hears_all();
}

#[tokio::test]
async fn of_many_who_wrote_each_hears_that_it_cannot_be_stored() {
    let office = Office::new().await;
    let mut people = Vec::new();
    for name in ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"] {
        people.push(office.owner(name, Telegram).await);
    }
    people.iter().for_each(Voice::hears_all);
    let twice = people.iter().flat_map(|one| [one.saying("/list"), one.saying("hello")]).collect::<Vec<_>>();
    office.has_no_room_for(&twice, 2).await;
    for one in &people {
        assert_eq!(one.copies(UNSTORED).len(), 1, "{}", office.transcript());
        one.hears_all();
    }
}
