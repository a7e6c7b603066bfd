//! Writes a note or adds to one. Words of people are never lost: a replaced text stays as a note of its own. The
//! owner comes from the ticket, never from the model.

use crate::ports::model::ToolSpec;
use crate::ports::tool::{Note, Notes, Policy, Repetition, Risk, Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::secretary::notes::Whose;
use crate::tools::schema::{read_from, spec, tell};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// The longest title.
const LONGEST_TITLE: usize = 120;
/// The longest text written at once.
const LONGEST_TEXT: usize = 100_000;

/// The tool.
pub(in crate::tools) struct WriteNote {
    pub(in crate::tools) notes: Arc<dyn Notes>,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// A short title. A note of the same title is replaced; what people wrote there is kept beside it.
    title: String,
    /// The text, Markdown.
    text: String,
    /// True to add the text at the end of the note instead of replacing it.
    append: Option<bool>,
}

#[async_trait]
impl Tool for WriteNote {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(
            "write_note",
            "Writes a note which stays after this work is done, or adds to one (append). Whose it is comes from where the \
             idea came from: the person's own in a direct chat, everybody's in a group. \
             Use it only if a note was asked for; results belong into the final answer.",
        )
    }

    fn terms(&self) -> Terms {
        Terms::outside(Repetition::Keyed, Policy::Never, Risk::Low)
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Arguments { title, text, append } = read_from(context, arguments)?;
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        if title.is_empty() || title.chars().count() > LONGEST_TITLE || title.contains(char::is_control) {
            return Err(tell(format!("The title must have 1 to {LONGEST_TITLE} characters.")));
        }
        // NUL cannot be stored by every database.
        let text: String = text.chars().filter(|c| *c != '\0').collect();
        if text.trim().is_empty() || text.chars().count() > LONGEST_TEXT {
            return Err(tell(format!("The text must have 1 to {LONGEST_TEXT} characters.")));
        }
        let append = append.unwrap_or(false);
        let said = if append { "Added to" } else { "Wrote" };
        let owner = context.notes.owner().clone();
        let note = Note { owner, title: title.clone(), text, updated_at: context.now };
        let written = self.notes.write_note(&context.notes, note, append, &context.key).await?;
        let shared = if context.notes.whose(&written.owner) == Whose::Shared { ", which everybody shares" } else { "" };
        let kept = written.kept.map(|kept| {
            format!(" What stood there before is kept as the note “{kept}”; say so in your answer, with both titles.")
        });
        Ok(ToolOutput::Text(format!("{said} the note “{title}”{shared}.{}", kept.unwrap_or_default())))
    }
}

#[cfg(test)]
mod tests {
    use crate::ports::tool::Scope;
    use crate::tools::notes::list_notes::ListNotes;
    use crate::tools::notes::read_note::ReadNote;
    use crate::tools::notes::search_notes::SearchNotes;
    use crate::tools::notes::write_note::*;
    use crate::tools::testing::{MemoryNotes, context, text, told};
    use serde_json::json;

    #[tokio::test]
    async fn notes_are_replaced_or_continued_once() {
        let notes = Arc::new(MemoryNotes::default());
        let tool = WriteNote { notes: notes.clone() };
        assert_eq!(text(&tool, json!({"title": " A\nb ", "text": "one\0"})).await, "Wrote the note “A b”.");
        let more = json!({"title": "a B", "text": "two", "append": true});
        let again = ToolContext { key: "r-2".into(), ..context() };
        for _ in 0..2 {
            tool.call(&again, more.clone()).await.unwrap();
        }
        let note = notes.note(&context().notes, "a b").await.unwrap().unwrap();
        assert_eq!((note.text.as_str(), note.updated_at), ("one\ntwo", context().now));
        assert!(told(&tool, json!({"title": "", "text": "x"})).await.contains("title"));
        assert!(told(&tool, json!({"title": "x".repeat(121), "text": "x"})).await.contains("120"));
        assert!(told(&tool, json!({"title": "x", "text": " \0"})).await.contains("text"));
    }

    #[tokio::test]
    async fn what_is_written_is_listed_with_a_glimpse_found_by_its_words_and_read_by_its_title() {
        let notes: Arc<dyn Notes> = Arc::new(MemoryNotes::default());
        let (list, search) = (ListNotes { notes: notes.clone() }, SearchNotes { notes: notes.clone() });
        let (tool, reader) = (WriteNote { notes: notes.clone() }, ReadNote { notes });
        assert_eq!(text(&list, json!({})).await, "There are no notes yet.");
        for (title, words) in [("Garden plan", "first\nred beans here".to_owned()), ("B", "é".repeat(90))] {
            tool.call(&context(), json!({"title": title, "text": words})).await.unwrap();
        }
        let listed = format!("- “Garden plan”: first red beans here\n- “B”: {}…", "é".repeat(80));
        assert_eq!(text(&list, json!({})).await, listed);
        assert_eq!(text(&search, json!({"words": "beans red"})).await, "- “Garden plan”: red beans here");
        assert_eq!(text(&search, json!({"words": "peas"})).await, "No note contains “peas”.");
        assert!(told(&search, json!({"words": " "})).await.contains("list_notes"));
        let read = text(&reader, json!({"title": "garden PLAN"})).await;
        assert_eq!(read, "# Garden plan\n(written 2026-11-21)\n\nfirst\nred beans here");
        assert!(told(&reader, json!({"title": "plan"})).await.contains("similar: “Garden plan”"));
        assert_eq!(told(&reader, json!({"title": "x"})).await, "There is no note called “x”.");
    }

    #[tokio::test]
    async fn whose_a_note_is_comes_from_the_ticket() {
        let notes = Arc::new(MemoryNotes::default());
        let tool = WriteNote { notes: notes.clone() };
        let own = ToolContext { notes: Scope::personal(context().workspace, context().person), ..context() };
        let said = async |context: &ToolContext, title: &str| {
            let arguments = json!({"title": title, "text": "x", "owner": "somebody", "append": null});
            match tool.call(context, arguments).await.unwrap() {
                ToolOutput::Text(text) => text,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(said(&own, "Plan").await, "Wrote the note “Plan”.");
        assert_eq!(notes.note(&context().notes, "Plan").await.unwrap(), None);
        assert_eq!(said(&context(), "Shopping list").await, "Wrote the note “Shopping list”.");
        assert_eq!(said(&own, "Shopping list").await, "Wrote the note “Shopping list”, which everybody shares.");
    }
}
