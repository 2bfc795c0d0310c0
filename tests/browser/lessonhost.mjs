// Serves files of lessons from another host than the planner's: as they should be, and as they should not.
import { createServer } from "node:http";

/** A small lesson that anybody may read, with more or other fields. */
export const lesson = (fields) => ({
  shardwise: 1,
  id: "week-3",
  title: "Week three",
  steps: [
    { id: "one", title: "It must fit", text: "Make it **fit**.", start: "#v=1&p=llama3-70b/h100x64&tp=8", goal: "fits" },
    { id: "two", title: "Look again", text: "Now {{memory.peak_gib}} a GPU." },
  ],
  ...fields,
});

/**
 * Serves, at a free port of 127.0.0.1: `lesson.json`; `closed.json`, the same without leave for other sites;
 * `endless.json`, which never ends; `page.json`, a page; nothing else. `asked` are the headers of all requests by path;
 * `sent` is how many bytes of the endless one have gone out, `isLeft` whether its reader has gone.
 */
export async function serveLessons() {
  const asked = {};
  const state = { sent: 0, isLeft: false };
  const open = { "Access-Control-Allow-Origin": "*" };
  const server = createServer((request, response) => {
    const path = request.url.slice(1);
    asked[path] = request.headers;
    const json = { "Content-Type": "application/json" };
    if (path === "lesson.json") return response.writeHead(200, { ...json, ...open }).end(JSON.stringify(lesson()));
    if (path === "closed.json") return response.writeHead(200, json).end(JSON.stringify(lesson()));
    if (path === "page.json") return response.writeHead(200, { "Content-Type": "text/html", ...open }).end("<!doctype html><p>Hello");
    if (path !== "endless.json") return response.writeHead(404, open).end("none");
    response.writeHead(200, { ...json, ...open });
    const more = () => {
      if (state.isLeft) return;
      state.sent += 50_000;
      response.write(" ".repeat(50_000), () => setTimeout(more, 5));
    };
    response.on("close", () => { state.isLeft = true; });
    more();
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    asked,
    state,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
