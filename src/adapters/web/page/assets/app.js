// The conversation: loads it, keeps it in step with the server, and shows each message once and in order.

import { bubble, day, folded, gist, make, rows, sentFiles, tick, timeOf } from "/render.js";
import { buttons } from "/buttons.js";
import { composer } from "/composer.js";
import { overview } from "/overview.js";

const $ = (id) => document.getElementById(id);
const log = $("log");
const scroller = $("scroll");
const known = new Map(); // id → { entry, element }
const mine = new Map(); // the id the page made → element of an own message not confirmed yet
const blobs = new Map(); // the id the page made → the files of an own message, as long as the page is open
let seq = 0;
let loaded = false;
let stream = null;
let wait = 500;
let retry = 0;
let typingEnds = 0;
let toastEnds = 0;
let unread = 0;
let missed = false; // something new stands below what the reader sees
let stuck = true; // the reader was at the end when they last scrolled

/** A fresh id for a request; a repetition of the request keeps it. */
const fresh = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("-");

/** The reader's time zone, so that nobody has to be asked for it; undefined where the browser will not say. */
const zone = (() => {
  try { return Intl.DateTimeFormat().resolvedOptions().timeZone; } catch { return undefined; }
})();

/** Asks the server. Gives its JSON; throws `{ again }` when it may be repeated, else `{ sentence }`. */
async function ask(path, content) {
  let answer;
  try {
    answer = await fetch(path, content && {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...content, zone }),
    });
  } catch {
    throw { again: true };
  }
  if (answer.status === 401) {
    location.assign("/login");
    throw { again: true };
  }
  const json = await answer.json().catch(() => ({}));
  if (answer.ok) return json;
  if (answer.status >= 500 || answer.status === 408) throw { again: true, sentence: json.error };
  throw { again: false, sentence: json.error ?? `The server answered ${answer.status}.` };
}

/** Asks until there is an answer. */
async function insist(path, content) {
  for (let pause = 500; ; pause = Math.min(pause * 2, 8000)) {
    try {
      const answer = await ask(path, content);
      if (pause > 500 && stream) offline(false);
      return answer;
    } catch (problem) {
      if (!problem.again) throw problem;
      if (pause === 500 && problem.sentence) toast(problem.sentence, true);
      offline(true);
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

function offline(yes) {
  $("banner").hidden = !yes;
  $("banner").textContent = yes ? "Reconnecting… What you write is kept and sent as soon as I'm back." : "";
  $("state").textContent = yes ? "Not connected" : "Here and listening";
  $("state").className = yes ? "off" : "on";
}

function toast(words, refusal) {
  $("toast").textContent = words;
  $("toast").className = refusal ? "toast refusal" : "toast";
  $("toast").hidden = false;
  clearTimeout(toastEnds);
  toastEnds = setTimeout(() => { $("toast").hidden = true; }, Math.max(6000, words.length * 80));
}

$("toast").addEventListener("click", () => { $("toast").hidden = true; });

// --- showing messages ---

const atEnd = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 90;

function toEnd() {
  scroller.scrollTop = scroller.scrollHeight;
  missed = false;
  offerEnd();
}

/** The way down, once the end is more than a screen away or something new stands there. */
function offerEnd() {
  const far = scroller.scrollHeight - scroller.scrollTop - 2 * scroller.clientHeight > 0;
  $("newer").hidden = atEnd() || !(missed || far);
  $("newer").textContent = missed ? "New messages ↓" : "To the end ↓";
}

/** Changes the log and keeps the reader where they were: at the end, or at what they read. */
function arranged(change) {
  const stay = stuck || atEnd();
  change();
  separateDays();
  $("empty").hidden = !loaded || log.childElementCount > 0;
  if (stay) toEnd();
}

/** Something grew by itself: the end stays in sight of who was there. */
const grown = () => { if (stuck) toEnd(); };

function separateDays() {
  let last = "";
  for (const element of [...log.children]) {
    if (element.className === "day") {
      element.remove();
    } else if (element.dataset.at) {
      const name = day(element.dataset.at);
      if (name !== last) element.before(make("div", "day", name));
      last = name;
    }
  }
}

function article(author, at) {
  const element = make("article", author === "person" ? "message mine" : "message");
  element.tabIndex = -1;
  element.dataset.at = at;
  element.setAttribute("aria-label", author === "person" ? "You" : "Secretary");
  element.append(make("div", "bubble"), make("div", "meta"));
  return element;
}

function quoteOf(id) {
  const origin = known.get(id);
  if (!origin) return [];
  const words = make("button", "answered", gist(origin.entry.message, origin.entry.files));
  words.type = "button";
  words.setAttribute("aria-label", `In reply to: ${words.textContent}`);
  words.addEventListener("click", () => {
    origin.element.scrollIntoView({ block: "center" });
    origin.element.focus({ preventScroll: true });
    origin.element.classList.add("flash");
    setTimeout(() => origin.element.classList.remove("flash"), 1700);
  });
  return [words];
}

/** Fills an article anew and keeps focus and half-written answers through an edit. */
function fill(element, entry) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const data = focused?.dataset?.data;
  const open = element.querySelector("form.asks");
  // Progress is edited often: a screen reader hears it when its reader goes there.
  if (entry.message.silent) element.setAttribute("aria-live", "off");
  else element.removeAttribute("aria-live");
  const old = element.querySelector(".bubble");
  const words = bubble(entry.message, old);
  words.prepend(...quoteOf(entry.reply_to));
  words.append(...sentFiles(entry.files, blobs.get(entry.client), grown));
  old.replaceWith(words);
  element.querySelector(".rows")?.remove();
  const below = rows(entry.message.buttons, (pressed, button) => pressing.press(entry.id, pressed, button));
  if (below.childElementCount) words.after(below);
  const still = (wanted) => [...below.querySelectorAll("button")].find((b) => b.dataset.data === wanted);
  if (open && !still(open.dataset.data) && !open.dataset.sending) closed(open);
  if (focused && !focused.isConnected) (still(data) ?? element).focus({ preventScroll: true });
  const meta = make("div", "meta");
  meta.append(timeOf(entry.at));
  if (entry.seen) meta.append(tick());
  const reply = make("button", "reply", "Reply");
  reply.type = "button";
  reply.addEventListener("click", () => writing.replyTo(entry.id, gist(entry.message, entry.files)));
  meta.append(reply);
  element.querySelector(".meta").replaceWith(meta);
}

/** A form whose question is gone: its words go into the message field rather than away. */
function closed(open) {
  const words = open.querySelector("textarea").value;
  open.remove();
  if (words.trim() && words !== open.dataset.filled) {
    writing.keep(words);
    toast("The question has changed. Your words are in the message field.");
  }
}

/** Whether an entry differs from how it stood before by its tick alone. */
function ticked(before, entry) {
  const same = () => JSON.stringify(before.message) === JSON.stringify(entry.message);
  return Boolean(before) && !before.seen && entry.seen && same();
}

/** Shows an entry, or its newer content, in its place. */
function show(entry) {
  const before = known.get(entry.id);
  if (before && before.entry.seq >= entry.seq) return;
  let element = before?.element ?? (entry.client ? mine.get(entry.client) : null);
  const placed = Boolean(before);
  element ??= article(entry.author, entry.at);
  if (entry.client) mine.delete(entry.client);
  element.classList.remove("failed");
  element.dataset.at = entry.at;
  element.dataset.id = entry.id;
  known.set(entry.id, { entry, element });
  // A tick writes nothing anew: a screen reader hears of it alone, and what is unfolded stays so.
  if (ticked(before?.entry, entry)) element.querySelector(".meta time").after(tick());
  else fill(element, entry);
  if (!placed) log.insertBefore(element, [...log.children].find((e) => after(e, entry.id)) ?? null);
  if (entry.author !== "person") typing(0);
}

const after = (element, id) => (element.dataset.id ? Number(element.dataset.id) > id : Boolean(element.dataset.client));

function take(entries) {
  const wasAtEnd = stuck || atEnd();
  const first = known.size ? Math.min(...known.keys()) : 0;
  arranged(() => {
    for (const entry of entries) {
      const isNew = !known.has(entry.id);
      seq = Math.max(seq, entry.seq);
      if (isNew && entry.id < first && !$("earlier").hidden) continue;
      show(entry);
      if (!isNew || !loaded || entry.author === "person") continue;
      if (!wasAtEnd) missed = true;
      if (document.hidden && !entry.message.silent) unread += 1;
    }
  });
  offerEnd();
  document.title = unread ? `(${unread}) Secretary` : "Secretary";
  const newest = known.get(Math.max(...known.keys()))?.entry;
  writing.asks(Boolean(newest?.message.asks_text));
}

/** An own message before the server has it, with its files themselves. */
function pending(said, files) {
  if (mine.has(said.id) || [...known.values()].some(({ entry }) => entry.client === said.id)) return;
  arranged(() => {
    const element = article("person", said.at);
    element.dataset.client = said.id;
    blobs.set(said.id, files);
    for (const line of said.text ? said.text.split("\n") : []) element.firstChild.append(make("div", "line", line));
    folded(element.firstChild);
    element.firstChild.prepend(...quoteOf(said.reply_to));
    element.firstChild.append(...sentFiles(said.files, files, grown));
    element.lastChild.append(make("span", "", "Sending…"));
    mine.set(said.id, element);
    log.append(element);
  });
  toEnd();
}

function refused(said, sentence) {
  const element = mine.get(said.id);
  mine.delete(said.id);
  if (!element) return toast(sentence, true);
  const again = make("button", "", "Take back");
  again.type = "button";
  again.addEventListener("click", () => {
    element.remove();
    writing.keep(said.text, blobs.get(said.id));
    const origin = known.get(said.reply_to)?.entry;
    if (origin) writing.replyTo(origin.id, gist(origin.message, origin.files));
  });
  element.classList.add("failed");
  element.lastChild.replaceChildren(make("span", "trouble", sentence), again);
  toast(`Not sent. ${sentence}`, true);
}

// --- staying in step ---

function typing(ms) {
  clearTimeout(typingEnds);
  const stay = stuck || atEnd();
  $("typing").hidden = ms <= 0;
  if (ms > 0) typingEnds = setTimeout(() => { $("typing").hidden = true; }, ms);
  if (stay) toEnd();
}

function listen() {
  stream?.close();
  stream = new EventSource(`/api/events?after=${seq}`);
  stream.addEventListener("open", () => { wait = 500; offline(false); });
  stream.addEventListener("message", (event) => {
    take([JSON.parse(event.data)]);
    plans.changed();
  });
  stream.addEventListener("typing", (event) => typing(JSON.parse(event.data).ms));
  stream.addEventListener("reset", () => location.reload());
  stream.addEventListener("error", () => {
    stream?.close();
    stream = null;
    offline(true);
    comeBack(wait);
    wait = Math.min(wait * 2, 10_000);
  });
}

function comeBack(ms) {
  clearTimeout(retry);
  retry = setTimeout(start, ms);
}

async function catchUp() {
  for (let more = true; more;) {
    const part = await ask(loaded ? `/api/messages?after=${seq}` : "/api/messages");
    if (!loaded) $("earlier").hidden = !part.more;
    more = loaded && part.more;
    take(part.messages);
    seq = Math.max(seq, part.seq);
    if (loaded) continue;
    loaded = true;
    arranged(() => {});
    toEnd();
    log.setAttribute("aria-busy", "false");
    log.setAttribute("aria-live", "polite");
  }
}

async function start() {
  try {
    await catchUp();
    // A browser allows six connections to a server: hidden tabs look now and then instead of listening.
    if (document.hidden) return comeBack(20_000);
    listen();
  } catch (problem) {
    offline(true);
    comeBack(wait);
    wait = Math.min(wait * 2, 10_000);
    if (problem.sentence) toast(problem.sentence, true);
  }
}

let hiding = 0;
document.addEventListener("visibilitychange", () => {
  clearTimeout(hiding);
  if (document.hidden) {
    hiding = setTimeout(() => {
      stream?.close();
      stream = null;
      comeBack(20_000);
    }, 10_000);
    return;
  }
  unread = 0;
  document.title = "Secretary";
  if (!stream) comeBack(0);
});

$("earlier").addEventListener("click", async () => {
  const first = Math.min(...known.keys());
  try {
    const part = await ask(`/api/messages?before=${first}`);
    const height = scroller.scrollHeight;
    $("earlier").hidden = !part.more;
    for (const entry of part.messages) show(entry);
    separateDays();
    scroller.scrollTop += scroller.scrollHeight - height;
    known.get(first).element.focus({ preventScroll: true });
  } catch (problem) {
    toast(problem.sentence ?? "Not connected just now.", true);
  }
});
$("newer").addEventListener("click", toEnd);
scroller.addEventListener("scroll", () => {
  stuck = atEnd();
  if (stuck) missed = false;
  offerEnd();
}, { passive: true });
// A window or keyboard that takes room away must not hide the end from who was reading it.
new ResizeObserver(grown).observe(scroller);

const pressing = buttons({ insist, fresh, toast, arranged, elementOf: (id) => known.get(id).element });
const writing = composer({ fresh, insist, pending, refused, answered: (said, { id, ack }) => {
  pressing.answer(ack, known.get(id)?.element ?? mine.get(said.id) ?? log.lastElementChild, id);
} });
const plans = overview({ ask });
for (const chip of document.querySelectorAll(".chip")) {
  chip.addEventListener("click", () => writing.say(chip.textContent), { once: true });
}
ask("/api/commands").then(({ commands, limits, logout, overview }) => {
  writing.commands(commands);
  writing.limits(limits);
  plans.offered(overview);
  $("logout").hidden = !logout;
}).catch(() => {});
start();
