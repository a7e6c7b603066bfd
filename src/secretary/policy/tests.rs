//! Tests of the policy: every combination of a call and what people allowed, against the rules in words.

use crate::secretary::policy::*;
use chrono::DateTime;
use serde_json::{Value, json};

const REACHES: [Reach; 4] = [Reach::Reads, Reach::Fetches, Reach::Inside, Reach::Outside];
const POLICIES: [Policy; 4] = [Policy::Never, Policy::First, Policy::Required, Policy::Always];

/// A rule that an owner wrote.
pub(in crate::secretary) fn owners(tool: &str, with: &[(&str, &str)], then: Then) -> Rule {
    let with = with.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let (tool, by, at) = (tool.to_owned(), "Mara".to_owned(), DateTime::UNIX_EPOCH);
    Rule { tool, with, then, by, only_for: None, free: Vec::new(), granted: Vec::new(), at }
}

/// What is allowed by a mode and rules alone.
pub(super) fn leave(mode: Mode, rules: Vec<Rule>) -> ApprovalPolicy {
    let person = PersonId::new("p");
    ApprovalPolicy { person, mode, rules, read: Vec::new(), allowed_once: Vec::new(), words: Vec::new() }
}

/// A call of work that has read nothing of others.
fn call<'a>(tool: &'a str, arguments: &'a Value, reach: Reach, policy: Policy) -> Proposal<'a> {
    let (unsaid_address, made_address, changes) = (false, false, 0);
    Proposal { tool, arguments, reach, policy, read: &[], unsaid_address, made_address, changes }
}

fn rule(then: Then, only_for: Option<&str>) -> Rule {
    // What a button made is meant word for word.
    let rule = owners("send", &[("to", if only_for.is_some() { "Kim" } else { "Ki*" })], then);
    let free = if only_for.is_some() { vec!["url".to_owned()] } else { Vec::new() };
    Rule { free, only_for: only_for.map(PersonId::new), ..rule }
}

/// Whether a call goes without a person, as the rules say it in words: written from them, not from the code.
fn goes(call: &Proposal<'_>, mode: Mode, rule: Option<(Then, Option<bool>)>, once: bool) -> bool {
    // The rule a person of this idea is concerned by: one made for everybody allows nothing in manual mode.
    let rule = rule.filter(|(_, own)| *own != Some(false));
    let rule = rule.filter(|(then, own)| !(*then == Then::Allow && own.is_none() && mode == Mode::Manual));
    let says = rule.map(|(then, _)| then);
    if says == Some(Then::Refuse) || says == Some(Then::Ask) || call.policy == Policy::Always {
        return false;
    }
    let changes = call.reach == Reach::Outside;
    if changes && (!call.read.is_empty() || call.changes >= 10) {
        return false;
    }
    let private = call.read.iter().any(|source| matches!(source, Source::Notes | Source::File(_)));
    let carries = call.reach == Reach::Fetches && private && call.unsaid_address;
    let made_up = call.reach == Reach::Fetches && !call.read.is_empty() && call.made_address;
    if (carries || made_up) && says != Some(Then::Allow) {
        return false;
    }
    let allowed = says == Some(Then::Allow) || mode == Mode::Auto;
    match call.policy {
        Policy::Never if mode == Mode::AllowList && changes => allowed,
        Policy::Never => true,
        Policy::First => allowed || once,
        Policy::Required => allowed,
        Policy::Always => false,
    }
}

#[test]
fn every_combination_is_judged_as_the_rules_say() {
    let (page, notes) = (Source::Page("a.org".to_owned()), Source::Notes);
    let arguments = json!({"to": "Kim", "url": "https://a.org/x"});
    let owns = [None, Some(true), Some(false)];
    let mut rules = vec![None];
    rules.extend(Then::ALL.into_iter().flat_map(|then| owns.map(|own| Some((then, own)))));
    let mut judged = 0;
    for bits in 0..64_u32 {
        let bit = |n: u32| bits & (1 << n) != 0;
        let mut read = if bit(0) { vec![page.clone()] } else { Vec::new() };
        if bit(2) {
            read.push(notes.clone());
        }
        for (reach, policy) in REACHES.into_iter().flat_map(|r| POLICIES.map(|p| (r, p))) {
            for (mode, known) in Mode::ALL.into_iter().flat_map(|m| rules.iter().map(move |r| (m, *r))) {
                let call = Proposal {
                    read: &read,
                    unsaid_address: bit(1),
                    made_address: bit(5),
                    changes: if bit(3) { MANY } else { 0 },
                    ..call("send", &arguments, reach, policy)
                };
                let own = |own: bool| if own { "p" } else { "q" };
                let rules = known.iter().map(|(then, of)| rule(*then, of.map(own))).collect();
                let allowed_once = if bit(4) { vec!["send".to_owned()] } else { Vec::new() };
                let leave = ApprovalPolicy { allowed_once, ..leave(mode, rules) };
                let verdict = judge(&call, &leave);
                assert_eq!(
                    verdict == Verdict::Made,
                    goes(&call, mode, known, bit(4)),
                    "{call:?} {leave:?} {verdict:?}"
                );
                let refuse = matches!(known, Some((Then::Refuse, own)) if own != Some(false));
                assert_eq!(matches!(verdict, Verdict::Refused(_)), refuse, "{call:?} {leave:?}");
                judged += 1;
            }
        }
    }
    assert_eq!(judged, 64 * 16 * 3 * 10);
}

#[test]
fn what_is_allowed_for_good_is_about_one_thing() {
    let person = PersonId::new("p");
    let made = |tool: &str, arguments: &Value, rules: Vec<Rule>| {
        let call = call(tool, arguments, Reach::Outside, Policy::Required);
        judge(&call, &leave(Mode::Manual, rules)) == Verdict::Made
    };
    for (asked, same, other) in [
        (json!({"to": "Kim", "text": "a"}), json!({"to": " Kim", "text": "b"}), json!({"to": "Kim Jo", "text": "a"})),
        (json!({"n": 2, "text": "a"}), json!({"text": "a", "n": 2}), json!({"n": 2, "text": "b"})),
        (
            json!({"title": "Budget", "text": "a"}),
            json!({"title": "Budget", "text": "b"}),
            json!({"title": "budget", "text": "a"}),
        ),
        (json!({"to": ["Kim", "Jo"]}), json!({"to": ["Kim", "Jo"]}), json!({"to": ["Kim"]})),
        // Nothing more is said than was allowed.
        (
            json!({"to": "Kim", "text": "a", "cc": null}),
            json!({"to": "Kim", "text": "b", "cc": ""}),
            json!({"to": "Kim", "text": "a", "cc": "Eve"}),
        ),
        (json!({"text": "a", "to": null}), json!({"text": "a"}), json!({"text": "a", "to": "Eve"})),
        (
            json!({"account": "Kim", "amount": 5}),
            json!({"amount": 5, "account": "Kim"}),
            json!({"account": "Kim", "amount": 6}),
        ),
        (
            json!({"title": "A", "text": "x", "append": true}),
            json!({"title": "A", "text": "y", "append": true}),
            json!({"title": "A", "text": "x"}),
        ),
        (
            json!({"url": "https://a.org/x"}),
            json!({"url": "https://A.org/y"}),
            json!({"url": "https://a.org.evil.org/x"}),
        ),
        (json!({"url": "https://a.org"}), json!({"url": "https://a.org/"}), json!({"url": "https://a.org@evil.org/"})),
        (json!({"url": "https://a.org/"}), json!({"url": "https://a.org/?a"}), json!({"url": "http://a.org/"})),
    ] {
        let rule = || vec![lasting("send", &asked, "Mara", &person, DateTime::UNIX_EPOCH)];
        assert!(made("send", &same, rule()), "{asked} {same}");
        assert!(!made("send", &other, rule()) && !made("pay", &same, rule()), "{asked} {other}");
    }
    assert!(!made("send", &json!({"to": "Kim"}), Vec::new()));
}

#[test]
fn the_first_rule_that_fits_counts_and_what_fits_none_is_asked() {
    let says = |tool: &str, to: &str, mode, rules: &[&Rule]| {
        let arguments = json!({"to": to});
        let call = call(tool, &arguments, Reach::Outside, Policy::Required);
        match judge(&call, &leave(mode, rules.iter().map(|rule| (*rule).clone()).collect())) {
            Verdict::Made => "made",
            Verdict::Asked { .. } => "asked",
            Verdict::Refused(_) => "refused",
        }
    };
    let kim = owners("send", &[("to", "Kim")], Then::Allow);
    let never_kim = owners("send", &[("to", "Ki*")], Then::Refuse);
    let ask_all = owners("send", &[], Then::Ask);
    let only_for = Some(PersonId::new("q"));
    let others = Rule { only_for, ..owners("send", &[("to", "Kim")], Then::Refuse) };
    let (list, auto) = (Mode::AllowList, Mode::Auto);
    assert_eq!(says("send", "Kim", list, &[&kim, &never_kim, &ask_all]), "made");
    assert_eq!(says("send", "Kim", list, &[&never_kim, &kim]), "refused");
    assert_eq!(says("send", "Kim", auto, &[&ask_all, &kim]), "asked");
    assert_eq!(says("send", "Kirsten", list, &[&kim, &never_kim]), "refused");
    assert_eq!(says("send", "Jo", list, &[&kim, &never_kim]), "asked", "no rule fits");
    assert_eq!(says("pay", "Kim", list, &[&kim]), "asked", "a tool no rule knows");
    assert_eq!(
        says("send", "Kim", list, &[&others, &kim]),
        "made",
        "a rule for somebody else's ideas fits nothing here"
    );
    assert_eq!(says("send", "Kim", Mode::Manual, &[&kim]), "asked", "it rests in manual mode");
}

#[test]
fn a_call_about_many_things_is_asked_about_in_every_mode() {
    for mode in Mode::ALL {
        for (count, asked) in [(10, false), (11, true), (500, true)] {
            let arguments = json!({"what": {"titles": vec!["x"; count]}});
            let call = call("send", &arguments, Reach::Outside, Policy::Never);
            let leave = leave(mode, vec![owners("send", &[], Then::Allow)]);
            let large = Verdict::Asked { because: Because::Large(u32::try_from(count).unwrap()), lasting: false };
            assert_eq!(judge(&call, &leave) == large, asked, "{count} {mode:?}");
        }
    }
}

#[test]
fn nothing_at_an_address_of_a_private_network_is_allowed_for_good() {
    for url in ["http://2130706433:9413/", "http://localhost/x", "10.0.0.1", "http://[::1]/", "http://[::ffff:7f00:1]/"]
    {
        assert!(!can_last(&json!({"url": url, "from": 5})), "{url}");
    }
    for url in ["https://a.org/x", "a.org", "http://8.8.8.8/", "no address"] {
        assert!(can_last(&json!({"url": url})), "{url}");
    }
    assert!(can_last(&json!({"to": "Kim"})) && !can_last(&json!({})) && !can_last(&json!({"to": null})));
}

#[test]
fn hosts_are_read_as_they_are_reached() {
    for (url, wanted) in [
        ("https://A.org/x", Some("a.org")),
        ("https://user:pass@evil.org:8080?x", Some("evil.org:8080")),
        ("a.org#x", Some("a.org")),
        ("", None),
        ("https://", None),
    ] {
        assert_eq!(host(&json!({"url": url})).as_deref(), wanted, "{url}");
    }
    assert_eq!(host(&json!({"url": 3})), None);
}

#[test]
fn words_are_compared_as_they_are_read() {
    let rule = |then, with: &str| owners("send", &[("to", with)], then);
    let judged = |to: &str, rule: Rule| {
        let arguments = json!({ "to": to });
        judge(&call("send", &arguments, Reach::Outside, Policy::Never), &leave(Mode::Manual, vec![rule]))
    };
    for odd in ["Budget  2026 plan", "budget\u{a0}2026", "Bud\u{200b}get 2026", " Budget\t2026"] {
        assert_eq!(judged(odd, rule(Then::Refuse, "Budget 2026*")), Verdict::Refused("Mara".to_owned()), "{odd:?}");
    }
    assert_eq!(judged("Budget 2027", rule(Then::Refuse, "Budget 2026*")), Verdict::Made);
}

#[test]
fn what_a_button_allowed_rests_where_more_have_to_agree() {
    let (kim, jo) = (PersonId::new("kim"), PersonId::new("jo"));
    let by = |granted: &[&PersonId]| Rule {
        granted: granted.iter().map(|id| (*id).clone()).collect(),
        ..rule(Then::Allow, Some("kim"))
    };
    for (rule, quorum, four_eyes, rests) in [
        (by(&[&kim]), Quorum::Any, false, false),
        (by(&[&kim]), Quorum::Any, true, true),
        (by(&[&jo]), Quorum::Any, true, false),
        (by(&[&jo]), Quorum::Number(2), false, true),
        (by(&[&jo, &kim]), Quorum::Number(2), true, false),
        (by(&[]), Quorum::Any, true, true),
        (rule(Then::Allow, None), Quorum::All, true, false),
    ] {
        assert_eq!(rule.rests(quorum, four_eyes), rests, "{:?} {quorum:?} {four_eyes}", rule.granted);
    }
}

/// Whether a rule about an argument fits a call of a tool with this value, by what comes of it.
fn fits(then: Then, tool: &str, (name, wanted): (&str, &str), value: &Value) -> bool {
    let arguments = json!({ name: value });
    let call = call(tool, &arguments, Reach::Outside, Policy::Required);
    let leave = leave(Mode::AllowList, vec![owners(tool, &[(name, wanted)], then)]);
    match then {
        Then::Allow => judge(&call, &leave) == Verdict::Made,
        Then::Ask => matches!(judge(&call, &leave), Verdict::Asked { because: Because::Rule(_), .. }),
        Then::Refuse => matches!(judge(&call, &leave), Verdict::Refused(_)),
    }
}

#[test]
fn what_says_nothing_is_not_there() {
    for then in Then::ALL {
        for nothing in [json!(null), json!(""), json!("  "), json!([])] {
            for wanted in ["*", ""] {
                assert!(!fits(then, "send", ("to", wanted), &nothing), "{then:?} {nothing} {wanted}");
            }
        }
        assert!(fits(then, "send", ("to", "*"), &json!("Kim")) && fits(then, "send", ("to", "*"), &json!(["Kim"])));
    }
}

#[test]
fn a_star_counts_at_either_end() {
    for then in Then::ALL {
        for (wanted, fitting, other) in [
            ("*plan*", ["the plan 2", "Plan", "plans"], "pla n"),
            ("*plan", ["the  PLAN", "plan", "a plan "], "plans"),
            ("plan*", ["plans", "plan", "Plan  b"], "my plan"),
            ("plan", ["plan", " Plan", "PLAN"], "plans"),
            ("**", ["a", "b", "c"], ""),
        ] {
            for words in fitting {
                assert!(fits(then, "send", ("to", wanted), &json!(words)), "{then:?} {wanted} {words}");
            }
            assert!(!fits(then, "send", ("to", wanted), &json!(other)), "{then:?} {wanted} {other}");
        }
    }
    assert!(star_inside("a*b") && star_inside("*a*b*") && !star_inside("*a*") && !star_inside("**"));
}

#[test]
fn what_looks_alike_is_stopped_and_never_allowed() {
    for words in ["Вudget 4", "Ｂudget 5", "Budgеt 8", "𝐁udget 9", "Bu\u{301}dget", "Bud\u{ad}get ２０２６"] {
        for wanted in ["Budget*", "*budget*"] {
            for (then, fit) in [(Then::Refuse, true), (Then::Ask, true), (Then::Allow, words.contains('\u{ad}'))] {
                assert_eq!(fits(then, "send", ("to", wanted), &json!(words)), fit, "{then:?} {words} {wanted}");
            }
        }
    }
    assert!(!fits(Then::Refuse, "send", ("to", "\u{200b}.*"), &json!("anything")));
}

#[test]
fn a_title_is_judged_with_and_without_whose_it_is() {
    for title in ["shared Salary list", "Shared  salary list", "own “Salary list”", "OWN salary list"] {
        assert!(fits(Then::Refuse, "read_note", ("title", "Salary*"), &json!(title)), "{title}");
        assert!(!fits(Then::Allow, "read_note", ("title", "Salary*"), &json!(title)), "{title}");
        // There it is the title itself.
        assert!(!fits(Then::Refuse, "write_note", ("title", "Salary*"), &json!(title)), "{title}");
        assert!(!fits(Then::Refuse, "send", ("title", "Salary*"), &json!(title)), "{title}");
    }
    for (title, fit) in [("Shared errors", true), ("shared errors of May", true), ("Errors", false)] {
        assert_eq!(fits(Then::Allow, "read_note", ("title", "Shared errors*"), &json!(title)), fit, "{title}");
    }
    // Greek and Cyrillic capitals whose small letters look otherwise.
    for title in ["Нealth", "ΗEALTH"] {
        assert!(fits(Then::Refuse, "write_note", ("title", "Health*"), &json!(title)), "{title}");
    }
}

#[test]
fn a_quorum_is_never_less_than_asked_for() {
    assert_eq!((Quorum::Any.needed(0), Quorum::Any.needed(9)), (1, 1));
    assert_eq!((Quorum::Number(3).needed(1), Quorum::Number(3).needed(9)), (3, 3));
    assert_eq!((Quorum::All.needed(0), Quorum::All.needed(4)), (1, 4));
    for (text, read) in [
        ("any", Some(Quorum::Any)),
        ("off", Some(Quorum::Any)),
        ("ALL", Some(Quorum::All)),
        ("2", Some(Quorum::Number(2))),
    ] {
        assert_eq!(Quorum::read(text), read);
    }
    for odd in ["0", "21", "-1", "two of us", "everybody", ""] {
        assert_eq!(Quorum::read(odd), None, "{odd}");
    }
}
