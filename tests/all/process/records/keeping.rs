//! Backup, restore, check and move, as the built program does them: while it runs, when it is killed, and when the disk is full.

use crate::process::program::{House, Said};
use crate::process::service::web::{Visitor, text_of};
use secretary::adapters::store::{Database, Way};
use secretary::ports::inbox::Marks;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

fn well(said: Said) -> String {
    assert!(said.status.success(), "{}{}", said.out, said.err);
    said.out
}

fn refused(said: Said) -> String {
    assert!(!said.status.success(), "{}{}", said.out, said.err);
    assert_eq!(said.status.code(), Some(1));
    said.err
}

async fn told_sums(visitor: &Visitor) -> usize {
    visitor.messages().await.iter().filter(|m| text_of(m).contains(" = ")).count()
}

#[tokio::test]
async fn a_backup_is_written_while_people_talk_and_put_back_elsewhere() {
    let house = House::new();
    let program = house.run();
    let visitor = Visitor::new(&program.address().await);
    visitor.say("/calc 2 + 3", "k-1").await;
    visitor.told("2 + 3 = 5").await;
    let tickets = house.path().join("data/tickets/t-1/notes");
    std::fs::create_dir_all(&tickets).unwrap();
    std::fs::write(tickets.join("list.md"), "bread").unwrap();
    let talking = async {
        for n in 0..20 {
            visitor.say(&format!("/calc 100 + {n}"), &format!("k-1{n}")).await;
        }
    };
    let (said, ()) = tokio::join!(house.ask(&["backup", "kept.db"]), talking);
    let out = well(said);
    println!("{out}");
    assert!(out.starts_with("The backup kept.db is complete and was checked: "), "{out}");
    assert!(out.contains("1 person and 1 file of a ticket"), "{out}");
    visitor.told("100 + 19 = 119").await;
    assert!(well(house.ask(&["check"]).await).starts_with("The database is whole: "));
    let again = refused(house.ask(&["backup", "kept.db"]).await);
    assert!(again.starts_with("kept.db is there already and is not written over."), "{again}");
    for arguments in [vec!["restore", "kept.db", "--replace"], vec!["move", "--to", "sqlite://other.db"]] {
        let said = refused(house.ask(&arguments).await);
        assert!(said.contains("The secretary is already running with this database"), "{said}");
    }
    let by_itself = well(house.ask(&["backup"]).await);
    assert!(by_itself.starts_with("The backup secretary-backup-20"), "{by_itself}");
    program.stop().await;

    let elsewhere = House::new();
    std::fs::copy(house.path().join("kept.db"), elsewhere.path().join("kept.db")).unwrap();
    let out = well(elsewhere.ask(&["restore", "kept.db"]).await);
    println!("{out}");
    assert!(out.contains("1 files of tickets were put into ./data.") && out.contains("kept.db is restored: "), "{out}");
    assert_eq!(std::fs::read(elsewhere.path().join("data/tickets/t-1/notes/list.md")).unwrap(), b"bread");
    let program = elsewhere.run();
    let visitor = Visitor::new(&program.address().await);
    visitor.told("2 + 3 = 5").await;
    visitor.say("/calc 7 * 6", "k-2").await;
    visitor.told("7 * 6 = 42").await;
    program.stop().await;
    assert!(well(elsewhere.ask(&["check"]).await).starts_with("The database is whole: "));

    // Going back to the backup keeps what was there.
    std::fs::write(elsewhere.path().join("data/tickets/t-1/notes/list.md"), "milk").unwrap();
    let said = refused(elsewhere.ask(&["restore", "kept.db"]).await);
    assert!(said.contains("There is a database already: ") && said.contains("--replace"), "{said}");
    assert!(!said.contains("files of tickets"), "{said}");
    let out = well(elsewhere.ask(&["restore", "--replace", "kept.db"]).await);
    println!("{out}");
    let named = |what: &str| {
        let line = out.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("{out}"));
        let name = line.rsplit(' ').next().unwrap().trim_end_matches('.');
        elsewhere.path().join(name)
    };
    assert_eq!(std::fs::read(named("The files of tickets before").join("t-1/notes/list.md")).unwrap(), b"milk");
    assert_eq!(std::fs::read(elsewhere.path().join("data/tickets/t-1/notes/list.md")).unwrap(), b"bread");
    let before = named("The database before");
    assert!(before.is_file());
    let program = elsewhere.run();
    let visitor = Visitor::new(&program.address().await);
    visitor.told("2 + 3 = 5").await;
    assert!(!visitor.messages().await.iter().any(|m| text_of(m).contains("7 * 6 = 42")), "as in the backup");
    program.stop().await;

    // Each refusal says what stands in the way.
    let said = refused(elsewhere.ask(&["restore", "secretary.db"]).await);
    assert!(said.contains("is the database itself. Name a backup of it."), "{said}");
    let files_alone = House::new();
    std::fs::copy(house.path().join("kept.db"), files_alone.path().join("kept.db")).unwrap();
    std::fs::create_dir_all(files_alone.path().join("data/tickets/t-1")).unwrap();
    let said = refused(files_alone.ask(&["restore", "kept.db"]).await);
    assert!(said.contains("There are files of tickets in ./data already") && said.contains("--replace"), "{said}");
}

#[tokio::test]
async fn a_restore_that_is_killed_before_the_files_are_set_aside_writes_over_none() {
    let house = House::new();
    let list = house.path().join("data/tickets/t-1/notes/list.md");
    let program = house.run();
    program.address().await;
    program.stop().await;
    std::fs::create_dir_all(list.parent().unwrap()).unwrap();
    std::fs::write(&list, "bread").unwrap();
    well(house.ask(&["backup", "kept.db"]).await);
    std::fs::write(&list, "milk").unwrap();
    // All that a restore had done when it was killed behind the swap.
    let way = Way::WithFiles { before: ".before".to_owned(), folder: "before".to_owned() };
    Database::restore(&house.path().join("kept.db"), &house.database(), &way, house.path()).await.unwrap();
    assert_eq!(std::fs::read(&list).unwrap(), b"milk");
    // A backup at this moment has the files of the backup that was put back.
    well(house.ask(&["backup", "again.db"]).await);
    let program = house.run();
    let line = program.line("The files of tickets before are kept in").await;
    println!("{line}");
    program.address().await;
    program.stop().await;
    assert_eq!(std::fs::read(&list).unwrap(), b"bread");
    assert_eq!(std::fs::read(house.path().join("data/tickets.before/t-1/notes/list.md")).unwrap(), b"milk");
    // What people keep now is theirs: it is not set aside at a further start.
    std::fs::write(&list, "butter").unwrap();
    let program = house.run();
    program.address().await;
    program.stop().await;
    assert_eq!(std::fs::read(&list).unwrap(), b"butter");
    assert!(!house.path().join("data/tickets.before-2").exists());
    let other = House::new();
    std::fs::copy(house.path().join("again.db"), other.path().join("again.db")).unwrap();
    well(other.ask(&["restore", "again.db"]).await);
    assert_eq!(std::fs::read(other.path().join("data/tickets/t-1/notes/list.md")).unwrap(), b"bread");
}

#[tokio::test]
async fn a_full_disk_leaves_no_half_backup() {
    let house = House::new();
    let program = house.run();
    let visitor = Visitor::new(&program.address().await);
    visitor.say("/calc 2 + 3", "f-1").await;
    visitor.told("2 + 3 = 5").await;
    let said = refused(house.ask_on_a_full_disk(&["backup", "kept.db"], 16).await);
    println!("{said}");
    assert!(said.starts_with("The copy cannot be written: the disk"), "{said}");
    let names: Vec<_> = std::fs::read_dir(house.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().starts_with("kept")), "{names:?}");
    visitor.say("/calc 2 + 4", "f-2").await;
    visitor.told("2 + 4 = 6").await;
    program.stop().await;
}

async fn count(conn: &mut PgConnection, sql: &str) -> i64 {
    sqlx::query_scalar(AssertSqlSafe(sql.to_owned())).fetch_one(conn).await.unwrap_or(0)
}

/// How many sessions write to a schema with statements like this one.
fn writing(schema: &str, like: &str) -> String {
    format!(
        "SELECT COUNT(*) FROM pg_stat_activity AS a JOIN pg_locks AS l ON l.pid = a.pid WHERE l.locktype = 'advisory' \
         AND l.granted AND l.objid::bigint = hashtext('{schema}')::bigint & 4294967295 AND a.query LIKE '{like}%'"
    )
}

#[tokio::test]
async fn a_move_that_is_killed_has_moved_nothing_or_everything() {
    let Some(server) = proof::postgres::server() else { return };
    let mut house = House::new();
    let program = house.run();
    let visitor = Visitor::new(&program.address().await);
    visitor.say("/calc 2 + 3", "m-1").await;
    visitor.told("2 + 3 = 5").await;
    visitor.say("Compare three tents", "m-2").await;
    visitor.told("#1").await;
    program.stop().await;
    let store = Database::connect(&house.database()).await.unwrap();
    for n in 0..20 {
        store.set_mark(&format!("large {n}"), &"x".repeat(500_000)).await.unwrap();
    }
    store.close().await;
    drop(store);
    let before = std::fs::read(house.path().join("secretary.db")).unwrap();

    let mut moved = 0;
    // Killed when so many migrations are done, before the copy, while it writes, and while it compares.
    let moments = [
        ("", 1),
        ("", 4),
        ("", 7),
        ("", 9),
        ("INSERT INTO p", 1),
        ("INSERT INTO marks", 1),
        ("SELECT name, value FROM marks", 1),
    ];
    for (like, times) in moments {
        let url = server.fresh().await;
        let schema = url.rsplit('=').next().unwrap();
        let mut conn = PgConnection::connect(&url).await.unwrap();
        let mut child = house.begin(&["move", "--to", &url]);
        let seen = match like {
            "" => "SELECT COUNT(*) FROM _sqlx_migrations".to_owned(),
            like => writing(schema, like),
        };
        while count(&mut conn, &seen).await < times && child.try_wait().unwrap().is_none() {}
        let _ = child.start_kill();
        child.wait().await.unwrap();
        // Whoever is still writing for the dead one ends before this is granted.
        let wait = format!("SELECT pg_advisory_lock(hashtext('secretary'), hashtext('{schema}'))");
        sqlx::raw_sql(AssertSqlSafe(wait)).execute(&mut conn).await.unwrap();
        sqlx::raw_sql("SELECT pg_advisory_unlock_all()").execute(&mut conn).await.unwrap();
        let rows = count(&mut conn, "SELECT (SELECT COUNT(*) FROM marks) + (SELECT COUNT(*) FROM tickets)").await;
        assert!(rows == 0 || rows > 20, "{rows} rows in between");
        moved += i64::from(rows > 0);
        let said = house.ask(&["move", "--to", &url]).await;
        if rows > 0 {
            let said = refused(said);
            assert!(said.contains("is not empty"), "{said}");
        } else {
            let out = well(said);
            assert!(
                out.contains("tickets: 1 rows, each compared") && out.contains("Now set DATABASE_URL=postgres:"),
                "{out}"
            );
        }
    }
    println!("{moved} of 7 were done before they were killed");
    assert!(moved < 7, "none was killed in the middle");
    let after = std::fs::read(house.path().join("secretary.db")).unwrap();
    assert!(before == after, "the source is as it was");

    let url = server.fresh().await;
    let mut conn = PgConnection::connect(&url).await.unwrap();
    sqlx::raw_sql("CREATE TABLE recipes (name TEXT)").execute(&mut conn).await.unwrap();
    let said = refused(house.ask(&["move", "--to", &url]).await);
    assert!(said.contains("a table of another program (“recipes”)"), "{said}");
    let tables = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema()";
    assert_eq!(count(&mut conn, tables).await, 1, "it is as it was");

    let url = server.fresh().await;
    println!("{}", well(house.ask(&["move", "--to", &url]).await));
    house.set("DATABASE_URL", &url);
    let program = house.run();
    let visitor = Visitor::new(&program.address().await);
    visitor.told("2 + 3 = 5").await;
    visitor.say("/calc 7 * 6", "m-3").await;
    visitor.told("7 * 6 = 42").await;
    assert!(told_sums(&visitor).await >= 2);
    println!("{}", well(house.ask(&["backup", "of-server.db"]).await));
    let said = refused(house.ask(&["restore", "of-server.db", "--replace"]).await);
    assert!(said.contains("The secretary is running with this database (1 process)"), "{said}");
    program.stop().await;

    let out = well(house.ask(&["check"]).await);
    assert!(out.starts_with("The database is whole: "), "{out}");
    let out = well(house.ask(&["restore", "of-server.db", "--replace"]).await);
    println!("{out}");
    assert!(out.contains("What was there is kept in secretary-before-") && out.contains("is restored: "), "{out}");
    let out = well(house.ask(&["move", "--to", "sqlite://home.db"]).await);
    assert!(out.contains("Now set DATABASE_URL=sqlite://home.db"), "{out}");
}
