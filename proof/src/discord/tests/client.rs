//! A bare HTTP client and a bare websocket client, for the tests of the fake only.

use std::io;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::discord::FakeDiscord;

/// What came back.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) json: Value,
}

impl Answer {
    /// A header's text.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// One request on a connection of its own; `path` without `/api/v10`.
pub(super) async fn raw(
    discord: &FakeDiscord,
    method: &str,
    path: &str,
    headers: &str,
    body: &[u8],
) -> io::Result<Answer> {
    at(discord, method, &format!("/api/v10{path}"), headers, body).await
}

/// The same; `path` as it is.
async fn at(discord: &FakeDiscord, method: &str, path: &str, headers: &str, body: &[u8]) -> io::Result<Answer> {
    let url = discord.url();
    let mut stream = TcpStream::connect(url.trim_start_matches("http://")).await?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}content-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body).await?;
    let mut all = Vec::new();
    stream.read_to_end(&mut all).await?;
    let text = String::from_utf8_lossy(&all);
    let (head, body) = text.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    Ok(Answer {
        status: status.ok_or(io::ErrorKind::InvalidData)?,
        head: head.to_owned(),
        json: serde_json::from_str(body).unwrap_or(Value::Null),
    })
}

/// Fetches a file by its whole address.
pub(super) async fn fetch(discord: &FakeDiscord, address: &str, headers: &str) -> Answer {
    let path = address.strip_prefix(&discord.url()).unwrap();
    at(discord, "GET", path, headers, b"").await.unwrap()
}

fn json_headers(discord: &FakeDiscord) -> String {
    let token = discord.token();
    format!("authorization: Bot {token}\r\ncontent-type: application/json\r\n")
}

/// A call with token and JSON body, whose answer may be lost.
pub(super) async fn attempt(discord: &FakeDiscord, method: &str, path: &str, body: &Value) -> io::Result<Answer> {
    let bytes = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
    raw(discord, method, path, &json_headers(discord), &bytes).await
}

/// The same, whose answer must come.
pub(super) async fn call(discord: &FakeDiscord, method: &str, path: &str, body: Value) -> Answer {
    attempt(discord, method, path, &body).await.unwrap()
}

/// `POST` of a multipart body with `payload_json` and one file.
pub(super) async fn upload(discord: &FakeDiscord, path: &str, payload: &Value, file: &[u8]) -> Answer {
    let mut body = format!(
        "--b\r\ncontent-disposition: form-data; name=\"payload_json\"\r\n\r\n{payload}\r\n--b\r\n\
         content-disposition: form-data; name=\"files[0]\"; filename=\"r.md\"\r\ncontent-type: text/markdown\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--b--\r\n");
    let token = discord.token();
    let headers = format!("authorization: Bot {token}\r\ncontent-type: multipart/form-data; boundary=b\r\n");
    raw(discord, "POST", path, &headers, &body).await.unwrap()
}

/// What the gateway said last.
#[derive(Debug, PartialEq)]
pub(super) enum Heard {
    Json(Value),
    Close(Option<u16>),
    Cut,
}

/// A gateway client that does nothing by itself.
pub(super) struct Socket {
    stream: TcpStream,
}

impl Socket {
    /// Connects; `Err` with the status line when refused.
    pub(super) async fn connect(discord: &FakeDiscord) -> Result<Self, String> {
        let url = discord.url();
        let address = url.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).await.unwrap();
        let hello = "GET /?v=10 HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
                     sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        stream.write_all(hello.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        let head = String::from_utf8(head).unwrap();
        if head.starts_with("HTTP/1.1 101") {
            Ok(Self { stream })
        } else {
            Err(head.lines().next().unwrap_or("").to_owned())
        }
    }

    /// Sends one masked text frame (the mask is zero).
    pub(super) async fn say(&mut self, value: &Value) {
        let text = value.to_string();
        let mut frame = vec![0x81];
        if text.len() < 126 {
            frame.push(0x80 | u8::try_from(text.len()).unwrap());
        } else {
            frame.push(0x80 | 0x7e);
            frame.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
        }
        frame.extend([0; 4]);
        frame.extend(text.bytes());
        self.stream.write_all(&frame).await.unwrap();
    }

    /// Closes with a code.
    pub(super) async fn close(mut self, code: u16) {
        let mut frame = vec![0x88, 0x82, 0, 0, 0, 0];
        frame.extend(code.to_be_bytes());
        self.stream.write_all(&frame).await.unwrap();
    }

    /// The next frame.
    pub(super) async fn hear(&mut self) -> Heard {
        match self.frame().await {
            Ok((8, data)) => {
                let code = data.get(..2).map(|code| u16::from_be_bytes([code[0], code[1]]));
                Heard::Close(code)
            }
            Ok((_, data)) => Heard::Json(serde_json::from_slice(&data).unwrap()),
            Err(_) => Heard::Cut,
        }
    }

    async fn frame(&mut self) -> io::Result<(u8, Vec<u8>)> {
        let kind = self.stream.read_u8().await? & 0x0F;
        let length = match self.stream.read_u8().await? {
            126 => u64::from(self.stream.read_u16().await?),
            127 => self.stream.read_u64().await?,
            short => u64::from(short),
        };
        let mut data = vec![0; usize::try_from(length).unwrap()];
        self.stream.read_exact(&mut data).await?;
        Ok((kind, data))
    }

    /// The next JSON frame; anything else fails the test.
    pub(super) async fn json(&mut self) -> Value {
        match self.hear().await {
            Heard::Json(value) => value,
            other => panic!("heard {other:?}"),
        }
    }

    /// The next dispatch of this name, skipping others; gives the whole payload.
    pub(super) async fn event(&mut self, name: &str) -> Value {
        loop {
            let said = self.json().await;
            if said["t"] == name {
                return said;
            }
        }
    }

    /// Sends IDENTIFY after HELLO.
    pub(super) async fn identify(&mut self, token: &str, intents: u64) {
        assert_eq!(self.json().await["op"], 10);
        let data = json!({"token": token, "intents": intents, "properties": {}});
        self.say(&json!({"op": 2, "d": data})).await;
    }

    /// Sends RESUME after HELLO.
    pub(super) async fn resume(&mut self, token: &str, session: &str, seq: u64) {
        assert_eq!(self.json().await["op"], 10);
        let data = json!({"token": token, "session_id": session, "seq": seq});
        self.say(&json!({"op": 6, "d": data})).await;
    }
}
