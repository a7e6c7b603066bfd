//! Notes that work may read: a tool that shows several notes asks about each as if it were read alone, so that
//! listing does not bypass a rule about reading. Pure.

use super::{ApprovalPolicy, Policy, Proposal, Reach, Verdict, judge};
use serde_json::json;
use std::sync::Arc;

/// The tool that reads a note, by which rules name what is read.
const READS: &str = "read_note";

/// Which notes may be read. By default all.
#[derive(Clone, Debug, Default)]
pub struct Readable(Option<Arc<ApprovalPolicy>>);

impl Readable {
    /// Those this leaves to be read.
    pub fn by(leave: ApprovalPolicy) -> Self {
        Self(Some(Arc::new(leave)))
    }

    /// What is said about reading the note of this title.
    pub fn says(&self, title: &str) -> Verdict {
        let Some(leave) = &self.0 else { return Verdict::Made };
        let arguments = json!({ "title": title });
        let call = Proposal {
            tool: READS,
            arguments: &arguments,
            reach: Reach::Reads,
            policy: Policy::Never,
            read: &[],
            unsaid_address: false,
            made_address: false,
            changes: 0,
        };
        judge(&call, leave)
    }

    /// Whether it may be read without asking anybody.
    pub fn may(&self, title: &str) -> bool {
        self.says(title) == Verdict::Made
    }

    /// Whether there is a rule about what is read.
    pub fn is_limited(&self) -> bool {
        self.0.as_ref().is_some_and(|leave| leave.rules.iter().any(|rule| rule.tool == READS))
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::policy::readable::*;
    use crate::secretary::policy::tests::{leave, owners};
    use crate::secretary::policy::{Mode, Then};

    fn readable(rules: &[(&[(&str, &str)], Then)]) -> Readable {
        let rule = |(with, then): &(&[(&str, &str)], Then)| owners(READS, with, *then);
        Readable::by(leave(Mode::Auto, rules.iter().map(rule).collect()))
    }

    #[test]
    fn each_note_is_judged_as_if_it_were_read_alone() {
        assert!(Readable::default().may("Salary") && !Readable::default().is_limited());
        let all = readable(&[]);
        assert!(all.may("Salary") && !all.is_limited());
        let some = readable(&[(&[("title", "Salary*")], Then::Refuse), (&[("title", "Plan")], Then::Ask)]);
        assert_eq!(some.says("Salary list"), Verdict::Refused("Mara".into()));
        assert!(matches!(some.says("plan"), Verdict::Asked { .. }) && some.may("Garden") && some.is_limited());
        assert!(!readable(&[(&[], Then::Refuse)]).may("Garden"));
    }
}
