//! What is asked about a series before it becomes another one.

use super::super::action::ScheduleAct;
use super::super::keys::Keys;
use super::super::message::Message;
use super::super::phrases::capital;
use super::super::schedule::Schedule;
use super::super::when::{self, Rule};
use super::schedules::{duty, edit, switch};
use chrono::{DateTime, NaiveDate, Utc};
