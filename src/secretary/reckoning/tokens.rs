//! An expression as numbers, words and signs. Digits may be grouped by commas, spaces, apostrophes or
//! underscores; inside the parentheses of a function a comma separates arguments.

use super::number::Number;

/// The longest expression, in characters.
const LONGEST: usize = 500;
/// The most digits of one number.
const MOST_DIGITS: usize = 36;

/// One word of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(Number),
    Name(String),
    /// One of + - * / ^ % ( ) and the comma.
    Sign(char),
}

/// The tokens of an expression.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, String> {
    if text.chars().count() > LONGEST {
        return Err(format!("The expression is longer than {LONGEST} characters."));
    }
    let chars: Vec<char> = text.chars().collect();
    let mut found: Vec<Token> = Vec::new();
    // For each open parenthesis, whether it belongs to a function.
    let mut calls: Vec<bool> = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let next = chars.get(at + 1).copied();
        if c.is_whitespace() {
            at += 1;
        } else if c.is_ascii_digit() || (c == '.' && next.is_some_and(|n| n.is_ascii_digit())) {
            let in_call = calls.last().copied().unwrap_or(false);
            let (number, end) = number(&chars, at, in_call)?;
            found.push(Token::Number(number));
            at = end;
        } else if c.is_alphabetic() {
            let name: String = chars[at..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').collect();
            at += name.chars().count();
            found.push(Token::Name(name.to_lowercase()));
        } else {
            let (sign, length) = match (c, next) {
                ('*', Some('*')) => ('^', 2),
                ('×' | '·' | '⋅', _) => ('*', 1),
                ('÷' | ':', _) => ('/', 1),
                ('−' | '–', _) => ('-', 1),
                (';', _) => (',', 1),
                ('+' | '-' | '*' | '/' | '^' | '%' | '(' | ')' | ',', _) => (c, 1),
                _ => return Err(format!("“{}” has no meaning here.", c.escape_debug())),
            };
            match sign {
                '(' => calls.push(matches!(found.last(), Some(Token::Name(name)) if name != "of")),
                ')' => drop(calls.pop()),
                _ => {}
            }
            found.push(Token::Sign(sign));
            at += length;
        }
    }
    Ok(found)
}

/// Reads a number from `start` and returns where it ends.
fn number(chars: &[char], start: usize, in_call: bool) -> Result<(Number, usize), String> {
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let run = |at: usize| chars[at..].iter().take_while(|c| c.is_ascii_digit()).count();
    let mut digits: String = chars[start..start + run(start)].iter().collect();
    let mut at = start + digits.len();
    // Groups of three, all divided by the same sign.
    let divider = chars.get(at).copied().filter(|c| match c {
        ',' => !in_call,
        ' ' | '\'' | '’' | '_' | '\u{a0}' | '\u{202f}' | '\u{2009}' => true,
        _ => false,
    });
    if (1..=3).contains(&digits.len()) {
        while divider.is_some() && chars.get(at).copied() == divider && run(at + 1) == 3 {
            digits.extend(&chars[at + 1..at + 4]);
            at += 4;
        }
    }
    if chars.get(at) == Some(&',') && !in_call && digit(at + 1) {
        return Err("A comma stands between groups of three digits only; write 3.5 instead of 3,5.".into());
    }
    let mut decimals = 0;
    if chars.get(at) == Some(&'.') {
        decimals = run(at + 1);
        digits.extend(&chars[at + 1..at + 1 + decimals]);
        at += 1 + decimals;
        if chars.get(at) == Some(&'.') {
            return Err("A number has two points; group digits by commas or spaces, like 1,234.50.".into());
        }
    }
    let mut exponent = 0_i32;
    if matches!(chars.get(at), Some('e' | 'E')) {
        let signed = matches!(chars.get(at + 1), Some('+' | '-'));
        let first = at + 1 + usize::from(signed);
        let length = run(first.min(chars.len()));
        if (1..=3).contains(&length) {
            let text: String = chars[at + 1..first + length].iter().collect();
            exponent = text.parse().map_err(|_| "The exponent cannot be read.".to_owned())?;
            at = first + length;
        }
    }
    if digits.trim_start_matches('0').len() > MOST_DIGITS {
        return Err(format!("A number has more than {MOST_DIGITS} digits."));
    }
    let scale = i32::try_from(decimals).map_err(|_| "Too many decimals.".to_owned())?;
    Ok((Number::from_digits(&digits, exponent - scale)?, at))
}
