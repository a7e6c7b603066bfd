//! Sums in words or signs, rewritten as the expression the calculator reads. It must not calculate itself, and must
//! not take dates, telephone numbers or plain numbers for sums.

use super::super::job::Job;
use super::super::words::{after, around, bare, has, parts};
use super::reading::{Answer, Reading, question};
use super::{Draft, Found, Step};
use crate::secretary::question::Subject;
use crate::secretary::wording::short;

const WHICH_SUM: &str = "What is the sum? Write it with numbers and signs, like 19% of 240 or 17*23.";
/// The longest sum; the calculator takes 500 characters.
const LONGEST: usize = 400;

/// Recognises a sum.
pub fn read(reading: &Reading) -> Option<Found> {
    if let Some(sum) = expression(&reading.text) {
        return Some(Found::Do(draft(&sum)));
    }
    let verb = after(&reading.text, &["calculate", "compute", "work out", "berechne", "rechne", "add up"])?;
    if !(verb.is_empty() || verb.contains(|c: char| c.is_ascii_digit())) {
        return None;
    }
    match reading.answer(WHICH_SUM) {
        Answer::Said(words) => {
            if let Some(sum) = expression(&format!("what is {words}")) {
                return Some(Found::Do(draft(&sum)));
            }
        }
        Answer::NotAsked | Answer::Left => {}
    }
    if matches!(reading.answer(WHICH_SUM), Answer::NotAsked) {
        let title = reading.text.clone();
        let summary = "I calculate what you write as numbers and signs.".to_owned();
        return Some(Found::Ask(
            vec![question(Subject::Missing, WHICH_SUM, &[], "")],
            Draft { title, summary, ..Draft::default() },
        ));
    }
    let why = format!(
        "I read sums only as numbers and signs, like 19% of 240 or 17*23. Working one out from a description needs a \
         language model; {}",
        super::limits::CONNECT
    );
    Some(Found::Beyond(why))
}

fn draft(sum: &str) -> Draft {
    let shown = short(sum, 120);
    Draft {
        title: format!("Calculate {shown}"),
        summary: format!("I calculate {shown}."),
        done_when: "The result is there".to_owned(),
        steps: vec![Step::new(&format!("calculating {shown}"), Job::Calculate(sum.to_owned()))],
        ..Draft::default()
    }
}

/// The sum in a text as an expression.
pub fn expression(text: &str) -> Option<String> {
    if text.chars().count() > LONGEST {
        return None;
    }
    let text = text.trim_end_matches(['?', '=', '.', '!', ' ']);
    let led = after(
        text,
        &[
            "what is the result of",
            "what is",
            "what's",
            "whats",
            "how much is",
            "how much are",
            "how much would be",
            "calculate",
            "compute",
            "work out",
            "evaluate",
            "wie viel ist",
            "wieviel ist",
            "wie viel sind",
            "was ist",
            "was sind",
            "berechne",
            "rechne",
            "what are",
        ],
    );
    let body = led.unwrap_or(text);
    let body = after(body, &["the"]).unwrap_or(body);
    if let Some(sum) = described(body) {
        return Some(sum);
    }
    let tokens = tokens(body)?;
    let sum = arranged(&tokens)?;
    (led.is_some() || surely(body, &tokens)).then_some(sum)
}

/// "add 3 to 4", "average of 3, 4 and 5".
fn described(body: &str) -> Option<String> {
    let plain = |words: &str| tokens(words).and_then(|t| operands(&t));
    let joined = |words: &str| -> Option<Vec<String>> {
        let numbers: Option<Vec<String>> = parts(words, true).iter().map(|p| plain(p)).collect();
        numbers.filter(|n| n.len() > 1)
    };
    if let Some(list) = after(body, &["average of", "mean of", "durchschnitt von", "average"]) {
        let numbers = joined(list)?;
        return Some(format!("({}) / {}", numbers.join(" + "), numbers.len()));
    }
    if let Some(list) = after(body, &["sum of", "total of", "summe von", "add up", "sum up", "sum"]) {
        return Some(joined(list)?.join(" + "));
    }
    if let Some(rest) = after(body, &["add", "addiere"]) {
        if let Some((what, to)) = around(rest, &["to", "zu"]) {
            return Some(format!("{} + {}", plain(to)?, plain(what)?));
        }
        return Some(joined(rest)?.join(" + "));
    }
    let (what, from) = around(after(body, &["subtract", "take", "deduct"])?, &["from", "off", "away from"])?;
    Some(format!("{} - {}", plain(from)?, plain(what)?))
}

/// One word of a sum.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(String),
    Sign(&'static str),
    /// A function or a constant the calculator knows.
    Name(String),
    /// "off", as in "15% off 80".
    Off,
}

/// One number, perhaps a percentage.
fn operands(tokens: &[Token]) -> Option<String> {
    match tokens {
        [Token::Number(n)] => Some(n.clone()),
        [Token::Number(n), Token::Sign("%")] => Some(format!("{n}%")),
        _ => None,
    }
}

fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut found: Vec<Token> = Vec::new();
    let mut rest = text.trim();
    while let Some(c) = rest.chars().next() {
        let word = |run: fn(char) -> bool| rest.find(|c: char| !run(c)).unwrap_or(rest.len());
        let taken = if c.is_ascii_digit()
            || (c == '.' && rest.get(1..).is_some_and(|r| r.starts_with(|d: char| d.is_ascii_digit())))
        {
            let end = word(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '’' | '_'));
            let digits = rest.get(..end)?.trim_end_matches(['.', ',', '\'', '’', '_']);
            found.push(Token::Number(number(digits)?));
            digits.len()
        } else if c.is_alphabetic() {
            let end = word(char::is_alphanumeric);
            named(&rest.get(..end)?.to_lowercase(), &mut found)?;
            end
        } else {
            found.extend(signed(c)?);
            c.len_utf8()
        };
        rest = rest.get(taken..)?;
    }
    Some(found)
}

/// A number with a point before its decimals.
fn number(digits: &str) -> Option<String> {
    let Some((whole, part)) = digits.rsplit_once(',') else {
        return (digits.matches('.').count() <= 1).then(|| digits.to_owned());
    };
    let grouped = part.split('.').next().is_some_and(|p| p.len() == 3) && !whole.contains('.');
    if grouped {
        return Some(digits.to_owned());
    }
    let all_digits = part.bytes().all(|b| b.is_ascii_digit());
    (all_digits && !whole.contains(',')).then(|| format!("{}.{part}", whole.replace('.', "")))
}

#[allow(clippy::option_option, reason = "outside: whether it is a sign; inside: whether it means anything")]
fn signed(c: char) -> Option<Option<Token>> {
    let sign = match c {
        '+' => "+",
        '-' | '−' | '–' => "-",
        '*' | '×' | '·' => "*",
        '/' | '÷' | ':' => "/",
        '^' => "^",
        '%' => "%",
        '(' => "(",
        ')' => ")",
        ',' => ",",
        '€' | '$' | '£' | ' ' => return Some(None),
        _ => return None,
    };
    Some(Some(Token::Sign(sign)))
}

/// A word of a sum; none if it has no place in one.
fn named(word: &str, found: &mut Vec<Token>) -> Option<()> {
    let percent = found.last() == Some(&Token::Sign("%"));
    let divides = found.last() == Some(&Token::Sign("/"));
    let times = found.last() == Some(&Token::Sign("*"));
    let token = match word {
        "plus" => Token::Sign("+"),
        "minus" | "less" => Token::Sign("-"),
        "times" | "mal" | "x" | "multiplied" => Token::Sign("*"),
        "divided" | "over" | "geteilt" | "split" => Token::Sign("/"),
        "by" | "durch" | "among" | "between" if divides || times => return Some(()),
        "percent" | "prozent" | "pct" => Token::Sign("%"),
        "of" | "von" => Token::Sign("of"),
        "on" | "for" | "auf" if percent => Token::Sign("of"),
        "hoch" => Token::Sign("^"),
        "squared" => {
            found.push(Token::Sign("^"));
            Token::Number("2".to_owned())
        }
        "off" if percent => Token::Off,
        "half" => {
            found.push(Token::Number("0.5".to_owned()));
            return Some(());
        }
        "twice" | "double" => {
            found.push(Token::Number("2".to_owned()));
            Token::Sign("*")
        }
        "sqrt" | "round" | "floor" | "ceil" | "abs" | "min" | "max" | "pi" | "mod" => Token::Name(word.to_owned()),
        "the" | "a" | "euro" | "euros" | "eur" | "dollar" | "dollars" | "usd" | "pounds" | "gbp" | "vat" | "tax"
        | "tip" | "discount" | "mwst" | "aus" | "is" | "please" => return Some(()),
        _ => return None,
    };
    found.push(token);
    Some(())
}

/// The tokens as an expression, if they look like one: signs between numbers and a number at all.
fn arranged(tokens: &[Token]) -> Option<String> {
    if let [Token::Number(part), Token::Sign("%"), Token::Off, Token::Number(whole)] = tokens {
        return Some(format!("{whole} - {part}%"));
    }
    let numbers = tokens.iter().filter(|t| matches!(t, Token::Number(_))).count();
    let works = tokens.iter().any(|t| match t {
        Token::Sign(sign) => !matches!(*sign, "(" | ")" | ","),
        Token::Name(name) => name != "pi",
        Token::Number(_) | Token::Off => false,
    });
    let called = tokens.iter().any(|t| matches!(t, Token::Name(_)));
    let apart = tokens.windows(2).all(|pair| !matches!(pair, [Token::Number(_), Token::Number(_)]));
    let lone_percent = matches!(tokens, [Token::Number(_), Token::Sign("%")]);
    if numbers == 0 || !works || !apart || lone_percent || (!called && tokens.contains(&Token::Sign(","))) {
        return None;
    }
    let mut out = String::new();
    for token in tokens {
        match token {
            Token::Number(text) | Token::Name(text) => out.push_str(text),
            Token::Sign(sign @ ("(" | ")" | "%" | "^")) => out.push_str(sign),
            Token::Sign(",") => out.push_str(", "),
            Token::Sign(sign) => out.push_str(&format!(" {sign} ")),
            Token::Off => return None,
        }
    }
    Some(bare_spaces(&out))
}

fn bare_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether signs without "what is" before them are a sum and no date, telephone number or range.
fn surely(body: &str, tokens: &[Token]) -> bool {
    let zero = |t: &Token| matches!(t, Token::Number(n) if n.len() > 1 && n.starts_with('0') && !n.contains('.'));
    let signs: Vec<&str> = tokens.iter().filter_map(|t| if let Token::Sign(s) = t { Some(*s) } else { None }).collect();
    let doubtful = signs.iter().all(|s| matches!(*s, "-" | "/"));
    let spaced = body.contains(" - ") || body.contains(" / ") || body.contains('÷') || has(body, &["minus", "divided"]);
    let starts_right = !matches!(tokens.first(), Some(Token::Sign("+")));
    let said = !bare(body).is_empty();
    said && starts_right
        && !tokens.iter().any(zero)
        && (!doubtful || spaced || (signs.len() == 1 && !body.contains(':')))
}
