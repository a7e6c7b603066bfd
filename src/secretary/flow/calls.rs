//! The calls of host functions in the text of a script, in the order in which they stand there, for people who read what a
//! script does. It reads text only: what a script may do, its run decides.

use super::functions::{Bound, CallFault, HostFunction};
use super::tables::check_name;
use crate::secretary::chart::{Chart, Fault};
use crate::secretary::names::phrases::{line, listed, short};
use crate::secretary::names::spelling;
use serde_json::Value;
use std::collections::BTreeMap;

/// The tool that calculates; the others of [`TOOLS`] read notes.
pub const CALCULATES: &str = "calculate";
/// The tools of agents that a script may use, each with the function that does the same, if there is one. The others work in
/// the folder of a ticket, or set up work of others: a script has functions of its own for that, or gives an agent a task.
pub const TOOLS: [(&str, Option<HostFunction>); 7] = [
    (CALCULATES, None),
    ("read_note", None),
    ("search_notes", None),
    ("list_notes", None),
    ("read_url", Some(HostFunction::Fetch)),
    ("web_search", Some(HostFunction::Search)),
    ("write_note", Some(HostFunction::Note)),
];

/// A call of a host function as it stands in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function.
    pub function: HostFunction,
    /// Its first argument, if that is a text or a number that stands there.
    pub about: Option<String>,
    /// What it takes if nobody answers, where that is known.
    pub otherwise: Option<String>,
}

impl HostFunction {
    /// Whether it reads or writes the rows of a table.
    pub fn of_table(self) -> bool {
        self.terms().parameters.first().is_some_and(|(first, ..)| *first == "table")
    }

    /// What a call comes to: a tool that does what another function does is called as that function, so that the same is
    /// asked, counted, shown and left out in a dry run.
    ///
    /// # Errors
    /// What is wrong with the arguments of the tool.
    pub fn meant(self, given: Bound) -> Result<(Self, Bound), CallFault> {
        let tool = (self == Self::Tool).then(|| known_tool(&given)).flatten();
        let Some(function) = tool.and_then(same) else { return Ok((self, given)) };
        let arguments = given.get("arguments").and_then(Value::as_object).into_iter().flatten();
        let named = arguments.map(|(name, value)| (name.clone(), value.clone())).collect();
        Ok((function, function.bind(&[], &named)?))
    }

    /// Judges a call as it stands in a script, by the values that stand there.
    ///
    /// # Errors
    /// Why it fails, whatever the other values are.
    pub fn judge(self, args: &[Option<&Value>], kwargs: &BTreeMap<&str, Option<&Value>>) -> Result<(), CallFault> {
        let given = self.bind_known(args, kwargs)?;
        if args.iter().chain(kwargs.values()).all(Option::is_some) {
            self.check_whole(&given)?;
        } else {
            self.check(&given)?;
        }
        let tool = given.get("name").and_then(Value::as_str).filter(|_| self == Self::Tool);
        match tool.filter(|tool| known(tool).is_none()) {
            Some(unknown) => {
                let there: Vec<String> = TOOLS.into_iter().map(|(tool, _)| tool.to_owned()).collect();
                Err(CallFault::NoTool(short(&line(unknown), 40), listed(&there)))
            }
            None => Ok(()),
        }
    }

    /// The function that is perhaps meant by this name.
    pub fn near(name: &str) -> Option<Self> {
        spelling::nearest(name, Self::ALL.into_iter().map(Self::name)).and_then(Self::of_name)
    }
}

/// The calls of host functions in a script, also those that a run may leave out.
pub fn calls(script: &str) -> Vec<Call> {
    let mut found = Vec::new();
    // Whether a name here is one of its own: not a part of something, and not just being defined.
    let mut free = true;
    let mut rest = script;
    while let Some(c) = rest.chars().next() {
        if c == '#' {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if let Some((_, behind)) = literal(rest) {
            (rest, free) = (behind, true);
        } else if c.is_alphabetic() || c == '_' {
            let (name, behind) = word(rest);
            let args = behind.trim_start_matches([' ', '\t']).strip_prefix('(');
            if let (true, Some(function), Some(args)) = (free, HostFunction::of_name(name), args) {
                found.push(Call { function, about: about(args), otherwise: None });
            }
            (rest, free) = (behind, name != "def");
        } else {
            free = if c.is_whitespace() { free } else { c != '.' };
            rest = &rest[c.len_utf8()..];
        }
    }
    found
}

/// The tables that a script names in its calls, in the order in which they stand there.
pub fn tables(script: &str) -> Vec<String> {
    let mut tables: Vec<String> = Vec::new();
    for Call { function, about, .. } in calls(script) {
        let names = |table: &String| function.of_table() && check_name(table).is_ok() && !tables.contains(table);
        if let Some(table) = about.filter(names) {
            tables.push(table);
        }
    }
    tables
}

/// The tools that a script names in its calls, in the order in which they stand there. It may use no others.
pub fn tools(script: &str) -> Vec<&'static str> {
    let mut tools: Vec<&'static str> = Vec::new();
    for Call { about, .. } in calls(script).into_iter().filter(|call| call.function == HostFunction::Tool) {
        if let Some(tool) = about.and_then(|about| known(&about)).filter(|tool| !tools.contains(tool)) {
            tools.push(tool);
        }
    }
    tools
}

fn known(name: &str) -> Option<&'static str> {
    TOOLS.into_iter().map(|(tool, _)| tool).find(|tool| *tool == name)
}

/// The function that does what this tool does.
pub fn same(tool: &str) -> Option<HostFunction> {
    TOOLS.into_iter().find(|(known, _)| *known == tool).and_then(|(_, function)| function)
}

/// The tool that a call names, if a script may have it.
pub fn known_tool(given: &Bound) -> Option<&'static str> {
    given.get("name").and_then(Value::as_str).and_then(known)
}

/// The tool that a call names, if its script names it.
pub fn tool(script: &str, given: &Bound) -> Option<&'static str> {
    known_tool(given).filter(|tool| tools(script).contains(tool))
}

/// What a call of a script comes to, with its arguments. A tool is meant only where the script names it.
pub fn meant(
    script: &str,
    function: HostFunction,
    (args, kwargs): (&[Value], &BTreeMap<String, Value>),
) -> (HostFunction, Result<Bound, CallFault>) {
    let bound = function.bind(args, kwargs);
    let unnamed = |bound: &Bound| function == HostFunction::Tool && tool(script, bound).is_none();
    match bound {
        Ok(bound) if !unnamed(&bound) => match function.meant(bound) {
            Ok((function, bound)) => (function, Ok(bound)),
            Err(fault) => (function, Err(fault)),
        },
        bound => (function, bound),
    }
}

/// The chart that a call wants.
///
/// # Errors
/// Why it is none.
pub fn chart(given: &Bound) -> Result<Chart, Fault> {
    let text = |name: &str| given.get(name).and_then(Value::as_str);
    let (title, series) = (text("title").unwrap_or_default(), given.get("series").unwrap_or(&Value::Null));
    let look = (text("kind").unwrap_or("line"), text("unit").unwrap_or_default());
    Chart::of_values(title, series, given.get("labels"), look)
}

/// The functions of these to whose names a script gives a value of its own, in the order in which they stand there.
pub fn renamed(script: &str, granted: &[String]) -> Vec<String> {
    let mut renamed: Vec<String> = Vec::new();
    let mut depth = 0_usize;
    let mut before = ' ';
    let mut rest = script;
    while let Some(c) = rest.chars().next() {
        if c == '#' {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if let Some((_, behind)) = literal(rest) {
            (rest, before) = (behind, '"');
        } else if c.is_alphabetic() || c == '_' {
            let (name, behind) = word(rest);
            let value =
                behind.trim_start_matches([' ', '\t']).strip_prefix('=').filter(|value| !value.starts_with('='));
            let is_new = granted.iter().any(|one| one == name) && !renamed.iter().any(|one| one == name);
            if depth == 0 && before != '.' && value.is_some() && is_new {
                renamed.push(name.to_owned());
            }
            (rest, before) = (behind, c);
        } else {
            depth = match c {
                '(' | '[' | '{' => depth + 1,
                ')' | ']' | '}' => depth.saturating_sub(1),
                _ => depth,
            };
            (rest, before) = (&rest[c.len_utf8()..], c);
        }
    }
    renamed
}

/// The name at the beginning of a text, which may be empty, and what follows it.
fn word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    text.split_at(end)
}

/// The text literal at the beginning of a text: what it says, and what follows it.
fn literal(text: &str) -> Option<(String, &str)> {
    let opened = text.trim_start_matches(['r', 'R', 'b', 'B', 'f', 'F', 'u', 'U']);
    if text.len() - opened.len() > 2 {
        return None;
    }
    let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| opened.starts_with(quote))?;
    let mut rest = opened.strip_prefix(quote)?;
    let mut said = String::new();
    loop {
        if let Some(behind) = rest.strip_prefix(quote) {
            let formatted = text.starts_with(['f', 'F']) || opened.len() + 2 == text.len();
            return Some((if formatted { without_values(&said) } else { said }, behind));
        }
        let mut chars = rest.chars();
        match chars.next()? {
            '\\' => said.extend(chars.next().map(|c| if matches!(c, 'n' | 't' | 'r' | '\n') { ' ' } else { c })),
            c => said.push(c),
        }
        rest = chars.as_str();
    }
}

/// A formatted text with a sign in place of each value.
fn without_values(text: &str) -> String {
    let (mut said, mut depth) = (String::new(), 0_u32);
    for c in text.chars() {
        match c {
            '{' => {
                depth += 1;
                said.extend((depth == 1).then_some('…'));
            }
            '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            c => said.push(c),
        }
    }
    said
}

/// Whether an argument ends before this: nothing is done with what stands there.
fn is_whole(behind: &str) -> bool {
    behind.trim_start().starts_with([',', ')'])
}

/// The first argument of a call, by place or by name, if it is a text or a number. `args`: what follows the bracket.
pub fn about(args: &str) -> Option<String> {
    let args = args.trim_start();
    let by_name = || {
        let (name, behind) = word(args);
        let value = behind.trim_start().strip_prefix('=').filter(|value| !value.starts_with('='))?;
        (!name.is_empty()).then(|| value.trim_start())
    };
    let value = if literal(args).is_some() { args } else { by_name().unwrap_or(args) };
    let said = match literal(value) {
        Some((said, behind)) if is_whole(behind) => line(&said),
        Some((_, behind)) if behind.starts_with('.') && !behind.starts_with(".format(") => String::new(),
        Some((said, _)) => format!("{}…", line(&said)),
        None => {
            let end = value.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(value.len());
            let (number, behind) = value.split_at(end);
            if is_whole(behind) { number.to_owned() } else { String::new() }
        }
    };
    Some(said).filter(|said| !said.is_empty())
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::calls::*;
    use serde_json::json;

    fn read(script: &str) -> String {
        let told = |call: Call| format!("{}({})", call.function.name(), call.about.unwrap_or_default());
        calls(script).into_iter().map(told).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn calls_are_found_in_their_order_with_what_they_are_about() {
        let script = "page = fetch('https://example.org/a')\n\
                      # notify('not this')\n\
                      if 'fetch(x)' in page:\n    sleep(seconds=300)\n\
                      answer = ask(\n  f\"with\\n{page}?\", ['yes'])\n\
                      notify(text = r\"done\")\nreport(title, page)";
        let found = "fetch(https://example.org/a) sleep(300) ask(with …?) notify(done) report()";
        assert_eq!(read(script), found);
    }

    #[test]
    fn what_a_script_calculates_is_not_told_as_if_it_stood_there() {
        let script = "sleep(60 * 5)\nsleep( 60 )\nnotify('The price is ' + price)\nnotify(', '.join(names))\n\
                      notify('{} left'.format(n))\nfetch(url='https://a.example' , most=5)";
        let found = "sleep() sleep(60) notify(The price is…) notify() notify({} left…) fetch(https://a.example)";
        assert_eq!(read(script), found);
    }

    #[test]
    fn the_tables_of_a_script_are_those_it_names() {
        let script = "table_insert('prices', {'a': 1})\nrows = table_query(table='prices')\nnotify('prices2')\n\
                      table_update('no name', '1', {})\ntable_query(name)\ntable_query('other')";
        assert_eq!(tables(script), ["prices", "other"]);
    }

    #[test]
    fn a_script_may_use_the_tools_that_it_names() {
        let script = "tool('calculate', {'expression': x})\ntool(name='read_note')\ntool('run_python')\ntool(which)\n\
                      # tool('list_notes')\ntool('calculate')";
        assert_eq!(tools(script), ["calculate", "read_note"]);
        let named = |name: &str| tool(script, &Bound::from([("name", Value::from(name))]));
        assert_eq!(named("read_note"), Some("read_note"));
        for other in ["list_notes", "run_python", "write_note", "", "Calculate"] {
            assert_eq!(named(other), None, "{other}");
        }
    }

    #[test]
    fn a_tool_that_does_what_a_function_does_is_called_as_that() {
        let call = |name: &str, arguments: Value| {
            let given = Bound::from([("name", Value::from(name)), ("arguments", arguments)]);
            HostFunction::Tool.meant(given)
        };
        let (function, given) = call("write_note", json!({"title": "a", "text": "b"})).unwrap();
        assert_eq!((function, given.get("title")), (HostFunction::Note, Some(&json!("a"))));
        assert_eq!(call("read_url", json!({"url": "x"})).unwrap().0, HostFunction::Fetch);
        assert_eq!(call("read_note", json!({"title": "a"})).unwrap().0, HostFunction::Tool);
        assert_eq!(call("run_python", json!({"code": "1"})).unwrap().0, HostFunction::Tool);
        assert_eq!(call("web_search", json!({})).unwrap_err().to_string(), "search needs query");
        let other = Bound::from([("url", json!("x"))]);
        assert_eq!(HostFunction::Fetch.meant(other.clone()), Ok((HostFunction::Fetch, other)));
    }

    #[test]
    fn a_call_is_judged_by_what_stands_there() {
        let (text, list, gone) = (json!("Go on?"), json!([]), json!("delete_everything"));
        let none = BTreeMap::new();
        let judge = |function: HostFunction, args: &[Option<&Value>]| {
            function.judge(args, &none).map_err(|fault| fault.to_string())
        };
        assert_eq!(judge(HostFunction::Ask, &[Some(&text), None]), Ok(()));
        assert_eq!(
            judge(HostFunction::Ask, &[None, Some(&list)]),
            Err("a question has 1 to 8 options of 1 to 60 characters each".to_owned())
        );
        assert_eq!(judge(HostFunction::Ask, &[None]), Err("ask needs options".to_owned()));
        assert_eq!(judge(HostFunction::Tool, &[None, None]), Ok(()));
        let said = judge(HostFunction::Tool, &[Some(&gone)]).unwrap_err();
        assert!(said.starts_with("there is no tool “delete_everything” in flows; there are calculate, "), "{said}");
        let named = BTreeMap::from([("foo", None)]);
        let fault = HostFunction::Sleep.judge(&[], &named).unwrap_err();
        assert_eq!(fault.to_string(), "sleep has no argument foo");
    }

    #[test]
    fn a_name_of_a_function_that_gets_a_value_is_found() {
        let granted = ["now", "file", "notify", "fetch"].map(str::to_owned);
        for (script, found) in [
            ("now = now()", vec!["now"]),
            ("def f():\n    file = 'a'\nfile('a', 'b')\nnow=1\nnow = 2", vec!["file", "now"]),
            ("note = 'x'\nnotify(note)", vec![]),
            ("notify(fetch = 1, text = {'now': 2})", vec![]),
            ("x.now = 1\nif now() == 2:\n    notify('now = 3') # fetch = 1", vec![]),
            ("d['fetch'] = fetch('a')\nprefetch = 1", vec![]),
        ] {
            assert_eq!(renamed(script, &granted), found, "{script}");
        }
    }

    #[test]
    fn what_only_looks_like_a_call_is_none() {
        for script in [
            "def fetch(url):\n    return url",
            "site.fetch('x')",
            "'''notify('x')'''",
            "fetch = 1",
            "prefetch('x')",
            "fetch_all('x')",
            "# fetch('x')",
            "'never closed",
            "\"\\",
            "",
        ] {
            assert_eq!(read(script), "", "{script}");
        }
        assert_eq!(read("x == fetch (key == 1)"), "fetch()");
        assert_eq!(read("ü = now()"), "now()");
    }
}
