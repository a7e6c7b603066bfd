//! What the model and the web say, what that costs, and what was asked of them.

use crate::support::doubles::mind::{Slow, Thought};
use crate::support::office::Office;
use chrono::TimeDelta;
use secretary::ports::clock::Clock;
use secretary::ports::web::search::Hit;
use secretary::secretary::intent::thinking::{ReportInput, ScriptInput, TriageInput, WorkInput};
use secretary::secretary::intent::{Intent, UnderstandInput, Understanding};
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Office {
    /// What the mind takes messages for; none for a plain model's guess.
    pub fn understands(
        &self,
        how: impl Fn(&UnderstandInput) -> Option<Understanding> + Send + Sync + 'static,
    ) -> &Self {
        *self.0.mind.means.lock().unwrap() = Box::new(how);
        self
    }

    /// From now on a message that contains these words means this, whatever is open.
    pub fn means(&self, words: &str, intent: impl Fn(&UnderstandInput) -> Intent + Send + Sync + 'static) -> &Self {
        let words = words.to_owned();
        let before = std::mem::replace(&mut *self.0.mind.means.lock().unwrap(), Box::new(|_| None));
        self.understands(move |input| {
            if input.message.contains(&words) {
                Some(crate::support::doubles::mind::one(intent(input)))
            } else {
                before(input)
            }
        })
    }

    /// The model sees pictures and writes down recordings from now on.
    pub fn sees_and_listens(&self) -> &Self {
        self.0.mind.sees.store(true, Ordering::SeqCst);
        self.0.mind.listens.store(true, Ordering::SeqCst);
        self
    }

    /// Nobody tried yet whether the model sees; it will turn out that it does not.
    pub fn nobody_knows_whether_it_sees(&self) -> &Self {
        self.0.mind.untried.store(true, Ordering::SeqCst);
        self
    }

    /// How the mind reads ideas.
    pub fn reads(&self, how: impl Fn(&TriageInput) -> Thought + Send + Sync + 'static) -> &Self {
        *self.0.mind.reads.lock().unwrap() = Box::new(how);
        self
    }

    /// How agents work.
    pub fn works(&self, how: impl Fn(&WorkInput) -> Thought + Send + Sync + 'static) -> &Self {
        *self.0.mind.works.lock().unwrap() = Box::new(how);
        self
    }

    /// How reports are written.
    pub fn writes(&self, how: impl Fn(&ReportInput) -> Thought + Send + Sync + 'static) -> &Self {
        *self.0.mind.writes.lock().unwrap() = Box::new(how);
        self
    }

    /// How scripts of flows are written: also once more, where the first one could not be used.
    pub fn scripts(&self, how: impl Fn(&ScriptInput, bool) -> Thought + Send + Sync + 'static) -> &Self {
        *self.0.mind.scripts.lock().unwrap() = Box::new(how);
        self
    }

    /// The model stops or starts to answer.
    pub fn model_is_down(&self, down: bool) {
        self.0.mind.down.store(down, Ordering::SeqCst);
    }

    /// Thinking about this work kills the process, so many times.
    pub fn dies_during(&self, title: &str, times: u32) {
        *self.0.mind.deadly.lock().unwrap() = Some((title.to_owned(), times));
    }

    /// What every answer costs that cannot be used.
    pub fn wastes(&self, usage: secretary::secretary::budget::cost::Usage) {
        *self.0.mind.wasted.lock().unwrap() = usage;
    }

    /// From now on one person may send so many messages in a minute.
    pub async fn takes_a_minute(&self, messages: u16) {
        *self.0.messages.lock().unwrap() = Some(messages);
        self.restart().await;
    }

    /// What every answer costs that says nothing of it.
    pub fn costs(&self, usage: secretary::secretary::budget::cost::Usage) {
        *self.0.mind.costs.lock().unwrap() = usage;
    }

    /// What models cost.
    pub fn has_prices(&self, prices: secretary::secretary::budget::cost::Prices) {
        *self.0.mind.prices.lock().unwrap() = prices;
    }

    /// The next thought about this work takes so long.
    pub fn thinks_long(&self, title: &str, time: TimeDelta) {
        self.takes_long("work", title, time, None);
    }

    /// The next reading of a message with these words takes so long.
    pub fn reads_long(&self, words: &str, time: TimeDelta) {
        self.takes_long("understand", words, time, None);
    }

    /// The next reading of a message with these words takes so long, and until this is said somewhere.
    pub fn reads_until_told(&self, words: &str, time: TimeDelta, told: &'static str) {
        self.takes_long("understand", words, time, Some(told));
    }

    fn takes_long(&self, purpose: &'static str, words: &str, time: TimeDelta, told: Option<&'static str>) {
        let (clock, board) = (self.0.clock.clone(), self.0.board.clone());
        let pass = Box::new(move || clock.set(clock.now() + time));
        let says = move |told: &str| board.state().messages.iter().any(|message| message.text.contains(told));
        let until = Box::new(move || told.is_none_or(&says));
        *self.0.mind.slow.lock().unwrap() = Some(Slow { purpose, words: words.to_owned(), pass, until });
    }

    /// The program has a fault wherever it asks about its model, or has it no more.
    pub fn is_broken(&self, broken: bool) {
        self.0.mind.breaks.store(broken, Ordering::SeqCst);
    }

    /// How many requests the model has answered so far.
    pub fn thoughts(&self) -> usize {
        self.0.mind.asked.lock().unwrap().len()
    }

    /// How many answers each of them might be paid for with.
    pub fn answers_paid(&self) -> Vec<u32> {
        self.0.mind.answers.lock().unwrap().clone()
    }

    /// Counts the answers agents got so far; one that a crash swallowed is none.
    pub fn worked(&self) -> impl Fn() -> usize + Send + Sync + 'static {
        let mind = Arc::downgrade(&self.0.mind);
        move || mind.upgrade().map_or(0, |mind| mind.asked.lock().unwrap().iter().filter(|p| *p == "work").count())
    }

    /// A page of the web.
    pub fn page(&self, url: &str, text: &str) {
        self.0.pages.pages.lock().unwrap().insert(url.to_owned(), text.to_owned());
    }

    /// The server of an address leads on to another one.
    pub fn leads_on(&self, url: &str, to: &str) {
        self.0.pages.moved.lock().unwrap().insert(url.to_owned(), to.to_owned());
    }

    /// From now on there is a search, and whatever it looks for it finds these.
    pub async fn search_finds(&self, hits: Vec<Hit>) {
        let before = self.0.pages.hits.lock().unwrap().replace(hits);
        if before.is_none() {
            self.restart().await;
            self.settle().await;
        }
    }

    /// How often pages were opened.
    pub fn pages_opened(&self) -> usize {
        self.0.pages.opened.lock().unwrap().len()
    }

    /// Every request to the model so far, as it was put.
    pub fn asked_of_the_model(&self) -> Vec<String> {
        self.0.mind.put.lock().unwrap().clone()
    }

    /// Every address opened so far.
    pub fn addresses_opened(&self) -> Vec<String> {
        self.0.pages.opened.lock().unwrap().clone()
    }
}
