// <shardwise-planner>: the planner in a frame, and messages; see docs/embedding.md.
(() => {
  // The planner is hosted beside this script; a module must find its own element.
  const own = document.currentScript?.src
    ?? [...document.scripts].findLast(({ src }) => /\/embed\.js([?#]|$)/.test(src))?.src;
  /** Attributes that become the planner's query. */
  const QUERY = ["view", "show", "hide", "lock", "lang", "theme", "units", "mfu", "peak", "mem", "lesson", "goal", "table", "tab", "scene", "at", "why", "predict", "ask"];
  /** Sentences by language and name; the build writes them, from messages. */
  const TEXTS = {};
  /** Seconds after which a planner that has not started is reported. */
  const PATIENCE = 10;

  class Planner extends HTMLElement {
    static observedAttributes = ["plan", "title", "src", ...QUERY];
    #frame = null;
    /** Link to the planner, for an element without content of its own. */
    #link = document.createElement("a");
    /** Place of the element's content, which is shown until the planner is ready. */
    #fallback = document.createElement("slot");
    /** Holds the two in one place, the frame unseen at first. */
    #stack = document.createElement("div");
    #late = 0;
    #origin = "";
    #ready = false;
    #lesson = "";
    #root = this.attachShadow({ mode: "open" });
    #near = new IntersectionObserver((seen) => seen.at(-1).isIntersecting && this.#start(), { rootMargin: "200px" });

    /** The last message of type `state`. @type {?object} */
    state = null;

    constructor() {
      super();
      this.#link.target = "_blank";
      this.#fallback.style.gridArea = "1 / 1";
      this.#fallback.append(this.#link);
      this.#stack.style.cssText = "display:grid;grid-template-columns:100%";
      this.#stack.append(this.#fallback);
      this.#root.append(this.#stack);
    }

    /** The text of a lesson's file, which is opened instead of the lesson that `lesson` names; empty for none. @type {string} */
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

    /** Requests the state, which arrives as an event. */
    get() {
      if (this.#ready) this.#tell("get");
    }

    connectedCallback() {
      // A property may have been set before this script was loaded.
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
      clearTimeout(this.#late);
      this.#near.disconnect();
    }

    attributeChangedCallback(name, before, value) {
      if (before === value || !this.isConnected) return;
      if (name === "title") this.#name();
      else if (name === "plan" && this.#ready) this.#tell("set", { hash: value ?? "" });
      else if (name === "theme" && this.#ready) this.#tell("theme", { theme: value || "auto" });
      else this.#wait();
    }

    /** Reserves space until the element is in sight, or almost, and shows the element's content there. */
    #wait() {
      clearTimeout(this.#late);
      this.#frame?.remove();
      this.#frame = null;
      this.#ready = false;
      this.#fallback.style.display = "block";
      this.style.display = "block";
      this.style.minHeight = `${Number(this.getAttribute("height")) || 480}px`;
      this.#near.disconnect();
      this.#near.observe(this);
    }

    /** Address of the planner: `src`, or the folder of this script. Addresses of scripts or texts are refused. */
    #address() {
      for (const folder of [this.getAttribute("src"), own, ""].filter((folder) => folder != null)) {
        try {
          const address = new URL("index.html", new URL(folder, document.baseURI));
          if (/^(https?|file):$/.test(address.protocol)) return address;
        } catch {
          // Not a valid address.
        }
      }
      return null;
    }

    #start() {
      this.#near.disconnect();
      const address = this.#address();
      if (!address) {
        this.#fail("no-address");
        return;
      }
      this.#origin = address.origin;
      const asked = QUERY.map((name) => [name, this.getAttribute(name)]).filter(([, value]) => value);
      address.search = new URLSearchParams(asked);
      address.hash = this.getAttribute("plan") ?? "";
      this.#link.href = address;
      address.search = new URLSearchParams([["embed", "1"], ...asked]);
      const frame = document.createElement("iframe");
      frame.src = address;
      frame.allow = "clipboard-write; web-share";
      frame.style.cssText = `grid-area:1/1;visibility:hidden;width:100%;border:0;height:${this.style.minHeight}`;
      this.#frame = frame;
      this.#name();
      this.#stack.append(frame);
      this.#late = setTimeout(() => this.#fail("late"), PATIENCE * 1_000);
    }

    /** Replaces the element's content by the planner. */
    #show() {
      clearTimeout(this.#late);
      this.#fallback.style.display = "none";
      this.#frame.style.visibility = "";
    }

    /** Reports that the planner has not started. A frame reports no failure itself, and a slow planner may still come. @param {string} name Name of the sentence. */
    #fail(name) {
      const sentence = TEXTS[this.lang]?.[name] ?? TEXTS.en[name];
      this.#report({ ns: "shardwise", v: 1, type: "error", text: sentence.replace("{0}", PATIENCE) });
    }

    /** Dispatches a message as an event. @param {object} message */
    #report(message) {
      this.dispatchEvent(new CustomEvent(`shardwise-${message.type}`, { bubbles: true, detail: message }));
    }

    #name() {
      const name = this.title || "Shardwise";
      this.#link.textContent = name;
      if (this.#frame) this.#frame.title = name;
    }

    #tell(type, fields) {
      const origin = this.#origin === "null" ? "*" : this.#origin;
      this.#frame.contentWindow.postMessage({ ns: "shardwise", v: 1, type, ...fields }, origin);
    }

    /** Handles messages of the element's own frame only. @param {MessageEvent} event */
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
        this.#show();
        this.#tell("hello");
        if (this.#lesson) this.#tell("set", { lesson: this.#lesson });
      }
      if (/^(ready|state|goal|error)$/.test(type)) this.#report(data);
    }
  }

  if (!customElements.get("shardwise-planner")) customElements.define("shardwise-planner", Planner);
})();
