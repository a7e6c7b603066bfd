//! What is said of a question that gets more time or one more option.

/// In the order of `Language::ALL`; what is special stands before what is general.
pub(super) const WIDENING: &[[&str; 5]] = &[
    [
        "“{*}” is an option now, too.",
        "„{*}“ steht jetzt auch zur Wahl.",
        "«{*}» ya es también una opción.",
        "« {*} » est maintenant aussi une option.",
        "“{*}”现在也是一个选项。",
    ],
    [
        "“{*}” is an option already.",
        "„{*}“ steht schon zur Wahl.",
        "«{*}» ya es una opción.",
        "« {*} » est déjà une option.",
        "“{*}”已经是一个选项。",
    ],
    [
        "You have until {date}.",
        "Du hast Zeit bis {date}.",
        "Tienes tiempo hasta el {date}.",
        "Tu as jusqu'au {date}.",
        "你可以考虑到{date}。",
    ],
    [
        "The time for a decision can end in 15 minutes at the earliest and in 30 days at the latest.",
        "Die Zeit für eine Entscheidung kann frühestens in 15 Minuten und spätestens in 30 Tagen enden.",
        "El plazo de una decisión puede terminar dentro de 15 minutos como pronto y de 30 días como tarde.",
        "Le délai d'une décision peut finir au plus tôt dans 15 minutes et au plus tard dans 30 jours.",
        "决定的期限最早在15分钟后，最晚在30天后。",
    ],
    [
        "I can't read “{*}” as a time.",
        "„{*}“ kann ich nicht als Zeit lesen.",
        "No puedo leer «{*}» como una hora o fecha.",
        "Je ne peux pas lire « {*} » comme une heure ou une date.",
        "我无法把“{*}”看作时间。",
    ],
    [
        "There is more time than that already.",
        "So viel Zeit ist schon, und mehr.",
        "Ya hay más tiempo que eso.",
        "Il y a déjà plus de temps que cela.",
        "现有的时间已经更长。",
    ],
    [
        "An option needs a name with letters, so that it can be told from the numbers.",
        "Eine Möglichkeit braucht einen Namen mit Buchstaben, damit man sie von den Nummern unterscheidet.",
        "Una opción necesita un nombre con letras, para distinguirla de los números.",
        "Une option a besoin d'un nom avec des lettres, pour la distinguer des numéros.",
        "选项需要带文字的名称，以便与编号区分。",
    ],
    [
        "There are as many options as fit.",
        "Mehr Möglichkeiten passen nicht hinein.",
        "No caben más opciones.",
        "Il n'y a plus de place pour une autre option.",
        "选项已经满了。",
    ],
    [
        "“Other…” takes an answer in your own words.",
        "„Etwas anderes…“ nimmt eine Antwort in eigenen Worten.",
        "«Otra cosa…» admite una respuesta con tus palabras.",
        "« Autre… » prend une réponse avec tes propres mots.",
        "“其他…”可以用你自己的话回答。",
    ],
    ["Which one?", "Welches davon?", "¿Cuál?", "Lequel ?", "哪一个？"],
    ["Is that about this?", "Geht es darum?", "¿Se trata de esto?", "S'agit-il de cela ?", "是关于这个吗？"],
    ["Never mind", "Egal, lass es", "Déjalo", "Laisse tomber", "算了"],
    ["Decide now", "Jetzt entscheiden", "Decidir ahora", "Décider maintenant", "现在决定"],
];
