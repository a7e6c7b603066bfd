//! Words on the desk that are no reply and that nobody asked for: commands in words, answers to what stands open, else
//! an idea.

use super::bare_words::offers_it;
use super::desk::{Desk, Visit};
use super::seen::Seen;
use crate::ports::store::{Fate, Stored};
use crate::secretary::answers;
use crate::secretary::choosing;
use crate::secretary::event::Event;
use crate::secretary::message::Message;
use crate::secretary::notes;
use crate::secretary::reckoning;
use crate::secretary::reminding;
use crate::secretary::rescheduling;
use crate::secretary::routing;
use crate::secretary::several::{self, Several};
use crate::secretary::spelling;
use crate::secretary::spoken;
use crate::secretary::talk::{self, Bare, SmallTalk, Talk};
use crate::secretary::ticket::{Status, Ticket};
use crate::secretary::wording;
use chrono_tz::Tz;

/// Whether words answer the open questions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fits {
    Surely,
    Perhaps,
    /// Perhaps, and it is asked about a single time.
    Once,
    Not,
}

/// Under which it is noted that words were asked about while a round of questions was open.
fn asked_once(ticket: &Ticket, round: usize) -> String {
    format!("answers/{}/{round}", ticket.id)
}

impl Desk<'_> {
    /// Words that are no reply: commands in words, small talk, answers, else an idea.
    pub(super) async fn own_words(&mut self, visit: &Visit, text: &str, message: &str) -> Stored<Fate> {
        if let Some(args) = choosing::typed_decision(text) {
            return self.command(visit, "decide", &args).await;
        }
        if let Some(fate) = Box::pin(self.said_plainly(visit, text)).await? {
            return Ok(fate);
        }
        // Who comes back without having been away only says hello.
        let greets =
            |(name, args): &(&str, String)| *name == "away" && args == "off" && visit.person.deputy(self.now).is_none();
        let ordered = spoken::command(text);
        if ordered.as_ref().is_some_and(greets) {
            return self.answer(visit, Message::lines([wording::deputies::back_already()])).await;
        }
        if let Some((name, args)) = ordered {
            return self.command(visit, name, &args).await;
        }
        if let Some(what) = spoken::at_once(text)
            && !self.awaits_words(visit).await?
        {
            return self.answer(visit, Message::lines([wording::talk::one_at_a_time(what)])).await;
        }
        if let Some(fate) = self.gone_already(visit, text).await? {
            return Ok(fate);
        }
        match talk::read(text) {
            Some(Talk::Small(small)) => return self.chat_along(visit, small).await,
            Some(Talk::Bare(said)) => {
                if let Some(fate) = self.about_decisions(visit, text).await? {
                    return Ok(fate);
                }
                if let Some(fate) = self.bare_words(visit, said, text).await? {
                    return Ok(fate);
                }
            }
            None => {
                if let Some(fate) = Box::pin(self.doubted(visit, text, None)).await? {
                    return Ok(fate);
                }
            }
        }
        if visit.room.direct()
            && let Some(fate) = self.zone_in_words(visit, text).await?
        {
            return Ok(fate);
        }
        let zone = self.zone_of(&visit.person).await?;
        if let Some(fate) = self.about_schedules(visit, text, zone).await? {
            return Ok(fate);
        }
        if visit.room.direct()
            && let Some(fate) = self.about_what_is_open(visit, text, zone).await?
        {
            return Ok(fate);
        }
        // What nothing here was meant by.
        let said = match talk::read(text) {
            Some(Talk::Bare(said)) => Some(said),
            Some(Talk::Small(_)) | None => talk::finished(text).then_some(Bare::Nod),
        };
        if let Some(said) = said {
            return self.answer(visit, Message::lines([wording::talk::nothing(said)])).await;
        }
        if choosing::bare_number(text) || choosing::none_or_all(text) {
            return self.refuse(visit, wording::refusals::nothing_to_choose()).await;
        }
        if let Some(fate) = self.answers_a_reminder(visit, text).await? {
            return Ok(fate);
        }
        self.something_new(visit, text, message, zone).await
    }

    /// Words that say themselves what they are for: several answers, a ticket's number, a mark, the lines of a card.
    async fn said_plainly(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        if let Some(fate) = self.several_answers(visit, text).await? {
            return Ok(Some(fate));
        }
        if let Some(fate) = self.said_to_ticket(visit, text).await? {
            return Ok(Some(fate));
        }
        if let Some(fate) = self.labelled(visit, text).await? {
            return Ok(Some(fate));
        }
        self.edits_a_card(visit, text).await
    }

    /// "actually no", "I don't know", where nothing but decisions stands open.
    async fn about_decisions(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        if !visit.room.direct() || !self.of_person(visit, vec![Status::Asking]).await?.is_empty() {
            return Ok(None);
        }
        match Box::pin(self.second_thought(visit, text, &[])).await? {
            Some(fate) => Ok(Some(fate)),
            None => self.left_to_me(visit, text).await,
        }
    }

    /// Words that would order something, but are the very words of what is offered here: a choice. None: they are not.
    async fn labelled(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let said = match talk::read(text) {
            Some(Talk::Bare(said)) => !said.may_answer() && !said.may_decide(),
            Some(Talk::Small(_)) => true,
            None => false,
        };
        let orders = said || spoken::command(text).is_some() || spoken::at_once(text).is_some();
        if !orders || !visit.room.direct() {
            return Ok(None);
        }
        let asking = self.of_person(visit, vec![Status::Asking]).await?;
        let mut named: Vec<&Ticket> = Vec::new();
        for ticket in &asking {
            let offers = ticket.open_round().is_some_and(|(_, round)| answers::is_option(round, text));
            if offers && self.questions_seen(visit, ticket).await? != Seen::No {
                named.push(ticket);
            }
        }
        match named.as_slice() {
            [] => {}
            [one] => {
                let event = Event::AnswersReceived { text: text.to_owned() };
                return self.act(visit, one, &event).await.map(Some);
            }
            several => return self.for_which(visit, several, text).await.map(Some),
        }
        if !self.is_label(visit, text).await? {
            return Ok(None);
        }
        self.choice_or_order(visit, text).await
    }

    /// Whether a question is open here that takes any words.
    async fn awaits_words(&mut self, visit: &Visit) -> Stored<bool> {
        let asking = self.of_person(visit, vec![Status::Asking]).await?;
        let awaits = |t: &Ticket| t.open_round().is_some_and(|(_, round)| answers::awaits_words(round));
        Ok(visit.room.direct() && asking.iter().any(awaits))
    }

    /// The tickets of this person whose open questions they have seen here, perhaps; and whether that is certain of each.
    async fn asking_seen(&mut self, visit: &Visit) -> Stored<(Vec<Ticket>, bool)> {
        let (mut open, mut sure) = (Vec::new(), true);
        for ticket in self.of_person(visit, vec![Status::Asking]).await? {
            let seen = self.questions_seen(visit, &ticket).await?;
            sure &= seen != Seen::Perhaps;
            if seen != Seen::No {
                open.push(ticket);
            }
        }
        Ok((open, sure))
    }

    /// Words in a direct chat that belong to what is open there: an answer, a choice, a second thought. None: to nothing.
    async fn about_what_is_open(&mut self, visit: &Visit, text: &str, zone: Tz) -> Stored<Option<Fate>> {
        let (asking, sure) = self.asking_seen(visit).await?;
        let open: Vec<&Ticket> = asking.iter().collect();
        if open.is_empty()
            && let Some(fate) = Box::pin(self.corrects_its_guess(visit, text, zone)).await?
        {
            return Ok(Some(fate));
        }
        let answered = open.iter().any(|ticket| offers_it(ticket, text));
        if !answered && let Some(fate) = Box::pin(self.second_thought(visit, text, &open)).await? {
            return Ok(Some(fate));
        }
        // The words may as well answer the question: that rule comes first.
        if open.is_empty() {
            if let Some(fate) = self.typed_choice(visit, text).await? {
                return Ok(Some(fate));
            }
            // "let me ask Kim first": what was asked last stays open; "wait" is about whatever is.
            if super::perhaps::answers_later(text, zone, visit)
                && (self.decision_shown_last(visit).await?
                    || (choosing::waits(text) && !self.undecided_here(visit).await?.is_empty()))
            {
                return self.chat_along(visit, SmallTalk::Later).await.map(Some);
            }
        }
        if let Some(fate) = Box::pin(self.left_out_with_reason(visit, text, (zone, &open))).await? {
            return Ok(Some(fate));
        }
        if let Some(again) = open.iter().find(|t| answers::repeats(&t.idea, text)) {
            return self.act(visit, again, &Event::AnswersReceived { text: text.to_owned() }).await.map(Some);
        }
        if !open.is_empty()
            && let Some(fate) = self.decided_beside(visit, &open, text).await?
        {
            return Ok(Some(fate));
        }
        if !open.is_empty()
            && !answered
            && self.decision_asked_last(visit, &open).await?
            && let Some(fate) = self.undecided_in_words(visit, text).await?
        {
            return Ok(Some(fate));
        }
        let fits = match open.as_slice() {
            // Perhaps nobody has seen them.
            [_] if !sure => Fits::Perhaps,
            [one] => self.answers(visit, one, text).await?,
            _ => Fits::Perhaps,
        };
        match open.as_slice() {
            [] => self.perhaps_decided(visit, text, zone).await,
            // Complete by themselves, however many questions are open.
            _ if reminding::read(text, zone, visit.said_at).is_some() || errand(text, zone, visit) => Ok(None),
            _ if routing::order_of_its_own(text) => Ok(None),
            [_] if fits == Fits::Not => self.declined_here(visit, text).await,
            [one] if fits != Fits::Surely => {
                // A question back may be one that notes can answer.
                if let Some(fate) = Box::pin(self.noting(visit, text)).await? {
                    return Ok(Some(fate));
                }
                if let (Fits::Once, Some((round, _))) = (fits, one.open_round()) {
                    self.noted_before(visit, &asked_once(one, round)).await?;
                }
                self.for_which(visit, &open, text).await.map(Some)
            }
            [one] => {
                let event = Event::AnswersReceived { text: text.to_owned() };
                self.act(visit, one, &event).await.map(Some)
            }
            several => self.beside_several(visit, several, text).await,
        }
    }

    /// Words while several ideas have questions open. None: they fit none of them, and it was asked before whether such
    /// words do.
    async fn beside_several(&mut self, visit: &Visit, open: &[&Ticket], text: &str) -> Stored<Option<Fate>> {
        let mut fitting: Vec<Fits> = Vec::new();
        for ticket in open {
            fitting.push(self.answers(visit, ticket, text).await?);
        }
        if fitting.iter().all(|fits| *fits == Fits::Not) {
            return self.declined_here(visit, text).await;
        }
        // A question back may be one that notes can answer.
        if !open.iter().any(|ticket| offers_it(ticket, text))
            && let Some(fate) = Box::pin(self.noting(visit, text)).await?
        {
            return Ok(Some(fate));
        }
        for (ticket, fits) in open.iter().zip(fitting) {
            if let (Fits::Once, Some((round, _))) = (fits, ticket.open_round()) {
                self.noted_before(visit, &asked_once(ticket, round)).await?;
            }
        }
        self.for_which(visit, open, text).await.map(Some)
    }

    /// Words that are about nothing that is open: one idea, or several.
    async fn something_new(&mut self, visit: &Visit, text: &str, message: &str, zone: Tz) -> Stored<Fate> {
        // A note may have several lines; it is several requests only where each of them is one for sure.
        let several = several::read(text, self.engine.parts.model.reads(), zone, visit.said_at);
        match several.filter(|found| matches!(found, Several::Certain(_)) || !notes::clear(text)) {
            Some(several) => self.several(visit, text, several).await,
            None => match self.perhaps_meant(text, zone, visit) {
                Some(mended) => {
                    let mut keys = self.keys();
                    let asked = wording::asides::perhaps_meant(&mended, text, &mut keys);
                    self.say_with(visit, asked, keys).await?;
                    Ok(Fate::Decided(None))
                }
                None => Box::pin(self.idea(visit, text, Some(message), false)).await,
            },
        }
    }

    /// The words without a slip, where the rules can do something with these and nothing with what was written. A
    /// language model reads over slips.
    fn perhaps_meant(&self, text: &str, zone: Tz, visit: &Visit) -> Option<String> {
        let clear = |text: &str| {
            reminding::read(text, zone, visit.said_at).is_some()
                || errand(text, zone, visit)
                || routing::order_of_its_own(text)
        };
        let mended = spelling::mended(text).filter(|_| !self.engine.parts.model.reads())?;
        (clear(&mended) && !clear(text)).then_some(mended)
    }

    /// Words about what comes at a time: reminders that are there, and orders of digests.
    async fn about_schedules(&mut self, visit: &Visit, text: &str, zone: Tz) -> Stored<Option<Fate>> {
        if let Some(asked) = rescheduling::asked(text, zone, visit.said_at) {
            return self.asked_schedule(visit, &asked).await.map(Some);
        }
        if !notes::clear(text)
            && let Some(asked) = rescheduling::perhaps_asked(text, zone, visit.said_at)
            && let Some(fate) = self.perhaps_asked(visit, &asked).await?
        {
            return Ok(Some(fate));
        }
        match spoken::digest(text, zone, visit.said_at) {
            Some(when) => self.command(visit, "report", &when).await.map(Some),
            None => Ok(None),
        }
    }

    /// Whether words after a round of questions answer it. Without a language model nobody can tell which of several
    /// questions a sentence answers; it is asked once about a round, then such words are taken for something new.
    async fn answers(&mut self, visit: &Visit, ticket: &Ticket, text: &str) -> Stored<Fits> {
        let Some((index, round)) = ticket.open_round() else { return Ok(Fits::Surely) };
        let reads = self.engine.parts.model.reads();
        let other = routing::request_of_its_own(text)
            || answers::refused(round, text)
            || answers::calls_off(round, text)
            || (!reads && answers::begins_anew(round, text))
            || text.trim_end().ends_with('?');
        if !other && (reads || answers::placed(round, text)) {
            return Ok(Fits::Surely);
        }
        if reads {
            return Ok(Fits::Perhaps);
        }
        let asked = self.was_noted(visit, &asked_once(ticket, index)).await?;
        Ok(if asked { Fits::Not } else { Fits::Once })
    }

    /// Words that decide something here while questions are open, too. None: they decide nothing.
    async fn decided_beside(&mut self, visit: &Visit, open: &[&Ticket], text: &str) -> Stored<Option<Fate>> {
        let answered: Vec<&&Ticket> = open.iter().filter(|t| choosing::refers(text) || offers_it(t, text)).collect();
        let decided = self.agreed_to(visit, text).await?;
        // "Bob, but only part-time" names an option; "no, but …" may begin an answer.
        let named =
            !decided.is_empty() || (!choosing::agrees_or_not(text) && !self.answered_by(visit, text).await?.is_empty());
        if !named {
            return Ok(None);
        }
        if answered.is_empty() {
            return self.typed_choice(visit, text).await;
        }
        let answered: Vec<&Ticket> = answered.into_iter().copied().collect();
        self.which_round_or_decision(visit, &answered, text).await.map(Some)
    }
}

/// Whether words are so plainly about notes, lists or a sum that they answer nothing else.
pub(super) fn errand(text: &str, zone: Tz, visit: &Visit) -> bool {
    notes::clear(text) || reckoning::clear(text, zone, visit.said_at) || reckoning::is_bare_sum(text)
}
