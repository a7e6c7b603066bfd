//! Words with one exact meaning where they are said: six words said alone, and what each may mean.

pub mod candidates;
pub mod single_words;
