//! Tests of the folder of a ticket: what is stored, and that no path leads out.

use crate::adapters::folder::*;

fn write_text(dir: &Dir, path: &str, text: &str, key: &str) -> Result<(), ToolError> {
    write_whole(dir, path, text.as_bytes(), key)
}

fn fresh() -> (tempfile::TempDir, Dir) {
    let data = tempfile::tempdir().unwrap();
    let dir = open(data.path(), &home_of(&TicketId::new("A/..:b"))).unwrap();
    (data, dir)
}

fn refused<T: std::fmt::Debug>(result: Result<T, ToolError>) {
    assert!(matches!(result, Err(ToolError::TellModel(_))), "{result:?}");
}

#[test]
fn files_are_written_whole_and_read_back() {
    let (data, dir) = fresh();
    let path = "a/b/c.txt";
    write_text(&dir, path, "one", "k1").unwrap();
    write_text(&dir, path, "two", "k2").unwrap();
    assert_eq!(read_text(&dir, path).unwrap(), "two");
    assert_eq!(list(&dir).unwrap(), vec![("a/b/c.txt".to_owned(), 3)]);
    let names: Vec<_> = dir.entries().unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["a"], "nothing half-written stays");
    assert!(data.path().join("tickets").join(home_of(&TicketId::new("A/..:b"))).join(path).is_file());
    refused(read_text(&dir, "a/b"));
    refused(read_text(&dir, "nothing"));
    refused(read_text(&dir, "a/b/c.txt/d"));
    refused(write_text(&dir, "a", "x", "k3"));
    refused(write_text(&dir, "a/b/c.txt/d", "x", "k4"));
    dir.write("binary", [0xff, 0xfe]).unwrap();
    refused(read_text(&dir, "binary"));
}

#[test]
fn what_was_set_aside_is_not_written_over() {
    let (data, dir) = fresh();
    dir.write("first", "").unwrap();
    let folder = Folder::new(data.path());
    assert_eq!(folder.set_aside("before").unwrap(), [data.path().join("tickets.before")]);
    assert!(folder.set_aside("before").unwrap().is_empty());
    folder.put("t-1", "second", b"").unwrap();
    folder.put("r-1", "sent.txt", b"").unwrap();
    assert_eq!(folder.homes().unwrap(), ["r-1", "t-1"]);
    let aside = ["tickets.before-2", "received.before"].map(|name| data.path().join(name));
    assert_eq!(folder.set_aside("before").unwrap(), aside);
    assert!(data.path().join("received.before/r-1/sent.txt").is_file());
    assert!(data.path().join("tickets.before").join(home_of(&TicketId::new("A/..:b"))).join("first").is_file());
    assert!(data.path().join("tickets.before-2/t-1/second").is_file());
}

#[test]
fn limits_hold() {
    let (_data, dir) = fresh();
    let most = "x".repeat(MOST_BYTES);
    write_text(&dir, "big", &most, "k").unwrap();
    refused(write_text(&dir, "bigger", &format!("{most}x"), "k"));
    for n in 1..MOST_FILES {
        dir.write(format!("f{n}"), "").unwrap();
    }
    refused(write_text(&dir, "one-more", "", "k"));
    write_text(&dir, "f1", "again", "k").unwrap();
    assert_eq!(list(&dir).unwrap().len(), MOST_FILES);
}

/// Where links inside of a folder lead is attacked by the siege (`s08_files`); here, what stands in their place.
#[cfg(unix)]
#[test]
fn a_link_is_replaced_and_a_folder_that_is_one_is_not_opened() {
    use std::os::unix::fs::symlink;
    let (data, dir) = fresh();
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret"), "secret").unwrap();
    let inside = data.path().join("tickets").join(home_of(&TicketId::new("A/..:b")));
    symlink(outside.path().join("secret"), inside.join("file")).unwrap();
    write_text(&dir, "file", "mine", "k").unwrap();
    assert_eq!(std::fs::read_to_string(outside.path().join("secret")).unwrap(), "secret");
    assert_eq!(list(&dir).unwrap(), vec![("file".to_owned(), 4)]);
    symlink(outside.path(), data.path().join("tickets").join(home_of(&TicketId::new("z")))).unwrap();
    assert!(matches!(
        open(data.path(), &home_of(&TicketId::new("z"))),
        Err(ToolError::Disk(DiskFault::Broken | DiskFault::Forbidden, _))
    ));
}

#[test]
fn a_disk_without_room_or_without_rights_is_told_apart() {
    let of = |kind: io::ErrorKind| explain("letter.md", &io::Error::from(kind));
    assert!(matches!(of(io::ErrorKind::StorageFull), ToolError::Disk(DiskFault::Full, _)));
    assert!(matches!(of(io::ErrorKind::QuotaExceeded), ToolError::Disk(DiskFault::Full, _)));
    assert!(matches!(of(io::ErrorKind::ReadOnlyFilesystem), ToolError::Disk(DiskFault::Forbidden, _)));
    assert!(matches!(of(io::ErrorKind::Other), ToolError::Disk(DiskFault::Broken, _)));
    assert!(matches!(of(io::ErrorKind::NotFound), ToolError::TellModel(_)), "the model can do something about it");
}
