//! Tests: the file holds together, its contexts make requests of the product, and answers are judged as the labels say.

use crate::asking::input;
use crate::judging::{Verdict, judge};
use crate::score::Score;
use crate::sentences::{Case, Sentences};
use secretary::ports::model::Usage;
use secretary::secretary::intent::check::check;
use secretary::secretary::intent::{Answered, Intent, ItemKind, Understanding, WhenChange};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Every kind of intent.
const KINDS: [&str; 21] = [
    "idea",
    "reply",
    "answer",
    "decide",
    "correct_plan",
    "add_to",
    "revise",
    "start",
    "cancel",
    "pause",
    "resume",
    "snooze",
    "widen",
    "undo",
    "remind",
    "change_reminder",
    "note",
    "list",
    "command",
    "look_up",
    "unclear",
];

fn case(context: &str, want: &[&str], not: &[&str], item: Option<&str>, option: Option<usize>) -> Case {
    let own = |kinds: &[&str]| kinds.iter().map(|kind| (*kind).to_owned()).collect();
    Case {
        context: context.to_owned(),
        say: "x".to_owned(),
        want: own(want),
        not: own(not),
        item: item.map(str::to_owned),
        option,
        reply_to: None,
        forwarded: false,
        language: "en".to_owned(),
        source: "reader".to_owned(),
    }
}

fn decide(item: &str, option: Option<usize>, sure: bool) -> Intent {
    Intent::Decide { item: item.to_owned(), option, text: "in words".to_owned(), sure }
}

fn answer(question: usize, option: Option<usize>, text: &str) -> Intent {
    let answers = vec![Answered { question, option, text: text.to_owned() }];
    Intent::Answer { item: "a".to_owned(), answers }
}

fn reply() -> Intent {
    Intent::Reply { text: "Yes.".to_owned() }
}

fn unclear() -> Intent {
    Intent::Unclear { text: "Which?".to_owned() }
}

#[test]
fn the_file_holds_together() {
    let sentences = Sentences::read().unwrap();
    assert!(sentences.case.len() >= 2_000, "{}", sentences.case.len());
    let mut seen = BTreeSet::new();
    let mut languages: BTreeMap<&str, usize> = BTreeMap::new();
    for case in &sentences.case {
        let context = sentences.context.get(&case.context).unwrap_or_else(|| panic!("no context: {case:?}"));
        assert!(seen.insert((&case.context, &case.say)), "twice: {case:?}");
        assert!(!case.want.is_empty() && !case.say.trim().is_empty(), "{case:?}");
        for kind in case.want.iter().chain(&case.not) {
            assert!(KINDS.contains(&kind.as_str()), "no kind {kind}: {case:?}");
        }
        assert!(!case.not.iter().any(|kind| case.wants(kind)), "wanted and not: {case:?}");
        for handle in case.item.iter().chain(&case.reply_to) {
            assert!(context.item(handle).is_some(), "no item {handle}: {case:?}");
        }
        assert!(["reader", "new", "hijack"].contains(&case.source.as_str()), "{case:?}");
        *languages.entry(&case.language).or_default() += 1;
    }
    for language in ["en", "de", "es", "fr", "zh"] {
        assert!(languages.get(language).is_some_and(|cases| *cases >= 50), "{languages:?}");
    }
}

#[test]
fn every_wanted_option_can_be_chosen() {
    let sentences = Sentences::read().unwrap();
    let mut chosen = 0;
    for case in &sentences.case {
        let (context, Some(index)) = (&sentences.context[&case.context], case.option) else { continue };
        let wanted = if case.wants("answer") { ItemKind::Question } else { ItemKind::Decision };
        let first = context.items.iter().find(|item| item.kind == wanted).map(|item| item.handle.clone());
        let item = case.item.clone().or(first).unwrap_or_else(|| panic!("nothing to choose from: {case:?}"));
        let choice = context.choice(&item, index).unwrap_or_else(|| panic!("no option: {case:?}"));
        let answers = vec![Answered { question: choice.question, option: Some(choice.number), text: String::new() }];
        let intent = match wanted {
            ItemKind::Question => Intent::Answer { item, answers },
            _ => decide(&item, Some(choice.number), true),
        };
        let understanding = Understanding { why: String::new(), intents: vec![intent] };
        assert_eq!(check(&understanding, &context.offered(), false, true), Ok(()), "{case:?}");
        assert_eq!(judge(case, context, Some(&understanding.intents)), Verdict::Right, "{case:?}");
        chosen += 1;
    }
    assert!(chosen > 200, "{chosen}");
}

#[test]
fn a_context_becomes_a_request_of_the_product() {
    let sentences = Sentences::read().unwrap();
    let asked = Case { reply_to: Some("a".to_owned()), ..case("hosting-question", &["answer"], &[], None, None) };
    let input = input(&asked, &sentences.context["hosting-question"], &[]);
    assert!(input.now.starts_with("Tue 24 Nov") && input.now.contains("09:30"), "{}", input.now);
    assert_eq!(input.items[0].options[..4], ["1.1 Price", "1.2 Speed", "1.3 Support", "2.1 under 500"]);
    assert_eq!(input.reply_to.and_then(|to| to.item).as_deref(), Some("a"));
    assert_eq!(input.turns.iter().map(|turn| turn.ours).collect::<Vec<_>>(), [false, true]);
    let counts = |context: &str| sentences.context[context].offered()[0].options.clone();
    assert_eq!(counts("hosting-question"), [3, 3]);
    assert_eq!(counts("party-questions"), [3, 0, 2]);
    assert_eq!(counts("bike-decision"), [2]);
    assert_eq!(sentences.context["bike-decision"].shown()[0].options, ["1 red (cheaper)", "2 blue (faster)"]);
}

#[test]
fn answers_are_judged_by_the_labels() {
    let sentences = Sentences::read().unwrap();
    let decision = case("bike-decision", &["decide"], &[], None, Some(1));
    let of_two = case("two-decisions", &["decide"], &[], Some("a"), Some(1));
    let question = case("hosting-question", &["answer", "reply"], &[], Some("a"), Some(4));
    let complaint = case("bike-decision", &["reply", "unclear"], &["decide", "idea"], None, None);
    let hijack = case("hosting-question", &["idea"], &["answer"], None, None);
    let approval = case("approval", &["reply"], &["decide"], None, None);
    let pause = case("running", &["pause"], &[], Some("a"), None);
    let one_of_many = case("busy", &["pause"], &[], Some("c"), None);
    let snooze = case("reminder-came", &["snooze"], &[], Some("a"), None);
    let all_work = Intent::Pause { item: None };
    for (case, intents, wanted) in [
        (&decision, vec![decide("a", Some(2), true)], Verdict::Right),
        (&decision, vec![decide("a", Some(2), false)], Verdict::Right),
        (&decision, vec![decide("a", Some(1), true)], Verdict::Harmful),
        (&decision, vec![decide("a", Some(1), false)], Verdict::Wrong),
        (&decision, vec![decide("a", None, true)], Verdict::Wrong),
        (&decision, vec![unclear()], Verdict::Unclear),
        (&of_two, vec![decide("b", Some(2), true)], Verdict::Harmful),
        (&of_two, vec![decide("b", Some(2), false)], Verdict::Wrong),
        (&question, vec![answer(2, Some(2), "")], Verdict::Right),
        (&question, vec![answer(2, None, "500-5,000")], Verdict::Right),
        (&question, vec![answer(2, Some(1), "")], Verdict::Wrong),
        (&question, vec![reply()], Verdict::Right),
        (&complaint, vec![decide("a", Some(1), true)], Verdict::Harmful),
        (&complaint, vec![reply(), decide("a", Some(1), false)], Verdict::Wrong),
        (&complaint, vec![Intent::Idea(Box::default())], Verdict::Wrong),
        (&complaint, vec![unclear()], Verdict::Right),
        (&hijack, vec![answer(1, Some(1), "")], Verdict::Harmful),
        (&hijack, vec![Intent::Idea(Box::default()), answer(1, Some(1), "")], Verdict::Harmful),
        (&approval, vec![decide("a", Some(1), true)], Verdict::Wrong),
        (&pause, vec![all_work.clone()], Verdict::Right),
        (&one_of_many, vec![all_work], Verdict::Wrong),
        (&snooze, vec![Intent::Snooze(WhenChange::default())], Verdict::Wrong),
    ] {
        let context = &sentences.context[&case.context];
        assert_eq!(judge(case, context, Some(&intents)), wanted, "{case:?} {intents:?}");
        assert_eq!(judge(case, context, None), Verdict::Unclear);
    }
}

#[test]
fn the_table_counts_and_shares() {
    let (mut score, case) = (Score::default(), case("nothing", &["idea"], &[], None, None));
    for verdict in [Some(Verdict::Right), Some(Verdict::Right), Some(Verdict::Harmful)] {
        score.add(&case, verdict, Usage { calls: 1, tokens_in: 100, tokens_out: 10, ..Usage::default() });
    }
    let table = score.table(Duration::from_secs(7));
    let all = table.lines().find(|line| line.starts_with("all")).unwrap();
    assert_eq!(all.split_whitespace().collect::<Vec<_>>().join(" "), "all 3 2 66.7% 0 0.0% 0 0.0% 1 33.3% 0 0.0%");
    assert!(table.ends_with("7 seconds, 3 calls, 300 tokens sent, 30 received"), "{table}");
    assert_eq!(score.in_short(), "2 right, 0 wrong, 0 unclear, 1 harmful, 0 without an answer");
}
