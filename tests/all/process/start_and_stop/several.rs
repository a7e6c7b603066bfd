//! Several programs over one PostgreSQL database: each does its part, and one that dies or stands still is replaced, with
//! nothing lost and nothing twice.

use crate::process::program::{Program, SOON};
use crate::process::town::{KIM, MARA, RESULT, SUM, Town};
use proof::postgres::server;
use sqlx::{Connection, PgConnection};

/// A town whose database is on a server; none where there is no PostgreSQL.
async fn town() -> Option<Town> {
    Some(town_on(&server()?.fresh().await).await)
}

async fn town_on(url: &str) -> Town {
    let mut town = Town::new().await;
    town.house.set("DATABASE_URL", url);
    town
}

/// A further program in these roles.
fn another(town: &mut Town, roles: &str) -> Program {
    town.house.set("ROLES", roles);
    town.house.run()
}

async fn answers_and_start(town: &Town) {
    let asked = town.told("Two quick", &["Price", "500-5,000", "Use your judgement"]).await;
    town.press(asked.id, "Price").await;
    town.told("✔ Price", &["500-5,000"]).await;
    town.press(asked.id, "500-5,000").await;
    let card = town.told("Here is what I'll do", &["Start"]).await;
    town.press(card.id, "Start").await;
}

async fn decision_and_report(town: &Town) {
    let prompt = town.told("One decision for you", &["★ Only monthly terms"]).await;
    town.press(prompt.id, "★ Only monthly terms").await;
    town.told("Take offer C", &["👍"]).await;
}

/// How often the bot has said this to Mara.
fn times(town: &Town, part: &str) -> usize {
    town.telegram.bot_messages(MARA).iter().filter(|message| message.text.contains(part)).count()
}

/// What came earlier in the same chat is known to stand there, so that what happens next cuts off no send.
async fn settled(town: &Town) {
    let before = times(town, RESULT);
    town.telegram.say(MARA, MARA, SUM);
    let answered = |_: &_| (times(town, RESULT) > before).then_some(());
    town.telegram.wait_for(answered, SOON).await.expect("an answer to the sum");
}

/// Whoever wrote, the audit log is one chain.
async fn audited(town: &Town) {
    let said = town.house.ask(&["audit", "verify"]).await;
    assert!(said.status.success() && said.out.starts_with("The audit log is whole: "), "{}{}", said.out, said.err);
}

const IDEA: &str = "compare three hosting offers for the shop and tell me what to take";

#[tokio::test]
async fn four_programs_share_the_work_of_one() {
    let Some(mut town) = town().await else { return };
    town.house.set("ROLES", "gateway");
    let gateway = town.run(None);
    let worker = another(&mut town, "worker");
    let scheduler = another(&mut town, "scheduler");
    let web = another(&mut town, "web");
    for program in [&gateway, &worker, &scheduler, &web] {
        program.line("The secretary is ready").await;
    }
    town.telegram.say(MARA, MARA, IDEA);
    answers_and_start(&town).await;
    decision_and_report(&town).await;
    assert!(
        town.telegram.actions(MARA).iter().any(|action| action == "typing"),
        "the worker thinks, the gateway types"
    );
    for once in ["Thanks", "Only monthly terms", "Take offer C"] {
        assert_eq!(times(&town, once), 1, "{once}: {}", town.transcript());
    }
    town.telegram.say(MARA, MARA, "/settings model");
    town.told("The thinking is left to another process", &[]).await;
    let address = web.address().await;
    assert!(worker.out().iter().any(|line| line.contains("without a web chat")));
    assert!(address.starts_with("127.0.0.1:"));
    for program in [web, scheduler, worker, gateway] {
        let (status, _, printed) = program.stop().await;
        assert!(status.success(), "{printed}");
    }
    town.behaved(false);
    audited(&town).await;
}

#[tokio::test]
async fn that_no_worker_lives_is_said() {
    let Some(mut town) = town().await else { return };
    town.house.set("ROLES", "gateway,scheduler");
    let gateway = town.run(None);
    gateway.line("no process with the role worker lives").await;
    town.telegram.say(MARA, MARA, "/stats");
    town.told("No process with the role worker runs", &[]).await;
    let worker = another(&mut town, "worker");
    worker.line("The secretary is ready").await;
    gateway.line("a process with the role worker lives again").await;
    for program in [worker, gateway] {
        let (status, _, printed) = program.stop().await;
        assert!(status.success(), "{printed}");
    }
    town.behaved(false);
}

#[tokio::test]
async fn when_one_is_killed_another_takes_over_its_bots_and_its_work() {
    let Some(mut town) = town().await else { return };
    let first = town.run(None);
    town.discord.wait_ready(SOON).await.unwrap();
    let second = town.house.run();
    second.line("The secretary is ready").await;
    town.telegram.say(MARA, MARA, IDEA);
    answers_and_start(&town).await;
    let prompt = town.told("One decision for you", &["★ Only monthly terms"]).await;
    settled(&town).await;
    town.kill(first).await;
    town.telegram.press(MARA, MARA, prompt.id, "★ Only monthly terms");
    town.told("✔ Only monthly terms", &[]).await;
    town.told("Take offer C", &["👍"]).await;
    assert_eq!((times(&town, "Only monthly terms"), times(&town, "Take offer C")), (1, 1), "{}", town.transcript());
    // Its gateway at Discord is the other one's as well.
    town.discord.say(town.discord.dm(KIM), KIM, "/calc 6 * 7");
    town.discord.wait_message(town.discord.dm(KIM), |m| m.content.contains("= 42"), SOON).await.unwrap();
    second.stop().await;
    town.behaved(true);
    audited(&town).await;
}

#[tokio::test]
async fn one_that_stood_still_can_write_nothing_any_more_and_ends() {
    let Some(mut town) = town().await else { return };
    town.house.set("LOG_FORMAT", "json");
    let frozen = town.run(None);
    town.discord.wait_ready(SOON).await.unwrap();
    let other = town.house.run();
    other.line("The secretary is ready").await;
    town.telegram.say(MARA, MARA, "/calc 6 * 7");
    town.told("= 42", &[]).await;
    settled(&town).await;
    frozen.signal("STOP").await;
    town.telegram.say(MARA, MARA, "/list");
    town.told("Nothing open", &[]).await;
    frozen.signal("CONT").await;
    let (status, printed) = frozen.ended().await;
    assert_eq!(status.code(), Some(1), "{printed}");
    let why: Vec<&str> =
        printed.lines().filter(|line| line.contains("others took over its work. Nothing is lost.")).collect();
    let [why] = why.as_slice() else { panic!("not said once:\n{printed}") };
    let why: serde_json::Value = serde_json::from_str(why.trim()).expect("a line of the log");
    assert!(why["level"] == "ERROR" && why["timestamp"].is_string() && why["fields"]["event"] == "ousted", "{why}");
    settled(&town).await;
    assert_eq!((times(&town, "= 42"), times(&town, "Nothing open")), (1, 1), "{}", town.transcript());
    other.stop().await;
}

/// A server whose disk is full refuses to grow a table, and may go on taking what fits into it.
#[tokio::test]
async fn while_the_disk_of_the_server_is_full_nothing_is_given_up() {
    let Some(server) = server() else { return };
    let url = server.fresh().await;
    let mut town = town_on(&url).await;
    let program = town.run(None);
    town.telegram.say(MARA, MARA, "/calc 6 * 7");
    town.told("= 42", &[]).await;
    settled(&town).await;
    let mut server = PgConnection::connect(&url).await.unwrap();
    let full = "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS \
                  $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$; \
                CREATE TRIGGER full_disk BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION full_disk()";
    sqlx::raw_sql(full).execute(&mut server).await.unwrap();
    town.telegram.say(MARA, MARA, "/list");
    program.line("deciding is on hold").await;
    sqlx::raw_sql("DROP TRIGGER full_disk ON outbox").execute(&mut server).await.unwrap();
    town.told("Nothing open", &[]).await;
    assert_eq!(times(&town, "I stumbled"), 0, "{}", town.transcript());
    program.stop().await;
    town.behaved(false);
}
