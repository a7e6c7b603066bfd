//! The sender of a message or press, with their roles on the server.

use crate::secretary::inbound::Sender;
use serenity::model::guild::{Member, PartialMember};
use serenity::model::id::{GuildId, RoleId};
use serenity::model::user::User;

fn sender(user: &User, nick: Option<&str>, locale: Option<&str>) -> Sender {
    let name = nick.or(user.global_name.as_deref()).unwrap_or(&user.name);
    Sender {
        user: user.id.to_string(),
        name: name.to_owned(),
        bot: user.bot,
        // "en-US": people are asked by language, not by country.
        language: locale.and_then(|l| l.split('-').next()).filter(|l| !l.is_empty()).map(str::to_owned),
        ..Sender::default()
    }
}

/// Who wrote something, with the roles they have on the server where they did.
pub(super) fn writer(user: &User, member: Option<&PartialMember>, server: Option<GuildId>) -> Sender {
    let roles = member.map(|m| role_ids(&m.roles, server.or(m.guild_id))).unwrap_or_default();
    Sender { roles, ..sender(user, member.and_then(|m| m.nick.as_deref()), None) }
}

/// Who did something on a server, with the roles they have there.
pub(super) fn member(user: &User, member: Option<&Member>, locale: &str) -> Sender {
    let roles = member.map(|m| role_ids(&m.roles, Some(m.guild_id))).unwrap_or_default();
    Sender { roles, ..sender(user, member.and_then(|m| m.nick.as_deref()), Some(locale)) }
}

/// Without the role of everybody, which has the number of the server: it sets nobody apart.
fn role_ids(roles: &[RoleId], server: Option<GuildId>) -> Vec<String> {
    let apart = |role: &&RoleId| server.is_none_or(|server| role.get() != server.get());
    roles.iter().filter(apart).map(ToString::to_string).collect()
}
