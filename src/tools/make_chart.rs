//! Draws a chart into the folder of the ticket, with its numbers as a table beside it. Both go with the report.

use super::files::path::path_of;
use super::schema::{read, spec, tell};
use crate::ports::charts::{Chart, Charts, Kind, Picture, Series, Theme};
use crate::ports::files::Files;
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::secretary::chart::moments;
use crate::secretary::received::FOLDER;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// The endings of what it writes, which a model may give with the name.
const ENDINGS: [&str; 2] = [".png", ".csv"];

/// The tool.
pub(super) struct MakeChart {
    pub(super) charts: Arc<dyn Charts>,
    pub(super) files: Arc<dyn Files>,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// What the chart shows, at most 120 characters; it stands above the picture.
    title: String,
    /// line for what changes over time, bar for comparing.
    kind: Look,
    /// What stands under each point, at most 60 characters each. ISO dates such as 2026-11-24 where it is about time.
    #[schemars(length(min = 1, max = 2000))]
    labels: Vec<String>,
    /// One to four series.
    #[schemars(length(min = 1, max = 4))]
    series: Vec<Numbers>,
    /// What the numbers count, such as EUR or °C; else null.
    unit: Option<String>,
    /// dark if a dark picture was asked for; else null.
    theme: Option<Colors>,
    /// The name of the files without an ending, such as prices.
    name: String,
}

#[derive(Deserialize, JsonSchema)]
struct Numbers {
    /// What these numbers are, at most 60 characters.
    name: String,
    /// One number for each label.
    #[schemars(length(min = 1, max = 2000))]
    values: Vec<f64>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Look {
    Line,
    Bar,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Colors {
    Light,
    Dark,
}

impl Arguments {
    /// The chart, and the name of its files.
    fn read(self) -> (Chart, String) {
        let Self { title, kind, labels, series, unit, theme, name } = self;
        let (title, unit) = (title.trim().to_owned(), unit.unwrap_or_default().trim().to_owned());
        let labels: Vec<String> = labels.iter().map(|label| label.trim().to_owned()).collect();
        let kind = match kind {
            Look::Line => Kind::Line,
            Look::Bar => Kind::Bar,
        };
        let theme = match theme {
            Some(Colors::Dark) => Theme::Dark,
            Some(Colors::Light) | None => Theme::Light,
        };
        let series = series.into_iter().map(|Numbers { name, values }| Series { name: name.trim().to_owned(), values });
        let name = ENDINGS.iter().find_map(|ending| name.trim().strip_suffix(ending)).unwrap_or(name.trim()).to_owned();
        (Chart { title, kind, times: moments(&labels), labels, series: series.collect(), unit, theme }, name)
    }
}

#[async_trait]
impl Tool for MakeChart {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(
            "make_chart",
            "Draws a chart as name.png and writes its numbers as name.csv into this ticket's own folder; people get both \
             with the report. Replaces older files of the same name. Letters are Latin, Greek or Cyrillic.",
        )
    }

    fn terms(&self) -> Terms {
        Terms::INSIDE
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let (chart, name) = read::<Arguments>(arguments)?.read();
        let [picture, table] = ENDINGS.map(|ending| path_of(&format!("{name}{ending}")));
        let (picture, table) = (picture?, table?);
        if picture.split('/').next() == Some(FOLDER) {
            return Err(tell(format!("{FOLDER} holds what people sent; write into another folder.")));
        }
        let drawn = self.charts.draw(&chart).await;
        let Picture { png, width, height } =
            drawn.map_err(|why| tell(format!("This chart cannot be drawn: {why}.")))?;
        let csv = chart.csv();
        self.files.write_file(&context.ticket, &table, &csv, &context.key).await?;
        self.files.write_bytes(&context.ticket, &picture, &png, &context.key).await?;
        // The first lines name the files, for the report.
        Ok(ToolOutput::Text(format!(
            "Wrote {picture} ({} bytes).\nWrote {table} ({} bytes).\nThe picture has {width} × {height} pixels. People get \
             both with the report.",
            png.len(),
            csv.len()
        )))
    }
}

#[cfg(test)]
mod tests {
    use crate::ports::files::ReceivedFiles;
    use crate::tools::make_chart::*;
    use crate::tools::testing::{MemoryFiles, Named, context, text, told};
    use serde_json::json;

    fn tool() -> (MakeChart, Arc<MemoryFiles>) {
        let files = Arc::new(MemoryFiles::default());
        (MakeChart { charts: Arc::new(Named), files: files.clone() }, files)
    }

    fn prices(name: &str, values: Value) -> Value {
        json!({
            "title": " Prices ", "kind": "line", "labels": ["2026-11-23", "2026-11-24"], "name": name,
            "series": [{"name": "Offer A", "values": values}], "unit": "EUR", "theme": null,
        })
    }

    #[tokio::test]
    async fn a_chart_is_a_picture_and_a_table() {
        let (tool, files) = tool();
        let said = text(&tool, prices("out/prices.png", json!([12, 9.5]))).await;
        let png = files.file_bytes(&context().ticket, "out/prices.png").await.unwrap();
        let csv = files.file_bytes(&context().ticket, "out/prices.csv").await.unwrap();
        assert_eq!(String::from_utf8(csv).unwrap(), "label,Offer A (EUR)\n2026-11-23,12\n2026-11-24,9.5\n");
        assert_eq!(String::from_utf8(png.clone()).unwrap(), "\u{89}PNG Prices Line Light");
        let told = format!("Wrote out/prices.png ({} bytes).\nWrote out/prices.csv (", png.len());
        assert!(said.starts_with(&told) && said.contains("1200 × 675"), "{said}");
        let mut dark = prices("prices", json!([1, 2]));
        (dark["theme"], dark["kind"]) = (json!("dark"), json!("bar"));
        text(&tool, dark).await;
        let png = files.file_bytes(&context().ticket, "prices.png").await.unwrap();
        assert_eq!(String::from_utf8(png).unwrap(), "\u{89}PNG Prices Bar Dark");
    }

    #[tokio::test]
    async fn what_does_not_fit_is_told_and_nothing_is_written() {
        let (tool, files) = tool();
        for (name, values, why) in [
            ("prices", json!([1]), "series 1 has 1 numbers for 2 labels"),
            ("prices", json!([1, 1e300]), "number 2 of series 1"),
            ("prices", json!([1, null]), "do not fit"),
            ("prices", json!([1, "2"]), "do not fit"),
            ("prices", json!("1 2"), "do not fit"),
            ("../prices", json!([1, 2]), "cannot be used"),
            ("", json!([1, 2]), "cannot be used"),
            ("received/prices", json!([1, 2]), "holds what people sent"),
        ] {
            let said = told(&tool, prices(name, values)).await;
            assert!(said.contains(why), "{name}: {said}");
        }
        let mut wrong = prices("prices", json!([1, 2]));
        wrong["kind"] = json!("pie");
        assert!(told(&tool, wrong).await.contains("do not fit"));
        let mut many = prices("prices", json!([1, 2]));
        many["series"] = json!(vec![json!({"name": "A", "values": [1, 2]}); 5]);
        assert!(told(&tool, many).await.contains("1 to 4 series, and has 5"));
        let mut long = prices("prices", json!([1, 2]));
        long["labels"] = json!(["a", "b".repeat(61)]);
        assert!(told(&tool, long).await.contains("longer than 60 characters"));
        assert_eq!(files.list_files(&context().ticket).await, Ok(Vec::new()));
    }
}
