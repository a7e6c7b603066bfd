//! Sums in words or signs, rewritten as the expression the calculator reads. It must not calculate itself, and must
//! not take dates, telephone numbers or plain numbers for sums.

use super::super::phrases::{after, around, bare, has, line, parts};

/// The longest sum; the calculator takes 500 characters.
const LONGEST: usize = 400;

/// Openings of a sum.
const LEADS: &[&str] = &[
    "what is the result of",
    "what is",
    "what's",
    "whats",
    "how much is",
    "how much are",
    "how much would be",
    "how much would",
    "how much makes",
    "how much do i pay for",
    "calculate",
    "compute",
    "work out",
    "evaluate",
    "solve",
    "wie viel ist",
    "wieviel ist",
    "wie viel sind",
    "wieviel sind",
    "was ist",
    "was sind",
    "was macht",
    "berechne",
    "rechne",
    "what are",
    "what does",
    "what do",
];

/// A sum as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// What the calculator reads.
    pub expression: String,
    /// The sign of the money it is about, if one is named.
    pub money: Option<&'static str>,
    /// Money of several countries.
    pub mixed: bool,
    /// The result is a percentage.
    pub percentage: bool,
    /// It was asked for in so many words, so that it is no answer to something else.
    pub asked: bool,
}

/// The sum in a text as an expression.
pub fn expression(text: &str) -> Option<String> {
    read(text).map(|sum| sum.expression)
}

/// The sum in a text.
pub fn read(text: &str) -> Option<Sum> {
    if text.chars().count() > LONGEST {
        return None;
    }
    let text = super::grouping::english(text.trim_end_matches(['?', '=', '.', '!', ' ']));
    let led = after(&text, LEADS);
    let body = led.unwrap_or(&text);
    let ends = ["equal to", "equal", "equals", "make", "makes", "come to"];
    let body = ends.iter().find_map(|end| body.strip_suffix(end)).unwrap_or(body).trim();
    let digits = super::spelled::in_digits(body, true);
    let spelled = super::counted::without_names(&digits);
    // Without "what is" a name is left out only of a sum about money, which hardly answers anything else.
    let worded = digits != text || spelled != digits;
    let body = after(&spelled, &["the"]).unwrap_or(&spelled);
    if super::dates::has_clocks(body) {
        return None;
    }
    let coins = super::money::named(body);
    let grouped = if coins.is_empty() { body.to_owned() } else { super::money::ungrouped(body) };
    let body = grouped.as_str();
    let sum = |expression: String, percentage: bool, asked: bool| Sum {
        expression,
        money: if percentage { None } else { coins.first().copied() },
        mixed: coins.len() > 1,
        percentage,
        asked,
    };
    if let Some(found) = share(body) {
        return Some(sum(found, true, true));
    }
    if let Some(found) = described(body) {
        return Some(sum(found, false, true));
    }
    let tokens = tokens(body)?;
    let found = arranged(&tokens)?;
    let said = worded && body.contains(char::is_alphabetic);
    (led.is_some() || surely(body, &tokens)).then(|| sum(found, false, led.is_some() || said))
}

/// A number alone, as the calculator reads it.
pub fn plain_number(text: &str) -> Option<String> {
    match tokens(text)?.as_slice() {
        [Token::Number(number)] => Some(number.clone()),
        [Token::Sign("("), Token::Number(a), Token::Sign("/"), Token::Number(b), Token::Sign(")")]
        | [Token::Number(a), Token::Sign("/"), Token::Number(b)] => Some(format!("({a} / {b})")),
        _ => None,
    }
}

/// "what percent of 80 is 20", "20 is what percent of 80", "20 as a percentage of 80".
fn share(body: &str) -> Option<String> {
    const WHAT: &[&str] = &["what percent of", "what percentage of", "which percentage of", "wie viel prozent von"];
    let plain = |words: &str| tokens(words).and_then(|t| operands(&t)).filter(|n| !n.ends_with('%'));
    let (part, whole) = if let Some(rest) = after(body, WHAT) {
        let (whole, part) = around(rest, &["is", "are", "sind"])?;
        (part, whole)
    } else if let Some(rest) = after(body, &["what percentage is", "what percent is", "percentage is"]) {
        around(rest, &["of"])?
    } else {
        around(
            body,
            &[
                "is what percent of",
                "is what percentage of",
                "as a percentage of",
                "as a percent of",
                "as percentage of",
                "in percent of",
            ],
        )?
    };
    let (part, whole) = (plain(part)?, plain(whole)?);
    Some(format!("{part} / {whole} * 100"))
}

/// "add 3 to 4", "average of 3, 4 and 5".
fn described(body: &str) -> Option<String> {
    let plain = |words: &str| tokens(words).and_then(|t| operands(&t));
    let joined = |words: &str| -> Option<Vec<String>> {
        let numbers: Option<Vec<String>> = parts(words, true).iter().map(|p| plain(p)).collect();
        numbers.filter(|n| n.len() > 1)
    };
    if let Some(rest) = after(body, &["square root of", "the square root of", "root of", "wurzel aus"]) {
        return Some(format!("sqrt({})", plain(rest)?));
    }
    if let Some((rest, up)) = after(body, &["increase", "raise"])
        .map(|r| (r, "+"))
        .or_else(|| after(body, &["decrease", "reduce", "lower"]).map(|r| (r, "-")))
    {
        let (what, by) = around(rest, &["by"])?;
        return Some(format!("{} {up} {}", plain(what)?, plain(by)?));
    }
    if let Some((gross, tax)) = around(body, &["without", "excluding", "excl", "excl.", "ohne"])
        && has(tax, &["vat", "tax", "mwst", "mehrwertsteuer"])
    {
        let tax = plain(tax).filter(|t| t.ends_with('%'))?;
        return Some(format!("{} / (1 + {})", plain(gross)?, tax.replace('%', " / 100")));
    }
    let more = around(body, &["more than", "higher than"]).map(|(by, what)| (by, what, "+"));
    let less = || around(body, &["less than", "lower than"]).map(|(by, what)| (by, what, "-"));
    if let Some((by, what, sign)) = more.or_else(less) {
        let by = plain(by).filter(|by| by.ends_with('%'))?;
        return Some(format!("{} {sign} {by}", plain(what)?));
    }
    if let Some((base, power)) = around(body, &["to the power of", "to the power", "raised to"]) {
        return Some(format!("{}^{}", plain(base)?, plain(power)?));
    }
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
    if let Some((what, by)) = after(body, &["split", "divide", "share", "teile"])
        .and_then(|rest| around(rest, &["by", "between", "among", "into", "durch"]))
    {
        let by = ["people", "persons", "ways", "friends", "parts", "of us"]
            .iter()
            .find_map(|end| by.trim_end().strip_suffix(end))
            .unwrap_or(by);
        return Some(format!("{} / {}", plain(what)?, plain(by)?));
    }
    if let Some((what, by)) = after(body, &["multiply"]).and_then(|rest| around(rest, &["by", "with", "and"])) {
        return Some(format!("{} * {}", plain(what)?, plain(by)?));
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
            let spaced = spaced(rest);
            let (digits, taken) = if spaced > digits.len() {
                (rest.get(..spaced)?.split_whitespace().collect::<String>(), spaced)
            } else {
                (digits.to_owned(), digits.len())
            };
            found.push(Token::Number(number(&digits)?));
            taken
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

/// How far a number goes whose digits stand in groups of three with spaces between them.
fn spaced(text: &str) -> usize {
    let digits = |from: usize| text.get(from..).map_or(0, |t| t.bytes().take_while(u8::is_ascii_digit).count());
    let first = digits(0);
    if !(1..=3).contains(&first) {
        return first;
    }
    let mut end = first;
    while text.get(end..).is_some_and(|t| t.starts_with(' ')) && digits(end + 1) == 3 {
        end += 4;
    }
    let tail = digits(end + 1);
    let decimals = text.get(end..).is_some_and(|t| t.starts_with(['.', ','])) && end > first && tail > 0;
    if decimals { end + 1 + tail } else { end }
}

/// A number with a point before its decimals.
fn number(digits: &str) -> Option<String> {
    let Some((whole, part)) = digits.rsplit_once(',') else {
        let points = digits.matches('.').count();
        if points > 1 {
            // "1.000.000": only groups of three.
            let groups = digits.split('.').skip(1).all(|group| group.len() == 3);
            return groups.then(|| digits.replace('.', ""));
        }
        return Some(digits.to_owned());
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
        '€' | '$' | '£' | '¥' | ' ' => return Some(None),
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
        "by" | "durch" | "among" | "between" | "into" | "amongst" if divides || times => return Some(()),
        "percent" | "prozent" | "pct" => Token::Sign("%"),
        "including" | "incl" | "inkl" | "zuzüglich" => Token::Sign("+"),
        "of" | "von" => Token::Sign("of"),
        "on" | "for" | "auf" if percent => Token::Sign("of"),
        "hoch" => Token::Sign("^"),
        "squared" | "cubed" => {
            found.push(Token::Sign("^"));
            Token::Number(if word == "cubed" { "3" } else { "2" }.to_owned())
        }
        "off" if percent => Token::Off,
        "half" => {
            found.push(Token::Number("0.5".to_owned()));
            return Some(());
        }
        "twice" | "double" | "triple" => {
            found.push(Token::Number(if word == "triple" { "3" } else { "2" }.to_owned()));
            Token::Sign("*")
        }
        "sqrt" | "round" | "floor" | "ceil" | "abs" | "min" | "max" | "pi" | "mod" => Token::Name(word.to_owned()),
        "people" | "persons" | "ways" | "friends" | "parts" | "of us" if divided(found) => return Some(()),
        "the" | "a" | "vat" | "tax" | "tip" | "discount" | "mwst" | "service" | "aus" | "is" | "please" => {
            return Some(());
        }
        coin if super::money::sign(coin).is_some() => return Some(()),
        _ => return None,
    };
    found.push(token);
    Some(())
}

/// Whether something was divided before the last number.
fn divided(found: &[Token]) -> bool {
    matches!(found, [.., Token::Sign("/"), Token::Number(_)])
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
    let open = matches!(tokens.last(), Some(Token::Sign(sign)) if !matches!(*sign, "%" | ")"));
    // "times 3" alone says of nothing what to multiply.
    let headless = matches!(tokens.first(), Some(Token::Sign("*" | "/" | "^" | "%" | "of" | ",")));
    let lone_percent = matches!(tokens, [Token::Number(_), Token::Sign("%")]);
    if open
        || headless
        || numbers == 0
        || !works
        || !apart
        || lone_percent
        || (!called && tokens.contains(&Token::Sign(",")))
    {
        return None;
    }
    let mut out = String::new();
    for token in tokens {
        match token {
            Token::Number(text) | Token::Name(text) => out.push_str(text),
            Token::Sign(sign @ ("(" | ")" | "%" | "^")) => out.push_str(sign),
            Token::Sign(",") => out.push_str(", "),
            // The sign of a number, not one between two.
            Token::Sign("-") if out.trim_end().is_empty() || out.ends_with('(') => out.push('-'),
            Token::Sign(sign) => out.push_str(&format!(" {sign} ")),
            Token::Off => return None,
        }
    }
    Some(line(&out))
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
