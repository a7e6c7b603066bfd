//! Sentences for owners when a platform stops working and only a person can mend it.

use crate::secretary::inbound::{Platform, Trouble};
use crate::secretary::message::Message;
use crate::secretary::names::phrases::capital;

/// What is wrong, what it means, and what to do.
pub fn told(platform: Platform, trouble: Trouble) -> Message {
    let name = platform.title();
    let setting = match platform {
        Platform::Discord => "DISCORD_TOKEN",
        Platform::Telegram | Platform::Web => "TELEGRAM_BOT_TOKEN",
    };
    Message::lines(match trouble {
        Trouble::Token => [
            format!("{name} does not accept my token any more, so I hear nothing there and can say nothing."),
            format!("Please check {setting} and start me again. What I have to say there waits until then."),
        ],
        Trouble::Rival => [
            format!("Another program receives the messages of my bot on {name}, so I miss some of them."),
            "Please stop it, or give each of us a bot of its own.".to_owned(),
        ],
        Trouble::NoContent => [
            format!("In servers of {name} I can read mentions, replies and commands only, no other messages."),
            "To change that, switch on “Message Content Intent” on the page Bot of my application at \
             https://discord.com/developers/applications."
                .to_owned(),
        ],
        Trouble::Refused => [
            format!("{name} refuses my connection, so I hear nothing there."),
            "Please look at my log for the reason and start me again. What I have to say there is kept.".to_owned(),
        ],
    })
}

/// A room for decisions may not be written in any more: where people are asked meanwhile, and what mends it.
/// `name`: what it is called, if that is known; `others`: there are further rooms for decisions.
pub fn no_decisions_in(platform: Platform, name: Option<&str>, others: bool) -> Message {
    let (there, elsewhere) = (called(platform, name), elsewhere(others));
    Message::lines([
        format!("I may no longer write in {there}, so I ask for decisions {elsewhere} meanwhile."),
        "Please let me read and write there again, or invite me again; then write to me there, and I show what is still open."
            .to_owned(),
    ])
}

/// The same of a room that is deleted: nobody can let us in again.
pub fn room_deleted(platform: Platform, name: Option<&str>, others: bool) -> Message {
    let (there, elsewhere) = (called(platform, name), elsewhere(others));
    Message::lines([
        format!("{} is gone, so from now on I ask for decisions {elsewhere}.", capital(&there)),
        "If you want to be asked in another room, send there: /room decisions on".to_owned(),
    ])
}

/// What a room for decisions is called.
fn called(platform: Platform, name: Option<&str>) -> String {
    let on = platform.title();
    match name {
        Some(name) => format!("“{name}” on {on}"),
        None => format!("a room for decisions on {on}"),
    }
}

/// Where decisions are asked without it.
fn elsewhere(others: bool) -> &'static str {
    if others { "in the other rooms for decisions" } else { "where the idea came from" }
}
