//! Numbers: exact fractions as long as they fit into 128 bits, else floating point, which is said when
//! shown. Every operation is checked.

use std::cmp::Ordering;

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// `top / bottom`, reduced, `bottom` above zero.
    Exact {
        /// Above the line.
        top: i128,
        /// Below it.
        bottom: i128,
    },
    /// Rounded on the way; finite.
    Near(f64),
}

use Number::{Exact, Near};

/// Digits shown of a rounded value.
const SHOWN_DIGITS: i32 = 12;
/// The most decimals of an exact value which are all shown.
const MOST_DECIMALS: u32 = 20;

const TOO_LARGE: &str = "The result is too large to calculate.";
const BY_ZERO: &str = "That divides by zero.";

impl Number {
    /// A whole number.
    pub fn whole(value: i128) -> Self {
        Exact { top: value, bottom: 1 }
    }

    /// Digits shifted by a power of ten. Fewer than 37 digits.
    ///
    /// # Errors
    /// A sentence on what has no result.
    pub fn from_digits(digits: &str, power: i32) -> Result<Self, String> {
        let whole: i128 = digits.parse().unwrap_or(0);
        let factor = 10_i128.checked_pow(power.unsigned_abs());
        let exact = factor.and_then(|f| if power < 0 { reduced(whole, f) } else { reduced(whole.checked_mul(f)?, 1) });
        Self::either(exact, || format!("{digits}e{power}").parse().unwrap_or(f64::INFINITY))
    }

    /// The value as floating point.
    #[allow(clippy::cast_precision_loss, reason = "the nearest value is what is wanted")]
    pub fn float(self) -> f64 {
        match self {
            Exact { top, bottom } => top as f64 / bottom as f64,
            Near(value) => value,
        }
    }

    fn is_zero(self) -> bool {
        match self {
            Exact { top, .. } => top == 0,
            Near(value) => value == 0.0,
        }
    }

    /// The exact result if there is one in 128 bits, else the rounded one.
    fn either(exact: Option<Self>, near: impl FnOnce() -> f64) -> Result<Self, String> {
        exact.map_or_else(|| Self::near(near()), Ok)
    }

    /// A rounded value, if it is one.
    ///
    /// # Errors
    /// A sentence on what has no result.
    pub fn near(value: f64) -> Result<Self, String> {
        if value.is_finite() { Ok(Near(value)) } else { Err(TOO_LARGE.into()) }
    }

    /// The sum.
    ///
    /// # Errors
    /// A sentence on what has no result.
    pub fn plus(self, other: Self) -> Result<Self, String> {
        let exact = || {
            let ((a, b), (c, d)) = (self.parts()?, other.parts()?);
            reduced(a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?, b.checked_mul(d)?)
        };
        Self::either(exact(), || self.float() + other.float())
    }

    /// The opposite.
    pub fn negated(self) -> Self {
        match self {
            // Reduced values never reach the lowest one, which alone has no opposite.
            Exact { top, bottom } => Exact { top: top.saturating_neg(), bottom },
            Near(value) => Near(-value),
        }
    }

    /// The product.
    ///
    /// # Errors
    /// A sentence on what has no result.
    pub fn times(self, other: Self) -> Result<Self, String> {
        let exact = || {
            let ((a, b), (c, d)) = (self.parts()?, other.parts()?);
            reduced(a.checked_mul(c)?, b.checked_mul(d)?)
        };
        Self::either(exact(), || self.float() * other.float())
    }

    /// The quotient.
    ///
    /// # Errors
    /// A sentence on what has no result.
    pub fn divided_by(self, other: Self) -> Result<Self, String> {
        if other.is_zero() {
            return Err(BY_ZERO.into());
        }
        let exact = || {
            let ((a, b), (c, d)) = (self.parts()?, other.parts()?);
            reduced(a.checked_mul(d)?, b.checked_mul(c)?)
        };
        Self::either(exact(), || self.float() / other.float())
    }

    /// The remainder, with the sign of the first number.
    ///
    /// # Errors
    /// A sentence on what has no result.
    pub fn remainder(self, other: Self) -> Result<Self, String> {
        if other.is_zero() {
            return Err(BY_ZERO.into());
        }
        let exact = || {
            let ((a, b), (c, d)) = (self.parts()?, other.parts()?);
            reduced(a.checked_mul(d)?.checked_rem(c.checked_mul(b)?)?, b.checked_mul(d)?)
        };
        Self::either(exact(), || self.float() % other.float())
    }

    /// The power.
    ///
    /// # Errors
    /// A sentence on what has no result.
    pub fn power(self, exponent: Self) -> Result<Self, String> {
        let whole = match exponent {
            Exact { top, bottom: 1 } => i32::try_from(top).ok(),
            Exact { .. } | Near(_) => None,
        };
        if self.is_zero() && exponent.float() < 0.0 {
            return Err(BY_ZERO.into());
        }
        if whole.is_none() && self.float() < 0.0 {
            return Err("A negative number has no such power.".into());
        }
        let exact = || {
            let ((a, b), n) = (self.parts()?, whole?);
            let raised = |x: i128| x.checked_pow(n.unsigned_abs());
            if n < 0 { reduced(raised(b)?, raised(a)?) } else { reduced(raised(a)?, raised(b)?) }
        };
        Self::either(exact(), || whole.map_or_else(|| self.float().powf(exponent.float()), |n| self.float().powi(n)))
    }

    /// The square root.
    ///
    /// # Errors
    /// A sentence on what has no result.
    pub fn root(self) -> Result<Self, String> {
        if self.float() < 0.0 {
            return Err("A negative number has no square root.".into());
        }
        let exact = || {
            let (a, b) = self.parts()?;
            let root = |x: i128| Some(x.isqrt()).filter(|r| r * r == x);
            reduced(root(a)?, root(b)?)
        };
        Self::either(exact(), || self.float().sqrt())
    }

    /// Rounded to so many decimals, halves away from zero.
    ///
    /// # Errors
    /// A sentence on what has no result.
    pub fn rounded(self, decimals: i32) -> Result<Self, String> {
        let factor = Self::whole(10).power(Self::whole(decimals.into()))?;
        let scaled = self.times(factor)?;
        let half = Exact { top: 1, bottom: 2 };
        let below_zero = scaled.float() < 0.0;
        let size = if below_zero { scaled.negated() } else { scaled };
        let rounded = size.plus(half)?.floor();
        (if below_zero { rounded.negated() } else { rounded }).divided_by(factor)
    }

    /// The next whole number below.
    pub fn floor(self) -> Self {
        match self {
            Exact { top, bottom } => Self::whole(top.div_euclid(bottom)),
            Near(value) => Near(value.floor()),
        }
    }

    /// Which is the larger one.
    pub fn compare(self, other: Self) -> Ordering {
        let exact = || {
            let ((a, b), (c, d)) = (self.parts()?, other.parts()?);
            Some(a.checked_mul(d)?.cmp(&c.checked_mul(b)?))
        };
        exact().or_else(|| self.float().partial_cmp(&other.float())).unwrap_or(Ordering::Equal)
    }

    fn parts(self) -> Option<(i128, i128)> {
        match self {
            Exact { top, bottom } => Some((top, bottom)),
            Near(_) => None,
        }
    }

    /// The value with its thousands apart, all its digits if it ends: "1,003,234.5".
    pub fn grouped(self) -> String {
        let text = self.show();
        let (about, digits) = text.strip_prefix("about ").map_or(("", text.as_str()), |rest| ("about ", rest));
        format!("{about}{}", apart(digits))
    }

    /// The value as people read it: short decimals whole, else rounded and called "about".
    pub fn readable(self) -> String {
        let whole = self.grouped();
        let decimals = whole.split_once('.').map_or(0, |(_, part)| part.len());
        if !whole.starts_with("about ") && decimals <= 4 {
            return whole;
        }
        let places = if self.float().abs() >= 1.0 { 4 } else { 8 };
        match self.rounded(places) {
            Ok(rounded) if rounded.float() != 0.0 => {
                format!("about {}", rounded.grouped().trim_start_matches("about "))
            }
            Ok(_) | Err(_) => whole,
        }
    }

    /// The value with so many decimals, thousands apart. It must be rounded to them before.
    pub fn fixed(self, places: i32) -> String {
        let text = self.show();
        let text = text.trim_start_matches("about ");
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let wanted = usize::try_from(places).unwrap_or(0);
        let point = if wanted == 0 { "" } else { "." };
        apart(&format!("{whole}{point}{part:0<wanted$}"))
    }

    /// The value for people: all digits if it ends, else "about" with twelve.
    pub fn show(self) -> String {
        if let Exact { top, bottom } = self
            && let Some(text) = ending(top, bottom)
        {
            return text;
        }
        format!("about {}", rounded_text(self.float()))
    }
}

/// Digits with their thousands apart, from ten thousand on.
fn apart(digits: &str) -> String {
    let (minus, rest) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let (whole, part) = rest.find(['.', 'e']).and_then(|at| rest.split_at_checked(at)).unwrap_or((rest, ""));
    if whole.len() < 5 {
        return digits.to_owned();
    }
    let mut out = String::new();
    for (at, c) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    format!("{minus}{out}{part}")
}

/// The fraction in lowest terms.
fn reduced(top: i128, bottom: i128) -> Option<Number> {
    let divisor = common_divisor(top.checked_abs()?, bottom.checked_abs()?);
    if divisor == 0 || bottom == 0 {
        return None;
    }
    let sign = bottom.signum();
    Some(Exact { top: top / divisor * sign, bottom: bottom / divisor * sign })
}

fn common_divisor(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// All digits of a fraction whose decimals end.
fn ending(top: i128, bottom: i128) -> Option<String> {
    let (mut rest, mut twos, mut fives) = (bottom, 0, 0);
    while rest % 2 == 0 {
        (rest, twos) = (rest / 2, twos + 1);
    }
    while rest % 5 == 0 {
        (rest, fives) = (rest / 5, fives + 1);
    }
    let decimals: u32 = Ord::max(twos, fives);
    if rest != 1 || decimals > MOST_DECIMALS {
        return None;
    }
    let scaled = top.checked_mul(10_i128.checked_pow(decimals)? / bottom)?;
    if decimals == 0 {
        return Some(scaled.to_string());
    }
    let sign = if scaled < 0 { "-" } else { "" };
    let width = decimals as usize + 1;
    let digits = format!("{:0>width$}", scaled.unsigned_abs());
    let (whole, part) = digits.split_at_checked(digits.len() - decimals as usize)?;
    Some(format!("{sign}{whole}.{part}"))
}

/// A rounded value with twelve digits and no idle zeros.
fn rounded_text(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let scientific = format!("{:.*e}", (SHOWN_DIGITS - 1) as usize, value);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i32 = exponent.parse().unwrap_or(0);
    if !(-6..=14).contains(&power) {
        return format!("{}e{power}", trim(mantissa));
    }
    let decimals = usize::try_from(SHOWN_DIGITS - 1 - power).unwrap_or(0);
    trim(&format!("{value:.decimals$}")).to_owned()
}

fn trim(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}
