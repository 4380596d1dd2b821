import type { Page } from "@playwright/test";
import { expect, newPage, test } from "./test.ts";
import { createUser } from "./test-user.ts";
import { writeWavFile } from "./wav-files.ts";

/** Texts that would execute, or imitate something else, where a page treats text as anything but text. */
const HOSTILE_TEXTS = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "javascript:alert(1)",
  'https://example.org/"onmouseover=alert(1)',
  "[x](javascript:alert(1)) data:text/html,<script>alert(1)</script>",
  "{{constructor.constructor('alert(1)')()}} #{alert(1)} <%= alert(1) %>",
  "</textarea><script>alert(1)</script><!--",
  "\u202egpj.exe\u202c https://example.org/\u202egpj",
  "a\u200bb\u2066c\u2069\ufeff",
  "\u0001aaaaaaaaaaaaaaaa\u0001 @[x]",
] as const;

/** Names and titles are shorter than messages. */
const SHORT_TEXTS = ["<img src=x onerror=alert(1)>", "<svg onload=alert(1)>", "\u202e<b>moc</b>"] as const;

/** Everything that must not happen on a page: dialogs, exceptions, and reports of its security policy. */
async function watchForExecution(page: Page): Promise<() => Promise<readonly string[]>> {
  const seen: string[] = [];
  page.on("dialog", (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => seen.push(`exception: ${error.message}`));
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { policyViolations: violations });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      violations.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  return async () => [
    ...seen,
    ...(await page.evaluate(() => (window as unknown as { policyViolations: string[] }).policyViolations)),
  ];
}

test("hostile texts in the chat, in names and in titles are shown as texts", async ({ browser, request, baseURL }) => {
  const owner = await createUser(request, baseURL, SHORT_TEXTS[1].slice(0, 20));
  const track = writeWavFile("hostile", [new Float32Array(80_000)], 8000);
  const { id, url } = await owner.createRoom(SHORT_TEXTS[0], [track]);
  const [entry] = (await owner.call("query", "rooms.getState", { id })).state.playlist;
  if (!entry) throw new Error("no track was added");
  const titles = { title: '"><img src=x onerror=alert(1)>', artist: "<svg onload=alert(1)>" };
  await owner.call("mutation", "tracks.update", { roomId: id as never, trackId: entry.track.id, changes: titles });
  const letters = "abcdefghijklmnop";
  for (const [i, text] of [...HOSTILE_TEXTS, "<script>".repeat(125)].entries()) {
    const messageId = `bbbbbbbbbbbbbbb${letters[i]}` as never;
    await owner.call("mutation", "chat.send", { id, messageId, text, mentions: [owner.id], replyTo: i === 0 ? null : i });
  }

  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  await owner.signIn(context);
  const page = await newPage(context);
  const readSeen = await watchForExecution(page);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: /^Chat/ }).click();
  const log = page.getByRole("log", { name: "Messages" });
  await expect(log.getByText("<script>alert(1)</script>", { exact: true }).first()).toBeVisible();
  await expect(log.getByText("<script>".repeat(125), { exact: true })).toBeVisible();
  expect(await log.locator("script, img[src=x], svg[onload]").count()).toBe(0);
  const addresses = await log.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const address of addresses) expect(address).toMatch(/^https?:\/\//);
  // the characters that would turn the text around are gone
  expect(await log.textContent()).not.toMatch(/[\p{Bidi_Control}\u200b\ufeff]/u);
  await expect(page.getByRole("row").getByText(titles.title).first()).toBeVisible();
  const field = page.getByRole("textbox", { name: "Message" });
  const typed = '<img src="typed" onerror=alert(1)>';
  await field.fill(typed);
  await field.press("Enter");
  await expect(log.getByText(typed, { exact: true })).toBeVisible();
  await expect(log.getByText("Sending…")).toBeHidden();
  expect(await readSeen()).toEqual([]);
  await context.close();
});
