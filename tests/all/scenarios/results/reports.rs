//! Reports: in the form asked for, further back than the last ten, of what failed, of what goes on, and of the day.

use crate::support::{
    Content, Discord, Office, Purposes, Role, Telegram, TimeDelta, Voice, Web, call, idea, json, said,
};
use secretary::secretary::inbound::{Reference, Referred};
use serde_json::Value;

stories![
    a_report_in_the_form_asked_for,
    ten_thousand_characters_come_whole_everywhere,
    what_failed_has_a_report_of_its_own,
    whoever_may_not_rate_a_report_is_told_who_may,
    what_waited_for_a_step_left_out_is_not_done,
    progress_tells_the_steps_of_what_goes_on,
    a_daily_digest_tells_of_its_own_day_only,
    files_of_a_run_that_failed_are_told_with_the_ending,
    a_report_is_written_with_what_the_words_refer_to,
];

const REPORT: &str = "# Offer C\n\n**€12** a month, see [the list](https://c.example/prices).\n\n| offer | price |\n|---|---|\n| C | €12 |\n\nChecked on https://b.example/x.";

async fn done(mara: &Voice, what: &str) {
    mara.says(&format!("/new {what}")).await;
    mara.hears("▸").await;
    mara.hears("Offer C").await;
}

async fn a_report_in_the_form_asked_for() {
    let office = Office::deciding().await;
    office.writes(|_| said(REPORT));
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    mara.says("/reports 1 json").await;
    mara.hears("One decision for you").await;
    mara.hears("#1 has no report yet. /show 1 tells how it stands.").await;
    mara.presses("★").await;
    mara.hears("Offer C").await;

    mara.says("/reports 1").await;
    let shown = mara.hears("#1 Hosting offers\nOffer C").await;
    assert!(shown.contains("[👍] [👎] [Revise]"), "{shown}");
    mara.says("/reports #1 plain").await;
    let plain = mara.hears("#1 Hosting offers\nOffer C\n").await;
    assert!(
        plain.contains("€12 a month, see the list (https://c.example/prices).") && plain.contains("C | €12"),
        "{plain}"
    );
    assert!(!plain.contains("**") && plain.matches('#').count() == 1, "{plain}");
    mara.says("/reports 1 md").await;
    mara.hears("#1 Hosting offers: report-1.md\n<report-1.md, ").await;
    assert_eq!(office.file("report-1.md"), REPORT);
    mara.says("/reports json 1").await;
    mara.hears("<report-1.json, ").await;
    let whole: Value = serde_json::from_str(&office.file("report-1.json")).unwrap();
    assert_eq!(
        whole,
        json!({
            "number": 1, "title": "Hosting offers", "status": "done", "from": "Mara", "failure": null,
            "idea": "compare three hosting offers",
            "agreed": "Hosting offers: compare them and recommend one.",
            "result": REPORT,
            "sources": ["https://c.example/prices", "https://b.example/x"],
            "decisions": [{
                "question": "Offer B is cheapest but binds you for 24 months. May I recommend it?",
                "answer": "Only monthly terms", "by": "Mara", "on": "Telegram", "at": whole["decisions"][0]["at"]
            }],
            "tasks": [{
                "title": "Hosting offers", "agent": "Researcher", "outcome": "completed", "failure": null, "tries": 1,
                "chosen": whole["tasks"][0]["chosen"], "tool_calls": whole["tasks"][0]["tool_calls"],
                "tokens": whole["tasks"][0]["tokens"],
                "result": "Offer C fits. The person decided: Only monthly terms."
            }],
            "tokens": {"sent": 0, "received": 0, "calls": whole["tokens"]["calls"]},
            "times": {
                "received": "2026-11-23T08:00:20Z", "begun": whole["times"]["begun"], "ended": whole["times"]["ended"]
            }
        })
    );
    for time in [&whole["decisions"][0]["at"], &whole["times"]["begun"], &whole["times"]["ended"]] {
        assert!(time.as_str().unwrap().starts_with("2026-11-23T08:0"), "{time}");
    }
    for (odd, answer) in [
        ("/reports 1 pdf", "as plain, json or md. For example: /reports 12 json"),
        ("/reports json", "Which ticket?"),
        ("/reports 99 json", "I don't know a ticket #99."),
    ] {
        mara.says(odd).await;
        mara.hears(answer).await;
    }
    // Whoever may not see a ticket gets no form of it either.
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    jo.says("/reports 1 json").await;
    jo.hears("I don't know a ticket #1.").await;
}

async fn ten_thousand_characters_come_whole_everywhere() {
    let line = "Öffer C costs €12 a month & binds for <1> month, “no more” — 🙂.\n\n";
    let report = line.repeat(10_000_usize.div_ceil(line.chars().count()));
    for platform in [Telegram, Discord, Web] {
        let office = Office::new().await;
        let text = report.clone();
        office.writes(move |_| said(&text));
        let mara = office.owner("Mara", platform).await;
        mara.wants_offers().await;
        let mut heard = mara.hears("#1 Hosting offers").await;
        while !heard.contains("<report-1.md, ") {
            heard = mara.hears("").await;
        }
        assert!(heard.contains("The whole report is attached."), "{heard}");
        assert_eq!(office.file("report-1.md"), report);
        mara.says("/reports 1 plain").await;
        mara.hears("<report-1.txt, ").await;
        assert_eq!(office.file("report-1.txt").matches("“no more” — 🙂.").count(), report.matches("“no more”").count());
    }
}

/// Played once: a crash changes nothing about how many there are, and each time takes half a minute.
#[tokio::test]
async fn more_than_a_hundred_reports_are_kept_and_reachable() {
    let office = Office::new().await;
    office.writes(|_| said("Offer C."));
    let mara = office.owner("Mara", Web).await;
    mara.says("/reports").await;
    mara.hears("No reports yet.").await;
    for n in 1..=105 {
        done(&mara, &format!("idea {n}")).await;
    }
    let jo = office.member("Jo", Web, Role::Requester).await;
    mara.says("/reports").await;
    let mut numbers: Vec<i64> = Vec::new();
    let mut page = mara.hears("Latest reports").await.replace("[Older ›]", "[Older]");
    loop {
        let on_page: Vec<i64> =
            page.lines().filter_map(|l| l.strip_prefix('#')?.split(' ').next()?.parse().ok()).collect();
        assert!((1..=10).contains(&on_page.len()), "{page}");
        numbers.extend(on_page);
        if !page.contains("[Older]") {
            break;
        }
        mara.presses("Older").await;
        page = mara
            .copies("Older reports")
            .pop()
            .map(|m| format!("{}{}", m.text, if mara.offers("Older ›") { "[Older]" } else { "" }))
            .unwrap();
    }
    assert_eq!(numbers, (1..=105).rev().collect::<Vec<i64>>());
    mara.says("/reports 3 plain").await;
    mara.hears("#3 Hosting offers\nOffer C.").await;
    // Others' direct chats are not in one's list, however far back one looks.
    jo.says("/reports").await;
    jo.hears("No reports yet.").await;
    mara.says("/reports before 1").await;
    mara.hears("There are no older reports.").await;
}

async fn what_failed_has_a_report_of_its_own() {
    let office = Office::new().await;
    office.reads(|_| idea("Hosting offers").task("t2", "writer", "Write the letter", &["t1"]).into());
    office.works(|_| said(""));
    let reports = office.room("Reports", Discord, Purposes { reports: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Discord).await;
    mara.wants_offers().await;
    office.advance(TimeDelta::seconds(30)).await;
    mara.hears("did not work. What now?").await;
    mara.presses("Leave it out").await;
    let told = mara.hears("#1 I could not finish this: Hosting offers").await;
    for line in [
        "What failed: “Hosting offers” (Researcher, 3 tries)",
        "Why: The language model gave no answer I could use. Note E-",
        "Done: nothing that could be used",
        "Not done: “Hosting offers”, “Write the letter”",
        "You can: try again, and what is done stays done; or tell me what should be different.",
        "[Try again] [Revise]",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    mara.in_group(&reports).hears("#1 I could not finish this").await;
    mara.says("/report now").await;
    let digest = mara.hears("Failed (1)\n#1 Hosting offers: The language model gave no answer I could use").await;
    assert!(digest.contains("0 of 2 steps done. /resume 1 tries again"), "{digest}");
    assert!(digest.contains("1 came in, 0 done, 1 failed."), "{digest}");
    mara.says("/reports").await;
    mara.hears("#1 Hosting offers (failed), ").await;
    mara.says("/reports 1").await;
    mara.hears("#1 I could not finish this: Hosting offers").await;
    mara.says("/reports 1 md").await;
    mara.hears("<report-1.md, ").await;
    assert!(office.file("report-1.md").contains("**What failed:** “Hosting offers”"));
    mara.says("/reports 1 json").await;
    mara.hears("<report-1.json, ").await;
    let whole: Value = serde_json::from_str(&office.file("report-1.json")).unwrap();
    assert_eq!((&whole["status"], &whole["result"]), (&json!("failed"), &Value::Null));
    assert_eq!((&whole["tasks"][0]["outcome"], &whole["tasks"][1]["outcome"]), (&json!("failed"), &json!("not done")));
    office.works(|_| said("Offer C."));
    mara.presses("Try again").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
    mara.in_group(&reports).hears("Take offer C").await;
}

async fn whoever_may_not_rate_a_report_is_told_who_may() {
    let office = Office::new().await;
    let reports = office.room("Reports", Discord, Purposes { reports: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Requester).await.in_group(&reports);
    let eve = office.stranger("Eve", Discord).in_group(&reports);
    mara.wants_offers().await;
    mara.hears("Take offer C").await;
    kim.hears("Take offer C").await;
    for button in ["👍", "👎"] {
        let rule = "Only Mara or an approver may do that here. An owner can change your role with /members.";
        assert_eq!(kim.presses(button).await, rule);
        assert!(eve.presses(button).await.contains("members only"), "{}", office.transcript());
    }
}

async fn what_waited_for_a_step_left_out_is_not_done() {
    let office = Office::new().await;
    office.reads(|_| {
        let plan = idea("Hosting offers").task("t2", "writer", "Write the letter", &["t1"]);
        plan.task("t3", "writer", "Ask Kim", &[]).into()
    });
    office.works(|input| said(if input.title == "Ask Kim" { "Kim agrees." } else { "" }));
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    office.advance(TimeDelta::seconds(30)).await;
    mara.hears("did not work. What now?").await;
    mara.presses("Leave it out").await;
    mara.hears("Take offer C").await;
    mara.says("/reports 1 json").await;
    mara.hears("<report-1.json, ").await;
    let whole: Value = serde_json::from_str(&office.file("report-1.json")).unwrap();
    let outcomes: Vec<&Value> = (0..3).map(|n| &whole["tasks"][n]["outcome"]).collect();
    assert_eq!(outcomes, ["failed", "not done", "completed"]);
    mara.says("/show 1").await;
    let shown = mara.hears("Write the letter").await;
    assert!(!shown.contains("waits for a task that failed"), "{shown}");
}

async fn progress_tells_the_steps_of_what_goes_on() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("/report progress").await;
    mara.hears("Nothing is in progress. /reports lists what is finished.").await;
    office.reads(|_| {
        idea("Hosting offers")
            .task("t2", "analyst", "Add it up", &["t1"])
            .task("t3", "writer", "A letter", &["t2"])
            .into()
    });
    office.works(|input| match (input.agent.name.as_str(), crate::support::decision(input)) {
        ("analyst", None) => crate::support::ask_for_decision(),
        _ => said("Offer C."),
    });
    mara.wants_offers().await;
    mara.hears("One decision").await;
    office.advance(TimeDelta::minutes(14)).await;
    mara.says("/report progress").await;
    let told = mara.hears("Progress Mon 23 Nov, 09:1").await;
    for line in [
        "#1 ? Hosting offers: 1 of 3 steps done, 14 min so far; waiting for you",
        "• ✔ Researcher: Hosting offers",
        "• ? Analyst: Add it up",
        "• ○ Writer: A letter",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    // What passes while it stands still is no work.
    mara.says("/pause 1").await;
    mara.hears("#1 Paused.").await;
    office.advance(TimeDelta::hours(2)).await;
    mara.says("/report progress").await;
    let told = mara.hears("Progress Mon 23 Nov, 11:1").await;
    assert!(told.contains(" min so far") && !told.contains(" h "), "{told}");
    mara.says("/resume 1").await;
    mara.hears("#1").await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
}

async fn a_daily_digest_tells_of_its_own_day_only() {
    let office = Office::new().await;
    office.writes(|_| said("Offer C."));
    let mara = office.owner("Mara", Web).await;
    mara.says("/report daily 18:00").await;
    mara.hears("A digest here").await;
    done(&mara, "the first").await;
    done(&mara, "the second").await;
    office.advance(TimeDelta::hours(10)).await;
    let monday = mara.hears("Digest Mon 23 Nov, 18:00 (Berlin)").await;
    assert!(monday.contains("Done (2)\n#1 ") && monday.contains("2 came in, 2 done (half of them within "), "{monday}");
    assert!(monday.contains("Since Mon 23 Nov, 09:00"), "{monday}");
    office.advance(TimeDelta::hours(2)).await;
    done(&mara, "the third").await;
    office.advance(TimeDelta::hours(22)).await;
    let tuesday = mara.hears("Digest Tue 24 Nov, 18:00 (Berlin)").await;
    assert!(tuesday.contains("Done (1)\n#3 ") && !tuesday.contains("#1 ") && !tuesday.contains("#2 "), "{tuesday}");
    assert!(tuesday.contains("Since Mon 23 Nov, 18:00 (Berlin): 1 came in, 1 done (in "), "{tuesday}");
    office.advance(TimeDelta::days(1)).await;
    let wednesday = mara.hears("Digest Wed 25 Nov, 18:00 (Berlin)").await;
    assert!(wednesday.ends_with("Nothing open and nothing new."), "{wednesday}");
    // A rating is no news.
    mara.presses("👍").await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears("Nothing open and nothing new.").await;
}

async fn files_of_a_run_that_failed_are_told_with_the_ending() {
    let office = Office::new().await;
    let plan = || idea("The letter").no_tasks().task("t1", "writer", "Write it", &[]);
    office.reads(move |_| plan().task("t2", "writer", "Check it", &["t1"]).into());
    office.works(|input| match input.steps.len() {
        0 => call("write_file", json!({"path": "draft.md", "text": "Dear Ana"})),
        _ => said(""),
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("write the letter").await;
    mara.hears_progress().await;
    office.advance(TimeDelta::minutes(1)).await;
    mara.hears("did not work. What now?").await;
    mara.presses("Leave it out").await;
    let told = mara.hears("#1 I could not finish this: The letter").await;
    assert!(told.contains("Files: draft.md; /files 1 sends what was written"), "{told}");
    mara.says("/files 1").await;
    mara.hears("#1 has 1 file:").await;
    mara.hears("<draft.md, ").await;
}

async fn a_report_is_written_with_what_the_words_refer_to() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let words = "We need 40 chairs by Friday".to_owned();
    let bob =
        Referred { how: Reference::Reply, who: "Bob".to_owned(), own: false, text: words, attachments: Vec::new() };
    mara.happens(Content::Text {
        message: "70".to_owned(),
        text: "make a plan from this".to_owned(),
        addressed: true,
        reply_to: Some("69".to_owned()),
        attachments: Vec::new(),
        forwarded: false,
        refers: vec![bob],
    })
    .await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    let asked = office.asked_of_the_model();
    let report = asked.iter().find(|put| put.contains("Write the report now")).unwrap();
    assert!(report.contains("We need 40 chairs by Friday") && report.contains("Bob"), "{report}");
}
