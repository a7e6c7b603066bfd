//! What people do with the bot: type commands, press, choose, fill in modals.
//!
//! A wrong step (no such button, a disabled one, an unregistered command) panics at the caller, because a person
//! could not do it either; `press_forged` is the way around that.

use serde_json::{Value, json};

use crate::discord::FakeDiscord;
use crate::discord::gateway::intent;
use crate::discord::handlers::channels;
use crate::discord::json::{self, sid};
use crate::discord::types::{Handle, InteractionKind, InteractionState, parts};
use crate::discord::world::{World, permission};

/// Permission bits of an ordinary member.
const MEMBER: u64 = permission::USUAL;
/// Upload limit told in interactions (platform-facts D24).
const ATTACHMENT_BYTES: u64 = 10 * 1024 * 1024;

/// What is typed into a modal: custom id and text of each input.
pub type Inputs<'a> = &'a [(&'a str, &'a str)];

impl FakeDiscord {
    /// Types a slash command. `options` is an object (`{"text": "…", "ticket": 12}`) or the raw list Discord sends
    /// (with its order and sub-commands). Types come from the registered command, else from the JSON.
    ///
    /// # Panics
    /// When the command is not registered and `allow_unregistered_commands` was not called.
    #[track_caller]
    pub fn slash(&self, channel: u64, user: u64, name: &str, options: Value) -> Handle {
        let data = self.command_data(channel, name, &options, None);
        self.interact(channel, user, InteractionKind::Command, data, None)
    }

    /// Types `prefix` into an option with autocomplete.
    ///
    /// # Panics
    /// When the command is not registered (see `slash`).
    #[track_caller]
    pub fn autocomplete(&self, channel: u64, user: u64, command: &str, option: &str, prefix: &str) -> Handle {
        let data = self.command_data(channel, command, &json!({option: prefix}), Some(option));
        self.interact(channel, user, InteractionKind::Autocomplete, data, None)
    }

    #[track_caller]
    fn command_data(&self, channel: u64, name: &str, options: &Value, focused: Option<&str>) -> Value {
        let found = self.shared.look(|world| {
            let guild = world.channels.get(&channel).and_then(|at| at.guild);
            let command = [guild, None]
                .iter()
                .filter_map(|scope| world.commands.get(scope))
                .flatten()
                .find(|command| command["name"] == name)
                .cloned();
            (command, world.settings.allow_unregistered)
        });
        let command = match found {
            (Some(command), _) => command,
            (None, true) => json!({"id": "777", "options": []}),
            (None, false) => panic!("the command /{name} is not registered"),
        };
        let options = match options {
            Value::Object(given) => {
                given.iter().map(|(key, value)| option(&command["options"], key, value, focused)).collect()
            }
            Value::Array(raw) => raw.clone(),
            _ => Vec::new(),
        };
        json!({"id": command["id"], "name": name, "type": 1, "options": options})
    }

    /// Presses a button, named by its label or its custom id.
    ///
    /// # Panics
    /// When the message has no such button, it is disabled, or the person cannot see the message.
    #[track_caller]
    pub fn press(&self, channel: u64, user: u64, message: u64, button: &str) -> Handle {
        let part = self.part(channel, user, message, |part| {
            part["type"] == 2 && (part["label"] == button || part["custom_id"] == button)
        });
        let Some(part) = part else {
            panic!("message {message} has no button {button:?}");
        };
        assert!(part["disabled"] != true, "button {button:?} is disabled");
        let data = json!({"component_type": 2, "id": 1, "custom_id": part["custom_id"]});
        self.interact(channel, user, InteractionKind::Component, data, Some(message))
    }

    /// Presses a button by its label, unless the message has lost it meanwhile.
    pub fn press_if_there(&self, channel: u64, user: u64, message: u64, label: &str) -> Option<Handle> {
        let part = self.part(channel, user, message, |part| part["type"] == 2 && part["label"] == label)?;
        let data = json!({"component_type": 2, "id": 1, "custom_id": part["custom_id"]});
        (part["disabled"] != true)
            .then(|| self.interact(channel, user, InteractionKind::Component, data, Some(message)))
    }

    /// Chooses in the select menu with this custom id (or the only one, for `""`); values or labels.
    ///
    /// # Panics
    /// When there is no such menu, it is disabled, has no such value, or the number of values does not fit.
    #[track_caller]
    pub fn select(&self, channel: u64, user: u64, message: u64, menu: &str, values: &[&str]) -> Handle {
        let part = self.part(channel, user, message, |part| {
            matches!(part["type"].as_u64(), Some(3 | 5..=8)) && (menu.is_empty() || part["custom_id"] == menu)
        });
        let Some(part) = part else {
            panic!("message {message} has no select menu {menu:?}");
        };
        assert!(part["disabled"] != true, "menu {menu:?} is disabled");
        let least = part["min_values"].as_u64().unwrap_or(1);
        let most = part["max_values"].as_u64().unwrap_or(1);
        let fits = (least..=most).contains(&(values.len() as u64));
        assert!(fits, "menu {menu:?} takes {least} to {most} values");
        let chosen: Vec<Value> = values.iter().map(|value| chosen(&part, value)).collect();
        let data = json!({
            "component_type": part["type"], "id": 1, "custom_id": part["custom_id"], "values": chosen
        });
        self.interact(channel, user, InteractionKind::Component, data, Some(message))
    }

    /// Presses what was never offered: any custom id, on the newest message of the bot in the channel.
    ///
    /// # Panics
    /// When the bot has not written there.
    #[track_caller]
    pub fn press_forged(&self, channel: u64, user: u64, custom_id: &str) -> Handle {
        let newest = self.shared.look(|world| {
            let mut own = world.history(channel).rev();
            own.find(|message| message.author == world.bot).map(|message| message.id)
        });
        let Some(message) = newest else {
            panic!("the bot has no message in channel {channel}");
        };
        let data = json!({"component_type": 2, "id": 1, "custom_id": custom_id});
        self.interact(channel, user, InteractionKind::Component, data, Some(message))
    }

    /// Submits the modal that was opened for `opened`; inputs left out stay empty. Gives the new interaction.
    ///
    /// # Panics
    /// When no modal was opened, an input does not exist, or a text breaks the input's own limits.
    #[track_caller]
    pub fn submit_modal(&self, opened: Handle, inputs: Inputs<'_>) -> Handle {
        let state = self.interaction(opened);
        let Some(modal) = &state.modal else {
            panic!("no modal was opened");
        };
        let rows = filled(modal, inputs);
        let data = json!({"custom_id": modal["custom_id"], "components": rows});
        self.interact(state.channel, state.user, InteractionKind::Modal, data, state.message)
    }

    /// A component of a message the person can see in that channel.
    fn part(&self, channel: u64, user: u64, message: u64, fits: impl Fn(&Value) -> bool) -> Option<Value> {
        self.shared.look(|world| {
            let message = world.messages.get(&message)?;
            if message.channel != channel || message.ephemeral_for.is_some_and(|only| only != user) {
                return None;
            }
            parts(&message.components).into_iter().find(|part| fits(part)).cloned()
        })
    }

    fn interact(&self, channel: u64, user: u64, kind: InteractionKind, data: Value, message: Option<u64>) -> Handle {
        self.shared.change(|world| {
            let id = world.snowflake();
            let token = format!("interaction-{id}");
            world.interactions.insert(
                id,
                InteractionState {
                    id,
                    token: token.clone(),
                    kind,
                    user,
                    channel,
                    message,
                    ack: None,
                    ephemeral: None,
                    modal: None,
                    choices: None,
                    original: None,
                    followups: Vec::new(),
                    created_ms: world.now(),
                },
            );
            world.tokens.insert(token, id);
            world.note("acted", || {
                json!({"interaction": id, "kind": kind as u64, "user": user, "channel": channel, "message": message,
                    "data": data})
            });
            let payload = payload(world, id, data);
            world.dispatch("INTERACTION_CREATE", intent::NONE, |_| payload.clone());
            Handle(id)
        })
    }
}

/// INTERACTION_CREATE as in the real gateway (platform-facts D39).
fn payload(world: &World, id: u64, data: Value) -> Value {
    let Some(state) = world.interactions.get(&id) else {
        return Value::Null;
    };
    let place = world.channels.get(&state.channel);
    let guild = place.and_then(|channel| channel.guild);
    let rights = place.map_or(0, |channel| world.permissions(channel));
    let locale = world.users.get(&state.user).map_or("en-US", |user| user.locale.as_str());
    let owner = guild.map_or_else(|| json!("0"), sid);
    let mut out = json!({
        "id": sid(id), "application_id": sid(world.application), "type": state.kind as u64,
        "token": state.token, "version": 1, "data": data, "channel_id": sid(state.channel),
        "channel": channels::partial(world, state.channel), "app_permissions": rights.to_string(),
        "locale": locale, "entitlements": [], "authorizing_integration_owners": {"0": owner},
        "context": i32::from(guild.is_none()), "attachment_size_limit": ATTACHMENT_BYTES
    });
    match guild {
        Some(guild) => {
            let mut member = json::member(world, guild, state.user, true);
            let set = world.guilds.get(&guild);
            if set.is_none_or(|guild| !guild.members.contains_key(&state.user)) {
                member["permissions"] = json!(MEMBER.to_string());
            }
            out["member"] = member;
            out["guild_id"] = sid(guild);
            out["guild_locale"] = json!("en-US");
            out["guild"] = json!({"id": sid(guild), "locale": "en-US", "features": []});
        }
        None => out["user"] = json::user(world, state.user),
    }
    if let Some(message) = state.message.and_then(|id| world.messages.get(&id)) {
        out["message"] = json::message(world, message, true);
    }
    out
}

fn option(registered: &Value, name: &str, value: &Value, focused: Option<&str>) -> Value {
    let known = registered.as_array().and_then(|all| all.iter().find(|option| option["name"] == name));
    let kind = match known {
        Some(option) => option["type"].clone(),
        None if value.is_boolean() => json!(5),
        None if value.is_i64() || value.is_u64() => json!(4),
        None if value.is_number() => json!(10),
        None => json!(3),
    };
    let mut out = json!({"name": name, "type": kind, "value": value});
    if focused == Some(name) {
        out["focused"] = json!(true);
    }
    out
}

#[track_caller]
fn chosen(menu: &Value, value: &str) -> Value {
    if menu["type"] != 3 {
        return json!(value);
    }
    let options = menu["options"].as_array();
    let found = options.and_then(|all| all.iter().find(|option| option["value"] == value || option["label"] == value));
    match found {
        Some(option) => option["value"].clone(),
        None => panic!("the menu has no option {value:?}"),
    }
}

#[track_caller]
fn filled(modal: &Value, inputs: Inputs<'_>) -> Vec<Value> {
    let mut left: Vec<&str> = inputs.iter().map(|(id, _)| *id).collect();
    let mut rows = Vec::new();
    for row in modal["components"].as_array().into_iter().flatten() {
        let labelled = row["type"] == 18;
        let part = if labelled { &row["component"] } else { &row["components"][0] };
        let given = inputs.iter().find(|(id, _)| part["custom_id"] == *id);
        let text = given.map_or_else(|| part["value"].as_str().unwrap_or(""), |(_, text)| *text);
        left.retain(|id| part["custom_id"] != *id);
        let length = text.chars().count() as u64;
        let most = part["max_length"].as_u64().unwrap_or(4000);
        let least = part["min_length"].as_u64().unwrap_or(0);
        let needed = part["required"] != false;
        assert!(
            length <= most && (length >= least || (length == 0 && !needed)),
            "the text for {} must have {least} to {most} characters",
            part["custom_id"]
        );
        assert!(length > 0 || !needed, "{} is required", part["custom_id"]);
        let value = json!({"type": part["type"], "id": 2, "custom_id": part["custom_id"], "value": text});
        rows.push(if labelled {
            json!({"type": 18, "id": 1, "component": value})
        } else {
            json!({"type": 1, "id": 1, "components": [value]})
        });
    }
    assert!(left.is_empty(), "the modal has no input {left:?}");
    rows
}
