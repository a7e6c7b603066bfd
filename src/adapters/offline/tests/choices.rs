//! Choices in everyday words: what is asked, between what, and by when, as tables.

use super::ways::called;
use super::*;
use crate::secretary::plan::Kind;

/// What is asked with its options between bars, and by when.
fn decision(idea: &str) -> (String, String) {
    let t = triage(&input(idea));
    let job = t.tasks.last().and_then(|task| Job::of(&task.instruction));
    let Some(Job::Ask(question)) = job else { panic!("{idea:?}: {t:?}") };
    (format!("{} | {}", question.text, question.options.join(" | ")), t.requirement.due)
}

fn check(rows: &[(&str, &str, &str)]) {
    let mut wrong = String::new();
    for (idea, wanted, due) in rows {
        let got = decision(idea);
        if (got.0.as_str(), got.1.as_str()) != (*wanted, *due) {
            wrong.push_str(&format!("{idea:?}: {got:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "read otherwise:\n{wrong}");
}

#[test]
fn options_are_read_however_they_are_laid_out() {
    check(&[
        (
            "should we meet at 10:00, 11:00 or 12:00?",
            "Should we meet at 10:00, 11:00 or 12:00? | 10:00 | 11:00 | 12:00",
            "",
        ),
        ("ask me: 10:00, 11:00 or 12:00", "10:00, 11:00 or 12:00? | 10:00 | 11:00 | 12:00", ""),
        ("10:00, 11:00 or 12:00?", "Which one: 10:00, 11:00 or 12:00? | 10:00 | 11:00 | 12:00", ""),
        ("should we take 1) red 2) blue 3) green?", "Should we take red, blue or green? | red | blue | green", ""),
        ("should we take\n1) red\n2) blue\n3) green", "Should we take red, blue or green? | red | blue | green", ""),
        ("red | blue", "Which one: red or blue? | red | blue", ""),
        ("should we take red | blue?", "Should we take red / blue? | red | blue", ""),
        (
            "decide between these by tomorrow:\n- pizza\n- sushi\n- tacos",
            "Which one: pizza, sushi or tacos? | pizza | sushi | tacos",
            "tomorrow",
        ),
        ("ask me by Friday which one:\n- pizza\n- sushi", "Which one? | pizza | sushi", "Friday"),
        (
            "the slogan is \"Just do it\" or \"Think different\"? ask me",
            "Is the slogan \"Just do it\" or \"Think different\"? | Just do it | Think different",
            "",
        ),
        ("should we take either red or else blue?", "Should we take either red or else blue? | red | blue", ""),
    ]);
    let named = triage(&input("compare these banks:\n- ING\n- DKB"));
    assert!(named.tasks[0].instruction.contains("| ING | DKB"), "{named:?}");
}

#[test]
fn what_all_options_share_is_no_part_of_the_first() {
    check(&[
        ("ask me whether the table is round or square", "Is the table round or square? | round | square", ""),
        (
            "ask me whether the party is on 12 December or 19 December",
            "Is the party on 12 December or 19 December? | 12 December | 19 December",
            "",
        ),
        ("in Berlin or Rome?", "Which one: Berlin or Rome? | Berlin | Rome", ""),
        ("ask Berta: red or blue", "Berta: Red or blue? | red | blue", ""),
        ("Berta: red or blue?", "Berta: red or blue? | red | blue", ""),
        ("Berta: should we take red or blue?", "Berta: should we take red or blue? | red | blue", ""),
        ("which is better, tea or coffee?", "Which is better, tea or coffee? | tea | coffee", ""),
    ]);
}

#[test]
fn what_a_thing_shall_be_is_asked_without_the_thing() {
    check(&[
        ("shall the fence be green or white?", "Shall the fence be green or white? | green | white", ""),
        ("shall the fence be green or white", "Shall the fence be green or white? | green | white", ""),
        (
            "should the fence be green, white or blue?",
            "Should the fence be green, white or blue? | green | white | blue",
            "",
        ),
        (
            "should the fence be green or should it be white?",
            "Should the fence be green or should it be white? | green | white",
            "",
        ),
        ("should we paint it red or blue", "Should we paint it red or blue? | red | blue", ""),
        ("should we paint the fence red or blue?", "Should we paint the fence red or blue? | red | blue", ""),
        ("should the party be in Berlin or Rome?", "Should the party be in Berlin or Rome? | Berlin | Rome", ""),
        ("will it be A or B?", "Will it be A or B? | A | B", ""),
        ("do we take A, B or C", "Do we take A, B or C? | A | B | C", ""),
        ("A or B for the desk?", "A or B for the desk? | A | B", ""),
        ("ask Berta: red or blue", "Berta: Red or blue? | red | blue", ""),
        (
            "ask Berta: shall the fence be green or white?",
            "Berta: Shall the fence be green or white? | green | white",
            "",
        ),
        (
            "ask me whether the fence should be green or white",
            "Should the fence be green or white? | green | white",
            "",
        ),
        ("is it better to be early or late?", "Is it better to be early or late? | early | late", ""),
        ("soll der Zaun grün oder weiß sein?", "Soll der Zaun grün oder weiß sein? | grün | weiß", ""),
    ]);
}

#[test]
fn where_it_is_not_sure_what_the_options_share_their_words_stay() {
    check(&[
        ("should we be early or take the bus?", "Should we be early or take the bus? | be early | take the bus", ""),
        ("should we sell the car or keep it?", "Should we sell the car or keep it? | sell the car | keep it", ""),
        ("should we use the big bus or tram?", "Should we use the big bus or tram? | the big bus | tram", ""),
        (
            "should the walls be forest green or white?",
            "Should the walls be forest green or white? | forest green | white",
            "",
        ),
        ("drive the red car or walk?", "Which one: drive the red car or walk? | drive the red car | walk", ""),
    ]);
}

#[test]
fn what_all_options_are_for_is_no_part_of_the_last() {
    check(&[
        ("should we take Anna or Bert for the desk?", "Should we take Anna or Bert for the desk? | Anna | Bert", ""),
        ("Anna or Bert for the desk?", "Anna or Bert for the desk? | Anna | Bert", ""),
        ("Anna, Bert oder Kim für den Tisch?", "Anna, Bert oder Kim für den Tisch? | Anna | Bert | Kim", ""),
        ("ask me: tea or coffee for Kim", "Tea or coffee for Kim? | tea | coffee", ""),
        // What belongs to one of them stays with it.
        (
            "should we take the train or the bus for the way back?",
            "Should we take the train or the bus for the way back? | the train | the bus for the way back",
            "",
        ),
        ("Hetzner or OVH for 5 euros?", "Which one: Hetzner or OVH for 5 euros? | Hetzner | OVH for 5 euros", ""),
        ("Kim or a temp for the desk?", "Which one: Kim or a temp for the desk? | Kim | a temp for the desk", ""),
    ]);
}

#[test]
fn what_is_said_beside_a_choice_is_no_option() {
    check(&[
        (
            "the fast one or the cheap one? let me decide later",
            "Which one: the fast one or the cheap one? | the fast one | the cheap one",
            "",
        ),
        (
            "verkaufen oder behalten? ich entscheide später",
            "Which one: verkaufen or behalten? | verkaufen | behalten",
            "",
        ),
        ("should I take the job or not? I'll decide tomorrow", "Should I take the job? | Yes | No", "tomorrow"),
        ("to buy a boat or not", "Buy a boat? | Yes | No", ""),
        ("ask me whether or not to go", "Go? | Yes | No", ""),
        ("should we take A or B by sunday, ask me", "Should we take A or B? | A | B", "sunday"),
        (
            "red vs blue vs green, ask me by next week",
            "Which one: red, blue or green? | red | blue | green",
            "next week",
        ),
        ("ask me whether we take red\n\nPS: thanks!", "Do we take red? | Yes | No", ""),
        ("ask me by Friday red or blue", "Which one: red or blue? | red | blue", "Friday"),
        ("by friday i need to decide red or blue, pls ask", "Which one: red or blue? | red | blue", "friday"),
        ("let me decide later: tea/coffee/water", "Which one: tea, coffee or water? | tea | coffee | water", ""),
        ("tea or coffee, ask me by tonight", "Which one: tea or coffee? | tea | coffee", "tonight"),
    ]);
    // What orders something is no choice.
    for idea in ["Buy milk or bread, ask me if it costs more than 5", "read https://e.org/a, ask me"] {
        assert!(!triage(&input(idea)).tasks.iter().any(|t| t.instruction.starts_with("Ask people")), "{idea}");
    }
}

#[test]
fn what_somebody_would_take_is_recommended_and_no_option() {
    let asks = "Ask people to decide: Which one: ";
    for (idea, wanted, said) in [
        ("stay or go, recommend stay", "stay or go? | stay | go\nRecommended: stay", "Recommended: stay."),
        (
            "renew or cancel, default renew",
            "renew or cancel? | renew | cancel\nRecommended: renew",
            "Recommended: renew.",
        ),
        (
            "red or blue by Friday, otherwise take red",
            "red or blue? | red | blue\nWithout an answer: red",
            "If nobody has answered by then, it is “red”, where that can be taken back.",
        ),
        ("red or blue? otherwise take green", "red or blue? | red | blue", "I can't work “otherwise take green” in"),
    ] {
        let t = triage(&input(idea));
        assert_eq!(t.tasks[0].instruction, format!("{asks}{wanted}"), "{idea}");
        assert!(t.requirement.summary.contains(said), "{idea}: {t:?}");
        let job = Job::of(&t.tasks[0].instruction).unwrap();
        assert_eq!(job.instruction(), t.tasks[0].instruction);
    }
    let (_, arguments) = called("Ask people to decide: Q? | a | b (cheap)\nRecommended: b", "analyst");
    assert_eq!((arguments["recommended"].as_u64(), arguments["without_answer"].is_null()), (Some(1), true));
}

#[test]
fn what_is_to_be_decided_is_asked_where_nothing_says_it() {
    for idea in ["ask me by friday whether to", "ask me by friday"] {
        let first = triage(&input(idea));
        assert_eq!(first.questions[0].text, "What is to be decided?", "{idea}");
        assert_eq!(first.requirement.due, "friday");
        for (said, wanted) in
            [("red or blue", "Which one: red or blue? | red | blue"), ("to go to Rome", "Go to Rome? | Yes | No")]
        {
            let t = triage(&answered(input(idea), &first, &[said]));
            assert_eq!(t.tasks[0].instruction, format!("Ask people to decide: {wanted}"), "{idea} {said}");
        }
        let open = triage(&answered(input(idea), &first, &["no idea"]));
        assert!(open.questions.is_empty() && open.beyond.is_some(), "not asked twice");
    }
}

#[test]
fn a_time_that_never_comes_is_named() {
    for (idea, why) in [
        ("ask me by 31 February whether to renew", "There is no 31 February, so I did not begin."),
        ("should we renew by 31 February?", "There is no 31 February"),
        ("ask me by 5 December at 25:00 whether to renew", "“25:00” is no time of day"),
        ("compare A and B by 30 February", "There is no 30 February"),
    ] {
        let t = triage(&input(idea));
        assert!(t.kind == Kind::Talk && t.reply.contains(why), "{idea}: {t:?}");
    }
    assert_eq!(decision("ask me by 28 February whether to renew").1, "28 February");
}

#[test]
fn choices_in_other_languages_keep_their_words() {
    check(&[
        (
            "pregúntame antes del viernes si reservamos el hotel o el piso",
            "¿Reservamos el hotel o el piso? | el hotel | el piso",
            "Friday",
        ),
        ("pregúntame antes de mañana si compramos el coche", "¿Compramos el coche? | Yes | No", "tomorrow"),
        (
            "demande-moi avant vendredi si on prend le train ou le bus",
            "On prend le train ou le bus? | le train | le bus",
            "Friday",
        ),
        ("周五之前问我买红的还是蓝的", "买红的还是蓝的? | 红的 | 蓝的", "Friday"),
        ("frag mich bis Freitag, ob wir rot oder blau nehmen", "Nehmen wir rot oder blau? | rot | blau", "Freitag"),
        ("frag mich, ob wir das Auto anmelden", "Ob wir das Auto anmelden? | Yes | No", ""),
    ]);
}
