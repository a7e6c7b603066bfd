//! The marks models put around their thoughts and calls, as tables. Tags stand without their signs: a tag may have a
//! prefix (`<seed:think>`), attributes and any case. It decides nothing.

/// Tags around thoughts.
pub(crate) const THOUGHT_TAGS: [&str; 7] =
    ["think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad"];

/// Other marks around thoughts: beginning and end.
pub(crate) const THOUGHTS: [(&str, &str); 8] = [
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|think|>", "<|/think|>"),
    ("<|inner_prefix|>", "<|inner_suffix|>"),
    ("<|channel>thought", "<channel|>"),
    ("<unused94>", "<unused95>"),
];

/// An element some servers put thoughts into; other elements of its name are text.
pub(crate) const THOUGHT_ELEMENT: (&str, &str) = ("<details type=\"reasoning\"", "</details>");

/// Words an answer begins with when its marks were lost on the way, and those its last part begins with.
pub(crate) const LEADS: [(&str, &str); 2] =
    [("analysis", "assistantfinal"), ("Here is my thought process:", "Here is my response:")];

/// Tags around an answer behind thoughts.
pub(crate) const ANSWER_TAGS: [&str; 4] = ["answer", "response", "output", "solution"];

/// Tags around calls.
pub(crate) const CALL_TAGS: [&str; 8] =
    ["tool_call", "tool_calls", "toolcall", "function_call", "function_calls", "functioncall", "tool_code", "tool_use"];

/// Tags that are a call when they name a function: `<function=read_url>`, `<invoke name="read_url">`.
pub(crate) const NAMING_TAGS: [&str; 3] = ["function", "invoke", "tool"];

/// Tags around one argument.
pub(crate) const ARGUMENT_TAGS: [&str; 3] = ["parameter", "param", "arg"];

/// Other marks around calls: beginning and end. Without an end the call goes to the end of the text.
pub(crate) const CALLS: [(&str, &str); 14] = [
    ("[TOOL_CALLS]", ""),
    ("[TOOL_CALL]", "[/TOOL_CALL]"),
    ("<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"),
    ("<|tool_call_begin|>", "<|tool_call_end|>"),
    ("<|tool_call_start|>", "<|tool_call_end|>"),
    ("<|tool_calls|>", ""),
    ("<|tool_call|>", "<|/tool_call|>"),
    ("<|tool_call>", "<tool_call|>"),
    ("<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"),
    ("<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>"),
    ("<|python_tag|>", ""),
    ("<|action_start|>", "<|action_end|>"),
    ("<|START_ACTION|>", "<|END_ACTION|>"),
    ("<start_function_call>", "<end_function_call>"),
];

/// Ends of calls that are neither tags nor control tokens.
pub(crate) const CALL_ENDS: [&str; 3] = ["[/TOOL_CALL]", "[/TOOL_CALLS]", "<end_function_call>"];

/// Marks inside calls that mean nothing by themselves, besides control tokens such as `<|tool_sep|>`.
pub(crate) const INSIDE_CALLS: [&str; 4] = ["[ARGS]", "[CALL_ID]", "[/TOOL_CALLS]", "<end_function_call>"];

/// Code blocks that are calls, by the word behind the fence.
pub(crate) const CALL_BLOCKS: [&str; 4] = ["tool_code", "tool_call", "tool_calls", "function_call"];

/// The end of a turn: what follows was never meant to be seen.
pub(crate) const TURN_ENDS: [&str; 11] = [
    "<|im_end|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|end_of_turn|>",
    "<end_of_turn>",
    "<|END_OF_TURN_TOKEN|>",
    "<｜end▁of▁sentence｜>",
    "[/INST]",
    "[INST]",
];

/// The end of a turn that is also the end of struck-out words where `<s>` stands before it.
pub(crate) const SENTENCE: (&str, &str) = ("<s>", "</s>");

/// The channels of open-weight models: the mark before a channel's name, and the one before its text.
pub(crate) const CHANNEL: &str = "<|channel|>";
pub(crate) const MESSAGE: &str = "<|message|>";
/// Where the text of a channel ends.
pub(crate) const CHANNEL_ENDS: [&str; 5] = ["<|end|>", "<|return|>", "<|call|>", "<|start|>", CHANNEL];

/// The names under which a written call has its function, and its arguments.
pub(crate) const NAME_KEYS: [&str; 6] = ["name", "tool", "tool_name", "function", "function_name", "action"];
pub(crate) const ARGUMENT_KEYS: [&str; 8] =
    ["arguments", "parameters", "args", "params", "input", "tool_input", "kwargs", "action_input"];
/// Other fields of an object that is a call, and those around calls.
pub(crate) const BESIDE_CALLS: [&str; 6] = ["id", "type", "tool_calls", "calls", "function_call", "tool_call"];

/// The only field of an object that some models put around a text.
pub(crate) const TEXT_KEYS: [&str; 6] = ["report", "result", "answer", "text", "content", "response"];
/// The words behind the fence of a block that some models put around a text.
pub(crate) const TEXT_BLOCKS: [&str; 2] = ["markdown", "md"];

/// The lines of models that think aloud in front of a call (ReAct): a thought, the function, its arguments, its result as
/// they imagine it, and the text at the end.
pub(crate) const THOUGHT_LINE: &str = "Thought:";
pub(crate) const ACTION_LINE: &str = "Action:";
pub(crate) const INPUT_LINE: &str = "Action Input:";
pub(crate) const RESULT_LINE: &str = "Observation:";
pub(crate) const FINAL_LINE: &str = "Final Answer:";
