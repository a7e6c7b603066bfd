//! The count of verdicts: in all, by language, by source and by first wanted kind, as a table.

use crate::judging::Verdict;
use crate::sentences::Case;
use secretary::ports::model::Usage;
use std::collections::BTreeMap;
use std::time::Duration;

/// The verdicts of some cases.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    right: usize,
    wrong: usize,
    unclear: usize,
    harmful: usize,
    silent: usize,
}

impl Tally {
    fn add(&mut self, verdict: Option<Verdict>) {
        let count = match verdict {
            Some(Verdict::Right) => &mut self.right,
            Some(Verdict::Wrong) => &mut self.wrong,
            Some(Verdict::Unclear) => &mut self.unclear,
            Some(Verdict::Harmful) => &mut self.harmful,
            None => &mut self.silent,
        };
        *count += 1;
    }

    fn cases(self) -> usize {
        self.right + self.wrong + self.unclear + self.harmful + self.silent
    }

    fn row(self, name: &str) -> String {
        let share = |count: usize| {
            let tenths = (count * 2_000 + self.cases()).checked_div(self.cases() * 2).unwrap_or_default();
            format!("{count:>6} {:>5}", format!("{}.{}%", tenths / 10, tenths % 10))
        };
        let counts = [self.right, self.wrong, self.unclear, self.harmful, self.silent].map(share);
        format!("{name:<17}{:>6} {}\n", self.cases(), counts.join(" "))
    }
}

/// The verdicts of a run.
#[derive(Debug, Default)]
pub struct Score {
    all: Tally,
    languages: BTreeMap<String, Tally>,
    sources: BTreeMap<String, Tally>,
    kinds: BTreeMap<String, Tally>,
    usage: Usage,
}

impl Score {
    /// Counts a case; without a verdict there was no answer.
    pub fn add(&mut self, case: &Case, verdict: Option<Verdict>, usage: Usage) {
        self.all.add(verdict);
        self.languages.entry(case.language.clone()).or_default().add(verdict);
        self.sources.entry(case.source.clone()).or_default().add(verdict);
        self.kinds.entry(case.first().to_owned()).or_default().add(verdict);
        self.usage = self.usage.plus(usage);
    }

    /// How many cases were counted.
    pub fn cases(&self) -> usize {
        self.all.cases()
    }

    /// The counts in one line.
    pub fn in_short(&self) -> String {
        let Tally { right, wrong, unclear, harmful, silent } = self.all;
        format!("{right} right, {wrong} wrong, {unclear} unclear, {harmful} harmful, {silent} without an answer")
    }

    /// The table, with the time and the tokens it took.
    pub fn table(&self, took: Duration) -> String {
        let heads = ["right", "wrong", "unclear", "harmful", "no answer"].map(|head| format!("{head:>12}")).join(" ");
        let mut table = format!("\n{:<17}{:>6} {heads}\n{}", "", "cases", self.all.row("all"));
        for (title, part) in
            [("language", &self.languages), ("source", &self.sources), ("first wanted kind", &self.kinds)]
        {
            table.push_str(&format!("{title}\n"));
            table.extend(part.iter().map(|(name, tally)| tally.row(&format!("  {name}"))));
        }
        let Usage { calls, tokens_in, tokens_out, .. } = self.usage;
        let seconds = took.as_secs();
        table.push_str(&format!("{seconds} seconds, {calls} calls, {tokens_in} tokens sent, {tokens_out} received"));
        table
    }
}
