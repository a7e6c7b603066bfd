//! Several workspaces in one bot: whose a message is, what one never shows of another, and belonging to both.

use crate::support::{Discord, Office, Platform, Purposes, Role, Telegram, Voice, Web, code_in, deciding, idea};

stories![
    two_workspaces_never_mix,
    what_is_pressed_or_replied_to_says_whose_it_is,
    a_code_for_another_workspace_is_one_more_membership,
    two_accounts_are_one_person_everywhere,
    out_of_one_is_not_out_of_the_other,
    a_deputy_whose_chat_is_about_another_one_is_told_the_way,
    who_leaves_is_asked_and_told_what_the_chat_is_about,
    what_cannot_be_made_or_chosen,
    nothing_is_renamed_on_a_guess_and_a_name_can_be_taken_back,
];

/// Ideas are called what they are about.
fn naming(office: &Office) {
    office.reads(|input| idea(if input.idea.contains("party") { "Summer party" } else { "Hosting offers" }).into());
}

/// Mara, who owns the first workspace and a second one, which her chat is about.
pub(super) async fn with_a_shop(office: &Office) -> Voice {
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/workspace new Shop").await;
    mara.hears("Shop · Shop is there, and you own it. This chat is about Shop now; /workspace Main switches back.")
        .await;
    mara
}

/// Somebody else in the workspace Mara's chat is about.
pub(super) async fn joins(office: &Office, mara: &Voice, name: &str, platform: Platform) -> Voice {
    mara.says("/invite approver").await;
    let code = code_in(&mara.hears("One-time code").await);
    let voice = office.stranger(name, platform);
    voice.says(&format!("/start {code}")).await;
    voice.hears(&format!("Welcome, {name}.")).await;
    voice
}

async fn two_workspaces_never_mix() {
    let office = Office::new().await;
    naming(&office);
    let mara = office.owner("Mara", Telegram).await;
    let ole = office.member("Ole", Discord, Role::Approver).await;
    mara.says("plan the summer party").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    mara.says("note that the cellar code is 4711").await;
    mara.hears("Noted").await;
    mara.says("/workspace new Shop").await;
    mara.hears("Shop is there").await;
    mara.says("compare three hosting offers").await;
    mara.hears("Shop · #1 ▸").await;
    mara.hears("Shop · #1 Hosting offers").await;
    let kim = joins(&office, &mara, "Kim", Discord).await;
    kim.says("/list all").await;
    let list = kim.hears("#1").await;
    assert!(list.contains("Hosting") && !list.contains("party"), "{list}");
    kim.says("/show 1").await;
    kim.hears("compare three hosting offers").await;
    kim.says("/members").await;
    let all = kim.hears("Who belongs here").await;
    assert!(all.contains("Mara") && all.contains("Kim") && !all.contains("Ole"), "{all}");
    ole.says("/list all").await;
    let list = ole.hears("#1").await;
    assert!(list.contains("party") && !list.contains("Hosting"), "{list}");
    ole.says("/workspace Shop").await;
    ole.hears("You belong to no workspace called “Shop”.").await;
    mara.says("/notes").await;
    let answer = mara.hears("Shop · ").await;
    assert!(!answer.contains("cellar"), "{answer}");
    mara.says("/workspace Main").await;
    mara.hears("Main · This chat is about Main now: what you write here goes there. /workspace Shop switches back.")
        .await;
    mara.says("/notes").await;
    mara.hears("cellar").await;
}

async fn what_is_pressed_or_replied_to_says_whose_it_is() {
    let office = Office::new().await;
    naming(&office);
    deciding(&office);
    let mara = office.owner("Mara", Telegram).await;
    mara.says("plan the summer party").await;
    mara.hears_progress().await;
    mara.hears("#1 One decision for you").await;
    mara.says("/workspace new Shop").await;
    mara.hears("Shop is there").await;
    mara.says("compare three hosting offers").await;
    mara.hears("Shop · #1 ▸").await;
    mara.hears("Shop · 💬 #1 One decision for you").await;
    // A word in reply to one of Shop's.
    mara.replies("May I recommend it?", "2").await;
    mara.hears("Shop · #1").await;
    mara.hears("Shop · #1").await;
    // While the chat is about Main, Shop's messages go on being Shop's.
    // And a press.
    let standing = mara.copies("#1 One decision for you");
    let first = standing.iter().find(|m| !m.text.contains("Shop")).expect("that of Main");
    assert_eq!(mara.presses_under(first, "★").await, "✔ Only monthly terms");
    mara.hears("Main · #1").await;
    mara.says("/list all").await;
    let list = mara.hears("Shop · ").await;
    assert!(!list.contains("party"), "{list}");
    mara.says("/workspace").await;
    mara.hears("Your workspaces").await;
    mara.presses("Main").await;
    mara.hears("Main · This chat is about Main now").await;
}

async fn a_code_for_another_workspace_is_one_more_membership() {
    let office = Office::new().await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    let mara = with_a_shop(&office).await;
    mara.says("/invite approver").await;
    let code = code_in(&mara.hears("One-time code for a new approver").await);
    kim.says(&format!("/start {code}")).await;
    kim.hears(
        "Shop · Welcome, Kim. You are an approver here now. Tell me what you need, or send /help.\nThis chat is about Shop now",
    )
    .await;
    kim.says("/workspace").await;
    let all = kim.hears("Your workspaces").await;
    assert!(all.contains("1. Main, requester\n2. Shop, approver — this chat is about it"), "{all}");
    kim.presses("Main").await;
    kim.hears("Main · This chat is about Main now").await;
    kim.says("/pause").await;
    kim.hears("Only approvers and owners may pause or resume all work.").await;
    kim.says("/workspace 2").await;
    kim.hears("Shop · This chat is about Shop now").await;
    kim.says("/pause").await;
    kim.hears("Shop · ").await;
    // Paused is only the one.
    kim.says("/workspace main").await;
    kim.hears("Main · ").await;
    kim.says("compare three hosting offers").await;
    kim.hears("Main · #1 ▸").await;
    kim.hears("Take offer C").await;
}

async fn two_accounts_are_one_person_everywhere() {
    let office = Office::new().await;
    let mara = with_a_shop(&office).await;
    let there = office.stranger("mara_dc", Discord);
    mara.says("/link").await;
    let code = code_in(&mara.hears("Your one-time code").await);
    there.says(&format!("/link {code}")).await;
    there.hears("Linked. I know you here as Mara from now on.").await;
    mara.hears("Your code was used: I know you in").await;
    there.says("/workspace").await;
    let all = there.hears("Your workspaces").await;
    assert!(all.contains("1. Main, owner\n2. Shop, owner — this chat is about it"), "{all}");
    // A workspace made there is theirs here, too.
    there.says("/workspace new Choir").await;
    there.hears("Choir is there").await;
    mara.says("/workspace choir").await;
    mara.hears("Choir · This chat is about Choir now").await;
    // Nobody gets into a workspace by a code of their own that somebody with more rights types.
    let eve = office.member("Eve", Telegram, Role::Requester).await;
    eve.says("/link").await;
    let code = code_in(&eve.hears("Your one-time code").await);
    there.says(&format!("/link {code}")).await;
    there.hears("That would give the other account your rights.").await;
    // Nor where they have as many rights somewhere else.
    mara.says("/workspace Shop").await;
    mara.hears("Shop").await;
    mara.says("/invite owner").await;
    let code = code_in(&mara.hears("One-time code").await);
    let ole = office.stranger("Ole", Telegram);
    ole.says(&format!("/start {code}")).await;
    ole.hears("Welcome, Ole").await;
    ole.says("/link").await;
    let code = code_in(&ole.hears("Your one-time code").await);
    mara.says(&format!("/link {code}")).await;
    mara.hears("That would give the other account your rights.").await;
    ole.says("/workspace").await;
    ole.hears("You belong to one workspace, Shop, as an owner.").await;
}

async fn out_of_one_is_not_out_of_the_other() {
    let office = Office::deciding().await;
    let mara = with_a_shop(&office).await;
    let kim = joins(&office, &mara, "Kim", Discord).await;
    let room = office.room("Ops", Discord, Purposes::default()).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Shop · #1 ▸").await;
    mara.hears("One decision for you").await;
    mara.says("/workspace Main").await;
    mara.hears("Main").await;
    mara.says("/invite approver").await;
    let code = code_in(&mara.hears("One-time code").await);
    kim.says(&format!("/start {code}")).await;
    kim.hears("Welcome, Kim").await;
    mara.says("/workspace Shop").await;
    mara.hears("Shop").await;
    mara.says("/members Kim remove").await;
    mara.hears("Kim no longer belongs to Shop.").await;
    kim.hears("You no longer belong to Shop; an owner can bring you back with /invite. This chat is about Main now.")
        .await;
    kim.says("/decide 1 1").await;
    kim.hears("I don't know a ticket #1.").await;
    kim.says("/workspace Shop").await;
    kim.hears("You belong to no workspace called “Shop”.").await;
    kim.says("/workspace").await;
    kim.hears("You belong to one workspace, Main, as an approver.").await;
    kim.in_group(&room).hears_nothing();
    assert_eq!(mara.presses("★").await, "✔ Only monthly terms");
    mara.hears("Shop · ").await;
}

async fn a_deputy_whose_chat_is_about_another_one_is_told_the_way() {
    let office = Office::new().await;
    let mara = with_a_shop(&office).await;
    let olga = office.owner("Olga", Discord).await;
    olga.says("/away Mara until Friday").await;
    olga.hears("Mara decides for you").await;
    let told = mara.hears("Olga is away until").await;
    assert!(told.ends_with("/workspace Main, then /decisions, shows what waits."), "{told}");
}

async fn who_leaves_is_asked_and_told_what_the_chat_is_about() {
    let office = Office::new().await;
    let mara = with_a_shop(&office).await;
    let kim = joins(&office, &mara, "Kim", Discord).await;
    mara.says("/members me remove").await;
    mara.hears("There must be at least one owner.").await;
    mara.says("/members Kim owner").await;
    mara.hears("Kim is an owner now.").await;
    kim.hears("You are an owner in Shop now: you decide, invite people, and say how I work.").await;
    mara.says("/members me remove").await;
    mara.hears("Do you want to leave Shop?").await;
    mara.presses("Stay").await;
    mara.says("/members me remove").await;
    mara.hears("Do you want to leave Shop?").await;
    mara.presses("Leave Shop").await;
    mara.hears("You no longer belong to Shop; an owner can bring you back with /invite. This chat is about Main now.")
        .await;
    mara.says("/workspace").await;
    mara.hears("You belong to one workspace, Main, as an owner.").await;
    kim.says("/members").await;
    let all = kim.hears("Who belongs here").await;
    assert!(!all.contains("Mara"), "{all}");
}

async fn what_cannot_be_made_or_chosen() {
    let office = Office::new().await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    kim.says("/workspace new Shop").await;
    kim.hears(
        "Only owners of the first workspace can make another one. Ask one of them to make you an owner there: /members Kim owner.",
    )
    .await;
    kim.says("/workspace").await;
    kim.hears("You belong to one workspace, Main, as an approver.").await;
    kim.says("/workspace name Mine").await;
    kim.hears("Only owners may change settings.").await;
    let mara = office.owner("Mara", Web).await;
    for line in ["/workspace new", "/workspace new 12", "/workspace name"] {
        mara.says(line).await;
        mara.hears("A workspace needs a name with a letter in it").await;
    }
    mara.says("/workspace name Household").await;
    mara.hears("This workspace is called Household now.").await;
    mara.says("/workspace new household").await;
    mara.hears("You have a workspace called household already.").await;
    mara.says("/workspace new Shop").await;
    mara.hears("Shop · Shop is there").await;
    mara.says("/workspace Shop").await;
    mara.hears("Shop · This chat is about Shop already.").await;
    mara.says("/workspace 3").await;
    mara.hears("You belong to no workspace called “3”.").await;
    mara.says("/workspace name Corner shop").await;
    mara.hears("Corner shop · This workspace is called Corner shop now.").await;
    mara.says("/workspace new Choir").await;
    mara.hears("Choir · ").await;
    mara.says("/workspace").await;
    let all = mara.hears("Your workspaces").await;
    assert!(
        all.contains("1. Household, owner\n2. Choir, owner — this chat is about it\n3. Corner shop, owner"),
        "{all}"
    );
}

async fn nothing_is_renamed_on_a_guess_and_a_name_can_be_taken_back() {
    let office = Office::new().await;
    let mara = with_a_shop(&office).await;
    let which = "Nothing is renamed yet: Main is another workspace of yours, and this chat is about Shop.";
    mara.says("/workspace rename Main House").await;
    let asked = mara.hears(which).await;
    assert!(asked.ends_with("[Go to Main]\n[Call Shop “Main House”]"), "{asked}");
    mara.presses("Call Shop").await;
    mara.hears("This workspace is called Main House now.").await;
    mara.says("undo").await;
    mara.hears("Shop · This workspace is called Shop now.").await;
    // A longer name of its own is plainly meant for this one.
    mara.says("/workspace name Shop two").await;
    mara.hears("Shop two · This workspace is called Shop two now.\n[Undo]").await;
    mara.presses("Undo").await;
    mara.hears("Shop · This workspace is called Shop now.").await;
    mara.says("/workspace rename Main House").await;
    mara.hears(which).await;
    mara.presses("Go to Main").await;
    mara.hears("Main · This chat is about Main now").await;
    mara.says("/workspace name House").await;
    mara.hears("House · This workspace is called House now.").await;
    mara.says("/help /workspace").await;
    mara.hears("name NAME renames this one").await;
}
