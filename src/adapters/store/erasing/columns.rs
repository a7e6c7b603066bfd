//! Every column of every table, and what personal data it holds. A column of a new migration must be listed here; a
//! column with personal data must say how it is erased. A test checks `erasing` against this list.

use super::super::Database;
use std::collections::BTreeMap;

/// What a column holds of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    /// Numbers, times, states, names of tools and agents, settings.
    Nothing,
    /// Ids of our own making, which lead to nobody once the member has no name.
    Ids,
    /// Accounts, names or words of people, and how they are erased.
    People(&'static str),
}
use Holds::{Ids, Nothing, People};

const TICKET: Holds = People("the rows of their own tickets go");
const ROOM: Holds = People("the rows of their direct chats and of their tickets go");
const OTHERS: Holds = People("the rows of their own tickets go; in others' their words and name are replaced");
const NOTES: Holds = People("their own go; in what agents alone wrote for others their words and name are replaced");

/// Tables with their columns. Where rows go with what they belong to, every column of them goes.
const COLUMNS: &[(&str, &[(&str, Holds)])] = &[
    (
        "inbox",
        &[
            ("seq", Nothing),
            ("platform", Nothing),
            ("bot", Nothing),
            ("event", People("on the platforms of their accounts a hash takes the place of each")),
            ("body", People("empty once it was decided about; what was quarantined goes with the account in it")),
            ("seed", Nothing),
            ("state", Nothing),
            ("tries", Nothing),
            ("received_at", Nothing),
            ("decided_at", Nothing),
            ("fate", People("the short answers are replaced by none")),
            ("begun", Nothing),
        ],
    ),
    (
        "guesses",
        &[("platform", Nothing), ("account", People("the row goes")), ("wrong", Nothing), ("last_at", Nothing)],
    ),
    ("strangers", &[("platform", Nothing), ("account", People("the row goes")), ("told_at", Nothing)]),
    (
        "outbox",
        &[
            ("seq", Nothing),
            ("id", Ids),
            ("lane", Ids),
            ("ticket", Ids),
            ("due_at", Nothing),
            ("state", Nothing),
            ("head", Nothing),
            ("attempts", Nothing),
            ("unclear", Nothing),
            ("part", Nothing),
            ("created_at", Nothing),
            ("changed_at", Nothing),
            ("why", Nothing),
            ("slot", Ids),
            ("room", Ids),
            ("body", People("empty once it was done; the rows of their tickets and chats go, others' are rewritten")),
            ("unclear_since", Nothing),
            ("cut_off", Nothing),
            ("owner", Nothing),
            ("hand", Nothing),
        ],
    ),
    (
        "tickets",
        &[
            ("id", Ids),
            ("workspace", Ids),
            ("number", Nothing),
            ("requester", Ids),
            ("room", Ids),
            ("direct", Nothing),
            ("status", Nothing),
            ("priority", Nothing),
            ("created_at", Nothing),
            ("updated_at", Nothing),
            ("decided_at", Nothing),
            ("folded", Nothing),
            ("body", OTHERS),
            ("awaits", Nothing),
        ],
    ),
    ("events", &[("ticket", Ids), ("version", Nothing), ("at", Nothing), ("actor", Ids), ("body", OTHERS)]),
    ("task_loads", &[("ticket", Ids), ("task", TICKET), ("agent", Nothing)]),
    (
        "task_waits",
        &[("agent", Nothing), ("ticket", Ids), ("task", TICKET), ("priority", Nothing), ("created_at", Nothing)],
    ),
    (
        "prompt_turns",
        &[
            ("workspace", Ids),
            ("ticket", Ids),
            ("decision", Ids),
            ("person", Ids),
            ("open", Nothing),
            ("due", Nothing),
            ("asked_at", Nothing),
        ],
    ),
    (
        "spending",
        &[
            ("workspace", Ids),
            ("period", Ids),
            ("who", Ids),
            ("tokens", Nothing),
            ("money", Nothing),
            ("held_tokens", Nothing),
            ("held_money", Nothing),
            ("unpriced", Nothing),
            ("more_tokens", Nothing),
            ("more_money", Nothing),
            ("warned", Nothing),
            ("currency", Nothing),
        ],
    ),
    ("holds", &[("id", Ids), ("workspace", Ids), ("at", Nothing), ("body", Ids)]),
    ("counters", &[("workspace", Ids), ("name", Nothing), ("value", Nothing)]),
    (
        "people",
        &[
            ("id", Ids),
            ("workspace", Ids),
            ("removed", Nothing),
            (
                "body",
                People(
                    "a former member without name, accounts, zone and language takes its place; hashes of who was out stay",
                ),
            ),
        ],
    ),
    (
        "accounts",
        &[
            ("workspace", Ids),
            ("platform", Nothing),
            ("account", People("the row goes")),
            ("person", Ids),
            ("position", Nothing),
        ],
    ),
    (
        "rooms",
        &[
            ("id", Ids),
            ("workspace", Ids),
            ("platform", Nothing),
            ("bot", Nothing),
            ("chat", ROOM),
            ("thread", ROOM),
            ("kind", Nothing),
            ("closed", Nothing),
            ("active", Nothing),
            ("person", Ids),
            ("thread_ticket", Ids),
            ("thread_room", Ids),
            ("body", ROOM),
        ],
    ),
    (
        "settings",
        &[
            ("workspace", Ids),
            ("body", People("what was allowed by them and for their ideas goes; their name beside others is replaced")),
        ],
    ),
    ("codes", &[("workspace", Ids), ("position", Nothing), ("body", People("codes that lead to them go"))]),
    (
        "schedules",
        &[
            ("id", Ids),
            ("workspace", Ids),
            ("number", Nothing),
            ("owner", Ids),
            ("body", People("their own go; their name beside answers to others' is replaced")),
        ],
    ),
    (
        "posts",
        &[
            ("slot", Ids),
            ("room", Ids),
            ("part", Nothing),
            ("platform", Nothing),
            ("bot", Nothing),
            ("chat", ROOM),
            ("message", Ids),
            ("at", Nothing),
            ("place", ROOM),
        ],
    ),
    (
        "copies",
        &[
            ("platform", Nothing),
            ("bot", Nothing),
            ("chat", ROOM),
            ("message", Ids),
            ("slot", Ids),
            ("room", Ids),
            ("part", Nothing),
            ("at", Nothing),
            ("place", ROOM),
        ],
    ),
    (
        "prompts",
        &[
            ("token", Nothing),
            ("rooms", Ids),
            ("actions", People("buttons of their tickets and chats go, in groups all that are no ticket's")),
            ("slot", Ids),
            ("bound_at", Nothing),
        ],
    ),
    (
        "expects",
        &[("room", Ids), ("person", Ids), ("action", People("what is awaited of them goes")), ("since", Nothing)],
    ),
    ("steps", &[("run", TICKET), ("seq", Nothing), ("at", Nothing), ("body", OTHERS)]),
    (
        "notes",
        &[
            ("workspace", Ids),
            ("owner", Ids),
            ("key", NOTES),
            ("title", NOTES),
            ("updated_at", Nothing),
            ("text", NOTES),
            ("words", NOTES),
        ],
    ),
    ("note_appends", &[("workspace", Ids), ("key", Ids)]),
    ("note_changes", &[("id", Ids), ("room", Ids), ("person", Ids), ("at", Nothing), ("body", NOTES)]),
    ("views", &[("slot", Ids), ("room", Ids), ("ticket", Ids), ("body", OTHERS)]),
    (
        "conversation",
        &[
            ("room", Ids),
            (
                "body",
                People(
                    "the rows of all groups go, of their chats, and of others' in which anything of theirs was said",
                ),
            ),
            ("updated_at", Nothing),
        ],
    ),
    ("marks", &[("name", Nothing), ("value", Nothing)]),
    (
        "web_log",
        &[
            ("id", Nothing),
            ("seq", Nothing),
            ("key", Ids),
            (
                "body",
                People(
                    "the words of their own messages and of those about their tickets are replaced, in others theirs",
                ),
            ),
        ],
    ),
    ("sessions", &[("key", Nothing), ("ends_at", Nothing)]),
    (
        "agent_records",
        &[
            ("workspace", Ids),
            ("agent", Nothing),
            ("done", Nothing),
            ("failed", Nothing),
            ("good", Nothing),
            ("bad", Nothing),
        ],
    ),
    // Entries hold ids, numbers and kinds; of a member no account, and no name that a platform gave an event.
    ("audit", &[("seq", Nothing), ("workspace", Ids), ("at", Nothing), ("body", Ids), ("hash", Nothing)]),
    (
        "audit_head",
        &[("name", Nothing), ("seq", Nothing), ("hash", Nothing), ("sealed_by", Nothing), ("seal", Nothing)],
    ),
    (
        "files",
        &[
            ("home", Ids),
            ("path", TICKET),
            ("bytes", People("the rows of their own tickets go; in texts of others' their words are replaced")),
        ],
    ),
    ("leases", &[("name", Nothing), ("holder", Nothing), ("until", Nothing)]),
];

#[tokio::test]
async fn every_column_says_what_of_people_it_holds() {
    let store = Database::connect("sqlite::memory:").await.unwrap();
    let mut tx = store.writing().await.unwrap();
    let sql = "SELECT m.name, c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c \
               WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name <> '_sqlx_migrations'";
    let rows: Vec<(String, String)> = tx.all(super::query(sql)).await.unwrap();
    let mut there: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (table, column) in rows {
        there.entry(table).or_default().push(column);
    }
    let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (table, columns) in COLUMNS {
        named.insert((*table).to_owned(), columns.iter().map(|(column, _)| (*column).to_owned()).collect());
        assert!(columns.iter().all(|(_, holds)| *holds != People("")), "{table}");
    }
    there.values_mut().chain(named.values_mut()).for_each(|columns| columns.sort());
    assert_eq!(named, there, "name new columns in erasing/columns.rs, and erase what they hold of people");
}
