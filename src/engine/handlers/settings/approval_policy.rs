//! What agents may do unasked,: showing and changing it, and remembering what somebody allowed for good.

use crate::engine::context::audit_log;
use crate::engine::context::say;
use crate::engine::context::{Context, Request};
use crate::engine::routing::commands;
use crate::engine::routing::undo::undo_buttons;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::audit::What;
use crate::secretary::decision::Decision;
use crate::secretary::decision::approval::Permit;
use crate::secretary::ids::{DecisionId, PersonId, Slot};
use crate::secretary::message::undo_order;
use crate::secretary::message::undo_order::Former;
use crate::secretary::people::workspace::{Role, Settings};
use crate::secretary::policy::modes::Change;
use crate::secretary::policy::{self, Policy, Rule, modes as order};
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::decision::approvals;
use crate::secretary::wording::settings::modes;
use crate::secretary::wording::talk::late;
use std::collections::{BTreeMap, BTreeSet};

/// Rules there may be: more nobody keeps in view.
const MOST_RULES: usize = 50;

/// `/mode`
pub(in crate::engine) async fn mode(
    context: &mut Context<'_>,
    request: &Request,
    change: Option<Change>,
) -> Stored<EventOutcome> {
    let mut settings = context.settings().await?;
    let was = settings.clone();
    let rules = !matches!(change, Some(Change::Mode(_)));
    match change {
        None => {
            let whose = names_in(context, request, &settings.rules).await?;
            return commands::answer(context, request, modes::mode(&settings, &need_leave(context), &whose)).await;
        }
        Some(Change::Mode(mode)) => settings.mode = mode,
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
            let tools: Vec<String> = context.engine.parts.tools.iter().map(|t| t.spec().name).collect();
            let meant = if tools.contains(&tool) { None } else { order::meant(then, &tool, &tools) };
            let tool = meant.map_or(tool, str::to_owned);
            if !tools.contains(&tool) {
                let near = order::nearest(&tool, &tools);
                return say::refuse(context, request, modes::no_such_tool(&tool, &tools, (then, near))).await;
            }
            let spec = context.engine.parts.tools.iter().map(|t| t.spec()).find(|spec| spec.name == tool);
            let takes: Vec<String> = spec
                .and_then(|s| Some(s.parameters.get("properties")?.as_object()?.keys().cloned().collect()))
                .unwrap_or_default();
            if let Some((name, _)) = with.iter().find(|(name, _)| !takes.contains(name)) {
                return say::refuse(context, request, modes::no_such_argument(&tool, name, &takes)).await;
            }
            let (by, granted) = (request.person.name.clone(), vec![request.person.id.clone()]);
            let rule = Rule { tool, with, then, by, only_for: None, free: Vec::new(), granted, at: context.now };
            // What is wanted last counts first.
            settings.rules.retain(|r| !r.is_about_the_same(&rule));
            settings.rules.insert(0, rule);
        }
    }
    if rules {
        return rules_are(context, request, &was, &settings).await;
    }
    audit_log::note(context, What::setting("mode", &was, &settings));
    context.tx.save_settings(&settings).await?;
    let whose = names_in(context, request, &settings.rules).await?;
    let message = modes::mode(&settings, &need_leave(context), &whose);
    undo_buttons::set(context, request, message, undo_order::order(&was, "mode")).await
}

/// Keeps other rules, and says so.
async fn rules_are(
    context: &mut Context<'_>,
    request: &Request,
    was: &Settings,
    settings: &Settings,
) -> Stored<EventOutcome> {
    audit_log::note(context, What::setting("mode", was, settings));
    context.tx.save_settings(settings).await?;
    let whose = names_in(context, request, &settings.rules).await?;
    let message = modes::mode(settings, &need_leave(context), &whose);
    undo_buttons::set_all(context, request, message, Former::Rules(was.rules.clone())).await
}

/// The rules are as they were before an order, but for those that ended meanwhile: for the ideas of somebody who left, or given
/// by somebody who decides no more.
pub(in crate::engine) async fn rules_back(
    context: &mut Context<'_>,
    request: &Request,
    rules: &[Rule],
) -> Stored<EventOutcome> {
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

/// What those are called for whose ideas rules were made with a button, as far as whoever asks may see what these say: it
/// may come from a direct chat.
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

/// The tools that are not used without leave in every mode.
fn need_leave(context: &Context<'_>) -> Vec<String> {
    let tools = context.engine.parts.tools.iter();
    tools.filter(|tool| tool.terms().policy != Policy::Never).map(|tool| tool.spec().name).collect()
}

/// Somebody allowed something for good, with a button.
pub(in crate::engine) async fn allow(context: &mut Context<'_>, rule: &Rule) -> Stored<()> {
    let mut settings = context.settings().await?;
    let was = settings.clone();
    settings.rules.retain(|r| !r.is_about_the_same(rule));
    // Rules of owners count before it, and the oldest makes room.
    if settings.rules.len() >= MOST_RULES
        && let Some(oldest) = settings.rules.iter().position(|r| r.only_for.is_some())
    {
        settings.rules.remove(oldest);
    }
    settings.rules.push(rule.clone());
    audit_log::note(context, What::setting("mode", &was, &settings));
    context.tx.save_settings(&settings).await
}

/// What was allowed for somebody's ideas ends with them.
pub(in crate::engine) async fn drop_rules_for(context: &mut Context<'_>, person: &PersonId) -> Stored<()> {
    drop_rules(context, |rule| rule.only_for.as_ref() == Some(person)).await.map(drop)
}

/// What somebody allowed for good, with a button, ends with their right to decide.
pub(in crate::engine) async fn drop_rules_by(context: &mut Context<'_>, person: &PersonId) -> Stored<()> {
    drop_rules(context, |rule| rule.only_for.is_some() && rule.granted.contains(person)).await.map(drop)
}

/// What a decision allowed for good ends: whoever takes it back is asked again. False: it allowed nothing that still counts.
pub(in crate::engine) async fn ends_always(
    context: &mut Context<'_>,
    ticket: &Ticket,
    decision: &Decision,
) -> Stored<bool> {
    let always = decision.permit() == Some(Permit::Always);
    let Some(proposed) = decision.proposed.as_ref().filter(|_| always) else { return Ok(false) };
    let made = policy::lasting(&proposed.tool, &proposed.arguments, "", &ticket.requester, context.now);
    drop_rules(context, |rule| rule.is_about_the_same(&made)).await
}

/// Whether there were any.
async fn drop_rules(context: &mut Context<'_>, ends: impl Fn(&Rule) -> bool) -> Stored<bool> {
    let mut settings = context.settings().await?;
    let was = settings.clone();
    settings.rules.retain(|rule| !ends(rule));
    let fewer = settings.rules.len() < was.rules.len();
    if fewer {
        audit_log::note(context, What::setting("mode", &was, &settings));
        context.tx.save_settings(&settings).await?;
    }
    Ok(fewer)
}

/// All of the call a decision is about.
pub(in crate::engine) async fn show_call(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    decision: &DecisionId,
) -> Stored<EventOutcome> {
    let Some(proposed) = ticket.decision(decision).and_then(|d| d.proposed.as_ref()) else {
        return Ok(EventOutcome::Refused(late::forgotten()));
    };
    let slot = Slot::new(format!("{}/{decision}/call{}", ticket.id, context.seq));
    say::post(context, &request.room.id, slot, approvals::whole(ticket, proposed), request.reply.clone()).await?;
    Ok(EventOutcome::Decided(None))
}
