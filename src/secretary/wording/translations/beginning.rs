//! What is asked where somebody wants a plan to begin, and several must agree.

/// In the order of `Language::ALL`; what is special stands before what is general.
pub(super) const BEGINNING: &[[&str; 5]] = &[
    // The question whether a plan may begin.
    ["Shall this begin?", "Soll das beginnen?", "¿Debe empezar esto?", "Faut-il commencer ceci ?", "要开始这件事吗？"],
    [
        "{} wants to start “{*}”. Shall it begin?",
        "{} möchte „{*}“ starten. Soll es beginnen?",
        "{} quiere empezar «{*}». ¿Debe empezar?",
        "{} veut commencer « {*} ». Faut-il commencer ?",
        "{} 想开始“{*}”。要开始吗？",
    ],
    // Behind it a reminder says more.
    [
        "{} wants to start “{*}”.",
        "{} möchte „{*}“ starten.",
        "{} quiere empezar «{*}».",
        "{} veut commencer « {*} ».",
        "{} 想开始“{*}”。",
    ],
    ["Shall it begin?", "Soll es beginnen?", "¿Debe empezar?", "Faut-il commencer ?", "要开始吗？"],
    // In a room where what came from a direct chat is not shown.
    [
        "Steps: {*}; and 1 step more. /show {n}, in our direct chat, shows the whole plan.",
        "Schritte: {*}; und 1 weiterer. /show {} zeigt in unserem direkten Chat den ganzen Plan.",
        "Pasos: {*}; y 1 más. /show {}, en nuestro chat directo, muestra el plan entero.",
        "Étapes : {*} ; et 1 de plus. /show {}, dans notre discussion directe, montre tout le plan.",
        "步骤：{*}；还有 1 步。/show {} 在我们的私聊中显示完整计划。",
    ],
    [
        "Steps: {*}; and {n} steps more. /show {n}, in our direct chat, shows the whole plan.",
        "Schritte: {*}; und {} weitere. /show {} zeigt in unserem direkten Chat den ganzen Plan.",
        "Pasos: {*}; y {} más. /show {}, en nuestro chat directo, muestra el plan entero.",
        "Étapes : {*} ; et {} de plus. /show {}, dans notre discussion directe, montre tout le plan.",
        "步骤：{*}；还有 {} 步。/show {} 在我们的私聊中显示完整计划。",
    ],
    [
        "The only step: {*}. /show {n}, in our direct chat, shows the whole plan.",
        "Der einzige Schritt: {*}. /show {} zeigt in unserem direkten Chat den ganzen Plan.",
        "El único paso: {*}. /show {}, en nuestro chat directo, muestra el plan entero.",
        "La seule étape : {*}. /show {}, dans notre discussion directe, montre tout le plan.",
        "唯一的步骤：{*}。/show {} 在我们的私聊中显示完整计划。",
    ],
    [
        "Steps: {*}. /show {n}, in our direct chat, shows the whole plan.",
        "Schritte: {*}. /show {} zeigt in unserem direkten Chat den ganzen Plan.",
        "Pasos: {*}. /show {}, en nuestro chat directo, muestra el plan entero.",
        "Étapes : {*}. /show {}, dans notre discussion directe, montre tout le plan.",
        "步骤：{*}。/show {} 在我们的私聊中显示完整计划。",
    ],
    [
        "/show {n}, in our direct chat, shows the whole plan.",
        "/show {} zeigt in unserem direkten Chat den ganzen Plan.",
        "/show {}, en nuestro chat directo, muestra el plan entero.",
        "/show {}, dans notre discussion directe, montre tout le plan.",
        "/show {} 在我们的私聊中显示完整计划。",
    ],
    [
        "Steps: {*}; and 1 step more. /show {n} shows the whole plan.",
        "Schritte: {*}; und 1 weiterer. /show {} zeigt den ganzen Plan.",
        "Pasos: {*}; y 1 más. /show {} muestra el plan entero.",
        "Étapes : {*} ; et 1 de plus. /show {} montre tout le plan.",
        "步骤：{*}；还有 1 步。/show {} 显示完整计划。",
    ],
    [
        "Steps: {*}; and {n} steps more. /show {n} shows the whole plan.",
        "Schritte: {*}; und {} weitere. /show {} zeigt den ganzen Plan.",
        "Pasos: {*}; y {} más. /show {} muestra el plan entero.",
        "Étapes : {*} ; et {} de plus. /show {} montre tout le plan.",
        "步骤：{*}；还有 {} 步。/show {} 显示完整计划。",
    ],
    [
        "The only step: {*}. /show {n} shows the whole plan.",
        "Der einzige Schritt: {*}. /show {} zeigt den ganzen Plan.",
        "El único paso: {*}. /show {} muestra el plan entero.",
        "La seule étape : {*}. /show {} montre tout le plan.",
        "唯一的步骤：{*}。/show {} 显示完整计划。",
    ],
    [
        "The plan was changed by {who}.",
        "Den Plan geändert hat: {who}.",
        "El plan lo ha cambiado {who}.",
        "Le plan a été modifié par {who}.",
        "计划已由 {who} 更改。",
    ],
    [
        "Steps: {*}. /show {n} shows the whole plan.",
        "Schritte: {*}. /show {} zeigt den ganzen Plan.",
        "Pasos: {*}. /show {} muestra el plan entero.",
        "Étapes : {*}. /show {} montre tout le plan.",
        "步骤：{*}。/show {} 显示完整计划。",
    ],
    [
        "/show {n} shows the whole plan.",
        "/show {} zeigt den ganzen Plan.",
        "/show {} muestra el plan entero.",
        "/show {} montre tout le plan.",
        "/show {} 显示完整计划。",
    ],
];
