import type { Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { describeIn, visibleText } from "./each-language.ts";
import { openRoomAs } from "./people-in-room.ts";
import { expect, test } from "./test.ts";
import { createUser, openOwnRoom } from "./test-user.ts";

const FILES = ["adts.aac", "vbr.mp3"].map(fixturePath);

describeIn("ru", ({ texts }) => {
  const { crossfade, control } = texts.playback;
  const nameOf = (length: string) => crossfade.label.replace("{{length}}", length);
  const button = (page: Page, length: string) => page.getByRole("button", { name: nameOf(length) });
  const five = crossfade.seconds.replace("{{seconds}}", "5");

  test("a crossfade is set for everyone, and undone by another person, in Russian and in English", async ({
    page,
    context,
    browser,
    request,
    baseURL,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const { mira, id, url } = await openOwnRoom({ page, context, request, baseURL }, "Faded", FILES);
    const kim = await createUser(request, baseURL, "Kim");
    await mira.call("mutation", "members.add", { id, username: kim.username, role: "editor" });
    const other = await openRoomAs(browser, baseURL, { user: kim, url, locale: "en" });
    const crossfadeMs = async () => (await mira.call("query", "rooms.getState", { id })).state.order.crossfadeMs;

    await button(page, crossfade.off).click();
    const slider = page.getByRole("slider", { name: crossfade.title });
    await slider.focus();
    for (let second = 0; second < 5; second++) await page.keyboard.press("ArrowRight");
    await expect(slider).toHaveAttribute("aria-valuetext", five);

    await expect(visibleText(other, "Mira set the crossfade to 5 s")).toBeVisible();
    expect(await crossfadeMs()).toBe(5000);
    await other.getByRole("button", { name: "Undo" }).last().click();
    await expect(slider).toHaveAttribute("aria-valuetext", crossfade.off);
    expect(await crossfadeMs()).toBe(0);
    await expect(visibleText(page, control.restored.replace("{{name}}", "Kim"))).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(button(page, crossfade.off)).toBeVisible();
    await other.context().close();
  });
});

test("a guest reads the crossfade and cannot change it, on a phone too", async ({
  page,
  context,
  browser,
  request,
  baseURL,
}) => {
  const { mira, id, url } = await openOwnRoom({ page, context, request, baseURL }, "Faded", FILES);
  await mira.call("mutation", "rooms.command", { id, command: { type: "crossfade", ms: 7000 } });
  const guest = await openRoomAs(browser, baseURL, { user: null, url, locale: "en", isPhone: true });
  await guest.getByRole("button", { name: "Open the player" }).tap();
  await guest.getByRole("button", { name: "Crossfade: 7 s" }).tap();
  const slider = guest.getByRole("slider", { name: "Crossfade" });
  await expect(slider).toBeDisabled();
  await expect(slider).toHaveAttribute("aria-valuetext", "7 s");
  await expect(visibleText(guest, "Sign in to control playback")).toBeVisible();
  await guest.context().close();
});
