// The built page on many kinds of hosts: below any path, compressed, under its policy, in sandboxed frames.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { DIST, expect, test } from "./fixtures.mjs";
import { FITS, drawn, openTab, searched, settled, started, unfold } from "./planner.mjs";
import { headersOf, serve } from "./serve.mjs";

/** Our lessons, one file each. */
const LESSONS = ["tour", "recipe", "challenges", "exercises", "finetune"];
/** Paths at which learning-management systems store uploads. */
const UPLOADED = "/pluginfile.php/4711/mod_resource/content/1/shardwise%20(1)/";

const isTwin = (name) => /\.(br|gz)$/.test(name);
/** True for a file that only servers read. */
const isForServers = (name) => name.startsWith("_") || name.startsWith(".");

/** The page's files. */
async function files() {
  const entries = await readdir(DIST, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    .filter((name) => !isTwin(name) && !isForServers(name));
}

/** A server's raw answer. */
const fetched = (address, encoding) => new Promise((resolve, reject) => {
  request(address, { headers: { "Accept-Encoding": encoding } }, async (response) => {
    const chunks = [];
    for await (const chunk of response) chunks.push(chunk);
    resolve({ headers: response.headers, body: Buffer.concat(chunks) });
  }).on("error", reject).end();
});

/** The sources of a policy by directive. */
const parsed = (policy) => Object.fromEntries(policy.split("; ").map((directive) => {
  const [name, ...sources] = directive.split(" ");
  return [name, sources];
}));

test.describe("what is served", { tag: "@files" }, () => {
  test("every file of a release bears its name; the others are few", async () => {
    const html = await readFile(join(DIST, "index.html"), "utf8");
    const [, release] = html.match(/data-release="\.\/(shardwise-page-[0-9a-f]{16})"/);
    const all = await files();
    for (const lesson of LESSONS) assert.ok(all.includes(`${release}_${lesson}.json`), lesson);
    const others = all.filter((name) => !name.startsWith(release));
    const known = ["embed.js", "index.html", "oembed.json", "sw.js"];
    assert.deepEqual(others.filter((name) => !known.includes(name)), []);
  });

  test("each file has compressed twins that say the same", async ({ atEnd }) => {
    const site = await serve(DIST, { compress: true });
    atEnd(() => site.close());
    for (const name of await files()) {
      const plain = await readFile(join(DIST, name));
      for (const [encoding, inflate] of [["br", brotliDecompressSync], ["gzip", gunzipSync]]) {
        const { headers, body } = await fetched(site.url + name, encoding);
        assert.equal(headers["content-encoding"], encoding, name);
        assert.ok(body.length < plain.length, name);
        assert.ok(inflate(body).equals(plain), name);
      }
      const { headers, body } = await fetched(site.url + name, "identity");
      assert.equal(headers["content-encoding"], undefined);
      assert.ok(body.equals(plain), name);
    }
  });

  test("names of a release are kept for ever, others are asked for again", async () => {
    const headers = await headersOf(DIST);
    for (const name of ["", ...await files()]) {
      const told = headers(`/${name}`);
      const kept = name.startsWith("shardwise-page-") ? "public, max-age=31536000, immutable" : "no-cache";
      assert.equal(told["Cache-Control"], kept, name);
      assert.equal(told["X-Content-Type-Options"], "nosniff");
      assert.equal(told["Access-Control-Allow-Origin"], "*");
      assert.ok(told["Referrer-Policy"] && told["Content-Security-Policy"]);
      if (name.endsWith(".wasm")) assert.equal(told["Content-Type"], "application/wasm");
    }
  });

  test("all servers are told the same", async () => {
    const headers = await headersOf(DIST);
    const told = { ...headers("/index.html"), ...headers("/shardwise-page-0") };
    for (const name of [".htaccess", "hosting/nginx.conf", "hosting/Caddyfile"]) {
      const written = await readFile(join(DIST, name), "utf8");
      for (const [header, value] of Object.entries(told)) {
        assert.ok(written.includes(header) && written.includes(`"${value}"`), `${name}: ${header}`);
      }
      assert.ok(written.includes("\"no-cache\"") && written.includes("application/wasm"), name);
    }
  });

  test("the policy allows what is in the page by its hash, and nothing at large", { tag: "@security" }, async () => {
    const html = await readFile(join(DIST, "index.html"), "utf8");
    // Only the encoding and preloads come before it: a browser drops preloads that follow a policy not yet applied.
    const [, policy] = html.match(
      /<head>\s*(?:<(?:meta charset|link rel="(?:module)?preload")[^>]*>\s*)*<meta http-equiv="Content-Security-Policy" content="([^"]+)">/,
    );
    assert.equal((await headersOf(DIST))("/")["Content-Security-Policy"], policy);
    const sources = parsed(policy);
    assert.deepEqual(sources["default-src"], ["'none'"]);
    // The one exception: texts of teachers' lessons may be fetched from any host over https, and from a teacher's own
    // machine. No script, style, picture or frame is allowed from there.
    const lessons = ["https:", "http://localhost:*", "http://127.0.0.1:*"];
    assert.deepEqual(sources["connect-src"], ["'self'", ...lessons]);
    for (const [name, all] of Object.entries(sources)) {
      const values = name === "connect-src" ? all.filter((value) => !lessons.includes(value)) : all;
      const loose = values.filter((value) => /unsafe-(inline|eval|hashes)|\*|https?:/.test(value) && value !== "'wasm-unsafe-eval'");
      assert.deepEqual(loose, [], name);
    }
    for (const [name, tag] of [["script-src", "script"], ["style-src", "style"]]) {
      const inline = [...html.matchAll(new RegExp(`<${tag}(?![^>]* src=)[^>]*>([^]*?)</${tag}>`, "g"))];
      const hashes = inline.map(([, text]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
      assert.ok(hashes.length > 0);
      assert.deepEqual(sources[name].filter((value) => value.includes("sha256")).sort(), hashes.sort());
    }
    for (const name of ["object-src", "base-uri", "form-action"]) assert.deepEqual(sources[name], ["'none'"]);
    // The policy does not restrict who may frame the page.
    assert.equal(sources["frame-ancestors"], undefined);
  });
});

/** Opens the page of another server, which is closed after the test. */
async function openAt({ open, atEnd }, options, path) {
  const other = await serve(DIST, options);
  atEnd(() => other.close());
  const page = await open("", { host: other.url + path });
  await started(page);
  return page;
}

test("all of it works as an upload: a long path with a blank, a query that is not the page's", async ({ open, atEnd }) => {
  // Such a system sends headers of its own, so the page has its policy in its HTML.
  const page = await openAt({ open, atEnd }, {
    base: UPLOADED,
    headers: { "Content-Security-Policy": "", "Cache-Control": "private" },
  }, `index.html?forcedownload=0&theme=dark&revision=9${FITS}`);
  await searched(page);
  await openTab(page, "accuracy");
  await unfold(page.locator("#accuracy details"));
  await page.locator("#accuracy table").waitFor();
});

test("all of it works where the server knows no WebAssembly", async ({ open }) => {
  const page = await open(FITS, {
    prepare: (page) => page.route("**/*.wasm", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "content-type": "application/octet-stream" } });
    }),
  });
  await searched(page);
});

test("at the root of a host, too", async ({ open, atEnd }) => {
  const page = await openAt({ open, atEnd }, { base: "/" }, FITS);
  await searched(page);
});

const BOTH = ["@core", "@firefox"];
test("in a sandboxed frame all figures come, and workers search", { tag: BOTH }, async ({ open, site }) => {
  const host = await open(FITS, { noisy: true });
  await settled(host);
  await host.evaluate((src) => {
    document.body.innerHTML = `<iframe sandbox="allow-scripts" width="900" height="700" src="${src}"></iframe>`;
  }, `${site.url}?view=search&embed=1${FITS}`);
  const frame = host.frameLocator("iframe");
  await frame.locator("#search .progress small", { hasText: "estimated." }).waitFor();
  await frame.locator("#search .way h3").waitFor();
  await expect(frame.locator("#failure")).toBeHidden();
});

test("nothing that is brought into the page runs", { tag: [...BOTH, "@security"] }, async ({ open }) => {
  const page = await open(FITS, { noisy: true });
  await page.evaluate(() => {
    window.forbidden = [];
    window.ran = [];
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => window.forbidden.push(effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "window.ran.push('inline')";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", "<img src='data:,' onerror='window.ran.push(`handler`)'>");
    const data = document.createElement("script");
    data.src = "data:text/javascript,window.ran.push('data')";
    document.body.append(data);
    const style = document.createElement("style");
    style.textContent = "body { --brought: 1 }";
    document.body.append(style);
    const link = document.createElement("a");
    link.href = "javascript:window.ran.push('address')";
    document.body.append(link);
    link.click();
    fetch("http://example.org/").catch(() => {});
  });
  // A violation is reported at the attempt to run.
  const directives = ["script-src-elem", "script-src-attr", "style-src-elem", "connect-src"];
  await expect.poll(() => page.evaluate(() => window.forbidden)).toEqual(expect.arrayContaining(directives));
  await drawn(page);
  assert.deepEqual(await page.evaluate(() => window.ran), []);
  const brought = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--brought"));
  assert.equal(await brought(), "");
});

test("figures are drawn and printed under the policy", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await searched(page);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => {
    dispatchEvent(new Event("beforeprint"));
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  const widths = () => page.locator("#figures .track > *").evaluateAll((marks) =>
    marks.map((mark) => mark.getBoundingClientRect().width));
  await expect.poll(async () => Math.max(...await widths()), "bars have their lengths").toBeGreaterThan(5);
});
