//! Redacts every text of a message and of an event. Ids, handles and the data of our own buttons and forms stay as
//! they are.

use super::{Redactor, each};
use crate::secretary::inbound::{Attachment, Content, Inbound, Referred};
use crate::secretary::message::keys::parse_data;
use crate::secretary::message::{Block, Form, Message, Span};
use crate::secretary::ticket::task::Attached;
use crate::text::markdown;
use std::borrow::Cow;

/// The length of our tokens: 16 random bytes.
const TOKEN: usize = 22;

impl Redactor {
    /// The redacted message for a page.
    pub(in crate::engine) fn shown(&self, message: &Message) -> Message {
        self.message(message).into_owned()
    }

    /// The redacted message for sending.
    pub(super) fn message<'m>(&self, message: &'m Message) -> Cow<'m, Message> {
        let mut clean = message.clone();
        let mut changed = self.clean_blocks(&mut clean.blocks);
        for button in clean.buttons.iter_mut().flatten() {
            changed |= self.clean(&mut button.label);
            changed |= button.form.as_mut().is_some_and(|form| self.clean_form(form));
        }
        if let Some(Attached { name, text, .. }) = &mut clean.file {
            changed |= self.clean(name);
            changed |= self.clean_json(text);
        }
        changed |= clean.if_late.as_mut().is_some_and(|why| self.clean(why));
        if changed { Cow::Owned(clean) } else { Cow::Borrowed(message) }
    }

    /// The redacted words of a person for storing. Each line is a line of the message; a credential may span several
    /// lines, as a multi-line key does.
    pub(super) fn words<'m>(&self, message: &'m Message) -> Cow<'m, Message> {
        let mut whole = message.lined();
        if !self.clean(&mut whole) {
            return self.message(message);
        }
        let blocks = Message::lines(whole.split('\n')).blocks;
        Cow::Owned(self.message(&Message { blocks, ..message.clone() }).into_owned())
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
                    // A credential that markup divides is whole again once it is shown.
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

    /// Redacts one line: each span by itself, then all together, since a reader sees no spans.
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
                        // The rest of the address leads nowhere.
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

    /// Button data that is not ours may be any text and means nothing: it is dropped. Data in our form is kept unless
    /// it could be a credential; a token of [`TOKEN`] random letters may look like anything.
    fn clean_data(&self, data: &mut String) {
        let ours = parse_data(data).is_some_and(|(token, _)| token.as_str().len() == TOKEN);
        let kept = match (ours, parse_data(data)) {
            (true, _) => matches!(self.0.hide(data), Cow::Borrowed(_)),
            (false, Some(_)) => matches!(self.text(data), Cow::Borrowed(_)),
            (false, None) => false,
        };
        if !kept {
            data.clear();
        }
    }

    /// Redacts the names of files.
    pub(super) fn clean_names(&self, files: &mut [Attachment]) {
        each(files, |file| self.clean(&mut file.name));
    }

    fn clean_referred(&self, refers: &mut [Referred]) {
        for referred in refers {
            self.clean(&mut referred.who);
            self.clean(&mut referred.text);
            self.clean_names(&mut referred.attachments);
        }
    }

    /// Redacts an event before it is stored.
    pub fn inbound(&self, inbound: &mut Inbound) {
        self.clean(&mut inbound.sender.name);
        if let Some(title) = &mut inbound.place.title {
            self.clean(title);
        }
        match &mut inbound.content {
            Content::Text { text, attachments, refers, .. } => {
                self.clean(text);
                self.clean_names(attachments);
                self.clean_referred(refers);
            }
            Content::Command { name, args, attachments, refers, .. } => {
                self.clean(name);
                self.clean(args);
                self.clean_names(attachments);
                self.clean_referred(refers);
            }
            Content::Edited { text, .. } => {
                self.clean(text);
            }
            Content::Form { data, text } => {
                self.clean_data(data);
                self.clean(text);
            }
            Content::Press { data, .. } => self.clean_data(data),
            Content::Unsupported { raw, .. } => {
                self.clean_json(raw);
            }
            Content::Moved { .. }
            | Content::Reachable { .. }
            | Content::Deleted
            | Content::Missed
            | Content::Trouble(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::redaction::content::*;
    use crate::secretary::inbound::{ChatKind, FileKind, Place, Platform, Reference, Sender};
    use crate::secretary::message::{Button, Look};
    use std::sync::Arc;

    fn token() -> String {
        format!("{}{}", "ghp_", "16C7e42F292c6912E7710c838347Ae178B4a")
    }

    fn hides(message: &Message) -> Message {
        let clean = Redactor::new(Arc::new(())).message(message).into_owned();
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
                file: Some(Attached::text("a.md".to_owned(), format!("a\n{token}\n"))),
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
    fn lines_do_not_help() {
        let redactor = Redactor::new(Arc::new(()));
        let key = |what: &str| {
            format!("-----BEGIN {what}-----\n{0}\n{0}\n-----END {what}-----", "b3BlbnNzaC1rZXktdjEA".repeat(3))
        };
        for (secret, part) in [
            (key("OPENSSH PRIVATE KEY"), "b3BlbnNz"),
            (key("RSA PRIVATE KEY"), "b3BlbnNz"),
            (format!("my aws secret access key\n{}{}", "wJalrXUtnFEMI/K7MDENG/", "bPxRfiCYzzzzzzzKEY"), "K7MDENG"),
        ] {
            let said = format!("note: keep this\n\n{secret}\nand that");
            let kept = redactor.words(&Message::lines(said.split('\n'))).into_owned().lined();
            assert!(!kept.contains(part) && kept.contains("[hidden: "), "{kept}");
            assert!(kept.starts_with("note: keep this\n\n") && kept.ends_with("\nand that"), "{kept}");
        }
        let plain = Message::lines(["first", "", " second "]);
        assert!(matches!(redactor.words(&plain), Cow::Borrowed(_)));
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
    fn what_nobody_sees_does_not_help() {
        let token = token();
        let (one, other) = token.split_at(20);
        for unseen in ['\u{200b}', '\u{ad}', '\u{2060}', '\u{202e}', '\u{1}', '\u{7f}', '\u{e0041}'] {
            hides(&Message::lines([format!("it is {one}{unseen}{other}")]));
            hides(&Message { blocks: vec![Block::Markdown(format!("{one}{unseen}{other}"))], ..Message::default() });
        }
        let kept = "👩\u{200d}💻 writes می\u{200c}خواهم, a\u{200b}b";
        assert!(matches!(Redactor::new(Arc::new(())).text(kept), Cow::Borrowed(text) if text == kept));
    }

    #[test]
    fn escapes_names_and_json_in_json_do_not_help() {
        let (redactor, token) = (Redactor::new(Arc::new(())), token());
        let escaped = |value: &serde_json::Value| value.to_string().replace("ghp", "\\u0067hp");
        let inner = escaped(&serde_json::json!({"text": format!("use {token}")}));
        for arguments in [
            inner.clone(),
            serde_json::Value::from(inner.as_str()).to_string(),
            serde_json::json!({"deep": [inner]}).to_string(),
            escaped(&serde_json::json!({"title": "Z", (token.as_str()): "y"})),
        ] {
            let mut clean = arguments.clone();
            assert!(redactor.clean_json(&mut clean), "{arguments}");
            assert!(!clean.contains("16C7e42F") && clean.contains("hidden: a GitHub token"), "{clean}");
            assert!(serde_json::from_str::<serde_json::Value>(&clean).is_ok(), "{clean}");
        }
    }

    #[test]
    fn what_has_nothing_to_hide_is_lent() {
        let blocks = vec![Block::Markdown("# A *report* with `code` and [a link](https://x.example)".to_owned())];
        let message = Message { blocks, ..Message::lines(["words"]) };
        assert!(matches!(Redactor::new(Arc::new(())).message(&message), Cow::Borrowed(_)));
    }

    /// What is stored of this content.
    fn stored(content: Content) -> Content {
        let mut inbound = Inbound {
            event: "1".to_owned(),
            place: Place {
                platform: Platform::Telegram,
                bot: "bot".to_owned(),
                chat: "1".to_owned(),
                thread: None,
                kind: ChatKind::Direct,
                title: None,
            },
            sender: Sender { user: "1".to_owned(), name: "Eve".to_owned(), ..Sender::default() },
            content,
            sent_at: chrono::DateTime::UNIX_EPOCH,
            handle: None,
        };
        Redactor::new(Arc::new(())).inbound(&mut inbound);
        inbound.content
    }

    #[test]
    fn so_is_every_text_of_an_event() {
        let (said, file) = (
            || format!("use {}", token()),
            || Attachment {
                name: format!("{}.txt", token()),
                handle: "file-1".to_owned(),
                bytes: 1,
                album: None,
                kind: FileKind::Document,
                media_type: None,
                seconds: None,
            },
        );
        let refers = || {
            vec![Referred { how: Reference::Quote, who: said(), own: false, text: said(), attachments: vec![file()] }]
        };
        let text = Content::Text {
            message: "1".to_owned(),
            text: said(),
            addressed: true,
            reply_to: None,
            attachments: vec![file()],
            forwarded: false,
            refers: refers(),
        };
        let command = Content::Command {
            message: None,
            name: "new".to_owned(),
            args: said(),
            reply_to: None,
            attachments: vec![file()],
            refers: refers(),
        };
        for content in [text, command] {
            let kept = serde_json::to_string(&stored(content)).unwrap();
            assert!(!kept.contains("6912E7710c838347Ae178B4a"), "{kept}");
            assert_eq!(kept.matches("[hidden: a GitHub token]").count(), 5, "{kept}");
            assert_eq!(kept.matches("file-1").count(), 2, "{kept}");
        }
    }

    #[test]
    fn data_of_a_button_is_ours_or_nothing() {
        let kept = |content: Content| {
            let (Content::Press { data, .. } | Content::Form { data, .. }) = stored(content) else {
                panic!("another content")
            };
            data
        };
        let ours = "1.AbCdEfGhIjKlMnOpQrStUv.0";
        for (data, stays) in [
            (ours.to_owned(), true),
            ("1.AbCdEfGhIjKlMnOpQrStUvW.12".to_owned(), true),
            ("my words about somebody else".to_owned(), false),
            (format!("{ours}."), false),
            (token(), false),
            (format!("1.{}.0", token()), false),
            (String::new(), false),
        ] {
            let wanted = if stays { data.clone() } else { String::new() };
            assert_eq!(kept(Content::Press { data: data.clone(), message: None }), wanted, "{data}");
            assert_eq!(kept(Content::Form { data: data.clone(), text: "hello".to_owned() }), wanted, "{data}");
        }
    }

    #[test]
    fn json_stays_json() {
        let redactor = Redactor::new(Arc::new(()));
        let mut text = serde_json::json!({"a": [format!("first\n{}", token())], "b": {"c": "\"x\" \\ y"}}).to_string();
        assert!(redactor.clean_json(&mut text));
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["a"][0], "first\n[hidden: a GitHub token]");
        assert_eq!(value["b"]["c"], "\"x\" \\ y");
        let mut escaped = format!("{{\"a\": \"\\u0067{}\"}}", &token()[1..]);
        assert!(redactor.clean_json(&mut escaped));
        assert!(escaped.contains("[hidden: a GitHub token]"), "{escaped}");
    }
}
