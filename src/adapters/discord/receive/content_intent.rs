//! The message content intent, which an owner of the bot has to switch on. A refusal costs an identify and its five
//! seconds, so it is remembered: the next starts omit the intent at once, and ask again once a day or for another
//! bot.

use crate::adapters::discord::Core;
use crate::secretary::inbound::Trouble;
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};

const MARK: &str = "discord:no-content";
/// How long a refusal is taken as standing.
const FOR: TimeDelta = TimeDelta::days(1);

/// Does without from the start, if this bot was refused the intent lately.
pub(super) async fn recall(core: &Core) {
    match core.marks.mark(MARK).await {
        Ok(mark) => {
            let (mark, now) = (mark.unwrap_or_default(), core.clock.now());
            if let Some(at) = standing(&mark, &fingerprint(&core.config.token), now) {
                go_without(core, at);
            }
        }
        Err(error) => tracing::warn!(%error, "cannot read what Discord granted"),
    }
}

/// Whether the intent is asked for in the connection that is about to be made.
pub(super) fn is_asked_for(core: &Core) -> bool {
    let now = core.clock.now();
    let mut known = core.known();
    if known.content_denied.is_some_and(|at| !lasts(at, now)) {
        known.content_denied = None;
    }
    known.content_denied.is_none()
}

/// Notes a refusal of this moment.
pub(crate) async fn refused(core: &Core) {
    let now = core.clock.now();
    go_without(core, now);
    core.notice(Trouble::NoContent).await;
    let mark = format!("{} {}", now.timestamp(), fingerprint(&core.config.token));
    if let Err(error) = core.marks.set_mark(MARK, &mark).await {
        tracing::warn!(%error, "cannot remember what Discord granted");
    }
}

fn go_without(core: &Core, since: DateTime<Utc>) {
    core.known().content_denied = Some(since);
    tracing::warn!(
        "Discord does not grant the message content intent, so in servers I read mentions, replies and commands only. To \
         change that, switch on “Message Content Intent” on the page Bot of the application at \
         https://discord.com/developers/applications; I ask again after a day"
    );
}

/// Since when a remembered refusal stands, if it does.
fn standing(mark: &str, token: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let (at, of) = mark.split_once(' ')?;
    let at = DateTime::from_timestamp(at.parse().ok()?, 0)?;
    (of == token && lasts(at, now)).then_some(at)
}

fn lasts(at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    at <= now && now - at < FOR
}

/// Tells one token from another and gives nothing of it away.
fn fingerprint(token: &str) -> String {
    let digest = Sha256::digest(format!("secretary {token}"));
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::receive::content_intent::*;

    #[test]
    fn a_refusal_stands_for_a_day_and_for_its_token() {
        let now = DateTime::from_timestamp(200_000, 0).unwrap();
        let (mine, other) = (fingerprint("a.b.c"), fingerprint("a.b.d"));
        let stands = |mark: &str, token: &str, now| standing(mark, token, now).is_some();
        assert!(stands(&format!("199000 {mine}"), &mine, now));
        assert!(!stands(&format!("199000 {other}"), &mine, now), "another token");
        assert!(!stands(&format!("100000 {mine}"), &mine, now), "more than a day ago");
        assert!(!stands(&format!("300000 {mine}"), &mine, now), "the clock was set back");
        assert!(!stands("", &mine, now) && !stands("junk", &mine, now));
    }
}
