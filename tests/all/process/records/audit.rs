//! The audit log as the built program tells of it: while it runs, after it was backed up and put back, and tampered with.

use crate::process::program::{House, Said};
use crate::process::service::web::Visitor;
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

fn well(said: Said) -> String {
    assert!(said.status.success(), "{}{}", said.out, said.err);
    said.out
}

fn refused(said: Said) -> String {
    assert_eq!(said.status.code(), Some(1), "{}{}", said.out, said.err);
    said.err
}

async fn write(house: &House, sql: &str) {
    let mut file = SqliteConnection::connect(&house.database()).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
}

/// The hash in the line of a log that is whole.
fn hash_in(line: &str) -> String {
    line.split_whitespace()
        .map(|word| word.trim_end_matches('.'))
        .find(|word| word.len() == 64)
        .expect("a hash")
        .to_owned()
}

#[tokio::test]
async fn the_audit_log_is_verified_while_the_program_runs_and_after_a_restore() {
    let house = House::new();
    let program = house.run();
    let visitor = Visitor::new(&program.address().await);
    visitor.say("What is 700 + 77?", "a-1").await;
    visitor.told("777").await;
    let out = well(house.ask(&["audit", "verify"]).await);
    println!("{out}");
    assert!(out.starts_with("The audit log is whole: ") && out.contains(" UTC, the newest with the hash "), "{out}");
    assert!(out.contains("Keep this line somewhere else") && out.trim().lines().count() == 1, "{out}");
    let kept = hash_in(&out);
    visitor.say("/settings auto_dispatch off", "a-2").await;
    visitor.told("auto_dispatch off").await;
    let out = well(house.ask(&["audit", "verify", &kept.to_uppercase()]).await);
    assert!(out.contains("The hash you gave is that of entry "), "{out}");
    let newest = hash_in(&out[out.find("newest").unwrap()..]);
    assert_ne!(newest, kept);
    let shown = well(house.ask(&["audit", "show", "2"]).await);
    println!("{shown}");
    let lines: Vec<&str> = shown.trim().lines().collect();
    assert_eq!(lines.len(), 2, "{shown}");
    assert!(lines[0].contains(" (web) by ") && lines[0].ends_with("allowed: manage settings"), "{shown}");
    assert!(lines[1].ends_with("setting auto_dispatch changed from on to off"), "{shown}");
    assert!(well(house.ask(&["audit", "show"]).await).contains("is owner by the settings"));
    well(house.ask(&["backup", "kept.db"]).await);
    program.stop().await;

    let elsewhere = House::new();
    std::fs::copy(house.path().join("kept.db"), elsewhere.path().join("kept.db")).unwrap();
    well(elsewhere.ask(&["restore", "kept.db"]).await);
    let out = well(elsewhere.ask(&["audit", "verify", &newest]).await);
    assert_eq!(hash_in(&out[out.find("newest").unwrap()..]), newest, "{out}");
    if let Some(server) = proof::postgres::server() {
        let url = server.fresh().await;
        well(elsewhere.ask(&["move", "--to", &url]).await);
        let mut there = House::new();
        there.set("DATABASE_URL", &url);
        let program = there.run();
        let visitor = Visitor::new(&program.address().await);
        visitor.say("/settings auto_dispatch on", "b-1").await;
        visitor.told("auto_dispatch on").await;
        let out = well(there.ask(&["audit", "verify", &newest]).await);
        assert_ne!(hash_in(&out[out.find("newest").unwrap()..]), newest, "{out}");
        program.stop().await;
        // A server's key is a setting; what was sealed elsewhere is sealed anew once.
        there.set("AUDIT_KEY", "0123456789abcdef0123456789abcdef");
        let said = refused(there.ask(&["audit", "verify"]).await);
        assert!(said.contains("sealed with another key"), "{said}");
        well(there.ask(&["audit", "seal"]).await);
        let out = well(there.ask(&["audit", "verify"]).await);
        assert!(out.contains("Its end has the seal of the key that is here."), "{out}");
    }
}

#[tokio::test]
async fn whoever_tampers_with_the_audit_log_is_found_out() {
    let house = House::new();
    let program = house.run();
    let visitor = Visitor::new(&program.address().await);
    for n in 0..5 {
        visitor.say(&format!("What is 700 + {n}?"), &format!("t-{n}")).await;
        visitor.told(&format!("70{n}")).await;
    }
    program.stop().await;
    let kept = hash_in(&well(house.ask(&["audit", "verify"]).await));
    let whole = std::fs::read(house.path().join("secretary.db")).unwrap();
    let tampered = [
        (
            "UPDATE audit SET body = replace(body, 'true', 'false') WHERE seq = 3",
            "Entry 3 is not what was written there",
        ),
        ("UPDATE audit SET at = at + 1 WHERE seq = 2", "Entry 2 is not what was written there"),
        ("DELETE FROM audit WHERE seq = 2", "Entry 2 is missing; later ones are there."),
        ("DELETE FROM audit WHERE seq > 3", "The end was cut off: entry 4 is missing"),
        (
            "UPDATE audit SET seq = -seq WHERE seq IN (2, 3); \
             UPDATE audit SET seq = CASE seq WHEN -2 THEN 3 ELSE 2 END WHERE seq < 0",
            "Entry 2 is not what was written there",
        ),
        ("INSERT INTO audit SELECT 0, workspace, at, body, hash FROM audit WHERE seq = 1", "An entry is out of order"),
        ("DELETE FROM audit_head", "Entry 1 was not written by the secretary"),
    ];
    for (sql, wanted) in tampered {
        write(&house, sql).await;
        let said = refused(house.ask(&["audit", "verify"]).await);
        println!("{}", said.trim());
        assert!(said.starts_with("The audit log is not whole. ") && said.contains(wanted), "{sql}: {said}");
        std::fs::write(house.path().join("secretary.db"), &whole).unwrap();
        well(house.ask(&["audit", "verify", &kept]).await);
    }
    // With where it ends noted anew as well: only the key knows.
    let sealed = [
        (
            "DELETE FROM audit WHERE seq > 3; \
             UPDATE audit_head SET seq = 3, hash = (SELECT hash FROM audit WHERE seq = 3)",
            "The seal over its end does not fit",
        ),
        ("UPDATE audit_head SET seal = 'ab'", "The seal over its end does not fit"),
        ("UPDATE audit_head SET sealed_by = 'another'", "Its end is sealed with another key"),
        ("UPDATE audit_head SET sealed_by = '', seal = ''", "Its end has no seal, though there is a key"),
        ("DELETE FROM audit; UPDATE audit_head SET seq = 0, hash = ''", "The seal over its end does not fit"),
        ("DELETE FROM audit; DELETE FROM audit_head", "Its end has no seal, though there is a key"),
    ];
    for (sql, wanted) in sealed {
        write(&house, sql).await;
        let said = refused(house.ask(&["audit", "verify"]).await);
        println!("{}", said.trim());
        assert!(
            said.starts_with("The audit log cannot be taken for whole. ") && said.contains(wanted),
            "{sql}: {said}"
        );
        std::fs::write(house.path().join("secretary.db"), &whole).unwrap();
        well(house.ask(&["audit", "verify", &kept]).await);
    }
    // Also where nobody has the key.
    let key = std::fs::read(house.path().join("secretary.db.audit-key")).unwrap();
    write(&house, "DELETE FROM audit; DELETE FROM audit_head").await;
    std::fs::remove_file(house.path().join("secretary.db.audit-key")).unwrap();
    let said = refused(house.ask(&["audit", "verify"]).await);
    assert!(said.contains("It is empty, though there are people here"), "{said}");
    std::fs::write(house.path().join("secretary.db.audit-key"), key).unwrap();
    let said = refused(house.ask(&["audit", "verify"]).await);
    assert!(said.starts_with("The audit log cannot be taken for whole. "), "{said}");
    std::fs::write(house.path().join("secretary.db"), &whole).unwrap();
    let unknown = "0".repeat(64);
    let said = refused(house.ask(&["audit", "verify", &unknown]).await);
    assert!(said.contains(&format!("No entry of the audit log has the hash {unknown}")), "{said}");
}

#[tokio::test]
async fn a_seal_that_does_not_fit_is_not_mended_by_going_on_but_by_whoever_says_so() {
    let house = House::new();
    let sound = "Its end has the seal of the key that is here.";
    for n in 0..3 {
        let program = house.run();
        let visitor = Visitor::new(&program.address().await);
        visitor.say(&format!("What is 800 + {n}?"), &format!("s-{n}")).await;
        visitor.told(&format!("80{n}")).await;
        program.stop().await;
        let verify = house.ask(&["audit", "verify"]).await;
        if n == 0 {
            assert!(well(verify).contains(sound));
            let cut = "DELETE FROM audit WHERE seq = (SELECT MAX(seq) FROM audit); \
                       UPDATE audit_head SET seq = (SELECT MAX(seq) FROM audit), \
                       hash = (SELECT hash FROM audit ORDER BY seq DESC LIMIT 1)";
            write(&house, cut).await;
        } else {
            let said = refused(verify);
            assert!(said.contains("The seal over its end does not fit"), "{said}");
        }
    }
    assert!(well(house.ask(&["audit", "seal"]).await).contains("sealed where it ends now"));
    assert!(well(house.ask(&["audit", "verify"]).await).contains(sound));
    assert!(well(house.ask(&["audit", "show", "1"]).await).contains("the log was sealed as it was found"));
}

#[tokio::test]
async fn a_database_of_before_the_seal_is_sealed_by_its_next_start() {
    let house = House::new();
    let program = house.run();
    let visitor = Visitor::new(&program.address().await);
    visitor.say("What is 400 + 44?", "u-1").await;
    visitor.told("444").await;
    program.stop().await;
    std::fs::remove_file(house.path().join("secretary.db.audit-key")).unwrap();
    write(&house, "UPDATE audit_head SET sealed_by = '', seal = ''").await;
    let said = well(house.ask(&["audit", "verify"]).await);
    assert!(said.contains("There is no key here"), "{said}");
    let program = house.run();
    program.address().await;
    let said = well(house.ask(&["audit", "verify"]).await);
    assert!(said.contains("Its end has the seal of the key that is here."), "{said}");
    program.stop().await;
    // Without a log, as long ago, too.
    std::fs::remove_file(house.path().join("secretary.db.audit-key")).unwrap();
    write(&house, "DELETE FROM audit; DELETE FROM audit_head").await;
    let program = house.run();
    program.address().await;
    well(house.ask(&["audit", "verify"]).await);
    program.stop().await;
}
