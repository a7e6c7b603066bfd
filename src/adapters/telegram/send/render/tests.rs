//! Tests of rendered messages: what people see, and that no part breaks a limit.

use crate::adapters::telegram::send::render::*;
use crate::secretary::message::Said;
use chrono::DateTime;

fn shown(blocks: &[Block]) -> String {
    html(blocks, &nobody)
}

#[test]
fn styles_become_the_documented_tags_and_words_stay_words() {
    let spans = vec![
        Span::text("a <b>&\"c\" "),
        Span::strong("x<y"),
        Span::Soft("s".into()),
        Span::Struck("t".into()),
        Span::Code("f(&x)".into()),
        Span::Time { at: DateTime::UNIX_EPOCH, text: "Mon, 09:00".into(), said: Said::Whole },
    ];
    assert_eq!(
        shown(&[Block::Line(spans)]),
        "a &lt;b&gt;&amp;&quot;c&quot; <b>x&lt;y</b><i>s</i><s>t</s><code>f(&amp;x)</code>Mon, 09:00"
    );
    let heading =
        Block::Heading(vec![Span::text("Plan "), Span::strong("B"), Span::Code("x".into()), Span::Soft("i".into())]);
    assert_eq!(shown(&[heading]), "<b>Plan </b><b>B</b><code>x</code><b><i>i</i></b>");
    assert_eq!(shown(&[Block::Line(vec![Span::strong("")])]), "");
}

#[test]
fn blocks_stand_under_each_other() {
    let blocks = [
        Block::Item { depth: 0, number: Some(2), spans: vec![Span::text("two")] },
        Block::Item { depth: 1, number: None, spans: vec![Span::text("in")] },
        Block::Gap,
        Block::Quote(vec![Span::text("q1")]),
        Block::Quote(vec![Span::text("q2")]),
        Block::Code { language: "rs".into(), text: "a<b\n".into() },
        Block::Code { language: "\"><x".into(), text: "c".into() },
    ];
    assert_eq!(
        shown(&blocks),
        "2. two\n\u{a0}\u{a0}\u{a0}• in\n\n<blockquote>q1\nq2</blockquote>\n\
         <pre><code class=\"language-rs\">a&lt;b</code></pre>\n<pre>c</pre>"
    );
}

#[test]
fn a_link_shows_its_host_and_only_web_addresses_are_links() {
    let link = |text: &str, url: &str| shown(&[Block::Line(vec![Span::Link { text: text.into(), url: url.into() }])]);
    assert_eq!(
        link("bank", "https://evil.io/a?b=1&c=\"2"),
        "<a href=\"https://evil.io/a?b=1&amp;c=%222\">bank (evil.io)</a>"
    );
    assert!(!link("x", "javascript:alert(1)").contains("<a"));
    assert!(!link("x", "tg://resolve?domain=x").contains("<a"));
}

#[test]
fn only_known_people_are_mentioned() {
    let spans = vec![
        Span::Person { id: PersonId::new("p1"), name: "An<na".into() },
        Span::text(" and "),
        Span::Person { id: PersonId::new("p2"), name: "Bo".into() },
    ];
    let mention = |id: &PersonId| (id.as_str() == "p1").then_some(42);
    assert_eq!(html(&[Block::Line(spans)], &mention), "<a href=\"tg://user?id=42\">An&lt;na</a> and Bo");
}

#[test]
fn a_narrow_table_is_aligned_and_a_wide_one_loses_nothing() {
    let table =
        |cells: [[&str; 2]; 2]| shown(&[Block::Table(cells.map(|row| row.map(str::to_owned).to_vec()).to_vec())]);
    assert_eq!(table([["a", "b"], ["1", "2"]]), "<pre>a  b\n─  ─\n1  2</pre>");
    let long = "word ".repeat(20);
    assert_eq!(table([["name", "why"], ["x", &long]]), format!("• <b>x</b>\n\u{a0}\u{a0}\u{a0}why: {}", long.trim()));
}

#[test]
fn every_part_keeps_all_limits_and_no_word_is_lost() {
    let word = |n: usize| format!("<w{n}>&");
    let spans: Vec<Span> = (0..3_000).map(|n| Span::Strong(word(n))).collect();
    let emoji = Block::Line(vec![Span::Text("👩‍👩‍👧".repeat(3_000))]);
    let link = Span::Link { text: "x".into(), url: format!("https://e.org/{}", "a".repeat(5_000)) };
    let links = Block::Line(vec![link; 30]);
    let blocks = [Block::Line(spans), emoji, links, Block::Code { language: String::new(), text: "l\n".repeat(9_000) }];
    let parts = parts(&blocks);
    assert!(parts.len() > 10);
    let mut all = String::new();
    for part in &parts {
        let html = shown(part);
        assert!(html.len() <= 32_768, "{} bytes", html.len());
        assert!(html.matches('<').count() <= 200, "{} tags", html.matches('<').count());
        let seen: usize = part.iter().map(|b| plain::plain(std::slice::from_ref(b)).len().min(1)).sum();
        assert!(seen > 0, "an empty part");
        assert!(plain_text(part).encode_utf16().count() <= 4_096);
        all.push_str(&html);
    }
    for n in 0..3_000 {
        assert!(all.contains(&format!("&lt;w{n}&gt;&amp;")), "{n} is missing");
    }
    assert_eq!(parts, super::parts(&blocks), "splitting depends on nothing but the message");
}

#[test]
fn a_list_of_links_is_cut_at_its_lines() {
    let line = |n: usize| format!("- [Offer number {n} of many](https://example.org/offers/{n}?from=list)\n");
    let list: String = (0..150).map(line).collect();
    let pages: Vec<String> = parts(&[Block::Markdown(list)]).iter().map(|part| shown(part)).collect();
    assert!(pages.len() > 1);
    let (signs, items): (Vec<&str>, Vec<&str>) =
        pages.iter().flat_map(|page| page.lines()).partition(|line| *line == "…");
    assert_eq!((signs.len(), items.len()), (pages.len() - 1, 150));
    let whole =
        |item: &&str| item.starts_with("• <a href=\"https://example.org/") && item.ends_with(" (example.org)</a>");
    assert!(items.iter().all(whole), "{items:?}");
}

#[test]
fn nothing_visible_gives_no_part() {
    assert!(parts(&[Block::Gap, Block::Line(vec![Span::text(" \u{200b}")])]).len() <= 1);
    assert!(parts(&[Block::Markdown("  \n ".into())]).is_empty());
}

#[test]
fn nobody_is_rung_for_by_words_alone() {
    let of = |span| shown(&[Block::Line(vec![span])]);
    assert_eq!(of(Span::text("@kim_real, (@jo) or @ noon")), "@\u{200b}kim_real, (@\u{200b}jo) or @ noon");
    assert_eq!(of(Span::text("mail a@b.org")), "mail a@b.org");
    assert_eq!(of(Span::Code("@Override".into())), "<code>@Override</code>");
    assert_eq!(shown(&[Block::Line(vec![Span::text("@"), Span::strong("kim")])]), "@\u{200b}<b>kim</b>");
    assert_eq!(plain_text(&[Block::Line(vec![Span::text("@kim_real")])]), "@\u{200b}kim_real");
}
