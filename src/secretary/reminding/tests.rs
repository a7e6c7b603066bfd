//! Wishes for reminders as people type them, on Saturday, 21 November 2026, at 19:30 in Berlin.

use super::*;
use crate::secretary::action::Action;
use chrono::TimeZone;

const ZONE: Tz = Tz::Europe__Berlin;

fn evening() -> DateTime<Utc> {
    ZONE.with_ymd_and_hms(2026, 11, 21, 19, 30, 0).unwrap().with_timezone(&Utc)
}

fn several(lead: &str, parts: &[Part], when: impl Fn(&Rule) -> String) -> String {
    let parts: Vec<String> = parts.iter().map(|part| format!("{} | {}", when(&part.rule), part.what)).collect();
    format!("{lead}{}", parts.join(" + "))
}

/// A reading on one line.
fn said(reading: Option<Reading>) -> String {
    let when = |rule: &Rule| match rule {
        Rule::Once { at } => at.with_timezone(&ZONE).format("%a %Y-%m-%d %H:%M").to_string(),
        Rule::Wall { text, .. } => text.clone(),
    };
    match reading {
        None => "nothing".to_owned(),
        Some(Reading::Clear { what, rule, notes, .. }) if notes.is_empty() => format!("{} | {what}", when(&rule)),
        Some(Reading::Clear { what, rule, notes, .. }) => format!("{} | {what} | {}", when(&rule), notes.join(" ")),
        Some(Reading::NoTime { what, why }) => format!("when? {what} | {why}").trim_end_matches(" | ").to_owned(),
        Some(Reading::NoWords { rule }) => format!("what? {}", when(&rule)),
        Some(Reading::Check { what, rule, why, once }) => {
            let once = once.map(|once| format!(" | or {}", when(&once))).unwrap_or_default();
            format!("sure? {} | {what} | {why}{once}", when(&rule))
        }
        Some(Reading::Several(parts)) => several("", &parts, when),
        Some(Reading::CheckAll(parts)) => several("sure? ", &parts, when),
        Some(Reading::Other { who, what, rule }) => {
            format!("not {who}: {} | {what}", rule.as_ref().map(when).unwrap_or_default())
        }
        Some(Reading::Dropped) => "dropped".to_owned(),
        Some(Reading::Unclear(why)) => format!("unclear: {why}"),
    }
}

pub(super) fn check(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter_map(|(text, wanted)| {
            let got = said(read(text, ZONE, evening()));
            (got != *wanted).then(|| format!("{text}\n  wanted {wanted}\n  got    {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), table.len(), wrong.join("\n"));
}

#[test]
fn words_and_time_are_told_apart() {
    check(&[
        ("remind me tomorrow at 9 to call Kim", "Sun 2026-11-22 09:00 | call Kim"),
        ("Remind me to call Kim tomorrow at 9", "Sun 2026-11-22 09:00 | call Kim"),
        ("remind me in 20 minutes: tea", "Sat 2026-11-21 19:50 | tea"),
        ("please remind me about the rent on friday at 14:00", "Fri 2026-11-27 14:00 | the rent"),
        ("erinnere mich morgen um 15 Uhr an den Zahnarzt", "Sun 2026-11-22 15:00 | den Zahnarzt"),
        ("erinnere mich morgen um 8 an den Zahnarzt", "Sun 2026-11-22 08:00 | den Zahnarzt"),
        ("kannst du mich morgen um 8 an den Zahnarzt erinnern?", "Sun 2026-11-22 08:00 | den Zahnarzt"),
        ("remind me at 2026-11-30T10:00 to submit", "Mon 2026-11-30 10:00 | submit"),
        ("write a poem about reminders", "nothing"),
        ("remind", "nothing"),
        ("", "nothing"),
    ]);
}

#[test]
fn a_decision_for_later() {
    let note = "I can't put a decision to you at a later time; I'll remind you to make it.";
    let go = format!("Sun 2026-11-22 09:00 | decide: go to the party? | {note}");
    let tea = format!("Sun 2026-11-22 09:00 | decide: tea or coffee? | {note}");
    let should = format!("Sat 2026-11-21 19:31 | decide: should I renew it? | {note}");
    let milk = format!("every Friday at 09:00 | decide: should we buy milk? | {note}");
    let soll = format!("Sun 2026-11-22 09:00 | decide: soll ich ihn verlängern? | {note}");
    check(&[
        ("ask me tomorrow at 9 whether to go to the party", &go),
        ("please ask me tomorrow at 9 if to go to the party", &go),
        ("tomorrow at 9 ask me whether to go to the party", &go),
        ("ask me in 1 minute whether I should renew it", &should),
        ("ask me every Friday whether we should buy milk", &milk),
        ("frag mich morgen um 9, ob ich ihn verlängern soll", &soll),
        ("ask me whether to leave tomorrow at 9", "nothing"),
        ("ask me when I am home whether to leave", "nothing"),
        ("ask Kim tomorrow at 9 whether to leave", "nothing"),
        ("call Kim tomorrow and ask me if she came", "nothing"),
        ("call Kim, she can ask me tomorrow at 9", "nothing"),
        ("what if they ask me tomorrow at 9?", "nothing"),
        ("tea or coffee? ask me", "nothing"),
        ("tea or coffee, ask me tomorrow at 9", &tea),
        ("Compare Hetzner or Netcup and ask me tomorrow at 9", "nothing"),
        ("Compare Hetzner or Netcup, ask me tomorrow at 9", "nothing"),
        ("Add milk or oat milk to the list, ask me tomorrow at 9", "nothing"),
        ("tea or coffee, then ask me tomorrow at 9", "nothing"),
        ("buy milk or bread, ask me tomorrow at 9", "nothing"),
        ("ask me whether", "nothing"),
    ]);
}

#[test]
fn everyday_wordings() {
    check(&[
        ("in 10 minutes remind me to turn off the stove", "Sat 2026-11-21 19:40 | turn off the stove"),
        ("tomorrow at 9, please remind me to pay", "Sun 2026-11-22 09:00 | pay"),
        ("please don't let me forget to call Bob tomorrow at noon", "Sun 2026-11-22 12:00 | call Bob"),
        ("Don’t let me forget to call Bob tomorrow at noon", "Sun 2026-11-22 12:00 | call Bob"),
        ("pls remind me tmrw 9am to txt jo", "Sun 2026-11-22 09:00 | txt jo"),
        ("rmind me tomorrow at 9 to pay", "Sun 2026-11-22 09:00 | pay"),
        ("remnd me tmorrow at 9 to call Kim", "Sun 2026-11-22 09:00 | call Kim"),
        ("reimnd me tomorrow at 9 to pay", "Sun 2026-11-22 09:00 | pay"),
        ("remimd me tomorrow at 9 to pay", "Sun 2026-11-22 09:00 | pay"),
        ("reminnd me tomorrow at 9 to pay", "Sun 2026-11-22 09:00 | pay"),
        ("I need to be reminded on Thursday at 8 about the school trip", "Thu 2026-11-26 08:00 | the school trip"),
        ("set an alarm for 7am", "Sun 2026-11-22 07:00 | Alarm"),
        ("set an alarm for 6", "Sun 2026-11-22 06:00 | Alarm"),
        ("set a timer for 10 minutes", "Sat 2026-11-21 19:40 | Timer"),
        ("wake me at 7", "Sun 2026-11-22 07:00 | Wake up"),
        ("wake me up at 6:45 tomorrow", "Sun 2026-11-22 06:45 | Wake up"),
        ("set a reminder for Tuesday 3pm: dentist", "Tue 2026-11-24 15:00 | dentist"),
        ("create a daily reminder at 9 to stretch", "every day at 09:00 | stretch"),
        ("can you please remind me tomorrow morning to pay the rent?", "Sun 2026-11-22 09:00 | pay the rent"),
        (
            "can you remind me in an hour and a half that the laundry is done?",
            "Sat 2026-11-21 21:00 | the laundry is done",
        ),
        ("remind us tomorrow at 9 to clean up", "Sun 2026-11-22 09:00 | clean up"),
        ("remind me in a fortnight to renew", "Sat 2026-12-05 19:30 | renew"),
        ("remind me this weekend to clean", "Sun 2026-11-22 09:00 | clean"),
        ("remind Kim tomorrow at 9 to call", "not Kim: Sun 2026-11-22 09:00 | call"),
        ("remind my wife to call", "not my wife:  | call"),
    ]);
    let seconds = said(read("remind me in 90 seconds to turn the steak", ZONE, evening()));
    assert_eq!(seconds, "Sat 2026-11-21 19:31 | turn the steak");
}

#[test]
fn dates_are_read() {
    check(&[
        ("remind me on 25/12 at 9 to open presents", "Fri 2026-12-25 09:00 | open presents"),
        ("remind me on 12/25 at 9 to open presents", "Fri 2026-12-25 09:00 | open presents"),
        ("remind me on 03/04 at 9 to pay", "Sat 2027-04-03 09:00 | pay | I read the day before the month: 3 April."),
        ("remind me on Christmas eve at 4pm to wrap", "Thu 2026-12-24 16:00 | wrap"),
        ("remind me at Christmas to call", "Fri 2026-12-25 09:00 | call"),
        ("remind me on New Year's Eve at 23:50 to look up", "Thu 2026-12-31 23:50 | look up"),
        ("remind me 2 days before 24 December to wrap gifts", "Tue 2026-12-22 09:00 | wrap gifts"),
        ("remind me the day before Friday to pack", "Thu 2026-11-26 09:00 | pack"),
        ("remind me 10 minutes before noon to eat", "Sun 2026-11-22 11:50 | eat"),
        ("remind me on Friday the 13th at 9 to stay home", "Fri 2027-08-13 09:00 | stay home"),
        (
            "remind me on 1 November to vote",
            "Mon 2027-11-01 09:00 | vote | 1 November is over this year, so I took 2027.",
        ),
        ("remind me at 3 to leave", "Sun 2026-11-22 15:00 | leave"),
        ("remind me at 9 to leave", "Sat 2026-11-21 21:00 | leave"),
        ("remind me tomorrow at 3 to leave", "Sun 2026-11-22 15:00 | leave"),
        (
            "remind me on 28 March 2027 at 02:30 to look",
            "Sun 2027-03-28 03:00 | look | There is no 02:30 that night, because the clocks go forward; I took 03:00.",
        ),
        (
            "remind me to buy christmas presents tomorrow at 9",
            "Sun 2026-11-22 09:00 | buy christmas presents | I left “christmas” in the words and did not take it for the time.",
        ),
    ]);
}

#[test]
fn what_recurs() {
    check(&[
        (
            "remind me every Monday, Wednesday and Friday at 6 to run",
            "every Monday, Wednesday and Friday at 06:00 | run",
        ),
        ("remind me daily at 7 and 19 to take pills", "every day at 07:00 and 19:00 | take pills"),
        ("remind me every day at 8am and 8pm to take pills", "every day at 08:00 and 20:00 | take pills"),
        ("remind me every year on 12 March of Tom's birthday", "every year on 12 March at 09:00 | Tom's birthday"),
        ("remind me every 12 March of Tom's birthday", "every year on 12 March at 09:00 | Tom's birthday"),
        (
            "remind me every day at 9 to water plants until Christmas",
            "every day at 09:00 until 25 Dec 2026 | water plants",
        ),
        ("remind me every 3 days at 8 to water", "every 3 days at 08:00 | water"),
        ("remind me every 15th to pay", "on the 15th of every month at 09:00 | pay"),
        ("remind me every first of the month to pay", "on the 1st of every month at 09:00 | pay"),
        ("remind me every first Monday of the month at 9 to meet", "on the 1st Monday of every month at 09:00 | meet"),
        ("remind me every last Friday of the month to bill", "on the last Friday of every month at 09:00 | bill"),
        ("remind me every other Tuesday at 10 to call", "every other Tuesday at 10:00 | call"),
        ("remind me every 2 weeks on Friday at 10 to call", "every other Friday at 10:00 | call"),
        ("remind me every other day to run", "every other day at 09:00 | run"),
        ("remind me every minute to breathe", "when? breathe | That is too often: five minutes is the shortest step."),
        (
            "remind me on Monday, Wednesday and Friday at 6 to run",
            "sure? every Monday, Wednesday and Friday at 06:00 | run | ",
        ),
    ]);
}

#[test]
fn days_of_a_month_by_their_place() {
    let bill = "on the last Friday of every month at 16:00 | bill";
    let first = "on the 1st Monday of every month at 09:00 | meet";
    let working = "on the last working day of every month at 09:00 | bill";
    check(&[
        ("remind me on the last Friday of every month at 16:00 to bill", bill),
        ("remind me every last Friday of the month at 4pm to bill", bill),
        ("remind me every month on the last Friday at 16:00 to bill", bill),
        ("remind me monthly on the last Friday at 16:00 to bill", bill),
        ("remind me to bill at 16:00 on the last Friday of each month", bill),
        ("remind me the last working day of each month to bill", working),
        ("remind me every last working day of the month to bill", working),
        ("remind me the first Monday of every month to meet", first),
        ("remind me on the 1st Monday of each month at 9 to meet", first),
        (
            "remind me on the first workday of every month to bill",
            "on the first working day of every month at 09:00 | bill",
        ),
        ("remind me on the last day of each month at 17:00 to bill", "on the last day of every month at 17:00 | bill"),
        ("remind me at the end of every month to bill", "on the last day of every month at 09:00 | bill"),
        ("remind me every 2nd Tuesday of the month at 10 to meet", "on the 2nd Tuesday of every month at 10:00 | meet"),
        ("remind me every second Tuesday of the month to meet", "on the 2nd Tuesday of every month at 09:00 | meet"),
        ("remind me every second Tuesday to meet", "every other Tuesday at 09:00 | meet"),
        (
            "remind me on the fifth Friday of every month to sing",
            "on the 5th Friday of every month that has one, at 09:00 | sing",
        ),
        (
            "remind me on the 1st and 15th of every month at 9 to pay",
            "on the 1st and 15th of every month at 09:00 | pay",
        ),
        (
            "remind me on the first and third Monday of every month to meet",
            "on the 1st and 3rd Monday of every month at 09:00 | meet",
        ),
        ("remind me every three months on the 5th to pay", "on the 5th of every 3rd month at 09:00 | pay"),
        (
            "remind me every other month on the last Friday to pay",
            "on the last Friday of every other month at 09:00 | pay",
        ),
        ("remind me every quarter to pay", "on the 1st of every 3rd month at 09:00 | pay"),
        ("remind me on the last Friday of this month at 10 to pay", "Fri 2026-11-27 10:00 | pay"),
        ("remind me on the first Monday in December at 10 to pay", "Mon 2026-12-07 10:00 | pay"),
        (
            "remind me on the first Monday of the month at 9 to meet",
            "sure? on the 1st Monday of every month at 09:00 | meet |  | or Mon 2026-12-07 09:00",
        ),
        (
            "remind me on the last day of the month to pay",
            "sure? on the last day of every month at 09:00 | pay |  | or Mon 2026-11-30 09:00",
        ),
        ("remind me every day except Sunday at 9 to run", "every day except Sunday at 09:00 | run"),
        (
            "remind me every weekday but not on Friday at 9 to run",
            "every Monday, Tuesday, Wednesday and Thursday at 09:00 | run",
        ),
        ("remind me every day at 9 except on weekends to run", "every weekday at 09:00 | run"),
        ("remind me every morning and evening to take the pill", "every day at 09:00 and 19:00 | take the pill"),
        ("remind me every 2 hours from 9 to 17 to drink", "every day at 09:00, 11:00, 13:00, 15:00 and 17:00 | drink"),
    ]);
}

/// It is Saturday, 19:30.
#[test]
fn several_times_become_several_reminders() {
    check(&[
        (
            "remind me at 9, 12 and 15 to drink water",
            "Sun 2026-11-22 09:00 | drink water + Sun 2026-11-22 12:00 | drink water + Sun 2026-11-22 15:00 | drink water",
        ),
        (
            "remind me to take the pill at 8 am and 8 pm",
            "Sat 2026-11-21 20:00 | take the pill + Sun 2026-11-22 08:00 | take the pill",
        ),
        ("remind me at 8 and 9 to call", "Sat 2026-11-21 20:00 | call + Sat 2026-11-21 21:00 | call"),
        ("remind me tomorrow at 8 and 9 to call", "Sun 2026-11-22 08:00 | call + Sun 2026-11-22 09:00 | call"),
        ("remind me tomorrow at 9 and at 10 to call", "Sun 2026-11-22 09:00 | call + Sun 2026-11-22 10:00 | call"),
        ("remind me at 9 and 10 pm to call", "Sat 2026-11-21 21:00 | call + Sat 2026-11-21 22:00 | call"),
        ("remind me tomorrow at 11 and 1 pm to eat", "Sun 2026-11-22 11:00 | eat + Sun 2026-11-22 13:00 | eat"),
        (
            "remind me on Monday at 10, 2 and 5 to eat",
            "Mon 2026-11-23 10:00 | eat + Mon 2026-11-23 14:00 | eat + Mon 2026-11-23 17:00 | eat",
        ),
        (
            "remind me tomorrow at 7 and 8 in the evening to eat",
            "Sun 2026-11-22 19:00 | eat + Sun 2026-11-22 20:00 | eat",
        ),
        (
            "remind me tomorrow at 9 and on Friday at 10 to call",
            "Sun 2026-11-22 09:00 | call + Fri 2026-11-27 10:00 | call",
        ),
        (
            "remind me today and tomorrow at 21:00 to water",
            "Sat 2026-11-21 21:00 | water + Sun 2026-11-22 21:00 | water",
        ),
        (
            "remind me in 10, 20 and 30 minutes to look",
            "Sat 2026-11-21 19:40 | look + Sat 2026-11-21 19:50 | look + Sat 2026-11-21 20:00 | look",
        ),
        ("remind me every day at 9, 12 and 15 to drink", "every day at 09:00, 12:00 and 15:00 | drink"),
        ("remind me daily at 7:30 and 19:00 to take it", "every day at 07:30 | take it + every day at 19:00 | take it"),
        (
            "remind me tomorrow at 9 to buy 2 eggs, 3 apples and 4 pears",
            "Sun 2026-11-22 09:00 | buy 2 eggs, 3 apples and 4 pears",
        ),
    ]);
}

#[test]
fn one_thing_after_another() {
    check(&[
        (
            "remind me at 9 to call Kim and at 10 to call Bo",
            "sure? Sun 2026-11-22 09:00 | call Kim + Sun 2026-11-22 10:00 | call Bo",
        ),
        (
            "remind me tomorrow at 9 to call Kim and at 10 to call Bo",
            "Sun 2026-11-22 09:00 | call Kim + Sun 2026-11-22 10:00 | call Bo",
        ),
        (
            "remind me to call Kim tomorrow at 9, to call Bo at 10 and to eat at noon",
            "Sun 2026-11-22 09:00 | call Kim + Sun 2026-11-22 10:00 | call Bo + Sun 2026-11-22 12:00 | eat",
        ),
        (
            "remind me tomorrow at 9 to call Kim and on Monday at 10 to call Bob",
            "Sun 2026-11-22 09:00 | call Kim + Mon 2026-11-23 10:00 | call Bob",
        ),
        (
            "remind me at noon to eat and at 5pm to go home",
            "Sun 2026-11-22 12:00 | eat + Sun 2026-11-22 17:00 | go home",
        ),
        (
            "remind me every day at 9 to run and at 21:00 to sleep",
            "every day at 09:00 | run + every day at 21:00 | sleep",
        ),
        // One of the two is over today: perhaps both are meant tomorrow.
        (
            "remind me at 20:00 to eat and at 19:00 to cook",
            "sure? Sun 2026-11-22 20:00 | eat + Sun 2026-11-22 19:00 | cook",
        ),
        (
            "remind me to call Kim tomorrow at 9 and Bo at 10",
            "sure? Sun 2026-11-22 09:00 | call Kim + Sun 2026-11-22 10:00 | Bo",
        ),
        (
            "remind me to tell Kim that lunch is at 12 and dinner is at 19:45",
            "sure? Sun 2026-11-22 12:00 | tell Kim that lunch is + Sun 2026-11-22 19:45 | dinner is",
        ),
    ]);
}

#[test]
fn nothing_doubtful_is_taken_in_silence() {
    check(&[
        (
            "remind me at noon that the train leaves at 5pm and at 6pm",
            "sure? Sun 2026-11-22 12:00 | the train leaves at 5pm and at 6pm | I found another time in that: “at 5pm”. \
             Two reminders please send one by one.",
        ),
        (
            "remind me the day before the last Friday of every month to clean",
            "sure? on the last Friday of every month at 09:00 | the day before to clean | I did not understand “day before”.",
        ),
        (
            "remind me every 30 minutes from 9 to 17 to drink",
            "sure? every 30 minutes | drink | I did not understand “from 9 to 17”.",
        ),
        (
            "remind me tomorrow to water until the plants are wet",
            "sure? Sun 2026-11-22 09:00 | water until the plants are wet | I did not understand “until the plants are”.",
        ),
        (
            "remind me tomorrow at 9 to prepare the friday call",
            "Sun 2026-11-22 09:00 | prepare the friday call | I left “friday” in the words and did not take it for the \
             time.",
        ),
        ("remind me today at 3pm to call", "sure? Sun 2026-11-22 15:00 | call | 15:00 today is over."),
        ("remind me yesterday at 5 to feed the cat", "when? feed the cat | “yesterday at 5” is over."),
        ("remind me at 25:00 to sleep", "when? sleep | \"25:00\" is not a time of day."),
        ("remind me tomorrow at 25:00 to sleep", "when? sleep | \"25:00\" is not a time of day."),
        ("remind me on 31 February to pay", "when? pay | There is no 31 February."),
        ("remind me on 31 February at 9 to pay", "when? pay | There is no 31 February."),
        ("remind me at 9 on February 30th to pay", "when? pay | There is no February 30th."),
        ("remind me in 0 minutes to pay", "when? pay | That is right now."),
        ("remind me on 2020-01-01 to pay", "when? pay | “on 2020-01-01” is over."),
    ]);
}

#[test]
fn what_is_missing_is_asked_for() {
    check(&[
        ("remind me to call Kim", "when? call Kim"),
        ("remind me tomorrow at 9", "what? Sun 2026-11-22 09:00"),
        ("remind me in 2 hours", "what? Sat 2026-11-21 21:30"),
        (
            "remind me",
            "unclear: What shall I remind you of, and when? For example: remind me tomorrow at 9 to call Kim",
        ),
    ]);
}

#[test]
fn answers_are_told_from_new_words() {
    let time = Action::Remind { what: Some("feed the cat".to_owned()), rule: None, person: None };
    for (text, wanted) in [
        ("tomorrow at 9", "Sun 2026-11-22 09:00 | feed the cat"),
        ("9", "Sat 2026-11-21 21:00 | feed the cat"),
        ("20:15", "Sat 2026-11-21 20:15 | feed the cat"),
        ("make it tomorrow, please", "Sun 2026-11-22 09:00 | feed the cat"),
        ("2 hours", "Sat 2026-11-21 21:30 | feed the cat"),
        ("Monday", "Mon 2026-11-23 09:00 | feed the cat"),
        ("every day at 8", "every day at 08:00 | feed the cat"),
        ("at 20:15 and 21:00", "Sat 2026-11-21 20:15 | feed the cat + Sat 2026-11-21 21:00 | feed the cat"),
        ("25:00", "when? feed the cat | \"25:00\" is not a time of day."),
        ("never mind", "dropped"),
        ("remind me today at 8am to take my pills", "nothing"),
        ("plan a trip to Rome tomorrow", "nothing"),
        ("compare three hosting offers", "nothing"),
        ("what's open?", "nothing"),
    ] {
        assert_eq!(said(answer(&time, text, ZONE, evening())), wanted, "{text}");
    }
    let at = evening() + chrono::TimeDelta::hours(2);
    let words = Action::Remind { what: None, rule: Some(Rule::Once { at }), person: None };
    for (text, wanted) in [
        ("the laundry", "Sat 2026-11-21 21:30 | the laundry"),
        ("to call Kim", "Sat 2026-11-21 21:30 | call Kim"),
        ("remind me tomorrow to pay", "nothing"),
        ("forget it", "dropped"),
    ] {
        assert_eq!(said(answer(&words, text, ZONE, evening())), wanted, "{text}");
    }
}
