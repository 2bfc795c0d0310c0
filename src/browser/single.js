// Replaces the server if the whole page is one file: files are read from the page by their names, and no other request
// is possible.
(() => {
  let table;
  /** The files in the page; all of them are read before a program starts. */
  const files = () => table ??= Object.fromEntries(
    [...document.querySelectorAll("[data-file]")].map(({ dataset, textContent }) => [dataset.file, textContent]));
  /** Answers requests with these files from now on, in a worker as in the page. */
  const answer = (files) => {
    const named = (address) => Object.keys(files()).find((name) => String(address).includes(name));
    self.fetch = async (asked) => {
      const name = named(asked.url ?? asked);
      if (!name) throw new TypeError("There is no such file.");
      const bytes = Uint8Array.from(atob(files()[name]), (letter) => letter.charCodeAt(0));
      const body = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      const type = name.endsWith(".wasm") ? "application/wasm" : "application/json";
      return new Response(body, { headers: { "Content-Type": type } });
    };
    return named;
  };
  const named = answer(files);
  // A worker has no page to read, so it receives the files whose names begin with its own.
  self.Worker = class extends Worker {
    constructor(address) {
      const name = named(address);
      const [stem] = name.split(".");
      const own = Object.fromEntries(Object.entries(files()).filter(([file]) => file !== name && file.startsWith(stem)));
      const script = `self.beside = "file:${name}"; (${answer})(() => (${JSON.stringify(own)}));\n${files()[name]}`;
      super(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    }
  };
})();
