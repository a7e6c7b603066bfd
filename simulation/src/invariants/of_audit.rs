//! Invariants of the audit log of a world at rest.

use super::of_rest::Rest;
use secretary::ports::store::digest;
use secretary::secretary::audit::chain::{End, Walk};
use secretary::secretary::audit::{Entry, What};
use secretary::secretary::decision::DecisionState;
use std::collections::BTreeSet;

/// Nothing of the log was changed, left out or cut off.
pub fn holds_together(rest: &Rest<'_>) -> Vec<String> {
    let mut walk = Walk::new(digest, None);
    let end = rest.tables.audit_head.get(&()).cloned().unwrap_or_else(End::default);
    let walked = rest.tables.audit.values().try_for_each(|row| walk.step(row)).and_then(|()| walk.ends(&end));
    walked.err().map(|fault| format!("{fault:?}")).into_iter().collect()
}

/// Whatever was decided stands there, with who did.
pub fn every_decision_is_there(rest: &Rest<'_>) -> Vec<String> {
    let mut written = BTreeSet::new();
    for row in rest.tables.audit.values() {
        match serde_json::from_str::<Entry>(&row.body).map(|entry| entry.what) {
            Ok(
                What::DecisionMade { ticket, decision, person, .. }
                | What::DecisionChanged { ticket, decision, person, .. },
            ) => {
                written.insert((ticket, decision, Some(person)));
            }
            Ok(What::DecidedBySilence { ticket, decision, .. } | What::DecidedByThreshold { ticket, decision, .. }) => {
                written.insert((ticket, decision, None));
            }
            Ok(_) => {}
            Err(error) => return vec![format!("entry {}: {error}", row.seq)],
        }
    }
    let mut faults = Vec::new();
    for ticket in rest.tables.tickets.values() {
        for decision in &ticket.decisions {
            let DecisionState::Made(verdict) = &decision.state else { continue };
            let wanted = (ticket.number, decision.key.clone(), verdict.by.clone());
            if !written.contains(&wanted) {
                faults.push(format!("#{} {} by {:?}", ticket.number, decision.key, verdict.by));
            }
        }
    }
    faults
}
