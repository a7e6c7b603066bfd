//! Several answers in one message, cut apart: "red and Bob", "#1 red, #2 Bob", "the first for both", "for the hire: Bob". Pure: which
//! question a part answers is found by whoever knows what is asked.

use super::phrases;
use super::talk::{self, SmallTalk, Talk};

/// The longest message that is cut, in characters.
pub const LONGEST: usize = 200;
/// Parts looked at.
const MOST: usize = 8;
/// What stands between two answers.
const AND: &[&str] = &["and", "und", "y", "et", "&"];

/// An answer with what it is said of: "for the hire: Bob".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The words that say of what, in small letters.
    pub topic: Vec<String>,
    /// The answer.
    pub answer: String,
    /// A mark or a "for" tells them apart; else they only may be that.
    pub apart: bool,
}

/// The answers behind numbers of tickets: "#1 red, #2 Bob". Without "#" only these numbers are looked for. Empty where there
/// are not several, or something stands before them.
pub fn numbered<'t>(text: &'t str, open: &[i64]) -> Vec<(i64, &'t str)> {
    let marks = marks(text, open);
    let begins = marks.first().and_then(|(at, ..)| text.get(..*at)).is_some_and(|before| before.trim().is_empty());
    if marks.len() < 2 || marks.len() > MOST || !begins {
        return Vec::new();
    }
    let ends = marks.iter().skip(1).map(|(at, ..)| *at).chain([text.len()]);
    let said =
        marks.iter().zip(ends).map(|((_, end, number), next)| (*number, text.get(*end..next).unwrap_or_default()));
    said.map(|(number, words)| (number, alone(words))).collect()
}

/// Whether a mark divides the number that stands first from what is said of it: "1: red, 2: Bob".
pub fn divided(text: &str) -> bool {
    let behind = text.trim().trim_start_matches('#').trim_start_matches(|c: char| c.is_ascii_digit());
    behind.trim_start().starts_with([':', ')', '=', '：'])
}

/// One answer behind the number of a ticket without the sign: "11: sushi".
pub fn one_numbered(text: &str) -> Option<(i64, &str)> {
    let (number, words) = text.trim().split_once([':', '：'])?;
    let apart = words.starts_with(char::is_whitespace) || text.contains('：');
    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let said = digits && apart && words.lines().count() == 1 && words.chars().any(char::is_alphanumeric);
    Some((number.parse().ok().filter(|_| said)?, words.trim()))
}

/// Where numbers of tickets stand: from where to where, and which.
fn marks(text: &str, open: &[i64]) -> Vec<(usize, usize, i64)> {
    let signed = text.contains('#');
    let mut found = Vec::new();
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let apart = before.is_whitespace() || matches!(before, ',' | ';');
        before = c;
        if !apart || (signed && c != '#') {
            continue;
        }
        let from = if signed { at + 1 } else { at };
        let rest = text.get(from..).unwrap_or_default();
        let (digits, behind) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
        let Ok(number) = digits.parse::<i64>() else { continue };
        if !behind.starts_with(char::is_alphanumeric) && (signed || open.contains(&number)) {
            found.push((at, from + digits.len(), number));
        }
    }
    found
}

/// The words of one answer without what divides it from its number and from the next one.
fn alone(words: &str) -> &str {
    let mut words = words.trim().trim_start_matches([':', '.', ')', '-', '=', '：']).trim();
    words = words.trim_end_matches([',', ';', '.', ' ']);
    for and in AND {
        let shorter = words.strip_suffix(and).filter(|rest| rest.ends_with([' ', ',']));
        words = shorter.unwrap_or(words).trim_end_matches([',', ';', ' ']);
    }
    words
}

/// The ways to cut a message into several parts, the coarsest first: between lines, at "and", at commas.
pub fn cuts(text: &str) -> Vec<Vec<&str>> {
    let lines: Vec<&str> = text.split(['\n', ';', '；']).collect();
    let words: Vec<&str> = lines.iter().flat_map(|line| at_and(line)).collect();
    let commas: Vec<&str> =
        words.iter().flat_map(|part| phrases::commas(part)).flat_map(|part| part.split('，')).collect();
    let mut found: Vec<Vec<&str>> = Vec::new();
    for cut in [lines, words, commas] {
        let cut: Vec<&str> = cut.into_iter().map(alone).filter(|part| !part.is_empty() && !polite(part)).collect();
        if (2..=MOST).contains(&cut.len()) && found.last() != Some(&cut) {
            found.push(cut);
        }
    }
    found
}

fn at_and(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((head, tail)) = phrases::around(rest, AND) {
        parts.push(head);
        rest = tail;
    }
    parts.push(rest);
    parts
}

fn polite(part: &str) -> bool {
    let said = matches!(talk::read(part), Some(Talk::Small(SmallTalk::Thanks(_) | SmallTalk::Hello(_))));
    let small = part.to_lowercase().replace('’', "'");
    let adds_nothing = [
        "please",
        "bitte",
        "por favor",
        "i'd say",
        "i would say",
        "i think",
        "i guess",
        "würde ich sagen",
        "denke ich",
        "diría yo",
        "je dirais",
    ];
    said || adds_nothing.contains(&small.as_str())
}

/// What somebody orders, where that may be what is chosen: "Pension Rosa" of "please book Pension Rosa", and whether the word
/// chooses rather than orders, as "take" does.
pub fn ordered(part: &str) -> Option<(&str, bool)> {
    const PLEASE: &[&str] = &["please", "bitte", "por favor"];
    const CHOOSES: &[&str] =
        &["take", "pick", "choose", "go with", "go for", "nimm", "wähle", "prends", "choisis", "elige", "toma"];
    const ORDERS: &[&str] =
        &["book", "order", "buy", "get", "reserve", "buche", "buch", "bestell", "bestelle", "reserva", "réserve"];
    let plain = phrases::after(part.trim(), PLEASE).unwrap_or(part.trim());
    let (rest, chooses) = match phrases::after(plain, CHOOSES) {
        Some(rest) => (rest, true),
        None => (phrases::after(plain, ORDERS)?, false),
    };
    let rest = PLEASE
        .iter()
        .find_map(|please| rest.strip_suffix(please).filter(|said| said.ends_with([' ', ','])))
        .unwrap_or(rest);
    let rest = rest.trim_matches([',', ' ']);
    (!rest.is_empty()).then_some((rest, chooses))
}

/// The words that are said of two things at once, or (false) of all there are: "yes to both", "the first for all of them".
pub fn of_all(text: &str) -> Option<(bool, String)> {
    #[rustfmt::skip]
    const BOTH: &[&str] = &[
        "to both of them", "to both", "for both of them", "for both", "in both cases", "both times", "both", "für beide", "bei beiden",
        "zu beiden", "beide Male", "beides", "para los dos", "para ambos", "a los dos", "pour les deux", "aux deux",
    ];
    const ALL: &[&str] =
        &["to all of them", "to all", "for all of them", "for all", "zu allen", "für alle", "para todos", "pour tous"];
    let small = text.trim().trim_end_matches(['.', '!', ' ']).to_lowercase();
    [(true, BOTH), (false, ALL)].into_iter().find_map(|(both, known)| {
        let behind = known.iter().find_map(|phrase| {
            small.strip_suffix(phrase.to_lowercase().as_str()).filter(|rest| rest.ends_with([' ', ',', ':']))
        });
        let said = behind.or_else(|| phrases::after(&small, known))?.trim_matches([',', ':', ' ']);
        (!said.is_empty()).then(|| (both, said.to_owned()))
    })
}

/// What one answer may be said of: "for the hire: Bob", "hire Ann", "colour blue". The likeliest reading comes first.
pub fn about(text: &str) -> Vec<About> {
    const LEADS: &[&str] = &["for", "about", "regarding", "concerning", "on", "as for", "für", "bei", "para", "pour"];
    /// Words of a topic, where nothing divides it from the answer.
    const LONGEST: usize = 3;
    let plain = text.trim();
    let led = phrases::after(plain, LEADS);
    let said = led.unwrap_or(plain);
    if let Some((head, tail)) = said.split_once([':', '=', '：']) {
        let topic = topic(head);
        let answer = tail.trim().to_owned();
        return if topic.is_empty() || answer.is_empty() {
            Vec::new()
        } else {
            vec![About { topic, answer, apart: true }]
        };
    }
    let words: Vec<&str> = said.split_whitespace().collect();
    let most = (words.len().saturating_sub(1)).min(LONGEST + usize::from(led.is_some()));
    let divided = (1..=most).filter_map(|at| {
        let (head, tail) = words.split_at(at);
        let topic = topic(&head.join(" "));
        (!topic.is_empty()).then(|| About { topic, answer: tail.join(" "), apart: led.is_some() })
    });
    divided.collect()
}

/// What an answer says of what it is behind it: "green for the door".
pub fn behind(text: &str) -> Option<About> {
    const FOR: &[&str] = &["for", "as for", "für", "bei", "beim", "para", "pour"];
    let (head, tail) = phrases::around(text.trim(), FOR)?;
    let about = About { topic: topic(tail), answer: head.trim_matches([',', ' ']).to_owned(), apart: true };
    (!about.topic.is_empty() && !about.answer.is_empty()).then_some(about)
}

/// The words in small letters without any marks.
pub fn plain_words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace(['\'', '’'], "");
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The words of a topic that say something.
pub fn topic(text: &str) -> Vec<String> {
    const SMALL: &str = "the|a|an|my|our|your|this|that|one|ones|question|questions|decision|decisions|choice|pick|poll|thing|about|for|of|on|to|i|we|it|\
         is|as|and|ticket|idea|please|thanks|bitte|danke|der|die|das|den|dem|meine|frage|entscheidung|el|la|los|las|pregunta|le|les|question";
    let mut words = plain_words(text);
    words.retain(|word| !SMALL.split('|').any(|small| small == word));
    words
}

/// Whether words of what is asked say all of a topic, a letter or an ending aside: "colour" of "Which color?".
pub fn says(asked: &str, topic: &[String]) -> bool {
    let lower = asked.to_lowercase().replace(['\'', '’'], "");
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let near = |word: &&str, wanted: &str| {
        let long = wanted.chars().count() > 4 && word.chars().count() > 4;
        *word == wanted || (long && strsim::damerau_levenshtein(word, wanted) <= 1)
    };
    let long = |word: &String| word.chars().count() > 2 || !word.is_ascii();
    topic.iter().any(long) && topic.iter().all(|wanted| words.iter().any(|word| near(word, wanted)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_behind_numbers_are_cut_apart() {
        for (text, open, wanted) in [
            ("#1 red, #2 Ann", &[][..], vec![(1, "red"), (2, "Ann")]),
            ("#1 red\n#2: Bob", &[], vec![(1, "red"), (2, "Bob")]),
            ("1 red 2 Bob", &[1, 2], vec![(1, "red"), (2, "Bob")]),
            ("1: red and 2: Bob", &[1, 2], vec![(1, "red"), (2, "Bob")]),
            ("2) Bob, 1) 24 months", &[1, 2], vec![(2, "Bob"), (1, "24 months")]),
            ("#1 red", &[], vec![]),
            ("1 red 3 Bob", &[1, 2], vec![]),
            ("see #1 and #2", &[], vec![]),
            ("1st and 2nd", &[1, 2], vec![]),
        ] {
            assert_eq!(numbered(text, open), wanted, "{text}");
        }
    }

    #[test]
    fn an_answer_stands_behind_a_number_and_a_mark() {
        assert_eq!(one_numbered("11: sushi"), Some((11, "sushi")));
        assert_eq!(one_numbered(" 11： sushi bar "), Some((11, "sushi bar")));
        for text in ["11:30 lunch", "11 sushi", "sushi: 11", ": sushi", "11: ", "11: milk\n12: bread", "#11: sushi"] {
            assert_eq!(one_numbered(text), None, "{text}");
        }
        assert!(divided("1: red, 2: Bob") && divided("#1) red") && !divided("1 red 2 Bob"));
    }

    #[test]
    fn a_message_is_cut_the_coarsest_way_first() {
        assert_eq!(cuts("red and Ann"), [vec!["red", "Ann"]]);
        assert_eq!(cuts("red, Bob, thanks"), [vec!["red", "Bob"]]);
        assert_eq!(cuts("yes, now and Bob"), [vec!["yes, now", "Bob"], vec!["yes", "now", "Bob"]]);
        assert_eq!(cuts("red\nBob"), [vec!["red", "Bob"]]);
        for text in ["red", "red, please", "1,5 years", "sand"] {
            assert!(cuts(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn what_is_ordered_may_be_what_is_chosen() {
        for (text, wanted) in [
            ("take the red one for the door", Some(("the red one for the door", true))),
            ("please book Pension Rosa", Some(("Pension Rosa", false))),
            ("Buy red paint, please", Some(("red paint", false))),
            ("bitte nimm Rot", Some(("Rot", true))),
            ("takeaway", None),
            ("book", None),
            ("red for the door", None),
        ] {
            assert_eq!(ordered(text), wanted, "{text}");
        }
        assert_eq!(cuts("red, I’d say, and Ann").last(), Some(&vec!["red", "Ann"]));
    }

    #[test]
    fn what_is_said_of_all_is_known() {
        for (text, wanted) in [
            ("yes to both", Some((true, "yes"))),
            ("The first for both.", Some((true, "the first"))),
            ("both: red", Some((true, "red"))),
            ("no to all of them", Some((false, "no"))),
            ("ja zu beiden", Some((true, "ja"))),
            ("both", None),
            ("bring boots", None),
        ] {
            assert_eq!(of_all(text), wanted.map(|(both, said)| (both, said.to_owned())), "{text}");
        }
    }

    #[test]
    fn an_answer_may_say_of_what_it_is_one() {
        let first = |text: &str| about(text).into_iter().next().map(|a| (a.topic.join(" "), a.answer, a.apart));
        let is = |topic: &str, answer: &str, apart| Some((topic.to_owned(), answer.to_owned(), apart));
        assert_eq!(first("for the hire: Bob"), is("hire", "Bob", true));
        assert_eq!(first("hire Ann"), is("hire", "Ann", false));
        assert_eq!(first("for the hire Bob"), is("hire", "Bob", true));
        assert_eq!(first("red"), None);
        let last = |text: &str| behind(text).map(|a| (a.topic.join(" "), a.answer, a.apart));
        assert_eq!(last("green for the door"), is("door", "green", true));
        assert_eq!(last("rosa for the hotel please"), is("hotel", "rosa", true));
        assert_eq!(last("grün für die Tür"), is("tür", "grün", true));
        assert_eq!((last("green"), last("for the door"), last("green for the")), (None, None, None));
        assert!(says("Which color: red or blue?", &topic("the colour")));
        assert!(!says("Which color: red or blue?", &topic("the cellar")) && !says("Which one?", &topic("the one")));
    }
}
