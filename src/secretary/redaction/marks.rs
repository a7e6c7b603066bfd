//! The mark in place of a credential: its kind, and nothing of its value.

/// How every mark begins.
const START: &str = "[hidden: ";

/// What kind of credential was hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A bot of Telegram.
    Telegram,
    /// A bot of Discord.
    Discord,
    /// Anthropic.
    Anthropic,
    /// OpenAI, and servers with keys of the same form.
    ApiKey,
    /// GitHub.
    GitHub,
    /// GitLab.
    GitLab,
    /// Slack.
    Slack,
    /// The id of a key of AWS.
    AwsId,
    /// The secret that belongs to it.
    AwsSecret,
    /// Google.
    Google,
    /// Stripe.
    Stripe,
    /// Any other service whose tokens are known by how they begin, and what stands in a header.
    Access,
    /// An address that lets whoever knows it post.
    Webhook,
    /// A private key.
    PrivateKey,
    /// A JSON web token.
    Signed,
    /// The password in an address.
    Password,
    /// A secret of the program's own settings.
    Own,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::Telegram,
        Self::Discord,
        Self::Anthropic,
        Self::ApiKey,
        Self::GitHub,
        Self::GitLab,
        Self::Slack,
        Self::AwsId,
        Self::AwsSecret,
        Self::Google,
        Self::Stripe,
        Self::Access,
        Self::Webhook,
        Self::PrivateKey,
        Self::Signed,
        Self::Password,
        Self::Own,
    ];

    /// What it is called.
    fn name(self) -> &'static str {
        match self {
            Self::Telegram => "a Telegram bot token",
            Self::Discord => "a Discord bot token",
            Self::Anthropic => "an Anthropic key",
            Self::ApiKey => "an API key",
            Self::GitHub => "a GitHub token",
            Self::GitLab => "a GitLab token",
            Self::Slack => "a Slack token",
            Self::AwsId => "an AWS key",
            Self::AwsSecret => "an AWS secret key",
            Self::Google => "a Google key",
            Self::Stripe => "a Stripe key",
            Self::Access => "an access token",
            Self::Webhook => "a webhook address",
            Self::PrivateKey => "a private key",
            Self::Signed => "a signed token",
            Self::Password => "a password",
            Self::Own => "a secret setting",
        }
    }

    /// What stands in its place.
    pub fn mark(self) -> String {
        format!("{START}{}]", self.name())
    }
}

/// The next mark at or after a place: where it begins and ends.
fn next(text: &str, from: usize) -> Option<(usize, usize)> {
    let rest = text.get(from..)?;
    rest.match_indices(START).find_map(|(at, start)| {
        let inside = &rest[at + start.len()..];
        let named =
            Kind::ALL.iter().find(|kind| inside.strip_prefix(kind.name()).is_some_and(|r| r.starts_with(']')))?;
        Some((from + at, from + at + start.len() + named.name().len() + 1))
    })
}

/// Where marks stand in a text, in their order: where each begins and ends.
pub fn marks(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let found = next(text, at)?;
        at = found.1;
        Some(found)
    })
}

/// Whether something in it was hidden.
pub fn marked(text: &str) -> bool {
    next(text, 0).is_some()
}

/// The text without marks.
pub fn unmarked(text: &str) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    while let Some((from, to)) = next(text, at) {
        out.push_str(&text[at..from]);
        at = to;
    }
    out.push_str(&text[at..]);
    out
}
