//! A message to people before a platform renders it: blocks, spans, buttons, and how it should arrive. Adapters
//! escape and split it in the last step.

pub mod action;
pub mod commands;
pub mod conversation;
pub mod keys;
pub mod routing;
pub mod undo_order;
pub mod views;

use super::ids::PersonId;
use super::ticket::task::Attached;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// One message as the secretary means it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// The content, top to bottom.
    pub blocks: Vec<Block>,
    /// Rows of buttons under the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buttons: Vec<Vec<Button>>,
    /// Arrives without a notification (progress, outcomes).
    #[serde(default)]
    pub silent: bool,
    /// The answer may be typed: platforms which hide ordinary messages from bots open a reply box.
    #[serde(default)]
    pub asks_text: bool,
    /// The people who must act; only they are mentioned, and only in groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mentions: Vec<PersonId>,
    /// A file sent along: a long report, a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<Attached>,
    /// What is said about it if it is long on its way: of what was wanted at a moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub if_late: Option<String>,
    /// All of it is said by the secretary itself: words of people, of models and of scripts stand only in the places that its
    /// sentences have for them. It may be said in the language of its reader.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
}

/// A paragraph-like part of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Block {
    /// One line of text.
    Line(Vec<Span>),
    /// A heading of its own line.
    Heading(Vec<Span>),
    /// A list item; `depth` 0 is the outermost, `number` is set in ordered lists.
    Item {
        /// Nesting, from 0.
        depth: u8,
        /// The ordinal in an ordered list.
        number: Option<u64>,
        /// The text of the item.
        spans: Vec<Span>,
    },
    /// Quoted words.
    Quote(Vec<Span>),
    /// Preformatted text, monospace.
    Code {
        /// The language named on the fence, if any.
        language: String,
        /// The text, with its line breaks.
        text: String,
    },
    /// A table, the first row being the header; rendered monospace where a platform has no tables.
    Table(Vec<Vec<String>>),
    /// An empty line between thoughts.
    Gap,
    /// Markdown written by a model or a person; `text::markdown` turns it into the blocks above.
    Markdown(String),
}

/// A run of text with one style.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Span {
    /// Plain words.
    Text(String),
    /// Bold.
    Strong(String),
    /// Italic.
    Soft(String),
    /// Struck through.
    Struck(String),
    /// Monospace.
    Code(String),
    /// A link with its own words.
    Link {
        /// The words shown.
        text: String,
        /// The address.
        url: String,
    },
    /// A moment: shown in the reader's own zone where the platform can, else as `text`.
    Time {
        /// The instant.
        at: DateTime<Utc>,
        /// What to show otherwise, already in the right zone ("Mon 24 Nov, 09:00 (Berlin)").
        text: String,
        /// How much of it is said.
        #[serde(default)]
        said: Said,
    },
    /// A person who must act, mentioned if the platform knows them, else their name.
    Person {
        /// Who.
        id: PersonId,
        /// Their name.
        name: String,
    },
}

/// How much of a moment is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Said {
    /// The day and the time of day.
    #[default]
    Whole,
    /// The time of day alone, of what has just happened.
    Clock,
}

/// One button. Its data is opaque: a token and an index, never state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    /// The words on it, at most about 30 characters.
    pub label: String,
    /// What comes back when it is pressed (at most 40 bytes: `1.<token>.<index>`).
    pub data: String,
    /// How it looks.
    #[serde(default)]
    pub look: Look,
    /// Set when pressing asks for text: platforms with modals open one with this title,
    /// the others get a message asking for a reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<Form>,
}

/// The look of a button; platforms without styles ignore it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Look {
    /// Grey.
    #[default]
    Plain,
    /// The recommended or affirming choice.
    Good,
    /// Destructive.
    Bad,
}

/// A one-field form behind a button.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// The title of the form, at most 45 characters (platform-facts D35).
    pub title: String,
    /// The label of its only field, at most 45 characters.
    pub label: String,
    /// Text already in the field.
    #[serde(default)]
    pub filled: String,
}

impl Span {
    /// Plain words.
    pub fn text(words: impl Into<String>) -> Self {
        Self::Text(words.into())
    }

    /// Bold words.
    pub fn strong(words: impl Into<String>) -> Self {
        Self::Strong(words.into())
    }

    /// The visible words of the span, without style.
    pub fn plain(&self) -> &str {
        match self {
            Self::Text(t) | Self::Strong(t) | Self::Soft(t) | Self::Struck(t) | Self::Code(t) => t,
            Self::Link { text, .. } | Self::Time { text, .. } => text,
            Self::Person { name, .. } => name,
        }
    }

    /// Who is mentioned by it.
    pub fn person(&self) -> Option<&PersonId> {
        if let Self::Person { id, .. } = self { Some(id) } else { None }
    }
}

impl Block {
    /// Its spans, if it is made of such.
    pub fn spans(&self) -> &[Span] {
        match self {
            Self::Line(spans) | Self::Heading(spans) | Self::Item { spans, .. } | Self::Quote(spans) => spans,
            Self::Code { .. } | Self::Table(_) | Self::Gap | Self::Markdown(_) => &[],
        }
    }

    /// Its spans, if it is made of such.
    pub fn spans_mut(&mut self) -> &mut [Span] {
        match self {
            Self::Line(spans) | Self::Heading(spans) | Self::Item { spans, .. } | Self::Quote(spans) => spans,
            Self::Code { .. } | Self::Table(_) | Self::Gap | Self::Markdown(_) => &mut [],
        }
    }
}

impl Message {
    /// A message of plain lines.
    pub fn lines<I, S>(lines: I) -> Self
    where
        I: IntoIterator<Item = S>,
        S: Into<String>,
    {
        let blocks = lines.into_iter().map(|l| Block::Line(vec![Span::Text(l.into())])).collect();
        Self { blocks, ..Self::default() }
    }

    /// The people whom it names.
    pub fn people(&self) -> Vec<PersonId> {
        let spans = self.blocks.iter().flat_map(|block| match block {
            Block::Line(spans) | Block::Heading(spans) | Block::Quote(spans) | Block::Item { spans, .. } => {
                spans.as_slice()
            }
            Block::Code { .. } | Block::Table(_) | Block::Gap | Block::Markdown(_) => &[],
        });
        self.mentions.iter().chain(spans.filter_map(Span::person)).cloned().collect()
    }

    /// The words of its lines, as [`Message::lines`] divides them; none of what is no line of words.
    pub fn lined(&self) -> String {
        let line = |block: &Block| block.spans().iter().map(Span::plain).collect::<String>();
        self.blocks.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Adds a line of plain words.
    #[must_use]
    pub fn line(mut self, words: impl Into<String>) -> Self {
        self.blocks.push(Block::Line(vec![Span::Text(words.into())]));
        self
    }

    /// Adds a line of spans.
    #[must_use]
    pub fn spans(mut self, spans: Vec<Span>) -> Self {
        self.blocks.push(Block::Line(spans));
        self
    }

    /// Adds one row of buttons, unless it is empty.
    #[must_use]
    pub fn row(mut self, row: Vec<Button>) -> Self {
        if !row.is_empty() {
            self.buttons.push(row);
        }
        self
    }

    /// Says that no words of others stand bare in it.
    #[must_use]
    pub fn own(mut self) -> Self {
        self.own = true;
        self
    }

    /// Makes the message arrive without a notification.
    #[must_use]
    pub fn silently(mut self) -> Self {
        self.silent = true;
        self
    }
}

/// For tests: the buttons of eight options of 120 characters that begin alike, the sixth recommended.
#[cfg(test)]
pub(crate) fn eight_long_options() -> Vec<Vec<Button>> {
    let option = |n: usize| {
        let star = if n == 6 { "★ " } else { "" };
        let words = format!("{n}. {}", "the long way round the lake ".repeat(5));
        let label = format!("{star}{}", words.chars().take(120).collect::<String>());
        vec![Button { label, data: format!("1.abc.{n}"), look: Look::Plain, form: None }]
    };
    (1..=8).map(option).collect()
}
