//! A table of ideas and what the triage makes of each: nobody's first idea may end in nonsense.

use super::*;
use crate::secretary::plan::Kind;

/// What is expected of an idea.
enum Is {
    /// Answered at once, with these words in it.
    Talk(&'static str),
    /// These instructions, without a question.
    Does(&'static [&'static str]),
    /// These words in the questions.
    Asks(&'static [&'static str]),
    /// Beyond, with these words in the reason.
    Beyond(&'static str),
}
use Is::{Asks, Beyond, Does, Talk};

fn check(idea: &str, expected: &Is) {
    let t = triage(&input(idea));
    let done: Vec<&str> = t.tasks.iter().map(|task| task.instruction.as_str()).collect();
    let asked: Vec<&str> = t.questions.iter().map(|q| q.text.as_str()).collect();
    let why = t.beyond.clone().unwrap_or_default();
    let shown = format!("{idea:?} gave {:?}, {done:#?}, asks {asked:?}, beyond {why:?}, says {:?}", t.kind, t.reply);
    match expected {
        Talk(words) => assert!(t.kind == Kind::Talk && t.reply.contains(words), "{shown}"),
        Does(instructions) => {
            assert!(t.kind == Kind::Idea && why.is_empty() && asked.is_empty() && done == *instructions, "{shown}")
        }
        Asks(words) => {
            let all = words.len() == asked.len() && words.iter().zip(&asked).all(|(w, q)| q.contains(w));
            assert!(all && why.is_empty(), "{shown}");
        }
        Beyond(words) => {
            assert!(why.contains(words) && done.is_empty() && asked.is_empty(), "{shown}");
            let honest = why.contains("one is connected here yet") || why.contains("with or without a language model");
            assert!(honest, "{shown}");
        }
    }
}

#[test]
fn what_one_wants_to_be_asked() {
    let asks = "Ask people to decide: ";
    for (idea, wanted) in [
        (
            "ask me whether to buy the red or the blue bike: red (cheaper, but old), blue (faster)",
            "Buy the red or the blue bike? | red (cheaper, but old) | blue (faster)",
        ),
        ("ask me whether I should renew it", "Should I renew it? | Yes | No"),
        ("ask me which bike: red (cheaper), blue", "Which bike? | red (cheaper) | blue"),
        ("ask us all if we should go", "Should we go? | Yes | No"),
        ("frag mich, ob ich ihn verlängern soll", "Soll ich ihn verlängern? | Yes | No"),
        ("frag mich, ob ich zur Party gehe", "Ob ich zur Party gehe? | Yes | No"),
        ("ask Kim whether we meet on Monday or Tuesday", "Kim: We meet on Monday or Tuesday? | Monday | Tuesday"),
    ] {
        let done: Vec<String> = triage(&input(idea)).tasks.into_iter().map(|t| t.instruction).collect();
        assert_eq!(done.first().map(String::as_str), Some(format!("{asks}{wanted}").as_str()), "{idea}");
    }
    // A moment that rules cannot keep is no name.
    let later = triage(&input("ask me when I am home whether to leave"));
    assert!(later.tasks.is_empty() && later.beyond.is_some(), "{later:?}");
}

#[test]
fn sums() {
    for (idea, sum) in [
        ("what is 19% of 240", "19% of 240"),
        ("17*23", "17 * 23"),
        ("17 * 23 =", "17 * 23"),
        ("How much is 3 plus 4?", "3 + 4"),
        ("calculate 1,200 divided by 7", "1,200 / 7"),
        ("what's 15% off 80 euros", "80 - 15%"),
        ("15% tip on 84", "15% of 84"),
        ("add 19% VAT to 240", "240 + 19%"),
        ("Wie viel ist 12 mal 12?", "12 * 12"),
        ("was ist 3,5 + 1,25", "3.5 + 1.25"),
        ("average of 3, 4 and 8", "(3 + 4 + 8) / 3"),
        ("could you please tell me what is (2+3)^2?", "( 2 + 3)^2"),
        ("sqrt(16) + 2", "sqrt( 16) + 2"),
        ("what is half of 90", "(1 / 2) of 90"),
        ("€1.234,50 * 2", "1234.50 * 2"),
    ] {
        let t = triage(&input(idea));
        let all = jobs(idea);
        let [Job::Calculate(found)] = all.as_slice() else { panic!("{idea}: {all:?} {t:?}") };
        assert_eq!(found.replace(' ', ""), sum.replace(' ', ""), "{idea}");
        assert_eq!((t.tasks[0].agent.as_deref(), t.risk), (Some("analyst"), 0.0));
    }
    for idea in ["calculate the tip for 3 people", "24-12-2026", "+49 30 123456", "030-123456", "what is 42", "50%"] {
        assert!(!jobs(idea).iter().any(|j| matches!(j, Job::Calculate(_))), "{idea}");
    }
}

#[test]
fn pages_and_searches() {
    for (idea, expected) in [
        ("read https://example.org/a.", Does(&["Read the page: https://example.org/a"])),
        ("https://example.org", Does(&["Read the page: https://example.org"])),
        ("what does https://example.org/x?y=1 say?", Does(&["Read the page: https://example.org/x?y=1"])),
        ("summarise https://example.org/a", Does(&["Read the page: https://example.org/a\nWanted: a summary"])),
        ("translate www.example.org", Does(&["Read the page: https://www.example.org\nWanted: a translation"])),
        ("fetch example.org/news", Does(&["Read the page: https://example.org/news"])),
        ("Lies https://a.de und https://b.de", Does(&["Read the page: https://a.de", "Read the page: https://b.de"])),
        ("search for second-hand bikes in Berlin", Does(&["Search the web: second-hand bikes in Berlin"])),
        ("please look up the opening hours of the zoo", Does(&["Search the web: the opening hours of the zoo"])),
        ("suche nach Fahrrädern", Does(&["Search the web: Fahrrädern"])),
    ] {
        check(idea, &expected);
    }
}

#[test]
fn notes_and_lists() {
    for (idea, expected) in [
        ("note: call the plumber", Does(&["Add to the note: Call the plumber\ncall the plumber"])),
        ("Note that Garden: beans are left", Does(&["Add to the note: Garden\nbeans are left"])),
        (
            "remember that the wifi password is on the fridge",
            Does(&["Add to the note: The wifi password is on the fridge\nthe wifi password is on the fridge"]),
        ),
        ("write down the number 12", Does(&["Add to the note: The number 12\nthe number 12"])),
        (
            "add milk, eggs and 2 breads to the shopping list",
            Does(&["Add to the note: Shopping list\n- milk\n- eggs\n- 2 breads"]),
        ),
        ("put a letter to mom on my to-do list", Does(&["Add to the note: To-do list\n- a letter to mom"])),
        ("setze Milch auf die Einkaufsliste", Does(&["Add to the note: Einkaufsliste\n- Milch"])),
        ("remove milk from the shopping list", Does(&["Take off the note: Shopping list\nmilk"])),
        ("show my notes", Does(&["List the notes."])),
        ("what's on the shopping list?", Does(&["Show the note: Shopping list"])),
        ("find notes about wifi", Does(&["Find notes: wifi"])),
        ("what did I note about the garden?", Does(&["Find notes: the garden"])),
        ("note", Asks(&["What shall I write down?"])),
        ("add a login page to the website", Beyond("Working out")),
    ] {
        check(idea, &expected);
    }
    let t = triage(&input("show my notes"));
    assert_eq!(t.tasks[0].agent.as_deref(), Some("researcher"), "reading notes needs no card");
    let t = triage(&input("note: x y"));
    assert_eq!(t.tasks[0].agent.as_deref(), Some("planner"));
}

#[test]
fn reminders() {
    for (idea, expected) in [
        ("remind me to call Kim tomorrow at 9", Does(&["Remind once: tomorrow at 9\ncall Kim"])),
        (
            "remind me every Monday at 9:00 to water the plants",
            Does(&["Remind again and again: every Monday at 9:00\nwater the plants"]),
        ),
        ("erinnere mich morgen um 9 Uhr an den Zahnarzt", Does(&["Remind once: morgen um 9 Uhr\nden Zahnarzt"])),
        ("remind me to call Kim", Asks(&["When shall I remind you?"])),
        ("remind me in 2 hours", Asks(&["What shall I remind you of?"])),
    ] {
        check(idea, &expected);
    }
    let first = triage(&input("remind me to call Kim"));
    for option in first.questions[0].options.clone() {
        let t = triage(&answered(input("remind me to call Kim"), &first, &[&option]));
        assert_eq!(t.tasks[0].instruction, format!("Remind once: {option}\ncall Kim"));
    }
    // The tool reads the same words again, as a schedule.
    for idea in [
        "remind me to x tomorrow at 9",
        "remind me every Monday at 9:00 to x",
        "remind me to x by Friday at 5pm",
        "remind me on Friday to x",
        "remind me in 2 hours to x",
        "remind me to x today at 18:00",
        "remind me at 5pm to x",
    ] {
        let all = jobs(idea);
        let [Job::Remind(text, when, _)] = all.as_slice() else { panic!("{idea}: {all:?}") };
        assert_eq!(text, "x", "{idea}");
        let now = chrono::DateTime::UNIX_EPOCH + chrono::TimeDelta::days(20_000);
        assert!(crate::secretary::when::parse_schedule(when, chrono_tz::UTC, now).is_ok(), "{idea}: {when}");
    }
}

#[test]
fn decisions() {
    for (idea, expected) in [
        (
            "should we paint the door red / green / blue",
            Does(&["Ask people to decide: Should we paint the door red / green / blue? | red | green | blue"]),
        ),
        (
            "should we paint the door red, green or blue?",
            Does(&["Ask people to decide: Should we paint the door red, green or blue? | red | green | blue"]),
        ),
        ("should we take A, B or C?", Does(&["Ask people to decide: Should we take A, B or C? | A | B | C"])),
        (
            "ask Kim whether we take the bus or the train",
            Does(&["Ask people to decide: Kim: We take the bus or the train? | the bus | the train"]),
        ),
        ("ask Kim if we can ship on Monday", Does(&["Ask people to decide: Kim: We can ship on Monday? | Yes | No"])),
        (
            "let us decide between Berlin and Rome",
            Does(&["Ask people to decide: Which one: Berlin or Rome? | Berlin | Rome"]),
        ),
        (
            "help me choose between red, green and blue",
            Does(&["Ask people to decide: Which one: red, green or blue? | red | green | blue"]),
        ),
        (
            "Should we meet on Monday or Tuesday?",
            Does(&["Ask people to decide: Should we meet on Monday or Tuesday? | Monday | Tuesday"]),
        ),
        (
            "should we ship today or wait?",
            Does(&["Ask people to decide: Should we ship today or wait? | ship today | wait"]),
        ),
        ("should I learn Rust?", Does(&["Ask people to decide: Should I learn Rust? | Yes | No"])),
        ("pizza or pasta?", Does(&["Ask people to decide: Which one: pizza or pasta? | pizza | pasta"])),
        ("tabs vs spaces", Does(&["Ask people to decide: Which one: tabs or spaces? | tabs | spaces"])),
        ("poll: Lunch? pizza, pasta, salad", Does(&["Ask people to decide: Lunch? | pizza | pasta | salad"])),
        (
            "Sollen wir Bus oder Bahn nehmen?",
            Does(&["Ask people to decide: Sollen wir Bus oder Bahn nehmen? | Bus | Bahn"]),
        ),
        (
            "should I take the train or the bus? ask me",
            Does(&["Ask people to decide: Should I take the train or the bus? | the train | the bus"]),
        ),
        ("pizza or pasta, please ask me", Does(&["Ask people to decide: Which one: pizza or pasta? | pizza | pasta"])),
        ("Pizza oder Pasta? frag mich", Does(&["Ask people to decide: Which one: Pizza or Pasta? | Pizza | Pasta"])),
        (
            "decide: red | green or blue",
            Does(&["Ask people to decide: Which one: red / green or blue? | red / green | blue"]),
        ),
    ] {
        check(idea, &expected);
    }
    let t = triage(&input("ask me by Friday evening whether to book the hotel or the flat"));
    assert_eq!(t.requirement.due, "Friday evening");
    assert_eq!(t.tasks[0].instruction, "Ask people to decide: Book the hotel or the flat? | the hotel | the flat");
    let t = triage(&input("should we take A or B by Friday?"));
    assert_eq!((t.requirement.due.as_str(), t.requirement.assumptions.len()), ("Friday", 0));
    assert_eq!(t.tasks[0].instruction, "Ask people to decide: Should we take A or B? | A | B");
}

#[test]
fn comparisons_and_subjects() {
    for (idea, expected) in [
        (
            "compare three hosting offers for the shop and tell me what to take",
            Asks(&["What matters most?", "Name them"]),
        ),
        ("compare the cheapest three hosting offers", Asks(&["Name them"])),
        ("find a good plumber", Asks(&["How shall I find them?"])),
        ("help me choose a colour", Asks(&["What matters most?", "Name them"])),
        ("which laptop should I buy?", Asks(&["What matters most?", "Name them"])),
        ("website", Asks(&["What should come out of it?", "By when?"])),
        ("help me with the party", Asks(&["What should come out of it?", "By when?"])),
        ("more storage for the office", Asks(&["What should come out of it?", "By when?"])),
        ("next year's budget", Asks(&["What should come out of it?", "By when?"])),
        ("tidy the garage", Asks(&["What should come out of it?", "By when?"])),
        ("the party by Friday", Asks(&["What should come out of it?"])),
        ("I need something for the garden", Asks(&["What exactly do you need?", "What should come out of it?"])),
        ("we need new chairs for the office", Asks(&["What should come out of it?", "By when?"])),
    ] {
        check(idea, &expected);
    }
}

#[test]
fn what_follows_ask_me_is_not_cut_off() {
    for idea in [
        "Buy milk or bread, ask me if it costs more than 5",
        "Red or blue? ask me which bike to buy",
        "add milk or oat milk to the list and ask me",
    ] {
        let t = triage(&input(idea));
        let asks = t.tasks.iter().any(|task| task.instruction.starts_with("Ask people"));
        assert!(!asks, "{idea}");
    }
}

#[test]
fn talk_and_limits() {
    for (idea, expected) in [
        ("none of your business", Talk("I didn't follow that.")),
        ("I live in Lisbon", Talk("note: I live in Lisbon")),
        ("I'll think about it", Talk("I didn't follow that.")),
        ("I need to think", Talk("I didn't follow that.")),
        ("I want that", Talk("note: I want that")),
        ("no, only monday", Talk("I didn't follow that.")),
        ("actually no", Talk("I didn't follow that.")),
        ("edit", Talk("I didn't follow that.")),
        ("the sink is fine", Talk("I didn't follow that.")),
        ("sorry", Talk("No harm done.")),
        ("thanks, that's great", Talk("welcome")),
        ("I changed my mind", Talk("Reply to the message you mean")),
        ("done", Talk("Nothing here waits for that.")),
        ("skip", Talk("Nothing here waits for that.")),
        ("Hi!", Talk("Hello")),
        ("thanks :)", Talk("welcome")),
        ("What can you do?", Talk("decisions")),
        ("What time is it?", Talk("Mon 24 Nov, 09:00 (Berlin)")),
        ("send me a report every Friday at 16:00", Talk("/report every Friday at 16:00")),
        ("🎉🎉", Talk("can't find words")),
        ("write a poem about spring", Beyond("Writing texts needs a language model, and none is connected here yet.")),
        ("Translate this into French: good morning", Beyond("Translating needs")),
        ("summarise the text I sent", Beyond("Summarising needs")),
        ("write code that sorts a list", Beyond("needs a language model")),
        ("plan a trip to Rome", Beyond("Making a plan needs")),
        ("what is the capital of France?", Beyond("search for what is the capital of France")),
        ("draw a cat", Beyond("Making pictures")),
        ("book a table for two", Beyond("Calling, sending, buying and booking I can't do")),
        ("make the shop friendlier for people who come from the newsletter", Beyond("Working out “make the shop")),
    ] {
        check(idea, &expected);
    }
}

#[test]
fn nobody_able_is_said() {
    let mut one = input("17*23");
    one.roster.retain(|a| a.name == "writer");
    assert!(triage(&one).beyond.unwrap().contains("tool calculate"));
    let mut two = input("17*23");
    two.roster.retain(|a| a.name != "analyst");
    assert_eq!(triage(&two).tasks[0].agent.as_deref(), Some("researcher"), "another one who may");
}
