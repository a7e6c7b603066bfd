//! The guards in front of every route of the page: Host, Origin and session; and the headers of every answer. A
//! foreign page in the visitor's browser must not reach the secretary.

use crate::adapters::web::page::wire::{Refused, refused};
use crate::adapters::web::watched::Key;
use crate::adapters::web::{Site, watched};
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What everybody may load: the looks of the login page, and whether the program works.
const OPEN: [&str; 5] = ["/login", "/style.css", "/icon.svg", watched::ALIVE, watched::READY];

/// The Host headers taken as ours. A name which somebody else points at this machine is none of them,
/// so that DNS rebinding ends here.
pub(crate) struct Hosts {
    ip: IpAddr,
    port: u16,
}

impl Hosts {
    pub(crate) fn new(ip: IpAddr, port: u16) -> Self {
        Self { ip, port }
    }

    /// Whether a request is meant for us.
    pub(crate) fn names(&self, request: &Request) -> bool {
        host(request.headers(), request.uri()).is_some_and(|host| self.knows(&host))
    }

    /// Whether `host` is a loopback name or the configured address, with our port. When every address of
    /// the machine is configured (0.0.0.0), any literal address will do: only names can be rebound.
    fn knows(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        if self.port == 80 && !host.ends_with(":80") {
            return self.knows(&format!("{host}:80"));
        }
        if host == format!("localhost:{}", self.port) {
            return true;
        }
        host.parse::<SocketAddr>().is_ok_and(|given| {
            let literal = given.ip() == self.ip || self.ip.is_unspecified();
            given.port() == self.port && (literal || is_home(given.ip()))
        })
    }
}

fn is_home(ip: IpAddr) -> bool {
    ip == IpAddr::from([127, 0, 0, 1]) || ip == IpAddr::V6(std::net::Ipv6Addr::LOCALHOST)
}

/// Lets a request through to its handler, or answers in its place.
pub(crate) async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let fresh = path.starts_with("/api/") || [watched::ALIVE, watched::READY, watched::FIGURES].contains(&path);
    let (parts, body) = request.into_parts();
    let answer = match checked(&site, &parts).await {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(refused) => refused.into_response(),
    };
    dressed(answer, fresh)
}

async fn checked(site: &Site, request: &Parts) -> Result<(), Refused> {
    let figures = if request.uri.path() == watched::FIGURES { site.web.watched.as_ref() } else { None };
    if let Some(watched) = figures {
        match watched.key(&request.headers, Some(&site.web.door), site.web.clock.now()) {
            Key::Right => return Ok(()),
            Key::Refused(status) => return Err(watched.refused(status).into()),
            Key::None => {}
        }
    }
    let Some(host) = host(&request.headers, &request.uri).filter(|host| site.hosts.knows(host)) else {
        let sentence = "The secretary answers only to the address it listens on (WEB_ADDR), such as 127.0.0.1:8787.";
        return Err(refused(StatusCode::MISDIRECTED_REQUEST, sentence));
    };
    if !comes_from_here(request, &host) {
        return Err(refused(StatusCode::FORBIDDEN, "Only the secretary's own page may do this."));
    }
    let path = request.uri.path();
    if let Some(watched) = figures {
        let session = site.web.door.locked() && site.web.door.admits(&request.headers, site.web.clock.now()).await?;
        let may = watched.open(Some(&site.web.door)) || session;
        return if may { Ok(()) } else { Err(watched.refused(StatusCode::UNAUTHORIZED).into()) };
    }
    if OPEN.contains(&path) || site.web.door.admits(&request.headers, site.web.clock.now()).await? {
        return Ok(());
    }
    if path.starts_with("/api/") {
        return Err(refused(StatusCode::UNAUTHORIZED, "Please log in again."));
    }
    Err(Redirect::to("/login").into_response().into())
}

/// The one Host of a request, or nothing when it is missing, repeated or contradicted by the request line.
fn host(headers: &HeaderMap, uri: &Uri) -> Option<String> {
    let host = only(headers, &header::HOST)?;
    let contradicted = uri.authority().is_some_and(|line| line.as_str() != host);
    (!contradicted).then(|| host.to_owned())
}

/// State changes need an Origin which is ours; what other sites ask the API for is refused as well.
fn comes_from_here(request: &Parts, host: &str) -> bool {
    let headers = &request.headers;
    let changes = !matches!(request.method, Method::GET | Method::HEAD);
    let path = request.uri.path();
    // The figures are read by programs, or typed in: a link from another page leads to pages only.
    let api = path.starts_with("/api/") || path == watched::FIGURES;
    let same_site = match headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
        None | Some(b"same-origin") => true,
        Some(b"none") => !changes,
        Some(_) => !changes && !api,
    };
    let origin = only(headers, &header::ORIGIN);
    let same_origin = origin.is_some_and(|o| o.eq_ignore_ascii_case(&format!("http://{host}")));
    same_site && (same_origin || (!changes && origin.is_none()))
}

/// The value of a header that stands there once.
pub(crate) fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    if values.next().is_some() { None } else { first.to_str().ok() }
}

/// The headers of every answer. `fresh`: it is not to be kept.
pub(crate) fn dressed(mut answer: Response, fresh: bool) -> Response {
    let headers = answer.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    // Not "no-referrer": browsers would then send "Origin: null" with the login form.
    set(header::REFERRER_POLICY, "same-origin");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(header::CACHE_CONTROL, if fresh { "no-store" } else { "no-cache" });
    answer
}

#[cfg(test)]
mod tests {
    use crate::adapters::web::access::guard::*;

    #[test]
    fn a_loopback_address_answers_to_loopback_names_only() {
        let hosts = Hosts::new(IpAddr::from([127, 0, 0, 1]), 8787);
        assert!(hosts.knows("LocalHost:8787"));
        for bad in ["", "0.0.0.0:8787", "localhost.:8787", "a@127.0.0.1:8787", "127.1:8787"] {
            assert!(!hosts.knows(bad), "{bad}");
        }
    }

    #[test]
    fn all_addresses_mean_any_literal_one() {
        let hosts = Hosts::new(IpAddr::from([0, 0, 0, 0]), 80);
        assert!(hosts.knows("192.168.1.5"));
        assert!(hosts.knows("192.168.1.5:80"));
        assert!(hosts.knows("localhost"));
        assert!(!hosts.knows("evil.example"));
        assert!(!hosts.knows("192.168.1.5:81"));
    }
}
