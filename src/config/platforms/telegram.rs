//! Telegram: the bot's token, another Bot API server, and the webhook.

use crate::config::Lookup;
use crate::config::fault::{ConfigError, Faults, value};
use crate::config::secret::Secret;

/// TELEGRAM_BOT_TOKEN, TELEGRAM_API_URL, TELEGRAM_WEBHOOK_URL, TELEGRAM_WEBHOOK_SECRET.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telegram {
    /// The bot's token.
    pub token: Secret,
    /// The root of another Bot API server, without `/bot`; the official one when absent.
    pub api_url: Option<String>,
    /// The public address Telegram shall post updates to; polling when absent.
    pub webhook_url: Option<String>,
    /// What Telegram must send along; always there with `webhook_url`.
    pub webhook_secret: Option<Secret>,
}

impl Telegram {
    /// Reads the section; nothing when there is no token.
    ///
    /// # Errors
    /// A value no server could accept, or a webhook without its secret.
    pub fn from_env(lookup: Lookup<'_>) -> Result<Option<Self>, ConfigError> {
        const URL: &str = "https://bot.example.org/telegram/webhook";
        let mut faults = Faults::default();
        let token = value(lookup, "TELEGRAM_BOT_TOKEN").and_then(|text| {
            if is_token(&text) {
                return Some(Secret::new(text));
            }
            let wrong = "must be the token @BotFather gave: a number, a colon and letters";
            faults.note("TELEGRAM_BOT_TOKEN", wrong, "123456789:AAExampleExampleExample")
        });
        let api_url = faults.url(lookup, "TELEGRAM_API_URL", "http://127.0.0.1:8081");
        if api_url.as_ref().is_some_and(|url| url.ends_with("/bot")) {
            faults.note::<()>(
                "TELEGRAM_API_URL",
                "must be the root of the server, without /bot",
                "http://127.0.0.1:8081",
            );
        }
        let webhook_url = faults.url(lookup, "TELEGRAM_WEBHOOK_URL", URL);
        // A Bot API server of one's own delivers to plain addresses, too; the official one never does.
        let official = api_url.as_ref().is_none_or(|url| url.to_ascii_lowercase().ends_with("//api.telegram.org"));
        if official && webhook_url.as_ref().is_some_and(|url| !url.to_ascii_lowercase().starts_with("https://")) {
            faults.note::<()>("TELEGRAM_WEBHOOK_URL", "must begin with https://, Telegram accepts nothing else", URL);
        }
        let webhook_secret = value(lookup, "TELEGRAM_WEBHOOK_SECRET").and_then(|text| {
            if is_webhook_secret(&text) {
                return Some(Secret::new(text));
            }
            let wrong = "must have 8 to 256 characters out of A-Z, a-z, 0-9, _ and -, which nobody guesses";
            faults.note("TELEGRAM_WEBHOOK_SECRET", wrong, "a-long-random-word")
        });
        if webhook_url.is_some() && value(lookup, "TELEGRAM_WEBHOOK_SECRET").is_none() {
            let wrong = "must be set with TELEGRAM_WEBHOOK_URL, so that nobody else can post as Telegram";
            faults.note::<()>("TELEGRAM_WEBHOOK_SECRET", wrong, "a-long-random-word");
        }
        faults.or(token.map(|token| Self { token, api_url, webhook_url, webhook_secret }))
    }
}

fn is_token(text: &str) -> bool {
    text.split_once(':').is_some_and(|(id, rest)| {
        !id.is_empty()
            && id.chars().all(|c| c.is_ascii_digit())
            && !rest.is_empty()
            && rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
    })
}

/// The form setWebhook asks for (platform-facts T9), and no word that is guessed in a few tries: anybody may try.
fn is_webhook_secret(text: &str) -> bool {
    (8..=256).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}
