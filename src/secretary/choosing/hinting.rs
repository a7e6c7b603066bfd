//! Words that come near an option without taking it: with a slip, with a doubt, in the middle of a sentence; answers of somebody's
//! own, and questions back. It is asked what they mean. Pure.

use super::super::answers;
use super::super::decision::AskedOption;
use super::super::phrases;
use super::super::pointing;
use super::super::wording::tongues;
use super::{declines, is_label, named, puts_off};

/// Words that a sentence holds whatever it is about.
const SMALL: &str = "a|an|the|i|we|you|he|she|it|they|me|us|him|her|them|my|our|your|this|that|these|those|one|ones|option|is|am|are|was|\
     be|been|would|will|should|shall|could|can|may|might|must|do|does|did|done|have|has|had|go|going|gonna|get|let|lets|to|of|for|\
     in|on|at|by|with|as|than|and|or|nor|but|so|then|if|not|no|yes|well|hm|hmm|uh|uhm|um|er|erm|äh|ähm|euh|oh|ok|okay|please|maybe|perhaps|possibly|\
     probably|think|thinking|thought|guess|believe|suppose|say|said|feel|like|love|hate|want|wants|prefer|prefers|rather|really|\
     very|quite|much|more|most|better|best|nicer|good|great|nice|fine|cool|just|only|still|even|bit|kind|sort|about|all|both|\
     either|im|ill|id|its|thats|take|pick|choose|definitely|sure|still|though|too|also|now|ich|wir|du|er|sie|es|das|der|die|den|\
     dem|ist|wäre|finde|glaube|denke|vielleicht|wohl|eher|lieber|schon|sehr|gut|besser|schön|und|oder|aber|nicht|mir|mal|doch|\
     el|la|los|las|un|una|me|gusta|creo|que|es|más|mejor|le|les|je|pense|crois|c|est|plus|mieux|peut|être";
/// More words than these are hardly about an option.
const MOST_WORDS: usize = 8;
/// More words besides an option's that say something of their own are about something else.
const MOST_BESIDES: usize = 2;

/// Words of somebody who is nearly sure: with an option it is asked about, an answer of their own is one.
const LIKELY: &[&str] =
    &["possibly", "probably", "i guess", "i suppose", "eventuell", "wahrscheinlich", "supongo que", "je suppose"];
/// Words of a doubt.
#[rustfmt::skip]
pub(super) const MAYBE: &[&str] = &[
    "maybe", "perhaps", "not sure", "i'm not sure", "vielleicht",
    "quizás", "quizá", "tal vez", "peut-être", "也许", "可能",
];

/// Whether words are a question.
pub(super) fn asks(text: &str) -> bool {
    text.trim_end().ends_with(['?', '？'])
}

/// Whether words only weigh what they name: "red?", "red if it is cheaper, otherwise blue". A label may do so itself.
pub fn hesitates(options: &[AskedOption], text: &str) -> bool {
    // "30 or so" may be an answer of somebody's own.
    let doubted = || {
        perhaps(text).is_some_and(|what| {
            phrases::after(unhummed(text), MAYBE).is_some()
                || named(options, what).is_some_and(|option| option < options.len())
        })
    };
    (asks(text) || either_way(text) || doubted()) && !is_label(options, text)
}

/// What words say behind a "maybe", or before an "or so".
pub(super) fn perhaps(text: &str) -> Option<&str> {
    const BEHIND: [&str; 6] = [" or so", " maybe", " perhaps", " oder so", " vielleicht", " i guess"];
    let text = unhummed(text);
    let plain = text.trim().trim_end_matches(['?', '？', '.', '!', '…', ' ']);
    let cut = |end: &&str| {
        let at = plain.len().checked_sub(end.len())?;
        plain.get(at..).filter(|tail| tail.eq_ignore_ascii_case(end)).and_then(|_| plain.get(..at))
    };
    let head = BEHIND.iter().find_map(cut);
    let rest = head.unwrap_or(plain);
    match phrases::after(rest, MAYBE).or_else(|| phrases::after(rest, LIKELY)) {
        Some(rest) => Some(rest.trim_start_matches([',', ':', ' '])).filter(|rest| !rest.is_empty()),
        None => head.map(|head| head.trim_end_matches([',', ' '])),
    }
}

/// Words without the sounds and the small words in front of them: "maybe Rome" of "uhm, so maybe Rome".
fn unhummed(text: &str) -> &str {
    const LEADS: [&str; 7] = ["oh", "well", "also", "naja", "ben", "pues", "bueno"];
    let divides = |c: char| c.is_whitespace() || [',', '.', '…', '-'].contains(&c);
    let mut rest = text.trim();
    while let Some((first, next)) = rest.split_once(divides) {
        let (first, next) = (first.to_lowercase(), next.trim_start_matches(divides));
        // Before anything but a word it may be what is meant: "um 8" is a time of day in German.
        if !(pointing::hums(&first) || LEADS.contains(&first.as_str())) || !next.starts_with(char::is_alphabetic) {
            break;
        }
        rest = next;
    }
    rest
}

/// "… if …, otherwise …": which of two counts is open.
fn either_way(text: &str) -> bool {
    let has = |words: &[&str]| phrases::has(text, words);
    has(&["if", "unless", "depending", "wenn", "falls", "si"])
        && has(&["otherwise", "or else", "else", "if not", "sonst", "ansonsten", "si no", "sinon"])
}

/// What words choose in full behind "let's go with", "I'd take".
pub(super) fn chosen(plain: &str) -> Option<&str> {
    #[rustfmt::skip]
    const CHOOSES: &[&str] = &[
        "let's go with", "lets go with", "let's go for", "lets go for", "let's take", "lets take", "let's do", "lets do",
        "let's use", "lets use", "i'd go with", "i'd go for", "i would go with", "i would go for", "i go with", "i go for",
        "i'll go with", "i'll take", "i'd take", "i take", "i choose", "i pick", "i want", "i'd like", "i prefer", "i'd prefer",
        "i say", "i said", "i'd say", "we take", "we'll take", "we go with", "we go for", "we'll go with", "we choose", "we want",
        "go with", "go for", "take", "ich nehme", "ich möchte", "wir nehmen", "nehmen wir", "je prends", "on prend", "elijo",
        "prefiero", "vamos con",
    ];
    const ARTICLES: &[&str] = &["the", "a", "an", "der", "die", "das", "den", "el", "la", "le"];
    let rest = phrases::after(plain, CHOOSES)?;
    Some(phrases::after(rest, ARTICLES).unwrap_or(rest))
}

/// The option that words name with a doubt: it is asked whether that is meant.
pub fn hinted(options: &[AskedOption], text: &str) -> Option<usize> {
    if text.trim().contains('\n') || !hesitates(options, text) || declines(options, text) {
        return None;
    }
    let plain = text.trim_end_matches(['?', '？', '!', ' ']);
    let first = || {
        let (head, _) = phrases::around(plain, &["if", "unless", "depending", "wenn", "falls", "si"])?;
        named(options, head.trim_end_matches([',', ' ']))
    };
    let named = |words: &str| named(options, words).filter(|option| *option < options.len());
    named(plain).or_else(|| perhaps(text).and_then(named)).or_else(|| either_way(text).then(first).flatten())
}

/// The only option that a short sentence holds a word of, if it says little else: "my wife prefers the red one".
pub fn mentioned(options: &[AskedOption], text: &str) -> Option<usize> {
    let said = words(text);
    let others = said.len() > MOST_WORDS || text.trim().contains('\n');
    if others || declines(options, text) || puts_off(text) || answers::takes_advice(text) || answers::leaves(text) {
        return None;
    }
    // "Ich weiß nicht" names no colour.
    if super::unsure(text) {
        return None;
    }
    let telling = |word: &String| word.chars().count() > 2 && !small(word) && word.chars().any(char::is_alphabetic);
    let labels: Vec<Vec<String>> =
        options.iter().map(|o| tongues::names(&o.label).flat_map(|l| words(&l)).collect()).collect();
    let alone = |word: &String| labels.iter().filter(|label| label.contains(word)).count() == 1;
    let holds = |label: &Vec<String>| said.iter().any(|word| telling(word) && label.contains(word) && alone(word));
    let mut found = labels.iter().enumerate().filter(|(_, label)| holds(label)).map(|(at, _)| at);
    let option = found.next().filter(|_| found.next().is_none())?;
    let besides = said.iter().filter(|word| !small(word) && !labels.iter().any(|label| label.contains(word))).count();
    let orders = besides > 0 && said.first().is_some_and(|first| phrases::orders(first));
    (besides <= MOST_BESIDES && !orders).then_some(option)
}

/// Whether words hold one that turns round what they name: "I am against the red one".
pub fn holds_a_no(text: &str) -> bool {
    const TURNS: [&str; 22] = [
        "against", "not", "no", "never", "dont", "doesnt", "isnt", "wont", "cant", "without", "except", "hate",
        "dislike", "gegen", "nicht", "kein", "keine", "keinen", "nie", "ohne", "contra", "contre",
    ];
    words(text).iter().any(|word| TURNS.contains(&word.as_str()))
}

fn small(word: &str) -> bool {
    SMALL.split('|').any(|small| small == word)
}

fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace(['\'', '’'], "");
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether words ask back about what is to be decided: what it was, until when, by whom.
pub fn asks_back(text: &str) -> bool {
    const BACK: &str = "when is it due|when is that due|when is this due|when do you need it|by when|until when|what is the deadline|\
         whats the deadline|when is the deadline|how long do i have|how much time do i have|who can decide|who may decide|\
         who decides|who can decide this|who may decide this|who decides this|who can answer|who can answer this|\
         what happens if i dont answer|what happens if i do not answer|what if i dont answer|what happens if nobody answers|\
         what happens if i dont decide|what if i dont decide|what happens if nobody decides|what was the question|\
         what was the question again|what is the question|whats the question|what did you ask|what did you ask me|\
         what was that again|what are the options|what were the options|which options are there|what options are there|\
         what options do i have|which options do i have|what are my options|what can i choose|what can i choose from|\
         show me the question again|show me the question|show the question|show the question again|show the options|\
         show me the options|show me the options again|show it again|show me again|repeat the question|repeat that|say that again|\
         ask again|ask me again|ask me that again|ask me once more|bis wann|wann ist das fällig|wer kann entscheiden|\
         wer darf entscheiden|wer entscheidet|was passiert wenn ich nicht antworte|was war die frage|was war nochmal die frage|\
         wie war die frage|zeig die frage nochmal|zeig mir die frage nochmal|zeig mir nochmal die frage|frag mich nochmal|\
         frag mich noch einmal|cuál era la pregunta|quién puede decidir|hasta cuándo|quelle était la question|qui peut décider|\
         jusquà quand|问题是什么|谁能决定|什么时候截止|再问我一次";
    let [said, _] = pointing::gist(text);
    let said = said.strip_suffix(" please").or_else(|| said.strip_prefix("please ")).unwrap_or(&said);
    BACK.split('|').any(|back| back == said)
}

/// The option that a word is most likely meant for, if one letter or two are wrong in it: "bleu".
pub fn nearly(options: &[AskedOption], text: &str) -> Option<usize> {
    let small = super::bare(text);
    let said = super::without_thanks(&small);
    let most = match said.chars().count() {
        0..3 => return None,
        3..6 => 1,
        _ => 2,
    };
    let near = |word: &str| word.chars().count() > 2 && strsim::damerau_levenshtein(word, said) <= most;
    let fits = |option: &AskedOption| super::bare(&option.label).split(' ').any(near);
    let mut found = options.iter().enumerate().filter(|(_, option)| fits(option)).map(|(at, _)| at);
    found.next().filter(|_| found.next().is_none())
}

/// The only option that a word is but for one letter, where it is long enough for that to be a slip: "Lisbn".
pub fn slipped(options: &[AskedOption], text: &str) -> Option<usize> {
    let small = super::bare(text);
    let said = super::without_thanks(&small);
    if said.contains(char::is_whitespace) || said.chars().count() < 5 || said.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let fits = |option: &AskedOption| {
        tongues::names(&option.label).any(|name| strsim::damerau_levenshtein(&super::bare(&name), said) == 1)
    };
    let mut found = options.iter().enumerate().filter(|(_, option)| fits(option)).map(|(at, _)| at);
    found.next().filter(|_| found.next().is_none())
}

/// Whether words may be an answer of somebody's own to what is to be decided: a single one, a thing with its article, or what
/// begins like an answer ("green please", "the grey one", "I'd rather have green"). An order begins otherwise.
pub fn perhaps_own(text: &str) -> bool {
    #[rustfmt::skip]
    const LEADS: &[&str] = &[
        "make it", "i'd say", "i would say", "i'd rather have", "i'd rather", "i'd like", "i'd take", "i'd prefer", "i want",
        "let's take", "let's go with", "how about", "leave it", "neither,", "lieber", "ich nehme", "ich will",
    ];
    const ARTICLES: &[&str] =
        &["the", "a", "an", "der", "die", "das", "den", "ein", "eine", "einen", "el", "la", "le", "un", "une"];
    /// Words behind these; more say what is to be done with it.
    const MOST: usize = 3;
    let small = super::bare(text).replace('’', "'");
    let plain = super::without_thanks(&small);
    let before = &["no", "nein", "actually", "maybe", "perhaps", "probably", "definitely", "eigentlich", "vielleicht"];
    let plain = phrases::after(plain, before).map_or(plain, |rest| rest.trim_start_matches([',', ' ']));
    if super::stays(plain) {
        return true;
    }
    let behind = phrases::after(plain, ARTICLES).or_else(|| phrases::after(plain, LEADS));
    let thing = behind.is_some_and(|rest| (1..=MOST).contains(&rest.split_whitespace().count()));
    (plain.split_whitespace().count() == 1 || thing)
        && plain.chars().count() <= 40
        && plain.starts_with(char::is_alphabetic)
        && !text.trim_end().ends_with(['?', '？'])
        && !text.trim().contains('\n')
}

/// Whether words begin with a yes or a no, which may answer anything.
pub fn agrees_or_not(text: &str) -> bool {
    phrases::after(text, &["yes", "no", "ok", "okay", "sure", "ja", "nein", "sí", "si", "oui", "non"]).is_some()
}

/// Whether words ask what the secretary would do.
pub fn asks_advice(text: &str) -> bool {
    const ADVICE: &str = "what do you recommend|what would you recommend|what do you suggest|what would you suggest|which do you recommend|\
         which one do you recommend|which would you take|which one would you take|what would you take|what would you do|what do you think|\
         what do you prefer|which do you prefer|any advice|was empfiehlst du|was würdest du tun|was würdest du nehmen|was meinst du|was rätst du|\
         qué recomiendas|qué me recomiendas|qué harías|que recommandes-tu|que ferais-tu|qu'en penses-tu";
    let plain = super::bare(text.trim_end_matches(['?', '？', ' '])).replace('’', "'");
    ADVICE.split('|').any(|asked| asked == plain)
}

#[cfg(test)]
mod tests {
    use super::super::tests::options;
    use super::*;

    #[test]
    fn what_comes_near_an_option_is_known() {
        let bikes = options(&["red", "blue"]);
        for (text, wanted) in [
            ("red?", Some(0)),
            ("the second one?", Some(1)),
            ("red if it is cheaper, otherwise blue", Some(0)),
            ("everything except red", None),
            ("red", None),
            ("red or blue?", None),
            ("maybe red", Some(0)),
            ("not sure, blue or so", Some(1)),
            ("vielleicht blue", Some(1)),
            ("maybe green", None),
            ("green?", None),
            ("when is it due?", None),
        ] {
            assert_eq!(hinted(&bikes, text), wanted, "{text}");
        }
        assert!(!hesitates(&options(&["now?", "later"]), "now?"));
        for (text, doubts) in
            [("maybe green", true), ("30 or so", false), ("probably next week", false), ("probably red", true)]
        {
            assert_eq!(hesitates(&bikes, text), doubts, "{text}");
        }
        for (text, wanted) in [
            ("hmm red maybe", Some(0)),
            ("my wife prefers the blue one", Some(1)),
            ("well I think the red one is nicer", Some(0)),
            ("find red paint", None),
            ("red and blue balloons for the party on Sunday", None),
            ("neither red nor blue", None),
            ("I want red but Kim wants blue", None),
            ("buy a blue lamp", None),
            ("curtains", None),
        ] {
            assert_eq!(mentioned(&bikes, text), wanted, "{text}");
        }
        let terms = options(&["Only monthly terms", "24 months is fine"]);
        for text in ["monthly magazines for the waiting room", "that would be fine"] {
            assert_eq!(mentioned(&terms, text), None, "{text}");
        }
        for text in [
            "when is it due?",
            "Who can decide?",
            "what happens if I don’t answer?",
            "show me the question again, please",
        ] {
            assert!(asks_back(text), "{text}");
        }
        assert!(!asks_back("when is the rent due?") && !asks_back("show me the garden"));
    }
}
