// The message field: typing, command hints, and a queue of own messages which survives a reload and a lost
// connection. A message is sent again under the same id until the server has answered; it waits for its files.

import { files } from "/files.js";
import { grow, make } from "/render.js";

const $ = (id) => document.getElementById(id);
const PREFIX = "secretary-unsent:";
const WAITS = "Sent as soon as the files are here.";
const HELD_UP = "Not sent yet: a file could not be taken. Try it again or remove it.";

/** Sets up the field. `insist` asks the server until it answers; the others tell how it went. */
export function composer({ fresh, insist, pending, refused, answered }) {
  const field = $("text");
  const hints = $("hints");
  let commands = [];
  let chosen = 0;
  let reply = null;
  const queue = [];
  let sending = false;
  let waits = false; // a message was sent off and waits for its files

  // --- the queue ---

  function store(said) {
    try { localStorage.setItem(PREFIX + said.id, JSON.stringify(said)); } catch { /* sent all the same */ }
  }

  function unsent() {
    const found = [];
    try {
      for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
        const said = JSON.parse(localStorage.getItem(key));
        if (typeof said?.text === "string" && typeof said.id === "string" && typeof said.at === "string") found.push({ ...said, files: said.files ?? [] });
        else localStorage.removeItem(key);
      }
    } catch { /* nothing kept */ }
    return found.sort((a, b) => a.at.localeCompare(b.at));
  }

  function forget(said) {
    try { localStorage.removeItem(PREFIX + said.id); } catch { /* nothing kept */ }
  }

  async function work() {
    if (sending) return;
    sending = true;
    for (let said = queue[0]; said; said = queue[0]) {
      try {
        const answer = await insist("/api/say", {
          text: said.text, id: said.id, reply_to: said.reply_to, files: said.files.map(({ token }) => token),
        });
        answered(said, answer);
      } catch (problem) {
        refused(said, problem.sentence ?? "This could not be sent.");
      }
      forget(said);
      queue.shift();
    }
    sending = false;
  }

  function say(text, reply_to = null, sent = { files: [], blobs: [] }) {
    const said = { id: fresh(), text, reply_to, files: sent.files, at: new Date().toISOString() };
    store(said);
    queue.push(said);
    pending(said, sent.blobs);
    work();
  }

  // --- the field ---

  function changed() {
    grow(field);
    $("send").disabled = !field.value.trim() && !attached.count();
    $("send").classList.toggle("busy", waits);
    hint();
  }

  function submit() {
    const text = field.value.replace(/\s+$/, "");
    if (!text.trim() && !attached.count()) return;
    if (attached.failed()) {
      attached.tell(HELD_UP);
      return attached.pointOut();
    }
    waits = attached.pending();
    if (waits) {
      attached.tell(WAITS);
      return changed();
    }
    const sent = attached.take();
    field.value = "";
    changed();
    say(text, reply, sent);
    unquote();
    field.focus();
  }

  /** A file arrived, failed or was taken away. */
  function filesChanged({ removed }) {
    if (waits && (removed || attached.failed())) {
      waits = false;
      if (!removed) attached.tell(HELD_UP);
    }
    if (waits && !attached.pending()) return submit();
    if (waits) attached.tell(WAITS);
    changed();
  }

  function unquote() {
    reply = null;
    $("quoted").hidden = true;
  }

  function keep(words, blobs = []) {
    if (words) field.value = field.value.trim() ? `${field.value}\n${words}` : words;
    attached.add(blobs);
    changed();
    field.focus();
  }

  // --- command hints ---

  function fitting() {
    const typed = /^\/(\S*)$/.exec(field.value)?.[1].toLowerCase();
    return typed === undefined ? [] : commands.filter(({ name }) => name.startsWith(typed));
  }

  function hint() {
    const found = fitting();
    chosen = 0;
    hints.replaceChildren(...found.map(({ name, description }, index) => {
      const line = make("li");
      line.id = `hint-${index}`;
      line.setAttribute("role", "option");
      line.append(make("b", "", `/${name}`), make("span", "", description));
      line.addEventListener("mousedown", (event) => { event.preventDefault(); complete(name); });
      return line;
    }));
    mark(found.length);
  }

  function mark(count) {
    hints.hidden = count === 0;
    [...hints.children].forEach((line, index) => line.setAttribute("aria-selected", String(index === chosen)));
    if (count === 0) return field.removeAttribute("aria-activedescendant");
    field.setAttribute("aria-activedescendant", `hint-${chosen}`);
    hints.children[chosen].scrollIntoView({ block: "nearest" });
  }

  function complete(name) {
    field.value = `/${name} `;
    changed();
    field.focus();
  }

  function hintKey(event) {
    const found = hints.hidden ? [] : fitting();
    if (!found.length) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      chosen = (chosen + step + found.length) % found.length;
      mark(found.length);
    } else if (event.key === "Escape") {
      mark(0);
    } else if (event.key === "Tab" && !event.shiftKey) {
      complete(found[chosen].name);
    } else if (event.key === "Enter" && !event.shiftKey && `/${found[chosen].name}` !== field.value.toLowerCase()) {
      complete(found[chosen].name);
    } else {
      return false;
    }
    return true;
  }

  const attached = files({ changed: filesChanged });
  field.addEventListener("input", () => {
    // Whoever goes on writing has not finished yet.
    if (waits) attached.tell("");
    waits = false;
    changed();
  });
  field.addEventListener("blur", () => mark(0));
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (hintKey(event)) {
      event.preventDefault();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === "Escape" && reply) {
      unquote();
    }
  });
  $("composer").addEventListener("submit", (event) => { event.preventDefault(); submit(); });
  $("unquote").addEventListener("click", () => { unquote(); field.focus(); });

  for (const said of unsent()) {
    queue.push(said);
    pending(said, []);
  }
  work();
  changed();

  return {
    say,
    keep,
    /** Says in the field whether an answer is waited for. */
    asks(answer) { field.placeholder = answer ? "Your answer, or / for commands" : "An idea, or / for commands"; },
    commands(list) { commands = list; changed(); },
    limits: attached.limits,
    replyTo(id, words) {
      reply = id;
      $("quoted-words").textContent = words;
      $("quoted").hidden = false;
      field.focus();
    },
  };
}
