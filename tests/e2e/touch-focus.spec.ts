import { expect, PHONE, test } from "./test.ts";
import { createUser } from "./test-user.ts";

test.use(PHONE);

test("on a touch screen a dialog does not open the keyboard, because no field has the focus", async ({
  page,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL, "Мира");
  const { url } = await mira.createRoom("Касание");
  await page.goto(`/room/${url}`);
  // The header is replaced when the room opens.
  await expect(page.getByRole("button", { name: "Люди", exact: true })).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Войти" }).tap();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Закрыть" })).toBeFocused();
  await dialog.getByRole("button", { name: "Забыли пароль?" }).tap();
  await expect(dialog.getByRole("button", { name: "Назад" })).toBeFocused();
  await dialog.getByRole("button", { name: "Назад" }).tap();
  await expect(dialog.getByRole("tab", { selected: true })).toBeFocused();
  await dialog.getByRole("button", { name: "Закрыть" }).tap();

  await page.getByRole("button", { name: "Люди", exact: true }).tap();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Закрыть" })).toBeFocused();
});

test("the password of a room has the focus on a touch screen too, because typing is the purpose of that page", async ({
  page,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL, "Мира");
  const { id, url } = await mira.createRoom("Закрытая");
  await mira.call("mutation", "rooms.update", { id, password: "open sesame" });
  await page.goto(`/room/${url}`);
  await expect(page.locator("input[name=room-password]")).toBeFocused();
});
