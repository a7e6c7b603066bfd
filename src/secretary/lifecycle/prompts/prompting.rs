//! Prepares a question for people: what fits into one message, where it is shown, who must agree.

use super::super::step::Move;
use super::{queueing, showing};
use crate::secretary::budget::Scope;
use crate::secretary::decision::approval::Proposed;
use crate::secretary::decision::deadline::Deadline;
use crate::secretary::decision::{Asked, AskedOption, Decision, DecisionState, Subject, deadline};
use crate::secretary::effect::Class;
use crate::secretary::ids::{DecisionId, RoomId, RunId, Token};
use crate::secretary::names::invisible;
use crate::secretary::names::phrases::short;
use crate::secretary::policy::Quorum;
use crate::secretary::ticket::decisions::{authors, silence, votes};
use crate::secretary::ticket::event::Timer;
use crate::secretary::ticket::facts::Facts;
use crate::secretary::ticket::{Blocked, TaskState, Ticket};
use crate::secretary::{when, wording};
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

/// The most options of a decision (platform-facts T24: at most 8 buttons are readable).
pub const MAX_OPTIONS: usize = 8;
/// Up to this many options there is room to say more about each.
const FEW_OPTIONS: usize = 4;

/// Characters of the words of an option.
const LABEL: usize = 60;

/// The origin and subject of a question, beside its words.
pub struct Question {
    /// What it is about.
    pub subject: Subject,
    /// The run that continues with the answer.
    pub run: RunId,
    /// The step of its journal that waits for it.
    pub step: Option<u32>,
    /// The call it is about.
    pub proposed: Option<Box<Proposed>>,
}

/// Makes the decision of a question.
pub fn put(m: &Move<'_>, rooms: Vec<RoomId>, key: &str, question: Question, asked: &Asked) -> Decision {
    let Question { subject, run, step, proposed } = question;
    let together = together(subject);
    let four_eyes = another(subject) && m.facts.settings.four_eyes;
    let mut asked = bounded(asked, subject, m.now);
    if did_not_help(&m.ticket, subject, key, asked.recommended) {
        (asked.recommended, asked.reason) = (None, String::new());
    }
    if subject != Subject::Redo {
        asked.deadline =
            asked.deadline.or_else(|| deadline::of_the_work(&m.ticket.requirement.due, m.facts.zone, m.now));
    }
    if let Some(deadline) = asked.deadline {
        let several = together && (four_eyes || m.facts.settings.quorum != Quorum::Any);
        let of_work = subject == Subject::Work && proposed.is_none();
        let granted = silence::granted(deadline.policy, (&asked, of_work), &m.ticket, &m.facts.roster);
        // Silence decides nothing where several must agree.
        let policy = if several { deadline::Policy::Hold } else { granted };
        asked.deadline = Some(Deadline { policy, ..deadline });
    }
    Decision {
        key: DecisionId::new(format!("d{}", m.ticket.decisions.len() + 1)),
        task: key.to_owned(),
        run,
        step,
        subject,
        asked,
        token: Token::new(""),
        rooms: authors::rooms_of_others(&m.ticket, m.facts, four_eyes, rooms),
        asks: Vec::new(),
        queued: Vec::new(),
        asked_at: m.now,
        remind_at: remind_time(m.facts.zone, m.now),
        state: DecisionState::Open,
        overdue: false,
        reopened: false,
        instead_of: None,
        comments: Vec::new(),
        quorum: if together { m.facts.settings.quorum } else { Quorum::Any },
        four_eyes,
        votes: Vec::new(),
        sure: None,
        proposed,
    }
}

/// Asks people a question and lets the task wait for it.
pub fn ask(m: &mut Move<'_>, subject: Subject, key: &str, run: RunId, step: Option<u32>, asked: &Asked) {
    ask_question(m, key, Question { subject, run, step, proposed: None }, asked);
}

/// The same for a question about a call.
pub fn ask_question(m: &mut Move<'_>, key: &str, question: Question, asked: &Asked) {
    let quorum = if together(question.subject) { m.facts.settings.quorum } else { Quorum::Any };
    ask_in(m, prompt_rooms(m, quorum), key, question, asked);
}

/// The same in these rooms.
pub fn ask_in(m: &mut Move<'_>, rooms: Vec<RoomId>, key: &str, question: Question, asked: &Asked) {
    let decision = put(m, rooms, key, question, asked);
    put_to_people(m, key, decision);
}

/// Asks those who have a turn for the decision, and lets the task wait.
pub fn put_to_people(m: &mut Move<'_>, key: &str, decision: Decision) {
    let decision = queueing::ask(m, decision);
    // There is no reminder for the question what a report lacks, nor for a decision that was not asked yet.
    if decision.subject != Subject::Redo && !decision.waits() {
        showing::set_timers(m, &decision);
    }
    let decision_key = decision.key.clone();
    m.ticket.decisions.push(decision);
    wait(m, key, decision_key);
}

/// Lets a task wait for a decision and shows that.
pub fn wait(m: &mut Move<'_>, task: &str, decision: DecisionId) {
    if let Some(task) = m.ticket.task_mut(task) {
        task.state = TaskState::Blocked(Blocked::Decision(decision));
    }
    m.ticket.doing = open_line(&m.ticket, m.facts).unwrap_or_default();
}

/// Whether people chose the recommended option before for this limit or failure and it did not help, so that it is
/// not recommended again.
fn did_not_help(ticket: &Ticket, subject: Subject, task: &str, recommended: Option<usize>) -> bool {
    let same = |d: &Decision| d.subject == subject && d.task == task;
    let chosen = |d: &Decision| d.verdict().is_some_and(|v| v.option.is_some() && v.option == recommended);
    matches!(subject, Subject::Limit | Subject::Failure) && ticket.decisions.iter().any(|d| same(d) && chosen(d))
}

/// Whether several may have to agree on a subject. Budgets need one owner; what a report lacks is for its reader; a
/// failed step may be tried again by one person.
pub fn together(subject: Subject) -> bool {
    match subject {
        Subject::Work | Subject::Plan | Subject::Limit | Subject::Unknown | Subject::Approval | Subject::Assign => true,
        Subject::Budget(_) | Subject::Failure | Subject::Redo => false,
    }
}

/// Whether four eyes may apply to a subject. The requester never grants the budget of an own idea alone.
fn another(subject: Subject) -> bool {
    together(subject) || subject == Subject::Budget(Scope::Ticket)
}

/// Posts the prompt of a decision in each of its rooms, with fresh buttons.
pub fn post(m: &mut Move<'_>, decision: &Decision) -> Token {
    post_in(m, decision, &decision.rooms)
}

/// The same in these of its rooms.
pub fn post_in(m: &mut Move<'_>, decision: &Decision, rooms: &[RoomId]) -> Token {
    let mut keys = m.keys();
    let message = wording::decision::decisions::prompt(&m.ticket, decision, m.facts, m.now, &mut keys);
    for room in rooms {
        m.post_in(room, decision.key.as_str(), message.clone(), Class::Must);
    }
    look_when_back(m, decision);
    m.bind(decision.key.as_str(), keys)
}

/// Sets the timer that removes a decision from a deputy when the absent person is back.
pub fn look_when_back(m: &mut Move<'_>, decision: &Decision) {
    if let Some(at) = m.facts.back_at.filter(|_| decision.rooms.iter().any(|room| *room != m.ticket.room)) {
        m.set_timer(Timer::Deputy(decision.key.clone()), at);
    }
}

/// The rooms of a prompt: the rooms for decisions, else the room of the idea. The requester, if they may decide, is
/// asked there as well where the rooms are direct chats of others. Beside the direct chat of an absent person comes
/// that of the deputy; with several voters the direct chats of all deciders; for a requester who lost the right those
/// of the deciders. `quorum`: how many must agree.
pub fn prompt_rooms(m: &Move<'_>, quorum: Quorum) -> Vec<RoomId> {
    if !m.facts.decision_rooms.is_empty() {
        let mut rooms = m.facts.decision_rooms.clone();
        let elsewhere = m.ticket.direct && m.facts.requester_decides && !rooms.contains(&m.ticket.room);
        if elsewhere && rooms.iter().all(|room| m.facts.direct_rooms.contains_key(room)) {
            rooms.push(m.ticket.room.clone());
        }
        return rooms;
    }
    if m.ticket.direct && !m.facts.requester_decides {
        let others = m.facts.chats_of_deciders(|_| true);
        if !others.is_empty() {
            return others;
        }
    }
    let deputy = m.facts.deputy_rooms.iter().filter(|room| m.ticket.direct && **room != m.ticket.room);
    let mut rooms: Vec<RoomId> = std::iter::once(&m.ticket.room).chain(deputy).cloned().collect();
    if m.ticket.direct && quorum != Quorum::Any {
        // The requester is asked in the room of the idea.
        let others = m.facts.chats_of_deciders(|person| *person != m.ticket.requester);
        rooms.extend(others.into_iter().filter(|room| !rooms.contains(room)).collect::<Vec<_>>());
    }
    rooms
}

/// The line under the progress while a decision is open.
pub fn open_line(ticket: &Ticket, facts: &Facts) -> Option<String> {
    let in_chats =
        |d: &Decision| !d.rooms.is_empty() && d.rooms.iter().all(|room| facts.direct_rooms.contains_key(room));
    let line = |d: &Decision| {
        if d.waits() {
            wording::decision::asked_where::asked_in_turn(d.subject)
        } else if d.rooms.contains(&ticket.room) {
            if !ticket.direct {
                wording::decision::asked_where::asked_in_group()
            } else if left_to_others(ticket, d, facts) {
                wording::decision::asked_where::asked_of_others()
            } else {
                wording::decision::asked_where::asked_here()
            }
        } else if in_chats(d) {
            wording::decision::asked_where::asked_in_chats()
        } else {
            wording::decision::asked_where::asked_elsewhere()
        }
    };
    // Asked decisions come before waiting ones.
    let last = ticket.shown_decisions().last().or_else(|| ticket.open_decisions().last())?;
    Some(line(last).to_owned())
}

/// Whether the requester has no further say: they have voted, or others decide.
fn left_to_others(ticket: &Ticket, decision: &Decision, facts: &Facts) -> bool {
    let voted = decision.votes.iter().any(|vote| vote.of(&ticket.requester));
    voted || !votes::voters(ticket, decision.four_eyes, facts).contains(&ticket.requester)
}

/// The label of an option that somebody adds.
pub fn label(text: &str) -> String {
    short(wording::style::status_marks::unmarked(&invisible::without(text)).trim(), LABEL)
}

/// The question cut to one message for a phone, without anything in the form of the secretary's own questions.
fn bounded(asked: &Asked, subject: Subject, now: DateTime<Utc>) -> Asked {
    let few = asked.options.len() <= FEW_OPTIONS;
    let plain = |text: &str| wording::style::status_marks::unmarked(&invisible::without(text));
    let words = |text: &str, most: usize| short(&plain(text), most);
    // The secretary's own questions keep their beginning.
    let said =
        |words: String| if subject == Subject::Work { wording::style::status_marks::as_said(words) } else { words };
    let option = |o: &AskedOption| AskedOption {
        label: words(&o.label, LABEL),
        impact: words(&o.impact, if few { 200 } else { 100 }),
        pros: words(&o.pros, if few { 120 } else { 60 }),
        cons: words(&o.cons, if few { 120 } else { 60 }),
    };
    Asked {
        question: said(words(&asked.question, 400)),
        kind: asked.kind,
        why: said(words(&asked.why, 600)),
        options: asked.options.iter().take(MAX_OPTIONS).map(option).collect(),
        recommended: asked.recommended.filter(|r| *r < asked.options.len().min(MAX_OPTIONS)),
        reason: said(words(&asked.reason, 300)),
        deadline: asked.deadline.filter(|d| d.fits(now)),
    }
}

/// When to remind of something asked now: at 18:00 today if that is an hour away or more, else at 09:00
/// tomorrow, in the person's zone.
pub fn remind_time(zone: Tz, now: DateTime<Utc>) -> DateTime<Utc> {
    let evening = when::today_at(18, 0, zone, now);
    if evening - now >= TimeDelta::hours(1) { evening } else { when::tomorrow_at(9, 0, zone, now) }
}
