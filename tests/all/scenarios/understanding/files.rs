//! What people send besides words, and messages that arrive in pieces: files, pictures, recordings, albums, long pastes,
//! comments with what they are about.

use crate::support::{Content, Discord, Office, Purposes, Role, Telegram, TimeDelta, Voice, call, idea, said};
use secretary::secretary::inbound::{Attachment, FileKind, Reference, Referred};
use secretary::secretary::intent::Intent;
use secretary::secretary::policy::Source;
use serde_json::json;

stories![
    a_file_without_words_is_asked_about_and_words_take_it_along,
    a_file_and_its_words_reach_the_agent,
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
    a_mention_by_an_edit_counts_once,
    files_of_a_ticket_are_listed_and_sent,
];

/// A message with these words and files.
fn message(id: &str, text: &str, files: Vec<Attachment>) -> Content {
    Content::Text {
        message: id.to_owned(),
        text: text.to_owned(),
        addressed: true,
        reply_to: None,
        attachments: files,
        forwarded: false,
        refers: Vec::new(),
    }
}

fn passed_on(id: &str, text: &str) -> Content {
    let Content::Text { message, text, addressed, reply_to, attachments, refers, .. } = message(id, text, Vec::new())
    else {
        unreachable!()
    };
    Content::Text { message, text, addressed, reply_to, attachments, refers, forwarded: true }
}

/// An office whose ideas stop at the card.
async fn careful() -> (Office, Voice) {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.reads(|input| idea(&input.idea).risk(0.9).into());
    (office, mara)
}

async fn a_file_without_words_is_asked_about_and_words_take_it_along() {
    let (office, mara) = careful().await;
    let offer = mara.has("offer.pdf", FileKind::Document, b"Offer: 3 chairs for 90 EUR");
    mara.happens(message("70", "", vec![offer.clone()])).await;
    let asked = mara.hears("I have “offer.pdf”. What should I do with this? Press, or tell me.").await;
    assert!(asked.contains("[Summarise it]") && asked.contains("[Keep it]"), "{asked}");
    mara.says("compare it with our budget").await;
    mara.hears("Here is what I'll do").await;
    let ticket = office.ticket(1).await;
    assert_eq!(ticket.received[0].name, "offer.pdf");
    assert_eq!(ticket.received[0].beginning, "Offer: 3 chairs for 90 EUR");
    mara.happens(message("71", "", vec![offer])).await;
    mara.hears("I have “offer.pdf”.").await;
    mara.presses("Summarise it").await;
    mara.hears("Here is what I'll do").await;
    assert_eq!(office.ticket(2).await.received.len(), 1);
    let seen = office.asked_of_the_model().join("\n");
    assert!(seen.contains("Offer: 3 chairs for 90 EUR"), "{seen}");
}

async fn a_file_and_its_words_reach_the_agent() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
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
}

async fn a_recording_is_shown_and_understood_like_typed_words() {
    let (office, mara) = careful().await;
    let note = mara.has("voice.ogg", FileKind::Voice, b"remind me tomorrow at 9 to call Ana");
    mara.happens(message("70", "", vec![note.clone()])).await;
    mara.hears("I can't listen to “voice.ogg” here. Please type what you said.").await;
    office.sees_and_listens();
    mara.happens(message("71", "", vec![note])).await;
    mara.hears("🎤 remind me tomorrow at 9 to call Ana").await;
    mara.hears("call Ana").await;
    let silence = mara.has("quiet.ogg", FileKind::Voice, b"");
    mara.happens(message("72", "", vec![silence])).await;
    mara.hears("I hear nobody speak in “quiet.ogg”.").await;
}

async fn a_recording_that_cannot_be_heard_keeps_no_words_back() {
    let (office, mara) = careful().await;
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
    let (office, mara) = careful().await;
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
    let (office, mara) = careful().await;
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
    let (office, _) = careful().await;
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Discord, Role::Requester).await.in_group(&shop);
    let ana = office.member("Ana", Discord, Role::Requester).await.in_group(&shop);
    let offer = kim.has("offer.pdf", FileKind::Document, b"Offer: 3 chairs for 90 EUR");
    kim.happens(message("70", "", vec![offer])).await;
    kim.hears("I have “offer.pdf”.").await;
    ana.presses("Summarise it").await;
    ana.in_thread().hears("Here is what I'll do").await;
    assert!(office.ticket(1).await.received[0].of_others);
}

async fn a_picture_reaches_a_model_that_sees() {
    let (office, mara) = careful().await;
    office.means("what is this", |_| Intent::Reply { text: "A chair.".to_owned() });
    let photo = mara.has("photo.jpg", FileKind::Picture, &[0xff, 0xd8, 0xff, 1]);
    mara.happens(message("70", "what is this?", vec![photo.clone()])).await;
    mara.hears("I keep “photo.jpg”, but my language model sees no pictures.").await;
    mara.hears("A chair.").await;
    office.sees_and_listens();
    mara.happens(message("71", "what is this now?", vec![photo])).await;
    mara.hears("A chair.").await;
    assert!(office.asked_of_the_model().last().unwrap().contains("pictures"));
}

async fn what_cannot_be_read_says_what_to_send_instead() {
    let (_, mara) = careful().await;
    let locked = mara.has("contract.pdf", FileKind::Document, b"locked");
    mara.happens(message("70", "", vec![locked])).await;
    mara.hears("“contract.pdf” wants a password, so I can't read it. Send it without one, or paste the text.").await;
    mara.hears_nothing();
    let empty = mara.has("empty.txt", FileKind::Document, b"");
    let film = Attachment { bytes: 2_000_000_000, ..mara.has("film.mp4", FileKind::Video, b"") };
    let program = mara.has("setup.exe", FileKind::Document, &[0x4d, 0x5a, 0xff]);
    let gone = Attachment { handle: "lost".to_owned(), ..mara.has("old.txt", FileKind::Document, b"x") };
    mara.happens(message("71", "look at these", vec![empty, film, program, gone])).await;
    let told = mara.hears("There is nothing in “empty.txt”.").await;
    for part in
        ["I can't watch “film.mp4”", "I can't read “setup.exe”", "I could not get “old.txt”. Please send it again."]
    {
        assert!(told.contains(part), "{told}");
    }
    mara.hears("Here is what I'll do").await;
}

async fn files_and_words_within_seconds_are_one_request() {
    let (office, mara) = careful().await;
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
    assert_eq!((office.ticket(1).await.received.len(), office.ticket(1).await.idea.as_str()), (1, "summarise this"));
    office.advance(TimeDelta::minutes(1)).await;
    let words = mara.sending(message("80", "describe these", vec![file("b.txt", Some("7"))]));
    let second = mara.sending(message("81", "", vec![file("c.txt", Some("7"))]));
    let third = mara.sending(message("82", "", vec![file("d.txt", Some("7"))]));
    office.at_once(&[words, second, third]).await;
    office.settle().await;
    mara.hears("Here is what I'll do").await;
    mara.hears_nothing();
    assert_eq!(office.ticket(2).await.received.len(), 3);
}

async fn a_paste_that_was_cut_and_a_comment_are_one_message() {
    let (office, mara) = careful().await;
    let first = mara.sending(message("70", &"x".repeat(4_096), Vec::new()));
    let rest = mara.sending(message("71", &"y".repeat(2_700), Vec::new()));
    office.at_once(&[first, rest]).await;
    office.settle().await;
    mara.hears("Here is what I'll do").await;
    mara.hears_nothing();
    assert_eq!(office.ticket(1).await.idea.chars().count(), 6_796);
    office.advance(TimeDelta::minutes(1)).await;
    let comment = mara.sending(message("80", "Are any of these below 5 EUR?", Vec::new()));
    let offers = mara.sending(passed_on("81", "Pens 4 EUR, paper 6 EUR"));
    office.at_once(&[comment, offers]).await;
    office.settle().await;
    mara.hears("Here is what I'll do").await;
    mara.hears_nothing();
    let ticket = office.ticket(2).await;
    assert_eq!(
        (ticket.idea.as_str(), ticket.refers[0].text.as_str()),
        ("Are any of these below 5 EUR?", "Pens 4 EUR, paper 6 EUR")
    );
    assert!(ticket.read.contains(&Source::Forwarded));
}

async fn a_piece_behind_the_answer_is_added_to_what_it_belongs_to() {
    let (office, mara) = careful().await;
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
}

async fn a_caption_with_a_command_takes_the_file_along() {
    let (office, mara) = careful().await;
    let photo = mara.has("plants.txt", FileKind::Document, b"three plants");
    mara.happens(Content::Command {
        message: Some("70".to_owned()),
        name: "new".to_owned(),
        args: "water the plants".to_owned(),
        reply_to: None,
        attachments: vec![photo],
        refers: Vec::new(),
    })
    .await;
    mara.hears("#1 “water the plants” Got it.").await;
    mara.hears("Here is what I'll do").await;
    assert_eq!(office.ticket(1).await.received[0].name, "plants.txt");
}

async fn a_reply_to_somebody_takes_their_words_along() {
    let (office, _) = careful().await;
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Discord, Role::Requester).await.in_group(&shop);
    let words = "We need 40 chairs by Friday".to_owned();
    let bob =
        Referred { how: Reference::Reply, who: "Bob".to_owned(), own: false, text: words, attachments: Vec::new() };
    kim.happens(Content::Text {
        message: "70".to_owned(),
        text: "make a plan from this".to_owned(),
        addressed: true,
        reply_to: Some("69".to_owned()),
        attachments: Vec::new(),
        forwarded: false,
        refers: vec![bob],
    })
    .await;
    kim.in_thread().hears("Here is what I'll do").await;
    let ticket = office.ticket(1).await;
    assert_eq!((ticket.idea.as_str(), ticket.refers.len()), ("make a plan from this", 1));
    let put = office.asked_of_the_model().join("\n");
    assert!(put.contains("We need 40 chairs by Friday") && put.contains("Bob"), "{put}");
}

async fn a_mention_by_an_edit_counts_once() {
    let (office, _) = careful().await;
    office.means("sum of 2 and 3", |_| Intent::Reply { text: "That is 5.".to_owned() });
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Discord, Role::Requester).await.in_group(&shop);
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
