//! Commands: what each reads, asks of `permissions`, and answers.

use crate::engine::inbox::context::{Context, Request};
use crate::ports::store::{EventOutcome, Stored, TicketFilter};
use crate::secretary::audit::What;
use crate::secretary::message::action::NoteAct;
use crate::secretary::message::commands::{Order, Purpose, Switch, Which};
use crate::secretary::message::inbound::Place;
use crate::secretary::message::views::Shows;
use crate::secretary::message::{Message, commands, routing, undo_order};
use crate::secretary::notes::Wish;
use crate::secretary::people::permissions::{Operation, operation_of, sees};
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Stage, Status, Ticket, Waiting};
use crate::secretary::wording::talk::refusals;
use crate::secretary::{budget, wording};

/// Tickets read for a list.
pub(in crate::engine) const READ: u32 = 60;

impl Context<'_> {
    /// A typed command.
    pub(in crate::engine) async fn command(
        &mut self,
        request: &Request,
        name: &str,
        args: &str,
    ) -> Stored<EventOutcome> {
        match commands::read(name, args) {
            Ok(order) => {
                let joins = matches!(order, Order::Room(_) | Order::Start(_) | Order::Link(_) | Order::Workspace(_));
                let thread = request.room.thread_of.is_some();
                let p = request.room.purposes;
                let known = request.room.direct() || thread || p.intake || p.decisions || p.reports;
                if !known && !joins {
                    return self.refuse(request, wording::people::unknown_room(request.room.topic())).await;
                }
                self.order(request, order).await
            }
            Err(why) => {
                self.mark_operation(request).await?;
                // An example in another currency than that of the prices would be refused in turn.
                let has = self.engine.currency().filter(|_| name.eq_ignore_ascii_case("budget"));
                let exact = has.and_then(|has| budget::orders::read(args, Some(has)).err());
                self.refuse(request, exact.unwrap_or(why)).await
            }
        }
    }

    /// An order that makes sense.
    pub(in crate::engine) async fn order(&mut self, request: &Request, order: Order) -> Stored<EventOutcome> {
        let operation = operation_of(&order, request.room.direct());
        if !operation.reads() {
            self.mark_operation(request).await?;
        }
        if let Err(why) = self.may(request, operation) {
            return self.refuse(request, why).await;
        }
        match order {
            Order::Start(code) => self.start(request, code).await,
            Order::New(text) => self.new_idea(request, &text).await,
            Order::Remind(text) => self.remind_by_command(request, &text).await,
            Order::Note(text) => self.note_by_command(request, Wish::Keep { text }).await,
            Order::Notes => self.note_by_command(request, Wish::ShowAll).await,
            Order::Lists => self.note_by_command(request, Wish::ShowLists).await,
            Order::Calc(text) => self.calculated(request, &text).await,
            Order::Ask(text) => Box::pin(super::asked(self, request, &text)).await,
            Order::List(which, before) => self.list(request, which, before).await,
            Order::Show(number) => match self.visible(request, number).await? {
                Ok(ticket) => self.show(request, &ticket).await.map(|()| EventOutcome::Decided(None)),
                Err(why) => self.refuse(request, why).await,
            },
            Order::Team(number) => self.team(request, number).await,
            Order::Decisions(behind) => Box::pin(self.decisions(request, behind.as_ref())).await,
            Order::History(number) => self.history(request, number).await,
            Order::HistoryOf(words) => self.past_decisions(request, Some(&words), 1).await,
            Order::HistoryPage(page, words) => self.past_decisions(request, words.as_deref(), page).await,
            Order::Decide(number, place, option) => self.decide_typed(request, (number, place), &option).await,
            Order::CancelAll => self.ask_cancel_all(request).await,
            Order::Cancel(number, reason) => {
                self.steer(request, number, Event::CancelRequested { reason, with_all: false }).await
            }
            Order::Clarify(number) => self.steer(request, number, Event::ClarifyRequested).await,
            Order::Pause(None) => self.pause_all(request, true).await,
            Order::Resume(None) => self.pause_all(request, false).await,
            Order::Pause(Some(number)) => self.steer(request, number, Event::PauseRequested).await,
            Order::Resume(Some(number)) => self.steer(request, number, Event::ResumeRequested).await,
            Order::Dispatch(number) => self.steer(request, number, Event::DispatchRequested).await,
            Order::Agents => {
                let (loads, records) = (self.tx.loads().await?, self.tx.records(&self.here).await?);
                self.answer(request, wording::lists::agents(&self.engine.parts.roster, &loads, &records)).await
            }
            Order::Report(when) => self.report(request, &when).await,
            Order::Reports(wanted) => self.reports(request, wanted).await,
            Order::Schedules(order) => self.schedules(request, order).await,
            Order::DropReminders => self.ask_drop_reminders(request).await,
            Order::SchedulesPage(page) => self.list_schedules(request, page).await,
            Order::Stats => {
                let visibility = self.visibility(request).await?;
                let counts = self.tx.by_status(&self.workspace(), &visibility).await?;
                let stats = wording::lists::stats(&counts);
                let stats = if self.engine.is_unmanned() {
                    stats.line(wording::ticket::waiting::nobody_works())
                } else {
                    stats
                };
                self.answer(request, stats).await
            }
            Order::Metrics => self.metrics(request).await,
            Order::Timezone(zone) => self.timezone(request, zone).await,
            Order::Room(change) => Box::pin(self.room(request, change)).await,
            Order::Away(order) => Box::pin(self.away(request, order)).await,
            Order::Workspace(order) => Box::pin(self.workspaces(request, order)).await,
            Order::Link(code) => Box::pin(self.link(request, code)).await,
            Order::Invite(role) => self.invite(request, role).await,
            Order::EndInvitations => self.withdraw_invitations(request).await,
            Order::Members(change) => self.members(request, change).await,
            Order::Settings(change) => self.change_settings(request, change).await,
            Order::Mode(change) => self.mode(request, change).await,
            Order::Budget(change) => Box::pin(self.budget(request, change)).await,
            Order::Privacy => Box::pin(self.privacy(request)).await,
            Order::Export => Box::pin(self.export(request)).await,
            Order::Forget => Box::pin(self.ask_forget(request)).await,
            Order::Help(about) => {
                let reads = self.engine.parts.model.reads();
                self.answer(request, wording::talk::help::help(&about, request.person.power(), reads)).await
            }
        }
    }

    pub(in crate::engine) async fn answer(&mut self, request: &Request, message: Message) -> Stored<EventOutcome> {
        self.say(request, message).await?;
        Ok(EventOutcome::Decided(None))
    }

    /// Does what is wished of notes, as it was ordered by a command.
    async fn note_by_command(&mut self, request: &Request, wish: Wish) -> Stored<EventOutcome> {
        let act = NoteAct::Do { wish: Box::new(wish) };
        let outcome = self.on_notes(request, &act, None).await?;
        self.said_if_refused(request, outcome).await
    }

    async fn calculated(&mut self, request: &Request, text: &str) -> Stored<EventOutcome> {
        let result = self.engine.parts.grammar.sum(&format!("={}", text.trim()));
        match result {
            Some(result) => self.answer(request, Message::lines([wording::talk::sums::result(text, &result)])).await,
            None => self.refuse(request, wording::talk::sums::no_sum(text)).await,
        }
    }

    async fn new_idea(&mut self, request: &Request, text: &str) -> Stored<EventOutcome> {
        if !routing::has_words(text) {
            return self.refuse(request, refusals::nothing_to_do()).await;
        }
        if !request.room.direct() && request.room.thread_of.is_none() && !request.room.purposes.intake {
            return self.refuse(request, wording::people::unknown_room(request.room.topic())).await;
        }
        self.idea(request, text, request.message.as_deref(), true).await
    }

    /// A ticket by number, if this person may see it and it may be shown here; otherwise the same words as for none, or
    /// where to ask.
    pub(in crate::engine) async fn visible(
        &mut self,
        request: &Request,
        number: i64,
    ) -> Stored<Result<Ticket, String>> {
        let found = self.tx.ticket_numbered(&self.workspace(), number).await?;
        let Some(ticket) = found.filter(|t| sees(&request.person, t)) else {
            return Ok(Err(refusals::no_ticket(&number.to_string())));
        };
        if self.visibility(request).await?.covers(&ticket) {
            return Ok(Ok(ticket));
        }
        Ok(Err(if ticket.direct { refusals::ask_directly(number) } else { refusals::ask_elsewhere(number) }))
    }

    async fn steer(&mut self, request: &Request, number: i64, event: Event) -> Stored<EventOutcome> {
        let ticket = match self.visible(request, number).await? {
            Ok(ticket) => ticket,
            Err(why) => {
                self.came_late();
                return self.refuse(request, why).await;
            }
        };
        if let Err(why) = self.may(request, Operation::Steer(&ticket)) {
            return self.refuse(request, why).await;
        }
        if matches!(event, Event::ResumeRequested | Event::DispatchRequested) {
            self.hurry(&ticket).await?;
        }
        let outcome = self.act(request, &ticket, &event).await?;
        // What was kept for a language model is read at once by the rules, and what comes of it says everything. Only a
        // command from a menu needs an answer in its place.
        let here = self.engine.thinks() && !self.engine.parts.model.reads();
        let read_at_once = matches!(ticket.waiting, Some(Waiting::Setup(_))) && here;
        let follows = read_at_once && ticket.stage == Stage::Intake && request.reply.handle.is_none();
        if let EventOutcome::Decided(Some(note)) = &outcome
            && !matches!(event, Event::CancelRequested { .. })
            && !(follows && note == wording::ticket::waiting::on_it())
        {
            self.say(request, wording::talk::asides::note(number, note)).await?;
        }
        Ok(outcome)
    }

    async fn list(&mut self, request: &Request, which: Which, before: Option<i64>) -> Stored<EventOutcome> {
        let statuses = match which {
            Which::All => Vec::new(),
            Which::Done => vec![Status::Done],
            Which::Failed => vec![Status::Failed],
            Which::Only(status) => vec![status],
            Which::Open => open_statuses(),
        };
        let found = self.page(request, statuses, before, wording::lists::PAGE).await?;
        let left = &self.left_to_approvers(&found).await?;
        let reads = self.engine.parts.model.reads();
        let sends = Self::could(request, Operation::SendIdea).then_some(reads);
        let reader = request.room.direct().then_some(&request.person.id);
        let page = wording::lists::Page { which, older: before.is_some(), sends, reader, left };
        let mut keys = self.keys();
        let message = wording::lists::list(&found, page, &mut keys);
        self.say_page(request, message, keys).await
    }

    /// The tickets of one page and one more, newest first, of what may be shown here. What comes in meanwhile
    /// moves no page: each begins below a number.
    pub(in crate::engine) async fn page(
        &mut self,
        request: &Request,
        statuses: Vec<Status>,
        before: Option<i64>,
        size: usize,
    ) -> Stored<Vec<Ticket>> {
        let filter = TicketFilter {
            workspace: Some(self.workspace()),
            statuses,
            before,
            newest_first: true,
            visibility: self.visibility(request).await?,
            limit: u32::try_from(size).unwrap_or(u32::MAX).saturating_add(1),
            ..TicketFilter::default()
        };
        self.tx.tickets(&filter).await
    }

    /// Tickets that may be shown to this person in this room.
    pub(in crate::engine) async fn seen(
        &mut self,
        request: &Request,
        statuses: Vec<Status>,
        newest_first: bool,
    ) -> Stored<Vec<Ticket>> {
        let filter = TicketFilter {
            workspace: Some(self.workspace()),
            statuses,
            newest_first,
            visibility: self.visibility(request).await?,
            limit: READ,
            ..TicketFilter::default()
        };
        self.tx.tickets(&filter).await
    }

    pub(in crate::engine) async fn show(&mut self, request: &Request, ticket: &Ticket) -> Stored<()> {
        let zone = self.zone_of(&request.person).await?;
        let mut keys = self.keys();
        let message =
            self.ticket_shown(ticket, request.room.direct().then_some(&request.person.id), zone, &mut keys).await?;
        Box::pin(self.say_view(request, Shows::Ticket(ticket.id.clone()), message, keys)).await.map(drop)
    }

    /// Pauses or resumes everything: the switch, and every ticket at work.
    async fn pause_all(&mut self, request: &Request, pause: bool) -> Stored<EventOutcome> {
        let mut settings = self.settings().await?;
        if settings.paused == pause {
            return self.refuse(request, refusals::paused_as_it_is(pause)).await;
        }
        let was = settings.clone();
        settings.paused = pause;
        self.note(What::setting("paused", &was, &settings));
        self.tx.save_settings(&settings).await?;
        let name = &request.person.name;
        let by = if name == wording::people::NAMELESS { self.nameless().await? } else { name };
        let heard = self.all_hear(pause, by, None).await?;
        let text = if pause {
            wording::ticket::waiting::everything_paused(heard.tickets, heard.more)
        } else {
            wording::ticket::waiting::everything_goes_on(heard.tickets, heard.more, &heard.alone)
        };
        self.answer(request, Message::lines([text])).await
    }

    async fn room(&mut self, request: &Request, change: Option<(Purpose, Switch)>) -> Stored<EventOutcome> {
        let direct = request.room.direct();
        let place = match &request.room.thread_of {
            Some((_, channel)) => self.tx.room(channel).await?.map_or(request.room.place.clone(), |room| room.place),
            None => request.room.place.clone(),
        };
        let topic = request.room.topic();
        let Some((purpose, switch)) = change else {
            let said = wording::people::room(request.room.purposes, direct, topic);
            let said = self.with_its_workspace(request, request.room.purposes, said).await?;
            return self.answer(request, said).await;
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
            return self.answer(request, Message::lines([wording::people::always_intake()])).await;
        }
        let (topic, place) = (room.topic(), room.place.clone());
        let purposes = self.purposes_at(&place, Some(&room)).await?;
        // Only of the room in which it is said: the words lead nowhere else.
        let former = were.filter(|_| room.id == request.room.id).map(|were| undo_order::room(were, purpose));
        let said = wording::people::room(purposes, direct, topic);
        let said = self.with_its_workspace(request, purposes, said).await?;
        self.set(request, said, former).await
    }

    async fn start(&mut self, request: &Request, code: Option<String>) -> Stored<EventOutcome> {
        if let Some(code) = code {
            return if self.links(&code).await? {
                self.refuse(request, wording::people::workspaces::link_on_purpose()).await
            } else {
                Box::pin(self.link(request, Some(code))).await
            };
        }
        let mut keys = self.keys();
        let message = wording::people::welcome(&request.person, self.engine.parts.model.reads(), &mut keys);
        self.say_with(request, message, keys).await?;
        Ok(EventOutcome::Decided(None))
    }
}

/// Every status of a ticket that is not over.
pub(in crate::engine) fn open_statuses() -> Vec<Status> {
    let over = [Status::Done, Status::Failed, Status::Cancelled];
    Status::ALL.into_iter().filter(|s| !over.contains(s)).collect()
}
