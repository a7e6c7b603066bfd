//! Recurring phrases inside sentences, and prose which holds no time at all.

use super::super::Rule;
use super::moments::find;

#[test]
fn recurring_inside_a_sentence() {
    let table = [
        ("remind me every day at 9 to drink", "every day at 9", "0 9 * * *", false),
        ("every friday at 4 pm send the list", "every friday at 4 pm", "0 16 * * 5", false),
        ("at 9 every day tell me", "at 9 every day", "0 9 * * *", false),
        ("every monday ask for news", "every monday", "0 9 * * 1", true),
        ("look every 15 minutes", "every 15 minutes", "*/15 * * * *", false),
        ("daily at 18:00 a digest", "daily at 18:00", "0 18 * * *", false),
        ("on weekdays at 8:00 post the plan", "on weekdays at 8:00", "0 8 * * 1,2,3,4,5", false),
        ("every other friday at 9 look", "every other friday at 9", "0 9 * * 5", false),
        ("jeden Tag um 9 Uhr Wasser", "jeden Tag um 9 Uhr", "0 9 * * *", false),
    ];
    for (sentence, cut, fields, day_only) in table {
        let moment = find(sentence).expect(sentence);
        let Rule::Wall { cron, .. } = moment.rule else {
            panic!("{sentence}: {:?}", moment.rule);
        };
        assert_eq!((&sentence[moment.span], cron.as_str(), moment.day_only), (cut, fields, day_only), "{sentence}");
    }
}

#[test]
fn prose_is_no_time() {
    let table = [
        "we met at second street",
        "you may do it",
        "may I ask, it may 5 times fail",
        "the march was long",
        "march 5 miles",
        "she sat down",
        "in 5 offers we trust",
        "compare 3 offers in 4 shops",
        "the sun is out, mon ami",
        "based on sun exposure",
        "look at 5 offers",
        "multiply by 5",
        "it costs 5.12.",
        "it costs 5.30 in total",
        "version 2.10.3 of 24.12",
        "http://example.org/2026-12-24/x",
        "the daily routine and the hourly rate",
        "the monday meeting notes",
        "black friday deals",
        "prepare the friday call",
        "tomorrow's weather",
        "today’s weather",
        "in 900 years",
        "in 0 minutes",
        "last friday at 14:00 it broke",
        "yesterday at 9 it broke",
        "since Monday it is slow",
        "the score was 17:30 or so",
        "read John 3:16",
        "every user and every other person",
        "guten Morgen",
        "I am 9 and want to be the second",
        "on the 5th floor",
        "on 2020-01-01 it began",
        "and in 2024 too",
        "a weekly report, a monthly bill",
        "an afternoon in the morning sun",
        "I want 12 months of data in the table",
        "",
        "   ",
    ];
    for sentence in table {
        assert_eq!(find(sentence), None, "{sentence}");
    }
}
