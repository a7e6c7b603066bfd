//! Moments in Spanish and French, put into the English words that the clock and the calendar are read by. It must not
//! reckon with them; a word it does not know makes all of them none.
