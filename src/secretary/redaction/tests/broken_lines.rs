//! Tests: credentials that a line break divides, and lines that merely follow each other.

use crate::secretary::redaction::{marked, mask};

/// One of each form that is known whole.
pub(super) fn whole() -> [String; 10] {
    [
        ("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"),
        ("github_pat_", "11ABCDEFG0abcdefghijkl_MNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789012345678"),
        ("sk-", "abcd1234EFGH5678ijkl9012MNOP3456qrst7890"),
        ("xoxb-", "123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx"),
        ("AKIA", "IOSFODNN7EXAMPLE"),
        ("AIza", "SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY"),
        ("glpat-", "ABC-def_123456789xyz"),
        ("123456789:", "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1"),
        ("MTA4NjYxMjM0NTY3ODkwMTIz", ".GxYz1a.abcDEF123_ghiJKL456-mnoPQR789stu0vw"),
        ("eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"),
    ]
    .map(|(a, b)| format!("{a}{b}"))
}

#[test]
fn what_the_end_of_a_line_breaks_is_hidden() {
    for token in whole() {
        for (at, line_end) in
            (14..token.len() - 8).zip(["\n", "\r\n", " \n  ", "\n> ", "\t\r\n > ", "\\n"].iter().cycle())
        {
            let broken = format!("{}{line_end}{}", &token[..at], &token[at..]);
            for text in [broken.clone(), format!("Here:\n> it is {broken}. Then\nmore")] {
                let masked = mask(&text).into_owned();
                assert!(marked(&masked), "{text}");
                // No half that is of any use is left.
                let halves = [&token[..at], &token[at..]];
                assert!(!halves.iter().all(|half| masked.contains(half)), "{masked}");
                assert_eq!(mask(&masked), masked, "twice is once");
            }
        }
    }
    let token = format!("{}{}\n{}", "ghp_", "16C7e42F292c6912E771", "0c838347Ae178B4a");
    assert_eq!(mask(&format!("one {token} two")), "one [hidden: a GitHub token] two");
}

#[test]
fn lines_that_follow_each_other_stay_as_they_are() {
    for text in [
        "the desk-lamp-2000\nfor-the-office-and-a-risk-free-offer",
        "a risk-\nfree-offer-of-2026-for-everybody-who-comes",
        "ghp_\nis how tokens of GitHub begin, sk-\nis another",
        "the locale is SK\nd41d8cd98f00b204e9800998ecf8427e",
        "AKIA\nWARDSCEREMONYTWE",
        "12345678:\nd41d8cd98f00b204e9800998ecf8427e",
        "da39a3ee5e6b4b0d3255\nbfef95601890afd80709",
        "eyJhbGciOiJIUzI1NiJ9\nis a header, eyJhbGciOiJIUzI1NiJ9.\nas well",
        "glpat-\nABC",
        "secret_\nof_the_old_house_in_which_nobody_has_lived_since_1923",
        "C:\\new\\notes and a\\nb",
        "xoxb-YOUR-TOKEN\nHERE-PLEASE-AND-THANK-YOU",
        "SG.\n50 million in fines",
        "one\ntwo\r\n> three\n\n",
    ] {
        assert_eq!(mask(text), text);
    }
    for token in whole() {
        for next in ["Then", "2024 was", "more words", "- next"] {
            let masked = mask(&format!("{token}\n{next}")).into_owned();
            assert!(masked.starts_with("[hidden: ") && masked.ends_with(&format!("]\n{next}")), "{masked}");
        }
    }
}
