//! The limit of wrong passwords: for one address, and for all together, where addresses with an earlier login are
//! still served. What a proxy says about addresses is ignored.

use chrono::{DateTime, TimeDelta, Utc};
use std::collections::VecDeque;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};

/// Wrong passwords taken in a minute from one address.
const TRIES: usize = 5;
/// Wrong passwords taken in a minute from all addresses together, so that many of them guess hardly faster.
const ALL: usize = 100;
/// Addresses remembered from which somebody entered.
const KNOWN: usize = 256;
/// The time a wrong try counts, in seconds.
pub(super) const SECONDS: i64 = 60;

/// An address as it is counted: of the newer kind everything that one household has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Household(IpAddr);

impl Household {
    fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(six) => Self(Ipv6Addr::from_bits(six.to_bits() >> 64 << 64).into()),
            four @ IpAddr::V4(_) => Self(four),
        }
    }
}

/// The wrong tries of the last minute.
#[derive(Debug, Default)]
pub(crate) struct Tries(Mutex<Counted>);

#[derive(Debug, Default)]
struct Counted {
    /// Oldest first.
    wrong: VecDeque<(DateTime<Utc>, Household)>,
    /// Oldest first.
    known: VecDeque<Household>,
}

/// What came of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Try {
    Right,
    Wrong,
    TooMany,
}

impl Tries {
    /// Takes a try of this address, which is right or not, if it may be looked at now.
    pub(crate) fn take(&self, address: IpAddr, right: impl FnOnce() -> bool, now: DateTime<Utc>) -> Try {
        let from = Household::of(address);
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Counted { wrong, known } = &mut *counted;
        wrong.retain(|(at, _)| *at > now - TimeDelta::seconds(SECONDS));
        let of_it = wrong.iter().filter(|(_, other)| *other == from).count();
        if of_it >= TRIES || (wrong.len() >= ALL && !known.contains(&from)) {
            return Try::TooMany;
        }
        if !right() {
            wrong.push_back((now, from));
            return Try::Wrong;
        }
        known.retain(|other| *other != from);
        known.push_back(from);
        if known.len() > KNOWN {
            known.pop_front();
        }
        Try::Right
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::web::access::tries::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn the_addresses_of_one_household_count_as_one() {
        let tries = Tries::default();
        for n in 0..5 {
            assert_eq!(tries.take(ip(&format!("2001:db8:1:2::{n}")), || false, at(0)), Try::Wrong);
        }
        assert_eq!(tries.take(ip("2001:db8:1:2:a:b:c:d"), || true, at(0)), Try::TooMany);
        assert_eq!(tries.take(ip("2001:db8:1:3::1"), || true, at(0)), Try::Right);
        for _ in 0..5 {
            assert_eq!(tries.take(ip("192.0.2.1"), || false, at(0)), Try::Wrong);
        }
        assert_eq!(tries.take(ip("::ffff:192.0.2.1"), || true, at(1)), Try::TooMany, "the same, written otherwise");
    }

    #[test]
    fn many_addresses_guess_no_more_than_the_bound_and_who_entered_before_gets_in() {
        let tries = Tries::default();
        assert_eq!(tries.take(ip("192.0.2.9"), || true, at(0)), Try::Right);
        let guessed = (0..10_000_u32).filter(|n| {
            let address = IpAddr::from((0x0a00_0000_u32 + n).to_be_bytes());
            tries.take(address, || false, at(1)) == Try::Wrong
        });
        assert_eq!(guessed.count(), ALL);
        assert_eq!(tries.take(ip("192.0.2.8"), || true, at(2)), Try::TooMany);
        assert_eq!(tries.take(ip("192.0.2.9"), || true, at(2)), Try::Right);
        // Being known lets nobody guess more than others.
        for _ in 0..5 {
            assert_eq!(tries.take(ip("192.0.2.9"), || false, at(3)), Try::Wrong);
        }
        assert_eq!(tries.take(ip("192.0.2.9"), || true, at(3)), Try::TooMany);
        assert_eq!(tries.take(ip("192.0.2.8"), || true, at(64)), Try::Right);
    }
}
