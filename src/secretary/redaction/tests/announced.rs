//! Tests: credentials that a name announces.

use crate::secretary::redaction::{Kind, mask};

#[test]
fn what_a_name_announces_is_hidden_and_the_name_stays() {
    for (text, masked) in [
        ("DB_PASSWORD=Zx9kQ2vLm, then start", "DB_PASSWORD=[hidden: a password], then start"),
        ("DB_PASSWORD=\"Zx9kQ2vLm\"", "DB_PASSWORD=\"[hidden: a password]\""),
        (
            "https://x.example/?access_token=a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0&page=2",
            "https://x.example/?access_token=[hidden: an access token]&page=2",
        ),
    ] {
        assert_eq!(mask(text), masked);
    }
    let token = format!("GITHUB_TOKEN={}{}", "ghp_", "16C7e42F292c6912E7710c838347Ae178B4a");
    assert_eq!(mask(&token), "GITHUB_TOKEN=[hidden: a GitHub token]", "what it is says more than its name");
    let wide = format!("前ｇｈｐ＿{}後", "16C7e42F292c6912E7710c838347Ae178B4a");
    assert_eq!(mask(&wide), "前[hidden: a GitHub token]後");
    let long = format!("DB_PASSWORD=1{}", "é".repeat(1_000));
    assert_eq!(mask(&long), "DB_PASSWORD=[hidden: a password]");
}

#[test]
fn what_any_name_announces_is_hidden_in_any_writing() {
    for (before, value, after, kind) in [
        ("api_key=", "a1b2c3d4e5", "", Kind::ApiKey),
        ("apikey: ", "a1b2c3d4e5", ", thanks", Kind::ApiKey),
        ("X-Api-Key: ", "a1b2c3d4-e5f6", "", Kind::ApiKey),
        ("curl -H 'X-API-Key: ", "a1b2c3d4e5", "' https://x.example", Kind::ApiKey),
        ("client_secret=", "Zx9kQ2vLm41", "", Kind::Access),
        ("  access_token: ", "Zx9kQ2vLm41", "", Kind::Access),
        ("{\"accessToken\":\"", "Zx9kQ2vLm41", "\"}", Kind::Access),
        ("{\"api_key\": \"", "a1b2c3d4e5", "\", \"n\": 1}", Kind::ApiKey),
        ("{\"user\": \"bob\", \"password\": \"", "correct horse 9", "\"}", Kind::Password),
        ("{\\\"password\\\": \\\"", "Tr0ub4dor", "\\\"}", Kind::Password),
        ("password=", "hunter2", "", Kind::Password),
        ("user=bob\n> password=", "hunter2!", "\n", Kind::Password),
        ("export db_password=", "hunter2", "", Kind::Password),
        ("password: ", "hunter2", ".", Kind::Password),
        ("the db_password: ", "Tr0ub4dor&3", " (new)", Kind::Password),
        ("Passwort: ", "geheim!x", "", Kind::Password),
        ("**Password:** ", "hunter2", "", Kind::Password),
        ("machine x.example login bob password ", "zebra", "", Kind::Password),
        ("default\n  login bob\n  password ", "z3bra", "\n", Kind::Password),
        ("curl -s -u bob:", "hunter", " https://x.example", Kind::Password),
        ("curl --user 'bob:", "pw:1", "' https://x.example", Kind::Password),
        ("Cookie: theme=dark; sessionid=", "a1b2c3d4", "; lang=de", Kind::Access),
        ("Set-Cookie: __Host-x=", "a1b2c3d4e5f6a7b8c9", "; Path=/; HttpOnly", Kind::Access),
        ("https://", "0123456789abcdef0123456789abcdef", "@o1.ingest.example.org/2", Kind::Access),
    ] {
        let masked = mask(&format!("{before}{value}{after}")).into_owned();
        assert_eq!(masked, format!("{before}{}{after}", kind.mark()));
        assert_eq!(mask(&masked), masked, "twice is once");
    }
}
