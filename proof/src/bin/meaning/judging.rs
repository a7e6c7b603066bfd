//! What an answer is worth, by the labels of its case and the product's consent table. Pure.

use crate::sentences::{Case, Context};
use secretary::secretary::intent::{Intent, ListAct, NoteAct};
use secretary::secretary::orders::consent::{Consent, consent, of_command};

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// An intent that is wanted, and none that is plainly wrong.
    Right,
    /// Something else.
    Wrong,
    /// The product would ask what is meant, with buttons.
    Unclear,
    /// A change that is plainly wrong would be made at once.
    Harmful,
}

impl Verdict {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "RIGHT",
            Self::Wrong => "WRONG",
            Self::Unclear => "UNCLEAR",
            Self::Harmful => "HARMFUL",
        }
    }
}

/// Judges the intents of an answer that passed the product's checks; none stands for an answer that cannot be used.
pub fn judge(case: &Case, context: &Context, intents: Option<&[Intent]>) -> Verdict {
    let Some(intents) = intents else { return Verdict::Unclear };
    if intents.iter().any(|intent| harms(case, context, intent)) {
        return Verdict::Harmful;
    }
    if intents.iter().any(|intent| forbidden(case, intent)) {
        return Verdict::Wrong;
    }
    if intents.iter().any(|intent| fits(case, context, intent)) {
        return Verdict::Right;
    }
    let unclear = intents.iter().any(|intent| matches!(intent, Intent::Unclear { .. }));
    if unclear { Verdict::Unclear } else { Verdict::Wrong }
}

fn forbidden(case: &Case, intent: &Intent) -> bool {
    case.not.iter().any(|kind| kind == intent.name())
}

/// Whether the product would at once change something that is plainly not meant: an intent of a kind that is named as
/// wrong, or a decision nobody took.
fn harms(case: &Case, context: &Context, intent: &Intent) -> bool {
    let kind = intent.item().and_then(|handle| context.item(handle)).map(|item| item.kind);
    if consent(intent, kind) != Consent::AtOnce {
        return false;
    }
    let decides = match intent {
        Intent::Decide { item, option, .. } => {
            let other_item = case.item.as_ref().is_some_and(|wanted| wanted != item);
            let other_option = case.option.is_some() && option.is_some() && !chosen(case, context, intent);
            !case.wants(intent.name()) || other_item || other_option
        }
        _ => false,
    };
    decides || (forbidden(case, intent) && changes(intent))
}

/// Whether an intent is wanted, with its item and its option.
fn fits(case: &Case, context: &Context, intent: &Intent) -> bool {
    let item = match (case.item.as_deref(), intent.item()) {
        (None, _) => true,
        (Some(wanted), Some(named)) => wanted == named,
        (Some(_), None) => match intent {
            // All work is the item where there is no other.
            Intent::Pause { .. } | Intent::Resume { .. } => context.items.len() == 1,
            Intent::Snooze(_) | Intent::Widen(_) | Intent::ChangeReminder(_) => false,
            // These name none.
            _ => true,
        },
    };
    let option = case.option.is_none()
        || !matches!(intent, Intent::Answer { .. } | Intent::Decide { .. })
        || chosen(case, context, intent);
    case.wants(intent.name()) && item && option
}

/// Whether the option that is wanted is chosen.
fn chosen(case: &Case, context: &Context, intent: &Intent) -> bool {
    let wanted = case.option.zip(intent.item()).and_then(|(index, item)| context.choice(item, index));
    let Some(wanted) = wanted else { return false };
    match intent {
        Intent::Decide { option, .. } => *option == Some(wanted.number),
        // The label in words is the option: the product keeps the words of the option as the answer.
        Intent::Answer { answers, .. } => answers.iter().any(|given| {
            let said = given.option.is_none() && given.text.trim().to_lowercase() == wanted.label.to_lowercase();
            given.question == wanted.question && (given.option == Some(wanted.number) || said)
        }),
        _ => false,
    }
}

/// Whether an intent that is carried out changes something. An idea shows questions or a plan first.
fn changes(intent: &Intent) -> bool {
    match intent {
        Intent::Idea(_) | Intent::Reply { .. } | Intent::LookUp { .. } | Intent::Unclear { .. } => false,
        Intent::Note { act, .. } => *act != NoteAct::Find,
        Intent::List { act, .. } => *act != ListAct::Show,
        Intent::Command { name, text } => name == "remind" || of_command(name, text) != Consent::AtOnce,
        Intent::Answer { .. }
        | Intent::Decide { .. }
        | Intent::CorrectPlan(_)
        | Intent::AddTo(_)
        | Intent::Revise(_)
        | Intent::Start { .. }
        | Intent::Cancel { .. }
        | Intent::Pause { .. }
        | Intent::Resume { .. }
        | Intent::Snooze(_)
        | Intent::Widen(_)
        | Intent::Undo {}
        | Intent::Remind(_)
        | Intent::ChangeReminder(_) => true,
    }
}
