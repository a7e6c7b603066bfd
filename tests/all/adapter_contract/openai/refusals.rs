//! What a server refuses, declines or never answers, and what is said of it; the key is shown to nobody.

use super::*;

const KEY: &str = "sk-canary-123";

#[tokio::test]
async fn what_the_model_declines_or_a_filter_stops_is_not_asked_again() {
    for (reply, why) in [
        (Reply::refusal("I'm sorry, no."), "the model declines"),
        (Reply::content_filter(), "a content filter stopped it"),
    ] {
        let (fake, model) = office().await;
        fake.answer(reply);
        assert_eq!(unusable(model.ask(&triage("x")).await), why);
        assert_eq!(fake.requests().len(), 1);
    }
}

#[tokio::test]
async fn every_refusal_names_the_setting_to_look_at() {
    let table = [
        (Reply::error(401, "x", "invalid_api_key", "Incorrect API key provided: sk-canary"), "OPENAI_API_KEY"),
        (Reply::error(403, "x", "forbidden", "Country not supported"), "OPENAI_API_KEY"),
        (Reply::ollama_error(404, "model 'fake-model' not found, try pulling it first"), "OPENAI_MODEL"),
        (Reply::raw(404, &[("content-type", "text/html")], "<html>nothing here</html>"), "OPENAI_BASE_URL"),
        (Reply::error(400, "invalid_request_error", "bad", "Invalid messages"), "OPENAI_MODEL"),
        (Reply::raw(413, &[], ""), "OPENAI_MODEL"),
        (Reply::raw(302, &[("location", "http://127.0.0.1:1/")], ""), "OPENAI_BASE_URL"),
        (Reply::raw(200, &[("content-type", "text/html")], "<html>Welcome</html>"), "OPENAI_BASE_URL"),
        (Reply::ok_error(403, "moderation"), "the rules of 127.0.0.1"),
        (Reply::raw(422, &[], "{\"detail\": \"Input should be a valid list\"}"), "valid list"),
        // A list, a bare text, and errors behind a good status.
        (Reply::raw(400, &[], "[{\"error\": {\"message\": \"API key not valid\"}}]"), "OPENAI_API_KEY"),
        (Reply::raw(400, &[], "\"no such sampler\""), "no such sampler"),
        (Reply::raw(200, &[], "{\"code\": 1002, \"msg\": \"unknown model\"}"), "OPENAI_MODEL"),
        (Reply::raw(200, &[], "\"unknown model\""), "OPENAI_MODEL"),
        (Reply::raw(200, &[], "[{\"error\": {\"message\": \"unknown model\"}}]"), "OPENAI_MODEL"),
    ];
    for (reply, word) in table {
        let (fake, model) = office().await;
        fake.answer(reply);
        let sentence = refused(model.ask(&report()).await);
        assert!(sentence.contains(word) && sentence.contains("127.0.0.1"), "{sentence}");
        assert!(!sentence.contains("canary") && sentence.len() < 400, "{sentence}");
        assert_eq!(fake.requests().len(), 1);
    }
    let (fake, model) = office().await;
    for _ in 0..4 {
        fake.answer(Reply::error(400, "x", "x", "tools are not supported"));
    }
    assert!(refused(model.ask(&work()).await).contains("cannot call tools"), "not even as objects");
}

#[tokio::test]
async fn what_is_no_error_is_no_refusal() {
    let (fake, model) = office().await;
    for nothing in ["null", "\"\"", "false", "{}"] {
        let choices = r#"[{"message": {"content": "Done."}, "finish_reason": "stop"}]"#;
        let body = format!("{{\"error\": {nothing}, \"message\": \"ok\", \"choices\": {choices}, \"score\": NaN}}");
        fake.answer(Reply::raw(200, &[], &body));
        assert_eq!(model.ask(&report()).await.unwrap().text, "Done.", "{nothing}");
    }
}

#[tokio::test]
async fn an_empty_account_is_told_apart_from_a_busy_server() {
    for reply in [
        Reply::insufficient_quota(),
        Reply::ok_error(402, "Insufficient credits"),
        Reply::error(402, "x", "payment_required", "Insufficient credits"),
    ] {
        let (fake, model) = office().await;
        fake.answer(reply);
        match model.ask(&report()).await {
            Err(Failure { error: ModelError::Quota(sentence), .. }) => {
                assert!(sentence.contains("credit"), "{sentence}")
            }
            other => panic!("{other:?}"),
        }
    }
    // Whoever is to wait for hours has used up a quota.
    let (fake, model) = office().await;
    fake.answer(Reply::rate_limited(Some(Duration::from_secs(86_400))));
    let failed = model.ask(&report()).await;
    assert!(
        matches!(&failed, Err(Failure { error: ModelError::Quota(why), .. }) if why.contains("about 24 h")),
        "{failed:?}"
    );
    let wait = |seconds| Some(Duration::from_secs(seconds));
    let table = [
        (Reply::rate_limited(wait(7)), 7),
        (Reply::rate_limited(wait(1_800)), 600),
        (Reply::rate_limited(None), 20),
        (Reply::raw(429, &[("retry-after", "soon")], "slow down"), 20),
        (Reply::raw(503, &[("retry-after", "1.5")], "<html>overloaded</html>"), 1),
        (Reply::server_error(500), 10),
        (Reply::ollama_error(503, "server busy, please try again. maximum pending requests exceeded"), 10),
        (Reply::raw(408, &[], ""), 10),
        (Reply::ok_error(502, "upstream"), 10),
        (Reply::ok_error(429, "upstream"), 20),
        (Reply::raw(200, &[], "{\"error\": \"no slot\"}"), 10),
        (
            Reply::raw(200, &[], "{\"choices\": [{\"error\": {\"code\": 502, \"message\": \"x\"}, \"message\": {}}]}"),
            10,
        ),
        (Reply::raw(200, &[], "{\"choices\": [{\"mess"), 10),
        (Reply::raw(200, &[], ""), 10),
        (Reply::drop_connection(), 10),
    ];
    for (reply, seconds) in table {
        let (fake, model) = office().await;
        fake.answer(reply.clone());
        let result = model.ask(&triage("x")).await;
        assert_eq!(fake.requests().len(), 1, "never retried by itself: {reply:?}");
        assert_eq!(retry(result).as_secs(), seconds, "{reply:?}");
    }
}

#[tokio::test]
async fn a_server_that_is_away_silent_or_endless_does_not_hold_us() {
    let (fake, model) = office().await;
    fake.answer(Reply::hang());
    let mut request = report();
    request.deadline = Duration::from_millis(150);
    let begun = std::time::Instant::now();
    retry(model.ask(&request).await);
    // Far below the 20 s any other request here may take.
    assert!(begun.elapsed() < Duration::from_secs(15));
    fake.answer(Reply::raw(200, &[], &format!("{{\"x\": \"{}\"}}", "y".repeat(9 * 1024 * 1024))));
    assert!(unusable(model.ask(&report()).await).contains("bytes"));
    fake.go_down().await;
    retry(model.ask(&report()).await);
    fake.come_up().await;
    fake.answer(Reply::text("Back."));
    assert_eq!(model.ask(&report()).await.unwrap().text, "Back.");
}

#[tokio::test]
async fn the_key_is_sent_and_never_shown() {
    let fake = FakeModel::start().await;
    fake.capabilities(|able| able.key = Some(KEY.into()));
    let with_key = |key: &str| open(OpenAiConfig { key: Some(Key::new(key)), ..config(&fake.url()) });
    let model = with_key(KEY).unwrap();
    assert_eq!(model.ask(&report()).await.unwrap().text, "ok");
    assert_eq!(fake.requests()[0].authorization(), Some(format!("Bearer {KEY}").as_str()));
    fake.answer(Reply::error(400, "x", "x", &format!("the key {KEY} is\nnot for this")));
    let sentence = refused(model.ask(&report()).await);
    assert!(sentence.contains("the key (key) is not for this"), "{sentence}");
    for shown in [format!("{model:?}"), model.describe()] {
        assert!(!shown.contains("canary"), "{shown}");
    }
    let sentence = refused(with_key("sk-canary-999").unwrap().ask(&report()).await);
    assert!(sentence.contains("OPENAI_API_KEY") && !sentence.contains("canary"), "{sentence}");
    for (url, key) in [("ftp://x/v1", "k"), ("not an address", "k"), ("http://127.0.0.1:1/v1", "two\nlines")] {
        let built = open(OpenAiConfig { key: Some(Key::new(key)), ..config(url) });
        assert!(matches!(built, Err(ModelError::Refused(sentence)) if sentence.contains("OPENAI_")));
    }
    // A local server needs none, and gets no empty one.
    let (fake, model) = office().await;
    fake.answer(Reply::text("ok"));
    model.ask(&report()).await.unwrap();
    assert_eq!(fake.requests()[0].authorization(), None);
}
