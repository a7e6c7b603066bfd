//! The secrets of the program's settings, for hiding them.

use std::borrow::Cow;

/// Knows the secrets of the settings in every encoding in which they may leak.
pub trait Secrets: Send + Sync {
    /// The text with a mark of `redaction` in place of each secret; borrowed where there is none.
    fn hide<'t>(&self, text: &'t str) -> Cow<'t, str>;
}

/// Settings without secrets.
impl Secrets for () {
    fn hide<'t>(&self, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }
}
