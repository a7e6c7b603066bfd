//! The commands: one table for every platform, and the orders they make.

mod order;
mod read;
mod table;
#[cfg(test)]
mod tests;

pub use order::{Order, ScheduleOrder, Which, WorkspaceOrder};
pub use read::read;
pub(in crate::secretary) use read::ticket;
pub use table::{COMMANDS, Command, Takes};

/// The most characters of a command's name (Telegram's and Discord's limit).
const LONGEST_NAME: usize = 32;

/// The name, in lower case, and the arguments of a command that was typed as words; none for words that merely begin
/// with a slash ("/usr/bin").
pub fn typed(text: &str) -> Option<(String, String)> {
    let rest = text.trim().strip_prefix('/')?;
    let (name, args) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    let fits = !name.is_empty() && name.chars().count() <= LONGEST_NAME;
    (plain && fits).then(|| (name.to_lowercase(), args.trim().to_owned()))
}
