//! Names beside decisions. Several may stand there, for themselves or as deputies; the votes say who is who, so that
//! only the erased person's name goes.

use crate::secretary::people::names::FORMER;
use crate::secretary::ticket::decisions::votes;
use serde_json::{Map, Value};

/// Between whoever decided and in whose place.
pub(super) const FOR: &str = " for ";
/// The event with which a report is there.
const REPORTED: &str = "ReportFinished";

/// Whose name goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whose<'a> {
    pub(super) person: &'a str,
    pub(super) name: &'a str,
}

/// The names that stand at a decision with votes once somebody's is gone.
#[derive(Clone, Debug)]
pub(super) struct Names {
    votes: Vec<String>,
    /// That of the verdict, and what it was.
    verdict: Option<(String, String)>,
}

impl Names {
    /// None where this is no decision with votes.
    pub(super) fn without(whose: Whose<'_>, decision: &Map<String, Value>) -> Option<Self> {
        let votes = decision.get("votes")?.as_array().filter(|votes| !votes.is_empty())?;
        let named = |vote: &Value| {
            let before = vote.get("name")?.as_str()?.to_owned();
            let after = whose.out_of(vote, &before)?;
            Some((before, after))
        };
        let names: Vec<(String, String)> = votes.iter().map(named).collect::<Option<_>>()?;
        let verdict = decision.get("state").and_then(|state| state.get("Made")).and_then(|made| {
            let before = made.get("name")?.as_str()?.to_owned();
            let changed = names.iter().filter(|(was, is)| was != is);
            let after = changed.fold(before.clone(), |name, (was, is)| votes::renamed(&name, was, is));
            // Whoever decided it has no vote here any more: it is told by what stands there.
            let unknown = after == before && made.get("by").and_then(Value::as_str) == Some(whose.person);
            (!unknown).then_some((after, before))
        });
        Some(Self { votes: names.into_iter().map(|(_, after)| after).collect(), verdict })
    }

    /// Writes them.
    pub(super) fn put(self, decision: &mut Map<String, Value>) {
        let votes = decision.get_mut("votes").and_then(Value::as_array_mut).into_iter().flatten();
        for (vote, name) in votes.zip(self.votes) {
            if let Some(there) = vote.get_mut("name") {
                *there = name.into();
            }
        }
        let made = decision.get_mut("state").and_then(|state| state.get_mut("Made"));
        if let Some((there, (name, _))) = made.and_then(|made| made.get_mut("name")).zip(self.verdict) {
            *there = name.into();
        }
    }
}

impl Whose<'_> {
    /// The name of a vote, without theirs.
    fn out_of(self, vote: &Value, name: &str) -> Option<String> {
        let theirs = vote.get("by")?.as_str()? == self.person;
        let deputy = vote.get("deputy").and_then(Value::as_str);
        let stood_in = deputy == Some(self.person);
        let Some((acting, away)) = name.split_once(FOR) else {
            return Some(if theirs || stood_in { FORMER.to_owned() } else { name.to_owned() });
        };
        // Older votes did not tell who gave them.
        let stood_in = stood_in || (deputy.is_none() && acting == self.name);
        let called = |gone: bool, name: &str| if gone { FORMER.to_owned() } else { name.to_owned() };
        Some(format!("{}{FOR}{}", called(stood_in, acting), called(theirs, away)))
    }
}

/// How names end a line of what our own code puts together from a ticket: there those of whoever decided stand, and what is to
/// stand there once somebody's is gone.
#[derive(Clone, Debug, Default)]
pub(super) struct LineEnds {
    ends: Vec<(String, String)>,
    /// How the words somebody added begin in the middle of a line, and how once their name is gone.
    added: Option<(String, String)>,
}

impl LineEnds {
    /// Those of the decisions of a ticket.
    pub(super) fn without(whose: Whose<'_>, ticket: &Map<String, Value>) -> Self {
        let decisions = ticket.get("decisions").and_then(Value::as_array).into_iter().flatten();
        let decided: Vec<(String, String)> = decisions
            .filter_map(|decision| Names::without(whose, decision.as_object()?)?.verdict)
            .map(|(after, before)| (before, after))
            .collect();
        // Of two people of one name it is not known which a line means.
        let sure = |before: &str| decided.iter().all(|(was, is)| was != before || is != before);
        let changed = decided.iter().filter(|(was, is)| was != is && sure(was));
        let comments =
            |decision: &'_ Value| decision.get("comments").and_then(Value::as_array).cloned().unwrap_or_default();
        let adds = |comment: &Value| comment.get("name").and_then(Value::as_str) == Some(whose.name);
        let all = ticket.get("decisions").and_then(Value::as_array).into_iter().flatten();
        let added = all.flat_map(comments).any(|comment| adds(&comment)) && !whose.name.is_empty();
        Self {
            ends: changed.map(|(was, is)| (last(was), last(is))).collect(),
            added: added.then(|| (adding(whose.name), adding(FORMER))),
        }
    }

    /// Takes the name out of the end of every line, and from before words that were added.
    pub(super) fn change(&self, text: &mut String) {
        let line = |line: &str| {
            let found =
                self.ends.iter().find_map(|(was, is)| Some(format!("{}{is}", line.strip_suffix(was.as_str())?)));
            found.unwrap_or_else(|| line.to_owned())
        };
        *text = text.split('\n').map(line).collect::<Vec<_>>().join("\n");
        if let Some((was, is)) = &self.added {
            *text = text.replace(was.as_str(), is);
        }
    }
}

/// Takes the name out of the report that an event brought.
pub(super) fn out_of_event(ends: &LineEnds, event: &mut Map<String, Value>) {
    if let Some(Value::String(text)) = event.get_mut(REPORTED).and_then(|report| report.get_mut("text")) {
        ends.change(text);
    }
}

/// Takes a name out of the reports of a ticket.
pub(super) fn out_of_reports(whose: Whose<'_>, ticket: &mut Map<String, Value>) {
    if !ticket.contains_key("reports") {
        return;
    }
    let ends = LineEnds::without(whose, ticket);
    for report in ticket.get_mut("reports").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(Value::String(text)) = report.get_mut("text") {
            ends.change(text);
        }
    }
}

/// How a name ends a line of a report.
fn last(name: &str) -> String {
    format!(" ({})", plain(name))
}

/// How words that somebody added to a decision begin in a report (`wording::decisions::comments`).
fn adding(name: &str) -> String {
    format!("; {} adds: “", plain(name))
}

/// A name as Markdown that means nothing but itself.
fn plain(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::adapters::store::erasing::verdicts::*;
    use serde_json::json;

    fn without(person: &str, name: &str, ticket: &Value) -> Value {
        let whose = Whose { person, name };
        let mut ticket = ticket.clone();
        out_of_reports(whose, ticket.as_object_mut().unwrap());
        let decision = ticket["decisions"][0].as_object_mut().unwrap();
        Names::without(whose, decision).unwrap().put(decision);
        ticket
    }

    #[test]
    fn it_goes_out_of_what_happened_as_well() {
        for (deputy, said, after) in [
            (json!("zan"), "Zan\\_zi for Kim", "a former member for Kim"),
            (json!(null), "Zan\\_zi", "a former member"),
        ] {
            let name = said.replace('\\', "");
            let by = if deputy.is_null() { "zan" } else { "kim" };
            let ticket = json!({"decisions": [{
                "votes": [{"by": by, "deputy": deputy, "name": name}],
                "state": {"Made": {"by": "zan", "name": name}},
            }]});
            let whose = Whose { person: "zan", name: "Zan_zi" };
            let ends = LineEnds::without(whose, ticket.as_object().unwrap());
            let text = |name: &str| format!("Decided: **(erased)** ({name})\n\nThe question was: ({name}) or not");
            let mut event = json!({"ReportFinished": {"asked": 2, "text": text(said)}});
            let unchanged = format!("The question was: ({said}) or not");
            out_of_event(&ends, event.as_object_mut().unwrap());
            let wanted = format!("Decided: **(erased)** ({after})\n\n{unchanged}");
            assert_eq!(event["ReportFinished"]["text"], wanted.as_str());
            let mut event = json!({"DecisionMade": {"text": text(said)}});
            out_of_event(&ends, event.as_object_mut().unwrap());
            assert_eq!(event["DecisionMade"]["text"], text(said).as_str(), "people said that");
        }
    }

    #[test]
    fn it_goes_from_before_words_that_were_added() {
        let ticket = json!({"decisions": [{
            "votes": [{"by": "zan", "name": "Zan_zi"}],
            "comments": [{"name": "Zan_zi", "text": "(erased)"}, {"name": "Kim", "text": "no"}],
            "state": {"Made": {"by": "zan", "name": "Zan_zi"}},
        }], "reports": [{"text": "Decided: blue; Zan\\_zi adds: “(erased)”; Kim adds: “no” (Zan\\_zi)"}]});
        let after = |person: &str, name: &str| {
            let mut ticket = ticket.clone();
            out_of_reports(Whose { person, name }, ticket.as_object_mut().unwrap());
            ticket["reports"][0]["text"].clone()
        };
        let wanted = "Decided: blue; a former member adds: “(erased)”; Kim adds: “no” (a former member)";
        assert_eq!(after("zan", "Zan_zi"), wanted);
        assert_eq!(after("jo", "Jo"), ticket["reports"][0]["text"]);
    }

    #[test]
    fn only_one_s_own_name_goes() {
        let ticket = |verdict: &str, by: &str| {
            json!({
                "decisions": [{
                    "votes": [
                        {"by": "dan", "name": "Dan"},
                        {"by": "kim", "name": "Kim"},
                        {"by": "otto", "deputy": "rita", "name": "Rita for Otto"},
                        {"by": "dan2", "name": "Dan"},
                    ],
                    "state": {"Made": {"by": by, "name": verdict}},
                }],
                "reports": [{"text": format!("Decided: **silk** ({verdict})\n\nDan (Dan) asked.")}],
            })
        };
        for by in ["dan", "kim", "rita"] {
            for (gone, name, after) in [
                ("kim", "Kim", "Dan, a former member and Rita for Otto"),
                ("rita", "Rita", "Dan, Kim and a former member for Otto"),
                ("otto", "Otto", "Dan, Kim and Rita for a former member"),
                ("dan", "Dan", "a former member, Kim and Rita for Otto"),
            ] {
                let out = without(gone, name, &ticket("Dan, Kim and Rita for Otto", by));
                assert_eq!(out["decisions"][0]["state"]["Made"]["name"], after, "{gone} of {by}");
                let text = format!("Decided: **silk** ({after})\n\nDan (Dan) asked.");
                assert_eq!(out["reports"][0]["text"], text.as_str());
            }
        }
        let out = without("dan", "Dan", &ticket("Dan and Dan", "dan2"));
        assert_eq!(out["decisions"][0]["state"]["Made"]["name"], "a former member and Dan", "two of one name");
        assert_eq!(out["decisions"][0]["votes"][3]["name"], "Dan");
    }
}
