//! Somebody at a place: what they do and what they hear there.

use super::office::Office;
use crate::support::doubles::board::{Standing, labels};
use crate::support::doubles::inbound::{self, Account};
use secretary::ports::inbox::{Ack, Intake};
use secretary::ports::web::overview::Overview;
use secretary::secretary::inbound::{Attachment, ChatKind, Content, FileKind, Inbound, Place, Platform};
use secretary::secretary::message::{Block, Span};

/// Somebody at a place.
#[derive(Clone)]
pub struct Voice {
    pub(super) office: Office,
    pub who: Account,
    pub place: Place,
}

impl Voice {
    /// The same person in a group.
    pub fn in_group(&self, place: &Place) -> Self {
        Self { place: place.clone(), ..self.clone() }
    }

    /// The same person in the thread opened last.
    pub fn in_thread(&self) -> Self {
        let place = self.office.0.board.state().threads.last().cloned().expect("no thread was opened");
        self.in_group(&place)
    }

    /// The same person, posting anonymously.
    pub fn anonymously(&self) -> Self {
        let mut same = self.clone();
        same.who.anonymous = true;
        same
    }

    /// The same person with a client in this language.
    pub fn speaking(&self, language: &str) -> Self {
        let mut same = self.clone();
        same.who.language = Some(language.to_owned());
        same
    }

    /// The same person with a browser that reports this zone.
    pub fn browsing_in(&self, zone: &str) -> Self {
        let mut same = self.clone();
        same.who.zone = Some(zone.to_owned());
        same
    }

    /// The same person with this role on the server.
    pub fn with_role(&self, role: &str) -> Self {
        let mut same = self.clone();
        same.who.roles = vec![role.to_owned()];
        same
    }

    /// The text of a note of their own.
    pub async fn note(&self, title: &str) -> Option<String> {
        self.office.note_of(&self.who, title).await
    }

    /// Says something, in a group to nobody in particular.
    pub async fn says(&self, text: &str) {
        self.speaks(text, self.place.kind == ChatKind::Direct, None).await;
    }

    /// Says something to the secretary.
    pub async fn mentions(&self, text: &str) {
        self.speaks(text, true, None).await;
    }

    /// Writes for the first time, which makes their direct chat one that is known.
    pub async fn shows_up(&self) {
        self.says("/list").await;
        self.hears_all();
    }

    /// Wants what most stories are about: three offers compared. The work begins.
    pub async fn wants_offers(&self) {
        self.says("compare three hosting offers").await;
        self.hears_progress().await;
    }

    /// Replies to the newest message here that contains `quote`.
    pub async fn replies(&self, quote: &str, text: &str) {
        let to = self.find(quote).id;
        self.speaks(text, true, Some(to)).await;
    }

    async fn speaks(&self, text: &str, addressed: bool, reply_to: Option<String>) {
        let at = self.office.tick();
        let shown: String = if text.chars().count() > 300 { text.chars().take(40).collect() } else { text.to_owned() };
        let id = self.office.0.board.state().put(&self.place, &self.who.name, shown, Vec::new(), String::new());
        let content = inbound::typed(id, text, addressed, reply_to);
        self.arrives(content, at).await;
    }

    /// Edits their own newest message that contains `before`.
    pub async fn edits(&self, before: &str, text: &str) {
        let at = self.office.tick();
        let message = self.find_of(&self.who.name, before).id;
        self.office.0.board.state().say(&self.place, format!("{} (edits): {text}", self.who.name));
        let addressed = self.place.kind == ChatKind::Direct;
        self.arrives(Content::Edited { message, text: text.to_owned(), addressed }, at).await;
    }

    /// Sends a command from the platform's menu, which shows that an answer comes. Whether one took its place.
    pub async fn slash(&self, line: &str) -> bool {
        let (inbound, handle) = self.slashed(line);
        let told = !self.acknowledged(inbound).await.is_empty();
        told || self.took_its_place(&handle)
    }

    /// The same, decided so long after it was sent that nobody waits to give a short answer. Whether one took its place.
    pub async fn slash_late(&self, line: &str, by: chrono::TimeDelta) -> bool {
        let (mut inbound, handle) = self.slashed(line);
        inbound.sent_at -= by;
        self.office.arrives(inbound).await;
        self.took_its_place(&handle)
    }

    fn slashed(&self, line: &str) -> (Inbound, String) {
        let at = self.office.tick();
        let (name, args) = line.split_once(' ').unwrap_or((line, ""));
        let content = Content::Command {
            message: None,
            name: name.to_owned(),
            args: args.to_owned(),
            reply_to: None,
            attachments: Vec::new(),
            refers: Vec::new(),
        };
        let mut inbound = self.event(content, at);
        let handle = format!("handle {}", inbound.event);
        inbound.handle = Some(handle.clone());
        self.office.0.board.state().say(&self.place, format!("{} sends /{line}", self.who.name));
        (inbound, handle)
    }

    fn took_its_place(&self, handle: &str) -> bool {
        self.office.0.board.state().messages.iter().any(|m| m.handle.as_deref() == Some(handle))
    }

    /// What the platform offers to complete these letters of a ticket by.
    pub async fn completes(&self, letters: &str) -> Vec<String> {
        let asker = self.event(inbound::typed(String::new(), "/show", true, None), self.office.now());
        self.office.engine().suggest(&asker, letters).await.into_iter().map(|(_, label)| label).collect()
    }

    /// What the page of the web chat would show this person, from here, of what goes on by itself, line by line.
    pub async fn overview(&self) -> String {
        let asker = self.event(inbound::typed(String::new(), "/flow", true, None), self.office.now());
        let sections = self.office.engine().overview(&asker).await.expect("the overview");
        let blocks = sections.iter().flat_map(|section| &section.items).flat_map(|item| &item.blocks);
        let lines = blocks.flat_map(|block| match block {
            Block::Table(rows) => rows.iter().map(|row| row.join(" | ")).collect::<Vec<String>>(),
            block => vec![block.spans().iter().map(Span::plain).collect::<String>()],
        });
        lines.collect::<Vec<String>>().join("\n")
    }

    /// Reads everything here, whatever it is.
    pub fn hears_all(&self) {
        let mut state = self.office.0.board.state();
        state.messages.iter_mut().filter(|m| m.place.chat == self.place.chat).for_each(|m| m.read = true);
    }

    /// Something else happens here: the chat moves, the bot is blocked.
    pub async fn happens(&self, content: Content) {
        let at = self.office.tick();
        self.arrives(content, at).await;
    }

    fn event(&self, content: Content, at: chrono::DateTime<chrono::Utc>) -> Inbound {
        let id = self.office.next_event();
        // As the adapter calls what is said on Telegram, where the number of a direct chat is that of the person.
        let named = self.place.platform == Platform::Telegram && self.place.kind == ChatKind::Direct;
        let id = if named { format!("m{}/{id}", self.place.chat) } else { id };
        inbound::event(id, &self.place, &self.who, content, at)
    }

    async fn arrives(&self, content: Content, at: chrono::DateTime<chrono::Utc>) {
        let inbound = self.event(content, at);
        self.office.arrives(inbound).await;
    }

    /// Will say this while an agent thinks about the task whose title contains `during`.
    pub fn says_meanwhile(&self, during: &str, text: &str) {
        let id = format!("meanwhile-{text}");
        let inbound = self.event(inbound::typed(id, text, true, None), self.office.now());
        self.office.0.mind.meanwhile.lock().unwrap().push((during.to_owned(), inbound));
    }

    /// The data of the newest button here whose label contains `label`.
    pub fn data(&self, label: &str) -> String {
        let state = self.office.0.board.state();
        let here = state.messages.iter().rev().filter(|m| m.place.chat == self.place.chat && !m.lost);
        let mut buttons = here.flat_map(|m| m.buttons.iter().flatten());
        let found = buttons.find(|b| b.label.contains(label)).map(|b| b.data.clone());
        drop(state);
        found.unwrap_or_else(|| panic!("no button “{label}” here:\n{}", self.office.transcript()))
    }

    /// Whether a button here has this label.
    pub fn offers(&self, label: &str) -> bool {
        let state = self.office.0.board.state();
        let here = state.messages.iter().filter(|m| m.place.chat == self.place.chat && !m.lost);
        here.flat_map(|m| m.buttons.iter().flatten()).any(|b| b.label.contains(label))
    }

    /// Presses the newest button here whose label contains `label`. Gives the short answer.
    pub async fn presses(&self, label: &str) -> String {
        let data = self.data(label);
        self.presses_data(&data, label).await
    }

    /// Presses the newest button here with this label at the very moment, for [`Office::at_once`].
    pub fn pressing(&self, label: &str) -> Inbound {
        let content = Content::Press { data: self.data(label), message: None };
        self.office.0.board.state().say(&self.place, format!("{} presses [{label}]", self.who.name));
        self.event(content, self.office.now())
    }

    /// Something that happens here at the very moment, for [`Office::at_once`].
    pub fn sending(&self, content: Content) -> Inbound {
        self.event(content, self.office.now())
    }

    /// A file that they have on their device: the platform keeps it under its name.
    pub fn has(&self, name: &str, kind: FileKind, bytes: &[u8]) -> Attachment {
        self.office.0.board.state().uploads.insert(name.to_owned(), bytes.to_vec());
        let bytes = bytes.len() as u64;
        let (name, handle) = (name.to_owned(), name.to_owned());
        Attachment { name, handle, bytes, album: None, kind, media_type: None, seconds: None }
    }

    /// Says something to the secretary at the very moment, for [`Office::at_once`].
    pub fn saying(&self, text: &str) -> Inbound {
        let id =
            self.office.0.board.state().put(&self.place, &self.who.name, text.to_owned(), Vec::new(), String::new());
        self.event(inbound::typed(id, text, true, None), self.office.now())
    }

    /// The messages of the secretary here that contain this, also those it does not know to have arrived, oldest first.
    pub fn copies(&self, quote: &str) -> Vec<Standing> {
        let state = self.office.0.board.state();
        let here = state.messages.iter().filter(|m| m.place.chat == self.place.chat && m.who == "Bot");
        // What a crash alone made stand twice is no matter of the story.
        let twice = |m: &Standing| m.cut && state.messages.iter().any(|other| other.again && other.key == m.key);
        here.filter(|m| m.text.contains(quote) && !twice(m)).cloned().collect()
    }

    /// Whom the newest message of the secretary here that contained this when it came notifies.
    pub fn pings(&self, quote: &str) -> Vec<String> {
        let state = self.office.0.board.state();
        let mut here = state.messages.iter().rev().filter(|m| m.place.chat == self.place.chat && m.who == "Bot");
        here.find(|m| m.first.contains(quote)).expect("such a message").pings.clone()
    }

    /// Presses a button under this very message. Gives the short answer.
    pub async fn presses_under(&self, message: &Standing, label: &str) -> String {
        let mut buttons = message.buttons.iter().flatten();
        let data = buttons.find(|b| b.label.contains(label)).expect("such a button").data.clone();
        let at = self.office.tick();
        self.office.0.board.state().say(&self.place, format!("{} presses [{label}]", self.who.name));
        let content = Content::Press { data, message: Some(message.id.clone()) };
        self.acknowledged(self.event(content, at)).await
    }

    /// Presses a button with this data. Gives the short answer, empty if there is none.
    pub async fn presses_data(&self, data: &str, label: &str) -> String {
        let at = self.office.tick();
        self.office.0.board.state().say(&self.place, format!("{} presses [{label}]", self.who.name));
        let inbound = self.event(Content::Press { data: data.to_owned(), message: None }, at);
        if self.place.platform != Platform::Telegram
            && let Some(Ack::OpenForm { form, .. }) = self.office.engine().form(&inbound).await
        {
            self.office.0.board.state().say(&self.place, format!("  a form opens: {} {}", form.title, form.label));
            return form.title;
        }
        self.acknowledged(inbound).await
    }

    /// Opens the form behind the newest button here whose label contains `label`. Gives what is filled in already.
    pub async fn opens(&self, label: &str) -> String {
        let at = self.office.tick();
        let inbound = self.event(Content::Press { data: self.data(label), message: None }, at);
        match self.office.engine().form(&inbound).await {
            Some(Ack::OpenForm { form, .. }) => form.filled,
            Some(other) => panic!("no form opened: {other:?}"),
            None => panic!("no form opened:\n{}", self.office.transcript()),
        }
    }

    /// Fills in the form behind a button, or replies where the platform has no forms.
    pub async fn fills(&self, label: &str, text: &str) -> String {
        let data = self.data(label);
        let answer = self.presses_data(&data, label).await;
        if self.place.platform == Platform::Telegram {
            assert_eq!(answer, "", "it did not ask for words");
            self.hears("Reply").await;
            self.says(text).await;
            return answer;
        }
        assert!(answer.starts_with('#') || answer.ends_with('?'), "no form opened: {answer}");
        self.sends_form(&data, text).await
    }

    /// Sends a form that is open. Gives the short answer.
    pub async fn sends_form(&self, data: &str, text: &str) -> String {
        let at = self.office.tick();
        self.office.0.board.state().say(&self.place, format!("{} sends the form: {text}", self.who.name));
        let inbound = self.event(Content::Form { data: data.to_owned(), text: text.to_owned() }, at);
        self.acknowledged(inbound).await
    }

    async fn acknowledged(&self, inbound: Inbound) -> String {
        self.office.arrives(inbound.clone()).await;
        let answer = match self.office.engine().ack(&inbound).await {
            Ack::Toast(text) | Ack::RefusePrivately(text) => text,
            Ack::Defer => String::new(),
            Ack::OpenForm { form, .. } => form.title,
        };
        assert!(answer.chars().count() <= 200, "a toast is at most 200 characters: {answer}");
        if !answer.is_empty() {
            self.office.0.board.state().say(&self.place, format!("  ({answer})"));
        }
        answer
    }

    /// The next unread message here contains this. Gives the whole of it. Progress in Telegram may be missing after a
    /// crash: what nobody knows to have arrived is not sent again.
    #[track_caller]
    pub fn hears(&self, text: &str) -> std::future::Ready<String> {
        if text.contains('▸') && self.stumbled() && !self.progress_is_next() {
            return std::future::ready(String::new());
        }
        let next = {
            let mut state = self.office.0.board.state();
            let chat = &self.place.chat;
            if self.stumbled() {
                // Progress that came late is no news.
                let late = |m: &&mut Standing| {
                    let wanted = m.first.contains(text) || m.text.contains(text);
                    m.place.chat == *chat && m.first.contains('▸') && !wanted
                };
                state.messages.iter_mut().filter(late).for_each(|m| m.read = true);
            }
            // The receipt of a group, on which the thread opens, needs no line of its own in a story.
            let other =
                |m: &&mut Standing| !m.read && m.place.chat == *chat && m.is_receipt() && !m.first.contains(text);
            state.messages.iter_mut().filter(other).for_each(|m| m.read = true);
            state.messages.iter_mut().find(|m| !m.read && &m.place.chat == chat).map(|m| {
                m.read = true;
                (format!("{}{}", m.text, labels(&m.buttons)), m.first.contains(text))
            })
        };
        match next {
            Some((next, came)) if came || next.contains(text) => std::future::ready(next),
            Some((next, _)) => panic!("wanted “{text}”, heard “{next}”\n{}", self.office.transcript()),
            None => panic!("wanted “{text}”, heard nothing\n{}", self.office.transcript()),
        }
    }

    /// The next unread message here is progress.
    #[track_caller]
    pub fn hears_progress(&self) -> std::future::Ready<String> {
        self.hears("▸")
    }

    fn progress_is_next(&self) -> bool {
        let state = self.office.0.board.state();
        let next = state.messages.iter().find(|m| !m.read && m.place.chat == self.place.chat);
        next.is_some_and(|m| m.first.contains('▸'))
    }

    /// There was a crash, and this is the platform that forgets.
    fn stumbled(&self) -> bool {
        let crashes = self.office.0.restarts.load(std::sync::atomic::Ordering::SeqCst);
        crashes > 0 && self.place.platform == Platform::Telegram
    }

    /// Nothing unread is here.
    #[track_caller]
    pub fn hears_nothing(&self) {
        let state = self.office.0.board.state();
        let late = |m: &Standing| self.stumbled() && m.first.contains('▸');
        let here = |m: &&Standing| !m.read && m.place.chat == self.place.chat && !late(m) && !m.is_receipt();
        let unread = state.messages.iter().find(here).cloned();
        drop(state);
        assert!(unread.is_none(), "heard “{}”\n{}", unread.unwrap().text, self.office.transcript());
    }

    /// A message of the secretary here reads like this now.
    #[track_caller]
    pub fn reads(&self, text: &str) {
        assert!(self.finds(text), "nothing here reads “{text}” now:\n{}", self.office.transcript());
    }

    /// No message of the secretary here reads like this now.
    #[track_caller]
    pub fn lacks(&self, text: &str) {
        assert!(!self.finds(text), "something here reads “{text}” now:\n{}", self.office.transcript());
    }

    fn finds(&self, text: &str) -> bool {
        let state = self.office.0.board.state();
        let mut here = state.messages.iter().filter(|m| m.place.chat == self.place.chat && m.who == "Bot");
        here.any(|m| format!("{}{}", m.text, labels(&m.buttons)).contains(text))
    }

    fn find(&self, quote: &str) -> Standing {
        self.find_of("Bot", quote)
    }

    fn find_of(&self, who: &str, quote: &str) -> Standing {
        let state = self.office.0.board.state();
        let mut here = state.messages.iter().rev().filter(|m| m.place.chat == self.place.chat && !m.lost);
        let found = here.find(|m| m.who == who && m.text.contains(quote)).cloned();
        drop(state);
        found.unwrap_or_else(|| panic!("no message “{quote}” here:\n{}", self.office.transcript()))
    }
}

/// The one-time code in a text.
pub fn code_in(text: &str) -> String {
    let shape = |w: &&str| [9, 19].contains(&w.len()) && w.split('-').all(|part| part.len() == 4);
    text.split([' ', '\n']).find(shape).expect("a code").to_owned()
}
