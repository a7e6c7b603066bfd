//! Records of agents, which count in dispatch.

use super::Stored;
use crate::secretary::dispatch::record::Record;
use crate::secretary::ids::WorkspaceId;
use async_trait::async_trait;
use std::collections::BTreeMap;

/// The records of agents.
#[async_trait]
pub trait RecordRows {
    /// The record of every agent that has one in this workspace.
    async fn records(&mut self, workspace: &WorkspaceId) -> Stored<BTreeMap<String, Record>>;
    /// Adds to the record of an agent.
    async fn add_record(&mut self, workspace: &WorkspaceId, agent: &str, gained: &Record) -> Stored<()>;
}
