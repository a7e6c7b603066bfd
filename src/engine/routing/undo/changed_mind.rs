//! Changing one's mind without saying so: the plain name of another option right after the decision, a bare "no", "undo". Nothing
//! is changed on a guess: it is asked.
