//! Settings and codes of a workspace.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{json, parse};
use crate::ports::store::{SettingRows, Stored};
use crate::secretary::ids::WorkspaceId;
use crate::secretary::people::workspace::{Code, Settings};
use async_trait::async_trait;

#[async_trait]
impl SettingRows for DbTx {
    async fn settings(&mut self, workspace: &WorkspaceId) -> Stored<Option<Settings>> {
        if let Some((of, known)) = &self.known().settings
            && of == workspace
        {
            return Ok(known.clone());
        }
        let sql = "SELECT body FROM settings WHERE workspace = $1";
        let body: Option<String> = self.value(query(sql).bind(workspace.as_str())).await?;
        let settings: Option<Settings> = body.map(|body| parse(&body, "the settings of", workspace)).transpose()?;
        self.known().settings = Some((workspace.clone(), settings.clone()));
        Ok(settings)
    }

    async fn save_settings(&mut self, settings: &Settings) -> Stored<()> {
        self.known().settings = None;
        let sql = "INSERT INTO settings (workspace, body) VALUES ($1, $2) \
                   ON CONFLICT (workspace) DO UPDATE SET body = excluded.body";
        self.run(query(sql).bind(settings.workspace.as_str()).bind(json(settings)?)).await.map(|_| ())
    }

    async fn codes(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Code>> {
        let sql = "SELECT body FROM codes WHERE workspace = $1 ORDER BY position";
        let bodies: Vec<String> = self.column(query(sql).bind(workspace.as_str())).await?;
        bodies.iter().map(|body| parse(body, "a code of workspace", workspace)).collect()
    }

    async fn save_codes(&mut self, workspace: &WorkspaceId, codes: &[Code]) -> Stored<()> {
        self.run(query("DELETE FROM codes WHERE workspace = $1").bind(workspace.as_str())).await?;
        for (position, code) in (0i64..).zip(codes) {
            let sql = "INSERT INTO codes (workspace, position, body) VALUES ($1, $2, $3)";
            self.run(query(sql).bind(workspace.as_str()).bind(position).bind(json(code)?)).await?;
        }
        Ok(())
    }
}
