//! What the interpreter takes and refuses only once a script comes there: found while the script is written, with its place
//! and what to write instead. It runs nothing of a script but what depends on its imports alone.

use super::Late;
use super::names::{Function, Names, Use, is_python};
use super::turns::whole;
use crate::ports::scripts::LARGEST_VALUE;
use crate::secretary::flow::functions::HostFunction;
use crate::secretary::names::spelling;
use monty::{MontyRun, RunProgress};
use monty_types::{CompileOptions, ExcType, MontyException, PrintWriter, ResourceLimits, ResourceTracker};
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Alias, DictItem, Expr, ExprBinOp, ExprCall, ExprContext, ExprName, Keyword};
use ruff_python_ast::{Number, Operator, Stmt, UnaryOp};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// What is looked up in the interpreter at most, and for how long each.
const MOST_TRIALS: usize = 60;
const TRIAL: Duration = Duration::from_millis(50);
/// The functions of Python that call others where nothing can wait for an answer.
const CALLERS: [&str; 5] = ["map", "filter", "sorted", "min", "max"];
/// What is said of a module that is not there.
const THERE: &str = "; there are asyncio, base64, collections, datetime, functools, itertools, json, math and re";
/// The names that every script has.
const GIVEN: [&str; 1] = ["event"];

/// The first of what would fail in a script with these names, which the interpreter has read.
pub(super) fn first(script: &str, body: &[Stmt], names: &Names<'_>) -> Option<Late> {
    // Only what a function calls itself fails for certain, and an awaited one may call what it likes.
    let counts = |function: &Function, used: &Use<'_>| {
        let own = used.called && used.function == Some(function.place);
        own && !function.is_async && !names.is_guarded(used.at) && names.gives(used).len() < 2
    };
    let directly = |function: &Function| {
        names.used_in(&function.span).filter(|used| counts(function, used)).find_map(|used| names.host(used))
    };
    let calling = names.reaching(directly, counts);
    let mut reading = Reading { script, names, calling, imports: BTreeMap::new(), trials: 0, found: Vec::new() };
    reading.visit_body(body);
    reading.found.into_iter().min()
}

/// Reads a script from its beginning to its end.
struct Reading<'s> {
    script: &'s str,
    names: &'s Names<'s>,
    /// The functions of the script's own that call a host function, by their places.
    calling: BTreeMap<usize, HostFunction>,
    /// The statements of imports, by the places where names get what they import.
    imports: BTreeMap<usize, String>,
    trials: usize,
    found: Vec<Late>,
}

impl Reading<'_> {
    /// Tells what fails at a place, unless the script may know that.
    fn tell(&mut self, at: usize, message: impl Into<String>) {
        if self.names.is_guarded(at) {
            return;
        }
        self.found.push(Late { at, message: message.into() });
    }

    /// An import: the interpreter says whether it has what is wanted.
    fn imported(&mut self, statement: String, alias: &Alias) {
        let at = alias.range.start().to_usize();
        if let Some(Err(error)) = self.tried(&statement) {
            let gone = error.exc_type() == ExcType::ModuleNotFoundError;
            let has = if gone { THERE } else { "" };
            let words = error.message().unwrap_or("it cannot be imported").replacen("No module", "no module", 1);
            self.tell(at, format!("{words}{has}"));
            return;
        }
        self.imports.insert(at, statement);
    }

    /// What these lines come to in the interpreter, which has no host functions there. None: enough was tried.
    fn tried(&mut self, lines: &str) -> Option<Result<RunProgress, MontyException>> {
        self.trials += 1;
        if self.trials > MOST_TRIALS {
            return None;
        }
        let run = match MontyRun::new(lines.to_owned(), "trial", Vec::new(), CompileOptions::default()) {
            Ok(run) => run,
            Err(error) => return Some(Err(error)),
        };
        let limits = ResourceLimits::default().max_duration(TRIAL).max_memory(LARGEST_VALUE);
        Some(run.start(Vec::new(), ResourceTracker::new(limits), PrintWriter::Disabled))
    }

    /// The import that a name stands for, if nothing else gives it something.
    fn import(&self, name: &ExprName) -> Option<&String> {
        self.imports.get(&self.names.only_give(name)?.at)
    }

    /// The imports that an expression needs, if it needs nothing else.
    fn needs(&self, expr: &Expr, needed: &mut BTreeSet<String>) -> bool {
        match expr {
            Expr::Name(name) => match self.import(name) {
                Some(statement) => {
                    needed.insert(statement.clone());
                    true
                }
                None => false,
            },
            Expr::Attribute(attribute) => self.needs(&attribute.value, needed),
            Expr::Call(call) => {
                let (args, keywords) = (&call.arguments.args, &call.arguments.keywords);
                self.needs(&call.func, needed)
                    && args.iter().all(|arg| self.needs(arg, needed))
                    && keywords.iter().all(|keyword| self.needs(&keyword.value, needed))
            }
            _ => expr.is_literal_expr(),
        }
    }

    /// A call of what was imported: whether it asks something of the system, which answers nothing.
    fn asks_system(&mut self, call: &ExprCall) {
        let mut needed = BTreeSet::new();
        let plain = matches!(&*call.func, Expr::Attribute(_)) && {
            let keywords = call.arguments.keywords.iter().map(|keyword| &keyword.value);
            let mut args = call.arguments.args.iter().chain(keywords);
            self.needs(&call.func, &mut needed) && args.all(|arg| self.needs(arg, &mut needed))
        };
        if !plain || needed.is_empty() {
            return;
        }
        let (start, end) = (call.range_start.to_usize(), call.arguments.range.end().to_usize());
        let text = self.script.get(start..end).unwrap_or_default();
        let lines = needed.iter().map(String::as_str).chain([text]).collect::<Vec<_>>().join("\n");
        if let Some(Ok(RunProgress::OsCall(_))) = self.tried(&lines) {
            let name = self.script.get(start..call.arguments.range.start().to_usize()).unwrap_or_default();
            let why = "is not there: a script has no files, no settings and no clock of its own; now() gives the time";
            self.tell(start, format!("{name} {why}"));
        }
    }

    /// A part of a module: whether the module has it.
    fn part(&mut self, module: &ExprName, part: &str, at: usize) {
        let statement = self.import(module).filter(|statement| statement.starts_with("import "));
        let (Some(statement), module) = (statement, module.id.as_str()) else { return };
        let lines = format!("{statement}\n{module}.{part}");
        if let Some(Err(error)) = self.tried(&lines)
            && error.exc_type() == ExcType::AttributeError
        {
            self.tell(at, format!("{module} has no {part} here"));
        }
    }

    /// The host function that is called where this is called.
    fn reaches(&self, expr: &Expr) -> Option<HostFunction> {
        match expr {
            Expr::Name(name) => {
                let own = || self.calling.get(&self.names.only_give(name)?.at).copied();
                self.names.used(name).and_then(|used| self.names.host(used)).or_else(own)
            }
            Expr::Lambda(lambda) => self.calling.get(&lambda.range.start().to_usize()).copied(),
            _ => None,
        }
    }

    fn call(&mut self, call: &ExprCall) {
        let at = call.range_start.to_usize();
        let caller = match &*call.func {
            Expr::Name(name) if !self.names.is_free(name) => None,
            Expr::Name(name) if name.id.as_str() == "open" => {
                self.tell(at, "a script has no files; file(name, text) sends one, and tables keep rows");
                None
            }
            Expr::Name(name) => Some(name.id.as_str()).filter(|name| CALLERS.contains(name)),
            Expr::Attribute(method) => Some(method.attr.as_str()).filter(|name| *name == "sort"),
            _ => None,
        };
        if caller.is_some() {
            let keywords = call.arguments.keywords.iter().map(|keyword| &keyword.value);
            let host = call.arguments.args.iter().chain(keywords).find_map(|arg| self.reaches(arg));
            if let Some(host) = host.map(|host| host.name()) {
                self.tell(at, format!("{host} works in a loop only, as in [{host}(x) for x in xs]"));
            }
        }
        self.written(call);
        self.asks_system(call);
    }

    /// A call of a host function: whether it can be made as it is written.
    fn written(&mut self, call: &ExprCall) {
        let Expr::Name(name) = &*call.func else { return };
        let host = self.names.used(name).and_then(|used| self.names.host(used));
        let Some(function) = host.filter(|_| self.names.is_free(name)) else { return };
        let (args, keywords) = (&call.arguments.args, &call.arguments.keywords);
        let open = args.iter().any(|arg| matches!(arg, Expr::Starred(_)));
        if open || keywords.iter().any(|keyword| keyword.arg.is_none()) {
            return;
        }
        // Of some values only their kind is known.
        let kinds = Given::of(call, |expr| literal(expr).or_else(|| kind(expr)));
        let fits = function.bind_known(&kinds.args(), &kinds.kwargs()).map(drop);
        let given = Given::of(call, literal);
        if let Err(fault) = fits.and_then(|()| function.judge(&given.args(), &given.kwargs())) {
            self.tell(call.range_start.to_usize(), fault.to_string());
        }
    }

    fn operator(&mut self, operation: &ExprBinOp) {
        let at = operation.range.start().to_usize();
        match operation.op {
            Operator::Mod if self.names.is_text(&operation.left) => self.tell(at, NO_PERCENT),
            Operator::MatMult => self.tell(at, "@ does not calculate here"),
            _ => {}
        }
    }

    /// A name that nothing in the script means. Names that are called are told with all functions there are.
    fn name(&mut self, name: &str, at: usize) {
        let known = self.names.all().any(|given| given == name)
            || is_python(name)
            || HostFunction::of_name(name).is_some()
            || GIVEN.contains(&name)
            || name.starts_with("__");
        // Names of Python that are no functions are known to the interpreter alone.
        if known || !matches!(self.tried(name), Some(Ok(RunProgress::NameLookup(_)))) {
            return;
        }
        let mut names: Vec<&str> = GIVEN.to_vec();
        for host in HostFunction::ALL {
            names.push(host.name());
        }
        names.extend(self.names.all());
        let near = spelling::nearest(name, names.into_iter());
        let near = near.map_or_else(String::new, |near| format!("; perhaps {near} is meant"));
        self.tell(at, format!("nothing is called {name}{near}"));
    }
}

/// The arguments of a call, as far as they are known.
struct Given<'s> {
    args: Vec<Option<Value>>,
    kwargs: Vec<(&'s str, Option<Value>)>,
}

impl<'s> Given<'s> {
    /// The arguments of a call. `known`: what is known of each.
    fn of(call: &'s ExprCall, known: impl Fn(&Expr) -> Option<Value>) -> Self {
        let args = call.arguments.args.iter().map(&known).collect();
        let named = |keyword: &'s Keyword| Some((keyword.arg.as_ref()?.as_str(), known(&keyword.value)));
        Self { args, kwargs: call.arguments.keywords.iter().filter_map(named).collect() }
    }

    fn args(&self) -> Vec<Option<&Value>> {
        self.args.iter().map(Option::as_ref).collect()
    }

    fn kwargs(&self) -> BTreeMap<&str, Option<&Value>> {
        self.kwargs.iter().map(|(name, value)| (*name, value.as_ref())).collect()
    }
}

/// A value of the kind of an expression whose own value is not known.
fn kind(expr: &Expr) -> Option<Value> {
    match expr {
        Expr::Dict(_) | Expr::DictComp(_) => Some(json!({})),
        Expr::List(_) | Expr::ListComp(_) | Expr::Tuple(_) => Some(json!([])),
        Expr::FString(_) => Some(json!("")),
        _ => None,
    }
}

/// The value of an expression that says itself what it is.
fn literal(expr: &Expr) -> Option<Value> {
    match expr {
        Expr::NoneLiteral(_) => Some(Value::Null),
        Expr::BooleanLiteral(truth) => Some(Value::Bool(truth.value)),
        Expr::StringLiteral(text) => Some(Value::from(text.value.to_str())),
        Expr::NumberLiteral(number) => match &number.value {
            Number::Float(number) => serde_json::Number::from_f64(*number).map(Value::Number),
            Number::Int(_) | Number::Complex { .. } => whole(expr).map(Value::from),
        },
        Expr::UnaryOp(negative) if negative.op == UnaryOp::USub => match literal(&negative.operand)? {
            Value::Number(number) if number.is_f64() => number.as_f64().map(|number| Value::from(-number)),
            _ => whole(expr).map(Value::from),
        },
        Expr::List(list) => list.elts.iter().map(literal).collect::<Option<Vec<Value>>>().map(Value::Array),
        Expr::Tuple(list) => list.elts.iter().map(literal).collect::<Option<Vec<Value>>>().map(Value::Array),
        Expr::Dict(dict) => {
            let item = |item: &DictItem| match item.key.as_ref()? {
                Expr::StringLiteral(key) => Some((key.value.to_str().to_owned(), literal(&item.value)?)),
                _ => None,
            };
            dict.items.iter().map(item).collect::<Option<_>>().map(Value::Object)
        }
        _ => None,
    }
}

/// Formatting that the interpreter does not have.
const NO_PERCENT: &str = "% does not put values into a text here; write f\"… {value} …\"";

impl<'a> Visitor<'a> for Reading<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Import(import) => {
                for alias in &import.names {
                    let renamed = alias.asname.as_ref().map_or_else(String::new, |name| format!(" as {name}"));
                    self.imported(format!("import {}{renamed}", alias.name.as_str()), alias);
                }
            }
            Stmt::ImportFrom(import) => {
                let Some(module) = import.module.as_ref().filter(|_| import.level == 0) else { return };
                for alias in import.names.iter().filter(|alias| alias.name.as_str() != "*") {
                    let renamed = alias.asname.as_ref().map_or_else(String::new, |name| format!(" as {name}"));
                    self.imported(format!("from {} import {}{renamed}", module.as_str(), alias.name.as_str()), alias);
                }
            }
            _ => walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::BinOp(operation) => self.operator(operation),
            Expr::Call(call) => {
                self.call(call);
                // The name of what is called is told by whoever knows all functions.
                if let Expr::Name(_) = &*call.func {
                    self.visit_arguments(&call.arguments);
                    return;
                }
            }
            Expr::Attribute(attribute) => {
                if let Expr::Name(module) = &*attribute.value {
                    let at = attribute.range.start().to_usize();
                    self.part(module, attribute.attr.as_str(), at);
                }
            }
            Expr::Name(name) if name.ctx == ExprContext::Load => {
                self.name(name.id.as_str(), name.range.start().to_usize());
            }
            _ => {}
        }
        walk_expr(self, expr);
    }

    // Types say nothing that a script does.
    fn visit_annotation(&mut self, _: &'a Expr) {}
}

#[cfg(test)]
mod tests {
    use crate::adapters::scripts::reading::outlined;

    fn late(script: &str) -> Option<(usize, String)> {
        outlined(script).err().map(|late| (late.at, late.message))
    }

    #[test]
    fn what_would_fail_later_is_found_with_its_place() {
        for (script, at, words) in [
            ("n = 1\nnotify('%d pages' % n)", 13, "write f\"… {value} …\""),
            ("TEXT = 'a %s'\nnotify(TEXT % 'b')", 21, "% does not put values into a text here"),
            ("x = ('a' + str(1)) % 2", 4, "% does not put values into a text here"),
            ("import requests", 7, "no module named 'requests'; there are asyncio"),
            ("import json, time", 13, "no module named 'time'"),
            ("from math import root", 17, "cannot import name 'root'"),
            ("import json\njson.load_all('x')", 12, "json has no load_all here"),
            ("from datetime import datetime\nx = datetime.now()", 34, "datetime.now is not there"),
            ("import datetime as d\nd.date.today()", 21, "now() gives the time"),
            ("import os\nos.getenv('HOME')", 10, "os.getenv is not there"),
            ("text = open('a.txt').read()", 7, "a script has no files"),
            ("pages = list(map(fetch, ['a']))", 13, "fetch works in a loop only"),
            ("xs = sorted([1], key=lambda x: fetch(x))", 5, "fetch works in a loop only"),
            ("def look(x):\n    return search(x)\nlist(map(look, ['a']))", 39, "search works in a loop only"),
            ("price = 7\nnotify(prise)", 17, "nothing is called prise; perhaps price is meant"),
            ("load = fetchh", 7, "perhaps fetch is meant"),
            (
                "def b(x):\n    return a(x)\ndef a(x):\n    return fetch(x)\nlist(map(b, ['a']))",
                61,
                "fetch works in a loop only",
            ),
            ("try:\n    open('a')\nfinally:\n    notify('b')", 9, "a script has no files"),
            ("def f(open):\n    return open\nopen('a')", 29, "a script has no files"),
            ("def f():\n    import json\n    return json.none()", 36, "json has no none here"),
            ("a = [1] @ [2]", 4, "@ does not calculate here"),
            ("x = 1\nsleep(foo=3)", 6, "sleep has no argument foo"),
            ("notify()", 0, "notify needs text"),
            ("notify(x := 'a', 'b')", 0, "notify takes at most 1 arguments"),
            ("report('a', now(), title='b')", 0, "report got title twice"),
            ("x = ask('q?', [])", 4, "a question has 1 to 8 options"),
            ("ask('', ['a'])", 0, "ask needs a question in words"),
            ("ask(f'{1}?', ('a', 'b', 'a'))", 0, "ask has the option a twice"),
            ("ask('q?', ['a', 'b'], default='c')", 0, "default of ask must be one of its options"),
            ("ask('q?', ['a'], -0.5)", 0, "deadline_hours of ask must be more than 0"),
            ("price = 7\nnotify({'price': price})", 10, "text of notify must be a text"),
            ("notify(' ')", 0, "a message has 1 to 20000 characters"),
            ("sleep(f'{1}')", 0, "seconds of sleep must be a number"),
            ("sleep(until='gestern')", 0, "sleep needs seconds, or until as an ISO 8601 time"),
            ("sleep(None)", 0, "sleep needs seconds, or until as an ISO 8601 time"),
            ("x = 5\ncheck_schema(x, {'type': 'strng'})", 6, "the schema has the unknown type strng"),
            ("x = [1]\nchart('Prices', x, kind='pie')", 8, "kind is 'line' or 'bar'"),
            ("chart('Prices', [1, 'a'])", 0, "series is a list of numbers"),
            ("x = {'a': 1}\ntable_insert('my prices', x)", 13, "a table is named by"),
            ("table_delete('prices')", 0, "table_delete needs key or where"),
            ("ask('q?', options=['a', 2])", 0, "options of ask must be a list of texts"),
            (
                "tool('delete_everything', {})",
                0,
                "there is no tool “delete_everything” in flows; there are calculate, ",
            ),
            ("def f():\n    fail()\nf()", 13, "fail needs message"),
        ] {
            let (place, message) = late(script).unwrap_or_else(|| panic!("{script}"));
            assert!(place == at && message.contains(words), "{script}: {place} {message}");
        }
    }

    #[test]
    fn what_works_is_left_alone() {
        for script in [
            "x = 7 % 2\ny = x % 3",
            "def f(text):\n    return text % 2\nf(5)",
            "try:\n    import numpy\nexcept ImportError:\n    numpy = None",
            "import re, json\nfrom math import sqrt\njson.dumps([re.sub('a', 'b', 'c'), sqrt(4)])",
            "from datetime import datetime, timedelta\ndatetime.fromisoformat(now()) + timedelta(days=1)",
            "import asyncio\nasync def f():\n    return await fetch('a')\nawait asyncio.gather(f(), f())",
            "print(sorted([3, 1], key=lambda x: -x), max(1, 2), list(map(str, [1])))",
            "def open(x):\n    return x\nopen(1)",
            "def f():\n    global seen\n    seen = 1\nf()\nprint(seen)",
            "[y for x in [1] if (y := x)]\nprint(y, event, __name__)",
            "class A:\n    n: int = 1\n    def f(self, *rest, key=None, **more):\n        return self.n, rest, key, more\nA().f()",
            "try:\n    fail('x')\nexcept RuntimeError as why:\n    print(why, len, ValueError, list, int)",
            "launch('now')",
            "def note(x):\n    return x\ndef f(x):\n    return note(x)\nlist(map(f, [1]))",
            "def f(fetch):\n    return list(map(fetch, [1]))\nf(str)",
            "def f(x):\n    def g():\n        return fetch(x)\n    return g\nlist(map(f, [1]))",
            "def f(x):\n    try:\n        return fetch(x)\n    except NotImplementedError:\n        return x\nlist(map(f, [1]))",
            "n = 1\ntry:\n    x = '%d' % n\nexcept TypeError:\n    x = str(n)",
            "try:\n    open('a')\nexcept Exception:\n    pass",
            "try:\n    list(map(fetch, ['a']))\nexcept Exception:\n    pass",
            "try:\n    print(other)\nexcept NameError:\n    pass",
            "try:\n    notify()\nexcept Exception:\n    pass",
            "def t(f):\n    try:\n        f()\n    except Exception:\n        pass\ndef g():\n    fail()\nt(g)\nt(lambda: ask('q?', []))",
            "x = 'a'\ny = [x]\nask(x, [x, x], default=x)\nask('q?', y, default='b')\nchart(x, {x: y}, [x, 'b'])\nsleep(until=x)",
            "x = 'a'\ntable_delete('t', x)\ntable_insert('t', {x: 1, 'b': -1.5})\ncheck_schema(x, {'type': x})\nfile(x, x)",
            "args = ['a']\nnotify(*args)\nreport(**{'title': 'a', 'text': 'b'})",
            "def notify(a, b, c):\n    return a\nnotify(1, 2, c=3)",
            "sleep(until=now())\nsleep(0.3)\nnotify(7)\ntool(name='calculate', arguments={})\nask('q?', [x for x in 'ab'], None)",
            "def look():\n    return open('a')\ntry:\n    look()\nexcept Exception:\n    pass",
            "class A:\n    def look(self):\n        return open('a')\ntry:\n    A().look()\nexcept Exception:\n    pass",
            "xs = {k: v for k, v in {'a': 1}.items()}\nfor (a, b) in xs.items():\n    print(a, b)\nlambda q, *r: (q, r)",
        ] {
            assert_eq!(late(script), None, "{script}");
        }
    }
}
