//! What is stored: tickets, notes, files, the audit log, and a database or a disk that is damaged.

use crate::support::doubles::inbound::Account;
use crate::support::office::Office;
use secretary::adapters::folder::Folder;
use secretary::engine::home;
use secretary::ports::files::Files;
use secretary::ports::store::{Store, digest};
use secretary::ports::tool::{Notes, Scope};
use secretary::secretary::audit::Entry;
use secretary::secretary::audit::chain::Walk;
use secretary::secretary::ids::TicketId;
use secretary::secretary::inbound::Account as Handle;
use secretary::secretary::ticket::Ticket;
use secretary::secretary::ticket::event::Event;
use sqlx::Connection;

impl Office {
    /// A ticket as it stands in the database.
    pub async fn ticket(&self, number: i64) -> Ticket {
        let mut tx = self.store().read().await.unwrap();
        let found = tx.ticket_numbered(&home(), number).await.unwrap();
        found.unwrap_or_else(|| panic!("there is no #{number}:\n{}", self.transcript()))
    }

    /// A file lies in a ticket's folder.
    pub async fn has_file(&self, ticket: &TicketId, path: &str, text: &str) {
        Folder::new(self.0.folder.path()).write_file(ticket, path, text, "there").await.unwrap();
    }

    /// So many more tickets that stand as this one does.
    pub async fn copies(&self, number: i64, how_many: i64) {
        let mut tx = self.store().begin().await.unwrap();
        let mut one = tx.ticket_numbered(&home(), number).await.unwrap().expect("a ticket of this number");
        // They stand before nobody: hundreds of questions to one person would wait for each other.
        one.decisions.iter_mut().for_each(|decision| decision.asks.clear());
        for number in number + 1..=number + how_many {
            let copy = Ticket { id: TicketId::new(format!("copy-{number}")), number, ..one.clone() };
            tx.save_ticket(&copy, None, &Event::IdeaReceived, None).await.unwrap();
        }
        tx.commit().await.unwrap();
    }

    /// The file of the database is damaged, or mended: what stands for this ticket from now on. Gives what stood there.
    pub async fn spoils(&self, number: i64, body: &str) -> String {
        let url = self.0.file.as_ref().expect("an office on a file");
        let mut file = sqlx::SqliteConnection::connect(url).await.unwrap();
        let sql = "SELECT body FROM tickets WHERE number = $1";
        let (before,): (String,) = sqlx::query_as(sql).bind(number).fetch_one(&mut file).await.unwrap();
        let sql = "UPDATE tickets SET body = $2 WHERE number = $1";
        sqlx::query(sql).bind(number).bind(body).execute(&mut file).await.unwrap();
        file.close().await.unwrap();
        before
    }

    /// Somebody writes into the file where the audit log ends, or takes that away. Gives what stood there.
    pub async fn log_ends(&self, at: Option<(i64, String)>) -> (i64, String) {
        let url = self.0.file.as_ref().expect("an office on a file");
        let mut file = sqlx::SqliteConnection::connect(url).await.unwrap();
        let before = sqlx::query_as("SELECT seq, hash FROM audit_head").fetch_optional(&mut file).await.unwrap();
        sqlx::query("DELETE FROM audit_head").execute(&mut file).await.unwrap();
        if let Some((seq, hash)) = at {
            let sql = "INSERT INTO audit_head (name, seq, hash) VALUES ('audit', $1, $2)";
            sqlx::query(sql).bind(seq).bind(hash).execute(&mut file).await.unwrap();
        }
        file.close().await.unwrap();
        before.unwrap_or_default()
    }

    /// What stands in the audit log, which must be whole.
    pub async fn audited(&self) -> Vec<Entry> {
        let mut tx = self.store().read().await.unwrap();
        let rows = tx.audit_page(i64::MIN, u32::MAX).await.unwrap();
        let mut walk = Walk::new(digest, None);
        let walked = rows.iter().try_for_each(|row| walk.step(row));
        assert_eq!(walked, Ok(()));
        assert_eq!(walk.ends(&tx.audit_end().await.unwrap()), Ok(()));
        rows.iter().map(|row| serde_json::from_str(&row.body).unwrap()).collect()
    }

    /// What a file of a ticket says.
    pub async fn written(&self, ticket: &TicketId, path: &str) -> String {
        Folder::new(self.0.folder.path()).read_file(ticket, path).await.unwrap()
    }

    /// How many events the engine told itself under keys that begin with this.
    pub async fn told(&self, prefix: &str) -> i64 {
        let url = self.0.file.as_ref().expect("an office on a file");
        let mut file = sqlx::SqliteConnection::connect(url).await.unwrap();
        let sql = "SELECT COUNT(*) FROM inbox WHERE platform = 'self' AND substr(event, 1, length($1)) = $1";
        let told = sqlx::query_scalar(sql).bind(prefix).fetch_one(&mut file).await.unwrap();
        file.close().await.unwrap();
        told
    }

    /// Every file this office keeps, its database among them.
    pub(in crate::support) fn kept(&self) -> Vec<std::path::PathBuf> {
        assert!(self.0.file.is_some(), "an office on a file");
        let (mut folders, mut files) = (vec![self.0.folder.path().to_owned()], Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { folders.push(path) } else { files.push(path) }
            }
        }
        files
    }

    /// Whether these words stand in the files of the database.
    pub fn database_has(&self, words: &str) -> bool {
        let database =
            |path: &std::path::PathBuf| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with("office.db"));
        let has = |path: std::path::PathBuf| String::from_utf8_lossy(&std::fs::read(path).unwrap()).contains(words);
        self.kept().into_iter().filter(database).any(has)
    }

    /// The score of an agent.
    pub async fn score(&self, agent: &str) -> i64 {
        let store = self.0.running.lock().unwrap().as_ref().unwrap().store.clone();
        let mut tx = store.read().await.unwrap();
        tx.records(&home())
            .await
            .unwrap()
            .into_iter()
            .find(|(name, _)| name == agent)
            .map_or(50, |(_, record)| record.score())
    }

    /// The folder for the files of tickets is gone, and something else stands in its place.
    pub fn loses_its_disk(&self) {
        std::fs::remove_dir_all(self.0.folder.path()).unwrap();
        std::fs::write(self.0.folder.path(), "").unwrap();
    }

    /// It is back, empty.
    pub fn finds_its_disk(&self) {
        if self.0.folder.path().is_file() {
            std::fs::remove_file(self.0.folder.path()).unwrap();
            std::fs::create_dir(self.0.folder.path()).unwrap();
        }
    }

    /// The text of everybody's note.
    pub async fn note(&self, title: &str) -> Option<String> {
        let note = Notes::note(&self.store(), &Scope::everybody(home()), title).await.unwrap();
        note.map(|note| note.text)
    }

    /// The text of a note of whoever has this account.
    pub(in crate::support) async fn note_of(&self, who: &Account, title: &str) -> Option<String> {
        let account = Handle { platform: who.platform, user: who.user.clone() };
        let person = self.store().read().await.unwrap().member(&home(), &account).await.unwrap().expect("a member");
        let scope = Scope::personal(home(), person.id).own();
        Notes::note(&self.store(), &scope, title).await.unwrap().map(|note| note.text)
    }
}
