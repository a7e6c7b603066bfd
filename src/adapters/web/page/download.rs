//! A file that the secretary sent, as a download. It is never shown in the page: what it holds may be anything.

use crate::adapters::web::Site;
use crate::text::names;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::fmt::Write as _;
use std::sync::Arc;

const GONE: &str = "This file is no longer here. Ask me for it again: /files and the number of the idea.";
const BROKEN: &str = "The file cannot be read just now. Please try again.";

/// The file of the message with this id. A person looks at the answer where it is a refusal, so that it is plain text.
pub(crate) async fn download(State(site): State<Arc<Site>>, id: Result<Path<i64>, PathRejection>) -> Response {
    let Ok(Path(id)) = id else { return (StatusCode::NOT_FOUND, GONE).into_response() };
    let found = match site.web.entry(id).await {
        Ok(Some(entry)) => site.web.sent.of(&entry.message).await.map_err(|error| error.to_string()),
        Ok(None) => Ok(None),
        Err(error) => Err(error.to_string()),
    };
    match found {
        Ok(Some((name, bytes))) => {
            let kind = "application/octet-stream".to_owned();
            ([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, saved_as(&name))], bytes).into_response()
        }
        Ok(None) => (StatusCode::NOT_FOUND, GONE).into_response(),
        Err(error) => {
            tracing::warn!(error, "the web chat cannot read a file that was sent");
            (StatusCode::SERVICE_UNAVAILABLE, BROKEN).into_response()
        }
    }
}

/// The header that has a browser save the file under this name (RFC 6266, 4.3): in ASCII, and as it is.
fn saved_as(name: &str) -> String {
    let name = names::file(name);
    let plain: String = name.chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { '_' }).collect();
    let mut header = format!("attachment; filename=\"{plain}\"; filename*=UTF-8''");
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            header.push(char::from(byte));
        } else {
            // Writing to a string does not fail.
            let _ = write!(header, "%{byte:02X}");
        }
    }
    header
}

#[cfg(test)]
mod tests {
    use crate::adapters::web::page::download::*;

    #[test]
    fn names_of_files_stay_within_their_header() {
        for (name, header) in [
            ("report-12.md", "attachment; filename=\"report-12.md\"; filename*=UTF-8''report-12.md"),
            ("Übersicht 1.pdf", "attachment; filename=\"_bersicht 1.pdf\"; filename*=UTF-8''%C3%9Cbersicht%201.pdf"),
            (
                "../a\"; x=\r\n\"b.html",
                "attachment; filename=\"a_; x= _b.html\"; filename*=UTF-8''a_%3B%20x%3D%20_b.html",
            ),
        ] {
            assert_eq!(saved_as(name), header);
        }
    }
}
