//! Asks for the reading (triage) of an idea, and turns the result into questions, a card or work. The result is not
//! trusted: sizes are bounded, agents are looked up, the plan is checked, and code computes whether it is harmless.

use super::super::step::{Move, Outcome};
use super::asking;
use crate::secretary::agent::Agent;
use crate::secretary::effect::Class;
use crate::secretary::ids::RoomId;
use crate::secretary::intent::thinking::{Purpose, TriageInput};
use crate::secretary::intent::{Timed, TimesError, rule_of};
use crate::secretary::lifecycle::intake;
use crate::secretary::lifecycle::prompts::prompting;
use crate::secretary::lifecycle::work::{spending, tasks, waiting_for_model};
use crate::secretary::message::{Block, Message};
use crate::secretary::names::phrases::{capital, short};
use crate::secretary::ticket::event::{Timer, Trouble};
use crate::secretary::ticket::plan::{Kind, MAX_CHECKS, MAX_SKILLS, PlannedTask, Requirement, Timing, Triage};
use crate::secretary::ticket::standing::{LONGEST_CONDITION, Standing};
use crate::secretary::ticket::{Ending, Stage, Task, plan, plan_edit};
use crate::secretary::{dispatch, when, wording};
use chrono::TimeDelta;

/// From this risk on the card is shown, whatever the plan.
const CARD_RISK: f64 = 0.5;
/// The age from which the model is told when an idea was sent.
const OLD: TimeDelta = TimeDelta::minutes(10);
/// The most read-only tasks that count as cheap.
const CHEAP_TASKS: usize = 3;

/// Asks for a triage of everything said so far.
pub fn ask_triage(m: &mut Move<'_>) {
    if m.halted() {
        return;
    }
    let ticket = &m.ticket;
    let answered = ticket.rounds.iter().flat_map(|round| {
        let answer = |a: &Option<String>| a.clone().unwrap_or_else(|| "left to you".to_owned());
        round.questions.iter().cloned().zip(round.answers.iter().map(answer))
    });
    let mut edits: Vec<String> = m.corrections().collect();
    edits.extend(ticket.additions.iter().cloned());
    let agreed = (!ticket.tasks.is_empty()).then_some(&ticket.requirement);
    let input = TriageInput {
        idea: ticket.idea.chars().take(wording::ticket::tickets::READ_CHARS).collect(),
        answered: answered.collect(),
        edits,
        plan: agreed.or(ticket.understood.as_deref()).cloned(),
        timing: ticket.standing.as_deref().map(wording::ticket::standing::said),
        steps: ticket.tasks.iter().map(|task| short(plan_edit::words(task), 300)).collect(),
        files: ticket.received.clone(),
        refers: ticket.refers.clone(),
        must_assume: !asking::may_ask(m),
        now: when::say_time(m.now, m.facts.zone, m.now),
        sent: (m.now - ticket.created_at >= OLD)
            .then(|| wording::talk::after_outage::age(ticket.created_at, m.facts.zone, m.now)),
        language: m.facts.language.clone(),
        // The instructions of agents are not needed here and would be most of the outbox row.
        roster: m.facts.roster.iter().map(|a| Agent { prompt: String::new(), ..a.clone() }).collect(),
    };
    m.think(Purpose::Triage(input));
}

/// Applies a finished triage.
pub fn triaged(mut m: Move<'_>, triage: &Triage) -> Outcome {
    waiting_for_model::thought(&mut m);
    spending::no_longer_asked(&mut m);
    m.ticket.waiting = None;
    if let Some(why) = triage.beyond.as_ref().filter(|w| !w.trim().is_empty()) {
        let why = short(why, 400);
        if !m.ticket.tasks.is_empty() {
            return plan_stays(m, &why);
        }
        if m.facts.reads {
            waiting_for_model::needs_setup(&mut m, &Trouble::Setup(why));
        } else {
            waiting_for_model::beyond(&mut m, &why);
        }
        m.ticket.stage = Stage::Intake;
        return m.moved();
    }
    match triage.kind {
        Kind::Talk if !m.ticket.tasks.is_empty() => return plan_stays(m, &triage.reply),
        Kind::Talk if !triage.reply.trim().is_empty() => {
            let blocks = vec![Block::Markdown(triage.reply.chars().take(4_000).collect())];
            m.post("reply", Message { blocks, ..Message::default() }, Class::Answer);
            // An idea that people answered questions about, or gave a time, goes on with their own words.
            if m.ticket.rounds.is_empty() && m.ticket.standing.is_none() {
                m.ticket.stage = Stage::Closed(Ending::Folded);
                return m.moved();
            }
        }
        Kind::Talk | Kind::Idea => {}
    }
    let wanted = asking::sorted(&m, &triage.questions);
    if asking::may_ask(&m) && !wanted.is_empty() {
        return asking::ask(m, wanted);
    }
    let mut requirement = bounded(&triage.requirement, &m.ticket.title);
    requirement.assumptions.extend(wanted.iter().map(asking::assumption));
    let fault = take_time(&mut m, triage.timing.as_ref()).err();
    agree(m, requirement, &triage.tasks, (triage.risk, fault))
}

/// Takes the time of work that is done later, or again and again, and its condition. Each stays as it is where nothing is
/// said about it; without a time there is no condition.
fn take_time(m: &mut Move<'_>, timing: Option<&Timing>) -> Result<(), TimesError> {
    m.ticket.untimed = false;
    let Some(timing) = timing else { return Ok(()) };
    if timing.when.at_once() {
        m.ticket.standing = None;
        return Ok(());
    }
    let kept = m.ticket.standing.as_deref();
    let only_if = timing.condition(kept.map(|kept| kept.only_if.as_str()).unwrap_or_default());
    let only_if = short(&only_if, LONGEST_CONDITION);
    let standing = if timing.when.is_empty() {
        kept.cloned().map(|kept| kept.under(only_if, m.now))
    } else {
        let Timed { rule, zone, local } = rule_of(&timing.when, m.facts.zone, m.now)?;
        Some(Standing::new(rule, zone, only_if, m.now).by_own_clock(local && zone == m.facts.zone))
    };
    m.ticket.standing = standing.map(Box::new);
    Ok(())
}

/// The model cannot read this idea: the ticket continues with its plan, or with the person's own words.
pub fn failed(mut m: Move<'_>, why: &Trouble) -> Outcome {
    waiting_for_model::thought(&mut m);
    if let Trouble::Budget(said, over) = why {
        spending::stop_reading(&mut m, said, over);
        return m.moved();
    }
    if intake::setup_needed(why) {
        waiting_for_model::needs_setup(&mut m, why);
        m.ticket.stage = Stage::Intake;
        return m.moved();
    }
    if !m.ticket.tasks.is_empty() {
        return plan_stays(m, &capital(why.text()));
    }
    let mut requirement = bounded(&Requirement::default(), &m.ticket.title);
    requirement.assumptions.push(wording::ticket::questions::as_they_are());
    agree(m, requirement, &[], (1.0, None))
}

/// No plan came of what was said: the plan stays as it was, and its card is shown again below these words. What was said
/// is no correction then, so the work is not told it.
fn plan_stays(mut m: Move<'_>, said: &str) -> Outcome {
    if !m.ticket.curious && m.ticket.edits.pop_if(|text| plan_edit::read(text).is_none()).is_some() {
        // The number of a card counts both.
        m.ticket.taken_back += 1;
    }
    let (name, message) = (format!("stays{}", m.ticket.version), wording::ticket::plan_edits::stays(&m.ticket, said));
    m.post(&name, message, Class::Answer);
    m.ticket.stage = Stage::Confirming;
    show_card(&mut m);
    m.moved()
}

/// A requirement of bounded size that is never empty.
pub fn bounded(proposed: &Requirement, title: &str) -> Requirement {
    let list = |items: &[String]| -> Vec<String> {
        items.iter().map(|i| short(i, 300)).filter(|i| !i.is_empty()).take(MAX_CHECKS).collect()
    };
    let or = |text: String, other: &str| if text.is_empty() { other.to_owned() } else { text };
    Requirement {
        title: or(short(&proposed.title, 80), title),
        summary: or(short(&proposed.summary, 600), title),
        done_when: list(&proposed.done_when),
        due: short(&proposed.due, 80),
        effort: short(&proposed.effort, 80),
        resources: list(&proposed.resources),
        assumptions: list(&proposed.assumptions),
    }
}

/// The requirement is known: makes the plan, and shows the card unless code finds the plan harmless.
fn agree(
    mut m: Move<'_>,
    mut requirement: Requirement,
    proposed: &[PlannedTask],
    (risk, fault): (f64, Option<TimesError>),
) -> Outcome {
    let judged = asking::judged(&m, &requirement.assumptions);
    requirement.assumptions.extend(judged);
    m.ticket.requirement = requirement;
    (m.ticket.tasks, m.ticket.replanned) = planned(&m, proposed);
    let fault = leave_time(&mut m, fault);
    let now = m.ticket.standing.is_none() && fault.is_none();
    if let Some(fault) = fault {
        // Nobody asked for it at once: its button must not look like that of other plans.
        m.ticket.untimed = m.ticket.standing.is_none();
        m.ticket.replanned.push(wording::ticket::standing::no_such_time(&fault, m.ticket.untimed));
    }
    let same_steps = !m.facts.reads;
    plan_edit::again(&mut m.ticket, same_steps);
    let nobody_answered = m.ticket.rounds.iter().any(|r| r.unanswered) && m.facts.goes_on;
    let clear = m.ticket.rounds.is_empty() && m.ticket.requirement.assumptions.is_empty();
    let by_itself = now && (clear || nobody_answered) && m.ticket.edits.is_empty() && !m.ticket.curious;
    let name = m.card_name();
    if by_itself && harmless(&m, risk) && m.facts.settings.auto_dispatch {
        if nobody_answered {
            let message = wording::ticket::cards::card_unanswered(&m.ticket, m.facts);
            m.post(&name, message, Class::Must);
        }
        // The plan that was found harmless runs with exactly these agents.
        for task in &mut m.ticket.tasks {
            task.pinned.clone_from(&task.agent);
        }
        return tasks::begin(m);
    }
    m.ticket.stage = Stage::Confirming;
    show_card(&mut m);
    m.moved()
}

/// Leaves the time of a plan to the agent that sets up work, in words: it proposes that work with its time, on a card of its
/// own. Else the setting up itself would come again. Gives what is wrong with a time that nobody was told of.
fn leave_time(m: &mut Move<'_>, fault: Option<TimesError>) -> Option<String> {
    let facts = m.facts;
    let fault = fault.map(|fault| fault.to_string());
    let sets_up = |name: &String| facts.roster.iter().any(|agent| &agent.name == name && agent.sets_up());
    let Some(task) = m.ticket.tasks.iter_mut().find(|task| task.agent.as_ref().is_some_and(sets_up)) else {
        return fault;
    };
    if let Some(standing) = m.ticket.standing.take() {
        task.instruction.push_str(&wording::ticket::standing::left(&standing));
    }
    if let Some(fault) = fault {
        task.instruction.push_str(&wording::ticket::standing::left_open(&fault));
    }
    None
}

/// Posts the present version of the card.
pub fn show_card(m: &mut Move<'_>) {
    let name = m.card_name();
    let mut keys = m.keys();
    m.ticket.go = None;
    let message = wording::ticket::cards::card(&m.ticket, m.facts, &mut keys);
    m.ticket.curious = false;
    m.post(&name, message, Class::Must);
    m.ticket.token = Some(m.bind(&name, keys));
    m.set_timer(Timer::Card(m.ticket.card()), prompting::remind_time(m.facts.zone, m.now));
}

/// The chat of the room got a new id: the card is shown in the new chat.
pub fn card_moved<'f>(mut m: Move<'f>, room: &RoomId) -> Move<'f> {
    let name = m.card_name();
    let mut keys = m.keys();
    let message = wording::ticket::cards::card_as_it_stands(&m.ticket, m.facts, &mut keys);
    m.post_in(room, &name, message, Class::Must);
    m.ticket.token = Some(m.bind(&name, keys));
    m
}

/// The proposed tasks if they can be a plan; otherwise one task in the person's own words. With the changes of the
/// proposal, for people.
fn planned(m: &Move<'_>, proposed: &[PlannedTask]) -> (Vec<Task>, Vec<String>) {
    let known = |name: &String| m.facts.roster.iter().any(|a| &a.name == name);
    let skilled = |name: &String| m.facts.roster.iter().any(|a| &a.name == name && a.has_skills());
    let mut changed = Vec::new();
    let plain = |text: &String| {
        let fits = (1..=20).contains(&text.len());
        fits && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
    };
    let unreadable = proposed.iter().any(|p| !plain(&p.key));
    let cleaned: Vec<PlannedTask> = proposed
        .iter()
        .map(|p| {
            let named = p.agent.as_ref().map(|a| a.trim().to_lowercase()).filter(|a| !a.is_empty());
            let agent = named.clone().filter(known);
            if let Some(nobody) = named.filter(|_| agent.is_none()) {
                changed.push(wording::ticket::ways_on::nobody_called(&nobody, &p.title));
            }
            let skills = p.capabilities.iter().map(|c| short(c, 40)).take(MAX_SKILLS);
            PlannedTask {
                // Of a named agent only existing skills are required, since a model invents others; of one that was made for
                // its work, none.
                capabilities: skills
                    .filter(|skill| {
                        let of_anybody = || dispatch::anybody_can(&m.facts.roster, skill);
                        agent.as_ref().is_none_or(|name| skilled(name) && of_anybody())
                    })
                    .collect(),
                agent,
                title: short(&p.title, 80),
                instruction: p.instruction.chars().take(4_000).collect(),
                ..p.clone()
            }
        })
        .collect();
    let chosen = match plan::mended(cleaned) {
        Ok(tasks) if !unreadable => tasks,
        faulty => {
            let fault = faulty.err().filter(|_| !unreadable);
            // A discarded plan is mentioned; a missing one is not.
            let discarded = !proposed.is_empty();
            changed = discarded.then(|| wording::ticket::ways_on::as_one_step(fault.as_ref())).into_iter().collect();
            vec![PlannedTask {
                key: "t1".to_owned(),
                title: m.ticket.requirement.title.clone(),
                instruction: m.ticket.idea.chars().take(wording::ticket::tickets::READ_CHARS).collect(),
                ..PlannedTask::default()
            }]
        }
    };
    changed.dedup();
    let mut last = m.facts.settings.last_in_turn.clone();
    (chosen.into_iter().map(|p| task(m, p, &mut last)).collect(), changed)
}

/// A planned task with the agent who would get it now. `last`: the agent with the last turn.
fn task(m: &Move<'_>, planned: PlannedTask, last: &mut String) -> Task {
    let mut task = Task {
        pinned: planned.agent,
        capabilities: planned.capabilities,
        needs: planned.needs,
        ..Task::new(planned.key, planned.title, planned.instruction)
    };
    let nobody_busy = std::collections::BTreeMap::new();
    let (roster, scores) = (&m.facts.roster, &m.facts.scores);
    let field = dispatch::Field { roster, loads: &nobody_busy, scores, last_in_turn: last };
    task.agent = match dispatch::choose(&task, field) {
        dispatch::Choice::Agent { name, reason, in_turn } => {
            task.in_turn = in_turn;
            task.chosen = reason;
            if in_turn {
                last.clone_from(&name);
            }
            Some(name)
        }
        dispatch::Choice::NoneFits | dispatch::Choice::AllBusy(_) | dispatch::Choice::Unfit(_) => None,
    };
    // The agent on the card, or of a harmless plan, determines what may be changed.
    let doer = m.facts.roster.iter().find(|a| Some(&a.name) == task.agent.as_ref());
    task.reads_only = doer.is_some_and(|a| !a.mutates);
    task
}

/// Whether the plan is harmless: nothing outside the ticket can change and it is cheap. Computed from the roster,
/// never from the word of the model.
fn harmless(m: &Move<'_>, risk: f64) -> bool {
    let t = &m.ticket;
    let reads_only = t.tasks.iter().all(|task| {
        let agent = task.agent.as_ref().and_then(|name| m.facts.roster.iter().find(|a| &a.name == name));
        agent.is_some_and(|a| !a.mutates)
    });
    reads_only && t.tasks.len() <= CHEAP_TASKS && risk < CARD_RISK
}
