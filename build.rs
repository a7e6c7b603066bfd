//! Embedded migrations are read at compile time; a new file must rebuild what embeds them.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
