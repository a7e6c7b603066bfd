//! The lines of a list: added, removed, compared. It must not touch a line that was not meant.

use super::super::names::phrases::bare;
use super::finding;

/// Whether a title is a list's.
pub fn is_list(title: &str) -> bool {
    let lower = title.to_lowercase();
    lower.ends_with("list") || lower.ends_with("liste") || lower.starts_with("list ")
}

/// The title of the list of this name: "shopping" is the "Shopping list". A note of that name is no list.
pub fn list_title(name: &str) -> String {
    let name = name.trim();
    super::capital(&if is_list(name) { name.to_owned() } else { format!("{name} list") })
}

/// What is on a list.
pub fn items(text: &str) -> Vec<String> {
    text.lines().map(item).filter(|i| !i.is_empty() && i != "(empty)").collect()
}

/// A line without its bullet.
fn item(row: &str) -> String {
    let row = row.trim();
    row.trim_start_matches(['-', '*', '•']).trim_start().to_owned()
}

fn same(a: &str, b: &str) -> bool {
    bare(a).to_lowercase() == bare(b).to_lowercase()
}

/// The lines of a list with more things on it, the things that are new, and those that were on it already.
pub fn added(text: &str, more: &[String]) -> (String, Vec<String>, Vec<String>) {
    let old = items(text);
    let (mut new, mut known): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for thing in more {
        let there = old.iter().chain(&new).any(|o| same(o, thing));
        if there { known.push(thing.clone()) } else { new.push(thing.clone()) }
    }
    let rows: Vec<String> = new.iter().map(|i| format!("- {i}")).collect();
    let kept = if old.is_empty() { "" } else { text.trim_end() };
    let gap = if kept.is_empty() || rows.is_empty() { "" } else { "\n" };
    (format!("{kept}{gap}{}", rows.join("\n")), new, known)
}

/// The result of removing entries from a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Struck {
    /// The lines that are left.
    pub text: String,
    /// The removed entries as they were written.
    pub gone: Vec<String>,
    /// What is not on it.
    pub missing: Vec<String>,
    /// What may mean several things that are on it.
    pub unclear: Vec<(String, Vec<String>)>,
}

/// Removes entries from a list: the exact words, else the only line with all of them.
pub fn struck(text: &str, things: &[String]) -> Struck {
    let mut left: Vec<&str> = text.lines().collect();
    let mut out = Struck::default();
    for thing in things {
        let is = |row: &&str| same(&item(row), thing);
        if left.iter().any(is) {
            out.gone.extend(left.iter().find(|r| is(r)).map(|r| item(r)));
            left.retain(|row| !is(row));
            continue;
        }
        let wanted = finding::words(thing);
        let near: Vec<&str> = left.iter().copied().filter(|row| fits(row, &wanted)).collect();
        match near.as_slice() {
            [] => out.missing.push(thing.clone()),
            [one] => {
                out.gone.push(item(one));
                let one = (*one).to_owned();
                left.retain(|row| *row != one);
            }
            several => out.unclear.push((thing.clone(), several.iter().map(|r| item(r)).collect())),
        }
    }
    out.text = left.join("\n");
    out
}

/// Whether a line has all these words.
fn fits(row: &str, wanted: &[String]) -> bool {
    let has = finding::words(row);
    !wanted.is_empty() && wanted.iter().all(|w| has.contains(w))
}

/// The lists that a name may mean: the exact title, else those with all its words.
pub fn resembling<'t>(titles: &[&'t str], name: &str) -> Vec<&'t str> {
    let exact: Vec<&str> = titles.iter().copied().filter(|t| same(t, name)).collect();
    if !exact.is_empty() {
        return exact;
    }
    let wanted: Vec<String> = finding::words(name).into_iter().filter(|w| w != "list" && w != "liste").collect();
    titles.iter().copied().filter(|t| fits(t, &wanted)).collect()
}
