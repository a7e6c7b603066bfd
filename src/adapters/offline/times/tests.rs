//! Tests of times: each entry is a typed text and its rule, counted from Monday 23 November 2026, 08:00 in Berlin.

use super::{find, read};
use crate::secretary::when::{self, Rule, WhenError};
use chrono::{DateTime, TimeZone, Utc};
use chrono_tz::Tz;

const BERLIN: Tz = Tz::Europe__Berlin;

fn at(hour: u32, minute: u32) -> DateTime<Utc> {
    BERLIN.with_ymd_and_hms(2026, 11, 23, hour, minute, 0).unwrap().to_utc()
}

fn said(text: &str, now: DateTime<Utc>) -> String {
    match read(text, BERLIN, now) {
        Ok(timed) => {
            let said = when::say_rule(&timed.rule, timed.zone);
            said.trim_start_matches("once, ").trim_end_matches(" (Berlin)").replace(" 2026,", "")
        }
        Err(error) => format!("{error:?}").split([' ', '{']).next().unwrap_or_default().to_owned(),
    }
}

fn check(now: DateTime<Utc>, table: &str) {
    for (text, wanted) in table.split('|').map(|entry| entry.split_once('>').unwrap()) {
        assert_eq!(said(text.trim(), now), wanted.trim(), "{text}");
    }
}

#[test]
fn once() {
    let table = "in 20 minutes > Mon 23 Nov 08:20 | in half an hour > Mon 23 Nov 08:30 | 90m > Mon 23 Nov 09:30 \
        | in an hour and a half > Mon 23 Nov 09:30 | in 3 days at 9 > Thu 26 Nov 09:00 | in two weeks > Mon 7 Dec 08:00 \
        | in a month > Wed 23 Dec 08:00 | tomorrow > Tue 24 Nov 09:00 | tomorrow at 9 > Tue 24 Nov 09:00 \
        | Tomorrow, 9 a.m. > Tue 24 Nov 09:00 | 9am tomorrow > Tue 24 Nov 09:00 | tomorrow at 3 > Tue 24 Nov 15:00 \
        | tomorrow evening at 8 > Tue 24 Nov 20:00 | the day after tomorrow at noon > Wed 25 Nov 12:00 \
        | today 17:30 > Mon 23 Nov 17:30 | today at 5 > Mon 23 Nov 17:00 | tonight > Mon 23 Nov 20:00 \
        | noon > Mon 23 Nov 12:00 | midnight > Tue 24 Nov 00:00 | on Friday at 4pm > Fri 27 Nov 16:00 \
        | next Friday > Fri 4 Dec 09:00 | next week > Mon 30 Nov 09:00 | monday 7:00 > Mon 30 Nov 07:00 \
        | 6p > Mon 23 Nov 18:00 | 12am > Tue 24 Nov 00:00 | 12pm > Mon 23 Nov 12:00 | 5:30pm > Mon 23 Nov 17:30 \
        | 5pm PST > Mon 23 Nov 17:00 (Los Angeles) | 9 London time > Mon 23 Nov 09:00 (London) \
        | tomorrow at 9 in New York > Tue 24 Nov 09:00 (New York) | 9:30 Europe/Berlin > Mon 23 Nov 09:30 \
        | 2026-12-24 18:00 > Thu 24 Dec 18:00 | 2026-12-24T18:00 > Thu 24 Dec 18:00 | 24 Dec at 18:00 > Thu 24 Dec 18:00 \
        | on 24th of December > Thu 24 Dec 09:00 | 24.12.2026 > Thu 24 Dec 09:00 | on the 15th > Tue 15 Dec 09:00 \
        | Dec 24th, 2027 at 8 > Fri 24 Dec 2027, 08:00 | 5 May > Wed 5 May 2027, 09:00 | 29 Feb > Tue 29 Feb 2028, 09:00 \
        | 2027-03-28 02:30 > Sun 28 Mar 2027, 03:00 | 2027-10-31 02:30 > Sun 31 Oct 2027, 02:30 | 9 > Mon 23 Nov 09:00";
    // The night of 28 March 2027 has no 02:30 in Berlin; that of 31 October has two.
    check(at(8, 0), table);
    // A bare hour is the next one of the waking day.
    check(at(10, 30), "9 > Mon 23 Nov 21:00 | at 3 > Mon 23 Nov 15:00 | at 7:30 > Tue 24 Nov 07:30");
    check(at(21, 45), "9 > Tue 24 Nov 09:00 | at 3 > Tue 24 Nov 15:00 | noon > Tue 24 Nov 12:00");
}

#[test]
fn a_night_ends_in_the_morning_behind_it() {
    let table = "tomorrow night at 12 > Wed 25 Nov 00:00 | tonight at 12 > Tue 24 Nov 00:00 | tonight at 1 > Tue 24 Nov 01:00 \
        | tonight at midnight > Tue 24 Nov 00:00 | tonight at 12:30 > Tue 24 Nov 00:30 | tonight at 1am > Tue 24 Nov 01:00 \
        | at night at 2 > Tue 24 Nov 02:00 | tomorrow evening at 12 > Wed 25 Nov 00:00 | tonight at 11 > Mon 23 Nov 23:00 \
        | Friday night at 12 > Sat 28 Nov 00:00 | Friday night at 9 > Fri 27 Nov 21:00 | tomorrow night > Tue 24 Nov 21:00 \
        | 24 Dec at night at 1 > Fri 25 Dec 01:00 | tomorrow afternoon at 12 > Tue 24 Nov 12:00 \
        | every night at 12 > every day at 00:00 | every night at 3 > every day at 03:00 \
        | every night at 11 and 12 > every day at 00:00 and 23:00 | every night at 9 > every day at 21:00 \
        | every Friday night at 1 > every Saturday at 01:00 | every Sunday at night at 12 > every Monday at 00:00 \
        | every Friday night at 11 and 12 > NotUnderstood | every other Friday night at 12 > every other Saturday at 00:00 \
        | monthly on the 1st at night at 12 > NotUnderstood | every Friday night > every Friday at 21:00";
    check(at(8, 0), table);
    // A night that goes on still has its early hours.
    check(at(0, 30), "tonight at 1 > Mon 23 Nov 01:00 | tonight at 12 > Tue 24 Nov 00:00");
}

#[test]
fn again() {
    let table = "0 9 * * 1 the report > NotUnderstood | daily 18:00 > every day at 18:00 | daily at 9am > every day at 09:00 | every day at 7 > every day at 07:00 \
        | at 9 every day. > every day at 09:00 | every evening > every day at 19:00 | hourly > every hour \
        | daily at 9 and 18 > every day at 09:00 and 18:00 | weekdays at 8:30 > every weekday at 08:30 \
        | mon-fri 9:00 > every weekday at 09:00 | every Friday at 4 pm > every Friday at 16:00 \
        | fridays at 4pm > every Friday at 16:00 | weekly Fri 16:00 > every Friday at 16:00 | weekly > every Monday at 09:00 \
        | every Monday and Thursday at 9 > every Monday and Thursday at 09:00 | every 2 hours > every 2 hours \
        | every other Friday at 16:00 > every other Friday at 16:00 \
        | every second Friday at 16:00 > every other Friday at 16:00 | every 3 days > every 3 days at 09:00 \
        | every 2 weeks on Friday > every other Friday at 09:00 | every 15 minutes > every 15 minutes \
        | monthly on the 1st at 9 > on the 1st of every month at 09:00 | monthly 1 9:00 > on the 1st of every month at 09:00 \
        | on the 15th of every month at 8:00 > on the 15th of every month at 08:00 | every half hour > every 30 minutes \
        | monthly on the last day > on the last day of every month at 09:00 | 0 9 * * 1 > every Monday at 09:00 \
        | every month on the first Monday > on the 1st Monday of every month at 09:00 | */10 * * * * > every 10 minutes \
        | every 30 9 * * 1-5 > every weekday at 09:30 | 0 0 29 2 * > on 29 February of every year that has one, at 00:00 \
        | every 12 March at 9 > every year on 12 March at 09:00 | every weekday at 9 except Friday > every Monday, Tuesday, Wednesday and Thursday at 09:00 \
        | every day except on Sundays at 8 > every day except Sunday at 08:00 | every day at 9 but not on weekends > every weekday at 09:00 \
        | every 9:30 > every day at 09:30 | every midnight > every day at 00:00 | every 6pm > every day at 18:00 \
        | every first of the month at noon > on the 1st of every month at 12:00 | @daily > every day at 00:00 \
        | last of the month at 9 > on the last day of every month at 09:00 | @hourly > every hour | every @weekly > every Sunday at 00:00 \
        | @monthly > on the 1st of every month at 00:00 | 0 9 * * MON-FRI > every weekday at 09:00 | 0 9 * * fri-sun > every Friday, Saturday and Sunday at 09:00 | 0 9 * * 0-6 > every day at 09:00 \
        | 0 9 1-3 * 1 > on the 1st, 2nd and 3rd of every month and also every Monday at 09:00 \
        | yearly on 12 March > every year on 12 March at 09:00 | every day at 9 PST > every day at 09:00 (Los Angeles)";
    check(at(8, 0), table);
}

#[test]
fn what_is_no_time_is_said() {
    let table = "today at 7:00 > Past | 2026-11-01 > Past | 30 Feb > BadDate | 2026-02-30 9:00 > BadDate | 13pm > BadClock \
        | 25:00 > BadClock | 9 UTC+2 > OffsetZone | in 0 minutes > Zero | the blue one > NotUnderstood | may > NotUnderstood \
        | tomorrow at > NotUnderstood | 2026 > NotUnderstood | > Empty | 0 0 9 * * 1 > BadCron | 0 9 30 2 * > NoSuchDay \
        | 61 9 * * * > BadCron | 0 9 * * > BadCron | every 0 9 * * 8 > BadCron | 0 9 * * monday > BadCron \
        | * * * * * > TooOften | */7 * * * * > TooClose | every 90 minutes > Uneven | every 2 minutes > TooOften | every 45 minutes > Uneven | monthly on the 32nd > BadDay \
        | yearly on 30 Feb > BadDate | every day at 9 and 18:30 > Mixed | every blue moon > NotUnderstood \
        | every day at 9 or 10 > NotUnderstood | every Friday except Friday > NotUnderstood | every month except Friday > NotUnderstood \
        | every 2 weeks on Monday and Friday > NotUnderstood | every 2 weeks on Mon to Fri > NotUnderstood";
    check(at(8, 0), table);
}

#[test]
fn a_wrong_cron_field_is_named_whatever_text_stands_behind_it() {
    let table = "61 9 * * *>\"61\" is no minute.|0 24 * * 1-5>\"24\" is no hour.|0 9 32 * *>\"32\" is no day of a month.|\
        0 9 * 13 *>\"13\" is no month.|0 9 * * 8>\"8\" is no day of the week.|0 9 * * monday>\"monday\" is no day of the|\
        0 0 9 * * 1>is not a schedule of five fields|0 9 * *>is not a schedule of five fields|\
        0 9 31 2 *>February has no 31st|0 9 31 apr,jun *>April and June have no 31st|\
        */7 * * * *>at 00:56 and again 4 min later, at 01:00";
    for (fields, named) in table.split('|').map(|entry| entry.split_once('>').unwrap()) {
        for text in [fields.to_owned(), format!("{fields} check the price"), format!("every {fields}: ask Kim to look")]
        {
            let (_, timed) = find(&text, true, BERLIN, at(8, 0)).unwrap();
            let why = timed.unwrap_err().to_string();
            assert!(why.contains(named) && why.contains("For example: "), "{text}: {why}");
        }
    }
    for fields in ["0 0 29 2 *", "30 9 * * 1-5", "0 9 1 jun mon-fri", "5 9 L * *", "*/15 * * * *", "0 9 * * 5#L"] {
        for lead in ["", "every "] {
            let (rest, timed) = find(&format!("{lead}{fields} ask Kim to look: now"), true, BERLIN, at(8, 0)).unwrap();
            assert_eq!((rest.as_str(), timed.unwrap().rule), ("ask Kim to look: now", when::of_cron(fields).unwrap()));
        }
    }
}

#[test]
fn a_misspelt_day_is_named_as_it_is_meant() {
    let table = "every Moday at 9>Monday|every Wensday>Wednesday|Firday at 5pm>Friday|tomorow at 9>tomorrow|\
        satruday>Saturday|thursdey 9:00>Thursday";
    for (text, meant) in table.split('|').map(|entry| entry.split_once('>').unwrap()) {
        let why = read(text, BERLIN, at(8, 0)).unwrap_err().to_string();
        assert!(why.ends_with(&format!("Did you mean {meant}?")), "{text}: {why}");
    }
    for text in ["the money", "a sunny holiday", "my birthday", "Mondays and more"] {
        let why = read(text, BERLIN, at(8, 0)).unwrap_err().to_string();
        assert!(why.contains("For example: "), "{text}: {why}");
    }
}

#[test]
fn a_time_is_found_at_the_edges_of_a_text() {
    let found = |text: &str| {
        let (rest, timed) = find(text, true, BERLIN, at(8, 0))?;
        let Rule::Once { at } = timed.ok()?.rule else { return Some(format!("{rest}, again")) };
        Some(format!("{rest}, {}", at.with_timezone(&BERLIN).format("%a %H:%M")))
    };
    for (text, wanted) in [
        ("call Ana tomorrow at 9", Some("call Ana, Tue 09:00")),
        ("tomorrow at 9 to call Ana about Friday", Some("call Ana about Friday, Tue 09:00")),
        ("on Friday: send the list", Some("send the list, Fri 09:00")),
        ("water the plants every Monday", Some("water the plants, again")),
        ("pay the rent, by Friday 5pm", Some("pay the rent, Fri 17:00")),
    ] {
        assert_eq!(found(text).as_deref(), wanted, "{text}");
    }
    let none =
        "buy 9 eggs|buy 9|enjoy the sun|the report for Monday|work from 9 to 5pm|call Ana|run on Monday and on Friday";
    for text in none.split('|') {
        assert_eq!(found(text), None, "{text}");
    }
    let half = "at 5pm EST tomorrow to > call Jo|on tuesday and friday at 5pm to > sweep|5 minutes before 6pm to > c|\
        monday and thursday at 9 to > water plants|1 January 9999 at 9 to > celebrate|every 31 February at 9 to > k|\
        tomorrow at 9 and at 10 to > take pill|5pm XYZ to > call Jo|tomorrow at 9 and > eat|Friday at noon at 10: > eat|\
        every 2 hours from 9 to 17 to > drink|tomorrow 25:00 to > sleep|31 February at 9 to > dance|today at 7 am > eat";
    for (lead, kept) in half.split('|').map(|entry| entry.split_once(" > ").unwrap()) {
        let (rest, timed) = find(&format!("{lead} {kept}"), true, BERLIN, at(8, 0)).unwrap();
        assert!(rest == kept && timed.is_err(), "{lead}: {rest}, {timed:?}");
    }
}

#[test]
fn what_stands_at_a_time_and_is_not_understood_is_never_left_out() {
    let found = |text: &str| find(text, true, BERLIN, at(8, 0)).map(|(rest, timed)| (rest, timed.is_ok()));
    for (text, rest, understood) in [
        ("every day at 9 or 10 read the news", "read the news", false),
        ("every weekday at 9 unless Friday read the news", "read the news", false),
        ("every day at 9 starting next week read the news", "read the news", false),
        ("read the news every weekday at 9 unless Friday", "read the news", false),
        ("every weekday at 9 except Friday read the news", "read the news", true),
        ("read the news every day except Friday at 9", "read the news", true),
        ("every day at 9 and maybe Friday read the news", "read the news", false),
        ("call Ana tomorrow at 9 and maybe Friday", "call Ana", false),
        ("every day at 9 XYZ: read the news", "read the news", false),
        ("every Monday except on holidays at 15 read the news", "read the news", false),
        ("every Monday not on Christmas at 15:30 read the news", "read the news", false),
        ("every Monday unless it rains at noon read the news", "read the news", false),
        ("every day at 9 for 3 weeks read the news", "read the news", false),
        ("every Moday at 9 read the news", "read the news", false),
        ("every Wensday read the news", "read the news", false),
        ("every first working day at 9 read the news", "read the news", false),
        ("every 25:00 read the news", "read the news", false),
        ("@daily read the news", "read the news", true),
        ("every 9:30 read the news", "read the news", true),
        ("every 15 minutes for 2 hours read the news", "read the news", false),
        ("every 2 hours from 9 to 17 read the news", "read the news", false),
        // What is no time is what the text is about.
        ("every Monday to call Ana at 10 about the hall", "call Ana at 10 about the hall", true),
        ("every Monday: look at 2 flats", "look at 2 flats", true),
        ("every Monday at 9 call Ana at 10 to confirm", "call Ana at 10 to confirm", true),
        ("every Monday find trains to Rome that leave at 15", "find trains to Rome that leave at 15", true),
        ("every Friday plan next week", "plan next week", true),
        ("every evening run 20 minutes with Kim", "run 20 minutes with Kim", true),
        ("every Monday milk and 2 eggs", "milk and 2 eggs", true),
        ("every morning take 2 pills", "take 2 pills", true),
        ("every Monday send the numbers to Kim", "send the numbers to Kim", true),
        ("on Friday to sweep: the hall", "sweep: the hall", true),
        ("every Monday talk to Kim", "talk to Kim", true),
        ("tomorrow email Ana to confirm", "email Ana to confirm", true),
        ("tomorrow email Ana: the hall is free", "email Ana: the hall is free", true),
        ("tomorrow call Ana at 10 to confirm", "call Ana at 10 to confirm", true),
        ("every Monday buy 2 to share", "buy 2 to share", true),
        ("call Kim about the 9 am train at 8", "call Kim about the 9 am train", true),
        ("ask about Kim's 9 am train at 8", "ask about Kim's 9 am train", true),
        ("call Ana tomorrow about lunch on Friday", "call Ana tomorrow about lunch", true),
    ] {
        assert_eq!(found(text), Some((rest.to_owned(), understood)), "{text}");
    }
    // The fault quotes all that is not understood.
    for text in ["every 2 hours from 9 to 17", "every Monday except on holidays at 15", "every day at 9 for 3 weeks"] {
        let (_, timed) = find(&format!("{text} read the news"), true, BERLIN, at(8, 0)).unwrap();
        assert_eq!(timed.unwrap_err(), WhenError::NotUnderstood { text: text.to_owned(), near: "" });
    }
}
