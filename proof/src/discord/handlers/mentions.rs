//! Who a text mentions and whom it rings (platform-facts D22). No state is changed.

use serde_json::Value;

use super::validate;
use crate::discord::rest::refusal::Refusal;

/// What stands in a text, allowed or not.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Mentions {
    pub(crate) users: Vec<u64>,
    pub(crate) roles: Vec<u64>,
    pub(crate) everyone: bool,
}

/// Finds `<@id>`, `<@!id>`, `<@&id>`, `@everyone` and `@here`.
pub(crate) fn find(content: &str) -> Mentions {
    let mut found =
        Mentions { everyone: content.contains("@everyone") || content.contains("@here"), ..Mentions::default() };
    for piece in content.split("<@").skip(1) {
        let Some((inside, _)) = piece.split_once('>') else {
            continue;
        };
        let (list, digits) = match inside.strip_prefix('&') {
            Some(role) => (&mut found.roles, role),
            None => (&mut found.users, inside.strip_prefix('!').unwrap_or(inside)),
        };
        if let Ok(id) = digits.parse()
            && !list.contains(&id)
        {
            list.push(id);
        }
    }
    found
}

/// Who rings, and whether any of it was not asked for by name.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Pings {
    pub(crate) all: Vec<String>,
    pub(crate) unintended: usize,
}

/// Applies `allowed_mentions`; absent, everything of `default` rings.
pub(crate) fn pings(
    content: &str,
    allowed: &Value,
    default: &[&str],
    reply_author: Option<u64>,
) -> Result<Pings, Refusal> {
    check(allowed)?;
    let found = find(content);
    let parse = |what: &str| match &allowed["parse"] {
        Value::Array(list) => list.iter().any(|entry| entry == what),
        _ if allowed.is_null() => default.contains(&what),
        _ => false,
    };
    let named = |list: &str, id: u64| {
        allowed[list].as_array().is_some_and(|all| all.iter().any(|entry| id_of(entry) == Some(id)))
    };
    let mut pings = Pings::default();
    let mut ring = |text: String, by_parse: bool, by_name: bool| {
        if by_parse || by_name {
            pings.all.push(text);
            pings.unintended += usize::from(!by_name);
        }
    };
    for &user in &found.users {
        ring(format!("user:{user}"), parse("users"), named("users", user));
    }
    for &role in &found.roles {
        ring(format!("role:{role}"), parse("roles"), named("roles", role));
    }
    if found.everyone {
        ring("everyone".to_owned(), parse("everyone"), false);
    }
    if let Some(author) = reply_author {
        let asked = allowed["replied_user"] == true;
        ring(format!("user:{author}"), allowed.is_null(), asked);
    }
    Ok(pings)
}

fn check(allowed: &Value) -> Result<(), Refusal> {
    for list in ["users", "roles"] {
        let named = validate::list(&allowed[list], &format!("allowed_mentions.{list}"), 100)?;
        let parsed = allowed["parse"].as_array().is_some_and(|all| all.iter().any(|entry| entry == list));
        if parsed && !named.is_empty() {
            return Err(Refusal::invalid(
                "allowed_mentions",
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                &format!("parse:[\"{list}\"] and {list}: [ids...] are mutually exclusive."),
            ));
        }
    }
    Ok(())
}

fn id_of(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str().and_then(|text| text.parse().ok()))
}
