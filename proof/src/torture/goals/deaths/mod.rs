//! Goals in which a life of the program ends: it is killed, told to stop, or replaced by another life. It must not
//! hold what several goals need; that is in `trial`.

pub mod r1;
pub mod r14;
pub mod r148;
pub mod r17;
pub mod r7;
pub mod r7f;
