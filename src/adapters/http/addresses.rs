//! Which addresses of the internet protocol a stranger's link may never lead to. The lists follow the
//! special-purpose registries of IANA (RFC 6890 and its updates); what is not public is forbidden.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether connecting to this address would reach something that is not the public internet: this
/// machine, its network, a cloud's metadata service, or an embedded or reserved address.
pub fn forbidden(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => forbidden_v4(ip),
        IpAddr::V6(ip) => forbidden_v6(ip),
    }
}

fn forbidden_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
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
        168 => ip == Ipv4Addr::new(168, 63, 129, 16),
        _ => false,
    }
}

fn forbidden_v6(ip: Ipv6Addr) -> bool {
    let [first, second, ..] = ip.segments();
    // Only 2000::/3 is global unicast. This leaves out ::, ::1, mapped and compatible IPv4, both NAT64
    // prefixes (64:ff9b::), unique local (with fd00:ec2::254), link-local, site-local and multicast.
    if first & 0xe000 != 0x2000 {
        return true;
    }
    // ISATAP embeds an IPv4 address, whatever network stands before it.
    if matches!(ip.segments()[4], 0 | 0x0200) && ip.segments()[5] == 0x5efe {
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

/// Whether a port belongs to something other than web pages (mail, shells, databases, chats), which a request might be taken
/// for an order by.
pub(super) fn port_of_others(port: u16) -> bool {
    match port {
        80 | 443 => false,
        0..=1023 | 2049 | 3306 | 5060 | 5061 | 5432 | 6000 | 6379 | 6665..=6669 | 6697 | 11211 | 27017 => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_have_ports_to_be_asked_at() {
        for port in [80, 443, 1080, 3000, 8000, 8080, 8443, 32_768, 65_535] {
            assert!(!port_of_others(port), "{port}");
        }
        for port in [0, 22, 25, 110, 143, 389, 445, 587, 5432, 6379, 6667, 11_211] {
            assert!(port_of_others(port), "{port}");
        }
    }

    #[test]
    fn internal_addresses_are_forbidden() {
        let table = "0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 \
            169.254.0.1 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.7 \
            192.88.99.1 192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.9 203.0.113.4 224.0.0.1 \
            239.255.255.255 240.0.0.1 255.255.255.254 255.255.255.255 168.63.129.16 \
            :: ::1 ::2 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 \
            64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::a00:1 100::1 2001::1 2001:0:53aa:64c::1 2001:2::1 2001:10::1 \
            2001:20::1 2001:db8::1 2002:7f00:1::1 2002:808:808::1 3fff::1 3fff:fff::1 2a00:1450::5efe:7f00:1 2a00:1450::200:5efe:a00:1 5f00::1 fc00::1 fd00:ec2::254 \
            fd12:3456:789a::1 fe80::1 febf::1 fec0::1 ff02::1 ff0e::1 4000::1 8000::1 e000::1";
        for text in table.split_whitespace() {
            assert!(forbidden(text.parse().unwrap()), "{text} must be forbidden");
        }
    }

    #[test]
    fn public_addresses_are_not() {
        let table = "1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 93.184.216.34 100.63.255.255 100.128.0.1 126.255.255.255 \
            128.0.0.1 169.253.0.1 169.255.0.1 172.15.255.255 172.32.0.1 192.0.1.1 192.167.1.1 192.169.0.1 \
            198.17.0.1 198.20.0.1 203.0.112.1 203.0.114.1 223.255.255.255 168.63.129.15 \
            2001:200::1 2001:4860:4860::8888 2003::1 2606:4700:4700::1111 2a00:1450::1 2620:fe::fe 3fff:1000::1";
        for text in table.split_whitespace() {
            assert!(!forbidden(text.parse().unwrap()), "{text} is public");
        }
    }
}
