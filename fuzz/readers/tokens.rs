//! The data of a button: what comes back is exactly ours or nothing, and what goes out fits every platform.

use super::text_of;
use crate::adapters::{discord, telegram};
use crate::secretary::ids::Token;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::{Keys, parse_data};
use crate::secretary::message::{Button, Look};

/// The longest data a platform takes back, in bytes (platform-facts T23).
const LONGEST: usize = 64;

/// The data of a pressed button; and the words of buttons and forms, a line each.
pub(super) fn tokens(input: &[u8]) {
    let text = text_of(input);
    for data in text.lines().take(16).chain([text.as_str()]) {
        if let Some((token, index)) = parse_data(data) {
            assert_eq!(data, format!("1.{token}.{index}"), "two texts are one button");
            assert!(data.len() <= LONGEST && index < 1_000);
        }
        discord::fuzzing::form(data, data);
    }
    made(&text);
    let given = |(at, line): (usize, &str)| {
        let look = [Look::Plain, Look::Good, Look::Bad][at % 3];
        Button { label: line.to_owned(), data: line.to_owned(), look, form: None }
    };
    let buttons: Vec<Button> = text.lines().take(300).enumerate().map(given).collect();
    let wide = text.len() % 9 + 1;
    let rows: Vec<Vec<Button>> = buttons.chunks(wide).map(<[Button]>::to_vec).collect();
    telegram::fuzzing::buttons(&rows);
    discord::fuzzing::buttons(&rows);
}

/// Buttons of ours come back as what they were.
fn made(label: &str) {
    let token = Token::new("AbCdEfGhIjKlMnOpQrStUv");
    let mut keys = Keys::new(token.clone());
    for at in 0..3 {
        let button = keys.plain(label, Action::Leave);
        assert_eq!(parse_data(&button.data), Some((token.clone(), at)));
        assert!(button.label.chars().count() <= 60);
    }
}
