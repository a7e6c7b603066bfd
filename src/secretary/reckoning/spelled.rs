//! Numbers in words as digits: "two hundred and five" is 205, "a third" (1/3), "2.5 million" (2.5 * 1000000). Other
//! words stay as they are; it must not decide whether they make a sum.

/// The words of a text with its numbers in digits. `parts`: also halves, thirds and quarters.
pub fn in_digits(text: &str, parts: bool) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        match read(rest, parts) {
            Some((said, used)) => {
                out.push(said);
                at += used;
            }
            None => {
                out.extend(rest.first().map(|word| (*word).to_owned()));
                at += 1;
            }
        }
    }
    out.join(" ")
}

/// A number that begins here: as it is written in digits, and the words it takes.
fn read(words: &[&str], parts: bool) -> Option<(String, usize)> {
    let one = matches!(lower(words.first()?).as_str(), "a" | "an" | "one" | "eine" | "ein");
    if parts && let Some(said) = part_of(words, one) {
        return Some(said);
    }
    if let Some(found) = scaled(words) {
        return Some(found);
    }
    let (value, used) = cardinal(words, one)?;
    let half = words.get(used..used + 3).map(|w| w.iter().map(|w| lower(w)).collect::<Vec<_>>());
    if parts && half.is_some_and(|w| w == ["and", "a", "half"]) {
        let end = tail(words.get(used + 2)?);
        return Some((format!("{value}.5{end}"), used + 3));
    }
    Some((format!("{value}{}", tail(words.get(used - 1)?)), used))
}

/// "half", "a third", "two thirds": with "of" or a number behind it.
fn part_of(words: &[&str], one: bool) -> Option<(String, usize)> {
    let (count, used) = if one { (1, 1) } else { cardinal(words, false).unwrap_or((1, 0)) };
    let bottom = denominator(&lower(words.get(used)?))?;
    if used == 0 && bottom != 2 {
        return None;
    }
    let end = tail(words.get(used)?);
    // "half 90", "half a million".
    let next = words.get(used + 1).map(|w| lower(w)).unwrap_or_default();
    let counted = next.starts_with(|c: char| c.is_ascii_digit()) || next == "a" || next == "the";
    let of = if end.is_empty() && counted && used == 0 { " of" } else { "" };
    Some((format!("({count}/{bottom}){end}{of}"), used + 1))
}

/// "2 hundred", "1.5 million".
fn scaled(words: &[&str]) -> Option<(String, usize)> {
    let digits = words.first().filter(|w| w.starts_with(|c: char| c.is_ascii_digit()))?;
    let plain = digits.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',');
    let scale = scale(&lower(words.get(1)?)).filter(|_| plain)?;
    Some((format!("({digits} * {scale}){}", tail(words.get(1)?)), 2))
}

/// A whole number in words.
fn cardinal(words: &[&str], one: bool) -> Option<(u64, usize)> {
    let (mut total, mut current, mut used) = (0_u64, 0_u64, 0);
    let (mut seen, mut lowest) = (false, u64::MAX);
    if one && words.get(1).is_some_and(|w| scale(&lower(w)).is_some()) {
        (current, used) = (1, 1);
    }
    while let Some(word) = words.get(used) {
        let plain = lower(word);
        if plain == "and" {
            let next = words.get(used + 1).and_then(|w| small(&lower(w)));
            if !(seen && lowest >= 100 && next.is_some()) {
                break;
            }
        } else if let Some(value) = small(&plain) {
            // "twenty five" goes on, "five twenty" does not.
            let size = if value >= 20 && value % 10 == 0 { 10 } else { 1 };
            let fits = lowest >= 100 || (lowest == 10 && size == 1 && value < 10);
            if !fits {
                break;
            }
            current += value;
            lowest = if size == 10 { 10 } else { 1 };
            seen = true;
        } else if let Some(by) = scale(&plain).filter(|_| seen || current == 1) {
            if by == 100 {
                current = current.checked_mul(100)?;
            } else {
                total = total.checked_add(current.checked_mul(by)?)?;
                current = 0;
            }
            (lowest, seen) = (by.max(100), true);
        } else {
            break;
        }
        used += 1;
        if !tail(word).is_empty() {
            break;
        }
    }
    // A number of scale zero: "a dozen".
    (seen && used > 0).then_some((total.checked_add(current)?, used))
}

/// A number below a hundred.
fn small(word: &str) -> Option<u64> {
    const LOW: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const GERMAN: [&str; 13] =
        ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"];
    const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let index = |list: &[&str], word: &str| list.iter().position(|w| *w == word).and_then(|i| u64::try_from(i).ok());
    if let Some((tens, ones)) = word.split_once('-') {
        let (tens, ones) = (index(&TENS, tens)?, index(&LOW, ones)?);
        return (1..=9).contains(&ones).then_some((tens + 2) * 10 + ones);
    }
    index(&LOW, word).or_else(|| index(&GERMAN, word)).or_else(|| Some((index(&TENS, word)? + 2) * 10))
}

fn scale(word: &str) -> Option<u64> {
    Some(match word {
        "dozen" => 12,
        "hundred" | "hundert" => 100,
        "thousand" | "tausend" => 1_000,
        "million" | "millions" => 1_000_000,
        "billion" | "billions" => 1_000_000_000,
        _ => return None,
    })
}

fn denominator(word: &str) -> Option<u64> {
    Some(match word {
        "half" | "halves" | "hälfte" => 2,
        "third" | "thirds" => 3,
        "quarter" | "quarters" | "fourth" | "fourths" => 4,
        "fifth" | "fifths" => 5,
        "sixth" | "sixths" => 6,
        "seventh" | "sevenths" => 7,
        "eighth" | "eighths" => 8,
        "ninth" | "ninths" => 9,
        "tenth" | "tenths" => 10,
        _ => return None,
    })
}

/// A word without the signs behind it, in small letters.
fn lower(word: &str) -> String {
    word.trim_end_matches(|c: char| !(c.is_alphanumeric())).to_lowercase()
}

/// The signs behind a word.
fn tail<'t>(word: &'t &str) -> &'t str {
    let kept = word.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
    word.get(kept..).unwrap_or_default()
}
