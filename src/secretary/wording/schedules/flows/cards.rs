//! The messages that show flows: one with its steps and its last runs, and the list.

use super::{may, state, steps};
use crate::secretary::flow::action::FlowAct;
use crate::secretary::flow::calls;
use crate::secretary::flow::run::FlowRun;
use crate::secretary::flow::{Flow, Timing};
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Button, Message, Span};
use crate::secretary::names::phrases::{listed, plural, short};
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::task::Attached;
use crate::secretary::when;
use crate::secretary::wording::schedules::times;
use crate::secretary::wording::style::moments;
use crate::secretary::wording::ticket::standing::{CONFIRM, with_times};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// Flows on one page, each with a row of buttons; one more row turns the page (platform-facts D33: five rows).
pub const PAGE: usize = 4;

/// Schedules of a flow that its card names.
const NAMED: usize = 4;

/// The title and the field of the form behind "Schedule".
pub const WHEN_FORM: (&str, &str) = ("When shall it run?", "For example: every Monday 9:00");

/// Somebody agreed to a flow.
pub const AGREED: &str = "Agreed.";
/// A run has begun.
pub const BEGUN: &str = "It runs now.";
/// A dry run has begun.
pub const TRYING: &str = "I am trying it. Nothing is changed.";
/// A flow has the script from before its last change.
pub const AS_BEFORE: &str = "It has the script from before, which needs a new agreement.";
/// The same where nobody agreed to that change.
pub const AGREED_BEFORE: &str = "It has the script from before again.";
/// A flow was deleted.
pub const DELETED: &str = "Deleted.";
/// A deleted flow was brought back.
pub const BACK: &str = "It is back.";

/// The runs of a flow, as they are shown with it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Runs<'a> {
    /// Those that are shown, the newest first.
    pub shown: &'a [FlowRun],
    /// How many are not over, with those that wait for their turn.
    pub on: usize,
    /// How many of them have begun with the former script, and wait until somebody agrees or takes the change back.
    pub held: usize,
}

/// One flow: what it does, what it may touch, who agreed, how its last runs went. `lead`: what has just happened to it.
pub fn card(lead: &str, flow: &Flow, runs: Runs<'_>, (zone, now): (Tz, DateTime<Utc>), keys: &mut Keys) -> Message {
    let mut message = if lead.is_empty() { Message::default() } else { Message::lines([lead]) };
    message = message.spans(vec![Span::strong(format!("{}. {}", flow.number, flow.name))]);
    let shown = steps::on_card(flow);
    let all = shown.len() == flow.steps.len();
    for (depth, number, step) in shown {
        message.blocks.push(Block::Item { depth, number, spans: vec![Span::text(step)] });
    }
    if !all {
        let file = format!("/flow {} file", flow.number);
        message = message.line(format!("More steps follow. Its script shows all of them: {file}"));
    }
    message = may(flow).into_iter().chain(renamed(flow)).fold(message, Message::line);
    message = match agreed(flow, zone, now) {
        Some(agreed) => message.spans(agreed),
        None => message.line("It runs once you agree. A dry run shows what it would do, and changes nothing."),
    };
    message = held(runs.held).into_iter().fold(message, Message::line);
    if let Some(timing) = &flow.timing {
        message = message.line(format!("You asked for this time: {}.", when::say_rule(&timing.rule, timing.tz())));
    }
    for run in runs.shown {
        message = message.spans(run_line(run, zone, now));
    }
    buttons(flow, runs, keys).into_iter().fold(message, Message::row)
}

/// What becomes of runs that have begun with the former script; none if there are none.
fn held(runs: usize) -> Option<String> {
    match runs {
        0 => None,
        1 => Some("1 run that is under way with the former script waits, and ends once you agree.".to_owned()),
        n => Some(format!("{n} runs that are under way with the former script wait, and end once you agree.")),
    }
}

/// What is odd about a script that people have not agreed to: a function of mine whose name it uses for a value, too.
fn renamed(flow: &Flow) -> Option<String> {
    let renamed = if flow.agreed.is_none() { calls::renamed(&flow.script, &flow.may) } else { Vec::new() };
    let names: Vec<String> = renamed.iter().map(|name| format!("“{name}”")).collect();
    match names.as_slice() {
        [] => None,
        [one] => Some(format!(
            "Its script also uses the name {one} for a value of its own. From there on that is no longer what I do; another \
             name is clearer."
        )),
        all => Some(format!(
            "Its script also uses the names {} for values of its own. From there on those are no longer what I do; other \
             names are clearer.",
            listed(all)
        )),
    }
}

/// "✔ Kim agreed to it, Mon 24 Nov, 09:00 (Berlin)"; none if nobody did.
pub(in crate::secretary::wording::schedules) fn agreed(flow: &Flow, zone: Tz, now: DateTime<Utc>) -> Option<Vec<Span>> {
    let agreed = flow.agreed.as_ref()?;
    Some(vec![Span::text(format!("✔ {} agreed to it, ", agreed.name)), moments::time(agreed.at, zone, now)])
}

/// "Run 3 (dry), Mon 24 Nov, 09:00 (Berlin): done".
pub(in crate::secretary::wording::schedules) fn run_line(run: &FlowRun, zone: Tz, now: DateTime<Utc>) -> Vec<Span> {
    let dry = if run.dry { " (dry)" } else { "" };
    let so_far = if run.ended() || run.calls == 0 {
        String::new()
    } else {
        format!(", after {}", plural(run.calls as usize, "step", "steps"))
    };
    vec![
        Span::text(format!("Run {}{dry}, ", run.number)),
        moments::time(run.started_at, zone, now),
        Span::text(format!(": {}{so_far}", state(run, zone, now))),
    ]
}

fn buttons(flow: &Flow, runs: Runs<'_>, keys: &mut Keys) -> Vec<Vec<Button>> {
    let id = &flow.id;
    if flow.agreed.is_none() {
        let first = vec![
            keys.plain("Dry run", FlowAct::Dry.on(id)),
            keys.good("Agree", FlowAct::Agree { version: flow.version }.on(id)),
            keys.bad("Delete", FlowAct::Delete.on(id)),
        ];
        let change = keys.plain("Change it…", Action::Command { line: format!("flow {} change", flow.number) });
        return vec![first, vec![change]];
    }
    let (title, label) = WHEN_FORM;
    let first = vec![
        keys.plain("Run now", FlowAct::Run.on(id)),
        keys.form("Schedule", title, label, FlowAct::Schedule.on(id)),
        keys.bad("Delete", FlowAct::Delete.on(id)),
    ];
    let cancel = (runs.on > 0).then(|| cancel(flow, runs, keys));
    let second = vec![keys.plain("Dry run", FlowAct::Dry.on(id)), keys.plain("Script", FlowAct::File.on(id))];
    let asked = flow.timing.is_some().then(|| vec![keys.good("Schedule it", FlowAct::ScheduleAsAsked.on(id))]);
    asked.into_iter().chain([first, second.into_iter().chain(cancel).collect()]).collect()
}

/// Ends the only run that is on, or asks whether all of them shall end.
fn cancel(flow: &Flow, runs: Runs<'_>, keys: &mut Keys) -> Button {
    if runs.on > 1 {
        return keys.bad("Cancel all its runs", FlowAct::Cancel.on(&flow.id));
    }
    let on = runs.shown.iter().find(|run| !run.ended());
    let act = on.map_or(FlowAct::Cancel, |run| FlowAct::CancelRun { run: run.id.clone() });
    keys.bad("Cancel the run", act.on(&flow.id))
}

/// A page of the flows, counted from 0, each with its newest run.
pub fn list(
    flows: &[(Flow, Option<FlowRun>)],
    page: usize,
    (zone, now): (Tz, DateTime<Utc>),
    keys: &mut Keys,
) -> Message {
    if flows.is_empty() {
        let none = "There is no flow here yet. A flow is a short script that runs by itself, for days if need be.";
        let examples = keys.plain("Examples", Action::Command { line: "flow examples".to_owned() });
        let ways = "Say what it shall do: /flow write look every hour until example.org is up, then tell me. Or send me \
                    a script: /flow new Price watch";
        return Message::lines([none, ways]).row(vec![examples]);
    }
    let pages = flows.len().div_ceil(PAGE);
    let page = page.min(pages - 1);
    let which = if pages > 1 { format!(" ({} of {pages})", page + 1) } else { String::new() };
    let mut message = Message::default().spans(vec![Span::strong("Flows"), Span::text(which)]);
    let shown = || flows.iter().skip(page * PAGE).take(PAGE);
    for (flow, newest) in shown() {
        message = message.line(line(flow, newest.as_ref(), zone, now));
    }
    for (flow, _) in shown() {
        let (id, n) = (&flow.id, flow.number);
        let runs = if flow.runs() {
            keys.plain(format!("{n}: Run"), FlowAct::Run.on(id))
        } else {
            keys.plain(format!("{n}: Dry run"), FlowAct::Dry.on(id))
        };
        let show = keys.plain(format!("{n}: Show"), FlowAct::Show.on(id));
        message = message.row(vec![show, runs, keys.bad(format!("{n}: Delete"), FlowAct::Delete.on(id))]);
    }
    let turn = |to: usize| Action::Page { line: format!("flow page {to}") };
    let before = (page > 0).then(|| keys.plain("‹ Before", turn(page)));
    let more = (page + 1 < pages).then(|| keys.plain("More ›", turn(page + 2)));
    message.row(before.into_iter().chain(more).collect())
}

/// "3. Price watch; last run Mon 24 Nov, 09:00 (Berlin): done".
fn line(flow: &Flow, newest: Option<&FlowRun>, zone: Tz, now: DateTime<Utc>) -> String {
    let stands = match newest {
        _ if flow.agreed.is_none() => "nobody agreed yet".to_owned(),
        Some(run) => format!("last run {}: {}", when::say_time(run.started_at, zone, now), state(run, zone, now)),
        None => "never run yet".to_owned(),
    };
    format!("{}. {}; {stands}", flow.number, short(&flow.name, 60))
}

/// What the script was before a change is brought back by this. `held`: so many runs have begun with a former script.
pub fn changed(flow: &Flow, before: Flow, held: usize, at: (Tz, DateTime<Utc>), keys: &mut Keys) -> Message {
    let id = flow.id.clone();
    let lead = "It has the new script now, which needs a new agreement.";
    let mut message = card(lead, flow, Runs { held, ..Runs::default() }, at, keys);
    if held > 0 && before.agreed.is_some() {
        message = message.line("After Undo they go on.");
    }
    message.row(vec![keys.plain("Undo", FlowAct::Revert { kept: Box::new(before) }.on(&id))])
}

/// In place of a card that shows a former script.
pub fn outdated(before: &Flow) -> Message {
    let (name, number) = (short(&before.name, 80), before.number);
    Message::lines([format!("“{name}” was changed since. /flow {number} shows it as it is now.")]).silently()
}

/// The script from before is back, with the agreement to it: so many runs go on that had begun with it.
pub fn as_before(on: usize) -> String {
    match on {
        0 => AGREED_BEFORE.to_owned(),
        1 => format!("{AGREED_BEFORE} The run that had begun with it goes on."),
        n => format!("{AGREED_BEFORE} {n} runs that had begun with it go on."),
    }
}

/// What has happened to a flow, and that so many of its runs have ended with that.
pub fn with_ended(lead: &str, ended: usize) -> String {
    match ended {
        0 => lead.to_owned(),
        1 => format!("{lead} The run that was on with the other script has ended."),
        n => format!("{lead} {n} runs that were on with the other script have ended."),
    }
}

/// A flow that was deleted, with a way back. `ended`: so many of its runs ended with that.
pub fn deleted(flow: &Flow, schedules: Vec<Schedule>, ended: usize, keys: &mut Keys) -> Message {
    let runs = match ended {
        0 => String::new(),
        1 => " Its run has ended, too, and Undo does not bring it back.".to_owned(),
        n => format!(" Its {n} runs have ended, too, and Undo does not bring them back."),
    };
    let more = match schedules.len() {
        0 => String::new(),
        1 => " Its schedule has ended, too.".to_owned(),
        n => format!(" Its {n} schedules have ended, too."),
    };
    let undo = keys.plain("Undo", FlowAct::Undo { schedules }.on(&flow.id));
    Message::lines([format!("Deleted: “{}”.{more}{runs}", flow.name)]).row(vec![undo]).silently()
}

/// The script of a flow as a file.
pub fn script_file(flow: &Flow) -> Message {
    with_script(Message::lines([format!("The script of “{}”.", flow.name)]), &flow.name, &flow.script)
}

/// A message with the script of this name as a file.
pub(super) fn with_script(message: Message, name: &str, script: &str) -> Message {
    let name: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let file = Attached { name: format!("{name}.py"), text: script.to_owned(), ..Attached::default() };
    Message { file: Some(file), ..message }
}

/// When a flow is to run is asked for, where the platform has no forms. `there`: the schedules it has.
pub fn ask_when(flow: &Flow, there: &[Schedule], (zone, now): (Tz, DateTime<Utc>)) -> Message {
    let ask = format!("When shall “{}” run? Reply for example: every Monday at 9:00", short(&flow.name, 60));
    let message = by_the_clock(there, zone, now).into_iter().fold(Message::default(), Message::line);
    Message { asks_text: true, ..message.line(ask) }
}

/// When a flow runs by the clock: a line for each of its schedules.
pub fn by_the_clock(schedules: &[Schedule], zone: Tz, now: DateTime<Utc>) -> Vec<String> {
    let mut lines: Vec<String> =
        schedules.iter().take(NAMED).map(|one| format!("By the clock: {}.", times(one, zone, now))).collect();
    if schedules.len() > NAMED {
        lines.push(format!("… and {} more: /schedules shows them.", schedules.len() - NAMED));
    }
    lines
}

/// A flow is to run at other times than it does already: what there is, and whether it shall run then, too.
pub fn another_time(
    flow: &Flow,
    there: &[Schedule],
    timing: Timing,
    (zone, now): (Tz, DateTime<Utc>),
    keys: &mut Keys,
) -> Message {
    let (id, name, its) = (&flow.id, short(&flow.name, 80), timing.tz());
    let message = Message::lines([format!("“{name}” runs by the clock already.")]);
    let message = by_the_clock(there, zone, now).into_iter().fold(message, Message::line);
    let message = message.line(format!("Shall I also run it {}?", when::say_rule(&timing.rule, its)));
    let next = when::next_three(&timing.rule, its, now);
    let (title, label) = WHEN_FORM;
    with_times(message, &next, its, now)
        .line(format!("To have one time only, send /flow {} schedule off first.", flow.number))
        .row(vec![
            keys.good(CONFIRM, FlowAct::ScheduleToo { timing: Box::new(timing) }.on(id)),
            keys.form("Edit", title, label, FlowAct::Schedule.on(id)),
            keys.bad("Cancel", Action::Leave),
        ])
}

/// It is to run by the clock no longer, and does not.
pub fn no_schedule(flow: &Flow) -> String {
    let n = flow.number;
    format!(
        "“{}” does not run by the clock. To change that, send for example: /flow {n} schedule daily 9:00",
        flow.name
    )
}

/// It still runs by the clock, since others set that: `who` did, and may end it.
pub fn still_by_the_clock(flow: &Flow, left: &[Schedule], who: &[String], (zone, now): (Tz, DateTime<Utc>)) -> Message {
    let lead = format!("“{}” still runs by the clock, since others set that.", short(&flow.name, 60));
    let message = by_the_clock(left, zone, now).into_iter().fold(Message::lines([lead]), Message::line);
    let may = if who.is_empty() { "An owner may".to_owned() } else { format!("{} or an owner may", who.join(", ")) };
    message.line(format!("{may} end it with /flow {} schedule off.", flow.number))
}

/// It is agreed to already.
pub fn agreed_already() -> String {
    "That is agreed already.".to_owned()
}

/// A press after it runs by the clock.
pub fn scheduled_already() -> String {
    "It runs by the clock already. /schedules shows it.".to_owned()
}

/// A press on a card of an older script.
pub fn older_card() -> String {
    "That card shows an older script. /flow shows what it is now.".to_owned()
}

/// Somebody has to agree first.
pub fn agree_first() -> String {
    "Nobody has agreed to it yet. Press Agree on its card, or try a dry run.".to_owned()
}

/// A press on a flow that is not there any more.
pub fn gone() -> String {
    "That flow is deleted.".to_owned()
}

/// "Undo" when it is back already, or something else has its name by now.
pub fn back_already() -> String {
    "That is there already. /flow shows it.".to_owned()
}
