//! The table and its reader.

use super::{COMMANDS, Order, read};

#[test]
fn every_command_of_the_table_is_read() {
    for command in COMMANDS {
        let args = if command.takes.is_empty() { "" } else { "12 x" };
        let unknown = read(command.name, args).is_err_and(|e| e.contains("I don't know"));
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
    assert!(read("lst", "").unwrap_err().contains("Did you mean /list?"));
    assert!(read("sched", "").unwrap_err().contains("/schedules"));
    assert!(!read("xyzzyplugh", "").unwrap_err().contains("Did you mean"));
    assert!(read("ü🙂", "").is_err());
}
