//! The secrets of the program's own settings, as far as anybody but their owner needs to know of them: not to be told.

use std::borrow::Cow;

/// Knows the secrets of the settings in every spelling they may be given away in.
pub trait Secrets: Send + Sync {
    /// The text with a mark of `masking` in place of each secret; borrowed where there is none.
    fn hide<'t>(&self, text: &'t str) -> Cow<'t, str>;
}

/// Settings without secrets.
impl Secrets for () {
    fn hide<'t>(&self, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }
}
