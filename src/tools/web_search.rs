//! Searches the web with the configured service, or says plainly that there is none.

use super::foreign::frame;
use super::schema::{read_from, spec, tell};
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Answers, Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::ports::web::search::{Hit, Search};
use crate::secretary::wording::schedules::flow_runs;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The longest search.
const LONGEST: usize = 400;
/// The most characters of one snippet.
const SNIPPET: usize = 400;

/// The tool.
pub(super) struct WebSearch {
    pub(super) search: Option<Arc<dyn Search>>,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// What to search for, a few words.
    query: String,
    /// How many results, 1 to 10; null for 5.
    limit: Option<u8>,
}

#[async_trait]
impl Tool for WebSearch {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(
            "web_search",
            "Searches the web and gives titles, addresses and a few words of each result. Read the pages that \
             matter with read_url before relying on them.",
        )
    }

    fn terms(&self) -> Terms {
        Terms::reading(Answers::Anybody)
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Found { query, by, hits } = self.found(context, arguments).await?;
        if context.for_script {
            let one = |hit: Hit| json!({"title": short(&hit.title, 200), "url": hit.url, "text": short(&hit.snippet, SNIPPET)});
            return Ok(ToolOutput::Value(hits.into_iter().map(one).collect()));
        }
        if hits.is_empty() {
            return Ok(ToolOutput::Text(format!("{by} found nothing for “{query}”.")));
        }
        let lines: Vec<String> = hits
            .iter()
            .zip(1..)
            .map(|(hit, n)| format!("{n}. {}\n{}\n{}", short(&hit.title, 200), hit.url, short(&hit.snippet, SNIPPET)))
            .collect();
        Ok(ToolOutput::Text(frame("search_results", by, &lines.join("\n\n"))))
    }
}

/// What a search found, and which service did.
struct Found {
    query: String,
    by: &'static str,
    hits: Vec<Hit>,
}

impl WebSearch {
    async fn found(&self, context: &ToolContext, arguments: Value) -> Result<Found, ToolError> {
        let arguments: Arguments = read_from(context, arguments)?;
        let query = arguments.query.split_whitespace().collect::<Vec<_>>().join(" ");
        if query.is_empty() || query.chars().count() > LONGEST {
            return Err(tell(format!("A search has 1 to {LONGEST} characters.")));
        }
        let Some(search) = &self.search else {
            if context.for_script {
                return Err(tell(flow_runs::no_search()));
            }
            return Err(tell(
                "No web search is set up. Work with what you know and with addresses you are given, and say so in \
                 the answer. An owner can set SEARXNG_URL, BRAVE_API_KEY or TAVILY_API_KEY.",
            ));
        };
        let limit = arguments.limit.unwrap_or(5).clamp(1, 10);
        let hits = search.search(&query, limit).await.map_err(|e| tell(e.to_string()))?;
        Ok(Found { query, by: search.name(), hits })
    }
}

fn short(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use crate::ports::web::fetch::FetchError;
    use crate::tools::testing::{context, text, told};
    use crate::tools::web_search::*;

    struct Fixed(Result<u8, FetchError>);

    #[async_trait]
    impl Search for Fixed {
        async fn search(&self, query: &str, limit: u8) -> Result<Vec<Hit>, FetchError> {
            let hit = |n| Hit { title: format!("{query} {n}"), url: format!("https://e.org/{n}"), snippet: "s".into() };
            self.0.clone().map(|most| (0..most.min(limit)).map(hit).collect())
        }

        fn name(&self) -> &'static str {
            "Fixed"
        }
    }

    #[tokio::test]
    async fn results_are_listed_as_data() {
        let tool = WebSearch { search: Some(Arc::new(Fixed(Ok(20)))) };
        let shown = text(&tool, json!({"query": "rust  book", "limit": null})).await;
        assert!(shown.contains("1. rust book 0\nhttps://e.org/0\ns\n\n2. ") && !shown.contains("6. "));
        assert!(shown.contains("<search_results source=\"Fixed\">"));
        assert!(text(&tool, json!({"query": "a", "limit": 200})).await.contains("10. "));
        let none = WebSearch { search: Some(Arc::new(Fixed(Ok(0)))) };
        assert_eq!(text(&none, json!({"query": "a"})).await, "Fixed found nothing for “a”.");
    }

    #[tokio::test]
    async fn a_script_gets_a_list() {
        let tool = WebSearch { search: Some(Arc::new(Fixed(Ok(1)))) };
        let script = ToolContext { for_script: true, ..context() };
        let ToolOutput::Value(value) = tool.call(&script, json!({"query": "rust"})).await.unwrap() else { panic!() };
        assert_eq!(value, json!([{"title": "rust 0", "url": "https://e.org/0", "text": "s"}]));
    }

    #[tokio::test]
    async fn failures_are_said() {
        let none = WebSearch { search: None };
        let words = told(&none, json!({"query": "a"})).await;
        assert!(
            words.starts_with("No web search is set up.")
                && words.contains("SEARXNG_URL, BRAVE_API_KEY or TAVILY_API_KEY")
        );
        let script = ToolContext { for_script: true, ..context() };
        let words = none.call(&script, json!({"query": "a"})).await;
        assert_eq!(words, Err(ToolError::TellModel(flow_runs::no_search().to_owned())));
        let down = WebSearch { search: Some(Arc::new(Fixed(Err(FetchError::Unreachable("Fixed is down".into()))))) };
        assert!(told(&down, json!({"query": "a"})).await.contains("Fixed is down"));
        assert!(told(&down, json!({"query": " "})).await.contains("1 to 400"));
    }
}
