//! Secrets: what people, pages and the model give away is neither kept nor passed on, and people are told once.

use crate::support::canaries::{as_pasted, hex, in_address, pasted, planted};
use crate::support::{Content, Discord, Office, Telegram, Web, call, idea, json, said};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

stories![
    what_people_paste_is_kept_nowhere,
    a_secret_alone_is_no_idea,
    what_the_model_gives_away_goes_nowhere,
    what_the_model_gives_away_in_disguise_goes_nowhere,
    words_that_only_sound_secret_are_kept,
    codes_of_our_own_still_work,
];

const TOLD: &str = "I hid it and kept nothing of it";

async fn what_people_paste_is_kept_nowhere() {
    let office = Office::on_file().await;
    let tokens = pasted();
    let mut given = tokens.chunks(4);
    for (name, platform) in [("Mara", Telegram), ("Kim", Discord), ("Jo", Web)] {
        let person = office.owner(name, platform).await;
        let some: Vec<String> = given.next().unwrap().iter().map(|token| as_pasted(token)).collect();
        person.says(&format!("compare three hosting offers with these: {}", some.join(" and "))).await;
        let told = person.hears(TOLD).await;
        assert_eq!(told.matches(TOLD).count(), 1, "{told}");
        person.hears_progress().await;
        person.hears("Take offer C").await;
    }
    let mara = office.owner("Max", Telegram).await;
    let rest: Vec<String> = given.next().unwrap().iter().map(|token| as_pasted(token)).collect();
    mara.says(&format!("note: server: {}", rest[0])).await;
    mara.hears(TOLD).await;
    mara.hears("Noted under “Server”").await;
    mara.slash(&format!("new compare hosting with {}", rest[1])).await;
    mara.hears(TOLD).await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    let raw = json!({"odd": [format!("first\n{}", rest[2])], "more": planted()[0]}).to_string();
    mara.happens(Content::Unsupported { kind: "odd".to_owned(), raw, to_us: false }).await;
    mara.edits("note: server", &format!("note: server: {}", rest[3])).await;
    mara.hears_all();
    office.gave_nothing_away();
}

async fn a_secret_alone_is_no_idea() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says(&pasted()[4]).await;
    assert!(mara.hears(TOLD).await.starts_with("That looked like an access token"));
    // What the settings keep is no better known to people than any other.
    mara.says(&format!("{}.", planted()[2])).await;
    mara.hears(TOLD).await;
    mara.hears_nothing();
    mara.says("/list").await;
    mara.hears("Nothing open").await;
    office.gave_nothing_away();
}

/// A model that knows every secret of the settings, and a page that has some.
async fn what_the_model_gives_away_goes_nowhere() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let page = format!("Prices. {} and {}", as_pasted(&pasted()[14]), planted()[4]);
    office.page("https://example.org/", &page);
    office.reads(|_| {
        let plan = idea(&format!("A letter with {}", planted()[0])).no_tasks();
        plan.summary(&planted()[5]).task("t1", "writer", "A letter", &[]).task("t2", "researcher", "Prices", &[]).into()
    });
    office.works(|input| {
        let secrets = planted();
        let all = |how: &dyn Fn(&str) -> String| secrets.iter().map(|s| how(s)).collect::<Vec<_>>().join(" and ");
        match (input.agent.name.as_str(), input.steps.len()) {
            ("writer", 0) => call("write_file", json!({"path": "letter.md", "text": all(&|s| s.to_owned())})),
            ("writer", 1) => call("write_file", json!({"path": "digits.md", "text": all(&hex)})),
            ("writer", 2) => call("write_file", json!({"path": "base.json", "text": all(&|s| STANDARD.encode(s))})),
            ("writer", 3) => call("report_progress", json!({"text": all(&in_address)})),
            ("researcher", 0) => call("read_url", json!({"url": "https://example.org/"})),
            _ => said(&format!("{}\n\n{}", all(&|s| format!("{}**{}**", &s[..12], &s[12..])), all(&hex))),
        }
    });
    office.writes(|_| {
        let secrets = planted();
        let whole = |how: &dyn Fn(&str) -> String| secrets.iter().map(|s| how(s)).collect::<Vec<_>>().join("\n");
        let of_all = STANDARD.encode(secrets.join(" "));
        let (plain, address, digits) = (whole(&|s| s.to_owned()), whole(&in_address), whole(&hex));
        said(&format!("{plain}\n\n{address}\n\n`{digits}`\n\n{of_all}"))
    });
    mara.says("write a letter about hosting").await;
    mara.hears_all();
    let sent = office.transcript();
    assert!(sent.matches("[hidden: a secret setting]").count() > 20, "{sent}");
    office.gave_nothing_away();
}

/// What people could turn back into a secret with little trouble.
async fn what_the_model_gives_away_in_disguise_goes_nowhere() {
    let office = Office::on_file().await;
    let key = &planted()[2];
    let wide = |c: char| char::from_u32(u32::from(c) + 0xfee0).unwrap();
    let escaped = |text: &str| text.bytes().map(|b| format!("%{b:02X}")).collect::<String>();
    let spaced = key.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let forms: Vec<String> = vec![
        escaped(key),
        escaped(&escaped(key)),
        key.replace('-', "%2D").replace('4', "%34"),
        key.chars().map(wide).collect(),
        key.to_uppercase(),
        key.chars().rev().collect(),
        spaced,
    ];
    let told = forms.join("\n\n");
    office.writes(move |_| said(&told));
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears_all();
    let sent = office.transcript();
    assert!(sent.matches("[hidden: a secret setting]").count() >= forms.len(), "{sent}");
    for form in &forms {
        assert!(!sent.contains(form.as_str()), "{form}\n{sent}");
    }
    assert!(!sent.contains("%6B") && !sent.contains("ＫｅｙＯｆ"), "{sent}");
    office.gave_nothing_away();
}

async fn words_that_only_sound_secret_are_kept() {
    let (_, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("note: wifi: my wifi password is hunter2").await;
    mara.hears("my wifi password is hunter2").await;
    mara.says("note: release: it is da39a3ee5e6b4b0d3255bfef95601890afd80709, order 302-1234567-1234567").await;
    mara.hears("da39a3ee5e6b4b0d3255bfef95601890afd80709").await;
    assert_eq!(mara.note("Wifi").await.as_deref(), Some("my wifi password is hunter2"));
    mara.hears_nothing();
}

async fn codes_of_our_own_still_work() {
    let office = Office::new().await;
    let mara = office.stranger("Mara", Telegram);
    let code = office.pairing_code().await;
    mara.says(&format!("/start {code}")).await;
    mara.hears("Welcome, Mara").await;
}
