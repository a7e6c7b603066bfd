//! The way of an idea: questions, plan, work and its end.

mod asking;
mod clarify;
mod plan_edits;
mod spine;
mod stopping;
mod thinking;
mod tried_again;
mod unanswered;
mod working;
