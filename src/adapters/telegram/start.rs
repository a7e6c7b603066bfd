//! The calls of every start: the bot's identity, the menu, and how updates arrive. Waiting updates are never
//! discarded (platform-facts T4).

use super::Inner;
use super::receive::drain::{UPDATES, back_off};
use super::receive::inbound::Us;
use super::send::client::{CALL, Failure};
use crate::ports::store::bot_name_mark;
use crate::ports::trial::planted;
use crate::secretary::inbound::{Platform, Trouble};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use teloxide::payloads::{GetMe, SetMyCommands};
use teloxide::types::BotCommand;

/// The wait before a refused webhook is tried again.
const WEBHOOK_AGAIN: Duration = Duration::from_secs(300);
/// Commands in the menu, characters of a name and of a description (platform-facts T44).
const MENU: (usize, usize, usize) = (100, 32, 256);

#[derive(Deserialize)]
struct Me {
    #[serde(default)]
    username: String,
}

impl Inner {
    /// Starts and receives; returns only when the token is not accepted.
    pub(super) async fn serve(inner: &Arc<Self>) {
        if inner.wrong_token().is_some() {
            return inner.notice(Trouble::Token).await;
        }
        let Err(failure) = Self::start_and_receive(inner).await else { return };
        inner.status.wrong_token(&failure.to_string());
        inner.notice(Trouble::Token).await;
    }

    /// Returns only with a failure nothing but another token helps against.
    async fn start_and_receive(inner: &Arc<Self>) -> Result<(), Failure> {
        inner.recall_silence().await;
        let who = GetMe::new();
        let me: Me = inner.insist(|| inner.coming_through(inner.client.send(&who))).await?;
        inner.remember_name(&me.username).await;
        let _ = inner.us.set(Us { id: inner.bot.clone(), username: me.username });
        Self::answer_left_over(inner).await;
        // Telegram may make us wait for a while before it takes a menu; people need not wait for that.
        match &inner.webhook {
            None => {
                let nothing =
                    if planted::is("drop-pending") { json!({"drop_pending_updates": true}) } else { json!({}) };
                let gone = || inner.coming_through(inner.client.call::<_, IgnoredAny>("deleteWebhook", &nothing, CALL));
                inner.insist(gone).await?;
                tokio::try_join!(Self::poll(inner), inner.set_menu()).map(|_| ())
            }
            Some(webhook) => {
                inner.set_webhook(&webhook.registration()).await?;
                inner.heard().await;
                inner.status.receiving();
                inner.set_menu().await?;
                std::future::pending().await
            }
        }
    }

    /// Keeps what the bot is called, so that an invitation can lead to it; written only when it is new.
    async fn remember_name(&self, name: &str) {
        let mark = bot_name_mark(Platform::Telegram);
        match self.marks.mark(&mark).await {
            Ok(Some(known)) if known == name => {}
            Ok(_) => {
                if let Err(error) = self.marks.set_mark(&mark, name).await {
                    tracing::debug!(%error, "the name of the bot could not be kept");
                }
            }
            Err(error) => tracing::debug!(%error, "the name of the bot could not be read"),
        }
    }

    /// Lets people know of a trouble.
    pub(super) async fn notice(&self, trouble: Trouble) {
        let noticed = trouble.noticed(Platform::Telegram, &self.bot, self.clock.now());
        if let Err(error) = self.intake.receive(vec![noticed]).await {
            tracing::warn!(%error, "a trouble with Telegram could not be told");
        }
    }

    /// Repeats a call until it succeeds or is refused for good.
    async fn insist<T, F>(&self, call: impl Fn() -> F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Failure>>,
    {
        let mut attempt = 0;
        loop {
            match call().await {
                Err(failure) if passes(&failure) => {
                    attempt += 1;
                    self.status.trouble(failure.to_string());
                    self.pause(failure.retry_after().unwrap_or_else(|| back_off(attempt, &self.bot))).await;
                }
                settled => return settled,
            }
        }
    }

    /// A call without which nothing is received: where it fails, the silence goes on.
    async fn coming_through<T>(&self, call: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
        let answer = call.await;
        if answer.is_err() {
            self.unheard().await;
        }
        answer
    }

    /// A menu that is refused is a fault of ours and no reason to be silent: the bot works without it.
    async fn set_menu(&self) -> Result<(), Failure> {
        let menu: Vec<BotCommand> = menu(self.commands.get().map(Vec::as_slice).unwrap_or_default());
        if menu.is_empty() {
            return Ok(());
        }
        let set = SetMyCommands::new(menu);
        match self.insist(|| self.client.send::<_, IgnoredAny>(&set)).await {
            // Whether the token is good, the poll finds out.
            Err(failure) => {
                tracing::error!(%failure, "Telegram refused the menu of commands");
                Ok(())
            }
            Ok(_) => Ok(()),
        }
    }

    async fn set_webhook(&self, registration: &Value) -> Result<(), Failure> {
        let mut wanted = registration.clone();
        wanted["allowed_updates"] = json!(UPDATES);
        loop {
            let set = || self.coming_through(self.client.call::<_, IgnoredAny>("setWebhook", &wanted, CALL));
            match self.insist(set).await {
                Err(failure) if failure.is_wrong_token() => return Err(failure),
                Err(failure) => {
                    self.status.trouble(format!("the webhook is refused ({failure}). Check TELEGRAM_WEBHOOK_URL"));
                    self.pause(WEBHOOK_AGAIN).await;
                }
                Ok(_) => return Ok(()),
            }
        }
    }
}

/// Whether the same call may succeed later.
fn passes(failure: &Failure) -> bool {
    match failure {
        Failure::Unsent(_) | Failure::Lost(_) => true,
        Failure::Answer { code, .. } => *code == 429 || *code == 409 || *code >= 500,
    }
}

/// The commands Telegram accepts; one that it would refuse would take the whole menu with it.
fn menu(commands: &[(String, String)]) -> Vec<BotCommand> {
    let (most, name_length, description_length) = MENU;
    let plain = |name: &str| name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    let fits = |(name, words): &&(String, String)| {
        let fits = (1..=name_length).contains(&name.len()) && plain(name) && !words.trim().is_empty();
        if !fits {
            tracing::error!(name, "a command cannot be shown in the menu of Telegram");
        }
        fits
    };
    let shown = |(name, words): &(String, String)| {
        BotCommand::new(name, words.trim().chars().take(description_length).collect::<String>())
    };
    commands.iter().filter(fits).take(most).map(shown).collect()
}

#[cfg(test)]
mod tests {
    use crate::adapters::telegram::start::*;

    #[test]
    fn the_menu_holds_only_what_telegram_accepts() {
        let given = [("new", "An idea"), ("New", "x"), ("a-b", "x"), ("", "x"), ("list", " "), ("show", "y")];
        let shown = menu(&given.map(|(name, words)| (name.to_owned(), words.to_owned())));
        assert_eq!(shown.iter().map(|c| c.command.as_str()).collect::<Vec<_>>(), ["new", "show"]);
        let many = vec![("x".to_owned(), "ä".repeat(300)); 120];
        assert_eq!(menu(&many).len(), 100);
        assert_eq!(menu(&many)[0].description.chars().count(), 256);
    }
}
