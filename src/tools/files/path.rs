//! The paths that a model gives: names that are valid on every system. It opens nothing.

use crate::ports::files::{DEEPEST, LONGEST_NAME};
use crate::ports::tool::ToolError;
use crate::tools::schema::tell;

/// Names systems keep for devices, with any ending.
const RESERVED: [&str; 32] = [
    "con", "prn", "aux", "nul", "conin$", "conout$", "com0", "lpt0", "com¹", "com²", "com³", "lpt¹", "lpt²", "lpt³",
    "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5",
    "lpt6", "lpt7", "lpt8", "lpt9",
];

/// A path a model gave, if it names something inside the ticket's home on every system.
pub(in crate::tools) fn path_of(text: &str) -> Result<String, ToolError> {
    let refuse = |why: &str| Err(tell(format!("“{}” cannot be used: {why}.", text.escape_debug())));
    let parts: Vec<&str> = text.trim().split('/').collect();
    if parts.len() > DEEPEST {
        return refuse("too many folders inside each other");
    }
    for part in &parts {
        let stem = part.split('.').next().unwrap_or_default().trim().to_ascii_lowercase();
        if part.is_empty() {
            return refuse("give a path like notes/list.md, without a slash at its ends");
        }
        if part.starts_with('.') || part.ends_with(['.', ' ']) || part.starts_with(' ') {
            return refuse("no name may begin or end with a dot or a space");
        }
        if part.contains(|c: char| c.is_control() || "\\:*?\"<>|".contains(c) || deceives(c)) {
            return refuse("it has a character which file names may not have");
        }
        if part.len() > LONGEST_NAME || RESERVED.contains(&stem.as_str()) {
            return refuse("the name is reserved or too long");
        }
    }
    Ok(parts.join("/"))
}

/// Whether a character makes a name look like another one: nobody sees it, it turns the direction of writing ("fdp.exe"
/// becomes "exe.pdf"), or it looks like what divides folders and endings.
fn deceives(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2024}'..='\u{2026}' | '\u{2028}'..='\u{202e}' | '\u{2044}' | '\u{2060}'..='\u{206f}'
        | '\u{2215}' | '\u{29f5}' | '\u{29f8}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ff0e}' | '\u{ff0f}'
        | '\u{ff1a}' | '\u{ff3c}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffd}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use crate::tools::files::path::*;

    fn refused<T: std::fmt::Debug>(result: Result<T, ToolError>) {
        assert!(matches!(result, Err(ToolError::TellModel(_))), "{result:?}");
    }

    #[test]
    fn bad_paths_are_refused() {
        let bad = concat!(
            "; ;/;/etc/passwd;..;../x;a/../b;a/..;./a;a//b;a/;a\0b;a\nb;C:\\x;a\\b;c:x;nul;NUL.txt;",
            "a/con;com1.log;.hidden;.new-1;a.;a ;a/ b;1/2/3/4/5/6;a|b;letter\u{202e}fdp.exe;",
            "..\u{200b}/x;a\u{2215}b;\u{ff0e}\u{ff0e}\u{ff0f}etc;COM¹.txt;conout$",
        );
        for bad in bad.split(';') {
            // White space around the whole path is forgiven.
            if bad.trim() == "a" {
                continue;
            }
            refused(path_of(bad));
        }
        refused(path_of(&"x".repeat(101)));
        for good in ["a", "notes/list.md", "ü.txt", "a b.txt", "null.txt", "1/2/3/4/5"] {
            assert_eq!(path_of(good).unwrap(), good);
        }
    }
}
