//! A message as its reader reads it: moments by the reader's clock, sentences in the reader's language. The sentences
//! themselves are in `language`.

use crate::secretary::language::dates::{clocked, dated, redated};
use crate::secretary::language::translations::line;
use crate::secretary::message::{Block, Form, Message, Said, Span};
use crate::secretary::names::languages::Language;
use crate::secretary::when;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// The clock by which somebody reads moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The zone it goes by.
    pub zone: Tz,
    /// Nobody there chose that zone, and who reads it may live in another: a time of day alone says whose it is, too.
    pub named: bool,
}

/// A message as somebody reads it: moments by their clock, if that is known, and what the secretary says in their language.
/// None if nothing is different for them.
/// `since`: when it was written, which decides whether a year is said.
pub fn read(message: &Message, clock: Option<Clock>, language: Language, since: DateTime<Utc>) -> Option<Message> {
    let mut read = message.clone();
    for block in &mut read.blocks {
        joined(block, language);
        // Once in a line is enough.
        let is_clock = |span: &Span| matches!(span, Span::Time { said: Said::Clock, .. });
        let last = block.spans().iter().rposition(is_clock).filter(|_| clock.is_some_and(|clock| clock.named));
        for (place, span) in block.spans_mut().iter_mut().enumerate() {
            match span {
                Span::Time { at, text, said } => {
                    *text = match (said, clock.map(|clock| clock.zone)) {
                        (Said::Whole, Some(zone)) => dated(*at, zone, since, language),
                        (Said::Clock, Some(zone)) if last == Some(place) => clocked(*at, zone, language),
                        (Said::Clock, Some(zone)) => when::say_clock(*at, zone),
                        (Said::Whole | Said::Clock, None) => redated(text, language).unwrap_or_else(|| text.clone()),
                    };
                }
                Span::Text(text) | Span::Strong(text) | Span::Soft(text) => *text = line(text, language),
                Span::Struck(_) | Span::Code(_) | Span::Link { .. } | Span::Person { .. } => {}
            }
        }
    }
    for button in read.buttons.iter_mut().flatten() {
        button.label = line(&button.label, language);
        if let Some(asked) = button.form.take() {
            button.form = Some(form(asked, language));
        }
    }
    (read != *message).then_some(read)
}

/// A form in this language; what stands in its field stays.
pub fn form(form: Form, language: Language) -> Form {
    Form { title: line(&form.title, language), label: line(&form.label, language), ..form }
}

/// Makes one of plain words side by side: a sentence may be written in pieces.
fn joined(block: &mut Block, language: Language) {
    let Block::Line(spans) = block else { return };
    if language == Language::English {
        return;
    }
    let mut whole: Vec<Span> = Vec::new();
    for span in std::mem::take(spans) {
        match (whole.last_mut(), span) {
            (Some(Span::Text(before)), Span::Text(text)) => before.push_str(&text),
            (_, span) => whole.push(span),
        }
    }
    *spans = whole;
}
