//! The names in a script: what it calls of others, what it has itself, and whether it awaits anything. It runs nothing.

use crate::secretary::flow::functions::HostFunction;
use monty_types::{MontyObject, MontyType};
use ruff_python_ast::visitor::{Visitor, walk_except_handler, walk_expr, walk_stmt};
use ruff_python_ast::{Alias, ExceptHandler, Expr, ExprContext, Parameters, Stmt};
use ruff_python_parser::parse_module;
use std::collections::BTreeSet;

/// What was found in a script.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Names of the outermost scope that are used, with the place of each, and whether it is called there.
    used: Vec<(usize, String, bool)>,
    /// Names that the outermost scope gives to something.
    top: Given,
    /// The scopes around the place that is read, without the outermost one.
    around: Vec<Scope>,
    /// Whether it awaits anything.
    pub(super) awaits: bool,
}

/// The names of a function, or of a class, whose names its functions do not see.
#[derive(Debug)]
struct Scope {
    names: BTreeSet<String>,
    is_class: bool,
}

/// The names that a scope gives to something.
#[derive(Debug, Default)]
struct Given {
    /// To functions, classes and modules.
    defined: BTreeSet<String>,
    /// To values.
    assigned: BTreeSet<String>,
    /// They are those of another scope.
    elsewhere: BTreeSet<String>,
}

/// Reads a script that an interpreter has read before, which bounds how deep it is nested.
pub(super) fn read(script: &str) -> Names {
    let mut names = Names::default();
    if let Ok(parsed) = parse_module(script) {
        let body: &[Stmt] = &parsed.syntax().body;
        names.top = Given::by(body);
        names.visit_body(body);
    }
    names
}

impl Names {
    /// The functions that a script needs of others, in order of appearance, once each: what it calls and does not have, and
    /// every host function whose name it uses. A host function counts also where the script gives its name to a value later.
    pub(super) fn host_functions(mut self) -> Vec<String> {
        self.used.sort();
        let mut seen = BTreeSet::new();
        let Given { defined, assigned, .. } = self.top;
        let needed = self.used.into_iter().filter(|(_, name, called)| {
            let is_host = HostFunction::of_name(name).is_some();
            if defined.contains(name) || is_python(name) {
                false
            } else if assigned.contains(name) {
                is_host && *called
            } else {
                is_host || *called
            }
        });
        needed.map(|(_, name, _)| name).filter(|name| seen.insert(name.clone())).collect()
    }

    /// Whether a name means one of a scope around the place that is read, other than the outermost one.
    fn is_inner(&self, name: &str) -> bool {
        let innermost = self.around.len().saturating_sub(1);
        let sees =
            |(depth, scope): (usize, &Scope)| (depth == innermost || !scope.is_class) && scope.names.contains(name);
        self.around.iter().enumerate().any(sees)
    }

    fn uses(&mut self, expr: &Expr, called: bool) {
        if let Expr::Name(name) = expr
            && name.ctx == ExprContext::Load
            && !self.is_inner(name.id.as_str())
        {
            self.used.push((name.range.start().to_usize(), name.id.as_str().to_owned(), called));
        }
    }

    /// Reads something in a scope of its own.
    fn within(&mut self, names: BTreeSet<String>, is_class: bool, read: impl FnOnce(&mut Self)) {
        self.around.push(Scope { names, is_class });
        read(self);
        self.around.pop();
    }
}

impl<'a> Visitor<'a> for Names {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(function) => {
                function.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
                self.visit_parameters(&function.parameters);
                let mut names = Given::by(&function.body).own();
                names.extend(of_parameters(&function.parameters));
                self.within(names, false, |names| names.visit_body(&function.body));
            }
            Stmt::ClassDef(class) => {
                class.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
                class.arguments.iter().for_each(|arguments| self.visit_arguments(arguments));
                self.within(Given::by(&class.body).own(), true, |names| names.visit_body(&class.body));
            }
            _ => walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Call(call) => {
                self.uses(&call.func, true);
                walk_expr(self, expr);
            }
            Expr::Name(_) => self.uses(expr, false),
            Expr::Await(_) => {
                self.awaits = true;
                walk_expr(self, expr);
            }
            Expr::Lambda(lambda) => {
                lambda.parameters.iter().for_each(|parameters| self.visit_parameters(parameters));
                let names = lambda.parameters.iter().flat_map(|parameters| of_parameters(parameters)).collect();
                self.within(names, false, |names| names.visit_expr(&lambda.body));
            }
            Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) | Expr::Generator(_) => {
                let mut given = Given::default();
                walk_expr(&mut Targets(&mut given), expr);
                self.within(given.own(), false, |names| walk_expr(names, expr));
            }
            _ => walk_expr(self, expr),
        }
    }
}

/// The names of parameters.
fn of_parameters(parameters: &Parameters) -> Vec<String> {
    parameters.iter().map(|parameter| parameter.name().as_str().to_owned()).collect()
}

impl Given {
    /// What the statements of a scope give names to, without scopes inside of it.
    fn by(body: &[Stmt]) -> Self {
        let mut given = Self::default();
        given.visit_body(body);
        given
    }

    /// The names that are the scope's own.
    fn own(self) -> BTreeSet<String> {
        let all = self.defined.into_iter().chain(self.assigned);
        all.filter(|name| !self.elsewhere.contains(name)).collect()
    }
}

impl<'a> Visitor<'a> for Given {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        let elsewhere = match stmt {
            Stmt::FunctionDef(function) => {
                self.defined.insert(function.name.as_str().to_owned());
                return;
            }
            Stmt::ClassDef(class) => {
                self.defined.insert(class.name.as_str().to_owned());
                return;
            }
            Stmt::Global(global) => &global.names,
            Stmt::Nonlocal(nonlocal) => &nonlocal.names,
            _ => return walk_stmt(self, stmt),
        };
        self.elsewhere.extend(elsewhere.iter().map(|name| name.as_str().to_owned()));
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) if name.ctx == ExprContext::Store => {
                self.assigned.insert(name.id.as_str().to_owned());
            }
            Expr::Lambda(_) | Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) | Expr::Generator(_) => {}
            _ => walk_expr(self, expr),
        }
    }

    fn visit_alias(&mut self, alias: &'a Alias) {
        let name = alias.asname.as_ref().unwrap_or(&alias.name).as_str();
        self.defined.insert(name.split('.').next().unwrap_or(name).to_owned());
    }

    fn visit_except_handler(&mut self, except_handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(handler) = except_handler;
        if let Some(name) = &handler.name {
            self.assigned.insert(name.as_str().to_owned());
        }
        walk_except_handler(self, except_handler);
    }
}

/// Reads the names that a comprehension itself gives to what it goes through.
struct Targets<'g>(&'g mut Given);

impl<'a> Visitor<'a> for Targets<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        self.0.visit_expr(expr);
    }
}

/// Whether Python has this name.
pub(super) fn is_python(name: &str) -> bool {
    MontyObject::builtin_function_from_name(name).is_some() || MontyType::from_type_name(name).is_some()
}

#[cfg(test)]
mod tests {
    use crate::adapters::scripts::names::read;

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
            assert_eq!(read(script).host_functions().join(" "), called, "{script}");
        }
        assert!(read("async def f():\n    await g()").awaits && !read("g('await')").awaits);
        assert!(read("async def f():\n    return [await g(x) for x in y]").awaits);
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
            ("unknown\nother = missing", ""),
        ];
        for (script, needed) in scripts {
            assert_eq!(read(script).host_functions().join(" "), needed, "{script}");
        }
    }
}
