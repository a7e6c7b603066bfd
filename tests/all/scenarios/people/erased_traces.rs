//! What others hold of somebody who is erased: names, notes, files, copies, permissions and their place as a deputy.

use crate::scenarios::decisions::deputies::away;
use crate::scenarios::people::erasing::{ACCOUNT, CANARY, canary, forgets};
use crate::support::{
    Discord, Office, Purposes, Role, Telegram, Web, ask_for_decision, call, code_in, decision, idea, json, said,
};
use secretary::engine::home;
use secretary::ports::store::Store;

stories![
    whoever_calls_themself_a_former_member_is_erased_like_anybody,
    nobody_blanks_the_words_of_others_by_repeating_them,
    what_agents_noted_of_it_for_others_goes_as_well,
    what_agents_wrote_of_it_into_files_for_others_goes_as_well,
    what_was_allowed_ends_and_what_protects_stays,
    what_others_still_see_of_it_asks_nothing_any_more,
    a_chat_stays_known_to_be_about_both_workspaces,
    whoever_stays_elsewhere_has_no_name_here,
    an_owner_by_the_settings_has_an_id_that_tells_nothing,
    who_decided_for_somebody_is_not_named_in_a_report,
    a_deputy_who_has_everything_erased_decides_for_nobody,
];

async fn whoever_calls_themself_a_former_member_is_erased_like_anybody() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/invite requester").await;
    let code = code_in(&mara.hears("One-time code").await);
    // The first letter is a Cyrillic one.
    let kim = office.stranger("\u{430} Former member", Telegram);
    kim.says(&format!("/start {code}")).await;
    kim.hears("Welcome, “\u{430} Former member”.").await;
    kim.says(&format!("note: the key is under {}", canary(9))).await;
    kim.hears("Noted").await;
    mara.says("/members \u{430} Former member remove").await;
    mara.hears("Former member”").await;
    kim.hears("You no longer belong here").await;
    mara.says("/members Jo erase").await;
    mara.hears("Those who have: “\u{430} Former member”.").await;
    assert!(office.finds(CANARY).contains(&canary(9)));
    mara.says("/members \u{430} Former member erase").await;
    mara.hears("who has left?").await;
    mara.presses("Erase everything").await;
    mara.hears("is being erased").await;
    office.settle().await;
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    // Once is enough, and nobody is left to be named.
    mara.says("/members a former member erase").await;
    mara.hears("nobody else has whose words are still kept").await;
}

async fn nobody_blanks_the_words_of_others_by_repeating_them() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    crate::support::deciding(&office);
    mara.says("remind me tomorrow at 9 to water the tomatoes").await;
    mara.hears_all();
    mara.says("compare three hosting offers for the garden shop").await;
    mara.hears_all();
    office.settle().await;
    mara.hears_all();
    kim.hears_all();
    let mixed = format!("compare three hosting offers for the garden shop\nwater the tomatoes\n{}", canary(1));
    kim.says(&format!("/decide 1 other: {mixed}")).await;
    office.settle().await;
    kim.hears_all();
    mara.hears_all();
    assert!(office.finds(CANARY).contains(&canary(1)));
    forgets(&kim).await;
    office.settle().await;
    mara.hears_all();
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    let mut tx = office.store().read().await.unwrap();
    let ticket = tx.ticket_numbered(&home(), 1).await.unwrap().unwrap();
    assert_eq!(ticket.idea, "compare three hosting offers for the garden shop");
    assert!(!serde_json::to_string(&ticket).unwrap().contains(CANARY));
    let orders = serde_json::to_string(&tx.schedules(&home()).await.unwrap()).unwrap();
    assert!(orders.contains("water the tomatoes"), "{orders}");
}

async fn what_agents_noted_of_it_for_others_goes_as_well() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    office.reads(|_| idea("The garden").no_tasks().task("t1", "planner", "Plan the garden", &[]).into());
    office.works(|input| match (input.steps.len(), decision(input)) {
        (_, None) => ask_for_decision(),
        (1, Some(_)) => {
            let text = format!("Kim said: {} behind the shed. Buy seeds.", canary(1));
            let mut reply = call("write_note", json!({"title": "Garden", "text": text, "append": false}))?;
            // The same in JSON, as some models write it.
            for call in &mut reply.calls {
                call.arguments = call.arguments.replace("zebra", "\\u007aebra");
            }
            Ok(reply)
        }
        _ => said("It is noted."),
    });
    mara.says("compare three hosting offers for the garden shop").await;
    mara.hears_all();
    mara.presses("Start").await;
    office.settle().await;
    mara.hears_all();
    kim.hears_all();
    kim.says(&format!("/decide 1 other: {} behind the shed", canary(1))).await;
    office.settle().await;
    kim.hears_all();
    mara.hears_all();
    let noted = mara.note("Garden").await.unwrap();
    assert!(noted.contains(&canary(1)), "{noted}");
    forgets(&kim).await;
    office.settle().await;
    mara.hears_all();
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    assert_eq!(office.finds("u007aebra"), Vec::<String>::new());
    let noted = mara.note("Garden").await;
    assert_eq!(noted.as_deref(), Some("a former member said: (erased). Buy seeds."));
}

async fn what_agents_wrote_of_it_into_files_for_others_goes_as_well() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    office.reads(|_| idea("The garden").no_tasks().task("t1", "writer", "Plan the garden", &[]).into());
    office.works(|input| match (input.steps.len(), decision(input)) {
        (_, None) => ask_for_decision(),
        (1, Some(_)) => {
            let text = format!("As was said: {} behind the shed.\nFor the thistledown, buy a sieve.", canary(1));
            call("write_file", json!({"path": "plan.md", "text": text}))
        }
        _ => said("It is written."),
    });
    mara.says("compare three hosting offers for the garden shop").await;
    office.settle().await;
    mara.hears_all();
    kim.hears_all();
    kim.says(&format!("/decide 1 other: {} behind the shed", canary(1))).await;
    office.settle().await;
    kim.hears_all();
    mara.hears_all();
    let mut tx = office.store().read().await.unwrap();
    let ticket = tx.ticket_numbered(&home(), 1).await.unwrap().unwrap().id;
    drop(tx);
    assert!(office.written(&ticket, "plan.md").await.contains(&canary(1)));
    forgets(&kim).await;
    office.settle().await;
    mara.hears_all();
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    let left = office.written(&ticket, "plan.md").await;
    assert_eq!(left, "As was said: (erased).\nFor the thistledown, buy a sieve.");
}

async fn what_was_allowed_ends_and_what_protects_stays() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Owner).await;
    kim.says(&format!("/mode allow write note title={}*", canary(1))).await;
    kim.hears("allowed by Kim").await;
    kim.says("/mode refuse read url url=other.example*").await;
    kim.hears("never, Kim wants that").await;
    // Behind this stands an undo with the rules as they were.
    mara.says("/mode ask write note").await;
    mara.hears("asked each time, Mara wants that").await;
    kim.says("/export").await;
    kim.hears("Here is everything I keep about you").await;
    let whole: serde_json::Value = serde_json::from_str(&office.file("my-data.json")).unwrap();
    assert_eq!(whole["rules"].as_array().map(Vec::len), Some(2), "{whole}");
    assert!(office.finds(CANARY).contains(&canary(1)));
    kim.says("/forget").await;
    let asked = kim.hears("Erase everything of yours").await;
    assert!(asked.contains("what you allowed agents to do: you will not belong here any more"), "{asked}");
    assert!(asked.contains("rules by which agents must ask or may not do something, without your name"), "{asked}");
    kim.presses("Erase everything of mine").await;
    kim.hears("in a moment I won't know you any more").await;
    office.settle().await;
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    mara.presses("Undo").await;
    mara.hears_all();
    mara.says("/mode").await;
    let told = mara.hears("never, a former member wants that").await;
    assert!(told.contains("asked each time, Mara wants that") && !told.contains("allowed by"), "{told}");
}

async fn what_others_still_see_of_it_asks_nothing_any_more() {
    for platform in [Telegram, Discord] {
        let (office, mara) = Office::owned_by("Mara", platform).await;
        let team = office.room("Team", platform, Purposes { intake: true, ..Purposes::default() }).await;
        let rita = office.member("Rita", platform, Role::Requester).await;
        office.reads(|input| match input.idea.contains("roof") {
            true => idea("The roof").no_tasks().task("t1", "planner", "Plan the roof", &[]).into(),
            false => idea("Hosting offers").into(),
        });
        crate::support::deciding(&office);
        let in_team = rita.in_group(&team);
        let mut seen = Vec::new();
        for said in ["compare three hosting offers", "plan the new roof"] {
            in_team.mentions(said).await;
            office.settle().await;
            in_team.hears_all();
            let there = if platform == Discord { in_team.in_thread() } else { in_team.clone() };
            there.hears_all();
            seen.push(there);
        }
        seen[0].reads("One decision for you");
        seen[1].reads("Here is what I'll do");
        mara.says("/decisions").await;
        mara.hears("Offer B").await;
        forgets(&rita).await;
        office.settle().await;
        for (there, number) in seen.iter().zip(1..) {
            there.reads(&format!("#{number} was called off; there is nothing to decide any more."));
            // There nothing is shown twice.
            if platform == Discord {
                for gone in ["One decision for you", "Here is what I'll do", "[Start]", "[Pause]"] {
                    there.lacks(gone);
                }
            }
        }
        mara.reads("That is settled meanwhile.");
        mara.hears_all();
        mara.says("/decide 1 1").await;
        mara.hears("I don't know a ticket #1").await;
    }
}

async fn a_chat_stays_known_to_be_about_both_workspaces() {
    let (office, nina) = Office::owned_by("Nina", Telegram).await;
    nina.says("/workspace new Two").await;
    nina.hears("Two is there").await;
    nina.says("/workspace Main").await;
    nina.hears_all();
    nina.says("/forget").await;
    nina.hears("Erase everything of yours in Main?").await;
    nina.presses("Erase everything of mine").await;
    nina.hears("you remain the owner of Main, and begin anew there. This chat is about Two from then on.").await;
    office.settle().await;
    nina.says("/list").await;
    nina.hears("Two · ").await;
    nina.says("/workspace Main").await;
    nina.hears("Main · ").await;
}

async fn whoever_stays_elsewhere_has_no_name_here() {
    // The record of the web chat is kept there.
    let office = Office::on_file().await;
    let nina = office.owner("Nina", Web).await;
    let olga = office.member("Olga", Telegram, Role::Requester).await;
    nina.says("/workspace new Two").await;
    nina.hears("Two is there").await;
    nina.says("/invite requester").await;
    let code = code_in(&nina.hears("One-time code").await);
    olga.says(&format!("/start {code}")).await;
    olga.hears("Welcome").await;
    nina.says("/workspace Main").await;
    nina.hears_all();
    nina.says("/members Olga remove").await;
    nina.hears("Olga no longer belongs").await;
    olga.hears_all();
    nina.says("/members Olga erase").await;
    nina.hears("Erase everything of Olga, who has left?").await;
    let of_her = ["Olga no longer belongs", "Erase everything of Olga"];
    let before = office.web_record().await;
    assert!(of_her.iter().all(|said| before.contains(said)), "it was not even read there: {before}");
    nina.presses("Erase everything").await;
    nina.hears("is being erased").await;
    office.settle().await;
    let record = office.web_record().await;
    assert!(!of_her.iter().any(|said| record.contains(said)), "{record}");
    nina.says("/workspace Two").await;
    nina.hears_all();
    nina.says("/members").await;
    nina.hears("Olga, requester").await;
}

async fn an_owner_by_the_settings_has_an_id_that_tells_nothing() {
    let office = Office::new().await;
    let mut mara = office.stranger("Mara", Telegram);
    ACCOUNT.clone_into(&mut mara.place.chat);
    ACCOUNT.clone_into(&mut mara.who.user);
    office.starts_with_owner(&mara).await;
    mara.says("note: the cellar code is 4711").await;
    mara.hears("Noted").await;
    let mut people = Vec::new();
    for _ in 0..2 {
        office.restart().await;
        office.settle().await;
        people.push(office.store().read().await.unwrap().people(&home()).await.unwrap());
    }
    let ids: Vec<_> = people.iter().flatten().map(|person| person.id.clone()).collect();
    assert_eq!(ids.len(), 2, "a start made somebody else of them: {people:?}");
    assert_eq!(ids[0], ids[1]);
    assert!(!ids[0].as_str().contains(ACCOUNT), "{ids:?}");
    mara.says("/forget").await;
    mara.hears("you remain the owner here").await;
    mara.presses("Erase everything of mine").await;
    mara.hears("you remain the owner here").await;
    office.settle().await;
    let log = format!("{:?}", office.audited().await);
    assert!(log.contains(ids[0].as_str()) && !log.contains(ACCOUNT), "{log}");
}

async fn who_decided_for_somebody_is_not_named_in_a_report() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    let deputy = office.member(&canary(91), Discord, Role::Requester).await;
    crate::support::deciding(&office);
    office.writes(|_| said(&format!("Decided: **so** ({} for Kim)\n\nThat is all.", canary(91))));
    deputy.shows_up().await;
    kim.says(&format!("/away {} until Friday", canary(91))).await;
    kim.hears("decides for you").await;
    mara.says("compare three hosting offers").await;
    office.settle().await;
    deputy.says(&format!("/decide 1 other: {} and nothing else", canary(1))).await;
    office.settle().await;
    for voice in [&mara, &kim, &deputy] {
        voice.hears_all();
    }
    forgets(&deputy).await;
    office.settle().await;
    for voice in [&mara, &kim, &deputy] {
        voice.hears_all();
    }
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    let mut tx = office.store().read().await.unwrap();
    let ticket = tx.ticket_numbered(&home(), 1).await.unwrap().unwrap();
    let reports: Vec<&str> = ticket.reports.iter().map(|report| report.text.as_str()).collect();
    assert_eq!(reports, ["Decided: **so** (a former member for Kim)\n\nThat is all."]);
}

async fn a_deputy_who_has_everything_erased_decides_for_nobody() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    kim.shows_up().await;
    away(&mara, &kim).await;
    forgets(&kim).await;
    office.settle().await;
    mara.hears("Whoever decided for you no longer belongs here, so nobody does now. /away names somebody else.").await;
    mara.says("/away").await;
    mara.hears("Nobody decides for you.").await;
    mara.hears_nothing();
}
