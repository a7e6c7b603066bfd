//! The names that a script gives to something, and what can be said for certain of what they mean. It runs nothing.

use crate::secretary::flow::functions::HostFunction;
use ruff_python_ast::visitor::{Visitor, walk_except_handler, walk_expr, walk_parameter, walk_stmt};
use ruff_python_ast::{Alias, ExceptHandler, Expr, ExprContext, Operator, Parameter, Stmt};
use std::collections::BTreeMap;

/// The methods of a text that give a text.
const TEXTS: [&str; 6] = ["format", "join", "lower", "replace", "strip", "upper"];

/// The names that a script gives to something anywhere in it.
#[derive(Default)]
pub(super) struct Bound {
    /// How often each gets something.
    names: BTreeMap<String, u32>,
    /// How often each gets what is a text for certain.
    texts: BTreeMap<String, u32>,
    /// The functions that make a host call themselves, with its name.
    reaching: BTreeMap<String, String>,
}

impl Bound {
    /// The names in a script.
    pub(super) fn by(body: &[Stmt]) -> Self {
        let mut bound = Self::default();
        bound.visit_body(body);
        bound
    }

    fn gives(&mut self, name: &str) {
        let times = self.names.entry(name.to_owned()).or_default();
        *times = times.saturating_add(1);
    }

    /// Whether a name gets something.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// How often a name gets something.
    pub(super) fn times(&self, name: &str) -> u32 {
        self.names.get(name).copied().unwrap_or_default()
    }

    /// All names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// Whether a name is a text wherever it gets something.
    pub(super) fn is_text(&self, name: &str) -> bool {
        self.texts.get(name).is_some_and(|times| self.names.get(name) == Some(times))
    }

    /// The host function that is called where this is called.
    pub(super) fn reaches(&self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Name(name) => {
                let name = name.id.as_str();
                let host = HostFunction::of_name(name).filter(|_| !self.has(name));
                host.map(|host| host.name().to_owned()).or_else(|| self.reaching.get(name).cloned())
            }
            Expr::Lambda(lambda) => {
                let mut calls = HostCalls::default();
                calls.visit_expr(&lambda.body);
                calls.first.filter(|name| !self.has(name))
            }
            _ => None,
        }
    }
}

impl<'a> Visitor<'a> for Bound {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(function) => {
                let name = function.name.as_str();
                self.gives(name);
                let mut calls = HostCalls::default();
                calls.visit_body(&function.body);
                if let Some(host) = calls.first.filter(|_| !function.is_async) {
                    self.reaching.insert(name.to_owned(), host);
                }
            }
            Stmt::ClassDef(class) => self.gives(class.name.as_str()),
            Stmt::Assign(assign) => {
                if let [Expr::Name(name)] = assign.targets.as_slice()
                    && is_text(&assign.value, &|_| false)
                {
                    let times = self.texts.entry(name.id.as_str().to_owned()).or_default();
                    *times = times.saturating_add(1);
                }
            }
            _ => {}
        }
        walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Name(name) = expr
            && name.ctx == ExprContext::Store
        {
            self.gives(name.id.as_str());
        }
        walk_expr(self, expr);
    }

    fn visit_parameter(&mut self, parameter: &'a Parameter) {
        self.gives(parameter.name.as_str());
        walk_parameter(self, parameter);
    }

    fn visit_alias(&mut self, alias: &'a Alias) {
        self.gives(alias_name(alias));
    }

    fn visit_except_handler(&mut self, except_handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(handler) = except_handler;
        if let Some(name) = &handler.name {
            self.gives(name.as_str());
        }
        walk_except_handler(self, except_handler);
    }
}

/// The first host function that something calls.
#[derive(Default)]
struct HostCalls {
    first: Option<String>,
}

impl<'a> Visitor<'a> for HostCalls {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Call(call) = expr
            && let Expr::Name(name) = &*call.func
            && let Some(host) = HostFunction::of_name(name.id.as_str())
        {
            self.first.get_or_insert_with(|| host.name().to_owned());
        }
        walk_expr(self, expr);
    }
}

/// The name that an import gives.
pub(super) fn alias_name(alias: &Alias) -> &str {
    match &alias.asname {
        Some(name) => name.as_str(),
        None => alias.name.as_str().split('.').next().unwrap_or_default(),
    }
}

/// Whether something is a text for certain. `is_name`: whether a name is.
pub(super) fn is_text(expr: &Expr, is_name: &dyn Fn(&str) -> bool) -> bool {
    match expr {
        Expr::StringLiteral(_) | Expr::FString(_) => true,
        Expr::Name(name) => is_name(name.id.as_str()),
        Expr::BinOp(both) if both.op == Operator::Add => is_text(&both.left, is_name) || is_text(&both.right, is_name),
        Expr::Call(call) => match &*call.func {
            Expr::Name(name) => name.id.as_str() == "str",
            Expr::Attribute(method) => TEXTS.contains(&method.attr.as_str()) && is_text(&method.value, is_name),
            _ => false,
        },
        _ => false,
    }
}
