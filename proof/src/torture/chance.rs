//! Chance with a seed: the same seed gives the same row of numbers. It is no source of secrets.

use std::time::Duration;

/// A row of numbers (splitmix64).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The row of this seed.
    pub fn of(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 when there is none.
    pub fn below(&mut self, end: u64) -> u64 {
        self.draw().checked_rem(end).unwrap_or(0)
    }

    /// Whether something happens that happens in so many of a hundred cases.
    pub fn percent(&mut self, of_hundred: u64) -> bool {
        self.below(100) < of_hundred
    }

    /// A moment within this time, in milliseconds.
    pub fn within(&mut self, longest: Duration) -> Duration {
        Duration::from_millis(self.below(longest.as_millis() as u64 + 1))
    }

    /// A word nobody else says: `zw` and eight letters.
    pub fn word(&mut self) -> String {
        let mut number = self.draw();
        let mut word = "zw".to_owned();
        for _ in 0..8 {
            word.push(char::from(b'a' + (number % 25) as u8));
            number /= 25;
        }
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_row_and_another_seed_another() {
        let row = |seed| (0..4).scan(Chance::of(seed), |chance, _| Some(chance.draw())).collect::<Vec<_>>();
        assert_eq!(row(7), row(7));
        assert_ne!(row(7), row(8));
        let mut chance = Chance::of(1);
        let word = chance.word();
        assert!(word.len() == 10 && word.starts_with("zw") && word.bytes().all(|b| b.is_ascii_lowercase()));
        assert!((0..200).all(|_| chance.below(3) < 3) && chance.below(0) == 0);
    }
}
