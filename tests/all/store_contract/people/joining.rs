//! Two members who turn out to be one, and that one erased: nothing names either of them any more.

use crate::store_contract::*;
use secretary::secretary::budget::{Account, AccountKey, Amount, Hold, Scope};
use secretary::secretary::decision::approval::Sure;
use secretary::secretary::decision::{Comment, Decision, DecisionState, Verdict, Vote};
use secretary::secretary::ids::DecisionId;
use secretary::secretary::people::workspace::Settings;
use secretary::secretary::policy::{Rule, Then};
use secretary::secretary::ticket::Report;
use secretary::secretary::ticket::event::Event;

const SAID: &str = "only with a notice of three months";

fn vote(by: &str, name: &str) -> Vote {
    Vote { by: PersonId::new(by), deputy: None, name: name.to_owned(), option: None, text: SAID.to_owned(), at: at(2) }
}

/// One that was made by somebody, and one that waits for them.
fn decisions(by: &str, name: &str) -> Vec<Decision> {
    let mut made = crate::store_contract::tickets::ticket_rows::decision(Some(3));
    let verdict = Verdict {
        option: None,
        text: SAID.to_owned(),
        by: Some(PersonId::new(by)),
        name: name.to_owned(),
        platform: None,
        at: at(3),
    };
    made.state = DecisionState::Made(verdict);
    made.votes = vec![vote("ann", "Name of ann"), vote(by, name)];
    made.comments = vec![Comment { text: "and soon".to_owned(), name: name.to_owned(), at: at(3) }];
    let mut open = crate::store_contract::tickets::ticket_rows::decision(None);
    open.key = DecisionId::new("d2");
    open.asks = vec![PersonId::new(by), PersonId::new("cem")];
    open.queued = vec![PersonId::new("dan")];
    open.sure = Some(Sure { by: PersonId::new(by), name: name.to_owned(), option: 0, number: 1, at: at(3) });
    vec![made, open]
}

fn keys() -> Vec<AccountKey> {
    let key = |scope| AccountKey::of(scope, &TicketId::new("t1"), &PersonId::new("bob"), "2027-01-15");
    Scope::ALL.into_iter().map(key).collect()
}

async fn fills(tx: &mut Box<dyn Tx>) {
    for (id, platform) in [("ann", Platform::Telegram), ("bob", Platform::Discord), ("cem", Platform::Web)] {
        tx.save_person(&person(id, Role::Approver, &[account(platform, id)])).await.unwrap();
    }
    let own = Ticket { requester: PersonId::new("bob"), ..ticket(1, Stage::Working) };
    tx.save_ticket(&own, None, &Event::IdeaReceived, Some(&own.requester)).await.unwrap();
    let mut theirs = Ticket { requester: PersonId::new("cem"), ..ticket(2, Stage::Working) };
    theirs.decisions = decisions("bob", "Name of bob");
    theirs.reports = vec![Report { text: "Done.".to_owned(), at: at(4), rated: Some((true, PersonId::new("bob"))) }];
    let event = Event::DecisionMade { decision: DecisionId::new("d1"), option: None, text: Some(SAID.to_owned()) };
    tx.save_ticket(&theirs, None, &event, Some(&PersonId::new("bob"))).await.unwrap();
    let rule = |only_for: Option<&str>| Rule {
        tool: "send_letter".to_owned(),
        with: vec![("to".to_owned(), format!("somebody of {only_for:?}"))],
        then: Then::Allow,
        by: "Name of cem".to_owned(),
        only_for: only_for.map(PersonId::new),
        free: Vec::new(),
        granted: Vec::new(),
        at: DateTime::UNIX_EPOCH,
    };
    let settings = Settings {
        rules: vec![rule(None), rule(Some("bob")), rule(Some("cem"))],
        ..Settings::fresh(house(), "UTC", "en")
    };
    tx.save_settings(&settings).await.unwrap();
    let amount = Amount { tokens: 7, micros: 0 };
    let hold = Hold { id: "h".to_owned(), workspace: house(), at: at(1), amount, on: keys(), currency: None };
    tx.hold(&hold).await.unwrap();
    for key in keys() {
        tx.save_account(&house(), &key, &Account { held: amount, ..Account::default() }).await.unwrap();
    }
}

#[tokio::test]
async fn who_two_members_were_is_one_everywhere() {
    for given in every().await {
        let mut tx = given.write().await;
        fills(&mut tx).await;
        let (ann, bob) = (PersonId::new("ann"), PersonId::new("bob"));
        tx.merge_person(&bob, &ann).await.unwrap();
        let theirs = tx.ticket(&TicketId::new("t2")).await.unwrap().unwrap();
        let body = serde_json::to_string(&theirs).unwrap();
        assert!(!body.contains("bob"), "{}: {body}", given.name);
        assert_eq!(theirs.decisions[0].votes, [vote("ann", "Name of ann")], "one person, one vote");
        let turns = tx.turns(&house(), &TicketId::new("none")).await.unwrap();
        assert_eq!((turns[&ann].open, turns.contains_key(&bob)), (1, false), "{}", given.name);
        let rules = tx.settings(&house()).await.unwrap().unwrap().rules;
        assert_eq!(rules[1].only_for, Some(ann.clone()));
        // What is set aside is let go of on the account it stands on now.
        let hold = tx.let_go("h").await.unwrap().unwrap();
        assert_eq!(hold.on[1].who, "ann");
        let account = tx.account(&house(), &hold.on[1]).await.unwrap();
        assert_eq!(account.held, hold.amount, "{}", given.name);
        assert_eq!(tx.account(&house(), &keys()[1]).await.unwrap(), Account::default());
        tx.hold(&hold).await.unwrap();
        // And that one is erased.
        tx.erase_person(&ann, at(9)).await.unwrap();
        let theirs = tx.ticket(&TicketId::new("t2")).await.unwrap().unwrap();
        let body = serde_json::to_string(&theirs).unwrap();
        assert!(!body.contains("Name of") && !body.contains(SAID), "{}: {body}", given.name);
        let open = &theirs.decisions[1];
        assert_eq!((&open.asks[..], &open.queued[..]), (&[PersonId::new("cem")][..], &[PersonId::new("dan")][..]));
        assert_eq!(open.sure.as_ref().unwrap().name, "a former member", "{}", given.name);
        let turns = tx.turns(&house(), &TicketId::new("none")).await.unwrap();
        assert!(!turns.contains_key(&ann) && turns.len() == 2, "{}: {turns:?}", given.name);
        let rules = tx.settings(&house()).await.unwrap().unwrap().rules;
        let left: Vec<_> = rules.iter().map(|rule| rule.only_for.clone()).collect();
        assert_eq!(left, [None, Some(PersonId::new("cem"))], "{}", given.name);
        // A call under way is booked for all together and for nobody else.
        let hold = tx.let_go("h").await.unwrap().unwrap();
        assert_eq!(hold.on, keys()[2..], "{}", given.name);
        assert!(tx.spent_by(&house(), &ann).await.unwrap().is_empty());
        assert_eq!(tx.account(&house(), &keys()[2]).await.unwrap().held, hold.amount);
        assert_eq!(keys().iter().map(|key| key.scope(&TicketId::new("t1"))).collect::<Vec<_>>(), Scope::ALL);
    }
}
