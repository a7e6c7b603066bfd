//! Cuts a sentence into words, numbers and marks with their places, and knows the names of days, months and
//! small numbers in English and German.
//!
//! It must not decide what a sentence means; that is for `clock`, `day`, `repeat` and `parse`.

use std::ops::Range;

use super::spoken::hour_word;
use chrono::Weekday;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters.
    Word,
    /// Up to nine ASCII digits.
    Number(u32),
    /// Any other visible character.
    Mark,
}

/// One token with its place in the sentence.
#[derive(Debug, Clone)]
pub(super) struct Token {
    /// Its bytes in the sentence.
    pub(super) span: Range<usize>,
    /// Its text in lower case.
    pub(super) text: String,
    /// What it is.
    pub(super) kind: Kind,
    /// No space stands before it.
    pub(super) glued: bool,
}

/// A sentence as tokens; every lookup past the end answers "nothing".
#[derive(Debug)]
pub(super) struct Words {
    tokens: Vec<Token>,
}

impl Words {
    /// Cuts a sentence; the caller bounds its length.
    pub(super) fn cut(sentence: &str) -> Self {
        let mut tokens: Vec<Token> = Vec::new();
        let mut chars = sentence.char_indices().peekable();
        let mut glued = false;
        while let Some((start, c)) = chars.next() {
            if c.is_whitespace() || c.is_control() {
                glued = false;
                continue;
            }
            let mut end = start + c.len_utf8();
            let same = |next: char| {
                if c.is_ascii_digit() {
                    next.is_ascii_digit()
                } else {
                    c.is_alphabetic() && (next.is_alphabetic() || matches!(next, '\'' | '’'))
                }
            };
            if c.is_alphanumeric() {
                while let Some((at, next)) = chars.peek().copied() {
                    if !same(next) {
                        break;
                    }
                    end = at + next.len_utf8();
                    chars.next();
                }
            }
            let text = sentence.get(start..end).unwrap_or_default().to_lowercase().replace('’', "'");
            let kind = if c.is_ascii_digit() {
                // A longer number is no time; as a word it fits nothing.
                Some(&text)
                    .filter(|digits| digits.len() <= 9)
                    .and_then(|digits| digits.parse().ok())
                    .map_or(Kind::Word, Kind::Number)
            } else if c.is_alphanumeric() {
                Kind::Word
            } else {
                Kind::Mark
            };
            // "Freitagabend" is a day and a part of it.
            match compound(&text).filter(|at| text.len() == end - start && *at < text.len()) {
                Some(at) => {
                    let (day, part) = text.split_at(at);
                    tokens.push(Token { span: start..start + at, text: day.to_owned(), kind, glued });
                    tokens.push(Token { span: start + at..end, text: part.to_owned(), kind, glued: false });
                }
                None => tokens.push(Token { span: start..end, text, kind, glued }),
            }
            glued = true;
        }
        let mut words = Self { tokens };
        words.spell_out();
        words
    }

    /// German short names of days as full ones, where a word before them shows that they are days: "am Mi", "Mo und Fr".
    fn spell_out(&mut self) {
        for i in 1..self.len() {
            let full = match self.at(i) {
                "mo" => "montag",
                "di" => "dienstag",
                "mi" => "mittwoch",
                "do" => "donnerstag",
                "fr" => "freitag",
                "sa" => "samstag",
                "so" => "sonntag",
                _ => continue,
            };
            let leads = matches!(self.before(i), "am" | "jeden" | "diesen" | "nächsten" | "kommenden");
            let joins = matches!(self.before(i), "und" | "," | "/") && i > 1 && weekday(self.at(i - 2)).is_some();
            let english = i > 1 && self.at(i - 2) == "i";
            if (leads || joins)
                && !english
                && let Some(token) = self.tokens.get_mut(i)
            {
                full.clone_into(&mut token.text);
            }
        }
    }

    /// How many tokens there are.
    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The token's text in lower case, "" past the end.
    pub(super) fn at(&self, i: usize) -> &str {
        self.tokens.get(i).map_or("", |token| token.text.as_str())
    }

    /// The text of the token before `i`, "" at the beginning.
    pub(super) fn before(&self, i: usize) -> &str {
        i.checked_sub(1).map_or("", |i| self.at(i))
    }

    /// The number at `i`.
    pub(super) fn number(&self, i: usize) -> Option<u32> {
        match self.tokens.get(i)?.kind {
            Kind::Number(number) => Some(number),
            Kind::Word | Kind::Mark => None,
        }
    }

    /// The number at `i` when it has at most `digits` digits.
    pub(super) fn short_number(&self, i: usize, digits: usize) -> Option<u32> {
        self.number(i).filter(|_| self.at(i).len() <= digits)
    }

    /// Whether the token stands right behind its neighbour.
    pub(super) fn glued(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(|token| token.glued)
    }

    /// Whether an expression may begin here: not in the middle of an address, a number or a name ("Monday.com").
    pub(super) fn may_begin(&self, i: usize) -> bool {
        let kind = |i: usize| self.tokens.get(i).map(|token| token.kind);
        let mark = matches!(self.at(i + 1), "." | "@" | "_") && self.glued(i + 1) && self.glued(i + 2);
        if mark && kind(i) == Some(Kind::Word) && kind(i + 2) == Some(Kind::Word) {
            return false;
        }
        let Some(before) = i.checked_sub(1).filter(|_| self.glued(i)) else {
            return true;
        };
        let kind = self.tokens.get(before).map(|token| token.kind);
        kind == Some(Kind::Mark) && matches!(self.at(before), "(" | "[" | "\"" | "'" | "“" | "„" | "," | ";" | "*")
    }

    /// Whether the sentence may go on at `i` after a time, so that the number before it was not a count of
    /// something ("at 5 offers", "on sun protection").
    pub(super) fn may_end(&self, i: usize) -> bool {
        const GOES_ON: &[&str] = &[
            "to", "and", "or", "but", "then", "so", "please", "that", "about", "for", "from", "with", "because", "if",
            "i", "we", "you", "he", "she", "they", "it", "the", "my", "our", "your", "a", "an", "at", "on", "by",
            "und", "bitte", "zu", "dass", "an", "ich", "wir", "die", "der", "das", "den", "um", "einen", "eine", "ein",
            "ans", "daran", "dran", "zum", "zur", "call", "send", "write", "ask", "buy", "pay", "go", "take", "wake",
            "remind", "tell", "meet", "bring", "get", "do", "make", "prepare", "submit", "water", "feed", "pick",
            "leave", "visit",
        ];
        const ENDS: &[&str] = &[".", ",", ";", "!", "?", ")", "]", "\"", "'", "”", "…", "–", "-", ":", "*"];
        match self.tokens.get(i) {
            None => true,
            Some(token) if token.kind == Kind::Mark => {
                let number_goes_on = self.glued(i + 1) && self.number(i + 1).is_some();
                ENDS.contains(&token.text.as_str()) && !number_goes_on
            }
            Some(token) => !token.glued && GOES_ON.contains(&token.text.as_str()),
        }
    }

    /// Whether it names today or tomorrow.
    pub(super) fn names_a_near_day(&self) -> bool {
        (0..self.len())
            .any(|i| matches!(self.at(i), "today" | "tomorrow" | "tonight" | "heute" | "morgen" | "übermorgen"))
    }

    /// Whether nothing but closing marks is left from `i` on.
    pub(super) fn is_done(&self, i: usize) -> bool {
        (i..self.len()).all(|i| matches!(self.at(i), "." | "!" | "," | ";"))
    }

    /// The bytes from token `from` up to but not including token `to`.
    pub(super) fn span(&self, from: usize, to: usize) -> Option<Range<usize>> {
        let start = self.tokens.get(from)?.span.start;
        let end = self.tokens.get(to.checked_sub(1)?)?.span.end;
        (start < end).then_some(start..end)
    }
}

/// Where the part of the day begins in a German word made of a weekday and one: "freitagabend".
fn compound(word: &str) -> Option<usize> {
    const DAYS: [&str; 8] =
        ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag"];
    const PARTS: [&str; 7] = ["früh", "morgen", "vormittag", "mittag", "nachmittag", "abend", "nacht"];
    let (day, rest) = DAYS.iter().find_map(|day| Some((day, word.strip_prefix(day)?)))?;
    PARTS.contains(&rest.strip_suffix('s').unwrap_or(rest)).then_some(day.len())
}

/// How a weekday was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// "friday"
    Full,
    /// "fri", which may be part of another word's meaning ("sat", "sun")
    Short,
    /// "fridays"
    Plural,
}

/// Reads the name of a weekday in English or German, in lower case.
pub(super) fn weekday(word: &str) -> Option<(Weekday, Form)> {
    use Weekday::{Fri, Mon, Sat, Sun, Thu, Tue, Wed};
    let full = |word: &str| {
        Some(match word {
            "monday" | "montag" => Mon,
            "tuesday" | "dienstag" => Tue,
            "wednesday" | "mittwoch" => Wed,
            "thursday" | "donnerstag" => Thu,
            "friday" | "freitag" => Fri,
            "saturday" | "samstag" | "sonnabend" => Sat,
            "sunday" | "sonntag" => Sun,
            _ => return None,
        })
    };
    let short = |word: &str| {
        Some(match word {
            "mon" => Mon,
            "tue" | "tues" => Tue,
            "wed" => Wed,
            "thu" | "thur" | "thurs" => Thu,
            "fri" => Fri,
            "sat" => Sat,
            "sun" => Sun,
            _ => return None,
        })
    };
    if let Some(day) = full(word) {
        return Some((day, Form::Full));
    }
    if let Some(day) = short(word) {
        return Some((day, Form::Short));
    }
    let day = full(word.strip_suffix('s')?)?;
    Some((day, Form::Plural))
}

/// Reads the name of a month in English or German, in lower case: 1 to 12.
pub(super) fn month(word: &str) -> Option<u32> {
    Some(match word {
        "january" | "jan" | "januar" => 1,
        "february" | "feb" | "februar" => 2,
        "march" | "mar" | "märz" => 3,
        "april" | "apr" => 4,
        "may" | "mai" => 5,
        "june" | "jun" | "juni" => 6,
        "july" | "jul" | "juli" => 7,
        "august" | "aug" => 8,
        "september" | "sep" | "sept" => 9,
        "october" | "oct" | "oktober" | "okt" => 10,
        "november" | "nov" => 11,
        "december" | "dec" | "dezember" | "dez" => 12,
        _ => return None,
    })
}

/// Reads a small number written as a word: an hour, an article, or one of a few more.
pub(super) fn counted(word: &str) -> Option<u32> {
    Some(match word {
        "a" | "an" | "eine" | "einem" | "einer" => 1,
        "fifteen" => 15,
        "twenty" => 20,
        "thirty" | "dreißig" => 30,
        "ninety" | "neunzig" => 90,
        _ => return hour_word(word),
    })
}
