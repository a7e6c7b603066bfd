//! Which of several options a few words point at, in the languages of small talk: "the second one", "option two", "blue",
//! "yes please". Pure; what names no option, or more than one, points at none.

use super::talk::{self, Bare, Talk};

/// Words in front of what names an option.
const LEADS: &str = "please|well|so|then|ok|okay|the|a|an|option|options|number|nr|i|ill|id|would|say|take|pick|choose|\
     prefer|want|lets|let|us|go|with|for|its|it|is|my|answer|bitte|also|dann|der|die|das|den|dem|ich|nehme|nimm|nehmen|wir|\
     wähle|möchte|nummer|lieber|por|favor|entonces|el|la|los|las|opción|opcion|número|numero|quiero|elijo|prefiero|le|les|l|\
     numéro|je|prends|préfère|choisis|rather|better|actually|eigentlich|hm|hmm|well|im|leaning|towards|we|ill|think|guess|\
     should|definitely|vote|goes|to|do|said|oh|ich|glaube|denke|wohl|doch|mal|einfach|gern|gerne";
/// Words behind it.
const TAILS: &str = "one|ones|option|please|then|bitte|dann|nehmen|wählen|sounds|good|looks|fine|por|favor|svp|thanks|danke|i|think|guess|suppose|believe|ich|glaube|denke|probably|for|sure|definitely|\
     absolutely|certainly|it|them|wohl|variante|variant|opción|opcion|merci|gracias|谢谢|sil|te|plaît|plait|vous";
/// Sounds of somebody who thinks while they talk; a letter of them may be drawn out.
const HUMS: &str = "um|uhm|uh|hm|er|erm|eh|ehm|em|mh|mhm|ah|äh|ähm|öhm|euh|este|like|so";
/// Words that stand in too many labels to name one.
const EMPTY: &str = "the|a|an|is|to|of|and|or|in|on|at|for|it|i|we|with|only|not|no|yes|ja|nein|der|die|das|und|oder|zu|im|le|\
     la|el|de|du|y|et|ok|one|ich|wir|my|our|as|by|so";
/// Places, in order; each with its cardinal numbers.
const PLACES: [&str; 8] = [
    "first|1st|former|erste|ersten|erster|erstes|premier|première|primero|primera|one|eins|uno|un|une|一|第一|第一个|第一個|第1个|选一|選一|选1|選1|一号|1号|选第一个",
    "second|2nd|zweite|zweiten|zweiter|zweites|deuxième|seconde|segundo|segunda|two|zwei|dos|deux|二|第二|第二个|第二個|第2个|选二|選二|选2|選2|二号|2号|选第二个|选两",
    "third|3rd|dritte|dritten|dritter|drittes|troisième|tercero|tercera|three|drei|tres|trois|三|第三|第三个|第三個|第3个|选三|選三|选3|選3|三号|3号|选第三个",
    "fourth|4th|vierte|vierten|vierter|viertes|quatrième|cuarto|cuarta|four|vier|cuatro|quatre|四|第四|第四个|第四個|第4个|选四|選四|选4|選4|四号|4号|选第四个",
    "fifth|5th|fünfte|fünften|fünfter|fünftes|cinquième|quinto|quinta|five|fünf|cinco|cinq|五|第五|第五个|第五個|第5个|选五|選五|选5|選5|五号|5号|选第五个",
    "sixth|6th|sechste|sechsten|sechster|sechstes|sixième|sexto|sexta|six|sechs|seis|六|第六|第六个|第六個|第6个|选六|選六|选6|選6|六号|6号|选第六个",
    "seventh|7th|siebte|siebten|siebter|siebtes|septième|séptimo|séptima|seven|sieben|siete|sept|七|第七|第七个|第七個|第7个|选七|選七|选7|選7|七号|7号|选第七个",
    "eighth|8th|achte|achten|achter|achtes|huitième|octavo|octava|eight|acht|ocho|huit|八|第八|第八个|第八個|第8个|选八|選八|选8|選8|八号|8号|选第八个",
];
const LAST: &str = "last|latter|letzte|letzten|letzter|letztes|dernier|dernière|último|última|最后一个|最後一個";
/// Beginnings of a label that agrees, and of one that declines.
const AGREES: &str = "yes|ja|sí|si|oui";
const DECLINES: &str = "no|nein|non";

/// The option that words point at. A number may be one that there is not.
pub fn pointed(labels: &[&str], text: &str) -> Option<usize> {
    let bare = match talk::read(text) {
        Some(Talk::Bare(said)) => Some(said),
        Some(Talk::Small(_)) | None => None,
    };
    let said = words(text);
    match bare {
        // "Pause the campaign", "Delete them": a label may hold the word.
        Some(Bare::Pause | Bare::Resume | Bare::Drop | Bare::Stop) => return by_a_word(labels, &said),
        Some(bare) => return agreed(labels, bare),
        None => {}
    }
    by_a_word(labels, &said).or_else(|| by_place(labels.len(), &core(&said)))
}

/// The same by its place, or by yes or no, alone.
pub fn placed(labels: &[&str], text: &str) -> Option<usize> {
    match talk::read(text) {
        Some(Talk::Bare(said)) => agreed(labels, said),
        Some(Talk::Small(_)) | None => by_place(labels.len(), &core(&words(text))),
    }
}

/// "yes", "sure", "nein" where just one option agrees or declines.
fn agreed(labels: &[&str], said: Bare) -> Option<usize> {
    let wanted = match said {
        Bare::Yes | Bare::Ok | Bare::Start => AGREES,
        Bare::No => DECLINES,
        Bare::Nod | Bare::Undo | Bare::Drop | Bare::DropLast | Bare::Stop | Bare::Pause | Bare::Resume => return None,
    };
    only(labels, |label| words(label).first().is_some_and(|first| among(first, wanted)))
}

/// Words of a label that stand in no other: "the red one".
fn by_a_word(labels: &[&str], said: &[String]) -> Option<usize> {
    // As typed, and without what is put around it: a label may hold such words itself.
    [said.to_vec(), core(said)].iter().find_map(|said| {
        let names = |word: &String| word.chars().count() > 1 && !among(word, EMPTY);
        let telling = said.iter().any(|word| names(word) && word.chars().any(char::is_alphabetic));
        let held =
            |label: &[String], word: &String| label.contains(word) || label.iter().any(|known| is_month(known, word));
        let fits = |label: &str| {
            let label = words(label);
            said.iter().all(|word| held(&label, word))
        };
        telling.then(|| only(labels, fits)).flatten()
    })
}

/// Whether a word is short for a month: "dec" of "december".
fn is_month(known: &str, short: &str) -> bool {
    const MONTHS: &str = "january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|\
         mai|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|\
         janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre";
    short.chars().count() >= 3 && known.starts_with(short) && among(known, MONTHS)
}

fn by_place(options: usize, said: &[String]) -> Option<usize> {
    let [word] = said else { return None };
    if among(word, LAST) {
        return options.checked_sub(1);
    }
    let digits = word.parse::<usize>().ok().map(|n| n.checked_sub(1).unwrap_or(usize::MAX));
    // "第二个吧" only says so more softly.
    let word = word.trim_end_matches('吧');
    digits.or_else(|| PLACES.iter().position(|names| among(word, names)))
}

/// The words without what only leads to them or follows.
fn core(said: &[String]) -> Vec<String> {
    // "um 8" is a time of day in German.
    let digit = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let mut left = said;
    while let [first, rest @ ..] = left
        && !rest.is_empty()
        && (among(first, LEADS) || (hums(first) && !rest.first().is_some_and(|next| digit(next))))
    {
        left = rest;
    }
    while let [rest @ .., last] = left
        && !rest.is_empty()
        && (among(last, TAILS) || hums(last))
    {
        left = rest;
    }
    left.to_vec()
}

/// Whether a word is only the sound of thinking.
pub(super) fn hums(word: &str) -> bool {
    let mut once: Vec<char> = word.chars().collect();
    once.dedup();
    let once: String = once.into_iter().collect();
    among(&once, HUMS)
}

/// The words with nothing around them, as typed and without what only leads to them or follows: "decide for me", and
/// "recommended" of "I'd take the recommended one".
pub fn gist(text: &str) -> [String; 2] {
    let said = words(text);
    [said.join(" "), core(&said).join(" ")]
}

/// Whether words let something go on. They agree to nothing else where something waits for just that.
pub fn goes_on(text: &str) -> bool {
    const ON: &str = "go on|carry on|continue|proceed|weiter|mach weiter|sigue|continuer|继续";
    gist(text).iter().any(|said| among(said, ON))
}

/// Whether words name what stands beside something else: "the other one".
pub fn other(text: &str) -> bool {
    const OTHER: &str = "other|andere|anderen|anderer|anderes|autre|lautre|otro|otra|另一个|另一個|另外一个";
    gist(text).iter().any(|said| among(said, OTHER))
}

/// The only option with the quality that one word names: "the cheaper one" where one is called cheap.
pub fn by_quality(labels: &[&str], text: &str) -> Option<usize> {
    const NOT: &str = "not|no|never|less|nicht|kein|keine|nie|weniger|pas|moins|menos";
    let whole = words(text);
    let said = core(&whole);
    // A word alone is the name of something.
    let ([word], true) = (said.as_slice(), whole.len() > 1) else { return None };
    let wanted = quality(word)?;
    let has = |word: &String| word.strip_suffix('e').unwrap_or(word) == wanted || quality(word) == Some(wanted);
    only(labels, |label| {
        let label = words(label);
        let denied = |at: usize| label[at.saturating_sub(2)..at].iter().any(|word| among(word, NOT));
        label.iter().enumerate().any(|(at, word)| has(word) && !denied(at))
    })
}

/// "cheap" of "cheaper".
fn quality(word: &str) -> Option<&str> {
    const DEGREES: [&str; 8] = ["esten", "este", "sten", "ste", "eren", "ere", "er", "est"];
    let stem = DEGREES.iter().find_map(|degree| word.strip_suffix(degree))?;
    (stem.chars().count() >= 4).then_some(stem)
}

/// What was said before somebody corrected themselves, and what they say instead: "coffee, no wait, tea".
pub fn corrected(text: &str) -> Option<(&str, &str)> {
    const MARKS: [char; 7] = [' ', ',', '.', '-', '–', '…', '!'];
    #[rustfmt::skip]
    const CORRECTS: &[&str] = &[
        "no wait", "no, wait", "wait no", "wait, no", "wait,", "no,", "sorry,", "i mean", "i meant", "or rather", "actually",
        "scratch that", "nein warte", "nein, warte", "nein,", "ich meine", "ich meinte", "quiero decir", "je veux dire", "non,",
    ];
    let (mut before, mut after) = super::phrases::around(text, CORRECTS)?;
    while let Some((head, tail)) = super::phrases::around(after, CORRECTS) {
        (before, after) = (head, tail);
    }
    Some((before.trim_matches(MARKS), after.trim_start_matches(MARKS)))
}

fn only(labels: &[&str], fits: impl Fn(&str) -> bool) -> Option<usize> {
    let mut meant = labels.iter().enumerate().filter(|(_, label)| fits(label)).map(|(i, _)| i);
    meant.next().filter(|_| meant.next().is_none())
}

fn among(word: &str, names: &str) -> bool {
    names.split('|').any(|name| name == word)
}

fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace(['\'', '’'], "");
    lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

/// The option that words point at together with those of the question: "make the door blue" where the colour of the door was
/// asked.
pub fn in_question(question: &str, labels: &[&str], text: &str) -> Option<usize> {
    const VERBS: &str = "make|do|have|get|be|paint|use|nimm|mach|it|that|mach|mal";
    let asked = words(question);
    let of_label = |word: &String| labels.iter().any(|label| words(label).contains(word));
    let besides =
        |word: &String| asked.contains(word) || among(word, LEADS) || among(word, TAILS) || among(word, VERBS);
    let said: Vec<String> = words(text).into_iter().filter(|word| of_label(word) || !besides(word)).collect();
    by_a_word(labels, &said)
}

/// What the person would rather have instead of what they chose before: "red" of "no, I meant red".
pub fn second_thought(text: &str) -> Option<Thought<'_>> {
    Some(thought(text)).filter(|thought| thought.lead > Lead::None || thought.not.is_some() || other(thought.rest))
}

/// How plainly the beginning of words says that something else was chosen before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lead {
    /// It does not.
    None,
    /// Something is taken back: "no,", "sorry".
    TakesBack,
    /// This is wanted; whether anything was chosen before nobody can tell: "rather".
    Wish,
    /// It was: "no wait", "I meant".
    Sure,
}

/// Words without what leads to them.
#[derive(Clone, Copy, Debug)]
pub struct Thought<'t> {
    /// "red" of "no, red".
    pub rest: &'t str,
    /// What led to it.
    pub lead: Lead,
    /// What is not wanted: "blue" of "red, not blue".
    pub not: Option<&'t str>,
}

/// What may stand before a thought and says nothing of what is wanted.
#[rustfmt::skip]
const BEFORE_A_THOUGHT: &[&str] = &[
    "oh", "oops", "sorry", "ah", "hm", "no", "nope", "nah", "nein", "nee", "nö", "non", "不，", "不,", "不是，", "不是,", "wait", "warte",
];

/// Words without what leads to them.
pub fn thought(text: &str) -> Thought<'_> {
    const WISHES: &[&str] =
        &["make it", "make that", "rather", "better", "instead", "doch", "lieber", "mejor", "plutôt"];
    const LEADS: &[&str] = &[
        "i meant",
        "i mean",
        "i actually meant",
        "actually",
        "change it to",
        "change that to",
        "change to",
        "change my answer to",
        "change my mind to",
        "switch to",
        "make it",
        "make that",
        "rather",
        "better",
        "instead",
        "ich meinte",
        "ich meine",
        "eigentlich",
        "doch",
        "lieber",
        "quise decir",
        "quería decir",
        "en realidad",
        "mejor",
        "je voulais dire",
        "en fait",
        "plutôt",
        "no wait",
        "wait",
        "i changed my mind",
        "i've changed my mind",
        "changed my mind",
        "on second thought",
        "on second thoughts",
        "ich habe es mir anders überlegt",
        "cambié de opinión",
        "j'ai changé d'avis",
        "nein doch",
    ];
    let mut rest = text.trim();
    let mut lead = Lead::None;
    if let Some((wanted, found)) = rather_in_chinese(rest) {
        (rest, lead) = (wanted, found);
    }
    for _ in 0..5 {
        let (next, found) = match (super::phrases::after(rest, LEADS), super::phrases::after(rest, BEFORE_A_THOUGHT)) {
            (Some(next), _) if super::phrases::after(rest, WISHES).is_some() => (next, Lead::Wish),
            (Some(next), _) => (next, Lead::Sure),
            (None, Some(next)) if takes_back(rest) => (next, Lead::TakesBack),
            (None, Some(next)) => (next, Lead::None),
            (None, None) => break,
        };
        let next = next.trim_start_matches([',', '.', ':', '!', '-', '–', ' ']);
        // "no" at the end is what they want.
        if !super::routing::has_words(next) {
            break;
        }
        (rest, lead) = (next, lead.max(found));
    }
    apart(rest, lead)
}

/// "第二个" of "还是第二个吧": no space divides the words, so that they are known by their beginnings.
fn rather_in_chinese(text: &str) -> Option<(&str, Lead)> {
    const SURE: [&str; 8] = ["改成", "改为", "改选", "换成", "我是说", "我改主意了", "不对", "说错了"];
    const WISHES: [&str; 4] = ["还是选", "还是要", "还是", "算了"];
    const MARKS: [char; 6] = ['，', ',', '。', '：', '！', ' '];
    let behind = |leads: &[&str]| leads.iter().find_map(|lead| text.strip_prefix(lead));
    let (rest, lead) = match behind(&SURE) {
        Some(rest) => (rest, Lead::Sure),
        None => (behind(&WISHES)?, Lead::Wish),
    };
    let rest = rest.trim_matches(MARKS).trim_end_matches('吧').trim_matches(MARKS);
    super::routing::has_words(rest).then_some((rest, lead))
}

/// What is wanted and what is not: "blue instead of red", "not red, blue", "blue, not red".
fn apart(rest: &str, lead: Lead) -> Thought<'_> {
    // "blue instead of red": what follows more than that is about something else.
    if let Some((head, tail)) = super::phrases::around(rest, &["instead", "stattdessen"])
        && super::routing::has_words(head)
    {
        let tail = tail.trim_matches([' ', '.', '!', ',']);
        let of = super::phrases::after(tail, &["of", "von"]);
        if of.is_some() || ["", "please", "bitte", "then"].contains(&tail) {
            return Thought { rest: head.trim(), lead: lead.max(Lead::Wish), not: of };
        }
    }
    // "blue rather than red"
    if let Some((head, tail)) = super::phrases::around(rest, &["rather than"])
        && super::routing::has_words(head)
    {
        return Thought {
            rest: head.trim(),
            lead: lead.max(Lead::Wish),
            not: Some(tail.trim_matches([' ', '.', '!'])),
        };
    }
    // "blue after all"
    if let Some((head, tail)) = super::phrases::around(rest, &["after all"])
        && super::routing::has_words(head)
        && !super::routing::has_words(tail)
    {
        return Thought { rest: head.trim_matches([' ', ',']), lead: Lead::Sure, not: None };
    }
    // "not blue, red" and "not blue but red"
    let before = super::phrases::after(rest, &["not", "nicht", "kein", "keine"]).and_then(|tail| {
        [", sondern ", ", but ", " sondern ", " but ", ", "].iter().find_map(|between| tail.split_once(between))
    });
    if let Some((not, wanted)) = before.filter(|(_, wanted)| super::routing::has_words(wanted)) {
        return Thought { rest: wanted.trim(), lead, not: Some(not.trim()) };
    }
    // "red, not blue"
    let besides = [", not ", ", nicht "].iter().find_map(|not| rest.split_once(not));
    match besides.filter(|(head, _)| super::routing::has_words(head)) {
        Some((head, tail)) => Thought { rest: head.trim(), lead, not: Some(tail.trim()) },
        None => Thought { rest, lead, not: None },
    }
}

/// "no, coffee" and "sorry, coffee"; "no coffee" wants none.
fn takes_back(text: &str) -> bool {
    let ends =
        |word: &str| text.get(word.len()..).is_some_and(|rest| rest.starts_with([',', '，', '.', '!', ':', ';']));
    let no = ["no", "nope", "nah", "nein", "nee", "nö", "non", "不", "不是"];
    let mut no = no.into_iter().filter(|word| super::phrases::after(text, &[word]).is_some());
    super::phrases::after(text, &["oops", "sorry"]).is_some() || no.any(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_thought_in_chinese_is_known_by_its_beginning() {
        for (text, wanted, lead) in [
            ("还是第二个吧", "第二个", Lead::Wish),
            ("改成蓝色。", "蓝色", Lead::Sure),
            ("不对，第一个", "第一个", Lead::Sure),
            ("不，第一个", "第一个", Lead::TakesBack),
            ("不是，第一个", "第一个", Lead::TakesBack),
            ("不要第一个", "不要第一个", Lead::None),
            ("nope, blue", "blue", Lead::TakesBack),
            ("nee, Blau", "Blau", Lead::TakesBack),
            ("needles", "needles", Lead::None),
            ("还是", "还是", Lead::None),
            ("第二个", "第二个", Lead::None),
        ] {
            let read = thought(text);
            assert_eq!((read.rest, read.lead), (wanted, lead), "{text}");
        }
        assert_eq!(pointed(&["红色", "蓝色"], "第二个吧"), Some(1));
    }

    #[test]
    fn words_point_at_one_option_or_none() {
        let bikes = ["red (cheaper)", "blue bike"];
        let party = ["Yes", "No"];
        let campaign = ["Let it run", "Pause the campaign"];
        let rooms = ["Two rooms with a balcony", "One room", "The last house"];
        for (labels, text, wanted) in [
            (&bikes[..], "blue", Some(1)),
            (&bikes, "the red one", Some(0)),
            (&campaign, "pause", Some(1)),
            (&campaign, "resume", None),
            (&campaign, "don't pause", None),
            (&bikes, "pause", None),
            (&bikes, "I'd take the blue bike, please", Some(1)),
            (&bikes, "the first one", Some(0)),
            (&bikes, "The second one!", Some(1)),
            (&bikes, "second", Some(1)),
            (&bikes, "option 2", Some(1)),
            (&bikes, "number two", Some(1)),
            (&bikes, "option two please", Some(1)),
            (&bikes, "die zweite", Some(1)),
            (&bikes, "le premier", Some(0)),
            (&bikes, "le premier s'il te plaît", Some(0)),
            (&bikes, "le deuxième, s’il vous plaît", Some(1)),
            (&bikes, "die zweite Variante", Some(1)),
            (&bikes, "die zweite Option, danke", Some(1)),
            (&bikes, "la deuxième option, merci", Some(1)),
            (&bikes, "la segunda opción, gracias", Some(1)),
            (&bikes, "la segunda", Some(1)),
            (&bikes, "the last one", Some(1)),
            (&bikes, "第二个", Some(1)),
            (&bikes, "第二。", Some(1)),
            (&bikes, "选一", Some(0)),
            (&bikes, "1号", Some(0)),
            (&bikes, "最后一个", Some(1)),
            (&bikes, "第二次世界大战", None),
            (&bikes, "lets do red", Some(0)),
            (&bikes, "I said red", Some(0)),
            (&bikes, "blue for sure", Some(1)),
            (&["sell the car", "keep the car"], "sell it", Some(0)),
            (&["19 December", "2 January"], "19 Dec", Some(0)),
            (&bikes, "number 7", Some(6)),
            (&bikes, "yes", None),
            (&bikes, "green", None),
            (&bikes, "not blue", None),
            (&bikes, "no blue", None),
            (&bikes, "red or blue", None),
            (&bikes, "blue paint for the fence", None),
            (&bikes, "second thoughts about the car", None),
            (&bikes, "the", None),
            (&party, "yes please", Some(0)),
            (&party, "ja", Some(0)),
            (&party, "sure", Some(0)),
            (&party, "nein", Some(1)),
            (&party, "oui", Some(0)),
            (&party, "sí", Some(0)),
            (&party, "no thanks", Some(1)),
            (&party, "cancel", None),
            (&party, "cool", None),
            (&["Yes, now", "Yes, later"], "yes", None),
            (&rooms, "two rooms", Some(0)),
            (&rooms, "the last house", Some(2)),
            (&rooms, "balcony", Some(0)),
            (&rooms, "the third", Some(2)),
            (&["24 months is fine", "monthly"], "fine", None),
            (&[], "the last one", None),
        ] {
            assert_eq!(pointed(labels, text), wanted, "{text}");
        }
    }

    #[test]
    fn words_refer_to_what_was_named_before() {
        for text in ["the other one", "The other!", "die andere", "l’autre", "I'd take the other one, please"] {
            assert!(other(text), "{text}");
        }
        assert!(!other("the other one in the hall") && !other("another time"));
        for (text, wanted) in [
            ("coffee, no wait, tea", Some(("coffee", "tea"))),
            ("coffee... actually tea", Some(("coffee", "tea"))),
            ("tea, no, coffee, no wait, tea", Some(("coffee", "tea"))),
            ("coffee, no tea", None),
        ] {
            assert_eq!(corrected(text), wanted, "{text}");
        }
        let hotels = ["The Star (cheapest)", "The Palace (near the station, not the quietest)", "The Inn"];
        for (text, wanted) in [
            ("the cheaper one", Some(0)),
            ("the nearest one", Some(1)),
            ("the larger one", None),
            ("the quieter one", None),
            ("nearest", None),
        ] {
            assert_eq!(by_quality(&hotels, text), wanted, "{text}");
        }
    }

    #[test]
    fn second_thoughts_say_what_is_wanted_instead() {
        for (text, wanted) in [
            ("no, I meant yes", Some("yes")),
            ("I meant no", Some("no")),
            ("actually red", Some("red")),
            ("Oh sorry, actually the second one", Some("the second one")),
            ("change it to blue", Some("blue")),
            ("nein, ich meinte blau", Some("blau")),
            ("blue instead", Some("blue")),
            ("I changed my mind, blue", Some("blue")),
            ("red, not blue", Some("red")),
            ("no wait, brown", Some("brown")),
            ("oops, I meant soup", Some("soup")),
            ("instead", None),
            ("make it red instead", Some("red")),
            ("no", None),
            ("no, red", Some("red")),
            ("no red", None),
            ("sorry, red", Some("red")),
            ("blue instead of red", Some("blue")),
            ("blue rather than red", Some("blue")),
            ("blue after all", Some("blue")),
            ("change to blue", Some("blue")),
            ("we need curtains after all for the hall", None),
            ("use blue instead for the fence", None),
            ("actually", None),
            ("plan the party", None),
        ] {
            assert_eq!(second_thought(text).map(|thought| thought.rest), wanted, "{text}");
        }
    }
}
