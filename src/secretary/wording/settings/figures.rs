//! The figures of speed and quality, for owners.

use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::plural;
use crate::secretary::settings::figures::{DAYS, Figures, Lengths};
use crate::secretary::when;

/// The figures of the last while.
pub fn metrics(of: &Figures) -> Message {
    let message = Message::default().spans(vec![Span::strong(format!("The last {DAYS} days"))]);
    let [done, failed, cancelled] = of.ended;
    if of.came + done + failed + cancelled + of.asked == 0 {
        return message.line("Nothing came in and nothing was decided.");
    }
    let ends = [(done, "done"), (failed, "failed"), (cancelled, "cancelled")];
    let ends: Vec<String> = ends.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    let came = plural(of.came, "idea came in", "ideas came in");
    let ends = if ends.is_empty() { "none ended yet".to_owned() } else { ends.join(", ") };
    let mut message = message.line(format!("{came}; {ends}."));
    if let Some(times) = times(&of.to_report) {
        message = message.line(format!("From the idea to its report: {times}."));
    }
    message = decided(message, of);
    let (good, rated) = of.rated;
    if rated > 0 {
        message = message.line(format!("{} rated, {good} of them 👍.", plural(rated, "report", "reports")));
    }
    if of.calls > 0 {
        let calls = plural(usize::try_from(of.calls).unwrap_or(usize::MAX), "request", "requests");
        message = message.line(format!("The language model: {calls}, about {} tokens.", rounded(of.tokens)));
    }
    message.spans(vec![Span::Soft(
        "/history shows what was decided by whom and where, /stats what there is now.".to_owned(),
    )])
}

fn decided(mut message: Message, of: &Figures) -> Message {
    if of.asked + of.review.count() + of.unanswered == 0 {
        return message;
    }
    let mut line = plural(of.asked, "decision asked for", "decisions asked for");
    if of.unanswered > 0 {
        line.push_str(&format!(", {} not made in time", of.unanswered));
    }
    message = message.line(format!("{line}."));
    if let Some(times) = times(&of.review) {
        message = message.line(format!("People decided within: {times}."));
    }
    let (as_recommended, advised) = of.as_recommended;
    if let Some(share) = (as_recommended * 100).checked_div(advised) {
        let line = format!("What was recommended was chosen {as_recommended} of {advised} times ({share} %).");
        message = message.line(line);
    }
    message
}

/// "half within 4 min, nine of ten within 2 hours"; one length by itself.
fn times(lengths: &Lengths) -> Option<String> {
    let (half, most) = (lengths.quantile(50)?, lengths.quantile(90)?);
    let (half, most) = (when::say_duration(half), when::say_duration(most));
    Some(match lengths.count() {
        1 => half,
        _ if half == most => format!("nearly all within {most}"),
        _ => format!("half within {half}, nine of ten within {most}"),
    })
}

/// "840", "12,000", "3.4 million".
fn rounded(n: u64) -> String {
    match n {
        0..1_000 => n.to_string(),
        1_000..1_000_000 => format!("{},000", (n + 500) / 1_000),
        _ => format!("{}.{} million", n / 1_000_000, n / 100_000 % 10),
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::wording::settings::figures::*;
    #[test]
    fn large_numbers_are_rounded() {
        assert_eq!([999, 1_500, 999_499, 3_460_000].map(rounded), ["999", "2,000", "999,000", "3.4 million"]);
    }
}
