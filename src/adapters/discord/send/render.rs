//! Renders a message as Discord Markdown, in parts of at most 2000 characters. The same message gives the
//! same parts every time. It decides no words and sends nothing.

use super::{components, escape};
use crate::secretary::ids::PersonId;
use crate::secretary::inbound::{Account, Platform};
use crate::secretary::message::{Block, Message, Said, Span};
use crate::text::{markdown, mono, split};
use serde_json::Value;

/// Characters of one message (platform-facts D20).
pub(crate) const MOST: usize = 2000;
/// What we aim at, so that mentions put in front still fit.
const AIM: usize = 1900;
/// Columns of a table that a phone shows without wrapping lines.
const TABLE_WIDTH: usize = 56;
/// Users one message may mention (platform-facts D22).
const MENTIONS: usize = 100;

/// A rendered message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rendered {
    /// The texts, in order; at least one.
    pub parts: Vec<String>,
    /// The rows under the last part.
    pub components: Vec<Value>,
    /// The user ids that may be notified, each by the parts that name them.
    pub mentions: Vec<String>,
}

/// Renders a message; `people` gives the accounts of those to mention, `group` whether mentions make sense.
pub(crate) fn render(message: &Message, people: &[(PersonId, Account)], group: bool) -> Rendered {
    let named = Named { message, people, group };
    let blocks = markdown::expand(&message.blocks);
    let measure = |block: &Block| named.block(block).chars().count() + 1;
    let split = split::split(blocks, AIM, &measure);
    let mut parts: Vec<String> = split
        .iter()
        .map(|blocks| blocks.iter().map(|block| named.block(block)).collect::<Vec<_>>().join("\n"))
        .map(|part| part.trim_matches('\n').trim_end().to_owned())
        .filter(|part| !part.trim().is_empty())
        .collect();
    let (mentions, unnamed) = named.mentions();
    if let Some(first) = parts.first_mut().filter(|_| !unnamed.is_empty()) {
        let greeting = unnamed.iter().map(|user| format!("<@{user}>")).collect::<Vec<_>>().join(" ");
        if greeting.len() + first.chars().count() < MOST {
            *first = format!("{greeting}\n{first}");
        }
    }
    // A block that could not be split grew by escaping: cut hard rather than be refused.
    let parts = parts.into_iter().flat_map(|part| cut(part, MOST)).collect::<Vec<_>>();
    let parts = if parts.is_empty() { vec![String::new()] } else { parts };
    Rendered { parts, components: components::rows(&message.buttons), mentions }
}

fn cut(part: String, most: usize) -> Vec<String> {
    if part.chars().count() <= most {
        return vec![part];
    }
    let chars: Vec<char> = part.chars().collect();
    chars.chunks(most).map(|chunk| chunk.iter().collect()).collect()
}

/// A message together with what is known of its people.
struct Named<'a> {
    message: &'a Message,
    people: &'a [(PersonId, Account)],
    group: bool,
}

impl Named<'_> {
    /// The Discord user of a person who must act, where mentioning makes sense.
    fn user(&self, id: &PersonId) -> Option<&str> {
        if !self.group || !self.message.mentions.contains(id) {
            return None;
        }
        let account = self.people.iter().find(|(person, a)| person == id && a.platform == Platform::Discord)?;
        let user = account.1.user.as_str();
        (!user.is_empty() && user.bytes().all(|b| b.is_ascii_digit())).then_some(user)
    }

    /// All users to notify, and those of them whom no span names.
    fn mentions(&self) -> (Vec<String>, Vec<String>) {
        let mut users: Vec<String> = Vec::new();
        let mut unnamed: Vec<String> = Vec::new();
        for id in self.message.mentions.iter().take(MENTIONS) {
            let Some(user) = self.user(id).map(str::to_owned).filter(|user| !users.contains(user)) else { continue };
            if !self.message.blocks.iter().any(|block| names(block, id)) {
                unnamed.push(user.clone());
            }
            users.push(user);
        }
        (users, unnamed)
    }

    fn block(&self, block: &Block) -> String {
        match block {
            Block::Line(spans) => self.spans(spans, true),
            Block::Heading(spans) => format!("### {}", self.spans(spans, false).replace('\n', " ")),
            Block::Item { depth, number, spans } => {
                let indent = "  ".repeat(usize::from(*depth).min(4));
                let mark = number.map_or_else(|| "-".to_owned(), |n| format!("{n}."));
                format!("{indent}{mark} {}", self.spans(spans, true).replace('\n', &format!("\n{indent}  ")))
            }
            Block::Quote(spans) => {
                let text = self.spans(spans, true);
                text.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n")
            }
            Block::Code { language, text } => escape::fence(language, text),
            Block::Table(rows) => escape::fence("", &mono::table(rows, TABLE_WIDTH)),
            Block::Gap => String::new(),
            // `markdown::expand` left none; if it did, its marks show as written.
            Block::Markdown(text) => escape::words(text, true),
        }
    }

    fn spans(&self, spans: &[Span], line_start: bool) -> String {
        let mut out = String::new();
        for span in spans {
            let at_start = if out.is_empty() { line_start } else { out.ends_with('\n') };
            let piece = self.span(span, at_start);
            // Two marks side by side would be read as one: "**a***b*".
            if out.ends_with(['*', '~', '`']) && piece.starts_with(['*', '~', '`']) {
                out.push('\u{200b}');
            }
            out.push_str(&piece);
        }
        out
    }

    fn span(&self, span: &Span, at_start: bool) -> String {
        match span {
            Span::Text(text) => escape::words(text, at_start),
            Span::Strong(text) => escape::styled(text, "**"),
            Span::Soft(text) => escape::styled(text, "*"),
            Span::Struck(text) => escape::styled(text, "~~"),
            Span::Code(text) => escape::code(text),
            Span::Link { text, url } => escape::link(text, url),
            Span::Time { at, said: Said::Whole, .. } => format!("<t:{}:f>", at.timestamp()),
            Span::Time { at, said: Said::Clock, .. } => format!("<t:{}:t>", at.timestamp()),
            Span::Person { id, name } => match self.user(id) {
                Some(user) => format!("<@{user}>"),
                None => escape::words(name, at_start),
            },
        }
    }
}

fn names(block: &Block, person: &PersonId) -> bool {
    match block {
        Block::Line(spans) | Block::Heading(spans) | Block::Quote(spans) | Block::Item { spans, .. } => {
            spans.iter().any(|span| matches!(span, Span::Person { id, .. } if id == person))
        }
        Block::Code { .. } | Block::Table(_) | Block::Gap | Block::Markdown(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::send::render::*;
    use chrono::DateTime;
    use proptest::prelude::*;

    fn text_of(blocks: Vec<Block>) -> String {
        render(&Message { blocks, ..Message::default() }, &[], true).parts.join("\n---\n")
    }

    #[test]
    fn blocks_look_like_discord() {
        let shown = text_of(vec![
            Block::Heading(vec![Span::text("Offers *now*")]),
            Block::Line(vec![Span::strong("A"), Span::Soft("b".into()), Span::text(" - c")]),
            Block::Item { depth: 1, number: None, spans: vec![Span::text("- first")] },
            Block::Item { depth: 0, number: Some(2), spans: vec![Span::Code("x".into())] },
            Block::Quote(vec![Span::text("said\nso")]),
            Block::Gap,
            Block::Code { language: "sh".into(), text: "ls\n".into() },
            Block::Line(vec![Span::Time {
                at: DateTime::from_timestamp(99, 0).unwrap(),
                text: "then".into(),
                said: Said::Whole,
            }]),
        ]);
        assert_eq!(
            shown,
            "### Offers \\*now\\*\n**A**\u{200b}*b* - c\n  - \\- first\n2. `x`\n> said\n> so\n\n```sh\nls\n```\n<t:99:f>"
        );
    }

    #[test]
    fn tables_are_monospace() {
        let rows = vec![vec!["a".to_owned(), "b".to_owned()], vec!["1".to_owned(), "2".to_owned()]];
        let shown = text_of(vec![Block::Table(rows)]);
        assert!(shown.starts_with("```\na  b\n") && shown.ends_with("```"), "{shown}");
    }

    fn people() -> Vec<(PersonId, Account)> {
        vec![(PersonId::new("mara"), Account { platform: Platform::Discord, user: "42".to_owned() })]
    }

    #[test]
    fn only_those_who_must_act_are_mentioned_and_only_in_groups() {
        let mara = Span::Person { id: PersonId::new("mara"), name: "Mara <@1>".to_owned() };
        let mut message = Message::default().spans(vec![mara, Span::text(" decides")]);
        assert_eq!(render(&message, &people(), true).parts[0], "Mara \\<@1> decides");
        message.mentions = vec![PersonId::new("mara"), PersonId::new("unknown")];
        let shown = render(&message, &people(), true);
        assert_eq!((shown.parts[0].as_str(), shown.mentions), ("<@42> decides", vec!["42".to_owned()]));
        let shown = render(&message, &people(), false);
        assert_eq!((shown.parts[0].as_str(), shown.mentions), ("Mara \\<@1> decides", vec![]));
        let message = Message { mentions: message.mentions, ..Message::lines(["Please decide."]) };
        assert_eq!(render(&message, &people(), true).parts[0], "<@42>\nPlease decide.");
    }

    proptest! {
        #[test]
        fn every_part_fits_and_repeats(words in "[\\PC\n*_`<@|\\[\\]()#-]{0,4000}", markdown in any::<bool>()) {
            let block = if markdown { Block::Markdown(words) } else { Block::Line(vec![Span::Text(words)]) };
            let message = Message { blocks: vec![block], ..Message::default() };
            let shown = render(&message, &[], true);
            prop_assert!(shown.parts.iter().all(|part| part.chars().count() <= MOST));
            prop_assert!(!shown.parts.iter().any(|part| part.contains("@everyone") || part.contains("@here")));
            prop_assert_eq!(shown, render(&message, &[], true));
        }
    }
}
