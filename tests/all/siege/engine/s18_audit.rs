//! Rows of the audit log that somebody changes, deletes, swaps, puts in, cuts off or writes anew, in the log of an office
//! in which much was decided; each must be noticed. And from whatever was done outside a way leads back over the decision to
//! the person and to the message.

use crate::siege::{Chance, Siege, one_of};
use crate::support::{Discord, Office, Role, Telegram, call, idea, json, said};
use async_trait::async_trait;
use secretary::adapters::store::{Database, SealKey, Sealing};
use secretary::ports::model::ToolSpec;
use secretary::ports::store::{Store, digest};
use secretary::ports::tool::{Policy, Repetition, Risk, Terms, Tool, ToolContext, ToolError, ToolOutput};
use secretary::secretary::audit::chain::{End, Sealed, Walk};
use secretary::secretary::audit::{Entry, What};
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use std::sync::{Arc, Mutex};

/// Changes in full.
const CHANGES: usize = 20_000;
/// Cuts whose end is noted anew, in full.
const CUTS: usize = 1_000;
/// Side effects in full.
const EFFECTS: usize = 500;

/// What was done outside: tool and arguments.
type Ledger = Arc<Mutex<Vec<(String, Value)>>>;

struct Outside {
    name: &'static str,
    policy: Policy,
    repetition: Repetition,
    ledger: Ledger,
}

#[async_trait]
impl Tool for Outside {
    fn spec(&self) -> ToolSpec {
        let description = "Does what its name says.".to_owned();
        let parameters = json!({"type": "object"});
        ToolSpec { name: self.name.to_owned(), description, parameters, verbatim: Vec::new() }
    }

    fn terms(&self) -> Terms {
        Terms::outside(self.repetition, self.policy, Risk::High)
    }

    async fn call(&self, _: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        self.ledger.lock().unwrap().push((self.name.to_owned(), arguments));
        Ok(ToolOutput::Text("Done.".to_owned()))
    }
}

/// An office in which letters are sent: some after somebody allowed it, some unasked.
async fn busy(chance: &mut Chance, ideas: usize) -> (Office, Ledger) {
    let office = Office::new().await;
    office.is_not_listened_to();
    let ledger = Ledger::default();
    let give = |name, policy, repetition| -> Arc<dyn Tool> {
        Arc::new(Outside { name, policy, repetition, ledger: ledger.clone() })
    };
    office.gives("planner", give("send_letter", Policy::Always, Repetition::Unkeyed)).await;
    office.gives("planner", give("book_room", Policy::Never, Repetition::Keyed)).await;
    office.gives("planner", give("pay_bill", Policy::First, Repetition::Idempotent)).await;
    let tools = ["send_letter", "book_room", "pay_bill"];
    office.reads(|input| idea(&input.idea).no_tasks().task("t1", "planner", &input.idea, &[]).risk(0.0).into());
    office.works(move |input| {
        let (tool, wanted) = (
            tools.iter().find(|tool| input.instruction.contains(**tool)),
            input.instruction.matches("again").count() + 1,
        );
        match tool {
            Some(tool) if input.steps.len() < wanted => {
                call(tool, json!({"to": input.instruction, "n": input.steps.len(), "nested": {"b": 1, "a": [1, 2]}}))
            }
            _ => said("All is done."),
        }
    });
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    for n in 0..ideas {
        let who = if chance.percent(60) { &mara } else { &kim };
        let again = " again".repeat(usize::try_from(chance.below(3)).unwrap());
        who.says(&format!("please {} about matter {n}{again}", one_of(chance, &tools))).await;
        for _ in 0..6 {
            let label = if chance.percent(70) { "Do it" } else { "Leave it out" };
            let standing = office.stands();
            let open = standing.iter().rev().find_map(|m| {
                let mut labels = m.buttons.iter().flatten().map(|b| b.label.as_str());
                // An irreversible act is asked about once more.
                let wanted = labels.clone().find(|l| l.starts_with("Yes, "));
                let wanted = wanted.or_else(|| labels.find(|l| [label, "Start"].contains(&l.trim_start_matches("★ "))));
                wanted.map(|wanted| (m.clone(), wanted.to_owned()))
            });
            let Some((message, label)) = open else { break };
            let by = if message.place.platform == Telegram { &mara } else { &kim };
            by.in_group(&message.place).presses_under(&message, &label).await;
        }
    }
    (office, ledger)
}

#[tokio::test]
async fn from_whatever_was_done_a_way_leads_back_to_a_message() {
    let mut siege = Siege::of("s18");
    let (mut judged, mut seed, mut decided) = (0, 0, 0);
    while judged < Siege::trials(EFFECTS) {
        seed += 1;
        let mut chance = Chance::of(seed);
        let (office, ledger) = busy(&mut chance, 6).await;
        let entries = office.audited().await;
        let done = ledger.lock().unwrap().clone();
        let acted: Vec<&What> =
            entries.iter().map(|e| &e.what).filter(|what| matches!(what, What::Acted { .. })).collect();
        siege.judge(seed, acted.len() == done.len(), || format!("{} entries for {} acts", acted.len(), done.len()));
        // One entry for each, over the very arguments, in the order in which they were done.
        for ((tool, arguments), what) in done.iter().zip(&acted) {
            let hash = digest(arguments.to_string().as_bytes());
            let What::Acted { ticket, tool: named, arguments_sha256, decision, .. } = what else { unreachable!() };
            judged += 1;
            let same = named == tool && *arguments_sha256 == hash;
            siege.judge(seed, same, || format!("{what:?} for {tool} {arguments}"));
            let opened = entries.iter().find(|e| matches!(&e.what, What::Opened { ticket: n, .. } if n == ticket));
            let from = opened.and_then(|e| e.from.as_ref());
            let whose =
                from.is_some_and(|from| from.person.is_some() && from.message.is_some() && from.event.is_some());
            siege.judge(seed, whose, || format!("{what:?} comes from nobody: {opened:?}"));
            let needs = *tool == "send_letter";
            siege.judge(seed, !needs || decision.is_some(), || format!("{what:?} was allowed by no decision"));
            let Some(key) = decision else { continue };
            decided += 1;
            let made = entries.iter().find(
                |e| matches!(&e.what, What::DecisionMade { ticket: n, decision, .. } if n == ticket && decision == key),
            );
            let by = made.is_some_and(|e| match (&e.what, &e.from) {
                (What::DecisionMade { person, .. }, Some(from)) => {
                    from.person.as_ref() == Some(person) && from.message.is_some() && from.event.is_some()
                }
                _ => false,
            });
            siege.judge(seed, by, || format!("{what:?}: {made:?}"));
        }
    }
    assert!(decided * 4 > judged, "{decided} of {judged} were decided about");
    println!("s18: {judged} things done outside, {decided} of them after a decision");
    siege.holds("links from acts to messages", "that were missing");
}

/// As the database gives the rows: in the order of their places.
fn whole(rows: &[Sealed], end: &End, kept: &str) -> bool {
    let mut rows = rows.to_vec();
    rows.sort_by_key(|row| row.seq);
    let mut walk = Walk::new(digest, Some(kept));
    rows.iter().try_for_each(|row| walk.step(row)).is_ok() && walk.ends(end).is_ok() && walk.found.is_some()
}

/// Writes a chain anew from some row on, as somebody who knows how it is made.
fn written_anew(rows: &mut [Sealed], from: usize) {
    for at in from..rows.len() {
        let before = at.checked_sub(1).map_or_else(End::default, |before| rows[before].end());
        let row = &rows[at];
        rows[at] = Sealed::after(&before, &row.workspace, row.at, row.body.clone(), digest);
    }
}

/// Tampers with a log in one way or several; the end is noted elsewhere, and the attacker may change that as well.
fn tampered(chance: &mut Chance, rows: &mut Vec<Sealed>, end: &mut End) -> String {
    let mut told = Vec::new();
    for _ in 0..=chance.below(3) {
        let at = usize::try_from(chance.below(rows.len() as u64)).unwrap();
        let other = usize::try_from(chance.below(rows.len() as u64)).unwrap();
        let way = chance.below(13);
        told.push(format!("{way} at {at} and {other}"));
        match way {
            0 => {
                let mut body = rows[at].body.clone().into_bytes();
                let letter = usize::try_from(chance.below(body.len() as u64)).unwrap();
                body[letter] = if body[letter] == b'x' { b'y' } else { b'x' };
                rows[at].body = String::from_utf8_lossy(&body).into_owned();
            }
            1 => rows[at].at += 1 + i64::try_from(chance.below(1_000_000)).unwrap(),
            2 => rows[at].workspace.push('x'),
            3 => rows[at].seq += 1 + i64::try_from(chance.below(5)).unwrap(),
            4 => rows[at].hash = digest(&chance.draw().to_be_bytes()),
            5 => drop(rows.remove(at)),
            6 => rows.truncate(at),
            7 => {
                // Deleted, and those behind close up; perhaps sealed anew.
                rows.remove(at);
                for (seq, row) in (1..).zip(rows.iter_mut()) {
                    row.seq = seq;
                }
                if chance.percent(50) {
                    written_anew(rows, at);
                }
            }
            8 => {
                let copy = rows[other].clone();
                rows.insert(at, copy);
            }
            9 if rows[at].body != rows[other].body => {
                let (one, two) = (rows[at].body.clone(), rows[other].body.clone());
                (rows[at].body, rows[other].body) = (two, one);
            }
            10 => {
                // Sealed anew from there on: only the hash that was kept elsewhere tells.
                rows[at].body = rows[at].body.replace('1', "2") + " ";
                written_anew(rows, at);
            }
            11 => {
                let last = rows.last().unwrap().clone();
                rows.push(Sealed::after(&last.end(), "main", last.at, "{}".to_owned(), digest));
            }
            _ => rows[at].body.push(' '),
        }
        if rows.is_empty() {
            break;
        }
    }
    if chance.percent(50) {
        *end = rows.last().map_or_else(End::default, Sealed::end);
        told.push("with its end noted anew".to_owned());
    }
    told.join(", ")
}

#[tokio::test]
async fn whatever_is_done_to_the_rows_is_noticed() {
    let mut siege = Siege::of("s18");
    let (office, _) = busy(&mut Chance::of(1), 8).await;
    let mut tx = office.store().read().await.unwrap();
    let rows = tx.audit_page(i64::MIN, u32::MAX).await.unwrap();
    let end = tx.audit_end().await.unwrap();
    drop(tx);
    assert!(rows.len() > 60, "{}", rows.len());
    // What an operator wrote down somewhere else, as the program tells them to.
    let kept = rows.last().unwrap().hash.clone();
    assert!(whole(&rows, &end, &kept));
    assert!(rows.iter().all(|row| serde_json::from_str::<Entry>(&row.body).is_ok()));
    for seed in Siege::seeds(CHANGES) {
        let mut chance = Chance::of(seed);
        // What changes nothing is drawn anew.
        let (changed, noted, told) = loop {
            let (mut changed, mut noted) = (rows.clone(), end.clone());
            let told = tampered(&mut chance, &mut changed, &mut noted);
            let same = {
                let mut sorted = changed.clone();
                sorted.sort_by_key(|row| row.seq);
                sorted == rows && noted == end
            };
            // What only goes on behind the kept hash, with its end noted, is a log that grew.
            let grown = changed.len() > rows.len() && changed[..rows.len()] == rows[..];
            if !same && !grown {
                break (changed, noted, told);
            }
        };
        siege.judge(seed, !whole(&changed, &noted, &kept), || told);
    }
    siege.holds("logs tampered with", "that were taken for whole");
}

/// What somebody does who can write into the database and has no key.
async fn written(url: &str, sql: &str) {
    let sql = AssertSqlSafe(sql.to_owned());
    if url.starts_with("postgres") {
        let mut there = PgConnection::connect(url).await.unwrap();
        sqlx::raw_sql(sql).execute(&mut there).await.unwrap();
        there.close().await.unwrap();
    } else {
        let mut there = SqliteConnection::connect(url).await.unwrap();
        sqlx::raw_sql(sql).execute(&mut there).await.unwrap();
        there.close().await.unwrap();
    }
}

fn inserted(row: &Sealed) -> String {
    let Sealed { seq, workspace, at, body, hash } = row;
    let body = body.replace('\'', "''");
    format!(
        "INSERT INTO audit (seq, workspace, at, body, hash) VALUES ({seq}, '{workspace}', {at}, '{body}', '{hash}');"
    )
}

#[tokio::test]
async fn an_end_that_is_noted_anew_is_noticed_without_a_hash_kept_elsewhere() {
    let mut siege = Siege::of("s18");
    let folder = tempfile::tempdir().unwrap();
    let mut urls = vec![format!("sqlite://{}", folder.path().join("sealed.db").display())];
    if let Some(server) = proof::postgres::server() {
        urls.push(server.fresh().await);
    }
    for url in urls {
        let store = Database::connect(&url).await.unwrap();
        store.seals_with(SealKey::of(b"what nobody knows who can write into the database"));
        store.seal("main", 0, String::new()).await.unwrap();
        assert_eq!(store.sealing().await.unwrap(), Sealing::Sound);
        let mut rows: Vec<Sealed> = Vec::new();
        for n in 1..=12 {
            let end = rows.last().map_or_else(End::default, Sealed::end);
            let row = Sealed::after(&end, "main", n, format!("{{\"n\":{n}}}"), digest);
            let mut tx = store.begin().await.unwrap();
            tx.append_audit(&end, std::slice::from_ref(&row)).await.unwrap();
            tx.commit().await.unwrap();
            rows.push(row);
        }
        assert_eq!(store.sealing().await.unwrap(), Sealing::Sound);
        let (all, end) = (rows.iter().map(inserted).collect::<String>(), rows[11].end());
        written(&url, "CREATE TABLE kept_head AS SELECT * FROM audit_head").await;
        for seed in Siege::seeds(CUTS) {
            let mut chance = Chance::of(seed);
            let mut changed = rows.clone();
            let mut told = String::new();
            let mut noted = end.clone();
            while noted == end {
                told = tampered(&mut chance, &mut changed, &mut noted);
                noted = changed.last().map_or_else(End::default, Sealed::end);
            }
            let End { seq, hash } = &noted;
            let sql = format!("UPDATE audit_head SET seq = {seq}, hash = '{hash}'");
            written(&url, &sql).await;
            let seen = store.sealing().await.unwrap();
            siege.judge(seed, seen == Sealing::Broken, || format!("{told}: {seen:?}"));
            // Going on mends nothing.
            let next = Sealed::after(&noted, "main", 13, "{}".to_owned(), digest);
            written(&url, &format!("DELETE FROM audit WHERE seq >= {}", next.seq)).await;
            let mut tx = store.begin().await.unwrap();
            tx.append_audit(&noted, std::slice::from_ref(&next)).await.unwrap();
            tx.commit().await.unwrap();
            let seen = store.sealing().await.unwrap();
            siege.judge(seed, seen == Sealing::Broken, || format!("{told}, and went on: {seen:?}"));
            let back = "UPDATE audit_head SET seq = (SELECT seq FROM kept_head), hash = (SELECT hash FROM kept_head), \
                        seal = (SELECT seal FROM kept_head)";
            written(&url, &format!("DELETE FROM audit; {all} {back}")).await;
            assert_eq!(store.sealing().await.unwrap(), Sealing::Sound);
        }
        store.close().await;
    }
    siege.holds("ends noted anew", "whose seal was taken for sound");
}
