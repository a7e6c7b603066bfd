//! Languages: those the secretary speaks, the names people type for them in settings, and the codes of clients. The module
//! must not guess the language of a text.

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

/// Languages people name, by their code.
const LANGUAGES: [(&str, &[&str]); 14] = [
    ("en", &["english", "englisch"]),
    ("de", &["german", "deutsch"]),
    ("es", &["spanish", "español", "espanol"]),
    ("fr", &["french", "français", "francais"]),
    ("it", &["italian", "italiano"]),
    ("pt", &["portuguese", "português", "portugues"]),
    ("nl", &["dutch", "nederlands"]),
    ("pl", &["polish", "polski"]),
    ("uk", &["ukrainian"]),
    ("ru", &["russian"]),
    ("tr", &["turkish", "türkçe"]),
    ("zh", &["chinese"]),
    ("ja", &["japanese"]),
    ("ko", &["korean"]),
];

/// The code of a typed language: "German", "de", "pt-BR"; none if it is no language.
pub fn language_code(text: &str) -> Option<String> {
    let typed = text.trim().to_lowercase().replace('_', "-");
    if let Some((code, _)) = LANGUAGES.iter().find(|(code, names)| *code == typed || names.contains(&typed.as_str())) {
        return Some((*code).to_owned());
    }
    let (language, region) = typed.split_once('-').unwrap_or((&typed, "xx"));
    let is_region = region.len() == 2 && region.bytes().all(|b| b.is_ascii_lowercase());
    (is_region && CODES.split(' ').any(|code| code == language)).then_some(typed)
}

/// Whether an app's code is that of a language: "de", "pt-br", "zh-hans".
pub fn known(code: &str) -> bool {
    let language = code.split(['-', '_']).next().unwrap_or_default();
    language_code(language).is_some()
}

/// The language codes of two letters that exist (ISO 639-1).
const CODES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv \
                     dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie \
                     ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv \
                     mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm \
                     rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts \
                     tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";
