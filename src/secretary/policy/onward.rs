//! Redirects: a call is judged again for each address that a server redirects to, since that address may carry data
//! and a rule may name it. Pure.

use super::{ApprovalPolicy, Policy, Proposal, Reach, Source, Verdict, addresses, judge};
use serde_json::json;
use std::sync::Arc;

/// Where a page may lead on to. By default to its own site alone.
#[derive(Clone, Debug, Default)]
pub struct Onward(Option<Arc<Judged>>);

/// What a call that opens an address is judged by.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The name of the tool.
    pub tool: String,
    /// What people allow.
    pub leave: ApprovalPolicy,
    /// Text of others the run has read.
    pub read: Vec<Source>,
    /// Nobody wrote the address that is called ([`Proposal::made_address`]).
    pub made: bool,
}

impl Onward {
    /// Where the call leads on to is judged by this.
    pub fn judged(judged: Judged) -> Self {
        Self(Some(Arc::new(judged)))
    }

    /// Whether a page may be opened, to which the server of another one leads on, without a call of its own. Where people
    /// would have to be asked it may not.
    pub fn may(&self, from: &str, to: &str) -> bool {
        let within = addresses::leads_within(from, to);
        let Some(judged) = &self.0 else { return within };
        let arguments = json!({ "url": to });
        let call = Proposal {
            tool: &judged.tool,
            arguments: &arguments,
            reach: Reach::Fetches,
            policy: Policy::Never,
            read: &judged.read,
            // A site is told nothing by itself that it was not told already.
            unsaid_address: !within && !judged.leave.said(to),
            made_address: !within && judged.made,
            changes: 0,
        };
        judge(&call, &judged.leave) == Verdict::Made
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::policy::onward::*;
    use crate::secretary::policy::tests::{leave, owners};
    use crate::secretary::policy::{Mode, Then};

    fn judged(rules: Vec<(&str, Then)>, read: &[Source], said: &str, made: bool) -> Onward {
        let rule = |(site, then): (&str, Then)| owners("read_url", &[("url", site)], then);
        let rules = rules.into_iter().map(rule).collect();
        let leave = ApprovalPolicy { words: vec![said.into()], ..leave(Mode::AllowList, rules) };
        Onward::judged(Judged { tool: "read_url".into(), leave, read: read.to_vec(), made })
    }

    const FROM: &str = "https://a.example/x";
    const TO: &str = "https://b.example/y";

    #[test]
    fn by_default_a_page_leads_on_within_its_site_alone() {
        let alone = Onward::default();
        for to in ["https://a.example/y", "https://www.a.example/x"] {
            assert!(alone.may(FROM, to), "{to}");
        }
        assert!(alone.may("http://a.example/x", "https://a.example/x"), "the same, encrypted");
        for to in [
            TO,
            "http://a.example/x",
            "https://a.example:8443/x",
            "https://a.example@b.example/",
            "https://c.a.example/",
        ] {
            assert!(!alone.may(FROM, to), "{to}");
        }
    }

    #[test]
    fn a_rule_counts_for_where_a_page_leads_on_to() {
        assert!(judged(vec![], &[], "", false).may(FROM, TO));
        for then in [Then::Ask, Then::Refuse] {
            assert!(!judged(vec![("https://b.example/*", then)], &[], "", false).may(FROM, TO), "{then:?}");
            assert!(!judged(vec![("a.example/secret*", then)], &[], "", false).may(FROM, "https://a.example/secret/1"));
        }
    }

    #[test]
    fn what_would_be_asked_about_is_not_followed() {
        let private = [Source::Notes];
        let page = [Source::Page("a.example".into())];
        assert!(!judged(vec![], &private, "", false).may(FROM, TO), "private matters, an address nobody said");
        assert!(judged(vec![], &private, TO, false).may(FROM, TO), "they said it");
        assert!(judged(vec![("https://b.example/*", Then::Allow)], &private, "", false).may(FROM, TO));
        // That the first site may be told something says nothing about the second one.
        assert!(!judged(vec![("https://a.example/*", Then::Allow)], &page, "", true).may(FROM, TO));
        assert!(judged(vec![], &page, "", true).may(FROM, "https://www.a.example/y"));
        assert!(judged(vec![], &page, "", false).may(FROM, TO), "a page linked it");
    }
}
