//! What the program logs while a story goes on, on the thread of the story.

use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};
use tracing::subscriber::DefaultGuard;
use tracing::{Dispatch, Subscriber};
use tracing_subscriber::fmt::MakeWriter;

/// A log that is kept.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Listens until the guard is dropped.
    pub fn listen() -> (Self, DefaultGuard) {
        let log = Self::default();
        let guard = hears(tracing_subscriber::fmt().with_ansi(false).with_writer(log.clone()).finish());
        (log, guard)
    }

    /// The lines that contain this.
    pub fn lines(&self, text: &str) -> Vec<String> {
        let all = String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned();
        all.lines().filter(|line| line.contains(text)).map(str::to_owned).collect()
    }
}

/// Lets this subscriber hear what is logged on this thread. As long as there is one subscriber alone, the library asks only
/// the thread that passes a place first whether anybody listens there, and a story beside this one would switch the place
/// off for good (tracing-core, `Dispatchers::rebuilder`); so there is always a second one, which hears nothing.
pub fn hears(subscriber: impl Subscriber + Send + Sync) -> DefaultGuard {
    static SECOND: OnceLock<Dispatch> = OnceLock::new();
    SECOND.get_or_init(|| Dispatch::new(tracing_subscriber::registry()));
    tracing::subscriber::set_default(subscriber)
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}
