//! A page of the web chat that listens: what it hears, one event after the other.

use super::doubles::{PATIENCE, Served};
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use reqwest::{Method, StatusCode};
use serde_json::Value;

impl Served {
    /// A page that listens.
    pub async fn listen(&self, after: i64, last: Option<&str>) -> Page {
        let mut request = self.ask(Method::GET, &format!("/api/events?after={after}"));
        if let Some(last) = last {
            request = request.header("Last-Event-ID", last);
        }
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        let stream = answer.bytes_stream().map(|chunk| chunk.map(|c| c.to_vec()).unwrap_or_default()).boxed();
        Page { stream, rest: String::new() }
    }
}

/// An open page: what it hears, one event after the other.
pub struct Page {
    stream: BoxStream<'static, Vec<u8>>,
    rest: String,
}

/// One server-sent event.
#[derive(Debug, Default, PartialEq)]
pub struct Heard {
    pub event: String,
    pub id: String,
    pub data: String,
}

impl Heard {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.data).unwrap()
    }

    /// The words of the first line of a message.
    pub fn words(&self) -> String {
        self.json()["message"]["blocks"][0]["Line"][0]["Text"].as_str().unwrap_or_default().to_owned()
    }
}

impl Page {
    /// The next event; nothing at the end of the stream.
    pub async fn next(&mut self) -> Option<Heard> {
        tokio::time::timeout(PATIENCE, self.read()).await.expect("no event came")
    }

    async fn read(&mut self) -> Option<Heard> {
        loop {
            if let Some((block, rest)) = self.rest.split_once("\n\n") {
                let mut heard = Heard::default();
                for line in block.lines() {
                    match line.split_once(": ") {
                        Some(("event", value)) => heard.event = value.to_owned(),
                        Some(("id", value)) => heard.id = value.to_owned(),
                        Some(("data", value)) => heard.data.push_str(value),
                        Some(_) | None => {}
                    }
                }
                self.rest = rest.to_owned();
                if heard != Heard::default() {
                    return Some(heard);
                }
                continue;
            }
            self.rest.push_str(&String::from_utf8(self.stream.next().await?).unwrap());
        }
    }
}
