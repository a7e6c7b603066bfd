//! Forms of short texts: a text behind an exact word, a bare text, a text cut short, names in a row, counted things. Every
//! function cuts on character boundaries only. The module must not decide what a text means.

/// The text on one line.
pub fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What follows one of these words at the beginning of a text. Case does not count, and the word must end there.
pub fn after<'t>(text: &'t str, leads: &[&str]) -> Option<&'t str> {
    leads.iter().find_map(|lead| strip(text, lead)).map(str::trim_start)
}

/// The text behind `lead`, if it begins with it.
fn strip<'t>(text: &'t str, lead: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    for wanted in lead.chars() {
        let found = rest.next()?;
        let same = found == wanted
            || (found.is_whitespace() && wanted == ' ')
            || found.to_lowercase().eq(wanted.to_lowercase());
        if !same {
            return None;
        }
    }
    let rest = rest.as_str();
    let word = lead.chars().next_back().is_some_and(char::is_alphanumeric);
    let mut next = rest.chars();
    // "own" is no word of its own in "own-brand".
    let goes_on = match next.next() {
        Some('-') => next.next().is_some_and(char::is_alphanumeric),
        Some(c) => c.is_alphanumeric(),
        None => false,
    };
    (!(word && goes_on)).then_some(rest)
}

/// Without bullets, quotation marks and closing signs around it, on one line.
pub fn bare(text: &str) -> String {
    let around = |c: char| {
        c.is_whitespace()
            || matches!(c, '"' | '“' | '”' | '„' | '\'' | '«' | '»' | ',' | ';' | ':' | '-' | '*' | '•' | '–')
    };
    let closing = |c: char| around(c) || matches!(c, '.' | '?' | '!' | '…');
    line(text.trim_start_matches(around).trim_end_matches(closing))
}

/// The first letter large.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Names in a row: "A, B and C".
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}

/// Text on one line, cut at a word if longer than `most` characters.
pub fn short(text: &str, most: usize) -> String {
    let flat = line(text);
    if flat.chars().count() <= most {
        return flat;
    }
    let cut: String = flat.chars().take(most.saturating_sub(1)).collect();
    let end = cut.rfind(' ').filter(|at| cut[..*at].chars().count() * 2 > most).unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end_matches([',', ';', ':', '.', ' ']))
}

/// Words at the end of a sentence: with one sign behind them.
pub fn ended(words: &str) -> String {
    let words = words.trim_end_matches(['.', ' ']);
    if words.ends_with(['?', '!', '…', '？', '！', '。']) { words.to_owned() } else { format!("{words}.") }
}

/// A number with thousands separators: "4,100".
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// "1 task", "3 tasks".
pub fn plural(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// "Mara", "Mara or Kim", "Mara, Kim or Jo".
pub fn either(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} or {last}", head.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{after, bare, listed};

    #[test]
    fn an_exact_word_ends_where_it_ends() {
        assert_eq!(after("Shared  wifi", &["shared"]), Some("wifi"));
        assert_eq!(after("sharedwifi", &["shared"]), None);
        assert_eq!(after("own-brand tea", &["own"]), None);
        assert_eq!(after("ow", &["own"]), None);
    }

    #[test]
    fn what_surrounds_a_text_is_cut() {
        assert_eq!(bare(" - “Milk,\n two litres”. "), "Milk, two litres");
        assert_eq!(listed(&["A".to_owned(), "B".to_owned(), "C".to_owned()]), "A, B and C");
    }
}
