//! Orders in words, with the commands they are; and ideas that are not to be taken for any.

use super::*;

#[test]
fn orders_in_words_are_commands() {
    for (text, name, args) in [
        ("which tasks are open?", "list", "open"),
        ("what's running?", "list", "open"),
        ("What is running right now?", "list", "open"),
        ("list my ideas", "list", "open"),
        ("which decisions are waiting?", "decisions", ""),
        ("how is #1 going?", "show", "1"),
        ("how's ticket 12 doing?", "show", "12"),
        ("show 3", "show", "3"),
        ("show me #3 please", "show", "3"),
        ("what's the status of #4?", "show", "4"),
        ("cancel #1", "cancel", "1"),
        ("never mind #5", "cancel", "5"),
        ("Never mind ticket 5.", "cancel", "5"),
        ("forget #5", "cancel", "5"),
        ("Forget about #5, please", "cancel", "5"),
        ("drop #5", "cancel", "5"),
        ("stop #5", "cancel", "5"),
        ("stop #5 because it rains", "cancel", "5 it rains"),
        ("lass #5 sein", "cancel", "5"),
        ("vergiss #5", "cancel", "5"),
        ("What are you waiting for?", "decisions", ""),
        ("please cancel 12.", "cancel", "12"),
        ("cancel #1 because we have one", "cancel", "1 we have one"),
        ("pause everything", "pause", "all"),
        ("pause my reminders", "schedules", ""),
        ("Put everything on hold, please", "pause", "all"),
        ("stop everything", "cancel", "all"),
        ("Stop everything now!", "cancel", "all"),
        ("Alles abbrechen bitte", "cancel", "all"),
        ("Alle abbrechen", "cancel", "all"),
        ("delete all my tasks", "cancel", "all"),
        ("pause #2", "pause", "2"),
        ("resume all work", "resume", "all"),
        ("show me the history of #2", "history", "2"),
        ("#2", "show", "2"),
        ("make Kim an approver", "members", "Kim approver"),
        ("Please make Kim Lee observer.", "members", "Kim Lee observer"),
        ("make me an observer", "members", "me observer"),
        ("make Anna the owner", "members", "Anna owner"),
        ("What did we decide?", "history", ""),
        ("what did we decide about the door?", "history", "door"),
        ("what did we decide about #2?", "history", "2"),
        ("Was haben wir über die Tür entschieden?", "history", "tür"),
        ("How much did we spend today?", "budget", ""),
        ("Wie viel haben wir heute ausgegeben?", "budget", ""),
        ("limit spending to 100k tokens a day please", "budget", "day 100k tokens"),
        ("limit your spending to 50,000 tokens a day.", "budget", "day 50,000 tokens"),
        ("Please cap the costs at 5 EUR per month.", "budget", "workspace 5 eur"),
    ] {
        assert_eq!(command(text), Some((name, args.to_owned())), "{text}");
    }
}

#[test]
fn what_reads_like_an_order_may_be_an_idea() {
    for text in [
        "show 3 offers for hosting",
        "pause 10 minutes",
        "cancel the newspaper",
        "drop 3",
        "stop 5",
        "forget 5",
        "forget #5 and do #6",
        "stop at #5",
        "Was haben wir über den neuen Server notiert?",
        "what did we decide on Monday?",
        "make the bank an owner of the flat",
        "make the manual an approver",
        "make Kim a cake",
        "cancel my gym contract",
        "stop smoking plan",
        "stop everything at 9",
        "pause music at 9 idea",
        "delete all notes",
        "cancel #1 and order two",
        "how is Kim?",
        "how much did we spend today on the garden?",
        "which hosting is open?",
        "which tasks are open in the garden?",
        "what is running in the park on Sunday?",
        "show my notes",
        "/show 3",
        "cancel",
        "show 0",
        "limit spending on coffee to 5 EUR a day",
        "limit spending a day",
        "limit spending to 2 euros per day for fruit",
        "Budget: 2 euros per day",
        "budget for the party",
        "set the budget to something per month",
    ] {
        assert_eq!(command(text), None, "{text}");
    }
}

#[test]
fn what_would_throw_everything_away_is_known() {
    for (text, wanted) in [
        ("delete all notes", Some(AtOnce::Notes)),
        ("Please delete all my notes.", Some(AtOnce::Notes)),
        ("Lösche alle Notizen", Some(AtOnce::Notes)),
        ("clear my lists", Some(AtOnce::Lists)),
        ("delete everything!", Some(AtOnce::Everything)),
        ("delete all", Some(AtOnce::Everything)),
        ("delete all notes older than a year from my Evernote", None),
        ("delete all photos", None),
        ("forget the note about my car", None),
        ("delete that", None),
        ("", None),
    ] {
        assert_eq!(at_once(text), wanted, "{text}");
    }
}

#[test]
fn a_digest_is_ordered_in_words() {
    let read = |text: &str| digest(text, Tz::UTC, DateTime::UNIX_EPOCH + chrono::TimeDelta::days(20_000));
    for (text, when) in [
        ("daily report at 18:00", "daily at 18:00"),
        ("send me a report every Friday at 16:00", "every Friday at 16:00"),
        ("every Monday at 9 tell me what is open", "every Monday at 9"),
        ("Please send me a digest every day at 8.", "every day at 8"),
    ] {
        assert_eq!(read(text).as_deref(), Some(when), "{text}");
    }
    for text in [
        "send me a report on sales every Friday at 16:00",
        "write a report about the daily market",
        "send me a report tomorrow at 9",
        "report",
        "every Monday at 9 read https://example.org and send me a report",
        "what is open",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}
