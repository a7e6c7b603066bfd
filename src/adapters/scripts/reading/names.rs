//! The names in a script: what each of them means where it stands, what gives it something, and which functions come to
//! what. Whoever says something of a script asks here. It runs nothing.

use crate::secretary::flow::functions::HostFunction;
use monty_types::{MontyObject, MontyType};
use ruff_python_ast::{Expr, ExprCall, ExprName, Operator};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The outermost scope.
pub(super) const OUTERMOST: usize = 0;
/// The functions of Python that go through a list, change nothing in it, and keep nothing of it but copies.
const THROUGH: [&str; 7] = ["enumerate", "len", "list", "reversed", "set", "sorted", "tuple"];
/// The methods of a text that give a text.
const TEXTS: [&str; 6] = ["format", "join", "lower", "replace", "strip", "upper"];

/// A part of a script, in bytes.
pub(super) type Span = Range<usize>;
/// A scope, and a name that belongs to it.
pub(super) type Key<'s> = (usize, &'s str);

/// What was found in a script.
#[derive(Debug, Default)]
pub(super) struct Names<'s> {
    bindings: BTreeMap<Key<'s>, Binding<'s>>,
    /// Where names are used, by their places.
    pub(super) uses: BTreeMap<usize, Use<'s>>,
    /// By their places.
    pub(super) functions: BTreeMap<usize, Function>,
    pub(super) classes: Vec<Span>,
    /// Where the script may know what fails: a `try` stands around it, or around a call of the function that it is in.
    pub(super) guards: Vec<Span>,
    /// The lines that fail.
    pub(super) raises: BTreeSet<usize>,
    /// Whether it awaits anything.
    pub(super) awaits: bool,
}

/// A name that a scope gives something to.
#[derive(Debug, Default)]
struct Binding<'s> {
    gives: Vec<Give<'s>>,
    /// Whether it gets a function, a class or a module anywhere.
    defined: bool,
    /// Whether it is used for more than to go through it.
    leaks: bool,
}

/// A name gets something.
#[derive(Debug)]
pub(super) struct Give<'s> {
    /// Where the name stands, in bytes; an import: where what is imported stands.
    pub(super) at: usize,
    /// Whether a line of its own scope does it.
    pub(super) direct: bool,
    /// What it gets, where that stands there.
    pub(super) value: Option<&'s Expr>,
}

/// A place where a name is used.
#[derive(Debug)]
pub(super) struct Use<'s> {
    pub(super) at: usize,
    pub(super) name: &'s str,
    /// The scope that the name belongs to.
    pub(super) home: usize,
    /// The place of the function that uses it.
    pub(super) function: Option<usize>,
    /// Whether it is called there.
    pub(super) called: bool,
    /// Whether it is only gone through, counted or searched there.
    pub(super) goes_through: bool,
}

/// A function of the script's own.
#[derive(Debug)]
pub(super) struct Function {
    /// Where its name stands, in bytes; a lambda: where it begins.
    pub(super) place: usize,
    pub(super) span: Span,
    pub(super) is_async: bool,
    /// Whether it belongs to a class, so that it may be called without its name.
    pub(super) is_method: bool,
}

impl<'s> Names<'s> {
    /// A name of a scope gets something.
    pub(super) fn give(&mut self, key: Key<'s>, give: Give<'s>, defined: bool) {
        let binding = self.bindings.entry(key).or_default();
        binding.gives.push(give);
        binding.defined |= defined;
    }

    /// Adds what only the whole script tells. `through`: what is only gone through, counted or searched.
    pub(super) fn complete(&mut self, through: &[&'s Expr]) {
        for expr in through {
            let mut expr: &Expr = expr;
            while let Expr::Call(call) = expr
                && let Some(inner) = self.through(call)
            {
                expr = inner;
            }
            if let Expr::Name(name) = expr
                && let Some(used) = self.uses.get_mut(&place(name))
            {
                used.goes_through = true;
            }
        }
        for used in self.uses.values().filter(|used| !used.goes_through) {
            if let Some(binding) = self.bindings.get_mut(&(used.home, used.name)) {
                binding.leaks = true;
            }
        }
        self.spread_guards();
    }

    /// What is called in a `try` is guarded as well, and so is what may be called there by another name: a method, a lambda
    /// and a function that is handed on.
    fn spread_guards(&mut self) {
        if self.guards.is_empty() {
            return;
        }
        let handed = self.uses.values().filter(|used| !used.called).flat_map(|used| self.functions_of(used));
        let handed: BTreeSet<usize> = handed.map(|function| function.place).collect();
        let nameless = |function: &Function| function.is_method || function.place == function.span.start;
        let others = self.functions.values().filter(|one| nameless(one) || handed.contains(&one.place));
        let mut open: Vec<Span> = self.guards.drain(..).chain(others.map(|other| other.span.clone())).collect();
        let (mut guards, mut seen) = (Vec::new(), BTreeSet::new());
        while let Some(span) = open.pop() {
            for function in self.used_in(&span).flat_map(|used| self.functions_of(used)) {
                if seen.insert(function.place) {
                    open.push(function.span.clone());
                }
            }
            guards.push(span);
        }
        self.guards = guards;
    }

    /// The functions that a script needs of others, in order of appearance, once each: what it calls and does not have, and
    /// every host function whose name it uses. A host function counts also where the script gives its name to a value later.
    pub(super) fn host_functions(&self) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let needed = self.uses.values().filter(|used| self.is_others(used) && seen.insert(used.name));
        needed.map(|used| used.name.to_owned()).collect()
    }

    /// Whether a function of others is meant.
    pub(super) fn is_others(&self, used: &Use<'_>) -> bool {
        let is_host = HostFunction::of_name(used.name).is_some();
        if used.home != OUTERMOST || is_python(used.name) {
            return false;
        }
        match self.bindings.get(&(OUTERMOST, used.name)) {
            Some(binding) => !binding.defined && is_host && used.called,
            None => is_host || used.called,
        }
    }

    /// The host function that is meant.
    pub(super) fn host(&self, used: &Use<'_>) -> Option<HostFunction> {
        HostFunction::of_name(used.name).filter(|_| self.is_others(used))
    }

    /// Whether an expression means this host function.
    pub(super) fn is_host(&self, expr: &Expr, function: HostFunction) -> bool {
        let Expr::Name(name) = expr else { return false };
        self.used(name).and_then(|used| self.host(used)) == Some(function)
    }

    /// The functions of the script's own that may be meant.
    pub(super) fn functions_of(&self, used: &Use<'s>) -> impl Iterator<Item = &Function> {
        self.gives(used).iter().filter_map(move |give| self.functions.get(&give.at))
    }

    /// What gives something to the name that is meant.
    pub(super) fn gives<'n>(&'n self, used: &Use<'s>) -> &'n [Give<'s>] {
        self.bindings.get(&(used.home, used.name)).map(|binding| binding.gives.as_slice()).unwrap_or_default()
    }

    /// The use that a name is.
    pub(super) fn used(&self, name: &ExprName) -> Option<&Use<'s>> {
        self.uses.get(&place(name))
    }

    /// The uses in a part of the script.
    pub(super) fn used_in(&self, span: &Span) -> impl Iterator<Item = &Use<'s>> {
        self.uses.range(span.clone()).map(|(_, used)| used)
    }

    /// All names that get something.
    pub(super) fn all(&self) -> impl Iterator<Item = &'s str> {
        self.bindings.keys().map(|(_, name)| *name)
    }

    /// What gives something to a name, if that is one place only.
    pub(super) fn only_give(&self, name: &ExprName) -> Option<&Give<'s>> {
        match self.gives(self.used(name)?) {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Whether the script itself gives a name nothing: it means what it means in Python.
    pub(super) fn is_free(&self, name: &ExprName) -> bool {
        self.used(name).is_some_and(|used| self.gives(used).is_empty())
    }

    /// Whether a name means this function of Python.
    pub(super) fn is_builtin(&self, expr: &Expr, function: &str) -> bool {
        matches!(expr, Expr::Name(name) if name.id.as_str() == function && self.is_free(name))
    }

    /// What a call of a function of Python goes through, which changes nothing in it.
    pub(super) fn through<'e>(&self, call: &'e ExprCall) -> Option<&'e Expr> {
        let goes = THROUGH.iter().any(|function| self.is_builtin(&call.func, function));
        call.arguments.args.first().filter(|_| goes)
    }

    /// The value that a name has wherever it is used. A list is known only where nothing can change it.
    pub(super) fn value(&self, expr: &Expr) -> Option<&'s Expr> {
        let Expr::Name(name) = expr else { return None };
        let used = self.used(name)?;
        let value = self.only_give(name)?.value?;
        let fixed = match value {
            Expr::Tuple(_) | Expr::NumberLiteral(_) | Expr::UnaryOp(_) => true,
            Expr::Call(call) => self.is_builtin(&call.func, "range"),
            _ => false,
        };
        let leaks = self.bindings.get(&(used.home, used.name)).is_none_or(|binding| binding.leaks);
        (fixed || !leaks).then_some(value)
    }

    /// What gives something to a counter, if only lines of its own scope do.
    pub(super) fn counter(&self, name: &ExprName) -> Option<&[Give<'s>]> {
        let gives = self.gives(self.used(name)?);
        gives.iter().all(|give| give.direct).then_some(gives)
    }

    /// Whether something is a text for certain.
    pub(super) fn is_text(&self, expr: &Expr) -> bool {
        self.is_text_by(expr, &|name| {
            let gives = self.used(name).map(|used| self.gives(used)).unwrap_or_default();
            let is_text = |value: &Expr| self.is_text_by(value, &|_| false);
            !gives.is_empty() && gives.iter().all(|give| give.value.is_some_and(is_text))
        })
    }

    /// Whether something is a text for certain. `is_name`: whether a name is.
    fn is_text_by(&self, expr: &Expr, is_name: &dyn Fn(&ExprName) -> bool) -> bool {
        match expr {
            Expr::StringLiteral(_) | Expr::FString(_) => true,
            Expr::Name(name) => is_name(name),
            Expr::BinOp(both) if both.op == Operator::Add => {
                self.is_text_by(&both.left, is_name) || self.is_text_by(&both.right, is_name)
            }
            Expr::Call(call) => match &*call.func {
                Expr::Attribute(method) => {
                    TEXTS.contains(&method.attr.as_str()) && self.is_text_by(&method.value, is_name)
                }
                function => self.is_builtin(function, "str"),
            },
            _ => false,
        }
    }

    /// Whether the script may know what fails at a place.
    pub(super) fn is_guarded(&self, at: usize) -> bool {
        self.guards.iter().any(|span| span.contains(&at))
    }

    /// The functions of which `directly` tells something, with that, and those that come to one of them by a use that
    /// counts.
    pub(super) fn reaching<T: Copy>(
        &self,
        directly: impl Fn(&Function) -> Option<T>,
        counts: impl Fn(&Function, &Use<'s>) -> bool,
    ) -> BTreeMap<usize, T> {
        let direct = self.functions.values().filter_map(|function| Some((function.place, directly(function)?)));
        let mut reaching: BTreeMap<usize, T> = direct.collect();
        loop {
            let before = reaching.len();
            for function in self.functions.values() {
                if reaching.contains_key(&function.place) {
                    continue;
                }
                let mut used = self.used_in(&function.span).filter(|used| counts(function, used));
                let found =
                    used.find_map(|used| self.functions_of(used).find_map(|one| reaching.get(&one.place).copied()));
                if let Some(found) = found {
                    reaching.insert(function.place, found);
                }
            }
            if reaching.len() == before {
                return reaching;
            }
        }
    }
}

/// Where a name stands, in bytes.
pub(super) fn place(name: &ExprName) -> usize {
    name.range.start().to_usize()
}

/// Whether Python has this name.
pub(super) fn is_python(name: &str) -> bool {
    MontyObject::builtin_function_from_name(name).is_some() || MontyType::from_type_name(name).is_some()
}

#[cfg(test)]
mod tests {
    use crate::adapters::scripts::reading::awaits;
    use crate::adapters::scripts::reading::scopes::names_in;
    use ruff_python_parser::parse_module;

    fn needed_by(script: &str) -> String {
        names_in(&parse_module(script).unwrap().syntax().body).host_functions().join(" ")
    }

    #[test]
    fn what_a_script_calls_and_does_not_have_is_found_in_order() {
        let scripts = [
            ("", ""),
            ("print(len(str(1))); raise ValueError('x')", ""),
            ("notify(fetch(url)); notify('b'); later.call()", "notify fetch"),
            ("x = fetch('a')\nask(f'{now()}', options=[search('b')])", "fetch ask now search"),
            ("def notify(t):\n    report(t)\nnotify('a')", "report"),
            ("def f(call):\n    call()\nf(now)", "now"),
            ("from re import sub as change\nimport json\nchange('a', 'b', 'c')\njson.dumps(1)", ""),
            ("[g(x) for x in xs if x()]\n(y := 1)\ny()", "g"),
            ("try:\n    run_flow('a')\nexcept ValueError as e:\n    e()\nelse:\n    fail('b')", "run_flow fail"),
            ("eval('1')\nexec('1')\n__import__('os')\nopen('a')\nglobals()", "eval exec __import__ globals"),
            ("@wrap(1)\ndef f(a=first()):\n    return lambda b: b(second())", "wrap first second"),
            ("if a():\n    pass\nelif b():\n    pass\nwhile c():\n    with d() as e:\n        e()", "a b c d"),
        ];
        for (script, called) in scripts {
            assert_eq!(needed_by(script), called, "{script}");
        }
        assert!(awaits("async def f():\n    await g()") && !awaits("g('await')"));
        assert!(awaits("async def f():\n    return [await g(x) for x in y]"));
    }

    #[test]
    fn a_host_function_is_needed_wherever_its_name_means_it() {
        let scripts = [
            ("list(map(fetch, urls))", "fetch"),
            ("load = fetch\nload('a')", "fetch"),
            ("now = now()", "now"),
            ("def f():\n    file = 'a'\n    return file\nfile('a', f())", "file"),
            ("def f():\n    file = open_it()\n    file()", "open_it"),
            ("def f(now):\n    return now()\nf(1)", ""),
            ("def f():\n    global now\n    now = now()\nf()", "now"),
            ("note = 'x'\nnotify(note)", "notify"),
            ("report = 'x'\nreport('t', report)", "report"),
            ("fetch = 1\nimport fetch\nfetch('a')", ""),
            ("[search for search in words]\nsearch('b')", "search"),
            ("[file(x) for file in xs]", ""),
            ("lambda ask: ask('a')", ""),
            ("lambda x=ask: x('a')", "ask"),
            ("class A:\n    note = 1\n    def f(self):\n        note('a', 'b')", "note"),
            ("class A:\n    note = 1\n    other = note", ""),
            ("def f():\n    def notify(t):\n        pass\n    notify('a')\nf()", ""),
            ("{k: sleep for k in 'ab'}", "sleep"),
            ("[ask for ask in ask('a')]", "ask"),
            ("def f():\n    sleep = 1\n    def g():\n        global sleep\n        sleep(60)", "sleep"),
            ("def f(x: now) -> ask:\n    pass", ""),
            ("unknown\nother = missing", ""),
        ];
        for (script, needed) in scripts {
            assert_eq!(needed_by(script), needed, "{script}");
        }
    }
}
