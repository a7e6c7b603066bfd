//! The rules a trial is judged by. Each looks at the books alone, or at the texts of the database.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::books::{Books, Word, text};
use super::orders::orders;
use super::posts::{Platform, Post};
use super::{Cells, Finding};

/// Marks in front of a word, as the model of a trial sets them.
const ASK: &str = "ask";
pub(super) const REPORT: &str = "rep";
const REPLY: &str = "talk";
const PROGRESS: &str = "prog";
const SAID: &str = "said";
const NOTE: &str = "note";
const OPTIONS: [&str; 2] = ["opta", "optb"];
/// A button under work that is going on, which stands there from the first.
const AT_WORK: &str = "Pause";
/// The button of the question what to do about work that was cut off three times.
const CUT_OFF: &str = "Try again";
/// What a report says whose writing was cut off three times, so that the results stand in it as they are, with the questions
/// that were answered. The mark of the model is not in it.
pub const AS_THEY_ARE: &str = "so these are the results as they are";

/// A copy is excused by a kill before the disk had had room for so long, milliseconds, after the earlier one was answered:
/// until then it may not have been written down that it stands.
const SETTLING: u64 = 3_000;
/// A reminder may come this much before it is due, milliseconds: clocks are read one after the other.
const EARLY: u64 = 300;
/// Overlapping calls for updates that one life that stood still may cause.
const OF_THE_FROZEN: usize = 1;
/// A press is excused by a kill or a start this near to it, milliseconds.
const NEAR: u64 = 10_000;

/// Everything the books show.
pub(super) fn of_books(books: &Books) -> Vec<Finding> {
    let mut findings = Vec::new();
    for word in &books.words {
        findings.extend(lost(books, word));
        if word.expects.iter().all(|e| e == "at most once") {
            // Whatever its end is: it may have been tried anew and asked about again.
            continue;
        }
        findings.extend(copies(books, word));
        findings.extend(reminders(books, word));
        findings.extend(journal(books, word));
        findings.extend(outcome(books, word));
        findings.extend(orders(books, word));
    }
    findings.extend(progress(books));
    findings.extend(presses(books));
    findings.extend(order(books));
    findings.extend(punished(books));
    findings
}

/// Everything the texts of the database show.
pub(super) fn of_database(books: &Books, cells: &Cells) -> Vec<Finding> {
    let gone = books.kept.iter().filter(|word| !cells.hold(word));
    let gone = gone.map(|word| Finding::new("kept", format!("{word} stood in the older database and is gone")));
    let mut findings: Vec<Finding> = gone.collect();
    for word in &books.words {
        let name = &word.name;
        let of_word = |update: &&(i64, super::books::Update)| update.1.text.contains(name);
        let confirmed = books.updates.iter().filter(of_word).any(|(_, u)| u.ended.as_deref() == Some("confirmed"));
        if confirmed && !cells.hold(name) {
            findings.push(Finding::new("acknowledged", format!("{name} was confirmed and is not in the database")));
        }
        let expects = |what: &str| word.expects.iter().any(|e| e == what);
        if !expects("effect") && !expects("at most once") {
            continue;
        }
        // What people chose instead, where they were asked, may have left it out; twice it is nowhere.
        let must = expects("effect") && !asked_what_now(books, word);
        match cells.most_in_one(&format!("{NOTE}{name}")) {
            0 if must => {
                findings.push(Finding::new("effect", format!("what a tool was to write for {name} is nowhere")));
            }
            0 | 1 => {}
            n => findings.push(Finding::new("effect", format!("a tool wrote {n} times for {name}"))),
        }
    }
    findings
}

/// What a copy of the database shows that was begun at this moment, milliseconds.
pub(super) fn of_backup(books: &Books, name: &str, cells: &Cells, began: u64) -> Vec<Finding> {
    let missing = |word: &&Word| {
        let confirmed = |u: &super::books::Update| u.ended.as_deref() == Some("confirmed") && u.ended_at < began;
        let before = books.updates.iter().any(|(_, u)| u.text.contains(&word.name) && confirmed(u));
        before && !cells.hold(&word.name)
    };
    let finding =
        |word: &Word| Finding::new("backup", format!("{} was confirmed before and is not in {name}", word.name));
    books.words.iter().filter(missing).map(finding).collect()
}

/// Whether work was cut off three times at one step, so that people of this chat were asked what now.
fn asked_what_now(books: &Books, word: &Word) -> bool {
    let asks = |post: &&Post| {
        post.versions.iter().any(|v| v.buttons.iter().any(|(label, _)| label.trim_start_matches("★ ") == CUT_OFF))
    };
    let of_chat: Vec<&str> = word.chat.split(|c: char| !c.is_ascii_digit() && c != '-').collect();
    let here = |post: &&Post| of_chat.contains(&post.chat.as_str());
    books.kills.len() >= 3 && books.posts.iter().filter(here).any(|post| asks(&post))
}

/// What somebody said has come to nothing.
fn lost(books: &Books, word: &Word) -> Vec<Finding> {
    if asked_what_now(books, word) {
        return Vec::new();
    }
    let wanted = [("prompt", ASK), ("report", REPORT), ("reply", REPLY), ("notice", SAID)];
    let cut_off = books.kills.len() >= 3 && books.posts_with("", &word.name).any(gives_results);
    let missing = wanted.iter().filter(|(kind, mark)| {
        let there = books.posts_with(mark, &word.name).next().is_some() || (*kind == "report" && cut_off);
        word.expects.iter().any(|e| e == kind) && !there
    });
    missing
        .map(|(kind, _)| Finding::new("lost", format!("no {kind} for {}, said in {}", word.name, word.chat)))
        .collect()
}

/// Whether a message is the answer to `/show`, which repeats the open question and the report of its ticket under buttons
/// of its own. Its second line says whose idea it is.
fn shows_a_ticket(post: &Post) -> bool {
    post.first().text.lines().skip(1).any(|line| line.starts_with("From "))
}

/// Whether a message is a report that had to be written without the model.
fn gives_results(post: &Post) -> bool {
    post.first().text.contains(AS_THEY_ARE)
}

/// Copies of a message beyond what may be.
fn copies(books: &Books, word: &Word) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (kind, mark, buttons) in [
        ("prompt", ASK, true),
        ("report", REPORT, true),
        ("reply", REPLY, false),
        ("notice", SAID, false),
        ("progress", PROGRESS, false),
    ] {
        let mut by_place: BTreeMap<(Platform, &str), Vec<&Post>> = BTreeMap::new();
        let results = |post: &&Post| kind == "report" && gives_results(post);
        let marked = books.posts_with(mark, &word.name).filter(|post| !gives_results(post));
        for post in marked.chain(books.posts_with("", &word.name).filter(results)) {
            // A prompt and a report come with buttons; what quotes them later does not, and a view was asked for.
            if !buttons || !(post.first().buttons.is_empty() || shows_a_ticket(post)) {
                by_place.entry((post.platform, &post.chat)).or_default().push(post);
            }
        }
        for ((platform, chat), posts) in by_place {
            findings.extend(too_many(books, (kind, &word.name), platform, chat, &posts));
            let tokens: BTreeSet<Vec<&str>> =
                posts.iter().map(|post| post.first().buttons.iter().map(|(_, data)| data.as_str()).collect()).collect();
            if kind == "prompt" && tokens.len() > 1 {
                let sentence =
                    format!("{} in {platform:?} {chat} was asked about twice, with different buttons", word.name);
                findings.push(Finding::new("twice", sentence));
            }
        }
    }
    findings
}

/// What shows the progress of one stretch of work, more than once: copies of it have the same buttons.
fn progress(books: &Books) -> Vec<Finding> {
    let mut shown: BTreeMap<(Platform, &str, Vec<&str>), usize> = BTreeMap::new();
    for post in books.posts.iter().filter(|post| post.first().buttons.iter().any(|(label, _)| label == AT_WORK)) {
        let data = post.first().buttons.iter().map(|(_, data)| data.as_str()).collect();
        *shown.entry((post.platform, &post.chat, data)).or_default() += 1;
    }
    let twice = shown.into_iter().filter(|(_, posts)| *posts > 1);
    twice
        .map(|((platform, chat, _), posts)| {
            Finding::new("copies", format!("{posts} copies of the progress of one work in {platform:?} {chat}"))
        })
        .collect()
}

fn too_many(
    books: &Books,
    (kind, word): (&str, &str),
    platform: Platform,
    chat: &str,
    posts: &[&Post],
) -> Option<Finding> {
    let most = match (platform, kind) {
        (Platform::Discord, _) | (Platform::Telegram, "progress") => 1,
        // One re-send, and one showing when somebody is there again.
        (Platform::Telegram, _) => 3,
    };
    let finding = |why: &str| {
        let sentence = format!("{} copies of the {kind} for {word} in {platform:?} {chat}: {why}", posts.len());
        Some(Finding::new("copies", sentence))
    };
    if posts.len() > most {
        return finding("more than may ever be");
    }
    for (at, pair) in posts.windows(2).enumerate() {
        let (earlier, later) = (pair[0], pair[1]);
        let excused = earlier.lost || books.killed_between(earlier.made.0, books.had_room(earlier.made.1, SETTLING));
        if !excused {
            return finding("the fate of the earlier one was known");
        }
        let contact = books.contact_between(platform, chat, earlier.made.0, later.made.0);
        if at >= 1 && !contact {
            return finding("nobody was there when it was shown again");
        }
    }
    None
}

/// A reminder that did not come, came too early or came again.
fn reminders(books: &Books, word: &Word) -> Option<Finding> {
    if !word.expects.iter().any(|e| e == "reminder") {
        return None;
    }
    let mut came: Vec<&Post> =
        books.posts_with("", &word.name).filter(|post| post.made.0 + EARLY >= word.due).collect();
    // Its echo may be late as well; the last thing said of it is the reminder.
    if let Some(last) = came.last().map(|post| post.first().text.clone()) {
        came.retain(|post| post.first().text == last);
    }
    match came.first() {
        None => Some(Finding::new("lost", format!("no reminder of {}, ordered in {}", word.name, word.chat))),
        Some(first) => too_many(books, ("reminder", &word.name), first.platform, &first.chat, &came),
    }
}

/// A run that went back behind what it had done.
fn journal(books: &Books, word: &Word) -> Option<Finding> {
    let mut furthest = 0;
    // What arrives while a life is being ended, or wakes up and finds itself replaced, was on its way: it writes nothing more.
    let ending = |asked: &&super::books::Asked| books.killed_between(asked.at, asked.at);
    let asked = books.asked.iter().filter(|asked| asked.tools && about(&asked.messages, &word.name));
    for asked in asked.filter(|asked| !ending(asked)) {
        let stage = asked.messages.iter().filter(|m| m["role"] == "tool").count();
        if stage < furthest {
            let sentence = format!("the work on {} went back from step {furthest} to step {stage}", word.name);
            return Some(Finding::new("journal", sentence));
        }
        furthest = stage;
    }
    None
}

fn about(messages: &[Value], word: &str) -> bool {
    messages.iter().any(|m| m["role"] == "user" && m["content"].as_str().is_some_and(|text| text.contains(word)))
}

/// A decision with other than one outcome.
fn outcome(books: &Books, word: &Word) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut told: BTreeSet<&str> = BTreeSet::new();
    for asked in books.asked.iter().filter(|asked| asked.tools && about(&asked.messages, &word.name)) {
        for result in asked.messages.iter().filter(|m| m["role"] == "tool") {
            let content = text(&result["content"]);
            told.extend(OPTIONS.iter().filter(|option| content.contains(&format!("{option}{}", word.name))));
        }
    }
    if told.len() > 1 {
        findings.push(Finding::new("outcome", format!("the work on {} was told of both options", word.name)));
    }
    if let (1, Some(option)) = (told.len(), told.first()) {
        let other = if *option == OPTIONS[0] { OPTIONS[1] } else { OPTIONS[0] };
        let ended = |post: &&Post| post.last().buttons.is_empty() && !post.first().buttons.is_empty();
        // A further copy lost its buttons and names both options still.
        let says = |post: &Post, option: &str| post.last().text.contains(&format!("{option}{}", word.name));
        let shows_other = |post: &&Post| says(post, other) && !says(post, option);
        if books.posts_with(ASK, &word.name).filter(ended).any(|post| shows_other(&post)) {
            let sentence = format!("{option} was taken for {}, and people were shown {other}", word.name);
            findings.push(Finding::new("outcome", sentence));
        }
    }
    for option in told {
        let pressed = |press: &&super::books::Press| press.word == word.name && press.label.contains(option);
        if !books.presses.iter().filter(pressed).any(|press| press.may) {
            let sentence = format!("{option} was taken for {}, which nobody pressed who may", word.name);
            findings.push(Finding::new("outcome", sentence));
        }
    }
    let pressed = books.presses.iter().any(|p| p.word == word.name && p.label.contains("opt"));
    let prompts: Vec<&Post> = books
        .posts_with(ASK, &word.name)
        .filter(|post| !post.deleted && post.first().buttons.iter().any(|(label, _)| label.contains(OPTIONS[0])))
        .collect();
    let live = prompts.iter().filter(|post| post.last().buttons.iter().any(|(label, _)| label.contains("opt"))).count();
    // Of copies nobody knows of and nobody pressed, the buttons stay; one copy at least must show the outcome.
    if pressed && !prompts.is_empty() && live == prompts.len() {
        findings.push(Finding::new("outcome", format!("no prompt for {} shows its outcome", word.name)));
    }
    if pressed && live > 0 && books.rules.contains("no live prompts") {
        findings.push(Finding::new("keyboard", format!("{live} prompts for {} have live buttons left", word.name)));
    }
    findings
}

/// Presses nobody answered.
fn presses(books: &Books) -> Vec<Finding> {
    if !books.rules.contains("presses are answered") {
        return Vec::new();
    }
    let near = |at: u64| {
        let starts = books.starts.iter().skip(1).any(|start| start.abs_diff(at) < NEAR);
        starts || books.killed_between(at.saturating_sub(NEAR), at + NEAR)
    };
    let unanswered = books.presses.iter().filter(|press| !books.answered.contains_key(&press.id) && !near(press.at));
    unanswered
        .map(|press| Finding::new("presses", format!("a press of {} for {} was not answered", press.label, press.word)))
        .collect()
}

/// What is answered in another order than it was said.
fn order(books: &Books) -> Vec<Finding> {
    let mut chats: BTreeMap<&str, Vec<&Word>> = BTreeMap::new();
    books.words.iter().for_each(|word| chats.entry(&word.chat).or_default().push(word));
    let mut findings = Vec::new();
    for (chat, words) in chats {
        // What quotes somebody's words is the receipt of them.
        let receipt = |word: &&Word| {
            let quoted = format!("{} project", word.name);
            let first = books.posts.iter().find(|post| post.first().text.contains(&quoted))?;
            Some((first.made.1, word.name.clone()))
        };
        let receipts: Vec<(u64, String)> = words.iter().filter_map(receipt).collect();
        if let Some(pair) = receipts.windows(2).find(|pair| pair[0].0 > pair[1].0) {
            let sentence = format!("in {chat}, {} was answered before {}, which was said first", pair[1].1, pair[0].1);
            findings.push(Finding::new("order", sentence));
        }
    }
    findings
}

/// What the platforms would punish.
fn punished(books: &Books) -> Vec<Finding> {
    let again = books.starts.len() > 1;
    // A life knows nothing of a press the last one answered without confirming it, and begins with a connection.
    let excused = |platform: &str, what: &str| {
        // Each of these is a refusal as well, and judged as such.
        let refused = platform == "discord" && what.starts_with("BeforeRetryAfter");
        // An answer that was lost is given again, and refused in words that say so.
        let repeated = what.starts_with("AckedTwice");
        refused || repeated || (again && (what.starts_with("AnsweredTwice") || what.starts_with("IdentifyTooSoon")))
    };
    // The open call of a life that stands still is ended by the call of who takes over.
    let mut overlaps = books.frozen * OF_THE_FROZEN;
    let mut ended = |what: &str| {
        let excused = what.starts_with("PollOverlap") && overlaps > 0;
        overlaps -= usize::from(excused);
        excused
    };
    let violations = books.violations.iter().filter(|(platform, what)| !excused(platform, what) && !ended(what));
    let mut findings: Vec<Finding> =
        violations.map(|(platform, what)| Finding::new("punished", format!("{platform}: {what}"))).collect();
    findings.extend(books.floods.iter().map(|what| Finding::new("flood", format!("{what} was refused for flooding"))));
    findings
}
