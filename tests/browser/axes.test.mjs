// Every axis of a plan has a control. Controls that concern only some plans appear only for those, and rarely used ones
// are collapsed. All figures equal those of the command.
import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate } from "./command.mjs";
import {
  FITS, address, box, drawn, inEachBrowser, notices, readNumber, shown, showsSoon, type, verdict, violations,
} from "./planner.mjs";

/** Plans with more slots in a step than 32 bits can count; one step is too long to simulate, the other is not. */
const BEYOND_32_BITS = [
  "#v=1&p=llama3-8b/h100x8&layers=32&pp=8&vp=4&gbs=1073741824",
  "#v=1&p=llama3-8b/h100x4&layers=1000&pp=4&vp=250&gbs=1073741824",
  "#v=1&p=llama3-8b/h100x500&layers=1000&pp=500&vp=2&gbs=1073741824",
  "#v=1&p=llama3-8b/h100x16&pp=16&sched=zbv&gbs=1073741824",
];

/** Largest number of bars of the memory figure. */
const MOST_BARS = 64;

const MIXTURE = "#v=1&p=mixtral-8x7b/h100x64&pp=4&ep=8&gbs=256";
const LATENTS = "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&gbs=15360";

/** Asserts that the page shows the command's numbers for the plan in its address. */
async function agrees(page) {
  const { legal, link, memory, mfu, time } = await estimate(await page.evaluate(() => location.hash));
  assert.ok(legal, link);
  const close = (shown, value) => assert.ok(Math.abs(shown - value) < 0.051, `${link}: ${shown} is not ${value}`);
  close(await readNumber(page, "#need"), memory.peak_gib);
  close(await readNumber(page, "#mfu"), mfu * 100);
  close(await readNumber(page, "#bubble"), time.bubble_fraction * 100);
  const totals = await page.locator(".stage .total").count();
  // With more stages than bars, each bar shows the fullest of the same number of neighbours.
  const neighbours = Math.ceil(memory.stages.length / MOST_BARS);
  assert.equal(totals, Math.ceil(memory.stages.length / neighbours), link);
}

/** Opens every collapsed group of controls, once all figures are there. */
async function unfold(page) {
  await page.locator("#accuracy summary").waitFor({ state: "attached" });
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("aside details")) details.open = true;
  });
}

/** Presses the box or button of a group of options, by its index, with the space bar. */
async function press(page, key, place) {
  const option = page.locator(`#${key} input`).nth(place);
  await option.waitFor();
  await option.focus();
  assert.ok(await option.evaluate((input) => input === document.activeElement), `${key} has no focus`);
  await page.keyboard.press("Space");
}

/** The chosen options of a group. */
function chosen(page, key) {
  return page.locator(`#${key} input`).evaluateAll((inputs) =>
    inputs.flatMap((input, index) => (input.checked ? [index] : [])));
}

inEachBrowser(({ open }) => {
  test("experts have controls where there are experts, and only there", async (t) => {
    const page = await open(t, FITS);
    await unfold(page);
    for (const key of ["ep", "etp", "topk", "moeffn", "imbal", "disp", "graph"]) {
      assert.equal(await page.locator(`#${key}`).count(), 0, key);
    }
    // A dense model receives experts of its shape.
    await type(page, "experts", "16");
    await address(page, "#v=1&p=llama3-70b/h100x64&experts=16&topk=2&moeffn=28672&tp=8&pp=4");
    await unfold(page);
    assert.equal(await page.locator("#topk").getAttribute("aria-valuetext"), "2");
    await page.locator("#ep").focus();
    await page.keyboard.press("ArrowRight");
    await address(page, "#v=1&p=llama3-70b/h100x64&experts=16&topk=2&moeffn=28672&tp=8&pp=4&ep=2");
    await page.locator(".follows", { hasText: "16 experts a layer ÷ 2 = 8 on each GPU, in 8 copies" }).waitFor();
    await agrees(page);
    await page.locator("#ep").focus();
    await page.keyboard.press("ArrowLeft");
    await type(page, "experts", "0");
    await address(page, FITS);
    assert.equal(await page.locator("#ep").count(), 0);
    const fresh = await open(t, FITS);
    await unfold(fresh);
    await showsSoon(page, await shown(fresh));
  });

  test("a mixture's sliders stop where a plan can be", async (t) => {
    const page = await open(t, MIXTURE);
    await unfold(page);
    await agrees(page);
    for (const key of ["Home", "ArrowRight", "ArrowRight", "End"]) {
      await page.locator("#ep").focus();
      await page.keyboard.press(key);
      await drawn(page);
      assert.ok(!(await notices(page)).includes("reasons"), key);
    }
    assert.equal(await page.locator("#ep").getAttribute("aria-valuetext"), "8");
    await type(page, "imbal", "1.5");
    await type(page, "topk", "1");
    await address(page, "#v=1&p=mixtral-8x7b/h100x64&topk=1&pp=4&ep=8&gbs=256&imbal=1.5");
    await agrees(page);
    await type(page, "imbal", "1.1");
    await type(page, "topk", "2");
    await address(page, MIXTURE);
    // An illegal parallelism degree between the stops is explained and repaired.
    await type(page, "ep", "6");
    await verdict(page, "Not possible");
    await page.locator("#reasons li", { hasText: "EP 6 does not divide 8 experts: legal are 1, 2, 4, 8" }).waitFor();
    await page.locator("#reasons button").first().click();
    await page.waitForFunction(() => document.getElementById("verdict").textContent !== "Not possible");
  });

  test("layers that nothing divides can be cut unevenly", async (t) => {
    const page = await open(t, "#v=1&p=deepseek-v3-671b/h800x2048&ep=64&gbs=4096");
    await page.locator("#pp").focus();
    for (const stages of [2, 4, 8]) {
      await page.keyboard.press("ArrowRight");
      await page.locator(`#pp[aria-valuetext='${stages}']`).waitFor();
    }
    await verdict(page, "Not possible");
    await page.locator("#reasons button", { hasText: "an uneven split" }).click();
    await address(page, "#v=1&p=deepseek-v3-671b/h800x2048&pp=8&ep=64&split=7,8,8,8,8,8,7,7&gbs=4096");
    await agrees(page);
  });

  test("latent attention has its ranks", async (t) => {
    const page = await open(t, LATENTS);
    await unfold(page);
    await agrees(page);
    assert.equal(await page.locator("#mlakv").getAttribute("aria-valuetext"), "512");
    await type(page, "mlakv", "1024");
    await address(page, LATENTS.replace("&pp=16", "&mla=1536,1024,128,64,128&pp=16"));
    await agrees(page);
    await press(page, "mla", 0);
    await address(page, LATENTS.replace("&pp=16", "&mla=none&pp=16"));
    assert.equal(await page.locator("#mlakv").count(), 0);
    await press(page, "mla", 1);
    await address(page, LATENTS);
    await type(page, "mtp", "0");
    await address(page, LATENTS.replace("&pp=16", "&mtp=0&pp=16"));
    await agrees(page);
  });

  test("every schedule can be chosen, and is estimated or explained", async (t) => {
    const page = await open(t, FITS);
    const words = ["gpipe", "1f1b", "int", "zbh1", "zbh2", "zbv", "vhalf", "vmin", "dualpipe", "dualpipev"];
    assert.equal(await page.locator("#sched option").count(), words.length);
    for (const [index, word] of words.entries()) {
      await page.locator("#sched").selectOption({ index });
      await address(page, word === "1f1b" ? FITS : `${FITS}&sched=${word}`);
      const said = await notices(page);
      assert.ok(!said.includes("not-modelled"), word);
      if (said.includes("reasons")) assert.ok(await page.locator("#reasons button").count() > 0, word);
      else await agrees(page);
    }
  });

  test("uneven layers are typed, and nonsense is answered", async (t) => {
    const page = await open(t, FITS);
    await unfold(page);
    const field = page.locator("#split");
    const fill = async (text) => {
      await field.focus();
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    };
    await fill("19, 21, 21, 19");
    await address(page, `${FITS}&split=19,21,21,19`);
    assert.equal(await field.inputValue(), "19,21,21,19");
    await agrees(page);
    await fill("half of them");
    await page.locator("#split-wrong", { hasText: "set off by commas" }).waitFor();
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.equal(await field.inputValue(), "half of them");
    assert.equal(await page.evaluate(() => location.hash), `${FITS}&split=19,21,21,19`);
    // A readable but inconsistent plan is illegal, and the page gives the reason.
    await fill("20,20");
    await verdict(page, "Not possible");
    assert.ok(await page.locator("#split-wrong").isHidden());
    await page.locator("#reasons li", { hasText: "40 layers in 2 stages" }).waitFor();
    await page.locator("#reasons button", { hasText: "an even split" }).click();
    await address(page, FITS);
    assert.equal(await field.inputValue(), "");
  });

  test("shard groups divide the copies, and the last stop is all of them", async (t) => {
    const page = await open(t, "#v=1&p=llama3-8b/h100x64&zero=3");
    await unfold(page);
    const slider = page.locator("#hsdp");
    assert.equal(await slider.getAttribute("aria-valuetext"), "64");
    await slider.focus();
    for (const size of [32, 16, 8]) {
      await page.keyboard.press("ArrowLeft");
      await address(page, `#v=1&p=llama3-8b/h100x64&zero=3&hsdp=${size}`);
    }
    await agrees(page);
    await page.keyboard.press("End");
    await address(page, "#v=1&p=llama3-8b/h100x64&zero=3");
  });

  test("modules and layers to recompute follow the kind of checkpointing", async (t) => {
    const page = await open(t, FITS);
    assert.equal(await page.locator("#ckptmod").count(), 0);
    await page.locator("#ckpt input").nth(0).focus();
    await page.keyboard.press("ArrowRight");
    await address(page, `${FITS}&ckpt=sel`);
    assert.deepEqual(await chosen(page, "ckptmod"), [0]);
    await press(page, "ckptmod", 2);
    await address(page, `${FITS}&ckpt=sel&ckptmod=core,mlp`);
    await agrees(page);
    await press(page, "ckptmod", 2);
    await press(page, "ckptmod", 0);
    await address(page, `${FITS}&ckpt=sel&ckptmod=none`);
    await press(page, "ckptmod", 0);
    await page.locator("#ckpt input").nth(1).focus();
    await page.keyboard.press("ArrowRight");
    await address(page, `${FITS}&ckpt=full`);
    assert.equal(await box(page, "ckptn").inputValue(), "20");
    await type(page, "ckptn", "5");
    await address(page, `${FITS}&ckpt=full&ckptn=5`);
    await agrees(page);
    await type(page, "ckptn", "20");
    await address(page, `${FITS}&ckpt=full`);
  });

  test("offload, storage, precision and optimizer take every value", async (t) => {
    const page = await open(t, FITS);
    await unfold(page);
    await press(page, "off", 0);
    await address(page, `${FITS}&off=opt`);
    await agrees(page);
    assert.equal(await page.locator("#offn").count(), 0);
    await press(page, "off", 2);
    await address(page, `${FITS}&off=opt,acts`);
    await type(page, "offn", "4");
    await address(page, `${FITS}&off=opt,acts&offn=4`);
    await agrees(page);
    await type(page, "offn", "20");
    await press(page, "off", 0);
    await press(page, "off", 2);
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
      await page.locator("header", { hasText: `no units for products in ${word}` }).waitFor();
      await page.locator(".notice button", { hasText: "fp8b" }).click();
      await address(page, `${FITS}&dtype=fp8b`);
    }
    await page.locator("#dtype").selectOption({ index: 2 });
    await address(page, FITS);
    await press(page, "wstore", 0);
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

  test("a habit says whose it is, and what the recipe has follows the recipe", async (t) => {
    const page = await open(t, FITS);
    await unfold(page);
    const note = (key) => page.locator(`.row[data-control=${key}] small`).first();
    for (const key of ["overlap", "kern", "fagen", "msg", "gsync", "master", "grads"]) {
      assert.equal(await note(key).textContent(), "by recipe");
    }
    assert.deepEqual(await chosen(page, "overlap"), [2, 3]);
    await press(page, "overlap", 0);
    await address(page, `${FITS}&overlap=tp,dp,cp`);
    assert.equal(await note("overlap").textContent(), "recipe: DP CP");
    await agrees(page);
    await press(page, "overlap", 0);
    await address(page, FITS);
    assert.equal(await note("overlap").textContent(), "by recipe");
    await page.locator("#kern").selectOption({ index: 0 });
    await address(page, `${FITS}&kern=eager`);
    assert.equal(await note("kern").textContent(), "recipe: fused");
    await agrees(page);
    // Another framework changes the defaults, but not the chosen setting.
    await page.locator("#recipe").selectOption({ label: "torchtitan" });
    await address(page, `${FITS}&recipe=torchtitan&kern=eager`);
    assert.equal(await note("kern").textContent(), "recipe: compiled");
    assert.deepEqual(await chosen(page, "msg"), [1]);
    await page.locator("#kern").selectOption({ index: 1 });
    await address(page, `${FITS}&recipe=torchtitan`);
    assert.equal(await note("kern").textContent(), "by recipe");
    await page.locator("#fagen input").nth(1).focus();
    await page.keyboard.press("ArrowRight");
    await address(page, `${FITS}&recipe=torchtitan&fagen=3`);
    await agrees(page);
  });

  test("power and failures move the run", async (t) => {
    const page = await open(t, FITS);
    await unfold(page);
    const days = await page.locator("#days").textContent();
    await type(page, "mtbf", "500");
    await page.waitForFunction((days) => document.getElementById("days").textContent !== days, days);
    await type(page, "watts", "650");
    await type(page, "ckptbw", "100");
    await type(page, "restart", "30");
    await address(page, `${FITS}&watts=650&mtbf=500&ckptbw=100&restart=30`);
  });

  test("counts beyond 32 bits are the command's", async (t) => {
    for (const link of BEYOND_32_BITS) await agrees(await open(t, link));
  });

  for (const theme of ["light", "dark"]) {
    test(`axe finds nothing on a page with every control, ${theme}`, async (t) => {
      const link = `${LATENTS}&ckpt=sel&off=acts&overlap=dp&kern=eager`;
      const page = await open(t, link, { query: `?theme=${theme}` });
      await unfold(page);
      await page.locator("#split").focus();
      await page.keyboard.type("nonsense");
      await page.keyboard.press("Tab");
      await page.locator("#split-wrong").waitFor();
      assert.deepEqual(await violations(page), []);
    });
  }
});
