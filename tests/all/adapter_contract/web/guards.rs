//! The guards of the web chat: names, other sites, sizes, passwords and sessions.

use super::*;

#[tokio::test]
async fn only_our_own_names_are_answered() {
    let chat = served().await;
    let port = chat.addr.port();
    for good in [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")] {
        let answer = chat.client.get(chat.url("/")).header("Host", &good).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{good}");
    }
    let foreign = ["evil.example".to_owned(), format!("evil.example:{port}"), "127.0.0.1:1".to_owned()];
    let odd = [format!("localhost.evil.example:{port}"), format!("192.168.0.9:{port}"), "localhost".to_owned()];
    for bad in foreign.iter().chain(&odd) {
        for path in ["/", "/app.js", "/login", "/api/messages", "/api/events", "/nothing"] {
            let answer = chat.client.get(chat.url(path)).header("Host", bad).send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::MISDIRECTED_REQUEST, "{bad}{path}");
        }
        let origin = format!("http://{bad}");
        let say = chat.client.post(chat.url("/api/say")).header("Host", bad).header("Origin", origin);
        let answer = say.json(&json!({ "text": "x", "id": "x" })).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::MISDIRECTED_REQUEST, "{bad}");
    }
    for head in [
        "GET / HTTP/1.0\r\n\r\n".to_owned(),
        format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n"),
        format!("GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"),
    ] {
        let mut raw = tokio::net::TcpStream::connect(chat.addr).await.unwrap();
        raw.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        tokio::time::timeout(PATIENCE, raw.read_to_string(&mut answer)).await.unwrap().unwrap();
        assert!(answer.contains(" 421 ") || answer.contains(" 400 "), "{head}{answer}");
    }
    assert!(chat.ears.heard().is_empty());
}

#[tokio::test]
async fn other_sites_can_change_nothing() {
    let chat = served().await;
    let own = format!("http://{}", chat.addr);
    let other_port = "http://127.0.0.1:1".to_owned();
    let cases = [
        (None, None),
        (Some("http://evil.example".to_owned()), None),
        (Some("null".to_owned()), None),
        (Some(other_port), Some("same-site")),
        (Some(format!("https://{}", chat.addr)), None),
        (Some(own.clone()), Some("cross-site")),
        (Some(own.clone()), Some("none")),
    ];
    for (origin, site) in cases {
        for (path, body) in [
            ("/api/say", json!({ "text": "x", "id": "x" })),
            ("/api/press", json!({ "data": "1.t.0", "id": "x" })),
            ("/api/form", json!({ "data": "1.t.0", "text": "x", "id": "x" })),
            ("/api/files?name=x", json!({})),
            ("/logout", json!({})),
        ] {
            let mut request = chat.client.post(chat.url(path)).json(&body);
            request = origin.iter().fold(request, |r, o| r.header("Origin", o));
            request = site.iter().fold(request, |r, s| r.header("Sec-Fetch-Site", *s));
            let answer = request.send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{path} {origin:?} {site:?}");
            assert!(answer.headers().get("access-control-allow-origin").is_none());
        }
    }
    let reading = chat.client.get(chat.url("/api/messages")).header("Sec-Fetch-Site", "cross-site");
    assert_eq!(reading.send().await.unwrap().status(), StatusCode::FORBIDDEN);
    let linked = chat.client.get(chat.url("/")).header("Sec-Fetch-Site", "cross-site");
    assert_eq!(linked.send().await.unwrap().status(), StatusCode::OK, "a link to the chat works");
    let plain = chat.ask(Method::POST, "/api/say").header("Content-Type", "text/plain").body("{}");
    assert_eq!(plain.send().await.unwrap().status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let options = chat.client.request(Method::OPTIONS, chat.url("/api/say")).header("Origin", "http://evil.example");
    assert_eq!(options.send().await.unwrap().status(), StatusCode::FORBIDDEN);
    assert!(chat.ears.heard().is_empty() && chat.log.entries().is_empty() && chat.files.kept.borrow().is_empty());
}

#[tokio::test]
async fn a_huge_idea_arrives_and_a_larger_one_is_told_so() {
    let chat = served().await;
    let huge = "🙂".repeat(100_000);
    assert_eq!(chat.say(&huge, "huge").await.0, StatusCode::OK);
    assert!(matches!(&chat.ears.heard()[0].content, Content::Text { text, .. } if text.chars().count() == 100_000));
    let (status, body) = chat.say(&"x".repeat(600 * 1024), "larger").await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(body["error"].as_str().unwrap().contains("512 KiB"));
    assert_eq!(chat.ears.heard().len(), 1);
}

#[tokio::test]
async fn odd_requests_get_a_sentence_and_change_nothing() {
    let chat = served().await;
    let long = "x".repeat(65);
    for id in ["", "a b", "ä", "../x", "x\u{0}", "a\"b", "x;y", &long] {
        assert_eq!(chat.say("hello", id).await.0, StatusCode::BAD_REQUEST, "{id:?}");
        let press = json!({ "data": "1.t.0", "id": id });
        assert_eq!(chat.post("/api/press", press).await.0, StatusCode::BAD_REQUEST, "{id:?}");
    }
    for data in ["", "with space", "ü", "\u{0}", &"d".repeat(129)] {
        let (status, body) = chat.post("/api/press", json!({ "data": data, "id": "x" })).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{data:?}");
        assert!(body["error"].as_str().unwrap().contains("reload"));
        let form = json!({ "data": data, "text": "x", "id": "x" });
        assert_eq!(chat.post("/api/form", form).await.0, StatusCode::BAD_REQUEST);
    }
    for text in ["", "  \n\t "] {
        let (status, body) = chat.say(text, "x").await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(body["error"].as_str().unwrap().contains("empty"));
    }
    for body in ["", "{", "[]", "null", "{\"text\":1,\"id\":\"x\"}", &"[".repeat(100_000)] {
        let request = chat.ask(Method::POST, "/api/say").header("Content-Type", "application/json");
        let (status, answer) = read(request.body(body.to_owned()).send().await.unwrap()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(answer["error"].is_string());
    }
    let (status, body) = read(chat.ask(Method::GET, "/../etc/passwd").send().await.unwrap()).await;
    assert_eq!((status, body["error"].is_string()), (StatusCode::NOT_FOUND, true));
    let reply = json!({ "text": "hi", "id": "r", "reply_to": -3 });
    assert_eq!(chat.post("/api/say", reply).await.0, StatusCode::OK);
    assert!(matches!(&chat.ears.heard()[0].content, Content::Text { reply_to: None, .. }));
    assert_eq!(chat.ears.heard().len(), 1);
}

#[tokio::test]
async fn the_page_carries_its_guards_and_loads_nothing_from_elsewhere() {
    let chat = served().await;
    for path in [
        "/",
        "/app.js",
        "/buttons.js",
        "/composer.js",
        "/files.js",
        "/overview.js",
        "/render.js",
        "/style.css",
        "/icon.svg",
    ] {
        let answer = chat.client.get(chat.url(path)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        let headers = answer.headers().clone();
        let policy = headers["content-security-policy"].to_str().unwrap();
        for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"] {
            assert!(policy.contains(rule));
        }
        assert!(!policy.contains("unsafe") && !policy.contains('*'));
        assert_eq!(headers["x-content-type-options"], "nosniff");
        let text = answer.text().await.unwrap();
        let namespace = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!namespace.contains("http://") && !namespace.contains("https://"), "{path} names another place");
        for trap in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "onclick=", " style="] {
            assert!(!text.contains(trap), "{path} uses {trap}");
        }
    }
    let page = chat.client.get(chat.url("/")).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("class=\"chip\">What is 3 &lt; 4?</button>") && !page.contains("{{"), "{page}");
    let answer = chat.ask(Method::GET, "/api/messages").send().await.unwrap();
    assert_eq!(answer.headers()["cache-control"], "no-store");
    let hints = chat.get("/api/commands").await;
    assert_eq!(hints["commands"][1], json!({ "name": "report", "description": "A digest, now or at a time" }));
    assert_eq!(hints["logout"], false);
}

#[tokio::test]
async fn a_password_keeps_everybody_out_who_does_not_know_it() {
    let chat = Parts::default().serve(Some("open sesame"), None).await;
    for path in ["/", "/app.js", "/nothing"] {
        let answer = chat.client.get(chat.url(path)).send().await.unwrap();
        assert_eq!(
            (answer.status(), answer.headers()["location"].to_str().unwrap()),
            (StatusCode::SEE_OTHER, "/login")
        );
    }
    for path in ["/api/messages", "/api/events", "/api/commands", "/api/overview"] {
        let answer = chat.ask(Method::GET, path).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{path}");
    }
    assert_eq!(chat.say("x", "x").await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(chat.upload("x", "", vec![1]).await.0, StatusCode::UNAUTHORIZED);
    let enter = |word: &'static str| chat.ask(Method::POST, "/login").body(format!("password={word}")).send();
    let right = enter("open+sesame").await.unwrap();
    assert_eq!((right.status(), right.headers()["location"].to_str().unwrap()), (StatusCode::SEE_OTHER, "/"));
    let cookie = right.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let inside = || chat.ask(Method::GET, "/api/messages").header("Cookie", &cookie).send();
    assert_eq!(inside().await.unwrap().status(), StatusCode::OK);
    for forged in ["secretary_session=", "secretary_session=AAAA", "other=1"] {
        let answer = chat.ask(Method::GET, "/api/messages").header("Cookie", forged).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
    }
    let in_url = chat.ask(Method::GET, &format!("/api/messages?{cookie}")).send().await.unwrap();
    assert_eq!(in_url.status(), StatusCode::UNAUTHORIZED, "a token in an address is none");
    let csrf = chat.client.post(chat.url("/login")).header("Origin", "http://evil.example");
    assert_eq!(csrf.body("password=open+sesame").send().await.unwrap().status(), StatusCode::FORBIDDEN);

    for _ in 0..5 {
        assert_eq!(enter("guess").await.unwrap().status(), StatusCode::UNAUTHORIZED);
    }
    let sixth = enter("open+sesame").await.unwrap();
    assert_eq!(
        (sixth.status(), sixth.headers()["retry-after"].to_str().unwrap()),
        (StatusCode::TOO_MANY_REQUESTS, "60")
    );
    assert_eq!(inside().await.unwrap().status(), StatusCode::OK, "who is inside stays inside");
    chat.clock.forward(chrono::TimeDelta::seconds(61));
    assert_eq!(enter("open+sesame").await.unwrap().status(), StatusCode::SEE_OTHER);

    let leave = chat.ask(Method::POST, "/logout").header("Cookie", &cookie).send().await.unwrap();
    assert_eq!(leave.status(), StatusCode::SEE_OTHER);
    assert_eq!(inside().await.unwrap().status(), StatusCode::UNAUTHORIZED);
    assert!(chat.ears.heard().is_empty());
}

#[tokio::test]
async fn who_guesses_from_one_address_locks_nobody_out_elsewhere() {
    let chat = Parts::default().serve(Some("open sesame"), None).await;
    let from = |address: [u8; 4]| {
        let there = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy();
        there.local_address(std::net::IpAddr::from(address)).build().unwrap()
    };
    let (here, elsewhere) = (from([127, 0, 0, 1]), from([127, 0, 0, 2]));
    let enter = |client: &reqwest::Client, word: &'static str| {
        let request = client.post(chat.url("/login")).header("Origin", format!("http://{}", chat.addr));
        // What a request says of where it comes from counts for nothing.
        request.header("X-Forwarded-For", "192.0.2.77").body(format!("password={word}")).send()
    };
    for _ in 0..5 {
        assert_eq!(enter(&elsewhere, "guess").await.unwrap().status(), StatusCode::UNAUTHORIZED);
    }
    assert_eq!(enter(&elsewhere, "open+sesame").await.unwrap().status(), StatusCode::TOO_MANY_REQUESTS);
    let right = enter(&here, "open+sesame").await.unwrap();
    assert_eq!(right.status(), StatusCode::SEE_OTHER);
    assert!(right.headers().contains_key("set-cookie"));
}

#[tokio::test]
async fn a_session_ends_after_thirty_days() {
    let chat = Parts::default().serve(Some("pw"), None).await;
    let entered = chat.ask(Method::POST, "/login").body("password=pw").send().await.unwrap();
    let cookie = entered.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    chat.clock.forward(chrono::TimeDelta::days(29));
    let inside = || chat.ask(Method::GET, "/api/messages").header("Cookie", &cookie).send();
    assert_eq!(inside().await.unwrap().status(), StatusCode::OK);
    chat.clock.forward(chrono::TimeDelta::days(2));
    assert_eq!(inside().await.unwrap().status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_session_outlasts_the_program_but_not_its_password() {
    let first = Parts::default();
    let sessions = first.sessions.clone();
    let beside = || Parts { sessions: sessions.clone(), ..Parts::default() };
    let chat = first.serve(Some("open sesame"), None).await;
    let entered = chat.ask(Method::POST, "/login").body("password=open+sesame").send().await.unwrap();
    let cookie = entered.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    for (password, expected) in [("open sesame", StatusCode::OK), ("another one", StatusCode::UNAUTHORIZED)] {
        let other = beside().serve(Some(password), None).await;
        let inside = other.ask(Method::GET, "/api/messages").header("Cookie", &cookie).send().await.unwrap();
        assert_eq!(inside.status(), expected, "{password}");
    }
}

#[tokio::test]
async fn an_open_address_without_a_password_is_refused_with_both_names() {
    let parts = Parts::default();
    for addr in ["0.0.0.0:8787", "192.168.1.5:8787", "[::]:8787"] {
        let error = parts.web(addr, None).err().unwrap();
        assert!(matches!(error, WebError::OpenToAll(_)));
        let sentence = error.to_string();
        assert!(sentence.contains("WEB_ADDR") && sentence.contains("WEB_PASSWORD"), "{sentence}");
        assert_eq!(parts.web(addr, Some("  ")).err(), Some(WebError::EmptyPassword));
        assert!(parts.web(addr, Some("long enough")).is_ok());
    }
    assert!(parts.web("[::1]:8787", None).is_ok());
    assert!(parts.web("127.0.0.1:8787", None).is_ok());
}

#[tokio::test]
async fn routes_of_others_stand_outside_of_the_guards() {
    let hook = axum::Router::new().route("/telegram/webhook", axum::routing::post(|| async { "taken" }));
    let chat = Parts::default().serve(Some("pw"), Some(hook)).await;
    let call = chat.client.post(chat.url("/telegram/webhook")).header("Host", "bot.example.org").body("{}");
    assert_eq!(call.send().await.unwrap().text().await.unwrap(), "taken");
    let other = chat.client.post(chat.url("/telegram/other")).header("Host", "bot.example.org").send().await.unwrap();
    assert_eq!(other.status(), StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn what_is_declared_too_large_is_refused_before_it_comes() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let chat = served().await;
    let mut stream = tokio::net::TcpStream::connect(chat.addr).await.unwrap();
    let head = format!(
        "POST /api/say HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nSec-Fetch-Site: same-origin\r\n\
         Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{{",
        chat.addr
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0_u8; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(std::str::from_utf8(&answer), Ok("HTTP/1.1 413"));
}
