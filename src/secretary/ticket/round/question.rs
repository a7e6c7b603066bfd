//! A clarifying question: its subject, the form of its answer, and the value if it stays open. Questions come from
//! the model and are made safe here.

use crate::secretary::language::exact;
use crate::secretary::names::phrases::short;
use serde::{Deserialize, Deserializer, Serialize};

/// The answers of a yes-or-no question.
const YES_NO: [&str; 2] = ["Yes", "No"];
/// The most options of a question.
pub const MAX_OPTIONS: usize = 4;
/// The most questions of a round.
pub const MAX_QUESTIONS: usize = 3;

/// The subjects of questions. Nothing else is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// What it is for, what success is.
    Objective,
    /// How wide and how deep.
    Scope,
    /// What matters most, and which limits there are: money, time, format.
    Constraints,
    /// How much the reader knows of it.
    Expertise,
    /// What must be true for it to be accepted.
    Acceptance,
    /// What it depends on: other work, people, access.
    Dependencies,
    /// The concrete thing without which nothing can be done.
    #[default]
    Missing,
    /// Anything else: not asked.
    #[serde(other)]
    Other,
}

impl Subject {
    /// What may be asked about.
    pub const ALLOWED: [Self; 7] = [
        Self::Objective,
        Self::Scope,
        Self::Constraints,
        Self::Expertise,
        Self::Acceptance,
        Self::Dependencies,
        Self::Missing,
    ];

    /// The stable name, also the word in the schema of a triage.
    pub fn name(self) -> &'static str {
        match self {
            Self::Objective => "objective",
            Self::Scope => "scope",
            Self::Constraints => "constraints",
            Self::Expertise => "expertise",
            Self::Acceptance => "acceptance",
            Self::Dependencies => "dependencies",
            Self::Missing => "missing",
            Self::Other => "other",
        }
    }
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Any words.
    Open,
    /// One of the options, or own words.
    Single,
    /// Several of the options, or own words.
    Multiple,
    /// Yes or no, or own words.
    YesNo,
    /// A number within bounds.
    Number,
}

/// One clarifying question with answers to tap.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// The question, one sentence.
    pub text: String,
    /// What it is about.
    #[serde(default)]
    pub subject: Subject,
    /// Two to four answers to tap, the likeliest first; empty for an open question.
    #[serde(default)]
    pub options: Vec<String>,
    /// Several may be chosen.
    #[serde(default)]
    pub multiple: bool,
    /// The answer is yes or no.
    #[serde(default)]
    pub yes_no: bool,
    /// A number within these bounds is wanted.
    #[serde(default, deserialize_with = "bounds")]
    pub range: Option<(f64, f64)>,
    /// What is taken when the person leaves it to the secretary.
    #[serde(default)]
    pub default: String,
    /// Whether only a person can know the answer: it is not left to the secretary while it can be asked, unless there
    /// is a default.
    #[serde(default)]
    pub required: bool,
}

/// Two numbers; a list of any other length is no range rather than a broken answer.
fn bounds<'de, D: Deserializer<'de>>(from: D) -> Result<Option<(f64, f64)>, D::Error> {
    let list = Option::<Vec<f64>>::deserialize(from)?;
    Ok(match list.as_deref() {
        Some([low, high]) => Some((*low, *high)),
        Some(_) | None => None,
    })
}

impl Question {
    /// The form of its answer.
    pub fn form(&self) -> Form {
        if self.range.is_some() {
            Form::Number
        } else if self.yes_no {
            Form::YesNo
        } else if self.options.is_empty() {
            Form::Open
        } else if self.multiple {
            Form::Multiple
        } else {
            Form::Single
        }
    }

    /// The value when it is left to the secretary: its default, else the likeliest option if one stands out and the
    /// question may stay open.
    pub fn assumed(&self) -> Option<&str> {
        if !self.default.is_empty() {
            return Some(&self.default);
        }
        match self.form() {
            Form::Single | Form::Multiple if !self.required => self.options.first().map(String::as_str),
            Form::Single | Form::Multiple | Form::Open | Form::YesNo | Form::Number => None,
        }
    }

    /// Whether it cannot be left to the secretary.
    pub fn needs_person(&self) -> bool {
        self.required && self.assumed().is_none()
    }

    /// The question with bounded size and without contradictions; none if nothing is asked.
    #[must_use]
    pub fn bounded(&self) -> Option<Self> {
        let text = short(&self.text, 300);
        if text.is_empty() {
            return None;
        }
        let mut options: Vec<String> = Vec::new();
        for option in self.options.iter().map(|o| short(o, 60)) {
            if !option.is_empty() && !options.contains(&option) && options.len() < MAX_OPTIONS {
                options.push(option);
            }
        }
        let range = self.range.filter(|(low, high)| low.is_finite() && high.is_finite() && low < high);
        let named: Vec<Option<bool>> = options.iter().map(|o| exact::yes_or_no(o)).collect();
        let said_so = named == [Some(true), Some(false)] || named == [Some(false), Some(true)];
        let yes_no = range.is_none() && (said_so || (self.yes_no && options.is_empty()));
        if yes_no && !said_so {
            options = YES_NO.map(str::to_owned).to_vec();
        }
        let default = short(&self.default, 200);
        let fits = match (range, yes_no) {
            (Some(range), _) => numbers(&default).is_some_and(|all| within(&all, range)),
            (None, true) => exact::yes_or_no(&default).is_some(),
            (None, false) => true,
        };
        let multiple = self.multiple && !yes_no && range.is_none();
        let default = if fits { default } else { String::new() };
        let (subject, required) = (self.subject, self.required);
        Some(Self { text, subject, options, multiple, yes_no, range, default, required })
    }
}

/// Every number in a text, as people write them: "1,000", "3.5", "3,5", "about €30"; none if there is none.
pub fn numbers(text: &str) -> Option<Vec<f64>> {
    let found: Vec<f64> = text.split_whitespace().filter_map(number).collect();
    (!found.is_empty()).then_some(found)
}

/// Whether all numbers lie within the bounds.
pub fn within(all: &[f64], (low, high): (f64, f64)) -> bool {
    all.iter().all(|n| *n >= low && *n <= high)
}

/// The number that a word is.
pub fn number(word: &str) -> Option<f64> {
    let word = word.trim_matches(|c: char| !c.is_ascii_digit() && c != '-');
    let decimal = word.rsplit_once(',').filter(|(head, tail)| !head.contains(',') && (1..=2).contains(&tail.len()));
    let plain = match decimal {
        Some((head, tail)) => format!("{head}.{tail}"),
        None => word.replace(',', ""),
    };
    plain.parse().ok().filter(|n: &f64| n.is_finite())
}

#[cfg(test)]
mod tests {
    use crate::secretary::ticket::round::question::*;

    fn of(json: &str) -> Question {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn every_form_is_told_by_its_fields() {
        for (json, form) in [
            (r#"{"text":"Why?"}"#, Form::Open),
            (r#"{"text":"Which?","options":["A","B"]}"#, Form::Single),
            (r#"{"text":"Which?","options":["A","B"],"multiple":true}"#, Form::Multiple),
            (r#"{"text":"Paid?","yes_no":true}"#, Form::YesNo),
            (r#"{"text":"Paid?","options":["Ja","Nein"]}"#, Form::YesNo),
            (r#"{"text":"Many?","range":[1,10]}"#, Form::Number),
            (r#"{"text":"Many?","range":[10,1]}"#, Form::Open),
            (r#"{"text":"Many?","range":[3]}"#, Form::Open),
        ] {
            assert_eq!(of(json).bounded().unwrap().form(), form, "{json}");
        }
        assert_eq!(of(r#"{"text":" "}"#).bounded(), None);
    }

    #[test]
    fn yes_and_no_get_their_buttons() {
        assert_eq!(of(r#"{"text":"Paid?","yes_no":true}"#).bounded().unwrap().options, ["Yes", "No"]);
        assert_eq!(of(r#"{"text":"Paid?","options":["Ja","Nein"]}"#).bounded().unwrap().options, ["Ja", "Nein"]);
    }

    #[test]
    fn a_default_must_fit_and_what_only_a_person_knows_has_none_by_itself() {
        assert_eq!(of(r#"{"text":"Many?","range":[1,10],"default":"50"}"#).bounded().unwrap().assumed(), None);
        assert_eq!(
            of(r#"{"text":"Many?","range":[1,10],"default":"5 or 6"}"#).bounded().unwrap().assumed(),
            Some("5 or 6")
        );
        assert_eq!(of(r#"{"text":"Paid?","yes_no":true,"default":"maybe"}"#).bounded().unwrap().assumed(), None);
        assert_eq!(of(r#"{"text":"Which?","options":["A","B"]}"#).assumed(), Some("A"));
        assert!(of(r#"{"text":"Which?","options":["A","B"],"required":true}"#).needs_person());
        assert!(!of(r#"{"text":"Which?","options":["A","B"],"required":true,"default":"B"}"#).needs_person());
    }

    #[test]
    fn a_subject_nobody_listed_is_no_broken_answer() {
        assert_eq!(of(r#"{"text":"Which?","subject":"star sign"}"#).subject, Subject::Other);
        assert_eq!(of(r#"{"text":"Which?"}"#).subject, Subject::Missing);
        for subject in Subject::ALLOWED {
            assert_eq!(serde_json::to_value(subject).unwrap(), subject.name());
        }
    }
}
