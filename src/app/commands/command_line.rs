//! The command line: commands, arguments and their help. It parses and does nothing.

use crate::adapters::scripts;
use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;

/// Characters of a hash of the audit log.
const HASH: usize = 64;

/// People tell the secretary ideas in Telegram, Discord or a local web chat, and get reports.
///
/// Without a command it runs. Without any setting it opens a web chat on this machine, answers by built-in rules instead of a
/// language model, and keeps everything in an SQLite file in this folder.
#[derive(Debug, Parser)]
#[command(
    name = "secretary",
    version,
    after_help = "The secretary reads its settings from the environment and from the file .env in this folder. \
                  The file .env.example explains each setting."
)]
struct Line {
    #[command(subcommand)]
    command: Option<Command>,
}

/// What the program is asked to do.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Run until Ctrl-C or SIGTERM; this is what happens without a command
    Run,
    /// Print a new one-time code that makes somebody the owner
    ///
    /// Send the code to the bot as /start CODE within 10 minutes. The secretary may run meanwhile.
    Pair,
    /// Write a backup: the database and the files of tickets in one file
    ///
    /// The secretary may run meanwhile. An existing file is never overwritten.
    Backup {
        /// The file to write, or a folder to put it into [default: secretary-backup-DATE-TIME.db]
        file: Option<PathBuf>,
    },
    /// Put a backup in place
    ///
    /// Stop the secretary first. Where a database exists already, nothing happens without --replace.
    Restore {
        /// The backup to put in place
        file: PathBuf,
        /// Replace the existing database, and keep it under another name
        #[arg(long)]
        replace: bool,
    },
    /// Check whether the database is whole; exit with 1 if it is not
    Check,
    /// Verify, seal or show the audit log
    #[command(subcommand)]
    Audit(Asked),
    /// Copy everything to another, empty database
    ///
    /// Stop the secretary first. The database it comes from is only read. Afterwards set DATABASE_URL to the new address.
    Move {
        /// Where to copy to, such as postgres://user:password@host/secretary
        #[arg(long, value_name = "ADDRESS")]
        to: String,
    },
    /// Print the version
    Version,
    /// Read the text of the document on the input, for the program itself
    #[command(hide = true)]
    ReadDocument {
        /// What the name of the document ends in, such as pdf
        #[arg(default_value = "")]
        ending: String,
    },
    /// Run the script on the input, for the program itself
    #[command(hide = true)]
    RunScript {
        /// The seconds of the processor that it may take
        #[arg(default_value_t = scripts::SECONDS)]
        seconds: u64,
    },
    /// List the failpoints of this build
    #[cfg(feature = "failpoints")]
    #[command(hide = true)]
    Failpoints,
    /// List the planted bugs of this build
    #[cfg(feature = "planted-bugs")]
    #[command(hide = true)]
    PlantedBugs,
}

/// What is asked of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Asked {
    /// Verify that the audit log is whole; exit with 1 if it is not
    ///
    /// The secretary may run meanwhile.
    Verify {
        /// Also verify that the log has the entry with this hash, which an earlier run of this command printed
        #[arg(value_parser = hash)]
        hash: Option<String>,
    },
    /// Seal the audit log anew where it ends, with the key of this machine
    ///
    /// Stop the secretary first. The key is AUDIT_KEY, or the file beside the database.
    Seal,
    /// Show the newest entries of the audit log
    ///
    /// The secretary may run meanwhile.
    Show {
        /// How many entries to show
        #[arg(value_name = "N", default_value = "50", allow_negative_numbers = true, value_parser = count)]
        number: u32,
    },
}

/// Reads the arguments; the first one is the name of the program.
///
/// # Errors
/// A usage error; or the help or the version, which clap treats alike. The error prints itself and knows its exit code.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, clap::Error> {
    Ok(Line::try_parse_from(arguments)?.command.unwrap_or(Command::Run))
}

/// Reads the hash of an entry.
fn hash(typed: &str) -> Result<String, String> {
    let hash = typed.to_ascii_lowercase();
    if hash.len() == HASH && hash.chars().all(|c| c.is_ascii_hexdigit()) {
        return Ok(hash);
    }
    Err(format!("a hash has {HASH} characters from 0 to 9 and a to f, as “secretary audit verify” prints it"))
}

/// Reads a number of entries.
fn count(typed: &str) -> Result<u32, String> {
    let number = typed.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "the number of entries is a whole number from 1, such as 50".to_owned())
}

#[cfg(test)]
mod tests {
    use crate::adapters::documents;
    use crate::app::commands::command_line::*;
    use clap::CommandFactory;
    use clap::error::ErrorKind;

    fn typed(words: &[&str]) -> Result<Command, clap::Error> {
        read(["secretary"].iter().chain(words).map(OsString::from))
    }

    /// A usage error: it exits with 2, and has these parts.
    #[track_caller]
    fn refused(words: &[&str], parts: &[&str]) {
        let error = typed(words).unwrap_err();
        let said = error.to_string();
        assert_eq!(error.exit_code(), 2, "{said}");
        for part in parts {
            assert!(said.contains(part), "{words:?}: {part:?} is not in: {said}");
        }
    }

    /// The text of --help behind these words, which exits with 0.
    #[track_caller]
    fn help(words: &[&str]) -> String {
        let error = typed(words).unwrap_err();
        assert_eq!((error.kind(), error.exit_code()), (ErrorKind::DisplayHelp, 0), "{words:?}: {error}");
        error.to_string()
    }

    #[test]
    fn each_command_is_read() {
        let file = || PathBuf::from("a b");
        let hash = "A1".repeat(32);
        let restore = |replace| Command::Restore { file: file(), replace };
        let wanted: [(&[&str], Command); 15] = [
            (&[], Command::Run),
            (&["run"], Command::Run),
            (&["pair"], Command::Pair),
            (&["backup"], Command::Backup { file: None }),
            (&["backup", "a b"], Command::Backup { file: Some(file()) }),
            (&["restore", "a b"], restore(false)),
            (&["restore", "a b", "--replace"], restore(true)),
            (&["restore", "--replace", "a b"], restore(true)),
            (&["check"], Command::Check),
            (&["move", "--to", "sqlite:x"], Command::Move { to: "sqlite:x".to_owned() }),
            (&["audit", "verify"], Command::Audit(Asked::Verify { hash: None })),
            (&["audit", "verify", &hash], Command::Audit(Asked::Verify { hash: Some(hash.to_lowercase()) })),
            (&["audit", "seal"], Command::Audit(Asked::Seal)),
            (&["audit", "show"], Command::Audit(Asked::Show { number: 50 })),
            (&["audit", "show", "3"], Command::Audit(Asked::Show { number: 3 })),
        ];
        for (words, command) in wanted {
            assert_eq!(typed(words).unwrap(), command, "{words:?}");
        }
        assert_eq!(typed(&["version"]).unwrap(), Command::Version);
        for ending in ["pdf", ""] {
            let command = Command::ReadDocument { ending: ending.to_owned() };
            assert_eq!(typed(&[documents::COMMAND, "--", ending]).unwrap(), command);
        }
        assert_eq!(typed(&[scripts::COMMAND, "--", "3"]).unwrap(), Command::RunScript { seconds: 3 });
    }

    #[test]
    fn a_usage_error_says_what_was_meant() {
        refused(&["restore", "--replace"], &["<FILE>"]);
        refused(&["move"], &["--to <ADDRESS>"]);
        refused(&["backup", "--to"], &["'--to'", "--help"]);
        refused(&["backup", ""], &["FILE"]);
        refused(&["check", "x"], &["'x'"]);
        refused(&["audit"], &["verify", "seal", "show"]);
        refused(&["audit", "verify", &"a1".repeat(32), "x"], &["'x'"]);
        for number in ["0", "-1", "none", "1.5", "99999999999"] {
            refused(&["audit", "show", number], &[&format!("'{number}'"), "a whole number from 1, such as 50"]);
        }
    }

    #[test]
    fn each_command_and_argument_is_explained() {
        fn walk(command: &clap::Command, words: &[&str]) {
            assert!(command.get_about().is_some(), "{words:?} is not explained");
            for argument in command.get_arguments() {
                assert!(argument.get_help().is_some(), "{} of {words:?} is not explained", argument.get_id());
            }
            for help_word in ["--help", "-h"] {
                assert!(help(&[words, &[help_word]].concat()).contains("Usage: secretary"), "{words:?}");
            }
            for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
                walk(inner, &[words, &[inner.get_name()]].concat());
            }
        }
        let line = Line::command();
        line.clone().debug_assert();
        walk(&line, &[]);
        let whole = help(&["help"]);
        for name in ["run", "pair", "backup", "restore", "check", "audit", "move", "version", "help", ".env.example"] {
            assert!(whole.contains(name), "{name} is not in: {whole}");
        }
        assert!(!whole.contains(documents::COMMAND) && !whole.contains(scripts::COMMAND), "{whole}");
        assert!(help(&["help", "audit", "show"]).contains("[default: 50]"));
    }
}
