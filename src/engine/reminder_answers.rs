//! Words about reminders that stand or have come: replies, the next words behind them, and plain words that move or
//! delete the one meant.

use super::bare_words::{CHOICES, here};
use super::desk::{Desk, Visit};
use super::schedules::firing_slot;
use crate::ports::store::{Fate, Posted, Stored};
use crate::secretary::action::{Action, Later, ScheduleAct};
use crate::secretary::effect::Effect;
use crate::secretary::ids::ScheduleId;
use crate::secretary::message::Message;
use crate::secretary::permissions::Deed;
use crate::secretary::replying::{self, Ask};
use crate::secretary::rescheduling::{self, Amended, Asked, Reply};
use crate::secretary::routing::{self, Standing};
use crate::secretary::schedule::{Answer, Duty, Schedule};
use crate::secretary::talk::{self, Bare, Talk};
use crate::secretary::ticket::Status;
use crate::secretary::wording::people::{NAMELESS, capital};
use crate::secretary::wording::{reminders, schedules, series, talk as talk_wording};
use chrono::{DateTime, TimeDelta, Utc};

/// So long after a reminder came the next words may answer it.
const RANG: TimeDelta = TimeDelta::hours(1);
/// The same while questions are open that the words may answer as well.
const JUST_RANG: TimeDelta = TimeDelta::minutes(10);

impl Desk<'_> {
    /// An answer to one firing of a reminder: its buttons go, the outcome stands there, the series is not moved.
    pub(super) async fn answer_reminder(
        &mut self,
        visit: &Visit,
        mut schedule: Schedule,
        firing: u64,
        again_at: Option<DateTime<Utc>>,
    ) -> Stored<Fate> {
        let Duty::Remind(text) = schedule.duty.clone() else { return Ok(Fate::Refused(schedules::gone())) };
        let zone = schedule.tz();
        let answer = Answer { name: visit.person.name.clone(), at: self.now, again_at };
        if let Err(before) = schedule.answer(firing, answer.clone()) {
            let before = self.answer_as_read(&before).await?;
            return Ok(Fate::Refused(reminders::answered_before(&before, zone)));
        }
        self.mark_deed(visit).await?;
        let answer = self.answer_as_read(&answer).await?;
        self.save_schedule(&schedule).await?;
        let effect = Effect::Edit {
            room: schedule.room.clone(),
            slot: firing_slot(&schedule.id, firing),
            message: reminders::settled(&text, &answer, zone),
            calm: false,
        };
        self.carry_out(vec![effect], None).await?;
        Ok(Fate::Decided(Some(reminders::answered(&answer, zone))))
    }

    /// An answer as people read it: who has no name is called so.
    async fn answer_as_read(&mut self, answer: &Answer) -> Stored<Answer> {
        let mut answer = answer.clone();
        if answer.name == NAMELESS {
            answer.name = capital(self.nameless().await?);
        }
        Ok(answer)
    }

    /// A reply to a message about a schedule: an answer to a reminder, else a change. None if it is about neither.
    pub(super) async fn about_schedule(
        &mut self,
        visit: &Visit,
        standing: &Standing,
        text: &str,
    ) -> Stored<Option<Fate>> {
        let (id, firing) = match standing {
            Standing::Card(id) => (id, None),
            Standing::Firing(id, firing) => (id, Some(*firing)),
        };
        let asks = replying::read(text);
        let schedule = match self.tx.schedule(id).await? {
            Some(schedule) if firing.is_some() && schedule.duty == Duty::Digest => return Ok(None),
            Some(schedule) => schedule,
            None if asks == Some(Ask::Undo) => {
                let fate = self.taken_back(visit, id).await?;
                return self.said_if_refused(visit, fate).await.map(Some);
            }
            None => return self.refuse(visit, schedules::gone()).await.map(Some),
        };
        if let Err(why) = self.may(visit, Deed::ChangeSchedule(&schedule)) {
            return self.refuse(visit, why).await.map(Some);
        }
        let fate = match firing {
            None => self.about_card(visit, schedule, text, asks).await?,
            Some(firing) => self.about_firing(visit, schedule, firing, (text, asks)).await?,
        };
        self.said_if_refused(visit, fate).await.map(Some)
    }

    /// A reply to one firing: its answer, or the end of what is still to come.
    async fn about_firing(
        &mut self,
        visit: &Visit,
        schedule: Schedule,
        firing: u64,
        (text, asks): (&str, Option<Ask>),
    ) -> Stored<Fate> {
        let zone = self.zone_for(visit, &schedule).await?;
        let answer = match (rescheduling::reply(text, zone, self.now), asks) {
            (Some(Reply::Done), _) if schedule.put_off(self.now) && schedule.fired == firing => {
                return self.done_after_all(visit, schedule).await;
            }
            (Some(Reply::Done), _) => None,
            (Some(Reply::Later(at)), _) => Some(at),
            (None, Some(Ask::Delete | Ask::Stop)) if !schedule.over() => return self.no_more(visit, &schedule).await,
            (None, Some(Ask::Drop)) if schedule.snoozed_to.is_some() => return self.no_more(visit, &schedule).await,
            (None, Some(Ask::Delete | Ask::Stop | Ask::Drop)) => None,
            (None, _) => return Ok(Fate::Refused(reminders::how_to_answer())),
        };
        self.answer_reminder(visit, schedule, firing, answer).await
    }

    /// A reply to the echo of an order: a verb about it, another time, else new words.
    async fn about_card(&mut self, visit: &Visit, schedule: Schedule, text: &str, asks: Option<Ask>) -> Stored<Fate> {
        match asks {
            Some(Ask::Delete | Ask::Drop | Ask::Stop) => return self.no_more(visit, &schedule).await,
            Some(Ask::Done) if !schedule.rule.recurs() => return self.no_more(visit, &schedule).await,
            Some(Ask::Undo) => return self.taken_back(visit, &schedule.id).await,
            Some(Ask::Done | Ask::No) => return self.ask_instead(visit, &schedule, None).await,
            Some(Ask::Heard) => return self.answer(visit, Message::lines([talk_wording::nothing(Bare::Ok)])).await,
            None => {}
        }
        match talk::read(text) {
            Some(Talk::Small(small)) => return self.chat_along(visit, small).await,
            Some(Talk::Bare(Bare::Pause)) => return self.switch(visit, &schedule, &ScheduleAct::Pause).await,
            Some(Talk::Bare(Bare::Resume)) => return self.switch(visit, &schedule, &ScheduleAct::Resume).await,
            Some(Talk::Bare(_)) | None => {}
        }
        let zone = self.zone_for(visit, &schedule).await?;
        match rescheduling::amended(text, &schedule, zone, visit.said_at) {
            Some(amended) => self.amend(visit, schedule, &amended).await,
            None => self.change_schedule(visit, schedule, text).await,
        }
    }

    /// Pauses an order in words, or lets it go on.
    async fn switch(&mut self, visit: &Visit, schedule: &Schedule, act: &ScheduleAct) -> Stored<Fate> {
        let fate = self.on_schedule(visit, &schedule.id, act, None).await?;
        if let Fate::Decided(Some(note)) = &fate {
            self.say_switched(visit, &schedule.id, note).await?;
            // "resume" may be the next word.
            self.expect_amendment(visit, &schedule.id).await?;
        }
        Ok(fate)
    }

    /// Changes the time of an order; what may mean each time or only once is asked about.
    async fn amend(&mut self, visit: &Visit, schedule: Schedule, amended: &Amended) -> Stored<Fate> {
        match amended {
            Amended::Time(words) => self.change_schedule(visit, schedule, words).await,
            Amended::Rule(rule) => self.become_rule(visit, schedule, rule).await,
            Amended::Either { weekly, once } => {
                let mut keys = self.keys();
                let message = series::ask_out(&schedule, weekly, once, self.now, &mut keys);
                // No echo of the order: "undo" still means what was changed before.
                self.say_with(visit, message, keys).await?;
                self.expect_amendment(visit, &schedule.id).await?;
                Ok(Fate::Decided(None))
            }
            Amended::Odd { date } => {
                self.expect_amendment(visit, &schedule.id).await?;
                Ok(Fate::Refused(series::not_then(&schedule, *date)))
            }
            Amended::Not => self.ask_instead(visit, &schedule, None).await,
            Amended::Day { weekly, once } => self.ask_instead(visit, &schedule, Some((weekly.as_deref(), once))).await,
        }
    }

    /// Asks what shall be different: with buttons where a series is meant, else for words.
    async fn ask_instead(
        &mut self,
        visit: &Visit,
        schedule: &Schedule,
        day: Option<(Option<&str>, &str)>,
    ) -> Stored<Fate> {
        if !schedule.rule.recurs() {
            return self.ask_change(visit, schedule).await;
        }
        let mut keys = self.keys();
        let message = series::ask_series(schedule, day, self.now, &mut keys);
        self.show_card(visit, schedule, message, keys).await?;
        self.expect_amendment(visit, &schedule.id).await?;
        Ok(Fate::Decided(None))
    }

    async fn no_more(&mut self, visit: &Visit, schedule: &Schedule) -> Stored<Fate> {
        self.on_schedule(visit, &schedule.id, &ScheduleAct::Delete { listed: true }, None).await
    }

    /// "Undo" in reply: the last change of this order; the order itself where nothing was done to it since.
    async fn taken_back(&mut self, visit: &Visit, id: &ScheduleId) -> Stored<Fate> {
        let Some(action) = self.way_back(visit, id).await? else {
            if let Some(changed) = self.tx.schedule(id).await?.filter(|s| s.touched) {
                return Ok(Fate::Refused(schedules::nothing_to_undo(&changed)));
            }
            return self.on_schedule(visit, id, &ScheduleAct::Delete { listed: true }, None).await;
        };
        let fate = self.perform(visit, &action, None).await?;
        if let Fate::Decided(Some(note)) = &fate {
            // Said once more it does not mean what was done before that.
            self.mark_deed(visit).await?;
            self.say(visit, Message::lines([note.clone()]).silently()).await?;
        }
        Ok(fate)
    }

    /// "done", "later", "in 2 hours" soon after a reminder came: its answer; of several it is asked which. `since`: words
    /// were asked for then. None: nothing came lately, or the words answer something else.
    pub(super) async fn after_ringing(
        &mut self,
        visit: &Visit,
        text: &str,
        since: Option<DateTime<Utc>>,
    ) -> Stored<Option<Fate>> {
        let zone = self.zone_of(&visit.person).await?;
        let Some(reply) = rescheduling::reply(text, zone, self.now) else { return Ok(None) };
        // A day or a time of day is the answer to a question that is open, however old that is.
        let asked = self.is_asked(visit).await?;
        if matches!(talk::read(text), Some(Talk::Bare(_))) || (asked && !rescheduling::only_replies(text, reply)) {
            return Ok(None);
        }
        // Words belong to what was said last: to questions that came after the reminder, else to the reminder.
        let asked_at = self.asked_at(visit).await?.unwrap_or_default();
        let within = if asked { JUST_RANG } else { RANG };
        let lately = (self.now - within).max(since.unwrap_or_default()).max(asked_at);
        let mut rang = self.tx.schedules(&self.workspace()).await?;
        rang.retain(|s| {
            let reminds = matches!(s.duty, Duty::Remind(_)) && s.fired > 0 && !s.answers.contains_key(&s.fired);
            reminds && s.owner == visit.person.id && &s.room == here(visit) && s.covered_to >= lately
        });
        let act = |s: &Schedule| match reply {
            Reply::Done => ScheduleAct::Done { firing: s.fired },
            Reply::Later(at) => ScheduleAct::Snooze { firing: s.fired, by: Later::At(at) },
        };
        if let [one] = rang.as_slice() {
            let fate = self.on_schedule(visit, &one.id, &act(one), None).await?;
            if let Fate::Decided(Some(note)) = &fate {
                self.say(visit, Message::lines([note.clone()]).silently()).await?;
            }
            return self.said_if_refused(visit, fate).await.map(Some);
        }
        if rang.is_empty() {
            return self.done_lately(visit, reply, lately).await;
        }
        self.which_of(visit, &rang, |s| act(s).on(&s.id)).await.map(Some)
    }

    /// When the newest questions that wait for this person here were shown; none if none stand here.
    async fn asked_at(&mut self, visit: &Visit) -> Stored<Option<DateTime<Utc>>> {
        let mut newest: Option<DateTime<Utc>> = None;
        for ticket in self.of_person(visit, vec![Status::Asking]).await? {
            let Some((index, round)) = ticket.open_round() else { continue };
            let posted = self.tx.posted(&ticket.slot(&round.name(index)), &visit.room.id).await?;
            newest = newest.max(posted.first().map(|posted| posted.at));
        }
        Ok(newest)
    }

    /// "done" soon after a reminder was put off: it does not come again.
    async fn done_lately(&mut self, visit: &Visit, reply: Reply, lately: DateTime<Utc>) -> Stored<Option<Fate>> {
        let mut put_off = self.tx.schedules(&self.workspace()).await?;
        put_off.retain(|s| {
            let answered = s.answers.get(&s.fired).is_some_and(|answer| answer.at >= lately);
            answered && s.put_off(self.now) && s.owner == visit.person.id && &s.room == here(visit)
        });
        // With several of them nobody knows which one is done.
        let (Reply::Done, [one]) = (reply, put_off.as_slice()) else { return Ok(None) };
        let fate = self.done_after_all(visit, one.clone()).await?;
        if let Fate::Decided(Some(note)) = &fate {
            self.say(visit, Message::lines([note.clone()]).silently()).await?;
        }
        Ok(Some(fate))
    }

    /// Takes a firing for done that was put off before.
    async fn done_after_all(&mut self, visit: &Visit, mut schedule: Schedule) -> Stored<Fate> {
        let Duty::Remind(text) = schedule.duty.clone() else { return Ok(Fate::Refused(schedules::gone())) };
        let answer = Answer { name: visit.person.name.clone(), at: self.now, again_at: None };
        schedule.done_after_all(answer.clone());
        let answer = self.answer_as_read(&answer).await?;
        self.save_schedule(&schedule).await?;
        let effect = Effect::Edit {
            room: schedule.room.clone(),
            slot: firing_slot(&schedule.id, schedule.fired),
            message: reminders::settled(&text, &answer, schedule.tz()),
            calm: false,
        };
        self.carry_out(vec![effect], None).await?;
        Ok(Fate::Decided(Some(reminders::answered(&answer, schedule.tz()))))
    }

    /// Asks which of several orders is meant, each with its button.
    async fn which_of(
        &mut self,
        visit: &Visit,
        found: &[Schedule],
        action: impl Fn(&Schedule) -> Action,
    ) -> Stored<Fate> {
        let labelled = |s: &Schedule| (schedules::label(s, self.now), action(s));
        let offers = found.iter().take(CHOICES).map(labelled).collect();
        let mut keys = self.keys();
        let message = schedules::which_schedule(offers, found.len() > CHOICES, &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Fate::Decided(None))
    }

    /// Whether words answer the reminder they reply to: "later" is no goodbye then.
    pub(super) async fn puts_off(&mut self, visit: &Visit, replied: Option<&Posted>, text: &str) -> Stored<bool> {
        let standing = replied.and_then(|posted| routing::standing(&posted.slot));
        let zone = self.zone_of(&visit.person).await?;
        let answers = rescheduling::reply(text, zone, self.now).is_some();
        Ok(answers && matches!(standing, Some(Standing::Firing(..))))
    }

    /// The very next words after an order: another time for it. None: they are words of their own.
    pub(super) async fn amended(&mut self, visit: &Visit, id: &ScheduleId, text: &str) -> Stored<Option<Fate>> {
        let Some(schedule) = self.tx.schedule(id).await? else { return Ok(None) };
        if replying::read(text) == Some(Ask::Undo) && Self::could(visit, Deed::ChangeSchedule(&schedule)) {
            // What was done meanwhile is what was done last.
            if Box::pin(self.did_something_since(visit, id)).await? {
                return Ok(None);
            }
            let fate = self.taken_back(visit, id).await?;
            return self.said_if_refused(visit, fate).await.map(Some);
        }
        let switched = match talk::read(text) {
            Some(Talk::Bare(Bare::Pause)) if schedule.rule.recurs() => Some(ScheduleAct::Pause),
            Some(Talk::Bare(Bare::Resume)) if schedule.paused => Some(ScheduleAct::Resume),
            Some(_) | None => None,
        };
        if let Some(act) = switched {
            let fate = self.switch(visit, &schedule, &act).await?;
            return self.said_if_refused(visit, fate).await.map(Some);
        }
        let zone = self.zone_for(visit, &schedule).await?;
        let Some(amended) = rescheduling::amended(text, &schedule, zone, visit.said_at) else { return Ok(None) };
        if !Self::could(visit, Deed::ChangeSchedule(&schedule)) {
            return Ok(None);
        }
        let fate = self.amend(visit, schedule, &amended).await?;
        self.said_if_refused(visit, fate).await.map(Some)
    }

    /// "Move the reminder to 10:00": the one that is meant; of several it is asked which.
    pub(super) async fn asked_schedule(&mut self, visit: &Visit, asked: &Asked) -> Stored<Fate> {
        let mut fitting = self.ahead(visit).await?;
        fitting.retain(|s| s.owner == visit.person.id && asked.fits(s));
        let [schedule] = fitting.as_slice() else {
            if fitting.is_empty() {
                return self.refuse(visit, reminders::unknown(&asked.about)).await;
            }
            return self.which_of(visit, &fitting, |s| asked.act().on(&s.id)).await;
        };
        let fate = match &asked.change {
            None => self.no_more(visit, schedule).await?,
            // What comes only once has no other time.
            Some(words) if words.starts_with("skip") && !schedule.rule.recurs() => {
                self.no_more(visit, schedule).await?
            }
            Some(words) => self.about_card(visit, schedule.clone(), words, None).await?,
        };
        self.said_if_refused(visit, fate).await
    }

    /// "Move the dentist to Wednesday": none where no reminder has these words.
    pub(super) async fn perhaps_asked(&mut self, visit: &Visit, asked: &Asked) -> Stored<Option<Fate>> {
        let ahead = self.ahead(visit).await?;
        if !ahead.iter().any(|s| s.owner == visit.person.id && asked.names(s)) {
            return Ok(None);
        }
        self.asked_schedule(visit, asked).await.map(Some)
    }
}
