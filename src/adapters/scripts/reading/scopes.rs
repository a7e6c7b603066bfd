//! Reads the names of a script scope by scope: which scope each belongs to, what gives it something, and where it is used.

use super::names::{Function, Give, Names, OUTERMOST, Use, place};
use ruff_python_ast::visitor::{Visitor, walk_except_handler, walk_expr, walk_stmt};
use ruff_python_ast::{Alias, CmpOp, Comprehension, ExceptHandler, Expr, ExprContext, Parameter, Parameters, Stmt};
use std::collections::BTreeSet;
use std::mem;

/// The names in a script.
pub(super) fn names_in(body: &[Stmt]) -> Names<'_> {
    let mut reader = Reader { names: Names::default(), around: Vec::new(), homes: OUTERMOST, through: Vec::new() };
    reader.visit_body(body);
    reader.names.complete(&reader.through);
    reader.names
}

/// What a scope is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A function or a lambda.
    Function,
    /// A class, whose names its functions do not see.
    Class,
    /// A comprehension.
    Comprehension,
}

/// A scope other than the outermost one.
#[derive(Debug)]
struct Scope<'s> {
    /// Its number.
    home: usize,
    kind: Kind,
    /// The place of the function whose lines these are.
    function: Option<usize>,
    own: Own<'s>,
}

/// The names that the lines of a scope give something to, without scopes inside of it.
#[derive(Debug, Default)]
struct Own<'s> {
    given: BTreeSet<&'s str>,
    /// They are those of the outermost scope.
    global: BTreeSet<&'s str>,
    /// They are those of a function around it.
    nonlocal: BTreeSet<&'s str>,
    /// Whether this is in a comprehension, where only `:=` gives the scope something.
    inside: bool,
}

impl<'s> Own<'s> {
    fn by(body: &'s [Stmt]) -> Self {
        let mut own = Self::default();
        own.visit_body(body);
        own
    }

    fn has(&self, name: &str) -> bool {
        self.given.contains(name) && !self.nonlocal.contains(name)
    }
}

impl<'s> Visitor<'s> for Own<'s> {
    fn visit_stmt(&mut self, stmt: &'s Stmt) {
        match stmt {
            Stmt::FunctionDef(function) => {
                self.given.insert(function.name.as_str());
            }
            Stmt::ClassDef(class) => {
                self.given.insert(class.name.as_str());
            }
            Stmt::Global(global) => self.global.extend(global.names.iter().map(|name| name.as_str())),
            Stmt::Nonlocal(nonlocal) => self.nonlocal.extend(nonlocal.names.iter().map(|name| name.as_str())),
            _ => walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'s Expr) {
        match expr {
            Expr::Name(name) if name.ctx == ExprContext::Store && !self.inside => {
                self.given.insert(name.id.as_str());
            }
            Expr::Named(named) => {
                if let Expr::Name(name) = &*named.target {
                    self.given.insert(name.id.as_str());
                }
                self.visit_expr(&named.value);
            }
            Expr::Lambda(_) => {}
            Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) | Expr::Generator(_) => {
                let before = mem::replace(&mut self.inside, true);
                walk_expr(self, expr);
                self.inside = before;
            }
            _ => walk_expr(self, expr),
        }
    }

    fn visit_alias(&mut self, alias: &'s Alias) {
        self.given.insert(alias_name(alias));
    }

    fn visit_except_handler(&mut self, except_handler: &'s ExceptHandler) {
        let ExceptHandler::ExceptHandler(handler) = except_handler;
        if let Some(name) = &handler.name {
            self.given.insert(name.as_str());
        }
        walk_except_handler(self, except_handler);
    }
}

/// The name that an import gives.
fn alias_name(alias: &Alias) -> &str {
    match &alias.asname {
        Some(name) => name.as_str(),
        None => alias.name.as_str().split('.').next().unwrap_or_default(),
    }
}

/// Reads a script from its beginning to its end.
struct Reader<'s> {
    names: Names<'s>,
    /// The scopes around the place that is read, without the outermost one.
    around: Vec<Scope<'s>>,
    /// The number of the newest scope.
    homes: usize,
    /// What is only gone through, counted or searched.
    through: Vec<&'s Expr>,
}

impl<'s> Reader<'s> {
    /// The scope that a name belongs to here.
    fn home_of(&self, name: &str) -> usize {
        let innermost = self.around.len().saturating_sub(1);
        let home = |(depth, scope): (usize, &Scope<'s>)| {
            if scope.own.global.contains(name) {
                Some(OUTERMOST)
            } else {
                let seen = depth == innermost || scope.kind != Kind::Class;
                (seen && scope.own.has(name)).then_some(scope.home)
            }
        };
        self.around.iter().enumerate().rev().find_map(home).unwrap_or(OUTERMOST)
    }

    /// The place of the function whose lines are read.
    fn function_here(&self) -> Option<usize> {
        self.around.last().and_then(|scope| scope.function)
    }

    /// A name gets something. `defined`: it is a function, a class or a module.
    fn give(&mut self, name: &'s str, at: usize, value: Option<&'s Expr>, defined: bool) {
        let home = self.home_of(name);
        let gives = |scope: &&Scope<'s>| scope.kind != Kind::Comprehension || scope.home == home;
        let here = self.around.iter().rev().find(gives).map_or(OUTERMOST, |scope| scope.home);
        self.names.give((home, name), Give { at, direct: here == home, value }, defined);
    }

    fn uses(&mut self, expr: &'s Expr, called: bool) {
        if let Expr::Name(name) = expr
            && name.ctx == ExprContext::Load
        {
            let (at, name, function) = (place(name), name.id.as_str(), self.function_here());
            let used = Use { at, name, home: self.home_of(name), function, called, goes_through: false };
            self.names.uses.entry(at).or_insert(used);
        }
    }

    /// Reads something in a scope of its own.
    fn within(&mut self, kind: Kind, function: Option<usize>, own: Own<'s>, read: impl FnOnce(&mut Self)) {
        self.homes += 1;
        let function = function.or_else(|| self.function_here());
        self.around.push(Scope { home: self.homes, kind, function, own });
        read(self);
        self.around.pop();
    }

    /// Reads a function with these parameters.
    fn function(
        &mut self,
        function: Function,
        parameters: Option<&'s Parameters>,
        mut own: Own<'s>,
        read: impl FnOnce(&mut Self),
    ) {
        let place = function.place;
        self.names.functions.insert(place, function);
        let parameters: Vec<&'s Parameter> =
            parameters.into_iter().flatten().map(|parameter| parameter.as_parameter()).collect();
        own.given.extend(parameters.iter().map(|parameter| parameter.name.as_str()));
        self.within(Kind::Function, Some(place), own, |reader| {
            for parameter in parameters {
                reader.give(parameter.name.as_str(), parameter.name.range.start().to_usize(), None, false);
            }
            read(reader);
        });
    }

    /// Reads a comprehension. What it goes through first belongs to the scope around it.
    fn comprehension(&mut self, generators: &'s [Comprehension], given: &[&'s Expr]) {
        self.through.extend(generators.iter().map(|generator| &generator.iter));
        let Some((first, more)) = generators.split_first() else { return };
        self.visit_expr(&first.iter);
        let mut own = Own::default();
        for generator in generators {
            own.visit_expr(&generator.target);
        }
        self.within(Kind::Comprehension, None, own, |reader| {
            reader.visit_expr(&first.target);
            for test in &first.ifs {
                reader.visit_expr(test);
            }
            for generator in more {
                reader.visit_comprehension(generator);
            }
            for expr in given {
                reader.visit_expr(expr);
            }
        });
    }
}

impl<'s> Visitor<'s> for Reader<'s> {
    fn visit_stmt(&mut self, stmt: &'s Stmt) {
        match stmt {
            Stmt::FunctionDef(function) => {
                for decorator in &function.decorator_list {
                    self.visit_decorator(decorator);
                }
                self.visit_parameters(&function.parameters);
                let place = function.name.range.start().to_usize();
                self.give(function.name.as_str(), place, None, true);
                let found = Function {
                    place,
                    span: function.range.start().to_usize()..function.range.end().to_usize(),
                    is_async: function.is_async,
                    is_method: self.around.last().is_some_and(|scope| scope.kind == Kind::Class),
                };
                let own = Own::by(&function.body);
                self.function(found, Some(&function.parameters), own, |reader| reader.visit_body(&function.body));
            }
            Stmt::ClassDef(class) => {
                for decorator in &class.decorator_list {
                    self.visit_decorator(decorator);
                }
                if let Some(arguments) = &class.arguments {
                    self.visit_arguments(arguments);
                }
                self.give(class.name.as_str(), class.name.range.start().to_usize(), None, true);
                self.names.classes.push(class.range.start().to_usize()..class.range.end().to_usize());
                self.within(Kind::Class, None, Own::by(&class.body), |reader| reader.visit_body(&class.body));
            }
            Stmt::Assign(assign) => match assign.targets.as_slice() {
                [Expr::Name(name)] => {
                    self.visit_expr(&assign.value);
                    let defined = matches!(&*assign.value, Expr::Lambda(_));
                    self.give(name.id.as_str(), place(name), Some(&assign.value), defined);
                }
                _ => walk_stmt(self, stmt),
            },
            Stmt::For(each) => {
                self.through.push(&each.iter);
                walk_stmt(self, stmt);
            }
            Stmt::Try(tried) => {
                if !tried.handlers.is_empty() {
                    self.names.guards.push(tried.range.start().to_usize()..tried.range.end().to_usize());
                }
                walk_stmt(self, stmt);
            }
            Stmt::Raise(raised) => {
                self.names.raises.insert(raised.range.start().to_usize());
                walk_stmt(self, stmt);
            }
            Stmt::Assert(asserted) => {
                self.names.raises.insert(asserted.range.start().to_usize());
                walk_stmt(self, stmt);
            }
            _ => walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'s Expr) {
        match expr {
            Expr::Name(name) if name.ctx == ExprContext::Load => self.uses(expr, false),
            Expr::Name(name) => self.give(name.id.as_str(), place(name), None, false),
            Expr::Call(call) => {
                self.uses(&call.func, true);
                if matches!(&*call.func, Expr::Name(name) if name.id.as_str() == "len") {
                    self.through.push(expr);
                }
                walk_expr(self, expr);
            }
            Expr::Compare(compared) => {
                let searched = compared.ops.iter().zip(compared.comparators.iter());
                let searched = searched.filter(|(operator, _)| matches!(operator, CmpOp::In | CmpOp::NotIn));
                self.through.extend(searched.map(|(_, searched)| searched));
                walk_expr(self, expr);
            }
            Expr::Await(_) => {
                self.names.awaits = true;
                walk_expr(self, expr);
            }
            Expr::Lambda(lambda) => {
                if let Some(parameters) = &lambda.parameters {
                    self.visit_parameters(parameters);
                }
                let place = lambda.range.start().to_usize();
                let span = place..lambda.range.end().to_usize();
                let found = Function { place, span, is_async: false, is_method: false };
                let own = Own::default();
                self.function(found, lambda.parameters.as_deref(), own, |reader| reader.visit_expr(&lambda.body));
            }
            Expr::ListComp(made) => self.comprehension(&made.generators, &[&made.elt]),
            Expr::SetComp(made) => self.comprehension(&made.generators, &[&made.elt]),
            Expr::Generator(made) => self.comprehension(&made.generators, &[&made.elt]),
            Expr::DictComp(made) => {
                let given: Vec<&'s Expr> = made.key.iter().chain([&made.value]).map(|given| &**given).collect();
                self.comprehension(&made.generators, &given);
            }
            _ => walk_expr(self, expr),
        }
    }

    // Types say nothing that a script does.
    fn visit_annotation(&mut self, _: &'s Expr) {}

    fn visit_alias(&mut self, alias: &'s Alias) {
        self.give(alias_name(alias), alias.range.start().to_usize(), None, true);
    }

    fn visit_except_handler(&mut self, except_handler: &'s ExceptHandler) {
        let ExceptHandler::ExceptHandler(handler) = except_handler;
        if let Some(name) = &handler.name {
            self.give(name.as_str(), name.range.start().to_usize(), None, false);
        }
        walk_except_handler(self, except_handler);
    }
}
