//! The judge: reads the ledgers of a trial's folder and the database, and tells what went wrong. It names nothing of the
//! product: it knows what people said and saw, what was asked of the platforms and of the model, and text in tables.

mod books;
mod database;
mod orders;
mod posts;
mod rules;
#[cfg(test)]
mod tests;

use std::path::Path;

pub use books::Books;
pub use database::Cells;
pub use rules::AS_THEY_ARE;

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which rule was broken.
    pub rule: &'static str,
    /// What was seen, for people.
    pub sentence: String,
}

impl Finding {
    fn new(rule: &'static str, sentence: String) -> Self {
        Self { rule, sentence }
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}: {}", self.rule, self.sentence)
    }
}

/// Judges the folder of a trial: its ledgers (`*.jsonl`) and the database its driver named.
///
/// # Errors
/// The ledgers or the database cannot be read.
pub async fn folder(folder: &Path) -> Result<Vec<Finding>, String> {
    let books = Books::read(folder)?;
    let mut findings = rules::of_books(&books);
    if let Some(name) = &books.database {
        let (cells, faults) = database::read(folder, name).await?;
        findings.extend(faults.into_iter().map(|fault| Finding::new("integrity", fault)));
        findings.extend(rules::of_database(&books, &cells));
    }
    for (name, began) in &books.backups {
        let (cells, faults) = database::read(folder, name).await?;
        findings.extend(faults.into_iter().map(|fault| Finding::new("backup", format!("{name}: {fault}"))));
        findings.extend(rules::of_backup(&books, name, &cells, *began));
    }
    Ok(findings)
}
