//! The hash chain of the audit log: each entry has a hash over the entry before, its number and its content. The end
//! of the chain is stored in a second place. The hash function is an argument; the module does not read what entries
//! say.

/// An entry as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// Its place, from 1 without a gap.
    pub seq: i64,
    /// The workspace.
    pub workspace: String,
    /// When, in microseconds since 1970.
    pub at: i64,
    /// The entry as JSON, letter by letter as it was sealed.
    pub body: String,
    /// The hash over the hash before and all of these, in hex.
    pub hash: String,
}

/// Where the chain ends; before the first entry at 0, with no hash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct End {
    /// The place of the newest entry.
    pub seq: i64,
    /// Its hash.
    pub hash: String,
}

/// Makes a hash in hex.
pub type Digest = fn(&[u8]) -> String;

impl Sealed {
    /// The entry that follows.
    pub fn after(end: &End, workspace: &str, at: i64, body: String, digest: Digest) -> Self {
        let mut next = Self { seq: end.seq + 1, workspace: workspace.to_owned(), at, body, hash: String::new() };
        next.hash = digest(next.sealed_under(&end.hash).as_bytes());
        next
    }

    /// The chain up to this.
    pub fn end(&self) -> End {
        End { seq: self.seq, hash: self.hash.clone() }
    }

    /// What the hash is made of: each part behind its length, so that no two entries read the same.
    fn sealed_under(&self, before: &str) -> String {
        let (seq, at) = (self.seq.to_string(), self.at.to_string());
        let parts = [before, seq.as_str(), self.workspace.as_str(), at.as_str(), self.body.as_str()];
        parts.iter().map(|part| format!("{}:{part},", part.len())).collect()
    }
}

/// The first thing that is wrong with a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no entry at this place, but later ones.
    Missing(i64),
    /// The entry at this place is out of order.
    OutOfPlace(i64),
    /// The entry at this place is not what was sealed there.
    Changed(i64),
    /// The chain went on behind this place, up to the other one.
    CutOff(i64, i64),
    /// The chain ended at the first of these places when it was last written to, and goes on up to the other one.
    Added(i64, i64),
    /// It is not the newest entry of this place that was noted.
    EndUnlike(i64),
}

/// A walk along a chain from its beginning.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    digest: Digest,
    /// A hash that is looked for.
    wanted: Option<&'a str>,
    /// Where it is.
    pub found: Option<i64>,
    /// How far the walk is.
    pub last: End,
    /// The times of the first and of the last entry.
    pub span: Option<(i64, i64)>,
}

impl<'a> Walk<'a> {
    /// Before the first entry. A hash may be looked for on the way.
    pub fn new(digest: Digest, wanted: Option<&'a str>) -> Self {
        Self { digest, wanted, found: None, last: End::default(), span: None }
    }

    /// Continues with the next entry.
    ///
    /// # Errors
    /// It is wrong: everything before was right.
    pub fn step(&mut self, row: &Sealed) -> Result<(), Fault> {
        let turn = self.last.seq + 1;
        if row.seq < turn {
            return Err(Fault::OutOfPlace(row.seq));
        }
        if row.seq > turn {
            return Err(Fault::Missing(turn));
        }
        if (self.digest)(row.sealed_under(&self.last.hash).as_bytes()) != row.hash {
            return Err(Fault::Changed(row.seq));
        }
        if self.wanted == Some(row.hash.as_str()) {
            self.found = Some(row.seq);
        }
        self.span = Some((self.span.map_or(row.at, |(first, _)| first), row.at));
        self.last = row.end();
        Ok(())
    }

    /// There is no more.
    ///
    /// # Errors
    /// The chain did not end here.
    pub fn ends(&self, noted: &End) -> Result<(), Fault> {
        match noted.seq.cmp(&self.last.seq) {
            std::cmp::Ordering::Greater => Err(Fault::CutOff(self.last.seq, noted.seq)),
            std::cmp::Ordering::Less => Err(Fault::Added(noted.seq, self.last.seq)),
            std::cmp::Ordering::Equal if noted.hash == self.last.hash => Ok(()),
            std::cmp::Ordering::Equal => Err(Fault::EndUnlike(noted.seq)),
        }
    }
}
