//! What people get and look up: reports, lists and views.

mod buttons;
mod lists;
mod pictures;
mod reopening;
mod reports;
mod views;
