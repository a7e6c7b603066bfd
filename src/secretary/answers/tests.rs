//! Free text as people type it behind questions, with what it answers and what is left over.

use super::*;
use crate::secretary::ids::Token;

fn question(text: &str, options: &[&str], range: Option<(f64, f64)>) -> Question {
    let options = options.iter().map(|o| (*o).to_owned()).collect();
    Question { text: text.into(), options, range, ..Question::default() }
}

fn round(questions: Vec<Question>) -> Round {
    Round::new(questions, Token::new("t"), chrono::DateTime::UNIX_EPOCH)
}

fn two() -> Round {
    round(vec![question("What matters?", &["Price", "Speed"], None), question("Visitors?", &["few", "many"], None)])
}

fn words(text: &str) -> Given {
    Given::Words(text.to_owned())
}

#[test]
fn a_text_without_a_place_may_be_no_answer() {
    for said in ["1) price 2) few", "price, few", "Speed", "skip", "I don't know"] {
        assert!(placed(&two(), said), "{said}");
    }
    for said in ["you are useless", "change the wifi password"] {
        assert!(!placed(&two(), said), "{said}");
    }
}

#[test]
fn the_very_words_of_an_option_are_known() {
    let r = round(vec![question("What now?", &["Stop everything", "Keep going"], None)]);
    assert!(is_option(&r, "stop everything!") && !is_option(&r, "stop") && !is_option(&r, "delete everything"));
    assert!(!awaits_words(&r) && awaits_words(&round(vec![question("Of what?", &[], None)])));
}

#[test]
fn another_idea_is_no_option() {
    let r = round(vec![question("When do you want to travel?", &["In the morning", "In the evening"], None)]);
    assert!(begins_anew(&r, "write a letter to the landlord about the heating"));
    for said in ["book a train in the morning", "find out", "write a letter", "about the letter to the landlord"] {
        assert!(!begins_anew(&r, said), "{said}");
    }
    let open = round(vec![question("What exactly do you need?", &[], None)]);
    assert!(!begins_anew(&open, "write a letter to the landlord about the heating"));
    let names = Question { wants: Wants::Names, ..question("Which ones shall I put to you?", &[], None) };
    assert!(begins_anew(&round(vec![names]), "write a letter to the landlord about heating, water and noise"));
}

#[test]
fn names_in_a_row_answer_the_question_that_wants_names() {
    let which = Question { wants: Wants::Names, ..question("Which ones shall I put to you?", &[], None) };
    let both = round(vec![question("What matters most?", &["Price", "Quality", "Speed"], None), which]);
    let taken = |said: &str| take(&both, said).unwrap().into_iter().map(|(i, _)| i).collect::<Vec<_>>();
    assert_eq!(taken("Hetzner, Netcup, Ionos"), [1]);
    assert_eq!(taken("price, Hetzner and Netcup"), [0, 1]);
    assert!(placed(&both, "Hetzner, Netcup, Ionos"));
    assert!(!placed(&both, "plan the party for Kim on Friday, and invite all of her friends"));
}

#[test]
fn a_request_with_commas_is_no_row_of_answers() {
    for said in [
        "no, few",
        "sorry, many",
        "buy milk, many",
        "Frag mich, ob ich Brot gekauft habe",
        "ask me which bike: red (cheaper), blue (faster)",
        "compare Hetzner and Netcup for me: price, support",
        "hola, recuérdame mañana a las 9 llamar a Kim",
        "book a table, four people",
    ] {
        assert!(!placed(&two(), said), "{said}");
    }
    for said in ["price, about a thousand", "the cheapest, many", "skip, few"] {
        assert!(placed(&two(), said), "{said}");
    }
}

#[test]
fn what_names_no_option_may_have_been_no_answer() {
    let r = round(vec![question("What matters?", &["Price", "Speed"], None)]);
    let doubt = |text: &str| doubtful(&r, text, &take(&r, text).unwrap());
    assert!(doubt("book a table at the Italian place"));
    for said in ["price", "that it is green"] {
        assert!(!doubt(said), "{said}");
    }
    let r = round(vec![question("How many?", &[], Some((1.0, 10.0)))]);
    assert!(refused(&r, "put the hosting plan in my notes please"));
    assert!(!refused(&r, "lots of them") && !refused(&r, "I think about 80 of them"));
}

#[test]
fn one_open_question_takes_the_whole_text() {
    let r = round(vec![question("What matters?", &["Price", "Speed"], None)]);
    assert_eq!(take(&r, "price").unwrap(), [(0, words("Price"))]);
    assert_eq!(take(&r, "2").unwrap(), [(0, words("Speed"))]);
    assert_eq!(take(&r, "that it is green, really").unwrap(), [(0, words("that it is green, really"))]);
}

#[test]
fn an_option_of_one_question_leaves_the_others_open() {
    assert_eq!(take(&two(), "price").unwrap(), [(0, words("Price"))]);
    assert_eq!(take(&two(), "Many").unwrap(), [(1, words("many"))]);
}

#[test]
fn several_are_answered_at_once() {
    for text in ["1) speed 2) many", "1. speed, 2. many", "speed\nmany", "speed, many", "Speed; MANY"] {
        assert_eq!(take(&two(), text).unwrap(), [(0, words("Speed")), (1, words("many"))], "{text}");
    }
}

#[test]
fn what_cannot_be_told_apart_answers_one_and_the_other_stays_open() {
    let text = "it should be cheap and hold on Black Friday";
    assert_eq!(take(&two(), text).unwrap(), [(0, words(text))]);
}

/// A choice, several options of which E and G are ticked, and a number.
fn half_ticked() -> Round {
    let several = Question { multiple: true, ..question("Which of these?", &["E", "F", "G"], None) };
    let many = question("How many?", &[], Some((1.0, 10.0)));
    let mut round = round(vec![question("What matters?", &["A", "B"], None), several, many]);
    round.ticked[1] = vec![2, 0];
    round
}

fn answered(round: &Round, text: &str) -> [Option<String>; 3] {
    let mut round = round.clone();
    for (i, given) in take(&round, text).unwrap() {
        let Given::Words(said) = given else { panic!("{given:?}") };
        round.answers[i] = Some(said);
    }
    count_ticks(&mut round);
    round.answers.try_into().unwrap()
}

fn some(all: [&str; 3]) -> [Option<String>; 3] {
    all.map(|said| Some(said.to_owned()).filter(|said| !said.is_empty()))
}

#[test]
fn ticked_options_are_the_answer_once_words_answer_the_rest() {
    let mut round = half_ticked();
    assert_eq!(answered(&round, "A, 7"), some(["A", "E, G", "7"]));
    assert_eq!(answered(&round, "B"), some(["B", "", ""]), "the ticks may still change");
    round.answers[0] = Some("A".to_owned());
    for (text, answers) in [
        ("7", ["A", "E, G", "7"]),
        ("3) 7", ["A", "E, G", "7"]),
        ("3) 7 1) B", ["B", "E, G", "7"]),
        ("2) F", ["A", "E, F, G", ""]),
        ("F", ["A", "E, F, G", ""]),
        ("2) and H, 3) 7", ["A", "E, G; and H", "7"]),
        ("B, 7", ["A", "E, G; B", "7"]),
    ] {
        assert_eq!(answered(&round, text), some(answers), "{text}");
    }
    for no_number in ["seven of them, and F too", "3) 70"] {
        assert!(take(&round, no_number).is_err(), "{no_number}");
    }
    round.answers[2] = Some("7".to_owned());
    for (text, answer) in
        [("Done", "E, G"), ("you decide", "E, G"), ("F", "E, F, G"), ("only by mail", "E, G; only by mail")]
    {
        assert_eq!(answered(&round, text), some(["A", answer, "7"]), "{text}");
    }
}

#[test]
fn a_text_goes_only_where_it_says() {
    let mut round = half_ticked();
    round.ticked[1].clear();
    assert_eq!(answered(&round, "3) 7"), some(["", "", "7"]));
    assert_eq!(answered(&round, "2: F and G"), some(["", "F, G", ""]));
    assert_eq!(answered(&round, "7"), some(["", "", "7"]));
    assert!(!placed(&round, "2:30 is fine") && !placed(&round, "2. May"));
}

#[test]
fn a_number_out_of_range_is_refused_with_the_range() {
    let r = round(vec![question("How many?", &[], Some((1.0, 10.0)))]);
    assert!(take(&r, "11").unwrap_err().contains("between 1 and 10"));
    assert!(take(&r, "lots").is_err());
    assert!(take(&r, "5, at most 80").is_err());
    for text in ["7", "about 7 guests", "€7", "7.5"] {
        assert_eq!(take(&r, text).unwrap(), [(0, words(text))]);
    }
}

#[test]
fn yes_and_no_are_understood_in_small_words() {
    let r = round(vec![Question { yes_no: true, ..question("Paid?", &["Yes", "No"], None) }]);
    for (text, answer) in
        [("y", "Yes"), ("ja", "Yes"), ("Yes please", "Yes"), ("n", "No"), ("2", "No"), ("only half", "only half")]
    {
        assert_eq!(take(&r, text).unwrap(), [(0, words(answer))], "{text}");
    }
}

#[test]
fn several_options_may_be_named_at_once() {
    let r = round(vec![Question { multiple: true, ..question("Which?", &["Price", "Speed", "Support"], None) }]);
    for (text, answer) in [
        ("3 and 1", "Price, Support"),
        ("speed & price", "Price, Speed"),
        ("all", "Price, Speed, Support"),
        ("support", "Support"),
        ("price and colour", "price and colour"),
    ] {
        assert_eq!(take(&r, text).unwrap(), [(0, words(answer))], "{text}");
    }
}

#[test]
fn an_option_that_is_a_number_is_meant_by_its_words() {
    let r = round(vec![question("How many?", &["5", "2", "1"], None)]);
    assert_eq!(take(&r, "1").unwrap(), [(0, words("1"))]);
    assert_eq!(take(&r, "3").unwrap(), [(0, words("1"))]);
}

#[test]
fn a_part_of_one_option_means_it() {
    let r = round(vec![question("What?", &["A note or list", "A decision", "500-5,000", "under 500"], None)]);
    for (text, answer) in [
        ("a note", "A note or list"),
        ("Decision.", "A decision"),
        ("500", "500"),
        ("or", "or"),
        ("a note about it", "a note about it"),
    ] {
        assert_eq!(take(&r, text).unwrap(), [(0, words(answer))], "{text}");
    }
}

#[test]
fn words_may_leave_it_to_the_secretary() {
    assert_eq!(take(&two(), "You decide.").unwrap(), [(0, Given::Left), (1, Given::Left)]);
    assert_eq!(take(&two(), "1) price 2) whatever").unwrap(), [(0, words("Price")), (1, Given::Left)]);
    let open = question("Why?", &[], None);
    assert_eq!(judged(&left(&open)), Some(""));
    assert_eq!(judged(&left(&two().questions[0])), Some("Price"));
    assert_eq!(judged("Price"), None);
}

fn wanting(wants: Wants, text: &str, options: &[&str]) -> Question {
    Question { wants, ..question(text, options, None) }
}

#[test]
fn an_option_first_and_the_rest_to_the_open_question() {
    let r = round(vec![
        question("What matters most?", &["Price", "Quality", "Speed"], None),
        wanting(Wants::Something, "Which ones?", &[]),
    ]);
    for (text, names) in [
        ("price. hetzner, ionos and strato", "hetzner, ionos and strato"),
        ("price, hetzner, ionos and strato", "hetzner, ionos and strato"),
        ("price: hetzner, ionos", "hetzner, ionos"),
        ("Price; hetzner", "hetzner"),
        ("price and hetzner, ionos", "hetzner, ionos"),
        ("hetzner, ionos and strato. price", "hetzner, ionos and strato"),
    ] {
        assert!(placed(&r, text), "{text}");
        assert_eq!(take(&r, text).unwrap(), [(0, words("Price")), (1, words(names))], "{text}");
    }
    for text in ["1. hetzner, ionos", "please compare hetzner and ionos"] {
        assert!(!placed(&r, text), "{text}");
    }
}

#[test]
fn an_order_is_no_answer() {
    let two = round(vec![
        question("What should come out of it?", &["A note", "A decision"], None),
        wanting(Wants::Time, "By when?", &["Today", "No hurry"]),
    ]);
    let one = round(vec![wanting(Wants::Something, "What shall I write down?", &[])]);
    for text in [
        "add 2 kg of potatoes, 1 l milk; salt & pepper to shopping",
        "add milk to the list",
        "put eggs on shopping",
        "note: call Kim",
    ] {
        assert!(!placed(&two, text) && !placed(&one, text), "{text}");
    }
    for text in ["call Kim", "the new sink; blue tiles"] {
        assert!(placed(&one, text), "{text}");
    }
    for text in ["no, saturday", "buy milk, saturday"] {
        assert!(!placed(&two, text), "{text}");
    }
    assert!(placed(&two, "a note, saturday") && placed(&two, "a long list, saturday"));
}

#[test]
fn what_is_no_time_answers_no_question_for_one() {
    let r = round(vec![wanting(Wants::Time, "By when?", &["Today", "This week", "No hurry"])]);
    for text in ["Friday", "on 3 December", "tomorrow at 5", "after the holidays", "asap", "in two weeks", "today", "2"]
    {
        assert!(take(&r, text).is_ok(), "{text}");
    }
    assert!(take(&r, "potatoes").unwrap_err().contains("a day or a time"));
    assert!(refused(&r, "buy a present for mum"));
    assert!(!refused(&r, "as soon as it can be done"));
}

#[test]
fn options_need_two_names_and_a_nod_is_nothing_to_write_down() {
    let options = round(vec![wanting(Wants::Names, "Between which options?", &[])]);
    for text in ["ok", "Hetzner"] {
        assert!(take(&options, text).unwrap_err().contains("two or more"), "{text}");
    }
    assert_eq!(take(&options, "red or blue").unwrap(), [(0, words("red or blue"))]);
    let content = round(vec![wanting(Wants::Something, "What shall I write down?", &[])]);
    for text in ["ok", "yes", "thanks!"] {
        assert!(take(&content, text).is_err(), "{text}");
    }
    assert_eq!(take(&content, "whatever").unwrap(), [(0, Given::Left)]);
    assert_eq!(take(&content, "ok, call Kim").unwrap(), [(0, words("ok, call Kim"))]);
}

#[test]
fn what_calls_off_something_else_is_no_answer() {
    let open = round(vec![wanting(Wants::Anything, "Which hotel shall it be?", &[])]);
    let choice = round(vec![wanting(Wants::Anything, "What now?", &["Cancel the trip", "Go"])]);
    for text in ["cancel the dentist", "Call off the meeting", "storniere den Flug"] {
        assert!(calls_off(&open, text), "{text}");
    }
    for text in ["cancel the hotel", "cancel", "cancellation is free", "the Ritz"] {
        assert!(!calls_off(&open, text), "{text}");
    }
    assert!(!calls_off(&choice, "cancel the trip") && calls_off(&choice, "cancel the dentist"));
}

/// The kind of a party, its guests, and whether it is outdoors; the first ones answered with these.
fn party(answered: &[&str]) -> Round {
    let outdoors = Question { yes_no: true, ..question("Outdoors?", &["Yes", "No"], None) };
    let kind = question("What kind of party?", &["Dinner", "Picnic", "Disco"], None);
    let mut round = round(vec![kind, question("How many guests?", &[], Some((1.0, 200.0))), outdoors]);
    for (i, answer) in answered.iter().enumerate() {
        round.answers[i] = Some((*answer).to_owned());
    }
    round
}

#[test]
fn a_change_of_mind_changes_the_answer_it_names() {
    for (before, text, question, answer) in [
        (&["Dinner"][..], "no wait, disco", 0, "Disco"),
        (&["Dinner"], "no wait disco", 0, "Disco"),
        (&["Picnic", "40"], "actually disco", 0, "Disco"),
        (&["Picnic", "40"], "no, disco", 0, "Disco"),
        (&["Picnic", "40"], "I meant the disco, please", 0, "Disco"),
        (&["Picnic", "40"], "rather disco", 0, "Disco"),
        (&["Picnic", "40"], "lieber Disco", 0, "Disco"),
        (&["Picnic", "40"], "nein, doch Disco", 0, "Disco"),
        (&["Picnic", "40"], "eigentlich Disco", 0, "Disco"),
        (&["Picnic", "40"], "mejor disco", 0, "Disco"),
        (&["Picnic", "40"], "plutôt disco", 0, "Disco"),
        (&["Picnic", "40"], "make it 50 guests", 1, "50 guests"),
        (&["Picnic", "40"], "actually 50", 1, "50"),
        (&["Picnic", "40"], "no wait, yes", 2, "Yes"),
        // What names no option of another question stays an answer of one's own.
        (&["Picnic", "40"], "rather half inside and half outside", 2, "rather half inside and half outside"),
        (&["Picnic", "40"], "only if the sun shines", 2, "only if the sun shines"),
    ] {
        assert_eq!(take(&party(before), text).unwrap(), [(question, words(answer))], "{text}");
    }
    let both = take(&party(&["Picnic", "40"]), "actually disco and 50 guests").unwrap();
    assert_eq!(both, [(0, words("Disco")), (1, words("50 guests"))]);
}

#[test]
fn what_fits_another_question_is_no_yes_or_no() {
    let open = party(&["Picnic", "40"]);
    for (text, told) in [
        ("disco", "actually disco"),
        ("50", "“How many guests?”, which is answered"),
        ("50 people", "“How many guests?”, which is answered"),
        ("no wait, brunch", "I can't tell what that changes"),
        ("make it 500 guests", "between 1 and 200"),
    ] {
        let complaint = take(&open, text).unwrap_err();
        assert!(complaint.contains(told), "{text}: {complaint}");
    }
    // Either of two numbers may be meant.
    let mut two = party(&["Picnic", "40"]);
    two.questions[2] = question("How many tables?", &[], Some((1.0, 60.0)));
    assert!(take(&two, "actually 50").unwrap_err().contains("“2) How many guests?”, “3) How many tables?”"));
}

#[test]
fn who_does_not_know_yet_has_answered_nothing() {
    for text in [
        "hmm not sure",
        "wait",
        "no, wait",
        "idk",
        "I'm not sure yet",
        "hmm",
        "Hmm, let me think",
        "weiß nicht",
        "Ich weiß nicht",
        "no sé",
        "je ne sais pas",
        "不知道",
        "I don't know",
    ] {
        for open in [party(&[]), party(&["Picnic", "40"])] {
            let complaint = take(&open, text).unwrap_err();
            assert!(complaint.contains("“3) Outdoors?”") && complaint.contains("“Use your judgement”"), "{complaint}");
            assert_eq!(complaint.contains("kind of party"), open.answers[0].is_none(), "{complaint}");
            assert!(placed(&open, text) && !refused(&open, text), "{text}");
        }
    }
    // Who leaves it says so, and an option is one whatever it says.
    for text in ["you decide", "I don't know, you choose", "weiß nicht, entscheide du", "egal"] {
        assert_eq!(take(&party(&["Picnic", "40"]), text).unwrap(), [(2, Given::Left)], "{text}");
    }
    let now = round(vec![question("What now?", &["Wait", "Go on"], None)]);
    assert_eq!(take(&now, "wait").unwrap(), [(0, words("Wait"))]);
}

#[test]
fn parts_that_name_what_they_answer_go_where_they_belong() {
    for (text, wanted) in [
        ("Disco and 25 guests", &[(0, "Disco"), (1, "25 guests")][..]),
        ("picnic, 40", &[(0, "Picnic"), (1, "40")]),
        ("40, picnic", &[(1, "40"), (0, "Picnic")]),
        ("picnic 30 yes", &[(0, "Picnic"), (1, "30"), (2, "Yes")]),
        ("1 picnic 2 30", &[(0, "Picnic"), (1, "30")]),
        ("picnic for about 30 people", &[(0, "Picnic"), (1, "about 30 people")]),
        ("picnic, no", &[(0, "Picnic"), (2, "No")]),
        ("3 yes", &[(2, "Yes")]),
        // Here nobody can be certain of each part.
        ("disco or picnic", &[(0, "disco or picnic")]),
        ("no picnic", &[(0, "no picnic")]),
        ("2 picnic", &[(0, "2 picnic")]),
        ("picnic 300", &[(0, "picnic 300")]),
        ("dinner and disco", &[(0, "dinner and disco")]),
    ] {
        let given: Vec<(usize, Given)> = wanted.iter().map(|(i, said)| (*i, words(said))).collect();
        assert_eq!(take(&party(&[]), text).unwrap(), given, "{text}");
    }
}

#[test]
fn a_late_no_changes_the_yes_it_is_about() {
    let mut agreed = party(&["Picnic"]);
    agreed.answers[2] = Some("Yes".to_owned());
    let said =
        ["actually no", "hmm, actually no", "actually, no.", "no actually", "ach nein, doch nicht", "no wait, no"];
    for text in said {
        assert_eq!(take(&agreed, text).unwrap(), [(2, words("No"))], "{text}");
        assert_eq!(take(&party(&["Picnic", "40"]), text).unwrap(), [(2, words("No"))], "{text}");
        assert!(placed(&agreed, text), "{text}");
    }
    assert!(declines_after_all(&agreed, "actually no") && !declines_after_all(&agreed, "cancel"));
    assert!(!declines_after_all(&two(), "actually no"));
    // Which of two is meant nobody can tell.
    agreed.questions.push(Question { yes_no: true, ..question("Music?", &["Yes", "No"], None) });
    agreed.answers.push(Some("Yes".to_owned()));
    agreed.ticked.push(Vec::new());
    let complaint = take(&agreed, "actually no").unwrap_err();
    assert!(complaint.contains("“3) Outdoors?”, “4) Music?”"), "{complaint}");
}

#[test]
fn a_correction_opens_in_many_ways() {
    for text in [
        "scrap that, disco",
        "nein warte, disco",
        "no, espera, mejor disco",
        "perdón, quería decir disco",
        "espera, disco",
        "non attends, plutôt disco",
        "attends, disco",
        "finalement disco",
        "不对，还是disco",
        "不，disco",
        "等等，disco",
        "quatsch, disco",
    ] {
        assert_eq!(take(&party(&["Picnic", "40"]), text).unwrap(), [(0, words("Disco"))], "{text}");
    }
    assert_eq!(take(&party(&["Picnic", "30"]), "nein warte, 40").unwrap(), [(1, words("40"))]);
    assert_eq!(take(&party(&["Picnic", "30"]), "make it 40 guests instead").unwrap(), [(1, words("40 guests"))]);
}

#[test]
fn who_asks_for_time_or_doubts_has_answered_nothing() {
    for text in [
        "hang on a moment",
        "hang on a sec",
        "moment mal",
        "un momento",
        "un instant",
        "稍等",
        "let me check with my wife",
        "let me ask my brother first",
        "not sure yet, disco maybe",
        "noch nicht",
        "I'm not sure about the guests yet",
        "je ne suis pas sûr",
        "没想法",
        "j'hésite",
        "不太确定",
        "还不知道",
        "give me a moment",
    ] {
        for open in [party(&[]), party(&["Picnic", "40"])] {
            let complaint = take(&open, text).unwrap_err();
            assert!(complaint.contains("I have written nothing down"), "{text}: {complaint}");
            assert!(placed(&open, text), "{text}");
        }
    }
}

#[test]
fn what_only_one_question_asks_for_answers_that_one() {
    for text in ["about 25", "around 25 people", "maybe 25", "25 or so", "ungefähr 25", "so 25 Leute"] {
        assert_eq!(take(&party(&[]), text).unwrap(), [(1, words(text))], "{text}");
    }
    for (text, answer) in
        [("yes", "Yes"), ("ja", "Yes"), ("sí", "Yes"), ("oui", "Yes"), ("是", "Yes"), ("nein", "No"), ("non", "No")]
    {
        assert_eq!(take(&party(&[]), text).unwrap(), [(2, words(answer))], "{text}");
    }
    for (text, wanted) in [
        ("picnic, outside", [(0, "Picnic"), (2, "Yes")]),
        ("50 guests and outdoors", [(1, "50 guests"), (2, "Yes")]),
        ("100 people, indoors", [(1, "100 people"), (2, "No")]),
        ("outdoors, 30", [(2, "Yes"), (1, "30")]),
    ] {
        assert_eq!(take(&party(&[]), text).unwrap(), wanted.map(|(i, said)| (i, words(said))), "{text}");
    }
}

/// A budget, guests, and whether there shall be a cake; what is not empty is answered.
fn feast(answered: [&str; 3]) -> Round {
    let cake = Question { yes_no: true, ..question("Shall there be a cake?", &["Yes", "No"], None) };
    let budget = question("What is the budget?", &["100-300 EUR", "300-600 EUR", "more"], None);
    let mut round = round(vec![budget, question("How many guests?", &[], Some((1.0, 200.0))), cake]);
    round.answers = some(answered).to_vec();
    round
}

/// The same in German.
fn fest(answered: [&str; 3]) -> Round {
    let mut round = feast(answered);
    let texts = ["Wie hoch ist das Budget?", "Wie viele Gäste?", "Soll es einen Kuchen geben?"];
    for (asked, text) in round.questions.iter_mut().zip(texts) {
        text.clone_into(&mut asked.text);
    }
    round
}

#[test]
fn a_no_to_what_is_named_is_no_yes() {
    let english = [
        "actually no cake",
        "no, no cake please",
        "wait, no cake",
        "no wait, no cake",
        "sorry, no cake after all",
        "no cake",
        "No cake!",
        "without a cake please",
        "actually without cake",
        "scrap that, no cake",
        "we don't need a cake",
        "cake? no",
    ];
    let german = [
        "doch kein Kuchen",
        "nein, doch kein Kuchen",
        "kein Kuchen bitte",
        "ohne Kuchen",
        "eigentlich kein Kuchen",
        "wir brauchen keinen Kuchen",
        "nein warte, kein Kuchen",
    ];
    for before in [["", "", ""], ["", "", "Yes"], ["", "20", "Yes"], ["more", "20", ""], ["more", "20", "Yes"]] {
        for text in english {
            assert_eq!(take(&feast(before), text).unwrap(), [(2, words("No"))], "{text} {before:?}");
            assert!(placed(&feast(before), text) && !refused(&feast(before), text), "{text}");
        }
        for text in german {
            assert_eq!(take(&fest(before), text).unwrap(), [(2, words("No"))], "{text} {before:?}");
        }
    }
    for text in ["actually a cake please", "no, with a cake", "no wait, cake"] {
        assert_eq!(take(&feast(["", "20", "No"]), text).unwrap(), [(2, words("Yes"))], "{text}");
    }
    assert_eq!(take(&fest(["", "20", "No"]), "doch mit Kuchen").unwrap(), [(2, words("Yes"))]);
}

#[test]
fn what_is_not_wanted_any_more_is_asked_about() {
    for (round, text, told) in [
        (feast(["more", "", "Yes"]), "doch kein Kuchen", "“3) Shall there be a cake?”"),
        (party(&["Picnic", "40"]), "actually no picnic", "“1) What kind of party?”"),
        (party(&["Picnic"]), "oops, not picnic", "“1) What kind of party?”"),
    ] {
        let complaint = take(&round, text).unwrap_err();
        assert!(complaint.contains("I have written nothing down") && complaint.contains(told), "{text}: {complaint}");
    }
}

#[test]
fn parts_out_of_order_go_where_they_fit() {
    for (text, wanted) in [
        ("no cake, 20 guests, more", ["more", "20 guests", "No"]),
        ("more, 20 guests, no cake", ["more", "20 guests", "No"]),
        ("20 guests, without cake, 300-600 EUR", ["300-600 EUR", "20 guests", "No"]),
        ("cake; 20; more", ["more", "20", "Yes"]),
        ("no cake\n20 people\nmore", ["more", "20 people", "No"]),
        ("no cake, cheap, 20 guests", ["cheap", "20 guests", "No"]),
        ("no cake, more", ["more", "", "No"]),
        ("cheap, 20 guests, no", ["cheap", "20 guests", "No"]),
    ] {
        assert_eq!(answered(&feast(["", "", ""]), text), some(wanted), "{text}");
    }
    for (text, wanted) in [
        ("kein Kuchen, 20 Gäste, more", ["more", "20 Gäste", "No"]),
        ("20 Leute, Kuchen, 300-600 EUR", ["300-600 EUR", "20 Leute", "Yes"]),
    ] {
        assert_eq!(answered(&fest(["", "", ""]), text), some(wanted), "{text}");
    }
}

#[test]
fn an_amount_is_about_what_is_counted_or_paid() {
    for (text, answer) in [
        ("actually not more than 100", "not more than 100"),
        ("actually no more than 100", "no more than 100"),
        ("no, not more than 100 EUR", "not more than 100 EUR"),
        ("eigentlich nicht mehr als 100", "nicht mehr als 100"),
    ] {
        for before in [["more", "20", ""], ["more", "", ""], ["more", "20", "Yes"]] {
            assert_eq!(take(&feast(before), text).unwrap(), [(0, words(answer))], "{text} {before:?}");
        }
    }
    let complaint = take(&feast(["more", "20", ""]), "not more than 100").unwrap_err();
    assert!(complaint.contains("To change that, say: actually not more than 100"), "{complaint}");
    let which = take(&feast(["more", "20", ""]), "actually not more than 150").unwrap_err();
    assert!(which.contains("budget") && which.contains("guests") && !which.contains("cake"), "{which}");
}

#[test]
fn what_names_nothing_else_stays_as_it_was_taken() {
    for (before, text, question, answer) in [
        (["", "", ""], "20", 1, "20"),
        (["", "", ""], "yes", 2, "Yes"),
        (["", "", ""], "nein", 2, "No"),
        (["", "", ""], "more", 0, "more"),
        (["", "", ""], "300-600 EUR", 0, "300-600 EUR"),
        (["", "", ""], "about 25 people", 1, "about 25 people"),
        (["", "", ""], "as cheap as can be", 0, "as cheap as can be"),
        (["", "20", "Yes"], "as cheap as can be", 0, "as cheap as can be"),
        (["", "20", "Yes"], "no frills", 0, "no frills"),
        (["more", "20", ""], "only a small one", 2, "only a small one"),
        (["more", "20", ""], "a pie instead", 2, "a pie instead"),
        (["more", "20", ""], "no cake but a pie", 2, "no cake but a pie"),
        (["more", "20", ""], "actually 30 guests", 1, "30 guests"),
    ] {
        assert_eq!(take(&feast(before), text).unwrap(), [(question, words(answer))], "{text} {before:?}");
    }
}

#[test]
fn a_bare_yes_or_no_is_no_option_unless_one_is_called_so() {
    let purpose = || question("What is it for?", &["shop", "blog"], None);
    let several = Question { multiple: true, ..purpose() };
    for r in [round(vec![purpose()]), round(vec![several]), round(vec![purpose(), question("Since when?", &[], None)])]
    {
        for text in ["ja", "yes", "Yes please", "no", "nein", "ok", "sí"] {
            let complaint = take(&r, text).unwrap_err();
            assert!(complaint.contains("which one do you mean, “shop” or “blog”?"), "{text}: {complaint}");
        }
        assert_eq!(take(&r, "a blog").unwrap(), [(0, words("blog"))]);
    }
    let r = round(vec![question("When?", &["Yes, at once", "Later"], None)]);
    assert_eq!(take(&r, "ja").unwrap(), [(0, words("Yes, at once"))]);
    assert!(take(&r, "no").is_err());
    let r = round(vec![question("How much?", &["Ok", "Great", "Nothing"], None)]);
    assert_eq!(take(&r, "ok").unwrap(), [(0, words("Ok"))]);
}

#[test]
fn a_correction_may_answer_what_is_open_as_well() {
    let colour = question("Which colour?", &["red", "blue", "green"], None);
    let mut site = round(vec![colour, question("What is it for?", &["shop", "blog"], None)]);
    let both = [(0, words("blue")), (1, words("shop"))];
    assert_eq!(take(&site, "blue. and it's for a shop").unwrap(), both);
    assert_eq!(take(&site, "blue and for the shop").unwrap(), both);
    site.answers[0] = Some("gren".to_owned());
    for text in ["no, blue. and its for a shop", "sorry, blue, and it's for a shop", "nein, blue. shop"] {
        assert_eq!(take(&site, text).unwrap(), both, "{text}");
    }
    assert_eq!(take(&site, "no, blue").unwrap(), [(0, words("blue"))]);
    assert_eq!(take(&site, "it's for a shop").unwrap(), [(1, words("it's for a shop"))]);
}

#[test]
fn odd_text_never_panics() {
    for text in ["", "1)", "1)2)", "٣) é 2) ü", "🙂\u{202e}1) a 2) b", "2) b 1) a"] {
        let _ = take(&two(), text);
    }
}
