//! Roles of a Discord server that stand for roles here, as long as the server says that somebody has them.

use crate::support::{Discord, Office, Purposes, Role, Telegram, Voice, code_in};
use secretary::secretary::inbound::{Place, ROLES_UNSEEN};
use secretary::secretary::people::workspace::ServerRole;
use secretary::secretary::policy::Quorum;

stories![
    whoever_has_the_role_decides_as_long_as_they_have_it,
    whoever_has_the_role_is_named_among_those_who_can_decide,
    whoever_sent_it_by_a_role_is_named_among_those_who_can_decide,
    whoever_is_taken_out_stays_out_whatever_a_role_lends,
    whoever_was_taken_out_stays_out_when_they_are_erased,
    a_role_is_listed_by_its_name_where_discord_tells_it,
    a_lent_role_is_nowhere_but_on_its_server,
    whose_role_could_not_be_seen_is_asked_to_send_it_again,
    whoever_was_turned_away_hears_once_where_a_later_role_counts,
    whoever_has_only_a_role_is_told_and_erases_what_is_theirs,
    whoever_has_only_a_lent_role_is_no_deputy,
    a_lent_role_has_no_vote_where_heads_are_counted,
    an_invitation_makes_no_second_person_of_whoever_has_the_role,
    what_a_role_cannot_lend,
    the_role_of_everybody_is_taken_out_again,
];

const AWAY: &str = "Sorry, I work for this group's members only. An owner can add you with /invite.";
const MODERATORS: &str = "990000000000000042";

async fn lends(office: &Office) -> (Voice, Place) {
    let ops = office.room("Ops", Discord, Purposes { intake: true, decisions: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Discord).await.in_group(&ops);
    mara.mentions(&format!("/members <@&{MODERATORS}> approver")).await;
    mara.hears("Whoever has that role is an approver here now, on this server and as long as they have it.").await;
    (mara, ops)
}

/// Somebody with an idea.
async fn wishes(office: &Office) -> Voice {
    let ole = office.member("Ole", Telegram, Role::Requester).await;
    ole.wants_offers().await;
    ole
}

async fn whoever_has_the_role_decides_as_long_as_they_have_it() {
    let office = Office::deciding().await;
    let (mara, ops) = lends(&office).await;
    let ole = wishes(&office).await;
    mara.hears("One decision for you").await;
    let kim = office.stranger("Kim", Discord).in_group(&ops);
    assert_eq!(kim.presses("★").await, AWAY);
    assert_eq!(kim.with_role("1").presses("★").await, AWAY, "another role lends nothing");
    assert_eq!(kim.with_role(MODERATORS).presses("★").await, "✔ Only monthly terms");
    mara.reads("✔ Only monthly terms. Kim");
    ole.hears("Take offer C").await;
    kim.with_role(MODERATORS).mentions("/pause").await;
    kim.hears("paused").await;
    mara.mentions("/members").await;
    let all = mara.hears("Who belongs here").await;
    assert!(all.contains("Kim, approver (on Discord, by a role there)"), "{all}");
    // The role is taken from them on the server: with their very next word they are nobody here.
    kim.mentions("/resume").await;
    kim.hears(AWAY).await;
    mara.mentions("/members").await;
    let all = mara.hears("Who belongs here").await;
    assert!(all.contains("Kim, no role now (on Discord, a role there lends them nothing any more)"), "{all}");
    assert!(all.contains("Whoever has the Discord role ending in 0042 is an approver."), "{all}");
    mara.mentions(&format!("/members <@&{MODERATORS}> remove")).await;
    mara.hears("That role lends nothing here any more.").await;
    kim.with_role(MODERATORS).mentions("/resume").await;
    kim.hears_nothing();
}

/// Also with a form that was open, and whether they had a role of their own or only what was lent.
async fn whoever_is_taken_out_stays_out_whatever_a_role_lends() {
    let office = Office::deciding().await;
    let olga = office.owner("Olga", Discord).await;
    let (mara, ops) = lends(&office).await;
    let mo = office.member("Mo", Discord, Role::Requester).await;
    let ole = wishes(&office).await;
    mara.hears("One decision for you").await;
    let there = mo.in_group(&ops).with_role(MODERATORS);
    let form = there.data("Other…");
    assert_eq!(there.presses("Other…").await, "#1 Your own answer");
    mara.mentions("/members Mo remove").await;
    mara.hears(
        "Mo no longer belongs here. Their tickets are kept, and an /invite brings them back to them. Until then they stay out, \
         whatever roles they have on a Discord server.",
    )
    .await;
    assert_eq!(there.sends_form(&form, "take the dearest one").await, AWAY);
    assert_eq!(there.presses("★").await, AWAY);
    there.mentions("/pause").await;
    there.hears(AWAY).await;
    let kim = office.stranger("Kim", Discord).in_group(&ops).with_role(MODERATORS);
    kim.mentions("/stats").await;
    kim.hears("").await;
    mara.mentions("/members Kim remove").await;
    mara.hears("Kim no longer belongs here.").await;
    assert_eq!(kim.presses("★").await, AWAY);
    mara.mentions("/members Mo approver").await;
    mara.hears("Mo no longer belongs here. /invite brings them back, in the role it names.").await;
    olga.says("/invite approver").await;
    let code = code_in(&olga.hears("One-time code").await);
    mo.says(&format!("/start {code}")).await;
    mo.hears("Welcome, Mo").await;
    assert_eq!(there.presses("★").await, "✔ Only monthly terms");
    ole.hears("Take offer C").await;
}

/// Taken out by an owner, or long ago: what is erased makes nobody of them whom a role lets in again. An invitation does.
async fn whoever_was_taken_out_stays_out_when_they_are_erased() {
    for by_an_owner in [true, false] {
        let office = Office::deciding().await;
        let olga = office.owner("Olga", Discord).await;
        let (mara, ops) = lends(&office).await;
        let mo = office.member("Mo", Discord, Role::Requester).await;
        let ole = wishes(&office).await;
        mara.hears("One decision for you").await;
        mara.mentions("/members Mo remove").await;
        mara.hears("Mo no longer belongs here.").await;
        mo.hears_all();
        if by_an_owner {
            olga.says("/members Mo erase").await;
            olga.hears("Erase everything of Mo, who has left?").await;
            olga.presses("Erase everything").await;
            olga.hears("is being erased").await;
            office.settle().await;
        } else {
            office.advance(chrono::TimeDelta::days(31)).await;
            office.erases_who_left().await;
            mara.hears_all();
            olga.hears_all();
            ole.hears_all();
        }
        let there = mo.in_group(&ops).with_role(MODERATORS);
        assert_eq!(there.presses("★").await, AWAY);
        // Whoever else has the role is let in.
        let kim = office.stranger("Kim", Discord).in_group(&ops).with_role(MODERATORS);
        kim.mentions("/stats").await;
        kim.hears("").await;
        olga.says("/invite approver").await;
        let code = code_in(&olga.hears("One-time code").await);
        mo.says(&format!("/start {code}")).await;
        mo.hears("Welcome, Mo").await;
        assert_eq!(there.presses("★").await, "✔ Only monthly terms");
        ole.hears_all();
    }
}

async fn a_role_is_listed_by_its_name_where_discord_tells_it() {
    let office = Office::new().await;
    let (mara, _) = lends(&office).await;
    mara.mentions("/members <@&990000000000000043/Night shift> observer").await;
    mara.hears("Whoever has that role is an observer here now").await;
    mara.mentions("/members").await;
    let all = mara.hears("Who belongs here").await;
    assert!(all.contains("Whoever has the Discord role “Night shift” is an observer."), "{all}");
    assert!(all.contains("Whoever has the Discord role ending in 0042 is an approver."), "{all}");
    mara.mentions("/members <@&990000000000000043/Nights> remove").await;
    mara.hears("That role lends nothing here any more.").await;
}

async fn a_lent_role_is_nowhere_but_on_its_server() {
    let office = Office::new().await;
    let (mara, ops) = lends(&office).await;
    let kim = office.stranger("Kim", Discord).with_role(MODERATORS);
    kim.in_group(&ops).mentions("/list").await;
    kim.in_group(&ops).hears("Nothing").await;
    kim.says("/list").await;
    kim.hears("A role of a server counts on that server only; an owner can add you everywhere").await;
    // A requester who is more on the server is a requester in their own chat.
    let jo = office.member("Jo", Discord, Role::Requester).await.with_role(MODERATORS);
    jo.in_group(&ops).mentions("/pause").await;
    jo.in_group(&ops).hears("paused").await;
    jo.says("/resume").await;
    jo.hears("Only approvers and owners may pause or resume all work.").await;
    jo.says("/room decisions on").await;
    jo.hears("Only approvers and owners may have that here.").await;
    jo.in_group(&ops).mentions("/away Mara until Friday").await;
    jo.in_group(&ops)
        .hears("What a role of the server lends counts on the server only, so you can't name a deputy")
        .await;
    // With a role of their own they are a member everywhere.
    mara.mentions("/members Kim requester").await;
    mara.hears("Kim is a requester now.").await;
    kim.says("/list").await;
    kim.hears("Nothing").await;
}

/// What was said while the bot was away is read afterwards, perhaps without the roles of who said it.
async fn whose_role_could_not_be_seen_is_asked_to_send_it_again() {
    let office = Office::new().await;
    let (mara, ops) = lends(&office).await;
    let kim = office.stranger("Kim", Discord).in_group(&ops);
    kim.with_role(MODERATORS).mentions("/list").await;
    kim.hears("Nothing").await;
    for _ in 0..2 {
        kim.with_role(ROLES_UNSEEN).mentions("compare three hosting offers").await;
        kim.hears("I was away when you wrote this and could not see your role. Please send it again.").await;
    }
    // Among each other, and without a role that lends anything.
    kim.with_role(ROLES_UNSEEN).says("who brings the cake?").await;
    kim.hears_nothing();
    mara.mentions("/members").await;
    assert!(mara.hears("Who belongs here").await.contains("Kim, approver (on Discord, by a role there)"));
    kim.with_role(MODERATORS).mentions("compare three hosting offers").await;
    let thread = kim.in_thread();
    thread.hears_progress().await;
    thread.hears("Take offer C").await;
    mara.mentions(&format!("/members <@&{MODERATORS}> remove")).await;
    mara.hears("That role lends nothing here any more.").await;
    let jo = office.stranger("Jo", Discord).in_group(&ops);
    jo.with_role(ROLES_UNSEEN).mentions("compare three hosting offers").await;
    jo.hears(AWAY).await;
}

async fn whoever_was_turned_away_hears_once_where_a_later_role_counts() {
    let office = Office::new().await;
    let (_, ops) = lends(&office).await;
    let kim = office.stranger("Kim", Discord);
    kim.says("hello").await;
    kim.hears(AWAY).await;
    kim.says("hello?").await;
    kim.hears_nothing();
    let there = kim.in_group(&ops).with_role(MODERATORS);
    there.mentions("/list").await;
    there.hears("Nothing").await;
    kim.says("compare three hosting offers").await;
    kim.hears("A role of a server counts on that server only; an owner can add you everywhere with /members there.")
        .await;
    kim.says("compare three hosting offers").await;
    kim.hears_nothing();
}

async fn whoever_has_only_a_lent_role_is_no_deputy() {
    let office = Office::new().await;
    let (mara, ops) = lends(&office).await;
    let kim = office.stranger("Kim", Discord).in_group(&ops).with_role(MODERATORS);
    kim.mentions("/list").await;
    kim.hears("Nothing").await;
    mara.mentions("/away Kim until Monday").await;
    mara.hears(
        "To decide for you Kim needs a role of their own; what a role on Discord lends does not count for that. An owner \
         can give them one, for example: /members Kim approver",
    )
    .await;
    mara.mentions("/members Kim approver").await;
    mara.hears("Kim is an approver now.").await;
    mara.mentions("/away Kim until Monday").await;
    mara.hears("Kim decides for you").await;
    kim.hears_all();
}

async fn a_lent_role_has_no_vote_where_heads_are_counted() {
    let office = Office::deciding().await;
    let ann = office.member("Ann", Discord, Role::Approver).await;
    let (mara, ops) = lends(&office).await;
    let ann = ann.in_group(&ops);
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    let ole = wishes(&office).await;
    mara.hears("One decision for you").await;
    let kim = office.stranger("Kim", Discord).in_group(&ops).with_role(MODERATORS);
    let answer = kim.presses("★").await;
    assert!(
        answer.starts_with("Several people must agree on this, and only members with a role of their own"),
        "{answer}"
    );
    assert!(mara.presses("★").await.starts_with("Noted"));
    assert_eq!(ann.presses("★").await, "✔ Only monthly terms");
    ole.hears("Take offer C").await;
}

async fn an_invitation_makes_no_second_person_of_whoever_has_the_role() {
    let office = Office::new().await;
    let (_, ops) = lends(&office).await;
    let olga = office.owner("Olga", Discord).await;
    let kim = office.stranger("Kim", Discord);
    kim.in_group(&ops).with_role(MODERATORS).mentions("/list").await;
    kim.in_group(&ops).hears("Nothing").await;
    olga.says("/invite owner").await;
    let code = code_in(&olga.hears("One-time code").await);
    kim.says(&format!("/start {code}")).await;
    kim.hears("Welcome, Kim").await;
    kim.says("/members").await;
    let all = kim.hears("Who belongs here").await;
    assert_eq!(all.matches(". Kim").count(), 1, "{all}");
    assert!(all.contains("Kim, owner") && !all.contains("by a role there"), "{all}");
}

async fn what_a_role_cannot_lend() {
    let office = Office::new().await;
    let ops = office.room("Ops", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Discord).await;
    let there = mara.in_group(&ops);
    there.mentions(&format!("/members <@&{MODERATORS}> owner")).await;
    there.hears("A role of a server can make approvers, requesters and observers.").await;
    there.mentions(&format!("/members <@&{MODERATORS}> boss")).await;
    there.hears("Roles are owner, approver, requester and observer.").await;
    there.mentions(&format!("/members <@&{MODERATORS}> remove")).await;
    there.hears("That role lends nothing here.").await;
    there.mentions("/members @everyone approver").await;
    there.hears("That would be everybody on the server, and I take only a role that some have.").await;
    mara.says(&format!("/members <@&{MODERATORS}> approver")).await;
    mara.hears("Say that in a channel of the Discord server the role is of.").await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    kim.says(&format!("/members <@&{MODERATORS}> approver")).await;
    kim.hears("Only owners may invite people or change roles.").await;
}

/// Older versions took it, by the number it has, which is its server's.
async fn the_role_of_everybody_is_taken_out_again() {
    let office = Office::new().await;
    let (mara, _) = lends(&office).await;
    office
        .settings(|s| {
            s.server_roles.push(ServerRole {
                id: "990000000000000007".to_owned(),
                name: String::new(),
                role: Role::Approver,
            })
        })
        .await;
    mara.mentions("/members").await;
    let all = mara.hears("Who belongs here").await;
    assert!(all.contains("ending in 0007 is an approver."), "{all}");
    mara.mentions("/members @everyone/990000000000000007 observer").await;
    mara.hears("That would be everybody on the server, and I take only a role that some have.").await;
    mara.mentions("/members @everyone/990000000000000007 remove").await;
    mara.hears("That role lends nothing here any more.").await;
    mara.mentions("/members").await;
    let all = mara.hears("Who belongs here").await;
    assert!(!all.contains("0007") && all.contains("ending in 0042 is an approver."), "{all}");
    mara.mentions("/members @everyone/990000000000000007 remove").await;
    mara.hears("That role lends nothing here.").await;
}

async fn whoever_has_the_role_is_named_among_those_who_can_decide() {
    let office = Office::deciding().await;
    let (mara, ops) = lends(&office).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    office.settings(|s| s.four_eyes = true).await;
    kim.wants_offers().await;
    mara.hears("Mara or whoever has an approver's role on Discord can decide.").await;
    kim.says("/decide 1 1").await;
    kim.hears("(four eyes). Mara or whoever has an approver's role on Discord can. An owner can change that").await;
    let jo = office.stranger("Jo", Discord).in_group(&ops).with_role(MODERATORS);
    assert_eq!(jo.presses("★").await, "✔ Only monthly terms");
    kim.hears("Take offer C").await;
}

async fn whoever_sent_it_by_a_role_is_named_among_those_who_can_decide() {
    let office = Office::deciding().await;
    let ops = office.room("Ops", Discord, Purposes { intake: true, decisions: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Discord).await.in_group(&ops);
    mara.mentions(&format!("/members <@&{MODERATORS}> requester")).await;
    mara.hears("Whoever has that role is a requester here now").await;
    let jo = office.stranger("Jo", Discord).in_group(&ops).with_role(MODERATORS);
    jo.mentions("compare three hosting offers").await;
    let jo = jo.in_thread();
    jo.reads("Jo or Mara can decide.");
    assert_eq!(jo.presses("★").await, "✔ Only monthly terms");
    jo.reads("✔ Only monthly terms. Jo");
    jo.hears_all();
}

async fn whoever_has_only_a_role_is_told_and_erases_what_is_theirs() {
    let office = Office::new().await;
    let (mara, ops) = lends(&office).await;
    let kim = office.stranger("Kim", Discord);
    let there = kim.in_group(&ops).with_role(MODERATORS);
    there.mentions("/forget").await;
    there.hears("write it to me in a direct chat").await;
    kim.says("/privacy").await;
    kim.hears("What I keep about you").await;
    kim.says("/export").await;
    kim.hears("Here is everything I keep about you").await;
    kim.says("/list").await;
    kim.hears("What I keep about you is yours here, too: /privacy, /export, /forget.").await;
    kim.says("/forget").await;
    kim.hears("Erase everything of yours?").await;
    kim.presses("Erase everything of mine").await;
    kim.hears("in a moment I won't know you any more").await;
    office.settle().await;
    mara.mentions("/members").await;
    let all = mara.hears("Who belongs here").await;
    assert!(!all.contains(". Kim, "), "{all}");
}
