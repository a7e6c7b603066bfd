//! The listening socket of a fake platform: it can cut a connection without an answer, go down (connection refused)
//! and come back on the same port. It knows nothing of what is spoken over it.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use axum::Router;
use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A running server on 127.0.0.1; it stops and closes every connection when dropped.
#[derive(Debug)]
pub struct Wire {
    addr: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

#[derive(Debug)]
struct Shared {
    wanted: watch::Sender<bool>,
    listening: watch::Sender<bool>,
    knives: Mutex<Vec<Weak<Cut>>>,
}

#[derive(Debug, Default)]
struct Cut {
    done: AtomicBool,
    waker: Mutex<Option<Waker>>,
}

/// Cuts the connection a request came in on; handlers get it as `ConnectInfo<Knife>`.
#[derive(Clone, Debug)]
pub struct Knife(Arc<Cut>);

impl Knife {
    /// Closes the connection; whatever is answered afterwards is never written.
    pub fn cut(&self) {
        self.0.done.store(true, Ordering::SeqCst);
        let waker = self
            .0
            .waker
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl Wire {
    /// Binds a free port of 127.0.0.1 and serves `app` there.
    ///
    /// # Errors
    /// When no port can be bound.
    pub async fn serve(app: Router) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let addr = listener.local_addr()?;
        let shared = Arc::new(Shared {
            wanted: watch::Sender::new(true),
            listening: watch::Sender::new(true),
            knives: Mutex::default(),
        });
        let door = Door {
            addr,
            listener: Some(listener),
            wanted: shared.wanted.subscribe(),
            shared: Arc::clone(&shared),
        };
        let task = tokio::spawn(async move {
            let service = app.into_make_service_with_connect_info::<Knife>();
            axum::serve(door, service).await.ok();
        });
        Ok(Self { addr, shared, task })
    }

    /// The address it listens on.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Closes every connection and refuses new ones until [`Wire::come_up`]; returns when the port is closed.
    pub async fn go_down(&self) {
        self.shared.wanted.send_replace(false);
        let mut listening = self.shared.listening.subscribe();
        listening.wait_for(|up| !up).await.ok();
        self.shared.cut_all();
    }

    /// Listens again on the same port; returns when connections are accepted.
    pub async fn come_up(&self) {
        self.shared.wanted.send_replace(true);
        let mut listening = self.shared.listening.subscribe();
        listening.wait_for(|up| *up).await.ok();
    }

    /// Closes every open connection (idle ones too) but keeps listening.
    pub fn cut_all(&self) {
        self.shared.cut_all();
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.task.abort();
        self.shared.cut_all();
    }
}

impl Shared {
    fn cut_all(&self) {
        let mut knives = self.knives.lock().unwrap_or_else(PoisonError::into_inner);
        for cut in knives.drain(..).filter_map(|weak| weak.upgrade()) {
            Knife(cut).cut();
        }
    }
}

/// The listener handed to axum.
struct Door {
    addr: SocketAddr,
    listener: Option<TcpListener>,
    wanted: watch::Receiver<bool>,
    shared: Arc<Shared>,
}

impl Door {
    async fn follow_wish(&mut self) {
        let wanted = *self.wanted.borrow_and_update();
        if !wanted {
            self.listener = None;
            self.shared.listening.send_replace(false);
            if self.wanted.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        } else if self.listener.is_none() {
            match TcpListener::bind(self.addr).await {
                Ok(listener) => {
                    self.listener = Some(listener);
                    self.shared.listening.send_replace(true);
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
            }
        }
    }
}

impl Listener for Door {
    type Io = Line;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Line, SocketAddr) {
        loop {
            self.follow_wish().await;
            let Some(listener) = &self.listener else {
                continue;
            };
            tokio::select! {
                _ = self.wanted.changed() => {}
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => {
                        stream.set_nodelay(true).ok();
                        let cut = Arc::new(Cut::default());
                        let mut knives = self.shared.knives.lock().unwrap_or_else(PoisonError::into_inner);
                        knives.retain(|weak| weak.strong_count() > 0);
                        knives.push(Arc::downgrade(&cut));
                        return (Line { stream, cut }, peer);
                    }
                    Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.addr)
    }
}

/// One connection that can be cut.
pub struct Line {
    stream: TcpStream,
    cut: Arc<Cut>,
}

impl Line {
    fn is_cut(&self) -> bool {
        self.cut.done.load(Ordering::SeqCst)
    }
}

fn reset<T>() -> Poll<io::Result<T>> {
    Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()))
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        *self
            .cut
            .waker
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(cx.waker().clone());
        if self.is_cut() {
            return reset();
        }
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.is_cut() {
            return reset();
        }
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.is_cut() {
            return reset();
        }
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

impl Connected<IncomingStream<'_, Door>> for Knife {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Self {
        Knife(Arc::clone(&stream.io().cut))
    }
}
