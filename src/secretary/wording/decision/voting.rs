//! Sentences about decisions of several people, and of people other than the requester.

use crate::secretary::decision::{Decision, Vote};
use crate::secretary::ids::PersonId;
use crate::secretary::message::action::TicketAct;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::{capital, either, listed, plural, short};
use crate::secretary::people::names::{AT_THE_PAGE, NAMELESS};
use crate::secretary::people::workspace::Settings;
use crate::secretary::policy::Quorum;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::decisions::{authors, votes};
use crate::secretary::ticket::facts::{Decider, Facts};
use crate::secretary::wording::settings::used_up_budgets;
use crate::secretary::wording::style::{question_marks, who_must_act};

/// Beside a verdict, in place of a name, when little enough depended on it that nobody was asked.
pub const BY_ITSELF: &str = "Taken without asking, as your threshold says";

/// Who may decide this, by name; where only owners can let it go on, they are meant.
pub fn people(ticket: &Ticket, decision: &Decision, facts: &Facts) -> Vec<Span> {
    if decision.subject.goes_on_by_owners() {
        return who_must_act::deciders(ticket, decision, &who_must_act::of_owners(ticket, facts));
    }
    who_must_act::deciders(ticket, decision, facts)
}

/// What the others can do where only owners can let it go on; none where there are no others.
pub fn others_can(ticket: &Ticket, decision: &Decision, facts: &Facts) -> Option<&'static str> {
    let lesser = facts.deciders.iter().any(|decider| !decider.owner);
    let owners_own = facts.deciders.iter().any(|decider| decider.owner && decider.id == ticket.requester);
    let apart = lesser || ((facts.requester_decides || facts.requester_lent) && !owners_own);
    (apart && decision.subject.goes_on_by_owners()).then(|| used_up_budgets::others_can(decision.of_a_step()))
}

/// How many must agree, who is wanted for that, and what they want so far; nothing where one person is enough.
pub fn standing(ticket: &Ticket, decision: &Decision, facts: &Facts) -> Vec<String> {
    let may = votes::voters(ticket, decision.four_eyes, facts).len();
    let (needed, all) = (votes::needed(ticket, decision, facts), votes::waited_for(ticket, decision, facts).len());
    let mut lines: Vec<String> = must_agree(decision.quorum, may, all).into_iter().collect();
    if all < may {
        lines.push("I don't wait for the web page; an answer from there counts all the same.".to_owned());
    }
    for (away, _) in votes::spoken_for(ticket, decision, facts) {
        if away.name != NAMELESS && away.deputy_name != NAMELESS {
            lines.push(format!("While {} is away, what {} says counts for both of them.", away.name, away.deputy_name));
        }
    }
    // Whoever refuses a call or stops the work needs nobody else.
    if needed > 1 && decision.proposed.is_some() {
        lines.push("One is enough to leave it out or to stop.".to_owned());
    }
    if decision.four_eyes {
        // A number of people was said to be missing already.
        let told = matches!(decision.quorum, Quorum::Number(_));
        let lent = who_must_act::lends(facts) && decision.quorum == Quorum::Any;
        let lone = match may {
            0 if !told && !lent => " Nobody else can yet: an owner can add approvers with /invite approver.",
            _ => "",
        };
        let line = match ticket.requester_name.as_str() {
            NAMELESS => "Whoever sent the idea does not decide about it.".to_owned(),
            name => format!("{name} sent the idea and does not decide about it."),
        };
        lines.push(line + lone);
        let others = authors::others(ticket, facts);
        if !others.is_empty() {
            lines.push(format!("Who changed it does not decide either: {}.", listed(&others)));
        }
    }
    if needed > 1 && !decision.votes.is_empty() {
        lines.push(wants(decision, facts.nameless));
    }
    if votes::split(ticket, decision, facts) {
        lines.push(SPLIT.to_owned());
    }
    lines
}

/// How many must agree, where one person is not enough. `may`: how many may decide; `all`: how many of them are waited for where all
/// must agree.
fn must_agree(quorum: Quorum, may: usize, all: usize) -> Option<String> {
    match quorum {
        Quorum::Any => None,
        Quorum::Number(n) if usize::from(n) > may => {
            let there = match may {
                0 => "nobody can decide yet".to_owned(),
                may => format!("only {} can decide", plural(may, "person", "people")),
            };
            Some(format!("{n} people must agree, and {there}: an owner can add approvers with /invite approver."))
        }
        Quorum::Number(n) => Some(format!("{n} people must agree.")),
        Quorum::All if all > 1 => Some(format!("All {all} who can decide must agree.")),
        Quorum::All if may == 1 => Some("Nobody else can decide this.".to_owned()),
        // Of the page beside the only one, and of four eyes that are missing, another line tells.
        Quorum::All => None,
    }
}

/// How it stands where several must agree, as a reminder says it; none where one person is enough.
pub fn in_a_reminder(ticket: &Ticket, decision: &Decision, facts: &Facts) -> Option<String> {
    let may = votes::voters(ticket, decision.four_eyes, facts).len();
    let mut said = must_agree(decision.quorum, may, votes::waited_for(ticket, decision, facts).len())?;
    if !decision.votes.is_empty() {
        said = format!("{said} {}", wants(decision, facts.nameless));
    }
    Some(if votes::split(ticket, decision, facts) { format!("{said} {SPLIT}") } else { said })
}

/// Who may decide this and has not said yet what they want, and what they can do. Everybody where nobody has voted, where one person
/// is enough, or where no vote that is missing would decide it.
pub fn still_wanted(ticket: &Ticket, decision: &Decision, facts: &Facts) -> (Vec<Span>, &'static str) {
    let everybody = || (people(ticket, decision, facts), " can decide.");
    if decision.quorum == Quorum::Any || decision.votes.is_empty() || votes::split(ticket, decision, facts) {
        return everybody();
    }
    let missing = votes::missing(ticket, decision, facts);
    let mut left = facts.clone();
    left.deciders.retain(|decider| missing.contains(&decider.id));
    left.requester_decides &= missing.contains(&ticket.requester);
    // Whoever decides for somebody may have a vote already, and has one only.
    let voted = |id: &PersonId| decision.votes.iter().any(|vote| vote.of(id));
    let mut people = people(ticket, decision, &left);
    people.retain(|span| !span.person().is_some_and(voted));
    match people.as_slice() {
        [] => everybody(),
        // Others read it who have voted: they are not meant.
        [Span::Text(_)] if left.deciders.iter().all(|d| d.deputy.is_none()) => {
            (vec![Span::text(who_must_act::nameless_one(&left))], STILL)
        }
        _ => (people, STILL),
    }
}

/// What those can do whose vote is missing.
const STILL: &str = " can still vote.";

/// Where nothing can have enough votes any more.
pub const SPLIT: &str = "The votes differ, so nothing is decided; it goes on once somebody changes theirs.";

/// What each of those wants who have voted so far. `nameless`: what somebody without a name is called.
fn wants(decision: &Decision, nameless: &str) -> String {
    let name = |v: &Vote| votes::renamed(&v.name, NAMELESS, nameless);
    let want = |v: &Vote| format!("{}: {}", name(v), question_marks::called(decision, &v.text, 60));
    let votes: Vec<String> = decision.votes.iter().map(want).collect();
    format!("So far: {}.", votes.join("; ").trim_end_matches('.'))
}

/// How it stands in a list: what people want so far, and how many must agree. None where one person is enough.
pub fn in_a_list(decision: &Decision) -> Option<String> {
    let agreeing = |vote: &Vote| decision.votes.iter().filter(|v| v.agrees(vote)).count();
    let most = decision.votes.iter().map(agreeing).max();
    let need = match (decision.quorum, most) {
        (Quorum::Any, _) => return None,
        (Quorum::Number(n), Some(most)) => format!("{most} of {n} agree."),
        (Quorum::Number(n), None) => format!("{n} people must agree."),
        (Quorum::All, _) => "All who can decide must agree.".to_owned(),
    };
    Some(if most.is_some() { format!("{} {need}", wants(decision, AT_THE_PAGE)) } else { need })
}

/// The short answer to a vote that does not decide yet.
pub fn voted(ticket: &Ticket, decision: &Decision, facts: &Facts, words: &str) -> String {
    let needed = votes::needed(ticket, decision, facts);
    let same = decision.votes.last().map_or(0, |last| votes::agreeing(last, ticket, decision, facts));
    let words = question_marks::called(decision, words, 80);
    let noted = format!("Noted: {}. {same} of {needed} agree so far.", words.trim_end_matches('.'));
    if votes::split(ticket, decision, facts) { format!("{noted} {SPLIT}") } else { noted }
}

/// On the button that takes a vote back.
pub const TAKE_BACK: &str = "Take my vote back";

/// The same under a prompt that several answer. It has its place there from the beginning, and shows once somebody has voted.
pub fn take_back(ticket: &Ticket, decision: &Decision, message: Message, keys: &mut Keys) -> Message {
    if decision.quorum == Quorum::Any {
        return message;
    }
    let button = keys.plain(TAKE_BACK, TicketAct::Reopen { decision: decision.key.clone() }.on(&ticket.id));
    if decision.votes.is_empty() { message } else { message.row(vec![button]) }
}

/// Whether it stands there.
pub fn offers_take_back(message: &Message) -> bool {
    message.buttons.iter().flatten().any(|button| button.label == TAKE_BACK)
}

/// A message without it, for the one reader of a copy who has no vote in it; none where nothing is different.
pub fn without_take_back(message: &Message) -> Option<Message> {
    offers_take_back(message).then(|| {
        let mut theirs = message.clone();
        // It stands behind the options, of which one might be called so.
        if let Some(row) = theirs.buttons.iter_mut().rev().find(|row| row.iter().any(|b| b.label == TAKE_BACK))
            && let Some(at) = row.iter().rposition(|button| button.label == TAKE_BACK)
        {
            row.remove(at);
        }
        theirs.buttons.retain(|row| !row.is_empty());
        theirs
    })
}

/// The short answer to that.
pub fn taken_back(decision: &Decision) -> String {
    format!("Your vote is taken back. Votes so far: {}. Choose again whenever you like.", decision.votes.len())
}

/// The same, to somebody who has not voted.
pub fn no_vote() -> String {
    "You have no vote in this, so there is nothing to take back.".to_owned()
}

/// To whoever decides for somebody who is away and has voted all the same.
pub fn voted_themself(name: &str, words: &str, facts: &Facts) -> String {
    let name = if name == NAMELESS { facts.nameless } else { name };
    format!(
        "{} voted on this themself: {}. That stands against whoever decides for them; only they can change it or take it back.",
        capital(&short(name, 40)),
        short(words, 40).trim_end_matches('.')
    )
}

/// Where several must agree, what a server lends is no vote.
pub fn members_only() -> String {
    "Several people must agree on this, and only members with a role of their own are counted. An owner can give you one \
     with /members."
        .to_owned()
}

/// Where four eyes are wanted, for somebody who shaped what they would decide about, or stands in for one who did.
pub fn not_an_author(ticket: &Ticket, person: &PersonId, facts: &Facts) -> String {
    let free = |d: &&Decider| d.named && !authors::shaped(ticket, &d.id);
    let mut others: Vec<String> = facts.deciders.iter().filter(free).map(|d| d.name.clone()).collect();
    let more = others.len().saturating_sub(who_must_act::NAMED);
    if more > 0 {
        others.truncate(who_must_act::NAMED);
        others.push(who_must_act::others(more));
    } else if who_must_act::lends(facts) && ticket.open_decisions().any(|d| d.four_eyes && d.quorum == Quorum::Any) {
        others.push(if others.is_empty() {
            capital(who_must_act::BY_A_ROLE)
        } else {
            who_must_act::BY_A_ROLE.to_owned()
        });
    }
    if others.is_empty() && facts.deciders.iter().any(|d| !d.named && !authors::shaped(ticket, &d.id)) {
        others.push(capital(AT_THE_PAGE));
    }
    let who = if others.is_empty() {
        "Nobody else can yet. An owner can add one (/invite approver) or change that for later questions (/settings \
         four_eyes off)."
            .to_owned()
    } else {
        format!("{} can. An owner can change that for later questions: /settings four_eyes off.", either(&others))
    };
    if *person == ticket.requester {
        return format!("It's your own idea, so somebody else decides here (four eyes). {who}");
    }
    if authors::shaped(ticket, person) {
        return format!("You changed this plan, so somebody else decides here (four eyes). {who}");
    }
    format!("{} sent the idea, so nobody decides here in their place (four eyes). {who}", ticket.requester_name)
}

/// What helps questions that a stricter rule still holds.
pub const STAYS: &str =
    "What I have asked already stays as it was asked; if that holds you up, cancel it and send it again.";

/// Whether a rule that asks for less from now on still holds a question that is open.
pub fn still_holds(settings: &Settings, name: &str, decision: &Decision) -> bool {
    match name {
        "quorum" => settings.quorum == Quorum::Any && decision.quorum != Quorum::Any,
        "four_eyes" => !settings.four_eyes && decision.four_eyes,
        _ => false,
    }
}

/// Behind that, where so many must agree that they are not there yet. `deciders`: how many may decide about every idea.
pub fn too_few(settings: &Settings, name: &str, deciders: usize) -> Option<String> {
    let wanted = match (name, settings.quorum) {
        ("quorum", Quorum::Number(n)) => usize::from(n),
        ("four_eyes", _) if settings.four_eyes => 2,
        _ => return None,
    };
    let there = match deciders {
        0 => "Nobody".to_owned(),
        1 => "Only one person".to_owned(),
        n => format!("Only {n} people"),
    };
    let so = "so some questions would wait. Add approvers with /invite approver.";
    (deciders < wanted).then(|| format!("{there} can decide here so far, {so}"))
}
