//! Values of settings for the audit log: numbers, kinds and names of our own, never words of people. So the names of
//! workspaces and the arguments of rules are left out.

use super::What;
use crate::secretary::budget::{Limit, Limits, Scope};
use crate::secretary::people::workspace::Settings;
use crate::secretary::policy::{Mode, Rule};

impl What {
    /// A setting was changed: from what, and to what.
    pub fn setting(name: &str, before: &Settings, after: &Settings) -> Self {
        let on = match name {
            "auto_clarify" => Some(after.auto_clarify),
            "auto_dispatch" => Some(after.auto_dispatch),
            "paused" => Some(after.paused),
            "four_eyes" => Some(after.four_eyes),
            _ => None,
        };
        Self::SettingChanged { name: name.to_owned(), on, from: value(name, before), to: value(name, after) }
    }
}

/// What a setting of this name is; nothing where that is words.
fn value(name: &str, settings: &Settings) -> Option<String> {
    let switch = |on: bool| Some(if on { "on" } else { "off" }.to_owned());
    match name {
        "auto_clarify" => switch(settings.auto_clarify),
        "auto_dispatch" => switch(settings.auto_dispatch),
        "paused" => switch(settings.paused),
        "four_eyes" => switch(settings.four_eyes),
        "quorum" => Some(settings.quorum.name()),
        "threshold" | "decision_threshold" => {
            Some(format!("{}.{:02}", settings.threshold / 100, settings.threshold % 100))
        }
        "language" => Some(settings.language.clone()),
        "timezone" => Some(settings.zone.clone()),
        "mode" => Some(leave(settings.mode, &settings.rules)),
        "budget" => Some(budget(&settings.budget)),
        "server_roles" => {
            let lent = settings.server_roles.iter().map(|lends| format!("{} {}", lends.id, lends.role.name()));
            Some(listed(lent.collect()))
        }
        _ => None,
    }
}

fn listed(parts: Vec<String>) -> String {
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

fn leave(mode: Mode, rules: &[Rule]) -> String {
    let mode = mode.name();
    let rule = |rule: &Rule| {
        let then = rule.then.name();
        let with = if rule.with.is_empty() { String::new() } else { format!(" with {} arguments", rule.with.len()) };
        let whose = rule.only_for.as_ref().map(|person| format!(" for {person}")).unwrap_or_default();
        format!("{then} {}{with}{whose}", rule.tool)
    };
    format!("{mode}, rules: {}", listed(rules.iter().map(rule).collect()))
}

fn budget(limits: &Limits) -> String {
    let currency = limits.currency.map(|currency| format!(" {currency:?}")).unwrap_or_default();
    let limit = |limit: Option<Limit>| {
        let Some(limit) = limit else { return "usual".to_owned() };
        let tokens = limit.tokens.map(|tokens| format!("{tokens} tokens"));
        let money = limit.micros.map(|micros| format!("{micros} millionths{currency}"));
        let parts: Vec<String> = tokens.into_iter().chain(money).collect();
        if parts.is_empty() { "no end".to_owned() } else { parts.join(" and ") }
    };
    let parts = [("ticket", limits.ticket), ("person", limits.person), ("day", limits.day)];
    let parts: Vec<String> = parts.into_iter().map(|(name, of)| format!("{name} {}", limit(of))).collect();
    parts.join(", ")
}

/// A budget that goes as far once more, without another setting.
pub fn once_more(scope: Scope) -> What {
    let to = Some(format!("{} once more", scope.name()));
    What::SettingChanged { name: "budget".to_owned(), on: None, from: None, to }
}

#[cfg(test)]
mod tests {
    use crate::secretary::audit::values::*;
    use crate::secretary::ids::WorkspaceId;
    use crate::secretary::policy::tests::owners;
    use crate::secretary::policy::{Quorum, Then};

    #[test]
    fn a_setting_is_told_by_what_it_was_and_is_and_never_in_words() {
        let before = Settings::fresh(WorkspaceId::home(), "Europe/Berlin", "en");
        let mut after = Settings { name: "The Smiths".to_owned(), threshold: 30, ..before.clone() };
        after.quorum = Quorum::Number(2);
        after.budget.ticket = Some(Limit { tokens: Some(5_000), micros: None });
        after.rules.push(owners("send_letter", &[("to", "Aunt Ann")], Then::Allow));
        let told = |name: &str| {
            let What::SettingChanged { from, to, .. } = What::setting(name, &before, &after) else {
                panic!("{name} is no setting")
            };
            (from.unwrap_or_default(), to.unwrap_or_default())
        };
        let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        assert_eq!(told("quorum"), pair("any", "2"));
        assert_eq!(told("threshold"), pair("0.00", "0.30"));
        assert_eq!(told("paused"), pair("off", "off"));
        assert_eq!(
            told("budget"),
            pair("ticket usual, person usual, day usual", "ticket 5000 tokens, person usual, day usual")
        );
        assert_eq!(told("mode"), pair("manual, rules: none", "manual, rules: allow send_letter with 1 arguments"));
        assert_eq!(told("name"), pair("", ""));
    }

    #[test]
    fn entries_of_before_are_read() {
        let old = r#"{"kind":"setting_changed","name":"auto_dispatch","on":false}"#;
        let read: What = serde_json::from_str(old).unwrap();
        let name = "auto_dispatch".to_owned();
        assert_eq!(read, What::SettingChanged { name, on: Some(false), from: None, to: None });
        assert_eq!(serde_json::to_string(&read).unwrap(), old);
        let old = r#"{"kind":"role_changed","person":"p1","role":"Owner"}"#;
        let read: What = serde_json::from_str(old).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), old);
    }
}
