//! Fakes of the parts of tools, for the tests beside them.

use super::ToolParts;
use crate::ports::charts::{Chart, Charts, HEIGHT, Picture, Undrawn, WIDTH};
use crate::ports::files::{self, Files, ReceivedFiles, TicketBytes, check_received};
use crate::ports::tool::{Note, Notes, Onward, Readable, Scope, Tool, ToolContext, ToolError, ToolOutput, Written};
use crate::ports::web::fetch::{Fetch, FetchError, Page};
use crate::secretary::ids::{PersonId, RunId, TicketId, WorkspaceId};
use async_trait::async_trait;
use chrono::{TimeZone, Utc};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

pub(crate) fn context() -> ToolContext {
    ToolContext {
        workspace: WorkspaceId::new("w"),
        ticket: TicketId::new("T/1"),
        number: 1,
        person: PersonId::new("p"),
        notes: Scope::everybody(WorkspaceId::new("w")),
        run: RunId::new("r"),
        key: "r-1".into(),
        now: Utc.with_ymd_and_hms(2026, 11, 21, 12, 0, 0).unwrap(),
        zone: chrono_tz::Europe::Berlin,
        onward: Onward::default(),
        received: Vec::new(),
        staff: None,
        for_script: false,
        readable: Readable::default(),
    }
}

/// One page for every address under e.org; nothing elsewhere.
pub(super) struct OnePage {
    pub(super) status: u16,
    pub(super) content_type: &'static str,
    pub(super) text: String,
    pub(super) cut: bool,
}

#[async_trait]
impl Fetch for OnePage {
    fn refuses(&self, url: &str) -> Option<FetchError> {
        url.contains("//never.example").then(|| FetchError::Forbidden("never".into()))
    }

    async fn get(&self, url: &str, _max_bytes: usize, _onward: &Onward) -> Result<Page, FetchError> {
        if !url.starts_with("https://e.org/") {
            return Err(FetchError::Forbidden("elsewhere".into()));
        }
        Ok(Page {
            url: url.into(),
            status: self.status,
            content_type: self.content_type.into(),
            text: self.text.clone(),
            cut: self.cut,
        })
    }
}

/// Notes in memory.
#[derive(Default)]
pub(super) struct MemoryNotes {
    notes: Mutex<Vec<Note>>,
    keys: Mutex<Vec<String>>,
}

#[async_trait]
impl Notes for MemoryNotes {
    async fn note(&self, scope: &Scope, title: &str) -> Result<Option<Note>, ToolError> {
        let notes = self.notes.lock().unwrap();
        let is = |n: &&Note| scope.holds(&n.owner) && n.title.to_lowercase() == title.to_lowercase();
        Ok(notes.iter().filter(is).max_by_key(|n| n.owner.clone()).cloned())
    }

    async fn write_note(&self, scope: &Scope, note: Note, append: bool, key: &str) -> Result<Written, ToolError> {
        let old = self.note(&scope.for_writing(&note.title), &note.title).await?;
        let owner = old.map_or(scope.owner().clone(), |old| old.owner);
        let mut notes = self.notes.lock().unwrap();
        let mut keys = self.keys.lock().unwrap();
        if append && keys.iter().any(|k| k == key) {
            return Ok(Written { owner, kept: None });
        }
        keys.push(key.to_owned());
        let same = |n: &&mut Note| n.owner == owner && n.title.to_lowercase() == note.title.to_lowercase();
        match notes.iter_mut().find(same) {
            Some(old) if append => old.text = format!("{}\n{}", old.text, note.text),
            Some(old) => *old = Note { owner: owner.clone(), ..note },
            None => notes.push(Note { owner: owner.clone(), ..note }),
        }
        Ok(Written { owner, kept: None })
    }

    async fn find_notes(&self, scope: &Scope, words: &str, limit: u32) -> Result<Vec<Note>, ToolError> {
        let notes = self.notes.lock().unwrap();
        let has = |n: &&Note| words.split_whitespace().all(|w| format!("{} {}", n.title, n.text).contains(w));
        Ok(notes.iter().filter(|n| scope.holds(&n.owner)).filter(has).take(limit as usize).cloned().collect())
    }
}

/// Files in memory.
#[derive(Default)]
pub(super) struct MemoryFiles {
    written: Mutex<BTreeMap<(TicketId, String), Vec<u8>>>,
    received: Mutex<BTreeMap<(String, String), Vec<u8>>>,
}

#[async_trait]
impl Files for MemoryFiles {
    async fn list_files(&self, ticket: &TicketId) -> Result<Vec<(String, u64)>, ToolError> {
        let files = self.written.lock().unwrap();
        let own = files.iter().filter(|((of, _), _)| of == ticket);
        Ok(own.map(|((_, path), bytes)| (path.clone(), bytes.len() as u64)).collect())
    }

    async fn read_file(&self, ticket: &TicketId, path: &str) -> Result<String, ToolError> {
        String::from_utf8(self.file_bytes(ticket, path).await?).map_err(|_| files::no_text(path))
    }

    async fn erase_files(&self, ticket: &TicketId) -> Result<(), ToolError> {
        self.written.lock().unwrap().retain(|(of, _), _| of != ticket);
        Ok(())
    }
}

#[async_trait]
impl TicketBytes for MemoryFiles {
    async fn write_bytes(&self, ticket: &TicketId, path: &str, bytes: &[u8], _key: &str) -> Result<(), ToolError> {
        self.written.lock().unwrap().insert((ticket.clone(), path.to_owned()), bytes.to_vec());
        Ok(())
    }
}

#[async_trait]
impl ReceivedFiles for MemoryFiles {
    async fn keep(&self, home: &str, name: &str, bytes: &[u8]) -> Result<(), ToolError> {
        check_received(home, name)?;
        self.received.lock().unwrap().insert((home.to_owned(), name.to_owned()), bytes.to_vec());
        Ok(())
    }

    async fn kept(&self, home: &str, name: &str) -> Result<Option<Vec<u8>>, ToolError> {
        check_received(home, name)?;
        Ok(self.received.lock().unwrap().get(&(home.to_owned(), name.to_owned())).cloned())
    }

    async fn erase_kept(&self, home: &str) -> Result<(), ToolError> {
        check_received(home, "any")?;
        self.received.lock().unwrap().retain(|(of, _), _| of != home);
        Ok(())
    }

    async fn file_bytes(&self, ticket: &TicketId, path: &str) -> Result<Vec<u8>, ToolError> {
        let files = self.written.lock().unwrap();
        files.get(&(ticket.clone(), path.to_owned())).cloned().ok_or_else(|| files::not_there(path))
    }
}

/// Pictures that say what is on them.
pub(super) struct Named;

#[async_trait]
impl Charts for Named {
    async fn draw(&self, chart: &Chart) -> Result<Picture, Undrawn> {
        chart.check()?;
        let png = format!("\u{89}PNG {} {:?} {:?}", chart.title, chart.kind, chart.theme).into_bytes();
        Ok(Picture { png, width: WIDTH, height: HEIGHT })
    }
}

pub(super) fn parts() -> ToolParts {
    ToolParts {
        fetch: Arc::new(OnePage { status: 200, content_type: "text/plain", text: "hello".into(), cut: false }),
        search: None,
        notes: Arc::new(MemoryNotes::default()),
        files: Arc::new(MemoryFiles::default()),
        scripts: Arc::new(()),
        charts: Arc::new(Named),
        sum: Arc::new(|_| None),
        parse_when: Arc::new(|text, zone, _| match text {
            "2026-11-24T09:00" | "every monday at 09:00" => Ok(json!({"rule": text, "zone": zone.name()})),
            _ => Err(format!("“{text}” is no time")),
        }),
    }
}

/// The text a call gave.
pub(super) async fn text(tool: &dyn Tool, arguments: Value) -> String {
    match tool.call(&context(), arguments).await.unwrap() {
        ToolOutput::Text(text) => text,
        other => panic!("{other:?}"),
    }
}

/// What a call told the model instead.
pub(super) async fn told(tool: &dyn Tool, arguments: Value) -> String {
    match tool.call(&context(), arguments).await {
        Err(ToolError::TellModel(words)) => words,
        other => panic!("{other:?}"),
    }
}
