//! Tests of the command table and its parser.

use super::{COMMANDS, Order, read, typed};

#[test]
fn every_command_of_the_table_is_read() {
    for command in COMMANDS {
        let args = if command.takes.is_empty() { "" } else { "12 x" };
        let unknown =
            read(command.name, args).is_err_and(|e| e.starts_with(&format!("I don't know /{}", command.name)));
        assert!(!unknown, "{}", command.name);
        assert!(command.about.len() <= 100 && !command.about.is_empty());
    }
}

#[test]
fn numbers_may_have_a_hash() {
    assert_eq!(read("show", "#12"), Ok(Order::Show(12)));
    assert_eq!(read("CANCEL", "12 too dear"), Ok(Order::Cancel(12, "too dear".into())));
    assert!(read("show", "").unwrap_err().contains("/show 12"));
    assert!(read("show", "-1").is_err() && read("show", "99999999999999999999").is_err());
}

#[test]
fn an_unknown_command_names_the_nearest() {
    assert!(read("sched", "").unwrap_err().contains("/schedules"));
    assert!(!read("xyzzyplugh", "").unwrap_err().contains("Did you mean"));
    assert!(read("ü🙂", "").is_err());
}

#[test]
fn a_slash_and_a_plain_name_are_a_command() {
    assert_eq!(typed("/Report daily 18:00 "), Some(("report".into(), "daily 18:00".into())));
    assert_eq!(typed("  /new\nbuy a lamp"), Some(("new".into(), "buy a lamp".into())));
    assert_eq!(typed("/HILFE"), Some(("hilfe".into(), String::new())));
}

#[test]
fn a_path_or_a_lone_slash_is_text() {
    assert_eq!(typed("/"), None);
    assert_eq!(typed("/ new"), None);
    assert_eq!(typed("/etc/passwd is missing"), None);
    assert_eq!(typed(&format!("/{}", "x".repeat(33))), None);
    assert_eq!(typed("either /or"), None);
}
