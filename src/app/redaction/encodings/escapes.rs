//! Removes the escapes of addresses, programs and pages from a text.

/// The signs of a text without its escapes, as often as it was escaped, and where each stands; none where nothing is escaped.
pub(super) fn unescaped(text: &str) -> Option<Vec<(char, usize, usize)>> {
    if !text.bytes().any(|b| matches!(b, b'%' | b'\\' | b'&')) {
        return None;
    }
    let (mut out, mut places) = (Vec::with_capacity(text.len()), Vec::with_capacity(text.len()));
    let mut any = false;
    for (at, byte) in text.bytes().enumerate() {
        out.push(byte);
        places.push((at, at + 1));
        // What comes of an escape may be the end of one.
        while let Some((long, sign)) = escape(&out) {
            any = true;
            let from = out.len() - long;
            let place = (places.get(from).map_or(at, |(from, _)| *from), at + 1);
            out.truncate(from);
            out.extend_from_slice(&sign);
            places.truncate(from);
            places.resize(out.len(), place);
        }
    }
    any.then(|| {
        let (mut signs, mut at) = (Vec::with_capacity(out.len()), 0);
        for chunk in out.utf8_chunks() {
            for c in chunk.valid().chars() {
                let end = at + c.len_utf8();
                signs.push((c, places[at].0, places[end - 1].1));
                at = end;
            }
            at += chunk.invalid().len();
        }
        signs
    })
}

/// The escape at the end of a text: how long it is, and the bytes it stands for.
fn escape(text: &[u8]) -> Option<(usize, Vec<u8>)> {
    let end = *text.last()?;
    if !(end == b';' || end.is_ascii_hexdigit()) {
        return None;
    }
    let sign = |code: u32| char::from_u32(code).map(|c| c.to_string().into_bytes());
    let digits = |long: usize| text.get(text.len().checked_sub(long)?..);
    if let Some([b'%', digits @ ..]) = digits(3)
        && let Some(code) = number(digits, 16)
    {
        return Some((3, vec![u8::try_from(code).ok()?]));
    }
    if let Some([b'\\', b'x', digits @ ..]) = digits(4)
        && let Some(code) = number(digits, 16)
    {
        return Some((4, vec![u8::try_from(code).ok()?]));
    }
    if let Some([b'\\', b'u', digits @ ..]) = digits(6)
        && let Some(code) = number(digits, 16)
    {
        return Some((6, sign(code)?));
    }
    let body = text.strip_suffix(b";")?;
    let begin = body.iter().rev().take(10).position(|b| *b == b'&')?;
    let inside = body.get(body.len() - begin..)?.strip_prefix(b"#")?;
    let code = match inside {
        [b'x' | b'X', digits @ ..] => number(digits, 16),
        digits => number(digits, 10),
    };
    Some((begin + 2, sign(code?)?))
}

/// A number of digits alone.
fn number(digits: &[u8], radix: u32) -> Option<u32> {
    let text = std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u32::from_str_radix(text, radix).ok()
}
