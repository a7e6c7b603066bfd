//! Groups and workspaces: which one a group belongs to, and where things go on when it is given to another.

use crate::scenarios::people::workspaces::{joins, with_a_shop};
use crate::support::{Content, Discord, Office, Purposes, Role, Telegram, code_in, idea};

stories![
    a_group_belongs_to_the_workspace_of_who_let_it_in,
    of_linked_accounts_the_chat_on_the_group_s_platform_counts,
    a_group_moves_only_between_owners,
    what_goes_on_elsewhere_says_so_where_it_began,
    a_card_goes_on_in_the_direct_chat,
    what_was_over_is_done_again_in_the_direct_chat,
];

async fn a_group_belongs_to_the_workspace_of_who_let_it_in() {
    let office = Office::new().await;
    let ole = office.member("Ole", Telegram, Role::Owner).await;
    let mara = with_a_shop(&office).await;
    let group = office.group("Shop floor", Telegram);
    // Somebody of Main speaks there first: that makes it nobody's.
    ole.in_group(&group).mentions("hello there").await;
    ole.in_group(&group).hears_all();
    let there = mara.in_group(&group);
    there.mentions("/room intake on").await;
    there.hears("ideas: yes").await;
    there.mentions("/workspace").await;
    there.hears("It belongs to the workspace Shop.").await;
    there.mentions("compare three hosting offers").await;
    there.hears_progress().await;
    there.hears("Take offer C").await;
    // Whoever belongs to Main alone is a stranger here, an owner or not.
    ole.in_group(&group).mentions("/list").await;
    ole.in_group(&group).hears("Sorry, I work for this group's members only.").await;
    ole.says("/list all").await;
    ole.hears("Nothing").await;
}

async fn of_linked_accounts_the_chat_on_the_group_s_platform_counts() {
    let office = Office::new().await;
    let mara = with_a_shop(&office).await;
    let other = office.stranger("mara_dc", Discord);
    mara.says("/link").await;
    let code = code_in(&mara.hears("Your one-time code").await);
    other.says(&format!("/link {code}")).await;
    other.hears("Linked. I know you here as Mara").await;
    mara.hears("Your code was used").await;
    other.says("/workspace Main").await;
    other.hears("Main · This chat is about Main now").await;
    // On Telegram the chat is about Shop, on Discord about Main.
    let floor = mara.in_group(&office.group("Shop floor", Telegram));
    floor.mentions("/room intake on").await;
    let said = floor.hears("ideas: yes").await;
    assert!(said.contains("This group belongs to Shop."), "{said}");
    let hall = other.in_group(&office.group("Hall", Discord));
    hall.mentions("/room intake on").await;
    let said = hall.hears("ideas: yes").await;
    assert!(said.contains("This group belongs to Main."), "{said}");
    hall.mentions("/room").await;
    let said = hall.hears("This chat is for:").await;
    assert!(said.contains("This group belongs to Main."), "{said}");
}

async fn a_group_moves_only_between_owners() {
    let office = Office::deciding().await;
    let mara = with_a_shop(&office).await;
    let kim = joins(&office, &mara, "Kim", Telegram).await;
    let group = office.room("Ops", Telegram, Purposes { intake: true, decisions: true, ..Purposes::default() }).await;
    let there = mara.in_group(&group);
    there.mentions("compare three hosting offers").await;
    there.hears("#1").await;
    there.hears_progress().await;
    there.hears("One decision for you").await;
    let ole = office.member("Ole", Telegram, Role::Approver).await.in_group(&group);
    ole.mentions("/workspace Shop").await;
    ole.hears("You belong to no workspace called “Shop”.").await;
    there.mentions("/workspace Shop").await;
    there.hears("This group belongs to Shop now, for ideas.").await;
    ole.mentions("/list").await;
    ole.hears("Sorry, I work for").await;
    there.mentions("/list all").await;
    there.hears("Nothing").await;
    // That the group can be reached is no news for Main, which left it.
    there.happens(Content::Reachable { yes: true }).await;
    // What it asked before is Main's, goes on in the chat of who sent it, and nobody decides it here.
    mara.hears("#1 One decision for you").await;
    assert!(!kim.in_group(&group).offers("★"), "{}", office.transcript());
    for voice in [&ole, &there] {
        voice.replies("This question is not asked here any more.", "2").await;
    }
    there.hears("This group is about Shop now; what was asked here before goes on in direct chats.").await;
    assert_eq!(mara.presses("★").await, "✔ Only monthly terms");
    mara.hears_all();
    mara.reads("Take offer C");
    there.hears_nothing();
    assert!(!there.offers("👍"), "Main's report is none of Shop's:\n{}", office.transcript());
    mara.presses("👍").await;
}

async fn what_goes_on_elsewhere_says_so_where_it_began() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Discord).await;
    mara.says("/workspace new Shop").await;
    mara.hears("Shop is there, and you own it.").await;
    let group = office.room("Ops", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let there = mara.in_group(&group);
    there.mentions("compare three hosting offers").await;
    let thread = there.in_thread();
    thread.hears("▸").await;
    thread.hears("One decision").await;
    there.mentions("/workspace Shop").await;
    there.hears("This group belongs to Shop now, for ideas.").await;
    mara.hears("#1 One decision for you").await;
    thread.reads("#1 This question is not asked here any more.");
    thread.reads("#1 goes on elsewhere.");
    thread.lacks("waiting for a decision (asked here)");
    assert_eq!(mara.presses("★").await, "✔ Only monthly terms");
    mara.hears_all();
    mara.reads("Take offer C");
    thread.hears_nothing();
}

async fn a_card_goes_on_in_the_direct_chat() {
    let office = Office::new().await;
    office.reads(|_| idea("Hosting offers").risk(0.9).into());
    let mara = with_a_shop(&office).await;
    let group = office.room("Ops", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let there = mara.in_group(&group);
    there.mentions("compare three hosting offers").await;
    there.hears("Here is what I'll do").await;
    there.mentions("/workspace Shop").await;
    there.hears("This group belongs to Shop now, for ideas.").await;
    assert!(!there.offers("Start"), "{}", office.transcript());
    there.reads("#1 goes on elsewhere.");
    mara.hears("Here is what I'll do").await;
    mara.presses("Start").await;
    mara.hears_all();
    mara.reads("Take offer C");
    there.hears_nothing();
}

/// It was over before its group was given to another workspace.
async fn what_was_over_is_done_again_in_the_direct_chat() {
    let office = Office::new().await;
    let mara = with_a_shop(&office).await;
    let group = office.room("Ops", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let there = mara.in_group(&group);
    there.mentions("compare three hosting offers").await;
    there.hears("#1").await;
    there.hears_progress().await;
    there.hears("Take offer C").await;
    there.mentions("/workspace Shop").await;
    there.hears("This group belongs to Shop now, for ideas.").await;
    mara.says("/workspace Main").await;
    mara.hears("Main · This chat is about Main now").await;
    mara.lacks("Take offer C");
    mara.says("/reports 1").await;
    mara.hears("Take offer C").await;
    mara.fills("Revise", "shorter, please").await;
    mara.hears_all();
    mara.reads("Take offer C");
    there.hears_nothing();
    assert!(!there.offers("👍"), "Main's report is none of Shop's:\n{}", office.transcript());
    // It stays there.
    mara.replies("Take offer C", "as a table, please").await;
    mara.hears("#1 Understood").await;
    mara.hears_all();
    there.hears_nothing();
}
