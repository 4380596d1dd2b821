import { findViolations } from "./axe.ts";
import { LISTEN_BUTTON } from "./device.ts";
import { openPlayingRoom, readPlayback, writeTracks } from "./playing-room.ts";
import { expect, test } from "./test.ts";
import { openOwnRoom } from "./test-user.ts";

test("a question mark lists the keyboard shortcuts, except while typing", async ({ page, context, request, baseURL }) => {
  await openOwnRoom({ page, context, request, baseURL }, "Keys", writeTracks());
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const search = page.getByRole("searchbox", { name: "Search the playlist" });
  await search.click();
  await page.keyboard.type("?");
  await expect(search).toHaveValue("?");
  await expect(dialog).toBeHidden();
  await search.fill("");
  await page.getByRole("heading", { name: "Playlist" }).click();
  await page.keyboard.type("?");
  await expect(dialog.getByRole("region", { name: "In the player" }).getByText("Previous track")).toBeVisible();
  await expect(dialog.getByRole("region", { name: "In the playlist" }).getByText("Extend the selection")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(dialog).toBeVisible();
});

test("without keyboard shortcuts no single character acts, and the button still opens their list", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const skips: string[] = [];
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => {
      if (String(payload).includes('"next"')) skips.push(String(payload));
    });
  });
  const { mira, id } = await openPlayingRoom({ page, context, request, baseURL }, "Only buttons");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const setShortcuts = async (isOn: boolean) => {
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await dialog.getByRole("switch").press("Space");
    await expect(dialog.getByRole("switch", { name: "Use keyboard shortcuts" })).toBeChecked({ checked: isOn });
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    // the focus returns when the dialog has gone, and Space would press the button
    await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeFocused();
    await page.getByRole("heading", { name: "Playlist" }).click();
  };
  const next = page.getByRole("button", { name: "Next", exact: true });
  await setShortcuts(false);
  await page.keyboard.press("?");
  await page.keyboard.press("Space");
  await next.focus();
  await page.keyboard.press("n");
  await next.click();
  await expect.poll(async () => (await readPlayback(mira, id)).title).toBe("second");
  // Frames are sent in order, so the key would have sent its command before.
  expect(skips).toHaveLength(1);
  await expect(dialog).toBeHidden();
  // Space would have started to listen
  await expect(page.locator(LISTEN_BUTTON).first()).toBeVisible();

  await setShortcuts(true);
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Stop listening" })).toBeVisible();
  await next.focus();
  await page.keyboard.press("n");
  await expect.poll(async () => (await readPlayback(mira, id)).title).toBe("third");
  await setShortcuts(false);
  await page.goto("/settings");
  await expect(page.getByRole("switch", { name: "Keyboard shortcuts" })).not.toBeChecked();
});
