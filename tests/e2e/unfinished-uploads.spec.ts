import { fixturePath } from "#tests/support/fixtures.ts";
import { expect, test } from "./test.ts";
import { createUser, openOwnRoom } from "./test-user.ts";
import { writeLargeTrack } from "./wav-files.ts";

const QUESTION = "The same file is in your library. Nothing has been sent yet.";

test("the progress of several uploads is one number, which the bar shows too", async ({ page, context, request, baseURL }) => {
  await openOwnRoom({ page, context, request, baseURL }, "One number");
  // the second part is never sent
  await page.route("**/parts/2", () => undefined);
  await page.getByRole("button", { name: "Add tracks" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add tracks" });
  await dialog.getByTestId("files").setInputFiles([writeLargeTrack("large"), fixturePath("adts.aac")]);
  const bar = dialog.getByRole("progressbar", { name: "Upload progress", exact: true });
  const readProgress = async () => Number(await bar.getAttribute("aria-valuenow"));
  await expect.poll(readProgress).toBeGreaterThan(0);
  const text = dialog.getByText(/ uploaded$/);
  await expect.poll(async () => (await text.innerText()) === `${await bar.getAttribute("aria-valuenow")}% uploaded`).toBe(true);
  await expect(dialog.getByText(/of 2 ready/)).toHaveCount(0);
});

test("an upload that waits for a choice says so, also after a reload, and asks again", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  await mira.createRoom("First", [fixturePath("vbr.mp3")]);
  const { id, url } = await mira.createRoom("Second");
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Add tracks" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add tracks" });
  await dialog.getByTestId("files").setInputFiles(fixturePath("vbr.mp3"));
  await expect(dialog.getByText(QUESTION)).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  const notices = page.getByRole("region", { name: "Notices" });
  await expect(notices.getByText("1 file waits for your choice")).toBeVisible();
  await notices.getByRole("button", { name: "Choose" }).click();
  await expect(dialog.getByText(QUESTION)).toBeVisible();
  await expect(notices).toBeHidden();

  const countChoices = () => page.evaluate(() => JSON.parse(localStorage.getItem("pending-choices") ?? "[]").length);
  await expect.poll(countChoices).toBe(1);
  page.on("dialog", (confirmation) => void confirmation.accept());
  await page.reload();
  await expect(notices.getByText("1 file isn't finished")).toBeVisible();
  await expect(notices.getByText("Your library has similar tracks. Choose which to use.")).toBeVisible();
  await notices.getByRole("button", { name: "Resume" }).click();
  const resume = page.getByRole("dialog", { name: "Resume your upload" });
  await resume.getByTestId("resume-files").setInputFiles(fixturePath("vbr.mp3"));
  await expect(resume.getByText("waits for your choice")).toBeVisible();
  await resume.getByRole("button", { name: "Resume 1 file" }).click();
  await expect(dialog.getByText(QUESTION)).toBeVisible();
  await dialog.getByRole("button", { name: "Use this one" }).click();
  await expect(dialog.getByText("1 of 1 ready")).toBeVisible();
  await expect.poll(countChoices).toBe(0);
  const { state } = await mira.call("query", "rooms.getState", { id });
  expect(state.playlist.map(({ track }) => track.title)).toEqual(["vbr"]);
});

test("an interrupted upload is called interrupted", async ({ page, context, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Interrupted");
  await mira.call("mutation", "uploads.announce", { roomId: id, files: [{ fileName: "missing.mp3", sizeBytes: 100 }] });
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  const text = "Your last upload was interrupted. Pick up where you left off.";
  await expect(page.getByRole("region", { name: "Notices" }).getByText(text)).toBeVisible();
  // the dialog makes the same offer, so the notice ends
  await page.getByRole("button", { name: "Add tracks" }).first().click();
  await expect(page.getByRole("region", { name: "Notices" })).toBeHidden();
  await expect(page.getByRole("dialog", { name: "Add tracks" }).getByText(text)).toBeVisible();
});
