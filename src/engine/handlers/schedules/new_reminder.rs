//! New reminders before they are set: complete ones are ordered, missing parts are asked for.

use crate::engine::context::{Context, Handled, Request, say};
use crate::engine::handlers::schedules::fire;
use crate::ports::grammar::Timely;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::intent::Timed;
use crate::secretary::message::action::Action;
use crate::secretary::people::workspace::Role;
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::when::WhenError;
use crate::secretary::wording::schedules::reminding as wording;

/// Asks for the missing part of a reminder, or orders the reminder if none is missing.
pub async fn ask_reminder(
    context: &mut Context<'_>,
    request: &Request,
    what: Option<String>,
    timed: Option<Timed>,
) -> Handled {
    let (message, rule, zone) = match (&what, timed) {
        (Some(what), None) => (wording::ask_time(what), None, None),
        (None, Some(Timed { rule, zone, .. })) => {
            let named = (zone != context.zone_of(&request.person).await?).then(|| zone.name().to_owned());
            (wording::ask_words(&rule, zone, context.now), Some(rule), named)
        }
        (Some(what), Some(timed)) => {
            return fire::order(context, request, Duty::Remind(what.clone()), timed, &[]).await;
        }
        (None, None) => return say::refuse(context, request, wording::how_to()).await,
    };
    let action = Action::Remind { what, rule, zone, person: Some(request.person.id.clone()) };
    say::expect(context, request, &action).await?;
    say::answer(context, request, message.own()).await
}

/// `/remind`: a text with a time at its beginning or end. Missing parts are asked for.
pub async fn remind_by_command(context: &mut Context<'_>, request: &Request, text: &str) -> Handled {
    if text.trim().is_empty() {
        return say::refuse(context, request, wording::how_to()).await;
    }
    let zone = context.zone_of(&request.person).await?;
    let Timely { rest, timed } = context.engine.parts.grammar.timely(text, zone, request.said_at);
    match timed {
        Some(Ok(timed)) if rest.is_empty() => ask_reminder(context, request, None, Some(timed)).await,
        Some(Ok(timed)) => fire::order(context, request, Duty::Remind(rest), timed, &[]).await,
        Some(Err(why)) => {
            if !rest.is_empty() {
                let person = Some(request.person.id.clone());
                let action = Action::Remind { what: Some(rest), rule: None, zone: None, person };
                say::expect(context, request, &action).await?;
            }
            say::refuse(context, request, why.to_string()).await
        }
        None => ask_reminder(context, request, Some(rest).filter(|rest| !rest.is_empty()), None).await,
    }
}

/// Whether words may answer what was asked about a reminder: where its time is missing, a time alone may; where its text
/// is missing, any words may without a language model, and a model reads whether they are about something else.
pub async fn may_answer(context: &mut Context<'_>, request: &Request, action: &Action, text: &str) -> Stored<bool> {
    let Action::Remind { what, rule, .. } = action else { return Ok(true) };
    if what.is_none() || rule.is_some() {
        return Ok(what.is_some() || !context.engine.parts.model.reads());
    }
    let zone = context.zone_of(&request.person).await?;
    let read = context.engine.parts.grammar.time(text, zone, request.said_at);
    Ok(!matches!(read, Err(WhenError::NotUnderstood { .. } | WhenError::Empty | WhenError::TooLong)))
}

/// Handles a button of the question about a reminder, or the words that were asked for.
pub async fn remind(context: &mut Context<'_>, request: &Request, action: &Action, text: Option<&str>) -> Handled {
    let Action::Remind { what, rule, zone, person } = action else { return Ok(EventOutcome::Decided(None)) };
    let asker = match person.as_ref().filter(|person| **person != request.person.id) {
        Some(_) if request.person.power() != Role::Owner => return Ok(EventOutcome::Refused(wording::not_yours())),
        // An owner answers for the person who asked.
        Some(person) => context.tx.person(person).await?,
        None => None,
    };
    let request = &Request { person: asker.unwrap_or_else(|| request.person.clone()), ..request.clone() };
    let own = context.zone_of(&request.person).await?;
    let timed = rule.clone().map(|rule| Timed::kept(rule, zone.as_deref(), own));
    match (text, what.clone(), timed) {
        (Some(text), Some(what), None) => {
            match context.engine.parts.grammar.time(text, own, request.said_at) {
                Ok(timed) => fire::order(context, request, Duty::Remind(what), timed, &[]).await,
                Err(why) => {
                    // The words are still awaited.
                    say::expect(context, request, action).await?;
                    say::refuse(context, request, why.to_string()).await
                }
            }
        }
        (Some(text), None, Some(timed)) => {
            fire::order(context, request, Duty::Remind(text.trim().to_owned()), timed, &[]).await
        }
        (Some(_), ..) => say::refuse(context, request, wording::how_to()).await,
        (None, Some(what), Some(timed)) => {
            let all = context.tx.schedules(&context.workspace()).await?;
            let duty = Duty::Remind(what);
            let same =
                |s: &Schedule| s.owner == request.person.id && s.duty == duty && s.rule == timed.rule && !s.over();
            if all.iter().any(same) {
                return Ok(EventOutcome::Refused(wording::set_already()));
            }
            fire::order(context, request, duty, timed, &[]).await
        }
        // The words may say when.
        (None, Some(what), None) => remind_by_command(context, request, &what).await,
        (None, None, timed) => ask_reminder(context, request, None, timed).await,
    }
}
