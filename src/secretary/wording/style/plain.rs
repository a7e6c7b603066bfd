//! Markdown as one line of plain words, where a report, a result or words of people are only hinted at. `text`
//! renders whole texts.

/// The words of Markdown without its marks: headings, lists, emphasis, code, links, escapes, rules and table bars.
pub fn words(markdown: &str) -> String {
    let lines = markdown.lines().map(line).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

/// The first line with words in it.
pub fn first_line(markdown: &str) -> String {
    markdown.lines().map(line).find(|line| !line.is_empty()).unwrap_or_default()
}

fn line(line: &str) -> String {
    let line = line.trim();
    if line.starts_with("```") || line.starts_with("~~~") || line.chars().all(|c| "-=*_|: ".contains(c)) {
        return String::new();
    }
    let bare = line.trim_start_matches(['#', '>', ' ']);
    let bare = ["- [ ] ", "- [x] ", "- ", "* ", "+ "].iter().find_map(|mark| bare.strip_prefix(mark)).unwrap_or(bare);
    let words = inline(bare);
    let cells: Vec<&str> = words.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect();
    if bare.starts_with('|') { cells.join(", ") } else { words.trim().to_owned() }
}

/// One line without the marks inside it.
fn inline(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut out = String::new();
    let mut at = 0;
    while at < letters.len() {
        let (letter, next) = (letters[at], letters.get(at + 1).copied());
        match letter {
            '\\' if next.is_some_and(|n| n.is_ascii_punctuation()) => {
                out.extend(next);
                at += 2;
                continue;
            }
            '!' if next == Some('[') => {}
            '[' => match link(&letters[at..]) {
                Some((words, length)) => {
                    out.push_str(&inline(&words));
                    at += length;
                    continue;
                }
                None => out.push('['),
            },
            '`' => {}
            // A star between spaces is one: 2 * 3.
            '*' if next == Some(' ') && (at == 0 || letters[at - 1] == ' ') => out.push('*'),
            '*' => {}
            // An underscore inside a word is one: snake_case.
            '_' if at > 0 && letters[at - 1].is_alphanumeric() && next.is_some_and(char::is_alphanumeric) => {
                out.push('_')
            }
            '_' => {}
            '~' if next == Some('~') || (at > 0 && letters[at - 1] == '~') => {}
            other => out.push(other),
        }
        at += 1;
    }
    out
}

/// The words of "[words](address)" and its length.
fn link(letters: &[char]) -> Option<(String, usize)> {
    let close = letters.iter().position(|c| *c == ']')?;
    if letters.get(close + 1) != Some(&'(') {
        return None;
    }
    let end = close + 1 + letters[close + 1..].iter().position(|c| *c == ')')?;
    Some((letters[1..close].iter().collect(), end + 1))
}

#[cfg(test)]
mod tests {
    use crate::secretary::wording::style::plain::*;

    #[test]
    fn marks_go_and_words_stay() {
        let cases = [
            ("# Take **offer C**: €12", "Take offer C: €12"),
            ("the file my\\_notes\\_2.md", "the file my_notes_2.md"),
            ("the field user_name is *new*", "the field user_name is new"),
            ("see [the offer](https://a.example/x_y) and `code`", "see the offer and code"),
            ("- [ ] call Kim", "call Kim"),
            ("| Offer | Price |", "Offer, Price"),
            ("2 * 3 = 6", "2 * 3 = 6"),
            ("a [note] in brackets", "a [note] in brackets"),
            ("~~old~~ new", "old new"),
        ];
        for (markdown, wanted) in cases {
            assert_eq!(words(markdown), wanted, "{markdown}");
        }
        assert_eq!(first_line("---\n\n## Result\nmore"), "Result");
        assert_eq!(words("```\nlet x = 1;\n```\n|---|---|\n"), "let x = 1;");
        assert_eq!(words(""), "");
    }
}
