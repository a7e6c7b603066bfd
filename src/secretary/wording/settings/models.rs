//! Sentences about the model: where it runs, which models take which requests, what they can do.

use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::phrases::{count, short};
use crate::secretary::settings::model_capabilities::{Abilities, Found, Line, ModelCapabilities, VISION};
use crate::secretary::when;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// In `/settings`, where the thinking is done by another process.
pub const AWAY: &str = "in another process";

/// `/settings model` there: what is set and found out here says nothing about that one.
pub fn elsewhere() -> Message {
    Message::lines([
        "The thinking is left to another process; only its log says which models it uses and whether they work.",
    ])
}

/// `/settings model`.
pub fn capabilities(capabilities: &ModelCapabilities, zone: Tz, now: DateTime<Utc>) -> Message {
    let Some(server) = &capabilities.server else {
        return Message::lines([
            "No language model is connected; built-in rules do the thinking.",
            "An owner can connect one with OPENAI_API_KEY or OPENAI_BASE_URL, and name models with OPENAI_MODEL.",
        ]);
    };
    let mut message =
        Message::default().spans(vec![Span::strong("Language model"), Span::text(format!(" on {}", name(server)))]);
    if capabilities.models.is_empty() {
        return message.line(
            "It has not told me yet which models it has: it does not answer, or has none to talk to. I ask it again with the \
             next idea; OPENAI_MODEL names one without asking.",
        );
    }
    let lines: Vec<&Line> = capabilities.lines.iter().filter(|line| line.purpose != VISION).collect();
    let same = lines.windows(2).all(|pair| pair[0].models == pair[1].models);
    for line in lines.into_iter().take(if same { 1 } else { 3 }) {
        let what = if same { "For everything" } else { purpose(line.purpose) };
        message = message.spans(vec![Span::strong(format!("{what}: ")), Span::text(chain(line))]);
    }
    message = message
        .spans(vec![Span::strong("Pictures: "), Span::text(pictures(capabilities))])
        .spans(vec![Span::strong("Recordings: "), Span::text(recordings(capabilities))]);
    for sitter in &capabilities.models {
        message = message.spans(vec![
            Span::Strong(name(&sitter.name)),
            Span::text(format!(": {}", abilities(sitter.able.as_ref()))),
        ]);
        if let Some(until) = sitter.rests_until {
            let at = when::say_time(until, zone, now);
            message = message.line(format!("It does not work just now. I try it again at {at}."));
        }
    }
    message.blocks.push(Block::Gap);
    message
        .line("OPENAI_MODEL names the models, separated by commas: the first is used, the next ones stand in for it.")
}

fn name(text: &str) -> String {
    short(text, 80)
}

fn purpose(purpose: &str) -> &'static str {
    match purpose {
        "triage" => "Reading ideas",
        "work" => "The work of agents",
        _ => "Writing reports",
    }
}

/// "gpt-5, then gpt-5-mini (gpt-5-mini is in use now)".
fn chain(line: &Line) -> String {
    if line.models.is_empty() {
        return "the first model the server lists".to_owned();
    }
    let names: Vec<String> = line.models.iter().map(|model| name(model)).collect();
    let said = names.join(", then ");
    match names.get(line.in_use).filter(|_| line.in_use > 0) {
        Some(used) => format!("{said}. In use now: {used}."),
        None => said,
    }
}

/// Who sees pictures.
fn pictures(capabilities: &ModelCapabilities) -> String {
    let own = capabilities.lines.iter().find(|line| line.purpose == VISION).map(chain);
    match (capabilities.sees, own) {
        (Found::Works, Some(models)) => models,
        (Found::Works, None) => "the model sees them".to_owned(),
        (Found::Unknown, _) => "not tried yet; the first one shows whether the model sees".to_owned(),
        (Found::Missing, _) => "the model does not see. OPENAI_MODEL_VISION names one that does".to_owned(),
    }
}

/// Who writes down recordings.
fn recordings(capabilities: &ModelCapabilities) -> String {
    let Some(who) = &capabilities.recordings else {
        return "nobody writes them down. OPENAI_MODEL_VOICE names a model that does".to_owned();
    };
    if capabilities.server.as_ref() == Some(&who.server) {
        return name(&who.model);
    }
    format!("{} on {}", name(&who.model), name(&who.server))
}

fn abilities(able: Option<&Abilities>) -> String {
    let Some(able) = able else { return "not tried yet".to_owned() };
    let known = [
        ("JSON by a schema", able.schema),
        ("a tool it is told to call", able.forced_tool),
        ("streaming", able.streaming),
        ("counting tokens", able.usage),
    ];
    let which = |wanted: Found| -> Vec<&str> { known.iter().filter(|(_, f)| *f == wanted).map(|(n, _)| *n).collect() };
    let mut parts = Vec::new();
    for (names, how) in [
        (which(Found::Works), "works"),
        (which(Found::Missing), "does not work, I do without"),
        (which(Found::Unknown), "not known yet"),
    ] {
        if !names.is_empty() {
            parts.push(format!("{}: {how}", names.join(", ")));
        }
    }
    if let Some(tokens) = able.context {
        parts.push(format!("room for {} tokens", count(tokens)));
    }
    if let Some(trouble) = &able.trouble {
        parts.push(format!("the last try failed ({})", short(trouble, 200)));
    }
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use crate::secretary::settings::model_capabilities::{Recordings, Sitter};
    use crate::secretary::wording::settings::models::*;

    fn text(message: &Message) -> String {
        let line = |block: &Block| -> Option<String> {
            let Block::Line(spans) = block else { return None };
            Some(spans.iter().map(Span::plain).collect())
        };
        message.blocks.iter().filter_map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn each_purpose_and_what_does_not_work_are_said_in_plain_words() {
        let line = |purpose, models: &[&str]| Line {
            purpose,
            models: models.iter().map(|m| (*m).to_owned()).collect(),
            in_use: 0,
        };
        let (schema, forced_tool) = (Found::Works, Found::Missing);
        let able = Abilities { schema, forced_tool, context: Some(4_096), ..Abilities::default() };
        let models = vec![Sitter { name: "big".into(), able: Some(able), rests_until: None }];
        let lines = vec![line("triage", &["small"]), line("work", &["big"]), line("report", &[])];
        let server = Some("models.example:80".into());
        let all = ModelCapabilities { server, lines, models, ..ModelCapabilities::default() };
        let said = text(&capabilities(&all, Tz::UTC, DateTime::UNIX_EPOCH));
        for part in [
            "Reading ideas: small\nThe work of agents: big\nWriting reports: the first model",
            "Pictures: not tried yet; the first one shows whether the model sees\nRecordings: nobody",
            "big: JSON by a schema: works; a tool it is told to call: does not work, I do without; streaming, counting \
             tokens: not known yet; room for 4,096 tokens",
        ] {
            assert!(said.contains(part), "{part}\n--\n{said}");
        }
        let mut equipped = all.clone();
        equipped.lines.push(line(VISION, &["eye", "eye-2"]));
        equipped.sees = Found::Works;
        equipped.recordings = Some(Recordings { server: "ears.example".into(), model: "ear".into() });
        let said = text(&capabilities(&equipped, Tz::UTC, DateTime::UNIX_EPOCH));
        assert!(said.contains("Pictures: eye, then eye-2\nRecordings: ear on ears.example\n"), "{said}");
        let silent = ModelCapabilities { lines: Vec::new(), models: Vec::new(), ..all };
        let said = text(&capabilities(&silent, Tz::UTC, DateTime::UNIX_EPOCH));
        assert!(said.starts_with("Language model on models.example:80\nIt has not told me yet which models"), "{said}");
        assert_eq!(said.lines().count(), 2, "{said}");
    }
}
