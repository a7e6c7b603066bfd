//! New ideas: opens a ticket for each.

use crate::engine::context::apply_event;
use crate::engine::context::audit_log;
use crate::engine::context::say;
use crate::engine::context::visibility;
use crate::engine::context::{Context, Request};
use crate::ports::store::{EventOutcome, Posted, Stored};
use crate::secretary::ids::TicketId;
use crate::secretary::intent::thinking::Usage;
use crate::secretary::message::routing;
use crate::secretary::people::permissions::Operation;
use crate::secretary::policy::Source;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Stage, Status, Ticket};
use crate::secretary::{redaction, wording};
use std::collections::BTreeMap;

/// Opens a ticket for a new idea. `alone`: the person said that it is no addition to another ticket.
pub(in crate::engine) async fn idea(
    context: &mut Context<'_>,
    request: &Request,
    text: &str,
    message: Option<&str>,
    alone: bool,
) -> Stored<EventOutcome> {
    if let Err(why) = audit_log::may(context, request, Operation::SendIdea) {
        return say::refuse(context, request, why).await;
    }
    new_ticket(context, request, text, message, alone).await
}

/// Opens a ticket for words, whatever else they may mean.
pub(in crate::engine) async fn new_ticket(
    context: &mut Context<'_>,
    request: &Request,
    text: &str,
    message: Option<&str>,
    alone: bool,
) -> Stored<EventOutcome> {
    let ticket = begun(context, request, text, message, alone).await?;
    apply_event::act(context, request, &ticket, &Event::IdeaReceived).await
}

/// Opens a ticket of an understood idea, whose first event carries the understanding.
pub(in crate::engine) async fn opened(
    context: &mut Context<'_>,
    request: &Request,
    text: &str,
    message: Option<&String>,
) -> Stored<Ticket> {
    begun(context, request, text, message.map(String::as_str), true).await
}

async fn begun(
    context: &mut Context<'_>,
    request: &Request,
    text: &str,
    message: Option<&str>,
    alone: bool,
) -> Stored<Ticket> {
    let ticket = open_ticket(context, request, text, alone).await?;
    if let Some(message) = message {
        let posted = Posted {
            slot: ticket.slot("idea"),
            room: request.room.id.clone(),
            part: 0,
            place: request.room.place.clone(),
            message: message.to_owned(),
            at: context.now,
        };
        context.tx.save_posted(&posted).await?;
    }
    Ok(ticket)
}

/// An id derived from this event. Each of several requests in one message has its own.
pub(in crate::engine) fn fresh_id(context: &Context<'_>, what: &str) -> String {
    match context.part {
        0 | 1 => context.seed.id(what),
        part => context.seed.id(&format!("{what}/{part}")),
    }
}

async fn open_ticket(context: &mut Context<'_>, request: &Request, text: &str, alone: bool) -> Stored<Ticket> {
    let (priority, idea) = routing::priority(text);
    // The receipt says that something was hidden.
    context.hid &= !redaction::marked(&idea);
    let number = context.tx.next_number(&context.workspace()).await?;
    let running = if request.room.direct() && !alone {
        let at_work = vec![Status::Confirming, Status::Working, Status::Deciding, Status::Waiting, Status::Reporting];
        let open = visibility::of_person(context, request, at_work).await?;
        let takes = |t: &Ticket| matches!(t.stage, Stage::Confirming | Stage::Working | Stage::Reporting);
        open.into_iter().find(takes).map(|t| (t.id, t.number))
    } else {
        None
    };
    let (room, direct) = match &request.room.thread_of {
        Some((_, channel)) => (channel.clone(), false),
        None => (request.room.id.clone(), request.room.direct()),
    };
    Ok(Ticket {
        id: TicketId::new(fresh_id(context, "ticket")),
        workspace: context.workspace(),
        number,
        requester: request.person.id.clone(),
        requester_name: request.person.name.clone(),
        room,
        direct,
        unread_files: std::mem::take(&mut context.unread_files),
        title: wording::short(&idea, 80),
        idea,
        priority,
        stage: Stage::Intake,
        paused: false,
        hold: crate::secretary::ticket::hold::Hold::default(),
        rounds: Vec::new(),
        shaped_by: Vec::new(),
        edits: Vec::new(),
        additions: Vec::new(),
        curious: false,
        insists: false,
        taken_back: 0,
        go: None,
        replanned: Vec::new(),
        minutes: None,
        requirement: crate::secretary::ticket::plan::Requirement::default(),
        tasks: Vec::new(),
        decisions: Vec::new(),
        read: if context.passed_on { vec![Source::Forwarded] } else { Vec::new() },
        allowed_once: Vec::new(),
        files: Vec::new(),
        reports: Vec::new(),
        usage: Usage::default(),
        waiting: None,
        doing: String::new(),
        beside: running,
        token: None,
        shown: BTreeMap::new(),
        asked: 0,
        created_at: request.said_at,
        updated_at: context.now,
        started_at: None,
        version: 0,
    })
}
