//! The options in somebody's words: "we take A, B or C", "the table is round or square", "red | blue", "“A” or “B”".
//! What stands before all of them is no part of the first. It must not tell whether anything is to be decided.

use super::super::words::{addresses, after, around, bare, capital, has, line, parts, question};
use super::being;

/// What stands between options.
pub const OR: &[&str] = &["or", "oder", "vs", "vs.", "versus"];
/// Beginnings of a question that is no yes or no.
pub const OPEN: &[&str] =
    &["which", "what", "where", "who", "welche", "welcher", "welches", "welchen", "was", "wo", "wer"];
/// What makes a statement of what stands before it.
const IS: &[&str] = &["is", "are", "ist", "sind"];
/// What the first option has from the sentence around it.
const PLACES: &[&str] = &["on", "at", "in", "to", "for", "by", "am", "um", "im"];
/// What is behind the last option, and what it is for.
const FOR: &[&str] = &["for", "für"];
/// What may stand in front of an option behind "or".
const RATHER: &[&str] = &["else", "rather", "sonst"];
/// The most words before "is" in "the big table is round or square".
const SUBJECT_WORDS: usize = 5;

/// How a question begins before its first option.
const SUBJECT: &[&str] = &[
    "decide whether",
    "decide if",
    "let us",
    "let's",
    "help me",
    "help us",
    "whether",
    "should we",
    "should i",
    "should they",
    "shall we",
    "shall i",
    "should",
    "shall",
    "we should",
    "i should",
    "sollen wir",
    "soll ich",
    "sollten wir",
    "do we",
    "do i",
    "would you rather",
    "is it better to",
    "which is better",
    "what is better",
    "what's better",
    "was ist besser",
    "i can't",
    "i don't know",
    "we",
    "i",
    "they",
    "wir",
    "ich",
    "to",
    "the team should",
];
/// What one does with an option.
pub const VERBS: &[&str] = &[
    "take", "use", "buy", "choose", "pick", "go with", "go for", "go to", "book", "order", "get", "hire", "meet on",
    "meet at", "meet in", "have",
];

/// The options in "we take A, B or C": the first one without the words it shares with the sentence. `sure`: there is a
/// choice, so that "tea/coffee" is one as well.
pub fn options(text: &str, sure: bool) -> Vec<String> {
    if let Some(named) = quoted(text) {
        return named;
    }
    // Beside an "or" what stands together is one option: "red / green or blue".
    let listed = slashed(text, sure).filter(|_| !has(text, OR));
    let text = listed.as_deref().unwrap_or(text);
    if !has(text, OR) {
        return Vec::new();
    }
    let mut found = parts(text, false);
    for option in found.iter_mut().skip(1) {
        if let Some(rest) = after(option, RATHER).map(bare).filter(|rest| !rest.is_empty()) {
            *option = rest;
        }
    }
    if found.len() < 2 {
        return Vec::new();
    }
    without_whom(&mut found);
    being::without_sein(&mut found);
    without_front(&mut found);
    // "paint it red or blue": the first option is "red".
    let brief = found.iter().skip(1).all(|option| !option.contains(' '));
    if let Some(first) = found.first_mut().filter(|_| brief)
        && let Some((_, rest)) = around(first, &["it", "them", "this", "that"])
        && !bare(rest).is_empty()
    {
        *first = bare(after(rest, &["to be"]).filter(|named| !bare(named).is_empty()).unwrap_or(rest));
    }
    if (listed.is_some() || found.len() > 2 || being::colours(&found))
        && let Some(first) = found.first_mut().filter(|_| brief)
        && let Some(named) = behind_its_thing(first)
    {
        *first = named;
    }
    without_purpose(&mut found);
    if let Some(last) = found.last_mut() {
        for verb in [" nehmen", " kaufen", " wählen", " buchen"] {
            if let Some(rest) = last.strip_suffix(verb) {
                *last = rest.to_owned();
                break;
            }
        }
    }
    found
}

/// "Berta: red or blue": the first option is "red".
fn without_whom(found: &mut [String]) {
    let Some((first, others)) = found.split_first_mut() else { return };
    if let Some((_, rest)) = colon(first).filter(|_| others.iter().all(|other| colon(other).is_none()))
        && !bare(rest).is_empty()
    {
        *first = bare(rest);
    }
}

/// "Anna or Bert for the desk": where each option is one word, what it is for belongs to all of them. What an option costs is
/// its own.
fn without_purpose(found: &mut [String]) {
    let Some((last, others)) = found.split_last_mut() else { return };
    if others.iter().all(|other| !other.contains(' '))
        && let Some((name, purpose)) = around(last, FOR)
        && !bare(name).is_empty()
        && !bare(name).contains(' ')
        && !purpose.contains(|c: char| c.is_ascii_digit())
    {
        *last = bare(name);
    }
}

/// Whether something is said around the options that says what is asked: for whom, or what for.
pub fn framed(text: &str, found: &[String]) -> bool {
    let purpose = |words: &str| around(words, FOR).is_some();
    colon(text).is_some() || (purpose(text) && !found.iter().any(|option| purpose(option)))
}

/// Takes from the first option what belongs to all of them.
fn without_front(found: &mut [String]) {
    let mut named = being::without(found);
    for _ in 0..4 {
        let Some(first) = found.first_mut().filter(|_| !named) else { break };
        match after(first, SUBJECT).map(bare).filter(|rest| !rest.is_empty()) {
            Some(rest) => *first = rest,
            None => break,
        }
        named = being::without(found);
    }
    let Some((first, others)) = found.split_first_mut() else { return };
    if !named && let Some(rest) = after(first, VERBS).map(bare).filter(|rest| !rest.is_empty()) {
        *first = rest;
    }
    // "the table is round or square": "round".
    if let Some((_, _, rest)) =
        statement(first).filter(|_| !named && others.iter().all(|other| statement(other).is_none()))
    {
        *first = bare(&rest);
    }
    // "in Berlin or Rome", but "on foot or by bike".
    if others.iter().all(|other| after(other, PLACES).is_none() && after(other, &["with", "from"]).is_none())
        && let Some(rest) = after(first, PLACES).map(bare).filter(|rest| !rest.is_empty())
    {
        *first = rest;
    }
}

/// The subject, "is", and what is said of it.
fn statement(clause: &str) -> Option<(String, String, String)> {
    let words: Vec<&str> = clause.split_whitespace().collect();
    let is = |word: &&str| IS.contains(&word.to_lowercase().as_str());
    let at = words.iter().position(is).filter(|at| (1..=SUBJECT_WORDS).contains(at))?;
    let (subject, rest) = (words.get(..at)?, words.get(at + 1..)?);
    let or = |word: &&str| OR.contains(&word.to_lowercase().as_str());
    let open = |word: &&str| OPEN.contains(&word.to_lowercase().as_str());
    let plain = !rest.is_empty() && !subject.iter().any(or) && !subject.iter().any(open);
    plain.then(|| (subject.join(" "), words.get(at).copied().unwrap_or_default().to_lowercase(), rest.join(" ")))
}

/// "is the table round or square" of "the table is round or square", and "should it be so" of "it should be so"; none if it is no
/// statement about a thing.
pub fn turned(clause: &str) -> Option<String> {
    const ARTICLES: &[&str] =
        &["the", "a", "an", "my", "our", "your", "his", "her", "their", "this", "der", "die", "das", "mein", "unser"];
    let is_article = |word: &str| ARTICLES.contains(&word.to_lowercase().as_str());
    // "I think it should be so" is no statement about a thing.
    let plain = |subject: &str| subject.split_once(' ').is_none_or(|(first, _)| is_article(first));
    let wished = being::wished(clause).filter(|(subject, ..)| plain(subject));
    let (subject, is, rest) = wished.or_else(|| statement(clause))?;
    let (first, more) = subject.split_once(' ').unwrap_or((subject.as_str(), ""));
    let article = is_article(first);
    let first = if article { first.to_lowercase() } else { first.to_owned() };
    Some(format!("{is} {} {rest}", format!("{first} {more}").trim_end()))
}

/// What is asked in these words, as a question. Quotation marks stay whole.
pub fn as_asked(clause: &str) -> String {
    let words = plain(clause);
    match turned(&words) {
        Some(turned) => format!("{}?", capital(&turned)),
        None if quoted(clause).is_some() => format!("{}?", capital(&words)),
        None => capital(&question(clause)),
    }
}

/// The words on one line, without signs at the ends but with quotation marks that belong together.
pub fn plain(text: &str) -> String {
    if quoted(text).is_none() {
        return bare(text);
    }
    let sign = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '.' | '?' | '!');
    line(text.trim_matches(sign))
}

/// Options in quotation marks, with nothing between them but "or" and commas, as the end of a text.
fn quoted(text: &str) -> Option<Vec<String>> {
    let mut found: Vec<String> = Vec::new();
    let (mut between, mut or, mut inside) = (String::new(), false, false);
    for c in text.chars() {
        if !matches!(c, '"' | '“' | '”' | '„' | '«' | '»') {
            between.push(c);
            continue;
        }
        let words = line(&between);
        if inside {
            found.push(words);
        } else if !found.is_empty() {
            let joint = words.trim_matches([',', ' ']).to_lowercase();
            or |= OR.contains(&joint.as_str());
            if !(joint.is_empty() || OR.contains(&joint.as_str())) {
                return None;
            }
        }
        inside = !inside;
        between.clear();
    }
    let ends = !inside && bare(&between).is_empty() && found.iter().all(|option| !bare(option).is_empty());
    (ends && or && found.len() >= 2).then_some(found)
}

/// "red / green / blue" and "red | green" as "red, green or blue". None: nothing is set apart so.
fn slashed(text: &str, sure: bool) -> Option<String> {
    let tight = sure && addresses(text).is_empty() && text.split_whitespace().count() <= 8;
    let sign = if text.contains(" / ") {
        " / "
    } else if text.contains('|') {
        "|"
    } else if tight {
        "/"
    } else {
        return None;
    };
    let parts: Vec<&str> = text.split(sign).map(|part| part.trim_matches([' ', '?', '.', '!'])).collect();
    let (last, head) = parts.split_last()?;
    let words = parts.iter().all(|part| part.chars().any(char::is_alphabetic) && (sign != "/" || part.len() > 1));
    (!head.is_empty() && words).then(|| format!("{} or {last}", head.join(", ")))
}

/// The clause of "… or not", which is yes or no.
pub fn or_not(text: &str) -> Option<&str> {
    let text = text.trim();
    let lead = ["whether or not", "if or not", "or not", "ob oder nicht"];
    let clause = after(text, &lead).or_else(|| {
        let plain = text.trim_end_matches(['?', '!', '.', ' ']);
        ["or not", "oder nicht"].iter().find_map(|words| {
            let (head, tail) = plain.split_at_checked(plain.len().checked_sub(words.len())?)?;
            (tail.eq_ignore_ascii_case(words) && head.ends_with([' ', ','])).then_some(head)
        })
    })?;
    let clause = clause.trim_end_matches([',', ' ']);
    (!bare(clause).is_empty() && !has(clause, OR)).then_some(clause)
}

/// What stands before and behind a colon, which is not that of an address or of a time of day.
pub fn colon(text: &str) -> Option<(&str, &str)> {
    text.match_indices(':').find_map(|(at, sign)| {
        let behind = text.get(at + sign.len()..)?;
        (!behind.starts_with(|c: char| c == '/' || c.is_ascii_digit())).then_some((text.get(..at)?, behind))
    })
}

/// What is asked before a colon, and the names behind it.
pub fn named(text: &str) -> Option<(&str, Vec<String>)> {
    let (asked, names) = colon(text)?;
    let named = quoted(names).unwrap_or_else(|| parts(names, false));
    (!bare(asked).is_empty() && named.len() >= 2).then_some((asked, named))
}

/// "red" of "paint the door red", where what else is offered is one word each.
fn behind_its_thing(first: &str) -> Option<String> {
    let words: Vec<&str> = first.split(' ').filter(|word| !word.is_empty()).collect();
    let [_, article, _, named] = words.as_slice() else { return None };
    let articles = ["the", "a", "an", "my", "our", "your", "his", "her", "their"];
    articles.contains(&article.to_lowercase().as_str()).then(|| (*named).to_owned())
}
