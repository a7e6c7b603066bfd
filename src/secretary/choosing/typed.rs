//! The forms in which an answer is typed: with "decide" and the number of a ticket, behind "other:", as the number of a line. Pure.

use super::super::wording::decisions;

/// A typed decision: "decide 12 2", "decide #12: the cheap one", or "decide 12", which is asked back about.
pub fn typed_decision(text: &str) -> Option<String> {
    let text = text.trim();
    let rest = text.get(..7).filter(|p| p.eq_ignore_ascii_case("decide ")).map(|_| text[7..].trim())?;
    let (number, option) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let number = number.trim_start_matches('#').trim_end_matches([',', ':', '.']);
    let (ticket, place) = number.split_once('.').unwrap_or((number, "1"));
    ticket.parse::<i64>().ok()?;
    place.parse::<usize>().ok()?;
    Some(format!("{number} {option}").trim_end().to_owned())
}

/// The person's own answer behind "other:", as it is typed after the number of a ticket.
pub fn own_answer(text: &str) -> Option<&str> {
    let (lead, own) = text.split_once(':')?;
    let lead = lead.trim().trim_end_matches(['…', '.']);
    let own = own.trim();
    (decisions::names_other(lead) && !own.is_empty()).then_some(own)
}

/// A number typed behind that of a ticket: it is the place of an option, whatever the options are called.
/// `count`: how many there are.
pub fn as_place(count: usize, text: &str) -> Option<String> {
    let number = text.trim().trim_end_matches(['.', ')']);
    number.parse::<usize>().ok().filter(|place| (1..=count).contains(place)).map(|place| format!("#{place}"))
}
