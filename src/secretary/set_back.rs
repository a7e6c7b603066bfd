//! The order that gives a setting the value it has now: it stands behind "Undo" once the setting is changed.

use super::policy::Mode;
use super::workspace::Settings;

/// What is typed after the slash to have this setting as it is here. None: there is no such setting.
pub fn order(settings: &Settings, name: &str) -> Option<String> {
    let on = |b: bool| if b { "on" } else { "off" }.to_owned();
    let value = match name {
        "auto_clarify" => on(settings.auto_clarify),
        "auto_dispatch" => on(settings.auto_dispatch),
        "four_eyes" => on(settings.four_eyes),
        "quorum" => settings.quorum.name(),
        "threshold" | "decision_threshold" => format!("{}.{:02}", settings.threshold / 100, settings.threshold % 100),
        "language" => settings.language.clone(),
        "timezone" => settings.zone.clone(),
        "mode" => {
            let word = match settings.mode {
                Mode::Manual => "manual",
                Mode::AllowList => "allow-list",
                Mode::Auto => "auto",
            };
            return Some(format!("mode {word}"));
        }
        _ => return None,
    };
    Some(format!("settings {name} {value}"))
}

/// Whether this line gives a setting another value than it has.
pub fn changes(settings: &Settings, line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    let name = match words.as_slice() {
        ["settings", name, _] => name,
        [name @ "mode", _] => name,
        _ => return false,
    };
    order(settings, name).is_some_and(|present| present != line)
}

#[cfg(test)]
mod tests {
    use super::{changes, order};
    use crate::secretary::commands::{Order, read};
    use crate::secretary::ids::WorkspaceId;
    use crate::secretary::workspace::Settings;

    #[test]
    fn every_order_is_read_and_sets_what_it_was_made_of() {
        let settings = Settings::fresh(WorkspaceId::new("w"), "Europe/Berlin", "en");
        for name in
            ["auto_clarify", "auto_dispatch", "four_eyes", "quorum", "threshold", "language", "timezone", "mode"]
        {
            let line = order(&settings, name).unwrap();
            assert!(!changes(&settings, &line), "{line}");
            let (command, args) = line.split_once(' ').unwrap();
            let order = read(command, args).unwrap();
            assert!(matches!(order, Order::Settings(Some(_)) | Order::Mode(Some(_))), "{line}");
        }
        assert!(changes(&settings, "settings quorum 2"));
        assert!(!changes(&settings, "settings quorum"));
        assert!(!changes(&settings, "list"));
    }
}
