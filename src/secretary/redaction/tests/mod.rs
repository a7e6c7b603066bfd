//! Tests of redaction. The samples are invented and joined from two halves, so that a scan of the sources for real
//! credentials finds none.

mod announced;
mod broken_lines;
mod innocent;
mod worst_texts;

use super::{Kind, marked, mask, unmarked};

const KEY: &str = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n\
                   MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu";

/// Some that are known by a name before them, stand behind other letters, or are written in full width, and a few more.
const NAMED: [(&str, &str, Kind); 17] = [
    ("my_", concat!("gh", "p_16C7e42F292c6912E7710c838347Ae178B4a"), Kind::GitHub),
    ("old", concat!("gh", "p_16C7e42F292c6912E7710c838347Ae178B4a"), Kind::GitHub),
    ("ci_sk_", "live_4eC39HqLyjWDarjtT1zdp7dc", Kind::Stripe),
    ("ｇｈｐ", "_16C7e42F292c6912E7710c838347Ae178B4a", Kind::GitHub),
    ("ｇｈｐ＿", "１６Ｃ７e42F292c6912E7710c838347Ae178B4ａ", Kind::GitHub),
    ("DB_PASSWORD=", "Zx9kQ2vLm", Kind::Password),
    ("OAUTH_CLIENT_SECRET='", "Zx9-kQ2!vLm'", Kind::Password),
    ("SHOP_API_TOKEN=", "Zx9kQ2vLm41aBcD7", Kind::Access),
    ("SECRET_KEY=\"", "django-7f3k9a0b2c4d!xq\"", Kind::Access),
    ("https://x.example/?access_token=", "a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0", Kind::Access),
    ("https://x.example/?user=1&sig=", "Ab1Cd2Ef3Gh4Ij5Kl6Mn%2BOp7%3D", Kind::Access),
    ("https://x.example/#token=", "550e8400-e29b-41d4-a716-0800200c9a66", Kind::Access),
    ("NRAK-", "ABCDEFGHIJ0123456789ABCDEFG", Kind::Access),
    ("pul-", "0123456789abcdef0123456789abcdef01234567", Kind::Access),
    ("tskey-auth-", "kABCDEF1CNTRL-abcdefghijABCDEFGHIJ0123456789", Kind::Access),
    ("tskey-api-", "kABCDEF1CNTRL-abcdefghijABCDEFGHIJ0123456789", Kind::Access),
    ("FlyV1 ", "fm2_lJPECAAAAAAAAAABxBCabcdefghij0123456789ABCDEFGHIJabcdefghij0123456789+/w==", Kind::Access),
];

/// One of each kind: its beginning, the rest, and what it is.
fn samples() -> Vec<(String, Kind)> {
    let halves = [
        ("123456789:", "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1", Kind::Telegram),
        ("MTA4NjYxMjM0NTY3ODkwMTIz", ".GxYz1a.abcDEF123_ghiJKL456-mnoPQR789stu0vw", Kind::Discord),
        ("sk-", "abcd1234EFGH5678ijkl9012MNOP3456qrst7890", Kind::ApiKey),
        ("sk-proj-", "Ab1_cd-Ef2_gh-Ij3_kl-Mn4_op-Qr5_st-Uv6_wx-Yz7_ab-Cd8", Kind::ApiKey),
        ("sk-ant-", "api03-aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789abcd-AA", Kind::Anthropic),
        ("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a", Kind::GitHub),
        ("gho_", "16C7e42F292c6912E7710c838347Ae178B4a", Kind::GitHub),
        ("ghs_", "123456_eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiIxMjM0NTYifQ.c2lnbmF0dXJlMTIz", Kind::GitHub),
        ("github_pat_", "11ABCDEFG0abcdefghijkl_MNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", Kind::GitHub),
        ("glpat-", "ABC-def_123456789xyz", Kind::GitLab),
        ("glpat-", "abcDEF123456789_xyz-0.01.abc123456", Kind::GitLab),
        ("xoxb-", "123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx", Kind::Slack),
        ("xoxp-", "123456789012-123456789012-abcdef0123456789abcdef01", Kind::Slack),
        ("AKIA", "IOSFODNN7EXAMPLE", Kind::AwsId),
        ("AIza", "SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY", Kind::Google),
        ("ya29.", "a0AfH6SMBx_abcdefghijklmnop-0123456789", Kind::Google),
        ("sk_live_", "4eC39HqLyjWDarjtT1zdp7dc", Kind::Stripe),
        ("whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", Kind::Stripe),
        ("npm_", "abcdefghij0123456789ABCDEFGHIJ012345", Kind::Access),
        ("hf_", "abcdefghijABCDEFGHIJabcdefghijABCD", Kind::Access),
        ("SG.", "abcdefghij0123456789AB.abcdefghij0123456789ABCDEFGHIJ0123456789abc", Kind::Access),
        ("tvly-", "dev-abcdefghij0123456789ABCD", Kind::Access),
        ("hooks.slack.com/", "services/TABCDEFGH/BABCDEFGH/XXXXXXXXXXXXXXXXXXXXXXXX", Kind::Webhook),
        (
            "eyJhbGciOiJIUzI1NiJ9",
            ".eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
            Kind::Signed,
        ),
        ("Authorization: Bearer ", "a1b2c3d4e5f6a7b8c9d0e1f2", Kind::Access),
        ("authorization: Basic ", "dXNlcjpwYXNzd29yZA==", Kind::Access),
        ("https://mara:", "hunter2@example.org/path", Kind::Password),
        ("postgres://app:", "p%40ss@w0rd@db.example.org:5432/app", Kind::Password),
        ("postgres://app:", "pa/ss9W0rd@db.example.org/app", Kind::Password),
        ("https://db.example.org/?user=bob&password=", "S3cretPw99", Kind::Password),
        ("Server=db;Database=app;User Id=bob; Password=", "S3cretPw99;", Kind::Password),
        ("ntn_", "12345678901abcdefghijABCDEFGHIJabcdefghijABCDE", Kind::Access),
        ("secret_", "abcdefghij0123456789ABCDEFGHIJabcdefghij012", Kind::Access),
        ("hvs.", "CAESIJabcdefghij0123456789-ABCDEFGHIJ_abcd", Kind::Access),
        ("ATATT3xFfGF0", "abcdefghij0123456789ABCDEFGHIJ-abcdefghij_0123456789ABCDEFGHIJ=1A2B3C4D", Kind::Access),
        ("dapi", "0123456789abcdef0123456789abcdef", Kind::Access),
        ("sbp_", "0123456789abcdef0123456789abcdef01234567", Kind::Access),
        ("sntrys_", "eyJpYXQiOjE2ODczMzY1NDMuNjk4NTksInVybCI6bnVsbCwicm9=_NzJkYzA3NzMyZTRjNGE2", Kind::Access),
        ("key-", "0123456789abcdef0123456789abcdef", Kind::Access),
        ("xkeysib-", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef-abcDEF0123456789", Kind::Access),
        ("SK", "0123456789abcdef0123456789abcdef", Kind::Access),
        ("nfp_", "abcdefghij0123456789ABCDEFGHIJ012345", Kind::Access),
        ("sq0atp-", "abcdefghij-0123456789A", Kind::Access),
        ("sq0csp-", "abcdefghij-0123456789_ABCDEFGHIJabcdefghij0", Kind::Access),
        ("sk.", "eyJ1IjoibWFyYSIsImEiOiJjbGFiY2RlZmdoaWowMTIzNDU2Nzg5In0.abcdefghijABCDEFGHIJ01", Kind::Access),
        (
            "AccountKey=",
            "abcdefghij0123456789ABCDEFGHIJabcdefghij0123456789ABCDEFGHIJabcdefghij0123456789ABCDEF==",
            Kind::Access,
        ),
        ("hooks.slack.com/", "workflows/TABCDEFGH/ABCDEFGHIJK/123456789012345678/abcdefghijABCD", Kind::Webhook),
        (
            "contoso.webhook.office.com/webhookb2/",
            "6e8bc430-9c3a-11d9-9669-0800200c9a66@6e8bc430-9c3a-11d9-9669-0800200c9a66/IncomingWebhook/d41d8cd98f",
            Kind::Webhook,
        ),
    ];
    let mut all: Vec<(String, Kind)> =
        halves.iter().chain(&NAMED).map(|(a, b, kind)| (format!("{a}{b}"), *kind)).collect();
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
