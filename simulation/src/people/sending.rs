//! People who send files: texts, broken and large ones, the pages of an album one by one, voice notes; with words and without.
//! In some lives only.

use crate::chance::Chance;
use crate::outside::files::{BROKEN, LARGE};
use crate::people::acting::{hand_in, seat};
use crate::people::cast;
use crate::world::World;
use secretary::secretary::inbound::{Attachment, ChatKind, Content, FileKind};
use secretary::secretary::received::MOST_BYTES;

/// What people say about a file.
const CAPTIONS: [&str; 3] =
    ["Summarise this for the board, please", "Compare these offers and name the best", "thanks"];

/// What is sent.
const SORTS: [(&str, &str); 5] = [("text", "txt"), (BROKEN, "pdf"), (LARGE, "txt"), ("page", "txt"), ("voice", "ogg")];
/// Which of these is the page of an album.
const PAGE: usize = 3;

/// Somebody sends a file now and then. False if nobody does.
pub fn send(world: &mut World) -> bool {
    let (who, sort) = {
        let mut around = world.around.lock();
        if !around.chance.in_thousand(120) {
            return false;
        }
        (around.chance.weighted(&[30, 20, 25, 15, 5, 5]), around.chance.weighted(&[35, 15, 15, 15, 20]))
    };
    let Some(player) = world.players.get(who).cloned() else { return true };
    let (seat, addressed, files) = {
        let mut around = world.around.lock();
        let seat = seat(&mut around.chance, &player);
        let addressed = around.chance.in_thousand(700);
        let count = if sort == PAGE { 2 + around.chance.below(2) } else { 1 };
        let album = (sort == PAGE).then(|| format!("album-{}", around.board.number()));
        let mut files = Vec::new();
        for _ in 0..count {
            let message = around.board.number();
            let file = Attachment { album: album.clone(), ..file(&mut around.chance, sort, message) };
            let said = around.chance.of(&CAPTIONS).copied().filter(|_| around.chance.in_thousand(500));
            files.push((message, said.unwrap_or_default(), file));
        }
        (seat, addressed, files)
    };
    let Some((account, place)) = seat else { return true };
    for (message, said, file) in files {
        let content = Content::Text {
            message: message.to_string(),
            text: said.to_owned(),
            addressed: addressed || place.kind == ChatKind::Direct,
            reply_to: None,
            attachments: vec![file],
            forwarded: false,
            refers: Vec::new(),
        };
        hand_in(world, &place, cast::sender(&player, &account), content);
    }
    true
}

/// The file of a message. Of a large one the platform says so, or not.
fn file(chance: &mut Chance, sort: usize, message: u64) -> Attachment {
    let (begin, ending) = SORTS.get(sort).copied().unwrap_or_default();
    let large = begin == LARGE && chance.in_thousand(500);
    let voice = ending == "ogg";
    Attachment {
        name: format!("{begin}-{message}.{ending}"),
        handle: format!("file-{message}"),
        bytes: if large { MOST_BYTES + 1 } else { 900 },
        album: None,
        kind: if voice { FileKind::Voice } else { FileKind::Document },
        media_type: None,
        seconds: voice.then_some(7),
    }
}
