//! The web chat: where it listens and what protects it.

use crate::config::Lookup;
use crate::config::fault::{ConfigError, Faults, value};
use crate::config::secret::Secret;
use std::net::SocketAddr;

/// WEB_ADDR, PUBLIC_URL, WEB_PASSWORD, METRICS_TOKEN and HEALTH_ADDR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Web {
    /// Where the web chat and the Telegram webhook are served.
    pub addr: SocketAddr,
    /// Where other programs reach it, for webhooks of flows; without a slash at its end.
    pub public_url: Option<String>,
    /// What a visitor must know; always there when `addr` is not loopback.
    pub password: Option<Secret>,
    /// What whoever reads /metrics must know, if it is not to be the password.
    pub metrics_token: Option<Secret>,
    /// Where the pages of health are served by themselves.
    pub health_addr: Option<SocketAddr>,
}

impl Web {
    /// Reads the section.
    ///
    /// # Errors
    /// No address, a short password or token, or an address others can reach without a password.
    pub fn from_env(lookup: Lookup<'_>) -> Result<Self, ConfigError> {
        const EXAMPLE: &str = "127.0.0.1:8787";
        let usual = SocketAddr::from(([127, 0, 0, 1], 8787));
        let mut faults = Faults::default();
        let mut address = |name: &'static str, example: &'static str| {
            let text = value(lookup, name)?;
            let text = text.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}")).unwrap_or(text);
            let parsed = text.parse::<SocketAddr>().ok();
            parsed.or_else(|| faults.note(name, "must be an IP address and a port", example))
        };
        let addr = address("WEB_ADDR", EXAMPLE).or(Some(usual));
        let health_addr = address("HEALTH_ADDR", "127.0.0.1:8790");
        if health_addr.is_some_and(|own| own.port() != 0 && Some(own) == addr) {
            let wrong = "is the address of the web chat already (WEB_ADDR), which has these pages too";
            faults.note::<()>("HEALTH_ADDR", wrong, "127.0.0.1:8790");
        }
        let public_url = faults.url(lookup, "PUBLIC_URL", "https://secretary.example.org");
        let password = value(lookup, "WEB_PASSWORD");
        let long_enough = password.as_ref().is_some_and(|text| text.chars().filter(|c| shows(*c)).count() >= 8);
        if password.is_some() && !long_enough {
            let wrong = "must have at least 8 characters, besides spaces";
            faults.note::<()>("WEB_PASSWORD", wrong, "a-long-and-private-phrase");
        }
        if password.is_none() && addr.is_some_and(|addr| !addr.ip().is_loopback()) {
            let wrong = "must be set because WEB_ADDR lets other machines in; or use WEB_ADDR=127.0.0.1:8787";
            faults.note::<()>("WEB_PASSWORD", wrong, "a-long-and-private-phrase");
        }
        let metrics_token = value(lookup, "METRICS_TOKEN");
        let good = |text: &String| text.len() >= 16 && text.bytes().all(|b| b.is_ascii_graphic());
        if metrics_token.as_ref().is_some_and(|text| !good(text)) {
            let wrong = "must have at least 16 letters, digits and signs, without spaces";
            faults.note::<()>("METRICS_TOKEN", wrong, "a-long-random-word-for-the-scraper");
        }
        if metrics_token.is_none() && health_addr.is_some_and(|addr| !addr.ip().is_loopback()) {
            let wrong = "must be set because HEALTH_ADDR lets other machines in; or use HEALTH_ADDR=127.0.0.1:8790";
            faults.note::<()>("METRICS_TOKEN", wrong, "a-long-random-word-for-the-scraper");
        }
        let (password, metrics_token) = (password.map(Secret::new), metrics_token.map(Secret::new));
        faults.or(Self { addr: addr.unwrap_or(usual), public_url, password, metrics_token, health_addr })
    }
}

/// Whether a character shows: a password of others looks set and is as good as none.
fn shows(c: char) -> bool {
    let unseen = matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{e0000}'..='\u{e0fff}');
    !(unseen || c.is_whitespace() || c.is_control())
}
