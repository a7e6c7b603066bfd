//! `/flow write`, `/flow 3 change` and `/flow example threshold change`: a model writes the script, outside of the
//! transaction. What it wrote goes the way of a script that somebody sent: its card shows the steps, and nothing of it runs
//! before somebody agrees.

use crate::engine::context::{Context, Handled, Request, effects, say};
use crate::engine::handlers::flows::new_flow;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::effect::Effect;
use crate::secretary::flow::submitted::{Found, Source, Submitted, Wanted};
use crate::secretary::flow::{Flow, Timing, examples};
use crate::secretary::intent::{Timed, rule_of};
use crate::secretary::message::Message;
use crate::secretary::message::action::Action;
use crate::secretary::names::phrases::short;
use crate::secretary::when::When;
use crate::secretary::wording::schedules::flows::{cards, commands as wording};

/// The most characters of a name that gets a number, since another flow has it.
const NUMBERED: usize = 50;

/// `/flow 3 change`, with what it is to do otherwise.
pub async fn change(context: &mut Context<'_>, request: &Request, flow: &Flow, words: String) -> Handled {
    let so_far = (flow.name.as_str(), flow.script.as_str(), format!("flow {} change", flow.number));
    let wanted = Wanted { words, flow: Some((flow.id.clone(), flow.version)), example: None };
    changed(context, request, so_far, wanted).await
}

/// `/flow example threshold change`, with what it is to do otherwise.
pub async fn adapt(context: &mut Context<'_>, request: &Request, name: &str, words: String) -> Handled {
    let Some(example) = examples::named(name) else { return new_flow::no_example(context, request, name).await };
    let so_far = (example.name, example.script, format!("flow example {} change", example.name));
    let wanted = Wanted { words, flow: None, example: Some(example.name.to_owned()) };
    changed(context, request, so_far, wanted).await
}

/// Has a script changed that is there: its name, itself, and the command that changes it. Words are asked for if there are
/// none; without a model the script itself comes, to be changed and sent back.
async fn changed(
    context: &mut Context<'_>,
    request: &Request,
    (name, script, line): (&str, &str, String),
    wanted: Wanted,
) -> Handled {
    if !context.engine.parts.model.reads() {
        return say::answer(context, request, wording::change_by_file(name, script).own()).await;
    }
    if wanted.words.is_empty() {
        say::expect(context, request, &Action::Command { line }).await?;
        return say::answer(context, request, wording::ask_change(name).own()).await;
    }
    write(context, request, wanted).await
}

/// Has a script written, or changed.
pub async fn write(context: &mut Context<'_>, request: &Request, wanted: Wanted) -> Handled {
    if !context.engine.parts.model.reads() {
        return say::ask(context, request, |keys| wording::no_model(keys).own()).await;
    }
    say::say(context, request, Message::lines([wording::WRITING]).silently().own()).await?;
    let mut submitted = new_flow::submitted(context, request, "", Source::Words(wanted));
    // The words above have taken the place of the "thinking" sign.
    submitted.reply.handle = None;
    let effect = Effect::CheckFlow { submitted: Box::new(submitted) };
    effects::carry_out(context, vec![effect], None).await?;
    Ok(EventOutcome::Decided(None))
}

/// Handles what came of it.
pub async fn came_of_it(context: &mut Context<'_>, request: &Request, submitted: &Submitted, found: &Found) -> Handled {
    let Source::Words(wanted) = &submitted.source else { return Ok(EventOutcome::Decided(None)) };
    let flow = match &wanted.flow {
        Some((id, _)) => {
            let flow = context.tx.flow(id).await?;
            let flow = flow.filter(|flow| flow.workspace == request.person.workspace && !flow.deleted());
            let Some(flow) = flow else { return say::refuse(context, request, cards::gone()).await };
            Some(flow)
        }
        None => None,
    };
    let order = match (&flow, &wanted.example) {
        (Some(flow), _) => format!("flow {} change {}", flow.number, wanted.words),
        (None, Some(example)) => format!("flow example {example} change {}", wanted.words),
        (None, None) => format!("flow write {}", wanted.words),
    };
    match found {
        Found::Written { written, calls, lines } => {
            let timing = timing_of(context, request, written.when.as_ref()).await?;
            let draft = |name: &str| new_flow::drafted(name, &written.script, (calls, lines));
            match flow {
                Some(flow) if wanted.flow.as_ref().is_some_and(|(_, version)| *version != flow.version) => {
                    say::refuse(context, request, wording::changed_meanwhile(flow.number)).await
                }
                Some(flow) => {
                    let draft = draft(&flow.name);
                    new_flow::replaced(context, request, flow, draft, (timing, wording::NOT_CHANGED)).await
                }
                None => {
                    let draft = draft(&free_name(context, &written.name).await?);
                    new_flow::added(context, request, draft, (timing, wording::WRITTEN)).await
                }
            }
        }
        Found::Delayed => {
            say::answer(context, request, Message::lines([wording::model_delayed()]).silently().own()).await
        }
        Found::Unusable => say::ask(context, request, |keys| wording::unusable(&order, keys).own()).await,
        Found::NotNow(why) => say::ask(context, request, |keys| wording::not_now(why, &order, keys).own()).await,
        Found::Script { .. } | Found::Wrong { .. } | Found::TooLarge | Found::Gone | Found::NoText => {
            Ok(EventOutcome::Decided(None))
        }
    }
}

/// The time that was asked for with a script. One that is over by now is none.
async fn timing_of(context: &mut Context<'_>, request: &Request, when: Option<&When>) -> Stored<Option<Timing>> {
    let Some(when) = when else { return Ok(None) };
    let zone = context.zone_of(&request.person).await?;
    let timed = rule_of(when, zone, context.now).ok();
    Ok(timed.map(|Timed { rule, zone, .. }| Timing { rule, zone: zone.name().to_owned() }))
}

/// A name that no flow here has: scripts call others by it, and another flow of that name keeps its script.
async fn free_name(context: &mut Context<'_>, name: &str) -> Stored<String> {
    let here = context.workspace();
    let flows = context.tx.flows(&here).await?;
    let free = |name: &String| !flows.iter().any(|flow: &Flow| flow.name.eq_ignore_ascii_case(name));
    let numbered = (2_u32..).map(|number| format!("{} {number}", short(name, NUMBERED)));
    Ok(std::iter::once(name.to_owned()).chain(numbered).find(free).unwrap_or_default())
}
