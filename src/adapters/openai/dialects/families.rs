//! The known families of servers and how each is recognised: by its host, by what its list of models says, or by a page
//! only it has. What a family is known to do is in its dialect; nothing is sent here.

use super::{Dialect, EmptyContent, LimitName, SchemaWay, ToolWay};
use serde_json::Value;

/// A family of servers that behave alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::adapters::openai) enum Family {
    OpenAi,
    Azure,
    OpenRouter,
    DeepSeek,
    Gemini,
    Mistral,
    Groq,
    Vllm,
    LlamaCpp,
    Ollama,
    LmStudio,
    #[default]
    Unknown,
}

/// Hosts of providers: the name itself or what stands under it.
const HOSTS: [(&str, Family); 10] = [
    ("api.openai.com", Family::OpenAi),
    ("openai.azure.com", Family::Azure),
    ("services.ai.azure.com", Family::Azure),
    ("cognitiveservices.azure.com", Family::Azure),
    ("openrouter.ai", Family::OpenRouter),
    ("api.deepseek.com", Family::DeepSeek),
    ("generativelanguage.googleapis.com", Family::Gemini),
    ("api.mistral.ai", Family::Mistral),
    ("codestral.mistral.ai", Family::Mistral),
    ("api.groq.com", Family::Groq),
];

/// What servers people run put into `owned_by` of their models.
const OWNERS: [(&str, Family); 4] = [
    ("vllm", Family::Vllm),
    ("llamacpp", Family::LlamaCpp),
    ("library", Family::Ollama),
    ("organization_owner", Family::LmStudio),
];

/// The entries of a list of models in any of the forms there are: under a name, or bare.
pub(in crate::adapters::openai) fn entries(list: &Value) -> impl Iterator<Item = &Value> {
    let named = ["data", "models"].into_iter().find_map(|name| list.get(name).and_then(Value::as_array));
    named.or_else(|| list.as_array()).into_iter().flatten()
}

impl Family {
    /// The family of a host's name.
    pub(in crate::adapters::openai) fn of_host(domain: &str) -> Self {
        let domain = domain.to_ascii_lowercase();
        let is_it = |host: &str| domain.strip_suffix(host).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
        HOSTS.iter().find(|(host, _)| is_it(host)).map_or(Self::Unknown, |(_, family)| *family)
    }

    /// The family by a list of models and the name the server gives itself.
    pub(in crate::adapters::openai) fn of_list(list: &Value, server: &str) -> Self {
        if server.to_ascii_lowercase().contains("llama.cpp") {
            return Self::LlamaCpp;
        }
        let owner = entries(list).find_map(|model| model.get("owned_by").and_then(Value::as_str));
        let known = OWNERS.iter().find(|(name, _)| Some(*name) == owner);
        known.map_or(Self::Unknown, |(_, family)| *family)
    }

    /// A provider's own service: it has no pages outside the compatible part.
    pub(in crate::adapters::openai) fn hosted(self) -> bool {
        match self {
            Self::OpenAi
            | Self::Azure
            | Self::OpenRouter
            | Self::DeepSeek
            | Self::Gemini
            | Self::Mistral
            | Self::Groq => true,
            Self::Vllm | Self::LlamaCpp | Self::Ollama | Self::LmStudio | Self::Unknown => false,
        }
    }

    /// Servers for one person's machine, which read a prompt slowly and keep its beginning.
    pub(in crate::adapters::openai) fn small(self) -> bool {
        matches!(self, Self::LlamaCpp | Self::Ollama | Self::LmStudio)
    }

    /// What to begin with. All else is learned.
    pub(in crate::adapters::openai) fn dialect(self) -> Dialect {
        let usual = Dialect {
            schema: SchemaWay::Schema,
            strict: true,
            limit: LimitName::MaxTokens,
            tools: ToolWay::Native,
            forced_tool: false,
            streams: false,
            streams_calls: false,
            stream_options: true,
            kept_fields: true,
            require_parameters: false,
            system: true,
            empty: EmptyContent::Null,
            short_ids: false,
            thinks: false,
        };
        match self {
            // Others know only the older name (platform-facts L7).
            Self::OpenAi | Self::Azure => Dialect { limit: LimitName::MaxCompletionTokens, ..usual },
            // Without it OpenRouter drops settings a provider does not know, silently (platform-facts L13).
            Self::OpenRouter => Dialect { require_parameters: true, ..usual },
            // It knows the type json_object alone.
            Self::DeepSeek => Dialect { schema: SchemaWay::Object, ..usual },
            // Both refuse a field they do not know: Mistral any, Groq those of messages. Mistral counts without being asked.
            Self::Mistral => Dialect { stream_options: false, kept_fields: false, ..usual },
            Self::Groq => Dialect { kept_fields: false, ..usual },
            Self::Gemini | Self::Vllm | Self::LlamaCpp | Self::Ollama | Self::LmStudio | Self::Unknown => usual,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::dialects::families::*;
    use serde_json::json;

    #[test]
    fn a_family_is_known_by_its_host_or_by_its_list() {
        for (host, family) in [
            ("api.openai.com", Family::OpenAi),
            ("eu.api.openai.com", Family::OpenAi),
            ("notapi.openai.com.evil.example", Family::Unknown),
            ("fakeopenrouter.ai", Family::Unknown),
            ("mine.openai.azure.com", Family::Azure),
            ("Generativelanguage.googleapis.com", Family::Gemini),
            ("127.0.0.1", Family::Unknown),
        ] {
            assert_eq!(Family::of_host(host), family, "{host}");
        }
        let list = |owner: &str| json!({"data": [{"id": "m"}, {"id": "n", "owned_by": owner}]});
        assert_eq!(Family::of_list(&list("vllm"), "uvicorn"), Family::Vllm);
        assert_eq!(Family::of_list(&list("me"), "llama.cpp"), Family::LlamaCpp);
        assert_eq!(Family::of_list(&list("me"), ""), Family::Unknown);
        assert_eq!(Family::of_list(&json!([]), ""), Family::Unknown);
    }
}
