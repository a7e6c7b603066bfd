//! Decisions typed instead of pressed: which ticket, which option, what is added to it. Pure.

mod anew;
mod figures;
mod hinting;
mod permitting;
mod referring;
mod refusing;
mod typed;
mod unsure;

pub use anew::{
    another, changes_mind, exactly_another, lately, rather_than_chosen, reconsidered, reopens, reopens_ticket, stays,
    takes_vote_back, wants_vote_back,
};
pub use hinting::{
    agrees_or_not, asks_advice, asks_back, hesitates, hinted, holds_a_no, mentioned, nearly, perhaps_own, slipped,
};
pub use permitting::{
    allows_more, asks_somebody, begins_with_yes_or_no, offers_again, only_once, puts_off, waits, wants_again,
};
pub use referring::{refers, refuses};
pub use refusing::{in_passing, instead_of_all, none_or_all};
pub use typed::{as_place, own_answer, typed_decision};
pub use unsure::{Terms, asks_terms, does_not_know, unsure};

use super::decision::{AskedOption, Decision};
use super::event::Event;
use super::ids::DecisionId;
use super::phrases;
use super::pointing::{self, Thought};
use super::talk::{self, Bare, Talk};
use super::ticket::Ticket;
use super::wording::tongues;

/// What stands between an option and what somebody adds to it.
const BETWEEN: [&str; 8] = [", ", ": ", "; ", ". ", " - ", " – ", " — ", "\n"];
/// What begins an addition by itself, where no mark divides it from the option.
const LINKS: &[&str] = &[
    "but",
    "only",
    "if",
    "unless",
    "until",
    "as long as",
    "because",
    "since",
    "though",
    "with",
    "without",
    "aber",
    "nur",
    "wenn",
    "falls",
    "bis",
    "weil",
    "solange",
    "mit",
    "ohne",
    "pero",
    "solo",
    "sólo",
    "hasta",
    "porque",
    "sin",
    "mais",
    "seulement",
    "jusqu'à",
    "parce que",
    "sauf",
    "avec",
    "sans",
];

/// Whether words want none of these options, not this one, or several at once: "neither", "not the bus", "both".
pub fn declines(options: &[AskedOption], text: &str) -> bool {
    const NONE: &str = "neither|neither one|neither of them|neither of these|neither of the two|none|none of them|none of these|\
         none of those|none of the above|none of it|no option|not any of them|keine|keiner|keins|keines|keinen|keine davon|keiner davon|\
         keins davon|keine von beiden|keines von beiden|keins von beiden|weder noch|ninguno|ninguna|ninguno de ellos|\
         ninguna de ellas|ninguno de los dos|aucun|aucune|aucun des deux|aucune des deux|ni l'un ni l'autre|都不|都不要|都不行|都不好|都不选";
    let plain = bare(text);
    let plain = without_thanks(&plain);
    let said = behind_no(plain);
    let none = |words: &str| NONE.split('|').any(|none| none == words);
    let leaves_open = names_several(options, plain) || weighs(options, text) || pointing::other(text);
    none(plain) || none(said) || denied(options, text).is_some() || leaves_open || refusing::refuses_plainly(text)
}

/// The option that words do not want: "not the bus", "everything except the bus".
fn denied(options: &[AskedOption], text: &str) -> Option<usize> {
    #[rustfmt::skip]
    const NOT: &[&str] = &[
        "not", "don't", "do not", "anything but", "everything but", "anything except", "everything except", "all but",
        "definitely not", "certainly not", "absolutely not", "nicht", "bloß nicht", "auf keinen fall", "alles außer", "pas",
        "surtout pas", "todo menos", "tout sauf",
    ];
    let plain = bare(text);
    let rest = phrases::after(behind_no(without_thanks(&plain)), NOT)?;
    named(options, rest).filter(|option| *option < options.len())
}

/// The words behind a "no" or a "please" that only leads to them.
fn behind_no(plain: &str) -> &str {
    const BEFORE: &[&str] = &["no", "please", "nein", "bitte", "non"];
    phrases::after(plain, BEFORE).map_or(plain, |rest| rest.trim_start_matches([',', ' ']))
}

/// Whether words weigh one option against another: "I want blue but Kim wants red".
pub fn weighs(options: &[AskedOption], text: &str) -> bool {
    const BUT: &[&str] =
        &["but", "though", "although", "however", "whereas", "aber", "allerdings", "jedoch", "pero", "mais"];
    let small = bare(text);
    let Some((head, tail)) = phrases::around(&small, BUT) else { return false };
    // "blue, but not red" says which.
    if phrases::after(tail, &["not", "no", "nicht", "kein", "pas"]).is_some() {
        return false;
    }
    let names = |part: &str| {
        let words: Vec<&str> = part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        options.iter().position(|option| {
            let label = bare(&option.label);
            let last = label.rsplit(' ').next().unwrap_or_default();
            last.chars().count() > 2 && words.contains(&last)
        })
    };
    names(head).zip(names(tail)).is_some_and(|(one, other)| one != other)
}

/// Words in small letters without the "please" or "thanks" behind them.
fn without_thanks(plain: &str) -> &str {
    #[rustfmt::skip]
    const BEHIND: &[&str] = &[
        "thanks", "thank you", "please", "pls", "danke", "bitte", "por favor", "gracias", "merci", "s'il te plaît",
        "s'il vous plaît", "谢谢",
    ];
    let ends = |rest: &&str| rest.ends_with(|c: char| !c.is_ascii_alphanumeric());
    let rest = BEHIND.iter().find_map(|polite| plain.strip_suffix(polite).filter(ends));
    rest.map(|rest| rest.trim_end_matches([' ', ',', '，'])).filter(|rest| !rest.is_empty()).unwrap_or(plain)
}

/// Whether words name several of these options at once: "both pizza and pasta", "1 or 2".
fn names_several(options: &[AskedOption], text: &str) -> bool {
    const BEFORE: &[&str] = &["both", "either", "neither", "maybe", "sowohl", "entweder", "weder", "vielleicht", "ni"];
    const BOTH: &str = "both|both of them|all|all of them|all of these|either|either one|either of them|any|any of them|any of these|beide|beides|\
         alle|egal welche|los dos|ambos|ambas|todos|les deux|tous|都要|都行|都可以";
    let plain = bare(text);
    if BOTH.split('|').any(|both| both == plain) {
        return true;
    }
    let said = phrases::after(&plain, BEFORE).unwrap_or(&plain);
    // "coffee or tea, whichever is cheaper"
    let said = phrases::around(said, &["whichever", "je nachdem", "depending"]).map_or(said, |(head, _)| head);
    let said = said.trim_end_matches([' ', ',']);
    #[rustfmt::skip]
    let parts = [
        " and ", " or ", " nor ", " und ", " oder ", " noch ", " als auch ", " y ", " o ", " ni ", " et ", " ou ", " & ", " / ",
        ", ", "/", " vs ",
    ];
    let mut one = vec![said];
    for part in parts {
        one = one.into_iter().flat_map(|words| words.split(part)).collect();
    }
    let found: Vec<Option<usize>> =
        one.iter().map(|words| named(options, words).filter(|o| *o < options.len())).collect();
    let all: Option<std::collections::BTreeSet<usize>> = found.into_iter().collect();
    all.is_some_and(|all| all.len() > 1)
}

/// Whether words behind what is asked are a question, say that their sender does not know, or want none of its options.
pub fn doubts(options: &[AskedOption], text: &str) -> bool {
    let unsure = || unsure(text) || phrases::after(text.trim(), permitting::UNSURE).is_some();
    let asks = hinting::asks(text) || hesitates(options, text) || asks_back(text) || permitting::sends_to(text);
    asks || unsure() || puts_off(text) || declines(options, text) || figures::two_fold(options, &bare(text))
}

/// Whether a figure is the number of one option and the name of another.
pub fn two_fold(options: &[AskedOption], text: &str) -> bool {
    figures::two_fold(options, &bare(text))
}

/// A typed answer to a decision: an option, an option with words added to it, or the person's own answer; "undo" where
/// nobody answered in time, or where several must agree.
pub fn answer(ticket: &Ticket, decision: &DecisionId, text: &str) -> Event {
    let silent = ticket.decision(decision).and_then(Decision::verdict).is_some_and(|v| v.by.is_none());
    let voted = || ticket.decision(decision).is_some_and(|d| takes_vote_back(d, text));
    if (silent && bare(text) == "undo") || voted() {
        return Event::DecisionReopened { decision: decision.clone() };
    }
    let asked = ticket.decision(decision).filter(|d| d.open() && d.sure.is_some());
    if let Some(yes) = asked.and_then(|_| sure_in_words(text)) {
        return Event::SureAnswered { decision: decision.clone(), number: None, yes };
    }
    if let Some(own) = own_answer(text) {
        return Event::DecisionMade { decision: decision.clone(), option: None, text: Some(own.to_owned()) };
    }
    let about = ticket.decision(decision);
    // What is the number of one and the name of another is no answer of anybody's own.
    if about.is_some_and(|d| figures::two_fold(&d.asked.options, &bare(text))) {
        return Event::DecisionMade { decision: decision.clone(), option: Some(usize::MAX), text: None };
    }
    let (option, text) = match (option_of(ticket, decision, text), about.and_then(|d| permitting::reason(d, text))) {
        (Some(option), _) => (Some(option), None),
        // The work is told why.
        (None, Some(reason)) => (None, Some(reason)),
        (None, None) => match about.and_then(|d| option_and_more(&d.asked.options, text)) {
            Some((option, more)) if about.is_none_or(|d| !hesitates(&d.asked.options, text)) => {
                (Some(option), Some(more))
            }
            Some(_) => (None, Some(text.trim().to_owned())),
            None => (None, Some(text.trim().to_owned())),
        },
    };
    Event::DecisionMade { decision: decision.clone(), option, text }
}

/// Whether words would be an answer of the person's own to an open decision: they name no option.
pub fn fits_none(ticket: &Ticket, decision: &DecisionId, text: &str) -> bool {
    let about = ticket.decision(decision).filter(|d| d.open());
    let two_fold = |d: &Decision| figures::two_fold(&d.asked.options, &bare(text));
    about.is_some_and(two_fold)
        || about.is_some() && matches!(answer(ticket, decision, text), Event::DecisionMade { option: None, .. })
}

/// What a bare yes or no says to the question whether somebody is sure; nothing else is an answer to it.
pub fn sure_in_words(text: &str) -> Option<bool> {
    match talk::read(text).filter(|_| !hinting::asks(text)) {
        Some(Talk::Bare(Bare::Yes)) => Some(true),
        Some(Talk::Bare(Bare::No)) => Some(false),
        Some(Talk::Bare(_) | Talk::Small(_)) | None => None,
    }
}

/// The option a whole text names: by its number, also one there is not, or by its words.
pub fn option_of(ticket: &Ticket, decision: &DecisionId, text: &str) -> Option<usize> {
    let decision = ticket.decision(decision)?;
    if hesitates(&decision.asked.options, text) || (decision.proposed.is_some() && text.contains(['?', '？'])) {
        return None;
    }
    let option = permitting::tried_again(decision, text).or_else(|| named(&decision.asked.options, text));
    let option =
        option.or_else(|| permitting::permitted(decision, text)).or_else(|| referring::referred(decision, text));
    let option = option.or_else(|| refusing::declining(decision, text));
    let option = option.or_else(|| permitting::always_once(decision, text))?;
    Some(if permitting::means_once(decision, option, text) { 0 } else { option })
}

/// Whether words that are no reply decide this: they name an option, or begin with one and go on like an addition. Words
/// of any other kind are no answer of one's own, but a request.
pub fn decides(ticket: &Ticket, decision: &DecisionId, text: &str) -> bool {
    let named_by = option_of(ticket, decision, text).is_some();
    let Some(decision) = ticket.decision(decision) else { return false };
    if hesitates(&decision.asked.options, text) {
        return false;
    }
    let adds = |(_, more): (usize, String)| phrases::after(&more, LINKS).is_some();
    let added = || more_than(&decision.asked.options, text, named).is_some_and(adds);
    named_by || added() || permitting::reason(decision, text).is_some()
}

/// Whether words are the label of an option letter by letter, whatever else they may order.
pub fn is_label(options: &[AskedOption], text: &str) -> bool {
    let plain = bare(text);
    options.iter().any(|option| called(option, &plain))
}

/// Whether an option is called this, in any language people may have read it in.
fn called(option: &AskedOption, plain: &str) -> bool {
    tongues::names(&option.label).any(|name| bare(&name) == plain)
}

fn named(options: &[AskedOption], text: &str) -> Option<usize> {
    let apart = || {
        let Thought { rest, not, .. } = pointing::thought(text);
        let of_these = not.and_then(|not| plainly(options, not)).is_some_and(|other| other < options.len());
        plainly(options, rest).filter(|_| of_these)
    };
    let agreed = || {
        let rest = phrases::after(text.trim(), &["yes to", "ja zu", "oui à", "sí a"])?;
        plainly(options, rest).filter(|option| *option < options.len())
    };
    plainly(options, text).or_else(apart).or_else(agreed)
}

/// Without "red, not blue".
fn plainly(options: &[AskedOption], text: &str) -> Option<usize> {
    let plain = bare(text);
    if figures::two_fold(options, &plain) {
        return None;
    }
    let labels: Vec<&str> = options.iter().map(|o| o.label.as_str()).collect();
    let called_so = |words: &str| options.iter().position(|o| called(o, words));
    let by_label = called_so(&plain).or_else(|| called_so(without_thanks(&plain)));
    let by_label = by_label.or_else(|| called_so(&figures::alone(&plain)?));
    let by_words = || pointing::pointed(&labels, &plain).or_else(|| figures::by_letter(options, &plain));
    let by_figure = by_label.or_else(|| figures::by_figure(options, &plain)).or_else(|| below_one(&plain));
    by_figure.or_else(by_words).or_else(|| by_number(&plain))
}

/// A number below one is that of no option, and no option's number with a dash before it.
fn below_one(text: &str) -> Option<usize> {
    let digits = text.strip_prefix(['-', '−', '–'])?;
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(usize::MAX)
}

fn by_number(text: &str) -> Option<usize> {
    let digits = ["option", "number", "#"].iter().find_map(|p| text.strip_prefix(p)).unwrap_or(text).trim();
    let number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    // One that is far too large is the number of no option, and no answer in words.
    number.then(|| digits.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).unwrap_or(usize::MAX))
}

/// What names an option in full, by its label or its place: words that only hint at it stay an answer of one's own.
fn firmly(options: &[AskedOption], text: &str) -> Option<usize> {
    let plain = bare(text);
    if figures::two_fold(options, &plain) {
        return None;
    }
    let labels: Vec<&str> = options.iter().map(|o| o.label.as_str()).collect();
    let called_so = |words: &str| options.iter().position(|o| bare(&o.label) == words);
    // "let's go with red" says no more than "red".
    let by_label = called_so(&plain).or_else(|| called_so(hinting::chosen(&plain)?));
    let by_label = by_label.or_else(|| figures::by_figure(options, &plain)).or_else(|| below_one(&plain));
    by_label.or_else(|| pointing::placed(&labels, &plain)).or_else(|| by_number(&plain))
}

/// "2, but only until May": the option, and what is added to it.
fn option_and_more(options: &[AskedOption], text: &str) -> Option<(usize, String)> {
    more_than(options, text, firmly)
}

fn more_than(
    options: &[AskedOption],
    text: &str,
    named: impl Fn(&[AskedOption], &str) -> Option<usize>,
) -> Option<(usize, String)> {
    let mut cuts: Vec<(usize, usize)> =
        BETWEEN.iter().flat_map(|b| text.match_indices(b).map(|(at, found)| (at, at + found.len()))).collect();
    let words = text.match_indices(' ').map(|(at, _)| (at, at + 1));
    cuts.extend(words.filter(|(_, begin)| phrases::after(text[*begin..].trim_start_matches('('), LINKS).is_some()));
    // The longest beginning that is an option: a label may hold a comma itself.
    cuts.sort_unstable_by(|a, b| b.cmp(a));
    cuts.into_iter().find_map(|(end, begin)| {
        let more = text[begin..].trim();
        let more = more.strip_prefix('(').map_or(more, |inner| inner.trim_end_matches([')', '.', ' ']));
        let option = named(options, &text[..end]).filter(|o| *o < options.len())?;
        let adds = more.starts_with(char::is_alphabetic)
            && !puts_off(more)
            && !permitting::begins_a_list(&text[..end])
            && !instead(options, option, more);
        adds.then(|| (option, more.to_owned()))
    })
}

/// Whether words behind an option put another one beside it: "or the third", "maybe blue". They add nothing to the first.
fn instead(options: &[AskedOption], option: usize, more: &str) -> bool {
    const OR: &[&str] = &["or", "oder", "o", "u", "ou", "或", "或者"];
    const AND: &[&str] =
        &["and", "und", "y", "et", "also", "then", "maybe", "perhaps", "rather", "vielleicht", "lieber"];
    let mut rest = more;
    while let Some(shorter) = phrases::after(rest, AND) {
        rest = shorter;
    }
    let other = named(options, rest).filter(|other| *other < options.len());
    phrases::after(more, OR).is_some()
        || hinting::perhaps(more).is_some_and(|what| !what.trim().is_empty())
        || phrases::after(more, hinting::MAYBE).is_some()
        || other.is_some_and(|other| other != option)
}

/// The words without what is put around them, in small letters.
fn bare(text: &str) -> String {
    let plain = text.trim().trim_start_matches('★').trim().trim_matches(['“', '”', '"', '\'', '*']);
    plain.trim_end_matches(['.', ')', '!', ',', '。', '！']).trim().to_lowercase().replace('’', "'")
}

/// The option that words point at by its number or its place alone: what is numbered elsewhere may be meant as well.
pub fn place_alone(options: &[AskedOption], text: &str) -> Option<usize> {
    let plain = bare(text);
    let figure = figures::by_figure(options, &plain).is_some();
    let by_words = figure || options.iter().any(|option| called(option, &plain)) || talk::read(text).is_some();
    let labels: Vec<&str> = options.iter().map(|option| option.label.as_str()).collect();
    let place = || by_number(&plain).or_else(|| pointing::placed(&labels, &plain));
    if by_words { None } else { place().filter(|option| *option < options.len()) }
}

/// Whether words are the number of an option and nothing else.
pub fn bare_number(text: &str) -> bool {
    let number = text.trim().trim_end_matches(['.', ')']);
    number.parse::<u8>().is_ok_and(|n| (1..=20).contains(&n))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn options(labels: &[&str]) -> Vec<AskedOption> {
        let option = |label: &&str| AskedOption {
            label: (*label).to_owned(),
            impact: String::new(),
            pros: String::new(),
            cons: String::new(),
        };
        labels.iter().map(option).collect()
    }

    #[test]
    fn an_answer_of_ones_own_is_a_word_or_a_thing() {
        for own in [
            "green",
            "Green please",
            "green, please!",
            "Mittwoch bitte",
            "the grey one",
            "a dark blue",
            "das grüne",
            "make it green",
            "I'd rather have green",
            "no, green",
        ] {
            assert!(perhaps_own(own), "{own}");
        }
        for other in
            ["compare printers", "buy milk", "green?", "the printer in the hall is broken", "green\nand blue", "12"]
        {
            assert!(!perhaps_own(other), "{other}");
        }
    }

    #[test]
    fn what_wants_no_option_is_read() {
        let options = options(&["The bus", "The train"]);
        for text in [
            "neither",
            "None of these.",
            "no option",
            "neither, thanks",
            "I want the bus but Kim wants the train",
            "I'd like the train, but my wife would take the bus",
            "ni l’un ni l’autre",
            "都不要。",
            "not the bus",
            "Keins von beiden",
            "anything but the train",
            "no, not the bus",
            "both",
            "the bus or the train",
            "neither the bus nor the train",
            "everything except the train",
            "definitely not the bus",
            "don't",
            "both the bus and the train",
            "1 or 2",
            "1/2",
            "please don't take the bus",
            "the bus or the train, whichever is cheaper",
            "the other one",
        ] {
            assert!(declines(&options, text), "{text}");
        }
        for text in [
            "the bus",
            "not sure",
            "not before Monday",
            "no",
            "neither here nor there",
            "no car",
            "nothing",
            "the bus but not the train",
        ] {
            assert!(!declines(&options, text), "{text}");
        }
    }

    #[test]
    fn typed_decisions_are_read() {
        assert_eq!(typed_decision("decide 12 2").as_deref(), Some("12 2"));
        assert_eq!(typed_decision("Decide #12 the cheap one").as_deref(), Some("12 the cheap one"));
        assert_eq!(typed_decision("decide 12: 2").as_deref(), Some("12 2"));
        assert_eq!(typed_decision("decide 12").as_deref(), Some("12"));
        assert_eq!(typed_decision("decide 12.2 1").as_deref(), Some("12.2 1"));
        assert_eq!(typed_decision("decide what to eat"), None);
        assert_eq!(typed_decision("decide"), None);
        assert_eq!(typed_decision("dé"), None);
    }

    #[test]
    fn options_are_known_by_number_and_words() {
        let offers = options(&["No, only monthly terms", "Yes, 24 months is fine"]);
        for (text, wanted) in [
            ("2", Some(1)),
            ("2.", Some(1)),
            ("2)", Some(1)),
            ("Option 2", Some(1)),
            ("#1", Some(0)),
            ("number 1!", Some(0)),
            ("★ No, only monthly terms", Some(0)),
            ("“yes, 24 months is FINE.”", Some(1)),
            ("yes", Some(1)),
            ("No.", Some(0)),
            ("0", Some(usize::MAX)),
            ("-1", Some(usize::MAX)),
            ("-2", Some(usize::MAX)),
            ("7", Some(6)),
            ("ja", Some(1)),
            ("the second one", Some(1)),
            ("monthly", Some(0)),
            ("24 months", Some(1)),
            ("2 weeks", None),
            ("maybe", None),
            ("", None),
        ] {
            assert_eq!(named(&offers, text), wanted, "{text}");
        }
        assert_eq!(named(&options(&["Yes, now", "Yes, later"]), "yes"), None);
        let campaign = options(&["Pause the campaign", "Stop everything"]);
        assert_eq!((named(&campaign, "pause"), named(&campaign, "resume")), (Some(0), None));
        assert!(is_label(&campaign, "stop everything!") && !is_label(&campaign, "stop"));
        assert_eq!(named(&options(&["10", "20"]), "20"), Some(1), "a label goes before a number");
        assert_eq!(named(&options(&["-5", "5"]), "-5"), Some(0));
        // A figure that is the number of one and the name of another names none; a word with it says which.
        let figures = options(&["10", "2", "1", "4"]);
        for (text, wanted) in [
            ("1", None),
            ("1 please", None),
            ("2", Some(1)),
            ("4", Some(3)),
            ("10", Some(0)),
            ("actually 10", Some(0)),
            ("rather 10", Some(0)),
            ("#1", Some(0)),
            ("option 1", Some(0)),
            ("number 3", Some(2)),
            ("the third", Some(2)),
            ("3", Some(2)),
        ] {
            assert_eq!(named(&figures, text), wanted, "{text}");
        }
        assert!(doubts(&figures, "1") && !doubts(&figures, "2"));
        assert_eq!((as_place(4, "1."), as_place(4, "red"), as_place(4, "10")), (Some("#1".to_owned()), None, None));
    }

    #[test]
    fn words_may_be_added_to_an_option() {
        let offers = options(&["No, only monthly terms", "Yes, 24 months is fine"]);
        for (text, wanted) in [
            ("2, but only until May", Some((1, "but only until May"))),
            ("no, only monthly terms, and ask Kim", Some((0, "and ask Kim"))),
            ("yes - ask Kim first", Some((1, "ask Kim first"))),
            ("2 but only until May", Some((1, "but only until May"))),
            ("the second if it is cheap", Some((1, "if it is cheap"))),
            ("24 months, but only with a discount", None),
            ("2\nwe move soon", Some((1, "we move soon"))),
            ("2, 3", None),
            ("1,5 years", None),
            ("2 - 3 weeks", None),
            ("7, please", None),
            ("only quarterly terms, please", None),
            ("First, only Kim knows the price", None),
            ("no, wait", None),
            ("yes, but let me check with Kim", None),
            ("the first, only until May", Some((0, "only until May"))),
            ("let's go with the second because it is cheap", Some((1, "because it is cheap"))),
            ("no, only monthly terms (but only until May)", Some((0, "but only until May"))),
            ("2, or the first", None),
            ("the second, or maybe the first", None),
            ("2, maybe", None),
            ("2, and then the first", None),
            ("2 oder vielleicht 1", None),
        ] {
            let found = option_and_more(&offers, text);
            assert_eq!(found.as_ref().map(|(o, more)| (*o, more.as_str())), wanted, "{text}");
        }
    }
}
