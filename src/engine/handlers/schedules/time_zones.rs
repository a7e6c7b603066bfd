//! Time zones of people: asked once with the first schedule that needs one; taken from a press, words, the browser or
//! `/timezone`. Earlier schedules move to the new zone.

use crate::engine::context::{Context, Handled, Request, audit_log, effects, say, undo_stack};
use crate::engine::handlers::settings::undo_settings;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::{PersonId, RoomId, ScheduleId, Slot};
use crate::secretary::inbound::Inbound;
use crate::secretary::message::Message;
use crate::secretary::message::action::Action;
use crate::secretary::people::workspace::{Person, ZoneTalk};
use crate::secretary::permissions::Operation;
use crate::secretary::schedule::{Followed, Schedule, Stayed};
use crate::secretary::wording::schedules::zones;
use crate::secretary::wording::talk::late;
use crate::secretary::{when, wording};
use chrono_tz::Tz;

/// What a change of the zone did to the schedules of a person.
struct Moved {
    /// The schedules that moved.
    orders: Vec<Schedule>,
    /// The single reminders that keep their moment, with the zone of each order.
    stayed: Vec<(Schedule, String)>,
    /// The schedule whose confirmation asked for the zone and now shows the new times.
    confirmed: Option<ScheduleId>,
}

/// `/timezone`: shows the zone or sets it.
pub async fn timezone(context: &mut Context<'_>, request: &Request, text: Option<String>) -> Handled {
    let Some(text) = text else {
        let zone = context.zone_of(&request.person).await?;
        let likely = effects::likely_zones(context, &request.person, zone).await?;
        let now = context.now;
        return say::ask(context, request, |keys| zones::now(&request.person, zone, &likely, now, keys).own()).await;
    };
    match when::parse_zone(&text) {
        Ok(zone) if when::cities_of(&text).is_empty() => {
            let moved = set_zone(context, &mut request.person.clone(), zone).await?;
            tell_moved(context, request, zone, &moved.orders, &moved.stayed).await
        }
        Ok(_) => ask_city(context, request, &text, zones::abbreviated(&text)).await,
        Err(why) => {
            let why = if when::is_abbreviation(&text) { zones::abbreviated(&text) } else { why.to_string() };
            ask_city(context, request, &text, why).await
        }
    }
}

/// The typed text is no place: says why, with buttons for places that may be meant.
async fn ask_city(context: &mut Context<'_>, request: &Request, text: &str, why: String) -> Handled {
    let cities = when::cities_of(text);
    if cities.is_empty() {
        return say::refuse(context, request, why).await;
    }
    undo_stack::unmark(context, request).await?;
    say::ask(context, request, |keys| zones::which_city(&request.person, why, &cities, keys).own()).await
}

/// Says the new zone and what it means for the schedules ahead.
async fn tell_moved(
    context: &mut Context<'_>,
    request: &Request,
    zone: Tz,
    moved: &[Schedule],
    stayed: &[(Schedule, String)],
) -> Handled {
    let mut keys = context.keys();
    let message = wording::schedules::zone_set(zone, context.now, moved);
    let mut message = zones::stayed(message, &request.person, zone, stayed, context.now, &mut keys);
    let former = request.person.zone.as_ref().map(|zone| format!("timezone {zone}"));
    if let Some(button) = undo_settings::undo_button(context, request, former, None, &mut keys).await? {
        message = message.row(vec![button]);
    }
    say::say_with(context, request, message.own(), keys).await
}

/// "Keep the time of day" for reminders that kept their moment.
pub async fn keep_clock(
    context: &mut Context<'_>,
    request: &Request,
    person: &PersonId,
    orders: &[Stayed],
    zone: &str,
) -> Handled {
    if request.person.id != *person {
        return Ok(EventOutcome::Refused(zones::not_yours()));
    }
    let Ok(zone) = zone.parse::<Tz>() else { return Ok(EventOutcome::Refused(late::forgotten())) };
    let mut moved = Vec::new();
    for Stayed { schedule, from, at } in orders {
        let Some(mut schedule) = context.tx.schedule(schedule).await?.filter(|s| s.next_at == Some(*at)) else {
            continue;
        };
        if from.parse().is_ok_and(|from| schedule.keep_clock(from, zone, context.now)) {
            effects::save_schedule(context, &schedule).await?;
            moved.push(schedule);
        }
    }
    if moved.is_empty() {
        return Ok(EventOutcome::Refused(zones::nothing_moves()));
    }
    say::answer(context, request, zones::clock_kept(&moved, zone, context.now)).await
}

/// Handles the button of a zone, or "Other…" with or without its words.
pub async fn zone_pressed(
    context: &mut Context<'_>,
    request: &Request,
    person: &PersonId,
    name: Option<&str>,
    text: Option<&str>,
) -> Handled {
    if request.person.id != *person {
        return Ok(EventOutcome::Refused(zones::not_yours()));
    }
    if let Err(why) = audit_log::may(context, request, Operation::ManageSelf) {
        return Ok(EventOutcome::Refused(why));
    }
    let zone = match (name, text) {
        (Some(name), _) => name.parse::<Tz>().ok(),
        (None, Some(text)) => match when::parse_zone(text) {
            Ok(zone) if when::cities_of(text).is_empty() => Some(zone),
            read @ (Ok(_) | Err(_)) => {
                let why = read.map_or_else(|why| why.to_string(), |_| zones::abbreviated(text));
                await_zone(context, request).await?;
                return Ok(EventOutcome::Refused(why));
            }
        },
        (None, None) => {
            say::say(context, request, zones::ask().own()).await?;
            await_zone(context, request).await?;
            return Ok(EventOutcome::Decided(None));
        }
    };
    let Some(zone) = zone else { return Ok(EventOutcome::Refused(late::forgotten())) };
    let moved = set_zone(context, &mut request.person.clone(), zone).await?;
    // A press shows its schedule in place; words get an answer in words.
    let shown = moved.confirmed.filter(|_| name.is_some());
    let others: Vec<Schedule> = moved.orders.into_iter().filter(|s| Some(&s.id) != shown.as_ref()).collect();
    if shown.is_none() || !others.is_empty() || !moved.stayed.is_empty() {
        tell_moved(context, request, zone, &others, &moved.stayed).await?;
    }
    Ok(EventOutcome::Decided(Some(zones::taken(zone))))
}

async fn await_zone(context: &mut Context<'_>, request: &Request) -> Stored<()> {
    let action = Action::Zone { person: request.person.id.clone(), name: None };
    say::expect(context, request, &action).await
}

/// Takes the zone of the browser while the person has set none. The first schedule mentions it.
pub async fn learn_zone(context: &mut Context<'_>, request: &mut Request, inbound: &Inbound) -> Stored<()> {
    let told = inbound.sender.zone.as_deref().filter(|_| request.person.zone.is_none());
    let Some(zone) = told.and_then(|name| name.parse::<Tz>().ok()) else { return Ok(()) };
    let moved = set_zone(context, &mut request.person, zone).await?;
    if moved.orders.is_empty() && moved.stayed.is_empty() {
        request.person.zone_talk = ZoneTalk::ToSay;
        return context.tx.save_person(&request.person).await;
    }
    let request = request.clone();
    tell_moved(context, &request, zone, &moved.orders, &moved.stayed).await.map(drop)
}

/// Sets the zone of a person and moves their schedules. The confirmation that asked for the zone shows the new times.
async fn set_zone(context: &mut Context<'_>, person: &mut Person, zone: Tz) -> Stored<Moved> {
    person.zone = Some(zone.name().to_owned());
    let talk = std::mem::take(&mut person.zone_talk);
    context.tx.save_person(person).await?;
    let (mut orders, mut stayed) = (Vec::new(), Vec::new());
    for mut schedule in context.tx.schedules(&context.workspace()).await?.into_iter().filter(|s| s.owner == person.id) {
        let from = schedule.zone.clone();
        let followed = schedule.follow(zone, context.now);
        if followed != Followed::Not {
            effects::save_schedule(context, &schedule).await?;
        }
        match followed {
            Followed::Not => {}
            Followed::Clock => orders.push(schedule),
            Followed::Moment => stayed.push((schedule, from)),
        }
    }
    let confirmed = match talk {
        ZoneTalk::Asked { schedule, room, slot } => confirm_anew(context, &schedule, &room, &slot, zone).await?,
        ZoneTalk::Quiet | ZoneTalk::ToSay => None,
    };
    Ok(Moved { orders, stayed, confirmed })
}

/// Removes the question from a confirmation, which shows the schedule as it is now.
async fn confirm_anew(
    context: &mut Context<'_>,
    id: &ScheduleId,
    room: &RoomId,
    slot: &Slot,
    zone: Tz,
) -> Stored<Option<ScheduleId>> {
    let schedule = context.tx.schedule(id).await?.filter(|s| !s.over());
    let message = match &schedule {
        Some(schedule) => {
            let mut keys = context.keys();
            let message = wording::schedules::ordered(schedule, &[], context.now, &zones::Note::None, &mut keys);
            context.bind(keys, std::slice::from_ref(room), slot).await?;
            message
        }
        None => Message::lines([zones::taken(zone)]).silently(),
    };
    say::edit(context, room.clone(), slot.clone(), message).await?;
    Ok(schedule.map(|s| s.id))
}
