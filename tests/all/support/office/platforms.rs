//! What the platforms do, and what stands and was said there.

use crate::support::doubles::board::{Mishap, Standing};
use crate::support::office::Office;
use secretary::ports::chat::ChatError;
use secretary::secretary::inbound::{Place, Platform};
use std::collections::VecDeque;

impl Office {
    /// How often the typing sign was shown in a chat so far.
    pub fn typed(&self, place: &Place) -> usize {
        self.0.board.state().typing.iter().filter(|shown| shown.chat == place.chat).count()
    }

    /// The messages of a chat on which it was shown that they are kept, each time.
    pub fn receipts(&self, place: &Place) -> Vec<String> {
        let state = self.0.board.state();
        let here = state.receipts.iter().filter(|(shown, _)| shown.chat == place.chat);
        let texts = here.map(|(_, id)| state.messages.iter().find(|m| m.id == *id).map(|m| m.text.clone()));
        texts.map(|text| text.expect("a message that stands there")).collect()
    }

    /// The next calls of a platform go wrong like this.
    pub fn mishaps(&self, platform: Platform, mishaps: impl IntoIterator<Item = ChatError>) {
        let list: VecDeque<Mishap> = mishaps.into_iter().map(Mishap::Says).collect();
        self.0.board.state().mishaps.insert(platform, list);
    }

    /// The next message of a platform arrives, and the answer does not.
    pub fn loses_next_answer(&self, platform: Platform) {
        self.0.board.state().mishaps.insert(platform, VecDeque::from([Mishap::LosesAnswer]));
    }

    /// The next post with these words on a platform goes wrong: it answers with this, or nobody hears the answer.
    pub fn loses(&self, platform: Platform, words: &str, answer: Option<ChatError>) {
        let mishap = answer.map_or(Mishap::LosesAnswer, Mishap::Says);
        self.0.board.state().losses.push((platform, words.to_owned(), mishap));
    }

    /// The file of this name that was sent last.
    pub fn file(&self, name: &str) -> String {
        let state = self.0.board.state();
        let found = state.files.iter().rev().find(|file| file.name == name);
        found.unwrap_or_else(|| panic!("no file {name} was sent")).text.clone()
    }

    /// From now on the process dies whenever it posts these words.
    pub fn dies_posting(&self, words: &str) {
        self.0.board.state().deadly = Some(words.to_owned());
    }

    /// From now on every call to a platform comes to this, or it works again.
    pub fn is_down(&self, platform: Platform, answer: Option<ChatError>) {
        let mut state = self.0.board.state();
        match answer {
            Some(error) => drop(state.down.insert(platform, error)),
            None => drop(state.down.remove(&platform)),
        }
    }

    /// A chat cannot be reached any more.
    pub fn blocks(&self, place: &Place) {
        self.0.board.state().gone.push(place.chat.clone());
    }

    /// A chat can be reached again.
    pub fn unblocks(&self, place: &Place) {
        self.0.board.state().gone.retain(|c| c != &place.chat);
    }

    /// A chat gets a new id; calls with the old one are told so.
    pub fn moves(&self, place: &Place, to: &str) {
        self.0.board.state().moved.insert(place.chat.clone(), to.to_owned());
    }

    /// Every message as it stands, wherever it is.
    pub fn stands(&self) -> Vec<Standing> {
        self.0.board.state().messages.clone()
    }

    /// Everything said so far.
    pub fn transcript(&self) -> String {
        self.0.board.transcript()
    }

    /// The whole conversation is exactly this, but for the indentation. After a crash on the way it may have taken other
    /// steps; that it ends the same is checked then.
    #[track_caller]
    pub fn went(&self, wanted: &str) {
        if self.0.fuse.blown() > 0 {
            return;
        }
        let tidy = |text: &str| {
            let lines: Vec<&str> = text.trim_matches('\n').trim_end().lines().collect();
            let margin = |l: &&&str| l.len() - l.trim_start().len();
            let least = lines.iter().filter(|l| !l.trim().is_empty()).map(|l| margin(&l)).min().unwrap_or(0);
            lines.iter().map(|l| l.get(least..).unwrap_or("").trim_end()).collect::<Vec<_>>().join("\n")
        };
        let (wanted, got) = (tidy(wanted), tidy(&self.transcript()));
        assert!(wanted == got, "the conversation went otherwise:\n----\n{got}\n----\nwanted:\n----\n{wanted}\n----");
    }
}
