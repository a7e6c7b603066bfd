//! Changes of mind. Nothing is changed on a guess: the person is asked.
