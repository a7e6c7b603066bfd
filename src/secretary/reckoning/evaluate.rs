//! The grammar: sums of products of powers. A percentage after a plus or minus is one of what stands
//! before it, so that "240 + 19%" is 285.6; everywhere else it is a hundredth.

use super::number::Number;
use super::tokens::{Token, tokens};
use std::cmp::Ordering;

/// Parentheses, signs and powers inside each other, at most.
const DEEPEST: usize = 50;
/// The most decimals `round` takes.
const MOST_DECIMALS: i32 = 15;

/// A value which may have been written with a percent sign.
#[derive(Clone, Copy)]
struct Value {
    number: Number,
    percent: bool,
}

/// The value of an expression, or a sentence on what is wrong with it.
pub(super) fn evaluate(text: &str) -> Result<Number, String> {
    let tokens = tokens(text)?;
    if tokens.is_empty() {
        return Err("There is nothing to calculate.".into());
    }
    let mut parser = Parser { tokens, at: 0, depth: 0 };
    let value = parser.sum()?;
    match parser.peek() {
        None => Ok(value.number),
        Some(Token::Sign(')')) => Err("There is a “)” too many.".into()),
        Some(token) => Err(format!("I expected a sign before {}.", shown(token))),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    /// Takes the sign if it is next.
    fn took(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(&Token::Sign(sign));
        self.at += usize::from(found);
        found
    }

    fn sum(&mut self) -> Result<Value, String> {
        let mut left = self.product()?;
        loop {
            let minus = match self.peek() {
                Some(Token::Sign('+')) => false,
                Some(Token::Sign('-')) => true,
                _ => return Ok(left),
            };
            self.at += 1;
            let right = self.product()?;
            // A percentage of what stands before it, unless that is a percentage as well.
            let amount = if right.percent && !left.percent { left.number.times(right.number)? } else { right.number };
            let number = left.number.plus(if minus { amount.negated() } else { amount })?;
            left = Value { number, percent: false };
        }
    }

    fn product(&mut self) -> Result<Value, String> {
        let mut left = self.signed()?;
        loop {
            let operation: fn(Number, Number) -> Result<Number, String> = match self.peek() {
                Some(Token::Sign('*')) => Number::times,
                Some(Token::Sign('/')) => Number::divided_by,
                // A percent sign that is no percentage stands between two numbers.
                Some(Token::Sign('%')) => Number::remainder,
                Some(Token::Name(name)) if name == "of" => Number::times,
                Some(Token::Name(name)) if name == "mod" => Number::remainder,
                _ => return Ok(left),
            };
            self.at += 1;
            let right = self.signed()?;
            left = Value { number: operation(left.number, right.number)?, percent: false };
        }
    }

    fn signed(&mut self) -> Result<Value, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("More than {DEEPEST} things are inside each other."));
        }
        let value = if self.took('-') {
            let value = self.signed()?;
            Value { number: value.number.negated(), ..value }
        } else if self.took('+') {
            self.signed()?
        } else {
            self.power()?
        };
        self.depth -= 1;
        Ok(value)
    }

    fn power(&mut self) -> Result<Value, String> {
        let base = self.percentage()?;
        if !self.took('^') {
            return Ok(base);
        }
        let exponent = self.signed()?;
        Ok(Value { number: base.number.power(exponent.number)?, percent: false })
    }

    fn percentage(&mut self) -> Result<Value, String> {
        let number = self.primary()?;
        if self.peek() == Some(&Token::Sign('%')) && !self.operand_at(self.at + 1) {
            self.at += 1;
            return Ok(Value { number: number.divided_by(Number::whole(100))?, percent: true });
        }
        Ok(Value { number, percent: false })
    }

    /// Whether a number, a parenthesis or a function begins there.
    fn operand_at(&self, at: usize) -> bool {
        match self.tokens.get(at) {
            Some(Token::Number(_) | Token::Sign('(')) => true,
            Some(Token::Name(name)) => !matches!(name.as_str(), "of" | "mod"),
            Some(Token::Sign(_)) | None => false,
        }
    }

    fn primary(&mut self) -> Result<Number, String> {
        let token = self.peek().cloned();
        self.at += 1;
        match token {
            Some(Token::Number(number)) => Ok(number),
            Some(Token::Sign('(')) => {
                let inside = self.sum()?;
                if self.took(')') { Ok(inside.number) } else { Err("A “)” is missing.".into()) }
            }
            Some(Token::Name(name)) if name == "pi" || name == "π" => Number::near(std::f64::consts::PI),
            Some(Token::Name(name)) if self.took('(') => {
                let arguments = self.arguments()?;
                call(&name, &arguments)
            }
            Some(Token::Name(name)) if FUNCTIONS.contains(&name.as_str()) => Err(format!("Write {name}(…).")),
            Some(Token::Name(name)) => Err(unknown(&name)),
            Some(token @ Token::Sign(_)) => Err(format!("I expected a number before {}.", shown(&token))),
            None => Err("The expression ends too early.".into()),
        }
    }

    fn arguments(&mut self) -> Result<Vec<Number>, String> {
        let mut arguments = Vec::new();
        if self.took(')') {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.sum()?.number);
            if self.took(')') {
                return Ok(arguments);
            }
            if !self.took(',') {
                return Err("A “)” is missing.".into());
            }
        }
    }
}

const FUNCTIONS: [&str; 7] = ["sqrt", "round", "floor", "ceil", "abs", "min", "max"];

fn call(name: &str, arguments: &[Number]) -> Result<Number, String> {
    let pick = |wanted: Ordering| {
        let better = |a: Number, b: Number| if b.compare(a) == wanted { b } else { a };
        arguments.iter().copied().reduce(better).ok_or_else(|| format!("{name} needs numbers: {name}(1, 2)."))
    };
    match (name, arguments) {
        ("sqrt", [x]) => x.root(),
        ("abs", [x]) => Ok(if x.compare(Number::whole(0)) == Ordering::Less { x.negated() } else { *x }),
        ("floor", [x]) => Ok(x.floor()),
        ("ceil", [x]) => Ok(x.negated().floor().negated()),
        ("round", [x]) => x.rounded(0),
        ("round", [x, decimals]) => x.rounded(decimals_of(*decimals)?),
        ("min", _) => pick(Ordering::Less),
        ("max", _) => pick(Ordering::Greater),
        ("round", _) => Err("round takes a number and perhaps decimals: round(2.345, 2).".into()),
        ("sqrt" | "abs" | "floor" | "ceil", _) => Err(format!("{name} takes one number.")),
        _ => Err(unknown(name)),
    }
}

fn decimals_of(number: Number) -> Result<i32, String> {
    (-MOST_DECIMALS..=MOST_DECIMALS)
        .find(|n| number == Number::whole((*n).into()))
        .ok_or_else(|| format!("round takes whole decimals from -{MOST_DECIMALS} to {MOST_DECIMALS}."))
}

fn unknown(name: &str) -> String {
    format!("I do not know “{name}”. I know numbers, + - * / ^ %, pi and {}.", FUNCTIONS.join(", "))
}

fn shown(token: &Token) -> String {
    match token {
        Token::Number(number) => number.show(),
        Token::Name(name) => format!("“{name}”"),
        Token::Sign(sign) => format!("“{sign}”"),
    }
}
