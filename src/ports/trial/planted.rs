//! Planted bugs, one at a time and only with the feature `planted-bugs`: the tests of the program must find each of
//! them. Without the feature there is none. This file has their names; the bugs are where they would happen.

/// A bug: its name, the goal whose trials must find it, and what goes wrong.
pub type Bug = (&'static str, &'static str, &'static str);

/// Every bug.
pub const BUGS: [Bug; 39] = [
    ("ack-before-commit", "r1", "an update is confirmed to Telegram before it is stored"),
    ("settle-before-send", "r1", "a post counts as done before it is sent"),
    ("no-recover", "r1", "what was being done when the program died is never taken up"),
    ("forget-journal", "r1", "a run begins without reading its journal"),
    ("tool-twice", "r1", "a tool is called twice under two keys"),
    ("no-dedupe", "r1", "the same event is taken in as often as it comes"),
    ("no-backfill", "r4", "what was said in Discord during an absence is not read"),
    ("drop-pending", "r2", "what waits at Telegram is thrown away at the start"),
    ("offset-watermark", "r2", "updates with a number below the highest one are left out"),
    ("no-nonce", "r3", "posts go to Discord without a nonce"),
    ("lanes-lost", "r3", "posts to a room have no order"),
    ("lost-shelf", "r3", "what may not have arrived is never shown again"),
    ("lost-on-retry", "r3", "a post that is to be tried again is forgotten"),
    ("lost-is-unsent", "r3", "a lost answer counts as not sent"),
    ("progress-again", "r3", "progress that may stand is posted again"),
    ("second-keyboard", "r3", "buttons are never taken off"),
    ("one-at-a-time", "r5", "a send that hangs holds up all others"),
    ("ignore-retry-after", "r5", "Telegram is called again before it allows it"),
    ("no-pace", "r5", "posts to Telegram keep no distance"),
    ("discord-ignores-wait", "r5", "Discord is called again before it allows it"),
    ("skip-authorize", "r6", "everybody known may do everything"),
    ("press-overrides", "r6", "a later press changes what was decided"),
    ("no-token", "r6", "a prompt's buttons are not written down"),
    ("no-edits", "r6", "messages are never edited"),
    ("no-answer", "r6", "presses in Telegram are not answered"),
    ("fires-twice", "r7", "a due order fires twice"),
    ("missed-forever", "r7", "what fell due during an absence never fires"),
    ("confirm-unstored", "r8", "an update that could not be stored is confirmed to Telegram"),
    ("discord-drops-unstored", "r8", "a message of Discord that could not be stored is dropped"),
    ("unsynced", "r8p", "what is committed does not outlast a loss of power"),
    ("trouble-swallowed", "r10", "a model that cannot answer now is never asked again"),
    ("no-limits", "r10", "a run has no limits"),
    ("backup-in-place", "r13", "a backup is written under its name at once"),
    ("restore-gap", "r13", "the database is taken away before the backup is ready to take its place"),
    ("no-lease", "r14", "every life receives for the bot at once"),
    ("ousted-lives", "r14", "a life that was replaced goes on"),
    ("slow-stop", "r17", "a stop takes longer than it may"),
    ("stop-forgets", "r17", "what waits to be done at an orderly stop is thrown away"),
    ("repeats-unkeyed", "r148", "a call that was cut off is made again, although nobody knows whether it was done"),
];

/// Whether this bug is planted in this process.
#[cfg(not(feature = "planted-bugs"))]
pub const fn is(_: &str) -> bool {
    false
}

/// Whether a number is the highest so far; asked by a bug alone.
#[cfg(not(feature = "planted-bugs"))]
pub const fn rises(_: i64) -> bool {
    true
}

#[cfg(feature = "planted-bugs")]
pub use ground::{is, plant, rises};

#[cfg(feature = "planted-bugs")]
mod ground {
    use super::BUGS;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicI64, Ordering};

    static PLANTED: OnceLock<String> = OnceLock::new();
    static HIGHEST: AtomicI64 = AtomicI64::new(0);

    /// Whether a number is the highest so far; asked by a bug alone.
    pub fn rises(number: i64) -> bool {
        number > HIGHEST.fetch_max(number, Ordering::SeqCst)
    }

    /// Whether this bug is planted in this process.
    pub fn is(name: &str) -> bool {
        PLANTED.get().is_some_and(|planted| planted == name)
    }

    /// Plants a bug.
    ///
    /// # Errors
    /// There is none of this name.
    pub fn plant(name: &str) -> Result<(), String> {
        if !BUGS.iter().any(|(known, _, _)| *known == name) {
            return Err(format!("There is no planted bug {name:?}; `secretary planted-bugs` lists them."));
        }
        PLANTED.set(name.to_owned()).map_err(|_| "A bug is planted already.".to_owned())
    }
}
