//! What is said in passing: greetings and thanks answered, bare words with nothing to mean.

use super::super::action::Action;
use super::super::keys::Keys;
use super::super::message::Message;
use super::super::talk::Bare;
use super::super::tongue::Tongue;
use super::people::greeting;

/// A greeting answered.
pub fn hello(name: &str, tongue: Tongue) -> String {
    match tongue {
        Tongue::English => format!("{} What can I do for you?", greeting("Hello", name)),
        Tongue::German => format!("{} Was kann ich für dich tun?", greeting("Hallo", name)),
        Tongue::Spanish => format!("{} ¿Qué puedo hacer por ti?", greeting("Hola", name)),
        Tongue::French => format!("{} Que puis-je faire pour toi ?", greeting("Bonjour", name)),
    }
}

/// "How are you" answered.
pub fn how_are_you(tongue: Tongue) -> &'static str {
    match tongue {
        Tongue::English => "All is well here, thank you. What can I do for you?",
        Tongue::German => "Hier ist alles gut, danke. Was kann ich für dich tun?",
        Tongue::Spanish => "Todo bien, gracias. ¿Qué puedo hacer por ti?",
        Tongue::French => "Tout va bien, merci. Que puis-je faire pour toi ?",
    }
}

/// Thanks answered.
pub fn thanks(tongue: Tongue) -> &'static str {
    match tongue {
        Tongue::English => "You're welcome.",
        Tongue::German => "Gern geschehen.",
        Tongue::Spanish => "De nada.",
        Tongue::French => "Avec plaisir.",
    }
}

/// A goodbye answered.
pub fn bye(tongue: Tongue) -> &'static str {
    match tongue {
        Tongue::English => "Goodbye. I'm here when you need me.",
        Tongue::German => "Bis bald. Ich bin da, wenn du mich brauchst.",
        Tongue::Spanish => "Hasta pronto. Aquí estoy cuando me necesites.",
        Tongue::French => "À bientôt. Je suis là quand tu as besoin de moi.",
    }
}

/// A bare word where nothing stands open that it could be about.
pub fn nothing(said: Bare) -> &'static str {
    match said {
        Bare::Nod => "I'm here when you need something.",
        Bare::Ok | Bare::No => "All right.",
        Bare::Yes | Bare::Start => {
            "Nothing waits for your go just now. Tell me what you need, for example: remind me tomorrow at 9 to call Kim"
        }
        Bare::Drop => "There is nothing to call off just now. /list shows what is open, /schedules what is ahead.",
        Bare::Undo => "There is nothing to undo just now. /list shows what is open, /schedules what is ahead.",
        Bare::Stop => "Nothing is running just now. /list shows what is open, /schedules what is ahead.",
    }
}

/// Several things stand open that a bare word may be about: each with its button.
pub fn which(offers: Vec<(String, Action)>, more: bool, keys: &mut Keys) -> Message {
    let mut message = Message::lines(["Which one?"]);
    if more {
        message = message.line("These are the newest; /list shows all.");
    }
    for (label, action) in offers {
        message = message.row(vec![keys.plain(label, action)]);
    }
    message.row(vec![keys.plain("Never mind", Action::Leave)])
}

/// "Start #3 call Kim", on a button.
pub fn start(number: i64, title: &str) -> String {
    format!("Start #{number} {}", super::short(title, 30))
}

/// "Cancel #3 call Kim", on a button.
pub fn cancel(number: i64, title: &str) -> String {
    format!("Cancel #{number} {}", super::short(title, 30))
}

/// "Stop #3 call Kim", on a button.
pub fn stop(number: i64, title: &str) -> String {
    format!("Stop #{number} {}", super::short(title, 30))
}

/// "#3 Yes: Go to the party?", on a button.
pub fn decide(number: i64, option: &str, question: &str) -> String {
    format!("#{number} {}: {}", super::short(option, 20), super::short(question, 30))
}

/// "Keep #3 going", on a button.
pub fn keep(number: i64) -> String {
    format!("Keep #{number} going")
}

/// "Go on with #3 call Kim", on a button.
pub fn go_on(number: i64, title: &str) -> String {
    format!("Go on with #{number} {}", super::short(title, 30))
}

/// "Remind me of “call Kim”", on a button.
pub fn remind(what: &str) -> String {
    format!("Remind me of “{}”", super::short(what, 30))
}

/// "No reminder of “call Kim”", on a button.
pub fn forget(what: &str) -> String {
    format!("No reminder of “{}”", super::short(what, 30))
}

/// "Take back “call Kim”", on a button.
pub fn take_back(what: &str) -> String {
    format!("Take back “{}”", super::short(what, 30))
}

/// Words that were asked for are not given after all.
pub fn left_as_it_is() -> &'static str {
    "All right, I leave it as it is."
}
