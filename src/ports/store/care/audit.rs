//! The rows of the audit log, which are only ever added.

use crate::ports::store::Stored;
use crate::secretary::audit::chain::{End, Sealed};
use async_trait::async_trait;
use sha2::{Digest, Sha256};

/// The hash of the chain: SHA-256 in hex.
pub fn digest(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

/// The audit log. Nothing changes or removes a row.
#[async_trait]
pub trait AuditRows {
    /// Adds entries behind the end as it was read in this transaction; fails where the log does not end there any more.
    async fn append_audit(&mut self, end: &End, rows: &[Sealed]) -> Stored<()>;
    /// Entries in the order of their places, from this one on.
    async fn audit_page(&mut self, from: i64, limit: u32) -> Stored<Vec<Sealed>>;
    /// Where the log ends, as noted apart from its entries.
    async fn audit_end(&mut self) -> Stored<End>;
}

#[cfg(test)]
mod tests {
    use crate::ports::store::care::audit::*;
    use crate::secretary::audit::chain::{Fault, Walk};

    const LENGTH: usize = 60;

    fn grown(from: &[Sealed], length: usize, word: &str) -> Vec<Sealed> {
        let mut rows = from.to_vec();
        while rows.len() < length {
            let end = rows.last().map_or_else(End::default, Sealed::end);
            let n = rows.len() + 1;
            let at = 1_800_000_000_000_000 + i64::try_from(n).unwrap() * 1_000_001;
            rows.push(Sealed::after(
                &end,
                "main",
                at,
                format!("{{\"what\":{{\"kind\":\"{word}\",\"ticket\":{n}}}}}"),
                digest,
            ));
        }
        rows
    }

    /// As the database gives them: in the order of their places.
    fn verify(rows: &[Sealed], end: &End, wanted: Option<&str>) -> Result<Option<i64>, Fault> {
        let mut rows = rows.to_vec();
        rows.sort_by_key(|row| row.seq);
        let mut walk = Walk::new(digest, wanted);
        rows.iter().try_for_each(|row| walk.step(row))?;
        walk.ends(end)?;
        Ok(walk.found)
    }

    fn place(at: usize) -> i64 {
        i64::try_from(at + 1).unwrap()
    }

    #[test]
    fn a_chain_that_nobody_touched_is_whole_and_has_its_hashes() {
        for length in 0..=LENGTH {
            let rows = grown(&[], length, "started");
            let end = rows.last().map_or_else(End::default, Sealed::end);
            assert_eq!(verify(&rows, &end, None), Ok(None));
            for (at, row) in rows.iter().enumerate() {
                assert_eq!(verify(&rows, &end, Some(&row.hash)), Ok(Some(place(at))));
            }
        }
    }

    #[test]
    fn the_hash_is_over_each_part_behind_its_length() {
        let row = Sealed::after(&End::default(), "main", 7, "{}".to_owned(), digest);
        assert_eq!(row.hash, digest(b"0:,1:1,4:main,1:7,2:{},"));
        let next = Sealed::after(&row.end(), "main", 8, "ä".to_owned(), digest);
        assert_eq!(next.hash, digest(format!("64:{},1:2,4:main,1:8,2:ä,", row.hash).as_bytes()));
        assert_eq!(digest(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn every_change_of_one_entry_is_found_where_it_is() {
        let (rows, mut tried) = (grown(&[], LENGTH, "started"), 0);
        let end = rows[LENGTH - 1].end();
        for at in 0..LENGTH {
            let mut changed = vec![(Fault::Changed(place(at)), Sealed { at: rows[at].at + 1, ..rows[at].clone() })];
            for letter in 0..rows[at].body.len() {
                let mut body = rows[at].body.clone().into_bytes();
                body[letter] ^= 1;
                let body = String::from_utf8(body).unwrap();
                changed.push((Fault::Changed(place(at)), Sealed { body, ..rows[at].clone() }));
            }
            for workspace in ["", "mains", "Main"] {
                changed
                    .push((Fault::Changed(place(at)), Sealed { workspace: workspace.to_owned(), ..rows[at].clone() }));
            }
            // What stood between two parts cannot be moved from one to the other.
            let moved = Sealed { workspace: "mai".to_owned(), body: format!("n{}", rows[at].body), ..rows[at].clone() };
            changed.push((Fault::Changed(place(at)), moved));
            for hash in ["", &rows[(at + 1) % LENGTH].hash, &rows[at].hash.to_uppercase()] {
                changed.push((Fault::Changed(place(at)), Sealed { hash: hash.to_owned(), ..rows[at].clone() }));
            }
            // With a hash of its own it fits by itself, and nothing that follows fits to it.
            let before = at.checked_sub(1).map_or_else(End::default, |before| rows[before].end());
            let forged = Sealed::after(&before, "main", rows[at].at, "{}".to_owned(), digest);
            let shows = if at + 1 < LENGTH { Fault::Changed(place(at + 1)) } else { Fault::EndUnlike(place(at)) };
            changed.push((shows, forged));
            for (fault, row) in changed {
                let mut all = rows.clone();
                all[at] = row;
                assert_eq!(verify(&all, &end, None), Err(fault), "at {at}: {:?}", all[at]);
                tried += 1;
            }
        }
        assert!(tried > 2_000, "{tried}");
    }

    #[test]
    fn every_entry_that_is_taken_out_moved_or_put_in_is_found() {
        let (rows, mut tried) = (grown(&[], LENGTH, "started"), 0);
        let end = rows[LENGTH - 1].end();
        let mut fails = |all: &[Sealed], end: &End, wanted: Fault, what: &str| {
            tried += 1;
            assert_eq!(verify(all, end, None), Err(wanted), "{what}");
        };
        for from in 0..LENGTH {
            for to in from + 1..=LENGTH {
                let all = [&rows[..from], &rows[to..]].concat();
                let fault = if to < LENGTH {
                    Fault::Missing(place(from))
                } else {
                    Fault::CutOff(place(from) - 1, place(LENGTH - 1))
                };
                fails(&all, &end, fault, &format!("without {from}..{to}"));
                // Those behind close up.
                let closed: Vec<Sealed> = (1..).zip(&all).map(|(seq, row)| Sealed { seq, ..row.clone() }).collect();
                let fault = if to < LENGTH { Fault::Changed(place(from)) } else { fault };
                fails(&closed, &end, fault, &format!("closed up over {from}..{to}"));
            }
            for other in from + 1..LENGTH {
                let mut all = rows.clone();
                (all[from].seq, all[other].seq) = (rows[other].seq, rows[from].seq);
                fails(&all, &end, Fault::Changed(place(from)), &format!("{from} and {other} in each other's place"));
                let mut all = rows.clone();
                (all[from].body, all[other].body) = (rows[other].body.clone(), rows[from].body.clone());
                fails(&all, &end, Fault::Changed(place(from)), &format!("the words of {from} and {other} swapped"));
            }
            let mut all = rows.clone();
            all.iter_mut().skip(from).for_each(|row| row.seq += 1);
            fails(&all, &end, Fault::Missing(place(from)), "a gap");
            let before = from.checked_sub(1).map_or_else(End::default, |before| rows[before].end());
            for put in [rows[from].clone(), Sealed::after(&before, "main", 1, "{}".to_owned(), digest)] {
                let mut all = all.clone();
                all.insert(from, put);
                fails(&all, &end, Fault::Changed(place(from + 1)), "one put in");
            }
            for seq in [0, -1, i64::MIN] {
                let all = [&[Sealed { seq, ..rows[from].clone() }], &rows[..]].concat();
                fails(&all, &end, Fault::OutOfPlace(seq), "one before the first");
            }
            let all = [&rows[..], &[Sealed { seq: place(LENGTH), ..rows[from].clone() }]].concat();
            fails(&all, &end, Fault::Changed(place(LENGTH)), "one behind the last");
        }
        assert!(tried > 7_000, "{tried}");
    }

    #[test]
    fn every_end_that_is_cut_off_put_on_or_written_anew_is_found() {
        let rows = grown(&[], LENGTH, "started");
        let end = rows[LENGTH - 1].end();
        let longer = grown(&rows, LENGTH + 1, "ended");
        assert_eq!(verify(&longer, &end, None), Err(Fault::Added(place(LENGTH - 1), place(LENGTH))));
        for left in 0..LENGTH {
            let noted = left.checked_sub(1).map_or_else(End::default, |last| rows[last].end());
            assert_eq!(verify(&rows[..left], &end, None), Err(Fault::CutOff(noted.seq, end.seq)));
            assert_eq!(verify(&rows, &noted, None), Err(Fault::Added(noted.seq, end.seq)), "the note of the end");
            let anew = grown(&rows[..left], LENGTH, "ended");
            assert_eq!(verify(&anew, &end, None), Err(Fault::EndUnlike(end.seq)));
            // Whoever writes the note of the end as well makes a whole chain, but not one with the hash that was kept elsewhere.
            let (forged, cut) = (anew[LENGTH - 1].end(), &rows[..left]);
            for kept in &rows[left..] {
                assert_eq!(verify(&anew, &forged, Some(&kept.hash)), Ok(None));
                assert_eq!(verify(cut, &noted, Some(&kept.hash)), Ok(None));
            }
        }
    }
}
