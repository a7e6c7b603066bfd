//! Tickets, their history, lists and counts.

use crate::store_contract::*;
use secretary::ports::store::{StoreError, TicketFilter, Turn};
use secretary::secretary::decision::{Decision, DecisionState, Subject, Verdict};
use secretary::secretary::ids::{DecisionId, Token};
use secretary::secretary::permissions::visibility::Visibility;
use secretary::secretary::policy::Quorum;
use secretary::secretary::ticket::event::Event;
use secretary::secretary::ticket::{Blocked, Ending, Status, Task, TaskState, Waiting};
use std::collections::BTreeMap;

async fn save(tx: &mut Box<dyn Tx>, ticket: &Ticket) {
    tx.save_ticket(ticket, None, &Event::IdeaReceived, None).await.unwrap();
}

async fn numbers(tx: &mut Box<dyn Tx>, filter: TicketFilter) -> Vec<i64> {
    let filter = TicketFilter { limit: if filter.limit == 0 { 100 } else { filter.limit }, ..filter };
    tx.tickets(&filter).await.unwrap().iter().map(|ticket| ticket.number).collect()
}

fn task(key: &str, agent: &str, state: TaskState) -> Task {
    Task { state, agent: Some(agent.to_owned()), attempts: 1, ..Task::new(key, "", "") }
}

#[tokio::test]
async fn a_ticket_comes_back_as_it_was_saved() {
    for given in every().await {
        let mut tx = given.write().await;
        let mut one = ticket(1, Stage::Intake);
        save(&mut tx, &one).await;
        assert_eq!(tx.ticket(&one.id).await.unwrap(), Some(one.clone()), "{}", given.name);
        assert_eq!(tx.ticket_numbered(&house(), 1).await.unwrap(), Some(one.clone()));
        assert_eq!(tx.ticket_numbered(&WorkspaceId::new("other"), 1).await.unwrap(), None);
        assert_eq!(tx.ticket(&TicketId::new("t2")).await.unwrap(), None);
        one.stage = Stage::Clarifying;
        one.version = 2;
        one.updated_at = at(60);
        tx.save_ticket(&one, None, &Event::Confirmed, Some(&PersonId::new("p"))).await.unwrap();
        assert_eq!(tx.ticket(&one.id).await.unwrap(), Some(one.clone()));
        let history = tx.history(&one.id).await.unwrap();
        let expected = [(1, at(1), None, Event::IdeaReceived), (2, at(60), Some(PersonId::new("p")), Event::Confirmed)];
        assert_eq!(history, expected);
        assert!(tx.history(&TicketId::new("t2")).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_second_writer_of_a_version_fails_and_changes_nothing() {
    for given in every().await {
        let mut tx = given.write().await;
        let one = ticket(1, Stage::Intake);
        save(&mut tx, &one).await;
        let other = Ticket { title: "other".to_owned(), ..one.clone() };
        let error = tx.save_ticket(&other, None, &Event::Confirmed, None).await.unwrap_err();
        assert!(matches!(&error, StoreError::Refused(why) if why.contains("t1") && !why.contains("other")), "{error}");
        assert_eq!(tx.ticket(&one.id).await.unwrap(), Some(one.clone()), "{}", given.name);
        assert_eq!(tx.history(&one.id).await.unwrap().len(), 1);
        let twin = Ticket { id: TicketId::new("twin"), ..one };
        assert!(tx.save_ticket(&twin, None, &Event::IdeaReceived, None).await.is_err(), "a number is given once");
    }
}

#[tokio::test]
async fn lists_filter_and_sort() {
    for given in every().await {
        let mut tx = given.write().await;
        let stages = [
            Stage::Intake,
            Stage::Clarifying,
            Stage::Closed(Ending::Done),
            Stage::Closed(Ending::Folded),
            Stage::Closed(Ending::Failed),
            Stage::Confirming,
        ];
        for (number, stage) in (10..).zip(stages) {
            let mut one = ticket(number, stage);
            one.priority = if number == 15 { Priority::Urgent } else { Priority::Medium };
            one.requester = PersonId::new(if number % 2 == 0 { "even" } else { "odd" });
            one.room = RoomId::new(if number < 12 { "early" } else { "late" });
            save(&mut tx, &one).await;
        }
        let mut elsewhere = ticket(1, Stage::Intake);
        elsewhere.workspace = WorkspaceId::new("elsewhere");
        save(&mut tx, &elsewhere).await;
        let all = TicketFilter { workspace: Some(house()), ..TicketFilter::default() };
        let name = given.name;
        assert_eq!(numbers(&mut tx, all.clone()).await, [15, 10, 11, 12, 14], "{name}");
        assert_eq!(numbers(&mut tx, TicketFilter::default()).await, [15, 1, 10, 11, 12, 14]);
        assert_eq!(numbers(&mut tx, TicketFilter { newest_first: true, limit: 2, ..all.clone() }).await, [15, 14]);
        let statuses = |statuses: &[Status]| TicketFilter { statuses: statuses.to_vec(), ..all.clone() };
        assert_eq!(numbers(&mut tx, statuses(&[Status::New, Status::Asking])).await, [10, 11]);
        assert_eq!(numbers(&mut tx, statuses(&[Status::Cancelled])).await, [0; 0], "folded ones are left out");
        assert_eq!(numbers(&mut tx, statuses(&[Status::Failed, Status::New])).await, [10, 14]);
        let odd = TicketFilter { requester: Some(PersonId::new("odd")), ..all.clone() };
        assert_eq!(numbers(&mut tx, odd.clone()).await, [15, 11]);
        assert_eq!(numbers(&mut tx, TicketFilter { statuses: vec![Status::Asking], ..odd }).await, [11]);
        let late = TicketFilter { room: Some(RoomId::new("late")), ..all.clone() };
        assert_eq!(numbers(&mut tx, late).await, [15, 12, 14]);
        let since = TicketFilter { changed_since: Some(at(12)), ..all.clone() };
        assert_eq!(numbers(&mut tx, since).await, [15, 12, 14], "at that moment counts");
        let none = TicketFilter { limit: 0, ..all };
        assert!(tx.tickets(&none).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn numbers_are_found_by_their_first_digits() {
    for given in every().await {
        let mut tx = given.write().await;
        for number in [1, 2, 10, 12, 19, 120, 129, 130, 1234] {
            save(&mut tx, &ticket(number, Stage::Intake)).await;
        }
        let by = |prefix: &str, open: bool| TicketFilter {
            workspace: Some(house()),
            number_prefix: Some(prefix.to_owned()),
            statuses: if open { vec![Status::New] } else { Vec::new() },
            ..TicketFilter::default()
        };
        for open in [true, false] {
            assert_eq!(numbers(&mut tx, by("12", open)).await, [12, 120, 129, 1234], "{}", given.name);
            assert_eq!(numbers(&mut tx, by("1234", open)).await, [1234]);
            assert_eq!(numbers(&mut tx, by("", open)).await.len(), 9, "no digits yet: all");
            for nothing in ["3", "0", "01", "-1", "+1", "1x", "٣", "99999999999999999999", "' OR 1=1 --"] {
                assert_eq!(numbers(&mut tx, by(nothing, open)).await, [0; 0], "{nothing}");
            }
            assert_eq!(numbers(&mut tx, by("9223372036854775807", open)).await, [0; 0]);
        }
    }
}

#[tokio::test]
async fn what_was_decided_last_comes_first() {
    for given in every().await {
        let mut tx = given.write().await;
        for (number, decided) in [(1, Some(30)), (2, None), (3, Some(50)), (4, Some(40))] {
            let mut one = ticket(number, Stage::Working);
            one.decisions = vec![decision(decided)];
            assert_eq!(one.decided_at(), decided.map(at));
            save(&mut tx, &one).await;
        }
        let before = |seconds| TicketFilter { decided_before: Some(at(seconds)), ..TicketFilter::default() };
        assert_eq!(numbers(&mut tx, before(60)).await, [3, 4, 1], "{}", given.name);
        assert_eq!(numbers(&mut tx, before(50)).await, [4, 1], "before that moment");
        assert_eq!(numbers(&mut tx, TicketFilter { limit: 1, ..before(60) }).await, [3]);
        let mine = TicketFilter { requester: Some(PersonId::new("nobody")), ..before(60) };
        assert_eq!(numbers(&mut tx, mine).await, [0; 0]);
    }
}

pub(in crate::store_contract) fn decision(decided: Option<i64>) -> Decision {
    let state = decided.map_or(DecisionState::Open, |seconds| {
        DecisionState::Made(Verdict {
            option: None,
            text: "so be it".to_owned(),
            by: None,
            name: String::new(),
            platform: None,
            at: at(seconds),
        })
    });
    let asked = serde_json::from_value(serde_json::json!({"question": "Which?", "options": []})).unwrap();
    Decision {
        key: DecisionId::new("d1"),
        task: "t1".to_owned(),
        run: RunId::new("r"),
        step: None,
        subject: Subject::Work,
        asked,
        token: Token::new("t"),
        rooms: Vec::new(),
        asks: Vec::new(),
        queued: Vec::new(),
        asked_at: at(0),
        remind_at: at(0),
        state,
        overdue: false,
        reopened: false,
        instead_of: None,
        proposed: None,
        quorum: Quorum::Number(2),
        four_eyes: true,
        votes: Vec::new(),
        sure: None,
        comments: Vec::new(),
    }
}

#[tokio::test]
async fn numbers_are_counted_per_workspace() {
    for given in every().await {
        let mut tx = given.write().await;
        assert_eq!(tx.next_number(&house()).await.unwrap(), 1, "{}", given.name);
        assert_eq!(tx.next_number(&house()).await.unwrap(), 2);
        assert_eq!(tx.next_number(&WorkspaceId::new("other")).await.unwrap(), 1);
        tx.commit().await.unwrap();
        let mut tx = given.write().await;
        assert_eq!(tx.next_number(&house()).await.unwrap(), 3);
        drop(tx);
        assert_eq!(given.write().await.next_number(&house()).await.unwrap(), 3, "what is not committed is not taken");
    }
}

#[tokio::test]
async fn statuses_and_loads_are_counted() {
    for given in every().await {
        let mut tx = given.write().await;
        let mut working = ticket(1, Stage::Working);
        working.tasks = vec![
            task("t1", "ann", TaskState::InProgress),
            task("t2", "ann", TaskState::Claimed),
            task("t3", "bob", TaskState::Completed),
            task("t4", "bob", TaskState::Pending),
        ];
        save(&mut tx, &working).await;
        let mut second = ticket(2, Stage::Working);
        second.tasks = vec![task("t1", "bob", TaskState::InProgress)];
        save(&mut tx, &second).await;
        save(&mut tx, &ticket(3, Stage::Closed(Ending::Folded))).await;
        save(&mut tx, &ticket(4, Stage::Closed(Ending::Done))).await;
        let counts = tx.by_status(&house(), &Visibility::Everything).await.unwrap();
        assert_eq!(counts.into_iter().collect::<Vec<_>>(), [(Status::Working, 2), (Status::Done, 1)], "{}", given.name);
        let loads = tx.loads().await.unwrap();
        assert_eq!(loads.into_iter().collect::<Vec<_>>(), [("ann".to_owned(), 2), ("bob".to_owned(), 1)]);
        working.version = 2;
        working.tasks[0].state = TaskState::Completed;
        save(&mut tx, &working).await;
        second.version = 2;
        second.stage = Stage::Closed(Ending::Cancelled);
        save(&mut tx, &second).await;
        let loads = tx.loads().await.unwrap();
        assert_eq!(loads.into_iter().collect::<Vec<_>>(), [("ann".to_owned(), 1)], "a closed ticket weighs nothing");
    }
}

#[tokio::test]
async fn those_who_wait_for_an_agent_are_found_in_their_turn() {
    for given in every().await {
        let mut tx = given.write().await;
        let waits = || TaskState::Blocked(Blocked::NoAgent("busy".to_owned()));
        let fitting = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        let task = |key: &str, names: &[&str]| Task { fitting: fitting(names), ..task(key, "x", waits()) };
        let mut all = Vec::new();
        for (number, priority) in
            [(1, Priority::Low), (2, Priority::Medium), (3, Priority::Urgent), (4, Priority::Medium)]
        {
            let tasks = vec![task("a", &["writer", "analyst"]), task("b", &["writer"])];
            let one = Ticket { priority, tasks, ..ticket(number, Stage::Working) };
            save(&mut tx, &one).await;
            all.push(one);
        }
        let found = |found: Vec<TicketId>| found.iter().map(|id| id.as_str().to_owned()).collect::<Vec<_>>();
        assert_eq!(found(tx.waiting_for("writer", 9).await.unwrap()), ["t3", "t2", "t4", "t1"], "{}", given.name);
        assert_eq!(found(tx.waiting_for("analyst", 2).await.unwrap()), ["t3", "t2"]);
        assert!(tx.waiting_for("nobody", 9).await.unwrap().is_empty());
        let quiet: [fn(&mut Ticket); 4] = [
            |t| t.paused = true,
            |t| t.stage = Stage::Closed(Ending::Done),
            |t| t.waiting = Some(Waiting::Setup("a key".to_owned())),
            |t| t.tasks.iter_mut().for_each(|t| t.state = TaskState::InProgress),
        ];
        assert_eq!(tx.wanted().await.unwrap(), ["analyst".to_owned(), "writer".to_owned()].into());
        for (one, quiet) in all.iter_mut().zip(quiet) {
            one.version += 1;
            quiet(one);
            save(&mut tx, one).await;
        }
        assert!(tx.waiting_for("writer", 9).await.unwrap().is_empty());
        assert!(tx.wanted().await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn what_follows_from_a_ticket_is_written_where_it_is_another_than_before() {
    for given in every().await {
        let mut tx = given.write().await;
        let waits = TaskState::Blocked(Blocked::NoAgent("busy".to_owned()));
        let works = |key: &str, state| Task {
            fitting: vec!["writer".to_owned()],
            agent: Some("analyst".to_owned()),
            ..task(key, "x", state)
        };
        let first =
            Ticket { tasks: vec![works("a", TaskState::InProgress), works("b", waits)], ..ticket(1, Stage::Working) };
        save(&mut tx, &first).await;
        let load = |loads: BTreeMap<String, u32>| loads.get("analyst").copied().unwrap_or(0);
        assert_eq!(load(tx.loads().await.unwrap()), 1, "{}", given.name);
        let mut same = Ticket { version: first.version + 1, ..first.clone() };
        tx.save_ticket(&same, Some(&first), &Event::Confirmed, None).await.unwrap();
        assert_eq!(load(tx.loads().await.unwrap()), 1);
        assert_eq!(tx.waiting_for("writer", 9).await.unwrap().len(), 1);
        let before = same.clone();
        same.version += 1;
        same.tasks[1].state = TaskState::InProgress;
        tx.save_ticket(&same, Some(&before), &Event::Confirmed, None).await.unwrap();
        assert_eq!(load(tx.loads().await.unwrap()), 2);
        assert!(tx.wanted().await.unwrap().is_empty());
        tx.savepoint().await.unwrap();
        let ended = Ticket { version: same.version + 1, stage: Stage::Closed(Ending::Done), ..same.clone() };
        tx.save_ticket(&ended, Some(&same), &Event::Confirmed, None).await.unwrap();
        assert_eq!(load(tx.loads().await.unwrap()), 0);
        tx.undo().await.unwrap();
        assert_eq!(load(tx.loads().await.unwrap()), 2, "{}", given.name);
    }
}

#[tokio::test]
async fn a_list_goes_on_after_a_turn() {
    for given in every().await {
        let mut tx = given.write().await;
        for (number, priority) in [(1, Priority::Low), (2, Priority::Urgent), (3, Priority::Low), (4, Priority::Medium)]
        {
            save(&mut tx, &Ticket { priority, ..ticket(number, Stage::Working) }).await;
        }
        let mut seen = Vec::new();
        let mut after = None;
        loop {
            let filter = TicketFilter { statuses: vec![Status::Waiting], limit: 1, after, ..TicketFilter::default() };
            let page = tx.tickets(&filter).await.unwrap();
            let Some(last) = page.last() else { break };
            seen.push(last.number);
            after = Some(Turn::of(last));
        }
        assert_eq!(seen, [2, 4, 1, 3], "{}", given.name);
    }
}

/// A ticket of this person in this room.
fn said_in(number: i64, requester: &str, room: &str, direct: bool) -> Ticket {
    let (requester, room) = (PersonId::new(requester), RoomId::new(room));
    Ticket { requester, room, direct, ..ticket(number, Stage::Closed(Ending::Done)) }
}

#[tokio::test]
async fn what_may_not_be_shown_counts_towards_no_limit() {
    for given in every().await {
        let mut tx = given.write().await;
        let all = [
            said_in(1, "kim", "kim's chat", true),
            said_in(2, "jo", "jo's chat", true),
            said_in(3, "kim", "shop", false),
            said_in(4, "jo", "shop/topic", false),
            said_in(5, "kim", "yard", false),
        ];
        for ticket in &all {
            save(&mut tx, ticket).await;
        }
        for visibility in [
            Visibility::Everything,
            Visibility::Own(PersonId::new("jo")),
            Visibility::Groups,
            Visibility::Chat(vec![RoomId::new("shop"), RoomId::new("shop/topic")]),
            Visibility::Chat(Vec::new()),
        ] {
            let shown: Vec<i64> = all.iter().filter(|t| visibility.covers(t)).map(|t| t.number).collect();
            let done = vec![Status::Done];
            for filter in [
                TicketFilter::default(),
                TicketFilter { statuses: done, ..TicketFilter::default() },
                TicketFilter { changed_since: Some(at(0)), ..TicketFilter::default() },
            ] {
                let filter = TicketFilter { visibility: visibility.clone(), limit: 9, ..filter };
                assert_eq!(numbers(&mut tx, filter.clone()).await, shown, "{}: {filter:?}", given.name);
                let one = TicketFilter { limit: 1, newest_first: true, ..filter };
                assert_eq!(numbers(&mut tx, one).await, shown.last().copied().into_iter().collect::<Vec<_>>());
            }
            let counted = tx.by_status(&house(), &visibility).await.unwrap().into_values().sum::<u64>();
            assert_eq!(counted, shown.len() as u64, "{visibility:?}");
        }
    }
}

#[tokio::test]
async fn open_decisions_are_found_beside_paused_tickets() {
    for given in every().await {
        let mut tx = given.write().await;
        for number in 1..=5 {
            save(&mut tx, &Ticket { paused: true, ..ticket(number, Stage::Working) }).await;
        }
        let mut asking = ticket(6, Stage::Working);
        asking.decisions = vec![decision(None)];
        save(&mut tx, &asking).await;
        let mut paused = Ticket { paused: true, ..ticket(7, Stage::Working) };
        paused.decisions = vec![decision(Some(5)), decision(None)];
        save(&mut tx, &paused).await;
        let filter = TicketFilter { awaiting: true, limit: 9, ..TicketFilter::default() };
        assert_eq!(numbers(&mut tx, filter.clone()).await, [6, 7], "{}", given.name);
        asking.version = 2;
        asking.decisions = vec![decision(Some(6))];
        save(&mut tx, &asking).await;
        assert_eq!(numbers(&mut tx, filter).await, [7]);
    }
}
