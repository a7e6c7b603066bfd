//! One trial: the town with its people and its model, and the stage on which the program lives there, alone or beside
//! a second life. It must not know the goals, nor judge what it sees.

pub mod mind;
pub mod pair;
pub mod people;
pub mod stage;
pub mod town;
