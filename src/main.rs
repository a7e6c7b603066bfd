//! The program: settings from the environment and .env, logging, the command line, then `app`.

use secretary::app;
use secretary::app::commands::command_line::Command;
use std::io::Write;
use std::process::ExitCode;

/// The exit code of a usage error.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    // First of all: one TLS provider for every client in the process (a second installation is an error we do not mind).
    let _ = rustls::crypto::ring::default_provider().install_default();
    let command = match app::commands::command_line::read(std::env::args_os()) {
        // These need no settings.
        Ok(Command::Version) => return show(concat!("secretary ", env!("CARGO_PKG_VERSION"))),
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
    if let Err(error) = dotenvy::from_path(".env")
        && !error.not_found()
    {
        return fail(&unreadable(&error));
    }
    #[allow(clippy::disallowed_methods, reason = "the one look at the environment")]
    let mut config = match app::settings(&|name| std::env::var(name).ok()) {
        Ok(config) => config,
        Err(faults) => return fail(&faults.to_string()),
    };
    #[allow(clippy::disallowed_methods, reason = "names alone: one that is misspelt would be ignored in silence")]
    config.warnings.extend(app::slips(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok())));
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

/// What is wrong with .env. The line itself is not shown: it may hold a secret.
fn unreadable(error: &dotenvy::Error) -> String {
    let dotenvy::Error::LineParse(line, _) = error else { return format!("The file .env cannot be read: {error}") };
    let text = std::fs::read_to_string(".env").unwrap_or_default();
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
