// As much of a document as the script of the report page asks for. `page` is the parsed HTML: [tag, attributes, children].
const simple = (node, one) => {
  const parts = one.match(/^[a-z0-9]+|\.[\w-]+|#[\w-]+|\[[\w-]+(?:=[\w-]+)?\]/g) || [];
  return parts.join("") === one && parts.every((part) => {
    if (part[0] === ".") return (node.attributes.class || "").split(" ").includes(part.slice(1));
    if (part[0] === "#") return node.id === part.slice(1);
    if (part[0] !== "[") return node.tagName === part.toUpperCase();
    const [name, value] = part.slice(1, -1).split("=");
    return name in node.attributes && (value === undefined || node.attributes[name] === value);
  });
};

class Target {
  listeners = {};
  addEventListener(kind, listener) {
    (this.listeners[kind] ||= []).push(listener);
  }
  fire(kind, more = {}) {
    const event = { prevented: false, preventDefault() { event.prevented = true; }, ...more };
    for (const listener of this.listeners[kind] || []) listener(event);
    return event.prevented;
  }
}

class Element extends Target {
  constructor([tag, attributes, children], parentElement) {
    super();
    Object.assign(this, { tagName: tag.toUpperCase(), attributes, parentElement, id: attributes.id || "", value: "" });
    this.hidden = "hidden" in attributes;
    this.open = "open" in attributes;
    this.offsetHeight = 10;
    this.children = children.map((child) => (typeof child === "string" ? child : new Element(child, this)));
    this.dataset = {};
    for (const name in attributes) if (name.startsWith("data-")) this.dataset[name.slice(5)] = attributes[name];
  }
  get textContent() {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }
  set textContent(text) {
    this.children = [text];
  }
  get all() {
    return this.children.flatMap((child) => (typeof child === "string" ? [] : [child, ...child.all]));
  }
  matches(selector) {
    return selector.split(",").some((one) => {
      const [last, ...outer] = one.trim().split(/\s+/).reverse();
      return simple(this, last) && outer.every((part) => this.parentElement && this.parentElement.closest(part));
    });
  }
  closest(selector) {
    return this.matches(selector) ? this : this.parentElement && this.parentElement.closest(selector);
  }
  contains(node) {
    return node === this || this.all.includes(node);
  }
  querySelectorAll(selector) {
    return this.all.filter((node) => node.matches(selector));
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] || null;
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  focus() {
    document.activeElement = this;
  }
  blur() {
    if (document.activeElement === this) document.activeElement = document.body;
  }
  select() {}
  scrollIntoView() {
    document.scrolled = this;
  }
  click() {
    const href = this.attributes.href || "";
    if (!this.fire("click") && href.startsWith("#")) {
      location.hash = href;
      world.fire("hashchange");
    }
  }
}

const world = new Target();
globalThis.addEventListener = (kind, listener) => world.addEventListener(kind, listener);
globalThis.innerHeight = 1000;
globalThis.location = { hash };
globalThis.document = Object.assign(new Target(), {
  body: new Element(page, null),
  querySelector: (selector) => document.body.querySelector(selector),
  querySelectorAll: (selector) => document.body.querySelectorAll(selector),
  getElementById: (id) => document.body.all.find((node) => node.id === id) || null,
});
document.activeElement = document.body;
