//! How people begin when they speak of notes, longer openings before shorter ones that they begin with.

/// Openings after which everything is dictated.
#[rustfmt::skip]
pub(super) const DICTATED: &[&str] = &[
    "note to self that", "note to self:", "note to self", "please note that", "note that", "note down that",
    "note down:", "note this down:", "note this:", "note:", "notes:", "new note:", "make a note that",
    "make a note of this:", "make a note:", "make a note to self:", "make a note to self that",
    "make a note to self", "take a note that", "take a note:", "write a note that", "write a note saying that",
    "write a note saying", "write a note:", "write down that", "write down:", "write this down:",
    "write that down:", "jot down that", "jot down:", "jot this down:", "remember that", "remember this:",
    "remember:", "keep in mind that", "keep in mind:", "don't forget that", "do not forget that", "save this:",
    "save that", "for the record:", "add a note that", "add a note:", "add a note saying", "notiz:",
    "notiere, dass", "notiere:", "merk dir, dass", "merk dir dass", "merk dir:", "merke dir, dass", "merke dir:",
    "schreib auf:", "schreib auf, dass",
];
/// Openings after which something is dictated, unless it is to be made up or found out.
#[rustfmt::skip]
pub(super) const PERHAPS: &[&str] = &[
    "make a note of", "make a note about", "take a note of", "take a note about", "write down", "jot down",
    "note down", "keep a note of", "keep in mind", "merk dir", "merke dir", "notiere", "schreib auf",
];
/// The same, where only plain words about something of one's own are dictated.
#[rustfmt::skip]
pub(super) const BARELY: &[&str] = &[
    "note", "remember",
];
/// Words with which a dictation is asked for, without one.
#[rustfmt::skip]
pub(super) const EMPTY: &[&str] = &[
    "note", "note down", "make a note", "take a note", "write a note", "write this down", "new note",
    "note to self", "take notes", "jot this down", "remember this", "add a note", "notiz", "neue notiz",
];
/// Words of questions: what follows is to be found out.
#[rustfmt::skip]
pub(super) const ASKING: &[&str] = &[
    "what", "which", "who", "whom", "whose", "how", "why", "where", "when", "whether", "if", "was", "wie", "wer",
    "warum", "welche", "ob",
];
/// Things that are made up rather than dictated.
#[rustfmt::skip]
pub(super) const MADE_UP: &[&str] = &[
    "idea", "ideas", "suggestion", "suggestions", "example", "examples", "reason", "reasons", "names", "options",
    "summary", "plan", "poem", "story", "essay", "steps", "questions", "arguments", "pros", "advantages", "outline",
    "list", "letter", "email", "speech", "paragraph", "recipe", "recipes", "ideen", "vorschläge", "gründe",
];
/// What one's own is named with.
#[rustfmt::skip]
pub(super) const OWN: &[&str] = &[
    "the", "my", "our", "his", "her", "their", "this", "these", "i", "we", "it", "he", "she", "they",
];

/// Questions that are asked of notes.
#[rustfmt::skip]
pub(super) const FIND: &[&str] = &[
    "find my notes about", "find my notes on", "find my notes for", "find my note about", "find my note on",
    "find notes about", "find notes on", "find notes for", "find notes with", "find the notes about",
    "find the notes on", "find the note about", "find the note on", "find the note", "find my note",
    "search my notes for", "search the notes for", "search notes for", "search in my notes for",
    "search my notes about", "look in my notes for", "look up my notes about", "look up my notes on",
    "show me my notes about", "show me my notes on", "show my notes about", "show my notes on",
    "show me the notes about", "show the notes about", "show me the note about", "show the note about",
    "show my note about", "show me my note about", "show me the notes on", "show notes about", "show notes on",
    "what did i tell you about", "what have i told you about", "what did i say about", "what have i said about",
    "what did i note about", "what have i noted about", "what did i write down about", "what have i written about",
    "what did i ask you to remember about", "what do my notes say about", "what do the notes say about",
    "what do i have noted about", "what did we note about", "what do you remember about", "do i have a note about",
    "do i have a note on", "do i have notes about", "do i have notes on", "do i have any notes about",
    "do i have any notes on", "is there a note about", "are there notes about", "any notes about", "any notes on",
    "any note about", "notes about", "notes on", "which notes mention", "suche notizen zu", "finde notizen zu",
    "suche in meinen notizen nach", "was habe ich dir über", "was habe ich notiert über", "zeig mir die notizen zu",
];
/// Questions that notes may answer.
#[rustfmt::skip]
pub(super) const PERHAPS_KNOWN: &[&str] = &[
    "what", "what's", "whats", "where", "where's", "wheres", "when", "when's", "whens", "who", "who's", "whos", "which",
    "whose", "how", "do you remember", "do you know", "was ist", "was war", "wo", "wann", "wer", "wie", "welche",
    "welcher", "welches",
];
/// How something of one's own is changed that may stand in a note.
#[rustfmt::skip]
pub(super) const PERHAPS_CHANGED: &[&str] = &["change my", "update my", "correct my", "set my"];
/// Phrases for all notes.
#[rustfmt::skip]
pub(super) const ALL_NOTES: &[&str] = &[
    "notes", "my notes", "show notes", "show my notes", "show me my notes", "show me the notes", "show the notes",
    "show all my notes", "show all notes", "show me all my notes", "list notes", "list my notes",
    "list all my notes", "list all notes", "list the notes", "what notes do i have", "which notes do i have",
    "what have i noted", "what did i note", "what did you note", "what have you noted",
    "what did i tell you to remember", "what do you remember", "read me my notes", "read my notes", "see my notes",
    "open my notes", "all my notes", "do i have any notes", "do i have notes", "what's in my notes",
    "what is in my notes", "zeig mir meine notizen", "zeig meine notizen", "meine notizen", "display my notes",
];
/// Phrases for all lists.
#[rustfmt::skip]
pub(super) const ALL_LISTS: &[&str] = &[
    "lists", "my lists", "show lists", "show my lists", "show me my lists", "show the lists", "show all my lists",
    "show all lists", "list my lists", "list the lists", "which lists do i have", "what lists do i have",
    "what lists are there", "which lists are there", "meine listen", "zeig mir meine listen",
];
/// How a note is thrown away.
#[rustfmt::skip]
pub(super) const FORGET: &[&str] = &[
    "forget the note about", "forget the note on", "forget the note that", "forget the note",
    "forget my note about", "forget my note on", "forget my note", "forget the notes about",
    "forget what i told you about", "forget what i said about", "forget what you noted about",
    "delete the note about", "delete the note on", "delete the note that", "delete the note",
    "delete my note about", "delete my note on", "delete my note", "delete note", "remove the note about",
    "remove the note on", "remove the note", "remove my note about", "remove my note", "erase the note about",
    "erase the note", "throw away the note about", "scratch the note about", "drop the note about",
    "lösch die notiz über", "lösche die notiz über", "lösch die notiz", "lösche die notiz",
    "vergiss die notiz über", "vergiss die notiz",
];
/// How a note is changed.
#[rustfmt::skip]
pub(super) const REWRITE: &[&str] = &[
    "change the note about", "change the note on", "change my note about", "change my note on", "change the note",
    "update the note about", "update the note on", "update my note about", "update my note on", "update the note",
    "correct the note about", "correct my note about", "correct the note",
];
/// Phrases that want something gone that was just spoken of.
#[rustfmt::skip]
pub(super) const DELETE: &[&str] = &[
    "delete it", "delete that", "delete this", "delete that note", "delete this note", "delete the note", "delete that list",
    "remove it", "remove that", "remove this", "remove that note", "erase it", "erase that", "forget that",
    "forget that note", "throw it away", "get rid of it", "get rid of that", "lösch es", "lösche es", "lösch das",
    "lösche das", "lösch die notiz", "lösche die notiz", "vergiss das",
];
/// Phrases that take the last change back.
#[rustfmt::skip]
pub(super) const UNDO: &[&str] = &[
    "undo", "undo that", "undo it", "undo the last one", "take that back", "scrap that", "scratch that",
    "forget that", "delete that", "delete that note", "forget that note", "remove that note",
    "delete the last note", "forget the last note", "remove the last note", "undo the last note", "undo the note",
    "rückgängig", "mach das rückgängig",
];

/// How a note is asked for by its name.
#[rustfmt::skip]
pub(super) const SHOW: &[&str] = &[
    "show me the note", "show me my note", "show the note", "show my note", "show note", "open the note",
    "open my note", "read me the note", "read the note", "read note", "open note", "what's in the note",
    "what does the note",
];
