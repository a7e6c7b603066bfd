//! What can go wrong, on demand: REST faults and gateway faults. Traffic goes on meanwhile.

use serde_json::{Value, json};

use crate::discord::gateway::Out;
use crate::discord::rest::faults::Fault;
use crate::discord::rest::routes::Route;
use crate::discord::{FakeDiscord, handshake};

impl FakeDiscord {
    /// Queues a fault for the next call of a route.
    pub fn fault(&self, route: Route, fault: Fault) {
        self.shared.change(|world| world.faults.push(Some(route), fault));
    }

    /// Queues a fault for the next `times` calls of a route.
    pub fn fault_times(&self, route: Route, times: usize, fault: &Fault) {
        for _ in 0..times {
            self.fault(route, fault.clone());
        }
    }

    /// Queues a fault for the next call of any route (after those queued for its own).
    pub fn fault_any(&self, fault: Fault) {
        self.shared.change(|world| world.faults.push(None, fault));
    }

    /// Asks `choose`, with the route and the path, at every call without a queued fault; for storms with a seed of the
    /// caller's. `choose` must not use the fake itself: it runs under its lock.
    pub fn fault_by(&self, choose: impl FnMut(Route, &str) -> Option<Fault> + Send + 'static) {
        self.shared.change(|world| world.faults.choose_by(Box::new(choose)));
    }

    /// Forgets all queued faults and the chooser.
    pub fn clear_faults(&self) {
        self.shared.change(|world| world.faults.clear());
    }

    /// Lets go of all calls held by `Fault::Hold` and `Fault::HoldAnswer`.
    pub fn release_held(&self) {
        self.shared.change(|world| world.faults.release());
    }

    /// Closes all gateway connections with this code (platform-facts D3 says what clients must do).
    pub fn gateway_close(&self, code: u16) {
        self.shared.change(|world| {
            for number in world.gateway.open() {
                world.gateway.tell(number, Out::Close(code));
                handshake::detach(world, number, Some(code));
            }
        });
    }

    /// Cuts the TCP connections of the gateway.
    pub fn gateway_cut(&self) {
        self.shared.change(|world| {
            for number in world.gateway.open() {
                world.gateway.tell(number, Out::Cut);
                handshake::detach(world, number, None);
            }
        });
    }

    /// Op 7: asks all connections to reconnect and resume.
    pub fn gateway_reconnect(&self) {
        self.tell_all(&json!({"op": 7, "t": null, "s": null, "d": null}).to_string());
    }

    /// Op 9: invalid session; not `resumable`, the sessions are gone with what they missed.
    pub fn gateway_invalid_session(&self, resumable: bool) {
        self.tell_all(&json!({"op": 9, "t": null, "s": null, "d": resumable}).to_string());
        if !resumable {
            self.forget_sessions();
        }
    }

    fn tell_all(&self, text: &str) {
        self.shared.change(|world| {
            for number in world.gateway.open() {
                world.gateway.tell(number, Out::Text(text.to_owned()));
            }
        });
    }

    /// Forgets all sessions: a RESUME gets op 9 `false`, and what was missed is to be had by `GET messages` only.
    /// A connection that stays open hears nothing until it identifies anew.
    pub fn forget_sessions(&self) {
        self.shared.change(|world| {
            world.gateway.sessions.clear();
            for link in &mut world.gateway.links {
                link.session = None;
                link.seen.ready = false;
            }
        });
    }

    /// The connections open now get neither ACKs nor events any more (zombies); new ones are sound.
    pub fn gateway_zombie(&self) {
        self.shared.change(|world| {
            for number in world.gateway.open() {
                world.gateway.links[number].zombie = true;
            }
        });
    }

    /// The connections open now stay open, but are neither read nor written; new ones are sound.
    pub fn gateway_half_open(&self) {
        self.shared.change(|world| {
            for number in world.gateway.open() {
                world.gateway.tell(number, Out::HalfOpen);
            }
        });
    }

    /// The next event of this name comes in another form, as of a platform that has moved on.
    pub fn distort(&self, event: &str, change: impl FnOnce(&mut Value) + Send + 'static) {
        self.shared.change(|world| world.gateway.distorted.push_back((event.to_owned(), Box::new(change))));
    }

    /// While down, gateway connections are refused with 503; those open stay (see `gateway_cut`).
    pub fn gateway_down(&self, down: bool) {
        self.shared.change(|world| world.gateway.down = down);
    }

    /// The next IDENTIFY is closed with this code, such as 4004, 4013 or 4014.
    pub fn refuse_identify(&self, code: u16) {
        self.shared.change(|world| world.gateway.refuse_identify.push_back(code));
    }
}
