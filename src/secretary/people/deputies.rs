//! Deputies: who decides while somebody is away. Reads what people say about it, and says in whose right a person
//! acts. Pure.

use super::workspace::{Person, Role};
use crate::secretary::decision::authors;
use crate::secretary::ids::PersonId;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::facts::Actor;
use crate::secretary::wording::people::{deputies as said, names, several_called};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// Somebody is away, and somebody else decides for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Away {
    /// Until when.
    pub until: DateTime<Utc>,
    /// Who decides meanwhile.
    pub deputy: PersonId,
}

/// Somebody who is away and has named this person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandIn {
    /// Who is away.
    pub person: PersonId,
    /// Their name.
    pub name: String,
}

/// What somebody says about being away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// How things stand.
    Show,
    /// They are back.
    Back,
    /// Somebody decides for them until then.
    Name {
        /// Who, as they are called.
        who: String,
        /// Until when, in words.
        until: String,
    },
}

/// The longest somebody may be away.
const LONGEST: TimeDelta = TimeDelta::days(92);

/// Reads what follows `/away`: nothing, "off", "Kim until Monday".
pub fn read(args: &str) -> Option<Order> {
    let words: Vec<&str> = args.split_whitespace().collect();
    match words.as_slice() {
        [] => return Some(Order::Show),
        [word] if word.eq_ignore_ascii_case("off") => return Some(Order::Back),
        _ => {}
    }
    let at = words.iter().position(|word| word.eq_ignore_ascii_case("until"))?;
    let who = words[..at].join(" ").trim_end_matches(',').to_owned();
    let until = words[at + 1..].join(" ");
    (!who.is_empty() && !until.is_empty()).then_some(Order::Name { who, until })
}

/// "/away Kim": a name without a time, which is asked for where somebody is called so.
pub fn name_alone(args: &str) -> Option<Order> {
    let words: Vec<&str> = args.split_whitespace().collect();
    let name = |word: &&str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '@' | '-' | '.' | '_' | '\''));
    let until = words.iter().any(|word| word.eq_ignore_ascii_case("until"));
    let named = (1..=3).contains(&words.len()) && words.iter().all(name) && !until;
    named.then(|| Order::Name { who: words.join(" "), until: String::new() })
}

/// Whether somebody may be away until this moment.
///
/// # Errors
/// Whether it is too far ahead; false where it has passed.
fn until(at: DateTime<Utc>, now: DateTime<Utc>) -> Result<DateTime<Utc>, bool> {
    if (TimeDelta::minutes(5)..=LONGEST).contains(&(at - now)) { Ok(at) } else { Err(at > now) }
}

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
    let at = match moment.map(|at| self::until(at, now)) {
        Some(Ok(at)) => at,
        Some(Err(_)) | None if until.is_empty() => return Err(said::how_to()),
        Some(Err(ahead)) => return Err(said::no_time(until, Some(ahead))),
        None => return Err(said::no_time(until, None)),
    };
    match called.as_slice() {
        [one] if one.id == *oneself => Err(said::not_yourself()),
        [one] if one.by_server_role => Err(said::lent_only(&one.name)),
        [one] if one.role > Role::Requester => Err(said::reads_only(&one.name)),
        [one] => Ok(((*one).clone(), at)),
        _ => Err(several_called(who)),
    }
}

/// Whether somebody may say what the work of a ticket is to do: in their own right, and for nobody else.
pub fn steers(actor: &Actor, ticket: &Ticket) -> bool {
    actor.role <= Role::Approver || (actor.person == ticket.requester && actor.role <= Role::Requester)
}

/// Whether somebody may decide about a ticket, in their own right or somebody else's: nobody who shaped the plan, where four eyes
/// are wanted.
pub fn may_decide(person: &Person, ticket: &Ticket, four_eyes: bool) -> bool {
    let own = ticket.requester == person.id && person.power() <= Role::Requester;
    let shaped = |id: &PersonId| four_eyes && authors::shaped(ticket, id);
    let lent = || person.at_hand.stands_in_for.iter().any(|away| !shaped(&away.person));
    !shaped(&person.id) && (own || person.power() <= Role::Approver || lent())
}

/// In whose right a person decides about a ticket, and under which name: their own, or that of an absent person. None
/// for nobody's: under four eyes an author may not decide, and neither may a deputy of an author alone.
pub fn right(actor: &Actor, ticket: &Ticket, four_eyes: bool) -> Option<(PersonId, String)> {
    let own = steers(actor, ticket);
    let shaped = four_eyes && authors::shaped(ticket, &actor.person);
    if own && !shaped {
        return Some((actor.person.clone(), actor.name.clone()));
    }
    if shaped {
        return None;
    }
    let away = away_ones(actor, ticket, four_eyes).next()?;
    Some((away.person.clone(), named(actor, away)))
}

/// The absent people for whom a person may decide about a ticket.
pub fn away_ones<'a>(actor: &'a Actor, ticket: &Ticket, four_eyes: bool) -> impl Iterator<Item = &'a StandIn> {
    actor.stands_in_for.iter().filter(move |away| !(four_eyes && authors::shaped(ticket, &away.person)))
}

/// Under which name it is told: "Kim for Mara".
pub fn named(actor: &Actor, away: &StandIn) -> String {
    format!("{} for {}", actor.name, away.name)
}

#[cfg(test)]
mod tests {
    use crate::secretary::people::deputies::*;

    #[test]
    fn being_away_is_read() {
        let name = |who: &str, until: &str| Some(Order::Name { who: who.to_owned(), until: until.to_owned() });
        for (text, wanted) in [
            ("", Some(Order::Show)),
            ("off", Some(Order::Back)),
            ("Kim until Monday", name("Kim", "Monday")),
            ("Kim Jo, until 1 December 18:00", name("Kim Jo", "1 December 18:00")),
            ("until Monday Kim", None),
            ("Kim", None),
            ("until Kim", None),
            ("Kim until", None),
        ] {
            assert_eq!(read(text), wanted, "{text}");
        }
    }
}
