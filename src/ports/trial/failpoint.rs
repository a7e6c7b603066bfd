//! Failpoints: named places at the durable boundaries where a trial can end the program, freeze it, or make a commit
//! fail. They exist with the feature `failpoints` only; without it every call is empty. Nothing here decides
//! anything.

#[cfg(not(feature = "failpoints"))]
use crate::ports::store::Stored;

/// The places; each has a point before and one behind it, named `place/before` and `place/after`.
pub const PLACES: [&str; 53] = [
    "migrate",
    "start",
    "stop",
    "forget",
    "sign",
    "pairing",
    "session",
    "receive",
    "begin",
    "quarantine",
    "decide",
    "claim",
    "settle/done",
    "settle/next part",
    "settle/retry",
    "settle/anew",
    "settle/unclear",
    "settle/failed",
    "settle/shelved",
    "settle/put down",
    "journal/reply",
    "journal/call",
    "journal/again",
    "journal/result",
    "journal/spent",
    "journal/interrupted",
    "overhear",
    "reserve",
    "thread",
    "reword",
    "mark",
    "web/append",
    "web/change",
    "model",
    "tool",
    "telegram/getUpdates",
    "telegram/SendMessage",
    "telegram/EditMessageText",
    "telegram/EditMessageReplyMarkup",
    "telegram/DeleteMessage",
    "telegram/SendDocument",
    "telegram/AnswerCallbackQuery",
    "discord/POST messages",
    "discord/PATCH messages",
    "discord/DELETE messages",
    "discord/POST callback",
    "discord/PATCH original",
    "discord/POST followup",
    "discord/POST threads",
    "discord/POST dm",
    "discord/GET messages",
    "discord/PUT commands",
    "discord/past",
];

/// The program reaches the point before this place; its name is the two parts joined by a slash, or the first alone.
#[cfg(not(feature = "failpoints"))]
pub const fn before(_: &str, _: &str) {}

/// The program has left this place.
#[cfg(not(feature = "failpoints"))]
pub const fn after(_: &str, _: &str) {}

/// Like [`before`], for a commit, which a trial can also make fail.
///
/// # Errors
/// A trial wants it to fail.
#[cfg(not(feature = "failpoints"))]
pub const fn before_commit(_: &str) -> Stored<()> {
    Ok(())
}

#[cfg(feature = "failpoints")]
pub use armed::{after, arm, before, before_commit};

#[cfg(feature = "failpoints")]
mod armed {
    use super::PLACES;
    use crate::ports::store::{StoreError, Stored};
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// What happens at the point.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Action {
        /// The process ends without unwinding.
        Kill,
        /// The process is frozen.
        Stop,
        /// The commit fails; every time from then on for a while.
        Error,
    }

    /// The one point of this process.
    struct Armed {
        name: String,
        /// The pass of the place at which it acts, from 1.
        at: u32,
        action: Action,
        visits: AtomicU32,
    }

    /// Passes after the first that fail, too.
    const FAILURES: u32 = 3;

    static ARMED: OnceLock<Armed> = OnceLock::new();

    /// Sets the point of this process, as `name@visit=action`: `decide/before@3=kill`. Actions are kill, stop and error.
    ///
    /// # Errors
    /// A sentence on what is not understood.
    pub fn arm(wish: &str) -> Result<(), String> {
        let wrong = || format!("FAILPOINT {wish:?} is not understood; write it like decide/before@3=kill.");
        let (point, action) = wish.rsplit_once('=').ok_or_else(wrong)?;
        let (name, at) = point.rsplit_once('@').unwrap_or((point, "1"));
        let place = name.strip_suffix("/before").or_else(|| name.strip_suffix("/after")).ok_or_else(wrong)?;
        if !PLACES.contains(&place) {
            return Err(format!("There is no failpoint {name:?}; `secretary failpoints` lists them."));
        }
        let action = match action {
            "kill" => Action::Kill,
            "stop" => Action::Stop,
            "error" => Action::Error,
            _ => return Err(wrong()),
        };
        let at = at.parse().ok().filter(|at| *at > 0).ok_or_else(wrong)?;
        let armed = Armed { name: name.to_owned(), at, action, visits: AtomicU32::new(0) };
        ARMED.set(armed).map_err(|_| "The failpoint is set already.".to_owned())
    }

    /// The action that is due at this point now.
    fn due(kind: &str, detail: &str, side: &str) -> Option<Action> {
        let armed = ARMED.get()?;
        let rest = armed.name.strip_prefix(kind)?;
        let rest = if detail.is_empty() { rest } else { rest.strip_prefix('/')?.strip_prefix(detail)? };
        if rest != side {
            return None;
        }
        let visit = armed.visits.fetch_add(1, Ordering::SeqCst) + 1;
        let last = if armed.action == Action::Error { armed.at + FAILURES } else { armed.at };
        (armed.at..=last).contains(&visit).then_some(armed.action)
    }

    fn act(action: Action) {
        match action {
            Action::Kill => std::process::abort(),
            Action::Stop => {
                let own = std::process::id().to_string();
                let _ = std::process::Command::new("kill").args(["-STOP", &own]).status();
            }
            Action::Error => {}
        }
    }

    /// The program reaches the point before this place.
    pub fn before(kind: &str, detail: &str) {
        due(kind, detail, "/before").into_iter().for_each(act);
    }

    /// The program has left this place.
    pub fn after(kind: &str, detail: &str) {
        due(kind, detail, "/after").into_iter().for_each(act);
    }

    /// Like [`before`], for a commit, which a trial can also make fail.
    ///
    /// # Errors
    /// A trial wants it to fail.
    pub fn before_commit(place: &str) -> Stored<()> {
        match due(place, "", "/before") {
            Some(Action::Error) => Err(StoreError::Later("a trial makes this commit fail".to_owned())),
            Some(action) => {
                act(action);
                Ok(())
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PLACES;

    #[test]
    fn there_are_enough_points_and_each_has_one_name() {
        let mut names = PLACES.to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), PLACES.len());
        assert!(2 * names.len() >= 60);
    }

    #[cfg(feature = "failpoints")]
    #[test]
    fn what_is_not_understood_is_said() {
        for wrong in
            ["decide", "decide/before", "decide/before@0=kill", "decide/before@1=explode", "nowhere/after=kill"]
        {
            assert!(super::arm(wrong).is_err(), "{wrong}");
        }
    }
}
