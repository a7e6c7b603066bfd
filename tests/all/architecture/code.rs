//! Code as text: without its comments, texts and tests, word by word and path by path.

/// The words of a code with their places.
pub fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let starts = code.char_indices().scan(' ', move |last, (at, c)| {
        let starts = part(c) && !part(*last);
        *last = c;
        Some(starts.then_some(at))
    });
    starts.flatten().map(move |at| {
        let end = code[at..].find(|c| !part(c)).map_or(code.len(), |len| at + len);
        (at, &code[at..end])
    })
}

/// The paths at the beginning of a text, and how long they are: `a::b` is one, `a::{b::c, d}` is two.
pub fn chains(code: &str) -> (Vec<Vec<String>>, usize) {
    let end = code.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(code.len());
    let stem: Vec<String> = code[..end].split("::").filter(|p| !p.is_empty()).map(str::to_owned).collect();
    if !code[..end].ends_with("::") || !code[end..].starts_with('{') {
        return (vec![stem], end);
    }
    let (mut found, mut at) = (Vec::new(), end + 1);
    while let Some(c) = code[at..].chars().next().filter(|c| *c != '}') {
        if c.is_alphanumeric() || c == '_' {
            let (inner, len) = chains(&code[at..]);
            found.extend(inner.into_iter().map(|path| stem.iter().cloned().chain(path).collect()));
            at += len;
            // The name that follows `as` is none of a module.
            at += code[at..].find([',', '}']).unwrap_or(code.len() - at);
        } else {
            at += c.len_utf8();
        }
    }
    (found, (at + 1).min(code.len()))
}

/// Stands for a line of a test module.
pub const CUT: &str = "\u{0}";

/// Takes out what follows `#[cfg(test)]`: one item, to its `;` or to the brace at its own depth.
pub fn without_tests(code: &str) -> String {
    let (mut kept, mut lines) = (String::new(), code.lines());
    let cut = |kept: &mut String| {
        kept.push_str(CUT);
        kept.push('\n');
    };
    while let Some(line) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            kept.push_str(line);
            kept.push('\n');
            continue;
        }
        cut(&mut kept);
        let close = format!("{}}}", &line[..line.len() - line.trim_start().len()]);
        let mut begins = true;
        for inner in lines.by_ref() {
            cut(&mut kept);
            let one_line = begins && inner.trim_end().ends_with(';') && !inner.starts_with(&format!("{close} "));
            begins = begins && inner.trim_start().starts_with('#');
            if inner.trim_end() == close || (one_line && inner.len() - inner.trim_start().len() == close.len() - 1) {
                break;
            }
        }
    }
    kept
}

/// The code without comments and with emptied texts; line breaks stay.
pub fn bare(text: &str) -> String {
    bare_and_texts(text).0
}

/// The same, with each text and the line it begins in, from 0.
pub fn bare_and_texts(text: &str) -> (String, Vec<(usize, &str)>) {
    let (mut code, mut texts) = (String::with_capacity(text.len()), Vec::new());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (len, shown) = match c {
            '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), ""),
            '/' if rest.starts_with("/*") => (rest.find("*/").map_or(rest.len(), |end| end + 2), " "),
            'r' if code.chars().next_back().is_none_or(|b| !b.is_alphanumeric() && b != '_') => match raw_len(rest) {
                Some(len) => (len, "\"\""),
                None => (1, "r"),
            },
            '"' => (quoted_len(rest), "\"\""),
            '\'' => match char_len(rest) {
                Some(len) => (len, "' '"),
                None => (1, "'"),
            },
            _ => (c.len_utf8(), &rest[..c.len_utf8()]),
        };
        if shown == "\"\"" {
            texts.push((code.matches('\n').count(), &rest[..len]));
        }
        code.push_str(shown);
        if len > 1 {
            code.extend(rest[..len].chars().filter(|c| *c == '\n'));
        }
        rest = &rest[len..];
    }
    (code, texts)
}

/// The length of `"…"`.
fn quoted_len(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of `r#"…"#`, if it is one.
fn raw_len(text: &str) -> Option<usize> {
    let hashes = text[1..].len() - text[1..].trim_start_matches('#').len();
    let inner = text[1 + hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let len = inner.find(&end)?;
    Some(2 + hashes + len + end.len())
}

/// The length of `'x'`; none for a lifetime.
fn char_len(text: &str) -> Option<usize> {
    let inner = &text[1..];
    if let Some(escape) = inner.strip_prefix('\\') {
        let skip = escape.chars().next()?.len_utf8();
        return escape[skip..].find('\'').map(|end| 2 + skip + end + 1);
    }
    let c = inner.chars().next()?;
    inner[c.len_utf8()..].starts_with('\'').then(|| 1 + c.len_utf8() + 1)
}

#[test]
fn comments_texts_and_tests_are_not_code() {
    let code = bare("a // crate::x\n/* b */ 'c' \"d\\\"\" r#\"e\"f\"# <'g> '\\'' h::i");
    assert_eq!(code, "a \n  ' ' \"\" \"\" <'g> ' ' h::i");
    let (_, texts) = bare_and_texts("a // \"x\"\n\"b\" 'c'\n \"d\"");
    assert_eq!(texts, [(1, "\"b\""), (2, "\"d\"")]);
    let code = without_tests("a\n#[cfg(test)]\nmod t;\nb\n#[cfg(test)]\nmod u {\n    c;\n}\nd\n");
    assert_eq!(code.replace(CUT, "-"), "a\n-\n-\nb\n-\n-\n-\n-\nd\n");
}
