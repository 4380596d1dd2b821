import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { expect, test, waitForHydration } from "./test.ts";
import { createUser, PASSWORD } from "./test-user.ts";
import { waitForWorker } from "./worker-state.ts";

test.use({ serviceWorkers: "allow" });

type Share = { readonly text?: string; readonly files?: readonly string[] };

/** Posts what the operating system posts when a person shares something with the app. */
async function share(page: Page, { text = "", files = [] }: Share): Promise<void> {
  const contents = files.map((name) => ({ name, base64: readFileSync(fixturePath(name)).toString("base64") }));
  await page.evaluate(
    ({ text, contents }) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", action: "/share", enctype: "multipart/form-data" });
      const textField = document.createElement("input");
      Object.assign(textField, { name: "text", value: text });
      const fileField = document.createElement("input");
      Object.assign(fileField, { type: "file", name: "files", multiple: true });
      const transfer = new DataTransfer();
      for (const { name, base64 } of contents) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: "audio/mpeg" }));
      }
      fileField.files = transfer.files;
      form.append(textField, fileField);
      document.body.append(form);
      form.submit();
    },
    { text, contents },
  );
}

test("shared files are added to the room that is chosen", async ({ page, context, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  await mira.createRoom("Attic");
  const { id, url } = await mira.createRoom("Kitchen");
  await mira.signIn(context);
  await page.goto("/help");
  await waitForWorker(page);
  await share(page, { files: ["vbr.mp3", "cover.mp3"] });
  await expect(page).toHaveURL("/share");
  await waitForHydration(page);
  await expect(page.getByText("vbr.mp3")).toBeVisible();
  await expect(page.getByRole("button", { name: "Attic" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Kitchen" }).click();
  await expect(page).toHaveURL(`/room/${url}`);
  const dialog = page.getByRole("dialog", { name: "Add tracks" });
  await expect(dialog.getByText("2 of 2 ready")).toBeVisible();
  const { state } = await mira.call("query", "rooms.getState", { id });
  expect(state.playlist).toHaveLength(2);
  await page.goto("/share");
  await expect(page.getByRole("heading", { name: "Nothing to add" })).toBeVisible();
});

test("a link that a guest shares is kept until they have signed in, and fills the field in the room", async ({
  page,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Links");
  await page.goto("/help");
  await waitForWorker(page);
  await share(page, { text: "Listen to this: https://example.org/song.mp3." });
  await expect(page).toHaveURL("/auth?redirect=/share");
  await waitForHydration(page);
  await page.getByLabel("Email or username").fill(mira.username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/share");
  await expect(page.getByText("https://example.org/song.mp3")).toBeVisible();
  await page.getByRole("button", { name: "Links" }).click();
  await expect(page).toHaveURL(`/room/${url}`);
  await expect(page.getByLabel("Track address")).toHaveValue("https://example.org/song.mp3");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Add tracks" }).first().click();
  await expect(page.getByRole("tab", { name: "Upload" })).toHaveAttribute("aria-selected", "true");
});

test("what was shared can be discarded, and without a room it waits until one is created", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const leo = await createUser(request, baseURL, "Leo");
  await leo.signIn(context);
  await page.goto("/help");
  await waitForWorker(page);
  await share(page, { files: ["vbr.mp3"] });
  await expect(page.getByRole("heading", { name: "No room to add to yet" })).toBeVisible();
  await leo.createRoom("First room");
  await page.goto("/share");
  await expect(page.getByRole("button", { name: "First room" })).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/share");
  await expect(page.getByRole("heading", { name: "Nothing to add" })).toBeVisible();
});
