//! The commands of the program.

pub mod audit;
pub mod command_line;
pub mod keeping;
pub mod pair;
pub mod read_document;
pub mod run_script;

use crate::app;
use crate::config::Config;
use anyhow::Context;
use command_line::Command;

/// Bytes of stack of a thread that does the work; one that is not used takes no memory. A program that is not optimized
/// needs more than the 2 MiB it would have, for what is asked of several people at once.
const STACK: usize = 8 * 1024 * 1024;

/// Carries out a command until it is done. No future leaves this crate, or another crate would compile it again.
///
/// # Errors
/// A sentence on why the command could not be carried out.
pub fn carry_out(command: Command, config: Config) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .thread_stack_size(STACK)
        .enable_all()
        .build()
        .context("The program cannot start its threads")?;
    let done = runtime.block_on(async {
        match command {
            Command::Run => app::run(config).await,
            Command::Pair => pair::print_code(&config).await,
            Command::Move { to } => keeping::move_to(&config, &to).await,
            Command::Backup { file } => keeping::backup(&config, file.as_deref()).await,
            Command::Restore { file, replace } => keeping::restore(&config, &file, replace).await,
            Command::Check => keeping::check(&config).await,
            Command::Audit(asked) => audit::audit(&config, asked).await,
            // These need no settings and were shown before.
            Command::Version | Command::ReadDocument { .. } | Command::RunScript { .. } => Ok(()),
            #[cfg(feature = "failpoints")]
            Command::Failpoints => Ok(()),
            #[cfg(feature = "planted-bugs")]
            Command::PlantedBugs => Ok(()),
        }
    });
    runtime.shutdown_timeout(std::time::Duration::from_millis(300));
    done
}
