//! Approvals of calls: asks before a call is made, and applies the answer.

use super::super::step::{Move, Outcome};
use crate::secretary::decision::approval::{Permit, Proposed};
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::effect::Effect;
use crate::secretary::ids::{PersonId, RunId};
use crate::secretary::inbound::Referred;
use crate::secretary::lifecycle::prompts::prompting::{self, Question};
use crate::secretary::lifecycle::work::{stopping, tasks, ways_on};
use crate::secretary::policy::{Because, Rule, Source};
use crate::secretary::received::ReceivedFile;
use crate::secretary::{policy, wording};

/// Asks people whether a run may make a call.
pub fn ask(m: &mut Move<'_>, key: &str, run: RunId, step: u32, proposed: &Proposed) {
    let agent = m.ticket.task(key).and_then(|t| t.agent.clone()).unwrap_or_default();
    let asked = wording::decision::approvals::asked(m.facts.agent_title(&agent), &m.ticket.requester_name, proposed);
    let proposed = Some(Box::new(proposed.clone()));
    let question = Question { subject: Subject::Approval, run, step: Some(step), proposed };
    prompting::ask_question(m, key, question, &asked);
}

/// Applies the answer: the run gets it, and a rule for later calls is stored.
pub fn chosen(mut m: Move<'_>, index: usize, note: &str) -> Outcome {
    let decision = m.ticket.decisions[index].clone();
    if decision.permit() == Some(Permit::Stop) {
        return stopping::cancel(m, &wording::decision::approvals::stopped());
    }
    remember(&mut m, &decision);
    ways_on::go_on(&mut m, index);
    tasks::give_out(&mut m);
    tasks::show_progress(&mut m);
    m.noted(note)
}

fn remember(m: &mut Move<'_>, decision: &Decision) {
    let (Some(proposed), Some(verdict)) = (&decision.proposed, decision.verdict()) else { return };
    let permit = decision.permit();
    let given = matches!(permit, Some(Permit::Once | Permit::Always));
    if given && proposed.because == Because::Policy && !m.ticket.allowed_once.contains(&proposed.tool) {
        m.ticket.allowed_once.push(proposed.tool.clone());
    }
    if permit == Some(Permit::Always) && proposed.lasting {
        let Proposed { tool, arguments, .. } = proposed.as_ref();
        let rule = policy::lasting(tool, arguments, &verdict.name, &m.ticket.requester, m.now);
        let agreed = decision.votes.iter().filter(|vote| vote.option == verdict.option).map(|vote| vote.by.clone());
        let mut granted: Vec<PersonId> = agreed.chain(verdict.by.clone()).collect();
        granted.sort();
        granted.dedup();
        m.effects.push(Effect::Allow { rule: Rule { granted, ..rule } });
    }
}

/// Files or words of others came for the ticket. They may lead everything that it does from now on.
pub fn received(mut m: Move<'_>, files: &[ReceivedFile], refers: &[Referred]) -> Outcome {
    if !m.ticket.receive(files, refers) {
        return Outcome::Ignored("known already");
    }
    m.moved()
}

/// The work has read text of others, which may lead everything that it does from now on.
pub fn read(mut m: Move<'_>, source: &Source) -> Outcome {
    if policy::add_sources(&mut m.ticket.read, std::slice::from_ref(source)) {
        return m.moved();
    }
    Outcome::Ignored("known already")
}
