//! Who decides while somebody is away: reading what they say about it, and in whose right a person acts. Pure.

use super::authors;
use super::facts::Actor;
use super::ids::PersonId;
use super::ticket::Ticket;
use super::when::{self, Rule};
use super::workspace::{Person, Role};
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
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
/// When somebody is back who names only the day.
const BACK_AT: u32 = 9;

/// Reads what follows `/away`: nothing, "off", "Kim until Monday", "until Monday Kim".
pub fn read(args: &str) -> Option<Order> {
    let words: Vec<&str> = args.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|w| w.trim_end_matches([',', '.']).to_lowercase()).collect();
    match lower.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => return Some(Order::Show),
        ["off" | "back" | "end" | "over"] => return Some(Order::Back),
        _ => {}
    }
    let at = lower.iter().position(|w| matches!(w.as_str(), "until" | "till" | "bis"))?;
    let behind = &words[at + 1..];
    if at > 0 {
        let who = words[..at].join(" ").trim_end_matches(',').to_owned();
        return (!behind.is_empty()).then(|| Order::Name { who, until: behind.join(" ") });
    }
    // "until Monday Kim": the longest time that leaves a name.
    let probe = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
    (1..behind.len()).rev().find_map(|n| {
        let (until, who) = (behind[..n].join(" "), behind[n..].join(" "));
        moment(until.trim_end_matches(','), Tz::UTC, probe)?;
        Some(Order::Name { who: who.trim_start_matches(',').trim().to_owned(), until })
    })
}

/// "/away Kim": a name without a time, which is asked for where somebody is called so.
pub fn name_alone(args: &str) -> Option<Order> {
    let words: Vec<&str> = args.split_whitespace().collect();
    let name = |word: &&str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '@' | '-' | '.' | '_' | '\''));
    let time = |word: &&str| matches!(word.to_lowercase().as_str(), "until" | "till" | "bis");
    let named = (1..=3).contains(&words.len()) && words.iter().all(name) && !words.iter().any(time);
    named.then(|| Order::Name { who: words.join(" "), until: String::new() })
}

/// "Until Monday Kim decides for me", "Kim entscheidet bis Montag für mich", "I'm back": what would follow `/away`.
pub fn spoken(text: &str) -> Option<String> {
    let clean = text.trim().trim_end_matches(['.', '!']);
    let lower = clean.to_lowercase();
    let back =
        ["i'm back", "i am back", "i decide again", "ich bin wieder da", "ich bin zurück", "ich entscheide wieder"];
    if back.contains(&lower.replace('’', "'").as_str()) {
        return Some("off".to_owned());
    }
    if takes_back(&lower) {
        return Some("off".to_owned());
    }
    if let Some(said) = away_and_who(clean) {
        return Some(said);
    }
    for (verb, mine) in [(" decides", " for me"), (" will decide", " for me"), (" entscheidet", " für mich")] {
        let Some(at) = find(clean, verb) else { continue };
        let (before, behind) = (&clean[..at], &clean[at + verb.len()..]);
        let Some(own) = find(behind, mine) else { continue };
        let rest = format!("{} {}", &behind[..own], &behind[own + mine.len()..]);
        // "Until Monday Kim decides for me" and "Kim decides for me until Monday".
        let said = format!("{} {}", before.trim(), rest.trim());
        return matches!(read(&said), Some(Order::Name { .. })).then(|| said.trim().to_owned());
    }
    None
}

/// "Kim no longer decides for me", "Kim entscheidet nicht mehr für mich".
fn takes_back(lower: &str) -> bool {
    const OVER: [&str; 6] = [
        " no longer decides for me",
        " does not decide for me any more",
        " doesn't decide for me any more",
        " does not decide for me anymore",
        " doesn't decide for me anymore",
        " entscheidet nicht mehr für mich",
    ];
    let plain = lower.replace('’', "'");
    // A name and nothing else stands before it.
    let who = OVER.iter().find_map(|over| plain.strip_suffix(over));
    who.is_some_and(|who| (1..=3).contains(&who.split_whitespace().count()) && !who.contains([',', '?', ':']))
}

/// "I'm away until Monday, Kim decides", "ich bin bis Montag weg, Kim entscheidet": who and until when.
fn away_and_who(clean: &str) -> Option<String> {
    const AWAY: [&str; 9] =
        ["i'm away ", "i am away ", "i'm off ", "i am off ", "i'm out ", "i am out ", "away ", "ich bin ", "bin "];
    const GONE: [&str; 5] = [" weg", " nicht da", " im urlaub", " away", " verreist"];
    let (away, decides) = clean.split_once([',', ';'])?;
    let who = [" decides for me", " decides", " entscheidet für mich", " entscheidet", " will decide"]
        .iter()
        .find_map(|verb| find(decides, verb).filter(|at| at + verb.len() == decides.len()).map(|at| &decides[..at]))?;
    let small = away.trim().to_lowercase().replace('’', "'");
    let rest = AWAY.iter().find_map(|lead| small.strip_prefix(lead))?;
    let rest = GONE.iter().find_map(|end| rest.strip_suffix(end)).unwrap_or(rest);
    let until = ["until ", "till ", "bis "].iter().find_map(|word| rest.strip_prefix(word))?;
    let said = format!("{} until {until}", who.trim().trim_start_matches("und ").trim_start_matches("and "));
    matches!(read(&said), Some(Order::Name { .. })).then_some(said)
}

/// Where words stand in a text, whatever their case; only where both have the same bytes.
fn find(text: &str, words: &str) -> Option<usize> {
    let lower = text.to_lowercase();
    if lower.len() == text.len() { lower.find(words) } else { None }
}

/// The moment somebody is back: as said, and on the morning of a day that is named without a time.
///
/// # Errors
/// None where it is no moment; false where it has passed or is too far ahead.
pub fn until(text: &str, zone: Tz, now: DateTime<Utc>) -> Result<DateTime<Utc>, Option<bool>> {
    let at = moment(text, zone, now).ok_or(None)?;
    if (TimeDelta::minutes(5)..=LONGEST).contains(&(at - now)) { Ok(at) } else { Err(Some(at > now)) }
}

fn moment(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    ["", "on ", "at ", "in "].into_iter().find_map(|before| {
        let words = format!("{before}{}", text.trim());
        let found = when::parse_moment(&words, zone, now)?;
        let whole = found.span.start == 0 && found.span.end == words.len();
        match found.rule {
            Rule::Once { at } if whole && found.day_only => Some(when::today_at(BACK_AT, 0, zone, at)),
            Rule::Once { at } if whole => Some(at),
            Rule::Once { .. } | Rule::Wall { .. } => None,
        }
    })
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

/// In whose right somebody decides about a ticket, and under which name it is told: their own, or that of somebody who is
/// away. None for nobody's: where whoever shaped the plan may not decide, neither may who stands in for them alone.
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

/// For whom somebody may decide about a ticket in their place.
pub fn away_ones<'a>(actor: &'a Actor, ticket: &Ticket, four_eyes: bool) -> impl Iterator<Item = &'a StandIn> {
    actor.stands_in_for.iter().filter(move |away| !(four_eyes && authors::shaped(ticket, &away.person)))
}

/// Under which name it is told: "Kim for Mara".
pub fn named(actor: &Actor, away: &StandIn) -> String {
    format!("{} for {}", actor.name, away.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn being_away_is_read() {
        let name = |who: &str, until: &str| Some(Order::Name { who: who.to_owned(), until: until.to_owned() });
        for (text, wanted) in [
            ("", Some(Order::Show)),
            ("off", Some(Order::Back)),
            ("Kim until Monday", name("Kim", "Monday")),
            ("Kim Jo, until 1 December 18:00", name("Kim Jo", "1 December 18:00")),
            ("until Monday Kim", name("Kim", "Monday")),
            ("until Monday 10:00 Kim Jo", name("Kim Jo", "Monday 10:00")),
            ("bis Montag Kim", name("Kim", "Montag")),
            ("Kim", None),
            ("until Kim", None),
            ("Kim until", None),
        ] {
            assert_eq!(read(text), wanted, "{text}");
        }
    }

    #[test]
    fn it_may_be_said_in_a_sentence() {
        for (text, wanted) in [
            ("Until Monday Kim decides for me.", Some("Until Monday Kim")),
            ("until Monday, Kim decides for me", Some("until Monday, Kim")),
            ("Kim decides for me until Monday", Some("Kim until Monday")),
            ("Bis Montag entscheidet Kim für mich", Some("Bis Montag Kim")),
            ("Kim entscheidet bis Montag für mich", Some("Kim bis Montag")),
            ("I'm back!", Some("off")),
            ("Kim no longer decides for me.", Some("off")),
            ("Kim entscheidet nicht mehr für mich", Some("off")),
            ("I'm away until Monday, Kim decides", Some("Kim until monday")),
            ("Ich bin bis Montag weg, Kim entscheidet", Some("Kim until montag")),
            ("Why does Kim no longer decide for me?", None),
            ("Lee doesn't decide for me, Kim does", None),
            ("I'm away, Kim decides", None),
            ("the train is late, Kim decides", None),
            ("Kim decides for me", None),
            ("Kim decides what we eat until Monday", None),
            ("what does Kim decide for me?", None),
        ] {
            assert_eq!(spoken(text).as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn a_day_ends_on_its_morning_and_nothing_lasts_for_ever() {
        let now = DateTime::parse_from_rfc3339("2026-11-24T10:00:00Z").unwrap().to_utc();
        let berlin = chrono_tz::Europe::Berlin;
        assert_eq!(until("Monday", berlin, now).unwrap().to_rfc3339(), "2026-11-30T08:00:00+00:00");
        assert_eq!(until("tomorrow 18:00", berlin, now).unwrap().to_rfc3339(), "2026-11-25T17:00:00+00:00");
        assert_eq!(until("whenever", berlin, now), Err(None));
        assert_eq!(until("1 December 2027", berlin, now), Err(Some(true)));
    }
}
