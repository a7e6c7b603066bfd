//! What agents can do in a simulated life. Each call is written to a ledger under its key, by which it is seen that
//! nothing finished is done again.

use crate::invariants::of_calls;
use crate::memory::Memory;
use crate::outside::around::Around;
use crate::people::canary;
use async_trait::async_trait;
use chrono::TimeDelta;
use secretary::ports::model::ToolSpec;
use secretary::ports::tool::{
    Answers, Asked, AskedOption, Policy, Reach, Repetition, Risk, Terms, Tool, ToolContext, ToolError, ToolOutput,
};
use secretary::secretary::decision::deadline::Deadline;
use secretary::secretary::decision::{Kind, deadline};
use secretary::secretary::when::Rule;
use serde_json::{Value, json};
use std::sync::Arc;

/// What a tool does.
#[derive(Clone, Copy)]
enum Does {
    LookUp,
    Keep,
    Fail,
    Ask,
    Progress,
    Remind,
    Send,
}

struct Thing {
    name: &'static str,
    does: Does,
    around: Around,
    memory: Arc<Memory>,
}

/// Every tool of this life.
pub fn all(around: &Around, memory: &Arc<Memory>) -> Vec<Arc<dyn Tool>> {
    let all = [
        ("look_up", Does::LookUp),
        ("keep", Does::Keep),
        ("fail", Does::Fail),
        ("ask_decision", Does::Ask),
        ("report_progress", Does::Progress),
        ("set_reminder", Does::Remind),
        ("send_letter", Does::Send),
    ];
    let thing = |(name, does)| -> Arc<dyn Tool> {
        Arc::new(Thing { name, does, around: around.clone(), memory: memory.clone() })
    };
    all.into_iter().map(thing).collect()
}

#[async_trait]
impl Tool for Thing {
    fn spec(&self) -> ToolSpec {
        let (name, parameters) = (self.name.to_owned(), json!({"type": "object"}));
        ToolSpec { name, description: String::new(), parameters, verbatim: Vec::new() }
    }

    fn terms(&self) -> Terms {
        let keyed = Repetition::Keyed;
        match self.does {
            Does::LookUp => Terms::reading(Answers::Anybody),
            Does::Ask | Does::Progress | Does::Fail => Terms { repetition: keyed, ..Terms::reading(Answers::Own) },
            Does::Keep | Does::Remind => Terms::outside(keyed, Policy::Never, Risk::Low),
            Does::Send => Terms::outside(Repetition::Unkeyed, Policy::Never, Risk::High),
        }
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let (time, luck) = {
            let mut world = self.around.lock();
            let doing = world.doing.clone();
            of_calls::a_finished_tool_call_is_not_repeated(&mut world, context);
            of_calls::work_that_is_held_calls_nobody(&mut world, &self.memory, &doing);
            if self.terms().repetition == Repetition::Unkeyed {
                of_calls::what_may_have_happened_is_not_done_again_unasked(&mut world, &self.memory, context);
            }
            of_calls::a_new_run_follows_no_unknown_call(&mut world, &self.memory, context);
            if self.terms().reach == Reach::Outside {
                of_calls::foreign_text_changes_nothing_unasked(&mut world, &self.memory, context);
                of_calls::a_new_run_does_nothing_that_is_done(&mut world, &self.memory, context);
            }
            world.note("tool", &[self.name, &context.key], || format!("{} {}", self.name, context.key));
            (world.moment(3_000), world.chance.below(1_000))
        };
        let turn = of_calls::Turn::begin(&self.around);
        // A letter now and then is on its way for longer than anybody waits for an answer.
        let long = matches!(self.does, Does::Send) && luck < 80;
        self.around.pass(if long { TimeDelta::minutes(5) } else { time }).await;
        drop(turn);
        match self.does {
            Does::LookUp => Ok(ToolOutput::Text("Offer C: €12 a month.".to_owned())),
            Does::Keep if luck < 60 => Err(ToolError::TellModel("There is no such place.".to_owned())),
            Does::Keep => Ok(ToolOutput::Text("Kept.".to_owned())),
            Does::Fail if luck < 300 => Err(ToolError::Fatal("the database is gone".to_owned())),
            Does::Fail => Err(ToolError::TellModel("That did not work.".to_owned())),
            Does::Ask => {
                let idea = self.memory.tables().tickets.get(&context.ticket).map(|ticket| ticket.idea.clone());
                Ok(ToolOutput::Ask(asked(context, &arguments, &idea.unwrap_or_default())))
            }
            Does::Progress => Ok(ToolOutput::Progress("Half of it is done".to_owned())),
            Does::Send if luck < 160 => Err(ToolError::Unclear("the line broke".to_owned())),
            Does::Send if luck < 200 => Err(ToolError::Fatal("the line broke".to_owned())),
            Does::Send => Ok(ToolOutput::Text("Sent.".to_owned())),
            Does::Remind => {
                let at = context.now + TimeDelta::hours(5);
                let rule = serde_json::to_value(Rule::Once { at }).unwrap_or_default();
                Ok(ToolOutput::Remind { text: "look at the offers again".to_owned(), rule })
            }
        }
    }
}

/// The question begins with what it is about, as far as nobody else says that.
fn asked(context: &ToolContext, arguments: &Value, idea: &str) -> Asked {
    let policy = match arguments["policy"].as_str() {
        Some("hold") => Some(deadline::Policy::Hold),
        Some("recommended") => Some(deadline::Policy::Recommended),
        Some("cancel") => Some(deadline::Policy::Cancel),
        _ => None,
    };
    let at = context.now + TimeDelta::hours(arguments["hours"].as_i64().unwrap_or(4));
    let option = |label: &str| AskedOption {
        label: label.to_owned(),
        impact: String::new(),
        pros: String::new(),
        cons: String::new(),
    };
    Asked {
        question: canary::before("Offer B binds you for 24 months. May I recommend it?", idea),
        kind: Kind::Technical,
        why: "You may move soon.".to_owned(),
        options: vec![option("Only monthly"), option("Either"), option("Ask again later")],
        recommended: Some(0),
        reason: "You may move soon.".to_owned(),
        deadline: policy.map(|policy| Deadline { at, policy }),
    }
}
