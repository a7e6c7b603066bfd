//! Words of doubt that name nothing: "actually no", "hmm no", "no wait". They may mean the last answer, the plan, or all of
//! it, so that nothing is called off by them.

use super::answers;
use super::pointing;

/// Whether words only say that something is not as it should be, and not what.
pub fn doubts(text: &str) -> bool {
    const DOUBTS: &str = "no wait|wait no|wait no wait|no wait no|wait actually no|no wait actually|wait actually|\
         actually wait|no hold on|hold on no|nein warte|warte nein|moment nein|nein moment|no espera|espera no|\
         non attends|attends non|ich habe es mir anders überlegt|\
         ich hab es mir anders überlegt|ich habs mir anders überlegt|i changed my mind|ive changed my mind|changed my mind";
    const NO: &str = "no|nope|nah|nein|nee|non";
    const LITTLE: &str = "oh|ah|ach|well|uh|uhm|um|sorry|euh|eh";
    let [whole, _] = pointing::gist(text);
    let little = |word: &&str| pointing::hums(word) || among(word, LITTLE);
    let (around, said): (Vec<&str>, Vec<&str>) = whole.split(' ').partition(little);
    let said = said.join(" ");
    // A plain no is an answer; one that is still thought about is none.
    answers::late_no(text) || among(&said, DOUBTS) || (!around.is_empty() && among(&said, NO))
}

fn among(said: &str, known: &str) -> bool {
    known.split('|').any(|one| one == said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubts_name_nothing() {
        for text in [
            "actually no",
            "Actually, no.",
            "hmm no",
            "hmm, no…",
            "no hmm",
            "oh no wait",
            "no wait",
            "wait, no",
            "no, hold on",
            "ach nein, doch nicht",
            "nein warte",
            "ich hab's mir anders überlegt",
            "I changed my mind",
            "I've changed my mind",
        ] {
            assert!(doubts(text), "{text}");
        }
        for text in [
            "no",
            "nope",
            "cancel",
            "never mind",
            "hmm",
            "actually forget it",
            "no wait, blue",
            "",
            "wait",
            "wait for Kim",
        ] {
            assert!(!doubts(text), "{text}");
        }
    }
}
