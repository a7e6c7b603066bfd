//! Ctrl-C and SIGTERM. They are handled before anything starts, so that a stop during the start is orderly.

#[cfg(unix)]
use anyhow::Context;

/// The signals that end the program.
pub struct Signals {
    #[cfg(unix)]
    interrupted: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminated: tokio::signal::unix::Signal,
}

impl Signals {
    /// Listens from now on.
    ///
    /// # Errors
    /// The system does not let us.
    pub fn listen() -> anyhow::Result<Self> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let listen = |kind| signal(kind).context("The program cannot listen for signals");
            Ok(Self { interrupted: listen(SignalKind::interrupt())?, terminated: listen(SignalKind::terminate())? })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    /// Returns when one of them comes, or came already; called again, when a further one does.
    #[cfg(unix)]
    pub async fn stop(&mut self) {
        tokio::select! {
            _ = self.interrupted.recv() => {}
            _ = self.terminated.recv() => {}
        }
    }

    /// Returns when Ctrl-C is pressed.
    #[cfg(not(unix))]
    pub async fn stop(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
