//! Files of messages, fetched from Discord's file servers. An address works for about a day; after that the message
//! gives a new one. No token goes with a fetch, no redirect is followed, and no other server is asked.

use super::Core;
use super::send::rest::{AGENT, Request, seconds};
use crate::ports::chat::{ChatError, DownloadError};
use crate::secretary::inbound::Attachment;
use reqwest::header::{ACCEPT_ENCODING, HeaderMap, RETRY_AFTER, USER_AGENT};
use reqwest::{Method, StatusCode, Url};
use serde_json::Value;
use std::time::Duration;

/// The file servers.
const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];
/// The deadline of one download, with a new address where it needs one.
const DEADLINE: Duration = Duration::from_secs(60);
/// The wait after a fault that names none.
const AGAIN: Duration = Duration::from_secs(10);

/// The message a file came with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Origin {
    channel: u64,
    message: u64,
    file: u64,
}

/// What came of asking for a file.
enum Fault {
    /// There is nothing at this address, perhaps since it is too old.
    NotThere,
    /// Anything else.
    Failed(DownloadError),
}

impl From<Fault> for DownloadError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::NotThere => Self::Gone("it is no longer at its address".to_owned()),
            Fault::Failed(error) => error,
        }
    }
}

/// The handle of a file: its address, and the message that gives a new one.
pub(crate) fn handle_of(channel: u64, message: u64, file: u64, url: &str) -> String {
    format!("{channel}/{message}/{file}|{url}")
}

/// The parts of a handle; one of an earlier version is an address only.
fn parts(handle: &str) -> (Option<Origin>, &str) {
    let known = handle.split_once('|').and_then(|(origin, url)| Some((Origin::read(origin)?, url)));
    known.map_or((None, handle), |(origin, url)| (Some(origin), url))
}

impl Origin {
    fn read(text: &str) -> Option<Self> {
        let mut ids = text.split('/').map(|id| id.parse::<u64>().ok());
        let origin = Self { channel: ids.next()??, message: ids.next()??, file: ids.next()?? };
        ids.next().is_none().then_some(origin)
    }
}

impl Core {
    /// The bytes of a file, at most this many.
    pub(crate) async fn download(&self, file: &Attachment, most: u64) -> Result<Vec<u8>, DownloadError> {
        if file.bytes > most {
            return Err(DownloadError::TooLarge);
        }
        let fetched = tokio::time::timeout(DEADLINE, self.fetch(&file.handle, most)).await;
        fetched.unwrap_or(Err(DownloadError::Retry { after: AGAIN }))
    }

    async fn fetch(&self, handle: &str, most: u64) -> Result<Vec<u8>, DownloadError> {
        let (origin, url) = parts(handle);
        match (self.bytes_at(url, most).await, origin) {
            (Err(Fault::NotThere), Some(origin)) => {
                let fresh = self.fresh_address(origin).await?;
                Ok(self.bytes_at(&fresh, most).await?)
            }
            (fetched, _) => Ok(fetched?),
        }
    }

    async fn bytes_at(&self, url: &str, most: u64) -> Result<Vec<u8>, Fault> {
        let again = || Fault::Failed(DownloadError::Retry { after: AGAIN });
        let too_large = || Fault::Failed(DownloadError::TooLarge);
        let url = Url::parse(url).ok().filter(|url| is_discord_s(url, self.config.api_url.as_deref()));
        let url = url.ok_or_else(|| Fault::Failed(DownloadError::Gone("its address is not Discord's".to_owned())))?;
        let http = self.rest.http().ok_or_else(again)?;
        // As it is: what is packed on the way could unpack to any size.
        let asked = http.get(url).timeout(DEADLINE).header(USER_AGENT, AGENT).header(ACCEPT_ENCODING, "identity");
        let mut answer = asked.send().await.map_err(|_| again())?;
        if !answer.status().is_success() {
            return Err(refusal(answer.status(), answer.headers()));
        }
        if answer.content_length().is_some_and(|length| length > most) {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(|_| again())? {
            if u64::try_from(bytes.len() + chunk.len()).is_ok_and(|length| length <= most) {
                bytes.extend_from_slice(&chunk);
            } else {
                return Err(too_large());
            }
        }
        Ok(bytes)
    }

    /// Asks for the message once more: its files come with new addresses.
    async fn fresh_address(&self, origin: Origin) -> Result<String, DownloadError> {
        let Origin { channel, message, file } = origin;
        // Reading what was written before is a right of its own: a refusal closes the channel for nothing else.
        let history = format!("{channel}/history");
        let path = format!("/channels/{channel}/messages/{message}");
        let told = self.rest.call(Request::new(Method::GET, "GET message", &history, path)).await;
        let told = told.map_err(|error| unread(self.meaning(&history, error)))?;
        address_in(&told, file).ok_or_else(|| DownloadError::Gone("its message has it no more".to_owned()))
    }
}

/// Whether it is the address of a file on Discord, or on the server that stands in for it.
fn is_discord_s(url: &Url, stand_in: Option<&str>) -> bool {
    let host = url.host_str().unwrap_or_default();
    let official = url.scheme() == "https" && url.port().is_none() && HOSTS.contains(&host);
    let stood_in = stand_in.and_then(|root| Url::parse(root).ok()).is_some_and(|root| root.origin() == url.origin());
    (official || stood_in) && url.username().is_empty() && url.password().is_none()
}

/// What a status other than success means. Discord answers 404 to an address that is too old, and 403 to one whose
/// signature does not fit.
fn refusal(status: StatusCode, headers: &HeaderMap) -> Fault {
    let after = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok()).map(seconds);
    match status {
        StatusCode::NOT_FOUND | StatusCode::FORBIDDEN | StatusCode::GONE => Fault::NotThere,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => {
            Fault::Failed(DownloadError::Retry { after: after.unwrap_or(AGAIN) })
        }
        status if status.is_server_error() => Fault::Failed(DownloadError::Retry { after: after.unwrap_or(AGAIN) }),
        status => Fault::Failed(DownloadError::Gone(format!("status {}", status.as_u16()))),
    }
}

/// What it means for a file that its message cannot be read.
fn unread(error: ChatError) -> DownloadError {
    match error {
        ChatError::Retry { after } => DownloadError::Retry { after },
        ChatError::Unclear | ChatError::Doubtful | ChatError::Barred(_) => DownloadError::Retry { after: AGAIN },
        ChatError::Gone(why) | ChatError::Deleted(why) | ChatError::Refused(why) => DownloadError::Gone(why),
        ChatError::Moved(_) | ChatError::MessageGone => DownloadError::Gone("its message is gone".to_owned()),
    }
}

/// The present address of a file of this message, or of one passed on with it.
fn address_in(message: &Value, file: u64) -> Option<String> {
    let id = file.to_string();
    let passed_on = message["message_snapshots"].as_array().into_iter().flatten().map(|one| &one["message"]);
    let files = std::iter::once(message).chain(passed_on).filter_map(|one| one["attachments"].as_array()).flatten();
    files.filter(|one| one["id"] == id.as_str()).find_map(|one| one["url"].as_str().map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::download::*;
    use serde_json::json;

    #[test]
    fn only_discord_s_own_servers_are_asked() {
        let asked = |url: &str, root| Url::parse(url).is_ok_and(|url| is_discord_s(&url, root));
        let fake = Some("http://127.0.0.1:4711");
        for (url, root, yes) in [
            ("https://cdn.discordapp.com/attachments/1/2/a.png?ex=1", None, true),
            ("https://media.discordapp.net/attachments/1/2/a.png", fake, true),
            ("http://127.0.0.1:4711/attachments/1/2/a.png", fake, true),
            ("http://cdn.discordapp.com/attachments/1/2/a.png", None, false),
            ("https://cdn.discordapp.com:8443/a.png", None, false),
            ("https://cdn.discordapp.com.evil.org/a.png", None, false),
            ("https://cdn.discordapp.com@evil.org/a.png", None, false),
            ("https://someone@cdn.discordapp.com/a.png", None, false),
            ("http://127.0.0.1:4711/attachments/1/2/a.png", None, false),
            ("http://127.0.0.1:4712/attachments/1/2/a.png", fake, false),
            ("https://127.0.0.1:4711/attachments/1/2/a.png", fake, false),
            ("http://169.254.169.254/latest/meta-data", fake, false),
            ("file:///etc/passwd", None, false),
        ] {
            assert_eq!(asked(url, root), yes, "{url}");
        }
    }

    #[test]
    fn a_handle_tells_the_address_and_mostly_the_message() {
        let url = "https://cdn.discordapp.com/attachments/20/77/a|b.png";
        let origin = Origin { channel: 20, message: 900, file: 77 };
        assert_eq!(parts(&handle_of(20, 900, 77, url)), (Some(origin), url));
        for bare in [url, "20/900|x", "20/900/77/1|x", "20/x/77|y"] {
            assert_eq!(parts(bare), (None, bare));
        }
    }

    #[test]
    fn the_new_address_of_a_file_is_found_wherever_it_came() {
        let file = |id: &str, url: &str| json!({"id": id, "url": url});
        let passed_on = json!({"message": {"attachments": [file("78", "b")]}});
        let message = json!({"attachments": [file("76", "x"), file("77", "a")], "message_snapshots": [passed_on]});
        assert_eq!(address_in(&message, 77).as_deref(), Some("a"));
        assert_eq!(address_in(&message, 78).as_deref(), Some("b"));
        assert_eq!(address_in(&message, 79), None);
    }
}
