//! The platforms, which write on one big board, and the rules a platform enforces. Discord and the web know a post by its
//! key; Telegram does not.

use crate::support::doubles::board::{Board, Mishap, Standing, State, labels};
use async_trait::async_trait;
use chrono::DateTime;
use secretary::adapters::store::Database;
use secretary::ports::chat::{Change, Chat, ChatError, DownloadError, Downloads, Editing, Posting, Receipts, Sent};
use secretary::ports::web::weblog::{Author, EntryChange, WebLog, WebMessage};
use secretary::secretary::ids::PersonId;
use secretary::secretary::inbound::{Attachment, ChatKind, Place, Platform};
use secretary::secretary::message::{Block, Message, Span};
use secretary::secretary::ticket::task::Attached;
use secretary::text;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

/// The rules of every platform, and of taste, unless whoever speaks does so on purpose.
fn check(message: &Message, text: &str, of_taste: bool) {
    assert!(!text.trim().is_empty(), "an empty message: {message:?}");
    for button in message.buttons.iter().flatten() {
        assert!(button.data.len() <= 64, "callback data of {} bytes (platform-facts T23)", button.data.len());
        assert!(!button.label.trim().is_empty() && button.label.chars().count() <= 80, "{:?}", button.label);
    }
    let raw = "Err(|Some(|None,|Ok(|sqlite|Error|error:|panicked|unwrap|TellModel|::|{|}|src/|.rs:|os error|0x|backtrace|\
               errno|undefined|NaN";
    if !of_taste {
        return;
    }
    for word in raw.split('|') {
        assert!(!text.contains(word), "something raw ({word}) in: {text}");
    }
    for word in text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')) {
        let mixed = word.bytes().any(|b| b.is_ascii_digit())
            && word.bytes().any(|b| b.is_ascii_lowercase())
            && word.bytes().any(|b| b.is_ascii_uppercase());
        assert!(word.len() < 14 || !mixed, "an internal id ({word}) in: {text}");
    }
}

/// Whom a posting notifies: those meant in a group, on Telegram where a name of theirs stands.
fn pings(posting: &Posting<'_>) -> Vec<String> {
    let message = posting.message;
    let stands = |id: &PersonId| {
        message.blocks.iter().any(|block| match block {
            Block::Line(spans) => spans.iter().any(|span| matches!(span, Span::Person { id: one, .. } if one == id)),
            _ => false,
        })
    };
    let group = posting.to.kind == ChatKind::Group;
    let meant = message.mentions.iter().filter(|id| group && (posting.to.platform != Platform::Telegram || stands(id)));
    let account =
        |id: &PersonId| posting.people.iter().find(|(one, _)| one == id).map(|(_, account)| account.user.clone());
    let mut found: Vec<String> = meant.filter_map(account).collect();
    found.sort();
    found.dedup();
    found
}

/// One platform on the board.
pub struct FakeChat {
    pub platform: Platform,
    pub board: Arc<Board>,
    /// Where the web chat keeps what it says, as it does outside of tests; its messages have the numbers they have there.
    pub record: Option<Database>,
}

impl FakeChat {
    fn longest(&self) -> usize {
        match self.platform {
            Platform::Telegram => 4_096,
            Platform::Discord => 2_000,
            Platform::Web => usize::MAX,
        }
    }

    fn parts(&self, message: &Message) -> Vec<String> {
        let size = |block: &Block| text::plain(std::slice::from_ref(block)).chars().count() + 1;
        let parts = text::split(message.blocks.clone(), self.longest(), &size);
        parts.iter().map(|p| text::plain(p)).collect()
    }

    /// The number of a post in the record of the web chat, if it keeps one.
    async fn recorded(&self, posting: &Posting<'_>) -> Option<String> {
        let record = self.record.as_ref().filter(|_| self.platform == Platform::Web)?;
        let (author, message, at) = (Author::Secretary, posting.message.clone(), DateTime::UNIX_EPOCH);
        let message = WebMessage { author, message, at, reply_to: None, client: None, files: Vec::new(), seen: false };
        Some(record.append(&format!("post:{}", posting.key), message).await.unwrap().to_string())
    }

    /// Whether the answer to a post with these words gets lost.
    fn loss(&self, text: &str) -> Result<bool, ChatError> {
        let mut state = self.board.state();
        let found = state.losses.iter().position(|(on, words, _)| *on == self.platform && text.contains(words));
        match found.map(|at| state.losses.remove(at)) {
            Some((_, _, Mishap::Says(error))) => Err(error),
            Some((_, _, Mishap::LosesAnswer)) => Ok(true),
            None => Ok(false),
        }
    }

    fn change(&self, editing: &Editing<'_>) -> Result<usize, ChatError> {
        let mut state = self.board.state();
        let at = state.messages.iter().position(|m| m.id == editing.id).ok_or(ChatError::MessageGone)?;
        let place = state.messages[at].place.clone();
        let Change::Part(message, part) = editing.change else {
            let bare = &mut state.messages[at];
            bare.buttons.clear();
            let line = format!("Bot (takes the buttons off): {}", bare.text);
            state.say(&place, line);
            return Ok(1);
        };
        let parts = self.parts(message);
        let Some(text) = parts.get(part) else {
            let gone = state.messages.remove(at);
            state.say(&place, format!("Bot (deletes): {}", gone.text));
            return Ok(parts.len());
        };
        check(message, text, !state.raw);
        let buttons = if part + 1 == parts.len() { message.buttons.clone() } else { Vec::new() };
        let standing = &mut state.messages[at];
        let same = standing.text == *text && labels(&standing.buttons) == labels(&buttons);
        standing.text.clone_from(text);
        standing.buttons.clone_from(&buttons);
        if !same {
            state.say(&place, format!("Bot (edited): {text}{}", labels(&buttons)));
        }
        Ok(parts.len())
    }

    /// What the platform says instead of doing it.
    fn trouble(&self, place: &Place) -> Result<bool, ChatError> {
        let mut state = self.board.state();
        if let Some(error) = state.down.get(&self.platform) {
            return Err(error.clone());
        }
        match state.mishaps.get_mut(&self.platform).and_then(VecDeque::pop_front) {
            Some(Mishap::Says(error)) => return Err(error),
            Some(Mishap::LosesAnswer) => return Ok(true),
            None => {}
        }
        if let Some(to) = state.moved.get(&place.chat) {
            return Err(ChatError::Moved(to.clone()));
        }
        if state.gone.contains(&place.chat) {
            return Err(ChatError::Gone("the bot was blocked by the user".to_owned()));
        }
        Ok(false)
    }
}

#[async_trait]
impl Chat for FakeChat {
    async fn post(&self, posting: Posting<'_>) -> Result<Sent, ChatError> {
        self.board.fuse.point("post").await;
        self.board.state().sent.push(serde_json::to_string(posting.message).unwrap());
        // What is unclear is not sent again before Telegram has answered anything harmless.
        let again = posting.unclear_since.is_some() && self.platform == Platform::Telegram;
        if again && self.board.state().down.contains_key(&self.platform) {
            return Err(ChatError::Retry { after: Duration::from_secs(2) });
        }
        let loses = self.trouble(posting.to)?;
        let parts = self.parts(posting.message);
        let part = parts.get(posting.part).expect("a part that is not there");
        check(posting.message, part, !self.board.state().raw);
        let deadly = self.board.state().deadly.clone();
        if deadly.is_some_and(|words| part.contains(&words)) {
            self.board.fuse.blow().await;
        }
        let loses = self.loss(part)? || loses;
        let last = posting.part + 1 == parts.len();
        let lost = loses || self.board.fuse.blows_next();
        let recorded = self.recorded(&posting).await;
        let id = {
            let mut state = self.board.state();
            let before: Vec<Standing> = state.messages.iter().filter(|m| m.key == posting.key).cloned().collect();
            let by_key = before.first().filter(|_| self.platform != Platform::Telegram);
            if let Some(first) = by_key {
                let id = first.id.clone();
                for message in state.messages.iter_mut().filter(|m| m.id == id) {
                    message.lost = lost;
                }
                id
            } else {
                assert!(before.len() < 2, "sent more than twice: {part}");
                assert!(before.iter().all(|m| m.lost), "sent again although it was confirmed: {part}");
                let mut text = part.clone();
                if let Some(file) = posting.message.file.as_ref().filter(|_| last) {
                    let lies = posting.file.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
                    assert_eq!(lies.is_some(), file.at.is_some(), "{file:?}");
                    let file = Attached { text: lies.unwrap_or_else(|| file.text.clone()), ..file.clone() };
                    state.files.push(file.clone());
                    let _ = write!(text, "\n<{}, {} characters>", file.name, file.text.chars().count());
                }
                let buttons = if last { posting.message.buttons.clone() } else { Vec::new() };
                let mut place = posting.to.clone();
                place.title = place.title.or_else(|| known_title(&state, posting.to));
                let id = state.put(&place, "Bot", text, buttons, posting.key.to_owned());
                let message = state.messages.last_mut().expect("just put");
                message.pings = pings(&posting);
                message.handle = posting.handle.map(str::to_owned);
                let id = recorded.unwrap_or(id);
                message.id.clone_from(&id);
                (message.lost, message.cut) = (lost, lost && !loses);
                message.again = !before.is_empty();
                // The reader knows it already.
                message.read = !before.is_empty();
                id
            }
        };
        self.board.fuse.point("posted").await;
        self.board.state().answered = Some((id.clone(), self.board.fuse.passed()));
        if loses { Err(ChatError::Unclear) } else { Ok(Sent { id, more: !last }) }
    }

    async fn edit(&self, editing: Editing<'_>) -> Result<usize, ChatError> {
        self.board.fuse.point("edit").await;
        if let Change::Part(message, _) = editing.change {
            self.board.state().sent.push(serde_json::to_string(message).unwrap());
        }
        if self.trouble(editing.place)? {
            return Err(ChatError::Unclear);
        }
        if let (Change::Part(message, 0), Some(record), Platform::Web) = (editing.change, &self.record, self.platform) {
            let change = EntryChange::Content(Box::new(message.clone()));
            record.change(editing.id.parse().unwrap(), change).await.unwrap();
        }
        let parts = self.change(&editing)?;
        self.board.fuse.point("edited").await;
        Ok(parts)
    }

    async fn open_thread(&self, place: &Place, message: &str, title: &str) -> Result<Option<Place>, ChatError> {
        self.board.fuse.point("thread").await;
        let chat = format!("thread-{message}");
        let thread = (self.platform == Platform::Discord && place.kind == ChatKind::Group).then(|| Place {
            chat: chat.clone(),
            title: Some(format!("thread {}", title.split(' ').next().unwrap_or_default())),
            ..place.clone()
        });
        if let Some(thread) = &thread {
            let mut state = self.board.state();
            if !state.threads.contains(thread) {
                state.threads.push(thread.clone());
            }
        }
        self.board.fuse.point("threaded").await;
        Ok(thread)
    }

    async fn typing(&self, place: &Place) {
        self.board.state().typing.push(place.clone());
    }
}

#[async_trait]
impl Downloads for FakeChat {
    async fn download(&self, file: &Attachment, most: u64) -> Result<Vec<u8>, DownloadError> {
        self.board.fuse.point("download").await;
        let state = self.board.state();
        let bytes = state.uploads.get(&file.handle).cloned();
        let bytes = bytes.ok_or_else(|| DownloadError::Gone("no such file".to_owned()))?;
        if bytes.len() as u64 > most { Err(DownloadError::TooLarge) } else { Ok(bytes) }
    }
}

#[async_trait]
impl Receipts for FakeChat {
    async fn seen(&self, place: &Place, message: &str) -> Result<(), ChatError> {
        let mut state = self.board.state();
        if let Some(error) = state.down.get(&self.platform) {
            return Err(error.clone());
        }
        state.receipts.push((place.clone(), message.to_owned()));
        Ok(())
    }
}

/// The title a chat is known by on the board.
fn known_title(state: &State, place: &Place) -> Option<String> {
    state.messages.iter().find(|m| m.place.chat == place.chat).and_then(|m| m.place.title.clone())
}
