//! Writes the effects of a transition: state, rules and budgets at once, everything else as outbox rows.

use crate::engine::context::{Context, audit_log};
use crate::ports::store::{Prompt, StoreError, Stored};
use crate::ports::trial::planted;
use crate::secretary::audit::{What, once_more};
use crate::secretary::budget::{AccountKey, Scope, day};
use crate::secretary::effect::Effect;
use crate::secretary::ids::{FlowRunId, RoomId, RunId, ScheduleId, Slot, TicketId, Token};
use crate::secretary::message::Button;
use crate::secretary::message::keys::parse_data;
use crate::secretary::people::workspace::{Person, ZoneTalk};
use crate::secretary::policy::{MOST_RULES, Rule};
use crate::secretary::schedule::{self, Duty, Schedule};
use crate::secretary::ticket::Ticket;
use crate::secretary::when;
use crate::secretary::wording::schedules::zones;
use crate::workers::journal::Record;
use chrono::TimeDelta;
use chrono_tz::Tz;

/// The least time between two progress edits of one message (platform-facts T29).
const CALM: TimeDelta = TimeDelta::seconds(3);

/// Writes these effects, perhaps of a ticket.
pub async fn carry_out(context: &mut Context<'_>, effects: Vec<Effect>, ticket: Option<&Ticket>) -> Stored<()> {
    let id = ticket.map(|t| &t.id);
    let under: Vec<_> = effects.iter().flat_map(buttons_of).collect();
    for effect in effects {
        match &effect {
            Effect::Bind { .. } if planted::is("no-token") => {}
            Effect::Bind { token, rooms, actions } => {
                let slot = under.iter().find(|(known, _)| known == token).map(|(_, slot)| slot.clone());
                let prompt = Prompt { rooms: rooms.clone(), actions: actions.clone(), slot };
                context.tx.bind(token, &prompt, context.now).await?;
            }
            Effect::Expect { room, person, action } => context.tx.expect(room, person, action, context.now).await?,
            Effect::TellRun { run, text } => tell_run(context, run, text).await?,
            Effect::StopRun { run } => {
                context.tx.drop_lane(&run_lane(run)).await?;
                context.stopped.push(run.clone());
            }
            Effect::StopThinking => {
                context.tx.drop_lane(&model_lane(id)).await?;
            }
            Effect::DropTimer { name } => {
                context.tx.drop_lane(&timer_lane(id, name)).await?;
            }
            Effect::SetTimer { name, at, .. } => {
                let (lane, at) = (timer_lane(id, name), *at);
                context.tx.drop_lane(&lane).await?;
                context.enqueue_at(lane, id, effect, at).await?;
            }
            Effect::Allow { rule } => allow(context, rule).await?,
            Effect::Extend { scope } => extend(context, *scope, ticket).await?,
            Effect::Understand { spoken } => context.enqueue(spoken.lane(), None, effect).await?,
            Effect::AskModel { .. } => {
                let lane = model_lane(id);
                context.tx.drop_lane(&lane).await?;
                context.enqueue(lane, id, effect).await?;
            }
            Effect::StartRun { run, .. } => context.enqueue(run_lane(run), id, effect).await?,
            Effect::Edit { room, slot, calm, .. } => {
                let (lane, mut at) = (edit_lane(room, slot), context.edits_from.unwrap_or(context.now));
                if *calm && let Some(last) = context.tx.posted(slot, room).await?.first() {
                    at = at.max(last.at + CALM);
                }
                // The edit replaces the pending edits of its message.
                context.tx.replace_lane(&lane).await?;
                context.enqueue_at(lane, id, effect, at).await?;
            }
            Effect::Bare { room, slot } | Effect::BareCopies { room, slot } => {
                context.enqueue(edit_lane(room, slot), id, effect).await?;
            }
            Effect::Post { room, slot, .. } => {
                // Pending edits of an earlier message with this slot must not change the new message.
                context.tx.replace_lane(&edit_lane(room, slot)).await?;
                context.enqueue(room_lane(room), id, effect).await?;
            }
            Effect::OpenThread { room, .. } => context.enqueue(room_lane(room), id, effect).await?,
            Effect::Erase { .. } | Effect::EraseFiles { .. } => {
                context.enqueue(format!("files/{}", context.seq), id, effect).await?;
            }
            Effect::WakeSchedule { schedule } => context.enqueue(schedule_lane(schedule), id, effect).await?,
            Effect::CheckFlow { submitted } => context.enqueue(submitted.lane(), None, effect).await?,
            Effect::RunFlow { run } => context.enqueue(flow_lane(run), id, effect).await?,
        }
    }
    Ok(())
}

async fn tell_run(context: &mut Context<'_>, run: &RunId, text: &str) -> Stored<()> {
    let record = serde_json::to_value(Record::Said { text: text.to_owned() });
    let record = record.map_err(|e| StoreError::Broken(format!("a journal record: {e}")))?;
    context.tx.append_step(run, &record, context.now).await.map(drop)
}

/// Stores a rule that somebody made with a button.
async fn allow(context: &mut Context<'_>, rule: &Rule) -> Stored<()> {
    let mut settings = context.settings().await?;
    let was = settings.clone();
    settings.rules.retain(|r| !r.is_about_the_same(rule));
    // Rules of owners count before it; the oldest rule made with a button is removed when there are too many.
    if settings.rules.len() >= MOST_RULES
        && let Some(oldest) = settings.rules.iter().position(|r| r.only_for.is_some())
    {
        settings.rules.remove(oldest);
    }
    settings.rules.push(rule.clone());
    context.save_settings("mode", &was, &settings).await
}

/// Extends a used-up budget by its own size.
async fn extend(context: &mut Context<'_>, scope: Scope, ticket: Option<&Ticket>) -> Stored<()> {
    let Some(ticket) = ticket else { return Ok(()) };
    context.engine.reckon(context.tx).await?;
    let settings = context.settings().await?;
    let key = AccountKey::of(scope, &ticket.id, &ticket.requester, &day(context.now, &settings.zone));
    let has = context.engine.currency();
    let mut account = context.tx.account(&ticket.workspace, &key).await?.counted_in(has);
    if account.extend(settings.budget.kept_in(has).of(scope)) {
        context.tx.save_account(&ticket.workspace, &key, &account).await?;
        audit_log::note(context, once_more(scope));
    }
    Ok(())
}

/// A new schedule. Deleted ones that nothing can bring back are dropped.
pub async fn new_schedule(
    context: &mut Context<'_>,
    id: ScheduleId,
    owner: &Person,
    room: RoomId,
    order: (Duty, when::Rule, Tz),
) -> Stored<Schedule> {
    let all = context.tx.schedules(&context.workspace()).await?;
    for forgotten in all.iter().filter(|s| s.forgotten(context.now)) {
        context.tx.drop_schedule(&forgotten.id).await?;
    }
    let number = schedule::next_number(&all);
    Ok(Schedule { workspace: context.workspace(), ..Schedule::new(id, number, owner, room, order, context.now) })
}

/// Writes a schedule that was set or changed, with its audit entry, and moves its due row.
pub async fn save_schedule(context: &mut Context<'_>, schedule: &Schedule) -> Stored<()> {
    audit_log::note(context, What::ScheduleSet { schedule: schedule.id.clone(), owner: schedule.owner.clone() });
    go_on_with(context, schedule).await
}

/// Writes a schedule and moves its due row.
pub async fn go_on_with(context: &mut Context<'_>, schedule: &Schedule) -> Stored<()> {
    context.tx.save_schedule(schedule).await?;
    let lane = schedule_lane(&schedule.id);
    context.tx.drop_lane(&lane).await?;
    if let Some(at) = schedule.wake_at() {
        let effect = Effect::WakeSchedule { schedule: schedule.id.clone() };
        context.enqueue_at(lane, None, effect, at).await?;
    }
    Ok(())
}

/// The note about the zone in the confirmation of a new schedule. Each person is asked once.
pub async fn zone_note(
    context: &mut Context<'_>,
    person: &Person,
    schedule: &Schedule,
    at: (&RoomId, &Slot, bool),
) -> Stored<zones::Note> {
    let (room, slot, in_group) = at;
    let note = match (&person.zone, &person.zone_talk) {
        (Some(_), ZoneTalk::ToSay) => zones::Note::FromBrowser,
        (Some(_), ZoneTalk::Quiet | ZoneTalk::Asked { .. }) | (None, ZoneTalk::Asked { .. }) => {
            return Ok(zones::Note::None);
        }
        (None, ZoneTalk::Quiet | ZoneTalk::ToSay) => {
            let likely = likely_zones(context, person, schedule.tz()).await?;
            zones::Note::Ask { person: Box::new(person.clone()), likely, in_group }
        }
    };
    let zone_talk = match &note {
        zones::Note::Ask { .. } => {
            ZoneTalk::Asked { schedule: schedule.id.clone(), room: room.clone(), slot: slot.clone() }
        }
        zones::Note::FromBrowser | zones::Note::None => ZoneTalk::Quiet,
    };
    context.tx.save_person(&Person { zone_talk, ..person.clone() }).await?;
    Ok(note)
}

/// The zones that a person is likely to be in, the usual one first.
pub async fn likely_zones(context: &mut Context<'_>, person: &Person, usual: Tz) -> Stored<Vec<Tz>> {
    let language = match &person.language {
        Some(language) => language.clone(),
        None => context.settings().await?.language,
    };
    Ok(when::likely_zones(&language, usual))
}

/// The tokens of the buttons of a message, with the slot of the message.
fn buttons_of(effect: &Effect) -> Vec<(Token, Slot)> {
    let (Effect::Post { slot, message, .. } | Effect::Edit { slot, message, .. }) = effect else { return Vec::new() };
    let token = |button: &Button| parse_data(&button.data).map(|(token, _)| (token, slot.clone()));
    message.buttons.iter().flatten().filter_map(token).collect()
}

/// Makes the waiting retry of a ticket due now.
pub async fn hurry(context: &mut Context<'_>, ticket: &Ticket) -> Stored<()> {
    context.tx.hurry(&model_lane(Some(&ticket.id)), context.now).await?;
    for run in ticket.tasks.iter().filter_map(|t| t.run.as_ref()) {
        context.tx.hurry(&run_lane(run), context.now).await?;
    }
    Ok(())
}

/// The lane of the posts of a room.
pub fn room_lane(room: &RoomId) -> String {
    format!("room/{room}")
}

/// The lane of the edits of a message.
pub fn edit_lane(room: &RoomId, slot: &Slot) -> String {
    format!("edit/{room}/{slot}")
}

/// The lane of a run.
pub fn run_lane(run: &RunId) -> String {
    format!("run/{run}")
}

/// The lane of the due row of a schedule.
pub fn schedule_lane(schedule: &ScheduleId) -> String {
    format!("schedule/{schedule}")
}

/// The lane of a run of a flow.
pub fn flow_lane(run: &FlowRunId) -> String {
    format!("flow/{run}")
}

fn timer_lane(ticket: Option<&TicketId>, name: &str) -> String {
    format!("timer/{}/{name}", ticket.map_or("", TicketId::as_str))
}

/// The lane of the thoughts about a ticket.
fn model_lane(ticket: Option<&TicketId>) -> String {
    format!("model/{}", ticket.map_or("", TicketId::as_str))
}
