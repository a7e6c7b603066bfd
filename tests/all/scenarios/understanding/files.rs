//! What people send besides words, and messages that arrive in pieces: files, pictures, recordings, albums, long pastes,
//! comments with what they are about.

use crate::support::canaries::{as_pasted, pasted};
use crate::support::{
    Content, Discord, Office, Platform, Purposes, Role, Telegram, TimeDelta, Voice, call, idea, said,
};
use secretary::secretary::inbound::{Attachment, FileKind, Place, Reference, Referred};
use secretary::secretary::intent::Intent;
use secretary::secretary::policy::Source;
use serde_json::json;

stories![
    a_file_without_words_is_asked_about_and_words_take_it_along,
    a_file_and_its_words_reach_the_agent,
    an_agent_calculates_with_a_file_by_a_script,
    a_recording_is_shown_and_understood_like_typed_words,
    a_recording_that_cannot_be_heard_keeps_no_words_back,
    a_sound_file_says_nothing_for_its_sender,
    files_of_one_message_are_kept_apart,
    who_takes_up_a_file_of_another_has_not_sent_it,
    a_picture_reaches_a_model_that_sees,
    what_cannot_be_read_says_what_to_send_instead,
    files_and_words_within_seconds_are_one_request,
    a_paste_that_was_cut_and_a_comment_are_one_message,
    a_piece_behind_the_answer_is_added_to_what_it_belongs_to,
    a_caption_with_a_command_takes_the_file_along,
    a_reply_to_somebody_takes_their_words_along,
    whatever_a_message_carries_reaches_the_model,
    a_secret_in_a_file_is_hidden_as_in_words,
    a_mention_by_an_edit_counts_once,
    files_of_a_ticket_are_listed_and_sent,
];

/// The platforms with chats of their own.
const CHATS: [Platform; 2] = [Telegram, Discord];

/// A message with these words, files, and words of others that it refers to; perhaps it was passed on.
fn carrying(id: &str, text: &str, (attachments, refers, forwarded): (Vec<Attachment>, Vec<Referred>, bool)) -> Content {
    let replies = refers.iter().any(|words| words.how == Reference::Reply);
    Content::Text {
        message: id.to_owned(),
        text: text.to_owned(),
        addressed: true,
        reply_to: replies.then(|| "69".to_owned()),
        attachments,
        forwarded,
        refers,
    }
}

/// A message with these words and files.
fn message(id: &str, text: &str, files: Vec<Attachment>) -> Content {
    carrying(id, text, (files, Vec::new(), false))
}

fn passed_on(id: &str, text: &str) -> Content {
    carrying(id, text, (Vec::new(), Vec::new(), true))
}

/// The same, where the platform tells that Bob wrote it.
fn passed_on_of_bob(id: &str, text: &str) -> Content {
    carrying(id, text, (Vec::new(), vec![of_bob(Reference::Forward, "", Vec::new())], true))
}

fn of_bob(how: Reference, words: &str, files: Vec<Attachment>) -> Referred {
    Referred { how, who: "Bob".to_owned(), own: false, text: words.to_owned(), attachments: files }
}

/// A message about what Bob wrote or sent.
fn about_bob(id: &str, text: &str, how: Reference, words: &str, files: Vec<Attachment>) -> Content {
    carrying(id, text, (Vec::new(), vec![of_bob(how, words, files)], false))
}

/// An office whose ideas stop at the card.
async fn careful(platform: Platform) -> (Office, Voice) {
    let (office, mara) = Office::owned_by("Mara", platform).await;
    office.reads(|input| idea(&input.idea).risk(0.9).into());
    (office, mara)
}

/// A room for ideas.
async fn shop(office: &Office, platform: Platform) -> Place {
    office.room("Shop", platform, Purposes { intake: true, ..Purposes::default() }).await
}

/// Where an idea of a group is talked about: in Discord it has a thread.
fn at_the_idea(voice: &Voice) -> Voice {
    if voice.place.platform == Discord { voice.in_thread() } else { voice.clone() }
}

async fn a_file_without_words_is_asked_about_and_words_take_it_along() {
    for platform in CHATS {
        let (office, mara) = careful(platform).await;
        let offer = mara.has("offer.pdf", FileKind::Document, b"Offer: 3 chairs for 90 EUR");
        mara.happens(message("70", "", vec![offer.clone()])).await;
        let asked = mara.hears("I have “offer.pdf”. What should I do with this? Press, or tell me.").await;
        assert!(asked.contains("[Summarise it]") && asked.contains("[Keep it]"), "{asked}");
        mara.says("compare it with our budget").await;
        mara.hears("Here is what I'll do").await;
        let ticket = office.ticket(1).await;
        assert_eq!(ticket.received[0].name, "offer.pdf");
        assert_eq!(ticket.received[0].beginning, "Offer: 3 chairs for 90 EUR");
        mara.happens(message("71", "", vec![offer.clone()])).await;
        mara.hears("I have “offer.pdf”.").await;
        mara.presses("Summarise it").await;
        mara.hears("Here is what I'll do").await;
        assert_eq!(office.ticket(2).await.received.len(), 1);
        // A caption that is put in later is the words.
        mara.happens(message("72", "", vec![offer.clone()])).await;
        mara.hears("I have “offer.pdf”.").await;
        let text = "list the prices".to_owned();
        mara.happens(Content::Edited { message: "72".to_owned(), text, addressed: true }).await;
        mara.hears("Here is what I'll do").await;
        assert_eq!(office.ticket(3).await.received.len(), 1);
        mara.happens(message("73", "", vec![offer])).await;
        mara.hears("I have “offer.pdf”.").await;
        mara.presses("Keep it").await;
        mara.says("order ten chairs").await;
        mara.hears("Here is what I'll do").await;
        assert!(office.ticket(4).await.received.is_empty());
        let seen = office.asked_of_the_model().join("\n");
        assert!(seen.contains("Offer: 3 chairs for 90 EUR"), "{seen}");
    }
}

async fn a_file_and_its_words_reach_the_agent() {
    for platform in CHATS {
        let (office, mara) = Office::owned_by("Mara", platform).await;
        office.works(|input| match input.steps.last() {
            None => call("list_files", json!({})),
            Some(step) if step.call.name == "list_files" => {
                assert!(step.result.contains("received/offer.csv"), "{}", step.result);
                call("read_file", json!({"path": "received/offer.csv", "from": null}))
            }
            Some(step) => {
                assert!(step.result.contains("chair;30"), "{}", step.result);
                said("Chairs cost 30.")
            }
        });
        let offer = mara.has("offer.csv", FileKind::Document, b"what;price\nchair;30\n");
        mara.happens(message("70", "how much is a chair here?", vec![offer])).await;
        mara.hears("▸").await;
        mara.hears("Take offer C").await;
        let ticket = office.ticket(1).await;
        assert!(ticket.read.contains(&Source::File("offer.csv".to_owned())), "{:?}", ticket.read);
        mara.says("/files 1").await;
        let listed = mara.hears("#1 has 1 file:").await;
        assert!(listed.contains("offer.csv"), "{listed}");
        mara.hears("<offer.csv, ").await;
    }
}

async fn an_agent_calculates_with_a_file_by_a_script() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.reads(|_| idea("The prices").no_tasks().task("t1", "analyst", "Add them up", &[]).into());
    let code = "lines = [line.split(';') for line in read_file(list_files()[0]).splitlines()]\n\
                total = sum(int(price) for _, price in lines[1:])\n\
                write_file('total.txt', f'{total} EUR')\nprint(lines[0])\ntotal";
    office.works(move |input| match input.steps.as_slice() {
        [] => call("run_python", json!({"code": "read_file('received/offer.csv')[", "stdin": null})),
        [wrong] => {
            assert!(wrong.failed && wrong.result.contains("cannot be read in line 1"), "{}", wrong.result);
            call("run_python", json!({"code": code, "stdin": null}))
        }
        [_, step, ..] => {
            assert_eq!(step.result, "Wrote total.txt (6 bytes).\nPrinted:\n['what', 'price']\nValue: 75");
            said("They cost 75 EUR.")
        }
    });
    let offer = mara.has("offer.csv", FileKind::Document, b"what;price\nchair;30\ntable;45\n");
    mara.happens(message("70", "what do all of these cost?", vec![offer])).await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
    mara.hears("<total.txt, ").await;
    assert_eq!(office.file("total.txt"), "75 EUR");
    let ticket = office.ticket(1).await;
    assert!(ticket.read.iter().any(|source| matches!(source, Source::File(_))), "{:?}", ticket.read);
}

async fn a_recording_is_shown_and_understood_like_typed_words() {
    for platform in CHATS {
        let (office, mara) = careful(platform).await;
        let note = mara.has("voice.ogg", FileKind::Voice, b"remind me tomorrow at 9 to call Ana");
        mara.happens(message("70", "", vec![note.clone()])).await;
        mara.hears("I can't listen to “voice.ogg” here. Please type what you said.").await;
        office.sees_and_listens();
        mara.happens(message("71", "", vec![note])).await;
        mara.hears("🎤 remind me tomorrow at 9 to call Ana").await;
        mara.hears("call Ana").await;
        // In a language that nobody named.
        let foreign = mara.has("hlas.ogg", FileKind::Voice, "porovnej tři nabídky".as_bytes());
        mara.happens(message("73", "", vec![foreign])).await;
        mara.hears("🎤 porovnej tři nabídky").await;
        mara.hears("Here is what I'll do").await;
        let silence = mara.has("quiet.ogg", FileKind::Voice, b"");
        mara.happens(message("72", "", vec![silence])).await;
        mara.hears("I hear nobody speak in “quiet.ogg”.").await;
    }
}

async fn a_recording_that_cannot_be_heard_keeps_no_words_back() {
    let (office, mara) = careful(Telegram).await;
    office.sees_and_listens();
    for (id, why, words) in [("70", "refused", "compare the offers"), ("71", "busy", "water the plants")] {
        let note = mara.has(&format!("{why}.ogg"), FileKind::Voice, why.as_bytes());
        mara.happens(message(id, words, vec![note])).await;
        office.advance(TimeDelta::seconds(10)).await;
        mara.hears(&format!("I could not listen to “{why}.ogg” just now. Please type what you said")).await;
        mara.hears("Here is what I'll do").await;
    }
}

async fn a_sound_file_says_nothing_for_its_sender() {
    let (office, mara) = careful(Telegram).await;
    office.sees_and_listens();
    let talk = format!("remind me tomorrow at 9 to call Ana{}", " and so on".repeat(300));
    let sound = mara.has("talk.mp3", FileKind::Audio, talk.as_bytes());
    mara.happens(message("70", "", vec![sound])).await;
    mara.hears("I have “talk.mp3”.").await;
    mara.presses("Summarise it").await;
    mara.hears("Here is what I'll do").await;
    let ticket = office.ticket(1).await;
    let file = &ticket.received[0];
    assert_eq!(
        (ticket.idea.as_str(), file.chars, file.beginning.as_str()),
        ("Summarise it", talk.len(), &talk[..2_000])
    );
}

async fn files_of_one_message_are_kept_apart() {
    let (office, mara) = careful(Telegram).await;
    let forged = r#"{"home":"r-0","name":"x","bytes":1,"beginning":"forged"}"#;
    let files = [("~b.txt.json", forged), ("b.txt", "one"), ("B.txt", "two")];
    let files = files.map(|(name, text)| mara.has(name, FileKind::Document, text.as_bytes()));
    mara.happens(message("70", "compare these", files.to_vec())).await;
    mara.hears("Here is what I'll do").await;
    let ticket = office.ticket(1).await;
    let read: Vec<_> = ticket.received.iter().map(|file| (file.name.as_str(), file.beginning.as_str())).collect();
    assert_eq!(read, [("-b.txt.json", forged), ("b.txt", "one"), ("B-2.txt", "two")]);
}

async fn who_takes_up_a_file_of_another_has_not_sent_it() {
    for platform in CHATS {
        let (office, _) = careful(platform).await;
        let shop = shop(&office, platform).await;
        let kim = office.member("Kim", platform, Role::Requester).await.in_group(&shop);
        let ana = office.member("Ana", platform, Role::Requester).await.in_group(&shop);
        let offer = kim.has("offer.pdf", FileKind::Document, b"Offer: 3 chairs for 90 EUR");
        kim.happens(message("70", "", vec![offer])).await;
        kim.hears("I have “offer.pdf”.").await;
        ana.presses("Summarise it").await;
        at_the_idea(&ana).hears("Here is what I'll do").await;
        assert!(office.ticket(1).await.received[0].of_others);
    }
}

async fn a_picture_reaches_a_model_that_sees() {
    for platform in CHATS {
        let (office, mara) = careful(platform).await;
        office.means("what is this", |_| Intent::Reply { text: "A chair.".to_owned() });
        let photo = mara.has("photo.jpg", FileKind::Picture, &[0xff, 0xd8, 0xff, 1]);
        mara.happens(message("70", "what is this?", vec![photo.clone()])).await;
        let told = mara.hears("I keep “photo.jpg”, but my language model sees no pictures.").await;
        assert!(told.contains("A chair."), "{told}");
        office.sees_and_listens();
        mara.happens(message("71", "what is this now?", vec![photo])).await;
        mara.hears("A chair.").await;
        assert!(office.asked_of_the_model().last().unwrap().contains("pictures"));
    }
}

async fn what_cannot_be_read_says_what_to_send_instead() {
    for platform in CHATS {
        let (office, mara) = careful(platform).await;
        let locked = mara.has("contract.pdf", FileKind::Document, b"locked");
        mara.happens(message("70", "", vec![locked])).await;
        mara.hears("“contract.pdf” wants a password, so I can't read it. Send it without one, or paste the text.")
            .await;
        mara.hears_nothing();
        let empty = mara.has("empty.txt", FileKind::Document, b"");
        let film = Attachment { bytes: 2_000_000_000, ..mara.has("film.mp4", FileKind::Video, b"") };
        let large = Attachment { bytes: 2_000_000_000, ..mara.has("all.pdf", FileKind::Document, b"x") };
        let program = mara.has("setup.exe", FileKind::Document, &[0x4d, 0x5a, 0xff]);
        let layers = mara.has("layers.zip", FileKind::Document, &[0x50, 0x4b, 0x03, 0x04, 0xff]);
        let broken = mara.has("broken.jpg", FileKind::Picture, &[0xff]);
        let gone = Attachment { handle: "lost".to_owned(), ..mara.has("old.txt", FileKind::Document, b"x") };
        let files = vec![empty, film, large, program, layers, broken, gone];
        mara.happens(message("71", "look at these", files)).await;
        let told = mara.hears("There is nothing in “empty.txt”.").await;
        for part in [
            "I can't watch “film.mp4”",
            "I can't take “all.pdf”: a file may have 20 MB",
            "I can't read “setup.exe” and “layers.zip”. Send me text",
            "I can't open “broken.jpg”; it seems to be damaged.",
            "I could not get “old.txt”. Please send it again.",
        ] {
            assert!(told.contains(part), "{part}\n{told}");
        }
        mara.hears("Here is what I'll do").await;
        assert_eq!(office.ticket(1).await.idea, "look at these");
    }
}

async fn files_and_words_within_seconds_are_one_request() {
    for platform in CHATS {
        let (office, mara) = careful(platform).await;
        let file = |name: &str, album: Option<&str>| Attachment {
            album: album.map(str::to_owned),
            ..mara.has(name, FileKind::Document, name.as_bytes())
        };
        let photo = mara.sending(message("70", "", vec![file("a.txt", None)]));
        let words = mara.sending(message("71", "summarise this", Vec::new()));
        office.at_once(&[photo, words]).await;
        office.settle().await;
        mara.hears("Here is what I'll do").await;
        mara.hears_nothing();
        assert_eq!(
            (office.ticket(1).await.received.len(), office.ticket(1).await.idea.as_str()),
            (1, "summarise this")
        );
        office.advance(TimeDelta::minutes(1)).await;
        let words = mara.sending(message("75", "read this out", Vec::new()));
        let behind = mara.sending(message("76", "", vec![file("behind.txt", None)]));
        office.at_once(&[words, behind]).await;
        office.settle().await;
        mara.hears("Here is what I'll do").await;
        mara.hears_nothing();
        assert_eq!((office.ticket(2).await.received.len(), office.ticket(2).await.idea.as_str()), (1, "read this out"));
        office.advance(TimeDelta::minutes(1)).await;
        // In Discord the files of an album are those of one message.
        let album = if platform == Telegram {
            let words = mara.sending(message("80", "describe these", vec![file("b.txt", Some("7"))]));
            let second = mara.sending(message("81", "", vec![file("c.txt", Some("7"))]));
            let third = mara.sending(message("82", "", vec![file("d.txt", Some("7"))]));
            vec![words, second, third]
        } else {
            let files = ["b.txt", "c.txt", "d.txt"].map(|name| file(name, None));
            vec![mara.sending(message("80", "describe these", files.to_vec()))]
        };
        office.at_once(&album).await;
        office.settle().await;
        mara.hears("Here is what I'll do").await;
        mara.hears_nothing();
        assert_eq!(office.ticket(3).await.received.len(), 3);
    }
}

async fn a_paste_that_was_cut_and_a_comment_are_one_message() {
    for (platform, sizes) in [(Telegram, vec![4_096, 2_700]), (Discord, vec![2_000, 2_000, 300])] {
        let (office, mara) = careful(platform).await;
        office.reads(|_| idea("Pens and paper").risk(0.9).into());
        let piece = |(at, size): (usize, &usize)| message(&format!("{}", 70 + at), &"x".repeat(*size), Vec::new());
        let pieces: Vec<_> = sizes.iter().enumerate().map(|one| mara.sending(piece(one))).collect();
        office.at_once(&pieces).await;
        office.settle().await;
        mara.hears("Here is what I'll do").await;
        mara.hears_nothing();
        // Cut at the limit within a word, they are one word again.
        assert_eq!(office.ticket(1).await.idea, "x".repeat(sizes.iter().sum()));
        office.advance(TimeDelta::minutes(1)).await;
        let comment = mara.sending(message("80", "Are any of these below 5 EUR?", Vec::new()));
        let offers = mara.sending(passed_on_of_bob("81", "Pens 4 EUR, paper 6 EUR"));
        office.at_once(&[comment, offers]).await;
        office.settle().await;
        mara.hears("Here is what I'll do").await;
        mara.hears_nothing();
        let ticket = office.ticket(2).await;
        let [offers] = ticket.refers.as_slice() else { panic!("{:?}", ticket.refers) };
        assert_eq!(
            (ticket.idea.as_str(), offers.who.as_str(), offers.text.as_str()),
            ("Are any of these below 5 EUR?", "Bob", "Pens 4 EUR, paper 6 EUR")
        );
        assert!(ticket.read.contains(&Source::Forwarded));
    }
}

async fn a_piece_behind_the_answer_is_added_to_what_it_belongs_to() {
    for platform in CHATS {
        let (office, mara) = careful(platform).await;
        let comment = mara.sending(message("70", "Are any of these below 5 EUR?", Vec::new()));
        office.at_once(std::slice::from_ref(&comment)).await;
        office.settle().await;
        mara.hears("Here is what I'll do").await;
        let mut offers = mara.sending(passed_on("71", "Pens 4 EUR, paper 6 EUR"));
        offers.sent_at = comment.sent_at;
        office.at_once(&[offers]).await;
        office.settle().await;
        mara.hears("#1 Noted, a new version follows.").await;
        mara.hears("Here is what I'll do").await;
        mara.hears_nothing();
        assert!(office.ticket(1).await.read.contains(&Source::Forwarded));
        office.advance(TimeDelta::minutes(1)).await;
        let words = mara.sending(message("80", "check this contract", Vec::new()));
        office.at_once(std::slice::from_ref(&words)).await;
        office.settle().await;
        mara.hears("Here is what I'll do").await;
        let contract = mara.has("contract.txt", FileKind::Document, b"The rent is 900 EUR");
        let mut behind = mara.sending(message("81", "", vec![contract]));
        behind.sent_at = words.sent_at;
        office.at_once(&[behind]).await;
        office.settle().await;
        mara.hears("#2 Noted, a new version follows.").await;
        mara.hears("Here is what I'll do").await;
        mara.hears_nothing();
        assert_eq!(office.ticket(2).await.received[0].name, "contract.txt");
    }
}

async fn a_caption_with_a_command_takes_the_file_along() {
    for platform in CHATS {
        let (office, mara) = careful(platform).await;
        let photo = mara.has("plants.txt", FileKind::Document, b"three plants");
        let order = |id: &str, (name, args): (&str, &str), attachments, refers: Vec<Referred>| Content::Command {
            message: Some(id.to_owned()),
            name: name.to_owned(),
            args: args.to_owned(),
            reply_to: (!refers.is_empty()).then(|| "69".to_owned()),
            attachments,
            refers,
        };
        mara.happens(order("70", ("new", "water the plants"), vec![photo], Vec::new())).await;
        mara.hears("#1 “water the plants” Got it.").await;
        mara.hears("Here is what I'll do").await;
        assert_eq!(office.ticket(1).await.received[0].name, "plants.txt");
        // In a reply to somebody it takes their file and their words along, as typed words do.
        let offer = mara.has("offer.pdf", FileKind::Document, b"Offer: 3 chairs for 90 EUR");
        let bob = of_bob(Reference::Reply, "", vec![offer]);
        mara.happens(order("71", ("new", "summarise this"), Vec::new(), vec![bob])).await;
        mara.hears("#2 “summarise this” Got it.").await;
        mara.hears("Here is what I'll do").await;
        let ticket = office.ticket(2).await;
        assert!(ticket.received[0].of_others && ticket.read.contains(&Source::File("offer.pdf".to_owned())));
        let wanted = of_bob(Reference::Reply, "We need 40 chairs by Friday", Vec::new());
        mara.happens(order("72", ("ask", "make a plan from this"), Vec::new(), vec![wanted.clone()])).await;
        mara.hears("Here is what I'll do").await;
        assert_eq!(office.ticket(3).await.refers, std::slice::from_ref(&wanted));
        let put = office.asked_of_the_model().join("\n");
        assert!(put.contains(&wanted.text) && put.contains("Offer: 3 chairs for 90 EUR"), "{put}");
    }
}

async fn a_reply_to_somebody_takes_their_words_along() {
    for platform in CHATS {
        let (office, _) = careful(platform).await;
        let shop = shop(&office, platform).await;
        let kim = office.member("Kim", platform, Role::Requester).await.in_group(&shop);
        let wanted = "We need 40 chairs by Friday";
        kim.happens(about_bob("70", "make a plan from this", Reference::Reply, wanted, Vec::new())).await;
        at_the_idea(&kim).hears("Here is what I'll do").await;
        let ticket = office.ticket(1).await;
        assert_eq!((ticket.idea.as_str(), ticket.refers.len()), ("make a plan from this", 1));
        let put = office.asked_of_the_model().join("\n");
        assert!(put.contains(wanted) && put.contains("Bob"), "{put}");
        let offer = kim.has("offer.txt", FileKind::Document, b"Offer: 3 chairs for 90 EUR");
        kim.happens(about_bob("71", "summarise this", Reference::Reply, "", vec![offer])).await;
        at_the_idea(&kim).hears("Here is what I'll do").await;
        let ticket = office.ticket(2).await;
        assert_eq!((ticket.idea.as_str(), ticket.received.len()), ("summarise this", 1));
        assert!(ticket.received[0].of_others && ticket.read.contains(&Source::File("offer.txt".to_owned())));
        assert!(office.asked_of_the_model().join("\n").contains("Offer: 3 chairs for 90 EUR"));
    }
}

async fn whatever_a_message_carries_reaches_the_model() {
    for platform in CHATS {
        let (office, mara) = careful(platform).await;
        office.means("", |_| Intent::Reply { text: "I see.".to_owned() });
        let page = Referred {
            how: Reference::Preview,
            who: String::new(),
            own: false,
            text: "https://example.org/b".to_owned(),
            attachments: Vec::new(),
        };
        let zoe = Referred { who: "Zoe".to_owned(), ..of_bob(Reference::Forward, "", Vec::new()) };
        for (content, wanted) in [
            (
                message("70", "Read this article (https://example.org/a) and tell me…", Vec::new()),
                "(https://example.org/a)",
            ),
            (message("71", "Contact: Bo Lee, +49 30 1", Vec::new()), "Bo Lee, +49 30 1"),
            (message("72", "Location: 52.5200, 13.4050 — Café, Main Street 1", Vec::new()), "52.5200, 13.4050"),
            (about_bob("73", "how much is that?", Reference::Quote, "40 chairs", Vec::new()), "40 chairs"),
            (carrying("74", "is it any good?", (Vec::new(), vec![page], false)), "https://example.org/b"),
            // What the adapter makes of embeds alone.
            (passed_on("75", "Spring offer\nChairs, 4.50 EUR"), "Chairs, 4.50 EUR"),
            (carrying("76", "Tables, 90 EUR", (Vec::new(), vec![zoe], true)), "Zoe"),
        ] {
            mara.happens(content).await;
            mara.hears("I see.").await;
            let put = office.asked_of_the_model().pop().unwrap();
            assert!(put.contains(wanted), "{wanted}\n{put}");
        }
        mara.hears_nothing();
    }
}

async fn a_secret_in_a_file_is_hidden_as_in_words() {
    let office = Office::on_file().await;
    let secrets = pasted();
    let all = secrets.iter().map(|secret| as_pasted(secret)).collect::<Vec<_>>().join(" and\n");
    office.works(|input| match input.steps.last() {
        None => call("read_file", json!({"path": "received/keys.txt", "from": null})),
        Some(step) => {
            assert!(step.result.contains("[hidden: "), "{}", step.result);
            said("Nobody needs them.")
        }
    });
    office.means("how many", |_| Intent::Reply { text: "These are some.".to_owned() });
    for (name, platform) in [("Mara", Telegram), ("Kim", Discord)] {
        let person = office.owner(name, platform).await;
        let keys = person.has("keys.txt", FileKind::Document, all.as_bytes());
        person.happens(message("70", "what are these for?", vec![keys])).await;
        person.hears("Part of that looked like an access token or a key. I hid it").await;
        person.hears("▸").await;
        person.hears("Take offer C").await;
        let more = person.has("more.txt", FileKind::Document, all.as_bytes());
        person.happens(message("71", "how many are these?", vec![more])).await;
        let told = person.hears("These are some.").await;
        assert!(told.starts_with("Part of that looked like an access token or a key. I hid it"), "{told}");
    }
    let (put, told) = (office.asked_of_the_model().join("\n"), office.transcript());
    assert!(put.contains("[hidden: "), "{put}");
    for secret in &secrets {
        assert!(!put.contains(secret) && !told.contains(secret), "{secret} was passed on");
        assert!(!office.database_has(secret), "{secret} is in the database");
    }
}

async fn a_mention_by_an_edit_counts_once() {
    for platform in CHATS {
        let (office, _) = careful(platform).await;
        office.means("sum of 2 and 3", |_| Intent::Reply { text: "That is 5.".to_owned() });
        let shop = shop(&office, platform).await;
        let kim = office.member("Kim", platform, Role::Requester).await.in_group(&shop);
        kim.says("what is the sum of 2 and 3?").await;
        kim.hears_nothing();
        let edited = || Content::Edited {
            message: "500".to_owned(),
            text: "what is the sum of 2 and 3?".to_owned(),
            addressed: true,
        };
        kim.happens(edited()).await;
        kim.hears("That is 5.").await;
        kim.happens(edited()).await;
        kim.hears_nothing();
    }
}

async fn files_of_a_ticket_are_listed_and_sent() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("/files 1").await;
    mara.hears("I don't know a ticket #1.").await;
    office.reads(|_| idea("The letter").no_tasks().task("t1", "writer", "Write it", &[]).into());
    office.works(|input| match input.steps.len() {
        written @ 0..12 => {
            call("write_file", json!({"path": format!("part{written}.md"), "text": format!("Part {written}")}))
        }
        _ => said("Twelve parts are written."),
    });
    let offer = mara.has("offer.txt", FileKind::Document, b"chairs");
    mara.happens(message("70", "write it up in twelve files", vec![offer])).await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
    mara.hears("<files-1.zip").await;
    mara.says("/files 1").await;
    let listed = mara.hears("#1 has 13 files:").await;
    assert!(listed.contains("part3.md") && listed.contains("offer.txt"), "{listed}");
    mara.hears("<files-1.zip").await;
    mara.hears_nothing();
}
