//! `/flow new`: a script that was typed, sent as a file, or comes with the program. It is read outside of the transaction;
//! what was found makes a flow that nobody has agreed to yet, or is told with a way to mend it.

use crate::engine::context::{Context, Handled, Request, audit_log, effects, say};
use crate::engine::flows::{former, shown};
use crate::engine::handlers::flows::{list_flows, write_flow};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::effect::Effect;
use crate::secretary::flow::functions::HostFunction;
use crate::secretary::flow::outline::Line;
use crate::secretary::flow::submitted::{Found, Source, Submitted, unfenced};
use crate::secretary::flow::{Draft, Flow, FlowFault, LONGEST_NAME, Timing, examples};
use crate::secretary::ids::FlowId;
use crate::secretary::intent::pieces;
use crate::secretary::message::action::Action;
use crate::secretary::names::phrases::line;
use crate::secretary::permissions::Operation;
use crate::secretary::wording::schedules::flows::{cards, commands as wording, fault, steps};

/// `/flow new`, with the script behind its first line; without one it is asked for.
pub async fn make(context: &mut Context<'_>, request: &Request, name: &str, script: &str) -> Handled {
    let typed = unfenced(script);
    if typed.trim().is_empty() {
        return ask_script(context, request, name, "").await;
    }
    sent(context, request, name, Source::Text(typed.to_owned())).await
}

/// The button "Edit" of a script that could not be read, or the words that were asked for.
pub async fn words(
    context: &mut Context<'_>,
    request: &Request,
    (name, typed): (&str, &str),
    text: Option<&str>,
) -> Handled {
    match text.map(unfenced).filter(|text| !text.trim().is_empty()) {
        Some(text) if request.message.is_some() && pieces::cut(request.room.place.platform, text) => {
            // A file is still awaited.
            say::expect(context, request, &Action::NewFlow { name: name.to_owned(), typed: typed.to_owned() }).await?;
            Ok(EventOutcome::Refused(wording::cut()))
        }
        Some(text) => sent(context, request, name, Source::Text(text.to_owned())).await,
        None => ask_script(context, request, name, typed).await,
    }
}

async fn ask_script(context: &mut Context<'_>, request: &Request, name: &str, typed: &str) -> Handled {
    if let Err(why) = may_make(context, request, name) {
        return say::refuse(context, request, why).await;
    }
    say::expect(context, request, &Action::NewFlow { name: name.to_owned(), typed: typed.to_owned() }).await?;
    say::answer(context, request, wording::ask_script(name).own()).await
}

/// `/flow new from threshold`: a flow that comes with the program.
pub async fn from_example(context: &mut Context<'_>, request: &Request, name: &str) -> Handled {
    match examples::named(name) {
        Some(example) => sent(context, request, example.name, Source::Text(example.script.to_owned())).await,
        None => no_example(context, request, name).await,
    }
}

/// `/flow example threshold`: a flow that comes with the program, with ways to have it.
pub async fn show_example(context: &mut Context<'_>, request: &Request, name: &str) -> Handled {
    match examples::named(name) {
        Some(example) => say::ask(context, request, |keys| wording::example(example, keys).own()).await,
        None => no_example(context, request, name).await,
    }
}

/// A name that none of those has that come with the program.
pub async fn no_example(context: &mut Context<'_>, request: &Request, name: &str) -> Handled {
    let names: Vec<&str> = examples::ALL.iter().map(|example| example.name).collect();
    say::refuse(context, request, wording::no_example(name, &names)).await
}

/// Whether this person may make a flow, and one of this name.
fn may_make(context: &mut Context<'_>, request: &Request, name: &str) -> Result<(), String> {
    audit_log::may(context, request, Operation::SendIdea)?;
    if line(name).chars().count() > LONGEST_NAME { Err(fault(&FlowFault::LongName)) } else { Ok(()) }
}

/// Has a script read.
pub async fn sent(context: &mut Context<'_>, request: &Request, name: &str, source: Source) -> Handled {
    if let Err(why) = may_make(context, request, name) {
        return say::refuse(context, request, why).await;
    }
    let submitted = submitted(context, request, name, source);
    let effect = Effect::CheckFlow { submitted: Box::new(submitted) };
    effects::carry_out(context, vec![effect], None).await?;
    Ok(EventOutcome::Decided(None))
}

/// A script of this person on its way to a flow.
pub fn submitted(context: &Context<'_>, request: &Request, name: &str, source: Source) -> Submitted {
    Submitted {
        workspace: context.workspace(),
        person: request.person.id.clone(),
        joined_at: request.person.joined_at,
        room: request.room.id.clone(),
        reply: request.reply.clone(),
        name: line(name),
        source,
    }
}

/// Handles what was found in a script, or came of writing it.
pub async fn checked(context: &mut Context<'_>, submitted: &Submitted, found: &Found) -> Handled {
    context.here = submitted.workspace.clone();
    let Some(request) = request_of(context, submitted).await? else { return Ok(EventOutcome::Decided(None)) };
    let (request, name) = (&request, submitted.name.as_str());
    match found {
        Found::Script { script, calls, lines } => made(context, request, name, (script, calls, lines)).await,
        Found::Wrong { script, why, place } => {
            let why = (why.as_str(), place.as_deref());
            say::ask(context, request, |keys| wording::unreadable(name, script, why, keys).own()).await
        }
        Found::TooLarge => say::refuse(context, request, fault(&FlowFault::LongScript)).await,
        Found::Gone => say::refuse(context, request, wording::file_gone()).await,
        Found::NoText => say::refuse(context, request, wording::no_text()).await,
        Found::Written { .. } | Found::Delayed | Found::Unusable | Found::NotNow(_) => {
            Box::pin(write_flow::came_of_it(context, request, submitted, found)).await
        }
    }
}

/// The request of a script that was sent. None: its sender is gone, or everything of theirs was erased meanwhile.
async fn request_of(context: &mut Context<'_>, submitted: &Submitted) -> Stored<Option<Request>> {
    let person = context.tx.person(&submitted.person).await?.filter(|person| submitted.is_of(person));
    let room = context.tx.room(&submitted.room).await?;
    let (Some(person), Some(room)) = (person, room) else { return Ok(None) };
    let (reply, said_at) = (submitted.reply.clone(), context.now);
    let message = reply.message.clone();
    Ok(Some(Request { person, room, message, reply, private: false, turned: None, said_at }))
}

/// Makes a flow of a script that can be read. An own flow of the same name takes the script instead.
async fn made(
    context: &mut Context<'_>,
    request: &Request,
    name: &str,
    (script, calls, lines): (&str, &[String], &[Line]),
) -> Handled {
    let unknown: Vec<String> = calls.iter().filter(|call| HostFunction::of_name(call).is_none()).cloned().collect();
    if !unknown.is_empty() {
        return say::ask(context, request, |keys| wording::unknown_calls(name, script, &unknown, keys).own()).await;
    }
    let draft = drafted(name, script, (calls, lines));
    let own = |flow: &Flow| flow.owner == request.person.id && flow.name == draft.name;
    match list_flows::visible(context, request).await?.into_iter().find(own) {
        Some(flow) => replaced(context, request, flow, draft, (None, "")).await,
        None => added(context, request, draft, (None, "")).await,
    }
}

/// A flow as it is made of its script.
pub fn drafted(name: &str, script: &str, (calls, lines): (&[String], &[Line])) -> Draft {
    let (name, script, steps) = (name.to_owned(), script.to_owned(), steps::steps(script, calls, lines));
    Draft { name, script, steps, may: calls.to_vec() }
}

/// Makes a new flow, with the time that was asked for. `lead`: what its card begins with.
pub async fn added(
    context: &mut Context<'_>,
    request: &Request,
    draft: Draft,
    (timing, lead): (Option<Timing>, &str),
) -> Handled {
    let here = context.workspace();
    let number = context.tx.next_flow_number(&here).await?;
    let id = FlowId::new(context.seed.id("flow"));
    let room = request.channel().clone();
    match Flow::new((id, number), &request.person, room, draft.clone(), context.now) {
        Ok(flow) => {
            let flow = Flow { timing, ..flow };
            context.tx.save_flow(&flow).await?;
            list_flows::show(context, request, &flow, lead).await
        }
        Err(why) => no_flow_yet(context, request, &draft, &why).await,
    }
}

/// Gives a flow another script, and the time that was asked for with it. `same`: said if nothing is changed by that.
pub async fn replaced(
    context: &mut Context<'_>,
    request: &Request,
    mut flow: Flow,
    draft: Draft,
    (timing, same): (Option<Timing>, &str),
) -> Handled {
    let before = flow.clone();
    if let Err(why) = flow.change(draft.clone()) {
        return no_flow_yet(context, request, &draft, &why).await;
    }
    flow.timing = timing.or_else(|| before.timing.clone());
    let script = flow.version != before.version;
    if !script && flow.timing == before.timing {
        return list_flows::show(context, request, &flow, same).await;
    }
    context.tx.save_flow(&flow).await?;
    if !script {
        return list_flows::show(context, request, &flow, "").await;
    }
    // They cannot go on with another script, and nobody has agreed to that yet.
    let held = former::hold(context, &flow).await?;
    shown::outdate_cards(context, &before).await?;
    let zone = context.zone_of(&request.person).await?;
    let mut keys = context.keys();
    let message = cards::changed(&flow, before, held, (zone, context.now), &mut keys);
    say::put(context, request, shown::card_slot(&flow), message, keys).await
}

async fn no_flow_yet(context: &mut Context<'_>, request: &Request, draft: &Draft, why: &FlowFault) -> Handled {
    say::ask(context, request, |keys| wording::no_flow_yet(&draft.name, &draft.script, why, keys).own()).await
}
