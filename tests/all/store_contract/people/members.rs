//! People, accounts, merging, removing, rooms, settings and codes.

use crate::store_contract::*;
use secretary::secretary::dispatch::record::Record;
use secretary::secretary::ids::ScheduleId;
use secretary::secretary::message::action::TicketAct;
use secretary::secretary::people::deputies::Away;
use secretary::secretary::people::workspace::{Code, Grant, Settings};
use secretary::secretary::policy::Mode;
use secretary::secretary::schedule::{Duty, Schedule};
use secretary::secretary::ticket::event::Event;
use secretary::secretary::when::Rule;

pub(in crate::store_contract) fn schedule(number: i64, owner: &str) -> Schedule {
    let (id, owner) = (ScheduleId::new(format!("s{number}")), person(owner, Role::Requester, &[]));
    let order = (Duty::Remind(ODD.to_owned()), Rule::Once { at: at(99) }, chrono_tz::Tz::UTC);
    Schedule::new(id, number, &owner, RoomId::new("r"), order, at(0))
}

#[tokio::test]
async fn members_are_found_by_their_accounts() {
    for given in every().await {
        let mut tx = given.write().await;
        let (here, there) = (account(Platform::Telegram, "1"), account(Platform::Discord, "1"));
        let mut ann = person("ann", Role::Approver, &[there.clone(), here.clone()]);
        tx.save_person(&ann).await.unwrap();
        assert_eq!(tx.person(&ann.id).await.unwrap(), Some(ann.clone()), "{}: accounts keep their order", given.name);
        assert_eq!(tx.member(&house(), &here).await.unwrap(), Some(ann.clone()));
        assert_eq!(tx.member(&house(), &account(Platform::Web, "1")).await.unwrap(), None);
        let bob = person("bob", Role::Requester, std::slice::from_ref(&here));
        tx.save_person(&bob).await.unwrap();
        assert_eq!(tx.member(&house(), &here).await.unwrap(), Some(bob), "an account moves");
        ann.accounts = vec![there];
        assert_eq!(tx.person(&ann.id).await.unwrap(), Some(ann));
    }
}

#[tokio::test]
async fn members_are_listed_owners_first_then_by_name() {
    for given in every().await {
        let mut tx = given.write().await;
        let roles = [("zoe", Role::Owner), ("bea", Role::Observer), ("Cid", Role::Approver), ("abe", Role::Requester)];
        for (name, role) in roles {
            let mut one = person(name, role, &[account(Platform::Web, name)]);
            one.name = name.to_owned();
            tx.save_person(&one).await.unwrap();
        }
        let mut other = person("far", Role::Owner, &[]);
        other.workspace = WorkspaceId::new("far");
        tx.save_person(&other).await.unwrap();
        let people = tx.people(&house()).await.unwrap();
        let names: Vec<&str> = people.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["zoe", "abe", "bea", "Cid"], "{}", given.name);
        assert_eq!(people[1].accounts, [account(Platform::Web, "abe")]);
    }
}

#[tokio::test]
async fn a_removed_member_is_a_stranger_whose_words_stay() {
    for given in every().await {
        let mut tx = given.write().await;
        let here = account(Platform::Web, "1");
        let mut ann = person("ann", Role::Owner, std::slice::from_ref(&here));
        tx.save_person(&ann).await.unwrap();
        tx.remove_person(&ann.id).await.unwrap();
        assert_eq!(tx.member(&house(), &here).await.unwrap(), None, "{}", given.name);
        assert!(tx.people(&house()).await.unwrap().is_empty());
        assert_eq!(tx.person(&ann.id).await.unwrap().map(|p| (p.name, p.accounts.len())), Some((ann.name.clone(), 0)));
        ann.name = "back".to_owned();
        tx.save_person(&ann).await.unwrap();
        assert_eq!(tx.people(&house()).await.unwrap(), [ann]);
    }
}

#[tokio::test]
async fn merging_hands_everything_over() {
    for given in every().await {
        let mut tx = given.write().await;
        let (here, there) = (account(Platform::Telegram, "1"), account(Platform::Discord, "2"));
        let ann = person("ann", Role::Requester, std::slice::from_ref(&here));
        let mut bob = person("bob", Role::Requester, std::slice::from_ref(&there));
        let mut cem = person("cem", Role::Approver, &[]);
        let away = |deputy: &str| Some(Away { until: at(50), deputy: PersonId::new(deputy) });
        (bob.away, cem.away) = (away("cem"), away("bob"));
        for one in [&ann, &bob, &cem] {
            tx.save_person(one).await.unwrap();
        }
        let mut idea = ticket(1, Stage::Intake);
        idea.requester = bob.id.clone();
        tx.save_ticket(&idea, None, &Event::IdeaReceived, Some(&bob.id)).await.unwrap();
        let order = schedule(1, "bob");
        tx.save_schedule(&order).await.unwrap();
        let mut chat = room("r", place(Platform::Discord, "2", None, ChatKind::Direct));
        chat.person = Some(bob.id.clone());
        tx.save_room(&chat).await.unwrap();
        let edit = TicketAct::Edit.on(&idea.id);
        tx.expect(&chat.id, &bob.id, &edit, at(1)).await.unwrap();
        let code = |grant| Code { text: "AAAA-BBBB".to_owned(), grant, expires_at: at(9), tries_left: 5 };
        tx.save_codes(&house(), &[code(Grant::Link(bob.id.clone())), code(Grant::Pair)]).await.unwrap();

        tx.merge_person(&bob.id, &ann.id).await.unwrap();

        assert_eq!(tx.person(&bob.id).await.unwrap(), None, "{}", given.name);
        let merged = tx.member(&house(), &there).await.unwrap().unwrap();
        assert_eq!((merged.id, merged.accounts), (ann.id.clone(), vec![here, there]));
        let other = tx.person(&cem.id).await.unwrap().unwrap();
        assert_eq!((merged.away, other.away), (away("cem"), away("ann")), "who decides for whom");
        let moved = tx.ticket(&idea.id).await.unwrap().unwrap();
        assert_eq!((moved.requester, moved.requester_name, moved.version), (ann.id.clone(), ann.name.clone(), 1));
        assert_eq!(tx.history(&idea.id).await.unwrap()[0].2, Some(ann.id.clone()));
        assert_eq!(tx.schedule(&order.id).await.unwrap().unwrap().owner, ann.id);
        assert_eq!(tx.room(&chat.id).await.unwrap().unwrap().person, Some(ann.id.clone()));
        assert_eq!(tx.expected(&chat.id, &ann.id).await.unwrap(), Some((edit, at(1))));
        let grants: Vec<Grant> = tx.codes(&house()).await.unwrap().into_iter().map(|c| c.grant).collect();
        assert_eq!(grants, [Grant::Link(ann.id.clone()), Grant::Pair]);
        tx.merge_person(&ann.id, &ann.id).await.unwrap();
        tx.merge_person(&ann.id, &PersonId::new("nobody")).await.unwrap();
        assert_eq!(tx.people(&house()).await.unwrap().len(), 2, "nobody is lost by a merge that cannot be");
    }
}

#[tokio::test]
async fn an_account_is_another_member_in_each_workspace() {
    for given in every().await {
        let mut tx = given.write().await;
        let (here, there) = (account(Platform::Telegram, "1"), account(Platform::Discord, "2"));
        let ann = person("ann", Role::Owner, &[here.clone(), there.clone()]);
        let far = WorkspaceId::new("far");
        let mut twin = person("twin", Role::Observer, std::slice::from_ref(&here));
        twin.workspace = far.clone();
        for one in [&ann, &twin] {
            tx.save_person(one).await.unwrap();
        }
        assert_eq!(tx.member(&house(), &here).await.unwrap(), Some(ann.clone()), "{}", given.name);
        assert_eq!(tx.member(&far, &here).await.unwrap(), Some(twin.clone()));
        assert_eq!(tx.member(&far, &there).await.unwrap(), None);
        let mut both = vec![ann.clone(), twin.clone()];
        both.sort_by(|a, b| a.workspace.cmp(&b.workspace));
        assert_eq!(tx.memberships(&here).await.unwrap(), both);
        assert_eq!(tx.memberships(&there).await.unwrap(), std::slice::from_ref(&ann));
        assert!(tx.memberships(&account(Platform::Web, "1")).await.unwrap().is_empty());
        tx.remove_person(&twin.id).await.unwrap();
        assert_eq!(tx.memberships(&here).await.unwrap(), [ann], "out of one is not out of the other");
    }
}

#[tokio::test]
async fn a_chat_has_a_room_for_each_workspace_and_one_of_them_is_active() {
    for given in every().await {
        let mut tx = given.write().await;
        let chat = place(Platform::Telegram, "1", None, ChatKind::Direct);
        let first = room("first", chat.clone());
        let mut second = room("second", chat.clone());
        (second.workspace, second.active) = (WorkspaceId::new("far"), false);
        second.called = "Far".to_owned();
        for one in [&second, &first] {
            tx.save_room(one).await.unwrap();
        }
        assert_eq!(tx.room_at(&chat).await.unwrap(), Some(first.clone()), "{}", given.name);
        assert_eq!(tx.rooms_at(&chat).await.unwrap(), [first.clone(), second.clone()]);
        assert_eq!(tx.rooms(&house()).await.unwrap(), std::slice::from_ref(&first));
        let (was, is) = (room("first", chat.clone()), second);
        tx.save_room(&Room { active: false, ..was }).await.unwrap();
        tx.save_room(&Room { active: true, ..is }).await.unwrap();
        assert_eq!(tx.room_at(&chat).await.unwrap().map(|r| r.id), Some(RoomId::new("second")));
    }
}

#[tokio::test]
async fn what_agents_did_counts_in_one_workspace() {
    for given in every().await {
        let mut tx = given.write().await;
        let far = WorkspaceId::new("far");
        let one = Record { done: 1, ..Record::default() };
        for workspace in [&house(), &house(), &far] {
            tx.add_record(workspace, "writer", &one).await.unwrap();
        }
        assert_eq!(tx.records(&house()).await.unwrap()["writer"].done, 2, "{}", given.name);
        assert_eq!(tx.records(&far).await.unwrap()["writer"].done, 1);
        assert!(tx.records(&WorkspaceId::new("none")).await.unwrap().is_empty());
        let settings = |workspace: &WorkspaceId| Settings::fresh(workspace.clone(), "UTC", "en");
        for workspace in [&house(), &far] {
            tx.save_settings(&settings(workspace)).await.unwrap();
        }
        let mut all = vec![settings(&house()), settings(&far)];
        all.sort_by(|a, b| a.workspace.cmp(&b.workspace));
        assert_eq!(tx.workspaces().await.unwrap(), all);
    }
}

#[tokio::test]
async fn rooms_are_unique_by_place() {
    for given in every().await {
        let mut tx = given.write().await;
        let group = place(Platform::Telegram, "-1", None, ChatKind::Group);
        let topic = place(Platform::Telegram, "-1", Some("7"), ChatKind::Group);
        let mut main = room("main", group.clone());
        let mut other = room("topic", topic.clone());
        other.thread_of = Some((TicketId::new("t1"), main.id.clone()));
        for one in [&main, &other] {
            tx.save_room(one).await.unwrap();
        }
        assert_eq!(tx.room_at(&group).await.unwrap(), Some(main.clone()), "{}", given.name);
        assert_eq!(tx.room_at(&topic).await.unwrap(), Some(other.clone()));
        assert_eq!(tx.thread(&TicketId::new("t1"), &main.id).await.unwrap(), Some(topic.clone()));
        assert_eq!(tx.thread(&TicketId::new("t2"), &main.id).await.unwrap(), None);
        assert_eq!(tx.thread(&TicketId::new("t1"), &other.id).await.unwrap(), None);
        let elsewhere = place(Platform::Telegram, "-2", None, ChatKind::Group);
        assert_eq!(tx.rooms_of_chat(&topic).await.unwrap(), [main.id.clone(), other.id.clone()]);
        assert!(tx.rooms_of_chat(&elsewhere).await.unwrap().is_empty());
        tx.savepoint().await.unwrap();
        assert!(tx.save_room(&room("twin", group.clone())).await.is_err());
        tx.undo().await.unwrap();
        main.place.chat = "-100".to_owned();
        main.closed = true;
        tx.save_room(&main).await.unwrap();
        assert_eq!(tx.room_at(&group).await.unwrap(), None, "it moved");
        assert_eq!(tx.room(&main.id).await.unwrap(), Some(main.clone()));
        assert_eq!(tx.rooms(&house()).await.unwrap(), [main, other]);
        assert!(tx.rooms(&WorkspaceId::new("other")).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn the_state_of_people_and_rooms_has_a_name_that_counts_once_it_is_durable() {
    for given in every().await {
        let mut tx = given.write().await;
        assert_eq!(tx.directory_version().await.unwrap(), "", "{}", given.name);
        tx.change_directory("one").await.unwrap();
        assert_eq!(tx.directory_version().await.unwrap(), "one");
        tx.savepoint().await.unwrap();
        tx.change_directory("two").await.unwrap();
        assert_eq!(tx.directory_version().await.unwrap(), "two");
        tx.undo().await.unwrap();
        assert_eq!(tx.directory_version().await.unwrap(), "one");
        tx.commit().await.unwrap();
        let mut tx = given.write().await;
        tx.change_directory("three").await.unwrap();
        drop(tx);
        assert_eq!(given.write().await.directory_version().await.unwrap(), "one", "{}", given.name);
    }
}

#[tokio::test]
async fn settings_and_codes_are_replaced() {
    for given in every().await {
        let mut tx = given.write().await;
        assert_eq!(tx.settings(&house()).await.unwrap(), None, "{}", given.name);
        let mut settings = Settings { mode: Mode::Auto, ..Settings::fresh(house(), "UTC", "en") };
        for last in ["researcher", "writer"] {
            last.clone_into(&mut settings.last_in_turn);
            tx.save_settings(&settings).await.unwrap();
            assert_eq!(tx.settings(&house()).await.unwrap(), Some(settings.clone()));
        }
        tx.savepoint().await.unwrap();
        tx.save_settings(&Settings { paused: true, ..settings.clone() }).await.unwrap();
        assert!(tx.settings(&house()).await.unwrap().is_some_and(|now| now.paused));
        tx.undo().await.unwrap();
        assert_eq!(tx.settings(&house()).await.unwrap(), Some(settings.clone()), "{}", given.name);
        let code = |text: &str| Code { text: text.to_owned(), grant: Grant::Pair, expires_at: at(1), tries_left: 1 };
        tx.save_codes(&house(), &[code("B"), code("A")]).await.unwrap();
        assert_eq!(tx.codes(&house()).await.unwrap(), [code("B"), code("A")]);
        tx.save_codes(&house(), &[code("C")]).await.unwrap();
        assert_eq!(tx.codes(&house()).await.unwrap(), [code("C")]);
        assert!(tx.codes(&WorkspaceId::new("other")).await.unwrap().is_empty());
    }
}
