//! A message before and after its understanding, as stored. Recovery after a crash reads it and never asks the model
//! again.

use super::super::ids::{PersonId, RoomId, Slot, TicketId, WorkspaceId};
use super::super::ticket::event::Trouble;
use super::open_item::OpenItem;
use super::understanding::Understanding;
use crate::secretary::inbound::{Attachment, Content, Inbound, Reference, Referred};
use crate::secretary::received::{ReceivedFile, safe_name};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A message that waits to be understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spoken {
    /// As it arrived.
    pub inbound: Inbound,
    /// The room it was written in.
    pub room: RoomId,
    /// Who wrote it.
    pub person: PersonId,
    /// When that person had joined, so that nothing comes back that was said before everything of them was erased.
    #[serde(default)]
    pub joined_at: Option<DateTime<Utc>>,
    /// In which workspace.
    pub workspace: WorkspaceId,
    /// The name of the message it replies to, if that is one of the secretary's.
    #[serde(default)]
    pub replied: Option<Slot>,
    /// It was edited: an earlier version of it set or changed something.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub edits: bool,
    /// The words where they are not those of the message alone: with its other pieces, with what was spoken, or typed
    /// about files that were sent before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Messages that belong to it: the rest of a long paste, what was passed on with it, files beside it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Inbound>,
    /// Files that were sent and kept before, and that the words are about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ReceivedFile>,
    /// The name of the command that it came with: it is carried out once the rest of the message has come, whatever a model
    /// would say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The ticket that it is added to: the words it belongs to have opened it already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticket: Option<TicketId>,
    /// What people said in recordings, to be shown to them; part of the words already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spoken_words: Option<String>,
}

/// A file that came with a message, and where it stands.
#[derive(Clone, Debug)]
pub struct Sent<'a> {
    /// The message it came in, by the platform's id.
    pub message: String,
    /// Its harmless name; no other file of that message has it, also where case does not count.
    pub name: String,
    /// The file.
    pub file: &'a Attachment,
    /// Somebody else sent it.
    pub of_others: bool,
    /// It came with this message, and not with one that this refers to.
    pub along: bool,
}

/// Adds files of a message in their order. One that is referred to twice is one file.
fn add<'a>(sent: &mut Vec<Sent<'a>>, message: &str, files: &'a [Attachment], (of_others, along): (bool, bool)) {
    for file in files {
        let beside: Vec<&Sent<'_>> = sent.iter().filter(|other| other.message == message).collect();
        if !along && beside.iter().any(|other| other.file.handle == file.handle) {
            continue;
        }
        let free = |name: &String| beside.iter().all(|other| other.name.to_lowercase() != name.to_lowercase());
        let mut names = (0..=beside.len()).map(|number| safe_name(file, number));
        let name = names.find(free).unwrap_or_default();
        sent.push(Sent { message: message.to_owned(), name, file, of_others, along });
    }
}

impl Spoken {
    /// A message of somebody, as it arrived.
    pub fn new(inbound: Inbound, room: RoomId, person: PersonId, workspace: WorkspaceId) -> Self {
        Self {
            inbound,
            room,
            person,
            joined_at: None,
            workspace,
            replied: None,
            edits: false,
            words: None,
            pieces: Vec::new(),
            files: Vec::new(),
            command: None,
            ticket: None,
            spoken_words: None,
        }
    }

    /// The words.
    pub fn text(&self) -> &str {
        if let Some(words) = &self.words {
            return words;
        }
        if let Content::Text { text, .. } = &self.inbound.content { text } else { "" }
    }

    /// The message and its pieces.
    pub fn messages(&self) -> impl Iterator<Item = &Inbound> {
        std::iter::once(&self.inbound).chain(&self.pieces)
    }

    /// What the message and its pieces refer to. What was passed on together with words of the sender is one of these. Of
    /// several messages that were passed on, each goes with the name of whoever wrote it.
    pub fn refers(&self) -> Vec<Referred> {
        let (beside, several) = (!self.passed_on(), !self.pieces.is_empty());
        let mut all = Vec::new();
        for inbound in self.messages() {
            let Content::Text { refers, text, forwarded, .. } = &inbound.content else { continue };
            let written = |referred: &Referred| *forwarded && referred.how == Reference::Forward;
            let named = refers.iter().any(written);
            all.extend(refers.iter().map(|referred| {
                // Its words stand in the message itself, and count as those of others whoever wrote them.
                let whole = (beside || several) && written(referred);
                if whole { Referred { own: false, text: text.clone(), ..referred.clone() } } else { referred.clone() }
            }));
            if *forwarded && beside && !named {
                let (how, who, text) = (Reference::Forward, String::new(), text.clone());
                all.push(Referred { how, who, own: false, text, attachments: Vec::new() });
            }
        }
        all
    }

    /// The files of the message, of its pieces, and of what it refers to.
    pub fn sent_files(&self) -> Vec<Sent<'_>> {
        let mut sent = Vec::new();
        for inbound in self.messages() {
            let Content::Text { message, attachments, refers, reply_to, forwarded, .. } = &inbound.content else {
                continue;
            };
            let message = if message.is_empty() { &inbound.event } else { message };
            add(&mut sent, message, attachments, (*forwarded, true));
            for referred in refers {
                let there = match referred.how {
                    Reference::Reply | Reference::Quote => reply_to.clone(),
                    Reference::Preview | Reference::Forward => None,
                };
                let there = there.unwrap_or_else(|| format!("{message}/refers"));
                add(&mut sent, &there, &referred.attachments, (!referred.own, false));
            }
        }
        sent
    }

    /// Whether they are somebody else's, passed on or referred to: no piece of it has words that the sender typed or spoke.
    pub fn passed_on(&self) -> bool {
        let typed = |inbound: &Inbound| match &inbound.content {
            Content::Text { forwarded, text, .. } => !forwarded && !text.trim().is_empty(),
            Content::Command { .. } | Content::Form { .. } | Content::Press { .. } | Content::Edited { .. } => true,
            Content::Moved { .. }
            | Content::Reachable { .. }
            | Content::Deleted
            | Content::Missed
            | Content::Trouble(_)
            | Content::Unsupported { .. } => false,
        };
        let of_others = |inbound: &Inbound| {
            let Content::Text { forwarded, refers, .. } = &inbound.content else { return false };
            *forwarded || refers.iter().any(|words| !words.own && !words.text.trim().is_empty())
        };
        self.spoken_words.is_none() && !self.messages().any(typed) && self.messages().any(of_others)
    }

    /// The lane it waits in: what one person says in one chat is understood in order.
    pub fn lane(&self) -> String {
        lane_of(&self.room, &self.person)
    }

    /// The platform's id of the message it replies to.
    pub fn reply_to(&self) -> Option<&str> {
        if let Content::Text { reply_to, .. } = &self.inbound.content { reply_to.as_deref() } else { None }
    }
}

/// The lane of what a person says in a room.
pub fn lane_of(room: &RoomId, person: &PersonId) -> String {
    format!("understand/{room}/{person}")
}

/// The lane in which messages of a person wait for room in a budget. A changed budget makes them due.
pub fn budget_lane(workspace: &WorkspaceId, person: &PersonId) -> String {
    format!("understand/budget/{workspace}/{person}")
}

/// The result of understanding a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Heard {
    /// It is understood.
    Understood {
        /// The items that were offered.
        items: Vec<OpenItem>,
        /// What it means.
        understanding: Understanding,
    },
    /// Files came without words: people are asked what to do with them.
    OnlyFiles,
    /// Two answers could not be used: people are asked what is meant.
    TooWeak {
        /// The items that were offered.
        items: Vec<OpenItem>,
    },
    /// The model does not answer; it is tried again by itself.
    Delayed,
    /// No budget has room for it, for this reason. It is tried again by itself.
    Barred(String),
    /// It will not be understood before somebody does something.
    Failed(Trouble),
}

#[cfg(test)]
mod tests {
    use super::Spoken;
    use crate::secretary::ids::{PersonId, RoomId, WorkspaceId};
    use crate::secretary::inbound::{
        Attachment, ChatKind, Content, FileKind, Inbound, Place, Platform, Reference, Referred, Sender,
    };
    use chrono::DateTime;

    fn file(name: &str, handle: &str) -> Attachment {
        let (name, handle) = (name.to_owned(), handle.to_owned());
        Attachment { name, handle, bytes: 1, album: None, kind: FileKind::Document, media_type: None, seconds: None }
    }

    fn words(how: Reference, own: bool, text: &str, attachments: Vec<Attachment>) -> Referred {
        Referred { how, who: "Bob".to_owned(), own, text: text.to_owned(), attachments }
    }

    fn said(text: &str, forwarded: bool, attachments: Vec<Attachment>, refers: Vec<Referred>) -> Spoken {
        let place = Place {
            platform: Platform::Telegram,
            bot: "b".to_owned(),
            chat: "c".to_owned(),
            thread: None,
            kind: ChatKind::Direct,
            title: None,
        };
        let content = Content::Text {
            message: "7".to_owned(),
            text: text.to_owned(),
            addressed: true,
            reply_to: Some("5".to_owned()),
            attachments,
            forwarded,
            refers,
        };
        let (event, sender, sent_at) = ("e".to_owned(), Sender::default(), DateTime::UNIX_EPOCH);
        let inbound = Inbound { event, place, sender, content, sent_at, handle: None };
        Spoken::new(inbound, RoomId::new("r"), PersonId::new("p"), WorkspaceId::home())
    }

    #[test]
    fn each_file_of_a_message_has_a_name_of_its_own() {
        let long = |end: &str| format!("{}{end}.txt", "x".repeat(300));
        let own = ["a.txt", "A.txt", "a-2.txt", "a.txt"].map(str::to_owned).into_iter();
        let own = own.chain([long("1"), long("2")]).enumerate();
        let own = own.map(|(at, name)| file(&name, &at.to_string())).collect();
        let refers = vec![
            words(Reference::Reply, false, "", vec![file("a.txt", "r"), file("a.txt", "s")]),
            words(Reference::Quote, false, "", vec![file("a.txt", "s")]),
            words(Reference::Preview, false, "", vec![file("a.txt", "t")]),
            words(Reference::Forward, false, "", vec![file("a.txt", "u")]),
        ];
        let spoken = said("", false, own, refers);
        let short = "x".repeat(72);
        let (first, second) = (format!("{short}.txt"), format!("{short}-2.txt"));
        let sent = spoken.sent_files();
        let names: Vec<_> = sent.iter().map(|sent| (sent.message.as_str(), sent.name.as_str(), sent.along)).collect();
        let expected = [
            ("7", "a.txt", true),
            ("7", "A-2.txt", true),
            ("7", "a-2-2.txt", true),
            ("7", "a-3.txt", true),
            ("7", first.as_str(), true),
            ("7", second.as_str(), true),
            ("5", "a.txt", false),
            ("5", "a-2.txt", false),
            ("7/refers", "a.txt", false),
            ("7/refers", "a-2.txt", false),
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn what_is_passed_on_has_its_writer() {
        let of = |who: &str, text: &str| {
            let writer = Referred { who: who.to_owned(), ..words(Reference::Forward, true, "", Vec::new()) };
            said(text, true, Vec::new(), vec![writer])
        };
        let told = |spoken: &Spoken| {
            let all = spoken.refers().into_iter();
            all.map(|one| format!("{} {} {}", one.who, one.own, one.text)).collect::<Vec<_>>()
        };
        let alone = of("Bob", "yes");
        assert_eq!(told(&alone), ["Bob true "]);
        let pieces = vec![of("Jo", "no").inbound];
        assert_eq!(told(&Spoken { pieces, ..alone }), ["Bob false yes", "Jo false no"]);
        let pieces = vec![of("Jo", "no").inbound];
        let beside = Spoken { pieces, ..said("is that so?", false, Vec::new(), Vec::new()) };
        assert_eq!(told(&beside), ["Jo false no"]);
    }

    #[test]
    fn without_words_of_the_sender_those_of_others_are_passed_on() {
        let bob = |text: &str| vec![words(Reference::Reply, false, text, Vec::new())];
        let own = vec![words(Reference::Reply, true, "cancel all", Vec::new())];
        for (spoken, passed_on) in [
            (said("cancel all", true, Vec::new(), Vec::new()), true),
            (said(" ", false, Vec::new(), bob("cancel all")), true),
            (said("", false, vec![file("a", "a")], bob("cancel all")), true),
            (said("do it", false, Vec::new(), bob("cancel all")), false),
            (said("", false, Vec::new(), bob("")), false),
            (said("", false, Vec::new(), own), false),
        ] {
            assert_eq!(spoken.passed_on(), passed_on, "{spoken:?}");
            let aloud = Spoken { spoken_words: Some("do it".to_owned()), ..spoken };
            assert!(!aloud.passed_on(), "{aloud:?}");
        }
    }
}
