//! Opening a database file: what is kept, who is refused.

use crate::store_contract::*;
use secretary::adapters::store::ConnectError;
use secretary::ports::store::{Hands, StoreError};
use secretary::secretary::ticket::event::Event;

fn address(folder: &TempDir, name: &str) -> String {
    format!("sqlite://{}", folder.path().join(name).display())
}

#[tokio::test]
async fn a_reopened_file_has_kept_everything() {
    let folder = TempDir::new().unwrap();
    let url = address(&folder, "new/deep/ordner ä/s.db");
    let store = Database::connect(&url).await.unwrap();
    let mut tx = store.begin().await.unwrap();
    let one = ticket(1, Stage::Intake);
    tx.save_ticket(&one, None, &Event::IdeaReceived, None).await.unwrap();
    tx.receive(&[(inbound("a"), [7; 32])], at(0)).await.unwrap();
    tx.enqueue(&row("a", "a", 0), at(0)).await.unwrap();
    assert_eq!(tx.claim(at(0), 9, &Hands::All).await.unwrap().len(), 1);
    tx.commit().await.unwrap();
    store.set_mark("m", "v").await.unwrap();
    store.close().await;
    assert!(matches!(store.begin().await.err(), Some(StoreError::Later(_))), "a closed store");
    drop(store);

    let store = Database::connect(&url).await.unwrap();
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.ticket(&one.id).await.unwrap(), Some(one));
    assert_eq!(tx.undecided(9).await.unwrap()[0].seed, [7; 32]);
    assert_eq!(tx.receive(&[(inbound("a"), [8; 32])], at(1)).await.unwrap(), 0);
    assert_eq!(tx.recover(at(1), false).await.unwrap(), 1);
    drop(tx);
    assert_eq!(store.mark("m").await.unwrap().as_deref(), Some("v"));
}

#[tokio::test]
async fn a_second_secretary_is_refused_until_the_first_is_gone() {
    let folder = TempDir::new().unwrap();
    let url = address(&folder, "s.db");
    let first = Database::connect(&url).await.unwrap();
    let clone = first.clone();
    drop(first);
    let error = Database::connect(&url).await.unwrap_err();
    assert!(matches!(error, ConnectError::Running(_)));
    assert!(error.to_string().starts_with("The secretary is already running with this database"), "{error}");
    clone.close().await;
    drop(clone);
    Database::connect(&url).await.unwrap();
}

#[tokio::test]
async fn a_folder_or_file_that_cannot_be_is_said_plainly() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("file"), "no database, but long enough to be read as a header").unwrap();
    let error = Database::connect(&address(&folder, "file/s.db")).await.unwrap_err();
    assert!(matches!(error, ConnectError::Folder(..)), "{error}");
    let error = Database::connect(&address(&folder, "file")).await.unwrap_err();
    let (said, file) = (error.to_string(), folder.path().join("file"));
    assert!(
        said.starts_with("The database cannot be opened: the database file is damaged; “secretary restore"),
        "{said}"
    );
    assert!(said.ends_with(&format!("({})", file.display())), "{said}");
}

#[tokio::test]
async fn readers_see_what_was_committed_and_not_what_was_not() {
    let folder = TempDir::new().unwrap();
    let store = Database::connect(&address(&folder, "s.db")).await.unwrap();
    let mut tx = store.begin().await.unwrap();
    tx.save_ticket(&ticket(1, Stage::Intake), None, &Event::IdeaReceived, None).await.unwrap();
    let mut before = store.read().await.unwrap();
    assert_eq!(before.ticket_numbered(&house(), 1).await.unwrap(), None, "while a writer is at work");
    tx.commit().await.unwrap();
    assert_eq!(before.ticket_numbered(&house(), 1).await.unwrap(), None, "one reading sees one moment");
    let mut after = store.read().await.unwrap();
    assert!(after.ticket_numbered(&house(), 1).await.unwrap().is_some());
}

#[tokio::test]
async fn writers_wait_for_each_other() {
    let folder = TempDir::new().unwrap();
    let store = Database::connect(&address(&folder, "s.db")).await.unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let store = store.clone();
        tasks.spawn(async move {
            let mut tx = store.begin().await.unwrap();
            let number = tx.next_number(&house()).await.unwrap();
            tokio::task::yield_now().await;
            tx.commit().await.unwrap();
            number
        });
    }
    let mut numbers = tasks.join_all().await;
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=20).collect::<Vec<i64>>());
}
