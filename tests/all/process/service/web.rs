//! The web chat over plain HTTP, as its page uses it.

use crate::process::program::SOON;
use reqwest::Client;
use serde_json::{Value, json};

/// A visitor of the web chat at this address.
pub struct Visitor {
    client: Client,
    root: String,
}

impl Visitor {
    pub fn new(address: &str) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().no_proxy().timeout(SOON).build().unwrap();
        Self { client, root: format!("http://{address}") }
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let asked = self.client.post(format!("{}{path}", self.root)).header("origin", &self.root).json(&body);
        let answer = asked.send().await.unwrap();
        let status = answer.status();
        let text = answer.text().await.unwrap();
        assert!(status.is_success(), "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    pub async fn get(&self, path: &str) -> String {
        let answer = self.client.get(format!("{}{path}", self.root)).send().await.unwrap();
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        answer.text().await.unwrap()
    }

    /// What is answered to a request for a page, whatever it is.
    pub async fn looks(&self, path: &str) -> (u16, String) {
        let answer = self.client.get(format!("{}{path}", self.root)).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    /// Says something which is not taken; gives the status and the sentence of the answer.
    pub async fn says_in_vain(&self, text: &str, id: &str) -> (u16, String) {
        let asked = self.client.post(format!("{}/api/say", self.root)).header("origin", &self.root);
        let answer = asked.json(&json!({"text": text, "id": id})).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    pub async fn say(&self, text: &str, id: &str) {
        self.post("/api/say", json!({"text": text, "id": id})).await;
    }

    pub async fn press(&self, message: &Value, label: &str, id: &str) -> Value {
        let rows = message["message"]["buttons"].as_array().cloned().unwrap_or_default();
        let mut buttons = rows.iter().filter_map(Value::as_array).flatten();
        let found = buttons.find(|button| button["label"] == label);
        let data = found.unwrap_or_else(|| panic!("no button {label:?} in {message:#}"))["data"].clone();
        self.post("/api/press", json!({"data": data, "message": message["id"], "id": id})).await
    }

    /// What the secretary wrote, as it stands now, oldest first.
    pub async fn messages(&self) -> Vec<Value> {
        let all: Value = serde_json::from_str(&self.get("/api/messages").await).unwrap();
        let mut own: Vec<Value> = all["messages"].as_array().unwrap().clone();
        own.retain(|entry| entry["author"] == "secretary");
        own
    }

    /// The first message of the secretary which contains this, as soon as there is one; the page's own stream of
    /// changes says when to look.
    pub async fn told(&self, part: &str) -> Value {
        let look = async {
            let stream = self.client.get(format!("{}/api/events", self.root)).send().await;
            let mut stream = stream.unwrap();
            loop {
                if let Some(found) = self.messages().await.into_iter().find(|m| text_of(m).contains(part)) {
                    return found;
                }
                stream.chunk().await.unwrap().expect("the stream of changes ended");
            }
        };
        let found = tokio::time::timeout(SOON, look).await;
        match found {
            Ok(found) => found,
            Err(_) => panic!("no {part:?} in:\n{}", self.transcript().await),
        }
    }

    pub async fn transcript(&self) -> String {
        self.messages().await.iter().map(|m| format!("{}\n", text_of(m))).collect()
    }
}

/// The words of a message, whatever blocks they stand in.
pub fn text_of(entry: &Value) -> String {
    fn gather(value: &Value, into: &mut String) {
        match value {
            Value::String(text) => into.push_str(text),
            Value::Array(list) => list.iter().for_each(|v| gather(v, into)),
            Value::Object(map) => map.values().for_each(|v| gather(v, into)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
        into.push(' ');
    }
    let mut text = String::new();
    gather(&entry["message"]["blocks"], &mut text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
