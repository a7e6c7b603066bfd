//! The commands: one table for every platform, and the orders they make.

mod flow;
mod order;
mod table;

pub use flow::{FlowDeed, FlowOrder, TriggerOrder, by_name};
pub use order::{BriefOrder, Order, ScheduleOrder, Which, WorkspaceOrder};
pub use table::{COMMANDS, Command, Takes};

/// The most characters of a command's name (Telegram's and Discord's limit).
const LONGEST_NAME: usize = 32;

/// The name of a command without slashes and blanks before it, in lower case. Only letters of ASCII change: no other
/// sign becomes a letter of a name.
pub fn plain_name(name: &str) -> String {
    name.trim_start_matches(|c: char| c == '/' || c.is_whitespace()).trim_end().to_ascii_lowercase()
}

/// Whether a command of this plain name ends in words of any kind, so that what the app cut off belongs to it.
pub fn takes_words(name: &str) -> bool {
    let command = COMMANDS.iter().find(|command| command.name == name);
    command.is_some_and(|command| matches!(command.takes.last(), Some(Takes::Words { .. })))
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

#[cfg(test)]
mod tests {
    use super::typed;

    #[test]
    fn a_slash_and_a_plain_name_are_a_command() {
        assert_eq!(typed("/Report daily 18:00 "), Some(("report".into(), "daily 18:00".into())));
        assert_eq!(typed("  /new\nbuy a lamp"), Some(("new".into(), "buy a lamp".into())));
        assert_eq!(typed("/HILFE"), Some(("hilfe".into(), String::new())));
    }

    #[test]
    fn a_path_or_a_lone_slash_is_text() {
        assert_eq!(typed("/"), None);
        assert_eq!(typed("/ new"), None);
        assert_eq!(typed("/etc/passwd is missing"), None);
        assert_eq!(typed(&format!("/{}", "x".repeat(33))), None);
        assert_eq!(typed("either /or"), None);
    }
}
