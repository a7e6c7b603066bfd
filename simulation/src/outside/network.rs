//! The way out: platforms that are slow, refuse, accept without saying so, know a key or do not. What arrives there is
//! put on the board; what must never arrive is an invariant's matter.

use crate::invariants::of_calls;
use crate::outside::around::{Around, Surroundings};
use crate::outside::board::parts;
use crate::outside::files::fetched;
use crate::people::cast::STRANGER_CHAT;
use async_trait::async_trait;
use chrono::TimeDelta;
use secretary::ports::chat::{Change, Chat, ChatError, DownloadError, Downloads, Editing, Posting, Receipts, Sent};
use secretary::secretary::inbound::{Attachment, ChatKind, Place, Platform};
use secretary::secretary::message::{Block, Button, Message};
use std::time::Duration;

/// How long a call lasts before it is given up.
const DEADLINE: TimeDelta = TimeDelta::seconds(20);

/// A platform.
pub struct Network {
    /// Which.
    pub platform: Platform,
    /// The life it is part of.
    pub around: Around,
}

/// What becomes of a call.
enum Luck {
    Works,
    LosesAnswer,
    Fails(ChatError),
}

impl Network {
    /// What is said anew may be refused for what it says.
    fn luck(&self, world: &mut Surroundings, place: &Place, anew: bool) -> Luck {
        if !world.board.works(self.platform, world.now) {
            let unclear = world.chance.in_thousand(300);
            return Luck::Fails(if unclear { ChatError::Doubtful } else { ChatError::Retry { after: Duration::ZERO } });
        }
        if let Some(to) = world.board.moved.get(&place.chat) {
            return Luck::Fails(ChatError::Moved(to.clone()));
        }
        if world.board.gone.contains(&place.chat) {
            return Luck::Fails(ChatError::Gone("the bot was blocked by the user".to_owned()));
        }
        if world.chance.in_thousand(world.weather.fails) {
            let seconds = world.chance.between(0, 40);
            let after = Duration::from_secs(u64::try_from(seconds).unwrap_or(0));
            let error = match world.chance.weighted(&[60, 20, 3, if anew { 2 } else { 0 }]) {
                0 => ChatError::Retry { after },
                1 => ChatError::Doubtful,
                2 => ChatError::Barred("a wrong token".to_owned()),
                _ => ChatError::Refused("bad request".to_owned()),
            };
            return Luck::Fails(error);
        }
        if world.chance.in_thousand(world.weather.loses_answer) {
            return Luck::LosesAnswer;
        }
        Luck::Works
    }

    /// A part arrives. Platforms that know keys put it there once.
    fn arrives(&self, world: &mut Surroundings, posting: &Posting<'_>) -> u64 {
        let before = world.board.keys.get(posting.key).cloned().unwrap_or_default();
        if let Some(first) = before.first().filter(|_| self.platform != Platform::Telegram) {
            return *first;
        }
        of_calls::a_message_has_at_most_two_copies(world, posting.key, before.len());
        of_calls::what_arrived_for_certain_is_not_sent_again(world, posting.key);
        of_calls::a_message_can_be_shown(world, posting.message);
        if posting.to.chat == STRANGER_CHAT {
            of_calls::strangers_hear_nothing_of_tickets(world);
        }
        let last = posting.part + 1 >= parts(posting.message);
        let buttons = if last { flat(posting.message) } else { Vec::new() };
        let text = first_words(posting.message);
        let id = world.board.put(posting.to, posting.key, buttons, text.clone());
        let (place, number) = (posting.to.chat.clone(), id.to_string());
        world.note("post", &[&place, &number, posting.key], || {
            format!("{} {place} {number}: {text}{}", posting.to.platform, labels(posting.message))
        });
        id
    }
}

/// How long a call is on its way.
fn way(world: &mut Surroundings) -> TimeDelta {
    if world.chance.in_thousand(world.weather.slow) { world.moment(19_000) } else { world.moment(400) }
}

/// The buttons of a message in order.
fn flat(message: &Message) -> Vec<Button> {
    message.buttons.iter().flatten().cloned().collect()
}

fn labels(message: &Message) -> String {
    message.buttons.iter().flatten().map(|button| format!(" [{}]", button.label)).collect()
}

/// The beginning of a message, for the story.
pub fn first_words(message: &Message) -> String {
    let words = message.blocks.iter().find_map(|block| match block {
        Block::Line(spans) | Block::Heading(spans) | Block::Quote(spans) | Block::Item { spans, .. } => {
            Some(spans.iter().map(|span| span.plain()).collect::<String>())
        }
        Block::Markdown(text) => Some(text.clone()),
        Block::Code { .. } | Block::Table(_) | Block::Gap => None,
    });
    words.unwrap_or_default().chars().take(90).collect()
}

/// A receipt changes nothing that anything else rests on.
impl Receipts for Network {}

#[async_trait]
impl Downloads for Network {
    async fn download(&self, file: &Attachment, most: u64) -> Result<Vec<u8>, DownloadError> {
        fetched(&self.around, self.platform, file, most).await
    }
}

#[async_trait]
impl Chat for Network {
    async fn post(&self, posting: Posting<'_>) -> Result<Sent, ChatError> {
        let (there, back) = {
            let mut world = self.around.lock();
            let again = posting.unclear_since.is_some() && self.platform == Platform::Telegram;
            if again && !world.board.works(self.platform, world.now) {
                return Err(ChatError::Retry { after: Duration::from_secs(2) });
            }
            (way(&mut world), way(&mut world))
        };
        self.around.pass(there).await;
        let (id, loses) = {
            let mut world = self.around.lock();
            match self.luck(&mut world, posting.to, true) {
                Luck::Fails(error) => return Err(error),
                Luck::LosesAnswer => (self.arrives(&mut world, &posting), true),
                Luck::Works => (self.arrives(&mut world, &posting), false),
            }
        };
        if loses {
            self.around.pass(DEADLINE).await;
            return Err(ChatError::Unclear);
        }
        self.around.pass(back).await;
        self.around.lock().board.answered.insert(posting.key.to_owned(), id);
        Ok(Sent { id: id.to_string(), more: posting.part + 1 < parts(posting.message) })
    }

    async fn edit(&self, editing: Editing<'_>) -> Result<usize, ChatError> {
        let way = way(&mut self.around.lock());
        self.around.pass(way).await;
        let mut world = self.around.lock();
        let loses = match self.luck(&mut world, editing.place, false) {
            Luck::Fails(error) => return Err(error),
            Luck::LosesAnswer => true,
            Luck::Works => false,
        };
        let id: u64 = editing.id.parse().map_err(|_| ChatError::MessageGone)?;
        if !world.board.messages.contains_key(&id) {
            return Err(ChatError::MessageGone);
        }
        let shown = match editing.change {
            Change::NoButtons => {
                if let Some(message) = world.board.messages.get_mut(&id) {
                    message.buttons.clear();
                }
                world.note("bare", &[editing.id], || editing.id.to_owned());
                1
            }
            Change::Part(message, part) if part >= parts(message) => {
                world.board.messages.remove(&id);
                parts(message)
            }
            Change::Part(message, part) => {
                let buttons = if part + 1 == parts(message) { flat(message) } else { Vec::new() };
                world.board.remember(editing.place, id, &buttons);
                let text = first_words(message);
                if let Some(standing) = world.board.messages.get_mut(&id) {
                    standing.buttons = buttons;
                    standing.text.clone_from(&text);
                }
                world.note("edit", &[editing.id, &text], || format!("{}: {text}{}", editing.id, labels(message)));
                parts(message)
            }
        };
        if loses { Err(ChatError::Unclear) } else { Ok(shown) }
    }

    async fn open_thread(&self, place: &Place, message: &str, title: &str) -> Result<Option<Place>, ChatError> {
        let way = way(&mut self.around.lock());
        self.around.pass(way).await;
        let mut world = self.around.lock();
        let loses = match self.luck(&mut world, place, false) {
            Luck::Fails(_) => return Err(ChatError::Retry { after: Duration::from_secs(1) }),
            Luck::LosesAnswer => true,
            Luck::Works => false,
        };
        if self.platform != Platform::Discord || place.kind != ChatKind::Group {
            return Ok(None);
        }
        let thread = Place { chat: format!("thread-{message}"), title: Some(title.to_owned()), ..place.clone() };
        world.board.threads.insert(message.to_owned(), thread.clone());
        if loses { Err(ChatError::Unclear) } else { Ok(Some(thread)) }
    }

    async fn typing(&self, _place: &Place) {}
}
