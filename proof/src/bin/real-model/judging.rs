//! What held of a dialogue, and why something did not. Pure.

use secretary::secretary::intent::{Intent, rule_of};
use secretary::secretary::ticket::plan::{Kind, Triage, mended};
use secretary::secretary::when::{self, Rule};

/// What held, or why it did not.
pub type Held = Result<String, String>;

/// The moment of all dialogues: Tuesday, 09:30 in Berlin.
pub const NOW: &str = "2026-11-24T08:30:00Z";
/// The zone of the person.
pub const ZONE: &str = "Europe/Berlin";
/// What people must never see: thoughts, calls written as text, marks of a template.
const MARKUP: [&str; 10] =
    ["<think", "</think", "[think]", "[/think]", "<|", "|>", "<tool_call", "</tool_call", "<function", "\"arguments\""];
/// Words that are in nearly every text of their language.
const GERMAN: [&str; 10] = ["der", "die", "das", "und", "ist", "mit", "ein", "eine", "nicht", "für"];
const ENGLISH: [&str; 10] = ["the", "and", "is", "with", "of", "a", "an", "not", "for", "to"];

/// An idea became a plan that can be started.
pub fn plan(triage: Triage, rounds: usize) -> Held {
    if let Some(why) = triage.beyond.filter(|why| !why.trim().is_empty()) {
        return Err(format!("it is said to be impossible: {why}"));
    }
    if triage.kind == Kind::Talk {
        return Err("it was answered instead of planned".to_owned());
    }
    let steps = mended(triage.tasks).map_err(|fault| fault.to_string())?.len();
    Ok(format!("a plan of {steps} steps after {rounds} rounds of questions"))
}

/// A reminder was set for Wednesday at 15:00.
pub fn reminder(intents: &[Intent]) -> Held {
    let Some(Intent::Remind(change)) = intents.first() else { return Err(other(intents)) };
    let (now, zone) = (NOW.parse().unwrap_or_default(), when::parse_zone(ZONE).unwrap_or_default());
    let timed = rule_of(&change.when.clone().unwrap_or_default(), zone, now).map_err(|why| why.to_string())?;
    let said = format!("“{}”, {}", change.text, when::say_rule(&timed.rule, zone));
    let due = Rule::Once { at: "2026-11-25T14:00:00Z".parse().unwrap_or_default() };
    if timed.rule == due { Ok(said) } else { Err(said) }
}

/// The second option of item a was chosen.
pub fn decision(intents: &[Intent]) -> Held {
    let chosen = |intent: &Intent| matches!(intent, Intent::Decide { item, option: Some(2), .. } if item == "a");
    if intents.iter().any(chosen) { Ok("the second option is chosen".to_owned()) } else { Err(other(intents)) }
}

/// What else was understood.
pub fn other(intents: &[Intent]) -> String {
    let text = serde_json::to_string(intents).unwrap_or_default();
    format!("it is understood as {}", text.chars().take(300).collect::<String>())
}

/// The agent called the tool that calculates, and its result has the sum: 1,234.50 and 19 percent, 1,469.055.
pub fn work(result: &str, calculated: usize) -> Held {
    clean(result)?;
    let digits: String = result.chars().filter(char::is_ascii_digit).collect();
    match (calculated, digits.contains("1469")) {
        (0, _) => Err("no tool was called".to_owned()),
        (_, false) => Err(format!("the sum is not in the result: {}", result.chars().take(200).collect::<String>())),
        (_, true) => Ok("a tool was called, and its sum is in the result".to_owned()),
    }
}

/// A report in German with the price that the results name.
pub fn report(text: &str) -> Held {
    clean(text)?;
    let words: Vec<String> =
        text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase).filter(|word| !word.is_empty()).collect();
    let count = |of: [&str; 10]| words.iter().filter(|word| of.contains(&word.as_str())).count();
    if count(GERMAN) <= count(ENGLISH) {
        return Err("it is not in the person's language".to_owned());
    }
    if !text.contains("12") {
        return Err("the price of the results is not in it".to_owned());
    }
    Ok(format!("{} words in the person's language", words.len()))
}

/// Nothing of a thought or of markup.
fn clean(text: &str) -> Result<(), String> {
    let low = text.to_lowercase();
    match MARKUP.iter().find(|mark| low.contains(*mark)) {
        Some(mark) => Err(format!("there is {mark} in the text")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::judging::*;
    use secretary::secretary::intent::{When, WhenChange};
    use secretary::secretary::ticket::plan::PlannedTask;

    #[test]
    fn each_dialogue_has_what_holds_and_what_does_not() {
        let task = PlannedTask { key: "t1".to_owned(), needs: vec!["t9".to_owned()], ..PlannedTask::default() };
        let planned = Triage { tasks: vec![task], ..Triage::default() };
        assert!(plan(planned.clone(), 1).is_ok_and(|said| said.contains("1 steps after 1 rounds")));
        assert!(plan(Triage { beyond: Some("no hands".to_owned()), ..planned }, 0).is_err());
        assert!(plan(Triage::default(), 0).is_err());

        let at = |date: &str, time: &str| {
            let when = When { date: Some(date.to_owned()), time: Some(time.to_owned()), ..When::default() };
            [Intent::Remind(WhenChange { text: "call".to_owned(), when: Some(when), ..WhenChange::default() })]
        };
        assert!(reminder(&at("2026-11-25", "15:00")).is_ok());
        assert!(reminder(&at("2026-11-25", "03:00")).is_err() && reminder(&at("2026-11-20", "15:00")).is_err());

        let decide = |item: &str, option| {
            [Intent::Decide { item: item.to_owned(), option, text: "blue".to_owned(), sure: true }]
        };
        assert!(decision(&decide("a", Some(2))).is_ok());
        assert!(decision(&decide("a", None)).is_err() && decision(&decide("b", Some(2))).is_err());
        assert!(decision(&[]).is_err());
    }

    #[test]
    fn a_result_needs_its_tool_and_no_text_shows_markup() {
        assert!(work("With VAT it is €1,469.06.", 1).is_ok());
        for (result, calculated) in [("€1,469.06", 0), ("about €1,500", 1), ("<think>hm</think> €1,469.06", 1)] {
            assert!(work(result, calculated).is_err(), "{result}");
        }
        assert!(report("Angebot C ist mit 12 € im Monat das günstigste, und die Kündigung ist monatlich.").is_ok());
        for text in [
            "Offer C is the cheapest at €12 a month, and the notice is monthly.",
            "Angebot C ist mit wenig Geld das günstigste.",
            "<|channel|>final Angebot C ist mit 12 € das günstigste und die Kündigung ist monatlich.",
            "",
        ] {
            assert!(report(text).is_err(), "{text}");
        }
    }
}
