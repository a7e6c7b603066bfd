//! Two lives over one database: one has the bots, the other stands by and takes over when it is gone. What stood still is
//! woken again when it was replaced, and must end.

use std::time::{Duration, Instant};

use serde_json::json;

use super::stage::Stage;
use crate::torture::moment;
use crate::torture::program::Program;

/// A life that is gone must be replaced within this time.
const TAKE_OVER: Duration = Duration::from_secs(15);
/// One that was replaced must end within this time of being woken.
const ENDS: Duration = Duration::from_secs(5);
/// How long both are waited for where times are not judged.
const LONG: Duration = Duration::from_secs(60);
/// What was on its way when a life was stopped arrives within this time.
const ON_ITS_WAY: Duration = Duration::from_millis(150);
/// How long lies between two looks of the people.
const LOOK: Duration = Duration::from_millis(20);

impl Stage {
    /// Starts a life beside the one that has the bots.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn stand_by(&self) -> Result<Program, String> {
        self.town.ledger.write("start", json!({}));
        self.house.borrow().start()
    }

    /// People are at it for this long.
    pub async fn busy(&self, time: Duration) {
        let end = Instant::now() + time;
        while Instant::now() < end {
            self.tend();
            moment::pass(LOOK.min(time)).await;
        }
    }

    /// The life with the bots is killed, and the other one takes over. Gives how long that took.
    ///
    /// # Errors
    /// It takes too long.
    pub async fn kill_one(&self, other: Program) -> Result<Duration, String> {
        let began = Instant::now();
        self.kill().await;
        let polls = self.town.telegram.polls();
        *self.program.borrow_mut() = Some(other);
        self.taken_over(began, polls).await
    }

    /// The life with the bots stands still; the other one takes over, and after a while it is woken and must end. Gives how
    /// long taking over took.
    ///
    /// # Errors
    /// It takes too long, or the woken one does not end, or ends as if all were well.
    pub async fn freeze_one(&self, other: Program, still: Duration) -> Result<Duration, String> {
        let began = Instant::now();
        let frozen = self.program.borrow_mut().replace(other);
        let mut frozen = frozen.ok_or("the program does not live")?;
        self.town.ledger.write("frozen", json!({}));
        self.town.ledger.write("kill", json!({}));
        frozen.signal("-STOP").await?;
        moment::pass(ON_ITS_WAY).await;
        self.town.ledger.write("dead", json!({}));
        let took = self.taken_over(began, self.town.telegram.polls()).await?;
        self.busy(still).await;
        // What it was about to send may still go out, as after a kill.
        self.town.ledger.write("kill", json!({}));
        frozen.signal("-CONT").await?;
        let woken = Instant::now();
        let well = frozen.end(if self.clocks { ENDS } else { LONG }).await;
        self.town.ledger.write("dead", json!({"woken": woken.elapsed().as_millis() as u64}));
        match well {
            Some(false) => Ok(took),
            Some(true) => Err("a life that was replaced ended as if all were well".to_owned()),
            None => Err(format!("a life that was replaced lives on {:?} after it was woken", woken.elapsed())),
        }
    }

    /// People are at it until somebody else asks Telegram for updates.
    async fn taken_over(&self, began: Instant, polls: u64) -> Result<Duration, String> {
        let longest = if self.clocks { TAKE_OVER } else { LONG };
        while self.town.telegram.polls() == polls {
            if began.elapsed() > longest {
                return Err(format!("nobody took over in {longest:?}"));
            }
            self.busy(LOOK).await;
        }
        Ok(began.elapsed())
    }
}
