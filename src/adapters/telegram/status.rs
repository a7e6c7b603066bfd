//! The state of the connection to Telegram, for people and the log. A change is logged once; repetitions are silent.

use std::sync::{Mutex, PoisonError};

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Starting,
    Receiving,
    Trouble(String),
    WrongToken(String),
    Stopped,
}

/// The present state.
pub(super) struct Status {
    state: Mutex<State>,
    by_webhook: bool,
}

impl Status {
    pub(super) fn new(by_webhook: bool) -> Self {
        Self { state: Mutex::new(State::Starting), by_webhook }
    }

    /// Everything works.
    pub(super) fn receiving(&self) {
        if self.change(State::Receiving) {
            tracing::info!("Telegram: receiving");
        }
    }

    /// Something is wrong and will be tried again.
    pub(super) fn trouble(&self, sentence: String) {
        if self.change(State::Trouble(sentence.clone())) {
            tracing::warn!("Telegram: {sentence}");
        }
    }

    /// The token is not accepted; only a new start with another one helps.
    pub(super) fn wrong_token(&self, reason: &str) {
        let sentence = format!(
            "the bot token is not accepted ({reason}). Check TELEGRAM_BOT_TOKEN, and TELEGRAM_API_URL if it is set, \
             and start again"
        );
        if self.change(State::WrongToken(sentence.clone())) {
            tracing::error!("Telegram: {sentence}");
        }
    }

    /// The house closes.
    pub(super) fn stopped(&self) {
        self.change(State::Stopped);
    }

    /// The sentence about a wrong token.
    pub(super) fn token_refusal(&self) -> Option<String> {
        match &*self.state.lock().unwrap_or_else(PoisonError::into_inner) {
            State::WrongToken(sentence) => Some(sentence.clone()),
            State::Starting | State::Receiving | State::Trouble(_) | State::Stopped => None,
        }
    }

    /// One line for people.
    pub(super) fn line(&self, username: Option<&str>) -> String {
        let way = if self.by_webhook { "by webhook" } else { "by polling" };
        let name = username.map(|name| format!(" as @{name}")).unwrap_or_default();
        match &*self.state.lock().unwrap_or_else(PoisonError::into_inner) {
            State::Starting => "Telegram: starting".to_owned(),
            State::Receiving => format!("Telegram: connected{name}, receiving {way}"),
            State::Trouble(sentence) => format!("Telegram: {sentence}; trying again"),
            State::WrongToken(sentence) => format!("Telegram: off, {sentence}"),
            State::Stopped => "Telegram: stopped".to_owned(),
        }
    }

    /// Why nothing is received at the moment, if so.
    pub(super) fn unready(&self) -> Option<String> {
        match &*self.state.lock().unwrap_or_else(PoisonError::into_inner) {
            State::Receiving => None,
            State::Starting => Some("it is starting".to_owned()),
            State::Trouble(sentence) | State::WrongToken(sentence) => Some(sentence.clone()),
            State::Stopped => Some("it has stopped".to_owned()),
        }
    }

    fn change(&self, to: State) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if *state == to || matches!(*state, State::WrongToken(_)) {
            return false;
        }
        *state = to;
        true
    }
}
