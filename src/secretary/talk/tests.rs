//! What people say in passing, with what it is taken for; and what must not be taken for it.

use super::*;

#[test]
fn thanks_and_praise_are_no_wish() {
    let thanks = Some(Talk::Small(SmallTalk::Thanks(Tongue::English)));
    let praise = Some(Talk::Bare(Bare::Nod));
    for (text, wanted) in [
        ("thanks, great work!", thanks),
        ("thank you for the report", thanks),
        ("thanks for this", thanks),
        ("great work", praise),
        ("That's very helpful.", praise),
        ("thanks for the report but add prices", None),
        ("thanks, for Kim as well", None),
        ("thank you note for Kim", None),
        ("thanks for", None),
    ] {
        assert_eq!(read(text), wanted, "{text}");
    }
}

#[test]
fn words_that_are_turned_round_do_not_do_the_opposite() {
    let bare = |word| Some(Talk::Bare(word));
    for (text, wanted) in [
        ("pause", bare(Bare::Pause)),
        ("Pause it, please", bare(Bare::Pause)),
        ("resume", bare(Bare::Resume)),
        ("don't pause", bare(Bare::Nod)),
        ("don't resume", bare(Bare::Nod)),
        ("Please don't unpause it!", bare(Bare::Nod)),
        ("don't put it on hold", bare(Bare::Nod)),
        ("do not put that on hold", bare(Bare::Nod)),
        ("never pause", bare(Bare::Nod)),
        ("never stop", bare(Bare::Nod)),
        ("don't undo that", bare(Bare::Nod)),
        ("don't call it off", bare(Bare::Nod)),
        ("no, don't cancel it", bare(Bare::Nod)),
        ("don't cancel the last one", bare(Bare::Nod)),
        ("don't delete the last one", bare(Bare::Nod)),
        ("don't forget the last one", bare(Bare::Nod)),
        ("nicht abbrechen", bare(Bare::Nod)),
        ("doch nicht abbrechen", bare(Bare::Nod)),
        ("pausiere nicht", bare(Bare::Nod)),
        ("keine Pause", bare(Bare::Nod)),
        ("no pause", bare(Bare::Nod)),
        ("no, pause", bare(Bare::Pause)),
        ("don't pause, cancel it", bare(Bare::Drop)),
        ("don't do it", bare(Bare::Drop)),
        ("don't start", bare(Bare::Drop)),
        ("lieber nicht", bare(Bare::No)),
        ("doch nicht", bare(Bare::Drop)),
        ("hat sich erledigt", None),
        ("delete the last one", None),
        ("remove the last one", None),
    ] {
        assert_eq!(read(text), wanted, "{text}");
    }
}

#[test]
fn only_whole_phrases_are_talk() {
    let hello = |tongue| Some(Talk::Small(SmallTalk::Hello(tongue)));
    let thanks = |tongue| Some(Talk::Small(SmallTalk::Thanks(tongue)));
    let command = |name| Some(Talk::Small(SmallTalk::Command(name)));
    let bare = |word| Some(Talk::Bare(word));
    for (text, wanted) in [
        ("Thanks!", thanks(Tongue::English)),
        ("ok, thanks a lot", thanks(Tongue::English)),
        ("Hiiii", hello(Tongue::English)),
        ("Hello, good morning!", hello(Tongue::English)),
        ("¡Hola!", hello(Tongue::Spanish)),
        ("Guten Morgen", hello(Tongue::German)),
        ("Merci beaucoup.", thanks(Tongue::French)),
        ("hi, how are you?", Some(Talk::Small(SmallTalk::HowAreYou(Tongue::English)))),
        ("what's open?", command("list")),
        ("Show my reminders", command("schedules")),
        ("What reminders do I have?", command("schedules")),
        ("stats", command("stats")),
        ("yes please", bare(Bare::Yes)),
        ("yes, go ahead", bare(Bare::Start)),
        ("ok", bare(Bare::Ok)),
        ("👍🏽", bare(Bare::Ok)),
        ("no no no", bare(Bare::No)),
        ("no, cancel that please", bare(Bare::Drop)),
        ("Never mind.", bare(Bare::Drop)),
        ("stop!!!", bare(Bare::Stop)),
        ("cancel the last one", bare(Bare::DropLast)),
        ("no, cancel the last one please", bare(Bare::DropLast)),
        ("Brich ab!", bare(Bare::Drop)),
        ("Vergiss das letzte", bare(Bare::DropLast)),
        ("I need help", command("help")),
        ("undo", bare(Bare::Undo)),
        ("lol", bare(Bare::Nod)),
        ("cool", bare(Bare::Nod)),
        ("hmmmm", bare(Bare::Nod)),
        ("hello world program in rust", None),
        ("cancel the newspaper", None),
        ("stop smoking plan", None),
        ("cancel my gym contract", None),
        ("pause music at 9 idea", None),
        ("the last one in the row", None),
        ("resume writing tips", None),
        ("start a blog", None),
        ("thanks for the report, now translate it", None),
        ("/start", None),
        ("🙂🙂🎉", None),
        ("?", None),
        ("", None),
    ] {
        assert_eq!(read(text), wanted, "{text}");
    }
}
