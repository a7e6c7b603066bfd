//! Deputies: who decides while somebody is away. Reads what people say about it. `ticket::decisions::rights` says in
//! whose right a person decides about a ticket.

use crate::secretary::ids::PersonId;
use chrono::{DateTime, Utc};
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
