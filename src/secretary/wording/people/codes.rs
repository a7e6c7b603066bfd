//! Sentences about one-time codes: invitations, links, and their results.

use super::article;
use crate::secretary::inbound::Platform;
use crate::secretary::message::{Message, Span};
use crate::secretary::people::workspace::{Code, Grant, Person, Role};

/// An invitation. `bot`: what the bot is called on Telegram, whose links carry a code; `workspace`: which one it is to, where
/// there are several.
pub fn invitation(code: &Code, role: Role, bot: Option<&str>, workspace: Option<&str>) -> Message {
    let to = workspace.map_or_else(String::new, |name| format!(" of {name}"));
    let mut message = Message::default()
        .spans(vec![
            Span::text(format!("One-time code for a new {}{to}: ", role.name())),
            Span::Code(code.text.clone()),
        ])
        .line(format!("They send me: /start {} in a direct chat.", code.text));
    // Telegram takes letters, digits, "_" and "-" in it (platform-facts T45).
    if let Some(bot) = bot.filter(|name| !name.is_empty()) {
        let url = format!("https://t.me/{bot}?start={}", code.text);
        message = message.spans(vec![Span::text("Or they open, in Telegram: "), Span::Link { text: url.clone(), url }]);
    }
    message.line("It works once, within 24 hours. /invite off takes back every invitation nobody has used yet.")
}

/// This many invitations were withdrawn.
pub fn withdrawn(ended: usize) -> String {
    match ended {
        0 => "No invitation is open. /invite makes one.".to_owned(),
        1 => "Taken back: the code of the open invitation works no more. /invite makes a new one.".to_owned(),
        several => {
            format!("Taken back: the codes of {several} open invitations work no more. /invite makes a new one.")
        }
    }
}

/// A code to link another account.
pub fn link_code(code: &Code) -> Message {
    Message::default()
        .spans(vec![Span::text("Your one-time code: "), Span::Code(code.text.clone())])
        .line(format!("Within 10 minutes, send me /link {} from your other account.", code.text))
}

/// A code asked for where others read along.
pub fn only_direct() -> String {
    "Ask me for a code in a direct chat, so that nobody else reads it.".to_owned()
}

/// A code was accepted.
pub fn redeemed(person: &Person, grant: &Grant) -> String {
    match grant {
        Grant::Pair => {
            format!("Welcome, {}. You are the owner here now. Tell me what you need, or send /help.", person.name)
        }
        Grant::Invite(Role::Observer) => {
            format!("Welcome, {}. You are an observer here now. /list shows what is going on.", person.name)
        }
        Grant::Invite(role) => format!(
            "Welcome, {}. You are {} {} here now. Tell me what you need, or send /help.",
            person.name,
            article(*role),
            role.name()
        ),
        Grant::Link(_) => format!("Linked. I know you here as {} from now on.", person.name),
    }
}

/// What helps somebody whose code somebody else used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// An owner takes them out.
    AnOwner,
    /// They are an owner, and another one takes them out.
    AnotherOwner,
    /// They are the only owner.
    ANewOwner,
    /// They are an owner by the settings, whom nobody can take out in a chat.
    Settings,
}

/// For the chats of whoever made a code: who used it, by what the platform calls them, and what to do if that is somebody else.
pub fn linked(platform: Platform, name: &str, remedy: Remedy) -> String {
    let helps = match remedy {
        Remedy::AnOwner => "tell an owner at once: /members takes you out, and a fresh invitation lets you in again.",
        Remedy::AnotherOwner => {
            "tell another owner at once: /members takes you out, and /invite owner lets you in again."
        }
        Remedy::ANewOwner => {
            "let somebody you trust become an owner at once, with /invite owner: they take you out with /members, \
             and let you in again."
        }
        Remedy::Settings => {
            "no chat can undo it, since you are an owner by a setting: take your account out of SECRETARY_OWNERS, \
             where I run, and start me again. Then another owner (/invite owner makes one) takes you out with \
             /members and lets you in again."
        }
    };
    let platform = platform.title();
    format!(
        "Your code was used: I know you in {platform} as well from now on, by the account of {name} there. If that was \
         not you, {helps}"
    )
}

/// Accounts that were joined are to be two people again.
pub fn parted() -> String {
    "Linked accounts stay one person. To part them, an owner takes that person out (/members, with the name and “remove”) and lets \
     in again by /invite whichever account is to belong here."
        .to_owned()
}

/// A code that is wrong, ended or used.
pub fn bad_code() -> String {
    "That code is not valid (wrong, used, or older than it may be). Ask for a new one.".to_owned()
}

/// Several wrong codes from one account.
pub fn no_codes_now() -> String {
    "That code is not valid either. After five wrong ones I look at no code from you for ten minutes. Check \
     it, or ask for a new one, and try again then."
        .to_owned()
}

/// How a code ended by wrong guesses is replaced, for the person at the terminal.
pub fn fresh_code(grant: &Grant) -> &'static str {
    match grant {
        Grant::Pair => "run “secretary pair” for a new one",
        Grant::Invite(_) => "an owner can make a new one with /invite",
        Grant::Link(_) => "its owner can make a new one with /link",
    }
}
