//! The command line: run, pair, keep, help, version.

use super::auditing::Asked;

/// What the program was asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Run until stopped.
    Run,
    /// Print a fresh pairing code.
    Pair,
    /// Copy everything to the empty database of this address.
    Move(String),
    /// Write a backup, to this file if one is named.
    Backup(Option<String>),
    /// Put this backup in place; what is there is kept under another name if that was said.
    Restore {
        /// The backup.
        file: String,
        /// Whether a database may be there.
        replace: bool,
    },
    /// Look whether the database is whole.
    Check,
    /// Look at the audit log.
    Audit(Asked),
    /// Print this and end.
    Say(String),
}

const HELP: &str = "secretary: people tell it ideas in Telegram, Discord or a local web chat, and get reports.

  secretary                    run; without any setting: a web chat on this machine, an offline model, an SQLite file
  secretary pair               print a fresh one-time code that makes somebody the owner (send it as /start CODE)
  secretary backup [FILE]      write the database and the files of tickets into one file; the secretary may run meanwhile
  secretary restore FILE       put a backup in place where there is no database yet; with --replace also where there is
                               one, which is kept under another name
  secretary check              look whether the database is whole; ends with 1 if it is not
  secretary audit verify [HASH] look whether the audit log is whole, and has the entry with this hash; ends with 1 if not
  secretary audit seal         seal the audit log anew where it ends, with the key that is here (AUDIT_KEY)
  secretary audit show [N]     the newest N entries of the audit log (50)
  secretary move --to ADDRESS  copy everything to an empty database, such as postgres://user:password@host/secretary
  secretary --help             this text, also behind a command
  secretary --version

Settings are read from the environment and from .env in this folder; .env.example explains each.";

/// Reads the arguments after the program's name.
///
/// # Errors
/// A sentence on what is not understood.
pub fn read(arguments: impl Iterator<Item = String>) -> Result<Command, String> {
    let arguments: Vec<String> = arguments.collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        // Behind whatever command: nobody who asks for help wants anything done.
        asked if asked.iter().any(|word| matches!(*word, "-h" | "--help")) => Ok(Command::Say(HELP.to_owned())),
        [] | ["run"] => Ok(Command::Run),
        ["pair"] => Ok(Command::Pair),
        ["move", "--to", to] => Ok(Command::Move((*to).to_owned())),
        ["move", ..] => Err("Say where to: secretary move --to postgres://user:password@host/secretary".to_owned()),
        ["backup"] => Ok(Command::Backup(None)),
        ["backup", file] if !file.starts_with('-') => Ok(Command::Backup(Some((*file).to_owned()))),
        ["restore", "--replace", file] | ["restore", file, "--replace"] if !file.starts_with('-') => {
            Ok(Command::Restore { file: (*file).to_owned(), replace: true })
        }
        ["restore", file] if !file.starts_with('-') => {
            Ok(Command::Restore { file: (*file).to_owned(), replace: false })
        }
        ["restore", ..] => {
            Err("Say which backup: secretary restore FILE, or secretary restore FILE --replace".to_owned())
        }
        ["check"] => Ok(Command::Check),
        ["audit", what @ ..] => super::auditing::read(what).map(Command::Audit),
        #[cfg(feature = "failpoints")]
        ["failpoints"] => Ok(Command::Say(super::trial::failpoints())),
        #[cfg(feature = "planted-bugs")]
        ["planted-bugs"] => Ok(Command::Say(super::trial::bugs())),
        ["help"] => Ok(Command::Say(HELP.to_owned())),
        ["version" | "-V" | "--version"] => Ok(Command::Say(format!("secretary {}", env!("CARGO_PKG_VERSION")))),
        other => Err(format!("“{}” is not understood. secretary --help shows what is.", other.join(" "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_read_or_complained_about() {
        let read = |words: &[&str]| read(words.iter().map(|w| (*w).to_owned()));
        assert_eq!(read(&[]), Ok(Command::Run));
        assert_eq!(read(&["pair"]), Ok(Command::Pair));
        assert_eq!(read(&["move", "--to", "sqlite:x"]), Ok(Command::Move("sqlite:x".to_owned())));
        assert_eq!(read(&["backup", "a b"]), Ok(Command::Backup(Some("a b".to_owned()))));
        for words in [["restore", "f", "--replace"], ["restore", "--replace", "f"]] {
            assert_eq!(read(&words), Ok(Command::Restore { file: "f".to_owned(), replace: true }));
        }
        assert_eq!(read(&["restore", "f"]), Ok(Command::Restore { file: "f".to_owned(), replace: false }));
        assert!(read(&["restore"]).unwrap_err().contains("secretary restore FILE"));
        assert!(read(&["restore", "--replace"]).unwrap_err().contains("secretary restore FILE"));
        assert!(read(&["move", "postgres://h/d"]).unwrap_err().contains("--to"));
        assert!(read(&["backup", "--to"]).unwrap_err().contains("--help"));
        let commands: [&[&str]; 6] = [&[], &["backup"], &["restore", "f"], &["check"], &["move"], &["move", "--to"]];
        for command in commands {
            for help in ["--help", "-h"] {
                assert_eq!(read(&[command, &[help]].concat()), Ok(Command::Say(HELP.to_owned())), "{command:?} {help}");
            }
        }
        let hash = "A1".repeat(32);
        assert_eq!(read(&["audit", "verify"]), Ok(Command::Audit(Asked::Verify(None))));
        let wanted = Asked::Verify(Some(hash.to_lowercase()));
        assert_eq!(read(&["audit", "verify", &hash]), Ok(Command::Audit(wanted)));
        assert_eq!(read(&["audit", "seal"]), Ok(Command::Audit(Asked::Seal)));
        assert_eq!(read(&["audit", "show"]), Ok(Command::Audit(Asked::Show(50))));
        assert_eq!(read(&["audit", "show", "3"]), Ok(Command::Audit(Asked::Show(3))));
        assert!(read(&["audit", "verify", "abc"]).unwrap_err().contains("“abc” is no hash"));
        assert!(read(&["audit", "show", "none"]).unwrap_err().contains("“none” is no number"));
        for odd in [&["audit"] as &[&str], &["audit", "erase"], &["audit", "verify", &hash, "x"]] {
            assert!(read(odd).unwrap_err().contains("secretary audit verify [HASH]"), "{odd:?}");
        }
        assert!(read(&["--frobnicate"]).unwrap_err().contains("--help"));
    }
}
