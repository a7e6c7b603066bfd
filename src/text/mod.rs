//! What every adapter does with text before rendering: Markdown to blocks, splitting, plain and monospace fallbacks,
//! and cleaning of foreign words. No platform is named here.

pub mod clean;
pub mod markdown;
pub mod media_types;
pub mod mono;
pub mod names;
pub mod plain;
pub mod split;

pub use clean::{link_label, neutral, shorten};
pub use markdown::{blocks, expand};
pub use plain::plain;
pub use split::split;
