//! What a model server is good for: five dialogues of the product against any address, and what held of each. It needs no
//! platform and writes nothing.

mod dialogues;
mod judging;
mod watched;

use clap::Parser;
use dialogues::{DIALOGUES, play};
use judging::Held;
use secretary::adapters::openai::{Key, OpenAi, OpenAiConfig};
use secretary::adapters::system_clock::System;
use secretary::ports::model::Model;
use secretary::prompts;
use secretary::secretary::settings::model_capabilities::{Abilities, Found, ModelCapabilities};
use secretary::workers::roster;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use watched::{Took, Watched};

/// Try a model server: an idea, a reminder, a decision in words, an agent with a tool, and a report.
///
/// Each dialogue is the product's own requests through the product's own adapter. What each request took is printed with
/// what held, and at the end what the server was found to do. The exit code is 0 if the server answered at all.
#[derive(Debug, Parser)]
#[command(name = "real-model")]
struct Line {
    /// The root of the server's API, normally ending in /v1
    #[arg(long, value_name = "ADDRESS")]
    base_url: String,
    /// The name of the model; without it the first one that the server lists
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// The environment variable that holds the server's key, such as OPENAI_API_KEY
    #[arg(long, value_name = "VARIABLE")]
    key_env: Option<String>,
    /// Print the result as a table in Markdown, too
    #[arg(long)]
    table: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let line = Line::parse();
    let model = match model(&line) {
        Ok(model) => model,
        Err(why) => return fail(&why),
    };
    let began = Instant::now();
    let troubles: Vec<String> = model.probe().await.into_iter().filter_map(|(_, able)| able.trouble).collect();
    println!("{} · tried out in {} s", model.describe(), began.elapsed().as_secs());
    for trouble in &troubles {
        println!("  {}", named(trouble, &line));
    }
    let (model, agents) = (Watched::new(model), roster::load(None, &|_| false).agents);
    let (mut answered, mut all) = (false, Vec::new());
    for (place, title) in DIALOGUES.iter().enumerate() {
        let held = play(place, &model, &agents).await;
        match &held {
            Ok(what) => println!("\n{title}: held: {what}"),
            Err(why) => println!("\n{title}: did not hold: {}", named(why, &line)),
        }
        let took = model.taken();
        for took in &took {
            println!("  {}", said(took));
        }
        answered |= took.iter().any(|took| took.answered);
        all.push(held);
    }
    let found = model.model.capabilities();
    println!("\n{}", abilities(&found));
    if line.table {
        println!("\n{}", table(&found, &all));
    }
    if answered { ExitCode::SUCCESS } else { fail("The server answered no request.") }
}

fn fail(complaint: &str) -> ExitCode {
    eprintln!("{complaint}");
    ExitCode::FAILURE
}

fn model(line: &Line) -> Result<OpenAi, String> {
    let key = key(line.key_env.as_deref())?.map(Key::new);
    let config = OpenAiConfig::new(&line.base_url, key, line.model.iter().cloned().collect(), prompts::repair);
    OpenAi::new(config, Arc::new(System)).map_err(|error| named(&error.to_string(), line))
}

/// The key in a variable of the environment; none where no variable is named.
fn key(variable: Option<&str>) -> Result<Option<String>, String> {
    let Some(variable) = variable else { return Ok(None) };
    #[allow(clippy::disallowed_methods, reason = "a program of its own, with the one look at the environment")]
    let found = std::env::var(variable).ok().filter(|key| !key.trim().is_empty());
    found.map(Some).ok_or_else(|| format!("the environment variable {variable} (--key-env) is not set"))
}

/// A sentence of the product with the names of its settings replaced by the options of this program.
fn named(sentence: &str, line: &Line) -> String {
    let named = sentence.replace("OPENAI_BASE_URL", "--base-url").replace("OPENAI_MODEL", "--model");
    named.replace("OPENAI_API_KEY", line.key_env.as_deref().unwrap_or("--key-env"))
}

fn said(took: &Took) -> String {
    let Took { bytes, time, usage, answered } = took;
    let (tokens_in, tokens_out, seconds) = (usage.tokens_in, usage.tokens_out, time.as_secs_f64());
    let end = if *answered { "" } else { ", no usable answer" };
    format!("{bytes} bytes, {seconds:.1} s, {tokens_in} tokens sent, {tokens_out} received{end}")
}

fn word(found: Found) -> &'static str {
    match found {
        Found::Unknown => "unknown",
        Found::Works => "yes",
        Found::Missing => "no",
    }
}

/// What is known of the models, a line each.
fn abilities(found: &ModelCapabilities) -> String {
    let lines: Vec<String> = found
        .models
        .iter()
        .map(|model| {
            let Abilities { schema, forced_tool, streaming, usage, context, .. } =
                model.able.clone().unwrap_or_default();
            let context = context.map_or_else(|| "unknown".to_owned(), |tokens| format!("{tokens} tokens"));
            format!(
                "{}: schema {}, forced tool {}, streaming {}, tokens counted {}, room {context}",
                model.name,
                word(schema),
                word(forced_tool),
                word(streaming),
                word(usage),
            )
        })
        .collect();
    lines.join("\n")
}

/// The result as a table: the model, its schema, tool and room, and the five dialogues.
fn table(found: &ModelCapabilities, held: &[Held]) -> String {
    let model = found.models.first();
    let able = model.and_then(|model| model.able.clone()).unwrap_or_default();
    let context = able.context.map_or_else(|| "?".to_owned(), |tokens| tokens.to_string());
    let mut cells = vec![model.map(|model| model.name.clone()).unwrap_or_default()];
    cells.extend([word(able.schema).to_owned(), word(able.forced_tool).to_owned(), context]);
    cells.extend(held.iter().map(|held| if held.is_ok() { "held" } else { "no" }.to_owned()));
    let heads = format!("| model | schema | forced tool | room | {} |", DIALOGUES.join(" | "));
    format!("{heads}\n|{}\n| {} |", "---|".repeat(cells.len()), cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use crate::*;
    use secretary::secretary::settings::model_capabilities::Sitter;

    #[test]
    fn the_table_has_a_cell_for_each_dialogue() {
        let able = Abilities { schema: Found::Works, context: Some(4_096), ..Abilities::default() };
        let model = Sitter { name: "small".to_owned(), able: Some(able), rests_until: None };
        let found = ModelCapabilities { models: vec![model], ..ModelCapabilities::default() };
        let held: Vec<Held> = DIALOGUES.iter().map(|title| Err((*title).to_owned())).collect();
        let table = table(&found, &held);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[2], "| small | yes | unknown | 4096 | no | no | no | no | no |");
        assert!(lines.iter().all(|line| line.matches('|').count() == 10), "{table}");
        assert!(abilities(&found).contains("small: schema yes, forced tool unknown"));
    }
}
