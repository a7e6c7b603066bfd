//! Whom somebody names as deputy, and until when: checked, and refused with a sentence.

use crate::secretary::ids::PersonId;
use crate::secretary::people::names;
use crate::secretary::people::workspace::{Person, Role};
use crate::secretary::wording::people::{deputies as said, several_called};
use chrono::{DateTime, TimeDelta, Utc};

/// The longest somebody may be away.
const LONGEST: TimeDelta = TimeDelta::days(92);

/// Whom somebody names as deputy, and until when. `until`: the words of the time; `moment`: what they were read as.
///
/// # Errors
/// A sentence for the person: nobody or several have this name, the time is none or too far ahead, or this member
/// cannot decide for somebody.
pub fn appointed(
    people: &[Person],
    oneself: &PersonId,
    (who, until): (&str, &str),
    moment: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<(Person, DateTime<Utc>), String> {
    let called = names::called(people, who);
    if called.is_empty() {
        return Err(said::nobody_called(who));
    }
    let at = match moment {
        Some(at) if (TimeDelta::minutes(5)..=LONGEST).contains(&(at - now)) => at,
        Some(_) | None if until.is_empty() => return Err(said::how_to()),
        other => return Err(said::no_time(until, other.map(|at| at > now))),
    };
    match called.as_slice() {
        [one] if one.id == *oneself => Err(said::not_yourself()),
        [one] if one.by_server_role => Err(said::lent_only(&one.name)),
        [one] if one.role > Role::Requester => Err(said::reads_only(&one.name)),
        [one] => Ok(((*one).clone(), at)),
        _ => Err(several_called(who)),
    }
}
