//! Tests: damaged, cut and deliberately slow texts.

use super::broken_lines::whole;
use super::innocent::INNOCENT;
use super::samples;
use crate::fuzzing::mutation;
use crate::secretary::redaction::mask;

#[test]
fn no_text_is_too_odd() {
    let mut kept: Vec<String> = samples().into_iter().map(|(sample, _)| sample).collect();
    kept.extend(INNOCENT.lines().map(str::to_owned));
    kept.extend(
        [
            "{\"password\": \"Tr0ub4dor\", \"api_key\": \"a1b2c3d4e5\"}",
            "machine x login y password z3bra\ncurl -u bob:hunter2 x",
            "Cookie: sessionid=a1b2c3d4; x=a1b2c3d4e5f6a7b8c9d0",
        ]
        .map(str::to_owned),
    );
    kept.extend(whole().map(|token| format!("{}\n> {}", &token[..20], &token[20..])));
    let all = kept.join(" ");
    for (n, text) in kept.iter().enumerate() {
        for seed in 0..60_u64 {
            let odd = mutation::changed(text.as_bytes(), seed + 1_000 * n as u64);
            let odd =
                format!("{}{}", String::from_utf8_lossy(&odd), &kept[usize::try_from(seed).unwrap() % kept.len()]);
            let masked = mask(&odd).into_owned();
            assert_eq!(mask(&masked), masked, "{odd}");
            assert!(masked.len() <= 4 * odd.len() + 64, "{odd}");
        }
    }
    for (at, _) in all.char_indices().step_by(11) {
        let _ = (mask(&all[..at]), mask(&all[at..]));
    }
}

#[test]
fn the_worst_texts_are_read_once() {
    // Whatever begins often and never ends: reading each anew to the end would take hours.
    let begun = concat!(
        "-----BEGIN PRIVATE KEY-----|-----BEGIN PRIVATE KEY----- x |eyJ.|eyJaaaaaaaaaa.|sk-",
        "|xoxd-%|whsec_+|SG.|a://b:c|a://b:|1:|123456:|Bearer |authorization: basic ",
        "|hooks.slack.com/services/T|glpat-a.|_gsk_|AKIA|secret_access_key |ya29.|redis://b:/c",
        "|redis://b:1/|&password=|&password=$|?pwd=|?pwd=a|fm2_/|hvs.-|secret_|A_PASSWORD=",
        "|A_KEY=a1|A_KEY=fm2_/|&token=|#key=a/|aghp_|1gsk_|ｇｈｐ＿|ghp_a1\n|sk-a\n> ",
        "|eyJaaaaaaaaaa.\n|\n \n\t|\\n|password: a|password=\"a |api_key:|\"password\":\"",
        "|Cookie: a=|Cookie:|login a password |curl -u a:| -u|://0a|%xoxd-|/sntrys_|AccountKey=",
        "|=bearer/",
    );
    for begun in begun.split('|') {
        let long = begun.repeat(75_000 / begun.len());
        for text in [long.clone(), format!("{long}\nthen x")] {
            let masked = mask(&text);
            assert!(masked.len() <= 4 * text.len(), "{begun}");
        }
    }
}
