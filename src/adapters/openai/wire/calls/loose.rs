//! Reads values and calls as models write them when they mean JSON or Python: any kind of quotes, bare names as keys,
//! `None` and `True`, numbers that are none, commas at the end, comments, line breaks and half characters in texts. It
//! decides nothing about what they mean.

use serde_json::{Map, Value};

/// How deep values may be nested.
const DEPTH: usize = 32;
/// The quotes of a model family that has a token for them.
const TOKEN: &str = "<|\"|>";
/// Quotes with what ends them, longer ones first.
const QUOTES: [(&str, &str); 8] = [
    (TOKEN, TOKEN),
    ("\"\"\"", "\"\"\""),
    ("'''", "'''"),
    ("\"", "\""),
    ("'", "'"),
    ("“", "”"),
    ("„", "“"),
    ("‘", "’"),
];

/// The value a text begins with, and how many bytes it takes.
pub(in crate::adapters::openai::wire) fn value(text: &str) -> Option<(Value, usize)> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    Some((value, reader.at))
}

/// The value a text is, with nothing behind it.
pub(in crate::adapters::openai::wire) fn whole(text: &str) -> Option<Value> {
    value(text)
        .filter(|(_, length)| text.get(*length..).is_some_and(|rest| rest.trim().is_empty()))
        .map(|(value, _)| value)
}

/// The calls a text is: `name(key=value, …)`, or several in a list. A call has at least a name and brackets.
pub(super) fn calls(text: &str) -> Option<Vec<(String, Value)>> {
    let mut reader = Reader { text: text.trim(), at: 0 };
    let list = reader.take("[");
    let mut calls = Vec::new();
    loop {
        calls.push(reader.call()?);
        if !(reader.take(",") || reader.take(";")) {
            break;
        }
    }
    let closed = !list || reader.take("]");
    reader.blanks();
    (closed && reader.rest().is_empty()).then_some(calls)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Goes over blanks and comments.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            let next = rest.trim_start();
            self.at += rest.len() - next.len();
            let comment = match next.get(..2) {
                Some("//") => next.find('\n').unwrap_or(next.len()),
                Some("/*") => next.find("*/").map_or(next.len(), |end| end + 2),
                Some(_) | None => return,
            };
            self.at += comment;
        }
    }

    /// Takes this if it is next, after blanks.
    fn take(&mut self, sign: &str) -> bool {
        self.blanks();
        let next = self.rest().starts_with(sign);
        self.at += if next { sign.len() } else { 0 };
        next
    }

    /// Takes the characters that fit; at least one.
    fn word(&mut self, fits: impl Fn(char) -> bool) -> Option<&'t str> {
        self.blanks();
        let rest = self.rest();
        let length = rest.find(|c: char| !fits(c)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).filter(|word| !word.is_empty())
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEPTH {
            return None;
        }
        self.blanks();
        if self.take("{") {
            return self.object(depth);
        }
        if self.take("[") {
            return self.list("]", depth);
        }
        if self.take("(") {
            return self.list(")", depth);
        }
        if let Some(text) = self.quoted() {
            return Some(Value::String(text));
        }
        if self.rest().starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.')) {
            let number = self.word(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.' | '_'))?;
            let number = number.trim_start_matches('+').replace('_', "");
            let finite = number.parse::<f64>().is_ok_and(f64::is_finite);
            return if finite { number_of(&number) } else { without_value(number.trim_start_matches('-')) };
        }
        match self.word(|c| c.is_ascii_alphabetic())? {
            "true" | "True" => Some(Value::Bool(true)),
            "false" | "False" => Some(Value::Bool(false)),
            word => without_value(word),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut fields = Map::new();
        while !self.take("}") {
            let name = self.name()?;
            if !(self.take(":") || self.take("=")) {
                return None;
            }
            let value = self.value(depth + 1)?;
            fields.insert(name, value);
            if !self.take(",") && !self.rest().starts_with('}') {
                return None;
            }
        }
        Some(Value::Object(fields))
    }

    fn list(&mut self, end: &str, depth: usize) -> Option<Value> {
        let mut values = Vec::new();
        while !self.take(end) {
            values.push(self.value(depth + 1)?);
            if !self.take(",") && !self.rest().starts_with(end) {
                return None;
            }
        }
        Some(Value::Array(values))
    }

    /// A key: in quotes or bare.
    fn name(&mut self) -> Option<String> {
        self.blanks();
        self.quoted().or_else(|| self.word(|c| c.is_alphanumeric() || matches!(c, '_' | '-')).map(str::to_owned))
    }

    /// A text in any quotes; nothing is taken where none begins.
    fn quoted(&mut self) -> Option<String> {
        let rest = self.rest();
        let (quote, ending) = QUOTES.into_iter().find(|(quote, _)| rest.starts_with(quote))?;
        let inside = rest.get(quote.len()..)?;
        let mut text = String::new();
        let mut chars = inside.char_indices();
        while let Some((at, c)) = chars.next() {
            if inside.get(at..).is_some_and(|rest| rest.starts_with(ending)) {
                self.at += quote.len() + at + ending.len();
                return Some(text);
            }
            if c != '\\' || quote == TOKEN {
                text.push(c);
                continue;
            }
            match chars.next()?.1 {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                'r' => text.push('\r'),
                'b' | 'f' => {}
                'u' => {
                    let unit = |text: &str| u16::from_str_radix(text.get(..4)?, 16).ok();
                    let first = inside.get(at + 2..).and_then(unit)?;
                    let second = inside.get(at + 6..).and_then(|rest| unit(rest.strip_prefix("\\u")?));
                    let pair = second.and_then(|second| char::decode_utf16([first, second]).next()?.ok());
                    let paired = pair.filter(|c| u32::from(*c) > 0xffff);
                    // A half of a pair costs itself alone.
                    text.push(paired.or(char::from_u32(first.into())).unwrap_or(char::REPLACEMENT_CHARACTER));
                    let length = if paired.is_some() { 10 } else { 4 };
                    chars.by_ref().take(length).for_each(drop);
                }
                other => text.push(other),
            }
        }
        None
    }

    fn call(&mut self) -> Option<(String, Value)> {
        let name = self.word(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':'))?;
        if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') || !self.rest().starts_with('(') {
            return None;
        }
        self.take("(");
        let mut arguments = Map::new();
        while !self.take(")") {
            let name = self.name()?;
            if !(self.take("=") || self.take(":")) {
                return None;
            }
            let value = self.value(0)?;
            arguments.insert(name, value);
            if !self.take(",") && !self.rest().starts_with(')') {
                return None;
            }
        }
        Some((name.to_owned(), Value::Object(arguments)))
    }
}

/// A number as JSON has it, also one that begins or ends with its point.
fn number_of(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().or_else(|| Some(Value::from(text.parse::<f64>().ok()?)))
}

/// Nothing, by a word for it. A number that is none is nothing, too.
fn without_value(word: &str) -> Option<Value> {
    let none = matches!(word, "null" | "None" | "undefined" | "NaN" | "Infinity" | "inf" | "nan");
    (none || word.parse::<f64>().is_ok_and(f64::is_infinite)).then_some(Value::Null)
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::wire::calls::loose::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn values_are_read_as_models_write_them() {
        for (text, read) in [
            ("{\"a\": 1}", json!({"a": 1})),
            ("{'a': True, 'b': None, c: [1, 2.5, -3,], }", json!({"a": true, "b": null, "c": [1, 2.5, -3]})),
            ("{text:<|\"|>a \"b\"<|\"|>}", json!({"text": "a \"b\""})),
            ("\"two\nlines \\n \\u0041 \\\" 'x'\"", json!("two\nlines \n A \" 'x'")),
            ("'''a 'b' c'''", json!("a 'b' c")),
            ("()", json!([])),
            ("\"a\\ud83d b\\ud83d\\ude00\"", json!("a\u{fffd} b\u{1f600}")),
            ("{“a”: “b”, // c\n 'd': /* e */ 1}", json!({"a": "b", "d": 1})),
            ("{\"a\": \"http://b\"}", json!({"a": "http://b"})),
            ("[NaN, -Infinity, 1e999, .5]", json!([null, null, null, 0.5])),
        ] {
            assert_eq!(whole(text), Some(read), "{text}");
        }
        for broken in ["{", "{a}", "[1", "nothing", "\"a", "{\"a\":}", "1 2", "", "-", "{'a' 1}"] {
            assert_eq!(whole(broken), None, "{broken}");
        }
        assert_eq!(whole(&"[".repeat(100_000)), None);
        assert_eq!(value("{\"a\":1} and more"), Some((json!({"a": 1}), 7)));
    }

    #[test]
    fn calls_are_read_in_the_manner_of_python() {
        let one = |name: &str, arguments| (name.to_owned(), arguments);
        assert_eq!(
            calls("[read_note(title='a', n=2), now()]").unwrap(),
            [one("read_note", json!({"title": "a", "n": 2})), one("now", json!({}))]
        );
        assert_eq!(calls("tool.read_note(title=\"a)\")").unwrap(), [one("tool.read_note", json!({"title": "a)"}))]);
        for none in ["read_note", "f(x)", "f(1)", "[f()", "f() and more", "See (a=1)", "", "1(a=2)"] {
            assert_eq!(calls(none), None, "{none}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_is_read_without_a_fault(text in "(\\PC|[{}\\[\\]()'\":,=\\\\]|None|\n){0,60}") {
            if let Some((_, length)) = value(&text) {
                prop_assert!(text.is_char_boundary(length));
            }
            calls(&text);
        }
    }
}
