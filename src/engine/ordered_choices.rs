//! Parts of a message that choose by what they order: "take the red one for the door", "please book Pension Rosa".

use super::many_answers::{Open, only, option_of};
use crate::secretary::choosing;
use crate::secretary::many_answers;

/// What an order chooses: "take the red one for the door"; where the word orders more than it chooses, what is called exactly so.
pub(super) fn taken<'t>(open: &[Open<'t>], wanted: &str, chooses: bool) -> Vec<(Open<'t>, usize)> {
    let behind = said_behind(open, wanted);
    // "Buy 2" says how many rather than which.
    if chooses || behind.is_some() || choosing::bare_number(wanted) {
        return behind.into_iter().collect();
    }
    let called = |(t, d): &Open<'t>| {
        let exactly = choosing::is_label(&d.asked.options, wanted);
        Some(((*t, *d), option_of((*t, *d), wanted).filter(|_| exactly)?))
    };
    open.iter().filter_map(called).collect()
}

/// Whether an order may mean an option, without calling it so.
pub(super) fn perhaps_taken(open: &[Open<'_>], part: &str) -> bool {
    let Some((wanted, _)) = many_answers::ordered(part) else { return false };
    let may = |(t, d): &Open<'_>| {
        choosing::place_alone(&d.asked.options, wanted).is_none() && option_of((*t, *d), wanted).is_some()
    };
    open.iter().any(may)
}

/// "green for the door": the option of the only thing asked that it says this of.
pub(super) fn said_behind<'t>(open: &[Open<'t>], part: &str) -> Option<(Open<'t>, usize)> {
    let about = many_answers::behind(part)?;
    let says = |(t, d): &&Open<'t>| many_answers::says(&format!("{} {}", d.asked.question, t.title), &about.topic);
    let one = only(open.iter().filter(says).copied().collect())?;
    Some((one, option_of(one, &about.answer)?))
}
