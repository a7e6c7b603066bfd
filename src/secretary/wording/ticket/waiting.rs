//! Sentences about a ticket that waits although nobody has to decide: the model is down, no agent is free, something
//! is not set up, a run is silent.

use super::tickets::{number, sentence};
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::languages::Language;
use crate::secretary::ticket::{Blocked, Status, TaskState, Ticket, Waiting};
use crate::secretary::wording::{plural, short};

/// The model does not answer.
pub fn model_down(ticket: &Ticket, long: bool, keys: &mut Keys) -> Message {
    let text = if long {
        " The language model has not answered for over an hour. I keep trying; an owner may want to look at it."
    } else {
        " The language model does not answer. This waits and goes on by itself; I'll tell you if it takes over an hour."
    };
    Message::default().spans(vec![number(ticket), Span::text(text)]).row(vec![
        keys.good("Try now", TicketAct::Resume.on(&ticket.id)),
        keys.bad("Cancel", TicketAct::Cancel.on(&ticket.id)),
    ])
}

/// With `/stats`, where no process does what is waited for.
pub fn nobody_works() -> String {
    "No process with the role worker runs just now: what you send me is kept, and goes on as soon as one does."
        .to_owned()
}

/// The message about the model, once it answers again.
pub fn model_back(ticket: &Ticket) -> Message {
    Message::default()
        .spans(vec![number(ticket), Span::text(" The language model answers again; going on.")])
        .silently()
}

/// The account of the model is empty.
pub fn no_credit(why: &str) -> String {
    format!("the language model's account is out of credit ({why}). An owner can top it up")
}

/// The model turns the request down.
pub fn model_refuses(why: &str) -> String {
    format!("the language model refuses: {why}")
}

/// The model says nothing.
pub fn no_answer() -> String {
    "the language model does not answer".to_owned()
}

/// Somebody must set something up first.
pub fn needs_setup(ticket: &Ticket, what: &str, keys: &mut Keys) -> Message {
    Message::default()
        .spans(vec![number(ticket), Span::text(format!(" I can't do this yet. {}", sentence(what)))])
        .line("I keep it; tap “Try now” once that is done.")
        .row(vec![
            keys.good("Try now", TicketAct::Resume.on(&ticket.id)),
            keys.bad("Cancel", TicketAct::Cancel.on(&ticket.id)),
        ])
}

/// How it is said that nothing set up here could ever do it.
pub const NEVER: &str = "with or without a language model";
/// How it is said that a language model would help.
const NEEDED: &str = "needs a language model";

/// Something the rules cannot do without a language model, or not at all: kept, with what starts it. `language`: that of
/// whoever sent the idea. `told`: the person knows what that means from an earlier idea of the day.
pub fn beyond(ticket: &Ticket, why: &str, (language, told): (Language, bool), keys: &mut Keys) -> Message {
    let n = ticket.number;
    if why.contains(NEVER) {
        // Nothing that may change here would start it.
        let remind = Action::Remind { what: Some(short(&ticket.idea, 300)), rule: None, person: None };
        return Message::default()
            .spans(vec![number(ticket), Span::text(format!(" {}", never(language, why)))])
            .row(vec![keys.good("Remind me", remind), keys.bad("Cancel", TicketAct::Cancel.on(&ticket.id))]);
    }
    let cancel = |keys: &mut Keys| vec![keys.bad("Cancel", TicketAct::Cancel.on(&ticket.id))];
    // Any other reason is said as it came.
    let language = if why.contains(NEEDED) { language } else { Language::English };
    if told {
        let text = kept_too(language, why, n);
        return Message::default().spans(vec![number(ticket), Span::text(format!(" {text}"))]).row(cancel(keys));
    }
    let (why, kept) = match language {
        Language::German => (
            "Dafür brauche ich ein Sprachmodell, und hier ist noch keines verbunden.".to_owned(),
            format!(
                "Ich bewahre es auf: sobald eines da ist, startet es mit /dispatch {n}. Bis dahin verstehe ich nur Englisch, \
                 zum Beispiel: remind me tomorrow at 9 to call Ana"
            ),
        ),
        Language::Spanish => (
            "Para eso necesito un modelo de lenguaje, y aquí aún no hay ninguno conectado.".to_owned(),
            format!(
                "Lo guardo: en cuanto haya uno, empieza con /dispatch {n}. Hasta entonces solo entiendo inglés, por \
                 ejemplo: remind me tomorrow at 9 to call Ana"
            ),
        ),
        Language::French => (
            "Pour cela, il me faut un modèle de langage, et aucun n'est encore connecté ici.".to_owned(),
            format!(
                "Je le garde : dès qu'il y en a un, cela démarre avec /dispatch {n}. D'ici là, je ne comprends que \
                 l'anglais, par exemple : remind me tomorrow at 9 to call Anne"
            ),
        ),
        Language::Chinese => (
            "这件事需要语言模型，而这里还没有连接任何模型。".to_owned(),
            format!(
                "我先保存下来：一有模型，就用 /dispatch {n} 开始。在那之前我只懂英文，例如：remind me tomorrow at 9 to call Li"
            ),
        ),
        Language::English => (
            sentence(why),
            format!(
                "I keep it; once that changes, /dispatch {n} starts it. What I can do now: remind you, keep notes and \
                 lists, do sums, read web pages, put a decision to you."
            ),
        ),
    };
    Message::default().spans(vec![number(ticket), Span::text(format!(" {why}"))]).line(kept).row(cancel(keys))
}

/// What nothing set up here could ever do.
fn never(language: Language, why: &str) -> String {
    match language {
        Language::German => "Anrufen, verschicken, kaufen und buchen kann ich nicht, auch nicht mit einem \
                                 Sprachmodell. Soll ich dich daran erinnern? Schreib zum Beispiel: remind me \
                                 tomorrow at 9 to call Ana"
            .to_owned(),
        Language::English | Language::Spanish | Language::French | Language::Chinese => sentence(why),
    }
}

/// One more idea that is kept for a language model: why, and what starts it.
fn kept_too(language: Language, why: &str, n: i64) -> String {
    match language {
        Language::German => format!(
            "Auch dafür brauche ich ein Sprachmodell, und hier ist noch keines verbunden. Ich bewahre es auf: sobald \
             eines da ist, startet es mit /dispatch {n}."
        ),
        Language::Spanish => format!(
            "También para eso necesito un modelo de lenguaje, y aquí aún no hay ninguno conectado. Lo guardo: en cuanto \
             haya uno, empieza con /dispatch {n}."
        ),
        Language::French => format!(
            "Pour cela aussi, il me faut un modèle de langage, et aucun n'est encore connecté ici. Je le garde : dès \
             qu'il y en a un, cela démarre avec /dispatch {n}."
        ),
        Language::Chinese => {
            format!("这件事也需要语言模型，而这里还没有连接任何模型。我先保存下来：一有模型，就用 /dispatch {n} 开始。")
        }
        Language::English => {
            format!("{} I keep it; once that changes, /dispatch {n} starts it.", sentence(why))
        }
    }
}

/// Why a ticket stands still although nobody has to decide, in a few words.
pub fn reason(ticket: &Ticket) -> Option<String> {
    match &ticket.waiting {
        Some(Waiting::Model(_)) => return Some(no_answer()),
        Some(Waiting::Setup(why)) => return Some(why.clone()),
        Some(Waiting::Answers) | None => {}
    }
    ticket.tasks.iter().find_map(|task| match &task.state {
        TaskState::Blocked(Blocked::NoAgent(why)) => Some(why.clone()),
        TaskState::Blocked(Blocked::Dependency(_)) => Some("a step before has failed".to_owned()),
        TaskState::Blocked(Blocked::Decision(_) | Blocked::Paused | Blocked::Retry(_))
        | TaskState::Pending
        | TaskState::Claimed
        | TaskState::InProgress
        | TaskState::Completed
        | TaskState::Failed => None,
    })
}

/// `/decide` for a ticket that has asked nothing: what it waits for instead.
pub fn nothing_to_decide(ticket: &Ticket) -> String {
    let n = ticket.number;
    let nothing = crate::secretary::wording::talk::refusals::nothing_to_decide(n);
    match ticket.status() {
        Status::Confirming => format!(
            "#{n} has nothing to decide: its plan waits for your Start. Press it on the card, or send /dispatch {n}."
        ),
        Status::Asking if ticket.open_round().is_some() => {
            format!("#{n} has nothing to decide: its questions wait for an answer. Reply to them, or tap one there.")
        }
        Status::Paused => format!("#{n} has nothing to decide: it is paused. /resume {n} lets it go on."),
        Status::Waiting => {
            reason(ticket).map_or(nothing.clone(), |why| format!("{nothing} It waits: {}", sentence(&why)))
        }
        Status::Done | Status::Failed | Status::Cancelled => {
            format!("#{n} has nothing to decide: it is over. /show {n} shows how it ended.")
        }
        Status::New | Status::Asking | Status::Working | Status::Deciding | Status::Reporting => {
            format!("#{n} has nothing to decide just now. It goes on by itself.")
        }
    }
}

/// Nobody free or fitting.
pub fn no_agent(ticket: &Ticket, why: &str) -> String {
    format!("{why}; #{} starts by itself as soon as somebody is free", ticket.number)
}

/// There is no agent at all.
pub fn nobody_at_all() -> String {
    "there is no agent at all; an owner can add a file to the folder “agents”".to_owned()
}

/// Nobody has these skills.
pub fn nobody_can(skills: &[String]) -> String {
    format!("nobody here can do {} (an owner can add an agent to the folder “agents”)", skills.join(", "))
}

/// Those who could do it are at other work: the best of them, or all.
pub fn busy(who: Option<&str>) -> String {
    who.map_or_else(|| "everybody is busy".to_owned(), |who| format!("{who} is busy"))
}

/// The line under the progress while the model does not answer.
pub fn for_model() -> String {
    "waiting for the language model".to_owned()
}

/// The line under the progress while something must be set up.
pub fn for_setup() -> String {
    "waiting until that is set up".to_owned()
}

/// The line under the progress of a paused ticket.
pub fn paused_by(who: &str) -> String {
    format!("paused by {who}")
}

/// The line under the progress while all work is paused.
pub fn all_paused() -> String {
    "paused; /resume lets it go on".to_owned()
}

/// One ticket was paused, for who did it.
pub fn paused() -> &'static str {
    "Paused."
}

/// One ticket was paused while all work is.
pub fn stays_paused(number: i64) -> String {
    format!("It stays paused when everything else goes on; /resume {number} takes that back.")
}

/// One ticket was resumed while all work is paused.
pub fn joins_the_rest() -> String {
    "All work is paused. It goes on together with everything else: /resume.".to_owned()
}

/// It goes on, for who asked for it.
pub fn on_it() -> &'static str {
    "On it."
}

/// It goes on, but its questions are open.
pub fn questions_wait() -> &'static str {
    "My questions above still need your answer."
}

/// It goes on, but its card was not accepted yet.
pub fn card_waits() -> &'static str {
    "The card above waits for your Start."
}

/// All work was paused. More tickets than were looked at so far follow in a moment if `more`.
pub fn everything_paused(tickets: usize, more: bool) -> String {
    let words = if tickets == 0 { String::new() } else { format!(" ({} at work)", touched(tickets, more)) };
    format!(
        "All work is paused{words}. New ideas are kept; reminders and reports still come. /resume lets \
         everything go on."
    )
}

/// All work goes on, but for the tickets of these numbers, which were paused by themselves.
pub fn everything_goes_on(tickets: usize, more: bool, alone: &[i64]) -> String {
    let words = if tickets == 0 { String::new() } else { format!(" ({})", touched(tickets, more)) };
    match alone {
        [] => format!("Work goes on{words}."),
        [one] => format!("Work goes on{words}. #{one} stays paused; /resume {one} lets it go on."),
        [first, ..] => {
            let numbers: Vec<String> = alone.iter().take(5).map(|n| format!("#{n}")).collect();
            let rest = if alone.len() > 5 { " and others" } else { "" };
            format!(
                "Work goes on{words}. {}{rest} stay paused; /resume {first} lets the first go on.",
                numbers.join(", ")
            )
        }
    }
}

fn touched(tickets: usize, more: bool) -> String {
    let words = plural(tickets, "ticket", "tickets");
    if more { format!("more than {words}") } else { words }
}

/// A run has been silent.
pub fn stalled(ticket: &Ticket, who: &str, keys: &mut Keys) -> Message {
    Message::default()
        .spans(vec![number(ticket), Span::text(format!(" {who} has said nothing for ten minutes. I keep waiting."))])
        .row(vec![keys.bad("Stop", TicketAct::Cancel.on(&ticket.id))])
}
