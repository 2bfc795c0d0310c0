// The timeline for a reader who wants less motion: its cursor does not play.
import { expect, test } from "./fixtures.mjs";
import { drawn, settled } from "./planner.mjs";

test.use({ preferences: { reducedMotion: "reduce" } });

test("nothing plays for a reader who wants less motion", { tag: "@core" }, async ({ open }) => {
  const page = await open("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=16", { tab: "timeline" });
  await settled(page);
  const region = page.locator("#timeline-region");
  await expect(region).toBeVisible();
  await expect(page.locator(".lanes-tools button[data-act=' ']")).toBeHidden();
  await region.focus();
  await page.keyboard.press("Space");
  await drawn(page);
  await expect(page.locator(".lanes-now")).toBeHidden();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".lanes-readout")).toHaveText(/^Stage\s0, forward of micro-batch\s0/);
});
