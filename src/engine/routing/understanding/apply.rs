//! What a message was understood to mean is carried out: each intent becomes the action of its button, through the same
//! checks, when the consent table says so; else it becomes a button. The model decides nothing here.

use super::confirm;
use crate::engine::inbox::context::{Desk, Visit};
use crate::engine::routing::undo::understood_undo;
use crate::ports::store::{Fate, Stored};
use crate::secretary::audit::Origin;
use crate::secretary::intent::consent::{Consent, consent};
use crate::secretary::intent::exact::Alone;
use crate::secretary::intent::thinking::Usage;
use crate::secretary::intent::{Heard, Idea, Intent, ItemKind, ListAct, NoteAct, OpenItem, Spoken, Understanding};
use crate::secretary::message::action::{Action, NoteAct as NoteButton, TicketAct};
use crate::secretary::message::{Block, Message};
use crate::secretary::notes::{List, Wish};
use crate::secretary::people::permissions::Deed;
use crate::secretary::ticket::effect::ReplyTo;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::plan::{Kind, Triage};
use crate::secretary::wording::notes::too_long;
use crate::secretary::wording::talk::understanding as wording;
use crate::secretary::wording::ticket::tickets::{READ_CHARS, files_unread};

/// The most characters of an answer given at once.
const LONGEST_REPLY: usize = 6_000;

/// A message was understood, or not.
pub(in crate::engine) async fn understood(
    desk: &mut Desk<'_>,
    spoken: &Spoken,
    heard: &Heard,
    usage: Usage,
) -> Stored<Fate> {
    desk.here = spoken.workspace.clone();
    let Some(visit) = desk.visit_of(&spoken.inbound).await? else { return Ok(Fate::Decided(None)) };
    let visit = &visit;
    desk.origin = Some(Origin::of(&spoken.inbound));
    desk.comes_from(&visit.person, &visit.room);
    desk.passed_on = spoken.passed_on();
    desk.unread_files = !spoken.attachments().is_empty();
    match heard {
        Heard::Understood { items, understanding } => {
            tracing::info!(kinds = ?kinds(understanding), "understood");
            let moved = desk.trail.len();
            let fate = all(desk, visit, spoken, (items, understanding), usage).await?;
            if let (true, Some(message)) = (desk.trail.len() > moved && !visit.room.direct(), spoken.inbound.message())
            {
                desk.words_did(visit, message).await?;
            }
            // The receipt of an idea says it; whatever else the words were takes a line of its own.
            if std::mem::take(&mut desk.unread_files) {
                desk.part += 1;
                desk.say(visit, Message::lines([files_unread()]).silently()).await?;
            }
            Ok(fate)
        }
        Heard::TooWeak { items } => confirm::ask_what_is_meant(desk, visit, spoken, items).await,
        Heard::Delayed => {
            let mut keys = desk.keys();
            let message = wording::delayed(spoken, &mut keys);
            desk.say_with(visit, message, keys).await?;
            Ok(Fate::Decided(None))
        }
        Heard::Failed(why) => {
            let mut keys = desk.keys();
            let message = wording::failed(spoken, why.text(), &mut keys);
            desk.say_with(visit, message, keys).await?;
            Ok(Fate::Decided(None))
        }
    }
}

fn kinds(understanding: &Understanding) -> Vec<&'static str> {
    understanding.intents.iter().map(Intent::name).collect()
}

async fn all(
    desk: &mut Desk<'_>,
    visit: &Visit,
    spoken: &Spoken,
    (items, understanding): (&[OpenItem], &Understanding),
    usage: Usage,
) -> Stored<Fate> {
    let several = understanding.intents.len() > 1;
    let mut fate = Fate::Decided(None);
    let mut left = usage;
    for intent in &understanding.intents {
        desk.part += 1;
        let item = intent.item().and_then(|name| items.iter().find(|item| item.handle == name));
        fate = match (intent, consent(intent, item.map(|item| item.kind))) {
            // Its cost goes with the ticket it becomes.
            (Intent::Idea(idea), _) => {
                let cost = std::mem::take(&mut left);
                Box::pin(new_idea(desk, visit, spoken, idea, (several, cost))).await?
            }
            // What was read of it ends in the middle.
            (Intent::Note { act: NoteAct::Keep, .. }, _) if spoken.text().chars().count() > READ_CHARS => {
                desk.refuse(visit, too_long(spoken.text().chars().count())).await?
            }
            (_, Consent::AtOnce) => Box::pin(carry_out(desk, visit, intent, item)).await?,
            (_, Consent::Button) => confirm::ask(desk, visit, intent, item).await?,
            (_, Consent::PressOnly) => confirm::press_only(desk, visit, item).await?,
        };
    }
    Ok(fate)
}

/// A new ticket of what was understood.
async fn new_idea(
    desk: &mut Desk<'_>,
    visit: &Visit,
    spoken: &Spoken,
    idea: &Idea,
    (several, usage): (bool, Usage),
) -> Stored<Fate> {
    if let Err(why) = desk.may(visit, Deed::SendIdea) {
        return desk.refuse(visit, why).await;
    }
    let words = if several && !idea.summary.is_empty() { idea.summary.as_str() } else { spoken.text() };
    let ticket = desk.opened(visit, words, spoken.inbound.message().filter(|_| !several)).await?;
    let triage = Triage {
        kind: Kind::Idea,
        reply: String::new(),
        questions: idea.questions.clone(),
        requirement: idea.requirement(),
        tasks: idea.tasks.clone(),
        risk: idea.risk,
        beyond: idea.beyond.clone(),
    };
    desk.act(visit, &ticket, &Event::IdeaUnderstood { triage: Box::new(triage), usage }).await
}

/// Does what an intent asks for, as its button would.
pub(in crate::engine::routing) async fn carry_out(
    desk: &mut Desk<'_>,
    visit: &Visit,
    intent: &Intent,
    item: Option<&OpenItem>,
) -> Stored<Fate> {
    match intent {
        Intent::Reply { text } | Intent::Unclear { text } => say(desk, visit, text).await,
        Intent::Undo {} => understood_undo::undone(desk, visit, Alone::Undo, None).await,
        Intent::Remind(change) => super::on_reminder::remind(desk, visit, change).await,
        Intent::ChangeReminder(change) => super::on_reminder::change(desk, visit, item, change).await,
        Intent::Snooze(change) => super::on_reminder::snooze(desk, visit, item, change).await,
        Intent::Widen(change) => super::on_reminder::widen(desk, visit, item, change).await,
        Intent::Note { act, title, text } => {
            let wish = note_wish(*act, title, text);
            on_notes(desk, visit, wish).await
        }
        Intent::List { act, title, things } => {
            let wish = list_wish(*act, title, things);
            on_notes(desk, visit, wish).await
        }
        Intent::Command { name, text } => {
            let name = name.trim().trim_start_matches('/').to_lowercase();
            desk.command(visit, &name, text.trim()).await
        }
        Intent::Pause { item: None } => desk.command(visit, "pause", "").await,
        Intent::Resume { item: None } => desk.command(visit, "resume", "").await,
        Intent::Answer { .. }
        | Intent::Decide { .. }
        | Intent::CorrectPlan(_)
        | Intent::AddTo(_)
        | Intent::Revise(_)
        | Intent::Start { .. }
        | Intent::Cancel { .. }
        | Intent::Pause { .. }
        | Intent::Resume { .. } => match item {
            Some(item) => super::on_ticket::carry_out(desk, visit, intent, item).await,
            None => Ok(Fate::Decided(None)),
        },
        // Ideas have a way of their own; look-ups were done before.
        Intent::Idea(_) | Intent::LookUp { .. } => Ok(Fate::Decided(None)),
    }
}

/// Says what the model answered, as the secretary's own message.
async fn say(desk: &mut Desk<'_>, visit: &Visit, text: &str) -> Stored<Fate> {
    let mut message = Message::default();
    message.blocks.push(Block::Markdown(text.chars().take(LONGEST_REPLY).collect()));
    // In a direct chat the answer stands right under the message anyway.
    let reply =
        if visit.room.direct() { ReplyTo { message: None, ..visit.reply.clone() } } else { visit.reply.clone() };
    desk.say(&Visit { reply, ..visit.clone() }, message).await?;
    Ok(Fate::Decided(None))
}

async fn on_notes(desk: &mut Desk<'_>, visit: &Visit, wish: Wish) -> Stored<Fate> {
    let action = Action::OnNotes { act: NoteButton::Do { wish: Box::new(wish) } };
    let fate = desk.perform(visit, &action, None).await?;
    desk.said_if_refused(visit, fate).await
}

fn note_wish(act: NoteAct, title: &str, text: &str) -> Wish {
    let about = if title.trim().is_empty() { text } else { title };
    match act {
        NoteAct::Keep if text.trim().is_empty() => Wish::KeepWhat,
        NoteAct::Keep if title.trim().is_empty() => Wish::Keep { text: text.to_owned() },
        NoteAct::Keep => Wish::Keep { text: format!("{title}: {text}") },
        NoteAct::Change => Wish::Rewrite { about: about.to_owned(), text: text.to_owned() },
        NoteAct::Find if about.trim().is_empty() => Wish::ShowAll,
        NoteAct::Find => Wish::Find { words: about.to_owned(), explicit: true },
        NoteAct::Delete => Wish::Forget { about: about.to_owned() },
    }
}

fn list_wish(act: ListAct, title: &str, things: &[String]) -> Wish {
    let title = title.trim();
    let list = if title.is_empty() { List::Recent } else { List::Named(title.to_owned()) };
    let items = things.to_vec();
    match act {
        ListAct::Show if title.is_empty() => Wish::ShowLists,
        ListAct::Show => Wish::ShowList { list },
        ListAct::Add if items.is_empty() => Wish::Begin { title: title.to_owned(), items },
        ListAct::Add => Wish::Add { items, list },
        ListAct::Remove => Wish::TakeOff { items, list },
        ListAct::Clear => Wish::Clear { list },
        ListAct::Delete => Wish::Drop { list },
    }
}

/// Shows the person that their own words are kept as an idea; used where the model is too weak.
pub(in crate::engine::routing) fn as_idea(spoken: &Spoken) -> Action {
    Action::NewIdea { text: spoken.text().to_owned(), passed_on: spoken.passed_on() }
}

/// The button that adds words to an open item.
pub(in crate::engine::routing) fn for_item(spoken: &Spoken, item: &OpenItem) -> Option<Action> {
    let ticket = item.target.ticket()?;
    let text = spoken.text().trim().to_owned();
    match item.kind {
        ItemKind::Question => Some(TicketAct::AnswerWith { text }.on(ticket)),
        ItemKind::Decision | ItemKind::Approval | ItemKind::Card | ItemKind::Ticket | ItemKind::Report => {
            Some(Action::Understood {
                person: spoken.person.clone(),
                intent: Box::new(Intent::AddTo(crate::secretary::intent::Change {
                    item: item.handle.clone(),
                    text,
                    sure: true,
                })),
                item: Some(Box::new(item.clone())),
            })
        }
        ItemKind::Reminder | ItemKind::Note | ItemKind::List => None,
    }
}
