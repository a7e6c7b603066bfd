//! Small documents, made by hand, and some that are made to break a reader.

use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// What an OLE compound file begins with.
pub const COMPOUND: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/// A zip archive of these entries.
pub fn packed(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// An archive in an archive, and so on.
pub fn nested(layers: usize) -> Vec<u8> {
    (0..layers).fold(b"words".to_vec(), |inner, _| packed(&[("inner.zip", &inner)]))
}

/// A Word document of so many zeros.
pub fn growing(zeros: usize) -> Vec<u8> {
    packed(&[("word/document.xml", &vec![0; zeros])])
}

/// An archive whose entry of one size says that it has another.
pub fn resized(mut archive: Vec<u8>, size: u32, other: u32) -> Vec<u8> {
    let size = size.to_le_bytes();
    let places: Vec<usize> = (0..archive.len() - 4).filter(|at| archive[*at..].starts_with(&size)).collect();
    assert_eq!(places.len(), 2, "in the entry itself and in the directory");
    for at in places {
        archive[at..at + 4].copy_from_slice(&other.to_le_bytes());
    }
    archive
}

/// A compound file with nothing but an entry of this name in its directory.
pub fn entry_of_a_compound(name: &str) -> Vec<u8> {
    let mut file = COMPOUND.to_vec();
    file.resize(512, 0);
    file.extend(name.encode_utf16().flat_map(u16::to_le_bytes));
    file.resize(1024, 0);
    file
}

/// A Word document with a heading in German, a list, a table and deleted words.
pub fn docx() -> Vec<u8> {
    let styles = r#"<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>"#;
    let document = r#"<?xml version="1.0" encoding="UTF-8"?><w:document><w:body>
        <w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Offer</w:t></w:r></w:p>
        <w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr><w:r><w:t>Forty chairs</w:t></w:r>
            <w:r><w:tab/><w:t xml:space="preserve">by Friday &amp; more</w:t></w:r>
            <w:del><w:r><w:delText>never</w:delText></w:r></w:del></w:p>
        <w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>blue</w:t></w:r></w:p>
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>What</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>EUR</w:t></w:r></w:p></w:tc></w:tr>
        <w:tr><w:tc><w:p><w:r><w:t>Chairs</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>1200</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
        </w:body></w:document>"#;
    packed(&[("word/styles.xml", styles.as_bytes()), ("word/document.xml", document.as_bytes())])
}

/// A presentation whose tenth slide comes after its second.
pub fn pptx() -> Vec<u8> {
    let slide = |title: &str, words: &str| {
        format!(
            r#"<p:sld><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><p:txBody><a:p><a:r><a:t>{title}</a:t></a:r></a:p>
            </p:txBody></p:sp><p:sp><p:txBody><a:p><a:r><a:t>{words}</a:t></a:r></a:p></p:txBody></p:sp></p:sld>"#
        )
    };
    let (first, second) = (slide("Plan", "First step"), slide("Next", "Second step"));
    packed(&[
        ("ppt/presentation.xml", b"<p/>"),
        ("ppt/slides/slide10.xml", second.as_bytes()),
        ("ppt/slides/slide2.xml", first.as_bytes()),
    ])
}

/// An OpenDocument text.
pub fn odt() -> Vec<u8> {
    let content = r#"<office:document-content><office:body><office:text><text:h text:outline-level="1">Offer</text:h>
        <text:p>Forty<text:s text:c="2"/>chairs<office:annotation><text:p>never</text:p></office:annotation></text:p>
        <text:list><text:list-item><text:p>blue</text:p></text:list-item></text:list>
        </office:text></office:body></office:document-content>"#;
    packed(&[("mimetype", b"application/vnd.oasis.opendocument.text"), ("content.xml", content.as_bytes())])
}

/// A sheet that says that it has a million rows, with a cell in the last one.
pub fn xlsx() -> Vec<u8> {
    let kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let book = format!(
        r#"<workbook xmlns="{main}" xmlns:r="{kind}"><sheets><sheet name="Costs" sheetId="1" r:id="rId1"/></sheets></workbook>"#
    );
    let parts = |kind_of: &str, target: &str| {
        let all = "http://schemas.openxmlformats.org/package/2006/relationships";
        format!(
            r#"<Relationships xmlns="{all}"><Relationship Id="rId1" Type="{kind}/{kind_of}" Target="{target}"/></Relationships>"#
        )
    };
    let (main_part, sheets) = (parts("officeDocument", "xl/workbook.xml"), parts("worksheet", "worksheets/sheet1.xml"));
    let styles = format!(
        r#"<styleSheet xmlns="{main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>"#
    );
    let words = |place: &str, words: &str| format!(r#"<c r="{place}" t="inlineStr"><is><t>{words}</t></is></c>"#);
    let sheet = format!(
        r#"<worksheet xmlns="{main}"><dimension ref="A1:XFD1048576"/><sheetData><row r="1">{}{}{}</row><row r="2">{}
        <c r="B2" s="1"><v>46154</v></c><c r="C2"><v>1200.3000000000002</v></c></row><row r="1048576">{}</row></sheetData>
        </worksheet>"#,
        words("A1", "What"),
        words("B1", "When"),
        words("C1", "EUR"),
        words("A2", "Chairs"),
        words("XFD1048576", "far"),
    );
    packed(&[
        ("xl/workbook.xml", book.as_bytes()),
        ("xl/_rels/workbook.xml.rels", sheets.as_bytes()),
        ("_rels/.rels", main_part.as_bytes()),
        ("xl/styles.xml", styles.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ])
}

/// A PDF of one page that shows this, with one object more (number 6) and more in its trailer.
pub fn pdf(shown: &str, more: &str, trailer: &str) -> Vec<u8> {
    let mut objects: Vec<String> = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> /XObject << /Im1 6 0 R >> >> >>"
            .to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
        format!("<< /Length {} >>\nstream\n{shown}\nendstream", shown.len()),
    ]
    .iter()
    .enumerate()
    .map(|(at, object)| format!("{} 0 obj\n{object}\nendobj\n", at + 1))
    .collect();
    objects.extend((!more.is_empty()).then(|| more.to_owned()));
    let mut file = String::from("%PDF-1.4\n");
    let mut table = String::from("0000000000 65535 f \n");
    for object in &objects {
        table.push_str(&format!("{:010} 00000 n \n", file.len()));
        file.push_str(object);
    }
    let (start, size) = (file.len(), objects.len() + 1);
    file.push_str(&format!(
        "xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n"
    ));
    file.into_bytes()
}

/// A PDF that wants a password.
pub fn locked_pdf() -> Vec<u8> {
    let lock = "6 0 obj\n<< /Filter /Standard /V 1 /R 2 /P -4 /O <4142434445464748414243444546474841424344454647484142434445464748> \
                /U <4142434445464748414243444546474841424344454647484142434445464748> >>\nendobj\n";
    pdf("", lock, "/Encrypt 6 0 R /ID [<00> <00>]")
}
