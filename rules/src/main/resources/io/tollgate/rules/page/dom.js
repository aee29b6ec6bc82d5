// Makes elements. Whatever comes from the service is put in as text, never as HTML.

/**
 * Returns an element.
 *
 * Properties that begin with "on" are listeners, "class" is the class, true sets a bare attribute, and false or
 * undefined leaves it out. Children are nodes or text; lists are opened, and null, undefined and false are passed over.
 */
export function el(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** Returns an element of a drawing. */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== undefined && value !== null) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function button(text, onclick, properties = {}) {
  return el("button", { type: "button", onclick, ...properties }, text);
}

/** A link to a view; its parts are encoded, so that any name of a rule makes an address. */
export function to(parts, text, properties = {}) {
  return el("a", { href: address(parts), ...properties }, text);
}

export function address(parts) {
  return "#/" + parts.map(encodeURIComponent).join("/");
}

/** Tells something to everybody, also to those who do not see the page. */
export function tell(text, isBad = false) {
  const news = document.getElementById("news");
  news.textContent = text;
  news.classList.toggle("bad", isBad);
  news.classList.add("shown");
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => news.classList.remove("shown"), isBad ? 12000 : 5000);
}

/** Asks in a dialog and returns the value of the button that closed it, "" after Escape. */
export function ask(title, content, buttons) {
  return new Promise((resolve) => {
    const dialog = el(
      "dialog",
      { "aria-labelledby": "dialog-title", onclose: () => {
        dialog.remove();
        resolve(dialog.returnValue);
      } },
      el("h2", { id: "dialog-title" }, title),
      content,
      el("div", { class: "actions" }, buttons.map(({ text, value, main }) =>
        button(text, () => dialog.close(value), { class: main ? "main" : "", value, autofocus: Boolean(main) }))),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
