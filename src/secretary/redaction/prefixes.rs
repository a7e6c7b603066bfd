//! Credentials that are known by a prefix, one line each.

use super::Kind;

/// How a kind of credential looks: a beginning, and behind it letters, digits and a few more characters. One that must be
/// mixed, and may so fail after a long look, has none of them that another could begin behind: each is looked at once.
pub(super) struct Prefix {
    pub(super) start: &'static str,
    /// Characters behind the beginning, at least and at most.
    pub(super) least: usize,
    pub(super) most: usize,
    /// What they may be besides letters and digits.
    also: &'static [u8],
    pub(super) kind: Kind,
    /// Letters and digits must both be there: the beginning alone may be that of a name.
    pub(super) mixed: bool,
    /// It may go on behind a dot.
    pub(super) dotted: bool,
    /// Behind the beginning stand digits to the base of sixteen and nothing else.
    hex: bool,
}

impl Prefix {
    pub(super) fn takes(&self, byte: u8) -> bool {
        let plain = if self.hex { byte.is_ascii_hexdigit() } else { byte.is_ascii_alphanumeric() };
        plain || self.also.contains(&byte)
    }

    /// Whether it counts also within a word, as in `my_ghp_…`: the beginning ends in an underscore, and none can stand in what
    /// follows, so that nothing is looked at twice. Behind a letter most beginnings may end a word, as in `task_test_…`.
    pub(super) fn within(&self, behind: Option<u8>) -> bool {
        let plain = self.start.ends_with('_') && self.also.is_empty();
        plain && (self.kind == Kind::GitHub || !behind.is_some_and(|b| b.is_ascii_alphabetic()))
    }

    const fn mixed(self) -> Self {
        Self { mixed: true, ..self }
    }

    const fn dotted(self) -> Self {
        Self { dotted: true, ..self }
    }

    const fn hex(self) -> Self {
        Self { hex: true, ..self }
    }

    const fn exactly(self) -> Self {
        Self { most: self.least, ..self }
    }
}

const fn known(kind: Kind, start: &'static str, least: usize, also: &'static [u8]) -> Prefix {
    Prefix { start, least, most: usize::MAX, also, kind, mixed: false, dotted: false, hex: false }
}

const ANY: &[u8] = b"_-";

/// All that are known.
pub(super) const PREFIXES: &[Prefix] = &[
    known(Kind::GitHub, "ghp_", 30, b""),
    known(Kind::GitHub, "gho_", 30, b""),
    known(Kind::GitHub, "ghu_", 30, b""),
    known(Kind::GitHub, "ghs_", 20, ANY).mixed().dotted(),
    // As above without a dot or a joint: so it is also known within a word.
    known(Kind::GitHub, "ghs_", 30, b""),
    known(Kind::GitHub, "ghr_", 30, b""),
    known(Kind::GitHub, "github_pat_", 40, b"_"),
    known(Kind::GitLab, "glpat-", 20, ANY).dotted(),
    known(Kind::GitLab, "gldt-", 20, ANY).mixed(),
    known(Kind::GitLab, "glrt-", 20, ANY).mixed(),
    known(Kind::GitLab, "glptt-", 20, ANY).mixed(),
    known(Kind::GitLab, "glcbt-", 20, ANY).mixed(),
    known(Kind::Slack, "xoxa-", 20, b"-").mixed(),
    known(Kind::Slack, "xoxb-", 20, b"-").mixed(),
    known(Kind::Slack, "xoxc-", 20, b"-").mixed(),
    known(Kind::Slack, "xoxe-", 20, b"-").mixed(),
    known(Kind::Slack, "xoxe.xoxp-", 20, b"-").mixed(),
    known(Kind::Slack, "xoxp-", 20, b"-").mixed(),
    known(Kind::Slack, "xoxr-", 20, b"-").mixed(),
    known(Kind::Slack, "xoxs-", 20, b"-").mixed(),
    known(Kind::Slack, "xoxd-", 20, b"-%"),
    known(Kind::Slack, "xapp-", 30, b"-").mixed(),
    known(Kind::AwsId, "AKIA", 16, b"").exactly(),
    known(Kind::AwsId, "ASIA", 16, b"").exactly(),
    known(Kind::Google, "AIza", 35, ANY).mixed(),
    known(Kind::Google, "ya29.", 30, ANY).mixed(),
    known(Kind::Google, "GOCSPX-", 24, ANY).mixed(),
    known(Kind::Stripe, "sk_live_", 16, b""),
    known(Kind::Stripe, "sk_test_", 16, b""),
    known(Kind::Stripe, "rk_live_", 16, b""),
    known(Kind::Stripe, "rk_test_", 16, b""),
    known(Kind::Stripe, "whsec_", 24, b"+/="),
    known(Kind::Webhook, "hooks.slack.com/services/T", 30, b"/"),
    known(Kind::Webhook, "hooks.slack.com/workflows/T", 30, b"/"),
    known(Kind::Webhook, "hooks.slack.com/triggers/T", 30, b"/"),
    known(Kind::Webhook, "webhook.office.com/webhookb2/", 60, b"/@-"),
    known(Kind::Webhook, "discord.com/api/webhooks/", 60, b"/_-"),
    known(Kind::Webhook, "discordapp.com/api/webhooks/", 60, b"/_-"),
    known(Kind::Access, "npm_", 36, b"").exactly(),
    known(Kind::Access, "pypi-AgE", 50, ANY),
    known(Kind::Access, "hf_", 34, b"").exactly(),
    known(Kind::Access, concat!("SG", "."), 66, b"_-.").exactly(),
    known(Kind::Access, "shpat_", 32, b"").mixed(),
    known(Kind::Access, "shpss_", 32, b"").mixed(),
    known(Kind::Access, "dop_v1_", 60, b"").mixed(),
    known(Kind::Access, "gsk_", 40, b"").mixed(),
    known(Kind::Access, "xai-", 60, b"").mixed(),
    known(Kind::Access, "pplx-", 40, b"").mixed(),
    known(Kind::Access, "tvly-", 24, ANY).mixed(),
    known(Kind::Access, "dckr_pat_", 24, ANY).mixed(),
    known(Kind::Access, "glsa_", 32, b"_").mixed(),
    known(Kind::Access, "lin_api_", 32, b"").mixed(),
    known(Kind::Access, "figd_", 32, ANY).mixed(),
    known(Kind::Access, "AGE-SECRET-KEY-1", 50, b""),
    known(Kind::Access, "ntn_", 43, b"").mixed(),
    known(Kind::Access, "secret_", 43, b"").mixed(),
    known(Kind::Access, "hvs.", 24, ANY).mixed(),
    known(Kind::Access, "ATATT3xFfGF0", 60, b"_-="),
    // Twilio.
    known(Kind::Access, "SK", 32, b"").exactly().mixed().hex(),
    known(Kind::Access, "dapi", 32, b"").exactly().mixed(),
    known(Kind::Access, "sbp_", 40, b"").exactly().mixed(),
    known(Kind::Access, "sntrys_", 50, b"_+/="),
    known(Kind::Access, "key-", 32, b"").exactly().mixed(),
    known(Kind::Access, "xkeysib-", 64, b"-").mixed(),
    known(Kind::Access, "NRAK-", 27, b"").mixed(),
    known(Kind::Access, "pul-", 40, b"").exactly().mixed(),
    known(Kind::Access, "tskey-auth-", 20, b"-").mixed(),
    known(Kind::Access, "tskey-api-", 20, b"-").mixed(),
    known(Kind::Access, "fm2_", 60, b"+/="),
    known(Kind::Access, "nfp_", 36, b"").mixed(),
    known(Kind::Access, "sq0atp-", 22, ANY).mixed(),
    known(Kind::Access, "sq0csp-", 40, ANY).mixed(),
    known(Kind::Access, "sk.eyJ", 40, ANY).dotted(),
    known(Kind::Access, "AccountKey=", 80, b"+/="),
];

/// For each first byte, the second bytes with which a prefix goes on, one bit each. All are ASCII.
const SECONDS: [u128; 128] = seconds();

const fn seconds() -> [u128; 128] {
    let mut seconds = [0; 128];
    let mut at = 0;
    while at < PREFIXES.len() {
        let start = PREFIXES[at].start.as_bytes();
        seconds[start[0] as usize] |= 1 << start[1];
        at += 1;
    }
    seconds
}

/// Whether a prefix begins with these two bytes.
pub(super) fn may_begin(first: u8, second: u8) -> bool {
    second.is_ascii() && SECONDS.get(usize::from(first)).is_some_and(|seconds| seconds >> second & 1 == 1)
}
