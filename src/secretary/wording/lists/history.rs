//! The history: what was decided, and how a ticket went.

use crate::secretary::decision::{Decision, Subject, Verdict, cut_off};
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::{capital, listed, short};
use crate::secretary::people::names::nameless;
use crate::secretary::policy::Quorum;
use crate::secretary::received::ReceivedFile;
use crate::secretary::ticket::decisions::changed;
use crate::secretary::ticket::decisions::rights::Decides;
use crate::secretary::ticket::event::{Event, Timer};
use crate::secretary::ticket::plan::Triage;
use crate::secretary::ticket::{Status, Ticket};
use crate::secretary::when;
use crate::secretary::wording::decision::{approvals, decisions as words};
use crate::secretary::wording::style::question_marks;
use crate::secretary::wording::ticket::tickets::{number, sentence};
use crate::secretary::wording::ticket::{standing, waiting};
use crate::secretary::wording::{lists, sign};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// Decisions shown in one list.
pub const PAGE: usize = 10;
/// Lines of a ticket's course, the newest ones.
const LINES: usize = 40;

/// Something that happened to a ticket.
#[derive(Clone, Debug, PartialEq)]
pub struct Past {
    /// When.
    pub at: DateTime<Utc>,
    /// The name of the person who did it, if one did.
    pub who: Option<String>,
    /// What.
    pub event: Event,
}

/// A page of the decisions of these tickets, newest first; only what is about these words, if there are any.
pub fn decisions(
    found: &[Ticket],
    (words, page): (Option<&str>, usize),
    zone: Tz,
    now: DateTime<Utc>,
    keys: &mut Keys,
) -> Message {
    let mut past: Vec<_> = found.iter().flat_map(ended).collect();
    past.retain(|(_, t, one)| words.is_none_or(|words| about(t, *one, words)));
    past.sort_by_key(|(at, ..)| std::cmp::Reverse(*at));
    if let (true, Some(words)) = (past.is_empty(), words) {
        let words = short(words, 60);
        return Message::lines([format!(
            "Nothing was decided about “{words}”. /history shows what was decided lately."
        )]);
    }
    if past.is_empty() {
        return Message::lines(["Nothing has been decided yet. /decisions shows what waits for somebody."]);
    }
    let mut message = Message::default().spans(vec![Span::strong("Past decisions")]);
    let before = PAGE.saturating_mul(page.saturating_sub(1));
    for (_, ticket, one) in past.iter().skip(before).take(PAGE) {
        message = match one {
            One::Made(decision) => entry(message, ticket, decision, zone, now),
            One::Go(verdict) => started(message, ticket, verdict, zone, now),
        };
    }
    if past.len() <= before {
        message = message.line("Nothing older is there.");
    }
    let line = |page: usize| match words {
        Some(words) => format!("history page {page} {words}"),
        None => format!("history page {page}"),
    };
    let newest = (page > 1).then(|| keys.plain("‹ Newest", Action::Page { line: line(1) }));
    let more = past.len() > before.saturating_add(PAGE);
    let older = more.then(|| keys.plain("Older ›", Action::Page { line: line(page + 1) }));
    message.line("/history and a number shows how one ticket went.").row(newest.into_iter().chain(older).collect())
}

/// One thing that was decided.
#[derive(Clone, Copy)]
enum One<'a> {
    /// A question.
    Made(&'a Decision),
    /// That the plan was to begin.
    Go(&'a Verdict),
}

/// What was decided in a ticket, and when.
fn ended(ticket: &Ticket) -> impl Iterator<Item = (DateTime<Utc>, &Ticket, One<'_>)> {
    let made = ticket.decisions.iter().filter_map(|d| Some((d.ended_at()?, One::Made(d))));
    // Where several were asked whether it may begin, that is what was decided.
    let asked =
        move |go: &Verdict| ticket.decisions.iter().any(|d| d.subject == Subject::Plan && d.ended_at() == Some(go.at));
    let go = ticket.go.iter().filter(move |go| !asked(go)).map(|go| (go.at, One::Go(go)));
    made.chain(go).map(move |(at, one)| (at, ticket, one))
}

/// Letters of a word that does not count beside longer ones.
const SHORT: usize = 3;

/// Whether what was decided is about all of these words: they stand in the title of its ticket, the idea, the
/// question or an answer, also one that was changed; or in what the plan is for.
fn about(ticket: &Ticket, one: One<'_>, words: &str) -> bool {
    let all: Vec<String> =
        words.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).filter(|word| !word.is_empty()).collect();
    // Articles and the like are short, and count where nothing longer was said.
    let long = |word: &&String| word.chars().count() > SHORT;
    let wanted: Vec<&String> =
        if all.iter().any(|word| long(&word)) { all.iter().filter(long).collect() } else { all.iter().collect() };
    let told = match one {
        One::Made(decision) => {
            let same = |other: &&Decision| changed::first(ticket, other).key == changed::first(ticket, decision).key;
            let answers = ticket.decisions.iter().filter(same).filter_map(|d| Some(d.verdict()?.text.as_str()));
            [decision.asked.question.as_str()].into_iter().chain(answers).collect::<Vec<_>>().join(" ")
        }
        One::Go(_) => ticket.requirement.summary.clone(),
    };
    let told = format!("{} {} {told}", ticket.title, ticket.idea).to_lowercase();
    wanted.iter().all(|word| told.contains(word.as_str()))
}

/// One past decision: ticket, question, verdict, who, when, what was added.
fn entry(mut message: Message, ticket: &Ticket, decision: &Decision, zone: Tz, now: DateTime<Utc>) -> Message {
    let question = format!(" {}", short(&decision.asked.question, 200));
    message = message.spans(vec![question_marks::sign(decision), number(ticket), Span::text(question)]);
    let outcome = match decision.verdict() {
        Some(verdict) => {
            let text = question_marks::called(decision, verdict.text.trim_end_matches('.'), 200);
            let mark = if changed::stands(ticket, decision) { "✔" } else { "✖ (changed later)" };
            let before = decision.instead_of.as_ref().and_then(|key| ticket.decision(key)?.verdict());
            let was = |v: &Verdict| question_marks::called(decision, v.text.trim_end_matches('.'), 100);
            let instead = before.map(|v| format!(", no longer {}", was(v)));
            format!("{mark} {text}{}. {}", instead.unwrap_or_default(), who(verdict, zone, now))
        }
        None => words::outcome_words(decision, zone),
    };
    message = message.line(format!("   {outcome}"));
    for comment in &decision.comments {
        message = message.line(format!("   {}: “{}”", capital(&comment.name), short(&comment.text, 200)));
    }
    message
}

/// That a plan was to begin: what it is for, who said so and when.
fn started(message: Message, ticket: &Ticket, go: &Verdict, zone: Tz, now: DateTime<Utc>) -> Message {
    let what = format!(" {}", short(&ticket.requirement.summary, 200));
    let head = vec![Span::text(format!("{} ", question_marks::PLAN)), number(ticket), Span::text(what)];
    message.spans(head).line(format!("   ✔ {}. {}", go.text, who(go, zone, now)))
}

/// "Mara in Telegram, today, 14:12"
fn who(verdict: &Verdict, zone: Tz, now: DateTime<Utc>) -> String {
    let place = verdict.platform.map(|platform| format!(" in {}", platform.title())).unwrap_or_default();
    format!("{}{place}, {}", capital(&verdict.name), when::say_time(verdict.at, zone, now))
}

/// How a ticket went, oldest first, and what was decided in it.
pub fn course((ticket, decides): (&Ticket, Decides), past: &[Past], zone: Tz, now: DateTime<Utc>) -> Message {
    let head = format!(" {}  {} {}", ticket.short_title(), sign(ticket), lists::status(ticket, decides, None));
    let mut message = standing::ahead(Message::default().spans(vec![number(ticket), Span::text(head)]), ticket);
    let mut lines: Vec<(DateTime<Utc>, String)> = Vec::new();
    for one in past {
        if let Some(text) = happened(ticket, one).filter(|t| lines.last().is_none_or(|(_, last)| last != t)) {
            lines.push((one.at, text));
        }
    }
    if lines.len() > LINES {
        message = message.line(format!("… and {} before that.", lines.len() - LINES));
    }
    let mut day = String::new();
    for (at, text) in lines.iter().skip(lines.len().saturating_sub(LINES)) {
        let full = when::say_time(*at, zone, now);
        let today = full.split(',').next().unwrap_or_default();
        if today != day {
            today.clone_into(&mut day);
            message = message.spans(vec![Span::strong(day.clone())]);
        }
        message = message.line(format!("{} {text}", when::say_clock(*at, zone)));
    }
    if let Some(why) = waiting::reason(ticket).filter(|_| ticket.status() == Status::Waiting) {
        message = message.spans(vec![Span::strong("Waits because: "), Span::text(sentence(&why))]);
    }
    let mut ended = ticket.decisions.iter().filter(|d| d.ended_at().is_some()).peekable();
    if ended.peek().is_some() {
        message = message.spans(vec![Span::strong("Decisions")]);
    }
    for decision in ended {
        message = entry(message, ticket, decision, zone, now);
    }
    message
}

/// Whether a press on Start only asked others whether the plan may begin.
fn asked_others(ticket: &Ticket, past: &Past) -> bool {
    ticket.decisions.iter().any(|d| d.subject == Subject::Plan && d.asked_at <= past.at)
        && ticket.go.as_ref().is_none_or(|go| go.at != past.at)
        && ticket.started_at.is_none_or(|at| past.at <= at)
}

fn wants_to_start(who: &str) -> String {
    format!("{who} {} to start it", if who == nameless(true) { "want" } else { "wants" })
}

/// Files that came, by name; none where only words did.
fn got(files: &[ReceivedFile], by: &str) -> Option<String> {
    let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    (!names.is_empty()).then(|| format!("got {}{by}", listed(&names)))
}

/// An event in words; none for what says nothing to people.
fn happened(ticket: &Ticket, past: &Past) -> Option<String> {
    let by = past.who.as_ref().map(|w| format!(" by {w}")).unwrap_or_default();
    let quoted = |text: &str| format!(": “{}”", short(text, 120));
    let task = |key: &str| format!("“{}”", ticket.task(key).map_or_else(String::new, |t| short(&t.title, 80)));
    match &past.event {
        Event::IdeaReceived => Some(format!("came in from {}", ticket.requester_name)),
        Event::IdeaUnderstood { triage, .. } if beyond(triage).is_none() => {
            Some(format!("came in from {}", ticket.requester_name))
        }
        Event::TriageFinished { triage, .. } | Event::IdeaUnderstood { triage, .. } => {
            Some(beyond(triage).map_or("read".to_owned(), |why| format!("read, and it waits: {}", short(why, 160))))
        }
        Event::OptionTapped { .. }
        | Event::TicksDone { .. }
        | Event::AnswersReceived { .. }
        | Event::QuestionsAnswered { .. } => Some(format!("questions answered{by}")),
        Event::NotMeant { text } => Some(not_meant(text.is_some(), &by)),
        Event::LeftToJudgement { .. } => Some(format!("left to my judgement{by}")),
        Event::Confirmed | Event::DispatchRequested if asked_others(ticket, past) => {
            past.who.as_deref().map(wants_to_start)
        }
        Event::Confirmed => Some(format!("{}{by}", if ticket.ordered().is_some() { "agreed to" } else { "started" })),
        Event::DispatchRequested => past.who.as_ref().map(|_| format!("sent to work{by}")),
        Event::Corrected { text } => Some(format!("corrected{by}{}", quoted(text))),
        Event::Added { text } => Some(format!("added to{by}{}", quoted(text))),
        Event::DecisionAsked { asked, .. } => Some(format!("asked{}", quoted(&asked.question))),
        Event::OutcomeUnknown { call, .. } => Some(format!("“{}” was cut off, and asked about", short(&call.what, 80))),
        Event::LeaveAsked { proposed, .. } => Some(format!("leave asked for “{}”", cut_off::plain(&proposed.tool))),
        Event::FilesReceived { files, .. } => got(files, &by),
        Event::ForeignRead { source } => Some(format!("read {}", approvals::source(source))),
        Event::DecisionMade { decision, option, text } => {
            Some(decided(ticket.decision(decision), (*option, text.as_deref()), &by, past.at))
        }
        Event::SureAnswered { decision, yes: true, .. } => {
            let chosen = ticket.decision(decision).and_then(Decision::verdict);
            Some(format!("confirmed once more{by}{}", chosen.map(|v| quoted(&v.text)).unwrap_or_default()))
        }
        Event::SureAnswered { yes: false, .. } => None,
        Event::DecisionChanged { decision, option, text } => {
            let label = label(ticket.decision(decision), *option).or_else(|| text.clone());
            Some(format!("decided anew{by}: {}", label.unwrap_or_default()))
        }
        Event::DecisionWidened { option, .. } => Some(widened(option.as_deref(), &by)),
        Event::DecisionReopened { decision } => Some(taken_back(ticket.decision(decision), &by)),
        Event::TaskFinished { task: key, .. } => Some(format!("{} done", task(key))),
        Event::TaskFailed { task: key, why, .. } => Some(format!("{} did not work{}", task(key), quoted(why.text()))),
        Event::LimitReached { task: key, limit, .. } => Some(format!("{} used up its {limit}", task(key))),
        Event::WorkDue => Some("begun by the clock".to_owned()),
        Event::ReportFinished { .. } => Some("report sent".to_owned()),
        Event::ThinkingDelayed { .. } => Some("the language model did not answer".to_owned()),
        Event::CancelRequested { .. } | Event::StopAnswered { sure: true, .. } => Some(format!("called off{by}")),
        Event::ClarifyRequested => Some(format!("questions asked for{by}")),
        Event::PauseRequested => Some(format!("paused{by}")),
        Event::AllPaused { by } => Some(format!("paused with all work by {by}")),
        Event::AllResumed => Some("taken up again with all work".to_owned()),
        Event::ResumeRequested => Some(format!("taken up again{by}")),
        Event::Rated { good } => Some(format!("rated {}{by}", if *good { "👍" } else { "👎" })),
        Event::ReviseRequested { text } => Some(format!("to be done again{by}{}", quoted(text))),
        Event::FoldedInto { number, .. } => Some(format!("added to #{number}")),
        Event::TokensSpent { .. } => None,
        Event::TimerFired { timer } => reminded(timer).map(str::to_owned),
        Event::TaskResumed { task: key, .. } => Some(format!("{} went on after a restart", task(key))),
        Event::StopPressed
        | Event::StopAnswered { sure: false, .. }
        | Event::TaskProgressed { .. }
        | Event::ThinkingFailed { .. }
        | Event::RoomMoved { .. }
        | Event::CameBack { .. }
        | Event::DecidersChanged { .. }
        | Event::PromptLost { .. } => None,
    }
}

/// Why an idea waits although it was read.
fn beyond(triage: &Triage) -> Option<&str> {
    triage.beyond.as_deref().filter(|why| !why.trim().is_empty())
}

/// A vote or a decision that was taken back.
fn taken_back(decision: Option<&Decision>, by: &str) -> String {
    let several = decision.is_some_and(|d| d.quorum != Quorum::Any);
    format!("{} taken back{by}", if several { "vote" } else { "decision" })
}

/// What was taken out of the answers.
fn not_meant(as_idea: bool, by: &str) -> String {
    let what = if as_idea { "words taken out again" } else { "what was answered last taken back" };
    format!("{what}{by}{}", if as_idea { ", as an idea of their own" } else { "" })
}

/// What was changed of a question that is open.
fn widened(option: Option<&str>, by: &str) -> String {
    option.map_or_else(|| format!("more time given{by}"), |option| format!("option added{by}: “{}”", short(option, 80)))
}

fn reminded(timer: &Timer) -> Option<&'static str> {
    match timer {
        Timer::Questions(_) => Some("reminded of the questions"),
        Timer::Card(_) => Some("reminded of the plan"),
        Timer::Decision(_) => Some("reminded of the decision"),
        Timer::Deadline(_) => Some("the time for the decision was over"),
        Timer::Retry(_) => Some("tried again"),
        Timer::Model(_) | Timer::Stalled(_) | Timer::Turn(_) | Timer::Deputy(_) | Timer::Sure(_) => None,
    }
}

/// The option that was chosen, as it is called everywhere.
fn label(decision: Option<&Decision>, option: Option<usize>) -> Option<String> {
    let (decision, option) = (decision?, option?);
    Some(question_marks::called(decision, &decision.asked.options.get(option)?.label, 200))
}

fn decided(
    decision: Option<&Decision>,
    (option, text): (Option<usize>, Option<&str>),
    by: &str,
    at: DateTime<Utc>,
) -> String {
    let label = label(decision, option);
    let words = text.map(|t| short(t, 120)).unwrap_or_default();
    // What came of the votes stands below once they are enough.
    let did = if decision.is_some_and(|d| d.quorum != Quorum::Any) { "voted" } else { "decided" };
    match label {
        Some(label) if words.is_empty() => format!("{did}{by}: {label}"),
        Some(label) => format!("{did}{by}: {label} (“{words}”)"),
        // Words that came later decided nothing, and where an option did none have.
        None if decision.and_then(Decision::verdict).is_some_and(|v| v.option.is_some() || v.at < at) => {
            format!("added to the decision{by}: “{words}”")
        }
        None => format!("{did}{by}: “{words}”"),
    }
}
