//! The program: settings from the environment and .env, logging, the command line, then `app`.

use secretary::app;
use secretary::app::commands::command_line::Command;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// The exit code of a usage error.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    // First of all: one TLS provider for every client in the process (a second installation is an error we do not mind).
    let _ = rustls::crypto::ring::default_provider().install_default();
    let command = match app::commands::command_line::read(std::env::args_os()) {
        // These need no settings.
        Ok(Command::Version) => return show(concat!("secretary ", env!("CARGO_PKG_VERSION"))),
        Ok(Command::ReadDocument { ending }) => {
            let done = app::commands::read_document::read_document(&ending);
            return if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        }
        Ok(Command::RunScript { seconds }) => return app::commands::run_script::run_script(seconds),
        #[cfg(feature = "failpoints")]
        Ok(Command::Failpoints) => return show(&app::trial::failpoints()),
        #[cfg(feature = "planted-bugs")]
        Ok(Command::PlantedBugs) => return show(&app::trial::bugs()),
        Ok(command) => command,
        Err(usage) => {
            let _ = usage.print();
            return ExitCode::from(u8::try_from(usage.exit_code()).unwrap_or(USAGE));
        }
    };
    if let Err(complaint) = read_env_file() {
        return fail(&complaint);
    }
    #[allow(clippy::disallowed_methods, reason = "the one look at the environment")]
    let mut config = match app::settings(&|name| std::env::var(name).ok()) {
        Ok(config) => config,
        Err(faults) => return fail(&faults.to_string()),
    };
    #[allow(clippy::disallowed_methods, reason = "names alone: one that is misspelt would be ignored in silence")]
    config.warnings.extend(app::slips(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok())));
    config.program = std::env::current_exe().ok();
    if let Err(complaint) = app::logging::start(&config.log, &config.secrets()) {
        return fail(&complaint);
    }
    #[cfg(any(feature = "failpoints", feature = "planted-bugs"))]
    #[allow(clippy::disallowed_methods, reason = "settings of trials, which a program for people does not have")]
    if let Err(complaint) = app::trial::begin(&|name| std::env::var(name).ok()) {
        return fail(&complaint);
    }
    match app::commands::carry_out(command, config) {
        Ok(()) => ExitCode::SUCCESS,
        // It stands in the log.
        Err(error) if error.is::<app::Replaced>() => ExitCode::FAILURE,
        Err(error) => fail(&format!("{error:#}")),
    }
}

/// Adds the settings of .env to the environment. A complaint shows no value: it may be a secret.
fn read_env_file() -> Result<(), String> {
    let text = match app::text_of(".env") {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(app::unusable("The file .env", "NAME=value on each line", &error)),
    };
    let text = text.trim_start_matches('\u{feff}');
    for setting in dotenvy::from_read_iter(text.as_bytes()) {
        let (name, value) = setting.map_err(|error| not_understood(&error, text))?;
        // No environment takes such a value.
        if value.contains('\0') {
            let spoilt = |line: &str| line.contains('\0') && !line.trim_start().starts_with('#');
            let number = text.lines().position(spoilt).unwrap_or_default() + 1;
            return Err(format!("The file .env has a NUL byte in {name} at line {number}. Type its value again."));
        }
    }
    dotenvy::from_read(text.as_bytes()).map_err(|error| not_understood(&error, text))
}

/// What is wrong with .env.
fn not_understood(error: &dotenvy::Error, text: &str) -> String {
    let dotenvy::Error::LineParse(line, _) = error else { return format!("The file .env cannot be read: {error}") };
    // It is the line, or what follows the name in it.
    let odd = line.lines().next().map(str::trim).filter(|odd| !odd.is_empty());
    let number = odd.and_then(|odd| text.lines().position(|written| written.trim_end().ends_with(odd)));
    let which = number.map_or_else(|| "a line".to_owned(), |number| format!("line {}", number + 1));
    format!("The file .env is not understood at {which}. Each line is NAME=value; put values with spaces in quotes.")
}

/// Prints a text and ends well. Whoever reads the first lines only (`| head`) closes the pipe.
fn show(text: &str) -> ExitCode {
    let _ = writeln!(std::io::stdout(), "{text}");
    ExitCode::SUCCESS
}

fn fail(complaint: &str) -> ExitCode {
    eprintln!("{complaint}");
    ExitCode::FAILURE
}
