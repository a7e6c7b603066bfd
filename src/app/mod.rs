//! The composition root: the only place that names concrete adapters. Settings become parts, parts become an engine,
//! platforms are connected, and everything runs until stopped.

pub mod commands;
mod gateways;
pub mod logging;
pub mod redaction;
mod serving;
mod settings;
mod stopping;
#[cfg(any(feature = "failpoints", feature = "planted-bugs"))]
pub mod trial;
mod trying_out;
mod watching;

use crate::adapters::charts::Plotters;
use crate::adapters::child::OwnProgram;
use crate::adapters::documents::ChildReader;
use crate::adapters::folder::{Folder, Watched as WatchedFolders};
use crate::adapters::http::SafeFetch;
use crate::adapters::offline::Offline;
use crate::adapters::openai::{Key, OpenAi, OpenAiConfig, VoiceConfig};
use crate::adapters::scripts::ChildScripts;
use crate::adapters::search::{Brave, SearXng, Tavily};
use crate::adapters::store::Database;
use crate::adapters::system_clock::System;
use crate::adapters::web::Web;
use crate::config::{Config, Retention, Roles, Search as SearchConfig};
use crate::engine::{Defaults, Engine, FirstCode, Parts, Periods, Share};
use crate::ports::documents::Documents;
use crate::ports::files::Files;
use crate::ports::grammar::Grammar;
use crate::ports::model::Model;
use crate::ports::scripts::Scripts;
use crate::ports::store::{Changed, Changes, STRANGERS, StoreError, Transient};
use crate::ports::tool::{Reach, Tool};
use crate::ports::web::search::Search;
use crate::secretary::inbound::{Account, Platform};
use crate::secretary::settings::retention::Keeping;
use crate::secretary::when;
use crate::tools::{self, ToolParts};
use crate::workers::roster;
use chrono::TimeDelta;
use futures_util::FutureExt;
use gateways::Hands;
use redaction::known_secrets::KnownSecrets;
pub use settings::misspelled::slips;
pub use settings::setting_files::{text_of, unusable};
pub use settings::settings;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
pub use stopping::Replaced;
use stopping::Running;
use stopping::signals::Signals;
use tokio_util::sync::CancellationToken;
use watching::Platforms;

/// Runs everything this process is to do until Ctrl-C or SIGTERM.
///
/// # Errors
/// A sentence on what keeps it from starting, or from going on.
pub async fn run(config: Config) -> anyhow::Result<()> {
    let mut signals = Signals::listen()?;
    // Before the first file is made.
    let listeners = serving::listen(&config).await?;
    // Until then nothing is taken in that would have to be brought to an end: what is cut off is as after a kill.
    let Prepared { store, changes, model, engine } = tokio::select! {
        biased;
        () = signals.stop() => {
            say("Stopped during the start.");
            return Ok(());
        }
        prepared = Box::pin(prepare(&config)) => prepared?,
    };
    let house = House { hands: Arc::new(Hands::of(&config, &engine)), config, engine, store };
    let mut running = Running::default();
    let (telegram, webhook) = gateways::telegram(&house, &running.stop, &mut running.tasks)?;
    let discord = gateways::discord(&house, &running.stop, &mut running.tasks);
    let platforms = Platforms { web: house.config.roles.web, telegram, discord };
    let served = serving::serve(&house, listeners, webhook, platforms, &mut running)?;
    let House { config, engine, store, .. } = house;
    let ousted = beside_others(&engine, changes, served.web, &mut running);
    // Only now: what is due at once must find its platform connected.
    running.tasks.spawn(engine.clone().run(running.stop.clone()));
    if config.roles.scheduler {
        running.tasks.spawn(engine.clone().forget_daily(periods(&config.retention), running.stop.clone()));
        running.tasks.spawn(engine.clone().watch_folders(running.stop.clone()));
    }
    if let Some(model) = model.filter(|_| config.roles.worker) {
        let trial = trying_out::try_out(model, engine.instructions());
        running.tasks.spawn(running.stop.clone().run_until_cancelled_owned(trial).map(drop));
    }
    let asked = tokio::select! {
        biased;
        () = signals.stop() => true,
        greeted = greet(&config, &engine, &served.at) => {
            greeted?;
            false
        }
    };
    stopping::when_asked(signals, asked, ousted, running, &engine, &store).await
}

/// What is there before anything is taken in.
struct Prepared {
    store: Database,
    changes: Box<dyn Changes>,
    model: Option<Arc<OpenAi>>,
    engine: Arc<Engine>,
}

/// Opens the database, brings it up to date, and makes an engine over it.
async fn prepare(config: &Config) -> anyhow::Result<Prepared> {
    // On a server the files of tickets are in the database.
    if !config.storage.on_a_server() {
        usable(Path::new(&config.storage.data_dir))?;
    }
    let store = commands::keeping::open(config).await?;
    let changes = store.join().await.map_err(unwritable)?;
    if config.roles.worker {
        store.works().await.map_err(unwritable)?;
    }
    settings::audit_key::begin(config, &store).await?;
    let model = model(config)?;
    let engine = engine(config, &store, model.clone().map_or_else(|| offline(config), |m| m as Arc<dyn Model>))?;
    let local_owner = config.web.addr.ip().is_loopback() || config.web.password.is_some();
    engine.prepare(local_owner && config.roles.web).await.map_err(unwritable)?;
    Ok(Prepared { store, changes, model, engine })
}

/// Hears of what other processes change, and says that this one lives. What is given is cancelled when others have taken
/// over its work.
fn beside_others(
    engine: &Arc<Engine>,
    changes: Box<dyn Changes>,
    web: Option<Arc<Web>>,
    running: &mut Running,
) -> CancellationToken {
    let (signs, mut asked) = tokio::sync::mpsc::channel(SIGNS);
    let beside = move |changed: &Changed| match (&web, changed) {
        (Some(web), Changed::WebLog | Changed::Anything) => web.changed(),
        // With so many waiting, one is not missed.
        (_, Changed::Typing(_) | Changed::Seen(..)) => drop(signs.try_send(changed.clone())),
        _ => {}
    };
    let shows = engine.clone();
    running.tasks.spawn(async move {
        while let Some(sign) = asked.recv().await {
            shows.show_sign(&sign).await;
        }
    });
    let (listening, stopped) = (engine.clone(), running.stop.clone());
    running.tasks.spawn(async move { listening.listen(changes, beside, stopped).await });
    let ousted = CancellationToken::new();
    let (living, stopped, ends) = (engine.clone(), running.stop.clone(), ousted.clone());
    running.tasks.spawn(async move {
        if !living.live(stopped).await {
            ends.cancel();
        }
    });
    ousted
}

/// How long each kind of row is kept.
fn periods(kept: &Retention) -> Periods {
    let days = [
        (Transient::Inbox, kept.inbox),
        (Transient::Quarantine, kept.quarantine),
        (Transient::Outbox, kept.outbox),
        (Transient::Journal, kept.journal),
        (Transient::WebChat, kept.web),
        (Transient::Tickets, kept.tickets),
        (Transient::Undo, kept.undo),
        (Transient::Buttons, kept.buttons),
        (Transient::Strangers, Some(STRANGERS)),
    ];
    days.into_iter().filter_map(|(kind, days)| Some((kind, TimeDelta::days(i64::from(days?))))).collect()
}

/// The same, to be told.
fn kept(kept: &Retention) -> Keeping {
    let Retention { inbox, quarantine, outbox, journal, web, tickets, former, undo, buttons } = *kept;
    Keeping { inbox, quarantine, outbox, journal, web, tickets, former, undo, buttons }
}

/// Typing signs and receipts for other processes that wait to be shown.
const SIGNS: usize = 64;

/// What the parts of a running program share.
struct House {
    config: Config,
    engine: Arc<Engine>,
    store: Database,
    hands: Arc<Hands>,
}

fn unwritable(error: StoreError) -> anyhow::Error {
    anyhow::anyhow!(
        "The database cannot be written to: {}. Mend that and start again; what was kept is still there.",
        error.reason()
    )
}

/// The engine of these settings over this database.
///
/// # Errors
/// A time zone that does not exist, or parts that cannot be set up.
pub(crate) fn engine(config: &Config, store: &Database, model: Arc<dyn Model>) -> anyhow::Result<Arc<Engine>> {
    let zone = when::parse_zone(&config.place.timezone).map_err(|why| anyhow::anyhow!("DEFAULT_TIMEZONE: {why}"))?;
    let tools = tools(config, store)?;
    let reaches: Vec<(String, Reach)> = tools.iter().map(|t| (t.spec().name, t.terms().reach)).collect();
    let outside = |name: &str| reaches.iter().any(|(n, reach)| n == name && *reach == Reach::Outside);
    let folder = Path::new("agents");
    let roster = roster::load(folder.is_dir().then_some(folder), &outside);
    #[cfg(feature = "failpoints")]
    let roster = trial::hand_out(roster);
    for fault in &roster.faults {
        say(fault);
    }
    let owner = |(platform, user): &(String, String)| {
        Platform::of_name(platform).map(|platform| Account { platform, user: user.clone() })
    };
    let Roles { gateway, scheduler, web, .. } = config.roles;
    Ok(Engine::new(Parts {
        store: Arc::new(store.clone()),
        processes: Arc::new(store.clone()),
        model,
        grammar: Arc::new(Offline { searches: !config.search.is_off() }),
        tools,
        files: files(config, store),
        documents: documents(config),
        scripts: scripts(config),
        charts: Some(Arc::new(Plotters)),
        folders: Some(Arc::new(WatchedFolders::new(&config.storage.watch_dir))),
        clock: Arc::new(System),
        entropy: Arc::new(System),
        secrets: Arc::new(KnownSecrets::outward(config.secrets().into_iter().map(|secret| secret.reveal()))),
        roster: roster.agents,
        defaults: Defaults {
            zone: zone.name().to_owned(),
            language: config.place.language.clone(),
            owners: config.owners.list.iter().filter_map(owner).collect(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            messages: config.inbound_rate.messages,
            address: serving::address(config),
            kept: kept(&config.retention),
        },
        share: Share {
            others: config.storage.on_a_server(),
            decides: gateway || scheduler || web,
            calls: config.model.as_ref().and_then(|server| server.calls).unwrap_or(Share::CALLS),
        },
    }))
}

/// Makes the folder of ticket files and tries whether files can be made in it: better said at the start than when an
/// agent wants to keep its work.
fn usable(folder: &Path) -> anyhow::Result<()> {
    let tried = std::fs::create_dir_all(folder).and_then(|()| tempfile_in(folder));
    tried.map_err(|error| {
        anyhow::anyhow!(
            "The folder {} for the files of tickets cannot be written to: {error}. Choose another with DATA_DIR=./data",
            folder.display()
        )
    })
}

/// Makes an empty file and takes it away again; several processes may do so at the same time.
fn tempfile_in(folder: &Path) -> std::io::Result<()> {
    let file = folder.join(format!(".writable-{}", std::process::id()));
    std::fs::write(&file, [])?;
    std::fs::remove_file(&file)
}

fn offline(config: &Config) -> Arc<dyn Model> {
    Arc::new(Offline { searches: !config.search.is_off() })
}

fn model(config: &Config) -> anyhow::Result<Option<Arc<OpenAi>>> {
    let Some(server) = &config.model else { return Ok(None) };
    let config = OpenAiConfig {
        base_url: server.base_url.clone(),
        key: server.key.as_ref().map(|k| Key::new(k.reveal())),
        model: server.model.clone(),
        model_triage: server.model_triage.clone(),
        model_work: server.model_work.clone(),
        model_report: server.model_report.clone(),
        model_vision: server.model_vision.clone(),
        voice: VoiceConfig {
            base_url: server.voice.base_url.clone(),
            key: server.voice.key.as_ref().map(|k| Key::new(k.reveal())),
            model: server.voice.model.clone(),
        },
        prices: server.prices.as_deref().map(settings::pricing::prices).transpose()?.unwrap_or_default(),
        repair: crate::prompts::repair,
    };
    Ok(Some(Arc::new(OpenAi::new(config, Arc::new(System))?)))
}

fn tools(config: &Config, store: &Database) -> anyhow::Result<Vec<Arc<dyn Tool>>> {
    let parse_when: tools::ParseWhen = Arc::new(|text, zone, now| {
        let rule = Offline::default().time(text, zone, now).map_err(|why| why.to_string())?.rule;
        match when::next_due(&rule, zone, now) {
            Some(_) => serde_json::to_value(&rule).map_err(|e| e.to_string()),
            None => Err("that moment has passed or never comes".to_owned()),
        }
    });
    let tools = tools::all(ToolParts {
        fetch: Arc::new(SafeFetch::new()?),
        search: search(&config.search)?,
        notes: Arc::new(store.clone()),
        files: files(config, store),
        scripts: scripts(config),
        charts: Arc::new(Plotters),
        parse_when,
        sum: Arc::new(|text| Offline::default().sum(text)),
    });
    #[cfg(feature = "failpoints")]
    let tools = trial::equip(tools)?;
    Ok(tools)
}

/// What reads documents that people send: this program, once more for each of them. Where it does not know its own file,
/// nothing is read.
fn documents(config: &Config) -> Arc<dyn Documents> {
    match &config.program {
        Some(program) => Arc::new(ChildReader::new(Arc::new(OwnProgram::new(program)))),
        None => Arc::new(()),
    }
}

/// What runs scripts: this program, once more for each run. They do not wait for documents, nor documents for them.
fn scripts(config: &Config) -> Arc<dyn Scripts> {
    match &config.program {
        Some(program) => Arc::new(ChildScripts::new(Arc::new(OwnProgram::new(program)))),
        None => Arc::new(()),
    }
}

/// Where files of tickets live: beside a database in a file, and inside one that several machines share.
fn files(config: &Config, store: &Database) -> Arc<dyn Files> {
    if store.is_shared() { Arc::new(store.clone()) } else { Arc::new(Folder::new(&config.storage.data_dir)) }
}

fn search(config: &SearchConfig) -> anyhow::Result<Option<Arc<dyn Search>>> {
    Ok(match config {
        SearchConfig { searxng_url: Some(url), .. } => Some(Arc::new(SearXng::new(url)?)),
        SearchConfig { brave_key: Some(key), .. } => Some(Arc::new(Brave::new(key.reveal())?)),
        SearchConfig { tavily_key: Some(key), .. } => Some(Arc::new(Tavily::new(key.reveal())?)),
        SearchConfig { .. } => None,
    })
}

/// What a person at the terminal reads after a start.
async fn greet(config: &Config, engine: &Engine, at: &serving::Addresses) -> anyhow::Result<()> {
    match at.chat {
        Some(address) => say(&format!("The secretary is ready. Web chat: http://{address}")),
        None => say("The secretary is ready, without a web chat (ROLES)."),
    }
    if let Some(line) = config.roles.elsewhere() {
        say(&line);
    }
    if let Some(address) = at.health {
        say(&format!("Its health: http://{address}/readyz"));
    }
    for line in config.warnings.iter().chain(&config.off_lines()) {
        say(line);
    }
    if !config.roles.gateway || (config.telegram.is_none() && config.discord.is_none()) {
        return Ok(());
    }
    match engine.first_code(config.storage.on_a_server()).await? {
        FirstCode::New(code) => {
            say(&commands::pair::invitation(&code));
            say("(“secretary pair” prints a new code.)");
        }
        FirstCode::Elsewhere => say(
            "Another process printed a code to become the owner within the last 10 minutes; “secretary pair” prints a new one.",
        ),
        FirstCode::NotNeeded => {}
    }
    Ok(())
}

/// Says a line at the terminal; a closed terminal is no reason to stop.
fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
