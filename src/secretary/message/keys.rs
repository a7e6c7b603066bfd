//! Buttons built together with their actions: the index in the data of a button is the index of its action.

use super::action::Action;
use super::{Button, Form, Look};
use crate::secretary::ids::Token;

/// The buttons of one prompt while it is being composed.
#[derive(Debug)]
pub struct Keys {
    token: Token,
    actions: Vec<Action>,
}

impl Keys {
    /// No buttons yet, under this token.
    pub fn new(token: Token) -> Self {
        Self { token, actions: Vec::new() }
    }

    /// A plain button.
    pub fn plain(&mut self, label: impl Into<String>, action: Action) -> Button {
        self.button(label.into(), Look::Plain, None, action)
    }

    /// The affirming button.
    pub fn good(&mut self, label: impl Into<String>, action: Action) -> Button {
        self.button(label.into(), Look::Good, None, action)
    }

    /// A destructive button.
    pub fn bad(&mut self, label: impl Into<String>, action: Action) -> Button {
        self.button(label.into(), Look::Bad, None, action)
    }

    /// A button that asks for words.
    pub fn form(&mut self, label: impl Into<String>, title: &str, field: &str, action: Action) -> Button {
        let form = Form { title: title.to_owned(), label: field.to_owned(), filled: String::new() };
        self.button(label.into(), Look::Plain, Some(form), action)
    }

    /// The action of a button with this data, if it is one of these.
    pub fn action(&self, data: &str) -> Option<&Action> {
        let (_, index) = parse_data(data).filter(|(token, _)| *token == self.token)?;
        self.actions.get(index)
    }

    /// The token and the actions, to be bound.
    pub fn done(self) -> (Token, Vec<Action>) {
        (self.token, self.actions)
    }

    fn button(&mut self, label: String, look: Look, form: Option<Form>, action: Action) -> Button {
        let data = format!("1.{}.{}", self.token, self.actions.len());
        self.actions.push(action);
        Button { label: crop(&label), data, look, form }
    }
}

/// The token and index in a button's data, if it has the shape of ours. Whether they mean anything is
/// looked up; the data itself is untrusted.
pub fn parse_data(data: &str) -> Option<(Token, usize)> {
    if data.len() > 64 {
        return None;
    }
    let mut parts = data.split('.');
    let (version, token, index) = (parts.next()?, parts.next()?, parts.next()?);
    let plain = token.len() >= 16 && token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    let number: usize = index.parse().ok().filter(|number| *number < 1_000)?;
    // One button has one data: no sign, no zero in front.
    if version != "1" || parts.next().is_some() || !plain || number.to_string() != index {
        return None;
    }
    Some((Token::new(token), number))
}

/// A label short enough for every platform (platform-facts D33: 80 characters).
fn crop(label: &str) -> String {
    if label.chars().count() <= 60 {
        return label.to_owned();
    }
    label.chars().take(59).chain(['…']).collect()
}
