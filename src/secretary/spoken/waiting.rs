//! "What are you waiting for?", "is there anything I have to decide?": what waits for somebody is asked for, in a few
//! languages. Whole and certain: "what are you waiting for, start it" is an order.

use super::LONGEST;

/// What may lead to it and says nothing more.
const LEADS: &[&str] = &[
    "hey",
    "hi",
    "hello",
    "hallo",
    "ok",
    "okay",
    "so",
    "and",
    "und",
    "y",
    "et",
    "secretary",
    "tell me",
    "can you tell me",
    "could you tell me",
    "please",
    "bitte",
    "sag",
    "sag mal",
    "sag mir",
    "kannst du mir sagen",
    "dime",
    "dis-moi",
];
/// Words that add nothing wherever they stand.
const FILLERS: &str = "still|now|right|currently|just|really|exactly|please|else|noch|gerade|jetzt|denn|eigentlich|\
     genau|bitte|mal|todavía|aún|ahora|encore|maintenant|donc";
/// The questions, in small letters and without those words.
const ASKED: &str = "what are you waiting for|what is it you are waiting for|what are you waiting on|who are you waiting for|\
     whom are you waiting for|are you waiting for me|are you waiting for anything|are you waiting for something|\
     are you waiting for something from me|are you waiting for anything from me|are you waiting on me|\
     what is waiting|what's waiting|what is waiting for me|what's waiting for me|what waits for me|is anything waiting for me|\
     is there anything waiting for me|is there something waiting for me|what is waiting for a decision|\
     what do you need|what do you need from me|what do you need me to do|what do you need me to decide|\
     do you need anything from me|do you need something from me|do you need anything|is there anything you need from me|\
     what do you want from me|what do you expect from me|what do you expect of me|\
     is there anything i have to decide|is there anything i need to decide|is there anything i must decide|\
     is there anything i should decide|is there anything for me to decide|is there anything to decide|\
     is there something to decide|is there something i have to decide|is there something for me to decide|\
     do i have to decide anything|do i need to decide anything|do i have anything to decide|\
     what do i need to decide|what am i to decide|what should i decide|what is there to decide|\
     what needs my decision|what needs a decision|does anything need my decision|\
     worauf wartest du|auf was wartest du|auf wen wartest du|wartest du auf mich|wartest du auf etwas von mir|\
     was steht an|was liegt an|was steht für mich an|was brauchst du von mir|brauchst du etwas von mir|brauchst du was von mir|\
     was erwartest du von mir|was willst du von mir|was wartet auf mich|was muss ich entscheiden|was soll ich entscheiden|\
     was ist zu entscheiden|gibt es etwas zu entscheiden|gibt es was zu entscheiden|muss ich etwas entscheiden|\
     muss ich was entscheiden|habe ich etwas zu entscheiden|welche entscheidungen stehen an|\
     qué esperas|qué estás esperando|a qué esperas|a qué estás esperando|qué esperas de mí|qué necesitas de mí|\
     qué quieres de mí|necesitas algo de mí|qué tengo que decidir|qué debo decidir|hay algo que decidir|\
     hay algo que tenga que decidir|tengo que decidir algo|\
     qu'attends-tu|qu'attends-tu de moi|tu attends quoi|qu'est-ce que tu attends|qu'est-ce que tu attends de moi|\
     que veux-tu de moi|de quoi as-tu besoin|tu as besoin de quelque chose|qu'est-ce que je dois décider|\
     list decisions|list open decisions|show open decisions|show me the open decisions|show me open decisions|\
     are there open decisions|welche entscheidungen sind offen|que dois-je décider|y a-t-il quelque chose à décider";

/// Whether words ask what waits for whoever says them.
pub fn asks_what_waits(text: &str) -> bool {
    // "What are you waiting for!" is no question.
    if text.len() > LONGEST || text.trim_end().ends_with('!') || text.trim_start().starts_with('/') {
        return false;
    }
    let small = text.to_lowercase().replace('’', "'");
    // More than one sentence says more than this.
    let one = small.trim_end_matches([' ', '?', '.']);
    if one.contains(['?', '.', ';', '\n']) {
        return false;
    }
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '\'' | '-') { c } else { ' ' };
    let plain: String = one.chars().map(plain).collect();
    let filler = |word: &&str| FILLERS.split('|').any(|filler| filler == *word);
    let words: Vec<&str> = plain.split_whitespace().filter(|word| !filler(word)).collect();
    let said = words.join(" ");
    let mut rest = said.as_str();
    for _ in 0..3 {
        if ASKED.split('|').any(|asked| asked == rest) {
            return true;
        }
        let led = LEADS.iter().filter_map(|lead| rest.strip_prefix(lead)?.strip_prefix(' '));
        match led.min_by_key(|behind| behind.len()) {
            Some(behind) => rest = behind,
            None => return false,
        }
    }
    ASKED.split('|').any(|asked| asked == rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_asked_in_many_ways() {
        for text in [
            "What are you waiting for?",
            "what are you waiting for",
            "So what are you still waiting for?",
            "hey, what exactly are you waiting for right now?",
            "Are you waiting for me?",
            "are you waiting for something from me?",
            "what do you need from me?",
            "What do you need from me now?",
            "do you need anything from me?",
            "is there anything I have to decide?",
            "Is there anything else I need to decide?",
            "what is waiting for me?",
            "what’s waiting for me?",
            "tell me, what is there to decide?",
            "what do I need to decide?",
            "sag mal, was steht noch an?",
            "Worauf wartest du?",
            "Worauf wartest du denn noch?",
            "Was brauchst du von mir?",
            "muss ich noch etwas entscheiden?",
            "¿qué esperas de mí?",
            "¿Qué tengo que decidir?",
            "qu'est-ce que tu attends de moi ?",
            "Qu’est-ce que tu attends ?",
            "Tu attends quoi encore ?",
        ] {
            assert!(asks_what_waits(text), "{text}");
        }
    }

    #[test]
    fn other_words_ask_for_nothing_that_waits() {
        for text in [
            "what are you waiting for, start it",
            "What are you waiting for? Start it.",
            "What are you waiting for!",
            "what is the train waiting for?",
            "what do you need from the shop?",
            "what do you need to bake a cake?",
            "is there anything I have to buy?",
            "was steht morgen an?",
            "worauf wartest du, fang an",
            "are you waiting for Kim?",
            "what should I decide about the door?",
            "waiting for me",
            "/decisions",
            "",
        ] {
            assert!(!asks_what_waits(text), "{text}");
        }
    }
}
