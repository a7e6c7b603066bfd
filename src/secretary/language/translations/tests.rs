//! Tests of the translations: every key is said somewhere, every language has it, and words of people stay as they
//! are.

use crate::secretary::language::dates::dated;
use crate::secretary::language::translations::*;
use crate::secretary::message::{Block, Message, Said, Span};
use crate::secretary::wording::translations::{Clock, read};
use chrono::{TimeZone, Utc};
use chrono_tz::Tz;

fn all() -> impl Iterator<Item = &'static Row> {
    sentences().iter().chain(reasons()).chain(conditions()).chain(frames())
}

#[test]
fn every_list_is_read() {
    for list in LISTS.into_iter().chain([CAUSES, CONDITIONS, FRAMES]) {
        assert!(!serde_json::from_str::<Vec<Row>>(list).unwrap().is_empty());
    }
}

/// Where sentences stand: in `wording` and `when`; reasons where a call of a script fails; what is planned without a model
/// in the grammar; and what an example does in its script.
const SAYING: [&str; 11] = [
    "src/secretary/wording",
    "src/secretary/when",
    "src/secretary/flow",
    "src/secretary/chart.rs",
    "src/ports",
    "src/tools",
    "src/adapters/http",
    "src/adapters/search",
    "src/adapters/offline",
    "src/adapters/scripts",
    "flows",
];

/// The sentences of these files, without the breaks of their lines.
fn sources() -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    let mut paths: Vec<_> = SAYING.into_iter().map(|path| root.join(path)).collect();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|end| end == "rs" || end == "py") {
            text.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
    let mut flat = String::new();
    let mut parts = text.split("\\\n");
    flat.push_str(parts.next().unwrap());
    parts.for_each(|part| flat.push_str(part.trim_start()));
    flat
}

#[test]
fn every_key_is_something_that_is_said() {
    let sources = words(&sources()).join(" ");
    for [key, ..] in all() {
        let bare = kinds(key).fold(key.clone(), |bare, slot| bare.replace(slot, " "));
        let key_words = words(&bare);
        // A sentence may be put together of several pieces, so that not all of it stands together.
        let together = match key_words.len() {
            0..4 => 1,
            4..8 => 2,
            _ => 3,
        };
        let windows = key_words.windows(together);
        let all = windows.len();
        let known = windows.filter(|some| sources.contains(&some.join(" "))).count();
        assert!(known * 3 >= all, "nobody says “{key}” any more");
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect()
}

#[test]
fn a_clause_ends_in_a_comma_in_german() {
    for (said, read) in [
        (
            " or whoever has an approver's role on Discord can decide.",
            " oder wer auf Discord die Rolle eines Approvers hat, darf entscheiden.",
        ),
        (
            ", Ole or whoever has an approver's role on Discord can decide.",
            ", Ole oder wer auf Discord die Rolle eines Approvers hat, darf entscheiden.",
        ),
        (" or somebody at the web chat can decide.", " oder jemand am Web-Chat darf entscheiden."),
        (" or Kim can decide.", " oder Kim darf entscheiden."),
    ] {
        assert_eq!(line(said, Language::German), read);
    }
}

#[test]
fn every_language_has_the_same_places_and_its_own_words() {
    for entry in all() {
        let places = |text: &str| text.matches('{').count();
        for said in entry {
            assert_eq!(places(said), places(&entry[0]), "{said}");
            // What stands in a place may be put into the language or not, but no place takes the words of another one.
            let own = |key: &str| kinds(key).map(|kind| kind.replace('n', "")).collect::<Vec<_>>();
            assert_eq!(own(said), own(&entry[0]), "{said}");
            assert!(!said.is_empty(), "{entry:?}");
        }
        assert!(entry[1..].iter().all(|said| !said.contains("{n}")), "{entry:?}");
    }
}

#[test]
fn what_is_taken_without_an_answer_has_its_moment_in_every_language() {
    let said = "Without an answer I take “B” on ";
    assert_eq!(line(said, Language::English), said);
    assert_eq!(line(said, Language::German), "Ohne Antwort nehme ich „B“ am ");
    assert_eq!(line(said, Language::Spanish), "Sin respuesta tomo «B» el ");
    assert_eq!(line(said, Language::French), "Sans réponse, je prends « B » le ");
}

#[test]
fn what_is_known_is_said_in_every_language_and_the_rest_stays() {
    let say = |text: &str| line(text, Language::German);
    for (text, german) in [
        (" One decision for you: how to do it", " Eine Entscheidung für dich: wie es gemacht wird"),
        (" Decided: how to do it", " Entschieden: wie es gemacht wird"),
        ("Decided: OVH", ""),
        (
            ", in 3 hours. Without an answer I go on waiting. Researcher asks this. ",
            ", in 3 Stunden. Ohne Antwort warte ich weiter. Researcher fragt das. ",
        ),
        (". Without an answer nothing happens. ", ". Ohne Antwort passiert nichts. "),
        (" (this once, as it stands)", " (dieses eine Mal, genau so)"),
        ("★ Do it", "★ Mach es"),
        ("Already decided by Kim Lee 2 min ago: 24 months.", "Schon entschieden von Kim Lee, vor 2 min: 24 months."),
        ("✔ Do it. Mara, ", "✔ Mach es. Mara, "),
        (
            "I ask because this work has read a page of a.org: what others write there may have led to it. It says: x.",
            "Ich frage, weil diese Arbeit Fremdes gelesen hat (eine Seite von a.org): was andere dort schreiben, kann dazu \
             geführt haben. Darin steht: x.",
        ),
        ("Offer B is cheapest but binds you for 24 months. May I recommend it?", ""),
        ("Only monthly terms", ""),
    ] {
        assert_eq!(say(text), if german.is_empty() { text } else { german });
        assert_eq!(line(text, Language::English), text);
    }
    assert!(names("Stop").any(|name| name == "停止"));
}

#[test]
fn what_is_said_where_several_agree_is_said_in_the_language() {
    let say = |text: &str| line(text, Language::German);
    for (text, german) in [
        (" Shall this begin?", " Soll das beginnen?"),
        ("Mara wants to start “Do it. Now?”. Shall it begin?", "Mara möchte „Do it. Now?“ starten. Soll es beginnen?"),
        (
            ": Mara wants to start “Offers”. Shall it begin? Press a button above, or reply with the number of an option.",
            ": Mara möchte „Offers“ starten. Soll es beginnen? Drück oben einen Knopf, oder antworte mit der Nummer.",
        ),
        (
            "All offers. Steps: Find; Stop; and 2 steps more. /show 12 shows the whole plan.",
            "All offers. Schritte: Find; Stop; und 2 weitere. /show 12 zeigt den ganzen Plan.",
        ),
        (" (the work begins as planned)", " (die Arbeit beginnt wie geplant)"),
        (
            "For: nothing is spent. Against: there will be no report.",
            "Dafür: es wird nichts verbraucht. Dagegen: es gibt keinen Bericht.",
        ),
        ("So far: Mara: Start; Kim: Only monthly terms.", "Bisher: Mara: Starten; Kim: Only monthly terms."),
        ("✔ Start. Mara, Jo and Kim, ", "✔ Starten. Mara, Jo und Kim, "),
        ("✔ This and that. Kim, ", "✔ This and that. Kim, "),
        ("✔ Started by you.", "✔ Von dir gestartet."),
        ("✔ Started by Mara, Jo and Kim.", "✔ Gestartet von Mara, Jo und Kim."),
        (
            "2 people must agree before it begins. Start is one voice.",
            "2 müssen zustimmen, bevor es beginnt. „Starten“ ist eine Stimme.",
        ),
        (" or 2 others can still vote.", " oder 2 weitere dürfen noch abstimmen."),
        ("2. Stop (Researcher), after 1", "2. Stop (Researcher), nach 1"),
        ("How many? (1 to 100)", "How many? (1 bis 100)"),
        (
            " I go on and assume: How many? my own judgement.",
            " mache ich weiter und nehme an: How many? wie ich meine.",
        ),
    ] {
        assert_eq!(say(text), german);
        assert_eq!(line(text, Language::English), text);
    }
}

#[test]
fn days_are_named_as_people_name_them() {
    let at = Utc.with_ymd_and_hms(2026, 11, 23, 8, 0, 0).unwrap();
    let say = |language, since| dated(at, Tz::Europe__Berlin, since, language);
    assert_eq!(say(Language::German, at), "Mo 23. Nov., 09:00 (Berlin)");
    assert_eq!(say(Language::French, at), "lun. 23 nov., 09:00 (Berlin)");
    assert_eq!(say(Language::Chinese, at - chrono::TimeDelta::days(400)), "2026年11月23日周一 09:00（Berlin）");
    assert_eq!(say(Language::English, at), "Mon 23 Nov, 09:00 (Berlin)");
}

#[test]
fn a_moment_is_said_in_the_language_also_where_the_zone_of_who_reads_it_is_unknown() {
    let at = Utc.with_ymd_and_hms(2026, 11, 28, 8, 0, 0).unwrap();
    let say = |text: &str, language| {
        let moment = Span::Time { at, text: text.to_owned(), said: Said::Whole };
        let message = Message::default().spans(vec![Span::text("I'll wait for you and remind you on "), moment]);
        let read = read(&message, None, language, at).unwrap_or(message);
        read.blocks.iter().flat_map(Block::spans).map(Span::plain).collect::<String>()
    };
    let written = "Sat 28 Nov, 09:00 (Berlin)";
    assert_eq!(
        say(written, Language::French),
        "J'attends ta réponse et je te le rappelle le sam. 28 nov., 09:00 (Berlin)"
    );
    assert_eq!(say(written, Language::English), format!("I'll wait for you and remind you on {written}"));
    assert!(say("Sun 3 Jan 2027, 09:00 (New York)", Language::German).ends_with("So 3. Jan. 2027, 09:00 (New York)"));
    assert!(say("tomorrow", Language::German).ends_with("tomorrow"));
}

#[test]
fn a_time_of_day_says_whose_it_is_where_nobody_chose_the_zone() {
    let at = Utc.with_ymd_and_hms(2026, 11, 28, 12, 40, 0).unwrap();
    let clock = |text: &str| Span::Time { at, text: text.to_owned(), said: Said::Clock };
    let (again, by) = (Span::text("↻ Again at "), Span::text(". Kim, "));
    let outcome = Message::default().spans(vec![again, clock("21:40"), by, clock("21:40")]);
    let say = |named, language| {
        let read = read(&outcome, Some(Clock { zone: Tz::Europe__Berlin, named }), language, at).unwrap();
        read.blocks.iter().flat_map(Block::spans).map(Span::plain).collect::<String>()
    };
    assert_eq!(say(true, Language::English), "↻ Again at 13:40. Kim, 13:40 (Berlin)");
    assert_eq!(say(false, Language::English), "↻ Again at 13:40. Kim, 13:40");
    assert!(say(true, Language::Chinese).ends_with("13:40（Berlin）"));
}

#[test]
fn names_stay_and_what_is_between_them_is_said_in_the_language() {
    let own = "It's your own idea, so somebody else decides here (four eyes). Olga, Kim or 2 others can. An owner can change \
               that for later questions: /settings four_eyes off.";
    let said = line(own, Language::German);
    assert!(said.contains("(vier Augen), und zwar Olga, Kim oder 2 weitere. Ein Owner kann"), "{said}");
    // What somebody wrote stays, whatever it is.
    assert_eq!(line("You wrote: “Stop. Do it”.", Language::German), "Du hast geschrieben: „Stop. Do it“.");
    assert_eq!(line("red or blue", Language::German), "red or blue");
    assert_eq!(line("Which one?", Language::German), "Welches davon?");
    let asked = "There are two offers. Which one?";
    assert_eq!(line(asked, Language::German), asked);
    assert_eq!(line("Take as many as you can.", Language::German), "Take as many as you can.");
}

#[test]
fn when_something_comes_again_is_said_in_the_language() {
    for (said, german, chinese) in [
        (
            "every day at 09:00 and 18:00 (Berlin)",
            "jeden Tag um 09:00 und 18:00 (Berlin)",
            "每天 09:00和18:00（Berlin）",
        ),
        (
            "every other Monday at 09:00 (Berlin)",
            "jeden zweiten Montag um 09:00 (Berlin)",
            "隔周的周一 09:00（Berlin）",
        ),
        (
            "on the 1st and 3rd Monday of every month at 09:00 (Berlin)",
            "am 1. Montag und 3. Montag jedes Monats um 09:00 (Berlin)",
            "每月第1个周一和第3个周一 09:00（Berlin）",
        ),
        (
            "every year on 28 February at 09:00 (Berlin)",
            "jedes Jahr am 28. Feb. um 09:00 (Berlin)",
            "每年2月28日 09:00（Berlin）",
        ),
        (
            "on the last working day of every month at 17:00 (Berlin)",
            "am letzten Werktag jedes Monats um 17:00 (Berlin)",
            "每月最后一个工作日 17:00（Berlin）",
        ),
    ] {
        assert_eq!(line(said, Language::German), german);
        assert_eq!(line(said, Language::Chinese), chinese);
        assert_eq!(line(said, Language::English), said);
    }
    // A rule that nobody can say in the language keeps its whole sentence.
    let odd = "I'll do “Preise” at 9:05 past every 3rd hour (Berlin).";
    assert!(!knows(odd));
    assert_eq!(line(odd, Language::German), odd);
    assert_eq!(line("Left out: Tue 24 Nov and Wed 25 Nov.", Language::French), "Sauté : mar. 24 nov. et mer. 25 nov.");
}

#[test]
fn a_condition_of_a_script_and_a_reason_are_said_in_the_language() {
    let say = |text: &str| line(text, Language::German);
    assert_eq!(say("If page is at most 5 and not text:"), "Wenn page höchstens 5 ist und nicht text:");
    assert_eq!(
        say("The flow “Preise” did not come to its end: Whoever made this flow may not give me work any more."),
        "Der Ablauf „Preise“ kam nicht zu seinem Ende: Wer diesen Ablauf gemacht hat, darf mir keine Arbeit mehr geben."
    );
    assert_eq!(
        say(": it did not work: The script stopped at line 3: nobody answered in time."),
        ": es hat nicht geklappt: Das Skript blieb in Zeile 3 stehen: niemand hat rechtzeitig geantwortet."
    );
    // Words of others that begin like one of ours stay, and so do those of a script that are ours elsewhere.
    let stopped = ": es hat nicht geklappt: Das Skript blieb in Zeile 3 stehen: done.";
    assert_eq!(say(": it did not work: The script stopped at line 3: done."), stopped);
    assert_eq!(say("Reads well and is cheap"), "Reads well and is cheap");
    assert_eq!(say("It did not work."), "It did not work.");
}

#[test]
fn a_list_of_what_people_are_asked_is_framed_in_the_language() {
    for (text, german) in [
        ("❓ #12 What is meant: ", "❓ #12 Was gemeint ist: "),
        ("Wie viele Räder? · by ", "Wie viele Räder? · bis "),
        ("Wie viele · waits its turn", "Wie viele · wartet, bis es dran ist"),
        (", in 3 hours", ", in 3 Stunden"),
        ("  1. ★ Only monthly terms", "  1. ★ Only monthly terms"),
        ("  or send: /decide 12.2 1", "  oder schick: /decide 12.2 1"),
        ("  waits for an approver other than Kim", "  wartet auf einen anderen Approver als Kim"),
        ("📋 2 plans wait for a go", "📋 2 Pläne warten auf ein Ja"),
        (" “Sum it up. Now” Got it.", " „Sum it up. Now“ Notiert."),
        ("#12 On it.", "#12 Ich bin dran."),
        ("Work goes on (2 tickets and 1 flow).", "Die Arbeit geht weiter (2 Aufträge und 1 Ablauf)."),
    ] {
        assert_eq!(line(text, Language::German), german);
    }
}

#[test]
fn what_has_an_and_in_itself_is_one_of_several() {
    let say = |text: &str| line(text, Language::German);
    assert_eq!(say("It asks you and waits for the answer."), "Er fragt dich und wartet auf die Antwort.");
    assert_eq!(
        say("It waits, asks you and waits for the answer and sends messages."),
        "Er wartet, fragt dich und wartet auf die Antwort und sendet Nachrichten."
    );
    assert_eq!(
        say("It also runs when a message contains “salt and pepper”."),
        "Er läuft auch, wenn eine Nachricht „salt and pepper“ enthält."
    );
    assert!(!knows("It waits and sends letters."));
}

#[test]
fn a_reason_of_a_call_is_said_in_the_language_and_words_of_python_stay() {
    let say = |said: &str| raised(said, Language::German);
    let inside = "that address may not be opened: it leads into an internal network";
    let german = "diese Adresse darf nicht geöffnet werden: sie führt in ein internes Netz";
    assert_eq!(say(&format!("RuntimeError: {inside}")).as_deref(), Some(format!("RuntimeError: {german}").as_str()));
    for (why, german) in [
        ("The page answered with the error 404.", "Die Seite antwortete mit dem Fehler 404."),
        ("fetch needs url", "fetch braucht url"),
        ("options of ask must be a list of texts", "options von ask muss eine Liste von Texten sein"),
        ("value.rows[1] has no price", "value.rows[1] hat kein price"),
        ("the flow Preise failed: no answer in time", "der Ablauf Preise ist gescheitert: keine rechtzeitige Antwort"),
    ] {
        assert_eq!(say(&format!("RuntimeError: {why}")), Some(format!("RuntimeError: {german}")));
    }
    for python in ["KeyError: 'x'", "RuntimeError: there is no price on this page", "fetch needs url"] {
        assert_eq!(say(python), None, "{python}");
    }
    assert_eq!(raised("RuntimeError: fetch needs url", Language::English), None);
    // Such few words are a reason only behind a sentence that says so.
    assert!(!knows("Berlin needs you"));
    assert_eq!(line("Berlin needs you", Language::German), "Berlin needs you");
}

#[test]
fn words_that_look_like_times_within_times_stay() {
    let words = format!("{}x{}", "every a at ".repeat(40), " (c)".repeat(40));
    assert!(!knows(&words));
    assert_eq!(line(&words, Language::German), words);
}
