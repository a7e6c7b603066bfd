//! Files that came with a message: tells what was heard in recordings and what could not be read, and asks what to do with
//! files that came without words. Also `/files`, which sends them back with those that agents wrote.

use crate::engine::context::{Context, Handled, Request, audit_log, conversation, say, visibility};
use crate::engine::transition::apply_event;
use crate::ports::store::{EventOutcome, ReceivedRow, Stored};
use crate::secretary::effect::Effect;
use crate::secretary::ids::{PersonId, TicketId};
use crate::secretary::intent::{Heard, Intent, Spoken};
use crate::secretary::message::action::Action;
use crate::secretary::permissions::Operation;
use crate::secretary::received::ReceivedFile;
use crate::secretary::redaction::marked;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::task::{Attached, FileAt, sent_along};
use crate::secretary::wording::talk::received_files as wording;
use crate::secretary::wording::ticket::tickets;
use std::collections::BTreeSet;

/// Stores what is known of the files of a message, and tells the sender what was heard, what could not be read and what was
/// hidden; where one answer follows, that is said on top of it.
pub async fn tell(context: &mut Context<'_>, request: &Request, spoken: &Spoken, heard: &Heard) -> Stored<()> {
    if !matches!(heard, Heard::Understood { .. } | Heard::OnlyFiles | Heard::TooWeak { .. }) {
        return Ok(());
    }
    for file in spoken.files.iter().filter(|file| file.kept()) {
        let row = row_of(context, request, file.clone());
        context.tx.save_received(&row, context.now).await?;
    }
    if let Some(words) = &spoken.spoken_words {
        conversation::said_by_person(context, request, words).await?;
        say::say(context, request, wording::heard(words)).await?;
    }
    // Of something hidden in the words the sender was told when they came.
    let notice = wording::notice(&spoken.files, marked(spoken.text()));
    if answers(heard) {
        context.notice = notice;
    } else if let Some(notice) = notice {
        say::say(context, request, notice).await?;
    }
    Ok(())
}

/// Whether all that follows is one answer.
fn answers(heard: &Heard) -> bool {
    let Heard::Understood { understanding, .. } = heard else { return false };
    matches!(understanding.intents.as_slice(), [Intent::Reply { .. } | Intent::Unclear { .. }])
}

/// The files of these words belong to a ticket from now on.
pub async fn belong(context: &mut Context<'_>, request: &Request, ticket: &TicketId) -> Stored<()> {
    for file in context.files.clone() {
        let row = ReceivedRow { ticket: Some(ticket.clone()), ..row_of(context, request, file) };
        context.tx.save_received(&row, context.now).await?;
    }
    Ok(())
}

/// The ticket with the files of the words, and with what they refer to, if this person may steer it.
pub async fn taken_along(context: &mut Context<'_>, request: &Request, ticket: Ticket) -> Stored<Ticket> {
    let nothing = context.files.is_empty() && context.refers.is_empty();
    if nothing || !audit_log::could(request, Operation::Steer(&ticket)) {
        return Ok(ticket);
    }
    belong(context, request, &ticket.id).await?;
    let (files, refers) = (context.files.clone(), context.refers.clone());
    apply_event::apply_to(context, &ticket, &Event::FilesReceived { files, refers }, None).await?;
    Ok(context.tx.ticket(&ticket.id).await?.unwrap_or(ticket))
}

/// Removes what was kept of the files of somebody who was erased meanwhile. Those of others stay.
pub async fn erase(context: &mut Context<'_>, spoken: &Spoken) -> Stored<()> {
    let own = spoken.files.iter().filter(|file| !file.of_others).map(|file| file.home.clone());
    let homes: Vec<String> = own.collect::<BTreeSet<_>>().into_iter().collect();
    if homes.is_empty() {
        return Ok(());
    }
    let lane = format!("files/{}", context.seq);
    context.enqueue(lane, None, Effect::EraseFiles { tickets: Vec::new(), homes }).await
}

fn row_of(context: &Context<'_>, request: &Request, file: ReceivedFile) -> ReceivedRow {
    let (person, room) = (request.person.id.clone(), request.room.id.clone());
    ReceivedRow { file, workspace: context.workspace(), person, room, ticket: None }
}

/// Asks what to do with files that came without words. The next words of the person here are about them, too.
pub async fn ask(context: &mut Context<'_>, request: &Request, spoken: &Spoken) -> Handled {
    let whole = spoken.files.iter().filter(|file| file.fault.is_none());
    let files: Vec<ReceivedFile> = whole.map(|file| ReceivedFile { hid: false, ..file.clone() }).collect();
    if files.is_empty() {
        return Ok(EventOutcome::Decided(None));
    }
    let by = &request.person.id;
    let words = Action::WithFiles { text: String::new(), files: files.clone(), by: Some(by.clone()) };
    say::ask(context, request, |keys| wording::what_to_do(&files, by, keys)).await?;
    say::expect(context, request, &words).await?;
    Ok(EventOutcome::Decided(None))
}

/// A button said what to do with these files of this person: their next words are for something else.
pub async fn await_no_words(
    context: &mut Context<'_>,
    request: &Request,
    files: &[ReceivedFile],
    by: Option<&PersonId>,
) -> Stored<()> {
    let (room, person) = (&request.room.id, by.unwrap_or(&request.person.id));
    if let Some((action, since)) = context.tx.expected(room, person).await?
        && !matches!(&action, Action::WithFiles { files: asked, .. } if asked == files)
    {
        context.tx.expect(room, person, &action, since).await?;
    }
    Ok(())
}

/// `/files 12`: lists the files of a ticket and sends them.
pub async fn files_of(context: &mut Context<'_>, request: &Request, number: i64) -> Handled {
    let ticket = match visibility::visible(context, request, number).await? {
        Ok(ticket) => ticket,
        Err(why) => return say::refuse(context, request, why).await,
    };
    say::say(context, request, wording::files_of(&ticket)).await?;
    let received = ticket.received.iter().filter(|file| file.kept()).map(|file| Attached {
        name: file.name.clone(),
        text: String::new(),
        at: Some(FileAt::Received { home: file.home.clone(), name: file.name.clone() }),
        bytes: file.bytes,
    });
    let files = ticket.written.iter().cloned().chain(received).collect();
    for file in sent_along(files, |number| tickets::archive(&ticket, number)) {
        say::say(context, request, tickets::file(&ticket, file)).await?;
    }
    Ok(EventOutcome::Decided(None))
}
