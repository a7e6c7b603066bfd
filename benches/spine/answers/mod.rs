//! How soon people are answered, and what an answer costs at the model. It must not start the program or fill a
//! database itself; that is done in `process` and `seed`.

pub mod flood;
pub mod model;
pub mod press;
pub mod receive;
pub mod talk;
