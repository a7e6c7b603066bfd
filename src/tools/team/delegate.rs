//! Proposes lasting work: its steps, who does them and when. What is open, comes only now, or names nobody is refused with
//! a word on what is missing. People see the rest on a card and agree or not.

use super::{Grantable, not_here, shown_already};
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Repetition, SetUp, Staff, Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::secretary::agent::{MOST_WORKERS, SETS_UP, Worker};
use crate::secretary::intent::{Timed, When, rule_of};
use crate::secretary::names::phrases::{line, short};
use crate::secretary::ticket::plan::{MAX_CHECKS, PlannedTask, Requirement};
use crate::secretary::ticket::standing::{LONGEST_CONDITION, Standing};
use crate::secretary::when;
use crate::secretary::wording::ticket::standing::said;
use crate::tools::schema::{read, spec, tell};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// The most characters of an instruction, and of what is set up.
const LONGEST: usize = 4_000;
const LONGEST_TASK: usize = 600;
/// The most characters of a title.
const LONGEST_TITLE: usize = 80;

/// The tool.
pub(in crate::tools) struct Delegate {
    pub(in crate::tools) grantable: Grantable,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// Two to six words.
    title: String,
    /// What is done each time, one or two sentences for people.
    task: String,
    /// What counts as done each time, one to four checks.
    #[schemars(length(max = MAX_CHECKS))]
    done_when: Vec<String>,
    /// What is still open; ask people first, then leave it empty.
    #[serde(default)]
    #[schemars(length(max = MAX_CHECKS))]
    open: Vec<String>,
    /// The steps of each time.
    #[serde(default)]
    #[schemars(length(max = MOST_WORKERS))]
    steps: Vec<Step>,
    /// Cron ("0 9 * * 1") or "2026-11-30 09:00", an IANA zone behind if it is not the person's.
    #[serde(default, deserialize_with = "when::in_a_text")]
    #[schemars(with = "Option<String>")]
    schedule: Option<When>,
    /// What must hold to tell people of a result ("only below 100"). What fails is always told.
    only_if: Option<String>,
    /// Instead of steps: the number of a flow that people agreed to.
    flow: Option<i64>,
}

#[derive(Deserialize, JsonSchema)]
struct Step {
    /// A few words.
    title: String,
    /// Complete by itself.
    instruction: String,
    /// The name of a worker you made, or of an agent.
    worker: String,
    /// The numbers of earlier steps whose results it needs, from 1.
    #[serde(default)]
    #[schemars(length(max = MOST_WORKERS))]
    after: Vec<usize>,
}

#[async_trait]
impl Tool for Delegate {
    fn spec(&self) -> ToolSpec {
        let [_, name] = SETS_UP;
        spec::<Arguments>(
            name,
            "Shows people a card of work that comes again or later: its steps, workers and times. It begins once they agree.",
        )
    }

    fn terms(&self) -> Terms {
        // A second call would show a second card.
        Terms { repetition: Repetition::Keyed, ..Terms::INSIDE }
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let arguments: Arguments = read(arguments)?;
        let staff = context.staff.as_ref().ok_or_else(not_here)?;
        if staff.delegated {
            return Err(shown_already());
        }
        let requirement = settled(&arguments)?;
        let standing = standing(&arguments, context)?;
        let (steps, workers) = match arguments.flow {
            Some(_) => (Vec::new(), Vec::new()),
            None => self.steps(arguments.steps, staff)?,
        };
        let told = told(&standing, &workers, arguments.flow);
        let set_up = Box::new(SetUp { requirement, steps, workers, standing, flow: arguments.flow });
        Ok(ToolOutput::SetUp { set_up, told })
    }
}

impl Delegate {
    /// The steps as a plan, and the workers that they name.
    fn steps(&self, steps: Vec<Step>, staff: &Staff) -> Result<(Vec<PlannedTask>, Vec<Worker>), ToolError> {
        if steps.is_empty() || steps.len() > MOST_WORKERS {
            return Err(tell(format!("It needs 1 to {MOST_WORKERS} steps, not {}.", steps.len())));
        }
        let made = self.grantable.made(staff);
        let agents: Vec<&str> =
            staff.agents.iter().filter(|agent| !agent.sets_up()).map(|agent| agent.name.as_str()).collect();
        let (mut plan, mut workers) = (Vec::new(), Vec::<Worker>::new());
        for (index, step) in steps.into_iter().enumerate() {
            let (number, name) = (index + 1, step.worker.trim().to_owned());
            match made.iter().find(|worker| worker.name == name) {
                Some(worker) if !workers.contains(worker) => workers.push(worker.clone()),
                None if !agents.contains(&name.as_str()) => {
                    let mine = made.iter().map(|worker| worker.name.as_str());
                    let there: Vec<&str> = mine.chain(agents.iter().copied()).collect();
                    return Err(tell(format!(
                        "Step {number} names {name}, who is not there. Make that worker first, or take one of: {}.",
                        there.join(", ")
                    )));
                }
                Some(_) | None => {}
            }
            plan.push(planned(number, name, step)?);
        }
        Ok((plan, workers))
    }
}

/// One step of the plan.
fn planned(number: usize, agent: String, step: Step) -> Result<PlannedTask, ToolError> {
    let (title, instruction) = (short(&step.title, LONGEST_TITLE), step.instruction.trim().to_owned());
    if title.is_empty() || instruction.is_empty() || instruction.chars().count() > LONGEST {
        return Err(tell(format!("Step {number} needs a title and an instruction of 1 to {LONGEST} characters.")));
    }
    if step.after.iter().any(|earlier| *earlier == 0 || *earlier >= number) {
        return Err(tell(format!("Step {number} can only come after earlier steps, which are counted from 1.")));
    }
    let key = |number: usize| format!("t{number}");
    let needs = step.after.into_iter().map(key).collect();
    Ok(PlannedTask { key: key(number), title, instruction, agent: Some(agent), needs, ..PlannedTask::default() })
}

/// What is done each time, if nothing about it is open.
fn settled(arguments: &Arguments) -> Result<Requirement, ToolError> {
    let lines = |items: &[String]| -> Vec<String> {
        items.iter().map(|item| line(item)).filter(|item| !item.is_empty()).collect()
    };
    let open = lines(&arguments.open);
    if !open.is_empty() {
        return Err(tell(format!(
            "This is not settled yet: {}. Ask people with ask_decision first, then delegate with nothing open.",
            open.join("; ")
        )));
    }
    let (title, summary) = (short(&arguments.title, LONGEST_TITLE), short(&arguments.task, LONGEST_TASK));
    if title.is_empty() || summary.is_empty() {
        return Err(tell("Say what is set up: title and task are empty."));
    }
    let done_when = lines(&arguments.done_when);
    if done_when.is_empty() && arguments.flow.is_none() {
        return Err(tell("Nothing says what counts as done each time: give done_when, or ask people for it."));
    }
    Ok(Requirement { title, summary, done_when, ..Requirement::default() })
}

/// When it comes.
fn standing(arguments: &Arguments, context: &ToolContext) -> Result<Standing, ToolError> {
    let schedule = arguments.schedule.as_ref().filter(|when| !when.at_once());
    let Some(schedule) = schedule else { return Err(tell(ONE_OFF)) };
    let Timed { rule, zone, local } = rule_of(schedule, context.zone, context.now).map_err(|why| {
        let now = context.now.with_timezone(&context.zone).format("%Y-%m-%d %H:%M");
        tell(format!("{why} (It is {now} in {} now. Give cron or a date with a time.)", context.zone))
    })?;
    if arguments.flow.is_some() && zone != context.zone {
        return Err(tell(format!("A flow runs by the person's clock: give the time in {}.", context.zone)));
    }
    let only_if = short(arguments.only_if.as_deref().unwrap_or_default(), LONGEST_CONDITION);
    let standing = Standing::new(rule, zone, only_if, context.now).by_own_clock(local && zone == context.zone);
    if standing.next.is_empty() {
        return Err(tell("That time never comes. Give cron or a date with a time."));
    }
    Ok(standing)
}

/// What the model is told once the card is on its way.
fn told(standing: &Standing, workers: &[Worker], flow: Option<i64>) -> String {
    let next = standing.next.first().map(|at| at.with_timezone(&standing.tz()).format("%Y-%m-%d %H:%M").to_string());
    let when = format!("{}; the next time would be {}", said(standing), next.unwrap_or_default());
    let what = match flow {
        Some(number) => format!("whether flow {number} is to run (if people agreed to that flow)"),
        None if workers.is_empty() => "the steps".to_owned(),
        None => {
            let each = workers.iter().map(|worker| format!("{} ({})", worker.title, worker.tools.join(", ")));
            format!("the steps and these workers: {}", each.collect::<Vec<_>>().join("; "))
        }
    };
    format!(
        "A card asks people about it now. It shows {what}. When: {when}. Nothing begins before somebody presses Confirm on it. \
         Finish now: say shortly what the card shows and that it waits for Confirm."
    )
}

/// What the model is told about work that is done once and at once.
const ONE_OFF: &str = "This would be done once and at once, and nothing is set up for that. If it is to come again or later, \
     propose a schedule (cron, or a date with a time). Else set up nothing, and say so in your result.";

#[cfg(test)]
mod tests {
    use crate::tools::team::delegate::*;
    use crate::tools::team::tests::{draft, having, tools};
    use crate::tools::testing;
    use serde_json::json;

    fn step(worker: &str, after: &[usize]) -> Value {
        json!({"title": "Price", "instruction": "Look up the price.", "worker": worker, "after": after})
    }

    fn arguments() -> Value {
        json!({
            "title": "Prices of X", "task": "The price of X is looked up and told.", "done_when": ["one price"],
            "open": null, "steps": [step("price_checker", &[]), step("writer", &[1])], "schedule": "30 9 * * 1",
            "only_if": "it is below 100", "flow": null
        })
    }

    fn but(name: &str, value: Value) -> Value {
        let mut arguments = arguments();
        arguments[name] = value;
        arguments
    }

    async fn delegated(context: &ToolContext, arguments: Value) -> Result<(SetUp, String), String> {
        match (Delegate { grantable: Grantable::of(&tools()) }).call(context, arguments).await {
            Ok(ToolOutput::SetUp { set_up, told }) => Ok((*set_up, told)),
            Err(ToolError::TellModel(text)) => Err(text),
            other => panic!("{other:?}"),
        }
    }

    fn staffed() -> ToolContext {
        having(vec![draft("price_checker", &["read_url", "web_search"]), draft("idle", &["read_url"])])
    }

    #[tokio::test]
    async fn what_is_settled_becomes_a_plan_with_a_time() {
        let (set_up, told) = delegated(&staffed(), arguments()).await.unwrap();
        let names: Vec<&str> = set_up.workers.iter().map(|worker| worker.name.as_str()).collect();
        assert_eq!(names, ["price_checker"], "who has no step is not made");
        let agents: Vec<Option<&str>> = set_up.steps.iter().map(|step| step.agent.as_deref()).collect();
        assert_eq!(
            (agents, set_up.steps[1].needs.clone()),
            (vec![Some("price_checker"), Some("writer")], vec!["t1".to_owned()])
        );
        assert_eq!((set_up.standing.zone.as_str(), set_up.standing.next.len()), ("Europe/Berlin", 3));
        for words in ["Price checker (read_url, web_search)", "every Monday at 09:30", "2026-11-23 09:30", "Confirm"] {
            assert!(told.contains(words), "{told}");
        }
        let (flow, told) = delegated(&staffed(), but("flow", json!(3))).await.unwrap();
        assert!(flow.steps.is_empty() && flow.flow == Some(3) && told.contains("flow 3"), "{told}");
        let (zoned, _) =
            delegated(&staffed(), but("schedule", json!("2026-11-30 09:00 America/New_York"))).await.unwrap();
        assert_eq!((zoned.standing.zone.as_str(), zoned.standing.next.len()), ("America/New_York", 1));
    }

    #[tokio::test]
    async fn what_is_missing_is_said() {
        let nine: Vec<Value> = (0..9).map(|_| step("writer", &[])).collect();
        for (arguments, told) in [
            (but("schedule", Value::Null), "propose a schedule"),
            (but("schedule", json!("")), "propose a schedule"),
            (but("schedule", json!("now")), "propose a schedule"),
            (but("schedule", json!("2026-11-20 09:00")), "already past"),
            (but("schedule", json!("* * * * *")), "five minutes is the shortest step"),
            (but("open", json!(["which shop"])), "not settled yet: which shop. Ask people"),
            (but("done_when", json!([" "])), "what counts as done"),
            (but("task", json!("")), "title and task are empty"),
            (but("steps", Value::Null), "1 to 8 steps, not 0"),
            (but("steps", json!(nine)), "1 to 8 steps, not 9"),
            (but("steps", json!([step("nobody", &[])])), "Step 1 names nobody, who is not there."),
            (but("steps", json!([step("orchestrator", &[])])), "one of: price_checker, idle, writer."),
            (but("steps", json!([step("writer", &[1])])), "Step 1 can only come after earlier steps"),
            (but("steps", json!([{"title": "", "instruction": "x", "worker": "writer"}])), "needs a title"),
        ] {
            let said = delegated(&staffed(), arguments.clone()).await.expect_err(&arguments.to_string());
            assert!(said.contains(told), "{said}");
        }
        let elsewhere = json!({
            "title": "a", "task": "b", "done_when": [], "schedule": "0 9 * * 1 America/New_York", "flow": 3
        });
        assert!(delegated(&staffed(), elsewhere).await.unwrap_err().contains("in Europe/Berlin"));
        assert!(delegated(&testing::context(), arguments()).await.unwrap_err().contains("came by itself"));
        let mut again = staffed();
        again.staff.as_mut().unwrap().delegated = true;
        assert!(delegated(&again, arguments()).await.unwrap_err().contains("shown already"));
    }
}
