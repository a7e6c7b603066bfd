//! What a child process may use. It limits itself before it reads a byte, and cannot lift a limit again.

/// Files that it may have open: the pipes, and what the system opens.
#[cfg(unix)]
const FILES: u64 = 16;

/// Limits this process to these bytes of memory and seconds of the processor: it writes no file and starts no process or
/// thread. A limit that a system does not know is left out; the parent ends the child by the clock in any case.
#[cfg(unix)]
pub fn limit(memory: u64, seconds: u64) {
    use rlimit::Resource;
    let limits = [
        (Resource::AS, memory),
        (Resource::CPU, seconds),
        (Resource::FSIZE, 0),
        (Resource::NOFILE, FILES),
        (Resource::NPROC, 0),
        (Resource::CORE, 0),
    ];
    for (resource, most) in limits {
        let hard = resource.get().map_or(most, |(_, hard)| hard);
        // At the hard limit of the processor the system kills, as it does where memory is short. So the signal of the soft
        // one comes first, which says what it is.
        let last = if resource == Resource::CPU { most.saturating_add(1) } else { most };
        let _ = resource.set(most.min(hard), last.min(hard));
    }
}

/// This system knows no limits of a process: the parent ends the child by the clock.
#[cfg(not(unix))]
pub fn limit(_memory: u64, _seconds: u64) {}
