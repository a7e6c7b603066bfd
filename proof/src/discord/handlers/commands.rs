//! Application commands: bulk overwrite with the documented limits (platform-facts D36), and the list.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::validate;
use crate::discord::json::{opt, sid};
use crate::discord::rest::refusal::Refusal;
use crate::discord::rest::routes::{Answer, Incoming};
use crate::discord::world::World;

type Check = Result<(), Refusal>;

fn scope(world: &World, call: &Incoming) -> Result<Option<u64>, Refusal> {
    if call.id(0) != world.application {
        return Err(Refusal::new(403, 20012, "You are not authorized to perform this action on this application"));
    }
    if call.args.len() == 1 {
        return Ok(None);
    }
    let guild = call.id(1);
    if world.guilds.contains_key(&guild) { Ok(Some(guild)) } else { Err(Refusal::code(50001)) }
}

/// `GET …/commands`
pub(crate) fn list(world: &mut World, call: &Incoming) -> Answer {
    let scope = scope(world, call)?;
    let all = world.commands.get(&scope).cloned().unwrap_or_default();
    Ok((200, Value::Array(all)))
}

/// `PUT …/commands`
pub(crate) fn overwrite(world: &mut World, call: &Incoming) -> Answer {
    let scope = scope(world, call)?;
    if !call.json.is_array() {
        return Err(Refusal::invalid("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"));
    }
    let given = validate::list(&call.json, "", 130)?;
    check(given)?;
    let before = world.commands.get(&scope).cloned().unwrap_or_default();
    let mut after = Vec::new();
    for command in given {
        let kind = command["type"].as_u64().unwrap_or(1);
        let same = before.iter().find(|old| old["name"] == command["name"] && old["type"] == kind);
        let id = match same {
            Some(old) => old["id"].clone(),
            None => sid(world.snowflake()),
        };
        let mut stored = command.clone();
        stored["id"] = id;
        stored["type"] = json!(kind);
        stored["application_id"] = sid(world.application);
        stored["version"] = sid(world.snowflake());
        stored["guild_id"] = opt(scope);
        for (field, value) in [("description", json!("")), ("options", json!([]))] {
            if stored[field].is_null() {
                stored[field] = value;
            }
        }
        after.push(stored);
    }
    world.overwrites += 1;
    world.commands.insert(scope, after.clone());
    Ok((200, Value::Array(after)))
}

fn check(commands: &[Value]) -> Check {
    let mut names = HashSet::new();
    let mut per_kind = [0_usize; 4];
    for (number, command) in commands.iter().enumerate() {
        let kind = command["type"].as_u64().unwrap_or(1);
        let path = number.to_string();
        match kind {
            1 => {
                name(&command["name"], &path)?;
                validate::text(&command["description"], &format!("{path}.description"), 1, 100)?;
                options(&command["options"], &path, 0)?;
            }
            2 | 3 => {
                validate::text(&command["name"], &format!("{path}.name"), 1, 32)?;
                validate::text(&command["description"], &format!("{path}.description"), 0, 0)?;
            }
            _ => {
                return Err(Refusal::invalid(
                    &format!("{path}.type"),
                    "BASE_TYPE_CHOICES",
                    "Value must be one of (1, 2, 3).",
                ));
            }
        }
        if size(command) > 8000 {
            return Err(Refusal::invalid(
                &path,
                "APPLICATION_COMMAND_TOO_LARGE",
                "Command exceeds maximum size (8000)",
            ));
        }
        if !names.insert((kind, command["name"].as_str().unwrap_or("").to_owned())) {
            return Err(Refusal::invalid(
                &path,
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            ));
        }
        if let Some(count) = usize::try_from(kind).ok().and_then(|kind| per_kind.get_mut(kind)) {
            *count += 1;
        }
    }
    let [_, slash, user, message] = per_kind;
    if slash > 100 || user > 15 || message > 15 {
        return Err(Refusal::new(400, 30032, "Maximum number of application commands reached (100)"));
    }
    Ok(())
}

fn name(value: &Value, path: &str) -> Check {
    let at = format!("{path}.name");
    validate::text(value, &at, 1, 32)?;
    let text = value.as_str().unwrap_or("");
    let fits = text.chars().all(|c| (c.is_alphanumeric() || matches!(c, '-' | '_')) && c.to_lowercase().eq([c]));
    if fits {
        Ok(())
    } else {
        Err(Refusal::invalid(&at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"))
    }
}

fn options(value: &Value, path: &str, depth: usize) -> Check {
    let at = format!("{path}.options");
    let mut names = HashSet::new();
    let mut optional_seen = false;
    for (number, option) in validate::list(value, &at, 25)?.iter().enumerate() {
        let path = format!("{at}.{number}");
        name(&option["name"], &path)?;
        validate::text(&option["description"], &format!("{path}.description"), 1, 100)?;
        let kind = option["type"].as_u64().unwrap_or(0);
        let nested = matches!(kind, 1 | 2);
        if !(1..=11).contains(&kind) || (nested && depth >= 2) {
            return Err(Refusal::invalid(
                &format!("{path}.type"),
                "BASE_TYPE_CHOICES",
                "Value must be one of (1 … 11).",
            ));
        }
        if !names.insert(option["name"].as_str()) {
            return Err(Refusal::invalid(
                &at,
                "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
                "Option name must be unique",
            ));
        }
        let required = option["required"] == true;
        if required && optional_seen && !nested {
            return Err(Refusal::invalid(
                &path,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            ));
        }
        optional_seen |= !required;
        let choices = validate::list(&option["choices"], &format!("{path}.choices"), 25)?;
        for (index, choice) in choices.iter().enumerate() {
            let at = format!("{path}.choices.{index}");
            validate::text(&choice["name"], &format!("{at}.name"), 1, 100)?;
            if choice["value"].is_string() {
                validate::text(&choice["value"], &format!("{at}.value"), 0, 100)?;
            }
        }
        if option["autocomplete"] == true && !choices.is_empty() {
            return Err(Refusal::invalid(
                &format!("{path}.autocomplete"),
                "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
                "Options cannot have both choices and autocomplete",
            ));
        }
        options(&option["options"], &path, depth + 1)?;
    }
    Ok(())
}

/// Characters of all names, descriptions and values of a command.
fn size(part: &Value) -> usize {
    let own = |field: &str| part[field].as_str().map_or(0, |text| text.chars().count());
    let inner = |field: &str| part[field].as_array().map_or(0, |all| all.iter().map(size).sum());
    own("name") + own("description") + own("value") + inner("options") + inner("choices")
}
