//! Tests of what belongs together.

use super::{belongs, join, waits};
use crate::secretary::ids::{PersonId, RoomId, WorkspaceId};
use crate::secretary::inbound::{Attachment, ChatKind, Content, FileKind, Inbound, Place, Platform, Sender};
use crate::secretary::intent::Spoken;
use chrono::{DateTime, TimeDelta, Utc};

/// A message at a second: its words, whether they are somebody else's, and the album of a file with it ("" for none).
fn said(second: i64, text: &str, forwarded: bool, file: Option<&str>) -> Inbound {
    let attachments = file.map(|album| Attachment {
        name: "a.pdf".to_owned(),
        handle: "h".to_owned(),
        bytes: 1,
        album: Some(album.to_owned()).filter(|album| !album.is_empty()),
        kind: FileKind::Document,
        media_type: None,
        seconds: None,
    });
    let place = Place {
        platform: Platform::Telegram,
        bot: "b".to_owned(),
        chat: "c".to_owned(),
        thread: None,
        kind: ChatKind::Direct,
        title: None,
    };
    Inbound {
        event: second.to_string(),
        place,
        sender: Sender::default(),
        content: Content::Text {
            message: second.to_string(),
            text: text.to_owned(),
            addressed: true,
            reply_to: None,
            attachments: attachments.into_iter().collect(),
            forwarded,
            refers: Vec::new(),
        },
        sent_at: DateTime::<Utc>::UNIX_EPOCH + TimeDelta::seconds(second),
        handle: None,
    }
}

fn spoken(inbound: Inbound) -> Spoken {
    Spoken::new(inbound, RoomId::new("r"), PersonId::new("p"), WorkspaceId::home())
}

#[test]
fn shape_and_time_decide_what_belongs_together() {
    let full = "x".repeat(4_096);
    for (first, next, together) in [
        // A paste that the app cut, and two messages of their own.
        (said(0, &full, false, None), said(0, "the rest", false, None), true),
        (said(0, &full, false, None), said(5, "the rest", false, None), false),
        (said(0, "buy milk", false, None), said(0, "and call Ana", false, None), false),
        // A comment and what it is about, in either order; several messages passed on together.
        (said(0, "any below 5 EUR?", false, None), said(1, "offers", true, None), true),
        (said(0, "any below 5 EUR?", false, None), said(9, "offers", true, None), false),
        (said(0, "offers", true, None), said(1, "any below 5 EUR?", false, None), true),
        (said(0, "one", true, None), said(0, "two", true, None), true),
        // Files before and after their words, and files alone.
        (said(0, "", false, Some("")), said(3, "summarise this", false, None), true),
        (said(0, "summarise this", false, None), said(3, "", false, Some("")), true),
        (said(0, "summarise this", false, Some("")), said(3, "and book a room", false, None), false),
        (said(0, "", false, Some("")), said(60, "hello", false, None), false),
        // An album arrives slowly.
        (said(0, "our kitchen", false, Some("7")), said(9, "", false, Some("7")), true),
        (said(0, "our kitchen", false, Some("7")), said(9, "", false, Some("8")), false),
    ] {
        assert_eq!(belongs(&spoken(first.clone()), &next), together, "{first:?} {next:?}");
    }
}

#[test]
fn joined_words_are_those_of_the_sender() {
    let full = "x".repeat(4_096);
    let paste = join(spoken(said(0, &full, false, None)), said(0, "yz", false, None));
    assert_eq!(paste.text(), format!("{full}yz"));
    for first in ["x".repeat(4_000), format!("{}\n", "x".repeat(4_095)), "x".repeat(2_000)] {
        let paste = join(spoken(said(0, &first, false, None)), said(0, "yz", false, None));
        assert_eq!(paste.text(), format!("{first}\nyz"));
    }
    for (size, gap) in [(1_999, "\n"), (2_000, ""), (4_000, "\n")] {
        let mut first = said(0, &"ä".repeat(size), false, None);
        first.place.platform = Platform::Discord;
        let paste = join(spoken(first), said(0, "yz", false, None));
        assert_eq!(paste.text(), format!("{}{gap}yz", "ä".repeat(size)));
    }
    let asked = join(spoken(said(0, "any below 5?", false, None)), said(0, "offers: 4, 6", true, None));
    assert_eq!(
        (asked.text(), asked.passed_on(), asked.refers()[0].text.as_str()),
        ("any below 5?", false, "offers: 4, 6")
    );
    let behind = join(spoken(said(0, "offers: 4, 6", true, None)), said(1, "any below 5?", false, None));
    assert_eq!((behind.text(), behind.passed_on(), behind.refers().len()), ("any below 5?", false, 1));
    let both = join(spoken(said(0, "one", true, None)), said(0, "two", true, None));
    assert_eq!((both.text(), both.passed_on(), both.refers().len()), ("one\ntwo", true, 0));
    let file = join(spoken(said(0, "", false, Some(""))), said(2, "summarise this", false, None));
    assert_eq!((file.text(), file.sent_files().len()), ("summarise this", 1));
}

#[test]
fn only_what_looks_unfinished_waits() {
    assert!(waits(&spoken(said(0, "buy milk", false, None))).is_none());
    assert!(waits(&spoken(said(0, "read this", false, Some("")))).is_none());
    assert!(waits(&spoken(said(0, "", false, Some("")))).is_some());
    assert!(waits(&spoken(said(0, "passed on", true, None))).is_some());
    assert!(waits(&spoken(said(0, &"x".repeat(4_000), false, None))).is_some());
}
