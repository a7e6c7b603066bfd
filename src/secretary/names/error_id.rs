//! Error ids: the short name of a failure, said to the person concerned and written to the log, so that an operator
//! finds the failure.

use std::fmt;

/// Letters and digits nobody mistakes for each other.
const SIGNS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// For example "E-7K2P".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorId(String);

impl ErrorId {
    /// The name of a failure at this place of the program's records (the key of a row): the same place, the same
    /// name, however often it is tried.
    pub fn of(place: &str) -> Self {
        // FNV-1a: short, and the same in every build.
        let hash = place
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let mixed = hash ^ (hash >> 32);
        let sign = |n: u32| SIGNS.get(usize::try_from((mixed >> (5 * n)) & 31).unwrap_or(0)).copied().unwrap_or(b'2');
        Self(format!("E-{}", (0..4).map(|n| char::from(sign(n))).collect::<String>()))
    }
}

impl fmt::Display for ErrorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::names::error_id::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_place_has_one_short_name_and_others_have_others() {
        assert_eq!(ErrorId::of("inbox/7"), ErrorId::of("inbox/7"));
        let all: BTreeSet<String> = (0..1_000).map(|n| ErrorId::of(&format!("inbox/{n}")).to_string()).collect();
        assert!(all.len() > 990, "{}", all.len());
        for id in all {
            assert!(id.len() == 6 && id.starts_with("E-") && id[2..].bytes().all(|b| SIGNS.contains(&b)), "{id}");
        }
    }
}
