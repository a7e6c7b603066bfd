//! Tables of wordings: what is a wish about notes or lists, and what only contains such words.

use super::super::ids::WorkspaceId;
use super::*;
use chrono::DateTime;

fn keep(text: &str) -> Wish {
    Wish::Keep { text: text.to_owned() }
}

fn list(name: &str) -> List {
    if name == "the list" { List::Recent } else { List::Named(name.to_owned()) }
}

fn some(things: &[&str]) -> Vec<String> {
    things.iter().map(|t| (*t).to_owned()).collect()
}

#[test]
fn dictation_is_kept_word_for_word() {
    for (said, kept) in [
        ("note that my car's plate is B-MX 123", "my car's plate is B-MX 123"),
        ("Note: the rent is 900 euros!", "the rent is 900 euros!"),
        ("remember: dentist on Friday 10:30", "dentist on Friday 10:30"),
        ("Remember that the wifi password is hunter2.", "the wifi password is hunter2."),
        ("write down: 12 eggs, 3 breads", "12 eggs, 3 breads"),
        ("please write down that Kim likes tea", "Kim likes tea"),
        ("hey, could you note that Jo moved to Bonn", "Jo moved to Bonn"),
        ("note to self: buy a ladder", "buy a ladder"),
        ("make a note that the plumber comes at 9", "the plumber comes at 9"),
        ("jot down the number 12", "the number 12"),
        ("keep in mind that Mara is vegan", "Mara is vegan"),
        ("write down the door code 4711", "the door code 4711"),
        ("remember my locker is 17", "my locker is 17"),
        ("note the wifi password is hunter2", "the wifi password is hunter2"),
        ("save this: https://example.org/a?b=1", "https://example.org/a?b=1"),
        ("for the record: Jo paid", "Jo paid"),
        ("merk dir: Tante Erna hat am 3. Mai Geburtstag", "Tante Erna hat am 3. Mai Geburtstag"),
        ("note:\n- one\n\n  - two\n", "- one\n\n  - two"),
        ("note that remind me tomorrow is a song", "remind me tomorrow is a song"),
    ] {
        assert_eq!(read(said).map(|r| r.wish), Some(keep(kept)), "{said}");
    }
    let long = "line one\n".repeat(2_500);
    assert_eq!(read(&format!("note: {long}")).map(|r| r.wish), Some(keep(long.trim())));
    for said in ["note", "make a note", "Take a note, please", "note:", "write this down", "note to self"] {
        let said = said.replace(", please", "");
        assert_eq!(read(&said).map(|r| r.wish), Some(Wish::KeepWhat), "{said}");
    }
}

#[test]
fn lists_are_spoken_of_naturally() {
    let shopping = || list("Shopping list");
    for (said, wish) in [
        ("add milk and eggs to the shopping list", Wish::Add { items: some(&["milk", "eggs"]), list: shopping() }),
        ("please put 1,5 l milk on my shopping list", Wish::Add { items: some(&["1,5 l milk"]), list: shopping() }),
        (
            "add \"salt and pepper\" to the shopping list",
            Wish::Add { items: some(&["salt and pepper"]), list: shopping() },
        ),
        ("add a gift to Kim to the list", Wish::Add { items: some(&["a gift to Kim"]), list: list("the list") }),
        ("shopping list: milk, eggs", Wish::Add { items: some(&["milk", "eggs"]), list: shopping() }),
        ("to do list: call Jo", Wish::Add { items: some(&["call Jo"]), list: list("To do list") }),
        (
            "setze Milch und Brot auf die Einkaufsliste",
            Wish::Add { items: some(&["Milch", "Brot"]), list: list("Einkaufsliste") },
        ),
        ("take milk off the list", Wish::TakeOff { items: some(&["milk"]), list: list("the list") }),
        (
            "remove milk and eggs from the shopping list",
            Wish::TakeOff { items: some(&["milk", "eggs"]), list: shopping() },
        ),
        ("cross off eggs from my shopping list", Wish::TakeOff { items: some(&["eggs"]), list: shopping() }),
        ("tick milk off the shopping list", Wish::TakeOff { items: some(&["milk"]), list: shopping() }),
        ("clear the list", Wish::Clear { list: list("the list") }),
        ("empty my shopping list", Wish::Clear { list: shopping() }),
        ("remove everything from the shopping list", Wish::Clear { list: shopping() }),
        ("take everything off the list", Wish::Clear { list: list("the list") }),
        ("delete the shopping list", Wish::Drop { list: shopping() }),
        ("what's on my shopping list?", Wish::ShowList { list: shopping() }),
        ("What’s on the list?", Wish::ShowList { list: list("the list") }),
        ("show me the packing list", Wish::ShowList { list: list("Packing list") }),
        ("shopping list?", Wish::ShowList { list: shopping() }),
        ("new list: a, b, c", Wish::Begin { title: "List".into(), items: some(&["a", "b", "c"]) }),
        (
            "new packing list: tent, rope and a map",
            Wish::Begin { title: "Packing list".into(), items: some(&["tent", "rope", "a map"]) },
        ),
        (
            "make a shopping list with milk and eggs",
            Wish::Begin { title: "Shopping list".into(), items: some(&["milk", "eggs"]) },
        ),
        (
            "create a list called Rome: passport, sun cream",
            Wish::Begin { title: "Rome list".into(), items: some(&["passport", "sun cream"]) },
        ),
        ("start a packing list", Wish::Begin { title: "Packing list".into(), items: Vec::new() }),
        ("show my lists", Wish::ShowLists),
        ("add to my shopping list: bread, butter", Wish::Add { items: some(&["bread", "butter"]), list: shopping() }),
        ("is milk on the shopping list?", Wish::IsOn { items: some(&["milk"]), list: shopping() }),
        ("mark call Jo as done", Wish::Done { items: some(&["call Jo"]) }),
        ("I bought milk and eggs", Wish::Done { items: some(&["milk", "eggs"]) }),
    ] {
        assert_eq!(read(said).map(|r| r.wish), Some(wish), "{said}");
    }
}

#[test]
fn notes_are_asked_for_and_changed_in_free_words() {
    let find = |words: &str, explicit| Wish::Find { words: words.to_owned(), explicit };
    for (said, wish) in [
        ("what did I tell you about my car?", find("my car", true)),
        ("find my notes on the garden", find("the garden", true)),
        ("do I have a note about wifi?", find("wifi", true)),
        ("what's my plate?", find("what's my plate", false)),
        ("What is the wifi password?", find("What is the wifi password", false)),
        ("when is Kim's birthday?", find("when is Kim's birthday", false)),
        ("update my plate to B-MX 124", Wish::Rewrite { about: "plate".into(), text: "B-MX 124".into() }),
        ("where is my passport", find("where is my passport", false)),
        ("show my notes", Wish::ShowAll),
        ("show me all my notes, please", Wish::ShowAll),
        ("notes", Wish::ShowAll),
        ("show me the note Garden", Wish::Show { name: "Garden".into() }),
        ("forget the note about my car", Wish::Forget { about: "my car".into() }),
        ("delete my note about the rent.", Wish::Forget { about: "the rent".into() }),
        (
            "change the note about my plate to B-MX 124",
            Wish::Rewrite { about: "my plate".into(), text: "B-MX 124".into() },
        ),
        ("undo", Wish::UndoLast),
        ("forget that", Wish::UndoLast),
    ] {
        let said = said.replace(", please", "");
        assert_eq!(read(&said).map(|r| r.wish), Some(wish), "{said}");
    }
}

#[test]
fn ideas_that_only_contain_such_words_stay_ideas() {
    for said in [
        "write down three ideas for the summer party",
        "write down the pros and cons of solar panels",
        "note what the rent costs",
        "remember that film with the blue people? find its name",
        "remember when we met?",
        "note taking apps compared",
        "notebook for under 500 euros",
        "make a list of ten good books",
        "make a list of suppliers in Berlin",
        "make a shopping list for a lasagne",
        "create a checklist of what to do before moving",
        "list the best hosting offers",
        "show me how to bake bread",
        "add a login page to the website",
        "put the report on the website",
        "take a look at the price list of Strato",
        "write a note to Kim about the party",
        "remove the background from the picture",
        "what's on TV tonight?",
        "what is the best car for a family?",
        "find hotels with good notes",
        "compare to-do list apps",
        "delete old backups from the server",
        "clear up what the contract says",
        "take notes during the meeting on Friday and send them round",
        "list",
        "remind me to write down the numbers",
        "is there a waiting list for the course?",
        "how do I make a wish list on Amazon?",
        "undo the last commit on main",
        "translate the guest list",
        "tidy the list",
        "print our shopping list",
    ] {
        let reading = read(said);
        let wish = reading.as_ref().map(|r| &r.wish);
        // A question that notes may answer is put to them, and stays an idea when they do not.
        assert!(matches!(wish, None | Some(Wish::Find { explicit: false, .. })), "{said}: {wish:?}");
    }
}

fn note(title: &str, text: &str, minute: i64) -> Note {
    let updated_at = DateTime::UNIX_EPOCH + chrono::TimeDelta::minutes(minute);
    Note { owner: Owner::Everybody, title: title.to_owned(), text: text.to_owned(), updated_at }
}

#[test]
fn notes_are_found_by_what_their_question_is_about() {
    let notes = [
        note("My car's plate", "my car's plate is B-MX 123", 1),
        note("Garage", "The car goes to the garage on the 5th of May", 2),
        note("Wifi", "hunter2", 3),
        note("Kim's birthday", "Kim's birthday is on 3 May", 4),
        note("Shopping list", "- milk\n- car wax", 5),
        note("Long", &format!("{}\nthe boiler's code is 4711\n{}", "words ".repeat(80), "more ".repeat(80)), 6),
    ];
    let titles = |question: &str, all: bool| -> Vec<String> {
        find(&notes, question, all).into_iter().map(|hit| hit.note.title).collect()
    };
    assert_eq!(titles("what did I tell you about my car?", false), ["My car's plate", "Garage", "Shopping list"]);
    assert_eq!(titles("what's my plate?", true), ["My car's plate"]);
    assert_eq!(titles("what is my car's plate number?", true), ["My car's plate"]);
    assert_eq!(titles("cars", false).len(), 3);
    assert_eq!(titles("the wifi password", false), ["Wifi"]);
    assert_eq!(titles("the wifi password", true), Vec::<String>::new());
    assert_eq!(titles("birthdays", false), ["Kim's birthday"]);
    assert_eq!(titles("what is it", false), Vec::<String>::new());
    let long = find(&notes, "boiler code", false);
    assert_eq!(long[0].shown, "the boiler's code is 4711 …");
}

#[test]
fn a_correction_changes_what_it_is_about() {
    for (old, said, new) in [
        ("my car's plate is B-MX 123", "no, it is B-MX 124", "my car's plate is B-MX 124"),
        ("my car's plate is B-MX 123", "no, it's B-MX 124", "my car's plate is B-MX 124"),
        ("my car's plate is B-MX 123", "sorry, B-MX 124 instead of B-MX 123", "my car's plate is B-MX 124"),
        ("my car's plate is B-MX 123", "not 123 but 124", "my car's plate is B-MX 124"),
        ("my car's plate is B-MX 123", "the plate of my bike is 9", "the plate of my bike is 9"),
        ("dentist on Friday at 9", "no, at 10", "dentist on Friday at 10"),
        ("dentist on Friday at 9", "no, on Monday", "dentist on Monday"),
        ("the flat has 4 rooms", "no, 5", "the flat has 5 rooms"),
        ("buy paint", "no, buy red paint", "buy red paint"),
        ("hunter2", "actually, it is hunter3", "hunter3"),
        ("Kim lives in Bonn", "change Bonn to Köln", "Kim lives in Köln"),
    ] {
        assert_eq!(corrected(old, said), new, "{old} / {said}");
    }
    let old = "my car's plate is B-MX 123";
    for said in ["no, it is B-MX 124", "I meant 124 instead of 123", "sorry, it's B-MX 124"] {
        assert!(correcting::fits(old, said), "{said}");
    }
    for said in ["actually, compare three offers", "no problem", "no, compare Hetzner and Strato", "rather warm today"]
    {
        assert!(!correcting::fits(old, said), "{said}");
    }
}

#[test]
fn a_note_that_is_told_anew_says_nothing_twice() {
    for (old, said, new) in [
        ("passport is in the drawer", "it is in the red box", "passport is in the red box"),
        ("the passport is in the drawer", "it's in the red box", "the passport's in the red box"),
        ("the passport is in the drawer", "the passport is in the red box", "the passport is in the red box"),
        ("the passport is in the drawer", "in the red box", "the passport is in the red box"),
        ("the flat has 4 rooms", "it has 5 rooms", "the flat has 5 rooms"),
        ("the flat has 4 rooms", "it is in Bonn", "the flat is in Bonn"),
        ("my car's plate is B-MX 123", "M-KI 7", "my car's plate is M-KI 7"),
        ("hunter2", "hunter3", "hunter3"),
        ("my wife's phone is 123", "phone is 456", "my wife's phone is 456"),
        ("my wife's phone is 123", "the phone is 456", "my wife's phone is 456"),
        ("my wife's phone is 123", "my phone is 456", "my phone is 456"),
        ("the key is with Ana", "the key is lost", "the key is lost"),
    ] {
        assert_eq!(rewritten(old, said), new, "{old} / {said}");
    }
}

fn change(before: Option<Note>, after: Option<Note>) -> Change {
    Change {
        id: NoteChangeId::new("n"),
        person: PersonId::new("p"),
        room: RoomId::new("r"),
        before,
        after,
        entry: String::new(),
        at: DateTime::UNIX_EPOCH,
        undone: false,
    }
}

#[test]
fn only_what_a_change_brought_is_taken_back() {
    let list = |text: &str| note("List", text, 0);
    let text = |result: Result<Option<Note>, ()>| result.map(|n| n.map(|n| n.text));
    let milk = change(None, Some(list("- milk")));
    assert_eq!(milk.taken_back(Some(&list("- milk"))), Ok(None));
    assert_eq!(text(milk.taken_back(Some(&list("- milk\n- eggs")))), Ok(Some("- eggs".into())));
    assert_eq!(milk.taken_back(Some(&list("- eggs"))), Err(()));
    let cleared = change(Some(list("- a\n- b")), Some(list("")));
    assert_eq!(text(cleared.taken_back(Some(&list("- c")))), Ok(Some("- c\n- a\n- b".into())));
    assert_eq!(cleared.taken_back(Some(&list("- a"))), Err(()), "it is there again");
    let gone = change(Some(list("- a")), None);
    assert_eq!(text(gone.taken_back(None)), Ok(Some("- a".into())));
    let reworded = change(Some(list("old")), Some(list("new")));
    assert_eq!(reworded.taken_back(Some(&list("newer"))), Err(()));
}

#[test]
fn things_are_told_apart() {
    let (text, new, known) = added("- Milk\n- eggs", &some(&["milk", "bread"]));
    assert_eq!((text.as_str(), new, known), ("- Milk\n- eggs\n- bread", some(&["bread"]), some(&["milk"])));
    let out = struck("- oat milk\n- soy milk\n- eggs\n- 2 breads", &some(&["milk", "egg", "bread", "tea"]));
    assert_eq!(out.text, "- oat milk\n- soy milk");
    assert_eq!((out.gone, out.missing), (some(&["eggs", "2 breads"]), some(&["tea"])));
    assert_eq!(out.unclear, [("milk".to_owned(), some(&["oat milk", "soy milk"]))]);
}

#[test]
fn a_scope_holds_what_its_people_may_read() {
    let (house, kim) = (WorkspaceId::new("house"), Owner::Person(PersonId::new("kim")));
    let own = Scope::personal(house.clone(), PersonId::new("kim"));
    let group = Scope::everybody(house);
    let jo = Owner::Person(PersonId::new("jo"));
    let holds = |scope: &Scope| [&kim, &jo, &Owner::Everybody].map(|owner| scope.holds(owner));
    assert_eq!(holds(&own), [true, false, true]);
    assert_eq!(holds(&own.own()), [true, false, false]);
    assert_eq!(holds(&group), [false, false, true]);
    assert_eq!(holds(&group.own()), [false, false, true]);
    assert_eq!((own.only(&jo), group.only(&kim)), (None, None));
    assert_eq!((own.for_writing("Shopping list"), own.for_writing("Wifi")), (own.clone(), own.own()));
    assert_eq!(own.whose(&Owner::Everybody), Whose::Shared);
    assert_eq!([own.whose(&kim), group.whose(&Owner::Everybody)], [Whose::Plain; 2]);
}

#[test]
fn a_name_may_say_whose_a_note_is() {
    let own = Scope::personal(WorkspaceId::new("house"), PersonId::new("kim"));
    let group = Scope::everybody(WorkspaceId::new("house"));
    let shared = own.only(&Owner::Everybody);
    for (name, its, title) in [
        ("Shared shopping list", &shared, "Shopping list"),
        ("the everybody's PIN", &shared, "PIN"),
        ("own shopping list", &Some(own.own()), "Shopping list"),
        ("Shared list", &shared, "List"),
    ] {
        assert_eq!(own.named(name), Ok(its.clone().map(|scope| (scope, title.to_owned()))), "{name}");
    }
    for name in ["shopping list", "Sharedrive password", "shared", "owner's manual"] {
        assert_eq!((own.named(name), group.named(name)), (Ok(None), Ok(None)), "{name}");
    }
    assert_eq!(group.named("my own shopping list"), Err(()), "nothing of one's own is named where others read along");
    assert_eq!(group.named("shared wifi").unwrap().unwrap().1, "Wifi");
    for (owner, title) in [(Owner::Everybody, "Shopping list"), (own.owner().clone(), "Shopping list")] {
        let called = own.called(&owner, title);
        let found = own.named(&called).unwrap().map_or(own.owner().clone(), |(scope, _)| scope.owner().clone());
        assert_eq!(found, owner, "{called}");
    }
}

#[test]
fn notes_of_one_title_are_joined_and_nothing_is_lost() {
    let joined = |title: &str, a: &str, b: &str| joined(&note(title, a, 1), &note(title, b, 2)).text;
    assert_eq!(joined("Wifi", "hunter2", "guests: 1234"), "hunter2\nguests: 1234");
    assert_eq!(joined("Wifi", "hunter2", "hunter2"), "hunter2");
    assert_eq!(joined("Wifi", "", "hunter2"), "hunter2");
    assert_eq!(joined("Shopping list", "- milk", "- Milk\n- tea"), "- milk\n- tea");
}

#[test]
fn a_dictated_note_has_a_name_or_its_first_words_for_a_title() {
    for (text, title, kept) in [
        ("Garden: beans left", "Garden", "beans left"),
        ("the code is 4711", "The code is 4711", "the code is 4711"),
        // The mark of something hidden is no end of a name.
        (
            "the key is [hidden: a GitHub token]",
            "The key is [hidden: a GitHub token",
            "the key is [hidden: a GitHub token]",
        ),
    ] {
        let (is, body) = titled(text);
        assert_eq!((is.trim_end_matches(']'), body.as_str()), (title, kept), "{text}");
    }
}
