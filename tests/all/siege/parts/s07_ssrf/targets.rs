//! Addresses inside, and every notation of a link that may lead there: written from the registries, not from the code.

use crate::siege::{Chance, one_of};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What is inside, or nobody's: loopback, private, link-local and metadata, carriers', reserved, several, documentation.
const INSIDE_V4: &str = "\
    127.0.0.1 127.0.0.2 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.254 172.16.0.1 172.31.255.254 \
    192.168.0.1 192.168.255.254 169.254.0.1 169.254.169.254 169.254.170.2 100.64.0.1 100.100.100.200 \
    100.127.255.254 192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 168.63.129.16 224.0.0.1 240.0.0.1 \
    255.255.255.255";

const INSIDE_V6: &str = "\
    :: ::1 ::2 100::1 2001::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 3fff::1 5f00::1 fc00::1 fd00::1 \
    fd00:ec2::254 fd20:ce::254 fe80::1 febf::1 fec0::1 ff02::1 ff05::2 ff0e::1 4000::1 8000::1 e000::1";

/// An address of four bytes inside one of sixteen, in all the ways there are.
fn within_v6(v4: Ipv4Addr) -> Vec<Ipv6Addr> {
    let [a, b, c, d] = v4.octets();
    let (high, low) = (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
    let at_the_end = [
        [0, 0, 0, 0, 0, 0xffff],
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0xffff, 0],
        [0x64, 0xff9b, 0, 0, 0, 0],
        [0x64, 0xff9b, 1, 0, 0, 0],
        [0xfe80, 0, 0, 0, 0, 0x5efe],
        [0x2a00, 0x1450, 0, 0, 0, 0x5efe],
        [0x2a00, 0x1450, 0, 0, 0x0200, 0x5efe],
    ];
    let mut all: Vec<Ipv6Addr> =
        at_the_end.iter().map(|[a, b, c, d, e, f]| Ipv6Addr::new(*a, *b, *c, *d, *e, *f, high, low)).collect();
    // 6to4, and Teredo, which writes the address upside down.
    all.push(Ipv6Addr::new(0x2002, high, low, 0, 0, 0, 0, 1));
    all.push(Ipv6Addr::new(0x2001, 0, 0x4136, 0xe378, 0x8000, 0x63bf, !high, !low));
    all
}

/// The notations of an address in a link.
fn spellings(v4: Ipv4Addr) -> Vec<String> {
    let [a, b, c, d] = v4.octets();
    let number = u32::from(v4);
    let rest = number & 0x00ff_ffff;
    let wide = |text: &str| -> String {
        let widened = text.chars().map(|c| match c {
            '0'..='9' => char::from_u32(u32::from(c) - 0x30 + 0xff10).unwrap(),
            other => other,
        });
        widened.collect()
    };
    let plain = v4.to_string();
    vec![
        plain.clone(),
        format!("{plain}."),
        number.to_string(),
        format!("{number:#x}"),
        format!("0{number:o}"),
        format!("{a:#x}.{b:#x}.{c:#x}.{d:#x}"),
        format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
        format!("000{a:o}.{b}.{c:#X}.{d}"),
        format!("{a}.{rest}"),
        format!("{a}.{b}.{}", u16::from_be_bytes([c, d])),
        format!("{a:#x}.{rest}"),
        wide(&plain),
        plain.replace('.', "。"),
        plain.replace('.', "%2e"),
        plain.bytes().map(|b| format!("%{b:02X}")).collect(),
    ]
}

/// Every straight target: links, with the port where listeners stand.
pub fn straight(port: u16) -> Vec<String> {
    let mut hosts = Vec::new();
    for text in INSIDE_V4.split(' ') {
        let v4: Ipv4Addr = text.parse().unwrap();
        hosts.extend(spellings(v4));
        for v6 in within_v6(v4) {
            hosts.push(format!("[{v6}]"));
            let words: Vec<String> = v6.segments().iter().map(|s| format!("{s:04X}")).collect();
            hosts.push(format!("[{}]", words.join(":")));
        }
        hosts.push(format!("[::ffff:{text}]"));
        hosts.push(format!("[64:ff9b::{text}]"));
    }
    hosts.extend(INSIDE_V6.split(' ').map(|v6| format!("[{v6}]")));
    hosts.extend(["[fe80::1%25lo]", "[fe80::1%lo]", "[::1%251]", "[v1.::1]", "[127.0.0.1]"].map(str::to_owned));
    let names =
        ["localhost", "LocalHost", "localhost.", "a.localhost", "x.y.LOCALHOST.", "ｌｏｃａｌｈｏｓｔ", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ"];
    hosts.extend(names.map(str::to_owned));
    let mut all: Vec<String> = hosts.iter().map(|host| format!("http://{host}:{port}/")).collect();
    all.extend(hosts.iter().step_by(7).map(|host| format!("https://{host}:{port}/x?y#z")));
    // What looks like one host and is another, and whoever gives a name and a password away.
    for host in ["127.0.0.1", "[::1]", "localhost"] {
        for trick in [
            format!("http://example.org@{host}:{port}/"),
            format!("http://example.org:80@{host}:{port}/"),
            format!("http://:secret@{host}:{port}/"),
            format!("http://{host}:{port}\\@example.org/"),
            format!("http:\\\\{host}:{port}\\"),
            format!("http:{host}:{port}/"),
            format!("http:////{host}:{port}/"),
            format!("{host}:{port}/"),
            format!("//{host}:{port}/"),
            format!(" \t http://{host}:{port}/\n"),
            format!("ht\ntp://{host}:{port}/"),
            format!("http://{host}:{port}/%2e%2e/"),
            format!("HTTP://{host}:{port}"),
        ] {
            all.push(trick);
        }
        for scheme in
            ["file", "gopher", "ftp", "ws", "wss", "ldap", "dict", "tftp", "sftp", "jar", "netdoc", "unix", "blob"]
        {
            all.push(format!("{scheme}://{host}:{port}/"));
        }
    }
    for text in
        ["", "http://", "file:///etc/passwd", "data:text/plain,x", "javascript:alert(1)", "about:blank", "mailto:a@b.c"]
    {
        all.push(text.to_owned());
    }
    for other in ["22", "25", "6379", "11211", "0", "65536", "-1", "80x"] {
        all.push(format!("http://example.org:{other}/"));
    }
    all.push(format!("http://{}.example.org/", "a".repeat(9_000)));
    all
}

/// An address inside, any of them.
pub fn any_inside(chance: &mut Chance) -> IpAddr {
    match chance.below(3) {
        0 => one_of(chance, &INSIDE_V6.split(' ').collect::<Vec<_>>()).parse().unwrap(),
        1 => one_of(chance, &INSIDE_V4.split(' ').collect::<Vec<_>>()).parse::<IpAddr>().unwrap(),
        _ => {
            let v4: Ipv4Addr = one_of(chance, &INSIDE_V4.split(' ').collect::<Vec<_>>()).parse().unwrap();
            IpAddr::V6(*one_of(chance, &within_v6(v4)))
        }
    }
}
