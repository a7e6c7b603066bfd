//! What goes under a message: buttons, or a forced reply (platform-facts T23, T24, T40).

use crate::secretary::message::{Button, Look};
use crate::text::clean;
use serde_json::{Value, json};

/// Characters of a label; longer ones are cut by clients anyway (platform-facts T24).
const LABEL: usize = 60;
/// Bytes of the data (platform-facts T23).
const DATA: usize = 64;
/// Buttons beside each other (platform-facts T24).
const ROW: usize = 8;
/// Buttons under one message (platform-facts T24).
const ALL: usize = 100;

/// The inline keyboard of the Bot API; `None` without buttons. Written as JSON because teloxide does not
/// know the style of a button (platform-facts T53).
pub(crate) fn inline(rows: &[Vec<Button>]) -> Option<Value> {
    let mut left = ALL;
    let mut shown = Vec::new();
    for row in rows.iter().flat_map(|row| row.chunks(ROW)) {
        let row: Vec<Value> = row.iter().filter_map(button).take(left).collect();
        left -= row.len();
        if !row.is_empty() {
            shown.push(row);
        }
    }
    (!shown.is_empty()).then(|| json!({ "inline_keyboard": shown }))
}

fn button(button: &Button) -> Option<Value> {
    if button.data.is_empty() || button.data.len() > DATA {
        tracing::error!(bytes = button.data.len(), "a button is left out: its data must have 1 to {DATA} bytes");
        return None;
    }
    let label = clean::shorten(&button.label, LABEL);
    let label = if label.is_empty() { "…".to_owned() } else { label };
    let mut shown = json!({ "text": label, "callback_data": button.data });
    match button.look {
        Look::Plain => {}
        Look::Good => shown["style"] = json!("success"),
        Look::Bad => shown["style"] = json!("danger"),
    }
    Some(shown)
}

/// Opens a reply box, so that the answer is bound to the question and reaches a bot in privacy mode. Selective only if somebody is
/// addressed, for otherwise it would open for nobody.
pub(super) fn reply_box(selective: bool) -> Value {
    json!({ "force_reply": true, "selective": selective })
}

#[cfg(test)]
mod tests {
    use crate::adapters::telegram::send::keyboard::*;
    use crate::secretary::message::eight_long_options;

    fn named(label: &str, data: &str, look: Look) -> Button {
        Button { label: label.into(), data: data.into(), look, form: None }
    }

    #[test]
    fn the_star_stays_on_its_option_where_labels_are_cut() {
        let keyboard = inline(&eight_long_options()).unwrap();
        let rows = keyboard["inline_keyboard"].as_array().unwrap();
        let label = |row: &Value| row[0]["text"].as_str().unwrap().to_owned();
        let starred: Vec<&Value> = rows.iter().filter(|row| label(row).contains('★')).map(|row| &row[0]).collect();
        assert_eq!(starred.len(), 1);
        assert_eq!(starred[0]["callback_data"], "1.abc.6");
        assert!(label(&rows[5]).starts_with("★ 6. the long way") && label(&rows[5]).ends_with('…'));
        assert!(rows.iter().all(|row| label(row).chars().count() <= LABEL));
    }

    #[test]
    fn buttons_keep_the_limits() {
        let long = "x".repeat(65);
        let rows = [
            vec![named("Go", "1.a.0", Look::Good), named("No", &long, Look::Bad), named("", "1.a.1", Look::Plain)],
            vec![named("b", "d", Look::Plain); 20],
            vec![named("b", "", Look::Plain)],
        ];
        let keyboard = inline(&rows).unwrap();
        let rows = keyboard["inline_keyboard"].as_array().unwrap();
        assert_eq!(
            rows[0],
            json!([{"text": "Go", "callback_data": "1.a.0", "style": "success"}, {"text": "…", "callback_data": "1.a.1"}])
        );
        assert_eq!(rows.iter().map(|row| row.as_array().unwrap().len()).collect::<Vec<_>>(), [2, 8, 8, 4]);
        assert_eq!(inline(&[]), None);
        assert_eq!(inline(&[vec![named("x", &long, Look::Plain)]]), None);
    }
}
