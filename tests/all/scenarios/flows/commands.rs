//! `/flow`: scripts sent, read, shown, tried, agreed to, run, scheduled, cancelled and deleted.

use super::with_mara;
use crate::support::{Content, Discord, Purposes, Role, Telegram, TimeDelta, Voice, Web};
use secretary::secretary::inbound::{Attachment, FileKind};
use secretary::secretary::intent::Intent;

stories![
    a_script_becomes_a_flow_that_is_tried_and_agreed_to,
    a_script_that_cannot_be_read_is_kept_and_mended,
    functions_there_are_none_of_are_told,
    a_script_comes_as_a_file_with_the_command_or_after_it,
    a_file_gives_a_flow_its_name_or_takes_any,
    what_is_no_script_says_what_to_send_instead,
    another_script_of_the_same_name_needs_a_new_agreement,
    a_deleted_flow_comes_back,
    a_flow_runs_by_the_clock,
    a_bare_hour_is_asked_about_and_a_second_time_confirmed,
    a_run_is_cancelled,
    the_buttons_of_a_run_go_with_it,
    flows_are_seen_where_they_were_made_and_steered_by_whoever_may,
    flows_are_listed_page_by_page_and_in_words,
    an_example_becomes_a_flow,
    the_card_shows_loops_with_their_bounds_and_what_stands_in_them,
];

const PAGE: &str = "https://shop.example/lamp";
const WATCH: &str =
    "page = fetch('https://shop.example/lamp')\nif 'sold out' not in page:\n    notify('The lamp is there')";

/// Sends a script as text and reads the card.
async fn makes(voice: &Voice, name: &str, script: &str) -> String {
    voice.says(&format!("/flow new {name}\n{script}")).await;
    voice.hears(name).await
}

/// The same, with an agreement.
async fn agrees(voice: &Voice, name: &str, script: &str) {
    makes(voice, name, script).await;
    assert_eq!(voice.presses("Agree").await, "Agreed.");
}

/// A command or a message with a file.
async fn sends(voice: &Voice, args: Option<&str>, id: &str, file: Attachment) {
    let content = match args {
        Some(args) => Content::Command {
            message: Some(id.to_owned()),
            name: "flow".to_owned(),
            args: args.to_owned(),
            reply_to: None,
            attachments: vec![file],
            refers: Vec::new(),
        },
        None => Content::Text {
            message: id.to_owned(),
            text: String::new(),
            addressed: true,
            reply_to: None,
            attachments: vec![file],
            forwarded: false,
            refers: Vec::new(),
        },
    };
    voice.happens(content).await;
}

async fn a_script_becomes_a_flow_that_is_tried_and_agreed_to() {
    let (office, mara) = with_mara(Telegram).await;
    office.page(PAGE, "The lamp: 20 EUR");
    let card = makes(&mara, "Lamp watch", WATCH).await;
    for part in [
        "1. Lamp watch",
        "Reads shop.example/lamp",
        "Tells you “The lamp is there”",
        "It reads web pages.",
        "It sends messages.",
        "A dry run shows what it would do",
        "[Dry run] [Agree] [Delete]",
    ] {
        assert!(card.contains(part), "{part}: {card}");
    }
    mara.says("/flow 1 run").await;
    mara.hears("Nobody has agreed to it yet").await;
    assert_eq!(mara.presses("Dry run").await, "I am trying it. Nothing is changed.");
    let tried = mara.hears("Dry run of “Lamp watch”. Nothing was changed.").await;
    assert!(
        tried.contains("read shop.example/lamp") && tried.contains("would tell you “The lamp is there”"),
        "{tried}"
    );
    mara.hears_nothing();
    assert_eq!(mara.presses("Agree").await, "Agreed.");
    mara.reads("✔ Mara agreed to it");
    assert_eq!(mara.presses("Run now").await, "It runs now.");
    mara.hears("The lamp is there").await;
    mara.says("/flow 1").await;
    let shown = mara.hears("1. Lamp watch").await;
    assert!(shown.contains("Run 1 (dry), ") && shown.contains("Run 2, ") && shown.contains(": done"), "{shown}");
    mara.hears_nothing();
}

async fn a_script_that_cannot_be_read_is_kept_and_mended() {
    let (_office, mara) = with_mara(Discord).await;
    mara.says("/flow new Lamp watch\nnotify('a')\nnotify(= 'b')").await;
    let told = mara.hears("The script cannot be read in line 2").await;
    assert!(told.contains("notify(= 'b')\n") && told.contains('^'), "{told}");
    assert_eq!(mara.opens("Edit").await, "notify('a')\nnotify(= 'b')");
    mara.fills("Edit", "notify('a')").await;
    let card = mara.hears("1. Lamp watch").await;
    assert!(card.contains("Tells you “a”"), "{card}");
    mara.hears_nothing();
}

async fn functions_there_are_none_of_are_told() {
    let (_office, mara) = with_mara(Web).await;
    mara.says("/flow new Rocket\nlaunch('now')\nfetch_all()").await;
    let told = mara.hears("The script calls “launch” and “fetch_all”, which I don't know.").await;
    assert!(told.contains("It may call now, sleep, fetch,") && told.contains("[Edit]"), "{told}");
    mara.says("/flow new Typo\nfetchh('https://a.example')").await;
    mara.hears("Perhaps you meant “fetch” by “fetchh”.").await;
    mara.says("/flow new Old style\nn = 3\nnotify('%d pages' % n)").await;
    let told = mara.hears("The script cannot be read in line 2: % does not put values into a text here").await;
    assert!(told.contains("notify('%d pages' % n)\n") && told.contains('^') && told.contains("[Edit]"), "{told}");
    mara.says("/flow new Cleaner\nn = 3\ntool('delete_everything', {})").await;
    let told = mara.hears("The script cannot be read in line 2: there is no tool “delete_everything” in flows").await;
    assert!(told.contains("tool('delete_everything', {})\n") && told.contains('^'), "{told}");
    mara.says("/flow").await;
    mara.hears("There is no flow here yet.").await;
    mara.says("/flow new Rocket\nx = 1").await;
    let card = mara.hears("1. Rocket").await;
    assert!(card.contains("It reads nothing and changes nothing."), "{card}");
}

async fn a_script_comes_as_a_file_with_the_command_or_after_it() {
    let (office, mara) = with_mara(Telegram).await;
    let file = mara.has("watch.py", FileKind::Document, WATCH.as_bytes());
    sends(&mara, Some("new Lamp watch"), "70", file.clone()).await;
    mara.hears("1. Lamp watch").await;
    mara.says("/flow 1 file").await;
    mara.hears("The script of “Lamp watch”.").await;
    assert_eq!(office.file("Lamp-watch.py"), WATCH);

    mara.says("/flow new Second one").await;
    let asked = mara.hears("Reply with the script of “Second one”").await;
    assert!(asked.contains("fetch(url, most=10000)"), "{asked}");
    sends(&mara, None, "71", file).await;
    mara.hears("2. Second one").await;

    mara.says("/flow new Third one").await;
    mara.hears("Reply with the script of “Third one”").await;
    mara.says("```python\nnotify('third')\n```").await;
    let card = mara.hears("3. Third one").await;
    assert!(card.contains("Tells you “third”"), "{card}");
    mara.hears_nothing();
}

async fn a_file_gives_a_flow_its_name_or_takes_any() {
    let (_office, mara) = with_mara(Telegram).await;
    let file = mara.has("watch.py", FileKind::Document, WATCH.as_bytes());
    sends(&mara, Some("new From file"), "70", file.clone()).await;
    mara.hears("1. From file").await;
    sends(&mara, Some("new"), "71", file).await;
    mara.hears("2. watch").await;
    mara.hears_nothing();
}

async fn what_is_no_script_says_what_to_send_instead() {
    let (_office, mara) = with_mara(Telegram).await;
    mara.says("/flow new").await;
    let how = mara.hears("A flow needs a name, for example: /flow new Price watch").await;
    for part in ["fetch(url, most=10000)", "table_insert(table, row, key=None)", "/flow write", "[Examples]"] {
        assert!(how.contains(part), "{part}: {how}");
    }
    mara.says("/help flow").await;
    let help = mara.hears("/flow 3 hook").await;
    for part in ["/flow 3 folder invoices", "/flow 3 messages invoice", "a run when a ticket ends", "/flow example"] {
        assert!(help.contains(part), "{part}: {help}");
    }
    mara.says("/flow fly").await;
    mara.hears("I know no flow “fly” here. Send for example: /flow").await;
    mara.says("/flow 7").await;
    mara.hears("I know no flow 7 here").await;
    mara.says(&format!("/flow new {}", "x".repeat(61))).await;
    mara.hears("The name of a flow may have 60 characters.").await;
    mara.says(&format!("/flow new Long\n{}", "x = 1\n".repeat(700))).await;
    mara.hears("the end of the script may be missing").await;
    let large = mara.has("large.py", FileKind::Document, "x = 1\n".repeat(8_000).as_bytes());
    sends(&mara, Some("new Large"), "70", large).await;
    mara.hears("That script is too long. 32 kilobytes fit.").await;
    let odd = mara.has("odd.py", FileKind::Document, &[0xff, 0xfe, 0x00]);
    sends(&mara, Some("new Odd"), "71", odd).await;
    mara.hears("That file is no text.").await;
    mara.says("/flow new from nowhere").await;
    mara.hears("I have no example “nowhere”.").await;
    mara.hears_nothing();
}

async fn another_script_of_the_same_name_needs_a_new_agreement() {
    let (_office, mara) = with_mara(Discord).await;
    agrees(&mara, "Greeter", "notify('hello')").await;
    makes(&mara, "Greeter", "notify('good day')").await;
    mara.reads("It has the new script now, which needs a new agreement.");
    mara.reads("“Greeter” was changed since. /flow 1 shows it as it is now.");
    mara.says("/flow 1 run").await;
    mara.hears("Nobody has agreed to it yet").await;
    mara.presses("Undo").await;
    let back = mara.hears("It has the script from before again.").await;
    assert!(back.contains("Tells you “hello”") && back.contains("✔ Mara agreed to it"), "{back}");
    assert!(!mara.offers("Undo"), "the card of the other script has no buttons any more");
    mara.says("/flow 1 run").await;
    mara.hears("“Greeter” runs now.").await;
    mara.hears("hello").await;
    mara.hears_nothing();
}

async fn a_deleted_flow_comes_back() {
    let (_office, mara) = with_mara(Web).await;
    agrees(&mara, "Greeter", "notify('hello')").await;
    mara.says("/flow 1 schedule every Monday at 9").await;
    mara.hears("“Greeter”").await;
    mara.says("/flow 1 delete").await;
    mara.hears("Deleted: “Greeter”. Its schedule has ended, too.").await;
    mara.says("/flow").await;
    mara.hears("There is no flow here yet.").await;
    assert_eq!(mara.presses("Undo").await, "It is back.");
    mara.hears("It is back.").await;
    mara.says("/schedules").await;
    mara.hears("“Greeter”, every Monday at 09:00").await;
    mara.says("/flow").await;
    mara.hears("1. Greeter; never run yet").await;
    // What ran of it stays ended, and that is said.
    agrees(&mara, "Late", "sleep(3600)").await;
    mara.says("/flow 2 run").await;
    mara.hears("“Late” runs now.").await;
    mara.says("/flow 2 delete").await;
    mara.hears("Deleted: “Late”. Its run has ended, too, and Undo does not bring it back.").await;
    mara.hears_nothing();
}

async fn a_flow_runs_by_the_clock() {
    let (office, mara) = with_mara(Telegram).await;
    agrees(&mara, "Greeter", "notify('hello')").await;
    assert_eq!(mara.fills("Schedule", "every Monday at 9:30").await, "");
    mara.hears("“Greeter”").await;
    let due = office.due().await;
    assert_eq!(due.format("%a %H:%M").to_string(), "Mon 08:30");
    office.advance(due - office.now()).await;
    mara.hears("hello").await;
    mara.hears_nothing();
}

async fn a_bare_hour_is_asked_about_and_a_second_time_confirmed() {
    let (_office, mara) = with_mara(Telegram).await;
    agrees(&mara, "Greeter", "notify('hello')").await;
    mara.says("/flow 1 schedule off").await;
    mara.hears("“Greeter” does not run by the clock.").await;
    mara.says("/flow 1 schedule 9").await;
    mara.hears("When is “9”?\n[Every day at 9:00]\n[Every day at 21:00]\n[On day 9 of each month]").await;
    mara.presses("Every day at 21:00").await;
    mara.hears("I'll run “Greeter” every day at 21:00 (Berlin).").await;
    mara.says("/flow 1").await;
    let card = mara.hears("1. Greeter").await;
    assert!(card.contains("By the clock: every day at 21:00 (Berlin); next Mon 23 Nov, 21:00 (Berlin)."), "{card}");
    mara.says("/flow 1 schedule daily 21:00").await;
    mara.hears("You have this already. I'll run “Greeter” every day at 21:00 (Berlin).").await;
    mara.says("/flow 1 schedule every Friday at 16:00").await;
    let asked = mara.hears("“Greeter” runs by the clock already.").await;
    for part in ["By the clock: every day at 21:00", "Shall I also run it every Friday at 16:00 (Berlin)?", "[Cancel]"]
    {
        assert!(asked.contains(part), "{part}: {asked}");
    }
    mara.says("/schedules").await;
    let list = mara.hears("Scheduled").await;
    assert!(!list.contains("Friday"), "{list}");
    mara.presses("Confirm").await;
    mara.hears("I'll run “Greeter” every Friday at 16:00 (Berlin).").await;
    mara.says("/flow 1 schedule off").await;
    mara.hears("Deleted: 2 schedules.").await;
    mara.reads("Nothing is scheduled.");
    mara.presses("Undo").await;
    let back = mara.hears("I'll run “Greeter”:").await;
    assert!(back.contains("every day at 21:00") && back.contains("every Friday at 16:00"), "{back}");
    mara.hears_nothing();
}

async fn a_run_is_cancelled() {
    let (office, mara) = with_mara(Telegram).await;
    agrees(&mara, "Late", "sleep(3600)\nnotify('too late')").await;
    mara.says("/flow 1 cancel").await;
    mara.hears("Nothing of it runs at the moment.").await;
    mara.says("/flow late run").await;
    mara.hears("“Late” runs now.").await;
    mara.says("/flow Late cansel").await;
    mara.hears("Send for example: /flow 1 cancel, ").await;
    mara.says("/flow 1").await;
    let shown = mara.hears("1. Late").await;
    assert!(shown.contains(": waits until ") && shown.contains("[Cancel the run]"), "{shown}");
    mara.says("/flow 1 cancel").await;
    mara.hears("The run is cancelled.").await;
    office.advance(TimeDelta::hours(2)).await;
    mara.hears_nothing();
}

async fn the_buttons_of_a_run_go_with_it() {
    let (office, mara) = with_mara(Discord).await;
    agrees(&mara, "Late", "sleep(3600)\nnotify('it is late')").await;
    mara.says("/flow 1 run").await;
    mara.hears("“Late” runs now.").await;
    mara.says("/flow 1 run").await;
    mara.hears("“Late” runs already. Shall I run it once more beside that?").await;
    mara.says("/flow 1").await;
    mara.hears("1. Late").await;
    assert!(mara.offers("Cancel the run") && mara.offers("Run once more"));
    office.advance(TimeDelta::hours(2)).await;
    mara.hears("it is late").await;
    assert!(!mara.offers("Cancel the run") && !mara.offers("Run once more"), "{}", office.transcript());
    mara.reads(": done");
    mara.hears_nothing();
}

async fn flows_are_seen_where_they_were_made_and_steered_by_whoever_may() {
    let (office, mara) = with_mara(Discord).await;
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    let jo = office.member("Jo", Discord, Role::Requester).await;
    let ann = office.member("Ann", Discord, Role::Observer).await;
    makes(&kim, "Private", "notify('mine')").await;
    for (voice, heard) in [(&jo, "I know no flow 1 here"), (&mara, "1. Private")] {
        voice.says("/flow 1").await;
        voice.hears(heard).await;
    }
    ann.says("/flow new Mine\nnotify('mine')").await;
    ann.hears("Only requesters, approvers and owners may send ideas").await;

    let (kim_there, jo_there) = (kim.in_group(&shop), jo.in_group(&shop));
    makes(&kim_there, "Ours", "notify('ours')").await;
    let refused = jo_there.presses("Agree").await;
    assert!(refused.starts_with("Only the person who made it or an approver may do that with it."), "{refused}");
    assert_eq!(kim_there.presses("Agree").await, "Agreed.");
    jo.says("/flow 2").await;
    jo.hears("2. Ours").await;
    // Who only reads is offered what only shows.
    ann.says("/flow 2").await;
    ann.hears("2. Ours").await;
    assert!(ann.offers("Script") && !ann.offers("Run now") && !ann.offers("Delete"), "{}", office.transcript());
    jo_there.says("/flow 1").await;
    jo_there.hears("I know no flow 1 here").await;

    mara.says("/workspace new Shop").await;
    mara.hears("Shop is there").await;
    mara.says("/flow 1").await;
    mara.hears("I know no flow 1 here").await;
}

async fn flows_are_listed_page_by_page_and_in_words() {
    let (office, mara) = with_mara(Web).await;
    for name in ["One", "Two", "Three", "Four", "Five"] {
        makes(&mara, name, "notify('x')").await;
    }
    office.means("my flows", |_| Intent::Command { name: "flow".to_owned(), text: String::new() });
    mara.says("show my flows").await;
    let list = mara.hears("Flows (1 of 2)").await;
    assert!(list.contains("4. Four; nobody agreed yet") && !list.contains("Five"), "{list}");
    mara.presses("More").await;
    mara.reads("5. Five; nobody agreed yet");
    office.means("run the first", |_| Intent::Command { name: "flow".to_owned(), text: "1 dry".to_owned() });
    mara.says("run the first one for a try").await;
    mara.hears("Shall I do that?").await;
    mara.hears_nothing();
}

async fn an_example_becomes_a_flow() {
    let (_office, mara) = with_mara(Discord).await;
    mara.says("/flow examples").await;
    mara.hears("Examples").await;
    mara.presses("threshold").await;
    let shown = mara.hears("Tells you when a price is below a limit.").await;
    assert!(shown.contains("LIMIT = 90") && shown.contains("[Use this] [Change it…]"), "{shown}");
    mara.presses("Use this").await;
    let card = mara.hears("1. threshold").await;
    assert!(card.contains("[Dry run] [Agree] [Delete]"), "{card}");
    mara.says("/flow example nowhere").await;
    mara.hears("I have no example “nowhere”.").await;
    mara.says("/flow new from threshold").await;
    mara.hears("1. threshold").await;
    mara.hears_nothing();
}

async fn the_card_shows_loops_with_their_bounds_and_what_stands_in_them() {
    let (_office, mara) = with_mara(Telegram).await;
    let script = "page = 1\nwhile page <= 50:\n    text = fetch(f'https://shop.example/list?page={page}')\n    \
                  if not text:\n        break\n    page = page + 1\nnotify(agent('Sum it up'))";
    let card = makes(&mara, "Pages", script).await;
    for part in [
        "1. Repeats while page is at most 50, until not text, at most 50 times:",
        "Reads shop.example/list?page=…",
        "2. Gives an agent the task “Sum it up”",
        "3. Tells you something",
    ] {
        assert!(card.contains(part), "{part}: {card}");
    }
    let long: String = (1..=40).map(|n| format!("notify('Message {n} of a flow with many steps')\n")).collect();
    let card = makes(&mara, "Long", long.trim_end()).await;
    assert!(card.contains("More steps follow. Its script shows all of them: /flow 2 file"), "{card}");
    assert!(card.contains("Message 1 of") && !card.contains("Message 40 of"), "{card}");
    mara.hears_nothing();
}
