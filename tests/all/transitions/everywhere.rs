//! What is said about who decides, and to whom that is not, in every language: no sentence of it stays English.

use super::decisions::open;
use super::telling::{facts, now};
use chrono::TimeDelta;
use secretary::secretary::budget::cost::Currency;
use secretary::secretary::budget::{Limit, Limits, Scope};
use secretary::secretary::decision::{Decision, DecisionState, Subject, Verdict, Vote};
use secretary::secretary::ids::PersonId;
use secretary::secretary::language::translations::line;
use secretary::secretary::message::keys::Keys;
use secretary::secretary::message::{Block, Span};
use secretary::secretary::names::languages::Language;
use secretary::secretary::people::workspace::{Person, Role, ServerRole};
use secretary::secretary::policy::Quorum;
use secretary::secretary::ticket::facts::{Decider, Facts};
use secretary::secretary::ticket::standing::Standing;
use secretary::secretary::ticket::{Ending, Stage, Ticket};
use secretary::secretary::when::Rule;
use secretary::secretary::wording;
use secretary::secretary::wording::decision::{deadlines, decisions, sure, voting};
use secretary::secretary::wording::settings::used_up_budgets;
use secretary::secretary::wording::talk::{late, refusals};
use secretary::secretary::wording::translations;

/// Words of English sentences about decisions that no other language has.
const ENGLISH: [&str; 10] =
    ["can", "decides", "somebody", "whoever", "nobody", "the", "and", "others", "already", "must"];

/// No sentence of a text stays English in any other language.
#[track_caller]
fn said_everywhere(text: &str) {
    for language in Language::ALL.into_iter().skip(1) {
        said_in(text, &line(text, language));
    }
}

#[track_caller]
fn said_in(text: &str, said: &str) {
    for sentence in text.split(". ").map(|sentence| sentence.trim_end_matches('.')) {
        assert!(!said.contains(sentence), "“{sentence}” stays English in “{said}”");
    }
    let words: Vec<String> = said.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
    let left = ENGLISH.iter().find(|word| words.iter().any(|said| said == *word));
    assert!(left.is_none(), "{left:?} stays English in “{said}”, which was “{text}”");
}

fn people(names: &[&str]) -> Vec<Decider> {
    let decider = |name: &&str| Decider {
        id: PersonId::new(name.to_lowercase()),
        name: (*name).to_owned(),
        named: true,
        deputy: None,
        owner: *name == "Olga",
    };
    names.iter().map(decider).collect()
}

/// One to six who decide, with and without a role of a server that lends it.
fn deciding() -> Vec<Facts> {
    let all = ["Kim", "Olga", "Jo", "Li", "Sam", "Tom"];
    let mut found = Vec::new();
    for count in [0, 1, 2, 4, 6] {
        for lends in [false, true] {
            let mut facts = Facts { deciders: people(&all[..count]), ..facts() };
            facts.settings.four_eyes = true;
            if lends {
                facts.settings.server_roles =
                    vec![ServerRole { id: "42".into(), name: String::new(), role: Role::Approver }];
            }
            found.push(facts);
        }
    }
    found
}

/// A ticket with one open question, and no words in it that could be taken for the secretary's.
fn asked() -> Ticket {
    let mut ticket = open(Subject::Work);
    let asked = &mut ticket.decisions[0].asked;
    (asked.question, asked.why, asked.reason) = ("Welche Farbe?".into(), String::new(), String::new());
    asked.deadline = None;
    for option in &mut asked.options {
        (option.label, option.impact) = ("Blau".into(), String::new());
        (option.pros, option.cons) = (String::new(), String::new());
    }
    ticket
}

fn person(id: &str, role: Role) -> Person {
    Person::new(PersonId::new(id), secretary::secretary::ids::WorkspaceId::new("W"), "Mo", role, now())
}

/// What is said where a limit of euros cannot be kept in what prices are in now, if anything.
fn unkept(has: Option<Currency>) -> String {
    let mut facts = Facts { prices: has, ..facts() };
    let day = Some(Limit { tokens: None, micros: Some(400_000) });
    facts.settings.budget = Limits { day, currency: Currency::of("EUR"), ..Limits::default() };
    wording::settings::unkept_limits::no_way_on(&facts, Scope::Day).unwrap()
}

#[test]
fn whoever_may_not_decide_hears_why_and_who_can_in_one_language() {
    for facts in deciding() {
        let mut ticket = asked();
        ticket.decisions[0].four_eyes = true;
        ticket.shaped_by.push(PersonId::new("shaper"));
        for who in [ticket.requester.clone(), PersonId::new("shaper"), PersonId::new("deputy")] {
            said_everywhere(&voting::not_an_author(&ticket, &who, &facts));
        }
    }
    for (four_eyes, shaped, id) in
        [(false, false, "x"), (true, false, "x"), (true, true, "x"), (false, false, "P1"), (true, false, "P1")]
    {
        let mut ticket = asked();
        ticket.decisions[0].four_eyes = four_eyes;
        ticket.shaped_by = if shaped { vec![PersonId::new("shaper")] } else { Vec::new() };
        said_everywhere(&refusals::only_deciders(&person(id, Role::Observer), &ticket));
    }
    for text in [
        voting::members_only(),
        voting::voted_themself("Mo", "Blau", &facts()),
        voting::no_vote(),
        used_up_budgets::only_owners(Scope::Day, true),
        used_up_budgets::only_owners(Scope::Day, false),
        unkept(None),
        unkept(Currency::of("USD")),
        used_up_budgets::others_can(true).to_owned(),
        used_up_budgets::others_can(false).to_owned(),
        wording::ticket::waiting::never_asked(12),
        refusals::stranger(),
        refusals::member_elsewhere(),
        refusals::anonymous(),
        decisions::no_such_option(3),
        sure::kept(),
        deadlines::BACK.to_owned(),
        deadlines::open_already(),
        deadlines::too_late(&asked()),
        late::of_another_chat(),
        late::forgotten(),
    ] {
        said_everywhere(&text);
    }
}

#[test]
fn how_many_must_agree_is_said_in_one_language() {
    let vote = |by: &str| Vote {
        by: PersonId::new(by),
        deputy: None,
        name: "Kim".into(),
        option: Some(0),
        text: "Blau".into(),
        at: now(),
    };
    for facts in deciding() {
        for quorum in [Quorum::Any, Quorum::Number(2), Quorum::Number(9), Quorum::All] {
            for four_eyes in [false, true] {
                let mut ticket = asked();
                ticket.shaped_by = vec![PersonId::new("kim"), PersonId::new("olga")];
                let decision = &mut ticket.decisions[0];
                (decision.quorum, decision.four_eyes, decision.votes) = (quorum, four_eyes, vec![vote("jo")]);
                let decision = ticket.decisions[0].clone();
                for line in voting::standing(&ticket, &decision, &facts) {
                    said_everywhere(&line);
                }
                said_everywhere(&voting::voted(&ticket, &decision, &facts, "Blau"));
                said_everywhere(&voting::taken_back(&decision));
                prompted_everywhere(&ticket, &decision, &facts);
            }
        }
    }
}

/// The whole prompt, with who can decide.
#[track_caller]
fn prompted_everywhere(ticket: &Ticket, decision: &Decision, facts: &Facts) {
    let mut keys = Keys::new(facts.token(0));
    let prompt = decisions::prompt(ticket, decision, facts, now(), &mut keys);
    for language in Language::ALL.into_iter().skip(1) {
        let clock = translations::Clock { zone: facts.zone, named: false };
        let read = translations::read(&prompt, Some(clock), language, now()).unwrap();
        for block in &read.blocks {
            let line: String = block.spans().iter().map(Span::plain).collect();
            said_in("can decide. must agree", &line);
        }
    }
}

#[test]
fn what_was_decided_already_is_said_in_one_language() {
    let mut ticket = asked();
    for by in [None, Some(PersonId::new("P1")), Some(PersonId::new("kim"))] {
        for overdue in [false, true] {
            let verdict = Verdict {
                option: Some(0),
                text: "Blau".into(),
                by: by.clone(),
                name: "Kim".into(),
                platform: None,
                at: now(),
            };
            let decision = &mut ticket.decisions[0];
            (decision.state, decision.overdue) = (DecisionState::Made(verdict), overdue);
            for passed in [TimeDelta::zero(), TimeDelta::minutes(5), TimeDelta::hours(2), TimeDelta::days(3)] {
                let (reader, zone) = (PersonId::new("P1"), chrono_tz::Europe::Berlin);
                let already = late::decided(&ticket.decisions[0], Some(&reader), zone, now() + passed);
                said_everywhere(&already);
                for ending in [Ending::Done, Ending::Failed, Ending::Cancelled, Ending::Folded] {
                    let over = late::over(&ticket, ending);
                    said_everywhere(&over);
                    said_everywhere(&late::given_back(&format!("{already} {over}"), "lila bitte"));
                }
            }
        }
    }
    ticket.decisions[0].state = DecisionState::Dropped;
    said_everywhere(&late::decided(&ticket.decisions[0], None, chrono_tz::Europe::Berlin, now()));
}

#[test]
fn what_a_schedule_does_from_now_on_is_said_in_one_language() {
    let at = now() + TimeDelta::days(1);
    let standing = Standing::new(Rule::Once { at }, chrono_tz::Europe::Berlin, String::new(), now());
    let ticket = Ticket { stage: Stage::Closed(Ending::Folded), standing: Some(Box::new(standing)), ..asked() };
    said_everywhere(&late::over(&ticket, Ending::Folded));
}

/// The last line of a prompt that names people.
fn who_can(ticket: &Ticket, facts: &Facts) -> String {
    let mut keys = Keys::new(facts.token(0));
    let prompt = decisions::prompt(ticket, &ticket.decisions[0], facts, now(), &mut keys);
    let line = |block: &Block| block.spans().iter().map(Span::plain).collect::<String>();
    prompt.blocks.iter().map(line).find(|line| line.contains("can decide.")).unwrap_or_default()
}

#[test]
fn whoever_has_no_name_is_told_by_what_they_are() {
    let mut ticket = asked();
    ticket.decisions[0].quorum = Quorum::Number(2);
    let visitor = Decider { named: false, ..people(&["Owner"]).remove(0) };
    let mut facts = Facts { deciders: people(&["Olga", "Kim"]), requester_decides: false, ..facts() };
    facts.deciders.push(visitor.clone());
    let told = who_can(&ticket, &facts);
    assert!(told.ends_with("Olga, Kim or somebody at the web chat can decide."), "{told}");
    // An owner from the settings who has not written yet.
    facts.deciders.push(Decider { id: PersonId::new("settings"), named: true, ..visitor });
    let told = who_can(&ticket, &facts);
    assert!(told.ends_with("Olga, Kim or an owner can decide."), "{told}");
}

#[test]
fn whoever_is_away_is_named_behind_their_deputy() {
    let ticket = asked();
    let mut facts = Facts { deciders: people(&["Olga", "Anna"]), requester_decides: false, ..facts() };
    facts.deciders[1].deputy = Some((PersonId::new("rita"), "Rita".to_owned()));
    let told = who_can(&ticket, &facts);
    assert!(told.ends_with("Olga, Rita or Anna can decide."), "{told}");
    prompted_everywhere(&ticket, &ticket.decisions[0], &facts);
    // Whoever is away is called by nothing.
    let mut keys = Keys::new(facts.token(0));
    let prompt = decisions::prompt(&ticket, &ticket.decisions[0], &facts, now(), &mut keys);
    assert_eq!(prompt.mentions.iter().map(PersonId::as_str).collect::<Vec<_>>(), ["olga", "rita"]);
}
