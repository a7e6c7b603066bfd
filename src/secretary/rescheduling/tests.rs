//! What typed words change, answer and ask for.

use super::{Amended, Asked, Change, Reply, amended, asked, is_local, only_replies, perhaps_asked, read, reply};
use crate::secretary::ids::{PersonId, RoomId, ScheduleId, WorkspaceId};
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::when::{self, Rule};
use chrono::{DateTime, TimeZone, Utc};
use chrono_tz::Tz;
use std::collections::BTreeMap;

const ZONE: Tz = chrono_tz::Europe::Berlin;

/// Saturday, 21 November 2026, 10:00 in Berlin.
fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 0, 0).unwrap()
}

fn schedule(duty: Duty, when: &str) -> Schedule {
    let rule = when::parse_schedule(when, ZONE, now()).unwrap();
    Schedule {
        id: ScheduleId::new("S"),
        workspace: WorkspaceId::new("W"),
        number: 3,
        owner: PersonId::new("P"),
        room: RoomId::new("R"),
        duty,
        next_at: when::next_due(&rule, ZONE, now()),
        rule,
        zone: ZONE.name().into(),
        paused: false,
        snoozed_to: None,
        covered_to: now(),
        fired: 0,
        assumed: false,
        answers: BTreeMap::new(),
        touched: false,
    }
}

fn call_kim(when: &str) -> Schedule {
    schedule(Duty::Remind("call Kim".into()), when)
}

/// The change as "words @ time".
fn shown(change: &Change) -> String {
    let rule = change.rule.as_ref().map(|rule| match rule {
        Rule::Once { at } => at.with_timezone(&ZONE).format("%a %d %H:%M").to_string(),
        Rule::Wall { text, .. } => text.clone(),
    });
    format!("{} @ {}", change.what.as_deref().unwrap_or("-"), rule.as_deref().unwrap_or("-"))
}

#[test]
fn a_time_new_words_or_both_are_told_apart() {
    // The schedule's time, what is typed, what it changes.
    for (before, typed, wanted) in [
        ("tomorrow 9:00", "tomorrow 10:00", "- @ Sun 22 10:00"),
        ("tomorrow 9:00", "10:00", "- @ Sun 22 10:00"),
        ("tomorrow 9:00", "at 7", "- @ Sun 22 07:00"),
        ("today 18:00", "9:30", "- @ Sun 22 09:30"),
        ("tomorrow 14:15", "Monday", "- @ Mon 23 14:15"),
        ("tomorrow 9:00", "move it to Monday 8:00", "- @ Mon 23 08:00"),
        ("tomorrow 9:00", "in 2 hours", "- @ Sat 21 12:00"),
        ("tomorrow 9:00", "every Monday 9:00", "- @ every Monday at 09:00"),
        ("tomorrow 9:00", "daily 18:00", "- @ every day at 18:00"),
        ("every Monday 9:00", "10:00", "- @ every Monday at 10:00"),
        ("weekdays 9:00", "make it 8:30", "- @ every weekday at 08:30"),
        ("every 15 minutes", "10:00", "- @ every day at 10:00"),
        ("every Monday 9:00", "tomorrow 10:00", "- @ Sun 22 10:00"),
        ("tomorrow 9:00", "call the bank instead", "call the bank @ -"),
        ("tomorrow 9:00", "to call the bank", "call the bank @ -"),
        ("tomorrow 9:00", "tomorrow 10:00 call the bank", "call the bank @ Sun 22 10:00"),
        ("tomorrow 9:00", "call the bank every Monday at 9:00", "call the bank @ every Monday at 09:00"),
        ("tomorrow 9:00", "instead call the bank, on Monday at 9", "call the bank @ Mon 23 09:00"),
        ("tomorrow 9:00", "die Bank anrufen", "die Bank anrufen @ -"),
        ("Monday 9:00", "no, at 10", "- @ Mon 23 10:00"),
        ("Monday 9:00", "no, Saturday", "- @ Sat 28 09:00"),
        ("Monday 9:00", "no I meant 8", "- @ Mon 23 08:00"),
        ("Monday 19:00", "no I meant 8", "- @ Mon 23 20:00"),
        ("Monday 19:00", "No, I meant eight", "- @ Mon 23 20:00"),
        ("Monday 9:00", "sorry I meant half past ten", "- @ Mon 23 10:30"),
        ("Monday 9:00", "make it 3", "- @ Mon 23 15:00"),
        ("Monday 9:00", "nein, halb acht", "- @ Mon 23 07:30"),
        ("Monday 9:00", "ich meinte um elf", "- @ Mon 23 11:00"),
        ("Monday 9:00", "no I meant Saturday", "- @ Sat 28 09:00"),
        ("Monday 9:00", "I meant tomorrow at 8pm", "- @ Sun 22 20:00"),
        ("Monday 9:00", "no I meant call Ana", "call Ana @ -"),
        ("Monday 9:00", "10:30 call Kim and Ana", "call Kim and Ana @ Mon 23 10:30"),
        ("Monday 9:00", "wait for Kim", "wait for Kim @ -"),
        ("Monday 9:00", "no meat", "no meat @ -"),
    ] {
        let change = read(typed, &call_kim(before), ZONE, now());
        assert_eq!(change.as_ref().map(shown).as_deref(), Ok(wanted), "{before} → {typed}");
    }
}

#[test]
fn a_bare_hour_behind_a_correction_changes_the_time() {
    let time = |text: &str| match amended(text, &call_kim("Monday 9:00"), ZONE, now()) {
        Some(Amended::Time(words)) => words,
        other => format!("{other:?}"),
    };
    for (text, wanted) in [
        ("no I meant 8", "at 8"),
        ("no, 8", "at 8"),
        ("No, I meant eight.", "at eight"),
        ("I meant half past eight", "at half past eight"),
        ("sorry, at eight", "at eight"),
        ("make it nine instead", "at nine"),
        ("nein, halb acht", "at halb acht"),
        ("no I meant Saturday", "Saturday"),
        ("8", "None"),
        ("ok", "None"),
        ("no I meant call Ana", "None"),
        ("buy 8 eggs", "None"),
    ] {
        assert_eq!(time(text), wanted, "{text}");
    }
}

#[test]
fn what_is_nearly_a_time_is_not_taken_for_words() {
    for typed in
        ["", "  ", "25:00", "daily 25:00", "every 7 minutes", "every minute", "30 2 * *", "9", "…", "monthly 40 9:00"]
    {
        let why = read(typed, &call_kim("tomorrow 9:00"), ZONE, now()).unwrap_err();
        assert!(why.contains("xample"), "{typed}: {why}");
    }
    let digest = schedule(Duty::Digest, "daily 18:00");
    assert_eq!(
        read("weekly Fri 16:00", &digest, ZONE, now()).map(|c| shown(&c)).as_deref(),
        Ok("- @ every Friday at 16:00")
    );
    assert!(read("call the bank", &digest, ZONE, now()).unwrap_err().contains("no words of its own"));
}

#[test]
fn days_are_taken_out_of_a_series() {
    let after = |when: &str, typed: &str| {
        let schedule = call_kim(when);
        let said = |rule: &Rule| {
            let out = match rule {
                Rule::Wall { bounds, .. } => bounds.skip.iter().map(|date| format!(" not {date}")).collect::<String>(),
                Rule::Once { .. } => String::new(),
            };
            format!("{}{out}", when::say_rule(rule, ZONE).replace(" (Berlin)", ""))
        };
        match amended(typed, &schedule, ZONE, now()) {
            Some(Amended::Rule(rule)) => said(&rule),
            Some(Amended::Either { weekly, once }) => format!("{} or {}", said(&weekly), said(&once)),
            Some(Amended::Odd { date }) => format!("not on {date}"),
            Some(Amended::Not) => "ask".to_owned(),
            Some(Amended::Time(time)) => format!("time {time}"),
            Some(Amended::Day { once, .. }) => format!("day {once}"),
            None => "-".to_owned(),
        }
    };
    let (three, two) = ("every Mon, Wed, Fri 9:00", "every Monday and Friday at 09:00");
    // It is Saturday, 21 November 2026, 10:00.
    for (when, typed, wanted) in [
        (three, "not on Wednesday", two),
        (three, "but not on Wednesdays, please", two),
        (three, "skip Wednesdays", two),
        (three, "no Wednesdays", two),
        (three, "No Wednesdays and Fridays.", "every Monday at 09:00"),
        (three, "don't remind me on Wednesday", two),
        (three, "not on Tuesday", "ask"),
        (three, "no, Wednesday", "day 2026-11-25 09:00"),
        ("daily 9:00", "not on weekends", "every weekday at 09:00"),
        ("daily 9:00", "no Sundays", "every day except Sunday at 09:00"),
        ("daily 9:00", "skip tomorrow", "every day at 09:00 not 2026-11-22"),
        ("daily 9:00", "not tomorrow", "every day at 09:00 not 2026-11-22"),
        ("daily 9:00", "skip the next one", "every day at 09:00 not 2026-11-22"),
        ("daily 9:00", "skip", "every day at 09:00 not 2026-11-22"),
        ("daily 9:00", "not on 24 December", "every day at 09:00 not 2026-12-24"),
        (three, "not this Friday", &format!("{} not 2026-11-27", "every Monday, Wednesday and Friday at 09:00")),
        (
            three,
            "skip Friday",
            "every Monday and Wednesday at 09:00 or every Monday, Wednesday and Friday at 09:00 not 2026-11-27",
        ),
        (
            three,
            "skip next week",
            "every Monday, Wednesday and Friday at 09:00 not 2026-11-23 not 2026-11-25 not 2026-11-27",
        ),
        (three, "skip tomorrow", "not on 2026-11-22"),
        ("every Friday 9:00", "not on Friday", "ask"),
        ("every Friday 9:00", "skip this Friday", "every Friday at 09:00 not 2026-11-27"),
        ("every 15 minutes", "skip tomorrow", "not on 2026-11-22"),
        ("every Friday 9:00", "no meat on Fridays", "-"),
        ("every Friday 9:00", "skip the gym", "-"),
        ("every Friday 9:00", "not now", "-"),
        ("tomorrow 9:00", "skip tomorrow", "ask"),
    ] {
        assert_eq!(after(when, typed), wanted, "{when} → {typed}");
    }
}

#[test]
fn one_time_is_skipped_in_plain_words() {
    let change = |text: &str| perhaps_asked(text, ZONE, now()).map(|asked| (asked.about.clone(), asked.change));
    let skip = |about: &str, words: &str| Some((about.to_owned(), Some(words.to_owned())));
    assert_eq!(change("skip the gym tomorrow"), skip("gym", "skip tomorrow"));
    assert_eq!(change("skip tomorrow's gym"), skip("gym", "skip tomorrow"));
    assert_eq!(change("skip the gym this Friday"), skip("gym", "skip this Friday"));
    assert_eq!(change("skip the gym"), skip("gym", "skip"));
    assert_eq!(change("cancel the gym"), Some(("gym".to_owned(), None)));
}

#[test]
fn a_change_moves_the_series_and_drops_what_was_put_off() {
    let mut monday = call_kim("every Monday 9:00");
    monday.snoozed_to = Some(now());
    let change = read("10:00", &monday, ZONE, now()).unwrap();
    monday.change(change, ZONE, now());
    assert_eq!(monday.next_at, Some(Utc.with_ymd_and_hms(2026, 11, 23, 9, 0, 0).unwrap()));
    assert_eq!(monday.snoozed_to, None);
    let words = read("call the bank", &monday, ZONE, now()).unwrap();
    monday.change(words, chrono_tz::Tz::UTC, now());
    assert_eq!((monday.duty, monday.zone.as_str()), (Duty::Remind("call the bank".into()), "Europe/Berlin"));
}

#[test]
fn only_a_time_of_day_depends_on_the_zone() {
    let local = |typed: &str| {
        let before = call_kim("tomorrow 9:00");
        let change = read(typed, &before, ZONE, now()).unwrap();
        is_local(typed, &change, &before, ZONE, now())
    };
    assert!(local("tomorrow 10:00") && local("every Monday 9:00") && local("10:00"));
    assert!(!local("in 2 hours") && !local("in 20 minutes call the bank") && !local("call the bank"));
}

#[test]
fn replies_to_a_reminder_are_done_or_a_time() {
    let later = |hour, day| Some(Reply::Later(Utc.with_ymd_and_hms(2026, 11, day, hour, 0, 0).unwrap()));
    assert_eq!(reply("Done!", ZONE, now()), Some(Reply::Done));
    assert_eq!(reply("in 2 hours", ZONE, now()), later(11, 21));
    assert_eq!(reply("tomorrow at 9", ZONE, now()), later(8, 22));
    assert_eq!(reply("snooze until 18:00", ZONE, now()), later(17, 21));
    assert_eq!(reply("9:00", ZONE, now()), later(8, 22));
    assert_eq!(reply("Tomorrow morning.", ZONE, now()), later(8, 22));
    for odd in ["every day", "why?", "", "in 2 hours I will be away", "yesterday"] {
        assert_eq!(reply(odd, ZONE, now()), None, "{odd}");
    }
}

#[test]
fn the_next_morning_is_after_the_night() {
    let at = |hour, minute| Utc.with_ymd_and_hms(2026, 11, 21, hour, minute, 0).unwrap();
    let morning = |now| when::next_morning(ZONE, now).with_timezone(&ZONE).format("%a %H:%M").to_string();
    assert_eq!(morning(at(20, 0)), "Sun 09:00");
    assert_eq!(morning(at(1, 30)), "Sat 09:00", "half past two at night");
    assert_eq!(morning(at(6, 0)), "Sun 09:00");
}

#[test]
fn plain_words_move_and_delete_only_when_they_are_certain() {
    let move_to = |digest, about: &str, to: &str| Some(Asked { digest, about: about.into(), change: Some(to.into()) });
    let now = now();
    assert_eq!(asked("move the reminder to 10:00", ZONE, now), move_to(false, "", "10:00"));
    assert_eq!(
        asked("Please change my reminder to call Kim to tomorrow at 9.", ZONE, now),
        move_to(false, "call Kim", "tomorrow at 9")
    );
    assert_eq!(
        asked("reschedule the digest to every Friday 16:00", ZONE, now),
        move_to(true, "", "every Friday 16:00")
    );
    let gone = Asked { digest: false, about: "the rent".into(), change: None };
    assert_eq!(asked("cancel my reminder about the rent", ZONE, now), Some(gone));
    for idea in [
        "move the reminder to the top of the page",
        "change the reminders in the shop to 10:00",
        "move the meeting to 10:00",
        "delete the remindertable",
        "move the reminder",
        "",
    ] {
        assert_eq!(asked(idea, ZONE, now), None, "{idea}");
    }
    let kim = Asked { digest: false, about: "KIM".into(), change: None };
    assert!(kim.fits(&call_kim("tomorrow 9:00")) && !kim.fits(&schedule(Duty::Digest, "daily 18:00")));
}

#[test]
fn only_some_replies_can_be_about_nothing_but_a_reminder() {
    for (text, only) in [
        ("done", true),
        ("hat sich erledigt", true),
        ("later", true),
        ("in 20 minutes", true),
        ("in 2 hours please", true),
        ("remind me again tomorrow", true),
        ("tomorrow", false),
        ("Friday", false),
        ("10:30", false),
        ("in 2 weeks", false),
    ] {
        let found = reply(text, ZONE, now()).map(|reply| only_replies(text, reply));
        assert_eq!(found, Some(only), "{text}");
    }
}
