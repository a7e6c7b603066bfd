//! Whatever a button does can be typed. For each thing a button may mean stands here what is typed in its place, and that the
//! words are read as that; a new one does not compile before it has its line.

use chrono::{DateTime, TimeZone, Utc};
use chrono_tz::Tz;
use secretary::secretary::action::{Action, NoteAct, ScheduleAct, TicketAct};
use secretary::secretary::card_orders::{self, Ordered};
use secretary::secretary::commands::{self, Order, ScheduleOrder, Which};
use secretary::secretary::ids::Token;
use secretary::secretary::notes::{self, Wish};
use secretary::secretary::plan::Question;
use secretary::secretary::plan_edit::{self, Edit};
use secretary::secretary::rescheduling::{self, Reply};
use secretary::secretary::round::Round;
use secretary::secretary::talk::{self, Bare, Talk};
use secretary::secretary::typed_labels::{self, Label};
use secretary::secretary::{answers, choosing, pointing, routing};

/// What is typed in the place of a button.
enum Typed {
    /// These words, and whether they are read as what the button does.
    Words(&'static str, bool),
    /// No button has it, or what it holds has lines of its own.
    NoButton,
}

use Typed::{NoButton, Words};

/// The lines of an enum: what each of its variants is typed as. The match beside the list makes it whole.
macro_rules! forms {
    ($name:ident of $all:ty: $($pattern:pat => $typed:expr,)+) => {
        const _: fn(&$all) -> &'static str = |act| match act {
            $($pattern => stringify!($pattern),)+
        };

        fn $name() -> Vec<(&'static str, Typed)> {
            vec![$((stringify!($pattern), $typed),)+]
        }
    };
}

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 23, 8, 0, 0).unwrap()
}

/// Whether a command is this order.
fn command(line: &'static str, wanted: &Order) -> Typed {
    let order = commands::typed(line).and_then(|(name, args)| commands::read(&name, &args).ok());
    Words(line, order.as_ref() == Some(wanted))
}

/// Whether words are this bare word, which takes what stands open.
fn bare(text: &'static str, wanted: Bare) -> Typed {
    Words(text, talk::read(text) == Some(Talk::Bare(wanted)))
}

/// Whether words are what stands on this button.
fn label(text: &'static str, wanted: Label) -> Typed {
    Words(text, typed_labels::read(text) == Some(wanted))
}

/// Whether words answer the one question of a round.
fn answer(text: &'static str, multiple: bool) -> Typed {
    let options = ["Price", "Speed", "Support"].map(str::to_owned).to_vec();
    let question = Question { text: "What matters?".to_owned(), options, multiple, ..Question::default() };
    let round = Round::new(vec![question], Token::new("t"), now());
    Words(text, answers::take(&round, text).is_ok_and(|given| given.len() == 1 && given[0].0 == 0))
}

/// Whether words are for the ticket #12.
fn to_ticket(text: &'static str, words: &str) -> Typed {
    Words(text, routing::to_ticket(text) == Some((12, words)))
}

fn schedule(line: &'static str, order: ScheduleOrder) -> Typed {
    command(line, &Order::Schedules(Some((3, order))))
}

fn replies(text: &'static str, fits: fn(Reply) -> bool) -> Typed {
    Words(text, rescheduling::reply(text, Tz::Europe__Berlin, now()).is_some_and(fits))
}

fn own_answer(line: &'static str) -> Typed {
    let own = line.split_once("12 ").and_then(|(_, words)| choosing::own_answer(words));
    Words(line, own == Some("by train"))
}

forms! { of_tickets of TicketAct:
    TicketAct::Answer { .. } => answer("Speed", false),
    TicketAct::TicksDone { .. } => answer("Price and Support", true),
    TicketAct::Judge { .. } => Words("you decide", answers::leaves("you decide")),
    TicketAct::Start { .. } => bare("start", Bare::Start),
    TicketAct::Dispatch { .. } => command("/dispatch 12", &Order::Dispatch(12)),
    TicketAct::DropStep { .. } => Words("drop 3", plan_edit::read("drop 3") == Some(vec![Edit::Drop(vec![3])])),
    TicketAct::Edit => Words("limit: 30", plan_edit::read("limit: 30") == Some(vec![Edit::Minutes(30)])),
    TicketAct::EditCard { .. } => {
        Words("title: Printers", plan_edit::read("title: Printers") == Some(vec![Edit::Title("Printers".to_owned())]))
    },
    TicketAct::Cancel => command("/cancel 12", &Order::Cancel(12, String::new())),
    TicketAct::Stop { sure: true, .. } => bare("yes", Bare::Yes),
    TicketAct::Stop { sure: false, .. } => bare("no", Bare::No),
    TicketAct::Pause => command("/pause 12", &Order::Pause(Some(12))),
    TicketAct::Resume => command("/resume 12", &Order::Resume(Some(12))),
    TicketAct::Decide { .. } => command("/decide 12 2", &Order::Decide(12, None, "2".to_owned())),
    TicketAct::ShowCall { .. } => label("show all of it", Label::AllOfIt),
    TicketAct::DecideOther { .. } => own_answer("/decide 12 other: by train"),
    TicketAct::Sure { yes: true, .. } => Words("yes", choosing::sure_in_words("yes") == Some(true)),
    TicketAct::Sure { yes: false, .. } => Words("no", choosing::sure_in_words("no") == Some(false)),
    TicketAct::Reopen { .. } => bare("undo", Bare::Undo),
    TicketAct::Change { .. } => Words("actually red", pointing::second_thought("actually red").is_some()),
    TicketAct::ChangeTo { .. } => Words("actually by train", pointing::second_thought("actually by train").is_some()),
    TicketAct::ChangeOther { .. } => {
        Words("reopen the door decision", choosing::reopens("reopen the door decision").is_some())
    },
    TicketAct::Rate { good: true } => label("👍", Label::Good),
    TicketAct::Rate { good: false } => label("👎", Label::Bad),
    TicketAct::Revise => to_ticket("#12 make it shorter", "make it shorter"),
    TicketAct::AnswerWith { .. } => to_ticket("#12: price", "price"),
    TicketAct::CorrectWith { .. } => {
        let text = "change #12: drop 2";
        let ordered = card_orders::read(text).and_then(|(number, rest)| rest.of(number, ""));
        Words(text, ordered == Some(Ordered::Change(12, Some("drop 2"))))
    },
    TicketAct::NewInstead { .. } => command("/new a cake", &Order::New("a cake".to_owned())),
    TicketAct::RemindThen => label("remind me then", Label::RemindThen),
    TicketAct::FoldInto { .. } => label("add to #11", Label::AddTo(11)),
    TicketAct::Show => command("/show 12", &Order::Show(12)),
}

forms! { of_all of Action:
    Action::OnTicket { .. } => NoButton,
    Action::OnSchedule { .. } => NoButton,
    Action::OnNotes { .. } => NoButton,
    Action::NewIdea { .. } => command("/new a cake", &Order::New("a cake".to_owned())),
    // The button says the words as they would be read.
    Action::AsMeant { .. } => command("/new compare printers", &Order::New("compare printers".to_owned())),
    Action::Zone { .. } => {
        command("/timezone Europe/Berlin", &Order::Timezone(Some("Europe/Berlin".to_owned())))
    },
    Action::Remind { .. } => bare("yes", Bare::Yes),
    Action::RemindAll { .. } => bare("yes", Bare::Yes),
    Action::Forget { .. } => bare("no", Bare::No),
    Action::Leave => label("keep it", Label::Keep),
    Action::KeepClock { .. } => schedule("/schedules 3 10:00", ScheduleOrder::Change("10:00".to_owned())),
    Action::CancelAll { .. } => command("/cancel all", &Order::CancelAll),
    Action::TakeUpAll { .. } => bare("undo", Bare::Undo),
    Action::SetBack { .. } => bare("undo", Bare::Undo),
    Action::PutBack { .. } => bare("undo", Bare::Undo),
    Action::TakeBack { .. } => bare("undo", Bare::Undo),
    Action::BringBack { .. } => bare("undo", Bare::Undo),
    Action::DropReminders { .. } => command("/schedules delete all", &Order::DropReminders),
    Action::Erase { .. } => label("yes, erase everything", Label::Erase),
    Action::GoOn { .. } => NoButton,
    Action::Command { .. } => command("/list", &Order::List(Which::Open, None)),
    Action::Page { .. } => command("/list done before 57", &Order::List(Which::Done, Some(57))),
}

forms! { of_schedules of ScheduleAct:
    ScheduleAct::Pause => schedule("/schedules 3 pause", ScheduleOrder::Pause),
    ScheduleAct::Resume => schedule("/schedules 3 resume", ScheduleOrder::Resume),
    ScheduleAct::Fire => schedule("/schedules 3 now", ScheduleOrder::Now),
    ScheduleAct::Edit => schedule("/schedules 3 tomorrow 10:00", ScheduleOrder::Change("tomorrow 10:00".to_owned())),
    ScheduleAct::Delete { .. } => schedule("/schedules 3 delete", ScheduleOrder::Delete),
    ScheduleAct::Undo { .. } => bare("undo", Bare::Undo),
    ScheduleAct::Revert { .. } => bare("undo", Bare::Undo),
    ScheduleAct::Set { .. } => {
        let text = "move the reminder to 10:00";
        let act = rescheduling::asked(text, Tz::Europe__Berlin, now()).map(|asked| asked.act());
        Words(text, act == Some(ScheduleAct::Set { words: "10:00".to_owned() }))
    },
    ScheduleAct::Become { .. } => schedule("/schedules 3 Saturday", ScheduleOrder::Change("Saturday".to_owned())),
    ScheduleAct::Amend => NoButton,
    ScheduleAct::Done { .. } => replies("done", |reply| reply == Reply::Done),
    ScheduleAct::Snooze { .. } => replies("in 2 hours", |reply| matches!(reply, Reply::Later(_))),
}

forms! { of_notes of NoteAct:
    NoteAct::Undo { .. } => bare("undo", Bare::Undo),
    NoteAct::Do { .. } => {
        let text = "add milk to the shopping list";
        Words(text, matches!(notes::wish(text), Some(Wish::Add { .. })))
    },
    NoteAct::Correct { .. } => {
        let text = "no, B-MX 124";
        Words(text, notes::read(text).is_some_and(|reading| matches!(reading.wish, Wish::Correct { .. })))
    },
    NoteAct::Keep => {
        let text = "note: the plate is B-MX 123";
        Words(text, matches!(notes::wish(text), Some(Wish::Keep { .. })))
    },
}

#[test]
fn whatever_a_button_does_can_be_typed() {
    let mut unread = Vec::new();
    for (button, typed) in of_all().into_iter().chain(of_tickets()).chain(of_schedules()).chain(of_notes()) {
        match typed {
            Words(_, true) | NoButton => {}
            Words(words, false) => unread.push(format!("“{words}” is not read as {button}")),
        }
    }
    assert!(unread.is_empty(), "{unread:#?}");
}
