//! Sentences about the settings of a workspace: how they stand, what a change means. Budgets and modes have files of
//! their own.

use crate::secretary::message::Message;
use crate::secretary::names::phrases::short;
use crate::secretary::people::workspace::Settings;
use crate::secretary::policy::Quorum;

/// Settings.
pub fn settings(settings: &Settings, model: &str, version: &str) -> Message {
    let lines = SETTINGS.iter().filter_map(|name| line(settings, name));
    Message::lines(lines.chain([
        format!("All work is {}.", if settings.paused { "paused; /resume lets it go on" } else { "running" }),
        format!("Thinking: {model}  (more: /settings model)"),
        format!("Version {version}"),
        "Change one with for example: /settings auto_dispatch off".to_owned(),
    ]))
}

/// The names of what can be set.
const SETTINGS: [&str; 7] =
    ["auto_clarify", "auto_dispatch", "quorum", "four_eyes", "threshold", "timezone", "language"];

fn line(settings: &Settings, name: &str) -> Option<String> {
    let on = |b: bool| if b { "on" } else { "off" };
    Some(match name {
        "auto_clarify" => format!("auto_clarify {}  (ask questions by myself)", on(settings.auto_clarify)),
        "auto_dispatch" => format!("auto_dispatch {}  (start agreed work by myself)", on(settings.auto_dispatch)),
        "quorum" => format!("quorum {}  (how many must agree on a decision of the work)", settings.quorum.name()),
        "four_eyes" => format!("four_eyes {}  (whoever sent an idea does not decide about it)", on(settings.four_eyes)),
        "threshold" | "decision_threshold" => format!(
            "threshold {}  (below it I take what is recommended, with Undo; 0: I always ask)",
            hundredths(settings.threshold)
        ),
        "timezone" => format!("timezone {}  (for people who have not said theirs)", settings.zone),
        "language" => format!("language {}  (of reports, for people whose app tells me none)", settings.language),
        _ => return None,
    })
}

/// "0.4"
fn hundredths(number: u8) -> String {
    let text = format!("{}.{:02}", number / 100, number % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A setting was changed: what is so now.
pub fn changed(settings: &Settings, name: &str) -> String {
    match (name, settings.auto_clarify, settings.auto_dispatch) {
        ("auto_clarify", true, _) => "auto_clarify on: I ask what I must know before I begin.".to_owned(),
        ("auto_clarify", false, _) => {
            "auto_clarify off: I ask nothing of my own accord, only after /clarify.".to_owned()
        }
        ("auto_dispatch", _, true) => "auto_dispatch on: agreed work begins at once.".to_owned(),
        ("auto_dispatch", _, false) => "auto_dispatch off: agreed work waits for /dispatch.".to_owned(),
        ("quorum" | "four_eyes" | "threshold" | "decision_threshold", ..) => of_decisions(settings, name),
        ("timezone", ..) => format!("The time zone is {} now, for people who have not said theirs.", settings.zone),
        ("language", ..) => {
            format!("Reports are in “{}” now, for people whose app tells me no language.", settings.language)
        }
        _ => "Changed.".to_owned(),
    }
}

/// One setting, with how to change it.
pub fn setting(settings: &Settings, name: &str) -> Option<String> {
    line(settings, name).map(|line| format!("{line}. Change it with for example: /settings {}", example(name)))
}

/// A setting that does not exist or a value it cannot have.
pub fn bad_setting(name: &str) -> String {
    let values = match name {
        "auto_clarify" | "auto_dispatch" | "four_eyes" => "on or off",
        "quorum" => "any, all, or a number from 2 to 20",
        "threshold" | "decision_threshold" => "a number from 0 to 1",
        "language" => "a language, for example de",
        _ => {
            let all = SETTINGS.join(", ");
            return format!("There is no setting “{}”. What can be set: {all}.", short(name, 30));
        }
    };
    format!("{name} can be {values}. For example: /settings {}", example(name))
}

/// A setting with a value it can have.
fn example(name: &str) -> &'static str {
    match name {
        "timezone" => "timezone Europe/Berlin",
        "language" => "language de",
        "quorum" => "quorum 2",
        "four_eyes" => "four_eyes on",
        "threshold" | "decision_threshold" => "threshold 0.4",
        "auto_clarify" => "auto_clarify off",
        _ => "auto_dispatch off",
    }
}

/// A setting about decisions was changed: what is so now. What is open already stays as it was asked.
fn of_decisions(settings: &Settings, name: &str) -> String {
    match (name, settings.quorum, settings.four_eyes) {
        ("quorum", Quorum::Any, _) => {
            "quorum any: one of those who may decide is enough, from the next decision on.".to_owned()
        }
        ("quorum", Quorum::All, _) => {
            "quorum all: everybody who may decide must agree, from the next decision on.".to_owned()
        }
        ("quorum", Quorum::Number(n), _) => format!("quorum {n}: {n} people must agree, from the next decision on."),
        ("four_eyes", _, true) => {
            "four_eyes on: whoever sent an idea does not decide about it, nor who changed its plan, from the next \
             decision on."
                .to_owned()
        }
        ("four_eyes", _, false) => {
            "four_eyes off: whoever sent an idea may decide about it, from the next decision on.".to_owned()
        }
        _ if settings.threshold == 0 => "threshold 0: I ask about every decision.".to_owned(),
        _ => format!(
            "threshold {}: below it I take what is recommended where it can be undone (for technical choices and priorities), tell you, and you can undo it while the step it is for is at work.",
            hundredths(settings.threshold)
        ),
    }
}
