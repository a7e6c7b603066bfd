//! Words that go on from a result: "times 3", "and plus 15?", "minus 10%", "half of that", "and in miles?". They are
//! sums only right behind one; it must not take words that say anything else.

use super::super::phrases::{after, around, has};
use super::{Answer, clocks, money, spelled, sums, units, usable, worked_out};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// What leads to such words and adds nothing.
const LEADS: &[&str] = &[
    "and",
    "now",
    "then",
    "ok",
    "okay",
    "so",
    "also",
    "but",
    "please",
    "what about",
    "how about",
    "what is",
    "what's",
    "whats",
    "what if",
    "how much is",
    "how much are",
    "and what is",
    "can you",
    "could you",
    "make it",
    "make that",
    "und",
    "dann",
    "jetzt",
    "was ist",
    "wie viel ist",
    "calculate",
    "the result",
    "it",
    "that",
    "equals",
];
/// Words for the result.
const RESULT: &[&str] = &["the result", "the total", "that", "this", "it", "davon", "das", "dem"];
/// Beginnings of a step that wants the result before it.
const STEPS: &[&str] = &[
    "plus",
    "minus",
    "less",
    "times",
    "x",
    "mal",
    "divided",
    "over",
    "split",
    "multiplied",
    "geteilt",
    "hoch",
    "squared",
    "cubed",
    "to the power of",
    "to the power",
    "raised to",
    "as a percentage of",
    "is what percent of",
];

/// The answer to words that go on from a result, as it can be typed.
pub fn read(text: &str, result: &str, zone: Tz, now: DateTime<Utc>) -> Option<Answer> {
    let text = usable(text)?;
    let mut body = text.trim_end_matches(['?', '=', '.', '!', ' ']).trim();
    while let Some(end) = [" please", " then", " instead", " now"].iter().find_map(|tail| body.strip_suffix(tail)) {
        body = end.trim_end_matches([',', ' ']);
    }
    let spoken = spelled::in_digits(body, true);
    let mut rest = spoken.as_str();
    loop {
        if let Some(answer) = step(rest, result, zone, now) {
            return Some(answer);
        }
        rest = after(rest, LEADS)?.trim_start_matches([',', ' ']);
    }
}

fn step(body: &str, result: &str, zone: Tz, now: DateTime<Utc>) -> Option<Answer> {
    if let Some(unit) = after(body, &["in", "into", "to", "as", "convert it to", "convert that to", "convert to"]) {
        return turned(unit, result);
    }
    let sum = stepped(body, result)?;
    if let Some((answer, _)) = clocks::read(&sum, zone, now) {
        return Some(answer);
    }
    let read = sums::read(&format!("what is {sum}"))?;
    Some(worked_out(&read))
}

/// "in miles", "in euros".
fn turned(unit: &str, result: &str) -> Option<Answer> {
    let unit = after(unit, &["the", "whole"]).unwrap_or(unit);
    let wanted = money::named(unit);
    let named = money::sign(&unit.to_lowercase()).is_some() || matches!(unit.to_lowercase().as_str(), "us dollars");
    if let Some(sign) = wanted.first().filter(|_| named) {
        let why = match money::named(result).first() {
            Some(has) if has == sign => format!("It is in {unit} already."),
            Some(_) => "Exchange rates change by the hour and I know none, so I can't say that exactly.".to_owned(),
            None => "That was a number without money, and I know no exchange rates.".to_owned(),
        };
        return Some(Answer::Not(why));
    }
    units::read(&format!("{result} in {unit}"))
}

/// The words as a whole sum, with the result where it belongs.
fn stepped(body: &str, result: &str) -> Option<String> {
    let signs = body.starts_with(['+', '-', '−', '–', '*', '×', '/', '÷', '^']);
    if signs || after(body, STEPS).is_some() {
        return Some(format!("{result} {body}"));
    }
    let lower = body.to_lowercase();
    match lower.as_str() {
        "double" | "doubled" | "twice" | "double it" | "double that" | "twice that" | "twice it" => {
            return Some(format!("{result} * 2"));
        }
        "triple" | "tripled" | "triple it" | "triple that" => return Some(format!("{result} * 3")),
        "(1/2)" | "halve it" | "halve that" | "halved" | "(1/2) it" | "(1/2) that" => {
            return Some(format!("{result} / 2"));
        }
        "round" | "rounded" | "round it" | "round that" | "rounded up" | "round up" | "round it up"
        | "rounded down" | "round down" | "round it down" => {
            let how = if lower.contains("up") {
                "ceil"
            } else if lower.contains("down") {
                "floor"
            } else {
                "round"
            };
            return Some(format!("{how}({result})"));
        }
        _ => {}
    }
    // "add 15", "add 15 to that", "take 10% off", "10% off that".
    let ends = ["to it", "to that", "from it", "from that", "off it", "off that", "off", "on top"];
    let alone = ends.iter().find_map(|end| body.strip_suffix(end)).map_or(body, str::trim_end);
    let verbs = [
        (&["add", "addiere"][..], "+"),
        (&["subtract", "deduct", "take away", "take", "remove"], "-"),
        (&["multiply it by", "multiply that by", "multiply by", "multiply with"], "*"),
        (&["divide it by", "divide that by", "divide by", "split it by", "split that by", "split between"], "/"),
        (&["increase it by", "increase that by", "increase by", "raise it by", "raise by"], "+"),
        (&["decrease it by", "reduce it by", "reduce by", "decrease by", "lower it by", "lower by"], "-"),
    ];
    for (verb, sign) in verbs {
        if let Some(by) = after(alone, verb).filter(|by| by.starts_with(|c: char| c.is_ascii_digit() || c == '(')) {
            return Some(format!("{result} {sign} {by}"));
        }
    }
    let percent = |by: &str| by.trim_end().ends_with('%') || has(by, &["percent"]);
    if body != alone && body.contains("off") && percent(alone) {
        return Some(format!("{result} - {alone}"));
    }
    if let Some((by, "")) = around(body, &["more", "on top"]).filter(|(by, _)| percent(by)) {
        return Some(format!("{result} + {by}"));
    }
    if let Some((by, "")) = around(body, &["less"]).filter(|(by, _)| percent(by)) {
        return Some(format!("{result} - {by}"));
    }
    let (before, behind) = around(body, RESULT)?;
    Some(format!("{before} {result} {behind}").trim().to_owned())
}
