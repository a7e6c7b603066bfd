//! One life: people, platforms, a process that comes and goes, and time. Which of all that can happen next does happen
//! is drawn from the seed. When enough has happened all faults are mended, and what is left must come to rest.

use crate::apart::Apart;
use crate::broken::Broken;
use crate::invariants::of_order::Watch;
use crate::invariants::of_rest;
use crate::life::{Life, Wanted};
use crate::memory::Memory;
use crate::outside::around::{Around, Weather};
use crate::people::cast::{self, Player};
use crate::process::{PLATFORMS, Process, at_once, decides_the_same};
use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use secretary::ports::inbox::Intake;
use secretary::secretary::inbound::{Content, Inbound};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Steps a life has at most, so that none goes on for ever.
const STEPS: u64 = 60_000;
/// How long a mended world has to come to rest: three days, and the work that the budget of the last of them begins.
const REST: TimeDelta = TimeDelta::minutes(3 * 24 * 60 + 30);

/// Something on its way to the secretary.
pub struct Delivery {
    /// When it arrives.
    pub at: DateTime<Utc>,
    /// What.
    pub inbound: Inbound,
}

/// The world.
pub struct World {
    /// What everybody shares.
    pub around: Around,
    /// The database.
    pub memory: Arc<Memory>,
    /// The people.
    pub players: Vec<Player>,
    /// What is on its way.
    pub mail: Vec<Delivery>,
    /// Events handed in so far, which name the next.
    pub handed_in: u64,
    /// What this life has that others have not.
    pub apart: Apart,
    watch: Watch,
    process: Option<Process>,
    starts_at: DateTime<Utc>,
    acts_at: DateTime<Utc>,
    disk_until: DateTime<Utc>,
    acknowledged: BTreeSet<String>,
    mended: bool,
    broken: Option<Broken>,
}

/// What can happen next.
enum Next {
    Start,
    Deliver(usize),
    Act,
    Decide,
    Claim,
    GoOn(usize),
}

/// Lives one life.
pub fn live(seed: u64, wanted: &Wanted) -> Life {
    let mut world = World::new(seed, wanted);
    let mut steps = 0;
    let found = |world: &World| !wanted.seeks.is_empty() && world.broke_all(wanted.seeks);
    while world.around.lock().events < wanted.events && steps < STEPS && !found(&world) {
        world.step(DateTime::<Utc>::MAX_UTC);
        steps += 1;
    }
    world.mend();
    let until = world.now() + REST;
    while steps < STEPS && !found(&world) && world.step(until) {
        steps += 1;
    }
    if steps >= STEPS {
        world.around.lock().violated("a_life_comes_to_rest", format!("it goes on after {STEPS} steps"));
    }
    world.end(seed)
}

impl World {
    fn new(seed: u64, wanted: &Wanted) -> Self {
        let begin = Utc.with_ymd_and_hms(2026, 3, 27, 8, 0, 0).single().unwrap_or_default();
        let around = Around::new(seed, begin, wanted.story);
        let memory = Memory::new(wanted.broken);
        let players = cast::players();
        let apart = Apart::drawn(seed, wanted.broken);
        {
            let mut world = around.lock();
            let days = world.chance.between(0, 300);
            let seconds = world.chance.between(0, 86_400);
            world.now += TimeDelta::days(days) + TimeDelta::seconds(seconds);
            let weather = Weather::drawn(&mut world.chance);
            world.weather = wanted.broken.map_or(weather, |broken| broken.brings_out(weather));
            let house = cast::house(&mut world.chance, apart.budget);
            cast::move_in(&mut memory.tables(), &players, house, world.now);
        }
        let now = around.lock().now;
        let roles = players.iter().filter_map(|p| Some((p.person.clone()?, p.role?)));
        let roles = roles.chain(players.iter().filter_map(|p| p.elsewhere.clone()));
        let watch = Watch::over(roles.collect(), cast::roster());
        Self {
            around,
            memory,
            players,
            mail: Vec::new(),
            handed_in: 0,
            apart,
            watch,
            process: None,
            starts_at: now,
            acts_at: now,
            disk_until: now,
            acknowledged: BTreeSet::new(),
            mended: false,
            broken: wanted.broken,
        }
    }

    /// The moment.
    pub fn now(&self) -> DateTime<Utc> {
        self.around.lock().now
    }

    fn broke_all(&self, names: &[&str]) -> bool {
        let around = self.around.lock();
        names.iter().all(|name| around.violations.iter().any(|violation| violation.invariant == *name))
    }

    /// One thing happens, or time passes until one can. False when nothing can any more until then.
    fn step(&mut self, until: DateTime<Utc>) -> bool {
        if !self.mended {
            self.bad_luck();
        }
        let now = self.now();
        let mut can = self.can_happen(now);
        if can.is_empty() {
            let busy = self.process.as_ref().is_some_and(Process::busy);
            let Some(at) = self.next_moment().filter(|at| *at <= until || busy) else { return false };
            self.around.lock().now = at.max(now);
            return true;
        }
        let chosen = self.around.lock().chance.below(can.len());
        match can.swap_remove(chosen) {
            Next::Start => self.start(),
            Next::Deliver(at) => self.deliver(at),
            Next::Act => self.act(),
            Next::Decide => self.decide(),
            Next::Claim => self.claim(),
            Next::GoOn(at) => {
                if let Some(process) = &mut self.process {
                    process.go_on(at);
                }
            }
        }
        self.look();
        true
    }

    fn can_happen(&self, now: DateTime<Utc>) -> Vec<Next> {
        let mut can = Vec::new();
        if !self.mended && self.acts_at <= now {
            can.push(Next::Act);
        }
        let Some(process) = &self.process else {
            if self.starts_at <= now {
                can.push(Next::Start);
            }
            return can;
        };
        can.extend(process.ready(now).into_iter().map(Next::GoOn));
        if self.disk_until > now {
            return can;
        }
        let due = self.mail.iter().enumerate().filter(|(_, letter)| letter.at <= now);
        can.extend(due.map(|(at, _)| Next::Deliver(at)));
        let tables = self.memory.tables();
        if !tables.fresh.is_empty() {
            can.push(Next::Decide);
        }
        drop(tables);
        if self.next_due().is_some_and(|at| at <= now) {
            can.push(Next::Claim);
        }
        can
    }

    fn next_due(&self) -> Option<DateTime<Utc>> {
        match &self.process {
            Some(process) if self.broken.is_some() => at_once(process.engine.due_next()).and_then(Result::ok).flatten(),
            _ => self.memory.tables().next_due(),
        }
    }

    fn next_moment(&self) -> Option<DateTime<Utc>> {
        let now = self.now();
        let of_people = (!self.mended).then_some(self.acts_at);
        let of_disk = Some(self.disk_until).filter(|at| *at > now);
        let of_start = self.process.is_none().then_some(self.starts_at);
        let process = self.process.as_ref();
        let of_mail = self.mail.iter().map(|letter| letter.at).min().filter(|_| process.is_some());
        let of_tasks = process.and_then(Process::wakes_at);
        let of_rows = process.and_then(|_| self.next_due());
        let all = [of_people, of_disk, of_start, of_mail, of_tasks, of_rows];
        all.into_iter().flatten().filter(|at| *at > now).min()
    }

    /// What may go wrong goes wrong now and then.
    fn bad_luck(&mut self) {
        let mut world = self.around.lock();
        let weather = world.weather;
        if world.chance.in_thousand(weather.outages) {
            let platform = world.chance.of(&PLATFORMS).copied().unwrap_or(PLATFORMS[0]);
            let until = world.now + TimeDelta::seconds(world.chance.between(10, 9_000));
            world.board.down.insert(platform, until);
            world.note("outage", &[platform.name()], || format!("{platform} until {until}"));
        }
        // A disk that is full does not become full again: what is tried each second meanwhile would keep it so for ever.
        if world.chance.in_thousand(weather.full_disk) && self.disk_until <= world.now {
            self.disk_until = world.now + TimeDelta::seconds(world.chance.between(1, 600));
            let until = self.disk_until;
            world.note("disk", &[], || format!("full until {until}"));
        }
        let crashes = world.chance.in_thousand(weather.crashes);
        let stops = world.chance.in_thousand(weather.stops);
        let now = world.now;
        drop(world);
        self.memory.refuse(self.disk_until > now);
        if crashes || stops {
            self.stop(stops);
        }
    }

    /// The process ends, on purpose or not.
    fn stop(&mut self, on_purpose: bool) {
        let Some(process) = self.process.take() else { return };
        let engine = process.engine.clone();
        drop(process);
        if on_purpose {
            // What cannot be written down at the stop is not known at the next start, as after a crash.
            let _ = at_once(engine.leave());
        }
        self.look();
        let mut world = self.around.lock();
        world.events += 1;
        world.last_calls.clear();
        world.board.answered.clear();
        let seconds = match world.chance.weighted(&[60, 30, 10]) {
            0 => world.chance.between(0, 5),
            1 => world.chance.between(5, 900),
            _ => world.chance.between(900, 50_000),
        };
        self.starts_at = world.now + TimeDelta::seconds(seconds);
        let kind = if on_purpose { "stops" } else { "CRASHES" };
        world.note(kind, &[], || format!("for {seconds} s"));
    }

    fn start(&mut self) {
        self.process = Process::start(&self.around, &self.memory);
        let mut world = self.around.lock();
        if self.process.is_none() {
            self.starts_at = world.now + TimeDelta::seconds(5);
        }
        world.note("starts", &[], || format!("{}", self.process.is_some()));
    }

    fn deliver(&mut self, at: usize) {
        let Some(process) = &self.process else { return };
        let letter = self.mail.swap_remove(at);
        let inbound = letter.inbound.clone();
        let key = format!("{}/{}/{}", inbound.place.platform, inbound.place.bot, inbound.event);
        if at_once(process.engine.receive(vec![inbound])).is_some_and(|taken| taken.is_ok()) {
            self.acknowledged.insert(key);
        }
        let mut world = self.around.lock();
        let doubles = world.weather.doubles;
        if world.chance.in_thousand(doubles) {
            // The platform did not hear that it was taken, and hands it in again.
            let at = world.now + world.moment(60_000);
            self.mail.push(Delivery { at, ..letter });
        }
    }

    fn decide(&mut self) {
        let Some(process) = &self.process else { return };
        let now = self.now();
        let twice = self.around.lock().chance.in_thousand(15);
        let same = twice.then(|| decides_the_same(&self.memory, now, self.broken));
        let mut decided = at_once(process.engine.decide_some());
        while same.is_some() && matches!(decided, Some(Ok(true))) {
            decided = at_once(process.engine.decide_some());
        }
        if decided.is_none() {
            self.around.lock().violated("deciding_never_waits", "it waits for something outside".to_owned());
        }
        if same.is_some_and(|same| !same(&self.memory)) {
            self.around
                .lock()
                .violated("a_step_done_twice_gives_the_same", "another process decides otherwise".to_owned());
        }
    }

    fn claim(&mut self) {
        let Some(process) = &mut self.process else { return };
        if let Some(Ok(rows)) = at_once(process.engine.claim()) {
            if self.broken == Some(Broken::BeginsTwice) && !rows.is_empty() {
                process.begin_beside(&self.memory, &rows);
            }
            for row in rows {
                process.begin(row);
            }
        }
    }

    /// The watcher looks at what was committed.
    fn look(&mut self) {
        let facts = self.memory.committed();
        if !facts.is_empty() {
            let mut world = self.around.lock();
            self.watch.see(&mut world, &facts);
            self.watch.book.judge_at_once(&mut world, &self.memory.tables());
        }
    }

    fn act(&mut self) {
        crate::people::acting::act(self);
        let mut world = self.around.lock();
        world.events += 1;
        let seconds = match world.chance.weighted(&[60, 25, 12, 3]) {
            0 => world.chance.between(0, 20),
            1 => world.chance.between(20, 900),
            2 => world.chance.between(900, 20_000),
            _ => world.chance.between(20_000, 200_000),
        };
        self.acts_at = world.now + TimeDelta::seconds(seconds);
    }

    /// From now on everything works and nobody does anything any more.
    fn mend(&mut self) {
        self.mended = true;
        self.memory.refuse(false);
        let mut world = self.around.lock();
        (world.weather, self.disk_until, self.starts_at) = (Weather::default(), world.now, world.now);
        world.board.down.clear();
        world.board.gone.clear();
        world.note("mended", &[], String::new);
        drop(world);
        self.everybody_is_back();
    }

    fn everybody_is_back(&mut self) {
        let now = self.now();
        // Behind what was said before, and what calls that began before still hear of a chat that is out of reach.
        let last = self.mail.iter().map(|letter| letter.at).max().unwrap_or(now).max(now);
        let seats: Vec<_> = self.players.iter().filter_map(|p| Some((p, p.seats.first()?))).collect();
        let mut back = Vec::new();
        for (player, (account, _)) in seats {
            for (account, places) in player.seats.iter().filter(|_| player.person.is_some()) {
                for place in places {
                    let content = Content::Reachable { yes: true };
                    back.push((place.clone(), cast::sender(player, account), content));
                }
            }
            let _ = account;
        }
        for (mut place, sender, content) in back {
            self.handed_in += 1;
            // A chat that has moved is heard of where it is.
            if let Some(to) = self.around.lock().board.moved.get(&place.chat) {
                place.chat.clone_from(to);
            }
            let event = format!("back-{}", self.handed_in);
            let inbound = Inbound { event, place, sender, content, sent_at: now, handle: None };
            self.mail.push(Delivery { at: last + TimeDelta::minutes(2), inbound });
        }
    }

    fn end(mut self, seed: u64) -> Life {
        self.look();
        let mut world = self.around.lock();
        of_rest::judge(&mut world, &self.memory.tables(), &self.acknowledged, &self.watch.book);
        Life {
            seed,
            events: world.events,
            hash: world.trace.hash(),
            violations: std::mem::take(&mut world.violations),
            story: world.trace.story(),
        }
    }
}
