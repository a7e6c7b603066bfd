//! Embedded migrations are read at compile time: a new file must rebuild what embeds them. And how the program is linked.

#![allow(clippy::disallowed_methods, reason = "cargo tells a build script everything by its environment")]

use std::process::Command;

/// The first version of the GNU C library whose loader knows packed relocations.
const PACKED_SINCE: (u32, u32) = (2, 36);

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=build.rs");
    if packs() {
        // Two megabytes of the program's memory would be addresses written out one by one (docs/performance.md, P4).
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
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
