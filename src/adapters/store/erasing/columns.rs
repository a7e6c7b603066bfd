//! Every column of every table, and what personal data it holds. A column of a new migration must be listed here; a
//! column with personal data must say how it is erased. A test checks `erasing` against this list.

use super::super::Database;
use std::collections::BTreeMap;

/// A table a line: its name, columns that hold nothing of people (numbers, times, states, names of tools and agents,
/// settings), columns with ids of our own making, which lead to nobody once the member has no name. Below it stand the
/// columns with accounts, names or words of people, and how these are erased. Where rows go with what they belong to,
/// every column of them goes. The body of an audit entry holds ids, numbers and kinds, and no account or name.
const COLUMNS: &str = "
inbox | seq platform bot seed state tries received_at decided_at begun
- event: on the platforms of their accounts a hash takes the place of each
- body: empty once decided; quarantined ones go with the account in them; in events of others' tickets their words and name are replaced
- fate: the short answers are replaced by none
guesses | platform wrong last_at
- account: the row goes
strangers | platform told_at
- account: the row goes
outbox | seq due_at state head attempts unclear part created_at changed_at why unclear_since cut_off owner hand
outbox | | id lane ticket slot room
- body: empty once it was done; the rows of their tickets and chats go, others' are rewritten
tickets | number direct status priority created_at updated_at decided_at folded awaits | id workspace requester room
- body: the rows of their own tickets go; in others' their words and name are replaced
events | version at | ticket actor
- body: the rows of their own tickets go; in others' their words and name are replaced
task_loads | agent | ticket
- task: the rows of their own tickets go
task_waits | agent priority created_at | ticket
- task: the rows of their own tickets go
prompt_turns | open due asked_at | workspace ticket decision person
spending | tokens money held_tokens held_money unpriced more_tokens more_money warned currency | workspace period who
holds | at | id workspace body
counters | name value | workspace
people | removed | id workspace
- body: a former member without name, accounts, zone and language takes its place; hashes of who was out stay
accounts | platform position | workspace person
- account: the row goes
rooms | platform bot kind closed active | id workspace person thread_ticket thread_room
- chat thread body: the rows of their direct chats and of their tickets go
settings |  | workspace
- body: what was allowed by them and for their ideas goes; their name beside others is replaced
codes | position | workspace
- body: codes that lead to them go
schedules | number | id workspace owner
- body: their own go; their name beside answers to others' is replaced, and their words in the plans of others
posts | part platform bot at | slot room message
- chat place: the rows of their direct chats and of their tickets go
copies | platform bot part at | message slot room
- chat place: the rows of their direct chats and of their tickets go
prompts | token bound_at | rooms slot
- actions: buttons of their tickets and chats go, in groups all that are no ticket's
expects | since | room person
- action: what is awaited of them goes
steps | seq at
- run: the rows of their own tickets go
- body: the rows of their own tickets go; in others' their words and name are replaced
notes | updated_at | workspace owner
- key title text words: their own go; in what agents alone wrote for others their words and name are replaced
note_appends |  | workspace key
note_changes | at | id room person
- body: their own go; in what agents alone wrote for others their words and name are replaced
views |  | slot room ticket
- body: the rows of their own tickets go; in others' their words and name are replaced
conversation | updated_at | room
- body: the rows of all groups go, of their chats, and of others' in which anything of theirs was said
received_files | bytes created_at | home workspace ticket person room
- name body: the rows of their own files and of their tickets go
flows | number runs deleted_at | id workspace owner
- body: their own go; in others' their name is replaced where it stands beside that they agreed
flow_runs | number ended_at asks turn | id flow workspace person caused_by room
- body: the runs of their flows and those they paid for or caused go; in others' their words and name are replaced
flow_steps | seq answered at | run
- body: the steps of such runs go; in others' their words and name are replaced
flow_rows | seq created_at changed_at | workspace person
- name key: the rows that their runs wrote go
- body: the rows that their runs wrote go; in others' their words and name are replaced
flow_triggers | kind | id workspace flow person room
- body: those of their flows and those they set up go
marks | name value
web_log | id seq | key
- body: the words of their own messages and of those about their tickets are replaced, in others theirs
sessions | key ends_at
agent_records | agent done failed good bad | workspace
audit | seq at hash | workspace body
audit_head | name seq hash sealed_by seal
files |  | home
- path: the rows of their own tickets and of the files they sent go
- bytes: the rows of their own tickets and of the files they sent go; in texts of others' their words are replaced
leases | name holder until
";

#[tokio::test]
async fn every_column_says_what_of_people_it_holds() {
    let store = Database::connect("sqlite::memory:").await.unwrap();
    let mut tx = store.writing().await.unwrap();
    let sql = "SELECT m.name, c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c \
               WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name <> '_sqlx_migrations'";
    let rows: Vec<(String, String)> = tx.all(super::query(sql)).await.unwrap();
    let mut there: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (table, column) in &rows {
        there.entry(table).or_default().push(column);
    }
    let (mut named, mut table): (BTreeMap<&str, Vec<&str>>, &str) = (BTreeMap::new(), "");
    for line in COLUMNS.trim().lines() {
        let columns = match line.strip_prefix("- ") {
            Some(row) => row.split_once(": ").unwrap_or_else(|| panic!("{table}: how is it erased?")).0,
            None => {
                let (name, columns) = line.split_once(" | ").unwrap_or((line, ""));
                table = name;
                columns
            }
        };
        named.entry(table).or_default().extend(columns.split([' ', '|']).filter(|column| !column.is_empty()));
    }
    there.values_mut().chain(named.values_mut()).for_each(|columns| columns.sort_unstable());
    assert_eq!(named, there, "name new columns in erasing/columns.rs, and erase what they hold of people");
}
