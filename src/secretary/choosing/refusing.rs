//! Words that refuse plainly without a bare "no": "don't", "absolutely not". Pure.

use super::super::approval::Permit;
use super::super::decision::Decision;
use super::super::phrases;
use super::super::pointing;

/// Whether words refuse and do nothing else.
pub(super) fn refuses_plainly(text: &str) -> bool {
    const REFUSES: &str = "dont|do not|dont do it|do not do it|dont do that|do not do that|please dont|please do not|never|never ever|\
         absolutely not|definitely not|certainly not|of course not|surely not|not at all|under no circumstances|hell no|\
         rather not|id rather not|better not|i dont think so|auf keinen fall|auf gar keinen fall|niemals|bloß nicht|besser nicht|\
         auf gar keinen|de ninguna manera|ni hablar|jamás|nunca|mejor no|jamais|surtout pas|pas question|绝对不|绝不|不要";
    /// These refuse beside one of those.
    const BESIDE: &str = "no|no way|nope|nah|nein|non|please|bitte";
    let among = |part: &str, words: &str| words.split('|').any(|word| word == part);
    let plain = super::bare(text).replace('\'', "");
    let parts: Vec<&str> =
        plain.split([',', ';', '.', '!', '，']).map(str::trim).filter(|part| !part.is_empty()).collect();
    parts.iter().any(|part| among(part, REFUSES))
        && parts.iter().all(|part| among(part, REFUSES) || among(part, BESIDE))
}

/// Whether words want none or all of what there may be to choose, and say nothing else: "neither", "both".
pub fn none_or_all(text: &str) -> bool {
    super::declines(&[], text)
}

/// Whether words want something else in place of all there is to choose: "neither, sushi".
pub fn instead_of_all(text: &str) -> bool {
    const NONE: &[&str] = &[
        "neither of them",
        "neither of these",
        "neither",
        "none of them",
        "none of these",
        "none",
        "keine davon",
        "keins davon",
        "keins von beiden",
        "keins",
        "keine",
        "ninguno",
        "ninguna",
        "aucun",
        "aucune",
    ];
    let rest =
        phrases::after(text.trim(), NONE).and_then(|rest| rest.strip_prefix([',', ';', ':', '-', '–', '—', '.']));
    rest.is_some_and(|rest| rest.chars().any(char::is_alphanumeric)) && !text.trim().contains('\n')
}

/// Whether words decide a question that could as well be said of anything else that was said: "not at all", "always".
pub fn in_passing(decision: &Decision, text: &str) -> bool {
    declining(decision, text).is_some() || super::permitting::always_once(decision, text).is_some()
}

/// The option that such words take: the only one that says no, or to leave a call out.
pub(super) fn declining(decision: &Decision, text: &str) -> Option<usize> {
    if !refuses_plainly(text) {
        return None;
    }
    if let Some(proposed) = &decision.proposed {
        return proposed.choices().iter().position(|permit| *permit == Permit::LeftOut);
    }
    let labels: Vec<&str> = decision.asked.options.iter().map(|option| option.label.as_str()).collect();
    pointing::placed(&labels, "no").filter(|_| decision.of_work())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_refuses_plainly_is_known() {
        for text in
            ["don't", "Don’t!", "no way, never", "absolutely not", "No, don't.", "please don't", "auf keinen Fall"]
        {
            assert!(refuses_plainly(text), "{text}");
        }
        for text in ["no", "no way", "don't know", "never mind", "not before May", "don't sell the car", "please", ""] {
            assert!(!refuses_plainly(text), "{text}");
        }
    }

    #[test]
    fn what_wants_none_or_all_is_known_without_any_options() {
        for text in ["neither", "both", "None of them.", "beide", "neither, thanks"] {
            assert!(none_or_all(text), "{text}");
        }
        for text in ["neither here nor there", "both feet", "sushi", "no", "compare both offers"] {
            assert!(!none_or_all(text), "{text}");
        }
        for text in ["neither, sushi", "none of them: let's have sushi", "Keins davon, lieber Sushi"] {
            assert!(instead_of_all(text), "{text}");
        }
        for text in ["neither", "neither.", "neither of my brothers", "none, \nbuy milk"] {
            assert!(!instead_of_all(text), "{text}");
        }
    }
}
