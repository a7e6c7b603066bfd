//! A headless browser over WebDriver: the few calls the stories need.

use reqwest::{Client, Method};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

const PATIENCE: Duration = Duration::from_secs(60);

/// A browser session: the few WebDriver calls this story needs.
pub struct Browser {
    client: Client,
    session: String,
    // Held for their Drop: the driver is killed, its profile removed.
    _driver: Child,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts one, or says why there is none.
    async fn start() -> Result<Self, String> {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut command = Command::new("chromedriver");
        command
            .arg("--port=0")
            .env("TZ", "Europe/Lisbon")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        let mut driver = command.spawn().map_err(|e| format!("chromedriver does not start: {e}"))?;
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = loop {
            let line = tokio::time::timeout(PATIENCE, lines.next_line()).await.map_err(|_| "chromedriver is silent")?;
            let line = line.map_err(|e| e.to_string())?.ok_or("chromedriver ended")?;
            if let Some((_, port)) = line.split_once("successfully on port ") {
                break port.trim_end_matches('.').to_owned();
            }
        };
        // The driver stops when nobody reads what it prints.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let profile = tempfile::tempdir().map_err(|e| e.to_string())?;
        let mut options = json!({ "args": [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
            "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
            "--window-size=1100,900", format!("--user-data-dir={}", profile.path().display()),
        ] });
        if let Some(found) = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].iter().find(|p| Path::new(p).exists()) {
            options["binary"] = json!(found);
        }
        let wanted = json!({ "capabilities": { "alwaysMatch": { "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" } } } });
        let client = Client::builder().no_proxy().timeout(PATIENCE).build().map_err(|e| e.to_string())?;
        let asked = client.post(format!("http://127.0.0.1:{port}/session")).json(&wanted).send().await;
        let made: Value = asked.map_err(|e| e.to_string())?.json().await.map_err(|e| e.to_string())?;
        let id = made["value"]["sessionId"].as_str().ok_or_else(|| format!("no browser: {made}"))?;
        let session = format!("http://127.0.0.1:{port}/session/{id}");
        Ok(Self { client, session, _driver: driver, _profile: profile })
    }

    /// Starts one; without a driver it says so and gives none, unless REQUIRE_BROWSER=1 asks for it.
    pub async fn start_or_skip() -> Option<Self> {
        match Self::start().await {
            Ok(browser) => Some(browser),
            Err(why) => {
                let required = std::env::var("REQUIRE_BROWSER").is_ok_and(|v| v == "1");
                assert!(!required, "REQUIRE_BROWSER=1, but {why}");
                // Past the capture of passing tests, so that the line is seen.
                let _ = writeln!(std::io::stderr(), "the browser test is skipped: {why}");
                None
            }
        }
    }

    async fn call(&self, method: Method, path: &str, body: Value) -> Result<Value, Value> {
        let mut request = self.client.request(method.clone(), format!("{}{path}", self.session));
        if method == Method::POST {
            request = request.json(&body);
        }
        let answer: Value = request.send().await.unwrap().json().await.unwrap();
        if answer["value"]["error"].is_string() { Err(answer["value"].clone()) } else { Ok(answer["value"].clone()) }
    }

    pub async fn go(&self, url: &str) {
        self.call(Method::POST, "/url", json!({ "url": url })).await.unwrap();
    }

    /// Runs a script which gives a value.
    pub async fn eval(&self, script: &str) -> Value {
        let body = json!({ "script": format!("return ({script});"), "args": [] });
        self.call(Method::POST, "/execute/sync", body).await.unwrap()
    }

    /// Presses the newest button with this label, as soon as there is one to press: found and pressed in one script, since
    /// the page may write its message anew at any moment.
    pub async fn press(&self, label: &str) {
        let named = format!("(b.innerText.trim() || b.getAttribute('aria-label')) === {}", json!(label));
        let newest =
            format!("[...document.querySelectorAll('.rows button')].filter((b) => !b.disabled && {named}).at(-1)");
        self.until(&format!("((b) => b && (b.click(), true))({newest})")).await;
    }

    /// Says something, as typed into the field and sent with Enter.
    pub async fn say(&self, words: &str) {
        self.type_into("#text", &format!("{words}\u{e007}")).await;
    }

    /// Waits until the page shows these words.
    pub async fn shows(&self, words: &str) {
        self.until(&format!("document.querySelector('#log').innerText.includes({})", json!(words))).await;
    }

    /// Waits until an expression is true.
    pub async fn until(&self, script: &str) {
        let deadline = Instant::now() + PATIENCE;
        while self.eval(&format!("Boolean({script})")).await != json!(true) {
            assert!(Instant::now() < deadline, "never true: {script}\n{}", self.eval("document.body.innerText").await);
            tokio::task::yield_now().await;
        }
    }

    async fn element(&self, css: &str) -> String {
        self.until(&format!("document.querySelector({})", json!(css))).await;
        let found =
            self.call(Method::POST, "/element", json!({ "using": "css selector", "value": css })).await.unwrap();
        found.as_object().unwrap().values().next().unwrap().as_str().unwrap().to_owned()
    }

    pub async fn click(&self, css: &str) {
        let id = self.element(css).await;
        self.call(Method::POST, &format!("/element/{id}/click"), json!({})).await.unwrap();
    }

    /// Types into an element as a person would; "\u{e007}" is Enter, "\u{e008}" Shift.
    pub async fn type_into(&self, css: &str, text: &str) {
        let id = self.element(css).await;
        self.call(Method::POST, &format!("/element/{id}/value"), json!({ "text": text })).await.unwrap();
    }

    /// Runs a command of the browser's own tools.
    pub async fn devtools(&self, command: &str, params: Value) {
        let body = json!({ "cmd": command, "params": params });
        self.call(Method::POST, "/goog/cdp/execute", body).await.unwrap();
    }

    /// What the page complained about: broken scripts, what the content policy refused.
    pub async fn complaints(&self) -> Vec<Value> {
        let log = self.call(Method::POST, "/se/log", json!({ "type": "browser" })).await.unwrap();
        log.as_array().unwrap().iter().filter(|line| line["level"] == "SEVERE").cloned().collect()
    }

    pub async fn window(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", size).await;
    }

    pub async fn scheme(&self, name: &str) {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": name }] });
        self.devtools("Emulation.setEmulatedMedia", features).await;
    }

    pub async fn picture(&self, name: &str) {
        use base64::Engine;
        let taken = self.call(Method::GET, "/screenshot", Value::Null).await.unwrap();
        let png = base64::engine::general_purpose::STANDARD.decode(taken.as_str().unwrap()).unwrap();
        std::fs::write(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name), png).unwrap();
    }

    pub async fn quit(self) {
        let _ = self.call(Method::DELETE, "", Value::Null).await;
    }
}
