//! The buttons that ask what words mean, for a model that is too weak to say it, and the button that words press.

use crate::secretary::ids::TicketId;
use crate::secretary::inbound::FileKind;
use crate::secretary::intent::{Change, Intent, ItemKind, OpenItem, Spoken};
use crate::secretary::language::exact;
use crate::secretary::message::action::carried::Along;
use crate::secretary::message::action::{Action, NoteAct, TicketAct};
use crate::secretary::notes::Wish;
use crate::secretary::wording::talk::understanding as wording;

/// The most open items offered.
const OFFERED: usize = 4;

/// A new idea, the open items that take words, and a note, each with its label. Only the writer may press them. Files go
/// along, so a note is offered only where there are none: it would keep the words alone.
pub fn offers(spoken: &Spoken, items: &[OpenItem]) -> Vec<(String, Action)> {
    let idea = Action::NewIdea { text: spoken.text().to_owned(), passed_on: spoken.passed_on() };
    let mut offers = vec![(wording::new_idea(), idea)];
    // The decisions of a ticket and the ticket itself take the same words.
    let mut seen: Vec<&TicketId> = Vec::new();
    for item in items {
        let ticket = item.target.ticket();
        if offers.len() > OFFERED || ticket.is_some_and(|ticket| seen.contains(&ticket)) {
            continue;
        }
        if let Some(action) = for_item(spoken, item) {
            seen.extend(ticket);
            offers.push((wording::for_item(item), action));
        }
    }
    // A recording says what the words are.
    if !spoken.passed_on() && spoken.files.iter().all(|file| file.kind == FileKind::Voice && !file.of_others) {
        let wish = Wish::Keep { text: spoken.text().to_owned() };
        offers.push((wording::keep_as_note(), Action::OnNotes { act: NoteAct::Do { wish: Box::new(wish) } }));
    }
    let (person, text) = (&spoken.person, spoken.text());
    let theirs = |(label, action)| {
        let action = Box::new(action);
        (label, Action::WithWords { person: person.clone(), text: text.to_owned(), action, along: Along::with(spoken) })
    };
    offers.into_iter().map(theirs).collect()
}

/// The button of a question that a number, its label, yes or no press. `named`: those that words may press, with their
/// labels. Any other button asks whether somebody is sure: words only leave that question.
pub fn pressed<'a>(actions: &'a [Action], named: &'a [(String, Action)], text: &str) -> Option<&'a Action> {
    let of = |action: &Action| named.iter().find(|(_, known)| known == action);
    let labels: Vec<&str> = actions.iter().map(|action| of(action).map_or("", |(label, _)| label.as_str())).collect();
    let pressed = match exact::yes_or_no(text) {
        Some(false) => actions.iter().find(|action| **action == Action::Leave),
        Some(true) => named.first().filter(|_| named.len() == 1).map(|(_, only)| only),
        None => exact::option(text, &labels).filter(|_| !named.is_empty()).and_then(|at| actions.get(at)),
    };
    pressed.filter(|&action| of(action).is_some() || *action == Action::Leave)
}

/// The button that adds the words to an open item.
fn for_item(spoken: &Spoken, item: &OpenItem) -> Option<Action> {
    let ticket = item.target.ticket()?;
    let text = spoken.text().trim().to_owned();
    match item.kind {
        ItemKind::Question => Some(TicketAct::AnswerWith { text }.on(ticket)),
        ItemKind::Decision | ItemKind::Approval | ItemKind::Card | ItemKind::Ticket | ItemKind::Report => {
            Some(Action::Understood {
                person: spoken.person.clone(),
                intent: Box::new(Intent::AddTo(Change { item: item.handle.clone(), text, sure: true })),
                item: Some(Box::new(item.clone())),
            })
        }
        ItemKind::Reminder | ItemKind::Note | ItemKind::List => None,
    }
}
