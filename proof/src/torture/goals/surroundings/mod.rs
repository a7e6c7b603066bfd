//! Goals in which what the program depends on goes wrong: the disk, the power, the database, the model. It must not
//! hold what several goals need; that is in `trial`.

pub mod r10;
pub mod r13;
pub mod r8;
pub mod r8p;
