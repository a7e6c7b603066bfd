//! Tests of every rule of the settings, and that a bad value gets a sentence without secrets.

use crate::config::*;

fn read(pairs: &[(&str, &str)]) -> Result<Config, ConfigError> {
    let lookup = |name: &str| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
    Config::from_env(&lookup)
}

/// The only fault of a configuration.
fn fault(pairs: &[(&str, &str)]) -> String {
    let error = read(pairs).unwrap_err();
    assert_eq!(error.faults.len(), 1, "{error}");
    error.to_string()
}

#[test]
fn nothing_set_is_a_working_configuration() {
    let config = read(&[]).unwrap();
    assert_eq!(config.storage.database_url.reveal(), "sqlite://secretary.db");
    assert_eq!(config.storage.data_dir, "./data");
    assert_eq!((config.storage.watch_dir.as_str(), &config.web.public_url), ("./data/watched", &None));
    assert_eq!(config.web.addr.to_string(), "127.0.0.1:8787");
    assert_eq!((config.place.timezone.as_str(), config.place.language.as_str()), ("UTC", "en"));
    assert_eq!((config.log.filter.as_str(), config.log.format), ("info", LogFormat::Text));
    assert!(config.warnings.is_empty() && config.owners.list.is_empty());
    let empty: Vec<(&str, &str)> = ["DATABASE_URL", "WEB_ADDR", "TELEGRAM_BOT_TOKEN", "OPENAI_API_KEY", "LOG_FORMAT"]
        .into_iter()
        .map(|name| (name, "  "))
        .collect();
    assert_eq!(read(&empty).unwrap(), config);
}

#[test]
fn periods_are_days_and_none_is_shorter_than_platforms_repeat_themselves() {
    let kept = |pairs: &[(&str, &str)]| read(pairs).unwrap().retention;
    let usual = Retention {
        inbox: Some(30),
        quarantine: Some(365),
        outbox: Some(30),
        journal: Some(90),
        web: None,
        tickets: None,
        former: None,
        undo: Some(90),
        buttons: Some(365),
    };
    assert_eq!(kept(&[]), usual);
    let set = [("RETENTION_INBOX_DAYS", "0"), ("RETENTION_WEB_DAYS", " 7 "), ("RETENTION_JOURNAL_DAYS", "1")];
    assert_eq!(kept(&set), Retention { inbox: None, web: Some(7), journal: Some(1), ..usual });
    for (name, value) in [
        ("RETENTION_INBOX_DAYS", "6"),
        ("RETENTION_OUTBOX_DAYS", "1"),
        ("RETENTION_QUARANTINE_DAYS", "-1"),
        ("RETENTION_JOURNAL_DAYS", "a week"),
        ("RETENTION_WEB_DAYS", "99999"),
        ("RETENTION_TICKETS_DAYS", "29"),
        ("RETENTION_FORMER_DAYS", "-7"),
        ("RETENTION_UNDO_DAYS", "soon"),
        ("RETENTION_BUTTONS_DAYS", "7"),
    ] {
        let said = fault(&[(name, value)]);
        assert!(said.starts_with(name) && said.contains("number of days"), "{said}");
    }
}

#[test]
fn folders_are_watched_in_the_data_folder_or_elsewhere_and_webhooks_have_an_address() {
    let watched = |pairs: &[(&str, &str)]| read(pairs).unwrap().storage.watch_dir;
    assert_eq!(watched(&[("DATA_DIR", "/srv/data/")]), "/srv/data/watched");
    assert_eq!(watched(&[("DATA_DIR", "/srv/data"), ("WATCH_DIR", "/srv/inbox")]), "/srv/inbox");
    let public = read(&[("PUBLIC_URL", "https://secretary.example.org/")]).unwrap().web.public_url;
    assert_eq!(public.as_deref(), Some("https://secretary.example.org"));
    assert!(fault(&[("PUBLIC_URL", "secretary.example.org")]).starts_with("PUBLIC_URL must be an address"));
}

#[test]
fn the_key_of_the_figures_is_long_and_hidden() {
    for short in ["0123456789abcde", "0123456789 abcdefgh", "0123456789abcdefü"] {
        let said = fault(&[("METRICS_TOKEN", short)]);
        assert!(said.starts_with("METRICS_TOKEN must have at least 16") && !said.contains("0123"), "{said}");
    }
    let config = read(&[("METRICS_TOKEN", "canary-0123456789")]).unwrap();
    assert!(!format!("{config:?}").contains("canary"));
    assert!(config.secrets().iter().any(|secret| secret.reveal() == "canary-0123456789"));
}

#[test]
fn everything_set_is_read_and_secrets_stay_hidden() {
    let config = read(&[
        ("DATABASE_URL", "sqlite:other.db"),
        ("DATA_DIR", "/var/lib/secretary"),
        ("WEB_ADDR", "0.0.0.0:80"),
        ("WEB_PASSWORD", "tell-nobody"),
        ("SECRETARY_OWNERS", "telegram:42, Discord:99, telegram:42"),
        ("TELEGRAM_BOT_TOKEN", "1:canary-a"),
        ("TELEGRAM_API_URL", "http://127.0.0.1:9/"),
        ("TELEGRAM_WEBHOOK_URL", "https://x.example/telegram/webhook"),
        ("TELEGRAM_WEBHOOK_SECRET", "canary-b"),
        ("DISCORD_TOKEN", "Bot canary-c"),
        ("DISCORD_API_URL", "http://127.0.0.1:10"),
        ("OPENAI_API_KEY", "canary-d"),
        ("OPENAI_BASE_URL", "https://openrouter.ai/api/v1/"),
        ("OPENAI_MODEL", " a/b, c-mini,a/b, "),
        ("OPENAI_MODEL_WORK", "c:8b"),
        ("OPENAI_MODEL_VISION", "eye,eye-mini"),
        ("OPENAI_MODEL_VOICE", "ear"),
        ("OPENAI_VOICE_BASE_URL", "http://127.0.0.1:8000/v1/"),
        ("OPENAI_VOICE_API_KEY", "canary-f"),
        ("OPENAI_CALLS_AT_ONCE", "4"),
        ("BRAVE_API_KEY", "canary-e"),
        ("DEFAULT_TIMEZONE", "America/Argentina/Buenos_Aires"),
        ("DEFAULT_LANGUAGE", "de-AT"),
        ("RUST_LOG", "debug,sqlx=warn"),
        ("LOG_FORMAT", "JSON"),
    ])
    .unwrap();
    let owners = [("telegram".to_owned(), "42".to_owned()), ("discord".to_owned(), "99".to_owned())];
    assert_eq!(config.owners.list, owners);
    let model = config.model.as_ref().unwrap();
    assert_eq!(model.base_url, "https://openrouter.ai/api/v1");
    assert_eq!(model.model, ["a/b", "c-mini"]);
    assert_eq!((model.model_work.join("|"), model.model_triage.len()), ("c:8b".to_owned(), 0));
    assert_eq!(model.calls, Some(4));
    assert_eq!(model.model_vision, ["eye", "eye-mini"]);
    let voice = (model.voice.model.as_deref(), model.voice.base_url.as_deref());
    assert_eq!(voice, (Some("ear"), Some("http://127.0.0.1:8000/v1")));
    assert!(config.secrets().iter().any(|secret| secret.reveal() == "canary-f"));
    assert_eq!(config.telegram.as_ref().unwrap().api_url.as_deref(), Some("http://127.0.0.1:9"));
    assert_eq!(config.discord.as_ref().unwrap().token.reveal(), "canary-c");
    assert_eq!((config.place.language.as_str(), config.log.format), ("de", LogFormat::Json));
    assert!(config.off_lines().is_empty() && config.warnings.is_empty());
    let shown = format!("{config:?}");
    assert!(!shown.contains("canary") && !shown.contains("tell-nobody") && shown.contains("Secret(hidden)"));
}

#[test]
fn a_bad_value_gets_a_sentence_with_an_example() {
    assert!(fault(&[("DATABASE_URL", "sqlite://")]).contains("name a file"));
    assert!(fault(&[("DATABASE_URL", "postgres://")]).contains("name a server"));
    assert!(fault(&[("HEALTH_ADDR", "here")]).ends_with("Example: HEALTH_ADDR=127.0.0.1:8790"));
    let config = read(&[("HEALTH_ADDR", "localhost:8790")]).unwrap();
    assert_eq!(config.web.health_addr, Some("127.0.0.1:8790".parse().unwrap()));
    assert!(fault(&[("WEB_ADDR", "0.0.0.0:80"), ("WEB_PASSWORD", "short")]).contains("at least 8"));
    assert!(fault(&[("SECRETARY_OWNERS", "telegram:@mara")]).contains("must be a number, not a name"));
    assert!(fault(&[("SECRETARY_OWNERS", "telegram:-5")]).contains("must be a number"));
    assert!(fault(&[("TELEGRAM_API_URL", "ftp://x")]).contains("http:// or https://"));
    assert!(fault(&[("TELEGRAM_API_URL", "http://x/bot")]).contains("without /bot"));
    assert!(fault(&[("DISCORD_API_URL", "http://x/api/v10")]).contains("without /api/v10"));
    assert!(fault(&[("OPENAI_BASE_URL", "http://x/v1/chat/completions")]).contains("without /chat/completions"));
    assert!(fault(&[("OPENAI_BASE_URL", "http://me:pw@x/v1")]).contains("user name or password"));
    for odd in ["two words", "a, b c", ",,", "gpt-5;gpt\u{e9}"] {
        assert_eq!(
            fault(&[("OPENAI_MODEL_WORK", odd)]),
            "OPENAI_MODEL_WORK must be names of models, separated by commas. Example: OPENAI_MODEL_WORK=llama3.1:8b, qwen3:4b"
        );
    }
    assert!(fault(&[("OPENAI_MODEL_VOICE", "a,b")]).contains("must be the name of one model"));
    assert!(fault(&[("OPENAI_VOICE_BASE_URL", "http://x/v1/audio/transcriptions")]).contains("without /audio"));
    assert!(fault(&[("OPENAI_MODEL", "a,b,c,d,e,f,g,h,i")]).contains("more than eight models"));
    for odd in ["0", "-1", "many", "1001"] {
        assert_eq!(
            fault(&[("OPENAI_CALLS_AT_ONCE", odd)]),
            "OPENAI_CALLS_AT_ONCE must be a number from 1 to 1000. Example: OPENAI_CALLS_AT_ONCE=4"
        );
    }
    assert!(fault(&[("DEFAULT_LANGUAGE", "english")]).contains("two letters"));
    let line = fault(&[("OPENAI_API_KEY", "canary\nx")]);
    assert!(line.starts_with("OPENAI_API_KEY") && !line.contains("canary"), "{line}");
}

#[test]
fn a_webhook_needs_https_and_a_secret() {
    let hooked = [
        ("DATABASE_URL", "postgres://u@h/d"),
        ("ROLES", "gateway,worker"),
        ("TELEGRAM_BOT_TOKEN", "1:a"),
        ("TELEGRAM_WEBHOOK_URL", "https://x.example/telegram/webhook"),
        ("TELEGRAM_WEBHOOK_SECRET", "s-of-the-hook"),
    ];
    assert!(fault(&hooked).starts_with("ROLES has gateway without web, and with TELEGRAM_WEBHOOK_URL Telegram calls"));
    let token = ("TELEGRAM_BOT_TOKEN", "1:a");
    let url = ("TELEGRAM_WEBHOOK_URL", "https://x.example/telegram/webhook");
    assert!(fault(&[token, url]).starts_with("TELEGRAM_WEBHOOK_SECRET must be set with TELEGRAM_WEBHOOK_URL"));
    assert!(fault(&[token, url, ("TELEGRAM_WEBHOOK_SECRET", "seven-7")]).contains("8 to 256"));
    let plain = ("TELEGRAM_WEBHOOK_URL", "http://x.example/telegram/webhook");
    let secret = ("TELEGRAM_WEBHOOK_SECRET", "s-of-the-hook");
    assert!(fault(&[token, plain, secret]).contains("must begin with https://"));
    let official = ("TELEGRAM_API_URL", "https://api.telegram.org/");
    assert!(fault(&[token, plain, secret, official]).contains("must begin with https://"));
    let own = ("TELEGRAM_API_URL", "http://127.0.0.1:8081");
    assert!(read(&[token, plain, secret, own]).unwrap().telegram.unwrap().webhook_url.is_some());
}

#[test]
fn what_may_be_meant_is_a_warning() {
    let config = read(&[("OPENAI_BASE_URL", "http://127.0.0.1:11434"), ("DISCORD_API_URL", "http://x")]).unwrap();
    assert_eq!(config.warnings.len(), 2, "{:?}", config.warnings);
    assert!(config.warnings[0].contains("/v1") && config.warnings[1].contains("DISCORD_TOKEN"));
    let config = read(&[("OPENAI_MODEL", "x"), ("OPENAI_VOICE_BASE_URL", "http://x/v1")]).unwrap();
    let unused = "Without OPENAI_API_KEY or OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_VOICE_BASE_URL has no effect.";
    assert_eq!((config.model, config.warnings), (None, vec![unused.to_owned()]));
    let nameless = read(&[("OPENAI_API_KEY", "k"), ("OPENAI_VOICE_BASE_URL", "http://x/v1")]).unwrap();
    assert!(nameless.warnings[0].contains("OPENAI_MODEL_VOICE"), "{:?}", nameless.warnings);
    assert_eq!(read(&[("OPENAI_API_KEY", "k")]).unwrap().model.unwrap().base_url, OPENAI);
}

#[test]
fn every_variable_that_is_read_is_explained_in_the_example() {
    let asked = std::cell::RefCell::new(std::collections::BTreeSet::new());
    let lookup = |name: &str| {
        asked.borrow_mut().insert(name.to_owned());
        None
    };
    Config::from_env(&lookup).unwrap();
    let example: std::collections::BTreeSet<String> = names().map(str::to_owned).collect();
    assert_eq!(example, asked.into_inner());
}

#[test]
fn the_pages_of_health_have_an_address_of_their_own() {
    let wrong = fault(&[("HEALTH_ADDR", "127.0.0.1:8787")]);
    assert!(wrong.starts_with("HEALTH_ADDR is the address of the web chat already"), "{wrong}");
    assert!(read(&[("HEALTH_ADDR", "127.0.0.1:0"), ("WEB_ADDR", "127.0.0.1:0")]).is_ok());
}
