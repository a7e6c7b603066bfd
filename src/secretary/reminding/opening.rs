//! How a wish for a reminder begins: "remind me", "please don't let me forget", "set an alarm for", "wake me up".
//!
//! It must not read times.

/// The beginning of a wish for a reminder, and what follows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Opening {
    /// What follows.
    pub(super) rest: String,
    /// Somebody else is to be reminded.
    pub(super) other: Option<String>,
    /// What to remind of when the words name nothing.
    pub(super) usual: Option<&'static str>,
    /// A bare hour is meant in the morning.
    pub(super) early: bool,
    /// It was asked as a question, so that the mark at its end means nothing.
    pub(super) question: bool,
}

/// The words of a text, plain, each with the place behind it.
struct Said<'t> {
    text: &'t str,
    words: Vec<(String, usize, usize)>,
}

impl<'t> Said<'t> {
    fn cut(text: &'t str) -> Self {
        let mut words = Vec::new();
        let mut from = 0;
        for word in text.split_whitespace().take(400) {
            let Some(at) = text.get(from..).and_then(|rest| rest.find(word)) else { break };
            let (start, end) = (from + at, from + at + word.len());
            let plain = word.to_lowercase().replace('’', "'");
            let plain = plain.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
            words.push((plain, start, end));
            from = end;
        }
        Self { text, words }
    }

    fn at(&self, i: usize) -> &str {
        self.words.get(i).map_or("", |(word, _, _)| word.as_str())
    }

    /// Whether these words stand at `i`; alternatives are divided by a bar.
    fn are(&self, i: usize, pattern: &[&str]) -> bool {
        pattern.iter().enumerate().all(|(at, words)| words.split('|').any(|word| word == self.at(i + at)))
    }

    /// The text from word `i` on, without what divides it from the word before.
    fn from(&self, i: usize) -> String {
        let before = i.checked_sub(1).and_then(|i| self.words.get(i)).map_or(0, |(_, _, end)| *end);
        self.text.get(before..).unwrap_or_default().trim_start_matches([':', ',', ' ', '-', '–']).trim().to_owned()
    }

    /// Whether the word at `i` ends with this mark.
    fn marked(&self, i: usize, mark: char) -> bool {
        let place = self.words.get(i).and_then(|(_, start, end)| self.text.get(*start..*end));
        place.is_some_and(|word| word.ends_with(mark))
    }
}

/// Reads the opening at the beginning of a text, or behind a few words, which are given back and must be a time.
pub(super) fn opening(text: &str) -> Option<(String, Opening)> {
    let said = Said::cut(text);
    if let Some(found) = opening_at(&said, 0) {
        return Some((String::new(), found));
    }
    (1..said.words.len().min(12)).find_map(|i| {
        let reminds =
            reminds(said.at(i)) || matches!(said.at(i), "please" | "pls" | "wake" | "can" | "could" | "erinnere");
        let found = opening_at(&said, i).filter(|_| reminds)?;
        let (_, _, end) = said.words.get(i - 1)?;
        let head = text.get(..*end)?.trim_end_matches([',', ':', ' ']).to_owned();
        found.other.is_none().then_some((head, found))
    })
}

fn opening_at(said: &Said, start: usize) -> Option<Opening> {
    const POLITE: &str = "please|pls|plz|hey|hi|hello|ok|okay|so|and|bitte|kindly|secretary|bot|also|just|then";
    let mut i = start;
    while said.are(i, &[POLITE]) {
        i += 1;
    }
    let question = said.are(i, &["can|could|would|will|kannst|könntest|würdest", "you|u|du"]);
    if question {
        i += 2;
    }
    for lead in
        [&["i", "want|need", "you", "to"][..], &["i'd", "like", "you", "to"], &["i", "would", "like", "you", "to"]]
    {
        if said.are(i, lead) {
            i += lead.len();
        }
    }
    while said.are(i, &[POLITE]) || said.are(i, &["maybe"]) {
        i += 1;
    }
    let plain = |next: usize| Opening {
        rest: said.from(next),
        other: None,
        usual: None,
        early: false,
        question: question || said.are(i, &["don't|dont"]),
    };
    for lead in [
        &["don't|dont", "let", "me|us", "forget"][..],
        &["do", "not", "let", "me|us", "forget"],
        &["i|we", "need|want|have|wish", "to", "be", "reminded"],
        &["i'd|we'd", "like", "to", "be", "reminded"],
        &["i|we", "would", "like", "to", "be", "reminded"],
        &["erinnere|erinner", "mich|uns"],
    ] {
        if said.are(i, lead) {
            return Some(plain(i + lead.len()));
        }
    }
    if said.are(i, &["don't|dont", "forget", "to", "remind", "me|us"]) {
        return Some(plain(i + 5));
    }
    // "kannst du mich morgen um 8 an den Zahnarzt erinnern?"
    if question && said.are(i, &["mich|uns"]) && said.words.last().is_some_and(|(word, _, _)| word == "erinnern") {
        let mut found = plain(i + 1);
        let end = found.rest.rfind(char::is_whitespace)?;
        found.rest.truncate(end);
        return Some(found);
    }
    if said.are(i, &["wake|weck|wecke", "me|us|mich|uns"]) {
        let up = i + 2 + usize::from(said.are(i + 2, &["up|auf"]));
        return Some(Opening { usual: Some("Wake up"), early: true, ..plain(up) });
    }
    reminded(said, i, &plain).or_else(|| noun(said, i, &plain))
}

/// "remind me", "rmind us", "remind Kim".
fn reminded(said: &Said, i: usize, plain: &dyn Fn(usize) -> Opening) -> Option<Opening> {
    if !reminds(said.at(i)) {
        return None;
    }
    if said.are(i + 1, &["me|us|myself|ourselves"]) {
        let mut next = i + 2;
        while said.are(next, &["again|please|pls|plz"]) {
            next += 1;
        }
        return Some(plain(next));
    }
    let none = matches!(
        said.at(i + 1),
        "" | "of" | "about" | "to" | "that" | "at" | "on" | "in" | "what" | "tomorrow" | "today"
    );
    if said.at(i) != "remind" || none {
        return None;
    }
    let two = matches!(said.at(i + 1), "the" | "my" | "our" | "your" | "all");
    let next = i + 2 + usize::from(two);
    let (_, from, _) = said.words.get(i + 1)?;
    let (_, _, to) = said.words.get(next - 1)?;
    let name = said.text.get(*from..*to)?.trim_end_matches([',', ':', '.', '?', '!']).to_owned();
    Some(Opening { other: Some(name), ..plain(next) })
}

/// "set a reminder", "create a daily reminder", "set an alarm for 7am", "reminder: …".
fn noun(said: &Said, i: usize, plain: &dyn Fn(usize) -> Opening) -> Option<Opening> {
    let usual = |word: &str| match word {
        "alarm" => Some("Alarm"),
        "timer" => Some("Timer"),
        _ => None,
    };
    let is_noun = |i: usize| said.are(i, &["reminder|alarm|timer|alert"]);
    let mut next = i;
    if said.are(next, &["set|create|add|make|schedule|new"]) {
        next += 1;
        while said.are(next, &["up|me|us|a|an|another|new|the"]) {
            next += 1;
        }
        let kind = (next..next + 2).find(|i| is_noun(*i))?;
        let adjective = if kind > next { format!("{} ", said.at(next)) } else { String::new() };
        let found = plain(kind + 1);
        let rest = format!("{adjective}{}", for_length(&found.rest, said.at(kind)));
        return Some(Opening { usual: usual(said.at(kind)), early: said.at(kind) == "alarm", rest, ..found });
    }
    let led = said.marked(next, ':') || said.are(next + 1, &["to|for|that|at|in|about"]);
    let found = plain(next + 1);
    let rest = for_length(&found.rest, said.at(next));
    (is_noun(next) && led).then(|| Opening { usual: usual(said.at(next)), rest, ..found })
}

/// "a timer for 10 minutes" rings in 10 minutes, "an alarm for 6" at 6.
fn for_length(rest: &str, noun: &str) -> String {
    let starts = |after: &&str| after.starts_with(|c: char| c.is_ascii_digit()) || noun == "timer";
    match rest.strip_prefix("for ").filter(starts) {
        Some(after) => format!("{} {after}", if noun == "timer" { "in" } else { "at" }),
        None => rest.to_owned(),
    }
}

/// "remind" with at most one letter wrong, missing, added or two of them exchanged.
fn reminds(word: &str) -> bool {
    const WANTED: &str = "remind";
    if word == WANTED {
        return true;
    }
    let (typed, wanted): (Vec<char>, Vec<char>) = (word.chars().collect(), WANTED.chars().collect());
    let same = typed.iter().zip(&wanted).take_while(|(a, b)| a == b).count();
    let rest = |letters: &[char], from: usize| letters.get(from..).map(<[char]>::to_vec).unwrap_or_default();
    let exchanged = typed.get(same).is_some()
        && typed.get(same) == wanted.get(same + 1)
        && typed.get(same + 1) == wanted.get(same)
        && rest(&typed, same + 2) == rest(&wanted, same + 2);
    let wrong = rest(&typed, same + 1) == rest(&wanted, same + 1);
    let missing = rest(&typed, same) == rest(&wanted, same + 1);
    let added = rest(&typed, same + 1) == rest(&wanted, same);
    let near = typed.len().abs_diff(wanted.len()) <= 1;
    near && !matches!(word, "reminds" | "rewind") && (exchanged || wrong || missing || added)
}
