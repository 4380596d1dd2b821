import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { expect, REFUSED_CALL, test } from "./test.ts";
import { createUser, PASSWORD } from "./test-user.ts";

test("deleting an account lists the consequences and takes the password and a second press", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REFUSED_CALL);
  const mira = await createUser(request, baseURL);
  const leo = await createUser(request, baseURL, "Leo");
  const inherited = await mira.createRoom("Goes to Leo", [fixturePath("vbr.mp3")]);
  await mira.call("mutation", "members.add", { id: inherited.id, username: leo.username, role: "admin" });
  const lost = await mira.createRoom("Goes away");
  await mira.signIn(context);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  await expect(dialog.getByRole("heading", { name: "You own 2 rooms" })).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Goes to Leo" })).toContainText("goes to Leo");
  await expect(dialog.getByRole("listitem").filter({ hasText: "Goes away" })).toContainText(
    "will be deleted: no one else is an admin",
  );
  await expect(dialog.getByText("1 track you added will be deleted everywhere")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const press = async () => {
    await dialog.getByRole("button", { name: "Delete account" }).click();
    // The Enter key cannot be the second half of a double click.
    await dialog.getByRole("button", { name: "Press again to delete" }).press("Enter");
  };
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(dialog.getByText("This field is required")).toBeVisible();
  await dialog.getByLabel("Your password").fill("wrong horse");
  await press();
  await expect(dialog.getByText("That isn't your current password")).toBeVisible();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await press();
  await expect(page.getByText("Your account is deleted")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  expect((await request.get(`/room/${lost.url}`)).status()).toBe(404);
  expect((await request.get(`/room/${inherited.url}`)).status()).toBe(200);
});
