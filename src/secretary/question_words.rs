//! Words about a question rather than to it: that it is not wanted any more, that it needs more time, that an option is missing.
//! Pure; which question is meant is found by whoever knows what is asked.

use super::many_answers::topic;
use super::phrases;

/// What is wanted of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The one about this is called off.
    CallOff(Vec<String>),
    /// An answer is wanted by this moment. `named`: the words name a deadline themselves.
    Until {
        /// The moment in words.
        when: String,
        /// They name it.
        named: bool,
    },
    /// There is more time for it.
    MoreTime,
    /// One more option. `named`: the words say that it is one.
    Option {
        /// Its words.
        label: String,
        /// They say so.
        named: bool,
    },
}

/// The longest such words, in characters.
const LONGEST: usize = 120;

/// Reads what words want of a question.
pub fn read(text: &str) -> Option<Wish> {
    let plain = text.trim().trim_end_matches(['.', '!', ' ']);
    if plain.chars().count() > LONGEST || plain.contains(['\n', '?']) {
        return None;
    }
    let plain = phrases::after(plain, &["please", "bitte"]).unwrap_or(plain);
    let plain = plain.strip_suffix(" please").unwrap_or(plain);
    more_time(plain).or_else(|| until(plain)).or_else(|| option(plain)).or_else(|| called_off(plain))
}

/// "cancel the hire question", "forget the colour one".
fn called_off(plain: &str) -> Option<Wish> {
    const VERBS: &[&str] = &[
        "cancel",
        "call off",
        "forget about",
        "forget",
        "drop",
        "scrap",
        "skip",
        "withdraw",
        "never mind",
        "storniere",
        "vergiss",
        "streich",
        "streiche",
    ];
    const NAMES: &str = "question|decision|one|choice|pick|poll|frage|entscheidung";
    let rest = phrases::after(plain, VERBS)?;
    let last = rest.split_whitespace().last()?.to_lowercase();
    let topic = topic(rest);
    (NAMES.split('|').any(|name| name == last) && !topic.is_empty()).then_some(Wish::CallOff(topic))
}

fn more_time(plain: &str) -> Option<Wish> {
    const MORE: &str = "give me more time|i need more time|need more time|we need more time|more time|a bit more time|i need a bit more time|\
         give me a bit more time|give us more time|extend it|extend this|extend the deadline|extend the time|extend|\
         move the deadline|ich brauche mehr zeit|mehr zeit|gib mir mehr zeit|verlängere die frist|necesito más tiempo|dame más tiempo|\
         donne-moi plus de temps|plus de temps";
    let small = plain.to_lowercase();
    MORE.split('|').any(|more| more == small).then_some(Wish::MoreTime)
}

/// "extend to Sunday", "give me until tomorrow at 9".
fn until(plain: &str) -> Option<Wish> {
    const DEADLINE: &[&str] = &["the deadline", "the time", "my deadline", "die frist"];
    const TO: &[&str] = &["to", "until", "till", "bis", "auf", "zu"];
    if let Some(rest) = phrases::after(plain, &["give me until", "give us until", "give me till", "give me time until"])
    {
        return moment(rest).map(|when| Wish::Until { when, named: true });
    }
    let rest = phrases::after(plain, &["extend", "move", "postpone", "push", "verlängere", "verschiebe"])?;
    let (named, rest) = match phrases::after(rest, DEADLINE) {
        Some(rest) => (true, rest),
        None => (false, phrases::after(rest, &["it", "this", "that", "es", "das"]).unwrap_or(rest)),
    };
    let when = moment(phrases::after(rest, TO)?)?;
    let named = named || phrases::after(plain, &["extend", "verlängere"]).is_some();
    Some(Wish::Until { when, named })
}

/// Words for a moment; a number alone is one of the clock, not of hours from now.
fn moment(words: &str) -> Option<String> {
    let words = words.trim();
    let hour = words.parse::<u8>().ok();
    match hour {
        Some(hour) => (hour < 24).then(|| format!("{hour}:00")),
        None => (!words.is_empty()).then(|| words.to_owned()),
    }
}

/// "add green", "add a third option: green", "add green as an option".
fn option(plain: &str) -> Option<Wish> {
    const BEFORE: &[&str] =
        &["a", "an", "another", "one more", "the", "third", "fourth", "fifth", "new", "further", "extra"];
    const BEHIND: [&str; 6] =
        [" as an option", " as another option", " as a third option", " as option", " to the options", " as a choice"];
    let rest = phrases::after(plain, &["add", "also offer"])?;
    let mut behind = rest;
    while let Some(shorter) = phrases::after(behind, BEFORE) {
        behind = shorter;
    }
    if let Some(label) = phrases::after(behind, &["option", "choice"]) {
        return words(label).map(|label| Wish::Option { label, named: true });
    }
    let small = rest.to_lowercase();
    let cut = BEHIND.iter().find_map(|end| small.strip_suffix(end)).and_then(|head| rest.get(..head.len()));
    match cut {
        Some(label) => words(label).map(|label| Wish::Option { label, named: true }),
        // "add milk to the list" is about something else.
        None if phrases::has(rest, &["to", "on", "zu", "auf"]) || rest.split_whitespace().count() > 3 => None,
        None => words(rest).map(|label| Wish::Option { label, named: false }),
    }
}

fn words(label: &str) -> Option<String> {
    let label = label.trim().trim_start_matches([':', '-', ' ']).trim_matches(['“', '”', '"', '\'', ' ']);
    (!label.is_empty()).then(|| label.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_of_a_question_is_read() {
        let off = |word: &str| Some(Wish::CallOff(vec![word.to_owned()]));
        let until = |when: &str, named| Some(Wish::Until { when: when.to_owned(), named });
        let option = |label: &str, named| Some(Wish::Option { label: label.to_owned(), named });
        for (text, wanted) in [
            ("cancel the hire question", off("hire")),
            ("Forget the colour one.", off("colour")),
            ("cancel the dentist", None),
            ("forget the question", None),
            ("give me more time", Some(Wish::MoreTime)),
            ("Extend the deadline, please", None),
            ("extend the deadline please", Some(Wish::MoreTime)),
            ("extend to Sunday", until("Sunday", true)),
            ("give me until tomorrow at 9", until("tomorrow at 9", true)),
            ("move it to Friday", until("Friday", false)),
            ("move the deadline to Friday", until("Friday", true)),
            ("move house", None),
            ("extend to 17", until("17:00", true)),
            ("extend by 2 hours", None),
            ("add green", option("green", false)),
            ("add a third option: dark green", option("dark green", true)),
            ("add green as an option", option("green", true)),
            ("add milk to my list", None),
            ("add the sizes of all rooms", None),
        ] {
            assert_eq!(read(text), wanted, "{text}");
        }
    }
}
