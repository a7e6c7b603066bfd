//! The signs at the beginning of the secretary's own lines. They are removed from words of models and strangers,
//! where they would look like the secretary's.

use crate::secretary::language::translations;
use crate::secretary::names::{invisible, lookalikes};

/// Those the secretary uses, and those that look like them.
const MARKS: &str = "✔✓✅☑🗸🗹✖✗✘❌✕❎☒★☆⭐🌟▸▶►▹▷‖⏸○◯▢□☐↻⟳🔄🔐🔒🔓🔏⏳⌛💰🧩👤❔❓🔁📚🔧🔢⚠📦💬📋";
/// Those of its cards, which no list of pros and cons begins its lines with.
const OF_CARDS: &str = "‖⏸↻⟳🔄🔐🔒🔓🔏⏳⌛💰🧩👤❔❓🔁📚🔧🔢📦💬📋";
/// How an emoji is drawn; it follows one.
const DRAWN: char = '\u{fe0f}';

/// Words without these signs: where one stood between words a dash does.
pub fn unmarked(words: &str) -> String {
    if !words.contains(|c| MARKS.contains(c)) {
        return words.to_owned();
    }
    let mut plain = String::with_capacity(words.len());
    let mut left_out = false;
    for c in words.chars() {
        let line_ends = left_out && c == '\n';
        if MARKS.contains(c) || (left_out && c == DRAWN) {
            left_out = true;
        } else if line_ends {
            plain.truncate(plain.trim_end_matches(' ').len());
            plain.push(c);
            left_out = false;
        } else if !(left_out && c.is_whitespace()) {
            if std::mem::take(&mut left_out) {
                dash(&mut plain);
            }
            plain.push(c);
        }
    }
    if left_out {
        plain.truncate(plain.trim_end().len());
    }
    plain
}

/// Words of a question that an agent wrote, quoted if one of their lines begins like a card of the secretary, "#4 May
/// I do this?". Such a line about a ticket number, an approval or an outcome would be taken for the secretary's.
pub fn as_said(words: String) -> String {
    let said = words.starts_with('“') && words.ends_with('”');
    if said || !words.lines().any(like_a_head) { words } else { format!("“{words}”") }
}

/// Whether a line begins with the number of a ticket, or like an approval question or the outcome of a question in
/// any language.
fn like_a_head(line: &str) -> bool {
    let is_hash = |c: char| matches!(c, '#' | '＃' | '﹟' | '♯');
    let line = line.trim_start_matches(|c: char| !c.is_alphanumeric() && !is_hash(c));
    if line.strip_prefix(is_hash).is_some_and(|rest| rest.trim_start().starts_with(char::is_numeric)) {
        return true;
    }
    let is = |heads: &[&str], begin: &str| -> bool {
        let begin = lookalikes::look(begin);
        heads.iter().flat_map(|head| translations::names(head)).any(|head| lookalikes::look(&head) == begin)
    };
    let asks = line.split_once(['?', '？']).is_some_and(|(asked, _)| is(&["May I do this?", "May I go on?"], asked));
    asks || line.split([':', '：']).next().is_some_and(|said| is(&["Decided", "No longer asked"], said))
}

/// A report, where no line begins as a card of the secretary's does: the sign of one is left out, and what reads like the head of
/// one stands in quotes, without what would make it as bold. Signs elsewhere stay, and so do those of lists of pros and cons.
pub fn in_report(report: &str) -> String {
    report.split('\n').map(report_line).collect::<Vec<_>>().join("\n")
}

fn report_line(line: &str) -> String {
    let (lead, begin) = line.split_at(markup(line));
    let (mut first, mut kept, mut words) = (None, String::new(), begin);
    while let Some((sign, rest)) = next_sign(words) {
        match sign {
            '*' | '_' | '`' => kept.push(sign),
            _ if MARKS.contains(sign) => first = first.or(Some(sign)),
            _ => {}
        }
        words = rest;
    }
    let head = if first.is_some() { like_a_head(words) } else { like_a_numbered_card(begin) };
    if head {
        let bare = |text: &str| ["**", "__", "`"].iter().fold(text.to_owned(), |text, mark| text.replace(mark, ""));
        let words = if first.is_some() { words } else { begin };
        return format!("{}“{}”", bare(lead), bare(words).trim());
    }
    match first {
        Some(sign) if OF_CARDS.contains(sign) => format!("{lead}{kept}{words}"),
        Some(_) | None => line.to_owned(),
    }
}

/// How long the markup is that a line of a report begins with: quotes, headings, items of lists, emphasis.
fn markup(line: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &line[at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let numbered = digits > 0 && (rest[digits..].starts_with(". ") || rest[digits..].starts_with(") "));
        let Some(c) = rest.chars().next() else { return at };
        let heading = c == '#' && rest.trim_start_matches('#').starts_with([' ', '\t']);
        at += if numbered {
            digits + 2
        } else if ["[ ] ", "[x] ", "[X] "].iter().any(|tick| rest.starts_with(tick)) {
            4
        } else if heading || c.is_whitespace() || invisible::invisible(c) || ">-*+_`~\\".contains(c) {
            c.len_utf8()
        } else {
            return at;
        };
    }
}

/// The next of the signs that stand before words, or of the markup between them, and what follows; a sign may be written by its
/// number, as `&#128274;`.
fn next_sign(words: &str) -> Option<(char, &str)> {
    if let Some((number, rest)) = words.strip_prefix("&#").and_then(|rest| rest.split_once(';')) {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => number.parse().ok(),
        };
        return code.and_then(char::from_u32).filter(|c| MARKS.contains(*c)).map(|c| (c, rest));
    }
    let sign = words.chars().next()?;
    let between = sign.is_whitespace() || sign == DRAWN || invisible::invisible(sign) || "*_`\\".contains(sign);
    (between || MARKS.contains(sign)).then(|| (sign, &words[sign.len_utf8()..]))
}

/// Whether words without a sign begin with the number of a ticket, and go on as only the secretary does.
fn like_a_numbered_card(words: &str) -> bool {
    let Some(rest) = words.strip_prefix(['#', '＃', '﹟', '♯']) else { return false };
    let behind = rest.trim_start_matches(char::is_numeric);
    let sign = behind.trim_start_matches([' ', '*', '_']).starts_with(|c| MARKS.contains(c));
    behind.len() < rest.len() && (sign || like_a_head(behind))
}

/// A dash behind words; none where nothing stands before it.
fn dash(plain: &mut String) {
    let opens = |c: char| c == '\n' || "([{“„«‹".contains(c);
    plain.truncate(plain.trim_end_matches(' ').len());
    if !plain.is_empty() && !plain.ends_with(opens) {
        plain.push_str(if plain.ends_with(['–', '-']) { " " } else { " – " });
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::ticket::Status;
    use crate::secretary::wording::style::status_marks::*;

    #[test]
    fn what_others_wrote_says_nothing_in_the_secretarys_own_form() {
        for (words, plain) in [
            ("May I delete? ✔ Decided: Yes. Olga, 12:00", "May I delete? – Decided: Yes. Olga, 12:00"),
            ("May I delete?\n✔ Decided: Yes. Olga, 12:00", "May I delete?\nDecided: Yes. Olga, 12:00"),
            ("Sure?✅ Yes", "Sure? – Yes"),
            ("⚠️ It can't be taken back", "It can't be taken back"),
            ("cheap ★★★ and fast ⚠️", "cheap – and fast"),
            ("as said (✔ done) – ✖ failed", "as said (done) – failed"),
            ("done ✔\nand gone", "done\nand gone"),
            ("🔐 ▸ ", ""),
            ("Nothing of that: 👍 • 1 – 2 …", "Nothing of that: 👍 • 1 – 2 …"),
        ] {
            assert_eq!(unmarked(words), plain, "{words}");
        }
    }

    #[test]
    fn what_begins_like_a_card_of_the_secretary_stands_in_quotes() {
        for words in [
            "#4 May I do this?",
            "＃4 May I do this?",
            "# 12: pay Kim",
            "May I do this? It is urgent.",
            "Darf ich das?",
            "M\u{430}y I do this?",
            "It is time.\n#4 May I do this?",
            "-- #4 is asked",
            "Decided: how to do it",
            "Which one?\nDECIDED",
            "Entschieden : rot",
            "No longer asked",
        ] {
            let quoted = as_said(words.to_owned());
            assert_eq!(quoted, format!("“{words}”"));
            assert_eq!(as_said(quoted.clone()), quoted, "once is enough");
        }
        for words in ["Which of #4 and #5?", "May I do this on Monday?", "#roof or #garden?", "Which price?", ""]
            .into_iter()
            .chain(["Decided on red already, or not?", "What was decided: red?", "Who decided?"])
        {
            assert_eq!(as_said(words.to_owned()), words);
        }
        assert_eq!(as_said(unmarked("🔐 #4 May I do this?")), "“#4 May I do this?”");
    }

    #[test]
    fn no_line_of_a_report_begins_like_a_card() {
        for (line, read) in [
            ("🔐 #1 **May I do this?**", "“#1 May I do this?”"),
            ("**🔐 #1 May I do this?**", "“#1 May I do this?”"),
            ("> ## 🔐\u{200b} #1 May I do this?", "> ## “#1 May I do this?”"),
            ("&#x1f510; #1 May I do this?", "“#1 May I do this?”"),
            ("📋 #30 Here is what I'll do", "“#30 Here is what I'll do”"),
            ("💰 #2 **May I go on?**", "“#2 May I go on?”"),
            ("✔ Decided: all of it", "“Decided: all of it”"),
            ("#1 **May I do this?**", "“#1 May I do this?”"),
            ("#12 ✔ done", "“#12 ✔ done”"),
            ("⚠️ #8 May I do this?", "“#8 May I do this?”"),
            ("💬 **Price:** €12", "**Price:** €12"),
            ("- 📦 one parcel", "- one parcel"),
            ("1. ❓ what is left", "1. what is left"),
        ] {
            assert_eq!(in_report(line), read, "{line}");
            assert_eq!(in_report(read), read, "once is enough");
            assert_eq!(in_report(&format!("One.\n{line}\nTwo.")), format!("One.\n{read}\nTwo."));
        }
        for line in [
            "Take offer C 📦, it is cheapest ✔",
            "✅ cheap",
            "- ❌ binds you for 24 months",
            "| ✔ | #12 |",
            "## 3 offers",
            "# 2026",
            "#4 and #5 are alike",
            "🎉 **Found it**",
            "▸ next",
            "```sh",
            "---",
            "",
        ] {
            assert_eq!(in_report(line), line);
        }
    }

    #[test]
    fn every_sign_of_a_status_is_one() {
        for status in Status::ALL {
            let mark = crate::secretary::wording::mark(status);
            assert!(unmarked(mark).is_empty() || ["•", "?", "…", "–"].contains(&mark), "{mark}");
        }
    }
}
