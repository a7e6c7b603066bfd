//! Stories that read like chats. What the secretary says is read here as its receivers read it.

/// Registers stories as tests: each is played once calmly and then again with crashes (`support::every`). A story that is
/// not registered is dead code, which clippy does not let pass. The few that crashes would make into other stories stand
/// in `calm.txt` with the reason.
macro_rules! stories {
    ($($name:ident),+ $(,)?) => { $(
        mod $name {
            #[test]
            fn told() {
                crate::support::story(module_path!(), super::$name);
            }
        }
    )+ };
}

mod approvals;
mod decisions;
mod flows;
mod outages;
mod people;
mod results;
mod schedules_and_notes;
mod settings;
mod tickets;
mod understanding;
