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

/// The name of a command without slashes and blanks before it, in lower case. Only letters of ASCII change: no other
/// sign becomes a letter of a name.
pub fn plain_name(name: &str) -> String {
    name.trim_start_matches(|c: char| c == '/' || c.is_whitespace()).trim_end().to_ascii_lowercase()
}

/// The name, in lower case, and the arguments of a command that was typed as words; none for words that merely begin
/// with a slash ("/usr/bin").
pub fn typed(text: &str) -> Option<(String, String)> {
    let rest = text.trim().strip_prefix('/')?;
    let (name, args) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    let fits = !name.is_empty() && name.chars().count() <= LONGEST_NAME;
    (plain && fits).then(|| (name.to_ascii_lowercase(), args.trim().to_owned()))
}
