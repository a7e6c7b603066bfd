//! Addresses that a stranger's link must never open: those that are not public, by the lists of [`inside`], and ports
//! of other services than web pages.

use crate::secretary::policy::inside;
use std::net::IpAddr;

/// Whether connecting to this address would reach something that is not the public internet: this
/// machine, its network, a cloud's metadata service, or an embedded or reserved address.
pub fn forbidden(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => inside::v4(ip.octets()),
        IpAddr::V6(ip) => inside::v6(ip.segments()),
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
    use crate::adapters::http::addresses::*;

    #[test]
    fn only_pages_have_ports_to_be_asked_at() {
        for port in [80, 443, 1080, 3000, 8000, 8080, 8443, 32_768, 65_535] {
            assert!(!port_of_others(port), "{port}");
        }
        for port in [0, 22, 25, 110, 143, 389, 445, 587, 5432, 6379, 6667, 11_211] {
            assert!(port_of_others(port), "{port}");
        }
    }

    /// Others are attacked by the siege (`s07_ssrf`).
    #[test]
    fn internal_addresses_are_forbidden() {
        let table = "10.255.255.255 169.254.0.1 172.31.255.255 192.0.0.1 192.0.2.7 192.88.99.1 192.168.255.255 \
            198.19.255.255 198.51.100.9 203.0.113.4 239.255.255.255 255.255.255.254 ::8.8.8.8 ::ffff:8.8.8.8 \
            64:ff9b::808:808 2002:808:808::1 3fff:fff::1 fd12:3456:789a::1";
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
