//! Sentences about time zones: the question with its buttons, and what an answer means.

use super::{duty, zone_now};
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::short;
use crate::secretary::people::workspace::Person;
use crate::secretary::schedule::{Schedule, Stayed};
use crate::secretary::when::{self, Rule};
use crate::secretary::wording::style::who_must_act;
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

/// What comes once right behind a gap of the clocks: nobody's clock shows a time that was named in it.
pub fn gap(schedule: &Schedule) -> Option<String> {
    let Rule::Once { at } = schedule.rule else { return None };
    let (from, to) = when::gap_before(schedule.tz(), at)?;
    let (from, to) = (from.format("%H:%M"), to.format("%H:%M"));
    Some(format!("The clocks go forward from {from} to {to} that day, so there is no time between the two."))
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
            let asked: Vec<Span> = spans.iter().take(1).cloned().collect();
            with_zones(who_must_act::calling(message.spans(spans), &asked), person, likely, keys)
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

/// An abbreviation of a zone, which says too little.
pub fn abbreviated(text: &str) -> String {
    format!(
        "“{}” is used in several places, and some of them change their clocks in summer. Which city's time is yours?",
        short(text.trim(), 20)
    )
}

/// The same with the cities to tap.
pub fn which_city(person: &Person, why: String, cities: &[Tz], keys: &mut Keys) -> Message {
    with_zones(Message::lines([why]), person, cities, keys)
}

/// Adds what stays the same moment after its owner changed zones, with a button to keep its time of day instead.
pub fn stayed(
    mut message: Message,
    person: &Person,
    zone: Tz,
    stayed: &[(Schedule, String)],
    now: DateTime<Utc>,
    keys: &mut Keys,
) -> Message {
    let Some((first, from)) = stayed.first() else { return message };
    message = message.line(match stayed.len() {
        1 => "This reminder stays at the same moment:".to_owned(),
        n => format!("These {n} reminders stay at the same moment:"),
    });
    for (schedule, _) in stayed.iter().take(SHOWN) {
        message = message.line(ahead(schedule, zone, now));
    }
    if stayed.len() > SHOWN {
        message = message.line(format!("… and {} more. /schedules shows all.", stayed.len() - SHOWN));
    }
    let before = from.parse::<Tz>().ok().zip(first.next_at).map(|(from, at)| when::say_clock(at, from));
    let label = match (stayed.len(), before) {
        (1, Some(clock)) => format!("{clock} in {} instead", when::zone_city(zone)),
        _ => "The same time of day instead".to_owned(),
    };
    let order = |(schedule, from): &(Schedule, String)| {
        let at = schedule.next_at?;
        Some(Stayed { schedule: schedule.id.clone(), from: from.clone(), at })
    };
    let orders = stayed.iter().filter_map(order).collect();
    let keep = Action::KeepClock { person: person.id.clone(), orders, zone: zone.name().to_owned() };
    message.row(vec![keys.plain(label, keep)])
}

/// Reminders shown after a change of zones.
const SHOWN: usize = 8;

/// "“call Kim”: Tue 24 Nov, 09:00 (Lisbon)".
fn ahead(schedule: &Schedule, zone: Tz, now: DateTime<Utc>) -> String {
    let at = schedule.next_at.map_or_else(String::new, |at| format!(": {}", when::say_time(at, zone, now)));
    format!("{}{at}", duty(schedule))
}

/// Reminders that keep their time of day in the new zone.
pub fn clock_kept(moved: &[Schedule], zone: Tz, now: DateTime<Utc>) -> Message {
    let head = if moved.len() == 1 { "Moved to the same time of day:" } else { "Moved to the same times of day:" };
    moved.iter().fold(Message::lines([head]), |message, schedule| message.line(ahead(schedule, zone, now)))
}

/// None of them can be moved: they are over, moved already, or their time of day has passed there.
pub fn nothing_moves() -> String {
    "There is nothing to move any more. /schedules shows what is ahead.".to_owned()
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
