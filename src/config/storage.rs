//! Where things are kept: the database and the files of tickets.

use super::Lookup;
use super::fault::{ConfigError, Faults, value};

/// DATABASE_URL and DATA_DIR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storage {
    /// A `sqlite:` address.
    pub database_url: String,
    /// The folder of ticket files.
    pub data_dir: String,
}

impl Storage {
    /// Reads the section.
    ///
    /// # Errors
    /// The address is not of a database this version has.
    pub fn from_env(lookup: Lookup<'_>) -> Result<Self, ConfigError> {
        const EXAMPLE: &str = "sqlite://secretary.db";
        let mut faults = Faults::default();
        let database_url = value(lookup, "DATABASE_URL").unwrap_or_else(|| EXAMPLE.to_owned());
        let scheme = database_url.split(':').next().unwrap_or("").to_ascii_lowercase();
        if scheme == "postgres" || scheme == "postgresql" {
            faults.note::<()>(
                "DATABASE_URL",
                "names PostgreSQL. PostgreSQL is not available in this version; use SQLite or leave it out",
                EXAMPLE,
            );
        } else if !database_url.starts_with("sqlite:")
            || database_url.trim_start_matches("sqlite:").trim_matches('/').is_empty()
        {
            faults.note::<()>("DATABASE_URL", "must begin with sqlite: and name a file", EXAMPLE);
        }
        let data_dir = value(lookup, "DATA_DIR").unwrap_or_else(|| "./data".to_owned());
        if data_dir.contains('\0') {
            faults.note::<()>("DATA_DIR", "is not the name of a folder", "./data");
        }
        faults.or(Self { database_url, data_dir })
    }
}
