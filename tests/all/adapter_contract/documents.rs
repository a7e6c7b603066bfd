//! Documents that people send, read by the real child process: each kind, and such as are made to break a reader.

pub mod made;

use made::{COMPOUND, docx, entry_of_a_compound, growing, locked_pdf, nested, odt, packed, pdf, pptx, resized, xlsx};
use secretary::adapters::child::OwnProgram;
use secretary::adapters::documents::ChildReader;
use secretary::ports::documents::{DocumentText, Documents, MOST_CHARS, Unreadable};
use std::sync::Arc;

fn reader() -> ChildReader {
    reader_by(env!("CARGO_BIN_EXE_secretary"))
}

fn reader_by(program: &str) -> ChildReader {
    ChildReader::new(Arc::new(OwnProgram::new(program)))
}

/// A text in one line.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn utf_16(text: &str, mark: bool) -> Vec<u8> {
    let mark = mark.then_some(0xfeff);
    mark.into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

#[tokio::test]
async fn each_kind_is_read() {
    let mail = "From: Bob <bob@example.org>\r\nTo: ann@example.org\r\nDate: Tue, 12 May 2026 10:00:00 +0200\r\n\
                Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nMIME-Version: 1.0\r\n\
                Content-Type: multipart/mixed; boundary=\"b\"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n\
                We need 40 chairs.\r\n--b\r\nContent-Type: application/pdf; name=\"plan.pdf\"\r\n\
                Content-Disposition: attachment; filename=\"plan.pdf\"\r\n\r\n%PDF-\r\n--b--\r\n";
    let page = "<h1>Offer</h1><script>no()</script><p>Forty <a href='https://e.org/x'>chairs</a></p>";
    let shown = "BT /F1 24 Tf 72 700 Td (The offer of 12 May) Tj ET";
    let kinds: Vec<(&str, Vec<u8>, &str)> = vec![
        ("a.txt", b"\xef\xbb\xbfone\r\ntwo".to_vec(), "one two"),
        ("a.rs", b"fn main() {}\n".to_vec(), "fn main() {}"),
        ("a.json", br#"{"chairs": 40}"#.to_vec(), r#"{"chairs": 40}"#),
        ("BMW", b"BMW sells cars".to_vec(), "BMW sells cars"),
        ("a.txt", utf_16("Grüße aus Köln", true), "Grüße aus Köln"),
        ("a.txt", utf_16("Grüße aus Köln\nfür alle", false), "Grüße aus Köln für alle"),
        (
            "a.csv",
            b"Name;St\xe4dte\nM\xfcller;K\xf6ln\nJ\xe4ger;L\xfcbeck\n".to_vec(),
            "Name;Städte Müller;Köln Jäger;Lübeck",
        ),
        ("a.htm", page.into(), "# Offer Forty [chairs][1] [1]: https://e.org/x"),
        (
            "a.eml",
            mail.into(),
            "From: Bob <bob@example.org> To: ann@example.org Date: 2026-05-12T10:00:00+02:00 \
                                Subject: Grüße We need 40 chairs. Attachments: - plan.pdf",
        ),
        (
            "a.docx",
            docx(),
            "# Offer Forty chairs by Friday & more - blue | What | EUR | | --- | --- | | Chairs | 1200 |",
        ),
        ("a.pptx", pptx(), "## Plan First step ## Next Second step"),
        ("a.odt", odt(), "# Offer Forty chairs - blue"),
        (
            "a.xlsx",
            xlsx(),
            "## Costs | What | When | EUR | | --- | --- | --- | | Chairs | 2026-05-12 | 1200.3 | | … | far |",
        ),
        ("a.pdf", pdf(shown, "", ""), "The offer of 12 May"),
        // The first bytes decide.
        (
            "a.txt",
            docx(),
            "# Offer Forty chairs by Friday & more - blue | What | EUR | | --- | --- | | Chairs | 1200 |",
        ),
    ];
    for (name, bytes, text) in kinds {
        let read = reader().text(name, bytes).await.unwrap_or_else(|why| panic!("{name}: {why}: {text}"));
        assert_eq!((words(&read.text).as_str(), read.cut), (text, false), "{name}");
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_said_and_breaks_nothing() {
    let half = |bytes: Vec<u8>| bytes[..bytes.len() / 2].to_vec();
    let zeros = growing(2_000_003);
    let picture = "6 0 obj\n<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray \
                   /BitsPerComponent 8 /Length 1 >>\nstream\nx\nendstream\nendobj\n";
    let documents: Vec<(&str, Vec<u8>, Unreadable)> = vec![
        ("a.txt", Vec::new(), Unreadable::Empty),
        ("a.docx", b" \n".to_vec(), Unreadable::Empty),
        ("a.docx", half(docx()), Unreadable::Broken),
        ("a.xlsx", b"PK\x03\x04".to_vec(), Unreadable::Broken),
        ("a.pdf", b"%PDF-1.4\nnothing".to_vec(), Unreadable::Broken),
        ("a.pdf", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01".to_vec(), Unreadable::Broken),
        ("a.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01".to_vec(), Unreadable::Broken),
        ("a.png", png(), Unreadable::OnlyPictures),
        ("a", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0".to_vec(), Unreadable::Unknown),
        ("a.mp4", b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom".to_vec(), Unreadable::Unknown),
        ("a.rtf", b"{\\rtf1 words}".to_vec(), Unreadable::Unknown),
        ("a.zip", packed(&[("a.txt", b"words")]), Unreadable::Unknown),
        ("a.zip", nested(40), Unreadable::Unknown),
        ("a.docx", nested(40), Unreadable::Broken),
        ("a.docx", zeros.clone(), Unreadable::TooMuch),
        ("a.docx", resized(zeros.clone(), 2_000_003, u32::MAX - 1), Unreadable::TooMuch),
        ("a.docx", resized(zeros, 2_000_003, 100), Unreadable::Broken),
        ("a.xlsx", entry_of_a_compound("EncryptedPackage"), Unreadable::Encrypted),
        ("a.doc", entry_of_a_compound("WordDocument"), Unreadable::Unknown),
        ("a.xls", COMPOUND.to_vec(), Unreadable::Broken),
        ("a.pdf", locked_pdf(), Unreadable::Encrypted),
        ("a.pdf", pdf("q 600 0 0 800 0 0 cm /Im1 Do Q", picture, ""), Unreadable::OnlyPictures),
        ("a.pdf", pdf("", "", ""), Unreadable::Empty),
    ];
    for (name, bytes, why) in documents {
        assert_eq!(reader().text(name, bytes).await, Err(why), "{name}");
    }
    // A page tree that is its own parent has no end.
    let circle = String::from_utf8(pdf("", "", "")).unwrap().replace("/Parent 2 0 R", "/Parent 3 0 R");
    let circle = circle.replace("/MediaBox [0 0 600 800]", "                       ");
    assert!(reader().text("a.pdf", circle.into_bytes()).await.is_err());
}

#[tokio::test]
async fn a_long_text_is_cut() {
    let DocumentText { text, cut } = reader().text("a.txt", vec![b'a'; 20 * 1024 * 1024]).await.unwrap();
    assert!(cut && text.len() == MOST_CHARS, "{}", text.len());
    assert_eq!(reader().text("a.txt", vec![b'a'; 65 * 1024 * 1024]).await, Err(Unreadable::TooMuch));
}

#[tokio::test]
async fn a_reader_that_is_not_there_or_says_something_else_is_told_apart() {
    let read = |program: &str| {
        let reader = reader_by(program);
        async move { reader.text("a.txt", b"words".to_vec()).await }
    };
    assert_eq!(read("/there/is/no/such/program").await, Err(Unreadable::NotNow));
    assert_eq!(read("/bin/echo").await, Err(Unreadable::Broken));
    assert_eq!(read("/bin/false").await, Err(Unreadable::Broken));
}

/// A picture of one point.
fn png() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(1, 1).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}
