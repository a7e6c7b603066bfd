//! Decisions inside the work: asking people, taking the first valid answer, going on with it.

use super::super::step::Outcome;
use super::super::transition::Move;
use super::prompting::{self, Question};
use super::{approving, confirm_irreversible, deadlines, queueing, voting};
use crate::secretary::decision::cut_off::CutOff;
use crate::secretary::decision::votes::{Quorum, Vote};
use crate::secretary::decision::{
    Asked, Comment, Decision, DecisionState, Subject, Verdict, changed, irreversible, votes,
};
use crate::secretary::ids::{DecisionId, PersonId, RoomId, RunId, Slot, TaskKey};
use crate::secretary::lifecycle::work::{agreeing, assigning, spending, stopping, tasks, winding_down};
use crate::secretary::lifecycle::{late, reopened};
use crate::secretary::people::deputies;
use crate::secretary::ticket::effect::Class;
use crate::secretary::ticket::event::Timer;
use crate::secretary::ticket::round::answers;
use crate::secretary::ticket::{Blocked, Ending, Stage, Task, TaskState, Ticket};
use crate::secretary::wording;
use crate::secretary::wording::ticket::so_far::SoFar;

/// Comments kept beside one decision; later ones still reach the work.
const MAX_COMMENTS: usize = 20;

/// Puts a question to people and lets the task wait for it.
pub fn ask(m: &mut Move<'_>, subject: Subject, key: &str, run: RunId, step: Option<u32>, asked: &Asked) {
    ask_question(m, key, Question { subject, run, step, proposed: None }, asked);
}

/// The same about a call.
pub fn ask_question(m: &mut Move<'_>, key: &str, question: Question, asked: &Asked) {
    let quorum = if prompting::together(question.subject) { m.facts.settings.quorum } else { Quorum::Any };
    ask_in(m, prompting::prompt_rooms(m, quorum), key, question, asked);
}

/// The same in these rooms.
pub fn ask_in(m: &mut Move<'_>, rooms: Vec<RoomId>, key: &str, question: Question, asked: &Asked) {
    let decision = prompting::put(m, rooms, key, question, asked);
    put_to_people(m, key, decision);
}

/// Asks those who have a turn for it, and lets the task wait.
pub fn put_to_people(m: &mut Move<'_>, key: &str, decision: Decision) {
    let decision = queueing::ask(m, decision);
    // Nobody is pressed to say why a report was no good, or for what they were not asked yet.
    if decision.subject != Subject::Redo && !decision.waits() {
        deadlines::set(m, &decision);
    }
    let decision_key = decision.key.clone();
    m.ticket.decisions.push(decision);
    wait(m, key, decision_key);
}

/// The task waits for a decision, and people see that it does.
pub fn wait(m: &mut Move<'_>, task: &str, decision: DecisionId) {
    if let Some(task) = m.ticket.task_mut(task) {
        task.state = TaskState::Blocked(Blocked::Decision(decision));
    }
    m.ticket.doing = prompting::open_line(&m.ticket, m.facts).unwrap_or_default();
}

/// The chat of a room got a new id: open prompts that stand in the old one are shown in the new one. Whoever still sees
/// the old ones may press them.
pub fn room_moved(mut m: Move<'_>, room: &RoomId, left: &[Slot]) -> Outcome {
    let behind = |d: &Decision, m: &Move<'_>| d.open() && left.contains(&m.ticket.slot(d.key.as_str()));
    let open: Vec<usize> = (0..m.ticket.decisions.len()).filter(|i| behind(&m.ticket.decisions[*i], &m)).collect();
    if open.is_empty() {
        return late::stale();
    }
    for index in open {
        let decision = m.ticket.decisions[index].clone();
        let mut keys = m.keys();
        let message = wording::decision::decisions::prompt(&m.ticket, &decision, m.facts, m.now, &mut keys);
        m.post_in(room, decision.key.as_str(), message, Class::Must);
        m.bind(decision.key.as_str(), keys);
    }
    m.moved()
}

/// A person decided. The first valid answer wins; later ones hear who decided, and their words go to the work.
pub fn made(m: Move<'_>, key: &DecisionId, option: Option<usize>, text: Option<&str>) -> Outcome {
    decide(m, key, (option, text), false)
}

/// Whoever chose this option was asked once more and is sure.
pub fn made_for_sure(m: Move<'_>, key: &DecisionId, option: usize) -> Outcome {
    decide(m, key, (Some(option), None), true)
}

fn decide(mut m: Move<'_>, key: &DecisionId, (option, text): (Option<usize>, Option<&str>), for_sure: bool) -> Outcome {
    let Some(index) = m.ticket.decisions.iter().position(|d| &d.key == key) else {
        return Outcome::Refused(wording::talk::refusals::nothing_to_decide(m.ticket.number));
    };
    let decision = m.ticket.decisions[index].clone();
    let said = match text.map(answers::within_bounds).transpose() {
        Ok(said) => said.filter(|t| !t.is_empty()),
        Err(sentence) => return Outcome::Refused(sentence),
    };
    if !decision.open() {
        let Some(words) = said.filter(|_| option.is_none()) else {
            return Outcome::Refused(late::decided(&m, &decision));
        };
        if m.facts.actor.as_ref().is_some_and(|a| deputies::steers(a, &m.ticket)) {
            return passed_on(m, index, words);
        }
        return Outcome::Refused(wording::talk::late::given_back(&late::decided(&m, &decision), words));
    }
    let Some(actor) = m.facts.actor.clone() else { return Outcome::Ignored("only people decide") };
    // "Start, but only until May" is another plan than the one that is asked about.
    if let Some(words) = said.filter(|_| option.is_none_or(|o| o == 0) && decision.subject == Subject::Plan)
        && deputies::steers(&actor, &m.ticket)
    {
        return agreeing::reworded(m, words);
    }
    let (by, name) = match voting::right(&m, &actor, &decision) {
        Ok(right) => right,
        Err(why) => return Outcome::Refused(why),
    };
    if let Some(why) = may_not(&m, &decision, option, &by) {
        return Outcome::Refused(why);
    }
    // "Yes, but only until May" is no leave for the call as it stands: the work hears it and may ask again.
    let allows = option.is_some_and(|o| decision.proposed.as_ref().is_some_and(|p| p.allows(o)));
    let option = option.filter(|_| !(allows && said.is_some()));
    let Some(words) = words_of(&decision, option, said) else {
        return match said.filter(|_| option.is_none() && deputies::steers(&actor, &m.ticket)) {
            Some(words) => beside(m, index, words),
            None => Outcome::Refused(wording::decision::decisions::no_such_option(decision.asked.options.len())),
        };
    };
    if let Some(option) = option.filter(|option| !for_sure && irreversible::wanted(&decision, *option)) {
        return confirm_irreversible::ask(m, index, option, &actor);
    }
    if let (Some(_), Some(more)) = (option, said) {
        comment(&mut m, index, more);
        if !decision.subject.takes_words() && deputies::steers(&actor, &m.ticket) {
            // No run waits for an answer into which it could be put.
            tasks::tell(&mut m, more);
        }
    }
    let deputy = (by != actor.person).then(|| actor.person.clone());
    let vote = Vote { by, deputy, name, option, text: words.clone(), at: m.now };
    let Some(name) = voting::agreed(&mut m, index, vote) else {
        let note = wording::decision::voting::voted(&m.ticket, &m.ticket.decisions[index], m.facts, &words);
        return m.noted(note);
    };
    let (by, platform, at) = (Some(actor.person), Some(actor.platform), m.now);
    concluded(m, index, Verdict { option, text: words, by, name, platform, at })
}

/// Who may decide is not who it was: the prompt says so, and those who agree already may be enough now.
pub fn counted_again(mut m: Move<'_>, key: &DecisionId) -> Outcome {
    let open = |d: &Decision| &d.key == key && d.open() && (!d.waits() || !d.votes.is_empty());
    let Some(index) = m.ticket.decisions.iter().position(open) else { return late::stale() };
    let Some((vote, name)) = voting::enough(&mut m, index) else {
        deadlines::show(&mut m, index);
        return m.moved();
    };
    let at = m.now;
    concluded(m, index, Verdict { option: vote.option, text: vote.text, by: Some(vote.by), name, platform: None, at })
}

/// The answer stands, and what waits for it goes on.
fn concluded(mut m: Move<'_>, index: usize, verdict: Verdict) -> Outcome {
    let (option, words) = (verdict.option, verdict.text.clone());
    m.ticket.decisions[index].state = DecisionState::Made(verdict);
    settle(&mut m, index);
    let decision = m.ticket.decisions[index].clone();
    let note = format!("✔ {}", wording::style::question_marks::called(&decision, &words, 100));
    match decision.subject {
        Subject::Work | Subject::Unknown => {
            go_on(&mut m, index);
            tasks::give_out(&mut m);
        }
        Subject::Plan => return agreeing::chosen(m, index, option),
        Subject::Limit => return after_limit(m, index, option, &note),
        Subject::Budget(scope) => return spending::chosen(m, index, (scope, option), &note),
        Subject::Failure => return after_failure(m, option, &note),
        Subject::Assign => return assigning::chosen(m, &decision, option, &note),
        Subject::Redo => return reopened::chosen(m, &decision.key, option, &words, &note),
        Subject::Approval => return approving::chosen(m, index, &note),
    }
    tasks::show_progress(&mut m);
    m.noted(note)
}

/// What was decided, in words; none where there is no such option, or words are no answer.
fn words_of(decision: &Decision, option: Option<usize>, said: Option<&str>) -> Option<String> {
    match (option, said) {
        (Some(option), _) => Some(decision.asked.options.get(option)?.label.clone()),
        (None, Some(text)) if decision.subject == Subject::Approval => {
            Some(wording::decision::approvals::left_out(text))
        }
        (None, Some(text)) if decision.subject.takes_words() => Some(text.to_owned()),
        (None, _) => None,
    }
}

/// Why somebody who may decide does not decide this.
pub(in crate::secretary::lifecycle) fn may_not(
    m: &Move<'_>,
    decision: &Decision,
    option: Option<usize>,
    by: &PersonId,
) -> Option<String> {
    if decision.quorum != Quorum::Any && !votes::voters(&m.ticket, decision.four_eyes, m.facts).contains(by) {
        return Some(wording::decision::voting::members_only());
    }
    spending::may_not(m, decision, option)
}

/// Words that come when all is decided: they are kept beside the decision, and the work hears them.
fn passed_on(mut m: Move<'_>, index: usize, words: &str) -> Outcome {
    comment(&mut m, index, words);
    tasks::tell(&mut m, words);
    let decision = m.ticket.decisions[index].clone();
    let already = late::decided(&m, &decision);
    let message = wording::decision::decisions::passed_on(&m.ticket, &already, words);
    let name = format!("{}/comment{}", decision.key, m.ticket.version);
    m.answer(&name, message, Class::Answer);
    m.moved()
}

/// Words to a question that only its options answer: they are kept beside it, the work hears them, and it stays open.
fn beside(mut m: Move<'_>, index: usize, words: &str) -> Outcome {
    comment(&mut m, index, words);
    tasks::tell(&mut m, words);
    let message = wording::decision::decisions::still_to_choose(&m.ticket, &m.ticket.decisions[index], words);
    let name = format!("{}/comment{}", m.ticket.decisions[index].key, m.ticket.version);
    m.answer(&name, message, Class::Answer);
    m.moved()
}

fn comment(m: &mut Move<'_>, index: usize, words: &str) {
    let comment = Comment { text: wording::short(words, 1_000), name: m.stored_name(), at: m.now };
    let comments = &mut m.ticket.decisions[index].comments;
    if comments.len() < MAX_COMMENTS {
        comments.push(comment);
    }
}

/// All copies of the prompt and its reminders show what came of it; nothing is waited for any more.
pub fn settle(m: &mut Move<'_>, index: usize) {
    let decision = m.as_read().decisions[index].clone();
    m.drop_timer(&Timer::Decision(decision.key.clone()));
    confirm_irreversible::forget(m, index);
    if !decision.queued.is_empty() {
        m.drop_timer(&Timer::Turn(decision.key.clone()));
    }
    if decision.asked.deadline.is_some() {
        m.drop_timer(&Timer::Deadline(decision.key.clone()));
    }
    show_outcome(m, &decision.key);
    let over = wording::decision::deadlines::reminder_over(&m.ticket, &decision, m.facts.zone);
    m.retire(&format!("{}/reminder", decision.key), &over);
}

/// All copies of the prompt show what came of it.
pub fn show_outcome(m: &mut Move<'_>, key: &DecisionId) {
    let ticket = m.as_read();
    let Some(decision) = ticket.decision(key) else { return };
    let settled = wording::decision::decisions::settled(&ticket, decision, m.facts.zone);
    m.edit(key.as_str(), &settled);
    // What told that it was taken unasked says so no more, nor offers to undo it, once somebody changed it.
    if changed::standing(&ticket, decision).key != decision.key {
        m.edit(&decision.taken_name(), &settled);
    }
}

/// The task that asked, and others that wait for the same answer.
fn held(ticket: &Ticket, decision: &Decision) -> Vec<TaskKey> {
    let waits = |task: &&Task| task.state == TaskState::Blocked(Blocked::Decision(decision.key.clone()));
    let others = ticket.tasks.iter().filter(waits).map(|task| &task.key).filter(|key| **key != decision.task);
    std::iter::once(&decision.task).chain(others).cloned().collect()
}

/// The run that asked goes on with the answer, and so do others that wait for it, unless work is paused: then they do on
/// resuming.
pub fn go_on(m: &mut Move<'_>, index: usize) {
    let decision = m.ticket.decisions[index].clone();
    let halted = m.halted();
    let held = held(&m.ticket, &decision);
    for key in &held {
        if let Some(task) = m.ticket.task_mut(key) {
            task.state = if halted { TaskState::Blocked(Blocked::Paused) } else { TaskState::InProgress };
        }
    }
    let answer = decision.answer();
    if let Some(answer) = answer.as_ref().filter(|_| decision.reopened) {
        // The run may have heard what was taken back; as an answer it would not hear this one.
        tasks::tell_run(m, &decision.task, &wording::decision::changing::changed(&decision, answer));
    }
    for key in held.iter().filter(|_| !halted) {
        tasks::start(m, key, decision.reply());
    }
}

pub fn after_limit(mut m: Move<'_>, index: usize, option: Option<usize>, note: &str) -> Outcome {
    let decision = &m.ticket.decisions[index];
    match option {
        Some(0) => {
            let key = decision.task.clone();
            if let Some(task) = m.ticket.task_mut(&key) {
                task.extended += 1;
            }
            go_on(&mut m, index);
            tasks::give_out(&mut m);
        }
        Some(1) => {
            for key in held(&m.ticket, decision) {
                let Some(task) = m.ticket.task_mut(&key) else { continue };
                let nothing = task.result.trim().is_empty();
                task.state = if nothing { TaskState::Failed } else { TaskState::Completed };
                task.failure = nothing.then(wording::ticket::ways_on::nothing_at_limit);
                // Tried again, it goes on with this run, which needs as much once more.
                task.extended += u32::from(nothing && task.acted);
            }
            tasks::give_out(&mut m);
        }
        Some(_) | None => return stopping::cancel(m, &wording::ticket::ways_on::stopped_at_limit()),
    }
    tasks::show_progress(&mut m);
    m.noted(note)
}

fn after_failure(mut m: Move<'_>, option: Option<usize>, note: &str) -> Outcome {
    match option {
        Some(0) => {
            for task in &mut m.ticket.tasks {
                let failed = task.state == TaskState::Failed && !task.left_out;
                if failed || matches!(task.state, TaskState::Blocked(Blocked::Dependency(_))) {
                    task.state = TaskState::Pending;
                    task.attempts = 0;
                }
            }
            tasks::give_out(&mut m);
        }
        Some(1) if m.ticket.tasks.iter().all(|t| t.state != TaskState::Completed) => return fail(m, note),
        Some(1) => {
            // What waits for the task that failed is not done any more; what was left out stays so if the ticket is called off
            // and taken up again.
            for task in m.ticket.tasks.iter_mut().filter(|task| task.state != TaskState::Completed) {
                (task.state, task.left_out) = (TaskState::Failed, true);
            }
            tasks::report(&mut m);
        }
        Some(_) | None => return stopping::cancel(m, &wording::ticket::ways_on::stopped_after_failure()),
    }
    tasks::show_progress(&mut m);
    m.noted(note)
}

/// Nothing came of it: the ticket ends as failed.
fn fail(mut m: Move<'_>, note: &str) -> Outcome {
    end_as_failed(&mut m);
    m.noted(note)
}

/// The ticket ends as failed, said plainly, with a way to try again.
fn end_as_failed(m: &mut Move<'_>) {
    let why =
        m.ticket.tasks.iter().find_map(|t| t.failure.clone()).unwrap_or_else(wording::ticket::ways_on::no_step_worked);
    winding_down::wind_down(m);
    m.ticket.stage = Stage::Closed(Ending::Failed);
    why.clone_into(&mut m.ticket.doing);
    let progress = tasks::progress_name(m);
    let over = wording::ticket::progress::over(&m.ticket, wording::ticket::progress::FAILED, m.now);
    m.edit(&progress, &over);
    let mut keys = m.keys();
    let message = wording::ticket::reports::exception(&m.ticket, &m.facts.roster, &mut keys);
    let name = format!("failed{}", m.ticket.version);
    m.post(&name, message.clone(), Class::Must);
    let home = m.ticket.room.clone();
    for room in m.facts.report_rooms.iter().filter(|room| **room != home) {
        m.post_in(room, &name, message.clone(), Class::Must);
    }
    m.bind(&name, keys);
}

/// A limit is reached: what there is so far is shown, and people say how to go on.
pub fn limit(m: &mut Move<'_>, key: &str, run: RunId, limit: &str, so_far: SoFar<'_>) {
    let asked = wording::ticket::ways_on::limit(m.ticket.number, limit, so_far);
    ask(m, Subject::Limit, key, run, None, &asked);
}

/// Nobody knows whether a call was done, and it is not made again unasked.
pub fn unknown(m: &mut Move<'_>, key: &str, run: RunId, step: u32, call: &CutOff) {
    let asked = wording::ticket::ways_on::unknown(call);
    ask(m, Subject::Unknown, key, run, Some(step), &asked);
}

/// Nothing can go on since something failed: people say how, unless they said so already.
pub fn offer_way_on(m: &mut Move<'_>) {
    let failed = m.ticket.tasks.iter().find(|t| t.state == TaskState::Failed && !t.left_out).cloned();
    let Some(task) = failed else {
        let any = m.ticket.tasks.iter().any(|t| t.state == TaskState::Completed);
        return if any { tasks::report(m) } else { end_as_failed(m) };
    };
    let asked = wording::ticket::ways_on::failure(&task);
    let run = task.run.clone().unwrap_or_else(|| RunId::new(""));
    ask(m, Subject::Failure, &task.key, run, None, &asked);
    // The task stays failed: it is the plan that waits for the decision, not a run.
    if let Some(task) = m.ticket.task_mut(&task.key) {
        task.state = TaskState::Failed;
    }
}
