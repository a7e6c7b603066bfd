//! Which language a few words are in, where that is certain: by words that belong to one of them alone.

/// A language the secretary can say a few sentences in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// What it speaks.
    #[default]
    English,
    /// German.
    German,
    /// Spanish.
    Spanish,
    /// French.
    French,
    /// Chinese.
    Chinese,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::English, Self::German, Self::Spanish, Self::French, Self::Chinese];

    /// The one a client or a setting names by its code ("de", "pt-BR"); English where there is none of it.
    pub fn of(code: &str) -> Self {
        match code.split(['-', '_']).next().unwrap_or_default().to_lowercase().as_str() {
            "de" => Self::German,
            "es" => Self::Spanish,
            "fr" => Self::French,
            "zh" => Self::Chinese,
            _ => Self::English,
        }
    }
}

/// Frequent words of each language, of which the others have none, divided by spaces.
const WORDS: [(Language, &str); 4] = [
    (
        Language::English,
        "the and is are to of for with my what how you it that this from at on have please remind write can \
         should we tomorrow today about i",
    ),
    (
        Language::German,
        "der das und ist nicht ein eine einen einem einer ich mich mir wir für mit auf wie kannst bitte mein \
         meine meinen zu zum zur von bis heute sie uns wann warum welche schreibe schreib suche vergleiche \
         erinnere über nach dem den",
    ),
    (
        Language::Spanish,
        "el los las una por para con qué cómo cuándo dónde mañana hoy mi quiero puedes necesito del al \
         recuérdame recuerdame escribe busca compara y este esta favor",
    ),
    (
        Language::French,
        "le les une et est pour avec je vous tu mon ma mes du des quel quelle comment demain aujourd hui \
         rappelle moi écris cherche peux dans sur au aux",
    ),
];

/// The language of a text, if two words of it or more are of that language and none is of another as often.
pub fn guess(text: &str) -> Option<Language> {
    if text.chars().filter(|c| is_han(*c)).count() >= 2 && !text.chars().any(is_kana) {
        return Some(Language::Chinese);
    }
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).take(200).collect();
    let mut counts: Vec<(usize, Language)> = WORDS
        .iter()
        .map(|(language, known)| {
            (words.iter().filter(|word| known.split(' ').any(|known| known == **word)).count(), *language)
        })
        .collect();
    counts.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    match counts.as_slice() {
        [(first, language), (second, _), ..] if *first >= 2 && first > second => Some(*language),
        _ => None,
    }
}

/// The unified ideographs, which Chinese shares with Japanese.
fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}')
}

/// What only Japanese is written with.
fn is_kana(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}')
}

#[cfg(test)]
mod tests {
    use crate::secretary::names::language_guess::*;

    #[test]
    fn only_what_is_certain_is_a_language() {
        for (text, wanted) in [
            ("Schreibe mir bitte ein Gedicht über den Herbst", Some(Language::German)),
            ("Kannst du die Angebote vergleichen und mir eines empfehlen?", Some(Language::German)),
            ("Necesito un plan para el viaje a Madrid", Some(Language::Spanish)),
            ("Recuérdame mañana llamar a Ana", Some(Language::Spanish)),
            ("Écris un poème pour ma mère", Some(Language::French)),
            ("Peux-tu comparer les offres pour le magasin ?", Some(Language::French)),
            ("Compare the offers and write it down for me", Some(Language::English)),
            ("比较三家主机报价", Some(Language::Chinese)),
            ("三つの見積もりを比べて", None),
            ("Hotel Berlin", None),
            ("die hard", None),
            ("El Niño", None),
            ("", None),
        ] {
            assert_eq!(guess(text), wanted, "{text}");
        }
    }
}
