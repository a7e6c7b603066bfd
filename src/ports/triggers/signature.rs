//! The signature of a request: HMAC-SHA256, and what of a request it is made over. It compares nothing and knows no secret.

use sha2::{Digest, Sha256};

/// The block of SHA-256, in bytes.
const BLOCK: usize = 64;

/// HMAC-SHA256 (RFC 2104) in hex.
pub fn hmac(key: &[u8], text: &[u8]) -> String {
    let mut block = [0; BLOCK];
    if key.len() > BLOCK {
        let short = Sha256::digest(key);
        block[..short.len()].copy_from_slice(&short);
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let padded = |with: u8| block.map(|byte| byte ^ with);
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(text).finalize();
    format!("{:x}", Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize())
}

/// The signature of a webhook's request in hex: over the time as it is sent (Unix seconds), a dot and the body. Of an event
/// with a name: over the time, the name and the body, each in a line of its own, so that nobody can give it another name.
pub fn signature(secret: &str, timestamp: &str, name: Option<&str>, body: &[u8]) -> String {
    let time = timestamp.as_bytes();
    let signed = match name {
        None => [time, b".", body].concat(),
        Some(name) => [time, b"\n", name.as_bytes(), b"\n", body].concat(),
    };
    hmac(secret.as_bytes(), &signed)
}

#[cfg(test)]
mod tests {
    use crate::ports::triggers::signature::*;

    #[test]
    fn it_is_a_hmac_as_the_standard_has_it() {
        // RFC 4231, cases 2 and 6.
        let known = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(hmac(b"Jefe", b"what do ya want for nothing?"), known);
        let known = "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54";
        assert_eq!(hmac(&[0xaa; 131], b"Test Using Larger Than Block-Size Key - Hash Key First"), known);
    }

    #[test]
    fn it_is_over_the_time_and_the_body() {
        assert_eq!(signature("hush", "17", None, b"{}"), hmac(b"hush", b"17.{}"));
        assert_eq!(signature("hush", "17", Some("a 7"), b"{}"), hmac(b"hush", b"17\na 7\n{}"));
    }
}
