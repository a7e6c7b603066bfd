//! Times and schedules: reading them from what people type, computing when they are due, and saying them back.
//!
//! Everything here is pure: the present moment is always an argument, and recurring rules are evaluated in an
//! IANA zone which the caller keeps beside the rule. It must not read a clock, a file or the environment.
//!
//! A recurring rule lives in wall time. In spring a missing time fires at the first instant after the gap, once;
//! in autumn a doubled time fires at its first occurrence, once.

mod abbreviated;
mod apart;
mod asking;
mod calendar;
mod clock;
mod dates;
mod day;
mod daytimes;
mod fields;
mod holiday;
mod leftover;
mod length;
mod likely;
mod lists;
mod monthly;
mod naming;
mod next;
mod parse;
mod repeat;
mod rule;
mod say;
mod sentence;
mod shape;
mod shapes;
mod shift;
mod spoken;
mod timelike;
mod words;
mod zone;
mod zone_words;

#[cfg(test)]
mod tests;

pub use abbreviated::{cities_of, is_abbreviation};
pub use asking::{asked_by, is_time};
pub use dates::{Stretch, read_date, read_stretch, today};
pub use fields::{Fields, of_fields};
pub use likely::likely_zones;
pub use lists::{breaks, each_time, in_order};
pub use naming::{dates_in, weekdays_in};
pub use next::{instant_of, next_due, next_three, same_wall, today_at, tomorrow_at};
pub use parse::{parse_moment, parse_schedule};
pub use rule::{Bounds, Every, Moment, Note, Rule, WhenError};
pub use say::{Dated, dated, same_day, say_clock, say_duration, say_relative, say_rule, say_time, zone_city};
pub use sentence::{Doubt, Sentence, read_sentence};
pub use shapes::{Recurring, of_cron, recurring};
pub use shift::{at_clock, clock_beside, leaving_out, next_morning, on_day, parse_clock, skipping};
pub use zone::parse_zone;
pub use zone_words::{ZoneTold, zone_told};
