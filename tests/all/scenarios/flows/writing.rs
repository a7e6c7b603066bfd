//! `/flow write` and `/flow 3 change`: a model writes the script, and what it wrote goes the way of a script that was sent.

use super::{agreed, with_mara};
use crate::scenarios::people::erasing::forgets;
use crate::support::{Discord, Office, Role, Telegram, TimeDelta, Voice, Web, said, script};
use secretary::engine::home;
use secretary::ports::store::Store;
use secretary::secretary::budget::Limit;
use secretary::secretary::intent::Intent;

stories![
    a_script_is_written_shown_tried_and_agreed_to,
    words_that_ask_for_a_script_become_the_command,
    a_time_that_was_asked_for_is_one_press_away,
    what_cannot_be_used_goes_back_to_the_model_once,
    what_cannot_be_used_twice_is_told_with_ways_on,
    without_a_model_nobody_writes,
    a_used_up_budget_keeps_the_words,
    a_model_that_is_down_is_waited_for,
    a_script_is_changed_by_words,
    an_example_is_changed_by_words,
    a_flow_that_changed_meanwhile_stays_as_it_is,
    another_flow_of_the_name_keeps_its_script,
    nothing_is_written_for_who_is_erased,
];

const SITE: &str = "https://site.example/";
const WATCH: &str = "# Looks every five minutes until the site answers.
looks = 1
while 'up' not in fetch('https://site.example/'):
    if looks >= 12:
        fail('the site was down for an hour')
    looks = looks + 1
    sleep(300)
notify('The site answers again')";
const WANTED: &str = "look every five minutes until https://site.example/ says up, then tell me";

/// Asks for a script, which a model begins to write.
async fn asks(voice: &Voice, order: &str) {
    voice.says(&format!("/flow {order}")).await;
    voice.hears("I am writing the script.").await;
}

/// How many flows there are.
async fn flows(office: &Office) -> usize {
    office.store().ask().await.unwrap().flows(&home()).await.unwrap().len()
}

async fn a_script_is_written_shown_tried_and_agreed_to() {
    let (office, mara) = with_mara(Telegram).await;
    office.page(SITE, "It is up.");
    office.scripts(|_, _| script("Site watch", WATCH, ""));
    mara.says("/flow write").await;
    mara.hears("Say what the flow is to do, for example: /flow write").await;
    asks(&mara, &format!("write {WANTED}")).await;
    let card = mara.hears("1. Site watch").await;
    for part in [
        "I have written this flow.",
        "Reads site.example",
        "Tells you “The site answers again”",
        "It reads web pages.",
        "It sends messages.",
        "[Dry run] [Agree] [Delete]",
    ] {
        assert!(card.contains(part), "{part}: {card}");
    }
    assert!(!card.contains("You asked for this time"), "{card}");
    let put = office.asked_of_the_model().pop().unwrap();
    assert!(put.contains(WANTED) && put.contains("- fetch(url, most=10000): gives the text of a web page"), "{put}");
    mara.presses("Dry run").await;
    let tried = mara.hears("Dry run of “Site watch”. Nothing was changed.").await;
    assert!(tried.contains("would tell you “The site answers again”"), "{tried}");
    assert_eq!(mara.presses("Agree").await, "Agreed.");
    assert_eq!(mara.presses("Run now").await, "It runs now.");
    mara.hears("The site answers again").await;
    mara.hears_nothing();
}

async fn words_that_ask_for_a_script_become_the_command() {
    let (office, mara) = with_mara(Web).await;
    office.scripts(|_, _| script("Site watch", WATCH, ""));
    office.means("until it is back", |_| Intent::Command { name: "flow".to_owned(), text: format!("write {WANTED}") });
    mara.says("look at the site every five minutes until it is back").await;
    mara.hears("Shall I do that?").await;
    assert_eq!(flows(&office).await, 0);
    mara.presses("/flow write look").await;
    mara.hears("I am writing the script.").await;
    mara.hears("1. Site watch").await;
    mara.hears_nothing();
}

async fn a_time_that_was_asked_for_is_one_press_away() {
    let (office, mara) = with_mara(Discord).await;
    office.scripts(|_, _| script("Greeter", "notify('hello')", "0 9 * * 1"));
    asks(&mara, "write say hello to me every Monday at 9").await;
    let card = mara.hears("1. Greeter").await;
    assert!(card.contains("You asked for this time: every Monday at 09:00 (Berlin)."), "{card}");
    assert!(!card.contains("[Schedule it]"), "{card}");
    mara.presses("Agree").await;
    mara.reads("[Schedule it]");
    mara.presses("Schedule it").await;
    mara.hears("“Greeter”").await;
    mara.lacks("[Schedule it]");
    let due = office.due().await;
    assert_eq!(due.format("%a %H:%M").to_string(), "Mon 08:00");
    office.advance(due - office.now()).await;
    mara.hears("hello").await;
    mara.hears_nothing();
}

async fn what_cannot_be_used_goes_back_to_the_model_once() {
    let (office, mara) = with_mara(Telegram).await;
    let good = "notify('hello')";
    office.scripts(move |_, again| script("Greeter", if again { good } else { "notify('a')\nnotify(= 'b')" }, ""));
    asks(&mara, "write say hello").await;
    let card = mara.hears("1. Greeter").await;
    assert!(card.contains("Tells you “hello”"), "{card}");
    let put = office.asked_of_the_model().pop().unwrap();
    assert!(put.contains("cannot be used: The script cannot be read in line 2"), "{put}");

    // A time that cannot be read is left out at last; the script is not lost for it.
    office.scripts(|_, _| script("Second", "notify('hello')", "at the full moon"));
    asks(&mara, "write say hello at the full moon").await;
    let card = mara.hears("2. Second").await;
    assert!(!card.contains("You asked for this time"), "{card}");
    mara.hears_nothing();
}

async fn what_cannot_be_used_twice_is_told_with_ways_on() {
    let (office, mara) = with_mara(Discord).await;
    office.scripts(|_, again| if again { said("Sorry, no.") } else { script("Rocket", "launch('now')", "") });
    asks(&mara, "write start the rocket").await;
    let told = mara.hears("I could not write a script that works for that.").await;
    assert!(told.contains("Say it in other words") && told.contains("[Try again] [Examples]"), "{told}");
    let put = office.asked_of_the_model().pop().unwrap();
    assert!(put.contains("the script calls launch, which is not there"), "{put}");
    assert_eq!(flows(&office).await, 0);
    office.scripts(|input, _| match input.words.as_str() {
        "start the rocket" => script("Rocket", "ask('Shall it start?', ['Yes', 'No'])", ""),
        words => panic!("{words}"),
    });
    mara.presses("Try again").await;
    mara.hears("I am writing the script.").await;
    let card = mara.hears("1. Rocket").await;
    assert!(card.contains("Asks “Shall it start?”"), "{card}");
    mara.hears_nothing();
}

async fn without_a_model_nobody_writes() {
    let office = Office::offline().await;
    office.quotes_scripts();
    let mara = office.owner("Mara", Web).await;
    mara.says(&format!("/flow write {WANTED}")).await;
    let told = mara.hears("Only a language model can write a script, and none is set up here.").await;
    assert!(told.contains("/flow new") && told.contains("[Examples]"), "{told}");
    mara.presses("Examples").await;
    mara.hears("Tells you when a price is below a limit").await;
    mara.presses("threshold").await;
    mara.hears("LIMIT = 90").await;
    mara.presses("Change it…").await;
    let told = mara.hears("Here is the script of “threshold”.").await;
    assert!(told.contains("/flow new threshold"), "{told}");
    assert!(office.file("threshold.py").contains("LIMIT = 90"));
    mara.hears_nothing();
}

async fn a_used_up_budget_keeps_the_words() {
    let (office, mara) = with_mara(Discord).await;
    mara.shows_up().await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    office.settings(|settings| settings.budget.person = Some(Limit { tokens: Some(0), micros: None })).await;
    let before = office.thoughts();
    asks(&kim, &format!("write {WANTED}")).await;
    let told = kim.hears("A person's budget for today is used up").await;
    assert!(told.contains("Your words are kept") && told.contains("[Try again]"), "{told}");
    assert_eq!(office.thoughts(), before);
    mara.hears("The budget of Kim for today is used up").await;
    office.settings(|settings| settings.budget.person = None).await;
    kim.presses("Try again").await;
    kim.hears("I am writing the script.").await;
    kim.hears("1. Greeter").await;
    kim.hears_nothing();
}

async fn a_model_that_is_down_is_waited_for() {
    let (office, mara) = with_mara(Discord).await;
    office.model_is_down(true);
    asks(&mara, "write say hello").await;
    mara.hears("My language model does not answer yet, so the script takes longer.").await;
    // A script that is there waits for no model.
    mara.says("/flow new Own\nnotify('own')").await;
    mara.hears("1. Own").await;
    office.advance(TimeDelta::hours(2)).await;
    mara.hears_nothing();
    office.model_is_down(false);
    office.advance(TimeDelta::minutes(3)).await;
    mara.hears("2. Greeter").await;
    mara.hears_nothing();
}

async fn a_script_is_changed_by_words() {
    let (office, mara) = with_mara(Web).await;
    agreed(&office, &mara, "Greeter", "notify('hello')").await;
    office.scripts(|input, _| {
        let (name, so_far) = input.flow.as_ref().expect("the script so far");
        assert_eq!((name.as_str(), input.words.as_str()), ("Greeter", "say good day"));
        script("Another name", &so_far.replace("hello", "good day"), "")
    });
    mara.says("/flow 1 change").await;
    mara.hears("What shall “Greeter” do otherwise?").await;
    mara.says("say good day").await;
    mara.hears("I am writing the script.").await;
    let card = mara.hears("It has the new script now, which needs a new agreement.").await;
    assert!(card.contains("1. Greeter") && card.contains("Tells you “good day”"), "{card}");
    mara.says("/flow 1 run").await;
    mara.hears("Nobody has agreed to it yet").await;
    mara.presses("Undo").await;
    let back = mara.hears("It has the script from before").await;
    assert!(back.contains("Does what it does") && !back.contains("good day"), "{back}");
    office.scripts(|input, _| script("Greeter", &input.flow.as_ref().unwrap().1, ""));
    asks(&mara, "1 change nothing, please").await;
    mara.hears("The script stays as it is").await;
    mara.says("/flow 7 change anything").await;
    mara.hears("I know no flow 7 here").await;
    assert_eq!(flows(&office).await, 1);
    mara.hears_nothing();
}

async fn an_example_is_changed_by_words() {
    let (office, mara) = with_mara(Telegram).await;
    office.scripts(|input, _| {
        let (name, so_far) = input.flow.as_ref().expect("the script of the example");
        assert_eq!((name.as_str(), input.words.as_str()), ("threshold", "the limit is 50"));
        script("Cheap", &so_far.replace("LIMIT = 90", "LIMIT = 50"), "")
    });
    mara.says("/flow example threshold").await;
    mara.hears("LIMIT = 90").await;
    mara.presses("Change it…").await;
    mara.hears("What shall “threshold” do otherwise?").await;
    mara.says("the limit is 50").await;
    mara.hears("I am writing the script.").await;
    let card = mara.hears("1. Cheap").await;
    assert!(card.contains("Reads shop.example/price") && card.contains("[Change it…]"), "{card}");
    mara.hears_nothing();
}

async fn a_flow_that_changed_meanwhile_stays_as_it_is() {
    let (office, mara) = with_mara(Discord).await;
    agreed(&office, &mara, "Greeter", "notify('hello')").await;
    agreed(&office, &mara, "Leaver", "notify('bye')").await;
    office.model_is_down(true);
    asks(&mara, "1 change say good day").await;
    mara.hears("My language model does not answer yet").await;
    asks(&mara, "2 change say farewell").await;
    mara.says("/flow new Greeter\nnotify('welcome')").await;
    mara.hears("It has the new script now").await;
    mara.says("/flow 2 delete").await;
    mara.hears("Deleted: “Leaver”.").await;
    office.model_is_down(false);
    office.advance(TimeDelta::minutes(3)).await;
    mara.hears("The flow was changed while I wrote, so I left it as it is. /flow 1 shows it").await;
    mara.hears("That flow is deleted.").await;
    mara.says("/flow 1").await;
    let shown = mara.hears("1. Greeter").await;
    assert!(shown.contains("Tells you “welcome”"), "{shown}");
    mara.hears_nothing();
}

async fn another_flow_of_the_name_keeps_its_script() {
    let (office, mara) = with_mara(Discord).await;
    agreed(&office, &mara, "greeter", "notify('mine')").await;
    for name in ["2. Greeter 2", "3. Greeter 3"] {
        asks(&mara, "write say hello").await;
        let card = mara.hears(name).await;
        assert!(card.contains("Tells you “hello”"), "{card}");
    }
    mara.says("/flow 1").await;
    let shown = mara.hears("1. greeter").await;
    assert!(shown.contains("✔ Mara agreed to it"), "{shown}");
}

async fn nothing_is_written_for_who_is_erased() {
    let (office, mara) = with_mara(Discord).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    office.model_is_down(true);
    asks(&kim, "write look for a zebrafinch").await;
    kim.hears("My language model does not answer yet").await;
    forgets(&kim).await;
    kim.hears_all();
    office.model_is_down(false);
    office.advance(TimeDelta::hours(1)).await;
    assert_eq!(flows(&office).await, 0);
    kim.hears_nothing();
    mara.hears_all();
    let put = office.asked_of_the_model().pop().unwrap_or_default();
    office.scripts(|_, _| script("Greeter", "notify('hello')", ""));
    asks(&mara, "write say hello").await;
    mara.hears("1. Greeter").await;
    assert!(put.contains("zebrafinch") && !office.asked_of_the_model().pop().unwrap().contains("zebrafinch"));
}
