//! Words of somebody who does not know what to choose, and questions about the choice itself: what follows from silence, and who
//! can decide. Pure.

use super::super::many_answers::plain_words;

/// Words of somebody who thinks about it, or wants a moment for that.
const THINKS: &str = "hm|hmm|hmmm|um|uhm|ähm|öhm|euh|give me a moment|give me a minute|give me a sec|give me a second|give me a bit|\
     one minute|one sec|one second|just a minute|just a sec|just a second|a moment|a minute|let me think|let me think about it|\
     let me think about that|let me think about this|let me think it over|im thinking|i am thinking|thinking|im still thinking|\
     i have to think|i have to think about it|i need to think|i need to think about it|i must think about it|difficult|tricky|\
     thats difficult|thats hard|thats tricky|hard one|tough one|a tough one|tough choice|difficult choice|muss ich überlegen|\
     muss überlegen|das muss ich überlegen|das muss ich mir überlegen|muss ich mir überlegen|ich muss überlegen|ich muss nachdenken|\
     ich muss darüber nachdenken|muss ich drüber nachdenken|lass mich nachdenken|lass mich überlegen|lass mich kurz nachdenken|\
     lass mich kurz überlegen|ich überlege|ich denke nach|schwierig|schwer|eine minute|einen augenblick|augenblick|warte kurz|\
     kurz warten|gib mir einen moment|gib mir eine minute|laisse moi réfléchir|laissez moi réfléchir|je réfléchis|je vais réfléchir|\
     je dois réfléchir|une minute|une seconde|un instant|jhésite|difficile|cest difficile|donne moi une minute|donne moi un instant|\
     lo pienso|pienso|lo estoy pensando|estoy pensando|estoy pensándolo|déjame pensar|déjame pensarlo|dejame pensar|tengo que pensarlo|\
     lo voy a pensar|voy a pensarlo|dame un minuto|dame un momento|dame un segundo|un minuto|un segundo|luego|lo veo luego|difícil|dudo|\
     等会儿|等一会|等会|等一会儿|我还没决定|还没决定|我还没想好呢|还没决定好|我还没决定好|随后|随后再说|再想想|我再想想|让我想想|让我想一想|我想想|我想一想|想想|\
     让我再想想|我考虑一下|让我考虑一下|考虑一下|稍后|晚点再说|回头再说|待会儿|给我一分钟|有点难|很难选|好难";

/// Words of somebody who does not know.
const UNSURE: &str = "i dont know|i do not know|dont know|do not know|dunno|i dunno|idk|no idea|i have no idea|ive no idea|no clue|\
     i have no clue|not sure|im not sure|i am not sure|unsure|im unsure|i am unsure|undecided|im undecided|i cant decide|cant decide|\
     i cannot decide|hard to say|weiß nicht|weiss nicht|ich weiß nicht|ich weiss nicht|weiß ich nicht|weiss ich nicht|\
     keine ahnung|ich habe keine ahnung|hab keine ahnung|ich hab keine ahnung|nicht sicher|bin nicht sicher|ich bin nicht sicher|\
     unsicher|ich bin unsicher|kann mich nicht entscheiden|ich kann mich nicht entscheiden|schwer zu sagen|no sé|no se|yo no sé|\
     ni idea|no tengo idea|no tengo ni idea|no estoy seguro|no estoy segura|no puedo decidir|no puedo decidirme|no sé qué decir|\
     je ne sais pas|je sais pas|jsais pas|ne sais pas|sais pas|chais pas|aucune idée|aucune idee|je nai aucune idée|\
     je ne suis pas sûr|je ne suis pas sûre|je suis pas sûr|je suis pas sûre|pas sûr|pas sûre|je ne sais que dire|je narrive pas à décider|\
     不知道|我不知道|我也不知道|不确定|我不确定|不太确定|我不太确定|没想好|还没想好|我还没想好|不清楚|我不清楚|说不准|不好说|没想法|没有想法|没主意|还不确定|还不知道|我还不知道|not so sure|not so sure about it|not sure about that|not sure about it|\
     havent decided|i havent decided|cant say|i cant say|weiß nicht so recht|unentschieden|dont know about that";

/// What may stand beside it and adds nothing.
const BESIDE: &str = "hm|hmm|hmmm|mm|mmm|um|uh|uhm|er|erm|oh|ah|well|yet|really|honestly|sorry|actually|quite|still|so|hey|äh|ähm|öhm|\
     naja|tja|also|noch|leider|ehrlich|gesagt|mir|echt|auch|gerade|es|pues|bueno|la|verdad|todavía|todavia|aún|aun|lo|bah|ben|\
     euh|encore|vraiment|trop|désolé|désolée|嗯|呃|额|sil|te|plaît|plait|por|favor|bitte|please|thanks|danke|gracias|merci";

/// Whether words say that their sender does not know yet, or wants to think, and nothing else: "hmm, not sure yet", "let me think".
pub fn unsure(text: &str) -> bool {
    says(text, &[UNSURE, THINKS])
}

/// Whether words say that their sender does not know, and nothing else.
pub fn does_not_know(text: &str) -> bool {
    says(text, &[UNSURE])
}

/// Whether words are among these, what stands beside them aside.
fn says(text: &str, lists: &[&str]) -> bool {
    if text.contains('\n') {
        return false;
    }
    let mut said = plain_words(text);
    let known = |said: &[String]| {
        let said = said.join(" ");
        lists.iter().flat_map(|list| list.split('|')).any(|one| one == said)
    };
    if known(&said) {
        return true;
    }
    said.retain(|word| !BESIDE.split('|').any(|beside| beside == word));
    known(&said)
}

/// What somebody wants to know about a choice before they make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// What follows if nobody answers.
    Silence,
    /// Who can decide.
    Who,
}

/// What words ask about the choice itself: "what happens if I do nothing?", "who decides this?"
pub fn asks_terms(text: &str) -> Option<Terms> {
    const SILENCE: &str = "what happens if i do nothing|what if i do nothing|what happens when i do nothing|what will happen if i do nothing|\
         what happens if i dont do anything|what if i dont do anything|what happens if i dont answer|what happens if i do not answer|\
         what happens when i dont answer|what if i dont answer|what if i do not answer|what will happen if i dont answer|\
         what happens if i dont reply|what if i dont reply|what happens if i dont respond|what if i dont respond|\
         what happens if i dont decide|what if i dont decide|what happens if i ignore it|what happens if i ignore this|what if i ignore it|\
         what if i ignore this|what happens if nobody answers|what if nobody answers|what happens if no one answers|what if no one answers|\
         what happens if nobody decides|what if nobody decides|what happens without an answer|what if i forget|was passiert wenn ich nichts tue|\
         was passiert wenn ich nichts mache|was passiert wenn ich nicht antworte|was passiert wenn ich nichts sage|\
         was passiert wenn ich nicht entscheide|was passiert wenn niemand antwortet|was passiert wenn keiner antwortet|\
         was ist wenn ich nichts tue|was ist wenn ich nicht antworte|was wenn ich nichts tue|was wenn ich nicht antworte|\
         und wenn ich nichts tue|und wenn ich nicht antworte|was geschieht wenn ich nichts tue|was geschieht wenn ich nicht antworte|\
         qué pasa si no hago nada|que pasa si no hago nada|qué pasa si no contesto|que pasa si no contesto|qué pasa si no respondo|\
         que pasa si no respondo|qué pasa si no decido|qué pasa si nadie contesta|qué pasa si nadie responde|y si no hago nada|\
         y si no contesto|y si no respondo|qué ocurre si no hago nada|que se passe t il si je ne fais rien|\
         que se passe t il si je ne réponds pas|que se passe t il si je ne décide pas|que se passe t il si personne ne répond|\
         il se passe quoi si je ne fais rien|il se passe quoi si je ne réponds pas|il se passe quoi si je réponds pas|\
         quest ce qui se passe si je ne fais rien|quest ce qui se passe si je ne réponds pas|et si je ne fais rien|\
         et si je ne réponds pas|et si je réponds pas|如果我什么都不做会怎样|如果我什么都不做会怎么样|什么都不做会怎样|如果我不回答会怎样|\
         如果我不回答会怎么样|不回答会怎样|不回答会怎么样|我不回答会怎样|如果我不回复会怎样|不回复会怎样|如果我不决定会怎样|如果没人回答会怎样|\
         如果我不回答呢|如果我什么都不做呢";
    const WHO: &str = "who decides|who decides this|who decides that|who decides it|who decides here|who decides about this|who decides on this|\
         who can decide|who can decide this|who can decide that|who can decide it|who can decide here|who may decide|who may decide this|\
         who may decide that|who is allowed to decide|who is allowed to decide this|who else can decide|who else can decide this|\
         who may decide it|who has to decide|who has to decide this|who can answer|who can answer this|who can answer that|\
         who can answer it|who may answer|who may answer this|who may answer that|who may answer it|who is allowed to answer|\
         who is allowed to answer this|who is allowed to answer that|who should decide|who should decide this|who can approve this|who can approve it|who can start this|who can start it|who gets to decide|\
         wer entscheidet|wer entscheidet das|wer entscheidet hier|wer entscheidet darüber|wer kann entscheiden|wer kann das entscheiden|\
         wer darf entscheiden|wer darf das entscheiden|wer darf dies entscheiden|wer darf es entscheiden|wer darf darüber entscheiden|\
         wer kann darüber entscheiden|wer kann antworten|wer darf antworten|wer darf das beantworten|wer kann das beantworten|\
         wer muss das entscheiden|\
         quién decide|quien decide|quién decide esto|quien decide esto|quién decide eso|quién puede decidir|quien puede decidir|\
         quién puede decidir esto|quien puede decidir esto|quién puede decidirlo|quién lo decide|quién puede responder|qui décide|\
         qui decide|qui décide ça|qui décide cela|qui peut décider|qui peut decider|qui peut décider ça|qui peut décider cela|\
         qui peut en décider|qui en décide|qui peut répondre|谁决定|谁来决定|由谁决定|这由谁决定|这个由谁决定|这个谁决定|这个谁来决定|谁能决定|谁可以决定|\
         还有谁能决定|还有谁可以决定|还有谁能回答|谁能回答|谁可以回答|谁能决定这个|谁可以决定这个|这个谁能决定|谁有权决定|谁说了算";
    const AROUND: &str = "and|but|so|ok|okay|hm|hmm|please|und|aber|bitte|y|pero|et|mais|then|denn|eigentlich|actually|那|那么|\
         else|here|hier|sonst|noch|alles|más|aquí|dautre|ici";
    let among = |said: &str, known: &str| known.split('|').any(|one| one == said);
    let read = |said: &[String]| {
        let said = said.join(" ");
        let silence = among(&said, SILENCE).then_some(Terms::Silence);
        silence.or_else(|| among(&said, WHO).then_some(Terms::Who))
    };
    if text.trim().contains('\n') {
        return None;
    }
    let mut said = plain_words(text);
    read(&said).or_else(|| {
        said.retain(|word| !among(word, AROUND));
        read(&said)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_not_know_is_heard_in_five_languages() {
        for text in [
            "hmm not sure",
            "I don't know",
            "I don’t know yet…",
            "not really sure, sorry",
            "idk",
            "je ne sais pas",
            "je ne sais pas encore",
            "Pas sûr",
            "no sé",
            "no lo sé",
            "pues no sé, la verdad",
            "不知道",
            "嗯，不知道。",
            "weiß nicht",
            "ich weiß es noch nicht",
            "Keine Ahnung!",
            "ich bin mir nicht sicher",
            "give me a moment",
            "hm, difficult",
            "let me think",
            "Hmm…",
            "muss ich überlegen",
            "lass mich nachdenken",
            "warte kurz",
            "laisse-moi réfléchir",
            "je réfléchis",
            "une minute, s'il te plaît",
            "un instant",
            "j’hésite",
            "lo pienso",
            "dame un minuto, por favor",
            "luego",
            "等会儿",
            "我还没决定",
            "随后",
            "再想想",
            "让我想想。",
        ] {
            assert!(unsure(text), "{text}");
        }
        for text in [
            "I don't know, you choose",
            "I don't know Kim",
            "not sure about red",
            "no",
            "hmm, red",
            "let me think of a name",
            "give me a red one",
            "a difficult book",
            "luego llama a Kim",
            "no sé\ncall Kim",
            "find out who knows",
            "weiß",
            "",
        ] {
            assert!(!unsure(text), "{text}");
        }
    }

    #[test]
    fn what_is_asked_about_a_choice_is_told_apart() {
        for text in [
            "what happens if I do nothing?",
            "What if I don't answer",
            "and what if I don’t answer?",
            "Was passiert, wenn ich nichts tue?",
            "Was passiert, wenn ich nicht antworte?",
            "¿Qué pasa si no hago nada?",
            "¿y si no contesto?",
            "Que se passe-t-il si je ne fais rien ?",
            "et si je ne réponds pas ?",
            "如果我不回答会怎样？",
        ] {
            assert_eq!(asks_terms(text), Some(Terms::Silence), "{text}");
        }
        for text in [
            "who can decide this?",
            "who decides?",
            "Wer entscheidet das?",
            "wer kann das entscheiden?",
            "¿Quién decide?",
            "¿quién puede decidir esto?",
            "Qui peut décider ?",
            "谁能决定？",
            "who else may answer that?",
            "who may decide here?",
            "wer darf hier entscheiden?",
            "Wer darf das entscheiden?",
            "wer darf das sonst noch entscheiden?",
            "¿quién más puede decidir?",
            "Qui d'autre peut décider ?",
            "还有谁能决定？",
        ] {
            assert_eq!(asks_terms(text), Some(Terms::Who), "{text}");
        }
        for text in [
            "what happens if I do nothing about the roof?",
            "who decides about the budget of the town?",
            "who?",
            "why?",
            "",
        ] {
            assert_eq!(asks_terms(text), None, "{text}");
        }
    }
}
