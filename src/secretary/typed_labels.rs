//! The names of buttons that may be typed in their place, where no other rule reads them. Pure. They are listed here, since
//! what stands on buttons is not kept with what they do: names of people and words of theirs are among it.

use super::many_answers::plain_words;
use super::wording::tongues;

/// A button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// All of a call that is asked about.
    AllOfIt,
    /// Everything of a person is erased.
    Erase,
    /// What stands on that button, which asks for it and is too little to do it.
    EraseAsked,
    /// Nothing is erased or called off.
    Keep,
    /// A report helped.
    Good,
    /// It did not.
    Bad,
    /// The next page.
    More,
    /// A reminder instead of work at a set time.
    RemindThen,
    /// What was sent belongs to the ticket of this number.
    AddTo(i64),
}

/// The button that these words are the name of.
pub fn read(text: &str) -> Option<Label> {
    const ALL: [&str; 5] = ["show all", "show it all", "show me all of it", "show me everything", "show everything"];
    // The name alone asks for the question: sent twice, it must not be its answer.
    const ERASE: [&str; 2] = ["yes, erase everything of mine", "yes, erase everything"];
    const NAME: [&str; 2] = ["erase everything of mine", "erase everything"];
    const MORE: &str = "more|show more|show me more|more please|next|next page|the next page|next one|older|show older|older ones|later ones|\
         mehr|mehr zeigen|zeig mehr|nächste seite|más|siguiente|página siguiente|suivant|page suivante|更多|下一页";
    // Nobody who puts it off wants it done.
    #[rustfmt::skip]
    const LATER: &[&str] = &[
        "later", "maybe later", "perhaps later", "not now", "not yet", "no, not now", "no, later", "another time", "some other time",
        "not today", "später", "vielleicht später", "nicht jetzt", "jetzt nicht", "noch nicht", "más tarde", "ahora no", "plus tard", "pas maintenant",
    ];
    let plain = text.trim().trim_end_matches(['.', '!', ' ', '…', '›']).to_lowercase();
    if MORE.split('|').any(|more| more == plain) {
        return Some(Label::More);
    }
    match sign(&plain).as_str() {
        "👍" => return Some(Label::Good),
        "👎" => return Some(Label::Bad),
        _ => {}
    }
    let called = |label: &str| tongues::names(label).any(|name| name.to_lowercase() == plain);
    if called("Remind me then") || plain == "just remind me then" || plain == "only remind me then" {
        return Some(Label::RemindThen);
    }
    if let Some(number) = added_to(&plain) {
        return Some(Label::AddTo(number));
    }
    if called("Show all of it") || ALL.contains(&plain.as_str()) {
        return Some(Label::AllOfIt);
    }
    match plain.as_str() {
        "keep it" | "keep them" | "keep everything" => Some(Label::Keep),
        later if LATER.contains(&later) => Some(Label::Keep),
        name if NAME.contains(&name) => Some(Label::EraseAsked),
        erase => ERASE.contains(&erase).then_some(Label::Erase),
    }
}

/// "add to #12", "add it to 12": the number.
fn added_to(plain: &str) -> Option<i64> {
    let rest = plain.strip_prefix("add ")?;
    let rest = ["it ", "this ", "that "].iter().find_map(|what| rest.strip_prefix(what)).unwrap_or(rest);
    let number = rest.strip_prefix("to ")?;
    number.strip_prefix('#').unwrap_or(number).parse().ok().filter(|number| *number > 0)
}

/// A sign without what says nothing of it: its skin and its look.
pub fn sign(text: &str) -> String {
    let kept = |c: &char| !matches!(c, '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}') && !c.is_whitespace();
    text.trim().trim_end_matches(['.', '!']).chars().filter(kept).collect()
}

/// Whether the command of a button shows the page after the present one.
pub fn leads_on(line: &str) -> bool {
    let mut words = line.split(' ').skip(1);
    matches!(words.next(), Some("after" | "before")) || matches!(words.next(), Some("before"))
}

/// The page that the command of a button shows by its number.
pub fn page(line: &str) -> Option<usize> {
    let mut words = line.split(' ').skip(1);
    words.next().filter(|word| *word == "page")?;
    words.next()?.parse().ok()
}

/// What somebody says that words are which were asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorted {
    /// Something new.
    New,
    /// An answer, perhaps to the ticket of this number.
    Answer(Option<i64>),
    /// Neither.
    Leave,
}

/// Whether words say that others are an answer or something new, or leave them.
pub fn sorted(text: &str) -> Option<Sorted> {
    const NEW: &str = "new idea|a new idea|its a new idea|it is a new idea|thats a new idea|something new|its something new|\
         it is something new|thats something new|that is something new|its new|neue idee|eine neue idee|etwas neues|was neues|\
         es ist etwas neues|das ist etwas neues|es ist eine neue idee|das ist eine neue idee|nueva idea|algo nuevo|nouvelle idée|\
         quelque chose de nouveau";
    const ANSWER: &str = "my answer|its my answer|it is my answer|thats my answer|that is my answer|thats the answer|\
         its the answer|its an answer|an answer|meine antwort|das ist meine antwort|es ist meine antwort|mi respuesta|ma réponse";
    let said = said(text);
    let is = |list: &str| list.split('|').any(|one| one == said);
    let called = |label: &str| tongues::names(label).any(|name| self::said(name.as_ref()) == said);
    if is(NEW) || called("New idea") {
        return Some(Sorted::New);
    }
    if never_mind(text) || called("Never mind") {
        return Some(Sorted::Leave);
    }
    let numbered = said.rsplit_once(' ').and_then(|(head, number)| {
        let number = number.parse::<i64>().ok().filter(|number| *number > 0)?;
        Some((head.strip_suffix(" to").unwrap_or(head), number))
    });
    match numbered {
        Some((head, number)) if head == "answer" || head == "antwort" || ANSWER.split('|').any(|one| one == head) => {
            Some(Sorted::Answer(Some(number)))
        }
        Some(_) => None,
        None => is(ANSWER).then_some(Sorted::Answer(None)),
    }
}

/// Whether words leave what was asked or proposed alone. What calls something off by name does more than that.
pub fn never_mind(text: &str) -> bool {
    const NEVER: &str = "never mind|nevermind|nvm|never mind that|never mind it|leave it|forget it|forget that|dont|dont do it|\
         actually no|actually forget it|vergiss es|lass es|lass gut sein|olvídalo|olvidalo|laisse tomber";
    let said = said(text);
    let rest = ["no ", "nah ", "nope ", "nein ", "oh ", "ok "].iter().find_map(|before| said.strip_prefix(before));
    let rest = rest.unwrap_or(&said);
    NEVER.split('|').any(|never| never == rest)
}

/// Whether words take back all that was done by one message.
pub fn undoes_all(text: &str) -> bool {
    const ALL: &str = "undo both|undo both of them|undo them both|undo them|undo all|undo all of it|undo all of them|undo all of that|\
         undo everything|undo it all|take both back|take back both|take it all back|take all of it back|take everything back|\
         revert both|revert everything|revert all of it|mach beides rückgängig|mach alles rückgängig|mach beide rückgängig|\
         beides rückgängig|alles rückgängig|beides rückgängig machen|alles rückgängig machen|deshaz todo|deshacer todo|annule tout";
    let said = said(text);
    let rest = said.strip_prefix("please ").or_else(|| said.strip_suffix(" please")).unwrap_or(&said);
    ALL.split('|').any(|all| all == rest)
}

/// Words in lower case, without marks and apostrophes.
fn said(text: &str) -> String {
    plain_words(text).join(" ")
}

/// Whether words let something be done this once.
pub fn once(text: &str) -> bool {
    const ONCE: &str = "once|just once|only once|this once|just this once|only this once|this time|just this time|only this time|\
         yes once|yes, once|once only|for now yes|einmal|nur einmal|nur diesmal|dieses mal|nur dieses mal|una vez|solo una vez|\
         sólo una vez|solo esta vez|une fois|une seule fois|cette fois|juste cette fois|仅此一次|就这一次|这一次";
    let plain = text.trim().trim_end_matches(['.', '!', ' ', '…']).to_lowercase();
    ONCE.split('|').any(|once| once == plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted_by_what_is_said_of_them() {
        for (text, sorts) in [
            ("New idea", Sorted::New),
            ("It's something new!", Sorted::New),
            ("neue Idee", Sorted::New),
            ("Etwas Neues", Sorted::New),
            ("Never mind.", Sorted::Leave),
            ("no, never mind", Sorted::Leave),
            ("my answer", Sorted::Answer(None)),
            ("Answer #1", Sorted::Answer(Some(1))),
            ("that's my answer to #12", Sorted::Answer(Some(12))),
        ] {
            assert_eq!(sorted(text), Some(sorts), "{text}");
        }
        for text in ["a new idea for the garden", "answer", "answer Kim", "call 12", "no", "cancel", ""] {
            assert_eq!(sorted(text), None, "{text}");
        }
        for text in ["cancel", "never mind, cancel it", "no"] {
            assert!(!never_mind(text), "{text}");
        }
    }

    #[test]
    fn all_is_taken_back_where_all_is_said() {
        for text in ["undo both", "Undo everything!", "undo all of it", "mach beides rückgängig", "please undo both"]
        {
            assert!(undoes_all(text), "{text}");
        }
        for text in ["undo", "undo 2", "undo both shoelaces", "both", ""] {
            assert!(!undoes_all(text), "{text}");
        }
    }

    #[test]
    fn a_button_is_known_by_its_name_alone() {
        for (text, label) in [
            ("show all of it", Label::AllOfIt),
            ("Alles zeigen", Label::AllOfIt),
            ("Show me all of it.", Label::AllOfIt),
            ("YES, ERASE EVERYTHING.", Label::Erase),
            ("erase everything of mine", Label::EraseAsked),
            ("Keep it", Label::Keep),
            ("Maybe later.", Label::Keep),
            ("not now", Label::Keep),
            ("👍🏽", Label::Good),
            ("👎", Label::Bad),
            ("Show more", Label::More),
            ("More ›", Label::More),
            ("Remind me then.", Label::RemindThen),
            ("Dann erinnern", Label::RemindThen),
            ("Add to #12", Label::AddTo(12)),
            ("add it to 12", Label::AddTo(12)),
        ] {
            assert_eq!(read(text), Some(label), "{text}");
        }
        for line in ["decisions after 3 d1", "list open before 12", "reports before 4", "history before 2"] {
            assert!(leads_on(line), "{line}");
        }
        assert_eq!(
            (page("schedules page 3"), page("history page 2 door"), page("decisions")),
            (Some(3), Some(2), None)
        );
        assert!(!leads_on("decisions") && !leads_on("list open") && sign("👍🏽") == sign("👍️"));
        assert!(once("Just this once.") && !once("once a week"));
        for text in [
            "add milk to 12",
            "add to #0",
            "add to 12 eggs",
            "show all of it to Kim",
            "erase everything about Kim",
            "👍 thanks",
            "erase",
            "",
            "show",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
