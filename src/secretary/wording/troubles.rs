//! What owners are told when a platform stops working and only a person can mend it.

use super::super::inbound::{Platform, Trouble};
use super::super::message::Message;

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
