//! Moments in Spanish and French, put into the English words that the clock and the calendar are read by. It must not
//! reckon with them; a word it does not know makes all of them none.

/// A phrase of either language, and what is said in English for it. The longest stands first.
const PHRASES: &[(&str, &str)] = &[
    ("el fin de semana", "the weekend"),
    ("fin de semana", "the weekend"),
    ("el día de hoy", "today"),
    ("fin de mes", "end of the month"),
    ("fin de la semana", "end of the week"),
    ("fin de la semaine", "end of the week"),
    ("fin du mois", "end of the month"),
    ("mañana por la mañana", "tomorrow morning"),
    ("por la mañana", "morning"),
    ("de la mañana", "am"),
    ("por la tarde", "at 18:00"),
    ("de la tarde", "pm"),
    ("por la noche", "night"),
    ("de la noche", "pm"),
    ("esta mañana", "this morning"),
    ("esta tarde", "this evening"),
    ("esta noche", "tonight"),
    ("pasado mañana", "day after tomorrow"),
    ("después de mañana", "day after tomorrow"),
    ("a las", "at"),
    ("a la", "at"),
    ("que viene", NEXT),
    ("du matin", "am"),
    ("du soir", "pm"),
    ("de l'après-midi", "pm"),
    ("cet après-midi", "this afternoon"),
    ("ce matin", "this morning"),
    ("ce soir", "tonight"),
    ("cette nuit", "tonight"),
    ("ce week-end", "the weekend"),
    ("le week-end", "the weekend"),
    ("week-end", "the weekend"),
    ("après demain", "day after tomorrow"),
];

/// What stands behind a day in these languages and before it in English.
const NEXT: &str = "next";

/// "18 heures", "2 heures": told apart by what stands before it.
const HEURES: &str = "heures";

/// Single words; those without an English one add nothing.
const WORDS: &[(&str, &str)] = &[
    ("mañana demain", "tomorrow"),
    ("hoy aujourd'hui", "today"),
    ("après-demain", "day after tomorrow"),
    ("lunes lundi", "monday"),
    ("martes mardi", "tuesday"),
    ("miércoles miercoles mercredi", "wednesday"),
    ("jueves jeudi", "thursday"),
    ("viernes vendredi", "friday"),
    ("sábado sabado samedi", "saturday"),
    ("domingo dimanche", "sunday"),
    ("mediodía midi", "noon"),
    ("medianoche minuit", "midnight"),
    ("matin", "morning"),
    ("après-midi", "afternoon"),
    ("soir", "evening"),
    ("enero janvier", "january"),
    ("febrero février", "february"),
    ("marzo mars", "march"),
    ("abril avril", "april"),
    ("mayo mai", "may"),
    ("junio juin", "june"),
    ("julio juillet", "july"),
    ("agosto août", "august"),
    ("septiembre septembre", "september"),
    ("octubre octobre", "october"),
    ("noviembre novembre", "november"),
    ("diciembre décembre", "december"),
    ("semana semaine", "week"),
    ("mes mois", "month"),
    ("próximo próxima proximo proxima prochain prochaine", NEXT),
    ("dentro dans en", "in"),
    ("à", "at"),
    ("minuto minutos minute minutes", "minutes"),
    ("hora horas", "hours"),
    ("día días dia dias jour jours", "days"),
    ("semanas semaines", "weeks"),
    ("un una une", "1"),
    ("heure heures", HEURES),
    ("dos deux", "2"),
    ("tres trois", "3"),
    ("el la los las le les ce este esta al au del de du a", ""),
];

/// The same moment in English; none where it is in neither language as a whole.
pub(super) fn in_english(text: &str) -> Option<String> {
    let small = text.to_lowercase().replace('’', "'");
    let mut rest = small.trim();
    let mut said: Vec<String> = Vec::new();
    while !rest.is_empty() {
        let begins = |phrase: &str| rest.strip_prefix(phrase).filter(|b| b.is_empty() || b.starts_with([' ', ',']));
        let phrase = PHRASES.iter().find_map(|(phrase, english)| Some(((*english).to_owned(), begins(phrase)?)));
        let (english, behind) = match phrase {
            Some(read) => read,
            None => {
                let (word, behind) = rest.split_at(rest.find([' ', ',']).unwrap_or(rest.len()));
                (in_english_alone(word)?, behind)
            }
        };
        put(&mut said, english);
        rest = behind.trim_start_matches([' ', ',']);
    }
    match said.as_slice() {
        [] => None,
        // "las 9" is one of the clock.
        [hour] if number(hour) => Some(format!("at {hour}")),
        _ => Some(said.join(" ")),
    }
}

/// Puts a word behind the others, or where it stands in English.
fn put(said: &mut Vec<String>, english: String) {
    const AHEAD: &str = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|month";
    let last = said.last().cloned().unwrap_or_default();
    let counted = said.len().checked_sub(2).and_then(|at| said.get(at)).is_some_and(|before| before == "in");
    match english.as_str() {
        "" => {}
        NEXT if AHEAD.split('|').any(|ahead| ahead == last) => said.insert(said.len() - 1, english),
        // "18 heures" is a time of day, "dans 2 heures" a length.
        HEURES if counted => said.push("hours".to_owned()),
        HEURES if number(&last) => {
            said.pop();
            said.push(format!("{last}:00"));
        }
        HEURES => said.push("hour".to_owned()),
        _ => said.push(english),
    }
}

fn number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

/// A single word in English: empty if it adds nothing, none if it is not known. Times of day stay: "9", "9:30", "9h30".
fn in_english_alone(word: &str) -> Option<String> {
    let known = WORDS.iter().find(|(words, _)| words.split(' ').any(|known| known == word));
    if let Some((_, english)) = known {
        return Some((*english).to_owned());
    }
    if let Some((hour, minute)) = word.split_once('h').filter(|(hour, _)| number(hour)) {
        return match minute {
            "" => Some(format!("{hour}:00")),
            minute => number(minute).then(|| format!("{hour}:{minute}")),
        };
    }
    let clock = word.split_once(':').is_some_and(|(hour, minute)| number(hour) && number(minute));
    (number(word) || clock).then(|| word.to_owned())
}
