//! Judges the calls of a script as calls of agents are judged: by what people allow at this moment, whose text the run
//! has read, and where an address comes from. People agreed to the script, so what it names itself is said by them.

use super::Stretch;
use crate::ports::store::Stored;
use crate::ports::tool::{Onward, Reach, Readable, Tool};
use crate::secretary::flow::calls::CALCULATES;
use crate::secretary::flow::functions::HostFunction;
use crate::secretary::flow::journal::{EntryState, JournalEntry};
use crate::secretary::policy::addresses::{linked_in, opened, sent};
use crate::secretary::policy::onward::Judged;
use crate::secretary::policy::{self, ApprovalPolicy, Because, Proposal, Source, Verdict, add_sources};
use serde_json::Value;

impl Stretch<'_> {
    /// Whether a call of a tool is made, where a page it opens may lead on to, and which notes it may read.
    pub(super) async fn judged(&self, tool: &dyn Tool, arguments: &Value) -> Stored<(Verdict, Onward, Readable)> {
        let settings = self.engine.parts.store.ask().await?.settings(&self.run.workspace).await?;
        let (mode, rules) = match settings {
            Some(s) => (s.mode, s.rules.into_iter().filter(|rule| !rule.rests(s.quorum, s.four_eyes)).collect()),
            None => (policy::Mode::default(), Vec::new()),
        };
        let leave = ApprovalPolicy {
            person: self.run.person.clone(),
            mode,
            rules,
            read: Vec::new(),
            allowed_once: Vec::new(),
            words: vec![self.flow.script.clone()],
        };
        let (name, terms) = (tool.spec().name, tool.terms());
        let (address, read) = (address_of(arguments), sources(&self.run.read, &self.journal.steps));
        let unsaid = terms.reach == Reach::Fetches && !names_site(&self.flow.script, address);
        let made = unsaid && !read.is_empty() && !gave(&self.journal.steps, address) && !self.came_with(address);
        let call = Proposal {
            tool: &name,
            arguments,
            reach: terms.reach,
            policy: terms.policy,
            read: &read,
            unsaid_address: unsaid,
            made_address: made,
            changes: 0,
        };
        let verdict = match policy::judge(&call, &leave) {
            // People agreed that the flow keeps what it reads; only a rule has them asked.
            Verdict::Asked { because, .. } if terms.reach == Reach::Outside && !matches!(because, Because::Rule(_)) => {
                Verdict::Made
            }
            verdict @ (Verdict::Made | Verdict::Asked { .. } | Verdict::Refused(_)) => verdict,
        };
        let readable = Readable::by(leave.clone());
        Ok((verdict, Onward::judged(Judged { tool: name, leave, read, made }), readable))
    }

    /// Whether the event that the run began with says this address, before anything was read. Another run may have made
    /// the event that it calls this one with.
    fn came_with(&self, address: &str) -> bool {
        self.run.called_by.is_none() && linked_in(&self.run.event.to_string(), address)
    }
}

/// The address that a call opens.
fn address_of(arguments: &Value) -> &str {
    arguments.get("url").and_then(Value::as_str).unwrap_or_default()
}

/// Whose text a run has read: what came along with its event and with results of other runs, and what its calls gave. Rows
/// of a table may have been written by any run of the workspace. `came`: what came along.
pub fn sources(came: &[Source], steps: &[JournalEntry]) -> Vec<Source> {
    let mut read = came.to_vec();
    for step in steps {
        let EntryState::Answered(value) = &step.state else { continue };
        let Some((function, bound)) = step.made() else { continue };
        let given = |name: &str| bound.get(name).and_then(Value::as_str).unwrap_or_default();
        let source = match function {
            HostFunction::Fetch => {
                let url = opened(given("url")).ok();
                Source::Page(url.as_ref().and_then(|url| url.host_str()).unwrap_or_default().to_owned())
            }
            HostFunction::Search => Source::Search,
            HostFunction::Tool if given("name") != CALCULATES => Source::Notes,
            HostFunction::TableQuery if value.as_array().is_none_or(Vec::is_empty) => continue,
            HostFunction::Agent | HostFunction::TableQuery => Source::Tool(function.name().to_owned()),
            HostFunction::Now
            | HostFunction::Sleep
            | HostFunction::Ask
            | HostFunction::Notify
            | HostFunction::Report
            | HostFunction::Note
            | HostFunction::TableInsert
            | HostFunction::TableUpdate
            | HostFunction::TableDelete
            | HostFunction::File
            | HostFunction::Chart
            | HostFunction::RunFlow
            | HostFunction::Tool
            | HostFunction::CheckSchema
            | HostFunction::Fail => continue,
        };
        add_sources(&mut read, &[source]);
    }
    read
}

/// Whether a page or a search that the run has read linked this address.
fn gave(steps: &[JournalEntry], address: &str) -> bool {
    let reads = |step: &&JournalEntry| matches!(step.made(), Some((HostFunction::Fetch | HostFunction::Search, _)));
    steps.iter().filter(reads).any(|step| match &step.state {
        EntryState::Answered(Value::String(text)) => linked_in(text, address),
        EntryState::Answered(value) => linked_in(&value.to_string(), address),
        EntryState::Begun | EntryState::Failed(_) => false,
    })
}

/// Whether the script itself names the site of this address, as a whole.
fn names_site(script: &str, address: &str) -> bool {
    let end = |c: char| c.is_whitespace() || "/?#\"'`{}()[],\\".contains(c);
    let Some(site) = sent(address).and_then(|rest| rest.split(end).next()).filter(|site| !site.is_empty()) else {
        return false;
    };
    let named = |rest: &str| rest.split(end).next().is_some_and(|named| named.eq_ignore_ascii_case(site));
    script.match_indices("://").any(|(at, mark)| named(&script[at + mark.len()..]))
}

#[cfg(test)]
mod tests {
    use crate::engine::flows::stretch::gate::*;
    use crate::secretary::flow::journal::CallMade;
    use chrono::DateTime;
    use serde_json::json;
    use std::collections::BTreeMap;

    #[test]
    fn a_script_names_a_site_as_a_whole() {
        let script = "page = fetch(f\"https://shop.example/list?page={n}\")\nfetch(f'https://a.example{path}')";
        for (address, named) in [
            ("https://shop.example/list?page=2", true),
            ("http://SHOP.example/other", true),
            ("https://a.example/x", true),
            ("https://a.example.evil.net/x", false),
            ("https://evil.net/https://shop.example/", false),
            ("https://shop.example@evil.net/", false),
            ("shop.example", false),
            ("", false),
        ] {
            assert_eq!(names_site(script, address), named, "{address}");
        }
    }

    #[test]
    fn what_a_run_read_and_was_given_is_in_its_journal() {
        let step = |name: &str, arg: &str, state| {
            let call = CallMade { name: name.to_owned(), args: vec![json!(arg)], kwargs: BTreeMap::new() };
            JournalEntry { state, ..JournalEntry::begun(0, call, DateTime::UNIX_EPOCH) }
        };
        let page = EntryState::Answered(json!("see https://b.example/next for more"));
        let steps = [
            step("fetch", "https://a.example/x", page),
            step("search", "red", EntryState::Failed("down".to_owned())),
            step("agent", "look", EntryState::Answered(json!("done"))),
        ];
        let (page, agent) = (Source::Page("a.example".to_owned()), Source::Tool("agent".to_owned()));
        assert_eq!(sources(&[], &steps), [page.clone(), agent.clone()]);
        let came = [Source::Forwarded, page.clone()];
        assert_eq!(sources(&came, &steps), [Source::Forwarded, page, agent]);
        let rows = |rows| [step("table_query", "prices", EntryState::Answered(rows))];
        assert_eq!(sources(&[], &rows(json!([]))), []);
        assert_eq!(sources(&[], &rows(json!([{"key": "1"}]))), [Source::Tool("table_query".to_owned())]);
        assert!(gave(&steps, "https://b.example/next") && !gave(&steps, "https://b.example/other"));
    }
}
