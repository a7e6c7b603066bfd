//! How servers and models differ, in one place: the families of servers, how to talk to each and what its refusals teach,
//! and tables of the marks of thoughts and calls and of the reasons why an answer ends. Nothing is sent here.

mod families;
pub(super) mod finish;
pub(super) mod limits;
pub(super) mod marks;
pub(super) mod refused;

pub(super) use families::{Family, entries};
pub(super) use refused::Used;

/// How JSON of a schema is asked for, the best way first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SchemaWay {
    /// `response_format` of type `json_schema`.
    Schema,
    /// A tool with the schema for its arguments, which the model is told to call.
    Tool,
    /// `response_format` of type `json_object`, the schema in words.
    Object,
    /// Words alone.
    Plain,
}

/// Under which name a limit is known (platform-facts L7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LimitName {
    MaxTokens,
    MaxCompletionTokens,
}

/// How tools are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ToolWay {
    /// As `tools`.
    Native,
    /// As one object under a schema: a tool with its arguments, or a result.
    Object,
}

/// What stands as the content of an answer that only calls: some servers refuse one of these (platform-facts L6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EmptyContent {
    /// `null`, as OpenAI documents it.
    Null,
    /// An empty text.
    Text,
    /// A few words.
    Words,
}

/// How to talk to one model. Learned from refusals and from the probe; forgotten when the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dialect {
    pub schema: SchemaWay,
    /// The schema is to be kept to strictly, and the server knows the word.
    pub strict: bool,
    pub limit: LimitName,
    pub tools: ToolWay,
    /// A tool it is told to call is called: found by the probe.
    pub forced_tool: bool,
    /// Answers come in pieces, counted: found by the probe. A silent server is then noticed long before the deadline.
    pub streams: bool,
    /// Calls come in pieces, too.
    pub streams_calls: bool,
    /// It knows `stream_options`.
    pub stream_options: bool,
    /// What the server put beside an answer goes back to it.
    pub kept_fields: bool,
    /// Only providers that know every setting are to answer (OpenRouter).
    pub require_parameters: bool,
    /// It takes a system message; else the instructions stand in front of a person's first words.
    pub system: bool,
    /// What an answer has as content that only calls.
    pub empty: EmptyContent,
    /// Ids of calls have nine letters and digits (templates of Mistral).
    pub short_ids: bool,
    /// It fills the usual limit with thoughts: its answers may be longer.
    pub thinks: bool,
}
