//! The brief: what waits for its readers, what is at risk, what is due today, what is done since the last one. It says
//! nothing if none of these holds anything.

use super::digest::{after_colon, asked, failure, first_words, line, under, waits, wanted};
use crate::secretary::budget::{Over, Scope};
use crate::secretary::decision::{Decision, deadline};
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::{capital, short};
use crate::secretary::people::workspace::Person;
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::ticket::decisions::rights::{Left, may_decide};
use crate::secretary::ticket::{Ending, Stage, Ticket, report};
use crate::secretary::when;
use crate::secretary::wording::schedules::duty;
use crate::secretary::wording::ticket::waiting;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

/// What waits longer says since when. It comes first where its reader was not here meanwhile.
const LONG: TimeDelta = TimeDelta::days(1);

/// What a brief is made of, and for whom.
#[derive(Clone, Copy, Debug)]
pub struct Brief<'a> {
    /// From when on something is news.
    pub since: DateTime<Utc>,
    /// The moment of the brief.
    pub now: DateTime<Utc>,
    /// The zone its times are said in.
    pub zone: Tz,
    /// The only person who reads it, if it is one.
    pub reader: Option<&'a Person>,
    /// When its readers wrote here last, as far as that is known.
    pub heard_at: Option<DateTime<Utc>>,
    /// The open tickets and those that ended.
    pub tickets: &'a [Ticket],
    /// About which of the tickets approvers alone decide.
    pub left: &'a Left,
    /// The schedules of its readers.
    pub schedules: &'a [Schedule],
    /// The budgets that run low or are used up; those of tickets with the ticket.
    pub budgets: &'a [(Over, Option<&'a Ticket>)],
    /// What flows ask these readers.
    pub asked: &'a [FlowAsks],
    /// The flows whose last runs failed, with how many of them did in a row.
    pub failing: &'a [(String, usize)],
}

/// A question of a flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowAsks {
    /// What the flow is called.
    pub flow: String,
    /// What it asks.
    pub text: String,
    /// When it was asked.
    pub since: DateTime<Utc>,
    /// Until when it is open, if it ends by itself.
    pub end: Option<DateTime<Utc>>,
}

/// What waits.
enum Waiting<'a> {
    Ticket(&'a Ticket),
    Flow(&'a str),
}

/// What something waits for.
struct Wait<'a> {
    of: Waiting<'a>,
    text: String,
    since: DateTime<Utc>,
    end: Option<DateTime<Utc>>,
    /// Somebody is to decide, and not only to answer or to start.
    decides: bool,
}

/// The brief; none if there is nothing to tell.
pub fn brief(of: &Brief<'_>, late: Option<&str>, keys: &mut Keys) -> Option<Message> {
    let waits = waiting_for(of);
    let decides = waits.iter().any(|wait| wait.decides);
    let waits: Vec<Vec<Span>> = waits.iter().map(|wait| wait.line(of)).collect();
    let (risks, today, done) = (at_risk(of), due_today(of), done(of));
    if waits.is_empty() && risks.is_empty() && today.is_empty() && done.is_empty() {
        return None;
    }
    let title = vec![Span::strong("Brief"), Span::text(format!(" {}", when::say_time(of.now, of.zone, of.now)))];
    let mut message = Message::default().spans(title);
    if let Some(late) = late {
        message = message.spans(vec![Span::Soft(late.to_owned())]);
    }
    let command = |line: &str| Action::Command { line: line.to_owned() };
    let mut row = Vec::new();
    if decides {
        row.push(keys.plain("Decide", command("decisions")));
    }
    if !waits.is_empty() || !risks.is_empty() {
        row.push(keys.plain("Show what is open", command("list")));
    }
    let whom = if of.reader.is_some() { "Waiting for you" } else { "Waiting for somebody" };
    under(&mut message, whom, waits);
    under(&mut message, "At risk", risks);
    under(&mut message, "Today", today);
    under(&mut message, "Done", done);
    Some(message.row(row))
}

/// What waits for the readers: first what has waited long for somebody who was not here, then what has the nearest end, then
/// the oldest.
fn waiting_for<'a>(of: &Brief<'a>) -> Vec<Wait<'a>> {
    let open = of.tickets.iter().filter(|ticket| !ticket.closed());
    let flows = of.asked.iter().map(|asks| Wait {
        of: Waiting::Flow(&asks.flow),
        text: format!(": {}", short(&asks.text, 100)),
        since: asks.since,
        end: asks.end,
        decides: true,
    });
    let mut found: Vec<Wait<'_>> = open.filter_map(|ticket| wait(of, ticket)).chain(flows).collect();
    let absent = of.heard_at.is_none_or(|at| of.now - at > LONG);
    found.sort_by_key(|wait| {
        let first = absent && wait.decides && of.now - wait.since > LONG;
        let number = match wait.of {
            Waiting::Ticket(ticket) => ticket.number,
            Waiting::Flow(_) => i64::MAX,
        };
        (!first, wait.end.is_none(), wait.end.unwrap_or(wait.since), number)
    });
    found
}

/// What a ticket waits for of these readers.
fn wait<'a>(of: &Brief<'_>, ticket: &'a Ticket) -> Option<Wait<'a>> {
    let theirs = |decision: &&Decision| {
        of.reader.is_none_or(|person| {
            let voted = decision.votes.iter().any(|vote| vote.of(&person.id));
            !voted && may_decide(person, ticket, decision.four_eyes)
        })
    };
    let asks: Vec<&Decision> = ticket.open_decisions().filter(theirs).collect();
    let group = |text: String| match of.reader {
        Some(_) => format!(": {text}"),
        None => waits(ticket, of.left.of(ticket), None),
    };
    if let Some(first) = asks.first() {
        let text = group(asked(first, asks.len() - 1));
        let since = asks.iter().map(|decision| decision.asked_at).min().unwrap_or(first.asked_at);
        let end = asks.iter().filter_map(|decision| Some(decision.asked.deadline?.at)).min();
        return Some(Wait { of: Waiting::Ticket(ticket), text, since, end, decides: true });
    }
    let own = of.reader.is_none_or(|person| person.id == ticket.requester);
    let wants = wanted(ticket).filter(|_| own && ticket.open_decisions().next().is_none())?;
    let (of, since) = (Waiting::Ticket(ticket), ticket.updated_at);
    Some(Wait { of, text: group(wants), since, end: None, decides: false })
}

impl Wait<'_> {
    fn line(&self, of: &Brief<'_>) -> Vec<Span> {
        let long = of.now - self.since > LONG;
        let asked = if long { format!(" · asked {}", when::say_relative(self.since, of.now)) } else { String::new() };
        let by = self.end.map(|end| format!(" · by {}", when::say_time(end, of.zone, of.now))).unwrap_or_default();
        let text = format!("{}{by}{asked}", self.text);
        match self.of {
            Waiting::Ticket(ticket) => line(ticket, &text),
            Waiting::Flow(name) => vec![Span::Strong(format!("“{}”", short(name, 60))), Span::text(text)],
        }
    }
}

/// What did not work, stands still, is late or runs low.
fn at_risk(of: &Brief<'_>) -> Vec<Vec<Span>> {
    let partly = ended(of, Ending::Done).filter(|ticket| ticket.in_part());
    let failed = ended(of, Ending::Failed).chain(partly).map(|ticket| line(ticket, &failure(ticket)));
    let stuck = of.tickets.iter().filter(|ticket| !ticket.closed()).filter_map(|ticket| {
        let blocked = waiting::reason(ticket).map(|why| short(&why, 100));
        let late = due(of, ticket).filter(|at| *at <= of.now);
        let late = late.map(|at| format!("it was due {}", when::say_time(at, of.zone, of.now)));
        let why: Vec<String> = late.into_iter().chain(blocked).collect();
        (!why.is_empty()).then(|| line(ticket, &format!(": {}", why.join("; "))))
    });
    let failing = of.schedules.iter().filter(|schedule| !schedule.paused).filter_map(|schedule| {
        let Duty::Work(work) = &schedule.duty else { return None };
        (work.failures > 0).then(|| did_not_work(&duty(schedule), work.failures as usize))
    });
    let flows = of.failing.iter().map(|(name, times)| did_not_work(&format!("“{}”", short(name, 80)), *times));
    failed.chain(stuck).chain(failing).chain(flows).chain(of.budgets.iter().map(low)).collect()
}

/// "“Prices” did not work the last 2 times".
fn did_not_work(what: &str, times: usize) -> Vec<Span> {
    let times = if times == 1 { "the last time".to_owned() } else { format!("the last {times} times") };
    vec![Span::text(format!("{what} did not work {times}"))]
}

/// "84 % of the budget for today is used", "the budget for today is used up".
fn low((over, ticket): &(Over, Option<&Ticket>)) -> Vec<Span> {
    let share = over.limit.share(over.spent).unwrap_or(100);
    let of_what = match over.scope {
        Scope::Ticket => "its budget",
        Scope::Person => "your budget for today",
        Scope::Day => "the budget for today",
        Scope::Workspace => "the budget for this month",
    };
    let text = if share < 100 { format!("{share} % of {of_what} is used") } else { format!("{of_what} is used up") };
    match ticket {
        Some(ticket) => line(ticket, &format!(": {text}")),
        None => vec![Span::text(capital(&text))],
    }
}

/// What comes today, in its order.
fn due_today(of: &Brief<'_>) -> Vec<Vec<Span>> {
    let ahead = |at: &DateTime<Utc>| *at > of.now && when::same_day(*at, of.now, of.zone);
    let clock = |at: DateTime<Utc>| format!("{} ", when::say_clock(at, of.zone));
    let ordered = of.schedules.iter().filter_map(|schedule| {
        let at = schedule.wake_at().filter(ahead)?;
        match schedule.duty {
            Duty::Remind(_) | Duty::Work(_) | Duty::Flow { .. } => {
                Some((at, vec![Span::text(format!("{}{}", clock(at), short(schedule.what(), 80)))]))
            }
            Duty::Digest | Duty::Brief => None,
        }
    });
    let wanted = of.tickets.iter().filter(|ticket| !ticket.closed()).filter_map(|ticket| {
        let at = due(of, ticket).filter(ahead)?;
        let spans: Vec<Span> = std::iter::once(Span::text(clock(at))).chain(line(ticket, " is due")).collect();
        Some((at, spans))
    });
    let mut found: Vec<(DateTime<Utc>, Vec<Span>)> = ordered.chain(wanted).collect();
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, spans)| spans).collect()
}

/// What is done.
fn done(of: &Brief<'_>) -> Vec<Vec<Span>> {
    let done = ended(of, Ending::Done).filter(|ticket| !ticket.in_part());
    done.map(|ticket| line(ticket, &after_colon(&first_words(ticket)))).collect()
}

/// The tickets that ended like this since the last brief.
fn ended<'a>(of: &Brief<'a>, ending: Ending) -> impl Iterator<Item = &'a Ticket> {
    let since = of.since;
    let lately = move |ticket: &&Ticket| ticket.stage == Stage::Closed(ending) && report::ended_at(ticket) > since;
    of.tickets.iter().filter(lately)
}

/// When a ticket is due, if it says so as a date.
fn due(of: &Brief<'_>, ticket: &Ticket) -> Option<DateTime<Utc>> {
    deadline::by_date(ticket.requirement.due.trim(), of.zone)
}

#[cfg(test)]
mod tests {
    use crate::secretary::budget::{Amount, Limit};
    use crate::secretary::ids::{PersonId, RoomId, ScheduleId, TicketId, Token, WorkspaceId};
    use crate::secretary::message::Block;
    use crate::secretary::people::workspace::Role;
    use crate::secretary::schedule::work::WorkOrder;
    use crate::secretary::ticket::Priority;
    use crate::secretary::wording::lists::brief::*;
    use chrono::TimeZone;
    use serde_json::json;

    fn now() -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 11, 23, 8, 0, 0).unwrap()
    }

    fn mara() -> Person {
        Person::new(PersonId::new("p"), WorkspaceId::home(), "Mara", Role::Owner, now())
    }

    fn ticket(number: i64) -> Ticket {
        let (id, room) = (TicketId::new(format!("T{number}")), RoomId::new("r"));
        let came = now() - TimeDelta::days(9);
        let idea = (Priority::Medium, format!("cake {number}"));
        Ticket { stage: Stage::Working, ..Ticket::new(id, number, idea, &mara(), room, came) }
    }

    /// A ticket with a question that was asked so long ago and ends in so many hours.
    fn asking(number: i64, ago: TimeDelta, end: Option<i64>) -> Ticket {
        let deadline = end.map(|hours| json!({"at": now() + TimeDelta::hours(hours)}));
        let decision = json!({
            "key": "d1", "task": "t1", "run": "r1", "step": null, "subject": "Work", "token": "x", "rooms": [],
            "asked": {"question": "Which one?", "options": [], "deadline": deadline},
            "asked_at": now() - ago, "remind_at": now(), "state": "Open",
        });
        Ticket { decisions: vec![serde_json::from_value(decision).unwrap()], ..ticket(number) }
    }

    /// The lines of a brief for Mara, who wrote here last so long ago.
    fn told(heard: Option<TimeDelta>, tickets: &[Ticket], schedules: &[Schedule], low: &[Over]) -> Option<Vec<String>> {
        told_of(heard, tickets, schedules, low, (&[], &[]))
    }

    /// The same, with what flows ask, and how often in a row they failed.
    fn told_of(
        heard: Option<TimeDelta>,
        tickets: &[Ticket],
        schedules: &[Schedule],
        low: &[Over],
        (asked, failing): (&[FlowAsks], &[(String, usize)]),
    ) -> Option<Vec<String>> {
        let (reader, left) = (mara(), Left::default());
        let budgets: Vec<(Over, Option<&Ticket>)> = low.iter().map(|over| (*over, None)).collect();
        let of = Brief {
            since: now() - TimeDelta::days(1),
            now: now(),
            zone: chrono_tz::Europe::Berlin,
            reader: Some(&reader),
            heard_at: heard.map(|ago| now() - ago),
            tickets,
            left: &left,
            schedules,
            budgets: &budgets,
            asked,
            failing,
        };
        let message = brief(&of, None, &mut Keys::new(Token::new("k")))?;
        let text = |span: &Span| match span {
            Span::Text(text) | Span::Strong(text) | Span::Soft(text) => text.clone(),
            Span::Struck(_) | Span::Code(_) | Span::Link { .. } | Span::Time { .. } | Span::Person { .. } => {
                String::new()
            }
        };
        Some(message.blocks.iter().map(|block: &Block| block.spans().iter().map(text).collect()).collect())
    }

    #[test]
    fn nothing_to_tell_is_no_message() {
        assert_eq!(told(None, &[], &[], &[]), None);
        assert_eq!(told(None, &[ticket(1)], &[], &[]), None, "work that goes on is nothing to tell");
    }

    #[test]
    fn what_waited_long_comes_first_for_whoever_was_not_here() {
        let (old, urgent) = (asking(1, TimeDelta::days(3), None), asking(2, TimeDelta::hours(2), Some(5)));
        let tickets = [old, urgent];
        let first = |heard| told(heard, &tickets, &[], &[]).unwrap()[2].chars().take(2).collect::<String>();
        assert_eq!(first(None), "#1");
        assert_eq!(first(Some(TimeDelta::hours(25))), "#1");
        assert_eq!(first(Some(TimeDelta::hours(23))), "#2");
        let lines = told(None, &tickets, &[], &[]).unwrap();
        assert_eq!(lines[..2], ["Brief Mon 23 Nov, 09:00 (Berlin)", "Waiting for you (2)"]);
        assert!(lines[2].ends_with("Which one? · asked 3 days ago"), "{lines:?}");
        assert!(lines[3].ends_with("Which one? · by Mon 23 Nov, 14:00 (Berlin)"), "{lines:?}");
    }

    #[test]
    fn what_a_flow_asks_waits_like_any_decision_and_one_that_keeps_failing_is_a_risk() {
        let asks = FlowAsks {
            flow: "Prices".to_owned(),
            text: "Red or blue?".to_owned(),
            since: now() - TimeDelta::days(2),
            end: Some(now() + TimeDelta::hours(2)),
        };
        let (tickets, failing) = ([asking(1, TimeDelta::hours(1), Some(5))], [("Backup".to_owned(), 3)]);
        let heard = Some(TimeDelta::hours(1));
        let lines = told_of(heard, &tickets, &[], &[], (std::slice::from_ref(&asks), &failing)).unwrap();
        assert_eq!(lines[1], "Waiting for you (2)");
        assert_eq!(lines[2], "“Prices”: Red or blue? · by Mon 23 Nov, 11:00 (Berlin) · asked 2 days ago");
        assert!(lines[3].starts_with("#1 cake 1"), "{lines:?}");
        assert_eq!(lines[4..], ["At risk (1)", "“Backup” did not work the last 3 times"]);
        assert!(told_of(heard, &[], &[], &[], (&[], &failing)).is_some(), "that alone is worth a brief");
    }

    #[test]
    fn what_is_late_fails_or_runs_low_is_a_risk_and_what_is_due_is_today() {
        let due = |number, due: &str| {
            let mut ticket = ticket(number);
            due.clone_into(&mut ticket.requirement.due);
            ticket
        };
        let tickets = [due(1, "2026-11-22"), due(2, "2026-11-23 17:00"), due(3, "2026-11-24"), due(4, "soon")];
        let work = WorkOrder { failures: 2, ..WorkOrder::new(&ticket(5)) };
        let order = (Duty::Work(Box::new(work)), when::of_cron("0 10 * * *").unwrap(), chrono_tz::Europe::Berlin);
        let work = Schedule::new(ScheduleId::new("S"), 1, &mara(), RoomId::new("r"), order, now());
        let spent = |tokens| Over {
            scope: Scope::Day,
            spent: Amount { tokens, micros: 0 },
            limit: Limit { tokens: Some(100), micros: None },
            currency: None,
        };
        let lines = told(None, &tickets, &[work], &[spent(84), spent(120)]).unwrap();
        let wanted = [
            "At risk (4)",
            "#1 cake 1: it was due Sun 22 Nov, 18:00 (Berlin)",
            "“cake 5” did not work the last 2 times",
            "84 % of the budget for today is used",
            "The budget for today is used up",
            "Today (2)",
            "10:00 cake 5",
            "17:00 #2 cake 2 is due",
        ];
        assert_eq!(lines[1..], wanted);
    }
}
