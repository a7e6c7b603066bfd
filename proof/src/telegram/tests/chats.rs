//! Topics, commands, who can be written to, privacy mode.

use serde_json::{Value, json};

use super::*;

#[tokio::test]
async fn topics() {
    let tg = open().await;
    let forum = tg.forum(-100_500, "F", true);
    let thread = tg.topic(forum, ANN, "Plans");
    accepted(
        &send(
            &tg,
            json!({"chat_id": forum, "text": "x", "message_thread_id": thread}),
        )
        .await,
    );
    assert_eq!(tg.messages(forum)[0].thread, Some(thread));
    for wrong in [1, 4242] {
        let answer = send(
            &tg,
            json!({"chat_id": forum, "text": "x", "message_thread_id": wrong}),
        )
        .await;
        refused(&answer, 400, "Bad Request: message thread not found");
    }
    let made = call(
        &tg,
        "createForumTopic",
        json!({"chat_id": forum, "name": "T"}),
    )
    .await;
    accepted(&made);
    refused(
        &call(
            &tg,
            "createForumTopic",
            json!({"chat_id": forum, "name": "x".repeat(129)}),
        )
        .await,
        400,
        "TOPIC_TITLE",
    );
    refused(
        &call(
            &tg,
            "createForumTopic",
            json!({"chat_id": ANN, "name": "T"}),
        )
        .await,
        400,
        "not a forum",
    );
    tg.private_topics(true);
    accepted(
        &call(
            &tg,
            "createForumTopic",
            json!({"chat_id": ANN, "name": "T"}),
        )
        .await,
    );
    tg.delete_topic(forum, thread);
    let answer = send(
        &tg,
        json!({"chat_id": forum, "text": "x", "message_thread_id": thread}),
    )
    .await;
    refused(&answer, 400, "message thread not found");
}

#[tokio::test]
async fn commands() {
    let tg = open().await;
    let set = async |name: &str, description: &str, count: usize| {
        let list = vec![json!({"command": name, "description": description}); count];
        call(&tg, "setMyCommands", json!({"commands": list})).await
    };
    accepted(&set("a_1", "x", 100).await);
    refused(&set("a", "x", 101).await, 400, "BOT_COMMANDS_TOO_MUCH");
    for name in ["", "Abc", "a-b", &"a".repeat(33)] {
        refused(&set(name, "x", 1).await, 400, "BOT_COMMAND_INVALID");
    }
    refused(&set("a", "", 1).await, 400, "DESCRIPTION_INVALID");
    refused(
        &set("a", &"x".repeat(257), 1).await,
        400,
        "DESCRIPTION_INVALID",
    );
}

#[tokio::test]
async fn scopes_descriptions_and_actions() {
    let tg = open().await;
    let scoped = |scope: Value, language: &str| json!({"commands": [{"command": "b", "description": "x"}], "scope": scope, "language_code": language});
    let private = json!({"type": "all_private_chats"});
    accepted(&call(&tg, "setMyCommands", scoped(private.clone(), "de")).await);
    refused(
        &call(&tg, "setMyCommands", scoped(private.clone(), "deu")).await,
        400,
        "language code",
    );
    refused(
        &call(&tg, "setMyCommands", scoped(json!({"type": "moon"}), "")).await,
        400,
        "BotCommandScope",
    );
    assert_eq!(tg.commands(&private, "de").unwrap()[0]["command"], "b");
    let got = call(
        &tg,
        "getMyCommands",
        json!({"scope": private, "language_code": "de"}),
    )
    .await;
    assert_eq!(got["result"][0]["command"], "b");
    accepted(
        &call(
            &tg,
            "setMyDescription",
            json!({"description": "x".repeat(512)}),
        )
        .await,
    );
    refused(
        &call(
            &tg,
            "setMyDescription",
            json!({"description": "x".repeat(513)}),
        )
        .await,
        400,
        "too long",
    );
    accepted(
        &call(
            &tg,
            "sendChatAction",
            json!({"chat_id": ANN, "action": "typing"}),
        )
        .await,
    );
    refused(
        &call(
            &tg,
            "sendChatAction",
            json!({"chat_id": ANN, "action": "sing"}),
        )
        .await,
        400,
        "wrong parameter",
    );
    assert_eq!(tg.actions(ANN), ["typing"]);
    accepted(&call(&tg, "getChat", json!({"chat_id": ANN})).await);
    let draft = |id: i64| json!({"chat_id": ANN, "draft_id": id, "text": "…"});
    accepted(&call(&tg, "sendMessageDraft", draft(1)).await);
    refused(
        &call(&tg, "sendMessageDraft", draft(0)).await,
        400,
        "non-zero",
    );
}

#[tokio::test]
async fn who_can_be_written_to() {
    let tg = FakeTelegram::start().await;
    tg.user(ANN, "Ann");
    refused(
        &send(&tg, json!({"text": "x"})).await,
        403,
        "bot can't initiate conversation with a user",
    );
    refused(
        &send(&tg, json!({"chat_id": 8, "text": "x"})).await,
        400,
        "chat not found",
    );
    tg.say(ANN, ANN, "/start");
    accepted(&send(&tg, json!({"text": "x"})).await);
    tg.block(ANN);
    refused(
        &send(&tg, json!({"text": "x"})).await,
        403,
        "Forbidden: bot was blocked by the user",
    );
    tg.unblock(ANN);
    accepted(&send(&tg, json!({"text": "x"})).await);
    let kinds = poll(&tg, json!({})).await;
    assert_eq!(
        kinds[1]["my_chat_member"]["new_chat_member"]["status"],
        "kicked"
    );
    assert_eq!(
        kinds[2]["my_chat_member"]["new_chat_member"]["status"],
        "member"
    );
    tg.deactivate(ANN);
    refused(
        &send(&tg, json!({"text": "x"})).await,
        403,
        "user is deactivated",
    );

    let group = tg.group(-5, "G", true);
    let new = tg.migrate(group, ANN);
    let moved = send(&tg, json!({"chat_id": group, "text": "x"})).await;
    refused(&moved, 400, "upgraded to a supergroup");
    assert_eq!(moved["parameters"]["migrate_to_chat_id"], new);
    accepted(&send(&tg, json!({"chat_id": new, "text": "x"})).await);
    let pending = tg.pending_updates();
    assert!(
        pending
            .iter()
            .any(|u| u["message"]["migrate_to_chat_id"] == new)
    );
    assert!(
        pending
            .iter()
            .any(|u| u["message"]["migrate_from_chat_id"] == group)
    );
    tg.kick_bot(new, ANN);
    refused(
        &send(&tg, json!({"chat_id": new, "text": "x"})).await,
        403,
        "bot was kicked from the supergroup chat",
    );
}

#[tokio::test]
async fn privacy_mode_and_anonymous_admins() {
    let tg = open().await;
    let group = tg.supergroup(-1_007, "G", true);
    let heard = || {
        tg.pending_updates()
            .iter()
            .filter(|u| u["message"].is_object())
            .count()
    };
    tg.say(group, ANN, "chatter");
    tg.say(group, ANN, "@fake_secretary_bot look");
    tg.say(group, ANN, "/idea");
    tg.say(group, ANN, "/idea@another_bot x");
    assert_eq!(heard(), 0);
    tg.say(group, ANN, "/idea@fake_secretary_bot x");
    assert_eq!(heard(), 1);
    let id = accepted(&send(&tg, json!({"chat_id": group, "text": "which?"})).await);
    tg.say_reply(group, ANN, id, "that one");
    tg.say(group, ANN, "/status");
    assert_eq!(
        heard(),
        3,
        "a reply to it, and a general command after it spoke"
    );
    tg.make_admin(group);
    tg.say(group, ANN, "chatter");
    tg.say_anonymously(group, "boss");
    assert_eq!(heard(), 5);
    let last = tg.pending_updates().pop().unwrap();
    assert_eq!(last["message"]["sender_chat"]["id"], group);
    assert_eq!(last["message"]["from"]["username"], "GroupAnonymousBot");
    let open = tg.group(-8, "Open", false);
    tg.say(open, ANN, "chatter");
    assert_eq!(heard(), 6);
}
