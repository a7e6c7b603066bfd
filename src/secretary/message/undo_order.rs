//! The command that restores the present value of a setting. It becomes the Undo of a change.

use crate::secretary::budget::{AccountKey, Amount, Limits, Scope};
use crate::secretary::people::deputies::{self, Away};
use crate::secretary::people::names;
use crate::secretary::people::room_purposes::Purpose;
use crate::secretary::people::workspace::{Person, Purposes, Settings};
use crate::secretary::policy::Rule;
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// What is set back as a whole: what can be typed does not say all of it, as the place of a rule among the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Former {
    /// The rules about what agents may do.
    Rules(Vec<Rule>),
    /// The budgets.
    Budget(Budgets),
}

/// The budgets, and what people had added to those that came to have another end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budgets {
    /// How far they go.
    #[serde(flatten)]
    pub limits: Limits,
    /// What was added, by account.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<(AccountKey, Amount)>,
}

impl Budgets {
    /// The scopes in which they differ from these limits; all if none does, since an answer is needed.
    pub fn changed(&self, was: &Limits) -> Vec<Scope> {
        let other = |scope: &Scope| {
            let added = self.added.iter().any(|(key, _)| key.kind() == *scope);
            let money = self.limits.currency != was.currency && self.limits.of(*scope).micros.is_some();
            added || money || was.of(*scope) != self.limits.of(*scope)
        };
        let changed: Vec<Scope> = Scope::ALL.into_iter().filter(other).collect();
        if changed.is_empty() { Scope::ALL.to_vec() } else { changed }
    }
}

impl Former {
    /// The same as it is here.
    pub fn of(&self, settings: &Settings) -> Self {
        match self {
            Self::Rules(_) => Self::Rules(settings.rules.clone()),
            Self::Budget(_) => Self::Budget(Budgets { limits: settings.budget, added: Vec::new() }),
        }
    }
}

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
        "mode" => return Some(format!("mode {}", settings.mode.name())),
        _ => return None,
    };
    Some(format!("settings {name} {value}"))
}

/// What is typed after the slash to have a room for this as it is here.
pub fn room(purposes: Purposes, purpose: Purpose) -> String {
    let on = |b: bool| if b { "on" } else { "off" };
    match purpose {
        Purpose::Intake if purposes.intake && purposes.every_message => "room intake every".to_owned(),
        Purpose::Intake => format!("room intake {}", on(purposes.intake)),
        Purpose::Decisions => format!("room decisions {}", on(purposes.decisions)),
        Purpose::Reports => format!("room reports {}", on(purposes.reports)),
        Purpose::Unanswered => format!("room unanswered {}", if purposes.goes_on { "assume" } else { "park" }),
    }
}

/// What is typed after the slash to have a workspace called as it is here. The sign says that no other one is meant.
pub fn workspace(settings: &Settings) -> String {
    format!("workspace name ={}", settings.title())
}

/// What is typed after the slash to have a member in the role they have here. None: they can't be told from others by what they
/// are called, or a role on a server lends it to them.
pub fn role(people: &[Person], person: &Person) -> Option<String> {
    let name = names::shown_name(person, people);
    // A number is a place in the list, and this is how a server's roles are named.
    let plain = name.parse::<usize>().is_err() && !name.starts_with("<@");
    let one = plain && matches!(names::called(people, &name).as_slice(), [one] if one.id == person.id);
    (one && !person.by_server_role).then(|| format!("members {name} {}", person.role.name()))
}

/// What is typed after the slash to be away as it is here. None: by what they are called, who decides can't be told from others.
pub fn away(people: &[Person], away: &Away, zone: Tz) -> Option<String> {
    let deputy = people.iter().find(|person| person.id == away.deputy)?;
    let name = names::shown_name(deputy, people);
    let until = away.until.with_timezone(&zone).format("%Y-%m-%dT%H:%M").to_string();
    let args = format!("{name} until {until}");
    let one = matches!(names::called(people, &name).as_slice(), [one] if one.id == deputy.id);
    let read = deputies::read(&args) == Some(deputies::Order::Name { who: name, until });
    (one && read).then(|| format!("away {args}"))
}

/// The line that sets the same as this one, to what it is now.
pub fn present(settings: &Settings, here: Purposes, line: &str) -> Option<String> {
    let words: Vec<&str> = line.split(' ').collect();
    match words.as_slice() {
        ["settings", name, _] | [name @ "mode", _] => order(settings, name),
        ["room", purpose, _] => {
            let all = [Purpose::Intake, Purpose::Decisions, Purpose::Reports, Purpose::Unanswered];
            all.into_iter().map(|purpose| room(here, purpose)).find(|line| line.split(' ').nth(1) == Some(purpose))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Budgets, Former, order, present, role, room, workspace};
    use crate::secretary::budget::{AccountKey, Amount, Limit, Limits};
    use crate::secretary::message::commands::{Order, WorkspaceOrder};

    use crate::secretary::ids::{PersonId, WorkspaceId};
    use crate::secretary::orders::read_command::read;
    use crate::secretary::people::room_purposes::Purpose;
    use crate::secretary::people::workspace::{Person, Purposes, Role, Settings};
    use chrono::DateTime;

    #[test]
    fn every_order_is_read_and_sets_what_it_was_made_of() {
        let settings = Settings::fresh(WorkspaceId::new("w"), "Europe/Berlin", "en");
        for name in
            ["auto_clarify", "auto_dispatch", "four_eyes", "quorum", "threshold", "language", "timezone", "mode"]
        {
            let line = order(&settings, name).unwrap();
            assert_eq!(present(&settings, Purposes::default(), &line).as_ref(), Some(&line));
            let (command, args) = line.split_once(' ').unwrap();
            let order = read(command, args).unwrap();
            assert!(matches!(order, Order::Settings(Some(_)) | Order::Mode(Some(_))), "{line}");
        }
        let line = workspace(&settings);
        let (command, args) = line.split_once(' ').unwrap();
        let named = Order::Workspace(WorkspaceOrder::Rename("=Main".into()));
        assert_eq!(read(command, args), Ok(named));
        let now = |line| present(&settings, Purposes::default(), line);
        assert_eq!(now("settings quorum 2").as_deref(), Some("settings quorum any"));
        assert_eq!((now("settings quorum"), now("list")), (None, None));
    }

    #[test]
    fn budgets_are_read_as_they_were_kept() {
        let old = r#"{"Budget":{"day":{"tokens":null,"micros":2000000},"currency":"EUR"}}"#;
        let Former::Budget(budgets) = serde_json::from_str(old).unwrap() else { panic!() };
        let day = Some(Limit { tokens: None, micros: Some(2_000_000) });
        let limits = Limits { day, currency: crate::secretary::budget::cost::Currency::of("EUR"), ..Limits::default() };
        assert_eq!(budgets, Budgets { limits, added: Vec::new() });
        let account = AccountKey { period: "2026-11-25".to_owned(), who: String::new() };
        let kept = Former::Budget(Budgets { added: vec![(account, Amount { tokens: 5, micros: 7 })], ..budgets });
        let text = serde_json::to_string(&kept).unwrap();
        assert_eq!(serde_json::from_str::<Former>(&text).unwrap(), kept);
    }

    #[test]
    fn rooms_are_read_as_they_were() {
        let settings = Settings::fresh(WorkspaceId::new("w"), "Europe/Berlin", "en");
        for here in [
            Purposes::default(),
            Purposes { intake: true, every_message: true, decisions: true, goes_on: true, ..Purposes::default() },
            Purposes { intake: true, reports: true, ..Purposes::default() },
        ] {
            for purpose in [Purpose::Intake, Purpose::Decisions, Purpose::Reports, Purpose::Unanswered] {
                let line = room(here, purpose);
                let (command, args) = line.split_once(' ').unwrap();
                assert!(matches!(read(command, args), Ok(Order::Room(Some((of, _)))) if of == purpose), "{line}");
                assert_eq!(present(&settings, here, &line).as_ref(), Some(&line));
            }
        }
        let now = present(&settings, Purposes::default(), "room decisions on");
        assert_eq!(now.as_deref(), Some("room decisions off"));
    }

    #[test]
    fn a_role_is_set_back_where_the_name_says_whose() {
        let person = |id: &str, name: &str| {
            Person::new(PersonId::new(id), WorkspaceId::new("w"), name, Role::Approver, DateTime::UNIX_EPOCH)
        };
        let (kim, jo) = (person("k", "Kim"), person("j", "Jo"));
        let all = [kim.clone(), jo.clone()];
        assert_eq!(role(&all, &kim).as_deref(), Some("members Kim approver"));
        assert_eq!(role(&[kim.clone(), person("o", "kim")], &kim), None);
        for odd in ["2", "<@&77>"] {
            assert_eq!(role(&[jo.clone(), person("o", odd)], &person("o", odd)), None, "{odd}");
        }
    }
}
