//! Candidates named in the idea itself, corrections to them, and what is offered where nothing can be searched.

use super::ways::called;
use super::*;

/// The options that people are asked to choose from.
fn options(input: &TriageInput) -> Vec<String> {
    let t = triage(input);
    let job = t.tasks.last().and_then(|task| Job::of(&task.instruction));
    let Some(Job::Ask(question)) = job else { panic!("{:?}: {t:?}", input.idea) };
    question.options
}

#[test]
fn candidates_behind_a_colon_are_the_candidates() {
    for (idea, wanted) in [
        ("compare hosting offers by Friday: Hetzner, OVH and Infomaniak", &["Hetzner", "OVH", "Infomaniak"][..]),
        (
            "compare three hosting offers for the shop by Friday: Hetzner, OVH, Infomaniak",
            &["Hetzner", "OVH", "Infomaniak"],
        ),
        (
            "which laptop should I buy: ThinkPad X1, MacBook Air or Framework 13?",
            &["ThinkPad X1", "MacBook Air", "Framework 13"],
        ),
        (
            "compare three laptops: ThinkPad X1, MacBook Air and Framework 13",
            &["ThinkPad X1", "MacBook Air", "Framework 13"],
        ),
        ("compare two banks: ING and DKB", &["ING", "DKB"]),
        ("compare these hosting offers: Hetzner, Netcup and Strato", &["Hetzner", "Netcup", "Strato"]),
        ("compare two banks - ING and DKB", &["ING", "DKB"]),
        ("compare some banks (ING, DKB and N26)", &["ING", "DKB", "N26"]),
        ("compare cloud hosts such as Hetzner, OVH and Infomaniak", &["Hetzner", "OVH", "Infomaniak"]),
        ("compare offers from Hetzner and OVH", &["Hetzner", "OVH"]),
        ("compare bread and butter brands: Kerrygold, Arla", &["Kerrygold", "Arla"]),
        ("compare Hetzner and Netcup for me: price, support", &["Hetzner", "Netcup"]),
        ("compare hosting by price: Hetzner, OVH", &["Hetzner", "OVH"]),
        ("find me a plumber: Meyer, Schulze or Kunz", &["Meyer", "Schulze", "Kunz"]),
        ("recommend a phone: iPhone or Pixel", &["iPhone", "Pixel"]),
        ("pick red or blue", &["red", "blue"]),
    ] {
        assert_eq!(options(&input(idea)), wanted, "{idea}");
    }
    let t = triage(&input("compare hosting offers by Friday: Hetzner, OVH and Infomaniak"));
    assert_eq!(t.requirement.due, "Friday");
    for idea in [
        "compare three hosting offers for the shop and tell me what to take",
        "compare offers at 9:30",
        "pick a colour or two",
    ] {
        assert!(!triage(&input(idea)).questions.is_empty(), "{idea}");
    }
}

#[test]
fn corrections_take_out_add_and_replace() {
    let idea = "compare Telekom, O2 and Vodafone";
    for (edit, wanted) in [
        ("leave out O2 please", &["Telekom", "Vodafone"][..]),
        ("leave O2 out", &["Telekom", "Vodafone"]),
        ("without O2", &["Telekom", "Vodafone"]),
        ("not Vodafone", &["Telekom", "O2"]),
        ("no O2, please", &["Telekom", "Vodafone"]),
        ("only Telekom and Vodafone", &["Telekom", "Vodafone"]),
        ("just O2 and Vodafone please", &["O2", "Vodafone"]),
        ("add 1&1", &["Telekom", "O2", "Vodafone", "1&1"]),
        ("Congstar too", &["Telekom", "O2", "Vodafone", "Congstar"]),
        ("and Congstar", &["Telekom", "O2", "Vodafone", "Congstar"]),
        ("Congstar instead of O2", &["Telekom", "Congstar", "Vodafone"]),
        ("replace O2 by Congstar", &["Telekom", "Congstar", "Vodafone"]),
        ("leave out O2, add Congstar", &["Telekom", "Vodafone", "Congstar"]),
        ("Congstar and Fraenk", &["Congstar", "Fraenk"]),
    ] {
        let mut corrected = input(idea);
        corrected.edits.push(edit.into());
        assert_eq!(options(&corrected), wanted, "{edit}");
        let t = triage(&corrected);
        assert!(!t.requirement.summary.contains("can't work"), "{edit}: {t:?}");
    }
}

#[test]
fn what_is_no_name_becomes_none_and_is_said() {
    for idea in ["compare Telekom, O2 and Vodafone", "should we take Telekom, O2 or Vodafone?"] {
        for (edit, wanted) in [
            ("make it shorter", &["Telekom", "O2", "Vodafone"][..]),
            ("please hurry, I need it soon", &["Telekom", "O2", "Vodafone"]),
            ("make it only two offers, without O2", &["Telekom", "Vodafone"]),
            ("leave out Strato", &["Telekom", "O2", "Vodafone"]),
            ("leave out Telekom and O2", &["Telekom", "O2", "Vodafone"]),
        ] {
            let mut corrected = input(idea);
            corrected.edits.push(edit.into());
            assert_eq!(options(&corrected), wanted, "{idea} {edit}");
            let summary = triage(&corrected).requirement.summary;
            assert!(
                summary.contains("can't work “") || summary.contains("A decision needs at least two"),
                "{edit}: {summary}"
            );
        }
    }
}

#[test]
fn where_nothing_can_be_searched_no_search_is_offered() {
    for idea in ["find me a good plumber in Berlin", "look for a venue", "research standing desks"] {
        let t = triage_with(&input(idea), false);
        let asked: Vec<&str> = t.questions.iter().map(|q| q.text.as_str()).collect();
        assert_eq!(asked, ["Which ones shall I put to you? Name them or paste links."], "{idea}");
        assert!(!format!("{t:?}").contains("Search the web"), "{t:?}");
        let named = answered(input(idea), &t, &["Meyer and Kunz"]);
        assert!(triage_with(&named, false).tasks[0].instruction.contains("| Meyer | Kunz"), "{idea}");
    }
}

#[test]
fn a_note_is_still_one_where_its_step_was_edited_in_one_line() {
    let keeps = |instruction: &str| called(instruction, "planner").1;
    let kept = keeps("Add to the note: The cellar door The cellar door squeaks");
    assert_eq!(
        (kept["title"].as_str(), kept["text"].as_str()),
        (Some("The cellar door"), Some("The cellar door squeaks"))
    );
    let kept = keeps("Add to the note: Order bulbs");
    assert_eq!((kept["title"].as_str(), kept["text"].as_str()), (Some("Order bulbs"), Some("Order bulbs")));
}

#[test]
fn what_is_left_out_was_worked_in_where_nothing_says_it_any_more() {
    let done = ("ask_decision", "The person decided: C", false);
    let text = work("Ask people to decide: Q? | A | B", "analyst", &[done], &["A, B or Oslo?", "leave out Oslo"]).text;
    assert_eq!(text, "Decided: C\n\nQuestion: Q?");
}

#[test]
fn an_edited_idea_is_read_as_it_is_now() {
    let mut edited = input("pick ham or eggs");
    edited.edits = vec!["without ham".into(), crate::secretary::wording::asides::idea_reads("pick ham, eggs or fish")];
    assert_eq!(options(&edited), ["ham", "eggs", "fish"], "what was said before is over");
    edited.edits.push("without eggs".into());
    assert_eq!(options(&edited), ["ham", "fish"]);
    assert!(format!("{:?}", triage(&edited)).contains("You asked: “pick ham, eggs or fish”."));
}

#[test]
fn what_is_to_follow_a_choice_is_no_candidate_and_is_said() {
    for idea in
        ["pick ham or eggs, then order it", "compare ham and eggs and then order it", "pick ham or eggs and order it"]
    {
        assert_eq!(options(&input(idea)), ["ham", "eggs"], "{idea}");
        let summary = triage(&input(idea)).requirement.summary;
        assert!(summary.contains("Not part of it: “order it”."), "{idea}: {summary}");
    }
    let told = triage(&input("pick ham or eggs, then tell me")).requirement.summary;
    assert!(!told.contains("Not part of it"), "{told}");
}
