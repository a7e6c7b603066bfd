//! Reads what follows `/flow`.

use crate::secretary::message::commands::{FlowDeed, FlowOrder, Order, TriggerOrder, by_name};
use crate::secretary::wording::schedules::flows::commands as wording;
use crate::secretary::wording::schedules::flows::{tables, triggers};

/// What may stand around a name.
const QUOTES: [char; 5] = ['"', '“', '”', '„', '\''];

/// "", "page 2", "examples", "example threshold", "new", "new NAME" with a script behind the first line, "new from
/// threshold", "write" with what it is to do, "3", "3 run", "3 schedule daily 9:00", "3 schedule off", "3 change" with what
/// it is to do otherwise. Anything else begins with the name of a flow.
///
/// # Errors
/// A sentence with an example.
pub fn read(args: &str) -> Result<Order, String> {
    let (word, rest) = first(args);
    let alone = rest.trim().is_empty();
    let singular = word.to_ascii_lowercase();
    let order = match singular.strip_suffix('s').unwrap_or(&singular) {
        "" | "list" if alone => FlowOrder::List(1),
        "page" => {
            let page = rest.trim().parse::<usize>().ok().filter(|page| (1..1_000).contains(page));
            FlowOrder::List(page.ok_or_else(|| wording::how_to(None, word))?)
        }
        "example" if alone => FlowOrder::Examples,
        "example" => example(rest.trim())?,
        "new" => new(args),
        "write" if alone => return Err(wording::how_to_write()),
        "write" => FlowOrder::Write(rest.trim().to_owned()),
        _ => match numbered(word) {
            Some(number) => one(number, rest)?,
            None => return Ok(Order::FlowCalled(args.trim().to_owned())),
        },
    };
    Ok(Order::Flow(order))
}

/// What words order that begin with the name of one of these flows, which have their numbers. The longest name that fits is
/// meant.
///
/// # Errors
/// A sentence with an example.
pub fn called(words: &str, flows: &[(i64, &str)]) -> Result<FlowOrder, String> {
    for (name, rest) in by_name(words).into_iter().rev() {
        let bare = name.trim_matches(QUOTES).to_lowercase();
        let mut fitting = flows.iter().filter(|(_, known)| known.to_lowercase() == bare).map(|(number, _)| *number);
        match (fitting.next(), fitting.next()) {
            (Some(number), None) => return one(number, rest),
            (Some(number), Some(other)) => return Err(wording::several(name, number, other)),
            (None, _) => {}
        }
    }
    Err(wording::none_called(words))
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
        Err(wording::how_to(None, "example"))
    }
}

/// The number of a flow, as people write it.
fn numbered(word: &str) -> Option<i64> {
    let number = word.trim_start_matches('#').trim_end_matches([',', ':', '.']).parse::<i64>();
    number.ok().filter(|number| *number > 0)
}

/// Something with the flow of this number.
fn one(number: i64, rest: &str) -> Result<FlowOrder, String> {
    let word = rest.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    let how_to = || match TriggerOrder::kind(&word) {
        Some(kind) => triggers::how_to(kind, number),
        None if word == "table" => tables::how_to(),
        None => wording::how_to(Some(number), &word),
    };
    FlowDeed::read(rest).map(|deed| FlowOrder::One(number, deed)).ok_or_else(how_to)
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
            assert_eq!(read(args), Ok(Order::Flow(order)), "{args}");
        }
    }

    #[test]
    fn a_name_stands_for_the_number_of_a_flow() {
        let flows = [(1, "Greet"), (4, "Greet Kim run"), (5, "Twice"), (6, "twice")];
        for (words, number, deed) in [
            ("greet", 1, FlowDeed::Show),
            ("GREET run", 1, FlowDeed::Run),
            ("“Greet” schedule daily 9:00", 1, FlowDeed::Schedule("daily 9:00".to_owned())),
            ("Greet Kim run", 4, FlowDeed::Show),
            ("Greet  Kim", 0, FlowDeed::Show),
            ("greet kim run dry", 4, FlowDeed::Dry),
        ] {
            assert_eq!(read(words), Ok(Order::FlowCalled(words.to_owned())), "{words}");
            match called(words, &flows) {
                Ok(order) => assert_eq!(order, FlowOrder::One(number, deed), "{words}"),
                Err(why) => assert!(number == 0 && why.contains("/flow 1 "), "{words}: {why}"),
            }
        }
        assert!(called("twice run", &flows).is_err_and(|why| why.contains("/flow 5") && why.contains("/flow 6")));
        assert!(called("price watch", &flows).is_err_and(|why| why.contains("“price watch”") && why.len() < 200));
        for (words, shows, agrees) in [("Greet", true, false), ("Greet run", false, false), ("a b agree", false, true)]
        {
            let order = Order::FlowCalled(words.to_owned());
            assert_eq!((order.only_shows(), order.only_typed()), (shows, agrees), "{words}");
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
        for args in ["0", "-1", "list all"] {
            assert_eq!(read(args), Ok(Order::FlowCalled(args.to_owned())), "{args}");
        }
        for (args, example) in [
            ("3 rum", "/flow 3 run"),
            ("7 run fast", "/flow 7 run"),
            ("7 deleet", "/flow 7 delete"),
            ("example a b", "/flow example threshold"),
            ("page x", "/flow example"),
            ("page 0", "/flow example"),
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
