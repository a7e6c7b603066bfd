//! Redaction in the engine: incoming text loses credentials before it is stored, outgoing text before it is sent.
//! Every platform, model and tool is wrapped when the engine gets it, so that nothing bypasses the redactor.

mod content;

use crate::ports::chat::{Change, Chat, ChatError, DownloadError, Downloads, Editing, Posting, Receipts, Sent};
use crate::ports::inbox::Ack;
use crate::ports::model::{
    Failure, Kept, Model, ModelError, ModelReply, ModelRequest, Recording, Senses, ToolSpec, Turn, Usage,
};
use crate::ports::secrets::Secrets;
use crate::ports::tool::{Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::ports::web::weblog::{Author, Entry, EntryChange, WebLog, WebLogError, WebMessage};
use crate::secretary::inbound::{Attachment, Place};
use crate::secretary::names::invisible;
use crate::secretary::redaction::mask;
use crate::secretary::settings::model_capabilities::ModelCapabilities;
use async_trait::async_trait;
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;

/// The redactor: hides the secrets of the settings and everything that looks like a credential.
#[derive(Clone)]
pub(super) struct Redactor(Arc<dyn Secrets>);

impl Redactor {
    pub(super) fn new(secrets: Arc<dyn Secrets>) -> Self {
        Self(secrets)
    }

    /// The redacted text. Platforms remove invisible characters and would join the halves of a divided credential;
    /// such a text continues without its invisible characters.
    pub(super) fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let clean = self.as_it_stands(text);
        if clean.bytes().all(|b| matches!(b, b' '..=b'~' | b'\n' | b'\t')) {
            return clean;
        }
        let seen = invisible::without(&clean);
        if seen == clean {
            return clean;
        }
        match self.as_it_stands(&seen) {
            Cow::Owned(hidden) => Cow::Owned(hidden),
            Cow::Borrowed(_) => clean,
        }
    }

    fn as_it_stands<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.0.hide(text) {
            Cow::Borrowed(text) => mask(text),
            Cow::Owned(text) => Cow::Owned(mask(&text).into_owned()),
        }
    }

    /// Redacts a text. Returns whether something was hidden.
    fn clean(&self, text: &mut String) -> bool {
        match self.text(text) {
            Cow::Borrowed(_) => false,
            Cow::Owned(clean) => {
                *text = clean;
                true
            }
        }
    }

    /// Redacts a text that may be JSON and keeps it valid: its strings are read without escapes, and so is JSON
    /// inside a string.
    fn clean_json(&self, text: &mut String) -> bool {
        let json = text.trim_start().starts_with(['{', '[', '"']);
        let mut changed = false;
        if json && let Ok(mut value) = serde_json::from_str::<Value>(text) {
            changed = self.clean_value(&mut value);
            if changed {
                *text = value.to_string();
            }
        }
        self.clean(text) || changed
    }

    fn clean_value(&self, value: &mut Value) -> bool {
        match value {
            Value::String(text) => self.clean_json(text),
            Value::Array(values) => each(values, |value| self.clean_value(value)),
            Value::Object(fields) => {
                if fields.keys().any(|name| matches!(self.text(name), Cow::Owned(_))) {
                    let named = std::mem::take(fields).into_iter();
                    *fields = named.map(|(name, value)| (self.cleaned(name), value)).collect();
                    each(fields.values_mut(), |value| self.clean_value(value));
                    return true;
                }
                each(fields.values_mut(), |value| self.clean_value(value))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }

    /// Redacts an event from outside that a flow is to read.
    pub(super) fn event(&self, event: &mut Value) {
        self.clean_value(event);
    }

    /// Redacts what a server put beside an answer. Where nothing is hidden it stays as it came: signatures must.
    fn clean_kept(&self, kept: &mut Kept) -> bool {
        let fields = kept.message.values_mut().chain(kept.calls.values_mut().flat_map(|fields| fields.values_mut()));
        each(fields, |value| self.clean_value(value))
    }

    fn cleaned(&self, mut text: String) -> String {
        self.clean(&mut text);
        text
    }

    /// A redacted short answer.
    pub(super) fn ack(&self, ack: Ack) -> Ack {
        match ack {
            Ack::Defer => Ack::Defer,
            Ack::Toast(text) => Ack::Toast(self.cleaned(text)),
            Ack::RefusePrivately(text) => Ack::RefusePrivately(self.cleaned(text)),
            Ack::OpenForm { data, mut form } => {
                self.clean_form(&mut form);
                Ack::OpenForm { data, form }
            }
        }
    }

    /// Redacted completions: the value is a number, the label may hold words of people.
    pub(super) fn completions(&self, found: Vec<(String, String)>) -> Vec<(String, String)> {
        found.into_iter().map(|(number, label)| (number, self.cleaned(label))).collect()
    }

    fn request(&self, request: &ModelRequest) -> Option<ModelRequest> {
        let mut turns = request.turns.clone();
        let mut changed = false;
        for turn in &mut turns {
            changed |= match turn {
                Turn::System { content } | Turn::User { content } | Turn::Tool { content, .. } => self.clean(content),
                // What can be read in a picture is not looked for: its bytes are no text.
                Turn::Pictures { pictures } => each(pictures, |picture| self.clean(&mut picture.name)),
                Turn::Assistant { content, calls, kept } => {
                    let called = each(calls, |call| self.clean_json(&mut call.arguments));
                    let beside = kept.as_mut().is_some_and(|kept| self.clean_kept(kept));
                    self.clean(content) || called || beside
                }
            };
        }
        changed.then(|| ModelRequest { turns, ..request.clone() })
    }

    fn error(&self, mut error: ModelError) -> ModelError {
        if let ModelError::Quota(why)
        | ModelError::Refused(why)
        | ModelError::TooSlow(why)
        | ModelError::Unusable(why)
        | ModelError::Impossible(why) = &mut error
        {
            self.clean(why);
        }
        error
    }

    /// The error of a platform may repeat the requested address, which holds the token.
    fn chat_error(&self, mut error: ChatError) -> ChatError {
        if let ChatError::Gone(why) | ChatError::Deleted(why) | ChatError::Barred(why) | ChatError::Refused(why) =
            &mut error
        {
            self.clean(why);
        }
        error
    }

    fn tool_error(&self, mut error: ToolError) -> ToolError {
        let (ToolError::TellModel(text)
        | ToolError::Unclear(text)
        | ToolError::Later(text)
        | ToolError::Fatal(text)
        | ToolError::Disk(_, text)) = &mut error;
        self.clean(text);
        error
    }
}

/// Redacts all and returns whether any was changed.
fn each<T>(all: impl IntoIterator<Item = T>, clean: impl FnMut(T) -> bool) -> bool {
    all.into_iter().map(clean).filter(|changed| *changed).count() > 0
}

/// A part behind the redactor.
pub struct Redacted<T: ?Sized> {
    inner: Arc<T>,
    redactor: Redactor,
}

impl<T: ?Sized> Redacted<T> {
    pub(super) fn new(inner: Arc<T>, redactor: &Redactor) -> Self {
        Self { inner, redactor: redactor.clone() }
    }
}

#[async_trait]
impl<T: Chat + ?Sized> Chat for Redacted<T> {
    async fn post(&self, posting: Posting<'_>) -> Result<Sent, ChatError> {
        let message = self.redactor.message(posting.message);
        let sent = self.inner.post(Posting { message: &message, ..posting }).await;
        sent.map_err(|error| self.redactor.chat_error(error))
    }

    async fn edit(&self, editing: Editing<'_>) -> Result<usize, ChatError> {
        let edited = match editing.change {
            Change::Part(message, part) => {
                let message = self.redactor.message(message);
                self.inner.edit(Editing { change: Change::Part(&message, part), ..editing }).await
            }
            Change::NoButtons => self.inner.edit(editing).await,
        };
        edited.map_err(|error| self.redactor.chat_error(error))
    }

    async fn open_thread(&self, place: &Place, message: &str, title: &str) -> Result<Option<Place>, ChatError> {
        let opened = self.inner.open_thread(place, message, &self.redactor.text(title)).await;
        opened.map_err(|error| self.redactor.chat_error(error))
    }

    async fn typing(&self, place: &Place) {
        self.inner.typing(place).await;
    }
}

#[async_trait]
impl<T: Chat + ?Sized> Downloads for Redacted<T> {
    async fn download(&self, file: &Attachment, most: u64) -> Result<Vec<u8>, DownloadError> {
        self.inner.download(file, most).await
    }
}

#[async_trait]
impl<T: Chat + ?Sized> Receipts for Redacted<T> {
    async fn seen(&self, place: &Place, message: &str) -> Result<(), ChatError> {
        self.inner.seen(place, message).await.map_err(|error| self.redactor.chat_error(error))
    }
}

#[async_trait]
impl<T: Model + ?Sized> Senses for Redacted<T> {
    async fn words_of(&self, recording: &Recording) -> Result<ModelReply, Failure> {
        match self.inner.words_of(recording).await {
            Ok(mut reply) => {
                self.redactor.clean(&mut reply.text);
                Ok(reply)
            }
            Err(Failure { error, usage }) => Err(Failure { error: self.redactor.error(error), usage }),
        }
    }

    fn sees(&self) -> bool {
        self.inner.sees()
    }

    async fn try_sight(&self) -> Usage {
        self.inner.try_sight().await
    }
}

#[async_trait]
impl<T: Model + ?Sized> Model for Redacted<T> {
    async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, Failure> {
        let clean = self.redactor.request(request);
        let reply = self.inner.ask(clean.as_ref().unwrap_or(request)).await;
        match reply {
            Ok(mut reply) => {
                self.redactor.clean_json(&mut reply.text);
                for call in &mut reply.calls {
                    self.redactor.clean(&mut call.id);
                    self.redactor.clean(&mut call.name);
                    self.redactor.clean_json(&mut call.arguments);
                }
                if let Some(kept) = &mut reply.kept {
                    self.redactor.clean_kept(kept);
                }
                Ok(reply)
            }
            Err(Failure { error, usage }) => Err(Failure { error: self.redactor.error(error), usage }),
        }
    }

    fn reads(&self) -> bool {
        self.inner.reads()
    }

    fn describe(&self) -> String {
        self.redactor.cleaned(self.inner.describe())
    }

    fn capabilities(&self) -> ModelCapabilities {
        self.inner.capabilities()
    }
}

#[async_trait]
impl<T: Tool + ?Sized> Tool for Redacted<T> {
    fn spec(&self) -> ToolSpec {
        self.inner.spec()
    }

    fn terms(&self) -> Terms {
        self.inner.terms()
    }

    fn settled(&self, context: &ToolContext, arguments: Value) -> Option<Value> {
        let mut clean = arguments.clone();
        self.redactor.clean_value(&mut clean);
        self.inner.settled(context, clean)?;
        self.inner.settled(context, arguments)
    }

    async fn call(&self, context: &ToolContext, mut arguments: Value) -> Result<ToolOutput, ToolError> {
        self.redactor.clean_value(&mut arguments);
        match self.inner.call(context, arguments).await {
            Ok(ToolOutput::Text(mut text)) => {
                self.redactor.clean_json(&mut text);
                Ok(ToolOutput::Text(text))
            }
            Ok(ToolOutput::Value(mut value)) => {
                self.redactor.clean_value(&mut value);
                Ok(ToolOutput::Value(value))
            }
            // They are made of the redacted arguments.
            Ok(output @ (ToolOutput::Ask(_) | ToolOutput::SetUp { .. })) => Ok(output),
            Ok(ToolOutput::Progress(line)) => Ok(ToolOutput::Progress(self.redactor.cleaned(line))),
            Ok(ToolOutput::Remind { text, rule }) => Ok(ToolOutput::Remind { text: self.redactor.cleaned(text), rule }),
            Err(error) => Err(self.redactor.tool_error(error)),
        }
    }
}

/// The log of the web chat stores what people say before it is an event.
#[async_trait]
impl<T: WebLog + ?Sized> WebLog for Redacted<T> {
    async fn append(&self, key: &str, message: WebMessage) -> Result<i64, WebLogError> {
        let clean = match message.author {
            Author::Person => self.redactor.words(&message.message),
            Author::Secretary => self.redactor.message(&message.message),
        };
        let (clean, mut files) = (clean.into_owned(), message.files);
        self.redactor.clean_names(&mut files);
        self.inner.append(key, WebMessage { message: clean, files, ..message }).await
    }

    async fn change(&self, id: i64, change: EntryChange) -> Result<bool, WebLogError> {
        let clean = match change {
            EntryChange::Content(message) => {
                EntryChange::Content(Box::new(self.redactor.message(&message).into_owned()))
            }
            EntryChange::Seen => EntryChange::Seen,
        };
        self.inner.change(id, clean).await
    }

    async fn since(&self, seq: i64, limit: usize) -> Result<Vec<Entry>, WebLogError> {
        self.inner.since(seq, limit).await
    }

    async fn latest(&self, before: Option<i64>, limit: usize) -> Result<Vec<Entry>, WebLogError> {
        self.inner.latest(before, limit).await
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::redaction::*;
    use serde_json::json;

    #[test]
    fn what_a_server_kept_beside_an_answer_loses_secrets_and_nothing_else() {
        let redactor = Redactor::new(Arc::new(()));
        let fields = |value: Value| value.as_object().cloned().unwrap_or_default();
        let signed = json!({"google": {"thought_signature": "CrYBAVKhc7Yq0b3+9/wJalr=="}, "number": 1.50});
        let mut kept = Kept {
            model: "host/m".to_owned(),
            message: fields(
                json!({"reasoning_content": "Then I read it.", "reasoning_details": [{"data": "gAAAAA=="}]}),
            ),
            calls: [("a".to_owned(), fields(signed))].into(),
        };
        let before = kept.clone();
        assert!(!redactor.clean_kept(&mut kept));
        assert_eq!(kept, before);
        let token = format!("{}{}", "ghp_", "16C7e42F292c6912E7710c838347Ae178B4a");
        kept.message.insert("reasoning".to_owned(), json!(format!("The token is {token}.")));
        assert!(redactor.clean_kept(&mut kept));
        assert_eq!(kept.message.remove("reasoning"), Some(json!("The token is [hidden: a GitHub token].")));
        assert_eq!(kept, before);
    }
}
