//! The labelled sentences of `tests/data/meaning.toml`, and what each context is to the product: the lines a model sees, and
//! the items code knows.

use secretary::secretary::ids::TicketId;
use secretary::secretary::intent::{ItemKind, ItemLine, OpenItem, Target};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The file.
const FILE: &str = include_str!("../../../../tests/data/meaning.toml");

/// All of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sentences {
    /// What is open and was said, by name.
    pub context: BTreeMap<String, Context>,
    /// The sentences.
    pub case: Vec<Case>,
}

/// What is open and was said before.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Context {
    /// What is open, with the options as people read them; those of a question begin with its number ("2: more").
    #[serde(default)]
    pub items: Vec<ItemLine>,
    /// What was said last, the oldest first.
    #[serde(default)]
    pub turns: Vec<Turn>,
}

/// Something that was said.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// By whom.
    pub who: Who,
    /// What.
    pub text: String,
}

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// Whoever writes the message.
    Person,
    /// The product.
    Secretary,
}

/// One message and what it means.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The name of its context.
    pub context: String,
    /// The message.
    pub say: String,
    /// Kinds of intent that are right.
    pub want: Vec<String>,
    /// Kinds that are plainly wrong.
    #[serde(default)]
    pub not: Vec<String>,
    /// The handle that must be named.
    pub item: Option<String>,
    /// The option that must be chosen, from 0 among all options of the item.
    pub option: Option<usize>,
    /// The handle of the item whose message it replies to.
    pub reply_to: Option<String>,
    /// The words are somebody else's.
    #[serde(default)]
    pub forwarded: bool,
    /// Of the message.
    #[serde(default = "english")]
    pub language: String,
    /// Where the case is from.
    pub source: String,
}

fn english() -> String {
    "en".to_owned()
}

/// Where an option stands: its question and its number there, both from 1, and its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<'a> {
    /// The question; 1 for an item that is no question.
    pub question: usize,
    /// The number.
    pub number: usize,
    /// The label.
    pub label: &'a str,
}

impl Sentences {
    /// Reads the file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read() -> Result<Self, String> {
        toml::from_str(FILE).map_err(|error| error.to_string())
    }
}

impl Case {
    /// Whether a kind of intent is right.
    pub fn wants(&self, kind: &str) -> bool {
        self.want.iter().any(|wanted| wanted == kind)
    }

    /// The kind it counts for: the first that is right.
    pub fn first(&self) -> &str {
        self.want.first().map_or("", String::as_str)
    }

    /// Whether a word is its language, its first wanted kind or its source.
    pub fn is_of(&self, word: &str) -> bool {
        [self.language.as_str(), self.first(), self.source.as_str()].contains(&word)
    }

    /// What is wanted, in words.
    pub fn wanted(&self) -> String {
        let mut words = self.want.join(" or ");
        if let Some(item) = &self.item {
            words.push_str(&format!(", item {item}"));
        }
        if let Some(option) = self.option {
            words.push_str(&format!(", option {option} (from 0)"));
        }
        if !self.not.is_empty() {
            words.push_str(&format!("; not {}", self.not.join(", ")));
        }
        words
    }
}

impl Context {
    /// The item of a handle.
    pub fn item(&self, handle: &str) -> Option<&ItemLine> {
        self.items.iter().find(|item| item.handle == handle)
    }

    /// The option of an item at an index among all its options.
    pub fn choice(&self, handle: &str, index: usize) -> Option<Choice<'_>> {
        choices(self.item(handle)?).get(index).copied()
    }

    /// The items as a model is shown them: the options numbered, as the engine numbers them.
    pub fn shown(&self) -> Vec<ItemLine> {
        let numbered = |item: &ItemLine, choice: &Choice<'_>| match item.kind {
            ItemKind::Question => format!("{}.{} {}", choice.question, choice.number, choice.label),
            _ => format!("{} {}", choice.number, choice.label),
        };
        let line = |item: &ItemLine| {
            let options = choices(item).iter().map(|choice| numbered(item, choice)).collect();
            let only = if item.kind == ItemKind::Approval { " Only its buttons answer." } else { "" };
            ItemLine { line: format!("{}{only}", item.line), options, ..item.clone() }
        };
        self.items.iter().map(line).collect()
    }

    /// The items as code knows them. What a handle stands for plays no part here.
    pub fn offered(&self) -> Vec<OpenItem> {
        let item = |item: &ItemLine| OpenItem {
            handle: item.handle.clone(),
            kind: item.kind,
            target: Target::Ticket { ticket: TicketId::new(item.handle.clone()) },
            options: counts(item),
            label: item.line.clone(),
        };
        self.items.iter().map(item).collect()
    }

    /// The text of the last report; empty without one.
    pub fn report(&self) -> String {
        let report = self.items.iter().find(|item| item.kind == ItemKind::Report);
        report.map(|item| item.line.clone()).unwrap_or_default()
    }
}

/// The options of an item in their order.
fn choices(item: &ItemLine) -> Vec<Choice<'_>> {
    let mut last: BTreeMap<usize, usize> = BTreeMap::new();
    let read = |option: &str| {
        let (number, _) = option.split_once(": ").filter(|_| item.kind == ItemKind::Question)?;
        number.parse::<usize>().ok()
    };
    let all = item.options.iter().map(String::as_str);
    all.map(|option| {
        let asked = read(option);
        let question = asked.unwrap_or(1);
        let label = asked.and_then(|_| option.split_once(": ")).map_or(option, |(_, label)| label);
        let number = last.entry(question).or_default();
        *number += 1;
        Choice { question, number: *number, label }
    })
    .collect()
}

/// How many options each question of an item has.
fn counts(item: &ItemLine) -> Vec<usize> {
    let choices = choices(item);
    let of = |question: usize| choices.iter().filter(|choice| choice.question == question).count();
    let questions = match item.kind {
        // Its line numbers them: "1) … 2) …". Some have no options.
        ItemKind::Question => (1..=99).take_while(|at| item.line.contains(&format!("{at}) "))).count(),
        ItemKind::Decision | ItemKind::Approval => 1,
        _ => 0,
    };
    (1..=questions).map(of).collect()
}
