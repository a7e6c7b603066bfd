//! What is to be asked in Spanish, French and Chinese, put so that whoever reads choices finds the options in it. The
//! words stay as they were said. It must not translate.

use super::super::words::{bare, capital};

/// What is asked as "whether …", with its options behind a colon. `text`: the whole sentence; `asked`: its question. None
/// in other languages.
pub fn clause(text: &str, asked: &str) -> Option<String> {
    let signs = ['?', '¿', '？', '。', '！', '.', ' ', ','];
    let asked = asked.trim_matches(signs);
    if text.contains("问我") {
        return Some(with_names(asked, "还是", &chinese(asked)));
    }
    let clause = asked.strip_prefix("si ").or_else(|| asked.strip_prefix("Si "))?.trim_matches(signs);
    if text.to_lowercase().contains("demande") {
        return Some(with_names(&capital(clause), " ou ", &latin(clause, " ou ")));
    }
    Some(with_names(&format!("¿{}", capital(clause)), " o ", &latin(clause, " o ")))
}

fn with_names(question: &str, or: &str, names: &[String]) -> String {
    // A list of fewer is a question for yes or no.
    if names.len() < 2 || !question.contains(or) {
        return format!("whether {question}");
    }
    format!("whether {question}: {}", names.join(", "))
}

/// The options around "o" or "ou": the first begins with an article where the last one does, else it is as long as that.
fn latin(clause: &str, or: &str) -> Vec<String> {
    const ARTICLES: [&str; 11] = ["el", "la", "los", "las", "un", "una", "le", "les", "une", "des", "du"];
    let mut names: Vec<String> = clause.split(or).flat_map(|part| part.split(", ")).map(bare).collect();
    let last: Vec<String> = names.last().map(|last| last.split(' ').map(str::to_owned).collect()).unwrap_or_default();
    let Some(first) = names.first_mut() else { return names };
    let words: Vec<&str> = first.split(' ').collect();
    let article = |word: &str| ARTICLES.contains(&word.to_lowercase().as_str()) || word.starts_with("l'");
    let from = if last.first().is_some_and(|word| article(word)) {
        words.iter().rposition(|word| article(word))
    } else {
        words.len().checked_sub(last.len())
    };
    *first = words.get(from.unwrap_or_default()..).unwrap_or_default().join(" ");
    names
}

/// The options around "还是". What the first one has before them is the verb of all: "买红的还是蓝的".
fn chinese(clause: &str) -> Vec<String> {
    let mut names: Vec<String> = clause.split("还是").map(bare).collect();
    let longest = names.iter().skip(1).map(|name| name.chars().count()).max().unwrap_or_default();
    if let Some(first) = names.first_mut() {
        let more = first.chars().count().saturating_sub(longest);
        *first = first.chars().skip(more).collect();
    }
    names
}
