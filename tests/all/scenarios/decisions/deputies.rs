//! Deciding for somebody who is away.

use crate::scenarios::people::erasing::forgets;
use crate::support::{Discord, Office, Role, Telegram, TimeDelta, Voice, code_in};

stories![
    somebody_decides_until_monday,
    what_goes_into_a_chat_goes_to_the_deputy_as_well,
    what_cannot_be_handed_over,
    a_deputy_of_nobody_decides_nothing,
    whoever_only_reads_along_by_now_decides_for_nobody,
    a_deputy_who_joins_two_accounts_stays_one,
    a_deputy_named_in_a_lower_role_decides_for_no_owner,
    whoever_names_somebody_who_is_away_hears_of_it,
    what_waits_for_whoever_is_away_is_shown_to_the_deputy,
    what_a_deputy_is_shown_leaves_them_when_the_time_is_over,
    whoever_is_taken_out_is_asked_no_more,
    whoever_is_away_hears_that_nobody_decides_for_them_any_more,
    a_deputy_who_may_change_plans_anyway_hears_of_no_limit,
    a_deputy_hears_that_they_decide_no_more,
    a_deputy_of_somebody_who_is_erased_hears_no_name,
];

/// Somebody is away until Friday, and names who decides for them: both hear of it.
pub(in crate::scenarios) async fn away(who: &Voice, deputy: &Voice) {
    who.says(&format!("/away {} until Friday", deputy.who.name)).await;
    who.hears(&format!("{} decides for you", deputy.who.name)).await;
    deputy.hears(&format!("{} is away", who.who.name)).await;
}

async fn somebody_decides_until_monday() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    kim.shows_up().await;
    jo.wants_offers().await;
    jo.hears("One decision for you").await;
    kim.says("/decide 1 1").await;
    kim.hears("I don't know a ticket #1.").await;
    mara.says("/away").await;
    mara.hears("Nobody decides for you.").await;
    mara.says("/away Kim until Friday").await;
    mara.hears(
        "Until Fri 27 Nov, 09:00 (Berlin) Kim decides for you, and sees what you see here. Starting or changing plans needs a \
         role of their own. You can still decide yourself.",
    )
    .await;
    kim.hears(
        "Mara is away until Fri 27 Nov, 09:00 (Berlin): you decide for them until then. Starting or changing their plans is \
         not part of it. /decisions shows what waits.",
    )
    .await;
    mara.says("/members").await;
    let all = mara.hears("Who belongs here").await;
    assert!(all.contains("Mara, owner (on Telegram); away, Kim decides for them"), "{all}");
    kim.says("/decisions").await;
    kim.hears("#1").await;
    kim.says("/decide 1 1").await;
    kim.hears_all();
    jo.reads("✔ Only monthly terms. Kim for Mara");
    jo.hears("Take offer C").await;
    // What is only lent cannot be passed on, and is no more than that.
    kim.says("/away Jo until Friday").await;
    kim.hears("Only approvers and owners may name a deputy.").await;
    kim.says("/pause").await;
    kim.hears("Only approvers and owners may pause or resume all work.").await;
    office.advance(TimeDelta::days(5)).await;
    mara.hears_all();
    jo.wants_offers().await;
    jo.hears("One decision for you").await;
    kim.says("/decide 2 1").await;
    kim.hears("I don't know a ticket #2.").await;
    mara.says("/away").await;
    mara.hears("Nobody decides for you.").await;
    assert_eq!(jo.presses("★").await, "✔ Only monthly terms");
    jo.hears("Take offer C").await;
}

async fn a_deputy_who_joins_two_accounts_stays_one() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    let other = office.member("Kim D", Discord, Role::Requester).await;
    kim.shows_up().await;
    other.shows_up().await;
    mara.says("/away Kim D until Friday").await;
    mara.hears("Kim D decides for you").await;
    other.hears("Mara is away").await;
    kim.says("/link").await;
    let code = code_in(&kim.hears("Your one-time code").await);
    other.says(&format!("/link {code}")).await;
    other.hears("Linked. I know you here as Kim").await;
    kim.hears("Your code was used: I know you in").await;
    mara.says("/members").await;
    let all = mara.hears("Who belongs here").await;
    assert!(all.contains("away, Kim decides for them"), "{all}");
}

async fn a_deputy_named_in_a_lower_role_decides_for_no_owner() {
    for role in [Role::Owner, Role::Approver] {
        let office = Office::new().await;
        let mara = office.member("Mara", Telegram, role).await;
        let dora = office.member("Dora", Discord, Role::Approver).await;
        let kim = office.member("Kim", Telegram, Role::Requester).await;
        kim.shows_up().await;
        away(&dora, &kim).await;
        mara.says("/link").await;
        let code = code_in(&mara.hears("Your one-time code").await);
        dora.says(&format!("/link {code}")).await;
        let linked = dora.hears("Linked. I know you here as Mara from now on.").await;
        mara.hears("Your code was used: I know you in").await;
        mara.says("/away").await;
        if role == Role::Owner {
            assert!(!linked.contains("decides for you"), "{linked}");
            let told = "Dora has linked two accounts and has another role now, so you decide for them no more.";
            kim.hears(told).await;
            mara.hears("Nobody decides for you.").await;
        } else {
            let still = "Kim still decides for you until Fri 27 Nov, 09:00 (Berlin); /away off ends it.";
            assert!(linked.contains(still), "{linked}");
            mara.hears("Kim decides for you until Fri 27 Nov").await;
        }
        kim.hears_nothing();
    }
}

async fn whoever_names_somebody_who_is_away_hears_of_it() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    let lee = office.member("Lee", Discord, Role::Approver).await;
    for voice in [&kim, &lee] {
        voice.shows_up().await;
    }
    mara.says("/away Lee until Friday").await;
    let answer = mara.hears("Lee decides for you").await;
    assert!(!answer.contains("away too"), "{answer}");
    lee.hears("Mara is away").await;
    away(&kim, &lee).await;
    mara.says("/away Kim until Saturday").await;
    let answer = mara.hears("Kim decides for you").await;
    let too = "Kim is away too, until Fri 27 Nov, 09:00 (Berlin). Nobody else steps in for you then";
    assert!(answer.contains(too), "{answer}");
    lee.hears("Mara named somebody else").await;
    kim.hears("Mara is away").await;
}

async fn what_goes_into_a_chat_goes_to_the_deputy_as_well() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    kim.says("/room decisions on").await;
    kim.hears("decisions: yes").await;
    kim.says("/room decisions off").await;
    kim.hears("decisions: no").await;
    jo.says("/room decisions on").await;
    jo.hears("Only approvers and owners may have that here.").await;
    mara.says("/room decisions on").await;
    mara.hears("decisions: yes").await;
    away(&mara, &kim).await;
    jo.wants_offers().await;
    let prompt = kim.hears("#1 One decision for you").await;
    assert!(prompt.contains("Jo, Kim or Mara can decide."), "{prompt}");
    mara.hears("#1 One decision for you").await;
    jo.hears("#1 One decision for you").await;
    assert_eq!(kim.presses("★").await, "✔ Only monthly terms");
    mara.reads("✔ Only monthly terms. Kim");
    jo.hears("Take offer C").await;
}

async fn what_cannot_be_handed_over() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.member("Ole", Discord, Role::Observer).await;
    for (line, answer) in [
        (
            "/away Kim",
            "Nobody here is called Kim. /members shows all. If they are new, an owner can let them in with /invite.",
        ),
        ("/away Ole", "Say who decides for you and until when, for example: /away Kim until Monday."),
        (
            "/away Kim until Monday",
            "Nobody here is called Kim. /members shows all. If they are new, an owner can let them in with /invite.",
        ),
        ("/away Mara until Monday", "Name somebody else: you can always decide yourself."),
        ("/away Ole until Monday", "Ole only reads along here."),
        ("/away Ole until whenever", "“whenever” is no time I can read."),
        ("/away Ole until 1 March 2028", "“1 March 2028” is more than three months away."),
        ("/away off", "Nobody decides for you, so there is nothing to end."),
    ] {
        mara.says(line).await;
        mara.hears(answer).await;
    }
}

async fn a_deputy_of_nobody_decides_nothing() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let ann = office.member("Ann", Telegram, Role::Approver).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    mara.wants_offers().await;
    mara.hears("One decision for you").await;
    ann.says("/away Kim until Friday").await;
    ann.hears("Kim decides for you").await;
    // Whoever is no approver any more has nothing to hand over.
    mara.says("/members Ann requester").await;
    mara.hears("Ann is a requester now.").await;
    ann.hears("You are a requester here now").await;
    kim.says("/decide 1 1").await;
    kim.hears("I don't know a ticket #1.").await;
    mara.says("/members Ann approver").await;
    mara.hears("Ann is an approver now.").await;
    ann.hears("You are an approver here now").await;
    mara.says("/members Kim remove").await;
    mara.hears("Kim no longer belongs here.").await;
    kim.hears("You no longer belong here").await;
    ann.hears("Kim no longer belongs here, so nobody decides for you now.").await;
    kim.says("/decide 1 1").await;
    kim.hears("Sorry, I work for").await;
    assert_eq!(mara.presses("★").await, "✔ Only monthly terms");
    mara.hears("Take offer C").await;
}

async fn whoever_only_reads_along_by_now_decides_for_nobody() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    mara.says("/away Kim until Friday").await;
    mara.hears("Kim decides for you").await;
    jo.wants_offers().await;
    jo.hears("One decision for you").await;
    mara.says("/members Kim observer").await;
    mara.hears("Kim only reads along here now, so nobody decides for you.").await;
    mara.hears("Kim is an observer now.").await;
    kim.says("/decide 1 1").await;
    kim.hears("I don't know a ticket #1.").await;
    assert_eq!(jo.presses("★").await, "✔ Only monthly terms");
    jo.hears("Take offer C").await;
}

async fn what_waits_for_whoever_is_away_is_shown_to_the_deputy() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    kim.shows_up().await;
    mara.wants_offers().await;
    mara.hears("One decision for you").await;
    // Open decisions are shown, too, and withdrawn when the deputyship ends.
    away(&mara, &kim).await;
    kim.hears("#1 One decision for you").await;
    mara.says("/away off").await;
    mara.hears("Welcome back").await;
    kim.hears("Mara is back").await;
    kim.reads("#1 This question is not asked here any more.");
    assert!(!kim.offers("Only monthly"), "{}", office.transcript());
    mara.says("/away Kim until Friday").await;
    mara.hears("Kim decides for you").await;
    kim.hears_all();
    kim.presses("Only monthly").await;
    kim.reads("✔ Only monthly terms. Kim for Mara");
    mara.reads("✔ Only monthly terms. Kim for Mara");
    mara.hears("Take offer C").await;
    // What comes up meanwhile goes to both.
    mara.wants_offers().await;
    mara.hears("One decision for you").await;
    kim.hears("#2 One decision for you").await;
    kim.presses("24 months").await;
    mara.hears("Take offer C").await;
    kim.hears_all();
}

async fn what_a_deputy_is_shown_leaves_them_when_the_time_is_over() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    kim.shows_up().await;
    away(&mara, &kim).await;
    mara.wants_offers().await;
    let prompt = mara.hears("One decision for you").await;
    assert!(prompt.contains("Kim"), "{prompt}");
    kim.hears("#1 One decision for you").await;
    // Longer than first said: it stays as long.
    mara.says("/away Kim until Saturday").await;
    mara.hears("Kim decides for you").await;
    kim.hears_all();
    office.advance(TimeDelta::days(2)).await;
    assert!(kim.offers("Only monthly"), "{}", office.transcript());
    kim.hears_all();
    office.advance(TimeDelta::days(4)).await;
    kim.reads("#1 This question is not asked here any more.");
    assert!(!kim.offers("Only monthly"), "{}", office.transcript());
    mara.hears_all();
    mara.presses("24 months").await;
    mara.hears("Take offer C").await;
    kim.hears_all();
}

async fn whoever_is_taken_out_is_asked_no_more() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    kim.says("/room decisions on").await;
    kim.hears("decisions: yes").await;
    mara.wants_offers().await;
    kim.hears("#1 One decision for you").await;
    mara.hears("One decision for you").await;
    mara.says("/members Kim remove").await;
    mara.hears("Kim no longer belongs here").await;
    kim.hears("You no longer belong here").await;
    assert!(!kim.offers("Only monthly"), "{}", office.transcript());
    mara.presses("24 months").await;
    mara.hears("Take offer C").await;
    kim.lacks("✔");
}

async fn whoever_is_away_hears_that_nobody_decides_for_them_any_more() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let ann = office.member("Ann", Discord, Role::Approver).await;
    let robert = office.member("Robert", Telegram, Role::Requester).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    for voice in [&ann, &robert, &kim] {
        voice.shows_up().await;
    }
    away(&ann, &robert).await;
    mara.says("/members Robert observer").await;
    mara.hears("Robert is an observer now.").await;
    robert.hears("You are an observer here now").await;
    ann.hears("Robert only reads along here now, so nobody decides for you. /away names somebody else.").await;
    // It does not begin again by itself.
    mara.says("/members Robert requester").await;
    mara.hears("Robert is a requester now.").await;
    robert.hears("You are a requester here now").await;
    ann.says("/away").await;
    ann.hears("Nobody decides for you.").await;
    away(&ann, &robert).await;
    mara.says("/members Robert remove").await;
    mara.hears("Robert no longer belongs here.").await;
    robert.hears("You no longer belong here").await;
    ann.hears("Robert no longer belongs here, so nobody decides for you now. /away names somebody else.").await;
    ann.hears_nothing();
    ann.says("/away").await;
    ann.hears("Nobody decides for you.").await;
}

async fn a_deputy_who_may_change_plans_anyway_hears_of_no_limit() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let olga = office.owner("Olga", Discord).await;
    olga.shows_up().await;
    mara.says("/away Olga until Friday").await;
    mara.hears("Olga decides for you, and sees what you see here. You can still decide yourself.").await;
    olga.hears("you decide for them until then. /decisions shows what waits.").await;
}

/// Anna is away, and has named Kim.
async fn anna_named_kim() -> (Office, Voice, Voice, Voice) {
    let (office, mara) = Office::owned_by("Mara", Discord).await;
    let anna = office.member("Anna", Discord, Role::Approver).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    for voice in [&mara, &anna, &kim] {
        voice.shows_up().await;
    }
    away(&anna, &kim).await;
    (office, mara, anna, kim)
}

async fn a_deputy_hears_that_they_decide_no_more() {
    let (office, mara, anna, kim) = anna_named_kim().await;
    let jo = office.member("Jo", Discord, Role::Requester).await;
    jo.shows_up().await;
    anna.says("/away Jo until Saturday").await;
    anna.hears("Jo decides for you").await;
    kim.hears("Anna named somebody else: you decide for them no more.").await;
    jo.hears("Anna is away").await;
    anna.presses("Undo").await;
    anna.hears("Until Fri 27 Nov, 09:00 (Berlin) Kim decides for you").await;
    jo.hears("Anna named somebody else: you decide for them no more.").await;
    kim.hears("Anna is away until Fri 27 Nov, 09:00 (Berlin)").await;
    mara.says("/members Anna remove").await;
    mara.hears("Anna no longer belongs here.").await;
    anna.hears("You no longer belong here").await;
    kim.hears("Anna is no member any more, so you decide for them no more.").await;
    kim.hears_nothing();
    jo.hears_nothing();
}

async fn a_deputy_of_somebody_who_is_erased_hears_no_name() {
    let (office, _mara, anna, kim) = anna_named_kim().await;
    forgets(&anna).await;
    office.settle().await;
    kim.hears("Somebody you decided for is no member any more, so you decide for them no more.").await;
    kim.hears_nothing();
}
