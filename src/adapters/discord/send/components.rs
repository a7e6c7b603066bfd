//! Buttons as Discord's rows of components, and the modal behind a form button. The data of a button
//! passes unchanged: as `custom_id` of a button, as the value of a select's option.

use crate::secretary::message::{Button, Form, Look};
use crate::text::clean::shorten;
use serde_json::{Value, json};

/// Rows under a message, and buttons in a row (platform-facts D33).
const ROWS: usize = 5;
const IN_ROW: usize = 5;
/// Options of a select menu (platform-facts D33).
const OPTIONS: usize = 25;
const LABEL: usize = 80;
const OPTION: usize = 100;
/// Bytes of a `custom_id` and of an option's value (platform-facts D33); ours have about 40.
const DATA: usize = 100;
/// Words of a modal's title and label, and its field (platform-facts D35).
const TITLE: usize = 45;
const FIELD: usize = 4000;

/// The rows of components for rows of buttons. Up to five buttons stand side by side; a longer row becomes
/// a select menu. What still does not fit is gathered: choices into one select, the rest side by side.
pub(crate) fn rows(buttons: &[Vec<Button>]) -> Vec<Value> {
    let mut seen: Vec<&str> = Vec::new();
    let rows: Vec<Vec<&Button>> = buttons
        .iter()
        .map(|row| row.iter().filter(|b| fits(b) && new(&mut seen, &b.data)).collect())
        .filter(|row: &Vec<&Button>| !row.is_empty())
        .collect();
    if rows.iter().map(|row| if row.len() > IN_ROW { row.len().div_ceil(OPTIONS) } else { 1 }).sum::<usize>() <= ROWS {
        let mut menus = 0;
        return rows
            .iter()
            .flat_map(|row| if row.len() > IN_ROW { menu(row, &mut menus) } else { vec![bar(row)] })
            .collect();
    }
    let all = || rows.iter().flatten().copied();
    let choices: Vec<&Button> = all().filter(|b| is_choice(b)).collect();
    let others: Vec<&Button> = all().filter(|b| !is_choice(b)).collect();
    let mut menus = 0;
    let mut gathered = if choices.len() > IN_ROW { menu(&choices, &mut menus) } else { vec![bar(&choices)] };
    gathered.extend(others.chunks(IN_ROW).map(bar));
    gathered.retain(|row| row["components"].as_array().is_some_and(|inner| !inner.is_empty()));
    gathered.truncate(ROWS);
    gathered
}

/// A button that is one option among several, as opposed to one that opens a form or destroys.
fn is_choice(button: &Button) -> bool {
    button.form.is_none() && button.look != Look::Bad
}

fn fits(button: &Button) -> bool {
    !button.data.is_empty() && button.data.len() <= DATA && !button.label.trim().is_empty()
}

fn new<'a>(seen: &mut Vec<&'a str>, data: &'a str) -> bool {
    let new = !seen.contains(&data);
    seen.push(data);
    new
}

fn bar(buttons: &[&Button]) -> Value {
    let inner: Vec<Value> = buttons
        .iter()
        .map(|b| json!({"type": 2, "style": style(b.look), "label": shorten(&b.label, LABEL), "custom_id": b.data}))
        .collect();
    json!({"type": 1, "components": inner})
}

fn menu(buttons: &[&Button], menus: &mut usize) -> Vec<Value> {
    buttons
        .chunks(OPTIONS)
        .map(|chunk| {
            let options: Vec<Value> =
                chunk.iter().map(|b| json!({"label": shorten(&b.label, OPTION), "value": b.data})).collect();
            *menus += 1;
            json!({"type": 1, "components": [{
                "type": 3, "custom_id": format!("menu.{menus}"), "placeholder": "Choose…",
                "min_values": 1, "max_values": 1, "options": options,
            }]})
        })
        .collect()
}

fn style(look: Look) -> u8 {
    match look {
        Look::Plain => 2,
        Look::Good => 3,
        Look::Bad => 4,
    }
}

/// The modal of a form, as the data of an interaction response of type 9.
pub(crate) fn modal(data: &str, form: &Form) -> Value {
    let filled: String = form.filled.chars().take(FIELD).collect();
    let mut field = json!({
        "type": 4, "custom_id": "text", "style": 2, "label": some(&form.label), "required": true,
        "min_length": 1, "max_length": FIELD,
    });
    if !filled.is_empty() {
        field["value"] = Value::String(filled);
    }
    json!({
        "custom_id": data.chars().take(DATA).collect::<String>(), "title": some(&form.title),
        "components": [{"type": 1, "components": [field]}],
    })
}

fn some(words: &str) -> String {
    let words = shorten(words, TITLE);
    if words.trim().is_empty() { "Your answer".to_owned() } else { words }
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::send::components::*;
    use crate::secretary::message::eight_long_options;

    fn button(n: usize) -> Button {
        Button { label: format!("Option {n}"), data: format!("1.abc.{n}"), look: Look::Plain, form: None }
    }

    fn kinds(rows: &[Value]) -> Vec<Vec<u64>> {
        let of =
            |row: &Value| row["components"].as_array().unwrap().iter().map(|c| c["type"].as_u64().unwrap()).collect();
        rows.iter().map(of).collect()
    }

    #[test]
    fn the_star_stays_on_its_option_where_labels_are_cut() {
        let shown = rows(&eight_long_options());
        let options = shown[0]["components"][0]["options"].as_array().unwrap();
        let starred: Vec<&Value> =
            options.iter().filter(|o| o["label"].as_str().unwrap().starts_with("★ 6.")).map(|o| &o["value"]).collect();
        assert_eq!(starred, ["1.abc.6"]);
        assert_eq!(options.iter().filter(|o| o["label"].as_str().unwrap().contains('★')).count(), 1);
        assert!(options.iter().all(|o| o["label"].as_str().unwrap().chars().count() <= OPTION));
    }

    #[test]
    fn five_are_buttons_and_six_a_menu() {
        let five: Vec<Button> = (0..5).map(button).collect();
        assert_eq!(kinds(&rows(&[five])), [[2; 5]]);
        let six: Vec<Button> = (0..6).map(button).collect();
        let shown = rows(&[six, vec![button(9)]]);
        assert_eq!(kinds(&shown), [vec![3], vec![2]]);
        assert_eq!(shown[0]["components"][0]["options"][5]["value"], "1.abc.5");
    }

    #[test]
    fn too_many_rows_are_gathered() {
        let mut other = button(20);
        other.form = Some(Form { title: "t".into(), label: "l".into(), filled: String::new() });
        let mut all: Vec<Vec<Button>> = (0..8).map(|n| vec![button(n)]).collect();
        all.push(vec![other]);
        assert_eq!(kinds(&rows(&all)), [vec![3], vec![2]]);
        let many: Vec<Vec<Button>> = (0..200).map(|n| vec![button(n)]).collect();
        assert_eq!(rows(&many).len(), 5);
    }

    #[test]
    fn what_discord_would_refuse_is_left_out_or_cut() {
        let long = Button { label: "x".repeat(200), ..button(1) };
        let broken = Button { data: "d".repeat(101), ..button(2) };
        let shown = rows(&[vec![long, button(1), broken]]);
        assert_eq!(kinds(&shown), [[2]]);
        assert_eq!(shown[0]["components"][0]["label"].as_str().unwrap().chars().count(), 80);
        assert_eq!(rows(&[]), Vec::<Value>::new());
    }

    #[test]
    fn a_modal_keeps_the_data_and_the_limits() {
        let form = Form { title: "t".repeat(60), label: String::new(), filled: "f".repeat(5000) };
        let shown = modal("1.abc.0", &form);
        let field = &shown["components"][0]["components"][0];
        assert_eq!(shown["custom_id"], "1.abc.0");
        assert_eq!(shown["title"].as_str().unwrap().chars().count(), 45);
        assert_eq!(field["label"], "Your answer");
        assert_eq!(field["value"].as_str().unwrap().len(), 4000);
    }
}
