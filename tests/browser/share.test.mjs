// Sharing and importing of plans: link and QR code, a lesson's page, files of frameworks, imports.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import jsqr from "jsqr";
import { FITS, ILLEGAL, LONG_LINK, address, catchFiles, inEachBrowser, kept, settled, violations } from "./planner.mjs";

const DATA = fileURLToPath(new URL("../data/exchange/", import.meta.url));
const SNAPSHOTS = fileURLToPath(new URL("../../crates/cli/tests/exchange/snapshots/", import.meta.url));
/** The names of the panes, by the ids of their tabs. */
const PANES = ["tab-link", "tab-lesson", "tab-files", "tab-import"];

/** Opens the dialog at a pane. */
async function dialog(page, tab) {
  await page.locator("#share").click();
  await page.locator("#take-along[open]").waitFor();
  await page.locator(`#${tab}`).click();
  await page.locator(`[data-pane=${tab}]`).waitFor();
}

/** The text of the QR code in sight, as a camera reads it that makes a picture of this many pixels a side. */
async function scanned(page, pixels = 400) {
  const reds = await page.locator("#take-along .code").evaluate(async (svg, pixels) => {
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
    // The red of each pixel, as letters: a list of millions of numbers is more than Firefox passes on.
    const { data } = context.getImageData(0, 0, pixels, pixels);
    let reds = "";
    for (let at = 0; at < data.length; at += 4) reds += String.fromCharCode(data[at]);
    return reds;
  }, pixels);
  const data = Uint8ClampedArray.from({ length: 4 * pixels * pixels }, (_, at) => (at % 4 === 3 ? 255 : reds.charCodeAt(at >> 2)));
  return jsqr(data, pixels, pixels)?.data;
}

/** The attributes of the first element of this name in an HTML text. */
function attributes(html, name) {
  const [, tag] = html.match(new RegExp(`<${name}((?: [a-z-]+="[^"]*")*)>`));
  const plain = (text) => text.replaceAll("&lt;", "<").replaceAll("&quot;", "\"").replaceAll("&amp;", "&");
  return Object.fromEntries([...tag.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, plain(value)]));
}

/** Pastes a text into the field for imports, and returns the outcome. */
async function bring(page, text) {
  await page.locator("#bring-text").fill(text);
  return (await page.locator(".brought").innerText()).replaceAll("\u{a0}", " ");
}

inEachBrowser(({ name, open }) => {
  test("a link is shown, copied, shared and read by a camera", async (t) => {
    const page = await open(t, FITS, {
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
    assert.equal(await page.locator("#link-field").inputValue(), link);
    assert.equal(await scanned(page), link);
    await page.locator("[data-copy=link-field]").click();
    await page.locator("[data-copy=link-field]", { hasText: "Copied" }).waitFor();
    await page.locator("#link-share").click();
    assert.deepEqual(await page.evaluate(() => [window.copied, window.shared.map(({ url }) => url)]), [[link], [link]]);
    const { name: file, bytes } = await kept(page, () => page.locator("#code-keep").click());
    assert.equal(file, "shardwise-qr.svg");
    assert.ok(bytes.toString("utf8").startsWith("<svg "));
  });

  test("the longest links have QR codes that a camera reads", async (t) => {
    const page = await open(t, LONG_LINK);
    await settled(page);
    await dialog(page, "tab-link");
    const link = await page.locator("#link-field").inputValue();
    assert.ok(link.length > 2_000, `${link.length} letters`);
    assert.equal(await scanned(page, 800), link);
  });

  test("where the clipboard is closed the older way is taken, and at last the reader's own hand", async (t) => {
    const page = await open(t, FITS, {
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
    await page.locator("#copy-link").click();
    await page.locator("#copy-link", { hasText: "Link copied" }).waitFor();
    assert.deepEqual(await page.evaluate(() => window.taken), ["copy", page.url()]);
    await dialog(page, "tab-link");
    const button = page.locator("[data-copy=link-field]");
    await button.click();
    await button.filter({ hasText: "Copied" }).waitFor();
    assert.deepEqual(await page.evaluate(() => window.taken), ["copy", page.url()]);
    await page.evaluate(() => { window.worked = false; });
    await page.locator("[data-copy=link-field]", { hasText: /^Copy$/ }).waitFor();
    await button.click();
    await button.filter({ hasText: "by hand" }).waitFor();
    const selected = await page.locator("#link-field").evaluate((field) =>
      field.value.slice(field.selectionStart, field.selectionEnd));
    assert.equal(selected, page.url());
  });

  test("a teacher chooses, sees it, and takes it along in three ways", async (t) => {
    const page = await open(t, FITS);
    await settled(page);
    await dialog(page, "tab-lesson");
    const code = page.locator("#lesson-code");
    await page.locator("[name=lesson-view][value=memory]").check();
    await page.locator("[name=lesson-view][value=verdict]").check();
    for (const [key, fate] of [["tp", "locked"], ["mbs", "hidden"]]) {
      const list = page.locator(`[data-fate=${key}]`);
      await list.evaluate((list) => { list.closest("details").open = true; });
      await list.selectOption(fate);
    }
    await page.locator("#lesson-theme").selectOption("dark");
    await page.locator("#lesson-name").fill("week 3");
    await page.locator("[name=lesson-fits]").check();
    await page.locator("[data-limit='0']").focus();
    await page.keyboard.type("40");
    const said = await page.locator("#lesson-goal-said").innerText();
    assert.match(said, /40.%/);

    const link = new URL(await code.inputValue());
    assert.deepEqual(Object.fromEntries(link.searchParams), {
      view: "verdict,memory", hide: "mbs", lock: "tp", theme: "dark", lesson: "week 3", goal: "fits,mfu>=0.4",
    });
    assert.equal(link.hash, FITS);
    assert.equal(await scanned(page), link.href);

    // The page that readers will see.
    const preview = page.frameLocator("#lesson-preview");
    await preview.locator("#memory").waitFor();
    await preview.locator("#tolls").waitFor({ state: "hidden" });
    await preview.locator("html[data-theme=dark]").waitFor({ state: "attached" });
    await preview.locator("#mbs").waitFor({ state: "hidden" });
    assert.ok(await preview.locator("#tp").isDisabled());

    await page.locator("[name=lesson-way][value=frame]").check();
    const frame = attributes(await code.inputValue(), "iframe");
    const framed = new URL(link);
    framed.search = `?embed=1&${link.search.slice(1)}`;
    assert.equal(frame.src, framed.href);
    assert.equal(frame.title, "Shardwise: Llama-3 70B on 64 × H100 80 GB");
    assert.equal(frame.loading, "lazy");

    await page.locator("[name=lesson-way][value=element]").check();
    const html = await code.inputValue();
    assert.equal(attributes(html, "script").src, new URL("embed.js", page.url()).href);
    assert.deepEqual(attributes(html, "shardwise-planner"), {
      plan: FITS, title: "Shardwise: Llama-3 70B on 64 × H100 80 GB",
      view: "verdict,memory", hide: "mbs", lock: "tp", theme: "dark", lesson: "week 3", goal: "fits,mfu>=0.4",
    });
    assert.equal(new URL(page.url()).hash, FITS, "the teacher's own page is left alone");
  });

  test("a goal that is none is said to be, with its place", async (t) => {
    const page = await open(t, FITS);
    await settled(page);
    await dialog(page, "tab-lesson");
    await page.locator("#lesson-condition").fill("mfa > 3");
    await page.locator("#lesson-goal-said", { hasText: "mfu" }).waitFor();
    assert.equal(await page.locator("#lesson-condition").getAttribute("aria-invalid"), "true");
  });

  test("the files of every target are those of the command", async (t) => {
    const page = await open(t, FITS, { prepare: (page) => page.addInitScript(catchFiles) });
    await settled(page);
    await dialog(page, "tab-files");
    const targets = ["megatron", "megatron-bridge", "torchtitan", "nanotron", "accelerate", "slurm", "bibtex"];
    const options = await page.locator("#files-target option").count();
    assert.ok(options >= 9);
    const seen = new Set();
    for (let index = 0; index < options; index += 1) {
      await page.locator("#files-target").selectOption({ index });
      seen.add(await page.locator("#files-text").inputValue());
    }
    assert.equal(seen.size, options);
    for (const target of targets) {
      const snapshot = await readFile(`${SNAPSHOTS}exchange__files__llama3_70b_${target}.snap`, "utf8");
      const text = snapshot.slice(snapshot.indexOf("---\n", 4) + 4).trimEnd();
      assert.ok([...seen].some((file) => file.trimEnd() === text), target);
    }
    await page.locator("#files-target").selectOption({ index: 0 });
    const text = await page.locator("#files-text").inputValue();
    const file = await kept(page, () => page.locator("#files-keep").click());
    assert.equal(file.bytes.toString("utf8"), text);
    assert.match(await page.locator("#files-launch").inputValue(), /torchrun|bash/);
  });

  test("a plan that cannot exist has no files, and says so", async (t) => {
    const page = await open(t, ILLEGAL);
    await settled(page);
    await dialog(page, "tab-files");
    await page.locator("#take-along-pane", { hasText: "cannot exist" }).waitFor();
    assert.equal(await page.locator("#files-text").count(), 0);
  });

  test("configurations of published models are read, and asked for what they leave open", async (t) => {
    const page = await open(t, "#v=1&p=gpt2-1.5b/a100-80x16");
    await settled(page);
    await page.locator("#import").click();
    for (const file of await readdir(`${DATA}configs`)) {
      const said = await bring(page, await readFile(`${DATA}configs/${file}`, "utf8"));
      assert.match(said, /^A config.json of Hugging Face: /, file);
      assert.match(said, /on 16 × A100 80 GB/, file);
      assert.ok(await page.locator("#bring-take").isVisible(), file);
    }
    await bring(page, await readFile(`${DATA}configs/llama3-70b.json`, "utf8"));
    // No configuration names its GPUs: the reader chooses them.
    await page.locator(".brought [data-key=gpus]").focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("128");
    await page.locator("#bring-gpu").selectOption("h100");
    await page.locator(".brought p", { hasText: "on 128 × H100 80 GB" }).waitFor();
    await page.locator("#bring-take").click();
    await page.locator("#take-along").waitFor({ state: "hidden" });
    await page.waitForFunction(() => location.hash.startsWith("#v=1&p=llama3-70b/h100x128"));
    await page.goBack();
    await address(page, "#v=1&p=gpt2-1.5b/a100-80x16");
  });

  test("arguments, TOML, JSON and links are told apart", async (t) => {
    const page = await open(t, FITS);
    await settled(page);
    await page.locator("#import").click();
    const snapshot = async (name) => {
      const text = await readFile(`${SNAPSHOTS}exchange__files__deepseek_v3_${name}.snap`, "utf8");
      return text.slice(text.indexOf("---\n", 4) + 4);
    };
    assert.match(await bring(page, await snapshot("megatron")), /^Arguments of Megatron-LM: /);
    assert.match(await bring(page, await snapshot("torchtitan")), /^A TOML of torchtitan: /);
    assert.match(await bring(page, "{\"train_micro_batch_size_per_gpu\": 2, \"zero_optimization\": {\"stage\": 3}}"),
      /^A JSON of DeepSpeed: /);
    assert.match(await bring(page, "https://example.org/planner/#v=1&p=mixtral-8x7b/h100x128&tp=4"),
      /^A link to a plan: Mixtral 8x7B on 128/);
    await page.locator("#bring-take").click();
    await address(page, "#v=1&p=mixtral-8x7b/h100x128&tp=4");
  });

  test("what is broken, hostile or huge gets a sentence, and the plan stays", async (t) => {
    const page = await open(t, FITS);
    await settled(page);
    await page.locator("#import").click();
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
    assert.equal(await page.locator("#take-along img").count(), 0);
    assert.equal(await page.evaluate(() => window.ran), false);
    assert.equal(await page.evaluate(() => location.hash), FITS);
  });

  test("a file is chosen, or dropped anywhere on the page", async (t) => {
    const page = await open(t, FITS);
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
    await drop(0);
    await page.locator(".brought p", { hasText: "Qwen3 8B" }).waitFor();
    await drop(2_000_000);
    await page.locator(".brought p", { hasText: "more than 128,000 bytes" }).waitFor();
    await page.locator("#bring-file").setInputFiles(config);
    await page.locator(".brought p", { hasText: "Qwen3 8B" }).waitFor();
  });

  test("keys open the dialog, go through its panes and close it", async (t) => {
    const page = await open(t, FITS);
    await settled(page);
    await page.locator("#share").focus();
    await page.keyboard.press("Enter");
    await page.locator("#take-along[open]").waitFor();
    await page.locator("#tab-link").focus();
    for (const tab of [...PANES.slice(1), PANES[0]]) {
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction((tab) => document.activeElement.id === tab, tab);
      await page.locator(`[data-pane=${tab}]`).waitFor();
    }
    await page.keyboard.press("Escape");
    await page.locator("#take-along").waitFor({ state: "hidden" });
    await page.waitForFunction(() => document.activeElement.id === "share");
  });

  test("a press beside the dialog closes it, one in it does not; undo belongs to what is typed", async (t) => {
    const page = await open(t, FITS);
    await settled(page);
    await page.locator("#mbs").focus();
    await page.keyboard.press("ArrowRight");
    await address(page, `${FITS}&mbs=2`);
    await settled(page);
    await dialog(page, "tab-import");
    await page.locator("#bring-text").focus();
    await page.keyboard.type("x");
    await page.keyboard.press("ControlOrMeta+z");
    await page.locator("#tab-link").click();
    const { x, y, width, height } = await page.locator("#take-along").boundingBox();
    await page.mouse.click(x + width / 2, y + height - 8);
    assert.equal(await page.locator("#link-field").inputValue(), page.url());
    assert.ok(page.url().endsWith("&mbs=2"), page.url());
    await page.mouse.click(x / 2, y / 2);
    await page.locator("#take-along").waitFor({ state: "hidden" });
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing in any pane, ${colorScheme}`, async (t) => {
      const page = await open(t, FITS, { query: `?theme=${colorScheme}` });
      await settled(page);
      for (const tab of PANES) {
        if (!await page.locator("#take-along[open]").count()) await page.locator("#share").click();
        await page.locator(`#${tab}`).click();
        await page.locator(`[data-pane=${tab}]`).waitFor();
        assert.deepEqual(await violations(page, "#take-along"), [], `${tab}, ${name}`);
      }
    });
  }

  test("on a phone nothing sticks out", async (t) => {
    const page = await open(t, FITS, { context: { viewport: { width: 320, height: 640 } } });
    await settled(page);
    for (const tab of PANES) {
      if (!await page.locator("#take-along[open]").count()) await page.locator("#share").click();
      await page.locator(`#${tab}`).click();
      await page.locator(`[data-pane=${tab}]`).waitFor();
      const wide = await page.locator("#take-along").evaluate((dialog) => [dialog.scrollWidth, dialog.clientWidth]);
      assert.ok(wide[0] <= wide[1] + 1, `${tab}: ${wide}`);
    }
  });
});
