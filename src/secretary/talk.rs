//! What people say in passing, in a few languages: greetings and thanks, and bare words ("yes", "cancel", "undo") whose
//! meaning is in what stands open. Pure: the desk finds out what that is.

mod parts;

use super::commands::{COMMANDS, Takes};
use super::tongue::Tongue;
use std::collections::HashSet;
use std::sync::LazyLock;

/// A short phrase that is no idea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Talk {
    /// Answered by itself.
    Small(SmallTalk),
    /// Means what stands open.
    Bare(Bare),
}

/// Short phrases that need neither a ticket nor a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SmallTalk {
    /// A goodbye.
    Bye(Tongue),
    /// A greeting.
    Hello(Tongue),
    /// Thanks.
    Thanks(Tongue),
    /// How are you.
    HowAreYou(Tongue),
    /// Who are you.
    Who(Tongue),
    /// "what do you mean?", "I don't understand"
    Puzzled,
    /// "later": what stands open stays so.
    Later,
    /// A command without arguments, typed without its slash or in other words.
    Command(&'static str),
}

/// Words whose meaning is in what stands open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bare {
    /// "cool", "lol", "hm": heard.
    Nod,
    /// "ok": yes to what was asked last, else heard.
    Ok,
    /// "yes"
    Yes,
    /// "no"
    No,
    /// "start", "go ahead"
    Start,
    /// "undo"
    Undo,
    /// "cancel", "never mind"
    Drop,
    /// "cancel the last one"
    DropLast,
    /// "stop"
    Stop,
    /// "pause"
    Pause,
    /// "resume"
    Resume,
}

/// Whether words say that something is finished, without saying what.
pub fn finished(text: &str) -> bool {
    text.len() <= LONGEST.0
        && matches!(
            plain(text).join(" ").as_str(),
            "done"
                | "all done"
                | "its done"
                | "it is done"
                | "finished"
                | "fertig"
                | "erledigt"
                | "hat sich erledigt"
                | "das hat sich erledigt"
        )
}

/// Whether words take back what was begun.
pub fn drops(text: &str) -> bool {
    matches!(read(text), Some(Talk::Bare(Bare::Drop | Bare::DropLast | Bare::No | Bare::Stop)))
}

impl Bare {
    /// Whether it may take an option of a decision.
    pub fn may_decide(self) -> bool {
        match self {
            Self::Yes | Self::No | Self::Ok | Self::Start => true,
            Self::Nod | Self::Undo | Self::Drop | Self::DropLast | Self::Stop | Self::Pause | Self::Resume => false,
        }
    }

    /// Whether it answers a question that was asked in words.
    pub fn may_answer(self) -> bool {
        match self {
            Self::Nod | Self::Ok | Self::Yes | Self::No => true,
            Self::Start | Self::Undo | Self::Drop | Self::DropLast | Self::Stop | Self::Pause | Self::Resume => false,
        }
    }

    /// Whether it calls something off.
    pub fn calls_off(self) -> bool {
        matches!(self, Self::Drop | Self::DropLast | Self::Stop)
    }

    /// Whether it can be about nothing but what goes on here, so that it is no answer to whatever was asked.
    pub fn steers(self) -> bool {
        match self {
            Self::DropLast | Self::Pause | Self::Resume => true,
            Self::Nod | Self::Ok | Self::Yes | Self::No | Self::Start | Self::Undo | Self::Drop | Self::Stop => false,
        }
    }
}

/// The longest phrase looked at, in bytes and in words.
const LONGEST: (usize, usize) = (60, 7);

/// A meaning and its phrases, divided by bars.
type Row = (Talk, &'static str);

const fn small(talk: SmallTalk) -> Talk {
    Talk::Small(talk)
}

const fn bare(word: Bare) -> Talk {
    Talk::Bare(word)
}

/// The phrases, in lower case, without marks and apostrophes; no word stands twice in a row.
const PHRASES: &[Row] = &[
    (
        small(SmallTalk::Hello(Tongue::English)),
        "hi|hello|hey|hiya|yo|howdy|hi there|hello there|hey there|good morning|morning|good evening|\
         good afternoon|good day|greetings|test|anybody there|are you there|anyone there",
    ),
    (
        small(SmallTalk::Hello(Tongue::German)),
        "hallo|moin|servus|guten tag|guten morgen|guten abend|grüß gott|grüezi|hallöchen|na|tach",
    ),
    (small(SmallTalk::Hello(Tongue::Spanish)), "hola|buenos días|buenos dias|buenas|buenas tardes|buenas noches"),
    (small(SmallTalk::Hello(Tongue::French)), "bonjour|salut|bonsoir|coucou"),
    (
        small(SmallTalk::HowAreYou(Tongue::English)),
        "how are you|how are you doing|how are you today|hows it going|how is it going|how do you do|whats up|\
         what is up|sup|how are things|you ok|are you ok",
    ),
    (
        small(SmallTalk::HowAreYou(Tongue::German)),
        "wie gehts|wie geht es dir|wie gehts dir|wie geht es|wie geht es ihnen|alles klar bei dir",
    ),
    (small(SmallTalk::HowAreYou(Tongue::Spanish)), "qué tal|que tal|cómo estás|como estas|cómo está|como esta"),
    (
        small(SmallTalk::HowAreYou(Tongue::French)),
        "ça va|ca va|comment ça va|comment ca va|comment allez vous|comment vas tu",
    ),
    (
        small(SmallTalk::Thanks(Tongue::English)),
        "thanks|thank you|thx|ty|tysm|thanks a lot|thank you very much|thank you so much|many thanks|\
         thanks so much|thanks very much|cheers|much appreciated|thanks again|🙏",
    ),
    (
        small(SmallTalk::Thanks(Tongue::German)),
        "danke|dankeschön|danke schön|vielen dank|danke dir|danke sehr|herzlichen dank",
    ),
    (small(SmallTalk::Thanks(Tongue::Spanish)), "gracias|muchas gracias|mil gracias"),
    (small(SmallTalk::Thanks(Tongue::French)), "merci|merci beaucoup|merci bien"),
    (small(SmallTalk::Bye(Tongue::English)), "bye|goodbye|good bye|good night|see you|see you later|see you tomorrow"),
    (
        small(SmallTalk::Later),
        "later|maybe later|not now|not yet|another time|ill decide later|i will decide later|ask me later|ill answer later|\
         ask me tomorrow|ask me again tomorrow|ask me again later|give me a day|give me some time|i need some time|ill decide tonight|\
         ill decide tomorrow|ill think about it|let me think about it|let me sleep on it|ill sleep on it|frag mich morgen|\
         frag mich später|ich überlege es mir|später|vielleicht später|más tarde|plus tard|i need more time|need more time|\
         give me more time|明天再说|以后再说",
    ),
    (small(SmallTalk::Bye(Tongue::German)), "tschüss|tschüs|ciao|gute nacht|bis später|bis morgen"),
    (small(SmallTalk::Bye(Tongue::Spanish)), "adiós|adios|hasta luego|hasta mañana|chao"),
    (small(SmallTalk::Bye(Tongue::French)), "au revoir|bonne nuit|à bientôt|à demain"),
    (
        small(SmallTalk::Who(Tongue::English)),
        "who are you|what are you|who is this|what is this|what is your name|whats your name|are you a bot|are you human|\
         are you an ai",
    ),
    (small(SmallTalk::Who(Tongue::German)), "wer bist du|was bist du|wie heißt du|wer sind sie|bist du ein bot"),
    (small(SmallTalk::Who(Tongue::Spanish)), "quién eres|quien eres"),
    (small(SmallTalk::Who(Tongue::French)), "qui es tu|qui êtes vous"),
    (
        small(SmallTalk::Puzzled),
        "what|what do you mean|what do you mean by that|what does that mean|what does this mean|why|why do you ask|\
         why do you ask that|why do you want to know|why do you need that|i dont understand|i do not understand|\
         i dont understand that|i dont understand this|i dont get it|i dont get that|huh|pardon|come again|explain|\
         how do i answer|how do i answer that|how do i answer this|what should i say|what should i answer|what now|\
         what do i do now|what shall i do|what should i do now|edit|wie bitte|was meinst du|wie meinst du das|\
         ich verstehe nicht|ich verstehe das nicht|no entiendo|je ne comprends pas",
    ),
    (
        small(SmallTalk::Command("help")),
        "what can you do|what can you do for me|what do you do|how does this work|\
         how do you work|what else can you do|what can i do here|help me|i need help|hilfe|was kannst du|ayuda|\
         aide|qué puedes hacer|que peux tu faire|commands|menu",
    ),
    (
        small(SmallTalk::Command("list")),
        "show list|show my tickets|whats open|what is open|status|my tickets|show open tickets|tickets|\
         what are you doing|what are you working on|was ist offen",
    ),
    (
        small(SmallTalk::Command("decisions")),
        "what do i have to decide|open decisions|what must i decide|show decisions",
    ),
    (
        small(SmallTalk::Command("schedules")),
        "reminders|my reminders|what reminders do i have|which reminders do i have|what are my reminders|\
         show reminders|show my reminders|show me my reminders|list reminders|list my reminders|\
         do i have any reminders|do i have reminders|show all reminders|what is scheduled|whats scheduled|\
         show my schedules|meine erinnerungen",
    ),
    (
        bare(Bare::Nod),
        "lol|haha|hahaha|hehe|rofl|xd|cool|nice|great|perfect|fine|good|wow|super|toll|prima|top|klasse|genial|brilliant|\
         perfecto|parfait|bravo|génial|très bien|muy bien|excelente|super gemacht|gut gemacht|got it|i see|understood|awesome|excellent|very good|well done|good job|great job|\
         good work|great work|nice work|nice one|very nice|very helpful|that helps|that helps a lot|thats very helpful|\
         thats helpful|thats perfect|just what i needed|lovely|amazing|fantastic|wonderful|interesting|hm|\
         hmm|aha|oh|ah|so|well|sorry|oops|my bad|sorry about that|entschuldigung|thats great|that is great|\
         thats good|thats nice|thats fine|thats ok|thats okay|thats funny|no problem|no worries|ill think about it|\
         i will think about it|let me think|let me think about it|we will see|skip|i know|i like it|love it|thats all|\
         thats it|i dont know|i do not know|dont know|dunno|no idea|not sure|i am not sure|im not sure|whatever|egal|\
         keine ahnung|weiß nicht|fair enough|noted|makes sense|verstanden|gut|sehr gut|dont pause|\
         do not pause|dont stop|do not stop|dont cancel|do not cancel|dont cancel it|do not cancel it|dont delete it|\
         do not delete it|dont delete the last one|do not delete the last one|dont remove the last one|\
         do not remove the last one|dont drop the last one|do not drop the last one",
    ),
    (
        bare(Bare::Ok),
        "ok|okay|okey|k|kk|oki|alright|all right|in ordnung|👍|👌|✅|sounds good|sounds good to me|looks good|looks good to me|\
         that looks good|that sounds good|fine by me|fine with me|works for me|that works|passt|passt so|sieht gut aus",
    ),
    (
        bare(Bare::Yes),
        "yes|y|yep|yeah|yup|ya|sure|sure thing|of course|absolutely|definitely|correct|right|exactly|ja|jawohl|jo|genau|klar|\
         natürlich|sí|si|claro|oui|ouais|bien sûr|vale|daccord|approve|approved|i approve|i approve it|i agree|agreed|lgtm|\
         good to go|einverstanden|genehmigt|de acuerdo|aprobado|approuvé|好|好的|可以|同意|行",
    ),
    (bare(Bare::No), "no|n|nope|nah|no way|nein|nö|nee|non|lieber nicht|👎"),
    (
        bare(Bare::Start),
        "start|go|go ahead|go on|go for it|do it|start it|start now|begin|proceed|continue|lets go|let us go|\
         just do it|make it so|run it|carry on|los|los gehts|leg los|mach das|mach es|mach weiter|weiter|starten|\
         starte|empieza|empezar|adelante|hazlo|vas y|allez y|fais le|commence|commencer|开始",
    ),
    (
        bare(Bare::Undo),
        "undo|undo it|undo that|undo this|take it back|take that back|revert|revert that|bring it back|\
         rückgängig|mach das rückgängig|deshacer|deshaz|annule ça|ctrl z|撤销|撤消|撤回|撤销吧",
    ),
    (
        bare(Bare::Drop),
        "cancel|cancel it|cancel that|cancel this|never mind|nevermind|nvm|forget it|forget about it|forget that|\
         drop it|drop that|scrap that|scratch that|leave it|dont|dont do it|do not do it|dont start|\
         never|abort|i changed my mind|ive changed my mind|changed my mind|actually no|doch nicht|nein doch nicht|ich habe es mir anders überlegt|\
         ich hab es mir anders überlegt|ich habs mir anders überlegt|mejor no|finalement non|actually forget it|i dont want to answer|\
         i do not want to answer|i dont want to answer that|forget the questions|forget about the questions|start over|\
         go back|i dont want it|i dont want that|i dont want this|i dont need it|i dont need that|i dont need it anymore|abbrechen|vergiss es|lass es|lass gut sein|cancelar|cancela|olvídalo|olvidalo|annuler|\
         annuler la demande|取消|annule|laisse tomber|oublie|delete|delete it|delete that|delete this|remove|remove it|remove that|remove this|\
         throw it away|get rid of it|get rid of that|forget this|never mind that|never mind it|nevermind that|\
         call it off|call that off|cancel this one|cancel that one|cancel the idea|cancel my idea|cancel the request|\
         cancel my request|brich ab|brich es ab|brich das ab|abbruch|storniere es|storniere das|lösch es|lösche es|\
         lösch das|lösche das|vergiss das",
    ),
    (
        bare(Bare::DropLast),
        "cancel the last one|cancel last one|cancel the latest one|cancel the newest one|cancel the last|\
         cancel my last one|cancel the last idea|cancel my last idea|cancel the last ticket|cancel my last ticket|\
         cancel the last task|cancel my last task|cancel the last request|cancel my last request|\
         cancel the last thing|call off the last one|forget the last one|scrap the last one|\
         stop the last one|brich das letzte ab|das letzte abbrechen|\
         storniere das letzte|lösch das letzte|lösche das letzte|das letzte löschen|vergiss das letzte|\
         brich die letzte idee ab|brich die letzte ab|letztes abbrechen|letzte abbrechen|letzte idee abbrechen|\
         die letzte abbrechen|letztes stornieren|letzte stornieren|lösche die letzte idee|vergiss die letzte idee",
    ),
    (
        bare(Bare::Stop),
        "stop|stop it|stop that|stop this|stop now|halt|stopp|hör auf|stopp das|stopp es|aufhören|para|arrête|arrete",
    ),
    (
        bare(Bare::Pause),
        "pause|pause it|pause that|pause this|pause this one|pause that one|pause for now|pause work|pause the work|\
         put it on hold|put that on hold|pausiere|pausieren|pausiere es|pausiere das|mach pause|mach eine pause",
    ),
    (
        bare(Bare::Resume),
        "resume|resume it|resume that|resume this|resume work|resume the work|unpause|unpause it|unpause that|\
         fortsetzen|setz es fort|setze es fort|weiterarbeiten",
    ),
];

/// Words that add nothing at the end of a phrase.
const FILLERS: &str = "please|pls|bitte|por favor|then|now|secretary|bot|again|everyone|all|👋";

/// Recognises a short phrase, or several of them in a row ("ok, thanks"): whole and exact but for case and
/// punctuation. Of several the weightiest counts.
pub fn read(text: &str) -> Option<Talk> {
    if text.len() > LONGEST.0 || text.trim_start().starts_with('/') {
        return None;
    }
    let words = plain(text);
    if words.is_empty() || words.len() > LONGEST.1 {
        return None;
    }
    if let [word] = words.as_slice()
        && let Some(command) = COMMANDS.iter().find(|c| c.name == word && alone(c.takes))
        && !matches!(command.name, "start" | "pause" | "resume" | "invite" | "link" | "room" | "report" | "history")
    {
        return Some(Talk::Small(SmallTalk::Command(command.name)));
    }
    let runs_on = !text.trim_end_matches(['.', '!', '?', ' ']).contains([',', '.', '!', '?', ';', ':', '-', '–', '\n']);
    parts::parts(&words, runs_on).and_then(|found| found.into_iter().max_by_key(|talk| weight(*talk)))
}

fn alone(takes: &[Takes]) -> bool {
    takes.iter().all(|takes| match takes {
        Takes::Words { required, .. } | Takes::Ticket { required } | Takes::OneOf { required, .. } => !required,
    })
}

/// The words in lower case, without marks; drawn-out letters are one letter.
fn plain(text: &str) -> Vec<String> {
    const KEPT: [char; 6] = ['👍', '👎', '👌', '✅', '🙏', '👋'];
    let mut spaced = String::new();
    for c in text.to_lowercase().chars() {
        match c {
            '\'' | '’' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' => {}
            c if KEPT.contains(&c) => spaced.extend([' ', c, ' ']),
            c if c.is_alphanumeric() => {
                let run = spaced.chars().rev().take_while(|before| *before == c).count();
                if run < 2 || c.is_numeric() {
                    spaced.push(c);
                }
            }
            _ => spaced.push(' '),
        }
    }
    let words = spaced.split_whitespace().map(squeezed);
    let mut once: Vec<String> = Vec::new();
    for word in words {
        // "no no no", "👍👍"
        if once.last() != Some(&word) {
            once.push(word);
        }
    }
    once
}

/// Every word of the phrases.
static KNOWN: LazyLock<HashSet<&str>> =
    LazyLock::new(|| PHRASES.iter().flat_map(|(_, phrases)| phrases.split(['|', ' '])).collect());

/// "hiii" is "hi" and "okk" is "ok", while "hmm" and "cool" stay what they are.
fn squeezed(word: &str) -> String {
    let known = |word: &str| KNOWN.contains(word);
    if known(word) {
        return word.to_owned();
    }
    let mut single: Vec<char> = word.chars().collect();
    single.dedup();
    let single: String = single.into_iter().collect();
    if known(&single) { single } else { word.to_owned() }
}

/// How much a phrase counts beside others: "ok, thanks" are thanks, "hi, cancel that" cancels.
fn weight(talk: Talk) -> (u8, u8) {
    match talk {
        Talk::Bare(Bare::Nod) => (0, 0),
        Talk::Bare(Bare::Ok) => (1, 0),
        Talk::Small(SmallTalk::Hello(_)) => (2, 0),
        Talk::Small(SmallTalk::Bye(_)) => (2, 1),
        Talk::Small(SmallTalk::Thanks(_)) => (2, 2),
        Talk::Small(SmallTalk::HowAreYou(_)) => (2, 3),
        Talk::Small(SmallTalk::Who(_)) => (2, 4),
        Talk::Small(SmallTalk::Later) => (2, 5),
        Talk::Small(SmallTalk::Puzzled) => (2, 6),
        Talk::Small(SmallTalk::Command(_)) => (3, 0),
        Talk::Bare(Bare::Yes) => (4, 0),
        Talk::Bare(Bare::No) => (4, 1),
        Talk::Bare(Bare::Start) => (5, 0),
        Talk::Bare(Bare::Undo) => (5, 1),
        Talk::Bare(Bare::Drop) => (5, 2),
        Talk::Bare(Bare::Stop) => (5, 3),
        Talk::Bare(Bare::Resume) => (5, 4),
        Talk::Bare(Bare::Pause) => (5, 5),
        Talk::Bare(Bare::DropLast) => (5, 6),
    }
}

#[cfg(test)]
mod tests;
