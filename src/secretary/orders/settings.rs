//! A change of a setting of the workspace, by its name and the words of the new value.

use crate::secretary::decision::deadline;
use crate::secretary::inbound::{EVERYBODY, NamedRole};
use crate::secretary::people::workspace::{Role, ServerRole, Settings, language_code};
use crate::secretary::policy::Quorum;
use crate::secretary::when;
use crate::secretary::wording::people;
use crate::secretary::wording::schedules::zones;
use crate::secretary::wording::settings::workspace::bad_setting;

/// Sets or ends the role that a role of a Discord server lends. Returns the answer. `name`: what that role is called.
///
/// # Errors
/// A sentence for the person: no such role can be lent, or none is lent.
pub fn lend(settings: &mut Settings, named: NamedRole<'_>, name: String, what: &str) -> Result<String, String> {
    let id = named.id().unwrap_or(EVERYBODY);
    let before = settings.server_roles.len();
    settings.server_roles.retain(|lends| lends.id != id);
    match Role::of_name(what) {
        Some(_) if matches!(named, NamedRole::Everybody(_)) => Err(people::no_role_of_all()),
        Some(Role::Owner) => Err(people::no_owner_by_role()),
        Some(role) => {
            settings.server_roles.push(ServerRole { id: id.to_owned(), name, role });
            Ok(people::server_role(role))
        }
        None if what != "remove" => Err(people::unknown_role()),
        None if settings.server_roles.len() == before => Err(people::no_server_role()),
        None => Ok(people::server_role_ends()),
    }
}

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
