//! A minimal HTTP/1.1 client for one request per connection: the webhook sender and this crate's own tests use it.
//! It is no general client: no TLS, no redirects.

use std::io;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The answer to one request.
#[derive(Debug)]
pub(crate) struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "the webhook sender needs the status only")
    )]
    pub body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(n, _)| n == name);
        found.map(|(_, value)| value.as_str())
    }

    #[cfg(test)]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

fn bad(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text)
}

/// Sends one request to an `http://` address and reads the answer to the end of the connection.
///
/// # Errors
/// When the address is no plain HTTP, the connection fails, or it closes before a complete answer.
pub(crate) async fn send(
    method: &str,
    url: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> io::Result<Answer> {
    let rest = url
        .strip_prefix("http://")
        .ok_or_else(|| bad("not http://"))?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let target = if host.contains(':') {
        host.to_owned()
    } else {
        format!("{host}:80")
    };
    let mut stream = TcpStream::connect(target).await?;
    let mut head = format!(
        "{method} /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    // A server may answer (413) or cut before it has read everything: the answer still counts.
    let wrote = async {
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body).await
    }
    .await;
    let mut raw = Vec::new();
    let read = stream.read_to_end(&mut raw).await;
    match parse(&raw) {
        Ok(answer) => Ok(answer),
        Err(error) => {
            wrote?;
            read?;
            Err(error)
        }
    }
}

fn parse(raw: &[u8]) -> io::Result<Answer> {
    let split = raw
        .windows(4)
        .position(|w| w == b"\r\n\r\n")
        .ok_or_else(|| bad("closed without an answer"))?;
    let head = String::from_utf8_lossy(&raw[..split]);
    let mut lines = head.split("\r\n");
    let status = lines
        .next()
        .and_then(|line| line.split(' ').nth(1))
        .and_then(|code| code.parse().ok())
        .ok_or_else(|| bad("no status"))?;
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let rest = &raw[split + 4..];
    let chunked = headers
        .iter()
        .any(|(n, v)| n == "transfer-encoding" && v.contains("chunked"));
    let body = if chunked {
        unchunk(rest)?
    } else {
        let length = headers
            .iter()
            .find(|(n, _)| n == "content-length")
            .and_then(|(_, v)| v.parse::<usize>().ok());
        match length {
            Some(length) if rest.len() < length => return Err(bad("body cut")),
            Some(length) => rest[..length].to_vec(),
            None => rest.to_vec(),
        }
    };
    Ok(Answer {
        status,
        headers,
        body,
    })
}

fn unchunk(mut rest: &[u8]) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest
            .windows(2)
            .position(|w| w == b"\r\n")
            .ok_or_else(|| bad("chunked body cut"))?;
        let size = usize::from_str_radix(String::from_utf8_lossy(&rest[..end]).trim(), 16)
            .map_err(|_| bad("chunk size"))?;
        rest = &rest[end + 2..];
        if size == 0 {
            return Ok(body);
        }
        if rest.len() < size + 2 {
            return Err(bad("chunked body cut"));
        }
        body.extend_from_slice(&rest[..size]);
        rest = &rest[size + 2..];
    }
}
