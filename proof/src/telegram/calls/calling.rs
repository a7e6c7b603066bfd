//! The life of one call: log, fault, flood limits, effect, answer (or none).

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::methods;
use super::params::{Answer, ApiError, Params, error, too_many};
use super::server::{answered, read};
use crate::fault::Fault;
use crate::telegram::observed::{Call, Outcome, Violation};
use crate::telegram::state::State;
use crate::telegram::{Shared, polling};
use crate::wire::Knife;

/// One call on its way, known to the log by its index.
#[derive(Clone)]
struct Visit {
    shared: Arc<Shared>,
    knife: Knife,
    method: &'static str,
    index: usize,
    /// A fault was wanted.
    fault: bool,
    /// Real time, milliseconds since the Unix epoch.
    arrived: u64,
}

pub(crate) async fn call(shared: &Arc<Shared>, knife: Knife, method: &'static str, request: Request) -> Response {
    let (queued, index) = shared.with(|state| {
        let queued = take_fault(state, method);
        state.calls.push(Call {
            method: method.to_owned(),
            body: Value::Null,
            at: state.clock.now(),
            outcome: Outcome::Waiting,
        });
        (queued, state.calls.len() - 1)
    });
    let arrived = crate::ledger::now_ms();
    let mut visit = Visit { shared: Arc::clone(shared), knife, method, index, fault: queued.is_some(), arrived };
    if matches!(queued, Some(Fault::DropBeforeReading)) {
        return visit.drop_line(Outcome::Dropped);
    }
    let params = match read(request).await {
        Ok(params) => params,
        Err(error) => return visit.refuse(error),
    };
    let fault = shared.with(|state| note_body(state, index, &params, queued));
    visit.fault = fault.is_some();
    match fault {
        None => visit.serve(&params).await,
        Some(fault) => visit.spoil(fault, params).await,
    }
}

impl Visit {
    fn finish(&self, outcome: Outcome) {
        self.shared.with(|state| {
            let Some(call) = state.calls.get_mut(self.index) else { return };
            call.outcome = outcome;
            if let Some(ledger) = &state.queue.ledger {
                ledger.write("call", entry(call, self.fault, self.arrived));
            }
        });
    }

    fn drop_line(&self, outcome: Outcome) -> Response {
        self.finish(outcome);
        self.knife.cut();
        StatusCode::OK.into_response()
    }

    fn refuse(&self, error: ApiError) -> Response {
        self.finish(Outcome::Refused(error.code, error.description.clone()));
        answered(&Err(error))
    }

    async fn serve(&self, params: &Params) -> Response {
        match perform(&self.shared, self.method, params).await {
            Ok(result) => {
                self.finish(Outcome::Done(result.clone()));
                answered(&Ok(result))
            }
            Err(error) => self.refuse(error),
        }
    }

    async fn spoil(&self, fault: Fault, params: Params) -> Response {
        match fault {
            Fault::Hold(gate) if self.method == "getUpdates" => {
                gate.pass().await;
                self.serve(&params).await
            }
            Fault::Hold(gate) => {
                // A task of its own: what the server has read takes effect even when the caller gives up (T28).
                let visit = self.clone();
                let held = tokio::spawn(async move {
                    gate.pass().await;
                    visit.serve(&params).await
                });
                held.await.unwrap_or_else(|_| page(500))
            }
            Fault::DropBeforeReading => self.drop_line(Outcome::Dropped),
            Fault::ServerError { status } => {
                self.finish(Outcome::ServerError(status));
                page(status)
            }
            Fault::TooManyRequests { retry_after } => {
                self.shared.with(|state| {
                    let until = state.now() + Duration::from_secs(retry_after);
                    state.rates.hold(self.method, params.int("chat_id"), until);
                });
                self.refuse(too_many(retry_after))
            }
            Fault::Refuse { code, description } => self.refuse(error(code, &description)),
            Fault::LoseAnswer => {
                let outcome = self.lost(&params).await;
                self.drop_line(outcome)
            }
            Fault::MalformedJson => {
                let outcome = self.lost(&params).await;
                self.finish(outcome);
                let json = [(header::CONTENT_TYPE, "application/json")];
                (json, "{\"ok\":true,\"resu").into_response()
            }
        }
    }

    async fn lost(&self, params: &Params) -> Outcome {
        match perform(&self.shared, self.method, params).await {
            Ok(result) => Outcome::AnswerLost(result),
            Err(error) => Outcome::Refused(error.code, error.description),
        }
    }
}

/// A call as the ledger shows it.
fn entry(call: &Call, fault: bool, arrived: u64) -> Value {
    let (outcome, code, result) = match &call.outcome {
        Outcome::Waiting => ("waiting", 0, &Value::Null),
        Outcome::Done(result) => ("done", 200, result),
        Outcome::Refused(code, _) => ("refused", *code, &Value::Null),
        Outcome::ServerError(code) => ("refused", *code, &Value::Null),
        Outcome::Dropped => ("dropped", 0, &Value::Null),
        Outcome::AnswerLost(result) => ("lost", 0, result),
    };
    let given: Vec<&Value> = result.as_array().into_iter().flatten().map(|update| &update["update_id"]).collect();
    json!({"method": call.method, "body": call.body, "outcome": outcome, "code": code, "fault": fault,
        "arrived": arrived, "message": result["message_id"], "given": given})
}

fn take_fault(state: &mut State, method: &str) -> Option<Fault> {
    ["*", method].iter().find_map(|key| state.faults.get_mut(*key)?.pop_front())
}

fn note_body(state: &mut State, index: usize, params: &Params, queued: Option<Fault>) -> Option<Fault> {
    let call = state.calls.get_mut(index)?;
    call.body = params.log();
    let seen = call.clone();
    queued.or_else(|| state.fault_choice.as_mut().and_then(|choose| choose(&seen)))
}

pub(super) fn page(status: u16) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    let html = format!("<html><head><title>{status}</title></head><body><h1>{status}</h1></body></html>");
    (status, [(header::CONTENT_TYPE, "text/html")], html).into_response()
}

async fn perform(shared: &Arc<Shared>, method: &'static str, params: &Params) -> Answer {
    shared.with(|state| check_rates(state, method, params))?;
    if method == "getUpdates" {
        return polling::get_updates(shared, params).await;
    }
    let (answer, generation) = shared.with(|state| {
        let before = state.webhook_generation;
        let answer = methods::perform(state, method, params);
        let started = state.webhook_generation != before && !state.webhook.url.is_empty();
        (answer, started.then_some(state.webhook_generation))
    });
    if let Some(generation) = generation {
        let task = tokio::spawn(polling::push_to_webhook(Arc::clone(shared), generation));
        shared.keep(task);
    }
    answer
}

fn check_rates(state: &mut State, method: &str, params: &Params) -> Result<(), ApiError> {
    let (now, chat, send) = (state.now(), params.int("chat_id"), methods::is_send(method));
    if let Some(early_by) = state.rates.early(method, chat, send, now) {
        let method = method.to_owned();
        state.violate(Violation::BeforeRetryAfter { method, chat, early_by });
        return Err(too_many((early_by.as_millis().div_ceil(1000)) as u64));
    }
    let Some(chat) = chat.filter(|_| send) else {
        return Ok(());
    };
    let group = state.chats.get(&chat).is_some_and(crate::telegram::state::Chat::is_group);
    state.rates.send(chat, group, now).map_or(Ok(()), |seconds| Err(too_many(seconds)))
}
