//! Words with one exact meaning where they are said: single words, numbers, and labels of the last prompt.

pub(in crate::engine) mod asked_last;
pub(in crate::engine) mod candidates;
pub(in crate::engine) mod change_asked;
pub(in crate::engine) mod pause_resume;
pub(in crate::engine) mod single_words;
pub(in crate::engine) mod which_one;
pub(in crate::engine) mod which_question;
