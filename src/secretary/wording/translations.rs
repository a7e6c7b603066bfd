//! A message as its reader reads it: moments by the reader's clock, sentences in the reader's language. The sentences
//! themselves are in `language`.

use crate::secretary::language::dates::{clocked, dated, redated};
use crate::secretary::language::translations::{knows, line, raised};
use crate::secretary::message::{Block, Form, Message, Said, Span};
use crate::secretary::names::languages::Language;
use crate::secretary::when::{self, WhenError};
use crate::secretary::wording::schedules::reminders::LABEL;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// The clock by which somebody reads moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The zone it goes by.
    pub zone: Tz,
    /// Nobody there chose that zone, and who reads it may live in another: a time of day alone says whose it is, too.
    pub named: bool,
}

/// A message as somebody reads it: moments by their clock, if that is known, and what the secretary says in their language.
/// None if nothing is different for them.
/// `since`: when it was written, which decides whether a year is said.
pub fn read(message: &Message, clock: Option<Clock>, language: Language, since: DateTime<Utc>) -> Option<Message> {
    let mut read = message.clone();
    for block in &mut read.blocks {
        if language != Language::English {
            joined(block);
        }
        if let Block::Code { language: marked, text } = block
            && marked.is_empty()
            && let Some(said) = raised(text, language)
        {
            *text = said;
        }
        // Once in a line is enough.
        let is_clock = |span: &Span| matches!(span, Span::Time { said: Said::Clock, .. });
        let last = block.spans().iter().rposition(is_clock).filter(|_| clock.is_some_and(|clock| clock.named));
        let theirs = theirs(block.spans());
        for (place, span) in block.spans_mut().iter_mut().enumerate() {
            if theirs == Some(place) {
                continue;
            }
            match span {
                Span::Time { at, text, said } => {
                    *text = match (said, clock.map(|clock| clock.zone)) {
                        (Said::Whole, Some(zone)) => dated(*at, zone, since, language),
                        (Said::Clock, Some(zone)) if last == Some(place) => clocked(*at, zone, language),
                        (Said::Clock, Some(zone)) => when::say_clock(*at, zone),
                        (Said::Whole | Said::Clock, None) => redated(text, language).unwrap_or_else(|| text.clone()),
                    };
                }
                Span::Text(text) | Span::Strong(text) | Span::Soft(text) => *text = line(text, language),
                Span::Struck(_) | Span::Code(_) | Span::Link { .. } | Span::Person { .. } => {}
            }
        }
    }
    for button in read.buttons.iter_mut().flatten() {
        button.label = line(&button.label, language);
        if let Some(asked) = button.form.take() {
            button.form = Some(form(asked, language));
        }
    }
    (read != *message).then_some(read)
}

/// The place of what somebody wants to be reminded of, whatever it says.
fn theirs(spans: &[Span]) -> Option<usize> {
    matches!(spans, [Span::Strong(label), Span::Text(_), ..] if label == LABEL).then_some(1)
}

/// Whether all of a message is what the secretary says, so that in another language none of it stays English. What somebody
/// wants to be reminded of may be in any, and so may code and the words of a script.
pub fn whole(message: &Message) -> bool {
    let mut buttons = message.buttons.iter().flatten();
    let labelled = buttons.all(|button| {
        let asks = button.form.as_ref().is_none_or(|form| knows(&form.title) && knows(&form.label));
        asks && (knows(&button.label) || is_zone(&button.label))
    });
    labelled && message.blocks.iter().all(all_known)
}

/// Whether a label is the name of a time zone, which is the same in each language.
fn is_zone(label: &str) -> bool {
    matches!(when::parse_zone(label), Ok(_) | Err(WhenError::OffsetZone { .. }))
}

fn all_known(block: &Block) -> bool {
    // The cells of a table are never translated.
    if matches!(block, Block::Table(_)) {
        return false;
    }
    let mut block = block.clone();
    joined(&mut block);
    let spans = block.spans();
    let theirs = theirs(spans);
    spans.iter().enumerate().all(|(place, span)| match span {
        Span::Text(_) if theirs == Some(place) => true,
        Span::Text(text) | Span::Strong(text) | Span::Soft(text) => knows(text),
        Span::Struck(_) | Span::Code(_) | Span::Link { .. } | Span::Time { .. } | Span::Person { .. } => true,
    })
}

/// The words of a script with the line beneath them in this language, in which the secretary names the event; none if nothing
/// is different. What a script says stays as it is, whatever that is.
pub fn beneath(message: &Message, language: Language) -> Option<Message> {
    let mut read = message.clone();
    let [_, .., Block::Line(spans)] = read.blocks.as_mut_slice() else { return None };
    let [Span::Text(words)] = spans.as_mut_slice() else { return None };
    *words = line(words, language);
    (read != *message).then_some(read)
}

/// A form in this language; what stands in its field stays.
pub fn form(form: Form, language: Language) -> Form {
    Form { title: line(&form.title, language), label: line(&form.label, language), ..form }
}

/// Makes one of plain words side by side: a sentence may be written in pieces.
fn joined(block: &mut Block) {
    let Block::Line(spans) = block else { return };
    let mut whole: Vec<Span> = Vec::new();
    for span in std::mem::take(spans) {
        match (whole.last_mut(), span) {
            (Some(Span::Text(before)), Span::Text(text)) => before.push_str(&text),
            (_, span) => whole.push(span),
        }
    }
    *spans = whole;
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::examples;
    use crate::secretary::flow::functions::HostFunction;
    use crate::secretary::flow::journal::{CallMade, EntryState, JournalEntry};
    use crate::secretary::flow::outline::{Line, Part};
    use crate::secretary::flow::run::{FlowRun, Start, Wait};
    use crate::secretary::flow::tests::{flow as a_flow, kim};
    use crate::secretary::flow::trigger::came::{self, Unfit};
    use crate::secretary::flow::trigger::tests::trigger;
    use crate::secretary::flow::trigger::{Kind, TriggerKind};
    use crate::secretary::flow::{Agreed, Flow, FlowFault, Timing};
    use crate::secretary::ids::{FlowRunId, RoomId, ScheduleId, Token};
    use crate::secretary::message::action::Action;
    use crate::secretary::message::keys::Keys;
    use crate::secretary::schedule::{Duty, Schedule};
    use crate::secretary::wording::schedules::flows::cards::Runs;
    use crate::secretary::wording::schedules::flows::{self, cards, commands, dry, runs, steps, triggers};
    use crate::secretary::wording::schedules::zones::Note;
    use crate::secretary::wording::schedules::{self, flow_runs, reminders, work};
    use crate::secretary::wording::translations::*;
    use chrono::TimeZone;
    use serde_json::{Value, json};
    use std::collections::BTreeMap;

    /// Words that only English sentences have. What people write in these tests has none of them.
    const ENGLISH: [&str; 10] = ["the", "and", "shall", "it", "when", "this", "runs", "nothing", "next", "you"];

    fn now() -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 11, 23, 8, 0, 0).unwrap()
    }

    fn at() -> (Tz, DateTime<Utc>) {
        (chrono_tz::Europe::Berlin, now())
    }

    fn keys() -> Keys {
        Keys::new(Token::new("abcdefghijklmnopqrstuv"))
    }

    /// All of a message, with its buttons, is in the language of whoever reads it.
    #[track_caller]
    fn everywhere(message: &Message) {
        let english = message.lined();
        assert!(whole(message), "some of it is no sentence that is translated: {english}");
        for language in Language::ALL.into_iter().skip(1) {
            let clock = Clock { zone: chrono_tz::Europe::Berlin, named: false };
            let read = read(message, Some(clock), language, now()).unwrap_or_else(|| message.clone());
            let labels = read.buttons.iter().flatten().map(|button| button.label.clone());
            for said in labels.chain([read.lined()]) {
                let words: Vec<String> = said.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
                let left = ENGLISH.iter().find(|word| words.iter().any(|said| said == *word));
                assert!(left.is_none(), "{left:?} stays English in “{said}”, which was “{english}”");
            }
        }
    }

    fn duties() -> [Duty; 4] {
        let flow = Duty::Flow { flow: a_flow().id, name: "Preise".to_owned() };
        [Duty::Digest, Duty::Brief, Duty::Remind("Kim anrufen".to_owned()), flow]
    }

    fn of(duty: Duty, cron: &str) -> Schedule {
        let order = (duty, when::of_cron(cron).unwrap(), chrono_tz::Europe::Berlin);
        Schedule::new(ScheduleId::new("S"), 3, &kim(), RoomId::new("r"), order, now())
    }

    fn priced(script: &str, steps: &[&str]) -> Flow {
        let steps = steps.iter().map(|step| (*step).to_owned()).collect();
        Flow { name: "Preise".to_owned(), script: script.to_owned(), steps, ..a_flow() }
    }

    fn failed(why: &str) -> FlowRun {
        let mut run = FlowRun::new((FlowRunId::new("f1/3"), 3), &a_flow(), Start::default(), now());
        run.fail(why, "", now());
        run
    }

    #[test]
    fn a_schedule_is_shown_and_changed_in_one_language() {
        for cron in ["0 9 * * *", "0 9 * * 1-5", "0 9 * * 1,4", "0 9,18 1 * *", "0 9 * * 5#L", "*/15 * * * *"] {
            for duty in duties() {
                let mut one = of(duty, cron);
                everywhere(&schedules::ordered(&one, &[], now(), &Note::None, &mut keys()));
                everywhere(&schedules::changed(&one, one.clone(), false, now(), &mut keys()));
                everywhere(&schedules::one(&one, Some(&failed("kein Preis")), now(), &mut keys()));
                everywhere(&schedules::deleted(&one, true, &mut keys()));
                everywhere(&schedules::left_out(&one, now()));
                everywhere(&schedules::list(std::slice::from_ref(&one), 0, at().0, now(), &mut keys()));
                assert!(one.pause());
                everywhere(&schedules::stands(&one, now(), &mut keys()));
                everywhere(&schedules::list(&vec![one; 5], 0, at().0, now(), &mut keys()));
            }
        }
        everywhere(&schedules::list(&[], 0, at().0, now(), &mut keys()));
        let likely = vec![chrono_tz::Europe::Berlin, chrono_tz::America::New_York, chrono_tz::Etc::GMTMinus3];
        for in_group in [false, true] {
            let note = Note::Ask { person: Box::new(kim()), likely: likely.clone(), in_group };
            let [_, _, remind, _] = duties().map(|duty| of(duty, "0 9 * * *"));
            everywhere(&schedules::ordered(&remind, &[], now(), &note, &mut keys()));
        }
    }

    #[test]
    fn what_comes_late_or_not_at_all_is_told_in_one_language() {
        let [_, _, remind, flow] = duties().map(|duty| of(duty, "0 9 * * *"));
        let (zone, due) = (at().0, now() - chrono::TimeDelta::minutes(40));
        for late in [schedules::late(due, now(), zone), schedules::unreached(due, zone)] {
            everywhere(&reminders::due(&remind, "Kim anrufen", Some(&late), &mut keys()));
            everywhere(&flow_runs::late_start(&flow, &late));
        }
        everywhere(&work::keeps_failing(&flow, 3, &[7, 8], now(), &mut keys()));
        everywhere(&work::keeps_failing(&flow, 3, &[], now(), &mut keys()));
        everywhere(&flow_runs::still_on(&flow));
        everywhere(&flow_runs::cannot_run(&flow));
        everywhere(&work::nobody_to_work_for(&flow));
    }

    #[test]
    fn the_end_of_a_run_is_told_in_one_language() {
        let flow = priced("", &[]);
        for why in [
            "kein Preis",
            "nobody answered in time",
            flow_runs::nobody(),
            flow_runs::interrupted(),
            flow_runs::unknown("fetch").as_str(),
            flow_runs::failed_itself("", Some(7)).as_str(),
            flow_runs::failed_itself("kein Preis", Some(7)).as_str(),
            flow_runs::stopped(Some(7), "KeyError: 'x'").as_str(),
            flow_runs::not_granted("fetch").as_str(),
            flows::changed_meanwhile(),
        ] {
            let mut run = failed(why);
            everywhere(&flows::failed(&flow, &run, why, at()));
            run.like = Some((FlowRunId::new("f1/1"), 3));
            for event in
                [came::webhook(json!({})), came::file("ein", "a.csv", 7, None), came::message("x", "Kim", false)]
            {
                run.event = event;
                everywhere(&flows::failed(&flow, &run, why, at()));
            }
            everywhere(&cards::list(&[(flow.clone(), Some(run.clone()))], 0, at(), &mut keys()));
            everywhere(&runs::with_try_again(Message::default(), &flow, &run, &mut keys()));
            run.like = None;
            everywhere(&runs::with_try_again(Message::default(), &flow, &run, &mut keys()));
            run.event_of = Some(7);
            everywhere(&dry::told(&flow, &run, &[]));
            everywhere(&runs::begun(&flow, &run, false, &mut keys()));
            for dry in [false, true] {
                everywhere(&Message::lines([runs::begins(&FlowRun { dry, ..run.clone() })]));
            }
        }
        for said in [runs::tries_again(1), runs::tries_again(3), runs::tried_again_already(), runs::event_gone()] {
            everywhere(&Message::lines([said]));
        }
        everywhere(&Message::lines([runs::line_is_full()]));
        for told in [None, triggers::told(&[trigger(TriggerKind::Finished)])] {
            everywhere(&runs::no_event(Message::default(), &flow, told));
        }
        everywhere(&flow_runs::nothing_said(&flow));
    }

    #[test]
    fn the_card_of_a_flow_is_in_one_language() {
        let steps = ["Reads example.org", "If preis is below 5:", "  Tells you “billig”", "Asks “Weiter?”", "Else:"];
        let mut flow = priced("notify(fetch('x'))", &steps);
        let leads = [String::new(), cards::AS_BEFORE.to_owned(), cards::as_before(1), cards::as_before(3)];
        for (held, lead) in leads.iter().enumerate() {
            let shown = [failed("kein Preis")];
            everywhere(&cards::card(lead, &flow, Runs { shown: &shown, on: 2, held }, at(), &mut keys()));
        }
        let rule = when::of_cron("0 9 * * *").unwrap();
        flow.timing = Some(Timing { rule: rule.clone(), zone: "Europe/Berlin".to_owned() });
        flow.agreed = Some(Agreed { by: kim().id, name: "Kim".to_owned(), at: now() });
        let run = FlowRun::new((FlowRunId::new("f1/3"), 3), &flow, Start::default(), now());
        let shown = [failed("kein Preis"), run.clone()];
        for on in [1, 3] {
            everywhere(&cards::card("", &flow, Runs { shown: &shown, on, held: 0 }, at(), &mut keys()));
        }
        everywhere(&cards::list(&[(flow.clone(), Some(run.clone()))], 0, at(), &mut keys()));
        everywhere(&cards::list(&[], 0, at(), &mut keys()));
        everywhere(&runs::begun(&flow, &run, false, &mut keys()));
        everywhere(&runs::begun(&flow, &run, true, &mut keys()));
        everywhere(&runs::runs_already(&flow, (&run, 3), at(), &mut keys()));
        for waiting in [0, 1, 2] {
            everywhere(&runs::cancel_all(&flow, (3, waiting, 3), &mut keys()));
        }
        everywhere(&runs::one_cancelled(&flow, &run));
        everywhere(&runs::all_cancelled(&flow, 1));
        everywhere(&runs::all_cancelled(&flow, 3));
        let begun = FlowRun { former: true, ..run.clone() };
        everywhere(&cards::list(&[(flow.clone(), Some(begun))], 0, at(), &mut keys()));
        for ended in [0, 1, 3] {
            everywhere(&cards::deleted(&flow, Vec::new(), ended, &mut keys()));
            everywhere(&cards::changed(&flow, flow.clone(), ended, at(), &mut keys()));
        }
        for wait in [Wait::Decision, Wait::Turn, Wait::Until(now()), Wait::Flow(FlowRunId::new("f2/1"))] {
            let mut waits = run.clone();
            assert!(waits.wait(wait));
            everywhere(&runs::runs_already(&flow, (&waits, 3), at(), &mut keys()));
            waits.calls = 2;
            everywhere(&runs::runs_already(&flow, (&waits, 3), at(), &mut keys()));
        }
        let there = of(duties()[3].clone(), "0 9 * * 1");
        let timing = Timing { rule, zone: "Europe/Berlin".to_owned() };
        everywhere(&cards::another_time(&flow, &[there], timing, at(), &mut keys()));
    }

    #[test]
    fn each_step_and_each_right_of_a_flow_is_told_in_one_language() {
        let none = || Runs { shown: &[], on: 0, held: 0 };
        let calls = ["@()", "@(x)", "@('example.org')", "@('Weiter?', ['a'])", "@('Eins und zwei. Drei?')"];
        for function in HostFunction::ALL {
            let (name, needs) = (function.name(), [function.name().to_owned()]);
            // An address has no spaces.
            for call in calls.into_iter().filter(|call| function != HostFunction::Fetch || !call.contains(". ")) {
                let script = call.replace('@', name);
                let steps = steps::steps(&script, &needs, &[]);
                let flow = Flow { script, steps, may: needs.to_vec(), ..priced("", &[]) };
                everywhere(&cards::card("", &flow, none(), at(), &mut keys()));
            }
            let otherwise = Some("Nein".to_owned());
            let part = Part::Call { name: name.to_owned(), about: Some("Weiter?".to_owned()), otherwise };
            let steps = steps::steps("", &needs, &[Line { depth: 0, part }]);
            let flow = Flow { steps, may: needs.to_vec(), ..priced("", &[]) };
            everywhere(&cards::card("", &flow, none(), at(), &mut keys()));
        }
        let may = HostFunction::ALL.map(|function| function.name().to_owned()).to_vec();
        everywhere(&cards::card("", &Flow { may, ..priced("", &["Calculates something"]) }, none(), at(), &mut keys()));
    }

    #[test]
    fn what_is_wrong_with_a_time_or_a_script_is_told_in_one_language() {
        let (text, city) = ("morgen".to_owned(), "Berlin");
        for why in [
            WhenError::Empty,
            WhenError::TooLong,
            WhenError::NotUnderstood { text: text.clone(), near: "" },
            WhenError::NotUnderstood { text: text.clone(), near: "Monday" },
            WhenError::TooClose { first: "00:56".to_owned(), minutes: 4, second: "01:00".to_owned() },
            WhenError::Uneven { asked: "45 minutes".to_owned(), example: "every 30 minutes".to_owned() },
            WhenError::BadClock { text: "25:00".to_owned() },
            WhenError::BadDay { day: 32 },
            WhenError::Zero,
            WhenError::Mixed,
            WhenError::TooOften,
            WhenError::Never,
            WhenError::Past,
            WhenError::OffsetZone { text: "+2".to_owned(), city },
            WhenError::UnknownZone { text: text.clone(), near: Vec::new() },
            WhenError::UnknownZone { text, near: vec!["Europe/Berlin".to_owned(), "Europe/Bern".to_owned()] },
        ] {
            let said = Message::lines([why.to_string()]);
            assert!(whole(&said), "{why}");
            assert!(read(&said, None, Language::German, now()).is_some(), "{why}");
        }
        for fields in ["1 2 3", "61 * * * *", "0 25 * * *", "0 9 32 * *", "0 9 1 13 *", "0 9 * * 9"] {
            let why = when::of_cron(fields).unwrap_err().to_string();
            assert!(whole(&Message::lines([why.as_str()])), "{why}");
        }
        let why = "The script cannot be read in line 1: nothing is called prise; perhaps price is meant.";
        everywhere(&commands::unreadable("Preise", "prise", (why, Some("prise\n^")), &mut keys()));
        let shown: Vec<(&str, &str)> = examples::ALL.iter().map(|one| (one.name, one.about())).collect();
        for message in [
            commands::unknown_calls("Preise", "a()", &["fech".to_owned(), "b".to_owned()], &mut keys()),
            commands::no_flow_yet("Preise", "", &FlowFault::NoScript, &mut keys()),
            commands::how_to_make(&mut keys()),
            commands::ask_script("Preise"),
            commands::examples(&shown, &mut keys()),
            triggers::hook(&a_flow(), "http://127.0.0.1/hook/x", triggers::Lead::New),
        ] {
            assert!(whole(&message), "{}", message.lined());
        }
        assert!(examples::ALL.iter().all(|one| whole(&commands::example(one, &mut keys()))));
    }

    #[test]
    fn what_a_call_raised_is_told_in_one_language() {
        let flow = priced("", &[]);
        let why = flow_runs::stopped(Some(7), "RuntimeError: that address may not be opened: it is too long");
        let told = flows::failed(&flow, &failed(&why), &why, at());
        let shown = |language| {
            let read = read(&told, None, language, now()).unwrap_or_else(|| told.clone());
            read.blocks
                .iter()
                .find_map(|block| if let Block::Code { text, .. } = block { Some(text.clone()) } else { None })
        };
        let german = "RuntimeError: diese Adresse darf nicht geöffnet werden: sie ist zu lang";
        assert_eq!(shown(Language::German).as_deref(), Some(german));
        assert_eq!(
            shown(Language::English).as_deref(),
            Some("RuntimeError: that address may not be opened: it is too long")
        );
        everywhere(&told);
    }

    #[test]
    fn a_dry_run_is_told_in_one_language() {
        let entry = |index: u32, name: &str, arg: Value, state: EntryState| {
            let call = CallMade { name: name.to_owned(), args: vec![arg], kwargs: BTreeMap::new() };
            JournalEntry { state, ..JournalEntry::begun(index, call, now()) }
        };
        let done = || EntryState::Answered(Value::Null);
        let journal = [
            entry(0, "fetch", json!("https://example.org/"), EntryState::Failed("nicht gefunden".to_owned())),
            entry(1, "notify", json!("alles gut"), done()),
            entry(2, "sleep", json!(60), done()),
            entry(3, "ask", json!("Weiter?"), EntryState::Failed("ask needs options".to_owned())),
            entry(4, "notify", json!(""), done()),
        ];
        let mut run =
            FlowRun::new((FlowRunId::new("f1/1"), 1), &a_flow(), Start { dry: true, ..Start::default() }, now());
        run.complete(json!(7), "gut", now());
        everywhere(&dry::told(&priced("", &[]), &run, &journal));
    }

    #[test]
    fn what_begins_a_flow_is_told_in_one_language() {
        let (flow, names) = (priced("", &[]), ["a.txt".to_owned()]);
        let folder = || trigger(TriggerKind::Folder { folder: "ein".to_owned(), seen: None });
        for before in [0, 1, 3] {
            everywhere(&triggers::watched(&flow, &folder(), before));
        }
        for why in [Unfit::Name, Unfit::Linked] {
            everywhere(&triggers::left_out(&flow, &folder(), (names.as_slice(), 0), why));
            everywhere(&triggers::left_out(&flow, &folder(), (names.as_slice(), 2), why));
        }
        for kind in [TriggerKind::Finished, folder().kind] {
            everywhere(&triggers::too_many(&flow, &trigger(kind.clone()), (now(), at().0)));
            everywhere(&triggers::behind(&flow, &trigger(kind.clone())));
            let told = triggers::told(&[trigger(kind)]).unwrap();
            everywhere(&Message::lines([told]));
        }
        for waiting in [1, 2] {
            everywhere(&Message::lines(triggers::in_line(waiting)));
        }
        for kind in [Kind::Hook, Kind::Folder, Kind::Messages, Kind::Finished] {
            for in_line in [0, 1, 2] {
                everywhere(&triggers::off(kind, &flow, in_line, &mut keys()));
            }
            everywhere(&Message::lines([triggers::off_already(kind, 1)]));
        }
        everywhere(&triggers::waits_for_messages(&flow, "Rechnung", &mut keys()));
        everywhere(&triggers::waits_for_tickets(&flow, &mut keys()));
        everywhere(&triggers::unreadable(&flow, &folder()));
        everywhere(&triggers::hook_address(&flow, "http://127.0.0.1/hook/x", &mut keys()));
    }

    #[test]
    fn what_somebody_wants_to_be_reminded_of_stays_as_they_said_it() {
        let remind = of(duties()[2].clone(), "0 9 * * *");
        let due = reminders::due(&remind, "Run", None, &mut keys());
        let read = read(&due, None, Language::German, now()).unwrap();
        assert!(whole(&due) && read.lined() == "Erinnerung: Run", "{}", read.lined());
    }

    #[test]
    fn the_event_beneath_the_words_of_a_script_is_named_in_the_language() {
        let event = came::file("in", "a.csv", 7, None);
        let order = Start { event, ..Start::default() };
        let run = FlowRun::new((FlowRunId::new("f1/3"), 3), &a_flow(), order, now());
        let named = flows::events::named(Message::lines(["Done."]), &run);
        let read = beneath(&named, Language::German).unwrap();
        assert_eq!(read.lined(), "Done.\nAusgelöst durch die Datei „a.csv“.");
        assert!(beneath(&Message::lines(["Done."]), Language::German).is_none());
        assert!(beneath(&named, Language::English).is_none());
    }

    #[test]
    fn a_message_of_which_some_is_not_known_is_not_whole() {
        let own = schedules::ordered(&of(duties()[2].clone(), "0 9 * * *"), &[], now(), &Note::None, &mut keys());
        assert!(whole(&own) && !whole(&own.clone().line("Something else that nobody translates")));
        let button = keys().plain("A label that nobody translates", Action::Leave);
        assert!(!whole(&own.clone().row(vec![button])));
        let form = keys().form("Edit", "A title that nobody translates", "Python", Action::Leave);
        assert!(!whole(&own.clone().row(vec![form])));
        let cells = [["Step", "Time"], ["Reads", "2 s"]].map(|row| row.map(str::to_owned).to_vec()).to_vec();
        assert!(!whole(&Message { blocks: [own.blocks, vec![Block::Table(cells)]].concat(), ..Message::default() }));
    }
}
