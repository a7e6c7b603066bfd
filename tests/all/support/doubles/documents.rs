//! A reader of documents whose documents are plain text; one that begins with "locked" wants a password. Charts whose
//! pictures are plain text: what would be on them.

use async_trait::async_trait;
use secretary::ports::charts::{Chart, Charts, HEIGHT, Picture, Undrawn, WIDTH};
use secretary::ports::documents::{DocumentText, Documents, Unreadable};

pub struct PlainDocuments;

#[async_trait]
impl Documents for PlainDocuments {
    async fn text(&self, name: &str, bytes: Vec<u8>) -> Result<DocumentText, Unreadable> {
        assert!(!name.contains('/') && !name.is_empty(), "{name}");
        if name.ends_with(".jpg") {
            return Err(if bytes.len() > 3 { Unreadable::OnlyPictures } else { Unreadable::Broken });
        }
        let text = String::from_utf8(bytes).map_err(|_| Unreadable::Unknown)?;
        match text.as_str() {
            "" => Err(Unreadable::Empty),
            locked if locked.starts_with("locked") => Err(Unreadable::Encrypted),
            _ => Ok(DocumentText { text, cut: false }),
        }
    }

    async fn archive(&self, files: Vec<(String, Vec<u8>)>) -> Result<Vec<u8>, Unreadable> {
        let names: Vec<String> = files.iter().map(|(name, bytes)| format!("{name}:{}", bytes.len())).collect();
        Ok(names.join("\n").into_bytes())
    }
}

pub struct PlainCharts;

#[async_trait]
impl Charts for PlainCharts {
    async fn draw(&self, chart: &Chart) -> Result<Picture, Undrawn> {
        chart.check()?;
        let shown = format!("{} ({:?}, {:?})\n{}", chart.title, chart.kind, chart.theme, chart.csv());
        Ok(Picture { png: shown.into_bytes(), width: WIDTH, height: HEIGHT })
    }
}
