// Stands in for the server where the whole page is one file: what is asked for by a file's name is
// read out of the page, and nothing else can be asked for.
(() => {
  let table;
  /** The files that stand in the page; all of it is read before a program starts. */
  const files = () => table ??= Object.fromEntries(
    [...document.querySelectorAll("[data-file]")].map(({ dataset, textContent }) => [dataset.file, textContent]));
  /** Answers with these files from now on, in a worker as in the page. */
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
  // A worker has no page to read: it takes along what bears its name.
  self.Worker = class extends Worker {
    constructor(address) {
      const name = named(address);
      const [stem] = name.split(".");
      const own = Object.fromEntries(Object.entries(files()).filter(([file]) => file !== name && file.startsWith(stem)));
      const script = `self.beside = "file:"; (${answer})(() => (${JSON.stringify(own)}));\n${files()[name]}`;
      super(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    }
  };
})();
