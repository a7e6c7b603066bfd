//! Sentences about deputies.

use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::short;
use crate::secretary::wording::style::moments::time;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// How somebody is named.
pub fn how_to() -> String {
    "Say who decides for you and until when, for example: /away Kim until Monday. /away off ends it.".to_owned()
}

/// A time that is none, has passed, or is too far ahead.
pub fn no_time(text: &str, known: Option<bool>) -> String {
    let why = match known {
        None => "is no time I can read",
        Some(false) => "has passed",
        Some(true) => "is more than three months away",
    };
    format!("“{}” {why}. For example: /away Kim until Monday 18:00", short(text, 40))
}

/// Nobody of this name can stand in.
pub fn reads_only(name: &str) -> String {
    format!("{name} only reads along here. An owner can change that first, for example: /members {name} requester")
}

/// Somebody of this name belongs by what a role of a server lends them.
pub fn lent_only(name: &str) -> String {
    format!(
        "To decide for you {name} needs a role of their own; what a role on Discord lends does not count for that. An owner can \
         give them one, for example: /members {name} approver"
    )
}

/// Somebody named themselves.
pub fn not_yourself() -> String {
    "Name somebody else: you can always decide yourself.".to_owned()
}

/// Somebody decides from now on. `steers`: they may start and change plans whoever they decide for.
pub fn named(name: &str, steers: bool, until: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> Message {
    let only = if steers { "" } else { " Starting or changing plans needs a role of their own." };
    Message::default()
        .spans(vec![
            Span::text("Until "),
            time(until, zone, now),
            Span::text(format!(
                " {name} decides for you, and sees what you see here.{only} You can still decide yourself."
            )),
        ])
        .line("/away off ends it.")
}

/// The same, where the one named is away as well: being named is not passed on.
pub fn away_too(message: Message, name: &str, until: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> Message {
    message.spans(vec![
        Span::text(format!("{name} is away too, until ")),
        time(until, zone, now),
        Span::text(format!(
            ". Nobody else steps in for you then, so what you would decide may wait until {name} or you look in."
        )),
    ])
}

/// For whoever is to decide. `steers`: they may start and change plans whoever they decide for; `elsewhere`: the workspace this is
/// about, where their chat is about another one.
pub fn asked(
    name: &str,
    (steers, elsewhere): (bool, Option<&str>),
    until: DateTime<Utc>,
    zone: Tz,
    now: DateTime<Utc>,
) -> Message {
    let shows = match elsewhere {
        Some(workspace) => format!("/workspace {workspace}, then /decisions, shows what waits."),
        None => "/decisions shows what waits.".to_owned(),
    };
    let only = if steers { "" } else { " Starting or changing their plans is not part of it." };
    Message::default().spans(vec![
        Span::text(format!("{name} is away until ")),
        time(until, zone, now),
        Span::text(format!(": you decide for them until then.{only} {shows}")),
    ])
}

/// For whoever decided: it is over.
pub fn over(name: &str) -> Message {
    Message::lines([format!("{name} is back and decides again.")]).silently()
}

/// For whoever decided: somebody else does now.
pub fn passed_on(name: &str) -> Message {
    Message::lines([format!("{name} named somebody else: you decide for them no more.")]).silently()
}

/// For whoever decided: the one they did it for is somebody with a higher role from now on, who did not name them.
pub fn linked(name: &str) -> Message {
    let text = format!("{name} has linked two accounts and has another role now, so you decide for them no more.");
    Message::lines([text]).silently()
}

/// Two accounts are one person: who decides for them all the same.
pub fn still(message: Message, name: &str, until: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> Message {
    message.spans(vec![
        Span::text(format!("{name} still decides for you until ")),
        time(until, zone, now),
        Span::text("; /away off ends it."),
    ])
}

/// For whoever decided: they have nobody to decide for.
pub fn left(name: &str) -> Message {
    Message::lines([format!("{name} is no member any more, so you decide for them no more.")]).silently()
}

/// The same of somebody who had everything of theirs erased, and is not named any more. `stays`: they belong here all the same.
pub fn left_erased(stays: bool) -> Message {
    let text = if stays {
        "Somebody you decided for has begun anew, so you decide for them no more."
    } else {
        "Somebody you decided for is no member any more, so you decide for them no more."
    };
    Message::lines([text]).silently()
}

/// For whoever is away: who decided for them has left, or was taken out.
pub fn gone(name: &str) -> String {
    format!("{name} no longer belongs here, so nobody decides for you now. /away names somebody else.")
}

/// The same of somebody who only reads along from now on.
pub fn only_reads(name: &str) -> String {
    format!("{name} only reads along here now, so nobody decides for you. /away names somebody else.")
}

/// The same of somebody who had everything of theirs erased, and is not named any more.
pub fn erased() -> &'static str {
    "Whoever decided for you no longer belongs here, so nobody does now. /away names somebody else."
}

/// How things stand.
pub fn standing(deputy: Option<(&str, DateTime<Utc>)>, zone: Tz, now: DateTime<Utc>) -> Message {
    match deputy {
        Some((name, until)) => Message::default()
            .spans(vec![Span::text(format!("{name} decides for you until ")), time(until, zone, now), Span::text(".")])
            .line("/away off ends it."),
        None => Message::lines(["Nobody decides for you.".to_owned(), how_to()]),
    }
}

/// It is over.
pub fn back() -> String {
    "Welcome back. Only you decide for you again.".to_owned()
}

/// There was nothing to end.
pub fn not_away() -> String {
    "Nobody decides for you, so there is nothing to end.".to_owned()
}

/// Nobody is called like whoever is to decide.
pub fn nobody_called(name: &str) -> String {
    format!("{} If they are new, an owner can let them in with /invite.", super::nobody_called(name))
}
