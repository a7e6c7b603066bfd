//! Files that came with a message: tells what was heard in recordings and what could not be read, and asks what to do with
//! files that came without words. Also `/files`, which sends them back with those that agents wrote.

use crate::engine::context::{Context, Handled, Request, conversation, say, visibility};
use crate::ports::store::{EventOutcome, ReceivedRow, Stored};
use crate::secretary::effect::Effect;
use crate::secretary::ids::TicketId;
use crate::secretary::intent::{Heard, Spoken};
use crate::secretary::message::action::Action;
use crate::secretary::received::ReceivedFile;
use crate::secretary::ticket::task::{Attached, FileAt, sent_along};
use crate::secretary::wording::talk::received_files as wording;
use crate::secretary::wording::ticket::tickets;
use std::collections::BTreeSet;

/// Stores what is known of the files of a message, and tells the sender what was heard and what could not be read.
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
    if let Some(message) = wording::unread(&spoken.files) {
        say::say(context, request, message).await?;
    }
    Ok(())
}

/// The files of these words belong to a ticket from now on.
pub async fn belong(context: &mut Context<'_>, request: &Request, ticket: &TicketId) -> Stored<()> {
    for file in context.files.clone() {
        let row = ReceivedRow { ticket: Some(ticket.clone()), ..row_of(context, request, file) };
        context.tx.save_received(&row, context.now).await?;
    }
    Ok(())
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
    let files: Vec<ReceivedFile> = spoken.files.iter().filter(|file| file.fault.is_none()).cloned().collect();
    if files.is_empty() {
        return Ok(EventOutcome::Decided(None));
    }
    let by = &request.person.id;
    let words = Action::WithFiles { text: String::new(), files: files.clone(), by: Some(by.clone()) };
    say::ask(context, request, |keys| wording::what_to_do(&files, by, keys)).await?;
    say::expect(context, request, &words).await?;
    Ok(EventOutcome::Decided(None))
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
