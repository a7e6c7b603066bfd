//! Pictures: a chart that an agent draws comes with the report, and a digest over several days has one.

use crate::support::{Office, Telegram, TimeDelta, Web, call, idea, json, said};
use serde_json::Value;

stories![
    a_chart_comes_with_the_report_as_a_picture_and_a_table,
    a_digest_over_several_days_has_a_picture_of_them,
    a_digest_of_one_day_has_none,
];

fn prices(values: Value) -> Value {
    json!({
        "title": "Prices", "kind": "line", "labels": ["2026-11-22", "2026-11-23"], "name": "prices",
        "series": [{"name": "Offer A", "values": values}], "unit": "EUR", "theme": "dark",
    })
}

async fn a_chart_comes_with_the_report_as_a_picture_and_a_table() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.reads(|_| idea("The prices").no_tasks().task("t1", "analyst", "Draw them", &[]).into());
    office.works(|input| match input.steps.as_slice() {
        [] => call("make_chart", prices(json!([12]))),
        [wrong] => {
            assert!(wrong.failed && wrong.result.contains("series 1 has 1 numbers for 2 labels"), "{}", wrong.result);
            call("make_chart", prices(json!([12, 9.5])))
        }
        _ => said("Offer A fell to 9.50 EUR."),
    });
    mara.says("/new draw the prices of the two days").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
    mara.hears("<prices.png, ").await;
    mara.hears("<prices.csv, ").await;
    assert_eq!(office.file("prices.csv"), "label,Offer A (EUR)\n2026-11-22,12\n2026-11-23,9.5\n");
    assert!(office.file("prices.png").starts_with("Prices (Line, Dark)\n"));
    mara.says("/files 1").await;
    let listed = mara.hears("#1 has 2 files:").await;
    assert!(listed.contains("prices.png") && listed.contains("prices.csv"), "{listed}");
    mara.hears("<prices.png, ").await;
    mara.hears("<prices.csv, ").await;
}

async fn a_digest_over_several_days_has_a_picture_of_them() {
    let office = Office::new().await;
    office.writes(|_| said("Offer C."));
    let mara = office.owner("Mara", Web).await;
    mara.says("/report weekly Fri 16:00").await;
    mara.hears("A digest here").await;
    for what in ["the first", "the second"] {
        mara.says(&format!("/new {what}")).await;
        mara.hears("▸").await;
        mara.hears("Offer C").await;
    }
    office.advance(TimeDelta::days(2)).await;
    mara.says("/new the third").await;
    mara.hears("▸").await;
    mara.hears("Offer C").await;
    office.advance(TimeDelta::days(3)).await;
    let digest = mara.hears("Digest Fri 27 Nov, 16:00 (Berlin)").await;
    assert!(digest.contains("Done (3)") && digest.contains("<digest.png, "), "{digest}");
    let table =
        "label,Finished,Open at the end of the day\nMon 23,2,0\nTue 24,0,0\nWed 25,1,0\nThu 26,0,0\nFri 27,0,0\n";
    assert_eq!(office.file("digest.png"), format!("Finished and open by day (Bar, Light)\n{table}"));
    // In a week without anything there is nothing to draw.
    office.advance(TimeDelta::days(7)).await;
    let quiet = mara.hears("Digest Fri 4 Dec, 16:00 (Berlin)").await;
    assert!(quiet.ends_with("Nothing open and nothing new."), "{quiet}");
}

async fn a_digest_of_one_day_has_none() {
    let office = Office::new().await;
    office.writes(|_| said("Offer C."));
    let mara = office.owner("Mara", Web).await;
    mara.says("/report daily 18:00").await;
    mara.hears("A digest here").await;
    mara.says("/new the first").await;
    mara.hears("▸").await;
    mara.hears("Offer C").await;
    office.advance(TimeDelta::hours(34)).await;
    let monday = mara.hears("Digest Mon 23 Nov, 18:00 (Berlin)").await;
    let tuesday = mara.hears("Digest Tue 24 Nov, 18:00 (Berlin)").await;
    assert!(monday.contains("Done (1)") && !format!("{monday}{tuesday}").contains("digest.png"), "{monday}\n{tuesday}");
}
