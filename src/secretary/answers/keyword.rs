//! Yes and no by the word that a question turns on: "no cake", "with a cake please" and "cake? no" to "Shall there be a
//! cake?". It must say nothing where words say more than that: a cake nobody said no to must not be called off, and a no must
//! never be read as a yes.

use crate::secretary::many_answers::plain_words;

/// Words of a question that stand around what it turns on.
const LITTLE: &str = "is|it|be|being|should|shall|will|would|do|does|did|you|we|i|they|want|need|have|has|get|like|this|that|there|are|can|could|\
     may|also|any|some|a|an|the|your|our|my|to|for|with|at|in|on|of|or|and|please|yes|include|included|provide|serve|soll|sollen|sollte|\
     es|ist|sind|sein|wird|gibt|geben|wir|du|sie|ihr|ich|ein|eine|einen|einem|einer|der|die|das|den|dem|haben|hast|habt|möchtest|\
     wollt|willst|wollen|brauchst|brauchen|braucht|auch|mit|für|auf|im|am|zum|zur|ja|oder|est|ce|que|il|y|aura|une|un|du|de|la|le|\
     les|voulez|vous|veux|tu|faut|será|hay|habrá|quieres|quieren|necesitas|una|el|los|las|debe|haber";
/// Words of a question behind which stands what there is to be.
const HAVING: &str = "there|want|need|have|like|get|include|provide|serve|gibt|brauchst|brauchen|braucht|möchtest|willst|wollt|hay|habrá|quieres|quieren|\
     necesitas|haber|veux|voulez|faut|aura";
/// Words with which a no is said.
const NO: &str = "no|not|without|dont|doesnt|isnt|arent|wont|shouldnt|never|none|nope|nah|skip|drop|nein|nicht|kein|keine|keinen|keinem|keiner|\
     ohne|nee|nö|sin|ningún|ninguna|sans|pas|non|aucun|aucune";
/// Those of them that turn another no into a yes.
const WITHOUT: &str = "without|ohne|sin|sans";
const WITH: &str = "with|mit|con|avec";
const YES: &str = "yes|yeah|yep|yup|sure|with|ja|klar|mit|sí|si|con|oui|avec";
/// Words around a no or a yes that change nothing about it. "Have", "make" and "will" do: "I have a car" is no yes to "Do we need one?".
const AROUND: &str = "please|definitely|thanks|thank|you|actually|wait|sorry|oops|oh|ah|ach|hm|hmm|um|well|then|so|after|all|we|i|id|it|its|this|that|the|a|an|any|some|\
     need|want|for|there|should|shall|be|is|are|to|in|on|of|ok|okay|think|guess|second|thought|thoughts|now|just|rather|do|let|lets|us|me|would|\
     like|better|instead|changed|ive|my|mind|needed|bitte|danke|doch|dann|lieber|eigentlich|also|na|aber|jetzt|ein|eine|einen|einem|\
     der|die|das|den|dem|wir|ich|brauchen|brauche|möchte|möchten|will|wollen|es|soll|sollen|geben|hätte|hätten|gern|gerne|warte|moment|\
     entschuldigung|mal|quatsch|por|favor|un|una|une|el|la|le|los|las|les|de|du|merci|gracias|finalement|finalmente|mejor|al|final|plutôt|en|\
     fait|realidad|perdón|pardon|désolé|espera|attends|quiero|queremos|veux|je|on";
/// Words behind which a no only takes back what was said: "no wait, cake".
const TAKES_BACK: &str = "wait|actually|sorry|warte|doch|eigentlich|espera|attends|en";

/// Yes or no to this question by the word it turns on. None: the words say something else, or more.
pub(super) fn verdict(question: &str, words: &str) -> Option<bool> {
    let key = turns_on(question)?;
    let parts: Vec<Vec<String>> =
        words.split(MARKS).map(plain_words).filter(|part: &Vec<String>| !part.is_empty()).collect();
    let known = |word: &String| is_key(&key, word) || [NO, YES, AROUND].iter().any(|names| among(word, names));
    if !parts.iter().flatten().all(known) {
        return None;
    }
    let head = key.last()?;
    let mut holding = parts.iter().enumerate().filter(|(_, part)| part.iter().any(|word| same(head, word)));
    let ((at, part), None) = (holding.next()?, holding.next()) else { return None };
    let said = match part.as_slice() {
        [no, next, rest @ ..] if among(no, NO) && among(next, TAKES_BACK) => rest,
        all => all,
    };
    let says = |words: &[String], names: &str| words.iter().any(|word| among(word, names));
    let behind = parts[at + 1..].concat();
    let before = parts[..at].concat();
    let no = says(said, NO) || says(&behind, NO);
    let twice = says(said, WITHOUT) && said.iter().any(|word| among(word, NO) && !among(word, WITHOUT));
    // A no before a mark belongs to what stands before it, and what follows may be its reason ("no, I want the cake"): it takes
    // that back only where it says so. "Yes, no cake" may mean either.
    let taken_back = before.windows(2).any(|two| among(&two[0], NO) && among(&two[1], TAKES_BACK));
    if !no && says(&before, NO) && !taken_back && !said.first().is_some_and(|word| among(word, WITH)) {
        return None;
    }
    let agrees = says(&before, YES) || says(&behind, YES) || says(said, YES);
    (!(twice || no && agrees)).then_some(!no)
}

/// Whether words say no to something by its name, whatever that is: "no cake", "ohne Kuchen".
pub(super) fn wants_none(words: &str) -> bool {
    const NONE: &str = "no|without|kein|keine|keinen|keinem|keiner|ohne|sin|sans|aucun|aucune|ningún|ninguna";
    let said = plain_words(words);
    (2..=4).contains(&said.len()) && among(&said[0], NONE)
}

/// The words behind a no at their beginning, where more follows.
pub(super) fn behind_no(words: &str) -> Option<&str> {
    let (first, rest) = words.trim().split_once(char::is_whitespace)?;
    let no = plain_words(first).first().is_some_and(|word| among(word, NO)) && first.ends_with(char::is_alphanumeric);
    no.then_some(rest.trim())
}

/// What divides what somebody says from what they say besides.
const MARKS: [char; 15] = [',', '.', '!', '?', ';', ':', '\n', '–', '—', '，', '。', '！', '？', '；', '：'];

/// The words that a question turns on: "cake" of "Shall there be a cake for the children?", "outdoors" of "Should the party
/// be outdoors?". None: it asks for a no itself, or nobody can tell.
fn turns_on(question: &str) -> Option<Vec<String>> {
    let asked = question.split(['?', '？', '(']).next()?;
    let words = plain_words(asked.rsplit(". ").next()?);
    if words.iter().any(|word| among(word, NO)) {
        return None;
    }
    // Where each row of telling words begins and ends.
    let mut rows: Vec<(usize, usize)> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if among(word, LITTLE) {
            continue;
        }
        match rows.last_mut() {
            Some((_, end)) if *end == at => *end = at + 1,
            _ => rows.push((at, at + 1)),
        }
    }
    let having = words.iter().position(|word| among(word, HAVING));
    let is_to_be = |at: usize| at > 0 && ["be", "sein", "is", "ist"].contains(&words[at - 1].as_str());
    let row = match rows.as_slice() {
        [one] => Some(one),
        // "Soll es Kuchen für alle geben?"
        several if words.last().is_some_and(|word| word == "geben") => several.first(),
        several => match having {
            Some(having) => several.iter().find(|(from, _)| *from > having),
            None => several.last().filter(|(from, _)| is_to_be(*from)),
        },
    }?;
    Some(words[row.0..row.1].to_vec())
}

fn is_key(key: &[String], word: &str) -> bool {
    key.iter().any(|known| same(known, word))
}

/// The same word, one or several of what it names.
fn same(known: &str, word: &str) -> bool {
    known == word || known.strip_suffix('s') == Some(word) || word.strip_suffix('s') == Some(known)
}

fn among(word: &str, names: &str) -> bool {
    names.split('|').any(|name| name == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_a_question_turns_on_says_yes_or_no() {
        const CAKE: &str = "Shall there be a cake?";
        const KUCHEN: &str = "Soll es einen Kuchen geben?";
        for (question, words, wanted) in [
            (CAKE, "no cake", Some(false)),
            (CAKE, "actually no cake", Some(false)),
            (CAKE, "No, no cake please.", Some(false)),
            (CAKE, "wait, no cake", Some(false)),
            (CAKE, "no wait, no cake", Some(false)),
            (CAKE, "sorry, no cake after all", Some(false)),
            (CAKE, "without a cake please", Some(false)),
            (CAKE, "we don't need a cake", Some(false)),
            (CAKE, "cake? no", Some(false)),
            (CAKE, "no to the cake", Some(false)),
            (KUCHEN, "doch kein Kuchen", Some(false)),
            (KUCHEN, "nein, ohne Kuchen bitte", Some(false)),
            (KUCHEN, "Kuchen nein", Some(false)),
            ("Shall there be a birthday cake for the children?", "no cake", Some(false)),
            ("Should the party be outdoors?", "not outdoors", Some(false)),
            ("Vegetarian?", "nicht vegetarian", Some(false)),
            (CAKE, "cake", Some(true)),
            (CAKE, "no, with a cake", Some(true)),
            (CAKE, "no wait, cake", Some(true)),
            (KUCHEN, "doch mit Kuchen", Some(true)),
            // These say more than that, or something else.
            (CAKE, "no cake but a pie", None),
            (CAKE, "no more cake than last year", None),
            (CAKE, "not without a cake", None),
            (CAKE, "yes, no cake", None),
            (CAKE, "not more than 100", None),
            (CAKE, "no", None),
            (CAKE, "no thanks, I have a cake", None),
            (CAKE, "no thanks, I want a cake", None),
            (CAKE, "No, we will make a cake", None),
            (CAKE, "we don't need it, the cake", None),
            (CAKE, "not sure, cake?", None),
            (KUCHEN, "nein, wir haben Kuchen", None),
            ("Do we need a car?", "No, I have a car", None),
            ("Do we need a car?", "I have a car", None),
            ("Should the party be outdoors?", "I'd not like that, outdoors", None),
            ("Should the party be outdoors?", "no party", None),
            ("Shall I leave the cake out, or not?", "no cake", None),
        ] {
            assert_eq!(verdict(question, words), wanted, "{question} {words}");
        }
    }

    #[test]
    fn what_is_not_wanted_may_be_named() {
        assert!(wants_none("kein Kuchen") && wants_none("no cake please"));
        assert!(!wants_none("no") && !wants_none("not too dear") && !wants_none("cake"));
        assert_eq!(behind_no("no picnic"), Some("picnic"));
        assert_eq!((behind_no("no, picnic"), behind_no("picnic"), behind_no("no")), (None, None, None));
    }
}
