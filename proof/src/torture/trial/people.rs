//! The people of a trial: they look at their chats and press what is to be pressed, once or many at a time. They know the
//! program by what it shows them.

use std::time::{Duration, Instant};

use super::mind::{AGAIN as RETRY, FLOW, OPTIONS, WORKED, word_in};
use super::stage::Stage;
use super::town::{Chat, Seen};
use crate::tools::{EventOutcome, FakeTools};

/// Somebody presses again when nothing has come of a press for so long.
const AGAIN: Duration = Duration::from_millis(2_500);
/// Where many press at once, they wait for so long when a prompt stands everywhere: somebody else may press before.
const HEAD_START: Duration = Duration::from_millis(400);

/// The buttons of a flow that nobody agreed to yet, and of one that may run.
const AGREE: &str = "Agree";
/// See [`AGREE`].
const RUN: &str = "Run now";

/// Somebody slow answers when a question stands twice, or after this long.
const SLOW: Duration = Duration::from_secs(6);

/// How people answer questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// One press by whoever is asked.
    Calm,
    /// Questions are left for later.
    Later,
    /// Two to so many presses at once, on every copy.
    Rush(u64),
}

impl Stage {
    /// Prompts whose buttons were pressed and are still there.
    pub(super) fn live_prompts(&self) -> usize {
        let pressed = self.pressed.borrow();
        let was_pressed =
            |seen: &&Seen| pressed.keys().any(|(chat, id, _)| *chat == seen.chat && *id == seen.id) && asks(seen);
        self.town.all_seen().iter().filter(was_pressed).count()
    }

    /// People look at their chats and press once what is to be pressed.
    pub fn tend(&self) {
        let seen = self.town.all_seen();
        for message in seen.iter().rev() {
            let Some(word) = word_in(&message.text) else { continue };
            if message.labels.iter().any(|label| label == "Start") {
                self.press(message, "Start", word);
            } else if message.labels.iter().any(|label| label == AGREE) {
                self.press(message, AGREE, word);
            } else if message.labels.iter().any(|label| label == RUN) {
                self.begin(message, word);
            } else if message.labels.iter().any(|label| label == WORKED) {
                self.look_there(message, word);
            } else if asks(message) {
                if self.looks_later(&seen, message, word) {
                    continue;
                }
                match self.manner.get() {
                    Manner::Later => {}
                    Manner::Calm if seen.iter().any(|m| m.id != message.id && self.waits(m, word)) => {}
                    Manner::Calm => {
                        let option = OPTIONS[self.below(2) as usize];
                        self.press_option(message, option, word);
                    }
                    Manner::Rush(_) if !self.stands_everywhere(&seen, word) => {}
                    Manner::Rush(most) => self.rush(message, most, word),
                }
            }
        }
    }

    /// Orders one run of a flow, by its number. A press may be lost with a life, and a second one is another run: what
    /// is written is neither.
    fn begin(&self, message: &Seen, word: &str) {
        let named = format!("{FLOW} {word}");
        let Some(number) = message.text.lines().find_map(|line| number_before(line, &named)) else { return };
        if self.begun.borrow_mut().insert(word.to_owned()) {
            self.town.say(message.chat, &format!("/flow {number} run"));
        }
    }

    /// Whether this is the chat of somebody slow, who has not looked yet.
    fn looks_later(&self, seen: &[Seen], message: &Seen, word: &str) -> bool {
        let copies = seen.iter().filter(|m| m.chat == message.chat && m.text.contains(word) && asks(m)).count();
        if self.slow.get() != Some(message.chat) || copies > 1 {
            return false;
        }
        self.rushed.borrow_mut().entry(word.to_owned()).or_insert_with(Instant::now).elapsed() < SLOW
    }

    /// Whether another copy of a prompt was pressed a moment ago.
    fn waits(&self, message: &Seen, word: &str) -> bool {
        message.text.contains(word)
            && self.pressed.borrow().iter().any(|((chat, id, label), at)| {
                *chat == message.chat && *id == message.id && label.contains("opt") && at.elapsed() < AGAIN
            })
    }

    /// Whether a prompt has stood in every room for a moment, so that people everywhere press it at once.
    fn stands_everywhere(&self, seen: &[Seen], word: &str) -> bool {
        let rooms = self.town.rooms.borrow();
        let here = |room: &Chat| seen.iter().any(|m| m.chat == *room && m.text.contains(word) && asks(m));
        if !rooms.iter().all(here) && !self.rushed.borrow().contains_key(word) {
            return false;
        }
        let mut rushed = self.rushed.borrow_mut();
        rushed.entry(word.to_owned()).or_insert_with(Instant::now).elapsed() > HEAD_START
    }

    fn rush(&self, message: &Seen, most: u64, word: &str) {
        let times = 2 + self.below(most - 1);
        if self.resting(message, "rush") {
            return;
        }
        for _ in 0..times {
            let option = OPTIONS[self.below(2) as usize];
            let label = label_of(message, option);
            if let Some(label) = label {
                let by = self.town.presser(message.chat, self.below(100));
                self.town.press(by, message, &label, word, true);
            }
        }
    }

    /// Somebody asked what became of an order looks into the books of who takes them, and waits while it is in work.
    fn look_there(&self, message: &Seen, word: &str) {
        let orders = self.town.tools.as_ref().map(FakeTools::orders).unwrap_or_default();
        let fates: Vec<Option<EventOutcome>> =
            orders.iter().filter(|o| o.text.contains(word)).map(|o| o.outcome).collect();
        if fates.contains(&None) || self.resting(message, "look there") {
            return;
        }
        let done = fates.into_iter().flatten().any(EventOutcome::carried_out);
        let by = self.town.presser(message.chat, 0);
        self.town.press(by, message, if done { WORKED } else { RETRY }, word, true);
    }

    /// Presses an option of a prompt.
    fn press_option(&self, message: &Seen, option: &str, word: &str) {
        if self.resting(message, "opt") {
            return;
        }
        if let Some(label) = label_of(message, option) {
            let by = self.town.presser(message.chat, 0);
            self.town.press(by, message, &label, word, true);
        }
    }

    fn press(&self, message: &Seen, label: &str, word: &str) {
        if !self.resting(message, label) {
            let by = self.town.presser(message.chat, 0);
            self.town.press(by, message, label, word, true);
        }
    }

    /// Whether this was pressed a moment ago; if not, it is now.
    fn resting(&self, message: &Seen, label: &str) -> bool {
        let key = (message.chat, message.id, label.to_owned());
        let mut pressed = self.pressed.borrow_mut();
        if pressed.get(&key).is_some_and(|at| at.elapsed() < AGAIN) {
            return true;
        }
        pressed.insert(key, Instant::now());
        false
    }
}

/// The number in front of a name, whatever marks stand between them.
fn number_before<'t>(line: &'t str, name: &str) -> Option<&'t str> {
    let no_digit = |c: char| !c.is_ascii_digit();
    let (before, _) = line.split_once(name)?;
    before.trim_end_matches(no_digit).rsplit(no_digit).next().filter(|number| !number.is_empty())
}

/// Whether a message is a prompt with live options.
fn asks(message: &Seen) -> bool {
    OPTIONS.iter().any(|option| label_of(message, option).is_some())
}

fn label_of(message: &Seen, option: &str) -> Option<String> {
    message.labels.iter().find(|label| label.contains(option)).cloned()
}
