// What happens when a button is pressed: it shows that it is busy, and says what the server answered, which
// may be a form with one field. Nothing is decided on the page.

import { grow, make } from "/render.js";

/** Sets up the buttons. `insist` asks the server until it answers; `elementOf` gives a message's element. */
export function buttons({ insist, fresh, toast, arranged, elementOf }) {
  function answer(ack, element, id) {
    if (ack?.kind === "toast" && ack.text) toast(ack.text);
    if (ack?.kind === "refusal") toast(ack.text, true);
    if (ack?.kind === "form") openForm(ack, element, id);
  }

  async function press(id, data, button) {
    if (button.getAttribute("aria-disabled")) return;
    const element = elementOf(id);
    const all = [...element.querySelectorAll(".rows button")];
    // Not `disabled`: a disabled button would lose the focus of who works with the keyboard.
    for (const other of all) other.setAttribute("aria-disabled", "true");
    button.classList.add("busy");
    button.setAttribute("aria-busy", "true");
    try {
      const { ack } = await insist("/api/press", { data, message: id, id: fresh() });
      answer(ack, element, id);
    } catch (problem) {
      toast(problem.sentence, true);
    }
    for (const other of all) other.removeAttribute("aria-disabled");
    button.classList.remove("busy");
    button.removeAttribute("aria-busy");
  }

  function openForm({ data, title, label, filled }, element, id) {
    const before = element.querySelector("form.asks");
    if (before?.dataset.data === data) return before.querySelector("textarea").focus();
    before?.remove();
    const form = make("form", "asks");
    form.dataset.data = data;
    form.dataset.filled = filled ?? "";
    const field = make("textarea");
    field.rows = 2;
    field.value = filled ?? "";
    const named = make("label", "", label);
    named.append(field);
    const row = make("div", "row");
    const send = make("button", "btn good small", "Send");
    const cancel = make("button", "btn plain small", "Never mind");
    cancel.type = "button";
    row.append(send, cancel);
    form.append(make("strong", "", title), named, row);
    arranged(() => element.querySelector(".meta").before(form));
    grow(field);
    field.focus({ preventScroll: true });
    form.scrollIntoView({ block: "nearest" });
    const close = () => {
      form.remove();
      (element.querySelector(`.rows button[data-data="${CSS.escape(data)}"]`) ?? element).focus();
    };
    cancel.addEventListener("click", close);
    field.addEventListener("input", () => grow(field));
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close();
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        form.requestSubmit();
      }
    });
    let request = null;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (!field.value.trim() || form.dataset.sending) return field.focus();
      // The same words sent again are the same request; changed words are another.
      if (request?.text !== field.value) request = { data, text: field.value, id: fresh() };
      form.dataset.sending = "yes";
      send.classList.add("busy");
      send.disabled = true;
      try {
        const { ack } = await insist("/api/form", request);
        if (ack?.kind !== "refusal") form.remove();
        answer(ack, element, id);
      } catch (problem) {
        toast(problem.sentence, true);
      }
      delete form.dataset.sending;
      send.classList.remove("busy");
      send.disabled = false;
    });
  }

  return { press, answer };
}
