//! Codes and links: who may use them, how often, how long, and what a wrong one does.

use crate::scenarios::people::belonging::BAD;
use crate::support::{Discord, Office, Role, Telegram, TimeDelta, Voice, code_in};
use secretary::engine::FirstCode;

stories![
    a_link_code_joins_nobody_by_an_address,
    five_wrong_codes_shut_out_whoever_typed_them_and_nobody_else,
    a_crowd_of_strangers_does_not_end_an_invitation,
    an_owner_whose_code_was_misused_hears_what_helps_an_owner,
    an_invitation_is_taken_back,
    whoever_guesses_cannot_end_the_next_code,
    a_code_is_over_after_ten_minutes,
    a_code_that_changes_nothing_stays_good,
];

/// Somebody may send an address that says `/start CODE` to somebody else.
async fn a_link_code_joins_nobody_by_an_address() {
    let office = Office::new().await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    let jo = office.member("Jo", Discord, Role::Requester).await;
    kim.says("/link").await;
    let code = code_in(&kim.hears("Your one-time code").await);
    jo.says(&format!("/start {code}")).await;
    jo.hears("That code joins this account with another one").await;
    jo.says(&format!("/link {code}")).await;
    jo.hears("Linked. I know you here as Kim from now on.").await;
    kim.hears(
        "Your code was used: I know you in Discord as well from now on, by the account of Jo there. If that was not you, tell an \
         owner at once: /members takes you out, and a fresh invitation lets you in again.",
    )
    .await;
}

/// Somebody who is called so on Discord uses a code of this one.
async fn uses_a_code(office: &Office, maker: &Voice, name: &str) {
    maker.says("/link").await;
    let code = code_in(&maker.hears("Your one-time code").await);
    let eve = office.stranger(name, Discord);
    eve.says(&format!("/link {code}")).await;
    eve.hears("Linked.").await;
}

/// What somebody else did with a code is undone by what works for whoever made it.
async fn an_owner_whose_code_was_misused_hears_what_helps_an_owner() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.starts_with_owner(&mara).await;
    let lee = office.owner("Lee", Telegram).await;
    uses_a_code(&office, &lee, "eve_dc").await;
    let told = lee.hears("by the account of eve_dc there. If that was not you, tell another owner at once").await;
    assert!(told.ends_with("/members takes you out, and /invite owner lets you in again."), "{told}");
    uses_a_code(&office, &mara, "eve_two").await;
    let told = mara.hears("by the account of eve_two there. If that was not you, no chat can undo it").await;
    assert!(told.contains("take your account out of SECRETARY_OWNERS, where I run, and start me again."), "{told}");
    mara.says("/workspace new Shop").await;
    mara.hears("Shop is there").await;
    uses_a_code(&office, &mara, "eve_three").await;
    mara.hears("let somebody you trust become an owner at once, with /invite owner").await;
}

async fn five_wrong_codes_shut_out_whoever_typed_them_and_nobody_else() {
    let office = Office::new().await;
    let code = office.pairing_code().await;
    let eve = office.stranger("Eve", Telegram);
    for _ in 0..4 {
        eve.says("/start AAAA-BBBB").await;
        eve.hears(BAD).await;
    }
    eve.says("/start AAAA-BBBB").await;
    eve.hears("I look at no code from you for ten minutes").await;
    // Not even the right one, as long as the ten minutes last.
    eve.says(&format!("/start {code}")).await;
    eve.hears_nothing();
    let mara = office.stranger("Mara", Telegram);
    mara.says(&format!("/start {code}")).await;
    mara.hears("Welcome, Mara. You are the owner here now.").await;
    eve.says("/start AAAA-BBBB").await;
    eve.hears_nothing();
}

async fn a_crowd_of_strangers_does_not_end_an_invitation() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("/invite approver").await;
    let code = code_in(&mara.hears("One-time code for a new approver").await);
    for n in 0..8 {
        let eve = office.stranger(&format!("Eve {n}"), Discord);
        for _ in 0..5 {
            eve.says("/start AAAA-BBBB").await;
            eve.hears("That code is not valid").await;
        }
    }
    let kim = office.stranger("Kim", Discord);
    kim.says(&format!("/start {code}")).await;
    kim.hears("Welcome, Kim. You are an approver here now.").await;
}

async fn an_invitation_is_taken_back() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("/invite off").await;
    mara.hears("No invitation is open. /invite makes one.").await;
    mara.says("/invite approver").await;
    let invited = mara.hears("One-time code for a new approver").await;
    assert!(invited.contains("/invite off takes back every invitation nobody has used yet"), "{invited}");
    mara.says("/link").await;
    mara.hears("Your one-time code").await;
    mara.says("/invite off").await;
    mara.hears("Taken back: the code of the open invitation works no more.").await;
    let kim = office.stranger("Kim", Discord);
    kim.says(&format!("/start {}", code_in(&invited))).await;
    kim.hears("That code is not valid").await;
    mara.says("/invite requester").await;
    let code = code_in(&mara.hears("One-time code for a new requester").await);
    kim.says(&format!("/start {code}")).await;
    kim.hears("Welcome, Kim.").await;
    kim.says("/invite off").await;
    kim.hears("Only owners may").await;
}

async fn whoever_guesses_cannot_end_the_next_code() {
    let office = Office::new().await;
    office.pairing_code().await;
    let eve = office.stranger("Eve", Telegram);
    for _ in 0..5 {
        eve.says("/start AAAA-BBBB").await;
        eve.hears("That code is not valid").await;
    }
    let fresh = office.pairing_code().await;
    for n in 0..20 {
        eve.says(&format!("/start CCCC-22{}{}", n % 8 + 2, n % 7 + 2)).await;
    }
    eve.says(&format!("/start {fresh}")).await;
    eve.hears_nothing();
    let mara = office.stranger("Mara", Telegram);
    mara.says(&format!("/start {fresh}")).await;
    mara.hears("You are the owner here now").await;
    office.advance(TimeDelta::minutes(11)).await;
    let invited = office.pairing_code().await;
    eve.says(&format!("/start {invited}")).await;
    eve.hears("You are the owner here now").await;
}

async fn a_code_is_over_after_ten_minutes() {
    let office = Office::new().await;
    let code = office.pairing_code().await;
    assert_eq!(office.first_code(true).await, FirstCode::Elsewhere, "a second process leaves it as it is");
    office.advance(TimeDelta::minutes(11)).await;
    let mara = office.stranger("Mara", Telegram);
    mara.says(&format!("/start {code}")).await;
    mara.hears(BAD).await;
}

async fn a_code_that_changes_nothing_stays_good() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    mara.says("/invite approver").await;
    let invitation = code_in(&mara.hears("One-time code for a new approver").await);
    for member in [&mara, &kim] {
        member.says(&format!("/start {invitation}")).await;
        member.hears("You belong here already, as").await;
    }
    let jo = office.stranger("Jo", Discord);
    jo.says(&format!("/start {invitation}")).await;
    jo.hears("Welcome, Jo. You are an approver here now.").await;
    let late = office.stranger("Late", Discord);
    late.says(&format!("/start {invitation}")).await;
    late.hears(BAD).await;
    // The other way round it would raise Kim: refused, and the code still joins an account that is nobody's.
    kim.says("/link").await;
    let link = code_in(&kim.hears("Your one-time code").await);
    mara.says(&format!("/link {link}")).await;
    mara.hears("That would give the other account your rights.").await;
    kim.says(&format!("/link {link}")).await;
    kim.hears("You belong here already, as a requester.").await;
    let other = office.stranger("kim_tg", Telegram);
    other.says(&format!("/link {link}")).await;
    other.hears("Linked. I know you here as Kim from now on.").await;
    kim.hears("Your code was used: I know you in").await;
    let pairing = office.pairing_code().await;
    mara.says(&format!("/start {pairing}")).await;
    mara.hears("You belong here already, as an owner.").await;
    kim.says(&format!("/start {pairing}")).await;
    kim.hears("You are the owner here now").await;
    kim.says(&format!("/start {pairing}")).await;
    kim.hears(BAD).await;
}
