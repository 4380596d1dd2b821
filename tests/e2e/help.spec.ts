import { ROOM_ACTIONS } from "#app/domain/access/permissions.ts";
import { findViolations } from "./axe.ts";
import { expect, PHONE, test } from "./test.ts";

for (const locale of ["en", "ru"] as const) {
  test(`the help page lists all permissions and fits the width of a phone: ${locale}`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: "locale", value: locale, url: baseURL ?? "" }]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    await page.getByRole("button", { name: /^(Settings|Настройки)$/ }).click();
    await page.getByRole("menuitem", { name: /^(Help|Справка)$/ }).click();
    await expect(page).toHaveURL("/help");
    await expect(page.getByRole("rowheader")).toHaveCount(ROOM_ACTIONS.length);
    await expect(page.getByRole("columnheader")).toHaveCount(9);
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize(PHONE.viewport);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expect(page.getByRole("columnheader").last()).toBeInViewport({ ratio: 1 });
    expect(await findViolations(page)).toEqual([]);
  });
}
