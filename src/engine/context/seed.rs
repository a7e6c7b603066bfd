//! Everything random of an event is derived from the 32 random bytes that were drawn for it: tokens, ids, codes. An
//! event that is decided twice gets the same values.

use crate::secretary::ids::Token;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// Tokens per event and owner. No step shows more prompts than this.
const TOKENS: usize = 8;

/// The 32 random bytes of an event.
#[derive(Clone, Copy)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    fn derive(&self, label: &str, n: usize) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(label.as_bytes());
        hash.update(n.to_be_bytes());
        hash.finalize().into()
    }

    /// Tokens of 128 bits as 22 characters of base64url. One event may change several tickets, so each `owner` has
    /// its own tokens.
    pub fn tokens(&self, owner: &str) -> Vec<Token> {
        let label = format!("token/{owner}");
        (0..TOKENS).map(|n| Token::new(URL_SAFE_NO_PAD.encode(&self.derive(&label, n)[..16]))).collect()
    }

    /// The seed of an event that follows from this one.
    pub fn further(&self, label: &str) -> [u8; 32] {
        self.derive(label, 0)
    }

    /// An opaque id of 16 characters.
    pub fn id(&self, label: &str) -> String {
        URL_SAFE_NO_PAD.encode(&self.derive(label, 0)[..12])
    }

    /// Bytes for a one-time code, at most 32.
    pub fn code(&self, bytes: usize) -> Vec<u8> {
        self.derive("code", 0).into_iter().take(bytes).collect()
    }
}
