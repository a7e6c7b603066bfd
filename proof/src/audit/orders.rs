//! The rule about orders: work places one that nobody can undo, and whose server carries out whatever it reads. For
//! an interrupted order people say what happened.

use super::Finding;
use super::books::{Books, Order, Press, Word};
use super::rules::REPORT;

/// The button that lets a call be made once more.
const AGAIN: &str = "Retry";
/// The button that leaves it out.
const LEFT_OUT: &str = "Skip";
/// A press may be written down so much after it was made, milliseconds.
const WRITTEN: u64 = 250;

/// An order carried out twice, placed again unasked, or never carried out although there is a report.
pub(super) fn orders(books: &Books, word: &Word) -> Vec<Finding> {
    if !word.expects.iter().any(|e| e == "order") {
        return Vec::new();
    }
    let name = &word.name;
    let mut findings = Vec::new();
    let mut found = |sentence: String| findings.push(Finding::new("orders", sentence));
    let mut orders: Vec<&Order> = books.orders.iter().filter(|order| order.text.contains(name)).collect();
    orders.sort_by_key(|order| order.arrived);
    let done = orders.iter().filter(|order| order.carried_out()).count();
    if done > 1 {
        found(format!("what was ordered for {name} was carried out {done} times"));
    }
    let pressed = |press: &&Press, label: &str| press.word == *name && press.may && press.label == label;
    for pair in orders.windows(2) {
        let between = |press: &&Press| press.at >= pair[0].arrived && press.at <= pair[1].arrived + WRITTEN;
        let asked = books.presses.iter().any(|press| pressed(&press, AGAIN) && between(&press));
        if !pair[0].refused() && !asked {
            found(format!("the order for {name} was placed again, and nobody had pressed {AGAIN}"));
        }
    }
    let reported = books.posts_with(REPORT, name).next().is_some();
    let left_out = books.presses.iter().any(|press| pressed(&press, LEFT_OUT));
    let told = orders.last().is_some_and(|order| order.refused());
    if reported && done == 0 && !left_out && !told {
        found(format!("there is a report for {name}, and its order was never carried out"));
    }
    findings
}
