//! Faults of settings as sentences, and small checks that the sections share.

use super::Lookup;
use super::secret::Secret;
use std::fmt;

/// One bad setting. The value itself is not kept: it may be a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The variable.
    pub variable: &'static str,
    /// What is wrong, to follow the variable's name.
    pub wrong: String,
    /// A value that would do.
    pub example: &'static str,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}. Example: {}={}", self.variable, self.wrong, self.variable, self.example)
    }
}

/// Every bad setting of a section or of all of them; shown one to a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigError {
    /// The faults, in the order of the settings.
    pub faults: Vec<Fault>,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.faults.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for ConfigError {}

/// Gathers the faults of a section, so that all are shown together.
#[derive(Debug, Default)]
pub(super) struct Faults(Vec<Fault>);

impl Faults {
    /// Notes a fault and gives nothing, for `map_or_else` chains.
    pub(super) fn note<T>(
        &mut self,
        variable: &'static str,
        wrong: impl Into<String>,
        example: &'static str,
    ) -> Option<T> {
        self.0.push(Fault { variable, wrong: wrong.into(), example });
        None
    }

    /// Whether nothing was wrong so far.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The section, or its faults.
    pub(super) fn or<T>(self, section: T) -> Result<T, ConfigError> {
        if self.0.is_empty() { Ok(section) } else { Err(ConfigError { faults: self.0 }) }
    }

    /// The address of a server: http or https with a host, without a slash at the end, a query or a fragment.
    pub(super) fn url(&mut self, lookup: Lookup<'_>, variable: &'static str, example: &'static str) -> Option<String> {
        let text = value(lookup, variable)?;
        let text = text.trim_end_matches('/').to_owned();
        let lower = text.to_ascii_lowercase();
        let rest = lower.strip_prefix("http://").or_else(|| lower.strip_prefix("https://"));
        match rest {
            Some(rest) if rest.contains(['?', '#']) => self.note(variable, "must not have a ? or # part", example),
            Some(rest) if rest.split('/').next().is_some_and(|host| host.contains('@')) => {
                self.note(variable, "must not carry a user name or password", example)
            }
            Some(rest) if !rest.is_empty() && !rest.starts_with(['/', ':']) && !has_odd(rest) => Some(text),
            _ => self.note(variable, "must be an address that begins with http:// or https://", example),
        }
    }

    /// A secret that travels in an HTTP header: visible ASCII only.
    pub(super) fn secret(
        &mut self,
        lookup: Lookup<'_>,
        variable: &'static str,
        example: &'static str,
    ) -> Option<Secret> {
        let text = value(lookup, variable)?;
        if text.chars().all(|c| c.is_ascii_graphic()) {
            return Some(Secret::new(text));
        }
        self.note(variable, "contains a space or a character that no key has; copy it again", example)
    }
}

/// The value of a variable without surrounding space; an empty one counts as unset.
pub(super) fn value(lookup: Lookup<'_>, variable: &str) -> Option<String> {
    lookup(variable).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Whether a text has a space, a control character or one beyond ASCII.
pub(super) fn has_odd(text: &str) -> bool {
    text.chars().any(|c| !c.is_ascii_graphic())
}
