//! The short answer to a pressed button. Every query is answered once and soon, since the client shows a spinner
//! otherwise (platform-facts T25). The result of the press follows as messages from elsewhere.

use crate::adapters::telegram::{Inner, fault};
use crate::ports::inbox::Ack;
use crate::ports::trial::planted;
use crate::secretary::inbound::{ChatKind, Content, Inbound, Place, Platform, Sender};
use crate::text::clean;
use chrono::TimeDelta;
use serde::de::IgnoredAny;
use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use teloxide::payloads::AnswerCallbackQuery;
use teloxide::types::CallbackQueryId;

/// The wait for a decision before the press is answered without words.
const WORDS: TimeDelta = TimeDelta::milliseconds(800);
/// Characters of an answer (platform-facts T22).
const TOAST: usize = 200;
/// Characters that are read before an answer fades.
const GLANCE: usize = 60;
/// How long Telegram may still take an answer (platform-facts T2).
const ANSWERABLE: TimeDelta = TimeDelta::seconds(150);
/// How the events of presses begin; the id of the query follows.
pub(super) const QUERY: &str = "q";
/// So many answered queries are remembered; Telegram forgets a press after 150 s (platform-facts T2).
const REMEMBERED: usize = 2_000;
/// Answers that did not get through are repeated this often; a repeated answer does no harm.
const ATTEMPTS: u32 = 3;

/// The queries answered lately, because an update may be delivered twice.
#[derive(Default)]
pub(crate) struct Answered {
    seen: Mutex<(HashSet<String>, VecDeque<String>)>,
}

impl Answered {
    /// Whether this query is to be answered now: true the first time.
    fn first(&self, query: &str) -> bool {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, order) = &mut *seen;
        if !known.insert(query.to_owned()) {
            return false;
        }
        order.push_back(query.to_owned());
        if order.len() > REMEMBERED
            && let Some(oldest) = order.pop_front()
        {
            known.remove(&oldest);
        }
        true
    }
}

/// The presses of a batch, also those that mean nothing here or cannot be read: a client waits for the answer to each.
pub(crate) fn of(batch: &[Inbound]) -> Vec<Inbound> {
    let press = |inbound: &Inbound| {
        let query = inbound.event.strip_prefix(QUERY)?;
        Some(Inbound { handle: Some(query.to_owned()), ..inbound.clone() })
    };
    batch.iter().filter_map(press).collect()
}

impl Inner {
    /// Answers each press on a task of its own, so that a slow one holds up nobody.
    pub(super) fn answer_presses(inner: &Arc<Self>, presses: Vec<Inbound>) {
        if planted::is("no-answer") {
            return;
        }
        for press in presses {
            let inner_of_task = Arc::clone(inner);
            inner.tasks.spawn(async move { inner_of_task.answer(press).await });
        }
    }

    /// Answers the presses that were received shortly before a stop: whether they were answered then is not known, and a
    /// second answer does no harm.
    pub(crate) async fn answer_left_over(inner: &Arc<Self>) {
        let since = inner.clock.now() - ANSWERABLE;
        let events = match inner.marks.received(Platform::Telegram, &inner.bot, QUERY, since).await {
            Ok(events) => events,
            Err(error) => {
                tracing::warn!(%error, "presses from before the stop cannot be read");
                return;
            }
        };
        let place = Place {
            platform: Platform::Telegram,
            bot: inner.bot.clone(),
            chat: String::new(),
            thread: None,
            kind: ChatKind::Group,
            title: None,
        };
        let press = |event: String| Inbound {
            handle: event.strip_prefix(QUERY).map(str::to_owned),
            place: place.clone(),
            sender: Sender::default(),
            content: Content::Press { data: String::new(), message: None },
            sent_at: since,
            event,
        };
        Self::answer_presses(inner, events.into_iter().map(press).collect());
    }

    async fn answer(&self, press: Inbound) {
        let Some(query) = press.handle.clone().filter(|query| self.answered.first(query)) else { return };
        let answer = answer_of(query, self.words_for(&press).await);
        for attempt in 1..=ATTEMPTS {
            let Err(failure) = self.client.send::<_, IgnoredAny>(&answer).await else { return };
            if fault::is_late_answer(&failure) {
                return;
            }
            let passing =
                !matches!(&failure, crate::adapters::telegram::send::client::Failure::Answer { code: 400..=428, .. });
            if attempt == ATTEMPTS || !passing {
                tracing::warn!(%failure, "a press stays without its short answer");
                return;
            }
            self.pause(failure.retry_after().unwrap_or(Duration::from_secs(1))).await;
        }
    }

    /// What the answer says, if that is known soon. About what is no press of ours nothing is said to anybody.
    async fn words_for(&self, press: &Inbound) -> Ack {
        if !matches!(press.content, Content::Press { .. }) {
            return Ack::Defer;
        }
        let words_until = self.clock.now() + WORDS;
        tokio::select! {
            biased;
            ack = self.intake.ack(press) => ack,
            () = self.clock.sleep_until(words_until) => Ack::Defer,
        }
    }
}

fn answer_of(query: String, ack: Ack) -> AnswerCallbackQuery {
    let mut answer = AnswerCallbackQuery::new(CallbackQueryId(query));
    let words = |text: &str| Some(clean::shorten(text, TOAST)).filter(|text| !text.is_empty());
    match ack {
        // Telegram has no forms; the message that asks for the text follows.
        Ack::Defer | Ack::OpenForm { .. } => {}
        Ack::Toast(text) => answer.text = words(&text),
        Ack::RefusePrivately(text) => {
            // A few words pass by like any other answer; what takes time to read stays until it is closed.
            answer.show_alert = (text.chars().count() > GLANCE).then_some(true);
            answer.text = words(&text);
        }
    }
    answer
}

#[cfg(test)]
mod tests {
    use crate::adapters::telegram::receive::presses::*;

    #[test]
    fn a_query_is_answered_once_and_forgotten_in_the_end() {
        let answered = Answered::default();
        assert!(answered.first("q"));
        assert!(!answered.first("q"));
        for n in 0..REMEMBERED {
            assert!(answered.first(&n.to_string()));
        }
        assert!(answered.first("q"));
        assert_eq!(answered.seen.lock().unwrap().0.len(), REMEMBERED);
    }

    #[test]
    fn the_answer_fits_and_a_long_refusal_is_an_alert() {
        let toast = answer_of("q".into(), Ack::Toast("x".repeat(300)));
        assert_eq!(toast.text.unwrap().chars().count(), TOAST);
        assert_eq!(toast.show_alert, None);
        let short = answer_of("q".into(), Ack::RefusePrivately("Already started.".into()));
        assert_eq!((short.text.as_deref(), short.show_alert), (Some("Already started."), None));
        let long = "Sorry, I work for this group's members only. An owner can add you with /invite.";
        let refusal = answer_of("q".into(), Ack::RefusePrivately(long.into()));
        assert_eq!((refusal.text.as_deref(), refusal.show_alert), (Some(long), Some(true)));
        assert_eq!(answer_of("q".into(), Ack::Defer).text, None);
    }
}
