//! Replaces the numbers of mentioned people, roles and channels by their names, since a number says nothing to a
//! later reader. An unknown person becomes "somebody"; unknown roles and channels stay as they came.

use crate::secretary::wording::style::status_marks;
use crate::text::names;
use serenity::model::application::CommandDataResolved;
use serenity::model::channel::{ChannelMention, Message};
use serenity::model::guild::PartialMember;
use serenity::model::id::{ChannelId, GuildId, RoleId};
use serenity::model::user::User;
use std::collections::{HashMap, HashSet};

/// Punctuation that may stand within a name.
const WITHIN: &str = "-_.'’";
/// Names that call everybody on a server, which nobody is.
const ALL: [&str; 2] = ["everyone", "here"];

/// What a person is called whose name is not known.
const SOMEONE: &str = "@someone";

/// What the numbers in one message are called.
#[derive(Default)]
pub(crate) struct Called<'a> {
    people: HashMap<u64, &'a str>,
    roles: HashMap<u64, &'a str>,
    channels: HashMap<u64, &'a str>,
}

impl<'a> Called<'a> {
    /// People whom Discord sends with a message.
    pub(crate) fn people(mut self, users: &'a [User]) -> Self {
        self.people.extend(users.iter().map(|user| (user.id.get(), name(user, user.member.as_deref()))));
        self
    }

    /// People who wrote on this server or were named there since the start: with a form Discord sends none.
    pub(super) fn met(mut self, server: Option<GuildId>, people: &'a HashMap<u64, HashMap<u64, String>>) -> Self {
        let here = server.and_then(|server| people.get(&server.get()));
        self.people.extend(here.into_iter().flatten().map(|(id, name)| (*id, name.as_str())));
        self
    }

    /// Those of the roles that Discord found in a message: others may be of another server.
    pub(crate) fn roles(mut self, found: &[RoleId], known: &'a HashMap<u64, String>) -> Self {
        let named = |role: &RoleId| Some((role.get(), known.get(&role.get())?.as_str()));
        self.roles.extend(found.iter().filter_map(named));
        self
    }

    /// Channels that Discord sends with a message.
    pub(crate) fn channels(mut self, channels: &'a [ChannelMention]) -> Self {
        self.channels.extend(channels.iter().map(|channel| (channel.id.get(), channel.name.as_str())));
        self
    }

    /// The channels of the server something was said on: what those of another one are called is none of its business.
    pub(super) fn neighbours(
        mut self,
        server: Option<GuildId>,
        here: ChannelId,
        servers: &HashMap<u64, HashSet<u64>>,
        titles: &'a HashMap<u64, String>,
    ) -> Self {
        let of_server = server.and_then(|server| servers.get(&server.get()));
        let around = of_server.or_else(|| servers.values().find(|channels| channels.contains(&here.get())));
        let named = |channel: &u64| Some((*channel, titles.get(channel)?.as_str()));
        self.channels.extend(around.into_iter().flatten().filter_map(named));
        self
    }

    /// What Discord sends with a command.
    pub(super) fn resolved(mut self, found: &'a CommandDataResolved) -> Self {
        self.people.extend(found.users.iter().map(|(id, user)| (id.get(), name(user, found.members.get(id)))));
        self.roles.extend(found.roles.iter().map(|(id, role)| (id.get(), role.name.as_str())));
        let named = found.channels.iter().filter_map(|(id, channel)| Some((id.get(), channel.name.as_deref()?)));
        self.channels.extend(named);
        self
    }

    /// The text with names in place of numbers.
    pub(super) fn in_words(&self, text: &str) -> String {
        let mut said = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('<') {
            let (before, mark) = rest.split_at(at);
            said.push_str(before);
            let called = mark.split_once('>').and_then(|(mark, behind)| Some((self.called(mark)?, behind)));
            rest = if let Some((called, behind)) = called {
                said.push_str(&called);
                behind
            } else {
                said.push('<');
                &mark[1..]
            };
        }
        said.push_str(rest);
        said
    }

    /// "<@123", "<@!123", "<@&123" and "<#123" as they are called.
    fn called(&self, mark: &str) -> Option<String> {
        let number = |digits: &str| digits.parse::<u64>().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()));
        if let Some(digits) = mark.strip_prefix("<#") {
            let name = plain(self.channels.get(&number(digits)?)?)?;
            // "#12" is a ticket.
            return (!name.starts_with(char::is_numeric)).then(|| format!("#{name}"));
        }
        let digits = mark.strip_prefix("<@")?;
        let at = |name: &str| {
            let name = plain(name).filter(|name| !ALL.contains(&name.to_lowercase().as_str()));
            name.map(|name| format!("@{name}"))
        };
        match digits.strip_prefix('&') {
            Some(role) => at(self.roles.get(&number(role)?)?),
            None => {
                let person = self.people.get(&number(digits.strip_prefix('!').unwrap_or(digits))?);
                Some(person.and_then(|name| at(name)).unwrap_or_else(|| SOMEONE.to_owned()))
            }
        }
    }
}

/// People a message tells of, by number, and what they are called.
pub(super) fn met(message: &Message) -> impl Iterator<Item = (u64, &str)> {
    let writer = name(&message.author, message.member.as_deref());
    let named = message.mentions.iter().map(|user| (user.id.get(), name(user, user.member.as_deref())));
    named.chain([(message.author.id.get(), writer)])
}

/// What somebody is called where they were named.
fn name<'a>(user: &'a User, member: Option<&'a PartialMember>) -> &'a str {
    let nick = member.and_then(|member| member.nick.as_deref());
    nick.or(user.global_name.as_deref()).unwrap_or(&user.name)
}

/// A name as one word: others chose it, and with its spaces and signs it could go on as an order of whoever named them ("Kim and
/// stop everything").
fn plain(name: &str) -> Option<String> {
    let divides = |c: char| {
        let sign = c.is_ascii_punctuation()
            || matches!(c, '\u{2010}'..='\u{205e}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{303f}' | '\u{fe30}'..='\u{fe6b}')
            || matches!(c, '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff65}');
        c.is_whitespace() || (sign && !WITHIN.contains(c))
    };
    let name = names::person(&status_marks::unmarked(name));
    let words = name.split(divides).map(|word| word.trim_matches(|c| WITHIN.contains(c)));
    let name = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_");
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::receive::mentions::*;
    use serde_json::json;

    #[test]
    fn a_name_is_one_word_and_orders_nothing() {
        for (name, word) in [
            ("Kim", Some("Kim")),
            ("Zoë Ångström", Some("Zoë_Ångström")),
            ("anna.schmidt", Some("anna.schmidt")),
            ("O’Neill", Some("O’Neill")),
            ("प्रिया", Some("प्रिया")),
            ("佐々木", Some("佐々木")),
            ("Kim and stop everything", Some("Kim_and_stop_everything")),
            ("/cancel #1\n#2", Some("cancel_1_2")),
            ("✔ Decided: Yes. Olga", Some("Decided_Yes_Olga")),
            ("**x** <@5> [a](https://b.org)", Some("x_5_a_https_b.org")),
            ("Kim。停止？", Some("Kim_停止")),
            ("Ki\u{200b}m \u{202e}x", Some("Kim_x")),
            ("Owner", Some("Owner")),
            ("…", None),
            ("", None),
        ] {
            assert_eq!(plain(name).as_deref(), word, "{name}");
        }
    }

    #[test]
    fn only_what_is_known_is_named_and_no_name_is_read_once_more() {
        let user = |id: &str, name: &str| json!({"id": id, "username": name, "discriminator": "0", "avatar": null});
        let users: Vec<User> = serde_json::from_value(json!([
            user("5", "kim"),
            user("6", "<@5>"),
            user("7", "everyone"),
            user("8", "HERE"),
        ]))
        .unwrap();
        let titles = [(20, "#ideas"), (21, "The new roof"), (22, "#12"), (23, "12 offers"), (30, "#secret")];
        let titles = titles.map(|(id, title)| (id, title.to_owned())).into();
        let servers = HashMap::from([(1, HashSet::from([20, 21, 22, 23])), (2, HashSet::from([30]))]);
        let roles = HashMap::from([(42, "Night shift".to_owned()), (43, "Board".to_owned())]);
        let here = Called::default().people(&users).roles(&[RoleId::new(42)], &roles).neighbours(
            None,
            ChannelId::new(20),
            &servers,
            &titles,
        );
        for (text, said) in [
            ("ask <@5>, <@!5> or <@&42> in <#20>", "ask @kim, @kim or @Night_shift in #ideas"),
            ("<@6> and <@9>", "@5 and @someone"),
            ("<@7><@8>", "@someone@someone"),
            ("see <#21>", "see #The_new_roof"),
            ("cancel <#22> or <#23>", "cancel <#22> or <#23>"),
            ("<#30> is elsewhere, and so is <@&43>", "<#30> is elsewhere, and so is <@&43>"),
            ("a < b, <<@5>>, <@+5>, <@", "a < b, <@kim>, <@+5>, <@"),
        ] {
            assert_eq!(here.in_words(text), said);
        }
        let people = HashMap::from([(1, HashMap::from([(5, "Kim".to_owned()), (9, "everyone".to_owned())]))]);
        let met = |server| Called::default().met(Some(GuildId::new(server)), &people).in_words("<@5>, <@9> @everyone");
        assert_eq!(met(1), "@Kim, @someone @everyone");
        assert_eq!(met(2), "@someone, @someone @everyone", "what people are called elsewhere is theirs");
        let elsewhere = Called::default().neighbours(None, ChannelId::new(90), &servers, &titles);
        assert_eq!(elsewhere.in_words("<#20>"), "<#20>", "in a direct chat");
        let there = Called::default().neighbours(Some(GuildId::new(2)), ChannelId::new(90), &servers, &titles);
        assert_eq!(there.in_words("<#30> <#20>"), "#secret <#20>", "in a thread that was not told of");
    }
}
