//! Questions before the work: which are asked, in which forms, and what becomes of those nobody can or will answer.

use crate::support::{Discord, Office, Plan, Telegram, TimeDelta, Web, idea};
use secretary::ports::chat::ChatError;
use secretary::secretary::intent::{Answered, Intent, ItemKind};
use secretary::secretary::ticket::plan::Question;
use secretary::secretary::ticket::round::question::Subject;
use std::sync::{Arc, Mutex};
use std::time::Duration;

stories![
    every_form_of_answer,
    ticked_options_count_once_words_answer_the_rest,
    the_words_of_an_option_are_no_orders,
    everything_may_be_typed_at_once,
    defaults_are_taken_when_skipped_and_stand_on_the_card,
    what_only_a_person_knows_is_not_guessed,
    only_what_is_on_the_list_is_asked_and_nothing_twice,
    a_third_round_becomes_assumptions,
    the_card_comes_before_anybody_works,
    what_is_no_answer_is_not_taken_for_one,
    an_answer_nobody_can_take_whole_leaves_the_question_open,
    a_cancel_that_is_taken_back_brings_the_questions_with_it,
    a_change_of_mind_changes_its_answer,
    what_nobody_was_shown_yet_takes_no_answer,
];

fn open(text: &str) -> Question {
    Question { text: text.to_owned(), ..Question::default() }
}

fn choice(text: &str, options: &[&str]) -> Question {
    Question { options: options.iter().map(|o| (*o).to_owned()).collect(), ..open(text) }
}

/// A mind that asks these in its first round.
fn asking(office: &Office, questions: Vec<Question>) {
    office.reads(move |input| {
        let asks = |plan: Plan, q: &Question| plan.asks_of(q.clone());
        let first = input.answered.is_empty();
        if first { questions.iter().fold(idea("Party"), asks).into() } else { idea("Party").into() }
    });
}

/// From now on a message with these words answers these questions of the round that is open, each in its words.
fn answers(office: &Office, words: &str, given: &[(usize, &str)]) {
    let answered = |&(question, text): &(usize, &str)| Answered { question, option: None, text: text.to_owned() };
    let given: Vec<Answered> = given.iter().map(answered).collect();
    office.means(words, move |input| {
        let round = input.items.iter().find(|item| item.kind == ItemKind::Question);
        Intent::Answer { item: round.map(|item| item.handle.clone()).unwrap_or_default(), answers: given.clone() }
    });
}

async fn every_form_of_answer() {
    let office = Office::new().await;
    asking(
        &office,
        vec![
            Question { yes_no: true, ..open("Is there a garden?") },
            Question { range: Some((1.0, 100.0)), ..open("How many guests?") },
            Question { multiple: true, ..choice("What shall there be?", &["Music", "Food", "Games"]) },
        ],
    );
    let mara = office.owner("Mara", Telegram).await;
    mara.says("plan my birthday").await;
    let asked = mara.hears("#1 3 quick questions (1/2):").await;
    assert!(asked.contains("2) How many guests? (1 to 100)"), "{asked}");
    assert!(asked.contains("[Yes] [No]\n[Music] [Food] [Games]\n[Done]\n[Use your judgement]"), "{asked}");
    mara.presses("Yes").await;
    mara.presses("Music").await;
    mara.presses("Games").await;
    mara.reads("[☑ Music] [Food] [☑ Games]");
    mara.presses("Done").await;
    mara.reads("3) What shall there be? ✔ Music, Games");
    mara.says("200").await;
    mara.hears("“How many guests?”: please give a number between 1 and 100.").await;
    answers(&office, "about 30", &[(2, "about 30")]);
    mara.says("about 30").await;
    mara.reads("#1 1) Yes · 2) about 30 · 3) Music, Games. Thanks.");
    mara.hears("#1 Here is what I'll do").await;
}

/// What is ticked and not closed by "Done" counts with the words that answer the rest.
async fn ticked_options_count_once_words_answer_the_rest() {
    let office = Office::new().await;
    asking(
        &office,
        vec![
            choice("What is it?", &["A party", "A dinner"]),
            Question { range: Some((1.0, 10.0)), ..open("How many guests?") },
            Question { multiple: true, ..choice("What shall there be?", &["Music", "Food", "Games"]) },
        ],
    );
    let mara = office.owner("Mara", Telegram).await;
    mara.says("plan my birthday").await;
    mara.hears("3 quick questions").await;
    mara.presses("Music").await;
    mara.presses("Games").await;
    mara.says("a dinner").await;
    mara.reads("1) What is it? ✔ A dinner");
    mara.reads("[☑ Music] [Food] [☑ Games]");
    answers(&office, "seventy of us", &[(2, "70")]);
    mara.says("seventy of us").await;
    mara.hears("“How many guests?”: please give a number between 1 and 10.").await;
    mara.reads("[☑ Music] [Food] [☑ Games]");
    answers(&office, "only seven", &[(2, "7")]);
    mara.says("only seven").await;
    mara.reads("#1 1) A dinner · 2) 7 · 3) Music, Games. Thanks.");
    mara.hears("#1 Here is what I'll do").await;
}

/// A question that still waits to be sent was read by nobody.
async fn what_nobody_was_shown_yet_takes_no_answer() {
    let office = Office::new().await;
    asking(&office, vec![choice("What matters most?", &["Price", "Speed"])]);
    let kinds: Arc<Mutex<Vec<ItemKind>>> = Arc::default();
    let seen = kinds.clone();
    office.means("Speed", move |input| {
        *seen.lock().unwrap() = input.items.iter().map(|item| item.kind).collect();
        Intent::Reply { text: "Which speed?".to_owned() }
    });
    let mara = office.owner("Mara", Discord).await;
    office.is_down(Discord, Some(ChatError::Retry { after: Duration::from_secs(2) }));
    mara.says("find a printer").await;
    mara.says("Speed").await;
    mara.hears_nothing();
    assert_eq!(*kinds.lock().unwrap(), [ItemKind::Ticket]);
    office.is_down(Discord, None);
    office.advance(TimeDelta::minutes(5)).await;
    mara.hears_all();
    mara.reads("Which speed?");
    mara.reads("#1 One quick question");
    mara.says("Speed").await;
    mara.reads("#1 Speed. Thanks.");
    mara.hears_all();
}

async fn the_words_of_an_option_are_no_orders() {
    for (said, other) in [("Stop everything", "Keep going"), ("Pause", "Go on"), ("Delete everything", "Keep it")] {
        let office = Office::new().await;
        asking(&office, vec![choice("What shall I do with the old offers?", &[said, other])]);
        let mara = office.owner("Mara", Telegram).await;
        mara.says("tidy up the offers").await;
        mara.hears("One quick question").await;
        mara.says(&said.to_lowercase()).await;
        mara.reads(&format!("#1 {said}. Thanks."));
        mara.hears("#1 Here is what I'll do").await;
    }
}

async fn everything_may_be_typed_at_once() {
    let office = Office::new().await;
    asking(
        &office,
        vec![
            Question { yes_no: true, ..open("Is there a garden?") },
            Question { range: Some((1.0, 100.0)), ..open("How many guests?") },
            Question { multiple: true, ..choice("What shall there be?", &["Music", "Food", "Games"]) },
        ],
    );
    let you = office.owner("You", Web).await;
    you.says("plan my birthday").await;
    you.hears("3 quick questions").await;
    answers(&office, "300 guests", &[(1, "no"), (2, "300"), (3, "Music, Games")]);
    you.says("no garden, 300 guests, games and music").await;
    you.hears("“How many guests?”: please give a number between 1 and 100.").await;
    you.reads("1) Is there a garden?\n");
    answers(&office, "only 30", &[(1, "no"), (2, "30"), (3, "Music, Games")]);
    you.says("no garden, only 30, games and music").await;
    you.reads("#1 1) No · 2) 30 · 3) Music, Games. Thanks.");
    you.hears("#1 Here is what I'll do").await;
}

async fn defaults_are_taken_when_skipped_and_stand_on_the_card() {
    let office = Office::new().await;
    asking(
        &office,
        vec![
            Question { range: Some((1.0, 100.0)), default: "20".into(), ..open("How many guests?") },
            Question { yes_no: true, default: "no".into(), ..open("Is there a garden?") },
            open("What is the occasion?"),
        ],
    );
    let mara = office.owner("Mara", Discord).await;
    mara.says("plan a party").await;
    mara.hears("3 quick questions").await;
    answers(&office, "you decide", &[(1, ""), (2, ""), (3, "")]);
    mara.says("you decide").await;
    mara.reads("#1 1) my judgement (20) · 2) my judgement (no) · 3) my judgement. Thanks.");
    let card = mara.hears("#1 Here is what I'll do").await;
    let assumed = "I assume: How many guests? 20; Is there a garden? no; What is the occasion? my own judgement.";
    assert!(card.contains(assumed), "{card}");
}

async fn what_only_a_person_knows_is_not_guessed() {
    let office = Office::new().await;
    office.reads(|input| {
        let account = Question { required: true, ..open("Which account shall I use?") };
        let plan = idea("Move");
        match input.answered.len() {
            0 => plan.asks_of(account).asks("What matters most?", &["Price", "Speed"]).into(),
            2 => plan.asks_of(Question { required: true, ..open("Since when?") }).into(),
            _ => plan.into(),
        }
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("move the shop").await;
    let asked = mara.hears("Two quick questions (1/2)").await;
    assert!(asked.contains("1) Which account shall I use? (only you can say)"), "{asked}");
    let wanted = "I can't guess “Which account shall I use?”. Please answer that yourself; then I go on.";
    assert_eq!(mara.presses("Use your judgement").await, wanted);
    mara.reads("2) What matters most? ✔ my judgement (Price)");
    assert_eq!(mara.presses("Use your judgement").await, wanted, "still, and nothing changes");
    answers(&office, "whatever", &[(1, "")]);
    mara.says("whatever").await;
    mara.hears("#1 I can't guess “Which account shall I use?”").await;
    mara.says("the shop's").await;
    mara.reads("#1 1) the shop's · 2) my judgement (Price). Thanks.");
    // There is no third round: in the second one the way out is always open, and said.
    mara.hears("One quick question (2/2)").await;
    mara.presses("Use your judgement").await;
    let card = mara.hears("#1 Here is what I'll do").await;
    assert!(card.contains("What matters most? Price; Since when? my own judgement. Say so if that's wrong."), "{card}");
}

async fn only_what_is_on_the_list_is_asked_and_nothing_twice() {
    let office = Office::new().await;
    office.reads(|input| {
        let plan = idea("Hosting");
        let sign = Question { subject: Subject::Other, ..choice("What is your star sign?", &["Leo", "Virgo"]) };
        let scope = Question { subject: Subject::Scope, ..choice("How many offers?", &["Three", "Ten"]) };
        match input.answered.len() {
            0 => plan.asks_of(sign).asks_of(scope).into(),
            _ => plan.asks_of(Question { text: "how many offers".into(), ..scope }).into(),
        }
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare hosting in the EU").await;
    let asked = mara.hears("#1 One quick question (1/2)").await;
    assert!(asked.contains("How many offers?") && !asked.contains("star sign"), "{asked}");
    mara.presses("Ten").await;
    let card = mara.hears("#1 Here is what I'll do").await;
    assert!(!card.contains("star sign"), "{card}");
}

async fn a_third_round_becomes_assumptions() {
    let office = Office::new().await;
    office.reads(|input| {
        let n = input.answered.len();
        idea("Hosting").asks(&format!("Question {n}?"), &["Maybe", "Perhaps"]).into()
    });
    let mara = office.owner("Mara", Web).await;
    mara.says("compare hosting").await;
    mara.hears("(1/2)").await;
    mara.presses("Maybe").await;
    office.restart().await;
    mara.hears("(2/2)").await;
    mara.presses("Perhaps").await;
    let card = mara.hears("#1 Here is what I'll do").await;
    assert!(card.contains("I assume: Question 2? Maybe. Say so if that's wrong."), "{card}");
}

async fn the_card_comes_before_anybody_works() {
    let office = Office::new().await;
    asking(&office, vec![choice("What matters most?", &["Price", "Speed"])]);
    let mara = office.owner("Mara", Discord).await;
    mara.says("compare hosting").await;
    mara.hears("One quick question").await;
    mara.presses("Price").await;
    mara.hears("#1 Here is what I'll do").await;
    assert_eq!(office.thoughts(), 2, "the idea was read twice; nobody works before the go");
    office.restart().await;
    office.settle().await;
    assert_eq!(office.thoughts(), 2, "nor after a restart");
    mara.presses("Start").await;
    mara.hears("▸ Researcher: Party").await;
    mara.hears("Take offer C").await;
    let said = office.transcript();
    let at = |words: &str| said.find(words).unwrap_or_else(|| panic!("no {words} in {said}"));
    assert!(at("Thanks.") < at("Here is what I'll do") && at("Here is what I'll do") < at("▸"), "{said}");
}

async fn what_is_no_answer_is_not_taken_for_one() {
    let office = Office::new().await;
    asking(&office, vec![choice("What matters most?", &["Price", "Speed"]), choice("How big?", &["Small", "Large"])]);
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Two quick questions (1/2)").await;
    // A reminder, a note and what is answered at once go their own way.
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
    office.means("19% of 240", |_| Intent::Reply { text: "19% of 240 = 45.6".to_owned() });
    mara.says("what is 19% of 240?").await;
    mara.hears("19% of 240 = 45.6").await;
    mara.says("note that Kim knows a good host").await;
    mara.hears("Noted: Kim knows a good host").await;
    mara.reads("1) What matters most?\n2) How big?\n");
    // An option of one question leaves the other open.
    mara.says("price").await;
    mara.reads("1) What matters most? ✔ Price");
    mara.says("large").await;
    mara.reads("#1 1) Price · 2) Large. Thanks.");
    mara.hears("#1 Here is what I'll do").await;
}

async fn an_answer_nobody_can_take_whole_leaves_the_question_open() {
    let office = Office::new().await;
    asking(&office, vec![open("What matters most?")]);
    let mara = office.owner("Mara", Web).await;
    mara.says("plan my birthday").await;
    mara.hears("What matters most?").await;
    mara.replies("What matters most?", &"word ".repeat(500)).await;
    mara.hears("That is 2,499 characters, and an answer can have 2,000. I have not taken it; send the part").await;
    mara.replies("What matters most?", "the music").await;
    mara.reads("the music. Thanks.");
    mara.hears("#1 Here is what I'll do").await;
}

/// What was answered stays answered, and the rest is asked again.
async fn a_cancel_that_is_taken_back_brings_the_questions_with_it() {
    for how in ["button", "word", "command"] {
        let office = Office::new().await;
        asking(&office, vec![choice("What is it?", &["A party", "A dinner"]), open("Where shall it be?")]);
        let mara = office.owner("Mara", Telegram).await;
        mara.says("plan my birthday").await;
        mara.hears("#1 Two quick questions (1/2):").await;
        mara.presses("A party").await;
        let old = mara.data("Use your judgement");
        mara.says("/cancel 1").await;
        mara.hears("#1 Cancelled by Mara").await;
        match how {
            "button" => drop(mara.presses("Undo").await),
            "word" => mara.says("undo").await,
            _ => mara.says("/resume 1").await,
        }
        mara.reads("#1 Cancelled by Mara, and taken up again by Mara.");
        let asked = mara.hears("#1 Two quick questions (1/2):").await;
        assert!(asked.contains("1) What is it? ✔ A party\n2) Where shall it be?"), "{asked}");
        // A press that was on its way counts for the questions there are.
        mara.presses_data(&old, "Use your judgement").await;
        mara.hears("#1 Here is what I'll do").await;
        assert!(!mara.offers("A dinner"), "{}", office.transcript());
    }
}

async fn a_change_of_mind_changes_its_answer() {
    let office = Office::new().await;
    asking(
        &office,
        vec![
            choice("What kind of party?", &["Dinner", "Picnic", "Disco"]),
            Question { range: Some((1.0, 200.0)), ..open("How many guests?") },
            Question { yes_no: true, ..open("Outdoors?") },
        ],
    );
    let mara = office.owner("Mara", Telegram).await;
    mara.says("plan my birthday").await;
    mara.hears("3 quick questions").await;
    answers(&office, "picnic for 40", &[(1, "picnic"), (2, "40")]);
    mara.says("a picnic for 40").await;
    mara.reads("1) What kind of party? ✔ Picnic");
    mara.reads("✔ 40");
    answers(&office, "actually a disco", &[(1, "disco")]);
    mara.says("actually a disco").await;
    mara.reads("1) What kind of party? ✔ Disco");
    answers(&office, "make it 50", &[(2, "50 guests")]);
    mara.says("make it 50").await;
    mara.reads("✔ 50 guests");
    mara.says("no").await;
    mara.reads("#1 1) Disco · 2) 50 guests · 3) No. Thanks.");
    mara.hears("#1 Here is what I'll do").await;
    mara.hears_all();
}
