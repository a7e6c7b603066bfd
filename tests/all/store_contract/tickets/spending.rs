//! What was spent, and what is set aside.

use crate::store_contract::*;
use secretary::secretary::budget::cost::Currency;
use secretary::secretary::budget::{Account, AccountKey, Amount, Hold};

fn key(period: &str, who: &str) -> AccountKey {
    AccountKey { period: period.to_owned(), who: who.to_owned() }
}

fn amount(tokens: u64) -> Amount {
    Amount { tokens, micros: tokens * 3 }
}

#[tokio::test]
async fn accounts_are_kept_apart_and_read_as_they_were_written() {
    for given in every().await {
        let odd = given.column(ODD);
        let spent = Account {
            spent: amount(1),
            held: amount(2),
            unpriced: 3,
            extra: amount(4),
            warned: true,
            currency: Currency::of("CHF"),
        };
        let mut tx = given.write().await;
        assert_eq!(tx.account(&house(), &key("d", "")).await.unwrap(), Account::default());
        for who in ["", "kim", odd.as_str()] {
            tx.save_account(&house(), &key("d", who), &Account::default()).await.unwrap();
            tx.save_account(&house(), &key("d", who), &spent).await.unwrap();
        }
        tx.save_account(&house(), &key("e", ""), &Account { warned: false, ..spent }).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = given.store.read().await.unwrap();
        let all = tx.accounts(&house(), "d").await.unwrap();
        let named: Vec<&str> = all.iter().map(|(who, _)| who.as_str()).collect();
        assert_eq!(named, ["", "kim", odd.as_str()], "{}", given.name);
        assert!(all.iter().all(|(_, account)| *account == spent));
        assert!(!tx.account(&house(), &key("e", "")).await.unwrap().warned);
        let extended = tx.extended(&house()).await.unwrap();
        assert_eq!(extended.len(), 4, "{}: {extended:?}", given.name);
        assert!(extended.contains(&key("d", "kim")) && extended.contains(&key("e", "")));
        let other = WorkspaceId::new("other");
        assert!(tx.extended(&other).await.unwrap().is_empty(), "{}", given.name);
        assert!(tx.accounts(&other, "d").await.unwrap().is_empty(), "{}", given.name);
        assert_eq!(tx.account(&other, &key("d", "")).await.unwrap(), Account::default());
    }
}

#[tokio::test]
async fn what_is_set_aside_is_taken_away_once() {
    for given in every().await {
        let hold = |id: &str, seconds| Hold {
            id: id.to_owned(),
            workspace: house(),
            at: at(seconds),
            amount: amount(7),
            on: vec![key("d", ODD)],
            currency: Currency::of("EUR"),
        };
        let mut tx = given.write().await;
        tx.hold(&hold("b", 2)).await.unwrap();
        tx.hold(&hold("a", 1)).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = given.write().await;
        assert_eq!(tx.left_held(at(2)).await.unwrap(), [hold("a", 1)], "{}", given.name);
        assert_eq!(tx.left_held(at(3)).await.unwrap(), [hold("a", 1), hold("b", 2)]);
        assert_eq!(tx.let_go("b").await.unwrap(), Some(hold("b", 2)));
        assert_eq!(tx.let_go("b").await.unwrap(), None);
        assert_eq!(tx.left_held(at(3)).await.unwrap(), [hold("a", 1)], "{}", given.name);
    }
}
