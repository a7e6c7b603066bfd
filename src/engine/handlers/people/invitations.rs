//! Belonging: strangers, one-time codes, invitations, linked accounts.

use crate::engine::inbox::context::{Context, Request};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::audit::What;
use crate::secretary::ids::{PersonId, WorkspaceId};
use crate::secretary::message::commands::Order;
use crate::secretary::message::inbound::{Account, ChatKind, Content, Inbound, Platform};
use crate::secretary::message::{Message, commands};
use crate::secretary::people::workspace::{
    CODE_BYTES, CODE_LIFE, Code, GUESS_PAUSE, GUESSES_IN_ALL, Grant, INVITE_LIFE, Person, Role, code_text, code_typed,
};
use crate::secretary::wording;
use crate::secretary::wording::talk::refusals;

/// What came of a typed code.
pub(in crate::engine) enum Redeemed {
    /// It is good for this in this workspace, and is used up by whoever does something with it.
    Good(WorkspaceId, Grant),
    /// What to say, unless it was said already.
    Wrong(Option<String>),
}

impl Context<'_> {
    /// Somebody who does not belong here: a code lets them in, anything else gets one polite line, once.
    pub(in crate::engine) async fn stranger(&mut self, inbound: &Inbound, account: &Account) -> Stored<EventOutcome> {
        let direct = matches!(inbound.place.kind, ChatKind::Direct);
        if let Some(outcome) = Box::pin(self.their_own(inbound, account)).await? {
            return Ok(outcome);
        }
        let addressed = match &inbound.content {
            Content::Text { addressed, .. } => *addressed || direct,
            Content::Command { name, args, .. } => {
                let order = commands::read(name, args);
                if let Ok(Order::Start(Some(code)) | Order::Link(Some(code))) = order {
                    return Box::pin(self.join(inbound, account, &code)).await;
                }
                if direct
                    && matches!(order, Ok(Order::Forget | Order::Export))
                    && let Some(former) = self.former_with(std::slice::from_ref(account)).await?.pop()
                {
                    self.stranger_away(&inbound.place).await?;
                    return self.turn_down(inbound, Some(wording::people::ask_an_owner(&former.name))).await;
                }
                true
            }
            Content::Press { .. } | Content::Form { .. } => {
                self.stranger_away(&inbound.place).await?;
                return Ok(EventOutcome::Refused(refusals::stranger()));
            }
            Content::Unsupported { to_us, .. } => *to_us,
            Content::Edited { .. }
            | Content::Moved { .. }
            | Content::Reachable { .. }
            | Content::Deleted
            | Content::Missed
            | Content::Trouble(_) => false,
        };
        if self.role_unseen(inbound).await? {
            return self.send_again(inbound, account, addressed).await;
        }
        if !addressed {
            return Ok(EventOutcome::Decided(None));
        }
        self.stranger_away(&inbound.place).await?;
        let (why, told) = self.no_member_here(inbound, account).await?;
        if !told {
            self.say_at(inbound, why.clone()).await?;
        }
        Ok(EventOutcome::Refused(why))
    }

    /// A stranger with a code.
    async fn join(&mut self, inbound: &Inbound, account: &Account, code: &str) -> Stored<EventOutcome> {
        let direct = matches!(inbound.place.kind, ChatKind::Direct);
        let (workspace, grant) = match self.redeem(account, code).await? {
            Redeemed::Good(workspace, _) if !direct && workspace != self.here => {
                return self.turn_down(inbound, Some(wording::people::workspaces::code_elsewhere())).await;
            }
            Redeemed::Good(workspace, grant) => (workspace, grant),
            Redeemed::Wrong(told) => return self.turn_down(inbound, told).await,
        };
        self.here = workspace;
        let person = match &grant {
            Grant::Link(person) => match self.link_to(person, account, (code, &name_of(&inbound.sender.name))).await? {
                Ok(person) => person,
                Err(why) => return self.turn_down(inbound, Some(why)).await,
            },
            Grant::Pair | Grant::Invite(_) => {
                self.use_up(code).await?;
                let known = self.known_elsewhere(inbound, account).await?;
                self.enroll(known, &grant).await?
            }
        };
        let room = self.room_for(&inbound.place, Some(&person)).await?;
        self.comes_from(&person, &room);
        if direct {
            self.set_active(&inbound.place).await?;
        }
        self.say_at(inbound, wording::people::codes::redeemed(&person, &grant)).await?;
        Ok(EventOutcome::Decided(None))
    }

    /// A code brings nothing; why, unless it was said already.
    async fn turn_down(&mut self, inbound: &Inbound, why: Option<String>) -> Stored<EventOutcome> {
        if let Some(why) = why.clone().filter(|_| inbound.handle.is_none() || !self.is_awaited(inbound)) {
            self.say_at(inbound, why).await?;
        }
        Ok(EventOutcome::Refused(why.unwrap_or_else(wording::people::codes::no_codes_now)))
    }

    /// The person behind an account as other workspaces know them, or as the platform tells them.
    async fn known_elsewhere(&mut self, inbound: &Inbound, account: &Account) -> Stored<Person> {
        if let Some(known) = self.tx.memberships(account).await?.into_iter().next() {
            return Ok(known);
        }
        let name = name_of(&inbound.sender.name);
        let mut person = Person::new(PersonId::new(""), self.workspace(), &name, Role::Observer, self.now);
        person.accounts.push(account.clone());
        person.language.clone_from(&inbound.sender.language);
        Ok(person)
    }

    /// A new member of the workspace, with all accounts they have elsewhere.
    async fn enroll(&mut self, known: Person, grant: &Grant) -> Stored<Person> {
        let role = match grant {
            Grant::Pair => Role::Owner,
            Grant::Invite(role) => *role,
            Grant::Link(_) => Role::Observer,
        };
        let person = self.member_anew(&known, PersonId::new(self.seed.id("person")), role);
        let mut accounts = Vec::new();
        for account in person.accounts.clone() {
            match self.tx.member(&person.workspace, &account).await? {
                // Whoever belonged by a role of a server stays the same person.
                Some(there) if there.by_server_role => {
                    return self.belongs_for_good(there, role, grant).await;
                }
                Some(_) => {}
                None => accounts.push(account),
            }
        }
        let person = self.as_before(Person { accounts, ..person }).await?;
        self.redeemed(person, grant).await
    }

    /// Somebody who belonged by a role of a server belongs for good.
    async fn belongs_for_good(&mut self, person: Person, role: Role, grant: &Grant) -> Stored<Person> {
        self.redeemed(Person { role, by_server_role: false, lenders: None, ..person }, grant).await
    }

    async fn redeemed(&mut self, person: Person, grant: &Grant) -> Stored<Person> {
        self.note(What::CodeRedeemed { grant: grant.clone(), person: person.id.clone() });
        self.tx.save_person(&person).await?;
        self.change_directory().await?;
        if matches!(person.role, Role::Owner | Role::Approver) {
            // What is asked says who can decide.
            Box::pin(self.count_again()).await?;
        }
        Ok(person)
    }

    /// What a code is good for, or counts a wrong guess for the account, which is not listened to for a while after
    /// several. Open codes stay good, but for the bound on what everybody together may guess.
    pub(in crate::engine) async fn redeem(&mut self, account: &Account, typed: &str) -> Stored<Redeemed> {
        let guesses = self.tx.guesses(account).await?;
        if guesses.paused(self.now) {
            return Ok(Redeemed::Wrong(None));
        }
        let typed = code_typed(typed);
        let mut open = Vec::new();
        for settings in self.tx.workspaces().await? {
            let mut codes = self.tx.codes(&settings.workspace).await?;
            codes.retain(|c| c.expires_at > self.now && c.tries_left > 0);
            if let Some(at) = codes.iter().position(|c| c.text == typed) {
                return Ok(Redeemed::Good(settings.workspace, codes.remove(at).grant));
            }
            open.push((settings.workspace, codes));
        }
        self.note(What::CodeRefused);
        for (workspace, mut codes) in open {
            for code in &mut codes {
                code.tries_left -= 1;
                if code.tries_left == 0 {
                    let remedy = wording::people::codes::fresh_code(&code.grant);
                    tracing::warn!("a code was ended by {GUESSES_IN_ALL} wrong guesses; {remedy}");
                }
            }
            self.tx.save_codes(&workspace, &codes).await?;
        }
        let guesses = guesses.and_one(self.now);
        self.tx.save_guesses(account, guesses).await?;
        let paused = guesses.paused(self.now);
        if paused {
            let minutes = GUESS_PAUSE.num_minutes();
            let wrong = guesses.wrong;
            tracing::warn!("an account typed {wrong} wrong codes and is not listened to for {minutes} minutes");
        }
        Ok(Redeemed::Wrong(Some(if paused {
            wording::people::codes::no_codes_now()
        } else {
            wording::people::codes::bad_code()
        })))
    }

    /// Whether a code makes one person of two members. That takes `/link`: an address that somebody else made can say `/start`.
    pub(in crate::engine) async fn links(&mut self, typed: &str) -> Stored<bool> {
        let typed = code_typed(typed);
        for settings in self.tx.workspaces().await? {
            let codes = self.tx.codes(&settings.workspace).await?;
            if codes.iter().any(|c| c.text == typed && c.expires_at > self.now && matches!(c.grant, Grant::Link(_))) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A code of the workspace has done what it was for, once and for all. One that changed nothing stays good
    /// for whom it was meant.
    pub(in crate::engine) async fn use_up(&mut self, typed: &str) -> Stored<()> {
        let typed = code_typed(typed);
        let mut codes = self.tx.codes(&self.workspace()).await?;
        codes.retain(|c| c.text != typed);
        self.tx.save_codes(&self.workspace(), &codes).await
    }

    async fn new_code(&mut self, grant: Grant) -> Stored<Code> {
        let life = match grant {
            Grant::Invite(_) => INVITE_LIFE,
            Grant::Pair | Grant::Link(_) => CODE_LIFE,
        };
        let code = Code {
            text: code_text(&self.seed.code(CODE_BYTES)),
            grant: grant.clone(),
            expires_at: self.now + life,
            tries_left: GUESSES_IN_ALL,
        };
        let mut codes = self.tx.codes(&self.workspace()).await?;
        codes.retain(|c| c.expires_at > self.now && (matches!(grant, Grant::Invite(_)) || c.grant != grant));
        codes.push(code.clone());
        self.tx.save_codes(&self.workspace(), &codes).await?;
        self.note(What::CodeMade { grant });
        Ok(code)
    }

    /// `/link`: a code for the other side, or the other side's code.
    pub(in crate::engine) async fn link(&mut self, request: &Request, code: Option<String>) -> Stored<EventOutcome> {
        let Some(typed) = code else {
            if !request.room.direct() {
                return self.refuse(request, wording::people::codes::only_direct()).await;
            }
            let code = self.new_code(Grant::Link(request.person.id.clone())).await?;
            return self.answer(request, wording::people::codes::link_code(&code)).await;
        };
        let Some(account) = request.person.accounts.iter().find(|a| a.platform == request.room.place.platform).cloned()
        else {
            return self.refuse(request, wording::people::codes::bad_code()).await;
        };
        let (workspace, grant) = match self.redeem(&account, &typed).await? {
            Redeemed::Good(workspace, grant) => (workspace, grant),
            Redeemed::Wrong(told) => {
                return self.refuse(request, told.unwrap_or_else(wording::people::codes::no_codes_now)).await;
            }
        };
        let known = self.tx.member(&workspace, &account).await?;
        match (grant, known) {
            (Grant::Link(other), known) if known.as_ref().is_none_or(|person| person.id != other) => {
                self.here = workspace;
                match self.link_to(&other, &account, (&typed, &request.person.name)).await? {
                    Ok(person) => {
                        let message = self.linked(&person, &Grant::Link(other)).await?;
                        self.here = request.room.workspace.clone();
                        self.answer(request, message).await
                    }
                    Err(why) => {
                        self.here = request.room.workspace.clone();
                        self.refuse(request, why).await
                    }
                }
            }
            (Grant::Pair, Some(person)) if person.role != Role::Owner => {
                self.here = workspace;
                self.use_up(&typed).await?;
                let person = self.redeemed(Person { role: Role::Owner, ..person }, &Grant::Pair).await?;
                self.here = request.room.workspace.clone();
                self.answer(request, Message::lines([wording::people::codes::redeemed(&person, &Grant::Pair)])).await
            }
            (Grant::Invite(role), Some(person)) if person.by_server_role => {
                self.here = workspace;
                self.use_up(&typed).await?;
                let person = self.belongs_for_good(person, role, &Grant::Invite(role)).await?;
                self.answer(request, Message::lines([wording::people::codes::redeemed(&person, &Grant::Invite(role))]))
                    .await
            }
            (grant @ (Grant::Pair | Grant::Invite(_)), None) => {
                self.join_further(request, workspace, &grant, &typed).await
            }
            (Grant::Pair | Grant::Link(_) | Grant::Invite(_), known) => {
                let person = known.unwrap_or_else(|| request.person.clone());
                self.answer(request, Message::lines([wording::people::already_member(&person)])).await
            }
        }
    }

    /// A member of one workspace with a code for another.
    async fn join_further(
        &mut self,
        request: &Request,
        to: WorkspaceId,
        grant: &Grant,
        code: &str,
    ) -> Stored<EventOutcome> {
        if !request.room.direct() {
            return self.refuse(request, wording::people::workspaces::code_elsewhere()).await;
        }
        let before = self.workspace_name(&request.room.workspace).await?;
        self.here = to;
        self.use_up(code).await?;
        let person = self.enroll(request.person.clone(), grant).await?;
        let there = self.enter(request, &person).await?;
        let name = self.workspace_name(&person.workspace).await?;
        let welcome = wording::people::codes::redeemed(&person, grant);
        self.answer(&there, Message::lines([welcome, wording::people::workspaces::chosen(&name, &before)])).await
    }

    pub(in crate::engine) async fn invite(&mut self, request: &Request, role: Role) -> Stored<EventOutcome> {
        if !request.room.direct() {
            return self.refuse(request, wording::people::codes::only_direct()).await;
        }
        let code = self.new_code(Grant::Invite(role)).await?;
        self.mark_ended_by(request, "invite off").await?;
        let link = self.tx.bot_name(Platform::Telegram).await?;
        let several = self.tx.workspaces().await?.len() > 1;
        let name = if several { Some(self.workspace_name(&request.room.workspace).await?) } else { None };
        self.answer(request, wording::people::codes::invitation(&code, role, link.as_deref(), name.as_deref())).await
    }
}

/// A display name of bounded length that is never empty.
fn name_of(name: &str) -> String {
    let clean = crate::text::names::person(name);
    if clean.is_empty() { wording::people::names::UNSEEN.to_owned() } else { clean }
}
