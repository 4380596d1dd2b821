import type { Browser, Locator, Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { LANGUAGES, type Language, type Locale, setLanguage, visibleText } from "./each-language.ts";
import { openRoomAs } from "./people-in-room.ts";
import { setChecked } from "./set-checked.ts";
import { expect, test } from "./test.ts";
import { createUser, openOwnRoom, type TestUser } from "./test-user.ts";
import { writeLongTrack } from "./wav-files.ts";

declare global {
  interface Window {
    heldLocks: number;
  }
}

const FILES = ["adts.aac", "vbr.mp3"].map(fixturePath);

/** A page with the panel "Devices" open. */
type Board = { readonly page: Page; readonly language: Language; readonly panel: Locator };

type BoardOptions = {
  readonly user: TestUser | null;
  readonly url: string;
  readonly locale: Locale;
  readonly isPhone?: boolean;
};

async function openBoard(browser: Browser, baseURL: string | undefined, options: BoardOptions): Promise<Board> {
  const page = await openRoomAs(browser, baseURL, options);
  const board = findBoard(page, LANGUAGES[options.locale], options.isPhone ?? false);
  await openPanel(board);
  return board;
}

function findBoard(page: Page, language: Language, isPhone: boolean): Board {
  const { title } = language.texts.devices;
  return { page, language, panel: page.getByRole(isPhone ? "dialog" : "complementary", { name: title }) };
}

async function openPanel({ page, language, panel }: Board): Promise<void> {
  await page.getByRole("button", { name: language.texts.room.devices, exact: true }).click();
  await expect(panel.getByRole("listitem").first()).toBeVisible();
}

const fill = (text: string, values: Readonly<Record<string, string>>) =>
  Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(`{{${name}}}`, value), text);

/** Renames the device whose name can be edited in this part of a panel. */
async function rename(scope: Locator, { texts }: Language, from: string, to: string): Promise<void> {
  const { settings } = texts.devices;
  await scope.getByRole("button", { name: fill(settings.rename, { name: from }), exact: true }).click();
  const field = scope.getByRole("textbox", { name: settings.name });
  await field.fill("never saved");
  await field.press("Escape");
  await scope.getByRole("button", { name: fill(settings.rename, { name: from }), exact: true }).click();
  await field.fill(to);
  await field.press("Enter");
  await expect(scope.getByRole("button", { name: fill(settings.rename, { name: to }), exact: true })).toBeFocused();
}

/** Opens the details of a device in the list. */
async function openDevice({ panel }: Board, name: string): Promise<Locator> {
  const item = panel.getByRole("listitem").filter({ hasText: name });
  await item.getByRole("button", { expanded: false }).click();
  return item;
}

const thisDevice = ({ panel, language }: Board) => panel.getByRole("region", { name: language.texts.devices.thisDevice });

const roleButton = (scope: Locator, { texts }: Language, name: string, role: "all" | "left" | "right") =>
  scope.getByRole("button", { name: `${fill(texts.devices.action.roleNamed, { name })}: ${texts.devices.role[role]}` });

const readSettings = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("device-settings") ?? "{}"));

/** Mira's computer and her phone in one room, named Laptop and Kitchen. */
async function openTwoDevices(browser: Browser, baseURL: string | undefined, { mira, url, locales }: TwoDevices) {
  const [laptop, phone] = [
    await openBoard(browser, baseURL, { user: mira, url, locale: locales[0] }),
    await openBoard(browser, baseURL, { user: mira, url, locale: locales[1], isPhone: true }),
  ];
  for (const [board, name] of [
    [laptop, "Laptop"],
    [phone, "Kitchen"],
  ] as const) {
    const former = fill(board.language.texts.room.device.ownedComputer, { name: "Mira" });
    await rename(thisDevice(board), board.language, former, name);
  }
  const kitchen = await openDevice(laptop, "Kitchen");
  return { laptop, phone, kitchen };
}

type TwoDevices = { readonly mira: TestUser; readonly url: string; readonly locales: readonly [Locale, Locale] };

for (const locales of [
  ["en", "ru"],
  ["ru", "en"],
] as const) {
  test(`a person controls their phone from their computer: ${locales.join(", ")}`, async ({ browser, request, baseURL }) => {
    const mira = await createUser(request, baseURL);
    const { url } = await mira.createRoom("Two devices", FILES);
    const { laptop, phone } = await openTwoDevices(browser, baseURL, { mira, url, locales });
    const { action } = laptop.language.texts.devices;
    const { device, player } = phone.language.texts.room;

    await rename(laptop.panel, laptop.language, "Kitchen", "Hall");
    await expect(visibleText(phone.page, fill(device.renamed, { name: "Mira", device: "Hall" }))).toBeVisible();
    expect((await readSettings(phone.page)).name).toBe("Hall");
    const hall = laptop.panel.getByRole("listitem").filter({ hasText: "Hall" });

    const mute = hall.getByRole("button", { name: fill(action.muteNamed, { name: "Hall" }), exact: true });
    await mute.click();
    await expect(visibleText(phone.page, fill(device.muted, { name: "Mira" }))).toBeVisible();
    await expect(hall.getByRole("button", { name: fill(action.unmuteNamed, { name: "Hall" }), exact: true })).toBeVisible();
    await phone.page
      .getByRole("region", { name: phone.language.texts.shell.notices.label })
      .getByRole("button", { name: player.unmute })
      .tap();
    await expect(mute).toBeVisible();

    await hall.getByRole("slider", { name: fill(action.volume, { name: "Hall" }) }).focus();
    for (let step = 0; step < 4; step++) await laptop.page.keyboard.press("ArrowLeft");
    await expect.poll(async () => (await readSettings(phone.page)).volume).toBeCloseTo(0.8);

    await hall.getByRole("slider", { name: fill(action.delay, { name: "Hall" }) }).focus();
    for (let step = 0; step < 3; step++) await laptop.page.keyboard.press("ArrowRight");
    await expect(visibleText(phone.page, fill(device.delay, { name: "Mira", ms: "3" }))).toBeVisible();

    await roleButton(hall, laptop.language, "Hall", "all").click();
    await laptop.page.getByRole("option", { name: laptop.language.texts.devices.role.left }).click();
    await expect(roleButton(thisDevice(phone), phone.language, "Hall", "left")).toBeVisible();
    expect(await findViolations(laptop.page)).toEqual([]);
    expect(await findViolations(phone.page)).toEqual([]);
  });

  test(`a test sound, left and right, and a disconnected device: ${locales.join(", ")}`, async ({
    browser,
    request,
    baseURL,
  }) => {
    const mira = await createUser(request, baseURL);
    const { url } = await mira.createRoom("A pair", FILES);
    const { laptop, phone, kitchen } = await openTwoDevices(browser, baseURL, { mira, url, locales });
    const { action, stereo, alone } = laptop.language.texts.devices;

    await kitchen.getByRole("button", { name: fill(action.testNamed, { name: "Kitchen" }) }).click();
    await expect(laptop.page.getByText(fill(action.tested, { name: "Kitchen" }))).toBeAttached();

    await laptop.panel.getByRole("button", { name: stereo.title }).click();
    await expect(visibleText(laptop.page, fill(stereo.done, { left: "Laptop", right: "Kitchen" }))).toBeVisible();
    await expect(roleButton(thisDevice(laptop), laptop.language, "Laptop", "left")).toBeVisible();
    await expect(roleButton(thisDevice(phone), phone.language, "Kitchen", "right")).toBeVisible();
    await laptop.page.getByRole("button", { name: laptop.language.texts.room.undo.label, exact: true }).last().click();
    await expect(roleButton(thisDevice(phone), phone.language, "Kitchen", "all")).toBeVisible();

    await kitchen.getByRole("button", { name: action.disconnect, exact: true }).click();
    await kitchen.getByRole("button", { name: action.disconnectAgain }).click();
    const { deviceDisconnected } = phone.language.texts.room;
    await expect(phone.page.getByRole("heading", { name: deviceDisconnected.title })).toBeVisible();
    await expect(laptop.panel.getByRole("heading", { name: alone })).toBeVisible();
    expect(await findViolations(phone.page)).toEqual([]);
    await phone.page.getByRole("button", { name: deviceDisconnected.join }).tap();
    await expect(phone.page.getByRole("row")).toHaveCount(FILES.length);
    await expect(laptop.panel.getByRole("listitem").filter({ hasText: "Kitchen" })).toBeVisible();
  });
}

test("the metronome starts and stops on all devices", async ({ browser, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Beats", FILES);
  const { laptop, phone } = await openTwoDevices(browser, baseURL, { mira, url, locales: ["en", "ru"] });
  const { tools } = laptop.language.texts.devices;
  // the phone's user has asked for less motion, so that its light stands still
  await laptop.page.emulateMedia({ reducedMotion: "no-preference" });
  await laptop.panel.getByRole("button", { name: tools.metronome, exact: true }).click();
  const beats = [laptop.panel.getByText(tools.flashText), phone.panel.getByText(phone.language.texts.devices.tools.stillText)];
  for (const beat of beats) await expect(beat).toBeVisible();
  await laptop.panel.getByRole("button", { name: tools.metronomeStop }).click();
  for (const beat of beats) await expect(beat).toHaveCount(0);

  // the phone shows what silences it, and ends the metronome of its own user
  await laptop.panel.getByRole("button", { name: tools.metronome, exact: true }).click();
  await expect(phone.panel.getByText(phone.language.texts.room.player.soundCheck)).toBeVisible();
  await phone.panel.getByRole("button", { name: phone.language.texts.devices.tools.stop, exact: true }).tap();
  for (const beat of beats) await expect(beat).toHaveCount(0);
  await expect(laptop.panel.getByRole("button", { name: tools.metronome, exact: true })).toBeVisible();
});

test("this device keeps its output and its switches, and shows what happened to it, in Russian", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const language = LANGUAGES.ru;
  const { devices, room, shell } = language.texts;
  const { settings, log } = devices;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(addOutputs);
  await setLanguage(context, "ru", baseURL);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openOwnRoom({ page, context, request, baseURL }, "Колонка", [writeLongTrack("long")]);
  await page.getByRole("button", { name: room.player.play, exact: true }).click();
  const board = findBoard(page, language, false);
  await openPanel(board);
  const own = thisDevice(board);
  const output = (name: string) => own.getByRole("button", { name: `${settings.output}: ${name}` });
  const chooseOutput = async (from: string, to: string) => {
    await output(from).click();
    await page.getByRole("option", { name: to }).click();
  };

  await test.step("the output", async () => {
    await chooseOutput("Ноутбук", "Телевизор");
    await expect(output("Телевизор")).toBeVisible();
    await chooseOutput("Телевизор", "Наушники");
    const notices = page.getByRole("region", { name: shell.notices.label });
    await expect(visibleText(notices, settings.outputFailed)).toBeVisible();
    await expect(output("Телевизор")).toBeVisible();
  });

  await test.step("the switches", async () => {
    const heldLocks = () => page.evaluate(() => window.heldLocks);
    const loudspeaker = own.getByRole("switch", { name: settings.loudspeaker });
    await setChecked(loudspeaker);
    await expect.poll(heldLocks).toBe(1);
    await setChecked(loudspeaker, false);
    await expect.poll(heldLocks).toBe(0);
    await setChecked(loudspeaker);
    await setChecked(own.getByRole("switch", { name: settings.keepAwake }));
    expect(await readSettings(page)).toMatchObject({ isLoudspeaker: true, keepsOutputAwake: true });
  });

  await test.step("the log", async () => {
    await own.getByRole("button", { name: log.title }).click();
    const lines = own.getByRole("list", { name: log.title }).getByRole("listitem");
    await expect(lines.filter({ hasText: log.kind["sound-on"] })).toHaveCount(1);
    await expect(lines.filter({ hasText: log.kind["output-set"] })).toHaveCount(1);
    await own.getByRole("button", { name: log.copy }).click();
    await expect(page.getByText(log.copied)).toBeAttached();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z sound-on$/m);
    expect(copied.split("\n")).toHaveLength(await lines.count());
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError"));
    });
    await own.getByRole("button", { name: log.copy }).click();
    await expect(visibleText(page.getByRole("region", { name: shell.notices.label }), log.copyFailed)).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });

  await test.step("after a reload", async () => {
    await page.reload();
    await openPanel(board);
    await expect(output("Телевизор")).toBeVisible();
    for (const name of [settings.loudspeaker, settings.keepAwake])
      await expect(own.getByRole("switch", { name })).toBeChecked();
  });
});

/** Runs in the page: a browser with two outputs and one that it refuses, which counts the locks of the screen. */
function addOutputs(): void {
  const names = [
    ["default", "Ноутбук"],
    ["tv", "Телевизор"],
    ["headphones", "Наушники"],
  ];
  const outputs = names.map(([deviceId, label]) => ({ kind: "audiooutput", groupId: "", deviceId, label }));
  navigator.mediaDevices.enumerateDevices = async () => outputs as MediaDeviceInfo[];
  const setSinkId = async (id: string) => {
    if (id === "headphones") throw new DOMException("", "NotAllowedError");
  };
  Object.assign(AudioContext.prototype, { setSinkId });
  window.heldLocks = 0;
  const request = async () => {
    window.heldLocks += 1;
    const release = async () => {
      window.heldLocks -= 1;
    };
    return { released: false, release };
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
}

test("the owner sets the volume of the room and mutes it; a guest sees the devices without controls", async ({
  browser,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Loudspeakers", FILES);
  const owner = await openBoard(browser, baseURL, { user: mira, url, locale: "ru" });
  const guest = await openBoard(browser, baseURL, { user: null, url, locale: "en", isPhone: true });
  const { group } = owner.language.texts.devices;
  const loudspeakers = async () => (await mira.call("query", "rooms.getState", { id })).state.loudspeakers;

  const slider = guest.panel.getByRole("slider", { name: guest.language.texts.devices.group.volume });
  await expect(slider).toBeDisabled();
  await expect(guest.panel.getByText(guest.language.texts.room.player.viewOnlyGuest)).toBeVisible();
  await owner.panel.getByRole("slider", { name: group.volume }).focus();
  for (let step = 0; step < 10; step++) await owner.page.keyboard.press("ArrowLeft");
  await expect(slider).toHaveAttribute("aria-valuetext", "50%");
  expect((await loudspeakers()).volume).toBeCloseTo(0.5);

  await setChecked(owner.panel.getByRole("switch", { name: group.mute }));
  await expect(guest.panel.getByText(guest.language.texts.devices.group.muted)).toBeVisible();
  await expect(visibleText(owner.page.getByTestId("dock"), owner.language.texts.room.player.roomMuted)).toBeVisible();
  expect((await loudspeakers()).isMuted).toBe(true);

  const foreign = await openDevice(guest, fill(owner.language.texts.room.device.ownedComputer, { name: "Mira" }));
  await expect(foreign.getByText(guest.language.texts.devices.detail.roundTrip)).toBeVisible();
  await expect(foreign.getByText(guest.language.texts.devices.detail.hidden)).toBeVisible();
  await expect(foreign.getByRole("button")).toHaveCount(1);
  expect(await findViolations(guest.page)).toEqual([]);
});
