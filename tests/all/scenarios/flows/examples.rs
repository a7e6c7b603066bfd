//! The flows that come with the program do what they say, also at their bounds.

use super::{begins, example, rows, run, with_mara};
use crate::support::{Discord, TimeDelta, json, said};
use secretary::secretary::flow::run::RunState;

stories![
    a_price_below_the_limit_is_told,
    a_load_goes_one_of_three_ways,
    a_question_without_an_answer_takes_its_default,
    all_pages_of_a_list_are_read,
    a_page_that_is_down_is_tried_again,
    a_page_that_stays_down_fails_the_run,
    a_row_is_added_once_and_then_written_over,
    it_looks_every_five_minutes_until_it_is_ready,
    several_sites_are_told_of_in_one_message,
    what_an_agent_found_is_checked_and_handed_on,
    several_agents_work_at_the_same_time,
];

async fn a_price_below_the_limit_is_told() {
    let (office, mara) = with_mara(Discord).await;
    let watch = example(&office, &mara, "threshold").await;
    for price in [80, 90, 100] {
        office.page("https://shop.example/price", &format!("It costs {price} euros."));
        begins(&office, &watch, false).await;
        if price == 80 {
            mara.hears("The price is 80, below 90.").await;
        }
        mara.hears_nothing();
    }
}

async fn a_load_goes_one_of_three_ways() {
    let (office, mara) = with_mara(Discord).await;
    let load = example(&office, &mara, "branches").await;
    office.page("https://status.example/load", "80");
    begins(&office, &load, false).await;
    let told = mara.hears("“branches” is done:").await;
    assert!(told.contains("The load is 80 %."), "{told}");
    office.page("https://status.example/load", "90");
    begins(&office, &load, false).await;
    mara.hears("The load is 90 %, which is much.").await;
    office.page("https://status.example/load", "100");
    let asks = begins(&office, &load, false).await;
    let asked = mara.hears("“branches”: The load is 100 %. Shall I note it as an outage?").await;
    assert!(asked.contains("Without an answer I take “Yes” on "), "{asked}");
    let data = mara.data("Yes");
    assert_eq!(mara.presses("Yes").await, "Chosen: Yes.");
    assert_eq!(run(&office, &asks).await.state, RunState::Completed(json!(null)));
    assert_eq!(mara.presses_data(&data, "Yes").await, "That is answered already, or the flow has ended.");
    let kept = rows(&office, "outages").await;
    assert_eq!((kept.len(), &kept[0].1["load"]), (1, &json!(100)));
    mara.hears_nothing();
}

async fn a_question_without_an_answer_takes_its_default() {
    let (office, mara) = with_mara(Discord).await;
    let load = example(&office, &mara, "branches").await;
    office.page("https://status.example/load", "100");
    begins(&office, &load, false).await;
    mara.hears("Shall I note it as an outage?").await;
    office.advance(TimeDelta::minutes(61)).await;
    assert!(!mara.offers("Yes"), "the question is over");
    assert_eq!(rows(&office, "outages").await.len(), 1);
    // The next one is answered by its exact label.
    begins(&office, &load, false).await;
    mara.hears("Shall I note it as an outage?").await;
    mara.says("No").await;
    mara.hears("Chosen: No.").await;
    assert_eq!(rows(&office, "outages").await.len(), 1);
    mara.hears_nothing();
}

async fn all_pages_of_a_list_are_read() {
    let (office, mara) = with_mara(Discord).await;
    let list = example(&office, &mara, "pages").await;
    for (page, text) in [(1, "red\nblue"), (2, "green"), (3, "")] {
        office.page(&format!("https://shop.example/list?page={page}"), text);
    }
    begins(&office, &list, false).await;
    let told = mara.hears("The whole list").await;
    for colour in ["red", "blue", "green"] {
        assert_eq!(told.matches(colour).count(), 1, "{told}");
    }
    mara.hears_nothing();
}

async fn a_page_that_is_down_is_tried_again() {
    let (office, mara) = with_mara(Discord).await;
    let report = example(&office, &mara, "retry").await;
    begins(&office, &report, false).await;
    office.advance(TimeDelta::seconds(70)).await;
    mara.hears_nothing();
    office.page("https://status.example/report", "All is well.");
    office.advance(TimeDelta::seconds(300)).await;
    mara.hears("The report is there: All is well.").await;
    let done = mara.hears("“retry” is done:").await;
    assert_eq!(done.matches("not yet: ").count(), 2, "{done}");
    mara.hears_nothing();
}

async fn a_page_that_stays_down_fails_the_run() {
    let (office, mara) = with_mara(Discord).await;
    let report = example(&office, &mara, "retry").await;
    begins(&office, &report, false).await;
    office.advance(TimeDelta::hours(1)).await;
    let failed = mara.hears("The flow “retry” did not come to its end: the page was down three times (line 11").await;
    assert!(failed.ends_with("of the script)."), "{failed}");
    mara.hears_nothing();
}

async fn a_row_is_added_once_and_then_written_over() {
    let (office, mara) = with_mara(Discord).await;
    let prices = example(&office, &mara, "exists").await;
    office.page("https://shop.example/prices", "red;80\nblue;100\nno price here");
    begins(&office, &prices, false).await;
    let told = mara.hears("new: red, 80").await;
    assert!(told.contains("new: blue, 100"), "{told}");
    begins(&office, &prices, false).await;
    mara.hears_nothing();
    office.page("https://shop.example/prices", "red;90\nblue;100");
    begins(&office, &prices, false).await;
    let told = mara.hears("red: 80, now 90").await;
    assert!(!told.contains("blue"), "{told}");
    let kept = rows(&office, "products").await;
    let price = |at: usize| (kept[at].0.as_str(), kept[at].1["price"].as_f64());
    assert_eq!([price(0), price(1)], [("red", Some(90.0)), ("blue", Some(100.0))]);
    mara.hears_nothing();
}

async fn it_looks_every_five_minutes_until_it_is_ready() {
    let (office, mara) = with_mara(Discord).await;
    let ready = example(&office, &mara, "until_every_five_minutes").await;
    office.page("https://build.example/state", "building");
    begins(&office, &ready, false).await;
    office.advance(TimeDelta::minutes(6)).await;
    mara.hears_nothing();
    office.page("https://build.example/state", "Ready");
    office.advance(TimeDelta::minutes(5)).await;
    mara.hears("It is ready. I looked 3 times.").await;
    mara.hears_nothing();
}

async fn several_sites_are_told_of_in_one_message() {
    let (office, mara) = with_mara(Discord).await;
    let news = example(&office, &mara, "collect_and_notify").await;
    office.page("https://a.example/news", "Weather\nA new release is out");
    office.page("https://c.example/news", "Nothing");
    begins(&office, &news, false).await;
    let told = mara.hears("A new release is out").await;
    assert!(told.contains("b.example/news could not be read") && !told.contains("c.example"), "{told}");
    mara.hears_nothing();
}

async fn what_an_agent_found_is_checked_and_handed_on() {
    let (office, mara) = with_mara(Discord).await;
    let chain = example(&office, &mara, "chain_with_schema").await;
    office.works(|input| {
        assert!(input.instruction.contains("JSON schema"), "{}", input.instruction);
        said(r#"{"name": "Nimbus", "price": "cheap"}"#)
    });
    begins(&office, &chain, false).await;
    mara.hears("the answer of the agent does not fit the schema: value.price is not of type number").await;
    office.works(|_| said("```json\n{\"name\": \"Nimbus\", \"price\": 80}\n```"));
    begins(&office, &chain, false).await;
    mara.hears("Shall I keep Nimbus at 80 euros?").await;
    assert_eq!(mara.presses("Keep it").await, "Chosen: Keep it.");
    assert_eq!(mara.note("Cheapest hosting").await.as_deref(), Some("Nimbus: 80 euros a month"));
    mara.hears_nothing();
}

async fn several_agents_work_at_the_same_time() {
    let (office, mara) = with_mara(Discord).await;
    let three = example(&office, &mara, "fan_out").await;
    office.works(|input| {
        let name = ["SQLite", "PostgreSQL", "DuckDB"].into_iter().find(|name| input.instruction.contains(name));
        said(&format!("{} is good.", name.unwrap_or_default()))
    });
    begins(&office, &three, false).await;
    let told = mara.hears("Three databases").await;
    let places = ["SQLite is good.", "PostgreSQL is good.", "DuckDB is good."].map(|answer| told.find(answer));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{told}");
    mara.hears_nothing();
}
