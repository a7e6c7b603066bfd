//! What people do in the fake Telegram: write, press, edit, block, move. Every action is complete when the function
//! returns: a waiting poll or webhook is woken, nothing needs to be slept for.

use serde_json::{Map, Value, json};

use super::FakeTelegram;
use super::calls::content::detect;
use super::observed::Message;
use super::state::{BOT_ID, BOT_NAME, Chat, Kind, Query, State};

/// The account Telegram puts into `from` for anonymous admins (T42).
const ANONYMOUS: i64 = 1_087_968_824;

impl FakeTelegram {
    /// Registers a person and their (not yet started) private chat with the bot; the chat id is the returned user id.
    /// Calling it again changes the name.
    pub fn user(&self, id: i64, first_name: &str) -> i64 {
        self.user_with(id, first_name, &json!({}))
    }

    /// Like [`FakeTelegram::user`] with more fields of the Bot API's User (`username`, `language_code`, `is_bot`, …).
    pub fn user_with(&self, id: i64, first_name: &str, more: &Value) -> i64 {
        self.shared.with(|state| {
            let mut user = Map::new();
            user.insert("id".to_owned(), json!(id));
            user.insert("is_bot".to_owned(), json!(false));
            user.insert("first_name".to_owned(), json!(first_name));
            user.extend(more.as_object().cloned().unwrap_or_default());
            state.users.insert(id, user);
            state.chats.entry(id).or_insert_with(|| Chat::new(id, Kind::Private, first_name)).title =
                first_name.to_owned();
        });
        id
    }

    /// Creates a basic group with the bot in it, in privacy mode or not; `id` is negative. The bot gets
    /// `my_chat_member`. Returns `id`.
    pub fn group(&self, id: i64, title: &str, privacy: bool) -> i64 {
        self.found(id, title, Kind::Group, privacy, false)
    }

    /// Like [`FakeTelegram::group`], a supergroup (`id` is by custom -100…).
    pub fn supergroup(&self, id: i64, title: &str, privacy: bool) -> i64 {
        self.found(id, title, Kind::Supergroup, privacy, false)
    }

    /// A supergroup with topics; General (1) exists from the start.
    pub fn forum(&self, id: i64, title: &str, privacy: bool) -> i64 {
        self.found(id, title, Kind::Supergroup, privacy, true)
    }

    fn found(&self, id: i64, title: &str, kind: Kind, privacy: bool, forum: bool) -> i64 {
        self.shared.with(|state| {
            let mut chat = Chat::new(id, kind, title);
            chat.privacy = privacy;
            chat.forum = forum;
            if forum {
                chat.topics.insert(1, "General".to_owned());
            }
            state.chats.insert(id, chat);
            let by = state.users.keys().next().copied().unwrap_or(ANONYMOUS);
            membership(state, id, by, "left", "member");
        });
        id
    }

    /// A person opens a topic in a forum; returns its thread id. The bot gets the service message.
    pub fn topic(&self, chat: i64, user: i64, name: &str) -> i64 {
        self.shared.with(|state| {
            let message = state.draft(chat, user);
            let thread = message.id;
            state.chats.get_mut(&chat).expect("no such chat").topics.insert(thread, name.to_owned());
            let mut shown = state.message_json(&Message { thread: Some(thread), ..message }, false);
            shown["forum_topic_created"] = json!({"name": name, "icon_color": 7_322_096});
            push(state, "message", chat, shown);
            thread
        })
    }

    /// Removes a topic: sending there gives "message thread not found".
    pub fn delete_topic(&self, chat: i64, thread: i64) {
        self.shared.with(|state| state.chats.get_mut(&chat).expect("no such chat").topics.remove(&thread));
    }

    /// Makes the bot an administrator of a group: it then sees every message (T40).
    pub fn make_admin(&self, chat: i64) {
        self.shared.with(|state| state.chats.get_mut(&chat).expect("no such chat").admin = true);
    }

    /// Whether `createForumTopic` works in private chats (`getMe.has_topics_enabled`, T43).
    pub fn private_topics(&self, on: bool) {
        self.shared.with(|state| state.private_topics = on);
    }

    /// A person presses Start without a word: the bot may write to them, and no update is made.
    pub fn open_chat(&self, user: i64) {
        self.shared.with(|state| state.chats.get_mut(&user).expect("no such user").open = true);
    }

    /// A person writes. In a private chat (`chat == user`) this also opens it. Returns the message id.
    pub fn say(&self, chat: i64, user: i64, text: &str) -> i64 {
        self.write(chat, user, text, |_| {})
    }

    /// A person writes in a topic.
    pub fn say_in(&self, chat: i64, thread: i64, user: i64, text: &str) -> i64 {
        self.write(chat, user, text, |m| m.thread = Some(thread))
    }

    /// A person replies to a message (in the topic of that message).
    pub fn say_reply(&self, chat: i64, user: i64, to: i64, text: &str) -> i64 {
        let thread = self.message(chat, to).and_then(|m| m.thread);
        self.write(chat, user, text, |m| {
            m.reply_to = Some(to);
            m.thread = thread;
        })
    }

    /// An anonymous administrator writes: `sender_chat` is the group, `from` a stand-in (T42).
    pub fn say_anonymously(&self, chat: i64, text: &str) -> i64 {
        self.user_with(ANONYMOUS, "Group", &json!({"is_bot": true, "username": "GroupAnonymousBot"}));
        self.write(chat, ANONYMOUS, text, |m| m.sender_chat = Some(chat))
    }

    /// A person sends a file with a caption; returns the message id. The file can be fetched by `getFile` (≤ 20 MB).
    pub fn upload(&self, chat: i64, user: i64, name: &str, mime: &str, bytes: &[u8], caption: &str) -> i64 {
        let document = self.shared.with(|state| state.keep_file(name, mime, bytes.to_vec()));
        self.write(chat, user, caption, |m| m.document = Some(document))
    }

    pub(super) fn write(&self, chat: i64, user: i64, text: &str, change: impl FnOnce(&mut Message)) -> i64 {
        self.shared.with(|state| {
            let mut message = state.draft(chat, user);
            message.text = text.to_owned();
            message.source = text.to_owned();
            message.entities = detect(text);
            change(&mut message);
            let home = state.chats.get_mut(&chat).expect("no such chat");
            assert!(home.migrated_to.is_none(), "chat {chat} was migrated");
            home.open = home.open || home.kind == Kind::Private;
            let id = message.id;
            let visible = sees(state, &message);
            let shown = state.store(message);
            if visible {
                push(state, "message", chat, shown);
            }
            id
        })
    }

    /// A person changes their message; the bot gets `edited_message`.
    pub fn edit(&self, chat: i64, message: i64, text: &str) {
        self.shared.with(|state| {
            let now = state.now();
            let found = state.chats.get_mut(&chat).and_then(|c| c.message_mut(message)).expect("no such message");
            found.edits.push(std::mem::replace(&mut found.text, text.to_owned()));
            found.entities = detect(text);
            found.edited_at = Some(now);
            let found = found.clone();
            if sees(state, &found) {
                let shown = state.message_json(&found, true);
                push(state, "edited_message", chat, shown);
            }
        });
    }

    /// A person presses the button with this label (or else this callback data); returns the query id.
    ///
    /// # Panics
    /// When the message is gone or has no such button.
    #[track_caller]
    pub fn press(&self, chat: i64, user: i64, message: i64, label_or_data: &str) -> String {
        let found = self.message(chat, message).expect("no such message");
        let Some(button) = found.button(label_or_data) else {
            panic!("no button {label_or_data:?} among {:?}", found.labels());
        };
        let data = button.data.clone().expect("the button has no callback data");
        self.press_forged(chat, user, message, &data)
    }

    /// A person presses the button with this label, unless the message has lost it meanwhile; the query id.
    pub fn press_if_there(&self, chat: i64, user: i64, message: i64, label: &str) -> Option<String> {
        let data = self.message(chat, message)?.button(label)?.data.clone()?;
        Some(self.press_forged(chat, user, message, &data))
    }

    /// A press with data no button needs to have (T23); an unknown or deleted message becomes an InaccessibleMessage
    /// (T26). Returns the query id.
    pub fn press_forged(&self, chat: i64, user: i64, message: i64, data: &str) -> String {
        self.shared.with(|state| {
            let at = state.now();
            let id = format!("{}", 4_000_000_000_i64 + state.queries.len() as i64);
            state.queries.insert(id.clone(), Query { at, answered: false });
            let home = state.chats.get(&chat).expect("no such chat");
            let shown = match home.message(message) {
                Some(found) => state.message_json(found, true),
                None => json!({"chat": home.json(), "message_id": message, "date": 0}),
            };
            let query = json!({
                "id": id, "from": state.user_json(user), "chat_instance": format!("{chat}"),
                "data": data, "message": shown,
            });
            state.queue.push("callback_query", user, query, at);
            id
        })
    }

    /// A person sets a reaction. In groups the bot must be administrator, and `message_reaction` must be asked for (T8).
    pub fn react(&self, chat: i64, user: i64, message: i64, emoji: &str) {
        self.shared.with(|state| {
            let home = state.chats.get(&chat).expect("no such chat");
            if home.is_group() && !home.admin {
                return;
            }
            let body = json!({
                "chat": home.json(), "message_id": message, "user": state.user_json(user),
                "date": state.now().as_secs(), "old_reaction": [],
                "new_reaction": [{"type": "emoji", "emoji": emoji}],
            });
            push(state, "message_reaction", chat, body);
        });
    }

    /// The person blocks the bot: sends give 403, and the bot gets `my_chat_member` (T31).
    pub fn block(&self, user: i64) {
        self.set_blocked(user, true);
    }

    /// The person unblocks the bot.
    pub fn unblock(&self, user: i64) {
        self.set_blocked(user, false);
    }

    fn set_blocked(&self, user: i64, blocked: bool) {
        self.shared.with(|state| {
            state.chats.get_mut(&user).expect("no such user").blocked = blocked;
            let (old, new) = if blocked { ("member", "kicked") } else { ("kicked", "member") };
            membership(state, user, user, old, new);
        });
    }

    /// The account is deleted: sends give 403 "user is deactivated".
    pub fn deactivate(&self, user: i64) {
        self.shared.with(|state| state.deactivated.insert(user));
    }

    /// The bot is thrown out of a group: sends give 403, and it gets `my_chat_member`.
    pub fn kick_bot(&self, chat: i64, by: i64) {
        self.shared.with(|state| {
            state.chats.get_mut(&chat).expect("no such chat").open = false;
            membership(state, chat, by, "member", "kicked");
        });
    }

    /// A basic group becomes a supergroup: both service messages are sent, the old id is refused with
    /// `migrate_to_chat_id` from now on (T32). Returns the new id.
    pub fn migrate(&self, chat: i64, by: i64) -> i64 {
        self.shared.with(|state| {
            let new = -1_000_000_000_000 + chat;
            let old = state.chats.get(&chat).expect("no such chat");
            let mut successor = Chat::new(new, Kind::Supergroup, &old.title);
            (successor.privacy, successor.admin) = (old.privacy, old.admin);
            state.chats.insert(new, successor);
            for (from, field, to) in [(chat, "migrate_to_chat_id", new), (new, "migrate_from_chat_id", chat)] {
                let message = state.draft(from, by);
                let mut shown = state.message_json(&message, false);
                shown[field] = json!(to);
                push(state, "message", from, shown);
            }
            state.chats.get_mut(&chat).expect("just seen").migrated_to = Some(new);
            new
        })
    }

    /// Queues an update of any kind and body ("poll_answer", "business_message", something not yet invented). Returns
    /// its id, or None when `allowed_updates` leaves the kind out.
    pub fn inject(&self, kind: &str, body: Value) -> Option<i64> {
        self.shared.with(|state| {
            let lane = body.pointer("/chat/id").and_then(Value::as_i64).unwrap_or(0);
            let now = state.now();
            state.queue.push(kind, lane, body, now)
        })
    }
}

fn push(state: &mut State, kind: &str, lane: i64, body: Value) {
    let now = state.now();
    state.queue.push(kind, lane, body, now);
}

fn membership(state: &mut State, chat: i64, by: i64, old: &str, new: &str) {
    let member = |status: &str| {
        let mut member = json!({"status": status, "user": State::bot_json()});
        if status == "kicked" {
            member["until_date"] = json!(0);
        }
        member
    };
    let body = json!({
        "chat": state.chats.get(&chat).map(Chat::json), "from": state.user_json(by),
        "date": state.now().as_secs(), "old_chat_member": member(old), "new_chat_member": member(new),
    });
    push(state, "my_chat_member", chat, body);
}

/// Privacy mode (T40): commands for the bot, general commands when it spoke last, replies to it.
fn sees(state: &State, message: &Message) -> bool {
    let Some(chat) = state.chats.get(&message.chat) else {
        return false;
    };
    if !chat.is_group() {
        return !chat.blocked;
    }
    if !chat.open {
        return false;
    }
    if !chat.privacy || chat.admin {
        return true;
    }
    let replied = message.reply_to.and_then(|id| chat.message(id));
    if replied.is_some_and(|m| m.from == BOT_ID) {
        return true;
    }
    let Some(command) = message.entities.iter().find(|e| e.kind == "bot_command" && e.offset == 0) else {
        return false;
    };
    match message.covered(command).split_once('@') {
        Some((_, name)) => name.eq_ignore_ascii_case(BOT_NAME),
        None => chat.bot_spoke,
    }
}
