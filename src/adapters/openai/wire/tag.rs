//! The smallest marks in what a model writes: a tag, and a control token of its vocabulary. It knows none by name.

/// The longest of either, in bytes.
const LONGEST: usize = 200;

/// A tag: `<name>`, `</name>`, `<prefix:name attribute="…">`, `<name=value>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag<'t> {
    /// Its name without a prefix.
    pub name: &'t str,
    /// What stands behind `=`, or in its attribute `name`.
    pub value: &'t str,
    /// It ends something.
    pub closing: bool,
    /// It has nothing inside.
    pub empty: bool,
    /// Its length in bytes.
    pub length: usize,
}

/// The tag a text begins with.
pub(super) fn tag(text: &str) -> Option<Tag<'_>> {
    let inner = text.strip_prefix('<')?;
    let end = inner.bytes().take(LONGEST).position(|byte| matches!(byte, b'>' | b'<' | b'\n'))?;
    if inner.as_bytes().get(end) != Some(&b'>') {
        return None;
    }
    let inside = inner.get(..end)?;
    let (closing, inside) = inside.strip_prefix('/').map_or((false, inside), |rest| (true, rest));
    // DeepSeek's prefix.
    let inside = inside.strip_prefix("｜DSML｜").unwrap_or(inside);
    let length = inside.find(|c: char| !(c.is_ascii_alphanumeric() || "_-:.".contains(c))).unwrap_or(inside.len());
    let (name, rest) = inside.split_at_checked(length)?;
    let name = name.rsplit(':').next().filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))?;
    if !(rest.is_empty() || rest.starts_with(['=', '/', ' ', '\t'])) {
        return None;
    }
    let (empty, rest) = rest.strip_suffix('/').map_or((false, rest), |rest| (true, rest));
    let value = match rest.trim().strip_prefix('=') {
        Some(value) => value.trim().trim_matches(['"', '\'']),
        None => attribute(rest).unwrap_or_default(),
    };
    Some(Tag { name, value, closing, empty, length: end + 2 })
}

/// The first tag of a text that fits, and where it stands.
pub(super) fn find<'t>(text: &'t str, fits: impl Fn(&Tag<'t>) -> bool) -> Option<(usize, Tag<'t>)> {
    text.match_indices('<').find_map(|(at, _)| Some((at, tag(text.get(at..)?).filter(&fits)?)))
}

/// What stands before the end of a tag, and what behind it. Without an end it goes to the next tag of that name, or to the
/// end of the text.
pub(super) fn until_end<'t>(text: &'t str, name: &str) -> (&'t str, &'t str) {
    let next = find(text, |tag| tag.name.eq_ignore_ascii_case(name));
    let (at, behind) = match next {
        Some((at, tag)) => (at, if tag.closing { at + tag.length } else { at }),
        None => (text.len(), text.len()),
    };
    (text.get(..at).unwrap_or_default(), text.get(behind..).unwrap_or_default())
}

/// The value of the attribute `name`.
fn attribute(text: &str) -> Option<&str> {
    let (_, behind) = text.split_once("name=")?;
    let quote = behind.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    behind.get(1..)?.split(quote).next()
}

/// The length of the control token a text begins with: `<|name|>`, `<｜name｜>`, `<|name>` or `<name|>`.
pub(super) fn control(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('<')?;
    let end = inner.bytes().take(LONGEST).position(|byte| matches!(byte, b'>' | b'<' | b'\n' | b' '))?;
    if inner.as_bytes().get(end) != Some(&b'>') {
        return None;
    }
    let inside = inner.get(..end)?;
    let bars = ['|', '｜'];
    let name = inside.trim_matches(bars);
    let sound =
        name.chars().any(char::is_alphabetic) && name.chars().all(|c| c.is_alphanumeric() || "_-.:/▁｜".contains(c));
    (sound && (inside.starts_with(bars) || inside.ends_with(bars))).then_some(end + 2)
}

/// A text with this in place of its control tokens, except where `quoted`.
pub(super) fn without_control(text: &str, instead: &str, quoted: impl Fn(usize) -> bool) -> String {
    let mut left = String::with_capacity(text.len());
    let mut from = 0;
    for (at, _) in text.match_indices('<') {
        if at < from || quoted(at) {
            continue;
        }
        if let Some(length) = text.get(at..).and_then(control) {
            left.push_str(text.get(from..at).unwrap_or_default());
            left.push_str(instead);
            from = at + length;
        }
    }
    left.push_str(text.get(from..).unwrap_or_default());
    left
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::wire::tag::*;

    #[test]
    fn tags_have_prefixes_values_and_ends() {
        let read = |text| tag(text).map(|tag| (tag.name, tag.value, tag.closing));
        assert_eq!(read("<think>x"), Some(("think", "", false)));
        assert_eq!(read("</seed:think>"), Some(("think", "", true)));
        assert_eq!(read("<function=read_url>"), Some(("function", "read_url", false)));
        assert_eq!(read("<｜DSML｜invoke name=\"read_url\">"), Some(("invoke", "read_url", false)));
        assert_eq!(read("</｜DSML｜invoke>"), Some(("invoke", "", true)));
        for none in ["<a@b.c>", "< think>", "<think", "<think\n>", "<>", "think>", "<1>"] {
            assert_eq!(read(none), None, "{none}");
        }
    }

    #[test]
    fn control_tokens_go_and_operators_stay() {
        let text = "a<|im_end|> b <| c |> d <|> e<｜tool▁sep｜>f<tool_call|> <|tool_call>";
        assert_eq!(without_control(text, "", |_| false), "a b <| c |> d <|> ef ");
        assert_eq!(without_control(text, "", |_| true), text);
    }
}
