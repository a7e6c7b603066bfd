//! XML as a row of tags and words. Entities that a document defines are not expanded, and nothing is nested here.

use crate::ports::documents::Unreadable;
use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};

/// A tag, or words between tags. Names have no prefix.
pub(super) enum Node<'a> {
    Opens(&'a str, &'a BytesStart<'a>),
    Closes(&'a str),
    Words(&'a str),
}

/// Shows the nodes of a text one by one, until it ends or `see` wants no more.
pub(super) fn walk(bytes: &[u8], mut see: impl FnMut(Node<'_>) -> bool) -> Result<(), Unreadable> {
    let text = super::plain::decode(bytes).ok_or(Unreadable::Broken)?;
    let mut reader = Reader::from_str(&text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    loop {
        let more = match reader.read_event().map_err(|_| Unreadable::Broken)? {
            Event::Start(tag) => see(Node::Opens(tag.local_name().as_ref(), &tag)),
            Event::Empty(tag) => {
                see(Node::Opens(tag.local_name().as_ref(), &tag)) && see(Node::Closes(tag.local_name().as_ref()))
            }
            Event::End(tag) => see(Node::Closes(tag.local_name().as_ref())),
            Event::Text(words) => see(Node::Words(&words)),
            Event::CData(words) => see(Node::Words(&words)),
            Event::GeneralRef(name) => match name.resolve_char_ref() {
                Ok(Some(c)) => see(Node::Words(c.encode_utf8(&mut [0; 4]))),
                Ok(None) => resolve_predefined_entity(&name).is_none_or(|words| see(Node::Words(words))),
                Err(_) => true,
            },
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => true,
            Event::Eof => false,
        };
        if !more {
            return Ok(());
        }
    }
}

/// The value of an attribute whose name without prefix is this.
pub(super) fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = tag.attributes();
    attributes.with_checks(false);
    let found = attributes.map_while(Result::ok).find(|found| found.key.local_name().as_ref() == name);
    found.map(|found| found.value.into_owned())
}
