//! A decision people make: what is asked, by whom it may be answered, what came of it.

use serde::{Deserialize, Serialize};

/// A decision an agent wants from people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The question, one sentence.
    pub question: String,
    /// Why it comes up now.
    #[serde(default)]
    pub why: String,
    /// Two to eight options.
    pub options: Vec<AskedOption>,
    /// The index of the recommended one.
    #[serde(default)]
    pub recommended: Option<usize>,
    /// Why it is recommended.
    #[serde(default)]
    pub reason: String,
}

/// One way to decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedOption {
    /// A few words, for the button.
    pub label: String,
    /// What follows from it.
    #[serde(default)]
    pub impact: String,
}
