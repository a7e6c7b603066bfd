//! The picture of a digest over several days: what was finished on each of them, and what was open at its end.

use crate::secretary::chart::{Chart, Kind, Series};
use crate::secretary::ticket::task::{Attached, FileAt};
use crate::secretary::ticket::{Ending, Stage, Ticket, report};
use crate::secretary::wording::lists::digest::Covered;
use chrono::{DateTime, NaiveDate, Utc};

/// The name of the picture.
const NAME: &str = "digest.png";
/// Fewer days than these are told by the words alone: a day and the one before it are the usual daily digest.
const FEWEST: usize = 3;
/// The most days; of a longer time the last ones are shown.
const MOST: usize = 31;
/// So many days are named by their weekday.
const WEEKDAYS: usize = 14;

/// The picture that goes with a digest of these tickets, as a file; none where it covers too little, or nothing moved.
pub fn picture(found: &[Ticket], over: Covered<'_>) -> Option<Attached> {
    let chart = Box::new(chart(found, over)?);
    Some(Attached { name: NAME.to_owned(), text: String::new(), at: Some(FileAt::Drawn { chart }), bytes: 0 })
}

fn chart(found: &[Ticket], Covered { since, now, zone, .. }: Covered<'_>) -> Option<Chart> {
    let day = |at: DateTime<Utc>| at.with_timezone(&zone).date_naive();
    let days: Vec<NaiveDate> = day(since).iter_days().take_while(|one| *one <= day(now)).collect();
    let days = &days[days.len().saturating_sub(MOST)..];
    if days.len() < FEWEST {
        return None;
    }
    let done = |ticket: &&Ticket| ticket.stage == Stage::Closed(Ending::Done) && report::ended_at(ticket) > since;
    let finished = |one: &NaiveDate| found.iter().filter(done).filter(|t| day(report::ended_at(t)) == *one).count();
    let stands = |ticket: &Ticket, one: &NaiveDate| {
        day(ticket.created_at) <= *one && (!ticket.closed() || day(report::ended_at(ticket)) > *one)
    };
    let open = |one: &NaiveDate| found.iter().filter(|ticket| stands(ticket, one)).count();
    let finished: Vec<f64> = days.iter().map(|one| number(finished(one))).collect();
    let open: Vec<f64> = days.iter().map(|one| number(open(one))).collect();
    if finished.iter().chain(&open).all(|count| *count < 1.0) {
        return None;
    }
    let form = if days.len() <= WEEKDAYS { "%a %-d" } else { "%-d %b" };
    let series = |name: &str, values: Vec<f64>| Series { name: name.to_owned(), values };
    Some(Chart {
        title: "Finished and open by day".to_owned(),
        kind: Kind::Bar,
        labels: days.iter().map(|one| one.format(form).to_string()).collect(),
        series: vec![series("Finished", finished), series("Open at the end of the day", open)],
        ..Chart::default()
    })
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use crate::secretary::ids::{PersonId, RoomId, TicketId, WorkspaceId};
    use crate::secretary::people::workspace::{Person, Role};
    use crate::secretary::ticket::Priority;
    use crate::secretary::ticket::decisions::rights::Left;
    use crate::secretary::wording::lists::trend::*;
    use chrono::{TimeDelta, TimeZone};

    fn monday(hour: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 11, 23, hour, 0, 0).unwrap()
    }

    /// A ticket that came on this day and, where it is over, ended on that one; counted from the Monday.
    fn ticket(came: i64, ended: Option<(i64, Ending)>) -> Ticket {
        let at = |day: i64| monday(9) + TimeDelta::days(day);
        let person = Person::new(PersonId::new("p"), WorkspaceId::home(), "Mara", Role::Owner, at(came));
        let id = TicketId::new(format!("T/{came}/{ended:?}"));
        let mut ticket =
            Ticket::new(id, 1, (Priority::Medium, "cakes".to_owned()), &person, RoomId::new("r"), at(came));
        if let Some((day, ending)) = ended {
            (ticket.stage, ticket.updated_at) = (Stage::Closed(ending), at(day));
        }
        ticket
    }

    fn of(found: &[Ticket], since: DateTime<Utc>, now: DateTime<Utc>) -> Option<Chart> {
        let (zone, left) = (chrono_tz::Europe::Berlin, Left::default());
        chart(found, Covered { since, now, zone, reader: None, left: &left })
    }

    #[test]
    fn each_day_has_what_was_finished_and_what_was_open() {
        let found = [
            ticket(-3, None),
            ticket(0, Some((1, Ending::Done))),
            ticket(0, Some((1, Ending::Done))),
            ticket(1, Some((3, Ending::Cancelled))),
            ticket(2, None),
        ];
        let chart = of(&found, monday(8), monday(8) + TimeDelta::days(4)).unwrap();
        assert_eq!(chart.labels, ["Mon 23", "Tue 24", "Wed 25", "Thu 26", "Fri 27"]);
        let counts = |at: usize| chart.series[at].values.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!((counts(0).as_str(), counts(1).as_str()), ("0 2 0 0 0", "3 2 3 2 2"));
        assert_eq!(chart.check(), Ok(()));
    }

    #[test]
    fn a_day_or_nothing_needs_no_picture() {
        let found = [ticket(0, Some((1, Ending::Done)))];
        let later = |hours: i64| monday(8) + TimeDelta::hours(hours);
        assert!(of(&found, monday(8), later(24)).is_none());
        assert!(of(&found, monday(8), later(40)).is_some(), "it is Wednesday in Berlin");
        assert!(of(&[], monday(8), later(24 * 7)).is_none());
        assert!(of(&found, monday(8), monday(7)).is_none());
        let months = of(&found, monday(8) - TimeDelta::days(90), later(48)).unwrap();
        assert_eq!((months.labels.len(), months.labels[30].as_str()), (31, "25 Nov"));
        let file = picture(
            &found,
            Covered { since: monday(8), now: later(72), zone: chrono_tz::UTC, reader: None, left: &Left::default() },
        );
        assert_eq!(file.map(|file| (file.name, file.text)), Some(("digest.png".to_owned(), String::new())));
    }
}
