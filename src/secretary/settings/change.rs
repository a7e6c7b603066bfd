//! A change of a setting of the workspace, by its name and the words of the new value.

use crate::secretary::decision::deadline;
use crate::secretary::decision::votes::Quorum;
use crate::secretary::people::workspace::{Settings, language_code};
use crate::secretary::when;
use crate::secretary::wording::people::{bad_setting, zones};

/// Sets a setting.
///
/// # Errors
/// A sentence for the person: the setting or the value is unknown, or the zone is ambiguous.
pub fn set(settings: &mut Settings, name: &str, value: &str) -> Result<(), String> {
    let switch = match value.to_ascii_lowercase().as_str() {
        "on" | "yes" => Some(true),
        "off" | "no" => Some(false),
        _ => None,
    };
    match (name, switch, language_code(value)) {
        ("auto_clarify", Some(on), _) => settings.auto_clarify = on,
        ("auto_dispatch", Some(on), _) => settings.auto_dispatch = on,
        ("four_eyes", Some(on), _) => settings.four_eyes = on,
        ("quorum", ..) => settings.quorum = Quorum::read(value).ok_or_else(|| bad_setting(name))?,
        ("threshold" | "decision_threshold", ..) => {
            settings.threshold = deadline::threshold(value).ok_or_else(|| bad_setting(name))?;
        }
        ("language", _, Some(code)) => {
            settings.language = code;
            settings.language_chosen = true;
        }
        ("timezone", ..) => {
            let zone = when::parse_zone(value).map_err(|why| why.to_string())?;
            if when::is_abbreviation(value) {
                return Err(zones::abbreviated(value));
            }
            zone.name().clone_into(&mut settings.zone);
            settings.zone_chosen = true;
        }
        _ => return Err(bad_setting(name)),
    }
    Ok(())
}
