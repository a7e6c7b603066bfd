//! Finds in a text: whether one is a secret or a few neighbouring words, and where it begins and ends.

use super::WORDS;

/// A part of a find that stands apart and is shorter than this is of the words around it.
const APART: usize = 4;

/// A letter or digit of a text and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Letter {
    pub(super) is: u8,
    pub(super) from: usize,
    pub(super) to: usize,
    /// Other signs stand before it.
    pub(super) divided: bool,
    /// Among them is space.
    pub(super) apart: bool,
    /// Among them is one that stands by itself, not above or below a letter.
    pub(super) signed: bool,
}

/// Whether so much in it stands apart that it is spaced out: most parts are a sign or two. A few words are not.
fn spaced_out(found: &[Letter], apart: impl Fn(&Letter) -> bool) -> bool {
    let parts = found.iter().skip(1).filter(|letter| apart(letter)).count() + 1;
    parts * 2 >= found.len()
}

/// Whether a find may as well be a few words and numbers that somebody put side by side, as in "Summer 2026".
pub(super) fn are_words(found: &[Letter]) -> bool {
    if found.len() >= WORDS || spaced_out(found, |letter| letter.divided) {
        return false;
    }
    let (mut digits, mut others) = (false, false);
    for (at, letter) in found.iter().enumerate() {
        if at > 0 && letter.divided {
            (digits, others) = (false, false);
        }
        (digits, others) = (digits || letter.is.is_ascii_digit(), others || !letter.is.is_ascii_digit());
        if digits && others {
            return false;
        }
    }
    true
}

/// Whether letters are divided as those of a secret are.
pub(super) fn are_divided(found: &[Letter], joints: &[(bool, bool)]) -> bool {
    found.iter().skip(1).map(|letter| (letter.signed, letter.apart)).eq(joints.iter().copied())
}

/// A find without letters of the words beside it, which go on like the secret by chance. In what is spaced out all are apart, and
/// of the piece by which it was found nothing is left out.
pub(super) fn without_neighbours(found: &[Letter], (begin, end): (usize, usize)) -> &[Letter] {
    let (mut from, mut to) = (0, found.len());
    if spaced_out(found, |letter| letter.apart) {
        return found;
    }
    while let Some(at) = (from + 1..to).find(|at| found[*at].apart).filter(|at| at - from < APART && *at <= begin) {
        from = at;
    }
    while let Some(at) = (from + 1..to).rev().find(|at| found[*at].apart).filter(|at| to - at < APART && *at >= end) {
        to = at;
    }
    &found[from..to]
}
