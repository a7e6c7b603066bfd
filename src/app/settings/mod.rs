//! Reads the settings, with the checks that need other modules: known zones and languages.

pub(super) mod audit_key;
pub(super) mod key_files;
pub(super) mod menus;
pub(super) mod misspelled;
pub(super) mod pricing;
pub(super) mod setting_files;

use crate::config::{Config, ConfigError, Fault, Lookup};
use crate::secretary::people::workspace::language_code;
use crate::secretary::when;

/// Reads every setting.
///
/// # Errors
/// All faults together, also those which only show where a value is used: whether a zone and a language exist.
pub fn settings(lookup: Lookup<'_>) -> Result<Config, ConfigError> {
    let mut read = Config::from_env(lookup);
    let said = |name: &str| lookup(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
    let mut unknown = Vec::new();
    if let Some(typed) = said("DEFAULT_TIMEZONE") {
        match when::parse_zone(&typed) {
            // A city is understood, but nobody should have to guess as what.
            Ok(zone) if zone.name() != typed => {
                if let Ok(config) = &mut read {
                    config.warnings.push(format!("DEFAULT_TIMEZONE={typed} is taken as {}.", zone.name()));
                }
            }
            Ok(_) => {}
            Err(why) => {
                let wrong = format!("is not understood: {}", why.to_string().trim_end_matches('.'));
                unknown.push(Fault { variable: "DEFAULT_TIMEZONE", wrong, example: "Europe/Berlin" });
            }
        }
    }
    if said("DEFAULT_LANGUAGE").is_some_and(|language| language_code(&language).is_none()) {
        let wrong = "is no language code I know".to_owned();
        unknown.push(Fault { variable: "DEFAULT_LANGUAGE", wrong, example: "en" });
    }
    if unknown.is_empty() {
        return read;
    }
    let mut error = read.err().unwrap_or_default();
    for fault in unknown {
        if !error.faults.iter().any(|known| known.variable == fault.variable) {
            error.faults.push(fault);
        }
    }
    Err(error)
}

#[cfg(test)]
mod tests {
    use crate::app::settings::*;

    fn with_zone(zone: &str) -> Result<Config, ConfigError> {
        settings(&|name| (name == "DEFAULT_TIMEZONE").then(|| zone.to_owned()))
    }

    #[test]
    fn a_zone_that_is_not_written_as_its_name_is_said() {
        let taken = "DEFAULT_TIMEZONE=Berlin is taken as Europe/Berlin.".to_owned();
        assert!(with_zone("Berlin").unwrap().warnings.contains(&taken));
        let plain = with_zone("Europe/Berlin").unwrap();
        assert!(plain.warnings.iter().all(|line| !line.contains("DEFAULT_TIMEZONE")), "{:?}", plain.warnings);
    }
}
