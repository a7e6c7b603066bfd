//! Whatever is typed, nothing panics, spans cut cleanly, and what is found lies ahead.

use chrono_tz::Tz;
use proptest::prelude::*;

use super::super::{Rule, next_due, parse_moment, parse_schedule, parse_zone};
use super::utc;

/// Pieces of times and of what breaks parsers.
const PIECES: &[&str] = &[
    "tomorrow",
    "at",
    "5",
    "5pm",
    "12",
    "31",
    "30",
    "feb",
    "in",
    "every",
    "friday",
    "on",
    "the",
    "last",
    "day",
    "of",
    "month",
    "monthly",
    "weekly",
    "mon",
    "-",
    "fri",
    "17:30",
    "24.12.",
    "2026",
    "2026-12-24",
    ":",
    ".",
    ",",
    "/",
    "a",
    "half",
    "hour",
    "minutes",
    "999999999999",
    "9999",
    "0",
    "00",
    "next",
    "end",
    "week",
    "morgen",
    "um",
    "uhr",
    "übermorgen",
    "İ",
    "ß",
    "ﬁ",
    "٣",
    "🎉",
    "e\u{301}",
    "\u{200b}",
    "\u{202e}",
    "\0",
    "\n",
    "Ⅻ",
    "½",
    "*",
    "*/5",
    "L",
    "#",
    "'",
    "−",
    "+2",
    "utc",
    "a.m.",
    "p.m",
    "quarter",
    "to",
    "past",
    "one",
    "noon",
    "couple",
    "from",
    "now",
];

fn read_everything(text: &str) {
    for now in ["2026-11-21 13:00", "2028-02-29 23:59", "2026-03-29 00:59"].map(utc) {
        for zone in [Tz::Europe__Berlin, Tz::Australia__Lord_Howe] {
            if let Some(moment) = parse_moment(text, zone, now) {
                assert!(!text[moment.span.clone()].is_empty(), "{text:?}");
                let rest = format!("{}{}", &text[..moment.span.start], &text[moment.span.end..]);
                assert!(rest.len() < text.len());
                assert!(next_due(&moment.rule, zone, now).is_some(), "{text:?}: {:?}", moment.rule);
            }
            if let Ok(rule) = parse_schedule(text, zone, now) {
                assert!(next_due(&rule, zone, now).is_some(), "{text:?}: {rule:?}");
                if let Rule::Wall { text: said, .. } = rule {
                    assert!(!said.is_empty());
                }
            }
        }
    }
    if let Err(error) = parse_zone(text) {
        assert!(error.to_string().len() < 400);
    }
}

#[test]
fn odd_inputs() {
    for text in PIECES {
        read_everything(text);
        read_everything(&format!("{text}{text}"));
        read_everything(&format!("tomorrow{text} at {text}"));
    }
    read_everything(&"every ".repeat(2_000));
    read_everything(&"ü".repeat(3_000));
    read_everything(&"1:".repeat(3_000));
    read_everything(&"tomorrow ".repeat(2_000));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in "\\PC{0,60}") {
        read_everything(&text);
    }

    #[test]
    fn any_order_of_pieces(
        order in prop::collection::vec(0..PIECES.len(), 1..9),
        gap in prop::sample::select(vec![" ", "", "  ", "\u{a0}"]),
    ) {
        let text: Vec<&str> = order.into_iter().map(|i| PIECES[i]).collect();
        read_everything(&text.join(gap));
    }
}
