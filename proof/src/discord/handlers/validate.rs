//! The documented limits of message bodies (platform-facts D20 to D24, D33 to D35). Pure checks, no state.

use std::collections::HashSet;

use serde_json::Value;

use crate::discord::rest::refusal::Refusal;
use crate::discord::types::parts;

type Check = Result<(), Refusal>;

/// Length in code points between `least` and `most`, for a text that must be there when `least` is over 0.
pub(crate) fn text(value: &Value, path: &str, least: usize, most: usize) -> Check {
    if value.is_null() {
        return if least == 0 {
            Ok(())
        } else {
            Err(Refusal::invalid(path, "BASE_TYPE_REQUIRED", "This field is required"))
        };
    }
    let Some(text) = value.as_str() else {
        return Err(Refusal::invalid(path, "STRING_TYPE_CONVERT", "Could not interpret as string."));
    };
    let length = text.chars().count();
    if length < least || length > most {
        let message = format!("Must be between {least} and {most} in length.");
        return Err(Refusal::invalid(path, "BASE_TYPE_BAD_LENGTH", &message));
    }
    Ok(())
}

/// A list, absent or of at most `most` entries.
pub(crate) fn list<'v>(value: &'v Value, path: &str, most: usize) -> Result<&'v [Value], Refusal> {
    match value {
        Value::Null => Ok(&[]),
        Value::Array(all) if all.len() <= most => Ok(all),
        Value::Array(_) => {
            let message = format!("Must be {most} or fewer in length.");
            Err(Refusal::invalid(path, "BASE_TYPE_MAX_LENGTH", &message))
        }
        _ => Err(Refusal::invalid(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")),
    }
}

/// Up to 10 embeds, 6000 characters in total (D20).
pub(crate) fn embeds(value: &Value) -> Check {
    let mut total = 0;
    let mut count = |value: &Value| total += value.as_str().map_or(0, |text| text.chars().count());
    for (number, embed) in list(value, "embeds", 10)?.iter().enumerate() {
        let at = |field: &str| format!("embeds.{number}.{field}");
        text(&embed["title"], &at("title"), 0, 256)?;
        text(&embed["description"], &at("description"), 0, 4096)?;
        text(&embed["footer"]["text"], &at("footer.text"), 0, 2048)?;
        text(&embed["author"]["name"], &at("author.name"), 0, 256)?;
        for part in [&embed["title"], &embed["description"], &embed["footer"]["text"], &embed["author"]["name"]] {
            count(part);
        }
        for (index, field) in list(&embed["fields"], &at("fields"), 25)?.iter().enumerate() {
            text(&field["name"], &at(&format!("fields.{index}.name")), 1, 256)?;
            text(&field["value"], &at(&format!("fields.{index}.value")), 1, 1024)?;
            count(&field["name"]);
            count(&field["value"]);
        }
    }
    if total > 6000 {
        return Err(Refusal::invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000"));
    }
    Ok(())
}

/// Components V2: at most 40 in total, custom ids as ever (D34).
pub(crate) fn components_v2(value: &Value) -> Check {
    let all = parts(list(value, "components", 40)?);
    if all.len() > 40 {
        return Err(Refusal::invalid(
            "components",
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            "Must be 40 or fewer in total.",
        ));
    }
    let mut seen = HashSet::new();
    for part in all.into_iter().filter(|part| part["custom_id"].is_string()) {
        custom_id(part, "components", &mut seen)?;
    }
    Ok(())
}

/// The legacy layout: 5 rows, each 5 buttons or 1 select (D33).
pub(crate) fn components(value: &Value) -> Check {
    let mut seen = HashSet::new();
    for (number, row) in list(value, "components", 5)?.iter().enumerate() {
        let path = format!("components.{number}");
        if row["type"] != 1 {
            return Err(bad_type(&path));
        }
        let inner = list(&row["components"], &format!("{path}.components"), 5)?;
        let selects = inner.iter().filter(|part| part["type"] != 2).count();
        if inner.is_empty() || (selects > 0 && inner.len() > 1) {
            return Err(Refusal::invalid(
                &format!("{path}.components"),
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "A row holds 1 to 5 buttons or 1 select.",
            ));
        }
        for (index, part) in inner.iter().enumerate() {
            let path = format!("{path}.components.{index}");
            match part["type"].as_u64() {
                Some(2) => button(part, &path, &mut seen)?,
                Some(3 | 5..=8) => select(part, &path, &mut seen)?,
                _ => return Err(bad_type(&path)),
            }
        }
    }
    Ok(())
}

fn bad_type(path: &str) -> Refusal {
    Refusal::invalid(
        &format!("{path}.type"),
        "UNION_TYPE_CHOICES",
        "Value of field \"type\" must be one of the allowed component types.",
    )
}

fn custom_id(part: &Value, path: &str, seen: &mut HashSet<String>) -> Check {
    let at = format!("{path}.custom_id");
    text(&part["custom_id"], &at, 1, 100)?;
    let id = part["custom_id"].as_str().unwrap_or("").to_owned();
    if seen.insert(id) {
        Ok(())
    } else {
        Err(Refusal::invalid(&at, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"))
    }
}

fn button(part: &Value, path: &str, seen: &mut HashSet<String>) -> Check {
    text(&part["label"], &format!("{path}.label"), 0, 80)?;
    let style = part["style"].as_u64().unwrap_or(0);
    if !(1..=6).contains(&style) {
        return Err(Refusal::invalid(
            &format!("{path}.style"),
            "BASE_TYPE_CHOICES",
            "Value must be one of (1, 2, 3, 4, 5, 6).",
        ));
    }
    let bare = part["label"].as_str().is_none_or(str::is_empty) && part["emoji"].is_null();
    if bare && style != 6 {
        return Err(Refusal::invalid(
            &format!("{path}.label"),
            "BUTTON_COMPONENT_MISSING_LABEL",
            "A button needs a label or an emoji",
        ));
    }
    match style {
        5 => text(&part["url"], &format!("{path}.url"), 1, 512),
        6 => Ok(()),
        _ => custom_id(part, path, seen),
    }
}

fn select(part: &Value, path: &str, seen: &mut HashSet<String>) -> Check {
    custom_id(part, path, seen)?;
    text(&part["placeholder"], &format!("{path}.placeholder"), 0, 150)?;
    if part["type"] != 3 {
        return Ok(());
    }
    let at = format!("{path}.options");
    let options = list(&part["options"], &at, 25)?;
    if options.is_empty() {
        return Err(Refusal::invalid(&at, "BASE_TYPE_REQUIRED", "This field is required"));
    }
    let mut values = HashSet::new();
    for (index, option) in options.iter().enumerate() {
        let at = |field: &str| format!("{at}.{index}.{field}");
        text(&option["label"], &at("label"), 1, 100)?;
        text(&option["value"], &at("value"), 1, 100)?;
        text(&option["description"], &at("description"), 0, 100)?;
        if !values.insert(option["value"].as_str()) {
            return Err(Refusal::invalid(
                &at("value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            ));
        }
    }
    let most = part["max_values"].as_u64().unwrap_or(1);
    let least = part["min_values"].as_u64().unwrap_or(1);
    if most > options.len() as u64 || most == 0 || least > most {
        return Err(Refusal::invalid(
            &format!("{path}.max_values"),
            "NUMBER_TYPE_MAX",
            "Must not exceed the number of options",
        ));
    }
    Ok(())
}

/// Title 45, 1 to 5 rows of one text input; label 45, values up to 4000 (D35).
pub(crate) fn modal(data: &Value) -> Check {
    text(&data["title"], "data.title", 1, 45)?;
    text(&data["custom_id"], "data.custom_id", 1, 100)?;
    let rows = list(&data["components"], "data.components", 5)?;
    if rows.is_empty() {
        return Err(Refusal::invalid("data.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length."));
    }
    let mut seen = HashSet::new();
    for (number, row) in rows.iter().enumerate() {
        let path = format!("data.components.{number}");
        let at = |field: &str| format!("{path}.{field}");
        let (part, label) = match row["type"].as_u64() {
            Some(1) if row["components"].as_array().is_some_and(|of| of.len() == 1) => {
                (&row["components"][0], &row["components"][0]["label"])
            }
            Some(18) => (&row["component"], &row["label"]),
            _ => return Err(bad_type(&path)),
        };
        text(label, &at("label"), 1, 45)?;
        text(&row["description"], &at("description"), 0, 100)?;
        custom_id(part, &path, &mut seen)?;
        match part["type"].as_u64() {
            Some(4) => text_input(part, &path)?,
            Some(3 | 5..=8) if row["type"] == 18 => {}
            _ => return Err(bad_type(&path)),
        }
    }
    Ok(())
}

fn text_input(part: &Value, path: &str) -> Check {
    let at = |field: &str| format!("{path}.{field}");
    text(&part["value"], &at("value"), 0, 4000)?;
    text(&part["placeholder"], &at("placeholder"), 0, 100)?;
    let most = part["max_length"].as_u64().unwrap_or(4000);
    let least = part["min_length"].as_u64().unwrap_or(0);
    if most == 0 || most > 4000 || least > most {
        return Err(Refusal::invalid(
            &at("max_length"),
            "NUMBER_TYPE_MAX",
            "int value should be less than or equal to 4000.",
        ));
    }
    if !matches!(part["style"].as_u64(), Some(1 | 2)) {
        return Err(Refusal::invalid(&at("style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2)."));
    }
    Ok(())
}
