//! The ledgers of a trial, read and put in order. What they mean is judged elsewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::posts::{Platform, Post, Posts};

/// Calls that were sent before a request to wait was received arrive within this many milliseconds after it.
const ON_ITS_WAY: u64 = 200;

/// A word somebody said, and what must come of it.
#[derive(Clone, Debug, Default)]
pub struct Word {
    /// The word itself.
    pub name: String,
    /// Where it was said.
    pub chat: String,
    /// What must come of it.
    pub expects: Vec<String>,
    /// When a reminder of it falls due, milliseconds.
    pub due: u64,
}

/// A press on a button.
#[derive(Clone, Debug)]
pub struct Press {
    /// What it was about.
    pub word: String,
    /// The button.
    pub label: String,
    /// Whether this person may.
    pub may: bool,
    /// When, milliseconds.
    pub at: u64,
    /// Telegram's id of it, or Discord's.
    pub id: String,
}

/// A request to the model.
#[derive(Clone, Debug)]
pub struct Asked {
    /// When, milliseconds.
    pub at: u64,
    /// The messages.
    pub messages: Vec<Value>,
    /// It had tools: work, not thinking.
    pub tools: bool,
}

/// An order as the server of a tool read it.
#[derive(Clone, Debug)]
pub struct Order {
    /// What is ordered.
    pub text: String,
    /// When it was read, milliseconds.
    pub arrived: u64,
    /// What became of it: `done`, `lost`, `dropped`, `refused`.
    outcome: String,
}

impl Order {
    /// Whether it was carried out, and somebody or nobody was told.
    pub fn carried_out(&self) -> bool {
        matches!(self.outcome.as_str(), "done" | "lost")
    }

    /// Whether who placed it was told that it was not carried out.
    pub fn refused(&self) -> bool {
        self.outcome == "refused"
    }
}

/// An update of Telegram.
#[derive(Clone, Debug, Default)]
pub struct Update {
    /// What somebody wrote.
    pub text: String,
    /// The chat it counts for.
    pub lane: i64,
    /// When it came into being.
    pub at: u64,
    /// What became of it: `confirmed`, `expired`, `forgotten`.
    pub ended: Option<String>,
    /// When that was.
    pub ended_at: u64,
}

/// Everything in the ledgers.
#[derive(Default)]
pub struct Books {
    /// The seed, for people.
    pub seed: u64,
    /// Name of the database in the folder.
    pub database: Option<String>,
    /// What was said, in order.
    pub words: Vec<Word>,
    /// Presses, in order.
    pub presses: Vec<Press>,
    /// When the program was killed: from the moment of the kill until it was gone.
    pub kills: Vec<(u64, u64)>,
    /// When its files could not grow: from then until they could again, or a new life began.
    pub full: Vec<(u64, u64)>,
    /// When it was started.
    pub starts: Vec<u64>,
    /// How often one of two lives was stopped without ending.
    pub frozen: usize,
    /// Requests to the model, in order.
    pub asked: Vec<Asked>,
    /// Orders, as they were settled.
    pub orders: Vec<Order>,
    /// Updates by their id.
    pub updates: Vec<(i64, Update)>,
    /// What the bot posted, in order.
    pub posts: Vec<Post>,
    /// What the platforms would punish.
    pub violations: Vec<(String, String)>,
    /// Calls refused for flooding although the trial did not cause it: platform and method.
    pub floods: Vec<String>,
    /// When Telegram, and Discord, was last made to ask for a wait.
    asked_to_wait: [u64; 2],
    /// Presses that got an answer, by id.
    pub answered: BTreeMap<String, u64>,
    /// Words that stood in the database at the beginning.
    pub kept: Vec<String>,
    /// Copies of the database in the folder, and when each was begun.
    pub backups: Vec<(String, u64)>,
    /// Further rules of this trial.
    pub rules: BTreeSet<String>,
}

impl Books {
    /// Reads the ledgers of a folder.
    ///
    /// # Errors
    /// There are none, or one cannot be read.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let mut books = Self::default();
        let mut posts = Posts::default();
        let mut found = false;
        for name in ["driver", "telegram", "discord", "model", "tools"] {
            let path = folder.join(format!("{name}.jsonl"));
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            found = true;
            for (number, line) in text.lines().enumerate() {
                let entry: Value = serde_json::from_str(line)
                    .map_err(|error| format!("{} line {}: {error}", path.display(), number + 1))?;
                books.take(name, &entry, &mut posts);
            }
        }
        if !found {
            return Err(format!("there are no ledgers in {}", folder.display()));
        }
        books.posts = posts.done();
        Ok(books)
    }

    fn take(&mut self, book: &str, entry: &Value, posts: &mut Posts) {
        match (book, text(&entry["entry"]).as_str()) {
            ("driver", kind) => self.driven(kind, entry),
            ("telegram", "call") => self.telegram_call(entry, posts),
            ("telegram", kind) => self.update(kind, entry),
            ("discord", "call") => self.discord_call(entry, posts),
            ("model", "asked") if entry["refused"] != true => self.asked.push(Asked {
                at: entry["at"].as_u64().unwrap_or(0),
                messages: entry["messages"].as_array().cloned().unwrap_or_default(),
                tools: entry["tools"] == true,
            }),
            // What was reset before it was read says nothing.
            ("tools", "order") if entry["text"].is_string() => self.orders.push(Order {
                text: text(&entry["text"]),
                arrived: entry["arrived"].as_u64().unwrap_or(0),
                outcome: text(&entry["outcome"]),
            }),
            _ => {}
        }
    }

    fn driven(&mut self, kind: &str, entry: &Value) {
        let at = entry["at"].as_u64().unwrap_or(0);
        match kind {
            "trial" => {
                self.seed = entry["seed"].as_u64().unwrap_or(0);
                self.database = entry["database"].as_str().map(str::to_owned);
            }
            "word" => self.words.push(Word {
                name: text(&entry["word"]),
                chat: text(&entry["chat"]),
                expects: entry["expects"].as_array().into_iter().flatten().map(text).collect(),
                due: entry["due"].as_u64().map_or(0, |wait| at + wait),
            }),
            "press" => self.presses.push(Press {
                word: text(&entry["word"]),
                label: text(&entry["label"]),
                may: entry["may"] == true,
                at,
                id: id_of(&entry["query"]).or_else(|| id_of(&entry["interaction"])).unwrap_or_default(),
            }),
            "start" => self.starts.push(at),
            "kept" => self.kept.extend(entry["words"].as_array().into_iter().flatten().map(text)),
            "backup" => self.backups.push((text(&entry["file"]), entry["began"].as_u64().unwrap_or(0))),
            "frozen" => self.frozen += 1,
            "kill" => self.kills.push((at, at)),
            "dead" => {
                if let Some(last) = self.kills.last_mut() {
                    last.1 = at;
                }
                self.room_from(at);
            }
            "full" => self.full.push((at, u64::MAX)),
            "room" => self.room_from(at),
            "violation" => self.violations.push((text(&entry["platform"]), text(&entry["what"]))),
            "rule" => drop(self.rules.insert(text(&entry["rule"]))),
            _ => {}
        }
    }

    fn room_from(&mut self, at: u64) {
        if let Some((_, until)) = self.full.last_mut() {
            *until = at.min(*until);
        }
    }

    fn update(&mut self, kind: &str, entry: &Value) {
        let Some(id) = entry["update"].as_i64() else { return };
        if kind == "update" {
            let (at, lane) = (entry["at"].as_u64().unwrap_or(0), entry["lane"].as_i64().unwrap_or(0));
            self.updates.push((id, Update { text: text(&entry["text"]), lane, at, ..Update::default() }));
            return;
        }
        // Numbers begin anew after a quiet week: the oldest open one of this number is meant.
        let open = self.updates.iter_mut().find(|(known, update)| *known == id && update.ended.is_none());
        if let Some((_, update)) = open {
            update.ended = Some(kind.to_owned());
            update.ended_at = entry["at"].as_u64().unwrap_or(0);
        }
    }

    fn telegram_call(&mut self, entry: &Value, posts: &mut Posts) {
        let (method, body) = (text(&entry["method"]), &entry["body"]);
        let at = entry["at"].as_u64().unwrap_or(0);
        if entry["code"] == 429 {
            let arrived = entry["arrived"].as_u64().unwrap_or(at);
            self.flooded(entry["fault"] == true, arrived, format!("Telegram {method}"));
        }
        if method == "answerCallbackQuery" && entry["outcome"] == "done" {
            self.answered.entry(text(&body["callback_query_id"])).or_insert(at);
        }
        posts.telegram(&method, entry);
    }

    fn discord_call(&mut self, entry: &Value, posts: &mut Posts) {
        let path = text(&entry["path"]);
        let at = entry["at"].as_u64().unwrap_or(0);
        if entry["status"] == 429 {
            self.flooded(entry["fault"] == true, at, format!("Discord {path}"));
        }
        if entry["performed"] != true {
            return;
        }
        if let Some(id) = path.strip_prefix("/interactions/").and_then(|rest| rest.split('/').next()) {
            self.answered.entry(id.to_owned()).or_insert(at);
        }
        posts.discord(&path, entry);
    }

    /// A call was refused for flooding: caused by the trial, or by the caller's own fault. Calls on their way when
    /// the platform first asked to wait are excused.
    fn flooded(&mut self, wished: bool, at: u64, what: String) {
        let asked = &mut self.asked_to_wait[usize::from(what.starts_with("Discord"))];
        if wished {
            *asked = at;
        } else if at.saturating_sub(*asked) > ON_ITS_WAY {
            self.floods.push(what);
        }
    }

    /// Whether the program was killed between these moments, milliseconds.
    pub(super) fn killed_between(&self, from: u64, to: u64) -> bool {
        self.kills.iter().any(|(killed, gone)| *gone >= from && *killed <= to)
    }

    /// When, after this moment, the disk had had room for so long in all, milliseconds: what was learnt then is tried again
    /// and again, and each attempt may fall into another time without room.
    pub(super) fn had_room(&self, at: u64, long: u64) -> u64 {
        let (mut from, mut left) = (at, long);
        for (full, room) in self.full.iter().filter(|(_, until)| *until > at) {
            let until = (*full).max(from);
            if until - from >= left {
                break;
            }
            left -= until - from;
            from = (*room).max(from);
        }
        from.saturating_add(left)
    }

    /// The posts of a class for a word: those whose text ever held this mark and the word.
    pub(super) fn posts_with(&self, mark: &str, word: &str) -> impl Iterator<Item = &Post> {
        let wanted = format!("{mark}{word}");
        self.posts.iter().filter(move |post| post.versions.iter().any(|version| version.text.contains(&wanted)))
    }

    /// Whether somebody in this chat of Telegram wrote or pressed something between these moments, milliseconds.
    pub(super) fn contact_between(&self, platform: Platform, chat: &str, from: u64, to: u64) -> bool {
        platform == Platform::Telegram
            && self.updates.iter().any(|(_, u)| u.lane.to_string() == chat && u.at >= from && u.at <= to)
    }
}

/// A text, or nothing.
pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn id_of(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned).or_else(|| value.as_u64().map(|id| id.to_string()))
}
