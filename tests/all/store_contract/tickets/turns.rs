//! The line of decisions that are put to people or wait for them.

use crate::store_contract::*;
use secretary::secretary::decision::deadline::{Deadline, Policy};
use secretary::secretary::decision::{Decision, DecisionState};
use secretary::secretary::ids::DecisionId;
use secretary::secretary::ticket::Ending;
use secretary::secretary::ticket::decisions::line::Turns;
use secretary::secretary::ticket::event::Event;

async fn save(tx: &mut Box<dyn Tx>, ticket: &Ticket) {
    tx.save_ticket(ticket, None, &Event::IdeaReceived, None).await.unwrap();
}

fn person(name: &str) -> PersonId {
    PersonId::new(name)
}

/// A decision that is put to these and waits for those; due at a second, if at all.
fn asked(key: &str, asks: &[&str], queued: &[&str], due: Option<i64>) -> Decision {
    let people = |names: &[&str]| names.iter().map(|name| person(name)).collect();
    let mut decision = crate::store_contract::tickets::ticket_rows::decision(None);
    decision.key = DecisionId::new(key);
    decision.asks = people(asks);
    decision.queued = people(queued);
    decision.asked.deadline = due.map(|seconds| Deadline { at: at(seconds), policy: Policy::Hold });
    decision
}

#[tokio::test]
async fn the_line_is_written_with_its_tickets() {
    for given in every().await {
        let mut tx = given.write().await;
        let open = |number, decisions| Ticket { decisions, ..ticket(number, Stage::Working) };
        let mut first = open(1, vec![asked("d1", &["ann"], &["bo"], None), asked("d2", &[], &["ann"], None)]);
        save(&mut tx, &first).await;
        save(&mut tx, &open(2, vec![asked("d1", &[], &["ann"], Some(900))])).await;
        save(&mut tx, &open(3, vec![asked("d1", &[], &["ann"], Some(500))])).await;
        let elsewhere =
            Ticket { workspace: WorkspaceId::new("other"), ..open(4, vec![asked("d1", &[], &["ann"], None)]) };
        save(&mut tx, &elsewhere).await;
        let turns = tx.turns(&house(), &TicketId::new("none")).await.unwrap();
        assert_eq!(turns[&person("ann")], Turns { open: 1, waiting: 3 }, "{}", given.name);
        assert_eq!(turns[&person("bo")], Turns { open: 0, waiting: 1 });
        let beside = tx.turns(&house(), &first.id).await.unwrap();
        assert_eq!(beside[&person("ann")], Turns { open: 0, waiting: 2 });
        let line = tx.next_in_line(&house(), &person("ann"), 9).await.unwrap();
        let line: Vec<_> = line.iter().map(|(ticket, key)| format!("{ticket}/{key}")).collect();
        assert_eq!(line, ["t3/d1", "t2/d1", "t1/d2"], "what ends soonest, then what was asked first");
        assert_eq!(tx.next_in_line(&house(), &person("ann"), 1).await.unwrap().len(), 1);
        // What is decided or closed stands in no line.
        let before = first.clone();
        first.version += 1;
        first.decisions[0].state = DecisionState::Dropped;
        tx.save_ticket(&first, Some(&before), &Event::Confirmed, None).await.unwrap();
        let turns = tx.turns(&house(), &TicketId::new("none")).await.unwrap();
        assert_eq!(turns[&person("ann")], Turns { open: 0, waiting: 3 });
        let closed = Ticket { version: first.version + 1, stage: Stage::Closed(Ending::Done), ..first.clone() };
        tx.save_ticket(&closed, Some(&first), &Event::Confirmed, None).await.unwrap();
        assert_eq!(tx.turns(&house(), &TicketId::new("none")).await.unwrap()[&person("ann")].waiting, 2);
    }
}
