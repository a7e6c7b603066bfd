//! Counts identifies over a day, across restarts: Discord resets the token of a bot that identifies a
//! thousand times (platform-facts D4). It counts; waiting is up to the caller.

use crate::ports::inbox::Marks;
use chrono::{DateTime, Duration, Utc};

/// Identifies we allow ourselves in a day; half of Discord's limit.
const MOST: u32 = 500;
const MARK: &str = "discord:identifies";
const BEGUN: &str = "begun";
/// Between the beginning of an identify and its moment: a connection and a greeting lie between.
const ON_THE_WAY: std::time::Duration = std::time::Duration::from_secs(5);

/// The count of the present window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    began: DateTime<Utc>,
    count: u32,
    /// When the last identify was made, or begun.
    last: DateTime<Utc>,
    /// It was begun, and nothing more is known: the process may have ended on the way.
    begun: bool,
}

fn parse(text: &str, now: DateTime<Utc>) -> Option<Window> {
    let mut fields = text.split(':');
    let began = DateTime::from_timestamp(fields.next()?.parse().ok()?, 0)?;
    let count = fields.next()?.parse().ok()?;
    let last = fields.next().and_then(|last| DateTime::from_timestamp_millis(last.parse().ok()?)).unwrap_or(began);
    let begun = fields.next() == Some(BEGUN);
    let running = began <= now && now - began < Duration::days(1);
    running.then_some(Window { began, count, last, begun })
}

async fn window(marks: &dyn Marks, now: DateTime<Utc>) -> Option<Window> {
    match marks.mark(MARK).await {
        Ok(text) => text.and_then(|text| parse(&text, now)),
        Err(error) => {
            tracing::warn!(%error, "cannot read how often Discord was joined today");
            None
        }
    }
}

/// Until when no identify is allowed; `None` when one is.
pub(super) async fn spent_until(marks: &dyn Marks, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let window = window(marks, now).await?;
    (window.count >= MOST).then(|| window.began + Duration::days(1))
}

/// How long to wait until the next identify, `gap` after the last one, perhaps of an earlier process.
pub(crate) async fn wait(marks: &dyn Marks, now: DateTime<Utc>, gap: std::time::Duration) -> std::time::Duration {
    let Some(window) = window(marks, now).await else { return std::time::Duration::ZERO };
    // A clock that was set back makes the last identify one of the future: then one gap is enough.
    let gap = if window.begun { gap + ON_THE_WAY } else { gap };
    gap.saturating_sub((now - window.last).to_std().unwrap_or_default())
}

/// Notes that an identify is about to be made, so that the next process keeps its distance even if this one is killed
/// before it hears the answer. Gives whether that is written down.
pub(super) async fn begin(marks: &dyn Marks, now: DateTime<Utc>) -> bool {
    let window = window(marks, now).await.unwrap_or(Window { began: now, count: 0, last: now, begun: true });
    note(marks, &Window { last: now, begun: true, ..window }).await
}

/// Counts one identify.
pub(super) async fn spend(marks: &dyn Marks, now: DateTime<Utc>) {
    let window = window(marks, now).await.unwrap_or(Window { began: now, count: 0, last: now, begun: false });
    note(marks, &Window { count: window.count.saturating_add(1), last: now, begun: false, ..window }).await;
}

async fn note(marks: &dyn Marks, window: &Window) -> bool {
    let Window { began, count, last, begun } = window;
    let begun = if *begun { format!(":{BEGUN}") } else { String::new() };
    let text = format!("{}:{count}:{}{begun}", began.timestamp(), last.timestamp_millis());
    let written = marks.set_mark(MARK, &text).await;
    if let Err(error) = &written {
        tracing::warn!(%error, "cannot count the identifies of Discord");
    }
    written.is_ok()
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::receive::identify_budget::*;

    #[test]
    fn a_window_lasts_a_day() {
        let now = DateTime::from_timestamp(200_000, 0).unwrap();
        assert_eq!(
            parse("150000:7", now).map(|w| (w.count, w.last)),
            DateTime::from_timestamp(150_000, 0).map(|l| (7, l))
        );
        assert_eq!(parse("150000:7:199000500", now).map(|w| w.last.timestamp()), Some(199_000));
        assert_eq!(parse("100000:7", now), None);
        assert_eq!(parse("300000:7", now), None);
        assert_eq!(parse("junk", now), None);
        let begun = |text: &str| parse(text, now).unwrap().begun;
        assert!(begun("150000:7:199000500:begun") && !begun("150000:7:199000500"));
    }
}
