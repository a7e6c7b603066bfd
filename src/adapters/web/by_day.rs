//! Files of the web chat in the storage of received files. They lie by the day on which they came, so that a whole day is
//! removed at once. What a file holds is not looked at here.

use crate::ports::files::{ReceivedFiles, not_there};
use crate::ports::tool::ToolError;
use chrono::{DateTime, Days, NaiveDate, Utc};
use std::sync::Arc;

/// The characters of a token: the day and a part that tells the files of a day apart.
const TOKEN: usize = 32;
/// The characters of the day in a token and in the name of a home.
const DAY: usize = 8;
/// How a day is written there.
const FORMAT: &str = "%Y%m%d";
/// The home of the notes up to which day files were removed.
const NOTES: &str = "r-web-days";

/// The files of one kind.
pub(super) struct ByDay {
    files: Arc<dyn ReceivedFiles>,
    /// How their homes begin; the day follows.
    homes: &'static str,
    /// The name of their note.
    note: &'static str,
}

impl ByDay {
    pub(super) fn new(files: Arc<dyn ReceivedFiles>, homes: &'static str, note: &'static str) -> Self {
        Self { files, homes, note }
    }

    /// The token of a file of this day; `distinct` has twelve bytes at least.
    pub(super) fn token(now: DateTime<Utc>, distinct: &[u8]) -> String {
        let rest: String = distinct.iter().take((TOKEN - DAY) / 2).map(|byte| format!("{byte:02x}")).collect();
        format!("{}{rest}", now.format(FORMAT))
    }

    /// Keeps bytes under a name in the home of the day of a token.
    ///
    /// # Errors
    /// The storage does not work, or there is no such token.
    pub(super) async fn keep(&self, token: &str, name: &str, bytes: &[u8]) -> Result<(), ToolError> {
        let home = self.home_of(token).ok_or_else(|| not_there(name))?;
        self.files.keep(&home, name, bytes).await
    }

    /// The bytes under a name in the home of the day of a token; none where there are none.
    ///
    /// # Errors
    /// The storage does not work.
    pub(super) async fn kept(&self, token: &str, name: &str) -> Result<Option<Vec<u8>>, ToolError> {
        match self.home_of(token) {
            Some(home) => self.files.kept(&home, name).await,
            None => Ok(None),
        }
    }

    /// Before the first file is kept: nothing before this day has to be removed.
    ///
    /// # Errors
    /// The storage does not work.
    pub(super) async fn begin(&self, now: DateTime<Utc>) -> Result<(), ToolError> {
        if self.files.kept(NOTES, self.note).await?.is_some() {
            return Ok(());
        }
        self.removed_until(now.date_naive().pred_opt().unwrap_or_default()).await
    }

    /// Removes the days that lie more than `whole` days before today, so that each file is kept for so long at least.
    ///
    /// # Errors
    /// The storage does not work; the next call begins where this one ended.
    pub(super) async fn remove_old(&self, whole: u16, now: DateTime<Utc>) -> Result<(), ToolError> {
        let Some(note) = self.files.kept(NOTES, self.note).await? else { return Ok(()) };
        let before = Days::new(u64::from(whole) + 1);
        let Some(until) = now.date_naive().checked_sub_days(before) else { return Ok(()) };
        let read = std::str::from_utf8(&note).ok().and_then(|day| NaiveDate::parse_from_str(day, FORMAT).ok());
        let last = read.unwrap_or(until);
        for day in last.iter_days().skip(1).take_while(|day| *day <= until) {
            self.files.erase_kept(&format!("{}{}", self.homes, day.format(FORMAT))).await?;
        }
        if last < until {
            self.removed_until(until).await?;
        }
        Ok(())
    }

    async fn removed_until(&self, day: NaiveDate) -> Result<(), ToolError> {
        self.files.keep(NOTES, self.note, day.format(FORMAT).to_string().as_bytes()).await
    }

    /// The home of the file with this token; none for what is no token.
    fn home_of(&self, token: &str) -> Option<String> {
        let plain = token.len() == TOKEN && token.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_lowercase());
        let day = token.get(..DAY).filter(|day| plain && day.bytes().all(|b| b.is_ascii_digit()))?;
        Some(format!("{}{day}", self.homes))
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::web::by_day::*;

    #[test]
    fn only_tokens_lead_to_a_home() {
        let files = ByDay::new(Arc::new(()), "r-web-", "removed");
        assert_eq!(files.home_of("20261123abcdef0123456789abcdef01").as_deref(), Some("r-web-20261123"));
        for odd in [
            "",
            "20261123",
            "2026112xabcdef0123456789abcdef01",
            "20261123ABCDEF0123456789ABCDEF01",
            "20261123/../../../../etc/passwd0",
            "20261123abcdef0123456789abcdef012",
            "ä261123abcdef0123456789abcdef01ä",
        ] {
            assert_eq!(files.home_of(odd), None, "{odd}");
        }
    }
}
