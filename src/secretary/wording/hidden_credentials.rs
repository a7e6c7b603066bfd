//! The sentence for a person whose message held something like a credential.

/// It was hidden, and what to do about it.
pub fn hidden() -> &'static str {
    "Part of that looked like an access token or a key. I hid it and kept nothing of it, but the chat may still show it: \
     please delete your message and replace the token, as others may have seen it."
}

/// The same where there was nothing else.
pub fn only_hidden() -> &'static str {
    "That looked like an access token or a key. I hid it and kept nothing of it, but the chat may still show it: please \
     delete your message and replace the token, as others may have seen it."
}
