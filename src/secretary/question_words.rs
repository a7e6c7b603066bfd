//! Words about a question rather than to it: that it is not wanted any more, that it needs more time, that an option is missing.
//! Pure; which question is meant is found by whoever knows what is asked.

use super::many_answers::topic;
use super::phrases;
use chrono::TimeDelta;

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
    /// There is this much more time for it.
    Longer(TimeDelta),
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
/// More hours than these are no time to wait for an answer.
const MOST_HOURS: i64 = 30 * 24;

/// Reads what words want of a question.
pub fn read(text: &str) -> Option<Wish> {
    let plain = text.trim().trim_end_matches(['.', '!', ' ']);
    if plain.chars().count() > LONGEST || plain.contains('\n') {
        return None;
    }
    // "Bis Montag!" is a goodbye.
    if text.trim_end().ends_with('!') && phrases::after(plain, &["bis"]).is_some() {
        return None;
    }
    if let Some(asked) = plain.strip_suffix('?') {
        return asked_to_wait(asked.trim_end());
    }
    let plain = phrases::after(plain, &["please", "bitte"]).unwrap_or(plain);
    let plain = plain.strip_suffix(" please").unwrap_or(plain);
    let time = || longer(plain).or_else(|| more_time(plain)).or_else(|| until(plain));
    time().or_else(|| option(plain)).or_else(|| called_off(plain))
}

/// Whether words want nothing but more time.
pub fn wants_time(text: &str) -> bool {
    match read(text) {
        Some(Wish::MoreTime | Wish::Longer(_) | Wish::Until { named: true, .. }) => true,
        Some(Wish::CallOff(_) | Wish::Until { named: false, .. } | Wish::Option { .. }) | None => false,
    }
}

/// "can you wait until tomorrow evening?", "can I have another hour?"
fn asked_to_wait(plain: &str) -> Option<Wish> {
    const WAIT: &[&str] = &[
        "can you wait until",
        "could you wait until",
        "can you wait till",
        "can it wait until",
        "can this wait until",
        "can that wait until",
        "can i decide",
        "can i answer",
        "can i tell you",
        "can we decide",
        "kannst du warten bis",
        "kannst du bis",
        "hat das zeit bis",
        "geht das auch",
        "reicht es",
    ];
    const HAVE: &[&str] = &["can i have", "could i have", "may i have", "can we have", "can i get", "kann ich"];
    if let Some(rest) = phrases::after(plain, HAVE) {
        let rest = rest.strip_suffix(" haben").unwrap_or(rest);
        return longer(rest).or_else(|| more_time(rest));
    }
    let rest = phrases::after(plain, WAIT)?;
    let rest = phrases::after(rest, &["it", "this", "that"]).unwrap_or(rest);
    let rest = phrases::after(rest, &["until", "till", "by", "bis"]).unwrap_or(rest);
    let rest = rest.strip_suffix(" warten").unwrap_or(rest);
    moment(rest).map(|when| Wish::Until { when, named: false })
}

/// "another hour", "give me 2 more days", "postpone this by an hour", "noch eine Stunde".
fn longer(plain: &str) -> Option<Wish> {
    const WANT: &[&str] = &[
        "give me",
        "give us",
        "i need",
        "we need",
        "i want",
        "let me have",
        "i'd like",
        "ich brauche",
        "wir brauchen",
        "gib mir",
        "gib uns",
        "dame",
        "necesito",
        "donne-moi",
        "il me faut",
    ];
    const PUT_OFF: &[&str] = &["extend", "postpone", "delay", "prolong", "push", "verlängere", "verschiebe"];
    const WHAT: &[&str] = &["it", "this", "that", "the deadline", "the time", "es", "das", "die frist"];
    const MORE: &[&str] = &[
        "another",
        "one more",
        "noch ein",
        "noch eine",
        "noch einen",
        "noch",
        "otra",
        "otro",
        "encore une",
        "encore un",
    ];
    let small = plain.to_lowercase();
    let (rest, by) = match phrases::after(&small, PUT_OFF) {
        Some(rest) => (phrases::after(phrases::after(rest, WHAT).unwrap_or(rest), &["by", "for", "um"])?, true),
        None => (phrases::after(&small, WANT).unwrap_or(&small), false),
    };
    let (rest, more) = match phrases::after(rest, MORE) {
        Some(rest) => (rest, true),
        None => (rest, by),
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (count, unit, more) = match words.as_slice() {
        [unit] if more => (1, *unit, true),
        [count, "more" | "weitere" | "más" | "mehr", unit] => (number(count)?, *unit, true),
        [count, unit] => (number(count)?, *unit, more),
        [count, unit, "more" | "longer" | "länger" | "más" | "de" | "plus"] => (number(count)?, *unit, true),
        _ => return None,
    };
    let each = span(unit)?;
    let time = each.checked_mul(count).filter(|time| more && *time <= TimeDelta::hours(MOST_HOURS))?;
    Some(Wish::Longer(time))
}

fn number(word: &str) -> Option<i32> {
    const NUMBERS: [&str; 12] = [
        "a|an|one|ein|eine|einen|un|una|une",
        "two|zwei|dos|deux",
        "three|drei|tres|trois",
        "four|vier|cuatro|quatre",
        "five|fünf|cinco|cinq",
        "six|sechs|seis",
        "seven|sieben|siete|sept",
        "eight|acht|ocho|huit",
        "nine|neun|nueve|neuf",
        "ten|zehn|diez|dix",
        "eleven|elf|once|onze",
        "twelve|zwölf|doce|douze",
    ];
    let named = || (1..).zip(NUMBERS).find(|(_, names)| names.split('|').any(|name| name == word)).map(|(n, _)| n);
    word.parse::<u16>().ok().map(i32::from).filter(|n| *n > 0).or_else(named)
}

fn span(unit: &str) -> Option<TimeDelta> {
    let is = |names: &str| names.split('|').any(|name| name == unit);
    if is("minute|minutes|min|mins|minuten|minuto|minutos") {
        Some(TimeDelta::minutes(1))
    } else if is("hour|hours|h|stunde|stunden|hora|horas|heure|heures") {
        Some(TimeDelta::hours(1))
    } else if is("day|days|tag|tage|día|días|jour|jours") {
        Some(TimeDelta::days(1))
    } else if is("week|weeks|woche|wochen|semana|semanas|semaine|semaines") {
        Some(TimeDelta::weeks(1))
    } else {
        None
    }
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
    const GIVE: &[&str] = &[
        "give me until",
        "give us until",
        "give me till",
        "give me time until",
        "i need until",
        "we need until",
        "gib mir bis",
        "gib uns bis",
        "gib mir zeit bis",
        "ich brauche bis",
        "dame hasta",
        "dame tiempo hasta",
        "danos hasta",
        "necesito hasta",
        "donne-moi jusqu'à",
        "donne-moi jusqu'au",
        "donne-nous jusqu'à",
        "donne-nous jusqu'au",
        "il me faut jusqu'à",
        "il me faut jusqu'au",
    ];
    if let Some(rest) = phrases::after(plain, &["until", "till", "bis", "by", "hasta", "jusqu'à", "jusqu'au"]) {
        return moment(rest).map(|when| Wish::Until { when, named: false });
    }
    if let Some(rest) = phrases::after(plain, GIVE) {
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

/// Whether words look like a date or a time of day, also one that no calendar or clock has: "31 February", "25 o'clock".
pub fn looks_like_a_time(words: &str) -> bool {
    const AROUND: &str = "the|of|at|um|der|den|am|uhr|o'clock|el|de|a|las|le|à|du|h|pm|heures|\
         january|february|march|april|may|june|july|august|september|october|november|december|\
         januar|februar|märz|mai|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|\
         octubre|noviembre|diciembre|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre";
    let figure = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let known = |word: &str| AROUND.split('|').any(|around| around == word.to_lowercase());
    words.split_whitespace().any(figure) && words.split_whitespace().all(|word| figure(word) || known(word))
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
    if let Some(label) = option_in_german(plain) {
        return words(label).map(|label| Wish::Option { label, named: true });
    }
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

/// "füge Gelb als Möglichkeit hinzu", "nimm noch Gelb als Option auf"
fn option_in_german(plain: &str) -> Option<&str> {
    let rest = phrases::after(plain, &["füge", "nimm"])?;
    let rest =
        rest.strip_suffix(" hinzu").or_else(|| rest.strip_suffix(" auf")).or_else(|| rest.strip_suffix(" dazu"))?;
    let rest = phrases::after(rest, &["noch", "auch"]).unwrap_or(rest);
    let (label, what) = phrases::around(rest, &["als"])?;
    let what = phrases::after(what, &["weitere", "eine weitere", "neue", "dritte"]).unwrap_or(what).to_lowercase();
    matches!(what.as_str(), "möglichkeit" | "option" | "antwort" | "auswahl").then_some(label)
}

fn words(label: &str) -> Option<String> {
    let label = label.trim().trim_start_matches([':', '-', ' ']).trim_matches(['“', '”', '"', '\'', ' ']);
    (!label.is_empty()).then(|| label.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_that_never_comes_looks_like_a_time() {
        for words in ["31 February", "the 31st of June", "25:00", "25 o'clock", "el 31 de febrero"] {
            assert!(looks_like_a_time(words), "{words}");
        }
        for words in ["the garden", "2 people agree", "Friday or so", "the of"] {
            assert!(!looks_like_a_time(words), "{words}");
        }
    }

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
            ("extend by 2 hours", Some(Wish::Longer(TimeDelta::hours(2)))),
            ("give me another hour", Some(Wish::Longer(TimeDelta::hours(1)))),
            ("I need two more days", Some(Wish::Longer(TimeDelta::days(2)))),
            ("postpone this by an hour", Some(Wish::Longer(TimeDelta::hours(1)))),
            ("ich brauche noch eine Stunde", Some(Wish::Longer(TimeDelta::hours(1)))),
            ("gib mir noch 30 Minuten", Some(Wish::Longer(TimeDelta::minutes(30)))),
            ("can I have another hour?", Some(Wish::Longer(TimeDelta::hours(1)))),
            ("can you wait until tomorrow evening?", until("tomorrow evening", false)),
            ("give me an hour", None),
            ("an hour", None),
            ("another", None),
            ("postpone the party by a week", None),
            ("give me 2 more ideas", None),
            ("bis Dienstag", until("Dienstag", false)),
            ("Bis Dienstag!", None),
            ("hasta el martes", until("el martes", false)),
            ("dame hasta mañana", until("mañana", true)),
            ("jusqu’à mardi", until("mardi", false)),
            ("donne-moi jusqu’à demain", until("demain", true)),
            ("by tonight", until("tonight", false)),
            ("3 more weeks", Some(Wish::Longer(TimeDelta::weeks(3)))),
            ("füge Gelb als Möglichkeit hinzu", option("Gelb", true)),
            ("what about the house?", None),
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
