//! Fits what a model is told into the room it has. What is oldest or needed least goes first, of texts of one kind the
//! longest is shortened, and every cut is marked. It does not know how a request is written.

use super::super::UnderstandInput;
use super::{Purpose, ReportInput, ScriptInput, TriageInput, WorkInput};

/// Bytes that make up a token, on the safe side.
const BYTES_A_TOKEN: u64 = 3;
/// Bytes a request may have where nobody knows how much the model has room for.
const UNKNOWN: usize = 120_000;
/// Bytes a request may have in a model with more room than that: more costs more with every turn.
const MOST: usize = 400_000;
/// Bytes that stay of a line about an open item, if need be.
const LINE: usize = 80;
/// Bytes that stay of what was found, passed on, answered or done, if need be.
const MATERIAL: usize = 200;
/// Bytes that stay of a person's own words in any case.
const OWN: usize = 1_000;
/// Bytes of the mark of a cut.
const MARK: usize = 40;

/// How much a request and its answer may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Bytes of the request.
    pub bytes: usize,
    /// Tokens of the answer.
    pub answer: u32,
}

impl Room {
    /// The room in a model. `tokens`: how many the request and its answer may have together, if that is known. `answer`: the
    /// most an answer may have; in a small model it is a quarter of all.
    pub fn of(tokens: Option<u64>, answer: u32) -> Self {
        let Some(tokens) = tokens else { return Self { bytes: UNKNOWN, answer } };
        let part = u32::try_from(tokens / 4).unwrap_or(answer).min(answer);
        let bytes = tokens.saturating_sub(u64::from(part)).saturating_mul(BYTES_A_TOKEN);
        Self { bytes: usize::try_from(bytes).unwrap_or(MOST).min(MOST), answer: part }
    }
}

/// A purpose with about `over` bytes less of what it tells. It may stay longer where little is left of every text.
pub fn fitted(purpose: &Purpose, over: usize) -> Purpose {
    match purpose {
        Purpose::Understand(input) => Purpose::Understand(Box::new(understanding((**input).clone(), over))),
        Purpose::Triage(input) => Purpose::Triage(triage(input.clone(), over)),
        Purpose::Work(input) => Purpose::Work(Box::new(work((**input).clone(), over))),
        Purpose::Report(input) => Purpose::Report(report(input.clone(), over)),
        Purpose::FlowScript(input) => Purpose::FlowScript(Box::new(flow_script((**input).clone(), over))),
    }
}

/// An understanding without its oldest turns; then with shorter lines about items, a shorter report and less of what was
/// found and passed on; at last with less of the message. Handles and options stay.
fn understanding(mut input: UnderstandInput, mut over: usize) -> UnderstandInput {
    let gone = input.turns.iter().take_while(|turn| {
        let goes = over > 0;
        over = over.saturating_sub(turn.who.len() + turn.text.len());
        goes
    });
    let gone = gone.count();
    input.turns.drain(..gone);
    over = shorter(input.items.iter_mut().map(|item| &mut item.line), over, LINE);
    over = shorter([&mut input.report], over, 0);
    let found = input.looked_up.iter_mut().map(|looked_up| &mut looked_up.found);
    let passed_on = input.refers.iter_mut().map(|referred| &mut referred.text);
    let files = input.files.iter_mut().map(|file| &mut file.beginning);
    over = shorter(found.chain(passed_on).chain(files), over, MATERIAL);
    over = shorter(input.reply_to.iter_mut().map(|to| &mut to.text), over, LINE);
    shorter([&mut input.message], over, OWN);
    input
}

/// An idea that is read again, with less of what was passed on, answered and corrected, then of itself.
fn triage(mut input: TriageInput, over: usize) -> TriageInput {
    let passed_on = input.refers.iter_mut().map(|referred| &mut referred.text);
    let files = input.files.iter_mut().map(|file| &mut file.beginning);
    let over = shorter(passed_on.chain(files), over, MATERIAL);
    let answers = input.answered.iter_mut().map(|(_, answer)| answer);
    let over = shorter(answers.chain(&mut input.edits), over, MATERIAL);
    shorter([&mut input.idea], over, OWN);
    input
}

/// The input of an agent with less of earlier results, then of what was passed on and said.
pub fn work(mut input: WorkInput, over: usize) -> WorkInput {
    let over = shorter(input.results.iter_mut().map(|(_, text)| text), over, MATERIAL);
    let over = shorter(input.refers.iter_mut().map(|referred| &mut referred.text), over, MATERIAL);
    shorter(&mut input.said, over, OWN);
    input
}

/// The input of a report with less of the results, then of what was passed on, the report before, the decisions and the idea.
fn report(mut input: ReportInput, over: usize) -> ReportInput {
    let over = shorter(input.results.iter_mut().map(|outcome| &mut outcome.text), over, MATERIAL);
    let over = shorter(input.refers.iter_mut().map(|referred| &mut referred.text), over, MATERIAL);
    let over = shorter(&mut input.earlier, over, MATERIAL);
    let over = shorter(input.decisions.iter_mut().map(|(_, answer, _)| answer), over, MATERIAL);
    shorter([&mut input.idea], over, OWN);
    input
}

/// What a script is to do, with less of the words. A script that is to be changed stays whole.
fn flow_script(mut input: ScriptInput, over: usize) -> ScriptInput {
    shorter([&mut input.words], over, OWN);
    input
}

/// Makes texts shorter by `over` bytes in all: the longest ones, evenly, and none below `least` bytes. Returns the bytes
/// that are still too many.
fn shorter<'t>(texts: impl IntoIterator<Item = &'t mut String>, over: usize, least: usize) -> usize {
    if over == 0 {
        return 0;
    }
    let mut texts: Vec<&mut String> = texts.into_iter().collect();
    let lengths: Vec<usize> = texts.iter().map(|text| text.len()).collect();
    let before: usize = lengths.iter().sum();
    let most = level(lengths, before.saturating_sub(over)).max(least);
    for text in &mut texts {
        cut(text, most);
    }
    let after: usize = texts.iter().map(|text| text.len()).sum();
    over.saturating_sub(before.saturating_sub(after))
}

/// The length to which the longest texts must be cut so that all together have so many bytes.
fn level(mut lengths: Vec<usize>, bytes: usize) -> usize {
    lengths.sort_unstable();
    let (mut left, mut count) = (bytes, lengths.len());
    for length in lengths {
        let share = left / count.max(1);
        if length > share {
            return share;
        }
        (left, count) = (left - length, count - 1);
    }
    usize::MAX
}

/// The first bytes of a text, with a word on how much is missing.
fn cut(text: &mut String, most: usize) {
    if text.len() <= most.max(MARK) {
        return;
    }
    let end = text.floor_char_boundary(most.saturating_sub(MARK));
    let missing = text.split_off(end).chars().count();
    text.push_str(&format!("… [{missing} more characters]"));
}

#[cfg(test)]
mod tests {
    use crate::secretary::intent::thinking::TaskOutcome;
    use crate::secretary::intent::thinking::fitting::*;
    use crate::secretary::intent::{ItemKind, ItemLine, TurnLine};

    fn message() -> UnderstandInput {
        let turn = |at: usize| TurnLine {
            ours: at.is_multiple_of(2),
            who: String::new(),
            text: format!("turn {at} {}", "x".repeat(93)),
        };
        let item = ItemLine {
            handle: "a".to_owned(),
            kind: ItemKind::Decision,
            line: "l".repeat(300),
            options: vec!["1 red".to_owned(), "2 blue".to_owned()],
        };
        UnderstandInput {
            message: "m".repeat(4_000),
            items: vec![item],
            turns: (0..10).map(turn).collect(),
            report: "r".repeat(2_000),
            ..UnderstandInput::default()
        }
    }

    fn size(input: &UnderstandInput) -> usize {
        let items: usize = input.items.iter().map(|item| item.line.len()).sum();
        let turns: usize = input.turns.iter().map(|turn| turn.text.len()).sum();
        input.message.len() + items + turns + input.report.len()
    }

    #[test]
    fn the_oldest_turns_go_first_and_the_message_last() {
        let whole = message();
        let kept = |over: usize| understanding(message(), over);
        assert_eq!(kept(0), whole);
        let two_gone = kept(101);
        assert_eq!(two_gone.turns.as_slice(), &whole.turns[2..]);
        assert_eq!((&two_gone.items, &two_gone.report), (&whole.items, &whole.report));
        let no_turns = kept(1_100);
        assert!(no_turns.turns.is_empty() && no_turns.report == whole.report);
        assert!(no_turns.items[0].line.len() < 300 && no_turns.items[0].line.ends_with("more characters]"));
        assert_eq!(no_turns.items[0].options, whole.items[0].options);
        let no_report = kept(3_100);
        assert!(no_report.report.len() < 300 && no_report.message == whole.message, "{}", no_report.report);
        for over in [0, 1, 50, 100, 999, 1_500, 2_500, 4_000, 6_000] {
            assert!(size(&kept(over)) + over <= size(&whole), "{over}");
        }
        // The person's own words stay to some part, however little room there is.
        assert!(kept(usize::MAX).message.starts_with(&"m".repeat(900)));
    }

    #[test]
    fn results_of_a_report_are_shortened_evenly() {
        let outcome = |text: &str| TaskOutcome {
            title: String::new(),
            agent: String::new(),
            done: true,
            used: 1,
            text: text.to_owned(),
        };
        let input = ReportInput {
            idea: "compare".to_owned(),
            results: vec![outcome(&"é".repeat(5_000)), outcome("short"), outcome(&"y".repeat(4_000))],
            ..ReportInput::default()
        };
        let total = |input: &ReportInput| input.results.iter().map(|outcome| outcome.text.len()).sum::<usize>();
        for over in [1, 7_000, 10_000, 13_000] {
            let fitted = report(input.clone(), over);
            assert!(total(&fitted) + over <= total(&input), "{over}");
            assert_eq!((fitted.results[1].text.as_str(), fitted.idea.as_str()), ("short", "compare"));
            let lengths = [0, 2].map(|at| fitted.results[at].text.len());
            assert!(lengths[1] == 4_000 || lengths[0].abs_diff(lengths[1]) <= 10, "{over} {lengths:?}");
            assert!(fitted.results[0].text.ends_with("more characters]"));
        }
        let least = report(input.clone(), usize::MAX);
        assert!(total(&least) <= 2 * MATERIAL + 10, "{}", total(&least));
    }

    #[test]
    fn the_room_is_what_the_answer_leaves() {
        for (tokens, room) in [
            (None, Room { bytes: UNKNOWN, answer: 4_000 }),
            (Some(2_048), Room { bytes: 4_608, answer: 512 }),
            (Some(8_192), Room { bytes: 18_432, answer: 2_048 }),
            (Some(128_000), Room { bytes: 372_000, answer: 4_000 }),
            (Some(u64::MAX), Room { bytes: MOST, answer: 4_000 }),
            (Some(0), Room { bytes: 0, answer: 0 }),
        ] {
            assert_eq!(Room::of(tokens, 4_000), room);
        }
    }
}
