//! What words mean: the request to the model, what a message is about, and what works without a model.

mod besides;
mod commands;
mod files;
mod groups;
mod mentions;
mod odd;
mod passed_on;
mod requests;
mod routing;
mod undone_commands;
mod without_model;
