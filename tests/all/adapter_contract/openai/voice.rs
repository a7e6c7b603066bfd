//! Recordings that a server writes down: what is sent, every form of an answer and of a refusal, what it costs, and that
//! the key of one server goes to no other.

use super::*;
use secretary::ports::model::{Recording, Senses};
use secretary::secretary::budget::cost::Prices;

fn voice(url: &str) -> OpenAiConfig {
    let voice = VoiceConfig { model: Some("ear".into()), ..VoiceConfig::default() };
    OpenAiConfig { voice, ..config(url) }
}

fn recording() -> Recording {
    let bytes = b"OggS and so on".to_vec();
    Recording { name: "voice.oga".into(), bytes, seconds: Some(90), deadline: Duration::from_secs(20) }
}

async fn ear() -> (FakeModel, OpenAi) {
    let fake = FakeModel::start().await;
    fake.strict_script();
    let model = open(voice(&fake.url())).unwrap();
    (fake, model)
}

#[tokio::test]
async fn a_recording_becomes_words_and_its_length_costs() {
    let (fake, model) = ear().await;
    let who = model.capabilities().recordings.unwrap();
    assert!(who.model == "ear" && who.server.starts_with("127.0.0.1:"), "{who:?}");
    fake.answer_recording(Reply::text(" Wie spät ist es?\n").no_usage());
    let reply = model.words_of(&recording()).await.unwrap();
    assert_eq!((reply.text.as_str(), reply.usage.calls, reply.usage.tokens_out), ("Wie spät ist es?", 1, 4));
    let form = fake.requests()[0].body.clone();
    let file = json!({"name": "voice.ogg", "type": "audio/ogg", "bytes": 14});
    assert_eq!(form, json!({"model": "ear", "response_format": "json", "file": file}));
    // By the minute, as long as the server says or as the recording is; else by its tokens.
    for (price, answer, micros) in [
        (r#"{"minute": 0.06}"#, json!({"text": "Yes."}), 90_000),
        (r#"{"minute": 0.06}"#, json!({"text": "Yes.", "usage": {"type": "duration", "seconds": 31}}), 31_000),
        (r#"{"minute": 0.06}"#, json!({"text": "Yes.", "duration": 1.5, "segments": []}), 2_000),
        (r#"{"in": 1, "out": 10}"#, json!({"text": "Yes.", "usage": {"input_tokens": 900, "output_tokens": 4}}), 940),
    ] {
        let prices = Prices::read(&format!(r#"{{"currency": "EUR", "models": {{"ear": {price}}}}}"#)).unwrap();
        let model = open(OpenAiConfig { prices, ..voice(&fake.url()) }).unwrap();
        fake.answer_recording(Reply::raw(200, &[], &answer.to_string()));
        assert_eq!(model.words_of(&recording()).await.unwrap().usage.cost.micros, micros, "{price} {answer}");
    }
}

#[tokio::test]
async fn a_recording_goes_by_what_its_bytes_are() {
    let (fake, model) = ear().await;
    let wav = b"RIFF\x24\0\0\0WAVEfmt ".to_vec();
    for (name, bytes, sent) in [
        ("voice.oga", b"no mark".to_vec(), "voice.ogg"),
        ("note", b"no mark".to_vec(), "voice.ogg"),
        ("Song.MP3", b"no mark".to_vec(), "voice.mp3"),
        ("memo.m4a", b"no mark".to_vec(), "voice.m4a"),
        ("wrong.mp3", wav, "voice.wav"),
    ] {
        fake.answer_recording(Reply::text("Yes."));
        model.words_of(&Recording { name: name.into(), bytes, ..recording() }).await.unwrap();
        assert_eq!(fake.requests().pop().unwrap().body["file"]["name"], sent, "{name}");
    }
}

#[tokio::test]
async fn every_form_of_an_answer_is_read() {
    let (fake, model) = ear().await;
    for (answer, words) in [
        (r#"{"text": "Hello.", "language": "en", "segments": [{"text": "no"}]}"#, "Hello."),
        (r#"{"segments": [{"text": " Hello"}, {"text": " there."}]}"#, "Hello there."),
        ("Hello there.\n", "Hello there."),
        ("\"Hello.\"", "Hello."),
        ("42", "42"),
        (r#"{"text": "[Music] Hello."}"#, "[Music] Hello."),
    ] {
        fake.answer_recording(Reply::raw(200, &[], answer));
        assert_eq!(model.words_of(&recording()).await.unwrap().text, words, "{answer}");
    }
    for silence in [r#"{"text": ""}"#, r#"{"text": " ... "}"#, "", "[BLANK_AUDIO]", r#"{"text": "(wind)"}"#] {
        fake.answer_recording(Reply::raw(200, &[], silence));
        let failure = model.words_of(&recording()).await.unwrap_err();
        assert_eq!(failure.error, ModelError::Unusable("nobody speaks in it".into()), "{silence}");
        assert_eq!(failure.usage.calls, 1, "it was paid for");
    }
}

#[tokio::test]
async fn what_a_server_refuses_says_what_to_do() {
    let (fake, model) = ear().await;
    let error = |status, message: &str| Reply::error(status, "invalid_request_error", "x", message);
    for (answer, kind, says) in [
        (error(401, "Incorrect API key sk-canary"), "refused", "OPENAI_VOICE_API_KEY"),
        (error(404, "The model `ear` does not exist"), "refused", "OPENAI_MODEL_VOICE"),
        (error(404, "Unknown request URL"), "impossible", "writes down no recordings"),
        (error(400, "The audio file could not be decoded"), "unusable", "could not be decoded"),
        (error(413, "Maximum content size limit exceeded"), "unusable", "too long"),
        (Reply::raw(200, &[], "<html>Sign in</html>"), "refused", "no text"),
        (Reply::insufficient_quota(), "quota", "no credit"),
        (Reply::rate_limited(None), "retry", "again"),
        (Reply::server_error(503), "retry", "again"),
        (Reply::drop_connection(), "retry", "again"),
    ] {
        fake.answer_recording(answer);
        let failure = model.words_of(&recording()).await.unwrap_err();
        let is = match &failure.error {
            ModelError::Refused(_) => "refused",
            ModelError::Impossible(_) => "impossible",
            ModelError::Unusable(_) => "unusable",
            ModelError::Quota(_) => "quota",
            ModelError::Retry { .. } => "retry",
            ModelError::TooSlow(_) => "too slow",
            ModelError::Queued { .. } | ModelError::Barred(_) => "of the budget",
        };
        let said = failure.error.to_string();
        assert!(is == kind && said.contains(says) && !said.contains("canary"), "{kind} {says}: {said}");
    }
    // A server without recordings, a recording that no server takes, and one that takes too long.
    fake.capabilities(|able| able.recordings = Support::Refused);
    assert!(matches!(model.words_of(&recording()).await.unwrap_err().error, ModelError::Impossible(_)));
    let asked = fake.requests().len();
    let long = Recording { bytes: vec![0; 25 * 1024 * 1024 + 1], ..recording() };
    assert!(model.words_of(&long).await.unwrap_err().error.to_string().contains("25 MB"));
    assert_eq!(fake.requests().len(), asked, "it is not even sent");
    fake.capabilities(|able| able.recordings = Support::Honoured);
    fake.answer_recording(Reply::hang());
    let short = Recording { deadline: Duration::from_millis(300), ..recording() };
    assert!(matches!(model.words_of(&short).await.unwrap_err().error, ModelError::Retry { .. }));
}

#[tokio::test]
async fn the_key_of_one_server_goes_to_no_other() {
    let (main, other) = (FakeModel::start().await, FakeModel::start().await);
    let key = |text: &str| Some(Key::new(text));
    let to = |base_url: Option<String>, own: Option<Key>| VoiceConfig { base_url, key: own, model: Some("ear".into()) };
    for (voice, asked, authorization) in [
        (to(None, None), &main, Some("Bearer main")),
        (to(None, key("own")), &main, Some("Bearer own")),
        (to(Some(main.url()), None), &main, Some("Bearer main")),
        (to(Some(other.url()), None), &other, None),
        (to(Some(other.url()), key("own")), &other, Some("Bearer own")),
    ] {
        let model = open(OpenAiConfig { key: key("main"), voice, ..config(&main.url()) }).unwrap();
        model.words_of(&recording()).await.unwrap();
        assert_eq!(asked.requests().pop().unwrap().authorization(), authorization);
    }
    // Where no model is named there is none, but on OpenAI's own server.
    let none = open(config(&main.url())).unwrap();
    assert!(matches!(none.words_of(&recording()).await.unwrap_err().error, ModelError::Impossible(_)));
    assert_eq!(none.capabilities().recordings, None);
    let openai = open(config("https://api.openai.com/v1")).unwrap();
    assert_eq!(openai.capabilities().recordings.unwrap().model, "gpt-transcribe");
}
