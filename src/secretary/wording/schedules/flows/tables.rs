//! Sentences about tables that flows keep, and that people delete.

use crate::secretary::flow::Flow;
use crate::secretary::flow::action::FlowAct;
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::names::phrases::{listed, short};

/// `/flow 3 table` with words it does not know.
pub fn how_to() -> String {
    "Send for example: /flow 3 table prices delete. It empties the table “prices”, and can be undone.".to_owned()
}

/// A table was deleted, with a way back.
pub fn deleted(flow: &Flow, (table, rows): (&str, u64), kept: String, keys: &mut Keys) -> Message {
    let rows = if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
    let undo = keys.plain("Undo", FlowAct::TableBack { table: table.to_owned(), kept }.on(&flow.id));
    Message::lines([format!("Deleted: the table “{table}” with {rows}. A flow that adds a row begins it anew.")])
        .row(vec![undo])
}

/// A table that a flow does not keep, or that has no rows.
pub fn no_table(flow: &Flow, table: &str, named: &[String]) -> String {
    let (flow, table) = (short(&flow.name, 60), short(table, 40));
    let names: Vec<String> = named.iter().map(|name| format!("“{name}”")).collect();
    if named.contains(&table) {
        format!("The table “{table}” has no rows.")
    } else if names.is_empty() {
        format!("The script of “{flow}” names no table.")
    } else {
        format!("The script of “{flow}” does not name a table “{table}”. It names {}.", listed(&names))
    }
}

/// A table is there again.
pub fn back(table: &str) -> String {
    format!("The table “{table}” is back.")
}

/// "Undo" when its rows are not kept any more.
pub fn back_already() -> String {
    "Its rows are back already, or forgotten by now.".to_owned()
}

/// "Undo" when there is a new table of this name.
pub fn in_the_way(flow: &Flow, table: &str) -> String {
    format!(
        "There is a new table “{table}” by now, so I keep the old rows aside. To have them back, send /flow {} table {table} \
         delete, and then press Undo here once more.",
        flow.number
    )
}
