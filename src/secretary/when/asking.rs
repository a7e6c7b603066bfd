//! A day by which something is to be asked.

use super::super::phrases::{after, around, polite};
use super::parse::parse_moment;
use chrono::{DateTime, TimeDelta, Utc};

const SELVES: &[&str] = &["ask me", "ask us", "frag mich", "frage mich", "frag uns", "frage uns"];
const LIMITS: &[&str] = &["by", "until", "till", "before", "bis", "vor"];
const WHETHER: &[&str] = &["whether", "if", "ob"];
/// What else begins a question.
const OPEN: &[&str] = &[
    "which",
    "what",
    "who",
    "where",
    "between",
    "to choose",
    "to decide",
    "welche",
    "welcher",
    "welches",
    "welchen",
    "was",
    "wer",
    "wo",
];
const OR: &[&str] = &["or", "oder", "vs", "vs.", "versus"];
/// The same in Spanish and French.
const FOREIGN_SELVES: &[&str] = &[
    "pregúntame",
    "preguntame",
    "pregúntanos",
    "preguntanos",
    "demande-moi",
    "demande moi",
    "demandez-moi",
    "demande-nous",
];
const FOREIGN_LIMITS: &[&str] =
    &["antes del", "antes de", "hasta el", "hasta", "para el", "avant", "d'ici à", "d'ici", "jusqu'à"];
/// Days that are read in these languages, and what they are called in one that is read everywhere.
const FOREIGN_DAYS: &[(&str, &str)] = &[
    ("lunes", "Monday"),
    ("martes", "Tuesday"),
    ("miércoles", "Wednesday"),
    ("jueves", "Thursday"),
    ("viernes", "Friday"),
    ("sábado", "Saturday"),
    ("domingo", "Sunday"),
    ("mañana", "tomorrow"),
    ("esta noche", "tonight"),
    ("lundi", "Monday"),
    ("mardi", "Tuesday"),
    ("mercredi", "Wednesday"),
    ("jeudi", "Thursday"),
    ("vendredi", "Friday"),
    ("samedi", "Saturday"),
    ("dimanche", "Sunday"),
    ("demain", "tomorrow"),
    ("ce soir", "tonight"),
];
/// The same in Chinese, where nothing stands between words.
const CHINESE_DAYS: &[(&str, &str)] = &[
    ("一", "Monday"),
    ("二", "Tuesday"),
    ("三", "Wednesday"),
    ("四", "Thursday"),
    ("五", "Friday"),
    ("六", "Saturday"),
    ("日", "Sunday"),
    ("天", "Sunday"),
];

/// By when and what is to be asked, with the word it begins with: "ask me by Friday whether to book the hotel or the
/// flat", "… which one: red, blue", "… red or blue". What stands there must be a time and nothing else: "ask me by phone
/// if …" says how. A day in another language is called by its English name.
pub fn asked_by(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    whether(text).or_else(|| choice(text)).or_else(|| foreign(text)).or_else(|| chinese(text))
}

/// "ask me by Friday whether …".
fn whether(text: &str) -> Option<(&str, &str)> {
    let (asks, question) = around(text, WHETHER)?;
    let limited = after(polite(asks.trim()), SELVES)?.trim_matches([',', ' ']);
    let due = after(limited, LIMITS)?.trim_matches([',', ' ']);
    let asked = text.get(asks.len()..)?.trim_start_matches([',', ' ']);
    (is_time(due) && !question.trim().is_empty()).then_some((due, asked))
}

/// "ask me by Friday which one: red, blue", "ask me by Friday red or blue".
fn choice(text: &str) -> Option<(&str, &str)> {
    let limited = after(polite(text), SELVES)?.trim_start_matches([',', ' ']);
    let span = parse_moment(limited, chrono_tz::UTC, somewhen())?.span;
    let due = after(limited.get(..span.end).filter(|_| span.start == 0)?, LIMITS)?.trim_matches([',', ' ']);
    let asked = limited.get(span.end..)?.trim_start_matches([',', ':', ' ']);
    let choice = after(asked, OPEN).is_some() || around(asked, OR).is_some() || asked.contains(['/', '|']);
    let begins = after(asked, OR).is_none() && after(asked, &["and", "und"]).is_none();
    (choice && begins && !due.is_empty()).then_some((due, asked))
}

/// "pregúntame antes del viernes si …", "demande-moi avant vendredi si …".
fn foreign(text: &str) -> Option<(&str, &str)> {
    let text = after(text, &["por favor", "s'il te plaît", "s'il te plait", "stp"]).unwrap_or(text);
    let limited = after(text.trim_start_matches([',', ' ']), FOREIGN_SELVES)?.trim_start_matches([',', ' ']);
    let limited = after(limited, FOREIGN_LIMITS)?;
    let (rest, day) = FOREIGN_DAYS.iter().find_map(|(name, day)| Some((after(limited, &[name])?, *day)))?;
    let asked = rest.trim_start_matches([',', ' ']);
    after(asked, &["si"]).is_some_and(|question| !question.trim().is_empty()).then_some((day, asked))
}

/// "周五之前问我买红的还是蓝的".
fn chinese(text: &str) -> Option<(&str, &str)> {
    let (when, asked) = text.split_once("问我")?;
    let when = when.trim().trim_start_matches(['请', '在']).trim_end_matches(['，', ' ']);
    let when = ["之前", "以前", "前"].iter().find_map(|end| when.strip_suffix(end))?;
    let day = match when {
        "今天" => "today",
        "今晚" => "tonight",
        "明天" => "tomorrow",
        other => {
            let name = ["星期", "周", "礼拜"].iter().find_map(|week| other.strip_prefix(week))?;
            CHINESE_DAYS.iter().find_map(|(spelled, day)| (*spelled == name).then_some(*day))?
        }
    };
    let asked = asked.trim_start_matches(['，', ',', '：', ':', ' ']);
    (!asked.is_empty()).then_some((day, asked))
}

/// Whether these words are a time as a whole, whenever that is.
pub fn is_time(words: &str) -> bool {
    let whole = |span: std::ops::Range<usize>| span.start == 0 && span.end == words.len();
    parse_moment(words, chrono_tz::UTC, somewhen()).is_some_and(|moment| whole(moment.span))
}

/// A moment at which every time of a usual sentence still lies ahead.
fn somewhen() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(11_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_time_limits_a_question() {
        for (text, due) in [
            ("ask me by Friday whether to take A or B", "Friday"),
            ("please ask us by tomorrow at 5pm if we go", "tomorrow at 5pm"),
            ("ask me before noon whether it rains", "noon"),
            ("frag mich bis Freitag, ob wir das Auto nehmen", "Freitag"),
            ("ask me by 3 December whether to renew", "3 December"),
            ("ask me by Friday which one: red, blue", "Friday"),
            ("ask me by Friday red or blue", "Friday"),
            ("pregúntame antes del viernes si compramos el coche", "Friday"),
            ("demande-moi avant demain si on part", "tomorrow"),
            ("周五之前问我买红的还是蓝的", "Friday"),
            ("请在今天前问我要不要去", "today"),
        ] {
            assert_eq!(asked_by(text).map(|(due, _)| due), Some(due), "{text}");
        }
        for text in [
            "ask me by phone if it works",
            "ask me before you go whether I am in",
            "ask me by Friday if ",
            "by Friday",
            "ask me by Friday",
            "ask me before Friday or later",
            "pregúntame antes del partido si vamos",
            "老师问我要不要去",
        ] {
            assert_eq!(asked_by(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_asked_keeps_its_first_word() {
        for (text, asked) in [
            ("ask me by Friday whether to take A or B", "whether to take A or B"),
            ("ask me by Friday, which one: red, blue", "which one: red, blue"),
            ("frag mich bis Freitag, ob wir gehen", "ob wir gehen"),
            ("pregúntame antes del viernes si vamos", "si vamos"),
        ] {
            assert_eq!(asked_by(text).map(|(_, asked)| asked), Some(asked), "{text}");
        }
    }
}
