//! Names that lead out of a folder, or would: those that are known, and any number made of their pieces.

use crate::siege::{Chance, one_of};
use std::path::Path;

/// Every known way to write a name that is none.
pub fn listed(root: &Path) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let up = [
        "..", "../", "..\\", "./..", "a/../..", "../.", "....//", "..;/", ".. /", "..%2f", "%2e%2e/", "..%c0%af",
        "..%255c",
    ];
    for up in up {
        for target in ["secret", "secretary.db", "t-other/secret", "etc/passwd", ""] {
            for depth in [1, 2, 3, 6, 20] {
                all.push(format!("{}/{target}", [up; 20][..depth].join("/")));
            }
        }
    }
    let here = root.display().to_string();
    for absolute in [
        "/etc/passwd",
        "//etc/passwd",
        "///x",
        "/proc/self/environ",
        "/dev/stdin",
        "/dev/zero",
        "~/x",
        "~root/x",
        "$HOME/x",
    ] {
        all.push(absolute.to_owned());
    }
    all.extend([format!("{here}/secret"), format!("{here}/data/secretary.db"), format!("file://{here}/secret")]);
    for windows in [
        "C:\\x",
        "c:x",
        "\\\\host\\share\\x",
        "//host/share/x",
        "\\\\?\\C:\\x",
        "\\\\.\\PhysicalDrive0",
        "x:stream",
        "x::$DATA",
    ] {
        all.push(windows.to_owned());
    }
    let devices = ["con", "PRN", "aux", "NUL", "com1", "COM9", "lpt1", "conin$", "CONOUT$", "com¹", "clock$"];
    for device in devices {
        all.extend([
            device.to_owned(),
            format!("{device}.txt"),
            format!("a/{device}"),
            format!("{device} .x.y"),
            format!("{device}."),
        ]);
    }
    for c in [
        '\0', '\n', '\r', '\t', '\u{7f}', '\u{1b}', '\u{202e}', '\u{2066}', '\u{200b}', '\u{feff}', '\u{2215}',
        '\u{ff0f}', '\u{ff0e}', '\u{ad}',
    ] {
        all.extend([
            format!("secret{c}"),
            format!("{c}secret"),
            format!("..{c}/secret"),
            format!("a{c}.txt"),
            format!(".{c}./secret"),
        ]);
    }
    for length in [101, 255, 256, 4_095, 4_096, 65_536] {
        all.extend([
            "x".repeat(length),
            "é".repeat(length),
            "a/".repeat(length) + "b",
            "../".repeat(length) + "secret",
        ]);
    }
    for dots in [
        ".",
        "..",
        "...",
        ".hidden",
        "a.",
        "a ",
        " a",
        ".new-0011223344556677",
        "a/.b",
        "",
        " ",
        "/",
        "//",
        "a//b",
        "a/",
    ] {
        all.push(dots.to_owned());
    }
    all
}

/// A name of pieces that lead somewhere, in any order.
pub fn made_up(chance: &mut Chance) -> String {
    let pieces = [
        "..",
        ".",
        "",
        "secret",
        "data",
        "tickets",
        "t-other",
        "secretary.db",
        "a",
        "way",
        "link",
        "con",
        "%2e%2e",
        "\u{202e}",
        "\0",
        "~",
        "C:",
        "\\",
        " ",
        "．．",
        "proc",
        "self",
        "etc",
        "\u{2215}",
        "x.",
        "é",
        "e\u{301}",
        "İ",
        "ß",
    ];
    let dividers = ["/", "/", "/", "\\", "//", "\u{2044}", ""];
    let mut name = String::new();
    for _ in 0..=chance.below(7) {
        name.push_str(one_of::<&str>(chance, &pieces));
        name.push_str(one_of::<&str>(chance, &dividers));
    }
    name
}
