//! Connections to the pages: silent ones are closed, and their number is bounded.

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long the head of a request may take, and how long a connection may wait for its next request.
const HEAD: Duration = Duration::from_secs(15);
/// Connections at the same time; more wait to be accepted. A page uses two or three, and most systems allow a program
/// 1,024 files.
const AT_ONCE: usize = 600;
/// The pause after a connection could not be taken, such as when the system has no files left.
const RECOVER: Duration = Duration::from_secs(1);

/// Serves `router` on `listener` until `stop`, then ends when all requests under way are answered. Handlers learn from whom a
/// request comes by [`ConnectInfo`].
pub(crate) async fn serve(listener: TcpListener, router: Router, stop: CancellationToken) {
    serve_within(HEAD, listener, router, stop).await;
}

async fn serve_within(head: Duration, listener: TcpListener, router: Router, stop: CancellationToken) {
    let (tasks, doors) = (TaskTracker::new(), Arc::new(Semaphore::new(AT_ONCE)));
    loop {
        let taken = async {
            let door = Arc::clone(&doors).acquire_owned().await.ok()?;
            Some((door, listener.accept().await))
        };
        let taken = tokio::select! {
            taken = taken => taken,
            () = stop.cancelled() => None,
        };
        match taken {
            None => break,
            // Whoever came has left again.
            Some((_, Err(error))) if gone(&error) => {}
            Some((_, Err(error))) => {
                tracing::warn!(%error, "a connection to the page could not be taken");
                tokio::time::sleep(RECOVER).await;
            }
            Some((door, Ok((stream, from)))) => {
                let connection = answer(head, stream, from, router.clone(), stop.clone());
                tasks.spawn(async move {
                    connection.await;
                    drop(door);
                });
            }
        }
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

fn gone(error: &std::io::Error) -> bool {
    use std::io::ErrorKind;
    matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset | ErrorKind::ConnectionRefused)
}

/// Answers the requests of one connection.
async fn answer(head: Duration, stream: TcpStream, from: SocketAddr, router: Router, stop: CancellationToken) {
    let service = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(from));
        hyper::service::Service::call(&service, request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::trace!(%error, "a connection broke off");
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::web::access::connections::*;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn who_says_half_of_what_they_want_is_not_waited_for() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let from = |ConnectInfo(from): ConnectInfo<SocketAddr>| async move { from.to_string() };
        let (router, stop) = (Router::new().route("/", get(from)), CancellationToken::new());
        let served = TaskTracker::new();
        served.spawn(serve_within(Duration::from_millis(200), listener, router, stop.clone()));
        let whole = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        for (said, answered) in [("", false), ("GET / HT", false), (&whole[..whole.len() - 2], false), (whole, true)] {
            let mut stream = TcpStream::connect(at).await.unwrap();
            stream.write_all(said.as_bytes()).await.unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.unwrap();
            let mine = stream.local_addr().unwrap().to_string();
            assert_eq!(answer.starts_with("HTTP/1.1 200") && answer.ends_with(&mine), answered, "{said:?}: {answer}");
        }
        // One that stays open without a word does not hold up the end.
        let quiet = TcpStream::connect(at).await.unwrap();
        stop.cancel();
        served.close();
        served.wait().await;
        drop(quiet);
    }
}
