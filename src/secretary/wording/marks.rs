//! The signs that begin lines of the secretary's own and say how things stand. In words that a model or a stranger wrote they
//! would read as if the secretary had said so, so they are no part of these.

use super::super::lookalikes;
use super::tongues;

/// Those the secretary uses, and those that look like them.
const MARKS: &str = "✔✓✅☑🗸🗹✖✗✘❌✕❎☒★☆⭐🌟▸▶►▹▷‖⏸○◯▢□☐↻⟳🔄🔐🔒🔓🔏⏳⌛💰🧩👤❔❓🔁📚🔧🔢⚠📦💬📋";
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

/// Words of a question that an agent made up, in quotes where one of their lines begins as the heads of the secretary's own cards
/// do, "#4 May I do this?": what is said of a ticket by its number, asked for leave, or said to be decided, would be taken for the
/// secretary's.
pub fn as_said(words: String) -> String {
    let said = words.starts_with('“') && words.ends_with('”');
    if said || !words.lines().any(like_a_head) { words } else { format!("“{words}”") }
}

/// Whether a line begins with the number of a ticket, or with what the secretary asks when it wants leave or says of a question that
/// is over, in any language.
fn like_a_head(line: &str) -> bool {
    let is_hash = |c: char| matches!(c, '#' | '＃' | '﹟' | '♯');
    let line = line.trim_start_matches(|c: char| !c.is_alphanumeric() && !is_hash(c));
    if line.strip_prefix(is_hash).is_some_and(|rest| rest.trim_start().starts_with(char::is_numeric)) {
        return true;
    }
    let is = |heads: &[&str], begin: &str| -> bool {
        let begin = lookalikes::look(begin);
        heads.iter().flat_map(|head| tongues::names(head)).any(|head| lookalikes::look(&head) == begin)
    };
    let asks = line.split_once(['?', '？']).is_some_and(|(asked, _)| is(&["May I do this?", "May I go on?"], asked));
    asks || line.split([':', '：']).next().is_some_and(|said| is(&["Decided", "No longer asked"], said))
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
    use super::super::super::ticket::Status;
    use super::*;

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
    fn every_sign_of_a_status_is_one() {
        for status in Status::ALL {
            let mark = super::super::mark(status);
            assert!(unmarked(mark).is_empty() || ["•", "?", "…", "–"].contains(&mark), "{mark}");
        }
    }
}
