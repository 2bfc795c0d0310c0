// Sharing and importing of plans: link and QR code, a lesson's page, files of frameworks, imports.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import jsqr from "jsqr";
import { expect, test } from "./fixtures.mjs";
import {
  FITS, ILLEGAL, LONG_LINK, address, catchFiles, kept, openImport, press, pressInMenu, settled, violations,
} from "./planner.mjs";

const DATA = fileURLToPath(new URL("../data/exchange/", import.meta.url));
const SNAPSHOTS = fileURLToPath(new URL("../../crates/cli/tests/all/exchange/snapshots/", import.meta.url));
/** The names of the panes, by the ids of their tabs. */
const PANES = ["tab-link", "tab-lesson", "tab-files"];

/** Opens the dialog at a pane. */
async function dialog(page, tab) {
  // On a phone the button is in the menu.
  const button = page.locator("#share");
  await (await button.isVisible() ? press(button) : pressInMenu(page, "#menu-share"));
  await page.locator("#share-dialog[open]").waitFor();
  await show(page, tab);
}

/** Shows a pane of the open dialog. */
async function show(page, tab) {
  await press(page.locator(`#${tab}`));
  await page.locator(`[data-pane=${tab}]`).waitFor();
}

/** The text of the QR code in sight, as a camera reads it that makes a picture of this many pixels a side. */
async function scanned(page, pixels = 400) {
  const reds = Buffer.from(await page.locator("#share-dialog .code").evaluate(async (svg, pixels) => {
    const copy = svg.cloneNode(true);
    copy.setAttribute("width", `${pixels}`);
    copy.setAttribute("height", `${pixels}`);
    const text = new XMLSerializer().serializeToString(copy);
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [pixels, pixels];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, pixels, pixels);
    // The red of each pixel, in base64: the browsers' protocols pass on long lists of numbers slowly or not at all.
    const { data } = context.getImageData(0, 0, pixels, pixels);
    let reds = "";
    for (let at = 0; at < data.length; at += 4) reds += String.fromCharCode(data[at]);
    return btoa(reds);
  }, pixels), "base64");
  const data = Uint8ClampedArray.from({ length: 4 * reds.length }, (_, at) => (at % 4 === 3 ? 255 : reds[at >> 2]));
  return jsqr(data, pixels, pixels)?.data;
}

/** The attributes of the first element of this name in an HTML text. */
function attributes(html, name) {
  const [, tag] = html.match(new RegExp(`<${name}((?: [a-z-]+="[^"]*")*)>`));
  const plain = (text) => text.replaceAll("&lt;", "<").replaceAll("&quot;", "\"").replaceAll("&amp;", "&");
  return Object.fromEntries([...tag.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, plain(value)]));
}

/** Pastes a text into the empty field for imports, and returns the outcome. */
async function bring(page, text) {
  const outcome = page.locator(".brought");
  // Otherwise the outcome of an earlier text could be read.
  await page.locator("#bring-text").fill("");
  await expect(outcome).toBeEmpty();
  await page.locator("#bring-text").fill(text);
  await expect(outcome).not.toBeEmpty();
  return (await outcome.innerText()).replaceAll("\u{a0}", " ");
}

test("a link is shown, copied, shared and read by a camera", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS, {
    prepare: async (page) => {
      await page.addInitScript(catchFiles);
      await page.addInitScript(() => {
        window.copied = [];
        window.shared = [];
        Object.defineProperty(navigator, "clipboard", {
          value: { writeText: async (text) => { window.copied.push(text); } },
        });
        navigator.share = async (data) => { window.shared.push(data); };
      });
    },
  });
  await settled(page);
  await dialog(page, "tab-link");
  const link = page.url();
  await expect(page.locator("#link-field")).toHaveValue(link);
  await expect.poll(() => scanned(page)).toBe(link);
  await press(page.locator("[data-copy=link-field]"));
  await expect(page.locator("[data-copy=link-field]")).toContainText("Copied");
  await press(page.locator("#link-share"));
  await expect.poll(() => page.evaluate(() => [window.copied, window.shared.map(({ url }) => url)]))
    .toEqual([[link], [link]]);
  const { name: file, bytes } = await kept(page, () => press(page.locator("#code-keep")));
  assert.equal(file, "shardwise-qr.svg");
  assert.ok(bytes.toString("utf8").startsWith("<svg "));
});

test("the longest links have QR codes that a camera reads", async ({ open }) => {
  const page = await open(LONG_LINK);
  await settled(page);
  await dialog(page, "tab-link");
  const link = await page.locator("#link-field").inputValue();
  assert.ok(link.length > 2_000, `${link.length} letters`);
  await expect.poll(() => scanned(page, 800)).toBe(link);
});

test("where the clipboard is closed the older way is taken, and at last the reader's own hand", {
  tag: ["@core", "@firefox"],
}, async ({ open }) => {
  const page = await open(FITS, {
    prepare: (page) => page.addInitScript(() => {
      window.worked = true;
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async () => { throw new Error("denied"); } },
      });
      document.execCommand = (command) => {
        const { value, selectionStart, selectionEnd } = document.activeElement;
        window.taken = [command, value.slice(selectionStart, selectionEnd)];
        return window.worked;
      };
    }),
  });
  await settled(page);
  const link = page.url();
  const taken = () => page.evaluate(() => window.taken);
  await pressInMenu(page, "#copy-link");
  await expect(page.locator("#copy-link")).toContainText("Link copied");
  assert.deepEqual(await taken(), ["copy", link]);
  await dialog(page, "tab-link");
  await page.evaluate(() => { window.taken = undefined; });
  const button = page.locator("[data-copy=link-field]");
  await press(button);
  await expect(button).toContainText("Copied");
  assert.deepEqual(await taken(), ["copy", link]);
  await page.evaluate(() => { window.worked = false; });
  await expect(button).toHaveText("Copy");
  await press(button);
  await expect(button).toContainText("with the keyboard");
  const selected = () => page.locator("#link-field").evaluate((field) =>
    field.value.slice(field.selectionStart, field.selectionEnd));
  await expect.poll(selected).toBe(link);
});

test("a teacher chooses, sees it, and takes it along in three ways", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await dialog(page, "tab-lesson");
  const code = page.locator("#lesson-code");
  const choose = (name, value) => page.locator(`[name=${name}][value=${value}]`).press(" ");
  await choose("lesson-view", "memory");
  await choose("lesson-view", "verdict");
  for (const [key, fate] of [["tp", "locked"], ["mbs", "hidden"]]) {
    const list = page.locator(`[data-fate=${key}]`);
    await list.evaluate((list) => { list.closest("details").open = true; });
    await list.selectOption(fate);
  }
  await page.locator("#lesson-theme").selectOption("dark");
  await page.locator("#lesson-name").fill("week 3");
  await page.locator("[name=lesson-fits]").press(" ");
  await page.locator("[data-limit='0']").focus();
  await page.keyboard.type("40");
  await expect(page.locator("#lesson-goal-said")).toHaveText(/40.%/);

  const query = {
    view: "verdict,memory", hide: "mbs", lock: "tp", theme: "dark", lesson: "week 3", goal: "fits,mfu>=0.4",
  };
  await expect.poll(async () => Object.fromEntries(new URL(await code.inputValue()).searchParams)).toEqual(query);
  const link = new URL(await code.inputValue());
  assert.equal(link.hash, FITS);
  await expect.poll(() => scanned(page)).toBe(link.href);

  // The page that readers will see.
  const preview = page.frameLocator("#lesson-preview");
  await preview.locator("#memory").waitFor();
  await preview.locator("#tolls").waitFor({ state: "hidden" });
  await preview.locator("html[data-theme=dark]").waitFor({ state: "attached" });
  await preview.locator("#mbs").waitFor({ state: "hidden" });
  await expect(preview.locator("#tp")).toBeDisabled();

  await choose("lesson-way", "frame");
  await expect(code).toHaveValue(/<iframe /);
  const frame = attributes(await code.inputValue(), "iframe");
  const framed = new URL(link);
  framed.search = `?embed=1&${link.search.slice(1)}`;
  assert.equal(frame.src, framed.href);
  assert.equal(frame.title, "Shardwise: Llama-3 70B on 64 × H100 80 GB");
  assert.equal(frame.loading, "lazy");

  await choose("lesson-way", "element");
  await expect(code).toHaveValue(/<shardwise-planner /);
  const html = await code.inputValue();
  assert.equal(attributes(html, "script").src, new URL("embed.js", page.url()).href);
  assert.deepEqual(attributes(html, "shardwise-planner"), {
    plan: FITS, title: "Shardwise: Llama-3 70B on 64 × H100 80 GB", ...query,
  });
  assert.equal(new URL(page.url()).hash, FITS, "the teacher's own page is left alone");
});

test("a goal that is none is said to be, with its place", async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await dialog(page, "tab-lesson");
  await page.locator("#lesson-condition").fill("mfa > 3");
  await expect(page.locator("#lesson-goal-said")).toContainText("mfu");
  await expect(page.locator("#lesson-condition")).toHaveAttribute("aria-invalid", "true");
});

test("the files of every target are those of the command", async ({ open }) => {
  const page = await open(FITS, { prepare: (page) => page.addInitScript(catchFiles) });
  await settled(page);
  await dialog(page, "tab-files");
  const targets = ["megatron", "megatron-bridge", "torchtitan", "nanotron", "accelerate", "slurm", "bibtex"];
  const options = page.locator("#files-target option");
  await expect(options.nth(8)).toBeAttached();
  const text = page.locator("#files-text");
  const seen = new Set();
  for (let index = 0; index < await options.count(); index += 1) {
    await page.locator("#files-target").selectOption({ index });
    // Each target has a text of its own.
    const isNew = async () => {
      const value = await text.inputValue();
      return value !== "" && !seen.has(value);
    };
    await expect.poll(isNew, `the text of target ${index}`).toBe(true);
    seen.add(await text.inputValue());
  }
  for (const target of targets) {
    const snapshot = await readFile(`${SNAPSHOTS}all__exchange__files__llama3_70b_${target}.snap`, "utf8");
    const text = snapshot.slice(snapshot.indexOf("---\n", 4) + 4).trimEnd();
    assert.ok([...seen].some((file) => file.trimEnd() === text), target);
  }
  await page.locator("#files-target").selectOption({ index: 0 });
  const [first] = seen;
  await expect(text).toHaveValue(first);
  const file = await kept(page, () => press(page.locator("#files-keep")));
  assert.equal(file.bytes.toString("utf8"), first);
  await expect(page.locator("#files-launch")).toHaveValue(/torchrun|bash/);
});

test("a plan that cannot exist has no files, and says so", async ({ open }) => {
  const page = await open(ILLEGAL);
  await settled(page);
  await dialog(page, "tab-files");
  await page.locator("#share-dialog-pane", { hasText: "cannot exist" }).waitFor();
  await expect(page.locator("#files-text")).toHaveCount(0);
});

test("configurations of published models are read, and asked for what they leave open", {
  tag: "@core",
}, async ({ open }) => {
  const page = await open("#v=1&p=gpt2-1.5b/a100-80x16");
  await settled(page);
  await openImport(page);
  for (const file of await readdir(`${DATA}configs`)) {
    const said = await bring(page, await readFile(`${DATA}configs/${file}`, "utf8"));
    assert.match(said, /^A config.json of Hugging Face: /, file);
    assert.match(said, /on 16 × A100 80 GB/, file);
    await expect(page.locator("#bring-take"), file).toBeVisible();
  }
  await bring(page, await readFile(`${DATA}configs/llama3-70b.json`, "utf8"));
  // No configuration names its GPUs: the reader chooses them.
  await page.locator(".brought [data-key=gpus]").focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("128");
  await page.locator("#bring-gpu").selectOption("h100");
  await page.locator(".brought p", { hasText: "on 128 × H100 80 GB" }).waitFor();
  await press(page.locator("#bring-take"));
  await page.locator("#share-dialog").waitFor({ state: "hidden" });
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#v=1&p=llama3-70b\/h100x128/);
  await settled(page);
  await page.goBack();
  await address(page, "#v=1&p=gpt2-1.5b/a100-80x16");
});

test("arguments, TOML, JSON and links are told apart", async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await openImport(page);
  const snapshot = async (name) => {
    const text = await readFile(`${SNAPSHOTS}all__exchange__files__deepseek_v3_${name}.snap`, "utf8");
    return text.slice(text.indexOf("---\n", 4) + 4);
  };
  assert.match(await bring(page, await snapshot("megatron")), /^Options of Megatron-LM: /);
  assert.match(await bring(page, await snapshot("torchtitan")), /^A TOML of torchtitan: /);
  const deepSpeed = "{\"train_micro_batch_size_per_gpu\": 2, \"zero_optimization\": {\"stage\": 3}}";
  assert.match(await bring(page, deepSpeed), /^Options of DeepSpeed: /);
  assert.match(await bring(page, "https://example.org/planner/#v=1&p=mixtral-8x7b/h100x128&tp=4"),
    /^A link to a plan: Mixtral 8x7B on 128/);
  await press(page.locator("#bring-take"));
  await address(page, "#v=1&p=mixtral-8x7b/h100x128&tp=4");
});

test("what is broken, hostile or huge gets a sentence, and the plan stays", { tag: "@security" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await openImport(page);
  await page.evaluate(() => { window.ran = false; });
  const hostile = "<img src=x onerror=\"window.ran = true\">";
  for (const text of [
    hostile, "{", "{\"model_type\": ", `{"model_type": "${hostile.replaceAll("\"", "\\\"")}"}`,
    "[".repeat(100_000), `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`, "[a]\nb = ", "x".repeat(1_000_001),
    `--num-layers ${hostile}`, "no plan at all",
  ]) {
    const said = await bring(page, text);
    assert.ok(said.length > 20, text.slice(0, 40));
  }
  await settled(page);
  await expect(page.locator("#share-dialog img")).toHaveCount(0);
  assert.equal(await page.evaluate(() => window.ran), false);
  assert.equal(await page.evaluate(() => location.hash), FITS);
});

/**
 * Makes each worker that reads files do this with a text from now on, without an answer; gives a function that returns
 * the number of such workers.
 */
async function spoilReader(page, act) {
  let started = 0;
  await page.route("**/*_import.js", (route) => {
    started += 1;
    // The first message says that it has started.
    const body = `postMessage(new Uint8Array(1)); onmessage = () => { ${act} };`;
    return route.fulfill({ contentType: "text/javascript", body });
  });
  return () => started;
}

test("a file is chosen or dropped, and the next one is read where reading hangs or fails", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  // Errors of a worker are reported here, too.
  const page = await open(FITS, { noisy: true });
  await settled(page);
  const config = `${DATA}configs/qwen3-8b.json`;
  const text = await readFile(config, "utf8");
  const drop = (size) => page.evaluate(([text, size]) => {
    const data = new DataTransfer();
    data.items.add(new File([text, " ".repeat(size)], "config.json"));
    for (const type of ["dragover", "drop"]) {
      document.querySelector("main").dispatchEvent(
        new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    }
  }, [text, size]);
  for (const act of ["for (;;) {}", "throw new Error()"]) {
    const started = await spoilReader(page, act);
    await drop(0);
    await expect.poll(started).toBe(1);
    await page.locator(".brought p", { hasText: "so it was ended" }).waitFor();
    await page.unroute("**/*_import.js");
  }
  await drop(0);
  await page.locator(".brought p", { hasText: "Qwen3 8B" }).waitFor();
  await drop(2_000_000);
  await page.locator(".brought p", { hasText: "more than 128,000 bytes" }).waitFor();
  await page.locator("#bring-file").setInputFiles(config);
  await page.locator(".brought p", { hasText: "Qwen3 8B" }).waitFor();
});

test("files that are dropped or chosen together are one plan", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  const model = await readFile(`${DATA}configs/qwen3-8b.json`, "utf8");
  const command = "torchrun --nproc_per_node 16 pretrain_gpt.py --use-checkpoint-args --micro-batch-size 2 --seq-length 2048";
  const deepspeed = JSON.stringify({ train_micro_batch_size_per_gpu: 2, zero_optimization: { stage: 3 } });
  await page.evaluate(([model, deepspeed]) => {
    const data = new DataTransfer();
    data.items.add(new File([model], "config.json"));
    data.items.add(new File([deepspeed], "ds_config.json"));
    data.items.add(new File(["\0"], "weights.bin"));
    for (const type of ["dragover", "drop"]) {
      document.querySelector("main").dispatchEvent(
        new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    }
  }, [model, deepspeed]);
  await page.locator(".brought p", { hasText: "DeepSpeed: Qwen3 8B" }).waitFor();
  await page.locator(".brought li", { hasText: "weights.bin" }).waitFor();
  await page.locator("#bring-file").setInputFiles([["config.json", model], ["run.sh", command]].map(
    ([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })));
  await page.locator(".brought p", { hasText: "Megatron-LM: Qwen3 8B" }).waitFor();
});

test("keys open the dialog, go through its panes and close it", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await press(page.locator("#share"));
  await page.locator("#share-dialog[open]").waitFor();
  await page.locator("#tab-link").focus();
  for (const tab of [...PANES.slice(1), PANES[0]]) {
    await page.keyboard.press("ArrowRight");
    await expect(page.locator(`#${tab}`)).toBeFocused();
    await page.locator(`[data-pane=${tab}]`).waitFor();
  }
  await page.keyboard.press("Escape");
  await page.locator("#share-dialog").waitFor({ state: "hidden" });
  await expect(page.locator("#share")).toBeFocused();
});

test("a press beside the dialog closes it, one in it does not; undo belongs to what is typed", async ({ open }) => {
  const page = await open(FITS);
  await settled(page);
  await page.locator("#mbs").press("ArrowRight");
  await address(page, `${FITS}&mbs=2`);
  await settled(page);
  await openImport(page);
  await page.locator("#bring-text").focus();
  await page.keyboard.type("x");
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("Escape");
  await page.locator("#share-dialog").waitFor({ state: "hidden" });
  await dialog(page, "tab-link");
  await settled(page);
  const { x, y, width, height } = await page.locator("#share-dialog").boundingBox();
  await page.mouse.click(x + width / 2, y + height - 8);
  await settled(page);
  await expect(page.locator("#share-dialog")).toBeVisible();
  const link = await page.evaluate(() => location.href);
  await expect(page.locator("#link-field")).toHaveValue(link);
  assert.ok(link.endsWith("&mbs=2"), link);
  await page.mouse.click(x / 2, y / 2);
  await page.locator("#share-dialog").waitFor({ state: "hidden" });
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing in any pane, ${colorScheme}`, async ({ open, browserName }) => {
    test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
    const page = await open(FITS, { query: `?theme=${colorScheme}` });
    await settled(page);
    await dialog(page, PANES[0]);
    for (const tab of PANES) {
      await show(page, tab);
      await settled(page);
      assert.deepEqual(await violations(page, "#share-dialog"), [], tab);
    }
    await page.keyboard.press("Escape");
    await openImport(page);
    await settled(page);
    assert.deepEqual(await violations(page, "#share-dialog"), [], "import");
  });
}

test("on a phone nothing sticks out", async ({ open, browserName }) => {
  test.skip(browserName !== "chromium", "one browser is enough for narrow layouts");
  const page = await open(FITS, { context: { viewport: { width: 320, height: 640 } } });
  await settled(page);
  await dialog(page, PANES[0]);
  const fits = async (name) => {
    await settled(page);
    const wide = await page.locator("#share-dialog").evaluate((dialog) => [dialog.scrollWidth, dialog.clientWidth]);
    assert.ok(wide[0] <= wide[1] + 1, `${name}: ${wide}`);
  };
  for (const tab of PANES) {
    await show(page, tab);
    await fits(tab);
  }
  await page.keyboard.press("Escape");
  await page.locator("#share-dialog").waitFor({ state: "hidden" });
  await openImport(page);
  await fits("import");
});
