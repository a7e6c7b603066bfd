//! The claim: a report and a result say nothing that tools and people did not say, apart from the rules' own fixed
//! words.

use super::*;
use crate::secretary::thinking::ReportInput;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The words of the sentences which the rules add. No number and no address is among them.
const OWN: &str = "decided question this work done also assumed nothing there report next send note keep remind reminded \
    address these quote page gave text says shows source beginning word needs language model could calculate write with \
    numbers signs like again read check paste behind search searched found later notes lists what begins changed people \
    eight short options reminder time tomorrow wish have added that result writing differently owner connect openai_api_key \
    openai_base_url said rules cannot idea its your from them than more took steps should stopped please summary \
    translation not was the show none";

fn words(text: &str) -> BTreeSet<String> {
    let text = text.replace('\\', "").to_lowercase();
    let cut = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '/' | ':' | '.' | '-' | '\''));
    let trimmed = |w: &str| w.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    text.split(cut).map(trimmed).filter(|w| w.len() > 3 || w.contains(|c: char| c.is_ascii_digit())).collect()
}

/// Every number, address and longer word of `output` stands in `input` or among the rules' own words.
fn assert_only_from(output: &str, input: &str) {
    let (own, given) = (words(OWN), input.replace('\\', "").to_lowercase());
    for word in words(output) {
        assert!(own.contains(&word) || given.contains(&word), "“{word}” is from nowhere.\nin: {input}\nout: {output}");
    }
}

fn text() -> impl Strategy<Value = String> {
    "([a-zA-Zäé]{1,9}|[0-9]{1,5}(\\.[0-9]{2})?|https://[a-z]{3,9}\\.org/[a-z0-9]{1,6}|[*_`#|<>\\[\\]]{1,3}|Decided: [a-z]{5}|\n)( ([a-z]{1,9}|[0-9]{1,4}|\n\n)){0,12}"
}

#[test]
fn the_check_can_fail() {
    let invented = std::panic::catch_unwind(|| assert_only_from("It costs 42 euros", "It costs 4 euros"));
    assert!(invented.is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reports_say_only_what_was_said(
        results in proptest::collection::vec((text(), any::<bool>(), text()), 0..4),
        decisions in proptest::collection::vec((text(), text(), text()), 0..3),
        assumed in proptest::collection::vec(text(), 0..2),
    ) {
        let results: Vec<TaskOutcome> = results.into_iter().map(|(title, done, t)| outcome(&title, done, &t)).collect();
        let given = format!("{results:?}").replace("\\n", "\n") + &format!("{decisions:?} {assumed:?}").replace("\\n", "\n");
        let requirement = Requirement { assumptions: assumed, ..Requirement::default() };
        let input = ReportInput { idea: String::new(), requirement, results, decisions, earlier: None, language: "en".into() };
        let report = answer(&Purpose::Report(input), true).unwrap().text;
        prop_assert!(!report.trim().is_empty());
        assert_only_from(&report, &given);
    }

    #[test]
    fn results_say_only_what_tools_and_people_said(
        job in 0_usize..9, a in "[a-z]{1,8}( [a-z0-9]{1,6}){0,3}", b in "[a-z]{1,8}", result in text(), failed in any::<bool>(),
    ) {
        let instruction = match job {
            0 => Job::Calculate(a),
            1 => Job::Page(format!("https://{b}.org/"), Some("a summary".into())),
            2 => Job::Search(a),
            3 => Job::Keep(a, b),
            4 => Job::Show(a),
            5 => Job::List,
            6 => Job::Find(a),
            7 => Job::Ask(crate::adapters::offline::job::Question { text: a, options: vec![b, "other".into()], ..Default::default() }),
            _ => Job::Remind(a, b, false),
        }.instruction();
        let framed = match job {
            1 => format!("<web_page source=\"https://e.org/\">\nTitle: {result}\n\n{result}\n</web_page>"),
            2 => format!("<search_results source=\"Brave\">\n1. {result}\nhttps://e.org/\n{result}\n</search_results>"),
            _ => result,
        };
        let agent = if matches!(job, 3 | 8) { "planner" } else if matches!(job, 0 | 7) { "analyst" } else { "researcher" };
        let text = told(&instruction, agent, &[("x", &framed, failed)]);
        prop_assert!(!text.is_empty());
        // "19% of 240" and "tomorrow at 9" are fixed examples in two sentences.
        let shown = text.replace("19% of 240", "").replace("tomorrow at 9", "");
        assert_only_from(&shown, &format!("{instruction}\n{framed}"));
    }

    #[test]
    fn instructions_read_back_as_they_were_written(title in "[a-zA-Z][a-z ]{0,20}[a-z]", item in "[a-z|é]{1,9}", n in 0_usize..8) {
        let job = match n {
            0 => Job::Calculate(title),
            1 => Job::Page("https://e.org/x".into(), Some(title)),
            2 => Job::Keep(title, format!("{item}\n- two")),
            3 => Job::Strike(title, item),
            4 => Job::Show(title),
            5 => Job::Find(title),
            6 => Job::Remind(item, title, true),
            _ => Job::Search(title),
        };
        let read = Job::of(&job.instruction()).unwrap();
        prop_assert_eq!(read.instruction(), job.instruction());
        prop_assert_eq!(std::mem::discriminant(&read), std::mem::discriminant(&job));
    }
}
