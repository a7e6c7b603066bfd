//! Options that are known by a figure in their label ("€20", "Room 14", "19 December") or by a letter ("option b"), rather than by
//! their place. Pure.

use super::super::decision::AskedOption;
use super::super::phrases;
use super::super::pointing;

/// Signs and names of currencies, each kind with its sign first.
const CURRENCIES: [&str; 6] = [
    "€|eur|euro|euros",
    "$|usd|dollar|dollars|bucks",
    "£|gbp|pound|pounds",
    "¥|元|yuan|rmb|yen",
    "chf|franken|francs",
    "%|percent|per cent|prozent|por ciento|pour cent",
];

/// The only option whose label is this figure, with or without its currency, or has it among its words where no place can be
/// meant: "14" of "Room 12", "Room 14"; "19th" of "19 December".
pub(super) fn by_figure(options: &[AskedOption], plain: &str) -> Option<usize> {
    if let Some(said) = figure(plain) {
        let same = |label: &str| {
            figure(&super::bare(label))
                .is_some_and(|(number, of)| number == said.0 && (of == said.1 || of.is_none() || said.1.is_none()))
        };
        if let Some(found) = only(options, same) {
            return Some(found);
        }
    }
    let digits =
        ordinal(plain).or_else(|| plain.parse::<usize>().ok().filter(|n| *n > options.len()).map(|_| plain))?;
    only(options, |label| {
        label.split(|c: char| !c.is_alphanumeric()).any(|word| word == digits || ordinal(word) == Some(digits))
    })
}

/// Whether a figure is the number of one option and stands on the button of another: nobody can tell which is meant.
pub(super) fn two_fold(options: &[AskedOption], plain: &str) -> bool {
    let Some(said) = alone(plain) else { return false };
    let on_button =
        options.iter().position(|option| super::called(option, &said)).or_else(|| by_figure(options, &said));
    let place = said.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|at| *at < options.len());
    on_button.zip(place).is_some_and(|(one, other)| one != other)
}

/// The digits that are all a few words say: "10" of "actually 10 please". A word before them that says what they are ("option
/// 2", "number 2") leaves no doubt.
pub(super) fn alone(plain: &str) -> Option<String> {
    const PLACE: &[&str] =
        &["option", "number", "nummer", "nr", "#", "opción", "opcion", "número", "numero", "numéro", "the"];
    if phrases::has(plain, PLACE) || plain.contains('#') {
        return None;
    }
    let [_, core] = pointing::gist(plain);
    (!core.is_empty() && core.bytes().all(|b| b.is_ascii_digit())).then_some(core)
}

/// "option b", "answer C": the option with that letter, as people number what has no numbers.
pub(super) fn by_letter(options: &[AskedOption], plain: &str) -> Option<usize> {
    const CALLED: &[&str] =
        &["option", "answer", "choice", "variant", "variante", "antwort", "opción", "réponse", "respuesta"];
    let rest = phrases::after(plain, &["the", "take", "i take", "die", "la"]).unwrap_or(plain);
    let letter = phrases::after(rest, CALLED)?.as_bytes();
    let [letter @ b'a'..=b'z'] = letter else { return None };
    Some(usize::from(letter - b'a')).filter(|at| *at < options.len())
}

/// A number and the kind of its currency, if words are nothing else.
fn figure(plain: &str) -> Option<(&str, Option<usize>)> {
    let begins = plain.find(|c: char| c.is_ascii_digit())?;
    let ends = plain.rfind(|c: char| c.is_ascii_digit())? + 1;
    let number = plain.get(begins..ends)?;
    let kind = |unit: &str| CURRENCIES.iter().position(|names| names.split('|').any(|name| name == unit));
    let around = (plain.get(..begins)?.trim(), plain.get(ends..)?.trim());
    let unit = match around {
        ("", "") => None,
        (unit, "") | ("", unit) => Some(kind(unit)?),
        _ => return None,
    };
    number.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).then_some((number, unit))
}

/// "19" of "19th" and "the 19th".
fn ordinal(plain: &str) -> Option<&str> {
    let rest = phrases::after(plain, &["the", "on the"]).unwrap_or(plain);
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| rest.strip_suffix(end))?;
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
}

fn only(options: &[AskedOption], fits: impl Fn(&str) -> bool) -> Option<usize> {
    let mut found = options.iter().enumerate().filter(|(_, option)| fits(&option.label)).map(|(at, _)| at);
    found.next().filter(|_| found.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::super::tests::options;
    use super::*;

    #[test]
    fn a_figure_goes_before_a_place() {
        let prices = options(&["€10", "€20", "€30"]);
        let rooms = options(&["Room 12", "Room 14", "Room 15"]);
        let days = options(&["2 December", "19 December", "Later"]);
        let few = options(&["3", "2", "1"]);
        for (asked, text, wanted) in [
            (&prices, "20", Some(1)),
            (&prices, "€20", Some(1)),
            (&prices, "20 euros", Some(1)),
            (&prices, "$20", None),
            (&prices, "2", None),
            (&rooms, "14", Some(1)),
            (&rooms, "2", None),
            (&rooms, "16", None),
            (&days, "19th", Some(1)),
            (&days, "the 2nd", Some(0)),
            (&days, "2", None),
            (&few, "3", Some(0)),
            (&few, "-3", None),
            (&few, "3 weeks", None),
        ] {
            assert_eq!(by_figure(asked, text), wanted, "{text}");
        }
        for (text, wanted) in [("option b", Some(1)), ("answer c", Some(2)), ("option d", None), ("b", None)] {
            assert_eq!(by_letter(&rooms, text), wanted, "{text}");
        }
    }
}
