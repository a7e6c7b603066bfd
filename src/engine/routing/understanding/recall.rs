//! Recall: searches notes, tickets, reports and the conversation for words. It compares words only, and reads only
//! what this person may see here.

use crate::engine::context::{Context, Request, visibility};
use crate::engine::handlers::notes::change_note;
use crate::ports::store::{Stored, TicketFilter};
use crate::secretary::names::phrases::short;
use crate::secretary::notes::Note;
use crate::secretary::ticket::Ticket;
use std::cmp::Reverse;

/// The most tickets searched.
const LOOKED_THROUGH: u32 = 200;
/// The most results told.
const TOLD: usize = 4;
/// The shortest word that counts.
const SHORTEST: usize = 3;

/// The words to look for.
fn wanted(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.filter(|word| word.chars().count() >= SHORTEST || !word.is_ascii()).filter(|w| !w.is_empty()).collect()
}

/// How many of the words a text has.
fn score(text: &str, words: &[String]) -> usize {
    let text = text.to_lowercase();
    words.iter().filter(|word| text.contains(word.as_str())).count()
}

/// The notes about these words that may be read here.
pub async fn notes(context: &mut Context<'_>, request: &Request, words: &str) -> Stored<Vec<String>> {
    let words = wanted(words);
    let all = context.tx.notes(&change_note::notes_scope(request)).await?;
    let mut found: Vec<(usize, &Note)> =
        all.iter().map(|note| (score(&format!("{} {}", note.title, note.text), &words), note)).collect();
    found.retain(|(score, _)| *score > 0);
    found.sort_by_key(|(score, note)| (Reverse(*score), Reverse(note.updated_at)));
    let line = |note: &Note| format!("Note “{}”: {}", note.title, short(&note.text, 300));
    Ok(found.into_iter().take(TOLD).map(|(_, note)| line(note)).collect())
}

/// The tickets about these words, with what came of them.
pub async fn tickets(context: &mut Context<'_>, request: &Request, words: &str) -> Stored<Vec<String>> {
    let words = wanted(words);
    let filter = TicketFilter {
        workspace: Some(context.workspace()),
        visibility: visibility::visibility(context, request).await?,
        newest_first: true,
        limit: LOOKED_THROUGH,
        ..TicketFilter::default()
    };
    let all = context.tx.tickets(&filter).await?;
    let report = |t: &Ticket| t.reports.last().map(|report| report.text.clone()).unwrap_or_default();
    let text = |t: &Ticket| format!("{} {} {}", t.title, t.idea, report(t));
    let mut found: Vec<(usize, &Ticket)> = all.iter().map(|t| (score(&text(t), &words), t)).collect();
    found.retain(|(score, _)| *score > 0);
    found.sort_by_key(|(score, ticket)| (Reverse(*score), Reverse(ticket.number)));
    let line = |ticket: &Ticket| {
        let came = match report(ticket) {
            none if none.is_empty() => none,
            text => format!(" Report: {}", short(&text, 300)),
        };
        format!("#{} “{}”: {}.{came}", ticket.number, ticket.short_title(), short(&ticket.idea, 120))
    };
    Ok(found.into_iter().take(TOLD).map(|(_, ticket)| line(ticket)).collect())
}

/// What was said here about these words.
pub async fn turns(context: &mut Context<'_>, request: &Request, words: &str) -> Stored<Vec<String>> {
    let words = wanted(words);
    let all = context.tx.conversation(&request.room.id).await?;
    let about = all.iter().filter(|said| score(&said.text, &words) > 0);
    let who = |by: bool| if by { "Said here" } else { "You said" };
    Ok(about.rev().take(TOLD).map(|said| format!("{}: {}", who(said.by.is_some()), short(&said.text, 200))).collect())
}
