//! Look-ups of an understanding: notes, tickets and the conversation of this place, a sum, the web. They only read. A
//! page is opened only if the person named its address; the result is data for the model.

use crate::engine::Engine;
use crate::engine::context::{Context, sender};
use crate::engine::routing::understanding::recall;
use crate::ports::store::Stored;
use crate::ports::tool::{Onward, Readable, ToolContext, ToolError, ToolOutput};
use crate::secretary::ids::{RunId, TicketId};
use crate::secretary::intent::{LookUp, Spoken};
use crate::secretary::permissions::notes_of;
use crate::secretary::policy::addresses;
use serde_json::json;

/// The most characters of one result.
const FOUND: usize = 2_000;

impl Engine {
    /// Looks something up for a message. A failure is told to the model in words.
    pub(crate) async fn look_up(&self, spoken: &Spoken, act: LookUp, text: &str) -> String {
        let found = match act {
            LookUp::Calculate => self.parts.grammar.sum(text).unwrap_or_else(|| "This is no sum.".to_owned()),
            LookUp::Recall => match self.recalled(spoken, text).await {
                Ok(found) if found.is_empty() => "Nothing was found.".to_owned(),
                Ok(found) => found,
                Err(error) => format!("It cannot be looked up now: {error}"),
            },
            LookUp::WebSearch => self.outside(spoken, "web_search", json!({"query": text, "limit": 5})).await,
            // Any other address could carry words of the conversation to a stranger.
            LookUp::ReadUrl if !addresses::named_in(spoken.text(), text) => {
                "Only an address that stands in the message may be opened here; make it an idea instead.".to_owned()
            }
            LookUp::ReadUrl => self.outside(spoken, "read_url", json!({"url": text, "from": null})).await,
        };
        found.chars().take(FOUND).collect()
    }

    /// What notes, tickets, reports and the conversation of this place say about some words.
    async fn recalled(&self, spoken: &Spoken, words: &str) -> Stored<String> {
        let mut tx = self.parts.store.read().await?;
        let mut context = Context::reading(self, tx.as_mut(), &spoken.workspace);
        let Some(request) = sender::request_of(&mut context, &spoken.inbound).await? else {
            return Ok(String::new());
        };
        let mut found = recall::notes(&mut context, &request, words).await?;
        found.extend(recall::tickets(&mut context, &request, words).await?);
        found.extend(recall::turns(&mut context, &request, words).await?);
        Ok(found.join("\n"))
    }

    /// The result of a tool that reads outside.
    async fn outside(&self, spoken: &Spoken, name: &str, arguments: serde_json::Value) -> String {
        let Some(tool) = self.parts.tools.iter().find(|tool| tool.spec().name == name) else {
            return "This cannot be looked up here.".to_owned();
        };
        let context = ToolContext {
            workspace: spoken.workspace.clone(),
            ticket: TicketId::new("look-up"),
            number: 0,
            person: spoken.person.clone(),
            notes: notes_of(&spoken.workspace, &spoken.person, false),
            run: RunId::new("look-up"),
            key: String::new(),
            now: self.now(),
            zone: chrono_tz::Tz::UTC,
            onward: Onward::default(),
            received: Vec::new(),
            staff: None,
            for_script: false,
            readable: Readable::default(),
        };
        match tool.call(&context, arguments).await {
            Ok(ToolOutput::Text(text)) => text,
            Ok(ToolOutput::Value(value)) => value.to_string(),
            Ok(ToolOutput::Ask(_) | ToolOutput::Progress(_) | ToolOutput::Remind { .. } | ToolOutput::SetUp { .. }) => {
                String::new()
            }
            Err(
                ToolError::TellModel(why)
                | ToolError::Unclear(why)
                | ToolError::Later(why)
                | ToolError::Fatal(why)
                | ToolError::Disk(_, why),
            ) => why,
        }
    }
}
