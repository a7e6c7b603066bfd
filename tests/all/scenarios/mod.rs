//! Stories that read like chats. What the secretary says is read here as its receivers read it.

/// Registers stories as tests: each is played once calmly and then again with crashes (`support::every`). A story that is
/// not registered is dead code, which clippy does not let pass. The few that crashes would make into other stories stand
/// in `calm.txt` with the reason.
macro_rules! stories {
    ($($name:ident),+ $(,)?) => { $(
        mod $name {
            #[test]
            fn told() {
                crate::support::story(module_path!(), super::$name);
            }
        }
    )+ };
}

mod addresses;
mod agreeing;
mod asking;
mod audit;
mod besides;
mod budgets;
mod buttons;
mod channels;
mod clarify;
mod commands;
mod copies;
mod crashes;
mod deadlines;
mod decisions;
mod deputies;
mod erasing;
mod faults;
mod groups;
mod large;
mod leave;
mod lists;
mod mentions;
mod notes;
mod odd;
mod own_notes;
mod passed_on;
mod people;
mod plan_edits;
mod privacy;
mod reminders;
mod reopening;
mod reports;
mod returning;
mod routing;
mod schedules;
mod secrecy;
mod server_roles;
mod spine;
mod stopping;
mod sure;
mod thinking;
mod trouble;
mod turns;
mod unanswered;
mod undoing;
mod unknown;
mod unreachable;
mod views;
mod voting;
mod watching;
mod without_model;
mod working;
mod workspaces;
mod zones;

use crate::support::{Office, ask_for_decision, decision, idea, said};

/// A mind that needs two rounds of questions.
fn curious(office: &Office) {
    office.reads(|input| {
        let plan = idea("Hosting offers");
        match input.answered.len() {
            0 => plan
                .asks("What matters most?", &["Price", "Speed", "Support"])
                .asks("Visitors a day, roughly?", &["under 500", "500-5,000", "more"])
                .into(),
            2 => plan.asks("Where shall the data be?", &["EU", "anywhere"]).into(),
            _ => plan.asks("Which colour?", &["blue", "red"]).assumes("data centre in the EU").into(),
        }
    });
}

/// Agents that ask for a decision before they go on.
fn deciding(office: &Office) {
    office.works(|input| match decision(input) {
        None => ask_for_decision(),
        Some(answer) => said(&format!("Offer C fits. {answer}.")),
    });
}
