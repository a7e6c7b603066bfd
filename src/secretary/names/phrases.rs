//! Cutting words out of what people type: beginnings, alternatives, the parts of a list. Every reader is bounded and
//! cuts on character boundaries only. It must not decide what a text means.

/// The text without invisible control characters, at most `most` characters, trimmed. Lines stay.
pub fn tidy(text: &str, most: usize) -> String {
    let visible = |c: &char| matches!(c, '\n' | '\t') || !(c.is_control() || is_steering(*c));
    let kept: String = text.chars().filter(visible).take(most).collect();
    kept.trim().to_owned()
}

/// The text on one line.
pub fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What follows one of these beginnings, compared without regard to case and ending at a word's end.
pub fn after<'t>(text: &'t str, leads: &[&str]) -> Option<&'t str> {
    leads.iter().find_map(|lead| strip(text, lead)).map(str::trim_start)
}

/// The text behind `lead`, if it begins with it.
fn strip<'t>(text: &'t str, lead: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    for wanted in lead.chars() {
        let found = rest.next()?;
        let same = found == wanted
            || (found == '’' && wanted == '\'')
            || (found.is_whitespace() && wanted == ' ')
            || found.to_lowercase().eq(wanted.to_lowercase());
        if !same {
            return None;
        }
    }
    let rest = rest.as_str();
    let word = lead.chars().next_back().is_some_and(char::is_alphanumeric);
    let mut next = rest.chars();
    // "to" is no word of its own in "to-do".
    let goes_on = match next.next() {
        Some('-') => next.next().is_some_and(char::is_alphanumeric),
        Some(c) => c.is_alphanumeric(),
        None => false,
    };
    (!(word && goes_on)).then_some(rest)
}

/// The text before and after the first of these phrases that stands as whole words.
pub fn around<'t>(text: &'t str, phrases: &[&str]) -> Option<(&'t str, &'t str)> {
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if !(before.is_alphanumeric() || before == '-')
            && let Some((head, tail)) = text.split_at_checked(at)
            && let Some(rest) = after(tail, phrases)
        {
            return Some((head.trim_end(), rest));
        }
        before = c;
    }
    None
}

/// Whether one of these stands in the text as whole words.
pub fn has(text: &str, phrases: &[&str]) -> bool {
    around(text, phrases).is_some()
}

/// Verbs that order something, where they begin a sentence.
const ORDERS: &str = "add|ask|book|bring|buy|call|check|choose|compare|cook|find|get|look|make|note|order|pick|plan|put|\
    read|remind|search|see|send|show|take|tell|translate|try|use|write|bestell|bestelle|buch|buche|finde|hol|kauf|kaufe|\
    lies|mach|nimm|prüf|prüfe|ruf|schick|schreib|schreibe|setz|such|suche|vergleich|vergleiche|zeig";

/// Whether a word that begins a sentence orders something.
pub fn orders(first: &str) -> bool {
    ORDERS.split('|').any(|order| order == first)
}

/// The parts of a list: between lines, semicolons, commas, "or", "versus", and "and" where that divides too.
pub fn parts(text: &str, and: bool) -> Vec<String> {
    let mut pieces: Vec<&str> = text.split(['\n', ';']).flat_map(commas).collect();
    for word in ["or", "oder", "vs.", "vs", "versus"] {
        pieces = pieces.into_iter().flat_map(|piece| divided(piece, word)).collect();
    }
    if and {
        for word in ["and", "und", "&", "with", "mit"] {
            pieces = pieces.into_iter().flat_map(|piece| divided(piece, word)).collect();
        }
    }
    let mut found: Vec<String> = Vec::new();
    for piece in pieces {
        let piece = bare(piece);
        if !piece.is_empty() && !found.iter().any(|f| f.to_lowercase() == piece.to_lowercase()) {
            found.push(piece);
        }
        if found.len() == MOST_PARTS {
            break;
        }
    }
    found
}

/// Between commas, unless one stands inside a number or in parentheses.
pub fn commas(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut from, mut before, mut inner) = (0, ' ', 0_u32);
    for (at, c) in text.char_indices() {
        match c {
            '(' if text.get(at..).is_some_and(|rest| rest.contains(')')) => inner += 1,
            ')' => inner = inner.saturating_sub(1),
            _ => {}
        }
        if c == ',' && inner == 0 {
            let next = text.get(at + 1..).and_then(|rest| rest.chars().next());
            let inside = before.is_ascii_digit() && next.is_some_and(|n| n.is_ascii_digit());
            if !inside {
                pieces.extend(text.get(from..at));
                from = at + 1;
            }
        }
        before = c;
    }
    pieces.extend(text.get(from..));
    pieces
}

/// Without bullets, quotation marks and closing signs around it, on one line.
pub fn bare(text: &str) -> String {
    let around = |c: char| {
        c.is_whitespace()
            || matches!(c, '"' | '“' | '”' | '„' | '\'' | '«' | '»' | ',' | ';' | ':' | '-' | '*' | '•' | '–')
    };
    let closing = |c: char| around(c) || matches!(c, '.' | '?' | '!' | '…');
    let inner = text.trim_start_matches(around).trim_end_matches(closing);
    let inner = after(inner, &["either", "entweder"]).unwrap_or(inner);
    line(inner)
}

/// The first letter large.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// As a sentence: a large letter first and a sign at the end.
pub fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.is_empty() || text.ends_with(['.', '?', '!', '…']) { text } else { format!("{text}.") }
}

/// The question in the words behind "whether": "I should renew it" is "should I renew it?", "to go" is "go?", "ich es
/// verlängern soll" is "soll ich es verlängern?".
pub fn question(clause: &str) -> String {
    const SUBJECTS: [&str; 13] = ["i", "we", "you", "they", "he", "she", "it", "ich", "wir", "er", "sie", "es", "man"];
    const MODALS: [&str; 26] = [
        "should", "can", "could", "shall", "may", "must", "will", "would", "am", "are", "is", "was", "were", "have",
        "has", "soll", "sollen", "sollte", "sollten", "kann", "können", "will", "wollen", "muss", "müssen", "darf",
    ];
    // German verbs that stand whole at the beginning: "nehmen wir".
    const WE: &str = "nehmen kaufen gehen fahren machen bleiben buchen wählen essen trinken kommen haben bestellen streichen \
        mieten verkaufen behalten verlängern kündigen fliegen feiern brauchen warten spielen kochen bauen verschieben";
    let clause = bare(clause);
    let clause = after(&clause, &["to"]).map_or(clause.as_str(), str::trim_start);
    let words: Vec<&str> = clause.split(' ').collect();
    let is = |word: &str, known: &[&str]| known.contains(&word.to_lowercase().as_str());
    let turned = match words.as_slice() {
        [subject, modal, rest @ ..] if is(subject, &SUBJECTS) && is(modal, &MODALS) => Some((*modal, *subject, rest)),
        // In German the verb ends the clause.
        [subject, rest @ .., modal] if is(subject, &SUBJECTS[7..]) && is(modal, &MODALS) => {
            Some((*modal, *subject, rest))
        }
        ["wir", rest @ .., verb] if !rest.is_empty() && WE.split(' ').any(|known| known == *verb) => {
            Some((*verb, "wir", rest))
        }
        _ => None,
    };
    match turned {
        Some((modal, subject, rest)) => format!("{}?", [&[modal, subject], rest].concat().join(" ")),
        None if words.first().is_some_and(|first| is(first, &SUBJECTS[7..])) => format!("ob {clause}?"),
        // "we go" is "do we go?"; a verb in the past is left alone.
        None if words.len() > 1
            && words.first().is_some_and(|first| is(first, &["i", "we", "you", "they"]))
            && words.get(1).is_some_and(|verb| !verb.ends_with("ed") && !verb.contains('\'')) =>
        {
            format!("do {clause}?")
        }
        None => format!("{clause}?"),
    }
}

/// Names in a row: "A, B and C".
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}

/// The text behind greetings and "could you please".
pub fn polite(text: &str) -> &str {
    const LEADS: &[&str] = &[
        "please",
        "bitte",
        "hey",
        "hi",
        "hello",
        "hallo",
        "ok",
        "okay",
        "so",
        "secretary",
        "can you",
        "could you",
        "would you",
        "will you",
        "i want you to",
        "i'd like you to",
        "i would like you to",
        "i need you to",
        "kannst du",
        "könntest du",
        "tell me",
        "sag mir",
    ];
    let mut rest = text;
    for _ in 0..6 {
        let Some(shorter) = after(rest, LEADS) else { break };
        let shorter = shorter.trim_start_matches([',', '!', '.', ':', '-', '–', ' ']);
        if shorter.is_empty() {
            break;
        }
        rest = shorter;
    }
    rest
}

/// Between the occurrences of one word.
fn divided<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((head, tail)) = around(rest, &[word]) {
        pieces.push(head);
        rest = tail;
        if pieces.len() > MOST_PARTS {
            break;
        }
    }
    pieces.push(rest);
    pieces
}

/// Characters that turn the direction of writing around and so can make a text look like another one.
fn is_steering(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The most alternatives taken from one text.
const MOST_PARTS: usize = 16;
