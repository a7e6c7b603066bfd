//! Tests: secrets in every encoding, and words that are none.

use super::in_base32;
use crate::app::redaction::spellings::Spellings;
use crate::ports::secrets::Secrets;

const KEY: &str = "sk-very-secret-key-4711-Ab1cD2eF3gH4";
const MARK: &str = "[hidden: a secret setting]";

fn hidden(text: &str) -> String {
    Spellings::outward([KEY, "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1", "Tr0ub4dor&3"].into_iter())
        .hide(text)
        .into_owned()
}

fn escaped(text: &str) -> String {
    text.bytes().map(|b| format!("%{b:02X}")).collect()
}

fn in_full_width(text: &str) -> String {
    let wide = |c: char| char::from_u32(u32::from(c) + 0xfee0).unwrap();
    text.chars().map(|c| if c.is_ascii_graphic() { wide(c) } else { c }).collect()
}

fn base32(text: &str) -> String {
    String::from_utf8(in_base32(text.as_bytes(), 0)).unwrap().to_uppercase()
}

fn spaced(text: &str, with: &str) -> String {
    text.chars().map(String::from).collect::<Vec<_>>().join(with)
}

#[test]
fn a_secret_is_known_in_every_encoding() {
    let mathematical = |c: char| match c {
        'a'..='z' => char::from_u32(0x1d41a + u32::from(c) - u32::from('a')).unwrap(),
        '0'..='9' => char::from_u32(0x1d7ce + u32::from(c) - u32::from('0')).unwrap(),
        _ => c,
    };
    for text in [
        KEY.to_uppercase(),
        KEY.to_lowercase(),
        KEY.chars().rev().collect(),
        KEY.replace('-', "%2D"),
        escaped(KEY),
        escaped(KEY).to_lowercase(),
        escaped(&escaped(KEY)),
        escaped(&escaped(&escaped(KEY))),
        KEY.replace('s', "%2573").replace('-', "%252d"),
        in_full_width(KEY),
        escaped(&in_full_width(KEY)),
        KEY.chars().map(mathematical).collect(),
        KEY.replace('e', "\u{435}").replace('c', "\u{441}"),
        spaced(KEY, " "),
        spaced(KEY, "\n"),
        spaced(KEY, "·"),
        spaced(&KEY.chars().rev().collect::<String>(), " "),
        KEY.bytes().map(|b| format!("&#{b};")).collect(),
        KEY.bytes().map(|b| format!("&#x{b:x};")).collect(),
        KEY.bytes().map(|b| format!("\\u{b:04x}")).collect(),
        KEY.bytes().map(|b| format!("\\x{b:02x}")).collect(),
        KEY.bytes().map(|b| format!("{b:02X} ")).collect::<String>().trim_end().to_owned(),
        KEY.bytes().map(|b| format!("{b:02x}:")).collect::<String>().trim_end_matches(':').to_owned(),
    ] {
        assert_eq!(hidden(&text), MARK, "{text}");
        assert_eq!(hidden(&format!("It is\n{text}, dear.")), format!("It is\n{MARK}, dear."), "{text}");
    }
    for (before, text) in ["", "x", "xy", "xyz", "wxyz"].into_iter().map(|b| (b, base32(&format!("{b}{KEY} end")))) {
        let left = hidden(&text);
        assert!(left.contains(MARK) && left.len() < MARK.len() + before.len() * 2 + 12, "{text} became {left}");
    }
    for text in ["tr0ub4dor&3", "T r 0 u b 4 d o r & 3", "Tr0ub4dor%263", "3&rod4bu0rT", "Tr0 ub4d or3"] {
        assert_eq!(hidden(text), MARK, "{text}");
    }
}

#[test]
fn letters_of_every_alphabet_are_known_in_every_encoding() {
    let swapped = |c: char| if c.is_uppercase() { c.to_lowercase().collect() } else { c.to_uppercase().to_string() };
    let small = "Sesam öffne dich 9 Kaffee-Mühle 77 Straße-Nord-12 Тайна-моего-дома-42 我的密码是很长的9号";
    for secret in
        ["Sesam öffne dich 9", "Kaffee-Mühle 77", "Straße-Nord-12", "Тайна-моего-дома-42", "我的密码是很长的9号"]
    {
        let known = Spellings::outward([secret].into_iter());
        for text in [
            secret.to_uppercase(),
            secret.to_lowercase(),
            secret.chars().map(swapped).collect::<String>(),
            secret.chars().rev().collect(),
            in_full_width(secret),
            secret.bytes().map(|b| format!("\\x{b:02x}")).collect(),
            escaped(&escaped(secret)),
            spaced(secret, " "),
        ] {
            assert_eq!(known.hide(&text), MARK, "{secret}: {text}");
        }
        let others = small.replace(secret, "");
        assert_eq!(known.hide(&others), others);
    }
    let known = Spellings::outward(["Kaffee-Mühle 77"].into_iter());
    for text in ["die kaffee mühle 77", "eine Kaffeemühle für 77 Euro", "Kaffee, Mühle, 77"] {
        assert_eq!(known.hide(text), text);
    }
}

#[test]
fn a_half_in_another_encoding_is_known_as_well() {
    let (one, other) = KEY.split_at(19);
    let text = format!("first {} then {}.", escaped(one), in_full_width(other));
    assert!(hidden(&text).ends_with(&format!(" then {MARK}.")), "{}", hidden(&text));
    assert_eq!(hidden(&format!("{}!", other.to_uppercase())), format!("{MARK}!"));
}

#[test]
fn ordinary_words_stay() {
    for text in [
        "the secret key is very secret, 4711 or not",
        "sk-very-secret-key",
        "Trouble with a door, 3 of them & 100 % sure %41 %zz \\u00zz &#; &#x110000; %",
        "bot 123456789 is on",
        "Ich habe 47110815 Gründe, и ещё 1000 причин — 还有更多的理由",
        "",
        "%",
        "&#;",
    ] {
        assert_eq!(hidden(text), text);
    }
    let known = Spellings::outward(["Summer2026", "Budget-2026-plan"].into_iter());
    for text in ["in Summer 2026", "summer-2026", "the budget 2026 plan", "2026: plan the budget"] {
        assert_eq!(known.hide(text), text);
    }
    assert_eq!(known.hide("it is SUMMER2026"), format!("it is {MARK}"));
    let known = Spellings::outward(["May12026"].into_iter());
    assert_eq!(known.hide("the party is on May 1 2026"), "the party is on May 1 2026");
}

#[test]
fn the_worst_texts_are_read_once() {
    for begun in [&KEY[..20], "%25", "&#37;", "s ", "\\u0025", "%F0%9F", "4"] {
        let long = begun.repeat(300_000 / begun.len());
        assert!(hidden(&long).len() <= long.len() + MARK.len(), "{begun}");
    }
}
