// Serves host pages with embedded planners, from an origin of their own and under a strict policy.
import { createServer } from "node:http";

/** The script of every host page: records the planners' events and messages. */
const NOTES = `
  window.events = [];
  window.messages = [];
  for (const name of ["ready", "state", "goal", "error"]) {
    addEventListener("shardwise-" + name, (event) => window.events.push({ ...event.detail, of: event.target.id }));
  }
  addEventListener("message", ({ data, origin, source }) => {
    const frames = [...document.querySelectorAll("iframe")];
    window.messages.push({ data, origin, of: frames.find((frame) => frame.contentWindow === source)?.id });
  });
`;

/**
 * Serves a page with this `body` at a free port of 127.0.0.1. Its policy allows the planner at the
 * address `planner`, whose `embed.js` it loads as a script of this `kind`.
 */
export async function serveHost(planner, body, { kind = "defer" } = {}) {
  const origin = new URL(planner).origin;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A lesson</title>
    <link rel="icon" href="data:,"><script src="/notes.js"></script>
    <script ${kind} src="${planner}embed.js"></script></head><body>${body}</body></html>`;
  const policy = `default-src 'none'; img-src data:; script-src 'self' ${origin}; frame-src 'self' ${origin}`;
  const server = createServer((request, response) => {
    if (request.url === "/notes.js") {
      response.writeHead(200, { "Content-Type": "text/javascript" }).end(NOTES);
    } else {
      const type = { "Content-Type": "text/html", "Content-Security-Policy": policy };
      // A page for frames that are not planners.
      response.writeHead(200, type).end(request.url === "/" ? html : "<!doctype html><title>Another</title>");
    }
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
