//! Votes: taking one back in words, as by the button under the prompt.
