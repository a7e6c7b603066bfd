//! What ends a loop before its time: its own `break` lines, and what else leaves it. It runs nothing.

use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{Expr, Stmt, StmtTry};

/// What ends a loop before its time.
pub(super) struct Until<'e> {
    /// What stands directly in it.
    pub(super) conditions: Vec<Condition<'e>>,
    /// Whether no other line of it leaves it.
    pub(super) is_all: bool,
}

/// What must come about for a `break`.
pub(super) enum Condition<'e> {
    /// This holds.
    Holds(&'e Expr),
    /// Nothing fails in a `try`.
    NothingFails,
}

/// What ends a loop with these lines before its time.
pub(super) fn until(body: &[Stmt]) -> Until<'_> {
    let mut conditions = Vec::new();
    for stmt in body {
        match stmt {
            Stmt::If(branches) if breaks(&branches.body) => conditions.push(Condition::Holds(&branches.test)),
            Stmt::Try(tried) if comes_to_break(tried) => conditions.push(Condition::NothingFails),
            _ => {}
        }
    }
    let all = Leaves::of(body);
    Until { is_all: all.breaks == conditions.len() && !all.others, conditions }
}

/// Whether lines come to a `break` among them whatever else they do.
fn breaks(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| matches!(stmt, Stmt::Break(_))) && !Leaves::of(body).continues
}

/// Whether a `try` comes to a `break` unless something fails in it.
fn comes_to_break(tried: &StmtTry) -> bool {
    let goes_on = !Leaves::of(&tried.body).continues;
    goes_on && (breaks(&tried.body) || breaks(&tried.orelse))
}

/// The lines of a loop that leave it, or leave out what is below them.
#[derive(Default)]
pub(super) struct Leaves {
    /// How often it has a `break` of its own.
    breaks: usize,
    /// Whether it has a `continue`.
    pub(super) continues: bool,
    /// Whether it has a line that leaves more than a loop.
    others: bool,
    /// So many loops inside of it stand around the line that is read.
    inner: u32,
}

impl Leaves {
    /// What leaves a loop with these lines.
    pub(super) fn of(body: &[Stmt]) -> Self {
        let mut leaves = Self::default();
        leaves.visit_body(body);
        leaves
    }

    fn inner(&mut self, body: &[Stmt], orelse: &[Stmt]) {
        self.inner += 1;
        self.visit_body(body);
        self.inner -= 1;
        self.visit_body(orelse);
    }
}

impl<'a> Visitor<'a> for Leaves {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Break(_) => self.breaks += usize::from(self.inner == 0),
            Stmt::Continue(_) => self.continues = true,
            Stmt::Return(_) | Stmt::Raise(_) | Stmt::Assert(_) => self.others = true,
            Stmt::For(each) => self.inner(&each.body, &each.orelse),
            Stmt::While(repeated) => self.inner(&repeated.body, &repeated.orelse),
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
            _ => walk_stmt(self, stmt),
        }
    }

    // No expression has a line in it.
    fn visit_expr(&mut self, _: &'a Expr) {}
}
