//! Joining: one-time codes, invitations and links of accounts.

use crate::engine::context::{Context, Handled, Request, audit_log, directory, say, sender, undo_stack};
use crate::engine::handlers::people::{leaving, link_accounts, members};
use crate::engine::handlers::rooms::workspaces;
use crate::engine::transition::open_room;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::audit::What;
use crate::secretary::ids::{PersonId, WorkspaceId};
use crate::secretary::inbound::{Account, ChatKind, Inbound, Platform};
use crate::secretary::message::Message;
use crate::secretary::message::action::Action;
use crate::secretary::people::names;
use crate::secretary::people::workspace::{
    CODE_BYTES, CODE_LIFE, Code, GUESS_PAUSE, GUESSES_IN_ALL, Grant, INVITE_LIFE, Person, Role, code_text, code_typed,
};
use crate::secretary::wording::people::{self, codes};

/// The result of a typed code.
pub enum Redeemed {
    /// It is valid and grants this in this workspace. The handler that uses the grant uses up the code.
    Good(WorkspaceId, Grant),
    /// It is not valid; the sentence to say, unless it was said before.
    Wrong(Option<String>),
}

/// A stranger joins with a code.
pub async fn join(context: &mut Context<'_>, inbound: &Inbound, account: &Account, code: &str) -> Handled {
    let direct = matches!(inbound.place.kind, ChatKind::Direct);
    let (workspace, grant) = match redeem(context, account, code).await? {
        Redeemed::Good(workspace, _) if !direct && workspace != context.here => {
            return turn_down(context, inbound, Some(people::workspaces::code_elsewhere())).await;
        }
        Redeemed::Good(workspace, grant) => (workspace, grant),
        Redeemed::Wrong(told) => return turn_down(context, inbound, told).await,
    };
    context.here = workspace;
    let person = match &grant {
        Grant::Link(person) => {
            match link_accounts::link_to(context, person, account, (code, &name_of(&inbound.sender.name))).await? {
                Ok(person) => person,
                Err(why) => return turn_down(context, inbound, Some(why)).await,
            }
        }
        Grant::Pair | Grant::Invite(_) => {
            use_up(context, code).await?;
            let known = known_elsewhere(context, inbound, account).await?;
            enroll(context, known, &grant).await?
        }
    };
    let room = open_room::room_for(context, &inbound.place, Some(&person)).await?;
    audit_log::comes_from(context, &person, &room);
    if direct {
        workspaces::set_active(context, &inbound.place).await?;
    }
    open_room::say_at(context, inbound, codes::redeemed(&person, &grant)).await?;
    Ok(EventOutcome::Decided(None))
}

/// Refuses a code and says why, unless it was said before.
pub async fn turn_down(context: &mut Context<'_>, inbound: &Inbound, why: Option<String>) -> Handled {
    if let Some(why) = why.clone().filter(|_| inbound.handle.is_none() || !sender::is_awaited(context, inbound)) {
        open_room::say_at(context, inbound, why).await?;
    }
    Ok(EventOutcome::Refused(why.unwrap_or_else(codes::no_codes_now)))
}

/// The person of an account as another workspace knows them, else as the platform names them.
async fn known_elsewhere(context: &mut Context<'_>, inbound: &Inbound, account: &Account) -> Stored<Person> {
    if let Some(known) = context.tx.memberships(account).await?.into_iter().next() {
        return Ok(known);
    }
    let name = name_of(&inbound.sender.name);
    let mut person = Person::new(PersonId::new(""), context.workspace(), &name, Role::Observer, context.now);
    person.accounts.push(account.clone());
    person.language.clone_from(&inbound.sender.language);
    Ok(person)
}

/// Adds a member to the workspace, with all accounts they have in other workspaces.
async fn enroll(context: &mut Context<'_>, known: Person, grant: &Grant) -> Stored<Person> {
    let role = match grant {
        Grant::Pair => Role::Owner,
        Grant::Invite(role) => *role,
        Grant::Link(_) => Role::Observer,
    };
    let person = workspaces::member_anew(context, &known, PersonId::new(context.seed.id("person")), role);
    let mut accounts = Vec::new();
    for account in person.accounts.clone() {
        match context.tx.member(&person.workspace, &account).await? {
            // A member by a server role keeps the same person.
            Some(there) if there.by_server_role => {
                return belongs_for_good(context, there, role, grant).await;
            }
            Some(_) => {}
            None => accounts.push(account),
        }
    }
    let person = members::as_before(context, Person { accounts, ..person }).await?;
    redeemed(context, person, grant).await
}

/// A member by a server role becomes a full member.
async fn belongs_for_good(context: &mut Context<'_>, person: Person, role: Role, grant: &Grant) -> Stored<Person> {
    redeemed(context, Person { role, by_server_role: false, lenders: None, ..person }, grant).await
}

async fn redeemed(context: &mut Context<'_>, person: Person, grant: &Grant) -> Stored<Person> {
    audit_log::note(context, What::CodeRedeemed { grant: grant.clone(), person: person.id.clone() });
    context.tx.save_person(&person).await?;
    directory::change_directory(context).await?;
    if matches!(person.role, Role::Owner | Role::Approver) {
        // Open prompts name who can decide.
        Box::pin(leaving::count_again(context)).await?;
    }
    Ok(person)
}

/// What a code grants. A wrong code counts for the account, which is paused after several. Valid codes stay valid, up
/// to the bound on all guesses together.
pub async fn redeem(context: &mut Context<'_>, account: &Account, typed: &str) -> Stored<Redeemed> {
    let guesses = context.tx.guesses(account).await?;
    if guesses.paused(context.now) {
        return Ok(Redeemed::Wrong(None));
    }
    let typed = code_typed(typed);
    let mut open = Vec::new();
    for settings in context.tx.workspaces().await? {
        let mut codes = context.tx.codes(&settings.workspace).await?;
        codes.retain(|c| c.expires_at > context.now && c.tries_left > 0);
        if let Some(at) = codes.iter().position(|c| c.text == typed) {
            return Ok(Redeemed::Good(settings.workspace, codes.remove(at).grant));
        }
        open.push((settings.workspace, codes));
    }
    audit_log::note(context, What::CodeRefused);
    for (workspace, mut codes) in open {
        for code in &mut codes {
            code.tries_left -= 1;
            if code.tries_left == 0 {
                let remedy = codes::fresh_code(&code.grant);
                tracing::warn!("a code was ended by {GUESSES_IN_ALL} wrong guesses; {remedy}");
            }
        }
        context.tx.save_codes(&workspace, &codes).await?;
    }
    let guesses = guesses.and_one(context.now);
    context.tx.save_guesses(account, guesses).await?;
    let paused = guesses.paused(context.now);
    if paused {
        let minutes = GUESS_PAUSE.num_minutes();
        let wrong = guesses.wrong;
        tracing::warn!("an account typed {wrong} wrong codes and is not listened to for {minutes} minutes");
    }
    Ok(Redeemed::Wrong(Some(if paused { codes::no_codes_now() } else { codes::bad_code() })))
}

/// Whether a code links two members. Only `/link` may do that, since somebody else's invitation link can send
/// `/start`.
pub async fn links(context: &mut Context<'_>, typed: &str) -> Stored<bool> {
    let typed = code_typed(typed);
    for settings in context.tx.workspaces().await? {
        let codes = context.tx.codes(&settings.workspace).await?;
        if codes.iter().any(|c| c.text == typed && c.expires_at > context.now && matches!(c.grant, Grant::Link(_))) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Uses up a code. A code that changed nothing stays valid for the person it was made for.
pub async fn use_up(context: &mut Context<'_>, typed: &str) -> Stored<()> {
    let typed = code_typed(typed);
    let mut codes = context.tx.codes(&context.workspace()).await?;
    codes.retain(|c| c.text != typed);
    context.tx.save_codes(&context.workspace(), &codes).await
}

async fn new_code(context: &mut Context<'_>, grant: Grant) -> Stored<Code> {
    let life = match grant {
        Grant::Invite(_) => INVITE_LIFE,
        Grant::Pair | Grant::Link(_) => CODE_LIFE,
    };
    let code = Code {
        text: code_text(&context.seed.code(CODE_BYTES)),
        grant: grant.clone(),
        expires_at: context.now + life,
        tries_left: GUESSES_IN_ALL,
    };
    let mut codes = context.tx.codes(&context.workspace()).await?;
    codes.retain(|c| c.expires_at > context.now && (matches!(grant, Grant::Invite(_)) || c.grant != grant));
    codes.push(code.clone());
    context.tx.save_codes(&context.workspace(), &codes).await?;
    audit_log::note(context, What::CodeMade { grant });
    Ok(code)
}

/// `/link`: makes a code for the other account, or takes the code of the other account.
pub async fn link(context: &mut Context<'_>, request: &Request, code: Option<String>) -> Handled {
    let Some(typed) = code else {
        if !request.room.direct() {
            return say::refuse(context, request, codes::only_direct()).await;
        }
        let code = new_code(context, Grant::Link(request.person.id.clone())).await?;
        return say::answer(context, request, codes::link_code(&code)).await;
    };
    let Some(account) = request.person.accounts.iter().find(|a| a.platform == request.room.place.platform).cloned()
    else {
        return say::refuse(context, request, codes::bad_code()).await;
    };
    let (workspace, grant) = match redeem(context, &account, &typed).await? {
        Redeemed::Good(workspace, grant) => (workspace, grant),
        Redeemed::Wrong(told) => {
            return say::refuse(context, request, told.unwrap_or_else(codes::no_codes_now)).await;
        }
    };
    let known = context.tx.member(&workspace, &account).await?;
    let (person, grant) = match (grant, known) {
        (Grant::Link(other), known) if known.as_ref().is_none_or(|person| person.id != other) => {
            context.here = workspace;
            let linked = link_accounts::link_to(context, &other, &account, (&typed, &request.person.name)).await?;
            let said = match linked {
                Ok(person) => Ok(link_accounts::linked(context, &person, &Grant::Link(other)).await?),
                Err(why) => Err(why),
            };
            context.here = request.room.workspace.clone();
            return match said {
                Ok(message) => say::answer(context, request, message).await,
                Err(why) => say::refuse(context, request, why).await,
            };
        }
        (Grant::Pair, Some(person)) if person.role != Role::Owner => {
            context.here = workspace;
            use_up(context, &typed).await?;
            (redeemed(context, Person { role: Role::Owner, ..person }, &Grant::Pair).await?, Grant::Pair)
        }
        (grant @ Grant::Invite(role), Some(person)) if person.by_server_role => {
            context.here = workspace;
            use_up(context, &typed).await?;
            (belongs_for_good(context, person, role, &grant).await?, grant)
        }
        (grant @ (Grant::Pair | Grant::Invite(_)), None) => {
            return join_further(context, request, workspace, &grant, &typed).await;
        }
        (Grant::Pair | Grant::Link(_) | Grant::Invite(_), known) => {
            let person = known.unwrap_or_else(|| request.person.clone());
            return say::answer(context, request, Message::lines([people::already_member(&person)])).await;
        }
    };
    context.here = request.room.workspace.clone();
    say::answer(context, request, Message::lines([codes::redeemed(&person, &grant)])).await
}

/// A member of one workspace joins another one with a code.
async fn join_further(
    context: &mut Context<'_>,
    request: &Request,
    to: WorkspaceId,
    grant: &Grant,
    code: &str,
) -> Handled {
    if !request.room.direct() {
        return say::refuse(context, request, people::workspaces::code_elsewhere()).await;
    }
    let before = directory::workspace_name(context, &request.room.workspace).await?;
    context.here = to;
    use_up(context, code).await?;
    let person = enroll(context, request.person.clone(), grant).await?;
    let there = workspaces::enter(context, request, &person).await?;
    let name = directory::workspace_name(context, &person.workspace).await?;
    let welcome = codes::redeemed(&person, grant);
    say::answer(context, &there, Message::lines([welcome, people::workspaces::chosen(&name, &before)])).await
}

pub async fn invite(context: &mut Context<'_>, request: &Request, role: Role) -> Handled {
    if !request.room.direct() {
        return say::refuse(context, request, codes::only_direct()).await;
    }
    let code = new_code(context, Grant::Invite(role)).await?;
    let ends = Action::Command { line: "invite off".to_owned() };
    undo_stack::mark(context, request, vec![ends]).await?;
    let link = context.tx.bot_name(Platform::Telegram).await?;
    let several = context.tx.workspaces().await?.len() > 1;
    let name = if several { Some(directory::workspace_name(context, &request.room.workspace).await?) } else { None };
    say::answer(context, request, codes::invitation(&code, role, link.as_deref(), name.as_deref())).await
}

/// A display name of bounded length that is never empty.
fn name_of(name: &str) -> String {
    let clean = crate::text::names::person(name);
    if clean.is_empty() { names::UNSEEN.to_owned() } else { clean }
}
