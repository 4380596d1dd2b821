import type { Locator, Page } from "@playwright/test";
import { lyricsLimits } from "#app/domain/lyrics/lyrics-limits.ts";
import { describeIn, visibleText } from "./each-language.ts";
import { LRC, openLyrics, openRoomWithLyrics } from "./lyrics-room.ts";
import { clearSession, expect, newPage, REFUSED_CALL, test } from "./test.ts";
import { createUser } from "./test-user.ts";

test("times are set by tapping along, corrected, undone and kept when the text changes", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const { command, entryId, mira, trackId } = await openRoomWithLyrics(
    { page, context, request, baseURL },
    "One\nTwo\n\nThree",
  );
  const dialog = await openLyrics(page);
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit lyrics" });
  await editor.getByText("Times", { exact: true }).click();
  const next = editor.locator("li[aria-current]");
  const tapAt = async (positionMs: number, press: () => Promise<void>) => {
    await command({ type: "seek", entryId, positionMs });
    await expect(page.locator("[data-player] [role=slider]").first()).toHaveAttribute(
      "aria-valuenow",
      String(positionMs / 1000),
    );
    await press();
  };
  await expect(next).toContainText("One");
  await tapAt(10_000, () => editor.getByRole("button", { name: "Tap when the line begins" }).click());
  await expect(next).toContainText("Two");
  await tapAt(20_000, () => page.keyboard.press("Space"));
  await expect(next).toContainText("Three");
  await editor.getByRole("button", { name: "Undo the last tap" }).click();
  await expect(next).toContainText("Two");
  await tapAt(21_000, () => editor.getByRole("button", { name: "Tap when the line begins" }).click());
  await expect(next).toContainText("Three");
  await editor.getByRole("button", { name: "100 ms earlier" }).last().click();

  await editor.getByText("Text", { exact: true }).first().click();
  await editor.getByRole("textbox", { name: "Text" }).fill("One\nTwo, corrected\n\nThree");
  await editor.getByText("Times", { exact: true }).click();
  await expect(next).toContainText("Three");
  await tapAt(30_000, () => editor.getByRole("button", { name: "Tap when the line begins" }).click());
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor).toBeHidden();
  const { text } = await mira.call("query", "lyrics.get", { trackId });
  const times = (text ?? "").split("\n").map((line) => /^\[00:(\d\d)\.(\d)/.exec(line)?.slice(1).join("."));
  expect(times.map((time) => time?.slice(0, 2))).toEqual(["10", "20", undefined, "30"]);
  expect(text).toContain("Two, corrected");
});

describeIn("ru", ({ texts: { lyrics, trackEdit, errors } }) => {
  test("an .lrc file replaces the text, and a file without lyrics says why it does not", async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    const { mira, trackId } = await openRoomWithLyrics({ page, context, request, baseURL }, "Original");
    const dialog = await openLyrics(page, lyrics.title);
    await dialog.getByRole("button", { name: lyrics.edit, exact: true }).click();
    const editor = page.getByRole("dialog", { name: lyrics.editor.title });
    const text = editor.getByRole("textbox", { name: lyrics.editor.text });
    const importFile = async (content: Buffer) => {
      const choosing = page.waitForEvent("filechooser");
      await editor.getByRole("button", { name: lyrics.editor.import }).click();
      await (await choosing).setFiles({ name: "train.lrc", mimeType: "", buffer: content });
    };
    for (const [content, reason] of [
      [Buffer.from("[ti:Train]\n"), lyrics.editor.noneInFile],
      [Buffer.alloc(lyricsLimits.fileBytes + 1, "x"), errors["lyrics-too-long"]],
    ] as const) {
      await importFile(content);
      await expect(visibleText(editor, reason)).toBeVisible();
      await expect(text).toHaveValue("Original");
    }
    await importFile(Buffer.from(`\ufeff[ti:Train]\r\n${LRC}`));
    await expect(text).toHaveValue(/^The train pulls in\n/);
    await expect(editor.getByText(errors["lyrics-too-long"])).toBeHidden();
    await editor.getByRole("button", { name: trackEdit.save }).click();
    await expect(editor).toBeHidden();
    expect((await mira.call("query", "lyrics.get", { trackId })).text).toBe(LRC);
  });
});

test("of two people who edit the same lyrics, the second decides which version to keep", async ({
  page,
  context,
  request,
  baseURL,
  browser,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REFUSED_CALL);
  const { mira, url, trackId } = await openRoomWithLyrics({ page, context, request, baseURL }, "Original");
  const otherContext = await browser.newContext();
  await mira.signIn(otherContext);
  const other = await newPage(otherContext);
  await other.goto(`/room/${url}`);
  const edit = async (device: Page, text: string) => {
    const dialog = await openLyrics(device);
    await dialog.getByRole("button", { name: "Edit", exact: true }).click();
    const editor = device.getByRole("dialog", { name: "Edit lyrics" });
    await editor.getByRole("textbox", { name: "Text" }).fill(text);
    return editor;
  };
  const [first, second] = [await edit(page, "First"), await edit(other, "Second")];
  await first.getByRole("button", { name: "Save" }).click();
  await expect(first).toBeHidden();
  await second.getByRole("button", { name: "Save" }).click();
  await expect(visibleText(second, "Someone else has changed these lyrics in the meantime.")).toBeVisible();
  await expect(second.getByRole("textbox", { name: "Text" })).toHaveValue("Second");
  await second.getByRole("button", { name: "Use their version" }).click();
  await expect(second.getByRole("textbox", { name: "Text" })).toHaveValue("First");
  await second.getByRole("textbox", { name: "Text" }).fill("Third");
  await second.getByRole("button", { name: "Save" }).click();
  await expect(second).toBeHidden();
  expect((await mira.call("query", "lyrics.get", { trackId })).text).toBe("Third");
  await expect(page.getByRole("dialog", { name: "Lyrics", exact: true }).getByText("Third")).toBeVisible();
  await otherContext.close();
});

const HOSTILE_LINES = [
  '<img src=x onerror="window.hacked = 1">',
  "<script>window.hacked = 1</script>",
  '"><svg onload=window.hacked=1>',
  "javascript:window.hacked=1",
  "{{constructor.constructor('window.hacked = 1')()}}",
  '<iframe srcdoc="<script>parent.hacked = 1</script>">',
  "&lt;b&gt; &#60;i&#62; \u202eright to left",
];

test("nothing in lyrics executes: markup is shown as text, plain and with times", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const timed = HOSTILE_LINES.map((line, i) => `[00:0${i}.00]${line}`).join("\n");
  const { mira, trackId } = await openRoomWithLyrics({ page, context, request, baseURL }, timed);
  const dialog = await openLyrics(page);
  const expectHarmless = async (area: Locator) => {
    for (const line of HOSTILE_LINES.slice(0, 6)) await expect(area).toContainText(line);
    expect(await area.locator("img, script, iframe, a").count()).toBe(0);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  };
  await expectHarmless(dialog.getByRole("region", { name: "Lyrics" }));
  await mira.call("mutation", "lyrics.set", { trackId, text: HOSTILE_LINES.join("\n") });
  await expect(dialog.locator("ol")).toHaveCount(0);
  await expectHarmless(dialog.getByRole("region", { name: "Lyrics" }));
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit lyrics" });
  await editor.getByText("Times", { exact: true }).click();
  await expectHarmless(editor.getByRole("list"));
});

test("a lost connection keeps the text of the editor, and saving again stores it once", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  const { mira, trackId } = await openRoomWithLyrics({ page, context, request, baseURL }, "Original");
  const dialog = await openLyrics(page);
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit lyrics" });
  await editor.getByRole("textbox", { name: "Text" }).fill("Kept");
  // the server stores the change, and its answer is lost
  await page.route("**/api/mutation", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor.getByRole("alert")).toBeVisible();
  await expect(editor.getByRole("textbox", { name: "Text" })).toHaveValue("Kept");
  // other changes of the page may be on their way
  await page.unrouteAll({ behavior: "wait" });
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor).toBeHidden();
  expect((await mira.call("query", "lyrics.get", { trackId })).text).toBe("Kept");
});

test("the lyrics fill the window on demand", async ({ page, context, request, baseURL }) => {
  await openRoomWithLyrics({ page, context, request, baseURL });
  const dialog = await openLyrics(page);
  await dialog.getByRole("button", { name: "Full screen", exact: true }).click();
  const size = page.viewportSize();
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(size?.width);
  await dialog.getByRole("button", { name: "Exit full screen" }).click();
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeLessThan(700);
});

test("another editor's lyrics make an edition for this room, and other rooms keep the original", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const { mira, id, url, trackId } = await openRoomWithLyrics({ page, context, request, baseURL }, "Original");
  const nina = await createUser(request, baseURL, "Nina");
  await mira.call("mutation", "members.add", { id, username: nina.username, role: "editor" });
  await clearSession(page);
  await nina.signIn(context);
  await page.goto(`/room/${url}`);
  const dialog = await openLyrics(page);
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit lyrics" });
  await editor.getByRole("textbox", { name: "Text" }).fill("Edited");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(visibleText(page, "For this room only: someone else uploaded it.")).toBeVisible();
  await expect(dialog.getByText("Edited")).toBeVisible();
  expect((await mira.call("query", "lyrics.get", { trackId })).text).toBe("Original");
});
