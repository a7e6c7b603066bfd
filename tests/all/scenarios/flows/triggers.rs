//! What begins runs of flows besides people and the clock: webhooks, watched folders, messages and finished tickets.

use super::{agreed, saves, with_mara};
use crate::support::{Discord, Purposes, Role, Telegram, TimeDelta, Web, deciding, json};
use secretary::ports::store::Store;
use secretary::ports::triggers::hooks::HookAnswer;
use secretary::secretary::audit::What;
use serde_json::Value;

stories![
    a_signed_request_begins_a_run_once,
    a_secret_is_shown_once_and_to_nobody_else,
    a_secret_leaves_its_chat_and_is_in_no_export,
    a_secret_that_may_have_arrived_is_not_sent_again,
    what_somebody_set_up_is_in_their_export_alone,
    an_owner_hears_who_changed_what_begins_their_flow,
    a_run_that_fails_says_what_began_it,
    a_run_that_fails_quotes_no_message,
    an_open_question_quotes_the_message_that_began_it,
    files_that_begin_nothing_are_told_once,
    only_a_flow_that_may_run_is_begun,
    more_events_than_an_hour_takes_are_turned_away_and_told_once,
    a_message_with_the_words_begins_a_run_in_its_room,
    a_ticket_that_ends_begins_a_run_where_it_may_be_seen,
    what_happens_in_another_workspace_begins_nothing,
    a_new_file_begins_a_run_once,
    what_cannot_be_waited_for_says_what_can,
];

const ORDER: &str = "notify(f\"Order {event['body']['n']}\")";

/// The end of the address of a webhook, in the message that shows it.
pub(super) fn hook_in(told: &str) -> String {
    let rest = told.split_once("/hook/").expect("an address").1;
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-' || *c == '_').collect()
}

async fn a_signed_request_begins_a_run_once() {
    let (office, mara) = with_mara(Discord).await;
    agreed(&office, &mara, "Orders", ORDER).await;
    mara.says("/flow 1 hook").await;
    let told = mara.hears("“Orders” has a webhook now.").await;
    assert!(told.contains("http://127.0.0.1:8787/hook/") && told.contains("PUBLIC_URL"), "{told}");
    let hook = hook_in(&told);
    assert_eq!(office.is_called(&hook, "a", json!({"n": 7})).await, HookAnswer::Accepted);
    mara.hears("Order 7").await;
    assert_eq!(office.is_called(&hook, "a", json!({"n": 8})).await, HookAnswer::Known);
    mara.hears_nothing();
    mara.says("/flow 1").await;
    let card = mara.hears("1. Orders").await;
    assert!(card.contains("It also runs when its webhook is called."), "{card}");
    mara.says("/flow 1 hook off").await;
    mara.hears("The webhook is off").await;
    assert_eq!(office.is_called(&hook, "b", json!({"n": 9})).await, HookAnswer::Unknown);
    mara.says("/flow 1 hook off").await;
    mara.hears("Flow 1 has no webhook.").await;
    mara.hears_nothing();
}

async fn a_secret_is_shown_once_and_to_nobody_else() {
    let (office, mara) = with_mara(Discord).await;
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let there = mara.in_group(&shop);
    let flow = agreed(&office, &there, "Orders", ORDER).await;
    there.says("/flow 1 hook").await;
    there.hears("A webhook has a secret, and here others would read it.").await;
    assert!(office.triggers(&flow.id).await.is_empty());
    mara.says("/flow 1 hook").await;
    let told = mara.hears("“Orders” has a webhook now.").await;
    let hook = hook_in(&told);
    let secret = office.secret_of(&hook).await.expect("a secret");
    assert!(secret.len() >= 43 && told.contains(&secret), "{told}");
    let mut tx = office.store().ask().await.unwrap();
    let room = tx.room_at(&mara.place).await.unwrap().expect("a direct chat").id;
    let turns = tx.conversation(&room).await.unwrap();
    assert!(turns.iter().all(|turn| !turn.text.contains(&secret)), "a model would read it");
    drop(tx);
    mara.says("/flow 1 hook").await;
    let shown = mara.hears("The webhook of “Orders”:").await;
    assert!(shown.contains(&hook) && !shown.contains(&secret), "{shown}");
    mara.presses("New secret").await;
    mara.reads("Replace the secret of the webhook of “Orders”? What signs with the old one stops working.");
    assert_eq!(office.secret_of(&hook).await.as_ref(), Some(&secret), "nobody agreed yet");
    let replace = mara.data("Replace it");
    mara.presses("Replace it").await;
    let again = mara.hears("The former secret does not work any more.").await;
    let fresh = office.secret_of(&hook).await.expect("a secret");
    assert!(fresh != secret && again.contains(&fresh) && !again.contains(&secret), "{again}");
    let twice = mara.presses_data(&replace, "Replace it").await;
    assert!(twice.starts_with("That is done already."), "{twice}");
    assert_eq!(office.secret_of(&hook).await, Some(fresh));
    mara.hears_nothing();
}

async fn a_secret_leaves_its_chat_and_is_in_no_export() {
    let (office, mara) = with_mara(Web).await;
    agreed(&office, &mara, "Orders", ORDER).await;
    mara.says("/flow 1 hook").await;
    let told = mara.hears("“Orders” has a webhook now.").await;
    let secret = office.secret_of(&hook_in(&told)).await.expect("a secret");
    assert!(told.contains(&secret) && told.contains("take it out of this chat after 10 minutes"), "{told}");
    mara.says("/export").await;
    mara.hears("Here is everything I keep about you").await;
    let held = office.file("my-data.json");
    assert!(held.contains("what_begins_flows") && !held.contains(&secret), "{held}");
    office.advance(TimeDelta::minutes(11)).await;
    mara.lacks(&secret);
    mara.reads("(it was shown here)");
    mara.hears_nothing();
}

/// Nobody knows where a copy stands whose sending got no answer, so nothing could take the secret out of it.
async fn a_secret_that_may_have_arrived_is_not_sent_again() {
    let (office, mara) = with_mara(Telegram).await;
    agreed(&office, &mara, "Orders", ORDER).await;
    office.loses(Telegram, "has a webhook now", None);
    mara.says("/flow 1 hook").await;
    let hook = hook_in(&mara.hears("“Orders” has a webhook now.").await);
    let secret = office.secret_of(&hook).await;
    office.advance(TimeDelta::minutes(1)).await;
    let told =
        mara.hears("I sent you the secret of the webhook of “Orders”, and do not know whether it arrived.").await;
    assert!(told.contains("[New secret]"), "{told}");
    assert_eq!(mara.copies("has a webhook now").len(), 1, "{}", office.transcript());
    mara.presses("New secret").await;
    mara.reads("Replace the secret of the webhook of “Orders”?");
    mara.presses("Replace it").await;
    mara.hears("The former secret does not work any more.").await;
    assert_ne!(office.secret_of(&hook).await, secret);
    office.advance(TimeDelta::minutes(11)).await;
    mara.reads("(it was shown here)");
    mara.hears_nothing();
}

async fn what_somebody_set_up_is_in_their_export_alone() {
    let (office, mara) = with_mara(Discord).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    agreed(&office, &kim.in_group(&shop), "Orders", ORDER).await;
    kim.shows_up().await;
    mara.says("/flow 1 messages invoice").await;
    mara.hears("From now on a message here that contains “invoice” begins “Orders”.").await;
    kim.hears("Mara has set your flow “Orders” to run when a message contains “invoice”, too.").await;
    for (voice, words) in [(&mara, json!("invoice")), (&kim, json!(null))] {
        voice.says("/export").await;
        voice.hears("Here is everything I keep about you").await;
        let whole: Value = serde_json::from_str(&office.file("my-data.json")).unwrap();
        assert_eq!(whole["what_begins_flows"][0]["words"], words, "{whole:#}");
    }
}

async fn an_owner_hears_who_changed_what_begins_their_flow() {
    let (office, mara) = with_mara(Discord).await;
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    agreed(&office, &kim.in_group(&shop), "Orders", ORDER).await;
    kim.shows_up().await;
    mara.says("/flow 1 finished").await;
    mara.hears("From now on each ticket that ends begins “Orders”").await;
    kim.hears("Mara has set your flow “Orders” to run when a ticket ends, too.").await;
    mara.says("/flow 1 finished off").await;
    mara.hears("Finished tickets no longer begin it.").await;
    kim.hears("Mara has turned off that your flow “Orders” runs when a ticket ends.").await;
    // What they do themselves they know.
    kim.says("/flow 1 finished").await;
    kim.hears("From now on each ticket that ends begins “Orders”").await;
    kim.hears_nothing();
    let entries = office.audited().await;
    let count = |fits: fn(&What) -> bool| entries.iter().filter(|entry| fits(&entry.what)).count();
    let set = count(|what| matches!(what, What::TriggerSet { flow: 1, waits_for, .. } if waits_for == "finished"));
    assert_eq!((set, count(|what| matches!(what, What::TriggerRemoved { flow: 1, .. }))), (2, 1));
}

async fn a_run_that_fails_says_what_began_it() {
    let (office, mara) = with_mara(Discord).await;
    agreed(&office, &mara, "Papers", "fail('no number in it')").await;
    mara.says("/flow 1 folder in").await;
    mara.hears("I look at what lies in the folder “in” already").await;
    office.looks().await;
    mara.hears("I watch the folder “in” now.").await;
    office.lays("in", "invoice.csv", "a;b");
    office.looks().await;
    let told = mara.hears("The flow “Papers” did not come to its end: no number in it").await;
    assert!(told.contains("Begun by the file “invoice.csv”."), "{told}");
    // The next one for the same reason stands in the same message.
    office.lays("in", "bill.csv", "c;d");
    office.looks().await;
    mara.hears_nothing();
    mara.reads("Begun by the file “bill.csv”.");
    mara.reads("That happened 2 times in a row, the last time ");
    // On another day it is told anew.
    office.advance(TimeDelta::hours(21)).await;
    office.lays("in", "note.csv", "e;f");
    office.looks().await;
    let told = mara.hears("The flow “Papers” did not come to its end: no number in it").await;
    assert!(told.contains("“note.csv”") && !told.contains("in a row"), "{told}");
}

/// The message may stand in another room than the flow, and the words would stay when who said them is erased.
async fn a_run_that_fails_quotes_no_message() {
    let (office, mara) = with_mara(Telegram).await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await.in_group(&shop);
    let there = mara.in_group(&shop);
    agreed(&office, &there, "Bills", "fail('no number in it')").await;
    there.says("/flow 1 messages invoice").await;
    there.hears("From now on a message here that contains “invoice” begins “Bills”.").await;
    kim.says("the invoice of Acme is here").await;
    let told = kim.hears("The flow “Bills” did not come to its end: no number in it").await;
    assert!(told.contains("Begun by a message of Kim (run 1).") && !told.contains("Acme"), "{told}");
}

async fn an_open_question_quotes_the_message_that_began_it() {
    let (office, mara) = with_mara(Telegram).await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await.in_group(&shop);
    let there = mara.in_group(&shop);
    agreed(&office, &there, "Orders", "ask('Which kind is it?', ['Bill', 'Letter'])").await;
    there.says("/flow 1 messages order").await;
    there.hears("From now on a message here that contains “order” begins “Orders”.").await;
    kim.says("order 7 lamps").await;
    let asked = there.hears("“Orders”: Which kind is it?").await;
    assert!(asked.contains("Begun by the message of Kim: “order 7 lamps”."), "{asked}");
    assert_eq!(there.presses("Bill").await, "Chosen: Bill.");
    there.hears("“Orders” is done:").await;
    office.advance(TimeDelta::minutes(1)).await;
    there.reads("Begun by a message of Kim (run 1).");
    there.lacks("order 7 lamps");
}

async fn files_that_begin_nothing_are_told_once() {
    let (office, mara) = with_mara(Discord).await;
    agreed(&office, &mara, "Papers", "notify(f\"{event['name']} says {event['text']}\")").await;
    mara.says("/flow 1 folder in").await;
    mara.hears("I look at what lies in the folder “in” already").await;
    office.looks().await;
    mara.hears("I watch the folder “in” now.").await;
    office.links("in", "linked.txt");
    office.looks().await;
    let told = mara.hears("I leave out “linked.txt” in the folder “in”, whose files begin “Papers”.").await;
    assert!(told.contains("Put a copy there, and that counts."), "{told}");
    office.looks().await;
    mara.hears_nothing();
}

async fn only_a_flow_that_may_run_is_begun() {
    let (office, mara) = with_mara(Discord).await;
    let mut flow = agreed(&office, &mara, "Orders", ORDER).await;
    mara.says("/flow 1 hook").await;
    let hook = hook_in(&mara.hears("“Orders” has a webhook now.").await);
    mara.says("/flow 1 delete").await;
    mara.hears("Deleted: “Orders”.").await;
    assert_eq!(office.is_called(&hook, "a", json!({"n": 1})).await, HookAnswer::NotRunning);
    assert_eq!(mara.presses("Undo").await, "It is back.");
    let card = mara.hears("It is back.").await;
    assert!(card.contains("when its webhook is called"), "{card}");
    assert_eq!(office.is_called(&hook, "a", json!({"n": 1})).await, HookAnswer::Accepted);
    mara.hears("Order 1").await;
    let mut draft = flow.draft();
    draft.script.push_str("\nnotify('more')");
    flow.change(draft).unwrap();
    saves(&office, &flow).await;
    assert_eq!(office.is_called(&hook, "b", json!({"n": 2})).await, HookAnswer::NotRunning);
    mara.hears_nothing();
}

async fn more_events_than_an_hour_takes_are_turned_away_and_told_once() {
    let (office, mara) = with_mara(Web).await;
    let flow = agreed(&office, &mara, "Orders", ORDER).await;
    mara.says("/flow 1 hook").await;
    let hook = hook_in(&mara.hears("“Orders” has a webhook now.").await);
    office.is_busy(&flow.id).await;
    let full = |answer: HookAnswer| matches!(answer, HookAnswer::TooMany(until) if until > office.now());
    assert!(full(office.is_called(&hook, "a", json!({"n": 1})).await));
    let told = mara.hears("The webhook of “Orders” came more than 60 times in an hour.").await;
    assert!(told.contains("I turn the rest away until "), "{told}");
    assert!(full(office.is_called(&hook, "b", json!({"n": 2})).await));
    mara.hears_nothing();
    office.advance(TimeDelta::minutes(61)).await;
    assert_eq!(office.is_called(&hook, "a", json!({"n": 3})).await, HookAnswer::Accepted);
    mara.hears("Order 3").await;
    mara.hears_nothing();
}

async fn a_message_with_the_words_begins_a_run_in_its_room() {
    let (office, mara) = with_mara(Telegram).await;
    let with_intake = Purposes { intake: true, ..Purposes::default() };
    let (shop, yard) =
        (office.room("Shop", Telegram, with_intake).await, office.room("Yard", Telegram, with_intake).await);
    let kim = office.member("Kim", Telegram, Role::Requester).await.in_group(&shop);
    let there = mara.in_group(&shop);
    agreed(&office, &there, "Bills", "notify(f\"{event['from']} wrote of an invoice: {event['text']}\")").await;
    there.says("/flow 1 messages invoice").await;
    there.hears("From now on a message here that contains “invoice” begins “Bills”.").await;
    kim.says("the INVOICE of Acme is here").await;
    kim.hears("Kim wrote of an invoice: the INVOICE of Acme is here").await;
    kim.edits("the INVOICE of Acme is here", "the invoice of Acme is there").await;
    kim.says("lunch?").await;
    office.member("Oscar", Telegram, Role::Observer).await.in_group(&shop).says("the invoice of an observer").await;
    kim.in_group(&yard).says("another invoice").await;
    office.stranger("Eve", Telegram).in_group(&shop).says("my invoice").await;
    kim.hears_nothing();
    kim.in_group(&yard).hears_nothing();
    there.says("/flow 1 messages off").await;
    there.hears("Messages here no longer begin it.").await;
    kim.says("one more invoice").await;
    kim.hears_nothing();
}

async fn a_ticket_that_ends_begins_a_run_where_it_may_be_seen() {
    let (office, mara) = with_mara(Telegram).await;
    deciding(&office);
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    let script = "notify(f\"{event['outcome']}: ticket {event['number']}\")";
    agreed(&office, &mara, "All", script).await;
    agreed(&office, &kim, "Mine", script).await;
    mara.says("/flow 1 finished").await;
    mara.hears("From now on each ticket that ends begins “All”").await;
    kim.says("/flow 2 finished").await;
    kim.hears("From now on each ticket that ends begins “Mine”").await;
    mara.says("compare three hosting offers").await;
    mara.says("/cancel 1").await;
    mara.hears_all();
    mara.reads("cancelled: ticket 1");
    kim.says("compare two printers").await;
    kim.says("/cancel 2").await;
    for voice in [&kim, &mara] {
        voice.hears_all();
        voice.reads("cancelled: ticket 2");
    }
    // It was said in a direct chat of another one.
    kim.lacks("cancelled: ticket 1");
    kim.says("/flow 2 finished off").await;
    kim.hears("Finished tickets no longer begin it.").await;
}

async fn what_happens_in_another_workspace_begins_nothing() {
    let (office, mara) = with_mara(Telegram).await;
    agreed(&office, &mara, "Ends", "notify(f\"ended: {event['number']}\")").await;
    agreed(&office, &mara, "Words", "notify('these words came')").await;
    mara.says("/flow 1 finished").await;
    mara.hears("From now on each ticket that ends begins “Ends”").await;
    mara.says("/flow 2 messages hosting").await;
    mara.hears("From now on a message here that contains “hosting” begins “Words”.").await;
    mara.says("/workspace new Shop").await;
    mara.hears("Shop is there").await;
    mara.says("compare three hosting offers").await;
    mara.says("/cancel 1").await;
    mara.hears_all();
    mara.lacks("ended: ");
    mara.lacks("these words came");
}

async fn a_new_file_begins_a_run_once() {
    let (office, mara) = with_mara(Discord).await;
    agreed(&office, &mara, "Papers", "notify(f\"{event['name']} says {event['text']}\")").await;
    office.lays("in", "old.txt", "what was there");
    mara.says("/flow 1 folder in").await;
    mara.hears("I look at what lies in the folder “in” already").await;
    office.looks().await;
    let told = mara.hears("I watch the folder “in” now.").await;
    assert!(told.contains("1 file lies there already, which does not count."), "{told}");
    office.lays("in", "new.txt", "hello");
    office.lays("in", ".hidden", "nothing");
    office.looks().await;
    mara.hears("new.txt says hello").await;
    office.looks().await;
    mara.hears_nothing();
    office.lays("in", "new.txt", "hello again");
    office.looks().await;
    mara.hears("new.txt says hello again").await;
    // Which folders of the machine are read is nothing for everybody.
    let kim = office.member("Kim", Discord, Role::Requester).await;
    agreed(&office, &kim, "Peeks", "notify(event['text'])").await;
    kim.says("/flow 2 folder in").await;
    kim.hears("Only").await;
    mara.says("/flow 1 folder off").await;
    mara.hears("I no longer watch the folder").await;
    office.lays("in", "late.txt", "too late");
    office.looks().await;
    mara.hears_nothing();
}

async fn what_cannot_be_waited_for_says_what_can() {
    let (office, mara) = with_mara(Telegram).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let flow = agreed(&office, &mara.in_group(&shop), "Orders", ORDER).await;
    for (said, heard) in [
        ("/flow 1 folder ../etc", "A watched folder has a plain name"),
        ("/flow 1 folder", "/flow 1 folder invoices"),
        ("/flow 1 messages", "/flow 1 messages invoice"),
        ("/flow 1 messages ...", "Say which words a message must contain"),
        ("/flow 1 hook please", "/flow 1 hook new"),
        ("/flow 1 folder off", "Flow 1 watches no folder."),
        ("/flow 9 hook", "I know no flow 9 here."),
    ] {
        mara.says(said).await;
        mara.hears(heard).await;
    }
    kim.shows_up().await;
    kim.says("/flow 1 finished").await;
    kim.hears("Only the person who made it or an approver").await;
    assert!(office.triggers(&flow.id).await.is_empty());
    mara.hears_nothing();
}
