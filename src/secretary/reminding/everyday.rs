//! Times as people say them, English and German, on Saturday, 21 November 2026, at 19:30 in Berlin: what is set at once,
//! and what is asked about because a word of time would stay in the words.

use super::tests::check;

#[test]
fn an_hour_in_words_is_an_hour() {
    check(&[
        ("remind me every morning at eight to take my tablets", "every day at 08:00 | take my tablets"),
        ("remind me tomorrow evening at eight to call Bob", "Sun 2026-11-22 20:00 | call Bob"),
        (
            "remind me on the 3rd of December at a quarter past two of my appointment with Dr. Miller",
            "Thu 2026-12-03 14:15 | my appointment with Dr. Miller",
        ),
        ("remind me on the first of december at nine to pay", "Tue 2026-12-01 09:00 | pay"),
        ("remind me on december third at nine to pay", "Thu 2026-12-03 09:00 | pay"),
        ("remind me on the twenty-first of january to pay", "Thu 2027-01-21 09:00 | pay"),
        ("erinnere mich am ersten Dezember um neun an die Miete", "Tue 2026-12-01 09:00 | die Miete"),
        ("remind me tomorrow night at two to look at the stars", "Mon 2026-11-23 02:00 | look at the stars"),
        ("remind me at 12 tomorrow night to lock up", "Mon 2026-11-23 00:00 | lock up"),
        ("remind me tomorrow at eight to call", "Sun 2026-11-22 08:00 | call"),
        ("remind me at eight to call", "Sat 2026-11-21 20:00 | call"),
        ("remind me at nine tomorrow to call", "Sun 2026-11-22 09:00 | call"),
        ("remind me at nine tomorrow night to lock up", "Sun 2026-11-22 21:00 | lock up"),
        ("remind me tomorrow at seven thirty to leave", "Sun 2026-11-22 07:30 | leave"),
        ("remind me tomorrow at seven forty-five to leave", "Sun 2026-11-22 07:45 | leave"),
        ("remind me tomorrow at ten past three to leave", "Sun 2026-11-22 15:10 | leave"),
        ("remind me tomorrow at twenty to six to leave", "Sun 2026-11-22 17:40 | leave"),
        ("remind me tomorrow at 5 to 6 to leave", "Sun 2026-11-22 17:55 | leave"),
        ("remind me tomorrow at half past eight pm to leave", "Sun 2026-11-22 20:30 | leave"),
        ("remind me tomorrow at eight o’clock to leave", "Sun 2026-11-22 08:00 | leave"),
        ("remind me tomorrow eight o'clock to leave", "Sun 2026-11-22 08:00 | leave"),
        ("remind me tomorrow at eight pm to leave", "Sun 2026-11-22 20:00 | leave"),
        ("remind me tomorrow at around eight to leave", "Sun 2026-11-22 08:00 | leave"),
        ("remind me around nine to leave", "Sat 2026-11-21 21:00 | leave"),
        ("remind me tomorrow around nine or so to leave", "Sun 2026-11-22 09:00 | leave"),
        ("remind me on Friday at two in the afternoon to call", "Fri 2026-11-27 14:00 | call"),
        ("remind me tonight at ten to lock up", "Sat 2026-11-21 22:00 | lock up"),
        ("remind me every Friday at four to send the report", "every Friday at 16:00 | send the report"),
        (
            "remind me every day at eight and at twenty past nine to look",
            "every day at 08:00 | look + every day at 09:20 | look",
        ),
        ("remind me tomorrow at eight and nine to call", "Sun 2026-11-22 08:00 | call + Sun 2026-11-22 09:00 | call"),
        ("wake me at six", "Sun 2026-11-22 06:00 | Wake up"),
        ("wake me at half past six tomorrow", "Sun 2026-11-22 06:30 | Wake up"),
        ("set an alarm for tomorrow at seven", "Sun 2026-11-22 07:00 | Alarm"),
        ("remind me to call Bob at eight tomorrow evening", "Sun 2026-11-22 20:00 | call Bob"),
        ("remind me of the bins at seven", "Sun 2026-11-22 07:00 | the bins"),
    ]);
}

#[test]
fn german_times_of_day() {
    check(&[
        ("Erinner mich bitte am Freitag um halb vier an Oma anrufen", "Fri 2026-11-27 15:30 | Oma anrufen"),
        ("Bitte erinnere mich morgen um halb acht an den Müll", "Sun 2026-11-22 07:30 | den Müll"),
        ("Erinnere mich morgen um acht an den Arzt", "Sun 2026-11-22 08:00 | den Arzt"),
        ("erinnere mich morgen um acht Uhr an den Arzt", "Sun 2026-11-22 08:00 | den Arzt"),
        ("erinnere mich morgen um acht Uhr dreißig an den Arzt", "Sun 2026-11-22 08:30 | den Arzt"),
        ("erinnere mich heute um zwanzig Uhr an die Nachrichten", "Sat 2026-11-21 20:00 | die Nachrichten"),
        ("erinnere mich morgen um Viertel nach acht an den Bus", "Sun 2026-11-22 08:15 | den Bus"),
        ("erinnere mich morgen um Viertel vor neun an den Bus", "Sun 2026-11-22 08:45 | den Bus"),
        ("erinnere mich morgen um dreiviertel neun an den Bus", "Sun 2026-11-22 08:45 | den Bus"),
        ("erinnere mich morgen um zehn nach acht an den Bus", "Sun 2026-11-22 08:10 | den Bus"),
        ("erinnere mich morgen um fünf vor halb neun an den Bus", "Sun 2026-11-22 08:25 | den Bus"),
        ("erinnere mich morgen Abend um acht an Bob", "Sun 2026-11-22 20:00 | Bob"),
        ("erinnere mich morgen früh um sieben an den Bus", "Sun 2026-11-22 07:00 | den Bus"),
        ("erinnere mich um acht morgen an Bob", "Sun 2026-11-22 08:00 | Bob"),
        ("erinnere mich um acht morgen Abend an Bob", "Sun 2026-11-22 20:00 | Bob"),
        ("erinnere mich am Freitagabend um acht an Bob", "Fri 2026-11-27 20:00 | Bob"),
        ("erinnere mich gegen neun an den Tee", "Sat 2026-11-21 21:00 | den Tee"),
        ("erinnere mich jeden Morgen um acht an die Tabletten", "every day at 08:00 | die Tabletten"),
        ("erinnere mich jeden Nachmittag um drei an den Tee", "every day at 15:00 | den Tee"),
        (
            "erinnere mich jeden Montag Mittwoch und Freitag um sieben ans Laufen",
            "every Monday, Wednesday and Friday at 07:00 | ans Laufen",
        ),
        (
            "erinnere mich alle zwei Wochen dienstags an die gelbe Tonne",
            "every other Tuesday at 09:00 | die gelbe Tonne",
        ),
        ("erinnere mich alle 14 Tage am Dienstag an die gelbe Tonne", "every other Tuesday at 09:00 | die gelbe Tonne"),
        (
            "erinnere mich jede zweite Woche dienstags um sieben an die Tonne",
            "every other Tuesday at 07:00 | die Tonne",
        ),
        (
            "erinnere mich jedes Jahr am 12. März an Toms Geburtstag",
            "every year on 12 March at 09:00 | Toms Geburtstag",
        ),
        (
            "erinnere mich am 12. März jedes Jahr an Toms Geburtstag",
            "every year on 12 March at 09:00 | Toms Geburtstag",
        ),
        ("erinnere mich am Mi um neun an die Pille", "Wed 2026-11-25 09:00 | die Pille"),
        ("erinnere mich jeden Mo und Fr um neun an die Pille", "every Monday and Friday at 09:00 | die Pille"),
        (
            "erinnere mich ab morgen jeden Tag um acht an die Pille",
            "sure? Sun 2026-11-22 08:00 | die Pille | I did not understand “jeden Tag”.",
        ),
        ("erinnere mich am Wochenende ans Putzen", "Sun 2026-11-22 09:00 | ans Putzen"),
    ]);
}

#[test]
fn days_in_a_row_and_words_behind_the_day() {
    check(&[
        (
            "remind me every monday wednesday and friday at 7 to run",
            "every Monday, Wednesday and Friday at 07:00 | run",
        ),
        (
            "remind me monday wednesday and friday at 7 to run",
            "sure? every Monday, Wednesday and Friday at 07:00 | run | ",
        ),
        (
            "remind me to run monday wednesday and friday at 7",
            "sure? every Monday, Wednesday and Friday at 07:00 | run | ",
        ),
        ("remind me every mon wed fri at 7 to run", "every Monday, Wednesday and Friday at 07:00 | run"),
        ("remind me at 9 tomorrow night to lock up", "Sun 2026-11-22 21:00 | lock up"),
        ("remind me at 9 tomorrow morning to lock up", "Sun 2026-11-22 09:00 | lock up"),
        ("remind me at 9pm tomorrow night to lock up", "Sun 2026-11-22 21:00 | lock up"),
        ("remind me at 7 on Friday evening to cook", "Fri 2026-11-27 19:00 | cook"),
        ("remind me every two weeks on Tuesdays at 8 to call", "every other Tuesday at 08:00 | call"),
    ]);
}

#[test]
fn every_year_may_stand_behind_the_date() {
    let birthday = "every year on 12 March at 09:00 | mum's birthday";
    check(&[
        ("remind me of mum's birthday on 12 March every year", birthday),
        ("remind me on 12 March every year of mum's birthday", birthday),
        ("remind me on 12 March of mum's birthday every year", birthday),
        ("remind me every year of mum's birthday on 12 March", birthday),
        ("remind me on 12 March, every year, of mum's birthday", birthday),
        ("remind me of mum's birthday on 12 March at 8 each year", "every year on 12 March at 08:00 | mum's birthday"),
        ("remind me of mum's birthday on 12 March every year at 8", "every year on 12 March at 08:00 | mum's birthday"),
        ("remind me yearly on 12 March of mum's birthday", birthday),
        ("remind me on Friday at 9 every week to call", "every Friday at 09:00 | call"),
        ("remind me to call on Friday every two weeks", "every other Friday at 09:00 | call"),
        ("remind me on the 15th every month to pay", "on the 15th of every month at 09:00 | pay"),
        (
            "remind me on 12 March every three weeks of the bins",
            "sure? Fri 2027-03-12 09:00 | the bins | I did not understand “every three weeks”.",
        ),
    ]);
}

#[test]
fn a_time_in_two_places_is_asked_about() {
    check(&[
        ("remind me tomorrow to call at 8", "sure? Sun 2026-11-22 08:00 | call | "),
        ("remind me tomorrow to call at eight", "sure? Sun 2026-11-22 08:00 | call | "),
        ("remind me at 9 to call Kim tomorrow", "sure? Sun 2026-11-22 09:00 | call Kim | "),
        ("remind me at 9 to call Kim on Friday", "sure? Fri 2026-11-27 09:00 | call Kim | "),
        ("remind me tomorrow to call Kim in the evening", "sure? Sun 2026-11-22 19:00 | call Kim | "),
        ("remind me every Friday to call Kim at three", "sure? every Friday at 15:00 | call Kim | "),
        ("erinnere mich morgen Oma anzurufen um acht", "sure? Sun 2026-11-22 08:00 | Oma anzurufen | "),
    ]);
}

#[test]
fn a_word_of_time_at_a_seam_is_asked_about() {
    let stretch = |said: &str| format!("“{said}” is a stretch of time; I can remind you when it begins.");
    let between = format!("sure? Sun 2026-11-22 17:00 | call | {}", stretch("between 5 and 6"));
    let words = format!("sure? Sun 2026-11-22 17:00 | call | {}", stretch("between five and six"));
    let from = format!("sure? Fri 2026-11-27 09:00 | help | {}", stretch("from nine to five"));
    let zwischen = format!("sure? Sun 2026-11-22 17:00 | Oma | {}", stretch("zwischen fünf und sechs"));
    check(&[
        ("remind me tomorrow between 5 and 6 to call", &between),
        ("remind me between 5 and 6 tomorrow to call", &between),
        ("remind me tomorrow to call between five and six", &words),
        ("remind me on Friday from nine to five to help", &from),
        ("erinnere mich morgen zwischen fünf und sechs an Oma", &zwischen),
        ("remind me tomorrow at 5 or 6 to call", "sure? Sun 2026-11-22 17:00 | call | I did not understand “or 6”."),
        (
            "remind me tomorrow at five or six to call",
            "sure? Sun 2026-11-22 17:00 | call | I did not understand “or six”.",
        ),
        (
            "remind me tomorrow or Friday to call",
            "sure? Sun 2026-11-22 09:00 | call | I did not understand “or Friday”.",
        ),
        (
            "erinnere mich morgen um fünf oder sechs an Oma",
            "sure? Sun 2026-11-22 17:00 | Oma | I did not understand “oder sechs”.",
        ),
        ("remind me tomorrow 9-11 to work", "sure? Sun 2026-11-22 09:00 | work | I did not understand “9-11”."),
        ("remind me tomorrow 9 to 5 to work", "sure? Sun 2026-11-22 09:00 | work | I did not understand “to 5”."),
        ("remind me tomorrow 5 swim", "when? swim | I did not understand “5”."),
        ("remind me a week from friday to pay", "sure? Fri 2026-11-27 09:00 | pay | I did not understand “a week”."),
        (
            "remind me every day at nine starting monday to take pills",
            "sure? every day at 09:00 | take pills | I did not understand “starting monday”.",
        ),
        ("remind me tomorrow after the meeting to call", "when? call | I did not understand “after the meeting”."),
        ("remind me tomorrow when I am home to call", "when? call | I did not understand “when I am home”."),
        (
            "erinnere mich morgen nach dem Essen an die Pille",
            "when? die Pille | I did not understand “nach dem Essen”.",
        ),
        ("remind me tomorrow at eightish to call", "when? call | I did not understand “at eightish”."),
        ("remind me tomorrow at eigth to call", "when? call | I did not understand “at eigth”."),
        ("remind me tomorrow by nine to call", "when? call | I did not understand “by nine”."),
        ("remind me tomorrow at half eight to call", "when? call | I did not understand “at half eight”."),
        ("remind me tomorrow at lunch to call", "when? call | I did not understand “at lunch”."),
        ("erinnere mich morgen um viertel acht an Oma", "when? Oma | I did not understand “um viertel acht”."),
        ("erinnere mich morgen kurz nach acht an Oma", "when? Oma | I did not understand “kurz nach acht”."),
        ("remind me later today to call", "sure? Sat 2026-11-21 20:30 | call | I did not understand “later”."),
        ("remind me early tomorrow to call", "sure? Sun 2026-11-22 09:00 | call | I did not understand “early”."),
        (
            "remind me tomorrow first thing to call",
            "sure? Sun 2026-11-22 09:00 | call | I did not understand “first thing”.",
        ),
        ("remind me mornings at 8 to run", "sure? Sat 2026-11-21 20:00 | run | I did not understand “mornings”."),
        ("remind me on Friday at 9 to send the report weekly", "every Friday at 09:00 | send the report"),
        (
            "remind me at 9am tomorrow night to lock up",
            "sure? Sun 2026-11-22 09:00 | lock up | I did not understand “night”.",
        ),
        (
            "erinnere mich dienstags alle zwei Wochen um acht an die Tonne",
            "sure? every 2 weeks at 08:00 | die Tonne | I did not understand “dienstags”.",
        ),
    ]);
}

#[test]
fn a_word_of_time_in_the_thing_is_left_there() {
    let left = |said: &str| format!("I left “{said}” in the words and did not take it for the time.");
    let tickets = format!("Sun 2026-11-22 09:00 | buy tickets for Friday night | {}", left("Friday night"));
    let table = format!("Sun 2026-11-22 09:00 | book a table for Friday at 7 | {}", left("Friday at 7"));
    let five = format!("Sun 2026-11-22 09:00 | catch the 5 pm train | {}", left("5 pm"));
    check(&[
        ("remind me tomorrow at 9 to buy tickets for Friday night", &tickets),
        ("remind me tomorrow at 9 to book a table for Friday at 7", &table),
        (
            "remind me tomorrow at 9 to book the nine o'clock train",
            "Sun 2026-11-22 09:00 | book the nine o'clock train",
        ),
        ("remind me tomorrow at 9 to book the 9 o'clock train", "Sun 2026-11-22 09:00 | book the 9 o'clock train"),
        ("remind me tomorrow to book the nine o'clock train", "Sun 2026-11-22 09:00 | book the nine o'clock train"),
        ("remind me tomorrow to catch the 5 pm train", &five),
        ("remind me tomorrow at 9 to call Monday.com", "Sun 2026-11-22 09:00 | call Monday.com"),
        ("remind me to call Monday.com tomorrow at 9", "Sun 2026-11-22 09:00 | call Monday.com"),
        ("remind me tomorrow at 9 to look at two offers", "Sun 2026-11-22 09:00 | look at two offers"),
        ("remind me tomorrow to look at one of the offers", "Sun 2026-11-22 09:00 | look at one of the offers"),
        (
            "remind me tomorrow at 9 to choose between tea and coffee",
            "Sun 2026-11-22 09:00 | choose between tea and coffee",
        ),
        ("remind me tomorrow at 9 to thank every user", "Sun 2026-11-22 09:00 | thank every user"),
        (
            "remind me tomorrow at 9 to order a half or a whole cake",
            "Sun 2026-11-22 09:00 | order a half or a whole cake",
        ),
        ("remind me tomorrow at 9 to buy eight eggs", "Sun 2026-11-22 09:00 | buy eight eggs"),
        ("remind me tomorrow at 9 after the meeting to call", "Sun 2026-11-22 09:00 | after the meeting to call"),
        ("erinnere mich morgen nach Hause zu gehen", "Sun 2026-11-22 09:00 | nach Hause zu gehen"),
        ("remind me tomorrow at 9 to say good morning to Kim", "Sun 2026-11-22 09:00 | say good morning to Kim"),
        ("remind me tomorrow at 9 to book the evening class", "Sun 2026-11-22 09:00 | book the evening class"),
        ("remind me tomorrow at 9 to read the weekly report", "Sun 2026-11-22 09:00 | read the weekly report"),
        ("remind me tomorrow to buy 5 or 6 eggs", "Sun 2026-11-22 09:00 | buy 5 or 6 eggs"),
        ("erinnere mich morgen um 9 an das Abendessen", "Sun 2026-11-22 09:00 | das Abendessen"),
        ("erinnere mich morgen um 9, um ein Bild zu malen", "Sun 2026-11-22 09:00 | um ein Bild zu malen"),
    ]);
    let friday = left("Friday");
    let what = format!("Sun 2026-11-22 09:00 | buy tickets for Friday | {friday}");
    check(&[("remind me tomorrow at 9 to buy tickets for Friday", &what)]);
}
