//! The town of a trial: fake platforms with their people, a model, ledgers of it all, and the settings a program needs to
//! live there. Each trial has its own.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::mind::{self, Trouble};
use crate::discord::FakeDiscord;
use crate::ledger::Ledger;
use crate::model::FakeModel;
use crate::telegram::FakeTelegram;
use crate::tools::{Caring, FakeTools};
use crate::torture::chance::Chance;
use crate::torture::program::House;

/// A chat; the direct ones are with one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Chat {
    /// With this person in Telegram.
    Telegram(i64),
    /// With this person in Discord, in this channel.
    Discord(u64, u64),
    /// A group in Telegram.
    Group(i64),
    /// A channel in Discord.
    Channel(u64),
}

/// A message of the bot as somebody in the chat sees it now.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Where.
    pub chat: Chat,
    /// Its id there.
    pub id: u64,
    /// What it says.
    pub text: String,
    /// Its live buttons.
    pub labels: Vec<String>,
}

/// How the town is made.
#[derive(Default)]
pub struct Plan {
    /// People with a direct chat in Telegram.
    pub telegram: usize,
    /// People with a direct chat in Discord.
    pub discord: usize,
    /// The flood limits of Telegram hold.
    pub rates: bool,
    /// What the model does instead of answering.
    pub trouble: Option<Trouble>,
    /// The longest a thought takes.
    pub thought: Duration,
    /// The address of a database on a server; a file in the folder if there is none.
    pub server: Option<String>,
    /// Work can place orders, and they are treated like this.
    pub orders: Option<Caring>,
}

/// The name of a database in the folder.
pub const FILE: &str = "secretary.db";

/// Everything outside of the program.
pub struct Town {
    /// Telegram.
    pub telegram: FakeTelegram,
    /// Discord.
    pub discord: FakeDiscord,
    /// The model server.
    pub model: FakeModel,
    /// Who takes orders, if anybody does.
    pub tools: Option<FakeTools>,
    /// What the driver does and expects.
    pub ledger: Ledger,
    /// The direct chats of the town.
    pub chats: Vec<Chat>,
    /// Groups and channels.
    pub rooms: RefCell<Vec<Chat>>,
    /// Where everything is.
    pub folder: PathBuf,
    /// The address of the database, if it is on a server.
    server: Option<String>,
}

const FIRST_TELEGRAM: i64 = 41;
const FIRST_DISCORD: u64 = 700_000_000_000_000_051;

impl Town {
    /// Makes a town in a folder; nothing runs yet.
    ///
    /// # Errors
    /// The folder or a port cannot be used.
    pub async fn new(folder: &Path, plan: Plan, seed: u64) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        let ledger = |name: &str| Ledger::open(&folder.join(name)).map_err(failed);
        let telegram = FakeTelegram::start().await;
        telegram.keep_ledger(ledger("telegram.jsonl")?);
        telegram.enforce_rates(plan.rates);
        let discord = FakeDiscord::start().await.map_err(failed)?;
        discord.keep_ledger(ledger("discord.jsonl")?);
        let model = FakeModel::start().await;
        model.keep_ledger(ledger("model.jsonl")?);
        mind::think(&model, seed, plan.thought, plan.trouble);
        let mut tools = None;
        if let Some(caring) = plan.orders {
            let server = tools.insert(FakeTools::start().await);
            server.keep_ledger(ledger("tools.jsonl")?);
            server.treat_with(caring);
        }
        let people = (0..plan.telegram).map(|n| telegram.user(FIRST_TELEGRAM + n as i64, &format!("Person {n}")));
        let mut chats: Vec<Chat> = people.map(Chat::Telegram).collect();
        for n in 0..plan.discord {
            let user = discord.user(FIRST_DISCORD + n as u64, &format!("Somebody {n}"));
            chats.push(Chat::Discord(user, discord.dm(user)));
        }
        let (rooms, folder, book) = (RefCell::default(), folder.to_owned(), ledger("driver.jsonl")?);
        book.write("trial", json!({"seed": seed, "database": plan.server.as_deref().unwrap_or(FILE)}));
        Ok(Self { telegram, discord, model, tools, ledger: book, chats, rooms, folder, server: plan.server })
    }

    /// The settings a program needs to live here; people with direct chats are its owners.
    pub fn house(&self, program: &Path) -> House {
        let owner = |chat: &Chat| match chat {
            Chat::Telegram(user) => Some(format!("telegram:{user}")),
            Chat::Discord(user, _) => Some(format!("discord:{user}")),
            Chat::Group(_) | Chat::Channel(_) => None,
        };
        let owners: Vec<String> = self.chats.iter().filter_map(owner).collect();
        let mut settings = vec![
            ("WEB_ADDR", "127.0.0.1:0".to_owned()),
            ("DATABASE_URL", self.server.clone().unwrap_or_else(|| format!("sqlite://{FILE}"))),
            ("DATA_DIR", "files".to_owned()),
            ("OPENAI_BASE_URL", self.model.url()),
            ("OPENAI_MODEL", "fake-model".to_owned()),
            ("SECRETARY_OWNERS", owners.join(",")),
            // Its people write all the time.
            ("MESSAGES_A_MINUTE", "0".to_owned()),
        ];
        if let Some(tools) = &self.tools {
            settings.push(("TRIAL_TOOL_URL", tools.url()));
        }
        if self.chats.iter().any(|chat| matches!(chat, Chat::Telegram(_))) {
            settings.push(("TELEGRAM_BOT_TOKEN", self.telegram.token().to_owned()));
            settings.push(("TELEGRAM_API_URL", self.telegram.url()));
        }
        if self.chats.iter().any(|chat| matches!(chat, Chat::Discord(..))) {
            settings.push(("DISCORD_TOKEN", self.discord.token()));
            settings.push(("DISCORD_API_URL", self.discord.url()));
        }
        let settings = settings.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        House { program: program.to_owned(), folder: self.folder.clone(), settings, watched: None }
    }

    /// Whether anything of the town is on this platform.
    pub fn on_telegram(&self) -> bool {
        self.chats.iter().any(|chat| matches!(chat, Chat::Telegram(_)))
    }

    /// Whether anything of the town is on this platform.
    pub fn on_discord(&self) -> bool {
        self.chats.iter().any(|chat| matches!(chat, Chat::Discord(..)))
    }

    /// Whoever's chat it is writes. Gives the id of the message.
    pub fn say(&self, chat: Chat, text: &str) -> u64 {
        match chat {
            Chat::Telegram(user) => self.telegram.say(user, user, text).unsigned_abs(),
            Chat::Discord(user, channel) => self.discord.say(channel, user, text),
            Chat::Group(_) | Chat::Channel(_) => 0,
        }
    }

    /// Writes an idea with a new word; what must come of it is put down for the judge.
    pub fn idea(&self, chat: Chat, chance: &mut Chance, expects: &[&str]) -> String {
        let word = chance.word();
        let text = if expects.contains(&"reply") {
            format!("tell me {} what the {word} project is about", mind::SHORT)
        } else {
            format!("compare three offers for the {word} project and tell me what to take")
        };
        // Put down before it is said: a judge must not meet a word nobody told it of.
        self.ledger.write("word", json!({"word": word, "chat": format!("{chat:?}"), "expects": expects}));
        self.say(chat, &text);
        word
    }

    /// Orders a reminder with a new word that falls due after so many seconds.
    pub fn reminder(&self, chat: Chat, chance: &mut Chance, seconds: u64) -> String {
        let word = chance.word();
        self.ledger.write(
            "word",
            json!({"word": word, "chat": format!("{chat:?}"), "expects": ["reminder"], "due": seconds * 1_000}),
        );
        self.say(chat, &format!("/remind in {seconds} seconds to feed {word}"));
        word
    }

    /// Sends a flow with a new word: it keeps a row, says so, waits, keeps another one, and ends with how many there are.
    pub fn flow(&self, chat: Chat, chance: &mut Chance) -> String {
        let word = chance.word();
        let expects = ["notice", "reply"];
        self.ledger.write("word", json!({"word": word, "chat": format!("{chat:?}"), "expects": expects}));
        // No text has a mark and the word side by side but those that the run says.
        let (name, said, ends, rows) = (mind::FLOW, mind::SAID, mind::REPLY, mind::ROWS);
        let script = format!(
            "w = '{word}'\ntable_insert('log', {{'w': w}})\nnotify('{said}' + w)\nsleep(1)\n\
             table_insert('log', {{'w': w}})\nrows = table_query('log', {{'w': w}})\n\
             '{ends}' + w + '{rows}' + str(len(rows))"
        );
        self.say(chat, &format!("/flow new {name} {word}\n{script}"));
        word
    }

    /// What the bot has standing in a chat.
    pub fn seen(&self, chat: Chat) -> Vec<Seen> {
        match chat {
            Chat::Telegram(place) | Chat::Group(place) => {
                let seen = |m: crate::telegram::Message| Seen {
                    chat,
                    id: m.id.unsigned_abs(),
                    labels: m.labels().into_iter().map(str::to_owned).collect(),
                    text: m.text,
                };
                self.telegram.bot_messages(place).into_iter().map(seen).collect()
            }
            Chat::Discord(_, channel) | Chat::Channel(channel) => {
                let bot = self.discord.bot_id();
                let seen = |m: crate::discord::Message| Seen {
                    chat,
                    id: m.id,
                    labels: m.buttons().into_iter().filter(|b| !b.disabled).map(|b| b.label).collect(),
                    text: m.content,
                };
                self.discord.messages(channel).into_iter().filter(|m| m.author == bot).map(seen).collect()
            }
        }
    }

    /// What the bot has standing in all chats.
    pub fn all_seen(&self) -> Vec<Seen> {
        self.chats.iter().chain(self.rooms.borrow().iter()).flat_map(|chat| self.seen(*chat)).collect()
    }

    /// Somebody presses a button, if it is still there. Put down for the judge as a press for this word.
    pub fn press(&self, by: Chat, seen: &Seen, label: &str, about: &str, may: bool) -> bool {
        let (key, id) = match (by, seen.chat) {
            (Chat::Telegram(user), Chat::Telegram(chat) | Chat::Group(chat)) => {
                ("query", self.telegram.press_if_there(chat, user, seen.id as i64, label).map(|id| json!(id)))
            }
            (Chat::Discord(user, _), Chat::Discord(_, channel) | Chat::Channel(channel)) => {
                let handle = self.discord.press_if_there(channel, user, seen.id, label);
                ("interaction", handle.map(|handle| json!(handle.id())))
            }
            _ => return false,
        };
        let Some(id) = id else { return false };
        let mut entry: Value = json!({"word": about, "label": label, "may": may});
        entry[key] = id;
        self.ledger.write("press", entry);
        true
    }

    /// Somebody who can press what stands in a chat; the `number`th of those who can.
    pub fn presser(&self, chat: Chat, number: u64) -> Chat {
        let here: Vec<Chat> = match chat {
            Chat::Telegram(_) | Chat::Discord(..) => return chat,
            Chat::Group(_) => self.chats.iter().filter(|c| matches!(c, Chat::Telegram(_))).copied().collect(),
            Chat::Channel(_) => self.chats.iter().filter(|c| matches!(c, Chat::Discord(..))).copied().collect(),
        };
        here[number as usize % here.len().max(1)]
    }

    /// Calls so far that did or wanted to do something.
    pub fn doings(&self) -> usize {
        let quiet = ["getUpdates", "sendChatAction", "setMessageReaction"];
        let telegram = self.telegram.calls().iter().filter(|call| !quiet.contains(&call.method.as_str())).count();
        let sign = |path: &str| path.ends_with("/typing") || path.contains("/reactions/");
        let discord = self.discord.calls().iter().filter(|call| !sign(&call.path)).count();
        let orders = self.tools.as_ref().map_or(0, |tools| tools.orders().len());
        telegram + discord + self.model.requests().len() + orders
    }

    /// Puts down what the platforms would punish.
    pub fn close(&self) {
        for violation in self.telegram.violations() {
            self.ledger.write("violation", json!({"platform": "telegram", "what": format!("{violation:?}")}));
        }
        for violation in self.discord.violations() {
            self.ledger.write("violation", json!({"platform": "discord", "what": format!("{violation:?}")}));
        }
    }
}
