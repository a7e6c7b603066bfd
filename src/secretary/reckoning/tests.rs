//! Tables of sums in plain words, and of words that only look like sums.

use super::*;

/// Monday, 23 November 2026, 09:00 in Berlin.
fn said(text: &str) -> String {
    let now = "2026-11-23T08:00:00Z".parse().unwrap();
    match read(text, chrono_tz::Europe::Berlin, now) {
        Some(Answer::Is { asked, value, .. }) => format!("{asked} = {value}"),
        Some(Answer::Said(line)) => line,
        Some(Answer::Not(why)) => format!("! {why}"),
        None => "-".to_owned(),
    }
}

/// Every wording with another answer, at once.
fn check(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter(|(text, answer)| said(text) != *answer)
        .map(|(text, answer)| format!("{text}\n  wanted {answer}\n  got    {}", said(text)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn numbers_in_words_and_in_digits() {
    check(&[
        ("half of 90", "1/2 of 90 = 45"),
        ("a third of 120", "1/3 of 120 = 40"),
        ("what is two thirds of 90?", "2/3 of 90 = 60"),
        ("three quarters of 80", "3/4 of 80 = 60"),
        ("twelve times seven", "12 * 7 = 84"),
        ("two hundred plus 5", "200 + 5 = 205"),
        ("what's two hundred and five minus twenty-five", "205 - 25 = 180"),
        ("one thousand two hundred divided by four", "1200 / 4 = 300"),
        ("a dozen times 3", "12 * 3 = 36"),
        ("one and a half times 8", "1.5 * 8 = 12"),
        ("2.5 million divided by 4", "(2.5 * 1000000) / 4 = 625,000"),
        ("a hundred minus one", "100 - 1 = 99"),
        ("What is 19% of 240?", "19% of 240 = 45.6"),
        ("20% of 80", "20% of 80 = 16"),
        ("twenty percent of eighty", "20% of 80 = 16"),
        ("80 plus 19% VAT", "80 + 19% = 95.2"),
        ("what is 15 percent tip on 64.50", "15% of 64.50 = 9.675"),
        ("15% off 80", "80 - 15% = 68"),
        ("what percent of 80 is 20?", "20 / 80 = 25%"),
        ("20 is what percent of 80", "20 / 80 = 25%"),
        ("increase 80 by 10%", "80 + 10% = 88"),
        ("119 without 19% VAT", "119 / (1 + 19 / 100) = 100"),
        ("square root of 144", "sqrt(144) = 12"),
        ("average of 3, 4 and 8", "(3 + 4 + 8) / 3 = 5"),
        ("split 84 between 4 people", "84 / 4 = 21"),
        ("3,5 + 1,25", "3.5 + 1.25 = 4.75"),
        ("1.234,50 * 2", "1234.50 * 2 = 2469"),
        ("1,200 / 7", "1,200 / 7 = about 171.428571429"),
        ("1 000 000 + 1", "1000000 + 1 = 1,000,001"),
        ("1.000.000 + 1", "1000000 + 1 = 1,000,001"),
        ("how much is 7 squared", "7^2 = 49"),
        ("Wie viel ist 12 mal 12?", "12 * 12 = 144"),
        ("10 percent more than 50", "50 + 10% = 55"),
        ("2 to the power of 10", "2^10 = 1024"),
        ("10 / 0", "! That divides by zero."),
    ]);
}

#[test]
fn points_and_commas_as_germans_write_them() {
    check(&[
        ("Was sind 3,5 mal 1.000?", "3.5 * 1000 = 3500"),
        ("was ist 1.000 mal 3", "1000 * 3 = 3000"),
        ("was ist 1.500,50 mal 2?", "1500.50 * 2 = 3001"),
        ("wie viel ist 12.500 geteilt durch 5", "12500 / 5 = 2500"),
        ("wie viel ist 1.000 plus 10 Prozent", "1000 + 10% = 1100"),
        ("was ist 1,500 mal 2", "1.500 * 2 = 3"),
        ("was ist 0,125 mal 8", "0.125 * 8 = 1"),
        ("1.000 + 2,5", "1000 + 2.5 = 1002.5"),
        ("1.500,50 + 2", "1500.50 + 2 = 1502.5"),
        ("10% von 2.500", "10% of 2500 = 250"),
        ("1.000 * 3", "1.000 * 3 = 3; with the point between thousands, 1000 * 3 = 3000."),
        ("what is 1.500 times 2?", "1.500 * 2 = 3; with the point between thousands, 1500 * 2 = 3000."),
        ("1.25 + 1.500", "1.25 + 1.500 = 2.75"),
        ("0.125 * 8", "0.125 * 8 = 1"),
        ("1,000 * 1.125", "1,000 * 1.125 = 1125"),
        ("1.000 € * 3", "1000 * 3 = €3000.00"),
        ("wie viele km sind 1.500 m", "1500 m = 1.5 km"),
    ]);
}

#[test]
fn money_is_rounded_to_the_cent() {
    check(&[
        ("what is 15 percent tip on $64.50", "15% of 64.50 = about $9.68"),
        ("80 euros plus 19% VAT", "80 + 19% = €95.20"),
        ("€100 / 3", "100 / 3 = about €33.33"),
        ("split 12 dollars between 5 people", "12 / 5 = $2.40"),
        ("1.234,50 € * 10", "1234.50 * 10 = €12,345.00"),
        ("5 euros - 8 euros", "5 - 8 = -€3.00"),
        (
            "5 euros plus 3 dollars",
            "! It names money of several countries. Exchange rates change by the hour and I know none.",
        ),
        ("100 euros in dollars", "! Exchange rates change by the hour and I know none, so I can't say that exactly."),
    ]);
}

#[test]
fn what_is_counted_has_a_name() {
    check(&[
        ("20 people times 12.50 euro", "20 * 12.50 = €250.00"),
        ("what is twenty people times 12.50 euros?", "20 * 12.50 = €250.00"),
        ("20 Leute mal 12,50 Euro", "20 * 12.50 = €250.00"),
        ("12.50 euro times 20 people", "12.50 * 20 = €250.00"),
        ("3 hotel nights times 80 euros plus 12 euros", "3 * 80 + 12 = €252.00"),
        ("20 people * 3", "-"),
        ("1920 pixels x 1080", "-"),
        ("5 Millionen mal 3", "-"),
        ("5 Millionen mal 3 Euro", "-"),
        ("3 trillion times 2", "-"),
        ("3 quarters times 8", "-"),
        ("3 quarters times 8 euros", "-"),
        ("3 Viertel mal 8", "-"),
        ("2 Drittel mal 9", "-"),
        ("2 Drittel mal 9 Euro", "-"),
        ("5 factorial times 2", "-"),
        ("8 euros times 3 quarters", "-"),
        ("45 minutes times 3", "45 minutes * 3 = 2 hours 15 minutes"),
        ("5 kilometers times 3", "-"),
        ("5 times 10 squats", "-"),
        ("20 people for 3 days", "-"),
        ("20% of 80", "20% of 80 = 16"),
        ("3 hours times 80 euros", "3 * 80 = €240.00"),
        ("2 kg times 3.50 euros", "2 * 3.50 = €7.00"),
    ]);
    let now = "2026-11-23T08:00:00Z".parse().unwrap();
    assert!(clear("20 people times 12.50 euro", chrono_tz::Europe::Berlin, now));
    assert!(!clear("1920 pixels x 1080", chrono_tz::Europe::Berlin, now));
}

#[test]
fn measures_are_turned_into_others() {
    check(&[
        ("10 km in miles", "10 km = about 6.2137 miles"),
        ("how many km is 26.2 miles", "26.2 miles = about 42.1648 km"),
        ("convert 5 kg to lb", "5 kg = about 11.0231 lb"),
        ("150 lbs in kg", "150 lb = about 68.0389 kg"),
        ("20 C in F", "20 °C = 68 °F"),
        ("what is 98.6 fahrenheit in celsius?", "98.6 °F = 37 °C"),
        ("-40°F in °C", "-40 °F = -40 °C"),
        ("2 gallons in liters", "2 US gallons = about 7.5708 l"),
        ("5 ft 11 in cm", "5 feet 11 inches = 180.34 cm"),
        ("5'11\" in cm", "5 feet 11 inches = 180.34 cm"),
        ("180 cm in inches", "180 cm = about 70.8661 inches"),
        ("how many inches are in a foot", "1 foot = 12 inches"),
        ("90 minutes in hours", "90 minutes = 1.5 hours"),
        ("2 hours 30 minutes in minutes", "2 hours 30 minutes = 150 minutes"),
        ("how many seconds are in a day?", "1 day = 86,400 seconds"),
        ("two and a half hours in minutes", "2.5 hours = 150 minutes"),
        ("100 km/h in mph", "100 km/h = about 62.1371 mph"),
        ("1,5 l in ml", "1.5 l = 1500 ml"),
        ("half a mile in m", "0.5 miles = 804.672 m"),
        ("3 years in months", "3 years = 36 months"),
        ("3 months in days", "! Months and years differ in length, so there is no exact answer."),
        ("5 kg in km", "! kg is a weight and km is a length, so one can't be turned into the other."),
        ("-300 C in F", "! Nothing is that cold: it is below absolute zero."),
    ]);
}

#[test]
fn dates_are_counted() {
    check(&[
        ("how many days until 24 December", "31 days, that is 4 weeks and 3 days until Thursday, 24 December 2026."),
        ("How many days until Christmas?", "32 days, that is 4 weeks and 4 days until Friday, 25 December 2026."),
        ("days until Friday", "4 days until Friday, 27 November 2026."),
        ("how many weeks until 1 January", "5 weeks and 4 days (39 days) until Friday, 1 January 2027."),
        ("what date is in 6 weeks", "Monday, 4 January 2027."),
        ("what date is it in six weeks?", "Monday, 4 January 2027."),
        ("what is the date 90 days from today", "Sunday, 21 February 2027."),
        ("what date was 3 weeks ago", "Monday, 2 November 2026."),
        ("what day is it in 100 days", "Wednesday, 3 March 2027."),
        (
            "days between 1 March and 5 June",
            "96 days, that is 13 weeks and 5 days from Monday, 1 March 2027 to Saturday, 5 June 2027.",
        ),
        (
            "how many days are there between 2026-03-01 and 2026-06-05",
            "96 days, that is 13 weeks and 5 days from Sunday, 1 March 2026 to Friday, 5 June 2026.",
        ),
        (
            "how many working days until 4 December",
            "9 working days from Monday to Friday, holidays not looked at until Friday, 4 December 2026.",
        ),
        ("how many days since 1 May", "206 days, that is 29 weeks and 3 days since Friday, 1 May 2026."),
        ("what date is 2 weeks after 3 March", "Wednesday, 17 March 2027."),
        ("what day of the week was 9 November 1989", "Thursday, 9 November 1989."),
        ("what day is 24 December", "Thursday, 24 December 2026."),
        ("what's the date today?", "It is Monday, 23 November 2026."),
        ("how many days until 24.12.", "31 days, that is 4 weeks and 3 days until Thursday, 24 December 2026."),
        ("how long until 18:00?", "9 hours until Mon 23 Nov, 18:00 (Berlin)."),
        ("how many hours until tomorrow at 9", "1 day until Tue 24 Nov, 09:00 (Berlin)."),
        ("what time is it?", "It is 09:00 (Berlin)."),
        ("what week is it", "It is week 48 of 2026."),
    ]);
}

#[test]
fn times_of_day_and_lengths_are_reckoned() {
    check(&[
        ("9:30 + 45 minutes", "09:30 + 45 minutes = 10:15"),
        ("what is 14:20 minus 2h35", "14:20 - 2 hours 35 minutes = 11:45"),
        ("how long from 9:15 to 17:40?", "09:15 to 17:40 = 8 hours 25 minutes"),
        ("how long is 9:15-17:40", "09:15 to 17:40 = 8 hours 25 minutes"),
        ("3h20 + 1h50", "3 hours 20 minutes + 1 hour 50 minutes = 5 hours 10 minutes"),
        ("what time is it 90 minutes before 18:00?", "18:00 - 1 hour 30 minutes = 16:30"),
        ("what time is 45 min after 9:30 pm", "21:30 + 45 minutes = 22:15"),
        (
            "how many hours between 8:30 and 17:00 minus a 45 minute break",
            "08:30 to 17:00 - 45 minutes = 7 hours 45 minutes (7.75 hours)",
        ),
        ("how many hours from 8:30 to 17:00 with a 30-minute lunch break", "08:30 to 17:00 - 30 minutes = 8 hours"),
        ("how many minutes between 9:15 and 10:00", "09:15 to 10:00 = 45 minutes"),
        ("how many hours are there from 9 to 5", "09:00 to 17:00 = 8 hours"),
        ("how long from 22:00 to 6:00", "22:00 to 06:00 the next day = 8 hours"),
        ("23:30 + 2 hours", "23:30 + 2 hours = 01:30 the next day"),
        ("0:30 - 45 minutes", "00:30 - 45 minutes = 23:45 the day before"),
        ("5pm plus an hour and a half", "17:00 + 1 hour 30 minutes = 18:30"),
        ("what is 17:40 - 9:15", "17:40 - 09:15 = 8 hours 25 minutes"),
        ("1:45 + 2:30", "01:45 + 02:30 = 4:15"),
        ("20:00 + 6:00", "20:00 + 06:00 = 26 hours as lengths of time, or 02:00 the next day as a time of day"),
        ("45 minutes times 3", "45 minutes * 3 = 2 hours 15 minutes"),
        ("2 hours 20 minutes / 4", "2 hours 20 minutes / 4 = 35 minutes"),
        ("1.5 hours + 20 min", "1 hour 30 minutes + 20 minutes = 1 hour 50 minutes"),
        ("what time is it in 90 minutes?", "09:00 + 1 hour 30 minutes = 10:30"),
        ("what time was it 3 hours ago", "09:00 - 3 hours = 06:00"),
        ("how long from now until 18:00", "09:00 to 18:00 = 9 hours"),
        ("9:30 + 45", "! 09:30 is a time of day, and 45 may be minutes or hours. Send for example: 09:30 + 45 minutes"),
    ]);
}

#[test]
fn what_is_no_sum_of_times_stays_an_idea() {
    check(&[
        ("9:15 - 17:40", "-"),
        ("meeting 9:30 + lunch", "-"),
        ("90 minutes before 18:00", "-"),
        ("from 9:15 to 17:40", "-"),
        ("45 minutes", "-"),
        ("how long is the bridge", "-"),
        ("how long does it take to cook 2 eggs", "-"),
        ("what time is it in Tokyo", "-"),
        ("what time is the meeting", "-"),
        ("5 m + 3 m", "-"),
        ("9:30", "-"),
    ]);
}

/// Words behind a result that can be typed like this.
fn then(result: &str, text: &str) -> String {
    let now = "2026-11-23T08:00:00Z".parse().unwrap();
    match follow_up(text, result, chrono_tz::Europe::Berlin, now) {
        Some(Answer::Is { asked, value, .. }) => format!("{asked} = {value}"),
        Some(Answer::Said(line)) => line,
        Some(Answer::Not(why)) => format!("! {why}"),
        None => "-".to_owned(),
    }
}

#[test]
fn words_go_on_from_a_result() {
    let rates = "! Exchange rates change by the hour and I know none, so I can't say that exactly.";
    for (result, text, wanted) in [
        ("285.6", "times 3", "285.6 * 3 = 856.8"),
        ("285.6", "and times 3?", "285.6 * 3 = 856.8"),
        ("285.6", "x 3", "285.6 * 3 = 856.8"),
        ("285.6", "* 3", "285.6 * 3 = 856.8"),
        ("285.6", "and plus 15?", "285.6 + 15 = 300.6"),
        ("200", "minus 10%", "200 - 10% = 180"),
        ("200", "divided by 4", "200 / 4 = 50"),
        ("200", "divide that by four, please", "200 / 4 = 50"),
        ("200", "and 20% of that?", "20% of 200 = 40"),
        ("200", "half of that", "1/2 of 200 = 100"),
        ("200", "what is a third of it?", "1/3 of 200 = about 66.6666666667"),
        ("200", "and half?", "200 / 2 = 100"),
        ("200", "double that", "200 * 2 = 400"),
        ("200", "add 15", "200 + 15 = 215"),
        ("200", "subtract 10%", "200 - 10% = 180"),
        ("200", "10% off", "200 - 10% = 180"),
        ("200", "what about 1000 minus that?", "1000 - 200 = 800"),
        ("200", "split between 4 people", "200 / 4 = 50"),
        ("(-5)", "times 3", "(-5) * 3 = -15"),
        ("(100 / 3) €", "times 3", "(100 / 3) * 3 = €100.00"),
        ("9.6750 $", "times 2", "9.6750 * 2 = $19.35"),
        ("95.2 €", "and in dollars?", rates),
        ("95.2 €", "in euros", "! It is in euros already."),
        ("95.2", "and in euros?", "! That was a number without money, and I know no exchange rates."),
        ("10 km", "and in feet?", "10 km = about 32,808.399 feet"),
        ("10:15", "plus 45 minutes", "10:15 + 45 minutes = 11:00"),
        ("10:15", "minus 30 min", "10:15 - 30 minutes = 09:45"),
        ("5 hours 10 minutes", "times 2", "5 hours 10 minutes * 2 = 10 hours 20 minutes"),
        ("5 hours 10 minutes", "and in minutes?", "5 hours 10 minutes = 310 minutes"),
        ("200", "thanks", "-"),
        ("200", "that is great", "-"),
        ("200", "plus", "-"),
        ("200", "and now?", "-"),
        ("200", "add milk to the shopping list", "-"),
        ("200", "remind me in 10 minutes", "-"),
        ("200", "in 10 minutes", "-"),
        ("200", "take it off the list", "-"),
        ("200", "3", "-"),
        ("200", "it", "-"),
        ("200", "order 3 of that", "-"),
        ("200", "compare that with 300", "-"),
    ] {
        assert_eq!(then(result, text), wanted, "{result} → {text}");
    }
}

#[test]
fn a_result_is_kept_as_it_can_be_typed() {
    let next = |text: &str| {
        let now = "2026-11-23T08:00:00Z".parse().unwrap();
        read(text, chrono_tz::Europe::Berlin, now).and_then(|answer| answer.next().map(str::to_owned))
    };
    for (text, wanted) in [
        ("240 + 19%", Some("285.6")),
        ("3 - 8 =", Some("(-5)")),
        ("€100 / 3", Some("(100 / 3) €")),
        ("what is 15 percent tip on $64.50", Some("9.6750 $")),
        ("square root of 2", Some("(sqrt(2))")),
        ("9:30 + 45 minutes", Some("10:15")),
        ("10 km in miles", Some("10 km")),
        ("10 / 0", None),
        ("how many days until Christmas?", None),
    ] {
        assert_eq!(next(text).as_deref(), wanted, "{text}");
    }
}

#[test]
fn what_is_no_sum_stays_an_idea() {
    check(&[
        ("what is 42", "-"),
        ("50%", "-"),
        ("24-12-2026", "-"),
        ("+49 30 123456", "-"),
        ("030-123456", "-"),
        ("calculate the tip for 3 people", "-"),
        ("compare 3 offers in Berlin", "-"),
        ("what is half the price of the new phone", "-"),
        ("the best of two worlds", "-"),
        ("how many people live in 10 houses in Rome", "-"),
        ("what is the third man about", "-"),
        ("one of the plants is dying", "-"),
        ("how many days until the parcel comes", "-"),
        ("what is 5 in a row called", "-"),
        ("find 2 hotels in 3 cities", "-"),
        ("how long until the milk goes bad", "-"),
        ("what is a mile", "-"),
        ("how many cups of tea are healthy", "-"),
        ("write 3 ideas in 10 minutes", "-"),
        ("what is the date of the meeting with Kim", "-"),
        ("when is 24 December free", "-"),
        ("meet at 10 to 12", "-"),
        ("two and two", "-"),
        ("how much is the fish", "-"),
        ("in 20 minutes", "-"),
        ("what is one plus", "-"),
        ("times 3", "-"),
        ("divided by 4", "-"),
    ]);
}

#[test]
fn only_what_is_asked_for_is_no_answer_to_a_question() {
    let now = "2026-11-23T08:00:00Z".parse().unwrap();
    let clear = |text: &str| clear(text, chrono_tz::Europe::Berlin, now);
    assert!(clear("what is 20% of 80?") && clear("how many days until Christmas"));
    assert!(!clear("500 + 200") && !clear("500-5,000"));
}

#[test]
fn numbers_and_signs_alone_are_a_sum() {
    for sum in ["1/3 + 1/6", "2*3", "10 / 2 + 1 =", "(2+3)×4"] {
        assert!(is_bare_sum(sum), "{sum}");
    }
    for other in ["500-5,000", "1/2", "10/12/2026", "+49", "3 + apples", "12"] {
        assert!(!is_bare_sum(other), "{other}");
    }
}

#[test]
fn a_point_before_three_digits_of_money_marks_thousands() {
    for (said, read) in [
        ("1.500 € + 19 %", "1500 € + 19 %"),
        ("€1.234.567", "€1234567"),
        ("€1.50", "€1.50"),
        ("€1.5000", "€1.5000"),
        ("12.500,50 €", "12500,50 €"),
    ] {
        assert_eq!(money::ungrouped(said), read);
    }
}
