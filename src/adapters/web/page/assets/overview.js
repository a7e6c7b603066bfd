// The panel of what goes on by itself: schedules and flows, as the server tells them. It is read anew while it is open, and
// written anew where something is different. Nothing is decided here.

import { bubble, make } from "/render.js";

const $ = (id) => document.getElementById(id);

/** How often it is read while nothing is heard: a run goes on without a message. */
const EVERY = 10_000;
/** How long after a change: one is seldom alone. */
const SOON = 300;
/** What in it can have the focus. */
const STOPS = "a, button, pre, .grid";

function section({ title, items }) {
  const element = make("section");
  element.setAttribute("aria-label", title);
  element.append(make("h3", "", title), ...items.map((item) => bubble(item)));
  return element;
}

/** Sets up the panel and its button. `ask` asks the server. */
export function overview({ ask }) {
  const [panel, body, state] = [$("plans"), $("plans-body"), $("plans-state")];
  let shown = "";
  let asking = false;
  let next = 0;

  function refreshIn(ms) {
    clearTimeout(next);
    next = setTimeout(refresh, ms);
  }

  async function refresh() {
    if (!panel.open) return;
    refreshIn(EVERY);
    if (document.hidden) return;
    if (asking) return refreshIn(SOON);
    asking = true;
    try {
      const { sections } = await ask("/api/overview");
      state.textContent = "";
      show(sections);
    } catch (problem) {
      state.textContent = problem.sentence ?? "Not connected just now. This is how it was.";
    }
    asking = false;
  }

  /** Writes what is different; the reader stays where they are. */
  function show(sections) {
    const now = JSON.stringify(sections);
    if (now === shown) return;
    shown = now;
    const top = body.scrollTop;
    const stop = [...body.querySelectorAll(STOPS)].indexOf(document.activeElement);
    body.replaceChildren(...sections.map(section));
    body.scrollTop = top;
    if (stop >= 0) (body.querySelectorAll(STOPS)[stop] ?? body).focus({ preventScroll: true });
  }

  $("plans-open").addEventListener("click", () => {
    if (!shown) state.textContent = "Loading…";
    panel.showModal();
    refresh();
  });
  $("plans-close").addEventListener("click", () => panel.close());
  panel.addEventListener("click", (event) => { if (event.target === panel) panel.close(); });

  return {
    offered: (yes) => { $("plans-open").hidden = !yes; },
    changed: () => { if (panel.open) refreshIn(SOON); },
  };
}
