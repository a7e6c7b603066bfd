//! Reads what follows `/mode`: the mode for calls of agents, and rules for single calls.

use crate::secretary::policy::{Change, Mode, Then, star_inside};
use crate::secretary::wording::settings::modes;

/// The most characters of an argument in a rule.
const LONGEST: usize = 200;
/// The most bytes of the name of a tool.
const LONGEST_TOOL: usize = 64;

/// Reads what follows `/mode`; nothing asks how things stand.
///
/// # Errors
/// A sentence: what is wrong, with an example.
pub fn read(args: &str) -> Result<Option<Change>, String> {
    let args = args.trim();
    let (first, rest) = args.split_once(char::is_whitespace).unwrap_or((args, ""));
    let first = first.to_lowercase();
    let mode = match first.as_str() {
        "" => return Ok(None),
        "manual" => Some(Mode::Manual),
        "allow-list" => Some(Mode::AllowList),
        "auto-run" | "auto" => Some(Mode::Auto),
        _ => None,
    };
    if let Some(mode) = mode {
        let more = rest.trim();
        return if more.is_empty() { Ok(Some(Change::Mode(mode))) } else { Err(modes::only_a_mode(&first, more)) };
    }
    if first == "drop" {
        let number = rest.trim().trim_start_matches('#').parse::<usize>().ok().filter(|n| *n > 0);
        return number.map(|n| Some(Change::Drop(n))).ok_or_else(|| modes::which_rule(rest.trim()));
    }
    let then = match first.as_str() {
        "allow" => Then::Allow,
        "ask" => Then::Ask,
        "refuse" | "never" => Then::Refuse,
        _ => return Err(modes::no_such_mode(args)),
    };
    rule(then, rest).map(Some)
}

/// "write note title=Budget 2026*": a name of one or more words, then arguments.
fn rule(then: Then, words: &str) -> Result<Change, String> {
    let mut tool: Vec<String> = Vec::new();
    let mut with: Vec<(String, String)> = Vec::new();
    for word in words.split_whitespace() {
        match (word.split_once('='), with.last_mut()) {
            (Some((name, value)), _) if !name.is_empty() => {
                with.push((name.to_lowercase(), value.to_owned()));
            }
            (_, Some((_, value))) => {
                value.push(' ');
                value.push_str(word);
            }
            (_, None) => tool.push(word.to_lowercase()),
        }
    }
    let with: Vec<(String, String)> = with.into_iter().map(|(name, value)| (name, bare(&value))).collect();
    let tool = tool.join("_").replace('-', "_");
    if tool.is_empty() {
        return Err(modes::rule_about_what(then, !with.is_empty()));
    }
    if let Some((name, _)) = with.iter().find(|(_, value)| value.trim().is_empty()) {
        return Err(modes::argument_is_what(name));
    }
    if let Some((name, _)) = with.iter().find(|(_, value)| star_inside(value)) {
        return Err(modes::star_in_the_middle(name));
    }
    // Where an address leads is told by its site, which comes first.
    if with.iter().any(|(name, value)| name == "url" && value.starts_with('*') && !value.trim_matches('*').is_empty()) {
        return Err(modes::star_before_an_address(then));
    }
    if tool.len() > LONGEST_TOOL {
        return Err(modes::too_long_for_a_rule(LONGEST_TOOL));
    }
    if with.iter().any(|(_, value)| value.chars().count() > LONGEST) {
        return Err(modes::too_long_for_a_rule(LONGEST));
    }
    Ok(Change::Rule { then, tool, with })
}

/// The tool whose name has most of these words, if any has one: named in the refusal, never taken by itself.
pub fn nearest<'t>(said: &str, tools: &'t [String]) -> Option<&'t str> {
    let said = parts(said);
    let shared = |tool: &str| parts(tool).iter().filter(|part| said.contains(part)).count();
    let best = tools.iter().map(|tool| (shared(tool), tool)).max_by_key(|(shared, _)| *shared)?;
    (best.0 > 0).then_some(best.1.as_str())
}

fn parts(name: &str) -> Vec<&str> {
    name.split('_').map(singular).collect()
}

fn singular(word: &str) -> &str {
    let word = word.trim_matches(['.', ',', '!', '?', ':']);
    word.strip_suffix('s').filter(|word| word.len() > 2).unwrap_or(word)
}

/// Signs that quote whatever they stand around, as phones put them by themselves; and those that may belong to a word as well.
const QUOTES: [char; 12] = ['"', '“', '”', '„', '‟', '«', '»', '「', '」', '『', '』', '＂'];
const APOSTROPHES: [char; 5] = ['\'', '‘', '’', '‚', '‛'];

/// A value without the quotes around it. A star may stand within them or outside; several are one.
fn bare(value: &str) -> String {
    let value = value.trim();
    let outer = value.trim_matches('*');
    let inner = unquoted(outer);
    let core = inner.trim_matches('*');
    if core.is_empty() {
        return if value.contains('*') { "*".to_owned() } else { String::new() };
    }
    let before = if value.starts_with('*') || inner.starts_with('*') { "*" } else { "" };
    let behind = if value.ends_with('*') || inner.ends_with('*') { "*" } else { "" };
    format!("{before}{core}{behind}")
}

fn unquoted(words: &str) -> &str {
    let inner = words.trim_matches(QUOTES);
    let single =
        |words: &str| words.chars().count() > 1 && words.starts_with(APOSTROPHES) && words.ends_with(APOSTROPHES);
    if inner == words && single(words) { words.trim_matches(APOSTROPHES) } else { inner }
}

#[cfg(test)]
mod tests {
    use crate::secretary::orders::mode::*;

    #[test]
    fn the_nearest_tool_shares_a_word() {
        let tools = ["read_url", "write_note", "search_notes", "send_letter"].map(str::to_owned);
        assert_eq!(nearest("ask_before_you_write_a_note", &tools), Some("write_note"));
        assert_eq!(nearest("any_url", &tools), Some("read_url"));
        assert_eq!(nearest("sing", &tools), None);
    }

    #[test]
    fn changes_are_read_and_nonsense_is_explained() {
        assert_eq!(read(""), Ok(None));
        assert_eq!(read("Auto"), Ok(Some(Change::Mode(Mode::Auto))));
        assert_eq!(read("allow-list"), Ok(Some(Change::Mode(Mode::AllowList))));
        assert_eq!(read("drop 2"), Ok(Some(Change::Drop(2))));
        let rule = |then, tool: &str, with: &[(&str, &str)]| {
            let with = with.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
            Ok(Some(Change::Rule { then, tool: tool.to_owned(), with }))
        };
        assert_eq!(read("allow write note"), rule(Then::Allow, "write_note", &[]));
        assert_eq!(
            read("ask send_letter to=Kim Jo* text=\"hi\""),
            rule(Then::Ask, "send_letter", &[("to", "Kim Jo*"), ("text", "hi")])
        );
        assert_eq!(read("never read-url"), rule(Then::Refuse, "read_url", &[]));
        for stars in ["*plan", "*plan*", "plan*", "*"] {
            let with = [("title", stars)];
            assert_eq!(read(&format!("ask write note title={stars}")), rule(Then::Ask, "write_note", &with));
        }
        for (said, meant) in [
            ("“Kim*”", "Kim*"),
            ("„Kim Jo“*", "Kim Jo*"),
            ("\"*Kim Jo*\"", "*Kim Jo*"),
            ("«plan»", "plan"),
            ("‘my plan’", "my plan"),
            ("'plan'", "plan"),
            ("Kim’s plan", "Kim’s plan"),
            ("the Smiths'", "the Smiths'"),
            ("**", "*"),
            ("**plan**", "*plan*"),
            ("“**”", "*"),
        ] {
            let rule = rule(Then::Allow, "write_note", &[("title", meant)]);
            assert_eq!(read(&format!("allow write note title={said}")), rule, "{said}");
        }
        assert_eq!(read("ask read url url=*"), rule(Then::Ask, "read_url", &[("url", "*")]));
        let long = format!("allow write note title={}", "x".repeat(201));
        for (odd, wrong) in [
            ("auto now", "I don't know what “now” means behind /mode auto."),
            ("drop 0", "“0” is not the number of a rule. "),
            ("ask", "What shall I ask about? Send for example: /mode ask "),
            ("refuse title=x", "What shall I refuse? Its name comes first. "),
            ("allow write_note title=", "What shall “title” be? "),
            ("allow write_note title=“”", "What shall “title” be? "),
            ("refuse write_note title=“a*b”", "A star can stand at the beginning and at the end of “title”, "),
            ("refuse write_note title=a*b", "A star can stand at the beginning and at the end of “title”, "),
            ("refuse read_url url=*.example.org", "An address of a rule begins with its site: "),
            (long.as_str(), "That is too long for a rule: 200 characters"),
        ] {
            let told = read(odd).unwrap_err();
            assert!(told.starts_with(wrong) && told.contains("/mode"), "{odd}: {told}");
        }
    }
}
