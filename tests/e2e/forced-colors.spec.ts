import type { Locator } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { grantSuperadmin } from "./superadmin.ts";
import { expect, test } from "./test.ts";
import { createUser, openOwnRoom } from "./test-user.ts";
import { writeLongTrack } from "./wav-files.ts";

// Without shadows and fills, a part needs an edge or a system color of its own.

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" }));

/** `edge` and `fill`: whether the part has a border, or a background, in another color than the page's. */
function readSeparation(part: Locator): Promise<{ readonly edge: boolean; readonly fill: boolean }> {
  return part.evaluate((element) => {
    const probe = document.createElement("span");
    probe.style.color = "Canvas";
    document.body.append(probe);
    const canvas = getComputedStyle(probe).color;
    probe.remove();
    const style = getComputedStyle(element);
    const edge = ["top", "bottom"].some((side) => {
      const isDrawn = style.getPropertyValue(`border-${side}-style`) !== "none";
      const hasWidth = Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0;
      return isDrawn && hasWidth && style.getPropertyValue(`border-${side}-color`) !== canvas;
    });
    return { edge, fill: ![canvas, "rgba(0, 0, 0, 0)"].includes(style.backgroundColor) };
  });
}

async function expectEdge(name: string, part: Locator): Promise<void> {
  await expect.poll(async () => (await readSeparation(part)).edge, { message: `the edge of ${name}` }).toBe(true);
}

async function expectFill(name: string, part: Locator): Promise<void> {
  await expect.poll(async () => (await readSeparation(part)).fill, { message: `the fill of ${name}` }).toBe(true);
}

test("with forced colors, the parts of a room have edges and system colors", async ({ page, context, request, baseURL }) => {
  const files = [writeLongTrack("long"), fixturePath("vbr.mp3")];
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Contrast", files);
  await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
  const long = page.getByRole("row", { name: /^long/ });
  const bar = page.getByRole("slider", { name: "Position" }).first();
  await expectEdge("the dock", page.getByTestId("dock"));
  await expectEdge("the seek bar", bar);
  await expectFill("the played part", bar.locator("span > span").nth(1));
  await expectFill("the equalizer", long.locator(".animate-equalizer").first());
  await expectEdge("a badge", long.getByText("NEW", { exact: true }));
  await expectEdge("the play button", page.getByRole("button", { name: "Pause" }).first());
  await long.click();
  await expectEdge("a selected row", long.locator(".forced-row"));
  const volume = page.getByRole("slider", { name: "Volume" }).first();
  expect(await volume.evaluate((slider) => getComputedStyle(slider).getPropertyValue("--line"))).toContain("Highlight");

  await page.keyboard.press("Tab");
  const focused = page.locator(":focus");
  expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid");
  await page.getByRole("row", { name: /^vbr/ }).focus();
  await page.keyboard.press("Delete");
  await page.keyboard.press("Delete");
  await expectEdge("a notice", page.getByRole("region", { name: "Notices" }).getByRole("status").first());
  expect(await findViolations(page)).toEqual([]);

  await page.getByRole("button", { name: "Add tracks" }).first().click();
  await expectEdge("the tabs", page.getByRole("tablist"));
  await expectFill("the selected tab", page.getByRole("tab", { selected: true }));
  expect(await findViolations(page)).toEqual([]);
});

test("with forced colors, the base components have edges and system colors", async ({ page, context, request, baseURL }) => {
  const operator = await createUser(request, baseURL, "Operator");
  grantSuperadmin(operator);
  await operator.signIn(context);
  await page.goto("/dev/ui");
  await expectEdge("a field", page.getByRole("textbox").first().locator("xpath=.."));
  await expectEdge("a button", page.getByRole("main").getByRole("button").first());
  await expectEdge("a badge", page.getByRole("banner").getByText("DEV", { exact: true }));
  const ofInput = (selector: string, mark: string) => page.locator(`label:has(${selector}) ${mark}`).first();
  await expectEdge("a checkbox", ofInput("input[type=checkbox]:not([role=switch])", ".forced-edge"));
  await expectEdge("a radio button", ofInput("input[type=radio]", ".forced-dot"));
  await expectEdge("a switch", ofInput("input[role=switch]", ".forced-track"));
  await expectFill("a switch that is on", ofInput("input[role=switch]:checked", ".forced-track"));
  await expectEdge("a progress bar", page.locator(".forced-bar").first());
  await expectFill("the progress", page.locator(".forced-bar > div").first());
});
