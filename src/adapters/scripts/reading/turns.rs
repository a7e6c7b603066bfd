//! How often the loops of a script go round at most, as far as that stands in it: lists that are written there, ranges, and
//! counters that are counted up to a number. Where it does not stand there, nothing is guessed.

use super::ends::{Leaves, Until};
use super::names::{Function, Give, Names, Span, Use, place};
use crate::secretary::flow::functions::HostFunction;
use ruff_python_ast::{BoolOp, CmpOp, Expr, ExprName, Number, Operator, Stmt, StmtWhile, UnaryOp};
use std::collections::BTreeSet;

/// What is known of the loops in a script.
pub(super) struct Turns<'s> {
    names: &'s Names<'s>,
    /// The functions of the script's own that may end the run, by their places.
    ending: BTreeSet<usize>,
    /// Whether a class has something in it that does.
    classes_end: bool,
}

/// A number that ends a loop once its counter is there.
struct End<'e> {
    counter: &'e ExprName,
    /// The number.
    at: i64,
    /// So many rounds begin although the counter is there.
    more: i64,
}

impl<'s> Turns<'s> {
    /// What is known in a script with these names.
    pub(super) fn of(names: &'s Names<'s>) -> Self {
        let ends = |span: &Span| {
            let fails = |used: &Use<'_>| names.host(used) == Some(HostFunction::Fail);
            names.raises.range(span.clone()).next().is_some() || names.used_in(span).any(fails)
        };
        let direct = |function: &Function| ends(&function.span).then_some(());
        let ending = names.reaching(direct, |_, _| true).into_keys().collect();
        Self { names, ending, classes_end: names.classes.iter().any(ends) }
    }

    /// Whether a part of the script may end the run with a call.
    fn may_end(&self, span: &Span) -> bool {
        let ends = |used: &Use<'_>| {
            self.names.host(used) == Some(HostFunction::Fail)
                || self.names.functions_of(used).any(|function| self.ending.contains(&function.place))
        };
        self.classes_end || self.names.used_in(span).any(ends)
    }

    /// The value of a name that has one value only; else the expression itself.
    fn known<'e>(&'e self, expr: &'e Expr) -> &'e Expr {
        self.names.value(expr).unwrap_or(expr)
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
        if let Some(inner) = self.names.through(call) {
            return self.of_iter(inner);
        }
        if !self.names.is_builtin(&call.func, "range") {
            return None;
        }
        match &*call.arguments.args {
            [end] => rounds(0, self.number(end)?, 1),
            [start, end] => rounds(self.number(start)?, self.number(end)?, 1),
            [start, end, step] => rounds(self.number(start)?, self.number(end)?, self.number(step)?),
            _ => None,
        }
    }

    /// How often a loop goes round at most that counts up to a number. `before`: the lines before it in its block.
    pub(super) fn of_while(&self, repeated: &StmtWhile, before: &[Stmt]) -> Option<u64> {
        // What is below a `continue` may be left out.
        if Leaves::of(&repeated.body).continues {
            return None;
        }
        let mut ends = Vec::new();
        self.ends(&repeated.test, (&[CmpOp::Lt, CmpOp::LtE], BoolOp::And), 0, &mut ends);
        for stmt in &repeated.body {
            if let Stmt::If(branches) = stmt
                && branches.body.iter().any(|stmt| self.leaves(stmt))
            {
                self.ends(&branches.test, (&[CmpOp::GtE, CmpOp::Gt], BoolOp::Or), 1, &mut ends);
            }
        }
        let span = span_of(repeated);
        let counted = |end: End<'_>| {
            let gives = self.names.counter(end.counter)?;
            let start = started(gives, span.start, before)?;
            let step = stepped(end.counter.id.as_str(), gives, &span, &repeated.body)?;
            rounds(start, end.at, step)?.checked_add(u64::try_from(end.more).ok()?)
        };
        ends.into_iter().filter_map(counted).min()
    }

    /// Whether nothing but the limits of a run ends a loop that `until` tells when it ends, and of which nobody knows how
    /// often it goes round.
    pub(super) fn is_endless(&self, repeated: &StmtWhile, until: &Until<'_>) -> bool {
        until.is_all && !self.may_end(&span_of(repeated))
    }

    /// Whether a loop ends with this line.
    fn leaves(&self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::Break(_) | Stmt::Return(_) | Stmt::Raise(_) => true,
            Stmt::Expr(expr) => match &*expr.value {
                Expr::Call(call) => self.names.is_host(&call.func, HostFunction::Fail),
                _ => false,
            },
            _ => false,
        }
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
                ends.extend(at.map(|at| End { counter, at, more }));
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

/// Where a loop stands.
fn span_of(repeated: &StmtWhile) -> Span {
    repeated.range.start().to_usize()..repeated.range.end().to_usize()
}

/// The number with which a counter begins: the last of what gives it something before the loop, `from` which it counts, if
/// that stands in the block of the loop.
fn started(gives: &[Give<'_>], from: usize, before: &[Stmt]) -> Option<i64> {
    let last = gives.iter().map(|give| give.at).filter(|at| *at < from).max()?;
    before.iter().rev().find_map(|stmt| {
        let Stmt::Assign(assign) = stmt else { return None };
        match assign.targets.as_slice() {
            [Expr::Name(name)] if place(name) == last => whole(&assign.value),
            _ => None,
        }
    })
}

/// By how much a counter goes up in each round, if one line of the loop counts it and no other touches it.
fn stepped(counter: &str, gives: &[Give<'_>], span: &Span, body: &[Stmt]) -> Option<i64> {
    let mut inside = gives.iter().filter(|give| span.contains(&give.at));
    let (Some(only), None) = (inside.next(), inside.next()) else { return None };
    let counts = |expr: &Expr| matches!(expr, Expr::Name(name) if place(name) == only.at);
    let is_counter = |expr: &Expr| matches!(expr, Expr::Name(name) if name.id.as_str() == counter);
    let step = |stmt: &Stmt| match stmt {
        Stmt::AugAssign(assign) if assign.op == Operator::Add && counts(&assign.target) => whole(&assign.value),
        Stmt::Assign(assign) if assign.targets.iter().all(counts) => match &*assign.value {
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
    use crate::adapters::scripts::reading::scopes::names_in;
    use crate::adapters::scripts::reading::turns::*;
    use ruff_python_parser::parse_module;

    fn most(script: &str) -> Option<u64> {
        let parsed = parse_module(script).unwrap();
        let body: &[Stmt] = &parsed.syntax().body;
        let names = names_in(body);
        let turns = Turns::of(&names);
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
            ("n = 0\ndef f():\n    global n\n    n = 0\nwhile n < 5:\n    n += 1\n    f()", None),
            ("def f():\n    n = 9\nn = 0\nwhile n < 5:\n    n += 1\n    f()", Some(5)),
            ("def fail(x):\n    pass\nn = 0\nwhile f():\n    if n > 3:\n        fail('x')\n    n += 1", None),
            ("xs = []\nxs.append(1)\nfor x in xs:\n    f(x)", None),
            ("xs = [1]\nxs += more\nfor x in xs:\n    f(x)", None),
            ("xs = [1]\nys = xs\nys.append(2)\nfor x in xs:\n    f(x)", None),
            ("xs = [1]\ngrow(xs)\nfor x in xs:\n    f(x)", None),
            ("def f():\n    xs.insert(0, 1)\nxs = [1]\nfor x in xs:\n    f()", None),
            ("xs = [1, 2]\nprint(len(xs), 1 in xs, [x for x in sorted(xs)])\nfor x in xs:\n    f(x)", Some(2)),
            ("xs = (1, 2)\nprint(xs[0], xs)\nfor x in xs:\n    f(x)", Some(2)),
            ("def f(xs):\n    return xs\nxs = [1]\nfor x in xs:\n    f(x)", Some(1)),
            ("xs = sorted(xs)\nfor x in xs:\n    f(x)", None),
            ("def range(n):\n    return more\nfor x in range(3):\n    f(x)", None),
            ("def sorted(xs):\n    return more\nfor x in sorted([1]):\n    f(x)", None),
        ] {
            assert_eq!(most(script), times, "{script}");
        }
    }
}
