//! Words that mean an option without its own words: by what is recommended or was chosen, by a quality, by taking back what
//! was said before. Pure.

use super::super::answers;
use super::super::decision::{AskedOption, Decision};
use super::super::phrases;
use super::super::pointing::{self, Lead};
use super::super::talk::{self, Bare, Talk};
use super::{LINKS, bare, firmly, more_than, plainly};

/// The option that words refer to. No call is allowed so, and a question decides nothing.
pub(super) fn referred(decision: &Decision, text: &str) -> Option<usize> {
    if !decision.of_work() || text.contains(['?', '？']) {
        return None;
    }
    let asked = &decision.asked;
    let found = if answers::takes_advice(text) {
        asked.recommended
    } else {
        other(decision, text).or_else(|| corrected(&asked.options, text)).or_else(|| by_quality(&asked.options, text))
    };
    found.filter(|option| *option < asked.options.len())
}

/// Whether words refer to what was asked or said last, whatever that was.
pub fn refers(text: &str) -> bool {
    answers::takes_advice(text) || pointing::other(text)
}

/// "The other one" of two: not the one that was chosen or, while it is open, is recommended.
pub(super) fn other(decision: &Decision, text: &str) -> Option<usize> {
    let (asked, verdict) = (&decision.asked, decision.verdict());
    let one = verdict.map_or(asked.recommended, |verdict| verdict.option)?;
    (decision.of_work() && asked.options.len() == 2 && pointing::other(text))
        .then(|| 1_usize.checked_sub(one))
        .flatten()
}

/// Whether words say no to all there is to choose, with a reason: "no thanks, because I am ill".
pub fn refuses(decision: &Decision, text: &str) -> bool {
    let options = &decision.asked.options;
    let no = |_: &[AskedOption], head: &str| (talk::read(head) == Some(Talk::Bare(Bare::No))).then_some(0);
    decision.of_work()
        && plainly(options, "no").is_none()
        && more_than(options, text, no).is_some_and(|(_, more)| phrases::after(&more, LINKS).is_some())
}

/// "No wait, the first", "coffee, no wait, tea": what was named last counts.
fn corrected(options: &[AskedOption], text: &str) -> Option<usize> {
    let thought = pointing::thought(text);
    // "Sorry Kim!" may be said to Kim, and "wait for Kim" names nobody to choose.
    if matches!(thought.lead, Lead::Wish | Lead::Sure) && thought.not.is_none() {
        return firmly(options, thought.rest);
    }
    let (before, after) = pointing::corrected(text)?;
    plainly(options, before).and_then(|_| plainly(options, after))
}

/// "The cheaper one", where one alone is called cheap or has that beside its name.
fn by_quality(options: &[AskedOption], text: &str) -> Option<usize> {
    let shown: Vec<String> = options.iter().map(|option| format!("{} {}", option.label, option.impact)).collect();
    pointing::by_quality(&shown.iter().map(String::as_str).collect::<Vec<_>>(), &bare(text))
}

#[cfg(test)]
mod tests {
    use super::super::tests::options;
    use super::*;

    #[test]
    fn what_is_named_last_counts() {
        let drinks = options(&["coffee", "tea", "cheap wine"]);
        for (text, wanted) in [
            ("coffee, no wait, tea", Some(1)),
            ("no wait, the first", Some(0)),
            ("wait for tea", None),
            ("sorry, tea", None),
            ("coffee, no tea", None),
            ("no, I'm too tired", None),
            ("wait", None),
            ("milk, no wait, tea", None),
        ] {
            assert_eq!(corrected(&drinks, text), wanted, "{text}");
        }
        assert_eq!(by_quality(&drinks, "the cheaper one"), Some(2));
    }
}
