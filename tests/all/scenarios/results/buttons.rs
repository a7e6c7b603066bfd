//! One live keyboard for each thing: a superseded message has no buttons, and a second press says what became of its
//! subject.

use crate::support::{Discord, Office, Role, Telegram, TimeDelta, Voice, Web, deciding, decision, idea, said};
use secretary::secretary::intent::{Change, Intent, ItemKind};
use std::sync::{Arc, Mutex};

stories![
    a_thumb_shows_that_it_was_pressed_and_can_be_taken_back,
    a_report_that_is_done_again_says_so_and_has_no_buttons,
    a_second_press_says_what_has_become_of_it,
    a_cancel_is_undone_in_its_place_and_says_so,
    words_behind_a_button_count_once,
    what_failed_keeps_no_button_once_it_is_tried_again,
    work_that_is_done_again_knows_what_was_decided_corrected_and_reported,
    words_added_while_a_decision_is_open_reach_the_work_and_that_is_said,
    a_list_is_paged_in_place_and_stays_put_while_new_ideas_come,
    open_decisions_are_paged_with_the_nearest_end_first,
    a_digest_counts_first_and_says_for_whom_it_waits,
    who_is_alone_and_has_no_name_is_you,
];

/// A report about hosting offers.
async fn reported(office: &Office) -> Voice {
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    mara.hears("Take offer C").await;
    mara
}

async fn a_thumb_shows_that_it_was_pressed_and_can_be_taken_back() {
    let office = Office::new().await;
    let mara = reported(&office).await;
    assert_eq!(mara.presses("👍").await, "Glad it helped.");
    mara.reads("[👍 ✓] [👎] [Revise]");
    assert_eq!(mara.presses("👍").await, "Taken back.");
    mara.reads("[👍] [👎] [Revise]");
    assert_eq!(mara.presses("👎").await, "Sorry about that. What should be different?");
    mara.hears("#1 Open again\nSorry about that. What should be different?").await;
    mara.reads("[👍] [👎 ✓] [Revise]");
    assert_eq!(mara.presses("👍").await, "✔ Leave it as it is");
    mara.reads("[👍 ✓] [👎] [Revise]");
    // The next words are an idea again, not what should be different.
    mara.says("compare printers").await;
    mara.hears("▸").await;
    mara.hears("#2 Hosting offers").await;
}

async fn a_report_that_is_done_again_says_so_and_has_no_buttons() {
    let office = Office::new().await;
    let mara = reported(&office).await;
    let old = mara.data("👍");
    mara.fills("Revise", "as a table").await;
    mara.reads("Take offer C: €12 a month, monthly notice.\nA revised report follows below.");
    mara.hears("I'm doing it again").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
    assert_eq!(mara.copies("[👍]").len(), 0, "labels are no text");
    assert_eq!(mara.copies("Take offer C").iter().filter(|m| !m.buttons.is_empty()).count(), 1);
    // A press that was on its way counts for the report there is.
    assert_eq!(mara.presses_data(&old, "👍").await, "Glad it helped.");
    mara.reads("[👍 ✓]");
}

async fn a_second_press_says_what_has_become_of_it() {
    for platform in [Telegram, Discord, Web] {
        let office = Office::new().await;
        office.reads(|_| idea("Hosting offers").risk(0.9).into());
        deciding(&office);
        let mara = office.owner("Mara", platform).await;
        let kim = office.member("Kim", platform, Role::Approver).await.in_group(&mara.place);
        mara.says("compare three hosting offers").await;
        mara.hears("Here is what I'll do").await;
        let (start, edit, cancel) = (mara.data("Start"), mara.data("Edit"), mara.data("Cancel"));
        assert_eq!(mara.presses_data(&start, "Start").await, "Started.");
        mara.hears("▸").await;
        mara.hears("One decision for you").await;
        assert_eq!(mara.presses_data(&start, "Start").await, "Already started just now.");
        let chosen = mara.data("★");
        assert_eq!(kim.presses_data(&chosen, "★").await, "✔ Only monthly terms");
        mara.hears("Take offer C").await;
        office.advance(TimeDelta::minutes(2)).await;
        assert_eq!(
            mara.presses_data(&chosen, "★").await,
            "Already decided by Kim 2 min ago: Only monthly terms.",
            "{}",
            office.transcript()
        );
        let done = "#1 is done already. Reply to its report to have it revised.";
        assert_eq!(mara.presses_data(&start, "Start").await, done);
        assert_eq!(mara.presses_data(&cancel, "Cancel").await, done);
        // Words for a card that has become a report are a revision of it.
        let asked = mara.presses_data(&edit, "Edit").await;
        if platform == Telegram {
            mara.hears("What should be different? Reply with your correction, or “never mind”.").await;
        } else {
            assert_eq!(asked, "#1 What should be different?");
        }
    }
}

async fn a_cancel_is_undone_in_its_place_and_says_so() {
    let office = Office::new().await;
    office.reads(|_| idea("Hosting offers").risk(0.9).into());
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Here is what I'll do").await;
    let cancel = mara.data("Cancel");
    mara.presses("Cancel").await;
    mara.hears("#1 Cancelled by Mara. Nothing more happens here.").await;
    let again = "#1 was already cancelled by Mara. /resume 1 takes it up again.";
    assert_eq!(mara.presses_data(&cancel, "Cancel").await, again);
    mara.presses("Undo").await;
    mara.reads("#1 Cancelled by Mara, and taken up again by Mara.");
    assert!(!mara.offers("Undo"), "{}", office.transcript());
    mara.hears("Here is what I'll do").await;
}

async fn words_behind_a_button_count_once() {
    let (_, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("/start").await;
    mara.hears("Hello Mara.").await;
    let suggestion = mara.data("Compare three");
    mara.presses_data(&suggestion, "Compare three").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
    let again = "I have that already. Write it once more if you want it twice.";
    assert_eq!(mara.presses_data(&suggestion, "Compare three").await, again);
    mara.hears_nothing();
}

async fn what_failed_keeps_no_button_once_it_is_tried_again() {
    let office = Office::new().await;
    office.works(|_| Err(secretary::ports::model::ModelError::Refused("the key is not accepted".to_owned())));
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    mara.hears("#1 I can't do this yet.").await;
    assert!(mara.offers("Try now"));
    office.works(|_| said("Offer C costs €12 a month."));
    mara.presses("Try now").await;
    mara.hears("Take offer C").await;
    assert!(!mara.offers("Try now"), "{}", office.transcript());
}

/// What a run is told, as the model reads it.
type Told = Arc<Mutex<Vec<String>>>;

async fn work_that_is_done_again_knows_what_was_decided_corrected_and_reported() {
    let office = Office::new().await;
    office.reads(|_| idea("Hosting offers").risk(0.9).into());
    let told = Told::default();
    let heard = Arc::clone(&told);
    office.works(move |input| {
        let (_, variable) = secretary::prompts::work(input);
        heard.lock().unwrap().push(variable.clone());
        match decision(input) {
            None if !variable.contains("Only monthly terms") => crate::support::ask_for_decision(),
            None => said("As a table: C €12."),
            Some(answer) => said(&format!("Offer C fits. {answer}.")),
        }
    });
    let wrote = Told::default();
    let writing = Arc::clone(&wrote);
    office.writes(move |input| {
        writing.lock().unwrap().push(secretary::prompts::report(input).1);
        said("Take offer C: €12 a month, monthly notice.")
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Here is what I'll do").await;
    mara.fills("Edit", "only offers from Europe").await;
    mara.hears("Here is what I'll do").await;
    mara.presses("Start").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    office.means("only until May", |input| {
        let asked = input.items.iter().find(|item| item.kind == secretary::secretary::intent::ItemKind::Decision);
        let item = asked.map(|item| item.handle.clone()).unwrap_or_default();
        let text = "but only until May".to_owned();
        secretary::secretary::intent::Intent::Decide { item, option: Some(1), text, sure: true }
    });
    mara.replies("One decision", "1, but only until May").await;
    mara.hears("Take offer C").await;
    mara.fills("Revise", "as a table, please").await;
    mara.hears("I'm doing it again").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
    let last = told.lock().unwrap().last().cloned().unwrap();
    for part in [
        "Their wish: as a table, please",
        "Take offer C: €12 a month, monthly notice.",
        "only offers from Europe",
        "Decided before: Offer B is cheapest but binds you for 24 months. May I recommend it? — Only monthly terms",
        "but only until May",
        "Offer C fits.",
    ] {
        assert!(last.contains(part), "not told “{part}”:\n{last}");
    }
    let report = wrote.lock().unwrap().last().cloned().unwrap();
    assert!(report.contains("<earlier_report>\nTake offer C: €12 a month, monthly notice.\n"), "{report}");
    assert!(report.contains("as a table, please") && report.contains("As a table: C €12."), "{report}");
    assert!(!wrote.lock().unwrap()[0].contains("earlier_report"));
}

async fn words_added_while_a_decision_is_open_reach_the_work_and_that_is_said() {
    let office = Office::new().await;
    office.works(|input| match decision(input) {
        None => crate::support::ask_for_decision(),
        Some(answer) => {
            let speed = input.said.iter().any(|s| s.contains("speed matters"));
            said(&format!("{answer}; heard of speed: {speed}"))
        }
    });
    office.writes(|input| said(&input.results[0].text));
    let mara = office.owner("Mara", Discord).await;
    mara.wants_offers().await;
    mara.hears("One decision for you").await;
    office.means("speed matters", |input| {
        let open = input.items.iter().find(|item| item.kind == ItemKind::Decision).expect("the open decision");
        Intent::AddTo(Change { item: open.handle.clone(), text: input.message.clone(), sure: true })
    });
    mara.replies("▸", "speed matters, too").await;
    mara.hears("#1 Added: speed matters, too. The open decision still waits; the work reads this together").await;
    mara.presses("★").await;
    mara.hears("heard of speed: true").await;
}

async fn a_list_is_paged_in_place_and_stays_put_while_new_ideas_come() {
    let office = Office::new().await;
    office.reads(|input| idea(&input.idea).risk(0.9).into());
    let mara = office.owner("Mara", Discord).await;
    mara.says("/new idea 1").await;
    mara.hears("Here is what I'll do").await;
    office.copies(1, 19).await;
    mara.says("/list").await;
    let first = mara.hears("Open, newest first\n#20 ").await;
    assert!(
        first.contains("[#20] [#19] [#18] [#17]\n[#16] [#15] [#14] [#13]\n[Older ›]\n[Done] [Failed] [All]"),
        "{first}"
    );
    office.copies(20, 1).await;
    mara.presses("Older ›").await;
    mara.reads("Open, older ones\n#12 ");
    mara.reads("[#12] [#11] [#10] [#9]\n[#8] [#7] [#6] [#5]\n[‹ Newest] [Older ›]");
    mara.presses("Older ›").await;
    mara.reads("[#4] [#3] [#2] [#1]\n[‹ Newest]\n[Done] [Failed] [All]");
    mara.hears_nothing();
    mara.presses("‹ Newest").await;
    mara.reads("Open, newest first\n#21 ");
    mara.presses("Failed").await;
    mara.reads("Nothing has failed. /list shows what is open.");
    mara.says("/list open before 3").await;
    mara.hears("Open, older ones\n#2 ").await;
    mara.presses("#2").await;
    let shown = mara.hears("#2 idea 1  ▢ waiting for your go").await;
    assert!(shown.contains("[Start] [Edit] [Cancel] [History]"), "{shown}");
}

async fn open_decisions_are_paged_with_the_nearest_end_first() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    for n in 1..=5 {
        mara.says(&format!("/new idea {n}")).await;
        mara.hears("▸").await;
        mara.hears("One decision for you").await;
    }
    mara.says("/decisions").await;
    let first = mara.hears("#1 Offer B is cheapest").await;
    assert!(first.contains("#3 Offer B") && !first.contains("#4 Offer B") && first.contains("[More ›]"), "{first}");
    // What is decided meanwhile moves nothing.
    mara.replies("#3 One decision", "1").await;
    mara.hears("#3 ✔ Only monthly terms").await;
    mara.hears("#3 Hosting offers").await;
    mara.presses("More ›").await;
    mara.reads("[#5: Only monthly terms] [#5: 24 months is fine]\n[‹ First]");
    assert_eq!(mara.presses("#5: 24 months").await, "✔ 24 months is fine");
    mara.hears("#5 Hosting offers").await;
}

async fn a_digest_counts_first_and_says_for_whom_it_waits() {
    let office = Office::new().await;
    office.writes(|_| said("## The file is my\\_notes\\_2.md\n\nMore."));
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/new first").await;
    mara.hears("▸").await;
    mara.hears("#1 Hosting offers").await;
    deciding(&office);
    mara.says("/new second").await;
    mara.hears("▸").await;
    mara.hears("One decision").await;
    mara.says("/report now").await;
    let digest = mara.hears("Digest ").await;
    for part in [
        "\n1 waiting for you or others · 1 done.\n",
        "Waiting for somebody (1)\n#2 Hosting offers, waits for you: 💬 Offer B is cheapest",
        "Done (1)\n#1 Hosting offers: The file is my_notes_2.md\n",
        "[Decide] [Show what is open]",
    ] {
        assert!(digest.contains(part), "{part}\n--\n{digest}");
    }
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    kim.says("/report now").await;
    kim.hears("waits for Mara: 💬 Offer B is cheapest").await;
}

async fn who_is_alone_and_has_no_name_is_you() {
    let office = Office::new().await;
    office.reads(|_| idea("Hosting offers").risk(0.9).into());
    deciding(&office);
    let nobody = office.owner("Owner", Web).await;
    nobody.says("compare three hosting offers").await;
    nobody.hears("Here is what I'll do").await;
    nobody.presses("Start").await;
    nobody.reads("✔ Started by you.");
    nobody.hears("▸").await;
    nobody.hears("You can decide.").await;
    nobody.presses("★").await;
    nobody.reads("✔ Only monthly terms. You, 09:0");
    nobody.hears("Take offer C").await;
    nobody.says("/show 1").await;
    let shown = nobody.hears("From you, ").await;
    assert!(shown.contains("Only monthly terms. You, 09:0") && !shown.contains("Owner"), "{shown}");
    nobody.says("/history 1").await;
    let course = nobody.hears("came in from you").await;
    assert!(course.contains("started by you") && !course.contains("Owner"), "{course}");
    // Once somebody else is there, others read of "somebody at the web chat"; to themself they are "you".
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    office.restart().await;
    nobody.says("/history 1").await;
    nobody.hears("came in from you").await;
    kim.says("/history 1").await;
    kim.hears("came in from somebody at the web chat").await;
}
