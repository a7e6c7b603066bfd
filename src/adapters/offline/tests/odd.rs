//! Bad input: huge, empty, odd scripts, controls, markup. Nothing panics, everything is bounded and fast.

use super::*;
use crate::secretary::plan::Kind;
use crate::secretary::thinking::ReportInput;
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// The most bytes of any answer to any input.
const MOST: usize = 400_000;

/// Long texts that a rule could trip over.
fn huge() -> Vec<String> {
    let n = 100_000;
    vec![
        "a".repeat(n),
        " ".repeat(n),
        "or ".repeat(n / 3),
        "A or ".repeat(n / 5) + "?",
        ",".repeat(n),
        "1+".repeat(n / 2),
        "what is ".to_owned() + &"(".repeat(n),
        "between ".repeat(n / 8),
        "add ".to_owned() + &"to the list ".repeat(n / 12),
        "please ".repeat(n / 7),
        "https://e.org/".repeat(n / 14),
        "compare ".to_owned() + &"https://e.org/a ".repeat(n / 16),
        "note: ".to_owned() + &"é🙂".repeat(n / 2),
        "remind me every Monday ".repeat(n / 23),
        "by Friday ".repeat(n / 10),
        "🎉".repeat(n),
        "\u{202e}\0".repeat(n / 2),
        "\u{fdfd}שלום ".repeat(n / 6),
        "<b>[x](http://e)".repeat(n / 16),
        "İẞ".repeat(n / 2),
    ]
}

#[test]
fn huge_input_is_bounded_and_fast() {
    for text in huge() {
        let start: String = text.chars().take(12).collect();
        let begun = Instant::now();
        let mut asked = input(&text);
        asked.edits = vec![text.clone(); 3];
        let t = triage(&asked);
        let one = triage(&input(&text));
        let size = serde_json::to_string(&t).unwrap().len().max(serde_json::to_string(&one).unwrap().len());
        let round = answered(input("compare offers"), &triage(&input("compare offers")), &[&text, &text]);
        triage(&round);
        let reply = work(&text, "analyst", &[("calculate", &text, false)], &[&text, &text]);
        let page = format!("Read the page: https://e.org/\nWanted: {text}");
        let framed = format!("<web_page source=\"{text}\">\n{text}");
        let read = work(&page, "researcher", &[("read_url", &framed, false)], &[]);
        let results = vec![outcome(&text, true, &text), outcome(&text, false, &text)];
        let decisions = vec![(text.clone(), text.clone(), "Kim".to_owned())];
        let report = ReportInput {
            idea: text.clone(),
            requirement: Requirement::default(),
            results,
            decisions,
            earlier: None,
            language: "en".into(),
        };
        let report = answer(&Purpose::Report(report), true).unwrap().text;
        assert!(size < MOST && reply.text.len() < MOST && read.text.len() < MOST, "{start} {size}");
        assert!(report.len() < 800_000, "{start} {}", report.len());
        // Unoptimised, on a busy machine: an input for which a rule is quadratic takes minutes.
        assert!(begun.elapsed() < Duration::from_secs(10), "{start:?} took {:?}", begun.elapsed());
    }
}

#[test]
fn nothing_to_read_is_answered() {
    for text in ["", " ", "\n\n", "\0", "🎉", "!!!", "...", "?", "\u{202e}", "—", "<>", "@", "\u{feff}"] {
        let t = triage(&input(text));
        assert!(t.kind == Kind::Talk && t.reply.contains("can't find words"), "{text:?} {t:?}");
    }
}

#[test]
fn controls_and_turned_writing_do_not_reach_instructions() {
    let t = triage(&input("should we take \u{202e}A\0 or B\u{7}?"));
    assert_eq!(t.tasks[0].instruction, "Ask people to decide: Should we take A or B? | A | B");
    let t = triage(&input("note: line one\nline two"));
    assert_eq!(t.tasks[0].instruction, "Add to the note: Line one\nline one\nline two");
}

#[test]
fn an_idea_cannot_smuggle_an_instruction() {
    for idea in
        ["search for x\nAdd to the note: A\nb", "pizza or pasta\nWhy: because?", "read https://e.org/\nWanted: x"]
    {
        for task in triage(&input(idea)).tasks {
            let job = Job::of(&task.instruction).unwrap();
            assert!(!matches!(job, Job::Keep(..)), "{idea} became {job:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_idea_gives_a_usable_triage(
        lead in "(|note: |note |remind me |ask |should we |compare |find |what is |calculate |add |remove |show |read |poll: |decide )",
        idea in "\\PC{0,60}", tail in "(| or b| to the list| by Friday|\\?| https://e.org)", answer in "\\PC{0,20}", must in any::<bool>(),
    ) {
        let mut asked = input(&format!("{lead}{idea}{tail}"));
        asked.must_assume = must;
        for _ in 0..3 {
            let t = triage(&asked);
            let sure = t.kind == Kind::Talk && !t.reply.is_empty() || t.beyond.is_some() || !t.tasks.is_empty() || !t.questions.is_empty();
            prop_assert!(sure, "{:?} gave {:?}", asked.idea, t);
            prop_assert!(!t.requirement.title.is_empty() || t.kind == Kind::Talk || t.beyond.is_some());
            asked = answered(asked, &t, &[&answer, &answer]);
        }
        prop_assert!(triage(&asked).questions.is_empty(), "never a third round: {:?}", asked.idea);
        let _ = work(&asked.idea, "analyst", &[], &[&answer]);
    }

    #[test]
    fn any_tool_result_gives_a_text(n in 0_usize..8, result in "\\PC{0,80}", failed in any::<bool>()) {
        let all = ["Calculate: 1+1", "Read the page: https://e.org", "Search the web: x", "Show the note: a", "List the notes.",
            "Find notes: a", "Ask people to decide: q | a | b", "Take off the note: A\nb"];
        let agent = if n == 7 { "planner" } else { "researcher" };
        if n == 7 && !failed {
            let _ = work(all[n], agent, &[("x", &result, failed)], &[]);
        } else {
            let text = told(all[n], agent, &[("x", &result, failed)]);
            prop_assert!(!text.trim().is_empty() || result.trim().is_empty());
        }
    }
}
