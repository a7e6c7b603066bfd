//! Makes the draft of a worker. The journal of the run keeps it; `delegate` takes it from there.

use super::{Draft, Grantable, not_here, shown_already};
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::secretary::agent::{MOST_WORKERS, SETS_UP};
use crate::tools::schema::{read, spec, tell};
use async_trait::async_trait;
use serde_json::Value;

/// The tool.
pub(in crate::tools) struct SpawnWorker {
    pub(in crate::tools) grantable: Grantable,
}

#[async_trait]
impl Tool for SpawnWorker {
    fn spec(&self) -> ToolSpec {
        let [name, _] = SETS_UP;
        spec::<Draft>(
            name,
            "Makes a worker for steps of delegate. It exists once people agree to the card of delegate.",
        )
    }

    fn terms(&self) -> Terms {
        Terms::INSIDE
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let draft: Draft = read(arguments)?;
        let staff = context.staff.as_ref().ok_or_else(not_here)?;
        if staff.delegated {
            return Err(shown_already());
        }
        let worker = self.grantable.worker(draft)?;
        let made = self.grantable.made(staff);
        let mut taken = staff.agents.iter().map(|agent| &agent.name).chain(made.iter().map(|worker| &worker.name));
        if taken.any(|name| *name == worker.name) {
            return Err(tell(format!("There is a {} already. Take it, or choose another name.", worker.name)));
        }
        if made.len() >= MOST_WORKERS {
            return Err(tell(format!("{MOST_WORKERS} workers are the most. Give more steps to those you have.")));
        }
        let tools = worker.tools.join(", ");
        Ok(ToolOutput::Text(format!("created {} (draft) with {tools}: it exists once people agree.", worker.name)))
    }
}

#[cfg(test)]
mod tests {
    use crate::tools::team::spawn_worker::*;
    use crate::tools::team::tests::{draft, having, tools};
    use crate::tools::testing;
    use serde_json::json;

    async fn spawned(context: &ToolContext, arguments: Value) -> String {
        let tool = SpawnWorker { grantable: Grantable::of(&tools()) };
        match tool.call(context, arguments).await {
            Ok(ToolOutput::Text(text)) | Err(ToolError::TellModel(text)) => text,
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_draft_is_made_or_the_model_is_told_what_is_wrong() {
        let two = having(vec![draft("price_checker", &["read_url"])]);
        let eight = (0..MOST_WORKERS).map(|n| draft(&format!("w{n}"), &["read_url"])).collect();
        let eleven = [
            "web_search",
            "read_url",
            "read_note",
            "list_notes",
            "search_notes",
            "read_file",
            "list_files",
            "write_file",
            "make_chart",
            "run_python",
            "calculate",
        ];
        for (context, arguments, told) in [
            (&two, draft("writer_b", &["web_search"]), "created writer_b (draft) with web_search: it exists once"),
            (&two, draft("price_checker", &["web_search"]), "There is a price_checker already."),
            (&two, draft("writer", &["web_search"]), "There is a writer already."),
            (&two, draft("Price Checker", &["web_search"]), "a lower-case word like price_checker"),
            (&two, draft("b", &["send_mail"]), "no tool called send_mail. They can have: "),
            (&two, draft("b", &["spawn_worker"]), "no tool called spawn_worker."),
            (&two, draft("b", &["web_search", "delegate"]), "no tool called delegate."),
            (&two, draft("b", &[]), "at least one tool, five are advised, 10 is the most; these are 0."),
            (&two, draft("b", &["report_progress"]), "at least one tool"),
            (&two, draft("b", &eleven), "these are 11."),
            (&two, json!({"name": "b", "title": " ", "prompt": "x", "tools": ["read_url"]}), "The title must have"),
            (&two, json!({"name": "b", "title": "B", "prompt": " ", "tools": ["read_url"]}), "The prompt must have"),
            (&having(eight), draft("ninth", &["read_url"]), "8 workers are the most."),
            (&testing::context(), draft("b", &["read_url"]), "Nothing can be set up from here"),
        ] {
            let said = spawned(context, arguments).await;
            assert!(said.contains(told), "{said}");
        }
    }
}
