//! Texts that name the questions they answer: "1) price 2) 500", "3: 7".

/// No round has more questions.
const MOST_QUESTIONS: usize = 9;

/// Everything that may have been written down as an answer of its own when a text answered several questions.
pub fn parts(text: &str) -> Vec<String> {
    let cut = |separator: char| text.split(separator).map(|part| part.trim().to_owned());
    let mut parts: Vec<String> = ['\n', ';', ','].into_iter().flat_map(cut).collect();
    parts.extend(numbered(text, MOST_QUESTIONS).into_iter().flatten().map(|(_, part)| part));
    let number = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).to_owned();
    parts.extend(text.split_whitespace().map(number));
    parts.retain(|part| !part.is_empty());
    parts
}

/// The parts of a text that names the questions it answers.
pub(super) fn numbered(text: &str, questions: usize) -> Option<Vec<(usize, String)>> {
    marked(text, questions).or_else(|| in_sequence(text, questions))
}

/// The parts of a text that begins with the number of a question: "3) 7", "3: 7 1: few". With a dot it may be a date.
fn marked(text: &str, questions: usize) -> Option<Vec<(usize, String)>> {
    let mut marks: Vec<(usize, usize, usize)> = Vec::new();
    for (at, c) in text.char_indices() {
        let Some(digit) = c.to_digit(10).and_then(|d| usize::try_from(d).ok()) else { continue };
        let starts = text[..at].chars().next_back().is_none_or(|b| b.is_whitespace() || ",;(".contains(b));
        let mut after = text[at + 1..].chars();
        let mark = match after.next() {
            Some(')') => true,
            // No time of day.
            Some(':') => !after.next().is_some_and(|c| c.is_ascii_digit()),
            _ => false,
        };
        let new = (1..=questions).contains(&digit) && !marks.iter().any(|m| m.0 == digit - 1);
        if starts && mark && new {
            marks.push((digit - 1, at, at + 2));
        }
    }
    if marks.first()?.1 != 0 {
        return None;
    }
    Some(between(text, &marks)).filter(|parts| !parts.is_empty())
}

/// The parts of "1) … 2) …", "1. …", "1: …"; none unless at least two numbers of questions are marked.
fn in_sequence(text: &str, questions: usize) -> Option<Vec<(usize, String)>> {
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
    (marks.len() > 1).then(|| between(text, &marks))
}

/// What stands behind each mark (question, where it begins, where it ends).
fn between(text: &str, marks: &[(usize, usize, usize)]) -> Vec<(usize, String)> {
    let ends = marks.iter().skip(1).map(|m| m.1).chain([text.len()]);
    let part = |((question, _, from), to): (&(usize, usize, usize), usize)| {
        let answer = text[*from..to].trim().trim_end_matches([',', ';']).trim();
        (*question, answer.to_owned())
    };
    marks.iter().zip(ends).map(part).filter(|(_, a)| !a.is_empty()).collect()
}
