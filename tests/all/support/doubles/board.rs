//! The one big board of all platforms: every message that stands anywhere, and what was said in order.

use crate::support::doubles::fuse::Fuse;
use secretary::ports::chat::ChatError;
use secretary::secretary::inbound::{Place, Platform};
use secretary::secretary::message::Button;
use secretary::secretary::ticket::task::Attached;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard};

/// A message as it stands somewhere.
#[derive(Clone, Debug)]
pub struct Standing {
    pub place: Place,
    pub id: String,
    /// Who wrote it.
    pub who: String,
    pub text: String,
    /// What it said when it came.
    pub first: String,
    pub buttons: Vec<Vec<Button>>,
    pub key: String,
    /// The handle of the command whose sign of waiting it took the place of.
    pub handle: Option<String>,
    /// The accounts it notifies beyond what every message of the chat does.
    pub pings: Vec<String>,
    /// It arrived, and the secretary was not told so.
    pub lost: bool,
    /// That was because of a crash.
    pub cut: bool,
    /// It was sent again.
    pub again: bool,
    pub read: bool,
}

impl Standing {
    /// It tells only that an idea came in.
    pub fn is_receipt(&self) -> bool {
        self.first.starts_with('#') && self.first.contains("” Got it")
    }

    /// What its chat is known by in every run of a story: a thread has the number of its first message, which a copy in
    /// another chat changes, and the name of its ticket, which nothing does.
    pub fn place_name(&self) -> String {
        let title = self.place.title.clone().filter(|_| self.place.chat.starts_with("thread-"));
        title.unwrap_or_else(|| self.place.chat.clone())
    }
}

/// How the address of a webhook goes on behind the name of the host.
const HOOK: &str = "/hook/";
/// Characters of the secret of a webhook.
const SECRET: usize = 43;

/// A text that shows a webhook, without what is drawn anew if a crash comes before its command is kept.
fn without_secrets(text: &str) -> String {
    let drawn = |word: &str| word.contains(HOOK) || (word.len() == SECRET && word.is_ascii());
    let kept = |word: &'_ str| if drawn(word) { "…".to_owned() } else { word.to_owned() };
    text.split_inclusive(char::is_whitespace).map(|word| kept(word.trim_end())).collect::<Vec<_>>().join(" ")
}

/// What goes wrong with the next calls.
pub enum Mishap {
    /// The platform answers with this.
    Says(ChatError),
    /// The message arrives and the answer does not.
    LosesAnswer,
}

/// Everything that stands and was said.
#[derive(Default)]
pub struct State {
    pub messages: Vec<Standing>,
    log: Vec<(String, String)>,
    next: u64,
    pub mishaps: BTreeMap<Platform, VecDeque<Mishap>>,
    /// What goes wrong with the next posts that contain some words, in this order.
    pub losses: Vec<(Platform, String, Mishap)>,
    /// The process dies of posting these words, each time.
    pub deadly: Option<String>,
    /// Platforms that do not work: what every call to them comes to.
    pub down: BTreeMap<Platform, ChatError>,
    /// Chats that cannot be reached.
    pub gone: Vec<String>,
    /// Chats with a new id.
    pub moved: BTreeMap<String, String>,
    /// Threads opened, in order.
    pub threads: Vec<Place>,
    /// Where the typing sign was shown, each time.
    pub typing: Vec<Place>,
    /// Where and on which message it was shown that it is kept, each time.
    pub receipts: Vec<(Place, String)>,
    /// Every message as it was handed over, in order: posted or changed.
    pub sent: Vec<String>,
    /// Files sent, in order.
    pub files: Vec<Attached>,
    /// Files that people sent, by the handle of the platform.
    pub uploads: BTreeMap<String, Vec<u8>>,
    /// What people say may be as raw as they like, and is repeated to them.
    pub raw: bool,
    /// The last post, and the point its answer passed.
    pub answered: Option<(String, usize)>,
}

/// The board.
pub struct Board {
    state: Mutex<State>,
    pub fuse: Arc<Fuse>,
}

impl Board {
    pub fn new(fuse: Arc<Fuse>) -> Self {
        Self { state: Mutex::default(), fuse }
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// What was said everywhere, in order, as plain text.
    pub fn transcript(&self) -> String {
        let state = self.state();
        let several = state.log.iter().any(|(place, _)| place != &state.log[0].0);
        let (mut out, mut here) = (String::new(), "");
        for (place, line) in &state.log {
            if several && place != here {
                let _ = writeln!(out, "[{place}]");
                here = place;
            }
            let _ = writeln!(out, "{}", line.trim_end().replace('\n', "\n    "));
        }
        out
    }

    /// Every message as it reads at the end, chat by chat; a lost one that was sent again counts once.
    pub fn finally(&self) -> Vec<Standing> {
        let state = self.state();
        let resent = |m: &Standing| m.lost && state.messages.iter().any(|o| o.again && o.key == m.key);
        let mut all: Vec<Standing> = state.messages.iter().filter(|m| !resent(m)).cloned().collect();
        all.iter_mut().filter(|m| m.text.contains(HOOK)).for_each(|m| m.text = without_secrets(&m.text));
        all.sort_by_key(Standing::place_name);
        all
    }

    /// The process is gone: what was answered at the point before was never written down.
    pub fn forget_unsettled(&self) {
        let mut state = self.state();
        let Some((id, at)) = state.answered.take() else { return };
        if at + 1 == self.fuse.passed() {
            state.messages.iter_mut().filter(|m| m.id == id).for_each(|m| (m.lost, m.cut) = (true, true));
        }
    }

    /// At most one message of a chat offers the same buttons.
    pub fn check_live(&self) {
        let state = self.state();
        let mut live: BTreeMap<(String, String), u32> = BTreeMap::new();
        for message in state.messages.iter().filter(|m| !m.lost) {
            let tokens: std::collections::BTreeSet<&str> =
                message.buttons.iter().flatten().filter_map(|b| b.data.split('.').nth(1)).collect();
            for token in tokens {
                *live.entry((message.place.chat.clone(), token.to_owned())).or_default() += 1;
            }
        }
        assert!(live.values().all(|n| *n == 1), "the same buttons stand twice in a chat");
    }
}

impl State {
    pub fn say(&mut self, place: &Place, line: String) {
        let title = place.title.clone().unwrap_or_else(|| place.chat.clone());
        self.log.push((format!("{title} on {}", place.platform.title()), line));
    }

    /// A message somebody or the secretary writes.
    pub fn put(&mut self, place: &Place, who: &str, text: String, buttons: Vec<Vec<Button>>, key: String) -> String {
        self.next += 1;
        let id = format!("{}", 1_000 + self.next);
        self.say(place, format!("{who}: {text}{}", labels(&buttons)));
        self.messages.push(Standing {
            place: place.clone(),
            id: id.clone(),
            who: who.to_owned(),
            first: text.clone(),
            text,
            buttons,
            key,
            handle: None,
            pings: Vec::new(),
            lost: false,
            cut: false,
            again: false,
            read: who != "Bot",
        });
        id
    }
}

/// The buttons as a person reads them.
pub fn labels(buttons: &[Vec<Button>]) -> String {
    let row = |row: &Vec<Button>| row.iter().map(|b| format!("[{}]", b.label)).collect::<Vec<_>>().join(" ");
    buttons.iter().map(|r| format!("\n{}", row(r))).collect()
}
