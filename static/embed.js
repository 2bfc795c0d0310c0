// <shardwise-planner>: the planner in a frame, and messages; see docs/embedding.md.
(() => {
  // The planner lies beside this script; a module has to find its own element.
  const own = document.currentScript?.src
    ?? [...document.scripts].findLast(({ src }) => /\/embed\.js([?#]|$)/.test(src))?.src;
  /** Attributes that become the planner's query. */
  const QUERY = ["view", "hide", "lock", "lang", "theme", "units", "mfu", "peak", "mem", "lesson", "goal", "table"];

  class Planner extends HTMLElement {
    static observedAttributes = ["plan", "title", "src", ...QUERY];
    #frame = null;
    #origin = "";
    #ready = false;
    #lesson = "";
    #root = this.attachShadow({ mode: "open" });
    #near = new IntersectionObserver((seen) => seen.at(-1).isIntersecting && this.#start(), { rootMargin: "200px" });

    /** The last message of type `state`. @type {?object} */
    state = null;

    /** The text of a lesson's file, which is opened in place of what `lesson` names; empty for none. @type {string} */
    get lessonText() {
      return this.#lesson;
    }

    set lessonText(text) {
      this.#lesson = String(text ?? "");
      if (this.#ready && this.#lesson) this.#tell("set", { lesson: this.#lesson });
      else if (this.#frame && !this.#lesson) this.#wait();
    }

    /** Goes to a plan. @param {string} hash */
    set(hash) {
      if (this.#ready) this.#tell("set", { hash });
      else this.setAttribute("plan", hash);
    }

    /** Asks for the state, which comes as an event. */
    get() {
      if (this.#ready) this.#tell("get");
    }

    connectedCallback() {
      // What was set before this script had come.
      if (Object.hasOwn(this, "lessonText")) {
        const { lessonText } = this;
        delete this.lessonText;
        this.lessonText = lessonText;
      }
      addEventListener("message", this);
      this.#wait();
    }

    disconnectedCallback() {
      removeEventListener("message", this);
      this.#near.disconnect();
    }

    attributeChangedCallback(name, before, value) {
      if (before === value || !this.isConnected) return;
      if (name === "title") this.#name();
      else if (name === "plan" && this.#ready) this.#tell("set", { hash: value ?? "" });
      else if (name === "theme" && this.#ready) this.#tell("theme", { theme: value || "auto" });
      else this.#wait();
    }

    /** Keeps room until the place comes into sight, or almost. */
    #wait() {
      this.#frame?.remove();
      this.#frame = null;
      this.#ready = false;
      this.style.display = "block";
      this.style.minHeight = `${Number(this.getAttribute("height")) || 480}px`;
      this.#near.disconnect();
      this.#near.observe(this);
    }

    /** Where the planner is: as `src` says, else beside this script. A script's or a text's address is nobody's page. */
    #address() {
      for (const folder of [this.getAttribute("src"), own, ""].filter((folder) => folder != null)) {
        try {
          const address = new URL("index.html", new URL(folder, document.baseURI));
          if (/^(https?|file):$/.test(address.protocol)) return address;
        } catch {
          // It is no address at all.
        }
      }
      return null;
    }

    #start() {
      this.#near.disconnect();
      const address = this.#address();
      if (!address) return;
      this.#origin = address.origin;
      const asked = QUERY.map((name) => [name, this.getAttribute(name)]).filter(([, value]) => value);
      address.search = new URLSearchParams([["embed", "1"], ...asked]);
      address.hash = this.getAttribute("plan") ?? "";
      const frame = document.createElement("iframe");
      frame.src = address;
      frame.allow = "clipboard-write; web-share";
      frame.style.cssText = `display:block;width:100%;border:0;height:${this.style.minHeight}`;
      this.#frame = frame;
      this.#name();
      this.#root.replaceChildren(frame);
    }

    #name() {
      if (this.#frame) this.#frame.title = this.title || "Shardwise";
    }

    #tell(type, fields) {
      const origin = this.#origin === "null" ? "*" : this.#origin;
      this.#frame.contentWindow.postMessage({ ns: "shardwise", v: 1, type, ...fields }, origin);
    }

    /** Hears the own frame and no other. @param {MessageEvent} event */
    handleEvent({ source, origin, data }) {
      if (!this.#frame || source !== this.#frame.contentWindow || origin !== this.#origin) return;
      if (data?.ns !== "shardwise" || data.v !== 1) return;
      const { type } = data;
      if (type === "height" && data.px > 0) {
        this.style.minHeight = "";
        this.#frame.style.height = `${data.px}px`;
      }
      if (type === "state") this.state = data;
      if (type === "ready") {
        this.#ready = true;
        this.#tell("hello");
        if (this.#lesson) this.#tell("set", { lesson: this.#lesson });
      }
      if (!/^(ready|state|goal|error)$/.test(type)) return;
      this.dispatchEvent(new CustomEvent(`shardwise-${type}`, { bubbles: true, detail: data }));
    }
  }

  if (!customElements.get("shardwise-planner")) customElements.define("shardwise-planner", Planner);
})();
