//! Sums, calculated by the crate `fend-core`: "17% of 240", "3 * (4 + 5)", "12 feet in m". A text is a sum only as a
//! whole: dates, phone numbers and bare numbers are none. It uses no network.

use fend_core::{Context, Interrupt, evaluate_with_interrupt};
use std::sync::atomic::{AtomicU32, Ordering};

/// How many brackets a sum may open. The parser tries every reading of "1(1(", so its time doubles with each bracket.
const DEEPEST: usize = 8;
/// The longest sum in bytes, the most steps of one (some milliseconds), and the most signs of a result.
const LONGEST: usize = 200;
const MOST_STEPS: u32 = 3_000;
const MOST_DIGITS: usize = 40;
/// What may stand before a sum: what leaves no doubt that it is one, and what does.
const ORDERS: [&str; 4] = ["calculate ", "calc ", "compute ", "="];
const QUESTIONS: [&str; 4] = ["what is ", "what's ", "what’s ", "how much is "];

/// Counts the steps of a calculation.
struct Steps(AtomicU32);

impl Interrupt for Steps {
    fn should_interrupt(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= MOST_STEPS
    }
}

/// The result of a sum as it is shown ("40.8"), if the whole text is one.
pub fn sum(text: &str) -> Option<String> {
    let text = text.trim();
    let lower = text.to_lowercase();
    let behind =
        |leads: &[&str]| leads.iter().find_map(|lead| lower.starts_with(lead).then(|| text.get(lead.len()..))?);
    let (asked, ordered) = match behind(&ORDERS) {
        Some(rest) => (rest, true),
        None => (behind(&QUESTIONS).unwrap_or(text), false),
    };
    let sum = asked.trim_end_matches(['?', '=', '.', ' ']).trim();
    let sum = sum.replace('×', "*").replace(" x ", " * ").replace('÷', "/").replace(['−', '–'], "-");
    let plain = |c: char| c.is_ascii_alphanumeric() || " .,+-*/^%()!°".contains(c);
    if sum.matches('(').count() > DEEPEST
        || sum.len() > LONGEST
        || !sum.contains(|c: char| c.is_ascii_digit())
        || !sum.chars().all(plain)
    {
        return None;
    }
    if operates(&sum, ordered) || converts(&sum) { result(&sum) } else { None }
}

/// Whether numbers are put together. Without an order "9/11" and "555-1234" are none: such signs need spaces around them.
fn operates(sum: &str, ordered: bool) -> bool {
    let inner = sum.trim_start_matches(['+', '-', '(', ' ']);
    let spaced = [" - ", " / "].iter().any(|sign| inner.contains(sign));
    let tight = ordered && inner.contains(['-', '/']);
    let called = ["sqrt", "% of "].iter().any(|word| sum.contains(word));
    // "+49 30 123456" begins with its plus.
    spaced || tight || called || inner.contains(['+', '*', '^', '!'])
}

/// Whether it is one amount in another unit: "12 feet in m".
fn converts(sum: &str) -> bool {
    let words: Vec<&str> = sum.split(' ').filter(|word| !word.is_empty()).collect();
    let [amount @ .., to, unit] = words.as_slice() else { return false };
    let named = amount.iter().any(|word| word.ends_with(|c: char| c.is_ascii_alphabetic()));
    let number = amount.first().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    matches!(*to, "in" | "to" | "as") && named && number && unit.chars().all(|c| c.is_ascii_alphabetic() || c == '°')
}

fn result(sum: &str) -> Option<String> {
    let steps = Steps(AtomicU32::new(0));
    let result = evaluate_with_interrupt(&with_percent(sum), &mut Context::new(), &steps).ok()?;
    let shown = result.get_main_result().trim().replace("approx. ", "about ");
    if shown.len() <= MOST_DIGITS {
        return Some(shown).filter(|shown| shown.contains(|c: char| c.is_ascii_digit()));
    }
    let whole = shown.bytes().all(|b| b.is_ascii_digit());
    let (first, more) = shown.split_at_checked(1).filter(|_| whole)?;
    Some(format!("about {first}.{} × 10^{}", more.get(..5)?, more.len()))
}

/// "200 + 19%" as people mean it: 19% of the 200.
fn with_percent(sum: &str) -> String {
    let read = || {
        let (head, percent) = sum.strip_suffix('%')?.rsplit_once([' ', '+', '-'])?;
        let at = head.len() + 1;
        let head = sum.get(..at)?.trim_end();
        let sign = head.chars().last().filter(|c| matches!(c, '+' | '-'))?;
        let number = percent.bytes().all(|b| b.is_ascii_digit() || b == b'.') && !percent.is_empty();
        let head = head.strip_suffix(sign)?.trim();
        (number && !head.is_empty()).then(|| format!("({head}) * (1 {sign} {percent}/100)"))
    };
    read().unwrap_or_else(|| sum.to_owned())
}
