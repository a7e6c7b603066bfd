//! HTML to text. Pages that are nested too deeply for the parser, or at which it panics, lose their tags in a simpler
//! way. Nothing here may panic or recurse over foreign input.

use html2text::render::RichAnnotation;
use std::collections::HashMap;
use url::Url;

/// Elements inside each other, above which a page is not given to the parser.
const DEEPEST: usize = 500;
/// Columns of the text; lines are joined by models anyway.
const WIDTH: usize = 120;
/// The most links listed.
const MOST_LINKS: usize = 40;
/// Rows times cells that are laid out (about 8 bytes each); a page with more is read without its tables' shape.
const LARGEST_TABLES: usize = 20_000_000;
/// Tags that are given to the parser, which keeps some two kilobytes for each; what comes after them is left out.
const MOST_TAGS: usize = 30_000;
/// The longest title, in characters.
const LONGEST_TITLE: usize = 200;
/// Elements without an end.
const VOID: [&str; 14] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];
/// Elements whose content is no markup.
const RAW: [&str; 5] = ["script", "style", "title", "textarea", "noscript"];

/// The title and the text of a page with a list of its links.
pub(in crate::tools) fn text(source: &str, base: &str) -> (String, String) {
    let scan = scan(source);
    let title: String = entities(&scan.title).split_whitespace().collect::<Vec<_>>().join(" ");
    let title = title.chars().take(LONGEST_TITLE).collect();
    let simple = scan.depth <= DEEPEST && tables(source) <= LARGEST_TABLES;
    // Odd tables and preformatted text make the parser panic: then the simpler way must do.
    let parsed =
        if simple { std::panic::catch_unwind(|| parsed(beginning(source), base)).ok().flatten() } else { None };
    (title, parsed.unwrap_or_else(|| entities(&scan.words)))
}

/// As much of a page as the parser is given.
fn beginning(source: &str) -> &str {
    source.match_indices('<').nth(MOST_TAGS).map_or(source, |(at, _)| &source[..at])
}

/// Rows times cells of the tables at most: the parser remembers every column in each row, and stands a cell
/// that reaches over rows into each of them, so that a small page could ask for gigabytes.
fn tables(source: &str) -> usize {
    let lower = source.to_ascii_lowercase();
    let count = |tag: &str| lower.matches(tag).count();
    let rows: usize = ["<tr", "<tb", "<the", "<tf", "<ta"].iter().map(|tag| count(tag)).sum();
    let cells = count("<td") + count("<th") + count("rowspan").saturating_mul(16);
    rows.saturating_add(1).saturating_mul(cells)
}

/// The text as the parser lays it out.
fn parsed(source: &str, base: &str) -> Option<String> {
    let lines = html2text::config::rich().allow_width_overflow().lines_from_read(source.as_bytes(), WIDTH).ok()?;
    let base = Url::parse(base).ok();
    let mut text = String::new();
    let mut links: Vec<(String, String)> = Vec::new();
    for line in &lines {
        let mut shown = String::new();
        for piece in line.tagged_strings() {
            shown.push_str(&piece.s);
            let target = piece.tag.iter().find_map(|a| match a {
                RichAnnotation::Link(url) => base.as_ref()?.join(url).ok(),
                _ => None,
            });
            let Some(target) = target.filter(|t| matches!(t.scheme(), "http" | "https")) else { continue };
            note_link(&mut links, target, piece.s.trim());
        }
        text.push_str(shown.trim_end());
        text.push('\n');
    }
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    if !links.is_empty() {
        text = format!("{}\n\nLinks:", text.trim_end());
        for (url, words) in links {
            text.push_str(&format!("\n- {words}: {url}"));
        }
    }
    Some(text)
}

/// Adds a link unless it is known; words that continue on the next line are joined.
fn note_link(links: &mut Vec<(String, String)>, mut target: Url, words: &str) {
    target.set_fragment(None);
    let target = String::from(target);
    if words.is_empty() {
        return;
    }
    let room = links.len() < MOST_LINKS && target.len() < 400;
    match links.iter_mut().find(|(url, _)| *url == target) {
        Some((_, known)) if known.len() + words.len() < 80 && !known.contains(words) => {
            known.push(' ');
            known.push_str(words);
        }
        Some(_) => {}
        None if room => links.push((target, words.chars().take(80).collect())),
        None => {}
    }
}

/// What one pass over the tags finds.
#[derive(Default)]
struct Scan {
    /// The most elements open at once, rather too many than too few.
    depth: usize,
    title: String,
    /// The words between the tags.
    words: String,
}

fn scan(source: &str) -> Scan {
    let mut found = Scan::default();
    let mut open: HashMap<String, usize> = HashMap::new();
    let mut depth = 0_usize;
    let mut rest = source;
    while let Some(at) = rest.find('<') {
        found.words.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = after_comment(comment);
            continue;
        }
        let closes = rest.starts_with('/');
        let start = usize::from(closes);
        let name: String = rest[start..].chars().take_while(char::is_ascii_alphanumeric).take(40).collect();
        if name.is_empty() {
            found.words.push('<');
            continue;
        }
        let name = name.to_ascii_lowercase();
        let end = rest.find('>').unwrap_or(rest.len());
        rest = rest.get(end + 1..).unwrap_or("");
        // Words of two elements must not grow together.
        found.words.push(if matches!(name.as_str(), "b" | "i" | "a" | "em" | "strong" | "span") { ' ' } else { '\n' });
        if closes {
            // Only what was opened is closed: stray ends must not hide the depth.
            if let Some(count) = open.get_mut(&name).filter(|count| **count > 0) {
                *count -= 1;
                depth = depth.saturating_sub(1);
            }
        } else if RAW.contains(&name.as_str()) {
            let content = end_of_raw(rest, &name);
            if name == "title" && found.title.is_empty() {
                rest[..content].clone_into(&mut found.title);
            }
            rest = &rest[content..];
        } else if !VOID.contains(&name.as_str()) {
            *open.entry(name).or_default() += 1;
            depth += 1;
            found.depth = found.depth.max(depth);
        }
    }
    found.words.push_str(rest);
    found
}

/// Where the content of a raw element ends.
fn end_of_raw(rest: &str, name: &str) -> usize {
    let bytes = rest.as_bytes();
    let matches = |at: usize| {
        bytes.get(at..at + 2) == Some(b"</")
            && bytes.get(at + 2..at + 2 + name.len()).is_some_and(|n| n.eq_ignore_ascii_case(name.as_bytes()))
    };
    (0..bytes.len()).find(|at| bytes[*at] == b'<' && matches(*at)).unwrap_or(bytes.len())
}

/// What follows a comment, by the parser's rules: "<!-->" and "<!--->" are whole ones, and "--!>" ends one too.
fn after_comment(comment: &str) -> &str {
    if let Some(rest) = comment.strip_prefix('>').or_else(|| comment.strip_prefix("->")) {
        return rest;
    }
    let end = comment.find("-->").map_or(comment.len(), |end| end + 3);
    let odd = comment[..end].find("--!>").map(|end| end + 4);
    &comment[odd.unwrap_or(end)..]
}

/// The commonest entities as characters.
fn entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(11).position(|b| b == b';');
        let known = end.and_then(|end| Some((entity(&rest[1..end])?, end + 1)));
        let (sign, length) = known.unwrap_or(('&', 1));
        out.push(sign);
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|c| !c.is_control());
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "ndash" => '–',
        "mdash" => '—',
        "hellip" => '…',
        "rsquo" => '’',
        "lsquo" => '‘',
        "ldquo" => '“',
        "rdquo" => '”',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::tools::read_url::html::*;

    #[test]
    fn a_small_page_that_asks_for_gigabytes_is_read_without_its_tables() {
        let wide =
            format!("<table><tr>{}</tr>{}</table>", "<td>x</td>".repeat(4_500), "<tr><td></td></tr>".repeat(8_000));
        assert!(tables(&wide) > LARGEST_TABLES);
        assert!(text(&wide, "https://e.org/").1.contains('x'));
        let tall = "<td rowspan=9999></td>".repeat(2_000) + &"<tr>".repeat(2_000);
        assert!(tables(&tall) > LARGEST_TABLES);
        assert!(tables(&"<tr><td>1</td><td>2</td></tr>".repeat(500)) <= LARGEST_TABLES, "an ordinary table");
    }

    #[test]
    fn an_empty_comment_hides_no_depth() {
        assert_eq!(after_comment("> rest"), " rest");
        assert_eq!(after_comment("-> rest"), " rest");
        assert_eq!(after_comment(" a --!> b --> c"), " b --> c");
        assert!(scan(&format!("<!-->{}<!-- -->", "<div>".repeat(600))).depth > DEEPEST);
    }

    #[test]
    fn titles_and_text() {
        let (title, shown) = text("<TITLE>\n A &#38; B&mdash;C </TITLE><ul><li>one<li>two</ul>", "https://e.org/");
        assert_eq!(title, "A & B—C");
        assert!(shown.contains("one") && shown.contains("two") && !shown.contains("A & B"), "{shown}");
    }

    #[test]
    fn links_are_absolute_unique_and_of_the_web() {
        let source = "<a href='b'>B</a> <a href='b#x'>B</a> <a href='javascript:x()'>J</a> <a href='//o.org/'>O</a>";
        let (_, shown) = text(source, "https://e.org/a/");
        assert!(shown.contains("Links:\n- B: https://e.org/a/b\n- O: https://o.org/"), "{shown}");
        assert!(!shown.contains("javascript"));
    }

    #[test]
    fn deep_pages_lose_their_tags_quickly() {
        for (open, close) in
            [("<div>", ""), ("<div></x>", ""), ("<b a=1>", ""), ("<table><tr><td>", ""), ("<div>", "</div>")]
        {
            let source = format!("{}inside &lt;{}", open.repeat(20_000), close.repeat(20_000));
            let (_, shown) = text(&source, "https://e.org/");
            assert_eq!(shown.trim(), "inside <", "{open}");
        }
        assert_eq!(scan("<script>\"<div><div>\"</script><p>a</p><br><br><!-- <p><p> -->").depth, 1);
    }

    #[test]
    fn a_page_at_which_the_parser_panics_is_read_in_a_simpler_way() {
        let (_, text) = text("<ol start=\"-9223372036854775808\">the words</ol>", "https://e.org/");
        assert!(text.contains("the words"), "{text}");
    }

    #[test]
    fn broken_markup_is_taken() {
        for source in
            ["<", "</", "<é", "<a", "<!--", "<title>", "<script>é", "&", "&#xffffffff;", "a < b &amp c", "<p/><p"]
        {
            let _ = text(source, "no address");
        }
        assert_eq!(entities("a &lt b &bogus; &amp;lt;"), "a &lt b &bogus; &lt;");
    }
}
