//! Look-alike names: the letters that a name seems to have, whatever characters it is written with. Only for
//! comparison; the result is never shown. Pure.

use super::invisible;

/// Signs that look like a letter, or are one with something above or below it, in either case.
const ALIKE: [(char, &str); 24] = [
    ('a', "аαᴀàáâãäåāăąǎạảÀÁÂÃÄÅĀĂĄǍẠẢАΑª"),
    ('b', "вβʙВΒБƃḃḅ"),
    ('c', "сᴄСϲçćĉċčÇĆĈĊČ"),
    ('d', "ԁᴅďđḍĎĐḌ"),
    ('e', "еεᴇєЕΕℯℰèéêëēĕėęěẹẻẽÈÉÊËĒĔĖĘĚẸẺẼ"),
    ('f', "ꜰғϝℱƒ"),
    ('g', "ɢɡĝğġģĜĞĠĢ"),
    ('h', "һʜНΗհℎĥħĤĦ"),
    ('i', "іɪιΙІìíîïĩīĭįıÌÍÎÏĨĪĬĮİ"),
    ('k', "кᴋκКΚķĶ"),
    ('l', "ʟℓĺļľłĹĻĽŁ"),
    ('m', "мᴍμМΜℳṁṃ"),
    ('n', "пɴηΝոℕñńņňÑŃŅŇ"),
    ('o', "оοσᴏОΟօՕℴòóôõöøōŏőọỏÒÓÔÕÖØŌŎŐỌỎº"),
    ('p', "рρᴘРΡṗ"),
    ('r', "гʀᴦℛℝŕŗřŔŖŘ"),
    ('s', "ѕꜱЅśŝşšșŚŜŞŠȘ"),
    ('t', "тτᴛТΤţťțŢŤȚ"),
    ('u', "υսᴜùúûüũūŭůűųÙÚÛÜŨŪŬŮŰŲ"),
    ('v', "νᴠѵ"),
    ('w', "ѡԝωᴡшŵẁẃẅŴẀẂẄ"),
    ('x', "хχХΧ"),
    ('y', "уγʏУΥүÿýŷÝŶŸ"),
    ('z', "ᴢΖźżžŹŻŽ"),
];

/// Where alphabets stand that differ in their look alone; a capital one and a small one are 26 signs each.
const ALPHABETS: [(u32, u32, u32); 8] = [
    (0xff21, 0xff3a, 0xff21),
    (0xff41, 0xff5a, 0xff41),
    (0x249c, 0x24b5, 0x249c),
    (0x24b6, 0x24e9, 0x24b6),
    (0x1d400, 0x1d6a3, 0x1d400),
    (0x1f130, 0x1f149, 0x1f130),
    (0x1f150, 0x1f169, 0x1f150),
    (0x1f170, 0x1f189, 0x1f170),
];

/// Where digits stand that differ in their look alone, ten each, and which digit the first one is.
const DIGITS: [(u32, u32, u32); 9] = [
    (0xff10, 0xff19, 0),
    (0x1d7ce, 0x1d7d7, 0),
    (0x1d7d8, 0x1d7e1, 0),
    (0x1d7e2, 0x1d7eb, 0),
    (0x1d7ec, 0x1d7f5, 0),
    (0x1d7f6, 0x1d7ff, 0),
    (0x2460, 0x2468, 1),
    (0x2074, 0x2079, 4),
    (0x2080, 0x2089, 0),
];

/// The letters and digits a text looks like, small and without anything between them.
pub fn look(text: &str) -> String {
    let letters: String = text.chars().flat_map(|c| letter(c).to_lowercase()).filter(|c| c.is_alphanumeric()).collect();
    // Two letters that look like one.
    letters.replace("rn", "m").replace("vv", "w")
}

/// A text as it looks at a glance, to compare two. Unlike in [`look`], signs between letters count: "C++" is not
/// "C#".
pub fn glance(text: &str) -> String {
    let plain = invisible::without(text);
    // Signs above a letter of its own, the empty braille sign, and how an emoji is drawn.
    let shown = plain.chars().filter(|c| !matches!(c, '\u{300}'..='\u{36f}' | '\u{fe0f}'));
    let shown: String = shown.map(|c| if c == '\u{2800}' { ' ' } else { c }).collect();
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let letters: String = words.trim_end_matches('.').chars().flat_map(|c| letter(c).to_lowercase()).collect();
    letters.replace("rn", "m").replace("vv", "w")
}

/// A digit or a sign of ASCII in another look, as it is without that.
fn ascii(c: char) -> char {
    let code = u32::from(c);
    let digit = DIGITS.iter().find(|(from, to, _)| (*from..=*to).contains(&code));
    if let Some(digit) = digit.and_then(|(from, _, first)| char::from_digit(code - from + first, 10)) {
        return digit;
    }
    match c {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        // A whole set in full width.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(code - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

fn letter(c: char) -> char {
    let c = if c.is_ascii() { c } else { ascii(c) };
    match c {
        '@' => return 'a',
        '0' => return 'o',
        _ if c.is_ascii() => return c,
        _ => {}
    }
    let code = u32::from(c);
    if let Some((_, _, first)) = ALPHABETS.iter().find(|(from, to, _)| (*from..=*to).contains(&code)) {
        let place = (code - first) % 26;
        return char::from_u32(u32::from('a') + place).unwrap_or(c);
    }
    if (0x1f1e6..=0x1f1ff).contains(&code) {
        return char::from_u32(u32::from('a') + code - 0x1f1e6).unwrap_or(c);
    }
    ALIKE.iter().find(|(_, signs)| signs.contains(c)).map_or(c, |(letter, _)| *letter)
}

#[cfg(test)]
mod tests {
    use crate::secretary::names::lookalikes::*;

    #[test]
    fn at_a_glance_case_space_and_what_nobody_sees_are_nothing() {
        for text in ["Start", "START ", "\u{200b}Start", "Ѕtаrt", " sta\u{ad}rt.", "Start\u{2800}", "Sta\u{301}rt"] {
            assert_eq!(glance(text), "start", "{text:?}");
        }
        for (one, other) in [("C++", "C#"), ("< 10", "> 10"), ("1.5", "15"), ("👍", "👎"), ("go on", "goon")] {
            assert_ne!(glance(one), glance(other), "{one}");
        }
        assert!(glance("\u{200b}\u{2060} ").is_empty());
    }

    #[test]
    fn what_looks_the_same_is_the_same() {
        for text in [
            "Owner",
            "OWNER",
            "  o w n e r ",
            "0wner",
            "Оwner",
            "Ownеr",
            "Ｏｗｎｅｒ",
            "𝐎𝐰𝐧𝐞𝐫",
            "𝓞𝔀𝓷𝓮𝓻",
            "Ⓞⓦⓝⓔⓡ",
            "ᴏᴡɴᴇʀ",
            "Ównèr",
            "O\u{301}wner",
            "Own\u{200b}er",
            "“Owner”",
            "Owner.",
            "Ovvner",
            "🇴🇼🇳🇪🇷",
            "Οωηεr",
        ] {
            assert_eq!(look(text), "owner", "{text:?}");
        }
        assert_eq!(look("a forrner mernber"), look("A Former Member"));
        assert_eq!(look("Kim 2"), "kim2");
        for text in ["Plan 2026", "Plan ２０２６", "𝐏lan 𝟐𝟎𝟐𝟔", "Plan ②⁰₂₆", "ＰＬＡＮ\u{a0}２０２６"]
        {
            assert_eq!(glance(text), glance("plan 2026"), "{text}");
        }
        for other in ["Olga", "Mara", "Owen", "Öner", "Йохан", "李雷"] {
            assert_ne!(look(other), "owner", "{other}");
        }
    }
}
