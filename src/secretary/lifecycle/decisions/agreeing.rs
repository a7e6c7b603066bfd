//! Plans that several people, or somebody other than the requester, must approve: "Start" is one vote, and the others
//! are asked.

use super::super::step::{Move, Outcome};
use super::{deciding, voting};
use crate::secretary::decision::{DecisionState, Subject, Verdict, Vote};
use crate::secretary::effect::Class;
use crate::secretary::ids::{DecisionId, RunId};
use crate::secretary::lifecycle::confirming;
use crate::secretary::lifecycle::prompts::prompting::{self, Question};
use crate::secretary::lifecycle::prompts::showing;
use crate::secretary::lifecycle::work::stopping;
use crate::secretary::policy::Quorum;
use crate::secretary::ticket::decisions::votes;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::wording;

/// The option that starts the plan.
const START: usize = 0;

/// The open question whether the plan may start, if people were asked.
fn asked(ticket: &Ticket) -> Option<DecisionId> {
    ticket.asked_to_begin().map(|decision| decision.key.clone())
}

/// Whether a start needs several votes, or another person.
fn wanted(m: &Move<'_>) -> bool {
    m.facts.settings.four_eyes || m.facts.settings.quorum != Quorum::Any
}

/// Somebody starts the plan, on its card or by command.
pub fn go(mut m: Move<'_>) -> Outcome {
    if let Some(key) = asked(&m.ticket) {
        return deciding::made(m, &key, Some(START), None);
    }
    let Some(actor) = m.facts.actor.clone() else { return Outcome::Ignored("only people decide") };
    if !wanted(&m) {
        let go = wording::ticket::cards::go(&actor, m.now);
        return confirming::go_ahead(m, go);
    }
    let question = Question { subject: Subject::Plan, run: RunId::new(""), step: None, proposed: None };
    let rooms = prompting::prompt_rooms(&m, m.facts.settings.quorum);
    let about = wording::decision::agreeing::asked(&m.ticket, m.facts, &m.stored_name());
    let mut decision = prompting::put(&m, rooms, "", question, &about);
    // A person who may not decide, such as the requester under four eyes, asks the others.
    let right = voting::right(&m, &actor, &decision);
    let right = right.ok().filter(|(by, _)| deciding::may_not(&m, &decision, Some(START), by).is_none());
    if let Some((by, name)) = right {
        let text = decision.asked.options.get(START).map(|option| option.label.clone()).unwrap_or_default();
        let deputy = (by != actor.person).then(|| actor.person.clone());
        votes::count(&mut decision.votes, Vote { by, deputy, name, option: Some(START), text, at: m.now });
    }
    m.ticket.decisions.push(decision);
    let index = m.ticket.decisions.len() - 1;
    let enough = voting::enough(&mut m, index);
    let Some(decision) = m.ticket.decisions.pop() else { return Outcome::Ignored("nothing was asked") };
    if let Some((_, name)) = enough {
        let go = Verdict { name, ..wording::ticket::cards::go(&actor, m.now) };
        return confirming::go_ahead(m, go);
    }
    let four_eyes = decision.four_eyes;
    let voted = decision.votes.last().map(|vote| vote.text.clone());
    prompting::put_to_people(&mut m, "", decision);
    show_card(&mut m);
    let note = match voted {
        Some(words) => wording::decision::voting::voted(&m.ticket, &m.ticket.decisions[index], m.facts, &words),
        None => wording::decision::agreeing::others_asked(four_eyes).to_owned(),
    };
    m.noted(note)
}

/// The card while others are asked: it can be changed and cancelled, and says where they are asked.
pub fn show_card(m: &mut Move<'_>) {
    if asked(&m.ticket).is_none() {
        return;
    }
    let name = m.card_name();
    let mut keys = m.keys();
    let card = wording::ticket::cards::card_asked(&m.ticket, m.facts, &mut keys);
    m.edit(&name, &card);
    m.ticket.token = Some(m.bind(&name, keys));
}

/// People have decided whether the plan starts.
pub fn chosen(mut m: Move<'_>, index: usize, option: Option<usize>) -> Outcome {
    let decision = &m.ticket.decisions[index];
    match decision.verdict().cloned() {
        Some(verdict) if option == Some(START) => confirming::go_ahead(m, Verdict { option: None, ..verdict }),
        Some(_) | None => {
            let by = m.as_read().decisions[index].verdict().map(|verdict| verdict.name.clone()).unwrap_or_default();
            // The decider is told in the room of the decision; the requester must be told as well.
            if m.facts.actor.as_ref().is_some_and(|actor| actor.room != m.ticket.room) {
                let told = wording::decision::agreeing::told_not_agreed(&m.ticket, &by);
                let name = format!("not-agreed{}", m.ticket.version);
                m.post(&name, told, Class::Answer);
            }
            stopping::cancel(m, wording::decision::agreeing::not_agreed())
        }
    }
}

/// Words in reply to the question whether the plan may start change the plan, and it is asked anew.
pub fn reworded(mut m: Move<'_>, text: &str) -> Outcome {
    if m.ticket.stage != Stage::Confirming {
        return Outcome::Ignored("there is no card");
    }
    changed(&mut m, &Event::Corrected { text: text.to_owned() });
    confirming::corrected(m, text)
}

/// The plan changed or is dropped: nobody is asked any more. A person who changed it in another room is told the
/// result.
pub fn changed(m: &mut Move<'_>, event: &Event) {
    let words = matches!(
        event,
        Event::Corrected { .. }
            | Event::Added { .. }
            | Event::AnswersReceived { .. }
            | Event::QuestionsAnswered { .. }
            | Event::ReviseRequested { .. }
    );
    let told = words && asked(&m.ticket).is_some();
    withdraw(m);
    if told && m.facts.actor.as_ref().is_some_and(|actor| actor.room != m.ticket.room) {
        let name = format!("reworded{}", m.ticket.version);
        let told = wording::decision::agreeing::changed_here(&m.ticket);
        m.answer(&name, told, Class::Answer);
    }
}

/// Withdraws the question, whose votes were for the former plan.
fn withdraw(m: &mut Move<'_>) {
    let open = m.ticket.decisions.iter().position(|d| d.open() && d.subject == Subject::Plan);
    if let Some(index) = open {
        m.ticket.decisions[index].state = DecisionState::Dropped;
        showing::settle(m, index);
    }
}
