//! Arithmetic as people write it, and what must be said about the rest.

use super::*;
use crate::secretary::reckoning::Number;
use crate::tools::testing::{text, told};
use proptest::prelude::*;
use serde_json::json;

fn result(expression: &str) -> String {
    calculate(expression).map_or_else(|why| format!("! {why}"), Number::show)
}

#[test]
fn results_are_right_and_exact() {
    for (expression, expected) in [
        ("0.1 + 0.2", "0.3"),
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("2 ^ 3 ^ 2", "512"),
        ("-2 ^ 2", "-4"),
        ("2 ** -2", "0.25"),
        ("--3 - -2", "5"),
        ("10 % 3", "1"),
        ("-7 % 3", "-1"),
        ("10 mod 4", "2"),
        ("19% of 240", "45.6"),
        ("240 + 19%", "285.6"),
        ("240 - 25%", "180"),
        ("50% * 8", "4"),
        ("10% + 5%", "0.15"),
        ("(10 + 5)%", "0.15"),
        ("7 + 19% of 100", "26"),
        ("200 + 10% + 10%", "242"),
        ("1,234.50 + 1 000 000 + 1'000 + 1_000", "1003234.5"),
        ("1,234,567", "1234567"),
        ("min(1,200, 3)", "1"),
        ("max(1;2.5;2)", "2.5"),
        ("sqrt(16) + sqrt(0.25)", "4.5"),
        ("round(2.345, 2)", "2.35"),
        ("round(-2.5)", "-3"),
        ("round(1234, -2)", "1200"),
        ("round(10 / 3, 2)", "3.33"),
        ("abs(-3) + floor(-1.5) + ceil(-1.5)", "0"),
        ("12 × 3 ÷ 4 − 1", "8"),
        ("1e3 + 1.5E-2", "1000.015"),
        ("100000000000000000000 + 1", "100000000000000000001"),
        (".5 + 5.", "5.5"),
        ("1/8", "0.125"),
        ("-1/8", "-0.125"),
        ("1/3 * 3", "1"),
    ] {
        assert_eq!(result(expression), expected, "{expression}");
    }
}

#[test]
fn rounded_results_say_so() {
    for (expression, expected) in [
        ("1/3", "about 0.333333333333"),
        ("sqrt(2)", "about 1.41421356237"),
        ("1000 * 1.035 ^ 20", "about 1989.78886347"),
        ("2 ^ 200", "about 1.60693804426e60"),
        ("2 * pi", "about 6.28318530718"),
        ("1e-30 / 3", "about 3.33333333333e-31"),
        ("10^20 / 7", "about 1.42857142857e19"),
    ] {
        assert_eq!(result(expression), expected, "{expression}");
    }
}

#[test]
fn mistakes_are_explained() {
    for (expression, words) in [
        ("", "nothing to calculate"),
        ("1 / 0", "divides by zero"),
        ("5 % 0", "divides by zero"),
        ("0 ^ -1", "divides by zero"),
        ("1 / (0.3 - 0.1 - 0.2)", "divides by zero"),
        ("9 ^ 9 ^ 9", "too large"),
        ("1e999", "too large"),
        ("sqrt(-1)", "no square root"),
        ("(-8) ^ 0.5", "no such power"),
        ("2 +", "ends too early"),
        ("(1 + 2", "“)” is missing"),
        ("1 + 2)", "too many"),
        ("1 2", "expected a sign before 2"),
        ("* 3", "expected a number before “*”"),
        ("two + 2", "do not know “two”"),
        ("system(1)", "do not know “system”"),
        ("sqrt 4", "Write sqrt(…)"),
        ("sqrt(1, 2)", "takes one number"),
        ("min()", "needs numbers"),
        ("round(1, 99)", "from -15 to 15"),
        ("3,5 + 1", "write 3.5 instead of 3,5"),
        ("1.234.567", "two points"),
        ("$5 + 1", "“$” has no meaning"),
    ] {
        let shown = result(expression);
        assert!(shown.starts_with('!') && shown.contains(words), "{expression}: {shown}");
    }
    assert!(result(&"1+".repeat(400)).contains("longer than 500"));
    for deep in ["(", "-", "2^", "sqrt("] {
        assert!(result(&format!("{}1", deep.repeat(90))).contains("inside each other"), "{deep}");
    }
    assert!(result(&"9".repeat(40)).contains("digits"));
}

#[tokio::test]
async fn the_tool_repeats_the_expression() {
    assert_eq!(text(&Calculate, json!({"expression": " 240 + 19% "})).await, "240 + 19% = 285.6");
    assert!(told(&Calculate, json!({"expression": "1/0"})).await.contains("zero"));
}

proptest! {
    #[test]
    fn anything_is_answered(expression in "[0-9a-z+*/%^()., é-]{0,80}") {
        let _ = result(&expression);
    }

    #[test]
    fn sums_of_cents_are_exact(cents in proptest::collection::vec(-100_000_i64..100_000, 1..20)) {
        let money = |c: i64| format!("{}{}.{:02}", if c < 0 { "-" } else { "" }, c.abs() / 100, c.abs() % 100);
        let expression: Vec<String> = cents.iter().map(|c| format!("({})", money(*c))).collect();
        let total = money(cents.iter().sum());
        let total = total.trim_end_matches('0').trim_end_matches('.');
        let total = if total.is_empty() || total == "-0" { "0" } else { total };
        prop_assert_eq!(result(&expression.join("+")), total);
    }
}
