//! The pairing code, by which the first owner of a platform is known. It is made at the start or by `secretary pair`.

use crate::engine::commit::commit;
use crate::engine::context::seed::Seed;
use crate::engine::{Engine, home};
use crate::ports::store::{Stored, Tx};
use crate::secretary::audit::{Entry, What};
use crate::secretary::inbound::Platform;
use crate::secretary::people::workspace::{CODE_BYTES, CODE_LIFE, Code, GUESSES_IN_ALL, Grant, Role, code_text};
use chrono::{DateTime, Utc};

/// The pairing code at a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstCode {
    /// A new code.
    New(String),
    /// Another process printed a code that is still valid; a new one would void it.
    Elsewhere,
    /// No code: an owner has an account of a platform.
    NotNeeded,
}

impl Engine {
    /// The code that a start prints. With `beside_others`, the code of another process stays valid.
    ///
    /// # Errors
    /// The database does not take it.
    pub async fn first_code(&self, beside_others: bool) -> Stored<FirstCode> {
        let mut tx = self.parts.store.begin().await?;
        let paired = tx.people(&home()).await?.iter().any(|person| {
            person.role == Role::Owner && person.accounts.iter().any(|a| !matches!(a.platform, Platform::Web))
        });
        if paired {
            return Ok(FirstCode::NotNeeded);
        }
        let now = self.now();
        let codes = tx.codes(&home()).await?;
        if beside_others && codes.iter().any(|code| code.grant == Grant::Pair && code.expires_at > now) {
            return Ok(FirstCode::Elsewhere);
        }
        self.fresh_code(tx, codes, now).await.map(FirstCode::New)
    }

    /// Makes a pairing code; it voids an older one.
    ///
    /// # Errors
    /// The database does not take it.
    pub async fn pairing_code(&self) -> Stored<String> {
        let now = self.now();
        let mut tx = self.parts.store.begin().await?;
        let codes = tx.codes(&home()).await?;
        self.fresh_code(tx, codes, now).await
    }

    /// Adds a code in the transaction that read the other codes: of two processes that start at once, one makes it.
    async fn fresh_code(&self, mut tx: Box<dyn Tx>, mut codes: Vec<Code>, now: DateTime<Utc>) -> Stored<String> {
        let code = Code {
            text: code_text(&Seed(self.draw()?).code(CODE_BYTES)),
            grant: Grant::Pair,
            expires_at: now + CODE_LIFE,
            tries_left: GUESSES_IN_ALL,
        };
        codes.retain(|c| c.grant != Grant::Pair && c.expires_at > now);
        codes.push(code.clone());
        tx.save_codes(&home(), &codes).await?;
        let made = (home(), Entry { from: None, what: What::CodeMade { grant: Grant::Pair } });
        crate::engine::context::audit_log::append(tx.as_mut(), now, &[made]).await?;
        commit(tx, "pairing").await?;
        Ok(code.text)
    }
}
