//! Trials of the program: a failpoint, a planted bug, or the server of a further tool, named in the environment. It
//! exists with the features `failpoints` and `planted-bugs` only, and decides nothing.

#[cfg(feature = "failpoints")]
use crate::adapters::orders::{self, PlaceOrder};
use crate::config::Lookup;
#[cfg(feature = "failpoints")]
use crate::ports::tool::Tool;
#[cfg(feature = "failpoints")]
use crate::ports::trial::{failpoint, planted};
#[cfg(feature = "planted-bugs")]
#[cfg(feature = "failpoints")]
use crate::workers::roster::Roster;
#[cfg(feature = "failpoints")]
use std::sync::{Arc, OnceLock};

/// Where orders go in this trial.
#[cfg(feature = "failpoints")]
static ORDERS: OnceLock<String> = OnceLock::new();

/// Arms the failpoint FAILPOINT, notes the server TRIAL_TOOL_URL and plants the bug PLANTED_BUG, where they are set.
///
/// # Errors
/// A sentence on what is not known.
pub fn begin(lookup: Lookup<'_>) -> Result<(), String> {
    let set = |name: &str| lookup(name).filter(|value| !value.trim().is_empty());
    #[cfg(feature = "failpoints")]
    if let Some(wish) = set("FAILPOINT") {
        failpoint::arm(wish.trim())?;
    }
    #[cfg(feature = "failpoints")]
    if let Some(server) = set("TRIAL_TOOL_URL") {
        ORDERS.set(server.trim().to_owned()).map_err(|_| "The server of orders is set already.".to_owned())?;
    }
    #[cfg(feature = "planted-bugs")]
    if let Some(bug) = set("PLANTED_BUG") {
        planted::plant(bug.trim())?;
    }
    Ok(())
}

/// Puts the tool that places orders beside the others, in a trial that names its server.
///
/// # Errors
/// Its client cannot be set up.
#[cfg(feature = "failpoints")]
pub(super) fn equip(mut tools: Vec<Arc<dyn Tool>>) -> anyhow::Result<Vec<Arc<dyn Tool>>> {
    if let Some(server) = ORDERS.get() {
        tools.push(Arc::new(PlaceOrder::at(server)?));
    }
    Ok(tools)
}

/// Gives that tool to every agent that may change something outside of a ticket as it is.
#[cfg(feature = "failpoints")]
pub(super) fn hand_out(mut roster: Roster) -> Roster {
    if ORDERS.get().is_some() {
        roster
            .agents
            .iter_mut()
            .filter(|agent| agent.mutates)
            .for_each(|agent| agent.tools.push(orders::NAME.to_owned()));
    }
    roster
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
