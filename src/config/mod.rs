//! The settings: one small section per concern, each read from a look-up of variables and checked. Every setting is
//! optional; an empty value counts as unset; all faults are shown together. The app turns sections into arguments of
//! adapters. Nothing here may know an adapter or read the environment.

mod fault;
mod log;
mod model;
mod people;
mod platforms;
mod search;
mod secret;
mod storage;

pub use fault::{ConfigError, Fault};
pub use log::{Log, LogFormat};
pub use model::{ModelServer, OPENAI, Voice};
pub use people::owners::Owners;
pub use people::roles::Roles;
pub use platforms::discord::Discord;
pub use platforms::rate_limits::InboundRate;
pub use platforms::telegram::Telegram;
pub use platforms::web::Web;
pub use search::Search;
pub use secret::Secret;
pub use storage::Storage;
pub use storage::place::Place;
pub use storage::retention::Retention;

use std::path::PathBuf;

/// How a variable is looked up, by its exact name.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Every setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Database and files.
    pub storage: Storage,
    /// What this process does.
    pub roles: Roles,
    /// The web chat.
    pub web: Web,
    /// The first owners.
    pub owners: Owners,
    /// Telegram, when on.
    pub telegram: Option<Telegram>,
    /// Discord, when on.
    pub discord: Option<Discord>,
    /// The language model, when on.
    pub model: Option<ModelServer>,
    /// Web search.
    pub search: Search,
    /// Default time zone and language.
    pub place: Place,
    /// How long things are kept.
    pub retention: Retention,
    /// How fast people may write.
    pub inbound_rate: InboundRate,
    /// Logging.
    pub log: Log,
    /// The file of the program itself, where the system tells.
    pub program: Option<PathBuf>,
    /// Sentences on what looks wrong but does not keep the program from starting.
    pub warnings: Vec<String>,
}

impl Config {
    /// Reads every section.
    ///
    /// # Errors
    /// All faults of all sections together.
    pub fn from_env(lookup: Lookup<'_>) -> Result<Self, ConfigError> {
        let mut all = ConfigError::default();
        let storage = keep(Storage::from_env(lookup), &mut all);
        let shared = storage.as_ref().is_none_or(Storage::on_a_server);
        let roles = keep(Roles::from_env(lookup, shared), &mut all);
        let web = keep(Web::from_env(lookup), &mut all);
        let owners = keep(Owners::from_env(lookup), &mut all);
        let telegram = keep(Telegram::from_env(lookup), &mut all);
        let discord = keep(Discord::from_env(lookup), &mut all);
        let model = keep(ModelServer::from_env(lookup), &mut all);
        let search = keep(Search::from_env(lookup), &mut all);
        let place = keep(Place::from_env(lookup), &mut all);
        let retention = keep(Retention::from_env(lookup), &mut all);
        let log = keep(Log::from_env(lookup), &mut all);
        let inbound_rate = keep(InboundRate::from_env(lookup), &mut all);
        let hooked = telegram.as_ref().is_some_and(|set| set.as_ref().is_some_and(|set| set.webhook_url.is_some()));
        let roles = roles.filter(|roles| {
            let unheard = hooked && roles.gateway && !roles.web;
            if unheard {
                let wrong = "has gateway without web, and with TELEGRAM_WEBHOOK_URL Telegram calls the web address of the \
                             process that has its bot";
                all.faults.push(Fault { variable: "ROLES", wrong: wrong.to_owned(), example: "gateway,web" });
            }
            !unheard
        });
        let whole = || {
            let (telegram, discord, model) = (telegram?, discord?, model?);
            Some(Self {
                warnings: warnings(lookup, telegram.is_some(), discord.is_some(), model.as_ref()),
                storage: storage?,
                roles: roles?,
                web: web?,
                owners: owners?,
                telegram,
                discord,
                model,
                search: search?,
                place: place?,
                retention: retention?,
                inbound_rate: inbound_rate?,
                log: log?,
                program: None,
            })
        };
        whole().ok_or(all)
    }

    /// Every secret among the settings.
    pub fn secrets(&self) -> Vec<&Secret> {
        let telegram = self.telegram.iter().flat_map(|t| std::iter::once(&t.token).chain(&t.webhook_secret));
        let discord = self.discord.iter().map(|d| &d.token);
        let model = self.model.iter().flat_map(|m| m.key.iter().chain(&m.voice.key));
        let search = [&self.search.brave_key, &self.search.tavily_key].into_iter().flatten();
        let web = self.web.password.iter().chain(&self.web.metrics_token);
        telegram
            .chain(discord)
            .chain(model)
            .chain(search)
            .chain(web)
            .chain(&self.storage.password)
            .chain(&self.storage.audit_key)
            .collect()
    }

    /// One line for each of Telegram, Discord, language model and web search that is off, with what turns it on.
    pub fn off_lines(&self) -> Vec<String> {
        [
            (
                self.telegram.is_none(),
                "Telegram is off. TELEGRAM_BOT_TOKEN turns it on (ask @BotFather in Telegram for a token).",
            ),
            (
                self.discord.is_none(),
                "Discord is off. DISCORD_TOKEN turns it on (the Bot page of discord.com/developers has it).",
            ),
            (
                self.model.is_none(),
                "The language model is off; built-in rules do what rules can. OPENAI_API_KEY turns it on, or OPENAI_BASE_URL for any compatible server.",
            ),
            (self.search.is_off(), "Web search is off. SEARXNG_URL, BRAVE_API_KEY or TAVILY_API_KEY turns it on."),
        ]
        .into_iter()
        .filter(|(off, _)| *off)
        .map(|(_, line)| line.to_owned())
        .collect()
    }
}

fn keep<T>(section: Result<T, ConfigError>, all: &mut ConfigError) -> Option<T> {
    section.map_err(|error| all.faults.extend(error.faults)).ok()
}

/// The names of all settings, as `.env.example` explains them.
pub fn names() -> impl Iterator<Item = &'static str> {
    let names =
        include_str!("../../.env.example").lines().filter_map(|line| Some(line.strip_prefix('#')?.split_once('=')?.0));
    names.filter(|name| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
}

/// What looks wrong but may be meant: settings without the one that turns them on.
fn warnings(lookup: Lookup<'_>, telegram: bool, discord: bool, model: Option<&ModelServer>) -> Vec<String> {
    let mut lines = model.map(ModelServer::warnings).unwrap_or_default();
    let mut unused = |on: bool, names: &[&str], switch: &str| {
        let set: Vec<&str> = names.iter().copied().filter(|name| fault::value(lookup, name).is_some()).collect();
        if !on && !set.is_empty() {
            lines.push(format!("Without {switch}, {} has no effect.", set.join(", ")));
        }
    };
    unused(telegram, &["TELEGRAM_API_URL", "TELEGRAM_WEBHOOK_URL", "TELEGRAM_WEBHOOK_SECRET"], "TELEGRAM_BOT_TOKEN");
    unused(discord, &["DISCORD_API_URL"], "DISCORD_TOKEN");
    let models = [
        "OPENAI_MODEL",
        "OPENAI_MODEL_TRIAGE",
        "OPENAI_MODEL_WORK",
        "OPENAI_MODEL_REPORT",
        "OPENAI_MODEL_VISION",
        "OPENAI_MODEL_VOICE",
        "OPENAI_VOICE_BASE_URL",
        "OPENAI_VOICE_API_KEY",
        "OPENAI_CALLS_AT_ONCE",
        "PRICES_FILE",
    ];
    unused(model.is_some(), &models, "OPENAI_API_KEY or OPENAI_BASE_URL");
    lines
}

#[cfg(test)]
mod tests;
