//! Single moments inside sentences: what is found, and where.

use chrono_tz::Tz;

use super::super::{Moment, Rule, parse_moment};
use super::{shown, wall};

const ZONE: Tz = Tz::Europe__Berlin;

/// Saturday, 21 November 2026, 14:00 in Berlin.
pub(super) fn find(text: &str) -> Option<Moment> {
    parse_moment(text, ZONE, wall(ZONE, "2026-11-21 14:00"))
}

/// A sentence, its expression, the local time, and whether no time of day was named.
const FOUND: &[(&str, &str, &str, bool)] = &[
    ("remind me tomorrow at 9 to call Kim", "tomorrow at 9", "2026-11-22 09:00", false),
    ("remind me in 20 minutes to stretch", "in 20 minutes", "2026-11-21 14:20", false),
    ("in half an hour: tea", "in half an hour", "2026-11-21 14:30", false),
    ("call in 2 hours", "in 2 hours", "2026-11-21 16:00", false),
    ("in an hour and a half", "in an hour and a half", "2026-11-21 15:30", false),
    ("in 1.5 hours", "in 1.5 hours", "2026-11-21 15:30", false),
    ("in 2 hours and 15 minutes go", "in 2 hours and 15 minutes", "2026-11-21 16:15", false),
    ("two hours from now", "two hours from now", "2026-11-21 16:00", false),
    ("ask again in 3 days", "in 3 days", "2026-11-24 14:00", true),
    ("in 3 days at 9 ask", "in 3 days at 9", "2026-11-24 09:00", false),
    ("in two weeks", "in two weeks", "2026-12-05 14:00", true),
    ("today at 17:30 call", "today at 17:30", "2026-11-21 17:30", false),
    ("today at 9:00 call", "today at 9:00", "2026-11-22 09:00", false),
    ("today at 5", "today at 5", "2026-11-21 17:00", false),
    ("finish it today", "today", "2026-11-21 18:00", true),
    ("tonight watch", "tonight", "2026-11-21 20:00", true),
    ("tonight at 8", "tonight at 8", "2026-11-21 20:00", false),
    ("this evening at 7 call", "this evening at 7", "2026-11-21 19:00", false),
    ("tomorrow morning water the plants", "tomorrow morning", "2026-11-22 09:00", false),
    ("tomorrow evening at 8", "tomorrow evening at 8", "2026-11-22 20:00", false),
    ("tonight at 7:30", "tonight at 7:30", "2026-11-21 19:30", false),
    ("dinner at 7:30 tonight", "at 7:30 tonight", "2026-11-21 19:30", false),
    ("heute Abend um 8 Uhr", "heute Abend um 8 Uhr", "2026-11-21 20:00", false),
    ("um 8 Uhr abends", "um 8 Uhr abends", "2026-11-21 20:00", false),
    ("morgen um 8 Uhr", "morgen um 8 Uhr", "2026-11-22 08:00", false),
    ("tomorrow evening at 7:30", "tomorrow evening at 7:30", "2026-11-22 19:30", false),
    ("tomorrow", "tomorrow", "2026-11-22 09:00", true),
    ("the day after tomorrow at noon", "the day after tomorrow at noon", "2026-11-23 12:00", false),
    ("meet on friday at 14:00 there", "on friday at 14:00", "2026-11-27 14:00", false),
    ("on fri at 2pm", "on fri at 2pm", "2026-11-27 14:00", false),
    ("on saturday at 16:00", "on saturday at 16:00", "2026-11-21 16:00", false),
    ("on saturday at 10:00", "on saturday at 10:00", "2026-11-28 10:00", false),
    ("next monday send the list", "next monday", "2026-11-23 09:00", true),
    ("next saturday", "next saturday", "2026-11-28 09:00", true),
    ("next week write to them", "next week", "2026-11-23 09:00", true),
    ("next week on thursday at 3 pm", "next week on thursday at 3 pm", "2026-11-26 15:00", false),
    ("next month", "next month", "2026-12-01 09:00", true),
    ("compare offers by Friday", "by Friday", "2026-11-27 09:00", true),
    ("done by friday 5pm please", "by friday 5pm", "2026-11-27 17:00", false),
    ("at 5pm call mum", "at 5pm", "2026-11-21 17:00", false),
    ("call mum 5pm", "5pm", "2026-11-21 17:00", false),
    ("at 5 call mum", "at 5", "2026-11-21 17:00", false),
    ("call mum at 5", "at 5", "2026-11-21 17:00", false),
    ("call mum at 9:00", "at 9:00", "2026-11-22 09:00", false),
    ("call mum at 5pm tomorrow", "at 5pm tomorrow", "2026-11-22 17:00", false),
    ("17:30 on friday: review", "17:30 on friday", "2026-11-27 17:30", false),
    ("call at 5 in the evening", "at 5 in the evening", "2026-11-21 17:00", false),
    ("at half past six wake me", "at half past six", "2026-11-21 18:30", false),
    ("tomorrow 9, then 5 offers", "tomorrow 9", "2026-11-22 09:00", false),
    ("friday call Kim", "friday", "2026-11-27 09:00", true),
    ("remind me at 9 tomorrow", "at 9 tomorrow", "2026-11-22 09:00", false),
    ("wake me at half past six", "at half past six", "2026-11-21 18:30", false),
    ("send it 2026-12-24 18:00 sharp", "2026-12-24 18:00", "2026-12-24 18:00", false),
    ("2026-12-24T18:00", "2026-12-24T18:00", "2026-12-24 18:00", false),
    ("24 Dec at 6pm dinner", "24 Dec at 6pm", "2026-12-24 18:00", false),
    ("on 24th of December", "on 24th of December", "2026-12-24 09:00", true),
    ("Dec 24", "Dec 24", "2026-12-24 09:00", true),
    ("Dec 24th, 2027 at 8:00", "Dec 24th, 2027 at 8:00", "2027-12-24 08:00", false),
    ("march 5", "march 5", "2027-03-05 09:00", true),
    ("on 5 May we fly", "on 5 May", "2027-05-05 09:00", true),
    ("on Feb 29", "on Feb 29", "2028-02-29 09:00", true),
    ("24.12. 18:00 Essen", "24.12. 18:00", "2026-12-24 18:00", false),
    ("am 24.12. einkaufen", "am 24.12.", "2026-12-24 09:00", true),
    ("24.12.2026", "24.12.2026", "2026-12-24 09:00", true),
    ("by 24/12/2026", "by 24/12/2026", "2026-12-24 09:00", true),
    ("pay it at the end of the month", "at the end of the month", "2026-11-30 09:00", true),
    ("by the end of the week", "by the end of the week", "2026-11-27 09:00", true),
    ("on the 15th at 10:00", "on the 15th at 10:00", "2026-12-15 10:00", false),
    ("Friday, 27 Nov at 8am", "Friday, 27 Nov at 8am", "2026-11-27 08:00", false),
    ("(tomorrow at 9)", "tomorrow at 9", "2026-11-22 09:00", false),
    ("erinnere mich morgen um 15 Uhr an Kim", "morgen um 15 Uhr", "2026-11-22 15:00", false),
    ("in 20 Minuten Tee", "in 20 Minuten", "2026-11-21 14:20", false),
    ("heute noch", "heute", "2026-11-21 18:00", true),
    ("heute Abend um 8 anrufen", "heute Abend um 8", "2026-11-21 20:00", false),
    ("übermorgen früh", "übermorgen früh", "2026-11-23 09:00", false),
    ("bis Freitag fertig", "bis Freitag", "2026-11-27 09:00", true),
    ("am Montag um 8:30 Uhr", "am Montag um 8:30 Uhr", "2026-11-23 08:30", false),
    ("pack the day before Friday", "the day before Friday", "2026-11-26 09:00", true),
    ("2 days before 24 December at 10", "2 days before 24 December at 10", "2026-12-22 10:00", false),
    ("on 25/12 open presents", "on 25/12", "2026-12-25 09:00", true),
    ("by 12/25", "by 12/25", "2026-12-25 09:00", true),
    ("Christmas Eve at 4pm", "Christmas Eve at 4pm", "2026-12-24 16:00", false),
    ("on Easter Monday", "on Easter Monday", "2027-03-29 09:00", true),
    ("Friday the 13th at 9", "Friday the 13th at 9", "2027-08-13 09:00", false),
    ("at 3 leave", "at 3", "2026-11-21 15:00", false),
    ("tomorrow at 3", "tomorrow at 3", "2026-11-22 15:00", false),
    ("🎉 tomorrow at 9 🎂", "tomorrow at 9", "2026-11-22 09:00", false),
];

#[test]
fn found_at_its_place() {
    for &(sentence, cut, local, day_only) in FOUND {
        let got = find(sentence).map(|moment| {
            let Rule::Once { at } = moment.rule else {
                panic!("{sentence}: {moment:?}");
            };
            (sentence[moment.span].to_owned(), shown(ZONE, at), moment.day_only)
        });
        let wanted = (!cut.is_empty()).then(|| (cut.to_owned(), local.to_owned(), day_only));
        assert_eq!(got, wanted, "{sentence}");
    }
}
