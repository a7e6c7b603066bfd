//! Commands on the desk: what each reads, asks of `permissions`, and answers.

use crate::engine::inbox::context::{Desk, Visit};
use crate::ports::store::{Fate, Stored, TicketFilter};
use crate::secretary::audit::What;
use crate::secretary::budget;
use crate::secretary::message::Message;
use crate::secretary::message::action::NoteAct;
use crate::secretary::message::commands;
use crate::secretary::message::commands::{Order, Purpose, Switch, Which};
use crate::secretary::message::inbound::Place;
use crate::secretary::message::routing;
use crate::secretary::message::undo_order;
use crate::secretary::message::views::Shows;
use crate::secretary::notes::Wish;
use crate::secretary::people::permissions::{Deed, deed_of, sees};
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Stage, Status, Ticket, Waiting};
use crate::secretary::wording;
use crate::secretary::wording::talk::refusals;

/// Tickets read for a list.
pub(in crate::engine) const READ: u32 = 60;

impl Desk<'_> {
    /// A typed command.
    pub(in crate::engine) async fn command(&mut self, visit: &Visit, name: &str, args: &str) -> Stored<Fate> {
        match commands::read(name, args) {
            Ok(order) => {
                let joins = matches!(order, Order::Room(_) | Order::Start(_) | Order::Link(_) | Order::Workspace(_));
                let thread = visit.room.thread_of.is_some();
                let p = visit.room.purposes;
                let known = visit.room.direct() || thread || p.intake || p.decisions || p.reports;
                if !known && !joins {
                    return self.refuse(visit, wording::people::unknown_room(visit.room.topic())).await;
                }
                self.order(visit, order).await
            }
            Err(why) => {
                self.mark_deed(visit).await?;
                // An example in another currency than that of the prices would be refused in turn.
                let has = self.engine.currency().filter(|_| name.eq_ignore_ascii_case("budget"));
                let exact = has.and_then(|has| budget::orders::read(args, Some(has)).err());
                self.refuse(visit, exact.unwrap_or(why)).await
            }
        }
    }

    /// An order that makes sense.
    pub(in crate::engine) async fn order(&mut self, visit: &Visit, order: Order) -> Stored<Fate> {
        let deed = deed_of(&order, visit.room.direct());
        if !deed.reads() {
            self.mark_deed(visit).await?;
        }
        if let Err(why) = self.may(visit, deed) {
            return self.refuse(visit, why).await;
        }
        match order {
            Order::Start(code) => self.start(visit, code).await,
            Order::New(text) => self.new_idea(visit, &text).await,
            Order::Remind(text) => self.remind_by_command(visit, &text).await,
            Order::Note(text) => self.note_by_command(visit, Wish::Keep { text }).await,
            Order::Notes => self.note_by_command(visit, Wish::ShowAll).await,
            Order::Lists => self.note_by_command(visit, Wish::ShowLists).await,
            Order::Calc(text) => self.calculated(visit, &text).await,
            Order::Ask(text) => Box::pin(super::asked(self, visit, &text)).await,
            Order::List(which, before) => self.list(visit, which, before).await,
            Order::Show(number) => match self.visible(visit, number).await? {
                Ok(ticket) => self.show(visit, &ticket).await.map(|()| Fate::Decided(None)),
                Err(why) => self.refuse(visit, why).await,
            },
            Order::Team(number) => self.team(visit, number).await,
            Order::Decisions(behind) => Box::pin(self.decisions(visit, behind.as_ref())).await,
            Order::History(number) => self.history(visit, number).await,
            Order::HistoryOf(words) => self.past_decisions(visit, Some(&words), 1).await,
            Order::HistoryPage(page, words) => self.past_decisions(visit, words.as_deref(), page).await,
            Order::Decide(number, place, option) => self.decide_typed(visit, (number, place), &option).await,
            Order::CancelAll => self.ask_cancel_all(visit).await,
            Order::Cancel(number, reason) => {
                self.steer(visit, number, Event::CancelRequested { reason, with_all: false }).await
            }
            Order::Clarify(number) => self.steer(visit, number, Event::ClarifyRequested).await,
            Order::Pause(None) => self.pause_all(visit, true).await,
            Order::Resume(None) => self.pause_all(visit, false).await,
            Order::Pause(Some(number)) => self.steer(visit, number, Event::PauseRequested).await,
            Order::Resume(Some(number)) => self.steer(visit, number, Event::ResumeRequested).await,
            Order::Dispatch(number) => self.steer(visit, number, Event::DispatchRequested).await,
            Order::Agents => {
                let (loads, records) = (self.tx.loads().await?, self.tx.records(&self.here).await?);
                self.answer(visit, wording::lists::agents(&self.engine.parts.roster, &loads, &records)).await
            }
            Order::Report(when) => self.report(visit, &when).await,
            Order::Reports(wanted) => self.reports(visit, wanted).await,
            Order::Schedules(order) => self.schedules(visit, order).await,
            Order::DropReminders => self.ask_drop_reminders(visit).await,
            Order::SchedulesPage(page) => self.list_schedules(visit, page).await,
            Order::Stats => {
                let sight = self.sight(visit).await?;
                let counts = self.tx.by_status(&self.workspace(), &sight).await?;
                let stats = wording::lists::stats(&counts);
                let stats = if self.engine.is_unmanned() {
                    stats.line(wording::ticket::waiting::nobody_works())
                } else {
                    stats
                };
                self.answer(visit, stats).await
            }
            Order::Metrics => self.metrics(visit).await,
            Order::Timezone(zone) => self.timezone(visit, zone).await,
            Order::Room(change) => Box::pin(self.room(visit, change)).await,
            Order::Away(order) => Box::pin(self.away(visit, order)).await,
            Order::Workspace(order) => Box::pin(self.workspaces(visit, order)).await,
            Order::Link(code) => Box::pin(self.link(visit, code)).await,
            Order::Invite(role) => self.invite(visit, role).await,
            Order::EndInvitations => self.withdraw_invitations(visit).await,
            Order::Members(change) => self.members(visit, change).await,
            Order::Settings(change) => self.change_settings(visit, change).await,
            Order::Mode(change) => self.mode(visit, change).await,
            Order::Budget(change) => Box::pin(self.budget(visit, change)).await,
            Order::Privacy => Box::pin(self.privacy(visit)).await,
            Order::Export => Box::pin(self.export(visit)).await,
            Order::Forget => Box::pin(self.ask_forget(visit)).await,
            Order::Help(about) => {
                let reads = self.engine.parts.model.reads();
                self.answer(visit, wording::talk::help::help(&about, visit.person.power(), reads)).await
            }
        }
    }

    pub(in crate::engine) async fn answer(&mut self, visit: &Visit, message: Message) -> Stored<Fate> {
        self.say(visit, message).await?;
        Ok(Fate::Decided(None))
    }

    /// Does what is wished of notes, as it was ordered by a command.
    async fn note_by_command(&mut self, visit: &Visit, wish: Wish) -> Stored<Fate> {
        let act = NoteAct::Do { wish: Box::new(wish) };
        let fate = self.on_notes(visit, &act, None).await?;
        self.said_if_refused(visit, fate).await
    }

    async fn calculated(&mut self, visit: &Visit, text: &str) -> Stored<Fate> {
        let result = self.engine.parts.grammar.sum(&format!("={}", text.trim()));
        match result {
            Some(result) => self.answer(visit, Message::lines([wording::talk::sums::result(text, &result)])).await,
            None => self.refuse(visit, wording::talk::sums::no_sum(text)).await,
        }
    }

    async fn new_idea(&mut self, visit: &Visit, text: &str) -> Stored<Fate> {
        if !routing::has_words(text) {
            return self.refuse(visit, refusals::nothing_to_do()).await;
        }
        if !visit.room.direct() && visit.room.thread_of.is_none() && !visit.room.purposes.intake {
            return self.refuse(visit, wording::people::unknown_room(visit.room.topic())).await;
        }
        self.idea(visit, text, visit.message.as_deref(), true).await
    }

    /// A ticket by number, if this person may see it and it may be shown here; otherwise the same words as for none, or
    /// where to ask.
    pub(in crate::engine) async fn visible(&mut self, visit: &Visit, number: i64) -> Stored<Result<Ticket, String>> {
        let found = self.tx.ticket_numbered(&self.workspace(), number).await?;
        let Some(ticket) = found.filter(|t| sees(&visit.person, t)) else {
            return Ok(Err(refusals::no_ticket(&number.to_string())));
        };
        if self.sight(visit).await?.covers(&ticket) {
            return Ok(Ok(ticket));
        }
        Ok(Err(if ticket.direct { refusals::ask_directly(number) } else { refusals::ask_elsewhere(number) }))
    }

    async fn steer(&mut self, visit: &Visit, number: i64, event: Event) -> Stored<Fate> {
        let ticket = match self.visible(visit, number).await? {
            Ok(ticket) => ticket,
            Err(why) => {
                self.came_late();
                return self.refuse(visit, why).await;
            }
        };
        if let Err(why) = self.may(visit, Deed::Steer(&ticket)) {
            return self.refuse(visit, why).await;
        }
        if matches!(event, Event::ResumeRequested | Event::DispatchRequested) {
            self.hurry(&ticket).await?;
        }
        let fate = self.act(visit, &ticket, &event).await?;
        // What was kept for a language model is read at once by the rules, and what comes of it says everything. Only a
        // command from a menu needs an answer in its place.
        let here = self.engine.thinks() && !self.engine.parts.model.reads();
        let read_at_once = matches!(ticket.waiting, Some(Waiting::Setup(_))) && here;
        let follows = read_at_once && ticket.stage == Stage::Intake && visit.reply.handle.is_none();
        if let Fate::Decided(Some(note)) = &fate
            && !matches!(event, Event::CancelRequested { .. })
            && !(follows && note == wording::ticket::waiting::on_it())
        {
            self.say(visit, wording::talk::asides::note(number, note)).await?;
        }
        Ok(fate)
    }

    async fn list(&mut self, visit: &Visit, which: Which, before: Option<i64>) -> Stored<Fate> {
        let statuses = match which {
            Which::All => Vec::new(),
            Which::Done => vec![Status::Done],
            Which::Failed => vec![Status::Failed],
            Which::Only(status) => vec![status],
            Which::Open => open_statuses(),
        };
        let found = self.page(visit, statuses, before, wording::lists::PAGE).await?;
        let left = &self.left_to_approvers(&found).await?;
        let reads = self.engine.parts.model.reads();
        let sends = Self::could(visit, Deed::SendIdea).then_some(reads);
        let reader = visit.room.direct().then_some(&visit.person.id);
        let page = wording::lists::Page { which, older: before.is_some(), sends, reader, left };
        let mut keys = self.keys();
        let message = wording::lists::list(&found, page, &mut keys);
        self.say_page(visit, message, keys).await
    }

    /// The tickets of one page and one more, newest first, of what may be shown here. What comes in meanwhile
    /// moves no page: each begins below a number.
    pub(in crate::engine) async fn page(
        &mut self,
        visit: &Visit,
        statuses: Vec<Status>,
        before: Option<i64>,
        size: usize,
    ) -> Stored<Vec<Ticket>> {
        let filter = TicketFilter {
            workspace: Some(self.workspace()),
            statuses,
            before,
            newest_first: true,
            sight: self.sight(visit).await?,
            limit: u32::try_from(size).unwrap_or(u32::MAX).saturating_add(1),
            ..TicketFilter::default()
        };
        self.tx.tickets(&filter).await
    }

    /// Tickets that may be shown to this person in this room.
    pub(in crate::engine) async fn seen(
        &mut self,
        visit: &Visit,
        statuses: Vec<Status>,
        newest_first: bool,
    ) -> Stored<Vec<Ticket>> {
        let filter = TicketFilter {
            workspace: Some(self.workspace()),
            statuses,
            newest_first,
            sight: self.sight(visit).await?,
            limit: READ,
            ..TicketFilter::default()
        };
        self.tx.tickets(&filter).await
    }

    pub(in crate::engine) async fn show(&mut self, visit: &Visit, ticket: &Ticket) -> Stored<()> {
        let zone = self.zone_of(&visit.person).await?;
        let mut keys = self.keys();
        let message =
            self.ticket_shown(ticket, visit.room.direct().then_some(&visit.person.id), zone, &mut keys).await?;
        Box::pin(self.say_view(visit, Shows::Ticket(ticket.id.clone()), message, keys)).await.map(drop)
    }

    /// Pauses or resumes everything: the switch, and every ticket at work.
    async fn pause_all(&mut self, visit: &Visit, pause: bool) -> Stored<Fate> {
        let mut settings = self.settings().await?;
        if settings.paused == pause {
            return self.refuse(visit, refusals::paused_as_it_is(pause)).await;
        }
        let was = settings.clone();
        settings.paused = pause;
        self.note(What::setting("paused", &was, &settings));
        self.tx.save_settings(&settings).await?;
        let name = &visit.person.name;
        let by = if name == wording::people::NAMELESS { self.nameless().await? } else { name };
        let heard = self.all_hear(pause, by, None).await?;
        let text = if pause {
            wording::ticket::waiting::everything_paused(heard.tickets, heard.more)
        } else {
            wording::ticket::waiting::everything_goes_on(heard.tickets, heard.more, &heard.alone)
        };
        self.answer(visit, Message::lines([text])).await
    }

    async fn room(&mut self, visit: &Visit, change: Option<(Purpose, Switch)>) -> Stored<Fate> {
        let direct = visit.room.direct();
        let place = match &visit.room.thread_of {
            Some((_, channel)) => self.tx.room(channel).await?.map_or(visit.room.place.clone(), |room| room.place),
            None => visit.room.place.clone(),
        };
        let topic = visit.room.topic();
        let Some((purpose, switch)) = change else {
            let said = wording::people::room(visit.room.purposes, direct, topic);
            let said = self.with_its_workspace(visit, visit.room.purposes, said).await?;
            return self.answer(visit, said).await;
        };
        let mut room = self.room_for(&place, None).await?;
        if topic && (purpose, switch) == (Purpose::Intake, Switch::On) {
            let group = self.room_for(&Place { thread: None, ..place }, None).await?;
            // Let in for the first time: meant is the group, and in no topic more than what is addressed is read.
            if !group.purposes.intake_said && !group.purposes.intake {
                room = group;
            }
        }
        let were = Some(room.purposes);
        room.purposes = room.purposes.switched(purpose, switch, direct);
        self.note(What::RoomSet { room: room.id.clone(), purposes: room.purposes, were });
        self.tx.save_room(&room).await?;
        self.change_directory().await?;
        if purpose == Purpose::Decisions && switch == Switch::Off {
            Box::pin(self.leave_who_decides_no_more()).await?;
        }
        if direct && purpose == Purpose::Intake && switch != Switch::On {
            return self.answer(visit, Message::lines([wording::people::always_intake()])).await;
        }
        let (topic, place) = (room.topic(), room.place.clone());
        let purposes = self.purposes_at(&place, Some(&room)).await?;
        // Only of the room in which it is said: the words lead nowhere else.
        let former = were.filter(|_| room.id == visit.room.id).map(|were| undo_order::room(were, purpose));
        let said = wording::people::room(purposes, direct, topic);
        let said = self.with_its_workspace(visit, purposes, said).await?;
        self.set(visit, said, former).await
    }

    async fn start(&mut self, visit: &Visit, code: Option<String>) -> Stored<Fate> {
        if let Some(code) = code {
            return if self.links(&code).await? {
                self.refuse(visit, wording::people::workspaces::link_on_purpose()).await
            } else {
                Box::pin(self.link(visit, Some(code))).await
            };
        }
        let mut keys = self.keys();
        let message = wording::people::welcome(&visit.person, self.engine.parts.model.reads(), &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Fate::Decided(None))
    }
}

/// Every status of a ticket that is not over.
pub(in crate::engine) fn open_statuses() -> Vec<Status> {
    let over = [Status::Done, Status::Failed, Status::Cancelled];
    Status::ALL.into_iter().filter(|s| !over.contains(s)).collect()
}
