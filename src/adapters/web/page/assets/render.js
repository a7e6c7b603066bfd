// Builds the elements of a message from its block tree. Words get in by textContent alone, never as markup.

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const moment = new Intl.DateTimeFormat(undefined, {
  weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
});
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });
const dayName = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** What the server calls this browser's zone behind a moment: "Berlin" for Europe/Berlin. */
const city = (() => {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone.split("/").at(-1).replaceAll("_", " ");
  } catch { return ""; }
})();

/** Whether a moment is said in the zone of this browser. In any other one it stays as it is said: with its zone. */
function isHere(text) {
  return text.endsWith(`(${city})`) || text.endsWith(`（${city}）`);
}

/** An element with a class and words. */
export function make(tag, kind, words) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  if (words !== undefined) element.textContent = words;
  return element;
}

/** The name of a day as people say it. */
export function day(at) {
  const then = new Date(at);
  const today = new Date();
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (then.toDateString() === today.toDateString()) return "Today";
  return then.toDateString() === yesterday.toDateString() ? "Yesterday" : dayName.format(then);
}

/** The time of day of a message. */
export function timeOf(at) {
  const time = make("time", "", clock.format(new Date(at)));
  time.dateTime = at;
  time.title = exact.format(new Date(at));
  return time;
}

/** The tick on an own message that is kept. */
export function tick() {
  const sign = make("span", "tick", "✓");
  sign.title = "Received";
  sign.setAttribute("role", "img");
  sign.setAttribute("aria-label", "Received");
  return sign;
}

/** A variant as JSON: a bare name, or one name with its content. */
function variant(value) {
  return typeof value === "string" ? [value, null] : Object.entries(value)[0];
}

function link({ text, url }) {
  let address = null;
  try { address = new URL(url); } catch { /* words only */ }
  if (!address || !["http:", "https:", "mailto:"].includes(address.protocol)) return make("span", "", text);
  const anchor = make("a", "", text);
  anchor.href = address.href;
  anchor.title = address.href;
  anchor.target = "_blank";
  anchor.rel = "noopener noreferrer";
  return anchor;
}

function span(value) {
  const [kind, content] = variant(value);
  switch (kind) {
    case "Strong": return make("strong", "", content);
    case "Soft": return make("em", "", content);
    case "Struck": return make("s", "", content);
    case "Code": return make("code", "", content);
    case "Link": return link(content);
    case "Person": return make("span", "person", content.name);
    case "Time": {
      const at = new Date(content.at);
      const known = !Number.isNaN(at.getTime());
      const time = make("time", "", known && isHere(content.text) ? moment.format(at) : content.text);
      time.dateTime = content.at;
      time.title = known ? exact.format(at) : content.text;
      return time;
    }
    default: return document.createTextNode(content ?? "");
  }
}

function filled(element, spans) {
  element.append(...spans.map(span));
  element.dir = "auto";
  return element;
}

function table(rows) {
  const grid = make("div", "grid");
  grid.tabIndex = 0;
  grid.setAttribute("role", "region");
  grid.setAttribute("aria-label", "Table");
  const body = make("table");
  rows.forEach((cells, index) => {
    const row = body.insertRow();
    for (const cell of cells) {
      const box = make(index === 0 ? "th" : "td", "", cell);
      if (index === 0) box.scope = "col";
      box.dir = "auto";
      row.append(box);
    }
  });
  grid.append(body);
  return grid;
}

function code({ language, text }) {
  const block = make("pre");
  block.tabIndex = 0;
  block.setAttribute("aria-label", language ? `Code, ${language}` : "Code");
  block.append(make("code", "", text));
  return block;
}

/** Puts a list item into the open lists, opening and closing them by depth. */
function item(lists, { depth, number, spans }, bubble) {
  const tag = typeof number === "number" ? "OL" : "UL";
  while (lists.length > depth + 1) lists.pop();
  if (lists.length === depth + 1 && lists.at(-1).tagName !== tag) lists.pop();
  while (lists.length < depth + 1) {
    const list = make(tag);
    const outer = lists.at(-1);
    (outer?.lastElementChild ?? outer ?? bubble).append(list);
    lists.push(list);
  }
  const entry = filled(make("li"), spans);
  if (tag === "OL") entry.value = number;
  lists.at(-1).append(entry);
}

/** Appends the blocks to a bubble. */
function blocks(bubble, list) {
  let lists = [];
  let quote = null;
  for (const value of list) {
    const [kind, content] = variant(value);
    if (kind === "Item") {
      item(lists, content, bubble);
      quote = null;
      continue;
    }
    lists = [];
    if (kind === "Quote") {
      if (quote) quote.append(make("br"));
      else bubble.append(quote = make("blockquote"));
      filled(quote, content);
      continue;
    }
    quote = null;
    switch (kind) {
      case "Heading": bubble.append(filled(make("h3"), content)); break;
      case "Code": bubble.append(code(content)); break;
      case "Table": bubble.append(table(content)); break;
      case "Gap": bubble.append(make("div", "gap")); break;
      case "Markdown": bubble.append(make("div", "line", content)); break;
      default: bubble.append(filled(make("div", "line"), content));
    }
  }
}

/** A number of bytes as people read it. */
export function size(bytes) {
  if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const [number, unit] = bytes < 1024 * 1024 ? [bytes / 1024, "KB"] : [bytes / 1024 / 1024, "MB"];
  return `${number.toFixed(number < 10 ? 1 : 0)} ${unit}`;
}

/** A file of the secretary: its words are in the message, or it lies at the server, or it is not kept. */
function file({ name, text, bytes, url }) {
  const blob = text === undefined ? null : new Blob([text], { type: "text/plain;charset=utf-8" });
  const box = make(blob || url ? "a" : "div", "file");
  if (blob) {
    box.href = URL.createObjectURL(blob);
    box.download = name;
  } else if (url) {
    // The server says that it is to be saved. Where it is gone, its words about that must not take the place of the page.
    box.href = url;
    box.target = "_blank";
    box.rel = "noopener";
  }
  box.append(make("span", "", `⤓ ${name}`), make("small", "", size(blob?.size ?? bytes)));
  return box;
}

/** A small picture of a file; nothing where it is none. It is drawn, as the page may load no picture from a file. */
async function preview(blob, name) {
  try {
    const picture = await createImageBitmap(blob);
    const scale = Math.min(1, 320 / picture.width, 240 / picture.height);
    const canvas = make("canvas", "preview");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", name);
    return canvas;
  } catch {
    return null;
  }
}

/** The files of a person's message. Pictures are shown while the page has them in `blobs`; `grown` hears of each. */
export function sentFiles(list, blobs, grown) {
  return list.map(({ name, bytes }, index) => {
    const box = make("div", "file");
    box.append(make("span", "", name), make("small", "", size(bytes)));
    const blob = blobs?.[index];
    if (blob?.type.startsWith("image/")) {
      preview(blob, name).then((canvas) => {
        if (!canvas) return;
        box.prepend(canvas);
        grown();
      });
    }
    return box;
  });
}

/** Characters from which a message is folded: about five screens of a telephone. */
const LONG = 6000;

/** Folds a very long bubble to a few screens, with a button that shows the rest. */
export function folded(bubble) {
  if (bubble.textContent.length <= LONG) return bubble;
  const inner = make("div", "fold");
  inner.append(...bubble.childNodes);
  const more = make("button", "btn plain small", "Show all");
  more.type = "button";
  more.setAttribute("aria-expanded", "false");
  more.addEventListener("click", () => {
    const open = inner.classList.toggle("open");
    more.textContent = open ? "Show less" : "Show all";
    more.setAttribute("aria-expanded", String(open));
    if (!open) bubble.scrollIntoView({ block: "nearest" });
  });
  bubble.append(inner, more);
  return bubble;
}

/** The bubble of a message; files the old one held are let go. */
export function bubble(message, old) {
  for (const anchor of old?.querySelectorAll("a.file") ?? []) URL.revokeObjectURL(anchor.href);
  const made = make("div", "bubble");
  blocks(made, message.blocks);
  folded(made);
  for (const one of message.files ?? (message.file ? [message.file] : [])) made.append(file(one));
  return made;
}

/** What labels that are only a picture say to a screen reader. */
const SPOKEN = { "👍": "Helpful", "👎": "Not helpful" };

/** A thumb as a drawing: not every system has the picture among its letters. */
function thumb(down) {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  if (down) drawing.setAttribute("class", "down");
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", "M7 10.5v9.5H3.8v-9.5zM7 10.5l4.2-7.2c1.6 0 2.5 1.1 2.2 2.7l-.7 3.5h5.4c1.3 0 2.2 1.2 1.9 2.4l-1.5 6.6c-.2.9-1 1.5-1.9 1.5H7");
  drawing.append(line);
  return drawing;
}

/** The rows of buttons; `press` gets the button's data and its element. */
export function rows(buttons, press) {
  const made = make("div", "rows");
  for (const line of buttons ?? []) {
    const row = make("div", "row");
    for (const button of line) {
      const look = { Good: "good", Bad: "bad" }[button.look] ?? "plain";
      const element = make("button", `btn ${look}`, button.label);
      element.type = "button";
      element.dataset.data = button.data;
      const [picture, chosen] = button.label.split(" ");
      if (SPOKEN[picture]) {
        element.title = SPOKEN[picture];
        element.setAttribute("aria-label", SPOKEN[picture]);
        element.setAttribute("aria-pressed", String(chosen === "✓"));
        element.replaceChildren(thumb(picture === "👎"), chosen ? ` ${chosen}` : "");
      }
      if (button.form) element.setAttribute("aria-haspopup", "true");
      element.addEventListener("click", () => press(button.data, element));
      row.append(element);
    }
    made.append(row);
  }
  return made;
}

/** The visible words of a message in one line, for quoting it; the names of its files where it has no words. */
export function gist(message, files = []) {
  const words = make("div");
  blocks(words, message.blocks.slice(0, 4));
  const said = [...words.children].map((part) => part.textContent).join(" ").replace(/\s+/g, " ").trim();
  return (said || files.map(({ name }) => name).join(", ")).slice(0, 140);
}

/** Lets a text field grow with its words. */
export function grow(field) {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
