//! Short answers within the request of a platform: the result of a press, the form to open, completions. It reads; it
//! must not decide or write.

use crate::engine::context::sender::{self, Sender};
use crate::engine::context::visibility::visibility_in;
use crate::engine::context::{Context, Request, audit_log, directory};
use crate::engine::routing::{awaited, presses};
use crate::engine::{Engine, home};
use crate::ports::inbox::Ack;
use crate::ports::store::{EventOutcome, Stored, TicketFilter};
use crate::secretary::ids::{FlowId, ScheduleId};
use crate::secretary::inbound::{Account, ChatKind, Content, Inbound};
use crate::secretary::language::translations::line;
use crate::secretary::message::action::{Action, FlowAct, ScheduleAct, TicketAct, Words};
use crate::secretary::message::{Form, routing};
use crate::secretary::names::languages::Language;
use crate::secretary::names::phrases::short;
use crate::secretary::permissions::visibility::Visibility;
use crate::secretary::permissions::{Operation, Verdict, authorize};
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::schedules::{flows, zones};
use crate::secretary::wording::talk::asides;
use crate::secretary::wording::{schedules, translations};
use std::time::Duration;

/// How long the answer waits for the decision. Adapters answer their platform earlier where it demands that (T25,
/// D30).
const PATIENCE: Duration = Duration::from_secs(10);
/// The newest tickets searched by words of a title.
const SEARCHED: u32 = 200;
/// Completions shown (platform-facts D37).
const COMPLETIONS: u32 = 25;

impl Engine {
    pub(crate) async fn short_answer(&self, inbound: &Inbound) -> Ack {
        let waited = tokio::time::timeout(PATIENCE, async {
            loop {
                let bell = self.fates.notified();
                tokio::pin!(bell);
                bell.as_mut().enable();
                if let Ok(Some(outcome)) = self.outcome_of(inbound).await {
                    return outcome;
                }
                bell.await;
            }
        });
        let language = language_of(inbound);
        match waited.await {
            Ok(EventOutcome::Decided(Some(note))) => Ack::Toast(line(&note, language)),
            Ok(EventOutcome::Refused(why)) => Ack::RefusePrivately(line(&why, language)),
            Ok(EventOutcome::Decided(None) | EventOutcome::Again | EventOutcome::Quarantined(_)) | Err(_) => Ack::Defer,
        }
    }

    async fn outcome_of(&self, inbound: &Inbound) -> Stored<Option<EventOutcome>> {
        let mut tx = self.parts.store.ask().await?;
        tx.outcome(inbound.place.platform, &inbound.place.bot, &inbound.event).await
    }

    pub(crate) async fn form_for(&self, inbound: &Inbound) -> Option<Ack> {
        let Content::Press { data, .. } = &inbound.content else { return None };
        let mut tx = self.parts.store.read().await.ok()?;
        let mut context = Context::reading(self, tx.as_mut(), &home());
        let form = form(&mut context, inbound, data).await.ok()??;
        let form = translations::form(form, language_of(inbound));
        Some(Ack::OpenForm { data: data.clone(), form })
    }

    pub(crate) async fn complete(&self, asker: &Inbound, prefix: &str) -> Vec<(String, String)> {
        self.completions(asker, prefix).await.unwrap_or_default()
    }

    async fn completions(&self, asker: &Inbound, prefix: &str) -> Stored<Vec<(String, String)>> {
        let mut tx = self.parts.store.read().await?;
        let account = Account { platform: asker.place.platform, user: asker.sender.user.clone() };
        let mut context = Context::reading(self, tx.as_mut(), &home());
        let Sender::Member(person) = sender::sender(&mut context, asker, &account).await? else {
            return Ok(Vec::new());
        };
        if authorize(&person, Operation::Read) != Verdict::Allowed {
            return Ok(Vec::new());
        }
        let visibility = match directory::room_here(&mut context, &asker.place).await? {
            Some(room) => visibility_in(context.tx, &room, Some(&person)).await?,
            None if asker.place.kind == ChatKind::Direct => Visibility::of_person(&person),
            None => Visibility::Chat(Vec::new()),
        };
        let typed = prefix.trim().trim_start_matches('#').to_lowercase();
        let by_title = typed.chars().any(|c| !c.is_ascii_digit());
        let digits: String = prefix.trim_start_matches('#').chars().filter(char::is_ascii_digit).take(9).collect();
        let filter = TicketFilter {
            workspace: Some(person.workspace),
            number_prefix: (!digits.is_empty() && !by_title).then_some(digits),
            newest_first: true,
            visibility,
            limit: if by_title { SEARCHED } else { COMPLETIONS },
            ..TicketFilter::default()
        };
        let mut found = context.tx.tickets(&filter).await?;
        if by_title {
            found.retain(|t| label_of(t).to_lowercase().contains(&typed));
            found.truncate(COMPLETIONS as usize);
        }
        Ok(found.iter().map(|t| (t.number.to_string(), label_of(t))).collect())
    }
}

/// The language of short answers and forms: that of the client of the person who pressed.
fn language_of(inbound: &Inbound) -> Language {
    inbound.sender.language.as_deref().map_or_else(Language::default, Language::of)
}

fn label_of(ticket: &Ticket) -> String {
    format!("#{} {}", ticket.number, short(&ticket.short_title(), 80))
}

/// The form a press opens, if the person may press it and it still fits.
async fn form(context: &mut Context<'_>, inbound: &Inbound, data: &str) -> Stored<Option<Form>> {
    let account = Account { platform: inbound.place.platform, user: inbound.sender.user.clone() };
    let Sender::Member(mut person) = sender::sender(context, inbound, &account).await? else { return Ok(None) };
    // Deputies and members by a server role get the form, too.
    Box::pin(sender::at_hand(context, &mut person, inbound)).await?;
    let Some(room) = directory::room_here(context, &inbound.place).await? else { return Ok(None) };
    let Some((action, _)) = presses::action_of(context, &room, data).await? else { return Ok(None) };
    let request = sender::request(context, inbound, *person, room);
    if let Action::OnSchedule { schedule, act: ScheduleAct::Edit } = &action {
        return schedule_form(context, &request, schedule, None).await;
    }
    if let Action::OnSchedule { schedule, act: ScheduleAct::EditFrom { typed } } = &action {
        return schedule_form(context, &request, schedule, Some(typed)).await;
    }
    if let Action::NewFlow { typed, .. } = &action {
        return Ok(audit_log::could(&request, Operation::SendIdea).then(|| flows::commands::script_form(typed)));
    }
    if let Action::OnFlow { flow, act: FlowAct::Schedule } = &action {
        return flow_form(context, &request, flow).await;
    }
    if let Action::Zone { person: whose, name: None } = &action {
        let (title, label) = zones::FORM;
        let form = Form { title: title.to_owned(), label: label.to_owned(), filled: String::new() };
        return Ok((request.person.id == *whose).then_some(form));
    }
    let Action::OnTicket { ticket: id, act } = &action else { return Ok(None) };
    let Some(words) = act.words() else { return Ok(None) };
    let Some(ticket) = context.tx.ticket(id).await? else { return Ok(None) };
    let operation = match words {
        Words::Decision(_) => Operation::Decide(&ticket),
        Words::Correction | Words::Revision => Operation::Steer(&ticket),
    };
    if !audit_log::could(&request, operation) || !routing::fits(&ticket, act) || routing::outdated(&ticket, act) {
        return Ok(None);
    }
    if awaited::wants_no_words_of(context, &request, &ticket, act).await?.is_some() {
        return Ok(None);
    }
    let typed = if let TicketAct::EditCard { typed, .. } = act { typed.as_deref() } else { None };
    Ok(Some(asides::form(&ticket, &words, typed)))
}

async fn schedule_form(
    context: &mut Context<'_>,
    request: &Request,
    id: &ScheduleId,
    typed: Option<&str>,
) -> Stored<Option<Form>> {
    let schedule = context.tx.schedule(id).await?.filter(|s| !s.over());
    let may = |s: &Schedule| audit_log::could(request, Operation::ChangeSchedule(s));
    Ok(schedule.filter(may).map(|s| schedules::edit_form(&s, typed)))
}

async fn flow_form(context: &mut Context<'_>, request: &Request, id: &FlowId) -> Stored<Option<Form>> {
    let flow = context.tx.flow(id).await?.filter(|flow| flow.runs());
    let may = flow.is_some_and(|flow| audit_log::could(request, Operation::SteerFlow(&flow)));
    let (title, label) = flows::cards::WHEN_FORM;
    Ok(may.then(|| Form { title: title.to_owned(), label: label.to_owned(), filled: String::new() }))
}
