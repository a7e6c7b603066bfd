//! Sentences about modes and their rules.

use crate::secretary::decision::cut_off::plain;
use crate::secretary::ids::PersonId;
use crate::secretary::message::Message;
use crate::secretary::names::invisible;
use crate::secretary::names::phrases::{either, plural, short};
use crate::secretary::people::names::{NAMELESS, nameless};
use crate::secretary::people::workspace::Settings;
use crate::secretary::policy::{Mode, Rule, Then};
use std::collections::BTreeMap;

/// How to use `/mode`, by what is not so yet. `drop`: the place of a rule there is.
fn how_to_mode(rules: &[Rule], drop: Option<usize>) -> String {
    let stands = |tool: &str, then: Then| {
        rules.iter().any(|r| r.tool == tool && r.then == then && r.with.is_empty() && r.only_for.is_none())
    };
    let mut examples = vec!["/mode manual", "/mode allow-list", "/mode auto-run", ALLOWS];
    examples.extend((!stands("write_note", Then::Ask)).then_some(ASKS));
    examples.extend((!stands("read_url", Then::Refuse)).then_some(REFUSES));
    let mut examples: Vec<String> = examples.into_iter().map(str::to_owned).collect();
    examples.extend(drop.map(|place| format!("/mode drop {place}")));
    format!("Try for example: {}.", either(&examples))
}

const ALLOWS: &str = "/mode allow write note title=Budget*";
const ASKS: &str = "/mode ask write note";
const REFUSES: &str = "/mode refuse read url";

/// A rule about something, as an example.
fn example(then: Then) -> &'static str {
    match then {
        Then::Allow => ALLOWS,
        Then::Ask => ASKS,
        Then::Refuse => REFUSES,
    }
}

/// A mode that does not exist, and no rule either.
pub fn no_such_mode(said: &str) -> String {
    format!(
        "There is no mode “{}”. There is /mode manual, /mode allow-list and /mode auto-run, and rules about single things, \
         for example: {ALLOWS}.",
        shown(said)
    )
}

/// A mode with something behind it.
pub fn only_a_mode(said: &str, more: &str) -> String {
    format!(
        "I don't know what “{}” means behind /mode {}. Send that alone, or a rule such as {ALLOWS}.",
        shown(more),
        shown(said)
    )
}

/// A rule to be dropped, and nothing that tells which.
pub fn which_rule(said: &str) -> String {
    if said.is_empty() {
        return "Which rule? /mode lists them; send /mode drop with the number of one.".to_owned();
    }
    format!("“{}” is not the number of a rule. /mode lists them; send /mode drop with the number of one.", shown(said))
}

/// A rule about nothing. `named`: the arguments of what, if any.
pub fn rule_about_what(then: Then, named: bool) -> String {
    let does = match then {
        Then::Allow => "allow",
        Then::Ask => "ask about",
        Then::Refuse => "refuse",
    };
    let first = if named { " Its name comes first." } else { "" };
    format!("What shall I {does}?{first} Send for example: {}.", example(then))
}

/// An argument that is to be nothing.
pub fn argument_is_what(name: &str) -> String {
    format!("What shall “{}” be? Send for example: {ALLOWS}.", shown(name))
}

/// An argument, or the name of something, that is longer than any rule needs.
pub fn too_long_for_a_rule(most: usize) -> String {
    format!(
        "That is too long for a rule: {most} characters are the most. A star stands for the rest, for example: {ALLOWS}."
    )
}

/// A star with words before and behind it.
pub fn star_in_the_middle(name: &str) -> String {
    format!(
        "A star can stand at the beginning and at the end of “{}”, not between words; two rules may say it. Send for \
         example: {ALLOWS}.",
        shown(name)
    )
}

/// An address that begins with a star.
pub fn star_before_an_address(then: Then) -> String {
    let does = then.name();
    format!(
        "An address of a rule begins with its site: a star can stand only at its end. Send for example: /mode {does} read url \
         url=example.org/*."
    )
}

/// What somebody typed, as it is said back.
fn shown(said: &str) -> String {
    short(&invisible::without(said), 30)
}

/// A tool that does not exist. `near`: what the rule was to say, and the tool that comes nearest, if any does.
pub fn no_such_tool(name: &str, tools: &[String], (then, near): (Then, Option<&str>)) -> String {
    let known: Vec<String> = tools.iter().map(|t| t.replace('_', " ")).collect();
    let known = short(&known.join(", "), 120);
    let stop = if known.ends_with('…') { "" } else { "." };
    let does = then.name();
    let example = near.map(|tool| format!(" Perhaps you mean: /mode {does} {}.", plain(tool))).unwrap_or_default();
    format!("No agent here can “{}”.{example} There is: {known}{stop}", short(&name.replace('_', " "), 30))
}

/// A rule about something a tool is never told, which would never fit.
pub fn no_such_argument(tool: &str, name: &str, takes: &[String]) -> String {
    let (tool, name) = (plain(tool), short(name, 30));
    if takes.is_empty() {
        return format!("“{tool}” is told nothing, so there is no “{name}” to make a rule about. Leave it out.");
    }
    format!("“{tool}” has no “{name}”. It has: {}.", short(&takes.join(", "), 120))
}

/// A rule that is not in the list.
pub fn no_such_rule(rules: usize) -> String {
    match rules {
        0 => "There are no rules yet. /mode shows how things stand.".to_owned(),
        1 => "There is one rule: /mode drop 1 drops it.".to_owned(),
        _ => format!("There are {rules} rules; /mode lists them."),
    }
}

/// More rules than anybody keeps in view.
pub fn too_many_rules(most: usize) -> String {
    format!("There are {most} rules already. Drop one first, for example: /mode drop 1.")
}

/// How things stand.
/// `asks`: the tools that need it, by name; `whose`: the names of those for whose ideas rules were made with a button, as far as
/// the reader may know of these: what they name may have been said in a direct chat.
pub fn mode(settings: &Settings, asks: &[String], whose: &BTreeMap<PersonId, String>) -> Message {
    let means = match settings.mode {
        Mode::Manual => {
            "manual: I ask each time before what needs your OK, except where somebody pressed “Always do this”"
        }
        Mode::AllowList => {
            "allow-list: I ask before everything that changes something, except what the rules below allow"
        }
        Mode::Auto => "auto-run: I do what needs your OK without asking, unless a rule below says otherwise",
    };
    let mut message = Message::lines([format!("Mode {means}.")]);
    let (mut kept_back, mut last) = (0_usize, None);
    for (i, rule) in settings.rules.iter().enumerate() {
        if rule.only_for.as_ref().is_some_and(|person| !whose.contains_key(person)) {
            kept_back += 1;
        } else {
            last = Some(i + 1);
            message = message.line(format!("{}. {}", i + 1, sentence(rule, settings, whose)));
        }
    }
    if kept_back > 0 {
        let rules = plural(kept_back, "rule was", "rules were");
        message =
            message.line(format!("{rules} made with a button; those who decide see them in a direct chat with me."));
    }
    if settings.rules.is_empty() {
        message = message.line("There are no rules.");
    }
    let needs: Vec<String> = asks.iter().map(|tool| plain(tool)).collect();
    let needs = match needs.as_slice() {
        [] if settings.mode == Mode::AllowList || settings.rules.iter().any(|r| r.then == Then::Ask) => String::new(),
        [] => "None of what I can do needs your OK by itself, so I ask only as said below. “/mode ask write note” makes me ask \
               before each note."
            .to_owned(),
        some => format!("Your OK is needed for: {}.", short(&some.join(", "), 200)),
    };
    if !needs.is_empty() {
        message = message.line(needs);
    }
    message
        .line(
            "In every mode I ask before work that has read pages, files or notes changes anything, and before what may \
             never be done unasked.",
        )
        .line(format!("Owners change this. {}", how_to_mode(&settings.rules, last)))
}

/// A rule in words.
fn sentence(rule: &Rule, settings: &Settings, whose: &BTreeMap<PersonId, String>) -> String {
    let with: Vec<String> =
        rule.with.iter().map(|(name, value)| format!("{name} {}", short(&invisible::marked(value), 60))).collect();
    let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join(", ")) };
    let tool = plain(&rule.tool);
    let by = short(&rule.by, 40);
    match (rule.then, &rule.only_for) {
        (Then::Allow, Some(person)) => {
            let ideas = match whose.get(person).map(String::as_str) {
                None => String::new(),
                Some(NAMELESS) => format!(", for {}'s ideas", nameless(false)),
                Some(name) => format!(", for {}'s ideas", short(name, 30)),
            };
            let rests = rule.rests(settings.quorum, settings.four_eyes);
            let rests = if rests { " (rests: more people have to agree now)" } else { "" };
            let words = if rule.free.is_empty() { "" } else { ", whatever it says" };
            format!("{tool}{with}{words}: allowed with a button by {by}{ideas}{rests}")
        }
        (Then::Allow, None) if settings.mode == Mode::Manual => {
            format!("{tool}{with}: allowed by {by} (rests in manual mode)")
        }
        (Then::Allow, None) => format!("{tool}{with}: allowed by {by}"),
        (Then::Ask, _) => format!("{tool}{with}: asked each time, {by} wants that"),
        (Then::Refuse, _) => format!("{tool}{with}: never, {by} wants that"),
    }
}
