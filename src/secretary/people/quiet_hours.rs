//! The quiet hours of a person: a brief that falls into them comes at their end. What must be decided is not held back.

use crate::secretary::when;
use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// Every day from one time of day to another, often over midnight. Where both are the same there are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuietHours {
    /// When they begin, as hour and minute.
    pub from: (u32, u32),
    /// When they end.
    pub to: (u32, u32),
}

impl Default for QuietHours {
    fn default() -> Self {
        Self { from: (22, 0), to: (7, 0) }
    }
}

impl QuietHours {
    /// None at all.
    pub const OFF: Self = Self { from: (0, 0), to: (0, 0) };

    /// Whether the person said nothing else.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// Whether there are any.
    pub fn any(self) -> bool {
        self.from != self.to
    }

    /// Reads "22:00-7:00", "22-7" or "off".
    pub fn read(words: &str) -> Option<Self> {
        if words.trim().eq_ignore_ascii_case("off") {
            return Some(Self::OFF);
        }
        let (from, to) = words.split_once(['-', '–', '—'])?;
        Some(Self { from: clock(from)?, to: clock(to)? }).filter(|hours| hours.any())
    }

    /// What is typed to have them.
    pub fn typed(self) -> String {
        if !self.any() {
            return "off".to_owned();
        }
        let ((from, past), (to, after)) = (self.from, self.to);
        format!("{from:02}:{past:02}-{to:02}:{after:02}")
    }

    /// When they end, if this moment falls into them. Both times are read on the clocks of the zone.
    pub fn end(self, now: DateTime<Utc>, zone: Tz) -> Option<DateTime<Utc>> {
        let at = |day: NaiveDate, (hour, minute)| when::instant_of(zone, day.and_hms_opt(hour, minute, 0)?);
        let today = now.with_timezone(&zone).date_naive();
        let days = [today.checked_sub_days(Days::new(1)), Some(today)].into_iter().flatten();
        days.filter(|_| self.any()).find_map(|first| {
            let last = if self.to < self.from { first.checked_add_days(Days::new(1))? } else { first };
            let end = at(last, self.to)?;
            (at(first, self.from)? <= now && now < end).then_some(end)
        })
    }
}

/// "7:00", or a full hour as "7".
fn clock(text: &str) -> Option<(u32, u32)> {
    let text = text.trim();
    let hour = || text.parse::<u32>().ok().filter(|hour| *hour < 24);
    when::parse_clock(text).or_else(|| Some((hour()?, 0)))
}

#[cfg(test)]
mod tests {
    use crate::secretary::people::quiet_hours::*;
    use chrono::{TimeDelta, TimeZone};
    use chrono_tz::Europe::Berlin;

    fn on(month: u32, day: u32, hour: u32, minute: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, month, day, hour, minute, 0).unwrap()
    }

    fn hours(words: &str) -> QuietHours {
        QuietHours::read(words).unwrap()
    }

    #[test]
    fn they_are_read_as_people_type_them() {
        assert_eq!(hours("22:00-7:00"), QuietHours::default());
        assert_eq!(hours(" 22 – 07:00 "), QuietHours::default());
        assert_eq!(hours("OFF"), QuietHours::OFF);
        assert_eq!(hours("21:30-6:15").typed(), "21:30-06:15");
        for typed in ["21:30-06:15", "off", "00:00-00:30"] {
            assert_eq!(hours(typed).typed(), typed);
        }
        for wrong in ["", "22:00", "22:00-22:00", "24-7", "10pm-7am", "22:00-7:60", "-", "22:00-7:00-9:00"] {
            assert_eq!(QuietHours::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn they_go_over_midnight() {
        // In winter Berlin is one hour ahead.
        let usual = QuietHours::default();
        for (now, end) in [
            (on(1, 14, 20, 59), None),
            (on(1, 14, 21, 0), Some(on(1, 15, 6, 0))),
            (on(1, 14, 23, 30), Some(on(1, 15, 6, 0))),
            (on(1, 15, 5, 59), Some(on(1, 15, 6, 0))),
            (on(1, 15, 6, 0), None),
            (on(1, 15, 12, 0), None),
        ] {
            assert_eq!(usual.end(now, Berlin), end, "{now}");
            assert_eq!(QuietHours::OFF.end(now, Berlin), None);
        }
    }

    #[test]
    fn they_may_lie_within_a_day() {
        let noon = hours("12:00-14:00");
        assert_eq!(noon.end(on(1, 14, 10, 59), Berlin), None);
        assert_eq!(noon.end(on(1, 14, 11, 0), Berlin), Some(on(1, 14, 13, 0)));
        assert_eq!(noon.end(on(1, 14, 13, 0), Berlin), None);
        assert_eq!(hours("00:00-23:59").end(on(1, 14, 10, 0), Berlin), Some(on(1, 14, 22, 59)));
    }

    #[test]
    fn they_end_by_the_clock_of_the_night_in_which_it_changes() {
        let usual = QuietHours::default();
        // On 29 March at 02:00 clocks go forward, on 25 October at 03:00 they go back.
        assert_eq!(usual.end(on(3, 28, 21, 0), Berlin), Some(on(3, 29, 5, 0)));
        assert_eq!(usual.end(on(3, 29, 5, 0), Berlin), None);
        assert_eq!(usual.end(on(10, 24, 20, 0), Berlin), Some(on(10, 25, 6, 0)));
        assert_eq!(usual.end(on(10, 25, 5, 59), Berlin), Some(on(10, 25, 6, 0)));
        // An end that no clock shows is the first moment behind it; what only no clock shows is nothing.
        assert_eq!(hours("22:00-2:30").end(on(3, 29, 0, 59), Berlin), Some(on(3, 29, 1, 0)));
        assert_eq!(hours("2:15-2:45").end(on(3, 29, 1, 0), Berlin), None);
        // An end that clocks show twice is the first of the two.
        assert_eq!(hours("22:00-2:30").end(on(10, 25, 0, 29), Berlin), Some(on(10, 25, 0, 30)));
        assert_eq!(hours("22:00-2:30").end(on(10, 25, 1, 15), Berlin), None);
    }

    #[test]
    fn whatever_the_zone_they_end_later_and_are_over_then() {
        for zone in [Tz::America__Nuuk, Tz::Australia__Lord_Howe, Tz::Pacific__Apia, Tz::Asia__Kathmandu, Tz::UTC] {
            for words in ["22:00-7:00", "2:00-3:00", "23:30-0:30", "7:00-22:00"] {
                for step in 0..2_000 {
                    let now = on(1, 1, 0, 0) + TimeDelta::minutes(step * 263);
                    let Some(end) = hours(words).end(now, zone) else { continue };
                    assert!(now < end && end - now < TimeDelta::hours(26), "{zone} {words} {now}");
                    assert_eq!(hours(words).end(end, zone), None, "{zone} {words} {now}");
                }
            }
        }
    }
}
