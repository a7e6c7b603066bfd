//! Internet addresses that are not public. The lists follow the special-purpose registries of IANA (RFC 6890 and its
//! updates). Pure: nothing is resolved; a name counts only if it is one of this machine.

use url::{Host, Url};

/// Whether an address in any notation leads to this machine, its network or anything not public. No name is looked
/// up.
pub fn literally(address: &Url) -> bool {
    match address.host() {
        None => false,
        Some(Host::Domain(name)) => this_machine(name),
        Some(Host::Ipv4(ip)) => v4(ip.octets()),
        Some(Host::Ipv6(ip)) => v6(ip.segments()),
    }
}

/// Whether a name is one of this machine, in small letters as browsers read it.
pub fn this_machine(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    name == "localhost" || name.ends_with(".localhost")
}

/// Whether an address of version 4 is not public: this machine, its network, a cloud's metadata service, or reserved.
pub fn v4(octets: [u8; 4]) -> bool {
    let [a, b, c, d] = octets;
    match a {
        // This network, private, loopback; multicast, reserved and broadcast.
        0 | 10 | 127 | 224..=255 => true,
        // Shared address space of carriers.
        100 => (64..=127).contains(&b),
        // Link-local, with the metadata services of clouds.
        169 => b == 254,
        172 => (16..=31).contains(&b),
        // Protocol assignments, documentation, the old 6to4 relay, private.
        192 => (b == 0 && (c == 0 || c == 2)) || (b == 88 && c == 99) || b == 168,
        // Benchmarks, documentation.
        198 => b == 18 || b == 19 || (b == 51 && c == 100),
        203 => b == 0 && c == 113,
        // Azure's platform services answer on one public-looking address.
        168 => (b, c, d) == (63, 129, 16),
        _ => false,
    }
}

/// The same of an address of version 6, with those that embed one of version 4.
pub fn v6(segments: [u16; 8]) -> bool {
    let [first, second, _, _, fifth, sixth, ..] = segments;
    // Only 2000::/3 is global unicast. This leaves out ::, ::1, mapped and compatible IPv4, both NAT64
    // prefixes (64:ff9b::), unique local (with fd00:ec2::254), link-local, site-local and multicast.
    if first & 0xe000 != 0x2000 {
        return true;
    }
    // ISATAP embeds an IPv4 address, whatever network stands before it.
    if matches!(fifth, 0 | 0x0200) && sixth == 0x5efe {
        return true;
    }
    match first {
        // 2001::/23 are protocol assignments, among them Teredo and benchmarks; 2001:db8::/32 is documentation.
        0x2001 => second < 0x0200 || second == 0x0db8,
        // 6to4 embeds an IPv4 address.
        0x2002 => true,
        // Documentation, 3fff::/20.
        0x3fff => second < 0x1000,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::addresses::opened;
    use crate::secretary::policy::inside::*;

    #[test]
    fn every_spelling_of_this_machine_is_inside() {
        for host in [
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0x7f000001",
            "0177.0.0.1",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "LOCALHOST",
            "localhost.",
            "a.localhost",
            "１２７.０.０.１",
            "10.0.0.1",
            "169.254.169.254",
        ] {
            assert!(literally(&opened(&format!("http://{host}:9413/")).unwrap()), "{host}");
        }
        for host in ["example.org", "localhost.example", "1.1.1.1", "[2606:4700:4700::1111]", "134744072"] {
            assert!(!literally(&opened(&format!("http://{host}/")).unwrap()), "{host}");
        }
    }
}
