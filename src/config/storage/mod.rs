//! Storage: the database and the files of tickets.

pub(super) mod place;
pub(super) mod retention;

use super::Lookup;
use super::fault::{ConfigError, Faults, value};
use super::secret::Secret;

/// The fewest letters of an AUDIT_KEY.
const KEY: usize = 32;

/// DATABASE_URL, DATA_DIR, WATCH_DIR and AUDIT_KEY.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storage {
    /// A `sqlite:` or `postgres:` address.
    pub database_url: Secret,
    /// The password in it, as it is written there.
    pub password: Option<Secret>,
    /// What the end of the audit log is sealed with, if that is said.
    pub audit_key: Option<Secret>,
    /// The folder of ticket files.
    pub data_dir: String,
    /// The folder with the folders whose new files begin runs of flows.
    pub watch_dir: String,
}

impl Storage {
    /// Whether the database is on a server, which several processes can use.
    pub fn on_a_server(&self) -> bool {
        !self.database_url.reveal().trim().starts_with("sqlite:")
    }

    /// Reads the section.
    ///
    /// # Errors
    /// The address is not of a database this version has.
    pub fn from_env(lookup: Lookup<'_>) -> Result<Self, ConfigError> {
        const EXAMPLE: &str = "sqlite://secretary.db";
        let mut faults = Faults::default();
        let database_url = value(lookup, "DATABASE_URL").unwrap_or_else(|| EXAMPLE.to_owned());
        let scheme = database_url.split(':').next().unwrap_or("").to_ascii_lowercase();
        let named = database_url.split_once(':').is_some_and(|(_, rest)| !rest.trim_matches('/').is_empty());
        if !matches!(scheme.as_str(), "sqlite" | "postgres" | "postgresql") {
            faults.note::<()>("DATABASE_URL", "must begin with sqlite: or postgres:", EXAMPLE);
        } else if !named && scheme == "sqlite" {
            faults.note::<()>("DATABASE_URL", "must name a file", EXAMPLE);
        } else if !named {
            let example = "postgres://user:password@host/secretary";
            faults.note::<()>("DATABASE_URL", "must name a server and a database", example);
        }
        let data_dir = value(lookup, "DATA_DIR").unwrap_or_else(|| "./data".to_owned());
        if data_dir.contains('\0') {
            faults.note::<()>("DATA_DIR", "is not the name of a folder", "./data");
        }
        let watch_dir = value(lookup, "WATCH_DIR");
        if watch_dir.as_ref().is_some_and(|folder| folder.contains('\0')) {
            faults.note::<()>("WATCH_DIR", "is not the name of a folder", "./data/watched");
        }
        let watch_dir = watch_dir.unwrap_or_else(|| format!("{}/watched", data_dir.trim_end_matches('/')));
        let audit_key = value(lookup, "AUDIT_KEY");
        if audit_key.as_ref().is_some_and(|key| key.chars().count() < KEY) {
            faults.note::<()>(
                "AUDIT_KEY",
                "is too short, it needs 32 letters and digits",
                "(what openssl rand -hex 32 prints)",
            );
        }
        let audit_key = audit_key.map(Secret::new);
        let password = password_in(&database_url).map(Secret::new);
        faults.or(Self { database_url: Secret::new(database_url), password, audit_key, data_dir, watch_dir })
    }
}

/// What stands between the user's name and the host of an address, or behind `password=`.
fn password_in(url: &str) -> Option<&str> {
    let rest = url.split_once("://").filter(|(scheme, _)| !scheme.starts_with("sqlite"))?.1;
    let named = rest.split_once("password=").map(|(_, value)| value.split('&').next().unwrap_or(value));
    let authority = rest.split(['/', '?']).next()?;
    let login = authority.rsplit_once('@').and_then(|(login, _)| login.split_once(':')).map(|(_, password)| password);
    login.or(named).filter(|password| !password.is_empty())
}

#[cfg(test)]
mod tests {
    use crate::config::storage::*;

    #[test]
    fn the_password_of_an_address_is_known_for_what_it_is() {
        for (url, password) in [
            ("postgres://me:tell%40nobody@host:5432/db", Some("tell%40nobody")),
            ("postgres://me@host/db?sslmode=require&password=hush&x=1", Some("hush")),
            ("postgres://me@host/db", None),
            ("postgres:///db?host=/run/postgresql", None),
            ("sqlite://a:b@c.db", None),
        ] {
            assert_eq!(password_in(url), password, "{url}");
        }
    }
}
