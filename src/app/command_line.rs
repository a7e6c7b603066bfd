//! The command line: run, pair, help, version.

/// What the program was asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Run until stopped.
    Run,
    /// Print a fresh pairing code.
    Pair,
    /// Print this and end.
    Say(String),
}

const HELP: &str = "secretary: people tell it ideas in Telegram, Discord or a local web chat, and get reports.

  secretary          run; without any setting: a web chat on this machine, an offline model, an SQLite file
  secretary pair     print a fresh one-time code that makes somebody the owner (send it as /start CODE)
  secretary --help   this text
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
        [] | ["run"] => Ok(Command::Run),
        ["pair"] => Ok(Command::Pair),
        #[cfg(feature = "failpoints")]
        ["failpoints"] => Ok(Command::Say(super::trial::failpoints())),
        #[cfg(feature = "planted-bugs")]
        ["planted-bugs"] => Ok(Command::Say(super::trial::bugs())),
        ["help" | "-h" | "--help"] => Ok(Command::Say(HELP.to_owned())),
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
        assert!(read(&["--frobnicate"]).unwrap_err().contains("--help"));
    }
}
