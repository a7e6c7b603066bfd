//! What is said about people's time zones: asked once, with buttons; noted, with what it means.

use super::super::action::Action;
use super::super::keys::Keys;
use super::super::message::{Message, Span};
use super::super::when;
use super::super::workspace::Person;
use super::schedules::zone_now;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// What the confirmation of an order says about its zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Nothing: the zone is known, or does not matter, or was asked for before.
    None,
    /// It comes from the person's browser and was not mentioned yet.
    FromBrowser,
    /// Nobody knows it: the person is asked, with these zones to tap.
    Ask {
        /// Whose zone.
        person: Box<Person>,
        /// The likeliest first, which is the one taken for now.
        likely: Vec<Tz>,
        /// Others read along, so the person is named.
        in_group: bool,
    },
}

/// Adds what is to be said about the zone of an order.
pub fn noted_on(message: Message, note: &Note, zone: Tz, keys: &mut Keys) -> Message {
    match note {
        Note::None => message,
        Note::FromBrowser => message
            .line(format!("Your browser says {} time, so I go by that. /timezone changes it.", when::zone_city(zone))),
        Note::Ask { person, likely, in_group } => {
            let taken = format!("I took {} time for now; tap yours and I move this.", when::zone_city(zone));
            let mut spans = Vec::new();
            if *in_group {
                spans.push(Span::Person { id: person.id.clone(), name: person.name.clone() });
                spans.push(Span::text(format!(", which time zone are you in? {taken}")));
            } else {
                spans.push(Span::text(format!("Which time zone are you in? {taken}")));
            }
            with_zones(message.spans(spans), person, likely, keys)
        }
    }
}

/// The answer to `/timezone`: the zone as it is, with others to tap.
pub fn now(person: &Person, zone: Tz, likely: &[Tz], at: DateTime<Utc>, keys: &mut Keys) -> Message {
    with_zones(zone_now(zone, person.zone.is_some(), at), person, likely, keys)
}

fn with_zones(mut message: Message, person: &Person, likely: &[Tz], keys: &mut Keys) -> Message {
    let action = |name: Option<String>| Action::Zone { person: person.id.clone(), name };
    for pair in likely.chunks(3) {
        let row = pair.iter().map(|z| keys.plain(when::zone_city(*z), action(Some(z.name().to_owned())))).collect();
        message = message.row(row);
    }
    message.row(vec![keys.form("Other…", FORM.0, FORM.1, action(None))])
}

/// The title and the field of the form behind "Other…".
pub const FORM: (&str, &str) = ("Your time zone", "City or zone, for example Lisbon");

/// Asks for the zone where the platform has no forms.
pub fn ask() -> Message {
    let mut message = Message::lines(["Which city or time zone are you in? For example: Lisbon, or America/New_York."]);
    message.asks_text = true;
    message
}

/// The zone was taken, in a few words.
pub fn taken(zone: Tz) -> String {
    format!("Your time zone is {} now.", when::zone_city(zone))
}

/// Somebody else's question.
pub fn not_yours() -> String {
    "That question is for somebody else. Send /timezone to set yours.".to_owned()
}
