//! The names of buttons that may be typed in their place, where no other rule reads them. Pure. They are listed here, since
//! what stands on buttons is not kept with what they do: names of people and words of theirs are among it.

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
