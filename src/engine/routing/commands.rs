//! Commands: what each reads, which permission it needs, and its answer.

use crate::engine::context::{
    Context, Handled, Request, audit_log, directory, effects, find_room, say, undo_stack, visibility,
};
use crate::engine::flows;
use crate::engine::handlers::decisions::{choose, list_waiting};
use crate::engine::handlers::flows::{change_flow, list_flows};
use crate::engine::handlers::notes::keep_note;
use crate::engine::handlers::people::{deputies, erase, invitations, leaving, members, personal_data};
use crate::engine::handlers::rooms::workspaces;
use crate::engine::handlers::schedules::{
    brief, change_schedule, delete_schedule, fire, list_schedules, new_reminder, time_zones,
};
use crate::engine::handlers::settings::{approval_policy, budgets, undo_settings, workspace_settings};
use crate::engine::handlers::tickets::{cancel_all, history, new_ideas, received_files, reports, work_by_clock};
use crate::engine::transition::{agent_queue, apply_event, open_room, ticket_views};
use crate::ports::store::EventOutcome;
use crate::secretary::inbound::Place;
use crate::secretary::message::action::NoteAct;
use crate::secretary::message::commands::{Order, Which};
use crate::secretary::message::views::Shows;
use crate::secretary::message::{Message, routing, undo_order};
use crate::secretary::notes::Wish;
use crate::secretary::orders::{budget, read_command};
use crate::secretary::people::room_purposes::{Purpose, Switch};
use crate::secretary::permissions::{Operation, operation_of};
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Stage, Status, Ticket, Waiting};
use crate::secretary::wording::talk::{help, refusals};
use crate::secretary::wording::{self, ticket::waiting};

/// Handles a typed command.
pub async fn command(context: &mut Context<'_>, request: &Request, name: &str, args: &str) -> Handled {
    // Whoever turns to something else is no longer asked for words.
    context.tx.expected(&request.room.id, &request.person.id).await?;
    match read_command::read(name, args) {
        Ok(order) => {
            let joins = matches!(order, Order::Room(_) | Order::Start(_) | Order::Link(_) | Order::Workspace(_));
            if !known(request) && !joins {
                return say::refuse(context, request, wording::people::unknown_room(request.room.topic())).await;
            }
            carry_out_order(context, request, order).await
        }
        Err(why) => {
            undo_stack::mark_operation(context, request).await?;
            // The example uses the currency of the prices, since another one would be refused.
            let has = context.engine.currency().filter(|_| name.eq_ignore_ascii_case("budget"));
            let exact = has.and_then(|has| budget::read(args, Some(has)).err());
            say::refuse(context, request, exact.unwrap_or(why)).await
        }
    }
}

/// Whether the secretary has to do with this room.
pub(super) fn known(request: &Request) -> bool {
    let p = request.room.purposes;
    request.room.direct() || request.room.thread_of.is_some() || p.intake || p.decisions || p.reports
}

/// Carries out a parsed command.
pub async fn carry_out_order(context: &mut Context<'_>, request: &Request, order: Order) -> Handled {
    let operation = operation_of(&order, request.room.direct());
    if !operation.reads() && !order.only_shows() {
        undo_stack::mark_operation(context, request).await?;
    }
    if let Err(why) = audit_log::may(context, request, operation) {
        return say::refuse(context, request, why).await;
    }
    match order {
        Order::Start(code) => start(context, request, code).await,
        Order::New(text) => new_idea(context, request, &text).await,
        Order::Every(text) => Box::pin(work_by_clock::every(context, request, &text)).await,
        Order::Remind(text) => new_reminder::remind_by_command(context, request, &text).await,
        Order::Note(text) => note_by_command(context, request, Wish::Keep { text }).await,
        Order::Notes => note_by_command(context, request, Wish::ShowAll).await,
        Order::Lists => note_by_command(context, request, Wish::ShowLists).await,
        Order::Calc(text) => calculated(context, request, &text).await,
        Order::Ask(text) => Box::pin(super::asked(context, request, &text)).await,
        Order::List(which, before) => list(context, request, which, before).await,
        Order::Show(number) => show_numbered(context, request, number).await,
        Order::Team(number) => history::team(context, request, number).await,
        Order::Decisions(behind) => Box::pin(list_waiting::decisions(context, request, behind.as_ref())).await,
        Order::History(number) => history::history(context, request, number).await,
        Order::HistoryOf(words) => history::past_decisions(context, request, Some(&words), 1).await,
        Order::HistoryPage(page, words) => history::past_decisions(context, request, words.as_deref(), page).await,
        Order::Decide(number, place, option) => choose::decide_typed(context, request, (number, place), &option).await,
        Order::CancelAll => cancel_all::ask_cancel_all(context, request).await,
        Order::Cancel(number, reason) => {
            steer(context, request, number, Event::CancelRequested { reason, with_all: false }).await
        }
        Order::Files(number) => received_files::files_of(context, request, number).await,
        Order::Clarify(number) => steer(context, request, number, Event::ClarifyRequested).await,
        Order::Pause(None) => pause_all(context, request, true).await,
        Order::Resume(None) => pause_all(context, request, false).await,
        Order::Pause(Some(number)) => steer(context, request, number, Event::PauseRequested).await,
        Order::Resume(Some(number)) => steer(context, request, number, Event::ResumeRequested).await,
        Order::Dispatch(number) => steer(context, request, number, Event::DispatchRequested).await,
        Order::Agents => agents(context, request).await,
        Order::Report(when) => fire::report(context, request, &when).await,
        Order::Brief(order) => Box::pin(brief::brief(context, request, order)).await,
        Order::Reports(wanted) => reports::reports(context, request, wanted).await,
        Order::Schedules(order) => change_schedule::schedules(context, request, order).await,
        Order::DropReminders => delete_schedule::ask_drop_reminders(context, request).await,
        Order::SchedulesPage(page) => list_schedules::list_schedules(context, request, page).await,
        Order::Flow(order) => Box::pin(change_flow::flows(context, request, order)).await,
        Order::FlowCalled(words) => Box::pin(flow_called(context, request, &words)).await,
        Order::Stats => stats(context, request).await,
        Order::Metrics => history::metrics(context, request).await,
        Order::Timezone(zone) => time_zones::timezone(context, request, zone).await,
        Order::Room(change) => Box::pin(room(context, request, change)).await,
        Order::Away(order) => Box::pin(deputies::away(context, request, order)).await,
        Order::Workspace(order) => Box::pin(workspaces::workspaces(context, request, order)).await,
        Order::Link(code) => Box::pin(invitations::link(context, request, code)).await,
        Order::Invite(role) => invitations::invite(context, request, role).await,
        Order::EndInvitations => leaving::withdraw_invitations(context, request).await,
        Order::Members(change) => members::members(context, request, change).await,
        Order::Settings(change) => workspace_settings::change_settings(context, request, change).await,
        Order::Mode(change) => approval_policy::mode(context, request, change).await,
        Order::Budget(change) => Box::pin(budgets::budget(context, request, change)).await,
        Order::Privacy => Box::pin(personal_data::privacy(context, request)).await,
        Order::Export => Box::pin(personal_data::export(context, request)).await,
        Order::Forget => Box::pin(erase::ask_forget(context, request)).await,
        Order::Help(about) => {
            let forms = forms(context);
            say::answer(context, request, help::help(&about, request.person.power(), forms.as_deref())).await
        }
    }
}

/// `/flow Greet run`: a flow by its name.
async fn flow_called(context: &mut Context<'_>, request: &Request, words: &str) -> Handled {
    match list_flows::called(context, request, words).await? {
        Ok(order) => Box::pin(change_flow::flows(context, request, order)).await,
        Err(why) => say::refuse(context, request, why).await,
    }
}

/// `/agents`: who there is, and how much each has to do.
async fn agents(context: &mut Context<'_>, request: &Request) -> Handled {
    let (loads, records) = (context.tx.loads().await?, context.tx.records(&context.here).await?);
    say::answer(context, request, wording::lists::agents(&context.engine.parts.roster, &loads, &records)).await
}

/// `/stats`: how many tickets are in which status.
async fn stats(context: &mut Context<'_>, request: &Request) -> Handled {
    let visibility = visibility::visibility(context, request).await?;
    let mut stats = wording::lists::stats(&context.tx.by_status(&context.workspace(), &visibility).await?);
    if context.engine.is_unmanned() {
        stats = stats.line(waiting::nobody_works());
    }
    say::answer(context, request, stats).await
}

/// The forms that `/help` lists: those of the built-in grammar, if no language model is connected.
fn forms(context: &Context<'_>) -> Option<Vec<help::GrammarForm>> {
    let parts = &context.engine.parts;
    (!parts.model.reads()).then(|| parts.grammar.forms())
}

/// Carries out a command about notes.
async fn note_by_command(context: &mut Context<'_>, request: &Request, wish: Wish) -> Handled {
    let act = NoteAct::Do { wish: Box::new(wish) };
    let outcome = keep_note::on_notes(context, request, &act, None).await?;
    say::said_if_refused(context, request, outcome).await
}

async fn calculated(context: &mut Context<'_>, request: &Request, text: &str) -> Handled {
    let result = context.engine.parts.grammar.sum(&format!("={}", text.trim()));
    match result {
        Some(result) => {
            say::answer(context, request, Message::lines([wording::talk::sums::result(text, &result)])).await
        }
        None => say::refuse(context, request, wording::talk::sums::no_sum(text)).await,
    }
}

async fn new_idea(context: &mut Context<'_>, request: &Request, text: &str) -> Handled {
    if !routing::has_words(text) {
        return say::refuse(context, request, refusals::nothing_to_do()).await;
    }
    if !request.room.direct() && request.room.thread_of.is_none() && !request.room.purposes.intake {
        return say::refuse(context, request, wording::people::unknown_room(request.room.topic())).await;
    }
    new_ideas::idea(context, request, text, request.message.as_ref()).await
}

async fn steer(context: &mut Context<'_>, request: &Request, number: i64, event: Event) -> Handled {
    let ticket = match visibility::visible(context, request, number).await? {
        Ok(ticket) => ticket,
        Err(why) => {
            audit_log::came_late(context);
            return say::refuse(context, request, why).await;
        }
    };
    if let Err(why) = audit_log::may(context, request, Operation::Steer(&ticket)) {
        return say::refuse(context, request, why).await;
    }
    if matches!(event, Event::ResumeRequested | Event::DispatchRequested) {
        effects::hurry(context, &ticket).await?;
    }
    let outcome = apply_event::act(context, request, &ticket, &event).await?;
    // The built-in grammar reads a kept idea at once, and the result says everything. Only a menu command needs an
    // answer in its place.
    let here = context.engine.thinks() && !context.engine.parts.model.reads();
    let read_at_once = matches!(ticket.waiting, Some(Waiting::Setup(_))) && here;
    let follows = read_at_once && ticket.stage == Stage::Intake && request.reply.handle.is_none();
    if let EventOutcome::Decided(Some(note)) = &outcome
        && !matches!(event, Event::CancelRequested { .. })
        && !(follows && note == waiting::on_it())
    {
        say::say(context, request, wording::talk::asides::note(number, note)).await?;
    }
    Ok(outcome)
}

async fn list(context: &mut Context<'_>, request: &Request, which: Which, before: Option<i64>) -> Handled {
    let statuses = match which {
        Which::All => Vec::new(),
        Which::Done => vec![Status::Done],
        Which::Failed => vec![Status::Failed],
        Which::Only(status) => vec![status],
        Which::Open => visibility::open_statuses(),
    };
    let found = visibility::page(context, request, statuses, before, wording::lists::PAGE).await?;
    let left = &directory::left_to_approvers(context, &found).await?;
    let reads = context.engine.parts.model.reads();
    let sends = audit_log::could(request, Operation::SendIdea).then_some(reads);
    let reader = request.reader();
    let page = wording::lists::Page { which, older: before.is_some(), sends, reader, left };
    let mut keys = context.keys();
    let message = wording::lists::list(&found, page, &mut keys);
    say::say_page(context, request, message, keys).await
}

/// Shows a ticket by its number.
async fn show_numbered(context: &mut Context<'_>, request: &Request, number: i64) -> Handled {
    match visibility::visible(context, request, number).await? {
        Ok(ticket) => show(context, request, &ticket).await,
        Err(why) => say::refuse(context, request, why).await,
    }
}

/// Shows a ticket.
pub async fn show(context: &mut Context<'_>, request: &Request, ticket: &Ticket) -> Handled {
    let zone = context.zone_of(&request.person).await?;
    let mut keys = context.keys();
    let message = ticket_views::ticket_shown(context, ticket, request.reader(), zone, &mut keys).await?;
    Box::pin(ticket_views::say_view(context, request, Shows::Ticket(ticket.id.clone()), message, keys)).await
}

/// Pauses or resumes all work: the setting, and every working ticket.
async fn pause_all(context: &mut Context<'_>, request: &Request, pause: bool) -> Handled {
    let mut settings = context.settings().await?;
    if settings.paused == pause {
        return say::refuse(context, request, refusals::paused_as_it_is(pause)).await;
    }
    let was = settings.clone();
    settings.paused = pause;
    context.save_settings("paused", &was, &settings).await?;
    let by = directory::called(context, &request.person).await?;
    let heard = agent_queue::all_hear(context, pause, &by, None).await?;
    let flows = flows::pause::under_way(context).await?;
    let work = waiting::Work { tickets: heard.tickets, more: heard.more, flows };
    if pause {
        return say::ask(context, request, |keys| waiting::everything_paused(work, keys).own()).await;
    }
    flows::pause::go_on(context, None).await?;
    let text = waiting::everything_goes_on(work, &heard.alone);
    say::answer(context, request, Message::lines([text]).own()).await
}

async fn room(context: &mut Context<'_>, request: &Request, change: Option<(Purpose, Switch)>) -> Handled {
    let direct = request.room.direct();
    let place = match &request.room.thread_of {
        Some((_, channel)) => context.tx.room(channel).await?.map_or(request.room.place.clone(), |room| room.place),
        None => request.room.place.clone(),
    };
    let topic = request.room.topic();
    let Some((purpose, switch)) = change else {
        let said = wording::people::room(request.room.purposes, direct, topic);
        let said = workspaces::with_its_workspace(context, request, request.room.purposes, said).await?;
        return say::answer(context, request, said).await;
    };
    let mut room = open_room::room_for(context, &place, None).await?;
    if topic && (purpose, switch) == (Purpose::Intake, Switch::On) {
        let group = open_room::room_for(context, &Place { thread: None, ..place }, None).await?;
        // The first time intake concerns the group; a topic then takes addressed messages only.
        if !group.purposes.intake_said && !group.purposes.intake {
            room = group;
        }
    }
    let were = room.purposes;
    room.purposes = room.purposes.switched(purpose, switch, direct);
    find_room::set_purposes(context, &room, were).await?;
    if purpose == Purpose::Decisions && switch == Switch::Off {
        Box::pin(leaving::leave_who_decides_no_more(context)).await?;
    }
    if direct && purpose == Purpose::Intake && switch != Switch::On {
        return say::answer(context, request, Message::lines([wording::people::always_intake()])).await;
    }
    let (topic, place) = (room.topic(), room.place.clone());
    let purposes = find_room::purposes_at(context, &place, Some(&room)).await?;
    // Only for the room of the command, since the Undo line works there only.
    let former = (room.id == request.room.id).then(|| undo_order::room(were, purpose));
    let said = wording::people::room(purposes, direct, topic);
    let said = workspaces::with_its_workspace(context, request, purposes, said).await?;
    undo_settings::set(context, request, said, former).await
}

async fn start(context: &mut Context<'_>, request: &Request, code: Option<String>) -> Handled {
    if let Some(code) = code {
        return if invitations::links(context, &code).await? {
            say::refuse(context, request, wording::people::workspaces::link_on_purpose()).await
        } else {
            Box::pin(invitations::link(context, request, Some(code))).await
        };
    }
    let reads = context.engine.parts.model.reads();
    say::ask(context, request, |keys| wording::people::welcome(&request.person, reads, keys)).await
}
