//! Environment variables that look like a misspelt setting, which would be ignored silently. Since machines have many
//! other variables, a name must resemble a setting in each of its words.

use crate::config;
use std::collections::BTreeSet;
use strsim::normalized_damerau_levenshtein as likeness;

/// How alike a name and a setting must be for the name to be mistyped, from 0 to 1.
const ALIKE: f64 = 0.76;
/// How alike each of their words must be: `DATABSE_URL` is mistyped, another program's `DATABASE_PORT` is not.
const WORDS_ALIKE: f64 = 0.65;
/// How alike they must be without their underscores where one is missing or too much.
const JOINED_ALIKE: f64 = 0.9;
/// Words that add nothing to a name: `DISCORD_BOT_TOKEN`, `OPENAI_API_KEY_FILE`.
const FILLING: [&str; 4] = ["API", "BOT", "FILE", "SECRET"];
/// Words that are taken for each other.
const SAME: [(&str, &str); 2] = [("KEY", "TOKEN"), ("ADDRESS", "ADDR")];
/// What fits more settings than this, such as `RETENTION_DAYS`, is more likely another program's.
const MOST: usize = 2;

/// One line for each name that is no setting, much like one, and set in the place of it.
pub fn slips(names: impl Iterator<Item = String>) -> Vec<String> {
    let names: BTreeSet<String> = names.collect();
    let settings: Vec<&str> = config::names().collect();
    let slip = |name: &String| {
        if settings.contains(&name.as_str()) {
            return None;
        }
        let mut meant = meant(&name.to_ascii_uppercase(), &settings);
        // Where that is set, the other name is somebody else's.
        meant.retain(|setting| !names.contains(*setting));
        let asked = meant.join(" or ");
        (!meant.is_empty()).then(|| format!("{name} is no setting and has no effect. Is {asked} meant?"))
    };
    names.iter().filter_map(slip).collect()
}

/// The settings that may be meant by a name, which is given in capitals.
fn meant<'s>(name: &str, settings: &[&'s str]) -> Vec<&'s str> {
    let named = words(name);
    let same: Vec<&str> = settings.iter().copied().filter(|setting| words(setting) == named).collect();
    // A single word is anybody's.
    if !same.is_empty() || named.len() < 2 {
        return same;
    }
    let alike = |setting: &&str| likeness(name, setting);
    let slipped = settings.iter().copied().filter(|setting| mistyped(name, setting));
    if let Some(nearest) = slipped.max_by(|a, b| alike(a).total_cmp(&alike(b))) {
        return vec![nearest];
    }
    let siblings = settings.iter().filter(|setting| words(setting).first() == named.first()).count();
    let fits = |setting: &&str| {
        let whole = words(setting);
        let ours = named.iter().filter(|word| whole.contains(word)).count();
        let others = named.iter().any(|word| !whole.contains(word) && !FILLING.contains(word));
        // Of two words that no other setting begins with, such as DATABASE_URL, there are many variants elsewhere.
        let known = whole.first() == named.first() && (whole.len() > 2 || siblings > 1);
        known && ours > 1 && !others
    };
    let mut fitting: Vec<&str> = settings.iter().copied().filter(fits).collect();
    // Of OPENAI_API_KEY and OPENAI_VOICE_API_KEY the plain one.
    let all = fitting.clone();
    fitting.retain(|setting| !all.iter().any(|other| other != setting && contains(setting, other)));
    if fitting.len() > MOST { Vec::new() } else { fitting }
}

/// Whether a setting has all words of another.
fn contains(setting: &str, other: &str) -> bool {
    let whole = words(setting);
    words(other).iter().all(|word| whole.contains(word))
}

/// The words of a name, those that are taken for each other as the same.
fn words(name: &str) -> Vec<&str> {
    name.split('_').map(plain).collect()
}

fn plain(word: &str) -> &str {
    SAME.iter().find(|(other, _)| *other == word).map_or(word, |(_, ours)| *ours)
}

/// Whether a name is a setting with a slip of the fingers in it.
fn mistyped(name: &str, setting: &str) -> bool {
    let (named, whole): (Vec<&str>, Vec<&str>) = (name.split('_').collect(), setting.split('_').collect());
    if named.len() != whole.len() {
        return likeness(&named.concat(), &whole.concat()) >= JOINED_ALIKE;
    }
    // Hardly anybody mistypes the first letter: PGDATA_DIR is another program's.
    let alike =
        |one: &str, other: &str| one.chars().next() == other.chars().next() && likeness(one, other) >= WORDS_ALIKE;
    let each = named.iter().zip(&whole).all(|(one, other)| alike(one, other));
    each && likeness(name, setting) >= ALIKE
}

#[cfg(test)]
mod tests {
    use super::slips;

    fn warned(set: &[&str]) -> Vec<String> {
        slips(set.iter().map(|name| (*name).to_owned()))
    }

    #[test]
    fn a_misspelt_setting_is_pointed_out() {
        for (slip, meant) in [
            ("WEB_PASWORD", "WEB_PASSWORD"),
            ("WEB_ADDRESS", "WEB_ADDR"),
            ("DISCORD_TOKN", "DISCORD_TOKEN"),
            ("DISCORD_BOT_TOKEN", "DISCORD_TOKEN"),
            ("TELEGRAM_TOKEN", "TELEGRAM_BOT_TOKEN"),
            ("TELEGRAM_API_KEY", "TELEGRAM_BOT_TOKEN"),
            ("TELEGRAM_BOTTOKEN", "TELEGRAM_BOT_TOKEN"),
            ("DATABSE_URL", "DATABASE_URL"),
            ("OPENAI_KEY", "OPENAI_API_KEY"),
            ("OPENAI_API_KEY_FILE", "OPENAI_API_KEY"),
            ("openai_api_key", "OPENAI_API_KEY"),
            ("Openai_Key", "OPENAI_API_KEY"),
            ("OPENAI_API_BASE", "OPENAI_BASE_URL"),
            ("RETENTION_INBOX", "RETENTION_INBOX_DAYS"),
            ("BRAVE_KEY", "BRAVE_API_KEY"),
            ("SECRETARY_OWNER", "SECRETARY_OWNERS"),
            ("roles", "ROLES"),
        ] {
            assert_eq!(warned(&[slip]), [format!("{slip} is no setting and has no effect. Is {meant} meant?")]);
            assert_eq!(warned(&[slip, meant]), [""; 0], "{meant} is set, so {slip} is somebody else's");
        }
        let two = warned(&["TELEGRAM_WEBHOOK"]).concat();
        assert!(two.ends_with("Is TELEGRAM_WEBHOOK_URL or TELEGRAM_WEBHOOK_SECRET meant?"), "{two}");
    }

    #[test]
    fn what_other_programs_have_is_left_alone() {
        let others = [
            "PATH HOME LANG USER SHELL TERM TZ PORT HOST ROLE TOKEN API_KEY SECRET_KEY http_proxy NO_PROXY DATADIR APPDATA",
            "XDG_DATA_DIRS XDG_DATA_HOME STATE_DIRECTORY CREDENTIALS_DIRECTORY INVOCATION_ID JOURNAL_STREAM SSL_CERT_DIR",
            "RUST_LOG_STYLE RUST_BACKTRACE RUST_LIB_BACKTRACE RUSTFLAGS CARGO_HOME LOG_LEVEL LOG_FILE LOG_DIR LOG_STYLE",
            "PGPASSWORD PGHOST PGDATA PGDATA_DIR POSTGRES_PASSWORD POSTGRES_URL DB_URL DB_PASSWORD REDIS_URL TEST_DATABASE_URL",
            "DATABASE_HOST DATABASE_PORT DATABASE_USER DATABASE_NAME DATABASE_PASSWORD DATABASE_FILE DATABASE_SSL",
            "DATABASE_URL_UNPOOLED DATABASE_PRIVATE_URL DATABASE_PUBLIC_URL DATABASE_URL_FILE DATABASE_RO_URL",
            "OPENAI_ORG_ID OPENAI_ORGANIZATION OPENAI_PROJECT OPENAI_API_TYPE OPENAI_API_VERSION OPENAI_ADMIN_KEY",
            "OPENAI_EMBEDDING_MODEL OPENAI_MODEL_NAME OPENAI_WEBHOOK_SECRET AZURE_OPENAI_API_KEY ANTHROPIC_API_KEY",
            "TELEGRAM_API_ID TELEGRAM_API_HASH TELEGRAM_CHAT_ID TELEGRAM_BOT_NAME TELEGRAM_WEBHOOK_PORT SLACK_BOT_TOKEN",
            "DISCORD_WEBHOOK_URL DISCORD_CLIENT_ID DISCORD_CLIENT_SECRET DISCORD_PUBLIC_KEY DISCORD_GUILD_ID GITHUB_TOKEN",
            "WEB_CONCURRENCY WEB_PORT WEB_URL METRICS_PORT HEALTH_PORT DEFAULT_REGION DEFAULT_TIMEOUT AWS_DEFAULT_REGION",
            "RETENTION_DAYS BACKUP_RETENTION_DAYS SEARXNG_SECRET SEARXNG_BASE_URL MATRIX_TOKEN OPENAI TELEGRAM DISCORD",
        ];
        for name in others.iter().flat_map(|line| line.split(' ')) {
            assert_eq!(warned(&[name]), [""; 0]);
        }
    }
}
