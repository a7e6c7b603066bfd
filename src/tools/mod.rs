//! The tools of agents, one file each. A tool validates what a model sends, says in words what is wrong with it, and
//! never talks to a chat: it returns questions, progress and reminders.

mod ask_decision;
mod calculate;
mod files;
mod foreign;
#[cfg(any(test, feature = "fuzzing"))]
#[path = "../../fuzz/readers/pages.rs"]
pub mod fuzzing;
mod make_chart;
mod notes;
mod read_url;
mod report_progress;
mod run_python;
mod schema;
mod set_reminder;
mod team;
#[cfg(test)]
pub(crate) mod testing;
mod web_search;

use crate::ports::charts::Charts;
use crate::ports::files::Files;
use crate::ports::scripts::Scripts;
use crate::ports::tool::{Notes, Tool};
use crate::ports::web::fetch::Fetch;
use crate::ports::web::search::Search;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde_json::Value;
use std::sync::Arc;

/// The most characters one result gives to a model, so that a few results fit into its memory.
const MOST_CHARS: usize = 11_000;

/// Reads a time or a repetition in words and gives the rule as JSON, or says what is wrong with it.
pub type ParseWhen = Arc<dyn Fn(&str, Tz, DateTime<Utc>) -> Result<Value, String> + Send + Sync>;

/// The result of a sum as it is to be shown, if the text is one.
pub type Sum = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// What the tools work with.
#[derive(Clone)]
pub struct ToolParts {
    /// Gets pages from the web.
    pub fetch: Arc<dyn Fetch>,
    /// Searches the web, if a service is configured.
    pub search: Option<Arc<dyn Search>>,
    /// The notes of workspaces.
    pub notes: Arc<dyn Notes>,
    /// The files of tickets.
    pub files: Arc<dyn Files>,
    /// Runs scripts.
    pub scripts: Arc<dyn Scripts>,
    /// What draws charts.
    pub charts: Arc<dyn Charts>,
    /// Reads times.
    pub parse_when: ParseWhen,
    /// Calculates.
    pub sum: Sum,
}

/// Every tool there is.
pub fn all(parts: ToolParts) -> Vec<Arc<dyn Tool>> {
    let ToolParts { fetch, search, notes, files, scripts, charts, parse_when, sum } = parts;
    let mut tools: Vec<Arc<dyn Tool>> = vec![
        Arc::new(ask_decision::AskDecision { parse_when: parse_when.clone() }),
        Arc::new(report_progress::ReportProgress),
        Arc::new(set_reminder::SetReminder { parse_when }),
        Arc::new(read_url::ReadUrl::new(fetch)),
        Arc::new(web_search::WebSearch { search }),
        Arc::new(notes::read_note::ReadNote { notes: notes.clone() }),
        Arc::new(notes::write_note::WriteNote { notes: notes.clone() }),
        Arc::new(notes::list_notes::ListNotes { notes: notes.clone() }),
        Arc::new(notes::search_notes::SearchNotes { notes }),
        Arc::new(files::read_file::ReadFile { files: files.clone() }),
        Arc::new(files::write_file::WriteFile { files: files.clone() }),
        Arc::new(files::list_files::ListFiles { files: files.clone() }),
        Arc::new(make_chart::MakeChart { charts, files: files.clone() }),
        Arc::new(run_python::RunPython { scripts, files }),
        Arc::new(calculate::Calculate { sum }),
    ];
    let grantable = team::Grantable::of(&tools);
    tools.push(Arc::new(team::spawn_worker::SpawnWorker { grantable: grantable.clone() }));
    tools.push(Arc::new(team::delegate::Delegate { grantable }));
    tools
}

/// A piece of a long text from the character `from` on, and a word on what is missing.
fn page(text: &str, from: usize) -> String {
    let total = text.chars().count();
    let mut shown: String = text.chars().skip(from).take(MOST_CHARS).collect();
    let end = from.saturating_add(MOST_CHARS);
    if total > end {
        shown.push_str(&format!("\n[Cut here: {total} characters in all. Call again with from = {end} for more.]"));
    } else if from > 0 && from >= total {
        shown = format!("[Nothing there: the text has only {total} characters.]");
    }
    shown
}

#[cfg(test)]
mod tests {
    use crate::ports::tool::{Reach, Repetition};
    use crate::tools::*;
    use std::collections::HashSet;

    #[tokio::test]
    async fn every_tool_is_well_described() {
        let tools = all(testing::parts());
        let names: HashSet<String> = tools.iter().map(|t| t.spec().name).collect();
        assert_eq!((tools.len(), names.len()), (17, 17));
        for tool in &tools {
            let spec = tool.spec();
            assert!(spec.name.chars().all(|c| c.is_ascii_lowercase() || c == '_') && spec.name.len() <= 64);
            assert!(spec.description.len() > 20, "{}", spec.name);
            schema::tests::assert_strict(&spec.parameters, 0);
            assert_eq!(spec.parameters["type"], "object");
            // Nonsense from a model is answered, never a panic or the end of a run.
            for nonsense in
                [Value::Null, serde_json::json!([1]), serde_json::json!({"x": 1}), Value::String("{".into())]
            {
                let result = tool.call(&testing::context(), nonsense).await;
                assert!(!matches!(result, Err(crate::ports::tool::ToolError::Fatal(_))), "{} {result:?}", spec.name);
            }
        }
    }

    #[test]
    fn each_tool_answers_for_its_repetition_and_its_reach() {
        for tool in all(testing::parts()) {
            let expected = match tool.spec().name.as_str() {
                "write_note" | "set_reminder" => (Repetition::Keyed, Reach::Outside),
                "write_file" | "make_chart" | "run_python" | "ask_decision" | "report_progress" | "spawn_worker" => {
                    (Repetition::Idempotent, Reach::Inside)
                }
                "delegate" => (Repetition::Keyed, Reach::Inside),
                "read_url" => (Repetition::Idempotent, Reach::Fetches),
                _ => (Repetition::Idempotent, Reach::Reads),
            };
            assert_eq!((tool.terms().repetition, tool.terms().reach), expected, "{}", tool.spec().name);
        }
    }

    #[test]
    fn long_texts_come_in_pages() {
        let text = "é".repeat(MOST_CHARS + 5);
        assert!(page(&text, 0).contains("from = 11000"));
        assert_eq!(page(&text, MOST_CHARS), "ééééé");
        assert!(page(&text, usize::MAX).contains("only 11005"));
        assert_eq!(page("", 0), "");
    }
}
