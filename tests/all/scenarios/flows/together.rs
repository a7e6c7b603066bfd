//! Runs that belong together: which flows a script may call, whose text passes between them, what counts for all of them,
//! and what ends with a run or a script.

use super::{agreed, begins, begins_as, run, with_mara};
use crate::scenarios::people::erasing::forgets;
use crate::support::{Discord, Purposes, Role, Telegram, TimeDelta, Web, deciding};
use secretary::secretary::flow::run::{MOST_NOTICES, RunState};

stories![
    a_script_calls_only_flows_that_its_person_may_see,
    text_of_others_is_known_as_such_wherever_it_comes_from,
    an_address_in_the_event_itself_needs_no_leave,
    called_runs_count_against_the_run_that_called_them,
    an_agent_stops_when_whoever_caused_its_run_is_erased,
    another_script_ends_what_waits_with_the_former_one_once_agreed_to,
    what_waits_with_a_former_script_goes_on_after_undo,
    a_second_press_asks_before_it_runs_twice,
    a_schedule_of_somebody_else_stays_and_that_is_said,
];

async fn a_script_calls_only_flows_that_its_person_may_see() {
    let (office, _mara) = with_mara(Discord).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    let jo = office.member("Jo", Discord, Role::Requester).await;
    agreed(&office, &kim, "Salaries", "notify('Kim hears this')\n'a secret'").await;
    let flow = agreed(&office, &jo, "Curious", "notify(run_flow('salaries'))").await;
    begins(&office, &flow, false).await;
    jo.hears("there is no flow salaries that may run").await;
    kim.hears_nothing();
    // Of two flows of one name it is their own.
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    agreed(&office, &kim.in_group(&shop), "Salaries", "'of the shop'").await;
    begins(&office, &flow, false).await;
    jo.hears("of the shop").await;
    agreed(&office, &jo, "Salaries", "'of Jo'").await;
    begins(&office, &flow, false).await;
    jo.hears("of Jo").await;
    agreed(&office, &jo, "salaries", "'of Jo as well'").await;
    begins(&office, &flow, false).await;
    jo.hears("there are several flows called salaries: give each a name of its own").await;
    kim.hears_nothing();
    jo.hears_nothing();
}

async fn text_of_others_is_known_as_such_wherever_it_comes_from() {
    let (office, mara) = with_mara(Web).await;
    office.page("https://a.example/x", "other.example");
    agreed(&office, &mara, "Reads", "fetch('https://a.example/x')").await;
    agreed(&office, &mara, "Opens", "fetch('https://' + event['site'] + '/secret')").await;
    let keeps = "table_insert('sites', {'site': fetch('https://a.example/x')})\nNone";
    let keeps = agreed(&office, &mara, "Keeps", keeps).await;
    begins(&office, &keeps, false).await;
    let result = agreed(&office, &mara, "Result", "fetch('https://' + run_flow('reads') + '/secret')").await;
    let event = "run_flow('opens', {'site': fetch('https://a.example/x')})";
    let event = agreed(&office, &mara, "Event", event).await;
    let row = "fetch('https://' + table_query('sites')[0]['site'] + '/secret')";
    let row = agreed(&office, &mara, "Row", row).await;
    for (flow, asks) in [(result, "Result"), (event, "Opens"), (row, "Row")] {
        begins(&office, &flow, false).await;
        mara.hears(&format!("“{asks}” wants to open https://other.example/secret.")).await;
        assert_eq!(mara.presses("Don't").await, "Chosen: Don't.");
        mara.hears("did not come to its end").await;
    }
    mara.hears_nothing();
}

async fn an_address_in_the_event_itself_needs_no_leave() {
    let (office, mara) = with_mara(Telegram).await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await.in_group(&shop);
    let there = mara.in_group(&shop);
    office.page("https://news.example/today", "rain");
    let script = "words = event['text'].split(' ')\nnotify(fetch(words[-1]))\nfetch('https://' + words[0] + '.net/')";
    agreed(&office, &there, "Reads", script).await;
    there.says("/flow 1 messages please read").await;
    there.hears("begins “Reads”").await;
    jo.says("evil please read https://news.example/today").await;
    jo.hears("rain").await;
    jo.hears("“Reads” wants to open https://evil.net/.").await;
    assert_eq!(there.presses("Don't").await, "Chosen: Don't.");
    jo.hears("did not come to its end").await;
    jo.hears_nothing();
}

async fn called_runs_count_against_the_run_that_called_them() {
    let (office, mara) = with_mara(Telegram).await;
    agreed(&office, &mara, "Tells", "notify('told')").await;
    let flow = agreed(&office, &mara, "Calls", "run_flow('tells')\nrun_flow('tells')").await;
    let id = begins_as(&office, &flow, |run| run.total.notices = MOST_NOTICES - 1).await;
    mara.hears("told").await;
    mara.hears("It wanted to say more than 50 things, and no run may say more.").await;
    let run = run(&office, &id).await;
    assert_eq!((run.calls, run.total.calls, run.total.notices), (2, 3, MOST_NOTICES));
    mara.hears_nothing();
}

async fn an_agent_stops_when_whoever_caused_its_run_is_erased() {
    let (office, mara) = with_mara(Telegram).await;
    deciding(&office);
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    let there = mara.in_group(&shop);
    agreed(&office, &there, "Looks", "agent('Look at the offers')").await;
    let flow = agreed(&office, &kim.in_group(&shop), "Orders", "run_flow('looks')").await;
    begins(&office, &flow, false).await;
    there.hears("One decision").await;
    assert!(there.offers("Only monthly terms"));
    forgets(&kim).await;
    office.settle().await;
    assert!(!there.offers("Only monthly terms"), "{}", office.transcript());
}

async fn another_script_ends_what_waits_with_the_former_one_once_agreed_to() {
    let (office, mara) = with_mara(Discord).await;
    let flow = agreed(&office, &mara, "Paint", "ask('Which colour?', ['Red', 'Blue'])").await;
    let id = begins(&office, &flow, false).await;
    mara.hears("“Paint”: Which colour?").await;
    mara.says("/flow 1 schedule daily 9:00").await;
    mara.hears("I'll run “Paint”").await;
    mara.says("/flow new Paint\nnotify('painted')").await;
    let told = mara.hears("It has the new script now, which needs a new agreement.").await;
    for part in
        ["1 run that is under way with the former script waits, and ends once you agree.", "After Undo they go on."]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(mara.offers("Blue") && !run(&office, &id).await.ended(), "{}", office.transcript());
    mara.says("/flow 1").await;
    let card = mara.hears("1. Paint").await;
    assert!(card.contains("waits, since its script was changed"), "{card}");
    assert_eq!(mara.presses("Agree").await, "Agreed. The run that was on with the other script has ended.");
    mara.reads("This run has ended, so it needs no answer any more.");
    assert!(!mara.offers("Blue"), "{}", office.transcript());
    assert_eq!(run(&office, &id).await.state, RunState::Cancelled);
    office.advance(TimeDelta::days(1)).await;
    mara.hears("painted").await;
    mara.hears_nothing();
}

async fn what_waits_with_a_former_script_goes_on_after_undo() {
    let (office, mara) = with_mara(Discord).await;
    let asks = "notify('Painted ' + ask('Which colour?', ['Red', 'Blue']))";
    let flow = agreed(&office, &mara, "Paint", asks).await;
    let (first, second) = (begins(&office, &flow, false).await, begins(&office, &flow, false).await);
    mara.hears("“Paint”: Which colour?").await;
    mara.hears("“Paint”: Which colour?").await;
    let late = agreed(&office, &mara, "Late", "sleep(600)\nnotify('slept')").await;
    let third = begins(&office, &late, false).await;
    mara.says("/flow new Paint\nnotify('painted')").await;
    let told = mara.hears("It has the new script now, which needs a new agreement.").await;
    assert!(told.contains("2 runs that are under way with the former script wait"), "{told}");
    // An answer is kept, and nothing follows from it yet.
    let later = "Chosen: Blue. It counts if the change of the script is taken back.";
    assert_eq!(mara.presses("Blue").await, later);
    mara.says("/flow new Late\nnotify('late')").await;
    mara.hears("It has the new script now, which needs a new agreement.").await;
    office.advance(TimeDelta::hours(1)).await;
    office.restart().await;
    mara.hears_nothing();
    for id in [&first, &second, &third] {
        assert!(!run(&office, id).await.ended());
    }
    mara.presses("Undo").await;
    mara.hears("It has the script from before again. The run that had begun with it goes on.").await;
    mara.hears("slept").await;
    mara.presses("Undo").await;
    mara.hears("It has the script from before again. 2 runs that had begun with it go on.").await;
    mara.hears("Painted Blue").await;
    assert_eq!(mara.presses("Red").await, "Chosen: Red.");
    mara.hears("Painted Red").await;
    mara.hears_nothing();
}

async fn a_second_press_asks_before_it_runs_twice() {
    let (office, mara) = with_mara(Discord).await;
    agreed(&office, &mara, "Paint", "ask('Which colour?', ['Red', 'Blue'])").await;
    mara.says("/flow 1").await;
    mara.hears("1. Paint").await;
    assert_eq!(mara.presses("Run now").await, "It runs now.");
    mara.hears("“Paint”: Which colour?").await;
    assert_eq!(mara.presses("Run now").await, "");
    mara.hears("“Paint” runs already. Shall I run it once more beside that?").await;
    mara.hears_nothing();
    assert_eq!(mara.presses("Run once more").await, "It runs now.");
    mara.hears("“Paint”: Which colour?").await;
    assert_eq!(mara.presses("Run once more").await, "It has begun already.");
    mara.says("/flow 1 cancel").await;
    mara.hears("Cancel all 2 runs of “Paint”?").await;
    assert_eq!(mara.presses("Cancel all 2 runs").await, "2 runs are cancelled.");
    mara.hears_nothing();
}

async fn a_schedule_of_somebody_else_stays_and_that_is_said() {
    let (office, _mara) = with_mara(Discord).await;
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Discord, Role::Requester).await.in_group(&shop);
    let ann = office.member("Ann", Discord, Role::Approver).await.in_group(&shop);
    agreed(&office, &kim, "Watch", "notify('hello')").await;
    kim.says("/flow 1 schedule daily 9:00").await;
    kim.hears("I'll run “Watch” every day at 09:00 (Berlin).").await;
    ann.says("/flow 1 schedule every Friday at 16:00").await;
    ann.hears("“Watch” runs by the clock already.").await;
    ann.presses("Confirm").await;
    ann.hears("I'll run “Watch” every Friday at 16:00 (Berlin).").await;
    kim.says("/flow 1 schedule off").await;
    kim.hears("Deleted: the schedule “Watch”.").await;
    let stays = kim.hears("“Watch” still runs by the clock, since others set that.").await;
    for part in ["By the clock: every Friday at 16:00", "Ann or an owner may end it with /flow 1 schedule off."] {
        assert!(stays.contains(part), "{part}: {stays}");
    }
    ann.says("/flow 1 schedule off").await;
    ann.hears("Deleted: the schedule “Watch”.").await;
    ann.hears_nothing();
}
