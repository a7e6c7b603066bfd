//! Several files as one zip archive. It reads no archive, and nothing in it leads out of the folder it is unpacked in.

use crate::ports::documents::Unreadable;
use std::collections::BTreeSet;
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Packs files under their names.
pub(super) fn pack(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, Unreadable> {
    if files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() > super::MOST_BYTES {
        return Err(Unreadable::TooMuch);
    }
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut taken = BTreeSet::new();
    for (name, bytes) in files {
        let name = fresh(name, &taken);
        zip.start_file(name.as_str(), SimpleFileOptions::default()).map_err(|_| Unreadable::TooMuch)?;
        zip.write_all(bytes).map_err(|_| Unreadable::TooMuch)?;
        taken.insert(name.to_lowercase());
    }
    zip.finish().map(Cursor::into_inner).map_err(|_| Unreadable::TooMuch)
}

/// A name that is not taken yet, also where capital letters make no difference.
fn fresh(name: &str, taken: &BTreeSet<String>) -> String {
    let steps: Vec<&str> = name.split(['/', '\\']).filter(|step| !matches!(*step, "" | "." | "..")).collect();
    let name = if steps.is_empty() { "file".to_owned() } else { steps.join("/") };
    let end = name.rfind('.').filter(|at| *at > name.rfind('/').map_or(0, |slash| slash + 1));
    let (stem, ending) = name.split_at(end.unwrap_or(name.len()));
    let numbered = (2..).map(|number| format!("{stem}-{number}{ending}"));
    let free = |name: &String| !taken.contains(&name.to_lowercase());
    std::iter::once(name.clone()).chain(numbered).find(free).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::adapters::documents::packing::*;
    use std::io::Read;

    #[test]
    fn every_file_has_a_name_of_its_own_inside_of_the_archive() {
        let names = [
            "a/plan.md",
            "a/plan.md",
            "A/Plan.md",
            "../../x",
            "/etc/x",
            "..",
            ".env",
            ".env",
            "no ending",
            "no ending",
        ];
        let files: Vec<(String, Vec<u8>)> =
            names.iter().enumerate().map(|(at, name)| ((*name).to_owned(), vec![b'x'; at])).collect();
        let mut archive = zip::ZipArchive::new(Cursor::new(pack(&files).unwrap())).unwrap();
        let mut found = Vec::new();
        for at in 0..archive.len() {
            let mut entry = archive.by_index(at).unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            assert_eq!(bytes.len(), at);
            found.push(entry.name().unwrap().into_owned());
        }
        let wanted = [
            "a/plan.md",
            "a/plan-2.md",
            "A/Plan-3.md",
            "x",
            "etc/x",
            "file",
            ".env",
            ".env-2",
            "no ending",
            "no ending-2",
        ];
        assert_eq!(found, wanted);
        assert_eq!(pack(&[("a".to_owned(), vec![0; 65 * 1024 * 1024])]), Err(Unreadable::TooMuch));
    }
}
