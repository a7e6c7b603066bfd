//! Sentences about a budget that runs low or is used up, and about the calls that are refused for that reason.

use super::spending::of_money;
use crate::secretary::budget::{Barred, Over, Scope};
use crate::secretary::message::{Message, Span};
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::style::sums;
use crate::secretary::wording::ticket::tickets::number;

/// The budget by its name for people.
fn which(scope: Scope) -> &'static str {
    match scope {
        Scope::Ticket => "the budget of a ticket",
        Scope::Person => "a person's budget for today",
        Scope::Day => "the budget for today",
        Scope::Workspace => "the budget for this month",
    }
}

/// A budget by its name for the course of a ticket.
pub fn name(scope: Scope) -> &'static str {
    match scope {
        Scope::Ticket => "budget",
        Scope::Person | Scope::Day => "budget for today",
        Scope::Workspace => "budget for this month",
    }
}

/// A budget that is nobody's but the owners' to let go further. `finish`: there is something to finish with.
pub fn only_owners(scope: Scope, finish: bool) -> String {
    let word = scope.name();
    let besides = if finish { "You can finish or stop it." } else { "You can stop it." };
    format!("Only owners can let that budget go further, here or with /budget {word}. {besides}")
}

/// What those can do who decide otherwise, behind the owners who can let a budget go further.
pub fn others_can(finish: bool) -> &'static str {
    if finish { "Others who decide here can finish or stop it." } else { "Others who decide here can stop it." }
}

/// Whose call was paid for.
#[derive(Clone, Copy, Debug)]
pub struct Spender<'a> {
    /// What people call whoever asked.
    pub name: &'a str,
    /// The ticket, if it was for one.
    pub ticket: Option<&'a Ticket>,
}

/// A budget runs low. `own`: for whom it is theirs.
pub fn runs_low(of: &Spender<'_>, over: &Over, own: bool) -> Message {
    let share = over.limit.share(over.spent).unwrap_or(100);
    let text = match over.scope {
        Scope::Ticket => format!(" {share} % of its budget is used: {}.", sums::so_far(over)),
        Scope::Person if own => format!(" You have used {share} % of your budget for today: {}.", sums::so_far(over)),
        Scope::Person => {
            format!(" {} has used {share} % of their budget for today: {}.", of.name, sums::so_far(over))
        }
        Scope::Day => format!(" {share} % of the budget for today is used: {}.", sums::so_far(over)),
        Scope::Workspace => format!(" {share} % of the budget for this month is used: {}.", sums::so_far(over)),
    };
    let first = match of.ticket.filter(|_| over.scope == Scope::Ticket) {
        Some(ticket) => vec![number(ticket), Span::text(text)],
        None => vec![Span::text(text.trim_start())],
    };
    let then = match over.scope {
        Scope::Ticket => "At the end I ask before I go on.",
        Scope::Person if own => "At the end I stop and ask the owners before I go on; /budget shows it.",
        Scope::Person | Scope::Day | Scope::Workspace => {
            "At the end I stop and ask before I go on; /budget shows and changes it."
        }
    };
    Message::default().spans(first).line(then)
}

/// A budget is used up, for those who can let it go further.
pub fn used_up(of: &Spender<'_>, over: &Over) -> Message {
    let text = match over.scope {
        Scope::Ticket => format!(" Its budget is used up: {}.", sums::so_far(over)),
        Scope::Person => format!("The budget of {} for today is used up: {}.", of.name, sums::so_far(over)),
        Scope::Day => format!("The budget for today is used up: {}.", sums::so_far(over)),
        Scope::Workspace => format!("The budget for this month is used up: {}.", sums::so_far(over)),
    };
    let span = match over.scope {
        Scope::Ticket => "every ticket",
        Scope::Person => "each person, every day",
        Scope::Day => "every day",
        Scope::Workspace => "every month",
    };
    let Some(ticket) = of.ticket else {
        let line = format!("What needs the language model waits. /budget shows it and changes it for {span}.");
        return Message::lines([text, line]);
    };
    Message::lines([text]).spans(vec![
        Span::text("What needs the language model waits, first of all "),
        number(ticket),
        Span::text(format!(". /decisions shows where you can let it go on, /budget changes it for {span}.")),
    ])
}

/// Why a call was not made.
pub fn barred(barred: &Barred) -> String {
    match barred {
        Barred::Over(over) => {
            format!("{} is used up ({}). An owner can change it with /budget", which(over.scope), sums::so_far(over))
        }
        Barred::OtherCurrency(over, has) => format!(
            "the limit of {} can't be kept, since my prices are in {1} now. An owner can set one: /budget {2} 2 {1}",
            of_money(over.scope, over.limit.micros.unwrap_or_default(), over.currency),
            has.code(),
            over.scope.name()
        ),
        Barred::Unpriced(scope) => format!(
            "there is a limit in money ({}), and I don't know what the language model costs. An owner can set tokens instead: \
             /budget {} 300,000 tokens",
            which(*scope),
            scope.name()
        ),
    }
}
