//! How often the loops of a script go round at most, as far as that stands in it: lists that are written there, ranges, and
//! counters that are counted up to a number. Where it does not stand there, nothing is guessed.

use super::bound::Bound;
use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{BoolOp, CmpOp, Expr, Number, Operator, Stmt, StmtWhile, UnaryOp};
use std::collections::BTreeMap;
use std::slice;

/// What is known of the values in a script.
pub(super) struct Turns<'s> {
    /// The values of the names to which the outermost block gives one, and no other line does.
    constants: BTreeMap<&'s str, &'s Expr>,
}

/// A number that ends a loop once its counter is there.
struct End<'e> {
    counter: &'e str,
    /// The number.
    at: i64,
    /// So many rounds begin although the counter is there.
    more: i64,
}

impl<'s> Turns<'s> {
    /// What is known in a script with these names.
    pub(super) fn of(body: &'s [Stmt], bound: &Bound) -> Self {
        let mut constants = BTreeMap::new();
        for stmt in body {
            if let Stmt::Assign(assign) = stmt
                && let [Expr::Name(name)] = assign.targets.as_slice()
                && bound.times(name.id.as_str()) == 1
            {
                constants.insert(name.id.as_str(), &*assign.value);
            }
        }
        Self { constants }
    }

    /// The value of a name that has one value only; else the expression itself.
    fn known<'e>(&'e self, expr: &'e Expr) -> &'e Expr {
        let Expr::Name(name) = expr else { return expr };
        self.constants.get(name.id.as_str()).copied().unwrap_or(expr)
    }

    fn number(&self, expr: &Expr) -> Option<i64> {
        whole(self.known(expr))
    }

    /// The texts and numbers of a list that stands in the script; nothing if it has something else in it.
    pub(super) fn values(&self, iter: &Expr) -> Vec<String> {
        let said = |element: &Expr| match element {
            Expr::StringLiteral(text) => Some(text.value.to_str().to_owned()),
            Expr::NumberLiteral(number) => match &number.value {
                Number::Int(whole) => Some(whole.to_string()),
                Number::Float(number) => Some(number.to_string()),
                Number::Complex { .. } => None,
            },
            _ => None,
        };
        let elements = elements(self.known(iter)).unwrap_or_default();
        elements.iter().map(said).collect::<Option<Vec<String>>>().unwrap_or_default()
    }

    /// How many things there are to go through at most.
    pub(super) fn of_iter(&self, iter: &Expr) -> Option<u64> {
        let known = self.known(iter);
        if let Some(elements) = elements(known) {
            let spread = elements.iter().any(|element| matches!(element, Expr::Starred(_)));
            return u64::try_from(elements.len()).ok().filter(|_| !spread);
        }
        let Expr::Call(call) = known else { return None };
        let Expr::Name(name) = &*call.func else { return None };
        let args = &*call.arguments.args;
        match (name.id.as_str(), args) {
            ("range", [end]) => rounds(0, self.number(end)?, 1),
            ("range", [start, end]) => rounds(self.number(start)?, self.number(end)?, 1),
            ("range", [start, end, step]) => rounds(self.number(start)?, self.number(end)?, self.number(step)?),
            ("enumerate" | "sorted" | "reversed" | "list" | "set", [inner, ..]) => self.of_iter(inner),
            _ => None,
        }
    }

    /// How often a loop goes round at most that counts up to a number. `before`: the lines before it in its block.
    pub(super) fn of_while(&self, repeated: &StmtWhile, before: &[Stmt]) -> Option<u64> {
        // What is below a `continue` may be left out.
        let mut continues = Continues(false);
        continues.visit_body(&repeated.body);
        if continues.0 {
            return None;
        }
        let mut ends = Vec::new();
        self.ends(&repeated.test, (&[CmpOp::Lt, CmpOp::LtE], BoolOp::And), 0, &mut ends);
        for stmt in &repeated.body {
            if let Stmt::If(branches) = stmt
                && branches.body.iter().any(leaves)
            {
                self.ends(&branches.test, (&[CmpOp::GtE, CmpOp::Gt], BoolOp::Or), 1, &mut ends);
            }
        }
        let counted = |end: End<'_>| {
            let (start, step) = (started(end.counter, before)?, stepped(end.counter, &repeated.body)?);
            rounds(start, end.at, step)?.checked_add(u64::try_from(end.more).ok()?)
        };
        ends.into_iter().filter_map(counted).min()
    }

    /// The numbers in a condition that end a loop, each of which does so alone. `signs`: the comparisons that do, the first
    /// with the number itself and the second with the next one; and what stands between several.
    fn ends<'e>(&self, test: &'e Expr, signs: (&[CmpOp; 2], BoolOp), more: i64, ends: &mut Vec<End<'e>>) {
        let ([itself, next], between) = signs;
        match test {
            Expr::BoolOp(all) if all.op == between => {
                all.values.iter().for_each(|one| self.ends(one, signs, more, ends));
            }
            Expr::Compare(compared) => {
                let ([sign], [right]) = (&*compared.ops, &*compared.comparators) else { return };
                let (Expr::Name(counter), Some(number)) = (&*compared.left, self.number(right)) else { return };
                let at = if sign == itself { Some(number) } else { number.checked_add(1).filter(|_| sign == next) };
                ends.extend(at.map(|at| End { counter: counter.id.as_str(), at, more }));
            }
            _ => {}
        }
    }
}

/// How many steps lead from a number to another one.
fn rounds(start: i64, end: i64, step: i64) -> Option<u64> {
    let (way, step) =
        if step < 0 { (start.checked_sub(end)?, step.checked_neg()?) } else { (end.checked_sub(start)?, step) };
    let (way, step) = (u64::try_from(way.max(0)).ok()?, u64::try_from(step).ok()?);
    (step > 0).then(|| way.div_ceil(step))
}

/// Whether something has a `continue` in it.
struct Continues(bool);

impl<'a> Visitor<'a> for Continues {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        self.0 |= matches!(stmt, Stmt::Continue(_));
        walk_stmt(self, stmt);
    }
}

/// Whether a loop ends with this line.
fn leaves(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Break(_) | Stmt::Return(_) | Stmt::Raise(_) => true,
        Stmt::Expr(expr) => match &*expr.value {
            Expr::Call(call) => matches!(&*call.func, Expr::Name(name) if name.id.as_str() == "fail"),
            _ => false,
        },
        _ => false,
    }
}

/// The number with which a counter begins.
fn started(counter: &str, before: &[Stmt]) -> Option<i64> {
    let last = before.iter().rev().find(|stmt| Bound::by(slice::from_ref(*stmt)).has(counter))?;
    let Stmt::Assign(assign) = last else { return None };
    let [Expr::Name(_)] = assign.targets.as_slice() else { return None };
    whole(&assign.value)
}

/// By how much a counter goes up in each round, if one line of the loop counts it and no other touches it.
fn stepped(counter: &str, body: &[Stmt]) -> Option<i64> {
    if Bound::by(body).times(counter) != 1 {
        return None;
    }
    let is_counter = |expr: &Expr| matches!(expr, Expr::Name(name) if name.id.as_str() == counter);
    let step = |stmt: &Stmt| match stmt {
        Stmt::AugAssign(assign) if assign.op == Operator::Add && is_counter(&assign.target) => whole(&assign.value),
        Stmt::Assign(assign) if assign.targets.iter().all(is_counter) => match &*assign.value {
            Expr::BinOp(sum) if sum.op == Operator::Add && is_counter(&sum.left) => whole(&sum.right),
            Expr::BinOp(sum) if sum.op == Operator::Add && is_counter(&sum.right) => whole(&sum.left),
            _ => None,
        },
        _ => None,
    };
    body.iter().find_map(step).filter(|step| *step > 0)
}

/// What stands in a list.
fn elements(expr: &Expr) -> Option<&[Expr]> {
    match expr {
        Expr::List(list) => Some(&list.elts),
        Expr::Tuple(tuple) => Some(&tuple.elts),
        _ => None,
    }
}

/// The whole number that stands there.
pub(super) fn whole(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::NumberLiteral(number) => match &number.value {
            Number::Int(whole) => whole.as_i64(),
            Number::Float(_) | Number::Complex { .. } => None,
        },
        Expr::UnaryOp(negative) if negative.op == UnaryOp::USub => whole(&negative.operand)?.checked_neg(),
        _ => None,
    }
}

/// Where an expression stands in its script, in bytes, as far as people are shown it.
pub(super) fn range_of(expr: &Expr) -> Option<(usize, usize)> {
    let range = match expr {
        Expr::Call(call) => return Some((call.range_start.to_usize(), call.arguments.range.end().to_usize())),
        Expr::Name(part) => part.range,
        Expr::Attribute(part) => part.range,
        Expr::Subscript(part) => part.range,
        Expr::Compare(part) => part.range,
        Expr::BoolOp(part) => part.range,
        Expr::BinOp(part) => part.range,
        Expr::UnaryOp(part) => part.range,
        Expr::Named(part) => part.range,
        Expr::If(part) => part.range,
        Expr::Await(part) => part.range,
        Expr::StringLiteral(part) => part.range,
        Expr::FString(part) => part.range,
        Expr::NumberLiteral(part) => part.range,
        Expr::BooleanLiteral(part) => part.range,
        Expr::NoneLiteral(part) => part.range,
        Expr::List(part) => part.range,
        Expr::Tuple(part) => part.range,
        Expr::Dict(part) => part.range,
        Expr::Set(part) => part.range,
        Expr::ListComp(part) => part.range,
        Expr::Generator(part) => part.range,
        _ => return None,
    };
    Some((range.start().to_usize(), range.end().to_usize()))
}

#[cfg(test)]
mod tests {
    use crate::adapters::scripts::turns::*;
    use ruff_python_parser::parse_module;

    fn most(script: &str) -> Option<u64> {
        let parsed = parse_module(script).unwrap();
        let body: &[Stmt] = &parsed.syntax().body;
        let turns = Turns::of(body, &Bound::by(body));
        let (last, before) = body.split_last().unwrap();
        match last {
            Stmt::For(each) => turns.of_iter(&each.iter),
            Stmt::While(repeated) => turns.of_while(repeated, before),
            _ => panic!("{script}"),
        }
    }

    #[test]
    fn loops_go_round_as_often_as_stands_in_the_script() {
        for (script, times) in [
            ("for x in [1, 2, 3]:\n    f(x)", Some(3)),
            ("XS = ('a', 'b')\nfor n, x in enumerate(XS):\n    f(x)", Some(2)),
            ("for n in range(2, 12, 3):\n    f(n)", Some(4)),
            ("for n in range(5, 0, -2):\n    f(n)", Some(3)),
            ("for x in [*xs, 1]:\n    f(x)", None),
            ("for x in page.split():\n    f(x)", None),
            ("n = 1\nwhile n <= 50:\n    f(n)\n    n = n + 1", Some(50)),
            ("MOST = 10\nn = 0\nwhile n < MOST and more():\n    n += 3", Some(4)),
            ("n = 1\nwhile not f():\n    if n >= 288:\n        fail('x')\n    n = n + 1\n    sleep(300)", Some(288)),
            ("n = 0\nwhile True:\n    n += 1\n    if n > 3 or f():\n        break", Some(5)),
            ("n = 0\nwhile n < 5 or f():\n    n += 1", None),
            ("n = 0\nwhile n < 5:\n    if f():\n        n += 1", None),
            ("n = 0\nwhile n < 5:\n    if f():\n        continue\n    n += 1", None),
            ("n = 0\nwhile n < 5:\n    n += 1\n    n = 0", None),
            ("n = f()\nwhile n < 5:\n    n += 1", None),
            ("n = 0\nwhile n < 5:\n    n = n - 1", None),
            ("while True:\n    f()", None),
        ] {
            assert_eq!(most(script), times, "{script}");
        }
    }
}
