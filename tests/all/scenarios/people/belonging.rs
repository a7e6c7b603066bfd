//! Belonging: codes, links, roles, and what is nobody else's business.

use crate::support::{Discord, Office, Purposes, Role, Telegram, Web, code_in};

stories![
    the_first_owner_pairs_and_invites,
    one_person_on_two_platforms,
    two_members_who_are_one_are_joined,
    whoever_has_a_name_keeps_it_when_two_become_one,
    what_one_says_in_private_the_other_never_sees,
    an_owner_by_the_settings_is_changed_there,
    an_owner_without_a_name_is_called_you_everywhere,
    nobody_comes_back_by_an_invitation_they_made,
    a_name_like_the_secretarys_words_stands_apart,
    whoever_comes_again_is_who_they_were,
    whoever_was_taken_out_is_not_named_as_who_decides,
    whoever_only_reads_along_by_now_is_told_so,
];

pub(super) const BAD: &str = "That code is not valid (wrong, used, or older than it may be). Ask for a new one.";

async fn the_first_owner_pairs_and_invites() {
    let office = Office::new().await;
    let mara = office.stranger("Mara", Telegram);
    mara.says("hello?").await;
    mara.hears("Sorry, I work for this group's members only. An owner can add you with /invite.").await;
    mara.says("hello??").await;
    mara.hears_nothing();
    let code = office.pairing_code().await;
    mara.says(&format!("/start {}", code.to_lowercase())).await;
    mara.hears("Welcome, Mara. You are the owner here now.").await;
    mara.says("/invite approver").await;
    let invitation = mara.hears("One-time code for a new approver").await;
    let code = code_in(&invitation);
    let kim = office.stranger("Kim", Discord);
    kim.says(&format!("/start {code}")).await;
    kim.hears("Welcome, Kim. You are an approver here now.").await;
    let late = office.stranger("Jo", Discord);
    late.says(&format!("/start {code}")).await;
    late.hears(BAD).await;
    mara.says("/members").await;
    let all = mara.hears("Who belongs here").await;
    assert!(all.contains("1. Mara, owner (on Telegram)\n2. Kim, approver (on Discord)"), "{all}");
    kim.says("/invite").await;
    kim.hears("Only owners may invite people or change roles.").await;
    mara.says("/members Kim observer").await;
    mara.hears("Kim is an observer now.").await;
    kim.hears(
        "You are an observer here now: you read along; ideas and decisions are for others. An owner can change that with /members.",
    )
    .await;
    // What is so already is no news.
    mara.says("/members Kim observer").await;
    mara.hears("Kim is an observer now.").await;
    kim.hears_nothing();
    kim.says("compare three hosting offers").await;
    kim.hears("Only requesters, approvers and owners may send ideas.").await;
    mara.says("/members Mara observer").await;
    mara.hears("There must be at least one owner.").await;
    mara.says("/members Kim remove").await;
    mara.hears("Kim no longer belongs here.").await;
    kim.hears("You no longer belong here; an owner can bring you back with /invite.").await;
    kim.says("/list").await;
    kim.hears("Sorry, I work for").await;
}

async fn one_person_on_two_platforms() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let there = office.stranger("mara_dc", Discord);
    mara.wants_offers().await;
    mara.hears("Take offer C").await;
    mara.says("/link").await;
    let code = code_in(&mara.hears("Your one-time code").await);
    there.says(&format!("/link {code}")).await;
    there.hears("Linked. I know you here as Mara from now on.").await;
    mara.hears("Your code was used: I know you in").await;
    there.says("/show 1").await;
    there.hears("#1 Hosting offers").await;
    there.says(&format!("/link {code}")).await;
    there.hears(BAD).await;
}

async fn two_members_who_are_one_are_joined() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let other = office.member("Mara D", Discord, Role::Requester).await;
    other.wants_offers().await;
    other.hears("Take offer C").await;
    mara.says("/link").await;
    let code = code_in(&mara.hears("Your one-time code").await);
    other.says(&format!("/link {code}")).await;
    other.hears("Linked. I know you here as Mara").await;
    mara.hears("Your code was used: I know you in").await;
    other.says("/members").await;
    let all = other.hears("Who belongs here").await;
    assert!(all.contains("Mara, owner (on Telegram and Discord)") && !all.contains("Mara D"), "{all}");
    other.presses("👍").await;
}

async fn whoever_has_a_name_keeps_it_when_two_become_one() {
    for member in [true, false] {
        let (office, nobody) = Office::owned_by("Owner", Web).await;
        let dora = match member {
            true => office.member("Dora", Discord, Role::Approver).await,
            false => office.stranger("Dora", Discord),
        };
        nobody.says("/link").await;
        let code = code_in(&nobody.hears("Your one-time code").await);
        dora.says(&format!("/link {code}")).await;
        dora.hears("Linked. I know you here as Dora from now on.").await;
        nobody.hears("Your code was used: I know you in").await;
        nobody.says("/members").await;
        nobody.hears("Dora, owner").await;
    }
}

async fn what_one_says_in_private_the_other_never_sees() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    kim.says("a present for Jo").await;
    kim.hears("▸").await;
    kim.hears("Take offer C").await;
    for command in ["show", "clarify", "cancel", "pause", "resume", "dispatch", "reports"] {
        jo.says(&format!("/{command} 1")).await;
        let foreign = jo.hears("I don't know a ticket #1.").await;
        jo.says(&format!("/{command} 99")).await;
        let unknown = jo.hears("I don't know a ticket #99.").await;
        assert_eq!(foreign.replace("#1", "#99"), unknown);
    }
    jo.says("/decide 1 1").await;
    jo.hears("I don't know a ticket #1.").await;
    for list in ["/list all", "/reports", "/report now", "/decisions"] {
        jo.says(list).await;
        let text = jo.hears("").await;
        assert!(!text.contains("present") && !text.contains("#1"), "{list}: {text}");
    }
    // Owners see everything.
    mara.says("/show 1").await;
    mara.hears("From Kim").await;
}

async fn an_owner_by_the_settings_is_changed_there() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let kim = office.owner("Kim", Discord).await;
    office.starts_with_owner(&mara).await;
    for change in ["observer", "remove"] {
        kim.says(&format!("/members Mara {change}")).await;
        kim.hears("Mara is an owner by the setting SECRETARY_OWNERS, where I run. Take the account out there").await;
    }
    kim.says("/members Mara owner").await;
    kim.hears("Mara is an owner now.").await;
    // Somebody who is an owner by a word of ours is changed by one.
    mara.says("/members Kim observer").await;
    mara.hears("Kim is an observer now.").await;
    kim.hears("You are an observer here now").await;
}

async fn an_owner_without_a_name_is_called_you_everywhere() {
    let office = Office::new().await;
    let owner = office.stranger("Visitor", Web);
    office.starts_with_owner(&owner).await;
    owner.says("/timezone Berlin").await;
    owner.hears("Berlin").await;
    owner.says("remind me in 10 minutes to stretch").await;
    owner.hears("stretch").await;
    office.advance(chrono::TimeDelta::minutes(11)).await;
    owner.hears("Reminder: stretch").await;
    owner.presses("Done").await;
    owner.reads("✔ Done. You, ");
    owner.says("/members").await;
    owner.hears("1. You, owner").await;
    owner.says("/members You requester").await;
    owner.hears("You are an owner by the setting SECRETARY_OWNERS").await;
}

async fn nobody_comes_back_by_an_invitation_they_made() {
    for order in ["/members Kim remove", "/members Kim observer"] {
        let (office, mara) = Office::owned_by("Mara", Telegram).await;
        let kim = office.owner("Kim", Discord).await;
        kim.says("/invite owner").await;
        let code = code_in(&kim.hears("One-time code for a new owner").await);
        mara.says(order).await;
        mara.hears("Open invitations have ended as well").await;
        let again = office.stranger("Kim two", Telegram);
        again.says(&format!("/start {code}")).await;
        again.hears(BAD).await;
        mara.says("/members").await;
        let all = mara.hears("Who belongs here").await;
        assert!(!all.contains("Kim two"), "{all}");
        kim.hears_all();
    }
}

async fn a_name_like_the_secretarys_words_stands_apart() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("/invite approver").await;
    let code = code_in(&mara.hears("One-time code for a new approver").await);
    let kim = office.stranger("Owner", Discord);
    kim.says(&format!("/start {code}")).await;
    kim.hears("Welcome, “Owner”. You are an approver here now.").await;
    mara.says("/members").await;
    let all = mara.hears("Who belongs here").await;
    assert!(all.contains("2. “Owner”, approver (on Discord)"), "{all}");
    // With or without the marks.
    mara.says("/away Owner until Monday").await;
    mara.hears("“Owner” decides for you").await;
    mara.says("/away off").await;
    mara.hears_all();
    kim.hears_all();
    mara.says("/members “Owner” observer").await;
    mara.hears("“Owner” is an observer now.").await;
    kim.hears_all();
    mara.hears_all();
}

async fn whoever_comes_again_is_who_they_were() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let kim = office.stranger("Kim", Discord);
    kim.says("hello?").await;
    kim.hears("Sorry, I work for").await;
    mara.says("/invite approver").await;
    let code = code_in(&mara.hears("One-time code").await);
    kim.says(&format!("/start {code}")).await;
    kim.hears("Welcome, Kim. You are an approver here now.").await;
    kim.wants_offers().await;
    kim.hears("Take offer C").await;
    mara.says("/members Kim remove").await;
    mara.hears("Kim no longer belongs here. Their tickets are kept, and an /invite brings them back to them.").await;
    kim.hears("You no longer belong here; an owner can bring you back with /invite.").await;
    // What they were told before they belonged here was told to a stranger; once more is enough.
    kim.says("/show 1").await;
    kim.hears("Sorry, I work for").await;
    kim.says("/show 1").await;
    kim.hears_nothing();
    kim.says("/forget").await;
    kim.hears("so an owner has to do that: /members Kim erase erases everything of yours").await;
    mara.says("/invite requester").await;
    let code = code_in(&mara.hears("One-time code").await);
    kim.says(&format!("/start {code}")).await;
    kim.hears("Welcome, Kim. You are a requester here now.").await;
    kim.says("/show 1").await;
    kim.hears("#1 Hosting offers").await;
    kim.presses("👍").await;
    kim.says("/pause").await;
    kim.hears("Only approvers and owners may pause or resume all work.").await;
    kim.says("/forget").await;
    let asked = kim.hears("Erase everything of yours?").await;
    assert!(asked.contains("1 ticket, with all that was said"), "{asked}");
    mara.says("/members Kim erase").await;
    mara.hears("Kim belongs here.").await;
}

/// Who could decide is told without whoever may not any more.
async fn whoever_was_taken_out_is_not_named_as_who_decides() {
    let office = Office::deciding().await;
    let ops = office.room("Ops", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Discord).await;
    let rex = office.member("Rex", Discord, Role::Requester).await.in_group(&ops);
    let ole = office.member("Ole", Discord, Role::Observer).await.in_group(&ops);
    rex.mentions("compare three hosting offers").await;
    let (rex, ole) = (rex.in_thread(), ole.in_thread());
    rex.reads("One decision for you");
    rex.hears_all();
    let role = "An owner can change your role with /members.";
    assert_eq!(ole.presses("★").await, format!("Only Rex or an approver may decide this. {role}"));
    mara.says("/members Rex remove").await;
    mara.hears_all();
    ole.hears_all();
    assert_eq!(ole.presses("★").await, format!("Only an approver may decide this. {role}"));
    ole.mentions("/cancel 1").await;
    ole.hears("Only an approver may do that here.").await;
    mara.says("/show 1").await;
    mara.reads("waiting for an approver");
    mara.lacks("waiting for Rex");
    mara.says("/decide 1 1").await;
    mara.hears_all();
    ole.hears_all();
}

async fn whoever_only_reads_along_by_now_is_told_so() {
    let office = Office::deciding().await;
    let ops = office.room("Ops", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Discord).await;
    let rex = office.member("Rex", Telegram, Role::Requester).await.in_group(&ops);
    rex.mentions("compare three hosting offers").await;
    rex.hears_progress().await;
    rex.hears("One decision for you").await;
    mara.says("/members Rex observer").await;
    mara.hears_all();
    rex.hears_all();
    let refused = "You only read along here now, so an approver decides. An owner can change your role with /members.";
    assert_eq!(rex.presses("★").await, refused);
    rex.mentions("/cancel 1").await;
    rex.hears("You only read along here now, so an approver does that.").await;
    mara.says("/list").await;
    let list = mara.hears("#1").await;
    assert!(list.contains("waiting for an approver") && !list.contains("Rex"), "{list}");
    mara.says("/decide 1 1").await;
    mara.hears_all();
    rex.hears_all();
}
