//! Escapes text for Discord's Markdown: words of people or models show as they were written and neither format, nor
//! mention, nor link. Escaping is the last step; nothing here splits or styles.

use crate::text::clean;

/// An invisible character that takes the meaning from a mention or a fence and keeps its look.
const BREAK: char = '\u{200b}';

/// Plain words. `line_start` tells whether they begin a line, where more characters have a meaning.
pub(crate) fn words(text: &str, line_start: bool) -> String {
    let text = clean::neutral(text);
    let mut out = String::with_capacity(text.len() + 16);
    let mut at_start = line_start;
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        let address = address_len(rest, out.chars().next_back());
        if address > 0 {
            // Inside an address a backslash would become part of it; Discord formats nothing there.
            out.push_str(&rest[..address]);
            rest = &rest[address..];
            at_start = false;
            continue;
        }
        match c {
            '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '[' | ']' => {
                out.push('\\');
                out.push(c);
            }
            '#' | '-' | '>' | '+' if at_start => {
                out.push('\\');
                out.push(c);
            }
            '@' if rest.starts_with("@everyone") || rest.starts_with("@here") => {
                out.push('@');
                out.push(BREAK);
            }
            _ => out.push(c),
        }
        at_start = c == '\n' || (at_start && c.is_whitespace());
        rest = &rest[c.len_utf8()..];
    }
    out
}

/// The length of the web address the text begins with, 0 if none.
fn address_len(text: &str, before: Option<char>) -> usize {
    let scheme = ["https://", "http://"].into_iter().find(|s| text.starts_with(s));
    if scheme.is_none_or(|_| before.is_some_and(char::is_alphanumeric)) {
        return 0;
    }
    // Characters that could end the address early and format what follows are left to escaping.
    let ends = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '|' | '`' | '*' | '[' | ']' | '\\' | '@' | '~');
    text.find(ends).unwrap_or(text.len())
}

/// Words between two marks ("**"), the white space around them kept outside, where Discord needs it.
pub(super) fn styled(text: &str, mark: &str) -> String {
    let text = clean::neutral(text);
    let inner = text.trim();
    if inner.is_empty() {
        return words(&text, false);
    }
    let lead = &text[..text.len() - text.trim_start().len()];
    let tail = &text[text.trim_end().len()..];
    format!("{lead}{mark}{}{mark}{tail}", words(inner, false))
}

/// Inline code.
pub(crate) fn code(text: &str) -> String {
    let text = clean::neutral(text);
    let text = text.split('\n').collect::<Vec<_>>().join(" ");
    if text.trim().is_empty() {
        return text;
    }
    if text.contains("``") {
        // Discord knows fences of one and two backticks only; three would open a block.
        return format!("`{}`", text.replace('`', "ˋ"));
    }
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// A code block.
pub(super) fn fence(language: &str, text: &str) -> String {
    let language: String =
        language.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '_')).take(20).collect();
    let text = clean::neutral(text).replace("```", &format!("``{BREAK}`"));
    // A last backtick would merge with the closing fence.
    let end = if text.ends_with('`') { "\u{200b}\n" } else { "\n" };
    format!("```{language}\n{}{end}```", text.trim_end_matches('\n'))
}

/// A link whose words show the real host; plain words when the address is none to click.
pub(crate) fn link(text: &str, url: &str) -> String {
    let label = clean::link_label(text, url);
    let web = url.starts_with("https://") || url.starts_with("http://");
    if !web || url.chars().any(|c| c.is_whitespace() || c.is_control()) || url.len() > 1000 {
        return words(&label, false);
    }
    if label == url {
        return words(url, false);
    }
    // Discord shows a label that is itself an address as plain text, brackets and all.
    let label = label.replace("://", ":/\u{200b}/");
    let mut address = String::with_capacity(url.len());
    for c in url.chars() {
        match c {
            '(' => address.push_str("%28"),
            ')' => address.push_str("%29"),
            '<' => address.push_str("%3C"),
            '>' => address.push_str("%3E"),
            '\\' => address.push_str("%5C"),
            _ => address.push(c),
        }
    }
    format!("[{}]({address})", words(&label, false))
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::send::escape::*;

    #[test]
    fn nothing_formats() {
        assert_eq!(words("a*b_c~d`e|f[g](h)\\", false), "a\\*b\\_c\\~d\\`e\\|f\\[g\\](h)\\\\");
        assert_eq!(words("# h\n- i\n  > q\nx - y", true), "\\# h\n\\- i\n  \\> q\nx - y");
        assert_eq!(words("# not at the start", false), "# not at the start");
    }

    #[test]
    fn nobody_is_mentioned() {
        assert_eq!(words("@everyone @here @anna", false), "@\u{200b}everyone @\u{200b}here @anna");
        assert_eq!(words("<@1> <@&2> <#3> <t:1> </x:1>", false), "\\<@1> \\<@&2> \\<#3> \\<t:1> \\</x:1>");
        assert_eq!(words("@\u{200b}everyone", false), "@\u{200b}everyone");
    }

    #[test]
    fn addresses_stay_clickable_and_hide_nothing() {
        assert_eq!(words("see https://a.org/x_y_z ok", false), "see https://a.org/x_y_z ok");
        assert_eq!(words("https://a.org/*b*", false), "https://a.org/\\*b\\*");
        assert_eq!(link("docs", "https://a.org/(x)"), "[docs (a.org)](https://a.org/%28x%29)");
        assert_eq!(link("bank.com", "https://evil.io/"), "[bank.com (evil.io)](https://evil.io/)");
        assert_eq!(link("x", "javascript:alert(1)"), "x (javascript:alert(1))");
        assert_eq!(link("", "https://a.org/b_c"), "https://a.org/b_c");
    }

    #[test]
    fn code_cannot_break_out() {
        assert_eq!(code("a`b"), "`` a`b ``");
        assert_eq!(code("a```b"), "`aˋˋˋb`");
        assert_eq!(fence("rust\n@everyone", "x```y"), "```rusteveryone\nx``\u{200b}`y\n```");
        assert_eq!(fence("", "x`"), "```\nx`\u{200b}\n```");
    }

    #[test]
    fn styles_keep_white_space_outside() {
        assert_eq!(styled(" a ", "**"), " **a** ");
        assert_eq!(styled("  ", "**"), "  ");
        assert_eq!(styled("a\r\n", "**"), "**a**\n");
    }
}
