//! The requirement card: what will be done, what counts as done, who does it.

use super::questions::ask_first;
use super::tickets::{about, number, sentence};
use super::{plan_edits, standing, waiting};
use crate::secretary::decision::Verdict;
use crate::secretary::dispatch;
use crate::secretary::message::action::TicketAct;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Button, Message, Span};
use crate::secretary::names::phrases::{ended, plural, short};
use crate::secretary::policy::Quorum;
use crate::secretary::ticket::decisions::{authors, votes};
use crate::secretary::ticket::facts::{Actor, Facts};
use crate::secretary::ticket::{Task, Ticket, plan_edit};
use crate::secretary::wording::style::{question_marks, who_must_act};
use chrono::{DateTime, Utc};

/// Steps with a button of their own (platform-facts D33: five in a row).
const BUTTONS: usize = 5;

/// On the button that lets a plan begin.
const START: &str = "Start";

/// How a card begins.
const CARD_HEAD: &str = " Here is what I'll do";

/// Under a card in a group where four eyes are wanted.
const FOUR_EYES: &str = "Whoever sent or changed it does not decide about it (four eyes).";

/// The same in a direct chat, where whoever reads it sent it.
const OTHER_EYES: &str = "You sent it, so somebody else lets it begin (four eyes): after Start, I ask them.";

/// The same where there is nobody who could.
const NO_OTHER_EYES: &str = "You sent it, so somebody else has to let it begin (four eyes). Nobody else can yet: an owner can add \
                             approvers with /invite approver.";

/// The card: what will happen before it happens.
pub fn card(ticket: &Ticket, facts: &Facts, keys: &mut Keys) -> Message {
    let head = if ticket.curious { " Nothing is unclear to me. Here is what I'll do" } else { CARD_HEAD };
    let id = &ticket.id;
    let asked = who_must_act::requester(ticket);
    let mut body = who_lets_it_begin(card_body(ticket, facts, head), ticket, facts);
    if let Some(person) = &asked {
        let shall = if ticket.standing.is_some() { ", shall I do it then?" } else { ", shall I start?" };
        body = body.spans(vec![person.clone(), Span::text(shall)]);
    }
    let message = who_must_act::calling(body, asked.as_slice()).row(vec![
        keys.good(go_label(ticket), TicketAct::Start { card: ticket.card() }.on(id)),
        edit_button(ticket, keys),
        keys.bad("Cancel", TicketAct::Cancel.on(id)),
    ]);
    let message = message.row(ask_first(ticket, facts, keys));
    message.row(without(ticket, keys)).row(trial(ticket, keys))
}

/// The button that tries a plan with workers of its own.
fn trial(ticket: &Ticket, keys: &mut Keys) -> Vec<Button> {
    let tried = ticket.standing.is_some() && !ticket.workers().is_empty();
    let button = || keys.plain("Dry run", TicketAct::Trial { card: ticket.card() }.on(&ticket.id));
    tried.then(button).into_iter().collect()
}

/// The label of the button that agrees to the plan.
pub(in crate::secretary::wording) fn go_label(ticket: &Ticket) -> &'static str {
    if ticket.standing.is_some() {
        standing::CONFIRM
    } else if ticket.untimed {
        standing::ONCE_NOW
    } else {
        START
    }
}

/// That a go is not enough by itself, where the rules of the workspace want more: nobody is to take Start for the beginning.
fn who_lets_it_begin(mut body: Message, ticket: &Ticket, facts: &Facts) -> Message {
    let four_eyes = facts.settings.four_eyes;
    if four_eyes && ticket.direct {
        let others = !votes::voters(ticket, true, facts).is_empty() || who_must_act::lends(facts);
        body = body.line(if others { OTHER_EYES } else { NO_OTHER_EYES });
    } else if four_eyes {
        // Others can start or change it here, and would be none of those who decide.
        body = body.line(FOUR_EYES);
    }
    let many = match (facts.settings.quorum, votes::needed_to_begin(ticket, facts)) {
        (Quorum::Any, _) | (_, 0 | 1) => return body,
        (Quorum::Number(_), needed) => format!("{needed} people"),
        (Quorum::All, needed) => format!("All {needed} who can decide"),
    };
    // In a direct chat whoever reads it is who sent it, whose go is no vote under four eyes.
    let voice = if four_eyes && ticket.direct { "" } else { " Start is one voice." };
    body.line(format!("{many} must agree before it begins.{voice}"))
}

/// What is kept of who gave a plan a go.
pub fn go(actor: &Actor, at: DateTime<Utc>) -> Verdict {
    let (by, name, platform) = (Some(actor.person.clone()), actor.name.clone(), Some(actor.platform));
    Verdict { option: None, text: START.to_owned(), by, name, platform, at }
}

/// A button for each of a few steps that leaves it out, if no other step builds on it.
fn without(ticket: &Ticket, keys: &mut Keys) -> Vec<Button> {
    if !(2..=BUTTONS).contains(&ticket.tasks.len()) {
        return Vec::new();
    }
    let drop = |step| TicketAct::DropStep { card: ticket.card(), step }.on(&ticket.id);
    let alone = |step: &usize| plan_edit::whole(&ticket.tasks, &[*step]).is_some_and(|steps| steps.len() == 1);
    (1..=ticket.tasks.len()).filter(alone).map(|step| keys.plain(format!("Without {step}"), drop(step))).collect()
}

/// A plan nobody has said anything about since yesterday or this morning.
pub fn reminder(ticket: &Ticket) -> Message {
    let asked = who_must_act::requester(ticket);
    let lead = Span::text(if asked.is_some() { " still needs a go of " } else { " still needs your go" });
    let text =
        format!(": {}. Press {} above, or say what should be different.", ticket.short_title(), go_label(ticket));
    let spans = [number(ticket), lead].into_iter().chain(asked.clone()).chain([Span::text(text)]).collect();
    who_must_act::calling(Message::default().spans(spans), asked.as_slice())
        .line("Until then it waits; nothing is lost.")
}

/// Somebody has said what is to become of the plan.
pub fn reminder_over(ticket: &Ticket) -> Message {
    about(ticket, format!(" {}: the plan was answered.", ticket.short_title())).silently()
}

/// The steps of a plan of several, numbered as they can be named, and how long each may take.
fn steps(mut message: Message, ticket: &Ticket, facts: &Facts) -> Message {
    if ticket.tasks.len() > 1 || plan_edit::of_steps(&ticket.edits) {
        for (index, task) in ticket.tasks.iter().enumerate() {
            let agent =
                task.agent.as_deref().or(task.pinned.as_deref()).map(|a| format!(" ({})", facts.agent_title(a)));
            let after: Vec<String> = task.needs.iter().filter_map(|key| place(ticket, key)).collect();
            let after = if after.is_empty() { String::new() } else { format!(", after {}", after.join(" and ")) };
            let title = short(plan_edit::words(task), 300);
            message = message.line(format!("{}. {title}{}{after}", index + 1, agent.unwrap_or_default()));
        }
    }
    match limit(ticket) {
        Some(limit) => message.line(limit),
        None => message,
    }
}

/// How long each step may take, where people said so.
pub(in crate::secretary::wording) fn limit(ticket: &Ticket) -> Option<String> {
    let minutes = ticket.minutes?;
    Some(format!("Each step may take {}.", plural(minutes as usize, "minute", "minutes")))
}

/// The number of a step.
fn place(ticket: &Ticket, key: &str) -> Option<String> {
    ticket.tasks.iter().position(|task| task.key == key).map(|index| (index + 1).to_string())
}

/// The same, said where the card does not stand.
pub fn edited_elsewhere() -> &'static str {
    "Changed."
}

/// The card was changed to the letter.
pub fn edited() -> &'static str {
    "Changed; the new version is below."
}

/// Corrects the card.
pub(in crate::secretary::wording) fn edit_button(ticket: &Ticket, keys: &mut Keys) -> Button {
    keys.form(
        "Edit",
        "What should be different?",
        "Your correction",
        TicketAct::EditCard { card: ticket.card(), typed: None }.on(&ticket.id),
    )
}

/// A correction of a card that was changed while it was written: what was written, and the newest card to write it for.
/// `by`: who started that one meanwhile, if it is known.
pub fn changed_since(ticket: &Ticket, words: &str, by: Option<&str>, keys: &mut Keys) -> Message {
    let number = ticket.number;
    let (head, then) = if ticket.under_way() {
        let by = by.map(|name| format!(" by {name}")).unwrap_or_default();
        let head = format!(
            "#{number} The card has changed since you began and was started{by}, so nothing of this is taken in"
        );
        (head, "Press Edit to add it to the work, or say it in reply to one of its messages.")
    } else {
        let head = format!("#{number} The card has changed since you began, so nothing of this is taken in");
        (head, "Press Edit to change the newest card.")
    };
    let message = words.lines().fold(Message::lines([format!("{head} yet. You wrote:")]), Message::line);
    message.line(then).row(vec![edit_button(ticket, keys)])
}

/// The card of work that goes on although nobody answered its questions.
pub fn card_unanswered(ticket: &Ticket, facts: &Facts) -> Message {
    let outcome = "Nobody answered, so I go on like this. Reply here to change it.";
    card_body(ticket, facts, CARD_HEAD).spans(vec![Span::strong(outcome)])
}

/// The card of a ticket that has one open: to be agreed to, or agreed to already and waiting for somebody's word.
pub fn card_as_it_stands(ticket: &Ticket, facts: &Facts, keys: &mut Keys) -> Message {
    if ticket.asked_to_begin().is_some() {
        return card_asked(ticket, facts, keys);
    }
    match ticket.calling(facts.nameless).go.map(|go| go.name).as_deref() {
        Some(by) => card_waiting(ticket, facts, by, keys),
        None => card(ticket, facts, keys),
    }
}

/// The agreed card while work waits for somebody's word.
pub fn card_waiting(ticket: &Ticket, facts: &Facts, by: &str, keys: &mut Keys) -> Message {
    let dispatch = TicketAct::Dispatch { card: ticket.card() }.on(&ticket.id);
    card_settled(ticket, facts, &format!("Agreed by {by}. Work waits for your word."))
        .row(vec![keys.good("Dispatch", dispatch)])
}

/// The card while others are asked whether it may begin: where they are asked, and what can be done meanwhile.
pub fn card_asked(ticket: &Ticket, facts: &Facts, keys: &mut Keys) -> Message {
    card_settled(ticket, facts, &sentence(&ticket.doing))
        .row(vec![edit_button(ticket, keys), keys.bad("Cancel", TicketAct::Cancel.on(&ticket.id))])
        .row(without(ticket, keys))
}

/// The card without buttons, with what became of it.
pub fn card_settled(ticket: &Ticket, facts: &Facts, outcome: &str) -> Message {
    card_body(ticket, facts, CARD_HEAD).spans(vec![Span::strong(outcome)]).silently()
}

/// What becomes of a card whose questions are asked after all.
pub fn taken_back() -> &'static str {
    "Taken back for questions. A new version follows."
}

/// What becomes of a card that was corrected.
pub fn changed(words: &str) -> String {
    // Each line may be a change of its own.
    let lines: Vec<&str> =
        words.lines().map(|line| line.trim().trim_end_matches(';')).filter(|l| !l.is_empty()).collect();
    format!("Changed: {} A new version follows.", ended(&short(&lines.join("; "), 120)))
}

/// A correction of the card was taken in.
pub fn noted_anew() -> &'static str {
    "Noted, a new version follows."
}

fn card_body(ticket: &Ticket, facts: &Facts, head: &str) -> Message {
    let needed = &ticket.requirement;
    let sign = Span::text(format!("{} ", question_marks::PLAN));
    let mut message = Message::default().spans(vec![sign, number(ticket), Span::text(head)]);
    if let Some(title) = plan_edit::title(&ticket.edits) {
        message = message.spans(vec![Span::strong("Title: "), Span::text(title)]);
    }
    // What people wrote themselves stands below, and the sentence about it was written before.
    let own = ticket.tasks.len() == 1 && plan_edit::of_steps(&ticket.edits);
    if !own {
        message = message.line(needed.summary.clone());
    }
    match needed.done_when.as_slice() {
        [] => {}
        [one] => message = message.spans(vec![Span::strong("Done when: "), Span::text(one.clone())]),
        several => {
            message = message.spans(vec![Span::strong("Done when:")]);
            for point in several {
                message.blocks.push(Block::Item { depth: 0, number: None, spans: vec![Span::text(point.clone())] });
            }
        }
    }
    message = standing::on_card(message, ticket, facts.zone_told);
    let mut line = Vec::new();
    if !needed.due.is_empty() {
        line.extend([Span::strong("By: "), Span::text(format!("{}. ", needed.due.trim_end_matches('.')))]);
    }
    if !needed.effort.is_empty() {
        line.extend([Span::strong("Effort: "), Span::text(format!("{}. ", needed.effort.trim_end_matches('.')))]);
    }
    line.extend([Span::strong("Working on it: "), Span::text(format!("{}.", crew(ticket, facts)))]);
    message = message.spans(line);
    message = steps(message, ticket, facts);
    message = standing::workers_on_card(message, ticket);
    if !needed.resources.is_empty() {
        message = message.spans(vec![Span::strong("It needs: "), Span::text(needed.resources.join("; "))]);
    }
    // Whoever sent the idea is to know that others wrote in its plan before they start it.
    if !authors::others(ticket, facts).is_empty()
        && let Some(changed) = plan_edits::changed_by(ticket, facts)
    {
        message = message.spans(vec![Span::strong(changed)]);
    }
    for sentence in &ticket.replanned {
        message = message.line(sentence.clone());
    }
    if ticket.started_at.is_none()
        && let Some(nobody) = nobody_for(ticket, facts)
    {
        message = message.spans(vec![Span::strong(nobody)]);
    }
    if !needed.assumptions.is_empty() {
        let list = needed.assumptions.iter().map(|a| a.trim_end_matches('.')).collect::<Vec<_>>().join("; ");
        message =
            message.spans(vec![Span::strong("I assume: "), Span::text(format!("{list}. Say so if that's wrong."))]);
    }
    message
}

/// That nobody here can do a step of the plan, and what to do about it.
fn nobody_for(ticket: &Ticket, facts: &Facts) -> Option<String> {
    if facts.roster.is_empty() {
        return Some(format!("{}. It waits until then.", sentence(&waiting::nobody_at_all()).trim_end_matches('.')));
    }
    let mut skills: Vec<String> = Vec::new();
    for task in ticket.tasks.iter().filter(|task| able(task, facts) == 0) {
        skills.extend(task.capabilities.iter().filter(|skill| !skills.contains(skill)).cloned().collect::<Vec<_>>());
    }
    let missing = (!skills.is_empty()).then(|| waiting::nobody_can(&skills));
    missing.map(|missing| format!("{} If you start it, it waits until somebody can.", sentence(&missing)))
}

/// How many agents here could do a task that is nobody's yet.
fn able(task: &Task, facts: &Facts) -> usize {
    let (roster, loads, scores) = (&facts.roster, &facts.loads, &facts.scores);
    let field = dispatch::Field { roster, loads, scores, last_in_turn: &facts.settings.last_in_turn };
    let pinned = usize::from(task.pinned.is_some());
    pinned + dispatch::candidates(task, field).len()
}

/// The agents of the plan in order, without repetition. Who is chosen only when the step begins is not promised.
fn crew(ticket: &Ticket, facts: &Facts) -> String {
    let (roster, loads, scores) = (&facts.roster, &facts.loads, &facts.scores);
    let field = dispatch::Field { roster, loads, scores, last_in_turn: &facts.settings.last_in_turn };
    let mut names: Vec<String> = Vec::new();
    for task in &ticket.tasks {
        let agent = task.agent.as_deref().or(task.pinned.as_deref());
        let others = task.pinned.is_none() && dispatch::fitting(task, field).len() > 1;
        let whoever = if able(task, facts) == 0 { "nobody yet" } else { "whoever is free" };
        let mut name = agent.map_or_else(|| whoever.to_owned(), |a| facts.agent_title(a).to_owned());
        if others && agent.is_some() {
            name.push_str(" (or who else is free then)");
        }
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() { "me".to_owned() } else { names.join(", then ") }
}
