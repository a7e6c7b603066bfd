//! Addresses as rules compare them: by site and then by path, never by letters, since `https://good.com.evil.net`
//! begins like `https://good.com`. Pure.

use super::host_of;
use url::{ParseError, Position, Url};

/// The address that a text opens, as browsers read it; without a scheme it means https. The check and the display
/// read it the same way, so that no notation leads to another address than the checked one.
///
/// # Errors
/// It is no address.
pub fn opened(text: &str) -> Result<Url, ParseError> {
    let text = text.trim();
    match Url::parse(text) {
        Err(ParseError::RelativeUrlWithoutBase) if !text.is_empty() => encrypted(text),
        other => other,
    }
}

fn encrypted(text: &str) -> Result<Url, ParseError> {
    Url::parse(&format!("https://{text}"))
}

/// The site of an address as it is opened, with its port where that is not the usual one.
pub(super) fn site(address: &Url) -> Option<String> {
    let host = address.host_str().filter(|host| !host.is_empty())?;
    Some(address.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
}

/// What ends an address in a text.
fn ends(c: char) -> bool {
    c.is_whitespace() || "<>()[]{}\"'“”‘’„,;|".contains(c)
}

/// What of an address is sent, without its scheme. None where it can be read in more ways than one: `https:a.org` and
/// `https://b.org@a.org` are addresses, too.
pub fn sent(address: &str) -> Option<&str> {
    let address = address.trim();
    let (scheme, rest) = address.split_once("://")?;
    let plain = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    let rest = rest.split('#').next().unwrap_or_default();
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let odd = site_of(rest).contains(['@', '%', '\\']) || rest.contains(|c: char| c.is_control() || c.is_whitespace());
    (plain && !odd && !site_of(rest).is_empty()).then_some(rest)
}

/// Whether words name this very address, with or without its scheme. Letters count as they are behind the site: which of
/// them are large can tell something.
pub fn named_in(words: &str, address: &str) -> bool {
    let begins = words.char_indices().filter(|(_, c)| ends(*c)).map(|(at, c)| at + c.len_utf8());
    sent(address).is_some_and(|wanted| {
        std::iter::once(0).chain(begins).any(|at| begins_with(&words[at..], wanted)) || linked_in(words, address)
    })
}

/// Whether a text holds this very address as a link. A site counts as well where only something of it is linked.
pub fn linked_in(text: &str, address: &str) -> bool {
    let begins = |wanted| text.match_indices("://").any(|(at, mark)| begins_with(&text[at + mark.len()..], wanted));
    sent(address).is_some_and(begins)
}

/// Whether a text begins with an address as a whole.
fn begins_with(text: &str, wanted: &str) -> bool {
    let Some((start, behind)) = text.split_at_checked(wanted.len()) else { return false };
    let site = site_of(wanted).len();
    // A text that is cut within the site is another one.
    let same = start.get(..site).is_some_and(|name| name.eq_ignore_ascii_case(&wanted[..site]));
    if !same || start[site..] != wanted[site..] {
        return false;
    }
    if wanted.len() == site && behind.starts_with(['/', '?', '#']) {
        return true;
    }
    let behind = behind.strip_prefix('/').unwrap_or(behind);
    let behind = behind.trim_start_matches(['.', '!', '?', ':', '*', '_']);
    behind.chars().next().is_none_or(|c| ends(c) || c == '#')
}

/// The site of an address without its scheme, whatever other address stands further behind in it.
fn site_of(rest: &str) -> &str {
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

/// Whether two addresses are of one site.
pub(super) fn same_site(one: &str, other: &str) -> bool {
    let of = |address: &str| {
        let address = opened(address).ok()?;
        let plain = address.username().is_empty() && address.password().is_none();
        Some((address.scheme().to_owned(), site(&address)?)).filter(|_| plain)
    };
    of(one).is_some() && of(one) == of(other)
}

/// Whether a server leads on within its own site: "www." more or less and the same encrypted are no other site.
pub(super) fn leads_within(from: &str, to: &str) -> bool {
    let site = |address: &str| {
        let (scheme, rest) = (address.split_once("://")?.0.to_lowercase(), sent(address)?);
        let site = site_of(rest).to_lowercase();
        Some((scheme, site.strip_prefix("www.").map_or(site.clone(), str::to_owned)))
    };
    let (Some((scheme, from)), Some((safer, to))) = (site(from), site(to)) else { return false };
    from == to && (scheme == safer || safer == "https")
}

/// Whether an address matches the rule of an owner, both in lower case. The rule may omit the scheme; a star at its
/// end stands for any rest. `allows`: only the exact opened address counts; otherwise every possible meaning counts,
/// so that a scheme, a dot or a port does not bypass a rule.
pub(super) fn fits(address: &str, rule: &str, allows: bool) -> bool {
    let (wanted, open) = rule.strip_suffix('*').map_or((rule, false), |start| (start, true));
    if wanted.is_empty() {
        return open;
    }
    let schemed = wanted.contains("://");
    let Ok(wanted) = (if schemed { Url::parse(wanted) } else { encrypted(wanted) }) else { return false };
    if allows {
        return opened(address).is_ok_and(|address| is_allowed(&address, &wanted, schemed, open));
    }
    // Tools may read an address otherwise than a browser does.
    let readings = [opened(address).ok(), encrypted(address.trim()).ok()];
    readings.into_iter().flatten().any(|address| is_forbidden(&address, &wanted, open))
        || (path(&wanted).is_empty() && host_of(address).map(|host| whole(&host)) == wanted.host_str().map(whole))
}

fn is_allowed(address: &Url, wanted: &Url, schemed: bool, open: bool) -> bool {
    let plain = address.username().is_empty() && address.password().is_none();
    let same = site(address).is_some() && site(address) == site(wanted);
    let scheme =
        if schemed { address.scheme() == wanted.scheme() } else { matches!(address.scheme(), "http" | "https") };
    let fits = if open { path(address).starts_with(path(wanted)) } else { path(address) == path(wanted) };
    plain && same && scheme && fits
}

fn is_forbidden(address: &Url, wanted: &Url, open: bool) -> bool {
    let (Some(host), Some(site)) = (address.host_str().map(whole), wanted.host_str().map(whole)) else { return false };
    let (there, wanted) = (decoded(path(address)), decoded(path(wanted)));
    host == site && if open || wanted.is_empty() { there.starts_with(&wanted) } else { there == wanted }
}

/// The name of a site without what changes nothing about where it leads.
fn whole(host: &str) -> String {
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
    decoded(name.map_or(host, |(name, _)| name)).trim_end_matches('.').to_lowercase()
}

/// "%65vil.com" as a browser reads it.
fn decoded(text: &str) -> String {
    let (mut out, mut rest) = (Vec::with_capacity(text.len()), text.as_bytes());
    while let [byte, ahead @ ..] = rest {
        let code = ahead.get(..2).filter(|_| *byte == b'%').and_then(|two| std::str::from_utf8(two).ok());
        let decoded = code.and_then(|two| u8::from_str_radix(two, 16).ok());
        out.push(decoded.unwrap_or(*byte));
        rest = if decoded.is_some() { &ahead[2..] } else { ahead };
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// What follows the site; nothing where there is only a slash.
fn path(address: &Url) -> &str {
    let path = &address[Position::BeforePath..Position::AfterQuery];
    if path == "/" { "" } else { path }
}

#[cfg(test)]
mod tests {
    use crate::secretary::policy::addresses::*;

    #[test]
    fn what_is_allowed_is_that_site_alone() {
        for rule in ["https://good.com*", "https://good.com/*"] {
            for fine in ["https://good.com/", "https://good.com/a?b=c"] {
                assert!(fits(fine, rule, true), "{fine} {rule}");
            }
            for other in [
                "https://good.com.evil.net/?d=x",
                "https://good.com@evil.net/",
                "https://good.com%2eevil.net/",
                "https://good.comevil.net/",
                "https://user@good.com/",
                "http://good.com/a",
                "https://good.com:8443/a",
                "https://evil.net/https://good.com/",
                "evil.net/?d=x&y=://good.com/",
                "https:evil.net/?d=x&y=://good.com/",
                "https:/evil.net/?://good.com/",
                "//evil.net/://good.com/",
            ] {
                assert!(!fits(other, rule, true), "{other} {rule}");
            }
        }
        for bare in ["good.com*", "good.com/*"] {
            assert!(fits("https://good.com/a", bare, true) && fits("good.com/a", bare, true), "{bare}");
            for other in ["evil.net/?d=x&y=://good.com/", "https:evil.net/?d=x&y=://good.com/", "ftp://good.com/a"] {
                assert!(!fits(other, bare, true), "{other} {bare}");
            }
        }
        assert!(fits("https://xn--mller-kva.de/", "müller.de*", true) && fits("müller.de", "müller.de*", true));
        assert!(fits("https://good.com/docs/a", "good.com/docs*", true));
        assert!(!fits("https://good.com/private", "good.com/docs*", true));
        assert!(!fits("https://good.com/docs/../private", "good.com/docs*", true));
        assert!(fits("https://good.com/docs", "https://good.com/docs", true));
        assert!(!fits("https://good.com/docs/a", "https://good.com/docs", true));
    }

    #[test]
    fn only_whole_addresses_count_as_said() {
        for words in
            ["see https://a.org/x.", "(a.org/x)", "HTTPS://A.org/x/ please", "http://a.org/x", "is it a.org/x?"]
        {
            assert!(named_in(words, "https://a.org/x"), "{words}");
        }
        for words in ["https://a.org/xy", "https://a.org", "b.a.org/x", "https://a.org/x?d=1", "https://a.org/X", ""] {
            assert!(!named_in(words, "https://a.org/x"), "{words}");
        }
        for address in
            ["", "https://", "https:evil.org/?d=s://a.org/x", "evil.org/?d=s://a.org/x", "https:/evil.org://a.org/x"]
        {
            assert!(!named_in("anything, https://a.org/x", address), "{address}");
        }
    }

    #[test]
    fn only_what_is_linked_was_given() {
        let page = "Prices at https://a.org/offers?page=2. See shop.org/x, <https://a.org/Terms#money>.\n- more: https://b.org/";
        for given in [
            "https://a.org/offers?page=2",
            "http://A.org/offers?page=2#top",
            "https://a.org/Terms",
            "https://a.org/",
            "https://b.org",
        ] {
            assert!(linked_in(page, given), "{given}");
        }
        for made in [
            "https://a.org/offers?page=",
            "https://a.org/offers?page=2&d=x",
            "https://a.org/offers",
            "https://a.org/terms",
            "https://x.a.org/",
            "https://shop.org/x",
            "https://evil.org@a.org/",
            "https://a.org//",
            "https:b.org/",
            "https://org/",
        ] {
            assert!(!linked_in(page, made), "{made}");
        }
    }

    #[test]
    fn nothing_slips_by_what_is_refused() {
        for address in [
            "https://evil.com/",
            "http://evil.com/a",
            "https://evil.com./a",
            "https://evil.com:8443/",
            "https://user@evil.com/a",
            "https://%65vil.com/a",
            "https://evil.com?d=x",
            "https:evil.com/x",
            "https:/evil.com/x",
            "https:\\evil.com",
            "https://ev\til.com/",
            "https://ｅvil.com/",
            "https://evil。com/",
            "evil.com/?x=://fine.org",
            "evil.com:8443/x",
        ] {
            for rule in ["https://evil.com*", "evil.com*", "evil.com"] {
                assert!(fits(address, rule, false), "{address} {rule}");
            }
        }
        assert!(fits("https://evil.com/%61dmin", "evil.com/admin*", false));
        assert!(fits("https://evil.com/b/../admin", "evil.com/admin*", false));
        assert!(!fits("https://notevil.com/", "evil.com*", false));
        assert!(!fits("https://good.com/?u=https://evil.com", "evil.com*", false));
        assert!(fits("https://anything.org", "*", false));
    }
}
