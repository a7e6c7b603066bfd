//! Reads what follows `/flow`.

use crate::secretary::message::commands::{FlowDeed, FlowOrder, TriggerOrder};
use crate::secretary::wording::schedules::flows::commands as wording;
use crate::secretary::wording::schedules::flows::{tables, triggers};

/// "", "page 2", "examples", "example threshold", "new", "new NAME" with a script behind the first line, "new from
/// threshold", "write" with what it is to do, "3", "3 run", "3 schedule daily 9:00", "3 schedule off", "3 change" with what
/// it is to do otherwise.
///
/// # Errors
/// A sentence with an example.
pub fn read(args: &str) -> Result<FlowOrder, String> {
    let (word, rest) = first(args);
    let alone = rest.trim().is_empty();
    let singular = word.to_ascii_lowercase();
    match singular.strip_suffix('s').unwrap_or(&singular) {
        "" | "list" if alone => Ok(FlowOrder::List(1)),
        "page" => {
            let page = rest.trim().parse::<usize>().ok().filter(|page| (1..1_000).contains(page));
            page.map(FlowOrder::List).ok_or_else(wording::how_to)
        }
        "example" if alone => Ok(FlowOrder::Examples),
        "example" => example(rest.trim()),
        "new" => Ok(new(args)),
        "write" if alone => Err(wording::how_to_write()),
        "write" => Ok(FlowOrder::Write(rest.trim().to_owned())),
        _ => one(word, rest),
    }
}

/// The first word, and what follows it with the space between.
fn first(args: &str) -> (&str, &str) {
    args.split_at(args.find(char::is_whitespace).unwrap_or(args.len()))
}

/// The name and the script behind "new" where a file comes along, which may be the script: any words are a name then.
pub fn named(args: &str) -> (&str, &str) {
    let (_, rest) = first(args);
    let (name, script) = rest.split_once('\n').unwrap_or((rest, ""));
    (name.trim(), script)
}

/// The name stands in the first line; what follows it is the script.
fn new(args: &str) -> FlowOrder {
    let (name, script) = named(args);
    let example = name.split_once(char::is_whitespace).filter(|(from, _)| from.eq_ignore_ascii_case("from"));
    match example {
        Some((_, example)) if script.trim().is_empty() => FlowOrder::From(example.trim().to_owned()),
        _ if name.is_empty() => FlowOrder::HowToMake,
        _ => FlowOrder::New { name: name.to_owned(), script: script.to_owned() },
    }
}

/// The name of one that comes with the program, and perhaps "change" with what it is to do otherwise.
fn example(rest: &str) -> Result<FlowOrder, String> {
    let (name, more) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let (word, words) = more.trim().split_once(char::is_whitespace).unwrap_or((more.trim(), ""));
    let name = name.to_owned();
    if word.is_empty() {
        Ok(FlowOrder::Example(name))
    } else if word.eq_ignore_ascii_case("change") {
        Ok(FlowOrder::Adapt { name, words: words.trim().to_owned() })
    } else {
        Err(wording::how_to())
    }
}

fn one(first: &str, rest: &str) -> Result<FlowOrder, String> {
    let number = first.trim_start_matches('#').trim_end_matches([',', ':', '.']).parse::<i64>();
    let Ok(number @ 1..) = number else { return Err(wording::how_to()) };
    let (word, more) = rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), ""));
    let word = word.to_ascii_lowercase();
    let how_to = || match TriggerOrder::kind(&word) {
        Some(kind) => triggers::how_to(kind, number),
        None if word == "table" => tables::how_to(),
        None => wording::how_to(),
    };
    FlowDeed::of_words(&word, more.trim()).map(|deed| FlowOrder::One(number, deed)).ok_or_else(how_to)
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::trigger::Kind;
    use crate::secretary::orders::flow::*;

    #[test]
    fn what_follows_the_command_is_read() {
        let new = |name: &str, script: &str| FlowOrder::New { name: name.to_owned(), script: script.to_owned() };
        let adapt = |name: &str, words: &str| FlowOrder::Adapt { name: name.to_owned(), words: words.to_owned() };
        let at = |when: &str| FlowDeed::Schedule(when.to_owned());
        for (args, order) in [
            ("", FlowOrder::List(1)),
            ("LIST", FlowOrder::List(1)),
            ("page 2", FlowOrder::List(2)),
            ("examples", FlowOrder::Examples),
            ("new Price watch", new("Price watch", "")),
            ("new Price watch\nif 1:\n    fail('x')", new("Price watch", "if 1:\n    fail('x')")),
            ("example", FlowOrder::Examples),
            ("example threshold", FlowOrder::Example("threshold".to_owned())),
            ("example threshold change", adapt("threshold", "")),
            ("example  retry Change look\ntwice", adapt("retry", "look\ntwice")),
            ("new", FlowOrder::HowToMake),
            ("new \nnotify('x')", FlowOrder::HowToMake),
            ("new\nnotify('x')", FlowOrder::HowToMake),
            ("new from threshold", FlowOrder::From("threshold".to_owned())),
            ("new from\nx = 1", new("from", "x = 1")),
            ("3", FlowOrder::One(3, FlowDeed::Show)),
            ("#3: show", FlowOrder::One(3, FlowDeed::Show)),
            ("3 Run", FlowOrder::One(3, FlowDeed::Run)),
            ("3 dry", FlowOrder::One(3, FlowDeed::Dry)),
            ("3 agree", FlowOrder::One(3, FlowDeed::Agree)),
            ("3 file", FlowOrder::One(3, FlowDeed::File)),
            ("3 cancel", FlowOrder::One(3, FlowDeed::Cancel)),
            ("3 delete", FlowOrder::One(3, FlowDeed::Delete)),
            ("3 schedule", FlowOrder::One(3, at(""))),
            ("3 schedule daily 9:00", FlowOrder::One(3, at("daily 9:00"))),
            ("3 schedule Off", FlowOrder::One(3, FlowDeed::Unschedule)),
            ("3 schedule every Monday at 9", FlowOrder::One(3, at("every Monday at 9"))),
            ("write tell me\nwhen it is up", FlowOrder::Write("tell me\nwhen it is up".to_owned())),
            ("3 hook", FlowOrder::One(3, FlowDeed::Trigger(TriggerOrder::Hook))),
            ("3 webhook New", FlowOrder::One(3, FlowDeed::Trigger(TriggerOrder::NewHook))),
            ("3 hook off", FlowOrder::One(3, FlowDeed::Trigger(TriggerOrder::Off(Kind::Hook)))),
            ("3 folder Invoices", FlowOrder::One(3, FlowDeed::Trigger(TriggerOrder::Folder("Invoices".to_owned())))),
            ("3 messages off", FlowOrder::One(3, FlowDeed::Trigger(TriggerOrder::Off(Kind::Messages)))),
            (
                "3 messages An invoice",
                FlowOrder::One(3, FlowDeed::Trigger(TriggerOrder::Messages("An invoice".to_owned()))),
            ),
            ("3 finished", FlowOrder::One(3, FlowDeed::Trigger(TriggerOrder::Finished))),
            ("3 table prices Delete", FlowOrder::One(3, FlowDeed::DeleteTable("prices".to_owned()))),
            ("3 change", FlowOrder::One(3, FlowDeed::Change(String::new()))),
            ("3 change also tell Kim", FlowOrder::One(3, FlowDeed::Change("also tell Kim".to_owned()))),
        ] {
            assert_eq!(read(args), Ok(order), "{args}");
        }
    }

    #[test]
    fn beside_a_file_any_words_are_a_name() {
        for (args, read) in [
            ("new From file", ("From file", "")),
            ("new", ("", "")),
            ("NEW  Price watch\nx = 1", ("Price watch", "x = 1")),
        ] {
            assert_eq!(named(args), read, "{args}");
        }
    }

    #[test]
    fn anything_else_is_told_by_an_example() {
        for args in ["0", "-1", "3 fly", "3 run fast", "example a b", "list all", "page x", "page 0", "price watch"] {
            assert!(read(args).is_err_and(|why| why.contains("/flow 3 run")), "{args}");
        }
        for (args, example) in [
            ("3 hook please", "/flow 3 hook new"),
            ("3 folder", "/flow 3 folder invoices"),
            ("3 messages", "/flow 3 messages invoice"),
            ("3 finished soon", "/flow 3 finished off"),
            ("3 table", "/flow 3 table prices delete"),
            ("3 table prices", "/flow 3 table prices delete"),
            ("3 table delete", "/flow 3 table prices delete"),
            ("3 table prices drop", "/flow 3 table prices delete"),
        ] {
            assert!(read(args).is_err_and(|why| why.contains(example)), "{args}");
        }
        for args in ["write", "write \n"] {
            assert!(read(args).is_err_and(|why| why.contains("/flow write")), "{args}");
        }
    }
}
