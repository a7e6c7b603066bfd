//! Trials of the program: a failpoint or a planted bug named in the environment. It is there with the features
//! `failpoints` and `planted-bugs` only, and decides nothing.

use crate::config::Lookup;
#[cfg(feature = "failpoints")]
use crate::ports::failpoint;
#[cfg(feature = "planted-bugs")]
use crate::ports::planted;

/// Arms the failpoint FAILPOINT and plants the bug PLANTED_BUG, where they are set.
///
/// # Errors
/// A sentence on what is not known.
pub fn begin(lookup: Lookup<'_>) -> Result<(), String> {
    let set = |name: &str| lookup(name).filter(|value| !value.trim().is_empty());
    #[cfg(feature = "failpoints")]
    if let Some(wish) = set("FAILPOINT") {
        failpoint::arm(wish.trim())?;
    }
    #[cfg(feature = "planted-bugs")]
    if let Some(bug) = set("PLANTED_BUG") {
        planted::plant(bug.trim())?;
    }
    Ok(())
}

/// The names of all failpoints, one a line.
#[cfg(feature = "failpoints")]
pub fn failpoints() -> String {
    failpoint::PLACES.iter().map(|place| format!("{place}/before\n{place}/after")).collect::<Vec<_>>().join("\n")
}

/// All planted bugs, one a line: name, goal, what goes wrong, divided by tabs.
#[cfg(feature = "planted-bugs")]
pub fn bugs() -> String {
    planted::BUGS.iter().map(|(name, goal, what)| format!("{name}\t{goal}\t{what}")).collect::<Vec<_>>().join("\n")
}
