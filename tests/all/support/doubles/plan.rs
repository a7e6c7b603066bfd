//! The plan of a story: what the model makes of an idea.

use crate::support::doubles::mind::{Thought, ask_for_decision, decision, said};
use crate::support::office::Office;
use secretary::secretary::ticket::plan::{Kind, PlannedTask, Question, Requirement, Triage};

/// A triage in the making.
#[derive(Clone)]
pub struct Plan(Triage);

/// A clear idea: one read-only task of the researcher.
pub fn idea(title: &str) -> Plan {
    let requirement = Requirement {
        title: title.to_owned(),
        summary: format!("{title}: compare them and recommend one."),
        done_when: vec!["one recommendation with reasons".to_owned()],
        ..Requirement::default()
    };
    Plan(Triage {
        kind: Kind::Idea,
        reply: String::new(),
        questions: Vec::new(),
        requirement,
        tasks: vec![planned("t1", "researcher", title, &[])],
        timing: None,
        risk: 0.1,
        beyond: None,
    })
}

fn planned(key: &str, agent: &str, title: &str, needs: &[&str]) -> PlannedTask {
    PlannedTask {
        key: key.to_owned(),
        title: title.to_owned(),
        instruction: format!("{title}. Give prices."),
        agent: Some(agent.to_owned()),
        capabilities: Vec::new(),
        needs: needs.iter().map(|n| (*n).to_owned()).collect(),
    }
}

impl Plan {
    pub fn kind(mut self, kind: Kind) -> Self {
        self.0.kind = kind;
        self
    }

    pub fn reply(mut self, text: &str) -> Self {
        self.0.reply = text.to_owned();
        self.kind(Kind::Talk)
    }

    pub fn asks(mut self, text: &str, options: &[&str]) -> Self {
        self.0.questions.push(Question {
            text: text.to_owned(),
            options: options.iter().map(|o| (*o).to_owned()).collect(),
            default: options.first().copied().unwrap_or_default().to_owned(),
            ..Question::default()
        });
        self
    }

    /// Asks a question of any form.
    pub fn asks_of(mut self, question: Question) -> Self {
        self.0.questions.push(question);
        self
    }

    pub fn assumes(mut self, what: &str) -> Self {
        self.0.requirement.assumptions.push(what.to_owned());
        self
    }

    pub fn summary(mut self, text: &str) -> Self {
        self.0.requirement.summary = text.to_owned();
        self
    }

    pub fn done_when(mut self, point: &str) -> Self {
        self.0.requirement.done_when.push(point.to_owned());
        self
    }

    pub fn no_tasks(mut self) -> Self {
        self.0.tasks.clear();
        self
    }

    pub fn task(mut self, key: &str, agent: &str, title: &str, needs: &[&str]) -> Self {
        self.0.tasks.push(planned(key, agent, title, needs));
        self
    }

    /// A task for whoever has these skills.
    pub fn task_for(mut self, skills: &[&str], title: &str) -> Self {
        let capabilities = skills.iter().map(|skill| (*skill).to_owned()).collect();
        self.0.tasks.push(PlannedTask { agent: None, capabilities, ..planned("t1", "", title, &[]) });
        self
    }

    /// By when it is wanted, in words.
    pub fn due(mut self, due: &str) -> Self {
        self.0.requirement.due = due.to_owned();
        self
    }

    pub fn beyond(mut self, why: &str) -> Self {
        self.0.beyond = Some(why.to_owned());
        self
    }

    pub fn risk(mut self, risk: f64) -> Self {
        self.0.risk = risk;
        self
    }
}

impl From<Plan> for Thought {
    fn from(plan: Plan) -> Self {
        said(&serde_json::to_string(&plan.0).unwrap())
    }
}

/// A mind that needs two rounds of questions.
pub fn curious(office: &Office) {
    office.reads(|input| {
        let plan = idea("Hosting offers");
        match input.answered.len() {
            0 => plan
                .asks("What matters most?", &["Price", "Speed", "Support"])
                .asks("Visitors a day, roughly?", &["under 500", "500-5,000", "more"])
                .into(),
            2 => plan.asks("Where shall the data be?", &["EU", "anywhere"]).into(),
            _ => plan.asks("Which colour?", &["blue", "red"]).assumes("data centre in the EU").into(),
        }
    });
}

/// Agents that ask for a decision before they go on.
pub fn deciding(office: &Office) {
    office.works(|input| match decision(input) {
        None => ask_for_decision(),
        Some(answer) => said(&format!("Offer C fits. {answer}.")),
    });
}
