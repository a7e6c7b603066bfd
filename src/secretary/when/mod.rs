//! Times and schedules: parses what people type, computes due times, and says rules in words.
//!
//! Everything here is pure: the present moment is always an argument, and recurring rules are evaluated in an
//! IANA zone which the caller keeps beside the rule. It must not read a clock, a file or the environment.
//!
//! A recurring rule lives in wall time. In spring a missing time fires at the first instant after the gap, once;
//! in autumn a doubled time fires at its first occurrence, once.

mod abbreviated;
mod clock;
mod fields;
mod likely;
mod next;
mod rule;
mod say;
mod shape;
mod shapes;
mod shift;
mod zone;

pub use abbreviated::{cities_of, is_abbreviation};
pub use fields::{Fields, When, in_a_text, of_fields};
pub use likely::likely_zones;
pub use next::{gap_before, instant_of, next_due, next_three, same_wall, today_at, tomorrow_at};
pub use rule::{Rule, WhenError};
pub use say::{Dated, dated, same_day, say_clock, say_duration, say_relative, say_rule, say_time, zone_city};
pub use shape::of_cron;
pub use shapes::{Recurring, recurring};
pub use shift::{at_clock, next_morning, parse_clock};
pub use zone::parse_zone;
