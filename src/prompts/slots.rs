//! The renderer of prompts: `{{name}}` slots, each filled with exactly the given value. Values are never searched for
//! slots, so text of people cannot reach another slot.

/// The line between the fixed and the changing part of a prompt file.
const DIVIDER: &str = "<!-- changes from call to call -->\n";

/// Why a prompt cannot be rendered: a fault of the source, found by the tests.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SlotFault {
    /// The file has a slot nothing was given for.
    #[error("the slot {0} is not filled")]
    Missing(String),
    /// Something was given for which the file has no slot.
    #[error("there is no slot {0}")]
    Unknown(String),
    /// A `{{` without its `}}`.
    #[error("a slot is not closed")]
    Open,
}

/// The fixed and the changing part of a prompt file; all of it is fixed when the divider is absent.
pub(super) fn halves(file: &'static str) -> (&'static str, &'static str) {
    let (fixed, changing) = file.split_once(DIVIDER).unwrap_or((file, ""));
    (fixed.trim_end(), changing.trim_end())
}

/// Fills the slots of `template`.
///
/// # Errors
/// The first [`SlotFault`]: slots and values must match exactly.
pub(super) fn render(template: &str, values: &[(&str, &str)]) -> Result<String, SlotFault> {
    let mut out = String::with_capacity(template.len() + values.iter().map(|(_, v)| v.len()).sum::<usize>());
    let mut used = vec![false; values.len()];
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, behind) = after.split_once("}}").ok_or(SlotFault::Open)?;
        out.push_str(before);
        let found = values.iter().zip(used.iter_mut()).find(|((n, _), _)| *n == name);
        let ((_, value), mark) = found.ok_or_else(|| SlotFault::Missing(name.to_owned()))?;
        out.push_str(value);
        *mark = true;
        rest = behind;
    }
    out.push_str(rest);
    match values.iter().zip(&used).find(|(_, used)| !**used) {
        Some(((name, _), _)) => Err(SlotFault::Unknown((*name).to_owned())),
        None => Ok(out),
    }
}

/// Fills the slots of an embedded prompt. The tests render every prompt strictly, so the faulty branch is not
/// reached in a build that passed them; were it, the values alone would still reach the model.
pub(super) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let rendered = render(template, values);
    debug_assert!(rendered.is_ok(), "{rendered:?}");
    rendered.unwrap_or_else(|_| values.iter().map(|(_, value)| *value).collect::<Vec<_>>().join("\n"))
}

/// A text that stands between `<tag>` and `</tag>`: it can neither close the tag nor open another one of the name.
pub(super) fn fence(tag: &str, text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let (open, close) = (format!("<{tag}"), format!("</{tag}"));
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        // ASCII lower-casing keeps byte positions, so `at` fits both texts.
        let rest = lower.get(at..).unwrap_or("");
        if character == '<' && (rest.starts_with(&open) || rest.starts_with(&close)) {
            out.push('\u{2039}');
        } else {
            out.push(character);
        }
    }
    out
}
