//! New reminders before they are set: complete ones are ordered, missing parts are asked for.

use crate::engine::context::{Context, Handled, Request, say};
use crate::engine::handlers::schedules::fire;
use crate::ports::grammar::Timely;
use crate::ports::store::EventOutcome;
use crate::secretary::message::action::Action;
use crate::secretary::people::workspace::Role;
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::when::Rule;
use crate::secretary::wording::schedules::reminding as wording;

/// Asks for the missing part of a reminder, or orders the reminder if none is missing.
pub async fn ask_reminder(
    context: &mut Context<'_>,
    request: &Request,
    what: Option<String>,
    rule: Option<Rule>,
) -> Handled {
    let message = match (&what, &rule) {
        (Some(what), None) => wording::ask_time(what),
        (None, Some(rule)) => {
            let zone = context.zone_of(&request.person).await?;
            wording::ask_words(rule, zone, context.now)
        }
        (Some(what), Some(rule)) => {
            return fire::order_reminder(context, request, what.clone(), rule.clone(), &[]).await;
        }
        (None, None) => return say::refuse(context, request, wording::how_to()).await,
    };
    let action = Action::Remind { what, rule, person: Some(request.person.id.clone()) };
    say::expect(context, request, &action).await?;
    say::answer(context, request, message).await
}

/// `/remind`: a text with a time at its beginning or end. Missing parts are asked for.
pub async fn remind_by_command(context: &mut Context<'_>, request: &Request, text: &str) -> Handled {
    if text.trim().is_empty() {
        return say::refuse(context, request, wording::how_to()).await;
    }
    let zone = context.zone_of(&request.person).await?;
    let Timely { rest, timed } = context.engine.parts.grammar.timely(text, zone, request.said_at);
    match timed {
        Some(Ok(timed)) if rest.is_empty() => ask_reminder(context, request, None, Some(timed.rule)).await,
        Some(Ok(timed)) => fire::order(context, request, Duty::Remind(rest), timed, &[]).await,
        Some(Err(why)) => {
            if !rest.is_empty() {
                let action = Action::Remind { what: Some(rest), rule: None, person: Some(request.person.id.clone()) };
                say::expect(context, request, &action).await?;
            }
            say::refuse(context, request, why.to_string()).await
        }
        None => ask_reminder(context, request, Some(rest).filter(|rest| !rest.is_empty()), None).await,
    }
}

/// Handles a button of the question about a reminder, or the words that were asked for.
pub async fn remind(context: &mut Context<'_>, request: &Request, action: &Action, text: Option<&str>) -> Handled {
    let Action::Remind { what, rule, person } = action else { return Ok(EventOutcome::Decided(None)) };
    let asker = match person.as_ref().filter(|person| **person != request.person.id) {
        Some(_) if request.person.power() != Role::Owner => return Ok(EventOutcome::Refused(wording::not_yours())),
        // An owner answers for the person who asked.
        Some(person) => context.tx.person(person).await?,
        None => None,
    };
    let request = &Request { person: asker.unwrap_or_else(|| request.person.clone()), ..request.clone() };
    match (text, what.clone(), rule.clone()) {
        (Some(text), Some(what), None) => {
            let zone = context.zone_of(&request.person).await?;
            match context.engine.parts.grammar.time(text, zone, request.said_at) {
                Ok(timed) => fire::order(context, request, Duty::Remind(what), timed, &[]).await,
                Err(why) => {
                    // The words are still awaited.
                    say::expect(context, request, action).await?;
                    say::refuse(context, request, why.to_string()).await
                }
            }
        }
        (Some(text), None, Some(rule)) => {
            fire::order_reminder(context, request, text.trim().to_owned(), rule, &[]).await
        }
        (Some(_), ..) => say::refuse(context, request, wording::how_to()).await,
        (None, Some(what), Some(rule)) => {
            let all = context.tx.schedules(&context.workspace()).await?;
            let duty = Duty::Remind(what.clone());
            let same = |s: &Schedule| s.owner == request.person.id && s.duty == duty && s.rule == rule && !s.over();
            if all.iter().any(same) {
                return Ok(EventOutcome::Refused(wording::set_already()));
            }
            fire::order_reminder(context, request, what, rule, &[]).await
        }
        (None, what, rule) => ask_reminder(context, request, what, rule).await,
    }
}
