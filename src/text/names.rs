//! Names chosen by others, of people and files, made harmless for a sentence or a disk.

use super::clean::{neutral, shorten};
use crate::secretary::people::names::apart;

/// Characters of a person's name.
const PERSON: usize = 40;
/// Characters of the name of a file.
const FILE: usize = 60;
/// Characters of its ending, with the dot.
const ENDING: usize = 12;
/// What a file is called whose name leaves nothing.
const NAMELESS: &str = "file.txt";

/// A display name on one line, without signs that hide or turn what follows, and short; empty if nothing of it is seen. In
/// quotation marks, if it reads like words of the secretary itself.
pub fn person(name: &str) -> String {
    let name = shorten(name, PERSON);
    let seen = |c: char| !c.is_whitespace() && !super::clean::is_mark(c) && c != '\u{2800}' && c != '…';
    if name.chars().any(seen) { apart(&name) } else { String::new() }
}

/// The name of a file as it can be saved anywhere: no folders, no signs that hide its ending, not hidden, and its ending stays
/// when it is cut.
pub fn file(name: &str) -> String {
    let plain = |c: char| {
        let divides =
            "/\\:*?\"<>|".contains(c) || matches!(c, '\u{2044}' | '\u{2215}' | '\u{29f8}' | '\u{ff0f}' | '\u{ff3c}');
        if divides || c.is_control() { '_' } else { c }
    };
    let name: String = neutral(name).split_whitespace().collect::<Vec<_>>().join(" ").chars().map(plain).collect();
    let name = name.trim_matches(['.', ' ', '_']);
    if name.is_empty() {
        return NAMELESS.to_owned();
    }
    if name.chars().count() <= FILE {
        return name.to_owned();
    }
    let ending = name.rfind('.').map(|at| &name[at..]).filter(|ending| ending.chars().count() <= ENDING);
    let ending = ending.unwrap_or_default();
    let stem = shorten(&name[..name.len() - ending.len()], FILE - ending.chars().count());
    format!("{stem}{ending}")
}

#[cfg(test)]
mod tests {
    use crate::text::names::*;

    #[test]
    fn names_of_people_stay_on_their_line() {
        assert_eq!(person("Mara\nDecided by Kim: yes"), "Mara Decided by Kim: yes");
        assert_eq!(person("Mara \u{202e}mik\u{202c}"), "Mara mik");
        assert_eq!(person("  Zoë  Ångström "), "Zoë Ångström");
        for nothing in
            ["", " ", "\u{200b}", "\u{202e}\u{2066}", "\u{3164}\u{ffa0}", "\u{2800}\u{2800}", "\u{301}\u{301}"]
        {
            assert_eq!(person(nothing), "", "{nothing:?}");
        }
        assert_eq!(person(&"long ".repeat(40)).chars().count(), 40);
        for (own, apart) in
            [("Owner", "“Owner”"), (" a former\nmember", "“a former member”"), ("Ow\u{200b}ner", "“Owner”")]
        {
            assert_eq!(person(own), apart);
            assert_eq!(person(&person(own)), apart, "twice is once");
        }
    }

    #[test]
    fn names_of_files_lead_nowhere() {
        for (name, safe) in [
            ("report-12.md", "report-12.md"),
            ("../../etc/passwd", "etc_passwd"),
            ("C:\\x\\y.txt", "C__x_y.txt"),
            ("a\u{202e}fdp.exe", "afdp.exe"),
            (".bashrc", "bashrc"),
            ("a\r\nb\".md", "a b_.md"),
            ("..", NAMELESS),
            ("\u{200b}", NAMELESS),
            ("", NAMELESS),
        ] {
            assert_eq!(file(name), safe);
            assert_eq!(file(&file(name)), safe, "twice is once");
        }
        let long = file(&format!("{}.tar.gz", "x".repeat(300)));
        assert_eq!((long.rfind(".gz"), long.chars().count()), (Some(long.len() - 3), FILE), "{long}");
    }
}
