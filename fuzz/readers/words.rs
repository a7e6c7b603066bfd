//! Words of people: every exact reader that needs no model, the grammar of times and sums, and the plan of a model.

use super::schedules::{holds, is_said};
use super::{meaning, moments, text_of};
use crate::adapters::offline::Offline;
use crate::ports::grammar::Grammar;
use crate::secretary::decision::deadline;
use crate::secretary::language::exact;
use crate::secretary::message::{commands, routing};
use crate::secretary::notes::{self, Note, Owner};
use crate::secretary::orders::read_command;
use crate::secretary::redaction;
use crate::secretary::ticket::plan;
use crate::secretary::ticket::plan::Triage;
use crate::secretary::ticket::round::question::{Form, Question};
use crate::secretary::ticket::round::{answers, question};
use crate::secretary::when::Rule;
use crate::secretary::wording::ticket::questions::unfit;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

/// The longest text that is read, in bytes: a message of Telegram has no more characters.
const LONGEST: usize = 4 * 1024;
/// The most characters of a result of a sum, and of a reason that is told.
const RESULT: usize = 80;
const REASON: usize = 2_000;

/// A message.
pub(super) fn words(input: &[u8]) {
    let text = text_of(input);
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let zone = [Tz::Europe__Berlin, Tz::America__New_York, Tz::Asia__Kolkata][text.len() % 3];
    let now = moments()[text.len() / 3 % 4];
    plain_readers(text);
    exactly(text);
    answered(text);
    noted(text, now);
    timed(text, zone, now);
    meaning::understood(text, zone, now);
}

fn plain_readers(text: &str) {
    let masked = redaction::mask(text);
    assert_eq!(redaction::mask(&masked), masked, "hidden twice in {text:?}");
    assert!(masked.len() <= 4 * text.len() && redaction::unmarked(&masked).len() <= masked.len());
    if let Some((name, args)) = commands::typed(text) {
        assert!(!name.is_empty() && args == args.trim());
        if let Err(why) = read_command::read(&name, &args) {
            assert!(!why.trim().is_empty() && why.chars().count() < REASON, "{why}");
        }
    }
    let (_, rest) = routing::priority(text);
    assert!(rest.len() <= text.len());
}

/// What is read without a model, because it can mean only one thing.
fn exactly(text: &str) {
    if let Some(order) = exact::alone(text) {
        let words = text.split_whitespace().filter(|word| routing::has_words(word));
        assert!(words.count() <= 1, "{order:?} is more than one word: {text:?}");
    }
    assert!(exact::number(text).is_none_or(|number| number < 1_000));
    let labels = ["Red, with lead", "Blue", "Yes, now", "No", text];
    for count in 0..=labels.len() {
        let labels = &labels[..count];
        let agreed = exact::yes_or_no(text).and_then(|yes| exact::agreeing(yes, labels));
        let found = [exact::option(text, labels), exact::label(text, labels), agreed];
        assert!(found.into_iter().flatten().all(|option| option < count), "{found:?} of {count} options");
    }
    if routing::has_words(text) {
        assert_eq!(exact::label(text, &[text]), Some(0), "a label does not name itself: {text:?}");
    }
}

/// An answer is an option, a number within its range, or words of bounded length.
fn answered(text: &str) {
    let asked: Result<Vec<Question>, _> = serde_json::from_str(
        r#"[{"text":"How many?","range":[1,20]},{"text":"Which colour?","options":["Red","Blue, dark"],"multiple":true},
            {"text":"Public?","yes_no":true,"options":["Yes","No"]}]"#,
    );
    let questions = asked.unwrap_or_default();
    assert_eq!(questions.len(), 3);
    for question in &questions {
        match answers::checked(question, text) {
            Ok(answer) => {
                assert!(answer.chars().count() <= answers::LONGEST);
                let number = question.form() == Form::Number;
                let within = || question::numbers(&answer).is_some_and(|all| question::within(&all, (1.0, 20.0)));
                assert!(!number || within(), "{answer} is out of range");
            }
            Err(why) => {
                let why = unfit(&question.text, why);
                assert!(!why.trim().is_empty() && why.chars().count() < REASON, "{why}");
            }
        }
    }
    assert!(answers::parts(text).iter().all(|part| !part.is_empty() && part == part.trim()));
    assert!(answers::judged(text).is_none_or(|what| what.len() < text.len()));
}

fn noted(text: &str, now: DateTime<Utc>) {
    let (title, body) = notes::titled(text);
    assert!(!title.trim().is_empty() && body.len() <= text.len());
    let note = Note { owner: Owner::default(), title, text: text.to_owned(), updated_at: now };
    for hit in notes::find(std::slice::from_ref(&note), text) {
        assert!(format!("{hit:?}").len() < 64 * LONGEST);
    }
    let things = notes::things(text);
    assert!(things.iter().all(|thing| !thing.is_empty()), "{things:?}");
    let (added, new, known) = notes::added("", &things);
    assert_eq!(new.len() + known.len(), things.len());
    let _ = (notes::struck(&added, &things), notes::reworded(&note, text, text, now));
}

/// The grammar of times and sums. A time in a text can come, and the rest is a part of the text.
fn timed(text: &str, zone: Tz, now: DateTime<Utc>) {
    let grammar = Offline::default();
    match grammar.time(text, zone, now) {
        Ok(timed) => holds(&timed.rule, timed.zone, now),
        Err(why) => is_said(&why),
    }
    let timely = grammar.timely(text, zone, now);
    assert!(text.contains(&timely.rest), "{:?} is no part of {text:?}", timely.rest);
    if let Some(Ok(timed)) = timely.timed {
        holds(&timed.rule, timed.zone, now);
    }
    if let Some(result) = grammar.sum(text) {
        assert!(result.contains(|c: char| c.is_ascii_digit()) && result.chars().count() <= RESULT, "{result}");
    }
    let moment = |words: &str| match grammar.time(words, zone, now).ok()?.rule {
        Rule::Once { at } => Some(at),
        Rule::Wall { .. } => None,
    };
    match deadline::read(text, moment, now) {
        Ok(at) => assert!(at - now >= TimeDelta::minutes(15) && at - now <= TimeDelta::days(30), "{at}"),
        Err(why) => assert!(!why.trim().is_empty() && why.chars().count() < REASON, "{why}"),
    }
}

/// A plan of a model is bounded before people see it.
pub(super) fn triage(triage: &Triage) {
    if let Ok(tasks) = plan::mended(triage.tasks.clone()) {
        assert!((1..=plan::MAX_TASKS).contains(&tasks.len()));
        assert_eq!(plan::mended(tasks.clone()), Ok(tasks));
    }
    for question in triage.questions.iter().filter_map(Question::bounded) {
        assert!(!question.text.is_empty() && question.text.chars().count() <= 300);
        assert!(question.options.iter().all(|option| !option.is_empty() && option.chars().count() <= 60));
        assert!(question.range.is_none_or(|(low, high)| low < high));
    }
}
