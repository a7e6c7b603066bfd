//! Chains of models: the first is used, the next ones stand in for it, and it is tried again after some minutes.

use super::*;
use chrono::TimeDelta;
use secretary::ports::clock::Clock;
use std::sync::Mutex;

/// A server on which "big" does what the test says and every other model answers.
async fn server() -> (FakeModel, OpenAi, Arc<ManualClock>, Arc<Mutex<Option<Reply>>>) {
    let (fake, clock) = (FakeModel::start().await, Arc::new(ManualClock::new()));
    let mood: Arc<Mutex<Option<Reply>>> = Arc::default();
    let big = mood.clone();
    fake.answer_with(move |body| {
        let scripted = big.lock().unwrap().clone().filter(|_| body["model"] == "big");
        let schema = body["response_format"]["type"] == "json_schema";
        let said = if schema { Reply::json(&answer()) } else { Reply::text("Done.") };
        scripted.unwrap_or(said)
    });
    let models = ["big", "small", "tiny"].map(str::to_owned).to_vec();
    let model = OpenAi::new(OpenAiConfig { model: models, ..config(&fake.url()) }, clock.clone()).unwrap();
    (fake, model, clock, mood)
}

/// The models asked for real, without the tries of the probe.
fn asked(fake: &FakeModel) -> Vec<String> {
    let real = |body: &&Value| {
        let words = body["messages"].to_string();
        !["colour of the sky", "two and two", "hello in one word"].iter().any(|probe| words.contains(probe))
    };
    let name = |body: &Value| body["model"].as_str().unwrap().to_owned();
    fake.prompts().iter().filter(real).map(name).collect()
}

fn set(mood: &Arc<Mutex<Option<Reply>>>, reply: Option<Reply>) {
    *mood.lock().unwrap() = reply;
}

#[tokio::test]
async fn a_model_that_is_gone_is_stood_in_for_and_tried_again_after_some_minutes() {
    let (fake, model, clock, mood) = server().await;
    set(&mood, Some(Reply::ollama_error(404, "model 'big' not found, try pulling it first")));
    for _ in 0..3 {
        assert_eq!(model.ask(&report()).await.unwrap().text, "Done.");
    }
    assert_eq!(asked(&fake), ["big", "small", "small", "small"]);
    assert!(model.describe().ends_with("· small (big does not work just now)"), "{}", model.describe());
    let capabilities = model.capabilities();
    assert_eq!((capabilities.lines[2].in_use, capabilities.models[0].rests_until.is_some()), (1, true));
    // The one that stands in was tried out when it was needed, once; the one behind it was not.
    let able = |name: &str| model.capabilities().models.iter().find(|m| m.name == name).unwrap().able.clone();
    assert!(able("small").is_some() && able("tiny").is_none());
    clock.set(clock.now() + TimeDelta::minutes(6));
    set(&mood, None);
    assert_eq!(model.ask(&report()).await.unwrap().text, "Done.");
    assert_eq!(asked(&fake).last().unwrap(), "big");
    assert!(model.describe().ends_with("· big"));
}

#[tokio::test]
async fn whoever_needs_a_model_that_stands_in_pays_for_trying_it_out() {
    let (fake, model, _clock, mood) = server().await;
    set(&mood, Some(Reply::ollama_error(404, "model 'big' not found, try pulling it first")));
    let first = model.ask(&report()).await.unwrap().usage;
    // All but what was refused.
    assert_eq!(first.calls as usize, fake.prompts().len() - 1);
    let second = model.ask(&report()).await.unwrap().usage;
    assert!(second.calls == 1 && first.calls > 3, "{first:?} {second:?}");
    assert!(first.tokens_in > second.tokens_in && first.tokens_out > second.tokens_out, "{first:?} {second:?}");
}

#[tokio::test]
async fn what_is_refused_out_of_credit_or_busy_for_long_is_passed_on_at_once() {
    let table = [
        Reply::insufficient_quota(),
        Reply::ok_error(402, "Insufficient credits"),
        Reply::rate_limited(Some(Duration::from_secs(60))),
        Reply::rate_limited(None),
        Reply::raw(503, &[("retry-after", "120")], ""),
        Reply::error(403, "x", "forbidden", "your project may not use big"),
        Reply::ok_error(403, "flagged by moderation"),
        Reply::error(400, "invalid_request_error", "context_length_exceeded", "maximum context length is 4096"),
    ];
    for reply in table {
        let (fake, model, _clock, mood) = server().await;
        set(&mood, Some(reply.clone()));
        assert_eq!(model.ask(&report()).await.unwrap().text, "Done.", "{reply:?}");
        assert_eq!(asked(&fake), ["big", "small"]);
    }
}

#[tokio::test]
async fn a_hiccup_is_left_to_the_caller_and_the_second_one_is_passed_on() {
    for reply in [Reply::server_error(500), Reply::rate_limited(Some(Duration::from_secs(2)))] {
        let (fake, model, _clock, mood) = server().await;
        set(&mood, Some(reply));
        retry(model.ask(&report()).await);
        assert_eq!(asked(&fake), ["big"]);
        assert_eq!(model.ask(&report()).await.unwrap().text, "Done.");
        assert_eq!(model.ask(&report()).await.unwrap().text, "Done.");
        assert_eq!(asked(&fake), ["big", "big", "small", "small"]);
    }
    // One that never answers is no use either, once it has used up its time twice.
    let (fake, model, _clock, mood) = server().await;
    set(&mood, Some(Reply::hang()));
    let mut request = report();
    request.deadline = Duration::from_millis(300);
    retry(model.ask(&request).await);
    retry(model.ask(&request).await);
    request.deadline = Duration::from_secs(20);
    assert_eq!(model.ask(&request).await.unwrap().text, "Done.");
    assert_eq!(asked(&fake), ["big", "big", "small"]);
}

#[tokio::test]
async fn what_is_the_same_for_every_model_asks_nobody_else() {
    let (fake, model, _clock, mood) = server().await;
    for reply in [
        Reply::error(401, "x", "invalid_api_key", "Incorrect API key"),
        Reply::raw(302, &[("location", "http://127.0.0.1:1/")], ""),
        Reply::refusal("no"),
    ] {
        set(&mood, Some(reply));
        model.ask(&report()).await.unwrap_err();
    }
    assert_eq!(asked(&fake), ["big", "big", "big"]);
    fake.go_down().await;
    retry(model.ask(&report()).await);
    fake.come_up().await;
    set(&mood, None);
    assert_eq!(model.ask(&report()).await.unwrap().text, "Done.");
}

#[tokio::test]
async fn a_chain_that_fails_as_a_whole_says_what_can_be_done() {
    let fake = FakeModel::start().await;
    let models = ["gone", "busy"].map(str::to_owned).to_vec();
    let model = open(OpenAiConfig { model: models, ..config(&fake.url()) }).unwrap();
    fake.answer_with(|body| match body["model"].as_str() {
        Some("gone") => Reply::ollama_error(404, "model 'gone' not found"),
        _ => Reply::rate_limited(Some(Duration::from_secs(7))),
    });
    assert_eq!(retry(model.ask(&report()).await).as_secs(), 7, "what passes by itself is waited for");
    fake.answer_with(|_| Reply::ollama_error(404, "model not found"));
    for _ in 0..2 {
        let sentence = refused(model.ask(&report()).await);
        assert!(sentence.contains("the model") && sentence.contains("OPENAI_MODEL"), "{sentence}");
    }
}

#[tokio::test]
async fn an_agents_own_model_goes_before_the_chain() {
    let (fake, model, _clock, mood) = server().await;
    let mut own = work();
    own.model = Some("mine".to_owned());
    model.ask(&own).await.unwrap();
    assert_eq!(asked(&fake), ["mine"]);
    let mut gone = work();
    gone.model = Some("big".to_owned());
    set(&mood, Some(Reply::ollama_error(404, "model 'big' not found")));
    model.ask(&gone).await.unwrap();
    assert_eq!(asked(&fake), ["mine", "big", "small"]);
}
