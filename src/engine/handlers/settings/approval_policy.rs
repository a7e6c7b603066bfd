//! The approval policy: `/mode` shows and changes what agents may do without asking, and "Always do this" stores a
//! rule.

use crate::engine::context::{Context, Handled, Request, say};
use crate::engine::handlers::settings::undo_settings;
use crate::ports::model::ToolSpec;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::decision::Decision;
use crate::secretary::decision::approval::Permit;
use crate::secretary::ids::{DecisionId, PersonId, Slot};
use crate::secretary::message::Message;
use crate::secretary::message::undo_order::{self, Former};
use crate::secretary::orders::mode::nearest;
use crate::secretary::people::workspace::{Role, Settings};
use crate::secretary::policy::{self, Change, MOST_RULES, Policy, Rule, Then};
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::decision::approvals::whole_call;
use crate::secretary::wording::settings::modes;
use crate::secretary::wording::talk::late;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// `/mode`
pub async fn mode(context: &mut Context<'_>, request: &Request, change: Option<Change>) -> Handled {
    let was = context.settings().await?;
    let mut settings = was.clone();
    match change {
        None => {
            let message = shown(context, request, &settings).await?;
            return say::answer(context, request, message).await;
        }
        Some(Change::Mode(mode)) => {
            settings.mode = mode;
            context.save_settings("mode", &was, &settings).await?;
            let message = shown(context, request, &settings).await?;
            return undo_settings::set(context, request, message, undo_order::order(&was, "mode")).await;
        }
        Some(Change::Drop(number)) if number <= settings.rules.len() => {
            settings.rules.remove(number - 1);
        }
        Some(Change::Drop(_)) => {
            return say::refuse(context, request, modes::no_such_rule(settings.rules.len())).await;
        }
        Some(Change::Rule { .. }) if settings.rules.len() >= MOST_RULES => {
            return say::refuse(context, request, modes::too_many_rules(MOST_RULES)).await;
        }
        Some(Change::Rule { then, tool, with }) => {
            if let Some(why) = no_such_call(context, &tool, &with, then) {
                return say::refuse(context, request, why).await;
            }
            let (by, granted) = (request.person.name.clone(), vec![request.person.id.clone()]);
            let rule = Rule { tool, with, then, by, only_for: None, free: Vec::new(), granted, at: context.now };
            // The newest rule counts first.
            settings.rules.retain(|r| !r.is_about_the_same(&rule));
            settings.rules.insert(0, rule);
        }
    }
    rules_are(context, request, &was, &settings).await
}

/// Why no call fits a rule: there is no such tool, or it has no such argument.
fn no_such_call(context: &Context<'_>, tool: &str, with: &[(String, String)], then: Then) -> Option<String> {
    let specs: Vec<ToolSpec> = context.engine.parts.tools.iter().map(|tool| tool.spec()).collect();
    let Some(spec) = specs.iter().find(|spec| spec.name == tool) else {
        let tools: Vec<String> = specs.iter().map(|spec| spec.name.clone()).collect();
        return Some(modes::no_such_tool(tool, &tools, (then, nearest(tool, &tools))));
    };
    let takes = spec.parameters.get("properties").and_then(Value::as_object);
    let takes: Vec<String> = takes.into_iter().flat_map(|takes| takes.keys().cloned()).collect();
    let (name, _) = with.iter().find(|(name, _)| !takes.contains(name))?;
    Some(modes::no_such_argument(tool, name, &takes))
}

/// The mode and the rules, as they are shown to this person.
async fn shown(context: &mut Context<'_>, request: &Request, settings: &Settings) -> Stored<Message> {
    let whose = names_in(context, request, &settings.rules).await?;
    Ok(modes::mode(settings, &need_leave(context), &whose))
}

/// Stores changed rules and says so.
async fn rules_are(context: &mut Context<'_>, request: &Request, was: &Settings, settings: &Settings) -> Handled {
    context.save_settings("mode", was, settings).await?;
    let message = shown(context, request, settings).await?;
    undo_settings::set_all(context, request, message, Former::Rules(was.rules.clone())).await
}

/// Restores the rules as they were before a command, without those that ended meanwhile: rules for the ideas of a
/// former member, or made by somebody who lost the right to decide.
pub async fn rules_back(context: &mut Context<'_>, request: &Request, rules: &[Rule]) -> Handled {
    let was = context.settings().await?;
    let here = context.tx.people(&was.workspace).await?;
    let decides = |by: &PersonId, of: &PersonId| {
        here.iter().any(|p| p.id == *by && (p.role <= Role::Approver || (by == of && p.role == Role::Requester)))
    };
    let lasts = |rule: &&Rule| {
        let Some(of) = &rule.only_for else { return true };
        here.iter().any(|person| person.id == *of) && rule.granted.iter().all(|by| decides(by, of))
    };
    let settings = Settings { rules: rules.iter().filter(lasts).cloned().collect(), ..was.clone() };
    rules_are(context, request, &was, &settings).await
}

/// The names of the people for whose ideas a button made rules, as far as this person may see them: such an idea may
/// come from a direct chat.
async fn names_in(context: &mut Context<'_>, request: &Request, rules: &[Rule]) -> Stored<BTreeMap<PersonId, String>> {
    let decides = request.person.role <= Role::Approver;
    let shown = |person: &PersonId| request.room.direct() && (decides || request.person.id == *person);
    let people: BTreeSet<&PersonId> =
        rules.iter().filter_map(|rule| rule.only_for.as_ref()).filter(|person| shown(person)).collect();
    let mut names = BTreeMap::new();
    for person in people {
        if let Some(found) = context.tx.person(person).await? {
            names.insert(person.clone(), found.name);
        }
    }
    Ok(names)
}

/// The tools that need approval in some mode.
fn need_leave(context: &Context<'_>) -> Vec<String> {
    let tools = context.engine.parts.tools.iter();
    tools.filter(|tool| tool.terms().policy != Policy::Never).map(|tool| tool.spec().name).collect()
}

/// Ends the rules for the ideas of a person who leaves.
pub async fn drop_rules_for(context: &mut Context<'_>, person: &PersonId) -> Stored<()> {
    drop_rules(context, |rule| rule.only_for.as_ref() == Some(person)).await.map(drop)
}

/// Ends the rules that a person made with a button and no longer may make.
pub async fn drop_rules_by(context: &mut Context<'_>, person: &PersonId) -> Stored<()> {
    drop_rules(context, |rule| rule.only_for.is_some() && rule.granted.contains(person)).await.map(drop)
}

/// Ends the rule that a decision made, when the decision is undone. False: the decision made no rule that still
/// counts.
pub async fn ends_always(context: &mut Context<'_>, ticket: &Ticket, decision: &Decision) -> Stored<bool> {
    let always = decision.permit() == Some(Permit::Always);
    let Some(proposed) = decision.proposed.as_ref().filter(|_| always) else { return Ok(false) };
    let made = policy::lasting(&proposed.tool, &proposed.arguments, "", &ticket.requester, context.now);
    drop_rules(context, |rule| rule.is_about_the_same(&made)).await
}

/// Removes the rules for which `ends` holds. Returns whether there were any.
async fn drop_rules(context: &mut Context<'_>, ends: impl Fn(&Rule) -> bool) -> Stored<bool> {
    let mut settings = context.settings().await?;
    let was = settings.clone();
    settings.rules.retain(|rule| !ends(rule));
    let fewer = settings.rules.len() < was.rules.len();
    if fewer {
        context.save_settings("mode", &was, &settings).await?;
    }
    Ok(fewer)
}

/// Shows the whole call that a decision is about.
pub async fn show_call(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    decision: &DecisionId,
) -> Handled {
    let Some(proposed) = ticket.decision(decision).and_then(|d| d.proposed.as_ref()) else {
        return Ok(EventOutcome::Refused(late::forgotten()));
    };
    let slot = Slot::new(format!("{}/{decision}/call{}", ticket.id, context.seq));
    say::post(context, &request.room.id, slot, whole_call::message(ticket, proposed), request.reply.clone()).await?;
    Ok(EventOutcome::Decided(None))
}
