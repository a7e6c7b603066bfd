// Files for the next message: chosen, dropped or pasted, each a chip under the message field, and uploaded one after the
// other. What is in a file is not looked at here.

import { make, size } from "/render.js";

const $ = (id) => document.getElementById(id);

/** Whether a file can still be read: it may be gone, or be a folder. */
const readable = (file) => file.slice(0, 1).arrayBuffer().then(() => true, () => false);

/** Sets up the chips. `changed` hears when their number or state changes, and whether one was taken away. */
export function files({ changed }) {
  const list = $("files");
  let chips = []; // { file, state: "waiting" | "uploading" | "ready" | "failed", final, token, request, … }
  let limits = { files: 10, bytes: 20 * 1024 * 1024, together: 50 * 1024 * 1024 };
  let uploading = false;

  /** Says how it stands with the files; what the chips show already is said to screen readers alone. */
  function tell(words, shown = true) {
    $("files-state").textContent = words;
    $("files-state").classList.toggle("unseen", !shown);
  }

  /** Says something to screen readers alone, unless there are words that everybody sees. */
  function aside(words) {
    const state = $("files-state");
    if (!state.textContent || state.classList.contains("unseen")) tell(words, false);
  }

  // --- chips ---

  /** A chip in its place. */
  function chipOf(file) {
    const element = make("li", "attachment");
    const bar = make("progress");
    bar.setAttribute("aria-label", `Uploading ${file.name}`);
    const name = make("span", "name", file.name);
    name.title = file.name;
    const again = make("button", "btn plain small", "Try again");
    again.type = "button";
    again.setAttribute("aria-label", `Try again: ${file.name}`);
    const away = make("button", "icon", "✕");
    away.type = "button";
    away.setAttribute("aria-label", `Remove ${file.name}`);
    const trouble = make("span", "trouble");
    trouble.setAttribute("role", "alert");
    element.append(name, make("small", "", file.size === null ? "" : size(file.size)), bar, trouble, again, away);
    const chip = { file, element, bar, again, away, state: "waiting" };
    again.addEventListener("click", () => {
      away.focus();
      tell("");
      put(chip, "waiting");
      work();
    });
    away.addEventListener("click", () => remove(chip));
    chips.push(chip);
    list.append(element);
    list.hidden = false;
    return chip;
  }

  /** Gives a chip a state; `words` say why it failed, `final` that trying again would not help. */
  function put(chip, state, words = "", final = false) {
    Object.assign(chip, { state, final });
    chip.element.dataset.state = state;
    chip.bar.hidden = state !== "waiting" && state !== "uploading";
    if (state !== "uploading") chip.bar.removeAttribute("value");
    chip.again.hidden = state !== "failed" || final;
    chip.element.querySelector(".trouble").textContent = words;
    if (words) chip.element.scrollIntoView({ block: "nearest" });
    if (state === "ready") aside(`${chip.file.name} is attached.`);
    changed({ removed: false });
  }

  function remove(chip) {
    const next = chips[chips.indexOf(chip) + 1] ?? chips.at(-2);
    chips = chips.filter((other) => other !== chip);
    chip.request?.abort();
    chip.element.remove();
    list.hidden = chips.length === 0;
    tell(`${chip.file.name} is removed.`, false);
    changed({ removed: true });
    (next?.away ?? $("text")).focus();
  }

  // --- taking files ---

  function refusal({ size: bytes }) {
    const others = chips.filter(({ final }) => !final);
    const sum = others.reduce((total, { file }) => total + file.size, 0);
    if (others.length >= limits.files) return `A message takes at most ${limits.files} files. Send this one with the next message.`;
    if (bytes === 0) return "This file is empty. Choose one with something in it.";
    if (bytes > limits.bytes) return `This file is larger than ${size(limits.bytes)}, more than I can take. Send a part of it, or a link to it.`;
    if (sum + bytes > limits.together) return `The files of a message have at most ${size(limits.together)} together. Send this one with the next message.`;
    return "";
  }

  function add(chosen, folders = []) {
    const room = Math.max(0, 2 * limits.files - chips.length);
    chosen.slice(0, room).forEach((file) => {
      const why = folders.includes(file) ? "This is a folder. Choose the files in it." : refusal(file);
      const chip = chipOf(file);
      put(chip, why ? "failed" : "waiting", why, Boolean(why));
    });
    const left = chosen.length - room;
    if (left > 0) {
      const why = `A message takes at most ${limits.files} files. Send these with the next messages.`;
      put(chipOf({ name: `${left} more files`, size: null }), "failed", why, true);
    }
    work();
  }

  async function work() {
    if (uploading) return;
    uploading = true;
    for (let chip = waiting(); chip; chip = waiting()) await upload(chip);
    uploading = false;
  }

  const waiting = () => chips.find(({ state }) => state === "waiting");

  function upload(chip) {
    const { file, bar } = chip;
    const request = new XMLHttpRequest();
    let told = -1; // the quarter that screen readers heard of last
    chip.request = request;
    put(chip, "uploading");
    return new Promise((done) => {
      request.open("POST", `/api/files?${new URLSearchParams({ name: file.name, type: file.type })}`);
      request.setRequestHeader("Content-Type", "application/octet-stream");
      request.responseType = "json";
      request.upload.addEventListener("progress", ({ loaded, total }) => {
        bar.max = total;
        bar.value = loaded;
        const quarter = Math.floor((4 * loaded) / total);
        if (quarter === told || quarter > 3) return;
        told = quarter;
        aside(`Uploading ${file.name}: ${25 * quarter} percent.`);
      });
      request.addEventListener("loadend", async () => {
        if (chips.includes(chip)) await uploaded(chip, request);
        done();
      });
      request.send(file);
    });
  }

  async function uploaded(chip, { status, response }) {
    if (status === 200 && response?.token) {
      chip.token = response.token;
      put(chip, "ready");
    } else if (status !== 0) {
      const passing = status >= 500 || [401, 408, 429].includes(status);
      put(chip, "failed", response?.error ?? `The server answered ${status}.`, !passing);
    } else if (await readable(chip.file)) {
      put(chip, "failed", "The connection broke off before the file was here.");
    } else {
      put(chip, "failed", "This file cannot be read any more. Choose it again.", true);
    }
  }

  // --- ways in ---

  $("attach").addEventListener("click", () => $("pick").click());
  $("pick").addEventListener("change", () => {
    add([...$("pick").files]);
    $("pick").value = "";
    $("text").focus();
  });

  const carries = ({ dataTransfer }) => Boolean(dataTransfer?.types.includes("Files"));
  addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    $("drop").hidden = false;
  });
  addEventListener("dragleave", ({ relatedTarget }) => { if (!relatedTarget) $("drop").hidden = true; });
  addEventListener("drop", (event) => {
    $("drop").hidden = true;
    if (!carries(event)) return;
    event.preventDefault();
    const dropped = [...event.dataTransfer.items].filter(({ kind }) => kind === "file");
    const both = dropped.map((item) => [item.getAsFile(), Boolean(item.webkitGetAsEntry?.()?.isDirectory)]);
    const taken = both.filter(([file]) => file);
    add(taken.map(([file]) => file), taken.filter(([, folder]) => folder).map(([file]) => file));
    $("text").focus();
  });
  addEventListener("paste", (event) => {
    const { files: pasted = [], types = [] } = event.clipboardData ?? {};
    // Office programs put a picture of the words beside the words.
    if (!pasted.length || (types.includes("text/plain") && types.includes("text/html"))) return;
    event.preventDefault();
    add([...pasted]);
  });

  return {
    add,
    tell,
    limits(told) { limits = told; },
    count: () => chips.length,
    pending: () => chips.some(({ state }) => state === "waiting" || state === "uploading"),
    failed: () => chips.some(({ state }) => state === "failed"),
    /** Leads to the first file that failed. */
    pointOut() {
      const chip = chips.find(({ state }) => state === "failed");
      (chip.final ? chip.away : chip.again).focus();
    },
    /** The files of a message that is sent now: what the server knows of them, and themselves. */
    take() {
      const taken = chips;
      chips = [];
      list.replaceChildren();
      list.hidden = true;
      tell("");
      return {
        files: taken.map(({ token, file }) => ({ token, name: file.name, bytes: file.size })),
        blobs: taken.map(({ file }) => file),
      };
    },
  };
}
