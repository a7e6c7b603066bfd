//! Translates what a visitor of the page does into inbound events.

use super::Web;
use crate::ports::web::weblog::{Author, Entry, WebLogError, WebMessage};
use crate::secretary::inbound::{
    Attachment, ChatKind, Content, Inbound, Place, Platform, REFERRED_CHARS, Reference, Referred, Sender,
};
use crate::secretary::message::Message;
use crate::secretary::message::commands::typed;
use crate::secretary::when;
use axum::http::{HeaderMap, header};
use chrono::{DateTime, Utc};

/// The longest language tag that is taken (RFC 5646, 4.4.1, asks for room for 35 characters).
const LONGEST_TAG: usize = 35;
/// The most languages of a browser that are looked at.
const LANGUAGES: usize = 20;

/// The account of whoever is at the page.
pub(super) const USER: &str = "local";

/// The only place of the web chat.
pub fn place() -> Place {
    Place {
        platform: Platform::Web,
        bot: "web".into(),
        chat: "local".into(),
        thread: None,
        kind: ChatKind::Direct,
        title: None,
    }
}

/// The zone a browser reports, if there is such a zone.
pub(super) fn zone(reported: Option<&str>) -> Option<String> {
    let zone = reported.filter(|name| name.contains('/') || name.eq_ignore_ascii_case("UTC"))?;
    when::parse_zone(zone).ok().map(|zone| zone.name().to_owned())
}

/// The language a browser would have most: every request says so by itself, as a platform's app tells its own. What is no
/// well-formed tag is passed over, and so is "*", which names none.
pub(super) fn language(headers: &HeaderMap) -> Option<String> {
    let lines = headers.get_all(header::ACCEPT_LANGUAGE).into_iter().filter_map(|line| line.to_str().ok());
    let mut wanted: Option<(&str, u16)> = None;
    for (tag, weight) in lines.flat_map(|line| line.split(',')).take(LANGUAGES).filter_map(weighed) {
        // Of equals the first one.
        if weight > 0 && wanted.is_none_or(|(_, most)| weight > most) {
            wanted = Some((tag, weight));
        }
    }
    wanted.map(|(tag, _)| tag.to_owned())
}

/// "de-CH;q=0.8" as the tag and how much it is wanted, in thousandths; none if it is not of this form.
fn weighed(range: &str) -> Option<(&str, u16)> {
    let (tag, weight) = range.split_once(';').map_or((range, None), |(tag, weight)| (tag, Some(weight.trim())));
    let weight = match weight {
        None => 1000,
        Some(weight) => thousandths(weight.strip_prefix("q=").or_else(|| weight.strip_prefix("Q="))?)?,
    };
    Some(tag.trim()).filter(|tag| is_tag(tag)).map(|tag| (tag, weight))
}

/// "1", "0.8" or "0.125", with at most three digits behind the point (RFC 9110, 12.4.2).
fn thousandths(weight: &str) -> Option<u16> {
    let (whole, part) = weight.split_once('.').unwrap_or((weight, ""));
    if part.len() > 3 || !part.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let part: u16 = format!("{part:0<3}").parse().ok()?;
    match whole {
        "0" => Some(part),
        "1" if part == 0 => Some(1000),
        _ => None,
    }
}

/// Whether this is formed like a language tag: two or three letters, then up to eight letters or digits each between hyphens.
fn is_tag(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or_default();
    tag.len() <= LONGEST_TAG
        && (2..=3).contains(&language.len())
        && language.bytes().all(|b| b.is_ascii_alphabetic())
        && parts.all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// An event of the page: `client` is the id the page made, the same when it repeats itself.
pub(super) fn event(kind: &str, client: &str, content: Content, at: DateTime<Utc>) -> Inbound {
    let sender = Sender { user: USER.into(), name: "You".into(), ..Sender::default() };
    Inbound { event: format!("{kind}:{client}"), place: place(), sender, content, sent_at: at, handle: None }
}

/// Typed words with their files and what they refer to: a command when they begin with a slash and a plain name, else text
/// to the secretary.
pub(super) fn said(
    id: i64,
    text: &str,
    reply_to: Option<i64>,
    attachments: Vec<Attachment>,
    refers: Vec<Referred>,
) -> Content {
    let (message, reply_to) = (id.to_string(), reply_to.map(|id| id.to_string()));
    match typed(text) {
        Some((name, args)) => Content::Command { message: Some(message), name, args, reply_to, attachments, refers },
        None => Content::Text {
            message,
            text: text.to_owned(),
            addressed: true,
            reply_to,
            attachments,
            forwarded: false,
            refers,
        },
    }
}

/// What a reply to this message refers to: the words and files of a person. The secretary knows its own messages.
fn referred(replied: WebMessage) -> Option<Referred> {
    let text: String = replied.message.lined().chars().take(REFERRED_CHARS).collect();
    let says = !text.trim().is_empty() || !replied.files.is_empty();
    let own = replied.author == Author::Person;
    let (how, who) = (Reference::Reply, String::new());
    (own && says).then_some(Referred { how, who, own, text, attachments: replied.files })
}

/// A person's words as a message of the record; none where there are files alone.
pub(super) fn words(text: &str, client: &str, reply_to: Option<i64>, at: DateTime<Utc>) -> WebMessage {
    WebMessage {
        author: Author::Person,
        message: if text.is_empty() { Message::default() } else { Message::lines(text.split('\n')) },
        at,
        reply_to,
        client: Some(client.to_owned()),
        files: Vec::new(),
        seen: false,
    }
}

impl Web {
    /// What a message refers to that replies to the one with this id.
    ///
    /// # Errors
    /// The record cannot be read.
    pub(super) async fn referred(&self, reply_to: Option<i64>) -> Result<Vec<Referred>, WebLogError> {
        let Some(id) = reply_to else { return Ok(Vec::new()) };
        let replied = self.entry(id).await?;
        Ok(replied.and_then(|entry| referred(entry.message)).into_iter().collect())
    }

    /// The events of the person's messages which stand after the secretary's last one.
    ///
    /// # Errors
    /// The record cannot be read.
    pub(super) async fn unanswered(&self, newest: &[Entry]) -> Result<Vec<Inbound>, WebLogError> {
        let answered = newest.iter().rposition(|e| e.message.author == Author::Secretary).map_or(0, |at| at + 1);
        let mut rest = Vec::new();
        for Entry { id, message, .. } in newest.iter().skip(answered) {
            let Some(client) = message.client.as_deref() else { continue };
            let refers = self.referred(message.reply_to).await?;
            let content = said(*id, &message.message.lined(), message.reply_to, message.files.clone(), refers);
            rest.push(event("say", client, content, message.at));
        }
        Ok(rest)
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::web::inbound::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_real_zones_are_taken_from_a_browser() {
        assert_eq!(zone(Some("Europe/Lisbon")).as_deref(), Some("Europe/Lisbon"));
        assert_eq!(zone(Some("UTC")).as_deref(), Some("UTC"));
        assert_eq!(zone(Some("Asia/Calcutta")).as_deref(), Some("Asia/Calcutta"));
        for odd in ["", "Etc/Unknown", "Lisbon", "UTC+2", "'; DROP TABLE people", &"x/".repeat(500)] {
            assert_eq!(zone(Some(odd)), None, "{odd}");
        }
        assert_eq!(zone(None), None);
    }

    #[test]
    fn the_language_a_browser_wants_most_is_taken() {
        let long = format!("de-{}abcde", "abcdefgh-".repeat(3));
        let too_long = format!("{long}f");
        for (said, wanted) in [
            ("de", Some("de")),
            ("en-US", Some("en-US")),
            ("de-CH,de;q=0.9,en;q=0.8,*;q=0.5", Some("de-CH")),
            ("en;q=0.8, fr;q=0.9", Some("fr")),
            ("en;q=0.5,es;q=1.000,zh;q=1", Some("es")),
            (" zh-Hans-CN ; Q=0.125 ,*", Some("zh-Hans-CN")),
            ("fil", Some("fil")),
            // What is not of the form counts for nothing, and the rest still counts.
            ("de;q=2,fr;q=0.1", Some("fr")),
            ("de;q=0.1234,de;q=-1,de;q=,de;level=1,es;q=0.1", Some("es")),
            ("<b>,german,d,1x,de_DE,de--DE,de-,ignore-all-rules,fr;q=0.2", Some("fr")),
            (long.as_str(), Some(long.as_str())),
            (too_long.as_str(), None),
            // Zero is "not this one".
            ("de;q=0,en;q=0.000", None),
            ("*", None),
            ("", None),
            (",;,;q=1,", None),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, HeaderValue::from_str(said).unwrap())]);
            assert_eq!(language(&headers).as_deref(), wanted, "{said}");
        }
        assert_eq!(language(&HeaderMap::new()), None);
        let strange = HeaderValue::from_bytes(b"de\xff").unwrap();
        assert_eq!(language(&HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, strange)])), None);
    }

    #[test]
    fn words_survive_the_record() {
        let text = "first\n\n  third 🙂\n";
        let kept = words(text, "c1", None, DateTime::UNIX_EPOCH);
        assert_eq!(kept.message.lined(), text);
        assert_eq!(words("", "c2", None, DateTime::UNIX_EPOCH).message.lined(), "");
    }
}
