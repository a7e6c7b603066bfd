//! Names of people: the words for a person without a name, and names that read like words of the secretary. A person
//! called “Owner” or “a former member” is shown in quotation marks, and nobody else is.

use super::workspace::Person;
use crate::secretary::names::lookalikes::look;
use crate::secretary::names::phrases::capital;

/// What stands for the name of an owner from the settings until they write, and of the local visitor.
pub const NAMELESS: &str = "Owner";

/// What the visitor of the local web chat is called wherever others read of them: what they did, what they want, what they may
/// decide. Perhaps nobody is there, and whoever is has no name that says anything elsewhere.
pub const AT_THE_PAGE: &str = "somebody at the web chat";

/// What somebody is called everywhere once everything of theirs is erased.
pub const FORMER: &str = "a former member";

/// Who joined under a name of which nothing is seen.
pub const UNSEEN: &str = "somebody without a name";

/// What the secretary itself says of people, or of itself.
const OWN: [&str; 25] = [
    NAMELESS,
    "owners",
    "an owner",
    AT_THE_PAGE,
    "the owner",
    FORMER,
    "former member",
    "you",
    "approver",
    "an approver",
    "approvers",
    "a member",
    "members",
    "requester",
    "observer",
    "the secretary",
    "secretary",
    "everyone",
    "everybody",
    "nobody",
    "no one",
    "somebody",
    "someone",
    "system",
    "the bot",
];

/// What somebody without a name who did something is called: "you" where nobody else is, so that nobody else can be meant. Whoever
/// writes in a messenger has a name from then on, so that it is the visitor of the local web chat.
pub fn nameless(alone: bool) -> &'static str {
    if alone { "you" } else { AT_THE_PAGE }
}

/// A name of somebody's choice as it is shown: one that could be read as the secretary's own words stands in quotation marks.
pub fn apart(name: &str) -> String {
    let looks = look(name);
    let quoted = name.strip_prefix('“').is_some_and(|rest| rest.ends_with('”'));
    if quoted || !OWN.iter().any(|own| look(own) == looks) { name.to_owned() } else { format!("“{name}”") }
}

/// The name by which a member is listed, and can be named. Who has none yet may be an owner from the settings, too.
pub fn shown_name(person: &Person, people: &[Person]) -> String {
    match person.name.as_str() {
        NAMELESS if people.len() == 1 => "You".to_owned(),
        NAMELESS => capital("an owner"),
        name => apart(name),
    }
}

/// Who is meant by a name as it was typed: as it is shown, else without its quotation marks, else by its words alone, without
/// signs and what stands in brackets: "Rita" is "Rita ☕" and "Rita (ops)".
pub fn called<'p>(people: &'p [Person], typed: &str) -> Vec<&'p Person> {
    meant(people, typed, |person| shown_name(person, people))
}

/// Of those who have left, of whom nobody is “you”.
pub fn left_called<'p>(former: &'p [Person], typed: &str) -> Vec<&'p Person> {
    meant(former, typed, |person| apart(&person.name))
}

fn meant<'p>(people: &'p [Person], typed: &str, shown: impl Fn(&Person) -> String) -> Vec<&'p Person> {
    let bare = |name: &str| name.trim_matches(['“', '”', '"', '„']).trim().to_lowercase();
    let exact = |person: &&Person| shown(person).to_lowercase() == typed.to_lowercase();
    let exact: Vec<&Person> = people.iter().filter(exact).collect();
    if !exact.is_empty() {
        return exact;
    }
    let nearly: Vec<&Person> =
        people.iter().filter(|person| !bare(typed).is_empty() && bare(&shown(person)) == bare(typed)).collect();
    if !nearly.is_empty() {
        return nearly;
    }
    let typed = words(typed);
    let alike = |person: &&Person| {
        let shown = shown(person);
        !typed.is_empty() && (words(&shown) == typed || words(&without_brackets(&shown)) == typed)
    };
    people.iter().filter(alike).collect()
}

/// The words of a name, small and without signs.
fn words(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A name without what stands in brackets.
fn without_brackets(name: &str) -> String {
    let mut depth = 0_usize;
    let outside = |c: &char| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    };
    name.chars().filter(outside).collect()
}

#[cfg(test)]
mod tests {
    use crate::secretary::ids::{PersonId, WorkspaceId};
    use crate::secretary::people::names::*;
    use crate::secretary::people::workspace::Role;

    #[test]
    fn a_name_that_is_a_word_of_the_secretary_stands_apart() {
        for name in [
            "Owner",
            "owner",
            "Оwner",
            "A former member",
            "An owner",
            "the Secretary",
            "EVERYONE",
            "You",
            "Nobody",
            "Somebody at the Web Chat",
        ] {
            assert_eq!(apart(name), format!("“{name}”"));
            assert_eq!(apart(&apart(name)), apart(name), "once is enough");
        }
        for name in ["Mara", "Owen", "Kim Owner", "Ali", "", "李雷", "“Kim”"] {
            assert_eq!(apart(name), name);
        }
    }

    #[test]
    fn everybody_can_be_named() {
        let person = |id: &str, name: &str| {
            Person::new(PersonId::new(id), WorkspaceId::new("main"), name, Role::Owner, chrono::DateTime::UNIX_EPOCH)
        };
        let people = [person("p1", NAMELESS), person("p2", "“Owner”"), person("p3", "“An owner”"), person("p4", "Zoë")];
        let meant = |typed: &str| called(&people, typed).iter().map(|p| p.id.as_str().to_owned()).collect::<Vec<_>>();
        assert_eq!(meant("an owner"), ["p1"]);
        assert_eq!(meant("“an owner”"), ["p3"]);
        assert_eq!(meant("owner"), ["p2"]);
        assert_eq!(meant("\"Owner\""), ["p2"]);
        assert_eq!(meant("ZOË"), ["p4"]);
        assert!(meant("“”").is_empty() && meant("Kim").is_empty());
        let people = [
            person("p5", "Rita ☕"),
            person("p6", "Jo (ops)"),
            person("p7", "Jo"),
            person("p8", "Kim [qa] Lee"),
            person("p9", "Rita (ops)"),
        ];
        let meant = |typed: &str| called(&people, typed).iter().map(|p| p.id.as_str().to_owned()).collect::<Vec<_>>();
        for (typed, wanted) in [
            ("Rita", vec!["p5", "p9"]),
            ("rita ☕", vec!["p5"]),
            ("Jo", vec!["p7"]),
            ("Jo (ops)", vec!["p6"]),
            ("jo ops", vec!["p6"]),
            ("Kim Lee", vec!["p8"]),
            ("Kim", vec![]),
            ("☕", vec![]),
            ("(qa)", vec![]),
        ] {
            assert_eq!(meant(typed), wanted, "{typed}");
        }
    }
}
