//! What only some lives have. It is drawn beside everything else, so that all other lives stay as they are.

use crate::broken::Broken;
use crate::chance::Chance;
use crate::people::cast;
use secretary::secretary::budget::Limits;

/// Kept apart from what else is drawn from a seed.
const BESIDE: u64 = 0xA9A7_0F0E_4E7B_0D1E;

/// What one life has.
#[derive(Clone, Copy, Debug)]
pub struct Apart {
    /// People have everything of theirs erased, and what they write has canaries.
    pub forgets: bool,
    /// The budgets of the first workspace.
    pub budget: Limits,
    /// People send files. Nobody has everything erased then: the database of these lives erases no files.
    pub files: bool,
}

impl Apart {
    /// What the life of a seed has. With a planted fault it has what brings that out, and nothing else.
    pub fn drawn(seed: u64, broken: Option<Broken>) -> Self {
        let mut chance = Chance::new(seed ^ BESIDE);
        let forgets = chance.in_thousand(200);
        let short_of_money = chance.in_thousand(200);
        let budget = cast::small_budgets(&mut chance);
        let files = chance.in_thousand(250);
        let (forgets, short_of_money, files) = match broken {
            None => (forgets, short_of_money, files && !forgets),
            Some(broken) => (broken.is_of_erasing(), broken == Broken::ForgetsBudgets, broken.is_of_files()),
        };
        Self { forgets, budget: if short_of_money { budget } else { Limits::default() }, files }
    }
}
