//! The roles of this process where several share a database.

use crate::config::Lookup;
use crate::config::fault::{ConfigError, Faults, value};

/// ROLES: any of gateway, worker, scheduler and web, separated by commas; all of them when it is not set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a role of its own")]
pub struct Roles {
    /// Receives from Telegram and Discord and sends to them.
    pub gateway: bool,
    /// Thinks and works.
    pub worker: bool,
    /// Timers, schedules and what is due.
    pub scheduler: bool,
    /// Serves the web chat and the pages of health.
    pub web: bool,
}

impl Roles {
    /// One process does everything.
    pub const ALL: Self = Self { gateway: true, worker: true, scheduler: true, web: true };
    const NONE: Self = Self { gateway: false, worker: false, scheduler: false, web: false };

    /// Reads the section. `shared`: the database is one that several processes can use.
    ///
    /// # Errors
    /// A role nobody knows, or fewer than all on a database that has room for one process.
    pub fn from_env(lookup: Lookup<'_>, shared: bool) -> Result<Self, ConfigError> {
        const EXAMPLE: &str = "gateway,scheduler,web";
        let mut faults = Faults::default();
        let Some(list) = value(lookup, "ROLES") else { return Ok(Self::ALL) };
        let mut roles = Self::NONE;
        for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            match name.to_ascii_lowercase().as_str() {
                "all" => roles = Self::ALL,
                "gateway" => roles.gateway = true,
                "worker" => roles.worker = true,
                "scheduler" => roles.scheduler = true,
                "web" => roles.web = true,
                _ => {
                    let wrong = format!("has {name:?}; the roles are gateway, worker, scheduler, web and all");
                    faults.note::<()>("ROLES", wrong, EXAMPLE);
                }
            }
        }
        if faults.is_empty() && roles == Self::NONE {
            faults.note::<()>("ROLES", "must name a role", EXAMPLE);
        } else if faults.is_empty() && roles != Self::ALL && !shared {
            let wrong = "shares the work among several processes, which needs PostgreSQL: set DATABASE_URL to a server, or leave ROLES out";
            faults.note::<()>("ROLES", wrong, "all");
        }
        faults.or(roles)
    }

    /// What has to be done by other processes, for the terminal; none if this one does everything.
    pub fn elsewhere(self) -> Option<String> {
        let parts =
            [(self.gateway, "gateway"), (self.worker, "worker"), (self.scheduler, "scheduler"), (self.web, "web")];
        let named = |here: bool| -> Vec<&str> {
            parts.iter().filter(|(does, _)| *does == here).map(|(_, name)| *name).collect()
        };
        let (here, missing) = (named(true), named(false));
        (!missing.is_empty()).then(|| {
            format!(
                "This process does: {}. What {} do waits until another process on the same database does it.",
                here.join(", "),
                missing.join(" and ")
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::config::people::roles::*;

    fn read(text: &str, shared: bool) -> Result<Roles, String> {
        Roles::from_env(&|name| (name == "ROLES").then(|| text.to_owned()), shared).map_err(|error| error.to_string())
    }

    #[test]
    fn any_roles_in_any_order_or_all() {
        assert_eq!(read("", false), Ok(Roles::ALL));
        assert_eq!(read("all", false), Ok(Roles::ALL));
        assert_eq!(read(" Worker , ", true), Ok(Roles { worker: true, ..Roles::NONE }));
        assert_eq!(read("web,scheduler,gateway,worker", false), Ok(Roles::ALL));
        assert!(read("worker", false).unwrap_err().contains("needs PostgreSQL"));
        assert!(read("worker,cook", true).unwrap_err().contains("\"cook\"; the roles are gateway, worker"));
        assert!(read(",", true).unwrap_err().contains("must name a role"));
    }
}
