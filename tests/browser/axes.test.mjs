// Every axis of a plan has a control. Controls that concern only some plans appear only for those, and rarely used ones
// are collapsed. All figures equal those of the command.
import assert from "node:assert/strict";
import { expect, test } from "./fixtures.mjs";
import { estimate } from "./command.mjs";
import {
  FITS, address, box, notices, press, readNumber, settled, shown, showsSoon, type, unfoldRun, verdict, violations,
} from "./planner.mjs";

/** Plans with more slots in a step than 32 bits can count; one step is too long to simulate, the other is not. */
const BEYOND_32_BITS = [
  "#v=1&p=llama3-8b/h100x8&layers=32&pp=8&vp=4&gbs=1073741824",
  "#v=1&p=llama3-8b/h100x4&layers=1000&pp=4&vp=250&gbs=1073741824",
  "#v=1&p=llama3-8b/h100x500&layers=1000&pp=500&vp=2&gbs=1073741824",
  "#v=1&p=llama3-8b/h100x16&pp=16&sched=zbv&gbs=1073741824",
];

/** Largest number of bars of the memory figure. */
const MOST_BARS = 8;

const MIXTURE = "#v=1&p=mixtral-8x7b/h100x64&pp=4&ep=8&gbs=256";
const LATENTS = "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&gbs=15360";

/** Waits until the page shows the command's numbers for the plan in its address. */
async function agrees(page) {
  const { legal, link, memory, mfu, time } = await estimate(await page.evaluate(() => location.hash));
  assert.ok(legal, link);
  // With more stages than bars, each bar shows the fullest of the same number of neighbours.
  const neighbours = Math.ceil(memory.stages.length / MOST_BARS);
  const close = (shown, value) => assert.ok(Math.abs(shown - value) < 0.051, `${link}: ${shown} is not ${value}`);
  await expect(async () => {
    close(await readNumber(page, "#need"), memory.peak_gib);
    close(await readNumber(page, "#mfu"), mfu * 100);
    close(await readNumber(page, "#bubble"), time.idle_fraction * 100);
    const totals = await page.locator(".stage:not(.host) .total").count();
    assert.equal(totals, Math.ceil(memory.stages.length / neighbours), link);
  }).toPass();
}

/** Opens every collapsed group of controls, once the page is at rest. */
async function unfoldControls(page) {
  await settled(page);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("aside details")) details.open = true;
  });
}

/** Presses the box or button of a group of options, by its index, with the space bar. */
async function toggle(page, key, place) {
  const option = page.locator(`#${key} input`).nth(place);
  await option.focus();
  await expect(option).toBeFocused();
  await page.keyboard.press("Space");
}

/** Waits until these are the chosen options of a group, by index. */
async function chooses(page, key, places) {
  const chosen = () => page.locator(`#${key} input`).evaluateAll((inputs) =>
    inputs.flatMap((input, index) => (input.checked ? [index] : [])));
  await expect.poll(chosen).toEqual(places);
}

test("experts have controls where there are experts, and only there", async ({ open }) => {
  const page = await open(FITS);
  await unfoldControls(page);
  for (const key of ["ep", "etp", "topk", "moeffn", "imbal", "disp", "graph"]) {
    await expect(page.locator(`#${key}`), key).toHaveCount(0);
  }
  // A dense model receives experts of its shape.
  await type(page, "experts", "16");
  await address(page, "#v=1&p=llama3-70b/h100x64&experts=16&topk=2&moeffn=28672&tp=8&pp=4");
  await unfoldControls(page);
  await expect(page.locator("#topk")).toHaveAttribute("aria-valuetext", "2");
  await page.locator("#ep").focus();
  await page.keyboard.press("ArrowRight");
  await address(page, "#v=1&p=llama3-70b/h100x64&experts=16&topk=2&moeffn=28672&tp=8&pp=4&ep=2");
  const follows = page.locator(".follows", { hasText: "16 experts a layer ÷ 2 = 8 on each GPU, in 8 copies" });
  await expect(follows).toBeVisible();
  await agrees(page);
  await page.locator("#ep").focus();
  await page.keyboard.press("ArrowLeft");
  await type(page, "experts", "0");
  await address(page, FITS);
  await expect(page.locator("#ep")).toHaveCount(0);
  const fresh = await open(FITS);
  await unfoldControls(fresh);
  const expected = await shown(fresh);
  await fresh.close();
  await showsSoon(page, expected);
});

test("a mixture's sliders stop where a plan can be", async ({ open }) => {
  const page = await open(MIXTURE);
  await unfoldControls(page);
  await agrees(page);
  for (const [key, degree] of [["Home", "1"], ["ArrowRight", "2"], ["ArrowRight", "4"], ["End", "8"]]) {
    await page.locator("#ep").focus();
    await page.keyboard.press(key);
    await expect(page.locator("#ep")).toHaveAttribute("aria-valuetext", new RegExp(`^${degree}\\b`));
    await settled(page);
    assert.ok(!(await notices(page)).includes("reasons"), key);
  }
  await type(page, "imbal", "1.5");
  await type(page, "topk", "1");
  await address(page, "#v=1&p=mixtral-8x7b/h100x64&topk=1&pp=4&ep=8&gbs=256&imbal=1.5");
  await agrees(page);
  await type(page, "imbal", "1.1");
  await type(page, "topk", "2");
  await address(page, MIXTURE);
  // An illegal parallelism degree between the stops is explained and repaired.
  await type(page, "ep", "6");
  await verdict(page, "Cannot exist");
  const reason = page.locator("#reasons li", { hasText: "EP 6 does not divide 8 experts: legal are 1, 2, 4, 8" });
  await expect(reason).toBeVisible();
  await press(page.locator("#reasons button").first());
  await expect(page.locator("#verdict")).not.toHaveText("Cannot exist");
});

test("layers that nothing divides can be cut unevenly", async ({ open }) => {
  const page = await open("#v=1&p=deepseek-v3-671b/h800x2048&ep=64&gbs=4096");
  await type(page, "pp", "8");
  await expect(page.locator("#pp")).toHaveAttribute("aria-valuetext", /^8\b/);
  await verdict(page, "Cannot exist");
  await press(page.locator("#reasons button", { hasText: "an uneven split" }));
  await address(page, "#v=1&p=deepseek-v3-671b/h800x2048&pp=8&ep=64&split=7,8,8,8,8,8,7,7&gbs=4096");
  await agrees(page);
});

test("latent attention has its ranks", async ({ open }) => {
  const page = await open(LATENTS);
  await unfoldControls(page);
  await agrees(page);
  await expect(page.locator("#mlakv")).toHaveAttribute("aria-valuetext", "512");
  await type(page, "mlakv", "1024");
  await address(page, LATENTS.replace("&pp=16", "&mla=1536,1024,128,64,128&pp=16"));
  await agrees(page);
  await toggle(page, "mla", 0);
  await address(page, LATENTS.replace("&pp=16", "&mla=none&pp=16"));
  await expect(page.locator("#mlakv")).toHaveCount(0);
  await toggle(page, "mla", 1);
  await address(page, LATENTS);
  await type(page, "mtp", "0");
  await address(page, LATENTS.replace("&pp=16", "&mtp=0&pp=16"));
  await agrees(page);
});

test("every schedule can be chosen, and is estimated or explained", async ({ open }) => {
  const page = await open(FITS);
  const words = ["gpipe", "1f1b", "int", "zbh1", "zbh2", "zbv", "vhalf", "vmin", "dualpipe", "dualpipev"];
  await expect(page.locator("#sched option")).toHaveCount(words.length);
  for (const [index, word] of words.entries()) {
    await page.locator("#sched").selectOption({ index });
    await address(page, word === "1f1b" ? FITS : `${FITS}&sched=${word}`);
    await settled(page);
    const said = await notices(page);
    assert.ok(!said.includes("not-modelled"), word);
    if (said.includes("reasons")) await expect(page.locator("#reasons button").first(), word).toBeAttached();
    else await agrees(page);
  }
});

test("uneven layers are typed, and nonsense is answered", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await unfoldControls(page);
  const field = page.locator("#split");
  const fill = async (text) => {
    await field.focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  };
  await fill("19, 21, 21, 19");
  await address(page, `${FITS}&split=19,21,21,19`);
  await expect(field).toHaveValue("19,21,21,19");
  await agrees(page);
  await fill("half of them");
  await expect(page.locator("#split-wrong", { hasText: "separated by commas" })).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue("half of them");
  await settled(page);
  assert.equal(await page.evaluate(() => location.hash), `${FITS}&split=19,21,21,19`);
  // A readable but inconsistent plan is illegal, and the page gives the reason.
  await fill("20,20");
  await verdict(page, "Cannot exist");
  await expect(page.locator("#split-wrong")).toBeHidden();
  await expect(page.locator("#reasons li", { hasText: "40 layers in 2 stages" })).toBeVisible();
  await press(page.locator("#reasons button", { hasText: "an even split" }));
  await address(page, FITS);
  await expect(field).toHaveValue("");
});

test("shard groups divide the copies, and the last stop is all of them", async ({ open }) => {
  const page = await open("#v=1&p=llama3-8b/h100x64&zero=3");
  await unfoldControls(page);
  const slider = page.locator("#hsdp");
  await expect(slider).toHaveAttribute("aria-valuetext", /^64\b/);
  await slider.focus();
  for (const size of [32, 16, 8]) {
    await page.keyboard.press("ArrowLeft");
    await address(page, `#v=1&p=llama3-8b/h100x64&zero=3&hsdp=${size}`);
  }
  await agrees(page);
  await page.keyboard.press("End");
  await address(page, "#v=1&p=llama3-8b/h100x64&zero=3");
});

test("modules and layers to recompute follow the kind of checkpointing", async ({ open }) => {
  const page = await open(FITS);
  await expect(page.locator("#ckptmod")).toHaveCount(0);
  await page.locator("#ckpt input").nth(0).focus();
  await page.keyboard.press("ArrowRight");
  await address(page, `${FITS}&ckpt=sel`);
  await chooses(page, "ckptmod", [0]);
  await toggle(page, "ckptmod", 2);
  await address(page, `${FITS}&ckpt=sel&ckptmod=core,mlp`);
  await agrees(page);
  await toggle(page, "ckptmod", 2);
  await toggle(page, "ckptmod", 0);
  await address(page, `${FITS}&ckpt=sel&ckptmod=none`);
  await toggle(page, "ckptmod", 0);
  await page.locator("#ckpt input").nth(1).focus();
  await page.keyboard.press("ArrowRight");
  await address(page, `${FITS}&ckpt=full`);
  await expect(box(page, "ckptn")).toHaveValue("20");
  await type(page, "ckptn", "5");
  await address(page, `${FITS}&ckpt=full&ckptn=5`);
  await agrees(page);
  await type(page, "ckptn", "20");
  await address(page, `${FITS}&ckpt=full`);
});

test("offload, storage, precision and optimizer take every value", { tag: "@core" }, async ({ open }) => {
  const page = await open(FITS);
  await unfoldControls(page);
  await toggle(page, "off", 0);
  await address(page, `${FITS}&off=opt`);
  await agrees(page);
  await expect(page.locator("#offn")).toHaveCount(0);
  await toggle(page, "off", 2);
  await address(page, `${FITS}&off=opt,acts`);
  await type(page, "offn", "4");
  await address(page, `${FITS}&off=opt,acts&offn=4`);
  await agrees(page);
  await type(page, "offn", "20");
  await toggle(page, "off", 0);
  await toggle(page, "off", 2);
  await address(page, FITS);
  for (const [key, words] of [
    ["dtype", ["fp32", "fp16", "", "fp8", "fp8b"]],
    ["opt", ["", "adamw8", "adamwbf16", "adafactor", "sgdm", "lion", "muon"]],
  ]) {
    for (const [index, word] of words.entries()) {
      await page.locator(`#${key}`).selectOption({ index });
      await address(page, word === "" ? FITS : `${FITS}&${key}=${word}`);
    }
    await agrees(page);
    await page.locator(`#${key}`).selectOption({ index: words.indexOf("") });
    await address(page, FITS);
  }
  // A Hopper card has no units for the last two types: the reason is said, and a type that it has is offered.
  for (const [index, word] of [[5, "mxfp8"], [6, "nvfp4"]]) {
    await page.locator("#dtype").selectOption({ index });
    await expect(page.locator("header", { hasText: `does not support products in ${word}` })).toBeVisible();
    await press(page.locator(".notice button", { hasText: "fp8b" }));
    await address(page, `${FITS}&dtype=fp8b`);
  }
  await page.locator("#dtype").selectOption({ index: 2 });
  await address(page, FITS);
  await toggle(page, "wstore", 0);
  await page.keyboard.press("ArrowRight");
  await address(page, `${FITS}&wstore=int8`);
  await agrees(page);
  await page.locator("#master input").first().focus();
  await page.keyboard.press("ArrowRight");
  await address(page, `${FITS}&wstore=int8&master=rem`);
  await page.locator("#grads input").first().focus();
  await page.keyboard.press("ArrowRight");
  await address(page, `${FITS}&wstore=int8&master=rem&grads=16bit`);
  await agrees(page);
});

test("a habit says whose it is, and what the recipe has follows the recipe", async ({ open }) => {
  const page = await open(FITS);
  await unfoldControls(page);
  const note = (key) => page.locator(`.row[data-control=${key}] small`).first();
  for (const key of ["overlap", "kern", "fagen", "msg", "gsync", "master", "grads"]) {
    await expect(note(key)).toHaveText("by recipe");
  }
  await chooses(page, "overlap", [2, 3]);
  await toggle(page, "overlap", 0);
  await address(page, `${FITS}&overlap=tp,dp,cp`);
  await expect(note("overlap")).toHaveText("recipe: DP CP");
  await agrees(page);
  await toggle(page, "overlap", 0);
  await address(page, FITS);
  await expect(note("overlap")).toHaveText("by recipe");
  await page.locator("#kern").selectOption({ index: 0 });
  await address(page, `${FITS}&kern=eager`);
  await expect(note("kern")).toHaveText("recipe: fused");
  await agrees(page);
  // Another framework changes the defaults, but not the chosen setting.
  await unfoldRun(page);
  await page.locator("#recipe").selectOption({ label: "torchtitan" });
  await address(page, `${FITS}&recipe=torchtitan&kern=eager`);
  await expect(note("kern")).toHaveText("recipe: compiled");
  await chooses(page, "msg", [1]);
  await page.locator("#kern").selectOption({ index: 1 });
  await address(page, `${FITS}&recipe=torchtitan`);
  await expect(note("kern")).toHaveText("by recipe");
  await page.locator("#fagen input").nth(1).focus();
  await page.keyboard.press("ArrowRight");
  await address(page, `${FITS}&recipe=torchtitan&fagen=3`);
  await agrees(page);
});

test("power and failures move the run", async ({ open }) => {
  const page = await open(FITS);
  await unfoldControls(page);
  const days = page.locator("div:has(> dd #cost) dt");
  const before = await days.textContent();
  await type(page, "mtbf", "500");
  await expect(days).not.toHaveText(before);
  await type(page, "watts", "650");
  await type(page, "ckptbw", "100");
  await type(page, "restart", "30");
  await address(page, `${FITS}&watts=650&mtbf=500&ckptbw=100&restart=30`);
});

test("counts beyond 32 bits are the command's", { tag: ["@core", "@firefox"] }, async ({ open }) => {
  for (const link of BEYOND_32_BITS) {
    const page = await open(link);
    await agrees(page);
    await page.close();
  }
});

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing on a page with every control, ${theme}`, async ({ open, browserName }) => {
    test.skip(browserName !== "chromium", "axe reads the DOM and styles: one browser is enough");
    const link = `${LATENTS}&ckpt=sel&off=acts&overlap=dp&kern=eager`;
    const page = await open(link, { query: `?theme=${theme}` });
    await unfoldControls(page);
    await page.locator("#split").focus();
    await page.keyboard.type("nonsense");
    await page.keyboard.press("Tab");
    await expect(page.locator("#split-wrong")).toBeVisible();
    await settled(page);
    assert.deepEqual(await violations(page), []);
  });
}
