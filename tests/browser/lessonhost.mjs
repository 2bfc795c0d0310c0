// Serves lesson files from another host than the planner's, valid and faulty ones.
import { createServer } from "node:http";

/** A small lesson that any site may read, with more or other fields. */
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
 * Serves, at a free port of 127.0.0.1: `lesson.json`; `closed.json`, the same without permission for other sites;
 * `late.json`, another one a second later; `endless.json`, which never ends; `page.json`, a page; nothing else.
 * `asked` has the headers of all requests by path. `state.sent` counts the bytes sent of the endless file;
 * `state.isLeft` is true once its reader has disconnected.
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
    if (path === "late.json") {
      const late = JSON.stringify(lesson({ id: "late" }));
      return setTimeout(() => response.writeHead(200, { ...json, ...open }).end(late), 1_000);
    }
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
