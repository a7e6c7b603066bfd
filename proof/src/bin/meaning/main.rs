//! How well a language model understands messages: every labelled sentence of `tests/data/meaning.toml` goes to a server in
//! the product's own request, and the answers are counted. Of this crate only this program
//! and `real-model` know the product.

mod asking;
mod judging;
mod score;
mod sentences;

#[cfg(test)]
mod tests;

use asking::{Answer, Server};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use futures_util::{StreamExt, stream};
use judging::Verdict;
use proof::torture::chance::Chance;
use score::Score;
use secretary::secretary::intent::Understanding;
use sentences::{Case, Context, Sentences};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// After so many cases the program says how far it is.
const STEP: usize = 25;
/// So many cases in a row without an answer mean that the server is gone.
const GONE: usize = 5;
/// The most requests at a time.
const MOST_AT_ONCE: usize = 64;
/// Characters of an answer that are shown.
const SHOWN: usize = 400;

/// Score a language model: what does it take messages of people to mean?
///
/// Each labelled sentence of tests/data/meaning.toml goes to the server in the product's own request. Failures are printed as
/// they come, and a table at the end: right, wrong, unclear (the product would ask with buttons), harmful (a wrong change
/// would be made at once), and no answer.
#[derive(Debug, Parser)]
#[command(name = "meaning")]
struct Line {
    /// The root of the server's API, normally ending in /v1
    #[arg(long, value_name = "ADDRESS")]
    base_url: String,
    /// The name of the model
    #[arg(long, value_name = "NAME")]
    model: String,
    /// The environment variable that holds the server's key, such as OPENAI_API_KEY
    #[arg(long, value_name = "VARIABLE")]
    key_env: Option<String>,
    /// Only the cases of a language (de), of a first wanted kind (decide) or of a source (hijack); again for fewer
    #[arg(long, value_name = "LANGUAGE|KIND|SOURCE")]
    only: Vec<String>,
    /// Only so many cases, picked at random
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// The seed of the random order; without it and --limit the cases go in the order of the file
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Requests at a time; one is right for a server on this machine
    #[arg(long, value_name = "N", default_value_t = 1)]
    at_once: usize,
}

/// A command line that is right in form and still cannot be used.
fn usage(complaint: &str) -> ExitCode {
    let error = Line::command().error(ErrorKind::InvalidValue, complaint);
    let _ = error.print();
    ExitCode::from(2)
}

fn fail(complaint: &str) -> ExitCode {
    eprintln!("{complaint}");
    ExitCode::FAILURE
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let line = match Line::try_parse() {
        Ok(line) => line,
        Err(asked) => {
            let _ = asked.print();
            return ExitCode::from(u8::try_from(asked.exit_code()).unwrap_or(2));
        }
    };
    let sentences = match Sentences::read() {
        Ok(sentences) => sentences,
        Err(why) => return fail(&format!("tests/data/meaning.toml cannot be read: {why}")),
    };
    if !(1..=MOST_AT_ONCE).contains(&line.at_once) {
        return usage(&format!("--at-once goes from 1 to {MOST_AT_ONCE}, not {}", line.at_once));
    }
    let chosen = match chosen(&sentences, &line) {
        Ok(chosen) => chosen,
        Err(why) => return usage(&why),
    };
    let key = match key(line.key_env.as_deref()) {
        Ok(key) => key,
        Err(why) => return usage(&why),
    };
    let server = match Server::new(&line.base_url, &line.model, key) {
        Ok(server) => server,
        Err(why) => return usage(&named(&why, line.key_env.as_deref())),
    };
    println!("{} cases for {} at {}", chosen.len(), line.model, line.base_url);
    if let Some(trouble) = server.trouble().await {
        return fail(&named(&trouble, line.key_env.as_deref()));
    }
    run(&server, &sentences, &chosen, line.at_once).await.map_or_else(
        |why| fail(&format!("The run stops here: {}", named(&why, line.key_env.as_deref()))),
        |()| ExitCode::SUCCESS,
    )
}

/// The key in a variable of the environment; none where no variable is named.
fn key(variable: Option<&str>) -> Result<Option<String>, String> {
    let Some(variable) = variable else { return Ok(None) };
    #[allow(clippy::disallowed_methods, reason = "a program of its own, with the one look at the environment")]
    let found = std::env::var(variable).ok().filter(|key| !key.trim().is_empty());
    found.map(Some).ok_or_else(|| format!("the environment variable {variable} (--key-env) is not set"))
}

/// A sentence of the product with the names of its settings replaced by the options of this program.
fn named(sentence: &str, key_env: Option<&str>) -> String {
    let named = sentence.replace("OPENAI_BASE_URL", "--base-url").replace("OPENAI_MODEL", "--model");
    named.replace("OPENAI_API_KEY", key_env.unwrap_or("--key-env"))
}

/// The cases that are asked for, in their order.
fn chosen<'a>(sentences: &'a Sentences, line: &Line) -> Result<Vec<&'a Case>, String> {
    for word in &line.only {
        if !sentences.case.iter().any(|case| case.is_of(word)) {
            return Err(format!("--only {word}: no case has this language, first wanted kind or source"));
        }
    }
    let mut chosen: Vec<&Case> =
        sentences.case.iter().filter(|case| line.only.iter().all(|word| case.is_of(word))).collect();
    if line.limit.is_some() || line.seed.is_some() {
        let mut chance = Chance::of(line.seed.unwrap_or(1));
        chosen.sort_by_cached_key(|_| chance.draw());
    }
    chosen.truncate(line.limit.unwrap_or(usize::MAX));
    if chosen.is_empty() { Err("no case is left".to_owned()) } else { Ok(chosen) }
}

/// Asks about every case, and prints what comes of it; says why if the server is gone before the end.
async fn run(server: &Server, sentences: &Sentences, chosen: &[&Case], at_once: usize) -> Result<(), String> {
    let (mut score, mut silent, mut done) = (Score::default(), 0, Ok(()));
    let began = Instant::now();
    let nothing = Context::default();
    let asked = stream::iter(chosen).map(|case| {
        let context = sentences.context.get(&case.context).unwrap_or(&nothing);
        async move { (*case, context, server.understand(case, context).await) }
    });
    let mut answers = std::pin::pin!(asked.buffered(at_once));
    while let Some((case, context, (answer, usage))) = answers.next().await {
        let verdict = match &answer {
            Answer::Understood(understanding) => Some(judging::judge(case, context, Some(&understanding.intents))),
            Answer::Unusable(_) => Some(judging::judge(case, context, None)),
            Answer::None(_) => None,
        };
        score.add(case, verdict, usage);
        if verdict != Some(Verdict::Right) {
            println!("{}", failure(case, verdict, &answer));
        }
        if score.cases().is_multiple_of(STEP) {
            eprintln!("{}", progress(&score, chosen.len(), began.elapsed()));
        }
        silent = if verdict.is_none() { silent + 1 } else { 0 };
        if let (Answer::None(why), GONE) = (&answer, silent) {
            done = Err(why.clone());
            break;
        }
    }
    println!("{}", score.table(began.elapsed()));
    done
}

/// How far the run is, and how long it may still take.
fn progress(score: &Score, cases: usize, took: Duration) -> String {
    let left = u128::try_from(cases - score.cases()).unwrap_or_default();
    let each = took.as_millis().checked_div(u128::try_from(score.cases()).unwrap_or_default()).unwrap_or_default();
    let minutes = (left * each).div_ceil(60_000);
    format!("{} of {cases}: {}; about {minutes} min left", score.cases(), score.in_short())
}

/// A case that did not go right: where and what was said, what was wanted, and what came.
fn failure(case: &Case, verdict: Option<Verdict>, answer: &Answer) -> String {
    let how = verdict.map_or("NO ANSWER", Verdict::name);
    let got = match answer {
        Answer::Understood(Understanding { why, intents }) => {
            let intents = serde_json::to_string(intents).unwrap_or_default();
            let cut: String = intents.chars().take(SHOWN).collect();
            let why: String = why.chars().take(SHOWN).collect();
            format!("{cut}\n    why     {why}")
        }
        Answer::Unusable(why) => format!("an answer that cannot be used: {why}"),
        Answer::None(why) => why.clone(),
    };
    format!("{how} [{}] “{}”\n    wanted  {}\n    got     {got}", case.context, case.say, case.wanted())
}
