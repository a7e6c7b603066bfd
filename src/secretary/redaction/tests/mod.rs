//! Tests of redaction. The samples are invented and joined from pieces, so that a scan of the sources for real
//! credentials finds none.

mod announced;
mod broken_lines;
mod innocent;
mod worst_texts;

use super::{Kind, marked, mask, unmarked};

const KEY: &str = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n\
                   MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu";

/// One of each kind, also known by a name before it, behind other letters or in full width. A line holds the pieces of a
/// sample, divided by tabs, and its kind.
const SAMPLES: &str = include_str!("../../../../tests/data/credentials.txt");

fn samples() -> Vec<(String, Kind)> {
    let kind = |name: &str| Kind::ALL.into_iter().find(|kind| format!("{kind:?}") == name).unwrap();
    let sample = |line: &str| line.rsplit_once('\t').map(|(pieces, name)| (pieces.replace('\t', ""), kind(name)));
    let mut all: Vec<(String, Kind)> = SAMPLES.lines().map(|line| sample(line).unwrap()).collect();
    let lines = |name: &str| format!("-----BEGIN {name}-----\n{KEY}\n-----END {name}-----");
    all.extend(["PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY"].map(|name| (lines(name), Kind::PrivateKey)));
    all
}

/// What of a sample must not be seen any more.
fn core(sample: &str) -> &str {
    let inside = sample.strip_prefix("https://mara:").or_else(|| sample.strip_prefix("postgres://app:"));
    match inside.and_then(|inside| inside.rsplit_once('@')) {
        Some((password, _)) => password,
        None => sample.rsplit(' ').next().unwrap_or(sample).trim_start_matches("https://"),
    }
}

#[test]
fn every_kind_is_hidden_wherever_it_stands() {
    let samples = samples();
    assert!(samples.len() >= 30, "{}", samples.len());
    for (sample, kind) in &samples {
        for text in [
            sample.clone(),
            format!("{sample} is my key"),
            format!("my key is {sample}"),
            format!("here it is: {sample}."),
            format!("(\"{sample}\")"),
            format!("`{sample}`"),
            format!("**{sample}**"),
            format!("_{sample}_"),
            format!("```sh\nexport KEY={sample}\n```"),
            format!("Größe ü🙂{sample}🙂é"),
            format!("one\n{sample}\ttwo\r\nthree"),
            format!("{{\"key\": \"first\\n{sample}\"}}"),
            format!("{sample}, {sample}; {sample}"),
        ] {
            let masked = mask(&text);
            assert!(masked.contains(&kind.mark()), "{text}\n{masked}");
            assert!(!masked.contains(core(sample)), "{text}\n{masked}");
            assert!(marked(&masked), "{masked}");
            assert_eq!(mask(&masked), masked, "twice is once");
            assert!(masked.len() <= 4 * text.len());
        }
    }
}

#[test]
fn what_stands_around_is_kept() {
    let token = format!("{}{}", "ghp_", "16C7e42F292c6912E7710c838347Ae178B4a");
    let masked = mask(&format!("Push with {token}, please — today.")).into_owned();
    assert_eq!(masked, "Push with [hidden: a GitHub token], please — today.");
    assert_eq!(unmarked(&masked), "Push with , please — today.");
    let address = mask("see postgres://app:s3cr3t@db:5432/x?y=1 for it").into_owned();
    assert_eq!(address, "see postgres://app:[hidden: a password]@db:5432/x?y=1 for it");
    let slash = mask("see postgresql+asyncpg://bob:pa/ss9W0rd@db:5432/x?y=1 and mysql://bob:a#b@db").into_owned();
    assert_eq!(
        slash,
        "see postgresql+asyncpg://bob:[hidden: a password]@db:5432/x?y=1 and mysql://bob:[hidden: a password]@db"
    );
    let query = mask("https://db.example.org/x?user=bob&password=S3cretPw99&ssl=1").into_owned();
    assert_eq!(query, "https://db.example.org/x?user=bob&password=[hidden: a password]&ssl=1");
    let settings = mask("\"Server=db;User Id=bob;Password=S3cretPw99;Encrypt=True\"").into_owned();
    assert_eq!(settings, "\"Server=db;User Id=bob;Password=[hidden: a password];Encrypt=True\"");
    let header = mask("curl -H 'Authorization: Bearer 0a1b2c3d4e5f6a7b8c9d' https://x.example").into_owned();
    assert_eq!(header, "curl -H 'Authorization: Bearer [hidden: an access token]' https://x.example");
    let call = format!("https://api.telegram.org/bot{}:{}/getMe", "123456789", "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1");
    assert_eq!(mask(&call), "https://api.telegram.org/bot[hidden: a Telegram bot token]/getMe");
}

#[test]
fn several_in_one_text_are_all_hidden() {
    let all: Vec<String> = samples().into_iter().map(|(sample, _)| sample).collect();
    let text = all.join("\n");
    let masked = mask(&text);
    for sample in &all {
        assert!(!masked.contains(core(sample)), "{sample}\n{masked}");
    }
    assert_eq!(masked.matches("[hidden: ").count(), all.len(), "{masked}");
}

#[test]
fn an_aws_secret_is_known_by_its_company() {
    let (id, secret) = (format!("{}{}", "AKIA", "IOSFODNN7EXAMPLE"), "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");
    assert_eq!(mask(secret), secret, "alone it may be anything");
    for text in [
        format!("{id} {secret}"),
        format!("{secret}\n{id}"),
        format!("aws_access_key_id = {id}\naws_secret_access_key = {secret}"),
        format!("AWS_SECRET_ACCESS_KEY={secret}"),
        format!("{{\"SecretAccessKey\": \"{secret}\"}}"),
    ] {
        let masked = mask(&text);
        assert!(!masked.contains(secret), "{masked}");
        assert_eq!(mask(&masked), masked);
    }
    let far = format!("{id}{}{secret}", " word".repeat(100));
    assert!(mask(&far).contains(secret));
}

#[test]
fn a_key_that_was_cut_off_is_hidden_as_far_as_it_came() {
    let head = "-----BEGIN RSA PRIVATE KEY-----";
    assert_eq!(mask(&format!("{head}\n{KEY}")), "[hidden: a private key]");
    assert_eq!(mask(&format!("{head}\\n{}", KEY.replace('\n', "\\n"))), "[hidden: a private key]");
    let with_words = mask(&format!("{head}\n{KEY}\n\nthat is the key")).into_owned();
    assert_eq!(with_words, "[hidden: a private key]\n\nthat is the key");
    for harmless in [
        format!("what does {head} mean?"),
        format!("{head} and -----END RSA PRIVATE KEY----- stand around it"),
        format!("-----BEGIN CERTIFICATE-----\n{KEY}\n-----END CERTIFICATE-----"),
        format!("-----BEGIN PUBLIC KEY-----\n{KEY}\n-----END PUBLIC KEY-----"),
    ] {
        assert_eq!(mask(&harmless), harmless);
    }
}

#[test]
fn marks_are_known_by_their_kinds() {
    for kind in Kind::ALL {
        assert!(marked(&kind.mark()));
        assert_eq!(mask(&kind.mark()), kind.mark());
        assert_eq!(unmarked(&format!("a {} b", kind.mark())), "a  b");
    }
    for text in ["[hidden: nothing]", "[hidden: a GitHub token", "hidden", "[hidden: [hidden: ", ""] {
        assert!(!marked(text), "{text}");
        assert_eq!(unmarked(text), text);
    }
}
