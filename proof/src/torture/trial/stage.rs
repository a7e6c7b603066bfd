//! One trial on stage: a town, the program living in it life after life, people who press what they are shown, and the end
//! when everything that was said has come to what must come of it. It does not judge: the auditor does.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use super::mind::{CUT_OFF, REPLY, REPORT};
use super::people::Manner;
use super::town::{Chat, Plan, Town};
use crate::audit::{self, AS_THEY_ARE, Finding};
use crate::torture::chance::Chance;
use crate::torture::moment;
use crate::torture::program::{House, Program};
use crate::torture::run::PATIENCE;

/// Lives that may end by themselves before everybody is greeted.
const GREETINGS: usize = 3;
/// The longest a life takes to listen.
const LISTENS: Duration = Duration::from_secs(30);
/// The longest an orderly stop may take.
const STOP: Duration = Duration::from_secs(5);

/// A trial on stage.
pub struct Stage {
    /// The town.
    pub town: Town,
    /// Chance of this trial.
    pub chance: RefCell<Chance>,
    /// How the program is started.
    pub house: RefCell<House>,
    /// The program, if it lives.
    pub(in crate::torture) program: RefCell<Option<Program>>,
    /// From each start to the first look for updates.
    pub readiness: RefCell<Vec<Duration>>,
    /// Words and what must come of them.
    words: RefCell<BTreeMap<String, (&'static str, Chat)>>,
    pub(super) pressed: RefCell<BTreeMap<(Chat, u64, String), Instant>>,
    /// The words of flows that somebody let run.
    pub(super) begun: RefCell<BTreeSet<String>>,
    /// Since when a prompt stands in every room.
    pub(super) rushed: RefCell<BTreeMap<String, Instant>>,
    pub(super) manner: Cell<Manner>,
    /// The chat of somebody slow, if there is one.
    pub slow: Cell<Option<Chat>>,
    /// The longest it waits for what must come.
    pub patience: Duration,
    /// Whether criteria of time are judged.
    pub clocks: bool,
    /// Lives that ended by themselves at a failpoint.
    pub deaths: Cell<usize>,
}

impl Stage {
    /// Makes a town and starts the program for the first time; every chat has been greeted.
    ///
    /// # Errors
    /// What keeps it from listening.
    pub async fn new(program: &Path, folder: &Path, plan: Plan, seed: u64) -> Result<Self, String> {
        let town = Town::new(folder, plan, seed).await?;
        let house = town.house(program);
        let stage = Self {
            town,
            chance: RefCell::new(Chance::of(seed)),
            house: RefCell::new(house),
            program: RefCell::default(),
            readiness: RefCell::default(),
            words: RefCell::default(),
            pressed: RefCell::default(),
            begun: RefCell::default(),
            rushed: RefCell::default(),
            manner: Cell::new(Manner::Calm),
            slow: Cell::default(),
            patience: PATIENCE,
            clocks: true,
            deaths: Cell::new(0),
        };
        Ok(stage)
    }

    /// Whether something happens so often in a hundred cases.
    pub fn percent(&self, of_hundred: u64) -> bool {
        self.chance.borrow_mut().percent(of_hundred)
    }

    /// A moment within this time.
    pub fn within(&self, longest: Duration) -> Duration {
        self.chance.borrow_mut().within(longest)
    }

    /// A number below this.
    pub fn below(&self, end: u64) -> u64 {
        self.chance.borrow_mut().below(end)
    }

    /// From now on people answer like this.
    pub fn manner(&self, manner: Manner) {
        self.manner.set(manner);
    }

    /// Starts a life and waits until it listens on every platform of the town.
    ///
    /// # Errors
    /// It does not.
    pub async fn start(&self) -> Result<(), String> {
        self.launch()?;
        self.listening().await?;
        self.connected().await
    }

    /// Starts a life.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn launch(&self) -> Result<(), String> {
        self.town.ledger.write("start", json!({}));
        let program = self.house.borrow().start()?;
        *self.program.borrow_mut() = Some(program);
        Ok(())
    }

    /// Waits until the life asks Telegram for updates; where there is no Telegram, until it is connected.
    ///
    /// # Errors
    /// It does not.
    pub async fn listening(&self) -> Result<(), String> {
        let began = self.program.borrow().as_ref().map_or_else(Instant::now, |program| program.started);
        let town = &self.town;
        if !town.on_telegram() {
            return self.connected().await;
        }
        let polled = moment::until(LISTENS, || {
            if self.ended() {
                return Some(false);
            }
            town.telegram.is_polled().then_some(true)
        });
        if polled.await.ok_or("the program does not ask Telegram for updates")? {
            self.readiness.borrow_mut().push(began.elapsed());
        }
        Ok(())
    }

    /// Waits until the life is connected to Discord; between two connections lie five seconds.
    ///
    /// # Errors
    /// It is not.
    pub async fn connected(&self) -> Result<(), String> {
        let town = &self.town;
        let ready = || town.discord.connections().iter().any(|link| link.open && link.ready);
        let connected = moment::until(LISTENS, || (!town.on_discord() || self.ended() || ready()).then_some(()));
        connected.await.ok_or_else(|| "the program does not connect to Discord".to_owned())
    }

    /// Everybody says hello and is greeted, so that every chat is known.
    ///
    /// # Errors
    /// Somebody is not.
    pub async fn greet(&self) -> Result<(), String> {
        let missing = || self.town.chats.iter().filter(|chat| self.town.seen(**chat).is_empty());
        for _ in 0..GREETINGS {
            for chat in missing() {
                self.town.say(*chat, "hello");
            }
            let over = || (missing().next().is_none() || self.ended()).then_some(());
            moment::until(LISTENS, over).await.ok_or("somebody was not greeted")?;
            if missing().next().is_none() {
                return Ok(());
            }
            // What Discord is told before the first word in a chat was heard cannot be known of later.
            self.revive().await?;
            self.connected().await?;
        }
        Err("somebody was not greeted".to_owned())
    }

    /// Whether the program has ended by itself, or does not live.
    pub fn ended(&self) -> bool {
        self.program.borrow_mut().as_mut().is_none_or(Program::ended)
    }

    /// SIGKILL.
    pub async fn kill(&self) {
        let program = self.program.borrow_mut().take();
        self.town.ledger.write("kill", json!({}));
        if let Some(program) = program {
            program.kill().await;
        }
        self.town.ledger.write("dead", json!({}));
        self.unseen().await;
    }

    /// Telegram must have noticed the end of a life before the next one begins.
    async fn unseen(&self) {
        let _ = moment::until(LISTENS, || (!self.town.telegram.is_polled()).then_some(())).await;
    }

    /// SIGTERM.
    ///
    /// # Errors
    /// It takes too long, or the program does not end well.
    pub async fn stop(&self) -> Result<Duration, String> {
        let program = self.program.borrow_mut().take();
        let Some(program) = program else { return Ok(Duration::ZERO) };
        self.town.ledger.write("stop", json!({}));
        let took = program.stop().await?;
        self.town.ledger.write("stopped", json!({"ms": took.as_millis() as u64}));
        self.unseen().await;
        if self.clocks && took > STOP {
            return Err(format!("an orderly stop took {took:?}, five seconds are allowed"));
        }
        Ok(took)
    }

    /// Freezes the program for this time.
    ///
    /// # Errors
    /// It has ended.
    pub async fn freeze(&self, time: Duration) -> Result<(), String> {
        self.signal("-STOP").await?;
        moment::pass(time).await;
        self.signal("-CONT").await
    }

    #[allow(clippy::await_holding_refcell_ref, reason = "a trial is one task: nobody else borrows meanwhile")]
    async fn signal(&self, option: &str) -> Result<(), String> {
        match self.program.borrow().as_ref() {
            Some(program) => program.signal(option).await,
            None => Err("the program does not live".to_owned()),
        }
    }

    /// From now on the program's files cannot grow, or can again.
    ///
    /// # Errors
    /// It has ended.
    #[allow(clippy::await_holding_refcell_ref, reason = "a trial is one task: nobody else borrows meanwhile")]
    pub async fn full_disk(&self, full: bool) -> Result<(), String> {
        match self.program.borrow().as_ref() {
            Some(program) => {
                // Written on the safe side: before there is none, and after there is some again.
                if full {
                    self.town.ledger.write("full", json!({}));
                }
                program.full_disk(full).await?;
                if !full {
                    self.town.ledger.write("room", json!({}));
                }
                Ok(())
            }
            None => Err("the program does not live".to_owned()),
        }
    }

    /// Somebody has an idea, which must come to a decision and a report.
    pub fn idea(&self, chat: Chat) -> String {
        self.say_new(chat, "report")
    }

    /// Somebody has an idea in a town where orders are taken: it must come to one order and a report.
    pub fn order(&self, chat: Chat) -> String {
        self.say_new(chat, "order")
    }

    /// Somebody asks something short, which must be answered.
    pub fn short(&self, chat: Chat) -> String {
        self.say_new(chat, "reply")
    }

    /// Somebody gives a task, which must come to some end; what a tool writes for it is written once at most.
    pub fn task(&self, chat: Chat) -> String {
        self.say_new(chat, "end")
    }

    /// Somebody orders a reminder that falls due after so many seconds.
    pub fn reminder(&self, chat: Chat, seconds: u64) -> String {
        let word = self.town.reminder(chat, &mut self.chance.borrow_mut(), seconds);
        self.words.borrow_mut().insert(word.clone(), ("reminder", chat));
        word
    }

    /// Somebody sends a flow, agrees to it and lets it run once, which must come to its end.
    pub fn flow(&self, chat: Chat) -> String {
        let word = self.town.flow(chat, &mut self.chance.borrow_mut());
        self.words.borrow_mut().insert(word.clone(), ("reply", chat));
        word
    }

    fn say_new(&self, chat: Chat, end: &'static str) -> String {
        let expects: &[&str] = match end {
            "report" => &["prompt", "report", "effect"],
            "order" => &["report", "order"],
            "reply" => &["reply"],
            _ => &["at most once"],
        };
        let word = self.town.idea(chat, &mut self.chance.borrow_mut(), expects);
        self.words.borrow_mut().insert(word.clone(), (end, chat));
        word
    }

    /// The words that have not come to their end yet.
    pub fn open_words(&self) -> Vec<String> {
        let seen = self.town.all_seen();
        let asked = |chat: Chat| {
            seen.iter()
                .any(|m| m.chat == chat && m.labels.iter().any(|label| label.trim_start_matches("★ ") == CUT_OFF))
        };
        let results = |word: &str| seen.iter().any(|m| m.text.contains(AS_THEY_ARE) && m.text.contains(word));
        let ended = |word: &str, end: &str, chat: Chat| {
            let mark = match end {
                "report" | "order" if asked(chat) => return true,
                "report" if results(word) => return true,
                "report" | "order" => format!("{REPORT}{word}"),
                "reply" => format!("{REPLY}{word}"),
                // Its echo, and itself.
                _ => return seen.iter().filter(|message| message.text.contains(word)).count() >= 2,
            };
            seen.iter().any(|message| message.text.contains(&mark))
        };
        let words = self.words.borrow();
        words.iter().filter(|(word, (end, chat))| !ended(word, end, *chat)).map(|(word, _)| word.clone()).collect()
    }

    /// People press what they are shown, and a life that ended by itself is followed by the next, until every word has come
    /// to its end.
    ///
    /// # Errors
    /// It takes too long; names the words that are open.
    pub async fn finish(&self) -> Result<(), String> {
        let end = Instant::now() + self.patience;
        loop {
            self.tend();
            self.revive().await?;
            let open = self.open_words();
            if open.is_empty() && self.live_prompts() == 0 {
                break;
            }
            if Instant::now() > end {
                self.town.ledger.write("gave up", json!({"open": open}));
                break;
            }
            moment::pass(Duration::from_millis(50)).await;
        }
        self.quiet().await;
        Ok(())
    }

    /// Starts the next life if this one has ended by itself.
    ///
    /// # Errors
    /// It cannot be started.
    pub async fn revive(&self) -> Result<(), String> {
        if !self.ended() {
            return Ok(());
        }
        self.deaths.set(self.deaths.get() + 1);
        self.house.borrow_mut().unset("FAILPOINT");
        self.kill().await;
        self.launch()?;
        self.listening().await
    }

    /// Waits until nothing has been done for a moment.
    pub async fn quiet(&self) {
        let (mut doings, mut since, end) =
            (self.town.doings(), Instant::now(), Instant::now() + Duration::from_secs(10));
        while since.elapsed() < Duration::from_millis(400) && Instant::now() < end {
            moment::pass(Duration::from_millis(50)).await;
            let now = self.town.doings();
            if now != doings {
                (doings, since) = (now, Instant::now());
            }
        }
    }

    /// Stops the program, closes the ledgers and asks the auditor.
    ///
    /// # Errors
    /// The program does not stop as it must, or there is nothing to judge.
    pub async fn judge(&self) -> Result<Vec<Finding>, String> {
        let stopped = self.stop().await;
        self.town.close();
        let findings = audit::folder(&self.town.folder).await?;
        stopped.map(|_| findings)
    }
}
