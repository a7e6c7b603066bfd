//! Takes the thoughts out of what a model wrote, whatever marks it uses: people never see them. What is quoted as code
//! stays.

use super::code;
use super::tag::tag;
use crate::adapters::openai::dialects::marks::{ANSWER_TAGS, LEADS, THOUGHT_ELEMENT, THOUGHT_TAGS, THOUGHTS};

/// Thoughts in one answer; a text with more is none.
const MOST: usize = 64;
/// The most bytes of the attributes of an element with thoughts.
const ATTRIBUTES: usize = 200;

/// The beginning or end of a thought.
#[derive(Clone, Copy)]
struct Mark {
    /// Which of the tables' marks.
    sort: &'static str,
    ends: bool,
    length: usize,
}

/// A text without the thoughts in it. What stands before an end without a beginning is a thought, and what stands behind a
/// beginning without an end.
pub(super) fn without_thoughts(text: &str) -> String {
    let (mut said, mut rest, mut thought) = (String::new(), text, false);
    for (begin, last) in LEADS {
        if rest.trim_start().starts_with(begin)
            && let Some((_, behind)) = rest.rsplit_once(last)
        {
            (rest, thought) = (behind, true);
        }
    }
    for _ in 0..MOST {
        let code = code::ranges(rest);
        // The end of an element ends a thought only where one began.
        let counts = |(at, mark): &(usize, Mark)| !(is_end_of_element(*mark) || code::within(&code, *at));
        let Some((at, begun)) = marks(rest).find(counts) else {
            said.push_str(rest);
            return if thought { unwrapped(&said).to_owned() } else { said };
        };
        thought = true;
        let behind = rest.get(at + begun.length..).unwrap_or_default();
        if begun.ends {
            said.clear();
            rest = behind;
            continue;
        }
        said.push_str(rest.get(..at).unwrap_or_default());
        let own = marks(behind).find(|(_, mark)| mark.ends && mark.sort == begun.sort);
        // Some models end a thought with another mark than they began it with.
        rest = match own.or_else(|| marks(behind).find(|(_, mark)| mark.ends && !is_end_of_element(*mark))) {
            Some((at, mark)) => behind.get(at + mark.length..).unwrap_or_default(),
            None => "",
        };
    }
    String::new()
}

/// The marks in a text, in order.
fn marks(text: &str) -> impl Iterator<Item = (usize, Mark)> + '_ {
    text.match_indices(['<', '[', '◁']).filter_map(|(at, _)| Some((at, mark(text.get(at..)?)?)))
}

fn is_end_of_element(mark: Mark) -> bool {
    mark.ends && mark.sort == THOUGHT_ELEMENT.0
}

/// The mark a text begins with.
fn mark(text: &str) -> Option<Mark> {
    let (begin, end) = THOUGHT_ELEMENT;
    if let Some(inside) = text.strip_prefix(begin) {
        let rest = inside.bytes().take(ATTRIBUTES).position(|byte| byte == b'>').map_or(0, |at| at + 1);
        return Some(Mark { sort: begin, ends: false, length: begin.len() + rest });
    }
    if text.starts_with(end) {
        return Some(Mark { sort: begin, ends: true, length: end.len() });
    }
    for (begin, end) in THOUGHTS {
        if text.starts_with(begin) {
            return Some(Mark { sort: begin, ends: false, length: begin.len() });
        }
        if text.starts_with(end) {
            return Some(Mark { sort: begin, ends: true, length: end.len() });
        }
    }
    let tag = tag(text).filter(|tag| !tag.empty)?;
    let sort = THOUGHT_TAGS.into_iter().find(|name| name.eq_ignore_ascii_case(tag.name))?;
    Some(Mark { sort, ends: tag.closing, length: tag.length })
}

/// What stands in the tags some models put around the answer behind their thoughts.
fn unwrapped(text: &str) -> &str {
    let bare = text.trim();
    let inside = tag(bare).filter(|tag| !tag.closing && ANSWER_TAGS.contains(&tag.name)).and_then(|tag| {
        let behind = bare.get(tag.length..)?;
        Some(behind.strip_suffix(&format!("</{}>", tag.name)).unwrap_or(behind))
    });
    inside.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::wire::thoughts::*;
    use proptest::prelude::*;

    fn said(text: &str) -> String {
        without_thoughts(text).trim().to_owned()
    }

    #[test]
    fn every_form_of_a_thought_is_left_out() {
        for (text, left) in [
            (" <think>\nhm {\n</think>\n yes ", "yes"),
            ("<think> never ends", ""),
            ("hm, so\n</think>\nyes", "yes"),
            ("[THINK]hm[/THINK]yes", "yes"),
            ("◁think▷hm◁/think▷yes", "yes"),
            ("<seed:think>hm</seed:think>yes", "yes"),
            ("<Thinking effort=\"1\">hm</Thinking>yes", "yes"),
            ("<thought>hm</think>yes", "yes"),
            ("<think>a</think>yes<think>b</think>, no", "yes, no"),
            ("<think>a</think>b</think>yes", "yes"),
            ("<|begin_of_thought|>hm<|end_of_thought|>yes", "yes"),
            ("<|channel>thought\nhm<channel|>yes", "yes"),
            ("<think>hm</think><answer>yes</answer>", "yes"),
            ("analysisThe user asks.assistantfinalyes", "yes"),
            ("Here is my thought process: hm\nHere is my response: yes", "yes"),
            ("<details type=\"reasoning\" done=\"true\">\n<summary>Thought</summary>\n> hm\n</details>\nyes", "yes"),
            ("<details><summary>More</summary>yes</details>", "<details><summary>More</summary>yes</details>"),
            ("plain", "plain"),
            ("<answer>stays</answer>", "<answer>stays</answer>"),
        ] {
            assert_eq!(said(text), left, "{text}");
        }
        for quoted in
            ["`<think>` begins a thought.", "So:\n```xml\n<think>\nhm\n</think>\n```\nThat is it.", "a < b > c"]
        {
            assert_eq!(said(quoted), quoted);
        }
        // A fence in a thought opens no code behind it.
        assert_eq!(said("<think>\n```\nhm</think>\nSee:\n```\nx\n```"), "See:\n```\nx\n```");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn nothing_of_a_thought_is_left(
            form in 0_usize..THOUGHTS.len() + THOUGHT_TAGS.len(),
            thought in "[^<\\[◁]{0,40}",
            before in "[a-z ,.]{0,20}",
            behind in "[^<\\[◁]{0,40}",
            ended in any::<bool>(),
        ) {
            let (begin, end) = match form.checked_sub(THOUGHTS.len()) {
                None => (THOUGHTS[form].0.to_owned(), THOUGHTS[form].1.to_owned()),
                Some(tag) => (format!("<{}>", THOUGHT_TAGS[tag]), format!("</{}>", THOUGHT_TAGS[tag])),
            };
            if ended {
                let whole = format!("{before}{begin}SECRET{thought}{end}{behind}");
                prop_assert_eq!(without_thoughts(&whole), format!("{before}{behind}"));
            } else {
                prop_assert_eq!(without_thoughts(&format!("{before}{begin}SECRET{thought}")), before.clone());
            }
            // The beginning was in the prompt.
            let headless = without_thoughts(&format!("SECRET{}{end}{behind}", thought.replace(['`', '~'], "")));
            prop_assert_eq!(headless, behind);
        }

        #[test]
        fn any_text_is_read(text in "(\\PC|<think>|</think>|`|\n){0,60}") {
            let left = without_thoughts(&text);
            prop_assert!(left.len() <= text.len());
        }
    }
}
