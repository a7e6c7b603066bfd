//! Which buttons are offered: those that ask what words mean, for a model that is too weak to say it, the one that words
//! press, and those that an observer may press.

use super::read_command;
use crate::secretary::ids::TicketId;
use crate::secretary::inbound::FileKind;
use crate::secretary::intent::{Change, Intent, ItemKind, OpenItem, Spoken};
use crate::secretary::language::exact;
use crate::secretary::message::action::carried::Along;
use crate::secretary::message::action::{Action, FlowAct, NoteAct, TicketAct};
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Button, Message};
use crate::secretary::notes::Wish;
use crate::secretary::people::workspace::{Person, Role};
use crate::secretary::permissions::{Operation, Verdict, authorize, operation_of};
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

/// A message whose only reader this is, without the buttons that their role does not let them press: an observer reads, and
/// decides for those who are away.
pub fn pressable(reader: &Person, mut message: Message, keys: &Keys) -> Message {
    if reader.power() <= Role::Requester || !reader.at_hand.stands_in_for.is_empty() {
        return message;
    }
    let may = |button: &Button| keys.action(&button.data).is_none_or(|action| observes(reader, action));
    for row in &mut message.buttons {
        row.retain(&may);
    }
    message.buttons.retain(|row| !row.is_empty());
    message
}

/// Whether an observer may press a button: it shows something, or is about what is theirs.
fn observes(observer: &Person, action: &Action) -> bool {
    match action {
        Action::OnTicket { act, .. } => *act == TicketAct::Show,
        Action::OnFlow { act, .. } => matches!(act, FlowAct::Show | FlowAct::File),
        Action::Command { line } | Action::Page { line } => {
            let (name, args) = line.split_once(char::is_whitespace).unwrap_or((line.as_str(), ""));
            read_command::read(name, args).is_ok_and(|order| {
                let operation = operation_of(&order, true);
                let shows = order.only_shows() || operation == Operation::ManageSelf;
                shows && authorize(observer, operation) == Verdict::Allowed
            })
        }
        Action::WithWords { action, .. } => observes(observer, action),
        Action::NewFlow { .. }
        | Action::FlowAsked { .. }
        | Action::NewIdea { .. }
        | Action::Say { .. }
        | Action::WithFiles { .. }
        | Action::Remind { .. }
        | Action::CancelAll { .. }
        | Action::TakeUpAll { .. }
        | Action::OnNotes { .. } => false,
        Action::OnSchedule { .. }
        | Action::Zone { .. }
        | Action::Leave
        | Action::KeepClock { .. }
        | Action::SetBack { .. }
        | Action::PutBack { .. }
        | Action::TakeBack { .. }
        | Action::DropReminders { .. }
        | Action::BringBack { .. }
        | Action::Erase { .. }
        | Action::Forgotten {}
        | Action::Understood { .. }
        | Action::UnderstandAgain { .. } => true,
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::ids::{FlowId, PersonId, ScheduleId, Token, WorkspaceId};
    use crate::secretary::message::action::ScheduleAct;
    use crate::secretary::orders::offers::*;

    #[test]
    fn an_observer_is_offered_what_an_observer_may_press() {
        let (ticket, flow) = (TicketId::new("t1"), FlowId::new("f1"));
        let line = |line: &str| Action::Command { line: line.to_owned() };
        let offered = |role: Role| {
            let mut keys = Keys::new(Token::new("0123456789abcdef"));
            let rows = [
                vec![
                    keys.plain("Show", TicketAct::Show.on(&ticket)),
                    keys.bad("Cancel", TicketAct::Cancel.on(&ticket)),
                ],
                vec![keys.plain("Ask again", line("clarify 1")), keys.plain("History", line("history 1"))],
                vec![keys.plain("Run", FlowAct::Run.on(&flow)), keys.plain("Script", FlowAct::File.on(&flow))],
                vec![keys.plain("An idea", Action::Say { text: "look".to_owned() })],
                vec![keys.plain("Notes", line("notes")), keys.plain("End", line("invite off"))],
                vec![keys.plain("Later", ScheduleAct::Pause.on(&ScheduleId::new("s1")))],
            ];
            let message = rows.into_iter().fold(Message::default(), Message::row);
            let at = chrono::DateTime::UNIX_EPOCH;
            let reader = Person::new(PersonId::new("p"), WorkspaceId::home(), "Ole", role, at);
            let rows = pressable(&reader, message, &keys).buttons;
            rows.iter().map(|row| row.iter().map(|b| b.label.clone()).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
        };
        assert_eq!(offered(Role::Observer), ["Show", "History", "Script", "Later"]);
        assert_eq!(offered(Role::Requester).len(), 6, "for others the press itself is checked");
    }
}
