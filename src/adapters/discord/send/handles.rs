//! Handles, by which a post fills in the answer to an interaction.

use serenity::model::id::{ApplicationId, InteractionId};

/// How long an interaction can be answered (platform-facts D30).
pub(crate) const ANSWERABLE_SECONDS: i64 = 15 * 60;

/// The handle by which a post fills in the answer to an interaction.
pub(crate) fn handle(application: ApplicationId, token: &str, id: InteractionId) -> String {
    format!("{application}:{token}:{}", id.created_at().timestamp() + ANSWERABLE_SECONDS)
}

/// The secret parts of a handle made by [`handle`]: application, token, expiry in Unix seconds.
pub(crate) fn handle_parts(handle: &str) -> Option<(&str, &str, i64)> {
    let (application, rest) = handle.split_once(':')?;
    let (token, expiry) = rest.rsplit_once(':')?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '=' | '~');
    let sane = !token.is_empty() && token.chars().all(plain) && application.bytes().all(|b| b.is_ascii_digit());
    sane.then_some((application, token, expiry.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::send::handles::handle_parts;

    #[test]
    fn handles_that_could_not_be_ours_are_none() {
        assert_eq!(handle_parts("12:abc-_.:99"), Some(("12", "abc-_.", 99)));
        for bad in ["", "12", "12:ab/c:9", "x:abc:9", "12::9", "12:abc:soon"] {
            assert_eq!(handle_parts(bad), None, "{bad}");
        }
    }
}
