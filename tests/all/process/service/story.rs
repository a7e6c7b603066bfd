//! From an idea in Telegram to a decision in Discord and a report in both; once as it should be, once with the program
//! killed again and again in the middle.

use crate::process::program::{LEAVES, Program, SOON};
use crate::process::town::{DECISIONS, KIM, MARA, REPORTS, RESULT, Thought, Town};
use proof::discord::{Fault, Handle, Route};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A press that waits this long for its decision is answered without words (adapters/telegram).
const WORDLESS: Duration = Duration::from_millis(800);

/// What is asked in passing before the idea, and its answer.
const ASIDE: [&str; 2] = ["/calc 12 * 7", "12 * 7 = 84"];

/// Where the program is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kill {
    /// While a short answer is on its way to Telegram.
    Aside,
    /// While the model thinks about what the idea means.
    Triage,
    /// Right after the last question was answered by a press.
    Answer,
    /// Right after the press on Start.
    Start,
    /// While the model works.
    Work,
    /// While the decision is on its way to Discord.
    Prompt,
    /// While the decision is open.
    Decision,
    /// Right after the press on the decision.
    Press,
    /// While the model writes the report.
    Report,
}

const ALL: [Kill; 9] = [
    Kill::Aside,
    Kill::Triage,
    Kill::Answer,
    Kill::Start,
    Kill::Work,
    Kill::Prompt,
    Kill::Decision,
    Kill::Press,
    Kill::Report,
];

struct Story {
    town: Town,
    program: Option<Program>,
    kills: Vec<Kill>,
    times: Vec<(&'static str, Duration)>,
    log: String,
}

impl Story {
    async fn begin(kills: &[Kill]) -> Self {
        let mut town = Town::new().await;
        let program = town.run(None);
        town.discord.wait_command("room", SOON).await.unwrap();
        for (channel, purpose) in [(DECISIONS, "decisions"), (REPORTS, "reports")] {
            let taken = until_taken(&town, async || {
                let typed = town.discord.slash(channel, KIM, "room", json!({"purpose": purpose, "switch": "on"}));
                town.discord.wait_reply(typed, |_| true, SOON).await.unwrap();
                typed
            });
            let told = town.discord.wait_reply(taken.await, |m| m.content.contains("yes"), SOON).await.unwrap();
            assert!(told.content.contains(&format!("{purpose}: yes")), "{}", told.content);
        }
        town.telegram.say(MARA, MARA, "/room decisions on");
        town.told("decisions: yes", &[]).await;
        Self { town, program: Some(program), kills: kills.to_vec(), times: Vec::new(), log: String::new() }
    }

    fn kills_at(&self, kill: Kill) -> bool {
        self.kills.contains(&kill)
    }

    /// Kills the program and starts it again; in its next life the thoughts hang in which the story kills it then.
    async fn restart(&mut self, then: Option<(Kill, Thought)>) {
        let printed = self.town.kill(self.program.take().unwrap()).await;
        self.log.push_str(&printed);
        // What Discord was told takes effect, although nobody hears the answer any more.
        self.town.discord.release_held();
        self.live(then);
    }

    fn live(&mut self, then: Option<(Kill, Thought)>) {
        let hanging = then.filter(|(kill, _)| self.kills_at(*kill)).map(|(_, thought)| thought);
        self.program = Some(self.town.run(hanging));
    }

    /// Lets the model hang at thoughts of this kind for the rest of this life, if the story kills there.
    fn perhaps_hang(&self, kill: Kill, thought: Thought) {
        if self.kills_at(kill) {
            self.town.mind.hang(thought);
        }
    }

    /// Kills while the model hangs, if the story wants it. No kill may fall between an answer of the model and the
    /// commit of what came of it: that answer would rightly be asked for again, and nobody could tell.
    async fn perhaps_kill_in_thought(&mut self, kill: Kill, thought: Thought) {
        if self.kills_at(kill) {
            self.town.mind.hanging(thought).await;
            self.restart(None).await;
        }
    }

    async fn aside(&mut self) {
        let gate = self.kills_at(Kill::Aside).then(|| self.town.telegram.hold("sendMessage"));
        let began = Instant::now();
        self.town.telegram.say(MARA, MARA, ASIDE[0]);
        if let Some(gate) = gate {
            assert!(gate.arrived(1, SOON).await, "no answer");
            // What the platform was told takes effect, although nobody hears the answer any more.
            let program = self.program.take().unwrap();
            self.log.push_str(&self.town.kill(program).await);
            gate.release();
            self.town.told(ASIDE[1], &[]).await;
            self.live(None);
        }
        self.town.told(ASIDE[1], &[]).await;
        self.times.push(("sum to answer", began.elapsed()));
        self.town.settled().await;
    }

    async fn idea(&mut self) {
        self.perhaps_hang(Kill::Triage, Thought::Triage);
        self.town.telegram.say(MARA, MARA, "compare three hosting offers for the shop and tell me what to take");
        // What was not understood yet is understood in the next life.
        self.perhaps_kill_in_thought(Kill::Triage, Thought::Triage).await;
    }

    async fn questions(&mut self) {
        let began = Instant::now();
        let asked = self.town.told("Two quick", &["Price", "500-5,000", "Use your judgement"]).await;
        self.times.push(("idea to questions", began.elapsed()));
        self.town.settled().await;
        let (wait, _) = self.town.press(asked.id, "Price").await;
        self.times.push(("press to answer", wait));
        let ticked = self.town.told("✔ Price", &["500-5,000"]).await;
        assert_eq!(ticked.id, asked.id, "the questions are edited in place");
        // What follows the press waits for the model, so that the kill cuts off no send whose outcome nobody could know.
        self.perhaps_hang(Kill::Answer, Thought::Triage);
        let (wait, _) = self.town.press(asked.id, "500-5,000").await;
        self.times.push(("press to answer", wait));
        if self.kills_at(Kill::Answer) {
            self.restart(None).await;
        }
        let done = self.town.told("Thanks", &[]).await;
        assert_eq!(done.id, asked.id);
        assert!(done.buttons.is_empty(), "{:?}", done.labels());
    }

    async fn card(&mut self) {
        let card = self.town.told("Here is what I'll do", &["Start", "Edit", "Cancel"]).await;
        self.town.settled().await;
        self.perhaps_hang(Kill::Start, Thought::Work);
        let (wait, toast) = self.town.press(card.id, "Start").await;
        self.times.push(("press to answer", wait));
        // Telegram's press is answered without words when its decision takes long, as it may on a busy machine.
        assert!(toast == "Started." || (toast.is_empty() && wait >= WORDLESS), "{toast:?} after {wait:?}");
        if self.kills_at(Kill::Start) {
            self.restart(Some((Kill::Work, Thought::Work))).await;
        }
        let started = self.town.told("✔ Started by", &[]).await;
        assert_eq!(started.id, card.id, "{}", self.town.transcript());
        assert!(started.buttons.is_empty());
        if self.kills_at(Kill::Prompt) {
            self.town.discord.fault(Route::CreateMessage, Fault::Hold);
        }
        self.perhaps_kill_in_thought(Kill::Work, Thought::Work).await;
    }

    async fn decision(&mut self) {
        let town = &self.town;
        let here = town.told("One decision for you", &["★ Only monthly terms", "24 months is fine"]).await;
        if self.kills_at(Kill::Prompt) {
            self.town.settled().await;
            self.town
                .discord
                .wait_until("the prompt is on its way", SOON, || self.town.discord.held() == 1)
                .await
                .unwrap();
            self.restart(None).await;
        }
        let town = &self.town;
        let prompt = |m: &proof::discord::Message| m.content.contains("One decision for you");
        let there = town.discord.wait_message(DECISIONS, prompt, SOON).await.unwrap();
        self.town.settled().await;
        if self.kills_at(Kill::Decision) {
            self.restart(None).await;
        }
        self.perhaps_hang(Kill::Press, Thought::Work);
        let town = &self.town;
        town.discord.wait_ready(SOON).await.unwrap();
        let began = Instant::now();
        until_taken(town, async || {
            let pressed = town.discord.press(DECISIONS, KIM, there.id, "★ Only monthly terms");
            town.discord.wait_ack(pressed, SOON).await.unwrap();
            pressed
        })
        .await;
        self.times.push(("press in Discord to answer", began.elapsed()));
        if self.kills_at(Kill::Press) {
            self.restart(Some((Kill::Report, Thought::Report))).await;
        }
        let town = &self.town;
        let settled = |m: &proof::discord::Message| m.id == there.id && m.content.contains("✔ Only monthly terms");
        let there = town.discord.wait_message(DECISIONS, settled, SOON).await.unwrap();
        assert!(there.buttons().is_empty(), "{:?}", there.buttons());
        let settled = town.told("✔ Only monthly terms", &[]).await;
        self.times.push(("press to the outcome in both", began.elapsed()));
        assert_eq!(settled.id, here.id, "{}", town.transcript());
        assert!(settled.buttons.is_empty());
        assert!(settled.text.contains("Kim"), "{}", settled.text);
        self.perhaps_kill_in_thought(Kill::Report, Thought::Report).await;
    }

    async fn report(&mut self) {
        let town = &self.town;
        let report = town.told("Take offer C", &["👍", "👎", "Revise"]).await;
        let there = |m: &proof::discord::Message| m.content.contains("Take offer C");
        town.discord.wait_message(REPORTS, there, SOON).await.unwrap();
        let (wait, toast) = town.press(report.id, "👍").await;
        self.times.push(("press to answer", wait));
        assert!(!toast.is_empty() || wait >= WORDLESS, "a rating is thanked for");
        if self.kills.is_empty() {
            town.told("✔ done", &[]).await;
        }
        town.telegram.say(MARA, MARA, "/list all");
        let list = town.told("Three hosting offers · done", &[]).await;
        assert!(!list.text.contains("#2"), "{}", list.text);
    }

    async fn whole(kills: &[Kill]) -> Self {
        let mut story = Self::begin(kills).await;
        story.aside().await;
        story.idea().await;
        story.questions().await;
        story.card().await;
        story.decision().await;
        story.report().await;
        story
    }

    async fn end(mut self) -> Ended {
        let (status, took, printed) = self.program.take().unwrap().stop().await;
        assert!(status.success() && took < LEAVES, "{status} after {took:?}\n{printed}");
        self.town.behaved(!self.kills.is_empty());
        self.times.push(("SIGTERM to the end", took));
        self.log.push_str(&printed);
        println!("{}", self.town.transcript());
        self.times.iter().for_each(|(what, time)| println!("{what}: {time:?}"));
        println!("--- printed\n{}", self.log);
        let counted = |texts: Vec<String>| {
            texts.into_iter().fold(BTreeMap::new(), |mut counts: BTreeMap<String, usize>, text| {
                *counts.entry(timeless(&text)).or_default() += 1;
                counts
            })
        };
        let bot = self.town.discord.bot_id();
        let discord = [DECISIONS, REPORTS].into_iter().flat_map(|channel| self.town.discord.messages(channel));
        // What only a presser saw, and for a moment, depends on how busy the machine is; so do repeated orders.
        let standing = discord.filter(|m| m.author == bot && !m.ephemeral() && !m.content.contains("This chat is for"));
        let (answered, cut) = self.town.mind.thoughts();
        // A line of progress cut off on its way is not sent again: it is no loss, and twice it would be a nuisance.
        let telegram = self.town.telegram.bot_messages(MARA).into_iter().map(|m| m.text);
        let lasting = telegram.filter(|text| !text.contains('▸') && !text.contains("✔ done"));
        Ended {
            telegram: counted(lasting.collect()),
            discord: counted(standing.map(|m| m.content).collect()),
            answered,
            cut,
        }
    }
}

/// Does something in Discord again and again until it is taken in: on a busy machine the database may not take it within
/// the time Discord gives, and then the person is asked to try again.
async fn until_taken(town: &Town, act: impl AsyncFn() -> Handle) -> Handle {
    loop {
        let handle = act().await;
        if !town.discord.replies(handle).iter().any(|reply| reply.content.contains("Please try again")) {
            return handle;
        }
    }
}

/// What there is to compare: how often each text stands in the chats, and what the model was asked for.
struct Ended {
    telegram: BTreeMap<String, usize>,
    discord: BTreeMap<String, usize>,
    answered: Vec<Thought>,
    cut: Vec<Thought>,
}

/// A text without its digits, since times and durations differ from run to run.
fn timeless(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_idea_in_telegram_is_decided_in_discord_whatever_is_killed() {
    let (calm, rough) =
        tokio::join!(async { Story::whole(&[]).await.end().await }, async { Story::whole(&ALL).await.end().await });
    for (text, count) in calm.telegram.iter().chain(&calm.discord) {
        assert!(*count == 1 || *text == timeless(RESULT), "{count} times: {text}");
    }
    assert_eq!(rough.discord, calm.discord, "in Discord everything stands exactly once");
    let texts = |ended: &Ended| ended.telegram.keys().cloned().collect::<Vec<_>>();
    assert_eq!(texts(&rough), texts(&calm), "in Telegram nothing is lost and nothing is new");
    let twice: Vec<_> = rough.telegram.iter().filter(|(_, count)| **count > 1).collect();
    let known = |text: &str, count: usize| (text == timeless(ASIDE[1]) && count == 2) || text == timeless(RESULT);
    assert!(twice.iter().all(|(text, count)| known(text, **count)), "{twice:#?}");
    let count = |thoughts: &[Thought], wanted: Thought| thoughts.iter().filter(|t| **t == wanted).count();
    for thought in [Thought::Triage, Thought::Work, Thought::Report] {
        // What was cut off by a kill is thought again, and nothing else: finished thoughts are remembered.
        assert!(count(&rough.cut, thought) > 0 && calm.cut.is_empty());
        assert_eq!(count(&rough.answered, thought), count(&calm.answered, thought), "{thought:?}");
    }
}
