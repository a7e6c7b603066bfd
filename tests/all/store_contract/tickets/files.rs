//! Files of tickets: the folder and the database have the same names, bounds and answers.

use crate::store_contract::*;
use secretary::adapters::folder::Folder;
use secretary::ports::files::{MOST_BYTES, MOST_FILES};
use secretary::ports::tool::ToolError;

async fn homes() -> Vec<(&'static str, Box<dyn Files>, Vec<TempDir>)> {
    let folder = TempDir::new().unwrap();
    let made = Folder::new(folder.path().join("made/when/needed"));
    let mut homes: Vec<(&'static str, Box<dyn Files>, Vec<TempDir>)> = vec![("folder", Box::new(made), vec![folder])];
    for given in every().await {
        homes.push((given.name, given.store, given.folder.into_iter().collect()));
    }
    homes
}

fn told<T: std::fmt::Debug>(result: Result<T, ToolError>) -> String {
    match result {
        Err(ToolError::TellModel(words)) => words,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_file_is_its_tickets_own_and_written_whole() {
    let (one, other) = (TicketId::new("T/1"), TicketId::new("T/2"));
    for (name, files, _kept) in homes().await {
        assert_eq!(files.list_files(&one).await.unwrap(), [], "{name}");
        files.write_file(&one, "a/b.md", "first", "k1").await.unwrap();
        files.write_file(&one, "a/b.md", ODD, "k2").await.unwrap();
        files.write_file(&one, "Z.txt", "", "k3").await.unwrap();
        assert_eq!(files.read_file(&one, "a/b.md").await.unwrap(), ODD, "{name}");
        let sizes = [("Z.txt".to_owned(), 0), ("a/b.md".to_owned(), ODD.len() as u64)];
        assert_eq!(files.list_files(&one).await.unwrap(), sizes, "{name}");
        assert_eq!(files.list_files(&other).await.unwrap(), [], "{name}");
        assert!(told(files.read_file(&other, "a/b.md").await).contains("There is no file a/b.md"), "{name}");
    }
}

#[tokio::test]
async fn bytes_that_are_no_text_are_kept_as_they_are() {
    let (ticket, png) = (TicketId::new("T/1"), b"\x89PNG\r\n\x1a\n\0\xff".as_slice());
    for (name, files, _kept) in homes().await {
        files.write_bytes(&ticket, "out/a.png", png, "k").await.unwrap();
        assert_eq!(files.file_bytes(&ticket, "out/a.png").await.unwrap(), png, "{name}");
        assert_eq!(files.list_files(&ticket).await.unwrap(), [("out/a.png".to_owned(), png.len() as u64)], "{name}");
        assert!(told(files.read_file(&ticket, "out/a.png").await).contains("is not a text"), "{name}");
        let most = vec![0xff; MOST_BYTES + 1];
        assert!(told(files.write_bytes(&ticket, "big", &most, "k").await).contains("too many"), "{name}");
    }
}

#[tokio::test]
async fn a_file_and_a_folder_cannot_have_the_same_name() {
    let ticket = TicketId::new("T/1");
    for (name, files, _kept) in homes().await {
        files.write_file(&ticket, "a/b.md", "x", "k").await.unwrap();
        assert!(told(files.read_file(&ticket, "a").await).contains("a is a folder"), "{name}");
        assert!(told(files.write_file(&ticket, "a", "x", "k").await).contains("a is a folder"), "{name}");
        let through = files.write_file(&ticket, "a/b.md/c", "x", "k").await;
        assert!(told(through).contains("a folder and a file cannot have the same name"), "{name}");
        told(files.read_file(&ticket, "a/b.md/c").await);
        files.write_file(&ticket, "a/b.m", "x", "k").await.unwrap();
        files.write_file(&ticket, "ab", "x", "k").await.unwrap();
        assert_eq!(files.list_files(&ticket).await.unwrap().len(), 3, "{name}");
    }
}

#[tokio::test]
async fn the_bounds_are_said() {
    let ticket = TicketId::new("T/1");
    for (name, files, _kept) in homes().await {
        let most = "x".repeat(MOST_BYTES);
        files.write_file(&ticket, "big", &most, "k").await.unwrap();
        let more = told(files.write_file(&ticket, "bigger", &format!("{most}x"), "k").await);
        assert!(more.contains("1048577 bytes are too many; 1048576 are the most"), "{name}: {more}");
        for n in 1..MOST_FILES {
            files.write_file(&ticket, &format!("f{n}"), "", "k").await.unwrap();
        }
        let more = told(files.write_file(&ticket, "one-more", "", "k").await);
        assert!(more.contains("There are 200 files already"), "{name}: {more}");
        files.write_file(&ticket, "f1", "again", "k").await.unwrap();
        assert_eq!(files.list_files(&ticket).await.unwrap().len(), MOST_FILES, "{name}");
    }
}

#[tokio::test]
async fn received_files_lie_beside_those_of_tickets_as_they_came() {
    let ticket = TicketId::new("1");
    let bytes: Vec<u8> = (0..=255).cycle().take(3 * MOST_BYTES).collect();
    for (name, files, _kept) in homes().await {
        files.write_file(&ticket, "plan.pdf", "of the ticket", "k").await.unwrap();
        files.keep("r-1", "plan.pdf", b"older").await.unwrap();
        files.keep("r-1", "plan.pdf", &bytes).await.unwrap();
        files.keep("r-1", "Grüße aus Köln.txt", b"").await.unwrap();
        files.keep("r-2", "plan.pdf", b"another").await.unwrap();
        assert!(files.kept("r-1", "plan.pdf").await.unwrap().as_ref() == Some(&bytes), "{name}");
        assert_eq!(files.kept("r-1", "Grüße aus Köln.txt").await.unwrap(), Some(Vec::new()), "{name}");
        for (home, file) in [("r-1", "other"), ("r-3", "plan.pdf")] {
            assert_eq!(files.kept(home, file).await.unwrap(), None, "{name}: {file} in {home}");
        }
        files.erase_kept("r-1").await.unwrap();
        files.erase_kept("r-1").await.unwrap();
        assert_eq!(files.kept("r-1", "plan.pdf").await.unwrap(), None, "{name}");
        assert_eq!(files.kept("r-2", "plan.pdf").await.unwrap(), Some(b"another".to_vec()), "{name}");
        assert_eq!(files.file_bytes(&ticket, "plan.pdf").await.unwrap(), b"of the ticket", "{name}");
        assert!(told(files.file_bytes(&ticket, "none").await).contains("There is no file none"), "{name}");
        assert_eq!(files.list_files(&ticket).await.unwrap().len(), 1, "{name}");
        for (home, file) in
            [("t-1", "plan.pdf"), ("r-../t-1", "a"), ("", "a"), ("r-1", "../a"), ("r-1", ".a"), ("r-1", "")]
        {
            let refused = files.keep(home, file, b"x").await;
            assert!(matches!(refused, Err(ToolError::Fatal(_))), "{name}: {file} in {home}: {refused:?}");
            assert!(files.kept(home, file).await.is_err(), "{name}: {file} in {home}");
        }
        assert_eq!(files.read_file(&ticket, "plan.pdf").await.unwrap(), "of the ticket", "{name}");
    }
}
