//! The axis of numbers: where it begins and ends, which round numbers are marked, and how they are written.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "what is counted here is a handful of marks and digits"
)]

/// Numbers below this are drawn as zero.
const SMALLEST: f64 = 1e-100;
/// Numbers that differ by less than this share of their size are drawn as equal.
const EQUAL: f64 = 1e-9;
/// About so many marks there are, and so many at most.
const MARKS: f64 = 4.0;
const MOST_MARKS: usize = 12;
/// How large numbers are written.
const SHORT: [(f64, &str); 3] = [(1e12, "tn"), (1e9, "bn"), (1e6, "M")];
/// Between these bounds a number is written out.
const WRITTEN: std::ops::Range<f64> = 1e-4..1e15;

/// The axis.
#[derive(Debug)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    /// The marked numbers, from low to high, and how each is written.
    pub(super) marks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis that has room for these numbers. `from_zero`: what is drawn begins at zero.
    pub(super) fn of(numbers: &[f64], from_zero: bool) -> Self {
        let mut low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let mut high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let size = low.abs().max(high.abs());
        if !size.is_finite() || size <= SMALLEST {
            return Self::marked(0.0, 1.0, 1.0);
        }
        let flat = high - low <= size * EQUAL;
        if from_zero || flat || low.abs().min(high.abs()) < size / 2.0 {
            (low, high) = (low.min(0.0), high.max(0.0));
        }
        let step = round((high - low) / MARKS);
        let whole = numbers.iter().all(|number| number.fract().abs() < f64::EPSILON);
        Self::marked(low, high, if whole { step.max(1.0) } else { step })
    }

    fn marked(low: f64, high: f64, step: f64) -> Self {
        let first = (low / step + EQUAL).floor();
        let last = (high / step - EQUAL).ceil().max(first + 1.0);
        let size = (first * step).abs().max((last * step).abs());
        let count = ((last - first) as usize).min(MOST_MARKS);
        let marks = (0..=count).map(|at| (first + at as f64) * step).map(|number| (number, said(number, step, size)));
        Self { low: first * step, high: last * step, marks: marks.collect() }
    }
}

/// The next round number: 1, 2 or 5 with zeros.
fn round(rough: f64) -> f64 {
    let power = 10_f64.powi(rough.log10().floor() as i32);
    let part = rough / power;
    let times = if part <= 1.0 {
        1.0
    } else if part <= 2.0 {
        2.0
    } else if part <= 5.0 {
        5.0
    } else {
        10.0
    };
    times * power
}

/// A marked number as it is written: with the digits that tell it from the next one.
fn said(number: f64, step: f64, size: f64) -> String {
    if number.abs() < step / 2.0 {
        return "0".to_owned();
    }
    if !WRITTEN.contains(&size) {
        return format!("{number:.1e}");
    }
    let (unit, sign) = SHORT.into_iter().find(|(unit, _)| size >= *unit).unwrap_or((1.0, ""));
    let digits = (-((step / unit).log10() + EQUAL).floor()).clamp(0.0, 9.0) as usize;
    format!("{}{sign}", grouped(&format!("{:.digits$}", number / unit)))
}

/// A written number with a space between thousands.
fn grouped(number: &str) -> String {
    let (whole, rest) = number.split_at(number.find('.').unwrap_or(number.len()));
    let mut out = String::new();
    for (at, digit) in whole.chars().enumerate() {
        let left = whole.len() - at;
        if at > 0 && left.is_multiple_of(3) && out.ends_with(|last: char| last.is_ascii_digit()) {
            out.push(' ');
        }
        out.push(digit);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use crate::adapters::charts::axis::*;

    fn marks(numbers: &[f64], from_zero: bool) -> Vec<String> {
        let axis = Axis::of(numbers, from_zero);
        assert!(axis.low < axis.high && axis.low.is_finite() && axis.high.is_finite(), "{axis:?}");
        assert!(
            numbers.iter().all(|n| *n >= axis.low - n.abs() * EQUAL && *n <= axis.high + n.abs() * EQUAL),
            "{axis:?}"
        );
        assert!((2..=MOST_MARKS + 1).contains(&axis.marks.len()), "{axis:?}");
        axis.marks.into_iter().map(|(_, said)| said).collect()
    }

    #[test]
    fn marks_are_round_and_short() {
        assert_eq!(marks(&[0.0, 7.0, 3.0], true), ["0", "2", "4", "6", "8"]);
        assert_eq!(marks(&[1.0], true), ["0", "1"]);
        assert_eq!(marks(&[0.0, 0.0], true), ["0", "1"]);
        assert_eq!(marks(&[60.0, 100.0], false), ["60", "70", "80", "90", "100"]);
        assert_eq!(marks(&[5.0, 5.0, 5.0], false), ["0", "2", "4", "6"]);
        assert_eq!(marks(&[-3.0, 4.0], true), ["-4", "-2", "0", "2", "4"]);
        assert_eq!(marks(&[-8.0, -8.0], false), ["-8", "-6", "-4", "-2", "0"]);
        assert_eq!(marks(&[0.1, 0.25], true), ["0", "0.1", "0.2", "0.3"]);
        assert_eq!(marks(&[12_000.0, 3_000.0], true), ["0", "5 000", "10 000", "15 000"]);
        assert_eq!(marks(&[1.5e6, 2.0e5], true), ["0", "0.5M", "1.0M", "1.5M"]);
    }

    #[test]
    fn hostile_numbers_end_in_a_few_marks() {
        let hostile: [&[f64]; 9] = [
            &[1e100, -1e100],
            &[1e100, 1e100],
            &[1e-300, 2e-300],
            &[f64::MIN_POSITIVE],
            &[1e15, 1e15 + 0.125],
            &[1e15, 1e15 + 2e7],
            &[123_456.0, 123_456.000_1],
            &[1e-9, 2e-9, 1e100],
            &[-1e-5, -2e-5],
        ];
        for numbers in hostile {
            for from_zero in [true, false] {
                let said = marks(numbers, from_zero);
                assert!(said.iter().all(|said| said.len() < 14), "{said:?}");
            }
        }
    }
}
