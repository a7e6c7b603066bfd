//! Reads what follows `/reports`, which report and in which form, and what follows `/brief`.

use super::read_command::ticket;
use crate::secretary::message::commands::BriefOrder;
use crate::secretary::people::quiet_hours::QuietHours;
use crate::secretary::ticket::Status;
use crate::secretary::ticket::report::{Form, Wanted};
use crate::secretary::wording::schedules::digests;
use crate::secretary::wording::talk::refusals;
use crate::secretary::wording::ticket::reports;

/// Parses the argument of `/reports`: nothing, a kind, a number, a number and a form in either order, "failed before
/// 57".
///
/// # Errors
/// A sentence for the person.
pub fn wanted(args: &str) -> Result<Wanted, String> {
    let words: Vec<&str> = args.split_whitespace().collect();
    let number = |word: &str| ticket(word, "reports").map(|(number, _)| number);
    let (kind, words) = match words.as_slice() {
        [first, rest @ ..] => match kind(first)? {
            Some(kind) => (Some(kind), rest),
            None => (None, words.as_slice()),
        },
        [] => (None, words.as_slice()),
    };
    let latest = |before| Wanted::Latest(kind.flatten(), before);
    match words {
        [] => Ok(latest(None)),
        [word, than] if word.eq_ignore_ascii_case("before") => number(than).map(|n| latest(Some(n))),
        _ if kind.is_some() => Err(reports::which_form()),
        [word] => match form(word) {
            Some(_) => Err(refusals::which_ticket("reports")),
            None => number(word).map(|n| Wanted::Of(n, Form::Shown)),
        },
        [one, other] => match (form(one), form(other)) {
            (None, Some(form)) => number(one).map(|n| Wanted::Of(n, form)),
            (Some(form), None) => number(other).map(|n| Wanted::Of(n, form)),
            (None, None) | (Some(_), Some(_)) => Err(reports::which_form()),
        },
        _ => Err(reports::which_form()),
    }
}

/// The kind of report a word names: all, those of tickets that are done, or of those that failed. None: it is no kind.
///
/// # Errors
/// Tickets of that kind have no report yet: the sentence to say.
pub fn kind(word: &str) -> Result<Option<Option<Status>>, String> {
    Ok(match word.to_lowercase().as_str() {
        "all" => Some(None),
        "done" => Some(Some(Status::Done)),
        "failed" => Some(Some(Status::Failed)),
        "open" => return Err(reports::not_yet()),
        _ => None,
    })
}

fn form(word: &str) -> Option<Form> {
    match word.to_lowercase().as_str() {
        "plain" => Some(Form::Plain),
        "json" => Some(Form::Json),
        "md" => Some(Form::Markdown),
        _ => None,
    }
}

/// "", "now", "off", "daily 8:00", "quiet 22:00-7:00", "quiet off". Whether a time is one, the grammar says.
///
/// # Errors
/// A sentence with an example: the quiet hours are none.
pub fn brief(args: &str) -> Result<BriefOrder, String> {
    let (word, rest) = args.split_once(char::is_whitespace).unwrap_or((args, ""));
    let alone = rest.trim().is_empty();
    Ok(match word.to_ascii_lowercase().as_str() {
        "" => BriefOrder::Show,
        "quiet" if alone => BriefOrder::Show,
        "quiet" => BriefOrder::Quiet(QuietHours::read(rest).ok_or_else(digests::how_to_be_quiet)?),
        "now" if alone => BriefOrder::Now,
        "off" if alone => BriefOrder::Off,
        _ => BriefOrder::At(args.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use crate::secretary::orders::reports::*;

    #[test]
    fn a_number_and_a_form_are_read_in_either_order() {
        for (args, want) in [
            ("", Wanted::Latest(None, None)),
            ("all", Wanted::Latest(None, None)),
            ("before 57", Wanted::Latest(None, Some(57))),
            ("failed", Wanted::Latest(Some(Status::Failed), None)),
            ("Failed", Wanted::Latest(Some(Status::Failed), None)),
            ("done before 57", Wanted::Latest(Some(Status::Done), Some(57))),
            ("#12", Wanted::Of(12, Form::Shown)),
            ("12 plain", Wanted::Of(12, Form::Plain)),
            (" json  #12 ", Wanted::Of(12, Form::Json)),
            ("12 MD", Wanted::Of(12, Form::Markdown)),
        ] {
            assert_eq!(wanted(args), Ok(want), "{args}");
        }
        assert!(wanted("12 pdf").unwrap_err().contains("plain, json or md"));
        assert!(wanted("12 json md").is_err() && wanted("json md").is_err());
        assert!(wanted("json").unwrap_err().contains("Which ticket?"));
        assert!(wanted("twelve").unwrap_err().contains("no ticket number"));
        assert!(wanted("open").unwrap_err().contains("/list open"));
        assert!(wanted("failed json").is_err() && wanted("done before").is_err());
        assert!(wanted("before").is_err() && wanted("before x").is_err());
    }

    #[test]
    fn what_follows_brief_is_brief() {
        for (args, order) in [
            ("", BriefOrder::Show),
            ("quiet", BriefOrder::Show),
            ("NOW", BriefOrder::Now),
            ("off", BriefOrder::Off),
            ("daily 8:00", BriefOrder::At("daily 8:00".to_owned())),
            ("Quiet 22:00-7:00", BriefOrder::Quiet(QuietHours::default())),
            ("quiet off", BriefOrder::Quiet(QuietHours::OFF)),
        ] {
            assert_eq!(brief(args), Ok(order), "{args}");
        }
        assert!(brief("quiet at night").is_err_and(|why| why.contains("/brief quiet 22:00-7:00")));
    }
}
