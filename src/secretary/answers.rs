//! Reading free text as answers to the open questions of a round. Several may be answered at once;
//! nothing that was said is dropped.

use super::plan::Question;
use super::ticket::Round;
use super::wording;

/// The longest answer that is kept as one, in characters; more than anybody types into a chat.
const LONGEST: usize = 20_000;

/// Which question each part of the text answers.
///
/// Numbered parts ("1) price 2) 500") go where they say; a text for one open question is its answer;
/// as many lines or comma-separated parts as open questions answer them in order; anything else answers
/// all of them together, so that the next reading sees the whole of it.
///
/// # Errors
/// A sentence for the person when a number is out of its range or an option number does not exist.
pub fn take(round: &Round, text: &str) -> Result<Vec<(usize, String)>, String> {
    let text: String = text.trim().chars().take(LONGEST).collect();
    let open: Vec<usize> = (0..round.questions.len()).filter(|i| round.answers[*i].is_none()).collect();
    let parts = match open.as_slice() {
        [] => Vec::new(),
        [one] => vec![(*one, strip_number(&text, *one).to_owned())],
        several => numbered(&text, round.questions.len())
            .or_else(|| in_order(&text, several))
            .unwrap_or_else(|| several.iter().map(|i| (*i, text.clone())).collect()),
    };
    parts.into_iter().map(|(i, part)| read(&round.questions[i], &part).map(|answer| (i, answer))).collect()
}

/// One answer: an option by its number or words, a number in its range, or the words themselves.
fn read(question: &Question, text: &str) -> Result<String, String> {
    let text = text.trim();
    if let Some((low, high)) = question.range {
        let number: Option<f64> = text.split_whitespace().find_map(number);
        return match number {
            Some(n) if n >= low && n <= high => Ok(text.to_owned()),
            _ => Err(wording::tickets::out_of_range(&question.text, low, high)),
        };
    }
    if question.options.is_empty() {
        return Ok(text.to_owned());
    }
    if let Ok(n) = text.parse::<usize>() {
        let by_number = n.checked_sub(1).and_then(|i| question.options.get(i));
        if let Some(option) = by_number {
            return Ok(option.clone());
        }
    }
    let same = |o: &&String| o.eq_ignore_ascii_case(text);
    Ok(question.options.iter().find(same).cloned().unwrap_or_else(|| text.to_owned()))
}

/// A number as people write it: "1,000", "3.5" and "3,5".
fn number(word: &str) -> Option<f64> {
    let decimal = word.rsplit_once(',').filter(|(head, tail)| !head.contains(',') && (1..=2).contains(&tail.len()));
    let plain = match decimal {
        Some((head, tail)) => format!("{head}.{tail}"),
        None => word.replace(',', ""),
    };
    plain.parse().ok()
}

/// "1) price" for question 1 is "price".
fn strip_number(text: &str, question: usize) -> &str {
    let lead = (question + 1).to_string();
    match text.strip_prefix(&lead).map(str::trim_start) {
        Some(rest) if rest.starts_with([')', ':']) => rest[1..].trim_start(),
        _ => text,
    }
}

/// The parts of "1) … 2) …", "1. …", "1: …"; none unless at least two numbers of questions are marked.
fn numbered(text: &str, questions: usize) -> Option<Vec<(usize, String)>> {
    let mut marks: Vec<(usize, usize, usize)> = Vec::new();
    for (at, c) in text.char_indices() {
        let Some(digit) = c.to_digit(10).and_then(|d| usize::try_from(d).ok()) else { continue };
        let starts = text[..at].chars().next_back().is_none_or(|b| b.is_whitespace() || ",;(".contains(b));
        let after = text[at + 1..].chars().next();
        let wanted = marks.len() + 1;
        if starts && digit == wanted && digit <= questions && after.is_some_and(|a| ").:".contains(a)) {
            marks.push((digit - 1, at, at + 2));
        }
    }
    if marks.len() < 2 {
        return None;
    }
    let ends = marks.iter().skip(1).map(|m| m.1).chain([text.len()]);
    let part = |((question, _, from), to): (&(usize, usize, usize), usize)| {
        let answer = text[*from..to].trim().trim_end_matches([',', ';']).trim();
        (*question, answer.to_owned())
    };
    Some(marks.iter().zip(ends).map(part).filter(|(_, a)| !a.is_empty()).collect())
}

/// As many lines, or parts between semicolons or commas, as there are open questions.
fn in_order(text: &str, open: &[usize]) -> Option<Vec<(usize, String)>> {
    for separator in ['\n', ';', ','] {
        let parts: Vec<&str> = text.split(separator).map(str::trim).filter(|p| !p.is_empty()).collect();
        if parts.len() == open.len() && parts.len() > 1 {
            return Some(open.iter().copied().zip(parts.into_iter().map(str::to_owned)).collect());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secretary::ids::Token;

    fn question(text: &str, options: &[&str], range: Option<(f64, f64)>) -> Question {
        let options = options.iter().map(|o| (*o).to_owned()).collect();
        Question { text: text.into(), options, range, multiple: false, default: String::new() }
    }

    fn round(questions: Vec<Question>) -> Round {
        let n = questions.len();
        let remind_at = chrono::DateTime::UNIX_EPOCH;
        let (answers, ticked) = (vec![None; n], vec![Vec::new(); n]);
        Round { questions, answers, ticked, token: Token::new("t"), closed: false, remind_at }
    }

    fn two() -> Round {
        round(vec![question("What matters?", &["Price", "Speed"], None), question("Visitors?", &["few", "many"], None)])
    }

    #[test]
    fn one_open_question_takes_the_whole_text() {
        let r = round(vec![question("What matters?", &["Price", "Speed"], None)]);
        assert_eq!(take(&r, "price").unwrap(), [(0, "Price".to_owned())]);
        assert_eq!(take(&r, "2").unwrap(), [(0, "Speed".to_owned())]);
        assert_eq!(take(&r, "that it is green, really").unwrap(), [(0, "that it is green, really".to_owned())]);
    }

    #[test]
    fn several_are_answered_at_once() {
        for text in ["1) speed 2) many", "1. speed, 2. many", "speed\nmany", "speed, many", "Speed; MANY"] {
            assert_eq!(take(&two(), text).unwrap(), [(0, "Speed".to_owned()), (1, "many".to_owned())], "{text}");
        }
    }

    #[test]
    fn what_cannot_be_told_apart_answers_all_and_loses_nothing() {
        let text = "it should be cheap and hold on Black Friday";
        assert_eq!(take(&two(), text).unwrap(), [(0, text.to_owned()), (1, text.to_owned())]);
    }

    #[test]
    fn a_number_out_of_range_is_refused_with_the_range() {
        let r = round(vec![question("How many?", &[], Some((1.0, 10.0)))]);
        assert!(take(&r, "11").unwrap_err().contains("between 1 and 10"));
        assert!(take(&r, "lots").is_err());
        assert_eq!(take(&r, "7").unwrap(), [(0, "7".to_owned())]);
    }

    #[test]
    fn odd_text_never_panics() {
        for text in ["", "1)", "1)2)", "٣) é 2) ü", "🙂\u{202e}1) a 2) b", "2) b 1) a"] {
            let _ = take(&two(), text);
        }
    }
}
