import { openAccountDialog } from "./account-dialog.ts";
import { overrideCurrentUser } from "./function-calls.ts";
import { chooseMenuItem, press, type ScreenState, type ScreenVisit } from "./screen-state.ts";
import { expect } from "./test.ts";

async function openUserMenu({ page, texts }: ScreenVisit): Promise<void> {
  await page.goto("/");
  await page.getByRole("banner").getByRole("button", { name: texts.shell.menu.user }).click();
  await expect(page.getByRole("menu")).toBeVisible();
}

/** Opens the account dialog, and from there the dialog with this title. */
async function openAccountForm(visit: ScreenVisit, button: string, title: string): Promise<void> {
  await openAccountDialog(visit.page, visit.texts);
  await press(visit, button);
  await expect(visit.page.getByRole("dialog", { name: title })).toBeVisible();
}

/** The pages and dialogs of a signed-in user outside of rooms. */
export const ACCOUNT_SCREENS: readonly ScreenState[] = [
  {
    title: "the language menu",
    async open(visit) {
      const { page, texts } = visit;
      await openUserMenu(visit);
      await chooseMenuItem(visit, texts.shell.menu.language);
      await expect(page.getByRole("menuitemradio", { name: texts.shell.language.ru })).toBeVisible();
    },
  },
  { title: "the account", only: "phone", open: ({ page, texts }) => openAccountDialog(page, texts) },
  {
    title: "the profile",
    only: "phone",
    open: (visit) => openAccountForm(visit, visit.texts.account.editProfile, visit.texts.account.profile.title),
  },
  {
    title: "the password",
    only: "phone",
    open: (visit) => openAccountForm(visit, visit.texts.account.changePassword, visit.texts.account.password.changeTitle),
  },
  {
    title: "the photo",
    only: "phone",
    open: (visit) => openAccountForm(visit, visit.texts.account.changePhoto, visit.texts.account.photo.title),
  },
  {
    title: "the confirmation of an old session",
    only: "phone",
    async open(visit) {
      const { page, texts } = visit;
      const { links, confirmation } = texts.account;
      await overrideCurrentUser(page, { isSessionRecent: false });
      await openAccountForm(visit, links.linkProvider.replace("{{provider}}", "Google"), confirmation.title);
      await page.unrouteAll({ behavior: "wait" });
    },
  },
  {
    title: "the settings",
    async open({ page }) {
      await page.goto("/settings");
      await expect(page.getByRole("main").getByRole("heading", { level: 2 }).last()).toBeVisible();
    },
  },
  {
    title: "the deletion of the account",
    async open(visit) {
      const { page, texts } = visit;
      await press(visit, texts.settings.removal.open);
      await expect(page.getByRole("dialog").getByLabel(texts.settings.removal.password)).toBeVisible();
    },
  },
  {
    title: "the form for a room",
    only: "phone",
    async open({ page, texts }) {
      await page.goto("/rooms/new");
      await expect(page.getByLabel(texts.home.newRoom.name)).toBeVisible();
    },
  },
  {
    title: "the page for shared items",
    only: "phone",
    async open({ page, texts }) {
      await page.goto("/share");
      await expect(page.getByRole("heading", { name: texts.share.nothing.title })).toBeVisible();
    },
  },
  {
    title: "the page for members only",
    only: "phone",
    async open({ page, texts }) {
      await page.goto("/protected");
      await expect(page.getByRole("main").getByRole("link", { name: texts.auth.toSettings })).toBeVisible();
    },
  },
  {
    title: "the help",
    only: "phone",
    async open({ page, texts }) {
      await page.goto("/help");
      await expect(page.getByRole("heading", { name: texts.help.table.title })).toBeVisible();
    },
  },
];
