//! A listener whose connections can be cut from outside, so that a call can be lost on the wire.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use futures_util::task::AtomicWaker;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

#[derive(Debug, Default)]
struct Switch {
    cut: AtomicBool,
    reader: AtomicWaker,
    writer: AtomicWaker,
}

/// Cuts one connection: from then on it neither reads nor writes, and is closed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scissors(Arc<Switch>);

impl Scissors {
    pub(crate) fn cut(&self) {
        self.0.cut.store(true, Ordering::SeqCst);
        self.0.reader.wake();
        self.0.writer.wake();
    }

    fn is_cut(&self) -> bool {
        self.0.cut.load(Ordering::SeqCst)
    }
}

/// All open connections, to be cut when the fake goes away.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpenConnections(Arc<Mutex<Vec<Weak<Switch>>>>);

impl OpenConnections {
    fn add(&self, scissors: &Scissors) {
        if let Ok(mut all) = self.0.lock() {
            all.retain(|weak| weak.strong_count() > 0);
            all.push(Arc::downgrade(&scissors.0));
        }
    }

    pub(crate) fn cut_all(&self) {
        if let Ok(all) = self.0.lock() {
            for switch in all.iter().filter_map(Weak::upgrade) {
                Scissors(switch).cut();
            }
        }
    }
}

/// A TCP stream with scissors.
pub(crate) struct Wire {
    stream: TcpStream,
    scissors: Scissors,
}

fn reset<T>() -> Poll<io::Result<T>> {
    Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()))
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.scissors.0.reader.register(context.waker());
        if self.scissors.is_cut() {
            return reset();
        }
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.scissors.0.writer.register(context.waker());
        if self.scissors.is_cut() {
            return reset();
        }
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Accepts connections with scissors.
pub(crate) struct CuttableListener {
    pub(crate) inner: TcpListener,
    pub(crate) open: OpenConnections,
}

impl Listener for CuttableListener {
    type Io = Wire;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            // A failed accept (the peer already gone) concerns that peer alone.
            if let Ok((stream, address)) = self.inner.accept().await {
                drop(stream.set_nodelay(true));
                let scissors = Scissors::default();
                self.open.add(&scissors);
                return (Wire { stream, scissors }, address);
            }
            tokio::task::yield_now().await;
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.inner.local_addr()
    }
}

impl Connected<IncomingStream<'_, CuttableListener>> for Scissors {
    fn connect_info(stream: IncomingStream<'_, CuttableListener>) -> Self {
        stream.io().scissors.clone()
    }
}
