//! The outline of a script, for people who read what it does: its calls of host functions under the loops, branches and
//! functions in which they stand, with how often a loop can go round. It runs nothing.

use super::ends::{self, Condition, Until};
use super::names::{Function, Names};
use super::turns::{Turns, range_of, whole};
use crate::secretary::flow::calls::about;
use crate::secretary::flow::functions::HostFunction;
use crate::secretary::flow::outline::{Line, Part};
use crate::secretary::names::phrases::{line, short};
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Arguments, BoolOp, ExceptHandler, ExprName, UnaryOp};
use ruff_python_ast::{CmpOp, Comprehension, Expr, ExprCompare, Stmt, StmtFor, StmtIf, StmtTry, StmtWhile};
use std::collections::BTreeSet;

/// The most characters of a condition.
const LONGEST_TEST: usize = 80;
/// The most values of a list that are shown.
const MOST_VALUES: usize = 3;
/// The argument that says what a question takes if nobody answers it.
const DEFAULT: &str = "default";
/// The most lines.
const MOST_LINES: usize = 400;

/// The outline of a script with these names.
pub(super) fn outline(script: &str, body: &[Stmt], names: &Names<'_>) -> Vec<Line> {
    let others = |function: &Function| names.used_in(&function.span).any(|used| names.is_others(used)).then_some(());
    let own = names.reaching(others, |_, _| true).into_keys().collect();
    let mut outline = Outline { script, names, own, turns: Turns::of(names), lines: Vec::new() };
    outline.block(body, 0);
    outline.lines.truncate(MOST_LINES);
    outline.lines
}

/// An outline that is being made.
struct Outline<'s> {
    script: &'s str,
    names: &'s Names<'s>,
    /// The functions of the script's own that come to a function of others, by their places.
    own: BTreeSet<usize>,
    /// How often its loops go round.
    turns: Turns<'s>,
    lines: Vec<Line>,
}

impl Outline<'_> {
    fn push(&mut self, depth: u8, part: Part) {
        self.lines.push(Line { depth, part });
    }

    /// Adds a head with what stands below it, if anything does.
    fn below(&mut self, depth: u8, head: Part, inside: impl FnOnce(&mut Self, u8)) -> bool {
        let at = self.lines.len();
        self.push(depth, head);
        inside(self, depth.saturating_add(1));
        let has = self.lines.len() > at + 1;
        if !has {
            self.lines.truncate(at);
        }
        has
    }

    fn block(&mut self, body: &[Stmt], depth: u8) {
        for (at, stmt) in body.iter().enumerate() {
            if self.lines.len() > MOST_LINES {
                return;
            }
            self.stmt(stmt, body.get(..at).unwrap_or_default(), depth);
        }
    }

    /// A statement. `before`: those before it in its block.
    fn stmt(&mut self, stmt: &Stmt, before: &[Stmt], depth: u8) {
        match stmt {
            Stmt::FunctionDef(function) => {
                let name = function.name.as_str();
                self.below(depth, Part::Function(name.to_owned()), |outline, depth| {
                    outline.block(&function.body, depth);
                });
            }
            Stmt::ClassDef(class) => self.block(&class.body, depth),
            Stmt::For(each) => self.each(each, depth),
            Stmt::While(repeated) => self.repeated(repeated, before, depth),
            Stmt::If(branches) => self.branches(branches, depth),
            Stmt::Try(tried) => self.tried(tried, depth),
            Stmt::With(with) => {
                for item in &with.items {
                    self.expr(&item.context_expr, depth);
                }
                self.block(&with.body, depth);
            }
            _ => walk_stmt(&mut Inside { outline: self, depth }, stmt),
        }
    }

    fn expr(&mut self, expr: &Expr, depth: u8) {
        Inside { outline: self, depth }.visit_expr(expr);
    }

    fn each(&mut self, each: &StmtFor, depth: u8) {
        self.expr(&each.iter, depth);
        let head = self.head(&each.target, &each.iter, self.conditions(&ends::until(&each.body)));
        self.looped(depth, head, &each.orelse, |outline, depth| outline.block(&each.body, depth));
    }

    /// Adds a loop with what stands in it, and with what is done if nothing ended it early.
    fn looped(&mut self, depth: u8, head: Part, orelse: &[Stmt], inside: impl FnOnce(&mut Self, u8)) {
        let at = self.lines.len();
        self.push(depth, head);
        inside(self, depth.saturating_add(1));
        let mut has = self.lines.len() > at + 1;
        has |= self.below(depth, Part::Unbroken, |outline, depth| outline.block(orelse, depth));
        if !has {
            self.lines.truncate(at);
        }
    }

    /// "For each …".
    fn head(&self, target: &Expr, iter: &Expr, until: Vec<String>) -> Part {
        let values = self.turns.values(iter).into_iter().take(MOST_VALUES).collect();
        let most = self.turns.of_iter(iter);
        Part::Each { one: self.source(target), of: self.source(iter), values, most, until }
    }

    fn repeated(&mut self, repeated: &StmtWhile, before: &[Stmt], depth: u8) {
        let always = matches!(&*repeated.test, Expr::BooleanLiteral(truth) if truth.value)
            || whole(&repeated.test).is_some_and(|number| number != 0);
        let test = (!always).then(|| self.words(&repeated.test));
        let until = ends::until(&repeated.body);
        let most = self.turns.of_while(repeated, before);
        let endless = most.is_none() && self.turns.is_endless(repeated, &until);
        let head = Part::While { test, most, until: self.conditions(&until), endless };
        self.looped(depth, head, &repeated.orelse, |outline, depth| {
            outline.expr(&repeated.test, depth);
            outline.block(&repeated.body, depth);
        });
    }

    fn branches(&mut self, branches: &StmtIf, depth: u8) {
        self.expr(&branches.test, depth);
        let at = self.lines.len();
        self.push(depth, Part::If(self.words(&branches.test)));
        self.block(&branches.body, depth.saturating_add(1));
        let mut has = self.lines.len() > at + 1;
        for clause in &branches.elif_else_clauses {
            let head = clause.test.as_ref().map_or(Part::Else, |test| Part::OrIf(self.words(test)));
            has |= self.below(depth, head, |outline, depth| {
                clause.test.iter().for_each(|test| outline.expr(test, depth));
                outline.block(&clause.body, depth);
            });
        }
        if !has {
            self.lines.truncate(at);
        }
    }

    fn tried(&mut self, tried: &StmtTry, depth: u8) {
        let at = self.lines.len();
        self.push(depth, Part::Try);
        self.block(&tried.body, depth.saturating_add(1));
        self.block(&tried.orelse, depth.saturating_add(1));
        let mut has = self.lines.len() > at + 1;
        for handler in &tried.handlers {
            let ExceptHandler::ExceptHandler(handler) = handler;
            has |= self.below(depth, Part::Except, |outline, depth| outline.block(&handler.body, depth));
        }
        has |= self.below(depth, Part::Finally, |outline, depth| outline.block(&tried.finalbody, depth));
        if !has {
            self.lines.truncate(at);
        }
    }

    /// A comprehension: what it gives is made once for each of what it goes through.
    fn comprehension(&mut self, generators: &[Comprehension], given: &[&Expr], depth: u8) {
        let Some((first, more)) = generators.split_first() else {
            for expr in given {
                self.expr(expr, depth);
            }
            return;
        };
        self.expr(&first.iter, depth);
        let head = self.head(&first.target, &first.iter, Vec::new());
        self.below(depth, head, |outline, depth| {
            first.ifs.iter().for_each(|test| outline.expr(test, depth));
            outline.comprehension(more, given, depth);
        });
    }

    /// What ends a loop before its time, in words.
    fn conditions(&self, until: &Until<'_>) -> Vec<String> {
        let words = |condition: &Condition<'_>| match condition {
            Condition::Holds(test) => self.words(test),
            Condition::NothingFails => "nothing fails".to_owned(),
        };
        until.conditions.iter().map(words).collect()
    }

    /// A condition in words.
    fn words(&self, test: &Expr) -> String {
        short(&self.condition(test), LONGEST_TEST)
    }

    fn condition(&self, test: &Expr) -> String {
        match test {
            Expr::Compare(compared) => self.compared(compared).unwrap_or_else(|| self.source(test)),
            Expr::BoolOp(all) => {
                let between = if all.op == BoolOp::And { " and " } else { " or " };
                all.values.iter().map(|one| self.condition(one)).collect::<Vec<_>>().join(between)
            }
            Expr::UnaryOp(one) if one.op == UnaryOp::Not => format!("not {}", self.condition(&one.operand)),
            _ => self.source(test),
        }
    }

    fn compared(&self, compared: &ExprCompare) -> Option<String> {
        let ([operator], [right]) = (&*compared.ops, &*compared.comparators) else { return None };
        let is = match operator {
            CmpOp::Eq | CmpOp::Is => "is",
            CmpOp::NotEq | CmpOp::IsNot => "is not",
            CmpOp::Lt => "is below",
            CmpOp::LtE => "is at most",
            CmpOp::Gt => "is above",
            CmpOp::GtE => "is at least",
            CmpOp::In => "is in",
            CmpOp::NotIn => "is not in",
        };
        Some(format!("{} {is} {}", self.source(&compared.left), self.source(right)))
    }

    /// What a question takes if nobody answers it.
    fn otherwise(&self, arguments: &Arguments) -> Option<String> {
        let terms = HostFunction::Ask.terms();
        let place = terms.parameters.iter().position(|(name, ..)| *name == DEFAULT)?;
        match arguments.find_argument_value(DEFAULT, place)? {
            Expr::NoneLiteral(_) => None,
            Expr::StringLiteral(text) => Some(line(text.value.to_str())),
            other => Some(self.source(other)),
        }
    }

    /// What stands in the script, on one line.
    fn source(&self, expr: &Expr) -> String {
        let text = range_of(expr).and_then(|(start, end)| self.script.get(start..end));
        short(&line(text.unwrap_or("…")), LONGEST_TEST)
    }
}

/// Adds the calls in an expression, the inner ones first, as they are made.
struct Inside<'o, 's> {
    outline: &'o mut Outline<'s>,
    depth: u8,
}

impl Inside<'_, '_> {
    /// Adds a name: a function of others by this part, or one of the script's own that comes to one. Other names say nothing.
    fn name(&mut self, name: &ExprName, part: impl FnOnce(&str) -> Part) {
        let (names, words) = (self.outline.names, name.id.as_str());
        let Some(used) = names.used(name) else { return };
        if names.is_others(used) {
            self.outline.push(self.depth, part(words));
        } else if names.functions_of(used).any(|function| self.outline.own.contains(&function.place)) {
            self.outline.push(self.depth, Part::Does(words.to_owned()));
        }
    }
}

impl<'a> Visitor<'a> for Inside<'_, '_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        let depth = self.depth;
        match expr {
            Expr::Call(call) => {
                self.visit_arguments(&call.arguments);
                let Expr::Name(name) = &*call.func else { return self.visit_expr(&call.func) };
                let start = call.arguments.range.start().to_usize();
                let args = self.outline.script.get(start..).and_then(|args| args.strip_prefix('('));
                let otherwise = if self.outline.names.is_host(&call.func, HostFunction::Ask) {
                    self.outline.otherwise(&call.arguments)
                } else {
                    None
                };
                self.name(name, |name| Part::Call { name: name.to_owned(), about: args.and_then(about), otherwise });
            }
            Expr::Name(name) => self.name(name, |name| Part::Uses(name.to_owned())),
            Expr::ListComp(made) => self.outline.comprehension(&made.generators, &[&made.elt], depth),
            Expr::SetComp(made) => self.outline.comprehension(&made.generators, &[&made.elt], depth),
            Expr::Generator(made) => self.outline.comprehension(&made.generators, &[&made.elt], depth),
            Expr::DictComp(made) => {
                let given: Vec<&Expr> = made.key.iter().chain([&made.value]).map(|given| &**given).collect();
                self.outline.comprehension(&made.generators, &given, depth);
            }
            _ => walk_expr(self, expr),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::scripts::reading::outlined;
    use crate::secretary::flow::examples;
    use crate::secretary::wording::schedules::flows::steps::steps;

    fn told(script: &str) -> String {
        let read = outlined(script).unwrap();
        steps(script, &read.calls, &read.lines).join("\n")
    }

    #[test]
    fn loops_branches_and_functions_are_shown_with_what_stands_in_them() {
        let script = "URLS = ['https://a.example', 'https://b.example']
def look(url):
    return fetch(url)
pages = [look(url) for url in URLS]
while True:
    if 'up' in search('it'):
        break
    sleep(60)
try:
    notify(agent('Sum up'))
except RuntimeError:
    pass
finally:
    note('Seen', 'x')
send = notify
for page in pages:
    print(page)
if not pages or len(pages) == 1:
    table_delete('t', where={})
else:
    fail('too many')";
        assert_eq!(
            told(script),
            "In “look”:
  Reads a web page
For each of https://a.example and https://b.example, 2 times at most:
  Does what “look” does
Repeats until 'up' is in search('it'); nothing else ends that but the limits of a run:
  Searches the web for “it”
  Waits 60 seconds
Tries this, which may fail:
  Gives an agent the task “Sum up”
  Tells you something
In any case:
  Writes the note “Seen”
Has “notify” under another name
If not pages or len(pages) is 1:
  Deletes rows of the table “t”
Else:
  Ends with the error “too many”"
        );
    }

    #[test]
    fn every_host_call_of_an_example_is_a_step_of_it() {
        let of = |name: &str| told(examples::named(name).unwrap().script);
        assert_eq!(
            of("until_every_five_minutes"),
            "Repeats while \"ready\" is not in fetch(\"https://build.example/state\").lower(), at most 288 times:
  Reads build.example/state
  If looks is at least 288:
    Ends with the error “it was not ready within a day”
  Waits 300 seconds
Tells you “It is ready. I looked … times.”"
        );
        assert_eq!(
            of("pages"),
            "Repeats while page is at most 50, until len(new) is 0, at most 50 times:
  Reads shop.example/list?page=…
Sends the report “The whole list”"
        );
        assert_eq!(
            of("retry"),
            "For each of 60, 300 and 1800, until nothing fails, 3 times at most:
  Tries this, which may fail:
    Reads status.example/report
  If that fails:
    Waits
If text is None:
  Ends with the error “the page was down three times”
Tells you “The report is there: …”"
        );
        let all = of("fan_out");
        assert_eq!(all.matches("Does what “look_at” does").count(), 3, "{all}");
    }

    #[test]
    fn no_bound_is_told_that_is_not_certain() {
        for (script, words) in [
            (
                "found = []\nfor u in ['https://a.example', 'https://b.example']:\n    found.append(fetch(u))\nfor f in found:\n    notify(f)",
                "For each of https://a.example and https://b.example, 2 times at most:\n  Reads a web page\nFor each f of found, however many there are:\n  Tells you something",
            ),
            (
                "XS = ['a']\nfor x in XS:\n    if fetch(x):\n        XS.append(x)",
                "For each x of XS, however many there are:\n  Reads a web page",
            ),
            (
                "while True:\n    try:\n        if 'up' in fetch('https://a.example'):\n            break\n    except RuntimeError:\n        pass",
                "Repeats until something below ends that:\n  Tries this, which may fail:\n    Reads a.example",
            ),
            (
                "def stop():\n    fail('over')\nwhile True:\n    sleep(60)\n    stop()",
                "In “stop”:\n  Ends with the error “over”\nRepeats until something below ends that:\n  Waits 60 seconds\n  Does what “stop” does",
            ),
            (
                "def look():\n    while True:\n        if search('it'):\n            return 1\n        sleep(60)\nlook()",
                "In “look”:\n  Repeats until something below ends that:\n    Searches the web for “it”\n    Waits 60 seconds\nDoes what “look” does",
            ),
            (
                "while True:\n    for x in (1, 2):\n        if search('it'):\n            break\n    sleep(60)",
                "Repeats; nothing else ends that but the limits of a run:\n  For each of 1 and 2, until search('it'), 2 times at most:\n    Searches the web for “it”\n  Waits 60 seconds",
            ),
        ] {
            assert_eq!(told(script), words, "{script}");
        }
    }

    #[test]
    fn what_is_done_after_a_loop_that_nothing_broke_off_has_its_own_head() {
        for (script, words) in [
            (
                "for u in ['https://a.example']:\n    if fetch(u):\n        break\nelse:\n    notify('down')",
                "For each of https://a.example, until fetch(u), once at most:\n  Reads a web page\nIf that was not ended early:\n  Tells you “down”",
            ),
            (
                "n = 0\nwhile n < 3:\n    n += 1\nelse:\n    notify('over')",
                "Repeats while n is below 3, at most 3 times:\nIf that was not ended early:\n  Tells you “over”",
            ),
        ] {
            assert_eq!(told(script), words, "{script}");
        }
    }

    #[test]
    fn a_step_says_how_long_it_waits_and_what_silence_takes() {
        for (script, words) in [
            ("sleep(0.3)\nsleep(1)\nsleep(60)", "Waits 0.3 seconds\nWaits 1 second\nWaits 60 seconds"),
            ("sleep(until='2026-11-24T09:00')", "Waits until 2026-11-24T09:00"),
            (
                "ask('Which?', ['one', 'two'], default='one', deadline_hours=2)",
                "Asks “Which?”; without an answer it takes “one”",
            ),
            ("XS = ['one']\nask('Which?', XS, 2, XS[0])", "Asks “Which?”; without an answer it takes “XS[0]”"),
            ("ask('Which?', ['one'], default=None)", "Asks “Which?”"),
            ("while True:\n    x = 1", "Calculates something"),
        ] {
            assert_eq!(told(script), words, "{script}");
        }
    }

    #[test]
    fn a_name_that_a_script_gives_itself_is_no_host_call() {
        for script in [
            "def notify(x):\n    return x\nnotify('hi')",
            "notify = lambda x: x\nnotify('hi')",
            "class notify:\n    pass\nnotify('hi')",
            "def f():\n    def notify(x):\n        return x\n    return notify('hi')\nf()",
        ] {
            assert_eq!(told(script), "Calculates something", "{script}");
        }
    }

    #[test]
    fn a_name_is_shown_as_what_it_means_where_it_stands() {
        assert_eq!(
            told("def note(x):\n    return x\ndef f(now):\n    return note(now())\nnow = now()\nprint(f(now))"),
            "Looks at the clock"
        );
        assert_eq!(
            told("def b(u):\n    return a(u)\ndef a(u):\n    return fetch(u)\nfor n in range(2):\n    b('x')"),
            "In “b”:\n  Does what “a” does\nIn “a”:\n  Reads a web page\nFor each n of range(2), 2 times at most:\n  Does what “b” does"
        );
    }
}
