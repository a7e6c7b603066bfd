//! What people say: every reader of words that runs before anybody thinks, and what a plan of a model becomes.

use super::schedules::holds;
use super::{moments, text_of};
use crate::secretary::notes::{self, Note, Owner, Wish};
use crate::secretary::plan::{self, Triage};
use crate::secretary::question::{self, Question};
use crate::secretary::reckoning::{self, Answer};
use crate::secretary::reminding::{self, Reading};
use crate::secretary::rescheduling;
use crate::secretary::round::Round;
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::when::{self, Rule};
use crate::secretary::{
    action::Action, answers, by_the_clock, choosing, commands, deadline, ids, masking, phrases, pointing, replying,
    routing, several, spelling, spoken, talk, tongue,
};
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use std::collections::BTreeMap;

/// The longest text that is read, in bytes: a message of Telegram has no more characters.
const LONGEST: usize = 4 * 1024;

/// A message.
pub(super) fn words(input: &[u8]) {
    let text = text_of(input);
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let zone = [Tz::Europe__Berlin, Tz::America__New_York, Tz::Asia__Kolkata][text.len() % 3];
    let now = moments()[text.len() / 3 % 4];
    plain_readers(text);
    if let Some(reading) = reminding::read(text, zone, now) {
        reminded(&reading, zone, now);
    }
    for part in several_of(text, zone, now) {
        assert!(!part.trim().is_empty(), "an empty request in {text:?}");
    }
    sums(text, zone, now);
    noted(text, now);
    changed(text, zone, now);
    if let Some(timed) = by_the_clock::read(text, zone, now) {
        assert!(format!("{timed:?}").len() < 64 * LONGEST);
    }
    if let Ok(at) = deadline::read(text, zone, now) {
        assert!(at - now >= TimeDelta::minutes(15) && at - now <= TimeDelta::days(30), "{at}");
    }
    answered(text, now);
}

fn plain_readers(text: &str) {
    let masked = masking::mask(text);
    assert_eq!(masking::mask(&masked), masked, "hidden twice in {text:?}");
    assert!(masked.len() <= 4 * text.len() && masking::unmarked(&masked).len() <= masked.len());
    if let Some((name, _)) = commands::typed(text) {
        assert!(!name.is_empty());
        let (name, args) = text.trim_start_matches('/').split_once(char::is_whitespace).unwrap_or((text, ""));
        if let Err(why) = commands::read(name, args) {
            assert!(!why.trim().is_empty() && why.chars().count() < 2_000, "{why}");
        }
    }
    let (_, rest) = routing::priority(text);
    assert!(rest.len() <= text.len());
    let _ = (talk::read(text), talk::finished(text), talk::drops(text), spoken::command(text), spoken::at_once(text));
    let _ = (replying::read(text), tongue::guess(text), spelling::mended(text), answers::judged(text));
    let _ = (routing::request_of_its_own(text), routing::order_of_its_own(text), routing::has_words(text));
    let _ = (question::yes_or_no(text), question::numbers(text), choosing::bare_number(text));
    let _ = (choosing::typed_decision(text), pointing::second_thought(text), answers::repeats(text, text));
    let _ = (phrases::parts(text, true), phrases::commas(text), phrases::sentence(text), phrases::question(text));
    let _ = phrases::asked_behind(text);
    let tidy = phrases::tidy(text, 100);
    assert!(tidy.chars().count() <= 100, "{tidy}");
    let labels = ["Only monthly terms", "The cheaper one", "Neither", text];
    let _ = (pointing::pointed(&labels, text), pointing::placed(&labels, text));
}

fn several_of(text: &str, zone: Tz, now: DateTime<Utc>) -> Vec<String> {
    let of = |reads| match several::read(text, reads, zone, now) {
        Some(several::Several::Certain(parts) | several::Several::Perhaps(parts)) => parts,
        None => Vec::new(),
    };
    of(true).into_iter().chain(of(false)).collect()
}

/// A reminder has words that fit and a time that can come.
fn reminded(reading: &Reading, zone: Tz, now: DateTime<Utc>) {
    let part = |what: &str, rule: &Rule| {
        assert!(!what.trim().is_empty(), "nothing to be reminded of");
        holds(rule, zone, now);
    };
    match reading {
        Reading::Clear { what, rule, .. } | Reading::Check { what, rule, .. } => part(what, rule),
        Reading::Several(parts) | Reading::CheckAll(parts) => {
            for one in parts {
                part(&one.what, &one.rule);
            }
        }
        Reading::NoWords { rule } => holds(rule, zone, now),
        Reading::Other { rule, .. } => rule.iter().for_each(|rule| holds(rule, zone, now)),
        Reading::Unclear(why) => assert!(!why.trim().is_empty()),
        Reading::NoTime { .. } | Reading::Dropped => {}
    }
}

/// A sum is answered in few words, and its result can be gone on from.
fn sums(text: &str, zone: Tz, now: DateTime<Utc>) {
    let _ = (reckoning::clear(text, zone, now), reckoning::is_bare_sum(text));
    if let Err(why) = reckoning::calculate(text) {
        assert!(!why.trim().is_empty());
    }
    let Some(answer) = reckoning::read(text, zone, now) else { return };
    match &answer {
        Answer::Is { asked, value, .. } => assert!(!asked.trim().is_empty() && !value.trim().is_empty(), "{answer:?}"),
        Answer::Said(words) | Answer::Not(words) => assert!(!words.trim().is_empty()),
    }
    if let Some(result) = answer.next() {
        let _ = reckoning::follow_up(text, result, zone, now);
        let _ = reckoning::follow_up("times 2", result, zone, now);
    }
}

fn noted(text: &str, now: DateTime<Utc>) {
    let _ = (notes::read(text), notes::on_the_list(text, "shopping list"), notes::corrected(text, text));
    let _ = notes::rewritten(text, text);
    if let Some(Wish::Keep { text }) = notes::wish(text) {
        assert!(!text.trim().is_empty(), "an empty note");
    }
    let (title, _) = notes::titled(text);
    let note = Note { owner: Owner::default(), title, text: text.to_owned(), updated_at: now };
    for hit in notes::find(std::slice::from_ref(&note), text, true) {
        assert!(format!("{hit:?}").len() < 64 * LONGEST);
    }
    let things = notes::things(text);
    let (added, _, _) = notes::added(text, &things);
    let _ = (notes::struck(&added, &things), notes::reworded(&note, text, text, now));
}

/// A schedule that is changed by these words can come, or the person hears why not.
fn changed(text: &str, zone: Tz, now: DateTime<Utc>) {
    let Ok(rule) = when::parse_schedule("weekly fri 16:00", zone, now) else { return };
    let schedule = Schedule {
        id: ids::ScheduleId::new("S"),
        workspace: ids::WorkspaceId::new("W"),
        number: 3,
        owner: ids::PersonId::new("P"),
        room: ids::RoomId::new("R"),
        duty: Duty::Remind("call Kim".to_owned()),
        next_at: when::next_due(&rule, zone, now),
        rule,
        zone: zone.name().to_owned(),
        paused: false,
        snoozed_to: None,
        covered_to: now,
        fired: 0,
        assumed: false,
        answers: BTreeMap::new(),
        touched: false,
    };
    match rescheduling::read(text, &schedule, zone, now) {
        Ok(change) => change.rule.iter().for_each(|rule| holds(rule, zone, now)),
        Err(why) => assert!(!why.trim().is_empty()),
    }
    let _ = (rescheduling::amended(text, &schedule, zone, now), rescheduling::reply(text, zone, now));
    let _ = (rescheduling::asked(text, zone, now), rescheduling::perhaps_asked(text, zone, now));
    let _ = spoken::digest(text, zone, now);
    let asked = Action::Remind { what: Some("call Kim".to_owned()), rule: None, person: None };
    if let Some(reading) = reminding::answer(&asked, text, zone, now) {
        reminded(&reading, zone, now);
    }
}

/// Typed answers name questions that were asked.
fn answered(text: &str, now: DateTime<Utc>) {
    let asked: Result<Vec<Question>, _> = serde_json::from_str(
        r#"[{"text":"How many?","range":[1,20]},{"text":"Which colour?","options":["Red","Blue, dark"],"multiple":true},
            {"text":"Public?","yes_no":true,"options":["Yes","No"]}]"#,
    );
    let questions = asked.unwrap_or_default();
    assert_eq!(questions.len(), 3);
    let round = Round::new(questions, ids::Token::new("AbCdEfGhIjKlMnOpQrStUv"), now);
    match answers::take(&round, text) {
        Ok(given) => {
            assert!(given.iter().all(|(question, _)| *question < 3));
            let _ = answers::doubtful(&round, text, &given);
        }
        Err(why) => assert!(!why.trim().is_empty()),
    }
    let _ = (answers::placed(&round, text), answers::names(&round, text), answers::refused(&round, text));
}

/// A plan of a model is bounded before people see it.
pub(super) fn triage(triage: &Triage) {
    if plan::check(&triage.tasks, &[]).is_ok() {
        assert!((1..=plan::MAX_TASKS).contains(&triage.tasks.len()));
    }
    for question in triage.questions.iter().filter_map(Question::bounded) {
        assert!(!question.text.is_empty() && question.text.chars().count() <= 300);
        assert!(question.options.iter().all(|option| !option.is_empty() && option.chars().count() <= 60));
        assert!(question.range.is_none_or(|(low, high)| low < high));
    }
}
