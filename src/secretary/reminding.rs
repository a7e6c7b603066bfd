//! "Remind me …" read by rules, with or without a model: it is an order in plain words, echoed back
//! with its time. What is missing is asked for, what is doubtful is asked about; nothing doubtful is set in silence.

mod answering;
mod asking_again;
#[cfg(test)]
mod everyday;
mod opening;
#[cfg(test)]
mod tests;
mod together;

use super::phrases;
use super::when::{self, Doubt, Note, Rule, Sentence, WhenError};
use super::wording::reminding as wording;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use opening::{Opening, opening};

pub use answering::answer;
pub use asking_again::{asked_at, asks_again};

/// What was read.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// What of and when.
    Clear {
        /// The words to be said then.
        what: String,
        /// When.
        rule: Rule,
        /// It names a time of day, so that it means another moment in another zone; "in 20 minutes" does not.
        local: bool,
        /// What the person is told besides, perhaps nothing.
        notes: Vec<String>,
    },
    /// What of, but no time.
    NoTime {
        /// The words.
        what: String,
        /// What was wrong with the time that was given, perhaps nothing.
        why: String,
    },
    /// When, but nothing to be reminded of.
    NoWords {
        /// When.
        rule: Rule,
    },
    /// A reading that the person had better look at.
    Check {
        /// The words to be said then.
        what: String,
        /// When.
        rule: Rule,
        /// What is doubtful.
        why: String,
        /// What else may be meant: only the next time, where it was read as each month.
        once: Option<Rule>,
    },
    /// Several at once, each of them clear.
    Several(Vec<Part>),
    /// Several at once, which the person had better look at.
    CheckAll(Vec<Part>),
    /// Somebody else is to be reminded.
    Other {
        /// Who.
        who: String,
        /// The words.
        what: String,
        /// When, if that was said.
        rule: Option<Rule>,
    },
    /// The person does not want it after all.
    Dropped,
    /// Neither words nor a time that can be kept.
    Unclear(String),
}

/// One of several reminders.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The words to be said then.
    pub what: String,
    /// When.
    pub rule: Rule,
    /// As in `Reading::Clear`.
    pub local: bool,
    /// What the person is told besides, perhaps nothing.
    pub notes: Vec<String>,
}

impl Reading {
    /// The one reminder that was read clearly.
    fn clear(self) -> Option<Part> {
        match self {
            Self::Clear { what, rule, local, notes } => Some(Part { what, rule, local, notes }),
            Self::NoTime { .. }
            | Self::NoWords { .. }
            | Self::Check { .. }
            | Self::Other { .. }
            | Self::Several(_)
            | Self::CheckAll(_)
            | Self::Dropped
            | Self::Unclear(_) => None,
        }
    }
}

/// Reads a reminder; none when the text does not ask for one.
pub fn read(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Reading> {
    let reading = read_in(text, zone, now)?;
    Some(placed(reading, || read_in(text, elsewhere(zone), now)))
}

/// A zone where clocks show another time.
fn elsewhere(zone: Tz) -> Tz {
    if zone == Tz::Asia__Kathmandu { Tz::UTC } else { Tz::Asia__Kathmandu }
}

/// Marks whether a clear reading means another moment elsewhere.
fn placed(reading: Reading, there: impl FnOnce() -> Option<Reading>) -> Reading {
    if let Reading::Several(parts) | Reading::CheckAll(parts) = &reading {
        let elsewhere = there();
        let others = || match &elsewhere {
            Some(Reading::Several(others) | Reading::CheckAll(others)) => others.as_slice(),
            Some(
                Reading::Clear { .. }
                | Reading::NoTime { .. }
                | Reading::NoWords { .. }
                | Reading::Check { .. }
                | Reading::Other { .. }
                | Reading::Dropped
                | Reading::Unclear(_),
            )
            | None => &[],
        };
        let same = |part: &Part| !part.rule.recurs() && others().iter().any(|other| other.rule == part.rule);
        let parts = parts.iter().map(|part| Part { local: !same(part), ..part.clone() }).collect();
        let sure = matches!(reading, Reading::Several(_));
        return if sure { Reading::Several(parts) } else { Reading::CheckAll(parts) };
    }
    let Reading::Clear { what, rule, notes, .. } = reading else { return reading };
    let same = !rule.recurs() && matches!(there(), Some(Reading::Clear { rule: other, .. }) if other == rule);
    Reading::Clear { what, rule, notes, local: !same }
}

fn read_in(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Reading> {
    if let Some(reading) = asked_later(text, zone, now) {
        return Some(reading);
    }
    let (head, opening) = opening(text.trim())?;
    let rest = if head.is_empty() {
        opening.rest.clone()
    } else {
        // "in 10 minutes remind me to …": only a time may stand before it.
        let moment = when::parse_moment(&head, zone, now)?;
        if moment.span != (0..head.len()) {
            return None;
        }
        format!("{head} {}", opening.rest)
    };
    let rest = if opening.question { rest.trim_end_matches(['?', ' ']).to_owned() } else { rest };
    let several = together::by_times(&rest, &opening, zone, now).filter(|_| opening.other.is_none());
    if several.is_some() {
        return several;
    }
    let sentence = when::read_sentence(&rest, zone, now, opening.early);
    if let Some(who) = &opening.other {
        let what = clean(&sentence.words);
        let rule = sentence.moment.map(|moment| moment.rule);
        return Some(Reading::Other { who: who.clone(), what, rule });
    }
    let alone = weigh(&sentence, &opening, zone, now);
    let several = || together::by_words(&rest, &opening, zone, now);
    let doubtful = matches!(alone, Reading::Check { .. });
    Some(if doubtful { several().unwrap_or(alone) } else { alone })
}

/// "ask me tomorrow at 9 whether to go", "the train or the bus? ask me tomorrow": no decision now, but a reminder of it
/// then. A time in what is asked belongs to it.
fn asked_later(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Reading> {
    let plain = phrases::polite(text.trim());
    let (question, time) = whether_then(plain).or_else(|| phrases::asked_behind(plain))?;
    // "ask me by Friday whether …" is asked now, and wanted by then.
    if phrases::after(time.trim(), &["by", "until", "till", "before", "bis", "vor"]).is_some() {
        return None;
    }
    let sentence = when::read_sentence(time, zone, now, false);
    if !clean(&sentence.words).is_empty() {
        return None;
    }
    let reading = timed(wording::to_decide(&question), &sentence, zone, now);
    if matches!(reading, Reading::NoTime { .. }) && sentence.doubts.is_empty() {
        return None;
    }
    let Reading::Clear { what, rule, mut notes, local } = reading else { return Some(reading) };
    notes.push(wording::not_asked_then());
    Some(Reading::Clear { what, rule, notes, local })
}

/// What is asked behind "whether"; its time stands between the opening and that, or before both.
fn whether_then(plain: &str) -> Option<(String, &str)> {
    let (before, rest) = phrases::around_asking(plain)?;
    let (between, question) = phrases::around(rest, &["whether", "if", "ob"])?;
    let (("", time) | (time, "")) = (before.trim(), between.trim_matches([',', ':', ' '])) else { return None };
    (!phrases::bare(question).is_empty()).then(|| (phrases::question(question), time))
}

/// What a sentence behind an opening comes to.
fn weigh(sentence: &Sentence, opening: &Opening, zone: Tz, now: DateTime<Utc>) -> Reading {
    let what = clean(&sentence.words);
    let (what, named) = match opening.usual {
        Some(usual) if what.is_empty() => (usual.to_owned(), true),
        Some(_) | None => {
            let named = !what.is_empty();
            (what, named)
        }
    };
    match (&sentence.moment, named) {
        (None, true) => match sentence.doubts.first() {
            Some(doubt) => no_time(what, doubt),
            None => Reading::NoTime { what, why: String::new() },
        },
        (None, false) => Reading::Unclear(match sentence.doubts.first() {
            Some(Doubt::Fault(error)) => error.to_string(),
            Some(Doubt::Over(said)) => format!("{} {}", wording::over(said), wording::how_to()),
            Some(
                Doubt::Days
                | Doubt::Monthly
                | Doubt::Apart
                | Doubt::Second(_)
                | Doubt::Stretch(_)
                | Doubt::Unread(_)
                | Doubt::Hour(_)
                | Doubt::Mentioned(_),
            )
            | None => wording::how_to(),
        }),
        (Some(_), true) => timed(what, sentence, zone, now),
        (Some(moment), false) => match sentence.doubts.first() {
            Some(Doubt::Fault(error)) => Reading::Unclear(error.to_string()),
            Some(Doubt::Hour(said)) => Reading::Unclear(format!("{} {}", wording::unread(said), wording::how_to())),
            Some(_) | None => Reading::NoWords { rule: moment.rule.clone() },
        },
    }
}

/// A reminder whose time cannot be kept.
fn no_time(what: String, doubt: &Doubt) -> Reading {
    let why = match doubt {
        Doubt::Fault(error) => plainly(error),
        Doubt::Over(said) => wording::over(said),
        Doubt::Hour(said) => wording::unread(said),
        Doubt::Days
        | Doubt::Monthly
        | Doubt::Apart
        | Doubt::Second(_)
        | Doubt::Stretch(_)
        | Doubt::Unread(_)
        | Doubt::Mentioned(_) => String::new(),
    };
    Reading::NoTime { what, why }
}

/// What is wrong, without the example: another one follows.
fn plainly(error: &WhenError) -> String {
    let text = error.to_string();
    text.split(" For example:").next().unwrap_or_default().to_owned()
}

/// Words with a time: clear, or with something to look at.
fn timed(what: String, sentence: &Sentence, zone: Tz, now: DateTime<Utc>) -> Reading {
    let Some(moment) = &sentence.moment else { return Reading::NoTime { what, why: String::new() } };
    let rule = moment.rule.clone();
    if when::next_due(&rule, zone, now).is_none() {
        return Reading::NoTime { what, why: wording::never() };
    }
    let mut notes = Vec::new();
    for note in &moment.notes {
        match note {
            Note::TodayOver => {
                return Reading::Check { what, why: wording::today_over(&rule, zone), rule, once: None };
            }
            Note::NextYear => notes.push(wording::next_year(&rule, zone)),
            Note::Gap { asked } => notes.push(wording::gap(asked, &rule, zone)),
            Note::DayFirst => notes.push(wording::day_first(&rule, zone)),
        }
    }
    for doubt in &sentence.doubts {
        match doubt {
            Doubt::Fault(error) => return Reading::NoTime { what, why: plainly(error) },
            Doubt::Over(_) => {}
            Doubt::Hour(said) => return Reading::NoTime { what, why: wording::unread(said) },
            Doubt::Days | Doubt::Apart => return Reading::Check { what, rule, why: String::new(), once: None },
            Doubt::Stretch(said) => return Reading::Check { what, why: wording::stretch(said), rule, once: None },
            Doubt::Monthly => {
                let once = when::next_due(&rule, zone, now).map(|at| Rule::Once { at });
                return Reading::Check { what, rule, why: String::new(), once };
            }
            Doubt::Second(said) => return Reading::Check { what, rule, why: wording::second(said), once: None },
            Doubt::Unread(said) => return Reading::Check { what, rule, why: wording::unread(said), once: None },
            Doubt::Mentioned(said) => notes.push(wording::mentioned(said)),
        }
    }
    Reading::Clear { what, rule, notes, local: true }
}

/// The words without what only leads to them.
pub(super) fn clean(text: &str) -> String {
    const MARKS: [char; 7] = [',', '.', ':', ';', ' ', '-', '–'];
    let mut what = text.trim().trim_matches(MARKS).trim();
    loop {
        let lead = [
            "to ", "that ", "about ", "of ", "for ", "an ", "daran, ", "daran ", "dass ", "zu ", "and ", "please ",
            "pls ", "bitte ", "or so ", "dann ",
        ];
        let lower = what.to_lowercase();
        match lead.iter().find(|l| lower.starts_with(**l)) {
            Some(l) => what = what.get(l.len()..).unwrap_or("").trim_start_matches(MARKS),
            None => break,
        }
    }
    let ends = [" at", " on", " in", " by", " um", " am", " please", " and", " for", " bitte", " or so"];
    for end in ends {
        what = what.strip_suffix(end).unwrap_or(what).trim_end_matches(MARKS);
    }
    let what = what.trim_matches(MARKS).trim();
    let only = ["to", "that", "about", "of", "for", "please", "pls", "and", "at", "on", "up", "bitte"];
    if only.contains(&what.to_lowercase().as_str()) { String::new() } else { what.to_owned() }
}
