import type { Page } from "@playwright/test";
import { findViolations } from "./axe.ts";
import { LANGUAGES, type Language, visibleText } from "./each-language.ts";
import { openRoomAs } from "./people-in-room.ts";
import { expect, test } from "./test.ts";
import { createUser, type TestUser } from "./test-user.ts";

const { en, ru } = LANGUAGES;

const roles = async (user: TestUser, id: string) => {
  const { members } = await user.call("query", "members.list", { id });
  return Object.fromEntries(members.map(({ person, role }) => [person.name, role]));
};

const notices = (page: Page, { texts }: Language) => page.getByRole("region", { name: texts.shell.notices.label });
const withName = (text: string, name: string) => text.replace("{{name}}", name);

/** The notice that a person gets about their new role. */
const nowRole = (page: Page, language: Language, role: "editor" | "admin" | "owner") => {
  const { people, shell } = language.texts;
  return visibleText(notices(page, language), people.request.nowRole.replace("{{role}}", shell.role[role]));
};

test("an owner adds people and hands the room over, one in Russian and one in English", async ({
  browser,
  request,
  baseURL,
}) => {
  const { people, shell, errors, room } = ru.texts;
  const [mira, leo] = [await createUser(request, baseURL, "Мира"), await createUser(request, baseURL, "Leo")];
  const { id, url } = await mira.createRoom("Кухня");
  const page = await openRoomAs(browser, baseURL, { user: mira, url, locale: "ru" });
  const other = await openRoomAs(browser, baseURL, { user: leo, url, locale: "en" });
  await page.getByRole("button", { name: people.title, exact: true }).click();
  const panel = page.getByRole("complementary", { name: new RegExp(people.title) });
  const giveRole = async () => {
    await panel.getByRole("button", { name: withName(people.grantRoleLabel, "Leo") }).click();
    await page.getByRole("menuitem", { name: shell.role.editor }).click();
    await expect(nowRole(other, en, "editor")).toBeVisible();
  };

  await test.step("a username that cannot be added", async () => {
    await panel.getByRole("button", { name: people.add, exact: true }).click();
    const username = panel.getByLabel(people.addUsername);
    for (const [typed, code] of [
      ["", "field-required"],
      ["no_such_user_here", "user-not-found"],
      [mira.username, "already-member"],
    ] as const) {
      await username.fill(typed);
      await username.press("Enter");
      await expect(visibleText(panel, errors[code])).toBeVisible();
    }
    await panel.getByRole("button", { name: shell.cancel }).click();
  });

  await test.step("a spectator gets a role, which can be undone", async () => {
    await giveRole();
    const done = people.roleChanged.replace("{{name}}", "Leo").replace("{{role}}", shell.role.editor);
    await expect(visibleText(notices(page, ru), done)).toBeVisible();
    expect(await roles(mira, id)).toEqual({ Мира: "owner", Leo: "editor" });
    await notices(page, ru).getByRole("button", { name: room.undo.label }).click();
    const { excluded } = en.texts.people.access;
    await expect(other.getByRole("heading", { name: excluded.title })).toBeVisible();
    expect(await roles(mira, id)).toEqual({ Мира: "owner" });
    await other.getByRole("button", { name: excluded.listen }).click();
    await giveRole();
  });

  await test.step("the second press hands the room over", async () => {
    await panel.getByRole("button", { name: /^Leo: / }).click();
    await page.getByRole("menuitem", { name: people.makeOwner }).click();
    await expect(page.getByText(withName(people.makeOwnerArmed, "Leo"))).toBeAttached();
    expect(await roles(mira, id)).toEqual({ Мира: "owner", Leo: "editor" });
    await page.getByRole("menuitem", { name: people.makeOwnerAgain }).click();
    await expect(nowRole(page, ru, "admin")).toBeVisible();
    await expect(nowRole(other, en, "owner")).toBeVisible();
    expect(await roles(mira, id)).toEqual({ Мира: "admin", Leo: "owner" });
    await other.getByRole("button", { name: en.texts.people.roomSettings }).click();
    await expect(other.getByRole("button", { name: en.texts.roomSettings.delete })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });
});
