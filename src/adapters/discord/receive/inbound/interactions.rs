//! Translates commands, presses of buttons and forms into inbound events.

use super::senders::member;
use super::{Reader, kind_of, raw, with_everyone, with_the_server};
use crate::adapters::discord::commands;
use crate::adapters::discord::receive::mentions::Called;
use crate::adapters::discord::send::handles::handle;
use crate::secretary::inbound::{ChatKind, Content, Inbound, Sender};
use chrono::Utc;
use serenity::model::application::{
    ActionRowComponent, CommandInteraction, ComponentInteraction, ComponentInteractionDataKind, Interaction,
    InteractionContext, ModalInteraction,
};
use serenity::model::id::{ChannelId, InteractionId};

impl Reader<'_> {
    /// An interaction; `None` for a ping.
    pub(crate) fn interaction(&self, interaction: &Interaction) -> Option<Inbound> {
        match interaction {
            Interaction::Command(command) => Some(self.command(command)),
            Interaction::Autocomplete(command) => Some(self.command(command)),
            Interaction::Component(component) => Some(self.press(component)),
            Interaction::Modal(modal) => Some(self.form(modal)),
            _ => None,
        }
    }

    fn command(&self, it: &CommandInteraction) -> Inbound {
        let content = if it.data.target_id.is_some() {
            Content::Unsupported { kind: "context menu command".to_owned(), raw: raw(it), to_us: true }
        } else {
            let args = commands::words(self.commands, &it.data.name, &it.data.options);
            let name = it.data.name.to_lowercase();
            let args = with_the_server(&name, with_everyone(&args, it.guild_id), it.guild_id);
            let called = Called::default()
                .met(it.guild_id, self.people)
                .neighbours(it.guild_id, it.channel_id, self.channels, self.titles)
                .resolved(&it.data.resolved);
            let args = self.with_names(&name, args, &called);
            Content::Command { message: None, name, args, reply_to: None, attachments: Vec::new(), refers: Vec::new() }
        };
        let mut inbound = self.interacted(
            it.id,
            it.channel_id,
            kind_of(it.guild_id.is_some() || it.member.is_some() || elsewhere(it.context)),
            member(&it.user, it.member.as_deref(), &it.locale),
            content,
        );
        inbound.handle = Some(handle(it.application_id, &it.token, it.id));
        inbound
    }

    fn press(&self, it: &ComponentInteraction) -> Inbound {
        let message = Some(it.message.id.to_string());
        let content = match &it.data.kind {
            ComponentInteractionDataKind::Button => Content::Press { data: it.data.custom_id.clone(), message },
            ComponentInteractionDataKind::StringSelect { values } => {
                Content::Press { data: values.first().cloned().unwrap_or_default(), message }
            }
            other => {
                let kind = format!("component {other:?}").chars().take(80).collect();
                Content::Unsupported { kind, raw: raw(it), to_us: true }
            }
        };
        let kind = kind_of(it.guild_id.is_some() || it.member.is_some() || elsewhere(it.context));
        self.interacted(it.id, it.channel_id, kind, member(&it.user, it.member.as_ref(), &it.locale), content)
    }

    fn form(&self, it: &ModalInteraction) -> Inbound {
        let fields = it.data.components.iter().flat_map(|row| &row.components);
        let text = fields.filter_map(|field| match field {
            ActionRowComponent::InputText(input) => input.value.clone(),
            _ => None,
        });
        let text = text.collect::<Vec<_>>().join("\n");
        let called = Called::default()
            .met(it.guild_id, self.people)
            .neighbours(it.guild_id, it.channel_id, self.channels, self.titles)
            .people(it.message.as_ref().map_or(&[], |under| &under.mentions));
        let content = Content::Form { data: it.data.custom_id.clone(), text: called.in_words(&text) };
        let mut inbound = self.interacted(
            it.id,
            it.channel_id,
            kind_of(it.guild_id.is_some() || it.member.is_some()),
            member(&it.user, it.member.as_ref(), &it.locale),
            content,
        );
        // Under no message it answers a command, and needs an answer as one.
        inbound.handle = it.message.is_none().then(|| handle(it.application_id, &it.token, it.id));
        inbound
    }

    fn interacted(
        &self,
        id: InteractionId,
        channel: ChannelId,
        kind: ChatKind,
        sender: Sender,
        content: Content,
    ) -> Inbound {
        Inbound {
            event: format!("i{id}"),
            place: self.place(channel, kind),
            sender,
            content,
            sent_at: id.created_at().with_timezone(&Utc),
            handle: None,
        }
    }
}

/// Whether an interaction says that it comes from anywhere else than the direct chat with the bot.
fn elsewhere(context: Option<InteractionContext>) -> bool {
    context.is_some_and(|context| context != InteractionContext::BotDm)
}
