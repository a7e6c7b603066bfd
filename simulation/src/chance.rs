//! Chance from a seed: the same numbers in every run, on every machine.

/// A generator (SplitMix64), good enough to choose with and nothing else.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The chance of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66_D1CE_4E5B)
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below this one; 0 of nothing.
    pub fn below(&mut self, most: usize) -> usize {
        let most = most as u64;
        if most == 0 { 0 } else { usize::try_from(self.draw() % most).unwrap_or(0) }
    }

    /// A number from one to another, both included.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        let width = usize::try_from(most - least + 1).unwrap_or(1);
        least + i64::try_from(self.below(width)).unwrap_or(0)
    }

    /// True in so many of a thousand cases.
    pub fn in_thousand(&mut self, cases: u32) -> bool {
        self.draw() % 1_000 < u64::from(cases)
    }

    /// One of these.
    pub fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }

    /// The index of one of these weights, the heavier the more often.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let all: u32 = weights.iter().sum();
        let mut left = u32::try_from(self.below(all as usize)).unwrap_or(0);
        for (index, weight) in weights.iter().enumerate() {
            if left < *weight {
                return index;
            }
            left -= weight;
        }
        0
    }

    /// 32 bytes.
    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for chunk in bytes.chunks_exact_mut(8) {
            chunk.copy_from_slice(&self.draw().to_be_bytes());
        }
        bytes
    }
}
