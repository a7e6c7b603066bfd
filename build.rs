//! Lists the migrations that are embedded, and says how the program is linked. sqlx has a macro for the first, which builds
//! the database clients a second time for the compiler.

#![allow(clippy::disallowed_methods, reason = "cargo tells a build script everything by its environment")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The first version of the GNU C library whose loader knows packed relocations.
const PACKED_SINCE: (u32, u32) = (2, 36);

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=build.rs");
    for database in ["sqlite", "postgres"] {
        if let Err(error) = list_migrations(database) {
            println!("cargo:error=the migrations of {database} cannot be listed: {error}");
        }
    }
    if packs() {
        // Two megabytes of the program's memory would be addresses written out one by one (docs/performance.md, P4).
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    if folds() {
        // Functions with the same code stand in the program once: half a megabyte.
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
    }
}

/// Writes a list of version, description and text of each file `0001_some_words.sql` to be included.
fn list_migrations(database: &str) -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let files = std::fs::read_dir(root.join("migrations").join(database))?;
    let mut files: Vec<PathBuf> = files.map(|file| Ok(file?.path())).collect::<std::io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|end| end == "sql"));
    files.sort();
    let mut list = String::from("[\n");
    for file in files {
        let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let (number, words) = name.split_once('_').ok_or_else(|| format!("{name} has no number"))?;
        let (version, description): (i64, String) = (number.parse()?, words.replace('_', " "));
        // Looked for where the crate is compiled, which may be another place than where this ran.
        let path = format!("/migrations/{database}/{name}.sql");
        let text = format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))");
        writeln!(list, "({version}, {description:?}, {text}),")?;
    }
    list.push(']');
    Ok(std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join(format!("{database}.rs")), list)?)
}

/// Whether the linker is the one that comes with Rust, as it does for this system unless somebody chose another.
fn folds() -> bool {
    let set = |name: &str| std::env::var(name).unwrap_or_default();
    set("TARGET") == "x86_64-unknown-linux-gnu"
        && set("RUSTC_LINKER").is_empty()
        && set("CARGO_ENCODED_RUSTFLAGS").is_empty()
}

/// Whether the program is built for this machine and its loader knows packed relocations.
fn packs() -> bool {
    let set = |name: &str| std::env::var(name).unwrap_or_default();
    if set("HOST") != set("TARGET") || set("CARGO_CFG_TARGET_OS") != "linux" || set("CARGO_CFG_TARGET_ENV") != "gnu" {
        return false;
    }
    let Ok(said) = Command::new("getconf").arg("GNU_LIBC_VERSION").output() else { return false };
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let version = said.trim().strip_prefix("glibc ").and_then(|version| version.split_once('.'));
    version
        .and_then(|(major, minor)| Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?)))
        .is_some_and(|version| version >= PACKED_SINCE)
}
