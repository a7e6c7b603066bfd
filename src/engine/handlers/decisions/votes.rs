//! Votes: withdrawing a vote in words, as by the button under the prompt.
