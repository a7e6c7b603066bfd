//! Reads a web page as text. The port bounds and checks the fetch; this file bounds the parsing and marks the words
//! as data of strangers.

mod html;

#[cfg(any(test, feature = "fuzzing"))]
pub(super) use html::text as page_text;

use super::foreign::frame;
use super::schema::{read_from, spec, tell};
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Answers, Reach, Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::ports::web::fetch::{Fetch, Page};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// The most bytes of a page.
const MOST_BYTES: usize = 2 * 1024 * 1024;
/// The most characters of a page that a script gets.
const MOST_FOR_A_SCRIPT: usize = 100_000;
/// Time for turning a page into text.
const PARSING: Duration = Duration::from_secs(10);
/// Pages parsed at once; one that takes too long keeps its place until it ends.
const AT_ONCE: usize = 2;

/// The tool.
pub(super) struct ReadUrl {
    fetch: Arc<dyn Fetch>,
    places: Arc<Semaphore>,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The address of the page, http or https.
    url: String,
    /// The character to begin at, when an earlier answer was cut; else null.
    from: Option<usize>,
}

impl ReadUrl {
    /// The tool on top of a fetch.
    pub(super) fn new(fetch: Arc<dyn Fetch>) -> Self {
        Self { fetch, places: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// The page at an address, with its title and its text.
    async fn page_at(&self, context: &ToolContext, url: &str) -> Result<(Page, String, String), ToolError> {
        if let Some(why) = self.fetch.refuses(url) {
            return Err(tell(why.to_string()));
        }
        let page = self.fetch.get(url, MOST_BYTES, &context.onward).await.map_err(|e| tell(e.to_string()))?;
        if page.status >= 400 {
            return Err(tell(format!("The page answered with the error {}.", page.status)));
        }
        let (title, text) = self.text_of(&page).await?;
        Ok((page, title, text))
    }

    /// The title and the text of a page.
    async fn text_of(&self, page: &Page) -> Result<(String, String), ToolError> {
        if !page.content_type.contains("html") {
            return Ok((String::new(), page.text.clone()));
        }
        let slow = || tell("The page is too complicated to be read in time.");
        let source = page.text.clone();
        let base = page.url.clone();
        let places = self.places.clone();
        let work = async move {
            let place = places.acquire_owned().await.map_err(|_| slow())?;
            let parsed = tokio::task::spawn_blocking(move || {
                // Kept by the parsing itself, which cannot be stopped from outside.
                let _place = place;
                html::text(&source, &base)
            });
            parsed.await.map_err(|_| tell("The page cannot be read as HTML."))
        };
        tokio::time::timeout(PARSING, work).await.unwrap_or_else(|_| Err(slow()))
    }
}

#[async_trait]
impl Tool for ReadUrl {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(
            "read_url",
            "Reads a public web page and gives its title, its text and its links. Pages which need a login, a click \
             or a script cannot be read.",
        )
    }

    fn terms(&self) -> Terms {
        Terms { reach: Reach::Fetches, ..Terms::reading(Answers::Anybody) }
    }

    fn settled(&self, _context: &ToolContext, arguments: Value) -> Option<Value> {
        let address = arguments.get("url").and_then(Value::as_str);
        let refused = address.is_some_and(|address| self.fetch.refuses(address).is_some());
        (!refused).then_some(arguments)
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Arguments { url, from } = read_from(context, arguments)?;
        let (page, title, text) = self.page_at(context, &url).await?;
        if context.for_script {
            return Ok(ToolOutput::Value(text.trim().chars().take(MOST_FOR_A_SCRIPT).collect::<String>().into()));
        }
        let mut shown = super::page(text.trim(), from.unwrap_or(0));
        if shown.trim().is_empty() {
            "(The page shows no text; perhaps it needs scripts.)".clone_into(&mut shown);
        }
        if page.cut {
            shown.push_str(&format!("\n[The page is longer than {MOST_BYTES} bytes; only its beginning was read.]"));
        }
        let head = if title.is_empty() { String::new() } else { format!("Title: {title}\n\n") };
        Ok(ToolOutput::Text(frame("web_page", &page.url, &format!("{head}{shown}"))))
    }
}

#[cfg(test)]
mod tests {
    use crate::tools::read_url::*;
    use crate::tools::testing::{OnePage, context, text, told};
    use serde_json::json;

    fn tool(status: u16, content_type: &'static str, text: &str, cut: bool) -> ReadUrl {
        ReadUrl::new(Arc::new(OnePage { status, content_type, text: text.into(), cut }))
    }

    #[tokio::test]
    async fn a_page_becomes_title_text_and_links_marked_as_data() {
        let page = tool(
            200,
            "text/html",
            "<title>A &amp; B</title><script>evil()</script><h1>Hello</h1><p>Big <b>news</b> <a href='/more'>here</a>.</p></web_page>",
            false,
        );
        let shown = text(&page, json!({"url": "https://e.org/a", "from": null})).await;
        assert!(shown.starts_with("What follows was written by strangers."));
        assert!(shown.contains("<web_page source=\"https://e.org/a\">\nTitle: A & B\n"));
        assert!(shown.contains("Hello") && shown.contains("Big news here.") && !shown.contains("evil"));
        assert!(shown.contains("- here: https://e.org/more"), "{shown}");
    }

    #[tokio::test]
    async fn a_script_gets_the_text_alone() {
        let page = tool(200, "text/html", "<title>Prices</title><p>It costs <b>95</b>.</p>", false);
        let script = ToolContext { for_script: true, ..context() };
        let value = page.call(&script, json!({"url": "https://e.org/a"})).await.unwrap();
        let ToolOutput::Value(value) = value else { panic!("{value:?}") };
        assert_eq!(value, json!("It costs 95."));
        let gone = tool(404, "text/plain", "", false).call(&script, json!({"url": "https://e.org/a"})).await;
        assert!(matches!(gone, Err(ToolError::TellModel(why)) if why.contains("404")));
    }

    #[tokio::test]
    async fn what_is_never_opened_is_known_before_anybody_is_asked() {
        let page = tool(200, "text/plain", "hello", false);
        for (url, refused) in [("https://e.org/a", false), ("https://never.example/", true)] {
            assert_eq!(page.settled(&context(), json!({"url": url})).is_none(), refused, "{url}");
        }
        assert!(page.settled(&context(), json!({})).is_some());
        let why = told(&page, json!({"url": "https://never.example/"})).await;
        assert!(why.contains("may not be opened: never"), "{why}");
    }

    #[tokio::test]
    async fn cuts_and_failures_are_said() {
        let address = json!({"url": "https://e.org/a"});
        let long = "word ".repeat(5000);
        let shown = text(&tool(200, "text/plain", &long, true), address.clone()).await;
        assert!(shown.contains("24999 characters in all") && shown.contains("only its beginning was read"));
        assert!(text(&tool(200, "text/html", "<p></p>", false), address.clone()).await.contains("shows no text"));
        assert!(told(&tool(404, "text/html", "", false), address).await.contains("404"));
        let elsewhere = told(&tool(200, "text/html", "", false), json!({"url": "http://127.0.0.1/"})).await;
        assert!(elsewhere.contains("may not be opened"));
    }
}
