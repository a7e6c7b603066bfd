//! Names of variables that look like a setting that was meant, and are none: they would be ignored in silence.

use crate::config;
use std::collections::BTreeSet;

/// How alike a name and a setting must be for the name to be a slip, from 0 to 1: a forgotten part of three letters, as in
/// `DISCORD_BOT_TOKEN`, is one; another program's `OPENAI_ORG_ID` is none.
const ALIKE: f64 = 0.76;

/// One line for each name that is no setting, much like one, and set in the place of it.
pub fn slips(names: impl Iterator<Item = String>) -> Vec<String> {
    let names: BTreeSet<String> = names.collect();
    let settings: Vec<&str> = config::names().collect();
    let meant = |name: &String| {
        if settings.contains(&name.as_str()) {
            return None;
        }
        let alike = |setting: &&str| strsim::normalized_damerau_levenshtein(name, setting);
        let open = settings.iter().copied().filter(|setting| !names.contains(*setting));
        let nearest = open.max_by(|a, b| alike(a).total_cmp(&alike(b)))?;
        (alike(&nearest) >= ALIKE).then(|| format!("{name} is no setting and has no effect. Is {nearest} meant?"))
    };
    names.iter().filter_map(meant).collect()
}

#[cfg(test)]
mod tests {
    use super::slips;

    #[test]
    fn a_misspelt_setting_is_pointed_out() {
        let warned = |set: &[&str]| slips(set.iter().map(|name| (*name).to_owned()));
        for (slip, meant) in [
            ("WEB_PASWORD", "WEB_PASSWORD"),
            ("DISCORD_TOKN", "DISCORD_TOKEN"),
            ("DISCORD_BOT_TOKEN", "DISCORD_TOKEN"),
            ("TELEGRAM_TOKEN", "TELEGRAM_BOT_TOKEN"),
            ("DATABSE_URL", "DATABASE_URL"),
        ] {
            assert_eq!(warned(&[slip]), [format!("{slip} is no setting and has no effect. Is {meant} meant?")]);
            assert_eq!(warned(&[slip, meant]), [""; 0], "{meant} is set, so {slip} is somebody else's");
        }
        let others =
            ["PATH", "HOME", "LANG", "OPENAI_ORG_ID", "PGPASSWORD", "CARGO_HOME", "RUST_BACKTRACE", "WEB_CONCURRENCY"];
        assert_eq!(warned(&others), [""; 0]);
    }
}
