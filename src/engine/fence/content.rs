//! Every text of a message and of an event. Data of buttons and forms, ids and handles are no texts and stay as they are.

use super::{Fence, each};
use crate::secretary::inbound::{Content, Inbound};
use crate::secretary::message::{Attached, Block, Form, Message, Span};
use crate::text::markdown;
use std::borrow::Cow;

impl Fence {
    /// A message as it may be sent.
    pub(super) fn message<'m>(&self, message: &'m Message) -> Cow<'m, Message> {
        let mut clean = message.clone();
        let mut changed = self.clean_blocks(&mut clean.blocks);
        for button in clean.buttons.iter_mut().flatten() {
            changed |= self.clean(&mut button.label);
            changed |= button.form.as_mut().is_some_and(|form| self.clean_form(form));
        }
        if let Some(Attached { name, text }) = &mut clean.file {
            changed |= self.clean(name);
            changed |= self.clean_json(text);
        }
        changed |= clean.if_late.as_mut().is_some_and(|why| self.clean(why));
        if changed { Cow::Owned(clean) } else { Cow::Borrowed(message) }
    }

    pub(super) fn clean_form(&self, form: &mut Form) -> bool {
        each([&mut form.title, &mut form.label, &mut form.filled], |text| self.clean(text))
    }

    fn clean_blocks(&self, blocks: &mut Vec<Block>) -> bool {
        let mut changed = false;
        let mut clean = Vec::with_capacity(blocks.len());
        for mut block in std::mem::take(blocks) {
            changed |= match &mut block {
                Block::Line(spans) | Block::Heading(spans) | Block::Item { spans, .. } | Block::Quote(spans) => {
                    self.clean_spans(spans)
                }
                Block::Code { language, text } => self.clean(language) | self.clean(text),
                Block::Table(rows) => each(rows.iter_mut().flatten(), |cell| self.clean(cell)),
                Block::Gap => false,
                Block::Markdown(source) => {
                    let mut hid = self.clean(source);
                    // What markup divides is whole again once it is shown.
                    let mut shown = markdown::blocks(source);
                    if self.clean_blocks(&mut shown) {
                        hid = true;
                        clean.append(&mut shown);
                        block = Block::Gap;
                    }
                    hid
                }
            };
            clean.push(block);
        }
        *blocks = clean;
        changed
    }

    /// One line: each span by itself, and then all of them, since a reader sees no spans.
    fn clean_spans(&self, spans: &mut Vec<Span>) -> bool {
        let mut changed = false;
        for span in spans.iter_mut() {
            changed |= match span {
                Span::Text(text) | Span::Strong(text) | Span::Soft(text) | Span::Struck(text) | Span::Code(text) => {
                    self.clean(text)
                }
                Span::Link { text, url } => {
                    let hid = self.clean(text);
                    if self.clean(url) {
                        // What is left of the address leads nowhere.
                        *span = Span::Text(format!("{text} ({url})"));
                        true
                    } else {
                        hid
                    }
                }
                Span::Time { text, .. } => self.clean(text),
                Span::Person { name, .. } => self.clean(name),
            };
        }
        if spans.len() > 1 {
            let mut whole: String = spans.iter().map(Span::plain).collect();
            if self.clean(&mut whole) {
                *spans = vec![Span::Text(whole)];
                return true;
            }
        }
        changed
    }

    /// Rids an event of what is to be hidden, before anybody stores it.
    pub(in super::super) fn inbound(&self, inbound: &mut Inbound) {
        self.clean(&mut inbound.sender.name);
        if let Some(title) = &mut inbound.place.title {
            self.clean(title);
        }
        match &mut inbound.content {
            Content::Text { text, attachments, .. } => {
                self.clean(text);
                for file in attachments {
                    self.clean(&mut file.name);
                }
            }
            Content::Command { args: text, .. } | Content::Form { text, .. } | Content::Edited { text, .. } => {
                self.clean(text);
            }
            Content::Unsupported { raw, .. } => {
                self.clean_json(raw);
            }
            Content::Press { .. }
            | Content::Moved { .. }
            | Content::Reachable { .. }
            | Content::Missed
            | Content::Trouble(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secretary::message::{Button, Look};
    use std::sync::Arc;

    fn token() -> String {
        format!("{}{}", "ghp_", "16C7e42F292c6912E7710c838347Ae178B4a")
    }

    fn hides(message: &Message) -> Message {
        let clean = Fence::new(Arc::new(())).message(message).into_owned();
        let said = serde_json::to_string(&clean).unwrap();
        assert!(!said.contains("6912E7710c838347Ae178B4a"), "{said}");
        assert!(said.contains("[hidden: a GitHub token]"), "{said}");
        clean
    }

    #[test]
    fn every_text_of_a_message_is_looked_at() {
        let (token, line) = (token(), |span| Message::default().spans(vec![span]));
        let of = |block| Message { blocks: vec![block], ..Message::default() };
        for message in [
            Message::lines([token.clone()]),
            line(Span::Link { text: "here".to_owned(), url: format!("https://x.example/?t={token}") }),
            line(Span::Code(token.clone())),
            of(Block::Code { language: "sh".to_owned(), text: format!("export T={token}") }),
            of(Block::Table(vec![vec!["T".to_owned()], vec![token.clone()]])),
            of(Block::Markdown(format!("# Report\n\n- use `{token}`"))),
            Message { if_late: Some(token.clone()), ..Message::lines(["late"]) },
            Message {
                file: Some(Attached { name: "a.md".to_owned(), text: format!("a\n{token}\n") }),
                ..Message::lines(["a file"])
            },
        ] {
            hides(&message);
        }
        let form = Form { title: "Edit".to_owned(), label: "Text".to_owned(), filled: token.clone() };
        let data = "1.AbCdEfGhIjKlMnOpQrStUv.0".to_owned();
        let button = Button { label: format!("Use {token}"), data: data.clone(), look: Look::Plain, form: Some(form) };
        let clean = hides(&Message::lines(["?"]).row(vec![button]));
        assert_eq!(clean.buttons[0][0].data, data);
    }

    #[test]
    fn markup_does_not_help() {
        let (token, half) = (token(), 20);
        let (one, other) = token.split_at(half);
        hides(&Message::default().spans(vec![Span::text(one), Span::strong(other)]));
        for source in [
            format!("it is {one}**{other}**"),
            token.replace('_', "\\_"),
            format!("{}&#95;{}", &token[..3], &token[4..]),
            format!("- {one}*{other}*\n- and more"),
        ] {
            hides(&Message { blocks: vec![Block::Markdown(source)], ..Message::default() });
        }
    }

    #[test]
    fn what_has_nothing_to_hide_is_lent() {
        let blocks = vec![Block::Markdown("# A *report* with `code` and [a link](https://x.example)".to_owned())];
        let message = Message { blocks, ..Message::lines(["words"]) };
        assert!(matches!(Fence::new(Arc::new(())).message(&message), Cow::Borrowed(_)));
    }

    #[test]
    fn json_stays_json() {
        let fence = Fence::new(Arc::new(()));
        let mut text = serde_json::json!({"a": [format!("first\n{}", token())], "b": {"c": "\"x\" \\ y"}}).to_string();
        assert!(fence.clean_json(&mut text));
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["a"][0], "first\n[hidden: a GitHub token]");
        assert_eq!(value["b"]["c"], "\"x\" \\ y");
        let mut escaped = format!("{{\"a\": \"\\u0067{}\"}}", &token()[1..]);
        assert!(fence.clean_json(&mut escaped));
        assert!(escaped.contains("[hidden: a GitHub token]"), "{escaped}");
    }
}
