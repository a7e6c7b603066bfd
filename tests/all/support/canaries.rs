//! Twenty-five secrets that nobody may ever see: nine of the settings, and sixteen that people and pages give away. They are
//! put together from halves, so that nobody who looks through the sources for real ones is alarmed.

use super::office::Office;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use secretary::ports::web::weblog::WebLog;

/// Secrets of the settings.
pub fn planted() -> Vec<String> {
    let halves = [
        ("987654321:", "AAGplantedBotTokenOfTheSettings0123"),
        ("MTA5ODc2NTQzMjEwOTg3NjU0", ".Gplant.planted_discord_token_of_the_settings1"),
        ("sk-proj-", "planted4KeyOfTheModel8ServerThatNobodyMaySee15"),
        ("BSAplanted", "BraveKey16ofTheSearch"),
        ("tvly-", "planted-TavilyKey23ofTheSearch"),
        ("planted42", "-Password/of+the Web\"Chat\""),
        ("planted-metrics", "-Token-815-of-the-Pages"),
        ("planted_webhook", "_Secret_4711_of_Telegram"),
        ("plantedPg", "Password-%99-of-the-Database"),
    ];
    halves.iter().map(|(one, other)| format!("{one}{other}")).collect()
}

/// What people and pages give away.
pub fn pasted() -> Vec<String> {
    let halves = [
        ("123456789:", "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1"),
        ("MTA4NjYxMjM0NTY3ODkwMTIz", ".GxYz1a.abcDEF123_ghiJKL456-mnoPQR789stu0vw"),
        ("sk-", "abcd1234EFGH5678ijkl9012MNOP3456qrst7890"),
        ("sk-ant-", "api03-aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789abcd-AA"),
        ("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"),
        ("gho_", "99C7e42F292c6912E7710c838347Ae178B99"),
        ("github_pat_", "11ABCDEFG0abcdefghijkl_MNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"),
        ("glpat-", "ABC-def_123456789xyz"),
        ("xoxb-", "123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx"),
        ("AKIA", "IOSFODNN7EXAMPLE"),
        ("AIza", "SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY"),
        ("sk_live_", "4eC39HqLyjWDarjtT1zdp7dc"),
        ("hf_", "abcdefghijABCDEFGHIJabcdefghijABCD"),
        ("eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"),
        ("a1b2c3d4e5f6", "a7b8c9d0e1f2a3b4"),
        ("MIIEvQIBADANBgkqhkiG9w0B", "AQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"),
    ];
    halves.iter().map(|(one, other)| format!("{one}{other}")).collect()
}

/// A secret as people paste it.
pub fn as_pasted(secret: &str) -> String {
    match secret {
        key if key.starts_with("MII") => format!("-----BEGIN PRIVATE KEY-----\n{key}\n-----END PRIVATE KEY-----"),
        header if header.starts_with("a1b2") => format!("Authorization: Bearer {header}"),
        token => token.to_owned(),
    }
}

/// A secret in hexadecimal digits.
pub fn hex(secret: &str) -> String {
    secret.bytes().map(|b| format!("{b:02x}")).collect()
}

/// A secret as part of an address.
pub fn in_address(secret: &str) -> String {
    url::form_urlencoded::byte_serialize(secret.as_bytes()).collect()
}

/// Everything that would give a secret away: itself, its halves, and what it is in other alphabets.
fn traces(secret: &str) -> Vec<String> {
    let half = secret.floor_char_boundary(secret.len() / 2);
    let mut all = vec![secret.to_owned(), secret[..half].to_owned(), secret[half..].to_owned()];
    let quoted = serde_json::Value::from(secret).to_string();
    all.extend([quoted[1..quoted.len() - 1].to_owned(), in_address(secret), hex(secret), hex(secret).to_uppercase()]);
    for before in 0..3 {
        let bytes = ["\0\0\0".as_bytes()[..before].to_vec(), secret.as_bytes().to_vec()].concat();
        for text in [STANDARD_NO_PAD.encode(&bytes), URL_SAFE_NO_PAD.encode(&bytes)] {
            all.push(text[(before * 8).div_ceil(6)..bytes.len() * 8 / 6].to_owned());
        }
    }
    all
}

impl Office {
    /// The words that begin with this in the files of the database and of tickets, each once.
    pub fn finds(&self, beginning: &str) -> Vec<String> {
        let mut found = std::collections::BTreeSet::new();
        for file in self.kept() {
            let bytes = std::fs::read(file).unwrap();
            let text = String::from_utf8_lossy(&bytes);
            for (at, _) in text.match_indices(beginning) {
                found.insert(text[at..].chars().take_while(char::is_ascii_alphanumeric).collect());
            }
        }
        found.into_iter().collect()
    }

    /// What stands in the web chat, as it is kept.
    pub async fn web_record(&self) -> String {
        let all = self.store().latest(None, 999).await.unwrap();
        all.iter().map(|entry| serde_json::to_string(&entry.message.message).unwrap()).collect()
    }

    /// Nothing that was sent, thought about or kept has a trace of any of the secrets.
    pub fn gave_nothing_away(&self) {
        let given = self.given_away("");
        assert!(given.is_empty(), "{}", given.join("\n"));
    }

    /// What was sent, thought about, kept or logged with a trace of one of the secrets: a sentence for each secret.
    pub fn given_away(&self, logged: &str) -> Vec<String> {
        let mut all = self.0.board.state().sent.join("\n").into_bytes();
        assert!(all.len() > 500, "something was sent");
        all.extend(logged.as_bytes());
        all.extend(self.0.mind.put.lock().unwrap().join("\n").into_bytes());
        let before = all.len();
        for file in self.kept() {
            all.extend(std::fs::read(file).unwrap());
            all.push(b'\n');
        }
        assert!(all.len() > before + 4096, "the database was read");
        let secrets: Vec<String> = planted().into_iter().chain(pasted()).collect();
        assert_eq!(secrets.len(), 25);
        // What is no text of ours ends a run: a page of the database, its journal, a file.
        let text = String::from_utf8_lossy(&all);
        let mut given = Vec::new();
        for secret in &secrets {
            let found = traces(secret).into_iter().find_map(|trace| text.find(&trace).map(|at| (trace, at)));
            if let Some((trace, at)) = found {
                let (from, to) = (text.floor_char_boundary(at.saturating_sub(300)), at + trace.len());
                given.push(format!("{secret} is there as {trace}: {}", &text[from..to]));
            }
        }
        given
    }
}
